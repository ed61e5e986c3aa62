// SPDX-License-Identifier: GPL-3.0-or-later
// causeway engine
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "cli/commands.h"
#include "drive/conformance.h"
#include "ui/console.h"
#include "fronts/engine.h"
#include "store/store.h"

// TAP: https://testanything.org
struct findings {
    unsigned count, failed;
    char last[4096]; // what went wrong last: the same is said once
};

static void report(void *context, const char *what, const char *wrong)
{
    struct findings *findings = context;
    printf("%s %u - %s\n", *wrong ? "not ok" : "ok", ++findings->count, what);
    if (*wrong && strncmp(findings->last, wrong, sizeof findings->last - 1) == 0)
        puts("# the same");
    else if (*wrong)
        printf("# %s\n", wrong);
    if (*wrong) {
        snprintf(findings->last, sizeof findings->last, "%s", wrong);
        findings->failed++;
    }
    fflush(stdout);
}

// A file for what the program has to say about it, beside those of programs in play; NULL
// if there is no place for it.
static const char *name_errors(char path[STORE_PATH])
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!store_path("programs/check.txt", path, &why))
        return NULL;
    unlink(path); // of the last time
    return path;
}

enum { VARIANTS = 64 };

// One game or all; the rules that are given, or those of the book and the fair ones.
static bool read_variants(const struct cli_invocation *invocation, struct variant *variants,
                          unsigned *count, struct text *why)
{
    const char *rules = cli_value(invocation, OPTION_RULES);
    const struct game *only = NULL;
    if (invocation->operand_count && !(only = games_find(invocation->operand[0], why)))
        return false;
    for (unsigned i = 0; games[i]; i++)
        for (unsigned k = 0; k < (rules ? 1 : 2) && (!only || only == games[i]); k++)
            if (!variant_parse(games[i],
                               rules ? rules
                               : k   ? "fair"
                                     : "book",
                               &variants[(*count)++], why))
                return false;
    return true;
}

static int check(const struct cli_invocation *invocation, const char *command, struct text *why)
{
    char errors[STORE_PATH];
    struct variant variants[VARIANTS];
    struct findings findings = { 0 };
    unsigned count = 0;
    if (!read_variants(invocation, variants, &count, why))
        return EXIT_USAGE;
    bool fine =
        conformance_try(variants, count, command, name_errors(errors), 1, report, &findings, why);
    printf("1..%u\n", findings.count);
    if (why->length > 0)
        return EXIT_FAILED;
    puts(fine ? "# It has good manners." : "# It has to learn some manners.");
    return fine ? EXIT_FINE : EXIT_FAILED;
}

static int play(const struct cli_invocation *invocation, const char *level, struct text *why)
{
    uint64_t seed;
    console_keep_memory_private(); // it may play for a seat that hides something
    struct bot *bot = bot_new(level, &bot_usual, why);
    bot_free(bot);
    if (!bot || !command_read_number(invocation, OPTION_SEED, 0, UINT64_MAX, &seed, why))
        return EXIT_USAGE;
    if (engine_run(games, level, cli_value(invocation, OPTION_SEED) ? &seed : NULL, stdin, stdout,
                   why))
        return EXIT_FINE;
    text_put(why, why->length ? "" : "It cannot go on.");
    return EXIT_FAILED;
}

int command_engine(const struct cli_invocation *invocation, struct text *why)
{
    const char *command = cli_value(invocation, OPTION_CHECK);
    if (command && cli_value(invocation, OPTION_SEED))
        return cli_usage_error(invocation, "--check tries a program, and takes no --seed.");
    if (!command && cli_value(invocation, OPTION_RULES))
        return cli_usage_error(invocation, "--rules are for --check.");
    if (command)
        return check(invocation, command, why);
    return play(invocation, invocation->operand_count ? invocation->operand[0] : "perfect", why);
}
