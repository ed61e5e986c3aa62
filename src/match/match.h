// SPDX-License-Identifier: GPL-3.0-or-later
// The referee: holds the truth, deals, validates, logs and hands out views.
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "core/game.h"
#include "core/move_text.h"
#include "core/variant.h"

// Opaque: match/truth.h shows it to those few who keep or print it.
struct match;

// Room for a match, for those who may not look inside.
enum {
    MATCH_SIZE = sizeof(struct variant) + sizeof(struct state) + 2 * sizeof(uint64_t) +
                 MOVES_MAX * sizeof(struct event),
};
struct match_room {
    alignas(8) unsigned char bytes[MATCH_SIZE];
};

static inline struct match *match_in(struct match_room *room)
{
    return (struct match *)(void *)room->bytes;
}

// The rules must have passed variant_check(). Chance has not dealt yet.
void match_start(struct match *match, const struct variant *variant, unsigned first);

const struct variant *match_variant(const struct match *match);
const struct game *match_game(const struct match *match);
unsigned match_first(const struct match *match);
unsigned match_count(const struct match *match); // moves so far

const struct turn *match_turn(const struct match *match);
bool match_over(const struct match *match);
struct view match_view(const struct match *match, unsigned seat);

// Plays a move for the seat whose turn it is, if the seat's own view allows it;
// *event is then what happened. Without it nothing has changed.
bool match_play(struct match *match, unsigned seat, struct move move, struct event *event);

// A move as it happened, with what everybody knew before and after it: all that words
// for it are made from.
struct match_step {
    struct event event;
    struct view before, after;
};
bool match_play_step(struct match *match, unsigned seat, struct move move, struct match_step *step);

// The words for it, as a seat is told of it.
void match_tell_step(const struct variant *variant, const struct match_step *step, unsigned to,
                     const char *const *name, struct text *out);

// The same for a stranger: in the third person, one line.
void match_recount_step(const struct variant *variant, const struct match_step *step, unsigned to,
                        const char *const *name, struct text *out);

// What it did to which cells of the board, as far as a seat is told.
struct match_cells {
    bool known; // else nothing is told
    bool went;  // a token went `from` one cell `to` another
    bool leapt; // and passed over tokens or obstacles
    uint8_t from, to;
    cells over; // these
    cells at;   // or else: the cells that were acted on
};
struct match_cells match_step_cells(const struct variant *variant, const struct match_step *step,
                                    unsigned to);

// Lets chance decide as long as it is chance's turn.
void match_deal(struct match *match, struct random *random);

// The i-th event as one seat is told of it. Once the game is over, as it was.
struct event match_told(const struct match *match, unsigned i, unsigned to);

void match_history(const struct match *match, unsigned to, struct history *out);

// The i-th event as its maker knows it.
struct event match_made(const struct match *match, unsigned i);

// Nobody may unlearn: the last move can be taken back unless it disclosed
// something, was made by chance, or ended a game with something to reveal.
bool match_can_undo(const struct match *match);
void match_undo(struct match *match);

// What a scene in the view of a seat is made of; `view` must outlive it.
struct scene match_scene(const struct match *match, const struct view *view,
                         const char *const *name);

// The i-th event, to be told or recounted.
struct match_step match_step_at(const struct match *match, unsigned i);

#endif
