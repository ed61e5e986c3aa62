// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/advice.h"

#include "fronts/fraction.h"
#include "fronts/patience.h"

bool advice_rate(struct session *session, struct answer *answer, struct text *why)
{
    struct patience patience;
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    if (!session->rater)
        session->rater = rater_new(session->game, &session->rules, why);
    if (!session->rater)
        return false;
    patience_begin(&patience, "Thinking");
    bool rated = rater_rate(session->rater, &patience.limits, &view, answer, why);
    patience_end(&patience);
    return rated;
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
    else
        text_add(out, "%s%s (%.1f %%)", mpq_equal(rated->lo, rated->hi) ? "" : "at least ", digits,
                 mpq_get_d(chance) * 100);
    mpq_clear(chance);
}

// Is the cell that a move leads to known to be safe, and does nobody gain by it?
static bool leads_to_safety(const struct session *session, struct move move)
{
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    struct board board;
    view_board(session->game, &session->rules, &view, &board);
    if (cells_count(move.set) > 1 || session->game->verbs[move.verb].hidden)
        return false;
    unsigned number = move.set ? cells_first(move.set) : 0;
    unsigned to = session->game->target(&session->rules, view_open(&view), move.verb, number);
    return board.square[to].safe;
}

static void add_reason(const struct session *session, const struct answer *answer,
                       const struct rated *best, struct text *out)
{
    mpq_t chance;
    mpq_init(chance);
    advice_chance(session, best, chance);
    if (mpq_cmp_ui(chance, 1, 1) == 0)
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
            move_print(session->game, answer->moves[i].move, out);
        }
        best = best ? best : &answer->moves[i];
        shown++;
    }
    text_add(out, "%s.\n", shown > SHOWN ? ", or others" : "");
    if (best)
        add_reason(session, answer, best, out);
}

static void add_moves(const struct session *session, const struct answer *answer, struct text *out)
{
    enum { SHOWN = 24 };
    for (unsigned i = 0; i < answer->count && i < SHOWN; i++) {
        char move[64];
        struct text name = text_in(move, sizeof move);
        move_print(session->game, answer->moves[i].move, &name);
        text_add(out, "  %-12s ", move);
        advice_print_chance(session, answer, &answer->moves[i], out);
        text_add(out, "%s\n", answer->moves[i].best ? "  <- best" : "");
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
    if (!advice_rate(session, &answer, &why))
        return;
    const struct rated *chosen = find(&answer, move), *best = find_best(&answer);
    if (chosen && best && costs_much(session, chosen, best)) {
        text_add(out, "This throws the game away: ");
        advice_print_chance(session, &answer, chosen, out);
        text_add(out, "; ");
        move_print(session->game, best->move, out);
        text_add(out, " ");
        advice_print_chance(session, &answer, best, out);
        text_add(out, ".");
    }
    answer_clear(&answer);
}
