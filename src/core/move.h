// SPDX-License-Identifier: GPL-3.0-or-later
// A move is a verb and a set of small numbers. Its text, "scan 4" or
// "mine 5 9 14", is the same in play, in saved games and between programs.
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cells.h"
#include "core/page.h"
#include "core/text.h"

struct verb {
    const char *name;
    const char *help;   // completes "NAME …: "
    const char *action; // its line in the list of actions, or NULL if it is never chosen from one
    bool hidden;        // others learn that it was done, never with which numbers
    bool chance;        // done by chance, not by a player
    bool continues;     // goes on with a turn that another verb began
    bool reconsidered;  // when refused, its player chooses the action anew
    bool own_line;      // its question is a line of its own, not a prompt to type behind
    page_gaps heading;  // of the page in line mode, before its question
    page_gaps told;     // and of the words that tell it
};

struct move {
    cells set;
    uint8_t verb; // index into the game's table
};

struct game;

bool move_equal(struct move a, struct move b);
void move_print(const struct game *game, struct move move, struct text *out);

// Reads a verb's name and its numbers; says whether the text is a move at all,
// not whether the move is legal.
bool move_parse(const struct game *game, const char *from, struct move *move, struct text *why);

// Numbers separated by blanks or commas, in any order, none twice.
bool move_parse_numbers(const char *from, cells *set, struct text *why);

#endif
