// SPDX-License-Identifier: GPL-3.0-or-later
// The same work natively and as the page's program, for bench/page: each piece with the processor's
// milliseconds that it took. Kinds are playouts, solve and check; where linear programs cannot be
// solved, what needs them is left out.
//
//     KIND GAME RULES MILLISECONDS
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/proof.h"
#include "games/games.h"
#include "solve/lp_backend.h"

static double milliseconds(void)
{
    return limits_clock() * 1e3;
}

static void fail(const struct game *game, const struct text *why)
{
    fprintf(stderr, "%s: %s\n", game->slug, why->at);
    exit(EXIT_FAILURE);
}

static struct variant rules_of(const struct game *game, const char *rules)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    if (!variant_parse(game, rules, &variant, &why))
        fail(game, &why);
    return variant;
}

static void measure_playouts(const struct game *game, const char *rules)
{
    enum { GAMES = 30000 };
    const struct variant variant = rules_of(game, rules);
    struct random random = random_seeded(1);
    const double begun = milliseconds();
    for (unsigned i = 0; i < GAMES; i++) {
        struct state state = game_start(&variant, SEAT_1);
        while (!state_turn(&state)->winner)
            game_apply(&variant, &state, game_draw(&variant, &state, &random));
    }
    printf("playouts %s %s %.3f\n", game->slug, rules, milliseconds() - begun);
}

static void measure_solving(const struct game *game, const char *rules)
{
    static const struct limits no_limits;
    const struct variant variant = rules_of(game, rules);
    struct text why = TEXT_OF(TEXT_MAX);
    struct proof proof;
    const double begun = milliseconds();
    if (!proof_find(&proof, &variant, SEAT_1, &no_limits, &why)) {
        if (strcmp(why.at, lp_backend_missing()) != 0)
            fail(game, &why);
        return;
    }
    const double solved = milliseconds();
    if (proof_check(&proof, &why) != CHECK_PROVED)
        fail(game, &why);
    printf("solve %s %s %.3f\ncheck %s %s %.3f\n", game->slug, rules, solved - begun, game->slug,
           rules, milliseconds() - solved);
    proof_clear(&proof);
}

int main(void)
{
    for (const struct game *const *game = games; *game; game++) {
        measure_playouts(*game, "book");
        measure_solving(*game, "book");
        if ((*game)->fair) {
            measure_playouts(*game, "fair");
            measure_solving(*game, "fair");
        }
    }
    return EXIT_SUCCESS;
}
