// SPDX-License-Identifier: GPL-3.0-or-later
// A table on the full screen: shows its stages, tells its news, and turns presses into
// acts. What may be shown and done is the table's decision.
#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "drive/process.h"
#include "fronts/full/full.h"
#include "fronts/full/motion.h"
#include "fronts/full/page.h"
#include "fronts/full/page_hint.h"
#include "fronts/full/terminal.h"
#include "fronts/full/verdict.h"
#include "ui/names.h"
#include "ui/reviewer.h"

struct play {
    struct ui *ui;
    struct seat_handle *seat;
    struct full_stage shown;
    struct choice choice;
    struct page_play page;
    struct news hint;
    bool away[SEATS];     // who has left a table elsewhere; the viewer's: our connection is lost
    char told[STAGE_ASK]; // what has happened besides moves, until the next move
    uint32_t handed;      // the stage's n when the keyboard was last handed over
    int64_t looked;       // when the stage was taken (now_monotonic()), and
    int64_t left;         // what the mover's clock showed then
    bool quits;           // this game is left while something takes its time
    bool undone;          // the last act took something back, or made such a thing again
    struct text why;
};

// What follows from a press.
enum step {
    STEP_STAY,  // nothing: the same page waits for another
    STEP_ON,    // look what comes next
    STEP_QUIT,  // this game is left
    STEP_OTHER, // for another one
    STEP_FAILED,
};

// Says that somebody is away, as long as that lasts, or what else has happened.
static void note_news(struct play *play)
{
    const struct stage *stage = &play->shown.stage;
    char *note = play->choice.note;
    unsigned viewer = play->seat->viewer, other = opponent(viewer);
    if (play->away[viewer])
        snprintf(note, sizeof play->choice.note, "%s%sThe connection is lost; it is tried again.",
                 play->told, *play->told ? " " : "");
    else if (viewer && play->away[other])
        snprintf(note, sizeof play->choice.note, "%s is away%s.", stage->name[other],
                 names_wait_for_rematch(stage) ? " and has not said whether to play again: q leaves"
                                               : "");
    else
        snprintf(note, sizeof play->choice.note, "%s", play->told);
}

// Shows the game as `viewer` may see it.
static bool look(struct play *play, unsigned viewer)
{
    if (!seat_stage(play->seat, viewer, &play->shown.stage, &play->why))
        return false;
    choice_begin(&play->choice, &play->shown);
    play->looked = now_monotonic();
    play->left = play->shown.stage.left[play->shown.stage.runs];
    play->page = (struct page_play){ .shown = &play->shown,
                                     .choice = &play->choice,
                                     .invitation = play->seat->invitation,
                                     .redo = play->undone };
    note_news(play);
    return true;
}

static const struct move no_move;

static bool act(struct play *play, const struct act *act, struct news *reply)
{
    return seat_act(play->seat, act, reply, &play->why);
}

// Who acts: the player on turn, or between rounds anybody who is here.
static uint8_t actor(const struct play *play)
{
    unsigned mover = play->shown.stage.mover;
    if (mover && play->seat->here[mover])
        return (uint8_t)mover;
    return play->seat->here[SEAT_1] ? SEAT_1 : SEAT_2;
}

static bool wants_to_quit(struct play *play, ui_paint *paint, void *page)
{
    return ui_confirm(play->ui, paint, page, "Leave this game? y: yes, any other key: no ");
}

// The clock of the player to decide goes on while the page stands.
static void tick(struct play *play)
{
    struct stage *stage = &play->shown.stage;
    int64_t left = play->left - (now_monotonic() - play->looked);
    if (stage->runs)
        stage->left[stage->runs] = left > 0 ? left : 0;
}

static bool has_news(void *context)
{
    struct play *play = context;
    tick(play);
    return seat_has_news(play->seat);
}

// A press; PRESS_NEWS if something happens at a table elsewhere before one.
static uint32_t read_press(struct play *play)
{
    play->ui->has_news = play->seat->maker->has_news ? has_news : NULL;
    play->ui->context = play;
    uint32_t press = ui_read(play->ui, page_paint_play, &play->page);
    play->ui->has_news = NULL;
    return press;
}

// Waits until the player on turn alone looks at the screen.
static enum step hand_over(struct play *play, const char *reason)
{
    const struct stage *stage = &play->shown.stage;
    struct page_cover page = { .title = stage->title,
                               .reason = reason,
                               .next = stage->name[stage->mover],
                               .other = stage->name[opponent(stage->mover)] };
    enum step step = STEP_STAY;
    int64_t covered = now_monotonic();
    ui_drop_typed(play->ui);
    seat_rest(play->seat, true);
    while (step == STEP_STAY) {
        uint32_t press = ui_read(play->ui, page_paint_cover, &page);
        if (press == 'y' || press == 'Y')
            step = STEP_ON;
        else if (press == PRESS_LEAVE ||
                 (press == 'q' && wants_to_quit(play, page_paint_cover, &page)))
            step = STEP_QUIT;
    }
    seat_rest(play->seat, false);
    play->looked += now_monotonic() - covered;
    play->handed = stage->n;
    return step;
}

// Shows the page to the player on turn alone, until a key is pressed that does not scroll it.
static enum step show_alone(struct play *play)
{
    uint32_t press;
    terminal_keep_secret(true);
    do
        press = ui_read(play->ui, page_paint_play, &play->page);
    while (page_hint_press(&play->page, press));
    terminal_keep_secret(false);
    return STEP_ON;
}

static enum step peek(struct play *play)
{
    enum step step = hand_over(play, "to look at what you have hidden");
    if (step != STEP_ON)
        return step;
    if (!look(play, play->shown.stage.mover))
        return STEP_FAILED;
    play->page.peeking = true;
    return show_alone(play);
}

static enum step hint(struct play *play)
{
    const struct stage *stage = &play->shown.stage;
    bool cover = stage->hint_alone && stage->viewer != stage->mover;
    struct act ask = { .kind = ACT_HINT, .seat = actor(play) };
    enum step step = cover ? hand_over(play, "for the hint") : STEP_ON;
    if (step != STEP_ON)
        return step;
    if (!act(play, &ask, &play->hint))
        return STEP_FAILED;
    play->page.hint = &play->hint;
    play->page.hint_from = 0;
    if (!cover)
        return STEP_STAY;
    play->page.resting = true;
    return show_alone(play);
}

// What can be done on the page of a round's end.
static void append_end_help(struct text *out)
{
    text_add(out, "The round is over.\n"
                  "\nEnter                the next round, if there is one\n"
                  "a s o                after the last round: again, with the other beginning, "
                  "another game\n"
                  "v                    a review of all moves\n"
                  "u                    take the last move back, if nothing was disclosed\n"
                  "c                    the proof: commitments to what was hidden, opened\n"
                  "r                    the rule book\n"
                  "q                    leave this game\n"
                  "Ctrl-C               leave Causeway\n"
                  "Ctrl-L               paint the screen anew\n");
}

static void append_help(const struct full_stage *shown, struct text *out)
{
    text_add(out, "The moves of this game:\n");
    for (unsigned i = 0; i < shown->stage.verb_count; i++)
        text_add(out, "  %s: %s\n", shown->stage.verbs[i].label, shown->stage.verbs[i].ask);
    text_add(out,
             "\nCells that you can choose now are highlighted; under them is the number to "
             "type where it is not the cell's own.\n"
             "\nLeft Right Home End  choose a cell\n"
             "0 to 9               choose by number\n"
             "Enter                play; where several are to be chosen, first mark them\n"
             "Space                mark or unmark a cell\n"
             ":                    type a move as text, as line mode understands it\n"
             "Tab                  the other action, if there are two\n"
             "Up Down              the same, or a row of cells up or down\n"
             "Mouse                click a highlighted cell, an action or a key below\n"
             "h                    what the solver thinks of each move; PgUp and PgDn show more "
             "of them, Esc closes it\n"
             "u                    take the last move back, if nothing was disclosed\n"
             "U                    make it again, as long as no other move was made\n"
             "s                    look at what you have hidden\n"
             "c                    the proof: commitments to what is hidden, opened at the end\n"
             "r                    the rule book\n"
             "x                    give this round up\n"
             "q                    leave this game\n"
             "Ctrl-C               leave Causeway\n"
             "Ctrl-L               paint the screen anew\n"
             "\nCauseway also plays in plain lines, for screen readers and simple terminals: "
             "causeway play %s --ui line\n",
             shown->stage.game);
}

static void show_help(struct play *play)
{
    struct text text = TEXT_OF(TEXT_MAX);
    if (play->shown.stage.end)
        append_end_help(&text);
    else
        append_help(&play->shown, &text);
    ui_show_text(play->ui, "Help", text.at);
}

static void show_rules(struct play *play)
{
    struct variant variant = { .game = play->shown.game, .rules = play->shown.stage.rules };
    ui_show_rules(play->ui, play->shown.stage.title, &variant);
}

static void show_proof(struct play *play)
{
    struct text text = TEXT_OF(SEALS_TEXT);
    full_stage_prove(&play->shown, page_area(&play->ui->screen).cols, &text);
    if (text.length)
        ui_show_text(play->ui, "Proof", text.at);
}

// Keys that mean the same on and after every turn.
static enum step obey(struct play *play, uint32_t press)
{
    bool quits = press == 'q' || press == PRESS_INTERRUPT;
    if (press == '?')
        show_help(play);
    else if (press == 'c')
        show_proof(play);
    else if (press == 'r')
        show_rules(play);
    else if (press == PRESS_LEAVE || (quits && (play->shown.stage.over ||
                                                wants_to_quit(play, page_paint_play, &play->page))))
        return STEP_QUIT;
    return STEP_STAY;
}

// An act is on its way to a table elsewhere: the page stays alive. That it is being sent is said
// somewhat later than keys work.
static bool sends(struct play *play, int64_t milliseconds)
{
    enum { SAID = 300 };
    if (milliseconds >= SAID)
        snprintf(play->choice.note, sizeof play->choice.note,
                 "Sending, %lld s. Esc: wait no longer.", (long long)milliseconds / 1000);
    tick(play);
    ui_show(play->ui, page_paint_play, &play->page);
    uint32_t press = terminal_read(0);
    play->ui->leaving |= press == PRESS_LEAVE;
    if (press == '?')
        show_help(play);
    else if (press == 'q' || press == PRESS_INTERRUPT)
        play->quits = wants_to_quit(play, page_paint_play, &play->page);
    return press != PRESS_ESCAPE && !play->quits && !play->ui->leaving;
}

// A computer thinks. Before a round nothing is lost by leaving; in the middle of one Ctrl-C asks,
// and other keys are for the next turn.
static bool thinks(struct play *play)
{
    const struct stage *stage = &play->shown.stage;
    bool before = !stage->round || stage->end;
    if (before && !play->page.leaves) {
        play->page.leaves = true;
        ui_show(play->ui, page_paint_play, &play->page);
    }
    uint32_t press = ui_glance(play->ui);
    if (press == PRESS_LEAVE)
        play->ui->leaving = true;
    else if (press == PRESS_INTERRUPT || (before && (press == PRESS_ESCAPE || press == 'q')))
        play->quits = before || wants_to_quit(play, page_paint_play, &play->page);
    return !play->quits && !play->ui->leaving;
}

// Something takes its time; keys are not held for longer than one notices.
static bool waits(void *waiter, enum seat_wait what, int64_t milliseconds)
{
    enum { NOTICED = 40 };
    struct play *play = waiter;
    if (milliseconds < NOTICED)
        return true;
    return what == SEAT_SENDS ? sends(play, milliseconds) : thinks(play);
}

// The coach's warning: first that there is something wrong, and what it is only on another key.
static bool plays_all_the_same(struct play *play, const char *words)
{
    size_t first = strcspn(words, "\n");
    char question[] = "y: play it, w: why, other: look again ";
    snprintf(play->choice.note, sizeof play->choice.note, "%.*s", (int)first, words);
    char answer = ui_answer(play->ui, page_paint_play, &play->page, question);
    if (answer == 'w' && words[first]) {
        snprintf(play->choice.note, sizeof play->choice.note, "%s", words + first + 1);
        answer =
            ui_answer(play->ui, page_paint_play, &play->page, "y: play it, other: look again ");
    }
    return answer == 'y';
}

// Acts. Where the coach warns of a move, asks first; a refusal is shown.
static enum step try(struct play *play, enum act_kind kind, struct move move, bool sure)
{
    struct news reply;
    struct act wanted = { .kind = (uint8_t)kind, .seat = actor(play), .move = move, .sure = sure };
    if (kind == ACT_MOVE)
        wanted.n = play->shown.stage.n + 1;
    if (!act(play, &wanted, &reply))
        return STEP_FAILED;
    if (play->quits)
        return STEP_QUIT;
    if (reply.kind == NEWS_WARNING && !sure) {
        return plays_all_the_same(play, reply.words) ? try(play, kind, move, true) : STEP_STAY;
    }
    if (reply.kind == NEWS_REFUSED) {
        choice_refuse(&play->choice, reply.words);
        if (reply.code == NEWS_BUSY) // said until something else is, beside that the server is away
            snprintf(play->told, sizeof play->told, "%.*s", (int)sizeof play->told - 1,
                     reply.words);
        return reply.code == NEWS_STALE ? STEP_ON : STEP_STAY;
    }
    ui_drop_clicks(play->ui, play->shown.stage.shared);
    play->undone = (kind == ACT_UNDO && play->shown.stage.undo == STAGE_MAY) || kind == ACT_REDO;
    return STEP_ON;
}

// Shows why the move is not possible, as the table says it.
static enum step explain(struct play *play, struct move move)
{
    struct news reply;
    struct act may = { .kind = ACT_MAY, .seat = actor(play), .move = move };
    if (!act(play, &may, &reply))
        return STEP_FAILED;
    choice_refuse(&play->choice, reply.words);
    return STEP_STAY;
}

static enum step resign(struct play *play)
{
    bool sure = ui_confirm(play->ui, page_paint_play, &play->page,
                           "Give this round up? y: yes, any other: no ");
    return sure ? try(play, ACT_RESIGN, no_move, false) : STEP_STAY;
}

// Presses that are no part of a move.
static enum step take_key(struct play *play, uint32_t press)
{
    switch (press) {
    case 'u':
        return try(play, ACT_UNDO, no_move, false);
    case 'U':
        return try(play, ACT_REDO, no_move, false);
    case 'h':
        return hint(play);
    case 'x':
        return resign(play);
    case 's':
        return play->shown.stage.peeks ? peek(play) : STEP_STAY;
    default:
        return obey(play, press);
    }
}

// One press of a person on turn.
static enum step take_press(struct play *play, uint32_t press)
{
    struct move move;
    if (press == PRESS_NEWS)
        return STEP_ON;
    if (play->page.hint && (press == PRESS_ESCAPE || press == 'h')) {
        play->page.hint = NULL;
        return STEP_STAY;
    }
    switch (ui_press_choice(play->ui, &play->page, press, &move)) {
    case CHOICE_GOES_ON:
        return STEP_STAY;
    case CHOICE_MADE:
        return try(play, ACT_MOVE, move, false);
    case CHOICE_WRONG:
        return explain(play, move);
    case CHOICE_OTHER:
        break;
    }
    return take_key(play, press);
}

// Hands the keyboard over where the table wants that.
static enum step uncover(struct play *play)
{
    const struct stage *stage = &play->shown.stage;
    bool alone = stage->cover == STAGE_ALONE;
    enum step step = STEP_ON;
    if (alone || (stage->cover == STAGE_RETURNED && play->handed != stage->n))
        step = hand_over(play, alone ? "to hide something" : NULL);
    if (step == STEP_ON && alone && !look(play, stage->mover))
        step = STEP_FAILED;
    return step;
}

static enum step human_turn(struct play *play)
{
    bool secret = play->shown.stage.cover == STAGE_ALONE;
    enum step step = uncover(play);
    if (step != STEP_ON)
        return step;
    terminal_keep_secret(secret);
    do
        step = take_press(play, read_press(play));
    while (step == STEP_STAY);
    terminal_keep_secret(false);
    return step;
}

static void show_review(struct play *play)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct review review;
    bool made = reviewer_make(&review, play->shown.game, &play->shown.stage, &why);
    verdict_show(play->ui, made ? &review : NULL, &play->shown, why.at);
    if (made)
        review_clear(&review);
}

static enum step take_end_press(struct play *play, uint32_t press)
{
    const struct stage *stage = &play->shown.stage;
    bool next = stage->over ? press == 'a' || press == 's' : press == PRESS_ENTER;
    if (next && stage->ready)
        return seat_get_ready(play->seat, stage, press == 's', &play->why) ? STEP_ON : STEP_FAILED;
    if (next || press == PRESS_NEWS)
        return STEP_ON;
    if (stage->over && stage->ready && press == 'o')
        return STEP_OTHER;
    if (stage->over && press == 'q')
        return STEP_QUIT;
    if (press == 'u' && stage->undo)
        return try(play, ACT_UNDO, no_move, false);
    if (press == 'v')
        show_review(play);
    return obey(play, press);
}

static enum step end_round(struct play *play)
{
    struct text chart = TEXT_OF(TEXT_MAX), turning = TEXT_OF(TEXT_MAX);
    enum step step;
    play->page.verdict = play->page.chart = ""; // who won is shown before it is worked out how
    ui_show(play->ui, page_paint_play, &play->page);
    verdict_print(&play->shown, play->ui->screen.ascii, &chart, &turning);
    play->page.verdict = turning.at;
    play->page.chart = chart.at;
    do
        step = take_end_press(play, read_press(play));
    while (step == STEP_STAY);
    return step;
}

// The opponent asks for an undo or a rematch: asks the player to agree.
static enum step answer_offer(struct play *play)
{
    struct text question = TEXT_OF(2 * LOG_NAME + 128);
    const struct stage *stage = &play->shown.stage;
    struct act answer = { .kind = ACT_DECLINE, .seat = opponent(stage->offer_by) };
    struct news reply;
    stage_tell_offer(stage, &question);
    text_add(&question, " Agree? y: yes, n: no ");
    char letter = '\0';
    while (letter != 'y' && letter != 'n' && !play->ui->leaving)
        letter = ui_answer(play->ui, page_paint_play, &play->page, question.at);
    if (letter == 'y')
        answer.kind = ACT_ACCEPT;
    return act(play, &answer, &reply) ? STEP_ON : STEP_FAILED;
}

static enum step act_here(struct play *play)
{
    if (!look(play, play->seat->viewer))
        return STEP_FAILED;
    if (seat_is_offered(play->seat, &play->shown.stage))
        return answer_offer(play);
    if (play->shown.stage.end)
        return end_round(play);
    return human_turn(play);
}

// A move could not be saved, and so has not been made yet. Asks whether to try again, to go on
// without saving, or to leave.
static enum step answer_unkept(struct play *play, const struct news *news)
{
    struct act again = { .kind = ACT_RETRY, .seat = news->viewer };
    struct news reply;
    ui_show_text(play->ui, "The game cannot be saved", news->words);
    char answer =
        ui_choose(play->ui, "Not saved. t: try again, g: go on without saving, l: leave ", "tgl");
    if (answer == 'l') {
        text_add(&play->why, "%s", news->words);
        return STEP_FAILED;
    }
    again.kind = answer == 'g' ? ACT_UNSAVED : ACT_RETRY;
    if (!act(play, &again, &reply))
        return STEP_FAILED;
    return reply.kind == NEWS_UNKEPT ? answer_unkept(play, &reply) : STEP_ON;
}

// Rings when somebody runs into something hidden, and when the turn comes back to the player.
static void ring(const struct play *play, const struct news *news)
{
    const struct outcome *outcomes = play->shown.game->outcomes;
    unsigned mover = play->shown.stage.mover;
    bool harms = news->event.kind == LOG_MOVE && outcomes[news->event.outcome].harms;
    bool turn =
        mover && play->seat->here[mover] && news->event.seat != mover && !play->shown.stage.shared;
    if (harms || turn)
        ui_ring(play->ui);
}

// Events without words on the board: an offer, an answer. The seat that is asked reads an offer
// as a question, and the one that made it reads it here as long as it stands.
static void hear(struct play *play, const struct log_event *event, const char *told)
{
    unsigned viewer = play->seat->viewer;
    bool says = (event->kind == LOG_OFFER && !viewer) || event->kind == LOG_DECLINE ||
                event->kind == LOG_UNDO;
    bool moves = event->kind == LOG_MOVE && event->seat != SEAT_CHANCE &&
                 !play->shown.stage.computer[event->seat];
    if (says || moves || event->kind == LOG_REMATCH) // until then what was said at first stays
        snprintf(play->told, sizeof play->told, "%s", says && event->seat != viewer ? told : "");
}

// Shows what has happened, as the shared view may show it.
static enum step tell(struct play *play, const struct news *news)
{
    struct full_stage before = play->shown;
    if (news->kind == NEWS_UNKEPT)
        return answer_unkept(play, news);
    if (news->kind == NEWS_AWAY)
        play->away[news->seat] = !news->allowed;
    else if (!play->shown.stage.shared)
        hear(play, &news->event, news->told);
    if (!look(play, play->seat->viewer))
        return STEP_FAILED;
    play->page.resting = true;
    ring(play, news);
    bool moved = news->kind == NEWS_EVENT && news->event.kind == LOG_MOVE && !news->sealed;
    if (moved && play->ui->tempo && before.stage.round == play->shown.stage.round)
        motion_show(play->ui, &play->page, &before, news->event.seat);
    return STEP_ON;
}

// A pause before a computer moves. Keys that a player presses meanwhile are kept for the next
// turn; where only computers play, they are obeyed at once.
static enum step watch(struct play *play)
{
    enum { LOOK = 350 };
    const struct stage *stage = &play->shown.stage;
    bool watched = !play->seat->here[SEAT_1] && !play->seat->here[SEAT_2];
    if (!stage->mover || !stage->computer[stage->mover] || stage->end)
        return STEP_STAY;
    ui_pause(play->ui, page_paint_play, &play->page, (int)(LOOK * play->ui->tempo / 100));
    return watched ? obey(play, ui_take(play->ui)) : STEP_STAY;
}

// Somebody elsewhere decides: obeys keys meanwhile.
static enum step rest(struct play *play)
{
    enum { MOMENT = 50 };
    play->page.resting = true;
    tick(play);
    ui_pause(play->ui, page_paint_play, &play->page, MOMENT);
    return take_key(play, ui_take(play->ui));
}

static enum step follow(struct play *play)
{
    struct news news;
    enum step step = watch(play);
    if (step != STEP_STAY)
        return step;
    switch (seat_next(play->seat, play->seat->viewer, &news, &play->why)) {
    case SEAT_TOLD:
        return tell(play, &news);
    case SEAT_YOURS:
        return act_here(play);
    case SEAT_QUIET:
        return rest(play);
    case SEAT_CLOSED:
        break;
    }
    if (!look(play, play->seat->viewer) || !play->shown.stage.end)
        return STEP_FAILED;
    text_clear(&play->why);
    return end_round(play);
}

bool full_play(struct ui *ui, struct seat_handle *seat, const struct game *game)
{
    struct play play = { .ui = ui, .seat = seat, .why = TEXT_OF(TEXT_MAX) };
    snprintf(play.told, sizeof play.told, "%s", ui->notice);
    ui->notice[0] = '\0';
    play.shown.game = game;
    seat->waits = waits;
    seat->waiter = &play;
    enum step step = look(&play, seat->viewer) ? STEP_ON : STEP_FAILED;
    play.page.resting = true;
    if (step == STEP_ON && !play.shown.stage.round) // to prepare may take a computer its time
        ui_show(ui, page_paint_play, &play.page);
    while ((step == STEP_ON || step == STEP_STAY) && !ui->leaving && !play.quits)
        step = follow(&play);
    seat->waits = NULL;
    if (step == STEP_FAILED && !play.quits && !ui->leaving)
        ui_fail(ui, play.why.at);
    return step == STEP_OTHER;
}

int full_status(void)
{
    return terminal_signal() ? 128 + terminal_signal() : 0;
}
