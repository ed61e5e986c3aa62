// SPDX-License-Identifier: GPL-3.0-or-later
// Random playouts: the legal moves are generated, one is drawn uniformly and
// applied, until the end. Prints moves per second of one core.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/games.h"

static uint64_t playout(const struct variant *variant, struct random *random)
{
    uint64_t moves = 0;
    struct state state = game_start(variant, SEAT_1);
    for (; !state_turn(&state)->winner; moves++)
        game_apply(variant, &state, game_draw(variant, &state, random));
    return moves;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void measure(const struct game *game, const char *rules, double least)
{
    enum { BATCH = 10000 };
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct variant variant;
    struct random random = random_seeded(1);
    uint64_t moves = 0, games_played = 0;
    if (!variant_parse(game, rules, &variant, &why)) {
        fprintf(stderr, "%s\n", buffer);
        exit(2);
    }
    double begun = seconds(), spent;
    do {
        for (unsigned i = 0; i < BATCH; i++)
            moves += playout(&variant, &random);
        games_played += BATCH;
        spent = seconds() - begun;
    } while (spent < least);
    printf("%-13s %-5s %6.1f million moves/s  %6.2f million games/s  %6.3f moves/game\n",
           game->slug, rules, (double)moves / spent / 1e6, (double)games_played / spent / 1e6,
           (double)moves / (double)games_played);
}

// For so many seconds each, but at least a batch: all games, or one under the rules given.
int main(int count, char **words)
{
    double least = count > 1 ? strtod(words[1], NULL) : 0.5;
    for (const struct game *const *game = games; *game; game++) {
        if (count > 3 && strcmp((*game)->slug, words[2]) == 0)
            measure(*game, words[3], least);
        if (count > 3)
            continue;
        measure(*game, "book", least);
        if ((*game)->fair)
            measure(*game, "fair", least);
    }
}
