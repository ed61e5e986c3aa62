// SPDX-License-Identifier: GPL-3.0-or-later
// News: what a viewer is told. Events are numbered, the same for every viewer, and can
// be told again at any time. All other kinds answer one act of one seat, carry the
// number that they were said at, and nobody else learns of them. A flat value.
#ifndef TABLE_NEWS_H
#define TABLE_NEWS_H

#include "match/match.h"
#include "record/log.h"

enum {
    NEWS_ROWS = 24,
    NEWS_WORDS = 1024, // what is said at once
    NEWS_TOLD = 256,
};

struct table;

enum news_kind {
    NEWS_EVENT,   // something happened
    NEWS_DONE,    // your act is event n; also if it was so already
    NEWS_REFUSED, // nothing has happened: code, words
    NEWS_MAY,     // allowed or not: words
    NEWS_HINT,    // hint, words
    NEWS_WARNING, // your move throws the game away: words. Sent again as `sure`, it is played
    NEWS_UNKEPT,  // it cannot be saved and has not happened: ACT_RETRY, ACT_UNSAVED or leave
    NEWS_AWAY,    // seat is not connected, or is again (`allowed`)
    NEWS_KINDS,
};

enum news_code {
    NEWS_ILLEGAL,   // against the rules of the game
    NEWS_STALE,     // meant for another n: something has happened meanwhile
    NEWS_TURN,      // somebody else has to decide
    NEWS_OVER,      // the round, or the match, is over, or none has begun
    NEWS_NOTHING,   // there is nothing to take back, to answer, or to open
    NEWS_FORBIDDEN, // not at this table
    NEWS_SYNTAX,    // not a message, or not a move
    NEWS_BUSY,      // too much at once
    NEWS_FULL,      // the table has no number left for another event
    NEWS_CODES,
};

// What a chance is: see docs/protocol.md.
enum news_chance { NEWS_UNKNOWN, NEWS_EXACT, NEWS_AGAINST, NEWS_ABOUT, NEWS_TURNS };

// What the solver says of one move.
struct news_row {
    struct move move;
    cells at;       // the cells that it acts on
    uint8_t kind;   // enum news_chance
    char value[64]; // the chance as a fraction, where it is one and fits
    uint16_t share; // the mover's chance in thousandths
    bool best;
    char chance[128]; // in words
};

struct news {
    uint8_t kind;   // enum news_kind
    uint8_t viewer; // who is told
    uint8_t code;   // enum news_code
    uint8_t seat;   // who is away
    bool allowed;
    bool sealed;              // the event has a commitment, in event.seal
    uint32_t n;               // the event's, or the number that it was said at
    struct log_event event;   // as the viewer may know it: without the numbers of what others have
                              // hidden, without nonces, without unopened words
    bool knows;               // the numbers of its move are there: it is the viewer's own or open
    struct match_cells cells; // of a move: what it did to which cells
    char words[NEWS_WORDS];   // lines, without layout
    char told[NEWS_TOLD];     // of an event: what happened, in the third person, one line
    struct news_row rows[NEWS_ROWS]; // of a hint, the best first
    uint16_t row_count;
    uint16_t row_total; // there may be more moves than rows
};

extern const char *const news_codes[]; // their words, by number; NULL after the last

// Begins a message that has no words and no rows. What stood there before stays behind their ends:
// a message is long, and most are short.
void news_begin(struct news *news, enum news_kind kind, unsigned viewer, uint32_t n);

// A refusal, said at n to the viewer; the sentence is added to its words.
struct news news_refusal(unsigned viewer, uint32_t n, enum news_code code, const char *sentence);

// Event n as the viewer is told of it. False if there is none.
bool table_news(const struct table *table, unsigned viewer, uint32_t n, struct news *news);

#endif
