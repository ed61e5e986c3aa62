// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a puzzle is: one grade for having moves to choose from, one for looking far
// ahead, and one for each of two players who are tempted: one looks a turn ahead, one two.
#include "analysis/puzzle.h"

#include <string.h>

#include "bots/habits.h"
#include "match/match.h"

enum {
    GAMES = 24,  // that are looked through
    LEAST = 3,   // moves to choose from
    MANY = 6,    // are many
    FAR = 5,     // turns are far
    MARGIN = 20, // the best is better by at least one in so many
};

bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why)
{
    return advice_make(advice, rater, limits, &puzzle->variant, &puzzle->view, &puzzle->history,
                       why);
}

// Behind the best by enough. Where turns are counted, all that does not win fails.
static bool is_behind(const struct advice *advice, const struct advice_move *move)
{
    mpq_t gap;
    mpq_init(gap);
    mpq_sub(gap, advice->best->chance, move->chance);
    bool behind = move->known && (advice->kind == ADVICE_TURNS ? mpq_cmp_ui(gap, 1, 1) == 0
                                                               : mpq_cmp_ui(gap, 1, MARGIN) >= 0);
    mpq_clear(gap);
    return behind;
}

bool puzzle_is_clear(const struct advice *advice)
{
    if (!advice->best || !advice->best->known || !advice->checked || advice->count < LEAST)
        return false;
    for (unsigned i = 0; i < advice->count; i++)
        if (&advice->moves[i] != advice->best && !is_behind(advice, &advice->moves[i]))
            return false;
    return true;
}

// Does the best move look worse than another to one who looks so many turns ahead? The same
// position has the same answer, wherever it was met.
static bool is_tempting(const struct puzzle *puzzle, unsigned turns)
{
    struct habits habits = { .turns = turns, .pictures = 64 };
    struct random random = random_seeded(turns);
    struct move move = habits_choose(&habits, &puzzle->variant, &puzzle->view, 0, &random);
    return !move_equal(move, puzzle->best);
}

static unsigned grade_of(const struct puzzle *puzzle, const struct advice *advice)
{
    bool many = advice->count >= MANY;
    bool far = advice->kind == ADVICE_TURNS && advice->best->turns >= FAR;
    return 1u + many + far + is_tempting(puzzle, 1) + is_tempting(puzzle, 2);
}

// The first move of a game is no puzzle: it would be the same one again and again.
static bool somebody_moved(const struct puzzle *puzzle)
{
    for (unsigned i = 0; i < puzzle->history.count; i++) {
        const struct event *event = &puzzle->history.event[i];
        if (event->seat != SEAT_CHANCE && !puzzle->variant.game->verbs[event->move.verb].hidden)
            return true;
    }
    return false;
}

// Takes the position over, if it is a puzzle; *good says so. False when interrupted. Why a
// position could not be solved is said of the last one alone.
static bool try_position(struct puzzle *puzzle, const struct match *match, struct rater *rater,
                         const struct limits *limits, bool *good, struct text *why)
{
    struct advice advice;
    *good = false;
    puzzle->seat = match_turn(match)->mover;
    puzzle->view = match_view(match, puzzle->seat);
    match_history(match, puzzle->seat, &puzzle->history);
    if (!somebody_moved(puzzle) || puzzle->seat == SEAT_CHANCE ||
        view_hides(&puzzle->variant, &puzzle->view))
        return true;
    text_clear(why);
    if (!puzzle_solve(puzzle, rater, limits, &advice, why))
        return limits_go_on(limits, 0);
    if (puzzle_is_clear(&advice)) {
        puzzle->best = advice.best->move;
        puzzle->grade = grade_of(puzzle, &advice);
        *good = true;
    }
    advice_clear(&advice);
    return true;
}

static unsigned distance(unsigned grade, unsigned wanted)
{
    return !wanted ? 0 : grade > wanted ? grade - wanted : wanted - grade;
}

// Plays one game at random and keeps the puzzle whose grade is nearest to the wanted one.
static bool search_game(struct puzzle *best, struct puzzle *now, struct rater *rater,
                        unsigned wanted, struct random *random, const struct limits *limits,
                        struct text *why)
{
    struct match_room room;
    struct match *match = match_in(&room);
    struct event event;
    match_start(match, &now->variant, now->first);
    while (!match_over(match)) {
        bool good;
        now->count = match_count(match);
        if (!try_position(now, match, rater, limits, &good, why))
            return false;
        if (good && (!best->grade || distance(now->grade, wanted) < distance(best->grade, wanted)))
            *best = *now;
        struct view view = match_view(match, match_turn(match)->mover);
        now->moves[match_count(match)] = view_draw(&now->variant, &view, random);
        match_play(match, view.seat, now->moves[match_count(match)], &event);
    }
    return true;
}

static unsigned count_rules(const struct game *game)
{
    unsigned count = 0;
    while (game->puzzles && game->puzzles[count])
        count++;
    return count;
}

static bool search_variant(struct puzzle *puzzle, const struct variant *variant, unsigned grade,
                           struct random *random, const struct limits *limits, struct text *why)
{
    struct puzzle now = { .variant = *variant };
    struct rater *rater = rater_new(variant, why);
    bool good = rater != NULL;
    for (unsigned i = 0; good && i < GAMES; i++) {
        if (puzzle->grade && !distance(puzzle->grade, grade))
            break;
        now.first = SEAT_1 + (unsigned)random_below(random, 2);
        good = search_game(puzzle, &now, rater, grade, random, limits, why);
    }
    rater_free(rater);
    return good;
}

// Some variants have none in the games that are looked through, or none of the wanted grade:
// then the next one is.
bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct limits *limits, struct text *why)
{
    struct random random = random_seeded(seed);
    unsigned count = count_rules(game), tries = count ? count : 1;
    unsigned start = (unsigned)random_below(&random, tries);
    bool good = true;
    *puzzle = (struct puzzle){ 0 };
    for (unsigned i = 0; good && i < tries; i++) {
        struct variant variant = variant_book(game);
        if (puzzle->grade && !distance(puzzle->grade, grade))
            break;
        good = !count || variant_parse(game, game->puzzles[(start + i) % count], &variant, why);
        good = good && search_variant(puzzle, &variant, grade, &random, limits, why);
    }
    if (good && !puzzle->grade && !why->length)
        text_add(why, "No puzzle was found; another seed has one.");
    return good && puzzle->grade;
}
