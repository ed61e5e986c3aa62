// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "fronts/advice.h"
#include "fronts/full/full.h"
#include "fronts/full/motion.h"
#include "fronts/full/page.h"
#include "fronts/full/terminal.h"
#include "fronts/full/verdict.h"
#include "fronts/patience.h"
#include "core/memory.h"
#include "fronts/proof.h"
#include "report/review_text.h"

// A series being played.
struct table {
    struct ui *ui;
    struct session *session;
    struct stage stage;
    struct choice choice;
    struct page_play page;
    struct hint hint;
    unsigned handed; // moves made when the keyboard was last handed over
    char toss[2 * NAME_SIZE];
    unsigned told_at; // moves made when the toss was told
    struct text *why;
};

enum step {
    STEP_ON,    // look what comes next
    STEP_QUIT,  // this game is left
    STEP_LEAVE, // the program is left
    STEP_FAILED,
};

static void paint_play(struct screen *screen, void *page)
{
    page_paint_play(screen, page);
}

static void paint_cover(struct screen *screen, void *page)
{
    page_paint_cover(screen, page);
}

static bool is_shared(const struct session *session)
{
    return !session->bot[SEAT_1] && !session->bot[SEAT_2];
}

static bool is_hidden(const struct session *session, unsigned verb)
{
    return session->variant.game->verbs[verb].hidden;
}

static bool has_hidden(const struct session *session, unsigned seat)
{
    for (unsigned i = 0; i < session->match.count; i++)
        if (session->match.log[i].seat == seat &&
            is_hidden(session, session->match.log[i].move.verb))
            return true;
    return false;
}

static bool just_hidden(const struct session *session)
{
    unsigned count = session->match.count;
    return count > 0 && session->match.log[count - 1].seat != SEAT_CHANCE &&
           is_hidden(session, session->match.log[count - 1].move.verb);
}

// Until both players have moved.
static void tell_toss(struct table *table)
{
    struct session *session = table->session;
    if (session->tossed) {
        struct text toss = text_in(table->toss, sizeof table->toss);
        session_print_toss(session, &toss);
        table->told_at = session->match.count;
    }
    if (session->match.count < table->told_at + 2)
        stage_say(&table->stage, table->toss);
    else
        table->toss[0] = '\0';
}

// Shows the game as `viewer` may see it.
static void set_stage(struct table *table, unsigned viewer)
{
    stage_set(&table->stage, table->session, viewer);
    tell_toss(table);
    choice_begin(&table->choice, &table->stage);
    table->page = (struct page_play){ .stage = &table->stage, .choice = &table->choice };
}

static bool wants_to_quit(struct table *table, ui_paint *paint, void *page)
{
    return ui_confirm(table->ui, paint, page, "Leave this game? y: yes, any other key: no ");
}

// Waits until the mover alone looks at the screen.
static enum step hand_over(struct table *table)
{
    struct session *session = table->session;
    unsigned seat = match_turn(&session->match)->mover;
    struct page_cover page = { .title = session->variant.game->title,
                               .next = session->name[seat],
                               .other = session->name[opponent(seat)] };
    terminal_drop_typed();
    ui_take(table->ui);
    for (;;) {
        uint32_t press = ui_read(table->ui, paint_cover, &page);
        if (press == 'y' || press == 'Y') {
            table->handed = session->match.count;
            return STEP_ON;
        }
        if (press == PRESS_LEAVE)
            return STEP_LEAVE;
        if (press == 'q' && wants_to_quit(table, paint_cover, &page))
            return STEP_QUIT;
    }
}

// What the mover has hidden, as long as no key is pressed.
static enum step peek(struct table *table)
{
    enum step step = hand_over(table);
    if (step != STEP_ON)
        return step;
    set_stage(table, match_turn(&table->session->match)->mover);
    table->page.peeking = true;
    terminal_keep_secret(true);
    uint32_t press = ui_read(table->ui, paint_play, &table->page);
    terminal_keep_secret(false);
    return press == PRESS_LEAVE ? STEP_LEAVE : STEP_ON;
}

// A hint may depend on what its reader alone knows: then only the reader looks.
static bool is_private(const struct session *session)
{
    return is_shared(session) && game_has_secrets(session->variant.game);
}

// *again: the same turn goes on, with the same view.
static enum step hint(struct table *table, bool *again)
{
    unsigned mover = match_turn(&table->session->match)->mover;
    bool cover = is_private(table->session) && table->stage.view.seat != mover;
    enum step step = cover ? hand_over(table) : STEP_ON;
    if (step != STEP_ON)
        return step;
    hint_make(&table->hint, table->session);
    table->page.hint = &table->hint;
    if (!cover)
        return STEP_ON;
    table->page.resting = true;
    terminal_keep_secret(true);
    uint32_t press = ui_read(table->ui, paint_play, &table->page);
    terminal_keep_secret(false);
    *again = false;
    return press == PRESS_LEAVE ? STEP_LEAVE : STEP_ON;
}

// True if the move is to be played, after a warning where one is due. With
// somebody else looking on, none is given that may tell a secret.
static bool coach(struct table *table, struct move move)
{
    struct session *session = table->session;
    struct text warning = text_in(table->choice.note, sizeof table->choice.note);
    unsigned mover = match_turn(&session->match)->mover;
    struct view view = match_view(&session->match, mover);
    bool watched = is_private(session) && table->stage.view.seat != mover;
    if (!session->coached || watched || !view_allows(&session->variant, &view, move))
        return true;
    session_print_warning(session, move, &warning);
    return !warning.length || ui_confirm(table->ui, paint_play, &table->page,
                                         "Play it all the same? y: yes, any other key: no ");
}

static bool undo(struct table *table)
{
    struct text out = text_in(table->choice.note, sizeof table->choice.note);
    return session_undo(table->session, &out) > 0;
}

static bool show_help(struct table *table)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const struct stage *stage = &table->stage;
    text_add(&text, "What you can do:\n");
    for (const struct verb *verb = stage->variant.game->verbs; verb->name; verb++)
        if (!verb->chance)
            text_add(&text, "  %s\n", verb->help);
    text_add(&text,
             "\nCells that you can choose now are highlighted; under them is the number to "
             "type where it is not the cell's own.\n"
             "\nLeft Right Home End  choose a cell\n"
             "0 to 9               choose by number\n"
             "Enter                play; where several are to be chosen, first mark them\n"
             "Space                mark or unmark a cell\n"
             "Tab                  the other action, if there are two\n"
             "Up Down              the same, or a row of cells up or down\n"
             "Mouse                click a cell, an action or a key below\n"
             "h                    what the solver thinks of each move\n"
             "u                    take the last move back, if nothing was disclosed\n"
             "s                    look at what you have hidden\n"
             "c                    the proof: commitments to what is hidden, opened at the end\n"
             "r                    the rule book\n"
             "q                    leave this game\n"
             "Ctrl-C               leave Causeway\n"
             "Ctrl-L               paint the screen anew\n"
             "\nAfter the last round:\n"
             "a s o                again, with sides swapped, another game\n"
             "v                    a review of all moves\n"
             "\nCauseway also plays in plain lines, for screen readers and simple terminals: "
             "causeway play %s --ui line\n",
             stage->variant.game->slug);
    return ui_show_text(table->ui, "Help", buffer);
}

static bool show_proof(struct table *table)
{
    char *text = proof_text(table->session);
    bool stays = ui_show_text(table->ui, "Proof", text ? text : "There is not enough memory.");
    mem_free(text);
    return stays;
}

// Keys that mean the same on and after every turn; false if it is none of them.
static bool obey(struct table *table, uint32_t press, enum step *step)
{
    struct session *session = table->session;
    *step = STEP_ON;
    if (press == PRESS_LEAVE)
        *step = STEP_LEAVE;
    else if (press == 'q' || press == PRESS_INTERRUPT)
        *step = wants_to_quit(table, paint_play, &table->page) ? STEP_QUIT : STEP_ON;
    else if (press == '?')
        *step = show_help(table) ? STEP_ON : STEP_LEAVE;
    else if (press == 'c' && *table->stage.sealed)
        *step = show_proof(table) ? STEP_ON : STEP_LEAVE;
    else if (press == 'r')
        *step = ui_show_rules(table->ui, &session->variant) ? STEP_ON : STEP_LEAVE;
    else
        return false;
    return true;
}

// Carries out a move and shows it, to everybody who may look.
static bool play(struct table *table, struct move move)
{
    struct event event;
    struct session *session = table->session;
    struct stage before = table->stage;
    if (!session_play(session, move, &event))
        return false;
    ui_drop_clicks(table->ui);
    if (is_shared(session) && is_hidden(session, move.verb))
        return true;
    set_stage(table, session_only_human(session));
    table->page.resting = true;
    if (table->ui->tempo)
        motion_show(table->ui, &table->page, &before, &event);
    return true;
}

// One press of a person on turn; *again while the same turn goes on.
static enum step take_press(struct table *table, uint32_t press, bool *again)
{
    struct move move;
    enum step step;
    *again = true;
    table->page.hint = NULL;
    table->choice.row = page_row_cells(&table->ui->screen, &table->page);
    switch (choice_press(&table->choice, &table->stage, press, &move)) {
    case CHOICE_GOES_ON:
        return STEP_ON;
    case CHOICE_MADE:
        if (!coach(table, move))
            return STEP_ON;
        if (play(table, move))
            *again = false;
        else
            choice_refuse(&table->choice, &table->stage, move);
        return STEP_ON;
    case CHOICE_OTHER:
        break;
    }
    if (obey(table, press, &step))
        return step;
    if (press == 'u')
        *again = !undo(table);
    if (press == 'h')
        return hint(table, again);
    if (press == 's' && table->page.can_peek) {
        *again = false;
        return peek(table);
    }
    return STEP_ON;
}

static enum step human_turn(struct table *table)
{
    struct session *session = table->session;
    unsigned seat = match_turn(&session->match)->mover;
    bool secret = is_shared(session) && game_hides(&session->variant, &session->match.state),
         again = true;
    enum step step = STEP_ON;
    bool handed = table->handed == session->match.count;
    if (secret || (is_shared(session) && just_hidden(session) && !handed))
        step = hand_over(table);
    set_stage(table, secret ? seat : session_only_human(session));
    table->page.can_peek = is_shared(session) && has_hidden(session, seat);
    terminal_keep_secret(secret && step == STEP_ON);
    while (again && step == STEP_ON) {
        uint32_t press = ui_read(table->ui, paint_play, &table->page);
        step = take_press(table, press, &again);
    }
    terminal_keep_secret(false);
    return step;
}

// A person at the keyboard presses keys for the next turn; with none there is
// only leaving.
static enum step watch(struct table *table)
{
    enum { LOOK = 350 };
    enum step step = STEP_ON;
    bool watched = table->session->bot[SEAT_1] && table->session->bot[SEAT_2];
    if (!table->ui->tempo && !watched)
        return STEP_ON;
    ui_pause(table->ui, paint_play, &table->page, (int)(LOOK * table->ui->tempo / 100));
    if (watched)
        obey(table, ui_take(table->ui), &step);
    return step;
}

static enum step bot_turn(struct table *table)
{
    struct move move;
    if (!session_bot_move(table->session, &move, table->why))
        return STEP_FAILED;
    set_stage(table, session_only_human(table->session));
    enum step step = watch(table);
    if (step != STEP_ON)
        return step;
    bool legal = play(table, move);
    assert(legal);
    return STEP_ON;
}

static enum step play_round(struct table *table)
{
    struct session *session = table->session;
    enum step step = STEP_ON;
    while (!match_over(&session->match) && step == STEP_ON && !session->stopped) {
        bool bot = session->bot[match_turn(&session->match)->mover] != NULL;
        step = bot ? bot_turn(table) : human_turn(table);
    }
    return session->stopped ? STEP_FAILED : step;
}

static void print_review(struct table *table, FILE *out)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct session *session = table->session;
    struct review review;
    struct patience patience;
    patience_begin(&patience, "Reviewing");
    bool made = review_make(&review, &session->match, &patience.limits, &why);
    patience_end(&patience);
    if (!made) {
        fputs(buffer, out);
        return;
    }
    report_chart(&review, session->name, out);
    fputc('\n', out);
    report_moves(&review, session->name, out);
    review_clear(&review);
}

static enum step show_review(struct table *table)
{
    char buffer[8 * TEXT_MAX] = "";
    FILE *out = fmemopen(buffer, sizeof buffer, "w");
    if (!out)
        return STEP_ON;
    print_review(table, out);
    fclose(out);
    return ui_show_text(table->ui, "Review", buffer) ? STEP_ON : STEP_LEAVE;
}

// After a round: *press is how to go on.
static enum step end_round(struct table *table, uint32_t *press)
{
    enum step step = STEP_ON;
    char verdict[TEXT_MAX];
    struct text text = text_in(verdict, sizeof verdict);
    set_stage(table, SEAT_NOBODY);
    verdict_print(table->session, table->ui->screen.ascii, &text);
    table->page.verdict = verdict;
    bool last = series_over(&table->stage.series);
    while (step == STEP_ON) {
        *press = ui_read(table->ui, paint_play, &table->page);
        if (*press == 'u' && undo(table))
            return STEP_ON;
        if (last ? *press == 'a' || *press == 's' || *press == 'o' : *press == PRESS_ENTER)
            break;
        if (last && *press == 'q')
            return STEP_QUIT;
        if (*press == 'v')
            step = show_review(table);
        else
            obey(table, *press, &step);
    }
    if (step == STEP_ON)
        series_count(&table->session->series, &table->session->match);
    return step;
}

// Rounds until the series is over; an undo after the end goes on with the same one.
static enum step play_series(struct table *table, uint32_t *press)
{
    struct session *session = table->session;
    while (!series_over(&session->series)) {
        if (!session->resumed)
            session_start_round(session);
        session->resumed = false;
        do {
            enum step step = play_round(table);
            if (step == STEP_ON)
                step = end_round(table, press);
            if (step != STEP_ON)
                return step;
        } while (*press == 'u');
    }
    return STEP_ON;
}

static void paint_nothing(struct screen *screen, void *page)
{
    (void)screen, (void)page;
}

// The game cannot be saved: what is said of that stands alone on the screen.
static bool go_on_unsaved(void *whom, const char *why)
{
    struct table *table = whom;
    if (!ui_show_text(table->ui, "The game cannot be saved", why) ||
        !ui_confirm(table->ui, paint_nothing, NULL, "Go on without saving? y: yes, any other: no "))
        text_add(table->why, "%s", why);
    return table->why->length == 0;
}

enum full_end full_play(struct ui *ui, struct session *session, struct text *why)
{
    struct table table = { .ui = ui, .session = session, .why = why };
    session->go_on_unsaved = go_on_unsaved;
    session->whom = &table;
    struct series *series = &session->series;
    for (;;) {
        uint32_t press = PRESS_NOTHING;
        switch (play_series(&table, &press)) {
        case STEP_ON:
            break;
        case STEP_QUIT:
            return FULL_QUIT;
        case STEP_LEAVE:
            return FULL_LEAVE;
        case STEP_FAILED:
            return FULL_FAILED;
        }
        if (press == 'o')
            return FULL_OTHER;
        *series = series_of(series->rounds, press == 's' ? opponent(series->first) : series->first);
    }
}

int full_status(void)
{
    return terminal_signal() ? 128 + terminal_signal() : 0;
}
