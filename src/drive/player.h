// SPDX-License-Identifier: GPL-3.0-or-later
// Who decides for a seat that no person has: one of our own players, or a program.
#ifndef DRIVE_PLAYER_H
#define DRIVE_PLAYER_H

#include "bots/bots.h"
#include "drive/program.h"

struct player;

// What all computer players of the program may use from now on; bot_usual at first.
void player_use(const struct bot_means *means);
const struct bot_means *player_means(void);

// Is this a player's name: a level, "random", or "program:COMMAND"? Else says what is.
bool player_check(const char *who, struct text *why);

struct player_setup {
    const char *who;
    uint64_t key;                                 // all random numbers of ours come from it
    struct program_setup program;                 // but for its command
    bool (*go_on)(void *context, uint64_t nodes); // of one of our own: see bots/means.h; or NULL
    void *context;
};

// NULL, with a sentence.
struct player *player_new(const struct player_setup *setup, struct text *why);
void player_free(struct player *player);

// As good as new, with another key: has no opinions yet, but remembers what it found out
// about rules. False for programs, which have to be started anew.
bool player_renew(struct player *player, uint64_t key);

// What is to be known of how well it plays, in words: see bot_promise(). False without memory.
bool player_promise(struct player *player, const struct variant *variant, unsigned first,
                    unsigned seat, struct text *out);

// What a program is told to draw its random numbers from at the next table; NULL: nothing.
void player_noise(struct player *player, const char *noise);

// Takes a seat, at this table and any number of later ones.
void player_sit(struct player *player, const struct table *table, unsigned seat, int64_t now);

// What has happened, for those who want to be told.
void player_tell(struct player *player, const struct table *table, int64_t now);

// On its turn: what it does. False, with a sentence, when there is no memory.
bool player_decide(struct player *player, const struct table *table, int64_t now, struct act *act,
                   struct text *why);

// A program that has failed forfeits, even on the opponent's turn.
bool player_failed(const struct player *player, struct act *act);
const char *player_trouble(const struct player *player);

// Of a program: see program_offence() and program_name(). "" for ours.
const char *player_offence(const struct player *player);
const char *player_name(const struct player *player);

// A program that failed before it ever answered a hello: what is wrong, with the end of what it
// wrote to standard error. Nothing that such a one does is a result.
bool player_never_began(const struct player *player, struct text *why);

#endif
