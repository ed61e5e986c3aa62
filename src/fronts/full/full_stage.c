// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/full_stage.h"

#include <string.h>

// Puts several lines into one: the rule book's page has more rows than the screen.
static void add_joined(struct text *out, const char *lines, const char *between)
{
    bool first = true;
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text_add(out, "%s%.*s", first ? "" : between, (int)length, lines);
        first = false;
        lines += length + (lines[length] == '\n');
    }
    if (!first)
        text_add(out, "\n");
}

static void say_events(const struct stage *stage, struct text *out)
{
    for (unsigned i = 0; i < stage->said_count; i++)
        text_add(out, "%s\n", stage->said[i].told);
}

void full_stage_say(const struct full_stage *shown, struct text *out)
{
    struct text tally = TEXT_OF(TEXT_MAX);
    const struct stage *stage = &shown->stage;
    say_events(stage, out);
    if (stage->end)
        text_add(out, "%s\n", stage->result);
    else if (!out->length)
        add_joined(out, stage->welcome, "\n");
    if (stage->end)
        stage_tell_tally(stage, &tally);
    add_joined(out, tally.at, "\n");
    // Until both have moved openly: where they hide something first, the toss comes after that.
    if (!stage_has_moved(stage, SEAT_1) || !stage_has_moved(stage, SEAT_2)) {
        add_joined(out, stage->told_toss, "\n");
        add_joined(out, stage->promises, "\n");
    }
}

void full_stage_prove(const struct full_stage *shown, unsigned width, struct text *out)
{
    seals_print_source(&shown->stage, shown->game, out);
    if (shown->stage.end)
        seals_print_opened(&shown->stage, shown->game, width, out);
    else
        seals_print(&shown->stage, 0, true, out);
}
