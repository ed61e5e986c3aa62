// SPDX-License-Identifier: GPL-3.0-or-later
// What a game is: one constant of this type, exported by one file.
//
// Ask of every fact who knows it. What everybody knows is in the open block,
// what one seat alone knows is in that seat's secret block, and what nobody
// knows yet is in the secret block of the seat *chance*. Each game completes
// `struct open` and `struct secret` its own way, inside its own file, so that
// code elsewhere cannot look inside.
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/board.h"
#include "core/cells.h"
#include "core/move.h"
#include "core/random.h"
#include "core/rules.h"
#include "core/text.h"

enum seat { SEAT_NOBODY, SEAT_1, SEAT_2, SEAT_CHANCE, SEATS };

static inline uint8_t opponent(unsigned seat)
{
    return (uint8_t)(SEAT_1 + SEAT_2 - seat);
}

// Sets of seats, as the squares of a board have them.
static inline uint8_t seat_bit(unsigned seat)
{
    return (uint8_t)(1u << seat);
}

enum { OPEN_SIZE = 48, SECRET_SIZE = 8 };
#ifdef CAUSEWAY_TORTURE // as small as the games allow
enum { OFFERS_MAX = 2, MOVES_MAX = 190 };
#else
enum { OFFERS_MAX = 4, MOVES_MAX = 320 };
#endif

// Every open block begins with this.
struct turn {
    uint8_t mover;  // who decides next
    uint8_t winner; // SEAT_NOBODY while the game goes on
    uint8_t first;  // who began, or has the first role
    // When the game ends because a player on turn cannot do anything, `mover`
    // stays that player; at every other end it is SEAT_NOBODY.
};

struct open;
struct secret;

// The truth. Flat: copied by assignment, compared and hashed as bytes.
struct state {
    alignas(8) unsigned char open[OPEN_SIZE];
    alignas(8) unsigned char secret[SEATS][SECRET_SIZE];
};

// What one seat knows: the open block and its own secret. A spectator
// (SEAT_NOBODY) has an empty secret.
struct view {
    alignas(8) unsigned char open[OPEN_SIZE];
    alignas(8) unsigned char secret[SECRET_SIZE];
    uint8_t seat;
};

// What a move let everybody learn of what was hidden: an index into the game's own table. The
// first is "plain" in every game: nothing.
enum { OUTCOME_PLAIN = 0, OUTCOMES_MAX = 8 };

struct outcome {
    const char *name; // a word: in records, messages and certificates, and behind a typed move
    bool harms;       // the mover ran into what was hidden
};

// A move as it happened. What others are told of a hidden one has no numbers.
struct event {
    struct move move;
    uint8_t seat;
    uint8_t outcome;
};

// What a seat was told so far, from the first move on: hidden moves of others have no
// numbers.
struct history {
    struct event event[MOVES_MAX];
    unsigned count;
};

// Legal moves come as offers: this verb with any `pick` of these numbers; where it is `limited`,
// with those that forbids() leaves.
struct offer {
    cells from;
    uint8_t verb;
    uint8_t pick;
    bool limited;
};

// Who is speaking of what, for the slots that put words together.
struct scene {
    const struct rules *rules;
    const struct open *open;
    const struct secret *own;  // NULL for what everybody is told
    const struct open *before; // in tell(): as it was before the event
    const struct event *event; // in tell()
    const char *const *name;   // by seat
};

// What chance's hidden numbers can still be: `known` and any `pick` of `from`,
// each choice equally likely.
struct unknown {
    cells known, from;
    unsigned pick;
};

// What a player can use up.
struct supply {
    const char *what; // in the plural: "detectors"
    unsigned left, of;
};

// How seats are written in records, commitments and certificates, and between programs.
const char *seat_name(unsigned seat); // "none", "1", "2" or "chance"

// How many turns of its own a seat needs to win against best play.
struct need {
    unsigned least;
    unsigned most; // these are enough for sure; MOVES_MAX: perhaps it cannot win
};

enum { ASK_ACTION = 255 }; // in ask(): which action, before its numbers

struct game {
    const char *slug;
    const char *title;
    const char *pitch;          // one line for lists
    const char *fair;           // the preset, as changes to the book's rules; NULL if none
    const char *beginner;       // rules of a first game, for one new here; NULL: none
    const char *const *puzzles; // rules of small variants, for puzzles; ends with NULL
    unsigned puzzle_grades;     // the hardest grade of which there are enough; 0: all
    const char *rulebook; // our own words, a line for each paragraph and item of a list; {key}
                          // stands for an option's value
    const struct rules_option *options; // ends with an entry without a key
    const struct verb *verbs;           // ends with an entry without a name
    const struct outcome *outcomes;     // of its moves, OUTCOME_PLAIN first; ends with an entry
                                        // without a name
    const char *name[SEATS];            // what the players are called
    const char *role[2];                // of turn.first and of the other, or NULL: then
                                        // turn.first is who moves first
    const char *role_option;            // where there are roles: the option that says who has the
    const char *role_help;              // first one ("trapper"), and its help
    const char *token[SEATS];           // a player's mark on the board
    const char *both;                   // the mark where both stand
    const char *place;                  // what a cell is called: "step"
    const char *mine, *obstacle;        // what these marks are called, or NULL if there are none
    enum board_form form;
    const char *board_label; // before the numbers, where the form has columns
    struct page page;
    unsigned open_size; // bytes of its open block that it uses; 0: all

    // The slots. A game file has them in this order, as static functions of these names.
    // "Own" is the secret block of the mover, and nobody else's.

    // Optional: do these values, each within its range, make a game? Else says why not,
    // with the range. Absent: all do.
    bool (*check)(const struct rules *rules, struct text *why);

    // Required: the first position. The block is all zero but for turn.first; sets
    // turn.mover, to SEAT_CHANCE where something is dealt first.
    void (*setup)(const struct rules *rules, struct open *open);

    // Required: the mover's legal moves, from what the mover knows; 1 to OFFERS_MAX offers,
    // each with a move. All of them are hidden, or none; all are limited, or none.
    unsigned (*offers)(const struct rules *rules, const struct open *open, const struct secret *own,
                       struct offer *offers);

    // Optional: which of the moves on limited offers are against the rules all the same, because
    // of how their numbers go together; some must be left. Absent: no offer is limited.
    bool (*forbids)(const struct rules *rules, const struct open *open, const struct secret *own,
                    struct move move);

    // Required: the cell of the board that a mover's verb with number n acts on; 0 stands
    // for no number.
    unsigned (*target)(const struct rules *rules, const struct open *open, unsigned verb,
                       unsigned n);

    // Required: carries out a legal move, and sets turn.mover and turn.winner. Returns what
    // everybody learns of what was hidden, as an index into `outcomes`; of a hidden move,
    // OUTCOME_PLAIN.
    //
    // What was hidden reaches the open block by the outcome alone: where two truths have the
    // same open block, and a move has the same outcome in both, they have the same open block
    // afterwards. Of a hidden move nothing is in it but who made it, and the verb. And it
    // forgets no outcome, nor, where players hide things, which move was made: what differed in
    // these has different open blocks, as long as the game goes on. So what a seat was told
    // (verbs, numbers, outcomes) and what it sees say the same; records of what one seat saw,
    // strategies and their checkers rely on it.
    unsigned (*apply)(const struct rules *rules, struct state *state, struct move move);

    // Optional: wipes what only tells how the position came about; positions that look
    // alike afterwards have the same rest of the game. Absent: nothing is wiped, and
    // searches take longer.
    void (*gist)(const struct rules *rules, struct open *open);

    // Optional, where players hide nothing: the same for searches that only look up values, which
    // may go further. Positions that look alike afterwards are won by their movers, or lost, in as
    // many turns, and where there is chance in as many deals out of as many; their moves may have
    // other numbers, and their movers may be different seats. The result need not be a position,
    // but has a mover. Absent: the gist.
    void (*essence)(const struct rules *rules, struct open *open);

    // Optional: wipes of what a seat has hidden what cannot be met any more. Can the rest still
    // decide who wins? Absent: all of it can.
    bool (*matters)(const struct rules *rules, const struct open *open, unsigned seat,
                    struct secret *hidden);

    // Required: no game takes more moves than this, chance's included; at most MOVES_MAX.
    unsigned (*bound)(const struct rules *rules);

    // Optional: bounds on the turns of its own that a seat needs to win from here against best
    // play, which cut searches short. Absent: one, and no bound.
    struct need (*need)(const struct rules *rules, const struct open *open, unsigned seat);

    // Required where there is chance: what everybody can tell from the open block of the
    // numbers of chance's one move, which is the first. Absent: there is no chance.
    struct unknown (*unknown)(const struct rules *rules, const struct open *open);

    // Required: the board as known to the owner of the secrets that are not NULL. It is all
    // zero before.
    void (*board)(const struct rules *rules, const struct open *open,
                  const struct secret *const secret[SEATS], struct board *board);

    // Optional: what a player has left. `what` is NULL where nothing is counted. Absent:
    // nothing ever is.
    struct supply (*supply)(const struct rules *rules, const struct open *open, unsigned seat);

    // Required: the dialogue, in the rule book's words: lines, each with its end, without
    // layout. What is asked or refused is one line without its end. Nothing that
    // `scene->own` does not show may be in it.
    void (*welcome)(const struct scene *scene, struct text *out);
    void (*heading)(const struct scene *scene, struct text *out); // of the mover's turn
    void (*ask)(const struct scene *scene, unsigned verb, struct text *out);
    void (*refuse)(const struct scene *scene, struct move move, struct text *out); // a sentence
    void (*tell)(const struct scene *scene, struct text *out);    // what everybody hears
    void (*closing)(const struct scene *scene, struct text *out); // who won, and why

    // Required: the same for a stranger, without the rule book's page: whole lines without
    // their end, in the third person and with the players' names, never "you".
    void (*status)(const struct scene *scene, struct text *out);  // what matters of the rules,
                                                                  // and what is left: a few words
    void (*recount)(const struct scene *scene, struct text *out); // the event, as tell() has it
    void (*result)(const struct scene *scene, struct text *out);  // who won, and why: a sentence
};

// A game file's way to its own blocks. (The program is compiled with
// -fno-strict-aliasing, so a block's bytes may be read as what they are.)
static inline struct open *state_open(struct state *state)
{
    return (struct open *)(void *)state->open;
}

static inline struct secret *state_secret(struct state *state, unsigned seat)
{
    return (struct secret *)(void *)state->secret[seat];
}

// Somebody has won, and not because the mover cannot do anything.
static inline void turn_end(struct turn *turn, unsigned winner)
{
    turn->winner = (uint8_t)winner;
    turn->mover = SEAT_NOBODY;
}

#define GAME_BLOCKS_FIT                                                                            \
    static_assert(sizeof(struct open) <= OPEN_SIZE, "the open block is too large");                \
    static_assert(sizeof(struct secret) <= SECRET_SIZE, "the secret block is too large")

// For everybody else: whose turn it is and how it stands.
static inline const struct turn *state_turn(const struct state *state)
{
    return (const struct turn *)(const void *)state->open;
}

static inline const struct turn *view_turn(const struct view *view)
{
    return (const struct turn *)(const void *)view->open;
}

static inline const struct open *view_open(const struct view *view)
{
    return (const struct open *)(const void *)view->open;
}

static inline const struct secret *view_secret(const struct view *view)
{
    return (const struct secret *)(const void *)view->secret;
}

// How an outcome is written; and the one with this name, or how many there are if none has it.
static inline const char *outcome_name(const struct game *game, unsigned outcome)
{
    return game->outcomes[outcome].name;
}
unsigned outcome_find(const struct game *game, const char *name);
unsigned outcome_count(const struct game *game);

// How many options it has.
unsigned rules_count(const struct game *game);

static inline struct state game_start(const struct variant *variant, unsigned first)
{
    struct state state = { 0 };
    state.open[offsetof(struct turn, first)] = (uint8_t)first;
    variant->game->setup(&variant->rules, state_open(&state));
    return state;
}

struct view game_view(const struct state *state, unsigned seat);

// Brings the truths that look to a seat like the first to the front; returns how many.
size_t game_gather(struct state *states, size_t count, unsigned seat);

// Carries out a legal move.
static inline unsigned game_apply(const struct variant *variant, struct state *state,
                                  struct move move)
{
    return variant->game->apply(&variant->rules, state, move);
}

// A truth without what only tells how it came about.
static inline struct state game_gist(const struct variant *variant, const struct state *state)
{
    struct state gist = *state;
    if (variant->game->gist)
        variant->game->gist(&variant->rules, state_open(&gist));
    return gist;
}

// What the value of a truth depends on, in as many words as the game's open block has.
static inline struct state game_essence(const struct variant *variant, const struct state *state)
{
    if (!variant->game->essence)
        return game_gist(variant, state);
    struct state essence = *state;
    variant->game->essence(&variant->rules, state_open(&essence));
    return essence;
}

static inline unsigned game_open_words(const struct game *game)
{
    unsigned bytes = game->open_size ? game->open_size : OPEN_SIZE;
    return (bytes + 7) / 8;
}

// The most moves that a game can take.
static inline unsigned game_bound(const struct variant *variant)
{
    return variant->game->bound(&variant->rules);
}

// The mover's offers, from the truth and from the mover's own view.
unsigned game_offers(const struct variant *variant, const struct state *state,
                     struct offer *offers);
unsigned view_offers(const struct variant *variant, const struct view *view, struct offer *offers);

// Is the mover about to hide something? Not when the game is over.
bool game_hides(const struct variant *variant, const struct state *state);
bool view_hides(const struct variant *variant, const struct view *view);

// May the viewer, whose turn it is, do this?
bool view_allows(const struct variant *variant, const struct view *view, struct move move);

// All legal moves in order: false when there are no more. Begin with a zeroed walk.
struct walk {
    struct offer offers[OFFERS_MAX];
    struct move move; // the current one
    unsigned count, next;
    bool begun;
};
bool view_walk(const struct variant *variant, const struct view *view, struct walk *walk);

// The cells that a move of the viewer, whose turn it is, acts on.
cells view_targets(const struct variant *variant, const struct view *view, struct move move);

// How many there are.
unsigned view_count(const struct variant *variant, const struct view *view);

// One of the mover's legal moves, each equally likely. This is the lottery of
// the seat *chance*, too.
struct move game_draw(const struct variant *variant, const struct state *state,
                      struct random *random);
struct move view_draw(const struct variant *variant, const struct view *view,
                      struct random *random);

// What others are told of an event.
struct event event_told(const struct game *game, const struct event *event, unsigned to);

// What turn.first (0) and the other seat (1) are called: "Trapper", or "first".
const char *game_role(const struct game *game, unsigned role);

// Does the game have hidden moves by players; is anything left to chance?
bool game_has_secrets(const struct game *game);
bool game_has_chance(const struct game *game);

// The board as a viewer knows it.
void view_board(const struct variant *variant, const struct view *view, struct board *board);

// The rule book with the options' values in it.
void game_print_rulebook(const struct variant *variant, struct text *out);

#endif
