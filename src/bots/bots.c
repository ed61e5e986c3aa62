// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/bots.h"

#include "bots/habits.h"
#include "bots/perfect.h"
#include "core/memory.h"
#include "solve/solve.h"

enum level { RANDOM, EASY, MEDIUM, HARD, PERFECT, LEVELS };

static const char *const names[LEVELS] = {
#define NAME(level) #level,
    "random", BOT_LEVELS(NAME)
};

// Of one who must play by habit, since the rules are too large to be solved.
static const struct habits habits = {
    .turns = 4, .opinion = 0.02, .caution = 1, .pictures = 100, .ideas = 64
};

// How often a player below the perfect one has its wits about it, at each decision; else it
// moves at random. Chosen so that on the rating scale the levels stand apart; a single lapse
// costs more where nothing is left to chance.
static const double presence[][LEVELS] = {
    [SOLVE_OPEN] = { [EASY] = 0.42, [MEDIUM] = 0.70, [HARD] = 0.88 },
    [SOLVE_CHANCE] = { [EASY] = 0.28, [MEDIUM] = 0.53, [HARD] = 0.77 },
    [SOLVE_SECRETS] = { [EASY] = 0.25, [MEDIUM] = 0.48, [HARD] = 0.72 },
};

struct bot {
    enum level level;
    uint64_t taste;          // by habit, from its first move on
    struct perfect *perfect; // once it has had its wits about it
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

// As well as can be, where the moves can be rated; else by habit.
static bool choose_perfectly(struct bot *bot, const struct variant *variant,
                             const struct view *view, const struct history *history,
                             struct random *random, struct move *move, struct text *why)
{
    if (!bot->perfect)
        bot->perfect = perfect_new(why);
    if (!bot->perfect)
        return false;
    if (!perfect_choose(bot->perfect, variant, view, history, random, move))
        *move = habits_choose(&habits, variant, view, bot->taste, random);
    return true;
}

bool bot_choose(struct bot *bot, const struct variant *variant, const struct view *view,
                const struct history *history, struct random *random, struct move *move,
                struct text *why)
{
    while (!bot->taste)
        bot->taste = random->draw(random);
    double present = presence[solve_class(variant->game)][bot->level];
    if (bot->level == PERFECT ||
        (present > 0 && (double)random_below(random, 1000) < 1000 * present))
        return choose_perfectly(bot, variant, view, history, random, move, why);
    *move = view_draw(variant, view, random);
    return true;
}
