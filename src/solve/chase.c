// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/chase.h"

#include <string.h>

#include "core/memory.h"

// The least weight that can still be hit from a shape, when `hit` has been.
struct chase_label {
    struct chase_mask hit;
    weight least;
    unsigned shape;
    unsigned edge; // the best
    bool used;
};

bool chase_hits(const struct veil *veil, unsigned hider, unsigned shape,
                const struct veil_edge *edge, unsigned type)
{
    return edge->reader == hider &&
           chase_pass(edge, hider) !=
               &edge->way[edge->takes[veil->shapes[shape].class_of[hider][type]]];
}

struct chase_mask chase_join(struct chase_mask a, struct chase_mask b)
{
    for (unsigned i = 0; i < CHASE_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static struct chase_mask mask_and(struct chase_mask a, struct chase_mask b)
{
    for (unsigned i = 0; i < CHASE_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

weight chase_weigh(const struct chase *chase, const struct chase_mask *hit,
                   const struct chase_mask *old)
{
    weight sum = 0;
    for (unsigned i = 0; i < CHASE_WORDS; i++)
        for (uint64_t left = hit->word[i] & ~old->word[i]; left; left &= left - 1)
            sum += chase->weights[64 * i + (unsigned)__builtin_ctzll(left)];
    return sum;
}

static struct chase_mask look_ahead(struct chase *chase, unsigned shape)
{
    const struct veil *veil = chase->veil;
    const struct veil_shape *here = &veil->shapes[shape];
    if (chase->known[shape])
        return chase->ahead[shape];
    struct chase_mask ahead = { { 0 } };
    for (unsigned i = 0; i < here->count; i++) {
        const struct veil_edge *edge = &veil->edges[here->first + i];
        struct chase_mask *hits = &chase->edge_mask[here->first + i];
        *hits = (struct chase_mask){ { 0 } };
        for (unsigned k = 0; k < chase->count; k++)
            if (chase_hits(veil, chase->hider, shape, edge, chase->support[k]))
                hits->word[k / 64] |= (uint64_t)1 << k % 64;
        ahead = chase_join(ahead, *hits);
        if (!chase_pass(edge, chase->hider)->winner)
            ahead = chase_join(ahead, look_ahead(chase, chase_pass(edge, chase->hider)->child));
    }
    chase->known[shape] = true;
    return chase->ahead[shape] = ahead;
}

static struct chase_label *label_slot(struct chase_label *labels, size_t size, unsigned shape,
                                      const struct chase_mask *hit)
{
    uint64_t hash = shape;
    for (unsigned i = 0; i < CHASE_WORDS; i++) {
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
    if (chase->memory && size > chase->memory / sizeof *chase->labels)
        return false;
    struct chase_label *labels = mem_new(size * sizeof *labels);
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

weight chase_through(struct chase *chase, unsigned index, const struct chase_mask *hit)
{
    const struct veil_edge *edge = &chase->veil->edges[index];
    const struct chase_mask *mask = &chase->edge_mask[index];
    const struct veil_way *pass = chase_pass(edge, chase->hider);
    weight cost = chase_weigh(chase, mask, hit);
    if (pass->winner == opponent(chase->hider))
        return cost;
    if (pass->winner) // caught whatever was hidden: as if all were hit
        return (weight)1 << WEIGHT_BITS;
    return cost + chase_from(chase, pass->child, chase_join(*mask, *hit));
}

weight chase_from(struct chase *chase, unsigned shape, struct chase_mask hit)
{
    const struct veil_shape *here = &chase->veil->shapes[shape];
    hit = mask_and(hit, chase->ahead[shape]);
    if (chase->size) {
        const struct chase_label *known = label_slot(chase->labels, chase->size, shape, &hit);
        if (known->used)
            return known->least;
    }
    struct chase_label label = { .hit = hit, .shape = shape, .used = true };
    for (unsigned i = 0; i < here->count; i++) {
        weight cost = chase_through(chase, here->first + i, &hit);
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

unsigned chase_best(const struct chase *chase, unsigned shape, struct chase_mask hit)
{
    hit = mask_and(hit, chase->ahead[shape]);
    return label_slot(chase->labels, chase->size, shape, &hit)->edge;
}

bool chase_init(struct chase *chase, const struct veil *veil, unsigned hider, const unsigned *types,
                const weight *weights, unsigned count)
{
    *chase = (struct chase){ .veil = veil, .hider = hider };
    for (unsigned i = 0; i < count; i++)
        if (weights[i]) {
            if (chase->count == CHASE_MAX)
                return false;
            chase->weights[chase->count] = weights[i];
            chase->support[chase->count++] = types[i];
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

void chase_clear(struct chase *chase)
{
    mem_free(chase->ahead);
    mem_free(chase->edge_mask);
    mem_free(chase->known);
    mem_free(chase->labels);
}
