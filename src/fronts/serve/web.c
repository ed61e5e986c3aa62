// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "core/memory.h"
#include "core/vector.h"
#include "fronts/serve/api.h"

enum { BACKLOG = 4096, SWEEP = 1000, PAUSE = 100 };

// A connection whose request is still arriving. evhttp's own timeout begins anew with every
// byte, so that a slow drip would live for ever.
struct guard {
    struct bufferevent *connection; // we hold it, too: evhttp may have let go of it
    struct web_front *front;
    int64_t since; // the first byte of this request came; 0: none has
    int descriptor;
    LIST_ENTRY(guard) next;
};

struct web_front {
    struct serve *serve;
    struct evhttp *http;
    struct evconnlistener *listener;
    char name[WEB_ADDRESS + 16]; // where it listens
    struct event *sweep, *pause, *meet;
    LIST_HEAD(guard_list, guard) guards; // the newest first
    struct guard **by_descriptor;
    size_t descriptors, descriptor_room;
    struct bucket_table *limits[WEB_LIMITS];
    int64_t all_tables; // bucket
    struct blocked {
        unsigned char key[KEEP_BLOCKED_MOST][BUCKET_KEY];
        unsigned count;
    } blocked;
};

// Slow requests.

static void arrive(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *whom)
{
    struct guard *guard = whom;
    (void)buffer;
    if (info->n_added > 0 && !guard->since)
        guard->since = serve_now();
}

static void drop_guard(struct guard *guard)
{
    struct web_front *front = guard->front;
    if (guard->descriptor >= 0 && front->by_descriptor[guard->descriptor] == guard)
        front->by_descriptor[guard->descriptor] = NULL;
    LIST_REMOVE(guard, next);
    evbuffer_remove_cb(bufferevent_get_input(guard->connection), arrive, guard);
    bufferevent_decref(guard->connection);
    mem_free(guard);
}

static bool make_room(struct web_front *front, int descriptor)
{
    while (front->descriptors <= (size_t)descriptor) {
        if (!vector_grow(&front->by_descriptor, &front->descriptor_room, front->descriptors,
                         sizeof *front->by_descriptor))
            return false;
        front->by_descriptor[front->descriptors++] = NULL;
    }
    return true;
}

// Whoever had this descriptor before is gone; only we still hold that connection. It would go on
// reading, and take what is the new one's.
static void note_descriptor(struct guard *guard)
{
    struct web_front *front = guard->front;
    int at_once = 1, descriptor = (int)bufferevent_getfd(guard->connection);
    if (descriptor < 0 || !make_room(front, descriptor))
        return;
    if (front->by_descriptor[descriptor])
        drop_guard(front->by_descriptor[descriptor]);
    guard->descriptor = descriptor;
    front->by_descriptor[descriptor] = guard;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
}

// evhttp gives a connection its descriptor after it was made, and before anything is read.
static void meet_guards(evutil_socket_t from, short what, void *whom)
{
    struct web_front *front = whom;
    (void)from, (void)what;
    for (struct guard *guard = LIST_FIRST(&front->guards); guard; guard = LIST_NEXT(guard, next)) {
        if (guard->descriptor >= 0)
            break;
        note_descriptor(guard);
    }
}

static struct bufferevent *guard_connection(struct event_base *base, void *whom)
{
    struct web_front *front = whom;
    struct bufferevent *connection = bufferevent_socket_new(base, -1, 0);
    struct guard *guard = connection ? mem_new(sizeof *guard) : NULL;
    if (!guard)
        return connection;
    bufferevent_incref(connection);
    *guard = (struct guard){ .connection = connection, .front = front, .descriptor = -1 };
    LIST_INSERT_HEAD(&front->guards, guard, next);
    evbuffer_add_cb(bufferevent_get_input(connection), arrive, guard);
    event_active(front->meet, EV_TIMEOUT, 0);
    return connection;
}

// evhttp takes its callbacks away when it frees a connection.
static bool is_released(const struct guard *guard)
{
    bufferevent_data_cb reads, writes;
    bufferevent_event_cb fails;
    void *whom;
    bufferevent_getcb(guard->connection, &reads, &writes, &fails, &whom);
    return !fails;
}

static void sweep_guards(evutil_socket_t from, short what, void *whom)
{
    struct web_front *front = whom;
    int64_t now = serve_now();
    (void)from, (void)what;
    for (struct guard *guard = LIST_FIRST(&front->guards), *next; guard; guard = next) {
        next = LIST_NEXT(guard, next);
        if (is_released(guard))
            drop_guard(guard);
        else if (guard->since && now - guard->since > WEB_DEADLINE)
            bufferevent_trigger_event(guard->connection, BEV_EVENT_READING | BEV_EVENT_EOF,
                                      BEV_TRIG_DEFER_CALLBACKS);
    }
}

static struct guard *find_guard(struct web_front *front, struct evhttp_connection *connection)
{
    struct bufferevent *wanted = evhttp_connection_get_bufferevent(connection);
    evutil_socket_t descriptor = bufferevent_getfd(wanted);
    struct guard *guard = descriptor >= 0 && (size_t)descriptor < front->descriptors
                              ? front->by_descriptor[descriptor]
                              : NULL;
    return guard && guard->connection == wanted ? guard : NULL;
}

void web_let_stream(struct web_front *front, struct evhttp_connection *connection)
{
    struct guard *guard = find_guard(front, connection);
    struct bufferevent *buffers = evhttp_connection_get_bufferevent(connection);
    if (guard)
        drop_guard(guard);
    int room = WEB_ROOM, silence = WEB_SILENCE, descriptor = (int)bufferevent_getfd(buffers);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
    bufferevent_set_timeouts(buffers, NULL, NULL);
    bufferevent_setwatermark(buffers, EV_READ, 0, WEB_BODY);
}

// Addresses.

// Of IPv6 a network of 64 bits is one: whoever has an address there has all of them.
static bool read_address(const char *text, unsigned char key[BUCKET_KEY])
{
    struct in_addr four;
    struct in6_addr six;
    memset(key, 0, BUCKET_KEY);
    if (inet_pton(AF_INET, text, &four) == 1) {
        memset(key + 10, 0xff, 2);
        memcpy(key + 12, &four, 4);
        return true;
    }
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    bool mapped = IN6_IS_ADDR_V4MAPPED(&six);
    memcpy(key, &six, mapped ? 16 : 8);
    return true;
}

// Is it one of the addresses in the list, which blanks separate?
static bool is_listed(const char *list, const char *address)
{
    size_t length = strlen(address);
    while (*list) {
        size_t width = strcspn(list, " ,");
        if (width == length && strncmp(list, address, width) == 0)
            return true;
        list += width + strspn(list + width, " ,");
    }
    return false;
}

bool web_posts(const struct web *web)
{
    return evhttp_request_get_command(web->http) == EVHTTP_REQ_POST;
}

const char *web_header(const struct web *web, const char *name)
{
    return evhttp_find_header(evhttp_request_get_input_headers(web->http), name);
}

// The last address before our own proxies: what stands before it, anybody may have written.
static void forward(struct web *web)
{
    const char *proxies = web->serve->config.proxies, *list = web_header(web, "X-Forwarded-For");
    const char *scheme = web_header(web, "X-Forwarded-Proto");
    char text[1024], *comma;
    if (!is_listed(proxies, web->address))
        return;
    web->secure = scheme && strcasecmp(scheme, "https") == 0;
    if (!list || strlen(list) >= sizeof text)
        return;
    strcpy(text, list);
    do {
        comma = strrchr(text, ',');
        char *last = comma ? comma + 1 : text;
        last += strspn(last, " ");
        last[strcspn(last, " ")] = '\0';
        if (strlen(last) < WEB_ADDRESS)
            snprintf(web->address, sizeof web->address, "%s", last);
        if (comma)
            *comma = '\0';
    } while (comma && is_listed(proxies, web->address));
}

static bool find_address(struct web *web)
{
    char *peer = NULL;
    ev_uint16_t port;
    evhttp_connection_get_peer(evhttp_request_get_connection(web->http), &peer, &port);
    snprintf(web->address, sizeof web->address, "%s", peer ? peer : "");
    forward(web);
    return read_address(web->address, web->key);
}

static bool is_blocked(const struct web_front *front, const unsigned char key[BUCKET_KEY])
{
    for (unsigned i = 0; i < front->blocked.count; i++)
        if (memcmp(front->blocked.key[i], key, BUCKET_KEY) == 0)
            return true;
    return false;
}

static void add_blocked(void *whom, const unsigned char key[KEEP_ADDRESS])
{
    struct blocked *blocked = whom;
    if (blocked->count < KEEP_BLOCKED_MOST)
        memcpy(blocked->key[blocked->count++], key, BUCKET_KEY);
}

bool web_read_blocked(struct web_front *front, struct text *why)
{
    struct blocked blocked = { .count = 0 };
    if (keep_list_blocked(front->serve->keep, add_blocked, &blocked, why) != KEEP_FINE)
        return false;
    front->blocked = blocked;
    return true;
}

bool web_block(struct web_front *front, const char *address, bool blocks, struct text *why)
{
    unsigned char key[BUCKET_KEY];
    if (!read_address(address, key)) {
        text_add(why, "'%.60s' is not an address.", address);
        return false;
    }
    if (blocks && front->blocked.count == KEEP_BLOCKED_MOST && !is_blocked(front, key)) {
        text_add(why, "%d addresses are blocked already, and there is no room for more.",
                 KEEP_BLOCKED_MOST);
        return false;
    }
    return keep_block(front->serve->keep, key, blocks, why) == KEEP_FINE &&
           web_read_blocked(front, why);
}

bool web_blocked(const struct web_front *front, unsigned i, char address[WEB_ADDRESS])
{
    struct in6_addr six;
    if (i >= front->blocked.count)
        return false;
    memcpy(&six, front->blocked.key[i], sizeof six);
    if (IN6_IS_ADDR_V4MAPPED(&six))
        inet_ntop(AF_INET, front->blocked.key[i] + 12, address, WEB_ADDRESS);
    else
        inet_ntop(AF_INET6, &six, address, WEB_ADDRESS);
    return true;
}

bool web_allows(struct web *web, enum web_limit limit)
{
    const struct config *config = &web->serve->config;
    const struct bucket_rate rates[] = {
        [WEB_REQUESTS] = { config->requests_minute, config->requests_burst },
        [WEB_TABLES] = { config->tables_minute, config->tables_burst },
        [WEB_HINTS] = { config->hints_minute, config->hints_burst },
    };
    const struct bucket_rate all = { config->all_tables_minute, config->all_tables_burst };
    struct web_front *front = web->serve->front;
    unsigned wait;
    if (bucket_take(bucket_find(front->limits[limit], web->key), rates[limit], 1, serve_now(),
                    &wait) &&
        (limit != WEB_TABLES || bucket_take(&front->all_tables, all, 1, serve_now(), &wait)))
        return true;
    web_refuse_for(web, wait);
    return false;
}

// Answers.

void web_add_headers(struct web *web, const char *type)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(web->http);
    evhttp_add_header(headers, "Content-Type", type);
    evhttp_add_header(headers, "Cache-Control", "no-store");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    if (strncmp(type, "text/html", 9) != 0)
        return;
    evhttp_add_header(headers, "Content-Security-Policy",
                      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                      "img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
                      "form-action 'none'; frame-ancestors 'none'");
    evhttp_add_header(headers, "Referrer-Policy", "no-referrer");
    evhttp_add_header(headers, "Cross-Origin-Opener-Policy", "same-origin");
}

void web_end(struct web *web, int status)
{
    bool wrong = status >= 500 || status == 429;
    web->serve->counts.refused += status >= 400;
    if (wrong || web->serve->config.log_requests)
        notes_write(&(struct notes_line){ .what = "request",
                                          .route = web->route,
                                          .table = web->id,
                                          .seat = web->seat,
                                          .address = web->address,
                                          .status = (unsigned)status });
    mem_free(web);
}

void web_answer(struct web *web, int status, const char *type, const char *bytes, size_t length)
{
    struct evbuffer *body = evbuffer_new();
    web_add_headers(web, type);
    if (body)
        evbuffer_add(body, bytes, length);
    if (status == 400 || status == 403 || status == 421 || web->serve->ending)
        evhttp_add_header(evhttp_request_get_output_headers(web->http), "Connection", "close");
    evhttp_send_reply(web->http, status, NULL, body);
    if (body)
        evbuffer_free(body);
    web_end(web, status);
}

void web_answer_text(struct web *web, int status, const struct text *json)
{
    if (json->cut)
        web_refuse(web, 500, "The answer is too long.");
    else
        web_answer(web, status, "application/json", json->at, json->length);
}

// A person who follows a link gets a page.
void web_refuse(struct web *web, int status, const char *sentence)
{
    struct text out = TEXT_OF(2 * TEXT_MAX);
    const char *accept = web_header(web, "Accept");
    if (accept && strstr(accept, "text/html")) {
        pages_refuse(web, status, sentence);
        return;
    }
    text_put(&out, "{\"error\":");
    text_put_json(&out, sentence);
    text_put(&out, "}");
    web_answer(web, status, "application/json", out.at, out.length);
}

void web_refuse_for(struct web *web, unsigned seconds)
{
    struct text wait = TEXT_OF(16);
    text_add(&wait, "%u", seconds ? seconds : 1);
    evhttp_add_header(evhttp_request_get_output_headers(web->http), "Retry-After", wait.at);
    web_refuse(web, 429, "That is too much at once. Try again later.");
}

// Checks.

// Where a header decides something, two of it could decide differently for others.
static const char *find_doubled(const struct web *web)
{
    static const char *const single[] = {
        "Host",
        "Content-Length",
        "Transfer-Encoding",
        "Content-Type",
        "Authorization",
        "Origin",
        "Cookie",
        "Sec-Fetch-Site",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "Last-Event-ID",
    };
    struct evkeyvalq *headers = evhttp_request_get_input_headers(web->http);
    for (unsigned i = 0; i < sizeof single / sizeof *single; i++) {
        unsigned count = 0;
        const struct evkeyval *header;
        TAILQ_FOREACH (header, headers, next)
            count += strcasecmp(header->key, single[i]) == 0;
        if (count > 1)
            return single[i];
    }
    return web_header(web, "Transfer-Encoding") ? "Transfer-Encoding" : NULL;
}

// A name that leads here but is not ours is how a page of somebody else's would get in
// (DNS rebinding). Where we listen at all addresses and have no name, any will do.
static bool is_own_host(const struct web *web, const char *host)
{
    const char *own = strstr(web->serve->address, "://"), *name = web->serve->front->name;
    bool everywhere = strncmp(name, "0.0.0.0:", 8) == 0 || strncmp(name, "[::]:", 5) == 0;
    if (!host)
        return false;
    if ((own && strcmp(host, own + 3) == 0) || strcmp(host, name) == 0 ||
        (everywhere && !*web->serve->config.public))
        return true;
    return strncmp(host, "localhost", 9) == 0 &&
           (!host[9] || strcmp(host + 9, strrchr(name, ':')) == 0);
}

// A browser says where a request comes from; other programs do not.
static bool is_same_site(struct web *web, const char *host)
{
    const char *site = web_header(web, "Sec-Fetch-Site"), *origin = web_header(web, "Origin");
    const char *from = origin ? strstr(origin, "://") : NULL;
    web->browser = site || origin;
    if (site && strcmp(site, "same-origin") != 0)
        return false;
    return !origin ||
           (from && (strcmp(from + 3, host) == 0 || strcmp(origin, web->serve->address) == 0));
}

static bool is_json(const struct web *web)
{
    const char *type = web_header(web, "Content-Type");
    size_t length = type ? strcspn(type, "; ") : 0;
    return length == 16 && strncasecmp(type, "application/json", 16) == 0;
}

// True if it may be handled; else it is answered.
static bool is_proper(struct web *web)
{
    const char *doubled = find_doubled(web), *host = web_header(web, "Host");
    bool posts = web_posts(web);
    struct text sentence = TEXT_OF(128);
    if (doubled) {
        text_add(&sentence, "The header %s is there twice, or not allowed.", doubled);
        web_refuse(web, 400, sentence.at);
    } else if (!is_own_host(web, host)) {
        web_refuse(web, 421, "This server does not have that name.");
    } else if (!is_same_site(web, host) && posts) {
        web_refuse(web, 403, "This request comes from another site.");
    } else if (posts && !is_json(web)) {
        web_refuse(web, 415, "The body must be application/json.");
    } else {
        return web_allows(web, WEB_REQUESTS);
    }
    return false;
}

static void handle(struct evhttp_request *request, void *whom)
{
    struct web_front *front = whom;
    struct guard *guard = find_guard(front, evhttp_request_get_connection(request));
    struct web *web = mem_new(sizeof *web);
    if (guard)
        guard->since = 0;
    if (!web) {
        evhttp_send_error(request, 503, NULL);
        return;
    }
    *web = (struct web){ .serve = front->serve, .http = request, .route = "none" };
    front->serve->counts.requests++;
    if (!find_address(web) || is_blocked(front, web->key))
        web_refuse(web, 403, "You are not welcome here.");
    else if (is_proper(web))
        api_handle(web);
}

// Listening.

// Out of descriptors: let some be closed first, instead of trying all the time.
static void pause_listening(struct evconnlistener *listener, void *whom)
{
    struct web_front *front = whom;
    evconnlistener_disable(listener);
    serve_start(front->pause, PAUSE);
}

static void listen_again(evutil_socket_t from, short what, void *whom)
{
    struct web_front *front = whom;
    (void)from, (void)what;
    if (!front->serve->ending)
        evconnlistener_enable(front->listener);
}

// ADDRESS:PORT or [ADDRESS]:PORT; any free port for 0.
static bool parse_listen(const char *from, struct sockaddr_storage *where, int *size)
{
    struct sockaddr_in *four = (struct sockaddr_in *)where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)where;
    const char *colon = strrchr(from, ':');
    char address[WEB_ADDRESS] = "", *end = "";
    bool bracketed = *from == '[' && colon && colon[-1] == ']';
    size_t length = colon ? (size_t)(colon - from) - 2 * bracketed : 0;
    bool number = colon && colon[1] >= '0' && colon[1] <= '9';
    unsigned long port = number ? strtoul(colon + 1, &end, 10) : ULONG_MAX;
    if (length == 0 || length >= sizeof address || port > UINT16_MAX || *end)
        return false;
    memcpy(address, from + bracketed, length);
    memset(where, 0, sizeof *where);
    where->ss_family = bracketed ? AF_INET6 : AF_INET;
    *size = bracketed ? sizeof *six : sizeof *four;
    if (bracketed)
        six->sin6_port = htons((uint16_t)port);
    else
        four->sin_port = htons((uint16_t)port);
    return inet_pton(where->ss_family, address,
                     bracketed ? (void *)&six->sin6_addr : (void *)&four->sin_addr) == 1;
}

static bool listen_at(struct web_front *front, const char *address, struct text *why)
{
    struct sockaddr_storage where;
    int size;
    if (!parse_listen(address, &where, &size)) {
        text_add(why, "'%.100s' is not ADDRESS:PORT.", address);
        return false;
    }
    front->listener =
        evconnlistener_new_bind(front->serve->base, NULL, NULL,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
                                BACKLOG, (struct sockaddr *)&where, size);
    if (!front->listener || !evhttp_bind_listener(front->http, front->listener)) {
        text_add(why, "It cannot listen at '%.100s': %s.", address, strerror(errno));
        return false;
    }
    evconnlistener_set_error_cb(front->listener, pause_listening);
    return true;
}

// The port is the one that the system gave.
static void find_name(struct web_front *front)
{
    struct text out = text_in(front->name, sizeof front->name);
    struct sockaddr_storage where;
    socklen_t size = sizeof where;
    char name[INET6_ADDRSTRLEN] = "";
    getsockname(evconnlistener_get_fd(front->listener), (struct sockaddr *)&where, &size);
    const struct sockaddr_in *four = (const struct sockaddr_in *)&where;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&where;
    if (where.ss_family == AF_INET6)
        text_add(&out, "[%s]:%u", inet_ntop(AF_INET6, &six->sin6_addr, name, sizeof name),
                 ntohs(six->sin6_port));
    else
        text_add(&out, "%s:%u", inet_ntop(AF_INET, &four->sin_addr, name, sizeof name),
                 ntohs(four->sin_port));
}

const char *web_name(const struct web_front *front)
{
    return front->name;
}

static bool make_front(struct web_front *front, struct text *why)
{
    struct event_base *base = front->serve->base;
    front->http = evhttp_new(base);
    front->sweep = event_new(base, -1, EV_PERSIST, sweep_guards, front);
    front->pause = event_new(base, -1, 0, listen_again, front);
    front->meet = event_new(base, -1, 0, meet_guards, front);
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        if (!(front->limits[i] = bucket_table_new()))
            return false;
    if (!front->http || !front->sweep || !front->pause || !front->meet)
        return false;
    evhttp_set_bevcb(front->http, guard_connection, front);
    evhttp_set_gencb(front->http, handle, front);
    evhttp_set_max_headers_size(front->http, WEB_HEADERS);
    evhttp_set_max_body_size(front->http, WEB_BODY);
    evhttp_set_allowed_methods(front->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD);
    evhttp_set_timeout(front->http, WEB_IDLE);
    serve_start(front->sweep, SWEEP);
    if (!listen_at(front, front->serve->config.listen, why))
        return false;
    find_name(front);
    return true;
}

struct web_front *web_new(struct serve *serve, struct text *why)
{
    struct web_front *front = mem_new(sizeof *front);
    if (front) {
        memset(front, 0, sizeof *front);
        front->serve = serve;
    }
    if (front && make_front(front, why))
        return front;
    if (!why->length)
        text_add(why, "There is no memory left to listen.");
    web_free(front);
    return NULL;
}

void web_stop(struct web_front *front)
{
    evconnlistener_disable(front->listener);
}

void web_free(struct web_front *front)
{
    if (!front)
        return;
    if (front->http)
        evhttp_free(front->http); // and with it the listener
    while (!LIST_EMPTY(&front->guards))
        drop_guard(LIST_FIRST(&front->guards));
    if (front->sweep)
        event_free(front->sweep);
    if (front->pause)
        event_free(front->pause);
    if (front->meet)
        event_free(front->meet);
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        mem_free(front->limits[i]);
    mem_free(front->by_descriptor);
    mem_free(front);
}
