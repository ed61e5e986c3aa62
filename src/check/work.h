// SPDX-License-Identifier: GPL-3.0-or-later
// What all parts of the check share: the claim, the limits, and what went wrong.
#ifndef CHECK_WORK_H
#define CHECK_WORK_H

#include "check/verdict.h"
#include "claim/claim.h"
#include "core/limits.h"
#include "core/map.h"

struct work {
    const struct claim *claim;
    const struct limits *limits;
    uint64_t nodes;
    size_t memory;              // in use
    enum check_verdict verdict; // of what failed
    struct text *why;
};

// Counts so much work; false, with a sentence, when it is to stop.
bool work_tick(struct work *work, uint64_t amount);

// Memory within the limit; NULL, with a sentence, when there is none. A block that grows
// had `old` bytes, and is to be given back with as many as it has.
void *work_grow(struct work *work, void *block, size_t old, size_t size);
void work_free(struct work *work, void *block, size_t size);

// The value of a key in a map, added if it is new; NULL, with a sentence, as above.
void *work_add(struct work *work, struct map *map, const void *key);
void work_free_map(struct work *work, struct map *map);

// The claim is refuted, or is none; nothing can be said of it. Always false.
bool work_refute(struct work *work, const char *format, ...) TEXT_PRINTF(2, 3);
bool work_stop(struct work *work, const char *sentence);

// Are the ways to hide something, or to deal, few enough to go through all of them? Else the
// check stops at once.
bool work_can_list(struct work *work, const struct view *view);

// Truths: how things can be. Where a mixed strategy is followed, each of its draws leads to one.
struct work_truth {
    struct state state;
    unsigned at;      // where the strategy is: a node, or STRATEGY_SILENT
    unsigned own;     // its last own move, whose weight is that of the truth, or node 0
    unsigned outcome; // of the last move
};

struct work_truths {
    struct work_truth *list;
    size_t count, room;
};

bool truths_add(struct work *work, struct work_truths *truths, const struct work_truth *truth);
void truths_clear(struct work *work, struct work_truths *truths);

// Makes a move in a truth.
void truth_apply(const struct work *work, struct work_truth *truth, struct move move);

// All truths that the claim's history leaves open, in order; where chance deals, each
// deal. At least one.
bool truths_of_claim(struct work *work, struct work_truths *truths);

#endif
