// SPDX-License-Identifier: GPL-3.0-or-later
// Blockade Runner: every turn a move, then a blockade that stays.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, STRIDE, HOP, SPARE, PASS };
enum { NO, YES };
enum { MOVE, BLOCK };

struct open {
    struct turn turn;
    uint8_t at[SEATS];
    uint8_t moved; // the mover has moved and now places a blockade
    cells blockades;
};

struct secret {
    uint8_t none;
};

GAME_BLOCKS_FIT;

static const char *const no_yes[] = { "no", "yes" };

static const struct rules_option options[] = {
    { "length", "spaces, numbered from 0", NULL, 3, 63, 11 },
    { "stride", "longest move", NULL, 1, 20, 2 },
    { "hop", "whether a move may pass over a blockade", no_yes, NO, YES, NO },
    { "spare", "whether a blockade must leave the opponent a move", no_yes, NO, YES, NO },
    { "pass", "whether a move may pass over the opponent's token", no_yes, NO, YES, NO },
    { 0 },
};

static const struct verb verbs[] = {
    [MOVE] = { .name = "move",
               .help = "move forward by this many spaces",
               .label = "Move forward",
               .ask = "Choose where to move.",
               .effect = VERB_GO,
               .heading = PAGE_LINE(2) | PAGE_AFTER,
               .told = PAGE_BEFORE | PAGE_LINE(1) },
    [BLOCK] = { .name = "block",
                .help = "place a blockade on this position",
                .label = "Place a blockade",
                .ask = "Choose a position to block.",
                .effect = VERB_PUT,
                .continues = true,
                .heading = PAGE_BEFORE,
                .told = PAGE_BEFORE },
    { 0 },
};

static const struct outcome outcomes[] = { { .name = "plain" }, { 0 } };

static unsigned start_of(const struct rules *rules, unsigned seat)
{
    return seat == SEAT_1 ? 0 : rules->value[LENGTH] - 1;
}

static void setup(const struct rules *rules, struct open *open)
{
    open->turn.mover = open->turn.first;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        open->at[seat] = (uint8_t)start_of(rules, seat);
}

// Off either end of the line is a large number.
static unsigned ahead(const struct open *open, unsigned seat, unsigned n)
{
    return seat == SEAT_1 ? open->at[seat] + n : open->at[seat] - n;
}

// The distances that a token may move.
static cells moves(const struct rules *rules, const struct open *open, unsigned seat)
{
    cells legal = 0;
    for (unsigned n = 1; n <= rules->value[STRIDE]; n++) {
        unsigned to = ahead(open, seat, n);
        if (to >= rules->value[LENGTH]) // or below 0
            break;
        bool token = to == open->at[opponent(seat)], blocked = cells_has(open->blockades, to);
        if ((token && rules->value[PASS] == NO) || (blocked && rules->value[HOP] == NO))
            break;
        if (!token && !blocked)
            legal |= cell(n);
    }
    return legal;
}

// The spaces that the mover may block: neither starting space, and none whose loss would
// leave a spared opponent without a move. Such is the end of an only move; and of the
// shortest, where no other can hop over it.
static cells places(const struct rules *rules, const struct open *open)
{
    unsigned other = opponent(open->turn.mover);
    cells taken = open->blockades | cell(open->at[SEAT_1]) | cell(open->at[SEAT_2]);
    cells free = cells_upto(rules->value[LENGTH] - 2) & ~taken;
    if (rules->value[SPARE] == NO)
        return free;
    cells legal = moves(rules, open, other);
    if (!legal)
        return 0;
    if (rules->value[HOP] == NO || !cells_without_first(legal))
        free &= ~cell(ahead(open, other, cells_first(legal)));
    return free;
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    if (open->moved)
        offers[0] = (struct offer){ places(rules, open), BLOCK, .pick = 1 };
    else
        offers[0] = (struct offer){ moves(rules, open, open->turn.mover), MOVE, .pick = 1 };
    return 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules;
    return verb == BLOCK ? n : ahead(open, open->turn.mover, n);
}

static void pass_turn(const struct rules *rules, struct open *open)
{
    unsigned seat = open->turn.mover, other = opponent(seat);
    open->moved = false;
    open->turn.mover = (uint8_t)other;
    if (!moves(rules, open, other))
        open->turn.winner = (uint8_t)seat;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned seat = open->turn.mover;
    if (move.verb == BLOCK) {
        open->blockades |= move.set;
        pass_turn(rules, open);
        return OUTCOME_PLAIN;
    }
    open->at[seat] = (uint8_t)ahead(open, seat, cells_first(move.set));
    if (open->at[seat] == start_of(rules, opponent(seat))) {
        turn_end(&open->turn, seat);
        return OUTCOME_PLAIN;
    }
    open->moved = true;
    if (!places(rules, open))
        pass_turn(rules, open);
    return OUTCOME_PLAIN;
}

// Where tokens cannot pass each other, all moves end within the stretch between them, and
// moves() and places() read nothing else but which spaces outside it are free. Nobody comes to
// those any more, so that all are alike: blocking one changes nothing but their number, and where
// the stretch lies does not matter, but for a token on its starting space, which does not become
// free when it leaves. A turn makes the stretch shorter and blocks one space at most: of more free
// spaces outside than it is long some are always left, and their number does not matter either.
static void essence(const struct rules *rules, struct open *open)
{
    unsigned from = open->at[SEAT_1], to = open->at[SEAT_2], last = rules->value[LENGTH] - 1;
    if (rules->value[PASS] == YES)
        return;
    cells stretch = cells_span(from, to);
    unsigned outside = cells_count(cells_upto(last - 1) & ~stretch & ~open->blockades);
    bool many = outside >= to - from;
    open->blockades = (open->blockades & stretch) >> from;
    open->at[SEAT_NOBODY] = (uint8_t)(many ? to - from : outside);
    open->at[SEAT_1] = !many && from == 0;
    open->at[SEAT_2] = (uint8_t)(2 * (to - from) + (!many && to == last));
}

static unsigned bound(const struct rules *rules)
{
    return 3 * rules->value[LENGTH];
}

// What a token has ahead of it, by distance. A wall is as many blockades in a row as no move
// passes.
struct way {
    cells free;     // up to a wall, the goal, or a token that cannot be passed
    unsigned apart; // how far the other's token is; 0 if it is behind
    bool walled;
    bool meets; // the other's token is before any wall
};

static unsigned reach_of(const struct rules *rules)
{
    return rules->value[HOP] == YES ? rules->value[STRIDE] : 1;
}

static unsigned to_goal(const struct rules *rules, const struct open *open, unsigned seat)
{
    return seat == SEAT_1 ? rules->value[LENGTH] - 1 - open->at[SEAT_1] : open->at[SEAT_2];
}

static struct way way_of(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned last = rules->value[LENGTH] - 1, from = open->at[SEAT_1], to = open->at[SEAT_2];
    unsigned apart = from < to ? to - from : 0;
    bool pass = rules->value[PASS] == YES;
    cells all = cells_span(1, pass ? to_goal(rules, open, seat) : apart - 1);
    cells blocked = seat == SEAT_1 ? open->blockades >> from
                                   : cells_mirrored(open->blockades, last) >> (last - to);
    cells walls = blocked & all;
    for (unsigned i = 1; i < reach_of(rules); i++)
        walls &= walls >> 1;
    if (walls)
        all &= cell(cells_first(walls)) - 1;
    return (struct way){ .free = all & ~blocked,
                         .apart = apart,
                         .walled = walls,
                         .meets = apart && !(walls & (cell(apart) - 1)) };
}

// A seat that dawdles takes the shortest move each turn, and blocks a space behind its token, where
// that does no harm: the one that it has just left, unless that is its starting space.
static bool can_dawdle(const struct rules *rules, const struct open *open, unsigned seat)
{
    bool blocks = open->turn.mover == seat && open->moved;
    cells behind = seat == SEAT_1 ? cells_span(1, open->at[SEAT_1])
                                  : cells_span(open->at[SEAT_2], rules->value[LENGTH] - 2);
    return behind & (blocks ? places(rules, open) : ~open->blockades);
}

// A seat that dawdles makes these moves, and loses at most `lost` of the free spaces ahead. If it
// lost none, it would come to the space `from`, and for each that it loses on the way it comes one
// free space further: so it has one left of the next `lost` + 1 beyond `from`. As long as the last
// of these is within reach of `from`, it is not stuck.
static bool can_move_on(cells free, unsigned moves, unsigned lost, unsigned reach)
{
    if (cells_count(free) <= moves + lost)
        return false;
    unsigned from = moves ? cells_first(cells_nth(free, moves - 1)) : 0;
    return cells_first(cells_nth(free, moves + lost)) <= from + reach;
}

// After how many turns of the other, at the earliest, can a seat that dawdles be stuck? It loses
// what the other blocks, where with `spare` the last turn blocks no only move, and perhaps one
// space that it has to block itself. The other's token moves by the stride at most, so that it
// takes nothing of what is before that, and nothing from behind a wall. Otherwise, where it can be
// passed, it takes one space more, as it is in the way once; and with `spare` perhaps another one:
// the space just left may once be the other's only move, or its first, and must not be blocked.
static unsigned dawdles(const struct rules *rules, const struct open *open, unsigned seat)
{
    struct way way = way_of(rules, open, seat);
    unsigned spare = rules->value[SPARE], reach = reach_of(rules), turns = 1;
    unsigned harm = !can_dawdle(rules, open, seat);
    bool own = open->turn.mover == seat;
    for (; turns - spare + harm < reach; turns++) {
        unsigned moves = turns - (own && !open->moved ? 0 : 1), lost = turns - spare + harm;
        unsigned nearer = rules->value[STRIDE] * (turns - (!own && open->moved));
        unsigned before = way.apart > nearer ? way.apart - nearer : 0;
        unsigned meeting = rules->value[PASS] == NO ? CELLS_MAX : moves ? 1 + spare : 1;
        if (!can_move_on(way.free & (cell(before) - 1), moves, lost, reach) &&
            !can_move_on(way.free, moves, lost + (way.meets ? meeting : 0), reach))
            break;
    }
    return turns;
}

// How many turns of the other are enough to find a seat stuck before a wall? Each of its own takes
// one of the free spaces there at least, and each of the other's blocks one, but with `spare` not
// the last. The other wins for sure if it can dawdle as long; its blockades there, which is not on
// its own way, do it no harm, either.
static unsigned walled_in(const struct rules *rules, const struct open *open, unsigned seat)
{
    struct way way = way_of(rules, open, seat);
    unsigned left = cells_count(way.free), spare = rules->value[SPARE];
    unsigned next = open->turn.mover != seat || open->moved; // the other's blockade comes first
    if (!way.walled || way.meets)
        return MOVES_MAX;
    left -= next && left > spare;
    unsigned turns = next + (left ? (left + 1 + spare) / 2 : 0);
    unsigned others = turns - (open->turn.mover != seat);
    return dawdles(rules, open, opponent(seat)) > others ? turns : MOVES_MAX;
}

// To stick the other takes as long as that can dawdle at least, and with `pass` there is the race.
static struct need need(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned other = opponent(seat), stride = rules->value[STRIDE];
    unsigned least = dawdles(rules, open, other);
    unsigned race = (to_goal(rules, open, seat) + stride - 1) / stride;
    if (open->turn.mover == seat && open->moved)
        race++;
    if (rules->value[PASS] == YES && race < least)
        least = race;
    return (struct need){ least, walled_in(rules, open, other) };
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    (void)secret;
    board->last = rules->value[LENGTH] - 1;
    for (unsigned i = 0; i <= board->last; i++)
        board->square[i].obstacles = cells_has(open->blockades, i);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        board->square[open->at[seat]].tokens = seat_bit(seat);
        board->square[start_of(rules, seat)].start = seat_bit(seat);
        board->square[start_of(rules, seat)].goal = seat_bit(opponent(seat));
    }
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Blockade Runner!\n");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        text_add(out, "%s (P%u) starts at position %u.\n", scene->name[seat], seat,
                 start_of(scene->rules, seat));
    text_add(out, "Let the game begin!\n");
}

static void add_turn(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->open->turn.mover;
    text_add(out, "--- %s's Turn ---\nYour current position: %u\nAvailable moves:\n",
             scene->name[seat], scene->open->at[seat]);
}

static void heading(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    if (open->moved) {
        text_add(out, "Available blockade positions: ");
        text_add_commas(out, places(scene->rules, open));
        text_add(out, "\n");
        return;
    }
    add_turn(scene, out);
    cells legal = moves(scene->rules, open, seat);
    for (; legal; legal = cells_without_first(legal)) {
        unsigned n = cells_first(legal);
        text_add(out, "%u. Move ", n);
        text_add_count(out, n, "space", "spaces");
        text_add(out, " to position %u\n", ahead(open, seat, n));
    }
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    const struct open *open = scene->open;
    if (verb == BLOCK) {
        text_add(out, "Enter the position to place a blockade");
        return;
    }
    text_add(out, "Enter the number of spaces to move (");
    text_add_or(out, moves(scene->rules, open, open->turn.mover));
    text_add(out, ")");
}

static void refuse_move(const struct scene *scene, unsigned n, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    unsigned to = ahead(open, seat, n);
    if (n >= 1 && n <= scene->rules->value[STRIDE] && to < scene->rules->value[LENGTH])
        text_add(out, "Cannot move to position %u: %s. ", to,
                 to == open->at[opponent(seat)]    ? "the opponent's token is there"
                 : cells_has(open->blockades, to)  ? "a blockade is there"
                 : scene->rules->value[HOP] == YES ? "the opponent's token is in the way"
                 : scene->rules->value[PASS] == YES
                     ? "a blockade is in the way"
                     : "a blockade or the opponent's token is in the way");
    else
        text_add(out, "Cannot move %u spaces. ", n);
    text_add(out, "Enter ");
    text_add_or(out, moves(scene->rules, open, seat));
    text_add(out, ".");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    if (cells_count(move.set) != 1) {
        text_add(out, "Enter one number.");
    } else if (move.verb == MOVE && !scene->open->moved) {
        refuse_move(scene, cells_first(move.set), out);
    } else if (move.verb == BLOCK && scene->open->moved) {
        text_add(out, "Cannot place a blockade on position %u. Possible: ", cells_first(move.set));
        text_add_commas(out, places(scene->rules, scene->open));
        text_add(out, ".");
    } else {
        text_add(out, "First move, then place a blockade.");
    }
}

static void tell(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    if (scene->event->move.verb == BLOCK) {
        text_add(out, "Blockade placed on position %u.\n", cells_first(scene->event->move.set));
        return;
    }
    text_add(out, "You moved to position %u.\n", open->at[scene->event->seat]);
    if (!open->moved && open->turn.mover)
        text_add(out, "There is no space to place a blockade on: the blockade is skipped.\n");
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    if (turn->mover) {
        add_turn(scene, out);
        text_add(out, "- No legal moves available.\n%s cannot move.\n", scene->name[turn->mover]);
    }
    text_add(out, "%s wins the game!\n", scene->name[turn->winner]);
}

static void status(const struct scene *scene, struct text *out)
{
    const uint32_t *value = scene->rules->value;
    text_add(out, "stride %u%s%s%s", value[STRIDE], value[HOP] == YES ? ", hop over blockades" : "",
             value[SPARE] == YES ? ", the last move is spared" : "",
             value[PASS] == YES ? ", tokens can be passed" : "");
}

static void recount(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    const char *who = scene->name[scene->event->seat];
    unsigned seat = scene->event->seat, n = cells_first(scene->event->move.set);
    unsigned at = open->at[seat], began = scene->before->at[seat];
    unsigned other = open->at[opponent(seat)];
    if (scene->event->move.verb == BLOCK) {
        text_add(out, "%s blocks %u.", who, n);
        return;
    }
    text_add(out, "%s moves %u, ", who, n);
    if ((began < other) != (at < other))
        text_add(out, "past %s ", scene->name[opponent(seat)]);
    text_add(out, "to %u%s.", at,
             !open->moved && open->turn.mover ? ", and has no position to block" : "");
}

static void result(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    text_add(out, "%s wins", scene->name[turn->winner]);
    if (turn->mover)
        text_add(out, ": %s cannot move.", scene->name[turn->mover]);
    else
        text_add(out, " by reaching position %u.", scene->open->at[turn->winner]);
}

static const char rulebook[] =
    "Player 1 (P1) starts on the first space of a line of {length}, Player 2 (P2) on the last, "
    "and each wants to reach the space where the other began. Player 1 goes first.\n"
    "\n"
    "A turn is two actions:\n"
    "  1. Move forward, by up to {stride}.\n"
    "  2. Place a blockade (X) on any free space but the two starting spaces. It stays for the "
    "rest of the game.\n"
    "\n"
    "You win when your opponent cannot move at the start of a turn, or by reaching the "
    "opponent's starting space, at once and without another blockade.\n"
    "\n"
    "Good to know:\n"
    "  - Nobody moves onto a blockade or the opponent's token.\n"
    "  - pass={pass}: with pass=yes a move may pass over the opponent's token. With pass=no, the "
    "rule of the book, nobody ever gets past the other, nobody reaches the far end, and every "
    "game is won by blocking.\n"
    "  - hop={hop}: with hop=yes a move may pass over blockades, with hop=no it may not.\n"
    "  - spare={spare}: with spare=yes a blockade that would leave the opponent no move at all "
    "is refused. With no space to block, the blockade is skipped.\n"
    "  - With hop=no and spare=no, a blockade in front of the opponent's start wins on the first "
    "turn.\n"
    "\n"
    "An example, by the rules of the book:\n"
    "  Player 1 moves 2, to space 2, and blocks space 3. Player 2 moves 2, to space 8, and "
    "blocks space 7. Now neither can pass the blockade in front of them: Player 1 is on turn, "
    "cannot move, and loses.\n";

const struct game game_blockade = {
    .slug = "blockade",
    .title = "Blockade Runner",
    .pitch = "move, then block: whoever cannot move has lost",
    .fair = "length=15,stride=3,hop=yes,spare=yes,pass=yes",
    .puzzles = (const char *const[]){ "length=7..12,stride=2..4,hop=yes,spare=yes",
                                      "length=7..11,stride=2..4,hop=no,spare=yes",
                                      "length=7..11,stride=2..4,pass=yes,spare=yes",
                                      "length=7..11,stride=2..4,hop=yes,pass=yes", NULL },
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .token = { [SEAT_1] = "P1", [SEAT_2] = "P2" },
    .both = "",
    .place = "position",
    .obstacle = "blockade",
    .form = BOARD_COLUMNS,
    .board_label = "Positions:",
    .page = { .welcome = PAGE_LINE(1) | PAGE_LINE(3),
              .closing = PAGE_BEFORE,
              .stuck = PAGE_LINE(2) | PAGE_LINE(4) | PAGE_LINE(5) },
    .open_size = sizeof(struct open),
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .essence = essence,
    .bound = bound,
    .need = need,
    .board = board,
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
