// SPDX-License-Identifier: GPL-3.0-or-later
// From one store to another. Events go in batches of one a table, as a server writes them:
// first event 1 of many tables, then event 2 of them, and so on.
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "store/store_kind.h"

enum { AT_ONCE = 128 }; // tables

// A log in hand: its events, whose lines stand one after the other in one block.
struct hand {
    char id[COMMIT_ID];
    struct store_event *events;
    size_t count, room;
    char *lines;
    size_t length, lines_room;
    bool failed; // there was no memory
};

struct copying {
    struct store *from, *to;
    struct store_copied *copied;
    struct text *why;
    char (*ids)[COMMIT_ID];
    size_t count, room;
    bool failed; // there was no memory
    struct hand hands[AT_ONCE];
    unsigned in_hand;
};

static void put_away(struct hand *hand)
{
    mem_free(hand->events);
    mem_free(hand->lines);
    *hand = (struct hand){ 0 };
}

// All of them: whether one can be read shows when it is taken.
static bool note_id(void *context, const struct store_column *columns)
{
    struct copying *copying = context;
    if (!vector_grow(&copying->ids, &copying->room, copying->count, sizeof *copying->ids))
        return !(copying->failed = true);
    snprintf(copying->ids[copying->count++], COMMIT_ID, "%s", columns[0].text);
    return true;
}

static bool add_event(void *context, const struct store_event *event)
{
    struct hand *hand = context;
    size_t size = strlen(event->line) + 1;
    if (!vector_grow(&hand->lines, &hand->lines_room, hand->length + size, 1) ||
        !vector_grow(&hand->events, &hand->room, hand->count, sizeof *hand->events))
        return !(hand->failed = true);
    memcpy(hand->lines + hand->length, event->line, size);
    hand->events[hand->count] = *event;
    hand->events[hand->count++].id = hand->id;
    hand->length += size;
    return true;
}

static void point_to_lines(struct hand *hand)
{
    const char *line = hand->lines;
    for (size_t i = 0; i < hand->count; i++) {
        hand->events[i].line = line;
        line += strlen(line) + 1;
    }
}

struct making {
    struct copying *copying;
    enum store_answer answer;
};

static bool make_table(void *context, const struct store_table *table)
{
    struct making *making = context;
    making->answer = store_create(making->copying->to, table, making->copying->why);
    return false;
}

// Reads a table and makes its row. STORE_NONE: it is damaged, or was just swept away.
static enum store_answer take(struct copying *copying, const char *id, struct hand *hand)
{
    struct text fault = TEXT_OF(TEXT_MAX);
    struct making making = { .copying = copying };
    memcpy(hand->id, id, COMMIT_ID);
    enum store_answer answer =
        store_read(copying->from, id, 0, LOG_EVENTS_MAX, add_event, hand, &fault);
    if (answer == STORE_OK && !hand->failed) {
        point_to_lines(hand);
        answer = store_find_table(copying->from, id, make_table, &making, &fault);
        if (answer == STORE_OK)
            return making.answer;
    }
    text_put(copying->why, answer == STORE_RETRY ? fault.at : "");
    return answer == STORE_RETRY ? STORE_RETRY : STORE_NONE;
}

// The next event of every table in hand that has one.
static enum store_answer copy_events(struct copying *copying, unsigned n, unsigned *count)
{
    struct store_event events[AT_ONCE];
    enum append fates[AT_ONCE];
    *count = 0;
    for (unsigned i = 0; i < copying->in_hand; i++)
        if (copying->hands[i].count >= n)
            events[(*count)++] = copying->hands[i].events[n - 1];
    enum store_answer answer = store_append(copying->to, events, *count, fates, copying->why);
    for (unsigned i = 0; i < *count && answer == STORE_OK; i++)
        if (fates[i] != APPEND_OK) {
            text_add(copying->why, "Table %s is there already, and has gone on otherwise.",
                     events[i].id);
            answer = STORE_BAD;
        }
    return answer;
}

static enum store_answer take_some(struct copying *copying, size_t first)
{
    enum store_answer answer = STORE_OK;
    for (size_t i = first; i < copying->count && i < first + AT_ONCE; i++) {
        struct hand *hand = &copying->hands[copying->in_hand];
        answer = take(copying, copying->ids[i], hand);
        if (answer == STORE_OK)
            copying->in_hand++;
        else
            put_away(hand);
        if (answer == STORE_RETRY || answer == STORE_BAD)
            return answer;
        copying->copied->damaged += answer == STORE_NONE;
    }
    return STORE_OK;
}

static enum store_answer copy_some(struct copying *copying, size_t first)
{
    unsigned count = 1;
    enum store_answer answer = take_some(copying, first);
    for (unsigned n = 1; answer == STORE_OK && count > 0; n++)
        answer = copy_events(copying, n, &count);
    if (answer == STORE_OK)
        copying->copied->tables += copying->in_hand;
    while (copying->in_hand > 0)
        put_away(&copying->hands[--copying->in_hand]);
    return answer;
}

static void copy_block(void *context, const unsigned char address[STORE_ADDRESS])
{
    struct copying *copying = context;
    struct text fault = TEXT_OF(TEXT_MAX);
    if (!copying->why->length && store_block(copying->to, address, true, &fault) != STORE_OK)
        text_put(copying->why, fault.at);
}

static enum store_answer copy_blocked(struct copying *copying)
{
    enum store_answer answer = store_list_blocked(copying->from, copy_block, copying, copying->why);
    return answer == STORE_OK && copying->why->length ? STORE_BAD : answer;
}

enum store_answer store_copy(struct store *from, struct store *to, struct store_copied *copied,
                             struct text *why)
{
    struct copying *copying = mem_for("copying tables", sizeof *copying, why);
    *copied = (struct store_copied){ 0 };
    if (!copying)
        return STORE_BAD;
    copying->from = from;
    copying->to = to;
    copying->copied = copied;
    copying->why = why;
    enum store_answer answer = from->kind->select(from, SQL_LIST_ALL, VALUES(value_number(INT_MAX)),
                                                  note_id, copying, why);
    if (answer == STORE_OK && copying->failed) {
        text_add(why, "There is not enough memory for copying tables.");
        answer = STORE_BAD;
    }
    for (size_t first = 0; first < copying->count && answer == STORE_OK; first += AT_ONCE)
        answer = copy_some(copying, first);
    if (answer == STORE_OK)
        answer = copy_blocked(copying);
    mem_free(copying->ids);
    mem_free(copying);
    return answer;
}
