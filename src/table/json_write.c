// SPDX-License-Identifier: GPL-3.0-or-later
// Written straight into the text: a message is made for every viewer of every event.
#include <string.h>

#include "table/json.h"
#include "table/json_names.h"

static void put_key(struct text *out, const char *key)
{
    text_put(out, ",\"");
    text_put(out, key);
    text_put(out, "\":");
}

static void add_string(struct text *out, const char *key, const char *value)
{
    put_key(out, key);
    text_put_json(out, value);
}

static void add_number(struct text *out, const char *key, int64_t value)
{
    put_key(out, key);
    text_put_number(out, value);
}

static void add_bool(struct text *out, const char *key, bool value)
{
    put_key(out, key);
    text_put(out, value ? "true" : "false");
}

static void add_move(struct text *out, const char *key, const struct game *game, struct move move)
{
    put_key(out, key);
    text_put(out, "\"");
    move_print(game, move, out);
    text_put(out, "\"");
}

static void add_hex(struct text *out, const char *key, const unsigned char bytes[COMMIT_BYTES])
{
    static const char digit[] = "0123456789abcdef";
    char hex[COMMIT_HEX] = "";
    for (unsigned i = 0; i < COMMIT_BYTES; i++) {
        hex[2 * i] = digit[bytes[i] >> 4];
        hex[2 * i + 1] = digit[bytes[i] & 15];
    }
    add_string(out, key, hex);
}

// Who did it: nothing for chance and for the table itself.
static void add_by(struct text *out, unsigned seat)
{
    if (seat == SEAT_1 || seat == SEAT_2)
        add_number(out, "by", seat);
}

static void begin(struct text *out, const char *type, unsigned viewer)
{
    text_add(out, "{\"type\":\"%s\",\"seat\":%u", type, viewer);
}

static void end(struct text *out)
{
    text_put(out, "}");
    assert(!out->cut);
}

static void add_strings(struct text *out, const char *key, const char *one, const char *two)
{
    put_key(out, key);
    text_put(out, "[");
    text_put_json(out, one);
    text_put(out, ",");
    text_put_json(out, two);
    text_put(out, "]");
}

static void add_bools(struct text *out, const char *key, const bool value[SEATS])
{
    text_add(out, ",\"%s\":[%s,%s]", key, value[SEAT_1] ? "true" : "false",
             value[SEAT_2] ? "true" : "false");
}

void json_write_hello(const struct stage *stage, const struct game *game, struct text *out)
{
    struct variant variant = { game, stage->rules };
    begin(out, "hello", stage->viewer);
    add_number(out, "protocol", JSON_PROTOCOL);
    add_string(out, "table", stage->id);
    add_hex(out, "header", stage->of_header);
    add_string(out, "game", stage->game);
    text_put(out, ",\"rules\":\"");
    variant_print(&variant, out);
    text_put(out, "\"");
    add_strings(out, "names", stage->name[SEAT_1], stage->name[SEAT_2]);
    add_strings(out, "players", stage->player[SEAT_1], stage->player[SEAT_2]);
    add_bools(out, "computers", stage->computer);
    if (game->role[0])
        add_strings(out, "roles", game->role[0], game->role[1]);
    add_number(out, "rounds", stage->rounds);
    text_add(out, ",\"clock\":{\"base\":%u,\"increment\":%u,\"move\":%u}", stage->clock.base,
             stage->clock.increment, stage->clock.move);
    add_string(out, "toss", log_source_name(stage->toss));
    add_string(out, "deal", log_source_name(stage->deal));
    add_bool(out, "shared", stage->shared);
    add_bool(out, "hints", stage->hints);
    end(out);
}

static void put_cells(struct text *out, cells set)
{
    text_put(out, "[");
    for (bool first = true; set; set = cells_without_first(set), first = false) {
        text_put(out, first ? "" : ",");
        text_put_number(out, cells_first(set));
    }
    text_put(out, "]");
}

// The cells whose square has this mark.
static cells marked(const struct board *board,
                    bool (*has)(const struct board_square *square, unsigned), unsigned seat)
{
    cells set = 0;
    for (unsigned i = board->first; i <= board->last; i++)
        if (has(&board->square[i], seat))
            set |= cell(i);
    return set;
}

static void add_marks(struct text *out, const struct board *board, const struct json_mark *mark)
{
    put_key(out, mark->key);
    if (!mark->seats) {
        put_cells(out, marked(board, mark->has, 0));
        return;
    }
    text_put(out, "[");
    for (unsigned seat = mark->from; seat < mark->from + mark->seats; seat++) {
        text_put(out, seat > mark->from ? "," : "");
        put_cells(out, marked(board, mark->has, seat));
    }
    text_put(out, "]");
}

static void add_board(struct text *out, const struct board *board)
{
    text_add(out, ",\"board\":{\"first\":%u,\"last\":%u", board->first, board->last);
    for (const struct json_mark *mark = json_marks; mark->key; mark++)
        add_marks(out, board, mark);
    text_put(out, "}");
}

// The members of an object in a list begin without a comma: the first is always there.
static void add_moves(struct text *out, const struct stage *stage, const struct game *game)
{
    text_put(out, ",\"moves\":[");
    for (unsigned i = 0; i < stage->move_count; i++) {
        const struct event *event = &stage->moves[i];
        text_put(out, i ? ",{\"outcome\":" : "{\"outcome\":");
        text_put_json(out, log_outcome_name(event->outcome));
        add_by(out, event->seat);
        add_move(out, "move", game, event->move);
        text_put(out, "}");
    }
    text_put(out, "]");
}

static void add_said(struct text *out, const struct stage *stage)
{
    text_put(out, ",\"said\":[");
    for (unsigned i = 0; i < stage->said_count; i++) {
        text_put(out, i ? ",{\"n\":" : "{\"n\":");
        text_put_number(out, stage->said[i].n);
        add_by(out, stage->said[i].seat);
        add_string(out, "words", stage->said[i].words);
        text_put(out, "}");
    }
    text_put(out, "]");
}

static void add_words(struct text *out, const struct stage *stage, const struct game *game)
{
    text_put(out, ",\"words\":{\"welcome\":");
    text_put_json(out, stage->welcome);
    add_string(out, "heading", stage->heading);
    add_string(out, "closing", stage->closing);
    if (*stage->promises)
        add_string(out, "promises", stage->promises);
    add_string(out, "toss", stage->told_toss);
    add_string(out, "action", stage->ask_action);
    text_put(out, ",\"ask\":[");
    for (unsigned verb = 0; game->verbs[verb].name; verb++) {
        text_put(out, verb ? "," : "");
        text_put_json(out, stage->ask[verb]);
    }
    text_put(out, "]}");
}

static void add_seals(struct text *out, const struct stage *stage, const struct game *game)
{
    text_put(out, ",\"commitments\":[");
    for (unsigned i = 0; i < stage->seal_count; i++) {
        const struct stage_seal *seal = &stage->seals[i];
        text_put(out, i ? ",{\"n\":" : "{\"n\":");
        text_put_number(out, seal->n);
        add_by(out, seal->seat);
        add_hex(out, "commitment", seal->seal.commitment);
        add_bool(out, "undone", seal->undone);
        add_move(out, "move", game, seal->move);
        if (seal->opened)
            add_hex(out, "nonce", seal->seal.nonce);
        text_put(out, "}");
    }
    text_put(out, "]");
    add_number(out, "left_out", stage->seals_left_out);
}

static void add_standing(struct text *out, const struct stage *stage)
{
    add_number(out, "n", stage->n);
    add_number(out, "round", stage->round);
    add_number(out, "first", stage->first);
    add_number(out, "mover", stage->mover);
    add_number(out, "winner", stage->winner);
    add_string(out, "why", json_end_name(stage->end));
    if (stage->end == STAGE_FORFEITED)
        add_string(out, "cause", log_cause_name(stage->cause));
    add_bool(out, "over", stage->over);
    add_bool(out, "hides", stage->hides);
    add_bool(out, "continues", stage->continues);
    add_bool(out, "stuck", stage->stuck);
}

void json_write_state(const struct stage *stage, const struct game *game, struct text *out)
{
    begin(out, "state", stage->viewer);
    add_standing(out, stage);
    add_board(out, &stage->board);
    add_moves(out, stage, game);
    add_said(out, stage);
    add_words(out, stage, game);
    add_strings(out, "supplies", stage->supplies[SEAT_1], stage->supplies[SEAT_2]);
    add_number(out, "played", stage->played);
    text_add(out, ",\"wins\":[[%u,%u],[%u,%u]]", stage->wins[SEAT_1][0], stage->wins[SEAT_1][1],
             stage->wins[SEAT_2][0], stage->wins[SEAT_2][1]);
    add_seals(out, stage, game);
    text_add(out, ",\"clocks\":[%lld,%lld]", (long long)stage->left[SEAT_1],
             (long long)stage->left[SEAT_2]);
    end(out);
}

static void add_offer_cells(struct text *out, const struct stage_offer *offer)
{
    cells numbers = offer->offer.pick ? offer->offer.from : cell(0);
    text_put(out, ",\"cells\":[");
    for (bool first = true; numbers; numbers = cells_without_first(numbers), first = false) {
        unsigned at = offer->cell[cells_first(numbers)];
        text_put(out, first ? "" : ",");
        if (at == STAGE_NO_CELL)
            text_put(out, "null");
        else
            text_put_number(out, at);
    }
    text_put(out, "]");
}

static void add_offers(struct text *out, const struct stage *stage, const struct game *game)
{
    text_put(out, ",\"offers\":[");
    for (unsigned i = 0; i < stage->offer_count; i++) {
        const struct stage_offer *offer = &stage->offers[i];
        text_add(out, "%s{\"verb\":\"%s\",\"pick\":%u,\"numbers\":", i ? "," : "",
                 game->verbs[offer->offer.verb].name, offer->offer.pick);
        put_cells(out, offer->offer.from);
        add_offer_cells(out, offer);
        text_put(out, "}");
    }
    text_put(out, "]");
}

static void add_asked(struct text *out, const struct stage *stage)
{
    if (!stage->offer)
        return;
    text_add(out, ",\"asked\":{\"n\":%u", (unsigned)stage->offer);
    add_by(out, stage->offer_by);
    add_string(out, "what", log_what_name(stage->offer_what));
    add_bool(out, "swapped", stage->offer_swapped);
    text_put(out, "}");
}

void json_write_turn(const struct stage *stage, const struct game *game, struct text *out)
{
    begin(out, stage->end ? "end" : "turn", stage->viewer);
    add_number(out, "n", (int64_t)stage->n + !stage->end);
    add_number(out, "mover", stage->mover);
    if (stage->end) {
        add_number(out, "winner", stage->winner);
        add_string(out, "why", json_end_name(stage->end));
        add_seals(out, stage, game);
    }
    add_string(out, "cover", json_cover_name(stage->cover));
    add_string(out, "undo", json_may_name(stage->undo));
    add_string(out, "ready", json_may_name(stage->ready));
    add_bools(out, "waits", stage->waits);
    add_bool(out, "peeks", stage->peeks);
    add_bool(out, "hint", stage->hint);
    add_bool(out, "hint_alone", stage->hint_alone);
    add_asked(out, stage);
    add_offers(out, stage, game);
    end(out);
}

static void add_event(struct text *out, const struct news *news, const struct game *game)
{
    const struct log_event *event = &news->event;
    bool answers = event->kind == LOG_UNDO || event->kind == LOG_REMATCH;
    add_string(out, "kind", log_kind_name(event->kind));
    add_by(out, event->seat);
    if (event->kind == LOG_MOVE) {
        add_move(out, "move", game, event->move);
        add_string(out, "outcome", log_outcome_name(event->outcome));
    }
    if (event->kind == LOG_ROUND || (event->kind == LOG_MOVE && event->seat == SEAT_CHANCE))
        add_string(out, "source", log_source_name(event->source));
    if (event->kind == LOG_OFFER)
        add_string(out, "what", log_what_name(event->what));
    if (event->kind == LOG_UNDO)
        add_number(out, "count", event->count);
    if (event->kind == LOG_DECLINE || (answers && event->of))
        add_number(out, "of", event->of);
    if (event->swapped)
        add_bool(out, "swapped", true);
    if (event->kind == LOG_FORFEIT)
        add_string(out, "cause", log_cause_name(event->cause));
    if (event->kind == LOG_COMMIT || event->kind == LOG_OPEN)
        add_string(out, "draw", log_draw_name(event->draw));
    if (*event->word)
        add_string(out, "word", event->word);
    if (news->sealed)
        add_hex(out, "commitment", event->seal.commitment);
    if (event->kind == LOG_OPEN)
        add_hex(out, "nonce", event->seal.nonce);
    if (event->spent)
        add_number(out, "spent", event->spent);
}

static void add_rows(struct text *out, const struct news *news, const struct game *game)
{
    text_put(out, ",\"rows\":[");
    for (unsigned i = 0; i < news->row_count; i++) {
        const struct news_row *row = &news->rows[i];
        text_add(out, "%s{\"share\":%u", i ? "," : "", row->share);
        add_move(out, "move", game, row->move);
        add_bool(out, "best", row->best);
        add_string(out, "chance", row->chance);
        text_put(out, "}");
    }
    text_put(out, "]");
    add_number(out, "total", news->row_total);
}

void json_write_news(const struct news *news, const struct game *game, struct text *out)
{
    begin(out, json_news_name(news->kind), news->viewer);
    add_number(out, "n", news->n);
    if (news->kind == NEWS_EVENT)
        add_event(out, news, game);
    if (news->kind == NEWS_REFUSED)
        add_string(out, "code", news_code_name(news->code));
    if (news->kind == NEWS_MAY)
        add_bool(out, "allowed", news->allowed);
    if (news->kind == NEWS_AWAY) {
        add_by(out, news->seat);
        add_bool(out, "back", news->allowed);
    }
    if (news->kind == NEWS_HINT)
        add_rows(out, news, game);
    if (news->kind != NEWS_DONE && news->kind != NEWS_AWAY)
        add_string(out, "words", news->words);
    end(out);
}

void json_write_act(const struct act *act, const struct game *game, struct text *out)
{
    text_add(out, "{\"type\":\"%s\"", act_name(act->kind));
    if (act->seat)
        add_number(out, "seat", act->seat);
    if (act->n)
        add_number(out, "n", act->n);
    if (act->kind == ACT_MOVE || act->kind == ACT_MAY)
        add_move(out, "move", game, act->move);
    if (act->sure)
        add_bool(out, "sure", true);
    if (act->swap)
        add_bool(out, "swap", true);
    if (act->kind == ACT_COMMIT || act->kind == ACT_OPEN)
        add_string(out, "draw", log_draw_name(act->draw));
    if (act->kind == ACT_COMMIT)
        add_hex(out, "commitment", act->seal.commitment);
    if (act->kind == ACT_OPEN) {
        add_string(out, "word", act->word);
        add_hex(out, "nonce", act->seal.nonce);
    }
    if (act->kind == ACT_HELLO) {
        add_string(out, "name", act->word);
        add_string(out, "version", act->more);
    }
    end(out);
}
