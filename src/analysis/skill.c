// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/skill.h"

#include <math.h>

#include "bots/bots.h"
#include "match/match.h"

static bool play(const struct variant *variant, struct bot *const bots[SEATS],
                 struct random *random, unsigned *winner, struct text *why)
{
    struct match_room room;
    struct match *match = match_in(&room);
    match_start(match, variant, SEAT_1);
    match_deal(match, random);
    while (!match_over(match)) {
        struct view view = match_view(match, match_turn(match)->mover);
        struct history told;
        struct move move;
        struct event event;
        match_history(match, view.seat, &told);
        if (!bot_choose(bots[view.seat], variant, &view, &told, random, &move, why))
            return false;
        bool legal = match_play(match, view.seat, move, &event);
        assert(legal);
    }
    *winner = match_turn(match)->winner;
    return true;
}

bool skill_measure(const struct variant *variant, struct skill *skill, struct text *why)
{
    struct random random = random_seeded(1);
    struct bot *strong = bot_new("perfect", &bot_usual, why),
               *weak = strong ? bot_new("random", &bot_usual, why) : NULL;
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
