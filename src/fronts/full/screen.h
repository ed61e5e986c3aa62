// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the whole window, painted without a terminal: a glyph for each
// place, what it means, and what a click on it stands for.
#ifndef FRONTS_FULL_SCREEN_H
#define FRONTS_FULL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

#include "core/text.h"

// What a place means; the terminal decides how that looks.
enum screen_ink {
    INK_PLAIN,
    INK_FAINT,
    INK_STRONG,
    INK_BAR,
    INK_SEAT_1,
    INK_SEAT_2,
    INK_BOTH,
    INK_NEUTRAL, // an obstacle that is nobody's
    INK_SAFE,
    INK_MINE, // nobody's, or one that went off
    INK_MINE_1,
    INK_MINE_2,
    INK_TARGET,
    INK_FOCUS,
    INK_WARNING,
    INKS
};

// What was pressed: a character, or one of these, which lie beyond all characters.
enum screen_press {
    PRESS_NOTHING = 0, // the time was up
    PRESS_ENTER = '\n',
    PRESS_TAB = '\t',
    PRESS_ESCAPE = 27,
    PRESS_LEFT = 0x110000,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_WHEEL_UP,
    PRESS_WHEEL_DOWN,
    PRESS_ERASE,
    PRESS_ERASE_ALL, // Ctrl-U
    PRESS_REDRAW,
    PRESS_RESIZE,
    PRESS_INTERRUPT,       // Ctrl-C
    PRESS_LEAVE,           // leaving is settled, or the terminal is gone
    PRESS_NEWS,            // nothing was pressed, but something has happened elsewhere
    PRESS_CELL = 0x120000, // + the number of a cell: a click on it
    PRESS_ROW = 0x130000,  // + the number of a row of a list, or of an action
};

struct screen_glyph {
    wchar_t character; // 0: the right half of a wide one
    uint8_t ink;
    uint32_t click; // what a click stands for, or PRESS_NOTHING
};

struct screen {
    unsigned rows, cols;
    unsigned cursor_row, cursor_col; // rests on what is focused
    bool ascii;
    struct screen_glyph *at;
};

// False when there is no memory; the screen is as it was then. Begin with a
// zeroed screen.
bool screen_resize(struct screen *screen, unsigned rows, unsigned cols);
void screen_free(struct screen *screen);
void screen_clear(struct screen *screen);

struct screen_area {
    unsigned top, left, rows, cols;
};

struct screen_area screen_area(const struct screen *screen);

// A line of text in at most `room` columns; how many it took. What lies
// outside the window is not painted.
unsigned screen_put(struct screen *screen, unsigned row, unsigned col, unsigned room,
                    enum screen_ink ink, const char *text);

// One glyph several times.
void screen_fill(struct screen *screen, unsigned row, unsigned col, unsigned count,
                 enum screen_ink ink, wchar_t character);

// Text folded between words into the area; how many rows it took. Where there is
// too much, its end is shown.
unsigned screen_fold(struct screen *screen, struct screen_area area, enum screen_ink ink,
                     const char *text);

// How many rows the text takes when it is folded; and the part from row `from` on.
unsigned screen_fold_rows(unsigned cols, const char *text);
void screen_fold_from(struct screen *screen, struct screen_area area, enum screen_ink ink,
                      const char *text, unsigned from);

// What a click on these places stands for.
void screen_click(struct screen *screen, struct screen_area area, uint32_t press);

// Columns that a text takes.
unsigned screen_width(const char *text);

#endif
