// SPDX-License-Identifier: GPL-3.0-or-later
// The terminal in full-screen mode. There is one, as there is one curses.
#ifndef FRONTS_FULL_TERMINAL_H
#define FRONTS_FULL_TERMINAL_H

#include "ui/console.h"
#include "fronts/full/screen.h"
#include "ui/settings.h"

// False if this terminal cannot show a full screen; nothing has changed then.
// Until terminal_close() every way to die puts the terminal back as it was.
bool terminal_open(void);
void terminal_close(void);

// How things look from the next terminal_show() on.
void terminal_set_theme(enum settings_theme theme, enum console_color color);

void terminal_ring(void);

// Can it show more than ASCII? Is it fast enough to move things about?
bool terminal_is_unicode(void);
bool terminal_is_fast(void);

void terminal_size(unsigned *rows, unsigned *cols);
void terminal_show(const struct screen *screen);
void terminal_redraw(void);

// A secret is on the screen from now on, or no more from the next terminal_show()
// on. Whichever way it leaves the screen, it is not to be found in the scrollback.
void terminal_keep_secret(bool on_screen);

// Keys that were pressed before now do not count.
void terminal_drop_typed(void);

// Waits for a press, for ever if the time is negative. A click arrives as what
// it stands for on the screen that was shown last.
uint32_t terminal_read(int milliseconds);

// The signal that wants us to end, or 0.
int terminal_signal(void);

#endif
