// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/outlook.h"

#include <stdio.h>
#include <string.h>

#include <gmp.h>

#include "core/game.h"

extern const char *const preset_lines[]; // of docs/presets.txt; ends with NULL

struct result {
    mpq_t chance;   // of player 1
    unsigned turns; // 0: they are not counted
};

// "GAME RULES CHANCE [TURNS]", of exactly these rules?
static bool read_line(const char *line, const struct variant *variant, struct result *result)
{
    char slug[40], rules[200], chance[40];
    struct variant found;
    struct text why = TEXT_OF(TEXT_MAX);
    result->turns = 0;
    int count = sscanf(line, "%39s %199s %39s %u", slug, rules, chance, &result->turns);
    return count >= 3 && strcmp(slug, variant->game->slug) == 0 &&
           variant_parse(variant->game, rules, &found, &why) && variant_equal(&found, variant) &&
           mpq_set_str(result->chance, chance, 10) == 0;
}

// Who is meant by player 1 and the other: by the role, or by who begins.
static void add_who(const struct game *game, bool first, struct text *out)
{
    if (game->role[0])
        text_add(out, "the %s", game->role[!first]);
    else
        text_add(out, "whoever moves %s", first ? "first" : "second");
}

static void add_sentence(const struct game *game, const struct result *result, struct text *out)
{
    bool first = mpq_cmp_ui(result->chance, 1, 2) >= 0;
    if (mpq_cmp_ui(result->chance, 1, 2) == 0) {
        text_add(out, "even when both play perfectly");
        return;
    }
    add_who(game, first, out);
    if (mpq_cmp_ui(result->chance, first, 1) != 0) {
        double chance = mpq_get_d(result->chance);
        text_add(out, " wins about %.0f %% when both play perfectly",
                 100 * (first ? chance : 1 - chance));
    } else if (result->turns == 1) {
        text_add(out, " can win on the first turn");
    } else if (result->turns) {
        text_add(out, " can always win, in %u turns if the other plays best", result->turns);
    } else {
        text_add(out, " can always win");
    }
    // Over two rounds, in which each player begins once or has each role once, it evens out.
    if (mpq_cmp_ui(result->chance, 35, 100) < 0 || mpq_cmp_ui(result->chance, 65, 100) > 0)
        text_add(out, "; even over two rounds");
}

bool outlook_print(const struct variant *variant, struct text *out)
{
    struct result result;
    bool known = false;
    mpq_init(result.chance);
    for (const char *const *line = preset_lines; *line && !known; line++)
        known = read_line(*line, variant, &result);
    if (known)
        add_sentence(variant->game, &result, out);
    mpq_clear(result.chance);
    return known;
}

void outlook_print_presets(const struct game *game, struct text *out)
{
    static const char *const presets[] = { "book", "fair" };
    for (unsigned i = 0; i < (game->fair ? 2 : 1); i++) {
        struct text sentence = TEXT_OF(256), why = TEXT_OF(TEXT_MAX);
        struct variant variant;
        if (variant_parse(game, presets[i], &variant, &why) && outlook_print(&variant, &sentence))
            text_add(out, "  %s: %s.\n", game->fair ? presets[i] : "the book's rules", sentence.at);
    }
}
