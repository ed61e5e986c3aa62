// SPDX-License-Identifier: GPL-3.0-or-later
// A move in the making: which action, which cell has the focus, what is marked.
#ifndef FRONTS_FULL_CHOICE_H
#define FRONTS_FULL_CHOICE_H

#include "fronts/full/full_stage.h"
#include "fronts/full/picture.h"

struct choice {
    unsigned offer;  // index into the stage's offers
    unsigned number; // the focused one of the offer's numbers
    cells marked;    // the numbers chosen so far, where the offer wants several
    unsigned typed;  // the number being typed
    bool unchosen;   // what was last tried is refused or unfinished: Enter waits for a choice
    unsigned row;    // how many cells one row of the painted board has, for Up and Down
    char note[STAGE_WORDS]; // what is wrong with what was last tried
};

void choice_begin(struct choice *choice, const struct full_stage *shown);

enum choice_end {
    CHOICE_OTHER, // the press has no meaning here
    CHOICE_GOES_ON,
    CHOICE_MADE,  // *move is what to try
    CHOICE_WRONG, // *move is not on offer: ask the table why not
};

enum choice_end choice_press(struct choice *choice, const struct full_stage *shown, uint32_t press,
                             struct move *move);

// A move typed as text: "scan 4", or its numbers alone for the chosen action. False, with a
// sentence, if it is none.
bool choice_read(const struct choice *choice, const struct full_stage *shown, const char *typed,
                 struct move *move, struct text *why);

// A move as it could be typed: the chosen action with its first numbers.
void choice_example(const struct choice *choice, const struct full_stage *shown, struct text *out);

// What was tried is refused, with this sentence.
void choice_refuse(struct choice *choice, const char *sentence);

// The board with what can be chosen on it.
void choice_picture(const struct choice *choice, const struct full_stage *shown,
                    struct picture *picture);

// What is to be done now, in words.
void choice_ask(const struct choice *choice, const struct full_stage *shown, struct text *out);

#endif
