// SPDX-License-Identifier: GPL-3.0-or-later
// What a fuzzer is: one function that takes any text and finds nothing wrong.
// fuzz.c runs it under libFuzzer; replay.c runs it on files.
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include "games/games.h"

void fuzz_one(const char *data);

// The game that the first byte of the text stands for; moves past it.
const struct game *fuzz_game(const char **data);

#endif
