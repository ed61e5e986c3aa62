// SPDX-License-Identifier: GPL-3.0-or-later
// Asking and telling, a line at a time: at a terminal with editing and history
// (libedit), in a pipe with what was read repeated after its prompt.
#ifndef UI_CONSOLE_H
#define UI_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

#ifdef CAUSEWAY_TORTURE
enum { CONSOLE_LINE_MAX = 160 }; // a link fits
#else
enum { CONSOLE_LINE_MAX = 1000 };
#endif

struct console {
    FILE *in, *out;
    bool typed;  // the input is a terminal
    bool screen; // the output is a terminal
    bool color;
    struct editline *editor; // while both are
    struct history *history;
    unsigned limit;     // milliseconds that a question may take; 0: as long as it takes
    bool late;          // the last question took longer, or something happened, and it was given up
    const char *prompt; // of the question that the editor asks
    bool (*has_news)(
        void *context); // NULL, or has something happened that is to be told? Asked many
    void *context;      // times a second while an editor waits and nothing is typed
    char line[CONSOLE_LINE_MAX + 1];
};

enum console_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

// Whether to use colours on this output; NO_COLOR and a terminal that has none
// count where nothing was asked for.
bool console_use_color(FILE *out, enum console_color color);

// From now on no core is written, and no other program of the same user may look into
// this one's memory: it knows what is hidden.
void console_keep_memory_private(void);

// Whether the terminal is another process group's now: it stopped us, or runs beside us.
// Safe in a signal handler.
bool console_is_background(int terminal);

// While a console on a terminal is open, what is typed shows only where a
// question is asked that is not secret; console_close() and every fatal signal
// put the terminal back as it was.
void console_open(struct console *console, FILE *in, FILE *out, enum console_color color);
void console_close(struct console *console);

// What is said to the terminal, in a line of its own, when a signal ends the program: a
// constant; "" for nothing.
void console_say_when_killed(const char *words);

enum console_secrecy { ASK_OPENLY, ASK_SECRETLY };

// The answer without blanks around it, valid until the next question, in characters that the
// terminal can show; NULL at the end of the input, or when its time is over. In a pipe the answer
// is repeated, unless the prompt ends its line: what is said next tells it then.
const char *console_ask(struct console *console, const char *prompt, enum console_secrecy secrecy);

// A line that was typed meanwhile, without waiting for it; NULL: there is none.
const char *console_overhear(struct console *console);

// Asks until the answer is yes or no; the end of the input means no.
bool console_confirm(struct console *console, const char *question, enum console_secrecy secrecy);

// What was typed before now does not count: somebody else has typed it.
void console_drop_typed(struct console *console);

// The width of the window, or 0 where there is none.
unsigned console_width(const struct console *console);

// Clears a terminal's screen and scrollback.
void console_wipe(struct console *console);

// Shows a text that others must not see, until its reader is done with it, on a
// screen of its own of which nothing stays, whichever way it is left. What does not
// fit comes after it. False at the end of the input.
bool console_show_secret(struct console *console, const char *text);

enum console_style { STYLE_PLAIN, STYLE_STRONG, STYLE_WARNING };

void console_say(struct console *console, enum console_style style, const char *text);

#endif
