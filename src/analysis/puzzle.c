// SPDX-License-Identifier: GPL-3.0-or-later
// How hard a puzzle is: one grade for having moves to choose from, one for looking far
// ahead, and one for each of two players who are tempted: one looks a turn ahead, one two.
#include "analysis/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "bots/habits.h"
#include "core/memory.h"
#include "match/match.h"

enum {
    VARIANTS = 60,  // are tried
    GAMES = 4,      // of each are looked through
    CANDIDATES = 4, // of which one is posed
    LEAST = 3,      // moves to choose from
    MANY = 6,       // are many
    FAR = 5,        // turns are far
    MARGIN = 20,    // the best is better by at least one part in this many
};

bool puzzle_solve(const struct puzzle *puzzle, struct rater *rater, const struct limits *limits,
                  struct advice *advice, struct text *why)
{
    return advice_make(advice, rater, limits, &puzzle->variant, &puzzle->view, &puzzle->history,
                       why);
}

uint64_t puzzle_key(const struct puzzle *puzzle)
{
    struct text text = TEXT_OF(TEXT_MAX);
    uint64_t key = UINT64_C(0xcbf29ce484222325); // FNV-1a
    const unsigned char *bytes = (const unsigned char *)text.at, *view = puzzle->view.open;
    text_add(&text, "%s ", puzzle->variant.game->slug);
    variant_print(&puzzle->variant, &text);
    for (size_t i = 0; i < text.length + OPEN_SIZE + SECRET_SIZE; i++) {
        size_t k = i - text.length;
        key ^= i < text.length ? bytes[i]
               : k < OPEN_SIZE ? view[k]
                               : puzzle->view.secret[k - OPEN_SIZE];
        key *= UINT64_C(0x100000001b3);
    }
    return key;
}

// --- What can be asked

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

// The one move that is this, or the one that is not; NULL if there are more.
static const struct advice_move *only(const struct advice *advice, enum advice_certain certain,
                                      bool is)
{
    const struct advice_move *found = NULL;
    for (unsigned i = 0; i < advice->count; i++) {
        if ((advice->moves[i].certain == certain) != is)
            continue;
        if (found)
            return NULL;
        found = &advice->moves[i];
    }
    return found;
}

static bool has(const struct advice *advice, enum advice_certain certain)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->moves[i].certain == certain)
            return true;
    return false;
}

static const struct advice_move *answer_with_secrets(const struct advice *advice,
                                                     enum puzzle_question *question)
{
    bool wins = has(advice, ADVICE_WIN), loses = has(advice, ADVICE_LOSS);
    *question = wins ? PUZZLE_WINS : PUZZLE_SAVES;
    if (wins)
        return only(advice, ADVICE_WIN, true);
    return loses ? only(advice, ADVICE_LOSS, false) : NULL;
}

const struct advice_move *puzzle_answer(const struct advice *advice, enum puzzle_question *question)
{
    unsigned best = 0;
    if (advice->count < LEAST)
        return NULL;
    if (advice->kind == ADVICE_AGAINST || advice->kind == ADVICE_ABOUT)
        return answer_with_secrets(advice, question);
    *question = advice->kind == ADVICE_TURNS ? PUZZLE_WINS : PUZZLE_BEST;
    for (unsigned i = 0; advice->checked && i < advice->count; i++)
        best += &advice->moves[i] == advice->best || !is_behind(advice, &advice->moves[i]);
    return best == 1 ? advice->best : NULL;
}

// Does the best move look worse than another to one who looks `turns` turns ahead? The same
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

// --- The search

// What a seed has found so far.
struct search {
    const struct game *game;
    unsigned grade; // that is wanted; 0: any
    const struct puzzle_memory *memory;
    const struct limits *limits;
    struct random random;
    bool rare;            // answers alone that are not right most of the time
    struct puzzle *found; // CANDIDATES of them
    unsigned count;
    struct text *why;
};

// Is the answer the highest number that its verb can have there, or its only form? Such answers
// would be right most of the time.
static bool is_common(const struct puzzle *puzzle)
{
    struct walk walk = { 0 };
    while (view_walk(&puzzle->variant, &puzzle->view, &walk))
        if (walk.move.verb == puzzle->best.verb && walk.move.set > puzzle->best.set)
            return false;
    return true;
}

static bool is_new(const struct search *search, const struct puzzle *puzzle)
{
    uint64_t key = puzzle_key(puzzle);
    for (unsigned i = 0; i < search->count; i++)
        if (puzzle_key(&search->found[i]) == key)
            return false;
    return !search->memory || !search->memory->knows(search->memory->context, key);
}

// Takes the position over, if it is a puzzle that is wanted. False when interrupted.
static bool try_position(struct search *search, struct puzzle *puzzle, const struct match *match,
                         struct rater *rater)
{
    struct advice advice;
    puzzle->seat = match_turn(match)->mover;
    puzzle->view = match_view(match, puzzle->seat);
    match_history(match, puzzle->seat, &puzzle->history);
    if (!somebody_moved(puzzle) || puzzle->seat == SEAT_CHANCE ||
        view_hides(&puzzle->variant, &puzzle->view))
        return true;
    if (!puzzle_solve(puzzle, rater, search->limits, &advice, search->why))
        return limits_go_on(search->limits, 0);
    const struct advice_move *answer = puzzle_answer(&advice, &puzzle->question);
    if (answer) {
        puzzle->best = answer->move;
        puzzle->grade = grade_of(puzzle, &advice);
        bool wanted = !search->grade || puzzle->grade == search->grade;
        if (wanted && !(search->rare && is_common(puzzle)) && is_new(search, puzzle))
            search->found[search->count++] = *puzzle;
    }
    advice_clear(&advice);
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
    while (!match_over(match) && search->count < CANDIDATES) {
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
    bool secrets = game_has_secrets(search->game); // then all that is asked is certain
    struct rater *rater = secrets ? NULL : rater_new(&now.variant, search->why);
    bool good = secrets || rater;
    for (unsigned i = 0; good && i < GAMES && search->count < CANDIDATES; i++)
        good = search_game(search, &now, rater);
    rater_free(rater);
    return good;
}

// --- The choice

// First an answer, each as likely, then a puzzle with it.
static struct puzzle choose(struct search *search)
{
    struct move answers[CANDIDATES];
    unsigned count = 0, alike = 0;
    for (unsigned i = 0; i < search->count; i++) {
        bool new = true;
        for (unsigned k = 0; k < count; k++)
            new = new && !move_equal(answers[k], search->found[i].best);
        if (new)
            answers[count++] = search->found[i].best;
    }
    struct move answer = answers[random_below(&search->random, count)];
    for (unsigned i = 0; i < search->count; i++)
        if (move_equal(search->found[i].best, answer))
            search->found[alike++] = search->found[i];
    return search->found[random_below(&search->random, alike)];
}

bool puzzle_make(struct puzzle *puzzle, const struct game *game, unsigned grade, uint64_t seed,
                 const struct puzzle_memory *memory, const struct limits *limits, struct text *why)
{
    struct search search = { .game = game,
                             .grade = grade,
                             .memory = memory,
                             .limits = limits,
                             .random = random_seeded(seed),
                             .why = why };
    search.found = mem_for("puzzles", CANDIDATES * sizeof *search.found, why);
    bool rare = random_below(&search.random, 20) >= 6; // in seven of ten cases
    bool good = search.found;
    for (unsigned i = 0; good && i < VARIANTS && search.count < CANDIDATES; i++) {
        search.rare =
            rare && (i < VARIANTS * 3 / 4 || search.count); // rather a common one than none
        good = search_variant(&search);
    }
    if (good && search.count)
        *puzzle = choose(&search);
    else if (good)
        text_add(why, "No such puzzle was found that was not posed before.");
    good = good && search.count;
    mem_free(search.found);
    return good;
}
