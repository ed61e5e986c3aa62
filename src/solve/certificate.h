// SPDX-License-Identifier: GPL-3.0-or-later
// A file that proves an answer: what is claimed, and for each seat a strategy that
// gets at least as much. docs/certificates.md describes the format.
#ifndef SOLVE_CERTIFICATE_H
#define SOLVE_CERTIFICATE_H

#include <stdio.h>

#include "solve/solve.h"

// Writes the proof of an answer of solve(). False, with a sentence, when that is
// not possible; a failure to write shows in ferror(out), as usual.
bool certificate_write(FILE *out, const struct variant *variant, unsigned first,
                       const struct solve_limits *limits, const struct answer *answer,
                       struct text *why);

// Checks a file from its beginning, with nothing but the game's rules. In words:
// what was checked and is right, or, with false, what is wrong and in which line.
// `find` finds a game by its name, as games_find() does.
bool certificate_check(FILE *in, const struct game *(*find)(const char *name, struct text *why),
                       struct text *words);

#endif
