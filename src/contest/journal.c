// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/game.h"
#include "core/memory.h"
#include "core/directory.h"

static bool fail(struct text *why, const char *what, const char *path)
{
    text_add(why, "%s %s: %s.", what, path, strerror(errno));
    return false;
}

static json_t *list_fields(const struct schedule *schedule)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < schedule->fields; i++) {
        char buffer[TEXT_MAX];
        struct text rules = text_in(buffer, sizeof buffer);
        variant_print(&schedule->field[i], &rules);
        json_array_append_new(
            list, json_pack("{ss ss}", "game", schedule->field[i].game->slug, "rules", buffer));
    }
    return list;
}

char *journal_print_plan(const struct schedule *schedule, const struct log_clock *clock)
{
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *players = json_array(), *fields = list_fields(schedule);
    char seed[32], drawn[32];
    struct text number = text_in(seed, sizeof seed), noise = text_in(drawn, sizeof drawn);
    text_add(&number, "%ju", (uintmax_t)schedule->seed);
    for (unsigned i = 0; i < schedule->players; i++) {
        struct text player = TEXT_OF(TEXT_MAX);
        schedule_print_player(schedule, i, &player);
        json_array_append_new(players, json_string(player.at));
    }
    text_add(&noise, "%ju", (uintmax_t)schedule->noise);
    json_t *header = json_pack("{si so so sb ss s[iii] si ss}", "tournament", 1, "fields", fields,
                               "players", players, "gauntlet", schedule->gauntlet, "seed", seed,
                               "clock", (int)clock->base, (int)clock->increment, (int)clock->move,
                               "openings", (int)schedule->openings, "noise", drawn);
    char *line = json_dumps(header, JSON_COMPACT);
    json_decref(header);
    return line;
}

static bool read_field(const struct game *const *games, const json_t *object,
                       struct variant *variant)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    const char *slug = json_string_value(json_object_get(object, "game"));
    const char *rules = json_string_value(json_object_get(object, "rules"));
    while (slug && *games && strcmp((*games)->slug, slug) != 0)
        games++;
    return slug && rules && *games && variant_parse(*games, rules, variant, &ignored);
}

static bool read_fields(const struct game *const *games, const json_t *list,
                        struct schedule *schedule)
{
    bool good = json_array_size(list) <= RATINGS_FIELDS;
    for (size_t i = 0; i < json_array_size(list) && good; i++)
        good = read_field(games, json_array_get(list, i), &schedule->field[schedule->fields++]);
    return good && schedule->fields > 0;
}

static bool read_players(const json_t *list, struct schedule *schedule)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    bool good = true;
    for (size_t i = 0; i < json_array_size(list) && good; i++) {
        const char *player = json_string_value(json_array_get(list, i));
        good = player && schedule_add_player(schedule, player, &ignored);
    }
    return good && schedule->players >= 2;
}

bool journal_read_plan(const struct game *const *games, const char *line, struct schedule *schedule,
                       struct log_clock *clock, struct text *why)
{
    int version, gauntlet, time[3], openings;
    const char *seed, *noise;
    json_t *fields, *players, *plan = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    *schedule = (struct schedule){ .pairs = SCHEDULE_PAIRS_MAX };
    bool good =
        plan &&
        json_unpack(plan, "{si so so sb ss s[iii!] si ss}", "tournament", &version, "fields",
                    &fields, "players", &players, "gauntlet", &gauntlet, "seed", &seed, "clock",
                    &time[0], &time[1], &time[2], "openings", &openings, "noise", &noise) == 0 &&
        openings >= 0 && openings <= OPENING_MOST && version == 1 && time[0] >= 0 && time[1] >= 0 &&
        time[2] >= 0 && read_fields(games, fields, schedule) && read_players(players, schedule) &&
        *seed >= '0' && *seed <= '9' && *noise >= '0' && *noise <= '9';
    if (good) {
        schedule->gauntlet = gauntlet;
        schedule->seed = strtoull(seed, NULL, 10);
        schedule->openings = (unsigned)openings;
        schedule->noise = strtoull(noise, NULL, 10);
        *clock = (struct log_clock){ (uint32_t)time[0], (uint32_t)time[1], (uint32_t)time[2] };
    } else {
        text_add(why, "The plan of the tournament cannot be read.");
    }
    json_decref(plan);
    return good;
}

bool journal_find(struct journal *journal, const char *under, const struct schedule *schedule,
                  const struct log_clock *clock, struct text *why)
{
    struct text path = text_in(journal->directory, sizeof journal->directory);
    unsigned char hash[crypto_hash_sha256_BYTES];
    char *header = journal_print_plan(schedule, clock);
    if (!header) {
        text_add(why, "There is not enough memory for a tournament.");
        return false;
    }
    crypto_hash_sha256(hash, (const unsigned char *)header, strlen(header));
    mem_free(header);
    text_add(&path, "%s/", under);
    for (unsigned i = 0; i < 6; i++)
        text_add(&path, "%02x", hash[i]);
    if (path.length + 64 < sizeof journal->directory)
        return true;
    text_add(why, "The name of the directory %.80s... is too long.", under);
    return false;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (*text)
        json_object_set_new(object, key, json_string(text));
}

static void get_text(const json_t *object, const char *key, char *to, size_t size)
{
    const char *text = json_string_value(json_object_get(object, key));
    snprintf(to, size, "%s", text ? text : "");
}

static json_t *pack_game(const struct standings_game *game, const struct journal_notes *notes,
                         unsigned number)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016jx", (uintmax_t)game->hash);
    json_t *object = json_pack("{sb ss sb sf s[ff] s[ii] ss}", "won", game->won, "end",
                               log_ends[game->end], "adjusted", game->adjusted, "score",
                               game->score, "loss", game->loss[0], game->loss[1], "decisions",
                               (int)game->decisions[0], (int)game->decisions[1], "hash", hash);
    if (game->end == LOG_END_FORFEITED)
        json_object_set_new(object, "cause", json_string(log_causes[game->cause]));
    set_text(object, "id", notes->id[number]);
    set_text(object, "trouble", notes->trouble[number]);
    set_text(object, "said", notes->offence[number]);
    return object;
}

static json_t *pack_opening(const struct game *game, const struct opening *opening)
{
    json_t *moves = json_array();
    for (unsigned i = 0; i < opening->count; i++) {
        struct text move = TEXT_OF(TEXT_MAX);
        move_print(game, opening->moves[i], &move);
        json_array_append_new(moves, json_string(move.at));
    }
    json_t *object = json_pack("{so}", "moves", moves);
    if (*opening->value)
        json_object_set_new(object, "value", json_string(opening->value));
    return object;
}

void journal_print(unsigned index, const struct standings_pair *pair,
                   const struct schedule *schedule, const struct journal_notes *notes,
                   struct text *out)
{
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *line =
        json_pack("{si s[oo]}", "pair", (int)index, "games", pack_game(&pair->game[0], notes, 0),
                  pack_game(&pair->game[1], notes, 1));
    const struct game *game = schedule->field[schedule_pair(schedule, index).field].game;
    if (notes->opening)
        json_object_set_new(line, "opening", pack_opening(game, notes->opening));
    if (*notes->program[0] || *notes->program[1])
        json_object_set_new(line, "programs",
                            json_pack("[ss]", notes->program[0], notes->program[1]));
    char *text = json_dumps(line, JSON_COMPACT);
    if (text)
        text_add(out, "%s\n", text);
    mem_free(text);
    json_decref(line);
}

static bool find_end(const char *name, uint8_t *end)
{
    for (unsigned i = LOG_END_PLAYED; i < LOG_ENDS; i++)
        if (strcmp(name, log_ends[i]) == 0) {
            *end = (uint8_t)i;
            return true;
        }
    return false;
}

static bool find_cause(const char *name, uint8_t *cause)
{
    for (unsigned i = 0; log_causes[i]; i++)
        if (name && strcmp(name, log_causes[i]) == 0) {
            *cause = (uint8_t)i;
            return true;
        }
    return false;
}

static bool unpack_game(json_t *object, struct standings_game *game)
{
    const char *end, *hash, *cause = NULL;
    int won, adjusted, decisions[2];
    if (json_unpack(object, "{sb ss sb sF s[FF!] s[ii!] ss s?s}", "won", &won, "end", &end,
                    "adjusted", &adjusted, "score", &game->score, "loss", &game->loss[0],
                    &game->loss[1], "decisions", &decisions[0], &decisions[1], "hash", &hash,
                    "cause", &cause) != 0)
        return false;
    game->won = won;
    game->hash = strtoull(hash, NULL, 16);
    game->adjusted = adjusted;
    for (unsigned i = 0; i < 2; i++)
        game->decisions[i] = (unsigned)decisions[i];
    return find_end(end, &game->end) && decisions[0] >= 0 && decisions[1] >= 0 &&
           (game->end != LOG_END_FORFEITED || find_cause(cause, &game->cause));
}

static void read_notes(const json_t *object, const json_t *games, struct journal_notes *notes)
{
    const json_t *programs = json_object_get(object, "programs");
    *notes = (struct journal_notes){ 0 };
    for (unsigned i = 0; i < 2; i++) {
        const json_t *game = json_array_get(games, i);
        const char *program = json_string_value(json_array_get(programs, i));
        snprintf(notes->program[i], PROGRAM_NAME, "%s", program ? program : "");
        get_text(game, "id", notes->id[i], COMMIT_ID);
        get_text(game, "trouble", notes->trouble[i], JOURNAL_TROUBLE);
        get_text(game, "said", notes->offence[i], PROGRAM_OFFENCE);
    }
}

bool journal_parse(const char *line, size_t length, const struct schedule *schedule,
                   unsigned *index, struct standings_pair *pair, struct journal_notes *notes)
{
    int number;
    json_t *games = NULL, *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    *pair = (struct standings_pair){ .played = true };
    bool good = object && json_unpack(object, "{si so}", "pair", &number, "games", &games) == 0 &&
                number >= 0 && (unsigned)number < schedule_count(schedule) &&
                json_array_size(games) == 2 &&
                unpack_game(json_array_get(games, 0), &pair->game[0]) &&
                unpack_game(json_array_get(games, 1), &pair->game[1]);
    *index = good ? (unsigned)number : 0;
    read_notes(object, games, notes);
    json_decref(object);
    return good;
}

bool journal_learn_program(struct journal_facts *facts, const struct schedule *schedule,
                           unsigned player, const char *program, struct text *why)
{
    char *known = facts->program[player], label[SCHEDULE_LABEL];
    if (!*program || strcmp(known, program) == 0)
        return true;
    if (*known) {
        schedule_label(schedule, player, label);
        text_add(why,
                 "%s calls itself '%s' now, and pairs of this tournament were played by '%s': "
                 "--anew begins again.",
                 label, program, known);
        return false;
    }
    snprintf(known, PROGRAM_NAME, "%s", program);
    return true;
}

bool journal_learn(struct journal_facts *facts, const struct schedule *schedule, unsigned index,
                   const struct standings_pair *pair, const struct journal_notes *notes,
                   struct text *why)
{
    struct schedule_pair scheduled = schedule_pair(schedule, index);
    for (unsigned i = 0; i < 2; i++) {
        const struct standings_game *game = &pair->game[i];
        struct journal_forfeit *first = &facts->forfeit[scheduled.player[game->won ? 1 : 0]];
        if (!journal_learn_program(facts, schedule, scheduled.player[i], notes->program[i], why))
            return false;
        if (game->end != LOG_END_FORFEITED || *first->id)
            continue;
        memcpy(first->id, notes->id[i], COMMIT_ID);
        memcpy(first->trouble, notes->trouble[i], JOURNAL_TROUBLE);
        memcpy(first->offence, notes->offence[i], PROGRAM_OFFENCE);
    }
    return true;
}

bool journal_add(struct journal *journal, const char *line, size_t length, struct text *why)
{
    ssize_t written = write(journal->file, line, length);
    if (written == (ssize_t)length)
        return true;
    if (written > 0)
        errno = ENOSPC;
    return fail(why, "Cannot write into", journal->directory);
}

static bool read_whole(int file, char **bytes, size_t *length)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    *length = (size_t)status.st_size;
    *bytes = mem_new(*length + 1);
    return *bytes && pread(file, *bytes, *length, 0) == (ssize_t)*length;
}

// Fills in the pairs of a journal that has this header. Gives how many there are, and where
// the last whole line ends.
static unsigned read_pairs(const char *bytes, size_t length, size_t *at,
                           const struct schedule *schedule, struct standings_pair *pairs,
                           struct journal_facts *facts)
{
    unsigned count = 0;
    struct text ignored = TEXT_OF(TEXT_MAX); // they were learnt when they were written
    for (const char *end; (end = memchr(bytes + *at, '\n', length - *at));
         *at = (size_t)(end - bytes) + 1) {
        unsigned index;
        struct standings_pair pair;
        struct journal_notes notes;
        if (!journal_parse(bytes + *at, (size_t)(end - bytes) - *at, schedule, &index, &pair,
                           &notes))
            continue;
        journal_learn(facts, schedule, index, &pair, &notes, &ignored);
        count += !pairs[index].played;
        pairs[index] = pair;
    }
    return count;
}

// What is in the file: nothing (also if writing its header was cut short), a journal of this
// tournament, or something else.
enum content { EMPTY, OURS, STRANGE, UNREADABLE };

// Takes up what is there; cuts off a last line without its end.
static enum content take_up(struct journal *journal, const char *header,
                            const struct schedule *schedule, struct standings_pair *pairs,
                            unsigned *count, struct text *why)
{
    char *bytes = NULL;
    size_t length, at = strlen(header);
    enum content content = UNREADABLE;
    if (!read_whole(journal->file, &bytes, &length))
        fail(why, "Cannot read", journal->directory);
    else if (length <= at)
        content = memcmp(bytes, header, length) == 0 ? EMPTY : STRANGE;
    else
        content = memcmp(bytes, header, at) == 0 && bytes[at] == '\n' ? OURS : STRANGE;
    if (content == OURS) {
        *count = read_pairs(bytes, length, &at, schedule, pairs, &journal->facts);
        if (at < length && ftruncate(journal->file, (off_t)at) != 0) {
            fail(why, "Cannot write into", journal->directory);
            content = UNREADABLE;
        }
    }
    mem_free(bytes);
    return content;
}

// With its lock: two programs would play the same pairs.
static bool open_file(struct journal *journal, struct text *why)
{
    char path[JOURNAL_PATH + 32];
    snprintf(path, sizeof path, "%s/tournament.jsonl", journal->directory);
    if (!directory_make(path, why))
        return false;
    journal->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal->file < 0)
        return fail(why, "Cannot open", path);
    if (flock(journal->file, LOCK_EX | LOCK_NB) == 0)
        return true;
    text_add(why, "This tournament is being played by another program (%s).", path);
    return false;
}

static bool begin(struct journal *journal, const char *header, struct text *why)
{
    return (ftruncate(journal->file, 0) == 0 ||
            fail(why, "Cannot write into", journal->directory)) &&
           journal_add(journal, header, strlen(header), why) && journal_add(journal, "\n", 1, why);
}

// Renames the directory with all that is in it, while we have its lock: DIRECTORY.1, or the
// first number that is free.
static bool put_aside(struct journal *journal, struct text *why)
{
    char aside[JOURNAL_PATH + 32];
    struct stat status;
    unsigned number = 1;
    do
        snprintf(aside, sizeof aside, "%s.%u", journal->directory, number++);
    while (lstat(aside, &status) == 0);
    if (rename(journal->directory, aside) != 0)
        return fail(why, "Cannot rename", journal->directory);
    journal_close(journal);
    return open_file(journal, why);
}

static bool refuse(const struct journal *journal, enum content content, unsigned count,
                   struct text *why)
{
    if (content == OURS)
        text_add(why,
                 "%u pair%s of this tournament %s in %s: --resume goes on with them, --anew puts "
                 "them aside and begins again.",
                 count, count == 1 ? "" : "s", count == 1 ? "is" : "are", journal->directory);
    else if (content == STRANGE)
        text_add(why,
                 "The journal in %s is not of this tournament, or is damaged: --anew puts it "
                 "aside and begins again.",
                 journal->directory);
    return false;
}

static bool settle(struct journal *journal, const char *header, const struct schedule *schedule,
                   enum journal_use use, struct standings_pair *pairs, struct text *why)
{
    unsigned count = 0;
    enum content content = take_up(journal, header, schedule, pairs, &count, why);
    if (use == JOURNAL_ANEW && (content == OURS || content == STRANGE)) {
        memset(pairs, 0, schedule_count(schedule) * sizeof *pairs);
        journal->facts = (struct journal_facts){ 0 };
        return put_aside(journal, why) && begin(journal, header, why);
    }
    if (content == EMPTY)
        return begin(journal, header, why);
    return (content == OURS && (use == JOURNAL_RESUME || count == 0)) ||
           refuse(journal, content, count, why);
}

bool journal_open(struct journal *journal, const struct schedule *schedule,
                  const struct log_clock *clock, enum journal_use use, struct standings_pair *pairs,
                  struct text *why)
{
    char *header = journal_print_plan(schedule, clock);
    journal->file = -1;
    journal->facts = (struct journal_facts){ 0 };
    if (!header) {
        text_add(why, "There is not enough memory for a tournament.");
        return false;
    }
    bool opened = open_file(journal, why) && settle(journal, header, schedule, use, pairs, why);
    mem_free(header);
    return opened;
}

void journal_close(struct journal *journal)
{
    if (journal->file >= 0)
        close(journal->file);
    journal->file = -1;
}
