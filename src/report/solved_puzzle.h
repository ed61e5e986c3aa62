// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle with what becomes of every move in it: made, solved, and judged in words.
#ifndef REPORT_SOLVED_PUZZLE_H
#define REPORT_SOLVED_PUZZLE_H

#include "analysis/puzzle.h"
#include "table/news.h"

struct solved_puzzle {
    struct puzzle puzzle;
    struct advice advice; // what becomes of every move
};

// Without a game, the seed decides which one it is, of those that have the grade. False, with a
// sentence, when there is none or the limits said so. Clear it only if it was made.
bool solved_puzzle_make(struct solved_puzzle *solved, const struct game *game, unsigned grade,
                        uint64_t seed, const struct puzzle_memory *memory,
                        const struct limits *limits, struct text *why);
void solved_puzzle_clear(struct solved_puzzle *solved);

// "Player 1 to move. Only one move wins: which?"
void solved_puzzle_ask(const struct solved_puzzle *solved, struct text *out);

// Where players hide things: which cases are left, and one that shows that a wrong answer (or NULL)
// is wrong. Else nothing.
void solved_puzzle_explain(const struct solved_puzzle *solved, const struct move *wrong,
                           struct text *out);

// What becomes of every move, as the answer to `hint` has it.
void solved_puzzle_tell(const struct solved_puzzle *solved, struct news *reply);

// Says what becomes of the move; true if it is the one that is looked for.
bool solved_puzzle_judge(const struct solved_puzzle *solved, const struct advice_move *move,
                         struct text *out);

#endif
