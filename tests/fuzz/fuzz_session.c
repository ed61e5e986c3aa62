// SPDX-License-Identifier: GPL-3.0-or-later
// A whole piped game: the first byte chooses the game, the rest of the first line is its
// rules, the other lines are the answers.
#include <stdio.h>
#include <string.h>

#include "drive/setup_words.h"
#include "fronts/line/line.h"
#include "fuzz.h"

void fuzz_one(const char *data)
{
    char line[256] = "";
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = fuzz_game(&data);
    struct drive_setup setup = setup_words_default(game);
    struct line_setup front = { .game = game };
    size_t length = strcspn(data, "\n");
    snprintf(line, sizeof line, "%.*s", (int)length, data);
    data += length + (data[length] == '\n');
    if (!*data || !variant_parse(game, line, &setup.table.header.variant, &why))
        return;
    setup.seeded = true;
    setup.seed = length;
    setup.table.header.rounds = 2;
    setup.table.header.first = (uint8_t)(SEAT_1 + length % 2);
    struct console console = { .in = fmemopen((void *)(size_t)data, strlen(data), "r"),
                               .out = fopen("/dev/null", "w") };
    struct drive *drive = drive_new(&setup, &why);
    assert(console.in && console.out && drive);
    line_play(drive_seat(drive), &console, &front);
    drive_free(drive);
    fclose(console.in);
    fclose(console.out);
}
