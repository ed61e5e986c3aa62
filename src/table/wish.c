// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/wish.h"

#include "table/inside.h"

// The first round of a match begins by itself; before the others somebody says that it
// may: a person in front of two computers, too.
bool table_wants_round(const struct table *table)
{
    const struct replay *now = &table->now;
    if (replay_in_play(now))
        return false;
    if (!now->round_at || !now->played)
        return true;
    if (replay_match_over(now, &table->setup.header))
        return false;
    return table->setup.header.rematch == LOG_AGREED && now->ready[SEAT_1] && now->ready[SEAT_2];
}

// A match that is over needs no other end.
bool table_wants_end(const struct table *table)
{
    return table->log.count == LOG_EVENTS_MAX - 1 &&
           (replay_in_play(&table->now) || !replay_match_over(&table->now, &table->setup.header));
}

static struct table_wish wish_for(enum table_wish_kind kind, unsigned seat, unsigned draw)
{
    return (
        struct table_wish){ .kind = (uint8_t)kind, .seat = (uint8_t)seat, .draw = (uint8_t)draw };
}

// Chance commits to its seed first: nobody's word may be known to it.
static struct table_wish wants_for(const struct table *table, unsigned draw, bool seed)
{
    static const uint8_t order[] = { SEAT_CHANCE, SEAT_1, SEAT_2 };
    const struct replay *now = &table->now;
    for (unsigned i = 0; i < 3; i++)
        if (!now->committed[draw][order[i]])
            return wish_for(TABLE_WANTS_COMMIT, order[i], draw);
    for (unsigned i = 0; i < 3; i++)
        if (!now->opened[draw][order[i]] && (seed || order[i] != SEAT_CHANCE))
            return wish_for(TABLE_WANTS_OPENING, order[i], draw);
    return (struct table_wish){ .kind = TABLE_WAITS };
}

// The next contribution that is missing, or the next to be opened. The seed of a deal is
// opened when the round is over.
struct table_wish table_wants_contribution(const struct table *table)
{
    const struct log_header *header = &table->setup.header;
    const struct replay *now = &table->now;
    if (replay_mover(now) == SEAT_CHANCE && header->deal == LOG_JOINT)
        return wants_for(table, LOG_DRAWS_DEAL, false);
    if (!replay_in_play(now) && now->dealt && !now->opened[LOG_DRAWS_DEAL][SEAT_CHANCE])
        return wish_for(TABLE_WANTS_OPENING, SEAT_CHANCE, LOG_DRAWS_DEAL);
    bool tossed = table_wants_round(table) && replay_next_first(now, header) == SEAT_NOBODY;
    if (tossed && header->toss == LOG_JOINT)
        return wants_for(table, LOG_DRAWS_TOSS, true);
    return (struct table_wish){ .kind = TABLE_WAITS };
}

int64_t table_time_to_contribute(const struct table *table, const struct table_wish *wish)
{
    const struct log_clock *clock = &table->setup.header.clock;
    if (wish->draw != LOG_DRAWS_DEAL || (wish->seat != SEAT_1 && wish->seat != SEAT_2))
        return 0;
    return clock->move ? clock->move : clock->base;
}

struct table_wish table_wish(const struct table *table)
{
    struct table_wish wish = table_wants_contribution(table);
    unsigned mover = replay_mover(&table->now);
    int64_t left = replay_left(&table->now, &table->setup.header, mover, 0);
    if (table_is_full(table))
        return (struct table_wish){ .kind = table_wants_end(table) ? TABLE_WANTS_END : TABLE_WAITS,
                                    .in_play = replay_in_play(&table->now),
                                    .n = table->log.count + 1 };
    wish.n = table->log.count + 1;
    if (wish.kind != TABLE_WAITS) {
        int64_t time = table_time_to_contribute(table, &wish);
        wish.flagged = time ? wish.seat : SEAT_NOBODY;
        wish.flag_at = time ? table->since + time : 0;
        wish.in_play = true;
        return wish;
    }
    if (table_wants_round(table))
        wish.kind = TABLE_WANTS_ROUND;
    else if (mover == SEAT_CHANCE)
        wish.kind = TABLE_WANTS_DEAL;
    else if (mover && table->setup.computer[mover])
        wish.kind = TABLE_WANTS_MOVE;
    wish.seat = (uint8_t)mover;
    wish.in_play = replay_in_play(&table->now);
    if ((mover == SEAT_1 || mover == SEAT_2) && left < INT64_MAX) {
        wish.flagged = (uint8_t)mover;
        wish.flag_at = table->since + (left > 0 ? left : 0);
    }
    return wish;
}
