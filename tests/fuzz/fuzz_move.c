// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte chooses the game, the rest is a move as text. What is read is
// written as it can be read back, and may be tried at the first position.
#include "fuzz.h"

static void try_move(const struct game *game, struct move move)
{
    char buffer[TEXT_MAX];
    struct text out = text_in(buffer, sizeof buffer);
    struct variant variant = variant_book(game);
    struct state state = game_start(&variant, SEAT_1);
    struct view view = game_view(&state, state_turn(&state)->mover);
    struct scene scene = { .rules = &variant.rules,
                           .open = view_open(&view),
                           .own = view_secret(&view),
                           .name = game->name };
    if (view.seat == SEAT_CHANCE)
        return;
    if (view_allows(&variant, &view, move)) {
        game_apply(&variant, &state, move);
    } else {
        game->refuse(&scene, move, &out);
        assert(out.length > 0);
    }
}

void fuzz_one(const char *data)
{
    const struct game *game = fuzz_game(&data);
    char buffer[TEXT_MAX], written[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer), out = text_in(written, sizeof written);
    struct move move, again;
    if (!move_parse(game, data, &move, &why)) {
        assert(why.length > 0);
        return;
    }
    move_print(game, move, &out);
    bool read = move_parse(game, written, &again, &why);
    assert(read && move_equal(move, again));
    try_move(game, move);
}
