// SPDX-License-Identifier: GPL-3.0-or-later
#include "match/match.h"

#include <string.h>

#include "core/board_text.h"
#include "match/truth.h"

static_assert(sizeof(struct match) <= MATCH_SIZE, "there is too little room for a match");

void match_start(struct match *match, const struct variant *variant, unsigned first)
{
    assert(game_bound(variant) <= MOVES_MAX);
    memset(match, 0, sizeof *match);
    match->variant = *variant;
    match->first = first;
    match->state = game_start(variant, first);
}

const struct variant *match_variant(const struct match *match)
{
    return &match->variant;
}

const struct game *match_game(const struct match *match)
{
    return match->variant.game;
}

unsigned match_first(const struct match *match)
{
    return match->first;
}

unsigned match_count(const struct match *match)
{
    return match->count;
}

const struct turn *match_turn(const struct match *match)
{
    return state_turn(&match->state);
}

bool match_over(const struct match *match)
{
    return match_turn(match)->winner != SEAT_NOBODY;
}

struct view match_view(const struct match *match, unsigned seat)
{
    return game_view(&match->state, seat);
}

// The move must be legal.
static struct event carry_out(struct match *match, struct move move)
{
    struct event event = { .move = move, .seat = match_turn(match)->mover };
    event.outcome = (uint8_t)game_apply(&match->variant, &match->state, move);
    assert(match->count < MOVES_MAX);
    match->log[match->count++] = event;
    return event;
}

bool match_play(struct match *match, unsigned seat, struct move move, struct event *event)
{
    struct view view = match_view(match, seat);
    if (!view_allows(&match->variant, &view, move))
        return false;
    *event = carry_out(match, move);
    return true;
}

void match_deal(struct match *match, struct random *random)
{
    while (match_turn(match)->mover == SEAT_CHANCE && !match_over(match))
        carry_out(match, game_draw(&match->variant, &match->state, random));
}

struct event match_told(const struct match *match, unsigned i, unsigned to)
{
    assert(i < match->count);
    if (match_over(match))
        return match->log[i];
    return event_told(match->variant.game, &match->log[i], to);
}

void match_history(const struct match *match, unsigned to, struct history *out)
{
    for (out->count = 0; out->count < match->count; out->count++)
        out->event[out->count] = match_told(match, out->count, to);
}

struct event match_made(const struct match *match, unsigned i)
{
    return match_told(match, i, match_told(match, i, SEAT_NOBODY).seat);
}

bool match_can_undo(const struct match *match)
{
    if (match->count == 0)
        return false;
    const struct event *last = &match->log[match->count - 1];
    bool revealed = match_over(match) &&
                    (game_has_secrets(match->variant.game) || game_has_chance(match->variant.game));
    return last->seat != SEAT_CHANCE && last->outcome == OUTCOME_PLAIN && !revealed;
}

// State is what replaying the log gives.
static struct state replay(const struct match *match, unsigned count)
{
    struct state state = game_start(&match->variant, match->first);
    for (unsigned i = 0; i < count; i++)
        game_apply(&match->variant, &state, match->log[i].move);
    return state;
}

void match_undo(struct match *match)
{
    assert(match_can_undo(match));
    match->count--;
    match->log[match->count] = (struct event){ 0 };
    match->state = replay(match, match->count);
}

void match_reveal(const struct match *match, struct board *board)
{
    struct state truth = match->state;
    const struct secret *secret[SEATS];
    for (unsigned seat = 0; seat < SEATS; seat++)
        secret[seat] = state_secret(&truth, seat);
    memset(board, 0, sizeof *board);
    match->variant.game->board(&match->variant.rules, state_open(&truth), secret, board);
}

static struct scene scene_of(const struct variant *variant, const struct view *view,
                             const char *const *name)
{
    return (struct scene){
        .rules = &variant->rules,
        .open = view_open(view),
        .own = view->seat == SEAT_NOBODY ? NULL : view_secret(view),
        .name = name,
    };
}

struct scene match_scene(const struct match *match, const struct view *view,
                         const char *const *name)
{
    return scene_of(&match->variant, view, name);
}

void match_make_step(struct match *match, struct move move, struct match_step *step)
{
    step->before = match_view(match, SEAT_NOBODY);
    step->event = carry_out(match, move);
    step->after = match_view(match, SEAT_NOBODY);
}

bool match_play_step(struct match *match, unsigned seat, struct move move, struct match_step *step)
{
    struct view view = match_view(match, seat);
    if (!view_allows(&match->variant, &view, move))
        return false;
    match_make_step(match, move, step);
    return true;
}

static void say_step(const struct variant *variant, const struct match_step *step, unsigned to,
                     const char *const *name, void (*say)(const struct scene *, struct text *),
                     struct text *out)
{
    struct event event = event_told(variant->game, &step->event, to);
    struct scene scene = scene_of(variant, &step->after, name);
    scene.before = view_open(&step->before);
    scene.event = &event;
    say(&scene, out);
}

void match_tell_step(const struct variant *variant, const struct match_step *step, unsigned to,
                     const char *const *name, struct text *out)
{
    say_step(variant, step, to, name, variant->game->tell, out);
}

void match_recount_step(const struct variant *variant, const struct match_step *step, unsigned to,
                        const char *const *name, struct text *out)
{
    say_step(variant, step, to, name, variant->game->recount, out);
}

static cells passed_over(const struct board *board, unsigned from, unsigned to)
{
    unsigned lo = from < to ? from : to, hi = from < to ? to : from;
    cells over = 0;
    for (unsigned i = lo + 1; i < hi; i++)
        if (board->square[i].tokens || board->square[i].obstacles)
            over |= cell(i);
    return over;
}

struct match_cells match_step_cells(const struct variant *variant, const struct match_step *step,
                                    unsigned to)
{
    struct event event = event_told(variant->game, &step->event, to);
    struct match_cells did = { 0 };
    struct board before, after;
    view_board(variant, &step->before, &before);
    view_board(variant, &step->after, &after);
    unsigned from = board_find(&before, event.seat), end = board_find(&after, event.seat);
    // A token that stays, as where a yard is named twice, went nowhere: it acted there.
    if (variant->game->verbs[event.move.verb].effect == VERB_GO && from != end) {
        if (from == CELLS_MAX || end == CELLS_MAX)
            return did;
        did.known = did.went = true;
        did.from = (uint8_t)from;
        did.to = (uint8_t)end;
        did.over = passed_over(&before, from, end);
        did.leapt = did.over != 0;
        return did;
    }
    for (unsigned i = 0; i < CELLS_MAX; i++)
        if (cells_has(event.move.set, i))
            did.at |= cell(variant->game->target(&variant->rules, view_open(&step->before),
                                                 event.move.verb, i));
    did.known = did.at != 0;
    return did;
}

struct match_step match_step_at(const struct match *match, unsigned i)
{
    struct state before = replay(match, i), after = replay(match, i + 1);
    return (struct match_step){ match->log[i], game_view(&before, SEAT_NOBODY),
                                game_view(&after, SEAT_NOBODY) };
}
