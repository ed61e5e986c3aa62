// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/solved_puzzle.h"

#include "analysis/puzzle_cases.h"
#include "games/games.h"
#include "report/advice_text.h"
#include "report/hint.h"

// A seed may find nothing: others follow from it. Where no game is wanted, one after the other
// that has the grade is tried, from the one that the seed names.
static bool make(struct solved_puzzle *solved, const struct game *game, unsigned grade,
                 uint64_t seed, const struct puzzle_memory *memory, const struct limits *limits,
                 struct text *why)
{
    enum { SEEDS = 8 };
    const uint64_t apart = UINT64_C(0x9e3779b97f4a7c15);
    unsigned tries = game ? SEEDS : games_count();
    text_add(why, "No game has puzzles of level %u.", grade);
    for (unsigned i = 0; i < tries; i++) {
        const struct game *from = game ? game : games[(seed + i) % games_count()];
        if (grade > puzzle_grades(from))
            continue;
        text_clear(why);
        if (puzzle_make(&solved->puzzle, from, grade, seed + i * apart, memory, limits, why))
            return true;
        if (!limits_go_on(limits, 0))
            return false;
    }
    return false;
}

bool solved_puzzle_make(struct solved_puzzle *solved, const struct game *game, unsigned grade,
                        uint64_t seed, const struct puzzle_memory *memory,
                        const struct limits *limits, struct text *why)
{
    if (game && grade > puzzle_grades(game))
        text_add(why, "The puzzles of %s have levels 1 to %u.", game->title, puzzle_grades(game));
    if (why->length || !make(solved, game, grade, seed, memory, limits, why))
        return false;
    struct advice *advice = &solved->advice;
    struct rater *rater = rater_new(&solved->puzzle.variant, why);
    bool good = rater && puzzle_solve(&solved->puzzle, rater, limits, advice, why);
    for (unsigned i = 0; good && i < advice->count; i++) { // best is what was asked for
        advice->moves[i].best = move_equal(advice->moves[i].move, solved->puzzle.best);
        if (advice->moves[i].best)
            advice->best = &advice->moves[i];
    }
    rater_free(rater);
    return good;
}

void solved_puzzle_clear(struct solved_puzzle *solved)
{
    advice_clear(&solved->advice);
}

// "3 5 8"
static void add_numbers(struct move move, struct text *out)
{
    for (cells left = move.set; left; left &= left - 1)
        text_add(out, "%s%u", left == move.set ? "" : " ", cells_first(left));
}

static void add_list(const struct move *cases, unsigned count, struct text *out)
{
    for (unsigned i = 0; i < count; i++) {
        text_add(out, "%s", !i ? "on " : i + 1 < count ? ", on " : " or on ");
        add_numbers(cases[i], out);
    }
}

void solved_puzzle_ask(const struct solved_puzzle *solved, struct text *out)
{
    static const char *const questions[] = {
        [PUZZLE_WINS] = "Only one move wins: which?",
        [PUZZLE_LOSES] = "Only one move loses: which?",
        [PUZZLE_BEST] = "One move is better than all others: which?",
        [PUZZLE_WORST] = "One move is worse than all others: which?",
        [PUZZLE_SAFE] = "Only one move is safe for sure: which?",
        [PUZZLE_HITS] = "Only one move surely goes wrong at once: which?",
    };
    const struct puzzle *puzzle = &solved->puzzle;
    const struct game *game = puzzle->variant.game;
    text_add(out, "%s to move. ", game->name[puzzle->seat]);
    if (puzzle->case_count) {
        bool many = cells_count(puzzle->cases[0].set) > 1;
        text_add(out, "%s's %s%s ", game->name[opponent(puzzle->seat)], game->mine,
                 many ? "s are" : " is");
        add_list(puzzle->cases, puzzle->case_count, out);
        text_add(out, ". ");
    }
    text_add(out, "%s\n",
             puzzle->case_count && puzzle->question == PUZZLE_WINS
                 ? "Only one move wins for sure, whatever the other does: which?"
                 : questions[puzzle->question]);
}

void solved_puzzle_explain(const struct solved_puzzle *solved, const struct move *wrong,
                           struct text *out)
{
    const struct puzzle *puzzle = &solved->puzzle;
    struct move cases[PUZZLE_CASES], refuting;
    if (!puzzle->case_count)
        return;
    bool many = cells_count(puzzle->cases[0].set) > 1;
    text_add(out, "After what happened the %s%s can only be ", puzzle->variant.game->mine,
             many ? "s" : "");
    add_list(cases, puzzle_possible(puzzle, cases), out);
    text_add(out, ".");
    if (!wrong || !puzzle_refute(puzzle, *wrong, &refuting))
        return;
    text_add(out, " If it is ");
    add_list(&refuting, 1, out);
    text_add(out, ", ");
    move_print(puzzle->variant.game, *wrong, out);
    text_add(out, " is %ssafe.", puzzle->question == PUZZLE_HITS ? "" : "not ");
}

void solved_puzzle_tell(const struct solved_puzzle *solved, struct news *reply)
{
    const struct puzzle *puzzle = &solved->puzzle;
    hint_tell(&solved->advice, &puzzle->variant, &puzzle->view, reply);
    struct text words = text_in(reply->words, sizeof reply->words); // it need not be the best move
    text_add(&words, "The answer: ");
    move_print(puzzle->variant.game, puzzle->best, &words);
    text_add(&words, ".\n");
}

bool solved_puzzle_judge(const struct solved_puzzle *solved, const struct advice_move *move,
                         struct text *out)
{
    bool right = move_equal(move->move, solved->puzzle.best);
    struct text worth = TEXT_OF(256);
    report_move(&solved->advice, move, &worth);
    text_add(out, "%s ", right ? "Right:" : "No:");
    move_print(solved->puzzle.variant.game, move->move, out);
    if (text_begins(worth.at, "safe"))
        text_add(out, " is");
    else if (!text_begins(worth.at, "wins") && !text_begins(worth.at, "loses"))
        text_add(out, " has a chance of");
    text_add(out, " %s.", worth.at);
    return right;
}
