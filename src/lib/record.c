// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/round.h"

#include <string.h>

#include "core/memory.h"
#include "games/games.h"
#include "lib/lib.h"
#include "record/log_text.h"
#include "record/verify.h"

struct cw_record {
    struct log log;
    unsigned as;
    uint32_t rounds;
    char *text;   // the record, its lines with NUL bytes for their ends
    char **lines; // of it: the header, then the events
};

void cw_record_free(cw_record *record)
{
    if (!record)
        return;
    log_clear(&record->log);
    mem_free(record->text);
    mem_free(record->lines);
    mem_free(record);
}

// The event with which a round began, counted from 0; 0 after the last.
static uint32_t round_began(const cw_record *record, size_t round)
{
    uint32_t began = round_next(&record->log, 0);
    while (began && round-- > 0)
        began = round_next(&record->log, began);
    return began;
}

// Every event, every round, every commitment that is open.
static bool is_sound(cw_record *record, struct text *why)
{
    bool good = record->as != AS_ALL || rounds_check(&record->log, why);
    for (uint32_t began = 0; good && (began = round_next(&record->log, began)); record->rounds++) {
        struct verify_findings findings;
        struct round round;
        good = round_find(&record->log, began, record->as, &round, why) &&
               verify_round(&round, &findings, why);
    }
    return good;
}

// A line for the header and each event; they were read, so that they are there.
static bool split(cw_record *record, const void *bytes, size_t size)
{
    size_t count = record->log.count + 1;
    record->text = mem_new(size + 1);
    record->lines = mem_new(count * sizeof *record->lines);
    if (!record->text || !record->lines)
        return false;
    memcpy(record->text, bytes, size);
    record->text[size] = '\0';
    char *at = record->text;
    for (size_t i = 0; i < count; i++) {
        record->lines[i] = at;
        at += strcspn(at, "\n");
        *at++ = '\0';
    }
    return true;
}

cw_record *cw_record_read(const void *bytes, size_t size, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    cw_record *record = lib_new(sizeof *record, error);
    if (!record)
        return NULL;
    bool good = log_text_read(games, bytes, size, &record->log, &record->as, &why) &&
                is_sound(record, &why) && split(record, bytes, size);
    if (good)
        return record;
    cw_record_free(record);
    return lib_fail(error, "%s", why.length ? why.at : "There is not enough memory.");
}

const char *cw_record_header(const cw_record *record)
{
    return record->lines[0];
}

size_t cw_record_count(const cw_record *record)
{
    return record->log.count;
}

const char *cw_record_event(const cw_record *record, size_t i)
{
    return i < record->log.count ? record->lines[i + 1] : NULL;
}

size_t cw_record_rounds(const cw_record *record)
{
    return record->rounds;
}

int cw_record_winner(const cw_record *record, size_t round)
{
    uint32_t began = round_began(record, round);
    return began ? record->log.events[began - 1].winner : CW_NOBODY;
}

// The first moves that count, played.
static bool play(const struct round *round, size_t moves, cw_position *position, char **error)
{
    unsigned made[MOVES_MAX], count = round_moves(round, made);
    struct match *match = lib_match(position);
    if (moves > count) {
        lib_fail(error, "The round has %u moves.", count);
        return false;
    }
    match_start(match, &round->header->variant, round_first(round));
    for (size_t i = 0; i < moves; i++) {
        struct event event;
        if (!match_play(match, match_turn(match)->mover, round->events[made[i]].move, &event)) {
            lib_fail(error, "Something is hidden in this record: it cannot be played.");
            return false;
        }
    }
    return true;
}

static bool find_round(const cw_record *record, size_t number, struct round *round)
{
    struct text why = TEXT_OF(TEXT_MAX);
    uint32_t began = round_began(record, number);
    return began && round_find(&record->log, began, record->as, round, &why);
}

cw_position *cw_record_position(const cw_record *record, size_t round, size_t moves, char **error)
{
    struct round one;
    if (!find_round(record, round, &one))
        return lib_fail(error, "There is no round %zu: the first is 0.", round);
    cw_position *position = lib_new(sizeof *position, error);
    if (position && play(&one, moves, position, error))
        return position;
    cw_position_free(position);
    return NULL;
}

size_t cw_record_moves(const cw_record *record, size_t round)
{
    struct round one;
    unsigned moves[MOVES_MAX];
    return find_round(record, round, &one) ? round_moves(&one, moves) : 0;
}

char *cw_record_write(const cw_record *record, int seat, char **error)
{
    unsigned as = seat == CW_CHANCE ? record->as : (unsigned)seat;
    if (seat < CW_NOBODY || seat > CW_CHANCE)
        return lib_fail(error, "%d is not a seat, 0 (a spectator) or 3 (everything).", seat);
    if (record->as != AS_ALL && as != record->as && as != AS_WATCH)
        return lib_fail(error, "The record has only what '%s' could know.",
                        log_as_name(record->as));
    return lib_write_log(&record->log, as, error);
}
