// SPDX-License-Identifier: GPL-3.0-or-later
// Group commit: events of different tables are kept together, and nothing is told before
// it is kept. What arrives while a batch is written is the next batch.
#ifndef FRONTS_SERVE_BATCH_H
#define FRONTS_SERVE_BATCH_H

#include "fronts/serve/hub.h"

struct batch;

// NULL when there is no memory.
struct batch *batch_new(struct serve *serve);
void batch_free(struct batch *batch);

// Keeps table->event with the next batch, then calls course_kept() or one of its like.
// False when there is no memory.
bool batch_add(struct batch *batch, struct hub_table *table);

// At the end: what is in the batch is kept now.
void batch_finish(struct batch *batch);

#endif
