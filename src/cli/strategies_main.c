// SPDX-License-Identifier: GPL-3.0-or-later
// Run when the page is built: prints, as a C file, certified strategies for the presets of all
// games in which players hide things. See fronts/web/strategies.h.
#include <stdio.h>
#include <stdlib.h>

#include "check/check.h"
#include "claim/certificate.h"
#include "games/games.h"
#include "solve/solve.h"

static const struct limits unlimited = { 0 };

// As a C string, a line of the certificate on each.
static void print_lines(const char *text)
{
    for (; *text; text++)
        if (*text == '\n')
            fputs(text[1] ? "\\n\"\n     \"" : "\\n", stdout);
        else
            printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
}

static bool print_certificate(const struct claim *claim)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&bytes, &length);
    if (!memory)
        return false;
    certificate_write(memory, claim);
    bool written = !ferror(memory);
    written = fclose(memory) == 0 && written;
    if (written)
        print_lines(bytes);
    free(bytes);
    return written;
}

// Also whether it is proved: a module that brings along what it must refuse would be of no use.
static bool print_strategy(const struct variant *variant, unsigned first)
{
    struct text why = TEXT_OF(TEXT_MAX), rules = TEXT_OF(TEXT_MAX);
    struct claim claim;
    claim_begin(&claim, variant, first);
    bool good = !solve_plans(variant, first, &unlimited, &claim, &why) &&
                check_claim(&claim, &unlimited, &why) == CHECK_PROVED;
    variant_print(variant, &rules);
    printf("    {\"%s\", \"%s\", %u,\n     \"", variant->game->slug, rules.at, first);
    good = good && print_certificate(&claim);
    printf("\"},\n");
    claim_clear(&claim);
    if (!good)
        fprintf(stderr, "strategies: %s, %s: %s\n", variant->game->slug, rules.at, why.at);
    return good;
}

static bool print_preset(const struct game *game, const char *preset)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    return variant_parse(game, preset, &variant, &why) && print_strategy(&variant, SEAT_1) &&
           print_strategy(&variant, SEAT_2);
}

int main(void)
{
    bool good = true;
    printf("#include \"fronts/web/strategies.h\"\n\n"
           "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
           "const struct web_strategy web_strategies[] = {\n");
    for (size_t i = 0; i < games_count() && good; i++)
        if (game_has_secrets(games[i]))
            good = print_preset(games[i], "book") &&
                   (!games[i]->fair || print_preset(games[i], "fair"));
    printf("    {0},\n};\n");
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
