// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/program.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/now.h"
#include "core/memory.h"
#include "core/directory.h"
#include "record/printable.h"
#include "table/json.h"

enum { TROUBLE = 512 };

struct program {
    struct process *process;
    unsigned hello, move; // milliseconds
    char errors[PROCESS_PATH];
    char command[LOG_PLAYER];
    const struct game *game;
    uint8_t seat;
    uint32_t told;  // number of the last event that it was told of
    uint32_t ended; // number of the last round's last event, once it was told the end
    bool failed, strange, begun;
    char noise[STAGE_NOISE];
    uint8_t cause;
    char name[PROGRAM_NAME];
    char refusal[TROUBLE];         // the last one that it was told
    char offence[PROGRAM_OFFENCE]; // the line that was wrong
    char word[LOG_NAME];           // details of the failure, for the record
    int trace;
    int64_t started;
    char trouble[TROUBLE + PROCESS_PATH];
    struct stage stage; // scratch
    char line[JSON_LINE];
};

static bool open_trace(struct program *program, const char *path, struct text *why)
{
    program->trace = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (path && program->trace < 0)
        text_add(why, "'%.200s' cannot be written to: %s.", path, strerror(errno));
    return !path || program->trace >= 0;
}

struct program *program_new(const struct program_setup *setup, struct text *why)
{
    struct program *program = mem_for("a program", sizeof *program, why);
    struct text unkept = TEXT_OF(TEXT_MAX); // ignored: its standard error is then lost
    if (!program)
        return NULL;
    if (!open_trace(program, setup->trace, why)) {
        mem_free(program);
        return NULL;
    }
    program->started = now_monotonic();
    program->hello = setup->hello ? setup->hello : PROGRAM_HELLO;
    program->move = setup->move ? setup->move : PROGRAM_MOVE;
    snprintf(program->command, sizeof program->command, "%s", setup->command);
    snprintf(program->errors, sizeof program->errors, "%s", setup->errors ? setup->errors : "");
    if (setup->errors)
        directory_make(setup->errors, &unkept);
    program->process = process_start(&(struct process_setup){ .command = setup->command,
                                                              .errors = setup->errors,
                                                              .memory = setup->memory },
                                     why);
    if (program->process)
        return program;
    if (program->trace >= 0)
        close(program->trace);
    mem_free(program);
    return NULL;
}

static bool said_nothing(const char *path)
{
    struct stat status;
    return *path && stat(path, &status) == 0 && status.st_size == 0;
}

void program_free(struct program *program)
{
    if (!program)
        return;
    if (program->process)
        process_stop(program->process, program->failed ? 0 : PROGRAM_END);
    if (said_nothing(program->errors))
        unlink(program->errors);
    if (program->trace >= 0)
        close(program->trace);
    mem_free(program);
}

bool program_has_begun(const struct program *program)
{
    return program->begun;
}

void program_last_words(const struct program *program, struct text *out)
{
    enum { MOST = 800 };
    char bytes[MOST + 1];
    FILE *file = *program->errors ? fopen(program->errors, "re") : NULL;
    if (!file)
        return;
    if (fseek(file, -MOST, SEEK_END) != 0)
        rewind(file);
    size_t length = fread(bytes, 1, MOST, file);
    fclose(file);
    while (length > 0 && bytes[length - 1] == '\n')
        length--;
    bytes[length] = '\0';
    for (char *line = strtok(bytes, "\n"); line; line = strtok(NULL, "\n")) {
        printable_blot(line); // it may be meant for the terminal
        text_add(out, "\n  %s", line);
    }
}

const char *program_name(const struct program *program)
{
    return program->name;
}

const char *program_offence(const struct program *program)
{
    return program->offence;
}

const char *program_trouble(const struct program *program)
{
    return program->trouble;
}

// The first failure counts.
static void fail(struct program *program, enum log_cause cause, const char *word,
                 const char *details)
{
    if (program->failed)
        return;
    struct text trouble = text_in(program->trouble, sizeof program->trouble);
    program->failed = true;
    program->cause = (uint8_t)cause;
    snprintf(program->word, sizeof program->word, "%s", word);
    text_add(&trouble, "The program '%.100s' %s%s%.200s", program->command, word,
             *details ? ": " : "", details);
    text_put(&trouble, trouble.at[trouble.length - 1] == '.' ? "" : ".");
    if (*program->errors && !said_nothing(program->errors))
        text_add(&trouble, " Its standard error is in %s.", program->errors);
    printable_blot(program->trouble); // what it said may be meant for the terminal
}

// As much of it as there is room for.
static void set_text(char *to, size_t size, const char *from)
{
    struct text text = text_in(to, size);
    text_put(&text, from);
}

bool program_failed(const struct program *program, struct act *act)
{
    if (!program->failed)
        return false;
    *act = (struct act){ .kind = ACT_FORFEIT, .seat = program->seat, .cause = program->cause };
    memcpy(act->word, program->word, sizeof act->word);
    set_text(act->line, sizeof act->line, program->offence);
    return true;
}

// "   1.234 > ./ferris: {...}": > to the program, < from it; in one piece, for several programs
// have one file.
static void trace(const struct program *program, char direction, const char *line, size_t length)
{
    static char buffer[JSON_LINE + LOG_PLAYER + 64];
    struct text out = text_in(buffer, sizeof buffer);
    if (program->trace < 0)
        return;
    text_add(&out, "%8.3f %c %s: ", (double)(now_monotonic() - program->started) / 1000, direction,
             program->command);
    text_put_bytes(&out, line, length);
    text_put(&out, length > 0 && line[length - 1] == '\n' ? "" : "\n");
    if (write(program->trace, buffer, out.length) < 0)
        return; // a trace that cannot be written must not end the game
}

// What it said, for people: no control characters, and not all of it.
static void note_offence(struct program *program, const char *line, size_t length)
{
    snprintf(program->offence, sizeof program->offence, "%.*s", (int)length, line);
    printable_blot(program->offence);
}

static void send(struct program *program, const struct text *line)
{
    static const char unknown[] = "{\"unknown\":[1,{\"of\":null}],";
    enum process_result sent = PROCESS_FINE;
    if (program->failed)
        return;
    trace(program, '>', line->at, line->length);
    if (program->strange) // in place of the opening brace
        sent = process_write(program->process, unknown, sizeof unknown - 1);
    if (sent == PROCESS_FINE)
        sent = process_write(program->process, line->at + program->strange,
                             line->length - program->strange);
    if (sent != PROCESS_FINE)
        fail(program, LOG_GONE, "does not read what it is told", "");
}

void program_estrange(struct program *program)
{
    program->strange = true;
}

bool program_quit(struct program *program)
{
    bool fine = process_stop(program->process, 4 * PROGRAM_END);
    program->process = NULL;
    return fine;
}

static struct text new_line(struct program *program)
{
    return text_in(program->line, sizeof program->line);
}

typedef void write_part(const struct stage *stage, const struct game *game, struct text *out);

static void send_part(struct program *program, write_part *part)
{
    struct text line = new_line(program);
    part(&program->stage, program->game, &line);
    text_add(&line, "\n");
    send(program, &line);
}

static void send_news(struct program *program, const struct news *news)
{
    struct text line = new_line(program);
    json_write_news(news, program->game, &line);
    text_add(&line, "\n");
    if (news->kind == NEWS_REFUSED)
        set_text(program->refusal, sizeof program->refusal, news->words);
    send(program, &line);
}

bool program_said_move(const char *line, size_t length)
{
    json_t *object = json_loadb(line, length, 0, NULL);
    const char *type = json_string_value(json_object_get(object, "type"));
    const json_t *n = json_object_get(object, "n");
    bool moves = type && strcmp(type, "move") == 0 && (!n || json_is_number(n)) &&
                 json_is_string(json_object_get(object, "move"));
    json_decref(object);
    return moves;
}

static void fail_late(struct program *program, enum log_cause cause)
{
    struct text details = TEXT_OF(TROUBLE);
    const char *bytes;
    size_t waiting = process_unended(program->process, &bytes);
    note_offence(program, bytes, waiting);
    if (waiting > 0)
        text_add(&details, "%zu bytes without an end of line are waiting: %.100s", waiting,
                 program->offence);
    else if (*program->refusal)
        text_add(&details, "what it asked for last was refused: %.200s", program->refusal);
    fail(program, cause, cause == LOG_NO_HELLO ? "did not say hello in time" : "took too long",
         details.at);
}

static void fail_gone(struct program *program)
{
    struct text how = TEXT_OF(LOG_NAME), details = TEXT_OF(TROUBLE);
    const char *bytes;
    size_t waiting = process_unended(program->process, &bytes);
    process_tell_end(program->process, &how);
    note_offence(program, bytes, waiting);
    if (waiting > 0)
        text_add(&details, "%zu bytes without an end of line came before: %.100s", waiting,
                 program->offence);
    fail(program, LOG_GONE, how.at, details.at);
}

// The next line that it says, as an act; a failure if there is none in time.
static bool hear(struct program *program, int64_t deadline, enum log_cause late, struct act *act)
{
    char line[JSON_ACT_LINE], buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    size_t length;
    const char *bytes;
    switch (process_read(program->process, line, sizeof line, &length, deadline)) {
    case PROCESS_FINE:
        trace(program, '<', line, length);
        note_offence(program, line, length);
        if (json_read_act(program->game, line, length, act, &why))
            return true;
        if (program_said_move(line, length))
            fail(program, LOG_ILLEGAL_MOVE, "made a move that is not allowed", buffer);
        else
            fail(program, LOG_MALFORMED, "said what is not a message", buffer);
        return false;
    case PROCESS_LATE:
        fail_late(program, late);
        return false;
    case PROCESS_GONE:
        fail_gone(program);
        return false;
    default:
        length = process_unended(program->process, &bytes);
        note_offence(program, bytes, length);
        fail(program, LOG_MALFORMED, "said a line that is too long", "");
        return false;
    }
}

static void greet(struct program *program)
{
    struct act act;
    if (!hear(program, now_monotonic() + program->hello, LOG_NO_HELLO, &act))
        return;
    if (act.kind != ACT_HELLO) {
        fail(program, LOG_MALFORMED, "did not begin with hello", program->offence);
    } else if (!*act.word) {
        fail(program, LOG_MALFORMED, "said hello without a name", program->offence);
    } else {
        program->begun = true;
        struct text name = text_in(program->name, sizeof program->name);
        text_add(&name, "%s%s%s", act.word, *act.more ? " " : "", act.more);
    }
}

void program_noise(struct program *program, const char *noise)
{
    snprintf(program->noise, sizeof program->noise, "%s", noise ? noise : "");
}

void program_sit(struct program *program, const struct table *table, unsigned seat, int64_t now)
{
    program->seat = (uint8_t)seat;
    program->game = table_setup(table)->header.variant.game;
    program->told = table_count(table);
    program->ended = 0;
    table_stage(table, seat, now, &program->stage);
    memcpy(program->stage.noise, program->noise, sizeof program->stage.noise);
    send_part(program, json_write_hello);
    if (!program->failed)
        greet(program);
}

void program_refuse(struct program *program, const struct table *table)
{
    struct news news = news_refusal(program->seat, table_count(table), NEWS_STALE,
                                    "Something else has happened meanwhile.");
    send_news(program, &news);
}

// What it is told of that it did itself is done.
static bool is_decision(const struct log_event *event)
{
    return event->kind == LOG_MOVE || event->kind == LOG_RESIGN;
}

void program_tell(struct program *program, const struct table *table, int64_t now)
{
    struct news news;
    while (!program->failed && program->told < table_count(table) &&
           table_news(table, program->seat, program->told + 1, &news)) {
        program->told++;
        send_news(program, &news);
        if (news.event.seat == program->seat && is_decision(&news.event))
            send_news(program,
                      &(struct news){ .kind = NEWS_DONE, .viewer = program->seat, .n = news.n });
    }
    table_stage(table, program->seat, now, &program->stage);
    if (program->stage.end == LOG_END_NONE || program->stage.n == program->ended)
        return;
    program->ended = program->stage.n;
    send_part(program, json_write_state);
    send_part(program, json_write_turn);
}

// Answers what only asks. True if the act is a decision that the table allows.
static bool consider(struct program *program, const struct table *table, struct act *act)
{
    struct table_means means = { 0 };
    struct log_event event;
    struct news reply;
    bool decides = act->kind == ACT_MOVE || act->kind == ACT_RESIGN;
    if (act->kind == ACT_HELLO)
        return false;
    act->seat = program->seat;
    act->sure = true;
    enum table_answer answer = table_propose(table, act, &means, &event, &reply);
    table_drop(&event);
    if (decides && answer == TABLE_EVENT)
        return true;
    if (answer != TABLE_REPLY)
        reply = news_refusal(program->seat, table_count(table), NEWS_FORBIDDEN,
                             "A program cannot ask for this.");
    send_news(program, &reply);
    if (decides && reply.kind == NEWS_REFUSED)
        fail(program, LOG_ILLEGAL_MOVE, "made a move that is not allowed", reply.words);
    return false;
}

// When its time is over on the table's clock, or else when we have waited enough.
static int64_t deadline_of(const struct program *program, const struct table *table, int64_t now,
                           bool *flags)
{
    struct table_wish wish = table_wish(table);
    *flags = wish.flag_at && wish.flagged == program->seat;
    return now_monotonic() + (*flags ? wish.flag_at - now : program->move);
}

struct act program_decide(struct program *program, const struct table *table, int64_t now)
{
    struct act act;
    bool flags;
    int64_t deadline = deadline_of(program, table, now, &flags);
    program_tell(program, table, now);
    send_part(program, json_write_state);
    send_part(program, json_write_turn);
    while (!program->failed)
        if (hear(program, deadline, LOG_SILENT, &act) && consider(program, table, &act))
            return act;
    if (flags && program->cause == LOG_SILENT)
        return (struct act){ .kind = ACT_FLAG, .seat = program->seat };
    program_failed(program, &act);
    return act;
}
