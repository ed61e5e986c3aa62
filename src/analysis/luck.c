// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/luck.h"

#include <math.h>

// Seat 1's chances, in the middle of what is known.
static double value_of(const struct solve_answer *answer)
{
    return (mpq_get_d(answer->lo) + mpq_get_d(answer->hi)) / 2;
}

static bool find_value(const struct solve_answer *answer, struct move move, double *value)
{
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        if (!move_equal(rated->move, move))
            continue;
        *value = (mpq_get_d(rated->lo) + mpq_get_d(rated->hi)) / 2;
        return true;
    }
    return false;
}

static void count_decision(struct luck *luck, const struct event *event,
                           const struct solve_answer *answer)
{
    double before = value_of(answer), after;
    if (!find_value(answer, event->move, &after) || answer->proof == SOLVE_BOUNDS) {
        luck->adjusted = false;
        return;
    }
    bool begins = luck->decisions[SEAT_1] + luck->decisions[SEAT_2] == 0;
    luck->score += begins ? after : after - before;
    luck->loss[event->seat] += fmax(event->seat == SEAT_1 ? before - after : after - before, 0);
    luck->decisions[event->seat]++;
}

static void find_left(struct luck *luck, const struct match *match, struct rater *rater,
                      const struct limits *limits)
{
    struct view view = match_view(match, match_turn(match)->mover);
    struct text why = TEXT_OF(TEXT_MAX);
    struct history history;
    struct solve_answer answer;
    luck->left = match_turn(match)->winner == SEAT_1;
    if (match_over(match) || !luck->adjusted)
        return;
    match_history(match, view.seat, &history);
    luck->adjusted =
        view.seat != SEAT_CHANCE && rater_rate(rater, limits, &view, &history, &answer, &why);
    if (!luck->adjusted)
        return;
    luck->left = value_of(&answer);
    luck->adjusted = answer.proof != SOLVE_BOUNDS;
    solve_answer_clear(&answer);
}

void luck_measure(struct luck *luck, const struct match *match, struct rater *rater, unsigned given,
                  const struct limits *limits)
{
    unsigned decisions = 0;
    struct match_room room;
    struct match *again = match_in(&room);
    struct event event;
    *luck = (struct luck){ .adjusted = claim_class(match_game(match)) != CLAIM_SECRETS };
    find_left(luck, match, rater, limits);
    match_start(again, match_variant(match), match_first(match));
    for (unsigned i = 0; i < match_count(match); i++) {
        struct event made = match_made(match, i);
        struct view view = match_view(again, made.seat);
        struct text why = TEXT_OF(TEXT_MAX);
        struct history history;
        struct solve_answer answer;
        match_history(again, made.seat, &history);
        bool decides = made.seat != SEAT_CHANCE && decisions++ >= given;
        if (decides && rater_rate(rater, limits, &view, &history, &answer, &why)) {
            count_decision(luck, &made, &answer);
            solve_answer_clear(&answer);
        } else if (decides) {
            luck->adjusted = false;
        }
        bool legal = match_play(again, made.seat, made.move, &event);
        assert(legal);
    }
    if (!luck->adjusted || luck->decisions[SEAT_1] + luck->decisions[SEAT_2] == 0)
        luck->score = luck->left;
}
