// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/advice.h"

#include <string.h>

#include "report/fraction.h"
#include "fronts/patience.h"

// For longer nobody waits for a hint, least of all in a pipe; or for a warning.
static const double hint_seconds = 15, warning_seconds = 2;

static bool rate_within(struct session *session, double seconds, struct answer *answer,
                        struct text *why)
{
    struct patience patience;
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    if (!session->rater)
        session->rater = rater_new(&session->variant, why);
    if (!session->rater)
        return false;
    patience_begin(&patience, "Thinking");
    patience.most = seconds;
    bool rated = rater_rate(session->rater, &patience.limits, &view, answer, why);
    bool late = patience_seconds(&patience) >= seconds;
    if (patience_end(&patience) && !rated && late) {
        text_clear(why);
        text_add(why, "There is no hint: it would take longer than %.0f seconds.", seconds);
    }
    return rated;
}

bool advice_rate(struct session *session, struct answer *answer, struct text *why)
{
    return rate_within(session, hint_seconds, answer, why);
}

void advice_chance(const struct session *session, const struct rated *rated, mpq_t chance)
{
    if (match_turn(&session->match)->mover == SEAT_1) {
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

void advice_print_chance(const struct session *session, const struct answer *answer,
                         const struct rated *rated, struct text *out)
{
    char digits[FRACTION_SIZE];
    mpq_t chance;
    mpq_init(chance);
    advice_chance(session, rated, chance);
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
static bool leads_to_safety(const struct session *session, struct move move)
{
    struct state after;
    struct view view = match_view(&session->match, match_turn(&session->match)->mover), then;
    struct board before_it, after_it;
    memset(&after, 0, sizeof after);
    memcpy(after.open, view.open, sizeof after.open);
    view_board(&session->variant, &view, &before_it);
    game_apply(&session->variant, &after, move);
    then = game_view(&after, SEAT_NOBODY);
    view_board(&session->variant, &then, &after_it);
    for (unsigned i = before_it.first; i <= before_it.last; i++)
        if (after_it.square[i].tokens & ~before_it.square[i].tokens)
            return before_it.square[i].safe;
    return false;
}

// A chance of 1 against one plan of the opponent's is not a sure win.
static bool is_sure(const struct session *session, const struct answer *answer,
                    const struct rated *rated)
{
    mpq_t chance;
    mpq_init(chance);
    advice_chance(session, rated, chance);
    bool sure = answer->class == SOLVE_SECRETS ? rated->sure : mpq_cmp_ui(chance, 1, 1) == 0;
    mpq_clear(chance);
    return sure;
}

static void add_reason(const struct session *session, const struct answer *answer,
                       const struct rated *best, struct text *out)
{
    mpq_t chance;
    mpq_init(chance);
    advice_chance(session, best, chance);
    if (is_sure(session, answer, best))
        text_add(out, "It wins whatever your opponent does.\n");
    else if (answer->class == SOLVE_OPEN)
        text_add(out, "Every move loses against best play; this one holds out longest.\n");
    else if (mpq_sgn(chance) == 0 && mpq_equal(best->lo, best->hi))
        text_add(out, "Every move loses against best play.\n");
    else if (leads_to_safety(session, best->move))
        text_add(out, "It goes to a place that is known to be safe.\n");
    mpq_clear(chance);
}

void advice_print_best(const struct session *session, const struct answer *answer, struct text *out)
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
            move_print(session->variant.game, answer->moves[i].move, out);
        }
        best = best ? best : &answer->moves[i];
        shown++;
    }
    text_add(out, "%s.\n", shown > SHOWN ? ", or others" : "");
    if (best)
        add_reason(session, answer, best, out);
}

static void add_move(const struct session *session, const struct answer *answer,
                     const struct rated *rated, struct text *out)
{
    char move[64];
    struct text name = text_in(move, sizeof move);
    move_print(session->variant.game, rated->move, &name);
    text_add(out, "  %-12s ", move);
    advice_print_chance(session, answer, rated, out);
    if (rated->best)
        text_add(out, "  <- best");
    if (answer->proof != PROOF_SURE && mpq_sgn(rated->share) > 0 &&
        mpq_cmp_ui(rated->share, 1, 1) < 0)
        text_add(out, ", in %.0f %% of all games", mpq_get_d(rated->share) * 100);
    text_add(out, "\n");
}

// The best come first, so that none of them is left out.
static void add_moves(const struct session *session, const struct answer *answer, struct text *out)
{
    enum { SHOWN = 24 };
    unsigned shown = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < answer->count && shown < SHOWN; i++)
            if (answer->moves[i].best == (pass == 0)) {
                add_move(session, answer, &answer->moves[i], out);
                shown++;
            }
    if (answer->count > SHOWN)
        text_add(out, "  ... and %u more\n", answer->count - SHOWN);
}

void advice_print_hint(struct session *session, struct text *out)
{
    struct answer answer;
    if (!advice_rate(session, &answer, out)) {
        text_add(out, "\n");
        return;
    }
    advice_print_best(session, &answer, out);
    add_moves(session, &answer, out);
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
static void add_cost(const struct session *session, const struct answer *answer,
                     const struct rated *chosen, const struct rated *best, struct text *out)
{
    text_add(out, answer->class == SOLVE_OPEN      ? "This throws the game away: "
                  : answer->class == SOLVE_SECRETS ? "Against best play this gives much away: "
                                                   : "This gives much away: ");
    advice_print_chance(session, answer, chosen, out);
    text_add(out, "; ");
    move_print(session->variant.game, best->move, out);
    text_add(out, " ");
    advice_print_chance(session, answer, best, out);
    text_add(out, ".");
}

// A fifth of the game is worth a word.
static bool costs_much(const struct session *session, const struct rated *chosen,
                       const struct rated *best)
{
    mpq_t kept, lost;
    mpq_inits(kept, lost, NULL);
    advice_chance(session, best, lost);
    advice_chance(session, chosen, kept);
    mpq_sub(lost, lost, kept);
    bool much = mpq_cmp_ui(lost, 1, 5) >= 0;
    mpq_clears(kept, lost, NULL);
    return much;
}

void advice_print_warning(struct session *session, struct move move, struct text *out)
{
    struct answer answer;
    char ignored[TEXT_MAX];
    struct text why = text_in(ignored, sizeof ignored);
    if (!rate_within(session, warning_seconds, &answer, &why))
        return;
    const struct rated *chosen = find(&answer, move), *best = find_best(&answer);
    if (chosen && best && is_unknown(chosen) && best->sure) {
        text_add(out, "This gives up a sure win: ");
        move_print(session->variant.game, best->move, out);
        text_add(out, " wins whatever your opponent does.");
    } else if (chosen && best && !is_unknown(chosen) && costs_much(session, chosen, best)) {
        add_cost(session, &answer, chosen, best, out);
    }
    answer_clear(&answer);
}
