// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/hit_sets.h"

#include <string.h>

#include "core/memory.h"

static uint64_t *zeroes(size_t count)
{
    uint64_t *at = mem_new((count + 1) * sizeof *at);
    if (at)
        memset(at, 0, (count + 1) * sizeof *at);
    return at;
}

// One type, as a bit of every edge that it is hit on.
static void note_hits(struct hit_sets *sets, unsigned type, unsigned bit)
{
    const struct public_graph *graph = sets->graph;
    for (unsigned p = 0; p < graph->position_count; p++) {
        const struct public_graph_position *here = &graph->positions[p];
        unsigned class = here->class_of[sets->hider][type];
        for (unsigned e = here->first; e < here->first + here->count; e++) {
            const struct public_graph_edge *edge = &graph->edges[e];
            if (edge->reader && edge->takes[class] != hit_sets_safe(edge, sets->hider))
                sets->hit[(size_t)e * sets->words + bit / 64] |= (uint64_t)1 << bit % 64;
        }
    }
}

// Adds what an edge may lead to. Was anything new?
static bool look_ahead(struct hit_sets *sets, unsigned position, unsigned e)
{
    const struct public_graph_edge *edge = &sets->graph->edges[e];
    const struct public_graph_way *way = &edge->way[hit_sets_safe(edge, sets->hider)];
    bool changed = false;
    for (unsigned w = 0; w < sets->words; w++) {
        uint64_t *set = &sets->ahead[(size_t)position * sets->words + w], before = *set;
        *set |= hit_sets_of(sets, e)[w];
        if (!way->winner)
            *set |= hit_sets_ahead(sets, way->child)[w];
        changed |= *set != before;
    }
    return changed;
}

static void find_ahead(struct hit_sets *sets)
{
    const struct public_graph *graph = sets->graph;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned p = graph->position_count; p-- > 0;)
            for (unsigned e = 0; e < graph->positions[p].count; e++)
                changed |= look_ahead(sets, p, graph->positions[p].first + e);
    }
}

bool hit_sets_begin(struct hit_sets *sets, const struct public_graph *graph, unsigned hider,
                    const unsigned *types, unsigned count)
{
    *sets = (struct hit_sets){ .graph = graph, .hider = hider, .words = (count + 63) / 64 };
    sets->hit = zeroes((size_t)graph->edge_count * sets->words);
    sets->ahead = zeroes((size_t)graph->position_count * sets->words);
    if (!sets->hit || !sets->ahead)
        return false;
    for (unsigned i = 0; i < count; i++)
        note_hits(sets, types[i], i);
    find_ahead(sets);
    return true;
}

void hit_sets_clear(struct hit_sets *sets)
{
    mem_free(sets->hit);
    mem_free(sets->ahead);
    *sets = (struct hit_sets){ 0 };
}

// A path, by depth-first search.
struct search {
    const struct hit_sets *sets;
    const uint64_t *allowed;
    uint8_t *looked; // by position: nothing was found from there
    unsigned *edges, count;
};

static bool is_allowed(const struct search *search, unsigned e)
{
    for (unsigned w = 0; w < search->sets->words; w++)
        if (hit_sets_of(search->sets, e)[w] & ~search->allowed[w])
            return false;
    return true;
}

static bool find_from(struct search *search, unsigned position)
{
    const struct hit_sets *sets = search->sets;
    const struct public_graph_position *here = &sets->graph->positions[position];
    unsigned step = search->count;
    search->looked[position] = true;
    for (unsigned e = here->first + here->count; e-- > here->first;) {
        const struct public_graph_edge *edge = &sets->graph->edges[e];
        const struct public_graph_way *way = &edge->way[hit_sets_safe(edge, sets->hider)];
        if (way->winner == sets->hider || !is_allowed(search, e))
            continue;
        search->edges[step] = e;
        search->count = step + 1;
        if (way->winner || (!search->looked[way->child] && find_from(search, way->child)))
            return true;
    }
    return false;
}

bool hit_sets_find_path(const struct hit_sets *sets, const uint64_t *allowed,
                        unsigned edges[MOVES_MAX], unsigned *count)
{
    size_t positions = sets->graph->position_count;
    struct search search = {
        .sets = sets, .allowed = allowed, .looked = mem_new(positions), .edges = edges
    };
    if (search.looked)
        memset(search.looked, 0, positions);
    bool found = search.looked && find_from(&search, 0);
    *count = search.count;
    mem_free(search.looked);
    return found;
}
