// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/paths.h"

#include <limits.h>
#include <string.h>

#include "core/memory.h"
#include "solve/chase.h"
#include "solve/exact_lp.h"

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
    unsigned late_path, late_type; // from these on, found by exact rounds
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
    if (!grow(&paths->type, paths->type_count, sizeof *paths->type) ||
        !grow(&paths->type_weight, paths->type_count, sizeof *paths->type_weight))
        return false;
    mpq_init(paths->type_weight[paths->type_count]);
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
    if (!grow(&paths->path, paths->path_count, sizeof *paths->path) ||
        !grow(&paths->path_weight, paths->path_count, sizeof *paths->path_weight))
        return NULL;
    struct paths_path *path = &paths->path[paths->path_count];
    *path = (struct paths_path){ .edges = mem_new(MOVES_MAX * sizeof(unsigned)),
                                 .hit = mem_new(words * sizeof(uint64_t)) };
    mpq_init(paths->path_weight[paths->path_count++]);
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

// A mixture whose best answer gives it more than the best before is kept.
static void keep_types(struct paths *paths, const struct blend *blend, weight least)
{
    weight all = 0;
    mpq_t proved;
    for (unsigned i = 0; i < blend->types; i++)
        all += blend->type[i];
    if (!all)
        return;
    mpq_init(proved);
    weights_ratio(proved, least, all);
    if (mpq_cmp(proved, paths->lo) > 0) {
        mpq_set(paths->lo, proved);
        for (unsigned i = 0; i < blend->types; i++)
            weights_ratio(paths->type_weight[i], blend->type[i], all);
        for (unsigned i = blend->types; i < paths->type_count; i++)
            mpq_set_ui(paths->type_weight[i], 0, 1);
    }
    mpq_clear(proved);
}

static void keep_paths(struct paths *paths, const struct blend *blend, weight most)
{
    weight all = 0;
    mpq_t proved;
    for (unsigned i = 0; i < blend->paths; i++)
        all += blend->path[i];
    if (!all)
        return;
    mpq_init(proved);
    weights_ratio(proved, most, all);
    if (mpq_cmp(proved, paths->hi) < 0) {
        mpq_set(paths->hi, proved);
        for (unsigned i = 0; i < blend->paths; i++)
            weights_ratio(paths->path_weight[i], blend->path[i], all);
        for (unsigned i = blend->paths; i < paths->path_count; i++)
            mpq_set_ui(paths->path_weight[i], 0, 1);
    }
    mpq_clear(proved);
}

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
        if (!chase.failed)
            keep_types(paths, blend, least);
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
        if (!round)
            keep_paths(paths, blend, sum[best]);
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

static bool new_type_row(struct exact_lp *lp, const struct paths *paths, const unsigned *column,
                         unsigned columns, unsigned t, struct exact_term *terms)
{
    unsigned count = 0;
    terms[count++] = (struct exact_term){ 0, 1 };
    for (unsigned i = 0; i < columns; i++)
        if (!path_hits(&paths->path[column[i]], paths->type[t]))
            terms[count++] = (struct exact_term){ i + 1, -1 };
    return exact_lp_add_row(lp, EXACT_AT_MOST, 0, terms, count);
}

static bool new_path_column(struct exact_lp *lp, const struct paths *paths, const unsigned *row,
                            unsigned rows, unsigned p, struct exact_term *terms)
{
    unsigned count = 0;
    terms[count++] = (struct exact_term){ 0, 1 };
    for (unsigned i = 0; i < rows; i++)
        if (!path_hits(&paths->path[p], paths->type[row[i]]))
            terms[count++] = (struct exact_term){ i + 1, -1 };
    return exact_lp_add_column(lp, 0, false, terms, count);
}

// Some of the paths and types as a linear program.
struct matrix {
    struct exact_lp *lp;
    unsigned *column, *row; // which path, which type
    unsigned columns, rows;
    unsigned late_path, late_type; // from these on, found by exact rounds
};

static bool matrix_begin(struct matrix *matrix, bool exact)
{
    *matrix =
        (struct matrix){ .lp = exact_lp_new(exact), .late_path = UINT_MAX, .late_type = UINT_MAX };
    return matrix->lp && exact_lp_add_row(matrix->lp, EXACT_EQUAL, 1, NULL, 0) &&
           exact_lp_add_column(matrix->lp, 1, false, NULL, 0);
}

static void matrix_clear(struct matrix *matrix)
{
    exact_lp_free(matrix->lp);
    mem_free(matrix->column);
    mem_free(matrix->row);
}

static bool matrix_add_path(struct matrix *matrix, const struct paths *paths, unsigned p,
                            struct exact_term *terms)
{
    if (!grow(&matrix->column, matrix->columns, sizeof *matrix->column))
        return false;
    matrix->column[matrix->columns++] = p;
    return new_path_column(matrix->lp, paths, matrix->row, matrix->rows, p, terms);
}

static bool matrix_add_type(struct matrix *matrix, const struct paths *paths, unsigned t,
                            struct exact_term *terms)
{
    if (!grow(&matrix->row, matrix->rows, sizeof *matrix->row))
        return false;
    matrix->row[matrix->rows++] = t;
    return new_type_row(matrix->lp, paths, matrix->column, matrix->columns, t, terms);
}

// Adds what has been found since.
static bool matrix_follow(struct matrix *matrix, const struct paths *paths)
{
    unsigned most = paths->path_count + paths->type_count + 1;
    struct exact_term *terms = mem_new(most * sizeof *terms);
    bool fine = terms;
    while (fine && matrix->columns < paths->path_count)
        fine = matrix_add_path(matrix, paths, matrix->columns, terms);
    while (fine && matrix->rows < paths->type_count)
        fine = matrix_add_type(matrix, paths, matrix->rows, terms);
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

// Is the path among the best against the guess, or nearly? Does it matter to it?
static bool path_counts(const struct paths *paths, const struct blend *guessed, unsigned p)
{
    weight sum = 0;
    for (unsigned t = 0; t < guessed->types; t++)
        sum += path_hits(&paths->path[p], paths->type[t]) ? guessed->type[t] : 0;
    return guessed->path[p] || p >= guessed->late_path || sum <= guessed->path_value;
}

static bool type_counts(const struct paths *paths, const struct blend *guessed, unsigned t)
{
    weight sum = 0;
    for (unsigned p = 0; p < guessed->paths; p++)
        sum += path_hits(&paths->path[p], paths->type[t]) ? guessed->path[p] : 0;
    return guessed->type[t] || t >= guessed->late_type || sum >= guessed->type_value;
}

// Only what is among the best in the guess takes part, and all that exact rounds
// have found: another optimum of the few may be bad against the rest, and what it
// is bad against is then found once more.
static bool matrix_select(struct matrix *matrix, const struct paths *paths,
                          const struct blend *guessed)
{
    unsigned most = paths->path_count + paths->type_count + 1;
    struct exact_term *terms = mem_new(most * sizeof *terms);
    bool fine = terms && matrix_begin(matrix, true);
    for (unsigned t = 0; fine && t < guessed->types; t++)
        fine = !type_counts(paths, guessed, t) || matrix_add_type(matrix, paths, t, terms);
    for (unsigned p = 0; fine && p < guessed->paths; p++)
        fine = !path_counts(paths, guessed, p) || matrix_add_path(matrix, paths, p, terms);
    mem_free(terms);
    return fine;
}

// The weights of all paths, or types, from those that took part.
static mpq_t *spread(mpq_t *from, const unsigned *which, unsigned count, unsigned all)
{
    mpq_t *to = weights_new(all);
    for (unsigned i = 0; to && i < count; i++)
        mpq_set(to[which[i]], from[i + 1]);
    return to;
}

static bool set_blend(const struct paths *paths, const struct matrix *matrix, mpq_t value, mpq_t *x,
                      mpq_t *y, struct blend *blend)
{
    mpq_t *path = spread(x, matrix->column, matrix->columns, paths->path_count);
    mpq_t *type = spread(y, matrix->row, matrix->rows, paths->type_count);
    mpz_sub(mpq_numref(value), mpq_denref(value), mpq_numref(value)); // that was the runner's
    bool fine = path && type &&
                weights_exact((const mpq_t *)type, paths->type_count, value, true, blend->type,
                              &blend->type_value) &&
                weights_exact((const mpq_t *)path, paths->path_count, value, false, blend->path,
                              &blend->path_value);
    weights_free(path, paths->path_count);
    weights_free(type, paths->type_count);
    return fine;
}

// Solves what the guess selects, exactly; the mixture is then the exact one.
static bool know(const struct paths *paths, struct blend *blend)
{
    struct matrix matrix = { 0 };
    mpq_t value;
    mpq_init(value);
    bool solved = matrix_select(&matrix, paths, blend);
    mpq_t *x = weights_new(matrix.columns + 1), *y = weights_new(matrix.rows + 1);
    solved = solved && x && y && exact_lp_solve(matrix.lp, value, x, y) &&
             set_blend(paths, &matrix, value, x, y, blend);
    weights_free(x, matrix.columns + 1);
    weights_free(y, matrix.rows + 1);
    matrix_clear(&matrix);
    mpq_clear(value);
    return solved;
}

// One round of the double oracle, guessed or exact.
static bool play_round(struct paths *paths, struct matrix *matrix, bool exact, bool *improved)
{
    bool better_path = false, better_type = false;
    if (exact && matrix->late_path == UINT_MAX) {
        matrix->late_path = paths->path_count;
        matrix->late_type = paths->type_count;
    }
    struct blend blend = { .path = mem_new(paths->path_count * sizeof(weight)),
                           .type = mem_new(paths->type_count * sizeof(weight)),
                           .paths = paths->path_count,
                           .types = paths->type_count,
                           .late_path = matrix->late_path,
                           .late_type = matrix->late_type };
    bool fine = blend.path && blend.type && matrix_follow(matrix, paths) &&
                guess(matrix, paths, &blend) && (!exact || know(paths, &blend)) &&
                improve_type(paths, &blend, &better_type) &&
                improve_path(paths, &blend, &better_path);
    mem_free(blend.path);
    mem_free(blend.type);
    *improved = better_path || better_type;
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

// Labels made before being exact is given up.
static const uint64_t patience = 20000000;

enum paths_verdict paths_solve(struct paths *paths, const struct veil *veil,
                               const struct solve_limits *limits)
{
    struct matrix matrix = { 0 };
    *paths = (struct paths){ .veil = veil, .memory = limits ? limits->memory : 0 };
    paths->hider = veil->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    paths->runner = opponent(paths->hider);
    mpq_inits(paths->lo, paths->hi, NULL);
    mpq_set_ui(paths->hi, 1, 1);
    bool fine = matrix_begin(&matrix, false) && begin(paths), stopped = false;
    for (bool improved = true; fine && !stopped && !mpq_equal(paths->lo, paths->hi);) {
        // Where guessing finds nothing better, look closely.
        fine = paths->nodes < patience && play_round(paths, &matrix, !improved, &improved);
        stopped = limits && limits->go_on && !limits->go_on(limits->whom, paths->nodes, 0);
    }
    matrix_clear(&matrix);
    if (stopped)
        return PATHS_STOPPED;
    if (mpq_equal(paths->lo, paths->hi))
        return PATHS_SOLVED;
    return mpq_sgn(paths->lo) ? PATHS_BOUNDS : PATHS_MEMORY;
}

// --- Rating

// The optimal mixtures as whole numbers; `path_value` and `type_value` are the units.
static bool exact_blend(const struct paths *paths, struct blend *blend)
{
    mpq_t one;
    *blend = (struct blend){ .path = mem_new(paths->path_count * sizeof(weight)),
                             .type = mem_new(paths->type_count * sizeof(weight)),
                             .paths = paths->path_count,
                             .types = paths->type_count };
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool fine = blend->path && blend->type &&
                weights_exact((const mpq_t *)paths->path_weight, paths->path_count, one, false,
                              blend->path, &blend->path_value) &&
                weights_exact((const mpq_t *)paths->type_weight, paths->type_count, one, false,
                              blend->type, &blend->type_value);
    mpq_clear(one);
    return fine;
}

static void blend_clear(struct blend *blend)
{
    mem_free(blend->path);
    mem_free(blend->type);
}

bool paths_rate_types(const struct paths *paths, mpq_t *value)
{
    struct blend blend;
    weight *sum = exact_blend(paths, &blend) ? count_hits(paths, &blend) : NULL;
    for (unsigned i = 0; sum && i < paths->veil->type_count[paths->hider]; i++)
        weights_ratio(value[i], sum[i], blend.path_value);
    blend_clear(&blend);
    mem_free(sum);
    return sum;
}

// How often the mixture of paths begins like this.
static weight weigh_prefix(const struct paths *paths, const struct blend *blend,
                           const unsigned *edges, unsigned count)
{
    weight sum = 0;
    for (unsigned p = 0; p < paths->path_count; p++)
        if (paths->path[p].count >= count &&
            !memcmp(paths->path[p].edges, edges, count * sizeof *edges))
            sum += blend->path[p];
    return sum;
}

static void rate_edges(const struct paths *paths, struct chase *chase, const struct blend *blend,
                       unsigned *edges, unsigned count, mpq_t *share, mpq_t *value)
{
    struct chase_mask hit = { { 0 } };
    unsigned shape = 0;
    weight before = 0, came = weigh_prefix(paths, blend, edges, count);
    for (unsigned i = 0; i < count; i++) {
        before += chase_weigh(chase, &chase->edge_mask[edges[i]], &hit);
        hit = chase_join(hit, chase->edge_mask[edges[i]]);
        shape = chase_pass(&paths->veil->edges[edges[i]], paths->hider)->child;
    }
    const struct veil_shape *here = &paths->veil->shapes[shape];
    weight left = blend->type_value - before;
    for (unsigned e = 0; e < here->count; e++) {
        edges[count] = here->first + e;
        weight cost = chase_through(chase, edges[count], &hit);
        weights_ratio(value[e], cost < left ? left - cost : 0, left ? left : 1);
        weights_ratio(share[e], weigh_prefix(paths, blend, edges, count + 1), came ? came : 1);
    }
}

// Is anything of the types' mixture left after these edges?
static bool types_left(const struct chase *chase, const unsigned *edges, unsigned count)
{
    struct chase_mask hit = { { 0 } }, all = { { 0 } };
    for (unsigned i = 0; i < count; i++)
        hit = chase_join(hit, chase->edge_mask[edges[i]]);
    for (unsigned i = 0; i < chase->count; i++)
        all.word[i / 64] |= (uint64_t)1 << i % 64;
    return chase_weigh(chase, &all, &hit) > 0;
}

bool paths_rate_edges(const struct paths *paths, const unsigned *edges, unsigned count,
                      mpq_t *share, mpq_t *value)
{
    struct blend blend;
    struct chase chase = { 0 };
    unsigned *trail = mem_new((count + 1) * sizeof *trail);
    bool fine = exact_blend(paths, &blend) && trail && chase_start(&chase, paths, &blend) &&
                types_left(&chase, edges, count);
    if (fine) {
        memcpy(trail, edges, count * sizeof *trail);
        rate_edges(paths, &chase, &blend, trail, count, share, value);
        fine = !chase.failed;
    }
    chase_clear(&chase);
    blend_clear(&blend);
    mem_free(trail);
    return fine;
}

void paths_clear(struct paths *paths)
{
    for (unsigned i = 0; i < paths->path_count; i++) {
        mem_free(paths->path[i].edges);
        mem_free(paths->path[i].hit);
    }
    weights_free(paths->path_weight, paths->path_count);
    weights_free(paths->type_weight, paths->type_count);
    mem_free(paths->path);
    mem_free(paths->type);
    if (paths->veil)
        mpq_clears(paths->lo, paths->hi, NULL);
    *paths = (struct paths){ 0 };
}
