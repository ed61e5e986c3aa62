// SPDX-License-Identifier: GPL-3.0-or-later
#include "postgres/pg_queue.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/now.h"
#include "build_id.h"
#include "core/memory.h"
#include "postgres/schema.h"

enum { CHUNK = 5000, NAME = 65, TRIES = 3, TENTH = 100 };

enum statement {
    PUT_WORK,
    FORGET_ANSWERS,
    PUT_TASKS,
    NEXT,
    FORGET,
    CLOSE,
    CLEAR,
    REMOVE,
    TAKE,
    GIVE,
    LEAVE,
    COMPLAIN,
    IDLE,
    LIST,
    CANCEL,
    STATEMENTS,
};

static const char *const sql[STATEMENTS] = {
    [PUT_WORK] = "insert into causeway.works (id, kind, version, plan, owner, open)"
                 " values ($1, $2, '" CAUSEWAY_BUILD "', $3, $4, true)"
                 " on conflict (id) do update set owner = excluded.owner, open = true,"
                 " words = '{}'",
    [FORGET_ANSWERS] = "delete from causeway.tasks where work = $1 and answer is not null",
    [PUT_TASKS] = "insert into causeway.tasks (work, n, text) select $1, u.n, u.text"
                  " from unnest($2::integer[], $3::text[]) as u (n, text) on conflict do nothing",
    // A row without a task: there is none yet. No row: the work is somebody else's.
    [NEXT] = "select t.n, t.answer[1], t.answer[2], t.answer[3], w.words[$3::integer]"
             " from causeway.works w"
             " left join lateral (select n, answer from causeway.tasks where work = w.id"
             "  and answer is not null order by n limit 1) t on true"
             " where w.id = $1 and w.owner = $2",
    [FORGET] = "delete from causeway.tasks where work = $1 and n = $2::integer",
    // What is under way is left to those who do it.
    [CLOSE] = "update causeway.works set open = false where id = $1 and owner = $2",
    [CLEAR] = "delete from causeway.tasks where (work, n) in (select work, n from causeway.tasks"
              " where work = $1 for update skip locked)",
    [REMOVE] = "delete from causeway.works w where w.id = $1 and not w.open"
               " and not exists (select from causeway.tasks where work = w.id)",
    // Work by work, so that the first free task is found by the index, however many there are.
    [TAKE] = "select w.id, w.kind, w.plan, t.text, t.n from (select id, kind, plan"
             "  from causeway.works where open and version = '" CAUSEWAY_BUILD "'"
             "  and not id = any ($1::text[]) order by made) w"
             " cross join lateral (select text, n from causeway.tasks where work = w.id"
             "  and answer is null order by n limit 1 for update skip locked) t limit 1",
    [GIVE] = "update causeway.tasks set answer = $3::text[]"
             " where work = $1 and n = $2::integer and answer is null",
    [LEAVE] = "delete from causeway.tasks t using causeway.works w"
              " where w.id = t.work and not w.open and t.work = $1 and t.n = $2::integer",
    // Each complaint once, however many workers of a machine have it.
    [COMPLAIN] = "update causeway.works set words = array_append(words, $2)"
                 " where id = $1 and not $2 = any (words)",
    // A row if nobody has the first task that is open: workers take the first that is free.
    [IDLE] = "select from (select n from causeway.tasks where work = $1 and answer is null"
             "  order by n limit 1) a join (select n from causeway.tasks where work = $1"
             "  and answer is null order by n limit 1 for update skip locked) b using (n)",
    [LIST] =
        "select w.id, w.kind, w.version, w.open,"
        " (select count(*) from causeway.tasks where work = w.id and answer is null),"
        " (select count(*) from causeway.tasks where work = w.id and answer is not null), w.plan"
        " from causeway.works w order by w.made",
    // Its former owner finds that it has another one.
    [CANCEL] = "update causeway.works set open = false, owner = '' where starts_with(id, $1)"
               " and 1 = (select count(*) from causeway.works where starts_with(id, $1))"
               " returning id",
};

// A worker may think for hours; one whose machine is gone is noticed within a minute.
static const char patient[] = "set idle_in_transaction_session_timeout = 0;"
                              "set tcp_keepalives_idle = 30;"
                              "set tcp_keepalives_interval = 10;"
                              "set tcp_keepalives_count = 3";

static bool run(struct pg *pg, enum statement which, const struct value *values, struct text *why)
{
    PGresult *result = pg_run(pg, which, values, why);
    PQclear(result);
    return result;
}

// Who gives work.

struct giver {
    struct queue queue;
    struct pg pg;
    char name[NAME], owner[NAME];
    unsigned told;    // how many of the workers' complaints
    int64_t heard;    // when the last answer came, or silence was told
    bool silent;      // it has been told
    PGresult *answer; // the last one
    bool given;       // it is still there
    unsigned n;
};

static struct giver *giver_of(struct queue *queue)
{
    return (struct giver *)queue;
}

// The same name for the same work.
static void name_work(struct giver *giver, const struct queue_work *work)
{
    unsigned char hash[crypto_hash_sha256_BYTES], random[16];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)work->kind, strlen(work->kind) + 1);
    crypto_hash_sha256_update(&state, (const unsigned char *)work->plan, strlen(work->plan));
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(giver->name, NAME, hash, sizeof hash);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(giver->owner, NAME, random, sizeof random);
}

static bool put_work(struct giver *giver, const struct queue_work *work, struct text *why)
{
    return run(&giver->pg, PUT_WORK,
               VALUES(value_text(giver->name), value_text(work->kind), value_text(work->plan),
                      value_text(giver->owner)),
               why) &&
           (!work->anew || run(&giver->pg, FORGET_ANSWERS, VALUES(value_text(giver->name)), why));
}

static bool put_chunk(struct giver *giver, const struct queue_task *tasks, unsigned count,
                      struct text *why)
{
    struct pg_array numbers = { 0 }, texts = { 0 };
    pg_array_begin(&numbers, PG_INTEGER, count);
    pg_array_begin(&texts, PG_TEXT, count);
    for (unsigned i = 0; i < count; i++) {
        pg_array_add_integer(&numbers, (int32_t)tasks[i].n);
        pg_array_add_text(&texts, tasks[i].text);
    }
    bool good = !numbers.failed && !texts.failed;
    if (!good)
        text_add(why, "There is no memory left to give work to others.");
    good =
        good &&
        run(&giver->pg, PUT_TASKS,
            VALUES(value_text(giver->name), pg_array_value(&numbers), pg_array_value(&texts)), why);
    pg_array_free(&numbers);
    pg_array_free(&texts);
    return good;
}

static bool put_once(struct giver *giver, const struct queue_work *work,
                     const struct queue_task *tasks, unsigned count, struct text *why)
{
    bool good = put_work(giver, work, why);
    for (unsigned done = 0; done < count && good; done += CHUNK)
        good = put_chunk(giver, tasks + done, count - done < CHUNK ? count - done : CHUNK, why);
    return good;
}

static bool forget_last(struct giver *giver)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    PQclear(giver->answer);
    giver->answer = NULL;
    if (giver->given &&
        run(&giver->pg, FORGET, VALUES(value_text(giver->name), value_number(giver->n)), &ignored))
        giver->given = false;
    return !giver->given;
}

// Again, where the last worker of the same work has just cleared it away.
static bool put(struct queue *queue, const struct queue_work *work, const struct queue_task *tasks,
                unsigned count, struct text *why)
{
    struct giver *giver = giver_of(queue);
    struct text fault = TEXT_OF(TEXT_MAX);
    bool good = false;
    forget_last(giver); // else it would take a task of the new work along
    name_work(giver, work);
    giver->told = 0;
    giver->heard = now_monotonic();
    giver->silent = false;
    for (unsigned tries = 0; tries < TRIES && !good; tries++) {
        text_clear(&fault);
        good = put_once(giver, work, tasks, count, &fault);
        if (!good && !pg_was_in_the_way(&giver->pg) && !pg_has_no_home(&giver->pg))
            break;
    }
    if (!good)
        text_put(why, fault.at);
    return good;
}

// Says once that there are no workers, and again only after there was one.
static bool is_silent(struct giver *giver, struct text *why)
{
    enum { SILENCE = 30000 }; // milliseconds
    struct text ignored = TEXT_OF(TEXT_MAX);
    if (giver->silent || now_monotonic() - giver->heard < SILENCE)
        return false;
    giver->heard = now_monotonic();
    PGresult *free = pg_run(&giver->pg, IDLE, VALUES(value_text(giver->name)), &ignored);
    giver->silent = free && PQntuples(free) > 0;
    PQclear(free);
    if (giver->silent)
        text_add(why,
                 "No worker has taken anything for 30 s: 'causeway work URL' takes part, if it "
                 "is the same build (" CAUSEWAY_BUILD ").");
    return giver->silent;
}

static enum queue_news wait_a_little(void)
{
    poll(NULL, 0, TENTH);
    return QUEUE_NOTHING;
}

// The database may go away and come back.
static enum queue_news next(struct queue *queue, struct queue_answer *answer, struct text *why)
{
    struct giver *giver = giver_of(queue);
    struct text fault = TEXT_OF(TEXT_MAX);
    if (!forget_last(giver))
        return wait_a_little();
    PGresult *result = giver->answer = pg_run(
        &giver->pg, NEXT,
        VALUES(value_text(giver->name), value_text(giver->owner), value_number(giver->told + 1)),
        &fault);
    if (!result && pg_may_return(&giver->pg))
        return wait_a_little();
    if (!result || PQntuples(result) == 0) {
        text_put(why, result ? "This work was cancelled, or another program has taken it over."
                             : fault.at);
        return QUEUE_FAILED;
    }
    if (!PQgetisnull(result, 0, 1 + QUEUE_PARTS)) {
        giver->told++;
        text_put(why, PQgetvalue(result, 0, 1 + QUEUE_PARTS));
        return QUEUE_TOLD;
    }
    if (PQgetisnull(result, 0, 0))
        return is_silent(giver, why) ? QUEUE_TOLD : wait_a_little();
    giver->heard = now_monotonic();
    giver->silent = false;
    answer->n = giver->n = (unsigned)pg_number(result, 0, 0);
    for (int i = 0; i < QUEUE_PARTS; i++)
        answer->part[i] = PQgetvalue(result, 0, 1 + i);
    giver->given = true;
    return QUEUE_ANSWER;
}

static void end(struct queue *queue)
{
    struct giver *giver = giver_of(queue);
    struct text ignored = TEXT_OF(TEXT_MAX);
    const struct value *name = VALUES(value_text(giver->name));
    forget_last(giver);
    PGresult *closed = pg_run(&giver->pg, CLOSE,
                              VALUES(value_text(giver->name), value_text(giver->owner)), &ignored);
    if (closed && pg_changed(closed) > 0 && run(&giver->pg, CLEAR, name, &ignored))
        run(&giver->pg, REMOVE, name, &ignored);
    PQclear(closed);
}

struct queue *pg_queue_new(const char *url, struct text *why)
{
    struct giver *giver = mem_for("work for others", sizeof *giver, why);
    if (!giver)
        return NULL;
    giver->queue = (struct queue){ .put = put, .next = next, .end = end };
    if (schema_open(&giver->pg, url, sql, NULL, why))
        return &giver->queue;
    pg_queue_free(&giver->queue);
    return NULL;
}

void pg_queue_free(struct queue *queue)
{
    struct giver *giver = giver_of(queue);
    PQclear(giver->answer);
    pg_close(&giver->pg);
    mem_free(giver);
}

// Who does it.

bool pg_worker_open(struct pg_worker *worker, const char *url, struct text *why)
{
    *worker = (struct pg_worker){ 0 };
    return schema_open(&worker->pg, url, sql, patient, why);
}

void pg_worker_close(struct pg_worker *worker)
{
    PQclear(worker->task);
    pg_close(&worker->pg);
}

static PGresult *take(struct pg_worker *worker, struct text *why)
{
    struct pg_array refused = { 0 };
    unsigned count = worker->refusals < PG_REFUSED ? worker->refusals : PG_REFUSED;
    pg_array_begin(&refused, PG_TEXT, count);
    for (unsigned i = 0; i < count; i++)
        pg_array_add_text(&refused, worker->refused[i]);
    PGresult *task = NULL;
    if (!refused.failed)
        task = pg_run(&worker->pg, TAKE, VALUES(pg_array_value(&refused)), why);
    pg_array_free(&refused);
    return task;
}

bool pg_worker_refuse(struct pg_worker *worker, const struct pg_task *task, const char *words,
                      struct text *why)
{
    snprintf(worker->refused[worker->refusals++ % PG_REFUSED], sizeof *worker->refused, "%s",
             task->work);
    return pg_command(&worker->pg, "rollback", why) &&
           run(&worker->pg, COMPLAIN, VALUES(value_text(task->work), value_text(words)), why);
}

bool pg_worker_take(struct pg_worker *worker, struct pg_task *task, struct text *why)
{
    PQclear(worker->task);
    worker->task = NULL;
    if (!pg_reach(&worker->pg, why) || !pg_command(&worker->pg, "begin", why))
        return false;
    worker->task = take(worker, why);
    if (!worker->task || PQntuples(worker->task) == 0) {
        if (worker->pg.connection)
            pg_command(&worker->pg, "rollback", why);
        return false;
    }
    *task = (struct pg_task){
        .work = PQgetvalue(worker->task, 0, 0),
        .kind = PQgetvalue(worker->task, 0, 1),
        .plan = PQgetvalue(worker->task, 0, 2),
        .text = PQgetvalue(worker->task, 0, 3),
        .n = (unsigned)pg_number(worker->task, 0, 4),
    };
    return true;
}

static bool give(struct pg_worker *worker, const struct pg_task *task,
                 const char *const part[QUEUE_PARTS], struct text *why)
{
    struct pg_array parts = { 0 };
    pg_array_begin(&parts, PG_TEXT, QUEUE_PARTS);
    for (unsigned i = 0; i < QUEUE_PARTS; i++)
        pg_array_add_text(&parts, part[i]);
    bool good = !parts.failed;
    if (!good)
        text_add(why, "There is no memory left to give an answer.");
    good = good &&
           run(&worker->pg, GIVE,
               VALUES(value_text(task->work), value_number(task->n), pg_array_value(&parts)), why);
    pg_array_free(&parts);
    return good;
}

// If the work was closed meanwhile nobody waits for it any more.
static void leave(struct pg_worker *worker, const struct pg_task *task)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    PGresult *left =
        pg_run(&worker->pg, LEAVE, VALUES(value_text(task->work), value_number(task->n)), &ignored);
    if (left && pg_changed(left) > 0)
        run(&worker->pg, REMOVE, VALUES(value_text(task->work)), &ignored);
    PQclear(left);
}

bool pg_worker_give(struct pg_worker *worker, const struct pg_task *task,
                    const char *const part[QUEUE_PARTS], struct text *why)
{
    if (!give(worker, task, part, why) || !pg_command(&worker->pg, "commit", why)) {
        pg_drop(&worker->pg); // and with it the transaction
        return false;
    }
    leave(worker, task);
    return true;
}

bool pg_worker_list(struct pg_worker *worker, pg_work_each *each, void *context, struct text *why)
{
    PGresult *found = pg_run(&worker->pg, LIST, VALUES_NONE, why);
    for (int i = 0; found && i < PQntuples(found); i++) {
        struct pg_work work = {
            .id = PQgetvalue(found, i, 0),
            .kind = PQgetvalue(found, i, 1),
            .version = PQgetvalue(found, i, 2),
            .open = *PQgetvalue(found, i, 3) == 't',
            .waiting = (unsigned)pg_number(found, i, 4),
            .answered = (unsigned)pg_number(found, i, 5),
            .plan = PQgetvalue(found, i, 6),
        };
        each(context, &work);
    }
    PQclear(found);
    return found;
}

bool pg_worker_cancel(struct pg_worker *worker, const char *beginning, struct text *why)
{
    PGresult *found = pg_run(&worker->pg, CANCEL, VALUES(value_text(beginning)), why);
    bool one = found && PQntuples(found) == 1;
    if (found && !one)
        text_add(why, "There is no work whose id begins with '%.64s', or more than one.",
                 beginning);
    const struct value *name = one ? VALUES(value_text(PQgetvalue(found, 0, 0))) : NULL;
    bool good = one && run(&worker->pg, CLEAR, name, why) && run(&worker->pg, REMOVE, name, why);
    PQclear(found);
    return good;
}
