// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/veil.h"

#include <string.h>

#include "core/memory.h"

static const uint16_t no_child = UINT16_MAX;

static bool hidden_verb(const struct veil *veil, unsigned verb)
{
    return veil->variant->game->verbs[verb].hidden;
}

double veil_estimate(const struct variant *variant, unsigned first)
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

// One more type of the mover, with the secret that it leaves behind.
static enum veil_verdict add_type(struct veil *veil, const struct state *state, struct move move,
                                  struct state *after)
{
    unsigned seat = state_turn(state)->mover, count = veil->type_count[seat];
    if (count == VEIL_TYPES_MAX)
        return VEIL_MANY;
    if (!(count & (count - 1))) {
        size_t room = count ? 2 * (size_t)count : 1;
        struct move *types = mem_grow(veil->types[seat], room * sizeof *types);
        if (!types)
            return VEIL_MEMORY;
        veil->types[seat] = types;
        void *secret = mem_grow(veil->secret[seat], room * SECRET_SIZE);
        if (!secret)
            return VEIL_MEMORY;
        veil->secret[seat] = secret;
    }
    struct state next = *state;
    game_apply(veil->variant, &next, move);
    veil->types[seat][count] = move;
    memcpy(veil->secret[seat][count], next.secret[seat], SECRET_SIZE);
    memset(next.secret[seat], 0, SECRET_SIZE);
    if (count && memcmp(&next, after, sizeof next))
        return VEIL_OTHER; // hiding shows
    *after = next;
    veil->type_count[seat]++;
    return VEIL_FITS;
}

static enum veil_verdict hide_once(struct veil *veil, struct state *state, unsigned turn)
{
    unsigned seat = state_turn(state)->mover;
    struct view view = game_view(state, seat);
    struct state after;
    struct walk walk = { 0 };
    veil->type_count[seat] = 0;
    while (view_walk(veil->variant, &view, &walk)) {
        enum veil_verdict verdict = VEIL_OTHER;
        if (hidden_verb(veil, walk.move.verb))
            verdict = add_type(veil, state, walk.move, &after);
        if (verdict != VEIL_FITS)
            return verdict;
    }
    veil->hides[seat] = true;
    veil->order[turn] = (uint8_t)seat;
    *state = after;
    return VEIL_FITS;
}

static enum veil_verdict hide_all(struct veil *veil, struct state *state)
{
    for (unsigned turn = 0; game_hides(veil->variant, state); turn++) {
        unsigned seat = state_turn(state)->mover;
        if (seat == SEAT_CHANCE || veil->hides[seat] || turn == 2)
            return VEIL_OTHER;
        enum veil_verdict verdict = hide_once(veil, state, turn);
        if (verdict != VEIL_FITS)
            return verdict;
    }
    return VEIL_FITS;
}

static struct state with_types(const struct veil *veil, const struct state *state, unsigned type1,
                               unsigned type2)
{
    struct state full = *state;
    if (veil->hides[SEAT_1])
        memcpy(full.secret[SEAT_1], veil->secret[SEAT_1][type1], SECRET_SIZE);
    if (veil->hides[SEAT_2])
        memcpy(full.secret[SEAT_2], veil->secret[SEAT_2][type2], SECRET_SIZE);
    return full;
}

// The public result of a move when the mover has type `own` and the other `other`.
static struct state result(struct veil *veil, const struct veil_shape *shape, struct move move,
                           unsigned own, unsigned other, enum outcome *outcome)
{
    struct state state = shape->mover == SEAT_1 ? with_types(veil, &shape->state, own, other)
                                                : with_types(veil, &shape->state, other, own);
    veil->nodes++;
    *outcome = game_apply(veil->variant, &state, move);
    memset(state.secret, 0, sizeof state.secret);
    if (veil->variant->game->gist)
        veil->variant->game->gist(&veil->variant->rules, state_open(&state));
    return state;
}

// A few of the mover's types, spread out, to see that they do not matter.
static unsigned spread(const struct veil *veil, unsigned seat, unsigned i)
{
    return (i * 2654435761u >> 7) % veil->type_count[seat];
}

struct split {
    struct state to[VEIL_WAYS];
    uint8_t outcome[VEIL_WAYS];
    unsigned ways;
    uint8_t *takes; // by type of the other seat
};

// The way of one result: what has the same outcome must look the same.
static bool sort_result(struct veil *veil, const struct veil_shape *shape, struct move move,
                        unsigned own, unsigned other, struct split *split, unsigned *way)
{
    enum outcome outcome;
    struct state to = result(veil, shape, move, own, other, &outcome);
    for (*way = 0; *way < split->ways && split->outcome[*way] != outcome;)
        ++*way;
    if (*way < split->ways)
        return !memcmp(&split->to[*way], &to, sizeof to);
    if (*way == VEIL_WAYS)
        return false;
    split->to[split->ways] = to;
    split->outcome[split->ways++] = (uint8_t)outcome;
    return true;
}

// Of many types only some are looked at twice: a certificate's check looks at all.
static unsigned every(unsigned types)
{
    return types > 256 ? 8 : 1;
}

static bool split_move(struct veil *veil, const struct veil_shape *shape, struct move move,
                       struct split *split)
{
    unsigned mover = shape->mover, other = opponent(mover);
    unsigned others = veil->type_count[other], owns = veil->type_count[mover];
    unsigned way, again;
    for (unsigned i = 0; i < others; i++) {
        if (!sort_result(veil, shape, move, spread(veil, mover, i), i, split, &way))
            return false;
        split->takes[i] = (uint8_t)way;
        if (i % every(others) == 0 &&
            (!sort_result(veil, shape, move, spread(veil, mover, i + 1), i, split, &again) ||
             way != again))
            return false;
    }
    for (unsigned i = 0; i < owns; i += every(owns)) {
        unsigned by = spread(veil, other, i);
        if (!sort_result(veil, shape, move, i, by, split, &way) || way != split->takes[by])
            return false;
    }
    return true;
}

static enum veil_verdict find_shape(struct veil *veil, const struct state *state, unsigned *found)
{
    for (unsigned i = 0; i < veil->shape_count; i++)
        if (!memcmp(&veil->shapes[i].state, state, sizeof *state)) {
            *found = i;
            return VEIL_FITS;
        }
    if (veil->shape_count == veil->shape_room) {
        veil->shape_room = veil->shape_room ? 2 * veil->shape_room : 64;
        struct veil_shape *grown = mem_grow(veil->shapes, veil->shape_room * sizeof *grown);
        if (!grown)
            return VEIL_MEMORY;
        veil->shapes = grown;
    }
    *found = veil->shape_count++;
    veil->shapes[*found] =
        (struct veil_shape){ .state = *state, .mover = state_turn(state)->mover };
    return VEIL_FITS;
}

static enum veil_verdict add_edge(struct veil *veil, unsigned from, struct move move,
                                  const struct split *split)
{
    const struct veil_shape *shape = &veil->shapes[from];
    struct veil_edge edge = { .move = move,
                              .reader = split->ways > 1 ? opponent(shape->mover) : SEAT_NOBODY,
                              .takes = split->takes };
    if (veil->edge_count == veil->edge_room) {
        veil->edge_room = veil->edge_room ? 2 * veil->edge_room : 256;
        struct veil_edge *grown = mem_grow(veil->edges, veil->edge_room * sizeof *grown);
        if (!grown)
            return VEIL_MEMORY;
        veil->edges = grown;
    }
    enum veil_verdict verdict = VEIL_FITS;
    for (unsigned i = 0; verdict == VEIL_FITS && i < split->ways; i++) {
        struct veil_way *way = &edge.way[i];
        *way = (struct veil_way){ .outcome = split->outcome[i],
                                  .winner = state_turn(&split->to[i])->winner };
        if (!way->winner)
            verdict = find_shape(veil, &split->to[i], &way->child);
    }
    if (verdict == VEIL_FITS)
        veil->edges[veil->edge_count++] = edge;
    return verdict;
}

static enum veil_verdict add_move(struct veil *veil, unsigned from, struct move move)
{
    unsigned mover = veil->shapes[from].mover;
    struct split split = { .takes = mem_new(veil->type_count[opponent(mover)]) };
    if (!split.takes)
        return VEIL_MEMORY;
    enum veil_verdict verdict = VEIL_OTHER;
    if (!hidden_verb(veil, move.verb) && split_move(veil, &veil->shapes[from], move, &split))
        verdict = add_edge(veil, from, move, &split);
    if (verdict == VEIL_FITS)
        veil->shapes[from].count++;
    else
        mem_free(split.takes);
    return verdict;
}

// May every type of the mover do the same?
static bool same_for_all(const struct veil *veil, const struct veil_shape *shape)
{
    struct state state = with_types(veil, &shape->state, 0, 0);
    struct offer expected[OFFERS_MAX], offers[OFFERS_MAX];
    unsigned count = game_offers(veil->variant, &state, expected);
    for (unsigned i = 1; i < veil->type_count[shape->mover]; i++) {
        state = with_types(veil, &shape->state, shape->mover == SEAT_1 ? i : 0,
                           shape->mover == SEAT_2 ? i : 0);
        if (game_offers(veil->variant, &state, offers) != count)
            return false;
        for (unsigned k = 0; k < count; k++)
            if (offers[k].from != expected[k].from || offers[k].verb != expected[k].verb ||
                offers[k].pick != expected[k].pick)
                return false;
    }
    return true;
}

// Finds where the legal moves lead. Shapes found on the way are appended.
static enum veil_verdict expand(struct veil *veil, unsigned at)
{
    struct veil_shape *shape = &veil->shapes[at];
    if (shape->mover == SEAT_CHANCE || !same_for_all(veil, shape))
        return VEIL_OTHER;
    struct state state = with_types(veil, &shape->state, 0, 0);
    struct view view = game_view(&state, shape->mover);
    struct walk walk = { 0 };
    enum veil_verdict verdict = VEIL_FITS;
    shape->first = veil->edge_count;
    while (verdict == VEIL_FITS && view_walk(veil->variant, &view, &walk)) {
        verdict =
            veil->shapes[at].count < VEIL_MOVES_MAX ? add_move(veil, at, walk.move) : VEIL_OTHER;
    }
    return verdict;
}

static unsigned way_winner(const struct veil *veil, const struct veil_way *way)
{
    return way->winner ? way->winner : veil->shapes[way->child].winner;
}

// Who wins by this edge whatever is hidden; nobody, if that depends.
static unsigned edge_winner(const struct veil *veil, const struct veil_edge *edge)
{
    unsigned winner = way_winner(veil, &edge->way[0]);
    return !edge->reader || way_winner(veil, &edge->way[1]) == winner ? winner : SEAT_NOBODY;
}

static void decide(struct veil *veil, struct veil_shape *shape)
{
    unsigned winner = SEAT_NOBODY;
    bool lost = shape->count > 0;
    for (unsigned i = 0; i < shape->count; i++) {
        winner = edge_winner(veil, &veil->edges[shape->first + i]);
        lost &= winner == opponent(shape->mover);
    }
    if (lost || winner == shape->mover) // by the last of the moves
        shape->winner = (uint8_t)winner;
}

// Numbers pairs densely, in order of appearance.
struct pairs {
    uint64_t *key;
    uint16_t *number;
    size_t size;
    unsigned count;
};

static bool pairs_init(struct pairs *pairs, unsigned most)
{
    pairs->size = 16;
    while (pairs->size < 2 * (size_t)most)
        pairs->size *= 2;
    pairs->key = mem_new(pairs->size * sizeof *pairs->key);
    pairs->number = mem_new(pairs->size * sizeof *pairs->number);
    return pairs->key && pairs->number;
}

static void pairs_empty(struct pairs *pairs)
{
    memset(pairs->key, 0xff, pairs->size * sizeof *pairs->key);
    pairs->count = 0;
}

static uint16_t pairs_number(struct pairs *pairs, unsigned a, unsigned b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    size_t i = (key * 0x9e3779b97f4a7c15u >> 20) & (pairs->size - 1);
    while (pairs->key[i] != key && pairs->key[i] != UINT64_MAX)
        i = (i + 1) & (pairs->size - 1);
    if (pairs->key[i] == UINT64_MAX) {
        pairs->key[i] = key;
        pairs->number[i] = (uint16_t)pairs->count++;
    }
    return pairs->number[i];
}

// What an edge means to a type: which way it takes, and the class at the child.
static unsigned meaning(const struct veil *veil, const struct veil_edge *edge, unsigned seat,
                        unsigned type, unsigned way)
{
    bool takes = edge->reader == seat ? edge->takes[type] == way : true;
    if (!takes)
        return no_child;
    if (edge->way[way].winner)
        return no_child - 1;
    const uint16_t *class_of = veil->shapes[edge->way[way].child].class_of[seat];
    return class_of ? class_of[type] : 0;
}

static unsigned ways_of(const struct veil_edge *edge)
{
    return edge->reader ? VEIL_WAYS : 1;
}

static bool classify(struct veil *veil, struct veil_shape *shape, unsigned seat)
{
    unsigned types = veil->type_count[seat];
    struct pairs pairs = { 0 };
    uint16_t *class_of = mem_new(types * sizeof *class_of);
    shape->class_of[seat] = class_of;
    shape->classes[seat] = 1;
    bool enough = class_of && pairs_init(&pairs, types);
    if (enough)
        memset(class_of, 0, types * sizeof *class_of);
    for (unsigned e = 0; enough && !shape->winner && e < shape->count; e++) {
        const struct veil_edge *edge = &veil->edges[shape->first + e];
        for (unsigned way = 0; way < ways_of(edge); way++) {
            pairs_empty(&pairs);
            for (unsigned i = 0; i < types; i++)
                class_of[i] = pairs_number(&pairs, class_of[i], meaning(veil, edge, seat, i, way));
            shape->classes[seat] = pairs.count;
        }
    }
    mem_free(pairs.key);
    mem_free(pairs.number);
    return enough;
}

static bool tabulate_way(struct veil *veil, const struct veil_shape *shape,
                         const struct veil_edge *edge, struct veil_way *way)
{
    for (unsigned seat = SEAT_1; !way->winner && seat <= SEAT_2; seat++) {
        way->next[seat] = mem_new(shape->classes[seat] * sizeof *way->next[seat]);
        if (!way->next[seat])
            return false;
        for (unsigned i = 0; i < veil->type_count[seat]; i++)
            if (edge->reader != seat || way == &edge->way[edge->takes[i]])
                way->next[seat][shape->class_of[seat][i]] =
                    veil->shapes[way->child].class_of[seat][i];
            else
                way->next[seat][shape->class_of[seat][i]] = no_child;
    }
    return true;
}

// Turns an edge's tables by type into tables by class.
static bool tabulate(struct veil *veil, const struct veil_shape *shape, struct veil_edge *edge)
{
    for (unsigned way = 0; way < ways_of(edge); way++)
        if (!tabulate_way(veil, shape, edge, &edge->way[way]))
            return false;
    if (!edge->reader)
        return true;
    uint8_t *takes = mem_new(shape->classes[edge->reader]);
    if (!takes)
        return false;
    for (unsigned i = 0; i < veil->type_count[edge->reader]; i++)
        takes[shape->class_of[edge->reader][i]] = edge->takes[i];
    mem_free(edge->takes);
    edge->takes = takes;
    return true;
}

// From the end of the game to its beginning: later shapes are finished first.
static bool finish(struct veil *veil, unsigned at, uint8_t *done)
{
    struct veil_shape *shape = &veil->shapes[at];
    if (done[at])
        return true;
    done[at] = true;
    for (unsigned i = 0; i < shape->count; i++) {
        const struct veil_edge *edge = &veil->edges[shape->first + i];
        for (unsigned way = 0; way < ways_of(edge); way++)
            if (!edge->way[way].winner && !finish(veil, edge->way[way].child, done))
                return false;
    }
    decide(veil, shape);
    if (!classify(veil, shape, SEAT_1) || !classify(veil, shape, SEAT_2))
        return false;
    for (unsigned i = 0; i < shape->count; i++)
        if (!tabulate(veil, shape, &veil->edges[shape->first + i]))
            return false;
    return true;
}

// A child whose winner is certain ends the game.
static void cut_decided(struct veil *veil)
{
    for (unsigned i = 0; i < veil->edge_count; i++)
        for (unsigned way = 0; way < ways_of(&veil->edges[i]); way++)
            veil->edges[i].way[way].winner = (uint8_t)way_winner(veil, &veil->edges[i].way[way]);
}

static bool ask(const struct solve_limits *limits, const struct veil *veil)
{
    return !limits || !limits->go_on || limits->go_on(limits->whom, veil->nodes, 0);
}

enum veil_verdict veil_build(struct veil *veil, const struct variant *variant, unsigned first,
                             const struct solve_limits *limits)
{
    *veil = (struct veil){ .variant = variant, .first = first };
    veil->type_count[SEAT_1] = veil->type_count[SEAT_2] = 1;
    struct state start = game_start(variant, first);
    enum veil_verdict verdict = hide_all(veil, &start);
    unsigned root;
    if (verdict == VEIL_FITS && state_turn(&start)->winner)
        verdict = VEIL_OTHER;
    veil->start = start;
    if (verdict == VEIL_FITS && variant->game->gist)
        variant->game->gist(&variant->rules, state_open(&start));
    if (verdict == VEIL_FITS)
        verdict = find_shape(veil, &start, &root);
    for (unsigned i = 0; verdict == VEIL_FITS && i < veil->shape_count; i++)
        verdict = ask(limits, veil) ? expand(veil, i) : VEIL_STOPPED;
    if (verdict != VEIL_FITS)
        return verdict;
    uint8_t *done = mem_new(veil->shape_count);
    if (done)
        memset(done, 0, veil->shape_count);
    if (!done || !finish(veil, 0, done))
        verdict = VEIL_MEMORY;
    mem_free(done);
    cut_decided(veil);
    return verdict;
}

void veil_clear(struct veil *veil)
{
    for (unsigned i = 0; i < veil->edge_count; i++) {
        mem_free(veil->edges[i].takes);
        for (unsigned way = 0; way < VEIL_WAYS; way++)
            for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
                mem_free(veil->edges[i].way[way].next[seat]);
    }
    for (unsigned i = 0; i < veil->shape_count; i++) {
        mem_free(veil->shapes[i].class_of[SEAT_1]);
        mem_free(veil->shapes[i].class_of[SEAT_2]);
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mem_free(veil->types[seat]);
        mem_free(veil->secret[seat]);
    }
    mem_free(veil->shapes);
    mem_free(veil->edges);
    *veil = (struct veil){ 0 };
}
