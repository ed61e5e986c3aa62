// SPDX-License-Identifier: GPL-3.0-or-later
// causeway list, causeway rules, causeway describe: what there is to read.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/complete.h"
#include "fronts/line/line.h"

static json_t *json_options(const struct game *game)
{
    json_t *list = json_array();
    for (const struct rules_option *option = game->options; option->key; option++) {
        struct text usual = TEXT_OF(TEXT_MAX);
        json_t *item = json_pack("{ss ss}", "key", option->key, "help", option->help);
        rules_print_value(option, option->usual, &usual);
        json_object_set_new(item, "usual", json_string(usual.at));
        if (option->words) {
            json_t *words = json_array();
            for (unsigned i = option->lo; i <= option->hi; i++)
                json_array_append_new(words, json_string(option->words[i]));
            json_object_set_new(item, "values", words);
        } else {
            json_object_set_new(item, "lo", json_integer(option->lo));
            json_object_set_new(item, "hi", json_integer(option->hi));
        }
        json_array_append_new(list, item);
    }
    return list;
}

// Of a game: what it is, its options, presets and verbs. docs/output.md
static json_t *json_game(const struct game *game)
{
    static const char *const presets[] = { "book", "fair" };
    json_t *rules = json_object(), *verbs = json_array();
    for (unsigned i = 0; i < sizeof presets / sizeof *presets; i++) {
        struct text text = TEXT_OF(TEXT_MAX), ignored = TEXT_OF(TEXT_MAX);
        struct variant variant;
        if (variant_parse(game, presets[i], &variant, &ignored))
            variant_print(&variant, &text);
        json_object_set_new(rules, presets[i], json_string(text.at));
    }
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        json_array_append_new(verbs, json_pack("{ss sb sb}", "verb", verb->name, "hidden",
                                               verb->hidden, "chance", verb->chance));
    return json_pack("{ss ss ss so so so ss*}", "game", game->slug, "title", game->title, "pitch",
                     game->pitch, "options", json_options(game), "presets", rules, "verbs", verbs,
                     "role_option", game->role_option);
}

static int print_json(json_t *root)
{
    json_object_set_new(root, "format", json_integer(OUTPUT_FORMAT));
    json_dumpf(root, stdout, JSON_SORT_KEYS);
    putchar('\n');
    json_decref(root);
    return EXIT_FINE;
}

int command_list(const struct cli_invocation *invocation, struct text *why)
{
    (void)why;
    if (cli_value(invocation, OPTION_JSON)) {
        json_t *list = json_array();
        for (const struct game *const *game = games; *game; game++)
            json_array_append_new(list, json_game(*game));
        return print_json(json_pack("{so}", "games", list));
    }
    for (const struct game *const *game = games; *game; game++)
        printf("%-13s %s: %s\n", (*game)->slug, (*game)->title, (*game)->pitch);
    return EXIT_FINE;
}

int command_rules(const struct cli_invocation *invocation, struct text *why)
{
    struct variant variant;
    if (!command_read_game(invocation, invocation->operand[0], &variant, why))
        return EXIT_USAGE;
    if (cli_value(invocation, OPTION_JSON)) {
        struct text rules = TEXT_OF(TEXT_MAX);
        json_t *root = json_game(variant.game);
        variant_print(&variant, &rules);
        json_object_set_new(root, "rules", json_string(rules.at));
        return print_json(root);
    }
    line_print_rules(stdout, &variant, 0);
    return EXIT_FINE;
}

int command_describe(const struct cli_invocation *invocation, struct text *why)
{
    const char *reader = invocation->operand[0], *script = complete_script(reader);
    bool words = strcmp(reader, "words") == 0;
    if (invocation->operand_count > 1 && !words)
        return cli_usage_error(invocation, "Too many words: '%s' was not expected.",
                               invocation->operand[1]);
    if (strcmp(reader, "ids") == 0)
        return complete_ids(why) ? EXIT_FINE : EXIT_FAILED;
    if (words)
        complete_words(invocation->operand + 1, invocation->operand_count - 1);
    else if (strcmp(reader, "scdoc") == 0)
        cli_describe();
    else if (script)
        fputs(script, stdout);
    else
        return cli_usage_error(invocation, "'%s' is none of bash, zsh, fish, scdoc, ids and words.",
                               reader);
    return EXIT_FINE;
}
