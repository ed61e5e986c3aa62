// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <curl/curl.h>

#include "core/memory.h"
#include "fronts/join/link.h"
#include "fronts/join/sse.h"

enum {
    CONNECT_SECONDS = 10,
    ANSWER_SECONDS = 30,
    SILENT_SECONDS = 75, // the server says something at least every half minute
    QUEUE_BYTES = 1 << 20,
    URL = 1024,
};

// A message of the stream that was not read yet.
struct message {
    STAILQ_ENTRY(message) next;
    size_t length;
    char data[];
};

struct wire {
    CURLM *multi;
    char base[LINK_BASE];
    char authorization[LINK_TOKEN + 32];
    CURLM *asking; // keeps the question's connection from one to the next
    CURL *question;
    bool (*goes_on)(void *context); // or NULL
    void *context;
    CURL *stream; // or NULL
    struct curl_slist *stream_headers;
    struct sse sse;
    STAILQ_HEAD(message_queue, message) messages;
    struct message *read; // the one that wire_next() gave
    size_t queued;
    bool paused;
    char trouble[TEXT_MAX]; // what is wrong with the stream
};

// What an answer is read into.
struct intake {
    struct wire_answer *answer;
    size_t room, most;
    bool too_long;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *whom)
{
    struct intake *intake = whom;
    struct wire_answer *answer = intake->answer;
    count *= size;
    if (count > intake->most - answer->length) {
        intake->too_long = true;
        return 0;
    }
    while (answer->length + count >= intake->room) {
        size_t room = intake->room ? 2 * intake->room : 4096;
        char *grown = mem_grow(answer->body, room);
        if (!grown)
            return 0;
        answer->body = grown;
        intake->room = room;
    }
    memcpy(answer->body + answer->length, bytes, count);
    answer->length += count;
    answer->body[answer->length] = '\0';
    return count;
}

// Events with names are about the server, not messages; those that are not known mean
// nothing to us.
static bool queue(void *whom, const char *name, const char *data, size_t length)
{
    struct wire *wire = whom;
    struct text trouble = text_in(wire->trouble, sizeof wire->trouble);
    if (strcmp(name, "closed") == 0)
        text_add(&trouble, "Whoever runs the server has closed this table.");
    if (*name)
        return !trouble.length;
    struct message *message = mem_new(sizeof *message + length + 1);
    if (!message)
        return false;
    message->length = length;
    memcpy(message->data, data, length + 1);
    STAILQ_INSERT_TAIL(&wire->messages, message, next);
    wire->queued += length;
    return true;
}

static long status_of(CURL *easy)
{
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// A proxy's page is no stream.
static bool is_stream(CURL *easy)
{
    const char *type = NULL;
    curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
    return type && text_begins(type, "text/event-stream");
}

// Whoever reads slowly is not sent more: the queue has an end.
static size_t take_stream(char *bytes, size_t size, size_t count, void *whom)
{
    struct wire *wire = whom;
    struct text why = text_in(wire->trouble, sizeof wire->trouble);
    count *= size;
    if (status_of(wire->stream) != 200)
        return count;
    if (!is_stream(wire->stream)) {
        text_add(&why, "What answers there is not a table: it sent no stream of events.");
        return 0;
    }
    if (wire->queued > QUEUE_BYTES) {
        wire->paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    if (sse_feed(&wire->sse, bytes, count, queue, wire, &why))
        return count;
    if (!*wire->trouble)
        text_add(&why, "There is no memory left for what the server sends.");
    return 0;
}

struct wire *wire_new(const char *base, const char *token, struct text *why)
{
    struct wire *wire = mem_new(sizeof *wire);
    if (wire) {
        memset(wire, 0, sizeof *wire);
        STAILQ_INIT(&wire->messages);
    }
    if (wire && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        wire->multi = curl_multi_init();
        wire->asking = curl_multi_init();
        wire->question = curl_easy_init();
    }
    if (!wire || !wire->multi || !wire->asking || !wire->question) {
        text_add(why, "There is not enough memory for a connection.");
        wire_free(wire);
        return NULL;
    }
    snprintf(wire->base, sizeof wire->base, "%s", base);
    if (*token)
        snprintf(wire->authorization, sizeof wire->authorization, "Authorization: Bearer %s",
                 token);
    return wire;
}

static void forget(struct wire *wire)
{
    for (struct message *message; (message = STAILQ_FIRST(&wire->messages));) {
        STAILQ_REMOVE_HEAD(&wire->messages, next);
        mem_free(message);
    }
    mem_free(wire->read);
    wire->read = NULL;
    wire->queued = 0;
}

static void stop_listening(struct wire *wire)
{
    if (!wire->stream)
        return;
    curl_multi_remove_handle(wire->multi, wire->stream);
    curl_easy_cleanup(wire->stream);
    curl_slist_free_all(wire->stream_headers);
    wire->stream = NULL;
    wire->stream_headers = NULL;
    wire->paused = false;
}

void wire_free(struct wire *wire)
{
    if (!wire)
        return;
    stop_listening(wire);
    forget(wire);
    curl_easy_cleanup(wire->question);
    curl_multi_cleanup(wire->asking);
    curl_multi_cleanup(wire->multi);
    curl_global_cleanup();
    mem_free(wire);
}

// libcurl's own library does not look at this one, unlike its command.
static void trust(CURL *easy)
{
    const char *file = getenv("SSL_CERT_FILE");
    if (file && *file)
        curl_easy_setopt(easy, CURLOPT_CAINFO, file);
}

static void add_header(struct curl_slist **headers, const char *header)
{
    struct curl_slist *longer = curl_slist_append(*headers, header);
    if (longer)
        *headers = longer;
}

static void set_usual(const struct wire *wire, CURL *easy, const char *path,
                      struct curl_slist **headers)
{
    char url[URL];
    snprintf(url, sizeof url, "%s%s", wire->base, path);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "causeway/" CAUSEWAY_VERSION);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    if (!link_is_readable(wire->base) && text_begins(wire->base, "http:"))
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*"); // this very machine
    trust(easy);
    if (*wire->authorization)
        add_header(headers, wire->authorization);
}

bool wire_listen(struct wire *wire, const char *path, long after, struct text *why)
{
    char last[64];
    stop_listening(wire);
    forget(wire);
    sse_begin(&wire->sse);
    wire->trouble[0] = '\0';
    wire->stream = curl_easy_init();
    if (!wire->stream) {
        text_add(why, "There is not enough memory for a connection.");
        return false;
    }
    set_usual(wire, wire->stream, path, &wire->stream_headers);
    snprintf(last, sizeof last, "Last-Event-ID: %ld", after);
    add_header(&wire->stream_headers, "Accept: text/event-stream");
    if (after >= 0)
        add_header(&wire->stream_headers, last);
    curl_easy_setopt(wire->stream, CURLOPT_HTTPHEADER, wire->stream_headers);
    curl_easy_setopt(wire->stream, CURLOPT_WRITEFUNCTION, take_stream);
    curl_easy_setopt(wire->stream, CURLOPT_WRITEDATA, wire);
    curl_easy_setopt(wire->stream, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(wire->stream, CURLOPT_LOW_SPEED_TIME, (long)SILENT_SECONDS);
    if (curl_multi_add_handle(wire->multi, wire->stream) == CURLM_OK)
        return true;
    text_add(why, "There is not enough memory for a connection.");
    return false;
}

// The result of a transfer that has ended; false if it goes on.
static bool has_ended(const struct wire *wire, const CURL *easy, CURLcode *code)
{
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(wire->multi, &left)))
        if (message->msg == CURLMSG_DONE && message->easy_handle == easy) {
            *code = message->data.result;
            return true;
        }
    return false;
}

// Why a stream has ended. A server that is busy, or going, may come again.
static enum wire_result judge_end(struct wire *wire, CURLcode code, struct text *why)
{
    long status = status_of(wire->stream);
    if (*wire->trouble) {
        text_add(why, "%s", wire->trouble);
        return WIRE_WRONG;
    }
    if (status == 401 || status == 403 || status == 404 || status == 410) {
        text_add(why, "The server does not know this link (any more).");
        return WIRE_WRONG;
    }
    if (status >= 300 && status < 500 && status != 408 && status != 429) {
        text_add(why, "The server answered with status %ld, which is not a table's.", status);
        return WIRE_WRONG;
    }
    text_add(why, "The connection has ended: %s.",
             code ? curl_easy_strerror(code) : "the server closed it");
    return WIRE_LOST;
}

static void perform(struct wire *wire, int milliseconds)
{
    int running;
    curl_multi_perform(wire->multi, &running);
    if (milliseconds > 0 && !wire_has_next(wire)) {
        curl_multi_poll(wire->multi, NULL, 0, milliseconds, NULL);
        curl_multi_perform(wire->multi, &running);
    }
}

enum wire_result wire_wait(struct wire *wire, int milliseconds, struct text *why)
{
    CURLcode code;
    perform(wire, milliseconds);
    if (!wire->stream)
        return WIRE_LOST;
    if (!has_ended(wire, wire->stream, &code))
        return WIRE_FINE;
    enum wire_result result = judge_end(wire, code, why);
    stop_listening(wire);
    return result;
}

bool wire_has_next(const struct wire *wire)
{
    return !STAILQ_EMPTY(&wire->messages);
}

const char *wire_next(struct wire *wire, size_t *length)
{
    mem_free(wire->read);
    struct message *message = wire->read = STAILQ_FIRST(&wire->messages);
    if (!message)
        return NULL;
    STAILQ_REMOVE_HEAD(&wire->messages, next);
    wire->queued -= message->length;
    if (wire->paused && wire->queued < QUEUE_BYTES / 2) {
        wire->paused = false;
        curl_easy_pause(wire->stream, CURLPAUSE_CONT);
    }
    *length = message->length;
    return message->data;
}

// Questions.

static void set_question(CURL *easy, const char *body, struct curl_slist *headers,
                         struct intake *intake)
{
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, intake);
    if (body)
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body);
}

// What cannot get better by being tried again.
static bool is_hopeless(CURLcode code)
{
    return code == CURLE_WRITE_ERROR || code == CURLE_URL_MALFORMAT ||
           code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_WEIRD_SERVER_REPLY ||
           code == CURLE_PEER_FAILED_VERIFICATION;
}

static enum wire_result judge(const struct intake *intake, CURLcode code, struct text *why)
{
    if (code == CURLE_OK)
        return WIRE_FINE;
    text_add(why, "The server cannot be asked: %s.",
             intake->too_long ? "its answer is longer than it can be" : curl_easy_strerror(code));
    return is_hopeless(code) ? WIRE_WRONG : WIRE_LOST;
}

void wire_wait_by(struct wire *wire, bool (*goes_on)(void *context), void *context)
{
    wire->goes_on = goes_on;
    wire->context = context;
}

static CURLcode perform_question(struct wire *wire)
{
    enum { BEAT = 50 }; // milliseconds
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    CURLMsg *message;
    int running = 1, left;
    if (curl_multi_add_handle(wire->asking, wire->question) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    for (;;) {
        curl_multi_perform(wire->asking, &running);
        if (!running || (wire->goes_on && !wire->goes_on(wire->context)))
            break;
        curl_multi_poll(wire->asking, NULL, 0, BEAT, NULL);
    }
    while ((message = curl_multi_info_read(wire->asking, &left)))
        if (message->msg == CURLMSG_DONE)
            code = message->data.result;
    curl_multi_remove_handle(wire->asking, wire->question);
    return code;
}

enum wire_result wire_ask(struct wire *wire, const char *path, const char *body, size_t most,
                          struct wire_answer *answer, struct text *why)
{
    struct intake intake = { .answer = answer, .most = most };
    struct curl_slist *headers = NULL;
    curl_off_t after = 0;
    memset(answer, 0, sizeof *answer);
    curl_easy_reset(wire->question);
    set_usual(wire, wire->question, path, &headers);
    if (body)
        add_header(&headers, "Content-Type: application/json");
    set_question(wire->question, body, headers, &intake);
    CURLcode code = perform_question(wire);
    answer->status = (unsigned)status_of(wire->question);
    curl_easy_getinfo(wire->question, CURLINFO_RETRY_AFTER, &after);
    answer->retry_after = after > 0 && after < 3600 ? (unsigned)after : 0;
    curl_slist_free_all(headers);
    enum wire_result result = judge(&intake, code, why);
    if (result != WIRE_FINE) {
        mem_free(answer->body);
        answer->body = NULL;
    }
    return result;
}
