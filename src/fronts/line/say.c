// SPDX-License-Identifier: GPL-3.0-or-later
// What line mode says: stages and news, set as the rule books' pages are.
#include <ctype.h>
#include <string.h>

#include "core/board_text.h"
#include "fronts/line/inside.h"
#include "ui/names.h"
#include "ui/reviewer.h"
#include "ui/seals.h"
#include "record/clock.h"
#include "record/printable.h"
#include "report/review_text.h"

void say(struct line *line, enum console_style style, const char *text)
{
    console_say(line->console, style, text);
}

// Two people at one keyboard play in the rule book's own words. All others read who did what, and
// "you" is the reader.
static bool by_the_book(const struct line *line)
{
    return line->stage.shared;
}

static void say_line(struct line *line, enum console_style style, const char *sentence)
{
    say(line, style, sentence);
    say(line, STYLE_PLAIN, "\n");
}

// A sentence may quote what was typed, cut in the middle of a character: such bytes are blotted.
void say_warning(struct line *line, const char *sentence)
{
    struct text text = TEXT_OF(TEXT_MAX);
    text_put(&text, sentence);
    printable_blot_lines(text.at);
    say(line, STYLE_WARNING, text.at);
    say(line, STYLE_PLAIN, "\n");
}

// Words as the rule book's page has them: with empty lines where the gaps are. Without words
// there is at most the gap before them.
static void lay_out(struct text *out, const char *words, page_gaps gaps)
{
    if (gaps & PAGE_BEFORE)
        text_add(out, "\n");
    for (unsigned line = 1; *words; line++) {
        const char *next = words + strcspn(words, "\n");
        next += *next == '\n';
        bool last = *next == '\0';
        unsigned gap = last ? gaps & PAGE_AFTER : line < 15 && gaps & PAGE_LINE(line);
        text_add(out, "%.*s%s", (int)(next - words), words, gap ? "\n" : "");
        words = next;
    }
}

static void say_set(struct line *line, enum console_style style, const char *words, page_gaps gaps)
{
    struct text text = TEXT_OF(2 * STAGE_WORDS);
    lay_out(&text, words, gaps);
    say(line, style, text.at);
}

void say_board(struct line *line, const char *title, const struct board *board)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const char *name[SEATS];
    names_of(&line->stage, name);
    text_add(&text, "%s\n", title);
    board_print(line->setup.game, board, console_width(line->console), name, &text);
    say(line, STYLE_PLAIN, text.at);
}

// "Detectors left: you 1, Ben 0."
static void add_supplies(const struct stage *stage, struct text *out)
{
    const char *between = "";
    for (unsigned i = 0; i < 2; i++) { // the reader first
        unsigned seat = stage->viewer == SEAT_2 ? SEAT_2 - i : SEAT_1 + i;
        const struct stage_supply *supply = &stage->supply[seat];
        size_t at = out->length + 1;
        if (!*supply->what)
            continue;
        if (!*between) {
            text_add(out, " %s left:", supply->what);
            out->at[at] = (char)toupper((unsigned char)out->at[at]);
        }
        text_add(out, "%s %s %u", between, seat == stage->viewer ? "you" : stage->name[seat],
                 supply->left);
        between = ",";
    }
    text_put(out, *between ? "." : "");
}

void say_where(struct line *line)
{
    enum { USUAL = 80 };
    struct text text = TEXT_OF(2 * STAGE_WORDS), folded = TEXT_OF(2 * STAGE_WORDS);
    const struct stage *stage = &line->stage;
    unsigned width = console_width(line->console);
    text_add(&text, "%s", stage->described);
    if (*stage->status) {
        size_t at = text.length + (text.length > 0);
        text_add(&text, "%s%s.", text.length ? " " : "", stage->status);
        text.at[at] = (char)toupper((unsigned char)text.at[at]);
    }
    add_supplies(stage, &text);
    text_add_folded(&folded, text.at, width ? width : USUAL);
    say_line(line, STYLE_PLAIN, folded.at);
}

static void add_time(int64_t left, struct text *out)
{
    if (left >= CLOCK_HOUR)
        clock_tell(left, out);
    else
        text_add(out, "%lld.%lld s", (long long)left / 1000, (long long)left % 1000 / 100);
}

// "Time left: you 101.3 s, Ben 120.0 s.", as it is now.
void say_clocks(struct line *line)
{
    struct text text = TEXT_OF(2 * LOG_NAME + 128);
    struct stage stage;
    const char *between = "Time left:";
    if (!line_look(line, line->seat->viewer, &stage) || !clock_is_set(&stage.clock) || !stage.round)
        return;
    for (unsigned i = 0; i < 2; i++) { // the reader first
        unsigned seat = stage.viewer == SEAT_2 ? SEAT_2 - i : SEAT_1 + i;
        text_add(&text, "%s %s ", between, seat == stage.viewer ? "you" : stage.name[seat]);
        add_time(stage.left[seat], &text);
        between = ",";
    }
    text_add(&text, ".");
    say_line(line, STYLE_PLAIN, text.at);
}

static void say_current_board(struct line *line)
{
    say(line, STYLE_PLAIN, "\n");
    say_board(line, "Current Board:", &line->stage.board);
    if (!by_the_book(line))
        say_where(line);
}

static void say_toss(struct line *line, page_gaps gaps)
{
    if (!line->told_toss && *line->stage.told_toss) {
        say_set(line, STYLE_PLAIN, line->stage.told_toss, gaps);
        line->told_toss = true;
    }
}

static const struct verb *next_verb(const struct line *line)
{
    return &line->layout.verbs[line->own.offers[0].offer.verb];
}

// Has somebody here moved? Else there is nothing to go on with.
static bool is_begun(const struct stage *stage)
{
    for (unsigned i = 0; i < stage->move_count; i++)
        if (stage->moves[i].seat != SEAT_CHANCE && !stage->computer[stage->moves[i].seat])
            return true;
    return stage->round > 1;
}

static void say_clock(struct line *line)
{
    struct text text = TEXT_OF(64);
    if (!clock_is_set(&line->own.clock))
        return;
    text_add(&text, "Time left: ");
    add_time(line->own.left[line->own.mover], &text);
    text_add(&text, "\n");
    say(line, STYLE_PLAIN, text.at);
}

void say_turn(struct line *line)
{
    bool kept = line->setup.saved && is_begun(&line->stage);
    console_say_when_killed(
        kept ? "The game is left unfinished: 'causeway resume' goes on with it.\n" : "");
    say_toss(line, PAGE_BEFORE);
    if (!line->stage.hides && !line->stage.continues) {
        say_current_board(line);
        say(line, STYLE_PLAIN, "\n");
    }
    say_clock(line);
    say_set(line, STYLE_STRONG, line->own.heading, next_verb(line)->heading);
}

// "You are Ann, the Runner, against Medium."
static void say_reader(struct line *line)
{
    struct text text = TEXT_OF(3 * LOG_NAME);
    const struct stage *stage = &line->stage;
    const char *role;
    if (by_the_book(line))
        return;
    if (!stage->viewer) {
        say_line(line, STYLE_PLAIN, "You are watching.");
        return;
    }
    role = stage_role(stage, stage->viewer);
    text_add(&text, "You are %s%s%s, against %s.", stage->name[stage->viewer], role ? ", the " : "",
             role ? role : "", stage->name[opponent(stage->viewer)]);
    say_line(line, STYLE_PLAIN, text.at);
}

void say_round(struct line *line)
{
    struct text text = TEXT_OF(64);
    const struct stage *stage = &line->stage;
    line->closed = false;
    if (*stage->role[0]) // the welcome speaks of them
        say_toss(line, PAGE_AFTER);
    if (stage->rounds > 1)
        text_add(&text, "%sRound %u of %u.\n\n", stage->round > 1 ? "\n" : "", stage->round,
                 stage->rounds);
    say(line, STYLE_PLAIN, text.at);
    say_set(line, STYLE_PLAIN, stage->welcome, line->layout.page.welcome);
    say_reader(line);
    say(line, STYLE_PLAIN, stage->promises);
}

static void say_tally(struct line *line)
{
    struct text text = TEXT_OF(TEXT_MAX);
    stage_tell_tally(&line->stage, &text);
    say(line, STYLE_PLAIN, text.at);
}

// Where it is played elsewhere nobody may have moved yet, or it may be over already.
static void say_standing(struct line *line)
{
    const struct stage *stage = &line->stage;
    struct text text = TEXT_OF(TEXT_MAX);
    bool begun = stage->move_count > 0 || stage->played > 0;
    text_add(&text, "%s%s, %s against %s", begun && !stage->over ? "Going on with " : "",
             stage->title, stage->name[SEAT_1], stage->name[SEAT_2]);
    if (begun) {
        text_add(&text, stage->over ? ", over after " : ", after ");
        text_add_count(&text, stage->move_count, "move", "moves");
    }
    if (stage->mover)
        text_add(&text, ". It is %s's turn", stage->name[stage->mover]);
    text_add(&text, ".\n\n");
    say(line, STYLE_PLAIN, text.at);
}

void say_resumed(struct line *line)
{
    const struct stage *stage = &line->stage;
    say_standing(line);
    if (stage->over) {
        say_closing(line);
        return;
    }
    if (stage->played > 0)
        say_tally(line);
    if (!stage->mover)
        return;
    line->told_toss = true;
    say_round(line);
    if (stage->continues) // the turn began, and its board was shown, before the game was left
        say_current_board(line);
    say_commitments(line, 0);
}

// Rule books know nothing of commitments, and nobody wants to hear them read aloud: they are
// shown with --commitments, or where `proof` is entered.
void say_commitments(struct line *line, uint32_t since)
{
    struct text text = TEXT_OF(SEALS_TEXT);
    if (line->setup.commitments)
        seals_print(&line->stage, since, true, &text);
    say(line, STYLE_PLAIN, text.at);
}

static void say_source(struct line *line)
{
    struct text text = TEXT_OF(TEXT_MAX);
    if (line->console->typed || line->setup.commitments)
        seals_print_source(&line->stage, line->setup.game, &text);
    say(line, STYLE_PLAIN, text.at);
}

void say_proof(struct line *line)
{
    struct text text = TEXT_OF(SEALS_TEXT);
    const struct stage *stage = &line->stage;
    if (!stage->end)
        seals_print(stage, 0, true, &text);
    else
        seals_print_opened(stage, line->setup.game, console_width(line->console), &text);
    if (!text.length)
        text_add(&text, "Nothing is sealed here: there is nothing to prove.\n");
    else if (stage->end && line->setup.saved && stage->over)
        text_add(&text, "Game %s is saved: 'causeway verify %s' checks it.\n", stage->id,
                 stage->id);
    say(line, STYLE_PLAIN, text.at);
}

void say_review(struct line *line)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct review review;
    const char *name[SEATS];
    unsigned width = console_width(line->console);
    names_of(&line->stage, name);
    if (!reviewer_make(&review, line->setup.game, &line->stage, &why)) {
        say_warning(line, why.at);
        return;
    }
    report_moves(&review, name, width ? width : REPORT_WIDTH, line->console->out);
    review_clear(&review);
}

static void say_opened(struct line *line)
{
    if (line->setup.commitments)
        say_proof(line);
}

static void say_result(struct line *line)
{
    const struct stage *stage = &line->stage;
    if (stage->viewer && stage->winner)
        say_line(line, STYLE_STRONG, stage->winner == stage->viewer ? "You won!" : "You lost.");
    say_line(line, STYLE_STRONG, stage->result);
}

void say_closing(struct line *line)
{
    const struct stage *stage = &line->stage;
    const struct page *page = &line->layout.page;
    line->closed = true;
    if (stage->stuck && by_the_book(line)) {
        say_current_board(line);
        say(line, STYLE_PLAIN, "\n");
    }
    if (by_the_book(line))
        say_set(line, STYLE_STRONG, stage->closing, stage->stuck ? page->stuck : page->closing);
    else
        say_result(line);
    say(line, STYLE_PLAIN, "\n");
    say_board(line, "The board at the end:", &stage->board);
    say_opened(line);
    if (stage->rounds > 1) {
        say(line, STYLE_PLAIN, "\n");
        say_tally(line);
    }
}

// Between turns, but for the second player's first, which belongs to the opening.
static void say_rule(struct line *line)
{
    const struct stage *stage = &line->stage;
    const char *rule = line->layout.page.rule;
    if (!rule || !stage->mover || !by_the_book(line) ||
        (!stage_has_moved(stage, stage->mover) && stage_has_moved(stage, opponent(stage->mover))))
        return;
    say_set(line, STYLE_PLAIN, rule, PAGE_BEFORE);
    say(line, STYLE_PLAIN, "\n");
}

// line->stage is still the one before the move when this begins.
static void say_move(struct line *line, const struct news *news)
{
    bool own = news->event.seat == line->stage.viewer;
    if (!line_look(line, line->seat->viewer, &line->stage))
        return;
    if (!by_the_book(line) && (!own || news->sealed)) {
        say_line(line, own ? STYLE_PLAIN : STYLE_STRONG, news->told);
    } else if (*news->words) {
        say_set(line, STYLE_PLAIN, news->words, line->layout.verbs[news->event.move.verb].told);
        say_rule(line);
    }
    if (news->sealed && news->event.seat == SEAT_CHANCE)
        say_source(line);
    if (news->sealed) // where the screen has been wiped, earlier ones have gone with it
        say_commitments(line, line->stage.shared ? 0 : news->n);
    if (line->stage.end && line->stage.n == news->n)
        say_closing(line);
}

static void say_undo(struct line *line, const struct news *news)
{
    struct text text = TEXT_OF(64);
    line->closed = false;
    text_add(&text, "Taken back: ");
    text_add_count(&text, news->event.count, "move", "moves");
    text_add(&text, ".\n");
    say(line, STYLE_PLAIN, text.at);
    line_look(line, line->seat->viewer, &line->stage);
}

// At a terminal contributions to joint draws are left to `proof`, as commitments are.
bool say_is_quiet(const struct line *line, const struct news *news)
{
    return news->kind == NEWS_EVENT &&
           (news->event.kind == LOG_COMMIT || news->event.kind == LOG_OPEN) &&
           line->console->typed && !line->setup.commitments;
}

static void say_event(struct line *line, const struct news *news)
{
    if (news->event.kind == LOG_MOVE) {
        say_move(line, news);
    } else if (news->event.kind == LOG_UNDO) {
        say_undo(line, news);
    } else if (line_look(line, line->seat->viewer, &line->stage)) {
        bool ends = line->stage.end && line->stage.n == news->n && news->event.kind != LOG_READY &&
                    news->event.kind != LOG_REMATCH;
        if (news->event.kind == LOG_ROUND)
            say_round(line);
        else if (ends && !line->closed) // which says why, too
            say_closing(line);
        else if (ends && news->event.kind == LOG_OPEN) // what a server had to keep until now
            say_opened(line);
        else if (!say_is_quiet(line, news))
            say(line, STYLE_PLAIN, news->words);
    }
}

void say_news(struct line *line, const struct news *news)
{
    struct text text = TEXT_OF(2 * LOG_NAME + 64);
    if (news->kind == NEWS_AWAY)
        line->away[news->seat] = !news->allowed;
    if (news->kind == NEWS_EVENT)
        say_event(line, news);
    else if (news->kind == NEWS_AWAY && news->seat == line->seat->viewer)
        text_add(&text, "The connection is %s.\n",
                 news->allowed ? "there again" : "lost; it is tried again and again");
    else if (news->kind == NEWS_AWAY)
        text_add(&text, "%s is %s.\n", line->stage.name[news->seat],
                 news->allowed ? "back" : "away");
    say(line, STYLE_PLAIN, text.at);
}

void say_end(struct line *line, enum line_end end)
{
    bool kept = line->setup.saved && line->console->typed && is_begun(&line->stage);
    console_say_when_killed("");
    if (end == LINE_QUIT && kept)
        say(line, STYLE_PLAIN, "Saved. 'causeway resume' picks it up again.\n");
    else if (end == LINE_QUIT && !line->stage.over)
        say(line, STYLE_PLAIN, "The game is left unfinished. Goodbye.\n");
    if (end == LINE_INPUT_ENDED)
        say(line, STYLE_WARNING,
            "The input ended in the middle of the game: it is left unfinished.\n");
    if (kept && end == LINE_INPUT_ENDED)
        say(line, STYLE_PLAIN, "'causeway resume' goes on with it.\n");
}
