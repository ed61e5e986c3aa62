// SPDX-License-Identifier: GPL-3.0-or-later
// Pathfinder Duel: two tokens cross each other's path and put obstacles in it.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, OBSTACLES, REACH, STRIDE };
enum { MOVE, PLACE };

struct open {
    struct turn turn;
    uint8_t at[SEATS];
    uint8_t supply[SEATS];
    cells obstacles[SEATS]; // by owner
};

struct secret {
    uint8_t none;
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "cells, numbered from 0", NULL, 3, 63, 21 },
    { "obstacles", "for each player", NULL, 0, 20, 5 },
    { "reach", "how far ahead an obstacle may be placed", NULL, 1, 20, 5 },
    { "stride", "longest move", NULL, 1, 20, 3 },
    { 0 },
};

static const struct verb verbs[] = {
    [MOVE] = { .name = "move",
               .help = "move forward by this many cells",
               .label = "Move forward",
               .ask = "Choose where to move.",
               .effect = VERB_GO,
               .listed = true,
               .reconsidered = true },
    [PLACE] = { .name = "place",
                .help = "place an obstacle on this position",
                .label = "Place an obstacle",
                .ask = "Choose a position for the obstacle.",
                .effect = VERB_PUT,
                .listed = true,
                .reconsidered = true },
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
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        open->at[seat] = (uint8_t)start_of(rules, seat);
        open->supply[seat] = (uint8_t)rules->value[OBSTACLES];
    }
}

// The cell n ahead of a token. Off either end of the board is a large number.
static unsigned ahead(const struct open *open, unsigned seat, unsigned n)
{
    return seat == SEAT_1 ? open->at[seat] + n : open->at[seat] - n;
}

// How many cells there are ahead of a token, but not more than `most`.
static unsigned room(const struct rules *rules, const struct open *open, unsigned seat,
                     unsigned most)
{
    unsigned left = seat == SEAT_1 ? rules->value[LENGTH] - 1 - open->at[seat] : open->at[seat];
    return left < most ? left : most;
}

// A large number where that is behind.
static unsigned distance_to(const struct open *open, unsigned seat, unsigned to)
{
    return seat == SEAT_1 ? to - open->at[seat] : open->at[seat] - to;
}

// Nobody passes an obstacle: one's own is a wall, the opponent's can be landed on.
static unsigned way_ahead(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned most = room(rules, open, seat, rules->value[STRIDE]);
    cells behind =
        seat == SEAT_1 ? cells_span(0, open->at[seat]) : cells_span(open->at[seat], CELLS_MAX - 1);
    cells obstacles = (open->obstacles[SEAT_1] | open->obstacles[SEAT_2]) & ~behind;
    if (!obstacles)
        return most;
    unsigned next = seat == SEAT_1 ? cells_first(obstacles) : cells_last(obstacles);
    unsigned way = distance_to(open, seat, next) - cells_has(open->obstacles[seat], next);
    return way < most ? way : most;
}

// The opponent's token can be passed, not landed on.
static cells moves(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned token = distance_to(open, seat, open->at[opponent(seat)]);
    cells legal = cells_upto(way_ahead(rules, open, seat));
    return token < CELLS_MAX ? legal & ~cell(token) : legal;
}

static cells places(const struct rules *rules, const struct open *open, unsigned seat)
{
    if (!open->supply[seat])
        return 0;
    unsigned at = open->at[seat], most = room(rules, open, seat, rules->value[REACH]);
    cells span = seat == SEAT_1 ? cells_span(at + 1, at + most) : cell(at) - cell(at - most);
    return span &
           ~(open->obstacles[SEAT_1] | open->obstacles[SEAT_2] | cell(open->at[opponent(seat)]));
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    unsigned seat = open->turn.mover;
    unsigned count = 0;
    cells legal = moves(rules, open, seat), empty = places(rules, open, seat);
    if (legal)
        offers[count++] = (struct offer){ legal, MOVE, .pick = 1 };
    if (empty)
        offers[count++] = (struct offer){ empty, PLACE, .pick = 1 };
    return count;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    (void)rules;
    return verb == PLACE ? n : ahead(open, open->turn.mover, n);
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    unsigned seat = open->turn.mover, other = opponent(seat);
    if (move.verb == PLACE) {
        open->obstacles[seat] |= move.set;
        open->supply[seat]--;
    } else {
        open->at[seat] = (uint8_t)ahead(open, seat, cells_first(move.set));
        open->obstacles[other] &= ~cell(open->at[seat]);
        if (open->at[seat] == start_of(rules, other)) {
            turn_end(&open->turn, seat);
            return OUTCOME_PLAIN;
        }
    }
    open->turn.mover = (uint8_t)other;
    if (!places(rules, open, other) && !moves(rules, open, other))
        open->turn.winner = (uint8_t)seat;
    return OUTCOME_PLAIN;
}

// The line looks alike from both ends: the mover may always be seat 1.
static void essence(const struct rules *rules, struct open *open)
{
    struct open was = *open;
    unsigned last = rules->value[LENGTH] - 1;
    if (was.turn.mover == SEAT_1)
        return;
    open->turn.mover = SEAT_1;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        open->at[seat] = (uint8_t)(last - was.at[opponent(seat)]);
        open->supply[seat] = was.supply[opponent(seat)];
        open->obstacles[seat] = cells_mirrored(was.obstacles[opponent(seat)], last);
    }
}

static unsigned bound(const struct rules *rules)
{
    return 2 * (rules->value[LENGTH] - 1 + rules->value[OBSTACLES]);
}

// Can a player who places nothing more always move? One without obstacles of its own
// ahead can, past the opponent's token, too; unless that waits on its starting cell
// until there is nothing beyond it.
static bool cannot_be_stuck(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned other = opponent(seat);
    cells way =
        seat == SEAT_1 ? cells_span(open->at[seat], CELLS_MAX - 1) : cells_span(0, open->at[seat]);
    unsigned left = room(rules, open, seat, CELLS_MAX);
    bool waits = open->at[other] == start_of(rules, other) && left - 1 <= open->supply[other];
    return !(open->obstacles[seat] & way) && rules->value[STRIDE] > 1 && !waits;
}

// Against one who cannot be stuck there is only the way to the other end.
static struct need need(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned stride = rules->value[STRIDE], left = room(rules, open, seat, CELLS_MAX);
    bool race = cannot_be_stuck(rules, open, opponent(seat));
    return (struct need){ race ? (left + stride - 1) / stride : 1, MOVES_MAX };
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    (void)secret;
    board->last = rules->value[LENGTH] - 1;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        for (unsigned i = 0; i <= board->last; i++)
            if (cells_has(open->obstacles[seat], i))
                board->square[i].obstacles = seat_bit(seat);
        board->square[open->at[seat]].tokens = seat_bit(seat);
        board->square[start_of(rules, seat)].start = seat_bit(seat);
        board->square[start_of(rules, seat)].goal = seat_bit(opponent(seat));
    }
}

static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    return (struct supply){ "obstacles", open->supply[seat], rules->value[OBSTACLES] };
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Pathfinder Duel!\n");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        text_add(out, "%s (P%u) starts at position %u.\n", scene->name[seat], seat,
                 start_of(scene->rules, seat));
    text_add(out, "Each player has ");
    text_add_count(out, scene->rules->value[OBSTACLES], "obstacle", "obstacles");
    text_add(out, " (X).\n");
}

static void add_distances(const struct rules *rules, struct text *out)
{
    if (rules->value[STRIDE] > 1)
        text_add(out, "1-%u", rules->value[STRIDE]);
    else
        text_add(out, "1");
}

static void heading(const struct scene *scene, struct text *out)
{
    text_add(out, "%s's Turn.\nChoose an action:\n1. %s (", scene->name[scene->open->turn.mover],
             verbs[MOVE].label);
    add_distances(scene->rules, out);
    text_add(out, " %s)\n2. %s\n", scene->rules->value[STRIDE] > 1 ? "cells" : "cell",
             verbs[PLACE].label);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    if (verb == ASK_ACTION) {
        text_add(out, "Your choice");
    } else if (verb == PLACE) {
        text_add(out, "Enter position to place obstacle (within %u cell%s ahead)",
                 scene->rules->value[REACH], scene->rules->value[REACH] > 1 ? "s" : "");
    } else {
        text_add(out, "Enter cells to move forward (");
        add_distances(scene->rules, out);
        text_add(out, ")");
    }
}

static void refuse_move(const struct scene *scene, unsigned n, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    unsigned stride = scene->rules->value[STRIDE];
    if (n < 1 || n > stride) {
        text_add(out, "Cannot move %u cells: enter ", n);
        add_distances(scene->rules, out);
        text_add(out, ".");
    } else if (n > room(scene->rules, open, seat, stride)) {
        text_add(out, "Cannot move beyond position %u.", start_of(scene->rules, opponent(seat)));
    } else if (ahead(open, seat, n) == open->at[opponent(seat)]) {
        text_add(out, "Cannot move to position %u, %s is there.", open->at[opponent(seat)],
                 scene->name[opponent(seat)]);
    } else {
        text_add(out, "Cannot move to position %u, obstacle in the way.", ahead(open, seat, n));
    }
}

static void refuse_place(const struct scene *scene, unsigned n, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    cells empty = places(scene->rules, open, seat);
    text_add(out, "Cannot place an obstacle at position %u: ", n);
    if (n == open->at[seat] || n == open->at[opponent(seat)])
        text_add(out, "a token is there.");
    else if (cells_has(open->obstacles[SEAT_1] | open->obstacles[SEAT_2], n))
        text_add(out, "an obstacle is there.");
    else
        text_add(out, "it is not within reach.");
    if (empty) {
        text_add(out, " Possible: ");
        text_add_commas(out, empty);
        text_add(out, ".");
    }
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    if (move.verb == PLACE && !open->supply[seat])
        text_add(out, "You have no obstacles left.");
    else if (move.verb == PLACE && !places(scene->rules, open, seat))
        text_add(out, "There is no empty cell within your reach.");
    else if (move.verb == MOVE && !moves(scene->rules, open, seat))
        text_add(out, "You cannot move: the way is blocked.");
    else if (cells_count(move.set) != 1)
        text_add(out, "Enter one number.");
    else if (move.verb == MOVE)
        refuse_move(scene, cells_first(move.set), out);
    else
        refuse_place(scene, cells_first(move.set), out);
    text_add(out, "\nChoose a different action.");
}

static void tell(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = scene->event->seat;
    bool won = open->turn.winner && !open->turn.mover;
    if (scene->event->move.verb == PLACE) {
        text_add(out, "Obstacle placed at position %u.\nObstacles remaining: %u\n",
                 cells_first(scene->event->move.set), open->supply[seat]);
        return;
    }
    text_add(out, "%s moved to position %u.\n", won ? scene->name[seat] : "You", open->at[seat]);
    if (open->obstacles[opponent(seat)] != scene->before->obstacles[opponent(seat)])
        text_add(out, "%s's obstacle there is removed.\n", scene->name[opponent(seat)]);
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    if (turn->mover)
        text_add(out, "%s's Turn.\n%s can neither move nor place an obstacle.\n",
                 scene->name[turn->mover], scene->name[turn->mover]);
    text_add(out, "Congratulations, %s! You have %s and won the game!\n", scene->name[turn->winner],
             turn->mover ? "left your opponent no way to go on"
                         : "reached the opponent's starting position");
}

static void status(const struct scene *scene, struct text *out)
{
    const uint32_t *value = scene->rules->value;
    text_add(out, "stride %u, obstacles up to %u ahead", value[STRIDE], value[REACH]);
}

static void recount(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->event->seat, other = opponent(seat);
    unsigned n = cells_first(scene->event->move.set), to = scene->open->at[seat];
    if (scene->event->move.verb == PLACE) {
        text_add(out, "%s places an obstacle on %u.", scene->name[seat], n);
        return;
    }
    text_add(out, "%s moves %u, ", scene->name[seat], n);
    if (distance_to(scene->before, seat, scene->open->at[other]) < n)
        text_add(out, "past %s ", scene->name[other]);
    text_add(out, "to %u", to);
    if (scene->open->obstacles[other] != scene->before->obstacles[other])
        text_add(out, ", and removes the obstacle there");
    text_add(out, ".");
}

static void result(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    text_add(out, "%s wins", scene->name[turn->winner]);
    if (turn->mover)
        text_add(out, ": %s can neither move nor place an obstacle.", scene->name[turn->mover]);
    else
        text_add(out, " by reaching position %u.", scene->open->at[turn->winner]);
}

static const char rulebook[] =
    "Player 1 (P1) starts on the first cell of a line of {length}, Player 2 (P2) on the last, "
    "and each wants to reach the cell where the other began. Player 1 goes first.\n"
    "\n"
    "On your turn, do one of two things:\n"
    "  1. Move forward, by up to {stride}.\n"
    "  2. Place an obstacle (X), of which you have {obstacles} at first, on an empty cell up to "
    "{reach} ahead of you.\n"
    "\n"
    "Whoever reaches the opponent's starting cell first wins.\n"
    "\n"
    "Good to know:\n"
    "  - Nobody passes over an obstacle, whoever placed it.\n"
    "  - Your own obstacle is a wall to you. Your opponent's is removed when you land exactly on "
    "it, and is then gone for good.\n"
    "  - You may pass over your opponent's token, but not land on it.\n"
    "  - An obstacle may also go beyond your opponent's token, or on a starting cell that has "
    "been left.\n"
    "  - Who can neither move nor place an obstacle loses. There is no draw.\n"
    "\n"
    "An example, by the rules of the book:\n"
    "  Player 1 moves 3, to cell 3. Player 2, on cell 20, places an obstacle on 17. Player 1 "
    "moves on to 6. Player 2 cannot move 3, onto an obstacle of their own, and moves 2, to 18. "
    "Player 1 places an obstacle on 9.\n";

const struct game game_pathfinder = {
    .slug = "pathfinder",
    .title = "Pathfinder Duel",
    .pitch = "race past each other and put obstacles in the way",
    .fair = "obstacles=2",
    .puzzles = (const char *const[]){ "length=8..12,obstacles=1..3,reach=2..4,stride=2..4", NULL },
    .puzzle_grades = 3,
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .token = { [SEAT_1] = "P1", [SEAT_2] = "P2" },
    .both = "",
    .place = "position",
    .obstacle = "obstacle",
    .form = BOARD_BRACKETS,
    .page = { .welcome = PAGE_LINE(1) | PAGE_LINE(3) },
    .open_size = sizeof(struct open),
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .essence = essence,
    .bound = bound,
    .need = need,
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
