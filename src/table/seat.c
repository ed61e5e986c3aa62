// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/seat.h"

#include <string.h>

#include "table/json.h"

bool seat_is_offered(const struct seat_handle *seat, const struct stage *stage)
{
    return stage->offer && stage->offer_by && seat->here[opponent(stage->offer_by)];
}

bool seat_is_asked(const struct seat_handle *seat, const struct stage *stage)
{
    if (stage->offer && stage->offer_by && seat->here[stage->offer_by])
        return false;
    return (stage->mover && seat->here[stage->mover]) || stage->ready ||
           seat_is_offered(seat, stage);
}

static bool say_ready(struct seat_handle *seat, unsigned who, bool swap, struct text *why)
{
    struct news reply;
    struct act ready = { .kind = ACT_READY, .seat = (uint8_t)who, .swap = swap };
    return seat_act(seat, &ready, &reply, why);
}

bool seat_get_ready(struct seat_handle *seat, const struct stage *stage, bool swap,
                    struct text *why)
{
    const bool *here = seat->here, *waits = stage->waits;
    if (!waits[SEAT_1] && !waits[SEAT_2])
        return say_ready(seat,
                         here[SEAT_1]   ? SEAT_1
                         : here[SEAT_2] ? SEAT_2
                                        : SEAT_NOBODY,
                         swap, why);
    for (unsigned who = SEAT_1; who <= SEAT_2; who++)
        if (here[who] && waits[who] && !say_ready(seat, who, swap, why))
            return false;
    return true;
}

bool seat_makes_sense(const struct stage *stage)
{
    bool mine = stage->mover && stage->mover == stage->viewer && !stage->end;
    return (!mine || stage->offer_count > 0) && (!stage->offer || stage->offer_by) &&
           (stage->mover == SEAT_NOBODY || stage->round > 0);
}

// Everything as JSON, and back.

static const struct game *find_game(const struct seat_json *between, const char *slug)
{
    for (const struct game *const *game = between->games; *game; game++)
        if (strcmp((*game)->slug, slug) == 0)
            return *game;
    return NULL;
}

// The scratch has room for the longest message.
static struct text scratch(struct seat_json *between)
{
    return text_in(between->line, sizeof between->line);
}

static bool reread_stage(struct seat_json *between, struct stage *stage, struct text *why)
{
    static void (*const write[])(const struct stage *, const struct game *,
                                 struct text *) = { json_write_hello, json_write_state,
                                                    json_write_turn };
    struct stage written = *stage;
    struct news unused;
    const struct game *game = find_game(between, stage->game), *read = NULL;
    for (unsigned i = 0; i < 3; i++) {
        struct text out = scratch(between);
        write[i](&written, game, &out);
        if (!json_read(between->games, out.at, out.length, &read, stage, &unused, why))
            return false;
    }
    between->game = game;
    return true;
}

static bool reread_news(struct seat_json *between, struct news *news, struct text *why)
{
    struct text out = scratch(between);
    struct news written = *news;
    json_write_news(&written, between->game, &out);
    return json_read(between->games, out.at, out.length, &between->game, NULL, news, why) ==
           JSON_NEWS;
}

// The handle below asks the same front whether to wait.
static struct seat_handle *inner_of(struct seat_handle *seat)
{
    struct seat_handle *inner = ((struct seat_json *)seat->context)->inner;
    inner->waits = seat->waits;
    inner->waiter = seat->waiter;
    return inner;
}

static bool json_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                       struct text *why)
{
    struct seat_json *between = seat->context;
    return seat_stage(between->inner, viewer, stage, why) && reread_stage(between, stage, why);
}

static bool json_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                     struct text *why)
{
    struct seat_json *between = seat->context;
    struct text out = scratch(between);
    struct act read;
    json_write_act(act, between->game, &out);
    return json_read_act(between->game, out.at, out.length, &read, why) &&
           seat_act(inner_of(seat), &read, reply, why) && reread_news(between, reply, why);
}

static enum seat_next json_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                struct text *why)
{
    struct seat_json *between = seat->context;
    enum seat_next next = seat_next(inner_of(seat), viewer, news, why);
    return next != SEAT_TOLD || reread_news(between, news, why) ? next : SEAT_CLOSED;
}

static const struct seat_maker through_json = { json_stage, json_act, json_next, NULL, NULL };

bool seat_through_json(struct seat_handle *seat, struct seat_json *between, struct text *why)
{
    struct stage stage;
    *seat = *between->inner;
    seat->maker = &through_json;
    seat->context = between;
    return seat_stage(between->inner, seat->viewer, &stage, why) &&
           reread_stage(between, &stage, why);
}
