// SPDX-License-Identifier: GPL-3.0-or-later
// Every level against every other: how often the first named wins, with a 95 %
// confidence interval (Wilson's), as a table in Markdown. Seats alternate.
//
//     bench_levels GAME [RULES [GAMES]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "games/games.h"
#include "match/truth.h"

static const char *const levels[] = { "random", "easy", "medium", "hard", "perfect" };
enum { LEVELS = sizeof levels / sizeof *levels, PERFECT = LEVELS - 1 };

static void stop_with(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

// Plays one game; returns the seat that won.
static unsigned play(const struct variant *variant, struct bot *const bot[2], struct random *random)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct match match;
    match_start(&match, variant, SEAT_1);
    match_deal(&match, random);
    while (!match_over(&match)) {
        unsigned seat = match_turn(&match)->mover;
        struct view view = match_view(&match, seat);
        struct move move;
        struct event event;
        struct history history;
        match_history(&match, seat, &history);
        if (!bot_choose(bot[seat - SEAT_1], variant, &view, &history, random, &move, &why))
            stop_with(buffer);
        if (!match_play(&match, seat, move, &event))
            stop_with("A computer player made a move that is not legal.");
        match_deal(&match, random);
    }
    return match_turn(&match)->winner;
}

static void print_share(unsigned won, unsigned played)
{
    const double z = 1.96;
    double n = played, p = won / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    printf(" %.1f (%.1f-%.1f) |", 100 * p, 100 * (middle - spread), 100 * (middle + spread));
}

// Players are new for each game, since their opinions are theirs for life; the
// perfect ones have none, and remember.
static struct bot *player(unsigned level, unsigned seat)
{
    static struct bot *perfect[2];
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    bool new = level != PERFECT || !perfect[seat];
    struct bot *bot = new ? bot_new(levels[level], &why) : perfect[seat];
    if (!bot)
        stop_with(buffer);
    if (level == PERFECT)
        perfect[seat] = bot;
    return bot;
}

static unsigned play_new(const struct variant *variant, unsigned one, unsigned other,
                         struct random *random)
{
    struct bot *const pair[2] = { player(one, 0), player(other, 1) };
    unsigned winner = play(variant, pair, random);
    if (one != PERFECT)
        bot_free(pair[0]);
    if (other != PERFECT)
        bot_free(pair[1]);
    return winner;
}

static void measure(const struct variant *variant, unsigned played)
{
    struct random random = random_seeded(1);
    for (unsigned a = 0; a < LEVELS; a++) {
        printf("| %s |", levels[a]);
        for (unsigned b = 0; b < LEVELS; b++) {
            unsigned won = 0;
            for (unsigned i = 0; i < played; i++)
                won += i % 2 ? play_new(variant, b, a, &random) == SEAT_2
                             : play_new(variant, a, b, &random) == SEAT_1;
            print_share(won, played);
            fflush(stdout);
        }
        printf("\n");
    }
}

int main(int count, char **words)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct variant variant;
    const struct game *game = count > 1 ? games_find(words[1], &why) : NULL;
    if (!game || !variant_parse(game, count > 2 ? words[2] : "book", &variant, &why))
        stop_with(count > 1 ? buffer : "Usage: bench_levels GAME [RULES [GAMES]]");
    printf("| against");
    for (unsigned i = 0; i < LEVELS; i++)
        printf(" | %s", levels[i]);
    printf(" |\n|---|---|---|---|---|---|\n");
    measure(&variant, count > 3 ? (unsigned)strtoul(words[3], NULL, 10) : 1000);
    return 0;
}
