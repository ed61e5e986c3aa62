// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "fronts/web/inside.h"
#include "games/games.h"
#include "record/clock.h"
#include "record/line.h"
#include "record/logfile.h"
#include "record/name.h"
#include "record/record.h"
#include "record/rounds.h"
#include "table/truth.h"

static bool read_game(const json_t *agreed, struct table_setup *setup, struct text *why)
{
    const char *name = json_string_value(json_object_get(agreed, "game"));
    const char *rules = json_string_value(json_object_get(agreed, "rules"));
    const struct game *game = name ? games_find(name, why) : NULL;
    if (!name)
        text_add(why, "Which game? 'game' is missing.");
    if (!game)
        return false;
    *setup = table_usual(game);
    return variant_parse(game, rules && *rules ? rules : "book", &setup->header.variant, why);
}

static bool read_names(const json_t *agreed, struct log_header *header, struct text *why)
{
    const json_t *names = json_object_get(agreed, "names");
    char typed[SEATS][NAME_TYPED] = { "" };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const char *name = json_string_value(json_array_get(names, seat - SEAT_1));
        snprintf(typed[seat], NAME_TYPED, "%s", name && *name ? name : header->name[seat]);
        name_normalise(typed[seat], NAME_TYPED);
    }
    if (!record_check_names(typed[SEAT_1], typed[SEAT_2], why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        memcpy(header->name[seat], typed[seat], LOG_NAME);
    return true;
}

static bool read_players(const json_t *agreed, struct table_setup *setup, struct text *why)
{
    const json_t *players = json_object_get(agreed, "players");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const char *who = json_string_value(json_array_get(players, seat - SEAT_1));
        who = who ? who : "human";
        setup->computer[seat] = strcmp(who, "human") != 0;
        if (strlen(who) >= LOG_PLAYER) {
            text_add(why, "'%.40s...' is no player.", who);
            return false;
        }
        strcpy(setup->header.player[seat], who);
    }
    return true;
}

static void read_first(const json_t *agreed, bool seeded, struct log_header *header)
{
    const json_t *first = json_object_get(agreed, "first");
    bool toss = json_is_string(first), joint = json_is_true(json_object_get(agreed, "joint"));
    uint8_t drawn = seeded ? LOG_SEED : joint ? LOG_JOINT : LOG_RANDOM;
    header->first = toss ? SEAT_NOBODY : json_integer_value(first) == 2 ? SEAT_2 : SEAT_1;
    header->toss = toss ? drawn : LOG_SETTLED;
    header->deal = game_has_chance(header->variant.game) ? drawn : LOG_SETTLED;
}

static bool read_rest(const json_t *agreed, struct table_setup *setup, struct text *why)
{
    const char *clock = json_string_value(json_object_get(agreed, "clock"));
    const json_t *hints = json_object_get(agreed, "hints");
    json_int_t rounds = json_integer_value(json_object_get(agreed, "rounds"));
    setup->header.rounds = (uint16_t)(rounds < 1                ? 1
                                      : rounds > LOG_ROUNDS_MAX ? LOG_ROUNDS_MAX
                                                                : rounds);
    setup->header.hints = !hints || json_is_true(hints);
    setup->header.created = json_integer_value(json_object_get(agreed, "created"));
    setup->coach = json_is_true(json_object_get(agreed, "coach"));
    setup->shared = json_is_true(json_object_get(agreed, "shared")) && !setup->computer[SEAT_1] &&
                    !setup->computer[SEAT_2];
    return !clock || !*clock || clock_parse(clock, &setup->header.clock, why);
}

bool web_agree(const json_t *agreed, struct web_table *table, struct text *why)
{
    const json_t *seed = json_object_get(agreed, "seed");
    struct table_setup *setup = &table->setup;
    table->seeded = json_is_integer(seed);
    table->seed = (uint64_t)json_integer_value(seed);
    table->keeps = json_is_true(json_object_get(agreed, "keeps"));
    if (!read_game(agreed, setup, why) || !read_players(agreed, setup, why) ||
        !read_names(agreed, &setup->header, why))
        return false;
    read_first(agreed, table->seeded, &setup->header);
    if (!commit_new_id(setup->header.id)) {
        text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
        return false;
    }
    return read_rest(agreed, setup, why);
}

static uint64_t draw_from_system(struct random *random)
{
    uint64_t drawn;
    (void)random;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn;
}

// As the driver of a terminal does it: from the seed, or the system's.
static uint64_t key_of(const struct web_table *table, unsigned seat)
{
    struct text out = TEXT_OF(64);
    unsigned char hash[crypto_hash_sha256_BYTES];
    uint64_t key;
    text_add(&out, "causeway-seat-key %llu %u", (unsigned long long)table->seed, seat);
    crypto_hash_sha256(hash, (const unsigned char *)out.at, out.length);
    if (!table->seeded)
        randombytes_buf(hash, sizeof hash);
    memcpy(&key, hash, sizeof key);
    return key;
}

// A phone's tab is ended when it takes too much.
static const struct bot_means means = { .memory = (size_t)64 << 20, .seconds = 1 };

bool web_sit(struct web_table *table, struct text *why)
{
    table->chance =
        table->seeded ? random_seeded(table->seed) : (struct random){ .draw = draw_from_system };
    table->setup.promises = &table->promises;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        table->random[seat] = random_seeded(key_of(table, seat));
        if (table->setup.computer[seat] &&
            !(table->bot[seat] = bot_new(table->setup.header.player[seat], &means, why)))
            return false;
    }
    struct session_setup setup = { .table = table->setup };
    return (table->session = session_new(&setup, why));
}

void web_leave(struct web_table *table)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        bot_free(table->bot[seat]);
    session_free(table->session);
    *table = (struct web_table){ 0 };
}

void web_promise(struct web_table *table, const struct log_event *event)
{
    const struct log_header *header = &table->setup.header;
    for (unsigned first = SEAT_1; event->kind == LOG_ROUND && first <= SEAT_2; first++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            struct text words = text_in(table->promises.words[first][seat],
                                        sizeof table->promises.words[first][seat]);
            bool may_be = first == event->seat || header->first == SEAT_NOBODY;
            if (may_be && table->bot[seat] &&
                !bot_promise(table->bot[seat], &header->variant, first, seat, &words))
                text_clear(&words);
        }
}

// Keeping and coming back.

static bool read_events(const json_t *events, struct web_table *table, int64_t now,
                        struct text *why)
{
    size_t i;
    const json_t *line;
    json_array_foreach(events, i, line)
    {
        struct log_event event;
        if (!line_read_event(&table->setup.header, json_string_value(line),
                             json_string_length(line), &event, why))
            return false;
        web_promise(table, &event);
        bool fits = session_take(table->session, &event, now, why);
        table_drop(&event);
        if (!fits)
            return false;
    }
    return true;
}

bool web_resume(const json_t *kept, struct web_table *table, int64_t now, struct text *why)
{
    const json_t *header = json_object_get(kept, "header");
    struct table_setup *setup = &table->setup;
    if (!line_read_header(games, json_string_value(header), json_string_length(header),
                          &setup->header, why))
        return false;
    table->keeps = true;
    setup->coach = json_is_true(json_object_get(kept, "coach"));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup->computer[seat] = strcmp(setup->header.player[seat], "human") != 0;
    setup->shared = !setup->computer[SEAT_1] && !setup->computer[SEAT_2];
    if (!web_sit(table, why) || !read_events(json_object_get(kept, "events"), table, now, why))
        return false;
    table->told = table_count(session_table(table->session));
    return true;
}

static bool put_line(void *to, const char *line, size_t length)
{
    text_put_bytes(to, line, length);
    return !((struct text *)to)->cut;
}

bool web_save(const struct web_table *table, unsigned as, struct text *out, struct text *why)
{
    const struct log *kept = table_log(session_table(table->session));
    struct log log = { .header = kept->header };
    bool good = true;
    for (unsigned i = 0; i < kept->count && good; i++)
        good = log_add(&log, &kept->events[i], why);
    good = good && rounds_settle(&log, why) && logfile_write(&log, as, put_line, out, why);
    log_clear(&log);
    return good;
}
