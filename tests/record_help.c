// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/stored.h"
#include "record_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "core/memory.h"
#include "games/games.h"
#include "record/round.h"
#include "record/verify.h"
#include "table/table.h"
#include "table/truth.h"

static const int64_t CREATED = 1763229000123;

static void add(struct log *log, struct log_event event)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    event.n = log->count + 1;
    event.opened = event.kind == LOG_MOVE;
    if (log_is_hidden(&log->header, &event)) {
        randombytes_buf(event.seal.nonce, sizeof event.seal.nonce);
        log_seal(&log->header, &event, event.seal.commitment);
    }
    bool added = log_add(log, &event, &why);
    assert(added);
}

void help_start(struct log *log, struct match *match, const struct game *game, const char *rules,
                unsigned first)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    struct log_header *header = &log->header;
    *log = (struct log){ 0 };
    *header = (struct log_header){ .first = (uint8_t)first, .rounds = 1, .created = CREATED };
    header->deal = game_has_chance(game) ? LOG_RANDOM : LOG_SETTLED;
    bool good = commit_new_id(header->id) && variant_parse(game, rules, &header->variant, &why);
    assert(good);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(header->name[seat], LOG_NAME, "%s", seat == SEAT_1 ? "Ann \"A\"" : "Bj\u00f6rn");
        snprintf(header->player[seat], LOG_NAME, "human");
    }
    match_start(match, &header->variant, first);
    add(log, (struct log_event){ .kind = LOG_ROUND, .seat = (uint8_t)first });
}

static unsigned live_moves(const struct log *log)
{
    unsigned live = 0;
    for (unsigned i = 0; i < log->count; i++)
        if (log->events[i].kind == LOG_MOVE)
            live++;
        else if (log->events[i].kind == LOG_UNDO)
            live -= log->events[i].count;
    return live;
}

void help_follow(struct log *log, const struct match *match)
{
    unsigned live = live_moves(log);
    if (live > match->count)
        add(log, (struct log_event){
                     .kind = LOG_UNDO, .seat = SEAT_1, .count = (uint16_t)(live - match->count) });
    for (; live < match->count; live++) {
        const struct event *made = &match->log[live];
        add(log, (struct log_event){ .kind = LOG_MOVE,
                                     .seat = made->seat,
                                     .move = made->move,
                                     .outcome = made->outcome,
                                     .source = made->seat == SEAT_CHANCE ? log->header.deal : 0 });
    }
    log->events[0].winner = (uint8_t)match_turn(match)->winner;
}

void help_move(struct match *match, struct random *random)
{
    unsigned mover = match_turn(match)->mover;
    struct event event;
    if (match_can_undo(match) && random_below(random, 8) == 0) {
        match_undo(match);
        return;
    }
    struct view view = match_view(match, mover);
    bool played = match_play(match, mover, view_draw(&match->variant, &view, random), &event);
    assert(played);
}

void help_play(struct log *log, struct match *match, const struct game *game, const char *rules,
               unsigned most, uint64_t seed)
{
    struct random random = random_seeded(seed);
    help_start(log, match, game, rules, SEAT_1 + (unsigned)(seed % 2));
    while (!match_over(match) && match->count < most) {
        help_move(match, &random);
        help_follow(log, match);
    }
}

void help_round(const struct log *log, unsigned as, struct round *round)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    bool made = round_find(log, 0, as, round, &why);
    assert(made);
}

struct table_setup help_setup(const struct game *game)
{
    struct table_setup setup = table_usual(game);
    setup.header.created = CREATED;
    bool good = commit_new_id(setup.header.id);
    assert(good);
    return setup;
}

struct table *help_table(const struct table_setup *setup)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    struct table *table = table_new(setup, &why);
    assert(table);
    return table;
}

static bool propose(const struct table *table, const struct act *act, struct random *random,
                    struct log_event *event)
{
    struct table_means means = { .chance = random };
    struct news reply;
    randombytes_buf(means.nonce, sizeof means.nonce);
    return table_propose(table, act, &means, event, &reply) == TABLE_EVENT;
}

bool help_next(const struct table *table, struct random *random, struct log_event *event)
{
    struct stage stage;
    struct table_wish wish = table_wish(table);
    struct act act = { .kind = ACT_READY, .seat = SEAT_1, .sure = true };
    table_stage(table, SEAT_NOBODY, 0, &stage);
    if (stage.over)
        return false;
    if (wish.kind == TABLE_WANTS_ROUND || wish.kind == TABLE_WANTS_DEAL) {
        act.kind = wish.kind == TABLE_WANTS_ROUND ? ACT_BEGIN : ACT_DEAL;
    } else if (stage.mover) {
        struct view view = table_view(table, stage.mover);
        act.seat = stage.mover;
        act.kind = ACT_UNDO;
        if (random_below(random, 8) == 0 && propose(table, &act, random, event))
            return true;
        act.kind = ACT_MOVE;
        act.move = view_draw(&table_setup(table)->header.variant, &view, random);
    }
    bool proposed = propose(table, &act, random, event);
    assert(proposed);
    return true;
}

// By a player.
static bool is_move(const struct log_event *event)
{
    return event->kind == LOG_MOVE && event->seat != SEAT_CHANCE;
}

uint32_t help_kept(const struct table *table)
{
    const struct log *log = table_log(table);
    for (unsigned i = 0; i < log->count; i++)
        if (is_move(&log->events[i]))
            return log->count;
    return 0;
}

bool help_keep(struct store *store, struct table *table, const struct log_event *event,
               struct text *why)
{
    uint32_t kept = help_kept(table);
    struct log_standing *rounds = NULL;
    unsigned count;
    bool good = (!kept && !is_move(event)) ||
                (rounds_stand(table_log(table), event, &rounds, &count, why) &&
                 stored_keep(store, table_log(table), kept, event, &rounds[count - 1], 1, why));
    mem_free(rounds);
    return good && table_commit(table, event, 0, why);
}

void help_make_directory(char directory[HELP_DIRECTORY])
{
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(directory, HELP_DIRECTORY, "%s/causeway-XXXXXX", place);
    char *made = mkdtemp(directory);
    assert(made);
}

void help_remove_directory(const char *directory)
{
    char command[HELP_DIRECTORY + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    int status = system(command);
    assert(status == 0);
}

static bool collect(void *to, const char *line, size_t length)
{
    struct bytes *bytes = to;
    if (length > sizeof bytes->at - bytes->length)
        return false;
    memcpy(bytes->at + bytes->length, line, length);
    bytes->length += length;
    return true;
}

static bool put_line(struct bytes *bytes, const char *line, size_t length)
{
    unsigned char sum[crypto_hash_sha256_BYTES];
    char hex[2 * sizeof sum + 1];
    if (!collect(bytes, line, length))
        return false;
    crypto_hash_sha256(sum, (const unsigned char *)bytes->at, bytes->length);
    sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
    return collect(bytes, ",\"sum\":\"", 8) && collect(bytes, hex, 64) &&
           collect(bytes, "\"}\n", 3);
}

// Each line loses its last brace, which comes after its sum.
bool help_put_sums(const char *lines, struct bytes *bytes)
{
    bytes->length = 0;
    for (const char *newline; (newline = strchr(lines, '\n')); lines = newline + 1) {
        size_t length = (size_t)(newline - lines);
        if (!put_line(bytes, lines, length > 0 ? length - 1 : 0))
            return false;
    }
    return collect(bytes, lines, strlen(lines));
}

bool help_export(const struct log *log, unsigned as, struct bytes *bytes)
{
    char why_bytes[512];
    struct text why = text_in(why_bytes, sizeof why_bytes);
    bytes->length = 0;
    return log_text_write(log, as, collect, bytes, &why);
}

bool help_verify(const char *bytes, size_t length, struct text *why)
{
    struct log log;
    unsigned as;
    bool good = log_text_read(games, bytes, length, &log, &as, why) &&
                (as != AS_ALL || rounds_check(&log, why));
    for (uint32_t began = 0; good && (began = round_next(&log, began));) {
        struct round round;
        struct verify_findings findings;
        good = round_find(&log, began, as, &round, why) && verify_round(&round, &findings, why);
    }
    log_clear(&log);
    return good;
}
