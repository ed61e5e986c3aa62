// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/engines.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/vector.h"
#include "drive/process.h"
#include "fronts/engine.h"
#include "table/json.h"

enum {
    ADVICE_SECONDS = 31,   // that a hint or a review may take
    ADVICE_WAITING = 64,   // of all addresses together
    ANSWER_MOST = 1 << 18, // bytes of one
};

// What is asked for.
struct job {
    STAILQ_ENTRY(job) next;
    char id[COMMIT_ID], level[LOG_PLAYER];
    unsigned char by[BUCKET_KEY];
    uint8_t seat;
    uint32_t n;
    const struct game *game;
    bool tried; // an engine has ended over it already
    enum engines_what what;
    engines_done *done; // of a decision,
    engines_told *told; // or of the rest
    void *context;
    size_t length;
    char said[]; // hello, state and turn, or what is asked for
};

struct worker {
    struct engines *engines;
    struct process *process;
    struct event *readable, *late;
    char level[LOG_PLAYER], id[COMMIT_ID];
    struct job *job;
    char *answer; // as much of a text as has come
    size_t answer_length, answer_room;
};

struct engines {
    struct serve *serve;
    char program[PATH_MAX];
    STAILQ_HEAD(job_queue, job) jobs; // that nobody is at
    unsigned advice;                  // hints and reviews among them and under way
    unsigned count;
    struct worker worker[];
};

static void hear(evutil_socket_t from, short what, void *context);
static void give_up(evutil_socket_t from, short what, void *context);

struct engines *engines_new(struct serve *serve, struct text *why)
{
    unsigned count = serve->config.engines;
    size_t size = sizeof(struct engines) + count * sizeof(struct worker);
    struct engines *engines = mem_new(size);
    const char *own = serve->engine ? serve->engine : "/proc/self/exe";
    ssize_t length = engines ? readlink(own, engines->program, PATH_MAX - 1) : -1;
    if (length < 0 || memchr(engines->program, '\'', (size_t)length)) {
        text_add(why, "Cannot find this program's own path (/proc/self/exe).");
        mem_free(engines);
        return NULL;
    }
    memset((char *)engines + offsetof(struct engines, jobs), 0,
           size - offsetof(struct engines, jobs));
    engines->program[length] = '\0';
    engines->serve = serve;
    engines->count = count;
    STAILQ_INIT(&engines->jobs);
    for (unsigned i = 0; i < count; i++)
        engines->worker[i].engines = engines;
    return engines;
}

static void stop(struct worker *worker)
{
    if (!worker->process)
        return;
    loop_event_free(worker->readable);
    loop_event_free(worker->late);
    process_stop(worker->process, 0);
    worker->process = NULL;
}

// Tells the client that asked for a text, or that there is none.
static void put_away(struct engines *engines, struct job *job, const char *text, size_t length)
{
    if (job && job->what != ENGINES_DECIDE) {
        engines->advice--;
        job->told(job->context, text, length);
    }
    mem_free(job);
}

void engines_free(struct engines *engines)
{
    if (!engines)
        return;
    for (unsigned i = 0; i < engines->count; i++) {
        stop(&engines->worker[i]);
        put_away(engines, engines->worker[i].job, NULL, 0);
        mem_free(engines->worker[i].answer);
    }
    for (struct job *job; (job = STAILQ_FIRST(&engines->jobs));) {
        STAILQ_REMOVE_HEAD(&engines->jobs, next);
        put_away(engines, job, NULL, 0);
    }
    mem_free(engines);
}

static bool start(struct worker *worker, const char *level)
{
    struct text why = TEXT_OF(TEXT_MAX), command = TEXT_OF(PATH_MAX + 64);
    struct loop *loop = &worker->engines->serve->loop;
    // Not so important as the server itself, which others wait for.
    text_add(&command, "exec nice -n 5 '%s' engine %s", worker->engines->program, level);
    worker->process = process_start(&(struct process_setup){ .command = command.at }, &why);
    if (!worker->process) {
        notes_write(&(struct notes_line){ .what = "engine", .words = why.at });
        return false;
    }
    snprintf(worker->level, sizeof worker->level, "%s", level);
    worker->readable =
        loop_event(loop, process_descriptor(worker->process), EV_READ | EV_PERSIST, hear, worker);
    worker->late = loop_event(loop, -1, 0, give_up, worker);
    event_add(worker->readable, NULL);
    return true;
}

static void work(struct engines *engines);

// The worker is free; its job is the caller's.
static struct job *take_job(struct worker *worker)
{
    struct job *job = worker->job;
    worker->job = NULL;
    if (worker->process)
        event_del(worker->late);
    worker->engines->serve->counts.jobs -= job->what != ENGINES_DECIDE;
    return job;
}

static void finish(struct worker *worker, const struct act *act)
{
    struct engines *engines = worker->engines;
    struct job *job = take_job(worker);
    engines->serve->counts.decided++;
    job->done(job->context, job->id, act);
    mem_free(job);
    work(engines);
}

static void finish_text(struct worker *worker, bool good)
{
    struct engines *engines = worker->engines;
    struct job *job = take_job(worker);
    char *text = worker->answer;
    worker->answer = NULL;
    worker->answer_room = 0;
    put_away(engines, job, good ? text : NULL, worker->answer_length);
    mem_free(text);
    work(engines);
}

static void fail(struct worker *worker, enum log_cause cause)
{
    struct job *job = worker->job;
    stop(worker);
    if (!job)
        return;
    if (!job->tried) { // a new one may do better
        job->tried = true;
        take_job(worker);
        STAILQ_INSERT_HEAD(&worker->engines->jobs, job, next);
        work(worker->engines);
        return;
    }
    if (job->what != ENGINES_DECIDE) {
        finish_text(worker, false);
        return;
    }
    struct act act = { .kind = ACT_FORFEIT, .seat = job->seat, .n = job->n };
    act.cause = (uint8_t)cause;
    finish(worker, &act);
}

static void give_up(evutil_socket_t from, short what, void *context)
{
    struct worker *worker = context;
    (void)from, (void)what;
    worker->job->tried = true;
    fail(worker, LOG_SILENT);
}

static bool add_text(struct worker *worker, const char *bytes, size_t length)
{
    size_t needed = worker->answer_length + length + 1;
    if (needed > ANSWER_MOST || !vector_grow(&worker->answer, &worker->answer_room, needed, 1))
        return false;
    memcpy(worker->answer + worker->answer_length, bytes, length);
    worker->answer_length += length;
    worker->answer[worker->answer_length] = '\0';
    return true;
}

// See fronts/engine.h.
static void take_text(struct worker *worker, const char *line, size_t length)
{
    bool good = true;
    if (*line == '+' || *line == '/')
        good =
            add_text(worker, line + 1, length - 1) && (*line == '+' || add_text(worker, "\n", 1));
    else if (*line == '.')
        finish_text(worker, worker->answer_length > 0);
    else
        good = *line == '{'; // its hello
    if (!good)
        fail(worker, LOG_MALFORMED);
}

// Anything but a move, such as its hello, is passed over.
static void take_line(struct worker *worker, const char *line, size_t length)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct act act;
    if (worker->job && worker->job->what != ENGINES_DECIDE)
        take_text(worker, line, length);
    else if (!worker->job || !json_read_act(worker->job->game, line, length, &act, &why)) {
        fail(worker, LOG_MALFORMED);
    } else if (act.kind == ACT_MOVE || act.kind == ACT_RESIGN) {
        act.seat = worker->job->seat;
        act.n = worker->job->n;
        act.sure = true;
        finish(worker, &act);
    }
}

// What has come is read once, and may be several lines.
static void hear(evutil_socket_t from, short what, void *context)
{
    struct worker *worker = context;
    struct process *process = worker->process;
    char line[JSON_ACT_LINE];
    size_t length;
    int64_t deadline = now_monotonic() + 1;
    (void)from, (void)what;
    while (worker->process == process) {
        enum process_result result = process_read(process, line, sizeof line, &length, deadline);
        if (result == PROCESS_LATE) // not yet a whole line
            return;
        if (result == PROCESS_FINE)
            take_line(worker, line, length);
        else
            fail(worker, LOG_GONE);
        deadline = 0;
    }
}

// A weaker player has opinions that are its own: another table gets another player. The
// perfect one has none, but remembers what it found out about rules.
static bool is_fit(const struct worker *worker, const struct job *job)
{
    return worker->process && strcmp(worker->level, job->level) == 0 &&
           (strcmp(job->level, "perfect") == 0 || strcmp(worker->id, job->id) == 0);
}

static struct worker *find_worker(struct engines *engines, const struct job *job)
{
    struct worker *idle = NULL;
    for (unsigned i = 0; i < engines->count; i++) {
        struct worker *worker = &engines->worker[i];
        if (worker->job)
            continue;
        if (is_fit(worker, job))
            return worker;
        if (!idle || (idle->process && !worker->process))
            idle = worker;
    }
    return idle;
}

static void give(struct worker *worker, struct job *job)
{
    struct serve *serve = worker->engines->serve;
    bool decides = job->what == ENGINES_DECIDE;
    unsigned seconds = decides ? serve->config.engine_seconds : ADVICE_SECONDS;
    char line[1];
    size_t length;
    worker->job = job;
    worker->answer_length = 0;
    serve->counts.jobs += !decides;
    if (!is_fit(worker, job))
        stop(worker);
    snprintf(worker->id, sizeof worker->id, "%s", job->id);
    if (!worker->process && !start(worker, job->level)) {
        job->tried = true;
        fail(worker, LOG_GONE);
        return;
    }
    if (seconds)
        loop_start(worker->late, (int64_t)seconds * 1000);
    process_write(worker->process, job->said, job->length);
    process_read(worker->process, line, sizeof line, &length, 0); // which sends it
}

static unsigned count_of(const struct engines *engines, const unsigned char by[BUCKET_KEY])
{
    unsigned count = 0;
    for (unsigned i = 0; i < engines->count; i++) {
        const struct job *job = engines->worker[i].job;
        count += job && memcmp(job->by, by, BUCKET_KEY) == 0;
    }
    return count;
}

// Whose address has the fewest workers, and of those who came first. One worker is left for
// others, whatever one address asks for.
static struct job *choose(const struct engines *engines)
{
    struct job *job, *chosen = NULL;
    unsigned fewest = engines->count - 1;
    STAILQ_FOREACH(job, &engines->jobs, next)
    {
        unsigned count = count_of(engines, job->by);
        if (count < fewest) {
            chosen = job;
            fewest = count;
        }
        if (fewest == 0)
            break;
    }
    return chosen;
}

static void work(struct engines *engines)
{
    struct worker *worker;
    struct job *job;
    while ((job = choose(engines)) && (worker = find_worker(engines, job))) {
        STAILQ_REMOVE(&engines->jobs, job, job, next);
        give(worker, job);
    }
}

static void write_said(enum engines_what what, const struct stage *stage, const struct game *game,
                       struct text *out)
{
    json_write_hello(stage, game, out);
    text_put(out, "\n");
    json_write_state(stage, game, out);
    text_put(out, "\n");
    if (what == ENGINES_DECIDE)
        json_write_turn(stage, game, out);
    else
        text_put(out, what == ENGINES_ADVISE ? ENGINE_ADVISE : ENGINE_REVIEW);
    text_put(out, "\n");
}

static struct job *make_job(enum engines_what what, const struct stage *stage,
                            const struct game *game, const unsigned char by[BUCKET_KEY])
{
    static char said[3 * JSON_LINE];
    struct text out = text_in(said, sizeof said);
    write_said(what, stage, game, &out);
    struct job *job = mem_new(sizeof *job + out.length);
    if (!job)
        return NULL;
    *job = (struct job){
        .seat = stage->viewer, .n = stage->n + 1, .game = game, .what = what, .length = out.length
    };
    snprintf(job->id, sizeof job->id, "%s", stage->id);
    snprintf(job->level, sizeof job->level, "%s",
             what == ENGINES_DECIDE ? stage->player[stage->viewer] : "perfect");
    memcpy(job->by, by, BUCKET_KEY);
    memcpy(job->said, out.at, out.length);
    return job;
}

static void begin(struct engines *engines, struct job *job)
{
    STAILQ_INSERT_TAIL(&engines->jobs, job, next);
    work(engines);
}

bool engines_ask(struct engines *engines, const struct stage *stage, const struct game *game,
                 const unsigned char by[BUCKET_KEY], engines_done *done, void *context)
{
    struct job *job = make_job(ENGINES_DECIDE, stage, game, by);
    if (!job)
        return false;
    job->done = done;
    job->context = context;
    begin(engines, job);
    return true;
}

// An address has no more hints and reviews under way and waiting than it may have processes.
static bool may_advise(const struct engines *engines, const unsigned char by[BUCKET_KEY])
{
    const struct job *job;
    unsigned own = 0;
    STAILQ_FOREACH(job, &engines->jobs, next)
    own += job->what != ENGINES_DECIDE && memcmp(job->by, by, BUCKET_KEY) == 0;
    for (unsigned i = 0; i < engines->count; i++) {
        job = engines->worker[i].job;
        own += job && job->what != ENGINES_DECIDE && memcmp(job->by, by, BUCKET_KEY) == 0;
    }
    return own < engines->count - 1 && engines->advice < ADVICE_WAITING;
}

bool engines_ask_for(struct engines *engines, enum engines_what what, const struct stage *stage,
                     const struct game *game, const unsigned char by[BUCKET_KEY],
                     engines_told *told, void *context)
{
    struct job *job = may_advise(engines, by) ? make_job(what, stage, game, by) : NULL;
    if (!job)
        return false;
    job->told = told;
    job->context = context;
    engines->advice++;
    begin(engines, job);
    return true;
}
