// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/resume.h"

#include <stdio.h>
#include <string.h>

#include "drive/order.h"
#include "drive/position.h"
#include "record/rounds.h"

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

// Who was helped, though no move and nothing that was taken back says so, has had a hint and not
// moved since.
static bool find_hints(const struct log *log, struct drive_setup *setup, struct text *why)
{
    struct rounds_standing standing;
    unsigned aided;
    if (!rounds_stand(log, NULL, &standing, why) ||
        !store_aided(setup->store, log->header.id, &aided, why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup->hinted[seat] = aided & ~standing.aided & seat_bit(seat);
    return true;
}

static struct drive *go_on(const struct log *log, struct store *store, bool coach, struct text *why)
{
    struct drive_setup setup = setup_of(log, store, coach);
    return find_hints(log, &setup, why) ? drive_resume(&setup, log, why) : NULL;
}

// A finished round is not played again: the next one begins.
static struct drive_setup setup_anew(const struct record *record, struct store *store)
{
    const struct record_header *old = &record->header;
    struct drive_setup setup = order_usual(old->variant.game);
    struct log_header *header = &setup.table.header;
    unsigned done = old->round - (record->winner ? 0 : 1);
    header->variant = old->variant;
    header->first = (uint8_t)(record->winner ? opponent(old->first) : old->first);
    header->rounds = (uint16_t)(old->rounds > done ? old->rounds - done : 1);
    header->created = old->created;
    setup.store = store;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct text ignored = TEXT_OF(TEXT_MAX);
        snprintf(header->name[seat], LOG_NAME, "%s", old->name[seat]);
        order_player(&setup, seat, old->player[seat], &ignored);
    }
    return setup;
}

// What was begun by an older version is kept as a table from now on, and the old one goes.
static struct drive *begin_anew(struct store *store, const struct record *record, bool coach,
                                struct text *why)
{
    struct move moves[MOVES_MAX];
    struct log log = { 0 };
    struct drive_setup setup = setup_anew(record, store);
    struct drive *drive = NULL;
    unsigned count = record->winner ? 0 : record->live;
    record_moves(record, moves);
    setup.table.coach = coach;
    if (position_log(&setup.table, moves, count, &log, why) && store_import_log(store, &log, why) &&
        store_delete(store, record->header.id, why))
        drive = go_on(&log, store, coach, why);
    log_clear(&log);
    return drive;
}

struct drive *resume_game(struct store *store, const struct game *const *games, const char *id,
                          bool coach, struct text *why)
{
    struct log log = { 0 };
    struct record record = { 0 };
    struct drive *drive = NULL;
    if (!store_load_log(store, games, id, &log, why)) {
        log_clear(&log);
        return NULL;
    }
    if (log.header.variant.game)
        drive = go_on(&log, store, coach, why);
    else if (store_load(store, games, id, &record, why))
        drive = begin_anew(store, &record, coach, why);
    record_clear(&record);
    log_clear(&log);
    return drive;
}
