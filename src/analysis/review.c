// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/review.h"

#include <stdio.h>

#include "analysis/advice.h"
#include "analysis/confirm.h"
#include "core/memory.h"

// What counts as a mistake and as a turn of the game: one part in this many; as a blunder and
// as luck. Compared as fractions, since exactly a fifth is common and no double.
enum { MISTAKE = 20, BLUNDER = 5 };

static bool is_at_least(const mpq_t share, unsigned one_in)
{
    return mpq_cmp_ui(share, 1, one_in) >= 0;
}

static bool is_at_most(const mpq_t share, int minus_one_in)
{
    return mpq_cmp_si(share, -1, (unsigned long)minus_one_in) <= 0;
}

static void init_point(struct review_point *point, const struct event *event)
{
    *point = (struct review_point){ .event = *event };
    mpq_inits(point->before.lo, point->before.hi, point->after.lo, point->after.hi, point->cost,
              point->luck, point->chance[SEAT_1], point->chance[SEAT_2], NULL);
}

void review_clear(struct review *review)
{
    for (unsigned i = 0; i < review->count; i++) {
        struct review_point *point = &review->points[i];
        mpq_clears(point->before.lo, point->before.hi, point->after.lo, point->after.hi,
                   point->cost, point->luck, point->chance[SEAT_1], point->chance[SEAT_2], NULL);
    }
    mpq_clear(review->left);
    mem_free(review->points);
    mem_free(review->own);
}

static bool is_known(const struct review_worth *chance)
{
    return mpq_equal(chance->lo, chance->hi);
}

// What is known of a move: its chance, or nothing.
static void set_worth(struct review_worth *out, const struct advice *advice,
                      const struct advice_move *move)
{
    out->exact = advice->checked || move->certain == ADVICE_WIN || move->certain == ADVICE_LOSS;
    mpq_set_ui(out->lo, 0, 1);
    mpq_set_ui(out->hi, 1, 1);
    if (!move->known)
        return;
    mpq_set(out->lo, move->chance);
    mpq_set(out->hi, move->chance);
}

// Only what is beyond doubt: what lies between the bounds and, where chances are estimates,
// what their error cannot explain.
static void set_cost(struct review_point *point)
{
    mpq_t doubt;
    mpq_init(doubt);
    if (!point->before.exact || !point->after.exact)
        mpq_set_ui(doubt, 1, MISTAKE);
    mpq_sub(point->cost, point->before.lo, point->after.hi);
    mpq_sub(point->cost, point->cost, doubt);
    if (mpq_sgn(point->cost) < 0)
        mpq_set_ui(point->cost, 0, 1);
    mpq_clear(doubt);
}

// Of several: where turns are counted the quickest win or the slowest loss.
static const struct advice_move *find_best(const struct advice *advice)
{
    const struct advice_move *best = advice->best;
    for (unsigned i = 0; advice->kind == ADVICE_TURNS && i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        bool quicker = move->turns < best->turns;
        if (move->best && move->turns != best->turns && quicker == (mpq_sgn(move->chance) > 0))
            best = move;
    }
    return best;
}

static void set_known(struct review_point *point, unsigned seat, const mpq_t chance, bool known)
{
    point->known[seat] = known;
    if (known)
        mpq_set(point->chance[seat], chance);
}

// What are the chances against?
static void take_kind(struct review *review, const struct advice *advice,
                      const struct advice_move *move)
{
    if (advice->kind != ADVICE_AGAINST || !advice->checked || !move->known ||
        move->certain == ADVICE_WIN || move->certain == ADVICE_LOSS)
        return;
    review->against = true;
    review->differs |= !advice_agrees(advice, move);
}

static void take_advice(struct review *review, struct review_point *point,
                        const struct advice *advice)
{
    const struct advice_move *made = advice_find(advice, point->event.move);
    const struct advice_move *best = find_best(advice);
    if (!made || !best)
        return;
    point->rated = true;
    set_worth(&point->before, advice, best);
    set_worth(&point->after, advice, made);
    take_kind(review, advice, best);
    take_kind(review, advice, made);
    review->estimated |= !point->before.exact || (made->known && !point->after.exact);
    set_cost(point);
    point->chose_best = made->best && (advice->kind != ADVICE_TURNS || made->turns == best->turns);
    point->gave_up_win = best->certain == ADVICE_WIN && made->certain != ADVICE_WIN;
    point->lost = advice_all_lose(advice);
    point->settled = made->certain == ADVICE_WIN || made->certain == ADVICE_LOSS;
    set_known(point, point->event.seat, best->chance, best->known);
    point->best = point->chose_best ? made->move : best->move;
    point->turns[0] = best->turns;
    point->turns[1] = made->turns;
}

static void set_rest(mpq_t out, const mpq_t chance)
{
    mpz_sub(mpq_numref(out), mpq_denref(chance), mpq_numref(chance));
    mpz_set(mpq_denref(out), mpq_denref(chance));
}

bool review_chance(const struct review *review, unsigned point, unsigned seat, double *chance)
{
    if (point == review->count) {
        *chance = review->winner == seat;
        return true;
    }
    *chance = mpq_get_d(review->points[point].chance[seat]);
    return review->points[point].known[seat];
}

// --- Luck is what happened to one's own chance

// A move is judged by what the mover knew, and what came of it by what the same player knows
// then. What is certain is not changed by any outcome, and one that was certain changes nothing.
static void find_luck(struct review_point *point, struct confirm *confirm,
                      const struct match *after, bool checked)
{
    struct history history;
    mpq_t chance;
    if (!point->rated || point->settled || !is_known(&point->after))
        return;
    point->settled = match_game(after)->verbs[point->event.move.verb].hidden;
    if (point->settled)
        return;
    mpq_init(chance);
    match_history(after, point->event.seat, &history);
    enum check_verdict verdict = confirm_standing(confirm, point->event.seat, &history, chance);
    point->settled = verdict == CHECK_PROVED;
    point->unforeseen = verdict == CHECK_REFUTED && checked;
    if (point->settled)
        mpq_sub(point->luck, chance, point->after.lo);
    mpq_clear(chance);
}

// Without secrets everybody knows the same: how things came out is the next point's chance.
static bool find_open_result(const struct review *review, unsigned i, unsigned seat, mpq_t chance)
{
    if (i + 1 < review->count) {
        mpq_set(chance, review->points[i + 1].chance[seat]);
        return review->points[i + 1].known[seat];
    }
    mpq_set_ui(chance, review->winner == seat, 1);
    if (!review->given_up)
        return true;
    mpq_set(chance, review->left);
    if (review->winner == seat)
        set_rest(chance, chance);
    return review->left_known;
}

static void find_open_luck(struct review *review)
{
    mpq_t chance;
    mpq_init(chance);
    for (unsigned i = 0; i < review->count; i++) {
        struct review_point *point = &review->points[i];
        point->settled = point->rated && is_known(&point->after) &&
                         find_open_result(review, i, point->event.seat, chance);
        if (point->settled)
            mpq_sub(point->luck, chance, point->after.lo);
    }
    mpq_clear(chance);
}

// What the seat that made the last move has after its outcome.
static bool find_settled(const struct review *review, unsigned count, unsigned seat, mpq_t chance)
{
    const struct review_point *last = count ? &review->points[count - 1] : NULL;
    if (!last || last->event.seat != seat || !last->settled)
        return false;
    mpq_add(chance, last->after.lo, last->luck);
    return true;
}

// The other's own chance while somebody is on turn.
static void find_other(struct review *review, struct review_point *point, struct confirm *confirm,
                       const struct match *match)
{
    unsigned mover = point->event.seat, other = opponent(mover);
    struct history history;
    if (review->class != CLAIM_SECRETS) {
        set_rest(point->chance[other], point->chance[mover]);
        point->known[other] = point->known[mover];
        return;
    }
    match_history(match, other, &history);
    point->known[other] =
        find_settled(review, (unsigned)(point - review->points), other, point->chance[other]) ||
        confirm_standing(confirm, other, &history, point->chance[other]) == CHECK_PROVED;
}

// What a decision cost. A sure win that was given up is a blunder, however much is left by one best
// plan; where nothing is known of what is left, it was all.
static void set_lost(mpq_t lost, const struct review_point *point)
{
    mpq_set(lost, point->cost);
    if (point->gave_up_win && !is_known(&point->after))
        mpq_set_ui(lost, 1, 1);
    else if (point->gave_up_win && !is_at_least(lost, BLUNDER))
        mpq_set_ui(lost, 1, BLUNDER);
}

// A step that met nothing is not bad luck, though what it told may be bad news.
static bool is_bad_luck(const struct review *review, const struct review_point *point)
{
    const struct game *game = match_game(review->match);
    return mpq_sgn(point->luck) < 0 && (game->verbs[point->event.move.verb].effect != VERB_GO ||
                                        game->outcomes[point->event.outcome].harms);
}

// The decision, or the luck, that brought the winner most; of equal ones the last.
static void find_turning(struct review *review)
{
    mpq_t most, gain, lost;
    mpq_inits(most, gain, lost, NULL);
    mpq_set_ui(most, 1, MISTAKE);
    review->turning = review->count;
    for (unsigned i = 0; i < review->count; i++) {
        const struct review_point *point = &review->points[i];
        set_lost(lost, point);
        mpq_neg(gain, lost);
        if (mpq_sgn(point->luck) > 0 || is_bad_luck(review, point))
            mpq_add(gain, gain, point->luck);
        if (point->event.seat != review->winner)
            mpq_neg(gain, gain);
        if (!point->rated || mpq_cmp(gain, most) < 0)
            continue;
        mpq_set(most, gain);
        review->turning = i;
    }
    mpq_clears(most, gain, lost, NULL);
}

// A point that cannot be rated is left as it is, and *why says why. `match` is before the move,
// `after` after it.
static void rate_point(struct review *review, struct review_point *point, struct rater *rater,
                       const struct limits *limits, const struct match *match,
                       const struct match *after, struct text *why)
{
    struct view view = match_view(match, point->event.seat);
    struct history history;
    struct advice advice;
    struct confirm confirm = { rater, limits, match_variant(match), &view, &history, 0 };
    bool checked = false;
    // Once some chances are known to differ, what others do makes no difference to the review.
    bool (*make)(struct advice *, struct rater *, const struct limits *, const struct variant *,
                 const struct view *, const struct history *, struct text *) =
        review->differs ? advice_make_plain : advice_make;
    match_history(match, view.seat, &history);
    text_clear(why);
    if (make(&advice, rater, limits, match_variant(match), &view, &history, why)) {
        take_advice(review, point, &advice);
        checked = advice.checked;
        advice_clear(&advice);
    }
    find_other(review, point, &confirm, match);
    if (review->class == CLAIM_SECRETS)
        find_luck(point, &confirm, after, checked);
    if (!point->rated && !review->reason[0])
        snprintf(review->reason, sizeof review->reason, "%s", why->at);
    review->stopped = !limits_go_on(limits, 0);
}

// What the loser still had, where the game was not played to its end.
static void rate_end(struct review *review, struct rater *rater, const struct limits *limits,
                     const struct match *match)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct view view = match_view(match, match_turn(match)->mover);
    unsigned loser = opponent(review->winner);
    struct history history;
    struct advice advice;
    match_history(match, view.seat, &history);
    if (view.seat == SEAT_CHANCE ||
        !advice_make_plain(&advice, rater, limits, match_variant(match), &view, &history, &why))
        return;
    review->left_known = advice.best && advice.best->known;
    if (review->left_known)
        mpq_set(review->left, advice.best->chance);
    if (view.seat != loser && review->class == CLAIM_SECRETS)
        review->left_known = find_settled(review, review->count, loser, review->left);
    else if (view.seat != loser)
        set_rest(review->left, review->left);
    advice_clear(&advice);
}

// Plays the game again and rates every decision before it is made. False, with a sentence,
// when none could be.
static bool rate_all(struct review *review, struct rater *rater, const struct limits *limits,
                     struct text *why)
{
    const struct match *match = review->match;
    struct match_room room, next;
    struct match *again = match_in(&room), *after = match_in(&next);
    struct event event;
    bool any = false;
    match_start(again, match_variant(match), match_first(match));
    match_start(after, match_variant(match), match_first(match));
    for (unsigned i = 0; i < match_count(match); i++) {
        struct event made = match_made(match, i);
        bool legal = match_play(after, made.seat, made.move, &event);
        if (made.seat != SEAT_CHANCE) {
            struct review_point *point = &review->points[review->count++];
            init_point(point, &made);
            if (!review->stopped)
                rate_point(review, point, rater, limits, again, after, why);
            any |= point->rated;
        }
        legal = legal && match_play(again, made.seat, made.move, &event);
        assert(legal);
    }
    if (review->given_up)
        rate_end(review, rater, limits, match);
    return any;
}

static bool begin(struct review *review, const struct match *match, unsigned winner,
                  struct text *why)
{
    bool over = match_over(match);
    *review = (struct review){
        .match = match,
        .class = claim_class(match_game(match)),
        .winner = over ? match_turn(match)->winner : winner,
        .given_up = !over,
    };
    if (!review->winner) {
        text_add(why, "It is not over, and only then can it be reviewed.");
        return false;
    }
    unsigned count = match_count(match);
    review->points = mem_new((count ? count : 1) * sizeof *review->points);
    if (!review->points)
        text_add(why, "There is not enough memory for a review.");
    else
        mpq_init(review->left);
    return review->points;
}

bool review_make(struct review *review, const struct match *match, unsigned winner,
                 const struct limits *limits, struct text *why)
{
    if (!begin(review, match, winner, why))
        return false;
    struct rater *rater = rater_new(match_variant(match), why);
    bool made = rater && rate_all(review, rater, limits, why);
    rater_free(rater);
    if (!made) {
        if (why->length == 0)
            text_add(why, "There is nothing to review: nobody decided anything.");
        review_clear(review);
        return false;
    }
    for (unsigned i = 0; i < review->count; i++)
        review->gaps |= !review->points[i].known[review->points[i].event.seat];
    if (review->class != CLAIM_SECRETS)
        find_open_luck(review);
    find_turning(review);
    return true;
}

enum review_mark review_mark(const struct review_point *point)
{
    if (is_at_least(point->cost, BLUNDER) || point->gave_up_win)
        return REVIEW_BLUNDER;
    return is_at_least(point->cost, MISTAKE) ? REVIEW_MISTAKE : REVIEW_FINE;
}

const char *review_mark_text(enum review_mark mark)
{
    static const char *const texts[] = {
        [REVIEW_FINE] = "",
        [REVIEW_MISTAKE] = "?",
        [REVIEW_BLUNDER] = "??",
    };
    return texts[mark];
}

bool review_was_unlucky(const struct review *review, const struct review_point *point)
{
    return is_bad_luck(review, point) && is_at_most(point->luck, BLUNDER) &&
           review_mark(point) == REVIEW_FINE;
}

bool review_was_lucky(const struct review_point *point)
{
    return is_at_least(point->luck, BLUNDER);
}

static bool is_all_rated(const struct review *review)
{
    for (unsigned i = 0; i < review->count; i++)
        if (!review->points[i].rated)
            return false;
    return true;
}

static void print_no_turning(const struct review *review, const char *const *name, struct text *out)
{
    if (!is_all_rated(review))
        text_add(out, "Where the game turned cannot be told: not every move could be judged.");
    else if (review->given_up && review->left_known && mpq_sgn(review->left) > 0)
        text_add(out, "There was no turning point: %s gave up with a chance of %.1f %%.",
                 name[opponent(review->winner)], mpq_get_d(review->left) * 100);
    else if (review->class == CLAIM_OPEN && !review->estimated)
        text_add(out, "There was no turning point: %s had the win from the first move on.",
                 name[review->winner]);
    else
        text_add(out, "There was no turning point: no single move decided the game.");
}

// What a mistake was worth: in open games it is the game.
static void print_mistake(const struct review *review, const struct review_point *point,
                          struct text *out)
{
    if (review->class == CLAIM_OPEN && point->before.exact)
        text_add(out, " gave the game away; ");
    else if (point->gave_up_win)
        text_add(out, " gave up a sure win; ");
    else
        text_add(out, " gave away %s%.1f %%; ",
                 !point->before.exact || !point->after.exact ||
                         !mpq_equal(point->after.lo, point->after.hi)
                     ? "at least "
                     : "",
                 mpq_get_d(point->cost) * 100);
    move_print(match_game(review->match), point->best, out);
    text_add(out, " was best.");
    if (is_bad_luck(review, point) && is_at_most(point->luck, BLUNDER))
        text_add(out, " Bad luck did the rest.");
}

void review_print_turning(const struct review *review, const char *const *name, struct text *out)
{
    if (review->turning == review->count) {
        print_no_turning(review, name, out);
        return;
    }
    const struct review_point *point = &review->points[review->turning];
    text_add(out, "The turning point was move %u: %s's \"", review->turning + 1,
             name[point->event.seat]);
    move_print(match_game(review->match), point->event.move, out);
    text_add(out, "\"");
    if (point->event.seat == review->winner)
        text_add(out, " was a risk that went well.");
    else if (review_mark(point) != REVIEW_FINE)
        print_mistake(review, point, out);
    else
        text_add(out, " was bad luck, not a bad decision.");
}

static bool play_again(struct match *match, const struct event *moves, unsigned count)
{
    struct event event;
    for (unsigned i = 0; i < count; i++)
        if (!match_play(match, moves[i].seat, moves[i].move, &event))
            return false;
    return true;
}

bool review_make_from(struct review *review, const struct variant *variant, unsigned first,
                      const struct event *moves, unsigned count, unsigned winner,
                      const struct limits *limits, struct text *why)
{
    struct match_room *room = mem_new(sizeof *room);
    if (!room) {
        text_add(why, "There is not enough memory for a review.");
        return false;
    }
    struct match *match = match_in(room);
    match_start(match, variant, first);
    bool played = play_again(match, moves, count);
    if (!played)
        text_add(why, "There is nothing to review: not all of the moves are known.");
    if (!played || !review_make(review, match, winner, limits, why)) {
        mem_free(room);
        return false;
    }
    review->own = room;
    return true;
}
