// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/bots.h"

#include "bots/habits.h"
#include "bots/perfect.h"
#include "bots/plans.h"
#include "core/memory.h"
#include "solve/solve.h"

enum level { RANDOM, EASY, MEDIUM, HARD, PERFECT, LEVELS };

static const char *const names[LEVELS] = {
#define NAME(level) #level,
    "random", BOT_LEVELS(NAME)
};

// Of one who must play by habit, since the rules are too large to be solved.
static const struct habits habits = { .turns = 4, .opinion = 0.02, .pictures = 100 };

// How often a player below the perfect one has its wits about it, at each decision; else it
// moves at random. Chosen so that on the rating scale the levels stand apart; a single lapse
// costs more where nothing is left to chance.
static const double presence[][LEVELS] = {
    [CLAIM_OPEN] = { [EASY] = 0.42, [MEDIUM] = 0.70, [HARD] = 0.88 },
    [CLAIM_CHANCE] = { [EASY] = 0.28, [MEDIUM] = 0.53, [HARD] = 0.77 },
    [CLAIM_SECRETS] = { [EASY] = 0.25, [MEDIUM] = 0.48, [HARD] = 0.72 },
};

const struct bot_means bot_usual = { .memory = 512 << 20, .seconds = 2 };

struct bot {
    enum level level;
    struct bot_means means;
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

struct bot *bot_new(const char *who, const struct bot_means *means, struct text *why)
{
    enum level level = find_level(who);
    if (level == LEVELS) {
        text_add(why,
                 "There is no computer player '%.40s'. Possible: random, computer, easy, medium, "
                 "hard, or perfect.",
                 who);
        for (unsigned i = 0; i < LEVELS; i++)
            if (text_is_near(names[i], who))
                text_add(why, " Did you mean %s?", names[i]);
        return NULL;
    }
    struct bot *bot = mem_new(sizeof *bot);
    if (!bot)
        text_add(why, "There is not enough memory for a computer player.");
    else
        *bot = (struct bot){ .level = level, .means = *means };
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

// In ten thousandths.
static unsigned rounded(const mpq_t chance, bool up)
{
    mpz_t whole;
    mpz_init(whole);
    mpz_mul_ui(whole, mpq_numref(chance), 10000);
    (up ? mpz_cdiv_q : mpz_fdiv_q)(whole, whole, mpq_denref(chance));
    unsigned found = (unsigned)mpz_get_ui(whole);
    mpz_clear(whole);
    return found;
}

// Its chance at least, and what the other's strategy leaves to anybody in its place: rounded
// so that both stay true.
static void add_guarantee(const struct plan *plan, unsigned seat, struct text *out)
{
    unsigned lo = rounded(plan->claim.lo, false), hi = rounded(plan->claim.hi, true);
    unsigned least = seat == SEAT_1 ? lo : 10000 - hi, most = seat == SEAT_1 ? hi : 10000 - lo;
    text_add(out, "perfect, %s %.4f of %.4f", plan->proved ? "at least" : "about", least / 1e4,
             most / 1e4);
}

// Why it plays by habit.
static const char *const reasons[] = {
    [SOLVE_STOP_ASKED] = "these rules are too big to solve in the time it has",
    [SOLVE_STOP_MEMORY] = "there is not enough memory to solve these rules",
    [SOLVE_STOP_LARGE] = "these rules are too big to solve",
    [SOLVE_STOP_METHOD] = "this game cannot be solved",
    [SOLVE_STOP_NO_LP] = "these rules are not solved here",
    [SOLVE_STOP_LP_DIED] = "causeway-lp, which solves linear programs, ended",
};

bool bot_promise(struct bot *bot, const struct variant *variant, unsigned first, unsigned seat,
                 struct text *out)
{
    const struct plan *plan = NULL;
    enum solve_stop stop;
    if (bot->level != PERFECT || claim_class(variant->game) != CLAIM_SECRETS)
        return true;
    if (!bot->perfect)
        bot->perfect = perfect_new(&bot->means, out);
    if (!bot->perfect)
        return false;
    if (perfect_is_exact(bot->perfect, variant, first, &plan, &stop))
        return true;
    if (plan)
        add_guarantee(plan, seat, out);
    else
        text_add(out, "not perfect here: %s", reasons[stop]);
    return true;
}

// As well as can be, where the moves can be rated; else by habit.
static bool choose_perfectly(struct bot *bot, const struct variant *variant,
                             const struct view *view, const struct history *history,
                             struct random *random, struct move *move, struct text *why)
{
    if (!bot->perfect)
        bot->perfect = perfect_new(&bot->means, why);
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
    double present = presence[claim_class(variant->game)][bot->level];
    if (bot->level == PERFECT ||
        (present > 0 && (double)random_below(random, 1000) < 1000 * present))
        return choose_perfectly(bot, variant, view, history, random, move, why);
    *move = view_draw(variant, view, random);
    return true;
}
