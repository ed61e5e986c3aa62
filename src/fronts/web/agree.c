// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "fronts/web/inside.h"
#include "games/games.h"
#include "record/line.h"
#include "record/logfile.h"
#include "record/rounds.h"
#include "table/agree.h"
#include "table/truth.h"

static const struct agree_terms terms = {
    .find_game = games_find,
    .level = bot_name,
    .computers = true,
    .one_screen = true,
};

// Besides what is agreed everywhere: `shared` may be false where each has messages of their own,
// and with a seed what is drawn can be drawn again.
bool web_agree(const json_t *agreed, struct web_table *table, struct text *why)
{
    const json_t *seed = json_object_get(agreed, "seed");
    struct log_header *header = &table->setup.header;
    bool shared;
    if (!agree_read(agreed, &terms, &table->setup, why) ||
        !agree_read_bool(agreed, "shared", table->setup.shared, &shared, why) ||
        !agree_read_bool(agreed, "keeps", false, &table->keeps, why))
        return false;
    table->setup.shared = table->setup.shared && shared;
    table->seeded = json_is_integer(seed);
    table->seed = (uint64_t)json_integer_value(seed);
    if (table->seeded) {
        header->toss = header->toss == LOG_RANDOM ? LOG_SEED : header->toss;
        header->deal = header->deal == LOG_RANDOM ? LOG_SEED : header->deal;
    }
    header->created = json_integer_value(json_object_get(agreed, "created"));
    if (commit_new_id(header->id))
        return true;
    text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
    return false;
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
    table->still = json_is_true(json_object_get(kept, "still"));
    table->keeps = !table->still;
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
