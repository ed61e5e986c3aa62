// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/batch.h"

#include <string.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/vector.h"

enum {
    BATCH_MOST = 128,      // what follows from it has to fit into one callback
    BATCH_RETRY = 250,     // milliseconds until a lost database is tried again
    BATCH_PATIENCE = 8000, // and until those who wait are told
};

struct batch {
    struct serve *serve;
    const struct batch_fates *fates;
    struct event *timer;
    struct live_table **tables;
    size_t count, room;
    int64_t lost_since; // the database cannot be reached, or 0
};

static void write_out(evutil_socket_t from, short what, void *context);

struct batch *batch_new(struct serve *serve, const struct batch_fates *fates)
{
    struct batch *batch = mem_new(sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (struct batch){ .serve = serve, .fates = fates };
    batch->timer = loop_event(&serve->loop, -1, 0, write_out, batch);
    return batch;
}

void batch_free(struct batch *batch)
{
    if (!batch)
        return;
    loop_event_free(batch->timer);
    mem_free(batch->tables);
    mem_free(batch);
}

// A timer of no time fires after all that can be read now has been.
bool batch_add(struct batch *batch, struct live_table *table)
{
    if (!vector_grow(&batch->tables, &batch->room, batch->count, sizeof *batch->tables))
        return false;
    batch->tables[batch->count++] = table;
    if (!batch->lost_since)
        loop_start(batch->timer, 0);
    return true;
}

static void settle(const struct batch *batch, struct live_table *table, enum append fate)
{
    if (fate == APPEND_OK)
        batch->fates->kept(table);
    else if (fate == APPEND_CONFLICT)
        batch->fates->beaten(table);
    else
        batch->fates->gone(table);
}

// Takes the first ones out: what follows from them may add others.
static void take(struct batch *batch, struct live_table **taken, unsigned count)
{
    memcpy(taken, batch->tables, count * sizeof *taken);
    batch->count -= count;
    memmove(batch->tables, batch->tables + count, batch->count * sizeof *taken);
}

// Nobody knows whether it was kept: the same batch again, until patience ends.
static bool wait_for_database(struct batch *batch)
{
    int64_t now = now_monotonic();
    if (!batch->lost_since)
        batch->lost_since = now;
    if (now - batch->lost_since > BATCH_PATIENCE)
        return false;
    loop_start(batch->timer, BATCH_RETRY);
    return true;
}

static void complain(const char *words)
{
    notes_write(&(struct notes_line){ .what = "unkept", .words = words });
}

// The first ones. False if they have to be tried again.
static bool write_first(struct batch *batch, unsigned count)
{
    struct live_table *taken[BATCH_MOST];
    struct stored_item items[BATCH_MOST];
    struct text why = TEXT_OF(TEXT_MAX);
    for (unsigned i = 0; i < count; i++)
        items[i] = (struct stored_item){ .header = &table_setup(batch->tables[i]->table)->header,
                                         .event = batch->tables[i]->event };
    enum store_answer answer = stored_append(batch->serve->store, items, count, &why);
    if (answer != STORE_OK)
        complain(why.at);
    if (answer == STORE_RETRY && wait_for_database(batch))
        return false;
    batch->lost_since = 0;
    batch->serve->counts.batches++;
    take(batch, taken, count);
    for (unsigned i = 0; i < count; i++)
        if (answer == STORE_OK)
            settle(batch, taken[i], items[i].fate);
        else
            batch->fates->unkept(taken[i]);
    return true;
}

// An event may cause another one (a round begins). Up to BATCH_MOST of these are kept, too, before
// the next request is read, so that a client that has its answer and asks for the state is told
// of both.
static void write_out(evutil_socket_t from, short what, void *context)
{
    struct batch *batch = context;
    unsigned left = BATCH_MOST, count = 0;
    (void)from, (void)what;
    do {
        left -= count;
        count = batch->count < left ? (unsigned)batch->count : left;
    } while (count > 0 && write_first(batch, count));
    if (batch->count && !batch->lost_since)
        loop_start(batch->timer, 0);
}

void batch_finish(struct batch *batch)
{
    for (unsigned i = 0; i < 8 && batch->count; i++)
        write_out(-1, 0, batch);
}
