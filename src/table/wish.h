// SPDX-License-Identifier: GPL-3.0-or-later
// What a table waits for: from its driver, which acts for it, or from its seats.
#ifndef TABLE_WISH_H
#define TABLE_WISH_H

#include <stdbool.h>
#include <stdint.h>

struct table;

// What the table waits for from its driver.
enum table_wish_kind {
    TABLE_WAITS,         // for people, or for nothing at all
    TABLE_WANTS_ROUND,   // ACT_BEGIN
    TABLE_WANTS_DEAL,    // ACT_DEAL
    TABLE_WANTS_MOVE,    // ACT_MOVE by the computer at `seat`, from table_view()
    TABLE_WANTS_COMMIT,  // ACT_COMMIT by `seat` (or chance) to `draw`
    TABLE_WANTS_OPENING, // ACT_OPEN by it
    TABLE_WANTS_END,     // ACT_FULL
};

struct table_wish {
    uint8_t kind;
    uint8_t seat, draw;
    bool in_play;    // a round is, or something is drawn for one
    uint32_t n;      // the number that the act is to have
    int64_t flag_at; // when the time of `flagged` is over: ACT_FLAG; 0: never
    uint8_t flagged;
};

struct table_wish table_wish(const struct table *table);

// Of which this is made: does a round begin next, is the end of a full table next, which
// contribution or opening is missing?
bool table_wants_round(const struct table *table);
bool table_wants_end(const struct table *table);
struct table_wish table_wants_contribution(const struct table *table);

// How long a player has for a contribution to a deal; 0 without a clock. A toss is thrown
// before there is a round that could be lost.
int64_t table_time_to_contribute(const struct table *table, const struct table_wish *wish);

#endif
