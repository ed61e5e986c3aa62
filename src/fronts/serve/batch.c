// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/batch.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "fronts/serve/course.h"

enum {
    BATCH_MOST = 512,
    BATCH_RETRY = 250,     // milliseconds until a lost database is tried again
    BATCH_PATIENCE = 8000, // and until those who wait are told
};

struct batch {
    struct serve *serve;
    struct event *timer;
    struct hub_table **tables;
    size_t count, room;
    int64_t lost_since; // the database cannot be reached, or 0
};

static void write_out(evutil_socket_t from, short what, void *whom);

struct batch *batch_new(struct serve *serve)
{
    struct batch *batch = mem_new(sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (struct batch){ .serve = serve };
    batch->timer = event_new(serve->base, -1, 0, write_out, batch);
    return batch;
}

void batch_free(struct batch *batch)
{
    if (!batch)
        return;
    event_free(batch->timer);
    mem_free(batch->tables);
    mem_free(batch);
}

// A timer of no time fires after all that can be read now has been.
bool batch_add(struct batch *batch, struct hub_table *table)
{
    if (!vector_grow(&batch->tables, &batch->room, batch->count, sizeof *batch->tables))
        return false;
    batch->tables[batch->count++] = table;
    if (!batch->lost_since)
        serve_start(batch->timer, 0);
    return true;
}

static void settle(struct hub_table *table, enum keep_fate fate)
{
    if (fate == KEEP_KEPT)
        course_kept(table);
    else if (fate == KEEP_BEATEN)
        course_beaten(table);
    else
        course_gone(table);
}

// Takes the first ones out: what follows from them may add others.
static unsigned take(struct batch *batch, struct hub_table **taken)
{
    unsigned count = batch->count < BATCH_MOST ? (unsigned)batch->count : BATCH_MOST;
    memcpy(taken, batch->tables, count * sizeof *taken);
    batch->count -= count;
    memmove(batch->tables, batch->tables + count, batch->count * sizeof *taken);
    return count;
}

// Nobody knows whether it was kept: the same batch again, until patience ends.
static bool wait_for_database(struct batch *batch)
{
    int64_t now = serve_now();
    if (!batch->lost_since)
        batch->lost_since = now;
    if (now - batch->lost_since > BATCH_PATIENCE)
        return false;
    serve_start(batch->timer, BATCH_RETRY);
    return true;
}

static void complain(const char *words)
{
    notes_write(&(struct notes_line){ .what = "unkept", .words = words });
}

static void write_out(evutil_socket_t from, short what, void *whom)
{
    struct batch *batch = whom;
    struct hub_table *taken[BATCH_MOST];
    struct keep_item items[BATCH_MOST];
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned count = batch->count < BATCH_MOST ? (unsigned)batch->count : BATCH_MOST;
    struct serve_span span = serve_begin();
    (void)from, (void)what;
    for (unsigned i = 0; i < count; i++)
        items[i] = (struct keep_item){ .header = &table_setup(batch->tables[i]->table)->header,
                                       .event = batch->tables[i]->event };
    enum keep_answer answer = keep_append(batch->serve->keep, items, count, &why);
    if (answer != KEEP_FINE)
        complain(why.at);
    if (answer == KEEP_LOST && wait_for_database(batch))
        return;
    batch->lost_since = 0;
    batch->serve->counts.batches++;
    take(batch, taken);
    if (batch->count)
        serve_start(batch->timer, 0);
    for (unsigned i = 0; i < count; i++)
        if (answer == KEEP_FINE)
            settle(taken[i], items[i].fate);
        else
            course_unkept(taken[i]);
    serve_end(batch->serve, span);
}

void batch_finish(struct batch *batch)
{
    for (unsigned i = 0; i < 8 && batch->count; i++)
        write_out(-1, 0, batch);
}
