// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/page.h"

#include <string.h>

struct screen_area page_area(const struct screen *screen)
{
    enum { WIDEST = 120 };
    unsigned cols = screen->cols - 2 < WIDEST ? screen->cols - 2 : WIDEST;
    return (struct screen_area){ 1, (screen->cols - cols) / 2, screen->rows - 2, cols };
}

void page_title(struct screen *screen, const char *left, const char *right)
{
    unsigned width = screen_width(right);
    screen_fill(screen, 0, 0, screen->cols, INK_BAR, L' ');
    struct screen_area area = page_area(screen);
    unsigned used = screen_put(screen, 0, area.left, area.cols + 1, INK_BAR, left);
    if (used + width + 2 <= area.cols)
        screen_put(screen, 0, area.left + area.cols - width, width, INK_BAR, right);
}

void page_keys(struct screen *screen, const struct page_key *keys)
{
    unsigned row = screen->rows - 1, col = page_area(screen).left;
    for (; keys->word; keys++) {
        unsigned width = screen_width(keys->key) + 1 + screen_width(keys->word);
        if (col + width > screen->cols)
            continue; // a shorter one may still fit
        unsigned used = screen_put(screen, row, col, width, INK_STRONG, keys->key);
        screen_put(screen, row, col + used + 1, width, INK_PLAIN, keys->word);
        screen_click(screen, (struct screen_area){ row, col, 1, width }, keys->press);
        col += width + 2;
    }
}

void page_paint_cover(struct screen *screen, void *page)
{
    const struct page_cover *cover = page;
    static const struct page_key keys[] = { { "y", "it is me, go on", 'y' },
                                            { "q", "leave", 'q' },
                                            { 0 } };
    struct text who = TEXT_OF(TEXT_MAX), what = TEXT_OF(TEXT_MAX);
    struct screen_area area = page_area(screen);
    unsigned end = screen->rows - 1, rows;
    area = (struct screen_area){ screen->rows / 3, area.left + 3, 0, area.cols - 6 };
    page_title(screen, cover->title, "");
    text_add(&who, "%s is next%s%s.", cover->next, cover->reason ? ", " : "",
             cover->reason ? cover->reason : "");
    // In a low window long names begin higher up and stand closer, so that what to press is there.
    for (const char *gap = "\n\n";; gap = "\n") {
        text_clear(&what);
        text_add(&what, "%s, look away now.%s%s, press y when nobody else is looking.",
                 cover->other, gap, cover->next);
        rows = screen_fold_rows(area.cols, who.at) + 1 + screen_fold_rows(area.cols, what.at);
        if (rows < end || !gap[1])
            break;
    }
    if (area.top + rows > end)
        area.top = end > rows ? end - rows : 1;
    area.rows = end - area.top;
    screen->cursor_row = area.top;
    screen->cursor_col = area.left;
    unsigned used = screen_fold(screen, area, INK_STRONG, who.at) + 1;
    area.top += used;
    area.rows -= used < area.rows ? used : area.rows;
    screen_fold(screen, area, INK_PLAIN, what.at);
    page_keys(screen, keys);
}

unsigned page_text_rows(const struct screen *screen)
{
    return screen->rows - 3;
}

void page_paint_text(struct screen *screen, void *page)
{
    struct page_text *text = page;
    static const struct page_key keys[] = { { "Esc", "back", PRESS_ESCAPE },
                                            { "Up Down", "scroll", 0 },
                                            { "PgUp", "back a page", PRESS_PAGE_UP },
                                            { "PgDn", "on a page", PRESS_PAGE_DOWN },
                                            { 0 } };
    struct screen_area area = page_area(screen);
    area.top = 2;
    area.rows = page_text_rows(screen);
    unsigned rows = screen_fold_rows(area.cols, text->text);
    unsigned most = rows > area.rows ? rows - area.rows : 0;
    struct text state = TEXT_OF(64);
    if (text->from > most)
        text->from = most;
    if (most)
        text_add(&state, "%u%%", text->from * 100 / most);
    page_title(screen, text->title, state.at);
    screen_fold_from(screen, area, INK_PLAIN, text->text, text->from);
    screen->cursor_row = area.top;
    screen->cursor_col = area.left;
    page_keys(screen, keys);
}

static unsigned label_width(const struct page_list *page)
{
    unsigned widest = 0;
    for (unsigned i = 0; i < page->count; i++) {
        unsigned width = screen_width(page->rows[i].label);
        widest = width > widest ? width : widest;
    }
    return widest;
}

enum { VALUE = 12, WIDE = 70 };

// Where notes begin, in a window that is wide enough for them.
static unsigned note_column(const struct page_list *page)
{
    bool values = false;
    for (unsigned i = 0; i < page->count; i++)
        values |= *page->rows[i].value != '\0';
    return label_width(page) + 5 + (values ? VALUE : 0);
}

static unsigned note_room(const struct screen *screen, const struct page_list *page)
{
    unsigned cols = page_area(screen).cols + 1, begins = note_column(page);
    return cols > begins ? cols - begins : 1;
}

// How many rows of the window a row of the list takes with all of its note.
static unsigned whole_rows(const struct screen *screen, const struct page_list *page, unsigned i)
{
    unsigned rows = screen_fold_rows(note_room(screen, page), page->rows[i].note);
    return rows > 1 ? rows : 1;
}

// How many rows of the window this row of the list may have: all that its note needs, if so
// many are spare (they are taken from *spare), else one.
static unsigned spend(const struct screen *screen, const struct page_list *page, unsigned i,
                      unsigned *spare)
{
    unsigned more = *spare && screen->cols >= WIDE ? whole_rows(screen, page, i) - 1 : 0;
    if (more > *spare)
        return 1;
    *spare -= more;
    return more + 1;
}

static bool note_fits(const struct screen *screen, const struct page_list *page)
{
    const struct page_row *row = &page->rows[page->focus];
    return screen->cols >= WIDE && screen_width(row->note) <= note_room(screen, page);
}

// As much of a note as fits, in whole words.
static void put_note(struct screen *screen, const struct page_row *row, struct screen_area area)
{
    enum { DOTS = 4 };
    char note[sizeof row->note + DOTS];
    memcpy(note, row->note, sizeof row->note);
    size_t end = strlen(note);
    bool cut = false;
    while (end > 0 && screen_width(note) + (cut ? DOTS : 0) > area.cols) {
        do
            end--;
        while (end > 0 && note[end] != ' ');
        note[end] = '\0';
        cut = true;
    }
    if (cut)
        strcpy(note + end, " ...");
    screen_put(screen, area.top, area.left, area.cols, INK_FAINT, note);
}

static void paint_list_row(struct screen *screen, const struct page_list *page, unsigned i,
                           struct screen_area area)
{
    const struct page_row *row = &page->rows[i];
    unsigned label = label_width(page), col = area.left + label + 3;
    bool focus = i == page->focus;
    enum screen_ink ink = focus ? INK_FOCUS : INK_PLAIN;
    screen_fill(screen, area.top, area.left, focus ? label + 2 : 0, ink, L' ');
    screen_put(screen, area.top, area.left, 1, ink, focus ? ">" : "");
    screen_put(screen, area.top, area.left + 1, label, ink, row->label);
    bool wide = screen_width(row->value) > VALUE; // then it has the note's room, too
    col += screen_put(screen, area.top, col, wide ? area.left + area.cols - col : VALUE, INK_STRONG,
                      row->value);
    if (focus) {
        screen->cursor_row = area.top;
        screen->cursor_col = *row->value ? col : area.left + 1;
    }
    if (wide)
        return;
    col = area.left - 1 + note_column(page);
    struct screen_area note = { area.top, col, area.rows, area.left + area.cols - col };
    if (area.rows > 1 && !row->picture)
        screen_fold_from(screen, note, INK_FAINT, row->note, 0);
    else if (screen->cols >= WIDE)
        put_note(screen, row, note);
    if (row->picture && area.rows > 1)
        picture_paint_line(
            row->picture, screen,
            (struct screen_area){ area.top + 1, area.left + label + 4, 1, area.cols - label - 4 });
    screen_click(screen, area, PRESS_ROW + i);
}

// How many rows of the window the list needs, if rows with a picture are `height` high.
static unsigned list_rows(const struct page_list *page, unsigned height)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < page->count; i++)
        rows += page->rows[i].picture ? height : 1;
    return rows;
}

static void paint_note(struct screen *screen, const struct page_row *row, struct screen_area area)
{
    screen_fold_from(screen, area, INK_PLAIN, row->note, 0);
    area.top += screen_fold_rows(area.cols, row->note);
    if (row->picture)
        picture_paint_line(row->picture, screen, area);
}

static void paint_legend(struct screen *screen, const struct picture *picture,
                         struct screen_area area)
{
    struct text legend = TEXT_OF(256);
    picture_legend(picture, 0, 0, picture->token, &legend);
    screen_put(screen, area.top + area.rows - 2, area.left, area.cols, INK_FAINT, legend.at);
}

// Says how many rows of the list are above and below the window.
static void paint_more(struct screen *screen, struct screen_area area, unsigned above,
                       unsigned below)
{
    struct text text = TEXT_OF(32);
    unsigned col = area.left + area.cols - 9;
    text_add(&text, "^ %u more", above);
    if (above)
        screen_put(screen, area.top, col, 9, INK_FAINT, text.at);
    text_clear(&text);
    text_add(&text, "v %u more", below);
    if (below)
        screen_put(screen, area.top + area.rows - 1, col, 9, INK_FAINT, text.at);
}

// How high the rows with a picture can be, so that the whole list fits.
static unsigned picture_height(const struct page_list *page, unsigned room)
{
    unsigned height = 1;
    while (height < 3 && list_rows(page, 1) < list_rows(page, 2) &&
           list_rows(page, height + 1) <= room)
        height++;
    return height;
}

// The rows of the list, as many as fit, the focus among them. Notes that are too long for a
// row take more where there are some to spare, that of the focus first.
static void paint_rows(struct screen *screen, const struct page_list *page, struct screen_area area)
{
    unsigned height = picture_height(page, area.rows), used = list_rows(page, height);
    unsigned fit = used <= area.rows ? page->count : area.rows;
    unsigned from = page->focus >= fit ? page->focus - fit + 1 : 0;
    unsigned spare = used < area.rows && height == 1 ? area.rows - used : 0;
    unsigned focus = spend(screen, page, page->focus, &spare);
    struct screen_area row = area;
    for (unsigned i = from; i < page->count && i < from + fit; i++, row.top += row.rows) {
        row.rows = page->rows[i].picture ? height
                   : i == page->focus    ? focus
                                         : spend(screen, page, i, &spare);
        paint_list_row(screen, page, i, row);
    }
    paint_more(screen, area, from, page->count > from + fit ? page->count - from - fit : 0);
}

void page_paint_list(struct screen *screen, void *page)
{
    const struct page_list *list = page;
    enum { TOP = 2, BELOW = 4 };
    struct screen_area area = page_area(screen);
    bool roomy = list->count && list->count + 3 < screen->rows - TOP - BELOW;
    area.top = TOP;
    area.rows = screen->rows - TOP - BELOW;
    page_title(screen, list->title, list->state ? list->state : "");
    if (list->count)
        paint_rows(screen, list, area);
    area.top = screen->rows - BELOW;
    area.rows = BELOW - 1;
    if (*list->warning)
        screen_fold_from(screen, area, INK_WARNING, list->warning, 0);
    else if (list->count && list->rows[list->focus].picture && note_fits(screen, list))
        paint_legend(screen, list->rows[list->focus].picture, area);
    else if (list->count && !note_fits(screen, list) && !(roomy && screen->cols >= WIDE))
        paint_note(screen, &list->rows[list->focus], area);
    page_keys(screen, list->keys);
}

bool page_list_press(struct page_list *page, uint32_t press)
{
    enum { LEAF = 10 };
    unsigned focus = page->focus, last = page->count ? page->count - 1 : 0;
    if (press == PRESS_UP)
        page->focus = focus ? focus - 1 : last;
    else if (press == PRESS_DOWN || press == PRESS_TAB)
        page->focus = focus < last ? focus + 1 : 0;
    else if (press == PRESS_WHEEL_UP) // which, unlike a key, stops at the ends
        page->focus -= focus > 0;
    else if (press == PRESS_WHEEL_DOWN)
        page->focus += focus < last;
    else if (press == PRESS_PAGE_UP)
        page->focus = focus > LEAF ? focus - LEAF : 0;
    else if (press == PRESS_PAGE_DOWN)
        page->focus = focus + LEAF < last ? focus + LEAF : last;
    else if (press == PRESS_HOME)
        page->focus = 0;
    else if (press == PRESS_END)
        page->focus = last;
    else if (press >= PRESS_ROW && press < PRESS_ROW + page->count)
        page->focus = press - PRESS_ROW;
    else
        return false;
    return true;
}

void page_paint_too_small(struct screen *screen)
{
    struct text text = TEXT_OF(256);
    text_add(&text, "This window is too small: %u columns and %u rows. Please make it %u by %u.",
             screen->cols, screen->rows, PAGE_LEAST_COLS, PAGE_LEAST_ROWS);
    screen_fold_from(screen, screen_area(screen), INK_PLAIN, text.at, 0);
}
