// SPDX-License-Identifier: GPL-3.0-or-later
// causeway export, causeway import, causeway verify: records that leave and
// enter the store, and whether they are true.
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "fronts/proof.h"
#include "cli/saved.h"
#include "record/jsonl.h"
#include "record/verify.h"

unsigned command_as(const struct cli_invocation *invocation, unsigned usual)
{
    const char *name = cli_value(invocation, OPTION_AS);
    struct text why = TEXT_OF(TEXT_MAX);
    unsigned as = usual;
    bool known = !name || record_parse_as(name, &as, &why);
    assert(known); // the table of options allows nothing else
    return as;
}

static bool print_line(void *to, const char *line, size_t length)
{
    return fwrite(line, 1, length, to) == length;
}

static int run_export(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct record record;
    unsigned as = command_as(invocation, AS_ALL);
    bool good = saved_load_game(invocation->operand[0], &record, &why) &&
                jsonl_write(&record, as, print_line, stdout, &why);
    record_clear(&record);
    return good || !why.length ? EXIT_FINE : cli_failure("%s", why.at);
}

const struct cli_command command_export = {
    .name = "export",
    .operands = "ID",
    .summary = "Write a stored game to standard output, as lines of JSON",
    .details =
        "With --as, only what a player or an onlooker could know. While something is hidden\n"
        "in an unfinished game, only --as 1 and --as 2 are possible.\n",
    .options = (const unsigned char[]){ OPTION_AS, OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_export,
};

// Everything is checked before anything is stored.
static bool import(const char *name, struct record *record, struct text *why)
{
    struct verify_findings findings;
    if (!saved_load_file(name, record, why))
        return false;
    if (record->as != AS_ALL) {
        text_add(why, "%.200s has only what '%s' could know, which is not a whole game.", name,
                 record_as_name(record->as));
        return false;
    }
    if (!verify_record(record, &findings, why))
        return false;
    struct store *store = saved_open(STORE_WRITE, why);
    bool good = store && store_add(store, record, why);
    store_close(store);
    return good;
}

static int run_import(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct record record;
    bool good = import(invocation->operand[0], &record, &why);
    if (good)
        printf("Game %s is imported: %s, %s against %s.\n", record.header.id,
               record.header.variant.game->title, record.header.name[SEAT_1],
               record.header.name[SEAT_2]);
    record_clear(&record);
    return good ? EXIT_FINE : cli_failure("%s", why.at);
}

const struct cli_command command_import = {
    .name = "import",
    .operands = "FILE",
    .summary = "Check a record from a file and store it",
    .options = (const unsigned char[]){ OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_import,
};

// As they were shown during play, so that people can compare them.
static void print_commitments(const struct record *record, bool whole)
{
    for (unsigned i = 0; i < record->count; i++) {
        struct text line = TEXT_OF(256);
        if (!record_is_hidden(record, &record->entries[i]))
            continue;
        proof_print_commitment(record, i, whole, &line);
        fputs(line.at, stdout);
    }
}

static int run_verify(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct record record;
    struct verify_findings findings;
    const char *operand = invocation->operand[0];
    bool good = saved_load(operand, &record, &why) && verify_record(&record, &findings, &why);
    if (good) {
        verify_tell(&record, &findings, &why);
        fputs(why.at, stdout);
        print_commitments(&record, cli_value(invocation, OPTION_COMMITMENTS) != NULL);
        printf("%s: sound.\n", operand);
    } else {
        printf("%s: refused. %s\n", operand, why.at);
    }
    record_clear(&record);
    return good ? EXIT_FINE : EXIT_FAILED;
}

const struct cli_command command_verify = {
    .name = "verify",
    .operands = "ID|FILE",
    .summary = "Check that a game was played by the rules and that nothing in it was changed",
    .details =
        "Every move must be legal, every outcome and the result right, and every commitment\n"
        "opened and matching. Exit status 0 if so, 1 if not. Of a record of one player's\n"
        "knowledge, what can be known from it is checked, and what cannot is said. The\n"
        "commitments are printed as they were shown during play, to be compared.\n",
    .options =
        (const unsigned char[]){ OPTION_COMMITMENTS, OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1,
    .run = run_verify,
};
