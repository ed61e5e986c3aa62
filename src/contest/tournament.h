// SPDX-License-Identifier: GPL-3.0-or-later
// A tournament in play: workers, a process each, play the pairs of a schedule, here or on
// other machines, and what they played is in the journal before anybody counts it.
#ifndef CONTEST_TOURNAMENT_H
#define CONTEST_TOURNAMENT_H

#include "contest/sprt.h"
#include "contest/journal.h"
#include "store/queue.h"

enum { TOURNAMENT_JOBS = 64 };

struct tournament_setup {
    struct schedule schedule;
    struct log_clock clock;
    unsigned jobs;
    struct program_setup program; // trace and memory of all programs
    double patience;              // seconds to solve a field, for luck and losses; 0: no limit
    bool tests; // stops when the sequential test of player 0 against player 1 has ended
    struct sprt sprt;
    const char *under; // the directory of all tournaments
    enum journal_use use;
    struct queue *queue;             // others play the pairs; NULL: we do
    const struct game *const *games; // to read their records with
};

// The plan that others are given, on top of the journal's: whether to take any time for luck.
enum { TOURNAMENT_PLAN = 32768 };
extern const char tournament_kind[];
bool tournament_read_plan(const struct game *const *games, const char *plan,
                          struct schedule *schedule, struct log_clock *clock, double *patience,
                          struct text *why);

struct tournament;

// NULL, with a sentence.
struct tournament *tournament_open(const struct tournament_setup *setup, struct text *why);

// Ends all workers, and with them all programs.
void tournament_close(struct tournament *tournament);

enum tournament_news {
    TOURNAMENT_NOTHING, // a tenth of a second has passed, or a signal came
    TOURNAMENT_PLAYED,  // one more pair has been played
    TOURNAMENT_DONE,    // all have, or the sequential test has ended
    TOURNAMENT_TOLD,    // it goes on, and there is something to say: see why
    TOURNAMENT_FAILED,  // it cannot go on: see why
};
enum tournament_news tournament_wait(struct tournament *tournament, struct text *why);

// By the schedule's numbers.
const struct standings_pair *tournament_pairs(const struct tournament *tournament);
unsigned tournament_played(const struct tournament *tournament);
const struct journal_facts *tournament_facts(const struct tournament *tournament);
const char *tournament_directory(const struct tournament *tournament);
const struct sprt *tournament_sprt(const struct tournament *tournament); // NULL: none

#endif
