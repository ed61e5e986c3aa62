// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/bots.h"

#include "bots/habits.h"
#include "bots/perfect.h"
#include "core/memory.h"

enum level { RANDOM, EASY, MEDIUM, HARD, PERFECT, LEVELS };

static const char *const names[LEVELS] = {
#define NAME(level) #level,
    "random", BOT_LEVELS(NAME)
};

// What is not listed here is not played by habit.
static const struct habits habits[LEVELS] = {
    [EASY] = { .turns = 1, .opinion = 0.12, .caution = 0.3, .pictures = 8, .ideas = 1 },
    [MEDIUM] = { .turns = 2, .opinion = 0.06, .caution = 0.7, .pictures = 24, .ideas = 4 },
    [HARD] = { .turns = 4, .opinion = 0.02, .caution = 1, .pictures = 100, .ideas = 64 },
};

struct bot {
    enum level level;
    uint64_t taste;          // of a player by habit, from its first move on
    struct perfect *perfect; // of the perfect player, once it has played
};

static enum level find_level(const char *who)
{
    static const char prefix[] = "computer";
    if (text_same(who, prefix))
        return PERFECT;
    bool computer = text_begins(who, prefix) && who[sizeof prefix - 1] == ':';
    const char *name = computer ? who + sizeof prefix : who;
    unsigned level = computer ? EASY : RANDOM;
    while (level < LEVELS && !text_same(name, names[level]))
        level++;
    return level;
}

const char *bot_name(unsigned i)
{
    return i < LEVELS ? names[i] : NULL;
}

struct bot *bot_new(const char *who, struct text *why)
{
    enum level level = find_level(who);
    if (level == LEVELS) {
        text_add(why,
                 "There is no computer player '%.40s'. Possible: random, computer, easy, medium, "
                 "hard, or perfect.",
                 who);
        return NULL;
    }
    struct bot *bot = mem_new(sizeof *bot);
    if (!bot)
        text_add(why, "There is not enough memory for a computer player.");
    else
        *bot = (struct bot){ .level = level };
    return bot;
}

void bot_renew(struct bot *bot)
{
    bot->taste = 0;
}

void bot_free(struct bot *bot)
{
    if (!bot)
        return;
    perfect_free(bot->perfect);
    mem_free(bot);
}

// The perfect player where the moves can be rated; one with the best habits where
// they cannot.
static bool choose_perfectly(struct bot *bot, const struct variant *variant,
                             const struct view *view, const struct history *history,
                             struct random *random, struct move *move, struct text *why)
{
    if (!bot->perfect)
        bot->perfect = perfect_new(why);
    if (!bot->perfect)
        return false;
    if (!perfect_choose(bot->perfect, variant, view, history, random, move))
        *move = habits_choose(&habits[HARD], variant, view, bot->taste, random);
    return true;
}

bool bot_choose(struct bot *bot, const struct variant *variant, const struct view *view,
                const struct history *history, struct random *random, struct move *move,
                struct text *why)
{
    while (!bot->taste)
        bot->taste = random->draw(random);
    if (bot->level == PERFECT)
        return choose_perfectly(bot, variant, view, history, random, move, why);
    if (bot->level == RANDOM)
        *move = view_draw(variant, view, random);
    else
        *move = habits_choose(&habits[bot->level], variant, view, bot->taste, random);
    return true;
}
