// SPDX-License-Identifier: GPL-3.0-or-later
// A table from inside: for the files of this layer alone.
#ifndef TABLE_INSIDE_H
#define TABLE_INSIDE_H

#include "record/replay.h"
#include "table/setup.h"

// A move with what everybody knew before and after it: its words are made from it. All are
// kept, since a listener that comes back may have missed any of them.
struct table_step {
    uint32_t n;
    struct match_step step;
};

struct table {
    struct table_setup setup;
    unsigned char of_header[COMMIT_BYTES]; // the hash of its header
    struct log log;
    struct replay now;
    bool hinted[SEATS];       // the seat has had a hint since its last move
    int64_t since;            // when the time of the player to decide began to run
    struct table_step *steps; // of all moves, by rising n
    size_t step_count, step_room;
};

// The players' names by seat, as the dialogue wants them.
struct table_names {
    const char *name[SEATS];
};
struct table_names table_names(const struct table *table);

// What is known of how well each seat plays in a round that this one begins, as lines.
void table_tell_promises(const struct table *table, unsigned first, struct text *out);

// What is said of the move with this number to a viewer, and of it in the third person.
void table_tell_move(const struct table *table, unsigned viewer, uint32_t n, struct text *words,
                     struct text *told);

// Is only the number of the end left, or not even that?
bool table_is_full(const struct table *table);

bool table_is_person(const struct table *table, unsigned seat);

// Will the next decision be hidden? What kind of decision it is, is known to all.
const struct verb *table_next_verb(const struct table *table);
bool table_hides(const struct table *table);

// How many moves the asker may take back; 0, with the reason.
unsigned table_undo_count(const struct table *table, unsigned asker, const char **reason);

// Who asks for an undo at the keyboard: at a shared screen the player on turn.
unsigned table_asker(const struct table *table, unsigned viewer);

// May a hint be given to the viewer, and must nobody else see it? May a move be warned of?
bool table_gives_hint(const struct table *table, unsigned seat);
bool table_warns(const struct table *table, unsigned seat);

// Can two people look at one screen while a secret of one of them could be told?
bool table_is_watched(const struct table *table);

#endif
