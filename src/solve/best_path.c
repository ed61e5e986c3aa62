// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/best_path.h"

#include <string.h>

#include "core/memory.h"

static const uint64_t lost = (uint64_t)1 << 62;

static uint64_t *zeroes(size_t count)
{
    uint64_t *at = mem_new((count + 1) * sizeof *at);
    if (at)
        memset(at, 0, (count + 1) * sizeof *at);
    return at;
}

// One type of the mixture, as a bit of every edge that it is hit on.
static void note_hits(struct best_path *search, unsigned type, unsigned bit)
{
    const struct public_graph *graph = search->graph;
    for (unsigned p = 0; p < graph->position_count; p++) {
        const struct public_graph_position *here = &graph->positions[p];
        unsigned class = here->class_of[search->hider][type];
        for (unsigned e = here->first; e < here->first + here->count; e++) {
            const struct public_graph_edge *edge = &graph->edges[e];
            if (edge->reader && edge->takes[class] != best_path_safe(edge, search->hider))
                search->hit[(size_t)e * search->words + bit / 64] |= (uint64_t)1 << bit % 64;
        }
    }
}

// Adds what an edge may lead to. Was anything new?
static bool look_ahead(struct best_path *search, unsigned position, unsigned e)
{
    const struct public_graph_edge *edge = &search->graph->edges[e];
    const struct public_graph_way *way = &edge->way[best_path_safe(edge, search->hider)];
    bool changed = false;
    for (unsigned w = 0; w < search->words; w++) {
        uint64_t *set = &search->ahead[(size_t)position * search->words + w], before = *set;
        *set |= search->hit[(size_t)e * search->words + w];
        if (!way->winner)
            *set |= search->ahead[(size_t)way->child * search->words + w];
        changed |= *set != before;
    }
    return changed;
}

static void find_ahead(struct best_path *search)
{
    const struct public_graph *graph = search->graph;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = graph->position_count; p-- > 0;)
            for (unsigned e = 0; e < graph->positions[p].count; e++)
                changed |= look_ahead(search, p, graph->positions[p].first + e);
    }
}

bool best_path_begin(struct best_path *search, const struct public_graph *graph, unsigned hider,
                     const unsigned *types, const weight *weights, unsigned count,
                     const struct limits *limits)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++)
        used += weights[i] > 0;
    *search = (struct best_path){
        .graph = graph, .limits = limits, .hider = hider, .words = (used + 63) / 64
    };
    if (search->words > BEST_PATH_WORDS)
        return false;
    search->weight = zeroes(used);
    search->hit = zeroes((size_t)graph->edge_count * search->words);
    search->ahead = zeroes((size_t)graph->position_count * search->words);
    search->known = map_of(1 + search->words, 1);
    if (!search->weight || !search->hit || !search->ahead)
        return false;
    for (unsigned i = 0, bit = 0; i < count; i++)
        if (weights[i] > 0) {
            note_hits(search, types[i], bit);
            search->weight[bit++] = (uint64_t)weights[i];
        }
    find_ahead(search);
    return true;
}

void best_path_clear(struct best_path *search)
{
    mem_free(search->weight);
    mem_free(search->hit);
    mem_free(search->ahead);
    map_free(&search->known);
    *search = (struct best_path){ 0 };
}

uint64_t best_path_hit(const struct best_path *search, unsigned e, const uint64_t *left,
                       uint64_t *rest)
{
    uint64_t sum = 0;
    for (unsigned w = 0; w < search->words; w++) {
        uint64_t hit = left[w] & search->hit[(size_t)e * search->words + w];
        rest[w] = left[w] ^ hit;
        for (; hit; hit &= hit - 1)
            sum += search->weight[64 * w + (unsigned)__builtin_ctzll(hit)];
    }
    return sum;
}

static uint64_t least_from(struct best_path *search, unsigned position, const uint64_t *left)
{
    const struct public_graph_position *here = &search->graph->positions[position];
    uint64_t key[MAP_KEY_MAX] = { position + 1 }, least = lost;
    for (unsigned w = 0; w < search->words; w++)
        key[w + 1] = left[w] & search->ahead[(size_t)position * search->words + w];
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
    const struct public_graph_edge *edge = &search->graph->edges[e];
    const struct public_graph_way *way = &edge->way[best_path_safe(edge, search->hider)];
    uint64_t rest[BEST_PATH_WORDS];
    if (way->winner == search->hider)
        return lost;
    uint64_t sum = best_path_hit(search, e, left, rest);
    return way->winner ? sum : sum + least_from(search, way->child, rest);
}
