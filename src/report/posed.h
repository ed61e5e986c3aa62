// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle as it is posed to somebody: made, solved, and judged in words.
#ifndef REPORT_POSED_H
#define REPORT_POSED_H

#include "analysis/puzzle.h"

struct posed {
    struct puzzle puzzle;
    struct advice advice; // what becomes of every move
};

// Without a game, the seed decides which one it is. False, with a sentence, when there is none or
// the limits said so. Clear it only if it was made.
bool posed_make(struct posed *posed, const struct game *game, unsigned grade, uint64_t seed,
                const struct puzzle_memory *memory, const struct limits *limits, struct text *why);
void posed_clear(struct posed *posed);

// "Player 1 to move. Only one move wins: which?"
void posed_ask(const struct posed *posed, struct text *out);

// Says what becomes of the move; true if it is the one that is looked for.
bool posed_judge(const struct posed *posed, const struct advice_move *move, struct text *out);

#endif
