// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics as a small chart.
#ifndef REPORT_SCORES_H
#define REPORT_SCORES_H

#include <stdio.h>

#include "contest/own.h"
#include "store/stats.h"

enum { SCORES_SHOWN = 20 }; // players in the list of all

double scores_average(const struct stats_tally *tally);

// "+45 (-120 to +210)"
void scores_print_rating(const struct ratings_value *value, struct text *out);

// In lines of at most `width` columns, from 36 on.
void scores_print_player(FILE *out, unsigned width, const char *player, const struct stats *stats,
                         const struct own *own);
void scores_print_everybody(FILE *out, unsigned width, const struct stats *stats,
                            const struct stats_ranking *ranking);

#endif
