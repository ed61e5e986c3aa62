// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/paths.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"
#include "solve/chase.h"
#include "solve/exact_lp.h"

struct paths_path {
    unsigned *edges; // of the veil
    unsigned count;
    uint64_t *hit; // by type, one bit each
};

struct paths {
    const struct veil *veil;
    unsigned hider, runner;
    struct paths_path *path;
    unsigned path_count;
    unsigned *type; // indices into the hider's types
    unsigned type_count;
    size_t memory; // bytes; 0: no limit
    uint64_t nodes;
};

bool paths_fit(const struct veil *veil)
{
    if (veil->hides[SEAT_1] == veil->hides[SEAT_2])
        return false;
    unsigned runner = veil->hides[SEAT_1] ? SEAT_2 : SEAT_1, hider = opponent(runner);
    for (unsigned i = 0; i < veil->shape_count; i++)
        if (veil->shapes[i].mover != runner)
            return false;
    for (unsigned i = 0; i < veil->edge_count; i++) {
        const struct veil_way *way = veil->edges[i].way;
        if (veil->edges[i].reader && way[0].winner != hider && way[1].winner != hider)
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

static bool add_type(struct paths *paths, unsigned type)
{
    if (!grow(&paths->type, paths->type_count, sizeof *paths->type))
        return false;
    paths->type[paths->type_count++] = type;
    return true;
}

static unsigned hit_words(const struct paths *paths)
{
    return paths->veil->type_count[paths->hider] / 64 + 1;
}

static bool path_hits(const struct paths_path *path, unsigned type)
{
    return path->hit[type / 64] >> type % 64 & 1;
}

static void note_hits(const struct paths *paths, struct paths_path *path, unsigned shape,
                      const struct veil_edge *edge)
{
    for (unsigned i = 0; i < paths->veil->type_count[paths->hider]; i++)
        if (chase_hits(paths->veil, paths->hider, shape, edge, i))
            path->hit[i / 64] |= (uint64_t)1 << i % 64;
}

static struct paths_path *new_path(struct paths *paths)
{
    size_t words = hit_words(paths);
    if (!grow(&paths->path, paths->path_count, sizeof *paths->path))
        return NULL;
    struct paths_path *path = &paths->path[paths->path_count];
    *path = (struct paths_path){ .edges = mem_new(MOVES_MAX * sizeof(unsigned)),
                                 .hit = mem_new(words * sizeof(uint64_t)) };
    paths->path_count++;
    if (!path->edges || !path->hit)
        return NULL;
    memset(path->hit, 0, words * sizeof(uint64_t));
    return path;
}

// The best path that begins with these edges, or as much of them as it has
// room for: the labels know how it goes on.
static bool add_path(struct paths *paths, const struct chase *chase, const unsigned *begin,
                     unsigned count)
{
    struct paths_path *path = new_path(paths);
    struct chase_mask hit = { { 0 } };
    for (unsigned shape = 0; path;) {
        unsigned index = path->count < count ? begin[path->count] : chase_best(chase, shape, hit);
        const struct veil_edge *edge = &paths->veil->edges[index];
        path->edges[path->count++] = index;
        note_hits(paths, path, shape, edge);
        hit = chase_join(hit, chase->edge_mask[index]);
        if (chase_pass(edge, paths->hider)->winner)
            break;
        shape = chase_pass(edge, paths->hider)->child;
    }
    return path;
}

// --- One round

static bool chase_start(struct chase *chase, const struct paths *paths, const struct blend *blend)
{
    bool fine =
        chase_init(chase, paths->veil, paths->hider, paths->type, blend->type, blend->types);
    chase->memory = paths->memory;
    return fine;
}

static const double guess_unit = (double)((uint64_t)1 << 50), guess_slack = 1e-7;

// Adds, for each way to begin, the best path if it is hit less than the value
// says: several at a time make fewer rounds.
static bool add_better(struct paths *paths, struct chase *chase, weight value)
{
    const struct veil *veil = paths->veil;
    const struct veil_shape *start = &veil->shapes[0];
    bool fine = true;
    for (unsigned i = 0; fine && i < start->count; i++) {
        unsigned begin[2] = { start->first + i };
        const struct veil_edge *edge = &veil->edges[begin[0]];
        weight cost =
            chase_weigh(chase, &chase->edge_mask[begin[0]], &(struct chase_mask){ { 0 } });
        if (chase_pass(edge, paths->hider)->winner) {
            if (chase_pass(edge, paths->hider)->winner == paths->runner && cost < value)
                fine = add_path(paths, chase, begin, 1);
            continue;
        }
        const struct veil_shape *next = &veil->shapes[chase_pass(edge, paths->hider)->child];
        for (unsigned k = 0; fine && k < next->count; k++) {
            begin[1] = next->first + k;
            if (cost + chase_through(chase, begin[1], &chase->edge_mask[begin[0]]) < value)
                fine = add_path(paths, chase, begin, 2);
        }
    }
    return fine;
}

// Adds paths that are hit less than the value says, if there are any.
static bool improve_path(struct paths *paths, const struct blend *blend, bool *improved)
{
    struct chase chase;
    bool fine = chase_start(&chase, paths, blend);
    if (fine) {
        weight least = chase_from(&chase, 0, (struct chase_mask){ { 0 } });
        *improved = least < blend->type_value;
        fine = !chase.failed && (!*improved || add_better(paths, &chase, blend->type_value));
        paths->nodes += chase.filled;
    }
    chase_clear(&chase);
    return fine;
}

// How often the mixture of paths runs into each type.
static weight *count_hits(const struct paths *paths, const struct blend *blend)
{
    unsigned types = paths->veil->type_count[paths->hider];
    weight *sum = mem_new(types * sizeof *sum);
    if (!sum)
        return NULL;
    memset(sum, 0, types * sizeof *sum);
    for (unsigned p = 0; p < blend->paths; p++)
        for (unsigned i = 0; blend->path[p] && i < types; i++)
            if (path_hits(&paths->path[p], i))
                sum[i] += blend->path[p];
    return sum;
}

// Adds types that hit more often than the value says, if there are any: the best
// few, since that makes fewer rounds.
static bool improve_type(struct paths *paths, const struct blend *blend, bool *improved)
{
    unsigned types = paths->veil->type_count[paths->hider];
    weight *sum = count_hits(paths, blend);
    bool fine = sum;
    for (unsigned round = 0; fine && round < 4; round++) {
        unsigned best = 0;
        for (unsigned i = 1; i < types; i++)
            if (sum[i] > sum[best])
                best = i;
        if (sum[best] <= blend->path_value)
            break;
        *improved = true;
        fine = add_type(paths, best);
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
    return matrix->lp && exact_lp_add_row(matrix->lp, EXACT_EQUAL, 1, NULL, 0) &&
           exact_lp_add_column(matrix->lp, 1, false, NULL, 0);
}

static bool matrix_add_path(struct matrix *matrix, const struct paths *paths,
                            struct exact_term *terms)
{
    const struct paths_path *path = &paths->path[matrix->columns++];
    unsigned count = 0;
    terms[count++] = (struct exact_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->rows; i++)
        if (!path_hits(path, paths->type[i]))
            terms[count++] = (struct exact_term){ i + 1, -1 };
    return exact_lp_add_column(matrix->lp, 0, false, terms, count);
}

static bool matrix_add_type(struct matrix *matrix, const struct paths *paths,
                            struct exact_term *terms)
{
    unsigned type = paths->type[matrix->rows++], count = 0;
    terms[count++] = (struct exact_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->columns; i++)
        if (!path_hits(&paths->path[i], type))
            terms[count++] = (struct exact_term){ i + 1, -1 };
    return exact_lp_add_row(matrix->lp, EXACT_AT_MOST, 0, terms, count);
}

// Adds what has been found since.
static bool matrix_follow(struct matrix *matrix, const struct paths *paths)
{
    unsigned most = paths->path_count + paths->type_count + 1;
    struct exact_term *terms = mem_new(most * sizeof *terms);
    bool fine = terms;
    while (fine && matrix->columns < paths->path_count)
        fine = matrix_add_path(matrix, paths, terms);
    while (fine && matrix->rows < paths->type_count)
        fine = matrix_add_type(matrix, paths, terms);
    mem_free(terms);
    return fine;
}

// --- Guessing: floating-point weights, rounded to whole numbers

static void round_weights(weight *to, const double *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = from[i] > 1e-12 ? (weight)(from[i] * guess_unit) : 0;
}

static bool guess(const struct matrix *matrix, const struct paths *paths, struct blend *blend)
{
    double safe, *x = mem_new((paths->path_count + 1) * sizeof *x);
    double *y = mem_new((paths->type_count + 1) * sizeof *y);
    bool solved = x && y && exact_lp_guess(matrix->lp, &safe, x, y);
    if (solved) {
        double value = 1 - safe;
        round_weights(blend->path, x + 1, paths->path_count);
        round_weights(blend->type, y + 1, paths->type_count);
        blend->type_value = (weight)((value > guess_slack ? value - guess_slack : 0) * guess_unit);
        blend->path_value = (weight)((value + guess_slack) * guess_unit);
    }
    mem_free(x);
    mem_free(y);
    return solved;
}

// --- Knowing

static bool seed_path(const struct paths *paths, const struct paths_path *path,
                      struct sparse_tree *tree)
{
    for (unsigned i = 0, node = 0; i < path->count; i++) {
        const struct veil_edge *edge = &paths->veil->edges[path->edges[i]];
        unsigned e = path->edges[i] - sparse_tree_shape(tree, node)->first;
        unsigned way = (unsigned)(chase_pass(edge, paths->hider) - edge->way);
        *sparse_tree_moves(tree, node, 0) |= (uint64_t)1 << e;
        if (i + 1 < path->count)
            node = sparse_tree_grow(tree, node, e, way);
        if (node == TREE_NONE)
            return false;
    }
    return true;
}

// Lets the tree allow what the mixtures use.
static bool seed(const struct paths *paths, const struct blend *blend, struct sparse_tree *tree)
{
    const uint16_t *class_of = paths->veil->shapes[0].class_of[paths->hider];
    tree->types[paths->runner][0] = 1;
    for (unsigned i = 0; i < blend->types; i++)
        if (blend->type[i])
            tree->types[paths->hider][class_of[paths->type[i]]] = 1;
    for (unsigned i = 0; i < blend->paths; i++)
        if (blend->path[i] && !seed_path(paths, &paths->path[i], tree))
            return false;
    return true;
}

// One round of the double oracle. Where nothing is better any more, or in the last round
// that there may be, the tree is seeded.
static bool play_round(struct paths *paths, struct matrix *matrix, struct sparse_tree *tree,
                       bool last, bool *improved)
{
    bool better_path = false, better_type = false;
    struct blend blend = { .path = mem_new(paths->path_count * sizeof(weight)),
                           .type = mem_new(paths->type_count * sizeof(weight)),
                           .paths = paths->path_count,
                           .types = paths->type_count };
    bool fine = blend.path && blend.type && matrix_follow(matrix, paths) &&
                guess(matrix, paths, &blend) && improve_type(paths, &blend, &better_type) &&
                improve_path(paths, &blend, &better_path);
    *improved = !last && (better_path || better_type);
    paths->nodes += (uint64_t)paths->path_count * paths->type_count / 16;
    if (fine && !*improved)
        fine = seed(paths, &blend, tree);
    mem_free(blend.path);
    mem_free(blend.type);
    return fine;
}

// Any path will do to begin with: against a type of no weight all are the same.
static bool begin(struct paths *paths)
{
    weight nothing = 0;
    bool improved;
    return add_type(paths, 0) &&
           improve_path(paths, &(struct blend){ .type = &nothing, .types = 1, .type_value = 1 },
                        &improved);
}

static void paths_clear(struct paths *paths)
{
    for (unsigned i = 0; i < paths->path_count; i++) {
        mem_free(paths->path[i].edges);
        mem_free(paths->path[i].hit);
    }
    mem_free(paths->path);
    mem_free(paths->type);
}

bool paths_seed(struct sparse_tree *tree, uint64_t work, const struct solve_limits *limits,
                uint64_t *nodes)
{
    const struct veil *veil = tree->veil;
    struct matrix matrix = { 0 };
    struct paths paths = { .veil = veil, .memory = limits ? limits->memory : 0 };
    paths.hider = veil->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    paths.runner = opponent(paths.hider);
    bool fine = matrix_begin(&matrix) && begin(&paths), stopped = false;
    for (bool improved = true; fine && !stopped && improved;) {
        fine = play_round(&paths, &matrix, tree, paths.nodes >= work, &improved);
        stopped = limits && limits->go_on && !limits->go_on(limits->whom, paths.nodes, 0);
    }
    *nodes += paths.nodes;
    exact_lp_free(matrix.lp);
    paths_clear(&paths);
    return !stopped;
}
