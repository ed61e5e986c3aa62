// SPDX-License-Identifier: GPL-3.0-or-later
// causeway export, causeway import, causeway verify: records that leave and
// enter the store, and whether they are true.
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "drive/player.h"
#include "drive/stored.h"
#include "ui/saved.h"
#include "record/log_text.h"
#include "record/name.h"
#include "record/round.h"
#include "record/verify.h"

bool command_as(const struct cli_invocation *invocation, const struct round *round, unsigned usual,
                unsigned *as, struct text *why)
{
    const struct log_header *header = round->header;
    char id[COMMIT_ID];
    const char *name = cli_value(invocation, OPTION_AS);
    struct text none = TEXT_OF(TEXT_MAX);
    *as = usual;
    if (!name || log_parse_as(name, as, &none))
        return true;
    for (*as = AS_1; *as <= AS_2; ++*as)
        if (name_same(header->name[*as], name))
            return true;
    round_id(round, id);
    text_add(why, "Nobody called '%.40s' plays in game %s: --as takes 1, 2, %s, %s, watch or all.",
             name, id, header->name[SEAT_1], header->name[SEAT_2]);
    const char *const known[] = { header->name[SEAT_1], header->name[SEAT_2], "watch", "all" };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is_near(known[i], name)) {
            text_add(why, " Did you mean %s?", known[i]);
            break;
        }
    return false;
}

bool command_shows_secret(const struct round *round, unsigned as)
{
    if (round_winner(round) || round->as != AS_ALL || (as != AS_1 && as != AS_2))
        return false;
    for (unsigned i = 0; i < round->count; i++)
        if (log_is_hidden(round->header, &round->events[i]) && round->events[i].seat == as)
            return true;
    return false;
}

bool command_ask_owner(struct console *console, const struct round *round, unsigned as,
                       struct text *why)
{
    const struct log_header *header = round->header;
    char question[256], id[COMMIT_ID];
    round_id(round, id);
    if (strcmp(header->player[as], "human") != 0)
        text_add(why, "Game %s is not over: what %s, a computer player, has hidden stays hidden.",
                 id, header->name[as]);
    else if (!console->typed || !console->screen)
        text_add(why,
                 "Game %s is not over: what %s has hidden is shown at a terminal only, after a "
                 "question. --as watch shows what everybody could see.",
                 id, header->name[as]);
    if (why->length)
        return false;
    snprintf(question, sizeof question,
             "This shows what %s has hidden. Are you %s, and does nobody else look? (yes or no) ",
             header->name[as], header->name[as]);
    if (console_confirm(console, question, ASK_OPENLY))
        return true;
    text_add(why, "Then not now.");
    return false;
}

// The question is asked beside what is written.
static bool may_export(const struct round *round, unsigned as, struct text *why)
{
    struct console console;
    char id[COMMIT_ID];
    if (!command_shows_secret(round, as))
        return true;
    if (isatty(STDOUT_FILENO)) {
        round_id(round, id);
        text_add(why, "Game %s is not over: write what %s has hidden to a file, not to the screen.",
                 id, round->header->name[as]);
        return false;
    }
    console_open(&console, stdin, stderr, COLOR_NEVER);
    bool may = command_ask_owner(&console, round, as, why);
    console_close(&console);
    return may;
}

// A round of a table is written with all of its table; what may not be shown yet is in
// the last round.
static int export_one(const struct cli_invocation *invocation, const char *id, struct text *why)
{
    struct saved saved;
    struct round round, last;
    unsigned as;
    bool good = saved_load_game(id, &saved, why) &&
                round_find(&saved.log, saved.round, AS_ALL, &round, why) &&
                round_find(&saved.log, 0, AS_ALL, &last, why) &&
                command_as(invocation, &round, AS_ALL, &as, why) && may_export(&last, as, why) &&
                saved_write(&saved, as, stdout, why);
    saved_clear(&saved);
    return good || !why->length ? EXIT_FINE : EXIT_FAILED;
}

struct exporting {
    const struct cli_invocation *invocation;
    int status;
};

// A table with all of its rounds once. One that is damaged is named, and the others follow.
static bool export_each(void *context, const struct store_round *game)
{
    struct exporting *exporting = context;
    struct text why = TEXT_OF(2 * TEXT_MAX);
    if (game->standing.round == 1 && export_one(exporting->invocation, game->id, &why) != EXIT_FINE)
        exporting->status = cli_failure("%s", why.at);
    return !ferror(stdout);
}

int command_export(const struct cli_invocation *invocation, struct text *why)
{
    bool all = cli_value(invocation, OPTION_EVERY);
    struct exporting exporting = { .invocation = invocation };
    const struct store_filter filter = { .finished = true, .oldest_first = true };
    if (all == (invocation->operand_count > 0))
        return cli_usage_error(invocation, "Either the ID of a game, or --all.");
    if (!all)
        return export_one(invocation, invocation->operand[0], why);
    struct store *store = saved_open(STORE_READ, why);
    bool good = store && store_list(store, &filter, export_each, &exporting, why);
    store_close(store);
    return good && !why->length ? exporting.status : EXIT_FAILED;
}

// Going on with the game starts the program, with all rights of the user.
static bool may_start(const char *command, bool yes, struct text *why)
{
    struct console console;
    char question[256], shown[LOG_PLAYER];
    snprintf(shown, sizeof shown, "%s", command);
    printable_blot(shown);
    if (yes)
        return true;
    console_open(&console, stdin, stderr, COLOR_NEVER);
    snprintf(question, sizeof question,
             "The game is not over: going on with it starts the program '%s' here. Do you trust "
             "it? (yes or no) ",
             shown);
    bool may = console.typed && console_confirm(&console, question, ASK_OPENLY);
    console_close(&console);
    if (!may)
        text_add(why,
                 "The game is not over, and going on with it would start the program '%s' here: "
                 "--yes imports it all the same.",
                 shown);
    return may;
}

static bool is_over(const struct saved *saved)
{
    struct log_standing last;
    struct text ignored = TEXT_OF(TEXT_MAX);
    return rounds_last(&saved->log, &last, &ignored) && last.end &&
           last.round >= saved->log.header.rounds;
}

// Are the players such as there are? Somebody else's program is not gone on with unasked.
static bool can_go_on(const struct saved *saved, bool yes, struct text *why)
{
    static const char prefix[] = "program:";
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const char *player = saved->log.header.player[seat];
        if (strcmp(player, "human") == 0 || (strcmp(player, "program") == 0 && is_over(saved)))
            continue; // a program that sat elsewhere cannot be gone on with
        if (!player_check(player, why) || (text_begins(player, prefix) && !is_over(saved) &&
                                           !may_start(player + strlen(prefix), yes, why)))
            return false;
    }
    return true;
}

// Clocks differ, but not by more than a day.
static bool is_of_the_past(const struct log_header *header, struct text *why)
{
    enum { DAY = 24 * 60 * 60 };
    char when[LOG_TEXT_TIME];
    if (header->created / 1000 <= (int64_t)time(NULL) + DAY)
        return true;
    log_text_print_time(header->created, when);
    text_add(why, "It says that it was begun at %s, which is still to come.", when);
    return false;
}

static bool store_it(const struct saved *saved, struct text *why)
{
    struct store *store = saved_open(STORE_WRITE, why);
    bool good = store && stored_import(store, &saved->log, why);
    store_close(store);
    return good;
}

// Everything is checked before anything is stored.
static bool import(const char *name, const struct saved *saved, bool yes, struct text *why)
{
    if (saved->as != AS_ALL) {
        text_add(why, "%.200s has only what '%s' could know, which is not a whole game.", name,
                 log_as_name(saved->as));
        return false;
    }
    struct round any;
    return round_find(&saved->log, saved_next(saved, 0), AS_ALL, &any, why) &&
           can_go_on(saved, yes, why) && is_of_the_past(&saved->log.header, why) &&
           saved_verify(saved, why) && store_it(saved, why);
}

int command_import(const struct cli_invocation *invocation, struct text *why)
{
    struct saved saved;
    const struct log_header *header = &saved.log.header;
    bool good = saved_load_file(invocation->operand[0], &saved, why) &&
                import(invocation->operand[0], &saved, cli_value(invocation, OPTION_YES), why);
    if (good)
        printf("Game %s is imported: %s, %s against %s.\n", header->id, header->variant.game->title,
               header->name[SEAT_1], header->name[SEAT_2]);
    saved_clear(&saved);
    return good ? EXIT_FINE : EXIT_FAILED;
}

static void print_commitment(const struct round *round, const struct log_event *event, bool whole,
                             struct text *out)
{
    char hex[COMMIT_HEX];
    unsigned seat = event->seat;
    commit_hex(event->seal.commitment, hex);
    text_add(out,
             "Commitment (%s): ", seat == SEAT_CHANCE ? "the deal" : round->header->name[seat]);
    if (whole)
        text_add(out, "%s", hex);
    else
        commit_print(event->seal.commitment, out);
    text_add(out, "\n");
}

// As they were shown during play, so that people can compare them.
static void print_commitments(const struct round *round, bool whole)
{
    for (unsigned i = 0; i < round->count; i++) {
        const struct log_event *event = &round->events[i];
        struct text line = TEXT_OF(512);
        if (!log_is_hidden(round->header, event))
            continue;
        print_commitment(round, event, whole, &line);
        if (whole && round_winner(round) && event->opened) {
            text_add(&line, "  opened: ");
            move_print(round->header->variant.game, event->move, &line);
            text_add(&line, "\n");
        }
        fputs(line.at, stdout);
    }
}

// Says if the toss or deal was seeded or given, so that it is not mistaken for random.
static void tell_source(const char *what, enum log_source source, bool follows)
{
    static const char *const words[] = {
        [LOG_GIVEN] = "given by whoever began the game",
        [LOG_RANDOM] = "drawn by the program alone",
        [LOG_SEED] = "follows from a number that whoever began the game knew",
        [LOG_JOINT] = "drawn jointly",
    };
    if (source != LOG_SETTLED)
        printf("%s: %s%s.\n", what, words[source],
               source == LOG_JOINT && follows ? ", and follows from all contributions" : "");
}

// The toss is of the first round, and opened at once; of a deal the seed is opened at the end.
static void tell_sources(const struct round *round)
{
    bool dealt = false;
    for (unsigned i = 0; i < round->count; i++)
        dealt |= round->events[i].kind == LOG_MOVE && round->events[i].seat == SEAT_CHANCE &&
                 round->events[i].opened;
    if (round->number == 1)
        tell_source("Toss", round->header->toss, true);
    tell_source("Deal", round->header->deal, round_winner(round) && dealt);
}

static bool tell_round(const struct saved *saved, uint32_t began, bool whole, struct text *why)
{
    struct round round;
    struct verify_findings findings;
    struct text told = TEXT_OF(TEXT_MAX);
    if (!round_find(&saved->log, began, saved->as, &round, why) ||
        !verify_round(&round, &findings, why))
        return false;
    verify_tell(&round, &findings, &told);
    fputs(told.at, stdout);
    tell_sources(&round);
    print_commitments(&round, whole);
    return true;
}

void command_tell_notes(const struct saved *saved, size_t commitments)
{
    printf("Notes: %zu commitment%s, %s in the record at %s; ", commitments,
           commitments == 1 ? "" : "s", commitments == 1 ? "which is" : "all",
           commitments == 1 ? "its place" : "their places");
    puts(saved->log.header.unnamed
             ? "but a name was removed there, so that what was agreed cannot be compared."
             : "what was agreed is the same.");
}

static bool fits_notes(const struct saved *saved, const char *name, struct text *why)
{
    struct note note = { 0 };
    bool good =
        !name || (saved_load_note(name, &note, why) && saved_verify_note(saved, &note, why));
    if (good && name)
        command_tell_notes(saved, note.commitment_count);
    note_clear(&note);
    return good;
}

static bool verify(const struct saved *saved, const char *notes, bool whole, struct text *why)
{
    bool good = saved_verify(saved, why) && fits_notes(saved, notes, why);
    if (good && saved->log.header.unnamed)
        puts("A name was removed: that the commitments belong to this header is not checked.");
    for (uint32_t began = saved_next(saved, 0); good && began; began = saved_next(saved, began))
        good = tell_round(saved, began, whole, why);
    return good;
}

// What is wrong with a file begins with its name, which is said already.
static const char *without_name(const char *sentence, const char *name)
{
    size_t length = strlen(name);
    bool named = strncmp(sentence, name, length) == 0 && strncmp(sentence + length, ": ", 2) == 0;
    return named ? sentence + length + 2 : sentence;
}

int command_verify(const struct cli_invocation *invocation, struct text *why)
{
    struct saved saved;
    char operand[256];
    snprintf(operand, sizeof operand, "%s", invocation->operand[0]);
    printable_blot(operand);
    bool good = saved_load(invocation->operand[0], &saved, why) &&
                verify(&saved, cli_value(invocation, OPTION_NOTES),
                       cli_value(invocation, OPTION_COMMITMENTS) != NULL, why);
    printable_blot(why->at);
    if (good)
        printf("%s: sound.\n", operand);
    else
        printf("%s: refused. %s\n", operand, without_name(why->at, operand));
    text_clear(why); // it is the answer
    saved_clear(&saved);
    return good ? EXIT_FINE : EXIT_FAILED;
}
