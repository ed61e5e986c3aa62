// SPDX-License-Identifier: GPL-3.0-or-later
// What replaying a log gives: the round in play, the tally, the clocks, what stands open
// between the seats. A flat value: a replay up to here is a copy.
//
// A replay sees the truth: match/truth.h.
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "match/match.h"
#include "match/truth.h"
#include "record/log.h"

struct replay {
    uint32_t count;    // events so far
    uint32_t round_at; // number of the event that began the round; 0 before the first
    uint32_t match_at; // of the event that began the match's first round
    uint16_t round;    // of the match, from 1
    uint16_t played;   // rounds of this match that are over
    uint16_t wins[SEATS][2];
    uint8_t first;  // of the match's first round; SEAT_NOBODY until it has begun
    uint8_t winner; // of the round
    uint8_t end;    // enum log_end
    uint8_t cause;
    uint8_t aided; // in this round, by seat_bit(): who had a hint or a coach, or took a move back
    bool ready[SEATS];
    uint32_t offer; // number of the standing offer; 0: none
    uint8_t offer_what, offer_by;
    bool offer_swapped;
    uint64_t spent[SEATS];        // milliseconds of this round, less the increments
    uint32_t committed[2][SEATS]; // by draw and seat: number of the contribution's event,
    uint32_t opened[2][SEATS];    // and of its opening, for the next or the last round
    unsigned char contribution[2][SEATS][COMMIT_BYTES]; // the commitments
    char word[2][SEATS][LOG_NAME];                      // what was opened
    bool dealt;                                         // from contributions, this round:
    struct move deal;
    struct match match;
    uint32_t at[MOVES_MAX]; // the number of the event of each of the match's moves
};

struct replay replay_begin(void);

// Lets the event happen, if it fits to all that came before it. *step is filled for a
// move, and may be NULL. False, with a sentence; nothing has changed then.
bool replay_event(struct replay *replay, const struct log_header *header,
                  const struct log_event *event, struct match_step *step, struct text *why);

// The same for an event that was proposed for exactly what came before it: of a move, which was
// checked then, nothing is checked again.
bool replay_proposed(struct replay *replay, const struct log_header *header,
                     const struct log_event *event, struct match_step *step, struct text *why);

// The log's first `count` events, from the beginning.
bool replay_log(struct replay *replay, const struct log *log, unsigned count, struct text *why);

// How the last round stands, as lists show it.
struct log_standing replay_stand(const struct replay *replay);

// Is a round in play; are all rounds of the match over?
bool replay_in_play(const struct replay *replay);
bool replay_match_over(const struct replay *replay, const struct log_header *header);

// Joint dealing: how the toss fell, once everything is opened; whether chance may deal;
// the deal that follows from this seed, where chance is to deal.
unsigned replay_toss(const struct replay *replay, const struct log_header *header);
bool replay_may_deal(const struct replay *replay);
bool replay_is_revealed(const struct replay *replay); // the seed of this round's deal
struct move replay_deal(const struct replay *replay, const struct log_header *header,
                        const char *seed);

// Who decides now: SEAT_NOBODY between rounds.
unsigned replay_mover(const struct replay *replay);

// Who begins the next round; SEAT_NOBODY if a toss decides.
unsigned replay_next_first(const struct replay *replay, const struct log_header *header);

// Milliseconds that the seat has left on its clock for the decision that it has thought
// about since `spent` milliseconds; INT64_MAX without a clock.
int64_t replay_left(const struct replay *replay, const struct log_header *header, unsigned seat,
                    uint64_t spent);

#endif
