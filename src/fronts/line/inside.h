// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of line mode share.
#ifndef FRONTS_LINE_INSIDE_H
#define FRONTS_LINE_INSIDE_H

#include "fronts/line/line_setup.h"
#include "table/seat.h"
#include "ui/console.h"

struct line {
    bool told_waiting; // that an act is still on its way
    struct seat_handle *seat;
    struct console *console;
    struct line_setup setup;
    struct move_layout layout; // of the rule book's page
    struct stage stage;        // as everybody at this console may see it
    struct stage own;          // as the player on turn sees it, while that one is asked
    int64_t asked;             // since when: now_monotonic()
    unsigned last_actor;       // who acted here last
    uint32_t turn;             // the stage's n when a turn was last shown
    bool away[SEATS];          // who has left a table elsewhere
    bool told_toss;
    bool closed; // the end of this round has been said
    bool waits;  // it has been said that somebody elsewhere decides
    bool failed; // it has been said that the table cannot be reached
};

// Asks the player on turn until a move, or something else that happens to the table, is
// done. LINE_PLAYED then.
enum line_end ask_turn(struct line *line);

// Nothing comes yet from a table elsewhere: says so, once, at a terminal, and does what
// was typed meanwhile.
enum line_end ask_waiting(struct line *line);

// The match is over for who watches it elsewhere: waits at a terminal whether there is another
// one. False if the watcher leaves.
bool ask_watching(struct line *line);

// False, having said why, if the table cannot be reached.
bool line_look(struct line *line, unsigned viewer, struct stage *stage);
bool line_act(struct line *line, const struct act *act, struct news *reply);

// Asks. NULL, and line->console->late, if something happens at a table elsewhere before anything
// is typed.
const char *line_ask(struct line *line, const char *prompt, enum console_secrecy secrecy);

// Waits until only the player on turn looks at the screen; false at the end of the input.
bool line_hand_over(struct line *line);

// Is what is asked for next to be kept from somebody else at this console?
bool line_is_secret(const struct line *line);

void say(struct line *line, enum console_style style, const char *text);
void say_warning(struct line *line, const char *sentence);
void say_board(struct line *line, const char *title, const struct board *board);
void say_where(struct line *line);  // in sentences
void say_clocks(struct line *line); // of both, where there are any
void say_proof(struct line *line);  // what is sealed, or what opens it
void say_review(struct line *line); // of the round that is over
void say_turn(struct line *line);
void say_round(struct line *line);
void say_resumed(struct line *line);
void say_news(struct line *line, const struct news *news);
bool say_is_quiet(const struct line *line, const struct news *news); // nothing is said of it
void say_closing(struct line *line);
void say_end(struct line *line, enum line_end end);

// Commitments from event `since` on, where they are wanted.
void say_commitments(struct line *line, uint32_t since);

#endif
