// SPDX-License-Identifier: GPL-3.0-or-later
// A tournament's standings as text, CSV, JSON and as a picture.
#ifndef REPORT_STANDINGS_H
#define REPORT_STANDINGS_H

#include <stdio.h>

#include "contest/journal.h"
#include "contest/sprt.h"
#include "contest/standings.h"

struct standings_report {
    const struct schedule *schedule;
    const struct standings *standings;
    const struct sprt *sprt;           // of player 0 against player 1, or NULL
    const char *directory;             // where the games are
    const struct journal_facts *facts; // of the players; NULL: nothing is known
    bool quiet;                        // show scores and ratings without luck as well
};

void standings_text(const struct standings_report *report, FILE *out);
void standings_csv(const struct standings_report *report, FILE *out);
void standings_json(const struct standings_report *report, FILE *out);

// The ratings with their intervals.
void standings_svg(const struct standings_report *report, FILE *out);

#endif
