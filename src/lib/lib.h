// SPDX-License-Identifier: GPL-3.0-or-later
// What the handles of causeway.h are inside. This layer only translates: whatever it answers
// is found out below it.
#ifndef LIB_LIB_H
#define LIB_LIB_H

#include "core/game.h"
#include "lib/causeway.h"
#include "match/match.h"

struct cw_variant {
    struct variant variant;
};

struct cw_position {
    struct match_room room;
};

static inline struct match *lib_match(const cw_position *position)
{
    return match_in((struct match_room *)&position->room);
}

static inline const struct game *lib_game(const cw_game *game)
{
    return (const struct game *)(const void *)game;
}

static inline struct move lib_move(cw_move move)
{
    return (struct move){ .set = move.numbers, .verb = (uint8_t)move.verb };
}

static inline cw_move lib_public_move(struct move move)
{
    return (cw_move){ .numbers = move.set, .verb = move.verb };
}

struct log;

// A record as `as` may know it, for the caller. NULL, with a sentence.
char *lib_write_log(const struct log *log, unsigned as, char **error);

// A copy for the caller; NULL without memory.
char *lib_string(const char *text);

// Sets *error, if there is one to set. Returns NULL, so that a failure is one statement.
void *lib_fail(char **error, const char *format, ...) TEXT_PRINTF(2, 3);

// A block of zeros, or NULL and the sentence.
void *lib_new(size_t size, char **error);

// A verb of the game, with numbers that can be cells: anything else a caller can put into a
// cw_move would be taken for something that it is not.
bool lib_move_is_valid(const struct game *game, cw_move move);

// What seat a caller means. False, with the sentence.
bool lib_is_player(int seat, char **error);

#endif
