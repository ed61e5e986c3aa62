// SPDX-License-Identifier: GPL-3.0-or-later
// A hundred games between two computer players, chance and all.
//     cc playout.c $(pkg-config --cflags --libs causeway) && ./a.out
// prints: 100 games of Minefield Navigator ended, each with a winner.
#include <causeway.h>
#include <stdio.h>

// Chance draws each of its moves with the same probability.
static cw_move deal(const cw_position *position, unsigned n)
{
    cw_move moves[200];
    size_t count = cw_position_moves(position, moves, 200);
    return moves[n * 7919u % count];
}

int main(void)
{
    char *error = NULL;
    const cw_game *game = cw_game_find("minefield", &error);
    cw_variant *rules = cw_variant_new(game, NULL, &error);
    cw_player *player[2] = { cw_player_new("hard", 1, &error), cw_player_new("easy", 2, &error) };
    unsigned n, ended = 0;
    for (n = 0; n < 100; n++) {
        cw_position *position = cw_position_new(rules, 1 + n % 2, &error);
        int mover;
        while ((mover = cw_position_mover(position)) != CW_NOBODY) {
            cw_move move = { 0, 0, 0 };
            if (mover == CW_CHANCE)
                move = deal(position, n);
            else if (!cw_player_move(player[mover - 1], position, &move, &error))
                break;
            if (!cw_position_apply(position, move, &error))
                break;
        }
        ended += cw_position_winner(position) != CW_NOBODY;
        cw_position_free(position);
    }
    printf("%u games of %s ended, each with a winner.\n", ended, cw_game_title(game));
    cw_player_free(player[0]);
    cw_player_free(player[1]);
    cw_variant_free(rules);
    return ended == 100 ? 0 : 1;
}
