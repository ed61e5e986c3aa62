// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/member.h"

#include <string.h>

#include "record/record.h"

void member_refuse(struct member *in, const char *key)
{
    if (in->good)
        text_add(in->why, "The member '%s' is not what it must be.", key);
    in->good = false;
}

struct member member_inside(const struct member *in, const json_t *object)
{
    return (struct member){ object, in->game, in->why, in->good };
}

int64_t member_as_number(struct member *in, const char *key, const json_t *value, int64_t lo,
                         int64_t hi)
{
    if (!value)
        return lo > 0 ? lo : 0;
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= lo && number <= hi)
        return number;
    member_refuse(in, key);
    return lo;
}

int64_t member_number(struct member *in, const char *key, int64_t lo, int64_t hi)
{
    return member_as_number(in, key, json_object_get(in->object, key), lo, hi);
}

bool member_bool(struct member *in, const char *key)
{
    const json_t *value = json_object_get(in->object, key);
    if (value && !json_is_boolean(value))
        member_refuse(in, key);
    return json_is_true(value);
}

uint8_t member_by(struct member *in, unsigned otherwise)
{
    if (!json_object_get(in->object, "by"))
        return (uint8_t)otherwise;
    return (uint8_t)member_number(in, "by", SEAT_1, SEAT_2);
}

uint8_t member_name(struct member *in, const char *key, const char *(*name)(unsigned))
{
    const json_t *value = json_object_get(in->object, key);
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && name(i); i++)
        if (strcmp(name(i), text) == 0)
            return (uint8_t)i;
    if (value)
        member_refuse(in, key);
    return 0;
}

// Judges the text line by line in its own place; it is whole again afterwards.
static bool is_sound(char *text, enum member_text kind)
{
    char *end = kind == MEMBER_LINES ? strchr(text, '\n') : NULL;
    while (end) {
        *end = '\0';
        bool sound = record_is_text(text);
        *end = '\n';
        if (!sound)
            return false;
        text = end + 1;
        end = strchr(text, '\n');
    }
    return record_is_text(text);
}

void member_as_text(struct member *in, const char *key, const json_t *value, enum member_text kind,
                    char *to, size_t size)
{
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    if (!value)
        return;
    if (!text || length >= size || strlen(text) != length) {
        member_refuse(in, key);
        return;
    }
    memcpy(to, text, length + 1);
    if (!is_sound(to, kind)) {
        *to = '\0';
        member_refuse(in, key);
    }
}

void member_text(struct member *in, const char *key, enum member_text kind, char *to, size_t size)
{
    member_as_text(in, key, json_object_get(in->object, key), kind, to, size);
}

void member_texts(struct member *in, const char *key, enum member_text kind, char *one, char *two,
                  size_t size)
{
    const json_t *both = member_array(in, key, 2, 2);
    member_as_text(in, key, json_array_get(both, 0), kind, one, size);
    member_as_text(in, key, json_array_get(both, 1), kind, two, size);
}

void member_move(struct member *in, const char *key, struct move *move)
{
    const char *text = json_string_value(json_object_get(in->object, key));
    struct move read;
    if (!text || strlen(text) >= 256)
        member_refuse(in, key);
    in->good = in->good && move_parse(in->game, text, &read, in->why);
    if (in->good) {
        move->set = read.set;
        move->verb = read.verb;
    }
}

void member_hex(struct member *in, const char *key, unsigned char bytes[COMMIT_BYTES])
{
    const json_t *value = json_object_get(in->object, key);
    const char *hex = json_string_value(value);
    if (value && (!hex || !commit_parse_hex(hex, bytes)))
        member_refuse(in, key);
}

const json_t *member_array(struct member *in, const char *key, size_t least, size_t most)
{
    const json_t *value = json_object_get(in->object, key);
    if (json_is_array(value) && json_array_size(value) >= least && json_array_size(value) <= most)
        return value;
    if (value || least)
        member_refuse(in, key);
    return NULL;
}
