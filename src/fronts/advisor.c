// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/advisor.h"

#include <string.h>

#include "core/memory.h"
#include "fronts/patience.h"
#include "report/advice_text.h"

// How long a hint, and a coach's warning, may take: nobody waits longer, least of all a pipe.
static const double hint_seconds = 15, warning_seconds = 2;

struct advisor {
    struct variant variant;
    struct rater *rater;
};

static void take_history(const struct stage *stage, struct history *history)
{
    history->count = stage->move_count;
    memcpy(history->event, stage->moves, stage->move_count * sizeof *stage->moves);
}

static bool advise_within(struct advisor *advisor, double seconds, const struct stage *stage,
                          const struct view *view, struct advice *advice, struct text *why)
{
    struct patience patience;
    struct history history;
    take_history(stage, &history);
    patience_begin(&patience, "Thinking");
    patience.most = seconds;
    bool advised = advice_make(advice, advisor->rater, &patience.limits, &advisor->variant, view,
                               &history, why);
    bool late = patience_seconds(&patience) >= seconds;
    if (patience_end(&patience) && !advised && late) {
        text_clear(why);
        text_add(why, "There is no hint: it would take longer than %.0f seconds.", seconds);
    }
    return advised;
}

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

static struct news_row make_row(const struct advice *advice, const struct variant *variant,
                                const struct view *view, const struct advice_move *move)
{
    struct news_row row = { .move = move->move,
                            .at = view_targets(variant, view, move->move),
                            .best = move->best };
    if (move->known)
        set_value(&row, advice, move->chance);
    struct text words = text_in(row.chance, sizeof row.chance);
    row.share = move->known ? (uint16_t)(mpq_get_d(move->chance) * 1000 + 0.5) : 0;
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

void advisor_tell(const struct advice *advice, const struct variant *variant,
                  const struct view *view, struct news *reply)
{
    struct text words = text_in(reply->words, sizeof reply->words);
    const char *kind = report_kind(advice);
    report_best(advice, variant, view, &words);
    if (kind)
        text_add(&words, "%s\n", kind);
    reply->row_count = 0;
    fill_rows(advice, variant, view, reply);
}

static void hint(void *whom, const struct stage *stage, const struct view *view, struct news *reply)
{
    struct advisor *advisor = whom;
    struct text words = text_in(reply->words, sizeof reply->words);
    struct advice advice;
    if (!advise_within(advisor, hint_seconds, stage, view, &advice, &words)) {
        text_add(&words, "\n");
        return;
    }
    advisor_tell(&advice, &advisor->variant, view, reply);
    advice_clear(&advice);
}

static bool warn(void *whom, const struct stage *stage, const struct view *view, struct move move,
                 struct news *reply)
{
    struct advisor *advisor = whom;
    struct text words = text_in(reply->words, sizeof reply->words), why = TEXT_OF(TEXT_MAX);
    struct advice advice;
    if (!advise_within(advisor, warning_seconds, stage, view, &advice, &why))
        return false;
    report_warning(&advice, &advisor->variant, move, &words);
    advice_clear(&advice);
    return words.length > 0;
}

void advisor_hint(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct news *reply)
{
    struct text why = text_in(reply->words, sizeof reply->words);
    struct advisor advisor = { .variant = *variant };
    advisor.rater = rater_new(&advisor.variant, &why);
    if (advisor.rater)
        hint(&advisor, stage, view, reply);
    rater_free(advisor.rater);
}

bool advisor_warn(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct move move, struct news *reply)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct advisor advisor = { .variant = *variant };
    advisor.rater = rater_new(&advisor.variant, &why);
    bool warned = advisor.rater && warn(&advisor, stage, view, move, reply);
    rater_free(advisor.rater);
    return warned;
}

struct advisor *advisor_new(struct drive *drive, struct text *why)
{
    struct advisor *advisor = mem_for("advice", sizeof *advisor, why);
    if (!advisor)
        return NULL;
    *advisor = (struct advisor){ .variant = table_setup(drive_table(drive))->header.variant };
    advisor->rater = rater_new(&advisor->variant, why);
    if (!advisor->rater) {
        mem_free(advisor);
        return NULL;
    }
    drive_set_advisor(drive,
                      &(struct drive_advisor){ .hint = hint, .warn = warn, .whom = advisor });
    return advisor;
}

void advisor_free(struct advisor *advisor)
{
    if (!advisor)
        return;
    rater_free(advisor->rater);
    mem_free(advisor);
}
