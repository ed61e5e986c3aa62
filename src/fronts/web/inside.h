// SPDX-License-Identifier: GPL-3.0-or-later
// Of the files of this front.
#ifndef FRONTS_WEB_INSIDE_H
#define FRONTS_WEB_INSIDE_H

#include <jansson.h>

#include "bots/bots.h"
#include "table/session.h"

struct web_table {
    struct table_setup setup;
    struct session *session;
    struct bot *bot[SEATS];
    struct random random[SEATS], chance;
    struct table_promises promises;
    bool keeps, seeded, still;
    uint64_t seed;
    uint32_t told; // the last event that was
};

// What was agreed. False, with a sentence.
bool web_agree(const json_t *agreed, struct web_table *table, struct text *why);

// Players and the session itself, once the set-up is there.
bool web_sit(struct web_table *table, struct text *why);
void web_leave(struct web_table *table);

// How well the computers of a round that is to begin play.
void web_promise(struct web_table *table, const struct log_event *event);

// A table that was kept: its header and its events, each as its line. False, with a sentence.
bool web_resume(const json_t *kept, struct web_table *table, int64_t now, struct text *why);

// The record as this viewer may know it, with the line breaks of its lines: for a file.
bool web_save(const struct web_table *table, unsigned as, struct text *out, struct text *why);

#endif
