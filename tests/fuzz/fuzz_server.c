// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz_server.h"

#include <arpa/inet.h>
#include <errno.h>
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
    store_close(serve.store);
    loop_free(&serve.loop);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    if (system(command) != 0)
        perror(directory);
}

static void prepare(void)
{
    static char engine[64];
    char path[64];
    struct text why = TEXT_OF(TEXT_MAX);
    bool made = mkdtemp(directory) != NULL && sodium_init() >= 0;
    snprintf(path, sizeof path, "%s/serve.db", directory);
    serve.config = config_usual();
    serve.config.requests_minute = serve.config.tables_minute = serve.config.all_tables_minute = 0;
    serve.config.acts_minute = serve.config.address_connections = 0;
    serve.config.joint_seconds = 1; // milliseconds
    strcpy(serve.config.listen, "127.0.0.1:0");
    snprintf(engine, sizeof engine, "%s/engine", directory);
    serve.engine = engine; // not this program, which would fuzz itself
    made = made && symlink("/bin/false", engine) == 0;
    notes_use(NOTES_NONE);
    made = made && loop_begin(&serve.loop) && (serve.store = store_open(path, STORE_SERVE, &why)) &&
           serve_make(&serve, &why);
    assert(made);
    port = (unsigned)atoi(strrchr(web_name(serve.front), ':') + 1);
    atexit(remove_all);
}

int fuzz_server_connect(void)
{
    if (!serve.loop.base)
        prepare();
    struct sockaddr_in where = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0), failed;
    do // the fuzzer's alarm interrupts it, and it then goes on by itself
        failed = connect(client, (struct sockaddr *)&where, sizeof where);
    while (failed && (errno == EINTR || errno == EALREADY));
    if (failed && errno != EISCONN) {
        perror("connect");
        abort();
    }
    return client;
}

void fuzz_server_run(void)
{
    for (unsigned i = 0; i < 4; i++)
        event_base_loop(serve.loop.base, EVLOOP_NONBLOCK);
}

size_t fuzz_server_exchange(int client, const char *bytes, size_t length, int ends, char *answer,
                            size_t size)
{
    enum { QUIET = 12 }; // turns of the loop without an answer: none comes
    size_t sent = 0, got = 0;
    for (unsigned i = 0, quiet = 0; i < 10000 && (ends || quiet < QUIET); i++, quiet++) {
        ssize_t more = sent < length
                           ? send(client, bytes + sent, length - sent, MSG_DONTWAIT | MSG_NOSIGNAL)
                           : 0;
        if (more > 0 && (sent += (size_t)more) == length && ends)
            shutdown(client, SHUT_WR);
        event_base_loop(serve.loop.base, EVLOOP_NONBLOCK);
        more = recv(client, answer + got, size - 1 - got, MSG_DONTWAIT);
        if (more > 0) {
            got += (size_t)more;
            quiet = 0;
        } else if (more == 0 || (ends && sent < length)) {
            break;
        }
    }
    answer[got] = '\0';
    return got;
}

size_t fuzz_server_ask(const char *bytes, size_t length, char *answer, size_t size)
{
    int client = fuzz_server_connect();
    size_t got = fuzz_server_exchange(client, bytes, length, 1, answer, size);
    close(client);
    fuzz_server_run();
    return got;
}

void fuzz_server_table(const char *game, char table[FUZZ_TABLE], char token[2][FUZZ_TOKEN])
{
    char request[512], body[128], answer[4096];
    int size = snprintf(body, sizeof body, "{\"game\":\"%s\",\"joint\":false}", game);
    int length = snprintf(
        request, sizeof request,
        "POST /api/tables HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: %d\r\n\r\n%s",
        size, body);
    fuzz_server_ask(request, (size_t)length, answer, sizeof answer);
    const char *link = strstr(answer, "/t/");
    for (unsigned i = 0; i < 2; i++) {
        if (!link || sscanf(link, "/t/%12[^#]#%43[^\"]", table, token[i]) != 2)
            abort();
        link = strstr(link + 1, "/t/");
    }
}

void fuzz_server_check(void)
{
    static const char health[] = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    char answer[4096];
    fuzz_server_ask(health, sizeof health - 1, answer, sizeof answer);
    if (strncmp(answer, "HTTP/1.", 7) != 0 || !strstr(answer, " 200 "))
        abort();
}
