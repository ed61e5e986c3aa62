// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/line/layout.h"

#include <string.h>

void layout_add(struct text *out, const char *words, page_gaps gaps)
{
    if (gaps & PAGE_BEFORE)
        text_add(out, "\n");
    for (unsigned line = 1; *words; line++) {
        const char *next = words + strcspn(words, "\n");
        next += *next == '\n';
        bool last = *next == '\0';
        unsigned gap = last ? gaps & PAGE_AFTER : line < 15 && gaps & PAGE_LINE(line);
        text_add(out, "%.*s%s", (int)(next - words), words, gap ? "\n" : "");
        words = next;
    }
}
