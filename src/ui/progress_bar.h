// SPDX-License-Identifier: GPL-3.0-or-later
// Long computations: how far they are, on a terminal, once they take longer than
// a second, on the full screen at once; and Ctrl-C or SIGTERM, which stop them and not the program
// at once.
#ifndef UI_PROGRESS_BAR_H
#define UI_PROGRESS_BAR_H

#include <stdbool.h>

#include "solve/solve.h"

struct progress_bar {
    const char *what; // is being done: "Thinking"
    double started, shown;
    uint64_t nodes;       // as many as were shown: never fewer, whatever begins anew
    double most;          // seconds after which it is stopped; 0: never
    bool visible;         // something stands on the progress line
    struct limits limits; // to be handed to a solver
};

// Only one at a time. With `what` NULL nothing is shown.
void progress_bar_begin(struct progress_bar *progress_bar, const char *what);

// Wipes the progress line and gives Ctrl-C back its meaning. False if it was
// pressed meanwhile.
bool progress_bar_end(struct progress_bar *progress_bar);

// Who has the whole screen shows progress there, and asks there whether to stop:
// false means stop. NULL: a line on standard error, as at first.
typedef bool progress_bar_look(const char *what, uint64_t nodes, double seconds);
void progress_bar_look_by(progress_bar_look *look);

// "Thinking: 1200 positions, 2 s (Esc stops)"; positions only where any are counted.
void progress_bar_tell(const char *what, uint64_t nodes, double seconds, const char *key,
                       struct text *out);

// For those who show by themselves on standard error how far they are: has the last time been a
// while ago, on a terminal, or a minute elsewhere? On a terminal the line is empty now
// (progress_bar->visible); elsewhere what is shown is a line of its own.
bool progress_bar_is_due(struct progress_bar *progress_bar);

bool progress_bar_interrupted(void);
double progress_bar_seconds(const struct progress_bar *progress_bar);

// Ends the program as an interrupted one.
_Noreturn void progress_bar_give_up(void);

#endif
