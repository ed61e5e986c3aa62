// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator may decide: the command line's options and a file with a
// line for each, KEY = VALUE, read again on SIGHUP. docs/http.md lists the keys.
#ifndef FRONTS_SERVE_CONFIG_H
#define FRONTS_SERVE_CONFIG_H

#include <stdio.h>

#include "core/text.h"
#include "fronts/serve/bucket.h"
#include "fronts/serve/notes.h"

enum { CONFIG_TEXT = 512 };

// In every number 0 means that there is no limit.
struct config {
    // Read once, at the start.
    char listen[CONFIG_TEXT];   // ADDRESS:PORT
    char database[CONFIG_TEXT]; // a path, or postgresql://...
    char admin[CONFIG_TEXT];    // the path of the unix socket; "" means none

    char public[CONFIG_TEXT];  // the address that people open: http://name or https://name
    char about[CONFIG_TEXT];   // who runs this, for the pages
    char proxies[CONFIG_TEXT]; // addresses whose forwarding headers are believed
    unsigned log;              // enum notes_form
    unsigned log_requests;     // a line for each, or only for what goes wrong

    unsigned create;     // may anybody make tables?
    unsigned computers;  // may computers have seats?
    unsigned open_lobby; // may tables be public?

    unsigned requests_minute, requests_burst; // of an address
    unsigned tables_minute, tables_burst;     // made from an address
    unsigned all_tables_minute, all_tables_burst;
    unsigned acts_minute, acts_burst; // of a seat
    unsigned hints_minute, hints_burst;
    unsigned streams, address_streams, seat_streams; // at once
    unsigned address_lobby;                          // tables in it
    unsigned address_connections;                    // idle ones and streams included

    unsigned engines;        // processes that think
    unsigned engine_seconds; // that a decision may take
    unsigned joint_seconds;  // until the server contributes for a seat that does not; in ms
    unsigned open_seconds;   // until a seat that does not open its contribution loses; in ms
    unsigned away_seconds;   // until a seat without a connection is said to be away

    unsigned unclaimed_hours, unfinished_days, finished_days; // how long tables are kept
    unsigned forget_seconds; // until a table that nobody uses is forgotten here; the log is kept
};

struct config config_usual(void);

// One line of the file, or an option of the command line by its key. False, with a sentence.
bool config_set(struct config *config, const char *key, const char *value, struct text *why);

// Reads a file over what is there. Nothing has changed if it is refused.
bool config_read(struct config *config, const char *path, struct text *why);

// A file with all keys, their meanings and their usual values, as comments.
void config_print(FILE *out);

#endif
