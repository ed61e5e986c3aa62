// SPDX-License-Identifier: GPL-3.0-or-later
// A seat at a table that a server has: a seat handle made from the messages that come over
// HTTP. It comes back by itself when the connection is lost, sends an act again until it is
// answered, notes every commitment, and contributes to joint draws.
#ifndef FRONTS_JOIN_REMOTE_H
#define FRONTS_JOIN_REMOTE_H

#include "fronts/join/link.h"
#include "fronts/join/commitment_log.h"
#include "fronts/join/http.h"
#include "table/seat.h"

struct remote;

// Asks for a word of one's own for a joint draw. Left empty, the system draws one.
struct remote_asker {
    void (*ask)(void *context, enum log_draw draw, char word[LOG_NAME]);
    void *context;
};

// Sits down, or, without a token, watches. NULL, with a sentence, if there is no such seat
// or no such server.
struct remote *remote_open(const struct link *link, const struct game *const *games,
                           const struct remote_asker *asker, struct text *why);
void remote_close(struct remote *remote);

// Lives as long as the connection. An event's stage is at least as new as the event. NEWS_AWAY of
// the viewer itself means that its own connection is lost, or is there again.
struct seat_handle *remote_seat(struct remote *remote);
const struct game *remote_game(const struct remote *remote);
const struct commitment_log *remote_notes(const struct remote *remote);

// How many contributions to joint draws somebody else made in this seat's place: the server,
// because it had waited too long.
unsigned remote_foreign(const struct remote *remote);

// The record of the table, which is whole when the match is over; to be freed with
// mem_free(). NULL, with a sentence.
char *remote_record(struct remote *remote, size_t *length, struct text *why);

#endif
