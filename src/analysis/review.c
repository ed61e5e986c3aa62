// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/review.h"

#include <stdio.h>

#include "analysis/advice.h"
#include "core/memory.h"

// What counts as a mistake and as a turn of the game: one in so many; as a blunder and
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
              point->luck, NULL);
}

void review_clear(struct review *review)
{
    for (unsigned i = 0; i < review->count; i++) {
        struct review_point *point = &review->points[i];
        mpq_clears(point->before.lo, point->before.hi, point->after.lo, point->after.hi,
                   point->cost, point->luck, NULL);
    }
    mem_free(review->points);
    mem_free(review->own);
}

static bool is_known(const struct review_worth *chance)
{
    mpq_t width;
    mpq_init(width);
    mpq_sub(width, chance->hi, chance->lo);
    bool known = !is_at_least(width, MISTAKE);
    mpq_clear(width);
    return known;
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
    review->estimated |= !point->before.exact || (made->known && !point->after.exact);
    set_cost(point);
    point->chose_best = made->best && (advice->kind != ADVICE_TURNS || made->turns == best->turns);
    point->gave_up_win = best->certain == ADVICE_WIN && made->certain != ADVICE_WIN && !made->known;
    point->best = point->chose_best ? made->move : best->move;
    point->turns[0] = best->turns;
    point->turns[1] = made->turns;
}

static void set_middle(mpq_t out, const struct review_worth *chance)
{
    mpq_add(out, chance->lo, chance->hi);
    mpq_div_2exp(out, out, 1);
}

static bool is_known_at(const struct review *review, unsigned point)
{
    return point == review->count ||
           (review->points[point].rated && is_known(&review->points[point].before));
}

// It must be known.
static void set_chance_before(mpq_t out, const struct review *review, unsigned point, unsigned seat)
{
    if (point == review->count) {
        mpq_set_ui(out, review->winner == seat, 1);
        return;
    }
    set_middle(out, &review->points[point].before);
    if (review->points[point].event.seat != seat)
        mpz_sub(mpq_numref(out), mpq_denref(out), mpq_numref(out));
}

bool review_chance(const struct review *review, unsigned point, unsigned seat, double *chance)
{
    mpq_t exact;
    if (!is_known_at(review, point))
        return false;
    mpq_init(exact);
    set_chance_before(exact, review, point, seat);
    *chance = mpq_get_d(exact);
    mpq_clear(exact);
    return true;
}

// Where players have secrets, the next point is what somebody else knows: it says
// how things came out only if something was disclosed or the game is over.
static void find_luck(struct review *review)
{
    mpq_t expected;
    mpq_init(expected);
    for (unsigned i = 0; i < review->count; i++) {
        struct review_point *point = &review->points[i];
        bool comparable = review->class != CLAIM_SECRETS || i + 1 == review->count ||
                          point->event.outcome != OUTCOME_PLAIN;
        if (!point->rated || !comparable || !is_known(&point->after) || !is_known_at(review, i + 1))
            continue;
        set_middle(expected, &point->after);
        set_chance_before(point->luck, review, i + 1, point->event.seat);
        mpq_sub(point->luck, point->luck, expected);
    }
    mpq_clear(expected);
}

// The decision that brought the winner most; of equal ones the last.
static void find_turning(struct review *review)
{
    mpq_t most, gain;
    mpq_inits(most, gain, NULL);
    mpq_set_ui(most, 1, MISTAKE);
    review->turning = review->count;
    for (unsigned i = 0; i < review->count; i++) {
        const struct review_point *point = &review->points[i];
        mpq_sub(gain, point->luck, point->cost);
        if (point->gave_up_win)
            mpq_set_si(gain, -1, 1);
        if (point->event.seat != review->winner)
            mpq_neg(gain, gain);
        if (!point->rated || mpq_cmp(gain, most) < 0)
            continue;
        mpq_set(most, gain);
        review->turning = i;
    }
    mpq_clears(most, gain, NULL);
}

// A point that cannot be rated is left as it is, and *why says why.
static void rate_point(struct review *review, struct review_point *point, struct rater *rater,
                       const struct limits *limits, const struct match *match, struct text *why)
{
    struct view view = match_view(match, point->event.seat);
    struct history history;
    struct advice advice;
    match_history(match, view.seat, &history);
    text_clear(why);
    if (advice_make(&advice, rater, limits, match_variant(match), &view, &history, why)) {
        take_advice(review, point, &advice);
        advice_clear(&advice);
    }
    if (!point->rated && !review->reason[0])
        snprintf(review->reason, sizeof review->reason, "%s", why->at);
    review->stopped = !limits_go_on(limits, 0);
}

// Plays the game again and rates every decision before it is made. False, with a sentence,
// when none could be.
static bool rate_all(struct review *review, struct rater *rater, const struct limits *limits,
                     struct text *why)
{
    const struct match *match = review->match;
    struct match_room room;
    struct match *again = match_in(&room);
    struct event event;
    bool any = false;
    match_start(again, match_variant(match), match_first(match));
    for (unsigned i = 0; i < match_count(match); i++) {
        struct event made = match_made(match, i);
        if (made.seat != SEAT_CHANCE) {
            struct review_point *point = &review->points[review->count++];
            init_point(point, &made);
            if (!review->stopped)
                rate_point(review, point, rater, limits, again, why);
            any |= point->rated;
        }
        bool legal = match_play(again, made.seat, made.move, &event);
        assert(legal);
    }
    return any;
}

bool review_make(struct review *review, const struct match *match, const struct limits *limits,
                 struct text *why)
{
    *review = (struct review){
        .match = match,
        .class = claim_class(match_game(match)),
        .winner = match_turn(match)->winner,
    };
    if (!match_over(match)) {
        text_add(why, "It was not played to its end, and only then can it be reviewed.");
        return false;
    }
    review->points = mem_new(match_count(match) * sizeof *review->points);
    struct rater *rater = review->points ? rater_new(match_variant(match), why) : NULL;
    if (!review->points)
        text_add(why, "There is not enough memory for a review.");
    bool made = rater && rate_all(review, rater, limits, why);
    rater_free(rater);
    if (!made) {
        if (why->length == 0)
            text_add(why, "There is nothing to review: nobody decided anything.");
        review_clear(review);
        return false;
    }
    for (unsigned i = 0; i < review->count; i++)
        review->gaps |= !is_known_at(review, i);
    find_luck(review);
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

bool review_was_unlucky(const struct review_point *point)
{
    bool boom = point->event.outcome == OUTCOME_BOOM && mpq_sgn(point->after.hi) > 0;
    return (boom || is_at_most(point->luck, BLUNDER)) && review_mark(point) == REVIEW_FINE;
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
    if (is_at_most(point->luck, BLUNDER))
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
    return match_over(match);
}

bool review_make_from(struct review *review, const struct variant *variant, unsigned first,
                      const struct event *moves, unsigned count, const struct limits *limits,
                      struct text *why)
{
    struct match_room *room = mem_new(sizeof *room);
    if (!room) {
        text_add(why, "There is not enough memory for a review.");
        return false;
    }
    struct match *match = match_in(room);
    match_start(match, variant, first);
    bool over = play_again(match, moves, count);
    if (!over)
        text_add(why, "There is nothing to review: the game was not played to its end.");
    if (!over || !review_make(review, match, limits, why)) {
        mem_free(room);
        return false;
    }
    review->own = room;
    return true;
}
