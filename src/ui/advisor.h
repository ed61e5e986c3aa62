// SPDX-License-Identifier: GPL-3.0-or-later
// What the solver tells a player, from what that player may know: hints and warnings, as
// news of a table.
#ifndef UI_ADVISOR_H
#define UI_ADVISOR_H

#include "analysis/advice.h"
#include "drive/drive.h"

struct advisor;

// Makes hints and warnings for the driven table from now on. NULL, with a sentence, when
// there is no memory. Free it after the driver.
struct advisor *advisor_new(struct drive *drive, struct text *why);
void advisor_free(struct advisor *advisor);

// One hint, for a stage of the viewer whose turn it is.
void advisor_hint(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct news *reply);

// The same for a warning. False: there is nothing to warn of.
bool advisor_warn(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct move move, struct news *reply);

#endif
