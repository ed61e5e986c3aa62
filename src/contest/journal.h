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
#include "record/log.h"

enum { JOURNAL_PATH = 4096, JOURNAL_LINE = 8192 };

struct journal {
    char directory[JOURNAL_PATH]; // the journal's, and that of the records
    int file;
};

enum journal_use {
    JOURNAL_NEW,    // refuses to go on where pairs have been played
    JOURNAL_RESUME, // goes on with them
    JOURNAL_ANEW,   // renames their directory, and begins with an empty one
};

// The directory of this tournament: `under`, and a name made from all that decides what
// is played, but for how many pairs.
bool journal_place(struct journal *journal, const char *under, const struct schedule *schedule,
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

// A pair as a line, with its newline, and back. A line that is none is refused. The opening
// (NULL: none) is written for whoever reads the journal.
void journal_print(unsigned index, const struct standings_pair *pair,
                   const struct schedule *schedule, const struct opening *opening,
                   struct text *out);
bool journal_parse(const char *line, size_t length, const struct schedule *schedule,
                   unsigned *index, struct standings_pair *pair);

// Adds a line; what this has acknowledged survives the program.
bool journal_add(struct journal *journal, const char *line, size_t length, struct text *why);

#endif
