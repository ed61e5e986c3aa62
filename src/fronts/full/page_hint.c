// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver says of each move, on the page of a game in play.
#include "fronts/full/page_hint.h"

#include <stdio.h>
#include <string.h>

static bool is_known(const struct news_row *row)
{
    return strncmp(row->chance, "not known", 9) != 0;
}

void page_hint_rate(const struct page_play *page, struct picture *picture)
{
    const struct stage_offer *offer = &page->shown->stage.offers[page->choice->offer];
    for (unsigned i = 0; i < page->hint->row_count; i++) {
        const struct news_row *row = &page->hint->rows[i];
        if (row->move.verb != offer->offer.verb || offer->offer.pick > 1 || !is_known(row))
            continue;
        unsigned at = offer->cell[row->move.set ? cells_first(row->move.set) : 0];
        if (at == STAGE_NO_CELL)
            continue;
        picture->rated |= cell(at);
        picture->best |= row->best ? cell(at) : 0;
        picture->chance[at] = row->share;
    }
}

// As much of the words as has room: without the fraction, or without what follows it.
static void put_chance(struct screen *screen, const struct news_row *row, enum screen_ink ink,
                       struct screen_area area)
{
    char words[sizeof row->chance];
    memcpy(words, row->chance, sizeof words);
    char *open = strchr(words, '('), *close = strchr(words, ')');
    if (screen_width(words) > area.cols && open && close) {
        memmove(words, open + 1, strlen(open));
        close = strchr(words, ')');
        memmove(close, close + 1, strlen(close));
    }
    if (screen_width(words) > area.cols)
        words[strcspn(words, ",;")] = '\0';
    screen_put(screen, area.top, area.left, area.cols, ink, words);
}

static void paint_bar(struct screen *screen, const struct game *game, const struct news_row *row,
                      struct screen_area area)
{
    enum { MOVE = 9, WIDER = 13 };
    struct text move = TEXT_OF(256);
    move_print(game, row->move, &move);
    unsigned name = area.cols < 36 ? MOVE : WIDER, bar = area.cols < 36 ? 6 : 12;
    unsigned full = (row->share * bar + 500u) / 1000, col = area.left + name + 1;
    enum screen_ink ink = row->best ? INK_STRONG : INK_PLAIN;
    screen_put(screen, area.top, area.left, name, ink, move.at);
    if (is_known(row)) {
        screen_fill(screen, area.top, col, full, row->best ? INK_SAFE : INK_PLAIN, L'█');
        screen_fill(screen, area.top, col + full, bar - full, INK_FAINT, L'░');
    }
    area.left = col + bar + 1;
    area.cols -= name + bar + 2;
    put_chance(screen, row, ink, area);
}

static void paint_rest(struct screen *screen, const struct page_play *page, unsigned shown,
                       struct screen_area area)
{
    struct text rest = TEXT_OF(64);
    unsigned from = page->hint_from, left = page->hint->row_total - from - shown;
    text_add(&rest, "... and %u more", left);
    if (from + shown < page->hint->row_count || from)
        text_add(&rest, " PgUp PgDn");
    screen_put(screen, area.top, area.left, area.cols, INK_FAINT, rest.at);
}

bool page_hint_press(struct page_play *page, uint32_t press)
{
    enum { LEAF = 5 };
    if (!page->hint || (press != PRESS_PAGE_UP && press != PRESS_PAGE_DOWN))
        return false;
    unsigned last = page->hint->row_count ? page->hint->row_count - 1u : 0, from = page->hint_from;
    if (press == PRESS_PAGE_UP)
        page->hint_from = from > LEAF ? from - LEAF : 0;
    else
        page->hint_from = from + LEAF < last ? from + LEAF : last;
    return true;
}

void page_hint_paint(struct screen *screen, const struct page_play *page, struct screen_area area)
{
    const struct news *hint = page->hint;
    const struct stage *stage = &page->shown->stage;
    struct text heading = TEXT_OF(128);
    if (!hint->row_count || !area.rows)
        return;
    if (area.rows > 2) {
        text_add(&heading, "%s's chance to win:", stage->name[hint->viewer]);
        screen_put(screen, area.top++, area.left, area.cols, INK_FAINT, heading.at);
        area.rows--;
    }
    unsigned left = hint->row_count - page->hint_from;
    bool all = page->hint_from == 0 && hint->row_total <= area.rows;
    unsigned shown = all ? left : left < area.rows - 1 ? left : area.rows - 1;
    for (unsigned i = 0; i < shown; i++, area.top++)
        paint_bar(screen, page->shown->game, &hint->rows[page->hint_from + i], area);
    if (!all)
        paint_rest(screen, page, shown, area);
}

// Leaves out lines from the end until the rest fits, and then parts of the first.
static void cut_words(char words[TEXT_MAX], struct screen_area area)
{
    while (screen_fold_rows(area.cols, words) > area.rows) {
        size_t length = strlen(words);
        if (length && words[length - 1] == '\n')
            words[length - 1] = '\0';
        char *line = strrchr(words, '\n'), *part = strrchr(words, ',');
        if (line)
            line[1] = '\0';
        else if (part)
            snprintf(part, TEXT_MAX - (size_t)(part - words), " ...");
        else
            return;
    }
}

unsigned page_hint_words(struct screen *screen, const struct page_play *page,
                         struct screen_area area)
{
    char words[TEXT_MAX];
    snprintf(words, sizeof words, "%s", page->hint->words);
    cut_words(words, area);
    screen_fold_from(screen, area, INK_STRONG, words, 0);
    unsigned used = screen_fold_rows(area.cols, words);
    return used < area.rows ? used : area.rows;
}
