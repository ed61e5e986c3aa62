// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/advisor.h"

#include <string.h>

#include "core/memory.h"
#include "fronts/patience.h"
#include "report/fraction.h"
#include "solve/rate.h"

// For longer nobody waits for a hint, least of all in a pipe; or for a warning.
static const double hint_seconds = 15, warning_seconds = 2;

struct advisor {
    struct variant variant;
    struct rater *rater;
    struct view view; // of who asks
};

static bool rate_within(struct advisor *advisor, double seconds, struct answer *answer,
                        struct text *why)
{
    struct patience patience;
    patience_begin(&patience, "Thinking");
    patience.most = seconds;
    bool rated = rater_rate(advisor->rater, &patience.limits, &advisor->view, answer, why);
    bool late = patience_seconds(&patience) >= seconds;
    if (patience_end(&patience) && !rated && late) {
        text_clear(why);
        text_add(why, "There is no hint: it would take longer than %.0f seconds.", seconds);
    }
    return rated;
}

static void mover_chance(const struct advisor *advisor, const struct rated *rated, mpq_t chance)
{
    if (advisor->view.seat == SEAT_1) {
        mpq_set(chance, rated->lo);
        return;
    }
    mpq_set_ui(chance, 1, 1);
    mpq_sub(chance, chance, rated->hi);
}

static bool is_unknown(const struct rated *rated)
{
    return mpq_sgn(rated->lo) == 0 && mpq_cmp_ui(rated->hi, 1, 1) == 0;
}

static void print_chance(const struct advisor *advisor, const struct answer *answer,
                         const struct rated *rated, struct text *out)
{
    char digits[FRACTION_SIZE];
    mpq_t chance;
    mpq_init(chance);
    mover_chance(advisor, rated, chance);
    fraction_print(chance, digits);
    if (answer->class == SOLVE_OPEN)
        text_add(out, "%s in %u turn%s", mpq_sgn(chance) ? "wins" : "loses", rated->turns,
                 rated->turns == 1 ? "" : "s");
    else if (is_unknown(rated))
        text_add(out, "not known");
    else if (answer->proof == PROOF_BOUNDS)
        text_add(out, "about %.1f %%", mpq_get_d(chance) * 100);
    else
        text_add(out, "%s (%.1f %%)", digits, mpq_get_d(chance) * 100);
    mpq_clear(chance);
}

// Does the mover's token go to a cell that is known to be safe? What others have
// hidden makes no difference to where it goes.
static bool leads_to_safety(const struct advisor *advisor, struct move move)
{
    struct state after;
    struct view view = advisor->view, then;
    struct board before_it, after_it;
    memset(&after, 0, sizeof after);
    memcpy(after.open, view.open, sizeof after.open);
    view_board(&advisor->variant, &view, &before_it);
    game_apply(&advisor->variant, &after, move);
    then = game_view(&after, SEAT_NOBODY);
    view_board(&advisor->variant, &then, &after_it);
    for (unsigned i = before_it.first; i <= before_it.last; i++)
        if (after_it.square[i].tokens & ~before_it.square[i].tokens)
            return before_it.square[i].safe;
    return false;
}

// A chance of 1 against one plan of the opponent's is not a sure win.
static bool is_sure(const struct advisor *advisor, const struct answer *answer,
                    const struct rated *rated)
{
    mpq_t chance;
    mpq_init(chance);
    mover_chance(advisor, rated, chance);
    bool sure = answer->class == SOLVE_SECRETS ? rated->sure : mpq_cmp_ui(chance, 1, 1) == 0;
    mpq_clear(chance);
    return sure;
}

static void add_reason(const struct advisor *advisor, const struct answer *answer,
                       const struct rated *best, struct text *out)
{
    mpq_t chance;
    mpq_init(chance);
    mover_chance(advisor, best, chance);
    if (is_sure(advisor, answer, best))
        text_add(out, "It wins whatever your opponent does.\n");
    else if (answer->class == SOLVE_OPEN)
        text_add(out, "Every move loses against best play; this one holds out longest.\n");
    else if (mpq_sgn(chance) == 0 && mpq_equal(best->lo, best->hi))
        text_add(out, "Every move loses against best play.\n");
    else if (leads_to_safety(advisor, best->move))
        text_add(out, "It goes to a place that is known to be safe.\n");
    mpq_clear(chance);
}

static void print_best(const struct advisor *advisor, const struct answer *answer, struct text *out)
{
    enum { SHOWN = 8 };
    unsigned shown = 0;
    const struct rated *best = NULL;
    text_add(out, "Best: ");
    for (unsigned i = 0; i < answer->count; i++) {
        if (!answer->moves[i].best)
            continue;
        if (shown < SHOWN) {
            text_add(out, "%s", shown ? ", or " : "");
            move_print(advisor->variant.game, answer->moves[i].move, out);
        }
        best = best ? best : &answer->moves[i];
        shown++;
    }
    text_add(out, "%s.\n", shown > SHOWN ? ", or others" : "");
    if (best)
        add_reason(advisor, answer, best, out);
}

static struct news_row make_row(const struct advisor *advisor, const struct answer *answer,
                                const struct rated *rated)
{
    struct news_row row = { .move = rated->move, .best = rated->best };
    struct text words = text_in(row.chance, sizeof row.chance);
    mpq_t chance;
    mpq_init(chance);
    mover_chance(advisor, rated, chance);
    row.share = (uint16_t)(mpq_get_d(chance) * 1000 + 0.5);
    mpq_clear(chance);
    print_chance(advisor, answer, rated, &words);
    if (answer->proof != PROOF_SURE && mpq_sgn(rated->share) > 0 &&
        mpq_cmp_ui(rated->share, 1, 1) < 0)
        text_add(&words, ", in %.0f %% of all games", mpq_get_d(rated->share) * 100);
    return row;
}

static bool comes_before(const struct news_row *a, const struct news_row *b)
{
    return a->best != b->best ? a->best : a->share > b->share;
}

// The best come first, so that none of them is left out.
static void insert(struct news *reply, const struct news_row *row)
{
    unsigned at = reply->row_count;
    while (at > 0 && comes_before(row, &reply->rows[at - 1]))
        at--;
    if (at == NEWS_ROWS)
        return;
    if (reply->row_count < NEWS_ROWS)
        reply->row_count++;
    memmove(&reply->rows[at + 1], &reply->rows[at], (reply->row_count - at - 1u) * sizeof *row);
    reply->rows[at] = *row;
}

static void hint(void *whom, const struct stage *stage, const struct view *view, struct news *reply)
{
    struct advisor *advisor = whom;
    struct text words = text_in(reply->words, sizeof reply->words);
    struct answer answer;
    (void)stage;
    advisor->view = *view;
    if (!rate_within(advisor, hint_seconds, &answer, &words)) {
        text_add(&words, "\n");
        return;
    }
    print_best(advisor, &answer, &words);
    for (unsigned i = 0; i < answer.count; i++) {
        struct news_row row = make_row(advisor, &answer, &answer.moves[i]);
        insert(reply, &row);
    }
    reply->row_total = (uint16_t)answer.count;
    answer_clear(&answer);
}

static const struct rated *find(const struct answer *answer, struct move move)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (move_equal(answer->moves[i].move, move))
            return &answer->moves[i];
    return NULL;
}

static const struct rated *find_best(const struct answer *answer)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (answer->moves[i].best)
            return &answer->moves[i];
    return NULL;
}

// Where the chances are estimates or rest on one plan of the opponent's, a chance of 0
// is no certain loss.
static void add_cost(const struct advisor *advisor, const struct answer *answer,
                     const struct rated *chosen, const struct rated *best, struct text *out)
{
    text_add(out, answer->class == SOLVE_OPEN      ? "This throws the game away: "
                  : answer->class == SOLVE_SECRETS ? "Against best play this gives much away: "
                                                   : "This gives much away: ");
    print_chance(advisor, answer, chosen, out);
    text_add(out, "; ");
    move_print(advisor->variant.game, best->move, out);
    text_add(out, " ");
    print_chance(advisor, answer, best, out);
    text_add(out, ".");
}

// A fifth of the game is worth a word.
static bool costs_much(const struct advisor *advisor, const struct rated *chosen,
                       const struct rated *best)
{
    mpq_t kept, lost;
    mpq_inits(kept, lost, NULL);
    mover_chance(advisor, best, lost);
    mover_chance(advisor, chosen, kept);
    mpq_sub(lost, lost, kept);
    bool much = mpq_cmp_ui(lost, 1, 5) >= 0;
    mpq_clears(kept, lost, NULL);
    return much;
}

static bool warn(void *whom, const struct stage *stage, const struct view *view, struct move move,
                 struct news *reply)
{
    struct advisor *advisor = whom;
    struct text out = text_in(reply->words, sizeof reply->words), why = TEXT_OF(TEXT_MAX);
    struct answer answer;
    (void)stage;
    advisor->view = *view;
    if (!rate_within(advisor, warning_seconds, &answer, &why))
        return false;
    const struct rated *chosen = find(&answer, move), *best = find_best(&answer);
    if (chosen && best && is_unknown(chosen) && best->sure) {
        text_add(&out, "This gives up a sure win: ");
        move_print(advisor->variant.game, best->move, &out);
        text_add(&out, " wins whatever your opponent does.");
    } else if (chosen && best && !is_unknown(chosen) && costs_much(advisor, chosen, best)) {
        add_cost(advisor, &answer, chosen, best, &out);
    }
    answer_clear(&answer);
    return out.length > 0;
}

struct advisor *advisor_new(struct drive *drive, struct text *why)
{
    struct advisor *advisor = mem_new(sizeof *advisor);
    if (!advisor) {
        text_add(why, "There is not enough memory.");
        return NULL;
    }
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
