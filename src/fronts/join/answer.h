// SPDX-License-Identifier: GPL-3.0-or-later
// What a server's answer to an act means, as news of the seat protocol.
#ifndef FRONTS_JOIN_ANSWER_H
#define FRONTS_JOIN_ANSWER_H

#include "fronts/join/http.h"
#include "table/news.h"

enum answer_kind {
    ANSWER_NEWS,  // *reply
    ANSWER_LATER, // the server is busy: the same act again
    ANSWER_GONE,  // there is no such seat any more
    ANSWER_WRONG, // no answer that makes sense
};

enum answer_kind answer_read(const struct http_answer *answer, const struct game *const *games,
                             const struct game *game, struct news *reply, struct text *why);

// Why a server has refused something, in its own words if it has some.
void answer_refusal(const struct http_answer *answer, struct text *why);

// Where an act of this kind goes: the last part of its path.
const char *answer_path(unsigned act_kind);

#endif
