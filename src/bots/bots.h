// SPDX-License-Identifier: GPL-3.0-or-later
// Computer players. They see views, never the match.
#ifndef BOTS_BOTS_H
#define BOTS_BOTS_H

#include "bots/means.h"

struct bot;

// The levels of computer players, from the weakest to the strongest. Below them all is
// `random`.
#define BOT_LEVELS(EACH) EACH(easy) EACH(medium) EACH(hard) EACH(perfect)

extern const struct bot_means bot_usual; // of a desktop computer, with nothing to share

// A player by its name: `random`, or a level `easy`, `medium`, `hard` or
// `perfect`, also written `computer:easy` and so on; `computer` is the perfect
// one. The means are copied. NULL, with a sentence, when there is no such player or no memory.
// Free with bot_free().
struct bot *bot_new(const char *who, const struct bot_means *means, struct text *why);
void bot_free(struct bot *bot);

// Another player of the same level, with opinions of its own, who remembers what this one
// found out about rules.
void bot_renew(struct bot *bot);

// What is to be known of a player of these rules in this seat, in words: "perfect, at least
// 0.2846 of 0.3066". Nothing where it is as good as its level says. False without memory.
bool bot_promise(struct bot *bot, const struct variant *variant, unsigned first, unsigned seat,
                 struct text *out);

// The names that bot_new() knows, by number; NULL after the last.
const char *bot_name(unsigned i);

// The move of the viewer, whose turn it must be and who was told `history`; that may be
// NULL where players hide nothing from each other. A bot may play any number of games, and
// remembers what it found out about the last one's rules. False, with a sentence, when
// there is no memory.
bool bot_choose(struct bot *bot, const struct variant *variant, const struct view *view,
                const struct history *history, struct random *random, struct move *move,
                struct text *why);

#endif
