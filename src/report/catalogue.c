// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/catalogue.h"

#include <string.h>

#include "analysis/levels.h"
#include "analysis/puzzle_data.h"
#include "report/outlook.h"
#include "report/rulebook.h"

static void put_member(struct text *out, const char *key, const char *value)
{
    text_add(out, "\"%s\":", key);
    text_put_json(out, value);
}

static void put_options(const struct game *game, struct text *out)
{
    const char *comma = "";
    text_put(out, ",\"options\":[");
    for (const struct rules_option *option = game->options; option->key; option++) {
        text_add(out, "%s{", comma);
        put_member(out, "key", option->key);
        text_put(out, ",");
        put_member(out, "help", option->help);
        if (option->words) {
            text_put(out, ",\"words\":[");
            for (uint32_t i = option->lo; i <= option->hi; i++) {
                text_put(out, i > option->lo ? "," : "");
                text_put_json(out, option->words[i]);
            }
            text_put(out, "]");
        }
        text_add(out, ",\"least\":%u,\"most\":%u,\"usual\":%u}", option->lo, option->hi,
                 option->usual);
        comma = ",";
    }
    text_put(out, "]");
}

static void put_preset(const struct game *game, const char *preset, struct text *out)
{
    struct text rules = TEXT_OF(256), outlook = TEXT_OF(256), why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    if (!variant_parse(game, preset, &variant, &why))
        return;
    variant_print(&variant, &rules);
    outlook_print(&variant, &outlook);
    text_add(out, "%s\"%s\":{", out->at[out->length - 1] == '{' ? "" : ",", preset);
    put_member(out, "rules", rules.at);
    text_put(out, ",");
    put_member(out, "outlook", outlook.at);
    text_put(out, "}");
}

static void put_game(const struct game *game, struct text *out)
{
    text_put(out, "{");
    put_member(out, "game", game->slug);
    text_put(out, ",");
    put_member(out, "title", game->title);
    text_put(out, ",");
    put_member(out, "pitch", game->pitch);
    text_add(out, ",\"chance\":%s,\"secrets\":%s,\"names\":[",
             game_has_chance(game) ? "true" : "false", game_has_secrets(game) ? "true" : "false");
    text_put_json(out, game->name[SEAT_1]);
    text_put(out, ",");
    text_put_json(out, game->name[SEAT_2]);
    text_add(out, "],\"puzzle_levels\":%u", puzzle_grades(game));
    if (game->role[0]) {
        text_put(out, ",\"roles\":[");
        text_put_json(out, game->role[0]);
        text_put(out, ",");
        text_put_json(out, game->role[1]);
        text_put(out, "],");
        put_member(out, "role_help", game->role_help);
    }
    text_put(out, ",\"presets\":{");
    put_preset(game, "book", out);
    if (game->fair)
        put_preset(game, "fair", out);
    text_put(out, "}");
    put_options(game, out);
    text_put(out, "}");
}

void catalogue_print(const struct game *const *games, struct text *out)
{
    const char *comma = "";
    text_put(out, "{\"games\":[");
    for (; *games; games++) {
        text_put(out, comma);
        put_game(*games, out);
        comma = ",";
    }
    text_put(out, "],\"levels\":[");
    for (unsigned i = 0; i < LEVELS; i++) {
        text_put(out, i ? "," : "");
        text_put_json(out, levels_name(i));
    }
    text_put(out, "]}");
}

// Paragraphs and items, each a text of its own.
static void put_paragraphs(const char *from, struct text *out)
{
    const char *comma = "";
    while (*from) {
        struct text paragraph = TEXT_OF(TEXT_MAX);
        size_t blanks = strspn(from, " \n"), length = strcspn(from + blanks, "\n");
        text_put_bytes(&paragraph, from + blanks, length);
        from += blanks + length;
        if (length) {
            text_put(out, comma);
            text_put_json(out, paragraph.at);
            comma = ",";
        }
    }
}

void catalogue_print_rules(const struct variant *variant, struct text *out)
{
    static char book[4 * TEXT_MAX];
    struct text rules = TEXT_OF(256), outlook = TEXT_OF(256), printed = text_in(book, sizeof book);
    variant_print(variant, &rules);
    outlook_print(variant, &outlook);
    game_print_rulebook(variant, &printed);
    text_put(out, "{");
    put_member(out, "rules", rules.at);
    text_put(out, ",");
    put_member(out, "preset", rulebook_preset(variant));
    text_put(out, ",");
    put_member(out, "outlook", outlook.at);
    text_put(out, ",\"book\":[");
    put_paragraphs(printed.at, out);
    text_put(out, "]}");
}
