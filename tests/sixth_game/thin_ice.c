// SPDX-License-Identifier: GPL-3.0-or-later
// Thin Ice: a skater crosses a lake with holes that nobody knows and snares that the
// warden hid. The template of a game: it has secrets, chance and roles, in few lines.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, HOLES, SNARES, STRIDE };
enum { FREEZE, HIDE, SKATE };
enum { FIRM = OUTCOME_PLAIN + 1, HOLE, SNARE };

// turn.first is the Warden.
struct open {
    struct turn turn;
    uint8_t hidden; // whether the snares are down
    uint8_t at;     // the Skater's step
    uint8_t caught; // whether that was a snare
    cells firm;     // stood on, and no hole
    cells holes;    // stood on, and a hole: known from then on
};

struct secret {
    cells set; // chance's holes, or the Warden's snares
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "steps, numbered from 1", NULL, 4, 63, 10 },
    { "holes", "in the ice, nobody knows where", NULL, 0, 10, 2 },
    { "snares", "hidden by the Warden", NULL, 0, 10, 1 },
    { "stride", "longest move", NULL, 1, 20, 2 },
    { 0 },
};

static const struct verb verbs[] = {
    [FREEZE] = { .name = "freeze",
                 .help = "the holes are on these steps",
                 .label = "Freeze the lake",
                 .ask = "The lake freezes.",
                 .effect = VERB_HIDE,
                 .hidden = true,
                 .chance = true },
    [HIDE] = { .name = "hide",
               .help = "hide the snares on these steps",
               .label = "Hide the snares",
               .ask = "Choose steps for the snares.",
               .effect = VERB_HIDE,
               .hidden = true },
    [SKATE] = { .name = "skate",
                .help = "skate forward by this many steps",
                .label = "Skate",
                .ask = "Choose where to skate.",
                .effect = VERB_GO,
                .discloses = true },
    { 0 },
};

static const struct outcome outcomes[] = {
    [OUTCOME_PLAIN] = { .name = "plain" },
    [FIRM] = { .name = "firm" },
    [HOLE] = { .name = "hole", .harms = true },
    [SNARE] = { .name = "snare", .harms = true },
    { 0 },
};

// The steps that may have a hole or a snare: not the far shore.
static cells ice(const struct rules *rules)
{
    return cells_upto(rules->value[LENGTH] - 1);
}

static bool check(const struct rules *rules, struct text *why)
{
    unsigned room = rules->value[LENGTH] - 1;
    unsigned most =
        rules->value[HOLES] > rules->value[SNARES] ? rules->value[HOLES] : rules->value[SNARES];
    if (most <= room)
        return true;
    text_add(why, "length=%u has room for 0 to %u holes or snares, not %u.", rules->value[LENGTH],
             room, most);
    return false;
}

static void setup(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->turn.mover = SEAT_CHANCE;
}

static cells steps(const struct rules *rules, const struct open *open)
{
    unsigned left = rules->value[LENGTH] - open->at;
    return cells_upto(left < rules->value[STRIDE] ? left : rules->value[STRIDE]);
}

// From what the mover knows: where a hole or a snare is makes no move illegal.
static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    if (open->turn.mover == SEAT_CHANCE)
        offers[0] = (struct offer){ ice(rules), FREEZE, .pick = (uint8_t)rules->value[HOLES] };
    else if (!open->hidden)
        offers[0] = (struct offer){ ice(rules), HIDE, .pick = (uint8_t)rules->value[SNARES] };
    else
        offers[0] = (struct offer){ steps(rules, open), SKATE, .pick = 1 };
    return 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules;
    return verb == SKATE ? open->at + n : n;
}

// A snare ends the game; out of the first hole the Skater climbs, not out of the second.
static unsigned skate(const struct rules *rules, struct state *state, unsigned n)
{
    struct open *open = state_open(state);
    unsigned warden = open->turn.first;
    open->at = (uint8_t)(open->at + n);
    open->caught = cells_has(state_secret(state, warden)->set, open->at);
    bool hole = !open->caught && cells_has(state_secret(state, SEAT_CHANCE)->set, open->at);
    if (hole)
        open->holes |= cell(open->at);
    else if (!open->caught)
        open->firm |= cell(open->at);
    if (open->caught || cells_count(open->holes) == 2)
        open->turn.winner = (uint8_t)warden;
    else if (open->at == rules->value[LENGTH])
        open->turn.winner = opponent(warden);
    if (open->caught)
        return SNARE;
    return hole ? HOLE : FIRM;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned outcome = OUTCOME_PLAIN;
    if (move.verb == FREEZE) {
        state_secret(state, SEAT_CHANCE)->set = move.set;
        open->turn.mover = open->turn.first;
        return OUTCOME_PLAIN;
    }
    if (move.verb == HIDE) {
        state_secret(state, open->turn.first)->set = move.set;
        open->hidden = true;
    } else {
        outcome = skate(rules, state, cells_first(move.set));
    }
    open->turn.mover = open->turn.winner ? SEAT_NOBODY : opponent(open->turn.first);
    return outcome;
}

static unsigned bound(const struct rules *rules)
{
    return 2 + rules->value[LENGTH];
}

// What everybody can tell of the holes; of the snares nothing is said here.
static struct unknown unknown(const struct rules *rules, const struct open *open)
{
    return (struct unknown){
        .known = open->holes,
        .from = ice(rules) & ~(open->firm | open->holes),
        .pick = rules->value[HOLES] - cells_count(open->holes),
    };
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    unsigned warden = open->turn.first;
    board->last = rules->value[LENGTH];
    for (unsigned i = 0; i <= board->last; i++) {
        struct board_square *square = &board->square[i];
        square->safe = cells_has(open->firm, i);
        square->disarmed = cells_has(open->holes, i);
        for (unsigned seat = SEAT_1; seat <= SEAT_CHANCE; seat++)
            if ((seat == warden || seat == SEAT_CHANCE) && secret[seat] &&
                cells_has(secret[seat]->set, i))
                square->mines |= seat_bit(seat);
    }
    board->square[open->at].tokens = seat_bit(opponent(warden));
    board->square[open->at].blown = open->caught;
    board->square[0].start = board->square[board->last].goal = seat_bit(opponent(warden));
}

static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    (void)rules;
    return seat == open->turn.first ? (struct supply){ 0 }
                                    : (struct supply){ "falls", 2 - cells_count(open->holes), 2 };
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Thin Ice!\n%s is the Warden, %s skates.\n",
             scene->name[scene->open->turn.first], scene->name[opponent(scene->open->turn.first)]);
}

static void heading(const struct scene *scene, struct text *out)
{
    if (scene->open->hidden)
        text_add(out, "Skater, you are on step %u.\n", scene->open->at);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    text_add(out, verb == HIDE ? "Warden, where are your snares" : "How many steps (");
    if (verb == HIDE)
        return;
    text_add_or(out, steps(scene->rules, scene->open));
    text_add(out, ")");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    text_add(out, "Enter ");
    if (move.verb == HIDE) {
        text_add_count(out, scene->rules->value[SNARES], "step", "different steps");
        text_add(out, " from 1 to %u.", scene->rules->value[LENGTH] - 1);
    } else {
        text_add_or(out, steps(scene->rules, scene->open));
        text_add(out, ".");
    }
}

// Everybody hears this: nothing that is hidden may be in it.
static void tell(const struct scene *scene, struct text *out)
{
    if (scene->event->move.verb == HIDE)
        text_add(out, "The snares are set.\n");
    else if (scene->event->outcome == HOLE)
        text_add(out, "Splash! There is a hole on step %u.\n", scene->open->at);
    else if (scene->event->move.verb == SKATE)
        text_add(out, "The Skater is on step %u.\n", scene->open->at);
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    if (open->turn.winner != open->turn.first)
        text_add(out, "The Skater is across and wins!\n");
    else
        text_add(out, "%s The Warden wins!\n",
                 open->caught ? "A snare!" : "The Skater is too wet to go on.");
}

static void status(const struct scene *scene, struct text *out)
{
    text_add_count(out, scene->rules->value[HOLES], "hole", "holes");
    text_add(out, ", %u found, ", cells_count(scene->open->holes));
    text_add_count(out, scene->rules->value[SNARES], "snare", "snares");
}

// As tell(), for whoever reads it without the page.
static void recount(const struct scene *scene, struct text *out)
{
    static const char *const came[] = {
        [FIRM] = "firm ice", [HOLE] = "a hole", [SNARE] = "a snare"
    };
    if (scene->event->move.verb == FREEZE)
        text_add(out, "The lake is frozen.");
    else if (scene->event->move.verb == HIDE)
        text_add(out, "%s sets the snares.", scene->name[scene->event->seat]);
    else
        text_add(out, "%s skates to step %u: %s.", scene->name[scene->event->seat], scene->open->at,
                 came[scene->event->outcome]);
}

static void result(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    bool across = open->turn.winner != open->turn.first;
    text_add(out, "%s wins: %s %s.", scene->name[open->turn.winner],
             scene->name[opponent(open->turn.first)],
             across         ? "is across"
             : open->caught ? "is caught in a snare"
                            : "is too wet to go on");
}

static const char rulebook[] =
    "A lake of {length} steps, with {holes} holes in the ice; nobody knows where. The Warden "
    "secretly hides {snares} snares. Then the Skater, from step 0, moves by up to {stride} steps "
    "at a time. A snare ends it, and so does the second hole; on step {length} the Skater wins.\n";

const struct game game_thin_ice = {
    .slug = "thin-ice",
    .title = "Thin Ice",
    .pitch = "skate across, past holes and snares",
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .role = { "Warden", "Skater" },
    .role_option = "warden",
    .role_help = "who hides the snares",
    .token = { [SEAT_1] = "S", [SEAT_2] = "S" },
    .both = "",
    .place = "step",
    .mine = "hole or snare",
    .form = BOARD_COLUMNS,
    .board_label = "Steps:",
    .check = check,
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .bound = bound,
    .unknown = unknown,
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
