// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/rounds.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "record/replay.h"

bool rounds_stand(const struct log *log, const struct log_event *next, struct log_standing **rounds,
                  unsigned *count, struct text *why)
{
    struct replay replay = replay_begin();
    size_t room = 0;
    *rounds = NULL;
    *count = 0;
    for (unsigned i = 0; i < log->count + (next ? 1 : 0); i++) {
        const struct log_event *event = i < log->count ? &log->events[i] : next;
        if (!replay_event(&replay, &log->header, event, NULL, why))
            return false;
        if (event->kind == LOG_ROUND) {
            if (!vector_grow(rounds, &room, *count, sizeof **rounds)) {
                text_add(why, "There is no memory left to count the rounds.");
                return false;
            }
            ++*count;
        }
        if (*count)
            (*rounds)[*count - 1] = replay_stand(&replay);
    }
    return true;
}

bool rounds_last(const struct log *log, struct log_standing *last, struct text *why)
{
    struct replay replay;
    bool good = replay_log(&replay, log, log->count, why);
    if (good)
        *last = replay_stand(&replay);
    return good;
}

static void fill_header(const struct log *log, const struct log_standing *standing,
                        struct record_header *header)
{
    const struct log_header *from = &log->header;
    log_hash_header(from, header->hash);
    log_round_id(from, standing->began, header->id);
    log_round_id(from, standing->match_began, header->series);
    header->variant = from->variant;
    header->first = standing->first;
    header->round = standing->round;
    header->rounds = from->rounds;
    header->created = from->created;
    memcpy(header->name, from->name, sizeof header->name);
    memcpy(header->player, from->player, sizeof header->player);
}

static bool add_event(const struct log_event *event, struct record *record, struct text *why)
{
    struct record_entry entry = {
        .event = { .move = event->move, .seat = event->seat, .outcome = event->outcome },
        .seal = event->seal,
        .opened = event->opened,
        .n = event->n
    };
    struct record_entry undo = { .undo = true, .n = event->n };
    if (event->kind == LOG_MOVE)
        return record_add(record, &entry, why);
    for (unsigned i = 0; event->kind == LOG_UNDO && i < event->count; i++)
        if (!record_add(record, &undo, why))
            return false;
    return true;
}

struct rounds_settling {
    struct replay replay;
};

static bool settle(struct replay *replay, struct log *log, unsigned i, struct text *why)
{
    if (!replay_event(replay, &log->header, &log->events[i], NULL, why))
        return false;
    if (replay->round_at)
        log->events[replay->round_at - 1].winner = replay->winner;
    return true;
}

bool rounds_settle(struct log *log, struct text *why)
{
    struct replay replay = replay_begin();
    for (unsigned i = 0; i < log->count; i++)
        if (!settle(&replay, log, i, why))
            return false;
    return true;
}

struct rounds_settling *rounds_settling_new(void)
{
    struct rounds_settling *settling = mem_new(sizeof *settling);
    if (settling)
        settling->replay = replay_begin();
    return settling;
}

bool rounds_settle_last(struct rounds_settling *settling, struct log *log, struct text *why)
{
    return settle(&settling->replay, log, log->count - 1, why);
}

// Where the round stands in its match, from the order of events alone.
static bool find_round(const struct log *log, uint32_t began, struct log_standing *standing)
{
    uint16_t round = 0;
    *standing = (struct log_standing){ 0 };
    for (unsigned i = 0; i < log->count; i++) {
        const struct log_event *event = &log->events[i];
        if (event->kind == LOG_REMATCH)
            round = 0;
        if (event->kind != LOG_ROUND || (began && event->n > began))
            continue;
        standing->began = event->n;
        standing->round = ++round;
        if (round == 1)
            standing->match_began = event->n;
        standing->first = event->seat;
        standing->winner = event->winner;
    }
    return standing->began && (!began || standing->began == began);
}

static bool is_loss(const struct log_event *event)
{
    return event->kind == LOG_RESIGN || event->kind == LOG_FLAG || event->kind == LOG_FORFEIT;
}

bool rounds_record(const struct log *log, uint32_t began, unsigned as, struct record *record,
                   struct text *why)
{
    struct log_standing standing;
    *record = (struct record){ .as = as };
    if (!find_round(log, began, &standing)) {
        text_add(why, "There is no such round.");
        return false;
    }
    fill_header(log, &standing, &record->header);
    record->winner = standing.winner;
    for (uint32_t n = standing.began; n <= log->count; n++) {
        const struct log_event *event = &log->events[n - 1];
        if (event->kind == LOG_ROUND && n > standing.began)
            break;
        if (is_loss(event)) {
            record->given_up = event->seat;
            record->lost_by = event->kind;
        }
        if (!add_event(event, record, why))
            return false;
    }
    return true;
}

uint32_t rounds_next(const struct log *log, uint32_t after)
{
    for (uint32_t n = after + 1; n <= log->count; n++)
        if (log->events[n - 1].kind == LOG_ROUND)
            return n;
    return 0;
}

bool rounds_check(const struct log *log, struct text *why)
{
    struct replay replay;
    for (unsigned i = 0; i < log->count; i++)
        if (!log_check_seal(&log->header, &log->events[i], why))
            return false;
    return replay_log(&replay, log, log->count, why);
}
