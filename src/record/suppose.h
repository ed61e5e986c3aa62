// SPDX-License-Identifier: GPL-3.0-or-later
// A view of a game, played again: the hidden moves that it does not open get
// numbers with which everything that was seen comes out as it did. What everybody
// could see is then as it was; the numbers themselves are made up.
#ifndef RECORD_SUPPOSE_H
#define RECORD_SUPPOSE_H

#include "record/record.h"

// Free *whole, which is the view with numbers for all that is hidden, with
// record_clear() in any case. False, with a sentence, if a move is not legal or
// no numbers are found that fit.
bool suppose(const struct record *view, struct record *whole, struct text *why);

// What the seat whose knowledge it is sees at its end.
bool suppose_view(const struct record *record, struct view *view, struct text *why);

#endif
