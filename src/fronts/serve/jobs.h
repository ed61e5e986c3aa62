// SPDX-License-Identifier: GPL-3.0-or-later
// Work that takes longer than others can wait: hints and reviews. Each is done in a child
// of the server, whose memory it shares as it was; what it writes comes back. The exact
// arithmetic has global state, so that it could not be a thread.
#ifndef FRONTS_SERVE_JOBS_H
#define FRONTS_SERVE_JOBS_H

#include <stdio.h>

#include "fronts/serve/inside.h"

struct jobs;

// NULL when there is no memory.
struct jobs *jobs_new(struct serve *serve);
void jobs_free(struct jobs *jobs);

typedef void jobs_work(void *what, FILE *out);
typedef void jobs_done(void *whom, const char *bytes, size_t length); // NULL: it failed

// On the account of an address, which never has all that can be done at once. False if too many
// are under way; then `done` is not called.
bool jobs_start(struct jobs *jobs, const unsigned char by[BUCKET_KEY], jobs_work *work, void *what,
                jobs_done *done, void *whom);

#endif
