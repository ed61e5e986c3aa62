// SPDX-License-Identifier: GPL-3.0-or-later
// The pairings of a tournament, as a value: every pair of games follows from it and
// from the pair's number. A pair is the same deal twice, with the seats exchanged.
#ifndef CONTEST_SCHEDULE_H
#define CONTEST_SCHEDULE_H

#include <stdint.h>

#include "analysis/ratings.h"
#include "core/variant.h"

enum { SCHEDULE_PLAYER = 129, SCHEDULE_NAME = 27, SCHEDULE_PAIRS_MAX = 1000000 };

struct schedule {
    char player[RATINGS_PLAYERS][SCHEDULE_PLAYER]; // as in --p1
    char name[RATINGS_PLAYERS][SCHEDULE_NAME];     // what somebody calls it; "": nobody does
    unsigned players;
    struct variant field[RATINGS_FIELDS];
    unsigned fields;
    unsigned pairs; // for each two players and field
    bool gauntlet;  // player 0 meets everybody, and nobody meets anybody else
    uint64_t seed;
    unsigned openings; // plies that both games of a pair begin with, drawn from the seed
    uint64_t noise;    // what programs may draw their random numbers from: schedule_noise()
};

struct schedule_pair {
    unsigned player[2]; // the first of these has seat 1 in the pair's first game
    unsigned field;
    uint64_t deal;   // seed of what chance does, in both games
    uint64_t key[2]; // seeds of the two players, who are new in every pair
};

// Players separated by commas, `\,` being a comma of a player's own; adds them. One may have a
// name: "Ferris=program:./ferris". False, with a sentence, if one is empty or too long, or if
// there are too many.
bool schedule_add_players(struct schedule *schedule, const char *from, struct text *why);

// A player as it is typed, without escaping commas; and adds one.
void schedule_print_player(const struct schedule *schedule, unsigned player, struct text *out);
bool schedule_add_player(struct schedule *schedule, const char *from, struct text *why);

// Takes out the gauntlet's player.
void schedule_drop_twins(struct schedule *schedule);

// How many pairs in all; and one of them. Everybody meets everybody in every field once
// before anybody meets again, so that a tournament that was cut short is an even one,
// and more pairs only come at the end.
unsigned schedule_count(const struct schedule *schedule);
struct schedule_pair schedule_pair(const struct schedule *schedule, unsigned index);

// How many pairs of the same meeting and field come before it; and what its opening is drawn
// from, by that number.
unsigned schedule_round(const struct schedule *schedule, unsigned index);

// Back: the number of the pair with that many of the same meeting and field before it. Not of a
// gauntlet; low < high.
unsigned schedule_index(const struct schedule *schedule, unsigned round, unsigned field,
                        unsigned low, unsigned high);
uint64_t schedule_opening_seed(const struct schedule *schedule, unsigned field, unsigned number);

// Random numbers for a program, as 16 hexadecimal digits: a hash of the tournament's noise, the
// pair and the seat, which everybody may know. The seed has no part in it: it deals.
enum { SCHEDULE_NOISE = 17 };
void schedule_noise(const struct schedule *schedule, unsigned index, unsigned seat,
                    char noise[SCHEDULE_NOISE]);

// Is this player a program, rather than one of ours?
bool schedule_is_program(const struct schedule *schedule, unsigned player);

// What a player is called in a table, in at most SCHEDULE_LABEL - 1 characters: without
// "program:", and with a number where it takes part twice.
enum { SCHEDULE_LABEL = 33 };
void schedule_label(const struct schedule *schedule, unsigned player, char label[SCHEDULE_LABEL]);

// What a field is called: the game, and its rules if there are several of the game.
void schedule_print_field(const struct schedule *schedule, unsigned field, struct text *out);

#endif
