// SPDX-License-Identifier: GPL-3.0-or-later
// Minefield Navigator: a race over mined steps, with two detectors each.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, MINES, DETECTORS, MEET };
enum { LEAP, SHARE };
enum { DEAL, MOVE, SCAN };
enum { SAFE = OUTCOME_PLAIN + 1, DISARMED, BOOM };

struct open {
    struct turn turn;
    uint8_t at[SEATS];
    uint8_t detectors[SEATS];
    uint8_t blown;  // the step whose mine went off, or 0
    cells safe;     // stood on or scanned
    cells disarmed; // those of them where a detector found a mine
};

struct secret {
    cells mines; // chance's alone
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "steps, numbered from 1", NULL, 2, 63, 10 },
    { "mines", "hidden on the steps at random", NULL, 0, 63, 3 },
    { "detectors", "for each player", NULL, 0, 20, 2 },
    { "meet", "what a move onto the opponent's step does", (const char *const[]){ "leap", "share" },
      LEAP, SHARE, LEAP },
    { 0 },
};

static const struct verb verbs[] = {
    [DEAL] = { .name = "deal",
               .help = "the mines are hidden on these steps",
               .label = "Deal the mines",
               .ask = "The mines are dealt.",
               .effect = VERB_HIDE,
               .hidden = true,
               .chance = true },
    [MOVE] = { .name = "move",
               .help = "move forward by one step",
               .label = "Move forward",
               .ask = "Move to the next step.",
               .effect = VERB_GO,
               .listed = true,
               .discloses = true,
               .heading = PAGE_AFTER },
    [SCAN] = { .name = "scan",
               .help = "use a detector on this step",
               .label = "Use a detector",
               .ask = "Choose a step to scan.",
               .effect = VERB_LOOK,
               .listed = true,
               .discloses = true,
               .heading = PAGE_AFTER },
    { 0 },
};

static const struct outcome outcomes[] = {
    [OUTCOME_PLAIN] = { .name = "plain" },
    [SAFE] = { .name = "safe" },
    [DISARMED] = { .name = "mine" },
    [BOOM] = { .name = "boom", .harms = true },
    { 0 },
};

static bool check(const struct rules *rules, struct text *why)
{
    if (rules->value[MINES] <= rules->value[LENGTH])
        return true;
    text_add(why, "mines=%u is not possible: a field of length=%u has room for 0 to %u mines.",
             rules->value[MINES], rules->value[LENGTH], rules->value[LENGTH]);
    return false;
}

static void setup(const struct rules *rules, struct open *open)
{
    open->turn.mover = SEAT_CHANCE;
    open->detectors[SEAT_1] = open->detectors[SEAT_2] = (uint8_t)rules->value[DETECTORS];
}

// Where a move forward ends.
static unsigned landing(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned step = open->at[seat] + 1u;
    return step + (rules->value[MEET] == LEAP && step == open->at[opponent(seat)]);
}

static cells steps_ahead(const struct rules *rules, const struct open *open)
{
    return cells_span(open->at[open->turn.mover] + 1u, rules->value[LENGTH]);
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    if (open->turn.mover == SEAT_CHANCE) {
        offers[0] = (struct offer){ cells_upto(rules->value[LENGTH]), DEAL,
                                    .pick = (uint8_t)rules->value[MINES] };
        return 1;
    }
    offers[0] = (struct offer){ 0, MOVE, .pick = 0 };
    offers[1] = (struct offer){ steps_ahead(rules, open), SCAN, .pick = 1 };
    return open->detectors[open->turn.mover] ? 2 : 1;
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    return verb == SCAN ? n : landing(rules, open, open->turn.mover);
}

static unsigned step_on(struct open *open, const struct secret *deal, unsigned seat, unsigned step)
{
    if (cells_has(open->safe, step))
        return OUTCOME_PLAIN;
    if (cells_has(deal->mines, step)) {
        open->blown = (uint8_t)step;
        turn_end(&open->turn, opponent(seat));
        return BOOM;
    }
    open->safe |= cell(step);
    return SAFE;
}

static unsigned scan(struct open *open, const struct secret *deal, unsigned seat, cells step)
{
    open->detectors[seat]--;
    if (step & open->safe)
        return OUTCOME_PLAIN;
    open->safe |= step;
    open->disarmed |= step & deal->mines;
    return step & deal->mines ? DISARMED : SAFE;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    struct secret *deal = state_secret(state, SEAT_CHANCE);
    unsigned seat = open->turn.mover;
    if (move.verb == DEAL) {
        deal->mines = move.set;
        open->turn.mover = open->turn.first;
        return OUTCOME_PLAIN;
    }
    open->turn.mover = opponent(seat);
    if (move.verb == SCAN)
        return scan(open, deal, seat, move.set);
    unsigned to = landing(rules, open, seat);
    open->at[seat] = (uint8_t)to;
    unsigned outcome = step_on(open, deal, seat, to);
    if (to == rules->value[LENGTH] && outcome != BOOM)
        turn_end(&open->turn, seat);
    return outcome;
}

// Of the mines that were found only their number matters.
static void gist(const struct rules *rules, struct open *open)
{
    (void)rules;
    cells_first_pick(open->safe, cells_count(open->disarmed), &open->disarmed);
}

static void swap_seats(uint8_t *by_seat)
{
    uint8_t first = by_seat[SEAT_1];
    by_seat[SEAT_1] = by_seat[SEAT_2];
    by_seat[SEAT_2] = first;
}

// The seats are alike, so that the mover may be called seat 1.
// A token ahead that moves now, or is two steps ahead, is never passed by one that keeps moving,
// and comes to every step before the other. Without a detector it can do nothing else. So it wins
// where no mine is left, and where one is it walks into it, if the other only moves: nothing
// matters but how many steps and mines are known.
static void essence(const struct rules *rules, struct open *open)
{
    if (open->turn.mover == SEAT_2) {
        swap_seats(open->at);
        swap_seats(open->detectors);
    }
    open->turn = (struct turn){ .mover = SEAT_1 };
    unsigned lead = open->at[SEAT_1] > open->at[SEAT_2] ? SEAT_1 : SEAT_2, other = opponent(lead);
    unsigned apart = lead == SEAT_1 ? 1 : 2;
    if (!open->detectors[lead] && open->at[lead] >= open->at[other] + apart) {
        open->at[lead] = (uint8_t)apart;
        open->at[other] = open->detectors[other] = 0;
        open->safe = cells_upto(cells_count(open->safe));
    }
    gist(rules, open);
}

static unsigned bound(const struct rules *rules)
{
    return 1 + 2 * (rules->value[LENGTH] + rules->value[DETECTORS]);
}

static struct unknown unknown(const struct rules *rules, const struct open *open)
{
    cells found = open->disarmed | (open->blown ? cell(open->blown) : 0);
    cells steps = cells_upto(rules->value[LENGTH]);
    return (struct unknown){
        .known = found,
        .from = steps & ~(open->safe | found),
        .pick = rules->value[MINES] - cells_count(found),
    };
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    board->last = rules->value[LENGTH];
    for (unsigned i = 0; i <= board->last; i++) {
        board->square[i].safe = cells_has(open->safe, i);
        board->square[i].disarmed = cells_has(open->disarmed, i);
        if (secret[SEAT_CHANCE] && cells_has(secret[SEAT_CHANCE]->mines, i))
            board->square[i].mines = seat_bit(SEAT_CHANCE);
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        board->square[open->at[seat]].tokens |= seat_bit(seat);
        board->square[0].start |= seat_bit(seat);
        board->square[board->last].goal |= seat_bit(seat);
    }
    board->square[open->blown].blown = open->blown;
}

static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    return (struct supply){ "detectors", open->detectors[seat], rules->value[DETECTORS] };
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out,
             "Welcome to Minefield Navigator!\n"
             "%s and %s, prepare to navigate the minefield.\n"
             "Both players have ",
             scene->name[SEAT_1], scene->name[SEAT_2]);
    text_add_count(out, scene->rules->value[DETECTORS], "detector", "detectors");
    text_add(out, ".\n");
}

static void heading(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    unsigned seat = open->turn.mover;
    text_add(out,
             "%s's Turn:\n"
             "You are at step %u.\n"
             "Actions:\n"
             "1. %s to step %u.\n"
             "2. %s.\n",
             scene->name[seat], open->at[seat], verbs[MOVE].label,
             landing(scene->rules, open, seat), verbs[SCAN].label);
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    unsigned ahead = scene->open->at[scene->open->turn.mover] + 1u;
    if (verb == SCAN)
        text_add(out, "Enter step number to scan (%u-%u)", ahead, scene->rules->value[LENGTH]);
    else
        text_add(out, "Enter your choice (1 or 2)");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    unsigned at = scene->open->at[scene->open->turn.mover];
    if (move.verb == MOVE)
        text_add(out, "A move forward takes no number.");
    else if (!scene->open->detectors[scene->open->turn.mover])
        text_add(out, "You have no detectors left.\nChoose a different action.");
    else if (cells_count(move.set) != 1)
        text_add(out, "A detector scans one step: enter one number from %u to %u.", at + 1,
                 scene->rules->value[LENGTH]);
    else
        text_add(out, "Cannot scan step %u: enter a step ahead of you, %u to %u.",
                 cells_first(move.set), at + 1, scene->rules->value[LENGTH]);
}

static void tell_move(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->event->seat;
    unsigned to = scene->open->at[seat];
    if (to > scene->before->at[seat] + 1u)
        text_add(out, "You pass over %s on step %u.\n", scene->name[opponent(seat)], to - 1);
    text_add(out, "Moved to step %u. %s\n", to,
             scene->event->outcome == BOOM ? "Boom! You triggered a mine." : "Safe!");
}

static void tell(const struct scene *scene, struct text *out)
{
    const struct event *event = scene->event;
    if (event->move.verb == MOVE) {
        tell_move(scene, out);
    } else if (event->move.verb == SCAN) {
        text_add(out, "Scanning step %u...\n%s\nDetectors remaining: %u\n",
                 cells_first(event->move.set),
                 event->outcome == DISARMED ? "Mine detected and diffused!" : "No mine found.",
                 scene->open->detectors[event->seat]);
    }
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    unsigned winner = open->turn.winner;
    if (open->blown)
        text_add(out, "%s triggered the mine on step %u.\n%s wins!\n",
                 scene->name[opponent(winner)], open->blown, scene->name[winner]);
    else
        text_add(out, "%s wins by reaching step %u first.\n", scene->name[winner],
                 scene->rules->value[LENGTH]);
}

static void status(const struct scene *scene, struct text *out)
{
    text_add(out, "%u steps, ", scene->rules->value[LENGTH]);
    text_add_count(out, scene->rules->value[MINES], "mine", "mines");
    text_add(out, ", %u found%s", cells_count(scene->open->disarmed),
             scene->rules->value[MEET] == SHARE ? ", steps can be shared" : "");
}

static void recount_move(const struct scene *scene, struct text *out)
{
    unsigned seat = scene->event->seat, to = scene->open->at[seat];
    static const char *const came[] = { ".", ": safe.", "", ": a mine!" };
    text_add(out, "%s ", scene->name[seat]);
    if (to > scene->before->at[seat] + 1u)
        text_add(out, "leaps over %s", scene->name[opponent(seat)]);
    else
        text_add(out, "moves");
    text_add(out, " to step %u%s", to, came[scene->event->outcome]);
}

static void recount(const struct scene *scene, struct text *out)
{
    static const char *const found[] = { "known to be safe before", "no mine",
                                         "a mine, now harmless" };
    const struct event *event = scene->event;
    if (event->move.verb == MOVE) {
        recount_move(scene, out);
    } else if (event->move.verb == SCAN) {
        text_add(out, "%s scans step %u: %s.", scene->name[event->seat],
                 cells_first(event->move.set), found[event->outcome]);
    } else {
        text_add_count(out, scene->rules->value[MINES], "mine is", "mines are");
        text_add(out, " hidden.");
    }
}

static void result(const struct scene *scene, struct text *out)
{
    unsigned winner = scene->open->turn.winner;
    text_add(out, "%s wins", scene->name[winner]);
    if (scene->open->blown)
        text_add(out, ": %s stepped on the mine on step %u.", scene->name[opponent(winner)],
                 scene->open->blown);
    else
        text_add(out, " by reaching step %u first.", scene->rules->value[LENGTH]);
}

static const char rulebook[] =
    "Two players race over a field of {length step}, from step 0 to step {length}. The steps, "
    "the last one not excepted, hide {mines mine}; nobody knows where.\n"
    "\n"
    "On your turn, do one of two things:\n"
    "  1. Move forward by one step. If the step is mined, you lose at once.\n"
    "  2. Use a detector, of which you have {detectors} at first, on any step ahead of you. A "
    "mine there is found and made safe, for both of you. The detector is spent either way.\n"
    "\n"
    "Whoever reaches step {length} first wins.\n"
    "\n"
    "Good to know:\n"
    "  - Everybody sees all moves, scans and what they find. A step that somebody stood on or "
    "scanned is safe from then on.\n"
    "  - A step that is known to be safe may be scanned again: that is a way to wait.\n"
    "  - When your next step holds your opponent (meet={meet}): with meet=leap you land on the "
    "step beyond, which may be mined; with meet=share you stand there together. Step 0 is off "
    "the field and may always be shared.\n"
    "\n"
    "An example, by the rules of the book:\n"
    "  Player 1 moves to step 1: safe. Player 2, still on step 0, scans step 3: a mine, now "
    "harmless, and one detector is left. Player 1 moves to step 2. Player 2 moves to step 1, "
    "which is known to be safe, and will be next to choose between leaping over Player 1 and "
    "waiting.\n";

const struct game game_minefield = {
    .slug = "minefield",
    .title = "Minefield Navigator",
    .pitch = "race over hidden mines, two detectors each",
    .beginner = "length=6,mines=2,detectors=1",
    .puzzles = (const char *const[]){ "length=5..8,mines=1..3,detectors=1..3",
                                      "length=5..8,mines=1..3,detectors=1..2,meet=share", NULL },
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .token = { [SEAT_1] = "P1", [SEAT_2] = "P2" },
    .both = "P12",
    .place = "step",
    .mine = "mine",
    .form = BOARD_COLUMNS,
    .board_label = "Steps:",
    .page = { .welcome = PAGE_LINE(2) },
    .open_size = sizeof(struct open),
    .check = check,
    .setup = setup,
    .offers = offers,
    .target = target,
    .apply = apply,
    .gist = gist,
    .essence = essence,
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
