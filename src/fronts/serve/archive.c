// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a table, and the review of its last round.
#include <stdio.h>
#include <string.h>

#include <event2/buffer.h>

#include "core/memory.h"
#include "fronts/patience.h"
#include "fronts/serve/api.h"
#include "fronts/serve/jobs.h"
#include "record/logfile.h"
#include "record/rounds.h"
#include "record/verify.h"
#include "report/review_text.h"

struct reading {
    struct log *log;
    struct text *why;
};

static bool add_event(void *whom, const struct log_event *event)
{
    struct reading *reading = whom;
    return log_add(reading->log, event, reading->why);
}

// From the store: nobody but the store and the table has the whole log.
static bool read_log(struct hub_table *table, struct log *log, struct text *why)
{
    struct reading reading = { log, why };
    *log = (struct log){ .header = table_setup(table->table)->header };
    return keep_read(table->serve->keep, &log->header, 0, add_event, &reading, why) == KEEP_FINE &&
           !why->length && rounds_settle(log, why);
}

static bool put_line(void *to, const char *line, size_t length)
{
    return evbuffer_add(to, line, length) == 0;
}

static void send_record(struct web *web, struct evbuffer *body)
{
    struct text name = TEXT_OF(128);
    text_add(&name, "attachment; filename=\"causeway-%s.jsonl\"", web->id);
    web_add_headers(web, "application/jsonl");
    evhttp_add_header(evhttp_request_get_output_headers(web->http), "Content-Disposition", name.at);
    evhttp_send_reply(web->http, 200, NULL, body);
    web_end(web, 200);
}

static struct evbuffer *make_record(struct web *web, struct hub_table *table, unsigned as)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log log = { 0 };
    struct evbuffer *body = evbuffer_new();
    bool good =
        body && read_log(table, &log, &why) && logfile_write(&log, as, put_line, body, &why);
    log_clear(&log);
    web_charge(web, table->n);
    web->serve->counts.records++;
    if (good)
        return body;
    if (body)
        evbuffer_free(body);
    return NULL;
}

// Everything once the round is over, and then it is made once; before, what its viewer may know.
void archive_record(struct web *web, struct hub_table *table)
{
    bool over = table->n > 0 && !table_wish(table->table).in_play;
    struct evbuffer *record = table->record, *body = evbuffer_new();
    if (!record || table->record_n != table->n || !over)
        record = make_record(web, table, over ? AS_ALL : web->seat);
    if (body && record && evbuffer_add_buffer_reference(body, record) == 0)
        send_record(web, body);
    else
        web_refuse(web, 503, "The record cannot be written now.");
    if (body)
        evbuffer_free(body);
    if (record == table->record)
        return;
    if (over && table->record)
        evbuffer_free(table->record);
    if (over) {
        table->record = record;
        table->record_n = table->n;
    } else if (record) {
        evbuffer_free(record);
    }
}

// Reviews take long, and are made elsewhere.

struct review_job {
    struct web *web;
    struct record record;
};

static void tell_review(const struct record *record, const struct review *review, FILE *out)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct record_header *header = &record->header;
    const char *name[SEATS];
    record_names(record, name);
    variant_print(&header->variant, &rules);
    fprintf(out, "%s, %s\n%s against %s; %s won.\n\n", header->variant.game->title, rules.at,
            name[SEAT_1], name[SEAT_2], name[review->winner]);
    report_moves(review, name, out);
    fprintf(out, "\n");
    report_chart(review, name, out);
}

static void make_review(void *what, FILE *out)
{
    static const size_t memory_most = (size_t)512 << 20;
    struct review_job *job = what;
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct match_room room;
    struct match *match = match_in(&room);
    struct review review;
    struct patience patience;
    patience_begin(&patience, "Reviewing");
    patience.most = REVIEW_SECONDS;
    if (patience.limits.memory > memory_most)
        patience.limits.memory = memory_most;
    if (record_play(&job->record, job->record.count, match, &why) &&
        review_make(&review, match, job->record.winner, &patience.limits, &why))
        tell_review(&job->record, &review, out);
    else
        fprintf(out, "%s\n", why.at);
}

static void send_review(void *whom, const char *bytes, size_t length)
{
    struct review_job *job = whom;
    if (bytes)
        web_answer(job->web, 200, "text/plain; charset=utf-8", bytes, length);
    else
        web_refuse(job->web, 503, "The review takes too long.");
    record_clear(&job->record);
    mem_free(job);
}

void archive_review(struct web *web, struct hub_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log log = { 0 };
    struct review_job *job = NULL;
    if (table->n == 0 || table_wish(table->table).in_play) {
        web_refuse(web, 409, "The round is not over; it can be reviewed when it is.");
        return;
    }
    if (!web_allows(web, WEB_HINTS))
        return;
    if (read_log(table, &log, &why) && (job = mem_new(sizeof *job))) {
        *job = (struct review_job){ .web = web };
        if (rounds_record(&log, 0, AS_ALL, &job->record, &why) &&
            jobs_start(web->serve->jobs, web->key, make_review, job, send_review, job)) {
            log_clear(&log);
            return;
        }
        record_clear(&job->record);
    }
    log_clear(&log);
    mem_free(job);
    web_refuse_for(web, 10);
}
