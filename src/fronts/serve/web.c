// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/queue.h>

#include <event2/buffer.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>

#include "core/now.h"
#include "core/memory.h"
#include "fronts/serve/connections.h"

enum { BACKLOG = 4096 };

struct web_front {
    struct serve *serve;
    const struct web_handlers *handlers;
    struct evhttp *http;
    struct evconnlistener *listener;
    char name[ADDRESS_TEXT + 16]; // where it listens
    struct connections *connections;
    struct bucket_table *limits[WEB_LIMITS];
    int64_t all_tables; // bucket
    struct blocked {
        unsigned char key[STORE_BLOCKED_MOST][BUCKET_KEY];
        unsigned count;
    } blocked;
};

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
    if (!address_is_listed(proxies, web->address))
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
        if (strlen(last) < ADDRESS_TEXT)
            snprintf(web->address, sizeof web->address, "%s", last);
        if (comma)
            *comma = '\0';
    } while (comma && address_is_listed(proxies, web->address));
}

static bool find_address(struct web *web)
{
    char *peer = NULL;
    ev_uint16_t port;
    evhttp_connection_get_peer(evhttp_request_get_connection(web->http), &peer, &port);
    snprintf(web->address, sizeof web->address, "%s", peer ? peer : "");
    forward(web);
    return address_read(web->address, web->key);
}

static bool is_blocked(const struct web_front *front, const unsigned char key[BUCKET_KEY])
{
    for (unsigned i = 0; i < front->blocked.count; i++)
        if (memcmp(front->blocked.key[i], key, BUCKET_KEY) == 0)
            return true;
    return false;
}

static void add_blocked(void *context, const unsigned char key[STORE_ADDRESS])
{
    struct blocked *blocked = context;
    if (blocked->count < STORE_BLOCKED_MOST)
        memcpy(blocked->key[blocked->count++], key, BUCKET_KEY);
}

bool web_read_blocked(struct web_front *front, struct text *why)
{
    struct blocked blocked = { .count = 0 };
    if (store_list_blocked(front->serve->store, add_blocked, &blocked, why) != STORE_OK)
        return false;
    front->blocked = blocked;
    return true;
}

bool web_block(struct web_front *front, const char *address, bool blocks, struct text *why)
{
    unsigned char key[BUCKET_KEY];
    if (!address_read(address, key)) {
        text_add(why, "'%.60s' is not an address.", address);
        return false;
    }
    if (blocks && front->blocked.count == STORE_BLOCKED_MOST && !is_blocked(front, key)) {
        text_add(why, "%d addresses are blocked already, and there is no room for more.",
                 STORE_BLOCKED_MOST);
        return false;
    }
    return store_block(front->serve->store, key, blocks, why) == STORE_OK &&
           web_read_blocked(front, why);
}

bool web_blocked(const struct web_front *front, unsigned i, char address[ADDRESS_TEXT])
{
    if (i >= front->blocked.count)
        return false;
    address_print(front->blocked.key[i], address);
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
    if (bucket_take(bucket_find(front->limits[limit], web->key), rates[limit], 1, now_monotonic(),
                    &wait) &&
        (limit != WEB_TABLES || bucket_take(&front->all_tables, all, 1, now_monotonic(), &wait)))
        return true;
    web_refuse_for(web, wait);
    return false;
}

void web_charge(struct web *web, uint32_t events)
{
    enum { EVENTS = 50 }; // that cost as much as a request
    const struct config *config = &web->serve->config;
    struct bucket_rate rate = { config->requests_minute, config->requests_burst };
    bucket_charge(bucket_find(web->serve->front->limits[WEB_REQUESTS], web->key), rate,
                  events / EVENTS, now_monotonic());
}

// Answers.

void web_put_link(struct text *out, const struct serve *serve, const char *id, const char *token)
{
    text_add(out, "%s/t/%s", serve->address, id);
    if (token)
        text_add(out, "#%s", token);
}

void web_add_headers(struct web *web, const char *type)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(web->http);
    evhttp_add_header(headers, "Content-Type", type);
    evhttp_add_header(headers, "Cache-Control", web->keeping ? web->keeping : "no-store");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Content-Security-Policy",
                      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                      "img-src 'self'; connect-src 'self'; worker-src 'self'; "
                      "manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                      "frame-ancestors 'none'");
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
    if (body && evhttp_request_get_command(web->http) != EVHTTP_REQ_HEAD)
        evbuffer_add(body, bytes, length);
    if (status == 400 || status == 403 || status == 421 || web->closes || web->serve->ending)
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
        web->serve->front->handlers->refuse(web, status, sentence);
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
        "Host",   "Content-Length", "Transfer-Encoding", "Content-Type",      "Authorization",
        "Origin", "Sec-Fetch-Site", "X-Forwarded-For",   "X-Forwarded-Proto", "Last-Event-ID",
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
    struct text own = TEXT_OF(CONFIG_TEXT);
    text_add(&own, "%s://%s", web->secure ? "https" : "http", host);
    if (site && strcmp(site, "same-origin") != 0)
        return false;
    return !origin || strcmp(origin, own.at) == 0 || strcmp(origin, web->serve->address) == 0;
}

static bool is_json(const struct web *web)
{
    const char *type = web_header(web, "Content-Type");
    size_t length = type ? strcspn(type, "; ") : 0;
    return length == 16 && strncasecmp(type, "application/json", 16) == 0;
}

// evhttp reads the bodies of POST, PUT and PATCH alone. What it leaves on the connection would be
// the beginning of the next request, which behind a proxy is somebody else's.
static bool has_unread_body(const struct web *web)
{
    const char *length = web_header(web, "Content-Length");
    return !web_posts(web) &&
           ((length && strcmp(length, "0") != 0) || web_header(web, "Transfer-Encoding"));
}

static void refuse_method(struct web *web)
{
    evhttp_add_header(evhttp_request_get_output_headers(web->http), "Allow", "GET, POST");
    web_refuse(web, 405, "GET and POST are answered here.");
}

// True if it may be handled; else it is answered.
static bool is_proper(struct web *web)
{
    enum evhttp_cmd_type method = evhttp_request_get_command(web->http);
    const char *doubled = find_doubled(web), *host = web_header(web, "Host");
    bool posts = web_posts(web);
    struct text sentence = TEXT_OF(128);
    web->closes = method != EVHTTP_REQ_GET && method != EVHTTP_REQ_POST;
    if (web->closes) {
        refuse_method(web);
    } else if (has_unread_body(web)) {
        web_refuse(web, 400, "A GET has no body.");
    } else if (doubled) {
        text_add(&sentence, "The header %s is there twice, or not allowed.", doubled);
        web_refuse(web, 400, sentence.at);
    } else if (!is_own_host(web, host)) {
        web_refuse(web, 421, "This server does not have that name.");
    } else if (!is_same_site(web, host) && posts) {
        web_refuse(web, 403, "This request comes from another site.");
    } else if (posts && !is_json(web)) {
        web_refuse(web, 415, "The body must be application/json.");
    } else {
        return true;
    }
    return false;
}

static void answer(struct web *web)
{
    if (is_blocked(web->serve->front, web->key))
        web_refuse(web, 403, "This address is blocked.");
    else if (is_proper(web))
        web->serve->front->handlers->answer(web);
}

static void handle(struct evhttp_request *request, void *context)
{
    struct web_front *front = context;
    struct web *web = mem_new(sizeof *web);
    struct loop_span span = loop_measure(&front->serve->loop);
    connections_arrived(front->connections, evhttp_request_get_connection(request));
    if (!web) {
        evhttp_send_error(request, 503, NULL);
        return;
    }
    struct serve *serve = front->serve;
    *web = (struct web){ .serve = serve, .http = request, .route = "none" };
    front->serve->counts.requests++;
    if (!find_address(web))
        web_refuse(web, 403, "This address is blocked.");
    else if (web_allows(web, WEB_REQUESTS)) // what is refused costs as much
        answer(web);
    loop_measured(&span);
}

// Listening.

// ADDRESS:PORT or [ADDRESS]:PORT; any free port for 0.
static bool parse_listen(const char *from, struct sockaddr_storage *where, int *size)
{
    struct sockaddr_in *four = (struct sockaddr_in *)where;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)where;
    const char *colon = strrchr(from, ':');
    char address[ADDRESS_TEXT] = "", *end = "";
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
        evconnlistener_new_bind(front->serve->loop.base, NULL, NULL,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
                                BACKLOG, (struct sockaddr *)&where, size);
    if (!front->listener || !evhttp_bind_listener(front->http, front->listener)) {
        text_add(why, "It cannot listen at '%.100s': %s.", address, strerror(errno));
        return false;
    }
    connections_listen(front->connections, front->listener);
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
    struct loop *loop = &front->serve->loop;
    front->http = evhttp_new(loop->base);
    if (!front->http)
        return false;
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        if (!(front->limits[i] = bucket_table_new()))
            return false;
    front->connections =
        connections_new(loop, front->http, &front->serve->config, front->limits[WEB_REQUESTS]);
    if (!front->connections)
        return false;
    evhttp_set_gencb(front->http, handle, front);
    evhttp_set_max_headers_size(front->http, WEB_HEADERS);
    evhttp_set_max_body_size(front->http, WEB_BODY);
    evhttp_set_allowed_methods(front->http, UINT16_MAX); // is_proper() refuses, and counts them
    evhttp_set_timeout(front->http, WEB_IDLE);
    if (!listen_at(front, front->serve->config.listen, why))
        return false;
    find_name(front);
    return true;
}

struct web_front *web_new(struct serve *serve, const struct web_handlers *handlers,
                          struct text *why)
{
    struct web_front *front = mem_new(sizeof *front);
    if (front) {
        memset(front, 0, sizeof *front);
        front->serve = serve;
        front->handlers = handlers;
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
    connections_stop(front->connections);
}

void web_let_stream(struct web_front *front, struct evhttp_connection *connection)
{
    connections_stream(front->connections, connection);
}

void web_sweep(struct web_front *front)
{
    connections_sweep(front->connections);
}

unsigned web_connections(const struct web_front *front)
{
    return connections_count(front->connections);
}

void web_free(struct web_front *front)
{
    if (!front)
        return;
    if (front->http)
        evhttp_free(front->http); // and with it the listener
    connections_free(front->connections);
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        mem_free(front->limits[i]);
    mem_free(front);
}
