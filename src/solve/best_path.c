// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/best_path.h"

#include <string.h>

#include "core/memory.h"

// The least weight that can still be hit from a position, when `hit` has been.
struct best_path_label {
    struct best_path_mask hit;
    weight least;
    unsigned position;
    unsigned edge; // the best
    bool used;
};

bool best_path_hits(const struct public_graph *graph, unsigned hider, unsigned position,
                    const struct public_graph_edge *edge, unsigned type)
{
    return edge->reader == hider &&
           best_path_pass(edge, hider) !=
               &edge->way[edge->takes[graph->positions[position].class_of[hider][type]]];
}

struct best_path_mask best_path_join(struct best_path_mask a, struct best_path_mask b)
{
    for (unsigned i = 0; i < BEST_PATH_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static struct best_path_mask mask_and(struct best_path_mask a, struct best_path_mask b)
{
    for (unsigned i = 0; i < BEST_PATH_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

weight best_path_weigh(const struct best_path *search, const struct best_path_mask *hit,
                       const struct best_path_mask *old)
{
    weight sum = 0;
    for (unsigned i = 0; i < BEST_PATH_WORDS; i++)
        for (uint64_t left = hit->word[i] & ~old->word[i]; left; left &= left - 1)
            sum += search->weights[64 * i + (unsigned)__builtin_ctzll(left)];
    return sum;
}

static struct best_path_mask look_ahead(struct best_path *search, unsigned position)
{
    const struct public_graph *graph = search->graph;
    const struct public_graph_position *here = &graph->positions[position];
    if (search->known[position])
        return search->ahead[position];
    struct best_path_mask ahead = { { 0 } };
    for (unsigned i = 0; i < here->count; i++) {
        const struct public_graph_edge *edge = &graph->edges[here->first + i];
        struct best_path_mask *hits = &search->edge_mask[here->first + i];
        *hits = (struct best_path_mask){ { 0 } };
        for (unsigned k = 0; k < search->count; k++)
            if (best_path_hits(graph, search->hider, position, edge, search->support[k]))
                hits->word[k / 64] |= (uint64_t)1 << k % 64;
        ahead = best_path_join(ahead, *hits);
        if (!best_path_pass(edge, search->hider)->winner)
            ahead = best_path_join(ahead,
                                   look_ahead(search, best_path_pass(edge, search->hider)->child));
    }
    search->known[position] = true;
    return search->ahead[position] = ahead;
}

static struct best_path_label *label_slot(struct best_path_label *labels, size_t size,
                                          unsigned position, const struct best_path_mask *hit)
{
    uint64_t hash = position;
    for (unsigned i = 0; i < BEST_PATH_WORDS; i++) {
        hash = (hash ^ hit->word[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 29;
    }
    size_t i = hash & (size - 1);
    while (labels[i].used &&
           (labels[i].position != position || memcmp(&labels[i].hit, hit, sizeof *hit)))
        i = (i + 1) & (size - 1);
    return &labels[i];
}

static bool more_labels(struct best_path *search)
{
    size_t size = search->size ? 2 * search->size : 1024;
    if (search->memory && size > search->memory / sizeof *search->labels)
        return false;
    struct best_path_label *labels = mem_new(size * sizeof *labels);
    if (!labels)
        return false;
    for (size_t i = 0; i < size; i++)
        labels[i].used = false;
    for (size_t i = 0; i < search->size; i++)
        if (search->labels[i].used)
            *label_slot(labels, size, search->labels[i].position, &search->labels[i].hit) =
                search->labels[i];
    mem_free(search->labels);
    search->labels = labels;
    search->size = size;
    return true;
}

weight best_path_through(struct best_path *search, unsigned index, const struct best_path_mask *hit)
{
    const struct public_graph_edge *edge = &search->graph->edges[index];
    const struct best_path_mask *mask = &search->edge_mask[index];
    const struct public_graph_way *pass = best_path_pass(edge, search->hider);
    weight cost = best_path_weigh(search, mask, hit);
    if (pass->winner == opponent(search->hider))
        return cost;
    if (pass->winner) // caught whatever was hidden: as if all were hit
        return (weight)1 << WEIGHT_BITS;
    return cost + best_path_from(search, pass->child, best_path_join(*mask, *hit));
}

weight best_path_from(struct best_path *search, unsigned position, struct best_path_mask hit)
{
    const struct public_graph_position *here = &search->graph->positions[position];
    hit = mask_and(hit, search->ahead[position]);
    if (search->size) {
        const struct best_path_label *known =
            label_slot(search->labels, search->size, position, &hit);
        if (known->used)
            return known->least;
    }
    struct best_path_label label = { .hit = hit, .position = position, .used = true };
    for (unsigned i = 0; i < here->count; i++) {
        weight cost = best_path_through(search, here->first + i, &hit);
        if (i && cost >= label.least)
            continue;
        label.least = cost;
        label.edge = here->first + i;
    }
    if (2 * search->filled >= search->size && !more_labels(search)) {
        search->failed = true;
        return label.least;
    }
    *label_slot(search->labels, search->size, position, &hit) = label;
    search->filled++;
    return label.least;
}

unsigned best_path_best(const struct best_path *search, unsigned position,
                        struct best_path_mask hit)
{
    hit = mask_and(hit, search->ahead[position]);
    return label_slot(search->labels, search->size, position, &hit)->edge;
}

bool best_path_init(struct best_path *search, const struct public_graph *graph, unsigned hider,
                    const unsigned *types, const weight *weights, unsigned count)
{
    *search = (struct best_path){ .graph = graph, .hider = hider };
    for (unsigned i = 0; i < count; i++)
        if (weights[i]) {
            if (search->count == BEST_PATH_MAX)
                return false;
            search->weights[search->count] = weights[i];
            search->support[search->count++] = types[i];
        }
    search->ahead = mem_new(graph->position_count * sizeof *search->ahead);
    search->edge_mask = mem_new(graph->edge_count * sizeof *search->edge_mask);
    search->known = mem_new(graph->position_count);
    if (!search->ahead || !search->edge_mask || !search->known)
        return false;
    memset(search->known, 0, graph->position_count);
    look_ahead(search, 0);
    return true;
}

void best_path_clear(struct best_path *search)
{
    mem_free(search->ahead);
    mem_free(search->edge_mask);
    mem_free(search->known);
    mem_free(search->labels);
}
