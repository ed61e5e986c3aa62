// SPDX-License-Identifier: GPL-3.0-or-later
// What is read may come from anywhere: every number is within its range and every text
// fits, or the line is refused. Unknown members are ignored; what is not there is zero.
#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/line.h"
#include "record/record.h"
#include "table/json.h"
#include "table/json_names.h"

static cells cells_of(struct member *in, const char *key, const json_t *list)
{
    cells set = 0;
    if (!json_is_array(list) || json_array_size(list) > CELLS_MAX)
        member_refuse(in, key);
    for (size_t i = 0; in->good && i < json_array_size(list); i++)
        set |= cell((unsigned)member_as_number(in, key, json_array_get(list, i), 0, CELLS_MAX - 1));
    return set;
}

static void get_bools(struct member *in, const char *key, bool value[SEATS])
{
    const json_t *both = member_array(in, key, 2, 2);
    value[SEAT_1] = json_is_true(json_array_get(both, 0));
    value[SEAT_2] = json_is_true(json_array_get(both, 1));
}

// A hello.

static void read_rules(struct member *in, struct stage *stage)
{
    const char *rules = json_string_value(json_object_get(in->object, "rules"));
    struct variant variant;
    if (!rules)
        member_refuse(in, "rules");
    else if (in->good && !variant_parse(in->game, rules, &variant, in->why))
        in->good = false;
    if (in->good)
        stage->rules = variant.rules;
}

static void read_clock(struct member *in, struct log_clock *clock)
{
    const json_t *object = json_object_get(in->object, "clock");
    struct member inner = member_inside(in, object);
    clock->base = (uint32_t)member_number(&inner, "base", 0, UINT32_MAX);
    clock->increment = (uint32_t)member_number(&inner, "increment", 0, UINT32_MAX);
    clock->move = (uint32_t)member_number(&inner, "move", 0, UINT32_MAX);
    in->good = inner.good;
}

static void find_game(struct member *in, const struct game *const *games, struct stage *stage)
{
    member_text(in, "game", MEMBER_LINES, stage->game, sizeof stage->game);
    in->game = NULL;
    for (; *games; games++)
        if (strcmp((*games)->slug, stage->game) == 0)
            in->game = *games;
    if (!in->game && in->good) {
        text_add(in->why, "There is no game '%s' here.", stage->game);
        in->good = false;
    }
}

static void read_hello(struct member *in, const struct game *const *games, struct stage *stage)
{
    if (member_number(in, "protocol", 1, INT32_MAX) != JSON_PROTOCOL && in->good) {
        text_add(in->why, "It speaks another version of the protocol.");
        in->good = false;
    }
    find_game(in, games, stage);
    read_rules(in, stage);
    member_text(in, "table", MEMBER_LINES, stage->id, sizeof stage->id);
    member_hex(in, "header", stage->of_header);
    member_texts(in, "names", MEMBER_LINES, stage->name[SEAT_1], stage->name[SEAT_2], LOG_NAME);
    member_texts(in, "players", MEMBER_LINES, stage->player[SEAT_1], stage->player[SEAT_2],
                 LOG_PLAYER);
    get_bools(in, "computers", stage->computer);
    stage->rounds = (uint16_t)member_number(in, "rounds", 1, LOG_ROUNDS_MAX);
    read_clock(in, &stage->clock);
    stage->toss = member_name(in, "toss", log_source_name);
    stage->deal = member_name(in, "deal", log_source_name);
    stage->shared = member_bool(in, "shared");
    stage->hints = member_bool(in, "hints");
}

// A state.

static void set_marks(struct member *in, const struct json_mark *mark, const json_t *list,
                      unsigned seat, struct board *board)
{
    cells set = cells_of(in, mark->key, list);
    for (; set; set = cells_without_first(set))
        mark->set(&board->square[cells_first(set)], seat);
}

static void read_board(struct member *in, struct board *board)
{
    struct member inner = member_inside(in, json_object_get(in->object, "board"));
    memset(board, 0, sizeof *board);
    board->first = (unsigned)member_number(&inner, "first", 0, CELLS_MAX - 1);
    board->last = (unsigned)member_number(&inner, "last", 0, CELLS_MAX - 1);
    if (board->first > board->last)
        member_refuse(&inner, "last");
    for (const struct json_mark *mark = json_marks; mark->key && inner.good; mark++) {
        const json_t *lists = json_object_get(inner.object, mark->key);
        if (!mark->seats)
            set_marks(&inner, mark, lists, 0, board);
        for (unsigned i = 0; i < mark->seats; i++)
            set_marks(&inner, mark, json_array_get(lists, i), mark->from + i, board);
    }
    in->good = inner.good;
}

static void read_moves(struct member *in, struct stage *stage)
{
    const json_t *list = member_array(in, "moves", 0, MOVES_MAX);
    memset(stage->moves, 0, sizeof stage->moves);
    stage->move_count = (uint16_t)json_array_size(list);
    for (unsigned i = 0; in->good && i < stage->move_count; i++) {
        struct member inner = member_inside(in, json_array_get(list, i));
        struct event *event = &stage->moves[i];
        event->seat = member_by(&inner, SEAT_CHANCE);
        event->outcome = member_name(&inner, "outcome", log_outcome_name);
        member_move(&inner, "move", &event->move);
        in->good = inner.good;
    }
}

static void read_said(struct member *in, struct stage *stage)
{
    const json_t *list = member_array(in, "said", 0, STAGE_SAID);
    memset(stage->said, 0, sizeof stage->said);
    stage->said_count = (uint8_t)json_array_size(list);
    for (unsigned i = 0; in->good && i < stage->said_count; i++) {
        struct member inner = member_inside(in, json_array_get(list, i));
        stage->said[i].n = (uint32_t)member_number(&inner, "n", 0, LOG_EVENTS_MAX);
        stage->said[i].seat = member_by(&inner, SEAT_NOBODY);
        member_text(&inner, "words", MEMBER_LINES, stage->said[i].words, STAGE_ASK);
        in->good = inner.good;
    }
}

static void read_words(struct member *in, struct stage *stage)
{
    struct member inner = member_inside(in, json_object_get(in->object, "words"));
    member_text(&inner, "welcome", MEMBER_LINES, stage->welcome, STAGE_WORDS);
    member_text(&inner, "heading", MEMBER_LINES, stage->heading, STAGE_WORDS);
    member_text(&inner, "closing", MEMBER_LINES, stage->closing, STAGE_WORDS);
    stage->promises[0] = '\0';
    member_text(&inner, "promises", MEMBER_LINES, stage->promises, STAGE_WORDS);
    member_text(&inner, "toss", MEMBER_LINES, stage->told_toss, STAGE_ASK);
    member_text(&inner, "action", MEMBER_LINES, stage->ask_action, STAGE_ASK);
    const json_t *asks = member_array(&inner, "ask", 0, STAGE_VERBS);
    for (unsigned i = 0; i < json_array_size(asks); i++)
        member_as_text(&inner, "ask", json_array_get(asks, i), MEMBER_LINES, stage->ask[i],
                       STAGE_ASK);
    in->good = inner.good;
}

static void read_seals(struct member *in, struct stage *stage)
{
    const json_t *list = member_array(in, "commitments", 0, STAGE_SEALS);
    memset(stage->seals, 0, sizeof stage->seals);
    stage->seal_count = (uint16_t)json_array_size(list);
    for (unsigned i = 0; in->good && i < stage->seal_count; i++) {
        struct member inner = member_inside(in, json_array_get(list, i));
        struct stage_seal *seal = &stage->seals[i];
        seal->n = (uint32_t)member_number(&inner, "n", 0, LOG_EVENTS_MAX);
        seal->seat = member_by(&inner, SEAT_CHANCE);
        seal->undone = member_bool(&inner, "undone");
        seal->opened = json_object_get(inner.object, "nonce") != NULL;
        member_hex(&inner, "commitment", seal->seal.commitment);
        member_hex(&inner, "nonce", seal->seal.nonce);
        member_move(&inner, "move", &seal->move);
        in->good = inner.good;
    }
    stage->seals_left_out = (uint16_t)member_number(in, "left_out", 0, UINT16_MAX);
}

static void read_wins(struct member *in, struct stage *stage)
{
    const json_t *wins = member_array(in, "wins", 2, 2);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        for (unsigned i = 0; i < 2; i++)
            stage->wins[seat][i] = (uint16_t)member_as_number(
                in, "wins", json_array_get(json_array_get(wins, seat - 1), i), 0, UINT16_MAX);
}

static void read_standing(struct member *in, struct stage *stage)
{
    stage->n = (uint32_t)member_number(in, "n", 0, LOG_EVENTS_MAX);
    stage->round = (uint16_t)member_number(in, "round", 0, LOG_ROUNDS_MAX);
    stage->first = (uint8_t)member_number(in, "first", 0, SEAT_2);
    stage->mover = (uint8_t)member_number(in, "mover", 0, SEAT_2);
    stage->winner = (uint8_t)member_number(in, "winner", 0, SEAT_2);
    stage->end = member_name(in, "why", json_end_name);
    stage->cause = member_name(in, "cause", log_cause_name);
    stage->over = member_bool(in, "over");
    stage->hides = member_bool(in, "hides");
    stage->continues = member_bool(in, "continues");
    stage->stuck = member_bool(in, "stuck");
    stage->played = (uint16_t)member_number(in, "played", 0, LOG_ROUNDS_MAX);
}

static void read_clocks(struct member *in, struct stage *stage)
{
    const json_t *clocks = member_array(in, "clocks", 2, 2);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        stage->left[seat] =
            member_as_number(in, "clocks", json_array_get(clocks, seat - 1), 0, INT64_MAX);
}

static void read_state(struct member *in, struct stage *stage)
{
    read_standing(in, stage);
    read_board(in, &stage->board);
    read_moves(in, stage);
    read_said(in, stage);
    read_words(in, stage);
    member_texts(in, "supplies", MEMBER_LINES, stage->supplies[SEAT_1], stage->supplies[SEAT_2],
                 LOG_NAME);
    read_wins(in, stage);
    read_seals(in, stage);
    read_clocks(in, stage);
}

// A turn, or an end.

static uint8_t get_verb(struct member *in)
{
    const char *name = json_string_value(json_object_get(in->object, "verb"));
    for (unsigned verb = 0; name && in->game->verbs[verb].name; verb++)
        if (strcmp(in->game->verbs[verb].name, name) == 0)
            return (uint8_t)verb;
    member_refuse(in, "verb");
    return 0;
}

// The cells stand in the order of the numbers.
static void read_offer_cells(struct member *in, struct stage_offer *offer)
{
    const json_t *list = member_array(in, "cells", 0, CELLS_MAX);
    cells numbers = offer->offer.pick ? offer->offer.from : cell(0);
    memset(offer->cell, STAGE_NO_CELL, sizeof offer->cell);
    for (size_t i = 0; numbers; numbers = cells_without_first(numbers), i++) {
        const json_t *at = json_array_get(list, i);
        if (at && !json_is_null(at))
            offer->cell[cells_first(numbers)] =
                (uint8_t)member_as_number(in, "cells", at, 0, CELLS_MAX - 1);
    }
}

static void read_offers(struct member *in, struct stage *stage)
{
    const json_t *list = member_array(in, "offers", 0, OFFERS_MAX);
    memset(stage->offers, 0, sizeof stage->offers);
    stage->offer_count = (uint8_t)json_array_size(list);
    for (unsigned i = 0; in->good && i < stage->offer_count; i++) {
        struct member inner = member_inside(in, json_array_get(list, i));
        struct stage_offer *offer = &stage->offers[i];
        offer->offer.verb = get_verb(&inner);
        offer->offer.pick = (uint8_t)member_number(&inner, "pick", 0, CELLS_MAX);
        offer->offer.from = cells_of(&inner, "numbers", json_object_get(inner.object, "numbers"));
        if (offer->offer.pick > cells_count(offer->offer.from))
            member_refuse(&inner, "pick");
        read_offer_cells(&inner, offer);
        in->good = inner.good;
    }
}

static void read_asked(struct member *in, struct stage *stage)
{
    struct member inner = member_inside(in, json_object_get(in->object, "asked"));
    stage->offer = (uint32_t)member_number(&inner, "n", 0, LOG_EVENTS_MAX);
    stage->offer_by = member_by(&inner, SEAT_NOBODY);
    stage->offer_what = member_name(&inner, "what", log_what_name);
    stage->offer_swapped = member_bool(&inner, "swapped");
    in->good = inner.good;
}

static void read_turn(struct member *in, bool end, struct stage *stage)
{
    int64_t n = member_number(in, "n", 0, LOG_EVENTS_MAX + 1);
    stage->n = (uint32_t)(end || n == 0 ? n : n - 1);
    stage->mover = (uint8_t)member_number(in, "mover", 0, SEAT_2);
    if (end) {
        stage->winner = (uint8_t)member_number(in, "winner", 0, SEAT_2);
        stage->end = member_name(in, "why", json_end_name);
        read_seals(in, stage);
    }
    stage->cover = member_name(in, "cover", json_cover_name);
    stage->undo = member_name(in, "undo", json_may_name);
    stage->ready = member_name(in, "ready", json_may_name);
    get_bools(in, "waits", stage->waits);
    stage->peeks = member_bool(in, "peeks");
    stage->hint = member_bool(in, "hint");
    stage->hint_alone = member_bool(in, "hint_alone");
    read_asked(in, stage);
    read_offers(in, stage);
}

// News.

static bool is_hidden(const struct member *in, const struct log_event *event)
{
    return event->kind == LOG_MOVE && in->game->verbs[event->move.verb].hidden;
}

static void read_event(struct member *in, struct news *news)
{
    struct log_event *event = &news->event;
    event->n = news->n;
    line_read_members(in, event);
    member_text(in, "word", MEMBER_LINES, event->word, sizeof event->word);
    news->sealed = json_object_get(in->object, "commitment") != NULL;
    news->knows = !in->good || !is_hidden(in, event) || event->seat == news->viewer;
}

static void read_rows(struct member *in, struct news *news)
{
    const json_t *list = member_array(in, "rows", 0, NEWS_ROWS);
    news->row_count = (uint16_t)json_array_size(list);
    news->row_total = (uint16_t)member_number(in, "total", 0, UINT16_MAX);
    for (unsigned i = 0; in->good && i < news->row_count; i++) {
        struct member inner = member_inside(in, json_array_get(list, i));
        struct news_row *row = &news->rows[i];
        row->share = (uint16_t)member_number(&inner, "share", 0, 1000);
        row->best = member_bool(&inner, "best");
        member_text(&inner, "chance", MEMBER_LINES, row->chance, sizeof row->chance);
        member_move(&inner, "move", &row->move);
        in->good = inner.good;
    }
}

static void read_news(struct member *in, unsigned kind, struct news *news)
{
    memset(news, 0, sizeof *news);
    news->kind = (uint8_t)kind;
    news->viewer = (uint8_t)member_number(in, "seat", 0, SEAT_2);
    news->n = (uint32_t)member_number(in, "n", 0, LOG_EVENTS_MAX);
    news->code = member_name(in, "code", news_code_name);
    news->allowed = member_bool(in, kind == NEWS_AWAY ? "back" : "allowed");
    member_text(in, "words", MEMBER_LINES, news->words, sizeof news->words);
    if (kind == NEWS_EVENT)
        read_event(in, news);
    if (kind == NEWS_AWAY)
        news->seat = member_by(in, SEAT_NOBODY);
    if (kind == NEWS_HINT)
        read_rows(in, news);
}

static json_t *load(const char *line, size_t length, struct text *why)
{
    json_error_t error;
    json_set_alloc_funcs(mem_new, mem_free);
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (object && json_is_object(object))
        return object;
    text_add(why, "This is not a message: %s.", object ? "it is no object" : error.text);
    json_decref(object);
    return NULL;
}

static enum json_message read_typed(struct member *in, const struct game *const *games,
                                    struct stage *stage, struct news *news)
{
    const char *type = json_string_value(json_object_get(in->object, "type"));
    unsigned viewer = (unsigned)member_number(in, "seat", 0, SEAT_2);
    if (type && strcmp(type, "hello") == 0) {
        memset(stage, 0, sizeof *stage);
        stage->viewer = (uint8_t)viewer;
        read_hello(in, games, stage);
        return JSON_HELLO;
    }
    if (type && !in->game)
        text_add(in->why, "A hello must come first.");
    else if (type && strcmp(type, "state") == 0) {
        read_state(in, stage);
        return JSON_STATE;
    } else if (type && (strcmp(type, "turn") == 0 || strcmp(type, "end") == 0)) {
        read_turn(in, *type == 'e', stage);
        return JSON_TURN;
    } else {
        for (unsigned kind = 0; type && json_news_name(kind); kind++)
            if (strcmp(json_news_name(kind), type) == 0) {
                read_news(in, kind, news);
                return JSON_NEWS;
            }
        text_add(in->why, "There is no message of type '%.40s'.", type ? type : "");
    }
    return JSON_NONE;
}

enum json_message json_read(const struct game *const *games, const char *line, size_t length,
                            const struct game **game, struct stage *stage, struct news *news,
                            struct text *why)
{
    json_t *object = load(line, length, why);
    if (!object)
        return JSON_NONE;
    struct member in = { object, *game, why, true };
    enum json_message message = read_typed(&in, games, stage, news);
    json_decref(object);
    if (message == JSON_HELLO && in.good)
        *game = in.game;
    return in.good ? message : JSON_NONE;
}

static bool find_act(const char *type, uint8_t *kind)
{
    for (unsigned i = 0; type && i < ACT_KINDS; i++)
        if ((i < ACT_BEGIN || i > ACT_FORFEIT) && strcmp(act_name(i), type) == 0) {
            *kind = (uint8_t)i;
            return true;
        }
    return false;
}

static void read_act(struct member *in, struct act *act)
{
    act->seat = (uint8_t)member_number(in, "seat", 0, SEAT_2);
    act->n = (uint32_t)member_number(in, "n", 0, LOG_EVENTS_MAX + 1);
    act->sure = member_bool(in, "sure");
    act->swap = member_bool(in, "swap");
    act->draw = member_name(in, "draw", log_draw_name);
    member_text(in, act->kind == ACT_HELLO ? "name" : "word", MEMBER_LINES, act->word,
                sizeof act->word);
    member_text(in, "version", MEMBER_LINES, act->more, sizeof act->more);
    member_hex(in, "commitment", act->seal.commitment);
    member_hex(in, "nonce", act->seal.nonce);
    if (act->kind == ACT_MOVE || act->kind == ACT_MAY)
        member_move(in, "move", &act->move);
}

bool json_read_act(const struct game *game, const char *line, size_t length, struct act *act,
                   struct text *why)
{
    memset(act, 0, sizeof *act);
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct member in = { object, game, why, true };
    const char *type = json_string_value(json_object_get(object, "type"));
    if (find_act(type, &act->kind))
        read_act(&in, act);
    else {
        text_add(why, "There is no message of type '%.40s'.", type ? type : "");
        in.good = false;
    }
    json_decref(object);
    if (!in.good)
        record_blot(why->at);
    return in.good;
}
