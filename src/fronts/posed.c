// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/posed.h"

#include "fronts/patience.h"
#include "games/games.h"
#include "report/advice_text.h"

bool posed_make(struct posed *posed, const struct game *game, unsigned grade, uint64_t seed,
                struct text *why)
{
    struct patience patience;
    patience_begin(&patience, "Looking for a puzzle");
    bool good = puzzle_make(&posed->puzzle, game ? game : games[seed % games_count()], grade, seed,
                            &patience.limits, why);
    struct rater *rater = good ? rater_new(&posed->puzzle.variant, why) : NULL;
    good = rater && puzzle_solve(&posed->puzzle, rater, &patience.limits, &posed->advice, why);
    rater_free(rater);
    if (!patience_end(&patience) && !good)
        text_clear(why);
    return good;
}

void posed_clear(struct posed *posed)
{
    advice_clear(&posed->advice);
}

void posed_ask(const struct posed *posed, struct text *out)
{
    text_add(out, "%s to move. %s\n", posed->puzzle.variant.game->name[posed->puzzle.seat],
             posed->advice.kind == ADVICE_TURNS ? "Only one move wins: which?"
                                                : "One move is better than all others: which?");
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
