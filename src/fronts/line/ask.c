// SPDX-License-Identifier: GPL-3.0-or-later
// Asking a person for a move, and for all that can be typed instead of one.
#include <string.h>

#include "core/board_text.h"
#include "core/now.h"
#include "drive/process.h"
#include "fronts/line/inside.h"
#include "fronts/line/line.h"
#include "ui/names.h"
#include "record/clock.h"

// A question that is being asked: an action's number, or a verb's numbers.
struct question {
    unsigned verb; // or ASK_ACTION
};

enum ask_reply {
    REPLY_ACT,   // *act is what was asked for
    REPLY_AGAIN, // ask the question, which may have become another, again
    REPLY_DONE,  // something has happened to the table
    REPLY_TURN,  // show the turn again: the screen was wiped
    REPLY_QUIT,
    REPLY_END,
    REPLY_FAILED,
};

// How the rule book's page has them.
static const struct verb *layout(const struct line *line)
{
    return line->layout.verbs;
}

static void begin(struct question *question, const struct line *line)
{
    unsigned verb = line->own.offers[0].offer.verb;
    question->verb = layout(line)[verb].listed ? ASK_ACTION : verb;
}

static const struct offer *find_offer(const struct line *line, unsigned verb)
{
    for (unsigned i = 0; i < line->own.offer_count; i++)
        if (line->own.offers[i].offer.verb == verb)
            return &line->own.offers[i].offer;
    return NULL;
}

static enum console_secrecy secrecy(const struct line *line)
{
    return line_is_secret(line) ? ASK_SECRETLY : ASK_OPENLY;
}

// Some questions of the rule book are a line of their own, with no prompt after it; one is added
// that says what to type, but for the book's own transcripts: two people in a pipe.
static void print_prompt(const struct line *line, const struct question *question,
                         struct text *prompt)
{
    const char *blind = line_is_secret(line) ? " (not shown as you type)" : "";
    if (question->verb == ASK_ACTION) {
        text_add(prompt, "%s: ", line->own.ask_action);
        return;
    }
    const char *ask = line->own.ask[question->verb];
    if (!layout(line)[question->verb].own_line) {
        text_add(prompt, "%s%s: ", ask, blind);
        return;
    }
    const struct offer *offer = find_offer(line, question->verb);
    text_add(prompt, "%s\n\n", ask);
    if ((line->console->typed || !line->stage.shared) && offer->from)
        text_add(prompt, "Enter %u number%s from %u to %u%s: ", offer->pick,
                 offer->pick == 1 ? "" : "s", cells_first(offer->from), cells_last(offer->from),
                 blind);
}

static unsigned print_actions(const struct line *line, struct text *out)
{
    unsigned count = 0;
    for (unsigned verb = 0; verb < line->own.verb_count; verb++)
        if (layout(line)[verb].listed)
            text_add(out, "  %u: %s\n", ++count, line->own.verbs[verb].label);
    return count;
}

// "run 1, run 2, or run 3"; of many the first and the last.
static void add_ways(const char *verb, cells from, struct text *out)
{
    enum { MANY = 4 };
    unsigned count = cells_count(from), last = cells_last(from);
    if (count > MANY) {
        text_add(out, "  %s %u to %s %u", verb, cells_first(from), verb, last);
        if (count < last - cells_first(from) + 1) {
            text_add(out, " (");
            text_add_commas(out, from);
            text_add(out, ")");
        }
        return;
    }
    for (unsigned i = 0; from; from = cells_without_first(from), i++)
        text_add(out, "%s%s %u",
                 i == 0                      ? "  "
                 : cells_without_first(from) ? ", "
                                             : " or ",
                 verb, cells_first(from));
}

// What a move of this kind does: "Move forward, to step 4".
static void add_effect(const struct stage *stage, const struct stage_offer *offer, struct text *out)
{
    cells to = offer->offer.pick || offer->cell[0] == STAGE_NO_CELL ? 0 : cell(offer->cell[0]);
    for (cells left = offer->offer.from; left; left = cells_without_first(left))
        if (offer->cell[cells_first(left)] != STAGE_NO_CELL)
            to |= cell(offer->cell[cells_first(left)]);
    text_add(out, "%s", stage->verbs[offer->offer.verb].label);
    if (!offer->goes || !to)
        return;
    text_add(out, ", to %s ", stage->place);
    text_add_or(out, to);
}

static void add_offer_help(const struct line *line, const struct question *question,
                           const struct stage_offer *offered, struct text *out)
{
    const struct offer *offer = &offered->offer;
    const struct stage_verb *verb = &line->own.verbs[offer->verb];
    if (question->verb == offer->verb)
        text_add(out, "  %u number%s, or, as a whole move:\n", offer->pick,
                 offer->pick == 1 ? "" : "s, separated by blanks or commas");
    if (offer->pick == 1)
        add_ways(verb->name, offer->from, out);
    else
        text_add(out, "  %s%s", verb->name, offer->pick ? " and the numbers" : "");
    text_add(out, ": ");
    add_effect(&line->own, offered, out);
    unsigned first = offer->from ? cells_first(offer->from) : 0, last = cells_last(offer->from);
    if (offer->pick > 1 && offer->from == cells_span(first, last)) {
        text_add(out, "; %u of %u to %u", offer->pick, first, last);
    } else if (offer->pick > 1) {
        text_add(out, "; %u of ", offer->pick);
        text_add_commas(out, offer->from);
    }
    text_add(out, "\n");
}

static void say_help(struct line *line, const struct question *question)
{
    struct text text = TEXT_OF(TEXT_MAX);
    text_add(&text, "Here you can enter:\n");
    if (question->verb == ASK_ACTION)
        print_actions(line, &text);
    for (unsigned i = 0; i < line->own.offer_count; i++)
        add_offer_help(line, question, &line->own.offers[i], &text);
    text_add(&text, "At every question: ? or help, where, board, hint, rules, secrets, proof,\n"
                    "undo, redo, resign, quit.\n");
    say(line, STYLE_PLAIN, text.at);
}

// Shows what is for the player on turn alone: behind a hand-over where two look at one
// screen.
static enum ask_reply show_alone(struct line *line, const char *text, bool alone)
{
    if (!alone || !line->console->typed) {
        say(line, STYLE_PLAIN, text);
        return REPLY_AGAIN;
    }
    if (!line_hand_over(line) || !console_show_secret(line->console, text))
        return REPLY_END;
    return REPLY_TURN;
}

static void print_hint(const struct line *line, const struct news *reply, struct text *out)
{
    text_add(out, "%s", reply->words);
    for (unsigned i = 0; i < reply->row_count; i++) {
        struct text move = TEXT_OF(128);
        stage_print_move(&line->own, reply->rows[i].move, &move);
        text_add(out, "  %-12s %s%s\n", move.at, reply->rows[i].chance,
                 reply->rows[i].best ? "  <- best" : "");
    }
    if (reply->row_total > reply->row_count)
        text_add(out, "  ... and %u more\n", reply->row_total - reply->row_count);
}

static enum ask_reply hint(struct line *line)
{
    struct text text = TEXT_OF(2 * TEXT_MAX);
    struct news reply;
    struct act act = { .kind = ACT_HINT, .seat = line->own.mover };
    if (!line_act(line, &act, &reply))
        return REPLY_FAILED;
    if (reply.kind == NEWS_REFUSED) {
        say_warning(line, reply.words);
        return REPLY_AGAIN;
    }
    print_hint(line, &reply, &text);
    return show_alone(line, text.at, line->stage.hint_alone);
}

static enum ask_reply show_secrets(struct line *line)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const char *name[SEATS];
    names_of(&line->own, name);
    text_add(&text, "What you know:\n");
    board_print(line->setup.game, &line->own.board, console_width(line->console), name, &text);
    return show_alone(line, text.at, line->stage.shared && line->stage.peeks);
}

static bool confirm_resigning(struct line *line)
{
    return console_confirm(line->console, "Give this round up? (yes or no): ", ASK_OPENLY);
}

// The words that are understood at every question; false if it is none of them.
static bool obey(struct line *line, const struct question *question, const char *word,
                 struct act *act, enum ask_reply *reply)
{
    *reply = REPLY_AGAIN;
    if (text_same(word, "?") || text_same(word, "help")) {
        say_help(line, question);
    } else if (text_same(word, "rules")) {
        struct variant variant = { .game = line->setup.game, .rules = line->own.rules };
        line_print_rules(line->console->out, &variant, console_width(line->console));
    } else if (text_same(word, "board")) {
        say_board(line, "Current Board:", &line->stage.board);
    } else if (text_same(word, "where") || text_same(word, "w")) {
        say_where(line);
        say_clocks(line);
    } else if (text_same(word, "proof")) {
        say_proof(line);
    } else if (text_same(word, "secrets")) {
        *reply = show_secrets(line);
    } else if (text_same(word, "hint") || text_same(word, "h")) {
        *reply = hint(line);
    } else if (text_same(word, "undo") || text_same(word, "u")) {
        act->kind = ACT_UNDO;
        *reply = REPLY_ACT;
    } else if (text_same(word, "redo")) {
        act->kind = ACT_REDO;
        *reply = REPLY_ACT;
    } else if (text_same(word, "resign")) {
        act->kind = ACT_RESIGN;
        *reply = confirm_resigning(line) ? REPLY_ACT : REPLY_AGAIN;
    } else if (text_same(word, "quit") || text_same(word, "q") || text_same(word, "exit")) {
        *reply = REPLY_QUIT;
    } else {
        return false;
    }
    return true;
}

static bool is_word(const char *answer)
{
    return (*answer >= 'a' && *answer <= 'z') || (*answer >= 'A' && *answer <= 'Z');
}

static unsigned action_verb(const struct line *line, cells chosen)
{
    unsigned count = 0;
    for (unsigned verb = 0; verb < line->own.verb_count; verb++)
        if (layout(line)[verb].listed && chosen == cell(++count))
            return verb;
    return ASK_ACTION;
}

static void refuse_action(struct line *line, const char *answer)
{
    char buffer[TEXT_MAX], actions[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer), list = text_in(actions, sizeof actions);
    if (*answer)
        text_add(&text, "'%.40s' is not possible here: enter ", answer);
    else
        text_add(&text, "Enter ");
    text_add_or(&text, cells_span(1, print_actions(line, &list)));
    text_add(&text, ", or ? for help.");
    say_warning(line, buffer);
}

static void refuse_numbers(struct line *line, const struct question *question, const char *because)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct offer *offer = find_offer(line, question->verb);
    if (line_is_secret(line))
        because = ""; // it would repeat what was typed
    text_add(&text, "%s%sEnter ", because, *because ? " " : "");
    if (offer->pick == 1)
        text_add_or(&text, offer->from);
    else
        text_add(&text, "%u different numbers from %u to %u", offer->pick, cells_first(offer->from),
                 cells_last(offer->from));
    text_add(&text, ", or ? for help.");
    say_warning(line, text.at);
}

static enum ask_reply read_action(struct line *line, struct question *question, const char *answer,
                                  struct act *act)
{
    struct text why = TEXT_OF(256);
    cells chosen;
    unsigned verb = ASK_ACTION;
    if (move_parse_numbers(answer, &chosen, &why))
        verb = action_verb(line, chosen);
    if (verb == ASK_ACTION) {
        refuse_action(line, answer);
        return REPLY_AGAIN;
    }
    act->move = (struct move){ .verb = (uint8_t)verb };
    const struct offer *offer = find_offer(line, verb);
    if (!offer || offer->pick == 0)
        return REPLY_ACT; // if it is not on offer, the table refuses it and says why
    question->verb = verb;
    return REPLY_AGAIN;
}

static enum ask_reply read_numbers(struct line *line, struct question *question, const char *answer,
                                   struct act *act)
{
    struct text why = TEXT_OF(TEXT_MAX);
    act->move = (struct move){ .verb = (uint8_t)question->verb };
    if (move_parse_numbers(answer, &act->move.set, &why) && act->move.set)
        return REPLY_ACT;
    if (!why.length && find_offer(line, question->verb)->pick == 0)
        return REPLY_ACT;
    refuse_numbers(line, question, why.at);
    return REPLY_AGAIN;
}

// A whole move, as saved games write it, is understood at every question.
static enum ask_reply read_words(struct line *line, const struct question *question,
                                 const char *answer, struct act *act)
{
    struct text why = TEXT_OF(TEXT_MAX);
    enum ask_reply reply;
    if (obey(line, question, answer, act, &reply))
        return reply;
    if (stage_parse_move(&line->own, answer, &act->move, &why))
        return REPLY_ACT;
    if (!line_is_secret(line) && seat_has_news(line->seat))
        return REPLY_DONE; // an offer may have come meanwhile, and this be the answer to it
    if (question->verb == ASK_ACTION)
        refuse_action(line, answer);
    else
        refuse_numbers(line, question, why.at);
    return REPLY_AGAIN;
}

// How long to wait for an answer: a little longer than the clock has left, so that the flag has
// fallen by then. 0 without a clock.
static unsigned time_left(const struct line *line)
{
    enum { MORE = 20 };
    int64_t left = line->own.left[line->own.mover] - (now_monotonic() - line->asked);
    return clock_is_set(&line->own.clock) ? (unsigned)(left > 0 ? left : 0) + MORE : 0;
}

static enum ask_reply ask(struct line *line, struct question *question, struct act *act)
{
    struct text prompt = TEXT_OF(TEXT_MAX);
    *act = (struct act){ .kind = ACT_MOVE, .seat = line->own.mover };
    print_prompt(line, question, &prompt);
    line->console->limit = time_left(line);
    const char *answer = line_ask(line, prompt.at, secrecy(line));
    line->console->limit = 0;
    if (!answer)
        return line->console->late ? REPLY_DONE : REPLY_END;
    if (is_word(answer) || text_same(answer, "?"))
        return read_words(line, question, answer, act);
    if (question->verb == ASK_ACTION)
        return read_action(line, question, answer, act);
    return read_numbers(line, question, answer, act);
}

// Of several numbers, those that are not possible are named.
static void refuse(struct line *line, const struct act *act, const struct news *reply)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct offer *offer = find_offer(line, act->move.verb);
    cells wrong = offer && offer->pick > 1 ? act->move.set & ~offer->from : 0;
    if (act->kind == ACT_MOVE && wrong && !line_is_secret(line)) {
        text_add_and(&text, wrong);
        text_add(&text, " %s not possible. ", cells_count(wrong) == 1 ? "is" : "are");
    }
    text_add(&text, "%s", reply->words);
    say_warning(line, text.at);
}

// The coach's warning: first that there is something wrong, and what it is only if that is wanted.
static bool plays_all_the_same(struct line *line, struct news *warning)
{
    char *reason = strchr(warning->words, '\n');
    if (reason)
        *reason++ = '\0';
    say_warning(line, warning->words);
    for (;;) {
        const char *answer =
            console_ask(line->console, "Play it all the same? (yes, no, or why): ", secrecy(line));
        if (!answer || text_same(answer, "no") || text_same(answer, "n"))
            return false;
        if (text_same(answer, "yes") || text_same(answer, "y"))
            return true;
        bool why = text_same(answer, "why") || text_same(answer, "w");
        say_warning(line, why && reason ? reason : "Enter yes, no, or why for the reason.");
    }
}

static enum ask_reply act_on(struct line *line, struct act *act)
{
    struct news reply;
    if (!line_act(line, act, &reply))
        return REPLY_FAILED;
    if (reply.kind == NEWS_WARNING) {
        if (!plays_all_the_same(line, &reply))
            return REPLY_AGAIN;
        act->sure = true;
        return act_on(line, act);
    }
    if (reply.kind != NEWS_REFUSED)
        return REPLY_DONE;
    refuse(line, act, &reply);
    return reply.code == NEWS_STALE ? REPLY_DONE : REPLY_AGAIN;
}

// After a refusal: is the same question asked again? Going back to the first one would take an
// answer that is already typed for something else.
static bool stays_at(const struct line *line, const struct question *question,
                     const struct act *act)
{
    return act->kind != ACT_MOVE ||
           (question->verb == act->move.verb && !layout(line)[act->move.verb].reconsidered);
}

enum line_end ask_turn(struct line *line)
{
    struct question question;
    begin(&question, line);
    for (;;) {
        struct act act;
        enum ask_reply reply = ask(line, &question, &act);
        if (reply == REPLY_ACT) {
            reply = act_on(line, &act);
            if (reply == REPLY_AGAIN && !stays_at(line, &question, &act))
                begin(&question, line);
        }
        switch (reply) {
        case REPLY_ACT:
        case REPLY_AGAIN:
            break;
        case REPLY_TURN:
            say_turn(line);
            begin(&question, line);
            break;
        case REPLY_DONE:
            return LINE_PLAYED;
        case REPLY_QUIT:
            return LINE_QUIT;
        case REPLY_END:
            return LINE_INPUT_ENDED;
        case REPLY_FAILED:
            return LINE_FAILED;
        }
    }
}

// What can be done while somebody elsewhere decides. LINE_QUIT if nothing more is wanted.
static enum line_end do_waiting(struct line *line, const char *word)
{
    struct act act = { .seat = line->seat->viewer };
    struct news reply;
    if (text_same(word, "quit") || text_same(word, "q") || text_same(word, "exit"))
        return LINE_QUIT;
    if (text_same(word, "board")) {
        say_board(line, "Current Board:", &line->stage.board);
        return LINE_PLAYED;
    }
    if (text_same(word, "where") || text_same(word, "w")) {
        say_where(line);
        say_clocks(line);
        return LINE_PLAYED;
    }
    bool plays = line->seat->viewer && !line->stage.over;
    bool undo = plays && (text_same(word, "undo") || text_same(word, "u"));
    if (!undo && !(plays && text_same(word, "resign") && confirm_resigning(line))) {
        say_warning(line, plays ? "Now you can enter where, board, undo, resign or quit."
                                : "Now you can enter where, board or quit.");
        return LINE_PLAYED;
    }
    act.kind = undo ? ACT_UNDO : ACT_RESIGN;
    if (!line_act(line, &act, &reply))
        return LINE_FAILED;
    if (reply.kind == NEWS_REFUSED)
        say_warning(line, reply.words);
    return LINE_PLAYED;
}

// Says who has to act elsewhere; nothing while an act of the reader's own is on its way.
static void say_waiting(struct line *line)
{
    struct text text = TEXT_OF(LOG_NAME + 128);
    const struct stage *stage = &line->stage;
    unsigned who = stage->offer ? opponent(stage->offer_by) : stage->end ? 0 : stage->mover;
    if (who && who == stage->viewer)
        return;
    if (who && line->away[who] && names_wait_for_rematch(stage))
        text_add(&text,
                 "%s has not said whether to play again, and may not come back. You can "
                 "wait, or enter quit.\n",
                 stage->name[who]);
    else
        text_add(&text, "Waiting for %s.\n", who ? stage->name[who] : "the others");
    say(line, STYLE_PLAIN, text.at);
}

enum line_end ask_waiting(struct line *line)
{
    fflush(line->console->out); // the reader of the pipe sees what has been said so far
    if (!line->console->typed)
        return LINE_PLAYED;
    if (!line->waits) {
        say_waiting(line);
        if (!line->stage.round && line->seat->invitation) {
            say(line, STYLE_PLAIN, "The link to send: ");
            say(line, STYLE_PLAIN, line->seat->invitation);
            say(line, STYLE_PLAIN, "\n");
        }
    }
    line->waits = true;
    const char *word = console_overhear(line->console);
    return word ? do_waiting(line, word) : LINE_PLAYED;
}

bool ask_watching(struct line *line)
{
    if (!line->console->typed || line->seat->viewer || !line->seat->maker->has_news)
        return false;
    for (;;) {
        const char *word = line_ask(line, "Enter leaves; another match is followed: ", ASK_OPENLY);
        if (!word)
            return line->console->late;
        if (!*word || do_waiting(line, word) == LINE_QUIT)
            return false;
    }
}
