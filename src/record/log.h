// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a table: what was agreed (the header) and what happened (the events).
// It only grows. Events are numbered once, from 1, over all rounds; `n` is the same
// for every viewer. State is what replaying the log gives, so that saving, undo,
// resuming, reviewing, watching and reconnecting are all "replay up to here".
//
// All values are flat. docs/formats.md has the text form.
#ifndef RECORD_LOG_H
#define RECORD_LOG_H

#include "core/game.h"
#include "core/move_text.h"
#include "core/variant.h"
#include "record/commit.h"
#include "record/printable.h"

enum {
    LOG_VERSION = 3,
    LOG_PROGRAM = 65,       // a program's name and version
    LOG_LINE = 129,         // of a line that a seat forfeited by: its beginning
    LOG_ROUNDS_MAX = 1000,  // of a match
    LOG_EVENTS_MAX = 65536, // of a table; the last one can only be LOG_FULL
};

// Whose knowledge a record, a replay or an export shows. A seat stands for itself.
enum log_as { AS_WATCH = SEAT_NOBODY, AS_1 = SEAT_1, AS_2 = SEAT_2, AS_ALL = SEATS };

// Where something came from that nobody at the table chose by a move.
enum log_source {
    LOG_SETTLED, // there was nothing to draw: agreed in the header, or the other's turn to begin
    LOG_GIVEN,   // chosen at set-up: --deal
    LOG_RANDOM,  // the system's secure random numbers
    LOG_SEED,    // --seed: the number determines what is drawn
    LOG_JOINT,   // contributions of the program and of both players
    LOG_SOURCES,
};

// Who must agree before moves are taken back, or a match is played again.
enum log_consent {
    LOG_FREELY,  // nobody: at one keyboard, or against a computer
    LOG_AGREED,  // the other seat
    LOG_REFUSED, // it is not done at this table
    LOG_CONSENTS,
};

// In milliseconds; nothing but zeros: no clock.
struct log_clock {
    uint32_t base;      // for a whole round
    uint32_t increment; // added after each move
    uint32_t move;      // for one decision, whatever is left of the rest
};

// What was agreed before anything happened. All of it but `program` goes into every commitment.
struct log_header {
    char id[COMMIT_ID];
    struct variant variant;
    char name[SEATS][LOG_NAME];
    char player[SEATS][LOG_PLAYER];
    uint8_t first;   // who begins the first round, or has the first role; SEAT_NOBODY: tossed for
    uint8_t toss;    // enum log_source, of the toss
    uint8_t deal;    // enum log_source, of what chance hides
    uint8_t undo;    // enum log_consent
    uint8_t rematch; // enum log_consent, also to the next round
    bool hints;      // may be asked for
    uint16_t rounds; // of a match
    uint32_t pair;   // of a tournament, from 1: the games that are played with the same deal
    struct log_clock clock;
    int64_t created; // milliseconds since 1970

    // What programs say of themselves when they begin: name and version. No commitment binds it.
    bool programmed;
    char program[SEATS][LOG_PROGRAM];

    // Where a name was removed: the hash that the header had with it, which all
    // commitments are bound to.
    bool unnamed;
    unsigned char hash[COMMIT_BYTES];
};

enum log_kind {
    LOG_ROUND,   // a round begins; seat: who begins it or has the first role; source
    LOG_MOVE,    // by a seat, or by chance; move, outcome, seal if hidden, source if by chance
    LOG_UNDO,    // the last `count` moves are taken back; seat: who asked or, with `of`, agreed
    LOG_OFFER,   // seat asks the other for `what`
    LOG_DECLINE, // seat declines the offer `of`
    LOG_READY,   // seat is ready for the next round
    LOG_REMATCH, // the match is played again, from a tally of zero; swapped: the other begins
    LOG_RESIGN,  // seat gives the round up
    LOG_FLAG,    // seat's time is over
    LOG_FORFEIT, // seat loses the round; cause, and `word` for the details
    LOG_COMMIT,  // seat, or chance, commits to a contribution to `draw`
    LOG_OPEN,    // seat, or chance, opens it: `word`, and the nonce in `seal`
    LOG_FULL,    // the table has no number left: this is the last. A round in play ends without a
                 // winner and does not count
    LOG_KINDS,
};

// How a round ended.
enum log_end {
    LOG_END_NONE,   // it has not
    LOG_END_PLAYED, // by the rules of the game
    LOG_END_RESIGNED,
    LOG_END_FLAGGED,
    LOG_END_FORFEITED,
    LOG_END_FULL, // nobody has won: LOG_FULL
    LOG_ENDS,
};

enum log_what { LOG_ASKS_UNDO, LOG_ASKS_REMATCH, LOG_WHATS };

// What is drawn from contributions.
enum log_draw { LOG_DRAWS_TOSS, LOG_DRAWS_DEAL, LOG_DRAWS };

enum log_cause {
    LOG_ILLEGAL_MOVE,
    LOG_MALFORMED, // a line that is not a message
    LOG_SILENT,    // no answer in time, where there is no clock
    LOG_GONE,      // the program or the connection ended
    LOG_NO_HELLO,  // up to here what a program does wrong
    LOG_UNOPENED,  // a contribution was not opened in time
    LOG_CLOSED,    // by the operator
    LOG_CAUSES,
};

struct log_event {
    uint32_t n;
    uint8_t kind;    // enum log_kind
    uint8_t seat;    // who did it; SEAT_CHANCE; SEAT_NOBODY for the table itself
    uint8_t outcome; // of a move
    uint8_t source;  // enum log_source: of a round's toss, of chance's move
    uint8_t what;    // of an offer, and of the answer to it
    uint8_t draw;    // of a contribution
    uint8_t cause;   // of a forfeit
    uint8_t winner;  // of a round, where somebody has settled it: rounds_settle()
    bool swapped;    // of a rematch, and of the offer of one
    bool opened;     // of a hidden move: its numbers and its nonce are known here
    bool helped;     // of a move: its player had a hint, or the coach was looking on
    uint16_t count;  // of an undo: moves
    uint32_t of;     // the number of the offer that is answered; 0: none was needed
    uint32_t spent;  // milliseconds since the event before; they were the mover's
    int64_t at; // when it was stored, by the store's clock: milliseconds since 1970; 0: not yet
    struct move move;
    struct commit_seal seal; // of a hidden move, of a contribution
    char word[LOG_NAME];     // a contribution, opened; the details of a forfeit
    char line[LOG_LINE];     // of a forfeit: what the program had written
};

// How a round of a log stands: what lists are made of. The session tells the store.
struct log_standing {
    uint32_t began;       // the event with which it began; 0: none has
    uint32_t match_began; // and the one with which its match did
    uint16_t round;
    uint16_t moves; // that count
    uint8_t first, winner;
    uint8_t end;   // enum log_end
    uint8_t aided; // seats, by seat_bit(): who had a hint or a coach, or took a move back
};

struct log {
    struct log_header header;
    struct log_event *events; // event n is events[n - 1]
    unsigned count;
    size_t room;
};

void log_clear(struct log *log);

// Adds the event, which must have the next number. False, with a sentence, where
// there is no memory, or no end to it (LOG_EVENTS_MAX).
bool log_add(struct log *log, const struct log_event *event, struct text *why);

// Names, players, rounds and clock: can this be agreed?
bool log_check_header(const struct log_header *header, struct text *why);

// Removes a player's name, after the game. The commitments can still be checked, but no
// longer that they were made for this header.
void log_unname(struct log_header *header, unsigned seat);

// The players' names by seat, as the dialogue wants them.
void log_names(const struct log_header *header, const char *name[SEATS]);

// A hidden move, by a seat or by chance.
bool log_is_hidden(const struct log_header *header, const struct log_event *event);

// The hash of the header: docs/formats.md. It ties every commitment to what was
// agreed and to who plays.
void log_hash_header(const struct log_header *header, unsigned char hash[COMMIT_BYTES]);

// The commitment to a hidden move, or to a contribution, from its nonce. The
// event must have its number.
void log_seal(const struct log_header *header, const struct log_event *event,
              unsigned char commitment[COMMIT_BYTES]);

// Was the commitment of a hidden move made for it? Other events have none. False, with a
// sentence.
bool log_check_seal(const struct log_header *header, const struct log_event *event,
                    struct text *why);

// What log_seal_by() hashes, as text; the event must have its number.
void log_print_sealed(const unsigned char of_header[COMMIT_BYTES], const struct game *game,
                      const struct log_event *event, struct text *out);

// The same commitment from the hash of a header.
void log_seal_by(const unsigned char hash[COMMIT_BYTES], const struct game *game,
                 const struct log_event *event, unsigned char commitment[COMMIT_BYTES]);

// The id of the round that began with this event: the table's own for the first, and one
// that follows from both for the others.
void log_round_id(const struct log_header *header, uint32_t began, char id[COMMIT_ID]);

// "1", "2", "watch", "all". False, with a sentence.
bool log_parse_as(const char *from, unsigned *as, struct text *why);
const char *log_as_name(unsigned as);

// The words of the text form, by number; NULL after the last.
extern const char *const log_kinds[],
    *const log_ends[], *const log_sources[], *const log_consents[], *const log_causes[],
                                                                        *const log_whats[],
                                                                            *const log_draws[];

#endif
