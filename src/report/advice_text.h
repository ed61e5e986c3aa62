// SPDX-License-Identifier: GPL-3.0-or-later
// Advice in words: a hint's lines, and the coach's warning.
#ifndef REPORT_ADVICE_TEXT_H
#define REPORT_ADVICE_TEXT_H

#include "analysis/advice.h"

// The chance of a move, with what it is where it stands alone.
void report_chance(const struct advice *advice, const struct advice_move *move, struct text *out);

// Which moves are best, and why; what the chances are, if they need a word.
void report_best(const struct advice *advice, const struct variant *variant,
                 const struct view *view, struct text *out);
const char *report_kind(const struct advice *advice);

// Its chance, what is certain, and how often best play makes it.
void report_move(const struct advice *advice, const struct advice_move *move, struct text *out);

// What is given away by a move: a line that does not tell the better one, and a sentence that
// does; nothing, if nothing is.
void report_warning(const struct advice *advice, const struct variant *variant, struct move move,
                    struct text *out);

#endif
