// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/bots.h"

#include "core/memory.h"

struct bot {
    unsigned level;
};

enum { RANDOM, LEVELS };

static const char *const names[LEVELS] = { [RANDOM] = "random" };

const char *bot_name(unsigned i)
{
    return i < LEVELS ? names[i] : NULL;
}

struct bot *bot_new(const char *who, struct text *why)
{
    unsigned level = 0;
    while (level < LEVELS && !text_same(who, names[level]))
        level++;
    if (level == LEVELS) {
        text_add(why, "There is no computer player '%.40s'. Possible: random.", who);
        return NULL;
    }
    struct bot *bot = mem_new(sizeof *bot);
    if (!bot)
        text_add(why, "There is not enough memory for a computer player.");
    else
        *bot = (struct bot){ .level = level };
    return bot;
}

void bot_free(struct bot *bot)
{
    mem_free(bot);
}

bool bot_choose(struct bot *bot, const struct game *game, const struct rules *rules,
                const struct view *view, struct random *random, struct move *move, struct text *why)
{
    (void)bot, (void)why;
    *move = view_draw(game, rules, view, random);
    return true;
}
