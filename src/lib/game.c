// SPDX-License-Identifier: GPL-3.0-or-later
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "games/games.h"
#include "lib/lib.h"

char *lib_string(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = mem_new(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void *lib_fail(char **error, const char *format, ...)
{
    char sentence[TEXT_MAX];
    va_list arguments;
    if (!error)
        return NULL;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    *error = lib_string(sentence);
    return NULL;
}

void *lib_new(size_t size, char **error)
{
    void *block = mem_new(size);
    return block ? memset(block, 0, size) : lib_fail(error, "There is not enough memory.");
}

bool lib_move_is_valid(const struct game *game, cw_move move)
{
    for (uint32_t verb = 0; game->verbs[verb].name; verb++)
        if (verb == move.verb)
            return move.zero == 0;
    return false;
}

bool lib_is_player(int seat, char **error)
{
    if (seat == CW_SEAT_1 || seat == CW_SEAT_2)
        return true;
    lib_fail(error, "%d is not a player's seat: 1 or 2.", seat);
    return false;
}

const char *cw_version(void)
{
    return CAUSEWAY_VERSION;
}

void cw_free(void *string)
{
    mem_free(string);
}

size_t cw_game_count(void)
{
    return games_count();
}

const cw_game *cw_game_at(size_t i)
{
    return i < games_count() ? (const cw_game *)(const void *)games[i] : NULL;
}

const cw_game *cw_game_find(const char *name, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = games_find(name, &why);
    return game ? (const cw_game *)(const void *)game : lib_fail(error, "%s", why.at);
}

const char *cw_game_slug(const cw_game *game)
{
    return lib_game(game)->slug;
}

const char *cw_game_title(const cw_game *game)
{
    return lib_game(game)->title;
}

cw_variant *cw_variant_new(const cw_game *game, const char *rules, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant parsed = variant_book(lib_game(game));
    if (rules && *rules && !variant_parse(lib_game(game), rules, &parsed, &why))
        return lib_fail(error, "%s", why.at);
    cw_variant *variant = lib_new(sizeof *variant, error);
    if (variant)
        variant->variant = parsed;
    return variant;
}

const cw_game *cw_variant_game(const cw_variant *variant)
{
    return (const cw_game *)(const void *)variant->variant.game;
}

char *cw_variant_rules(const cw_variant *variant)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    variant_print(&variant->variant, &rules);
    return lib_string(rules.at);
}

void cw_variant_free(cw_variant *variant)
{
    mem_free(variant);
}

static json_t *option_json(const struct rules_option *option)
{
    struct text usual = TEXT_OF(64);
    rules_print_value(option, option->usual, &usual);
    json_t *json =
        json_pack("{s:s, s:s, s:s}", "key", option->key, "help", option->help, "usual", usual.at);
    if (!option->words) {
        json_object_set_new(json, "least", json_integer(option->lo));
        json_object_set_new(json, "most", json_integer(option->hi));
        return json;
    }
    json_t *words = json_array();
    for (uint32_t value = option->lo; value <= option->hi; value++)
        json_array_append_new(words, json_string(option->words[value]));
    json_object_set_new(json, "words", words);
    return json;
}

static json_t *options_json(const struct game *game)
{
    json_t *options = json_array();
    for (const struct rules_option *option = game->options; option->key; option++)
        json_array_append_new(options, option_json(option));
    return options;
}

static json_t *verbs_json(const struct game *game)
{
    json_t *verbs = json_array();
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        json_array_append_new(verbs, json_pack("{s:s, s:s?, s:b, s:b}", "verb", verb->name, "help",
                                               verb->help, "hidden", verb->hidden, "chance",
                                               verb->chance));
    return verbs;
}

static json_t *outcomes_json(const struct game *game)
{
    json_t *outcomes = json_array();
    for (const struct outcome *outcome = game->outcomes; outcome->name; outcome++)
        json_array_append_new(outcomes, json_string(outcome->name));
    return outcomes;
}

char *cw_game_json(const cw_game *handle)
{
    const struct game *game = lib_game(handle);
    json_t *json = json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:[s, s], s:[s, s], s:s?}", "game",
                             game->slug, "title", game->title, "pitch", game->pitch, "options",
                             options_json(game), "verbs", verbs_json(game), "outcomes",
                             outcomes_json(game), "players", game->name[SEAT_1], game->name[SEAT_2],
                             "roles", game_role(game, 0), game_role(game, 1), "fair", game->fair);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    char *copy = text ? lib_string(text) : NULL;
    free(text);
    json_decref(json);
    return copy;
}
