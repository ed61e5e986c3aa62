// SPDX-License-Identifier: GPL-3.0-or-later
// Perfect play from random positions: the perfect player must never lose what the
// solver calls won. Plays at random to somewhere in a game, then lets `perfect`
// move against an opponent at random to the end. Prints how many positions were
// won, how many of these were lost (which must be none) and the slowest move.
//
//     bench_perfect [GAME [RULES [POSITIONS]]]
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bots/bots.h"
#include "games/games.h"
#include "solve/deepening.h"

static const struct limits no_limits;

struct run {
    struct variant variant;
    struct bot *perfect;
    struct deepening *search;
    struct random random;
    struct text why;
    unsigned long positions, won, lost;
    double slowest;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stop_with(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

static void wander(struct run *run, struct state *at)
{
    uint64_t moves = random_below(&run->random, game_bound(&run->variant));
    *at = game_start(&run->variant, SEAT_1);
    for (; moves && !state_turn(at)->winner; moves--)
        game_apply(&run->variant, at, game_draw(&run->variant, at, &run->random));
}

static struct move choose(struct run *run, const struct state *at)
{
    struct view view = game_view(at, state_turn(at)->mover);
    struct move move;
    double start = now();
    if (!bot_choose(run->perfect, &run->variant, &view, NULL, &run->random, &move, &run->why))
        stop_with(run->why.at);
    double took = now() - start;
    if (took > run->slowest)
        run->slowest = took;
    return move;
}

// Each position on the way counts when it is perfect's turn and the solver calls
// it won.
static void play_on(struct run *run, struct state at)
{
    unsigned seat = state_turn(&at)->mover;
    bool won = false;
    while (!state_turn(&at)->winner) {
        if (state_turn(&at)->mover != seat) {
            game_apply(&run->variant, &at, game_draw(&run->variant, &at, &run->random));
            continue;
        }
        struct deepening_value value;
        if (!deepening_value(run->search, &no_limits, &at, &value, &run->why))
            stop_with(run->why.at);
        run->positions++;
        run->lost += won && value.winner != seat;
        won = value.winner == seat;
        run->won += won;
        game_apply(&run->variant, &at, choose(run, &at));
    }
    run->lost += won && state_turn(&at)->winner != seat;
}

static struct run begin(int count, char **words, char *buffer)
{
    struct run run = { .random = random_seeded(1), .why = text_in(buffer, TEXT_MAX) };
    run.variant.game = games_find(count > 1 ? words[1] : "pathfinder", &run.why);
    if (!run.variant.game ||
        !variant_parse(run.variant.game, count > 2 ? words[2] : "book", &run.variant, &run.why))
        stop_with(buffer);
    if (claim_class(run.variant.game) != CLAIM_OPEN)
        stop_with("This is for games without secrets and chance.");
    run.perfect = bot_new("perfect", &bot_usual, &run.why);
    run.search = deepening_new(&run.variant);
    if (!run.perfect || !run.search)
        stop_with("There is not enough memory.");
    return run;
}

int main(int count, char **words)
{
    char buffer[TEXT_MAX];
    struct run run = begin(count, words, buffer);
    unsigned long wanted = count > 3 ? strtoul(words[3], NULL, 10) : 10000;
    while (run.positions < wanted) {
        struct state at;
        wander(&run, &at);
        if (!state_turn(&at)->winner)
            play_on(&run, at);
    }
    printf("%s: %lu positions, %lu won, %lu of them lost, slowest move %.1f ms\n",
           run.variant.game->slug, run.positions, run.won, run.lost, run.slowest * 1e3);
    bot_free(run.perfect);
    deepening_free(run.search);
    return run.lost > 0;
}
