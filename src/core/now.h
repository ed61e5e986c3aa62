// SPDX-License-Identifier: GPL-3.0-or-later
// The machine's clocks, in milliseconds. What a search may use is counted by limits.h instead.
#ifndef CORE_NOW_H
#define CORE_NOW_H

#include <stdint.h>

int64_t now_monotonic(void);          // only goes forward: for deadlines, and for measuring
int64_t now_real(void);               // since 1970, as the machine's date has it
void now_sleep(int64_t milliseconds); // not at all for 0 or less; a signal ends it

#endif
