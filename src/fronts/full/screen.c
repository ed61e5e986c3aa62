// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/screen.h"

#include <string.h>

#include "core/memory.h"

void screen_clear(struct screen *screen)
{
    for (unsigned i = 0; i < screen->rows * screen->cols; i++)
        screen->at[i] = (struct screen_glyph){ .character = L' ' };
    screen->cursor_row = screen->cursor_col = 0;
}

bool screen_resize(struct screen *screen, unsigned rows, unsigned cols)
{
    struct screen_glyph *at = mem_grow(screen->at, (size_t)rows * cols * sizeof *at);
    if (!at)
        return false;
    screen->at = at;
    screen->rows = rows;
    screen->cols = cols;
    screen_clear(screen);
    return true;
}

void screen_free(struct screen *screen)
{
    mem_free(screen->at);
    *screen = (struct screen){ 0 };
}

struct screen_area screen_area(const struct screen *screen)
{
    return (struct screen_area){ 0, 0, screen->rows, screen->cols };
}

// The nearest ASCII character.
static wchar_t plain(wchar_t character)
{
    static const wchar_t known[] = L"│|─-┌+┐+└+┘+├+┤+┬+┴+┼+█#░.·.";
    if (character < 128)
        return character;
    for (const wchar_t *at = known; *at; at += 2)
        if (*at == character)
            return at[1];
    return L'?';
}

static void set(struct screen *screen, unsigned row, unsigned col, enum screen_ink ink,
                wchar_t character)
{
    if (row >= screen->rows || col >= screen->cols)
        return;
    struct screen_glyph *glyph = &screen->at[row * screen->cols + col];
    glyph->character = screen->ascii ? plain(character) : character;
    glyph->ink = (uint8_t)ink;
}

// The next character, and how many bytes it has; what is no character is '?'.
static size_t decode(const char *text, wchar_t *character, unsigned *width)
{
    mbstate_t state = { 0 };
    size_t length = mbrtowc(character, text, strlen(text), &state);
    int columns = length > 0 && length < (size_t)-2 ? wcwidth(*character) : -1;
    *width = columns < 1 ? 1 : (unsigned)columns;
    if (columns >= 1)
        return length;
    *character = columns == 0 ? L' ' : L'?';
    return length > 0 && length < (size_t)-2 ? length : 1;
}

unsigned screen_put(struct screen *screen, unsigned row, unsigned col, unsigned room,
                    enum screen_ink ink, const char *text)
{
    unsigned used = 0, width;
    wchar_t character;
    for (; *text; used += width) {
        text += decode(text, &character, &width);
        if (used + width > room || col + used + width > screen->cols)
            break;
        set(screen, row, col + used, ink, character);
        if (width == 2)
            set(screen, row, col + used + 1, ink, 0);
    }
    return used;
}

unsigned screen_width(const char *text)
{
    unsigned used = 0, width;
    wchar_t character;
    for (; *text; used += width)
        text += decode(text, &character, &width);
    return used;
}

void screen_fill(struct screen *screen, unsigned row, unsigned col, unsigned count,
                 enum screen_ink ink, wchar_t character)
{
    for (unsigned i = 0; i < count && col + i < screen->cols; i++)
        set(screen, row, col + i, ink, character);
}

void screen_click(struct screen *screen, struct screen_area area, uint32_t press)
{
    for (unsigned row = area.top; row < area.top + area.rows && row < screen->rows; row++)
        for (unsigned col = area.left; col < area.left + area.cols && col < screen->cols; col++)
            screen->at[row * screen->cols + col].click = press;
}

// The bytes of a text's first row, in at most `cols` columns; *next is where the
// row after it begins.
static size_t first_row(const char *text, unsigned cols, const char **next)
{
    size_t at = 0, blank = 0;
    unsigned used = 0, width;
    wchar_t character;
    while (text[at] && text[at] != '\n') {
        size_t length = decode(text + at, &character, &width);
        if (used + width > cols) {
            size_t end = text[at] == ' ' ? at : blank ? blank : at ? at : length;
            *next = text + end + (text[end] == ' ');
            return end;
        }
        if (text[at] == ' ' && at > 0 && text[at - 1] != ' ')
            blank = at;
        at += length;
        used += width;
    }
    *next = text + at + (text[at] == '\n');
    return at;
}

// Where the text begins in a line that has a key and, after at least two blanks, what it does.
static size_t key_column(const char *line)
{
    enum { KEY = 24 };
    const char *gap = strstr(line, "  ");
    size_t width = gap ? (size_t)(gap - line) : KEY;
    return width < KEY && width < strcspn(line, "\n") ? width + strspn(gap, " ") : 0;
}

// How far the rows of an indented line, or of a key's, after its first are indented.
static unsigned hang(const char *line, unsigned cols)
{
    size_t indent = *line == ' ' ? text_hang(line) : key_column(line);
    return indent <= cols / 2 ? (unsigned)indent : 0;
}

// A row of a folded text.
struct screen_row {
    const char *begin;
    size_t length;
    unsigned indent;
};

// Takes the next row from *text; `before` is the row before it, zeroed at first.
static struct screen_row next_row(const char **text, unsigned cols, const struct screen_row *before,
                                  const char *whole)
{
    struct screen_row row = { .begin = *text };
    bool goes_on = *text > whole && (*text)[-1] != '\n';
    if (goes_on && before->indent)
        row.indent = before->indent;
    else if (goes_on)
        row.indent = hang(before->begin, cols);
    row.length = first_row(*text, cols - row.indent, text);
    return row;
}

unsigned screen_fold_rows(unsigned cols, const char *text)
{
    const char *whole = text;
    struct screen_row row = { 0 };
    unsigned rows = 0;
    for (; cols > 0 && *text; rows++)
        row = next_row(&text, cols, &row, whole);
    return rows;
}

void screen_fold_from(struct screen *screen, struct screen_area area, enum screen_ink ink,
                      const char *text, unsigned from)
{
    char line[1024];
    const char *whole = text;
    struct screen_row row = { 0 };
    if (area.cols == 0)
        return;
    for (unsigned i = 0; *text && i < from + area.rows; i++) {
        row = next_row(&text, area.cols, &row, whole);
        if (i < from)
            continue;
        size_t length = row.length < sizeof line ? row.length : sizeof line - 1;
        memcpy(line, row.begin, length);
        line[length] = '\0';
        screen_put(screen, area.top + i - from, area.left + row.indent, area.cols - row.indent, ink,
                   line);
    }
}

unsigned screen_fold(struct screen *screen, struct screen_area area, enum screen_ink ink,
                     const char *text)
{
    unsigned rows = screen_fold_rows(area.cols, text);
    unsigned from = rows > area.rows ? rows - area.rows : 0;
    screen_fold_from(screen, area, ink, text, from);
    return rows - from;
}
