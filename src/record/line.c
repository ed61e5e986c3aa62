// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/line.h"

#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/jsonl.h"
#include "record/record.h"

// Writing. Names and words hold no control characters.

static void add_string(struct text *out, const char *key, const char *value)
{
    text_add(out, ",\"%s\":", key);
    text_put_json(out, value);
}

static void add_number(struct text *out, const char *key, int64_t value)
{
    text_add(out, ",\"%s\":%lld", key, (long long)value);
}

static void add_pair(struct text *out, const char *key, const char *one, const char *two)
{
    text_add(out, ",\"%s\":[", key);
    text_put_json(out, one);
    text_add(out, ",");
    text_put_json(out, two);
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
    if (header->unnamed)
        add_hex(out, "hash", header->hash);
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

static void read_variant(struct member *in, const struct game *const *games,
                         struct log_header *header)
{
    const char *slug = json_string_value(json_object_get(in->object, "game"));
    const char *rules = json_string_value(json_object_get(in->object, "rules"));
    const struct game *game = NULL;
    for (; slug && *games; games++)
        if (strcmp((*games)->slug, slug) == 0)
            game = *games;
    if (!game)
        member_refuse(in, "game");
    else if (!rules)
        member_refuse(in, "rules");
    else if (in->good)
        in->good = variant_parse(game, rules, &header->variant, in->why);
}

static void read_clock(struct member *in, struct log_clock *clock)
{
    struct member inner = member_inside(in, json_object_get(in->object, "clock"));
    clock->base = (uint32_t)member_number(&inner, "base", 0, UINT32_MAX);
    clock->increment = (uint32_t)member_number(&inner, "increment", 0, UINT32_MAX);
    clock->move = (uint32_t)member_number(&inner, "move", 0, UINT32_MAX);
    in->good = inner.good;
}

static void read_created(struct member *in, int64_t *created)
{
    const char *text = json_string_value(json_object_get(in->object, "created"));
    if (!text || !jsonl_parse_time(text, created))
        member_refuse(in, "created");
}

static void read_header(struct member *in, const struct game *const *games,
                        struct log_header *header)
{
    memset(header, 0, sizeof *header);
    member_number(in, "version", LOG_VERSION, LOG_VERSION);
    member_text(in, "id", MEMBER_LINE, header->id, COMMIT_ID);
    if (in->good && !commit_is_id(header->id))
        member_refuse(in, "id");
    read_variant(in, games, header);
    member_texts(in, "names", MEMBER_LINE, header->name[SEAT_1], header->name[SEAT_2], LOG_NAME);
    member_texts(in, "players", MEMBER_LINE, header->player[SEAT_1], header->player[SEAT_2],
                 LOG_PLAYER);
    header->first = (uint8_t)member_number(in, "first", SEAT_NOBODY, SEAT_2);
    header->toss = member_name(in, "toss", log_source_name);
    header->deal = member_name(in, "deal", log_source_name);
    header->undo = member_name(in, "undo", log_consent_name);
    header->rematch = member_name(in, "rematch", log_consent_name);
    header->hints = member_bool(in, "hints");
    header->rounds = (uint16_t)member_number(in, "rounds", 1, LOG_ROUNDS_MAX);
    read_clock(in, &header->clock);
    read_created(in, &header->created);
    header->unnamed = json_object_get(in->object, "hash");
    member_hex(in, "hash", header->hash);
}

static json_t *load(const char *line, size_t length, struct text *why)
{
    json_error_t error;
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        return object;
    text_add(why, "%s.", object ? "It is no object" : error.text);
    json_decref(object);
    return NULL;
}

bool line_read_header(const struct game *const *games, const char *line, size_t length,
                      struct log_header *header, struct text *why)
{
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct member in = { object, NULL, why, true };
    read_header(&in, games, header);
    json_decref(object);
    return in.good && log_check_header(header, why);
}

void line_read_members(struct member *in, struct log_event *event)
{
    event->kind = member_name(in, "kind", log_kind_name);
    bool chances = event->kind == LOG_MOVE || event->kind == LOG_COMMIT || event->kind == LOG_OPEN;
    event->seat = member_by(in, chances ? SEAT_CHANCE : SEAT_NOBODY);
    if (event->kind == LOG_MOVE)
        member_move(in, "move", &event->move);
    event->outcome = member_name(in, "outcome", log_outcome_name);
    event->source = member_name(in, "source", log_source_name);
    event->what = member_name(in, "what", log_what_name);
    event->draw = member_name(in, "draw", log_draw_name);
    event->cause = member_name(in, "cause", log_cause_name);
    event->swapped = member_bool(in, "swapped");
    event->count = (uint16_t)member_number(in, "count", 0, MOVES_MAX);
    event->of = (uint32_t)member_number(in, "of", 0, LOG_EVENTS_MAX);
    event->spent = (uint32_t)member_number(in, "spent", 0, UINT32_MAX);
    member_hex(in, "commitment", event->seal.commitment);
    member_hex(in, "nonce", event->seal.nonce);
}

static void check_sealed(struct member *in, const struct log_header *header,
                         struct log_event *event)
{
    if (!in->good)
        return;
    bool hidden = log_is_hidden(header, event);
    event->opened = !hidden || json_object_get(in->object, "nonce");
    if (hidden != (json_object_get(in->object, "commitment") != NULL))
        member_refuse(in, "commitment");
}

static void read_event(struct member *in, const struct log_header *header, struct log_event *event)
{
    memset(event, 0, sizeof *event);
    event->n = (uint32_t)member_number(in, "n", 1, LOG_EVENTS_MAX);
    line_read_members(in, event);
    event->helped = member_bool(in, "helped");
    member_text(in, "word", MEMBER_LINE, event->word, LOG_NAME);
    if (event->kind == LOG_MOVE)
        check_sealed(in, header, event);
    event->opened = event->opened || event->kind == LOG_OPEN;
}

bool line_read_event(const struct log_header *header, const char *line, size_t length,
                     struct log_event *event, struct text *why)
{
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct member in = { object, header->variant.game, why, true };
    read_event(&in, header, event);
    json_decref(object);
    return in.good;
}
