// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variant.h"

#include <string.h>

#include "core/game.h"

struct variant variant_book(const struct game *game)
{
    struct variant variant = { .game = game };
    for (unsigned i = 0; i < rules_count(game); i++)
        variant.rules.value[i] = game->options[i].usual;
    return variant;
}

bool variant_equal(const struct variant *a, const struct variant *b)
{
    return a->game == b->game && memcmp(&a->rules, &b->rules, sizeof a->rules) == 0;
}

const char *variant_preset(const struct variant *variant)
{
    struct variant book = variant_book(variant->game), fair;
    struct text why = TEXT_OF(TEXT_MAX);
    if (variant_equal(variant, &book))
        return "book";
    return variant_parse(variant->game, "fair", &fair, &why) && variant_equal(variant, &fair)
               ? "fair"
               : "";
}

void variant_print(const struct variant *variant, struct text *out)
{
    const struct game *game = variant->game;
    for (unsigned i = 0; i < rules_count(game); i++) {
        const struct rules_option *option = &game->options[i];
        unsigned value = variant->rules.value[i];
        text_add(out, "%s%s=", i ? "," : "", option->key);
        rules_print_value(option, value, out);
    }
}

bool variant_check(const struct variant *variant, struct text *why)
{
    return !variant->game->check || variant->game->check(&variant->rules, why);
}

// A number, or the place of a word among the option's.
static bool parse_value(const struct rules_option *option, const char *from, uint64_t *value)
{
    if (!option->words)
        return text_parse_number(from, option->hi, value) && *value >= option->lo;
    for (*value = option->lo; *value <= option->hi; ++*value)
        if (text_same(option->words[*value], from))
            return true;
    return false;
}

// What was typed for one of the option's words, or for what others call it.
static void suggest_value(const struct rules_option *option, const char *typed, struct text *why)
{
    static const char *const called[][2] = {
        { "off", "no" }, { "on", "yes" }, { "false", "no" }, { "true", "yes" }
    };
    const char *near = NULL;
    for (unsigned i = 0; !near && i < sizeof called / sizeof *called; i++)
        if (strcmp(option->words[option->hi], "yes") == 0 && text_is_near(called[i][0], typed))
            near = called[i][1];
    for (unsigned value = option->lo; value <= option->hi; value++)
        if (text_is_near(option->words[value], typed))
            near = option->words[value];
    if (near)
        text_add(why, " Did you mean %s?", near);
}

bool variant_set(struct variant *variant, unsigned index, const char *from, struct text *why)
{
    const struct rules_option *option = &variant->game->options[index];
    uint64_t value;
    if (!parse_value(option, from, &value)) {
        text_add(why, "%s=%s is not possible: %s (%s) takes ", option->key, from, option->key,
                 option->help);
        rules_print_range(option, why);
        text_add(why, ".");
        if (option->words)
            suggest_value(option, from, why);
        return false;
    }
    variant->rules.value[index] = (uint32_t)value;
    return true;
}

void variant_refuse_key(const struct game *game, const char *key, struct text *why)
{
    text_add(why, "%s has no option '%s'; it has ", game->title, key);
    for (unsigned i = 0; i < rules_count(game); i++)
        text_add(why, "%s%s", i ? ", " : "", game->options[i].key);
    text_add(why, ".");
    for (unsigned i = 0; i < rules_count(game); i++)
        if (text_distance(game->options[i].key, key) <= 2)
            text_add(why, " Did you mean %s?", game->options[i].key);
}

// The rules text is worked on item by item, in a copy that is cut at the commas.
struct parsing {
    struct variant variant;
    bool given[RULES_MAX];
    struct text *why;
};

static bool parse_preset(struct parsing *parsing, const char *name, bool allowed)
{
    bool fair = text_same(name, "fair");
    if (!fair && !text_same(name, "book")) {
        bool near_fair = text_distance("fair", name) <= 2;
        if (*name)
            text_add(parsing->why, "'%s' is neither a preset (book or fair) nor KEY=VALUE.%s", name,
                     near_fair                          ? " Did you mean fair?"
                     : text_distance("book", name) <= 2 ? " Did you mean book?"
                                                        : "");
        else
            text_add(parsing->why, "There is nothing between two commas of the rules.");
        return false;
    }
    if (!allowed) {
        text_add(parsing->why, "The preset '%s' must come first, before any KEY=VALUE.", name);
        return false;
    }
    const struct game *game = parsing->variant.game;
    if (!fair || !game->fair)
        return true;
    bool sound = variant_parse(game, game->fair, &parsing->variant, parsing->why);
    assert(sound);
    return true;
}

static bool parse_item(struct parsing *parsing, char *item, bool preset_allowed)
{
    const struct game *game = parsing->variant.game;
    char *equals = strchr(item, '=');
    if (!equals)
        return parse_preset(parsing, item, preset_allowed);
    *equals = '\0';
    for (unsigned i = 0; i < rules_count(game); i++) {
        if (!text_same(game->options[i].key, item))
            continue;
        if (parsing->given[i]) {
            text_add(parsing->why, "The option '%s' is given twice.", item);
            return false;
        }
        parsing->given[i] = true;
        return variant_set(&parsing->variant, i, equals + 1, parsing->why);
    }
    variant_refuse_key(game, item, parsing->why);
    return false;
}

static bool parse_items(struct parsing *parsing, char *items, bool preset_allowed)
{
    for (char *item = items; item; preset_allowed = false) {
        char *comma = strchr(item, ',');
        if (comma)
            *comma = '\0';
        if (!parse_item(parsing, item, preset_allowed))
            return false;
        item = comma ? comma + 1 : NULL;
    }
    return variant_check(&parsing->variant, parsing->why);
}

static bool copy_without_blanks(const char *from, char *to, size_t size)
{
    for (; *from; from++) {
        if (*from == ' ' || *from == '\t')
            continue;
        if (size < 2)
            return false;
        *to++ = *from;
        size--;
    }
    *to = '\0';
    return true;
}

bool variant_parse(const struct game *game, const char *from, struct variant *variant,
                   struct text *why)
{
    char items[256];
    struct parsing parsing = { .variant = variant_book(game), .why = why };
    if (!copy_without_blanks(from, items, sizeof items)) {
        text_add(why, "The rules are longer than %u characters.", (unsigned)sizeof items - 1);
        return false;
    }
    if (*items && !parse_items(&parsing, items, true))
        return false;
    *variant = parsing.variant;
    return true;
}
