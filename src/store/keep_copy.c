// SPDX-License-Identifier: GPL-3.0-or-later
// From one keep to another. Events go in batches of one a table, as a server writes them:
// first event 1 of many tables, then event 2 of them, and so on.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "store/keep_kind.h"

enum { AT_ONCE = 128 }; // tables

struct copying {
    struct keep *from, *to;
    const struct game *const *games;
    struct keep_copied *copied;
    struct text *why;
    char (*ids)[COMMIT_ID];
    size_t count, room;
    bool failed;              // there was no memory
    struct log logs[AT_ONCE]; // of the tables in hand
    struct keep_item items[AT_ONCE];
    unsigned in_hand;
};

// All of them: whether one can be read shows when it is taken.
static bool note_id(void *whom, const struct keep_column *columns)
{
    struct copying *copying = whom;
    if (!vector_grow(&copying->ids, &copying->room, copying->count, sizeof *copying->ids))
        return !(copying->failed = true);
    snprintf(copying->ids[copying->count++], COMMIT_ID, "%s", columns[0].text);
    return true;
}

struct adding {
    struct log *log;
    struct text *why;
    bool failed;
};

static bool add_event(void *whom, const struct log_event *event)
{
    struct adding *adding = whom;
    adding->failed = !log_add(adding->log, event, adding->why);
    return !adding->failed;
}

// Reads a table and makes its row. KEEP_NONE: it is damaged, or was just swept away.
static enum keep_answer take(struct copying *copying, const char *id, struct log *log)
{
    struct keep_place place;
    struct text fault = TEXT_OF(TEXT_MAX);
    struct adding adding = { .log = log, .why = &fault };
    *log = (struct log){ 0 };
    enum keep_answer answer =
        keep_find(copying->from, copying->games, id, &log->header, &place, &fault);
    if (answer == KEEP_FINE)
        answer = keep_read(copying->from, &log->header, 0, add_event, &adding, &fault);
    if (answer == KEEP_FINE && !adding.failed)
        return keep_create(copying->to, &log->header, &place, copying->why);
    text_put(copying->why, answer == KEEP_LOST ? fault.at : "");
    return answer == KEEP_LOST ? KEEP_LOST : KEEP_NONE;
}

// The next event of every table in hand that has one.
static enum keep_answer copy_events(struct copying *copying, unsigned n, unsigned *count)
{
    *count = 0;
    for (unsigned i = 0; i < copying->in_hand; i++)
        if (copying->logs[i].count >= n)
            copying->items[(*count)++] =
                (struct keep_item){ .header = &copying->logs[i].header,
                                    .event = &copying->logs[i].events[n - 1] };
    enum keep_answer answer = keep_append(copying->to, copying->items, *count, copying->why);
    for (unsigned i = 0; i < *count && answer == KEEP_FINE; i++)
        if (copying->items[i].fate != KEEP_KEPT) {
            text_add(copying->why, "Table %s is there already, and has gone on otherwise.",
                     copying->items[i].header->id);
            answer = KEEP_BAD;
        }
    return answer;
}

static enum keep_answer take_some(struct copying *copying, size_t first)
{
    enum keep_answer answer = KEEP_FINE;
    for (size_t i = first; i < copying->count && i < first + AT_ONCE; i++) {
        struct log *log = &copying->logs[copying->in_hand];
        answer = take(copying, copying->ids[i], log);
        if (answer == KEEP_FINE)
            copying->in_hand++;
        else
            log_clear(log);
        if (answer == KEEP_LOST || answer == KEEP_BAD)
            return answer;
        copying->copied->damaged += answer == KEEP_NONE;
    }
    return KEEP_FINE;
}

static enum keep_answer copy_some(struct copying *copying, size_t first)
{
    unsigned count = 1;
    enum keep_answer answer = take_some(copying, first);
    for (unsigned n = 1; answer == KEEP_FINE && count > 0; n++)
        answer = copy_events(copying, n, &count);
    if (answer == KEEP_FINE)
        copying->copied->tables += copying->in_hand;
    while (copying->in_hand > 0)
        log_clear(&copying->logs[--copying->in_hand]);
    return answer;
}

static void copy_block(void *whom, const unsigned char address[KEEP_ADDRESS])
{
    struct copying *copying = whom;
    struct text fault = TEXT_OF(TEXT_MAX);
    if (!copying->why->length && keep_block(copying->to, address, true, &fault) != KEEP_FINE)
        text_put(copying->why, fault.at);
}

static enum keep_answer copy_blocked(struct copying *copying)
{
    enum keep_answer answer = keep_list_blocked(copying->from, copy_block, copying, copying->why);
    return answer == KEEP_FINE && copying->why->length ? KEEP_BAD : answer;
}

enum keep_answer keep_copy(struct keep *from, struct keep *to, const struct game *const *games,
                           struct keep_copied *copied, struct text *why)
{
    struct copying *copying = mem_for("copying tables", sizeof *copying, why);
    *copied = (struct keep_copied){ 0 };
    if (!copying)
        return KEEP_BAD;
    copying->from = from;
    copying->to = to;
    copying->games = games;
    copying->copied = copied;
    copying->why = why;
    enum keep_answer answer = from->kind->select(from, KEEP_LIST_ALL, VALUES(value_number(INT_MAX)),
                                                 note_id, copying, why);
    if (answer == KEEP_FINE && copying->failed) {
        text_add(why, "There is not enough memory for copying tables.");
        answer = KEEP_BAD;
    }
    for (size_t first = 0; first < copying->count && answer == KEEP_FINE; first += AT_ONCE)
        answer = copy_some(copying, first);
    if (answer == KEEP_FINE)
        answer = copy_blocked(copying);
    mem_free(copying->ids);
    mem_free(copying);
    return answer;
}
