// SPDX-License-Identifier: GPL-3.0-or-later
// A table's whole log, with all that is hidden in it. For those who keep it, and for
// answers about rounds that are over; never for a front.
#ifndef TABLE_TRUTH_H
#define TABLE_TRUTH_H

#include "record/log.h"

struct match;
struct table;

const struct log *table_log(const struct table *table);

// The round in play, or the last one.
const struct match *table_match(const struct table *table);

// How the last round will stand after this event, which was proposed.
struct log_standing table_stand_after(const struct table *table, const struct log_event *event);

#endif
