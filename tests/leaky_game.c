// SPDX-License-Identifier: GPL-3.0-or-later
// A small game with a secret that it gives away, in the way that is asked for.
// The test of non-interference must notice each of them.
#include "support.h"

enum { HIDE, STEP };
enum { SAFE = OUTCOME_PLAIN + 1, BOOM };
enum { LENGTH = 8, HIDDEN = 2 };

struct open {
    struct turn turn;
    uint8_t at;
    uint8_t hint;
};

struct secret {
    cells hidden;
};

GAME_BLOCKS_FIT;

enum leak leaky_game_leak;

// A game may not have this: it is how words and boards can know too much.
static cells remembered;

static const struct rules_option options[] = { { 0 } };

static const struct verb verbs[] = {
    [HIDE] = { .name = "hide",
               .help = "hide two",
               .label = "Hide",
               .ask = "Hide.",
               .effect = VERB_HIDE,
               .hidden = true },
    [STEP] = { .name = "step", .help = "one or two steps", .label = "Step", .ask = "Step." },
    { 0 },
};

static const struct outcome outcomes[] = { { .name = "plain" },
                                           [SAFE] = { .name = "safe" },
                                           [BOOM] = { .name = "boom", .harms = true },
                                           { 0 } };

static void setup(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->turn.mover = SEAT_1;
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)rules, (void)own;
    offers[0] = open->turn.mover == SEAT_1
                    ? (struct offer){ cells_span(1, LENGTH), HIDE, .pick = HIDDEN }
                    : (struct offer){ cells_span(1, 2), STEP, .pick = 1 };
    return 1;
}

static void hide(struct state *state, struct open *open, cells hidden)
{
    state_secret(state, SEAT_1)->hidden = remembered = hidden;
    open->turn.mover = SEAT_2;
    if (leaky_game_leak == LEAK_OPEN)
        open->hint = (uint8_t)cells_first(hidden);
    if (leaky_game_leak == LEAK_SECRET)
        state_secret(state, SEAT_2)->hidden = hidden;
    if (leaky_game_leak == LEAK_TURN && cells_has(hidden, 1))
        open->turn.mover = SEAT_1;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    (void)rules;
    struct open *open = state_open(state);
    if (move.verb == HIDE) {
        hide(state, open, move.set);
        return OUTCOME_PLAIN;
    }
    open->at = (uint8_t)(open->at + cells_first(move.set));
    bool boom = cells_has(state_secret(state, SEAT_1)->hidden, open->at);
    if (boom || open->at >= LENGTH) {
        open->turn.winner = boom ? SEAT_1 : SEAT_2;
        open->turn.mover = SEAT_NOBODY;
    }
    return boom ? BOOM : SAFE;
}

static unsigned bound(const struct rules *rules)
{
    (void)rules;
    return 8 + LENGTH;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules;
    return verb == HIDE ? n : open->at + n;
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    (void)rules, (void)secret;
    board->last = LENGTH + 1;
    board->square[open->at].tokens = 1 << SEAT_2;
    for (unsigned i = 0; leaky_game_leak == LEAK_BOARD && i <= LENGTH; i++)
        board->square[i].mines = cells_has(remembered, i);
}

static void say(const struct scene *scene, struct text *out)
{
    text_add(out, "At %u.\n", scene->open->at);
    if (leaky_game_leak == LEAK_WORDS)
        text_add_and(out, remembered);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    (void)verb;
    say(scene, out);
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    (void)move;
    say(scene, out);
}

const struct game game_leaky = {
    .slug = "leaky",
    .title = "Leaky",
    .pitch = "gives secrets away",
    .rulebook = "",
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Hider", [SEAT_2] = "Walker" },
    .token = { [SEAT_1] = "H", [SEAT_2] = "W" },
    .both = "",
    .place = "cell",
    .mine = "mine",
    .form = BOARD_BRACKETS,
    .setup = setup,
    .offers = offers,
    .apply = apply,
    .bound = bound,
    .target = target,
    .board = board,
    .welcome = say,
    .heading = say,
    .ask = ask,
    .refuse = refuse,
    .tell = say,
    .closing = say,
    .status = say,
    .recount = say,
    .result = say,
};
