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

// What a verb does, for those who draw or play it: a token goes, something is put on the board
// for all to see, a place is looked at, something is hidden.
enum verb_effect { VERB_GO, VERB_PUT, VERB_LOOK, VERB_HIDE };
extern const char *const verb_effects[]; // "go", "put", "look", "hide"; NULL after the last

struct verb {
    const char *name;
    const char *help;  // completes "NAME …: "
    const char *label; // on a button: "Use a detector"
    const char *ask;   // what to choose, in a sentence: "Choose a step to scan."
    enum verb_effect effect;
    bool listed;       // the book lists it among the actions, by its label
    bool discloses;    // its outcome may tell what was hidden
    bool hidden;       // others learn that it was done, never with which numbers
    bool chance;       // done by chance, not by a player
    bool continues;    // goes on with a turn that another verb began
    bool reconsidered; // when refused, its player chooses the action anew
    bool own_line;     // its question is a line of its own, not a prompt to type behind
    page_gaps heading; // of the page in line mode, before its question
    page_gaps told;    // and of the words that tell it
};

struct move {
    cells set;
    uint8_t verb; // index into the game's table
};

bool move_equal(struct move a, struct move b);

// Reads a verb's name and its numbers; says whether the text is a move at all,
// not whether the move is legal.
struct move_verbs {
    const char *(*name)(const void *of, unsigned verb); // NULL after the last
    const void *of;
    const char *title; // of the game
};
bool move_parse_verbs(const struct move_verbs *verbs, const char *from, struct move *move,
                      struct text *why);

// Numbers separated by blanks or commas, in any order, none twice.
bool move_parse_numbers(const char *from, cells *set, struct text *why);

#endif
