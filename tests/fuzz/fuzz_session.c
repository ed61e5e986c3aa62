// SPDX-License-Identifier: GPL-3.0-or-later
// A whole piped session: the first byte chooses the game, the rest of the first
// line is its rules, the other lines are the answers.
#include <stdio.h>
#include <string.h>

#include "fronts/line/line.h"
#include "fuzz.h"

void fuzz_one(const char *data)
{
    static struct session session;
    char line[256] = "", buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    session_init(&session, fuzz_game(&data));
    size_t length = strcspn(data, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, data);
    data += length + (data[length] == '\n');
    if (!*data || !variant_parse(session.variant.game, line, &session.variant, &why))
        return;
    session.random = random_seeded(length);
    session.series = series_of(2, SEAT_1 + length % 2);
    struct console console = { .in = fmemopen((void *)(size_t)data, strlen(data), "r"),
                               .out = fopen("/dev/null", "w") };
    assert(console.in && console.out);
    line_play(&session, &console);
    session_clear(&session);
    fclose(console.in);
    fclose(console.out);
}
