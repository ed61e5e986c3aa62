// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/public_tree.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"

// --- What may be hidden

// One more type, with the secret that it leaves behind.
static enum public_tree_verdict add_type(struct public_tree_hidden *hidden,
                                         const struct variant *variant, const struct state *state,
                                         struct move move, struct state *after)
{
    unsigned seat = state_turn(state)->mover;
    if (!(hidden->count & (hidden->count - 1))) {
        size_t room = hidden->count ? 2 * (size_t)hidden->count : 1;
        struct move *moves = mem_grow(hidden->move, room * sizeof *moves);
        hidden->move = moves ? moves : hidden->move;
        void *secrets = mem_grow(hidden->secret, room * SECRET_SIZE);
        hidden->secret = secrets ? secrets : hidden->secret;
        if (!moves || !secrets)
            return PUBLIC_TREE_MEMORY;
    }
    struct state next = *state;
    game_apply(variant, &next, move);
    hidden->move[hidden->count] = move;
    memcpy(hidden->secret[hidden->count], next.secret[seat], SECRET_SIZE);
    memset(next.secret[seat], 0, SECRET_SIZE);
    if (hidden->count++ && memcmp(&next, after, sizeof next))
        return PUBLIC_TREE_OTHER; // hiding shows
    *after = next;
    return PUBLIC_TREE_FITS;
}

static enum public_tree_verdict hide(struct public_tree_types *types, const struct variant *variant,
                                     unsigned most)
{
    unsigned seat = state_turn(&types->start)->mover;
    struct public_tree_hidden *hidden = &types->of[seat];
    struct view view = game_view(&types->start, seat);
    struct state after = types->start;
    struct walk walk = { 0 };
    enum public_tree_verdict verdict = PUBLIC_TREE_FITS;
    if (seat == SEAT_CHANCE || hidden->hides)
        return PUBLIC_TREE_OTHER;
    hidden->hides = true;
    hidden->count = 0;
    while (verdict == PUBLIC_TREE_FITS && view_walk(variant, &view, &walk)) {
        if (hidden->count == most)
            return PUBLIC_TREE_LARGE;
        verdict = add_type(hidden, variant, &types->start, walk.move, &after);
    }
    types->start = after;
    return verdict;
}

enum public_tree_verdict public_tree_types_find(struct public_tree_types *types,
                                                const struct variant *variant, unsigned first,
                                                unsigned most)
{
    enum public_tree_verdict verdict = PUBLIC_TREE_FITS;
    *types = (struct public_tree_types){ .start = game_start(variant, first) };
    while (verdict == PUBLIC_TREE_FITS && game_hides(variant, &types->start))
        verdict = hide(types, variant, most);
    if (verdict == PUBLIC_TREE_FITS && state_turn(&types->start)->winner)
        verdict = PUBLIC_TREE_OTHER;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!types->of[seat].hides)
            types->of[seat].count = 1;
    return verdict;
}

void public_tree_types_clear(struct public_tree_types *types)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        mem_free(types->of[seat].move);
        mem_free(types->of[seat].secret);
    }
    *types = (struct public_tree_types){ 0 };
}

unsigned public_tree_type(const struct public_tree_types *types, unsigned seat,
                          const unsigned char *secret)
{
    const struct public_tree_hidden *hidden = &types->of[seat];
    for (unsigned i = 0; hidden->hides && i < hidden->count; i++)
        if (!memcmp(hidden->secret[i], secret, SECRET_SIZE))
            return i;
    return 0;
}

// --- The tree

struct builder {
    struct public_tree *tree;
    size_t most;
    enum public_tree_verdict verdict;
};

static bool *note_types(const bool *from, unsigned count)
{
    bool *may = mem_new(count * sizeof *may);
    for (unsigned i = 0; may && i < count; i++)
        may[i] = !from || from[i];
    return may;
}

static struct state truth_of(const struct public_tree *tree, const unsigned char *open,
                             const unsigned type[SEATS])
{
    struct state state = tree->types->start;
    memcpy(state.open, open, OPEN_SIZE);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (tree->types->of[seat].hides)
            memcpy(state.secret[seat], tree->types->of[seat].secret[type[seat]], SECRET_SIZE);
    return state;
}

static unsigned first_of(const bool *may, unsigned count)
{
    unsigned i = 0;
    while (i < count && !may[i])
        i++;
    return i;
}

static unsigned last_of(const bool *may, unsigned count)
{
    while (count > 0 && !may[count - 1])
        count--;
    return count - 1;
}

static unsigned add_node(struct builder *builder, const struct state *state, unsigned parent,
                         unsigned by, unsigned as)
{
    struct public_tree *tree = builder->tree;
    if (!vector_grow(&tree->nodes, &tree->room, tree->count, sizeof *tree->nodes)) {
        builder->verdict = PUBLIC_TREE_MEMORY;
        return PUBLIC_TREE_END;
    }
    struct public_tree_node *node = &tree->nodes[tree->count];
    *node = (struct public_tree_node){
        .mover = state_turn(state)->mover, .parent = parent, .by = by, .as = as
    };
    node->reader = opponent(node->mover);
    memcpy(node->open, state->open, OPEN_SIZE);
    return tree->count++;
}

static unsigned add_edges(struct builder *builder, unsigned count)
{
    struct public_tree *tree = builder->tree;
    unsigned first = tree->edge_count;
    for (unsigned i = 0; i < count; i++) {
        if (!vector_grow(&tree->edges, &tree->edge_room, tree->edge_count, sizeof *tree->edges)) {
            builder->verdict = PUBLIC_TREE_MEMORY;
            break;
        }
        tree->edges[tree->edge_count++] = (struct public_tree_edge){ 0 };
    }
    return first;
}

static void grow(struct builder *builder, unsigned at, bool *const may[SEATS]);

// Which result of a move a type of the reader brings; adds it if it is new. The types of
// the mover must make no difference.
static unsigned find_result(struct builder *builder, unsigned at, struct public_tree_edge *edge,
                            struct state *after, const unsigned type[SEATS],
                            const unsigned mover_too)
{
    const struct public_tree *tree = builder->tree;
    const struct public_tree_node *node = &tree->nodes[at];
    unsigned other[SEATS] = { 0, type[SEAT_1], type[SEAT_2], 0 };
    other[node->mover] = mover_too;
    struct state next = truth_of(tree, node->open, type), twin = truth_of(tree, node->open, other);
    unsigned outcome = game_apply(tree->variant, &next, edge->move);
    game_apply(tree->variant, &twin, edge->move);
    unsigned k = 0;
    while (k < edge->results && memcmp(after[k].open, next.open, OPEN_SIZE))
        k++;
    if (memcmp(next.open, twin.open, OPEN_SIZE) || k == PUBLIC_TREE_RESULTS) {
        builder->verdict = PUBLIC_TREE_OTHER;
        return 0;
    }
    if (k == edge->results) {
        if (k && edge->result[0].outcome == outcome)
            builder->verdict = PUBLIC_TREE_OTHER; // what is told must tell them apart
        after[edge->results++] = next;
        edge->result[k] = (struct public_tree_result){ .node = PUBLIC_TREE_END,
                                                       .winner = state_turn(&next)->winner,
                                                       .outcome = (uint8_t)outcome };
    }
    return k;
}

// Follows a move for all types of the reader.
static void grow_edge(struct builder *builder, unsigned at, unsigned e, bool *const may[SEATS])
{
    const struct public_tree *tree = builder->tree;
    unsigned mover = tree->nodes[at].mover, reader = tree->nodes[at].reader;
    unsigned count = tree->types->of[reader].count, of_mover = tree->types->of[mover].count;
    struct state after[PUBLIC_TREE_RESULTS];
    struct public_tree_edge edge = tree->edges[e];
    bool *split[PUBLIC_TREE_RESULTS] = { note_types(may[reader], count),
                                         note_types(may[reader], count) };
    unsigned type[SEATS] = { 0 }, last = last_of(may[mover], of_mover);
    type[mover] = first_of(may[mover], of_mover);
    if (!split[0] || !split[1])
        builder->verdict = PUBLIC_TREE_MEMORY;
    for (unsigned i = 0; builder->verdict == PUBLIC_TREE_FITS && i < count; i++) {
        if (!may[reader][i])
            continue;
        type[reader] = i;
        unsigned k = find_result(builder, at, &edge, after, type, last);
        split[!k][i] = false;
    }
    for (unsigned k = 0; builder->verdict == PUBLIC_TREE_FITS && k < edge.results; k++) {
        if (edge.result[k].winner)
            continue;
        bool *next[SEATS] = { 0 };
        next[mover] = may[mover];
        next[reader] = split[k];
        edge.result[k].node = add_node(builder, &after[k], at, e, k);
        if (builder->verdict == PUBLIC_TREE_FITS)
            grow(builder, edge.result[k].node, next);
    }
    builder->tree->edges[e] = edge;
    mem_free(split[0]);
    mem_free(split[1]);
}

// Who wins by this edge whatever is hidden; nobody, if that depends.
static unsigned edge_winner(const struct public_tree *tree, const struct public_tree_edge *edge)
{
    unsigned winner = public_tree_winner(tree, &edge->result[0]);
    for (unsigned k = 1; k < edge->results; k++)
        if (public_tree_winner(tree, &edge->result[k]) != winner)
            return SEAT_NOBODY;
    return winner;
}

static unsigned decided_for(const struct public_tree *tree, const struct public_tree_node *node)
{
    bool lost = node->count > 0;
    for (unsigned e = 0; e < node->count; e++) {
        unsigned winner = edge_winner(tree, &tree->edges[node->first + e]);
        if (winner == node->mover)
            return node->mover;
        lost &= winner == node->reader;
    }
    return lost ? node->reader : SEAT_NOBODY;
}

// Numbers pairs densely, in order of appearance.
static unsigned number_pairs(uint32_t *pair, unsigned count, const uint16_t *a, const uint16_t *b,
                             uint16_t *out)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < count; i++) {
        if (a[i] == PUBLIC_TREE_NONE)
            continue;
        uint32_t key = (uint32_t)a[i] << 16 | b[i];
        unsigned k = 0;
        while (k < numbers && pair[k] != key)
            k++;
        if (k == numbers)
            pair[numbers++] = key;
        out[i] = (uint16_t)k;
    }
    return numbers;
}

// What an edge means to a type of the seat: the result, where it reads, and the class
// there.
static uint16_t meaning(const struct public_tree *tree, const struct public_tree_edge *edge,
                        unsigned k, unsigned seat, unsigned type)
{
    if (public_tree_ends(tree, &edge->result[k]))
        return (uint16_t)(public_tree_winner(tree, &edge->result[k]) * 2 + k);
    return (uint16_t)(8 + 2u * tree->nodes[edge->result[k].node].class_of[seat][type] + k);
}

static bool is_decided_for_good(const struct public_tree *tree, unsigned at)
{
    return at > 0 && tree->nodes[at].winner;
}

// Refines the classes of a seat at a node by one edge after the other.
static bool classify(struct public_tree *tree, unsigned at, unsigned seat, const bool *may,
                     uint8_t *const *result_of_type)
{
    struct public_tree_node *node = &tree->nodes[at];
    unsigned types = tree->types->of[seat].count;
    uint16_t *class_of = mem_new(types * sizeof *class_of), *mean = mem_new(types * sizeof *mean);
    uint32_t *pair = mem_new(types * sizeof *pair);
    node->class_of[seat] = class_of;
    node->classes[seat] = 1;
    bool enough = class_of && mean && pair;
    for (unsigned i = 0; enough && i < types; i++)
        class_of[i] = may[i] ? 0 : PUBLIC_TREE_NONE;
    for (unsigned e = 0; enough && !is_decided_for_good(tree, at) && e < node->count; e++) {
        const struct public_tree_edge *edge = &tree->edges[node->first + e];
        for (unsigned k = 0; k < edge->results; k++) {
            for (unsigned i = 0; i < types; i++) {
                bool comes = may[i] && (seat != node->reader || result_of_type[e][i] == k);
                mean[i] = comes ? meaning(tree, edge, k, seat, i) : PUBLIC_TREE_NONE;
            }
            node->classes[seat] = number_pairs(pair, types, class_of, mean, class_of);
        }
    }
    mem_free(mean);
    mem_free(pair);
    return enough;
}

// Tables by type become tables by class.
static bool tabulate(struct public_tree *tree, unsigned at, struct public_tree_edge *edge,
                     const uint8_t *result_of_type)
{
    const struct public_tree_node *node = &tree->nodes[at];
    edge->result_of = mem_new(node->classes[node->reader]);
    if (!edge->result_of)
        return false;
    for (unsigned i = 0; i < tree->types->of[node->reader].count; i++)
        if (node->class_of[node->reader][i] != PUBLIC_TREE_NONE)
            edge->result_of[node->class_of[node->reader][i]] = result_of_type[i];
    for (unsigned k = 0; k < edge->results; k++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            struct public_tree_result *result = &edge->result[k];
            if (public_tree_ends(tree, result))
                continue;
            const struct public_tree_node *child = &tree->nodes[result->node];
            result->next[seat] = mem_new(node->classes[seat] * sizeof *result->next[seat]);
            if (!result->next[seat])
                return false;
            for (unsigned c = 0; c < node->classes[seat]; c++)
                result->next[seat][c] = PUBLIC_TREE_NONE;
            for (unsigned i = 0; i < tree->types->of[seat].count; i++)
                if (child->class_of[seat][i] != PUBLIC_TREE_NONE)
                    result->next[seat][node->class_of[seat][i]] = child->class_of[seat][i];
        }
    return true;
}

// Which result each type of the reader brings, edge by edge.
static uint8_t **results_by_type(struct public_tree *tree, unsigned at, bool *const may[SEATS])
{
    const struct public_tree_node *node = &tree->nodes[at];
    unsigned types = tree->types->of[node->reader].count;
    uint8_t **table = mem_new(node->count * sizeof *table + node->count * types);
    if (!table)
        return NULL;
    unsigned type[SEATS] = { 0 };
    type[node->mover] = first_of(may[node->mover], tree->types->of[node->mover].count);
    for (unsigned e = 0; e < node->count; e++) {
        const struct public_tree_edge *edge = &tree->edges[node->first + e];
        table[e] = (uint8_t *)(table + node->count) + e * types;
        memset(table[e], 0, types);
        for (unsigned i = 0; edge->results > 1 && i < types; i++) {
            if (!may[node->reader][i])
                continue;
            type[node->reader] = i;
            struct state next = truth_of(tree, node->open, type);
            enum outcome outcome = game_apply(tree->variant, &next, edge->move);
            table[e][i] = edge->result[0].outcome != outcome;
        }
    }
    return table;
}

// Beyond a decided node nothing matters; what was found there is forgotten.
static void forget_below(struct public_tree *tree, unsigned at)
{
    for (unsigned i = at + 1; i < tree->count; i++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            mem_free(tree->nodes[i].class_of[seat]);
    for (unsigned e = tree->nodes[at].first; e < tree->edge_count; e++) {
        mem_free(tree->edges[e].result_of);
        for (unsigned k = 0; k < PUBLIC_TREE_RESULTS; k++)
            for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
                mem_free(tree->edges[e].result[k].next[seat]);
    }
    tree->count = at + 1;
    tree->edge_count = tree->nodes[at].first;
    tree->nodes[at].count = 0;
}

static void finish(struct builder *builder, unsigned at, bool *const may[SEATS])
{
    struct public_tree *tree = builder->tree;
    struct public_tree_node *node = &tree->nodes[at];
    if (!node->winner)
        node->winner = (uint8_t)decided_for(tree, node);
    if (is_decided_for_good(tree, at))
        forget_below(tree, at);
    uint8_t **result_of_type = results_by_type(tree, at, may);
    bool enough = result_of_type && classify(tree, at, SEAT_1, may[SEAT_1], result_of_type) &&
                  classify(tree, at, SEAT_2, may[SEAT_2], result_of_type);
    for (unsigned e = 0; enough && e < node->count; e++)
        enough = tabulate(tree, at, &tree->edges[node->first + e], result_of_type[e]);
    if (!enough)
        builder->verdict = PUBLIC_TREE_MEMORY;
    mem_free(result_of_type);
}

// Does a move win whatever the reader has hidden? Then nothing else need be looked at.
static bool wins_at_once(const struct public_tree *tree, unsigned at, struct move move,
                         bool *const may[SEATS])
{
    const struct public_tree_node *node = &tree->nodes[at];
    unsigned type[SEATS] = { 0 };
    type[node->mover] = first_of(may[node->mover], tree->types->of[node->mover].count);
    for (unsigned i = 0; i < tree->types->of[node->reader].count; i++) {
        if (!may[node->reader][i])
            continue;
        type[node->reader] = i;
        struct state next = truth_of(tree, node->open, type);
        game_apply(tree->variant, &next, move);
        if (state_turn(&next)->winner != node->mover)
            return false;
    }
    return true;
}

// Nodes below the root are not looked into where a move wins at once.
static bool is_won(const struct public_tree *tree, unsigned at, const struct view *view,
                   bool *const may[SEATS])
{
    struct walk walk = { 0 };
    while (at > 0 && view_walk(tree->variant, view, &walk))
        if (wins_at_once(tree, at, walk.move, may))
            return true;
    return false;
}

static void grow(struct builder *builder, unsigned at, bool *const may[SEATS])
{
    struct public_tree *tree = builder->tree;
    unsigned type[SEATS] = { 0 };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        type[seat] = first_of(may[seat], tree->types->of[seat].count);
    struct state state = truth_of(tree, tree->nodes[at].open, type);
    struct view view = game_view(&state, tree->nodes[at].mover);
    bool won = is_won(tree, at, &view, may);
    unsigned count = won ? 0 : view_count(tree->variant, &view), e = add_edges(builder, count);
    tree->nodes[at].first = e;
    tree->nodes[at].count = count;
    struct walk walk = { 0 };
    if (tree->edge_count > builder->most)
        builder->verdict = PUBLIC_TREE_LARGE;
    for (; !won && builder->verdict == PUBLIC_TREE_FITS && view_walk(tree->variant, &view, &walk);
         e++) {
        tree->edges[e].move = walk.move;
        grow_edge(builder, at, e, may);
    }
    tree->nodes[at].winner = won ? tree->nodes[at].mover : SEAT_NOBODY;
    if (builder->verdict == PUBLIC_TREE_FITS)
        finish(builder, at, may);
}

// Where the weights of each node's moves are.
static bool place_weights(struct public_tree *tree, size_t most)
{
    for (unsigned n = 0; n < tree->count; n++) {
        struct public_tree_node *node = &tree->nodes[n];
        node->at = tree->weights[node->mover];
        tree->weights[node->mover] += (size_t)node->count * node->classes[node->mover];
    }
    return tree->weights[SEAT_1] + tree->weights[SEAT_2] <= most;
}

enum public_tree_verdict public_tree_build(struct public_tree *tree, const struct variant *variant,
                                           const struct public_tree_types *types,
                                           const unsigned char *open, const bool *const may[SEATS],
                                           size_t most)
{
    struct builder builder = { .tree = tree, .most = most };
    *tree = (struct public_tree){ .variant = variant, .types = types };
    struct state start = types->start;
    bool *all[SEATS] = { 0 };
    memcpy(start.open, open, OPEN_SIZE);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        all[seat] = note_types(may ? may[seat] : NULL, types->of[seat].count);
    if (!all[SEAT_1] || !all[SEAT_2])
        builder.verdict = PUBLIC_TREE_MEMORY;
    else
        add_node(&builder, &start, PUBLIC_TREE_END, 0, 0);
    if (builder.verdict == PUBLIC_TREE_FITS)
        grow(&builder, 0, all);
    if (builder.verdict == PUBLIC_TREE_FITS && !place_weights(tree, most))
        builder.verdict = PUBLIC_TREE_LARGE;
    mem_free(all[SEAT_1]);
    mem_free(all[SEAT_2]);
    return builder.verdict;
}

void public_tree_clear(struct public_tree *tree)
{
    for (unsigned n = 0; n < tree->count; n++) {
        mem_free(tree->nodes[n].class_of[SEAT_1]);
        mem_free(tree->nodes[n].class_of[SEAT_2]);
    }
    for (unsigned e = 0; e < tree->edge_count; e++) {
        mem_free(tree->edges[e].result_of);
        for (unsigned k = 0; k < PUBLIC_TREE_RESULTS; k++) {
            mem_free(tree->edges[e].result[k].next[SEAT_1]);
            mem_free(tree->edges[e].result[k].next[SEAT_2]);
        }
    }
    mem_free(tree->nodes);
    mem_free(tree->edges);
    *tree = (struct public_tree){ 0 };
}
