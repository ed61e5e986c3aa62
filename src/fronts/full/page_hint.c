// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver says of each move, on the page of a game in play.
#include "fronts/full/page_hint.h"

#include <stdio.h>
#include <string.h>

static bool is_known(const struct news_row *row)
{
    return row->kind != NEWS_UNKNOWN;
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

// The words about a move as far as they fit: perhaps without the fraction, and if need be without
// what follows the first comma.
static void shorten(const struct news_row *row, unsigned cols, bool fraction,
                    char words[sizeof row->chance])
{
    memcpy(words, row->chance, sizeof row->chance);
    char *open = strchr(words, '('), *close = strchr(words, ')');
    if (!fraction && open && close) {
        memmove(words, open + 1, strlen(open));
        close = strchr(words, ')');
        memmove(close, close + 1, strlen(close));
    }
    if (screen_width(words) > cols)
        words[strcspn(words, ",;")] = '\0';
}

// What each row needs so that moves can be told from each other and chances be read; the bar
// has what is left.
struct columns {
    unsigned move, bar;
    bool fractions; // of all rows, or of none
};

static unsigned wider(unsigned width, const char *text)
{
    return screen_width(text) > width ? screen_width(text) : width;
}

static struct columns measure(const struct page_play *page, unsigned cols)
{
    enum { LEAST = 3 };
    unsigned move = 5, chance = 0, whole = 0, most = cols < 36 ? 6 : 12;
    for (unsigned i = 0; i < page->hint->row_count; i++) {
        const struct news_row *row = &page->hint->rows[i];
        char words[sizeof row->chance];
        struct text name = TEXT_OF(256);
        stage_print_move(&page->shown->stage, row->move, &name);
        move = wider(move, name.at);
        shorten(row, 0, false, words);
        chance = wider(chance, words);
        shorten(row, 0, true, words);
        whole = wider(whole, words);
    }
    unsigned room = cols > move + chance + 2 ? cols - move - chance - 2 : 0;
    unsigned bar = room < LEAST ? 0 : room < most ? room : most;
    return (struct columns){ move, bar, move + 1 + bar + (bar > 0) + whole <= cols };
}

static void paint_bar(struct screen *screen, const struct stage *stage, const struct news_row *row,
                      struct columns columns, struct screen_area area)
{
    struct text move = TEXT_OF(256);
    char words[sizeof row->chance];
    static const wchar_t eighths[] = L" ▏▎▍▌▋▊▉";
    unsigned bar = columns.bar, filled_eighths = (row->share * bar * 8 + 500u) / 1000;
    unsigned full = filled_eighths / 8, part = screen->ascii ? 0 : filled_eighths % 8;
    enum screen_ink ink = row->best ? INK_STRONG : INK_PLAIN;
    stage_print_move(stage, row->move, &move);
    screen_put(screen, area.top, area.left, columns.move, ink, move.at);
    area.left += columns.move + 1;
    area.cols -= columns.move + 1 < area.cols ? columns.move + 1 : area.cols;
    if (bar && is_known(row)) {
        enum screen_ink filled = row->best ? INK_SAFE : INK_PLAIN;
        screen_fill(screen, area.top, area.left + full, bar - full, INK_FAINT, L'░');
        screen_fill(screen, area.top, area.left, full, filled, L'█');
        if (part)
            screen_fill(screen, area.top, area.left + full, 1, filled, eighths[part]);
    }
    area.left += bar + (bar > 0);
    area.cols -= bar + (bar > 0);
    shorten(row, area.cols, columns.fractions, words);
    screen_put(screen, area.top, area.left, area.cols, ink, words);
}

static void paint_rest(struct screen *screen, const struct page_play *page, unsigned shown,
                       struct screen_area area)
{
    struct text rest = TEXT_OF(64);
    unsigned from = page->hint_from, left = page->hint->row_total - from - shown;
    if (left)
        text_add(&rest, "... and %u more ", left);
    text_add(&rest, "%s%s", from ? "PgUp " : "",
             from + shown < page->hint->row_count ? "PgDn" : "");
    screen_put(screen, area.top, area.left, area.cols, INK_FAINT, rest.at);
}

// How many moves were shown last: a page goes on by as many.
static unsigned leaf = NEWS_ROWS;

bool page_hint_has_more(const struct page_play *page)
{
    return leaf < page->hint->row_count;
}

bool page_hint_press(struct page_play *page, uint32_t press)
{
    bool up = press == PRESS_PAGE_UP || press == PRESS_WHEEL_UP;
    if (!page->hint || (!up && press != PRESS_PAGE_DOWN && press != PRESS_WHEEL_DOWN))
        return false;
    unsigned last = page->hint->row_count ? page->hint->row_count - 1u : 0, from = page->hint_from;
    if (up)
        page->hint_from = from > leaf ? from - leaf : 0;
    else
        page->hint_from = from + leaf <= last ? from + leaf : from;
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
        bool known = false;
        for (unsigned i = 0; i < hint->row_count; i++)
            known |= is_known(&hint->rows[i]);
        if (known)
            text_add(&heading, "%s's chance to win:", stage->name[hint->viewer]);
        else
            text_add(&heading, "What is known of each move:");
        screen_put(screen, area.top++, area.left, area.cols, INK_FAINT, heading.at);
        area.rows--;
    }
    unsigned left = hint->row_count - page->hint_from;
    bool all = area.rows == 1 || (page->hint_from == 0 && hint->row_total <= area.rows);
    unsigned room = area.rows - !all, shown = left < room ? left : room;
    leaf = shown ? shown : 1;
    struct columns columns = measure(page, area.cols);
    for (unsigned i = 0; i < shown; i++, area.top++)
        paint_bar(screen, &page->shown->stage, &hint->rows[page->hint_from + i], columns, area);
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
