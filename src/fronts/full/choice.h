// SPDX-License-Identifier: GPL-3.0-or-later
// A move in the making: which action, which cell has the focus, what is marked.
#ifndef FRONTS_FULL_CHOICE_H
#define FRONTS_FULL_CHOICE_H

#include "fronts/full/picture.h"
#include "fronts/full/stage.h"

struct choice {
    unsigned offer;  // of the stage's
    unsigned number; // that has the focus, of those on offer
    cells marked;    // where several are to be chosen
    unsigned typed;  // the number being typed
    bool unchosen;   // what was last tried is refused or unfinished: Enter waits for a choice
    unsigned row;    // cells that stand side by side where it is painted
    char note[512];  // what is wrong with what was last tried
};

void choice_begin(struct choice *choice, const struct stage *stage);

enum choice_end {
    CHOICE_OTHER, // the press has no meaning here
    CHOICE_GOES_ON,
    CHOICE_MADE, // *move is what to try
};

enum choice_end choice_press(struct choice *choice, const struct stage *stage, uint32_t press,
                             struct move *move);

// The move was refused: says why, in the rule book's words.
void choice_refuse(struct choice *choice, const struct stage *stage, struct move move);

// The board with what can be chosen on it.
void choice_picture(const struct choice *choice, const struct stage *stage,
                    struct picture *picture);

// What is to be done now, in words.
void choice_ask(const struct choice *choice, const struct stage *stage, struct text *out);

#endif
