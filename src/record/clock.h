// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks as they are typed: "60+1", a minute for a round and a second more after each
// move; "60", without more; "5/move", five seconds for each decision; and all together,
// "60+1,5/move". Seconds may have a fraction. For games by correspondence, "3d/move" is three
// days.
#ifndef RECORD_CLOCK_H
#define RECORD_CLOCK_H

#include "record/log.h"

enum { CLOCK_DAY = 24 * 60 * 60, CLOCK_MOST = 14 * CLOCK_DAY }; // seconds

// False, with a sentence that says what was typed and what is allowed.
bool clock_parse(const char *from, struct log_clock *clock, struct text *why);

// What clock_parse() reads back; nothing without a clock.
void clock_print(const struct log_clock *clock, struct text *out);

// What is left of an hour or more, for people: "2 d 5 h", "3 h 10 min".
enum { CLOCK_HOUR = 60 * 60 * 1000 }; // milliseconds
void clock_tell(int64_t milliseconds, struct text *out);

bool clock_is_set(const struct log_clock *clock);

#endif
