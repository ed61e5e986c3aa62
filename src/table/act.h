// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody wants to do at a table. Whether it happens is the table's decision.
#ifndef TABLE_ACT_H
#define TABLE_ACT_H

#include "record/log.h"

enum act_kind {
    // By a seat. Each is a message of the protocol.
    ACT_HELLO,   // a program's name (word) and version (more)
    ACT_MOVE,    // move; sure: also against a warning
    ACT_MAY,     // would this move be allowed? Answered from the seat's own view
    ACT_HINT,    // what does the solver think?
    ACT_UNDO,    // take back, or ask for it
    ACT_REDO,    // make one's own move again that was taken back last
    ACT_ACCEPT,  // the standing offer
    ACT_DECLINE, // it
    ACT_RESIGN,
    ACT_READY,  // for the next round; after the last one, for a rematch (swap: the other begins)
    ACT_COMMIT, // to a contribution: draw, commitment; or the word, and the table commits to it
    ACT_OPEN,   // it: draw, word, nonce; nothing, if the table has the word

    // By the table's driver: to fulfil a wish, or because it must be.
    ACT_BEGIN,   // the next round
    ACT_DEAL,    // chance's move, drawn from the means or given in `move`
    ACT_FLAG,    // the seat's time is over: refused as long as it is not
    ACT_FORFEIT, // the seat loses the round: cause, word, line. A message of the protocol, too: a
                 // program that plays from elsewhere is driven there
    ACT_FULL,    // the table ends, since it has no number left for anything else

    // To the driver, after NEWS_UNKEPT: what was to be kept is still waiting.
    ACT_RETRY,   // try to save it again
    ACT_UNSAVED, // go on without saving
    ACT_KINDS,
};

struct act {
    uint8_t kind; // enum act_kind
    uint8_t seat; // who acts
    uint8_t draw, cause;
    bool sure, swap;
    uint32_t n; // the number that the event will have: stage.n + 1, as the actor knows it.
                // An act at another number is refused as stale; 0 means "whatever it is"
    struct move move;
    struct commit_seal seal;
    char word[LOG_NAME];
    char more[LOG_NAME];
    char line[LOG_LINE]; // of a forfeit: what a program had said
};

extern const char *const act_names[ACT_KINDS]; // their words in messages, by kind

#endif
