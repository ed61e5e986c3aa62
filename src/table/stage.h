// SPDX-License-Identifier: GPL-3.0-or-later
// The stage: all that one viewer may know and do now. A flat value; what is not here
// cannot be shown. A front paints stages and knows nothing else of the game in play.
//
// A viewer is a seat, or SEAT_NOBODY: a watcher, and what two people who share one
// screen may both see.
#ifndef TABLE_STAGE_H
#define TABLE_STAGE_H

#include "record/log.h"

enum {
    STAGE_GAME = 33,
    STAGE_WORDS = 1024, // what is said at once
    STAGE_ASK = 256,    // a question
    STAGE_VERBS = 6,    // of a game
    STAGE_SAID = 6,     // events whose words are kept
    STAGE_SEALS = 16,
    STAGE_NO_CELL = 255,
    STAGE_WORD = 33,  // a word or two
    STAGE_NOISE = 17, // 16 hexadecimal digits
};

// What the viewer may do besides moving.
enum stage_may {
    STAGE_MAY_NOT,
    STAGE_MAY,     // at once
    STAGE_MAY_ASK, // the other seat has to agree
};

// Before anything else is shown to the two people at one screen.
enum stage_cover {
    STAGE_OPEN,     // nothing is covered
    STAGE_ALONE,    // `mover` is about to hide something: hand the keyboard over, then show the
                    // stage of that viewer, and wipe it afterwards
    STAGE_RETURNED, // somebody has just been alone with the screen: hand it over to `mover`
};

// A verb of the game, for people.
struct stage_verb {
    char name[STAGE_WORD];
    char label[STAGE_WORD]; // of a button
    char ask[STAGE_ASK];    // what to choose, in a sentence
    uint8_t effect;         // enum verb_effect
    bool hidden;
};

// What a seat can use up; nothing if `what` is empty.
struct stage_supply {
    char what[STAGE_WORD];
    uint16_t left, of;
};

// What a joint draw waits for from the viewer.
enum stage_draw { STAGE_NO_DRAW, STAGE_DRAW_COMMIT, STAGE_DRAW_OPEN };

// A kind of move on offer: the verb with any `pick` of the numbers in `from`.
struct stage_offer {
    struct offer offer;
    bool goes;               // a token would go
    uint8_t token;           // from this cell
    bool final;              // it may tell what is hidden, or this table takes nothing back
    uint8_t cell[CELLS_MAX]; // that each number acts on, or STAGE_NO_CELL; with pick 0: cell[0]
};

// What came of an event, in the rule book's words: lines, without layout.
struct stage_said {
    uint32_t n;
    uint8_t seat;
    char words[STAGE_ASK];
    char told[STAGE_ASK]; // the same in the third person, one line
};

// A commitment to something hidden in this round, and once the round is over what
// opens it.
struct stage_seal {
    uint32_t n; // of the hidden move
    uint8_t seat;
    bool undone; // the move was taken back
    bool opened;
    struct move move;
    struct commit_seal seal; // the nonce is zero unless it is opened
};

struct stage {
    // What was agreed: the same during the whole match.
    char id[COMMIT_ID];
    unsigned char of_header[COMMIT_BYTES]; // the hash of all of it, for checking commitments
    char game[STAGE_GAME];                 // slug
    struct rules rules;
    char title[STAGE_WORD];
    char preset[STAGE_WORD];   // "book", "fair" or "": see variant_preset()
    char place[STAGE_WORD];    // what a cell is called
    char mine[STAGE_WORD];     // what these marks are called,
    char obstacle[STAGE_WORD]; // empty if there are none
    struct stage_verb verbs[STAGE_VERBS];
    uint8_t verb_count;
    char role[2][STAGE_WORD]; // of `first` and of the other; empty where there are none
    char name[SEATS][LOG_NAME];
    char player[SEATS][LOG_PLAYER];
    bool computer[SEATS];
    bool shared; // two people at one screen
    bool hints;
    uint8_t toss, deal; // enum log_source
    uint16_t rounds;
    struct log_clock clock;
    uint8_t viewer;
    char noise[STAGE_NOISE]; // what a program may draw from, of a tournament; "": nothing

    // How it stands.
    uint32_t n;                    // the last event's number; a move now would be n + 1
    uint16_t round;                // from 1; 0 before the first
    char token[SEATS][STAGE_WORD]; // a player's mark on the board; empty where there is none
    uint8_t first;                 // who began this round, or has the first role
    uint8_t mover;                 // who decides; SEAT_NOBODY between rounds, or while chance does
    uint8_t winner;                // of this round
    uint8_t end;                   // enum log_end
    uint8_t cause;                 // of a forfeit
    bool over;                     // the match: all rounds are played
    bool hides;                    // what is decided next will be hidden
    bool continues;                // it goes on with the turn that another move began
    bool stuck;                    // the round is over because the player on turn could do nothing
    struct board board;            // with everything on it once the round is over
    struct event moves[MOVES_MAX]; // that count, of this round, as the viewer may know them;
    uint16_t move_count;           // once the round is over, as they were
    struct stage_said said[STAGE_SAID]; // of the last events, the oldest first
    uint8_t said_count;
    char welcome[STAGE_WORDS];   // lines
    char heading[STAGE_WORDS];   // of the mover's turn
    char closing[STAGE_WORDS];   // who won this round and why; empty before
    char promises[STAGE_WORDS];  // how well computers play in this round, if there is a word to say
    char told_toss[STAGE_ASK];   // how it fell, once it may be told, in the first round
    char turn[STAGE_ASK];        // what the mover may do, or who is on turn: a sentence
    char result[STAGE_ASK];      // who won this round and why: a sentence, in the third person
    char status[STAGE_ASK];      // what matters of the rules, and what is still hidden
    char described[STAGE_WORDS]; // the board, read aloud
    char supplies[SEATS][LOG_NAME];
    struct stage_supply supply[SEATS];
    char ask_action[STAGE_ASK];       // which action?
    char ask[STAGE_VERBS][STAGE_ASK]; // by verb: which numbers?
    uint16_t played;                  // rounds of this match
    uint16_t wins[SEATS][2];          // by seat: as the first, or with the first role; and not
    struct stage_seal seals[STAGE_SEALS];
    uint16_t seal_count;
    uint16_t seals_left_out; // older ones, all taken back: the record has them
    int64_t left[SEATS];     // milliseconds on the clocks, now; nothing without a clock
    uint8_t runs;            // whose clock runs; SEAT_NOBODY if none does

    // What may be done.
    uint8_t cover;      // enum stage_cover
    uint8_t undo;       // enum stage_may
    uint8_t ready;      // enum stage_may: the next round, or a rematch
    bool waits[SEATS];  // this seat has not said yet that it is ready
    bool peeks;         // at a shared screen: the mover has hidden something, and may look at it
                        // behind a cover (the stage of that viewer)
    bool hint;          // may be asked for now
    bool hint_alone;    // and is for the mover's eyes only: behind a cover
    uint8_t draw_wants; // enum stage_draw
    uint8_t draw;       // enum log_draw: of what
    uint32_t offer;     // number of the standing offer, or 0
    uint8_t offer_what, offer_by; // enum log_what; seat
    bool offer_swapped;

    // The mover's moves. None for others; at a shared screen in the stage of SEAT_NOBODY,
    // too, unless something is to be hidden.
    struct stage_offer offers[OFFERS_MAX];
    uint8_t offer_count;
};

// "Trapper" and the like, or NULL where there are no roles, or none is settled yet.
const char *stage_role(const struct stage *stage, unsigned seat);

// A move as it is written, "scan 4", in the verbs of the stage; see move_print() and move_parse().
void stage_print_move(const struct stage *stage, struct move move, struct text *out);
bool stage_parse_move(const struct stage *stage, const char *from, struct move *move,
                      struct text *why);

// The tally in words, lines; nothing for a match of one round.
void stage_tell_tally(const struct stage *stage, struct text *out);

// What the standing offer asks for, in a sentence.
void stage_tell_offer(const struct stage *stage, struct text *out);

// Has this seat made a move in this round that is not hidden?
bool stage_has_moved(const struct stage *stage, unsigned seat);

unsigned stage_wins(const struct stage *stage, unsigned seat);

struct table;

// All that the viewer may know and do at this moment.
void table_stage(const struct table *table, unsigned viewer, int64_t now, struct stage *stage);

// The same in two steps, for who makes the stages of several viewers: the first has what everybody
// knows and is the same for all, a stage of nobody's, and the second adds what is the viewer's own
// to a copy of it.
void table_stage_begin(const struct table *table, int64_t now, struct stage *stage);
void table_stage_finish(const struct table *table, unsigned viewer, struct stage *stage);

#endif
