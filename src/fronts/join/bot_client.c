// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/bot_client.h"

#include <string.h>
#include <sys/stat.h>

#include "core/now.h"
#include "core/memory.h"
#include "drive/program.h"
#include "record/clock.h"
#include "record/printable.h"

struct bot_client {
    struct seat_handle *seat;
    const struct game *game;
    struct process *process;
    FILE *out;
    struct stage stage;
    struct news news;
    char said[JSON_ACT_LINE]; // what the program said last
    char fault[TEXT_MAX];     // what it has done wrong,
    struct act forfeit;       // and what is said of it at the table
    char line[JSON_LINE];
};

// With the details, and with what the program said, if that is to blame.
static bool fail(struct bot_client *bot_client, enum log_cause cause, const char *word,
                 const char *details, const char *said)
{
    struct act *forfeit = &bot_client->forfeit;
    struct text text = text_in(bot_client->fault, sizeof bot_client->fault);
    struct text line = text_in(forfeit->line, sizeof forfeit->line);
    if (*bot_client->fault)
        return false;
    text_add(&text, "it %s%s%.300s", word, *details ? ": " : ".", details);
    if (*said)
        text_add(&text, " It said: %.200s", said);
    printable_blot(bot_client->fault);
    forfeit->kind = ACT_FORFEIT;
    forfeit->cause = (uint8_t)cause;
    snprintf(forfeit->word, sizeof forfeit->word, "%s", word);
    text_put_bytes(&line, said, strcspn(said, "\r\n"));
    printable_blot(forfeit->line);
    return false;
}

static bool send(struct bot_client *bot_client, struct text *line)
{
    text_add(line, "\n");
    return process_write(bot_client->process, line->at, line->length) == PROCESS_FINE ||
           fail(bot_client, LOG_GONE, "does not read what it is told", "", "");
}

static bool send_news(struct bot_client *bot_client, const struct news *news)
{
    struct text line = text_in(bot_client->line, sizeof bot_client->line);
    json_write_news(news, bot_client->game, &line);
    return send(bot_client, &line);
}

typedef void write_part(const struct stage *stage, const struct game *game, struct text *out);

static bool send_part(struct bot_client *bot_client, write_part *write)
{
    struct text line = text_in(bot_client->line, sizeof bot_client->line);
    write(&bot_client->stage, bot_client->game, &line);
    return send(bot_client, &line);
}

static bool send_stage(struct bot_client *bot_client)
{
    return send_part(bot_client, json_write_state) && send_part(bot_client, json_write_turn);
}

// A message that is a move, though of a verb that there is not, is a move that is not allowed.
static bool fail_unread(struct bot_client *bot_client, size_t length, const char *why)
{
    if (program_said_move(bot_client->said, length))
        return fail(bot_client, LOG_ILLEGAL_MOVE, "made a move that is not allowed", why,
                    bot_client->said);
    return fail(bot_client, LOG_MALFORMED, "said what is not a message", why, bot_client->said);
}

static bool hear(struct bot_client *bot_client, int64_t deadline, enum log_cause late,
                 struct act *act)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *unended;
    size_t length;
    switch (process_read(bot_client->process, bot_client->said, sizeof bot_client->said, &length,
                         deadline)) {
    case PROCESS_FINE:
        return json_read_act(bot_client->game, bot_client->said, length, act, &why) ||
               fail_unread(bot_client, length, why.at);
    case PROCESS_LATE:
        length = process_unended(bot_client->process, &unended);
        text_put_bytes(&why, unended, length);
        return fail(bot_client, late,
                    late == LOG_NO_HELLO ? "did not say hello in time" : "took too long",
                    length ? "a line without its end is waiting." : "nothing came.", why.at);
    case PROCESS_LONG:
        return fail(bot_client, LOG_MALFORMED, "said a line that is too long", "", "");
    case PROCESS_GONE:
        break;
    }
    process_tell_end(bot_client->process, &why);
    return fail(bot_client, LOG_GONE, why.at, "", "");
}

static bool greet(struct bot_client *bot_client)
{
    struct act act;
    return send_part(bot_client, json_write_hello) &&
           hear(bot_client, now_monotonic() + PROGRAM_HELLO, LOG_NO_HELLO, &act) &&
           (act.kind == ACT_HELLO ||
            fail(bot_client, LOG_MALFORMED, "did not begin with hello", "", bot_client->said));
}

// The server's clock is the one that counts.
static int64_t deadline_of(const struct stage *stage)
{
    bool timed = clock_is_set(&stage->clock);
    return now_monotonic() + (timed ? stage->left[stage->viewer] + 2000 : PROGRAM_MOVE);
}

// One answer of the program's; *decided when it has happened, or something else has.
static bool pass_on(struct bot_client *bot_client, struct act *act, bool *decided, struct text *why)
{
    struct news reply;
    bool decides = act->kind == ACT_MOVE || act->kind == ACT_RESIGN;
    if (act->kind == ACT_HELLO)
        return true;
    if (!decides && act->kind != ACT_MAY) {
        reply = news_refusal(bot_client->stage.viewer, bot_client->stage.n, NEWS_FORBIDDEN,
                             "A program cannot ask for this.");
        return send_news(bot_client, &reply);
    }
    act->sure = true;
    if (!seat_act(bot_client->seat, act, &reply, why))
        return false;
    bool stale = reply.kind == NEWS_REFUSED && reply.code == NEWS_STALE;
    *decided = decides && (reply.kind == NEWS_DONE || stale);
    if (decides && reply.kind == NEWS_REFUSED && !stale)
        fail(bot_client, LOG_ILLEGAL_MOVE, "made a move that is not allowed", reply.words,
             bot_client->said);
    // NEWS_DONE need not be passed on: the event itself follows.
    return (reply.kind == NEWS_DONE || send_news(bot_client, &reply)) && !*bot_client->fault;
}

static bool decide(struct bot_client *bot_client, struct text *why)
{
    struct act act;
    bool decided = false, good = send_stage(bot_client);
    int64_t deadline = deadline_of(&bot_client->stage);
    while (good && !decided)
        good = hear(bot_client, deadline, LOG_SILENT, &act) &&
               pass_on(bot_client, &act, &decided, why);
    return good;
}

static bool say(struct bot_client *bot_client, unsigned kind, struct text *why)
{
    struct news reply;
    struct act act = { .kind = (uint8_t)kind, .seat = bot_client->stage.viewer };
    return seat_act(bot_client->seat, &act, &reply, why);
}

// *over: there is nothing more to play.
static bool act_here(struct bot_client *bot_client, bool *over, struct text *why)
{
    if (!seat_stage(bot_client->seat, bot_client->seat->viewer, &bot_client->stage, why))
        return false;
    if (seat_is_offered(bot_client->seat, &bot_client->stage))
        return say(bot_client, ACT_DECLINE, why);
    *over = bot_client->stage.over;
    if (*over)
        return true;
    return bot_client->stage.mover ? decide(bot_client, why) : say(bot_client, ACT_READY, why);
}

static bool tell(struct bot_client *bot_client, struct text *why)
{
    const struct news *news = &bot_client->news;
    unsigned kind = news->event.kind, viewer = bot_client->seat->viewer;
    if (news->kind != NEWS_EVENT)
        return true;
    if (!send_news(bot_client, news))
        return false;
    struct news done = { .kind = NEWS_DONE, .viewer = (uint8_t)viewer, .n = news->n };
    if (news->event.seat == viewer && (kind == LOG_MOVE || kind == LOG_RESIGN) &&
        !send_news(bot_client, &done))
        return false;
    if (!seat_stage(bot_client->seat, viewer, &bot_client->stage, why))
        return false;
    if (!bot_client->stage.end || bot_client->stage.n != news->n || kind == LOG_READY)
        return true;
    fputs(bot_client->stage.closing, bot_client->out);
    fflush(bot_client->out);
    return send_stage(bot_client);
}

static bool follow(struct bot_client *bot_client, struct text *why)
{
    for (bool over = false; !over;) {
        switch (seat_next(bot_client->seat, bot_client->seat->viewer, &bot_client->news, why)) {
        case SEAT_TOLD:
            if (!tell(bot_client, why))
                return false;
            break;
        case SEAT_YOURS:
            if (!act_here(bot_client, &over, why))
                return false;
            break;
        case SEAT_QUIET:
            break;
        case SEAT_CLOSED:
            return bot_client->stage.over;
        }
    }
    return true;
}

// The seat of a person, whose link was given to a program, can only resign.
static void give_up(struct bot_client *bot_client)
{
    struct text unheard = TEXT_OF(TEXT_MAX);
    struct news reply;
    bool program = strcmp(bot_client->stage.player[bot_client->stage.viewer], "program") == 0;
    if (program)
        seat_act(bot_client->seat, &bot_client->forfeit, &reply, &unheard);
    else
        say(bot_client, ACT_RESIGN, &unheard);
}

static void tell_fault(const struct bot_client *bot_client, const char *errors, struct text *why)
{
    struct stat status;
    text_add(why, "The program has failed, and its round is given up: %s", bot_client->fault);
    if (errors && stat(errors, &status) == 0 && status.st_size > 0)
        text_add(why, " Its standard error is in %s.", errors);
}

bool bot_client_play(struct seat_handle *seat, const struct game *game,
                     const struct bot_client_setup *setup, struct text *why)
{
    struct bot_client *bot_client = mem_for("a program", sizeof *bot_client, why);
    if (!bot_client)
        return false;
    bot_client->seat = seat;
    bot_client->game = game;
    bot_client->out = setup->out;
    bot_client->process = process_start(
        &(struct process_setup){ .command = setup->command, .errors = setup->errors }, why);
    bool good = bot_client->process && seat_stage(seat, seat->viewer, &bot_client->stage, why) &&
                greet(bot_client) && follow(bot_client, why);
    if (*bot_client->fault)
        give_up(bot_client);
    if (bot_client->process)
        process_stop(bot_client->process, good ? PROGRAM_END : 0);
    if (*bot_client->fault)
        tell_fault(bot_client, setup->errors, why);
    mem_free(bot_client);
    return good;
}
