// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/shorten.h"

#include <string.h>

size_t shorten_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += (text[i] & 0xc0) != 0x80;
    return count;
}

// How many bytes the first `characters` have.
static size_t measure(const char *text, size_t characters)
{
    size_t i = 0;
    for (; text[i]; i++)
        if ((text[i] & 0xc0) != 0x80 && characters-- == 0)
            break;
    return i;
}

void shorten_add(struct text *out, const char *text, size_t most)
{
    size_t shown = shorten_count(text, strlen(text)), left = (most - 1) / 2;
    size_t right = most > 2 ? most - 2 - left : 0;
    if (shown <= most || most < 4)
        text_add(out, "%s", text);
    else
        text_add(out, "%.*s..%s", (int)measure(text, left), text,
                 text + measure(text, shown - right));
}
