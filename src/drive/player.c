// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/player.h"

#include <string.h>

#include "core/memory.h"

struct player {
    struct bot *bot; // or
    struct program *program;
    uint8_t seat;
    struct random random;
};

static const struct bot_means *used = &bot_usual;

void player_use(const struct bot_means *means)
{
    used = means;
}

const struct bot_means *player_means(void)
{
    return used;
}

static const char prefix[] = "program:";

static const char *command_of(const char *who)
{
    return text_begins(who, prefix) ? who + strlen(prefix) : NULL;
}

bool player_check(const char *who, struct text *why)
{
    const char *command = command_of(who);
    if (command && !*command)
        text_add(why, "'%s' names no program: write program:COMMAND.", who);
    if (command && strlen(who) >= LOG_PLAYER)
        text_add(why, "'%.40s...' is too long: a player has up to %d bytes.", who, LOG_PLAYER - 1);
    if (command)
        return *command && strlen(who) < LOG_PLAYER;
    struct bot *bot = bot_new(who, used, why);
    bot_free(bot);
    return bot;
}

struct player *player_new(const struct player_setup *setup, struct text *why)
{
    struct program_setup program = setup->program;
    struct player *player = mem_for("a player", sizeof *player, why);
    if (!player)
        return NULL;
    struct bot_means means = *used;
    means.go_on = setup->go_on;
    means.context = setup->context;
    player->random = random_seeded(setup->key);
    program.command = command_of(setup->who);
    if (program.command)
        player->program = program_new(&program, why);
    else
        player->bot = bot_new(setup->who, &means, why);
    if (player->program || player->bot)
        return player;
    mem_free(player);
    return NULL;
}

bool player_renew(struct player *player, uint64_t key)
{
    if (!player->bot)
        return false;
    bot_renew(player->bot);
    player->random = random_seeded(key);
    return true;
}

void player_free(struct player *player)
{
    if (!player)
        return;
    program_free(player->program);
    bot_free(player->bot);
    mem_free(player);
}

bool player_promise(struct player *player, const struct variant *variant, unsigned first,
                    unsigned seat, struct text *out)
{
    return !player->bot || bot_promise(player->bot, variant, first, seat, out);
}

void player_noise(struct player *player, const char *noise)
{
    if (player->program)
        program_noise(player->program, noise);
}

void player_sit(struct player *player, const struct table *table, unsigned seat, int64_t now)
{
    player->seat = (uint8_t)seat;
    if (player->program)
        program_sit(player->program, table, seat, now);
}

void player_tell(struct player *player, const struct table *table, int64_t now)
{
    if (player->program)
        program_tell(player->program, table, now);
}

bool player_decide(struct player *player, const struct table *table, int64_t now, struct act *act,
                   struct text *why)
{
    if (player->program) {
        *act = program_decide(player->program, table, now);
        return true;
    }
    struct view view = table_view(table, player->seat);
    struct history history;
    table_history(table, player->seat, &history);
    *act = (struct act){ .kind = ACT_MOVE, .seat = player->seat };
    return bot_choose(player->bot, &table_setup(table)->header.variant, &view, &history,
                      &player->random, &act->move, why);
}

bool player_failed(const struct player *player, struct act *act)
{
    return player->program && program_failed(player->program, act);
}

bool player_never_began(const struct player *player, struct text *why)
{
    if (!player->program || program_has_begun(player->program))
        return false;
    text_add(why, "%s", program_trouble(player->program));
    program_last_words(player->program, why);
    return true;
}

const char *player_offence(const struct player *player)
{
    return player->program ? program_offence(player->program) : "";
}

const char *player_name(const struct player *player)
{
    return player->program ? program_name(player->program) : "";
}

const char *player_trouble(const struct player *player)
{
    return player->program ? program_trouble(player->program) : "";
}
