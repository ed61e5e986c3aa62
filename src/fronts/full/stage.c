// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/stage.h"

#include <stdio.h>
#include <string.h>

#include "fronts/proof.h"

unsigned stage_mover(const struct stage *stage)
{
    return view_turn(&stage->view)->mover;
}

unsigned stage_winner(const struct stage *stage)
{
    return view_turn(&stage->view)->winner;
}

const char *stage_role_of(const struct stage *stage, unsigned seat)
{
    return stage->variant.game->role[seat != view_turn(&stage->view)->first];
}

struct scene stage_scene(const struct stage *stage)
{
    return (struct scene){
        .rules = &stage->variant.rules,
        .open = view_open(&stage->view),
        .own = stage->view.seat == SEAT_NOBODY ? NULL : view_secret(&stage->view),
        .name = stage->name,
    };
}

// Lines joined; here every row counts.
static void add_packed(struct text *out, const char *text, const char *between)
{
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, "\n");
        text_add(out, "%s%.*s", first ? "" : between, (int)length, text);
        first = false;
        text += length + (text[length] == '\n');
    }
    if (!first)
        text_add(out, "\n");
}

static void say_events(struct stage *stage, const struct match *match, struct text *out)
{
    enum { RECENT = 6 };
    for (unsigned i = match->count > RECENT ? match->count - RECENT : 0; i < match->count; i++) {
        char buffer[TEXT_MAX];
        struct text text = text_in(buffer, sizeof buffer);
        unsigned seat = match->log[i].seat;
        match_tell(match, i, stage->view.seat, stage->name, &text);
        if (seat == SEAT_CHANCE || !text.length)
            continue;
        if (!stage->variant.game->tells_name)
            text_add(out, "%s: ", stage->name[seat]);
        add_packed(out, buffer, " ");
    }
}

static void say(struct stage *stage, const struct match *match)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct text out = text_in(stage->said, sizeof stage->said);
    struct scene scene = stage_scene(stage);
    say_events(stage, match, &out);
    if (stage_winner(stage))
        stage->variant.game->closing(&scene, &text);
    else if (!out.length)
        stage->variant.game->welcome(&scene, &text);
    add_packed(&out, buffer, "\n");
    if (stage_winner(stage) && stage->series.rounds > 1) {
        text_clear(&text);
        series_tell(&stage->series, stage->variant.game, stage->name, &text);
        add_packed(&out, buffer, "\n");
    }
}

static void set_supplies(struct stage *stage)
{
    struct scene scene = stage_scene(stage);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct text out = text_in(stage->supplies[seat], sizeof stage->supplies[seat]);
        if (stage->variant.game->supplies)
            stage->variant.game->supplies(&scene, seat, &out);
    }
}

static void set_board(struct stage *stage, const struct session *session)
{
    const struct match *match = &session->match;
    if (match_over(match)) {
        match_reveal(match, &stage->board);
        series_count(&stage->series, match);
        return;
    }
    view_board(&stage->variant, &stage->view, &stage->board);
    unsigned mover = match_turn(match)->mover;
    struct view own = match_view(match, mover);
    if (!session->bot[mover])
        stage->count = view_offers(&stage->variant, &own, stage->offers);
}

static void set_told(struct stage *stage, const struct match *match)
{
    for (unsigned i = 0; i < match->count; i++)
        stage->told[i] = match_told(match, i, stage->view.seat);
    stage->told_count = match->count;
}

void stage_say(struct stage *stage, const char *line)
{
    size_t length = strlen(stage->said);
    snprintf(stage->said + length, sizeof stage->said - length, "%s", line);
}

void stage_set(struct stage *stage, const struct session *session, unsigned viewer)
{
    memset(stage, 0, sizeof *stage);
    stage->variant = session->variant;
    stage->name = session->name;
    memcpy(stage->who, session->who, sizeof stage->who);
    stage->series = session->series;
    stage->view = match_view(&session->match, viewer);
    stage->undoable = session_can_undo(session);
    set_board(stage, session);
    set_told(stage, &session->match);
    set_supplies(stage);
    say(stage, &session->match);
    struct text sealed = text_in(stage->sealed, sizeof stage->sealed);
    if (!match_over(&session->match))
        proof_print_commitments(session, 0, &sealed);
    else if (record_has_hidden(&session->record))
        text_add(&sealed, "What was hidden, beside its commitments: press c.\n");
    else if (session->store)
        proof_print_check(session, &sealed);
}
