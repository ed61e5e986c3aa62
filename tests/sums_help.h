// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef TESTS_SUMS_HELP_H
#define TESTS_SUMS_HELP_H

#include "store/store.h"

// Fails unless the sums, streaks and players that the store has are those that a look at all its
// rounds gives.
void sums_check(struct store *store);

#endif
