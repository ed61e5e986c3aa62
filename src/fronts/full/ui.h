// SPDX-License-Identifier: GPL-3.0-or-later
// Showing a page and waiting for a press: what all pages have in common.
#ifndef FRONTS_FULL_UI_H
#define FRONTS_FULL_UI_H

#include "core/variant.h"
#include "ui/console.h"
#include "fronts/full/page.h"
#include "ui/settings.h"

enum { UI_KEPT = 32 };

struct ui {
    struct screen screen;
    struct settings settings;
    enum console_color color;
    unsigned tempo;         // of animations, in percent of the usual time; 0: there are none
    uint32_t kept[UI_KEPT]; // presses that cut a pause short, or came while the program was
    unsigned kept_count;    // at work, and are still to be taken up
    const char *question;   // asked over the page, or NULL
    bool (*has_news)(
        void *context); // ui_read() also ends, with PRESS_NEWS, when it says so; or NULL
    void *context;
    bool deafens, deafens_to_enter; // from the next page that reads on, for a moment:
    int64_t deaf_until;             // to clicks, and to Enter: monotonic times in milliseconds
    int64_t enter_deaf_until;
    char notice[160];       // is said when the next game begins
    bool leaving;           // the program is to end: nothing more is shown or asked
    char failure[TEXT_MAX]; // why it has to, in a sentence for afterwards; or ""
};

// False if the terminal cannot, or there is no memory: nothing has changed then.
bool ui_open(struct ui *ui, const struct settings *settings, enum console_color color);
void ui_close(struct ui *ui);

// The settings have changed: theme, characters and tempo follow.
void ui_apply_settings(struct ui *ui);

// Rings the bell, if the settings want it.
void ui_ring(const struct ui *ui);

// The program is to end, because of this.
void ui_fail(struct ui *ui, const char *why);

// How a page is painted: those of page.h.
typedef void ui_paint(struct screen *screen, void *page);

void ui_show(struct ui *ui, ui_paint *paint, void *page);

// Shows the page until something is pressed that is for it. PRESS_LEAVE when the program is
// to end: after Ctrl-C and a yes, or when the terminal has gone. From then on every read says
// so at once, so that a page need not tell the one below it.
uint32_t ui_read(struct ui *ui, ui_paint *paint, void *page);

// Does this press go back to the page before? Esc and q do, and the end of the program.
bool ui_is_back(uint32_t press);

// Shows a list and lets the focus go along it, until something else is pressed.
// PRESS_ENTER when the row that has the focus is chosen, by a click on it, too; in a list with
// keys also by a click on any other row, or by its key.
uint32_t ui_read_list(struct ui *ui, struct page_list *list);

// What a press on the page of a game means for the move in the making; one can be typed as
// text, too.
enum choice_end ui_press_choice(struct ui *ui, struct page_play *page, uint32_t press,
                                struct move *move);

// Adds what was pressed to a text, or takes its last character away; *begun says whether
// typing has begun: what is typed first replaces what was there.
void ui_type(char *text, size_t size, bool *begun, uint32_t press);

// Shows the page for a while; true if it was cut short by a press, which is then
// taken up by the next ui_read() unless it is one that only says "go on".
bool ui_pause(struct ui *ui, ui_paint *paint, void *page, int milliseconds);

// For a moment after the next page is shown clicks on cells mean nothing: the second one of a
// double click is not the next player's move. Where two share the keyboard, nor does Enter, unless
// something else is typed before it.
void ui_drop_clicks(struct ui *ui, bool shared);

// While the program is at work: a press that has come, or PRESS_NOTHING. But for Ctrl-C it is
// kept for the next page that reads, if it may be.
uint32_t ui_glance(struct ui *ui);

// Takes the first of the presses that came early, if there is one.
uint32_t ui_take(struct ui *ui);

// Forgets what was pressed and not read yet: it is not for the one who looks next.
void ui_drop_typed(struct ui *ui);

// Asks a question over a page: the letter that is pressed, as a small one, or 0.
char ui_answer(struct ui *ui, ui_paint *paint, void *page, const char *question);

// The same; true if it is answered with yes.
bool ui_confirm(struct ui *ui, ui_paint *paint, void *page, const char *question);

// Asks for a line of text over a page, beginning with what `answer` has; what is typed is
// shown unless it is secret. False if it is called off.
struct ui_line {
    const char *prompt;
    char *answer;
    size_t size;
    bool secret;
};
bool ui_ask(struct ui *ui, ui_paint *paint, void *page, const struct ui_line *line);

// Asks over an empty page until one of the letters is pressed; the last one also means
// that the program is to end.
char ui_choose(struct ui *ui, const char *question, const char *letters);

// A text to be read, in as many pages as it takes.
void ui_show_text(struct ui *ui, const char *title, const char *text);
void ui_show_rules(struct ui *ui, const char *title, const struct variant *variant);

#endif
