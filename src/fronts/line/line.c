// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/line/line.h"

#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "drive/process.h"
#include "fronts/line/inside.h"
#include "record/clock.h"
#include "report/rulebook.h"

static bool out_of_reach(struct line *line, const char *why)
{
    if (!line->failed)
        say_warning(line, why);
    line->failed = true;
    return false;
}

bool line_look(struct line *line, unsigned viewer, struct stage *stage)
{
    struct text why = TEXT_OF(TEXT_MAX);
    return seat_stage(line->seat, viewer, stage, &why) || out_of_reach(line, why.at);
}

bool line_act(struct line *line, const struct act *act, struct news *reply)
{
    struct text why = TEXT_OF(TEXT_MAX);
    line->last_actor = act->seat;
    return seat_act(line->seat, act, reply, &why) || out_of_reach(line, why.at);
}

static bool has_news(void *context)
{
    struct line *line = context;
    return seat_has_news(line->seat);
}

const char *line_ask(struct line *line, const char *prompt, enum console_secrecy secrecy)
{
    line->console->has_news = line->seat->maker->has_news ? has_news : NULL;
    line->console->context = line;
    const char *answer = console_ask(line->console, prompt, secrecy);
    line->console->has_news = NULL;
    return answer;
}

bool line_is_secret(const struct line *line)
{
    return line->console->typed && line->stage.shared && line->stage.hides;
}

bool line_hand_over(struct line *line)
{
    char prompt[2 * LOG_NAME + 64];
    const struct stage *stage = &line->stage;
    console_drop_typed(line->console);
    snprintf(prompt, sizeof prompt, "\n%s, press Enter when %s has looked away. ",
             stage->name[stage->mover], stage->name[opponent(stage->mover)]);
    int64_t covered = now_monotonic();
    seat_rest(line->seat, true);
    bool handed = console_ask(line->console, prompt, ASK_SECRETLY) != NULL;
    seat_rest(line->seat, false);
    line->asked += now_monotonic() - covered;
    return handed;
}

enum line_unsaved line_ask_unsaved(struct console *console, const char *why)
{
    console_say(console, STYLE_WARNING, why);
    for (;;) {
        const char *answer = console_ask(
            console, "\nPlay without saving? (yes, no, or again to try again) ", ASK_OPENLY);
        if (answer && text_same(answer, "again"))
            return LINE_SAVE_AGAIN;
        if (answer && (text_same(answer, "yes") || text_same(answer, "y")))
            return LINE_GO_ON;
        if (!answer || text_same(answer, "no") || text_same(answer, "n")) {
            console_say(console, STYLE_PLAIN,
                        "Then not now. With --no-save nothing is saved or asked.\n");
            return LINE_LEAVE;
        }
        console_say(console, STYLE_WARNING,
                    "Enter yes to play without saving, no to leave, or again to try to save.");
    }
}

// A move could not be saved, and so has not been made yet. Asks whether to try again, to go on
// without saving, or to leave.
static enum line_end answer_unkept(struct line *line, const struct news *news)
{
    struct news reply;
    struct act act = { .seat = news->viewer };
    switch (line_ask_unsaved(line->console, news->words)) {
    case LINE_SAVE_AGAIN:
        act.kind = ACT_RETRY;
        break;
    case LINE_GO_ON:
        act.kind = ACT_UNSAVED;
        line->setup.saved = false;
        break;
    case LINE_LEAVE:
        return LINE_FAILED;
    }
    if (!line_act(line, &act, &reply))
        return LINE_FAILED;
    return reply.kind == NEWS_UNKEPT ? answer_unkept(line, &reply) : LINE_PLAYED;
}

// A hidden move is asked for with nobody else looking, and leaves nothing on the screen.
static enum line_end play_turn(struct line *line)
{
    bool secret = line->stage.cover == STAGE_ALONE && line->console->typed;
    if (secret && !line_hand_over(line))
        return LINE_INPUT_ENDED;
    if (!line_look(line, line->stage.mover, &line->own))
        return LINE_FAILED;
    line->asked = now_monotonic();
    if (secret || line->turn != line->stage.n) // else somebody came or went while it was asked
        say_turn(line);
    line->turn = line->stage.n;
    enum line_end end = ask_turn(line);
    if (secret && end == LINE_PLAYED) {
        console_wipe(line->console);
        if (!line->console->late)
            say(line, STYLE_PLAIN, "Noted. What is hidden stays hidden.\n");
    }
    return end;
}

static bool get_ready(struct line *line, bool swap)
{
    struct text why = TEXT_OF(TEXT_MAX);
    return seat_get_ready(line->seat, &line->stage, swap, &why) || out_of_reach(line, why.at);
}

// Nobody leaves, or is told what can be entered, without having read what the opponent asks.
static bool was_asked_meanwhile(struct line *line)
{
    return seat_has_news(line->seat) && line_look(line, line->seat->viewer, &line->stage) &&
           seat_is_offered(line->seat, &line->stage);
}

// What can be asked of a match that is over.
static void tell_of_match(struct line *line, const char *word)
{
    if (text_same(word, "review"))
        say_review(line);
    else if (text_same(word, "proof"))
        say_proof(line);
    else if (text_same(word, "board"))
        say_board(line, "The board at the end:", &line->stage.board);
    else if (text_same(word, "where"))
        say_where(line);
    else
        say(line, STYLE_PLAIN,
            "Enter alone leaves; again plays another match; swap does, too, and the other "
            "begins; review judges the moves; where and board tell how it ended; proof shows "
            "what was sealed.\n");
}

// After the last round: at a terminal there may be another match.
static enum line_end end_match(struct line *line)
{
    if (!line->console->typed || !line->stage.ready)
        return LINE_PLAYED;
    for (;;) {
        const char *answer = line_ask(
            line, "Enter to leave, again, swap (the other begins), or review: ", ASK_OPENLY);
        if (!answer && line->console->late)
            return LINE_QUIT;
        bool swap = answer && text_same(answer, "swap");
        if (swap || (answer && text_same(answer, "again")))
            return get_ready(line, swap) ? LINE_QUIT : LINE_FAILED;
        if (!answer || text_same(answer, "quit") || text_same(answer, "q"))
            return LINE_PLAYED;
        if (was_asked_meanwhile(line))
            return LINE_QUIT;
        if (!*answer)
            return LINE_PLAYED;
        tell_of_match(line, answer);
    }
}

// The opponent asks for an undo or a rematch: asks the player to agree.
static enum line_end answer_offer(struct line *line)
{
    struct text question = TEXT_OF(2 * LOG_NAME + 128);
    const struct stage *stage = &line->stage;
    struct act act = { .kind = ACT_DECLINE, .seat = opponent(stage->offer_by) };
    struct news reply;
    stage_tell_offer(stage, &question);
    text_add(&question, " Agree? (yes or no): ");
    if (console_confirm(line->console, question.at, ASK_OPENLY))
        act.kind = ACT_ACCEPT;
    if (!line_act(line, &act, &reply))
        return LINE_FAILED;
    if (reply.kind == NEWS_REFUSED)
        say_warning(line, reply.words);
    return LINE_PLAYED;
}

// The next round. Where clocks run it begins when somebody is there.
static enum line_end next_round(struct line *line)
{
    if (line->console->typed && clock_is_set(&line->stage.clock)) {
        const char *answer =
            console_ask(line->console, "Enter begins the next round, quit leaves: ", ASK_OPENLY);
        if (!answer)
            return LINE_INPUT_ENDED;
        if (text_same(answer, "quit") || text_same(answer, "q"))
            return LINE_QUIT;
    }
    return get_ready(line, false) ? LINE_PLAYED : LINE_FAILED;
}

// Somebody here has to act. *over: nothing more is to be played.
static enum line_end act_here(struct line *line, bool *over)
{
    if (!line_look(line, line->seat->viewer, &line->stage))
        return LINE_FAILED;
    line->waits = false;
    if (seat_is_offered(line->seat, &line->stage))
        return answer_offer(line);
    if (line->stage.mover && !line->stage.end)
        return play_turn(line);
    if (!line->stage.over)
        return next_round(line);
    enum line_end end = end_match(line);
    *over = end == LINE_PLAYED;
    return end == LINE_QUIT ? LINE_PLAYED : end;
}

// Whose news is told. In a pipe there is nobody to hide it from, and the hidden move that was
// read has been repeated already: so its maker is told of it in full.
static unsigned listener(const struct line *line)
{
    unsigned actor = line->last_actor;
    return !line->console->typed && line->seat->here[actor] ? actor : line->seat->viewer;
}

static enum line_end follow(struct line *line, bool *over)
{
    struct news news;
    struct text why = TEXT_OF(TEXT_MAX);
    switch (seat_next(line->seat, listener(line), &news, &why)) {
    case SEAT_TOLD:
        if (news.kind == NEWS_UNKEPT)
            return answer_unkept(line, &news);
        line->waits = line->waits && say_is_quiet(line, &news);
        say_news(line, &news);
        return LINE_PLAYED;
    case SEAT_YOURS:
        return act_here(line, over);
    case SEAT_QUIET:
        return ask_waiting(line);
    case SEAT_CLOSED:
        break;
    }
    *over = line->stage.over;
    if (!*over)
        out_of_reach(line, why.at);
    else if (!why.length)
        *over = !ask_watching(line);
    return line->stage.over ? LINE_PLAYED : LINE_FAILED;
}

static void say_thinking(struct line *line)
{
    struct text text = TEXT_OF(LOG_NAME + 64);
    const struct stage *stage = &line->stage;
    bool plays = stage->mover && !stage->end;
    unsigned who = plays ? stage->mover : stage->computer[SEAT_2] ? SEAT_2 : SEAT_1;
    text_add(&text, "%s %s; Ctrl-C leaves.\n", stage->name[who],
             plays ? "is thinking" : "prepares");
    if (line->console->typed)
        say(line, STYLE_PLAIN, text.at);
}

// Something takes its time: says so once.
static bool waits(void *waiter, enum seat_wait what, int64_t milliseconds)
{
    static const int64_t soon[] = { [SEAT_SENDS] = 2000, [SEAT_THINKS] = 30 };
    struct line *line = waiter;
    bool said = line->told_waiting;
    line->told_waiting = milliseconds >= soon[what];
    if (said || !line->told_waiting)
        return true;
    if (what == SEAT_SENDS)
        say(line, STYLE_WARNING,
            "The server does not answer; it is tried again. Ctrl-C leaves, the table "
            "stays.\n");
    else
        say_thinking(line);
    return true;
}

enum line_end line_play(struct seat_handle *seat, struct console *console,
                        const struct line_setup *setup)
{
    struct line line = { .seat = seat, .console = console, .setup = *setup };
    enum line_end end = LINE_PLAYED;
    bool over = false;
    line.layout = move_layout(setup->game);
    if (!line_look(&line, seat->viewer, &line.stage))
        return LINE_FAILED;
    seat->waits = waits;
    seat->waiter = &line;
    if (line.stage.round > 0)
        say_resumed(&line);
    while (end == LINE_PLAYED && !over) {
        end = follow(&line, &over);
        if (line.failed)
            end = LINE_FAILED;
    }
    seat->waits = NULL;
    say_end(&line, end);
    return end;
}

void line_print_rules(FILE *out, const struct variant *variant, unsigned width)
{
    enum { USUAL = 80 };
    struct text text = TEXT_OF(2 * TEXT_MAX), folded = TEXT_OF(2 * TEXT_MAX);
    rulebook_print(variant, &text);
    text_add_folded(&folded, text.at, width ? width : USUAL);
    fputs(folded.at, out);
}
