// SPDX-License-Identifier: GPL-3.0-or-later
// A program in this side's seat at a table elsewhere, spoken to in the seat protocol
// (docs/protocol.md), as drive/program.h speaks to one at a table here.
#ifndef FRONTS_JOIN_BOT_CLIENT_H
#define FRONTS_JOIN_BOT_CLIENT_H

#include <stdio.h>

#include "table/seat.h"

struct bot_client_setup {
    const char *command;
    const char *errors; // a file for its standard error, or NULL
    FILE *out;          // where people are told how it goes
};

// Lets it play until the match is over. Whatever it does wrong gives the round up. False,
// with a sentence, if it did something wrong or the table is out of reach.
bool bot_client_play(struct seat_handle *seat, const struct game *game,
                     const struct bot_client_setup *setup, struct text *why);

#endif
