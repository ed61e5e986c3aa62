// SPDX-License-Identifier: GPL-3.0-or-later
// A position in which a move is to be found: what puzzles and lessons share on the screen.
#ifndef FRONTS_FULL_EXERCISE_H
#define FRONTS_FULL_EXERCISE_H

#include "fronts/full/page.h"
#include "fronts/full/ui.h"
#include "table/table.h"

struct exercise {
    struct ui *ui;
    struct table *table; // stands at the position; it is never played on
    unsigned seat;       // whose move is looked for
    struct full_stage shown;
    struct choice choice;
    struct page_play page;
    char state[96];       // beside the title
    char words[TEXT_MAX]; // what is asked, and what came of the last answer
    struct news hint;     // the worth of every move, shown once page.hint points here
};

struct exercise_position {
    const struct variant *variant;
    unsigned first;
    const struct move *moves; // from the start to the position, chance's included
    unsigned count;
    unsigned seat;
};

// Shows the position to its seat. False, with a sentence, when there is no memory.
bool exercise_set(struct exercise *exercise, const struct exercise_position *position,
                  const struct page_key *keys, struct text *why);
void exercise_clear(struct exercise *exercise);

// Waits for a move, which is then EXERCISE_MOVE, or for a press that is no part of one.
enum { EXERCISE_MOVE = PRESS_NOTHING };
uint32_t exercise_read(struct exercise *exercise, struct move *move);

#endif
