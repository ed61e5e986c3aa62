// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/paths.h"

#include <string.h>

#include "core/memory.h"
#include "solve/exact_lp.h"

// A mixture's weights over a common denominator. Exact: nothing is rounded.
__extension__ typedef unsigned __int128 weight;

enum { MASK_WORDS = 4, SUPPORT_MAX = 64 * MASK_WORDS, WEIGHT_BITS = 120 };

// A set of support types.
struct mask {
    uint64_t word[MASK_WORDS];
};

bool paths_fit(const struct veil *veil)
{
    if (veil->hides[SEAT_1] == veil->hides[SEAT_2])
        return false;
    unsigned runner = veil->hides[SEAT_1] ? SEAT_2 : SEAT_1;
    for (unsigned i = 0; i < veil->shape_count; i++)
        if (veil->shapes[i].mover != runner)
            return false;
    return true;
}

static bool edge_hits(const struct paths *paths, unsigned shape, const struct veil_edge *edge,
                      unsigned type)
{
    return edge->reader == paths->hider &&
           edge->hit[paths->veil->shapes[shape].class_of[paths->hider][type]];
}

// --- The best path against a mixture of types

// The least weight that can still be hit from a shape, when `hit` has been.
struct label {
    struct mask hit;
    weight least;
    unsigned shape;
    unsigned edge; // the best
    bool used;
};

struct chase {
    const struct paths *paths;
    unsigned support[SUPPORT_MAX]; // types with a weight
    weight weights[SUPPORT_MAX];
    unsigned count;
    struct mask *ahead;     // by shape: what can be hit from there on
    struct mask *edge_mask; // by edge: what it hits
    uint8_t *known;         // by shape: is `ahead` computed?
    struct label *labels;
    size_t size, filled;
    bool failed;
};

static bool scale(mpz_t factor, const mpq_t *from, unsigned count)
{
    mpz_set_ui(factor, 1);
    for (unsigned i = 0; i < count; i++)
        mpz_lcm(factor, factor, mpq_denref(from[i]));
    return mpz_sizeinbase(factor, 2) <= WEIGHT_BITS;
}

static weight scaled(const mpq_t from, const mpz_t factor)
{
    mpz_t whole;
    weight value = 0;
    mpz_init(whole);
    mpz_divexact(whole, factor, mpq_denref(from));
    mpz_mul(whole, whole, mpq_numref(from));
    for (unsigned shift = 0; shift < 128; shift += 32) {
        value |= (weight)(mpz_get_ui(whole) & 0xffffffffu) << shift;
        mpz_tdiv_q_2exp(whole, whole, 32);
    }
    mpz_clear(whole);
    return value;
}

static struct mask mask_or(struct mask a, struct mask b)
{
    for (unsigned i = 0; i < MASK_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static struct mask mask_and(struct mask a, struct mask b)
{
    for (unsigned i = 0; i < MASK_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static weight weigh_new(const struct chase *chase, const struct mask *hit, const struct mask *old)
{
    weight sum = 0;
    for (unsigned i = 0; i < MASK_WORDS; i++)
        for (uint64_t left = hit->word[i] & ~old->word[i]; left; left &= left - 1)
            sum += chase->weights[64 * i + (unsigned)__builtin_ctzll(left)];
    return sum;
}

static struct mask look_ahead(struct chase *chase, unsigned shape)
{
    const struct veil *veil = chase->paths->veil;
    const struct veil_shape *here = &veil->shapes[shape];
    if (chase->known[shape])
        return chase->ahead[shape];
    struct mask ahead = { { 0 } };
    for (unsigned i = 0; !here->winner && i < here->count; i++) {
        const struct veil_edge *edge = &veil->edges[here->first + i];
        struct mask *hits = &chase->edge_mask[here->first + i];
        *hits = (struct mask){ { 0 } };
        for (unsigned k = 0; k < chase->count; k++)
            if (edge_hits(chase->paths, shape, edge, chase->support[k]))
                hits->word[k / 64] |= (uint64_t)1 << k % 64;
        ahead = mask_or(ahead, *hits);
        if (!edge->pass_winner)
            ahead = mask_or(ahead, look_ahead(chase, edge->child));
    }
    chase->known[shape] = true;
    return chase->ahead[shape] = ahead;
}

static struct label *label_slot(struct label *labels, size_t size, unsigned shape,
                                const struct mask *hit)
{
    uint64_t hash = shape;
    for (unsigned i = 0; i < MASK_WORDS; i++) {
        hash = (hash ^ hit->word[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 29;
    }
    size_t i = hash & (size - 1);
    while (labels[i].used && (labels[i].shape != shape || memcmp(&labels[i].hit, hit, sizeof *hit)))
        i = (i + 1) & (size - 1);
    return &labels[i];
}

static bool more_labels(struct chase *chase)
{
    size_t size = chase->size ? 2 * chase->size : 1024;
    struct label *labels = mem_new(size * sizeof *labels);
    if (!labels)
        return false;
    for (size_t i = 0; i < size; i++)
        labels[i].used = false;
    for (size_t i = 0; i < chase->size; i++)
        if (chase->labels[i].used)
            *label_slot(labels, size, chase->labels[i].shape, &chase->labels[i].hit) =
                chase->labels[i];
    mem_free(chase->labels);
    chase->labels = labels;
    chase->size = size;
    return true;
}

static weight run_on(struct chase *chase, unsigned shape, struct mask hit);

static weight run_edge(struct chase *chase, unsigned index, const struct mask *hit)
{
    const struct veil_edge *edge = &chase->paths->veil->edges[index];
    const struct mask *mask = &chase->edge_mask[index];
    weight cost = weigh_new(chase, mask, hit);
    if (edge->pass_winner == chase->paths->runner)
        return cost;
    if (edge->pass_winner) // caught whatever was hidden: as if all were hit
        return (weight)1 << WEIGHT_BITS;
    return cost + run_on(chase, edge->child, mask_or(*mask, *hit));
}

static weight run_on(struct chase *chase, unsigned shape, struct mask hit)
{
    const struct veil_shape *here = &chase->paths->veil->shapes[shape];
    hit = mask_and(hit, chase->ahead[shape]);
    if (chase->size) {
        const struct label *known = label_slot(chase->labels, chase->size, shape, &hit);
        if (known->used)
            return known->least;
    }
    struct label label = { .hit = hit, .shape = shape, .used = true };
    for (unsigned i = 0; i < here->count; i++) {
        weight cost = run_edge(chase, here->first + i, &hit);
        if (i && cost >= label.least)
            continue;
        label.least = cost;
        label.edge = here->first + i;
    }
    if (2 * chase->filled >= chase->size && !more_labels(chase)) {
        chase->failed = true;
        return label.least;
    }
    *label_slot(chase->labels, chase->size, shape, &hit) = label;
    chase->filled++;
    return label.least;
}

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
        if (edge_hits(paths, shape, edge, i))
            path->hit[i / 64] |= (uint64_t)1 << i % 64;
}

// Walks the labels' best edges from the start to the end.
static bool add_best_path(struct paths *paths, const struct chase *chase)
{
    const struct veil *veil = paths->veil;
    if (!grow(&paths->path, paths->path_count, sizeof *paths->path) ||
        !grow(&paths->path_weight, paths->path_count, sizeof *paths->path_weight))
        return false;
    size_t words = hit_words(paths);
    struct paths_path path = { .edges = mem_new(MOVES_MAX * sizeof(unsigned)),
                               .hit = mem_new(words * sizeof(uint64_t)) };
    mpq_init(paths->path_weight[paths->path_count]);
    paths->path[paths->path_count++] = path;
    if (!path.edges || !path.hit)
        return false;
    memset(path.hit, 0, words * sizeof(uint64_t));
    struct mask hit = { { 0 } };
    for (unsigned shape = 0;;) {
        hit = mask_and(hit, chase->ahead[shape]);
        unsigned index = label_slot(chase->labels, chase->size, shape, &hit)->edge;
        const struct veil_edge *edge = &veil->edges[index];
        path.edges[path.count++] = index;
        note_hits(paths, &path, shape, edge);
        hit = mask_or(hit, chase->edge_mask[index]);
        if (edge->pass_winner)
            break;
        shape = edge->child;
    }
    paths->path[paths->path_count - 1] = path;
    return true;
}

// --- One round

static void chase_clear(struct chase *chase)
{
    mem_free(chase->ahead);
    mem_free(chase->edge_mask);
    mem_free(chase->known);
    mem_free(chase->labels);
}

static bool chase_init(struct chase *chase, const struct paths *paths, const mpz_t factor)
{
    const struct veil *veil = paths->veil;
    *chase = (struct chase){ .paths = paths };
    for (unsigned i = 0; i < paths->type_count; i++)
        if (mpq_sgn(paths->type_weight[i])) {
            if (chase->count == SUPPORT_MAX)
                return false;
            chase->weights[chase->count] = scaled(paths->type_weight[i], factor);
            chase->support[chase->count++] = paths->type[i];
        }
    chase->ahead = mem_new(veil->shape_count * sizeof *chase->ahead);
    chase->edge_mask = mem_new(veil->edge_count * sizeof *chase->edge_mask);
    chase->known = mem_new(veil->shape_count);
    if (!chase->ahead || !chase->edge_mask || !chase->known)
        return false;
    memset(chase->known, 0, veil->shape_count);
    look_ahead(chase, 0);
    return true;
}

// Adds a path that is hit less than the value says, if there is one.
static bool improve_path(struct paths *paths, bool *improved)
{
    struct chase chase;
    mpz_t factor;
    mpq_t value;
    mpz_init(factor);
    mpq_init(value);
    bool fine = scale(factor, (const mpq_t *)paths->type_weight, paths->type_count) &&
                chase_init(&chase, paths, factor);
    mpq_set_z(value, factor);
    mpq_mul(value, value, paths->value);
    if (fine) {
        weight least = run_on(&chase, 0, (struct mask){ { 0 } });
        mpz_t floor;
        mpz_init(floor);
        mpz_cdiv_q(floor, mpq_numref(value), mpq_denref(value));
        mpq_set_z(value, floor);
        *improved = least < scaled(value, mpq_denref(value));
        mpz_clear(floor);
        fine = !chase.failed && (!*improved || add_best_path(paths, &chase));
        paths->nodes += chase.filled;
        chase_clear(&chase);
    }
    mpz_clear(factor);
    mpq_clear(value);
    return fine;
}

// The type that the mixture of paths runs into most often.
static bool best_type(const struct paths *paths, const mpz_t factor, unsigned *best, weight *most)
{
    unsigned types = paths->veil->type_count[paths->hider];
    weight *sum = mem_new(types * sizeof *sum);
    if (!sum)
        return false;
    memset(sum, 0, types * sizeof *sum);
    for (unsigned p = 0; p < paths->path_count; p++) {
        weight share = scaled(paths->path_weight[p], factor);
        for (unsigned i = 0; share && i < types; i++)
            if (path_hits(&paths->path[p], i))
                sum[i] += share;
    }
    *best = 0;
    for (unsigned i = 1; i < types; i++)
        if (sum[i] > sum[*best])
            *best = i;
    *most = sum[*best];
    mem_free(sum);
    return true;
}

// Adds a type that hits more often than the value says, if there is one.
static bool improve_type(struct paths *paths, bool *improved)
{
    mpz_t factor;
    mpq_t value;
    weight most;
    unsigned best;
    mpz_init(factor);
    mpq_init(value);
    bool fine = scale(factor, (const mpq_t *)paths->path_weight, paths->path_count) &&
                best_type(paths, factor, &best, &most);
    mpq_set_z(value, factor);
    mpq_mul(value, value, paths->value);
    mpz_fdiv_q(mpq_numref(value), mpq_numref(value), mpq_denref(value));
    mpz_set_ui(mpq_denref(value), 1);
    *improved = fine && most > scaled(value, mpq_denref(value));
    if (*improved)
        fine = add_type(paths, best);
    mpz_clear(factor);
    mpq_clear(value);
    return fine;
}

// Column 0 is the value; then one column a type. Row 0: weights sum to one; then
// one row a path: the value is at most what the path is hit.
static bool fill_matrix(struct exact_lp *lp, const struct paths *paths, struct exact_term *terms)
{
    if (!exact_lp_add_row(lp, EXACT_EQUAL, 1))
        return false;
    for (unsigned p = 0; p < paths->path_count; p++) {
        terms[p] = (struct exact_term){ p + 1, 1 };
        if (!exact_lp_add_row(lp, EXACT_AT_MOST, 0))
            return false;
    }
    if (!exact_lp_add_column(lp, 1, terms, paths->path_count))
        return false;
    for (unsigned t = 0; t < paths->type_count; t++) {
        unsigned count = 0;
        terms[count++] = (struct exact_term){ 0, 1 };
        for (unsigned p = 0; p < paths->path_count; p++)
            if (path_hits(&paths->path[p], paths->type[t]))
                terms[count++] = (struct exact_term){ p + 1, -1 };
        if (!exact_lp_add_column(lp, 0, terms, count))
            return false;
    }
    return true;
}

static void init_all(mpq_t *at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        mpq_init(at[i]);
}

static void clear_all(mpq_t *at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        mpq_clear(at[i]);
    mem_free(at);
}

static bool solve_matrix(struct paths *paths)
{
    unsigned rows = paths->path_count + 1, columns = paths->type_count + 1;
    struct exact_term *terms = mem_new((rows + 1) * sizeof *terms);
    struct exact_lp *lp = exact_lp_new();
    mpq_t *x = mem_new(columns * sizeof *x), *y = mem_new(rows * sizeof *y);
    if (x)
        init_all(x, columns);
    if (y)
        init_all(y, rows);
    bool solved = terms && lp && x && y && fill_matrix(lp, paths, terms) &&
                  exact_lp_solve(lp, paths->value, x, y);
    for (unsigned i = 0; solved && i < paths->type_count; i++)
        mpq_set(paths->type_weight[i], x[i + 1]);
    for (unsigned i = 0; solved && i < paths->path_count; i++)
        mpq_set(paths->path_weight[i], y[i + 1]);
    if (x)
        clear_all(x, columns);
    if (y)
        clear_all(y, rows);
    mem_free(terms);
    exact_lp_free(lp);
    return solved;
}

enum paths_verdict paths_solve(struct paths *paths, const struct veil *veil,
                               const struct solve_limits *limits)
{
    bool improved = true, better_path = false, better_type = false;
    *paths = (struct paths){ .veil = veil };
    paths->hider = veil->hides[SEAT_1] ? SEAT_1 : SEAT_2;
    paths->runner = opponent(paths->hider);
    mpq_init(paths->value);
    mpq_set_si(paths->value, 2, 1); // so that any path is better
    if (!add_type(paths, 0))
        return PATHS_MEMORY;
    mpq_set_si(paths->type_weight[0], 1, 1);
    if (!improve_path(paths, &improved))
        return PATHS_FAILED;
    while (improved) {
        if (!solve_matrix(paths) || !improve_path(paths, &better_path) ||
            !improve_type(paths, &better_type))
            return PATHS_FAILED;
        improved = better_path || better_type;
        if (limits && limits->go_on && !limits->go_on(limits->whom, paths->nodes, -1))
            return PATHS_STOPPED;
    }
    return PATHS_SOLVED;
}

void paths_clear(struct paths *paths)
{
    for (unsigned i = 0; i < paths->path_count; i++) {
        mem_free(paths->path[i].edges);
        mem_free(paths->path[i].hit);
    }
    clear_all(paths->path_weight, paths->path_count);
    clear_all(paths->type_weight, paths->type_count);
    mem_free(paths->path);
    mem_free(paths->type);
    mpq_clear(paths->value);
    *paths = (struct paths){ 0 };
}
