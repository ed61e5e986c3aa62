// SPDX-License-Identifier: GPL-3.0-or-later
// Group commit: events of different tables are kept together, and nothing is told before
// it is kept. What arrives while a batch is written is the next batch.
#ifndef FRONTS_SERVE_BATCH_H
#define FRONTS_SERVE_BATCH_H

#include "fronts/serve/tables.h"

struct batch;

// What became of table->event.
struct batch_fates {
    void (*kept)(struct live_table *table);
    void (*beaten)(struct live_table *table); // another node has kept one with this number
    void (*gone)(struct live_table *table);   // the table was swept away
    void (*unkept)(struct live_table *table); // nobody knows
};

// NULL when there is no memory.
struct batch *batch_new(struct serve *serve, const struct batch_fates *fates);
void batch_free(struct batch *batch);

// Keeps table->event with the next batch, then tells its fate.
// False when there is no memory.
bool batch_add(struct batch *batch, struct live_table *table);

// At the end: what is in the batch is kept now.
void batch_finish(struct batch *batch);

#endif
