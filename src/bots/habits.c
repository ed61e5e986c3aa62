// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/habits.h"

#include <string.h>

#include "core/board_text.h"
#include "solve/expectimax.h"

// What a player has in mind while thinking of a move.
struct thought {
    const struct habits *habits;
    const struct variant *variant;
    struct random *random;
    uint64_t taste;
    unsigned me;
    unsigned goal[SEATS]; // the cell that a seat wants to reach
    unsigned length;      // of the board
    unsigned turns;       // how far it looks just now
    unsigned long *work;  // positions that it may still think of; 0: no longer
};

// Ways to hide something, and positions, that it thinks of for one move.
enum { IDEAS = 64, WORK = 500000 };

static struct board board_of(const struct thought *thought, const struct state *at)
{
    struct view view = game_view(at, SEAT_NOBODY);
    struct board board;
    view_board(thought->variant, &view, &board);
    return board;
}

// Everybody runs for their goal.
static void find_goals(struct thought *thought, unsigned first)
{
    struct state start = game_start(thought->variant, first);
    struct board board = board_of(thought, &start);
    thought->length = board.last - board.first + 1;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        thought->goal[seat] = CELLS_MAX;
        for (unsigned i = board.first; i <= board.last; i++)
            if (board.square[i].goal & seat_bit(seat))
                thought->goal[seat] = i;
    }
}

static double way_left(const struct thought *thought, const struct board *board, unsigned seat)
{
    unsigned at = board_find(board, seat), goal = thought->goal[seat];
    if (at == CELLS_MAX || goal == CELLS_MAX)
        return thought->length / 2.0;
    return at < goal ? goal - at : at - goal;
}

// From -1 to 1: what this player thinks of a position for no good reason.
static double opinion(const struct thought *thought, const struct state *at)
{
    uint64_t mixed = thought->taste, word;
    for (unsigned i = 0; i < OPEN_SIZE; i += sizeof word) {
        memcpy(&word, at->open + i, sizeof word);
        mixed = (mixed ^ word) * UINT64_C(0x9fb21c651e98df25);
        mixed ^= mixed >> 32;
    }
    return (double)(mixed >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

// My chance as it looks at first sight: who is nearer to the goal.
static double first_sight(const struct thought *thought, const struct state *at)
{
    struct board board = board_of(thought, at);
    double ahead =
        way_left(thought, &board, opponent(thought->me)) - way_left(thought, &board, thought->me);
    double doubt = thought->habits->opinion;
    return 0.5 + (0.4 * ahead / thought->length + doubt * opinion(thought, at)) / (1 + doubt);
}

// What comes of a move, as far as anybody can know. Where the players hide
// things, `at` is a picture of the truth and there is one outcome.
static void outcomes(const struct thought *thought, const struct state *at, struct move move,
                     struct expectimax_branches *branches)
{
    if (!game_has_secrets(thought->variant->game) && game_has_chance(thought->variant->game)) {
        expectimax_branch(thought->variant, at, move, branches);
        return;
    }
    branches->state[0] = *at;
    game_apply(thought->variant, &branches->state[0], move);
    branches->deals[0] = branches->covered = branches->count = 1;
}

static double foresee(const struct thought *thought, const struct state *at, unsigned turns,
                      double lo, double hi);

// My chance after a move.
static double after(const struct thought *thought, const struct state *at, struct move move,
                    unsigned turns, double lo, double hi)
{
    unsigned mover = state_turn(at)->mover;
    struct expectimax_branches branches;
    outcomes(thought, at, move, &branches);
    bool sure = branches.count == 1;
    double sum = 0, all = 0;
    for (unsigned i = 0; i < branches.count; i++) {
        const struct turn *turn = state_turn(&branches.state[i]);
        unsigned left = turn->mover == mover ? turns : turns - 1;
        sum += (double)branches.deals[i] *
               foresee(thought, &branches.state[i], left, sure ? lo : 0, sure ? hi : 1);
        all += (double)branches.deals[i];
    }
    return sum / all;
}

// My chance at a position, looking `turns` turns ahead. Only chances between lo
// and hi matter.
static double foresee(const struct thought *thought, const struct state *at, unsigned turns,
                      double lo, double hi)
{
    const struct turn *turn = state_turn(at);
    if (turn->winner) // rather soon than late, if it is mine
        return turn->winner == thought->me ? 1 + turns * 0.01 : 0 - turns * 0.01;
    *thought->work -= *thought->work > 0;
    if (turns == 0 || !*thought->work)
        return first_sight(thought, at);
    bool mine = turn->mover == thought->me;
    double best = mine ? -1 : 2;
    struct view view = game_view(at, turn->mover);
    struct walk walk = { 0 };
    while (lo < hi && view_walk(thought->variant, &view, &walk)) {
        double chance = after(thought, at, walk.move, turns, lo, hi);
        if (mine ? chance > best : chance < best)
            best = chance;
        if (mine && best > lo)
            lo = best;
        if (!mine && best < hi)
            hi = best;
    }
    return best;
}

static struct board whole_board(const struct thought *thought, struct state truth)
{
    const struct secret *secret[SEATS];
    for (unsigned seat = 0; seat < SEATS; seat++)
        secret[seat] = state_secret(&truth, seat);
    struct board board;
    memset(&board, 0, sizeof board);
    thought->variant->game->board(&thought->variant->rules, state_open(&truth), secret, &board);
    return board;
}

// What cannot be: something to go off where I stand or where it is safe, or more
// mines, with those that went off, than were hidden.
static bool plausible(const struct thought *thought, const struct state *hidden,
                      const struct state *at)
{
    struct board before = whole_board(thought, *hidden), board = whole_board(thought, *at);
    unsigned theirs = 1 << opponent(thought->me), mine = 1 << thought->me;
    for (unsigned i = board.first; i <= board.last; i++) {
        const struct board_square *square = &board.square[i];
        bool known = square->safe || (square->tokens & mine && !square->blown);
        if ((square->mines & theirs && known) || (square->mines & ~before.square[i].mines & theirs))
            return false;
    }
    return true;
}

// The truth as it might be: what others hid, they hid at random.
static struct state picture(const struct thought *thought, const struct view *view)
{
    enum { ATTEMPTS = 50 };
    struct state state;
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        state = game_start(thought->variant, view_turn(view)->first);
        while (game_hides(thought->variant, &state)) {
            struct move move = game_draw(thought->variant, &state, thought->random);
            game_apply(thought->variant, &state, move);
        }
        struct state hidden = state;
        memcpy(state.open, view->open, sizeof state.open);
        memcpy(state.secret[view->seat], view->secret, sizeof view->secret);
        if (plausible(thought, &hidden, &state))
            break;
    }
    return state;
}

// How often I win when everybody goes on at random.
static double play_out(const struct thought *thought, struct state at)
{
    while (!state_turn(&at)->winner) {
        struct move move = game_draw(thought->variant, &at, thought->random);
        game_apply(thought->variant, &at, move);
    }
    return state_turn(&at)->winner == thought->me;
}

// Thinks of some ways to hide something and takes the one that turns out best.
static struct move hide(const struct thought *thought, const struct state *at)
{
    enum { GAMES = 64 };
    struct move best = game_draw(thought->variant, at, thought->random);
    double most = -1;
    for (unsigned i = 0; i < IDEAS; i++) {
        struct move idea = game_draw(thought->variant, at, thought->random);
        struct state next = *at;
        game_apply(thought->variant, &next, idea);
        double won = 0;
        for (unsigned game = 0; game < GAMES; game++)
            won += play_out(thought, next);
        if (won > most) {
            most = won;
            best = idea;
        }
    }
    return best;
}

static double chance_of(const struct thought *thought, const struct view *view, struct move move)
{
    unsigned pictures = game_has_secrets(thought->variant->game) ? thought->habits->pictures : 1;
    double sum = 0;
    for (unsigned i = 0; i < pictures; i++) {
        struct state at = picture(thought, view);
        sum += after(thought, &at, move, thought->turns, 0, 1);
    }
    return sum / pictures;
}

// The move that looks best; among several one at random.
static struct move look(const struct thought *thought, const struct view *view)
{
    struct walk walk = { 0 };
    struct move best = { 0 };
    double most = -1;
    unsigned equal = 0;
    while (view_walk(thought->variant, view, &walk)) {
        double chance = chance_of(thought, view, walk.move);
        if (chance > most)
            equal = 0;
        if (chance < most || random_below(thought->random, ++equal) > 0)
            continue;
        most = chance;
        best = walk.move;
    }
    return best;
}

// Looks one turn ahead, then two, and so on, as far as it can or until it gets too
// much. What was not thought through does not count.
static struct move think(struct thought *thought, const struct view *view)
{
    unsigned long work = WORK;
    struct move best = { 0 };
    thought->work = &work;
    for (thought->turns = 1; thought->turns <= thought->habits->turns && work; thought->turns++) {
        struct move found = look(thought, view);
        if (work || thought->turns == 1)
            best = found;
    }
    return best;
}

struct move habits_choose(const struct habits *habits, const struct variant *variant,
                          const struct view *view, uint64_t taste, struct random *random)
{
    struct thought thought = {
        .habits = habits, .variant = variant, .random = random, .taste = taste, .me = view->seat
    };
    find_goals(&thought, view_turn(view)->first);
    struct state at = { 0 };
    memcpy(at.open, view->open, sizeof at.open);
    memcpy(at.secret[view->seat], view->secret, sizeof view->secret);
    return game_hides(thought.variant, &at) ? hide(&thought, &at) : think(&thought, view);
}
