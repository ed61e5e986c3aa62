// SPDX-License-Identifier: GPL-3.0-or-later
// causeway puzzle
#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

#include "cli/commands.h"
#include "cli/dialogue.h"
#include "fronts/patience.h"
#include "fronts/posed.h"
#include "fronts/progress.h"
#include "report/advice_text.h"

struct dialogue {
    struct console console;
    struct posed posed;
    unsigned wanted; // its grade; 0: any
    bool daily;
};

static void say_position(struct dialogue *dialogue)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct puzzle *puzzle = &dialogue->posed.puzzle;
    text_add(&text, "%s, ", puzzle->variant.game->title);
    variant_print(&puzzle->variant, &text);
    text_add(&text, "\nGrade %u of %d.\n\n", puzzle->grade, PUZZLE_GRADES);
    console_say(&dialogue->console, STYLE_PLAIN, text.at);
    dialogue_say_position(&dialogue->console, &puzzle->variant, &puzzle->view, &puzzle->history, 0);
    text_clear(&text);
    text_add(&text, "\n");
    posed_ask(&dialogue->posed, &text);
    console_say(&dialogue->console, STYLE_PLAIN, text.at);
}

// What becomes of every move: the reason why one is best.
static void say_why(struct dialogue *dialogue)
{
    struct text text = TEXT_OF(4 * TEXT_MAX);
    const char *kind = report_kind(&dialogue->posed.advice);
    if (kind)
        text_add(&text, "%s\n", kind);
    for (unsigned i = 0; i < dialogue->posed.advice.count; i++) {
        struct text name = TEXT_OF(128);
        const struct advice_move *move = &dialogue->posed.advice.moves[i];
        move_print(dialogue->posed.puzzle.variant.game, move->move, &name);
        text_add(&text, "  %-12s ", name.at);
        report_move(&dialogue->posed.advice, move, &text);
        text_add(&text, "%s\n", move->best ? "  <- best" : "");
    }
    console_say(&dialogue->console, STYLE_PLAIN, text.at);
}

static void say_streak(struct dialogue *dialogue)
{
    struct text text = TEXT_OF(128);
    text_add(&text, "Solved on ");
    text_add_count(&text, progress_add_puzzle(), "day", "days");
    text_add(&text, " in a row.\n");
    console_say(&dialogue->console, STYLE_PLAIN, text.at);
}

static bool judge(struct dialogue *dialogue, const struct advice_move *move)
{
    struct text text = TEXT_OF(TEXT_MAX);
    bool right = posed_judge(&dialogue->posed, move, &text);
    text_add(&text, right ? "\n" : " Try again, or enter why.\n");
    console_say(&dialogue->console, right ? STYLE_STRONG : STYLE_WARNING, text.at);
    return right;
}

static const struct advice_move *read_move(struct dialogue *dialogue, const char *answer,
                                           struct text *why)
{
    struct move move;
    const struct puzzle *puzzle = &dialogue->posed.puzzle;
    if (!dialogue_read_move(&puzzle->variant, &puzzle->view, answer, &move, why))
        return NULL;
    const struct advice_move *found = advice_find(&dialogue->posed.advice, move);
    if (!found)
        text_add(why, "That is against the rules here; enter why to see all moves.");
    return found;
}

// 0 when it is solved, 1 when it is left.
static int ask(struct dialogue *dialogue)
{
    for (;;) {
        struct text why = TEXT_OF(TEXT_MAX);
        const char *answer = console_ask(&dialogue->console, "Your move: ", ASK_OPENLY);
        if (!answer || text_same(answer, "quit") || text_same(answer, "q"))
            return EXIT_FAILED;
        if (text_same(answer, "why")) {
            say_why(dialogue);
            continue;
        }
        const struct advice_move *move = read_move(dialogue, answer, &why);
        if (!move) {
            console_say(&dialogue->console, STYLE_WARNING, why.at);
            console_say(&dialogue->console, STYLE_PLAIN, "\n");
            continue;
        }
        if (judge(dialogue, move))
            return EXIT_FINE;
    }
}

static int pose(struct dialogue *dialogue, const struct cli_invocation *invocation)
{
    console_open(&dialogue->console, stdin, stdout, command_color(invocation));
    say_position(dialogue);
    int status = ask(dialogue);
    if (status == EXIT_FINE && dialogue->daily)
        say_streak(dialogue);
    console_close(&dialogue->console);
    return status;
}

// The day, or --seed, or chance decides which one it is; and which game, if none is named.
static bool choose(const struct cli_invocation *invocation, struct dialogue *dialogue,
                   const struct game **game, uint64_t *seed, struct text *why)
{
    dialogue->daily = cli_value(invocation, OPTION_DAILY) != NULL;
    if (dialogue->daily && cli_value(invocation, OPTION_SEED)) {
        text_add(why, "Either --daily or --seed: the day decides which one it is.");
        return false;
    }
    *seed = dialogue->daily ? progress_today() : randombytes_random();
    *game = invocation->operand_count ? games_find(invocation->operand[0], why) : NULL;
    return !why->length && command_read_number(invocation, OPTION_SEED, 0, UINT64_MAX, seed, why);
}

int command_puzzle(const struct cli_invocation *invocation, struct text *why)
{
    static struct dialogue dialogue;
    const struct game *game;
    uint64_t seed;
    const char *level = cli_value(invocation, OPTION_LEVEL);
    bool anew = !cli_value(invocation, OPTION_SEED) && !cli_value(invocation, OPTION_DAILY);
    dialogue.wanted = level ? (unsigned)(*level - '0') : 0;
    if (!choose(invocation, &dialogue, &game, &seed, why))
        return EXIT_USAGE;
    if (!posed_make(&dialogue.posed, game, dialogue.wanted, seed, anew, why)) {
        if (!why->length)
            patience_give_up();
        return EXIT_FAILED;
    }
    int status = pose(&dialogue, invocation);
    posed_clear(&dialogue.posed);
    return status;
}
