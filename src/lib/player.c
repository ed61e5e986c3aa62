// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/bots.h"
#include "bots/proved.h"
#include "core/memory.h"
#include "lib/lib.h"
#include "lib/strategies.h"

static bool find_none(const struct variant *variant, unsigned first, struct claim *claim)
{
    (void)variant, (void)first, (void)claim;
    return false;
}

static bool check_only(const struct claim *claim)
{
    return proved_check(claim, bot_usual.memory);
}

static const struct bot_library checked = { .find = find_none, .keep = check_only };
const struct bot_library *const lib_strategies = &checked;

struct cw_player {
    struct bot *bot;
    struct random random;
};

cw_player *cw_player_new(const char *level, uint64_t seed, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    cw_player *player = lib_new(sizeof *player, error);
    if (!player)
        return NULL;
    player->bot = bot_new(level, &bot_usual, &why);
    player->random = random_seeded(seed);
    if (player->bot)
        return player;
    mem_free(player);
    return lib_fail(error, "%s", why.at);
}

void cw_player_free(cw_player *player)
{
    if (player)
        bot_free(player->bot);
    mem_free(player);
}

bool cw_player_move(cw_player *player, const cw_position *position, cw_move *move, char **error)
{
    const struct match *match = lib_match(position);
    struct text why = TEXT_OF(TEXT_MAX);
    struct history history;
    struct move chosen;
    const unsigned mover = match_turn(match)->mover;
    if (match_over(match) || mover == SEAT_CHANCE) {
        lib_fail(error, match_over(match) ? "The game is over." : "Chance decides here.");
        return false;
    }
    const struct view view = match_view(match, mover);
    match_history(match, mover, &history);
    if (!bot_choose(player->bot, match_variant(match), &view, &history, &player->random, &chosen,
                    &why)) {
        lib_fail(error, "%s", why.at);
        return false;
    }
    *move = lib_public_move(chosen);
    return true;
}
