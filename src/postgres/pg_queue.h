// SPDX-License-Identifier: GPL-3.0-or-later
// A queue of work in PostgreSQL, from both sides. Workers take tasks by `for update skip
// locked` and hold the lock while they work: when a worker dies, or is cut off, the
// database gives its task to another one. A task has one answer, the first.
#ifndef POSTGRES_PG_QUEUE_H
#define POSTGRES_PG_QUEUE_H

#include "postgres/pg.h"
#include "store/queue.h"

// Who gives work: a new queue, or NULL with a sentence.
struct queue *pg_queue_new(const char *url, struct text *why);
void pg_queue_free(struct queue *queue);

// Who does it.
enum { PG_REFUSED = 16 };

struct pg_worker {
    struct pg pg;
    PGresult *task;
    // Work that it has given back, the oldest forgotten first, and takes no more of.
    char refused[PG_REFUSED][65];
    unsigned refusals;
};

// What was taken. The texts last until it is given back.
struct pg_task {
    const char *work, *kind, *plan, *text;
    unsigned n;
};

bool pg_worker_open(struct pg_worker *worker, const char *url, struct text *why);
void pg_worker_close(struct pg_worker *worker);

// False where there is nothing to do, or, with a sentence, where the database cannot be
// reached; ask again later.
bool pg_worker_take(struct pg_worker *worker, struct pg_task *task, struct text *why);

// Gives the task back for another worker, tells the owner why we cannot, and takes no more
// of this work. False, with a sentence, if the owner cannot be told.
bool pg_worker_refuse(struct pg_worker *worker, const struct pg_task *task, const char *words,
                      struct text *why);

// What is there to do.
struct pg_work {
    const char *id, *kind, *version, *plan;
    bool open;
    unsigned waiting, answered; // tasks
};
typedef void pg_work_each(void *context, const struct pg_work *work);
bool pg_worker_list(struct pg_worker *worker, pg_work_each *each, void *context, struct text *why);

// Takes work away whose owner has left it, or who is to stop; what is under way is left to those
// who do it. False, with a sentence, unless one has such an id.
bool pg_worker_cancel(struct pg_worker *worker, const char *beginning, struct text *why);

// Ends the task. False, with a sentence, if the answer could not be given: then somebody
// else does it again.
bool pg_worker_give(struct pg_worker *worker, const struct pg_task *task,
                    const char *const part[QUEUE_PARTS], struct text *why);

#endif
