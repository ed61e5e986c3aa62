// SPDX-License-Identifier: GPL-3.0-or-later
// How long people wait, in milliseconds of the processor's time, the helper's for linear programs
// included, at random positions of every preset: for the first picture of a game against `perfect`,
// for hints (a warning is the same work), computers' moves, and reviews of whole games. Fails where
// a bar is missed.
//
//     bench_wait [POSITIONS [GAME [RULES]]]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advice.h"
#include "analysis/review.h"
#include "bots/bots.h"
#include "drive/drive.h"
#include "games/games.h"

struct wait {
    double longest, all;
    unsigned count, over;
};

// Milliseconds.
enum { HINT_MOST = 100, START_MOST = 50, REVIEW_MOST = 300, SLOW_REVIEW_MOST = 500 };

static bool missed;

static void fail(const struct text *why)
{
    fprintf(stderr, "%s\n", why->at);
    exit(EXIT_FAILURE);
}

static void note(struct wait *wait, double begun, double bar)
{
    double took = (limits_clock() - begun) * 1e3;
    wait->longest = took > wait->longest ? took : wait->longest;
    wait->all += took;
    wait->count++;
    wait->over += took > bar;
}

static void print(const char *what, const struct variant *variant, const struct wait *wait,
                  double bar)
{
    printf("%-14s %-12s %-5s %4u, %7.1f ms on average, %7.1f at most, %3u over %.0f, %.2f of the "
           "bar\n",
           what, variant->game->slug, variant_preset(variant), wait->count, wait->all / wait->count,
           wait->longest, wait->over, bar, wait->longest / bar);
    fflush(stdout);
    missed |= wait->over;
}

static void play_on(struct match *match, struct random *random)
{
    struct event event;
    unsigned seat = match_turn(match)->mover;
    struct view view = match_view(match, seat);
    match_play(match, seat, view_draw(match_variant(match), &view, random), &event);
    match_deal(match, random);
}

// To somewhere before the end.
static void wander(struct match *match, const struct variant *variant, struct random *random)
{
    unsigned moves = (unsigned)random_below(random, game_bound(variant));
    do {
        match_start(match, variant, SEAT_1 + (unsigned)random_below(random, 2));
        match_deal(match, random);
        for (unsigned i = 0; i < moves && !match_over(match); i++)
            play_on(match, random);
        moves /= 2;
    } while (match_over(match));
}

// With secrets the plans for the whole game are made once, which fronts call thinking; else each
// hint begins with nothing.
static void prepare(struct rater **rater, const struct variant *variant, unsigned first,
                    struct wait *preparation)
{
    static const struct limits no_limits;
    struct text why = TEXT_OF(TEXT_MAX);
    bool secrets = claim_class(variant->game) == CLAIM_SECRETS;
    if (!secrets) {
        rater_free(*rater);
        *rater = NULL;
    }
    if (!*rater && !(*rater = rater_new(variant, &why)))
        fail(&why);
    double begun = limits_clock();
    if (secrets)
        rater_refines(*rater, &no_limits, first);
    note(preparation, begun, HUGE_VAL);
}

static void measure_hints(const struct variant *variant, unsigned positions)
{
    struct random random = random_seeded(1);
    struct wait wait = { 0 }, preparation = { 0 };
    struct rater *rater = NULL;
    for (unsigned i = 0; i < positions; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct text why = TEXT_OF(TEXT_MAX);
        struct history history;
        struct advice advice;
        wander(match, variant, &random);
        struct view view = match_view(match, match_turn(match)->mover);
        match_history(match, view.seat, &history);
        prepare(&rater, variant, match_first(match), &preparation);
        struct limits limits = limits_until(15);
        double begun = limits_clock();
        if (advice_make(&advice, rater, &limits, variant, &view, &history, &why))
            advice_clear(&advice);
        note(&wait, begun, HINT_MOST);
    }
    rater_free(rater);
    if (preparation.longest > 1)
        printf("preparation    %-12s %-5s %.1f ms\n", variant->game->slug, variant_preset(variant),
               preparation.longest);
    print("hint", variant, &wait, HINT_MOST);
}

// What comes before the first picture of a game against `perfect`: the table at rest, on which
// fronts show that it prepares. (Line mode has no such picture, and says so after 50 ms.)
static void measure_start(const struct variant *variant)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct wait wait = { 0 };
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        struct drive_setup setup = { .table.header = { .variant = *variant,
                                                       .first = (uint8_t)first,
                                                       .rounds = 1,
                                                       .name = { "", "Player 1", "Perfect" },
                                                       .player = { "", "human", "perfect" } } };
        struct stage stage;
        double begun = limits_clock();
        struct drive *drive = drive_new(&setup, &why);
        if (!drive)
            fail(&why);
        table_stage(drive_table(drive), SEAT_1, 0, &stage);
        note(&wait, begun, START_MOST);
        drive_free(drive);
    }
    print("first picture", variant, &wait, START_MOST);
}

static void measure_moves(const struct variant *variant, const char *level, unsigned positions)
{
    struct random random = random_seeded(1);
    struct text why = TEXT_OF(TEXT_MAX);
    struct wait wait = { 0 };
    struct bot *bot = bot_new(level, &bot_usual, &why);
    if (!bot)
        fail(&why);
    // The perfect one makes its plans while the table is at rest, and fronts say that it prepares.
    for (unsigned first = SEAT_1; first <= SEAT_2; first++)
        bot_promise(bot, variant, first, SEAT_1, &why);
    for (unsigned i = 0; i < positions; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct history history;
        struct move move;
        wander(match, variant, &random);
        struct view view = match_view(match, match_turn(match)->mover);
        match_history(match, view.seat, &history);
        double begun = limits_clock();
        if (!bot_choose(bot, variant, &view, &history, &random, &move, &why))
            fail(&why);
        note(&wait, begun, HINT_MOST);
    }
    bot_free(bot);
    print(level, variant, &wait, HINT_MOST);
}

static void measure_reviews(const struct variant *variant, unsigned rounds)
{
    struct random random = random_seeded(1);
    struct wait wait = { 0 };
    bool slow =
        !strcmp(variant->game->slug, "number-mines") && !strcmp(variant_preset(variant), "fair");
    double most = slow ? SLOW_REVIEW_MOST : REVIEW_MOST;
    for (unsigned i = 0; i < rounds; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct text why = TEXT_OF(TEXT_MAX);
        struct review review;
        struct limits limits = limits_until(REVIEW_SECONDS);
        match_start(match, variant, SEAT_1 + i % 2);
        match_deal(match, &random);
        while (!match_over(match))
            play_on(match, &random);
        double begun = limits_clock();
        if (review_make(&review, match, match_turn(match)->winner, &limits, &why))
            review_clear(&review);
        note(&wait, begun, most);
    }
    print("review", variant, &wait, most);
}

static void measure(const struct game *game, const char *rules, unsigned positions)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    if (!variant_parse(game, rules, &variant, &why))
        fail(&why);
    measure_start(&variant);
    measure_hints(&variant, positions);
    for (unsigned i = 0; bot_name(i); i++)
        measure_moves(&variant, bot_name(i), positions);
    measure_reviews(&variant, positions / 5);
}

int main(int count, char **words)
{
    unsigned positions = count > 1 ? (unsigned)strtoul(words[1], NULL, 10) : 150;
    for (const struct game *const *game = games; *game; game++) {
        if (count > 2 && strcmp(words[2], (*game)->slug) != 0)
            continue;
        if (count > 3) {
            measure(*game, words[3], positions);
            continue;
        }
        measure(*game, "book", positions);
        if ((*game)->fair)
            measure(*game, "fair", positions);
    }
    return missed;
}
