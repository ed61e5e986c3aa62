// SPDX-License-Identifier: GPL-3.0-or-later
#include "far_seat.h"

#include <string.h>

#include "core/memory.h"

// A table elsewhere. After every event come its state and its turn (or end), so that the
// stage is whole again when the turn has been read.

static enum json_message read_message(struct far_seat *stream, struct news *news, struct text *why)
{
    char *line = mem_new(JSON_LINE);
    enum json_message message = JSON_NONE;
    if (!line)
        text_add(why, "There is no memory left to read a message.");
    else if (stream->read(stream->pipe, line, JSON_LINE, why))
        message =
            json_read(stream->games, line, strlen(line), &stream->game, &stream->stage, news, why);
    mem_free(line);
    return message;
}

// Reads until the stage is whole again.
static bool read_stage(struct far_seat *stream, struct text *why)
{
    struct news unexpected;
    for (;;) {
        switch (read_message(stream, &unexpected, why)) {
        case JSON_NONE:
            return false;
        case JSON_TURN:
            if (seat_makes_sense(&stream->stage))
                return true;
            text_add(why, "What the table says makes no sense.");
            return false;
        default:
            break;
        }
    }
}

static bool stream_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                         struct text *why)
{
    struct far_seat *stream = seat->context;
    (void)viewer, (void)why;
    *stage = stream->stage;
    return true;
}

static bool write_act(struct far_seat *stream, const struct act *act, struct text *why)
{
    char line[JSON_ACT_LINE];
    struct text out = text_in(line, sizeof line);
    json_write_act(act, stream->game, &out);
    return stream->write(stream->pipe, line, out.length, why);
}

// The next news, with the stage that it leaves if it is an event.
static bool read_news(struct far_seat *stream, struct news *news, struct text *why)
{
    for (;;) {
        switch (read_message(stream, news, why)) {
        case JSON_NONE:
            return false;
        case JSON_NEWS:
            return news->kind != NEWS_EVENT || read_stage(stream, why);
        default:
            break;
        }
    }
}

static bool keep_waiting(struct far_seat *stream, const struct news *news, struct text *why)
{
    if (stream->waiting_count == FAR_SEAT_WAITING) {
        text_add(why, "The table tells more than was asked for.");
        return false;
    }
    stream->waiting[stream->waiting_count++] = *news;
    return true;
}

// Events that come before the reply are kept for seat_next().
static bool stream_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                       struct text *why)
{
    struct far_seat *stream = seat->context;
    if (!write_act(stream, act, why))
        return false;
    while (read_news(stream, reply, why)) {
        if (reply->kind != NEWS_EVENT && reply->kind != NEWS_AWAY)
            return true;
        if (!keep_waiting(stream, reply, why))
            return false;
    }
    return false;
}

static enum seat_next stream_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                  struct text *why)
{
    struct far_seat *stream = seat->context;
    (void)viewer;
    if (stream->waiting_count) {
        *news = stream->waiting[0];
        stream->waiting_count--;
        memmove(&stream->waiting[0], &stream->waiting[1], stream->waiting_count * sizeof *news);
        return SEAT_TOLD;
    }
    if (seat_is_asked(seat, &stream->stage))
        return SEAT_YOURS;
    return read_news(stream, news, why) ? SEAT_TOLD : SEAT_CLOSED;
}

static const struct seat_maker by_stream = { stream_stage, stream_act, stream_next, NULL, NULL };

bool far_seat_open(struct seat_handle *seat, struct far_seat *stream, struct text *why)
{
    memset(seat, 0, sizeof *seat);
    seat->maker = &by_stream;
    seat->context = stream;
    stream->game = NULL;
    stream->waiting_count = 0;
    memset(&stream->stage, 0, sizeof stream->stage);
    if (!read_stage(stream, why))
        return false;
    seat->viewer = stream->stage.viewer;
    if (seat->viewer)
        seat->here[seat->viewer] = true;
    return true;
}
