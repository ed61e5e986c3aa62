// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text being typed.
#ifndef FRONTS_FULL_TYPING_H
#define FRONTS_FULL_TYPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Adds what was pressed to the text, or takes its last character away; *begun says
// whether typing has begun: what is typed first replaces what was there. True if the
// press was for it.
bool typing_press(char *text, size_t size, bool *begun, uint32_t press);

#endif
