// SPDX-License-Identifier: GPL-3.0-or-later
// A reader of .efg files that knows nothing of our games, and a solver that knows
// nothing of our solvers: regrets over the tree as it stands in the file.
#ifndef TESTS_GAMBIT_H
#define TESTS_GAMBIT_H

#include <stdio.h>

struct gambit;

// Fails the test that runs if the file is not as it should be.
struct gambit *gambit_read(FILE *in);
void gambit_free(struct gambit *gambit);

unsigned gambit_nodes(const struct gambit *gambit);

// Plays so many rounds. The value of the game to the first player is then
// between *lo and *hi, up to floating point: what best answers to the average
// play get.
void gambit_solve(struct gambit *gambit, unsigned rounds, double *lo, double *hi);

#endif
