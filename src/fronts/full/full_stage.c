// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/full_stage.h"

#include <string.h>

// Lines joined; here every row counts.
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

static void say_events(const struct full_stage *shown, struct text *out)
{
    const struct stage *stage = &shown->stage;
    for (unsigned i = 0; i < stage->said_count; i++) {
        const struct stage_said *said = &stage->said[i];
        bool player = said->seat == SEAT_1 || said->seat == SEAT_2;
        if (!*said->words)
            continue;
        if (player && !shown->game->tells_name)
            text_add(out, "%s: ", stage->name[said->seat]);
        add_joined(out, said->words, " ");
    }
}

// Until both players have moved. Where they hide something first, the toss comes after that.
static bool begins(const struct full_stage *shown)
{
    bool moved[SEATS] = { false };
    const struct stage *stage = &shown->stage;
    for (unsigned i = 0; i < stage->move_count; i++)
        if (!shown->game->verbs[stage->moves[i].move.verb].hidden)
            moved[stage->moves[i].seat] = true;
    return !(moved[SEAT_1] && moved[SEAT_2]);
}

static void say_all(struct full_stage *shown)
{
    char tally_bytes[TEXT_MAX];
    struct text out = text_in(shown->said, sizeof shown->said);
    struct text tally = text_in(tally_bytes, sizeof tally_bytes);
    const struct stage *stage = &shown->stage;
    say_events(shown, &out);
    if (stage->winner)
        add_joined(&out, stage->closing, "\n");
    else if (!out.length)
        add_joined(&out, stage->welcome, "\n");
    if (stage->winner)
        stage_tell_tally(stage, shown->game, &tally);
    add_joined(&out, tally_bytes, "\n");
    if (begins(shown)) {
        add_joined(&out, stage->told_toss, "\n");
        add_joined(&out, stage->promises, "\n");
    }
}

void full_stage_fill(struct full_stage *shown)
{
    struct text sealed = text_in(shown->sealed, sizeof shown->sealed);
    say_all(shown);
    seals_print_source(&shown->stage, shown->game, &sealed);
    if (shown->stage.winner)
        seals_print_opened(&shown->stage, shown->game, &sealed);
    else
        seals_print(&shown->stage, 0, true, &sealed);
}

bool full_stage_set(struct full_stage *shown, struct seat_handle *seat, unsigned viewer,
                    struct text *why)
{
    if (!seat_stage(seat, viewer, &shown->stage, why))
        return false;
    full_stage_fill(shown);
    return true;
}
