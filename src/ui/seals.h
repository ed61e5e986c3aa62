// SPDX-License-Identifier: GPL-3.0-or-later
// Commitments to what is hidden, and what opens them, in words.
#ifndef UI_SEALS_H
#define UI_SEALS_H

#include "table/stage.h"

enum { SEALS_TEXT = STAGE_SEALS * 1024 + 1024 }; // room for all that is printed here

// Where the deal came from, if somebody at the table may know it.
void seals_print_source(const struct stage *stage, const struct game *game, struct text *out);

// A line for each commitment of this round from event `since` on whose move was not
// taken back: as people compare it, or whole.
void seals_print(const struct stage *stage, uint32_t since, bool whole, struct text *out);

// The last one in a line of at most `cols` columns: "Sealed: 0c64 8cf7 ... (c shows the proof)".
// Nothing if nothing is sealed.
void seals_print_short(const struct stage *stage, unsigned cols, struct text *out);

// Once the round is over: each commitment beside what opens it, whether they fit, and a command
// that checks it without this program. Its lines fit into `width` (0: the usual one), so that it
// can be copied as it stands.
void seals_print_opened(const struct stage *stage, const struct game *game, unsigned width,
                        struct text *out);

#endif
