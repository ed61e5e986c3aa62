// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/remote.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>
#include <sodium.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/join/answer.h"
#include "fronts/join/joint_client.h"
#include "record/log_text.h"
#include "record/printable.h"

enum {
    WAITING = 32,      // news that were not told yet; of more the oldest are left out
    LOOK = 20,         // milliseconds until a front may look at its keyboard again
    TELL_LOST = 2000,  // after so long without a connection it is said
    PATIENCE = 900000, // and after so long it is over
    FIRST_PAUSE = 250, // before it is tried again; doubled each time, up to
    LONGEST_PAUSE = 8000,
    ANSWER = 1 << 18,
    PATH = 160,
};

struct remote {
    struct http *http;
    struct seat_handle handle;
    const struct game *const *games;
    const struct game *game;
    struct remote_asker asker;
    char table[LINK_TABLE];
    char path[PATH];          // of the seat, or of the table that is watched
    struct stage stage, next; // the last whole one; the one that is being read
    bool begun;               // there is one
    struct news waiting[WAITING], heard;
    unsigned waiting_count;
    uint32_t last;    // the last event that was heard of
    uint32_t awaited; // nobody here is asked anything before this event
    bool away[SEATS];
    struct commitment_log notes;
    struct joint_client draws;
    unsigned foreign; // contributions that were made in our place
    bool listens, told_lost;
    int64_t lost_at, again_at; // 0: the connection is there
    unsigned tries;
    int64_t taken_at; // when the stage came
    int64_t sent_at;  // when the act was sent first that is on its way
    bool given_up;    // the front does not wait for it any longer
    struct text why;  // what cannot be mended
    char why_bytes[TEXT_MAX];
};

// A thousand clients of a server that starts again do not come at once.
static int64_t pause_after(unsigned tries)
{
    int64_t pause = tries < 6 ? FIRST_PAUSE << tries : LONGEST_PAUSE;
    if (pause > LONGEST_PAUSE)
        pause = LONGEST_PAUSE;
    return pause / 2 + (int64_t)randombytes_uniform((uint32_t)pause / 2);
}

static bool is_broken(const struct remote *remote)
{
    return remote->why.length > 0;
}

// What came.

static void put(struct remote *remote, const struct news *news)
{
    if (remote->waiting_count == WAITING) {
        remote->waiting_count--;
        memmove(&remote->waiting[0], &remote->waiting[1],
                remote->waiting_count * sizeof remote->waiting[0]);
    }
    remote->waiting[remote->waiting_count++] = *news;
}

// Of the connection itself.
static void put_away(struct remote *remote, bool back)
{
    unsigned viewer = remote->stage.viewer;
    put(remote, &(struct news){ .kind = NEWS_AWAY,
                                .viewer = (uint8_t)viewer,
                                .seat = (uint8_t)viewer,
                                .n = remote->last,
                                .allowed = back });
}

static void take_event(struct remote *remote)
{
    const struct news *news = &remote->heard;
    if (news->n <= remote->last)
        return; // it was heard before the connection was lost
    if (news->n != remote->last + 1) {
        text_add(&remote->why, "The server has left out what happened between events %u and %u.",
                 (unsigned)remote->last, (unsigned)news->n);
        return;
    }
    remote->last = news->n;
    joint_client_hear(&remote->draws, &news->event);
    if (news->event.kind == LOG_COMMIT && news->event.seat == remote->next.viewer &&
        !joint_client_is_own(&remote->notes, remote->game, &news->event))
        remote->foreign++;
    if (news->sealed)
        commitment_log_commitment(&remote->notes, news->n, news->event.seal.commitment,
                                  &remote->why);
    if (remote->begun)
        put(remote, news);
}

// Only what has changed.
static void take_away(struct remote *remote)
{
    const struct news *news = &remote->heard;
    if (!remote->begun || news->seat == remote->stage.viewer ||
        remote->away[news->seat] == !news->allowed)
        return;
    remote->away[news->seat] = !news->allowed;
    put(remote, news);
}

static void take_hello(struct remote *remote)
{
    const struct note *note = &remote->notes.note;
    bool other = memcmp(note->of_header, remote->next.of_header, sizeof note->of_header) != 0;
    if (strcmp(remote->next.id, remote->table) != 0 ||
        (*note->id && (note->seat != remote->next.viewer || (other && remote->last > 0))))
        text_add(&remote->why, "The server speaks of another table, or of another seat.");
    else if (!remote->begun && !*note->id)
        commitment_log_open(&remote->notes, remote->table, &remote->next, &remote->why);
    else
        commitment_log_agree(&remote->notes, &remote->next, &remote->why);
}

static void take_turn(struct remote *remote)
{
    const struct stage *next = &remote->next;
    if (!seat_makes_sense(next)) {
        text_add(&remote->why, "What the server says makes no sense.");
        return;
    }
    if (next->n < remote->last) { // another database, or an old one
        text_add(&remote->why, "The server has forgotten what happened after event %u.",
                 (unsigned)next->n);
        return;
    }
    for (unsigned i = 0; i < next->seal_count && !is_broken(remote); i++)
        commitment_log_commitment(&remote->notes, next->seals[i].n, next->seals[i].seal.commitment,
                                  &remote->why);
    if (!remote->begun)
        remote->last = next->n;
    remote->begun = true;
    remote->stage = *next;
    remote->taken_at = now_monotonic();
}

static void take_message(struct remote *remote, const char *message, size_t length)
{
    struct text fault = TEXT_OF(TEXT_MAX);
    switch (json_read(remote->games, message, length, &remote->game, &remote->next, &remote->heard,
                      &fault)) {
    case JSON_NONE:
        printable_blot(fault.at);
        text_add(&remote->why, "The server said what is not a message. %.300s", fault.at);
        break;
    case JSON_HELLO:
        take_hello(remote);
        break;
    case JSON_STATE:
        break;
    case JSON_TURN:
        take_turn(remote);
        break;
    case JSON_NEWS:
        if (remote->heard.kind == NEWS_EVENT)
            take_event(remote);
        else if (remote->heard.kind == NEWS_AWAY)
            take_away(remote);
        break;
    }
}

// The connection.

static void lose(struct remote *remote)
{
    int64_t time = now_monotonic();
    if (!remote->lost_at)
        remote->lost_at = time;
    remote->listens = false;
    remote->again_at = time + pause_after(remote->tries++);
}

static void recover(struct remote *remote)
{
    if (remote->told_lost)
        put_away(remote, true);
    remote->told_lost = false;
    remote->lost_at = remote->again_at = 0;
    remote->tries = 0;
}

static void listen(struct remote *remote)
{
    char path[PATH + 16];
    snprintf(path, sizeof path, "%s/events", remote->path);
    remote->listens = http_listen(remote->http, path, (long)remote->last, &remote->why);
}

// Reads what is there; after one whole stage there may be something to do.
static void read_messages(struct remote *remote)
{
    const char *message;
    size_t length;
    while (!is_broken(remote) && (message = http_next(remote->http, &length))) {
        uint32_t before = remote->last;
        if (remote->lost_at)
            recover(remote);
        take_message(remote, message, length);
        if (remote->last != before && remote->stage.n >= remote->last)
            break;
    }
}

// Without a connection it is tried again from time to time.
static void wait_without(struct remote *remote, int milliseconds)
{
    int64_t time = now_monotonic(), left = remote->again_at - time;
    if (remote->begun && !remote->told_lost && time - remote->lost_at > TELL_LOST) {
        put_away(remote, false);
        remote->told_lost = true;
    }
    if (time - remote->lost_at > PATIENCE)
        text_add(&remote->why, "There has been no connection to the server for too long.");
    else if (left > 0)
        now_sleep(left < milliseconds ? left : milliseconds);
    else
        listen(remote);
}

static void keep_up(struct remote *remote, int milliseconds)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (is_broken(remote))
        return;
    if (http_has_next(remote->http)) {
        read_messages(remote);
        return;
    }
    if (!remote->listens) {
        wait_without(remote, milliseconds);
        return;
    }
    enum http_result result = http_wait(remote->http, milliseconds, &why);
    read_messages(remote);
    if (result == HTTP_LOST && remote->begun)
        lose(remote);
    else if (result == HTTP_LOST || result == HTTP_WRONG)
        text_add(&remote->why, "%s", why.at);
}

// Acts.

// While an act is on its way the front stays alive.
static bool goes_on(void *context)
{
    struct remote *remote = context;
    const struct seat_handle *handle = &remote->handle;
    if (handle->waits && remote->sent_at && !remote->given_up)
        remote->given_up =
            !handle->waits(handle->waiter, SEAT_SENDS, now_monotonic() - remote->sent_at);
    return !remote->given_up;
}

static void pause_between(struct remote *remote, int64_t milliseconds)
{
    for (int64_t until = now_monotonic() + milliseconds;
         goes_on(remote) && now_monotonic() < until;)
        now_sleep(until - now_monotonic() < LOOK ? until - now_monotonic() : LOOK);
}

// The same act at the same number happens once.
static bool post_until_answered(struct remote *remote, const struct act *act, struct news *reply)
{
    char path[PATH + 16], line[JSON_ACT_LINE];
    struct text body = text_in(line, sizeof line);
    int64_t until = now_monotonic() + PATIENCE;
    snprintf(path, sizeof path, "%s/%s", remote->path, answer_path(act->kind));
    json_write_act(act, remote->game, &body);
    for (unsigned tries = 0;; tries++) {
        struct http_answer answer;
        struct text why = TEXT_OF(TEXT_MAX);
        enum http_result result = http_ask(remote->http, path, line, ANSWER, &answer, &why);
        enum answer_kind kind = result == HTTP_FINE
                                    ? answer_read(&answer, remote->games, remote->game, reply, &why)
                                : result == HTTP_LOST ? ANSWER_LATER
                                                      : ANSWER_WRONG;
        mem_free(answer.body);
        if (kind == ANSWER_NEWS || remote->given_up)
            return kind == ANSWER_NEWS;
        if (kind != ANSWER_LATER || now_monotonic() > until) {
            text_add(&remote->why, "%s", why.length ? why.at : "The server is too busy.");
            return false;
        }
        pause_between(remote,
                      answer.retry_after ? answer.retry_after * INT64_C(1000) : pause_after(tries));
        if (remote->given_up)
            return false;
    }
}

// While it is on its way, keys and signals are the front's.
static bool post(struct remote *remote, const struct act *act, struct news *reply)
{
    remote->sent_at = now_monotonic();
    remote->given_up = false;
    bool answered = post_until_answered(remote, act, reply);
    if (remote->given_up && !answered)
        *reply = news_refusal(remote->stage.viewer, remote->stage.n, NEWS_BUSY,
                              "The server has not answered: it may have come there, or not.");
    answered |= remote->given_up;
    remote->sent_at = 0;
    remote->given_up = false;
    return answered;
}

// Acts that refer to the position that the front shows: without its number they could be applied
// to a newer one.
static bool needs_number(unsigned kind)
{
    return kind == ACT_MOVE || kind == ACT_UNDO || kind == ACT_REDO || kind == ACT_ACCEPT ||
           kind == ACT_DECLINE;
}

static bool remote_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                       struct text *why)
{
    struct remote *remote = seat->context;
    struct act sent = *act;
    sent.seat = remote->stage.viewer;
    if (!sent.n && needs_number(sent.kind))
        sent.n = remote->stage.n + 1;
    if (!sent.seat)
        *reply = news_refusal(0, remote->stage.n, NEWS_FORBIDDEN, "A watcher cannot do that.");
    else if (is_broken(remote) || !post(remote, &sent, reply)) {
        text_add(why, "%s", remote->why.at);
        return false;
    }
    reply->viewer = sent.seat;
    if (reply->kind == NEWS_DONE && reply->n > remote->awaited)
        remote->awaited = reply->n;
    if (reply->kind == NEWS_REFUSED && reply->code == NEWS_STALE)
        remote->awaited = remote->stage.n + 1;
    return true;
}

// What this side owes to a joint draw. What comes too late is tried again after the next
// event.
static bool contribute(struct remote *remote)
{
    enum log_draw draw;
    struct act act;
    struct news reply;
    char word[LOG_NAME] = "";
    enum joint_client_due due =
        joint_client_due(&remote->draws, remote->stage.viewer, remote->last, &draw);
    if (due == JOINT_CLIENT_NOTHING || is_broken(remote))
        return false;
    if (due == JOINT_CLIENT_COMMIT && remote->asker.ask)
        remote->asker.ask(remote->asker.context, draw, word);
    bool known = due == JOINT_CLIENT_COMMIT
                     ? joint_client_commit(&remote->notes, remote->game, draw, remote->last + 1,
                                           word, &act, &remote->why)
                     : joint_client_open(&remote->draws, &remote->notes, remote->game, draw,
                                         remote->last + 1, &act);
    return known && post(remote, &act, &reply);
}

// The handle.

static bool remote_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                         struct text *why)
{
    struct remote *remote = seat->context;
    (void)viewer, (void)why;
    *stage = remote->stage;
    if (stage->runs) { // the message has what it was when it was sent
        int64_t left = stage->left[stage->runs] - (now_monotonic() - remote->taken_at);
        stage->left[stage->runs] = left > 0 ? left : 0;
    }
    return true;
}

// News of an event are told with the stage that it left.
static bool is_tellable(const struct remote *remote)
{
    const struct news *news = &remote->waiting[0];
    return remote->waiting_count > 0 && (news->kind != NEWS_EVENT || remote->stage.n >= news->n);
}

static struct news take(struct remote *remote)
{
    struct news news = remote->waiting[0];
    remote->waiting_count--;
    memmove(&remote->waiting[0], &remote->waiting[1], remote->waiting_count * sizeof news);
    return news;
}

// Does somebody here have to act, with everything known that must be?
static bool is_yours(const struct remote *remote)
{
    return remote->stage.n >= remote->awaited && remote->stage.n >= remote->last &&
           seat_is_asked(&remote->handle, &remote->stage);
}

// After the last round, unless a rematch is asked for.
static bool is_over(const struct remote *remote)
{
    const struct stage *stage = &remote->stage;
    return stage->over && !stage->offer && stage->n >= remote->awaited && stage->n >= remote->last;
}

static enum seat_next remote_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                  struct text *why)
{
    struct remote *remote = seat->context;
    (void)viewer;
    for (unsigned i = 0; i < 2; i++) {
        if (!is_tellable(remote)) // one after the other, each with its own stage
            keep_up(remote, i > 0 ? LOOK : 0);
        if (is_tellable(remote)) {
            *news = take(remote);
            return SEAT_TOLD;
        }
        if (is_broken(remote)) {
            text_add(why, "%s", remote->why.at);
            return SEAT_CLOSED;
        }
        if (contribute(remote))
            return SEAT_QUIET;
        if (is_yours(remote))
            return SEAT_YOURS;
        if (is_over(remote))
            return SEAT_CLOSED;
    }
    return SEAT_QUIET;
}

static bool remote_has_news(struct seat_handle *seat)
{
    struct remote *remote = seat->context;
    if (!is_tellable(remote))
        keep_up(remote, 0);
    return is_tellable(remote) || is_broken(remote);
}

static const struct seat_maker by_http = { remote_stage, remote_act, remote_next, remote_has_news,
                                           NULL };

// Sitting down.

// The token's own seat: "TABLE.1", "TABLE.2".
static bool read_seat(struct remote *remote, const struct http_answer *answer, struct text *why)
{
    json_error_t error;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    const char *seat = json_string_value(json_object_get(object, "seat"));
    size_t length = strlen(remote->table);
    bool good = seat && strncmp(seat, remote->table, length) == 0 && seat[length] == '.' &&
                (seat[length + 1] == '1' || seat[length + 1] == '2') && !seat[length + 2];
    if (good)
        snprintf(remote->path, sizeof remote->path, "/api/seats/%s", seat);
    else
        text_add(why, "What answers there is not a server of Causeway.");
    json_decref(object);
    return good;
}

static bool sit_down(struct remote *remote, const struct link *link, struct text *why)
{
    char body[LINK_TABLE + 16];
    struct http_answer answer;
    snprintf(body, sizeof body, "{\"table\":\"%s\"}", link->table);
    snprintf(remote->path, sizeof remote->path, "/api/tables/%s", link->table);
    if (!*link->token)
        return true;
    if (http_ask(remote->http, "/api/seats", body, ANSWER, &answer, why) != HTTP_FINE)
        return false;
    bool good = answer.status == 200 && read_seat(remote, &answer, why);
    if (answer.status == 401 || answer.status == 403 || answer.status == 404 ||
        answer.status == 410)
        text_add(why, "The server does not know this link (any more).");
    else if (answer.status != 200)
        answer_refusal(&answer, why);
    mem_free(answer.body);
    return good;
}

// Until there is a stage.
static bool look_around(struct remote *remote, struct text *why)
{
    enum { FIRST_SECONDS = 10 };
    int64_t until = now_monotonic() + FIRST_SECONDS * 1000;
    listen(remote);
    while (!remote->begun && !is_broken(remote) && now_monotonic() < until)
        keep_up(remote, LOOK);
    if (is_broken(remote))
        text_add(why, "%s", remote->why.at);
    else if (!remote->begun)
        text_add(why, "The server does not say how the game stands.");
    return remote->begun && !is_broken(remote);
}

static void set_handle(struct remote *remote)
{
    struct seat_handle *handle = &remote->handle;
    handle->maker = &by_http;
    handle->context = remote;
    handle->viewer = remote->stage.viewer;
    if (handle->viewer)
        handle->here[handle->viewer] = true;
}

struct remote *remote_open(const struct link *link, const struct game *const *games,
                           const struct remote_asker *asker, struct text *why)
{
    struct remote *remote = mem_for("a table", sizeof *remote, why);
    if (!remote)
        return NULL;
    remote->games = games;
    remote->notes.file = -1;
    remote->why = text_in(remote->why_bytes, sizeof remote->why_bytes);
    if (asker)
        remote->asker = *asker;
    memcpy(remote->table, link->table, sizeof remote->table);
    remote->http = http_new(link->base, link->token, why);
    if (remote->http)
        http_wait_by(remote->http, goes_on, remote);
    if (remote->http && sit_down(remote, link, why) && look_around(remote, why)) {
        set_handle(remote);
        return remote;
    }
    remote_close(remote);
    return NULL;
}

void remote_close(struct remote *remote)
{
    if (!remote)
        return;
    http_free(remote->http);
    commitment_log_close(&remote->notes);
    mem_free(remote);
}

struct seat_handle *remote_seat(struct remote *remote)
{
    return &remote->handle;
}

const struct game *remote_game(const struct remote *remote)
{
    return remote->game;
}

const struct commitment_log *remote_notes(const struct remote *remote)
{
    return &remote->notes;
}

unsigned remote_foreign(const struct remote *remote)
{
    return remote->foreign;
}

char *remote_record(struct remote *remote, size_t *length, struct text *why)
{
    char path[PATH];
    struct http_answer answer;
    snprintf(path, sizeof path, "/api/tables/%s/record", remote->table);
    if (http_ask(remote->http, path, NULL, LOG_TEXT_MOST, &answer, why) != HTTP_FINE)
        return NULL;
    *length = answer.length;
    if (answer.status == 200 && answer.body)
        return answer.body;
    text_add(why, "The server does not give the record (status %u).", answer.status);
    mem_free(answer.body);
    return NULL;
}
