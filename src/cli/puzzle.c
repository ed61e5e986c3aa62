// SPDX-License-Identifier: GPL-3.0-or-later
// causeway puzzle
#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "core/now.h"
#include "cli/commands.h"
#include "cli/dialogue.h"
#include "drive/process.h"
#include "ui/progress_bar.h"
#include "ui/puzzle_session.h"
#include "ui/achievements.h"
#include "report/advice_text.h"

enum { RUN = 5 }; // puzzles of a run against the clock

struct dialogue {
    struct console console;
    struct puzzle_session session;
    struct puzzle_session_wish order;
    bool five; // a run is wanted
    bool typed_seed;
};

static void say(struct dialogue *dialogue, const char *words)
{
    console_say(&dialogue->console, STYLE_PLAIN, words);
}

static void say_position(struct dialogue *dialogue)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct puzzle *puzzle = &dialogue->session.question.puzzle;
    text_add(&text, "%s, ", puzzle->variant.game->title);
    variant_print(&puzzle->variant, &text);
    text_add(&text, "\nLevel %u of %u.\n\n", puzzle->grade, puzzle_grades(puzzle->variant.game));
    say(dialogue, text.at);
    dialogue_say_position(&dialogue->console, &puzzle->variant, &puzzle->view, &puzzle->history, 0);
    text_clear(&text);
    solved_puzzle_ask(&dialogue->session.question, &text);
    say(dialogue, "\n");
    dialogue_say(&dialogue->console, STYLE_PLAIN, text.at);
}

// The play that shows it, and what becomes of every move.
static void say_why(struct dialogue *dialogue)
{
    struct text text = TEXT_OF(4 * TEXT_MAX), line = TEXT_OF(2 * TEXT_MAX);
    const char *kind = report_kind(&dialogue->session.question.advice);
    puzzle_session_explain(&dialogue->session, &line);
    if (line.length)
        dialogue_say(&dialogue->console, STYLE_PLAIN, line.at);
    if (kind)
        text_add(&text, "%s\n", kind);
    for (unsigned i = 0; i < dialogue->session.question.advice.count; i++) {
        struct text name = TEXT_OF(128);
        const struct advice_move *move = &dialogue->session.question.advice.moves[i];
        move_print(dialogue->session.question.puzzle.variant.game, move->move, &name);
        text_add(&text, "  %-12s ", name.at);
        report_move(&dialogue->session.question.advice, move, &text);
        text_add(&text, "%s\n", move->best ? "  <- the answer" : "");
    }
    say(dialogue, text.at);
}

static bool judge(struct dialogue *dialogue, const struct advice_move *move)
{
    struct text text = TEXT_OF(TEXT_MAX);
    bool right = puzzle_session_judge(&dialogue->session, move, &text);
    text_add(&text, "%s", right ? "" : " Try again, or enter why.");
    dialogue_say(&dialogue->console, right ? STYLE_STRONG : STYLE_WARNING, text.at);
    return right;
}

static const struct advice_move *read_move(struct dialogue *dialogue, const char *answer,
                                           struct text *why)
{
    struct move move;
    const struct puzzle *puzzle = &dialogue->session.question.puzzle;
    if (!dialogue_read_move(&puzzle->variant, &puzzle->view, answer, &move, why))
        return NULL;
    const struct advice_move *found = advice_find(&dialogue->session.question.advice, move);
    if (!found)
        text_add(why, "That is against the rules here; enter why to see all moves.");
    return found;
}

// The words that are no move; false if it is none of them.
static bool obey(struct dialogue *dialogue, const char *word)
{
    const struct puzzle *puzzle = &dialogue->session.question.puzzle;
    if (text_same(word, "why") || text_same(word, "hint")) {
        say_why(dialogue);
    } else if (text_same(word, "where")) {
        say_position(dialogue);
    } else if (text_same(word, "board")) {
        dialogue_say_board(&dialogue->console, &puzzle->variant, &puzzle->view);
    } else if (text_same(word, "rules")) {
        dialogue_say_rules(&dialogue->console, &puzzle->variant);
    } else if (text_same(word, "?") || text_same(word, "help")) {
        dialogue_say(&dialogue->console, STYLE_PLAIN,
                     "Enter a move, why for the reason (the answer is told, and the puzzle no "
                     "longer counts), where or board for the position, rules, or quit.");
    } else {
        return false;
    }
    return true;
}

enum asked { ASKED_SOLVED, ASKED_LEFT, ASKED_CUT };

static enum asked ask(struct dialogue *dialogue)
{
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        const char *answer = console_ask(&dialogue->console, "Your move: ", ASK_OPENLY);
        if (!answer)
            return ASKED_CUT;
        if (text_same(answer, "quit") || text_same(answer, "q"))
            return ASKED_LEFT;
        if (obey(dialogue, answer))
            continue;
        const struct advice_move *move = read_move(dialogue, answer, &why);
        if (!move)
            dialogue_say(&dialogue->console, STYLE_WARNING, why.at);
        else if (judge(dialogue, move))
            return ASKED_SOLVED;
    }
}

// At a terminal another one is posed, unless one was ordered by its number.
static bool wants_next(struct dialogue *dialogue)
{
    for (;;) {
        if (!dialogue->console.typed || dialogue->typed_seed)
            return false;
        const char *answer = console_ask(&dialogue->console,
                                         "Enter for the next puzzle, why, or quit: ", ASK_OPENLY);
        if (!answer || text_same(answer, "quit") || text_same(answer, "q"))
            return false;
        if (!*answer || text_same(answer, "next"))
            return true;
        if (text_same(answer, "why"))
            say_why(dialogue);
        else
            say(dialogue, "Enter alone poses another one, why tells the reason, quit leaves.\n");
    }
}

// The console is closed while a puzzle is looked for, which may be interrupted.
static bool make(struct dialogue *dialogue, const struct cli_invocation *invocation,
                 struct text *why)
{
    bool made = puzzle_session_make(&dialogue->session, &dialogue->order, why);
    if (made)
        console_open(&dialogue->console, stdin, stdout, command_color(invocation));
    else if (!why->length)
        progress_bar_give_up();
    return made;
}

static void finish(struct dialogue *dialogue)
{
    console_close(&dialogue->console);
    puzzle_session_clear(&dialogue->session);
}

static int pose(struct dialogue *dialogue, const struct cli_invocation *invocation,
                struct text *why)
{
    bool next = true;
    enum asked asked = ASKED_LEFT;
    while (next) {
        if (!make(dialogue, invocation, why))
            return EXIT_FAILED;
        say_position(dialogue);
        asked = ask(dialogue);
        next = asked == ASKED_SOLVED && wants_next(dialogue);
        finish(dialogue);
        dialogue->order.daily = false;
        dialogue->order.seed = randombytes_random();
    }
    return asked == ASKED_CUT ? EXIT_FAILED : EXIT_FINE;
}

// Five; the time that the program takes to make them does not count.
static int run(struct dialogue *dialogue, const struct cli_invocation *invocation, struct text *why)
{
    struct text text = TEXT_OF(TEXT_MAX);
    unsigned right = 0;
    int64_t spent = 0;
    for (unsigned i = 1; i <= RUN; i++) {
        if (!make(dialogue, invocation, why))
            return EXIT_FAILED;
        printf("\n%u of %d. ", i, RUN);
        int64_t began = now_monotonic();
        say_position(dialogue);
        enum asked asked = ask(dialogue);
        spent += now_monotonic() - began;
        right += asked == ASKED_SOLVED && !dialogue->session.has_wrong && !dialogue->session.helped;
        finish(dialogue);
        if (asked != ASKED_SOLVED)
            return asked == ASKED_CUT ? EXIT_FAILED : EXIT_FINE;
        dialogue->order.seed = randombytes_random();
    }
    bool best = achievements_add_run(right, spent);
    text_add(&text, "%u of %d at the first try, in %lld seconds%s\n", right, RUN,
             (long long)(spent / 1000), best ? ": your best run." : ".");
    fputs(text.at, stdout);
    return EXIT_FINE;
}

// The day, or --seed, or chance decides which one it is; and which game, if none is named.
static bool read_order(const struct cli_invocation *invocation, struct dialogue *dialogue,
                       struct text *why)
{
    const char *level = cli_value(invocation, OPTION_LEVEL);
    struct puzzle_session_wish *order = &dialogue->order;
    order->grade = level ? (unsigned)(*level - '0') : 0;
    order->daily = cli_value(invocation, OPTION_DAILY) != NULL;
    dialogue->five = cli_value(invocation, OPTION_FIVE) != NULL;
    dialogue->typed_seed = order->again = cli_value(invocation, OPTION_SEED) != NULL;
    if (order->daily + dialogue->five + dialogue->typed_seed > 1) {
        text_add(why, "Only one of --daily, --five and --seed: the day decides which one it is, "
                      "and five are always new.");
        return false;
    }
    order->seed = order->daily ? achievements_today() : randombytes_random();
    order->game = invocation->operand_count ? games_find(invocation->operand[0], why) : NULL;
    return !why->length &&
           command_read_number(invocation, OPTION_SEED, 0, UINT64_MAX, &order->seed, why);
}

// On the full screen the page of puzzles; a run, and one that is ordered by number, in lines.
int command_puzzle(const struct cli_invocation *invocation, struct text *why)
{
    static struct dialogue dialogue;
    struct ui ui;
    if (!read_order(invocation, &dialogue, why))
        return EXIT_USAGE;
    if (dialogue.five)
        return run(&dialogue, invocation, why);
    if (dialogue.typed_seed || !command_open_full(invocation, &ui))
        return pose(&dialogue, invocation, why);
    puzzle_page_show(&ui, &dialogue.order, why);
    return command_close_full(&ui, why);
}
