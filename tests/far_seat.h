// SPDX-License-Identifier: GPL-3.0-or-later
// A seat at a table that is elsewhere, over lines of JSON: what a client makes of a server's
// messages, without a network.
#ifndef TESTS_FAR_SEAT_H
#define TESTS_FAR_SEAT_H

#include "table/seat.h"

// Lines of JSON to and from a table that is elsewhere. `read` gives the next line, to a
// buffer of JSON_LINE bytes, without its newline; both say false, with a sentence, when
// there is no connection. Plays the seat that the hello names.
enum { FAR_SEAT_WAITING = 8 }; // events that came before the reply to an act

struct far_seat {
    const struct game *const *games;
    bool (*read)(void *pipe, char *line, size_t size, struct text *why);
    bool (*write)(void *pipe, const char *line, size_t length, struct text *why);
    void *pipe;

    // Of the handle.
    const struct game *game;
    struct stage stage;
    struct news waiting[FAR_SEAT_WAITING];
    unsigned waiting_count;
};
bool far_seat_open(struct seat_handle *seat, struct far_seat *stream, struct text *why);

#endif
