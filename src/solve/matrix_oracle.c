// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/matrix_oracle.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"
#include "solve/best_path.h"
#include "solve/exact_lp.h"

struct matrix_oracle_path {
    unsigned *edges; // of the graph
    unsigned count;
    uint64_t *hit; // by type, one bit each
};

struct matrix_oracle {
    const struct public_graph *graph;
    unsigned hider, runner;
    struct matrix_oracle_path *path;
    unsigned path_count;
    unsigned *type; // indices into the hider's types
    unsigned type_count;
    size_t memory; // bytes; 0: no limit
    uint64_t nodes;
};

bool matrix_oracle_fit(const struct public_graph *graph)
{
    if (graph->hides[SEAT_1] == graph->hides[SEAT_2])
        return false;
    unsigned runner = graph->hides[SEAT_1] ? SEAT_2 : SEAT_1, hider = opponent(runner);
    for (unsigned i = 0; i < graph->position_count; i++)
        if (graph->positions[i].mover != runner)
            return false;
    for (unsigned i = 0; i < graph->edge_count; i++) {
        const struct public_graph_way *way = graph->edges[i].way;
        if (graph->edges[i].reader && way[0].winner != hider && way[1].winner != hider)
            return false; // being hit does not end it
    }
    return true;
}

// The weights that the answers are looked for against: whole numbers that sum to
// about `unit`, from a guess; or exact, over the common denominator.
struct blend {
    weight *path, *type;
    unsigned paths, types;
    weight path_value, type_value; // the matrix's value in either unit
};

// --- Keeping types and paths

static bool grow(void *array, unsigned count, size_t size)
{
    void **at = array;
    if (count & (count - 1))
        return true;
    void *grown = mem_grow(*at, (count ? 2 * (size_t)count : 1) * size);
    if (grown)
        *at = grown;
    return grown;
}

static bool add_type(struct matrix_oracle *oracle, unsigned type)
{
    if (!grow(&oracle->type, oracle->type_count, sizeof *oracle->type))
        return false;
    oracle->type[oracle->type_count++] = type;
    return true;
}

static unsigned hit_words(const struct matrix_oracle *oracle)
{
    return oracle->graph->type_count[oracle->hider] / 64 + 1;
}

static bool path_hits(const struct matrix_oracle_path *path, unsigned type)
{
    return path->hit[type / 64] >> type % 64 & 1;
}

static void note_hits(const struct matrix_oracle *oracle, struct matrix_oracle_path *path,
                      unsigned position, const struct public_graph_edge *edge)
{
    for (unsigned i = 0; i < oracle->graph->type_count[oracle->hider]; i++)
        if (best_path_hits(oracle->graph, oracle->hider, position, edge, i))
            path->hit[i / 64] |= (uint64_t)1 << i % 64;
}

static struct matrix_oracle_path *new_path(struct matrix_oracle *oracle)
{
    size_t words = hit_words(oracle);
    if (!grow(&oracle->path, oracle->path_count, sizeof *oracle->path))
        return NULL;
    struct matrix_oracle_path *path = &oracle->path[oracle->path_count];
    *path = (struct matrix_oracle_path){ .edges = mem_new(MOVES_MAX * sizeof(unsigned)),
                                         .hit = mem_new(words * sizeof(uint64_t)) };
    oracle->path_count++;
    if (!path->edges || !path->hit)
        return NULL;
    memset(path->hit, 0, words * sizeof(uint64_t));
    return path;
}

// The best path that begins with these edges, or as much of them as it has
// room for: the labels know how it goes on.
static bool add_path(struct matrix_oracle *oracle, const struct best_path *search,
                     const unsigned *begin, unsigned count)
{
    struct matrix_oracle_path *path = new_path(oracle);
    struct best_path_mask hit = { { 0 } };
    for (unsigned position = 0; path;) {
        unsigned index =
            path->count < count ? begin[path->count] : best_path_best(search, position, hit);
        const struct public_graph_edge *edge = &oracle->graph->edges[index];
        path->edges[path->count++] = index;
        note_hits(oracle, path, position, edge);
        hit = best_path_join(hit, search->edge_mask[index]);
        if (best_path_pass(edge, oracle->hider)->winner)
            break;
        position = best_path_pass(edge, oracle->hider)->child;
    }
    return path;
}

// --- One round

static bool best_path_start(struct best_path *search, const struct matrix_oracle *oracle,
                            const struct blend *blend)
{
    bool fine = best_path_init(search, oracle->graph, oracle->hider, oracle->type, blend->type,
                               blend->types);
    search->memory = oracle->memory;
    return fine;
}

static const double guess_unit = (double)((uint64_t)1 << 50), guess_slack = 1e-7;

// Adds, for each way to begin, the best path if it is hit less than the value
// says: several at a time make fewer rounds.
static bool add_better(struct matrix_oracle *oracle, struct best_path *search, weight value)
{
    const struct public_graph *graph = oracle->graph;
    const struct public_graph_position *start = &graph->positions[0];
    bool fine = true;
    for (unsigned i = 0; fine && i < start->count; i++) {
        unsigned begin[2] = { start->first + i };
        const struct public_graph_edge *edge = &graph->edges[begin[0]];
        weight cost = best_path_weigh(search, &search->edge_mask[begin[0]],
                                      &(struct best_path_mask){ { 0 } });
        if (best_path_pass(edge, oracle->hider)->winner) {
            if (best_path_pass(edge, oracle->hider)->winner == oracle->runner && cost < value)
                fine = add_path(oracle, search, begin, 1);
            continue;
        }
        const struct public_graph_position *next =
            &graph->positions[best_path_pass(edge, oracle->hider)->child];
        for (unsigned k = 0; fine && k < next->count; k++) {
            begin[1] = next->first + k;
            if (cost + best_path_through(search, begin[1], &search->edge_mask[begin[0]]) < value)
                fine = add_path(oracle, search, begin, 2);
        }
    }
    return fine;
}

// Adds paths that are hit less than the value says, if there are any.
static bool improve_path(struct matrix_oracle *oracle, const struct blend *blend, bool *improved)
{
    struct best_path search;
    bool fine = best_path_start(&search, oracle, blend);
    if (fine) {
        weight least = best_path_from(&search, 0, (struct best_path_mask){ { 0 } });
        *improved = least < blend->type_value;
        fine = !search.failed && (!*improved || add_better(oracle, &search, blend->type_value));
        oracle->nodes += search.filled;
    }
    best_path_clear(&search);
    return fine;
}

// How often the mixture of paths runs into each type.
static weight *count_hits(const struct matrix_oracle *oracle, const struct blend *blend)
{
    unsigned types = oracle->graph->type_count[oracle->hider];
    weight *sum = mem_new(types * sizeof *sum);
    if (!sum)
        return NULL;
    memset(sum, 0, types * sizeof *sum);
    for (unsigned p = 0; p < blend->paths; p++)
        for (unsigned i = 0; blend->path[p] && i < types; i++)
            if (path_hits(&oracle->path[p], i))
                sum[i] += blend->path[p];
    return sum;
}

// Adds types that hit more often than the value says, if there are any: the best
// few, since that makes fewer rounds.
static bool improve_type(struct matrix_oracle *oracle, const struct blend *blend, bool *improved)
{
    unsigned types = oracle->graph->type_count[oracle->hider];
    weight *sum = count_hits(oracle, blend);
    bool fine = sum;
    for (unsigned round = 0; fine && round < 4; round++) {
        unsigned best = 0;
        for (unsigned i = 1; i < types; i++)
            if (sum[i] > sum[best])
                best = i;
        if (sum[best] <= blend->path_value)
            break;
        *improved = true;
        fine = add_type(oracle, best);
        sum[best] = 0;
    }
    mem_free(sum);
    return fine;
}

// --- The matrix: row 0 says that the paths' weights sum to one, then one row a
// type: the Runner's chance, column 0, is at most what survives it; then one
// column a path.

struct matrix {
    struct exact_lp *lp;
    unsigned columns, rows; // of the paths and types, as many as it has
};

static bool matrix_begin(struct matrix *matrix)
{
    *matrix = (struct matrix){ .lp = exact_lp_new(false) };
    return matrix->lp && exact_lp_add_row(matrix->lp, EXACT_LP_EQUAL, 1, NULL, 0) &&
           exact_lp_add_column(matrix->lp, 1, false, NULL, 0);
}

static bool matrix_add_path(struct matrix *matrix, const struct matrix_oracle *oracle,
                            struct exact_lp_term *terms)
{
    const struct matrix_oracle_path *path = &oracle->path[matrix->columns++];
    unsigned count = 0;
    terms[count++] = (struct exact_lp_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->rows; i++)
        if (!path_hits(path, oracle->type[i]))
            terms[count++] = (struct exact_lp_term){ i + 1, -1 };
    return exact_lp_add_column(matrix->lp, 0, false, terms, count);
}

static bool matrix_add_type(struct matrix *matrix, const struct matrix_oracle *oracle,
                            struct exact_lp_term *terms)
{
    unsigned type = oracle->type[matrix->rows++], count = 0;
    terms[count++] = (struct exact_lp_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->columns; i++)
        if (!path_hits(&oracle->path[i], type))
            terms[count++] = (struct exact_lp_term){ i + 1, -1 };
    return exact_lp_add_row(matrix->lp, EXACT_LP_AT_MOST, 0, terms, count);
}

// Adds what has been found since.
static bool matrix_follow(struct matrix *matrix, const struct matrix_oracle *oracle)
{
    unsigned most = oracle->path_count + oracle->type_count + 1;
    struct exact_lp_term *terms = mem_new(most * sizeof *terms);
    bool fine = terms;
    while (fine && matrix->columns < oracle->path_count)
        fine = matrix_add_path(matrix, oracle, terms);
    while (fine && matrix->rows < oracle->type_count)
        fine = matrix_add_type(matrix, oracle, terms);
    mem_free(terms);
    return fine;
}

// --- Guessing: floating-point weights, rounded to whole numbers

static void round_weights(weight *to, const double *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = from[i] > 1e-12 ? (weight)(from[i] * guess_unit) : 0;
}

static bool guess(const struct matrix *matrix, const struct matrix_oracle *oracle,
                  struct blend *blend)
{
    double safe, *x = mem_new((oracle->path_count + 1) * sizeof *x);
    double *y = mem_new((oracle->type_count + 1) * sizeof *y);
    bool solved = x && y && exact_lp_guess(matrix->lp, &safe, x, y);
    if (solved) {
        double value = 1 - safe;
        round_weights(blend->path, x + 1, oracle->path_count);
        round_weights(blend->type, y + 1, oracle->type_count);
        blend->type_value = (weight)((value > guess_slack ? value - guess_slack : 0) * guess_unit);
        blend->path_value = (weight)((value + guess_slack) * guess_unit);
    }
    mem_free(x);
    mem_free(y);
    return solved;
}

// --- Knowing

static bool seed_path(const struct matrix_oracle *oracle, const struct matrix_oracle_path *path,
                      struct restricted_tree *tree)
{
    for (unsigned i = 0, node = 0; i < path->count; i++) {
        const struct public_graph_edge *edge = &oracle->graph->edges[path->edges[i]];
        unsigned e = path->edges[i] - restricted_tree_position(tree, node)->first;
        unsigned way = (unsigned)(best_path_pass(edge, oracle->hider) - edge->way);
        *restricted_tree_moves(tree, node, 0) |= (uint64_t)1 << e;
        if (i + 1 < path->count)
            node = restricted_tree_grow(tree, node, e, way);
        if (node == TREE_NONE)
            return false;
    }
    return true;
}

// Lets the tree allow what the mixtures use.
static bool seed(const struct matrix_oracle *oracle, const struct blend *blend,
                 struct restricted_tree *tree)
{
    const uint16_t *class_of = oracle->graph->positions[0].class_of[oracle->hider];
    tree->types[oracle->runner][0] = 1;
    for (unsigned i = 0; i < blend->types; i++)
        if (blend->type[i])
            tree->types[oracle->hider][class_of[oracle->type[i]]] = 1;
    for (unsigned i = 0; i < blend->paths; i++)
        if (blend->path[i] && !seed_path(oracle, &oracle->path[i], tree))
            return false;
    return true;
}

// One round of the double oracle. Where nothing is better any more, or in the last round
// that there may be, the tree is seeded.
static bool play_round(struct matrix_oracle *oracle, struct matrix *matrix,
                       struct restricted_tree *tree, bool last, bool *improved)
{
    bool better_path = false, better_type = false;
    struct blend blend = { .path = mem_new(oracle->path_count * sizeof(weight)),
                           .type = mem_new(oracle->type_count * sizeof(weight)),
                           .paths = oracle->path_count,
                           .types = oracle->type_count };
    bool fine = blend.path && blend.type && matrix_follow(matrix, oracle) &&
                guess(matrix, oracle, &blend) && improve_type(oracle, &blend, &better_type) &&
                improve_path(oracle, &blend, &better_path);
    *improved = !last && (better_path || better_type);
    oracle->nodes += (uint64_t)oracle->path_count * oracle->type_count / 16;
    if (fine && !*improved)
        fine = seed(oracle, &blend, tree);
    mem_free(blend.path);
    mem_free(blend.type);
    return fine;
}

// Any path will do to begin with: against a type of no weight all are the same.
static bool begin(struct matrix_oracle *oracle)
{
    weight nothing = 0;
    bool improved;
    return add_type(oracle, 0) &&
           improve_path(oracle, &(struct blend){ .type = &nothing, .types = 1, .type_value = 1 },
                        &improved);
}

static void matrix_oracle_clear(struct matrix_oracle *oracle)
{
    for (unsigned i = 0; i < oracle->path_count; i++) {
        mem_free(oracle->path[i].edges);
        mem_free(oracle->path[i].hit);
    }
    mem_free(oracle->path);
    mem_free(oracle->type);
}

bool matrix_oracle_seed(struct restricted_tree *tree, uint64_t work, const struct limits *limits,
                        uint64_t *nodes)
{
    const struct public_graph *graph = tree->graph;
    struct matrix matrix = { 0 };
    struct matrix_oracle oracle = { .graph = graph, .memory = limits ? limits->memory : 0 };
    oracle.hider = graph->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    oracle.runner = opponent(oracle.hider);
    bool fine = matrix_begin(&matrix) && begin(&oracle), stopped = false;
    for (bool improved = true; fine && !stopped && improved;) {
        fine = play_round(&oracle, &matrix, tree, oracle.nodes >= work, &improved);
        stopped = limits && !limits_go_on(limits, oracle.nodes);
    }
    *nodes += oracle.nodes;
    exact_lp_free(matrix.lp);
    matrix_oracle_clear(&oracle);
    return !stopped;
}
