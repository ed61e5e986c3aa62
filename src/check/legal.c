// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/legal.h"

#include "core/move_text.h"

#include <stdlib.h>

struct legal {
    struct work *work;
    const struct variant *variant;
    const struct strategy *strategy;
    unsigned seat;
};

// Where play can be when the strategy is at one of its nodes.
struct place {
    unsigned node;
    unsigned own; // the last own move before it, or node 0
};

static bool visit(const struct legal *legal, struct place place, const struct work_truths *truths);

static bool refute(const struct legal *legal, unsigned node, const char *words)
{
    struct text what = TEXT_OF(TEXT_MAX);
    const struct strategy_node *at = &legal->strategy->nodes[node];
    if (at->step.kind == STRATEGY_OUTCOME)
        text_add(&what, "%s", outcome_name(legal->variant->game, at->step.outcome));
    else
        move_print(legal->variant->game, at->step.move, &what);
    if (at->line)
        return work_refute(legal->work, "Line %u: '%s' %s.", at->line, what.at, words);
    return work_refute(legal->work, "'%s' in the strategy of seat %u %s.", what.at, legal->seat,
                       words);
}

// ---- No step stands twice at one place, and weights add up. ----

static int compare_steps(const void *a, const void *b)
{
    const struct strategy_step *one = &(*(const struct strategy_node *const *)a)->step;
    const struct strategy_step *two = &(*(const struct strategy_node *const *)b)->step;
    if (one->kind != two->kind)
        return one->kind < two->kind ? -1 : 1;
    if (one->kind == STRATEGY_OUTCOME)
        return (one->outcome > two->outcome) - (one->outcome < two->outcome);
    if (one->move.verb != two->move.verb)
        return one->move.verb < two->move.verb ? -1 : 1;
    return (one->move.set > two->move.set) - (one->move.set < two->move.set);
}

static bool all_differ(const struct legal *legal, unsigned node)
{
    const struct strategy_node *nodes = legal->strategy->nodes;
    size_t count = 0, size;
    for (unsigned i = nodes[node].child; i; i = nodes[i].next)
        count++;
    const struct strategy_node **sorted =
        work_grow(legal->work, NULL, 0, size = (count + 1) * sizeof *sorted);
    if (!sorted)
        return false;
    count = 0;
    for (unsigned i = nodes[node].child; i; i = nodes[i].next)
        sorted[count++] = &nodes[i];
    qsort(sorted, count, sizeof *sorted, compare_steps);
    bool differ = work_tick(legal->work, count);
    for (size_t i = 1; differ && i < count; i++)
        if (compare_steps(&sorted[i - 1], &sorted[i]) == 0)
            differ = refute(legal, (unsigned)(sorted[i] - nodes), "stands twice at one place");
    work_free(legal->work, sorted, size);
    return differ;
}

static bool adds_up(const struct legal *legal, struct place place)
{
    const struct strategy_node *nodes = legal->strategy->nodes;
    unsigned last = 0, wrong = 0;
    mpz_t sum;
    mpz_init(sum);
    for (unsigned i = nodes[place.node].child; i; i = nodes[i].next)
        if (nodes[i].step.kind == STRATEGY_OWN) {
            mpz_add(sum, sum, nodes[i].weight);
            wrong = mpz_sgn(nodes[i].weight) > 0 ? wrong : i;
            last = i;
        }
    bool right = !last || mpz_cmp(sum, nodes[place.own].weight) == 0;
    mpz_clear(sum);
    if (wrong)
        return refute(legal, wrong, "has a weight that is not above 0");
    return right || refute(legal, last, "is the last of moves whose weights do not add up");
}

// ---- Every step can happen. ----

// The truths in which the step's mover is on turn, after the step. An own move must be
// legal in all of them.
static bool take_step(const struct legal *legal, unsigned node, const struct work_truths *from,
                      struct work_truths *to)
{
    const struct strategy_step *step = &legal->strategy->nodes[node].step;
    unsigned mover = step->kind == STRATEGY_OWN ? legal->seat : opponent(legal->seat);
    bool fine = true;
    if (step->kind != STRATEGY_OWN && legal->variant->game->verbs[step->move.verb].hidden)
        return refute(legal, node, "cannot happen there");
    for (size_t i = 0; fine && i < from->count; i++) {
        struct work_truth truth = from->list[i];
        struct view view = game_view(&truth.state, mover);
        if (view_turn(&view)->winner || view_turn(&view)->mover != mover)
            continue;
        if (view_allows(legal->variant, &view, step->move)) {
            truth_apply(legal->work, &truth, step->move);
            fine = truths_add(legal->work, to, &truth);
        } else if (step->kind == STRATEGY_OWN) {
            fine = refute(legal, node, "is not legal there");
        }
    }
    return fine && (to->count || refute(legal, node, "cannot happen there"));
}

// Goes on from the truths with this outcome after which the game does, or, below the move
// itself, from those whose outcomes have no nodes of their own.
static bool visit_part(const struct legal *legal, struct place place,
                       const struct work_truths *truths, unsigned move)
{
    struct work_truths part = { 0 };
    unsigned leads_to[OUTCOMES_MAX];
    bool fine = true;
    for (unsigned i = 0; i < OUTCOMES_MAX; i++)
        leads_to[i] = strategy_outcome(legal->strategy, move, i);
    for (size_t i = 0; fine && i < truths->count; i++)
        if (!state_turn(&truths->list[i].state)->winner &&
            leads_to[truths->list[i].outcome] == place.node)
            fine = truths_add(legal->work, &part, &truths->list[i]);
    if (fine && !part.count && place.node != move)
        fine = refute(legal, place.node, "cannot come out there");
    fine = fine && visit(legal, place, &part);
    truths_clear(legal->work, &part);
    return fine;
}

static bool visit_child(const struct legal *legal, struct place place, unsigned child,
                        const struct work_truths *truths)
{
    const struct strategy_node *nodes = legal->strategy->nodes;
    struct work_truths next = { 0 };
    unsigned own = nodes[child].step.kind == STRATEGY_OWN ? child : place.own;
    bool hides = legal->variant->game->verbs[nodes[child].step.move.verb].hidden;
    bool fine = take_step(legal, child, truths, &next) && all_differ(legal, child);
    for (unsigned i = nodes[child].child; fine && i; i = nodes[i].next)
        if (nodes[i].step.kind == STRATEGY_OUTCOME)
            fine = (!hides || refute(legal, i, "is an outcome of what is hidden")) &&
                   all_differ(legal, i) &&
                   visit_part(legal, (struct place){ i, own }, &next, child);
    fine = fine && visit_part(legal, (struct place){ child, own }, &next, child);
    truths_clear(legal->work, &next);
    return fine;
}

// Adds a truth, and what becomes of it by moves of the other that the seat does not see.
static bool add_hidden(const struct legal *legal, const struct work_truth *truth,
                       struct work_truths *to)
{
    struct view view = game_view(&truth->state, opponent(legal->seat));
    struct walk walk = { 0 };
    bool fine = truths_add(legal->work, to, truth) && work_can_list(legal->work, &view);
    while (fine && view_walk(legal->variant, &view, &walk)) {
        if (!legal->variant->game->verbs[walk.move.verb].hidden)
            continue;
        struct work_truth then = *truth;
        truth_apply(legal->work, &then, walk.move);
        fine = add_hidden(legal, &then, to);
    }
    return fine;
}

static bool visit(const struct legal *legal, struct place place, const struct work_truths *truths)
{
    const struct strategy_node *nodes = legal->strategy->nodes;
    bool below_move = place.node && nodes[place.node].step.kind != STRATEGY_OUTCOME;
    struct work_truths all = { 0 };
    bool fine = adds_up(legal, place), any = false;
    for (unsigned i = nodes[place.node].child; fine && i; i = nodes[i].next) {
        if (nodes[i].step.kind == STRATEGY_OUTCOME) {
            fine = below_move || refute(legal, i, "is an outcome of nothing");
            continue;
        }
        for (size_t k = 0; !any && fine && k < truths->count; k++)
            fine = add_hidden(legal, &truths->list[k], &all);
        any = true;
        fine = fine && visit_child(legal, place, i, &all);
    }
    truths_clear(legal->work, &all);
    return fine;
}

bool legal_strategy(struct work *work, unsigned seat, const struct work_truths *truths)
{
    const struct legal legal = { .work = work,
                                 .variant = &work->claim->variant,
                                 .strategy = &work->claim->strategy[seat],
                                 .seat = seat };
    if (!legal.strategy->count)
        return work_refute(work, "There is no strategy of seat %u.", seat);
    if (mpz_sgn(legal.strategy->nodes[0].weight) <= 0)
        return work_refute(work, "The unit of seat %u is not above 0.", seat);
    return all_differ(&legal, 0) && visit(&legal, (struct place){ 0 }, truths);
}
