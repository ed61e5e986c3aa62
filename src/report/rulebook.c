// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/rulebook.h"

#include "report/outlook.h"

void rulebook_print(const struct variant *variant, struct text *out)
{
    text_add(out, "%s (%s)\n\n", variant->game->title, variant->game->slug);
    game_print_rulebook(variant, out);
    text_add(out, "\nOptions (--rules KEY=VALUE,...):\n");
    for (unsigned i = 0; variant->game->options[i].key; i++) {
        text_add(out, "  %s=", variant->game->options[i].key);
        rules_print_value(&variant->game->options[i], variant->rules.value[i], out);
        text_add(out, "  %s; ", variant->game->options[i].help);
        rules_print_range(&variant->game->options[i], out);
        text_add(out, "\n");
    }
    if (variant->game->fair)
        text_add(out, "Presets: book (the default); fair (%s).\n", variant->game->fair);
    else
        text_add(out, "One preset, the book's rules: fair is the same.\n");
    outlook_print_presets(variant->game, out);
}

const char *rulebook_preset(const struct variant *variant)
{
    const char *preset = variant_preset(variant);
    return *preset ? preset : "custom";
}
