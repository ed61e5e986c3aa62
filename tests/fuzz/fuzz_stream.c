// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from a server, as they arrive in a client's stream of events: whatever they are, line
// mode plays on what they say, or refuses it, and the full screen can be painted.
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "fronts/full/page.h"
#include "fronts/join/sse.h"
#include "fronts/line/line.h"
#include "far_seat.h"
#include "fuzz.h"

enum { MESSAGES = 64 };

struct messages {
    char *line[MESSAGES];
    unsigned count, next;
};

static bool take(void *context, const char *name, const char *data, size_t length)
{
    struct messages *messages = context;
    if (*name)
        return true;
    char *line = messages->count < MESSAGES ? mem_new(length + 1) : NULL;
    if (!line)
        return false;
    memcpy(line, data, length + 1);
    messages->line[messages->count++] = line;
    return true;
}

static bool read_line(void *pipe, char *line, size_t size, struct text *why)
{
    struct messages *messages = pipe;
    if (messages->next == messages->count) {
        text_add(why, "The stream has ended.");
        return false;
    }
    snprintf(line, size, "%s", messages->line[messages->next++]);
    return true;
}

static bool write_line(void *pipe, const char *line, size_t length, struct text *why)
{
    (void)pipe, (void)line, (void)length, (void)why;
    return true;
}

static void paint(struct seat_handle *seat, const struct game *game)
{
    static struct full_stage shown;
    struct text why = TEXT_OF(TEXT_MAX);
    struct screen screen = { 0 };
    struct choice choice;
    shown.game = game;
    if (screen_resize(&screen, 24, 80) && seat_stage(seat, seat->viewer, &shown.stage, &why)) {
        choice_begin(&choice, &shown);
        struct page_play page = { .shown = &shown, .choice = &choice };
        page_paint_play(&screen, &page);
    }
    screen_free(&screen);
}

static void play(struct seat_handle *seat, const struct game *game)
{
    static char answers[] = "1\n2 3 4\n?\nsecrets\nboard\nhint\nundo\nyes\n3\n1 2 3\n";
    struct console console;
    FILE *in = fmemopen(answers, sizeof answers - 1, "r"), *out = fopen("/dev/null", "w");
    if (in && out) {
        console_open(&console, in, out, COLOR_NEVER);
        line_play(seat, &console, &(struct line_setup){ .game = game, .commitments = true });
        console_close(&console);
    }
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

void fuzz_one(const char *data)
{
    static struct sse sse;
    static struct far_seat stream;
    struct messages messages = { .count = 0 };
    struct text why = TEXT_OF(TEXT_MAX);
    struct seat_handle seat;
    size_t length = strlen(data);
    sse_begin(&sse);
    if (sse_feed(&sse, data, length / 3, take, &messages, &why))
        sse_feed(&sse, data + length / 3, length - length / 3, take, &messages, &why);
    stream = (struct far_seat){
        .games = games, .read = read_line, .write = write_line, .pipe = &messages
    };
    if (far_seat_open(&seat, &stream, &why)) {
        paint(&seat, stream.game);
        play(&seat, stream.game);
    }
    for (unsigned i = 0; i < messages.count; i++)
        mem_free(messages.line[i]);
}
