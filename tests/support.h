// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests share: cmocka, and a walk over all games and rules.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/check.h"
#include "games/games.h"
#include "match/match.h"
#include "match/truth.h"

// A game that gives secrets away in one of several ways; see leaky_game.c.
enum leak { LEAK_NONE, LEAK_OPEN, LEAK_SECRET, LEAK_TURN, LEAK_WORDS, LEAK_BOARD, LEAKS };
extern const struct game game_leaky;
extern enum leak leaky_game_leak;

// A text buffer that lasts until the fourth call after it.
struct text support_text(void);

// Rules of any kind that make a game.
struct variant support_draw(const struct game *game, struct random *random);

// Calls for every game: with the rules of the book, those of the preset `fair`,
// and so many drawn ones.
typedef void support_check(const struct variant *variant, struct random *random);
void support_each(unsigned drawn, support_check *check);

// The rules that a text stands for, which must be sound.
struct variant support_variant(const struct game *game, const char *from);

// Plays a move given as text, for whoever is the mover; the match must accept it.
struct event support_play(struct match *match, const char *move);

// False if it is refused; then nothing has changed.
bool support_try(struct match *match, const char *move);

// The seed of what is drawn at random: CAUSEWAY_SEED, or else this. It is printed.
uint64_t support_seed(uint64_t usual);

// Plays on at random until the end.
void support_finish(struct match *match, struct random *random);

// The certificate of a variant, to be freed, and what the check says to one.
char *support_certificate(const struct game *game, const char *rules, unsigned first, size_t *size);
enum check_verdict support_verdict(const char *certificate, size_t size, struct text *words);

// For finding what is left open or running: the entries of a directory, as of
// /proc/self/fd, and this process's children.
unsigned support_entries(const char *path);
unsigned support_children(void);

// In the torture build lets each allocation of a solution fail in turn, which must end with a
// sentence; elsewhere nothing fails.
void support_solve_without_memory(const struct game *game, const char *rules);

// What the game says to a refused move.
const char *support_refusal(const struct match *match, const char *move);

#endif
