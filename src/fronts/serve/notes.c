// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/notes.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "core/now.h"
#include "record/log_text.h"
#include "record/printable.h"

static enum notes_form form = NOTES_TEXT;

void notes_use(enum notes_form wanted)
{
    form = wanted;
}

static void add_word(struct text *out, const char *key, const char *value)
{
    if (!value || !*value)
        return;
    if (form == NOTES_TEXT) {
        text_add(out, strchr(value, ' ') ? " %s=\"%.500s\"" : " %s=%.500s", key, value);
        return;
    }
    text_add(out, ",\"%s\":\"", key);
    for (; *value; value++)
        text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"");
}

static void add_number(struct text *out, const char *key, unsigned value)
{
    if (value)
        text_add(out, form == NOTES_TEXT ? " %s=%u" : ",\"%s\":%u", key, value);
}

void notes_write(const struct notes_line *line)
{
    struct text out = TEXT_OF(1024);
    char when[LOG_TEXT_TIME];
    if (form == NOTES_NONE)
        return;
    log_text_print_time(now_real(), when);
    text_add(&out, form == NOTES_TEXT ? "%s %s" : "{\"time\":\"%s\",\"what\":\"%s\"", when,
             line->what);
    add_word(&out, "route", line->route);
    add_number(&out, "status", line->status);
    add_word(&out, "table", line->table);
    add_number(&out, "seat", line->seat);
    add_word(&out, "address", line->address);
    add_word(&out, "words", line->words);
    text_add(&out, form == NOTES_TEXT ? "" : "}");
    printable_blot(out.at);
    fprintf(stderr, "%s\n", out.at);
}
