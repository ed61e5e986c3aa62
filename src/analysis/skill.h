// SPDX-License-Identifier: GPL-3.0-or-later
// How far skill carries in a variant: how often the strongest computer player wins against
// one that moves at random. Played, and so an estimate; the same seed plays the same games.
#ifndef ANALYSIS_SKILL_H
#define ANALYSIS_SKILL_H

#include "core/game.h"

enum { SKILL_GAMES_MAX = 100000 };

struct skill {
    unsigned won, games; // no games: it was not asked for
};

// Plays skill->games, half of them with the seats exchanged. False, with a sentence, when a
// player cannot choose.
bool skill_measure(const struct variant *variant, struct skill *skill, struct text *why);

// The share of games that were won, and its standard error.
double skill_share(const struct skill *skill);
double skill_error(const struct skill *skill);

#endif
