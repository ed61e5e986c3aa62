// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/posed.h"

#include "games/games.h"
#include "report/advice_text.h"

bool posed_make(struct posed *posed, const struct game *game, unsigned grade, uint64_t seed,
                const struct puzzle_memory *memory, const struct limits *limits, struct text *why)
{
    if (!puzzle_make(&posed->puzzle, game ? game : games[seed % games_count()], grade, seed, memory,
                     limits, why))
        return false;
    struct rater *rater = rater_new(&posed->puzzle.variant, why);
    bool good = rater && puzzle_solve(&posed->puzzle, rater, limits, &posed->advice, why);
    for (unsigned i = 0; good && i < posed->advice.count; i++) // best is what was asked for
        posed->advice.moves[i].best = move_equal(posed->advice.moves[i].move, posed->puzzle.best);
    rater_free(rater);
    return good;
}

void posed_clear(struct posed *posed)
{
    advice_clear(&posed->advice);
}

void posed_ask(const struct posed *posed, struct text *out)
{
    static const char *const questions[] = {
        [PUZZLE_WINS] = "Only one move wins whatever the other does: which?",
        [PUZZLE_SAVES] = "All moves but one lose if the other makes no mistake: which does not?",
        [PUZZLE_BEST] = "One move is better than all others: which?",
    };
    text_add(out, "%s to move. %s\n", posed->puzzle.variant.game->name[posed->puzzle.seat],
             posed->advice.kind == ADVICE_TURNS ? "Only one move wins: which?"
                                                : questions[posed->puzzle.question]);
}

bool posed_judge(const struct posed *posed, const struct advice_move *move, struct text *out)
{
    bool right = move_equal(move->move, posed->puzzle.best);
    text_add(out, "%s ", right ? "Right:" : "No:");
    move_print(posed->puzzle.variant.game, move->move, out);
    text_add(out, " ");
    report_move(&posed->advice, move, out);
    text_add(out, ".");
    return right;
}
