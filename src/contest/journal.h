// SPDX-License-Identifier: GPL-3.0-or-later
// What of a tournament has been played, in a file that only grows: first a line that
// says which tournament it is, then a line for each pair, written at once when the pair
// is over and its records are kept. A line that was cut short never happened, so that
// the file is good whenever and however the program ends.
#ifndef CONTEST_JOURNAL_H
#define CONTEST_JOURNAL_H

#include "contest/opening.h"
#include "contest/schedule.h"
#include "contest/standings.h"
#include "drive/program.h"
#include "record/log.h"

enum { JOURNAL_PATH = 4096, JOURNAL_LINE = 8192, JOURNAL_TROUBLE = 700 };

// What is said of a pair besides its results.
struct journal_notes {
    const struct opening *opening;    // NULL: none; not read
    char id[2][COMMIT_ID];            // of the games
    char program[2][PROGRAM_NAME];    // what the pair's players call themselves; "": ours
    char trouble[2][JOURNAL_TROUBLE]; // of games that were forfeited: what went wrong,
    char offence[2][PROGRAM_OFFENCE]; // and what the program had said
};

// What is known of a tournament's players from all of its pairs.
struct journal_facts {
    char program[RATINGS_PLAYERS][PROGRAM_NAME];
    struct journal_forfeit { // the first game that the player has forfeited
        char id[COMMIT_ID], trouble[JOURNAL_TROUBLE], offence[PROGRAM_OFFENCE];
    } forfeit[RATINGS_PLAYERS];
};

struct journal {
    char directory[JOURNAL_PATH]; // the journal's, and that of the records
    int file;
    struct journal_facts facts;
};

enum journal_use {
    JOURNAL_NEW,    // refuses to go on where pairs have been played
    JOURNAL_RESUME, // goes on with them
    JOURNAL_ANEW,   // renames their directory, and begins with an empty one
};

// The directory of this tournament: `under`, and a name made from all that decides what
// is played, but for how many pairs.
bool journal_find(struct journal *journal, const char *under, const struct schedule *schedule,
                  const struct log_clock *clock, struct text *why);

// All that decides what is played, but for how many pairs, as a line without its newline;
// and back. Free the line with mem_free(); NULL without memory. The schedule gets no pairs.
char *journal_print_plan(const struct schedule *schedule, const struct log_clock *clock);
bool journal_read_plan(const struct game *const *games, const char *line, struct schedule *schedule,
                       struct log_clock *clock, struct text *why);

// Makes the directory, and fills in the pairs that have been played. Nothing that was played is
// overwritten, whatever the use. Only one program at a time has a journal. False, with a sentence.
bool journal_open(struct journal *journal, const struct schedule *schedule,
                  const struct log_clock *clock, enum journal_use use, struct standings_pair *pairs,
                  struct text *why);
void journal_close(struct journal *journal);

// A pair as a line, with its newline, and back. A line that is none is refused.
void journal_print(unsigned index, const struct standings_pair *pair,
                   const struct schedule *schedule, const struct journal_notes *notes,
                   struct text *out);
bool journal_parse(const char *line, size_t length, const struct schedule *schedule,
                   unsigned *index, struct standings_pair *pair, struct journal_notes *notes);

// Adds to the facts what a pair has shown. False, with a sentence, if a player was another
// program before.
bool journal_learn(struct journal_facts *facts, const struct schedule *schedule, unsigned index,
                   const struct standings_pair *pair, const struct journal_notes *notes,
                   struct text *why);
bool journal_learn_program(struct journal_facts *facts, const struct schedule *schedule,
                           unsigned player, const char *program, struct text *why);

// Adds a line; what this has acknowledged survives the program.
bool journal_add(struct journal *journal, const char *line, size_t length, struct text *why);

#endif
