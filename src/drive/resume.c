// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/resume.h"

#include <string.h>

#include "drive/stored.h"
#include "record/round.h"

// Who plays, and what was dealt by request, are found in what was kept.
static struct drive_setup setup_of(const struct log *log, struct store *store, bool coach)
{
    struct drive_setup setup = { .store = store, .ticks = true };
    struct table_setup *table = &setup.table;
    table->header = log->header;
    table->coach = coach;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        table->computer[seat] = strcmp(log->header.player[seat], "human") != 0;
    table->shared = !table->computer[SEAT_1] && !table->computer[SEAT_2];
    table->given = log->header.deal == LOG_GIVEN;
    for (unsigned i = 0; i < log->count && table->given && !table->deal; i++)
        if (log->events[i].kind == LOG_MOVE && log->events[i].seat == SEAT_CHANCE)
            table->deal = log->events[i].move.set;
    return setup;
}

// A seat that the store marks as helped, and no event does, has had a hint and not moved
// yet.
static bool find_hints(const struct log *log, struct drive_setup *setup, struct text *why)
{
    struct log_standing last;
    unsigned aided;
    if (!rounds_last(log, &last, why) || !store_aided(setup->store, log->header.id, &aided, why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup->hinted[seat] = aided & ~last.aided & seat_bit(seat);
    return true;
}

static struct drive *go_on(const struct log *log, struct store *store, bool coach, struct text *why)
{
    struct drive_setup setup = setup_of(log, store, coach);
    return find_hints(log, &setup, why) ? drive_resume(&setup, log, why) : NULL;
}

struct drive *resume_game(struct store *store, const struct game *const *games, const char *id,
                          bool coach, struct text *why)
{
    struct log log;
    struct drive *drive = NULL;
    if (stored_load(store, games, id, &log, NULL, why))
        drive = go_on(&log, store, coach, why);
    log_clear(&log);
    return drive;
}
