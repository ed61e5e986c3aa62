// SPDX-License-Identifier: GPL-3.0-or-later
// Bounded text: a buffer of the caller's that is never overrun and always ends
// in a NUL byte. What does not fit is left out and remembered in `cut`.
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/cells.h"

struct text {
    char *at;
    size_t size;
    size_t length;
    bool cut;
};

// Enough for anything that a game says at once.
#ifdef CAUSEWAY_TORTURE
enum { TEXT_MAX = 2048 };
#else
enum { TEXT_MAX = 4096 };
#endif

#define TEXT_PRINTF(string, first) __attribute__((format(printf, string, first)))

// A text in a buffer of somebody else's; and one with a buffer of its own, which lasts
// as long as the block in which it is declared: struct text why = TEXT_OF(TEXT_MAX).
static inline struct text text_in(char *buffer, size_t size)
{
    *buffer = '\0';
    return (struct text){ .at = buffer, .size = size };
}

#define TEXT_OF(size) text_in((char[size]){ 0 }, size)

void text_clear(struct text *text);
void text_add(struct text *text, const char *format, ...) TEXT_PRINTF(2, 3);

// The same without a format, several times as fast: bytes as they are, a string, a number,
// and a string of JSON in its quotes. The first two are here because messages are made of
// pieces of a byte or two, whose lengths the compiler knows.
static inline void text_put_bytes(struct text *text, const char *bytes, size_t length)
{
    size_t room = text->size - text->length - 1;
    if (length > room) {
        text->cut = true;
        length = room;
    }
    memcpy(text->at + text->length, bytes, length);
    text->length += length;
    text->at[text->length] = '\0';
}

static inline void text_put(struct text *text, const char *string)
{
    text_put_bytes(text, string, strlen(string));
}

void text_put_number(struct text *text, long long number);
void text_put_json(struct text *out, const char *from);

// Members as "4 7 9", "4,7,9", "4, 7, and 9" or "4, 7, or 9".
void text_add_spaced(struct text *text, cells set);
void text_add_commas(struct text *text, cells set);
void text_add_and(struct text *text, cells set);
void text_add_or(struct text *text, cells set);

// Where an indented line goes on when it is folded: below its first word, in a list below the
// first one after "- " or "2. ".
size_t text_hang(const char *line);

// Lines longer than `width` columns are broken between words; blanks at a break go.
void text_add_folded(struct text *text, const char *words, unsigned width);

// "1 cell", "2 cells".
void text_add_count(struct text *text, unsigned count, const char *one, const char *many);

// How many single-character edits turn one word into the other, case aside.
unsigned text_distance(const char *a, const char *b);

// Is it likely that the one was meant by the other? Two wrong letters are a slip of the
// fingers in a word that has more than as many right ones; one letter alone is no slip.
bool text_is_near(const char *known, const char *typed);

// A whole number in plain digits, at most so large. False if it is something else.
bool text_parse_number(const char *from, uint64_t most, uint64_t *number);

// Equal, and begins with, ASCII case aside.
bool text_same(const char *a, const char *b);
bool text_begins(const char *text, const char *beginning);

#endif
