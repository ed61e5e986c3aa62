// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/act.h"
#include "table/inside.h"

const char *const news_codes[] = {
    [NEWS_ILLEGAL] = "illegal", [NEWS_STALE] = "stale",     [NEWS_TURN] = "turn",
    [NEWS_OVER] = "over",       [NEWS_NOTHING] = "nothing", [NEWS_FORBIDDEN] = "forbidden",
    [NEWS_SYNTAX] = "syntax",   [NEWS_BUSY] = "busy",       [NEWS_FULL] = "full",
    [NEWS_CODES] = NULL,
};

void news_begin(struct news *news, enum news_kind kind, unsigned viewer, uint32_t n)
{
    memset(news, 0, offsetof(struct news, words));
    *news->words = *news->told = '\0';
    news->row_count = news->row_total = 0;
    news->kind = (uint8_t)kind;
    news->viewer = (uint8_t)viewer;
    news->n = n;
}

struct news news_refusal(unsigned viewer, uint32_t n, enum news_code code, const char *sentence)
{
    struct news news;
    memset(&news, 0, sizeof news);
    news.kind = NEWS_REFUSED;
    news.viewer = (uint8_t)viewer;
    news.n = n;
    news.code = (uint8_t)code;
    snprintf(news.words, sizeof news.words, "%s", sentence);
    return news;
}

const char *const act_names[ACT_KINDS] = {
    [ACT_HELLO] = "hello",     [ACT_MOVE] = "move",       [ACT_MAY] = "may",
    [ACT_HINT] = "hint",       [ACT_UNDO] = "undo",       [ACT_REDO] = "redo",
    [ACT_ACCEPT] = "accept",   [ACT_DECLINE] = "decline", [ACT_RESIGN] = "resign",
    [ACT_READY] = "ready",     [ACT_COMMIT] = "commit",   [ACT_OPEN] = "open",
    [ACT_BEGIN] = "begin",     [ACT_DEAL] = "deal",       [ACT_FLAG] = "flag",
    [ACT_FORFEIT] = "forfeit", [ACT_FULL] = "full",       [ACT_RETRY] = "retry",
    [ACT_UNSAVED] = "unsaved",
};

static int compare_step(const void *wanted, const void *step)
{
    uint32_t n = *(const uint32_t *)wanted, other = ((const struct table_step *)step)->n;
    return (n > other) - (n < other);
}

static const struct match_step *find_step(const struct table *table, uint32_t n)
{
    const struct table_step *made =
        bsearch(&n, table->steps, table->step_count, sizeof *table->steps, compare_step);
    return &made->step;
}

void table_tell_move(const struct table *table, unsigned viewer, uint32_t n, struct text *words,
                     struct text *told)
{
    struct table_names names = table_names(table);
    const struct variant *variant = &table->setup.header.variant;
    const struct match_step *step = find_step(table, n);
    match_tell_step(variant, step, viewer, names.name, words);
    match_recount_step(variant, step, viewer, names.name, told);
}

static void tell_move(const struct table *table, struct news *news, struct text *out)
{
    struct text told = text_in(news->told, sizeof news->told);
    table_tell_move(table, news->viewer, news->n, out, &told);
    struct match_cells did =
        match_step_cells(&table->setup.header.variant, find_step(table, news->n), news->viewer);
    news->cells.known = did.known;
    news->cells.went = did.went;
    news->cells.leapt = did.leapt;
    news->cells.from = did.from;
    news->cells.to = did.to;
    news->cells.over = did.over;
    news->cells.at = did.at;
}

// What a round's welcome comes to, in a sentence.
static void recount_round(const struct table *table, const struct log_event *event,
                          struct text *out)
{
    const struct game *game = table->setup.header.variant.game;
    const char *who = table->setup.header.name[event->seat];
    if (game->role[0])
        text_add(out, "A round begins: %s is the %s.", who, game->role[0]);
    else
        text_add(out, "A round begins: %s goes first.", who);
}

// All other words are in the third person as they are: one line each.
static void recount(const struct table *table, struct news *news)
{
    struct text out = text_in(news->told, sizeof news->told);
    if (news->event.kind == LOG_ROUND)
        recount_round(table, &news->event, &out);
    else
        text_add(&out, "%.*s", (int)strcspn(news->words, "\n"), news->words);
}

// Where it was tossed for, who begins may still be a secret.
void table_tell_promises(const struct table *table, unsigned first, struct text *out)
{
    const struct table_promises *promises = table->setup.promises;
    struct table_names names = table_names(table);
    bool tossed = table->setup.header.first == SEAT_NOBODY;
    for (unsigned seat = SEAT_1; promises && seat <= SEAT_2; seat++)
        for (unsigned by = SEAT_1; by <= SEAT_2; by++)
            if ((tossed || by == first) && promises->words[by][seat][0])
                text_add(out, "%s is %s%s%s.\n", names.name[seat], promises->words[by][seat],
                         tossed ? " if first is " : "", tossed ? names.name[by] : "");
}

static void tell_round(const struct table *table, unsigned first, struct text *out)
{
    const struct variant *variant = &table->setup.header.variant;
    struct table_names names = table_names(table);
    struct state state = game_start(variant, first);
    struct view view = game_view(&state, SEAT_NOBODY);
    struct scene scene = { .rules = &variant->rules, .open = view_open(&view), .name = names.name };
    variant->game->welcome(&scene, out);
    table_tell_promises(table, first, out);
}

static const char *swap_in_words(const struct table *table, const struct log_event *event)
{
    if (!event->swapped)
        return "";
    return table->setup.header.variant.game->role[0] ? ", with the roles exchanged"
                                                     : ", and the other begins";
}

static void tell_offer(const struct table *table, const struct log_event *event, const char *who,
                       struct text *out)
{
    if (event->what == LOG_ASKS_UNDO)
        text_add(out, "%s asks to take back.\n", who);
    else
        text_add(out, "%s offers to play again%s.\n", who, swap_in_words(table, event));
}

static void tell_undo(const struct log_event *event, struct text *out)
{
    text_add(out, "Taken back: ");
    text_add_count(out, event->count, "move", "moves");
    text_add(out, ".\n");
}

static const char *cause_in_words(unsigned cause)
{
    static const char *const words[] = {
        [LOG_ILLEGAL_MOVE] = "an illegal move",
        [LOG_MALFORMED] = "a line that is no message",
        [LOG_SILENT] = "no answer in time",
        [LOG_GONE] = "the program or the connection ended",
        [LOG_NO_HELLO] = "no hello in time",
        [LOG_UNOPENED] = "a contribution was not opened in time",
        [LOG_CLOSED] = "the table was closed",
    };
    return cause < LOG_CAUSES ? words[cause] : "";
}

static void tell_rest(const struct log_event *event, const char *who, struct text *out)
{
    static const char *const words[] = {
        [LOG_DECLINE] = "declines",
        [LOG_READY] = "is ready",
        [LOG_RESIGN] = "resigns",
        [LOG_FLAG] = "has no time left",
        [LOG_COMMIT] = "has settled on a contribution",
        [LOG_OPEN] = "opens the contribution",
    };
    text_add(out, "%s %s", who, words[event->kind]);
    if (event->kind == LOG_OPEN)
        text_add(out, ": %s", event->word);
    if (event->kind == LOG_COMMIT) {
        text_add(out, " (commitment ");
        commit_print(event->seal.commitment, out);
        text_add(out, ")");
    }
    text_add(out, ".\n");
}

static void tell(const struct table *table, struct news *news, struct text *out)
{
    const struct log_event *event = &news->event;
    const char *who =
        event->seat == SEAT_CHANCE ? "The program" : table->setup.header.name[event->seat];
    switch ((enum log_kind)event->kind) {
    case LOG_ROUND:
        tell_round(table, event->seat, out);
        break;
    case LOG_MOVE:
        tell_move(table, news, out);
        break;
    case LOG_UNDO:
        tell_undo(event, out);
        break;
    case LOG_OFFER:
        tell_offer(table, event, who, out);
        break;
    case LOG_REMATCH:
        text_add(out, "The match is played again%s.\n", swap_in_words(table, event));
        break;
    case LOG_FULL:
        text_add(out, "The table is full. A round in play ends without a winner.\n");
        break;
    case LOG_FORFEIT:
        text_add(out, "%s forfeits the round: %s.\n", who, cause_in_words(event->cause));
        break;
    default:
        tell_rest(event, who, out);
    }
}

// As it was told when it happened: later openings do not change what was said.
bool table_news(const struct table *table, unsigned viewer, uint32_t n, struct news *news)
{
    memset(news, 0, sizeof *news);
    if (n == 0 || n > table->log.count)
        return false;
    const struct log_event *event = &table->log.events[n - 1];
    bool hidden = log_is_hidden(&table->setup.header, event);
    news->kind = NEWS_EVENT;
    news->viewer = (uint8_t)viewer;
    news->n = n;
    news->event = *event;
    news->sealed = hidden || event->kind == LOG_COMMIT;
    news->knows = !hidden || event->seat == viewer;
    if (!news->knows)
        news->event.move.set = 0;
    news->event.opened = news->event.helped = false;
    if (event->kind != LOG_OPEN)
        memset(news->event.seal.nonce, 0, COMMIT_BYTES);
    if (event->kind == LOG_COMMIT)
        memset(news->event.word, 0, LOG_NAME); // it is opened by an event of its own
    if (!news->sealed)
        memset(news->event.seal.commitment, 0, COMMIT_BYTES);
    struct text words = text_in(news->words, sizeof news->words);
    tell(table, news, &words);
    if (event->kind != LOG_MOVE)
        recount(table, news);
    return true;
}
