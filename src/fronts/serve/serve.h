// SPDX-License-Identifier: GPL-3.0-or-later
// The server: tables that are played over HTTP. docs/http.md has the interface.
#ifndef FRONTS_SERVE_SERVE_H
#define FRONTS_SERVE_SERVE_H

#include "fronts/serve/config.h"
#include "drive/stored.h"

struct serve_setup {
    const char *config; // a file, or NULL
    const char *listen; // these come before the file's, if they are not NULL
    const char *database;
    // Opens the database that the configuration names, or the usual file.
    struct store *(*open)(const char *where, struct text *why);
};

// What is read before anything begins, and where the database and the admin's socket are.
bool serve_read(const struct serve_setup *setup, struct config *config, struct text *why);

// Serves until it is told to end by a signal. False, with a sentence, where it cannot.
bool serve_run(const struct serve_setup *setup, struct text *why);

#endif
