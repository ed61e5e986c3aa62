// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a JSON object that may come from anywhere: every number is within its
// range and every text fits, or the object is refused, once, with the member's name. What
// is not there is zero.
#ifndef RECORD_MEMBER_H
#define RECORD_MEMBER_H

#include <jansson.h>

#include "core/move.h"
#include "record/commit.h"

struct member {
    const json_t *object;
    const struct game *game; // whose moves are read
    struct text *why;
    bool good; // nothing was refused so far
};

void member_refuse(struct member *in, const char *key);

// The same for an object inside; its `good` is to be taken over afterwards.
struct member member_inside(const struct member *in, const json_t *object);

// What is not there is 0, or `lo` where that is more.
int64_t member_number(struct member *in, const char *key, int64_t lo, int64_t hi);
int64_t member_as_number(struct member *in, const char *key, const json_t *value, int64_t lo,
                         int64_t hi);
bool member_bool(struct member *in, const char *key);

// The player in the member "by", or this one where it is not there.
uint8_t member_by(struct member *in, unsigned otherwise);

// A word out of a list that ends with NULL.
uint8_t member_name(struct member *in, const char *key, const char *(*name)(unsigned));

// Text without control characters, but for the ends of lines where `lines` are allowed.
enum member_text { MEMBER_LINE, MEMBER_LINES };
void member_text(struct member *in, const char *key, enum member_text kind, char *to, size_t size);
void member_as_text(struct member *in, const char *key, const json_t *value, enum member_text kind,
                    char *to, size_t size);

// Two texts of one size, which must be there.
void member_texts(struct member *in, const char *key, enum member_text kind, char *one, char *two,
                  size_t size);

// A move, which must be there. What else is in *move stays.
void member_move(struct member *in, const char *key, struct move *move);

void member_hex(struct member *in, const char *key, unsigned char bytes[COMMIT_BYTES]);

// An array of at least `least` and at most `most`; NULL, and refused, if it is none.
const json_t *member_array(struct member *in, const char *key, size_t least, size_t most);

#endif
