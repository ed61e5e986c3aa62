// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/puzzle_session.h"

#include "ui/progress_bar.h"
#include "ui/achievements.h"
#include "match/match.h"

bool puzzle_session_make(struct puzzle_session *session, const struct puzzle_session_wish *wish,
                         struct text *why)
{
    const struct puzzle_memory memory = { achievements_knows_puzzle, NULL };
    bool anew = !wish->daily && !wish->again;
    struct progress_bar progress_bar;
    *session = (struct puzzle_session){ .daily = wish->daily };
    progress_bar_begin(&progress_bar, "Looking for a puzzle");
    bool good = solved_puzzle_make(&session->question, wish->game, wish->grade, wish->seed,
                                   anew ? &memory : NULL, &progress_bar.limits, why);
    if (good)
        achievements_keep_puzzle(puzzle_key(&session->question.puzzle));
    if (!progress_bar_end(&progress_bar) && !good)
        text_clear(why);
    return good;
}

void puzzle_session_clear(struct puzzle_session *session)
{
    solved_puzzle_clear(&session->question);
}

static void cheer(const struct puzzle_session *session, bool first, struct text *out)
{
    if (!session->daily || session->solved)
        return;
    unsigned days = achievements_add_puzzle(first);
    if (first)
        text_add(out, " Solved! Come back tomorrow for day %u.", days + 1);
    else
        text_add(out, " Found, but not at the first try alone: the days in a row begin anew.");
}

bool puzzle_session_judge(struct puzzle_session *session, const struct advice_move *move,
                          struct text *out)
{
    bool right = solved_puzzle_judge(&session->question, move, out);
    bool first = right && !session->tried && !session->helped;
    if (!session->tried && !session->solved)
        achievements_add_answer(session->question.puzzle.grade, first);
    if (right)
        cheer(session, first, out);
    session->tried = true;
    session->solved |= right;
    if (!right) {
        session->wrong = move->move;
        session->has_wrong = true;
    }
    return right;
}

// --- The reason

static void play(const struct variant *variant, struct match *match, struct move move,
                 struct text *out)
{
    struct match_step step;
    if (!match_play_step(match, match_turn(match)->mover, move, &step))
        return;
    text_add(out, "%s", out->length ? " " : "");
    match_recount_step(variant, &step, SEAT_NOBODY, variant->game->name, out);
}

// Plays on with the best moves of both, as long as there is something to see.
static void play_on(const struct variant *variant, struct match *match, struct rater *rater,
                    const struct limits *limits, struct text *out)
{
    enum { MOVES = 24 };
    for (unsigned i = 0; i < MOVES && !match_over(match); i++) {
        struct text why = TEXT_OF(TEXT_MAX);
        struct advice advice;
        struct history history;
        struct view view = match_view(match, match_turn(match)->mover);
        match_history(match, view.seat, &history);
        if (!advice_make(&advice, rater, limits, variant, &view, &history, &why))
            return;
        struct move move = advice.best ? advice.best->move : advice.moves[0].move;
        advice_clear(&advice);
        play(variant, match, move, out);
    }
}

void puzzle_session_explain(struct puzzle_session *session, struct text *out)
{
    const struct puzzle *puzzle = &session->question.puzzle;
    struct match_room room;
    struct match *match = match_in(&room);
    struct progress_bar progress_bar;
    struct event event;
    struct text why = TEXT_OF(TEXT_MAX);
    session->helped |= !session->tried;
    solved_puzzle_explain(&session->question,
                          session->solved || !session->has_wrong ? NULL : &session->wrong, out);
    if (session->question.advice.kind != ADVICE_TURNS || !(session->solved || session->has_wrong))
        return;
    match_start(match, &puzzle->variant, puzzle->first);
    for (unsigned i = 0; i < puzzle->count; i++)
        match_play(match, match_turn(match)->mover, puzzle->moves[i], &event);
    play(&puzzle->variant, match, session->solved ? puzzle->best : session->wrong, out);
    progress_bar_begin(&progress_bar, "Playing it out");
    struct rater *rater = rater_new(&puzzle->variant, &why);
    if (rater)
        play_on(&puzzle->variant, match, rater, &progress_bar.limits, out);
    rater_free(rater);
    progress_bar_end(&progress_bar);
    if (match_over(match)) {
        struct view view = match_view(match, SEAT_NOBODY);
        struct scene scene = match_scene(match, &view, puzzle->variant.game->name);
        text_add(out, " ");
        puzzle->variant.game->result(&scene, out);
    }
}
