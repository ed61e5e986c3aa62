// SPDX-License-Identifier: GPL-3.0-or-later
// The members of JSON objects, in tables: which key, what kind of value, and where it stands
// in a struct. One table both writes an object and reads it, so that the two cannot differ.
//
// What is read may come from anywhere: every number is within its range and every text fits,
// or the object is refused, once, with the member's name. Members that are in no table are
// ignored; what is not there is zero.
#ifndef RECORD_JSON_MEMBERS_H
#define RECORD_JSON_MEMBERS_H

#include <stddef.h>

#include <jansson.h>

#include "core/move.h"
#include "record/commit.h"

enum { MEMBER_MOST = 32 }; // members of a table that is written with a draft

struct member_field;

// An object that is being read.
struct member {
    const json_t *object;
    const struct game *game; // whose moves and rules are read
    struct text *why;
    bool good; // nothing was refused so far
};

enum member_kind {
    MEMBER_NUMBER, // from `least` (what is not there is that) to `most`
    MEMBER_BOOL,
    MEMBER_WORD,    // one of `words`, as its number
    MEMBER_OUTCOME, // of the game, as its number
    MEMBER_LINE,    // text without control characters
    MEMBER_LINES,   // the same, but for the ends of lines
    MEMBER_HEX,     // COMMIT_BYTES bytes
    MEMBER_MOVE,    // which must be there
    MEMBER_RULES,   // of the game, which must be there
    MEMBER_CELLS,   // a list of numbers
    MEMBER_SEAT,    // of a player; left out for anybody else, who is `least`
    MEMBER_OBJECT,  // with members `of`
    MEMBER_INLINE,  // members `of` a struct inside, which stand in the same object
    MEMBER_LIST,    // of objects with members `of`
    MEMBER_THERE,   // not written: a flag that says whether there is a member with this key
    MEMBER_OTHER,   // what functions of its own write and read
};

// A member, at an offset in a struct. A table of them ends with one without a key.
//
// Some mean something only where another member has certain values, or under some other
// condition; elsewhere they are neither written nor read. It may depend on what stands before
// them in the table.
struct member_field {
    const char *key;
    enum member_kind kind;
    uint16_t at, size;             // bytes; of a list: of one of its elements
    bool sparse;                   // left out if it is zero; an object, if its first member is
    bool seats;                    // an array of both players' values, which must be there
    int64_t least, most;           // of a list: how many there may be
    uint16_t count_at, count_size; // of a list: where their number stands
    const char *const *words;      // NULL after the last
    const struct member_field *of;
    uint16_t if_at; // only where the byte there is one of those
    uint32_t if_in; // whose bits are set here; 0: always
    bool (*when)(const struct game *game, const void *from);
    void (*write)(const struct game *game, const void *at, struct text *out);
    void (*read)(struct member *in, const json_t *value, void *at); // NULL: it is not
};

#define MEMBER_AT(type, name) .at = offsetof(type, name), .size = sizeof(((type *)0)->name)

// Of an array by seat.
#define MEMBER_SEATS(type, name)                                                                   \
    .seats = true, .at = offsetof(type, name), .size = sizeof(((type *)0)->name[0])

// Of an array, and of the number of its elements that are there.
#define MEMBER_ARRAY(type, name, count)                                                            \
    .at = offsetof(type, name), .size = sizeof(((type *)0)->name[0]),                              \
    .most = sizeof(((type *)0)->name) / sizeof(((type *)0)->name[0]),                              \
    .count_at = offsetof(type, count), .count_size = sizeof(((type *)0)->count)

#define MEMBER_IF(type, name, bits) .if_at = offsetof(type, name), .if_in = (bits)

// Members, without the braces around them.
void member_write(const struct member_field *fields, const struct game *game, const void *from,
                  struct text *out);
void member_read(struct member *in, const struct member_field *fields, void *to);

// Where the members of a struct were written, comma and key included, for the next one that is
// written by the same table; and after the last one's text its end.
struct member_draft {
    const void *from; // the struct; NULL: none yet
    const char *begins[MEMBER_MOST + 1];
};

// The same as member_write() for structs that are much alike, what one viewer knows and what the
// next one does: a member whose bytes are those of the struct before is not made again, but copied
// from its text. That struct and its text must still be there. None of the members may be the
// first of its object, which has no comma.
void member_write_next(const struct member_field *fields, const struct game *game, const void *from,
                       struct member_draft *draft, struct text *out);

// Single ones.

// `,"key":`, without the comma where it is the first of its object.
void member_put_key(struct text *out, const char *key);
void member_put_cells(struct text *out, cells set);

void member_refuse(struct member *in, const char *key);
int64_t member_number(struct member *in, const char *key, const json_t *value, int64_t least,
                      int64_t most);
cells member_cells(struct member *in, const char *key, const json_t *list);
void member_text(struct member *in, const char *key, const json_t *value, enum member_kind kind,
                 char *to, size_t size);

// An array of at least `least` and at most `most`; NULL, and refused, if it is none.
const json_t *member_array(struct member *in, const char *key, const json_t *value, size_t least,
                           size_t most);

// An object out of a line. NULL, with what is wrong, beginning with `what` ("This is not a
// message: "). Free it with json_decref().
json_t *member_load(const char *line, size_t length, const char *what, struct text *why);

// The game that the member "game" names becomes the object's.
void member_find_game(struct member *in, const struct game *const *games);

#endif
