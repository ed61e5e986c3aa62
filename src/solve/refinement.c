// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/refinement.h"

#include <string.h>

#include "core/memory.h"
#include "solve/extract.h"
#include "solve/maxmargin.h"
#include "solve/pointless.h"
#include "solve/weights.h"

// Weights of moves in a tree, and those times the types at the start: so much is solved
// in about a second. Ways to hide something, and game moves to find the graph of positions:
// no game that is small enough needs more.
// Rows times columns of the programs for one position that say what differs between best plans.
static const uint64_t RANGE_WORK = 1200000;
enum { MOST = 5000, MOST_WORK = 300000, MOST_TYPES = 4096, MOST_GRAPH = 200000 };

// Both seats' plans from a public position on.
struct situation {
    const struct refinement *of;
    struct situation *next; // found later
    const struct situation *before;
    unsigned node; // of the tree before
    struct public_tree tree;
    struct maxmargin_plan plan[SEATS];
    mpq_t came[SEATS];   // how often a seat's plan before leads here; 0 if its types are a belief
    mpq_t *floor[SEATS]; // by class of the other at the root: what the plan must win against it
    uint64_t rating;     // the last one that came by here
};

struct refinement {
    struct variant variant;
    struct public_graph graph;
    size_t most;
    struct situation *start;
    mpq_t value;
    uint64_t ratings;            // so far
    const struct limits *limits; // of the call that is under way
};

// --- Making a situation

static void situation_free(struct situation *at)
{
    if (!at)
        return;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        maxmargin_plan_clear(&at->plan[seat]);
        mpq_clear(at->came[seat]);
        if (at->tree.count)
            weights_free(at->floor[seat],
                         public_tree_position(&at->tree, 0)->classes[opponent(seat)]);
    }
    public_tree_clear(&at->tree);
    mem_free(at);
}

// Over those types that may be here; the plans are yet to be made.
static struct situation *situation_new(const struct refinement *refinement,
                                       const struct situation *before, unsigned node)
{
    struct situation *at = mem_new(sizeof *at);
    if (!at)
        return NULL;
    *at = (struct situation){ .of = refinement, .before = before, .node = node };
    mpq_inits(at->came[SEAT_1], at->came[SEAT_2], NULL);
    bool fine = public_tree_build(&at->tree, &refinement->graph, before ? &before->tree : NULL,
                                  node, refinement->most);
    for (unsigned seat = SEAT_1; fine && seat <= SEAT_2; seat++) {
        at->floor[seat] = weights_new(public_tree_position(&at->tree, 0)->classes[opponent(seat)]);
        fine = maxmargin_plan_new(&at->plan[seat], &at->tree, seat) && at->floor[seat];
    }
    if (fine)
        return at;
    situation_free(at);
    return NULL;
}

static unsigned classes_at(const struct situation *at, unsigned n, unsigned seat)
{
    return public_tree_position(&at->tree, n)->classes[seat];
}

// --- The start

static bool guarantees(const struct situation *at, unsigned seat, const mpq_t value)
{
    for (unsigned k = 0; k < classes_at(at, 0, opponent(seat)); k++)
        if (mpq_cmp(*maxmargin_won(&at->plan[seat], 0, k), value) < 0)
            return false;
    return true;
}

// Three parts of the one and one of the other: again optimal, if both are.
static void blend(mpq_t *into, mpq_t *from, size_t count)
{
    mpq_t part;
    mpq_init(part);
    for (size_t i = 0; i < count; i++) {
        mpq_sub(part, from[i], into[i]);
        mpq_div_2exp(part, part, 2);
        mpq_add(into[i], into[i], part);
    }
    mpq_clear(part);
}

// Mostly the optimal plan that is hardest on mistakes, and for the rest one in the midst
// of all. Neither can always be had; the plan is optimal in any case. False without memory.
static bool improve(struct situation *at, unsigned seat, const struct limits *limits,
                    const mpq_t value)
{
    struct maxmargin_plan hard, spread, plain = at->plan[seat];
    bool fine = maxmargin_plan_new(&hard, &at->tree, seat);
    fine &= maxmargin_plan_new(&spread, &at->tree, seat);
    if (fine && maxmargin_punish(&hard, limits, value) &&
        maxmargin_spread(&spread, limits, value)) {
        blend(hard.reach, spread.reach, classes_at(at, 0, seat));
        blend(hard.move, spread.move, at->tree.weights[seat]);
        at->plan[seat] = hard;
        hard = plain;
    }
    maxmargin_plan_clear(&hard);
    maxmargin_plan_clear(&spread);
    return fine;
}

// A seat's plan is optimal, and all that it must win is the value.
static bool finish_start(struct situation *at, unsigned seat, const struct limits *limits,
                         const mpq_t value)
{
    for (unsigned k = 0; k < classes_at(at, 0, opponent(seat)); k++)
        mpq_set(at->floor[seat][k], value);
    return improve(at, seat, limits, value) && pointless_remove(&at->plan[seat]) &&
           maxmargin_settle(&at->plan[seat]) && guarantees(at, seat, value);
}

// The plans count only if they are plans and guarantee the same value.
static bool solve_start(struct refinement *refinement, struct situation *at)
{
    mpq_t rest;
    const struct limits *limits = refinement->limits;
    const unsigned *types = refinement->graph.type_count;
    unsigned planner = types[SEAT_1] <= types[SEAT_2] ? SEAT_1 : SEAT_2; // the quicker
    bool fine = maxmargin_solve(&at->plan[planner], &at->plan[opponent(planner)], false, NULL,
                                limits, refinement->value);
    mpq_init(rest);
    mpq_set_ui(rest, 1, 1);
    mpq_sub(rest, rest, refinement->value);
    if (planner == SEAT_2)
        mpq_swap(rest, refinement->value);
    fine = fine && finish_start(at, SEAT_1, limits, refinement->value) &&
           finish_start(at, SEAT_2, limits, rest);
    mpq_clear(rest);
    return fine;
}

static bool is_small(void *context, uint64_t nodes)
{
    (void)context;
    return nodes <= MOST_GRAPH;
}

static enum refinement_verdict begin(struct refinement *refinement, unsigned first)
{
    static const enum refinement_verdict verdicts[] = {
        [PUBLIC_GRAPH_FITS] = REFINEMENT_FITS,     [PUBLIC_GRAPH_OTHER] = REFINEMENT_OTHER,
        [PUBLIC_GRAPH_MANY] = REFINEMENT_LARGE,    [PUBLIC_GRAPH_STOPPED] = REFINEMENT_LARGE,
        [PUBLIC_GRAPH_MEMORY] = REFINEMENT_FAILED,
    };
    static const struct limits limits = { .go_on = is_small };
    if (public_graph_estimate(&refinement->variant, first) > MOST_TYPES)
        return REFINEMENT_LARGE;
    enum public_graph_verdict verdict =
        public_graph_build(&refinement->graph, &refinement->variant, first, &limits);
    if (verdict != PUBLIC_GRAPH_FITS)
        return verdicts[verdict];
    unsigned types = refinement->graph.type_count[SEAT_1] + refinement->graph.type_count[SEAT_2];
    refinement->most = MOST < MOST_WORK / types ? MOST : MOST_WORK / types;
    refinement->start = situation_new(refinement, NULL, 0);
    if (!refinement->start)
        return REFINEMENT_LARGE;
    return solve_start(refinement, refinement->start) ? REFINEMENT_FITS : REFINEMENT_FAILED;
}

struct refinement *refinement_new(const struct variant *variant, unsigned first,
                                  const struct limits *limits, enum refinement_verdict *verdict)
{
    struct refinement *refinement = mem_new(sizeof *refinement);
    *verdict = REFINEMENT_FAILED;
    if (!refinement)
        return NULL;
    *refinement = (struct refinement){ .variant = *variant, .limits = limits };
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
    public_graph_clear(&refinement->graph);
    mpq_clear(refinement->value);
    mem_free(refinement);
}

const mpq_t *refinement_value(const struct refinement *refinement)
{
    return (const mpq_t *)&refinement->value;
}

// --- Planning anew

// How often a seat's own choices lead to a node.
static void find_reach(const struct situation *at, unsigned seat, unsigned n, mpq_t all)
{
    mpq_set_ui(all, 0, 1);
    for (unsigned k = 0; k < classes_at(at, n, seat); k++)
        mpq_add(all, all, *maxmargin_reach(&at->plan[seat], n, k));
}

// How often a seat's own choices lead to a node with this type.
static void find_type(const struct situation *at, unsigned seat, unsigned n, unsigned type,
                      mpq_t part)
{
    const uint16_t *class_of = public_tree_position(&at->tree, 0)->class_of[seat];
    unsigned alike = 0;
    for (unsigned i = 0; i < at->tree.graph->type_count[seat]; i++)
        alike += class_of[i] == class_of[type] && public_tree_live_types(&at->tree, 0, seat)[i];
    if (mpq_sgn(at->came[seat])) {
        find_type(at->before, seat, at->node, type, part);
        mpq_div(part, part, at->came[seat]);
    } else {
        mpq_set_ui(part, 1, alike);
        mpq_mul(part, part, *maxmargin_reach(&at->plan[seat], 0, class_of[type]));
    }
    for (; n > 0 && mpq_sgn(part); n = at->tree.nodes[n].parent) {
        const struct public_tree_node *node = &at->tree.nodes[n];
        const struct public_graph_position *before = public_tree_position(&at->tree, node->parent);
        unsigned class = before->class_of[seat][type];
        if (before->mover != seat)
            continue;
        mpq_mul(part, part, *maxmargin_move(&at->plan[seat], node->parent, node->by, class));
        if (mpq_sgn(part))
            mpq_div(part, part, *maxmargin_reach(&at->plan[seat], node->parent, class));
    }
}

// How likely each class is here: as the plan before has it or, where that does not come here,
// every type that fits what has happened is as likely as any other.
static void take_types(struct situation *at, unsigned seat)
{
    const uint16_t *class_of = public_tree_position(&at->tree, 0)->class_of[seat];
    mpq_t part, all;
    mpq_inits(part, all, NULL);
    find_reach(at->before, seat, at->node, at->came[seat]);
    for (unsigned i = 0; i < at->tree.graph->type_count[seat]; i++) {
        if (!public_tree_live_types(&at->tree, 0, seat)[i])
            continue;
        mpq_set_ui(part, 1, 1);
        if (mpq_sgn(at->came[seat]))
            find_type(at->before, seat, at->node, i, part);
        mpq_add(at->plan[seat].reach[class_of[i]], at->plan[seat].reach[class_of[i]], part);
        mpq_add(all, all, part);
    }
    for (unsigned k = 0; k < classes_at(at, 0, seat); k++)
        mpq_div(at->plan[seat].reach[k], at->plan[seat].reach[k], all);
    mpq_clears(part, all, NULL);
}

// Takes off what the planner wins against a class of the other at a node, elsewhere than by
// this edge and way.
static void sub_aside(const struct situation *at, unsigned planner, unsigned n, unsigned by,
                      unsigned way, unsigned class, mpq_t need)
{
    bool own = public_tree_position(&at->tree, n)->mover == planner;
    mpq_t aside;
    mpq_init(aside);
    for (unsigned e = 0; e < at->tree.nodes[n].count; e++)
        for (unsigned w = 0; w < public_tree_edge(&at->tree, n, e)->ways; w++)
            if ((own || e == by) && (e != by || w != way))
                maxmargin_add_way(&at->plan[planner], n, e, w, class, &aside);
    mpq_sub(need, need, aside);
    mpq_clear(aside);
}

// What the planner must win from a node on against a class of the other: what it must win
// in all, less what it wins elsewhere. Where several classes of the node before are one
// here, the most that any of them asks for.
static void find_need(const struct situation *at, unsigned planner, unsigned n, unsigned class,
                      mpq_t need)
{
    const struct public_tree_node *node = &at->tree.nodes[n];
    unsigned other = opponent(planner);
    if (n == 0) {
        mpq_set(need, at->floor[planner][class]);
        return;
    }
    const struct public_graph_edge *edge = public_tree_edge(&at->tree, node->parent, node->by);
    const uint16_t *next = edge->way[node->way].next[other];
    bool first = true;
    mpq_t asked;
    mpq_init(asked);
    for (unsigned k = 0; k < classes_at(at, node->parent, other); k++) {
        if (next[k] != class || !public_tree_live(&at->tree, node->parent, other, k) ||
            !public_graph_takes(edge, node->way, other, k))
            continue;
        find_need(at, planner, node->parent, k, asked);
        sub_aside(at, planner, node->parent, node->by, node->way, k, asked);
        if (first || mpq_cmp(asked, need) > 0)
            mpq_set(need, asked);
        first = false;
    }
    mpq_clear(asked);
}

// The planner keeps what it needs, and more by the margin; the other, who is believed to be
// of those types that hold the margin down, must keep what it then wins.
static bool plan_anew(struct situation *at, unsigned planner, const struct limits *limits)
{
    unsigned other = opponent(planner);
    mpq_t margin, *need = at->floor[planner];
    mpq_init(margin);
    take_types(at, planner);
    for (unsigned k = 0; mpq_sgn(at->came[planner]) && k < classes_at(at, 0, other); k++)
        if (public_tree_live(&at->tree, 0, other, k)) {
            find_need(at->before, planner, at->node, k, need[k]);
            mpq_div(need[k], need[k], at->came[planner]);
        }
    bool fine = maxmargin_solve(&at->plan[planner], &at->plan[other], true, need, limits, margin) &&
                pointless_remove(&at->plan[planner]) && pointless_remove(&at->plan[other]) &&
                maxmargin_settle(&at->plan[planner]) && maxmargin_settle(&at->plan[other]);
    for (unsigned k = 0; k < classes_at(at, 0, other); k++)
        mpq_add(need[k], need[k], margin);
    for (unsigned k = 0; k < classes_at(at, 0, planner); k++)
        mpq_set(at->floor[other][k], *maxmargin_won(&at->plan[other], 0, k));
    mpq_clear(margin);
    return fine;
}

// Does the winner that is certain stay so by this move, however it goes?
static bool keeps_winner(const struct situation *at, unsigned e)
{
    const struct public_graph_edge *edge = public_tree_edge(&at->tree, 0, e);
    unsigned winner = public_tree_position(&at->tree, 0)->winner;
    return public_graph_wins(edge, winner);
}

// Where the winner is certain any such move is as good as another. Behind other moves nothing
// is planned yet, so that these are no whole plans, and nobody asks whether they are.
static bool plan_decided(struct situation *at)
{
    const struct public_graph_position *root = public_tree_position(&at->tree, 0);
    unsigned good = 0;
    mpq_t share;
    mpq_init(share);
    take_types(at, SEAT_1);
    take_types(at, SEAT_2);
    for (unsigned e = 0; e < root->count; e++)
        good += keeps_winner(at, e);
    mpq_set_ui(share, 1, good);
    for (unsigned e = 0; e < root->count; e++)
        for (unsigned k = 0; keeps_winner(at, e) && k < root->classes[root->mover]; k++)
            mpq_mul(*maxmargin_move(&at->plan[root->mover], 0, e, k),
                    *maxmargin_reach(&at->plan[root->mover], 0, k), share);
    mpq_clear(share);
    maxmargin_settle(&at->plan[SEAT_1]);
    maxmargin_settle(&at->plan[SEAT_2]);
    return true;
}

// The seat that plans anew at a node: the one whose own choices lead there where the other's
// do not. Nobody where both do, or where the winner is certain.
static unsigned find_planner(const struct situation *at, unsigned n)
{
    bool comes[SEATS] = { 0 };
    mpq_t all;
    mpq_init(all);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        find_reach(at, seat, n, all);
        comes[seat] = mpq_sgn(all) > 0;
    }
    mpq_clear(all);
    if (public_tree_position(&at->tree, n)->winner || (comes[SEAT_1] && comes[SEAT_2]))
        return SEAT_NOBODY;
    if (comes[SEAT_1] != comes[SEAT_2])
        return comes[SEAT_1] ? SEAT_1 : SEAT_2;
    return opponent(public_tree_position(&at->tree, at->tree.nodes[n].parent)->mover);
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

// Makes them. NULL if that fails.
static struct situation *renew(struct refinement *refinement, const struct situation *before,
                               unsigned n, unsigned planner)
{
    struct situation *at = situation_new(refinement, before, n), *last = refinement->start;
    if (at && !(planner ? plan_anew(at, planner, refinement->limits) : plan_decided(at))) {
        situation_free(at);
        at = NULL;
    }
    while (last->next)
        last = last->next;
    last->next = at;
    return at;
}

// Steps to a node; where the plans do not lead there, or it has not been looked into,
// into a new situation.
static struct situation *enter(struct refinement *refinement, struct situation *at, unsigned *n)
{
    unsigned planner = find_planner(at, *n);
    if (!planner && (*n == 0 || !public_tree_position(&at->tree, *n)->winner))
        return at;
    struct situation *renewed = find_renewed(refinement, at, *n);
    if (!renewed)
        renewed = renew(refinement, at, *n, planner);
    if (renewed)
        renewed->rating = refinement->ratings;
    *n = 0;
    return renewed;
}

// The node that an event leads to; PUBLIC_TREE_NONE if there is none.
static unsigned after_event(const struct situation *at, unsigned n, const struct event *event)
{
    for (unsigned e = 0; e < at->tree.nodes[n].count; e++) {
        const struct public_graph_edge *edge = public_tree_edge(&at->tree, n, e);
        for (unsigned way = 0; move_equal(edge->move, event->move) && way < edge->ways; way++)
            if (edge->way[way].outcome == event->outcome)
                return public_tree_child(&at->tree, n, e, way);
    }
    return PUBLIC_TREE_NONE;
}

static struct situation *follow(struct refinement *refinement, const struct history *history,
                                unsigned *n)
{
    struct situation *at = refinement->start;
    *n = 0;
    for (unsigned i = 0; at && i < history->count; i++) {
        if (refinement->variant.game->verbs[history->event[i].move.verb].hidden)
            continue;
        *n = after_event(at, *n, &history->event[i]);
        at = *n == PUBLIC_TREE_NONE ? NULL : enter(refinement, at, n);
    }
    return at;
}

// --- Rating

// Of a class of a seat's at a node: its chance there.
static void chance_at(const struct situation *at, unsigned n, unsigned seat, unsigned class,
                      mpq_t chance)
{
    mpq_t all;
    mpq_init(all);
    find_reach(at, opponent(seat), n, all);
    mpq_div(chance, *maxmargin_won(&at->plan[opponent(seat)], n, class), all);
    mpq_set_ui(all, 1, 1);
    mpq_sub(chance, all, chance);
    mpq_clear(all);
}

static void rate_hiding(const struct situation *start, unsigned seat, mpq_t *value, mpq_t *share)
{
    const struct public_graph_position *root = public_tree_position(&start->tree, 0);
    for (unsigned i = 0; i < start->tree.graph->type_count[seat]; i++) {
        chance_at(start, 0, seat, root->class_of[seat][i], value[i]);
        find_type(start, seat, 0, i, share[i]);
    }
}

// The chance of a move that goes this way.
static bool rate_way(struct refinement *refinement, struct situation *at, unsigned n, unsigned e,
                     unsigned way, unsigned type, mpq_t chance)
{
    unsigned seat = public_tree_position(&at->tree, n)->mover;
    unsigned winner = public_tree_edge(&at->tree, n, e)->way[way].winner;
    mpq_set_ui(chance, winner == seat, 1);
    if (winner)
        return true;
    n = public_tree_child(&at->tree, n, e, way);
    at = enter(refinement, at, &n);
    if (at)
        chance_at(at, n, seat, public_tree_position(&at->tree, n)->class_of[seat][type], chance);
    return at;
}

// How often the other seat's types let a move go this way.
static void weigh_way(const struct situation *at, unsigned n, unsigned e, unsigned way, mpq_t sum)
{
    unsigned reader = opponent(public_tree_position(&at->tree, n)->mover);
    mpq_set_ui(sum, 0, 1);
    for (unsigned k = 0; k < classes_at(at, n, reader); k++)
        if (public_graph_takes(public_tree_edge(&at->tree, n, e), way, reader, k))
            mpq_add(sum, sum, *maxmargin_reach(&at->plan[reader], n, k));
}

static bool rate_edge(struct refinement *refinement, struct situation *at, unsigned n, unsigned e,
                      unsigned type, mpq_t value)
{
    bool fine = true;
    mpq_t all, part, chance;
    mpq_inits(all, part, chance, NULL);
    find_reach(at, opponent(public_tree_position(&at->tree, n)->mover), n, all);
    mpq_set_ui(value, 0, 1);
    for (unsigned way = 0; fine && way < public_tree_edge(&at->tree, n, e)->ways; way++) {
        weigh_way(at, n, e, way, part);
        if (!mpq_sgn(part))
            continue;
        fine = rate_way(refinement, at, n, e, way, type, chance);
        mpq_mul(chance, chance, part);
        mpq_div(chance, chance, all);
        mpq_add(value, value, chance);
    }
    mpq_clears(all, part, chance, NULL);
    return fine;
}

// Does the viewer see the position that its history leads to?
static bool fits(const struct refinement *refinement, const struct situation *at, unsigned n,
                 const struct view *view)
{
    struct state seen = { 0 };
    memcpy(seen.open, view->open, OPEN_SIZE);
    seen = game_gist(&refinement->variant, &seen);
    return !memcmp(seen.open, public_tree_position(&at->tree, n)->state.open, OPEN_SIZE);
}

bool refinement_rate(struct refinement *refinement, const struct limits *limits,
                     const struct view *view, const struct history *history, mpq_t *value,
                     mpq_t *share)
{
    unsigned seat = view->seat, n;
    refinement->ratings++;
    refinement->limits = limits;
    if (view_hides(&refinement->variant, view)) {
        rate_hiding(refinement->start, seat, value, share);
        return true;
    }
    struct situation *at = follow(refinement, history, &n);
    if (!at || !fits(refinement, at, n, view))
        return false;
    unsigned type = public_graph_type(&refinement->graph, seat, view->secret);
    unsigned class = public_tree_position(&at->tree, n)->class_of[seat][type];
    mpq_t *reach = maxmargin_reach(&at->plan[seat], n, class);
    for (unsigned e = 0; e < at->tree.nodes[n].count; e++) {
        if (!rate_edge(refinement, at, n, e, type, value[e]))
            return false;
        mpq_set_ui(share[e], 0, 1);
        if (mpq_sgn(*reach))
            mpq_div(share[e], *maxmargin_move(&at->plan[seat], n, e, class), *reach);
    }
    return true;
}

// --- What differs between best plans

// Seat's chances from what the other wins.
static bool find_range(const struct refinement *refinement, const struct maxmargin_place *place,
                       uint64_t *work, mpq_t least, mpq_t most)
{
    const struct public_tree *tree = &refinement->start->tree;
    if (!maxmargin_range(tree, place, refinement->limits, work, most, least))
        return false;
    mpz_sub(mpq_numref(least), mpq_denref(least), mpq_numref(least));
    mpz_sub(mpq_numref(most), mpq_denref(most), mpq_numref(most));
    return true;
}

// By class, since many types are one.
static bool range_hiding(const struct refinement *refinement, struct maxmargin_place *place,
                         uint64_t *work, mpq_t *least, mpq_t *most)
{
    const uint16_t *class_of =
        public_tree_position(&refinement->start->tree, 0)->class_of[place->seat];
    bool fine = true;
    place->hiding = true;
    for (unsigned i = 0; fine && i < refinement->graph.type_count[place->seat]; i++) {
        unsigned same = 0;
        while (class_of[same] != class_of[i])
            same++;
        place->class = class_of[i];
        if (same == i)
            fine = find_range(refinement, place, work, least[i], most[i]);
        mpq_set(least[i], least[same]);
        mpq_set(most[i], most[same]);
    }
    return fine;
}

// The node of the first tree that a history leads to, if the plans from the start go on there.
static unsigned find_node(const struct refinement *refinement, const struct history *history)
{
    unsigned n = 0;
    for (unsigned i = 0; n != PUBLIC_TREE_NONE && i < history->count; i++)
        if (!refinement->variant.game->verbs[history->event[i].move.verb].hidden)
            n = after_event(refinement->start, n, &history->event[i]);
    return n;
}

bool refinement_ranges(struct refinement *refinement, const struct limits *limits,
                       const struct view *view, const struct history *history, mpq_t *least,
                       mpq_t *most)
{
    uint64_t work = RANGE_WORK;
    unsigned n = find_node(refinement, history);
    mpq_t value;
    if (n == PUBLIC_TREE_NONE || public_tree_position(&refinement->start->tree, n)->winner)
        return false;
    refinement->limits = limits;
    mpq_init(value);
    mpq_set(value, refinement->value);
    if (view->seat == SEAT_1)
        mpz_sub(mpq_numref(value), mpq_denref(value), mpq_numref(value));
    struct maxmargin_place place = { .seat = view->seat, .node = n, .value = value };
    bool fine = true;
    if (view_hides(&refinement->variant, view)) {
        fine = range_hiding(refinement, &place, &work, least, most);
    } else {
        unsigned type = public_graph_type(&refinement->graph, view->seat, view->secret);
        place.class = public_tree_position(&refinement->start->tree, n)->class_of[view->seat][type];
        for (; fine && place.e < refinement->start->tree.nodes[n].count; place.e++)
            fine = find_range(refinement, &place, &work, least[place.e], most[place.e]);
    }
    mpq_clear(value);
    return fine;
}

// --- As strategies: the plan of the start and, where the last rating came by, what was planned
// anew. Elsewhere the first plan holds as it was.

static void type_weight(const struct extract_plan *plan, unsigned class, mpq_t share)
{
    const struct situation *at = plan->context;
    mpq_set(share, at->plan[plan->seat].reach[class]);
}

static void move_weight(const struct extract_plan *plan, unsigned node, unsigned e, unsigned class,
                        mpq_t share)
{
    const struct situation *at = plan->context;
    mpq_set(share, *maxmargin_move(&at->plan[plan->seat], node, e, class));
}

// Where its win is certain a seat wins in silence.
static bool speaks(const struct extract_plan *plan, unsigned node)
{
    return plan->tree->nodes[node].count && plan->tree->weights[plan->seat] &&
           public_tree_position(plan->tree, node)->winner != plan->seat;
}

static bool go_on(const struct extract_plan *plan, unsigned node, struct extract_plan *then)
{
    const struct situation *at = plan->context;
    const struct situation *renewed = find_renewed(at->of, at, node);
    if (!renewed || renewed->rating != at->of->ratings)
        return false;
    *then = *plan;
    then->context = renewed;
    then->tree = &renewed->tree;
    return true;
}

bool refinement_strategy(const struct refinement *refinement, unsigned seat,
                         struct strategy *strategy)
{
    const struct extract_plan plan = { .tree = &refinement->start->tree,
                                       .seat = seat,
                                       .context = refinement->start,
                                       .type = type_weight,
                                       .move = move_weight,
                                       .speaks = speaks,
                                       .renewed = go_on };
    return extract_strategy(&plan, strategy);
}
