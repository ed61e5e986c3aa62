// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/matrix_oracle.h"

#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"
#include "solve/best_path.h"
#include "solve/exact_lp.h"

struct path {
    unsigned *edges; // of the graph
    unsigned count;
    uint64_t *hit; // by type, one bit each
};

// Two paths that are mirror images of each other, or one by itself.
struct pair {
    struct path path[2];
};

// The matrix is a linear program that grows: row 0 says that the weights of the columns sum to
// one, then one row a type: the Runner's chance, column 0, is at most what survives it;
// then one column a pair of paths, each of which has half of its weight.
//
// A type whose mirror image is another one stands for both: its row is the sum of theirs, and each
// has the row's weight.
struct matrix {
    const struct public_graph *graph;
    const struct limits *limits;
    unsigned hider, runner;
    unsigned *twin;       // by type: its mirror image, which may be itself
    unsigned sides;       // 2, or 1 without mirror images: how many paths are in a pair
    bool lopsided;        // a path turned out to have no mirror image
    struct hit_sets sets; // of all types
    struct pair *pairs;
    unsigned pair_count;
    unsigned *types; // indices into the hider's types
    unsigned type_count;
    size_t pair_room, type_room;
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

// --- Mirror images

// The cells of all that may be hidden, from the first to the last, are turned around. False if what
// comes out may not be hidden.
static bool find_twins(struct matrix *matrix)
{
    const struct move *types = matrix->graph->types[matrix->hider];
    unsigned count = matrix->graph->type_count[matrix->hider];
    struct map number = map_of(1, 1);
    cells all = 0;
    bool fine = true;
    for (unsigned i = 0; i < count; i++)
        all |= types[i].set;
    unsigned first = cells_first(all), last = cells_last(all);
    for (unsigned i = 0; fine && i < count; i++) {
        uint64_t *at = map_add(&number, &types[i].set, 0);
        fine = at;
        if (fine)
            *at = i;
    }
    for (unsigned i = 0; fine && i < count; i++) {
        cells mirrored = cells_mirrored(types[i].set >> first, last - first) << first;
        const uint64_t *at = map_find(&number, &mirrored);
        fine = at;
        if (fine)
            matrix->twin[i] = (unsigned)*at;
    }
    map_free(&number);
    return fine;
}

static void count_up(unsigned *to, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = i;
}

// Without mirror images each type is its own.
static bool find_types(struct matrix *matrix, bool mirrors)
{
    unsigned count = matrix->graph->type_count[matrix->hider];
    unsigned *all = mem_new(count * sizeof *all);
    matrix->twin = mem_new(count * sizeof *matrix->twin);
    bool fine = all && matrix->twin;
    if (fine) {
        count_up(all, count);
        fine = hit_sets_begin(&matrix->sets, matrix->graph, matrix->hider, all, count);
        matrix->sides = mirrors && find_twins(matrix) ? 2 : 1;
    }
    if (fine && matrix->sides == 1)
        count_up(matrix->twin, count);
    mem_free(all);
    return fine;
}

// --- Rows and columns

static bool is_in(const uint64_t *set, unsigned type)
{
    return set[type / 64] >> type % 64 & 1;
}

// How many types a type stands for, and how many of them survive a path.
static int count_types(const struct matrix *matrix, unsigned type)
{
    return matrix->twin[type] == type ? 1 : 2;
}

static int count_survivors(const struct matrix *matrix, const struct pair *pair, unsigned type)
{
    const uint64_t *hit = pair->path[0].hit;
    return !is_in(hit, type) + (matrix->twin[type] != type && !is_in(hit, matrix->twin[type]));
}

static bool add_type(struct matrix *matrix, unsigned type)
{
    struct exact_lp_term *terms = mem_new((matrix->pair_count + 1) * sizeof *terms);
    unsigned count = 0;
    if (!terms || !vector_grow(&matrix->types, &matrix->type_room, matrix->type_count,
                               sizeof *matrix->types)) {
        mem_free(terms);
        return false;
    }
    matrix->types[matrix->type_count++] = type;
    terms[count++] = (struct exact_lp_term){ 0, count_types(matrix, type) };
    for (unsigned i = 0; i < matrix->pair_count; i++) {
        int survivors = count_survivors(matrix, &matrix->pairs[i], type);
        if (survivors)
            terms[count++] = (struct exact_lp_term){ i + 1, -survivors };
    }
    bool added = exact_lp_add_row(matrix->lp, EXACT_LP_AT_MOST, 0, terms, count);
    mem_free(terms);
    return added;
}

static bool add_column(struct matrix *matrix, const struct pair *pair)
{
    struct exact_lp_term *terms = mem_new((matrix->type_count + 1) * sizeof *terms);
    unsigned count = 0;
    if (!terms)
        return false;
    terms[count++] = (struct exact_lp_term){ 0, 1 };
    for (unsigned i = 0; i < matrix->type_count; i++) {
        int survivors = count_survivors(matrix, pair, matrix->types[i]);
        if (survivors)
            terms[count++] = (struct exact_lp_term){ i + 1, -survivors };
    }
    bool added = exact_lp_add_column(matrix->lp, 0, false, terms, count);
    mem_free(terms);
    return added;
}

static bool path_of(const struct matrix *matrix, struct path *path, const unsigned *edges,
                    unsigned count)
{
    unsigned words = matrix->sets.words;
    *path = (struct path){ .edges = mem_new(count * sizeof *edges),
                           .count = count,
                           .hit = mem_new(words * sizeof *path->hit) };
    if (!path->edges || !path->hit)
        return false;
    memcpy(path->edges, edges, count * sizeof *edges);
    memset(path->hit, 0, words * sizeof *path->hit);
    for (unsigned i = 0; i < count; i++)
        for (unsigned w = 0; w < words; w++)
            path->hit[w] |= hit_sets_of(&matrix->sets, edges[i])[w];
    return true;
}

static void path_clear(struct path *path)
{
    mem_free(path->edges);
    mem_free(path->hit);
    *path = (struct path){ 0 };
}

static bool hits_same(const struct matrix *matrix, const uint64_t *one, const uint64_t *other)
{
    return memcmp(one, other, matrix->sets.words * sizeof *one) == 0;
}

// The path that runs into the images of what the first one does, or into fewer.
static bool mirror(struct matrix *matrix, const struct path *path, uint64_t *image,
                   struct path *mirrored)
{
    unsigned edges[MOVES_MAX], count;
    memset(image, 0, matrix->sets.words * sizeof *image);
    for (unsigned i = 0; i < matrix->graph->type_count[matrix->hider]; i++)
        if (is_in(path->hit, matrix->twin[i]))
            image[i / 64] |= (uint64_t)1 << i % 64;
    if (hit_sets_find_path(&matrix->sets, image, edges, &count))
        return path_of(matrix, mirrored, edges, count);
    matrix->lopsided = true;
    return false;
}

// Mirrors the path until its image's image is itself: each image may leave out detours, and then
// the path that it is the image of has to go without them, too.
static bool make_pair(struct matrix *matrix, struct pair *pair)
{
    uint64_t *image = mem_new((matrix->sets.words + 1) * sizeof *image);
    bool fine = image && mirror(matrix, &pair->path[0], image, &pair->path[1]);
    while (fine && !hits_same(matrix, image, pair->path[1].hit)) {
        path_clear(&pair->path[0]);
        pair->path[0] = pair->path[1];
        pair->path[1] = (struct path){ 0 };
        fine = mirror(matrix, &pair->path[0], image, &pair->path[1]);
    }
    mem_free(image);
    return fine;
}

static void pair_clear(struct pair *pair)
{
    path_clear(&pair->path[0]);
    path_clear(&pair->path[1]);
}

// Was it added since the pairs were `from` many, perhaps as the image of another?
static bool is_known(const struct matrix *matrix, const struct pair *pair, unsigned from)
{
    for (unsigned i = from; &matrix->pairs[i] < pair; i++)
        for (unsigned side = 0; side < matrix->sides; side++)
            if (hits_same(matrix, matrix->pairs[i].path[side].hit, pair->path[0].hit))
                return true;
    return false;
}

// A path, unless the same was added since the pairs were `from` many.
static bool add_path(struct matrix *matrix, const unsigned *edges, unsigned count, unsigned from)
{
    if (!vector_grow(&matrix->pairs, &matrix->pair_room, matrix->pair_count, sizeof *matrix->pairs))
        return false;
    struct pair *pair = &matrix->pairs[matrix->pair_count++];
    *pair = (struct pair){ 0 };
    if (!path_of(matrix, &pair->path[0], edges, count) ||
        (matrix->sides == 2 && !make_pair(matrix, pair)))
        return false;
    if (!is_known(matrix, pair, from))
        return add_column(matrix, pair);
    pair_clear(pair);
    matrix->pair_count--;
    return true;
}

// --- One round

// A mixture of the types and one of the paths, in whole numbers, and the matrix's value: what each
// type that a row stands for weighs, and each path of a pair.
// The value is a little worse for the answering seat, so that noise is no improvement.
struct mixtures {
    weight *path, *type;
    unsigned pairs, types;
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
    double safe, *x = mem_new((mixtures->pairs + 1) * sizeof *x);
    double *y = mem_new((mixtures->types + 1) * sizeof *y);
    bool solved = x && y && exact_lp_guess(matrix->lp, &safe, x, y);
    if (solved) {
        double value = mixtures->value = 1 - safe;
        mixtures->type_unit = (weight)guess_unit;
        mixtures->path_unit = matrix->sides * mixtures->type_unit;
        round_weights(mixtures->path, x + 1, mixtures->pairs);
        round_weights(mixtures->type, y + 1, mixtures->types);
        mixtures->type_value =
            (weight)((value > guess_slack ? value - guess_slack : 0) * guess_unit);
        mixtures->path_value = matrix->sides * (weight)((value + guess_slack) * guess_unit);
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
    unsigned from; // how many pairs there were
    bool found;
};

enum { WIDE_MOVES = 4 };

static bool search_from(struct search *search, unsigned position, unsigned depth,
                        const uint64_t *left, uint64_t hit);

static bool search_edge(struct search *search, unsigned depth, unsigned index, const uint64_t *left,
                        uint64_t hit)
{
    struct matrix *matrix = search->matrix;
    const struct public_graph_edge *edge = &matrix->graph->edges[index];
    const struct public_graph_way *way = &edge->way[hit_sets_safe(edge, matrix->hider)];
    uint64_t rest[BEST_PATH_WORDS];
    search->edges[depth] = index;
    hit += best_path_hit(&search->best, index, left, rest);
    if (!way->winner)
        return search_from(search, way->child, depth + 1, rest, hit);
    search->found = true;
    return add_path(matrix, search->edges, depth + 1, search->from);
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

// Those that have weight, with their mirror images. Returns how many, or 0 without memory.
static unsigned list_types(const struct matrix *matrix, const struct mixtures *mixtures,
                           unsigned **types, weight **weights)
{
    size_t room = 2 * (size_t)mixtures->types + 1;
    unsigned count = 0;
    *types = mem_new(room * sizeof **types);
    *weights = mem_new(room * sizeof **weights);
    for (unsigned i = 0; *types && *weights && i < mixtures->types; i++)
        for (int image = 0; image < count_types(matrix, matrix->types[i]); image++) {
            (*types)[count] = image ? matrix->twin[matrix->types[i]] : matrix->types[i];
            (*weights)[count++] = mixtures->type[i];
        }
    return count;
}

// Adds paths that the mixture of types hits less than the value says, if there are any.
static bool improve_path(struct matrix *matrix, const struct mixtures *mixtures, bool *improved)
{
    struct search search = { .matrix = matrix,
                             .value = (uint64_t)mixtures->type_value,
                             .from = matrix->pair_count };
    uint64_t all[BEST_PATH_WORDS];
    unsigned *types;
    weight *weights;
    unsigned count = list_types(matrix, mixtures, &types, &weights);
    memset(all, 0xff, sizeof all);
    bool fine = types && weights &&
                best_path_begin(&search.best, matrix->graph, matrix->hider, types, weights, count,
                                matrix->limits) &&
                search_from(&search, 0, 0, all, 0);
    matrix->nodes += search.best.nodes / 3; // takes as long as five entries of the matrix
    best_path_clear(&search.best);
    mem_free(types);
    mem_free(weights);
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
    for (unsigned p = 0; p < mixtures->pairs; p++)
        for (unsigned side = 0; mixtures->path[p] && side < matrix->sides; side++)
            for (unsigned i = 0; i < types; i++)
                if (is_in(matrix->pairs[p].path[side].hit, i))
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
        sum[best] = sum[matrix->twin[best]] = 0;
    }
    mem_free(sum);
    return fine;
}

// --- From mixtures to plans

// Divides each share into equal parts. False where their common denominator is too large.
static bool copy_shares(weight *to, weight *unit, mpq_t *from, unsigned count, unsigned parts)
{
    mpz_t denominator;
    mpz_init_set_ui(denominator, 1);
    for (unsigned i = 0; i < count; i++)
        mpz_lcm(denominator, denominator, mpq_denref(from[i]));
    mpz_mul_ui(denominator, denominator, parts);
    bool fits = weights_unit(denominator, unit);
    for (unsigned i = 0; fits && i < count; i++)
        to[i] = weights_share(from[i], denominator) / parts;
    mpz_clear(denominator);
    return fits;
}

// The optimal mixtures without rounding, if they are found.
static bool know(const struct matrix *matrix, struct mixtures *mixtures)
{
    mpq_t *x = weights_new(mixtures->pairs + 1), *y = weights_new(mixtures->types + 1), safe;
    mpq_init(safe);
    bool known =
        x && y && exact_lp_solve(matrix->lp, safe, x, y) &&
        copy_shares(mixtures->path, &mixtures->path_unit, x + 1, mixtures->pairs, matrix->sides) &&
        copy_shares(mixtures->type, &mixtures->type_unit, y + 1, mixtures->types, 1);
    mpq_clear(safe);
    weights_free(x, mixtures->pairs + 1);
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
            node = public_tree_grow(tree, node, e, hit_sets_safe(edge, matrix->hider));
        if (node == PUBLIC_TREE_NONE)
            return false;
    }
    return true;
}

static bool allow(const struct matrix *matrix, const struct mixtures *mixtures,
                  struct public_tree *tree)
{
    const uint16_t *class_of = matrix->graph->positions[0].class_of[matrix->hider];
    uint8_t *allowed = tree->types[matrix->hider];
    tree->types[matrix->runner][0] = 1;
    for (unsigned i = 0; i < mixtures->types; i++)
        if (mixtures->type[i])
            allowed[class_of[matrix->types[i]]] =
                allowed[class_of[matrix->twin[matrix->types[i]]]] = 1;
    for (unsigned i = 0; i < mixtures->pairs; i++)
        for (unsigned side = 0; mixtures->path[i] && side < matrix->sides; side++)
            if (!allow_path(matrix, tree, &matrix->pairs[i].path[side]))
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
        node = public_tree_child(plan->tree, node, e, hit_sets_safe(edge, matrix->hider));
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
    for (unsigned i = 0; i < mixtures->types; i++) {
        unsigned type = matrix->types[i], twin = matrix->twin[type];
        types->root[class_of[type]] += mixtures->type[i];
        types->root[class_of[twin]] += twin == type ? 0 : mixtures->type[i];
    }
    paths->unit = paths->root[0] = mixtures->path_unit;
    for (unsigned i = 0; i < mixtures->pairs; i++)
        for (unsigned side = 0; mixtures->path[i] && side < matrix->sides; side++)
            plan_path(matrix, &matrix->pairs[i].path[side], mixtures->path[i], paths);
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
    *mixtures = (struct mixtures){ .path = mem_new(matrix->pair_count * sizeof(weight)),
                                   .type = mem_new(matrix->type_count * sizeof(weight)),
                                   .pairs = matrix->pair_count,
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
    matrix->nodes += (uint64_t)matrix->pair_count * matrix->type_count / 16; // the unit of work
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
    for (unsigned i = 0; i < matrix->pair_count; i++)
        pair_clear(&matrix->pairs[i]);
    mem_free(matrix->pairs);
    mem_free(matrix->types);
    mem_free(matrix->twin);
    hit_sets_clear(&matrix->sets);
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

static bool solve(struct matrix *matrix, struct public_tree *tree, uint64_t work, bool mirrors,
                  struct realisation plan[SEATS], double *value)
{
    struct mixtures mixtures = { 0 };
    bool improved, fine = find_types(matrix, mirrors) && play(matrix, work, &mixtures, &improved);
    bool known = fine && !improved && know(matrix, &mixtures);
    *value = matrix->hider == SEAT_1 ? mixtures.value : 1 - mixtures.value;
    known = fine && allow(matrix, &mixtures, tree) && known &&
            make_plans(matrix, &mixtures, tree, plan);
    mixtures_clear(&mixtures);
    return known;
}

bool matrix_oracle_solve(struct public_tree *tree, uint64_t work, const struct limits *limits,
                         struct realisation plan[SEATS], double *value, uint64_t *nodes)
{
    unsigned hider = tree->graph->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    bool known = false, again = true;
    for (unsigned mirrors = 2; again && mirrors-- > 0;) {
        struct matrix matrix = {
            .graph = tree->graph, .limits = limits, .hider = hider, .runner = opponent(hider)
        };
        known = solve(&matrix, tree, work, mirrors, plan, value);
        again = matrix.lopsided;
        *nodes += matrix.nodes;
        matrix_clear(&matrix);
    }
    return known;
}
