// SPDX-License-Identifier: GPL-3.0-or-later
// The one JSON form of stages, news and acts: the messages of the seat protocol, one
// object a line. docs/table.md lists them with examples. What is written is made from a
// viewer's stage and news alone, and what is read back is the same value, byte for byte.
#ifndef TABLE_JSON_H
#define TABLE_JSON_H

#include "record/json_members.h"
#include "table/act.h"
#include "table/news.h"
#include "table/stage.h"

enum {
    JSON_PROTOCOL = 1,
    JSON_LINE = 48 << 10, // no message is longer, its newline included
    JSON_ACT_LINE = 4096, // none from a seat
};

// A stage is three messages: `hello` (what was agreed), `state` (how it stands), and
// `turn` (what may be done) or, once the round is over, `end`. Every message names its
// viewer in `seat`, so that the lines of several seats can share one pipe; who did
// something is in `by`.
void json_write_hello(const struct stage *stage, const struct game *game, struct text *out);
void json_write_state(const struct stage *stage, const struct game *game, struct text *out);
void json_write_turn(const struct stage *stage, const struct game *game, struct text *out);

// A state for one viewer after another, as member_write_next() has it: what the viewer before is
// told, too, is copied from that message. (Of the others too little is the same.)
void json_write_next_state(const struct stage *stage, const struct game *game,
                           struct member_draft *draft, struct text *out);

void json_write_news(const struct news *news, const struct game *game, struct text *out);
void json_write_act(const struct act *act, const struct game *game, struct text *out);

// Which message a line is.
enum json_message {
    JSON_NONE, // not a message: see why
    JSON_HELLO,
    JSON_STATE,
    JSON_TURN, // or `end`
    JSON_NEWS,
};

// Reads a line to a seat: a part of *stage, or *news. A hello settles *game, which the
// others need.
enum json_message json_read(const struct game *const *games, const char *line, size_t length,
                            const struct game **game, struct stage *stage, struct news *news,
                            struct text *why);

// Reads a line from a seat. Unknown members are ignored. False, with a sentence.
bool json_read_act(const struct game *game, const char *line, size_t length, struct act *act,
                   struct text *why);

#endif
