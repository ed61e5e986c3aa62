// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/puzzle_cases.h"

#include <string.h>

// --- The cases

static bool is_hidden(const struct puzzle *puzzle, const struct event *event)
{
    return puzzle->variant.game->verbs[event->move.verb].hidden && event->seat != puzzle->seat;
}

// The truth now if this is what the other has hidden, with `before` that just before it. False if
// what happened excludes it; then `truth` is that just after it was hidden.
static bool replay(const struct puzzle *puzzle, struct move hidden, struct state *before,
                   struct state *truth)
{
    struct state state = game_start(&puzzle->variant, view_turn(&puzzle->view)->first);
    for (unsigned i = 0; i < puzzle->history.count; i++) {
        const struct event *event = &puzzle->history.event[i];
        bool hides = is_hidden(puzzle, event);
        if (hides)
            *before = state;
        if (game_apply(&puzzle->variant, &state, hides ? hidden : event->move) != event->outcome)
            return false;
        if (hides)
            *truth = state;
    }
    if (memcmp(state.open, puzzle->view.open, OPEN_SIZE) != 0)
        return false;
    *truth = state;
    return true;
}

// The truths that are possible; with `all`, the others as if nothing had excluded them.
static unsigned list_truths(const struct puzzle *puzzle, bool all, struct state *truths)
{
    struct state before, truth, odd[PUZZLE_CASES];
    unsigned count = 0, odd_count = 0, other = opponent(puzzle->seat);
    for (unsigned i = 0; i < puzzle->case_count; i++)
        if (replay(puzzle, puzzle->cases[i], &before, &truth))
            truths[count++] = truth;
        else
            odd[odd_count++] = truth;
    for (unsigned i = 0; all && count && i < odd_count; i++) {
        truths[count] = truths[0];
        memcpy(truths[count++].secret[other], odd[i].secret[other], SECRET_SIZE);
    }
    return count;
}

unsigned puzzle_possible(const struct puzzle *puzzle, struct move *cases)
{
    struct state before, truth;
    unsigned count = 0;
    for (unsigned i = 0; i < puzzle->case_count; i++)
        if (replay(puzzle, puzzle->cases[i], &before, &truth))
            cases[count++] = puzzle->cases[i];
    return count;
}

// Puts a case where its numbers belong, so that the order tells nothing. False if it is there.
static bool insert(struct puzzle *puzzle, struct move one)
{
    unsigned at = puzzle->case_count;
    for (unsigned i = 0; i < puzzle->case_count; i++)
        if (move_equal(puzzle->cases[i], one))
            return false;
    while (at > 0 && puzzle->cases[at - 1].set > one.set)
        at--;
    memmove(&puzzle->cases[at + 1], &puzzle->cases[at],
            (puzzle->case_count - at) * sizeof *puzzle->cases);
    puzzle->cases[at] = one;
    puzzle->case_count++;
    return true;
}

bool puzzle_draw_cases(struct puzzle *puzzle, struct random *random)
{
    enum { LEAST = 3, TRIES = 40, EXCLUDED = 2 };
    unsigned hidden = 0, at = 0, possible = 1, excluded = 0;
    unsigned wanted = LEAST + (unsigned)random_below(random, PUZZLE_CASES - LEAST + 1);
    struct state before, truth;
    for (unsigned i = 0; i < puzzle->history.count; i++)
        if (is_hidden(puzzle, &puzzle->history.event[i])) {
            at = i;
            hidden++;
        }
    puzzle->case_count = 0;
    if (hidden != 1 || !replay(puzzle, puzzle->moves[at], &before, &truth))
        return false;
    insert(puzzle, puzzle->moves[at]);
    for (unsigned i = 0; i < TRIES && puzzle->case_count < wanted; i++) {
        struct move one = game_draw(&puzzle->variant, &before, random);
        struct state unused;
        bool fits = replay(puzzle, one, &unused, &truth);
        if ((fits || excluded < EXCLUDED) && insert(puzzle, one)) {
            possible += fits;
            excluded += !fits;
        }
    }
    return possible > 1 && puzzle->case_count >= LEAST;
}

// --- What holds in all of them

struct lines {
    const struct variant *variant;
    unsigned seat;
    unsigned left; // moves that may still be looked at
};

static bool wins(struct lines *lines, const struct state *truths, unsigned count);

// All truths that look alike after the move must be won in one way.
static bool wins_after(struct lines *lines, const struct state *truths, unsigned count,
                       struct move move)
{
    struct state next[PUZZLE_CASES];
    if (!lines->left)
        return false;
    lines->left--;
    memcpy(next, truths, count * sizeof *next);
    for (unsigned i = 0; i < count; i++)
        game_apply(lines->variant, &next[i], move);
    for (unsigned done = 0; done < count;) {
        unsigned alike = (unsigned)game_gather(next + done, count - done, lines->seat);
        if (!wins(lines, next + done, alike))
            return false;
        done += alike;
    }
    return true;
}

// The truths in which the other may make this move.
static unsigned list_allowing(const struct lines *lines, const struct state *truths, unsigned count,
                              struct move move, struct state *allowing)
{
    unsigned allow = 0;
    for (unsigned i = 0; i < count; i++) {
        struct view view = game_view(&truths[i], opponent(lines->seat));
        if (view_allows(lines->variant, &view, move))
            allowing[allow++] = truths[i];
    }
    return allow;
}

static bool wins_against_all(struct lines *lines, const struct state *truths, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct view view = game_view(&truths[i], opponent(lines->seat));
        struct walk walk = { 0 };
        struct state allowing[PUZZLE_CASES];
        while (view_walk(lines->variant, &view, &walk))
            if (!list_allowing(lines, truths, i, walk.move, allowing) && // else it was looked at
                !wins_after(lines, allowing,
                            list_allowing(lines, truths, count, walk.move, allowing), walk.move))
                return false;
    }
    return true;
}

// Truths that look alike to the seat: does it win them all, whatever the other does?
static bool wins(struct lines *lines, const struct state *truths, unsigned count)
{
    const struct turn *turn = state_turn(&truths[0]);
    struct view view = game_view(&truths[0], lines->seat);
    struct walk walk = { 0 };
    if (turn->winner)
        return turn->winner == lines->seat;
    if (turn->mover != lines->seat)
        return wins_against_all(lines, truths, count);
    while (view_walk(lines->variant, &view, &walk))
        if (wins_after(lines, truths, count, walk.move))
            return true;
    return false;
}

// In how many truths the move is safe; `over` is set if it ends the game in all of them.
static unsigned count_safe(const struct variant *variant, const struct state *truths,
                           unsigned count, struct move move, bool *over)
{
    unsigned safe = 0, ended = 0;
    for (unsigned i = 0; i < count; i++) {
        struct state next = truths[i];
        unsigned mover = state_turn(&next)->mover;
        safe += !variant->game->outcomes[game_apply(variant, &next, move)].harms &&
                state_turn(&next)->winner != opponent(mover);
        ended += state_turn(&next)->winner != SEAT_NOBODY;
    }
    *over = ended == count;
    return safe;
}

bool puzzle_solve_cases(const struct puzzle *puzzle, bool all, struct advice *advice,
                        struct text *why)
{
    enum { MOVES = 20000 };
    struct state truths[PUZZLE_CASES];
    struct lines lines = { &puzzle->variant, puzzle->seat, MOVES };
    if (!advice_begin(advice, &puzzle->variant, &puzzle->view, why))
        return false;
    advice->kind = ADVICE_CASES;
    advice->cases = list_truths(puzzle, all, truths);
    for (unsigned i = 0; advice->cases && i < advice->count; i++) {
        struct advice_move *move = &advice->moves[i];
        bool over;
        unsigned safe = count_safe(&puzzle->variant, truths, advice->cases, move->move, &over);
        move->turns = over ? 1 : 2;
        mpq_set_ui(move->chance, safe, advice->cases);
        mpq_canonicalize(move->chance);
        move->certain = wins_after(&lines, truths, advice->cases, move->move) ? ADVICE_WIN
                        : safe == advice->cases                               ? ADVICE_SAFE
                                                                              : ADVICE_NOTHING;
    }
    if (advice->cases && lines.left)
        return true;
    advice_clear(advice);
    return false;
}

bool puzzle_refute(const struct puzzle *puzzle, struct move move, struct move *refuting)
{
    struct move cases[PUZZLE_CASES];
    unsigned count = puzzle_possible(puzzle, cases);
    for (unsigned i = 0; i < count; i++) {
        struct state before, truth;
        bool over;
        replay(puzzle, cases[i], &before, &truth);
        *refuting = cases[i];
        if (count_safe(&puzzle->variant, &truth, 1, move, &over) ==
            (puzzle->question == PUZZLE_HITS))
            return true;
    }
    return false;
}
