// SPDX-License-Identifier: GPL-3.0-or-later
// Load on a server of our own, on the loopback address: bench_load CAUSEWAY IDLE TABLES MOVES
// [RATE]. Opens tables with both seats' streams and IDLE streams of watchers, plays MOVES
// moves on 1 and on 128 connections, and one at a time (RATE a second) to see when they
// reach the other's stream, with 100 and with IDLE idle streams; then all streams come back.
// Prints what it costs the server, and fails where a bar of docs/operating.md is missed. With
// IDLE 0 only the cost of moves is measured, also with both seats' streams and a watcher, and held
// against the bars of docs/performance.md.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ANSWER = 1 << 16,
    REQUEST = 2048,
    ID = 13,
    TOKEN = 44,
    GAME = 16, // moves of one game here: both walk towards each other
    MANY = 128,
    FEW_IDLE = 100,
    WATCHED = 1000, // tables that idle watchers are spread over
    GENTLY = 20,
    SAMPLES = 4000,
};

// What is to be reached: ONLINE's bars, as ratios in one run or as memory.
static const double stream_kib = 8, game_kib = 20, latency_ratio = 1.5, batch_ratio = 3;
static const double alone_least = 12000, many_least = 45000, heard_most = 1.6; // moves alone

static char place[64];
static pid_t server;
static uint16_t port;

static void tidy(void)
{
    char command[128];
    if (server > 0) {
        kill(server, SIGTERM);
        waitpid(server, NULL, 0);
    }
    server = 0;
    snprintf(command, sizeof command, "rm -rf %s", place);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", place);
}

static _Noreturn void stop_with(const char *sentence)
{
    fprintf(stderr, "bench_load: %s\n", sentence);
    tidy();
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// The server.

static uint16_t find_port(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    socklen_t size = sizeof address;
    int any = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(any, (struct sockaddr *)&address, size) != 0 ||
        getsockname(any, (struct sockaddr *)&address, &size) != 0)
        stop_with("there is no port");
    close(any);
    return ntohs(address.sin_port);
}

static void write_config(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        stop_with("the configuration cannot be written");
    fprintf(file,
            "listen = 127.0.0.1:%u\ndatabase = %s/serve.db\nadmin = %s/serve.sock\nlog = none\n"
            "requests_minute = 0\ntables_minute = 0\nall_tables_minute = 0\nacts_minute = 0\n"
            "streams = 0\naddress_streams = 0\naddress_connections = 0\nforget_seconds = 600\n",
            port, place, place);
    fclose(file);
}

static void start_server(const char *causeway)
{
    char config[128], line[256];
    int ends[2];
    snprintf(place, sizeof place, "/tmp/causeway-load-XXXXXX");
    port = find_port();
    if (!mkdtemp(place) || pipe(ends) != 0)
        stop_with("there is no place");
    snprintf(config, sizeof config, "%s/config", place);
    write_config(config);
    server = fork();
    if (server == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execl(causeway, causeway, "serve", "--config", config, NULL);
        _exit(127);
    }
    close(ends[1]);
    if (read(ends[0], line, sizeof line) <= 0)
        stop_with("the server does not start");
    close(ends[0]);
}

static double server_seconds(void)
{
    struct timespec time;
    clockid_t clock;
    if (clock_getcpuclockid(server, &clock) != 0 || clock_gettime(clock, &time) != 0)
        stop_with("the server has gone");
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double server_kib(void)
{
    char path[64];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", server);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%*d %ld", &pages) != 1)
        stop_with("the server has gone");
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1024;
}

// HTTP, as much of it as is needed.

static int dial(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    int end = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (end < 0 || connect(end, (struct sockaddr *)&address, sizeof address) != 0)
        stop_with(strerror(errno));
    setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return end;
}

static void send_all(int end, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(end, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            stop_with("the server does not listen any more");
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void post(int end, const char *path, const char *token, const char *body)
{
    char request[REQUEST];
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s%s%sContent-Type: "
                          "application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, port, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "", strlen(body), body);
    send_all(end, request, (size_t)length);
}

// One answer, all of it, into a buffer of ANSWER bytes; its status.
static int read_answer(int end, char *bytes)
{
    size_t length = 0, whole = 0;
    while (!whole || length < whole) {
        ssize_t got = recv(end, bytes + length, ANSWER - 1 - length, 0);
        if (got <= 0)
            stop_with("the server has closed a connection");
        length += (size_t)got;
        bytes[length] = '\0';
        const char *body = strstr(bytes, "\r\n\r\n"), *size = strcasestr(bytes, "content-length: ");
        if (body)
            whole = (size_t)(body + 4 - bytes) +
                    (size > body || !size ? 0 : strtoul(size + 16, NULL, 10));
    }
    return atoi(bytes + 9);
}

// Tables: both seats are taken, so that the game has begun.

struct game {
    char id[ID];
    char token[2][TOKEN];
    int stream[2]; // or -1
    unsigned played;
};

static void copy_after(const char *text, const char *what, char *to, size_t size)
{
    const char *at = text ? strstr(text, what) : NULL;
    if (!at)
        stop_with("the server's answer is not as expected");
    snprintf(to, size, "%s", at + strlen(what));
}

static void take_seats(int end, struct game *game, char *answer)
{
    char body[64];
    snprintf(body, sizeof body, "{\"table\":\"%s\"}", game->id);
    for (unsigned i = 0; i < 2; i++) {
        post(end, "/api/seats", game->token[i], body);
        if (read_answer(end, answer) != 200)
            stop_with("a seat cannot be taken");
        game->stream[i] = -1;
    }
}

static struct game *make_games(unsigned count)
{
    static char answer[ANSWER];
    struct game *games = calloc(count, sizeof *games);
    int end = dial();
    if (!games)
        stop_with("there is no memory");
    for (unsigned i = 0; i < count; i++) {
        post(end, "/api/tables", NULL, "{\"game\":\"pathfinder\"}");
        if (read_answer(end, answer) != 201)
            stop_with("a table cannot be made");
        copy_after(answer, "\"table\":\"", games[i].id, ID);
        const char *first = strchr(answer, '#');
        copy_after(first, "#", games[i].token[0], TOKEN);
        copy_after(first ? first + 1 : NULL, "#", games[i].token[1], TOKEN);
        take_seats(end, &games[i], answer);
    }
    close(end);
    return games;
}

// Whoever is on turn goes one cell; the event has number 2 more than what was played.
static void send_move(int end, struct game *game)
{
    char path[64], body[128];
    unsigned seat = game->played % 2;
    snprintf(path, sizeof path, "/api/seats/%s.%u/moves", game->id, seat + 1);
    snprintf(body, sizeof body, "{\"type\":\"move\",\"n\":%u,\"move\":\"move 1\"}",
             game->played + 2);
    post(end, path, game->token[seat], body);
    game->played++;
}

// Streams.

static int open_stream(const char *kind, const char *id, const char *token, unsigned last)
{
    char request[REQUEST];
    int end = dial();
    int length = snprintf(request, sizeof request,
                          "GET /api/%s/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s%s%s"
                          "Last-Event-ID: %u\r\n\r\n",
                          kind, id, port, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "", last);
    send_all(end, request, (size_t)length);
    return end;
}

static int open_seat_stream(const struct game *game, unsigned i)
{
    char seat[ID + 4];
    snprintf(seat, sizeof seat, "%s.%u", game->id, i + 1);
    return open_stream("seats", seat, game->token[i], game->played + 1);
}

// Reads until the text has come.
static void await(int end, const char *text)
{
    static char bytes[ANSWER];
    size_t length = 0;
    while (length == 0 || !strstr(bytes, text)) {
        if (length > ANSWER / 2)
            length = 0;
        ssize_t got = recv(end, bytes + length, ANSWER - 1 - length, 0);
        if (got <= 0)
            stop_with("a stream has ended");
        length += (size_t)got;
        bytes[length] = '\0';
    }
}

// What was measured.

struct figures {
    double stream, game;          // KiB
    double alone, many;           // moves per core-second of the server
    double few_idle, many_idle;   // seconds to the other's stream, p50
    double slowest, slowest_idle; // p99
    double reconnect;             // a second
};

// So many at once: what each takes for a moment, while it begins, is not counted for all.
static int *open_idle(unsigned count, unsigned at_once, const struct game *games)
{
    int *ends = calloc(count + 1, sizeof *ends);
    if (!ends)
        stop_with("there is no memory");
    for (unsigned from = 0; from < count; from += at_once) {
        unsigned to = from + at_once < count ? from + at_once : count;
        for (unsigned i = from; i < to; i++)
            ends[i] = open_stream("tables", games[i % WATCHED].id, NULL, 0);
        for (unsigned i = from; i < to; i++)
            await(ends[i], "\"type\":\"turn\"");
    }
    return ends;
}

static void close_all(int *ends, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        close(ends[i]);
    free(ends);
}

// Both seats' streams and a watcher; what they are sent waits for them unread.
static int *listen_to(struct game *games, unsigned count)
{
    int *ends = calloc(3 * count, sizeof *ends);
    if (!ends)
        stop_with("there is no memory");
    for (unsigned i = 0; i < count; i++) {
        for (unsigned seat = 0; seat < 2; seat++)
            ends[3 * i + seat] = open_seat_stream(&games[i], seat);
        ends[3 * i + 2] = open_stream("tables", games[i].id, NULL, 0);
    }
    for (unsigned i = 0; i < 3 * count; i++)
        await(ends[i], "\"type\":\"turn\"");
    return ends;
}

// Moves on so many connections at once, each on tables of its own.
static double play_at_once(unsigned connections, unsigned moves, bool heard)
{
    static char answer[ANSWER];
    unsigned tables = (moves / connections + GAME - 1) / GAME, done = 0;
    struct game *games = make_games(tables * connections);
    struct pollfd ends[MANY];
    unsigned at[MANY] = { 0 };
    int *listeners = heard ? listen_to(games, tables * connections) : NULL;
    double begun = server_seconds();
    for (unsigned i = 0; i < connections; i++) {
        ends[i] = (struct pollfd){ .fd = dial(), .events = POLLIN };
        send_move(ends[i].fd, &games[i * tables]);
    }
    for (unsigned left = connections; left > 0;) {
        if (poll(ends, connections, 10000) <= 0)
            stop_with("the server does not answer");
        for (unsigned i = 0; i < connections; i++) {
            if (!ends[i].revents)
                continue;
            struct game *game = &games[i * tables + at[i]];
            if (read_answer(ends[i].fd, answer) != 200)
                stop_with(answer);
            done++;
            if (game->played == GAME)
                game = &games[i * tables + ++at[i]];
            if (at[i] < tables) {
                send_move(ends[i].fd, game);
            } else {
                close(ends[i].fd);
                ends[i].fd = -1;
                left--;
            }
        }
    }
    double each = done / (server_seconds() - begun);
    if (listeners)
        close_all(listeners, 3 * tables * connections);
    free(games);
    return each;
}

static int compare(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

// One move after the other, each timed until it is in the other's stream.
static void time_moves(unsigned moves, double rate, double *middle, double *slowest)
{
    static char answer[ANSWER];
    static double taken[SAMPLES];
    struct game *games = make_games((moves + GAME - 1) / GAME);
    int end = dial();
    for (unsigned i = 0; i < moves; i++) {
        struct game *game = &games[i / GAME];
        unsigned other = (game->played + 1) % 2;
        char text[32];
        for (unsigned seat = 0; game->stream[seat] < 0 && seat < 2; seat++)
            await(game->stream[seat] = open_seat_stream(game, seat), "\"type\":\"turn\"");
        snprintf(text, sizeof text, "id: %u\n", game->played + 2);
        double begun = now();
        send_move(end, game);
        await(game->stream[other], text);
        taken[i] = now() - begun;
        if (read_answer(end, answer) != 200)
            stop_with(answer);
        for (unsigned seat = 0; game->played == GAME && seat < 2; seat++)
            close(game->stream[seat]);
        if (rate > 0 && taken[i] < 1 / rate)
            usleep((useconds_t)((1 / rate - taken[i]) * 1e6));
    }
    close(end);
    free(games);
    qsort(taken, moves, sizeof *taken, compare);
    *middle = taken[moves / 2];
    *slowest = taken[moves * 99 / 100];
}

// A game in memory, with a stream for each seat.
static double measure_games(unsigned count)
{
    double before = server_kib();
    struct game *games = make_games(count);
    int *ends = calloc(2 * count, sizeof *ends);
    for (unsigned i = 0; ends && i < 2 * count; i++)
        await(ends[i] = open_seat_stream(&games[i / 2], i % 2), "\"type\":\"turn\"");
    double each = (server_kib() - before) / count;
    close_all(ends, 2 * count);
    free(games);
    return each;
}

static double measure_streams(unsigned count)
{
    struct game *watched = make_games(WATCHED);
    double before = server_kib();
    int *ends = open_idle(count, GENTLY, watched);
    double each = (server_kib() - before) / count;
    close_all(ends, count);
    free(watched);
    return each;
}

// All come back at once, as after a restart.
static double reconnect(unsigned count, const struct game *games)
{
    double begun = now();
    int *ends = open_idle(count, count, games);
    double each = count / (now() - begun);
    close_all(ends, count);
    return each;
}

// Memory is measured in a server that has just been started: what an older one has freed
// would be used again, and not be seen.
static double measure_alone(const char *causeway, double (*measure)(unsigned), unsigned count)
{
    start_server(causeway);
    double each = measure(count);
    tidy();
    return each;
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

// By turns, and the best of each: who else uses the machine is not the server's doing.
static void measure_times(struct figures *figures, unsigned idle, unsigned moves, double rate)
{
    enum { TURNS = 3 };
    struct game *watched = make_games(WATCHED);
    int *few = open_idle(FEW_IDLE, GENTLY, watched);
    *figures = (struct figures){ .few_idle = 1, .many_idle = 1, .slowest = 1, .slowest_idle = 1 };
    for (unsigned i = 0; i < TURNS; i++) {
        double middle, slowest;
        time_moves(moves / TURNS, rate, &middle, &slowest);
        figures->few_idle = least(figures->few_idle, middle);
        figures->slowest = least(figures->slowest, slowest);
        int *many = open_idle(idle, GENTLY, watched);
        time_moves(moves / TURNS, rate, &middle, &slowest);
        figures->many_idle = least(figures->many_idle, middle);
        figures->slowest_idle = least(figures->slowest_idle, slowest);
        close_all(many, idle);
    }
    close_all(few, FEW_IDLE);
    figures->reconnect = reconnect(idle, watched);
    free(watched);
}

static struct figures measure(const char *causeway, unsigned idle, unsigned tables, unsigned moves,
                              double rate)
{
    struct figures figures;
    start_server(causeway);
    measure_times(&figures, idle, moves < SAMPLES ? moves : SAMPLES, rate);
    figures.alone = play_at_once(1, moves, false);
    figures.many = play_at_once(MANY, 4 * moves, false);
    tidy();
    figures.stream = measure_alone(causeway, measure_streams, idle);
    figures.game = measure_alone(causeway, measure_games, tables);
    return figures;
}

static bool check(bool good, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    puts(good ? "" : "  MISSED");
    return good;
}

// How many times as much a move costs with listeners: of several in turn the least of each.
static double compare_heard(void)
{
    enum { TURNS = 5 };
    double most[2] = { 0 };
    for (unsigned i = 0; i < 2 * TURNS; i++) {
        double each = play_at_once(MANY, MANY * GAME, i % 2);
        most[i % 2] = each > most[i % 2] ? each : most[i % 2];
    }
    return most[false] / most[true];
}

// In CPU time of the server, which others on the machine change less than times by the clock.
static int measure_moves(const char *causeway, unsigned moves)
{
    start_server(causeway);
    double alone = play_at_once(1, moves, false), many = play_at_once(MANY, moves, false);
    double heard = compare_heard();
    tidy();
    printf("Durable moves per core-second of the server:\n");
    bool good = check(alone >= alone_least, "  %.0f on 1 connection, %.2f of %.0f", alone,
                      alone / alone_least, alone_least);
    good &= check(many >= many_least, "  %.0f on %d connections, %.2f of %.0f", many, MANY,
                  many / many_least, many_least);
    good &= check(heard <= heard_most,
                  "  with both seats' streams and a watcher of each table %.2f times the cost "
                  "(at most %.1f)",
                  heard, heard_most);
    return good ? 0 : 1;
}

static bool report(const struct figures *is, unsigned idle)
{
    double ratio = is->many_idle / is->few_idle, batch = is->many / is->alone;
    bool good = true;
    printf("Durable moves per core-second of the server: %.0f on 1 connection, %.0f on %d\n",
           is->alone, is->many, MANY);
    good &= check(batch >= batch_ratio, "  %.1f times as many on %d connections (at least %.0f)",
                  batch, MANY, batch_ratio);
    printf("From a move to the other's stream, in microseconds:\n");
    printf("  with %5d idle streams p50 %.0f, p99 %.0f\n", FEW_IDLE, is->few_idle * 1e6,
           is->slowest * 1e6);
    printf("  with %5u idle streams p50 %.0f, p99 %.0f\n", FEW_IDLE + idle, is->many_idle * 1e6,
           is->slowest_idle * 1e6);
    good &=
        check(ratio <= latency_ratio, "  %.2f times as long (at most %.1f)", ratio, latency_ratio);
    good &= check(is->stream <= stream_kib, "An idle stream takes %.1f KiB (at most %.0f)",
                  is->stream, stream_kib);
    good &= check(is->game <= game_kib,
                  "A game in memory with both seats' streams takes %.1f KiB (at most %.0f)",
                  is->game, game_kib);
    printf("%.0f streams come back in a second\n", is->reconnect);
    return good;
}

// Both sides have a descriptor for each stream.
static unsigned allowed(unsigned idle)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    unsigned most = limit.rlim_max > 2000 ? (unsigned)limit.rlim_max - 2000 : 0;
    return idle < most ? idle : most;
}

int main(int count, char **words)
{
    if (count < 5 || count > 6) {
        fputs("Usage: bench_load CAUSEWAY IDLE TABLES MOVES [RATE]\n", stderr);
        return 2;
    }
    unsigned idle = allowed((unsigned)atoi(words[2])), tables = (unsigned)atoi(words[3]);
    unsigned moves = (unsigned)atoi(words[4]);
    double rate = count > 5 ? atof(words[5]) : 0;
    if (atoi(words[2]) == 0 && moves >= MANY && moves <= 1000000)
        return measure_moves(words[1], moves);
    if (idle < 1 || idle > 50000 || tables < 1 || tables > 5000 || moves < MANY || moves > 1000000)
        stop_with("streams from 1 to 50000, tables to 5000, moves from 128 to 1000000");
    struct figures figures = measure(words[1], idle, tables, moves, rate);
    return report(&figures, idle) ? 0 : 1;
}
