// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/solved_puzzle.h"

#include "games/games.h"
#include "report/advice_text.h"

bool solved_puzzle_make(struct solved_puzzle *solved, const struct game *game, unsigned grade,
                        uint64_t seed, const struct puzzle_memory *memory,
                        const struct limits *limits, struct text *why)
{
    if (!puzzle_make(&solved->puzzle, game ? game : games[seed % games_count()], grade, seed,
                     memory, limits, why))
        return false;
    struct rater *rater = rater_new(&solved->puzzle.variant, why);
    bool good = rater && puzzle_solve(&solved->puzzle, rater, limits, &solved->advice, why);
    for (unsigned i = 0; good && i < solved->advice.count; i++) // best is what was asked for
        solved->advice.moves[i].best =
            move_equal(solved->advice.moves[i].move, solved->puzzle.best);
    rater_free(rater);
    return good;
}

void solved_puzzle_clear(struct solved_puzzle *solved)
{
    advice_clear(&solved->advice);
}

void solved_puzzle_ask(const struct solved_puzzle *solved, struct text *out)
{
    static const char *const questions[] = {
        [PUZZLE_WINS] = "Only one move wins whatever the other does: which?",
        [PUZZLE_SAVES] = "All moves but one lose if the other makes no mistake: which does not?",
        [PUZZLE_BEST] = "One move is better than all others: which?",
    };
    text_add(out, "%s to move. %s\n", solved->puzzle.variant.game->name[solved->puzzle.seat],
             solved->advice.kind == ADVICE_TURNS ? "Only one move wins: which?"
                                                 : questions[solved->puzzle.question]);
}

bool solved_puzzle_judge(const struct solved_puzzle *solved, const struct advice_move *move,
                         struct text *out)
{
    bool right = move_equal(move->move, solved->puzzle.best);
    text_add(out, "%s ", right ? "Right:" : "No:");
    move_print(solved->puzzle.variant.game, move->move, out);
    text_add(out, " ");
    report_move(&solved->advice, move, out);
    text_add(out, ".");
    return right;
}
