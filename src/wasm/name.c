// SPDX-License-Identifier: GPL-3.0-or-later
// Names, where the host has the tables of Unicode: it does what record/name.c does with
// utf8proc's, which would be half of the whole program.
#include "record/name.h"

#include <string.h>

#include "core/text.h"

// The form C of `length` bytes in `out`, which has room for `size`. How many bytes it has; 0 where
// it is not UTF-8, or too long.
__attribute__((import_module("causeway"), import_name("normalise"))) size_t
host_normalise(const char *name, size_t length, char *out, size_t size);

// The length of the first character of these bytes; 0 as name_character() has it.
__attribute__((import_module("causeway"), import_name("character"))) size_t
host_character(const char *at, size_t length);

// The longest row of marks that combine with a letter, in pieces.
__attribute__((import_module("causeway"), import_name("stack"))) size_t host_stack(const char *name,
                                                                                   size_t length);

size_t name_character(const char *at)
{
    return host_character(at, strnlen(at, 4));
}

bool name_is_stacked(const char *name)
{
    return host_stack(name, strlen(name)) > 2;
}

static const char *normalise(const char *name, char *out, size_t size)
{
    size_t length = host_normalise(name, strlen(name), out, size - 1);
    out[length] = '\0';
    return length ? out : name;
}

void name_normalise(char *name, size_t size)
{
    char normal[2 * NAME_TYPED];
    const char *found = normalise(name, normal, sizeof normal);
    if (found != name && strlen(found) < size)
        strcpy(name, found);
}

bool name_same(const char *one, const char *other)
{
    char first[2 * NAME_TYPED], second[2 * NAME_TYPED];
    return text_same(normalise(one, first, sizeof first), normalise(other, second, sizeof second));
}
