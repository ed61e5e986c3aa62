// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/hint.h"

#include <string.h>

// A fraction that is longer than the room for it is not told.
static void set_value(struct news_row *row, const struct advice *advice, const mpq_t chance)
{
    static const uint8_t kinds[] = { [ADVICE_TURNS] = NEWS_TURNS,
                                     [ADVICE_EXACT] = NEWS_EXACT,
                                     [ADVICE_AGAINST] = NEWS_AGAINST,
                                     [ADVICE_ABOUT] = NEWS_ABOUT };
    size_t digits = mpz_sizeinbase(mpq_numref(chance), 10) + mpz_sizeinbase(mpq_denref(chance), 10);
    row->kind = kinds[advice->kind];
    if (digits + 3 <= sizeof row->value && advice->kind != ADVICE_TURNS)
        mpq_get_str(row->value, 10, chance);
}

// In thousandths. What is not certain is never rounded to what is.
static uint16_t share_of(const mpq_t chance)
{
    unsigned share = (unsigned)(mpq_get_d(chance) * 1000 + 0.5);
    if (share == 1000 && mpq_cmp_ui(chance, 1, 1) < 0)
        return 999;
    return share == 0 && mpq_sgn(chance) > 0 ? 1 : (uint16_t)share;
}

static struct news_row make_row(const struct advice *advice, const struct variant *variant,
                                const struct view *view, const struct advice_move *move)
{
    struct news_row row = { .move = move->move,
                            .at = view_targets(variant, view, move->move),
                            .best = move->best };
    if (move->known)
        set_value(&row, advice, move->chance);
    struct text words = text_in(row.chance, sizeof row.chance);
    row.share = move->known ? share_of(move->chance) : 0;
    report_move(advice, move, &words);
    return row;
}

// A quicker win is better, and so is a later loss.
static double rank_of(const struct advice_move *move)
{
    double share = move->known ? mpq_get_d(move->chance) : 0;
    double turns = (double)move->turns / 1000;
    return share + move->best + (share > 0.5 ? -turns : turns);
}

// The best come first, so that none of them is left out.
static void fill_rows(const struct advice *advice, const struct variant *variant,
                      const struct view *view, struct news *reply)
{
    double rank[NEWS_ROWS + 1];
    for (unsigned i = 0; i < advice->count; i++) {
        unsigned at = reply->row_count;
        double own = rank_of(&advice->moves[i]);
        while (at > 0 && rank[at - 1] < own)
            at--;
        if (at == NEWS_ROWS)
            continue;
        unsigned later = reply->row_count - at - (reply->row_count == NEWS_ROWS);
        memmove(&reply->rows[at + 1], &reply->rows[at], later * sizeof *reply->rows);
        memmove(&rank[at + 1], &rank[at], later * sizeof *rank);
        reply->rows[at] = make_row(advice, variant, view, &advice->moves[i]);
        rank[at] = own;
        if (reply->row_count < NEWS_ROWS)
            reply->row_count++;
    }
    reply->row_total = (uint16_t)advice->count;
}

void hint_tell(const struct advice *advice, const struct variant *variant, const struct view *view,
               struct news *reply)
{
    struct text words = text_in(reply->words, sizeof reply->words);
    const char *kind = report_kind(advice);
    report_best(advice, variant, view, &words);
    if (kind)
        text_add(&words, "%s\n", kind);
    reply->row_count = 0;
    fill_rows(advice, variant, view, reply);
}
