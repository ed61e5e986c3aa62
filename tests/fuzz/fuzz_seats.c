// SPDX-License-Identifier: GPL-3.0-or-later
// Many requests of several seats at one table, one a line: SEAT WHAT [BODY], where a body makes it
// a POST. The first byte chooses the game. Streams stay open; of the other requests each seat has
// one connection, and 0 is a watcher. Whatever they do and in whichever order: nothing is an
// internal error, and afterwards both seats and the record can be read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "fuzz.h"
#include "fuzz_server.h"

enum { LINES = 64, STREAMS = 8 };

struct party {
    char table[FUZZ_TABLE], token[2][FUZZ_TOKEN];
    int line[3], streams[STREAMS];
    unsigned stream_count;
};

static char answer[1 << 18];

static size_t write_request(const struct party *party, unsigned seat, const char *what,
                            const char *body, struct text *out)
{
    const char *method = *body ? "POST" : "GET";
    if (seat)
        text_add(out, "%s /api/seats/%s.%u", method, party->table, seat);
    else
        text_add(out, "%s /api/tables/%s", method, party->table);
    text_add(out, "%s%s HTTP/1.1\r\nHost: localhost\r\n", *what ? "/" : "", what);
    if (seat)
        text_add(out, "Authorization: Bearer %s\r\n", party->token[seat - 1]);
    if (*body)
        text_add(out, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    text_put(out, "\r\n");
    text_put(out, body);
    return out->length;
}

static void check_answer(const char *request)
{
    if (*answer && (strncmp(answer, "HTTP/1.1 ", 9) != 0 || strncmp(answer + 9, "500", 3) == 0)) {
        fprintf(stderr, "%s\n%s\n", request, answer);
        abort();
    }
}

static void do_line(struct party *party, char *line)
{
    char request[8192];
    struct text out = text_in(request, sizeof request);
    unsigned seat = (unsigned char)(*line - '0') % 3;
    char *what = *line && line[1] == ' ' ? line + 2 : line + 1 - !*line, *body = strchr(what, ' ');
    if (body)
        *body++ = '\0';
    if (strlen(what) > 64 || what[strcspn(what, "\r\n\t?#%")] || (body && strlen(body) > 4000))
        return;
    bool stream = strcmp(what, "events") == 0 && (!body || !*body);
    if (stream && party->stream_count == STREAMS)
        return;
    size_t length = write_request(party, seat, what, body ? body : "", &out);
    int *client = stream ? &party->streams[party->stream_count++] : &party->line[seat];
    if (stream || *client < 0)
        *client = fuzz_server_connect();
    size_t got = fuzz_server_exchange(*client, request, length, 0, answer, sizeof answer);
    check_answer(request);
    if (!stream && (got == 0 || strstr(answer, "Connection: close"))) {
        close(*client);
        *client = -1;
    }
}

static void check_table(const struct party *party)
{
    static const char *const what[] = { "record", "", "" };
    for (unsigned seat = 0; seat < 3; seat++) {
        char request[1024];
        struct text out = text_in(request, sizeof request);
        size_t length = write_request(party, seat, what[seat], "", &out);
        fuzz_server_ask(request, length, answer, sizeof answer);
        bool renewed = strncmp(answer + 9, "401", 3) == 0; // by its own POST .../link
        if (strncmp(answer + 9, "200", 3) != 0 && !renewed) {
            fprintf(stderr, "%s\n%.400s\n", request, answer);
            abort();
        }
    }
}

void fuzz_one(const char *data)
{
    struct party party = { .line = { -1, -1, -1 } };
    char line[4096 + 128];
    const struct game *game = fuzz_game(&data);
    fuzz_server_table(game->slug, party.table, party.token);
    for (unsigned i = 0; i < LINES && *data; i++) {
        size_t length = strcspn(data, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, data);
        do_line(&party, line);
        data += length + (data[length] == '\n');
    }
    for (unsigned i = 0; i < party.stream_count; i++)
        close(party.streams[i]);
    for (unsigned i = 0; i < 3; i++)
        if (party.line[i] >= 0)
            close(party.line[i]);
    fuzz_server_run();
    check_table(&party);
    fuzz_server_check();
}
