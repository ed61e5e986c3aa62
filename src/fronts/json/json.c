// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/json/json.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "table/json.h"

// The streams of this pipe: one for each person; where two computers play, a watcher's.
struct pipe_streams {
    struct drive *drive;
    const struct game *game;
    struct seat_handle *seat[2];
    uint32_t told[2]; // the last event of each
    unsigned count;
    FILE *in, *out;
    struct text *why;
    char line[JSON_LINE];
};

static void put(struct pipe_streams *streams, const struct text *message)
{
    fwrite(message->at, 1, message->length, streams->out);
    fputc('\n', streams->out);
}

static struct text blank(struct pipe_streams *streams)
{
    return text_in(streams->line, sizeof streams->line);
}

typedef void write_part(const struct stage *stage, const struct game *game, struct text *out);

static void tell_part(struct pipe_streams *streams, const struct stage *stage, write_part *write)
{
    struct text out = blank(streams);
    write(stage, streams->game, &out);
    put(streams, &out);
}

static bool tell_stage(struct pipe_streams *streams, struct seat_handle *seat, bool hello)
{
    struct stage stage;
    if (!seat_stage(seat, seat->viewer, &stage, streams->why))
        return false;
    if (hello)
        tell_part(streams, &stage, json_write_hello);
    tell_part(streams, &stage, json_write_state);
    tell_part(streams, &stage, json_write_turn);
    return true;
}

static void tell_news(struct pipe_streams *streams, const struct news *news)
{
    struct text out = blank(streams);
    json_write_news(news, streams->game, &out);
    put(streams, &out);
}

// One event, with the stage that it leaves.
static enum seat_next tell_next(struct pipe_streams *streams, unsigned i)
{
    struct seat_handle *seat = streams->seat[i];
    struct news news;
    enum seat_next next = seat_next(seat, seat->viewer, &news, streams->why);
    if (next != SEAT_TOLD)
        return next;
    tell_news(streams, &news);
    if (news.kind != NEWS_EVENT)
        return SEAT_YOURS;
    streams->told[i] = news.n;
    return tell_stage(streams, seat, false) ? SEAT_TOLD : SEAT_CLOSED;
}

// Each event to all, before the next one happens.
static bool tell_all(struct pipe_streams *streams)
{
    enum seat_next next = SEAT_TOLD;
    while (next == SEAT_TOLD) {
        next = SEAT_YOURS;
        for (unsigned i = 0; i < streams->count; i++) {
            enum seat_next one = tell_next(streams, i);
            if (one == SEAT_CLOSED)
                return false;
            if (one == SEAT_TOLD)
                next = SEAT_TOLD;
        }
    }
    return fflush(streams->out) == 0;
}

static struct seat_handle *find_seat(struct pipe_streams *streams, struct act *act)
{
    if (act->seat == SEAT_NOBODY && streams->count == 1)
        act->seat = streams->seat[0]->viewer;
    for (unsigned i = 0; i < streams->count; i++)
        if (streams->seat[i]->viewer == act->seat)
            return streams->seat[i];
    return NULL;
}

static void refuse(struct pipe_streams *streams, const struct act *act, const char *sentence)
{
    struct news refusal = news_refusal(act->seat, 0, NEWS_SYNTAX, sentence);
    struct stage stage;
    if (seat_stage(streams->seat[0], streams->seat[0]->viewer, &stage, streams->why))
        refusal.n = stage.n;
    tell_news(streams, &refusal);
}

// What has happened already, without waiting for what follows from it.
static bool tell_happened(struct pipe_streams *streams)
{
    struct stage stage;
    for (unsigned i = 0; i < streams->count; i++) {
        struct seat_handle *seat = streams->seat[i];
        if (!seat_stage(seat, seat->viewer, &stage, streams->why))
            return false;
        while (streams->told[i] < stage.n) {
            enum seat_next next = tell_next(streams, i);
            if (next == SEAT_QUIET) // of a table elsewhere: it is on its way
                break;
            if (next != SEAT_TOLD)
                return false;
        }
    }
    return true;
}

// What happened comes before the reply to the seat that acted, and what follows from it, a
// computer's thinking included, after that.
static bool do_act(struct pipe_streams *streams, struct seat_handle *seat, const struct act *act)
{
    struct news reply;
    if (act->kind == ACT_HELLO)
        return tell_stage(streams, seat, true);
    if (!seat_act(seat, act, &reply, streams->why))
        return false;
    bool happened = reply.kind == NEWS_DONE;
    if (happened && !tell_happened(streams))
        return false;
    tell_news(streams, &reply);
    return fflush(streams->out) == 0 && (!happened || tell_all(streams));
}

static bool obey(struct pipe_streams *streams, const char *line, size_t length)
{
    char bytes[512];
    struct text fault = text_in(bytes, sizeof bytes);
    struct act act;
    if (!json_read_act(streams->game, line, length, &act, &fault)) {
        refuse(streams, &act, bytes);
        return fflush(streams->out) == 0;
    }
    struct seat_handle *seat = find_seat(streams, &act);
    if (seat)
        return do_act(streams, seat, &act);
    refuse(streams, &act, "Several seats share this pipe: say which one in 'seat'.");
    return fflush(streams->out) == 0;
}

// A line without its end; what is too long is cut, and then is no message. False at the
// end of the input.
static bool read_line(FILE *in, char line[JSON_ACT_LINE], size_t *length)
{
    int byte;
    *length = 0;
    while ((byte = fgetc(in)) != EOF && byte != '\n')
        if (*length < JSON_ACT_LINE)
            line[(*length)++] = (char)byte;
    return byte != EOF || *length > 0;
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return false;
    return true;
}

static void find_seats(struct pipe_streams *streams)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct seat_handle *one = drive_seat_of(streams->drive, seat);
        if (one->here[seat])
            streams->seat[streams->count++] = one;
    }
    if (!streams->count)
        streams->seat[streams->count++] = drive_seat(streams->drive);
}

static bool is_over(struct pipe_streams *streams)
{
    struct stage stage;
    return seat_stage(streams->seat[0], streams->seat[0]->viewer, &stage, streams->why) &&
           stage.over;
}

bool json_play(struct drive *drive, FILE *in, FILE *out, struct text *why)
{
    struct pipe_streams streams = { .drive = drive, .in = in, .out = out, .why = why };
    char line[JSON_ACT_LINE];
    size_t length;
    streams.game = table_setup(drive_table(drive))->header.variant.game;
    find_seats(&streams);
    for (unsigned i = 0; i < streams.count; i++) {
        streams.told[i] = table_count(drive_table(drive));
        if (!tell_stage(&streams, streams.seat[i], true))
            return false;
    }
    bool good = tell_all(&streams);
    while (good && read_line(in, line, &length))
        if (!is_blank(line, length))
            good = obey(&streams, line, length);
    return good && is_over(&streams);
}

// What has come in, as whole lines. False when there is nothing more to come, or a line is too long
// to be one.
static bool take_lines(struct pipe_streams *streams, char line[JSON_ACT_LINE + 1], size_t *length)
{
    enum { WAIT = 50 };
    struct pollfd input = { .fd = fileno(streams->in), .events = POLLIN };
    if (poll(&input, 1, WAIT) <= 0)
        return true;
    ssize_t got = read(input.fd, line + *length, JSON_ACT_LINE - *length);
    if (got <= 0)
        return got < 0 && (errno == EINTR || errno == EAGAIN);
    *length += (size_t)got;
    for (char *end; (end = memchr(line, '\n', *length));) {
        size_t one = (size_t)(end - line);
        if (!is_blank(line, one) && !obey(streams, line, one))
            return false;
        *length -= one + 1;
        memmove(line, end + 1, *length);
    }
    if (*length < JSON_ACT_LINE)
        return true;
    *length = 0; // too long: it is refused, and what follows is read as a new line
    return obey(streams, "", 0);
}

bool json_play_there(struct seat_handle *seat, const struct game *game, FILE *in, FILE *out,
                     struct text *why)
{
    struct pipe_streams streams = {
        .in = in, .out = out, .why = why, .game = game, .seat = { seat }, .count = 1
    };
    char line[JSON_ACT_LINE + 1];
    size_t length = 0;
    struct stage stage;
    if (!seat_stage(seat, seat->viewer, &stage, why) || !tell_stage(&streams, seat, true))
        return false;
    streams.told[0] = stage.n;
    for (;;) {
        enum seat_next next = tell_next(&streams, 0);
        if (next == SEAT_CLOSED || fflush(out) != 0)
            break;
        if (next != SEAT_TOLD && !take_lines(&streams, line, &length))
            break;
    }
    return is_over(&streams);
}
