// SPDX-License-Identifier: GPL-3.0-or-later
// causeway learn
#include <stdio.h>

#include "analysis/lesson.h"
#include "cli/commands.h"
#include "cli/dialogue.h"
#include "ui/achievements.h"

struct school {
    struct console console;
    struct lesson lesson;
    struct lesson_play play;
    struct history history;
    unsigned told; // events of it that have been told
};

static void say(struct school *school, const char *words)
{
    console_say(&school->console, STYLE_PLAIN, words);
}

static struct view look(struct school *school)
{
    const struct match *match = match_in(&school->play.room);
    match_history(match, school->play.seat, &school->history);
    return match_view(match, school->play.seat);
}

static void say_question(struct school *school)
{
    struct view view = look(school);
    say(school, "\n");
    dialogue_say_position(&school->console, &school->lesson.variant, &view, &school->history,
                          school->told);
    school->told = school->history.count;
    say(school, "\n");
    if (!lesson_done(&school->play))
        dialogue_say(&school->console, STYLE_PLAIN, school->lesson.step[school->play.step].ask);
}

static void say_title(struct school *school, unsigned number, unsigned count)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct lesson *lesson = &school->lesson;
    text_add(&text, "%s, lesson %u of %u: %s\n", lesson->variant.game->title, number, count,
             lesson->title);
    console_say(&school->console, STYLE_STRONG, text.at);
    text_clear(&text);
    text_add(&text, "Rules: ");
    variant_print(&lesson->variant, &text);
    text_add(&text, "\n");
    say(school, text.at);
}

static void show_answer(struct school *school)
{
    struct text text = TEXT_OF(TEXT_MAX);
    lesson_tell_answer(&school->play, &text);
    text_add(&text, " Enter it to go on.");
    dialogue_say(&school->console, STYLE_PLAIN, text.at);
}

static void try_move(struct school *school, const char *answer)
{
    struct text words = TEXT_OF(TEXT_MAX), text = TEXT_OF(TEXT_MAX);
    struct view view = look(school);
    struct move move;
    enum lesson_verdict verdict = LESSON_FORBIDDEN;
    if (dialogue_read_move(&school->lesson.variant, &view, answer, &move, &words))
        verdict = lesson_answer(&school->play, move, &words);
    text_add(&text, "%s%s",
             verdict == LESSON_RIGHT   ? "Right. "
             : verdict == LESSON_WRONG ? "No. "
                                       : "",
             words.at);
    dialogue_say(&school->console, verdict == LESSON_RIGHT ? STYLE_STRONG : STYLE_WARNING, text.at);
    if (verdict == LESSON_RIGHT)
        say_question(school);
}

enum lesson_end { LESSON_END_DONE, LESSON_END_LEFT, LESSON_END_CUT };

static void say_board(struct school *school)
{
    struct view view = look(school);
    dialogue_say_board(&school->console, &school->lesson.variant, &view);
}

static enum lesson_end go_through(struct school *school)
{
    lesson_begin(&school->play, &school->lesson);
    school->told = 0;
    say_question(school);
    while (!lesson_done(&school->play)) {
        const char *answer = console_ask(&school->console, "Your move: ", ASK_OPENLY);
        if (!answer)
            return LESSON_END_CUT;
        if (text_same(answer, "quit") || text_same(answer, "q"))
            return LESSON_END_LEFT;
        if (text_same(answer, "rules")) {
            dialogue_say_rules(&school->console, &school->lesson.variant);
        } else if (text_same(answer, "board")) {
            say_board(school);
        } else if (text_same(answer, "where")) {
            school->told = school->history.count;
            say_question(school);
        } else if (text_same(answer, "answer") || text_same(answer, "hint")) {
            show_answer(school);
        } else if (text_same(answer, "?") || text_same(answer, "help")) {
            dialogue_say(
                &school->console, STYLE_PLAIN,
                "Enter a move, answer to be told it, where or board for the position, rules, or "
                "quit to leave.");
        } else {
            try_move(school, answer);
        }
    }
    return LESSON_END_DONE;
}

// From this lesson to the last one; a lesson that is done is remembered.
static int teach(struct school *school, const struct game *game, unsigned from, struct text *why)
{
    unsigned count = lesson_count(game, lesson_lines);
    for (unsigned number = from; number <= count; number++) {
        if (!lesson_read(&school->lesson, game, lesson_lines, number, why))
            return EXIT_FAILED;
        say_title(school, number, count);
        enum lesson_end end = go_through(school);
        if (end != LESSON_END_DONE)
            return end == LESSON_END_LEFT ? EXIT_FINE : EXIT_FAILED;
        achievements_add_lesson(game, number);
        say(school, number < count ? "Lesson done.\n\n" : "");
    }
    struct text text = TEXT_OF(TEXT_MAX);
    text_add(&text,
             "That was the last lesson of %s. 'causeway puzzle %s' has more to find, "
             "'causeway play %s --rules fair --p2 easy' is a whole game.",
             game->title, game->slug, game->slug);
    dialogue_say(&school->console, STYLE_PLAIN, text.at);
    return EXIT_FINE;
}

static void print_lessons(const struct game *game)
{
    cells done = achievements_lessons(game);
    static struct lesson lesson;
    printf("%s (causeway learn %s)\n", game->title, game->slug);
    for (unsigned i = 1; i <= lesson_count(game, lesson_lines); i++) {
        struct text why = TEXT_OF(TEXT_MAX);
        if (lesson_read(&lesson, game, lesson_lines, i, &why))
            printf("  %u. %s%s\n", i, lesson.title, cells_has(done, i) ? " (done)" : "");
    }
}

int command_learn(const struct cli_invocation *invocation, struct text *why)
{
    static struct school school;
    struct ui ui;
    if (invocation->operand_count == 0 && command_open_full(invocation, &ui)) {
        learn_page_show(&ui, NULL, 0, why);
        return command_close_full(&ui, why);
    }
    if (invocation->operand_count == 0) {
        for (const struct game *const *game = games; *game; game++)
            print_lessons(*game);
        return EXIT_FINE;
    }
    const struct game *game = games_find(invocation->operand[0], why);
    if (!game)
        return EXIT_USAGE;
    unsigned count = lesson_count(game, lesson_lines);
    uint64_t from = achievements_next_lesson(game);
    if (count == 0)
        return cli_failure("%s has no lessons.", game->title);
    const char *typed = invocation->operand_count > 1 ? invocation->operand[1] : NULL;
    if (typed && (!text_parse_number(typed, count, &from) || from == 0))
        return cli_usage_error(invocation, "'%.40s' is no lesson of %s: there are 1 to %u.", typed,
                               game->title, count);
    if (command_open_full(invocation, &ui)) {
        learn_page_show(&ui, game, (unsigned)from, why);
        return command_close_full(&ui, why);
    }
    console_open(&school.console, stdin, stdout, command_color(invocation));
    int status = teach(&school, game, (unsigned)from, why);
    console_close(&school.console);
    return status;
}
