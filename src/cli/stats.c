// SPDX-License-Identifier: GPL-3.0-or-later
// causeway stats
#include <jansson.h>
#include <stdio.h>

#include "core/memory.h"
#include "cli/commands.h"
#include "ui/achievements.h"
#include "ui/saved.h"
#include "record/name.h"
#include "report/scores.h"
#include "store/stats.h"

enum { WIDTH = 79 };

static json_t *score_object(const char *key, const char *label, const struct stats_score *score)
{
    return json_pack("{s:s,s:i,s:i,s:i}", key, label, "played", (int)score->played, "won",
                     (int)score->won, "lost", (int)(score->played - score->won));
}

// For everybody together as many rounds are won as lost, so only their number is told.
static json_t *game_object(const struct game *game, const struct stats_tally *tally,
                           bool one_player)
{
    json_t *object = one_player ? score_object("game", game->slug, &tally->all)
                                : json_pack("{s:s,s:i}", "game", game->slug, "games",
                                            (int)(tally->all.played / 2));
    json_t *roles = json_array();
    for (unsigned role = 0; role < 2; role++)
        json_array_append_new(roles,
                              score_object("role", game_role(game, role), &tally->role[role]));
    json_object_set_new(object, "average_moves", json_real(scores_average(tally)));
    json_object_set_new(object, "roles", roles);
    return object;
}

static json_t *stats_object(const struct stats *stats, bool one_player)
{
    json_t *by_game = json_array(), *by_seat = json_array();
    for (unsigned i = 0; games[i]; i++)
        if (stats->game[i].all.played)
            json_array_append_new(by_game, game_object(games[i], &stats->game[i], one_player));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        json_array_append_new(by_seat,
                              score_object("seat", seat_name(seat), &stats->total.seat[seat]));
    return json_pack("{s:f,s:o,s:o}", "average_moves", scores_average(&stats->total), "by_game",
                     by_game, "by_seat", by_seat);
}

static void dump(json_t *object)
{
    json_object_set_new(object, "format", json_integer(OUTPUT_FORMAT));
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(object);
}

static json_t *level_object(unsigned number, const struct own_level *level)
{
    json_t *object = score_object("level", levels_name(number), &level->alone);
    json_object_set_new(object, "won_in_a_row", json_integer(level->streak.won));
    json_object_set_new(object, "lost_in_a_row", json_integer(level->streak.lost));
    json_object_set_new(object, "most_won_in_a_row", json_integer(level->streak.longest));
    json_object_set_new(
        object, "helped",
        json_pack("{s:i,s:i}", "played", (int)level->helped.played, "won", (int)level->helped.won));
    return object;
}

static json_t *rating_object(const struct own_rating *rating)
{
    struct text rules = TEXT_OF(256);
    json_t *levels = json_object();
    variant_print(&rating->levels.variant, &rules);
    for (unsigned i = 0; i < LEVELS; i++)
        json_object_set_new(levels, levels_name(i), json_real(rating->levels.elo[i]));
    return json_pack("{s:s,s:s,s:i,s:f,s:f,s:f,s:o}", "game", rating->levels.variant.game->slug,
                     "rules", rules.at, "games", (int)rating->games, "rating", rating->value.elo,
                     "lo", rating->value.lo, "hi", rating->value.hi, "levels", levels);
}

static void add_own(json_t *object, const struct own *own)
{
    json_t *against = json_array(), *ratings = json_array();
    for (unsigned i = 0; i < LEVELS; i++)
        json_array_append_new(against, level_object(i, &own->level[i]));
    for (unsigned i = 0; games[i]; i++)
        if (own->rating[i].games)
            json_array_append_new(ratings, rating_object(&own->rating[i]));
    json_object_set_new(object, "against", against);
    json_object_set_new(object, "ratings", ratings);
}

static void dump_player(const char *player, const struct stats *stats, const struct own *own)
{
    json_t *object = score_object("player", player, &stats->total.all);
    json_object_set_new(object, "won_in_a_row", json_integer(stats->streak.won));
    json_object_set_new(object, "lost_in_a_row", json_integer(stats->streak.lost));
    json_object_set_new(object, "most_won_in_a_row", json_integer(stats->streak.longest));
    add_own(object, own);
    json_object_update_new(object, stats_object(stats, true));
    dump(object);
}

static void dump_everybody(const struct stats *stats, const struct stats_ranking *ranking)
{
    json_t *players = json_array();
    for (unsigned i = 0; i < ranking->count; i++)
        json_array_append_new(players,
                              score_object("player", ranking->all[i].name, &ranking->all[i].score));
    json_t *object =
        json_pack("{s:i,s:o}", "games", (int)(stats->total.all.played / 2), "players", players);
    json_object_update_new(object, stats_object(stats, false));
    dump(object);
}

static bool tell_player(struct store *store, const char *player, bool json, struct text *why)
{
    struct stats stats;
    static struct own own;
    if (!stats_collect(store, games, player, &stats, why) ||
        !own_collect(store, games, player, &own, why))
        return false;
    if (stats.total.all.played == 0) {
        text_add(why, "%s'%.40s' has not finished a game.", why->length ? " " : "", player);
        return false;
    }
    if (json)
        dump_player(player, &stats, &own);
    else
        scores_print_player(stdout, WIDTH, player, &stats, &own);
    return true;
}

// They are not of a game, and so only of the player here.
static void tell_puzzles(void)
{
    struct text text = TEXT_OF(TEXT_MAX);
    achievements_tell_puzzles(&text);
    printf("%s%s", text.length ? "\n" : "", text.at);
}

static bool tell_everybody(struct store *store, bool json, struct text *why)
{
    struct stats stats;
    struct stats_ranking ranking = { 0 };
    bool good = stats_collect(store, games, NULL, &stats, why) &&
                stats_rank(store, json ? UINT32_MAX : SCORES_SHOWN, &ranking, why);
    if (good && json)
        dump_everybody(&stats, &ranking);
    else if (good && stats.total.all.played)
        scores_print_everybody(stdout, WIDTH, &stats, &ranking);
    else if (good)
        puts("No game has been finished yet.");
    if (good && !json)
        tell_puzzles();
    mem_free(ranking.all);
    return good;
}

int command_stats(const struct cli_invocation *invocation, struct text *why)
{
    bool json = cli_value(invocation, OPTION_JSON) != NULL;
    struct store *store = saved_open(STORE_READ, why);
    char player[NAME_TYPED] = "";
    if (invocation->operand_count > 0)
        snprintf(player, sizeof player, "%s", invocation->operand[0]);
    name_normalise(player, sizeof player);
    bool good = store && (invocation->operand_count > 0 ? tell_player(store, player, json, why)
                                                        : tell_everybody(store, json, why));
    store_close(store);
    return command_end_list(good, why);
}
