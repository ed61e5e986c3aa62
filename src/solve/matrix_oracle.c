// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/matrix_oracle.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/best_path.h"
#include "solve/exact_lp.h"

struct path {
    unsigned *edges; // of the graph
    unsigned count;
    uint64_t *hit; // by type, one bit each
};

// The matrix is a linear program that grows: row 0 says that the paths' weights sum to
// one, then one row a type: the Runner's chance, column 0, is at most what survives it;
// then one column a path.
struct matrix {
    const struct public_graph *graph;
    const struct limits *limits;
    unsigned hider, runner;
    struct path *paths;
    unsigned path_count;
    unsigned *types; // indices into the hider's types
    unsigned type_count;
    size_t path_room, type_room;
    struct exact_lp *lp;
    uint64_t nodes;
};

bool matrix_oracle_fit(const struct public_graph *graph)
{
    enum { LEAST_TYPES = 100 };
    if (graph->hides[SEAT_1] == graph->hides[SEAT_2])
        return false;
    unsigned runner = graph->hides[SEAT_1] ? SEAT_2 : SEAT_1, hider = opponent(runner);
    if (graph->type_count[hider] < LEAST_TYPES)
        return false;
    for (unsigned i = 0; i < graph->position_count; i++)
        if (graph->positions[i].mover != runner)
            return false;
    for (unsigned i = 0; i < graph->edge_count; i++) {
        const struct public_graph_edge *edge = &graph->edges[i];
        if (edge->ways > 2 ||
            (edge->reader && edge->way[0].winner != hider && edge->way[1].winner != hider))
            return false; // being hit does not end it
    }
    return true;
}

// --- Rows and columns

static bool path_hits(const struct path *path, unsigned type)
{
    return path->hit[type / 64] >> type % 64 & 1;
}

static bool add_type(struct matrix *matrix, unsigned type)
{
    struct exact_lp_term *terms = mem_new((matrix->path_count + 1) * sizeof *terms);
    unsigned count = 0;
    if (!terms || !vector_grow(&matrix->types, &matrix->type_room, matrix->type_count,
                               sizeof *matrix->types)) {
        mem_free(terms);
        return false;
    }
    matrix->types[matrix->type_count++] = type;
    terms[count++] = (struct exact_lp_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->path_count; i++)
        if (!path_hits(&matrix->paths[i], type))
            terms[count++] = (struct exact_lp_term){ i + 1, -1 };
    bool added = exact_lp_add_row(matrix->lp, EXACT_LP_AT_MOST, 0, terms, count);
    mem_free(terms);
    return added;
}

static void note_hits(const struct matrix *matrix, struct path *path)
{
    const struct public_graph *graph = matrix->graph;
    for (unsigned i = 0, position = 0; i < path->count; i++) {
        const struct public_graph_edge *edge = &graph->edges[path->edges[i]];
        const uint16_t *class_of = graph->positions[position].class_of[matrix->hider];
        unsigned safe = best_path_safe(edge, matrix->hider);
        for (unsigned type = 0; edge->reader && type < graph->type_count[matrix->hider]; type++)
            if (edge->takes[class_of[type]] != safe)
                path->hit[type / 64] |= (uint64_t)1 << type % 64;
        position = edge->way[safe].child;
    }
}

static bool add_column(struct matrix *matrix, const struct path *path)
{
    struct exact_lp_term *terms = mem_new((matrix->type_count + 1) * sizeof *terms);
    unsigned count = 0;
    if (!terms)
        return false;
    terms[count++] = (struct exact_lp_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->type_count; i++)
        if (!path_hits(path, matrix->types[i]))
            terms[count++] = (struct exact_lp_term){ i + 1, -1 };
    bool added = exact_lp_add_column(matrix->lp, 0, false, terms, count);
    mem_free(terms);
    return added;
}

static bool add_path(struct matrix *matrix, const unsigned *edges, unsigned count)
{
    size_t words = matrix->graph->type_count[matrix->hider] / 64 + 1;
    if (!vector_grow(&matrix->paths, &matrix->path_room, matrix->path_count, sizeof *matrix->paths))
        return false;
    struct path *path = &matrix->paths[matrix->path_count++];
    *path = (struct path){ .edges = mem_new(count * sizeof *edges),
                           .count = count,
                           .hit = mem_new(words * sizeof *path->hit) };
    if (!path->edges || !path->hit)
        return false;
    memcpy(path->edges, edges, count * sizeof *edges);
    memset(path->hit, 0, words * sizeof *path->hit);
    note_hits(matrix, path);
    return add_column(matrix, path);
}

// --- One round

// A mixture of the types and one of the paths, in whole numbers, and the matrix's value.
// The value is a little worse for the answering seat, so that noise is no improvement.
struct mixtures {
    weight *path, *type;
    unsigned paths, types;
    weight path_unit, type_unit;
    weight path_value, type_value;
    double value;
};

static const double guess_unit = (double)((uint64_t)1 << 50), guess_slack = 1e-9;

static void round_weights(weight *to, const double *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = from[i] > 1e-12 ? (weight)(from[i] * guess_unit) : 0;
}

static bool guess(const struct matrix *matrix, struct mixtures *mixtures)
{
    double safe, *x = mem_new((mixtures->paths + 1) * sizeof *x);
    double *y = mem_new((mixtures->types + 1) * sizeof *y);
    bool solved = x && y && exact_lp_guess(matrix->lp, &safe, x, y);
    if (solved) {
        double value = mixtures->value = 1 - safe;
        mixtures->path_unit = mixtures->type_unit = (weight)guess_unit;
        round_weights(mixtures->path, x + 1, mixtures->paths);
        round_weights(mixtures->type, y + 1, mixtures->types);
        mixtures->type_value =
            (weight)((value > guess_slack ? value - guess_slack : 0) * guess_unit);
        mixtures->path_value = (weight)((value + guess_slack) * guess_unit);
    }
    mem_free(x);
    mem_free(y);
    return solved;
}

// The search for better paths: in the first moves all that are hit less than the value
// says, since several at a time make fewer rounds; then the best.
struct search {
    struct matrix *matrix;
    struct best_path best;
    uint64_t value;
    unsigned edges[MOVES_MAX];
    bool found;
};

enum { WIDE_MOVES = 2 };

static bool search_from(struct search *search, unsigned position, unsigned depth,
                        const uint64_t *left, uint64_t hit);

static bool search_edge(struct search *search, unsigned depth, unsigned index, const uint64_t *left,
                        uint64_t hit)
{
    struct matrix *matrix = search->matrix;
    const struct public_graph_edge *edge = &matrix->graph->edges[index];
    const struct public_graph_way *way = &edge->way[best_path_safe(edge, matrix->hider)];
    uint64_t rest[BEST_PATH_WORDS];
    search->edges[depth] = index;
    hit += best_path_hit(&search->best, index, left, rest);
    if (!way->winner)
        return search_from(search, way->child, depth + 1, rest, hit);
    search->found = true;
    return add_path(matrix, search->edges, depth + 1);
}

static bool search_from(struct search *search, unsigned position, unsigned depth,
                        const uint64_t *left, uint64_t hit)
{
    const struct public_graph_position *here = &search->matrix->graph->positions[position];
    unsigned best = 0;
    uint64_t least[PUBLIC_GRAPH_MOVES_MAX];
    for (unsigned e = 0; e < here->count; e++) {
        least[e] = best_path_least(&search->best, here->first + e, left);
        best = least[e] < least[best] ? e : best;
    }
    bool fine = !search->best.stop;
    for (unsigned e = 0; fine && e < here->count; e++)
        if (depth < WIDE_MOVES ? hit + least[e] < search->value : e == best)
            fine = search_edge(search, depth, here->first + e, left, hit);
    return fine;
}

// Adds paths that the mixture of types hits less than the value says, if there are any.
static bool improve_path(struct matrix *matrix, const struct mixtures *mixtures, bool *improved)
{
    struct search search = { .matrix = matrix, .value = (uint64_t)mixtures->type_value };
    uint64_t all[BEST_PATH_WORDS];
    memset(all, 0xff, sizeof all);
    bool fine = best_path_begin(&search.best, matrix->graph, matrix->hider, matrix->types,
                                mixtures->type, mixtures->types, matrix->limits) &&
                search_from(&search, 0, 0, all, 0);
    matrix->nodes += search.best.nodes / 3; // takes as long as five entries of the matrix
    best_path_clear(&search.best);
    *improved |= search.found;
    return fine;
}

// How often the mixture of paths runs into each type.
static weight *count_hits(const struct matrix *matrix, const struct mixtures *mixtures)
{
    unsigned types = matrix->graph->type_count[matrix->hider];
    weight *sum = mem_new(types * sizeof *sum);
    if (!sum)
        return NULL;
    memset(sum, 0, types * sizeof *sum);
    for (unsigned p = 0; p < mixtures->paths; p++)
        for (unsigned i = 0; mixtures->path[p] && i < types; i++)
            if (path_hits(&matrix->paths[p], i))
                sum[i] += mixtures->path[p];
    return sum;
}

// Adds types that hit more often than the value says, if there are any: the best
// few, since that makes fewer rounds.
static bool improve_type(struct matrix *matrix, const struct mixtures *mixtures, bool *improved)
{
    unsigned types = matrix->graph->type_count[matrix->hider];
    weight *sum = count_hits(matrix, mixtures);
    bool fine = sum;
    for (unsigned round = 0; fine && round < 4; round++) {
        unsigned best = 0;
        for (unsigned i = 1; i < types; i++)
            if (sum[i] > sum[best])
                best = i;
        if (sum[best] <= mixtures->path_value)
            break;
        *improved = true;
        fine = add_type(matrix, best);
        sum[best] = 0;
    }
    mem_free(sum);
    return fine;
}

// --- From mixtures to plans

// False where their common denominator is too large.
static bool copy_shares(weight *to, weight *unit, mpq_t *from, unsigned count)
{
    mpz_t denominator;
    mpz_init_set_ui(denominator, 1);
    for (unsigned i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(from[i]));
    bool fits = weights_unit(denominator, unit);
    for (unsigned i = 0; fits && i < count; i++)
        to[i] = weights_share(from[i], denominator);
    mpz_clear(denominator);
    return fits;
}

// The optimal mixtures without rounding, if they are found.
static bool know(const struct matrix *matrix, struct mixtures *mixtures)
{
    mpq_t *x = weights_new(mixtures->paths + 1), *y = weights_new(mixtures->types + 1), safe;
    mpq_init(safe);
    bool known = x && y && exact_lp_solve(matrix->lp, safe, x, y) &&
                 copy_shares(mixtures->path, &mixtures->path_unit, x + 1, mixtures->paths) &&
                 copy_shares(mixtures->type, &mixtures->type_unit, y + 1, mixtures->types);
    mpq_clear(safe);
    weights_free(x, mixtures->paths + 1);
    weights_free(y, mixtures->types + 1);
    return known;
}

static bool allow_path(const struct matrix *matrix, struct public_tree *tree,
                       const struct path *path)
{
    for (unsigned i = 0, node = 0; i < path->count; i++) {
        const struct public_graph_edge *edge = &matrix->graph->edges[path->edges[i]];
        unsigned e = path->edges[i] - public_tree_position(tree, node)->first;
        *public_tree_moves(tree, node, 0) |= (uint64_t)1 << e;
        if (i + 1 < path->count)
            node = public_tree_grow(tree, node, e, best_path_safe(edge, matrix->hider));
        if (node == PUBLIC_TREE_NONE)
            return false;
    }
    return true;
}

static bool allow(const struct matrix *matrix, const struct mixtures *mixtures,
                  struct public_tree *tree)
{
    const uint16_t *class_of = matrix->graph->positions[0].class_of[matrix->hider];
    tree->types[matrix->runner][0] = 1;
    for (unsigned i = 0; i < mixtures->types; i++)
        if (mixtures->type[i])
            tree->types[matrix->hider][class_of[matrix->types[i]]] = 1;
    for (unsigned i = 0; i < mixtures->paths; i++)
        if (mixtures->path[i] && !allow_path(matrix, tree, &matrix->paths[i]))
            return false;
    return true;
}

// Who runs comes to a place of the tree as often as all paths through it are taken.
static void plan_path(const struct matrix *matrix, const struct path *path, weight share,
                      struct realisation *plan)
{
    for (unsigned i = 0, node = 0; i < path->count; i++) {
        const struct public_graph_edge *edge = &matrix->graph->edges[path->edges[i]];
        unsigned e = path->edges[i] - public_tree_position(plan->tree, node)->first;
        *realisation_move(plan, node, e, 0) += share;
        node = public_tree_child(plan->tree, node, e, best_path_safe(edge, matrix->hider));
    }
}

static bool make_plans(const struct matrix *matrix, const struct mixtures *mixtures,
                       const struct public_tree *tree, struct realisation plan[SEATS])
{
    const uint16_t *class_of = matrix->graph->positions[0].class_of[matrix->hider];
    struct realisation *types = &plan[matrix->hider], *paths = &plan[matrix->runner];
    if (!realisation_new(types, tree, matrix->hider) ||
        !realisation_new(paths, tree, matrix->runner))
        return false;
    types->unit = mixtures->type_unit;
    for (unsigned i = 0; i < mixtures->types; i++)
        types->root[class_of[matrix->types[i]]] += mixtures->type[i];
    paths->unit = paths->root[0] = mixtures->path_unit;
    for (unsigned i = 0; i < mixtures->paths; i++)
        if (mixtures->path[i])
            plan_path(matrix, &matrix->paths[i], mixtures->path[i], paths);
    return realisation_settle(types, true) && realisation_settle(paths, true);
}

// --- The double oracle

// Solves the program with its new rows before columns come, too: with one or the other a simplex
// goes on from the last basis in a few steps; with both it begins nearly anew.
static bool settle(const struct matrix *matrix, bool improved)
{
    double value;
    return !improved || exact_lp_guess(matrix->lp, &value, NULL, NULL);
}

static bool mixtures_new(const struct matrix *matrix, struct mixtures *mixtures)
{
    *mixtures = (struct mixtures){ .path = mem_new(matrix->path_count * sizeof(weight)),
                                   .type = mem_new(matrix->type_count * sizeof(weight)),
                                   .paths = matrix->path_count,
                                   .types = matrix->type_count };
    return mixtures->path && mixtures->type;
}

static void mixtures_clear(struct mixtures *mixtures)
{
    mem_free(mixtures->path);
    mem_free(mixtures->type);
}

static bool play_round(struct matrix *matrix, struct mixtures *mixtures, bool *improved)
{
    *improved = false;
    matrix->nodes += (uint64_t)matrix->path_count * matrix->type_count / 16; // the unit of work
    return guess(matrix, mixtures) && improve_type(matrix, mixtures, improved) &&
           settle(matrix, *improved) && improve_path(matrix, mixtures, improved);
}

// Any path will do to begin with: where nothing is hidden all are the same.
static bool begin(struct matrix *matrix)
{
    bool improved = false;
    matrix->lp = exact_lp_new(matrix->limits);
    return matrix->lp && exact_lp_add_row(matrix->lp, EXACT_LP_EQUAL, 1, NULL, 0) &&
           exact_lp_add_column(matrix->lp, 1, false, NULL, 0) &&
           improve_path(matrix, &(struct mixtures){ .type_value = 1 }, &improved) &&
           add_type(matrix, 0);
}

static void matrix_clear(struct matrix *matrix)
{
    for (unsigned i = 0; i < matrix->path_count; i++) {
        mem_free(matrix->paths[i].edges);
        mem_free(matrix->paths[i].hit);
    }
    mem_free(matrix->paths);
    mem_free(matrix->types);
    exact_lp_free(matrix->lp);
}

// The mixtures of the last round: nothing was better any more, or the work was used up. False when
// interrupted, and without memory.
static bool play(struct matrix *matrix, uint64_t work, struct mixtures *mixtures, bool *improved)
{
    *improved = true;
    for (bool fine = begin(matrix); fine && *improved && matrix->nodes < work;) {
        mixtures_clear(mixtures);
        fine = mixtures_new(matrix, mixtures) && play_round(matrix, mixtures, improved) &&
               (!matrix->limits || limits_go_on(matrix->limits, matrix->nodes));
        if (!fine)
            return false;
    }
    return mixtures->path;
}

bool matrix_oracle_solve(struct public_tree *tree, uint64_t work, const struct limits *limits,
                         struct realisation plan[SEATS], double *value, uint64_t *nodes)
{
    unsigned hider = tree->graph->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    struct matrix matrix = {
        .graph = tree->graph, .limits = limits, .hider = hider, .runner = opponent(hider)
    };
    struct mixtures mixtures = { 0 };
    bool improved, fine = play(&matrix, work, &mixtures, &improved);
    bool known = fine && !improved && know(&matrix, &mixtures);
    *value = hider == SEAT_1 ? mixtures.value : 1 - mixtures.value;
    known = fine && allow(&matrix, &mixtures, tree) && known &&
            make_plans(&matrix, &mixtures, tree, plan);
    *nodes += matrix.nodes;
    mixtures_clear(&mixtures);
    matrix_clear(&matrix);
    return known;
}
