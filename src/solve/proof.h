// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a game with secrets: bounds that are claimed, and for each
// seat a mixture that gets at least as much. docs/certificates.md describes it.
#ifndef SOLVE_PROOF_H
#define SOLVE_PROOF_H

#include <jansson.h>
#include <stdio.h>

#include "solve/solve.h"

// Solves the game again and writes the whole certificate. False, with a sentence,
// when that is not possible; a failure to write shows in ferror(out), as usual.
bool proof_write(FILE *out, const struct variant *variant, unsigned first,
                 const struct solve_limits *limits, struct text *why);

// Checks the certificate whose first line has been read already. In words: what
// was checked and is right, or, with false, what is wrong.
bool proof_check(FILE *in, const json_t *header,
                 const struct game *(*find)(const char *name, struct text *why),
                 struct text *words);

#endif
