// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/best_path.h"

#include <string.h>

#include "core/memory.h"

static const uint64_t lost = (uint64_t)1 << 62;

// The types that have weight, and what each has; returns how many.
static unsigned pick(const unsigned *types, const weight *weights, unsigned count, unsigned *picked,
                     uint64_t *has)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        if (weights[i] > 0) {
            picked[used] = types[i];
            has[used++] = (uint64_t)weights[i];
        }
    return used;
}

bool best_path_begin(struct best_path *search, const struct public_graph *graph, unsigned hider,
                     const unsigned *types, const weight *weights, unsigned count,
                     const struct limits *limits)
{
    unsigned *picked = mem_new((count + 1) * sizeof *picked);
    *search = (struct best_path){ .limits = limits,
                                  .weight = mem_new((count + 1) * sizeof *search->weight) };
    bool fine = picked && search->weight;
    unsigned used = fine ? pick(types, weights, count, picked, search->weight) : 0;
    fine = fine && used <= 64 * BEST_PATH_WORDS &&
           hit_sets_begin(&search->sets, graph, hider, picked, used);
    if (fine)
        search->known = map_of(1 + search->sets.words, 1);
    mem_free(picked);
    return fine;
}

void best_path_clear(struct best_path *search)
{
    mem_free(search->weight);
    hit_sets_clear(&search->sets);
    map_free(&search->known);
    *search = (struct best_path){ 0 };
}

uint64_t best_path_hit(const struct best_path *search, unsigned e, const uint64_t *left,
                       uint64_t *rest)
{
    uint64_t sum = 0;
    for (unsigned w = 0; w < search->sets.words; w++) {
        uint64_t hit = left[w] & hit_sets_of(&search->sets, e)[w];
        rest[w] = left[w] ^ hit;
        for (; hit; hit &= hit - 1)
            sum += search->weight[64 * w + (unsigned)__builtin_ctzll(hit)];
    }
    return sum;
}

static uint64_t least_from(struct best_path *search, unsigned position, const uint64_t *left)
{
    const struct public_graph_position *here = &search->sets.graph->positions[position];
    uint64_t key[MAP_KEY_MAX] = { position + 1 }, least = lost;
    for (unsigned w = 0; w < search->sets.words; w++)
        key[w + 1] = left[w] & hit_sets_ahead(&search->sets, position)[w];
    const uint64_t *known = map_find(&search->known, key);
    if (known)
        return *known;
    if (search->stop ||
        (search->limits && !solve_count(search->limits, &search->nodes, &search->stop)))
        return lost;
    for (unsigned e = 0; e < here->count; e++) {
        uint64_t sum = best_path_least(search, here->first + e, key + 1);
        least = sum < least ? sum : least;
    }
    uint64_t *kept = map_add(&search->known, key, search->limits ? search->limits->memory / 2 : 0);
    if (kept) // else it is found anew each time
        *kept = least;
    return least;
}

uint64_t best_path_least(struct best_path *search, unsigned e, const uint64_t *left)
{
    unsigned hider = search->sets.hider;
    const struct public_graph_edge *edge = &search->sets.graph->edges[e];
    const struct public_graph_way *way = &edge->way[hit_sets_safe(edge, hider)];
    uint64_t rest[BEST_PATH_WORDS];
    if (way->winner == hider)
        return lost;
    uint64_t sum = best_path_hit(search, e, left, rest);
    return way->winner ? sum : sum + least_from(search, way->child, rest);
}
