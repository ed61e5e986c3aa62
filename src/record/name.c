// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/name.h"

#include <string.h>

#include <utf8proc.h>

#include "core/text.h"

// Code points: a name has at most 32 bytes, and a few times as many code points in pieces.
enum { ROOM = 256 };

// In its place among the code points that it was made of. NULL if it is not UTF-8, or too long.
static const char *normalise(const char *name, utf8proc_int32_t points[ROOM + 1])
{
    const utf8proc_option_t form = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    utf8proc_ssize_t length = (utf8proc_ssize_t)strlen(name);
    utf8proc_ssize_t count =
        utf8proc_decompose((const utf8proc_uint8_t *)name, length, points, ROOM, form);
    if (count < 0 || count > ROOM || utf8proc_reencode(points, count, form) < 0)
        return NULL;
    return (const char *)points;
}

void name_normalise(char *name, size_t size)
{
    utf8proc_int32_t points[ROOM + 1];
    const char *normal = normalise(name, points);
    if (normal && strlen(normal) < size)
        strcpy(name, normal);
}

size_t name_character(const char *at)
{
    enum { BRAILLE_BLANK = 0x2800 };
    utf8proc_int32_t code;
    utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &code);
    if (length <= 0 || code == BRAILLE_BLANK || utf8proc_get_property(code)->ignorable)
        return 0;
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
        return code == ' ';
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
        return 0;
    default:
        return (size_t)length;
    }
}

// In pieces: a letter that has its accent built in has one already.
bool name_is_stacked(const char *name)
{
    enum { MOST = 2 };
    utf8proc_int32_t points[ROOM + 1];
    utf8proc_ssize_t count =
        utf8proc_decompose((const utf8proc_uint8_t *)name, (utf8proc_ssize_t)strlen(name), points,
                           ROOM, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
    unsigned marks = 0;
    for (utf8proc_ssize_t i = 0; i < count && i < ROOM && marks <= MOST; i++) {
        utf8proc_category_t category = utf8proc_category(points[i]);
        bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
        marks = mark ? marks + 1 : 0;
    }
    return marks > MOST;
}

bool name_same(const char *one, const char *other)
{
    utf8proc_int32_t first[ROOM + 1], second[ROOM + 1];
    const char *a = normalise(one, first), *b = normalise(other, second);
    return a && b ? text_same(a, b) : text_same(one, other);
}
