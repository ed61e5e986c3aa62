// SPDX-License-Identifier: GPL-3.0-or-later
// causeway join
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/commands.h"
#include "cli/online.h"
#include "fronts/saved.h"
#include "core/memory.h"
#include "fronts/join/answer.h"
#include "fronts/join/pilot.h"
#include "fronts/join/remote.h"
#include "fronts/line/line.h"
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

// At a terminal nothing of it is shown: whoever looks on would have the seat.
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

// An open seat. Its link is for whoever has it now: to come back with, and to nobody else.
static bool take_seat(struct link *link, struct text *why)
{
    enum { ANSWER = 1 << 16 };
    char path[LINK_TABLE + 32];
    struct wire_answer answer = { 0 };
    struct wire *wire = wire_new(link->base, "", why);
    snprintf(path, sizeof path, "/api/tables/%s/seat", link->table);
    bool asked = wire && wire_ask(wire, path, "{}", ANSWER, &answer, why) == WIRE_FINE;
    json_error_t error;
    json_t *object = answer.body ? json_loadb(answer.body, answer.length, 0, &error) : NULL;
    const char *own = json_string_value(json_object_get(object, "link"));
    bool good = asked && answer.status == 200 && own && link_parse(own, link, why);
    if (good)
        fprintf(stderr, "Your seat's link, to come back with: %s\n", own);
    else if (asked && !why->length)
        answer_refusal(&answer, why);
    json_decref(object);
    mem_free(answer.body);
    wire_free(wire);
    return good;
}

// A word that the others must not see yet.
static void ask_word(void *whom, enum log_draw draw, char word[LOG_NAME])
{
    char prompt[128];
    struct console *console = whom;
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
    const struct notebook *notes = remote_notes(remote);
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

static bool wants_record(const struct cli_invocation *invocation, const struct stage *stage,
                         char name[PATH_MAX])
{
    const char *wanted = cli_value(invocation, OPTION_RECORD);
    char question[128];
    struct console console;
    snprintf(name, PATH_MAX, "%s", wanted ? wanted : "");
    if (wanted || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
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
        if (status == EXIT_FINE)
            puts("The table stays: the same link goes on with the game.");
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

// Our own levels are this program's engine.
static bool find_command(const char *who, char *command, size_t size)
{
    static const char prefix[] = "program:";
    char own[PATH_MAX];
    if (text_begins(who, prefix))
        return snprintf(command, size, "%s", who + sizeof prefix - 1) < (int)size;
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length < 0 ? 0 : length] = '\0';
    return length > 0 && !strchr(own, '\'') &&
           snprintf(command, size, "'%s' engine %s", own, who) < (int)size;
}

static int play_by_program(struct remote *remote, const char *who, struct text *why)
{
    char command[2 * PATH_MAX], errors[NOTEBOOK_PATH + 8];
    const char *notes = remote_notes(remote)->path;
    snprintf(errors, sizeof errors, "%s.err", notes);
    struct pilot_setup setup = { .command = command,
                                 .errors = *notes ? errors : NULL,
                                 .out = stdout };
    if (!remote_seat(remote)->viewer)
        return cli_failure("This link is for watching: nobody plays there.");
    if (!find_command(who, command, sizeof command))
        return cli_failure(
            "This program cannot be run: its name is too long or has a quote in it.");
    bool played = pilot_play(remote_seat(remote), remote_game(remote), &setup, why);
    return played ? EXIT_FINE : EXIT_FAILED;
}

static int play(const struct cli_invocation *invocation, const struct link *link, struct text *why)
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
    int status = who ? play_by_program(remote, who, why)
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
    const char *ui = cli_value(invocation, OPTION_UI);
    if (ui && strcmp(ui, "json") == 0)
        return cli_usage_error(invocation, "--ui json is for tables here; --as program:COMMAND "
                                           "lets a program play there.");
    if (!find_link(invocation, &link, why))
        return EXIT_USAGE;
    if (link_is_readable(link.base))
        fputs("causeway: This link begins with http: whoever is on the way can read along, and "
              "take the seat.\n",
              stderr);
    console_keep_memory_private();
    if (cli_value(invocation, OPTION_TAKE) && !*link.token && !take_seat(&link, why))
        return EXIT_FAILED;
    return play(invocation, &link, why);
}
