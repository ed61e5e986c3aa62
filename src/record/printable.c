// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/printable.h"

#include <stdio.h>
#include <string.h>

#include "record/name.h"

bool printable_is_text(const char *text)
{
    size_t length = 1;
    while (*text && (length = name_character(text)) > 0)
        text += length;
    return length > 0;
}

void printable_blot(char *text)
{
    while (*text) {
        size_t length = name_character(text);
        if (!length)
            *text = '?';
        text += length ? length : 1;
    }
}

void printable_blot_lines(char *text)
{
    for (char *line = text, *end; line; line = end ? end + 1 : NULL) {
        if ((end = strchr(line, '\n')))
            *end = '\0';
        printable_blot(line);
        if (end)
            *end = '\n';
    }
}

bool printable_is_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < LOG_NAME && printable_is_text(name) && !name_is_stacked(name) &&
           name[0] != ' ' && name[length - 1] != ' ' && !strchr(name, ',');
}

bool printable_check_names(const char *one, const char *two, struct text *why)
{
    char shown[2 * LOG_NAME];
    if (printable_is_name(one) && printable_is_name(two) && !name_same(one, two))
        return true;
    const char *wrong = printable_is_name(one) ? two : one;
    bool cut = strlen(wrong) >= LOG_NAME;
    snprintf(shown, sizeof shown, "%.29s", wrong);
    printable_blot(shown);
    if (printable_is_name(one) && printable_is_name(two))
        text_add(why, "Both players are called '%s': give them different names.", shown);
    else if (!*wrong)
        text_add(why, "Please type a name (up to %d characters, no commas).", LOG_NAME - 1);
    else
        text_add(why,
                 "'%s%s' is not a name: type one of up to %d characters (fewer with accents), "
                 "without commas, blanks at its ends, or characters that cannot be seen.",
                 shown, cut ? "..." : "", LOG_NAME - 1);
    return false;
}

bool printable_check_players(const char name[SEATS][LOG_NAME], const char player[SEATS][LOG_PLAYER],
                             struct text *why)
{
    if (!printable_check_names(name[SEAT_1], name[SEAT_2], why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!*player[seat] || !printable_is_text(player[seat])) {
            text_add(why, "The kind of a player %s.",
                     *player[seat] ? "has characters that cannot be kept" : "is empty");
            return false;
        }
    return true;
}
