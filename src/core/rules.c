// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules.h"

#include <string.h>

#include "core/game.h"

unsigned rules_count(const struct game *game)
{
    unsigned count = 0;
    while (game->options[count].key)
        count++;
    return count;
}

bool rules_equal(const struct rules *a, const struct rules *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

struct rules rules_book(const struct game *game)
{
    struct rules rules = { 0 };
    for (unsigned i = 0; i < rules_count(game); i++)
        rules.value[i] = game->options[i].usual;
    return rules;
}

void rules_print_value(const struct option *option, int value, struct text *out)
{
    if (option->words)
        text_add(out, "%s", option->words[value]);
    else
        text_add(out, "%d", value);
}

void rules_print_range(const struct option *option, struct text *out)
{
    rules_print_value(option, option->lo, out);
    text_add(out, "%s", option->words ? " or " : " to ");
    rules_print_value(option, option->hi, out);
}

void rules_print(const struct game *game, const struct rules *rules, struct text *out)
{
    unsigned count = rules_count(game);
    for (unsigned i = 0; i < count; i++) {
        const struct option *option = &game->options[i];
        if (i + game->later_options >= count && rules->value[i] == option->usual)
            continue;
        text_add(out, "%s%s=", i ? "," : "", option->key);
        rules_print_value(option, rules->value[i], out);
    }
}

bool rules_check(const struct game *game, const struct rules *rules, struct text *why)
{
    return !game->check || game->check(rules, why);
}

// A plain decimal number of up to five digits; more is out of every range anyway.
static bool parse_number(const char *from, int *value)
{
    size_t digits = strspn(from, "0123456789");
    if (digits == 0 || digits > 5 || from[digits])
        return false;
    *value = 0;
    while (*from)
        *value = *value * 10 + (*from++ - '0');
    return true;
}

static bool parse_word(const struct option *option, const char *from, int *value)
{
    for (*value = option->lo; *value <= option->hi; ++*value)
        if (text_same(option->words[*value], from))
            return true;
    return false;
}

bool rules_set(const struct game *game, struct rules *rules, unsigned index, const char *from,
               struct text *why)
{
    const struct option *option = &game->options[index];
    int value;
    bool read = option->words ? parse_word(option, from, &value) : parse_number(from, &value);
    if (!read || value < option->lo || value > option->hi) {
        text_add(why, "%s=%s is not possible: %s (%s) takes ", option->key, from, option->key,
                 option->help);
        rules_print_range(option, why);
        text_add(why, ".");
        return false;
    }
    rules->value[index] = (int16_t)value;
    return true;
}

static void refuse_key(const struct game *game, const char *key, struct text *why)
{
    text_add(why, "%s has no option '%s'; it has ", game->title, key);
    for (unsigned i = 0; i < rules_count(game); i++)
        text_add(why, "%s%s", i ? ", " : "", game->options[i].key);
    text_add(why, ", and the presets book and fair.");
}

// The rules text is worked on item by item, in a copy that is cut at the commas.
struct parsing {
    const struct game *game;
    struct rules rules;
    bool given[RULES_MAX];
    struct text *why;
};

static bool parse_preset(struct parsing *parsing, const char *name, bool allowed)
{
    bool fair = text_same(name, "fair");
    if (!fair && !text_same(name, "book")) {
        if (*name)
            text_add(parsing->why, "'%s' is neither a preset (book or fair) nor KEY=VALUE.", name);
        else
            text_add(parsing->why, "There is nothing between two commas of the rules.");
        return false;
    }
    if (!allowed) {
        text_add(parsing->why, "The preset '%s' must come first, before any KEY=VALUE.", name);
        return false;
    }
    if (!fair || !parsing->game->fair)
        return true;
    struct rules changed;
    bool sound = rules_parse(parsing->game, parsing->game->fair, &changed, parsing->why);
    assert(sound);
    parsing->rules = changed;
    return true;
}

static bool parse_item(struct parsing *parsing, char *item, bool preset_allowed)
{
    const struct game *game = parsing->game;
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
        return rules_set(game, &parsing->rules, i, equals + 1, parsing->why);
    }
    refuse_key(game, item, parsing->why);
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
    return rules_check(parsing->game, &parsing->rules, parsing->why);
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

bool rules_parse(const struct game *game, const char *from, struct rules *rules, struct text *why)
{
    char items[256];
    struct parsing parsing = { .game = game, .rules = rules_book(game), .why = why };
    if (!copy_without_blanks(from, items, sizeof items)) {
        text_add(why, "The rules are longer than %u characters.", (unsigned)sizeof items - 1);
        return false;
    }
    if (*items && !parse_items(&parsing, items, true))
        return false;
    *rules = parsing.rules;
    return true;
}
