// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from a client, as they arrive at the server's socket. TABLE and TOKEN stand for a
// table and for the token of its first seat. Whatever comes, the server answers in HTTP or
// hangs up, and goes on.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <sodium.h>

#include "fronts/serve/inside.h"
#include "fronts/serve/web.h"
#include "fuzz.h"

// In memory: the disk is not what is tested.
static char directory[] = "/dev/shm/causeway-fuzz-XXXXXX";
static struct serve serve;
static unsigned port;

static void remove_all(void)
{
    char command[64];
    serve.ending = true;
    serve_free(&serve);
    keep_close(serve.keep);
    event_base_free(serve.base);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0)
        perror(directory);
}

static void prepare(void)
{
    char path[64];
    struct text why = TEXT_OF(TEXT_MAX);
    bool made = mkdtemp(directory) != NULL && sodium_init() >= 0;
    snprintf(path, sizeof path, "%s/serve.db", directory);
    serve.config = config_usual();
    serve.config.requests_minute = serve.config.tables_minute = serve.config.all_tables_minute = 0;
    strcpy(serve.config.listen, "127.0.0.1:0");
    notes_use(NOTES_NONE);
    made = made && (serve.base = event_base_new()) && (serve.keep = keep_open_file(path, &why)) &&
           serve_make(&serve, &why);
    assert(made);
    port = (unsigned)atoi(strrchr(web_name(serve.front), ':') + 1);
    atexit(remove_all);
}

// Sends it all, hangs up, and reads until the server does, too.
static size_t exchange(const char *bytes, size_t length, char *answer, size_t size)
{
    struct sockaddr_in where = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    size_t sent = 0, got = 0;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0 || connect(client, (struct sockaddr *)&where, sizeof where) != 0)
        abort();
    for (unsigned i = 0; i < 10000; i++) {
        ssize_t more = send(client, bytes + sent, length - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (more > 0 && (sent += (size_t)more) == length)
            shutdown(client, SHUT_WR);
        event_base_loop(serve.base, EVLOOP_NONBLOCK);
        more = recv(client, answer + got, size - 1 - got, MSG_DONTWAIT);
        if (more > 0)
            got += (size_t)more;
        else if (more == 0 || sent < length)
            break;
    }
    close(client);
    for (unsigned i = 0; i < 4; i++)
        event_base_loop(serve.base, EVLOOP_NONBLOCK);
    answer[got] = '\0';
    return got;
}

static void make_table(char table[16], char token[64])
{
    static const char body[] = "{\"game\":\"trap-runner\",\"joint\":false}";
    char request[512], answer[4096];
    int length = snprintf(
        request, sizeof request,
        "POST /api/tables HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: %zu\r\n\r\n%s",
        sizeof body - 1, body);
    exchange(request, (size_t)length, answer, sizeof answer);
    const char *link = strstr(answer, "/t/");
    if (!link || sscanf(link, "/t/%12[^#]#%43[^\"]", table, token) != 2)
        abort();
}

// With the words TABLE and TOKEN replaced.
static size_t fill_in(const char *data, char *out, size_t size, const char *table,
                      const char *token)
{
    struct text text = text_in(out, size);
    while (*data) {
        bool is_table = strncmp(data, "TABLE", 5) == 0, is_token = strncmp(data, "TOKEN", 5) == 0;
        if (is_table || is_token)
            text_put(&text, is_table ? table : token);
        else
            text_put_bytes(&text, data, 1);
        data += is_table || is_token ? 5 : 1;
    }
    return text.length;
}

void fuzz_one(const char *data)
{
    static char request[1 << 17], answer[1 << 18];
    static const char health[] = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    char table[16] = "", token[64] = "";
    if (!serve.base)
        prepare();
    make_table(table, token);
    size_t length = fill_in(data, request, sizeof request, table, token);
    size_t got = exchange(request, length, answer, sizeof answer);
    if (got > 0 &&
        strncmp(answer, "HTTP/", 5) != 0) // evhttp repeats the version that was asked for
        abort();
    exchange(health, sizeof health - 1, answer, sizeof answer);
    if (strncmp(answer, "HTTP/1.", 7) != 0 || !strstr(answer, " 200 "))
        abort();
}
