// SPDX-License-Identifier: GPL-3.0-or-later
// The server: tables that are played over HTTP. docs/http.md has the interface.
#ifndef FRONTS_SERVE_SERVE_H
#define FRONTS_SERVE_SERVE_H

#include "core/text.h"

#define SERVE_LISTEN "127.0.0.1:8437"

struct serve_setup {
    const char *listen; // ADDRESS:PORT; NULL: SERVE_LISTEN
};

// Serves until it is told to end by a signal. False, with a sentence, where it cannot.
bool serve_run(const struct serve_setup *setup, struct text *why);

#endif
