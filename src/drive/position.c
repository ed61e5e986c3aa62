// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/position.h"

#include <sodium.h>

#include "record/commit.h"

// Lets the act happen at the table, and adds the event to the log.
static bool happen(struct table *table, const struct act *act, struct log *log, struct text *why)
{
    struct log_event event;
    struct news reply;
    struct table_means means = { 0 };
    randombytes_buf(means.nonce, sizeof means.nonce);
    if (table_propose(table, act, &means, &event, &reply) != TABLE_EVENT) {
        text_add(why, "%s", reply.words);
        return false;
    }
    return table_commit(table, &event, 0, why) && log_add(log, &event, why);
}

static bool begin(struct table *table, struct log *log, struct text *why)
{
    struct act act = { .kind = ACT_BEGIN };
    while (table_wish(table).kind == TABLE_WANTS_ROUND)
        if (!happen(table, &act, log, why))
            return false;
    return true;
}

// Chance's move, if it has the next one, is dealt; any other is made by who is on turn.
static bool make_move(struct table *table, struct move move, struct log *log, struct text *why)
{
    struct stage stage;
    struct act act = { .kind = ACT_MOVE, .move = move, .sure = true };
    table_stage(table, SEAT_NOBODY, 0, &stage);
    act.seat = stage.mover;
    if (table_wish(table).kind == TABLE_WANTS_DEAL)
        act = (struct act){ .kind = ACT_DEAL, .move = move };
    return happen(table, &act, log, why);
}

static struct table *make_table(struct table_setup *setup, const struct move *moves, unsigned count,
                                struct log *log, struct text *why)
{
    const struct variant *variant = &setup->header.variant;
    setup->given = game_has_chance(variant->game) && count > 0;
    setup->deal = setup->given ? moves[0].set : 0;
    setup->header.deal = setup->given ? LOG_GIVEN : LOG_SETTLED;
    if (!*setup->header.id && !commit_new_id(setup->header.id)) {
        text_add(why, "The system has no random numbers.");
        return NULL;
    }
    struct table *table = table_new(setup, why);
    bool good = table && begin(table, log, why);
    for (unsigned i = 0; good && i < count; i++)
        good = make_move(table, moves[i], log, why);
    if (good)
        return table;
    table_free(table);
    return NULL;
}

struct table *position_table(struct table_setup *setup, const struct move *moves, unsigned count,
                             struct text *why)
{
    struct log log = { .header = setup->header };
    struct table *table = make_table(setup, moves, count, &log, why);
    log_clear(&log);
    return table;
}

bool position_log(struct table_setup *setup, const struct move *moves, unsigned count,
                  struct log *log, struct text *why)
{
    *log = (struct log){ .header = setup->header };
    struct table *table = make_table(setup, moves, count, log, why);
    log->header = setup->header;
    table_free(table);
    return table != NULL;
}
