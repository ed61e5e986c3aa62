// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/json_members.h"

#include <math.h>
#include <string.h>

#include "core/game.h"
#include "core/memory.h"
#include "core/move_text.h"
#include "core/variant.h"
#include "record/printable.h"

// Numbers are of any width.
static uint64_t load(const void *at, size_t size)
{
    switch (size) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const uint32_t *)at;
    default:
        assert(size == 8);
        return *(const uint64_t *)at;
    }
}

static void store(void *at, size_t size, uint64_t number)
{
    switch (size) {
    case 1:
        *(uint8_t *)at = (uint8_t)number;
        break;
    case 2:
        *(uint16_t *)at = (uint16_t)number;
        break;
    case 4:
        *(uint32_t *)at = (uint32_t)number;
        break;
    default:
        assert(size == 8);
        *(uint64_t *)at = number;
    }
}

static bool is_meant(const struct member_field *field, const struct game *game, const void *from)
{
    const uint8_t *deciding = (const uint8_t *)from + field->if_at;
    if (field->if_in && !(*deciding < 32 && field->if_in >> *deciding & 1))
        return false;
    return !field->when || field->when(game, from);
}

// Writing, straight into the text: a server writes messages for every viewer of every event.

void member_put_key(struct text *out, const char *key)
{
    bool first = out->length > 0 && out->at[out->length - 1] == '{';
    if (!first)
        text_put(out, ",");
    text_put(out, "\"");
    text_put(out, key);
    text_put(out, "\":");
}

void member_put_cells(struct text *out, cells set)
{
    text_put(out, "[");
    for (bool first = true; set; set = cells_without_first(set), first = false) {
        if (!first)
            text_put(out, ",");
        text_put_number(out, cells_first(set));
    }
    text_put(out, "]");
}

static void put_hex(struct text *out, const unsigned char *bytes)
{
    char hex[COMMIT_HEX];
    commit_hex(bytes, hex);
    text_put_json(out, hex);
}

static void put_move(struct text *out, const struct game *game, const struct move *move)
{
    text_put(out, "\"");
    move_print(game, *move, out);
    text_put(out, "\"");
}

static void put_rules(struct text *out, const struct game *game, const struct rules *rules)
{
    struct variant variant = { game, *rules };
    text_put(out, "\"");
    variant_print(&variant, out);
    text_put(out, "\"");
}

static void put_object(struct text *out, const struct member_field *field, const struct game *game,
                       const void *at)
{
    text_put(out, "{");
    member_write(field->of, game, at, out);
    text_put(out, "}");
}

static void put_list(struct text *out, const struct member_field *field, const struct game *game,
                     const char *from)
{
    uint64_t count = load(from + field->count_at, field->count_size);
    text_put(out, "[");
    for (uint64_t i = 0; i < count; i++) {
        if (i)
            text_put(out, ",");
        put_object(out, field, game, from + field->at + i * field->size);
    }
    text_put(out, "]");
}

static const char *word(const struct game *game, const struct member_field *field, unsigned i)
{
    return field->kind == MEMBER_OUTCOME ? outcome_name(game, i) : field->words[i];
}

static void put_value(struct text *out, const struct member_field *field, const struct game *game,
                      const void *at)
{
    switch (field->kind) {
    case MEMBER_NUMBER:
    case MEMBER_SEAT:
        text_put_number(out, (int64_t)load(at, field->size));
        break;
    case MEMBER_BOOL:
        text_put(out, *(const bool *)at ? "true" : "false");
        break;
    case MEMBER_WORD:
    case MEMBER_OUTCOME:
        text_put_json(out, word(game, field, (unsigned)load(at, field->size)));
        break;
    case MEMBER_LINE:
    case MEMBER_LINES:
        text_put_json(out, at);
        break;
    case MEMBER_HEX:
        put_hex(out, at);
        break;
    case MEMBER_MOVE:
        put_move(out, game, at);
        break;
    case MEMBER_RULES:
        put_rules(out, game, at);
        break;
    case MEMBER_CELLS:
        member_put_cells(out, *(const cells *)at);
        break;
    case MEMBER_OBJECT:
        put_object(out, field, game, at);
        break;
    default:
        field->write(game, at, out);
    }
}

static void put_both(struct text *out, const struct member_field *field, const struct game *game,
                     const char *at)
{
    text_put(out, "[");
    put_value(out, field, game, at + SEAT_1 * field->size);
    text_put(out, ",");
    put_value(out, field, game, at + SEAT_2 * field->size);
    text_put(out, "]");
}

static inline bool is_written(const struct member_field *field, const struct game *game,
                              const void *from)
{
    const char *at = (const char *)from + field->at;
    if (field->kind == MEMBER_THERE || !is_meant(field, game, from))
        return false;
    if (field->kind == MEMBER_SEAT)
        return *at == SEAT_1 || *at == SEAT_2;
    if (!field->sparse)
        return true;
    if (field->kind == MEMBER_OBJECT)
        return load(at + field->of->at, field->of->size) != 0;
    bool text = field->kind == MEMBER_LINE || field->kind == MEMBER_LINES;
    return load(at, text ? 1 : field->size) != 0;
}

static inline void write_member(const struct member_field *field, const struct game *game,
                                const void *from, struct text *out)
{
    const char *at = (const char *)from + field->at;
    if (!is_written(field, game, from))
        return;
    if (field->kind == MEMBER_INLINE) {
        member_write(field->of, game, at, out);
        return;
    }
    member_put_key(out, field->key);
    if (field->kind == MEMBER_LIST)
        put_list(out, field, game, from);
    else if (field->seats)
        put_both(out, field, game, at);
    else
        put_value(out, field, game, at);
}

void member_write(const struct member_field *fields, const struct game *game, const void *from,
                  struct text *out)
{
    for (; fields->key; fields++)
        write_member(fields, game, from, out);
}

// How many bytes a member is made from.
static size_t span(const struct member_field *field, const char *from)
{
    if (field->kind == MEMBER_LIST)
        return (size_t)load(from + field->count_at, field->count_size) * field->size;
    return field->seats ? (SEAT_2 + 1) * (size_t)field->size : field->size;
}

static bool are_same(const struct member_field *fields, const struct game *game, const char *one,
                     const char *other);

// Would both structs give the same text? Yes if the member is written in both or in neither, and
// the bytes that it is made from are the same; a member that names no bytes counts as different.
static bool is_same(const struct member_field *field, const struct game *game, const char *one,
                    const char *other)
{
    bool written = is_written(field, game, one);
    size_t size = span(field, one);
    if (written != is_written(field, game, other))
        return false;
    if (!written)
        return true;
    if (field->kind == MEMBER_OBJECT || field->kind == MEMBER_INLINE)
        return are_same(field->of, game, one + field->at, other + field->at);
    return field->size && size == span(field, other) &&
           memcmp(one + field->at, other + field->at, size) == 0;
}

static bool are_same(const struct member_field *fields, const struct game *game, const char *one,
                     const char *other)
{
    for (; fields->key; fields++)
        if (!is_same(fields, game, one, other))
            return false;
    return true;
}

void member_write_next(const struct member_field *fields, const struct game *game, const void *from,
                       struct member_draft *draft, struct text *out)
{
    const char *begins = draft->begins[0];
    unsigned i = 0;
    for (; fields[i].key; i++) {
        assert(i < MEMBER_MOST);
        const char *end = draft->begins[i + 1];
        draft->begins[i] = out->at + out->length;
        if (draft->from && is_same(&fields[i], game, from, draft->from))
            text_put_bytes(out, begins, (size_t)(end - begins));
        else
            write_member(&fields[i], game, from, out);
        begins = end;
    }
    draft->begins[i] = out->at + out->length;
    draft->from = from;
}

// Reading.

json_t *member_load(const char *line, size_t length, const char *what, struct text *why)
{
    json_error_t error;
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(object))
        return object;
    text_add(why, "%s%s.", what, object ? "it is no object" : error.text);
    json_decref(object);
    return NULL;
}

void member_refuse(struct member *in, const char *key)
{
    if (in->good)
        text_add(in->why, "The member '%s' is not what it must be.", key);
    in->good = false;
}

void member_find_game(struct member *in, const struct game *const *games)
{
    const char *slug = json_string_value(json_object_get(in->object, "game"));
    in->game = NULL;
    for (; slug && *games; games++)
        if (strcmp((*games)->slug, slug) == 0)
            in->game = *games;
    if (!in->game && in->good) {
        text_add(in->why, "There is no game '%.40s' here.", slug ? slug : "");
        in->good = false;
    }
}

int64_t member_number(struct member *in, const char *key, const json_t *value, int64_t least,
                      int64_t most)
{
    double real = json_number_value(value);
    int64_t number = json_is_integer(value) ? json_integer_value(value) : (int64_t)real;
    bool whole = json_is_integer(value) ||
                 (json_is_real(value) && fabs(real) < 1e15 && (double)number == real);
    if (!value)
        return least;
    if (whole && number >= least && number <= most) // 4.0 is 4, as in JSON Schema
        return number;
    char *given = in->good ? json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
    if (in->good)
        text_add(in->why, "The member '%s' must be a whole number from %jd to %jd, not %.40s.", key,
                 (intmax_t)least, (intmax_t)most, given ? given : "this");
    mem_free(given);
    in->good = false;
    return least;
}

const json_t *member_array(struct member *in, const char *key, const json_t *value, size_t least,
                           size_t most)
{
    if (json_is_array(value) && json_array_size(value) >= least && json_array_size(value) <= most)
        return value;
    if (value || least)
        member_refuse(in, key);
    return NULL;
}

cells member_cells(struct member *in, const char *key, const json_t *list)
{
    cells set = 0;
    if (!json_is_array(list) || json_array_size(list) > CELLS_MAX)
        member_refuse(in, key);
    for (size_t i = 0; in->good && i < json_array_size(list); i++)
        set |= cell((unsigned)member_number(in, key, json_array_get(list, i), 0, CELLS_MAX - 1));
    return set;
}

static bool read_bool(struct member *in, const struct member_field *field, const json_t *value)
{
    if (field->kind == MEMBER_THERE)
        return value;
    if (value && !json_is_boolean(value))
        member_refuse(in, field->key);
    return json_is_true(value);
}

static unsigned read_word(struct member *in, const struct member_field *field, const json_t *value)
{
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && word(in->game, field, i); i++)
        if (strcmp(word(in->game, field, i), text) == 0)
            return i;
    if (value)
        member_refuse(in, field->key);
    return 0;
}

// Judges the text line by line in its own place; it is whole again afterwards.
static bool is_sound(char *text, enum member_kind kind)
{
    char *end = kind == MEMBER_LINES ? strchr(text, '\n') : NULL;
    while (end) {
        *end = '\0';
        bool sound = printable_is_text(text);
        *end = '\n';
        if (!sound)
            return false;
        text = end + 1;
        end = strchr(text, '\n');
    }
    return printable_is_text(text);
}

void member_text(struct member *in, const char *key, const json_t *value, enum member_kind kind,
                 char *to, size_t size)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    *to = '\0';
    if (text && length < size && strlen(text) == length) {
        memcpy(to, text, length + 1);
        if (is_sound(to, kind))
            return;
        *to = '\0';
    }
    if (value)
        member_refuse(in, key);
}

static void read_hex(struct member *in, const char *key, const json_t *value, unsigned char *bytes)
{
    const char *hex = json_string_value(value);
    memset(bytes, 0, COMMIT_BYTES);
    if (value && (!hex || !commit_parse_hex(hex, bytes)))
        member_refuse(in, key);
}

// Member by member: the bytes between them stay as they were.
static void read_move(struct member *in, const char *key, const json_t *value, struct move *move)
{
    const char *text = json_string_value(value);
    struct move read;
    if (!text || strlen(text) >= 256)
        member_refuse(in, key);
    in->good = in->good && move_parse(in->game, text, &read, in->why);
    if (in->good) {
        move->set = read.set;
        move->verb = read.verb;
    }
}

static void read_rules(struct member *in, const char *key, const json_t *value, struct rules *rules)
{
    const char *text = json_string_value(value);
    struct variant variant;
    if (!text)
        member_refuse(in, key);
    in->good = in->good && variant_parse(in->game, text, &variant, in->why);
    if (in->good)
        *rules = variant.rules;
}

static void read_object(struct member *in, const struct member_field *field, const json_t *value,
                        void *at)
{
    struct member inner = { value, in->game, in->why, in->good };
    member_read(&inner, field->of, at);
    in->good = inner.good;
}

static void read_list(struct member *in, const struct member_field *field, const json_t *value,
                      char *to)
{
    const json_t *list = member_array(in, field->key, value, 0, (size_t)field->most);
    size_t count = json_array_size(list);
    memset(to + field->at, 0, (size_t)field->most * field->size);
    store(to + field->count_at, field->count_size, count);
    for (size_t i = 0; in->good && i < count; i++)
        read_object(in, field, json_array_get(list, i), to + field->at + i * field->size);
}

static void read_number(struct member *in, const struct member_field *field, const json_t *value,
                        void *at)
{
    int64_t number = field->least;
    if (field->kind == MEMBER_NUMBER)
        number = member_number(in, field->key, value, field->least, field->most);
    else if (value)
        number = member_number(in, field->key, value, SEAT_1, SEAT_2);
    store(at, field->size, (uint64_t)number);
}

static void read_value(struct member *in, const struct member_field *field, const json_t *value,
                       void *at)
{
    switch (field->kind) {
    case MEMBER_NUMBER:
    case MEMBER_SEAT:
        read_number(in, field, value, at);
        break;
    case MEMBER_BOOL:
    case MEMBER_THERE:
        *(bool *)at = read_bool(in, field, value);
        break;
    case MEMBER_WORD:
    case MEMBER_OUTCOME:
        store(at, field->size, read_word(in, field, value));
        break;
    case MEMBER_LINE:
    case MEMBER_LINES:
        member_text(in, field->key, value, field->kind, at, field->size);
        break;
    case MEMBER_HEX:
        read_hex(in, field->key, value, at);
        break;
    case MEMBER_MOVE:
        read_move(in, field->key, value, at);
        break;
    case MEMBER_RULES:
        read_rules(in, field->key, value, at);
        break;
    case MEMBER_CELLS:
        *(cells *)at = member_cells(in, field->key, value);
        break;
    case MEMBER_OBJECT:
        read_object(in, field, value, at);
        break;
    default:
        if (field->read)
            field->read(in, value, at);
    }
}

static void read_both(struct member *in, const struct member_field *field, const json_t *value,
                      char *at)
{
    const json_t *both = member_array(in, field->key, value, 2, 2);
    for (unsigned seat = SEAT_1; both && seat <= SEAT_2; seat++)
        read_value(in, field, json_array_get(both, seat - SEAT_1), at + seat * field->size);
}

void member_read(struct member *in, const struct member_field *field, void *to)
{
    for (; field->key && in->good; field++) {
        const json_t *value = json_object_get(in->object, field->key);
        char *at = (char *)to + field->at;
        if (!is_meant(field, in->game, to))
            continue;
        if (field->kind == MEMBER_INLINE)
            member_read(in, field->of, at);
        else if (field->kind == MEMBER_LIST)
            read_list(in, field, value, to);
        else if (field->seats)
            read_both(in, field, value, at);
        else
            read_value(in, field, value, at);
    }
}
