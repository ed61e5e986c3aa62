// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_clear(struct text *text)
{
    text->length = 0;
    text->cut = false;
    text->at[0] = '\0';
}

static void add_formatted(struct text *text, const char *format, va_list *arguments)
{
    if (!*format)
        return;
    size_t room = text->size - text->length;
    int wanted = vsnprintf(text->at + text->length, room, format, *arguments);
    if (wanted < 0 || (size_t)wanted >= room) {
        text->cut = true;
        text->length = text->size - 1;
    } else {
        text->length += (size_t)wanted;
    }
}

// Nearly all words of the games are made of %s and %u, which are carried out here: vsnprintf()
// takes several times as long, and a server tells each move to everybody. It gets the rest of the
// format from the first other one on.
void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (bool simple = true; simple; format += 2) {
        size_t plain = (size_t)(strchrnul(format, '%') - format);
        text_put_bytes(text, format, plain);
        format += plain;
        simple = format[0] == '%' && (format[1] == 's' || format[1] == 'u');
        if (!simple)
            add_formatted(text, format, &arguments);
        else if (format[1] == 's')
            text_put(text, va_arg(arguments, const char *));
        else
            text_put_number(text, va_arg(arguments, unsigned));
    }
    va_end(arguments);
}

// Most numbers in messages are cells and seats.
void text_put_number(struct text *text, long long number)
{
    char digits[24];
    if (number >= 0 && number < 10) {
        text_put_bytes(text, &(char){ (char)('0' + number) }, 1);
        return;
    }
    size_t at = sizeof digits;
    unsigned long long rest =
        number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--at] = '-';
    text_put_bytes(text, digits + at, sizeof digits - at);
}

static void add_joined(struct text *text, cells set, const char *between, const char *last,
                       const char *pair)
{
    unsigned count = cells_count(set);
    for (unsigned i = 0; set; set = cells_without_first(set), i++) {
        if (i > 0)
            text_put(text, count == 2 ? pair : i + 1 == count ? last : between);
        text_put_number(text, cells_first(set));
    }
}

void text_add_spaced(struct text *text, cells set)
{
    add_joined(text, set, " ", " ", " ");
}

void text_add_commas(struct text *text, cells set)
{
    add_joined(text, set, ",", ",", ",");
}

void text_add_and(struct text *text, cells set)
{
    add_joined(text, set, ", ", ", and ", " and ");
}

void text_add_or(struct text *text, cells set)
{
    add_joined(text, set, ", ", ", or ", " or ");
}

size_t text_hang(const char *line)
{
    size_t blanks = strspn(line, " "), digits = strspn(line + blanks, "0123456789");
    const char *mark = line + blanks;
    if (!blanks)
        return 0;
    if (mark[0] == '-' && mark[1] == ' ')
        return blanks + 2;
    return digits && mark[digits] == '.' && mark[digits + 1] == ' ' ? blanks + digits + 2 : blanks;
}

void text_add_folded(struct text *text, const char *words, unsigned width)
{
    size_t column = 0, margin = text_hang(words);
    while (*words) {
        size_t blanks = strspn(words, " "), word = strcspn(words + blanks, " \n");
        bool breaks = column > margin && column + blanks + word > width;
        if (breaks)
            text_add(text, "\n%*s", (int)margin, "");
        else
            text_put_bytes(text, words, blanks);
        text_put_bytes(text, words + blanks, word);
        column = (breaks ? margin : column + blanks) + word;
        words += blanks + word;
        if (*words == '\n') {
            text_put_bytes(text, words++, 1);
            column = 0;
            margin = text_hang(words);
        }
    }
}

void text_add_count(struct text *text, unsigned count, const char *one, const char *many)
{
    text_add(text, "%u %s", count, count == 1 ? one : many);
}

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool text_parse_number(const char *from, uint64_t most, uint64_t *number)
{
    *number = 0;
    for (const char *digit = from; *digit; digit++) {
        uint64_t value = (uint64_t)(*digit - '0');
        if (*digit < '0' || *digit > '9' || value > most || *number > (most - value) / 10)
            return false;
        *number = *number * 10 + value;
    }
    return *from != '\0';
}

bool text_same(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b))
        a++, b++;
    return lower(*a) == lower(*b);
}

bool text_begins(const char *text, const char *beginning)
{
    while (*beginning && lower(*text) == lower(*beginning))
        text++, beginning++;
    return !*beginning;
}

// Levenshtein, one row at a time; words longer than the row count as far away.
unsigned text_distance(const char *a, const char *b)
{
    enum { ROW = 64 };
    unsigned row[ROW + 1];
    size_t width = strlen(b);
    if (width > ROW || strlen(a) > ROW)
        return ROW;
    for (unsigned j = 0; j <= width; j++)
        row[j] = j;
    for (unsigned i = 0; a[i]; i++) {
        unsigned corner = row[0];
        row[0] = i + 1;
        for (unsigned j = 0; j < width; j++) {
            unsigned best = corner + (lower(a[i]) != lower(b[j]));
            corner = row[j + 1];
            if (corner + 1 < best)
                best = corner + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            row[j + 1] = best;
        }
    }
    return row[width];
}

bool text_is_near(const char *known, const char *typed)
{
    unsigned slips = strlen(typed) > 3 ? 2 : *typed && typed[1] ? 1 : 0;
    return *known && (text_same(known, typed) || text_distance(known, typed) <= slips);
}

// Has one of eight characters to be written in another way: below 0x20, a quote or a backslash?
// Subtraction borrows from the highest bit of a byte that is smaller, as in Hacker's Delight.
static bool needs_escape(const char *eight)
{
    const uint64_t each = 0x0101010101010101;
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    uint64_t quote = word ^ each * '"', slash = word ^ each * '\\';
    uint64_t found =
        ((word - each * 0x20) & ~word) | ((quote - each) & ~quote) | ((slash - each) & ~slash);
    return found & each * 0x80;
}

static size_t plain_length(const char *from, size_t length)
{
    size_t plain = 0;
    while (length - plain >= 8 && !needs_escape(from + plain))
        plain += 8;
    while (plain < length && (unsigned char)from[plain] >= 0x20 && from[plain] != '"' &&
           from[plain] != '\\')
        plain++;
    return plain;
}

void text_put_json(struct text *out, const char *from)
{
    const char *end = from + strlen(from);
    text_put(out, "\"");
    while (from < end) {
        size_t plain = plain_length(from, (size_t)(end - from));
        text_put_bytes(out, from, plain);
        from += plain;
        if (*from == '\n')
            text_put(out, "\\n");
        else if (*from == '"' || *from == '\\')
            text_add(out, "\\%c", *from);
        else if (*from)
            text_add(out, "\\u%04x", (unsigned)(unsigned char)*from);
        from += *from != '\0';
    }
    text_put(out, "\"");
}
