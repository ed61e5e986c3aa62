// SPDX-License-Identifier: GPL-3.0-or-later
// What is read may come from anywhere: every number is within its range and every text
// fits, or the line is refused. Unknown members are ignored; what is not there is zero.
#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/record.h"
#include "table/json.h"
#include "table/json_names.h"

struct reader {
    const json_t *object;
    const struct game *game;
    struct text *why;
    bool good;
};

static void refuse(struct reader *reader, const char *key)
{
    if (reader->good)
        text_add(reader->why, "The member '%s' is not what it must be.", key);
    reader->good = false;
}

static int64_t number_in(struct reader *reader, const char *key, const json_t *value, int64_t lo,
                         int64_t hi)
{
    if (!value)
        return lo > 0 ? lo : 0;
    int64_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= lo && number <= hi)
        return number;
    refuse(reader, key);
    return lo;
}

static int64_t get_number(struct reader *reader, const char *key, int64_t lo, int64_t hi)
{
    return number_in(reader, key, json_object_get(reader->object, key), lo, hi);
}

static bool get_bool(struct reader *reader, const char *key)
{
    const json_t *value = json_object_get(reader->object, key);
    if (value && !json_is_boolean(value))
        refuse(reader, key);
    return json_is_true(value);
}

// Lines are allowed, other control characters are not.
static bool is_words(const char *text)
{
    char line[STAGE_WORDS];
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length >= sizeof line)
            return false;
        memcpy(line, text, length);
        line[length] = '\0';
        if (!record_is_text(line))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

static void copy_text(struct reader *reader, const char *key, const json_t *value, char *to,
                      size_t size)
{
    size_t length = json_string_length(value);
    if (!value)
        return;
    const char *text = json_string_value(value);
    if (!text || length >= size || strlen(text) != length || !is_words(text)) {
        refuse(reader, key);
        return;
    }
    memcpy(to, text, length + 1);
}

static void get_text(struct reader *reader, const char *key, char *to, size_t size)
{
    copy_text(reader, key, json_object_get(reader->object, key), to, size);
}

// A word out of a list.
static uint8_t get_name(struct reader *reader, const char *key, const char *(*name)(unsigned))
{
    const json_t *value = json_object_get(reader->object, key);
    const char *text = json_string_value(value);
    for (unsigned i = 0; text && name(i); i++)
        if (strcmp(name(i), text) == 0)
            return (uint8_t)i;
    if (value)
        refuse(reader, key);
    return 0;
}

static void get_hex(struct reader *reader, const char *key, unsigned char bytes[COMMIT_BYTES])
{
    const json_t *value = json_object_get(reader->object, key);
    const char *hex = json_string_value(value);
    if (value && (!hex || !commit_parse_hex(hex, bytes)))
        refuse(reader, key);
}

static void get_move(struct reader *reader, const char *key, struct move *move)
{
    const json_t *value = json_object_get(reader->object, key);
    const char *text = json_string_value(value);
    struct move read;
    if (!reader->good)
        return;
    if (!text)
        text_add(reader->why, "There is no '%s'.", key);
    reader->good = text && strlen(text) < 256 && move_parse(reader->game, text, &read, reader->why);
    if (reader->good) {
        move->set = read.set;
        move->verb = read.verb;
    }
}

// An array of at least `least` and at most `most`; NULL, and refused, if it is none.
static const json_t *get_array(struct reader *reader, const char *key, size_t least, size_t most)
{
    const json_t *value = json_object_get(reader->object, key);
    if (json_is_array(value) && json_array_size(value) >= least && json_array_size(value) <= most)
        return value;
    if (value || least)
        refuse(reader, key);
    return NULL;
}

static struct reader inside(const struct reader *reader, const json_t *object)
{
    return (struct reader){ object, reader->game, reader->why, reader->good };
}

static cells cells_of(struct reader *reader, const char *key, const json_t *list)
{
    cells set = 0;
    if (!json_is_array(list) || json_array_size(list) > CELLS_MAX)
        refuse(reader, key);
    for (size_t i = 0; reader->good && i < json_array_size(list); i++)
        set |= cell((unsigned)number_in(reader, key, json_array_get(list, i), 0, CELLS_MAX - 1));
    return set;
}

static uint8_t get_by(struct reader *reader, unsigned otherwise)
{
    if (!json_object_get(reader->object, "by"))
        return (uint8_t)otherwise;
    return (uint8_t)get_number(reader, "by", SEAT_1, SEAT_2);
}

static void get_texts(struct reader *reader, const char *key, char *one, char *two, size_t size)
{
    const json_t *both = get_array(reader, key, 2, 2);
    copy_text(reader, key, json_array_get(both, 0), one, size);
    copy_text(reader, key, json_array_get(both, 1), two, size);
}

static void get_bools(struct reader *reader, const char *key, bool value[SEATS])
{
    const json_t *both = get_array(reader, key, 2, 2);
    value[SEAT_1] = json_is_true(json_array_get(both, 0));
    value[SEAT_2] = json_is_true(json_array_get(both, 1));
}

// A hello.

static void read_rules(struct reader *reader, struct stage *stage)
{
    const char *rules = json_string_value(json_object_get(reader->object, "rules"));
    struct variant variant;
    if (!rules)
        refuse(reader, "rules");
    else if (reader->good && !variant_parse(reader->game, rules, &variant, reader->why))
        reader->good = false;
    if (reader->good)
        stage->rules = variant.rules;
}

static void read_clock(struct reader *reader, struct log_clock *clock)
{
    const json_t *object = json_object_get(reader->object, "clock");
    struct reader inner = inside(reader, object);
    clock->base = (uint32_t)get_number(&inner, "base", 0, UINT32_MAX);
    clock->increment = (uint32_t)get_number(&inner, "increment", 0, UINT32_MAX);
    clock->move = (uint32_t)get_number(&inner, "move", 0, UINT32_MAX);
    reader->good = inner.good;
}

static void find_game(struct reader *reader, const struct game *const *games, struct stage *stage)
{
    get_text(reader, "game", stage->game, sizeof stage->game);
    reader->game = NULL;
    for (; *games; games++)
        if (strcmp((*games)->slug, stage->game) == 0)
            reader->game = *games;
    if (!reader->game && reader->good) {
        text_add(reader->why, "There is no game '%s' here.", stage->game);
        reader->good = false;
    }
}

static void read_hello(struct reader *reader, const struct game *const *games, struct stage *stage)
{
    if (get_number(reader, "protocol", 1, INT32_MAX) != JSON_PROTOCOL && reader->good) {
        text_add(reader->why, "It speaks another version of the protocol.");
        reader->good = false;
    }
    find_game(reader, games, stage);
    read_rules(reader, stage);
    get_text(reader, "table", stage->id, sizeof stage->id);
    get_hex(reader, "header", stage->of_header);
    get_texts(reader, "names", stage->name[SEAT_1], stage->name[SEAT_2], LOG_NAME);
    get_texts(reader, "players", stage->player[SEAT_1], stage->player[SEAT_2], LOG_PLAYER);
    get_bools(reader, "computers", stage->computer);
    stage->rounds = (uint16_t)get_number(reader, "rounds", 1, LOG_ROUNDS_MAX);
    read_clock(reader, &stage->clock);
    stage->toss = get_name(reader, "toss", log_source_name);
    stage->deal = get_name(reader, "deal", log_source_name);
    stage->shared = get_bool(reader, "shared");
    stage->hints = get_bool(reader, "hints");
}

// A state.

static void set_marks(struct reader *reader, const struct json_mark *mark, const json_t *list,
                      unsigned seat, struct board *board)
{
    cells set = cells_of(reader, mark->key, list);
    for (; set; set = cells_without_first(set))
        mark->set(&board->square[cells_first(set)], seat);
}

static void read_board(struct reader *reader, struct board *board)
{
    struct reader inner = inside(reader, json_object_get(reader->object, "board"));
    memset(board, 0, sizeof *board);
    board->first = (unsigned)get_number(&inner, "first", 0, CELLS_MAX - 1);
    board->last = (unsigned)get_number(&inner, "last", 0, CELLS_MAX - 1);
    if (board->first > board->last)
        refuse(&inner, "last");
    for (const struct json_mark *mark = json_marks; mark->key && inner.good; mark++) {
        const json_t *lists = json_object_get(inner.object, mark->key);
        if (!mark->seats)
            set_marks(&inner, mark, lists, 0, board);
        for (unsigned i = 0; i < mark->seats; i++)
            set_marks(&inner, mark, json_array_get(lists, i), mark->from + i, board);
    }
    reader->good = inner.good;
}

static void read_moves(struct reader *reader, struct stage *stage)
{
    const json_t *list = get_array(reader, "moves", 0, MOVES_MAX);
    memset(stage->moves, 0, sizeof stage->moves);
    stage->move_count = (uint16_t)json_array_size(list);
    for (unsigned i = 0; reader->good && i < stage->move_count; i++) {
        struct reader inner = inside(reader, json_array_get(list, i));
        struct event *event = &stage->moves[i];
        event->seat = get_by(&inner, SEAT_CHANCE);
        event->outcome = get_name(&inner, "outcome", log_outcome_name);
        get_move(&inner, "move", &event->move);
        reader->good = inner.good;
    }
}

static void read_said(struct reader *reader, struct stage *stage)
{
    const json_t *list = get_array(reader, "said", 0, STAGE_SAID);
    memset(stage->said, 0, sizeof stage->said);
    stage->said_count = (uint8_t)json_array_size(list);
    for (unsigned i = 0; reader->good && i < stage->said_count; i++) {
        struct reader inner = inside(reader, json_array_get(list, i));
        stage->said[i].n = (uint32_t)get_number(&inner, "n", 0, LOG_EVENTS_MAX);
        stage->said[i].seat = get_by(&inner, SEAT_NOBODY);
        get_text(&inner, "words", stage->said[i].words, STAGE_ASK);
        reader->good = inner.good;
    }
}

static void read_words(struct reader *reader, struct stage *stage)
{
    struct reader inner = inside(reader, json_object_get(reader->object, "words"));
    get_text(&inner, "welcome", stage->welcome, STAGE_WORDS);
    get_text(&inner, "heading", stage->heading, STAGE_WORDS);
    get_text(&inner, "closing", stage->closing, STAGE_WORDS);
    get_text(&inner, "toss", stage->told_toss, STAGE_ASK);
    get_text(&inner, "action", stage->ask_action, STAGE_ASK);
    const json_t *asks = get_array(&inner, "ask", 0, STAGE_VERBS);
    for (unsigned i = 0; i < json_array_size(asks); i++)
        copy_text(&inner, "ask", json_array_get(asks, i), stage->ask[i], STAGE_ASK);
    reader->good = inner.good;
}

static void read_seals(struct reader *reader, struct stage *stage)
{
    const json_t *list = get_array(reader, "commitments", 0, STAGE_SEALS);
    memset(stage->seals, 0, sizeof stage->seals);
    stage->seal_count = (uint16_t)json_array_size(list);
    for (unsigned i = 0; reader->good && i < stage->seal_count; i++) {
        struct reader inner = inside(reader, json_array_get(list, i));
        struct stage_seal *seal = &stage->seals[i];
        seal->n = (uint32_t)get_number(&inner, "n", 0, LOG_EVENTS_MAX);
        seal->seat = get_by(&inner, SEAT_CHANCE);
        seal->undone = get_bool(&inner, "undone");
        seal->opened = json_object_get(inner.object, "nonce") != NULL;
        get_hex(&inner, "commitment", seal->seal.commitment);
        get_hex(&inner, "nonce", seal->seal.nonce);
        get_move(&inner, "move", &seal->move);
        reader->good = inner.good;
    }
    stage->seals_left_out = (uint16_t)get_number(reader, "left_out", 0, UINT16_MAX);
}

static void read_wins(struct reader *reader, struct stage *stage)
{
    const json_t *wins = get_array(reader, "wins", 2, 2);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        for (unsigned i = 0; i < 2; i++)
            stage->wins[seat][i] = (uint16_t)number_in(
                reader, "wins", json_array_get(json_array_get(wins, seat - 1), i), 0, UINT16_MAX);
}

static void read_standing(struct reader *reader, struct stage *stage)
{
    stage->n = (uint32_t)get_number(reader, "n", 0, LOG_EVENTS_MAX);
    stage->round = (uint16_t)get_number(reader, "round", 0, LOG_ROUNDS_MAX);
    stage->first = (uint8_t)get_number(reader, "first", 0, SEAT_2);
    stage->mover = (uint8_t)get_number(reader, "mover", 0, SEAT_2);
    stage->winner = (uint8_t)get_number(reader, "winner", 0, SEAT_2);
    stage->end = get_name(reader, "why", json_end_name);
    stage->cause = get_name(reader, "cause", log_cause_name);
    stage->over = get_bool(reader, "over");
    stage->hides = get_bool(reader, "hides");
    stage->continues = get_bool(reader, "continues");
    stage->stuck = get_bool(reader, "stuck");
    stage->played = (uint16_t)get_number(reader, "played", 0, LOG_ROUNDS_MAX);
}

static void read_clocks(struct reader *reader, struct stage *stage)
{
    const json_t *clocks = get_array(reader, "clocks", 2, 2);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        stage->left[seat] =
            number_in(reader, "clocks", json_array_get(clocks, seat - 1), 0, INT64_MAX);
}

static void read_state(struct reader *reader, struct stage *stage)
{
    read_standing(reader, stage);
    read_board(reader, &stage->board);
    read_moves(reader, stage);
    read_said(reader, stage);
    read_words(reader, stage);
    get_texts(reader, "supplies", stage->supplies[SEAT_1], stage->supplies[SEAT_2], LOG_NAME);
    read_wins(reader, stage);
    read_seals(reader, stage);
    read_clocks(reader, stage);
}

// A turn, or an end.

static uint8_t get_verb(struct reader *reader)
{
    const char *name = json_string_value(json_object_get(reader->object, "verb"));
    for (unsigned verb = 0; name && reader->game->verbs[verb].name; verb++)
        if (strcmp(reader->game->verbs[verb].name, name) == 0)
            return (uint8_t)verb;
    refuse(reader, "verb");
    return 0;
}

// The cells stand in the order of the numbers.
static void read_offer_cells(struct reader *reader, struct stage_offer *offer)
{
    const json_t *list = get_array(reader, "cells", 0, CELLS_MAX);
    cells numbers = offer->offer.pick ? offer->offer.from : cell(0);
    memset(offer->cell, STAGE_NO_CELL, sizeof offer->cell);
    for (size_t i = 0; numbers; numbers = cells_without_first(numbers), i++) {
        const json_t *at = json_array_get(list, i);
        if (at && !json_is_null(at))
            offer->cell[cells_first(numbers)] =
                (uint8_t)number_in(reader, "cells", at, 0, CELLS_MAX - 1);
    }
}

static void read_offers(struct reader *reader, struct stage *stage)
{
    const json_t *list = get_array(reader, "offers", 0, OFFERS_MAX);
    memset(stage->offers, 0, sizeof stage->offers);
    stage->offer_count = (uint8_t)json_array_size(list);
    for (unsigned i = 0; reader->good && i < stage->offer_count; i++) {
        struct reader inner = inside(reader, json_array_get(list, i));
        struct stage_offer *offer = &stage->offers[i];
        offer->offer.verb = get_verb(&inner);
        offer->offer.pick = (uint8_t)get_number(&inner, "pick", 0, CELLS_MAX);
        offer->offer.from = cells_of(&inner, "numbers", json_object_get(inner.object, "numbers"));
        if (offer->offer.pick > cells_count(offer->offer.from))
            refuse(&inner, "pick");
        read_offer_cells(&inner, offer);
        reader->good = inner.good;
    }
}

static void read_asked(struct reader *reader, struct stage *stage)
{
    struct reader inner = inside(reader, json_object_get(reader->object, "asked"));
    stage->offer = (uint32_t)get_number(&inner, "n", 0, LOG_EVENTS_MAX);
    stage->offer_by = get_by(&inner, SEAT_NOBODY);
    stage->offer_what = get_name(&inner, "what", log_what_name);
    stage->offer_swapped = get_bool(&inner, "swapped");
    reader->good = inner.good;
}

static void read_turn(struct reader *reader, bool end, struct stage *stage)
{
    int64_t n = get_number(reader, "n", 0, LOG_EVENTS_MAX + 1);
    stage->n = (uint32_t)(end || n == 0 ? n : n - 1);
    stage->mover = (uint8_t)get_number(reader, "mover", 0, SEAT_2);
    if (end) {
        stage->winner = (uint8_t)get_number(reader, "winner", 0, SEAT_2);
        stage->end = get_name(reader, "why", json_end_name);
        read_seals(reader, stage);
    }
    stage->cover = get_name(reader, "cover", json_cover_name);
    stage->undo = get_name(reader, "undo", json_may_name);
    stage->ready = get_name(reader, "ready", json_may_name);
    get_bools(reader, "waits", stage->waits);
    stage->peeks = get_bool(reader, "peeks");
    stage->hint = get_bool(reader, "hint");
    stage->hint_alone = get_bool(reader, "hint_alone");
    read_asked(reader, stage);
    read_offers(reader, stage);
}

// News.

static bool is_hidden(const struct reader *reader, const struct log_event *event)
{
    return event->kind == LOG_MOVE && reader->game->verbs[event->move.verb].hidden;
}

static void read_event(struct reader *reader, struct news *news)
{
    struct log_event *event = &news->event;
    event->n = news->n;
    event->kind = get_name(reader, "kind", log_kind_name);
    bool chances = event->kind == LOG_MOVE || event->kind == LOG_COMMIT || event->kind == LOG_OPEN;
    event->seat = get_by(reader, chances ? SEAT_CHANCE : SEAT_NOBODY);
    if (event->kind == LOG_MOVE)
        get_move(reader, "move", &event->move);
    event->outcome = get_name(reader, "outcome", log_outcome_name);
    event->source = get_name(reader, "source", log_source_name);
    event->what = get_name(reader, "what", log_what_name);
    event->draw = get_name(reader, "draw", log_draw_name);
    event->cause = get_name(reader, "cause", log_cause_name);
    event->swapped = get_bool(reader, "swapped");
    event->count = (uint16_t)get_number(reader, "count", 0, MOVES_MAX);
    event->of = (uint32_t)get_number(reader, "of", 0, LOG_EVENTS_MAX);
    event->spent = (uint32_t)get_number(reader, "spent", 0, UINT32_MAX);
    get_text(reader, "word", event->word, sizeof event->word);
    get_hex(reader, "commitment", event->seal.commitment);
    get_hex(reader, "nonce", event->seal.nonce);
    news->sealed = json_object_get(reader->object, "commitment") != NULL;
    news->knows = !reader->good || !is_hidden(reader, event) || event->seat == news->viewer;
}

static void read_rows(struct reader *reader, struct news *news)
{
    const json_t *list = get_array(reader, "rows", 0, NEWS_ROWS);
    news->row_count = (uint16_t)json_array_size(list);
    news->row_total = (uint16_t)get_number(reader, "total", 0, UINT16_MAX);
    for (unsigned i = 0; reader->good && i < news->row_count; i++) {
        struct reader inner = inside(reader, json_array_get(list, i));
        struct news_row *row = &news->rows[i];
        row->share = (uint16_t)get_number(&inner, "share", 0, 1000);
        row->best = get_bool(&inner, "best");
        get_text(&inner, "chance", row->chance, sizeof row->chance);
        get_move(&inner, "move", &row->move);
        reader->good = inner.good;
    }
}

static void read_news(struct reader *reader, unsigned kind, struct news *news)
{
    memset(news, 0, sizeof *news);
    news->kind = (uint8_t)kind;
    news->viewer = (uint8_t)get_number(reader, "seat", 0, SEAT_2);
    news->n = (uint32_t)get_number(reader, "n", 0, LOG_EVENTS_MAX);
    news->code = get_name(reader, "code", news_code_name);
    news->allowed = get_bool(reader, kind == NEWS_AWAY ? "back" : "allowed");
    get_text(reader, "words", news->words, sizeof news->words);
    if (kind == NEWS_EVENT)
        read_event(reader, news);
    if (kind == NEWS_AWAY)
        news->seat = get_by(reader, SEAT_NOBODY);
    if (kind == NEWS_HINT)
        read_rows(reader, news);
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

static enum json_message read_typed(struct reader *reader, const struct game *const *games,
                                    struct stage *stage, struct news *news)
{
    const char *type = json_string_value(json_object_get(reader->object, "type"));
    unsigned viewer = (unsigned)get_number(reader, "seat", 0, SEAT_2);
    if (type && strcmp(type, "hello") == 0) {
        memset(stage, 0, sizeof *stage);
        stage->viewer = (uint8_t)viewer;
        read_hello(reader, games, stage);
        return JSON_HELLO;
    }
    if (type && !reader->game)
        text_add(reader->why, "A hello must come first.");
    else if (type && strcmp(type, "state") == 0) {
        read_state(reader, stage);
        return JSON_STATE;
    } else if (type && (strcmp(type, "turn") == 0 || strcmp(type, "end") == 0)) {
        read_turn(reader, *type == 'e', stage);
        return JSON_TURN;
    } else {
        for (unsigned kind = 0; type && json_news_name(kind); kind++)
            if (strcmp(json_news_name(kind), type) == 0) {
                read_news(reader, kind, news);
                return JSON_NEWS;
            }
        text_add(reader->why, "There is no message of type '%.40s'.", type ? type : "");
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
    struct reader reader = { object, *game, why, true };
    enum json_message message = read_typed(&reader, games, stage, news);
    json_decref(object);
    if (message == JSON_HELLO && reader.good)
        *game = reader.game;
    return reader.good ? message : JSON_NONE;
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

static void read_act(struct reader *reader, struct act *act)
{
    act->seat = (uint8_t)get_number(reader, "seat", 0, SEAT_2);
    act->n = (uint32_t)get_number(reader, "n", 0, LOG_EVENTS_MAX + 1);
    act->sure = get_bool(reader, "sure");
    act->swap = get_bool(reader, "swap");
    act->draw = get_name(reader, "draw", log_draw_name);
    get_text(reader, act->kind == ACT_HELLO ? "name" : "word", act->word, sizeof act->word);
    get_text(reader, "version", act->more, sizeof act->more);
    get_hex(reader, "commitment", act->seal.commitment);
    get_hex(reader, "nonce", act->seal.nonce);
    if (act->kind == ACT_MOVE || act->kind == ACT_MAY)
        get_move(reader, "move", &act->move);
}

bool json_read_act(const struct game *game, const char *line, size_t length, struct act *act,
                   struct text *why)
{
    memset(act, 0, sizeof *act);
    json_t *object = load(line, length, why);
    if (!object)
        return false;
    struct reader reader = { object, game, why, true };
    const char *type = json_string_value(json_object_get(object, "type"));
    if (find_act(type, &act->kind))
        read_act(&reader, act);
    else {
        text_add(why, "There is no message of type '%.40s'.", type ? type : "");
        reader.good = false;
    }
    json_decref(object);
    if (!reader.good)
        record_blot(why->at);
    return reader.good;
}
