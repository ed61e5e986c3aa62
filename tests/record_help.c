// SPDX-License-Identifier: GPL-3.0-or-later
#include "record_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

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
    header->created = 1763229000123;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(header->name[seat], LOG_NAME, "%s", seat == SEAT_1 ? "Ann \"A\"" : "Bj\u00f6rn");
        snprintf(header->player[seat], LOG_NAME, "human");
    }
    good = good && variant_parse(game, rules, &header->variant, &why);
    assert(good);
    match_start(match, &header->variant, first);
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
    char bytes[512];
    struct text why = text_in(bytes, sizeof bytes);
    struct random random = random_seeded(seed);
    help_start(record, match, game, rules, SEAT_1 + (unsigned)(seed % 2));
    while (!match_over(match) && match->count < most) {
        help_move(match, &random);
        bool followed = record_follow(record, match, &why);
        assert(followed);
    }
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
