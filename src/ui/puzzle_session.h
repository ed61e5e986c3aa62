// SPDX-License-Identifier: GPL-3.0-or-later
// A puzzle for somebody at a terminal, who may stop the search for it, and what became of it.
#ifndef UI_PUZZLE_SESSION_H
#define UI_PUZZLE_SESSION_H

#include "report/solved_puzzle.h"

struct puzzle_session {
    struct solved_puzzle question;
    bool daily;
    bool tried;        // an answer was given
    bool helped;       // the reason was told before that
    bool solved;       // the right one was given
    struct move wrong; // the last answer that was not
    bool has_wrong;
};

// What is wanted. Without a game, the seed decides which one it is; with `daily` the day decides
// everything, else it is one that was not posed before here unless `again`.
struct puzzle_session_wish {
    const struct game *game;
    unsigned grade; // 0: any
    bool daily, again;
    uint64_t seed;
};

// False, with a sentence, when there is none; without one when it was stopped. Clear it only if
// it was made.
bool puzzle_session_make(struct puzzle_session *session, const struct puzzle_session_wish *wish,
                         struct text *why);
void puzzle_session_clear(struct puzzle_session *session);

// Says what becomes of the move; true if it is the one that is looked for. The first answer
// counts for the player's rating, and of the daily puzzle for the days in a row, unless the
// reason was told before.
bool puzzle_session_judge(struct puzzle_session *session, const struct advice_move *move,
                          struct text *out);

// The reason: the play that refutes the last wrong answer or, once it is solved, that follows
// the right one, in sentences; nothing where it depends on what is hidden or on chance. Without
// an answer before, it counts as help.
void puzzle_session_explain(struct puzzle_session *session, struct text *out);

#endif
