// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/admin.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/listener.h>

#include "core/memory.h"
#include "fronts/serve/connections.h"
#include "fronts/serve/tables.h"
#include "fronts/serve/stream.h"
#include "fronts/serve/web.h"
#include "games/games.h"
#include "core/directory.h"

struct admin {
    struct serve *serve;
    struct connections *connections;
    char path[CONFIG_TEXT];
};

static bool name_socket(const char *path, struct sockaddr_un *name, struct text *why)
{
    *name = (struct sockaddr_un){ .sun_family = AF_UNIX };
    if (strlen(path) >= sizeof name->sun_path) {
        text_add(why, "The path '%.200s' is too long for a socket; 'admin' can name another.",
                 path);
        return false;
    }
    strcpy(name->sun_path, path);
    return true;
}

// Figures, in the text format of Prometheus.

static void put_figure(struct evbuffer *out, const char *name, const char *kind, const char *help,
                       uint64_t value)
{
    evbuffer_add_printf(out, "# HELP causeway_%s %s\n# TYPE causeway_%s %s\ncauseway_%s %llu\n",
                        name, help, name, kind, name, (unsigned long long)value);
}

static void put_metrics(struct admin *admin, struct evbuffer *out)
{
    const struct serve_counts *counts = &admin->serve->counts;
    const struct loop *loop = &admin->serve->loop;
    put_figure(out, "requests_total", "counter", "HTTP requests.", counts->requests);
    put_figure(out, "refused_total", "counter", "Requests answered with 400 or more.",
               counts->refused);
    put_figure(out, "events_total", "counter", "Events kept and told.", counts->events);
    put_figure(out, "batches_total", "counter", "Commits to the database.", counts->batches);
    put_figure(out, "unkept_total", "counter", "Events that could not be kept.", counts->unkept);
    put_figure(out, "tables_created_total", "counter", "Tables made.", counts->created);
    put_figure(out, "decisions_total", "counter", "Decisions of computer players.",
               counts->decided);
    put_figure(out, "records_total", "counter",
               "Records made; one of a finished game is made once.", counts->records);
    put_figure(out, "streams_dropped_total", "counter", "Streams dropped by the server.",
               counts->dropped);
    put_figure(out, "callbacks_total", "counter", "Callbacks of the server's one thread.",
               loop->callbacks);
    put_figure(out, "callbacks_long_total", "counter", "Those of more than 20 ms of CPU.",
               loop->long_callbacks);
    evbuffer_add_printf(out, "# LONGEST %s\n", loop->longest_name);
    put_figure(out, "callback_longest_microseconds", "gauge", "CPU of the longest.",
               (uint64_t)loop->longest);
    put_figure(out, "connections", "gauge", "Connections, idle ones and streams included.",
               web_connections(admin->serve->front));
    put_figure(out, "tables", "gauge", "Tables in memory.", counts->tables);
    put_figure(out, "streams", "gauge", "Streams that are open.", counts->streams);
    put_figure(out, "jobs", "gauge", "Hints and reviews under way.", counts->jobs);
}

// Commands. Each writes lines, or says in a sentence what is wrong.

enum { LISTED = 1000 };

struct listing {
    struct evbuffer *out;
    unsigned count;
};

static bool list_table(void *context, const struct stored_listed *listed)
{
    struct listing *listing = context;
    const struct log_header *header = &listed->header;
    unsigned flags = listed->meta.flags;
    if (listing->count++ == LISTED) {
        evbuffer_add_printf(listing->out, "There are more: these are the newest %d.\n", LISTED);
        return false;
    }
    evbuffer_add_printf(listing->out, "%s  %-12s  %s against %s, %u events%s%s\n", header->id,
                        header->variant.game->slug, header->name[SEAT_1], header->name[SEAT_2],
                        (unsigned)listed->count, flags & STORE_PUBLIC ? ", public" : "",
                        flags & STORE_CLOSED ? ", closed" : "");
    return true;
}

static bool list(struct admin *admin, const char *what, struct evbuffer *out, struct text *why)
{
    struct listing listing = { .out = out };
    (void)what;
    return stored_list(admin->serve->store, games, STORE_ALL, LISTED + 1, list_table, &listing,
                       why) == STORE_OK;
}

static bool change(struct admin *admin, const char *id, bool closes, struct text *why)
{
    struct live_table *table;
    enum store_answer answer =
        commit_is_id(id) ? tables_find(admin->serve->tables, id, &table, why) : STORE_NONE;
    if (answer == STORE_NONE)
        text_add(why, "There is no table '%.40s'.", id);
    if (answer != STORE_OK)
        return false;
    if (!tables_set_flags(table, closes ? STORE_CLOSED : 0, closes ? 0 : STORE_PUBLIC, why))
        return false;
    if (closes)
        stream_tell_closed(table);
    return true;
}

static bool close_table(struct admin *admin, const char *what, struct evbuffer *out,
                        struct text *why)
{
    evbuffer_add_printf(out, "%s is closed: nobody can act there any more.\n", what);
    return change(admin, what, true, why);
}

static bool hide_table(struct admin *admin, const char *what, struct evbuffer *out,
                       struct text *why)
{
    evbuffer_add_printf(out, "%s is not in the lobby any more.\n", what);
    return change(admin, what, false, why);
}

static bool block(struct admin *admin, const char *what, struct evbuffer *out, struct text *why)
{
    evbuffer_add_printf(out, "%s is blocked.\n", what);
    return web_block(admin->serve->front, what, true, why);
}

static bool unblock(struct admin *admin, const char *what, struct evbuffer *out, struct text *why)
{
    evbuffer_add_printf(out, "%s is not blocked.\n", what);
    return web_block(admin->serve->front, what, false, why);
}

static bool list_blocked(struct admin *admin, const char *what, struct evbuffer *out,
                         struct text *why)
{
    char address[ADDRESS_TEXT];
    (void)what, (void)why;
    for (unsigned i = 0; web_blocked(admin->serve->front, i, address); i++)
        evbuffer_add_printf(out, "%s\n", address);
    return true;
}

static bool metrics(struct admin *admin, const char *what, struct evbuffer *out, struct text *why)
{
    (void)what, (void)why;
    put_metrics(admin, out);
    return true;
}

static bool drain(struct admin *admin, const char *what, struct evbuffer *out, struct text *why)
{
    (void)what, (void)why;
    serve_drain(admin->serve);
    evbuffer_add_printf(out, "No table is made any more; it ends when nobody listens any more.\n");
    return true;
}

static const struct {
    const char *name;
    bool takes; // something
    bool (*run)(struct admin *admin, const char *what, struct evbuffer *out, struct text *why);
} commands[] = {
    { "list", false, list },       { "close", true, close_table },
    { "hide", true, hide_table },  { "block", true, block },
    { "unblock", true, unblock },  { "blocked", false, list_blocked },
    { "metrics", false, metrics }, { "drain", false, drain },
};

static bool run(struct admin *admin, const char *name, const char *what, struct evbuffer *out,
                struct text *why)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0 && commands[i].takes == (*what != '\0'))
            return commands[i].run(admin, what, out, why);
    text_add(why, "That is none of: backup FILE, list, close ID, hide ID, block ADDRESS, unblock "
                  "ADDRESS, blocked, drain, metrics.");
    return false;
}

static void answer(struct connection *connection, bool good, struct evbuffer *out)
{
    struct text head = TEXT_OF(256);
    text_add(&head,
             "HTTP/1.1 %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n",
             good ? "200 OK" : "400 Bad Request", evbuffer_get_length(out));
    connection_answer_buffer(connection, &head, out, true);
}

// "/close/ID"
static void handle(void *context, struct connection *connection)
{
    struct admin *admin = context;
    struct text why = TEXT_OF(TEXT_MAX);
    struct evbuffer *out = evbuffer_new();
    char name[32] = "", what[64] = "";
    sscanf(connection_request(connection)->path, "/%31[^/]/%63s", name, what);
    bool good = run(admin, name, what, out, &why);
    if (!good) {
        evbuffer_drain(out, evbuffer_get_length(out));
        evbuffer_add_printf(out, "%s\n", why.at);
    }
    notes_write(&(struct notes_line){ .what = "admin", .status = good ? 200 : 400 });
    answer(connection, good, out);
    evbuffer_free(out);
}

// Listening.

// One that was left behind is taken away; one that somebody listens at is not, and nothing
// that is no socket.
static bool clear_way(const struct sockaddr_un *name, struct text *why)
{
    struct stat status;
    if (lstat(name->sun_path, &status) == 0 && !S_ISSOCK(status.st_mode)) {
        text_add(why, "'%.200s' is there and is not a socket: 'admin' can name another.",
                 name->sun_path);
        return false;
    }
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool taken = probe >= 0 && connect(probe, (const struct sockaddr *)name, sizeof *name) == 0;
    if (probe >= 0)
        close(probe);
    if (taken) {
        text_add(why, "Another server listens at '%.200s': 'admin' can name another socket.",
                 name->sun_path);
        return false;
    }
    unlink(name->sun_path);
    return true;
}

static bool listen_at(struct admin *admin, const struct sockaddr_un *name, struct text *why)
{
    mode_t before = umask(0077);
    struct evconnlistener *listener =
        evconnlistener_new_bind(admin->serve->loop.base, connections_accept, admin->connections,
                                LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 16,
                                (const struct sockaddr *)name, sizeof *name);
    umask(before);
    if (!listener) {
        text_add(why, "It cannot listen at '%.200s': %s.", name->sun_path, strerror(errno));
        return false;
    }
    connections_listen(admin->connections, listener);
    return true;
}

struct admin *admin_new(struct serve *serve, struct text *why)
{
    struct sockaddr_un name;
    struct admin *admin = mem_for("the admin socket", sizeof *admin, why);
    if (!admin)
        return NULL;
    *admin = (struct admin){ .serve = serve };
    admin->connections = connections_new(&serve->loop, &serve->config, NULL, handle, admin);
    if (!admin->connections)
        text_add(why, "There is not enough memory for the admin socket.");
    bool good = admin->connections && name_socket(serve->config.admin, &name, why) &&
                directory_make(serve->config.admin, why) && clear_way(&name, why) &&
                listen_at(admin, &name, why);
    if (good) {
        strcpy(admin->path, serve->config.admin);
        return admin;
    }
    admin_free(admin);
    return NULL;
}

void admin_free(struct admin *admin)
{
    if (!admin)
        return;
    connections_free(admin->connections);
    if (*admin->path)
        unlink(admin->path);
    mem_free(admin);
}

// The other end.

static bool show(FILE *in, FILE *out, struct text *why)
{
    char line[4096];
    int status = 0;
    if (!fgets(line, sizeof line, in) || sscanf(line, "HTTP/%*s %d", &status) != 1) {
        text_add(why, "The server does not answer.");
        return false;
    }
    while (fgets(line, sizeof line, in) && strcmp(line, "\r\n") != 0)
        ;
    while (fgets(line, sizeof line, in))
        if (status == 200)
            fputs(line, out);
        else
            text_add(why, "%.*s", (int)strcspn(line, "\n"), line);
    return status == 200;
}

bool admin_ask(const char *path, const char *command, const char *what, FILE *out, struct text *why)
{
    struct sockaddr_un name;
    if (!name_socket(path, &name, why))
        return false;
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end < 0 || connect(end, (struct sockaddr *)&name, sizeof name) != 0) {
        text_add(why, "No server listens at '%.200s': %s.", path, strerror(errno));
        if (end >= 0)
            close(end);
        return false;
    }
    dprintf(end, "GET /%s%s%s HTTP/1.0\r\n\r\n", command, *what ? "/" : "", what);
    FILE *in = fdopen(end, "r");
    bool good = show(in, out, why);
    fclose(in);
    return good;
}
