// SPDX-License-Identifier: GPL-3.0-or-later
// Tries a program's manners: does it play by the seat protocol, in every game and in both
// seats, and does it take calmly what may come?
#ifndef DRIVE_CONFORMANCE_H
#define DRIVE_CONFORMANCE_H

#include "core/variant.h"

// One finding: what was tried, and what went wrong, or "".
typedef void conformance_report(void *context, const char *what, const char *wrong);

// True if all went well. False, with a sentence in *why, also if it cannot be tried. What the
// program writes to standard error is added to the file `errors`, or lost if that is NULL.
bool conformance_try(const struct variant *variants, unsigned count, const char *command,
                     const char *errors, uint64_t seed, conformance_report *report, void *context,
                     struct text *why);

#endif
