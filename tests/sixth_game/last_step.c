// SPDX-License-Identifier: GPL-3.0-or-later
// Last Step: one token for both; whoever brings it to the end wins.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, STRIDE };
enum { STEP };

struct open {
    struct turn turn;
    uint8_t at;
};

struct secret {
    uint8_t none;
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "steps, numbered from 1", NULL, 2, 63, 10 },
    { "stride", "longest move", NULL, 1, 20, 2 },
    { 0 },
};

static const struct verb verbs[] = {
    [STEP] = { .name = "step", .help = "move the token by this many steps" },
    { 0 },
};

static void setup(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->turn.mover = open->turn.first;
}

static cells steps(const struct rules *rules, const struct open *open)
{
    int left = rules->value[LENGTH] - open->at;
    return cells_span(1, (unsigned)(left < rules->value[STRIDE] ? left : rules->value[STRIDE]));
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    offers[0] = (struct offer){ steps(rules, open), STEP, 1 };
    return 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules, (void)verb;
    return open->at + n;
}

static enum outcome apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned seat = open->turn.mover;
    open->at = (uint8_t)target(rules, open, STEP, cells_first(move.set));
    open->turn.mover = opponent(seat);
    if (open->at == rules->value[LENGTH]) {
        open->turn.winner = (uint8_t)seat;
        open->turn.mover = SEAT_NOBODY;
    }
    return OUTCOME_PLAIN;
}

static unsigned bound(const struct rules *rules)
{
    return rules->value[LENGTH];
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    (void)secret;
    board->last = rules->value[LENGTH];
    board->square[open->at].tokens = 1 << SEAT_1;
    board->square[0].start = true;
    board->square[board->last].goal = true;
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Last Step!\nThe token wants to reach step %d.\n",
             scene->rules->value[LENGTH]);
}

static void heading(const struct scene *scene, struct text *out)
{
    text_add(out, "%s's turn.\n", scene->name[scene->open->turn.mover]);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    (void)verb;
    text_add(out, "How many steps (");
    text_add_or(out, steps(scene->rules, scene->open));
    text_add(out, ")");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    (void)move;
    text_add(out, "Enter ");
    text_add_or(out, steps(scene->rules, scene->open));
    text_add(out, ".");
}

static void tell(const struct scene *scene, struct text *out)
{
    text_add(out, "The token is on step %u.\n", scene->open->at);
}

static void closing(const struct scene *scene, struct text *out)
{
    text_add(out, "%s made the last step and wins!\n", scene->name[scene->open->turn.winner]);
}

static const char rulebook[] =
    "One token, two players. In turn, move it by up to {stride}; whoever brings it to\n"
    "step {length} wins.\n";

const struct game game_last_step = {
    .slug = "last-step",
    .title = "Last Step",
    .pitch = "one token for both; who makes the last step?",
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .token = { [SEAT_1] = "O", [SEAT_2] = "O" },
    .both = "",
    .form = BOARD_COLUMNS,
    .board_label = "Steps:",
    .setup = setup,
    .offers = offers,
    .apply = apply,
    .bound = bound,
    .target = target,
    .board = board,
    .welcome = welcome,
    .heading = heading,
    .ask = ask,
    .refuse = refuse,
    .tell = tell,
    .closing = closing,
};
