// SPDX-License-Identifier: GPL-3.0-or-later
// The player who gives nothing away: of the moves that keep the exact value the
// quickest win, or, when lost, the longest and hardest defence.
#ifndef BOTS_PERFECT_H
#define BOTS_PERFECT_H

#include "bots/plans.h"

struct perfect;

// The means are copied; without knowledge to share it has its own. NULL, with a sentence, when
// there is no memory.
struct perfect *perfect_new(const struct bot_means *means, struct text *why);
void perfect_free(struct perfect *perfect);

// Does it give nothing away under these rules? Else: the strategies that it plays by, or NULL
// where it has none, and why. For games with secrets.
bool perfect_is_exact(struct perfect *perfect, const struct variant *variant, unsigned first,
                      const struct plan **plan, enum solve_stop *stop);

// False when the moves cannot be rated.
bool perfect_choose(struct perfect *perfect, const struct variant *variant, const struct view *view,
                    const struct history *history, struct random *random, struct move *move);

#endif
