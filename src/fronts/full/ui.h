// SPDX-License-Identifier: GPL-3.0-or-later
// Showing a page and waiting for a press: what all pages have in common.
#ifndef FRONTS_FULL_UI_H
#define FRONTS_FULL_UI_H

#include "core/game.h"
#include "fronts/console.h"
#include "fronts/full/screen.h"

struct ui {
    struct screen screen;
    bool animate;
    uint32_t kept;        // a press that cut a pause short and is still to be taken up
    const char *question; // asked over the page, or NULL
};

struct ui_options {
    enum console_color color;
    bool ascii, animate;
};

// False if the terminal cannot, or there is no memory: nothing has changed then.
bool ui_open(struct ui *ui, const struct ui_options *options);
void ui_close(struct ui *ui);

typedef void ui_paint(struct screen *screen, void *page);

void ui_show(struct ui *ui, ui_paint *paint, void *page);

// Shows the page until something is pressed that is for it. PRESS_LEAVE when the
// program is to end: after Ctrl-C and a yes, or when the terminal has gone.
uint32_t ui_read(struct ui *ui, ui_paint *paint, void *page);

// Shows the page for a while; true if it was cut short by a press, which is then
// taken up by the next ui_read() unless it is one that only says "go on".
bool ui_pause(struct ui *ui, ui_paint *paint, void *page, int milliseconds);

// The press that cut a pause short, if it is still to be taken up; it is then.
uint32_t ui_take(struct ui *ui);

// Asks a question over a page; true if it is answered with yes.
bool ui_confirm(struct ui *ui, ui_paint *paint, void *page, const char *question);

// A text to be read, in as many pages as it takes. False when the program is to end.
bool ui_show_text(struct ui *ui, const char *title, const char *text);
bool ui_show_rules(struct ui *ui, const struct variant *variant);

#endif
