// SPDX-License-Identifier: GPL-3.0-or-later
// Trap Runner: one player hides traps, the other runs past them or into them.
#include "core/game.h"
#include "games/games.h"

enum { LENGTH, TRAPS, STRIDE, PASSABLE, LIVES };
enum { NO, YES };
enum { TRAP, RUN };
enum { SAFE = OUTCOME_PLAIN + 1, BOOM };

// turn.first is the Trapper.
struct open {
    struct turn turn;
    uint8_t at;   // the Runner's cell
    uint8_t hits; // how many traps were stepped on
    cells safe;   // stood on, and no trap
    cells spent;  // stood on, and a trap: known from then on
};

struct secret {
    cells traps; // the Trapper's alone
};

GAME_BLOCKS_FIT;

static const struct rules_option options[] = {
    { "length", "cells, numbered from 1", NULL, 2, 63, 10 },
    { "traps", "hidden by the Trapper", NULL, 0, 10, 3 },
    { "stride", "longest move", NULL, 1, 20, 3 },
    { "passable", "whether the Trapper must leave a safe way to the finish",
      (const char *const[]){ "no", "yes" }, NO, YES, NO },
    { "lives", "how many traps end the run", NULL, 1, 5, 1 },
    { 0 },
};

static const struct verb verbs[] = {
    [TRAP] = { .name = "trap",
               .help = "hide the traps on these cells",
               .label = "Hide the traps",
               .ask = "Choose cells for the traps.",
               .effect = VERB_HIDE,
               .hidden = true,
               .own_line = true,
               .told = PAGE_LINE(1) },
    [RUN] = { .name = "run",
              .help = "run forward by this many cells",
              .label = "Run",
              .ask = "Choose where to run.",
              .effect = VERB_GO,
              .discloses = true },
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
    unsigned length = rules->value[LENGTH], stride = rules->value[STRIDE];
    unsigned most = passable ? cells_most_without_run(length - 1, stride) : length;
    if (rules->value[TRAPS] <= most)
        return true;
    text_add(why, "traps=%u is not possible: length=%u", rules->value[TRAPS], length);
    if (passable)
        text_add(why, " with stride=%u and passable=yes", stride);
    text_add(why, " has room for 0 to %u traps.", most);
    return false;
}

static void setup(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->turn.mover = open->turn.first;
}

static unsigned offers(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers)
{
    (void)own;
    if (open->turn.mover == open->turn.first)
        offers[0] =
            (struct offer){ cells_upto(rules->value[LENGTH]), TRAP, (uint8_t)rules->value[TRAPS],
                            .limited = rules->value[PASSABLE] == YES };
    else
        offers[0] = (struct offer){ cells_upto(rules->value[STRIDE]), RUN, .pick = 1 };
    return 1;
}

// No way is left where the finish is trapped, or as many cells in a row as the
// longest move.
static bool forbids(const struct rules *rules, const struct open *open, const struct secret *own,
                    struct move move)
{
    (void)open, (void)own;
    return cells_has(move.set, rules->value[LENGTH]) ||
           cells_has_run(move.set, rules->value[STRIDE]);
}

static unsigned target(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n)
{
    unsigned length = rules->value[LENGTH];
    if (verb == TRAP)
        return n;
    return open->at + n < length ? open->at + n : length;
}

// A trap on the finish stops only a Runner whose last life it takes.
static unsigned run(const struct rules *rules, struct open *open, const struct secret *hidden,
                    unsigned n)
{
    unsigned trapper = open->turn.first, to = target(rules, open, RUN, n);
    bool trapped = cells_has(hidden->traps, to);
    open->at = (uint8_t)to;
    *(trapped ? &open->spent : &open->safe) |= cell(to);
    if (trapped && ++open->hits == rules->value[LIVES])
        turn_end(&open->turn, trapper);
    else if (to == rules->value[LENGTH])
        turn_end(&open->turn, opponent(trapper));
    return trapped ? BOOM : SAFE;
}

static unsigned apply(const struct rules *rules, struct state *state, struct move move)
{
    struct open *open = state_open(state);
    struct secret *hidden = state_secret(state, open->turn.first);
    if (move.verb == RUN)
        return run(rules, open, hidden, cells_first(move.set));
    hidden->traps = move.set;
    open->turn.mover = opponent(open->turn.first);
    return OUTCOME_PLAIN;
}

static void gist(const struct rules *rules, struct open *open)
{
    (void)rules;
    open->safe = open->spent = 0;
}

// Those ahead of the Runner can be met, and must suffice for the last life.
static bool matters(const struct rules *rules, const struct open *open, unsigned seat,
                    struct secret *hidden)
{
    if (seat != open->turn.first)
        return false;
    if (open->turn.mover == seat)
        return true;
    hidden->traps &= cells_span(open->at + 1u, rules->value[LENGTH]);
    return cells_count(hidden->traps) + open->hits >= rules->value[LIVES];
}

static unsigned bound(const struct rules *rules)
{
    return 1 + rules->value[LENGTH];
}

static void board(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board)
{
    unsigned trapper = open->turn.first;
    cells traps = open->spent | (secret[trapper] ? secret[trapper]->traps : 0);
    board->last = rules->value[LENGTH];
    for (unsigned i = 0; i <= board->last; i++) {
        board->square[i].safe = cells_has(open->safe, i);
        board->square[i].blown = cells_has(open->spent, i);
        if (cells_has(traps, i))
            board->square[i].mines = seat_bit(trapper);
    }
    board->square[open->at].tokens = seat_bit(opponent(trapper));
    board->square[0].start = board->square[board->last].goal = seat_bit(opponent(trapper));
}

// With the book's one life there is nothing to count.
static struct supply supply(const struct rules *rules, const struct open *open, unsigned seat)
{
    unsigned lives = rules->value[LIVES];
    return lives > 1 && seat != open->turn.first
               ? (struct supply){ "lives", lives - open->hits, lives }
               : (struct supply){ 0 };
}

static unsigned lives_left(const struct scene *scene)
{
    return scene->rules->value[LIVES] - scene->open->hits;
}

static void welcome(const struct scene *scene, struct text *out)
{
    text_add(out, "Welcome to Trap Runner!\n");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        text_add(out, "%s is the %s.\n", scene->name[seat],
                 seat == scene->open->turn.first ? "Trapper" : "Runner");
    if (scene->rules->value[LIVES] > 1)
        text_add(out, "The Runner has %u lives.\n", lives_left(scene));
}

static void heading(const struct scene *scene, struct text *out)
{
    if (scene->open->turn.mover != scene->open->turn.first)
        text_add(out, "Runner's turn.\n");
}

static void ask(const struct scene *scene, unsigned verb, struct text *out)
{
    unsigned stride = scene->rules->value[STRIDE];
    if (verb == TRAP) {
        text_add(out, "Trapper, please place your traps.");
        return;
    }
    text_add(out, "Enter your move (");
    text_add_or(out, cells_upto(stride));
    text_add(out, " %s)", stride > 1 ? "cells" : "cell");
}

static void refuse(const struct scene *scene, struct move move, struct text *out)
{
    unsigned length = scene->rules->value[LENGTH];
    unsigned traps = scene->rules->value[TRAPS];
    if (move.verb == RUN) {
        text_add(out, "You must move forward by ");
        text_add_or(out, cells_upto(scene->rules->value[STRIDE]));
        text_add(out, ".");
    } else if (cells_count(move.set) == traps && !(move.set & ~cells_upto(length))) {
        text_add(out,
                 "These traps leave the Runner no safe way to the finish: "
                 "leave the finish free, and fewer than %u in a row.",
                 scene->rules->value[STRIDE]);
    } else {
        text_add(out, "Enter ");
        text_add_count(out, traps, "cell", "different cells");
        text_add(out, " from 1 to %u.", length);
    }
}

static void tell_traps(const struct scene *scene, struct text *out)
{
    unsigned traps = scene->rules->value[TRAPS];
    cells shown = scene->event->move.set;
    text_add(out, "[Trapper places ");
    if (shown) {
        text_add(out, "%s at %s ", traps == 1 ? "a trap" : "traps", traps == 1 ? "cell" : "cells");
        text_add_and(out, shown);
    } else {
        text_add_count(out, traps, "trap", "traps");
    }
    text_add(out, ".]\nRunner, you are at cell 0.\n");
}

static void tell_trap(const struct scene *scene, struct text *out)
{
    unsigned left = lives_left(scene);
    text_add(out, "You stepped on a trap at cell %u. ", scene->open->at);
    if (left) {
        text_add(out, "You have ");
        text_add_count(out, left, "life", "lives");
        text_add(out, " left.\n");
    } else {
        text_add(out, "Game over.\n");
    }
}

static void tell(const struct scene *scene, struct text *out)
{
    const struct open *open = scene->open;
    if (scene->event->move.verb == TRAP) {
        tell_traps(scene, out);
        return;
    }
    if (scene->before->at + cells_first(scene->event->move.set) > open->at)
        text_add(out, "There is nothing beyond cell %u: your move is adjusted to land on it.\n",
                 open->at);
    text_add(out, "You moved to cell %u.\nTrapper says: ", open->at);
    if (open->hits > scene->before->hits)
        tell_trap(scene, out);
    if (open->turn.winner && open->turn.winner != open->turn.first)
        text_add(out, "You have reached the finish line!\n");
    else if (open->hits == scene->before->hits)
        text_add(out, "You are safe.\n");
}

static void closing(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    text_add(out, "%s wins!\n", turn->winner == turn->first ? "Trapper" : "Runner");
}

static void status(const struct scene *scene, struct text *out)
{
    const uint32_t *value = scene->rules->value;
    text_add(out, "%u cells, ", value[LENGTH]);
    text_add_count(out, value[TRAPS], "trap", "traps");
    if (value[LIVES] > 1)
        text_add(out, ", %u found", cells_count(scene->open->spent));
    text_add(out, ", stride %u%s", value[STRIDE],
             value[PASSABLE] == YES ? ", a safe way is left" : "");
}

static void recount_run(const struct scene *scene, const char *who, struct text *out)
{
    const struct open *open = scene->open;
    bool trapped = open->hits > scene->before->hits;
    bool there = open->turn.winner && open->turn.winner != open->turn.first;
    text_add(out, "%s runs to cell %u: %s", who, open->at,
             trapped ? "a trap"
             : there ? "the finish"
                     : "safe");
    if (trapped && there)
        text_add(out, ", but the finish is reached");
    else if (trapped && lives_left(scene)) {
        text_add(out, ", ");
        text_add_count(out, lives_left(scene), "life", "lives");
        text_add(out, " left");
    }
    text_add(out, ".");
}

static void recount(const struct scene *scene, struct text *out)
{
    const char *who = scene->name[scene->event->seat];
    cells shown = scene->event->move.set;
    if (scene->event->move.verb == RUN) {
        recount_run(scene, who, out);
        return;
    }
    text_add(out, "%s hides ", who);
    text_add_count(out, scene->rules->value[TRAPS], "trap", "traps");
    if (shown) {
        text_add(out, ": on ");
        text_add_and(out, shown);
    }
    text_add(out, ".");
}

static void result(const struct scene *scene, struct text *out)
{
    const struct turn *turn = &scene->open->turn;
    text_add(out, "%s wins", scene->name[turn->winner]);
    if (turn->winner == turn->first)
        text_add(out, ": %s stepped on a trap on cell %u.", scene->name[opponent(turn->winner)],
                 scene->open->at);
    else
        text_add(out, " by reaching the finish.");
}

static const char rulebook[] =
    "The Trapper secretly hides {traps trap}, not two on one cell, on a line of {length}, "
    "numbered from 1. The Runner starts at cell 0, in front of the line, and wants to reach the "
    "finish, cell {length}.\n"
    "\n"
    "Every turn is the Runner's: move forward, by up to {stride cell}. On a trap the Runner "
    "loses a life, and with the last one (lives={lives}) the game; on the finish the Runner "
    "wins. After each move the Trapper says which.\n"
    "\n"
    "Good to know:\n"
    "  - Only the cell on which a move ends counts; cells passed over do not.\n"
    "  - A move past the finish is adjusted to land on it.\n"
    "  - passable={passable}: with passable=no the finish itself may be trapped, and as many "
    "cells in a row as the longest move. Neither can be avoided. With passable=yes such a "
    "placement is refused.\n"
    "  - With a life left the Runner goes on from the trap's cell, and the trap is known and "
    "spent. A trapped finish is then reached all the same.\n"
    "  - Play several rounds: the roles alternate, and wins are counted for each player in each "
    "role.\n"
    "\n"
    "An example, by the rules of the book:\n"
    "  The Trapper hides traps on 3, 6, and 8. The Runner moves 2, to cell 2: safe. Then 2 more, "
    "to cell 4: safe. Then 3, to cell 7: safe. Then 3, to cell 10: the finish.\n";

const struct game game_trap_runner = {
    .slug = "trap-runner",
    .title = "Trap Runner",
    .pitch = "hide traps for the Runner, or run past them",
    .fair = "stride=2,passable=yes,lives=2",
    .puzzles = (const char *const[]){ "length=6..11,traps=2..4,stride=3..5,passable=yes",
                                      "length=6..10,traps=2..4,stride=3..5,passable=yes,lives=2..3",
                                      "length=5..9,traps=1..3,stride=3..4,lives=1..2", NULL },
    .rulebook = rulebook,
    .options = options,
    .verbs = verbs,
    .outcomes = outcomes,
    .name = { [SEAT_1] = "Player 1", [SEAT_2] = "Player 2" },
    .role = { "Trapper", "Runner" },
    .role_option = "trapper",
    .role_help = "who hides the traps",
    .token = { [SEAT_1] = "R", [SEAT_2] = "R" },
    .both = "",
    .place = "cell",
    .mine = "trap",
    .form = BOARD_COLUMNS,
    .board_label = "Cells:",
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
