// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/hint.h"

#include <string.h>

#include "fronts/advice.h"

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
    mpq_clear(chance);
    // A quicker win is better, and so is a later loss.
    double turns = (double)rated->turns / 1000;
    row.rank = row.share + row.best + (row.share > 0.5 ? -turns : turns);
    move_print(session->game, rated->move, &move);
    advice_print_chance(session, answer, rated, &words);
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
    hint->count = 0;
    if (!advice_rate(session, &answer, &words))
        return;
    for (unsigned i = 0; i < answer.count; i++) {
        struct hint_row row = make_row(session, &answer, &answer.moves[i]);
        insert(hint, &row);
    }
    advice_print_best(session, &answer, &words);
    answer_clear(&answer);
}
