// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/skill.h"

#include <math.h>

#include "bots/bots.h"

static bool choose(const struct variant *variant, const struct state *state, struct bot *bot,
                   const struct history *log, struct random *random, struct move *move,
                   struct text *why)
{
    unsigned mover = state_turn(state)->mover;
    if (mover == SEAT_CHANCE) {
        *move = game_draw(variant, state, random);
        return true;
    }
    struct view view = game_view(state, mover);
    struct history told = { .count = log->count };
    for (unsigned i = 0; i < told.count; i++)
        told.event[i] = event_told(variant->game, &log->event[i], mover);
    return bot_choose(bot, variant, &view, &told, random, move, why);
}

static bool play(const struct variant *variant, struct bot *const bots[SEATS],
                 struct random *random, unsigned *winner, struct text *why)
{
    struct state state = game_start(variant, SEAT_1);
    struct history log = { .count = 0 };
    while (!state_turn(&state)->winner) {
        struct event event = { .seat = state_turn(&state)->mover };
        if (!choose(variant, &state, bots[event.seat], &log, random, &event.move, why))
            return false;
        event.outcome = (uint8_t)game_apply(variant, &state, event.move);
        log.event[log.count++] = event;
    }
    *winner = state_turn(&state)->winner;
    return true;
}

bool skill_measure(const struct variant *variant, struct skill *skill, struct text *why)
{
    struct random random = random_seeded(1);
    struct bot *strong = bot_new("perfect", why), *weak = strong ? bot_new("random", why) : NULL;
    bool played = weak != NULL;
    skill->won = 0;
    for (unsigned i = 0; played && i < skill->games; i++) {
        unsigned seat = i % 2 ? SEAT_2 : SEAT_1, winner = SEAT_NOBODY;
        struct bot *bots[SEATS] = {
            [SEAT_1] = seat == SEAT_1 ? strong : weak, [SEAT_2] = seat == SEAT_1 ? weak : strong
        };
        played = play(variant, bots, &random, &winner, why);
        skill->won += winner == seat;
    }
    bot_free(strong);
    bot_free(weak);
    return played;
}

double skill_share(const struct skill *skill)
{
    return (double)skill->won / skill->games;
}

double skill_error(const struct skill *skill)
{
    double share = skill_share(skill);
    return sqrt(share * (1 - share) / skill->games);
}
