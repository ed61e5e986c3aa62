// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/line.h"

#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/jsonl.h"
#include "record/record.h"

// Writing. Names and words hold no control characters.

static void put_string(struct text *out, const char *from)
{
    text_add(out, "\"");
    while (*from) {
        size_t plain = strcspn(from, "\"\\");
        text_add(out, "%.*s", (int)plain, from);
        from += plain;
        if (*from)
            text_add(out, "\\%c", *from++);
    }
    text_add(out, "\"");
}

static void add_string(struct text *out, const char *key, const char *value)
{
    text_add(out, ",\"%s\":", key);
    put_string(out, value);
}

static void add_number(struct text *out, const char *key, int64_t value)
{
    text_add(out, ",\"%s\":%lld", key, (long long)value);
}

static void add_pair(struct text *out, const char *key, const char *one, const char *two)
{
    text_add(out, ",\"%s\":[", key);
    put_string(out, one);
    text_add(out, ",");
    put_string(out, two);
    text_add(out, "]");
}

static void add_hex(struct text *out, const char *key, const unsigned char bytes[COMMIT_BYTES])
{
    char hex[COMMIT_HEX];
    commit_hex(bytes, hex);
    add_string(out, key, hex);
}

static void add_move(struct text *out, const struct log_header *header, struct move move)
{
    text_add(out, ",\"move\":\"");
    move_print(header->variant.game, move, out);
    text_add(out, "\"");
}

void line_print_header(const struct log_header *header, struct text *out)
{
    char created[JSONL_TIME];
    jsonl_print_time(header->created, created);
    text_add(out, "{\"causeway\":\"record\",\"version\":%d", LOG_VERSION);
    add_string(out, "id", header->id);
    add_string(out, "game", header->variant.game->slug);
    text_add(out, ",\"rules\":\"");
    variant_print(&header->variant, out);
    text_add(out, "\"");
    add_pair(out, "names", header->name[SEAT_1], header->name[SEAT_2]);
    add_pair(out, "players", header->player[SEAT_1], header->player[SEAT_2]);
    add_number(out, "first", header->first);
    add_string(out, "toss", log_source_name(header->toss));
    add_string(out, "deal", log_source_name(header->deal));
    add_string(out, "undo", log_consent_name(header->undo));
    add_string(out, "rematch", log_consent_name(header->rematch));
    text_add(out, ",\"hints\":%s", header->hints ? "true" : "false");
    add_number(out, "rounds", header->rounds);
    text_add(out, ",\"clock\":{\"base\":%u,\"increment\":%u,\"move\":%u}", header->clock.base,
             header->clock.increment, header->clock.move);
    add_string(out, "created", created);
}

static void add_play(struct text *out, const struct log_header *header,
                     const struct log_event *event, bool open)
{
    struct move told = event->move;
    bool hidden = log_is_hidden(header, event);
    if (hidden && !open)
        told.set = 0;
    add_move(out, header, told);
    add_string(out, "outcome", outcome_name(event->outcome));
    if (event->seat == SEAT_CHANCE)
        add_string(out, "source", log_source_name(event->source));
    if (hidden)
        add_hex(out, "commitment", event->seal.commitment);
    if (hidden && open)
        add_hex(out, "nonce", event->seal.nonce);
    if (event->helped)
        text_add(out, ",\"helped\":true");
}

// What the table commits to for somebody is kept with the commitment, to be opened later.
static void add_contribution(struct text *out, const struct log_event *event, bool open)
{
    bool made = event->kind == LOG_COMMIT;
    add_string(out, "draw", log_draw_name(event->draw));
    if (made)
        add_hex(out, "commitment", event->seal.commitment);
    if (!made || (open && *event->word)) {
        add_string(out, "word", event->word);
        add_hex(out, "nonce", event->seal.nonce);
    }
}

static void add_answer(struct text *out, const struct log_event *event)
{
    if (event->kind == LOG_OFFER)
        add_string(out, "what", log_what_name(event->what));
    if (event->kind == LOG_UNDO)
        add_number(out, "count", event->count);
    if (event->of)
        add_number(out, "of", event->of);
    if (event->swapped)
        text_add(out, ",\"swapped\":true");
}

void line_print_event(const struct log_header *header, const struct log_event *event, bool open,
                      struct text *out)
{
    text_add(out, "{\"n\":%u", (unsigned)event->n);
    add_string(out, "kind", log_kind_name(event->kind));
    if (event->seat == SEAT_1 || event->seat == SEAT_2)
        add_number(out, "by", event->seat);
    if (event->kind == LOG_MOVE)
        add_play(out, header, event, open);
    else if (event->kind == LOG_ROUND)
        add_string(out, "source", log_source_name(event->source));
    else if (event->kind == LOG_COMMIT || event->kind == LOG_OPEN)
        add_contribution(out, event, open);
    else if (event->kind == LOG_FORFEIT)
        add_string(out, "cause", log_cause_name(event->cause));
    else
        add_answer(out, event);
    if (event->kind == LOG_FORFEIT && *event->word)
        add_string(out, "word", event->word);
    if (event->spent)
        add_number(out, "spent", event->spent);
}

// Reading.

struct reader {
    const json_t *object;
    struct text *why;
    bool good;
};

static void refuse(struct reader *reader, const char *key)
{
    if (reader->good)
        text_add(reader->why, "the member '%s' is not what it must be", key);
    reader->good = false;
}

static int64_t get_number(struct reader *reader, const char *key, int64_t lo, int64_t hi)
{
    const json_t *value = json_object_get(reader->object, key);
    int64_t number = json_integer_value(value);
    if (value && (!json_is_integer(value) || number < lo || number > hi))
        refuse(reader, key);
    return reader->good ? number : 0;
}

static uint8_t get_name(struct reader *reader, const char *key, const char *(*name)(unsigned))
{
    const json_t *value = json_object_get(reader->object, key);
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && name(i); i++)
        if (strcmp(name(i), text) == 0)
            return (uint8_t)i;
    if (value)
        refuse(reader, key);
    return 0;
}

static void copy_text(struct reader *reader, const char *key, const json_t *value, char *to,
                      size_t size)
{
    const char *text = json_string_value(value);
    if (!text || strlen(text) != json_string_length(value) || strlen(text) >= size ||
        !record_is_text(text))
        refuse(reader, key);
    else
        memcpy(to, text, strlen(text) + 1);
}

static void get_pair(struct reader *reader, const char *key, char *one, char *two, size_t size)
{
    const json_t *pair = json_object_get(reader->object, key);
    if (json_array_size(pair) != 2)
        refuse(reader, key);
    copy_text(reader, key, json_array_get(pair, 0), one, size);
    copy_text(reader, key, json_array_get(pair, 1), two, size);
}

static void get_hex(struct reader *reader, const char *key, unsigned char bytes[COMMIT_BYTES])
{
    const char *hex = json_string_value(json_object_get(reader->object, key));
    if (json_object_get(reader->object, key) && (!hex || !commit_parse_hex(hex, bytes)))
        refuse(reader, key);
}

static bool get_bool(struct reader *reader, const char *key)
{
    const json_t *value = json_object_get(reader->object, key);
    if (value && !json_is_boolean(value))
        refuse(reader, key);
    return json_is_true(value);
}

static void read_variant(struct reader *reader, const struct game *const *games,
                         struct log_header *header)
{
    const char *slug = json_string_value(json_object_get(reader->object, "game"));
    const char *rules = json_string_value(json_object_get(reader->object, "rules"));
    const struct game *game = NULL;
    for (; slug && *games; games++)
        if (strcmp((*games)->slug, slug) == 0)
            game = *games;
    if (!game)
        refuse(reader, "game");
    else if (!rules)
        refuse(reader, "rules");
    else if (reader->good)
        reader->good = variant_parse(game, rules, &header->variant, reader->why);
}

static void read_clock(struct reader *reader, struct log_clock *clock)
{
    struct reader inner = { json_object_get(reader->object, "clock"), reader->why, reader->good };
    clock->base = (uint32_t)get_number(&inner, "base", 0, UINT32_MAX);
    clock->increment = (uint32_t)get_number(&inner, "increment", 0, UINT32_MAX);
    clock->move = (uint32_t)get_number(&inner, "move", 0, UINT32_MAX);
    reader->good = inner.good;
}

static void read_created(struct reader *reader, int64_t *created)
{
    const char *text = json_string_value(json_object_get(reader->object, "created"));
    if (!text || !jsonl_parse_time(text, created))
        refuse(reader, "created");
}

static void read_header(struct reader *reader, const struct game *const *games,
                        struct log_header *header)
{
    memset(header, 0, sizeof *header);
    header->version = (uint8_t)get_number(reader, "version", LOG_VERSION, LOG_VERSION);
    copy_text(reader, "id", json_object_get(reader->object, "id"), header->id, COMMIT_ID);
    if (reader->good && !commit_is_id(header->id))
        refuse(reader, "id");
    read_variant(reader, games, header);
    get_pair(reader, "names", header->name[SEAT_1], header->name[SEAT_2], LOG_NAME);
    get_pair(reader, "players", header->player[SEAT_1], header->player[SEAT_2], LOG_PLAYER);
    header->first = (uint8_t)get_number(reader, "first", SEAT_NOBODY, SEAT_2);
    header->toss = get_name(reader, "toss", log_source_name);
    header->deal = get_name(reader, "deal", log_source_name);
    header->undo = get_name(reader, "undo", log_consent_name);
    header->rematch = get_name(reader, "rematch", log_consent_name);
    header->hints = get_bool(reader, "hints");
    header->rounds = (uint16_t)get_number(reader, "rounds", 1, LOG_ROUNDS_MAX);
    read_clock(reader, &header->clock);
    read_created(reader, &header->created);
}

static json_t *load(const char *line, size_t length, struct text *why)
{
    json_error_t error;
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        return object;
    text_add(why, "%s", object ? "it is no object" : error.text);
    json_decref(object);
    return NULL;
}

bool line_read_header(const struct game *const *games, const char *line, size_t length,
                      struct log_header *header, struct text *why)
{
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct reader reader = { object, why, true };
    read_header(&reader, games, header);
    json_decref(object);
    return reader.good && log_check_header(header, why);
}

static void read_move(struct reader *reader, const struct log_header *header,
                      struct log_event *event)
{
    const char *text = json_string_value(json_object_get(reader->object, "move"));
    struct move move = { 0 };
    if (!text)
        refuse(reader, "move");
    else if (reader->good)
        reader->good = move_parse(header->variant.game, text, &move, reader->why);
    event->move.set = move.set;
    event->move.verb = move.verb;
    if (!reader->good)
        return;
    bool hidden = log_is_hidden(header, event);
    event->opened = !hidden || json_object_get(reader->object, "nonce");
    if (hidden != (json_object_get(reader->object, "commitment") != NULL))
        refuse(reader, "commitment");
}

static void read_event(struct reader *reader, const struct log_header *header,
                       struct log_event *event)
{
    memset(event, 0, sizeof *event);
    event->n = (uint32_t)get_number(reader, "n", 1, LOG_EVENTS_MAX);
    event->kind = get_name(reader, "kind", log_kind_name);
    bool chances = event->kind == LOG_MOVE || event->kind == LOG_COMMIT || event->kind == LOG_OPEN;
    event->seat = chances ? SEAT_CHANCE : SEAT_NOBODY;
    if (json_object_get(reader->object, "by"))
        event->seat = (uint8_t)get_number(reader, "by", SEAT_1, SEAT_2);
    if (event->kind == LOG_MOVE)
        read_move(reader, header, event);
    event->outcome = get_name(reader, "outcome", log_outcome_name);
    event->source = get_name(reader, "source", log_source_name);
    event->what = get_name(reader, "what", log_what_name);
    event->draw = get_name(reader, "draw", log_draw_name);
    event->cause = get_name(reader, "cause", log_cause_name);
    event->swapped = get_bool(reader, "swapped");
    event->helped = get_bool(reader, "helped");
    event->count = (uint16_t)get_number(reader, "count", 0, MOVES_MAX);
    event->of = (uint32_t)get_number(reader, "of", 0, LOG_EVENTS_MAX);
    event->spent = (uint32_t)get_number(reader, "spent", 0, UINT32_MAX);
    if (json_object_get(reader->object, "word"))
        copy_text(reader, "word", json_object_get(reader->object, "word"), event->word, LOG_NAME);
    get_hex(reader, "commitment", event->seal.commitment);
    get_hex(reader, "nonce", event->seal.nonce);
    event->opened = event->opened || event->kind == LOG_OPEN;
}

bool line_read_event(const struct log_header *header, const char *line, size_t length,
                     struct log_event *event, struct text *why)
{
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct reader reader = { object, why, true };
    read_event(&reader, header, event);
    json_decref(object);
    return reader.good;
}
