// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/debug.h"

#include <stdio.h>

#include "core/board_text.h"
#include "match/truth.h"

static void add_bytes(struct text *out, const char *name, const unsigned char *bytes, size_t size)
{
    text_add(out, "%s:", name);
    for (size_t i = 0; i < size; i++)
        text_add(out, "%s%02x", i % 8 ? "" : " ", bytes[i]);
    text_add(out, "\n");
}

static void add_moves(struct text *out, const struct match *match)
{
    for (unsigned i = 0; i < match->count; i++) {
        const struct event *event = &match->log[i];
        text_add(out, "%u. %s ", i + 1, seat_name(event->seat));
        move_print(match_game(match), event->move, out);
        text_add(out, ", %s\n", outcome_name(match_game(match), event->outcome));
    }
}

void match_debug_print(const struct match *match, struct text *out)
{
    struct board board;
    const struct turn *turn = match_turn(match);
    text_add(out, "%s, ", match_game(match)->title);
    variant_print(match_variant(match), out);
    text_add(out, "\nfirst %s, mover %s, winner %s\n", seat_name(match->first),
             seat_name(turn->mover), seat_name(turn->winner));
    add_moves(out, match);
    match_reveal(match, &board);
    board_print(match_game(match), &board, 0, match_game(match)->name, out);
    add_bytes(out, "open", match->state.open, OPEN_SIZE);
    for (unsigned seat = SEAT_1; seat < SEATS; seat++)
        add_bytes(out, seat_name(seat), match->state.secret[seat], SECRET_SIZE);
}

void match_debug(const struct match *match)
{
    char bytes[2 * TEXT_MAX];
    struct text out = text_in(bytes, sizeof bytes);
    match_debug_print(match, &out);
    fputs(bytes, stderr);
}
