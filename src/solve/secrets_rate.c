// SPDX-License-Identifier: GPL-3.0-or-later
// Rating the moves of a position.
#include <string.h>

#include "core/memory.h"
#include "solve/secrets.h"
#include "solve/sure.h"

// --- How play has gone

// The position after a move that went this way.
static struct state after_way(const struct secrets *secrets, unsigned position,
                              const struct state *state, const struct public_graph_edge *edge,
                              unsigned way)
{
    const struct public_graph *graph = &secrets->graph;
    struct state next = *state;
    unsigned reader = edge->reader;
    for (unsigned i = 0; reader && i < graph->type_count[reader]; i++)
        if (edge->takes[graph->positions[position].class_of[reader][i]] == way) {
            memcpy(next.secret[reader], graph->secret[reader][i], SECRET_SIZE);
            break;
        }
    game_apply(&secrets->variant, &next, edge->move);
    memset(next.secret, 0, sizeof next.secret);
    return next;
}

// The trail goes on with an event that everybody saw. False where it ends the game, or
// where the graph has no such move.
static bool follow(const struct secrets *secrets, struct secrets_trail *trail,
                   const struct event *event)
{
    const struct public_graph_position *position = &secrets->graph.positions[trail->position];
    for (unsigned i = 0; i < PUBLIC_GRAPH_WAYS * position->count; i++) {
        const struct public_graph_edge *edge =
            &secrets->graph.edges[position->first + i / PUBLIC_GRAPH_WAYS];
        const struct public_graph_way *way = &edge->way[i % PUBLIC_GRAPH_WAYS];
        if (!way->child || way->outcome != event->outcome || !move_equal(edge->move, event->move))
            continue; // the root is nobody's child
        trail->state =
            after_way(secrets, trail->position, &trail->state, edge, i % PUBLIC_GRAPH_WAYS);
        trail->position = way->child;
        trail->events[trail->count++] = *event;
        return true;
    }
    return false;
}

// From what the viewer was told, but for what was hidden at the start.
static bool find_trail(struct secrets *secrets, const struct view *view,
                       const struct history *history)
{
    struct secrets_trail *trail = &secrets->trail;
    *trail = (struct secrets_trail){ .state = secrets->graph.start };
    for (unsigned i = 0; i < history->count; i++)
        if (!secrets->variant.game->verbs[history->event[i].move.verb].hidden &&
            !follow(secrets, trail, &history->event[i]))
            return false;
    return !memcmp(trail->state.open, view->open, OPEN_SIZE);
}

static unsigned own_type(const struct secrets *secrets, const struct view *view)
{
    const struct public_graph *graph = &secrets->graph;
    for (unsigned i = 0; graph->hides[view->seat] && i < graph->type_count[view->seat]; i++)
        if (!memcmp(graph->secret[view->seat][i], view->secret, SECRET_SIZE))
            return i;
    return 0;
}

// --- Ratings: the mover's chance and the plan's share, move by move

struct rating {
    const struct solve_limits *limits;
    struct move *moves;
    mpq_t *value, *share;
    bool *open; // the value may be anything
    bool *sure; // wins whatever the other does and has hidden
    unsigned count;
    bool known; // are the values known?
};

static void rating_clear(struct rating *rating)
{
    for (unsigned i = 0; i < rating->count; i++)
        mpq_clears(rating->value[i], rating->share[i], NULL);
    mem_free(rating->moves);
    mem_free(rating->value);
    mem_free(rating->share);
    mem_free(rating->open);
    mem_free(rating->sure);
}

// All legal moves, unless there are too many ways to hide something: then as many
// as could have been solved.
static unsigned count_moves(const struct secrets *secrets, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (count < PUBLIC_GRAPH_TYPES_MAX && view_walk(&secrets->variant, view, &walk))
        count++;
    return count;
}

static bool rating_new(struct rating *rating, const struct secrets *secrets,
                       const struct solve_limits *limits, const struct view *view)
{
    unsigned count = count_moves(secrets, view);
    struct walk walk = { 0 };
    *rating = (struct rating){ .limits = limits,
                               .moves = mem_new(count * sizeof *rating->moves),
                               .value = mem_new(count * sizeof *rating->value),
                               .share = mem_new(count * sizeof *rating->share),
                               .open = mem_new(count * sizeof *rating->open),
                               .sure = mem_new(count * sizeof *rating->sure) };
    if (!rating->moves || !rating->value || !rating->share || !rating->open || !rating->sure)
        return false;
    for (; rating->count < count; rating->count++) {
        view_walk(&secrets->variant, view, &walk);
        rating->moves[rating->count] = walk.move;
        rating->open[rating->count] = rating->sure[rating->count] = false;
        mpq_inits(rating->value[rating->count], rating->share[rating->count], NULL);
    }
    if (count == PUBLIC_GRAPH_TYPES_MAX && secrets->sure_hides) // the one that counts is among them
        rating->moves[count - 1] = secrets->sure_move;
    return true;
}

// Seat's chance where the other's plan still wins `won` of `all`.
static void set_chance(mpq_t to, weight won, weight all)
{
    weights_ratio(to, all - won, all);
}

// The types are in the order of the legal moves; one type stands for its class.
static void share_types(const struct secrets *secrets, unsigned seat, struct rating *rating)
{
    const struct realisation *own = &secrets->found.plan[seat];
    const struct public_graph_position *root = &secrets->graph.positions[0];
    uint8_t *taken = mem_new(root->classes[seat]);
    if (taken)
        memset(taken, 0, root->classes[seat]);
    for (unsigned i = 0; taken && i < rating->count; i++) {
        unsigned class = root->class_of[seat][i];
        if (!taken[class])
            weights_ratio(rating->share[i], own->root[class], own->unit);
        taken[class] = true;
    }
    mem_free(taken);
}

static bool rate_hiding(const struct secrets *secrets, unsigned seat, struct rating *rating)
{
    const struct realisation *other = &secrets->found.plan[opponent(seat)];
    const struct public_graph_position *root = &secrets->graph.positions[0];
    weight *least = mem_new(root->classes[seat] * sizeof *least);
    struct best_reply reply;
    best_reply_begin(&reply, other, NULL);
    rating->known = least && best_reply_root(&reply, least);
    for (unsigned i = 0; rating->known && i < rating->count; i++)
        set_chance(rating->value[i], least[root->class_of[seat][i]], other->unit);
    share_types(secrets, seat, rating);
    best_reply_clear(&reply);
    mem_free(least);
    return rating->known;
}

// Where play has come to, and what of a plan came along.
struct spot {
    unsigned position, node;
    struct best_reply_flow flow;
};

// One event further. False without memory.
static bool follow_event(struct best_reply *reply, const struct event *event, struct spot *spot)
{
    const struct public_graph *graph = reply->plan->tree->graph;
    const struct public_graph_position *position = &graph->positions[spot->position];
    struct best_reply_flow moved = { 0 }, came = { 0 };
    unsigned e = 0;
    while (!move_equal(graph->edges[position->first + e].move, event->move))
        e++;
    const struct public_graph_edge *edge = &graph->edges[position->first + e];
    unsigned way = edge->reader && edge->way[1].outcome == event->outcome;
    bool own = position->mover == reply->plan->seat;
    bool fine =
        !own || best_reply_flow_move(reply, spot->position, spot->node, e, &spot->flow, &moved);
    fine = fine &&
           best_reply_flow_way(reply, spot->position, e, way, own ? &moved : &spot->flow, &came);
    best_reply_flow_free(&moved);
    best_reply_flow_free(&spot->flow);
    *spot = (struct spot){ edge->way[way].child,
                           restricted_tree_child(reply->plan->tree, spot->node, e, way), came };
    return fine;
}

static bool follow_all(struct best_reply *reply, const struct secrets_trail *trail,
                       struct spot *spot)
{
    *spot = (struct spot){ 0 };
    bool fine = best_reply_flow_root(reply, &spot->flow);
    for (unsigned i = 0; fine && i < trail->count; i++)
        fine = follow_event(reply, &trail->events[i], spot);
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
                        struct rating *rating)
{
    struct best_reply reply;
    struct spot spot;
    best_reply_begin(&reply, &secrets->found.plan[seat], NULL);
    bool fine = follow_all(&reply, &secrets->trail, &spot);
    unsigned class = secrets->graph.positions[secrets->trail.position].class_of[seat][type];
    weight all = fine ? amount_of(&spot.flow, class) : 0;
    for (unsigned e = 0; all && e < rating->count; e++) {
        struct best_reply_flow part;
        if (best_reply_flow_move(&reply, spot.position, spot.node, e, &spot.flow, &part))
            weights_ratio(rating->share[e], amount_of(&part, class), all);
        best_reply_flow_free(&part);
    }
    best_reply_flow_free(&spot.flow);
    best_reply_clear(&reply);
}

// All that the viewer holds possible; NULL without memory.
static struct state *possible(const struct secrets *secrets, const struct view *view, size_t *count)
{
    const struct public_graph *graph = &secrets->graph;
    unsigned other = opponent(view->seat);
    struct state *states = mem_new(graph->type_count[other] * sizeof *states);
    *count = 0;
    for (unsigned i = 0; states && i < graph->type_count[other]; i++) {
        struct state state = graph->start;
        memcpy(state.secret[view->seat], view->secret, SECRET_SIZE);
        if (graph->hides[other])
            memcpy(state.secret[other], graph->secret[other][i], SECRET_SIZE);
        for (unsigned k = 0; k < secrets->trail.count && !state_turn(&state)->winner; k++)
            game_apply(&secrets->variant, &state, secrets->trail.events[k].move);
        if (!memcmp(state.open, view->open, OPEN_SIZE))
            states[(*count)++] = state;
    }
    return states;
}

// Does the move lose at once in all of them?
static bool loses_at_once(const struct secrets *secrets, unsigned seat, const struct state *states,
                          size_t count, struct move move)
{
    bool lost = states && count;
    for (size_t i = 0; lost && i < count; i++) {
        struct state next = states[i];
        game_apply(&secrets->variant, &next, move);
        lost = state_turn(&next)->winner == opponent(seat);
    }
    return lost;
}

// Where the winner is certain, so is the best move. Of the winner's other moves
// little is known: they may win as well, only later.
static bool rate_decided(const struct secrets *secrets, const struct view *view,
                         struct rating *rating)
{
    const struct public_graph_position *position =
        &secrets->graph.positions[secrets->trail.position];
    size_t count;
    if (!position->winner)
        return false;
    struct state *states = possible(secrets, view, &count);
    for (unsigned e = 0; e < position->count; e++) {
        const struct public_graph_edge *edge = &secrets->graph.edges[position->first + e];
        bool wins = edge->way[0].winner == position->mover &&
                    (!edge->reader || edge->way[1].winner == position->mover);
        mpq_set_ui(rating->value[e], wins, 1);
        mpq_set_ui(rating->share[e], wins, 1);
        rating->sure[e] = wins;
        rating->open[e] = !wins && position->winner == position->mover &&
                          !loses_at_once(secrets, view->seat, states, count, edge->move);
    }
    mem_free(states);
    return rating->known = true;
}

static bool rate_node(const struct secrets *secrets, const struct view *view, struct rating *rating)
{
    unsigned type = own_type(secrets, view), position = secrets->trail.position;
    unsigned classes = secrets->graph.positions[position].classes[view->seat];
    unsigned class = secrets->graph.positions[position].class_of[view->seat][type];
    weight *won = mem_new(classes * sizeof *won), all = 0;
    struct best_reply reply;
    struct spot spot;
    best_reply_begin(&reply, &secrets->found.plan[opponent(view->seat)], NULL);
    bool fine = won && follow_all(&reply, &secrets->trail, &spot);
    for (unsigned i = 0; fine && i < spot.flow.count; i++)
        all += spot.flow.amount[i];
    for (unsigned e = 0; fine && all && e < rating->count; e++) {
        fine = best_reply_edge(&reply, spot.position, spot.node, e, &spot.flow, won);
        if (fine)
            set_chance(rating->value[e], won[class], all);
    }
    if (won)
        best_reply_flow_free(&spot.flow);
    best_reply_clear(&reply);
    mem_free(won);
    share_moves(secrets, view->seat, type, rating);
    return rating->known = fine && all;
}

// --- A sure win: what the winner does in all that it holds possible

static bool sure_now(struct secrets *secrets, const struct solve_limits *limits,
                     const struct view *view, const struct history *history, struct move *move)
{
    uint64_t nodes = 0;
    size_t count;
    if (!secrets->graph.position_count &&
        public_graph_build(&secrets->graph, &secrets->variant, secrets->first, limits) !=
            PUBLIC_GRAPH_FITS) {
        public_graph_clear(&secrets->graph); // what was stopped may be tried again
        return false;
    }
    if (!find_trail(secrets, view, history))
        return false;
    struct state *states = possible(secrets, view, &count);
    bool sure = states && count &&
                sure_search(&secrets->variant, view->seat, states, count, 1000000, move, &nodes) ==
                    SURE_YES;
    mem_free(states);
    return sure;
}

// Those that win for sure are as good as each other.
static void share_evenly(struct rating *rating)
{
    unsigned sure = 0;
    for (unsigned i = 0; i < rating->count; i++)
        sure += mpq_sgn(rating->value[i]) > 0;
    for (unsigned i = 0; i < rating->count; i++)
        if (mpq_sgn(rating->value[i]) > 0)
            mpq_set_ui(rating->share[i], 1, sure);
}

// The loser's moves all lose. The winner's sure moves win; the others may.
static bool rate_sure(struct secrets *secrets, const struct view *view,
                      const struct history *history, struct rating *rating)
{
    struct move move;
    bool hiding = view_hides(&secrets->variant, view);
    rating->known = true;
    if (view->seat != secrets->winner)
        return true;
    if (!hiding && !sure_now(secrets, rating->limits, view, history, &move))
        return rating->known = false;
    for (unsigned i = 0; i < rating->count; i++) {
        rating->sure[i] = hiding ? secrets_stays_sure(secrets, rating->moves[i])
                                 : move_equal(rating->moves[i], move);
        rating->open[i] = !rating->sure[i];
        mpq_set_ui(rating->value[i], rating->sure[i], 1);
    }
    share_evenly(rating);
    return true;
}

static bool rate(struct secrets *secrets, const struct solve_limits *limits,
                 const struct view *view, const struct history *history, struct rating *rating)
{
    if (!rating_new(rating, secrets, limits, view))
        return false;
    if (secrets->winner)
        return rate_sure(secrets, view, history, rating);
    if (view_hides(&secrets->variant, view))
        return rate_hiding(secrets, view->seat, rating);
    if (!find_trail(secrets, view, history))
        return false;
    if (rate_decided(secrets, view, rating))
        return true;
    return rate_node(secrets, view, rating);
}

// --- What others get

static void set_rated(const struct view *view, const struct rating *rating, unsigned i,
                      struct rated *rated)
{
    rated->move = rating->moves[i];
    rated->best = mpq_sgn(rating->share[i]) > 0;
    rated->sure = rating->sure[i];
    mpq_set(rated->share, rating->share[i]);
    mpq_set(rated->lo, rating->value[i]);
    mpq_set(rated->hi, rating->value[i]);
    if (rating->open[i])
        mpq_set_ui(rated->hi, 1, 1);
    if (view->seat == SEAT_1)
        return;
    mpq_swap(rated->lo, rated->hi);
    for (unsigned end = 0; end < 2; end++) {
        mpq_ptr value = end ? rated->hi : rated->lo;
        mpz_sub(mpq_numref(value), mpq_denref(value), mpq_numref(value));
    }
}

// The mover's best chance is the position's.
static void set_value(const struct rating *rating, unsigned seat, struct answer *answer)
{
    unsigned best = 0;
    for (unsigned i = 1; i < rating->count; i++)
        if (mpq_cmp(rating->value[i], rating->value[best]) > 0)
            best = i;
    mpq_set(answer->lo, rating->value[best]);
    if (seat == SEAT_2)
        mpz_sub(mpq_numref(answer->lo), mpq_denref(answer->lo), mpq_numref(answer->lo));
    mpq_set(answer->hi, answer->lo);
}

// Where the plan mixes nothing, the best moves are those with the best chance.
static void mark_best(const struct rating *rating, struct answer *answer)
{
    bool planned = false;
    unsigned best = 0;
    for (unsigned i = 0; i < rating->count; i++) {
        planned |= answer->moves[i].best;
        best = mpq_cmp(rating->value[i], rating->value[best]) > 0 ? i : best;
    }
    for (unsigned i = 0; !planned && i < rating->count; i++)
        answer->moves[i].best = mpq_equal(rating->value[i], rating->value[best]);
}

bool secrets_rate(struct secrets *secrets, const struct solve_limits *limits,
                  const struct view *view, const struct history *history, struct answer *answer,
                  struct text *why)
{
    struct rating rating;
    bool rated = rate(secrets, limits, view, history, &rating);
    if (!rated)
        text_add(why, "The chances here cannot be told: play has left what was solved, or there "
                      "is not enough memory.");
    rated = rated && answer_begin(answer, SOLVE_SECRETS, rating.count, why);
    if (rated) {
        secrets_describe(secrets, answer);
        for (unsigned i = 0; i < rating.count; i++)
            set_rated(view, &rating, i, &answer->moves[i]);
        set_value(&rating, view->seat, answer);
        mark_best(&rating, answer);
    }
    rating_clear(&rating);
    return rated;
}
