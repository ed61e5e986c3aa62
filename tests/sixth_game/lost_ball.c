// SPDX-License-Identifier: GPL-3.0-or-later
// Lost Ball: the Thrower hides a ball on one of the yards; the Finder names yards and hears
// whether it lies further on, further back, or there. The second template: a secret placement,
// and three answers to one kind of move, in words of its own.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, CALLS };
enum { HIDE, CALL };
enum { ABOVE = OUTCOME_PLAIN + 1, BELOW, FOUND };

// turn.first is the Thrower.
struct open {
    struct turn turn;
    uint8_t hidden;    // whether the ball is thrown
    uint8_t calls;     // made so far
    uint8_t at;        // the yard that was named last; 0: none yet
    uint8_t low, high; // the ball lies between these, as everybody was told
};

struct secret {
    cells set; // the ball
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "yards, numbered from 1", NULL, 3, 63, 9 },
    { "calls", "that the Finder has", NULL, 1, 10, 3 },
    { 0 },
};

static const struct verb verbs[] = {
    [HIDE] = { .name = "throw",
               .help = "the ball lies on this yard",
               .label = "Throw the ball",
               .ask = "Choose where the ball lies.",
               .effect = VERB_HIDE,
               .hidden = true },
    [CALL] = { .name = "call",
               .help = "name this yard",
               .label = "Name a yard",
               .ask = "Choose a yard.",
               .effect = VERB_GO,
               .discloses = true },
    { 0 },
};

// Where the ball lies, seen from the yard that was named.
static const struct outcome outcomes[] = {
    [OUTCOME_PLAIN] = { .name = "plain" },
    [ABOVE] = { .name = "above" },
    [BELOW] = { .name = "below" },
    [FOUND] = { .name = "found" },
    { 0 },
};

static void setup(const struct rules *rules, struct open *open)
{
    open->turn.mover = open->turn.first;
    open->low = 1;
    open->high = (uint8_t)rules->value[LENGTH];
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    offers[0] =
        (struct offer){ cells_upto(rules->value[LENGTH]), open->hidden ? CALL : HIDE, .pick = 1 };
    return 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules, (void)open, (void)verb;
    return n;
}

static unsigned call(const struct rules *rules, struct state *state, unsigned yard)
{
    struct open *open = state_open(state);
    unsigned thrower = open->turn.first;
    unsigned ball = cells_first(state_secret(state, thrower)->set);
    open->at = (uint8_t)yard;
    open->calls++;
    if (yard == ball)
        open->turn.winner = (uint8_t)opponent(thrower);
    else if (open->calls == rules->value[CALLS])
        open->turn.winner = (uint8_t)thrower;
    if (yard < ball && open->low <= yard)
        open->low = (uint8_t)(yard + 1);
    else if (yard > ball && open->high >= yard)
        open->high = (uint8_t)(yard - 1);
    return yard < ball ? ABOVE : yard > ball ? BELOW : FOUND;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned outcome = OUTCOME_PLAIN;
    if (move.verb == HIDE) {
        state_secret(state, open->turn.first)->set = move.set;
        open->hidden = true;
    } else {
        outcome = call(rules, state, cells_first(move.set));
    }
    open->turn.mover = open->turn.winner ? SEAT_NOBODY : opponent(open->turn.first);
    return outcome;
}

// Which yard was named last does not matter for the rest: what it told does.
static void gist(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->at = 0;
}

static unsigned bound(const struct rules *rules)
{
    return 1 + rules->value[CALLS];
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    unsigned thrower = open->turn.first;
    board->last = rules->value[LENGTH];
    for (unsigned i = 1; i <= board->last; i++) {
        struct board_square *square = &board->square[i];
        square->safe = open->hidden && (i < open->low || i > open->high);
        if (secret[thrower] && cells_has(secret[thrower]->set, i))
            square->mines |= seat_bit(thrower);
    }
    board->square[open->at].tokens = seat_bit(opponent(thrower));
}

static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    return seat == open->turn.first
               ? (struct supply){ 0 }
               : (struct supply){ "calls", rules->value[CALLS] - open->calls, rules->value[CALLS] };
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Lost Ball!\n%s throws, %s looks for it.\n",
             scene->name[scene->open->turn.first], scene->name[opponent(scene->open->turn.first)]);
}

static void heading(const struct scene *scene, struct text *out)
{
    if (scene->open->hidden)
        text_add(out, "Finder, you have used %u of %u calls.\n", scene->open->calls,
                 scene->rules->value[CALLS]);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    text_add(out, verb == HIDE ? "Thrower, where is the ball" : "Which yard (1 to %u)",
             scene->rules->value[LENGTH]);
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    (void)move;
    text_add(out, "Enter a yard from 1 to %u.", scene->rules->value[LENGTH]);
}

static const char *const answers[] = {
    [ABOVE] = "It lies further on.", [BELOW] = "It lies further back.", [FOUND] = "There it is!"
};

// Everybody hears this: nothing that is hidden may be in it.
static void tell(const struct scene *scene, struct text *out)
{
    if (scene->event->move.verb == HIDE)
        text_add(out, "The ball is thrown.\n");
    else
        text_add(out, "Yard %u. %s\n", scene->open->at, answers[scene->event->outcome]);
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    text_add(out, open->turn.winner != open->turn.first ? "The Finder wins!\n"
                                                        : "No calls are left. The Thrower wins!\n");
}

static void status(const struct scene *scene, struct text *out)
{
    text_add_count(out, scene->rules->value[CALLS] - scene->open->calls, "call", "calls");
    text_add(out, " left");
}

// As tell(), for whoever reads it without the page.
static void recount(const struct scene *scene, struct text *out)
{
    if (scene->event->move.verb == HIDE)
        text_add(out, "%s throws the ball.", scene->name[scene->event->seat]);
    else
        text_add(out, "%s names yard %u. %s", scene->name[scene->event->seat], scene->open->at,
                 answers[scene->event->outcome]);
}

static void result(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    text_add(out, "%s wins: %s %s the ball.", scene->name[open->turn.winner],
             scene->name[opponent(open->turn.first)],
             open->turn.winner != open->turn.first ? "has found" : "has not found");
}

static const char rulebook[] =
    "The Thrower secretly puts a ball on one of {length} yards. The Finder names up to {calls} "
    "yards, one after the other, and hears each time whether the ball lies further on, further "
    "back, or there. The Finder wins by naming its yard.\n";

const struct game game_lost_ball = {
    .slug = "lost-ball",
    .title = "Lost Ball",
    .pitch = "find it by asking where it is not",
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .role = { "Thrower", "Finder" },
    .role_option = "thrower",
    .role_help = "who hides the ball",
    .token = { [SEAT_1] = "F", [SEAT_2] = "F" },
    .both = "",
    .place = "yard",
    .mine = "ball",
    .form = BOARD_COLUMNS,
    .board_label = "Yards:",
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .gist = gist,
    .bound = bound,
    .board = board,
    .supply = supply,
    .welcome = welcome,
    .heading = heading,
    .ask = ask,
    .refuse = refuse,
    .tell = tell,
    .closing = closing,
    .status = status,
    .recount = recount,
    .result = result,
};
