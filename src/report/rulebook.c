// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/rulebook.h"

void rulebook_print(const struct game *game, const struct rules *rules, struct text *out)
{
    text_add(out, "%s (%s)\n\n", game->title, game->slug);
    game_print_rulebook(game, rules, out);
    text_add(out, "\nOptions (--rules KEY=VALUE,...):\n");
    for (unsigned i = 0; game->options[i].key; i++) {
        text_add(out, "  %s=", game->options[i].key);
        rules_print_value(&game->options[i], rules->value[i], out);
        text_add(out, "  %s; ", game->options[i].help);
        rules_print_range(&game->options[i], out);
        text_add(out, "\n");
    }
    text_add(out, "Presets: book (the default); fair (%s).\n",
             game->fair ? game->fair : "the same rules as the book");
}

const char *rulebook_preset(const struct game *game, const struct rules *rules)
{
    static const char *const presets[] = { "book", "fair" };
    char ignored[TEXT_MAX];
    struct text why = text_in(ignored, sizeof ignored);
    struct rules preset;
    for (unsigned i = 0; i < sizeof presets / sizeof *presets; i++)
        if (rules_parse(game, presets[i], &preset, &why) && rules_equal(&preset, rules))
            return presets[i];
    return "own";
}
