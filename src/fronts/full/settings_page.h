// SPDX-License-Identifier: GPL-3.0-or-later
// The screen for the settings.
#ifndef FRONTS_FULL_SETTINGS_PAGE_H
#define FRONTS_FULL_SETTINGS_PAGE_H

#include "fronts/full/ui.h"

// Lets the settings be changed; each change counts at once, and all are kept in the
// file when the screen is left. False when the program is to end.
bool settings_page_show(struct ui *ui);

#endif
