// SPDX-License-Identifier: GPL-3.0-or-later
// A view of a game, played again: the hidden moves that it does not open get numbers with which
// everything that was seen comes out as it did. What everybody could see is then as it was; the
// numbers themselves are made up.
//
// Nothing is assumed of what outcomes mean. What fits is looked for by local search, which is
// quick where there is something; that there is nothing is known only once all hidden moves that
// the rules allow have been tried. Both together have a limit.
#ifndef RECORD_SUPPOSE_H
#define RECORD_SUPPOSE_H

#include "record/round.h"

enum suppose_answer {
    SUPPOSE_FOUND,
    SUPPOSE_NONE,    // whatever was hidden, the view is wrong
    SUPPOSE_UNKNOWN, // the limit was reached first, or there is no memory
};

// The view with numbers for all that is hidden: its own events.
struct supposed {
    struct round round;
    struct log_event *events;
};

// Free what was supposed with suppose_clear() in any case. All but SUPPOSE_FOUND come with a
// sentence.
enum suppose_answer suppose(const struct round *view, struct supposed *supposed, struct text *why);
void suppose_clear(struct supposed *supposed);

// What a seat sees after all that it was told of a round. False, with a sentence.
bool suppose_view(const struct variant *variant, unsigned first, unsigned seat,
                  const struct history *told, struct view *view, struct text *why);

#endif
