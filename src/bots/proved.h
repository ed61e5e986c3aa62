// SPDX-License-Identifier: GPL-3.0-or-later
// Strategies that come from somewhere: nothing of them is believed before the check has proved it.
#ifndef BOTS_PROVED_H
#define BOTS_PROVED_H

#include <stdio.h>

#include "claim/claim.h"

enum { PROVED_PATIENCE_MS = 700 }; // of the processor's time for a check

// Reads a certificate of the start under these rules. True if it is proved, with `memory` bytes
// for the check; clear it. Else `wrong` says that it is none, or refuted: what could not be checked
// in time may be right.
bool proved_read(FILE *in, const struct variant *variant, unsigned first, size_t memory,
                 struct claim *claim, bool *wrong);

bool proved_check(const struct claim *claim, size_t memory);

#endif
