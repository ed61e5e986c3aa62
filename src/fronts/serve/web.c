// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "core/now.h"
#include "core/memory.h"

enum { BACKLOG = 4096 };

struct web_front {
    struct serve *serve;
    const struct web_handlers *handlers;
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
    return web->request->method == REQUEST_POST;
}

const char *web_header(const struct web *web, enum request_header header)
{
    return web->request->header[header];
}

// The last address before our own proxies: what stands before it, anybody may have written.
static void forward(struct web *web)
{
    const char *proxies = web->serve->config.proxies,
               *list = web_header(web, REQUEST_FORWARDED_FOR);
    const char *scheme = web_header(web, REQUEST_FORWARDED_PROTO);
    char text[1024], *comma;
    if (!request_lists(proxies, web->address))
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
    } while (comma && request_lists(proxies, web->address));
}

static bool find_address(struct web *web)
{
    strcpy(web->address, connection_address(web->connection));
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

void web_add_header(struct web *web, const char *name, const char *value)
{
    text_put(&web->headers, name);
    text_put(&web->headers, ": ");
    text_put(&web->headers, value);
    text_put(&web->headers, "\r\n");
}

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *words;
    } reasons[] = {
        { 200, "OK" },
        { 201, "Created" },
        { 304, "Not Modified" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 409, "Conflict" },
        { 415, "Unsupported Media Type" },
        { 421, "Misdirected Request" },
        { 422, "Unprocessable Content" },
        { 429, "Too Many Requests" },
        { 503, "Service Unavailable" },
    };
    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].words;
    return "Internal Server Error";
}

static void put_date(struct text *out)
{
    static char date[64];
    static time_t written;
    time_t now = time(NULL);
    struct tm parts;
    if (now != written && gmtime_r(&now, &parts))
        strftime(date, sizeof date, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    written = now;
    text_put(out, date);
}

// What all answers have in common keeps other people's scripts out, of workers, too, which obey the
// policy of their own answer. The headers that follow are the caller's, and the empty line.
static struct text begin_head(const struct web *web, int status, const char *type)
{
    static char bytes[2048];
    struct text head = text_in(bytes, sizeof bytes);
    text_put(&head, "HTTP/1.1 ");
    text_put_number(&head, status);
    text_put(&head, " ");
    text_put(&head, reason(status));
    text_put(&head, "\r\n");
    put_date(&head);
    text_put(&head, "Content-Type: ");
    text_put(&head, type);
    text_put(&head, "\r\nCache-Control: ");
    text_put(&head, web->keeping ? web->keeping : "no-store");
    text_put(&head, "\r\nX-Content-Type-Options: nosniff\r\n"
                    "Content-Security-Policy: default-src 'none'; script-src 'self' "
                    "'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
                    "frame-ancestors 'none'\r\n"
                    "Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n");
    text_put_bytes(&head, web->headers.at, web->headers.length);
    return head;
}

static void end(struct web *web, int status)
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

static bool closes(const struct web *web, int status)
{
    return status == 400 || status == 403 || status == 421 || web->closes || web->serve->ending ||
           web->request->closes;
}

static struct text make_head(const struct web *web, int status, const char *type, size_t length)
{
    struct text head = begin_head(web, status, type);
    if (status != 304) {
        text_put(&head, "Content-Length: ");
        text_put_number(&head, (long long)length);
        text_put(&head, "\r\n");
    }
    text_put(&head, closes(web, status) ? "Connection: close\r\n\r\n" : "\r\n");
    assert(!head.cut);
    return head;
}

void web_answer(struct web *web, int status, const char *type, const char *bytes, size_t length)
{
    struct text head = make_head(web, status, type, length);
    connection_answer(web->connection, &head, bytes,
                      web->request->method == REQUEST_ASKS_HEAD ? 0 : length, closes(web, status));
    end(web, status);
}

void web_answer_buffer(struct web *web, int status, const char *type, struct evbuffer *body)
{
    struct text head = make_head(web, status, type, evbuffer_get_length(body));
    connection_answer_buffer(web->connection, &head, body, closes(web, status));
    end(web, status);
}

void web_begin_stream(struct web *web, const struct connection_stream *stream)
{
    struct text head = begin_head(web, 200, "text/event-stream");
    text_put(&head, "X-Accel-Buffering: no\r\n");
    text_put(&head, web->request->old ? "Connection: close\r\n\r\n"
                                      : "Transfer-Encoding: chunked\r\n\r\n");
    connection_begin_stream(web->connection, &head, stream);
    end(web, 200);
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
    const char *accept = web_header(web, REQUEST_ACCEPT);
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
    web_add_header(web, "Retry-After", wait.at);
    web_refuse(web, 429, "That is too much at once. Try again later.");
}

// Checks.

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
    const char *site = web_header(web, REQUEST_SITE), *origin = web_header(web, REQUEST_ORIGIN);
    const char *scheme = web->secure ? "https://" : "http://";
    size_t length = strlen(scheme);
    if (site && strcmp(site, "same-origin") != 0)
        return false;
    return !origin || strcmp(origin, web->serve->address) == 0 ||
           (strncmp(origin, scheme, length) == 0 && strcmp(origin + length, host) == 0);
}

static bool is_json(const struct web *web)
{
    const char *type = web_header(web, REQUEST_TYPE);
    size_t length = type ? strcspn(type, "; ") : 0;
    return length == 16 && strncasecmp(type, "application/json", 16) == 0;
}

static void refuse_method(struct web *web)
{
    web_add_header(web, "Allow", "GET, POST");
    web_refuse(web, 405, "GET and POST are answered here.");
}

// True if it may be handled; else it is answered.
static bool is_proper(struct web *web)
{
    const char *wrong = web->request->wrong, *host = web_header(web, REQUEST_HOST);
    bool posts = web_posts(web);
    struct text sentence = TEXT_OF(128);
    web->closes = !posts && web->request->method != REQUEST_GET;
    if (web->closes) {
        refuse_method(web);
    } else if (!posts && web->request->unread) {
        web_refuse(web, 400, "A GET has no body.");
    } else if (wrong) {
        text_add(&sentence, "The header %s is there twice, or not allowed.", wrong);
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

static void handle(void *context, struct connection *connection)
{
    struct web_front *front = context;
    struct web *web = mem_new(sizeof *web);
    if (!web) {
        struct text head = TEXT_OF(64);
        text_put(&head, "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
        connection_answer(connection, &head, NULL, 0, true);
        return;
    }
    *web = (struct web){ .serve = front->serve,
                         .connection = connection,
                         .request = connection_request(connection),
                         .route = "none" };
    web->headers = text_in(web->header_bytes, sizeof web->header_bytes);
    front->serve->counts.requests++;
    if (!find_address(web))
        web_refuse(web, 403, "This address is blocked.");
    else if (web_allows(web, WEB_REQUESTS)) // what is refused costs as much
        answer(web);
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

// The port is the one that the system gave.
static void find_name(struct web_front *front, int descriptor)
{
    struct text out = text_in(front->name, sizeof front->name);
    struct sockaddr_storage where;
    socklen_t size = sizeof where;
    char name[INET6_ADDRSTRLEN] = "";
    getsockname(descriptor, (struct sockaddr *)&where, &size);
    const struct sockaddr_in *four = (const struct sockaddr_in *)&where;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&where;
    if (where.ss_family == AF_INET6)
        text_add(&out, "[%s]:%u", inet_ntop(AF_INET6, &six->sin6_addr, name, sizeof name),
                 ntohs(six->sin6_port));
    else
        text_add(&out, "%s:%u", inet_ntop(AF_INET, &four->sin_addr, name, sizeof name),
                 ntohs(four->sin_port));
}

static bool listen_at(struct web_front *front, const char *address, struct text *why)
{
    struct sockaddr_storage where;
    int size;
    if (!parse_listen(address, &where, &size)) {
        text_add(why, "'%.100s' is not ADDRESS:PORT.", address);
        return false;
    }
    struct evconnlistener *listener =
        evconnlistener_new_bind(front->serve->loop.base, connections_accept, front->connections,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
                                BACKLOG, (struct sockaddr *)&where, size);
    if (!listener) {
        text_add(why, "It cannot listen at '%.100s': %s.", address, strerror(errno));
        return false;
    }
    connections_listen(front->connections, listener);
    find_name(front, evconnlistener_get_fd(listener));
    return true;
}

const char *web_name(const struct web_front *front)
{
    return front->name;
}

static bool make_front(struct web_front *front, struct text *why)
{
    struct loop *loop = &front->serve->loop;
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        if (!(front->limits[i] = bucket_table_new()))
            return false;
    front->connections =
        connections_new(loop, &front->serve->config, front->limits[WEB_REQUESTS], handle, front);
    return front->connections && listen_at(front, front->serve->config.listen, why);
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

unsigned web_connections(const struct web_front *front)
{
    return connections_count(front->connections);
}

void web_free(struct web_front *front)
{
    if (!front)
        return;
    connections_free(front->connections);
    for (unsigned i = 0; i < WEB_LIMITS; i++)
        mem_free(front->limits[i]);
    mem_free(front);
}
