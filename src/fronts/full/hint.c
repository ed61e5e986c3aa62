// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/hint.h"

#include <string.h>

#include "fronts/advice.h"
#include "report/fraction.h"

// The bar comes with per cent; the exact fraction stands behind them if it is short.
static void print_chance(const struct session *session, const struct answer *answer,
                         const struct rated *rated, const mpq_t chance, struct text *out)
{
    enum { SHORT = 12 };
    char digits[FRACTION_SIZE];
    if (answer->class == SOLVE_OPEN) {
        advice_print_chance(session, answer, rated, out);
        return;
    }
    bool exact = mpq_equal(rated->lo, rated->hi);
    fraction_print(chance, digits);
    text_add(out, "%s%.1f %%", exact ? "" : "at least ", mpq_get_d(chance) * 100);
    if (exact && strlen(digits) <= SHORT)
        text_add(out, " (%s)", digits);
}

static struct hint_row make_row(const struct session *session, const struct answer *answer,
                                const struct rated *rated)
{
    struct hint_row row = { .best = rated->best };
    struct text move = text_in(row.move, sizeof row.move);
    struct text words = text_in(row.chance, sizeof row.chance);
    mpq_t chance;
    mpq_init(chance);
    advice_chance(session, rated, chance);
    row.share = mpq_get_d(chance);
    print_chance(session, answer, rated, chance, &words);
    mpq_clear(chance);
    // A quicker win is better, and so is a later loss.
    double turns = (double)rated->turns / 1000;
    row.rank = row.share + row.best + (row.share > 0.5 ? -turns : turns);
    move_print(session->variant.game, rated->move, &move);
    return row;
}

static void insert(struct hint *hint, const struct hint_row *row)
{
    unsigned at = hint->count;
    while (at > 0 && hint->rows[at - 1].rank < row->rank)
        at--;
    if (at == HINT_ROWS)
        return;
    if (hint->count < HINT_ROWS)
        hint->count++;
    memmove(&hint->rows[at + 1], &hint->rows[at], (hint->count - at - 1) * sizeof *row);
    hint->rows[at] = *row;
}

void hint_make(struct hint *hint, struct session *session)
{
    struct answer answer;
    struct text words = text_in(hint->words, sizeof hint->words);
    hint->count = hint->total = 0;
    if (!advice_rate(session, &answer, &words))
        return;
    for (unsigned i = 0; i < answer.count; i++) {
        struct hint_row row = make_row(session, &answer, &answer.moves[i]);
        insert(hint, &row);
    }
    hint->total = answer.count;
    advice_print_best(session, &answer, &words);
    answer_clear(&answer);
}
