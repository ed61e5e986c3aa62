// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/refinement.h"

#include <string.h>

#include "core/memory.h"
#include "solve/maxmargin.h"
#include "solve/sure.h"
#include "solve/weights.h"

// Weights of moves in a tree, and those times the types at the start: so much is solved
// in about a second.
enum { MOST = 5000, MOST_WORK = 300000 };

// Both seats' plans from a public position on.
struct situation {
    struct situation *next; // found later
    const struct situation *before;
    unsigned node; // of the tree before
    struct public_tree tree;
    mpq_t *type[SEATS]; // by type: how likely it is here; they sum to one
    struct maxmargin_plan plan[SEATS];
    mpq_t *floor[SEATS];     // by type of the other: what the plan must win against it
    size_t *class_at[SEATS]; // by node: where its classes begin in the following
    size_t classes[SEATS];   // of all nodes
    mpq_t *reach[SEATS];     // by class: how often the seat's own choices lead there
    mpq_t *won[SEATS];       // by class of the other: what the plan wins against it
};

struct refinement {
    struct variant variant;
    struct public_tree_types types;
    size_t most;
    struct situation *start;
    mpq_t value;
};

// --- Making a situation

static void situation_free(struct situation *at)
{
    for (unsigned seat = SEAT_1; at && seat <= SEAT_2; seat++) {
        unsigned types = at->tree.types ? at->tree.types->of[seat].count : 0;
        unsigned others = at->tree.types ? at->tree.types->of[opponent(seat)].count : 0;
        weights_free(at->type[seat], types);
        weights_free(at->floor[seat], others);
        maxmargin_plan_clear(&at->plan[seat]);
        weights_free(at->reach[seat], at->classes[seat]);
        weights_free(at->won[seat], at->classes[opponent(seat)]);
        mem_free(at->class_at[seat]);
    }
    if (at)
        public_tree_clear(&at->tree);
    mem_free(at);
}

static bool place_classes(struct situation *at, unsigned seat)
{
    at->class_at[seat] = mem_new(at->tree.count * sizeof *at->class_at[seat]);
    for (unsigned n = 0; at->class_at[seat] && n < at->tree.count; n++) {
        at->class_at[seat][n] = at->classes[seat];
        at->classes[seat] += at->tree.nodes[n].classes[seat];
    }
    return at->class_at[seat];
}

// Over those types that may be here; the plans are yet to be made.
static struct situation *situation_new(const struct refinement *refinement,
                                       const struct situation *before, unsigned node,
                                       const unsigned char *open, const bool *const may[SEATS])
{
    struct situation *at = mem_new(sizeof *at);
    if (!at)
        return NULL;
    *at = (struct situation){ .before = before, .node = node };
    bool fine = public_tree_build(&at->tree, &refinement->variant, &refinement->types, open, may,
                                  refinement->most) == PUBLIC_TREE_FITS;
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++) {
        fine = maxmargin_plan_new(&at->plan[seat], &at->tree, seat) && place_classes(at, seat);
        at->type[seat] = weights_new(refinement->types.of[seat].count);
        at->floor[seat] = weights_new(refinement->types.of[opponent(seat)].count);
        fine = fine && at->type[seat] && at->floor[seat];
    }
    if (fine)
        return at;
    situation_free(at);
    return NULL;
}

// --- What the plans lead to

static mpq_t *weight_of(const struct situation *at, unsigned node, unsigned edge, unsigned class)
{
    const struct public_tree_node *here = &at->tree.nodes[node];
    return &at->plan[here->mover].move[here->at + edge * here->classes[here->mover] + class];
}

static mpq_t *reach_of(const struct situation *at, unsigned seat, unsigned node, unsigned class)
{
    return &at->reach[seat][at->class_at[seat][node] + class];
}

static mpq_t *won_of(const struct situation *at, unsigned seat, unsigned node, unsigned class)
{
    return &at->won[seat][at->class_at[opponent(seat)][node] + class];
}

// Parents come first.
static void find_reach(struct situation *at, unsigned seat)
{
    for (size_t k = 0; k < at->plan[seat].roots; k++)
        mpq_set(at->reach[seat][k], at->plan[seat].root[k]);
    for (unsigned n = 1; n < at->tree.count; n++) {
        const struct public_tree_node *node = &at->tree.nodes[n];
        const struct public_tree_node *before = &at->tree.nodes[node->parent];
        if (node->winner) // has one class, and nobody asks
            continue;
        const uint16_t *next = at->tree.edges[node->by].result[node->as].next[seat];
        for (unsigned k = 0; k < before->classes[seat]; k++)
            if (next[k] != PUBLIC_TREE_NONE)
                mpq_add(*reach_of(at, seat, n, next[k]), *reach_of(at, seat, n, next[k]),
                        before->mover == seat
                            ? *weight_of(at, node->parent, node->by - before->first, k)
                            : *reach_of(at, seat, node->parent, k));
    }
}

// What the seat wins after its own move against a class of the other's.
static void add_own(const struct situation *at, unsigned seat, unsigned n, unsigned e,
                    unsigned class, mpq_t sum)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
    const struct public_tree_result *result = &edge->result[edge->result_of[class]];
    if (!public_tree_ends(&at->tree, result))
        mpq_add(sum, sum, *won_of(at, seat, result->node, result->next[opponent(seat)][class]));
    else if (public_tree_winner(&at->tree, result) == seat)
        for (unsigned k = 0; k < node->classes[seat]; k++)
            mpq_add(sum, sum, *weight_of(at, n, e, k));
}

// What it wins by one result of a move of the other.
static void add_result(const struct situation *at, unsigned seat, unsigned n, unsigned e,
                       unsigned k, unsigned class, mpq_t sum)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
    const struct public_tree_result *result = &edge->result[k];
    if (!public_tree_ends(&at->tree, result))
        mpq_add(sum, sum, *won_of(at, seat, result->node, result->next[opponent(seat)][class]));
    else if (public_tree_winner(&at->tree, result) == seat)
        for (unsigned i = 0; i < node->classes[seat]; i++)
            if (edge->result_of[i] == k)
                mpq_add(sum, sum, *reach_of(at, seat, n, i));
}

static void find_won_at(struct situation *at, unsigned seat, unsigned n, unsigned class, mpq_t sum)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    mpq_t *won = won_of(at, seat, n, class);
    for (unsigned e = 0; e < node->count; e++) {
        if (node->mover == seat) {
            add_own(at, seat, n, e, class, *won);
            continue;
        }
        mpq_set_ui(sum, 0, 1);
        for (unsigned k = 0; k < at->tree.edges[node->first + e].results; k++)
            add_result(at, seat, n, e, k, class, sum);
        if (e == 0 || mpq_cmp(sum, *won) < 0)
            mpq_set(*won, sum);
    }
}

// Both plans are made: what do they lead to, and what does each win against the best
// answer? Children come last.
static bool weigh(struct situation *at)
{
    mpq_t sum;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        at->reach[seat] = weights_new(at->classes[seat]);
        at->won[seat] = weights_new(at->classes[opponent(seat)]);
        if (!at->reach[seat] || !at->won[seat])
            return false;
    }
    mpq_init(sum);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        find_reach(at, seat);
        for (unsigned n = at->tree.count; n-- > 0;)
            for (unsigned k = 0; k < at->tree.nodes[n].classes[opponent(seat)]; k++)
                find_won_at(at, seat, n, k, sum);
    }
    mpq_clear(sum);
    return true;
}

// Do the weights out of every node sum to those into it, and is none negative?
static bool is_plan(const struct situation *at, unsigned seat)
{
    mpq_t sum;
    bool holds = true;
    mpq_init(sum);
    for (size_t i = 0; i < at->plan[seat].roots; i++) {
        mpq_add(sum, sum, at->plan[seat].root[i]);
        holds &= mpq_sgn(at->plan[seat].root[i]) >= 0;
    }
    holds &= mpq_cmp_ui(sum, 1, 1) == 0;
    for (unsigned n = 0; holds && n < at->tree.count; n++) {
        const struct public_tree_node *node = &at->tree.nodes[n];
        for (unsigned k = 0; node->mover == seat && node->count && k < node->classes[seat]; k++) {
            mpq_set_ui(sum, 0, 1);
            for (unsigned e = 0; e < node->count; e++) {
                mpq_add(sum, sum, *weight_of(at, n, e, k));
                holds &= mpq_sgn(*weight_of(at, n, e, k)) >= 0;
            }
            holds &= mpq_equal(sum, *reach_of(at, seat, n, k)) != 0;
        }
    }
    mpq_clear(sum);
    return holds;
}

// --- The start

static void share_among_types(struct situation *at, unsigned seat)
{
    const struct public_tree_node *root = &at->tree.nodes[0];
    unsigned types = at->tree.types->of[seat].count;
    for (unsigned k = 0; k < root->classes[seat]; k++) {
        unsigned alike = 0;
        for (unsigned i = 0; i < types; i++)
            alike += root->class_of[seat][i] == k;
        for (unsigned i = 0; i < types; i++)
            if (root->class_of[seat][i] == k) {
                mpq_set_ui(at->type[seat][i], 1, alike);
                mpq_mul(at->type[seat][i], at->type[seat][i], at->plan[seat].root[k]);
            }
    }
}

static bool guarantees(const struct situation *at, unsigned seat, const mpq_t value)
{
    for (unsigned k = 0; k < at->tree.nodes[0].classes[opponent(seat)]; k++)
        if (mpq_cmp(*won_of(at, seat, 0, k), value) < 0)
            return false;
    return true;
}

// A quarter of one in all, so that the sum is again optimal.
static void blend(mpq_t *into, mpq_t *from, size_t count)
{
    mpq_t share;
    mpq_init(share);
    for (size_t i = 0; i < count; i++) {
        mpq_set_ui(share, 3, 4);
        mpq_mul(into[i], into[i], share);
        mpq_set_ui(share, 1, 4);
        mpq_mul(share, share, from[i]);
        mpq_add(into[i], into[i], share);
    }
    mpq_clear(share);
}

// Mostly the optimal plan that is hardest on mistakes, and for the rest one in the midst
// of all. Neither can always be had; the plan is optimal in any case. False without memory.
static bool improve(struct situation *at, unsigned seat, const mpq_t value)
{
    struct maxmargin_plan spread;
    bool fine = maxmargin_plan_new(&spread, &at->tree, seat);
    if (fine && maxmargin_punish(&at->tree, seat, value, &at->plan[seat]) &&
        maxmargin_spread(&at->tree, seat, value, &spread)) {
        blend(at->plan[seat].root, spread.root, spread.roots);
        blend(at->plan[seat].move, spread.move, spread.moves);
    }
    maxmargin_plan_clear(&spread);
    return fine;
}

// The plans count only if they are plans and guarantee the same value. That they lie in
// the midst of the optimal ones is good to have, and not always to be had.
static bool solve_start(struct refinement *refinement, struct situation *at)
{
    mpq_t rest;
    const struct public_tree_hidden *of = refinement->types.of;
    unsigned planner = of[SEAT_1].count <= of[SEAT_2].count ? SEAT_1 : SEAT_2; // the quicker
    bool fine = maxmargin_solve(&at->tree, planner, NULL, NULL, refinement->value,
                                &at->plan[planner], &at->plan[opponent(planner)]);
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, refinement->value);
    if (planner == SEAT_2)
        mpq_swap(rest, refinement->value);
    fine = fine && improve(at, SEAT_1, refinement->value) && improve(at, SEAT_2, rest) &&
           weigh(at) && is_plan(at, SEAT_1) && is_plan(at, SEAT_2) &&
           guarantees(at, SEAT_1, refinement->value) && guarantees(at, SEAT_2, rest);
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++) {
        share_among_types(at, seat);
        for (unsigned i = 0; i < refinement->types.of[opponent(seat)].count; i++)
            mpq_set(at->floor[seat][i], seat == SEAT_1 ? refinement->value : rest);
    }
    mpq_clear(rest);
    return fine;
}

static enum refinement_verdict begin(struct refinement *refinement, unsigned first)
{
    static const enum refinement_verdict verdicts[] = { [PUBLIC_TREE_FITS] = REFINEMENT_FITS,
                                                        [PUBLIC_TREE_OTHER] = REFINEMENT_OTHER,
                                                        [PUBLIC_TREE_LARGE] = REFINEMENT_LARGE,
                                                        [PUBLIC_TREE_MEMORY] = REFINEMENT_FAILED };
    enum { TYPES = 4096 };
    enum public_tree_verdict verdict =
        public_tree_types_find(&refinement->types, &refinement->variant, first, TYPES);
    if (verdict != PUBLIC_TREE_FITS)
        return verdicts[verdict];
    unsigned types = refinement->types.of[SEAT_1].count + refinement->types.of[SEAT_2].count;
    if (refinement->most > MOST_WORK / types)
        refinement->most = MOST_WORK / types;
    refinement->start = situation_new(refinement, NULL, 0, refinement->types.start.open,
                                      (const bool *const[SEATS]){ 0 });
    if (!refinement->start)
        return REFINEMENT_LARGE;
    return solve_start(refinement, refinement->start) ? REFINEMENT_FITS : REFINEMENT_FAILED;
}

struct refinement *refinement_new(const struct variant *variant, unsigned first,
                                  enum refinement_verdict *verdict)
{
    struct refinement *refinement = mem_new(sizeof *refinement);
    *verdict = REFINEMENT_FAILED;
    if (!refinement)
        return NULL;
    *refinement = (struct refinement){ .variant = *variant, .most = MOST };
    mpq_init(refinement->value);
    *verdict = begin(refinement, first);
    if (*verdict == REFINEMENT_FITS)
        return refinement;
    refinement_free(refinement);
    return NULL;
}

void refinement_free(struct refinement *refinement)
{
    if (!refinement)
        return;
    while (refinement->start) {
        struct situation *next = refinement->start->next;
        situation_free(refinement->start);
        refinement->start = next;
    }
    public_tree_types_clear(&refinement->types);
    mpq_clear(refinement->value);
    mem_free(refinement);
}

const mpq_t *refinement_value(const struct refinement *refinement)
{
    return (const mpq_t *)&refinement->value;
}

// --- Who may be here, and how likely that is

// How often a type comes to a node by its own choices; all of them.
static void find_types(const struct situation *at, unsigned seat, unsigned n, mpq_t *weights,
                       mpq_t all)
{
    mpq_set_ui(all, 0, 1);
    for (unsigned i = 0; i < at->tree.types->of[seat].count; i++) {
        bool may = at->tree.nodes[n].class_of[seat][i] != PUBLIC_TREE_NONE;
        mpq_set_ui(weights[i], 0, 1);
        if (may)
            mpq_set(weights[i], at->type[seat][i]);
        for (unsigned m = n; m > 0 && mpq_sgn(weights[i]); m = at->tree.nodes[m].parent) {
            const struct public_tree_node *node = &at->tree.nodes[m];
            const struct public_tree_node *before = &at->tree.nodes[node->parent];
            unsigned class = before->class_of[seat][i];
            if (before->mover != seat)
                continue;
            mpq_mul(weights[i], weights[i],
                    *weight_of(at, node->parent, node->by - before->first, class));
            if (mpq_sgn(weights[i]))
                mpq_div(weights[i], weights[i], *reach_of(at, seat, node->parent, class));
        }
        mpq_add(all, all, weights[i]);
    }
}

static bool *may_be_at(const struct situation *at, unsigned seat, unsigned n)
{
    unsigned types = at->tree.types->of[seat].count;
    bool *may = mem_new(types * sizeof *may);
    for (unsigned i = 0; may && i < types; i++)
        may[i] = at->tree.nodes[n].class_of[seat][i] != PUBLIC_TREE_NONE;
    return may;
}

static void set_evenly(mpq_t *weights, const bool *may, unsigned count)
{
    unsigned all = 0;
    for (unsigned i = 0; i < count; i++)
        all += may[i];
    for (unsigned i = 0; i < count; i++)
        mpq_set_ui(weights[i], may[i], may[i] ? all : 1);
}

// The weights of the types here; false if the seat's plan does not come here, and they
// are even.
static bool take_types(struct situation *at, unsigned seat, const bool *may)
{
    unsigned types = at->tree.types->of[seat].count;
    mpq_t all;
    mpq_init(all);
    find_types(at->before, seat, at->node, at->type[seat], all);
    bool comes = mpq_sgn(all) > 0;
    for (unsigned i = 0; comes && i < types; i++)
        mpq_div(at->type[seat][i], at->type[seat][i], all);
    if (!comes)
        set_evenly(at->type[seat], may, types);
    mpq_clear(all);
    return comes;
}

// --- Planning anew

static void set_roots(struct situation *at, unsigned seat)
{
    const struct public_tree_node *root = &at->tree.nodes[0];
    for (unsigned i = 0; i < at->tree.types->of[seat].count; i++)
        if (root->class_of[seat][i] != PUBLIC_TREE_NONE) {
            mpq_t *sum = &at->plan[seat].root[root->class_of[seat][i]];
            mpq_add(*sum, *sum, at->type[seat][i]);
        }
}

// What the planner wins against a type on the way to a node, elsewhere than there.
static void add_aside(const struct situation *at, unsigned planner, unsigned to, unsigned type,
                      mpq_t sum)
{
    for (unsigned n = to; n > 0; n = at->tree.nodes[n].parent) {
        const struct public_tree_node *node = &at->tree.nodes[n];
        const struct public_tree_node *before = &at->tree.nodes[node->parent];
        unsigned class = before->class_of[opponent(planner)][type];
        unsigned by = node->by - before->first;
        for (unsigned e = 0; before->mover == planner && e < before->count; e++)
            if (e != by)
                add_own(at, planner, node->parent, e, class, sum);
        for (unsigned k = 0; before->mover != planner && k < at->tree.edges[node->by].results; k++)
            if (k != node->as)
                add_result(at, planner, node->parent, by, k, class, sum);
    }
}

// What the planner must win from here on against each type, by its weight here: what it
// needs in all, less what it wins elsewhere.
static void find_needs(struct situation *at, unsigned planner, const bool *may)
{
    const struct situation *before = at->before;
    mpq_t all, aside, *ignored = weights_new(at->tree.types->of[planner].count);
    mpq_inits(all, aside, NULL);
    if (ignored)
        find_types(before, planner, at->node, ignored, all);
    for (unsigned i = 0; mpq_sgn(all) && i < at->tree.types->of[opponent(planner)].count; i++) {
        if (!may[i])
            continue;
        mpq_set_ui(aside, 0, 1);
        add_aside(before, planner, at->node, i, aside);
        mpq_sub(at->floor[planner][i], before->floor[planner][i], aside);
        mpq_div(at->floor[planner][i], at->floor[planner][i], all);
    }
    weights_free(ignored, at->tree.types->of[planner].count);
    mpq_clears(all, aside, NULL);
}

// The most that any type of a class asks for.
static void needs_by_class(const struct situation *at, unsigned planner, mpq_t *need)
{
    const uint16_t *class_of = at->tree.nodes[0].class_of[opponent(planner)];
    for (unsigned k = 0; k < at->tree.nodes[0].classes[opponent(planner)]; k++) {
        bool first = true;
        for (unsigned i = 0; i < at->tree.types->of[opponent(planner)].count; i++)
            if (class_of[i] == k && (first || mpq_cmp(at->floor[planner][i], need[k]) > 0)) {
                mpq_set(need[k], at->floor[planner][i]);
                first = false;
            }
    }
}

// The planner keeps what it needs and the margin; the other is believed to be of those
// types that hold it down, and must keep what it then wins.
static void set_beliefs(struct situation *at, unsigned planner, mpq_t *need, const mpq_t margin)
{
    unsigned other = opponent(planner), types = at->tree.types->of[other].count;
    const uint16_t *class_of = at->tree.nodes[0].class_of[other];
    for (unsigned k = 0; k < at->tree.nodes[0].classes[other]; k++) {
        unsigned holding = 0;
        for (unsigned i = 0; i < types; i++)
            holding += class_of[i] == k && mpq_equal(at->floor[planner][i], need[k]);
        for (unsigned i = 0; i < types; i++)
            if (class_of[i] == k && mpq_equal(at->floor[planner][i], need[k])) {
                mpq_set_ui(at->type[other][i], 1, holding);
                mpq_mul(at->type[other][i], at->type[other][i], at->plan[other].root[k]);
            }
    }
    for (unsigned i = 0; i < types; i++)
        mpq_add(at->floor[planner][i], at->floor[planner][i], margin);
    for (unsigned i = 0; i < at->tree.types->of[planner].count; i++)
        if (at->tree.nodes[0].class_of[planner][i] != PUBLIC_TREE_NONE)
            mpq_set(at->floor[other][i],
                    *won_of(at, other, 0, at->tree.nodes[0].class_of[planner][i]));
}

static bool plan_anew(struct situation *at, unsigned planner, const bool *const may[SEATS])
{
    unsigned other = opponent(planner), classes = at->tree.nodes[0].classes[other];
    mpq_t margin, *need = weights_new(classes);
    mpq_init(margin);
    for (unsigned i = 0; i < at->tree.types->of[other].count; i++)
        mpq_set_ui(at->type[other][i], 0, 1);
    take_types(at, planner, may[planner]);
    set_roots(at, planner);
    find_needs(at, planner, may[other]);
    bool fine = need;
    if (fine) {
        needs_by_class(at, planner, need);
        fine = maxmargin_solve(&at->tree, planner, (const mpq_t *)at->plan[planner].root,
                               (const mpq_t *)need, margin, &at->plan[planner], &at->plan[other]) &&
               weigh(at) && is_plan(at, planner) && is_plan(at, other);
    }
    if (fine)
        set_beliefs(at, planner, need, margin);
    weights_free(need, classes);
    mpq_clear(margin);
    return fine;
}

// Where the winner is certain: the mover wins at once if it can.
static bool plan_decided(struct situation *at, const bool *const may[SEATS])
{
    const struct public_tree_node *root = &at->tree.nodes[0];
    unsigned good = 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        take_types(at, seat, may[seat]);
        set_roots(at, seat);
    }
    bool wins[MOVES_MAX];
    for (unsigned e = 0; e < root->count; e++) {
        const struct public_tree_edge *edge = &at->tree.edges[root->first + e];
        wins[e] = true;
        for (unsigned k = 0; k < edge->results; k++)
            wins[e] &= public_tree_winner(&at->tree, &edge->result[k]) == root->winner;
        good += wins[e];
    }
    for (unsigned e = 0; e < root->count; e++)
        for (unsigned k = 0; k < root->classes[root->mover]; k++)
            if (wins[e]) {
                mpq_set_ui(*weight_of(at, 0, e, k), 1, good);
                mpq_mul(*weight_of(at, 0, e, k), *weight_of(at, 0, e, k),
                        at->plan[root->mover].root[k]);
            }
    return weigh(at);
}

// The seat whose plan still holds at a node, and the other's does not; nobody if both do.
static unsigned find_planner(const struct situation *at, unsigned n)
{
    mpq_t all;
    bool comes[SEATS] = { 0 };
    mpq_init(all);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mpq_set_ui(all, 0, 1);
        for (unsigned k = 0; !at->tree.nodes[n].winner && k < at->tree.nodes[n].classes[seat]; k++)
            mpq_add(all, all, *reach_of(at, seat, n, k));
        comes[seat] = mpq_sgn(all) > 0;
    }
    mpq_clear(all);
    if (at->tree.nodes[n].winner || (comes[SEAT_1] && comes[SEAT_2]))
        return SEAT_NOBODY;
    if (comes[SEAT_1] != comes[SEAT_2])
        return comes[SEAT_1] ? SEAT_1 : SEAT_2;
    return at->tree.nodes[at->tree.nodes[n].parent].reader;
}

// The plans from a node on that were made anew; NULL if none were.
static struct situation *find_renewed(const struct refinement *refinement,
                                      const struct situation *before, unsigned n)
{
    struct situation *at = refinement->start;
    while (at && (at->before != before || at->node != n))
        at = at->next;
    return at;
}

// The plans from a node on where they have to be made anew. NULL if that fails.
static struct situation *renew(struct refinement *refinement, const struct situation *before,
                               unsigned n, unsigned planner)
{
    struct situation *renewed = find_renewed(refinement, before, n), *last = refinement->start;
    if (renewed)
        return renewed;
    while (last->next)
        last = last->next;
    bool *may[SEATS] = { NULL, may_be_at(before, SEAT_1, n), may_be_at(before, SEAT_2, n), NULL };
    const bool *const known[SEATS] = { NULL, may[SEAT_1], may[SEAT_2], NULL };
    struct situation *at = NULL;
    if (may[SEAT_1] && may[SEAT_2])
        at = situation_new(refinement, before, n, before->tree.nodes[n].open, known);
    if (at && !(planner ? plan_anew(at, planner, known) : plan_decided(at, known))) {
        situation_free(at);
        at = NULL;
    }
    if (at)
        last->next = at;
    mem_free(may[SEAT_1]);
    mem_free(may[SEAT_2]);
    return at;
}

// Steps to a node; where the plans do not lead there, or it has not been looked into,
// into a new situation.
static const struct situation *enter(struct refinement *refinement, const struct situation *at,
                                     unsigned *n)
{
    unsigned planner = find_planner(at, *n);
    if (!planner && (*n == 0 || !at->tree.nodes[*n].winner))
        return at;
    at = renew(refinement, at, *n, planner);
    *n = 0;
    return at;
}

// The node that an event leads to; PUBLIC_TREE_END if there is none.
static unsigned after_event(const struct situation *at, unsigned n, const struct event *event)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    for (unsigned e = 0; e < node->count; e++) {
        const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
        for (unsigned k = 0; move_equal(edge->move, event->move) && k < edge->results; k++)
            if (edge->result[k].outcome == event->outcome)
                return edge->result[k].node;
    }
    return PUBLIC_TREE_END;
}

static const struct situation *follow(struct refinement *refinement, const struct history *history,
                                      unsigned *n)
{
    const struct situation *at = refinement->start;
    *n = 0;
    for (unsigned i = 0; at && i < history->count; i++) {
        if (refinement->variant.game->verbs[history->event[i].move.verb].hidden)
            continue;
        *n = after_event(at, *n, &history->event[i]);
        at = *n == PUBLIC_TREE_END ? NULL : enter(refinement, at, n);
    }
    return at;
}

// --- Rating

static void rate_hiding(const struct refinement *refinement, unsigned seat, mpq_t *value,
                        mpq_t *share)
{
    const struct situation *at = refinement->start;
    for (unsigned i = 0; i < refinement->types.of[seat].count; i++) {
        mpq_t *lost = won_of(at, opponent(seat), 0, at->tree.nodes[0].class_of[seat][i]);
        mpq_set_ui(value[i], 1, 1);
        mpq_sub(value[i], value[i], *lost);
        mpq_set(share[i], at->type[seat][i]);
    }
}

// Of a type of the mover's after it came to a node: its chance there.
static void chance_at(const struct situation *at, unsigned n, unsigned seat, unsigned type,
                      mpq_t chance)
{
    unsigned other = opponent(seat);
    mpq_t all;
    mpq_init(all);
    for (unsigned k = 0; k < at->tree.nodes[n].classes[other]; k++)
        mpq_add(all, all, *reach_of(at, other, n, k));
    mpq_div(chance, *won_of(at, other, n, at->tree.nodes[n].class_of[seat][type]), all);
    mpq_set_ui(all, 1, 1);
    mpq_sub(chance, all, chance);
    mpq_clear(all);
}

// The chance of a move that has this result.
static bool rate_result(struct refinement *refinement, const struct situation *at, unsigned seat,
                        unsigned type, const struct public_tree_result *result, mpq_t chance)
{
    mpq_set_ui(chance,
               public_tree_ends(&at->tree, result) && public_tree_winner(&at->tree, result) == seat,
               1);
    if (public_tree_ends(&at->tree, result))
        return true;
    unsigned n = result->node;
    at = enter(refinement, at, &n);
    if (at)
        chance_at(at, n, seat, type, chance);
    return at;
}

// The weight with which the other seat's types bring each result of a move.
static void weigh_results(const struct situation *at, unsigned n,
                          const struct public_tree_edge *edge, mpq_t *weights, mpq_t all)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    mpq_set_ui(all, 0, 1);
    for (unsigned k = 0; k < PUBLIC_TREE_RESULTS; k++)
        mpq_set_ui(weights[k], 0, 1);
    for (unsigned i = 0; i < node->classes[node->reader]; i++) {
        mpq_t *sum = &weights[edge->result_of[i]];
        mpq_add(*sum, *sum, *reach_of(at, node->reader, n, i));
        mpq_add(all, all, *reach_of(at, node->reader, n, i));
    }
}

static bool rate_edge(struct refinement *refinement, const struct situation *at, unsigned n,
                      unsigned e, unsigned type, mpq_t value)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
    mpq_t all, chance, *weights = weights_new(PUBLIC_TREE_RESULTS);
    bool fine = weights;
    mpq_inits(all, chance, NULL);
    if (fine)
        weigh_results(at, n, edge, weights, all);
    mpq_set_ui(value, 0, 1);
    for (unsigned k = 0; fine && k < edge->results; k++) {
        if (!mpq_sgn(weights[k]))
            continue;
        fine = rate_result(refinement, at, node->mover, type, &edge->result[k], chance);
        mpq_mul(chance, chance, weights[k]);
        mpq_div(chance, chance, all);
        mpq_add(value, value, chance);
    }
    weights_free(weights, PUBLIC_TREE_RESULTS);
    mpq_clears(all, chance, NULL);
    return fine;
}

bool refinement_rate(struct refinement *refinement, const struct view *view,
                     const struct history *history, mpq_t *value, mpq_t *share)
{
    unsigned seat = view->seat, n;
    if (view_hides(&refinement->variant, view)) {
        rate_hiding(refinement, seat, value, share);
        return true;
    }
    const struct situation *at = follow(refinement, history, &n);
    if (!at || memcmp(at->tree.nodes[n].open, view->open, OPEN_SIZE))
        return false;
    const struct public_tree_node *node = &at->tree.nodes[n];
    unsigned type = public_tree_type(&refinement->types, seat, view->secret);
    unsigned class = node->class_of[seat][type];
    bool planned = mpq_sgn(*reach_of(at, seat, n, class)) > 0;
    for (unsigned e = 0; e < node->count; e++) {
        if (!rate_edge(refinement, at, n, e, type, value[e]))
            return false;
        mpq_set_ui(share[e], 0, 1);
        if (planned)
            mpq_div(share[e], *weight_of(at, n, e, class), *reach_of(at, seat, n, class));
    }
    return true;
}

// --- As strategies

// Tells a seat's plan as a strategy: that of the start and, along one history and after each
// move that can come next, what was planned anew. Elsewhere the first plan holds as it was.
struct teller {
    const struct refinement *refinement;
    unsigned seat;
    const struct situation *due[MOVES_MAX + 2 * CELLS_MAX]; // planned anew, on the way
    unsigned due_count;
    struct strategy *strategy;
    mpq_t *weight; // by node of the strategy, as a share of one
    size_t room;
};

static void note_due(struct teller *teller, const struct situation *at, unsigned n)
{
    const struct situation *due = find_renewed(teller->refinement, at, n);
    if (due && teller->due_count < sizeof teller->due / sizeof *teller->due)
        teller->due[teller->due_count++] = due;
}

// As in follow(), which has been there.
static void find_due(struct teller *teller, const struct history *history)
{
    const struct situation *at = teller->refinement->start;
    unsigned n = 0;
    for (unsigned i = 0; i < history->count; i++) {
        if (teller->refinement->variant.game->verbs[history->event[i].move.verb].hidden)
            continue;
        n = after_event(at, n, &history->event[i]);
        if (n == PUBLIC_TREE_END)
            return;
        const struct situation *due = find_renewed(teller->refinement, at, n);
        note_due(teller, at, n);
        n = due ? 0 : n;
        at = due ? due : at;
    }
    const struct public_tree_node *node = &at->tree.nodes[n];
    for (unsigned e = 0; e < node->count; e++) {
        const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
        for (unsigned k = 0; k < edge->results; k++)
            note_due(teller, at, edge->result[k].node);
    }
}

// All nodes of the strategy that have no weight yet have this one.
static bool set_share(struct teller *teller, unsigned from, const mpq_t share)
{
    size_t count = teller->strategy->count;
    if (count > teller->room) {
        size_t room = 2 * count + 64;
        mpq_t *grown = mem_grow(teller->weight, room * sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = teller->room; i < room; i++)
            mpq_init(grown[i]);
        teller->weight = grown;
        teller->room = room;
    }
    for (size_t i = from; i < count; i++)
        mpq_set(teller->weight[i], share);
    return true;
}

// Adds a node with its weight; 0 without memory.
static unsigned tell(struct teller *teller, unsigned parent, struct strategy_step step,
                     const mpq_t share)
{
    unsigned added = strategy_add(teller->strategy, parent, step, NULL);
    return added && set_share(teller, added, share) ? added : 0;
}

// Where it is decided for the seat whatever the other has hidden, there is a way to win.
static bool tell_won(struct teller *teller, const struct situation *at, unsigned n, unsigned type,
                     const mpq_t share, unsigned parent)
{
    enum { WORK = 100000 };
    const struct public_tree_types *types = &teller->refinement->types;
    const struct public_tree_node *node = &at->tree.nodes[n];
    unsigned other = opponent(teller->seat), from = teller->strategy->count;
    struct state *states = mem_new(types->of[other].count * sizeof *states);
    size_t count = 0;
    for (unsigned i = 0; states && i < types->of[other].count; i++) {
        if (node->class_of[other][i] == PUBLIC_TREE_NONE)
            continue;
        struct state *state = &states[count++];
        *state = types->start;
        memcpy(state->open, node->open, OPEN_SIZE);
        if (types->of[other].hides)
            memcpy(state->secret[other], types->of[other].secret[i], SECRET_SIZE);
        if (types->of[teller->seat].hides)
            memcpy(state->secret[teller->seat], types->of[teller->seat].secret[type], SECRET_SIZE);
    }
    bool told = states &&
                sure_strategy_from(&teller->refinement->variant, teller->seat, states, count, WORK,
                                   teller->strategy, parent) &&
                set_share(teller, from, share);
    mem_free(states);
    return told;
}

static bool tell_node(struct teller *teller, const struct situation *at, unsigned n, unsigned type,
                      const mpq_t share, unsigned parent);

static bool tell_result(struct teller *teller, const struct situation *at,
                        const struct public_tree_result *result, unsigned type, const mpq_t share,
                        unsigned parent)
{
    if (result->node == PUBLIC_TREE_END)
        return true;
    for (unsigned i = 0; i < teller->due_count; i++)
        if (teller->due[i]->before == at && teller->due[i]->node == result->node)
            return tell_node(teller, teller->due[i], 0, type, share, parent);
    return tell_node(teller, at, result->node, type, share, parent);
}

// An own move, with this weight; what the other has hidden decides how it comes out.
static bool tell_own(struct teller *teller, const struct situation *at,
                     const struct public_tree_edge *edge, unsigned type, const mpq_t share,
                     unsigned parent)
{
    struct strategy_step step = { .move = edge->move, .kind = STRATEGY_OWN };
    unsigned added = tell(teller, parent, step, share);
    bool told = added;
    for (unsigned k = 0; told && k < edge->results; k++) {
        struct strategy_step outcome = { .kind = STRATEGY_OUTCOME,
                                         .outcome = edge->result[k].outcome };
        if (edge->result[k].node == PUBLIC_TREE_END)
            continue;
        unsigned below = edge->results > 1 ? tell(teller, added, outcome, share) : added;
        told = below && tell_result(teller, at, &edge->result[k], type, share, below);
    }
    return told;
}

static bool tell_seen(struct teller *teller, const struct situation *at,
                      const struct public_tree_edge *edge, unsigned class, unsigned type,
                      const mpq_t share, unsigned parent)
{
    const struct public_tree_result *result = &edge->result[edge->result_of[class]];
    struct strategy_step step = { .move = edge->move, .kind = STRATEGY_SEEN };
    if (result->node == PUBLIC_TREE_END)
        return true;
    unsigned added = tell(teller, parent, step, share);
    return added && tell_result(teller, at, result, type, share, added);
}

// What a type that comes here with this weight does from here on.
static bool tell_node(struct teller *teller, const struct situation *at, unsigned n, unsigned type,
                      const mpq_t share, unsigned parent)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    unsigned class = node->class_of[teller->seat][type];
    bool own = node->mover == teller->seat, told = true;
    mpq_t part;
    if (node->winner == teller->seat)
        return tell_won(teller, at, n, type, share, parent);
    if (!at->tree.weights[teller->seat] || class == PUBLIC_TREE_NONE || (node->winner && n) ||
        (own && !mpq_sgn(*reach_of(at, teller->seat, n, class))))
        return true;
    mpq_init(part);
    for (unsigned e = 0; told && e < node->count; e++) {
        const struct public_tree_edge *edge = &at->tree.edges[node->first + e];
        if (!own) {
            told = tell_seen(teller, at, edge, class, type, share, parent);
            continue;
        }
        mpq_mul(part, share, *weight_of(at, n, e, class));
        mpq_div(part, part, *reach_of(at, teller->seat, n, class));
        told = !mpq_sgn(part) || tell_own(teller, at, edge, type, part, parent);
    }
    mpq_clear(part);
    return told;
}

static bool tell_types(struct teller *teller)
{
    const struct situation *start = teller->refinement->start;
    const struct public_tree_hidden *hidden = &teller->refinement->types.of[teller->seat];
    bool told = true;
    for (unsigned i = 0; told && i < hidden->count; i++) {
        unsigned at = 0;
        if (!mpq_sgn(start->type[teller->seat][i]))
            continue;
        if (hidden->hides) {
            struct strategy_step step = { .move = hidden->move[i], .kind = STRATEGY_OWN };
            at = tell(teller, 0, step, start->type[teller->seat][i]);
            told = at;
        }
        told = told && tell_node(teller, start, 0, i, start->type[teller->seat][i], at);
    }
    return told;
}

// Over a common denominator.
static void set_weights(const struct teller *teller)
{
    struct strategy_node *nodes = teller->strategy->nodes;
    mpz_set_ui(nodes[0].weight, 1);
    for (unsigned i = 1; i < teller->strategy->count; i++)
        mpz_lcm(nodes[0].weight, nodes[0].weight, mpq_denref(teller->weight[i]));
    for (unsigned i = 1; i < teller->strategy->count; i++) {
        if (nodes[i].step.kind != STRATEGY_OWN)
            continue;
        mpz_divexact(nodes[i].weight, nodes[0].weight, mpq_denref(teller->weight[i]));
        mpz_mul(nodes[i].weight, nodes[i].weight, mpq_numref(teller->weight[i]));
    }
}

bool refinement_strategy(const struct refinement *refinement, unsigned seat,
                         const struct history *history, struct strategy *strategy)
{
    struct teller teller = { .refinement = refinement, .seat = seat, .strategy = strategy };
    mpz_t unit;
    mpz_init_set_ui(unit, 1);
    bool begun = strategy_begin(strategy, unit);
    mpz_clear(unit);
    find_due(&teller, history);
    bool told = begun && tell_types(&teller);
    if (told)
        set_weights(&teller);
    for (size_t i = 0; i < teller.room; i++)
        mpq_clear(teller.weight[i]);
    mem_free(teller.weight);
    return told;
}
