// SPDX-License-Identifier: GPL-3.0-or-later
// causeway join
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "cli/sit.h"
#include "ui/saved.h"
#include "core/memory.h"
#include "fronts/join/bot_client.h"
#include "fronts/join/remote.h"
#include "fronts/json/json.h"
#include "fronts/line/line.h"
#include "record/clock.h"
#include "record/verify.h"

// The link.

static bool read_file(const char *name, char link[LINK_TEXT], struct text *why)
{
    FILE *file = fopen(name, "r");
    bool good = file && fgets(link, LINK_TEXT, file);
    if (!good)
        text_add(why, "No link can be read from '%.200s': %s.", name,
                 file ? "it is empty" : strerror(errno));
    if (file)
        fclose(file);
    return good;
}

// At a terminal nothing of it is shown: an onlooker would have the seat.
static bool ask_link(char link[LINK_TEXT], struct text *why)
{
    struct console console;
    bool got;
    if (isatty(STDIN_FILENO)) {
        console_open(&console, stdin, stderr, COLOR_NEVER);
        const char *answer =
            console_ask(&console, "The link (not shown as you type): ", ASK_SECRETLY);
        got = answer && snprintf(link, LINK_TEXT, "%s", answer) > 0;
        console_close(&console);
    } else {
        got = fgets(link, LINK_TEXT, stdin) != NULL;
    }
    if (!got)
        text_add(why, "There is no link.");
    return got;
}

static bool find_link(const struct cli_invocation *invocation, struct link *link, struct text *why)
{
    char typed[LINK_TEXT] = "";
    const char *file = cli_value(invocation, OPTION_LINK_FILE), *own = getenv("CAUSEWAY_LINK");
    bool good = true;
    if (invocation->operand_count) {
        snprintf(typed, sizeof typed, "%s", invocation->operand[0]);
        if (strchr(typed, '#'))
            fputs("causeway: Everybody on this machine can read this link in the list of "
                  "processes. Better leave it\nout: it is then asked for, or read from --link-file "
                  "or CAUSEWAY_LINK.\n",
                  stderr);
    } else if (file) {
        good = read_file(file, typed, why);
    } else if (own && *own) {
        snprintf(typed, sizeof typed, "%s", own);
    } else {
        good = ask_link(typed, why);
    }
    unsetenv("CAUSEWAY_LINK");                 // it is not for programs that are started
    char *from = typed + strspn(typed, " \t"); // as it came out of a letter
    from[strcspn(from, " \t\r\n")] = '\0';
    return good && link_parse(from, link, why);
}

// A server may send its guests elsewhere only if they want to go there. In a pipe nobody can be
// asked: the link was printed, and can be joined by itself.
static bool follows(const struct link *given, const struct link *link, struct text *why)
{
    struct text question = TEXT_OF(2 * TEXT_MAX), difference = TEXT_OF(TEXT_MAX);
    struct console console;
    if (link_stays(given, link->base, link->table, &difference))
        return true;
    if (!isatty(STDIN_FILENO)) {
        text_add(why, "The server gave that link. %s It was not followed.", difference.at);
        return false;
    }
    text_add(&question, "%s Follow it? (yes or no) ", difference.at);
    console_open(&console, stdin, stderr, COLOR_NEVER);
    bool wants = console_confirm(&console, question.at, ASK_OPENLY);
    console_close(&console);
    if (!wants)
        text_add(why, "The link was not followed.");
    return wants;
}

// Who comes for the seat: a person, or the program that is to play.
static bool introduce(const struct cli_invocation *invocation, struct sit *sit,
                      char program[PROGRAM_NAME], struct text *why)
{
    char command[2 * PATH_MAX], errors[STORE_PATH];
    const char *who = cli_value(invocation, OPTION_SIT);
    *sit = (struct sit){ .name = cli_value(invocation, OPTION_NAME) };
    if (!who)
        return true;
    sit->program = program;
    return sit_command(who, command, sizeof command, why) &&
           store_path("programs/greeted.txt", errors, why) &&
           sit_greet(command, errors, program, why);
}

// An open seat. Its link is for its new owner, to come back with, and for nobody else.
bool online_take_seat(const struct cli_invocation *invocation, struct link *link, struct text *why)
{
    char own[LINK_TEXT], program[PROGRAM_NAME];
    struct sit sit;
    struct http *http = http_new(link->base, "", why);
    struct link given;
    bool good = http && introduce(invocation, &sit, program, why) &&
                sit_take(http, link->table, &sit, own, why) == SIT_DONE &&
                link_parse(own, &given, why);
    if (good)
        fprintf(stderr, "Your seat's link, to come back with: %s\n", own);
    good = good && follows(&given, link, why);
    if (good)
        *link = given;
    http_free(http);
    return good;
}

// A word that the others must not see yet.
static void ask_word(void *context, enum log_draw draw, char word[LOG_NAME])
{
    char prompt[128];
    struct console *console = context;
    snprintf(prompt, sizeof prompt,
             "Your word for the %s (not shown as you type; Enter alone: one is drawn): ",
             draw == LOG_DRAWS_TOSS ? "toss" : "deal");
    const char *answer = console_ask(console, prompt, ASK_SECRETLY);
    snprintf(word, LOG_NAME, "%s", answer ? answer : "");
}

// The record.

static bool write_file(const char *name, const char *bytes, size_t length, struct text *why)
{
    FILE *file = fopen(name, "wx");
    bool good = file && fwrite(bytes, 1, length, file) == length;
    good = file && fclose(file) == 0 && good;
    if (!good)
        text_add(why, "The record cannot be written to '%.200s': %s.", name, strerror(errno));
    return good;
}

// What is written was checked: by the rules, and against what was noted here.
static bool check_record(const char *name, const struct note *note, struct text *why)
{
    struct saved saved;
    bool good = saved_load_file(name, &saved, why) && saved_verify_note(&saved, note, why);
    if (good) {
        printf("The record is in '%s', and is sound.\n", name);
        command_tell_notes(&saved, note->commitment_count);
    }
    saved_clear(&saved);
    return good;
}

static int keep_record(struct remote *remote, const char *name, struct text *why)
{
    struct text fault = TEXT_OF(TEXT_MAX);
    const struct commitment_log *notes = remote_notes(remote);
    size_t length;
    char *bytes = remote_record(remote, &length, why);
    bool written = bytes && write_file(name, bytes, length, why);
    mem_free(bytes);
    if (!written)
        return EXIT_FAILED;
    if (!check_record(name, &notes->note, &fault))
        return cli_failure("The record in '%.200s' is refused. %s", name, fault.at);
    if (*notes->path)
        printf("To check it again: causeway verify '%s' --notes '%s'\n", name, notes->path);
    return EXIT_FINE;
}

static bool by_messages(const struct cli_invocation *invocation)
{
    const char *ui = cli_value(invocation, OPTION_UI);
    return ui && strcmp(ui, "json") == 0;
}

static bool wants_record(const struct cli_invocation *invocation, const struct stage *stage,
                         char name[PATH_MAX])
{
    const char *wanted = cli_value(invocation, OPTION_RECORD);
    char question[128];
    struct console console;
    snprintf(name, PATH_MAX, "%s", wanted ? wanted : "");
    if (wanted || by_messages(invocation) || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return wanted;
    snprintf(name, PATH_MAX, "%s.jsonl", stage->id);
    snprintf(question, sizeof question, "Write the record to '%.40s'? (yes or no) ", name);
    console_open(&console, stdin, stdout, command_color(invocation));
    bool wants = console_confirm(&console, question, ASK_OPENLY);
    console_close(&console);
    return wants;
}

static int finish(const struct cli_invocation *invocation, struct remote *remote, int status,
                  struct text *why)
{
    struct text unused = TEXT_OF(TEXT_MAX);
    struct stage stage;
    char name[PATH_MAX];
    seat_stage(remote_seat(remote), 0, &stage, &unused);
    if (remote_foreign(remote)) {
        struct text draws = TEXT_OF(32);
        text_add_count(&draws, remote_foreign(remote), "draw", "draws");
        fprintf(stderr,
                "causeway: The server has contributed to %s in your place, because you were not "
                "there.\n",
                draws.at);
    }
    if (!stage.over) {
        if (status == EXIT_FINE && !by_messages(invocation))
            puts(clock_is_set(&stage.clock)
                     ? "The table stays, and your clock goes on: the same link goes on with the "
                       "game."
                     : "The table stays: the same link goes on with the game.");
        return status;
    }
    if (status != EXIT_FINE || !wants_record(invocation, &stage, name))
        return status;
    return keep_record(remote, name, why);
}

// Fronts.

static int play_in_lines(const struct cli_invocation *invocation, struct remote *remote,
                         struct console *console)
{
    struct line_setup setup = {
        .game = remote_game(remote),
        .commitments = cli_value(invocation, OPTION_COMMITMENTS) != NULL,
    };
    console_open(console, stdin, stdout, command_color(invocation));
    enum line_end end = line_play(remote_seat(remote), console, &setup);
    console_close(console);
    return end == LINE_PLAYED || end == LINE_QUIT ? EXIT_FINE : EXIT_FAILED;
}

static int play_full(struct ui *ui, struct remote *remote, struct text *why)
{
    full_play(ui, remote_seat(remote), remote_game(remote));
    return command_close_full(ui, why);
}

static int play_by_program(struct remote *remote, const char *who, struct text *why)
{
    char command[2 * PATH_MAX], errors[COMMITMENT_LOG_PATH + 8];
    const char *notes = remote_notes(remote)->path;
    snprintf(errors, sizeof errors, "%s.err", notes);
    struct bot_client_setup setup = { .command = command,
                                      .errors = *notes ? errors : NULL,
                                      .out = stdout };
    if (!remote_seat(remote)->viewer)
        return cli_failure("This link is for watching: nobody plays there.");
    if (!sit_command(who, command, sizeof command, why))
        return EXIT_FAILED;
    bool played = bot_client_play(remote_seat(remote), remote_game(remote), &setup, why);
    return played ? EXIT_FINE : EXIT_FAILED;
}

static int play_by_messages(struct remote *remote, struct text *why)
{
    if (json_play_there(remote_seat(remote), remote_game(remote), stdin, stdout, why))
        return EXIT_FINE;
    text_put(why, why->length ? "" : "The input ended before the match was over.");
    return EXIT_FAILED;
}

int online_sit_down(const struct cli_invocation *invocation, const struct link *link,
                    const char *invitation, struct text *why)
{
    struct console console; // of line mode, which alone asks for words
    struct ui ui;
    const char *who = cli_value(invocation, OPTION_SIT);
    bool asks = cli_value(invocation, OPTION_WORD) != NULL;
    struct remote *remote =
        remote_open(link, games, &(struct remote_asker){ asks ? ask_word : NULL, &console }, why);
    if (!remote)
        return EXIT_FAILED;
    if (*remote_notes(remote)->trouble)
        fprintf(stderr, "causeway: %s\n", remote_notes(remote)->trouble);
    remote_seat(remote)->invitation = invitation;
    int status = who                       ? play_by_program(remote, who, why)
                 : by_messages(invocation) ? play_by_messages(remote, why)
                 : !asks && command_open_full(invocation, &ui)
                     ? play_full(&ui, remote, why)
                     : play_in_lines(invocation, remote, &console);
    status = finish(invocation, remote, status, why);
    remote_close(remote);
    return status;
}

int online_join(const struct cli_invocation *invocation, struct text *why)
{
    struct link link;
    if (cli_value(invocation, OPTION_NAME) && !cli_value(invocation, OPTION_TAKE))
        return cli_usage_error(invocation, "--name is for a seat that is taken: --take.");
    if (!find_link(invocation, &link, why))
        return EXIT_USAGE;
    if (link_is_readable(link.base))
        fputs("causeway: This link begins with http: whoever is on the way can read along, and "
              "take the seat.\n",
              stderr);
    console_keep_memory_private();
    if (cli_value(invocation, OPTION_TAKE) && !*link.token &&
        !online_take_seat(invocation, &link, why))
        return EXIT_FAILED;
    return online_sit_down(invocation, &link, NULL, why);
}
