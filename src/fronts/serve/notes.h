// SPDX-License-Identifier: GPL-3.0-or-later
// What the server writes down of itself: a line for each request and for whatever goes
// wrong, as JSON or as text. A line is made of the members below and of nothing else, so
// that no path, header or body, and with them no token and no move, gets into it.
#ifndef FRONTS_SERVE_NOTES_H
#define FRONTS_SERVE_NOTES_H

#include <stdbool.h>
#include <stdint.h>

struct notes_line {
    const char *what;    // "request", "started", ...
    const char *route;   // of a request: "POST moves"; one of our own words, never what was typed
    const char *table;   // id
    const char *address; // of the client
    const char *words;   // a sentence of ours
    unsigned seat, status;
};

enum notes_form { NOTES_TEXT, NOTES_JSON, NOTES_NONE };

void notes_use(enum notes_form form);
void notes_write(const struct notes_line *line);

#endif
