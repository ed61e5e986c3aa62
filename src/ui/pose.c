// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pose.h"

#include "ui/progress_bar.h"
#include "ui/achievements.h"
#include "games/games.h"
#include "match/match.h"

// A seed may find nothing: others follow from it. Where no game is wanted, one after the other is
// tried, from the one that the seed names.
static bool make(struct pose *pose, const struct pose_order *order, const struct limits *limits,
                 struct text *why)
{
    const struct puzzle_memory memory = { achievements_knows_puzzle, NULL };
    enum { SEEDS = 8 };
    const uint64_t apart = UINT64_C(0x9e3779b97f4a7c15);
    bool anew = !order->daily && !order->again;
    unsigned tries = order->game ? SEEDS : games_count();
    for (unsigned i = 0; i < tries; i++) {
        const struct game *game =
            order->game ? order->game : games[(order->seed + i) % games_count()];
        text_clear(why);
        if (posed_make(&pose->posed, game, order->grade, order->seed + i * apart,
                       anew ? &memory : NULL, limits, why))
            return true;
        if (!limits_go_on(limits, 0))
            return false;
    }
    return false;
}

bool pose_make(struct pose *pose, const struct pose_order *order, struct text *why)
{
    struct progress_bar progress_bar;
    *pose = (struct pose){ .daily = order->daily };
    progress_bar_begin(&progress_bar, "Looking for a puzzle");
    bool good = make(pose, order, &progress_bar.limits, why);
    if (good)
        achievements_keep_puzzle(puzzle_key(&pose->posed.puzzle));
    if (!progress_bar_end(&progress_bar) && !good)
        text_clear(why);
    return good;
}

void pose_clear(struct pose *pose)
{
    posed_clear(&pose->posed);
}

static void cheer(const struct pose *pose, bool first, struct text *out)
{
    if (!pose->daily || pose->solved)
        return;
    unsigned days = achievements_add_puzzle(first);
    if (first)
        text_add(out, " Solved! Come back tomorrow for day %u.", days + 1);
    else
        text_add(out, " Found, but not at the first try alone: the days in a row begin anew.");
}

bool pose_judge(struct pose *pose, const struct advice_move *move, struct text *out)
{
    bool right = posed_judge(&pose->posed, move, out);
    bool first = right && !pose->tried && !pose->helped;
    if (!pose->tried && !pose->solved)
        achievements_add_answer(pose->posed.puzzle.grade, first);
    if (right)
        cheer(pose, first, out);
    pose->tried = true;
    pose->solved |= right;
    if (!right) {
        pose->wrong = move->move;
        pose->has_wrong = true;
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

void pose_explain(struct pose *pose, struct text *out)
{
    const struct puzzle *puzzle = &pose->posed.puzzle;
    struct match_room room;
    struct match *match = match_in(&room);
    struct progress_bar progress_bar;
    struct event event;
    struct text why = TEXT_OF(TEXT_MAX);
    pose->helped |= !pose->tried;
    if (pose->posed.advice.kind != ADVICE_TURNS || !(pose->solved || pose->has_wrong))
        return;
    match_start(match, &puzzle->variant, puzzle->first);
    for (unsigned i = 0; i < puzzle->count; i++)
        match_play(match, match_turn(match)->mover, puzzle->moves[i], &event);
    play(&puzzle->variant, match, pose->solved ? puzzle->best : pose->wrong, out);
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
