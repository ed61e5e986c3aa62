// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/public_graph.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"

static const uint16_t no_child = UINT16_MAX;

static bool hidden_verb(const struct public_graph *graph, unsigned verb)
{
    return graph->variant->game->verbs[verb].hidden;
}

double public_graph_estimate(const struct variant *variant, unsigned first)
{
    struct state state = game_start(variant, first);
    struct offer offers[OFFERS_MAX];
    double most = 1;
    unsigned count = game_offers(variant, &state, offers);
    for (unsigned i = 0; i < count; i++)
        if (variant->game->verbs[offers[i].verb].hidden) {
            double ways = (double)cells_choose(cells_count(offers[i].from), offers[i].pick);
            most = ways > most ? ways : most;
        }
    return most;
}

// All that the mover may hide now, each with the secret that it leaves behind.
static enum public_graph_verdict hide(struct public_graph *graph)
{
    unsigned seat = state_turn(&graph->start)->mover, count = 0;
    if (seat == SEAT_CHANCE || graph->hides[seat])
        return PUBLIC_GRAPH_OTHER;
    struct view view = game_view(&graph->start, seat);
    struct state after = graph->start;
    struct walk walk = { 0 };
    size_t room = 0, secret_room = 0;
    graph->hides[seat] = true;
    while (view_walk(graph->variant, &view, &walk)) {
        if (count == PUBLIC_GRAPH_TYPES_MAX)
            return PUBLIC_GRAPH_MANY;
        if (!vector_grow(&graph->types[seat], &room, count, sizeof *graph->types[seat]) ||
            !vector_grow(&graph->secret[seat], &secret_room, count, SECRET_SIZE))
            return PUBLIC_GRAPH_MEMORY;
        struct state next = graph->start;
        game_apply(graph->variant, &next, walk.move);
        graph->types[seat][count] = walk.move;
        memcpy(graph->secret[seat][count], next.secret[seat], SECRET_SIZE);
        memset(next.secret[seat], 0, SECRET_SIZE);
        if (count++ && memcmp(&next, &after, sizeof next))
            return PUBLIC_GRAPH_OTHER; // the other seat sees what was hidden
        after = next;
    }
    graph->type_count[seat] = count;
    graph->start = after;
    return PUBLIC_GRAPH_FITS;
}

static enum public_graph_verdict find_types(struct public_graph *graph)
{
    enum public_graph_verdict verdict = PUBLIC_GRAPH_FITS;
    graph->start = game_start(graph->variant, graph->first);
    graph->type_count[SEAT_1] = graph->type_count[SEAT_2] = 1;
    while (verdict == PUBLIC_GRAPH_FITS && game_hides(graph->variant, &graph->start))
        verdict = hide(graph);
    if (verdict == PUBLIC_GRAPH_FITS && state_turn(&graph->start)->winner)
        verdict = PUBLIC_GRAPH_OTHER;
    return verdict;
}

unsigned public_graph_type(const struct public_graph *graph, unsigned seat,
                           const unsigned char *secret)
{
    for (unsigned i = 0; graph->hides[seat] && i < graph->type_count[seat]; i++)
        if (!memcmp(graph->secret[seat][i], secret, SECRET_SIZE))
            return i;
    return 0;
}

static struct state with_types(const struct public_graph *graph, const struct state *state,
                               unsigned type1, unsigned type2)
{
    struct state full = *state;
    if (graph->hides[SEAT_1])
        memcpy(full.secret[SEAT_1], graph->secret[SEAT_1][type1], SECRET_SIZE);
    if (graph->hides[SEAT_2])
        memcpy(full.secret[SEAT_2], graph->secret[SEAT_2][type2], SECRET_SIZE);
    return full;
}

// The public result of a move when the mover has type `own` and the other `other`.
static struct state result(struct public_graph *graph, const struct public_graph_position *position,
                           struct move move, unsigned own, unsigned other, unsigned *outcome)
{
    struct state state = position->mover == SEAT_1
                             ? with_types(graph, &position->state, own, other)
                             : with_types(graph, &position->state, other, own);
    graph->nodes++;
    *outcome = game_apply(graph->variant, &state, move);
    memset(state.secret, 0, sizeof state.secret);
    return game_gist(graph->variant, &state);
}

// A few of the mover's types, spread out, to see that they do not matter.
static unsigned spread(const struct public_graph *graph, unsigned seat, unsigned i)
{
    return (i * 2654435761u >> 7) % graph->type_count[seat];
}

struct split {
    struct state to[OUTCOMES_MAX];
    uint8_t outcome[OUTCOMES_MAX];
    unsigned ways;
    uint8_t *takes; // by type of the other seat
};

// The way of one result: what has the same outcome must look the same.
static bool sort_result(struct public_graph *graph, const struct public_graph_position *position,
                        struct move move, unsigned own, unsigned other, struct split *split,
                        unsigned *way)
{
    unsigned outcome;
    struct state to = result(graph, position, move, own, other, &outcome);
    for (*way = 0; *way < split->ways && split->outcome[*way] != outcome;)
        ++*way;
    if (*way < split->ways)
        return !memcmp(&split->to[*way], &to, sizeof to);
    assert(split->ways < OUTCOMES_MAX);
    split->to[split->ways] = to;
    split->outcome[split->ways++] = (uint8_t)outcome;
    return true;
}

// Of many types only some are looked at twice: a certificate's check looks at all.
static unsigned every(unsigned types)
{
    return types > 256 ? 8 : 1;
}

static bool split_move(struct public_graph *graph, const struct public_graph_position *position,
                       struct move move, struct split *split)
{
    unsigned mover = position->mover, other = opponent(mover);
    unsigned others = graph->type_count[other], owns = graph->type_count[mover];
    unsigned way, again;
    for (unsigned i = 0; i < others; i++) {
        if (!sort_result(graph, position, move, spread(graph, mover, i), i, split, &way))
            return false;
        split->takes[i] = (uint8_t)way;
        if (i % every(others) == 0 &&
            (!sort_result(graph, position, move, spread(graph, mover, i + 1), i, split, &again) ||
             way != again))
            return false;
    }
    for (unsigned i = 0; i < owns; i += every(owns)) {
        unsigned by = spread(graph, other, i);
        if (!sort_result(graph, position, move, i, by, split, &way) || way != split->takes[by])
            return false;
    }
    return true;
}

static enum public_graph_verdict find_position(struct public_graph *graph,
                                               const struct state *state, unsigned *found)
{
    for (unsigned i = 0; i < graph->position_count; i++)
        if (!memcmp(&graph->positions[i].state, state, sizeof *state)) {
            *found = i;
            return PUBLIC_GRAPH_FITS;
        }
    if (!vector_grow(&graph->positions, &graph->position_room, graph->position_count,
                     sizeof *graph->positions))
        return PUBLIC_GRAPH_MEMORY;
    *found = graph->position_count++;
    graph->positions[*found] =
        (struct public_graph_position){ .state = *state, .mover = state_turn(state)->mover };
    return PUBLIC_GRAPH_FITS;
}

static enum public_graph_verdict add_edge(struct public_graph *graph, unsigned from,
                                          struct move move, const struct split *split)
{
    const struct public_graph_position *position = &graph->positions[from];
    struct public_graph_edge edge = { .move = move,
                                      .reader =
                                          split->ways > 1 ? opponent(position->mover) : SEAT_NOBODY,
                                      .ways = (uint8_t)split->ways,
                                      .takes = split->takes };
    if (!vector_grow(&graph->edges, &graph->edge_room, graph->edge_count, sizeof *graph->edges))
        return PUBLIC_GRAPH_MEMORY;
    enum public_graph_verdict verdict = PUBLIC_GRAPH_FITS;
    for (unsigned i = 0; verdict == PUBLIC_GRAPH_FITS && i < split->ways; i++) {
        struct public_graph_way *way = &edge.way[i];
        *way = (struct public_graph_way){ .outcome = split->outcome[i],
                                          .winner = state_turn(&split->to[i])->winner };
        if (!way->winner)
            verdict = find_position(graph, &split->to[i], &way->child);
    }
    if (verdict != PUBLIC_GRAPH_FITS)
        return verdict;
    graph->edges[graph->edge_count++] = edge;
    graph->ways = split->ways > graph->ways ? split->ways : graph->ways;
    return PUBLIC_GRAPH_FITS;
}

static enum public_graph_verdict add_move(struct public_graph *graph, unsigned from,
                                          struct move move)
{
    unsigned mover = graph->positions[from].mover;
    struct split split = { .takes = mem_new(graph->type_count[opponent(mover)]) };
    if (!split.takes)
        return PUBLIC_GRAPH_MEMORY;
    enum public_graph_verdict verdict = PUBLIC_GRAPH_OTHER;
    if (!hidden_verb(graph, move.verb) && split_move(graph, &graph->positions[from], move, &split))
        verdict = add_edge(graph, from, move, &split);
    if (verdict == PUBLIC_GRAPH_FITS)
        graph->positions[from].count++;
    else
        mem_free(split.takes);
    return verdict;
}

// May every type of the mover do the same?
static bool same_for_all(const struct public_graph *graph,
                         const struct public_graph_position *position)
{
    struct state state = with_types(graph, &position->state, 0, 0);
    struct offer expected[OFFERS_MAX], offers[OFFERS_MAX];
    unsigned count = game_offers(graph->variant, &state, expected);
    for (unsigned i = 1; i < graph->type_count[position->mover]; i++) {
        state = with_types(graph, &position->state, position->mover == SEAT_1 ? i : 0,
                           position->mover == SEAT_2 ? i : 0);
        if (game_offers(graph->variant, &state, offers) != count)
            return false;
        for (unsigned k = 0; k < count; k++)
            if (offers[k].from != expected[k].from || offers[k].verb != expected[k].verb ||
                offers[k].pick != expected[k].pick || offers[k].limited != expected[k].limited)
                return false;
    }
    return true;
}

// Finds where the legal moves lead. Shapes found on the way are appended.
static enum public_graph_verdict expand(struct public_graph *graph, unsigned at)
{
    struct public_graph_position *position = &graph->positions[at];
    if (position->mover == SEAT_CHANCE || !same_for_all(graph, position))
        return PUBLIC_GRAPH_OTHER;
    struct state state = with_types(graph, &position->state, 0, 0);
    struct view view = game_view(&state, position->mover);
    struct walk walk = { 0 };
    enum public_graph_verdict verdict = PUBLIC_GRAPH_FITS;
    position->first = graph->edge_count;
    while (verdict == PUBLIC_GRAPH_FITS && view_walk(graph->variant, &view, &walk)) {
        verdict = graph->positions[at].count < PUBLIC_GRAPH_MOVES_MAX
                      ? add_move(graph, at, walk.move)
                      : PUBLIC_GRAPH_OTHER;
    }
    return verdict;
}

static unsigned way_winner(const struct public_graph *graph, const struct public_graph_way *way)
{
    return way->winner ? way->winner : graph->positions[way->child].winner;
}

// Who wins by this edge whatever is hidden; nobody, if that depends.
static unsigned edge_winner(const struct public_graph *graph, const struct public_graph_edge *edge)
{
    unsigned winner = way_winner(graph, &edge->way[0]);
    for (unsigned way = 1; way < edge->ways; way++)
        if (way_winner(graph, &edge->way[way]) != winner)
            return SEAT_NOBODY;
    return winner;
}

static void decide(struct public_graph *graph, struct public_graph_position *position)
{
    unsigned winner = SEAT_NOBODY;
    bool lost = position->count > 0;
    for (unsigned i = 0; i < position->count; i++) {
        winner = edge_winner(graph, &graph->edges[position->first + i]);
        lost &= winner == opponent(position->mover);
    }
    if (lost || winner == position->mover) // by the last of the moves
        position->winner = (uint8_t)winner;
}

// What an edge means to a type: which way it takes, and the class at the child.
static unsigned meaning(const struct public_graph *graph, const struct public_graph_edge *edge,
                        unsigned seat, unsigned type, unsigned way)
{
    if (!public_graph_takes(edge, way, seat, type))
        return no_child;
    if (way_winner(graph, &edge->way[way]))
        return no_child - 1;
    const uint16_t *class_of = graph->positions[edge->way[way].child].class_of[seat];
    return class_of ? class_of[type] : 0;
}

// Divides the classes by what one way of an edge means to their types; new ones are
// numbered in order of appearance. False without memory.
static bool refine(const struct public_graph *graph, const struct public_graph_edge *edge,
                   unsigned way, unsigned seat, uint16_t *class_of, unsigned *classes)
{
    struct map numbers = map_of(1, 1);
    uint64_t *number = NULL;
    for (unsigned i = 0; i < graph->type_count[seat]; i++) {
        uint64_t key = ((uint64_t)class_of[i] << 32 | meaning(graph, edge, seat, i, way)) + 1;
        number = map_add(&numbers, &key, 0);
        if (!number)
            break;
        if (!*number)
            *number = numbers.used;
        class_of[i] = (uint16_t)(*number - 1);
    }
    *classes = (unsigned)numbers.used;
    map_free(&numbers);
    return number;
}

static bool classify(struct public_graph *graph, struct public_graph_position *position,
                     unsigned seat)
{
    unsigned types = graph->type_count[seat];
    uint16_t *class_of = mem_new(types * sizeof *class_of);
    position->class_of[seat] = class_of;
    position->classes[seat] = 1;
    bool enough = class_of;
    if (enough)
        memset(class_of, 0, types * sizeof *class_of);
    for (unsigned e = 0; enough && e < position->count; e++) {
        const struct public_graph_edge *edge = &graph->edges[position->first + e];
        for (unsigned way = 0; enough && way < edge->ways; way++)
            enough = refine(graph, edge, way, seat, class_of, &position->classes[seat]);
    }
    return enough;
}

static bool tabulate_way(struct public_graph *graph, const struct public_graph_position *position,
                         const struct public_graph_edge *edge, struct public_graph_way *way)
{
    for (unsigned seat = SEAT_1; !way->winner && seat <= SEAT_2; seat++) {
        way->next[seat] = mem_new(position->classes[seat] * sizeof *way->next[seat]);
        if (!way->next[seat])
            return false;
        for (unsigned i = 0; i < graph->type_count[seat]; i++)
            if (edge->reader != seat || way == &edge->way[edge->takes[i]])
                way->next[seat][position->class_of[seat][i]] =
                    graph->positions[way->child].class_of[seat][i];
            else
                way->next[seat][position->class_of[seat][i]] = no_child;
    }
    return true;
}

// Turns an edge's tables by type into tables by class.
static bool tabulate(struct public_graph *graph, const struct public_graph_position *position,
                     struct public_graph_edge *edge)
{
    for (unsigned way = 0; way < edge->ways; way++)
        if (!tabulate_way(graph, position, edge, &edge->way[way]))
            return false;
    if (!edge->reader)
        return true;
    uint8_t *takes = mem_new(position->classes[edge->reader]);
    if (!takes)
        return false;
    for (unsigned i = 0; i < graph->type_count[edge->reader]; i++)
        takes[position->class_of[edge->reader][i]] = edge->takes[i];
    mem_free(edge->takes);
    edge->takes = takes;
    return true;
}

// From the end of the game to its beginning: later positions are finished first.
static bool finish(struct public_graph *graph, unsigned at, uint8_t *done)
{
    struct public_graph_position *position = &graph->positions[at];
    if (done[at])
        return true;
    done[at] = true;
    for (unsigned i = 0; i < position->count; i++) {
        const struct public_graph_edge *edge = &graph->edges[position->first + i];
        for (unsigned way = 0; way < edge->ways; way++)
            if (!edge->way[way].winner && !finish(graph, edge->way[way].child, done))
                return false;
    }
    decide(graph, position);
    if (!classify(graph, position, SEAT_1) || !classify(graph, position, SEAT_2))
        return false;
    for (unsigned i = 0; i < position->count; i++)
        if (!tabulate(graph, position, &graph->edges[position->first + i]))
            return false;
    return true;
}

// A child whose winner is certain ends the game.
static void cut_decided(struct public_graph *graph)
{
    for (unsigned i = 0; i < graph->edge_count; i++)
        for (unsigned way = 0; way < graph->edges[i].ways; way++)
            graph->edges[i].way[way].winner = (uint8_t)way_winner(graph, &graph->edges[i].way[way]);
}

static bool ask(const struct limits *limits, const struct public_graph *graph)
{
    return !limits || limits_go_on(limits, graph->nodes);
}

enum public_graph_verdict public_graph_build(struct public_graph *graph,
                                             const struct variant *variant, unsigned first,
                                             const struct limits *limits)
{
    *graph = (struct public_graph){ .variant = variant, .first = first };
    enum public_graph_verdict verdict = find_types(graph);
    struct state start = game_gist(variant, &graph->start);
    unsigned root;
    if (verdict == PUBLIC_GRAPH_FITS)
        verdict = find_position(graph, &start, &root);
    for (unsigned i = 0; verdict == PUBLIC_GRAPH_FITS && i < graph->position_count; i++)
        verdict = ask(limits, graph) ? expand(graph, i) : PUBLIC_GRAPH_STOPPED;
    if (verdict != PUBLIC_GRAPH_FITS)
        return verdict;
    uint8_t *done = mem_new(graph->position_count);
    if (done)
        memset(done, 0, graph->position_count);
    if (!done || !finish(graph, 0, done))
        verdict = PUBLIC_GRAPH_MEMORY;
    mem_free(done);
    cut_decided(graph);
    return verdict;
}

void public_graph_clear(struct public_graph *graph)
{
    for (unsigned i = 0; i < graph->edge_count; i++) {
        mem_free(graph->edges[i].takes);
        for (unsigned way = 0; way < graph->edges[i].ways; way++)
            for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
                mem_free(graph->edges[i].way[way].next[seat]);
    }
    for (unsigned i = 0; i < graph->position_count; i++) {
        mem_free(graph->positions[i].class_of[SEAT_1]);
        mem_free(graph->positions[i].class_of[SEAT_2]);
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mem_free(graph->types[seat]);
        mem_free(graph->secret[seat]);
    }
    mem_free(graph->positions);
    mem_free(graph->edges);
    *graph = (struct public_graph){ 0 };
}
