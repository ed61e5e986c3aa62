// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/line/line.h"

#include <string.h>

#include "core/memory.h"
#include "fronts/line/ask.h"
#include "fronts/line/layout.h"
#include "fronts/proof.h"
#include "report/rulebook.h"

// The first verb on offer: it shows what kind of decision is next.
static const struct verb *next_verb(const struct session *session)
{
    struct offer offers[OFFERS_MAX];
    game_offers(&session->variant, &session->match.state, offers);
    return &session->variant.game->verbs[offers[0].verb];
}

static void say_board(struct table *table, const char *title, const struct board *board)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "%s\n", title);
    board_print(table->session->variant.game, board, console_width(table->console),
                table->session->name, &text);
    console_say(table->console, STYLE_PLAIN, buffer);
}

// Only what everybody at the keyboard may know.
void line_say_board(struct table *table)
{
    struct session *session = table->session;
    struct view view = match_view(&session->match, session_only_human(session));
    struct board board;
    view_board(&session->variant, &view, &board);
    say_board(table, "Current Board:", &board);
}

// Words as the book's page has them.
static void say_set(struct table *table, enum console_style style, const char *words,
                    page_gaps gaps)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    layout_add(&text, words, gaps);
    console_say(table->console, style, buffer);
}

static void say_heading(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    struct view view = match_view(&session->match, match_turn(&session->match)->mover);
    struct scene scene = match_scene(&session->match, &view, session->name);
    session->variant.game->heading(&scene, &text);
    say_set(table, STYLE_STRONG, buffer, next_verb(session)->heading);
}

static void say_toss(struct table *table, const char *before, const char *after)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "%s", before);
    session_print_toss(table->session, &text);
    text_add(&text, "%s", after);
    if (text.length > strlen(before) + strlen(after))
        console_say(table->console, STYLE_PLAIN, buffer);
}

static void begin_turn(struct table *table)
{
    say_toss(table, "\n", "");
    if (!next_verb(table->session)->hidden && !next_verb(table->session)->continues) {
        console_say(table->console, STYLE_PLAIN, "\n");
        line_say_board(table);
        console_say(table->console, STYLE_PLAIN, "\n");
    }
    say_heading(table);
}

static bool has_moved(const struct session *session, unsigned seat)
{
    for (unsigned i = 0; i < session->match.count; i++)
        if (session->match.log[i].seat == seat &&
            !session->variant.game->verbs[session->match.log[i].move.verb].hidden)
            return true;
    return false;
}

// Between turns, but for the second player's first, which belongs to the opening.
static bool has_rule(const struct session *session)
{
    unsigned mover = match_turn(&session->match)->mover;
    return mover && (has_moved(session, mover) || !has_moved(session, opponent(mover)));
}

// In a pipe nobody looks over anybody's shoulder, and what was read has been
// repeated: a human's hidden move is told as it was made.
static void say_last_event(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    unsigned last = session->match.count - 1;
    unsigned seat = session->match.log[last].seat;
    bool piped = !table->console->typed && !session->bot[seat];
    match_tell(&session->match, last, piped ? seat : SEAT_NOBODY, session->name, &text);
    if (!text.length)
        return;
    say_set(table, STYLE_PLAIN, buffer,
            session->variant.game->verbs[session->match.log[last].move.verb].told);
    if (session->variant.game->page.rule && has_rule(session)) {
        say_set(table, STYLE_PLAIN, session->variant.game->page.rule, PAGE_BEFORE);
        console_say(table->console, STYLE_PLAIN, "\n");
    }
}

static void say_closing(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    struct view view = match_view(&session->match, SEAT_NOBODY);
    struct scene scene = match_scene(&session->match, &view, session->name);
    if (match_turn(&session->match)->mover) { // on turn, and stuck
        console_say(table->console, STYLE_PLAIN, "\n");
        line_say_board(table);
        console_say(table->console, STYLE_PLAIN, "\n");
    }
    session->variant.game->closing(&scene, &text);
    say_set(table, STYLE_STRONG, buffer,
            match_turn(&session->match)->mover ? session->variant.game->page.stuck
                                               : session->variant.game->page.closing);
    struct board board;
    match_reveal(&session->match, &board);
    console_say(table->console, STYLE_PLAIN, "\n");
    say_board(table, "The board at the end:", &board);
}

static void say_welcome(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    struct view view = match_view(&session->match, SEAT_NOBODY);
    struct scene scene = match_scene(&session->match, &view, session->name);
    if (session->series.rounds > 1) {
        text_add(&text, "%sRound %u of %u.\n\n", session->series.played ? "\n" : "",
                 session->series.played + 1, session->series.rounds);
    }
    console_say(table->console, STYLE_PLAIN, buffer);
    text_clear(&text);
    session->variant.game->welcome(&scene, &text);
    say_set(table, STYLE_PLAIN, buffer, session->variant.game->page.welcome);
}

// Rule books know nothing of commitments: in a pipe they are shown on request.
static bool shows_commitments(const struct table *table)
{
    return table->console->typed || table->session->commitments;
}

// Those from this entry on.
static void say_commitments(struct table *table, unsigned from)
{
    char buffer[2 * TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    if (shows_commitments(table))
        proof_print_commitments(table->session, from, &text);
    console_say(table->console, STYLE_PLAIN, buffer);
}

static void say_source(struct table *table)
{
    struct text text = TEXT_OF(TEXT_MAX);
    if (shows_commitments(table))
        proof_print_source(table->session, &text);
    console_say(table->console, STYLE_PLAIN, text.at);
}

static void say_openings(struct table *table)
{
    char *text = shows_commitments(table) ? proof_text(table->session) : NULL;
    console_say(table->console, STYLE_PLAIN, text ? text : "");
    mem_free(text);
}

bool line_is_shared(const struct table *table)
{
    return table->console->typed && !table->session->bot[SEAT_1] && !table->session->bot[SEAT_2];
}

bool line_hand_over(struct table *table)
{
    char prompt[2 * NAME_SIZE + 64];
    const char *const *name = table->session->name;
    unsigned seat = match_turn(&table->session->match)->mover;
    snprintf(prompt, sizeof prompt, "\n%s, press Enter when %s has looked away. ", name[seat],
             name[opponent(seat)]);
    console_drop_typed(table->console);
    return console_ask(table->console, prompt, ASK_SECRETLY) != NULL;
}

static enum line_end human_turn(struct table *table)
{
    struct session *session = table->session;
    bool secret = next_verb(session)->hidden;
    if (secret && line_is_shared(table) && !line_hand_over(table))
        return LINE_INPUT_ENDED;
    begin_turn(table);
    enum line_end end = line_ask_move(table);
    if (end != LINE_PLAYED)
        return end;
    if (secret && line_is_shared(table)) {
        console_wipe(table->console);
        console_say(table->console, STYLE_PLAIN, "Noted. What is hidden stays hidden.\n");
    }
    return LINE_PLAYED;
}

// A computer player's turn reads as if it had typed its answers.
static enum line_end bot_turn(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text words = text_in(buffer, sizeof buffer);
    struct move move;
    struct event event;
    begin_turn(table);
    if (!session_bot_move(table->session, &move, &words)) {
        console_say(table->console, STYLE_WARNING, buffer);
        console_say(table->console, STYLE_PLAIN, "\n");
        return LINE_FAILED;
    }
    line_print_answers(table, move, &words);
    bool legal = session_play(table->session, move, &event);
    assert(legal);
    if (table->session->stopped)
        return LINE_FAILED;
    console_say(table->console, STYLE_PLAIN, buffer); // it is kept, and may be shown
    return LINE_PLAYED;
}

static enum line_end play_turn(struct table *table)
{
    struct session *session = table->session;
    bool bot = session->bot[match_turn(&session->match)->mover] != NULL;
    unsigned since = session->record.count;
    bool hidden = next_verb(session)->hidden;
    enum line_end end = bot ? bot_turn(table) : human_turn(table);
    if (end != LINE_PLAYED)
        return end;
    say_last_event(table);
    if (hidden) // where the screen has been cleared, earlier ones have gone with it
        say_commitments(table, line_is_shared(table) ? 0 : since);
    return LINE_PLAYED;
}

static void say_tally(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    series_tell(&session->series, session->variant.game, session->name, &text);
    console_say(table->console, STYLE_PLAIN, buffer);
}

static void say_resumed(struct table *table)
{
    const struct session *session = table->session;
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "Going on with %s, %s against %s, after ", session->variant.game->title,
             session->name[SEAT_1], session->name[SEAT_2]);
    text_add_count(&text, session->match.count, "move", "moves");
    text_add(&text, ". It is %s's turn.\n\n", session->name[match_turn(&session->match)->mover]);
    console_say(table->console, STYLE_PLAIN, buffer);
    if (session->series.played > 0)
        say_tally(table);
    say_welcome(table);
    if (next_verb(session)->continues) { // the turn's beginning, with its board, was before
        console_say(table->console, STYLE_PLAIN, "\n");
        line_say_board(table);
    }
}

static void begin_round(struct table *table)
{
    struct session *session = table->session;
    if (session->resumed) {
        session->resumed = false;
        say_resumed(table);
        say_commitments(table, 0);
        return;
    }
    session_start_round(session);
    if (session->stopped)
        return;
    if (session->variant.game->role[0]) // the welcome speaks of them
        say_toss(table, "", "\n");
    say_welcome(table);
    say_source(table);
    say_commitments(table, 0);
}

static enum line_end play_round(struct table *table)
{
    begin_round(table);
    if (table->session->stopped)
        return LINE_FAILED;
    while (!match_over(&table->session->match)) {
        enum line_end end = play_turn(table);
        if (end != LINE_PLAYED && end != LINE_ANEW)
            return end;
    }
    say_closing(table);
    say_openings(table);
    return LINE_PLAYED;
}

bool line_go_on_unsaved(void *whom, const char *why)
{
    struct console *console = whom;
    console_say(console, STYLE_WARNING, why);
    if (console_confirm(console, "\nPlay without saving? (yes or no) ", ASK_OPENLY))
        return true;
    console_say(console, STYLE_PLAIN, "Then not now. With --no-save nothing is saved or asked.\n");
    return false;
}

static void say_end(struct table *table, enum line_end end)
{
    bool kept = table->session->store && table->console->typed;
    if (end == LINE_QUIT)
        console_say(table->console, STYLE_PLAIN, "The game is left unfinished. Goodbye.\n");
    if (end == LINE_INPUT_ENDED)
        console_say(table->console, STYLE_WARNING,
                    "The input ended in the middle of the game: it is left unfinished.\n");
    if (kept && end != LINE_FAILED)
        console_say(table->console, STYLE_PLAIN, "'causeway resume' goes on with it.\n");
}

enum line_end line_play(struct session *session, struct console *console)
{
    struct table table = { .session = session, .console = console };
    session->stopped = false;
    session->go_on_unsaved = line_go_on_unsaved;
    session->whom = console;
    while (!series_over(&session->series)) {
        enum line_end end = play_round(&table);
        if (end != LINE_PLAYED) {
            say_end(&table, end);
            return end;
        }
        series_count(&session->series, &session->match);
        if (session->series.rounds > 1) {
            console_say(console, STYLE_PLAIN, "\n");
            say_tally(&table);
        }
    }
    return LINE_PLAYED;
}

void line_print_rules(FILE *out, const struct variant *variant)
{
    char buffer[2 * TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    rulebook_print(variant, &text);
    fputs(buffer, out);
}
