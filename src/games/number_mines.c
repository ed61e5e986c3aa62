// SPDX-License-Identifier: GPL-3.0-or-later
// Number Mines: both players mine the line for the other, then race along it.
#include <string.h>

#include "core/game.h"
#include "games/games.h"

enum { LENGTH, MINES, STRIDE, PASSABLE, LIVES };
enum { NO, YES };
enum { MINE, STEP };
enum { SAFE = OUTCOME_PLAIN + 1, BOOM };

struct open {
    struct turn turn;
    uint8_t at[SEATS];
    uint8_t placed[SEATS]; // whether this player's mines are down
    uint8_t hits[SEATS];   // how many of the other's mines this player stepped on
    // By seat - 1: where this player stood, without a mine of the other's and with.
    cells safe[2], spent[2];
};

struct secret {
    cells mines; // against the opponent
};

GAME_BLOCKS_FIT;

enum { START = 1 };

static const struct rules_option options[] = {
    { "length", "positions, numbered from 1", NULL, 3, 63, 20 },
    { "mines", "hidden by each player", NULL, 0, 10, 3 },
    { "stride", "longest move", NULL, 1, 20, 3 },
    { "passable", "whether mines must leave the opponent a safe way to the goal",
      (const char *const[]){ "no", "yes" }, NO, YES, NO },
    { "lives", "how many of the opponent's mines end a player's race", NULL, 1, 5, 1 },
    { 0 },
};

static const struct verb verbs[] = {
    [MINE] = { .name = "mine",
               .help = "hide the mines on these positions",
               .label = "Hide the mines",
               .ask = "Choose positions for the mines.",
               .effect = VERB_HIDE,
               .hidden = true,
               .heading = PAGE_BEFORE,
               .told = PAGE_BEFORE },
    [STEP] = { .name = "step",
               .help = "move forward by this many steps",
               .label = "Move forward",
               .ask = "Choose where to move.",
               .effect = VERB_GO,
               .discloses = true,
               .told = PAGE_BEFORE | PAGE_LINE(1) },
    { 0 },
};

static const struct outcome outcomes[] = {
    [OUTCOME_PLAIN] = { .name = "plain" },
    [SAFE] = { .name = "safe" },
    [BOOM] = { .name = "boom", .harms = true },
    { 0 },
};

static bool check(const struct rules *rules, struct text *why)
{
    bool passable = rules->value[PASSABLE] == YES;
    unsigned between = rules->value[LENGTH] - 2, stride = rules->value[STRIDE];
    unsigned most = passable ? cells_most_without_run(between, stride) : between;
    if (rules->value[MINES] <= most)
        return true;
    text_add(why, "mines=%u is not possible: length=%u", rules->value[MINES], rules->value[LENGTH]);
    if (passable)
        text_add(why, " with stride=%u and passable=yes", stride);
    text_add(why, " has room for 0 to %u mines.", most);
    return false;
}

static void setup(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->turn.mover = SEAT_1;
    open->at[SEAT_1] = open->at[SEAT_2] = START;
}

static cells minable(const struct rules *rules)
{
    return cells_span(START + 1, rules->value[LENGTH] - 1);
}

static cells steps(const struct rules *rules, const struct open *open)
{
    unsigned left = rules->value[LENGTH] - open->at[open->turn.mover];
    return cells_upto(left < rules->value[STRIDE] ? left : rules->value[STRIDE]);
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    if (open->placed[open->turn.mover])
        offers[0] = (struct offer){ steps(rules, open), STEP, .pick = 1 };
    else
        offers[0] = (struct offer){ minable(rules), MINE, (uint8_t)rules->value[MINES],
                                    .limited = rules->value[PASSABLE] == YES };
    return 1;
}

static bool forbids(const struct rules *rules, const struct open *open, const struct secret *own,
                    struct move move)
{
    (void)open, (void)own;
    return cells_has_run(move.set, rules->value[STRIDE]);
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules;
    return verb == MINE ? n : open->at[open->turn.mover] + n;
}

static unsigned step(const struct rules *rules, struct open *open, const struct secret *hidden,
                     unsigned n)
{
    unsigned seat = open->turn.mover, other = opponent(seat), to = open->at[seat] + n;
    open->at[seat] = (uint8_t)to;
    open->turn.mover = (uint8_t)other;
    if (cells_has(hidden->mines, to)) {
        open->spent[seat - 1] |= cell(to);
        if (++open->hits[seat] == rules->value[LIVES])
            turn_end(&open->turn, other);
        return BOOM;
    }
    open->safe[seat - 1] |= cell(to);
    if (to < rules->value[LENGTH])
        return SAFE;
    turn_end(&open->turn, seat);
    return OUTCOME_PLAIN;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned seat = open->turn.mover, other = opponent(seat);
    if (move.verb == STEP)
        return step(rules, open, state_secret(state, other), cells_first(move.set));
    state_secret(state, seat)->mines = move.set;
    open->placed[seat] = true;
    open->turn.mover = open->placed[other] ? open->turn.first : (uint8_t)other;
    return OUTCOME_PLAIN;
}

static void gist(const struct rules *rules, struct open *open)
{
    (void)rules;
    memset(open->safe, 0, sizeof open->safe);
    memset(open->spent, 0, sizeof open->spent);
}

// Those ahead of the opponent can be met, and must suffice for its last life.
static bool matters(const struct rules *rules, const struct open *open, unsigned seat,
                    struct secret *hidden)
{
    unsigned other = opponent(seat);
    if (!open->placed[seat])
        return true;
    hidden->mines &= cells_span(open->at[other] + 1, rules->value[LENGTH]);
    return cells_count(hidden->mines) + open->hits[other] >= rules->value[LIVES];
}

static unsigned bound(const struct rules *rules)
{
    return 2 + 2 * (rules->value[LENGTH] - START);
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    board->first = START;
    board->last = rules->value[LENGTH];
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        cells spent = open->spent[opponent(seat) - 1];
        cells mines = spent | (secret[seat] ? secret[seat]->mines : 0);
        for (unsigned i = START; i <= board->last; i++) {
            board->square[i].mines |= (uint8_t)(cells_has(mines, i) << seat);
            board->square[i].blown |= cells_has(spent, i);
        }
        board->square[open->at[seat]].tokens |= seat_bit(seat);
        board->square[START].start |= seat_bit(seat);
        board->square[board->last].goal |= seat_bit(seat);
    }
}

// With the book's one life there is nothing to count.
static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned lives = rules->value[LIVES];
    return lives > 1 ? (struct supply){ "lives", lives - open->hits[seat], lives }
                     : (struct supply){ 0 };
}

static unsigned lives_left(const struct scene *scene, unsigned seat)
{
    return scene->rules->value[LIVES] - scene->open->hits[seat];
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Number Mines!\n");
    if (scene->rules->value[LIVES] > 1)
        text_add(out, "Both players have %u lives.\n", scene->rules->value[LIVES]);
}

static void heading(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->open->turn.mover;
    if (scene->open->placed[seat])
        text_add(out, "%s's turn:\nYou are at position %u.\n", scene->name[seat],
                 scene->open->at[seat]);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    const struct rules *rules = scene->rules;
    if (verb == STEP) {
        text_add(out, "How many steps would you like to move? (");
        text_add_or(out, cells_upto(rules->value[STRIDE]));
        text_add(out, ")");
        return;
    }
    text_add(out, "%s, please enter your ", scene->name[scene->open->turn.mover]);
    text_add_count(out, rules->value[MINES], "mine position", "mine positions");
    text_add(out, " (between 2 and %u, separated by spaces)", rules->value[LENGTH] - 1);
}

static void refuse_step(const struct scene *scene, struct move move, struct text *out)
{
    unsigned length = scene->rules->value[LENGTH], stride = scene->rules->value[STRIDE];
    unsigned at = scene->open->at[scene->open->turn.mover];
    bool one = cells_count(move.set) == 1;
    if (one && cells_first(move.set) >= 1 && cells_first(move.set) <= stride)
        text_add(out, "You cannot move beyond position %u: from position %u, move ", length, at);
    else
        text_add(out, "You must move forward by ");
    text_add_or(out, steps(scene->rules, scene->open));
    text_add(out, ".");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    unsigned mines = scene->rules->value[MINES];
    if (scene->open->placed[scene->open->turn.mover]) {
        refuse_step(scene, move, out);
    } else if (cells_count(move.set) == mines && !(move.set & ~minable(scene->rules))) {
        text_add(out,
                 "These mines leave your opponent no safe way to the goal: "
                 "put fewer than %u in a row.",
                 scene->rules->value[STRIDE]);
    } else {
        text_add(out, "Enter ");
        text_add_count(out, mines, "position", "different positions");
        text_add(out, " between 2 and %u.", scene->rules->value[LENGTH] - 1);
    }
}

static void add_boom(const struct scene *scene, unsigned seat, struct text *out)
{
    text_add(out, "Boom! %s has stepped on a mine at position %u!\n", scene->name[seat],
             scene->open->at[seat]);
}

// The mine that ends the game belongs to the closing.
static void tell_step(const struct scene *scene, unsigned seat, struct text *out)
{
    text_add(out, "%s moves to position %u.\n", scene->name[seat], scene->open->at[seat]);
    if (scene->open->turn.winner || scene->open->hits[seat] == scene->before->hits[seat])
        return;
    add_boom(scene, seat, out);
    text_add(out, "%s has ", scene->name[seat]);
    text_add_count(out, lives_left(scene, seat), "life", "lives");
    text_add(out, " left.\n");
}

static void tell(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = scene->event->seat;
    if (scene->event->move.verb == STEP)
        tell_step(scene, seat, out);
    else if (open->placed[opponent(seat)])
        text_add(out, "Game Start! Both players are at position %u.\n", START);
}

static void closing(const struct scene *scene, struct text *out)
{
    unsigned winner = scene->open->turn.winner;
    if (!lives_left(scene, opponent(winner)))
        add_boom(scene, opponent(winner), out);
    else
        text_add(out, "%s has reached the goal!\n", scene->name[winner]);
    text_add(out, "%s wins the game!\nThank you for playing Number Mines!\n", scene->name[winner]);
}

static void status(const struct scene *scene, struct text *out)
{
    const uint32_t *value = scene->rules->value;
    text_add(out, "%u positions, ", value[LENGTH]);
    text_add_count(out, value[MINES], "mine", "mines");
    text_add(out, " each, stride %u%s", value[STRIDE],
             value[PASSABLE] == YES ? ", a safe way is left" : "");
}

static void recount_step(const struct scene *scene, unsigned seat, struct text *out)
{
    text_add(out, "%s moves %u, to %u", scene->name[seat], cells_first(scene->event->move.set),
             scene->open->at[seat]);
    if (scene->open->hits[seat] > scene->before->hits[seat]) {
        text_add(out, ": a mine");
        if (lives_left(scene, seat)) {
            text_add(out, ", ");
            text_add_count(out, lives_left(scene, seat), "life", "lives");
            text_add(out, " left");
        }
    } else if (scene->open->turn.winner) {
        text_add(out, ": the goal");
    }
    text_add(out, ".");
}

static void recount(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->event->seat;
    if (scene->event->move.verb == STEP) {
        recount_step(scene, seat, out);
        return;
    }
    text_add(out, "%s hides ", scene->name[seat]);
    text_add_count(out, scene->rules->value[MINES], "mine", "mines");
    if (scene->event->move.set) {
        text_add(out, ": on ");
        text_add_and(out, scene->event->move.set);
    }
    text_add(out, ".");
}

static void result(const struct scene *scene, struct text *out)
{
    unsigned winner = scene->open->turn.winner, other = opponent(winner);
    text_add(out, "%s wins", scene->name[winner]);
    if (!lives_left(scene, other))
        text_add(out, ": %s stepped on a mine on position %u.", scene->name[other],
                 scene->open->at[other]);
    else
        text_add(out, " by reaching position %u first.", scene->rules->value[LENGTH]);
}

static const char rulebook[] =
    "Both players start at position 1 of a line of {length} and want to reach position {length}. "
    "Before that each secretly hides {mines mine} for the other, not two on one position, "
    "between the two ends.\n"
    "\n"
    "On your turn, move forward by up to {stride}. On a mine of your opponent's you lose a life, "
    "and with the last one (lives={lives}) the game; whoever reaches position {length} first "
    "wins.\n"
    "\n"
    "Good to know:\n"
    "  - Your own mines do not harm you, and both tokens may stand on one position.\n"
    "  - Only the position on which a move ends counts; those passed over do not.\n"
    "  - You may not move past the goal.\n"
    "  - Player A hides mines first, then Player B; then the first player moves.\n"
    "  - passable={passable}: with passable=no, as many mines in a row as the longest move "
    "cannot be passed without stepping on one. With passable=yes such a placement is refused.\n"
    "  - With a life left you go on from the mine's position, and the mine is known and spent.\n"
    "\n"
    "An example, by the rules of the book:\n"
    "  Player A hides mines on 5, 9, and 14, Player B on 6, 10, and 15. Both move 3, to position "
    "4. Player A moves 1, onto their own mine on 5, and is safe; Player B moves 2, onto their "
    "own mine on 6, and is safe as well. Player A moves 1 to 6: boom.\n";

const struct game game_number_mines = {
    .slug = "number-mines",
    .title = "Number Mines",
    .pitch = "mine the line for each other, then race along it",
    .fair = "length=9,mines=4,passable=yes,lives=2",
    .puzzles = (const char *const[]){ "length=6..9,mines=1..2,stride=3..4,passable=yes",
                                      "length=6..9,mines=1..2,stride=3..4,passable=yes,lives=2",
                                      "length=6..8,mines=3,stride=3..4,lives=1..2", NULL },
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player A", [SEAT_2] = "Player B" },
    .token = { [SEAT_1] = "A", [SEAT_2] = "B" },
    .both = "AB",
    .place = "position",
    .mine = "mine",
    .form = BOARD_COLUMNS,
    .board_label = "Positions:",
    .page = { .closing = PAGE_BEFORE | PAGE_LINE(1) | PAGE_LINE(2), .rule = "---" },
    .open_size = sizeof(struct open),
    .check = check,
    .setup = setup,
    .offers = offers,
    .forbids = forbids,
    .target = target,
    .apply = apply,
    .gist = gist,
    .matters = matters,
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
