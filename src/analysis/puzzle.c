// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a puzzle is: one grade for having moves to choose from, and one for looking far ahead.
// Where nobody hides anything two more for players who are tempted: one looks a turn ahead, one
// two; with cases for having many of them, and for going wrong if one overlooks what happened.
#include "analysis/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "analysis/puzzle_cases.h"
#include "bots/habits.h"
#include "match/match.h"

enum {
    VARIANTS = 250, // are tried
    EPOCH = 50,     // of them with the same answers passed over
    GAMES = 4,      // of each are looked through
    LISTS = 4,      // of cases are drawn at a position
    LEAST = 3,      // moves to choose from
    MANY = 6,       // are many
    FEW = 4,        // and with cases these
    MANY_CASES = 5,
    FAR = 5,     // turns are far
    MARGIN = 20, // the best is better by at least one part in this many
};

bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why)
{
    if (game_has_secrets(puzzle->variant.game))
        return puzzle_solve_cases(puzzle, false, advice, why);
    return advice_make(advice, rater, limits, &puzzle->variant, &puzzle->view, &puzzle->history,
                       why);
}

// FNV-1a.
static uint64_t add_bytes(uint64_t key, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++)
        key = (key ^ bytes[i]) * UINT64_C(0x100000001b3);
    return key;
}

uint64_t puzzle_key(const struct puzzle *puzzle)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const unsigned char question = (unsigned char)puzzle->question;
    text_add(&text, "%s ", puzzle->variant.game->slug);
    variant_print(&puzzle->variant, &text);
    uint64_t key = add_bytes(UINT64_C(0xcbf29ce484222325), text.at, text.length);
    key = add_bytes(key, puzzle->view.open, OPEN_SIZE);
    key = add_bytes(key, puzzle->view.secret, SECRET_SIZE);
    key = add_bytes(key, &question, 1);
    for (unsigned i = 0; i < puzzle->case_count; i++)
        key = add_bytes(key, &puzzle->cases[i].set, sizeof puzzle->cases[i].set);
    return key;
}

// --- What can be asked

// As good as the best, but for the margin; or as bad as the worst.
static bool is_near_end(const struct advice *advice, const struct advice_move *move, bool best)
{
    mpq_t gap;
    bool near = false;
    mpq_init(gap);
    for (unsigned i = 0; i < advice->count; i++) { // none is further on that side by the margin
        const struct advice_move *other = &advice->moves[i];
        mpq_sub(gap, best ? other->chance : move->chance, best ? move->chance : other->chance);
        near = mpq_cmp_ui(gap, 1, MARGIN) < 0;
        if (!near)
            break;
    }
    mpq_clear(gap);
    return near;
}

// Is this what is asked for of a move?
static bool fits(const struct advice *advice, enum puzzle_question question,
                 const struct advice_move *move)
{
    switch (question) {
    case PUZZLE_WINS:
        return move->certain == ADVICE_WIN;
    case PUZZLE_LOSES:
        return move->certain == ADVICE_LOSS;
    case PUZZLE_BEST:
    case PUZZLE_WORST:
        return is_near_end(advice, move, question == PUZZLE_BEST);
    case PUZZLE_SAFE:
        return mpq_cmp_ui(move->chance, 1, 1) == 0;
    default:
        return mpq_sgn(move->chance) == 0;
    }
}

static bool may_ask(const struct advice *advice, enum puzzle_question question)
{
    static const unsigned questions[] = {
        [ADVICE_TURNS] = 1u << PUZZLE_WINS | 1u << PUZZLE_LOSES,
        [ADVICE_EXACT] = 1u << PUZZLE_BEST | 1u << PUZZLE_WORST,
        [ADVICE_CASES] = 1u << PUZZLE_WINS | 1u << PUZZLE_SAFE | 1u << PUZZLE_HITS,
    };
    return advice->count >= LEAST && (advice->checked || advice->kind == ADVICE_CASES) &&
           questions[advice->kind] >> question & 1;
}

const struct advice_move *puzzle_answer(const struct advice *advice, enum puzzle_question question)
{
    const struct advice_move *found = NULL;
    for (unsigned i = 0; may_ask(advice, question) && i < advice->count; i++) {
        if (!fits(advice, question, &advice->moves[i]))
            continue;
        if (found)
            return NULL;
        found = &advice->moves[i];
    }
    // To step onto the goal, or on what is known to be there, is nothing to be found.
    bool plain = found && advice->kind == ADVICE_CASES && found->turns == 1;
    return plain && question != PUZZLE_HITS ? NULL : found;
}

// --- How hard it is

// Does one who looks `turns` turns ahead go wrong? The same position has the same answer, wherever
// it was met.
static bool is_tempting(const struct puzzle *puzzle, unsigned turns)
{
    struct habits habits = { .turns = turns, .pictures = 64 };
    struct random random = random_seeded(turns);
    struct move move = habits_choose(&habits, &puzzle->variant, &puzzle->view, 0, &random);
    bool bad = puzzle->question == PUZZLE_LOSES || puzzle->question == PUZZLE_WORST;
    return move_equal(move, puzzle->best) == bad;
}

// Does one who overlooks that some cases are excluded find nothing, or something else?
static bool misleads(const struct puzzle *puzzle)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct advice advice;
    if (!puzzle_solve_cases(puzzle, true, &advice, &why))
        return false;
    const struct advice_move *answer = puzzle_answer(&advice, puzzle->question);
    bool misled = !answer || !move_equal(answer->move, puzzle->best);
    advice_clear(&advice);
    return misled;
}

static unsigned count_fitting(const struct advice *advice, enum puzzle_question question)
{
    unsigned count = 0;
    for (unsigned i = 0; i < advice->count; i++)
        count += fits(advice, question, &advice->moves[i]);
    return count;
}

static unsigned grade_of_cases(const struct puzzle *puzzle, const struct advice *advice)
{
    bool far = puzzle->question == PUZZLE_WINS && count_fitting(advice, PUZZLE_SAFE) > 1;
    return 1u + (advice->count >= FEW) + far + (puzzle->case_count >= MANY_CASES) +
           misleads(puzzle);
}

static unsigned grade_of(const struct puzzle *puzzle, const struct advice *advice)
{
    if (advice->kind == ADVICE_CASES)
        return grade_of_cases(puzzle, advice);
    bool many = advice->count >= MANY;
    bool far = advice->kind == ADVICE_TURNS && advice_find(advice, puzzle->best)->turns >= FAR;
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

// --- The search

struct search {
    const struct game *game;
    unsigned grade; // that is wanted; 0: any
    const struct puzzle_memory *memory;
    const struct limits *limits;
    struct random random;
    uint64_t taste; // which answers are passed over
    struct puzzle *found;
    bool done;
    struct text *why;
};

// The highest of several numbers that its verb can have there: a guess that would often be right.
static bool is_longest(const struct puzzle *puzzle)
{
    struct walk walk = { 0 };
    unsigned lower = 0;
    while (view_walk(&puzzle->variant, &puzzle->view, &walk)) {
        if (walk.move.verb == puzzle->best.verb && walk.move.set > puzzle->best.set)
            return false;
        lower += walk.move.verb == puzzle->best.verb && walk.move.set < puzzle->best.set;
    }
    return lower;
}

// So that no answer is right most of the time, whatever games and rules make common.
static bool passes_over(const struct search *search, const struct puzzle *puzzle)
{
    enum { PARTS = 100, ANSWER = 80, LONGEST = 70 };
    const uint64_t answer[] = { search->taste, puzzle->best.verb, puzzle->best.set };
    struct random random = random_seeded(add_bytes(0, answer, sizeof answer));
    struct random longest = random_seeded(~search->taste);
    return random_below(&random, PARTS) < ANSWER ||
           (!puzzle->case_count && random_below(&longest, PARTS) < LONGEST && is_longest(puzzle));
}

static bool is_wanted(const struct search *search, struct puzzle *puzzle,
                      const struct advice *advice)
{
    if (passes_over(search, puzzle))
        return false;
    puzzle->grade = grade_of(puzzle, advice);
    return puzzle->grade <= puzzle_grades(search->game) &&
           (!search->grade || puzzle->grade == search->grade) &&
           !(search->memory && search->memory->knows(search->memory->context, puzzle_key(puzzle)));
}

// The one move with the highest or the lowest value; NULL if there are several.
static const struct solve_move *find_end(const struct solve_answer *answer, bool highest)
{
    const struct solve_move *end = &answer->moves[0];
    unsigned count = 0;
    for (unsigned i = 1; i < answer->count; i++) {
        int order = mpq_cmp(answer->moves[i].lo, end->lo);
        if (highest ? order > 0 : order < 0)
            end = &answer->moves[i];
    }
    for (unsigned i = 0; i < answer->count; i++)
        count += mpq_equal(answer->moves[i].lo, end->lo) != 0;
    return count == 1 ? end : NULL;
}

// Can one of the questions have an answer that is wanted, as far as the solver alone can tell?
// The check, which takes longer, comes only then.
static bool is_promising(const struct search *search, struct puzzle *puzzle, struct rater *rater)
{
    struct solve_answer answer;
    bool promising = false;
    if (!rater_rate(rater, search->limits, &puzzle->view, &puzzle->history, &answer, search->why))
        return false;
    for (unsigned highest = 0; highest < 2; highest++) {
        const struct solve_move *end = find_end(&answer, highest);
        if (end)
            puzzle->best = end->move;
        promising |= end && !passes_over(search, puzzle);
    }
    solve_answer_clear(&answer);
    return promising;
}

// Takes the position over, if one of the questions has an answer that is wanted. False when
// interrupted.
static bool try_questions(struct search *search, struct puzzle *puzzle, struct rater *rater)
{
    struct advice advice;
    if (!puzzle_solve(puzzle, rater, search->limits, &advice, search->why))
        return limits_go_on(search->limits, 0);
    unsigned from = (unsigned)random_below(&search->random, PUZZLE_QUESTIONS);
    for (unsigned i = 0; !search->done && i < PUZZLE_QUESTIONS; i++) {
        puzzle->question = (from + i) % PUZZLE_QUESTIONS;
        const struct advice_move *answer = puzzle_answer(&advice, puzzle->question);
        if (!answer)
            continue;
        puzzle->best = answer->move;
        search->done = is_wanted(search, puzzle, &advice);
    }
    if (search->done)
        *search->found = *puzzle;
    advice_clear(&advice);
    return true;
}

static bool try_position(struct search *search, struct puzzle *puzzle, const struct match *match,
                         struct rater *rater)
{
    puzzle->seat = match_turn(match)->mover;
    puzzle->view = match_view(match, puzzle->seat);
    match_history(match, puzzle->seat, &puzzle->history);
    if (!somebody_moved(puzzle) || puzzle->seat == SEAT_CHANCE ||
        view_hides(&puzzle->variant, &puzzle->view) ||
        view_count(&puzzle->variant, &puzzle->view) < LEAST)
        return true;
    if (rater && !is_promising(search, puzzle, rater))
        return limits_go_on(search->limits, 0);
    if (rater)
        return try_questions(search, puzzle, rater);
    for (unsigned i = 0; i < LISTS && !search->done; i++)
        if (puzzle_draw_cases(puzzle, &search->random) && !try_questions(search, puzzle, rater))
            return false;
    return true;
}

// Plays one game at random and looks at all of its positions.
static bool search_game(struct search *search, struct puzzle *now, struct rater *rater)
{
    struct match_room room;
    struct match *match = match_in(&room);
    struct event event;
    now->first = SEAT_1 + (unsigned)random_below(&search->random, 2);
    match_start(match, &now->variant, now->first);
    while (!match_over(match) && !search->done) {
        now->count = match_count(match);
        if (!try_position(search, now, match, rater))
            return false;
        struct view view = match_view(match, match_turn(match)->mover);
        now->moves[match_count(match)] = view_draw(&now->variant, &view, &search->random);
        match_play(match, view.seat, now->moves[match_count(match)], &event);
    }
    return true;
}

// Rules in which a value may be a span, "length=6..9": one of them is drawn. False where the
// values do not go together.
static bool draw_rules(struct search *search, const char *from, struct variant *variant)
{
    struct text rules = TEXT_OF(TEXT_MAX), why = TEXT_OF(TEXT_MAX);
    for (const char *at = from; *at;) {
        unsigned lo, hi;
        int read = 0;
        size_t plain = strcspn(at, "0123456789");
        text_add(&rules, "%.*s", (int)plain, at);
        at += plain;
        if (sscanf(at, "%u..%u%n", &lo, &hi, &read) == 2 && read) {
            text_add(&rules, "%u", lo + (unsigned)random_below(&search->random, hi - lo + 1));
            at += read;
        } else if (*at) {
            text_add(&rules, "%c", *at++);
        }
    }
    return variant_parse(search->game, rules.at, variant, &why);
}

static bool search_variant(struct search *search)
{
    const char *const *rules = search->game->puzzles;
    unsigned count = 0;
    struct puzzle now = { .variant = variant_book(search->game) };
    while (rules && rules[count])
        count++;
    if (count && !draw_rules(search, rules[random_below(&search->random, count)], &now.variant))
        return true;
    bool secrets = game_has_secrets(search->game);
    struct rater *rater = secrets ? NULL : rater_new(&now.variant, search->why);
    bool good = secrets || rater;
    for (unsigned i = 0; good && i < GAMES && !search->done; i++)
        good = search_game(search, &now, rater);
    rater_free(rater);
    return good;
}

bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct puzzle_memory *memory, const struct limits *limits, struct text *why)
{
    struct search search = { .game = game,
                             .grade = grade,
                             .memory = memory,
                             .limits = limits,
                             .random = random_seeded(seed),
                             .found = puzzle,
                             .why = why };
    bool good = true;
    for (unsigned i = 0; good && i < VARIANTS && !search.done; i++) {
        if (i % EPOCH == 0)
            search.taste = random_below(&search.random, UINT64_MAX);
        good = search_variant(&search);
    }
    if (good && !search.done)
        text_add(why, "No such puzzle was found that was not posed before.");
    return good && search.done;
}
