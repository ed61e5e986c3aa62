// SPDX-License-Identifier: GPL-3.0-or-later
// Taking an open seat on a server, as a person or for a program. Of causeway-online.
#ifndef CLI_SIT_H
#define CLI_SIT_H

#include "drive/program.h"
#include "fronts/join/link.h"
#include "fronts/join/http.h"

// Who sits down.
struct sit {
    const char *name;    // or NULL: what the table calls the seat
    const char *program; // what a program calls itself; NULL: a person
};

enum sit_answer {
    SIT_DONE,
    SIT_TAKEN,   // somebody was quicker, or there is no such table any more
    SIT_LATER,   // the server is busy, or out of reach
    SIT_REFUSED, // by what was said of who sits down
};

// The seat's link, which is for the one who has it now: to come back with, and for nobody else. All
// but SIT_DONE come with a sentence.
enum sit_answer sit_take(struct http *http, const char *table, const struct sit *sit,
                         char link[LINK_TEXT], struct text *why);

// The command of "program:COMMAND"; that of a level is this program's engine. False, with a
// sentence, if there is none.
bool sit_command(const char *who, char *command, size_t size, struct text *why);

// Starts the command once, for what it says of itself in its hello: "Ferris 1.2". Its standard
// error goes to this file. False, with a sentence, if it does not come so far.
bool sit_greet(const char *command, const char *errors, char program[PROGRAM_NAME],
               struct text *why);

#endif
