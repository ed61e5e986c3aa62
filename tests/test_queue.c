// SPDX-License-Identifier: GPL-3.0-or-later
// Work that others do, by way of PostgreSQL: each task is done once, whoever ends in the
// middle. Runs within `cluster run`.
#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "cluster_help.h"
#include "core/memory.h"
#include "postgres/pg_queue.h"
#include "support.h"

static const char *url;

static long count(const char *table)
{
    char sql[64];
    snprintf(sql, sizeof sql, "select count(*) from causeway.%s", table);
    return cluster_ask(sql);
}

static struct queue *opened(void)
{
    struct text why = support_text();
    struct queue *queue = pg_queue_new(url, &why);
    if (!queue)
        fail_msg("%s", why.at);
    return queue;
}

static struct pg_worker *hired(void)
{
    struct text why = support_text();
    struct pg_worker *worker = calloc(1, sizeof *worker);
    if (!pg_worker_open(worker, url, &why))
        fail_msg("%s", why.at);
    return worker;
}

static void dismiss(struct pg_worker *worker)
{
    pg_worker_close(worker);
    free(worker);
}

static int fresh(void **state)
{
    *state = opened();
    cluster_execute("truncate causeway.works, causeway.tasks");
    return 0;
}

static int done(void **state)
{
    pg_queue_free(*state);
    return 0;
}

static const struct queue_task tasks[] = { { 3, "three" }, { 5, "five" }, { 8, "" } };
static const struct queue_work work = { .kind = "test", .plan = "a plan" };

static void put(struct queue *queue, const struct queue_work *what)
{
    struct text why = support_text();
    if (!queue->put(queue, what, tasks, 3, &why))
        fail_msg("%s", why.at);
}

static struct pg_task taken(struct pg_worker *worker, unsigned n)
{
    struct text why = support_text();
    struct pg_task task;
    if (!pg_worker_take(worker, &task, &why))
        fail_msg("%s", why.length ? why.at : "there is no task");
    assert_int_equal(task.n, n);
    return task;
}

static bool is_idle(struct pg_worker *worker)
{
    struct text why = support_text();
    struct pg_task task;
    bool idle = !pg_worker_take(worker, &task, &why);
    assert_int_equal(why.length, 0);
    return idle;
}

static void give(struct pg_worker *worker, const struct pg_task *task, const char *first)
{
    struct text why = support_text();
    const char *const part[QUEUE_PARTS] = { first, "", "{}" };
    if (!pg_worker_give(worker, task, part, &why))
        fail_msg("%s", why.at);
}

static unsigned answered(struct queue *queue, const char *first)
{
    struct text why = support_text();
    struct queue_answer answer;
    assert_int_equal(queue->next(queue, &answer, &why), QUEUE_ANSWER);
    assert_string_equal(answer.part[0], first);
    assert_string_equal(answer.part[1], "");
    assert_string_equal(answer.part[2], "{}");
    return answer.n;
}

static enum queue_news news(struct queue *queue)
{
    struct text why = support_text();
    struct queue_answer answer;
    enum queue_news next = queue->next(queue, &answer, &why);
    assert_int_equal(next == QUEUE_FAILED, why.length > 0);
    return next;
}

static void every_task_is_done_once_and_nothing_is_left(void **state)
{
    struct queue *queue = *state;
    struct pg_worker *one = hired(), *two = hired();
    assert_true(is_idle(one));
    put(queue, &work);
    put(queue, &work); // again: the same work
    struct pg_task first = taken(one, 3), second = taken(two, 5);
    assert_string_equal(first.kind, "test");
    assert_string_equal(first.plan, "a plan");
    assert_string_equal(first.text, "three");
    assert_int_equal(news(queue), QUEUE_NOTHING);
    give(two, &second, "done five");
    assert_int_equal(answered(queue, "done five"), 5);
    give(one, &first, "done three");
    first = taken(one, 8);
    assert_true(is_idle(two));
    give(one, &first, "done eight");
    assert_int_equal(answered(queue, "done three"), 3);
    assert_int_equal(answered(queue, "done eight"), 8);
    assert_int_equal(news(queue), QUEUE_NOTHING);
    queue->end(queue);
    assert_int_equal(count("tasks"), 0);
    assert_int_equal(count("works"), 0);
    dismiss(one);
    dismiss(two);
}

// A worker that ends leaves its task to the next one.
static void what_a_worker_leaves_another_takes(void **state)
{
    struct queue *queue = *state;
    put(queue, &work);
    struct pg_worker *one = hired(), *two = hired();
    unsigned sum = 0;
    taken(one, 3);
    dismiss(one); // which the database notices soon
    for (unsigned tries = 0; tries < 600 && sum < 3 + 5 + 8; tries++) {
        struct text why = support_text();
        struct pg_task task;
        struct queue_answer answer;
        if (pg_worker_take(two, &task, &why))
            give(two, &task, "done");
        if (queue->next(queue, &answer, &why) == QUEUE_ANSWER)
            sum += answer.n;
    }
    assert_int_equal(sum, 3 + 5 + 8);
    dismiss(two);
}

static void whoever_gives_the_same_work_again_takes_it_over(void **state)
{
    struct queue *first = *state, *second = opened();
    struct pg_worker *worker = hired();
    put(first, &work);
    struct pg_task task = taken(worker, 3);
    give(worker, &task, "done");
    put(second, &work);
    assert_int_equal(news(first), QUEUE_FAILED);
    assert_int_equal(answered(second, "done"), 3); // what was done is not done again
    first->end(first);
    assert_int_equal(count("works"), 1); // which is no longer the first one's
    task = taken(worker, 5);
    give(worker, &task, "done");
    struct queue_work anew = work;
    anew.anew = true;
    put(second, &anew);
    assert_int_equal(news(second), QUEUE_NOTHING);
    task = taken(worker, 3);
    give(worker, &task, "done anew");
    assert_int_equal(answered(second, "done anew"), 3);
    pg_queue_free(second);
    dismiss(worker);
}

// What is under way when the work ends is left to whoever does it.
static void the_last_worker_clears_up(void **state)
{
    struct queue *queue = *state;
    struct pg_worker *worker = hired();
    put(queue, &work);
    struct pg_task task = taken(worker, 3);
    queue->end(queue);
    assert_int_equal(count("works"), 1);
    give(worker, &task, "too late");
    assert_int_equal(count("tasks"), 0);
    assert_int_equal(count("works"), 0);
    assert_true(is_idle(worker));
    dismiss(worker);
}

static void there_may_be_many_tasks(void **state)
{
    enum { MANY = 5001 }; // more than go at once
    struct queue *queue = *state;
    struct text why = support_text();
    struct queue_task *many = calloc(MANY, sizeof *many);
    for (unsigned i = 0; i < MANY; i++)
        many[i] = (struct queue_task){ .n = i, .text = "one of many" };
    assert_true(queue->put(queue, &work, many, MANY, &why));
    assert_int_equal(count("tasks"), MANY);
    free(many);
}

// The database goes away and comes back: who gives waits, who works begins anew.
static void a_lost_database_is_waited_for(void **state)
{
    struct queue *queue = *state;
    struct pg_worker *worker = hired();
    struct text why = support_text();
    static const char *const part[QUEUE_PARTS] = { "", "", "" };
    put(queue, &work);
    struct pg_task task = taken(worker, 3);
    give(worker, &task, "done");
    assert_int_equal(answered(queue, "done"), 3);
    task = taken(worker, 5);
    cluster_tell("crash");
    assert_false(pg_worker_give(worker, &task, part, &why));
    assert_non_null(strstr(why.at, "PostgreSQL"));
    text_clear(&why);
    assert_false(pg_worker_take(worker, &task, &why));
    assert_true(why.length > 0);
    assert_int_equal(news(queue), QUEUE_NOTHING); // the last answer is not forgotten yet
    assert_int_equal(news(queue), QUEUE_NOTHING);
    queue->end(queue); // for nobody
    cluster_tell("start");
    bool again = false;
    for (unsigned tries = 0; tries < 600 && !again; tries++) {
        text_clear(&why);
        again = pg_worker_take(worker, &task, &why);
        if (!again)
            assert_int_equal(news(queue), QUEUE_NOTHING); // a tenth of a second
    }
    assert_true(again);
    assert_int_equal(task.n, 5);
    give(worker, &task, "done at last");
    enum queue_news next = QUEUE_NOTHING;
    struct queue_answer answer;
    for (unsigned tries = 0; tries < 600 && next == QUEUE_NOTHING; tries++)
        next = queue->next(queue, &answer, &why);
    assert_int_equal(next, QUEUE_ANSWER);
    assert_int_equal(answer.n, 5);
    dismiss(worker);
}

static void tables_that_are_gone_are_told(void **state)
{
    struct queue *queue = *state;
    struct pg_worker *worker = hired();
    static const char *const part[QUEUE_PARTS] = { "", "", "" };
    struct text why = support_text();
    put(queue, &work);
    struct pg_task task = taken(worker, 3);
    give(worker, &task, "done");
    cluster_execute("set client_min_messages = warning; drop schema causeway cascade");
    assert_int_equal(news(queue), QUEUE_FAILED);
    assert_false(queue->put(queue, &work, tasks, 3, &why));
    assert_non_null(strstr(why.at, "PostgreSQL"));
    text_clear(&why);
    assert_false(pg_worker_take(worker, &task, &why));
    assert_true(why.length > 0);
    text_clear(&why);
    task = (struct pg_task){ .work = "of nobody", .n = 3 };
    assert_false(pg_worker_give(worker, &task, part, &why));
    assert_true(why.length > 0);
    queue->end(queue); // says nothing
    dismiss(worker);
}

// A schema that cannot be made, since something else has a name of ours.
static void a_step_that_fails_changes_nothing(void **state)
{
    (void)state;
    struct text why = support_text();
    cluster_execute("set client_min_messages = warning; drop schema if exists causeway cascade;"
                    "create schema causeway; create table causeway.tasks (x integer)");
    assert_null(pg_queue_new(url, &why));
    assert_non_null(strstr(why.at, "already exists"));
    assert_int_equal(count("tasks"), 0);
    cluster_execute("set client_min_messages = warning; drop schema causeway cascade");
    pg_queue_free(opened());
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_nothing_is_given(void **state)
{
    (void)state;
    struct queue *queue = NULL;
    struct text why = support_text();
    for (long allocations = 0; !queue; allocations++) {
        text_clear(&why);
        mem_fail_after(allocations);
        queue = pg_queue_new(url, &why);
        mem_fail_after(-1);
        assert_int_equal(queue == NULL, why.length > 0);
    }
    bool good = false;
    for (long allocations = 0; !good; allocations++) {
        text_clear(&why);
        mem_fail_after(allocations);
        good = queue->put(queue, &work, tasks, 3, &why);
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
    }
    struct pg_worker *worker = hired();
    good = false;
    for (long allocations = 0; !good; allocations++) {
        static const char *const part[QUEUE_PARTS] = { "done", "", "{}" };
        struct pg_task task = taken(worker, 3);
        text_clear(&why);
        mem_fail_after(allocations);
        good = pg_worker_give(worker, &task, part, &why);
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
    }
    assert_int_equal(answered(queue, "done"), 3);
    dismiss(worker);
    pg_queue_free(queue);
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup_teardown(test, fresh, done)
    const struct CMUnitTest tests[] = {
        FRESH(every_task_is_done_once_and_nothing_is_left),
        FRESH(what_a_worker_leaves_another_takes),
        FRESH(whoever_gives_the_same_work_again_takes_it_over),
        FRESH(the_last_worker_clears_up),
        FRESH(there_may_be_many_tasks),
        FRESH(short_of_memory_nothing_is_given),
        FRESH(a_lost_database_is_waited_for),
        FRESH(tables_that_are_gone_are_told),
        cmocka_unit_test(a_step_that_fails_changes_nothing),
    };
    url = cluster_url();
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
