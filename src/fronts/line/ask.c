// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/line/ask.h"

#include <string.h>

#include "fronts/advice.h"

// A question that is being asked: an action's number, or a verb's numbers.
struct question {
    unsigned verb; // or ASK_ACTION
    struct view view;
    struct scene scene;
    struct offer offers[OFFERS_MAX];
    unsigned count;
};

enum reply {
    REPLY_MOVE,  // *move is what was asked for
    REPLY_AGAIN, // ask the question, which may have become another, again
    REPLY_TURN,  // the turn is to be shown anew
    REPLY_QUIT,
    REPLY_END,
};

static void prepare(struct question *question, const struct table *table)
{
    const struct session *session = table->session;
    question->view = match_view(&session->match, match_turn(&session->match)->mover);
    question->scene = match_scene(&session->match, &question->view, session->name);
    question->count = view_offers(&session->variant, &question->view, question->offers);
    question->verb = question->offers[0].verb;
    if (session->variant.game->verbs[question->verb].action)
        question->verb = ASK_ACTION;
}

static const struct offer *find_offer(const struct question *question, unsigned verb)
{
    for (unsigned i = 0; i < question->count; i++)
        if (question->offers[i].verb == verb)
            return &question->offers[i];
    return NULL;
}

static bool is_secret(const struct table *table, const struct question *question)
{
    return question->verb != ASK_ACTION &&
           table->session->variant.game->verbs[question->verb].hidden;
}

static bool is_own_line(const struct table *table, const struct question *question)
{
    return question->verb != ASK_ACTION &&
           table->session->variant.game->verbs[question->verb].own_line;
}

static void add_question(const struct table *table, const struct question *question,
                         struct text *out)
{
    table->session->variant.game->ask(&question->scene, question->verb, out);
    text_add(out, "%s", is_own_line(table, question) ? "\n\n" : ": ");
}

// A question in the book that is a line of its own leaves a person without a hint of
// what to type.
static void print_prompt(const struct table *table, const struct question *question,
                         struct text *prompt)
{
    add_question(table, question, prompt);
    const struct offer *offer = &question->offers[0];
    if (table->console->typed && is_own_line(table, question))
        text_add(prompt, "Enter %u number%s from %u to %u%s: ", offer->pick,
                 offer->pick == 1 ? "" : "s", cells_first(offer->from), cells_last(offer->from),
                 is_secret(table, question) ? " (not shown as you type)" : "");
}

static void print_actions(const struct game *game, struct text *out)
{
    unsigned count = 0;
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        if (verb->action)
            text_add(out, "  %u: %s\n", ++count, verb->action);
}

static unsigned count_actions(const struct game *game)
{
    unsigned count = 0;
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        count += verb->action != NULL;
    return count;
}

static void say_help(struct table *table, const struct question *question)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const struct game *game = table->session->variant.game;
    text_add(&text, "Here you can enter:\n");
    if (question->verb == ASK_ACTION)
        print_actions(game, &text);
    for (unsigned i = 0; i < question->count; i++) {
        const struct offer *offer = &question->offers[i];
        const struct verb *verb = &game->verbs[offer->verb];
        if (question->verb == offer->verb)
            text_add(&text, "  %u number%s, or, as a whole move:\n", offer->pick,
                     offer->pick == 1 ? "" : "s, separated by blanks or commas");
        text_add(&text, "  %s%s: %s", verb->name, offer->pick ? " …" : "", verb->help);
        if (offer->pick) {
            text_add(&text, "; %u of ", offer->pick);
            text_add_commas(&text, offer->from);
        }
        text_add(&text, "\n");
    }
    text_add(&text, "At every question: ? or help, hint, rules, board, undo, quit.\n");
    console_say(table->console, STYLE_PLAIN, buffer);
}

static void warn(struct table *table, const char *sentence)
{
    console_say(table->console, STYLE_WARNING, sentence);
    console_say(table->console, STYLE_PLAIN, "\n");
}

static enum reply undo(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    unsigned undone = session_undo(table->session, &text);
    if (!undone) {
        warn(table, buffer);
        return REPLY_AGAIN;
    }
    text_add(&text, "Taken back: ");
    text_add_count(&text, undone, "move", "moves");
    text_add(&text, ".\n");
    console_say(table->console, STYLE_PLAIN, buffer);
    return REPLY_TURN;
}

// A hint may depend on what its reader alone knows.
static bool hint(struct table *table, enum reply *reply)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    bool private = line_is_shared(table) && game_has_secrets(table->session->variant.game);
    if (private && !line_hand_over(table)) {
        *reply = REPLY_END;
        return true;
    }
    session_print_hint(table->session, &text);
    if (private)
        *reply = console_show_secret(table->console, buffer) ? REPLY_TURN : REPLY_END;
    else
        console_say(table->console, STYLE_PLAIN, buffer);
    return true;
}

// The words that are understood at every question; false if it is none of them.
static bool obey(struct table *table, const struct question *question, const char *word,
                 enum reply *reply)
{
    struct session *session = table->session;
    *reply = REPLY_AGAIN;
    if (text_same(word, "?") || text_same(word, "help"))
        say_help(table, question);
    else if (text_same(word, "rules"))
        line_print_rules(table->console->out, &session->variant);
    else if (text_same(word, "board"))
        line_say_board(table);
    else if (text_same(word, "hint"))
        return hint(table, reply);
    else if (text_same(word, "undo"))
        *reply = undo(table);
    else if (text_same(word, "quit"))
        *reply = REPLY_QUIT;
    else
        return false;
    return true;
}

static bool is_word(const char *answer)
{
    return (*answer >= 'a' && *answer <= 'z') || (*answer >= 'A' && *answer <= 'Z');
}

static unsigned action_verb(const struct game *game, cells chosen)
{
    unsigned count = 0;
    for (unsigned verb = 0; game->verbs[verb].name; verb++)
        if (game->verbs[verb].action && chosen == cell(++count))
            return verb;
    return ASK_ACTION;
}

static void refuse_action(struct table *table, const char *answer)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    if (*answer)
        text_add(&text, "'%.40s' is not possible here: enter ", answer);
    else
        text_add(&text, "Enter ");
    text_add_or(&text, cells_span(1, count_actions(table->session->variant.game)));
    text_add(&text, ", or ? for help.");
    warn(table, buffer);
}

static void refuse_numbers(struct table *table, const struct question *question,
                           const char *because)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const struct offer *offer = find_offer(question, question->verb);
    if (is_secret(table, question) && table->console->typed)
        because = ""; // it would repeat what was typed
    text_add(&text, "%s%sEnter ", because, *because ? " " : "");
    if (offer->pick == 1) {
        text_add_or(&text, offer->from);
    } else {
        text_add(&text, "%u different numbers from %u to %u", offer->pick, cells_first(offer->from),
                 cells_last(offer->from));
    }
    text_add(&text, ", or ? for help.");
    warn(table, buffer);
}

static void refuse_move(struct table *table, const struct question *question, struct move move)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    table->session->variant.game->refuse(&question->scene, move, &text);
    warn(table, buffer);
}

static enum reply read_action(struct table *table, struct question *question, const char *answer,
                              struct move *move)
{
    char ignored[256];
    struct text why = text_in(ignored, sizeof ignored);
    cells chosen;
    unsigned verb = ASK_ACTION;
    if (move_parse_numbers(answer, &chosen, &why))
        verb = action_verb(table->session->variant.game, chosen);
    if (verb == ASK_ACTION) {
        refuse_action(table, answer);
        return REPLY_AGAIN;
    }
    *move = (struct move){ .verb = (uint8_t)verb };
    const struct offer *offer = find_offer(question, verb);
    if (!offer || offer->pick == 0)
        return REPLY_MOVE; // if it is not on offer, trying it says why
    question->verb = verb;
    return REPLY_AGAIN;
}

static enum reply read_numbers(struct table *table, struct question *question, const char *answer,
                               struct move *move)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    *move = (struct move){ .verb = (uint8_t)question->verb };
    if (move_parse_numbers(answer, &move->set, &why) && move->set)
        return REPLY_MOVE;
    const struct offer *offer = find_offer(question, question->verb);
    if (!why.length && offer->pick == 0)
        return REPLY_MOVE;
    refuse_numbers(table, question, buffer);
    return REPLY_AGAIN;
}

// A whole move, as saved games write it, is understood at every question.
static enum reply read_words(struct table *table, const struct question *question,
                             const char *answer, struct move *move)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    enum reply reply;
    if (obey(table, question, answer, &reply))
        return reply;
    if (move_parse(table->session->variant.game, answer, move, &why))
        return REPLY_MOVE;
    if (question->verb == ASK_ACTION)
        refuse_action(table, answer);
    else
        refuse_numbers(table, question, buffer);
    return REPLY_AGAIN;
}

static enum reply ask(struct table *table, struct question *question, struct move *move)
{
    char buffer[TEXT_MAX];
    struct text prompt = text_in(buffer, sizeof buffer);
    print_prompt(table, question, &prompt);
    const char *answer =
        console_ask(table->console, buffer, is_secret(table, question) ? ASK_SECRETLY : ASK_OPENLY);
    if (!answer)
        return REPLY_END;
    if (is_word(answer) || text_same(answer, "?"))
        return read_words(table, question, answer, move);
    if (question->verb == ASK_ACTION)
        return read_action(table, question, answer, move);
    return read_numbers(table, question, answer, move);
}

// A warning may depend on what the mover alone knows: with somebody else looking
// on, there is none.
static bool may_coach(const struct table *table, const struct question *question)
{
    const struct session *session = table->session;
    bool watched = line_is_shared(table) && game_has_secrets(session->variant.game) &&
                   !is_secret(table, question);
    return session->coached && !watched;
}

// True if the move is to be played after all.
static bool coach(struct table *table, const struct question *question, struct move move)
{
    char buffer[TEXT_MAX];
    struct text warning = text_in(buffer, sizeof buffer);
    const struct session *session = table->session;
    if (!may_coach(table, question) || !view_allows(&session->variant, &question->view, move))
        return true;
    session_print_warning(table->session, move, &warning);
    if (!warning.length)
        return true;
    warn(table, buffer);
    return console_confirm(table->console, "Play it all the same? (yes or no): ",
                           is_secret(table, question) ? ASK_SECRETLY : ASK_OPENLY);
}

// The same question again: an answer to the refusal is not to be taken for one to
// another question.
static bool stays_at(const struct table *table, const struct question *question, struct move move)
{
    return question->verb == move.verb &&
           !table->session->variant.game->verbs[move.verb].reconsidered;
}

enum line_end line_ask_move(struct table *table)
{
    struct question question;
    prepare(&question, table);
    for (;;) {
        struct move move;
        struct event event;
        switch (ask(table, &question, &move)) {
        case REPLY_MOVE:
            if (!coach(table, &question, move)) {
                prepare(&question, table);
                break;
            }
            if (session_play(table->session, move, &event))
                return table->session->stopped ? LINE_FAILED : LINE_PLAYED;
            refuse_move(table, &question, move);
            if (!stays_at(table, &question, move))
                prepare(&question, table);
            break;
        case REPLY_AGAIN:
            break;
        case REPLY_TURN:
            return table->session->stopped ? LINE_FAILED : LINE_ANEW;
        case REPLY_QUIT:
            return LINE_QUIT;
        case REPLY_END:
            return LINE_INPUT_ENDED;
        }
    }
}

static void add_answer(struct table *table, struct question *question, const char *answer,
                       struct text *out)
{
    add_question(table, question, out);
    if (!is_own_line(table, question))
        text_add(out, "%s\n", answer);
}

void line_print_answers(struct table *table, struct move move, struct text *out)
{
    char buffer[TEXT_MAX];
    struct text answer = text_in(buffer, sizeof buffer);
    struct question question;
    prepare(&question, table);
    if (question.verb == ASK_ACTION) {
        unsigned action = 1;
        while (action_verb(table->session->variant.game, cell(action)) != move.verb)
            action++;
        text_add(&answer, "%u", action);
        add_answer(table, &question, buffer, out);
        text_clear(&answer);
        question.verb = move.verb;
    }
    if (!find_offer(&question, move.verb)->pick)
        return;
    if (is_secret(table, &question))
        text_add(&answer, "(hidden)");
    else
        text_add_spaced(&answer, move.set);
    add_answer(table, &question, buffer, out);
}
