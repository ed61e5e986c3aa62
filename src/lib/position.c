// SPDX-License-Identifier: GPL-3.0-or-later
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "lib/lib.h"

cw_position *cw_position_new(const cw_variant *variant, int first, char **error)
{
    cw_position *position = lib_is_player(first, error) ? lib_new(sizeof *position, error) : NULL;
    if (position)
        match_start(lib_match(position), &variant->variant, (unsigned)first);
    return position;
}

cw_position *cw_position_copy(const cw_position *position)
{
    cw_position *copy = mem_new(sizeof *copy);
    return copy ? memcpy(copy, position, sizeof *copy) : NULL;
}

void cw_position_free(cw_position *position)
{
    mem_free(position);
}

int cw_position_mover(const cw_position *position)
{
    const struct match *match = lib_match(position);
    return match_over(match) ? CW_NOBODY : match_turn(match)->mover;
}

int cw_position_winner(const cw_position *position)
{
    return match_turn(lib_match(position))->winner;
}

size_t cw_position_count(const cw_position *position)
{
    return match_count(lib_match(position));
}

size_t cw_position_moves(const cw_position *position, cw_move *out, size_t room)
{
    const struct match *match = lib_match(position);
    struct walk walk = { 0 };
    size_t count = 0;
    if (match_over(match))
        return 0;
    const struct view view = match_view(match, match_turn(match)->mover);
    while (view_walk(match_variant(match), &view, &walk)) {
        if (count < room)
            out[count] = lib_public_move(walk.move);
        count++;
    }
    return count;
}

// In the game's own words where a player moves, which tell what is allowed.
static void *refuse(const struct match *match, struct move move, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX), text = TEXT_OF(TEXT_MAX);
    const struct game *game = match_game(match);
    const unsigned mover = match_turn(match)->mover;
    move_print(game, move, &text);
    if (match_over(match))
        return lib_fail(error, "'%s' is not possible: the game is over.", text.at);
    if (mover == SEAT_CHANCE || game->verbs[move.verb].chance)
        return lib_fail(error, "'%s' is not possible: it is %s turn.", text.at,
                        mover == SEAT_CHANCE ? "chance's" : "a player's");
    const struct view view = match_view(match, mover);
    const struct scene scene = match_scene(match, &view, game->name);
    game->refuse(&scene, move, &why);
    return lib_fail(error, "'%s' is not possible: %s", text.at, why.at);
}

const char *cw_position_apply(cw_position *position, cw_move move, char **error)
{
    struct match *match = lib_match(position);
    struct event event;
    if (!lib_move_is_valid(match_game(match), move))
        return lib_fail(error, "%u is not the number of a verb of %s.", move.verb,
                        match_game(match)->title);
    if (match_over(match) || !match_play(match, match_turn(match)->mover, lib_move(move), &event))
        return refuse(match, lib_move(move), error);
    return outcome_name(match_game(match), event.outcome);
}

static void tell(const struct match *match, unsigned i, unsigned seat, struct text *out)
{
    const struct event event = match_told(match, i, seat);
    text_add(out, "%s ", seat_name(event.seat));
    move_print(match_game(match), event.move, out);
    if (event.outcome != OUTCOME_PLAIN)
        text_add(out, " %s", outcome_name(match_game(match), event.outcome));
    text_add(out, "\n");
}

char *cw_position_told(const cw_position *position, int seat)
{
    enum { LINE = 256 };
    const struct match *match = lib_match(position);
    size_t size = match_count(match) * LINE + 1;
    char *lines = mem_new(size);
    if (!lines)
        return NULL;
    struct text out = text_in(lines, size);
    for (unsigned i = 0; i < match_count(match); i++)
        tell(match, i, seat < 0 || seat >= SEATS ? SEAT_NOBODY : (unsigned)seat, &out);
    return lines;
}

// The cells with a mark; `has` tells whether a square bears it.
static json_t *marked(const struct board *board, bool (*has)(const struct board_square *, unsigned),
                      unsigned seat)
{
    json_t *list = json_array();
    for (unsigned cell = board->first; cell <= board->last; cell++)
        if (has(&board->square[cell], seat))
            json_array_append_new(list, json_integer(cell));
    return list;
}

static bool has_token(const struct board_square *square, unsigned seat)
{
    return square->tokens & seat_bit(seat);
}

static bool has_obstacle(const struct board_square *square, unsigned seat)
{
    return square->obstacles & seat_bit(seat);
}

static bool has_mine(const struct board_square *square, unsigned seat)
{
    return square->mines & seat_bit(seat);
}

static bool is_safe(const struct board_square *square, unsigned seat)
{
    (void)seat;
    return square->safe;
}

static bool is_blown(const struct board_square *square, unsigned seat)
{
    (void)seat;
    return square->blown;
}

static bool is_disarmed(const struct board_square *square, unsigned seat)
{
    (void)seat;
    return square->disarmed;
}

char *cw_position_board(const cw_position *position, int seat)
{
    const struct match *match = lib_match(position);
    const struct view view =
        match_view(match, lib_is_player(seat, NULL) ? (unsigned)seat : SEAT_NOBODY);
    struct board board;
    view_board(match_variant(match), &view, &board);
    json_t *json =
        json_pack("{s:i, s:i, s:[o, o], s:[o, o], s:[o, o, o], s:o, s:o, s:o}", "first",
                  (int)board.first, "last", (int)board.last, "tokens",
                  marked(&board, has_token, SEAT_1), marked(&board, has_token, SEAT_2), "obstacles",
                  marked(&board, has_obstacle, SEAT_1), marked(&board, has_obstacle, SEAT_2),
                  "mines", marked(&board, has_mine, SEAT_1), marked(&board, has_mine, SEAT_2),
                  marked(&board, has_mine, SEAT_CHANCE), "safe", marked(&board, is_safe, 0),
                  "blown", marked(&board, is_blown, 0), "disarmed", marked(&board, is_disarmed, 0));
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    char *copy = text ? lib_string(text) : NULL;
    free(text);
    json_decref(json);
    return copy;
}

// Chance's move as everybody can tell it from what came out: uniform over what is possible.
static struct move guess_deal(const struct match *match, struct move told, struct random *random)
{
    const struct variant *variant = match_variant(match);
    const struct view view = match_view(match, SEAT_NOBODY);
    const struct unknown unknown = variant->game->unknown(&variant->rules, view_open(&view));
    struct move move = { .verb = told.verb, .set = unknown.known };
    cells from = unknown.from;
    for (unsigned left = unknown.pick; left; left--) {
        const cells drawn = cells_nth(from, (unsigned)random_below(random, cells_count(from)));
        move.set |= drawn;
        from &= ~drawn;
    }
    return move;
}

// One draw of all that is hidden; false where something comes out otherwise than it did.
static bool guess_once(const struct match *match, unsigned seat, struct match *guess,
                       struct random *random)
{
    const struct variant *variant = match_variant(match);
    match_start(guess, variant, match_first(match));
    for (unsigned i = 0; i < match_count(match); i++) {
        const struct event told = match_told(match, i, seat);
        const struct view view = match_view(guess, told.seat);
        struct move move = told.move;
        struct event event;
        const struct verb *verb = &variant->game->verbs[move.verb];
        if (verb->hidden && told.seat != seat && !move.set)
            move = told.seat == SEAT_CHANCE ? guess_deal(match, move, random)
                                            : view_draw(variant, &view, random);
        if (!match_play(guess, told.seat, move, &event) || event.outcome != told.outcome)
            return false;
    }
    return true;
}

cw_position *cw_position_guess(const cw_position *position, int seat, uint64_t seed, char **error)
{
    enum { TRIES = 100000 };
    struct random random = random_seeded(seed);
    cw_position *guess = lib_is_player(seat, error) ? lib_new(sizeof *guess, error) : NULL;
    for (unsigned i = 0; guess && i < TRIES; i++)
        if (guess_once(lib_match(position), (unsigned)seat, lib_match(guess), &random))
            return guess;
    if (guess)
        lib_fail(error, "In %d tries nothing was found that fits what seat %d knows.", TRIES, seat);
    cw_position_free(guess);
    return NULL;
}

bool cw_move_parse(const cw_game *game, const char *text, cw_move *move, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct move parsed;
    if (!move_parse(lib_game(game), text, &parsed, &why)) {
        lib_fail(error, "%s", why.at);
        return false;
    }
    *move = lib_public_move(parsed);
    return true;
}

char *cw_move_print(const cw_game *game, cw_move move)
{
    struct text text = TEXT_OF(TEXT_MAX);
    if (!lib_move_is_valid(lib_game(game), move))
        return NULL;
    move_print(lib_game(game), lib_move(move), &text);
    return lib_string(text.at);
}
