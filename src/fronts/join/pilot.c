// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/pilot.h"

#include <string.h>

#include "core/memory.h"
#include "drive/program.h"
#include "record/clock.h"

struct pilot {
    struct seat_handle *seat;
    const struct game *game;
    struct process *process;
    FILE *out;
    struct stage stage;
    struct news news;
    char fault[256]; // what the program has done wrong
    char line[JSON_LINE];
};

static bool fail(struct pilot *pilot, const char *fault)
{
    if (!*pilot->fault)
        snprintf(pilot->fault, sizeof pilot->fault, "%s", fault);
    return false;
}

static bool send(struct pilot *pilot, struct text *line)
{
    text_add(line, "\n");
    return process_write(pilot->process, line->at, line->length) == PROCESS_FINE ||
           fail(pilot, "it does not read what it is told");
}

static bool send_news(struct pilot *pilot, const struct news *news)
{
    struct text line = text_in(pilot->line, sizeof pilot->line);
    json_write_news(news, pilot->game, &line);
    return send(pilot, &line);
}

typedef void write_part(const struct stage *stage, const struct game *game, struct text *out);

static bool send_part(struct pilot *pilot, write_part *write)
{
    struct text line = text_in(pilot->line, sizeof pilot->line);
    write(&pilot->stage, pilot->game, &line);
    return send(pilot, &line);
}

static bool send_stage(struct pilot *pilot)
{
    return send_part(pilot, json_write_state) && send_part(pilot, json_write_turn);
}

static bool hear(struct pilot *pilot, int64_t deadline, struct act *act)
{
    char line[JSON_ACT_LINE];
    struct text why = TEXT_OF(TEXT_MAX);
    size_t length;
    switch (process_read(pilot->process, line, sizeof line, &length, deadline)) {
    case PROCESS_FINE:
        return json_read_act(pilot->game, line, length, act, &why) ||
               fail(pilot, "it said what is not a message");
    case PROCESS_LATE:
        return fail(pilot, "it took too long");
    case PROCESS_LONG:
        return fail(pilot, "it said a line that is too long");
    case PROCESS_GONE:
        break;
    }
    return fail(pilot, "it ended, or closed its output");
}

static bool greet(struct pilot *pilot)
{
    struct act act;
    return send_part(pilot, json_write_hello) && hear(pilot, process_now() + PROGRAM_HELLO, &act) &&
           (act.kind == ACT_HELLO || fail(pilot, "it did not begin with hello"));
}

// The server's clock is the one that counts.
static int64_t deadline_of(const struct stage *stage)
{
    bool timed = clock_is_set(&stage->clock);
    return process_now() + (timed ? stage->left[stage->viewer] + 2000 : PROGRAM_MOVE);
}

// One answer of the program's; *decided when it has happened, or something else has.
static bool pass_on(struct pilot *pilot, struct act *act, bool *decided, struct text *why)
{
    struct news reply;
    bool decides = act->kind == ACT_MOVE || act->kind == ACT_RESIGN;
    if (act->kind == ACT_HELLO)
        return true;
    if (!decides && act->kind != ACT_MAY) {
        reply = news_refusal(pilot->stage.viewer, pilot->stage.n, NEWS_FORBIDDEN,
                             "A program cannot ask for this.");
        return send_news(pilot, &reply);
    }
    act->sure = true;
    if (!seat_act(pilot->seat, act, &reply, why))
        return false;
    bool stale = reply.kind == NEWS_REFUSED && reply.code == NEWS_STALE;
    *decided = decides && (reply.kind == NEWS_DONE || stale);
    if (decides && reply.kind == NEWS_REFUSED && !stale)
        fail(pilot, "it made a move that is not allowed");
    // That it is done is told with the event.
    return (reply.kind == NEWS_DONE || send_news(pilot, &reply)) && !*pilot->fault;
}

static bool decide(struct pilot *pilot, struct text *why)
{
    struct act act;
    bool decided = false, good = send_stage(pilot);
    int64_t deadline = deadline_of(&pilot->stage);
    while (good && !decided)
        good = hear(pilot, deadline, &act) && pass_on(pilot, &act, &decided, why);
    return good;
}

static bool say(struct pilot *pilot, unsigned kind, struct text *why)
{
    struct news reply;
    struct act act = { .kind = (uint8_t)kind, .seat = pilot->stage.viewer };
    return seat_act(pilot->seat, &act, &reply, why);
}

// *over: there is nothing more to play.
static bool act_here(struct pilot *pilot, bool *over, struct text *why)
{
    if (!seat_stage(pilot->seat, pilot->seat->viewer, &pilot->stage, why))
        return false;
    if (seat_is_offered(pilot->seat, &pilot->stage))
        return say(pilot, ACT_DECLINE, why);
    *over = pilot->stage.over;
    if (*over)
        return true;
    return pilot->stage.mover ? decide(pilot, why) : say(pilot, ACT_READY, why);
}

static bool tell(struct pilot *pilot, struct text *why)
{
    const struct news *news = &pilot->news;
    unsigned kind = news->event.kind, viewer = pilot->seat->viewer;
    if (news->kind != NEWS_EVENT)
        return true;
    if (!send_news(pilot, news))
        return false;
    struct news done = { .kind = NEWS_DONE, .viewer = (uint8_t)viewer, .n = news->n };
    if (news->event.seat == viewer && (kind == LOG_MOVE || kind == LOG_RESIGN) &&
        !send_news(pilot, &done))
        return false;
    if (!seat_stage(pilot->seat, viewer, &pilot->stage, why))
        return false;
    if (!pilot->stage.end || pilot->stage.n != news->n || kind == LOG_READY)
        return true;
    fputs(pilot->stage.closing, pilot->out);
    fflush(pilot->out);
    return send_stage(pilot);
}

static bool follow(struct pilot *pilot, struct text *why)
{
    for (bool over = false; !over;) {
        switch (seat_next(pilot->seat, pilot->seat->viewer, &pilot->news, why)) {
        case SEAT_TOLD:
            if (!tell(pilot, why))
                return false;
            break;
        case SEAT_YOURS:
            if (!act_here(pilot, &over, why))
                return false;
            break;
        case SEAT_QUIET:
            break;
        case SEAT_CLOSED:
            return pilot->stage.over;
        }
    }
    return true;
}

bool pilot_play(struct seat_handle *seat, const struct game *game, const struct pilot_setup *setup,
                struct text *why)
{
    struct pilot *pilot = mem_for("a program", sizeof *pilot, why);
    struct text unheard = TEXT_OF(TEXT_MAX);
    if (!pilot)
        return false;
    pilot->seat = seat;
    pilot->game = game;
    pilot->out = setup->out;
    pilot->process = process_start(
        &(struct process_setup){ .command = setup->command, .errors = setup->errors }, why);
    bool good = pilot->process && seat_stage(seat, seat->viewer, &pilot->stage, why) &&
                greet(pilot) && follow(pilot, why);
    if (*pilot->fault) {
        say(pilot, ACT_RESIGN, &unheard);
        text_add(why, "The program has failed, and its round is given up: %s.", pilot->fault);
    }
    if (pilot->process)
        process_stop(pilot->process, good ? PROGRAM_END : 0);
    mem_free(pilot);
    return good;
}
