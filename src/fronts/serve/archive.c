// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a table, and the review of its last round.
#include <stdio.h>
#include <string.h>

#include <event2/buffer.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/api.h"
#include "fronts/serve/engines.h"
#include "record/log_text.h"
#include "record/round.h"
#include "record/verify.h"

enum { PIECE = 512 }; // events that are read or written at once

// A log that is read for a request, in pieces, and then written as a record. From the store: nobody
// else has the time of each event.
struct archive {
    LIST_ENTRY(archive) next;
    struct web *web;
    char id[COMMIT_ID];
    uint32_t n;     // the last event in it
    unsigned woken; // the table's, when it was begun
    unsigned as;
    struct event *timer;
    struct log log;
    struct rounds_settling *settling;
    struct evbuffer *body;
    struct log_text_writing writing;
    bool writes;
    struct text why;
    char why_bytes[TEXT_MAX];
};

struct archives {
    struct serve *serve;
    LIST_HEAD(archive_list, archive) all;
};

struct archives *archives_new(struct serve *serve)
{
    struct archives *archives = mem_new(sizeof *archives);
    if (archives)
        *archives = (struct archives){ .serve = serve };
    return archives;
}

static void finish(struct archive *archive, bool good);

void archives_free(struct archives *archives)
{
    while (archives && !LIST_EMPTY(&archives->all))
        finish(LIST_FIRST(&archives->all), false);
    mem_free(archives);
}

static bool put_line(void *to, const char *line, size_t length)
{
    return evbuffer_add(to, line, length) == 0;
}

static void send_record(struct web *web, struct evbuffer *record)
{
    struct text name = TEXT_OF(128);
    struct evbuffer *body = evbuffer_new();
    if (!body || evbuffer_add_buffer_reference(body, record) != 0) {
        web_refuse(web, 503, "The record cannot be written now.");
    } else {
        text_add(&name, "attachment; filename=\"causeway-%s.jsonl\"", web->id);
        web_add_header(web, "Content-Disposition", name.at);
        web_answer_buffer(web, 200, "application/jsonl", body);
    }
    if (body)
        evbuffer_free(body);
}

// What is open is made once, unless a name was removed meanwhile.
static void keep_record(struct live_table *table, struct archive *archive)
{
    if (table->woken != archive->woken)
        return;
    if (table->record)
        evbuffer_free(table->record);
    table->record = archive->body;
    table->record_n = archive->n;
    archive->body = NULL;
}

static void send_log(struct archive *archive, bool good)
{
    struct web *web = archive->web;
    struct live_table *table = tables_peek(web->serve->tables, archive->id);
    web->serve->counts.records++;
    if (good)
        send_record(web, archive->body);
    else
        web_refuse(web, 503, "The record cannot be written now.");
    if (!table || archive->as != AS_ALL)
        return;
    table->recording = false;
    if (good)
        keep_record(table, archive);
    tables_tell_waiting(table, true);
}

static void finish(struct archive *archive, bool good)
{
    LIST_REMOVE(archive, next);
    loop_event_free(archive->timer);
    send_log(archive, good);
    if (archive->body)
        evbuffer_free(archive->body);
    log_clear(&archive->log);
    mem_free(archive->settling);
    mem_free(archive);
}

static bool add_event(void *context, const struct log_event *event)
{
    struct archive *archive = context;
    return log_add(&archive->log, event, &archive->why) &&
           rounds_settle_last(archive->settling, &archive->log, &archive->why);
}

static bool read_piece(struct archive *archive)
{
    uint32_t left = archive->n - archive->log.count;
    struct log *log = &archive->log;
    return stored_read_some(archive->web->serve->store, &log->header, log->count,
                            left < PIECE ? left : PIECE, add_event, archive,
                            &archive->why) == STORE_OK &&
           !archive->why.length;
}

static bool write_piece(struct archive *archive)
{
    if (!archive->writes && !log_text_begin(&archive->writing, &archive->log, archive->as, put_line,
                                            archive->body, &archive->why))
        return false;
    archive->writes = true;
    return log_text_go_on(&archive->writing, PIECE);
}

// The next piece. What is short is done at once.
static void go_on(evutil_socket_t from, short what, void *context)
{
    struct archive *archive = context;
    unsigned before = archive->log.count;
    bool good = true;
    (void)from, (void)what;
    if (archive->log.count < archive->n)
        good = read_piece(archive) && archive->log.count > before;
    if (good && archive->log.count == archive->n)
        good = write_piece(archive);
    if (!good || archive->writing.done)
        finish(archive, good);
    else
        loop_start(archive->timer, 0);
}

static void begin(struct web *web, struct live_table *table, unsigned as)
{
    struct archive *archive = mem_new(sizeof *archive);
    if (!archive) {
        web_refuse(web, 503, "The record cannot be written now.");
        return;
    }
    memset(archive, 0, sizeof *archive);
    archive->web = web;
    memcpy(archive->id, table->id, sizeof archive->id);
    archive->n = table->n;
    archive->woken = table->woken;
    archive->as = as;
    archive->why = text_in(archive->why_bytes, sizeof archive->why_bytes);
    archive->log.header = table_setup(table->table)->header;
    archive->timer = loop_event(&web->serve->loop, -1, 0, go_on, archive);
    archive->settling = rounds_settling_new();
    archive->body = evbuffer_new();
    LIST_INSERT_HEAD(&web->serve->archives->all, archive, next);
    web_charge(web, table->n);
    table->recording |= as == AS_ALL;
    if (archive->timer && archive->settling && archive->body)
        go_on(-1, 0, archive);
    else
        finish(archive, false);
}

// Everything once the round is over, and then it is made once; before, what its viewer may know.
void archive_record(struct web *web, struct live_table *table)
{
    bool over = table->n > 0 && !table_wish(table->table).in_play;
    if (over && table->record && table->record_n == table->n)
        send_record(web, table->record);
    else if (over && table->recording)
        api_wait(web, table);
    else
        begin(web, table, over ? AS_ALL : web->seat);
}

// Reviews take long, and are made elsewhere: from what everybody may know of the round.

static void send_review(void *context, const char *text, size_t length)
{
    struct web *web = context;
    if (text)
        web_answer(web, 200, "text/plain; charset=utf-8", text, length);
    else
        web_refuse(web, 503, "The review takes too long.");
}

void archive_review(struct web *web, struct live_table *table)
{
    struct stage stage;
    if (table->n == 0 || table_wish(table->table).in_play) {
        web_refuse(web, 409, "The round is not over; it can be reviewed when it is.");
        return;
    }
    if (!web_allows(web, WEB_HINTS))
        return;
    table_stage(table->table, SEAT_NOBODY, now_monotonic(), &stage);
    if (!engines_ask_for(web->serve->engines, ENGINES_REVIEW, &stage, table->game, web->key,
                         send_review, web))
        web_refuse_for(web, 10);
}
