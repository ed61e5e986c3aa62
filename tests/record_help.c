// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "table/truth.h"

static const int64_t CREATED = 1763229000123;

void help_start(struct record *record, struct match *match, const struct game *game,
                const char *rules, unsigned first)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    struct record_header *header = &record->header;
    *record = (struct record){ .as = AS_ALL };
    bool good = commit_new_id(header->id);
    memcpy(header->series, header->id, sizeof header->series);
    header->round = header->rounds = 1;
    header->first = first;
    header->created = CREATED;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(header->name[seat], LOG_NAME, "%s", seat == SEAT_1 ? "Ann \"A\"" : "Bj\u00f6rn");
        snprintf(header->player[seat], LOG_NAME, "human");
    }
    good = good && variant_parse(game, rules, &header->variant, &why);
    assert(good);
    match_start(match, &header->variant, first);
}

// As version 1 has it, written down here once more: docs/formats.md.
void help_seal(const char *id, const struct game *game, const struct event *event,
               struct commit_seal *seal)
{
    struct text sealed = TEXT_OF(COMMIT_SEALED), move = TEXT_OF(256);
    char hex[COMMIT_HEX];
    randombytes_buf(seal->nonce, sizeof seal->nonce);
    commit_hex(seal->nonce, hex);
    move_print(game, event->move, &move);
    commit_add_field(&sealed, "causeway-commitment-1");
    commit_add_field(&sealed, id);
    commit_add_field(&sealed, seat_name(event->seat));
    commit_add_field(&sealed, move.at);
    commit_add_field(&sealed, hex);
    commit_hash(&sealed, seal->commitment);
}

static void add(struct record *record, struct record_entry entry)
{
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    if (record_is_hidden(record, &entry))
        help_seal(record->header.id, record->header.variant.game, &entry.event, &entry.seal);
    bool added = record_add(record, &entry, &why);
    assert(added);
}

void help_follow(struct record *record, const struct match *match)
{
    while (record->live > match->count)
        add(record, (struct record_entry){ .undo = true });
    while (record->live < match->count)
        add(record, (struct record_entry){ .event = match->log[record->live], .opened = true });
    record->winner = match_turn(match)->winner;
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

void help_play(struct record *record, struct match *match, const struct game *game,
               const char *rules, unsigned most, uint64_t seed)
{
    struct random random = random_seeded(seed);
    help_start(record, match, game, rules, SEAT_1 + (unsigned)(seed % 2));
    while (!match_over(match) && match->count < most) {
        help_move(match, &random);
        help_follow(record, match);
    }
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
    return ((!kept && !is_move(event)) || store_keep(store, table_log(table), kept, event, why)) &&
           table_commit(table, event, 0, why);
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

bool help_export(const struct record *record, unsigned as, struct bytes *bytes)
{
    char why_bytes[512];
    struct text why = text_in(why_bytes, sizeof why_bytes);
    bytes->length = 0;
    return jsonl_write(record, as, collect, bytes, &why);
}
