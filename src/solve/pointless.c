// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/pointless.h"

#include <string.h>

#include "core/memory.h"

struct pruning {
    const struct public_tree *tree;
    unsigned seat;   // whose plan it is
    unsigned winner; // the other
    uint8_t *sure;   // by the other's class at each node: does it win against all that is live?
};

static const struct public_graph_position *position_of(const struct pruning *pruning, unsigned n)
{
    return public_tree_position(pruning->tree, n);
}

// Does a live class of the seat's take this way of an edge?
static bool comes(const struct pruning *pruning, unsigned n, unsigned e, unsigned way,
                  unsigned seat)
{
    const struct public_graph_edge *edge = public_tree_edge(pruning->tree, n, e);
    for (unsigned k = 0; k < position_of(pruning, n)->classes[seat]; k++)
        if (public_tree_live(pruning->tree, n, seat, k) && public_graph_takes(edge, way, seat, k))
            return true;
    return false;
}

// Is the other, with this class, sure to win once play goes this way?
static bool wins_by(const struct pruning *pruning, unsigned n, unsigned e, unsigned way,
                    unsigned class)
{
    const struct public_graph_way *to = &public_tree_edge(pruning->tree, n, e)->way[way];
    unsigned child = public_tree_child(pruning->tree, n, e, way);
    if (to->winner)
        return to->winner == pruning->winner;
    return child == PUBLIC_TREE_NONE ||
           pruning->sure[pruning->tree->nodes[child].class_at[pruning->winner] +
                         to->next[pruning->winner][class]];
}

// By this edge, whichever way it goes.
static bool wins_through(const struct pruning *pruning, unsigned n, unsigned e, unsigned class)
{
    const struct public_graph_edge *edge = public_tree_edge(pruning->tree, n, e);
    for (unsigned way = 0; way < edge->ways; way++)
        if (public_graph_takes(edge, way, pruning->winner, class) &&
            comes(pruning, n, e, way, pruning->seat) && !wins_by(pruning, n, e, way, class))
            return false;
    return true;
}

// From the end of play backwards: one own move has to win, or every move of the plan's seat.
static bool is_sure(const struct pruning *pruning, unsigned n, unsigned class)
{
    const struct public_graph_position *position = position_of(pruning, n);
    unsigned count = pruning->tree->nodes[n].count;
    bool own = position->mover == pruning->winner;
    if (position->winner)
        return position->winner == pruning->winner;
    for (unsigned e = 0; e < count; e++)
        if (wins_through(pruning, n, e, class) == own)
            return own;
    return !own;
}

static void find_sure(struct pruning *pruning)
{
    for (unsigned n = pruning->tree->count; n-- > 0;)
        for (unsigned k = 0; k < position_of(pruning, n)->classes[pruning->winner]; k++)
            pruning->sure[pruning->tree->nodes[n].class_at[pruning->winner] + k] =
                public_tree_live(pruning->tree, n, pruning->winner, k) && is_sure(pruning, n, k);
}

// Does a move of the plan's seat lose in every case?
static bool loses(const struct pruning *pruning, unsigned n, unsigned e)
{
    for (unsigned k = 0; k < position_of(pruning, n)->classes[pruning->winner]; k++)
        if (public_tree_live(pruning->tree, n, pruning->winner, k) &&
            !wins_through(pruning, n, e, k))
            return false;
    return true;
}

static uint64_t moves_to_keep(const struct pruning *pruning, unsigned n)
{
    unsigned count = pruning->tree->nodes[n].count;
    uint64_t kept = 0;
    for (unsigned e = 0; e < count; e++)
        kept |= (uint64_t)!loses(pruning, n, e) << e;
    return kept ? kept : UINT64_MAX;
}

// Divides what now comes to a class in the proportions that its moves had, but for those that
// are not kept; where nothing is left of them, evenly among the others.
static void divide(struct maxmargin_plan *plan, unsigned n, unsigned class, uint64_t kept)
{
    unsigned count = plan->tree->nodes[n].count, moves = 0;
    mpq_t all, *reach = maxmargin_reach(plan, n, class);
    mpq_init(all);
    for (unsigned e = 0; e < count; e++) {
        if (!(kept >> e & 1))
            continue;
        moves++;
        mpq_add(all, all, *maxmargin_move(plan, n, e, class));
    }
    bool evenly = !mpq_sgn(all);
    if (evenly)
        mpq_set_ui(all, moves, 1);
    for (unsigned e = 0; e < count; e++) {
        mpq_t *move = maxmargin_move(plan, n, e, class);
        if (!(kept >> e & 1) || evenly)
            mpq_set_ui(*move, kept >> e & 1, 1);
        mpq_mul(*move, *move, *reach);
        mpq_div(*move, *move, all);
    }
    mpq_clear(all);
}

bool pointless_remove(struct maxmargin_plan *plan)
{
    const struct public_tree *tree = plan->tree;
    struct pruning pruning = { .tree = tree, .seat = plan->seat, .winner = opponent(plan->seat) };
    pruning.sure = mem_new(tree->classes[pruning.winner] + 1);
    if (!pruning.sure)
        return false;
    find_sure(&pruning);
    for (unsigned n = 0; n < tree->count; n++) { // parents come first
        const struct public_graph_position *position = public_tree_position(tree, n);
        if (n > 0)
            maxmargin_find_reach(plan, n);
        if (position->mover != plan->seat || !tree->nodes[n].count)
            continue;
        uint64_t kept = moves_to_keep(&pruning, n);
        if (tree->nodes[n].count < 64)
            kept &= ((uint64_t)1 << tree->nodes[n].count) - 1;
        for (unsigned k = 0; k < position->classes[plan->seat]; k++)
            if (public_tree_live(tree, n, plan->seat, k))
                divide(plan, n, k, kept);
    }
    mem_free(pruning.sure);
    return true;
}
