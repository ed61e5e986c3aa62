// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include <curl/curl.h>

#include "core/memory.h"
#include "core/vector.h"
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

struct http {
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
    struct message *read; // the one that http_next() gave
    size_t queued;
    bool paused;
    char trouble[TEXT_MAX]; // what is wrong with the stream
};

// What an answer is read into.
struct intake {
    struct http_answer *answer;
    size_t room, most;
    bool too_long;
};

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct intake *intake = context;
    struct http_answer *answer = intake->answer;
    count *= size;
    if (count > intake->most - answer->length) {
        intake->too_long = true;
        return 0;
    }
    if (!vector_grow(&answer->body, &intake->room, answer->length + count, 1))
        return 0;
    memcpy(answer->body + answer->length, bytes, count);
    answer->length += count;
    answer->body[answer->length] = '\0';
    return count;
}

// Events with names are about the server, not messages; those that are not known mean
// nothing to us.
static bool queue(void *context, const char *name, const char *data, size_t length)
{
    struct http *http = context;
    struct text trouble = text_in(http->trouble, sizeof http->trouble);
    if (strcmp(name, "closed") == 0)
        text_add(&trouble, "Whoever runs the server has closed this table.");
    if (*name)
        return !trouble.length;
    struct message *message = mem_new(sizeof *message + length + 1);
    if (!message)
        return false;
    message->length = length;
    memcpy(message->data, data, length + 1);
    STAILQ_INSERT_TAIL(&http->messages, message, next);
    http->queued += length;
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

// A slow reader is not sent more: the queue has an end.
static size_t take_stream(char *bytes, size_t size, size_t count, void *context)
{
    struct http *http = context;
    struct text why = text_in(http->trouble, sizeof http->trouble);
    count *= size;
    if (status_of(http->stream) != 200)
        return count;
    if (!is_stream(http->stream)) {
        text_add(&why, "What answers there is not a table: it sent no stream of events.");
        return 0;
    }
    if (http->queued > QUEUE_BYTES) {
        http->paused = true;
        return CURL_WRITEFUNC_PAUSE;
    }
    if (sse_feed(&http->sse, bytes, count, queue, http, &why))
        return count;
    if (!*http->trouble)
        text_add(&why, "There is no memory left for what the server sends.");
    return 0;
}

struct http *http_new(const char *base, const char *token, struct text *why)
{
    struct http *http = mem_new(sizeof *http);
    if (http) {
        memset(http, 0, sizeof *http);
        STAILQ_INIT(&http->messages);
    }
    if (http && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        http->multi = curl_multi_init();
        http->asking = curl_multi_init();
        http->question = curl_easy_init();
    }
    if (!http || !http->multi || !http->asking || !http->question) {
        text_add(why, "There is not enough memory for a connection.");
        http_free(http);
        return NULL;
    }
    snprintf(http->base, sizeof http->base, "%s", base);
    if (*token)
        snprintf(http->authorization, sizeof http->authorization, "Authorization: Bearer %s",
                 token);
    return http;
}

static void forget(struct http *http)
{
    for (struct message *message; (message = STAILQ_FIRST(&http->messages));) {
        STAILQ_REMOVE_HEAD(&http->messages, next);
        mem_free(message);
    }
    mem_free(http->read);
    http->read = NULL;
    http->queued = 0;
}

static void stop_listening(struct http *http)
{
    if (!http->stream)
        return;
    curl_multi_remove_handle(http->multi, http->stream);
    curl_easy_cleanup(http->stream);
    curl_slist_free_all(http->stream_headers);
    http->stream = NULL;
    http->stream_headers = NULL;
    http->paused = false;
}

void http_free(struct http *http)
{
    if (!http)
        return;
    stop_listening(http);
    forget(http);
    curl_easy_cleanup(http->question);
    curl_multi_cleanup(http->asking);
    curl_multi_cleanup(http->multi);
    curl_global_cleanup();
    mem_free(http);
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

static void set_usual(const struct http *http, CURL *easy, const char *path,
                      struct curl_slist **headers)
{
    char url[URL];
    snprintf(url, sizeof url, "%s%s", http->base, path);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "causeway/" CAUSEWAY_VERSION);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    if (!link_is_readable(http->base) && text_begins(http->base, "http:"))
        curl_easy_setopt(easy, CURLOPT_NOPROXY, "*"); // this very machine
    trust(easy);
    if (*http->authorization)
        add_header(headers, http->authorization);
}

bool http_listen(struct http *http, const char *path, long after, struct text *why)
{
    char last[64];
    stop_listening(http);
    forget(http);
    sse_begin(&http->sse);
    http->trouble[0] = '\0';
    http->stream = curl_easy_init();
    if (!http->stream) {
        text_add(why, "There is not enough memory for a connection.");
        return false;
    }
    set_usual(http, http->stream, path, &http->stream_headers);
    snprintf(last, sizeof last, "Last-Event-ID: %ld", after);
    add_header(&http->stream_headers, "Accept: text/event-stream");
    if (after >= 0)
        add_header(&http->stream_headers, last);
    curl_easy_setopt(http->stream, CURLOPT_HTTPHEADER, http->stream_headers);
    curl_easy_setopt(http->stream, CURLOPT_WRITEFUNCTION, take_stream);
    curl_easy_setopt(http->stream, CURLOPT_WRITEDATA, http);
    curl_easy_setopt(http->stream, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(http->stream, CURLOPT_LOW_SPEED_TIME, (long)SILENT_SECONDS);
    if (curl_multi_add_handle(http->multi, http->stream) == CURLM_OK)
        return true;
    text_add(why, "There is not enough memory for a connection.");
    return false;
}

// The result of a transfer that has ended; false if it goes on.
static bool has_ended(const struct http *http, const CURL *easy, CURLcode *code)
{
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(http->multi, &left)))
        if (message->msg == CURLMSG_DONE && message->easy_handle == easy) {
            *code = message->data.result;
            return true;
        }
    return false;
}

// Why a stream has ended. A server that is busy, or going, may come again.
static enum http_result judge_end(struct http *http, CURLcode code, struct text *why)
{
    long status = status_of(http->stream);
    if (*http->trouble) {
        text_add(why, "%s", http->trouble);
        return HTTP_WRONG;
    }
    if (status == 401 || status == 403 || status == 404 || status == 410) {
        text_add(why, "The server does not know this link (any more).");
        return HTTP_WRONG;
    }
    if (status >= 300 && status < 500 && status != 408 && status != 429) {
        text_add(why, "The server answered with status %ld, which is not a table's.", status);
        return HTTP_WRONG;
    }
    text_add(why, "The connection has ended: %s.",
             code ? curl_easy_strerror(code) : "the server closed it");
    return HTTP_LOST;
}

static void perform(struct http *http, int milliseconds)
{
    int running;
    curl_multi_perform(http->multi, &running);
    if (milliseconds > 0 && !http_has_next(http)) {
        curl_multi_poll(http->multi, NULL, 0, milliseconds, NULL);
        curl_multi_perform(http->multi, &running);
    }
}

enum http_result http_wait(struct http *http, int milliseconds, struct text *why)
{
    CURLcode code;
    perform(http, milliseconds);
    if (!http->stream)
        return HTTP_LOST;
    if (!has_ended(http, http->stream, &code))
        return HTTP_FINE;
    enum http_result result = judge_end(http, code, why);
    stop_listening(http);
    return result;
}

bool http_has_next(const struct http *http)
{
    return !STAILQ_EMPTY(&http->messages);
}

const char *http_next(struct http *http, size_t *length)
{
    mem_free(http->read);
    struct message *message = http->read = STAILQ_FIRST(&http->messages);
    if (!message)
        return NULL;
    STAILQ_REMOVE_HEAD(&http->messages, next);
    http->queued -= message->length;
    if (http->paused && http->queued < QUEUE_BYTES / 2) {
        http->paused = false;
        curl_easy_pause(http->stream, CURLPAUSE_CONT);
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

static enum http_result judge(const struct intake *intake, CURLcode code, struct text *why)
{
    if (code == CURLE_OK)
        return HTTP_FINE;
    text_add(why, "The server cannot be asked: %s.",
             intake->too_long ? "its answer is longer than it can be" : curl_easy_strerror(code));
    return is_hopeless(code) ? HTTP_WRONG : HTTP_LOST;
}

void http_wait_by(struct http *http, bool (*goes_on)(void *context), void *context)
{
    http->goes_on = goes_on;
    http->context = context;
}

static CURLcode perform_question(struct http *http)
{
    enum { BEAT = 20 }; // milliseconds
    CURLcode code = CURLE_ABORTED_BY_CALLBACK;
    CURLMsg *message;
    int running = 1, left;
    if (curl_multi_add_handle(http->asking, http->question) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    for (;;) {
        curl_multi_perform(http->asking, &running);
        if (!running || (http->goes_on && !http->goes_on(http->context)))
            break;
        curl_multi_poll(http->asking, NULL, 0, BEAT, NULL);
    }
    while ((message = curl_multi_info_read(http->asking, &left)))
        if (message->msg == CURLMSG_DONE)
            code = message->data.result;
    curl_multi_remove_handle(http->asking, http->question);
    return code;
}

enum http_result http_ask(struct http *http, const char *path, const char *body, size_t most,
                          struct http_answer *answer, struct text *why)
{
    struct intake intake = { .answer = answer, .most = most };
    struct curl_slist *headers = NULL;
    curl_off_t after = 0;
    memset(answer, 0, sizeof *answer);
    curl_easy_reset(http->question);
    set_usual(http, http->question, path, &headers);
    if (body)
        add_header(&headers, "Content-Type: application/json");
    set_question(http->question, body, headers, &intake);
    CURLcode code = perform_question(http);
    answer->status = (unsigned)status_of(http->question);
    curl_easy_getinfo(http->question, CURLINFO_RETRY_AFTER, &after);
    answer->retry_after = after > 0 && after < 3600 ? (unsigned)after : 0;
    curl_slist_free_all(headers);
    enum http_result result = judge(&intake, code, why);
    if (result != HTTP_FINE) {
        mem_free(answer->body);
        answer->body = NULL;
    }
    return result;
}
