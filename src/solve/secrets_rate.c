// SPDX-License-Identifier: GPL-3.0-or-later
// Rating the moves of a position.
#include <string.h>

#include "core/memory.h"
#include "solve/belief.h"
#include "solve/secrets.h"
#include "solve/sure.h"

// --- How play has gone

// The trail goes on with an event that everybody saw. False where it ends the game, or
// where the graph has no such move.
static bool follow(const struct public_graph *graph, struct secrets_trail *trail,
                   const struct event *event)
{
    const struct public_graph_position *position = &graph->positions[trail->position];
    unsigned e = 0, way = 0;
    const struct public_graph_edge *edges = &graph->edges[position->first], *edge;
    while (e < position->count && !move_equal(edges[e].move, event->move))
        e++;
    edge = &edges[e];
    while (e < position->count && way < edge->ways && edge->way[way].outcome != event->outcome)
        way++;
    if (e == position->count || way == edge->ways || !edge->way[way].child)
        return false; // the root is nobody's child
    trail->steps[trail->count++] =
        (struct secrets_step){ .move = edge->move, .e = (uint8_t)e, .way = (uint8_t)way };
    trail->position = edge->way[way].child;
    return true;
}

// From what the viewer was told, but for what was hidden at the start. It has to lead to
// what the viewer sees.
static bool find_trail(struct secrets *secrets, const struct view *view,
                       const struct history *history)
{
    struct secrets_trail *trail = &secrets->trail;
    struct state seen = { 0 };
    *trail = (struct secrets_trail){ 0 };
    for (unsigned i = 0; i < history->count; i++)
        if (!secrets->variant.game->verbs[history->event[i].move.verb].hidden &&
            !follow(&secrets->graph, trail, &history->event[i]))
            return false;
    memcpy(seen.open, view->open, OPEN_SIZE);
    seen = game_gist(&secrets->variant, &seen);
    return !memcmp(&seen, &secrets->graph.positions[trail->position].state, sizeof seen);
}

// --- Ratings, move by move: the mover's chance, from lo to hi where it may be more, and the
// plan's share

// All legal moves. Of the ways to hide something no more than the solver takes on at all:
// there can be millions, and nobody has an answer for them.
static unsigned count_moves(const struct secrets *secrets, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (count < PUBLIC_GRAPH_TYPES_MAX && view_walk(&secrets->variant, view, &walk))
        count++;
    return count;
}

static bool begin(const struct secrets *secrets, const struct view *view,
                  struct solve_answer *answer, struct text *why)
{
    struct walk walk = { 0 };
    if (!solve_answer_begin(answer, CLAIM_SECRETS, count_moves(secrets, view), why))
        return false;
    for (unsigned i = 0; i < answer->count; i++) {
        view_walk(&secrets->variant, view, &walk);
        answer->moves[i].move = walk.move;
    }
    if (answer->count == PUBLIC_GRAPH_TYPES_MAX && secrets->sure_hides)
        answer->moves[answer->count - 1].move = secrets->sure_move; // the one that counts
    return true;
}

// Seat's chance where the other's plan still wins `won` of `all`.
static void set_chance(mpq_t to, weight won, weight all)
{
    weights_ratio(to, all - won, all);
}

// The types are in the order of the legal moves; one type stands for its class.
static void share_types(const struct secrets *secrets, unsigned seat, struct solve_answer *answer)
{
    const struct realisation *own = &secrets->found.plan[seat];
    const struct public_graph_position *root = &secrets->graph.positions[0];
    uint8_t *taken = mem_new(root->classes[seat]);
    if (taken)
        memset(taken, 0, root->classes[seat]);
    for (unsigned i = 0; taken && i < answer->count; i++) {
        unsigned class = root->class_of[seat][i];
        if (!taken[class])
            weights_ratio(answer->moves[i].share, own->root[class], own->unit);
        taken[class] = true;
    }
    mem_free(taken);
}

static bool rate_hiding(const struct secrets *secrets, unsigned seat, struct solve_answer *answer)
{
    const struct realisation *other = &secrets->found.plan[opponent(seat)];
    const struct public_graph_position *root = &secrets->graph.positions[0];
    weight *least = mem_new(root->classes[seat] * sizeof *least);
    struct best_reply reply;
    best_reply_begin(&reply, other, NULL);
    bool known = least && best_reply_root(&reply, least);
    for (unsigned i = 0; known && i < answer->count; i++)
        set_chance(answer->moves[i].lo, least[root->class_of[seat][i]], other->unit);
    share_types(secrets, seat, answer);
    best_reply_clear(&reply);
    mem_free(least);
    return known;
}

// Where play has come to, and what of a plan came along.
struct spot {
    unsigned position, node;
    struct best_reply_flow flow;
};

// One move further. False without memory.
static bool follow_step(struct best_reply *reply, const struct secrets_step *step,
                        struct spot *spot)
{
    const struct public_graph *graph = reply->plan->tree->graph;
    const struct public_graph_position *position = &graph->positions[spot->position];
    const struct public_graph_edge *edge = &graph->edges[position->first + step->e];
    struct best_reply_flow moved = { 0 }, came = { 0 };
    bool own = position->mover == reply->plan->seat;
    bool fine = !own || best_reply_flow_move(reply, spot->position, spot->node, step->e,
                                             &spot->flow, &moved);
    fine = fine && best_reply_flow_way(reply, spot->position, step->e, step->way,
                                       own ? &moved : &spot->flow, &came);
    best_reply_flow_free(&moved);
    best_reply_flow_free(&spot->flow);
    *spot =
        (struct spot){ edge->way[step->way].child,
                       public_tree_child(reply->plan->tree, spot->node, step->e, step->way), came };
    return fine;
}

static bool follow_all(struct best_reply *reply, const struct secrets_trail *trail,
                       struct spot *spot)
{
    *spot = (struct spot){ 0 };
    bool fine = best_reply_flow_root(reply, &spot->flow);
    for (unsigned i = 0; fine && i < trail->count; i++)
        fine = follow_step(reply, &trail->steps[i], spot);
    return fine;
}

static weight amount_of(const struct best_reply_flow *flow, unsigned class)
{
    for (unsigned i = 0; i < flow->count; i++)
        if (flow->class[i] == class)
            return flow->amount[i];
    return 0;
}

// How the mover's own plan divides what has come here with this type, if anything has.
static void share_moves(const struct secrets *secrets, unsigned seat, unsigned type,
                        struct solve_answer *answer)
{
    struct best_reply reply;
    struct spot spot;
    best_reply_begin(&reply, &secrets->found.plan[seat], NULL);
    bool fine = follow_all(&reply, &secrets->trail, &spot);
    unsigned class = secrets->graph.positions[secrets->trail.position].class_of[seat][type];
    weight all = fine ? amount_of(&spot.flow, class) : 0;
    for (unsigned e = 0; all && e < answer->count; e++) {
        struct best_reply_flow part;
        if (best_reply_flow_move(&reply, spot.position, spot.node, e, &spot.flow, &part))
            weights_ratio(answer->moves[e].share, amount_of(&part, class), all);
        best_reply_flow_free(&part);
    }
    best_reply_flow_free(&spot.flow);
    best_reply_clear(&reply);
}

// Does the move lose at once in all of them?
static bool loses_at_once(const struct secrets *secrets, unsigned seat, const struct belief *belief,
                          struct move move)
{
    bool lost = belief->count;
    for (size_t i = 0; lost && i < belief->count; i++) {
        struct state next = belief->state[i];
        game_apply(&secrets->variant, &next, move);
        lost = state_turn(&next)->winner == opponent(seat);
    }
    return lost;
}

// Where the winner is certain, so is the best move. Of the winner's other moves
// little is known: they may win as well, only later.
static bool rate_decided(const struct secrets *secrets, const struct view *view,
                         const struct history *history, struct solve_answer *answer)
{
    const struct public_graph_position *position =
        &secrets->graph.positions[secrets->trail.position];
    struct belief belief;
    if (!position->winner)
        return false;
    belief_find(&secrets->variant, view, history, &belief);
    for (unsigned e = 0; e < position->count; e++) {
        const struct public_graph_edge *edge = &secrets->graph.edges[position->first + e];
        bool wins = public_graph_wins(edge, position->mover);
        bool may = position->winner == position->mover &&
                   !loses_at_once(secrets, view->seat, &belief, edge->move);
        mpq_set_ui(answer->moves[e].lo, wins, 1);
        mpq_set_ui(answer->moves[e].hi, wins || may, 1);
        mpq_set_ui(answer->moves[e].share, wins, 1);
        answer->moves[e].sure = wins;
    }
    belief_clear(&belief);
    return true;
}

static bool rate_node(const struct secrets *secrets, const struct view *view,
                      struct solve_answer *answer)
{
    unsigned type = public_graph_type(&secrets->graph, view->seat, view->secret);
    unsigned position = secrets->trail.position;
    unsigned classes = secrets->graph.positions[position].classes[view->seat];
    unsigned class = secrets->graph.positions[position].class_of[view->seat][type];
    weight *won = mem_new(classes * sizeof *won), all = 0;
    struct best_reply reply;
    struct spot spot;
    best_reply_begin(&reply, &secrets->found.plan[opponent(view->seat)], NULL);
    bool fine = won && follow_all(&reply, &secrets->trail, &spot);
    for (unsigned i = 0; fine && i < spot.flow.count; i++)
        all += spot.flow.amount[i];
    for (unsigned e = 0; fine && all && e < answer->count; e++) {
        fine = best_reply_edge(&reply, spot.position, spot.node, e, &spot.flow, won);
        if (fine)
            set_chance(answer->moves[e].lo, won[class], all);
    }
    if (won)
        best_reply_flow_free(&spot.flow);
    best_reply_clear(&reply);
    mem_free(won);
    share_moves(secrets, view->seat, type, answer);
    return fine && all;
}

// --- A sure win: what the winner does in all that it holds possible

static bool sure_now(const struct secrets *secrets, const struct view *view,
                     const struct history *history, struct move *move)
{
    uint64_t nodes = 0;
    struct belief belief;
    bool sure = belief_find(&secrets->variant, view, history, &belief) &&
                sure_search(&secrets->variant, view->seat, belief.state, belief.count,
                            &(struct limits){ .work = 1000000 }, move, &nodes) == SURE_YES;
    belief_clear(&belief);
    return sure;
}

// The loser's moves all lose. The winner's sure moves win, and are as good as each other; the
// others may.
static bool rate_sure(struct secrets *secrets, const struct view *view,
                      const struct history *history, struct solve_answer *answer)
{
    struct move move;
    unsigned sure = 0;
    bool hiding = view_hides(&secrets->variant, view);
    if (view->seat != secrets->winner)
        return true;
    if (!hiding && !sure_now(secrets, view, history, &move))
        return false;
    for (unsigned i = 0; i < answer->count; i++) {
        struct solve_move *rated = &answer->moves[i];
        rated->sure =
            hiding ? secrets_stays_sure(secrets, rated->move) : move_equal(rated->move, move);
        sure += rated->sure;
        mpq_set_ui(rated->lo, rated->sure, 1);
        mpq_set_ui(rated->hi, 1, 1);
    }
    for (unsigned i = 0; i < answer->count; i++)
        if (answer->moves[i].sure)
            mpq_set_ui(answer->moves[i].share, 1, sure);
    return true;
}

static bool rate(struct secrets *secrets, const struct view *view, const struct history *history,
                 struct solve_answer *answer)
{
    if (secrets->winner)
        return rate_sure(secrets, view, history, answer);
    if (view_hides(&secrets->variant, view))
        return rate_hiding(secrets, view->seat, answer);
    if (!find_trail(secrets, view, history))
        return false;
    return rate_decided(secrets, view, history, answer) || rate_node(secrets, view, answer);
}

// --- The whole answer

// The mover's best chance is the position's. Where the plan mixes nothing, the best moves
// are those with the best chance.
static void mark_best(struct solve_answer *answer)
{
    bool planned = false;
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        planned |= mpq_sgn(rated->share) > 0;
        if (mpq_cmp(rated->lo, answer->lo) > 0)
            mpq_set(answer->lo, rated->lo);
    }
    for (unsigned i = 0; i < answer->count; i++)
        answer->moves[i].best = planned ? mpq_sgn(answer->moves[i].share) > 0
                                        : mpq_equal(answer->moves[i].lo, answer->lo);
}

// Moves are rated by the mover's chance; an answer has seat 1's.
static void turn_round(mpq_t lo, mpq_t hi, unsigned seat)
{
    if (mpq_cmp(hi, lo) < 0)
        mpq_set(hi, lo);
    if (seat == SEAT_1)
        return;
    mpq_swap(lo, hi);
    mpz_sub(mpq_numref(lo), mpq_denref(lo), mpq_numref(lo));
    mpz_sub(mpq_numref(hi), mpq_denref(hi), mpq_numref(hi));
}

bool secrets_rate(struct secrets *secrets, const struct view *view, const struct history *history,
                  struct solve_answer *answer, struct text *why)
{
    if (!begin(secrets, view, answer, why))
        return false;
    if (!rate(secrets, view, history, answer)) {
        text_add(why,
                 "No chances from here on: the game has left the part that was solved, or there "
                 "is not enough memory.");
        solve_answer_clear(answer);
        return false;
    }
    secrets_describe(secrets, answer);
    mark_best(answer);
    for (unsigned i = 0; i < answer->count; i++)
        turn_round(answer->moves[i].lo, answer->moves[i].hi, view->seat);
    turn_round(answer->lo, answer->hi, view->seat);
    return true;
}
