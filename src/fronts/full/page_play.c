// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a game in play.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "fronts/full/page.h"
#include "fronts/full/page_hint.h"
#include "ui/names.h"
#include "record/clock.h"

static void paint_title(struct screen *screen, const struct page_play *page)
{
    const struct full_stage *shown = page->shown;
    char left[TEXT_MAX], right[128];
    struct text title = text_in(left, sizeof left), state = text_in(right, sizeof right);
    const struct stage *stage = &shown->stage;
    text_add(&title, "%s%s", stage->title,
             strcmp(stage->preset, "book") == 0 ? ", book rules" : "");
    if (page->past)
        text_add(&state, "%s", page->past);
    else if (stage->rounds > 1 && stage->round)
        text_add(&state, "Round %u of %u  %u:%u", stage->round, stage->rounds,
                 stage_wins(stage, SEAT_1), stage_wins(stage, SEAT_2));
    page_title(screen, left, right);
}

// Under the title: what matters of the rules, and what is still hidden.
static void paint_status(struct screen *screen, const struct page_play *page)
{
    struct screen_area at = page_area(screen);
    screen_put(screen, 1, at.left, at.cols, INK_FAINT, page->shown->stage.status);
}

static enum screen_ink seat_ink(unsigned seat)
{
    return seat == SEAT_1 ? INK_SEAT_1 : INK_SEAT_2;
}

// The time left: in minutes and seconds, the last ten seconds in tenths, from an hour on in
// larger units.
static void add_clock(int64_t left, struct text *out)
{
    enum { SOON = 10000, MINUTE = 60000 };
    text_add(out, ", ");
    if (left < SOON)
        text_add(out, "0:%04.1f", (double)left / 1000);
    else if (left >= CLOCK_HOUR)
        clock_tell(left, out);
    else
        text_add(out, "%lld:%02lld", (long long)(left / MINUTE), (long long)(left % MINUTE / 1000));
}

// What stands behind a player's name: role, level, result, time and what is left, as much of it
// as `cols` columns hold. Where it is too much, role and level are left out first: the token and
// the name tell most of them; then what comes last.
static void add_rest(const struct full_stage *shown, unsigned seat, unsigned cols, struct text *out)
{
    const struct stage *stage = &shown->stage;
    const char *role = stage_role(stage, seat), *player = stage->player[seat];
    bool named = strncasecmp(stage->name[seat], player, strlen(player)) == 0; // "Medium 2"
    for (bool whole = true;; whole = false) {
        text_clear(out);
        if (stage->viewer == seat && !stage->computer[opponent(seat)])
            text_add(out, " (you)");
        if (role && whole)
            text_add(out, ", %s", role);
        if (strcmp(player, "human") != 0 && !named && whole)
            text_add(out, ", %s", player);
        if (stage->winner == seat)
            text_add(out, ", has won");
        if (clock_is_set(&stage->clock) && stage->round)
            add_clock(stage->left[seat], out);
        if (*stage->supplies[seat])
            text_add(out, ", %s", stage->supplies[seat]);
        if (!whole || screen_width(out->at) <= cols)
            break;
    }
    for (char *last; screen_width(out->at) > cols; *last = '\0')
        last = strchr(out->at, ',') ? strrchr(out->at, ',') : out->at;
}

// One player's line: on turn or not, token, name, role, what is left.
static unsigned paint_player(struct screen *screen, const struct full_stage *shown, unsigned seat,
                             struct screen_area area)
{
    struct text rest = TEXT_OF(TEXT_MAX);
    unsigned winner = shown->stage.winner, col = area.left, end = area.left + area.cols;
    bool leads = winner ? winner == seat : shown->stage.mover == seat;
    const char *role = stage_role(&shown->stage, seat);
    screen_put(screen, area.top, col, 1, INK_STRONG, leads ? ">" : " ");
    col += 2;
    screen_fill(screen, area.top, col, 4, seat_ink(seat), L' ');
    screen_put(screen, area.top, col + 1, role ? 1 : 2, seat_ink(seat),
               role ? role : shown->stage.token[seat]);
    col += 5;
    col += screen_put(screen, area.top, col, end - col, leads ? INK_STRONG : INK_PLAIN,
                      shown->stage.name[seat]);
    add_rest(shown, seat, end - col, &rest);
    col += screen_put(screen, area.top, col, end - col, INK_PLAIN, rest.at);
    return col - area.left;
}

// In a single row the player on turn comes first, and the other if there is room for the name.
static void paint_players(struct screen *screen, const struct full_stage *shown,
                          struct screen_area area)
{
    enum { BEFORE = 7 };
    unsigned leader = shown->stage.winner ? shown->stage.winner : shown->stage.mover;
    unsigned first = area.rows > 1 ? SEAT_1 : leader;
    unsigned used = paint_player(screen, shown, first, area);
    if (area.rows > 1) {
        area.top++;
    } else {
        area.left += used + 1;
        area.cols -= used + 1 < area.cols ? used + 1 : area.cols;
    }
    if (area.rows > 1 || area.cols >= BEFORE + screen_width(shown->stage.name[opponent(first)]))
        paint_player(screen, shown, opponent(first), area);
}

// Who won. A player alone at this screen is told "You won" or "You lost".
static void tell_winner(const struct full_stage *shown, struct text *out)
{
    const struct stage *stage = &shown->stage;
    unsigned winner = stage->winner, one = stage_wins(stage, SEAT_1);
    unsigned two = stage_wins(stage, SEAT_2);
    bool match = stage->over && stage->rounds > 1;
    unsigned reader = stage->viewer;
    if (stage->end == LOG_END_FULL) {
        text_add(out, "The table is full");
        return;
    }
    if (match && one == two) {
        text_add(out, "The match is drawn, %u:%u", one, two);
        return;
    }
    if (match)
        winner = one > two ? SEAT_1 : SEAT_2;
    if (reader)
        text_add(out, "You %s", winner == reader ? "won" : "lost");
    else
        text_add(out, "%s has won", stage->name[winner]);
    if (match)
        text_add(out, " the match, %u:%u", one, two);
}

// Who won is the largest thing on the page. Returns the rows that it took.
static unsigned paint_banner(struct screen *screen, const struct full_stage *shown,
                             struct screen_area area)
{
    struct text text = TEXT_OF(256);
    enum screen_ink ink = seat_ink(shown->stage.winner);
    unsigned rows = area.rows > 1 ? 3 : 1;
    tell_winner(shown, &text);
    for (unsigned i = 0; i < rows; i++)
        screen_fill(screen, area.top + i, area.left, area.cols, ink, L' ');
    unsigned width = screen_width(text.at), shift = width < area.cols ? (area.cols - width) / 2 : 0;
    screen_put(screen, area.top + rows / 2, area.left + shift, area.cols - shift, ink, text.at);
    return rows;
}

static void add_event(const struct full_stage *shown, const struct event *event, struct text *out)
{
    const char *mark = shown->stage.token[event->seat];
    const char *role = stage_role(&shown->stage, event->seat);
    if (role)
        mark = role;
    text_add(out, "%s ", mark);
    stage_print_move(&shown->stage, event->move, out);
    if (event->outcome != OUTCOME_PLAIN)
        text_add(out, " %s", outcome_name(shown->game, event->outcome));
}

// The last of the moves, numbered; what chance did is not one of them.
static void paint_moves(struct screen *screen, const struct full_stage *shown,
                        struct screen_area area)
{
    unsigned dealt = 0;
    const struct stage *stage = &shown->stage;
    while (dealt < stage->move_count && stage->moves[dealt].seat == SEAT_CHANCE)
        dealt++;
    unsigned count = stage->move_count - dealt, room = area.rows - 1;
    screen_put(screen, area.top, area.left, area.cols, INK_FAINT, count ? "Moves" : "");
    for (unsigned i = count > room ? count - room : 0; i < count; i++) {
        struct text line = TEXT_OF(256);
        text_add(&line, "%3u ", i + 1);
        add_event(shown, &shown->stage.moves[dealt + i], &line);
        area.top++;
        screen_put(screen, area.top, area.left, area.cols, INK_PLAIN, line.at);
    }
}

// What is left of an area below its first rows.
static void go_below(struct screen_area *area, unsigned rows)
{
    rows = rows < area->rows ? rows : area->rows;
    area->top += rows;
    area->rows -= rows;
}

// If the text does not fit, leaves out the part that begins with the last `sign`.
static void cut_at(char *text, char sign, struct screen_area area)
{
    char *last = strrchr(text, sign);
    if (last && screen_fold_rows(area.cols, text) > area.rows)
        *last = '\0';
}

// The same with the parts between commas, of which as many are left as fit.
static void cut_list(char *text, struct screen_area area)
{
    while (strchr(text, ',') && screen_fold_rows(area.cols, text) > area.rows)
        *strrchr(text, ',') = '\0';
}

// The actions side by side, the chosen one marked; then what it asks for.
static unsigned paint_actions(struct screen *screen, const struct page_play *page,
                              struct screen_area area)
{
    const struct full_stage *shown = page->shown;
    unsigned col = area.left;
    for (unsigned i = 0; i < shown->stage.offer_count && shown->stage.offer_count > 1; i++) {
        const struct stage_verb *verb = &shown->stage.verbs[shown->stage.offers[i].offer.verb];
        bool chosen = i == page->choice->offer;
        struct text label = TEXT_OF(128);
        text_add(&label, chosen ? "[%s]" : " %s ", verb->label);
        unsigned used = screen_put(screen, area.top, col, area.left + area.cols - col,
                                   chosen ? INK_FOCUS : INK_PLAIN, label.at);
        screen_click(screen, (struct screen_area){ area.top, col, 1, used }, PRESS_ROW + i);
        col += used + 1;
    }
    unsigned used = shown->stage.offer_count > 1;
    struct text ask = TEXT_OF(TEXT_MAX);
    choice_ask(page->choice, shown, &ask);
    area.top += used;
    area.rows = area.rows > 2 + used ? 2 : 1;
    cut_at(ask.at, ':', area);
    screen_fold_from(screen, area, INK_STRONG, ask.at, 0);
    unsigned rows = screen_fold_rows(area.cols, ask.at);
    return used + (rows < area.rows ? rows : area.rows);
}

static unsigned paint_state(struct screen *screen, const struct page_play *page,
                            struct screen_area area)
{
    struct text text = TEXT_OF(TEXT_MAX);
    const struct full_stage *shown = page->shown;
    if (page->peeking)
        text_add(&text, "%s, this is what you have hidden. Any key covers it again.",
                 shown->stage.name[shown->stage.viewer]);
    else if (shown->stage.offer_count && !page->resting)
        return paint_actions(screen, page, area);
    else if (shown->stage.offer && shown->stage.offer_by == shown->stage.viewer)
        text_add(&text, "%s is asked whether %s.", shown->stage.name[opponent(shown->stage.viewer)],
                 shown->stage.offer_what == LOG_ASKS_UNDO ? "you may take a move back"
                                                          : "to play again");
    else if (shown->stage.offer)
        stage_tell_offer(&shown->stage, &text);
    else if (!shown->stage.end && !shown->stage.offer_count && shown->stage.mover)
        text_add(&text, "%s is thinking.", shown->stage.name[shown->stage.mover]);
    else if (!shown->stage.round &&
             (shown->stage.computer[SEAT_1] || shown->stage.computer[SEAT_2]))
        text_add(&text, "%s prepares.%s",
                 shown->stage.name[shown->stage.computer[SEAT_2] ? SEAT_2 : SEAT_1],
                 page->leaves ? " Esc leaves." : "");
    else if (!shown->stage.round && shown->stage.viewer) {
        const char *other = shown->stage.name[opponent(shown->stage.viewer)];
        text_add(&text, "Waiting for %s. The game starts when both have come.", other);
        if (page->invitation)
            text_add(&text, " Send %s this link: %s", other, page->invitation);
    } else if (!shown->stage.end && !shown->stage.offer_count)
        text_add(&text, "Waiting for %s and %s.", shown->stage.name[SEAT_1],
                 shown->stage.name[SEAT_2]);
    return screen_fold(screen, area, INK_STRONG, text.at);
}

// The last whole lines of what was said that fit into the area.
static const char *latest(const char *said, struct screen_area area)
{
    while (screen_fold_rows(area.cols, said) > area.rows) {
        const char *next = strchr(said, '\n');
        if (!next || !next[1])
            break;
        said = next + 1;
    }
    return said;
}

// Paints the text at the end of the area, and takes its rows away from it; only if at least
// `leaves` rows are left then.
static void take_end(struct screen *screen, const char *text, unsigned leaves,
                     struct screen_area *area)
{
    unsigned rows = screen_fold_rows(area->cols, text);
    if (rows + leaves > area->rows)
        return;
    area->rows -= rows;
    struct screen_area below = { area->top + area->rows, area->left, rows, area->cols };
    screen_fold(screen, below, INK_PLAIN, text);
}

// After a round: how it ended, the turning point, the chart and what else was said, in
// this order of need.
static void paint_end(struct screen *screen, const struct page_play *page, struct screen_area area)
{
    enum { TALLY = 4, LAST = 2 };
    const struct stage *stage = &page->shown->stage;
    unsigned least = screen_fold_rows(area.cols, stage->result);
    least = (least < LAST ? least : LAST) + (stage->rounds > 1 ? TALLY : 0);
    struct text said = TEXT_OF(TEXT_MAX);
    full_stage_say(page->shown, &said);
    unsigned all = screen_fold_rows(area.cols, said.at) + 2 +
                   screen_fold_rows(area.cols, page->verdict) +
                   screen_fold_rows(area.cols, page->chart);
    area.rows = all < area.rows ? all : area.rows;
    take_end(screen, page->verdict, least, &area);
    take_end(screen, page->chart, least, &area);
    go_below(&area, screen_fold(screen, area, INK_WARNING, page->choice->note));
    if (area.rows)
        screen_fold(screen, area, INK_PLAIN, latest(said.at, area));
}

// On a page that is no game in play: what is asked or said about the position, then what can
// be chosen, then what was said when the last moves were made.
static void paint_past(struct screen *screen, const struct page_play *page, struct screen_area area)
{
    const struct full_stage *shown = page->shown;
    bool choosing = shown->stage.offer_count && !page->resting;
    struct screen_area words = area;
    go_below(&area, screen_fold(screen, area, INK_WARNING, page->choice->note));
    words.top = area.top;
    words.rows = choosing && area.rows > 3 ? area.rows - 2 : area.rows;
    screen_fold_from(screen, words, INK_STRONG, page->verdict, 0);
    unsigned used = screen_fold_rows(area.cols, page->verdict);
    go_below(&area, used < words.rows ? used : words.rows);
    go_below(&area, area.rows > 4);
    if (choosing && area.rows)
        go_below(&area, paint_actions(screen, page, area));
    if (page->hint) {
        page_hint_words(screen, page, area);
        return;
    }
    struct text said = TEXT_OF(TEXT_MAX);
    full_stage_say(shown, &said);
    go_below(&area, 1);
    if (area.rows)
        screen_fold(screen, area, INK_PLAIN, latest(said.at, area));
}

static bool is_roomy(const struct screen *screen)
{
    return screen->rows >= 18;
}

// What has been said, and under it, in one line, that what is hidden is sealed.
static void paint_said(struct screen *screen, const struct full_stage *shown,
                       struct screen_area area)
{
    struct text seal = TEXT_OF(128), said = TEXT_OF(TEXT_MAX);
    if (!is_roomy(screen) && area.rows) { // there is no row under the title for it
        char status[STAGE_ASK];
        struct screen_area at = area;
        at.rows = area.rows > 2 ? 2 : 1;
        memcpy(status, shown->stage.status, sizeof status);
        cut_list(status, at);
        go_below(&area, screen_fold(screen, at, INK_FAINT, status));
    }
    seals_print_short(&shown->stage, area.cols, &seal);
    full_stage_say(shown, &said);
    struct screen_area line = { area.top + area.rows - 1, area.left, 1, area.cols };
    if (seal.length && area.rows > 1)
        area.rows--;
    unsigned used = area.rows ? screen_fold(screen, area, INK_PLAIN, latest(said.at, area)) : 0;
    line.top = area.top + used < line.top ? area.top + used : line.top;
    if (seal.length && area.rows)
        screen_put(screen, line.top, line.left, line.cols, INK_FAINT, seal.at);
}

// What to do, what was wrong, and what has been said, in this order of need.
static void paint_words(struct screen *screen, const struct page_play *page,
                        struct screen_area area)
{
    unsigned used = paint_state(screen, page, area);
    go_below(&area, used);
    go_below(&area, area.rows > 4 && used);
    screen_fold_from(screen, area, INK_WARNING, page->choice->note, 0);
    go_below(&area, screen_fold_rows(area.cols, page->choice->note));
    if (page->hint)
        page_hint_words(screen, page, area);
    else
        paint_said(screen, page->shown, area);
}

// In a narrow window the moves of a hint come below the words, and in a low one, too, in place of
// what is asked.
static void paint_narrow(struct screen *screen, const struct page_play *page,
                         struct screen_area area)
{
    if (is_roomy(screen))
        go_below(&area, paint_state(screen, page, area));
    struct screen_area half = area;
    half.rows = page->hint->row_count ? area.rows / 2 : area.rows;
    go_below(&area, page_hint_words(screen, page, half));
    page_hint_paint(screen, page, area);
}

static unsigned list_width(unsigned cols, bool hint)
{
    if (cols < 64)
        return 0;
    return cols >= 110 ? 50 : cols >= 90 && hint ? 40 : hint ? 28 : 26;
}

static void paint_lower_half(struct screen *screen, const struct page_play *page,
                             struct screen_area area)
{
    const struct stage *stage = &page->shown->stage;
    bool listed = page->hint ||
                  (stage->move_count && stage->moves[stage->move_count - 1].seat != SEAT_CHANCE);
    unsigned width = listed ? list_width(area.cols, page->hint != NULL) : 0;
    struct screen_area list = { area.top, area.left + area.cols - width, area.rows, width };
    if (width)
        area.cols -= width + 2;
    if (width && page->hint)
        page_hint_paint(screen, page, list);
    else if (width)
        paint_moves(screen, page->shown, list);
    if (page->hint && !width)
        paint_narrow(screen, page, area);
    else if (page->past)
        paint_past(screen, page, area);
    else if (page->verdict)
        paint_end(screen, page, area);
    else
        paint_words(screen, page, area);
}

enum { PLAY_KEYS = 21 };

static bool is_proved(const struct page_play *page)
{
    struct text proof = TEXT_OF(SEALS_TEXT);
    full_stage_prove(page->shown, 0, &proof);
    return proof.length;
}

// The keys that work now, the most needed first: not all of them may have room.
static void list_keys(const struct screen *screen, const struct page_play *page,
                      struct page_key keys[PLAY_KEYS + 1])
{
    const struct stage *stage = &page->shown->stage;
    bool over = stage->end && !page->resting, choosing = stage->offer_count && !page->resting;
    bool several = choosing && stage->offers[page->choice->offer].offer.pick > 1;
    bool another = over && stage->over && stage->ready; // not for who watches
    const struct {
        bool works;
        struct page_key key;
    } all[PLAY_KEYS] = {
        { another, { "a", "again", 'a' } },
        { over && !stage->over, { "Enter", "next round", PRESS_ENTER } },
        { over, { "q", "leave", 'q' } },
        { over, { "v", "review", 'v' } },
        { over, { "?", "help", '?' } },
        { another, { "s", *stage->role[0] ? "swap roles" : "other begins", 's' } },
        { another, { "o", "other game", 'o' } },
        { several, { "Space", "mark", ' ' } },
        { choosing, { "Enter", "play", PRESS_ENTER } },
        { choosing && stage->offer_count > 1, { "Tab", "action", PRESS_TAB } },
        { !over, { "?", "help", '?' } },
        { !over, { "q", "leave", 'q' } },
        { choosing && page->hint, { "Esc", "close", PRESS_ESCAPE } },
        { stage->hint && choosing && !page->hint, { "h", "hint", 'h' } },
        { page->hint && page_hint_has_more(page), { "PgDn", "more", PRESS_PAGE_DOWN } },
        { choosing, { screen->ascii ? "<- ->" : "← →", "choose", 0 } },
        { stage->undo, { "u", "undo", 'u' } },
        { page->redo, { "U", "redo", 'U' } },
        { stage->peeks, { "s", "my secrets", 's' } },
        { is_proved(page), { "c", "proof", 'c' } },
        { true, { "r", "rules", 'r' } },
    };
    for (unsigned i = 0; i < PLAY_KEYS; i++)
        if (all[i].works)
            *keys++ = all[i].key;
    *keys = (struct page_key){ 0 };
}

// Under the board.
static void paint_legend(struct screen *screen, const struct picture *picture,
                         const struct full_stage *shown, struct screen_area board)
{
    struct text legend = TEXT_OF(TEXT_MAX);
    const char *name[SEATS];
    names_of(&shown->stage, name);
    picture_legend(picture, board.cols, board.rows, name, &legend);
    struct screen_area at = page_area(screen);
    for (char *last = legend.at; last && screen_width(legend.at) > at.cols;) {
        last = NULL; // an entry that does not fit is left out as a whole
        for (char *next = legend.at; (next = strstr(next, "   ")); next += 3)
            last = next;
        if (last)
            *last = '\0';
    }
    screen_put(screen, board.top + board.rows, at.left, at.cols, INK_FAINT, legend.at);
}

// Where the board is painted: it may be wider than what is to be read.
static struct screen_area board_area(const struct screen *screen, const struct picture *picture)
{
    enum { WIDEST = 170 };
    enum { ENOUGH = 34 }; // rows: all fits then. A third of what is beyond goes above the board
    unsigned top = is_roomy(screen) ? 2 : 1;
    top += screen->rows > ENOUGH ? (screen->rows - ENOUGH) / 3 : 0;
    unsigned cols = screen->cols - 2 < WIDEST ? screen->cols - 2 : WIDEST;
    struct screen_area at = { top, (screen->cols - cols) / 2, 0, cols };
    unsigned below = is_roomy(screen) ? 13 : 5; // for all that is under the board
    at.rows = picture_rows(picture, at.cols, screen->rows - at.top - below);
    return at;
}

unsigned page_row_cells(const struct screen *screen, const struct page_play *page)
{
    struct picture picture;
    choice_picture(page->choice, page->shown, &picture);
    struct screen_area at = board_area(screen, &picture);
    return picture_row_cells(&picture, at.cols, at.rows);
}

static void set_picture(const struct page_play *page, struct picture *picture)
{
    choice_picture(page->choice, page->shown, picture);
    if (page->hint && page->shown->stage.offer_count)
        page_hint_rate(page, picture);
    if (page->resting || page->peeking) {
        picture->targets = picture->marked = 0;
        picture->focus = NO_CELL;
    }
}

static void paint_board(struct screen *screen, const struct page_play *page, struct screen_area *at)
{
    struct picture picture;
    set_picture(page, &picture);
    *at = board_area(screen, &picture);
    picture_paint(&picture, screen, *at);
    if (is_roomy(screen))
        paint_legend(screen, &picture, page->shown, *at);
}

void page_paint_play(struct screen *screen, void *page)
{
    const struct page_play *play = page;
    bool roomy = is_roomy(screen);
    struct screen_area board, at = page_area(screen);
    static const struct page_key cover[] = { { "Any key", "covers it again", PRESS_ENTER }, { 0 } };
    bool covered = play->peeking || (play->hint && play->resting);
    struct page_key keys[PLAY_KEYS + 1];
    paint_title(screen, play);
    if (roomy)
        paint_status(screen, play);
    paint_board(screen, play, &board);
    at.top = board.top + board.rows + (roomy ? 1 : 0);
    at.rows = roomy ? 2 : 1;
    if (play->verdict && !play->past)
        at.rows = paint_banner(screen, play->shown, at);
    else
        paint_players(screen, play->shown, at);
    at.top += at.rows + roomy;
    at.rows = screen->rows - at.top - 1 - (roomy && !play->verdict);
    paint_lower_half(screen, play, at);
    list_keys(screen, play, keys); // now that it is known how much of a hint has been shown
    page_keys(screen, play->past ? play->keys : covered ? cover : keys);
}
