// SPDX-License-Identifier: GPL-3.0-or-later
// causeway engine
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "cli/commands.h"
#include "drive/conformance.h"
#include "fronts/console.h"
#include "fronts/engine.h"
#include "store/store.h"

static void report(void *whom, const char *what, const char *wrong)
{
    unsigned *failed = whom;
    printf("%s %s\n", *wrong ? "not ok" : "ok", what);
    if (*wrong) {
        printf("    %s\n", wrong);
        ++*failed;
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

static int check(const char *command, struct text *why)
{
    char errors[STORE_PATH];
    unsigned failed = 0;
    bool fine = conformance_try(games, command, name_errors(errors), 1, report, &failed, why);
    if (why->length > 0)
        return EXIT_FAILED;
    puts(fine ? "It has good manners." : "It has to learn some manners.");
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
    if (command && (invocation->operand_count > 0 || cli_value(invocation, OPTION_SEED)))
        return cli_usage_error(invocation, "--check tries a program, and takes nothing else.");
    if (command)
        return check(command, why);
    return play(invocation, invocation->operand_count ? invocation->operand[0] : "perfect", why);
}
