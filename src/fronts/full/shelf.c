// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/shelf.h"

#include <stdio.h>
#include <time.h>

#include "drive/resume.h"
#include "fronts/full/page.h"
#include "games/games.h"

enum { SHELF = 100 };

struct shelf {
    struct page_row rows[SHELF];
    char id[SHELF][COMMIT_ID];
    unsigned count;
};

static void paint_list(struct screen *screen, void *page)
{
    page_paint_list(screen, page);
}

static const char *title_of(const char *slug)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_same((*game)->slug, slug))
            return (*game)->title;
    return slug;
}

// The newest come first; those beyond the last are reached with causeway resume.
static bool add(void *whom, const struct store_summary *summary)
{
    struct shelf *shelf = whom;
    struct page_row *row = &shelf->rows[shelf->count];
    time_t created = (time_t)(summary->created / 1000);
    struct tm when;
    char day[32] = "";
    if (localtime_r(&created, &when))
        strftime(day, sizeof day, "%Y-%m-%d %H:%M", &when);
    snprintf(shelf->id[shelf->count], COMMIT_ID, "%s", summary->id);
    snprintf(row->label, sizeof row->label, "%s", title_of(summary->game));
    snprintf(row->value, sizeof row->value, "%u %s", summary->moves,
             summary->moves == 1 ? "move" : "moves");
    snprintf(row->note, sizeof row->note, "%s, %s and %s", day, summary->name[SEAT_1],
             summary->name[SEAT_2]);
    return ++shelf->count < SHELF;
}

static enum full_end resume(struct ui *ui, struct store *store, const char *id,
                            struct text *warning, struct text *why)
{
    struct drive *drive = resume_game(store, games, id, false, warning);
    if (!drive)
        return FULL_OTHER;
    return full_drive(ui, drive, why);
}

static const struct page_key keys[] = {
    { "Enter", "go on", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "Up Down", "move", 0 },
    { 0 },
};

enum full_end shelf_show(struct ui *ui, struct store *store, struct text *warning, struct text *why)
{
    struct shelf shelf = { .count = 0 };
    struct store_filter filter = { .unfinished = true };
    if (!store_list(store, &filter, add, &shelf, warning))
        return FULL_OTHER;
    if (!shelf.count) {
        text_add(warning, "There is no unfinished game.");
        return FULL_OTHER;
    }
    struct page_list page = { .title = "Unfinished games",
                              .rows = shelf.rows,
                              .count = shelf.count,
                              .warning = "",
                              .keys = keys };
    for (;;) {
        uint32_t press = ui_read(ui, paint_list, &page);
        if (press == PRESS_LEAVE)
            return FULL_LEAVE;
        if (press == PRESS_ESCAPE || press == 'q')
            return FULL_OTHER;
        if (press == PRESS_UP)
            page.focus = page.focus ? page.focus - 1 : page.count - 1;
        if (press == PRESS_DOWN)
            page.focus = (page.focus + 1) % page.count;
        if (press >= PRESS_ROW && press < PRESS_ROW + page.count)
            page.focus = press - PRESS_ROW;
        if (press == PRESS_ENTER || press >= PRESS_ROW)
            return resume(ui, store, shelf.id[page.focus], warning, why);
    }
}
