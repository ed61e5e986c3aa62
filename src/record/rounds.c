// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/rounds.h"

#include <string.h>

#include <sodium.h>

#include "record/replay.h"

static bool step(struct replay *replay, const struct log_header *header,
                 const struct log_event *event, struct rounds_standing *standing, struct text *why)
{
    if (!replay_event(replay, header, event, NULL, why))
        return false;
    if (event->kind == LOG_ROUND) {
        standing->began = event->n;
        if (replay->round == 1)
            standing->match_began = event->n;
    }
    return true;
}

bool rounds_stand(const struct log *log, const struct log_event *next,
                  struct rounds_standing *standing, struct text *why)
{
    struct replay replay = replay_begin();
    *standing = (struct rounds_standing){ 0 };
    for (unsigned i = 0; i < log->count; i++)
        if (!step(&replay, &log->header, &log->events[i], standing, why))
            return false;
    if (next && !step(&replay, &log->header, next, standing, why))
        return false;
    standing->round = replay.round;
    standing->winner = replay.winner;
    standing->played = replay.end == REPLAY_PLAYED;
    if (standing->began) {
        standing->first = (uint8_t)match_first(&replay.match);
        standing->moves = (uint16_t)match_count(&replay.match);
    }
    return true;
}

void rounds_id(const struct log_header *header, uint32_t began, char id[COMMIT_ID])
{
    static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char hash[crypto_hash_sha256_BYTES];
    char bytes[64];
    struct text text = text_in(bytes, sizeof bytes);
    if (began <= 1) {
        memcpy(id, header->id, COMMIT_ID);
        return;
    }
    text_add(&text, "causeway-round-2 %s %u", header->id, (unsigned)began);
    crypto_hash_sha256(hash, (const unsigned char *)bytes, text.length);
    for (unsigned i = 0; i < COMMIT_ID - 1; i++)
        id[i] = digits[hash[i] % 32];
    id[COMMIT_ID - 1] = '\0';
}

static void fill_header(const struct log *log, const struct rounds_standing *standing,
                        struct header *header)
{
    const struct log_header *from = &log->header;
    header->version = LOG_VERSION;
    log_hash_header(from, header->hash);
    rounds_id(from, standing->began, header->id);
    rounds_id(from, standing->match_began, header->series);
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
    struct entry entry = {
        .event = { .move = event->move, .seat = event->seat, .outcome = event->outcome },
        .seal = event->seal,
        .opened = event->opened,
        .n = event->n
    };
    struct entry undo = { .undo = true, .n = event->n };
    if (event->kind == LOG_MOVE)
        return record_add(record, &entry, why);
    for (unsigned i = 0; event->kind == LOG_UNDO && i < event->count; i++)
        if (!record_add(record, &undo, why))
            return false;
    return true;
}

// The log up to the end of the round.
static struct log cut(const struct log *log, uint32_t began)
{
    struct log until = *log;
    for (uint32_t n = began + 1; began && n <= log->count; n++)
        if (log->events[n - 1].kind == LOG_ROUND) {
            until.count = n - 1;
            break;
        }
    return until;
}

bool rounds_record(const struct log *log, uint32_t began, struct record *record, struct text *why)
{
    struct rounds_standing standing;
    struct log until = cut(log, began);
    *record = (struct record){ .as = AS_ALL };
    if (!rounds_stand(&until, NULL, &standing, why))
        return false;
    if (!standing.began || (began && standing.began != began)) {
        text_add(why, "There is no such round.");
        return false;
    }
    fill_header(log, &standing, &record->header);
    for (uint32_t n = standing.began; n <= until.count; n++)
        if (!add_event(&log->events[n - 1], record, why))
            return false;
    record->winner = standing.winner;
    record->given_up = standing.winner && !standing.played;
    return true;
}

bool rounds_check(const struct log *log, struct text *why)
{
    struct rounds_standing standing;
    unsigned char commitment[COMMIT_BYTES];
    for (unsigned i = 0; i < log->count; i++) {
        const struct log_event *event = &log->events[i];
        if (!log_is_hidden(&log->header, event))
            continue;
        log_seal(&log->header, event, commitment);
        if (memcmp(commitment, event->seal.commitment, COMMIT_BYTES) != 0) {
            text_add(why, "Event %u: the commitment was made for something else.",
                     (unsigned)event->n);
            return false;
        }
    }
    return rounds_stand(log, NULL, &standing, why);
}
