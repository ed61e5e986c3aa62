// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a statement, for every kind of database. They are the caller's until it has run.
#ifndef STORE_VALUE_H
#define STORE_VALUE_H

#include <stddef.h>
#include <stdint.h>

struct value {
    enum { VALUE_END, VALUE_NULL, VALUE_TEXT, VALUE_NUMBER, VALUE_BYTES } type;
    const void *at; // of a text, and of bytes
    size_t size;    // of bytes
    int64_t number;
};

// A list of them, in the order of the statement's parameters.
#define VALUES(...) ((const struct value[]){ __VA_ARGS__, { .type = VALUE_END } })

#define VALUES_NONE ((const struct value[]){ { .type = VALUE_END } })

static inline struct value value_text(const char *text)
{
    return (struct value){ .type = VALUE_TEXT, .at = text };
}

static inline struct value value_number(int64_t number)
{
    return (struct value){ .type = VALUE_NUMBER, .number = number };
}

static inline struct value value_bytes(const void *bytes, size_t size)
{
    return (struct value){ .type = VALUE_BYTES, .at = bytes, .size = size };
}

#endif
