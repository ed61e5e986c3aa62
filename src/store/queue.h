// SPDX-License-Identifier: GPL-3.0-or-later
// Work that others do: numbered tasks go out, and answers come back, each once, in any
// order. Who has work to give knows only this; postgres/pg_queue.h makes one.
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "core/text.h"

enum { QUEUE_PARTS = 3 };

// All that workers must know. Work of the same kind and plan is the same work, also after
// the program that gave it was ended.
struct queue_work {
    const char *kind, *plan;
    bool anew; // answers that are there from before do not count
};

struct queue_task {
    unsigned n;
    const char *text;
};

// The texts last until the next call; those that are missing are "". One that begins with
// an exclamation mark says why there is no answer.
struct queue_answer {
    unsigned n;
    const char *part[QUEUE_PARTS];
};

enum queue_news {
    QUEUE_NOTHING, // a tenth of a second has passed
    QUEUE_ANSWER,  // when the next one is asked for, this one is forgotten
    QUEUE_TOLD,    // a worker has something to say, which is no answer: see why
    QUEUE_FAILED,
};

struct queue {
    bool (*put)(struct queue *queue, const struct queue_work *work, const struct queue_task *tasks,
                unsigned count, struct text *why);
    enum queue_news (*next)(struct queue *queue, struct queue_answer *answer, struct text *why);
    // The work is over, done or not.
    void (*end)(struct queue *queue);
};

#endif
