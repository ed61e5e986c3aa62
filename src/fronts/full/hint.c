// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/hint.h"

#include <string.h>

#include "fronts/advice.h"
#include "report/fraction.h"

// The bar comes with per cent; the exact fraction stands behind them if it is short.
static void print_chance(const struct advice *advice, const struct advice_move *move,
                         struct text *out)
{
    enum { SHORT = 12 };
    char digits[FRACTION_SIZE];
    bool exact = advice->kind != ADVICE_ABOUT;
    if (advice->kind == ADVICE_TURNS || !move->known) {
        report_chance(advice, move, out);
        return;
    }
    fraction_print(move->chance, digits);
    text_add(out, "%s%.1f %%", exact ? "" : "about ", mpq_get_d(move->chance) * 100);
    if (exact && strlen(digits) <= SHORT)
        text_add(out, " (%s)", digits);
}

static struct hint_row make_row(const struct session *session, const struct advice *advice,
                                const struct advice_move *move)
{
    struct hint_row row = { .best = move->best };
    struct text name = text_in(row.move, sizeof row.move);
    struct text words = text_in(row.chance, sizeof row.chance);
    row.share = move->known ? mpq_get_d(move->chance) : 0;
    print_chance(advice, move, &words);
    // A quicker win is better, and so is a later loss.
    double turns = (double)move->turns / 1000;
    row.rank = row.share + row.best + (row.share > 0.5 ? -turns : turns);
    move_print(session->variant.game, move->move, &name);
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
    struct advice advice;
    struct text words = text_in(hint->words, sizeof hint->words);
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    hint->count = hint->total = 0;
    if (!session_advise(session, &advice, &words))
        return;
    text_clear(&words); // of why chances cannot be told, where something else can
    for (unsigned i = 0; i < advice.count; i++) {
        struct hint_row row = make_row(session, &advice, &advice.moves[i]);
        insert(hint, &row);
    }
    hint->total = advice.count;
    report_best(&advice, &session->variant, &view, &words);
    const char *kind = report_kind(&advice);
    if (kind)
        text_add(&words, "%s\n", kind);
    advice_clear(&advice);
}
