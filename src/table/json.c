// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/json.h"

#include <string.h>

#include "record/log_text.h"
#include "record/printable.h"

// The words by number; NULL after the last.

static const char *const cover_words[] = {
    [STAGE_OPEN] = "open", [STAGE_ALONE] = "alone", [STAGE_RETURNED] = "returned", NULL
};

static const char *const may_words[] = {
    [STAGE_MAY_NOT] = "not", [STAGE_MAY] = "may", [STAGE_MAY_ASK] = "ask", NULL
};

static const char *const news_kinds[] = {
    [NEWS_EVENT] = "event",   [NEWS_DONE] = "done", [NEWS_REFUSED] = "refused",
    [NEWS_MAY] = "may",       [NEWS_HINT] = "hint", [NEWS_WARNING] = "warning",
    [NEWS_UNKEPT] = "unkept", [NEWS_AWAY] = "away", [NEWS_KINDS] = NULL,
};

// A hello.

static void write_roles(const struct game *game, const void *at, struct text *out)
{
    const char *role = at;
    (void)game;
    text_put(out, "[");
    text_put_json(out, role);
    text_put(out, ",");
    text_put_json(out, role + STAGE_WORD);
    text_put(out, "]");
}

static void read_roles(struct member *in, const json_t *value, void *at)
{
    char(*role)[STAGE_WORD] = at;
    const json_t *both = member_array(in, "roles", value, 2, 2);
    for (unsigned i = 0; both && i < 2; i++)
        member_text(in, "roles", json_array_get(both, i), MEMBER_LINE, role[i], STAGE_WORD);
}

static bool has_roles(const struct game *game, const void *from)
{
    (void)from;
    return game->role[0];
}

static const struct member_field verbs[] = {
    { "verb", MEMBER_LINE, MEMBER_AT(struct stage_verb, name) },
    { "label", MEMBER_LINE, MEMBER_AT(struct stage_verb, label) },
    { "ask", MEMBER_LINE, MEMBER_AT(struct stage_verb, ask) },
    { "effect", MEMBER_WORD, MEMBER_AT(struct stage_verb, effect), .words = verb_effects },
    { "hidden", MEMBER_BOOL, MEMBER_AT(struct stage_verb, hidden) },
    { 0 },
};

static const struct member_field mark_names[] = {
    { "mines", MEMBER_LINE, MEMBER_AT(struct stage, mine), .sparse = true },
    { "obstacles", MEMBER_LINE, MEMBER_AT(struct stage, obstacle), .sparse = true },
    { 0 },
};

// A player's token, or null.

static void write_token(const struct game *game, const void *at, struct text *out)
{
    (void)game;
    if (*(const char *)at)
        text_put_json(out, at);
    else
        text_put(out, "null");
}

static void read_token(struct member *in, const json_t *value, void *at)
{
    if (!json_is_null(value))
        member_text(in, "tokens", value, MEMBER_LINE, at, STAGE_WORD);
}

static const struct member_field tokens[] = {
    { "tokens", MEMBER_OTHER, MEMBER_SEATS(struct stage, token), .write = write_token,
      .read = read_token },
    { 0 },
};

static const struct member_field hello[] = {
    { "table", MEMBER_LINE, MEMBER_AT(struct stage, id) },
    { "header", MEMBER_HEX, MEMBER_AT(struct stage, of_header) },
    { "game", MEMBER_LINE, MEMBER_AT(struct stage, game) },
    { "rules", MEMBER_RULES, MEMBER_AT(struct stage, rules) },
    { "title", MEMBER_LINE, MEMBER_AT(struct stage, title) },
    { "preset", MEMBER_LINE, MEMBER_AT(struct stage, preset) },
    { "place", MEMBER_LINE, MEMBER_AT(struct stage, place) },
    { "marks", MEMBER_OBJECT, .of = mark_names },
    { "verbs", MEMBER_LIST, MEMBER_ARRAY(struct stage, verbs, verb_count), .of = verbs },
    { "tokens", MEMBER_INLINE, .of = tokens },
    { "names", MEMBER_LINE, MEMBER_SEATS(struct stage, name) },
    { "players", MEMBER_LINE, MEMBER_SEATS(struct stage, player) },
    { "computers", MEMBER_BOOL, MEMBER_SEATS(struct stage, computer) },
    { "roles", MEMBER_OTHER, MEMBER_AT(struct stage, role), .write = write_roles,
      .read = read_roles, .when = has_roles },
    { "rounds", MEMBER_NUMBER, MEMBER_AT(struct stage, rounds), .least = 1,
      .most = LOG_ROUNDS_MAX },
    { "clock", MEMBER_OBJECT, MEMBER_AT(struct stage, clock), .of = log_text_clock },
    { "toss", MEMBER_WORD, MEMBER_AT(struct stage, toss), .words = log_sources },
    { "deal", MEMBER_WORD, MEMBER_AT(struct stage, deal), .words = log_sources },
    { "shared", MEMBER_BOOL, MEMBER_AT(struct stage, shared) },
    { "hints", MEMBER_BOOL, MEMBER_AT(struct stage, hints) },
    { "noise", MEMBER_LINE, MEMBER_AT(struct stage, noise), .sparse = true },
    { 0 },
};

// A board's squares: each mark is a list of cells, or one list for each of several seats.

enum { ANY = SEATS }; // written if any bit is set; not read, as another member has it by seat

static const struct mark {
    const char *key;
    size_t at;            // of a byte in a square, with a bit for each seat
    unsigned from, seats; // lists, one for each seat; 0: a single one, of the bit `from`
} marks[] = {
    { "tokens", offsetof(struct board_square, tokens), SEAT_1, 2 },
    { "obstacles", offsetof(struct board_square, obstacles), SEAT_NOBODY, 3 }, // nobody's, too
    { "mines", offsetof(struct board_square, mines), SEAT_NOBODY, 4 },         // and chance's
    { "safe", offsetof(struct board_square, safe), 0, 0 },
    { "blown", offsetof(struct board_square, blown), 0, 0 },
    { "disarmed", offsetof(struct board_square, disarmed), 0, 0 },
    { "start", offsetof(struct board_square, start), ANY, 0 },
    { "goal", offsetof(struct board_square, goal), ANY, 0 },
    { "starts", offsetof(struct board_square, start), SEAT_1, 2 },
    { "goals", offsetof(struct board_square, goal), SEAT_1, 2 },
    { 0 },
};

static cells marked(const struct board *board, const struct mark *mark, unsigned seat)
{
    cells set = 0;
    for (unsigned i = board->first; i <= board->last; i++) {
        unsigned bits = ((const uint8_t *)&board->square[i])[mark->at];
        if (seat == ANY ? bits : bits >> seat & 1)
            set |= cell(i);
    }
    return set;
}

static void write_marks(const struct board *board, const struct mark *mark, struct text *out)
{
    member_put_key(out, mark->key);
    if (!mark->seats) {
        member_put_cells(out, marked(board, mark, mark->from));
        return;
    }
    for (unsigned i = 0; i < mark->seats; i++) {
        text_put(out, i > 0 ? "," : "[");
        member_put_cells(out, marked(board, mark, mark->from + i));
    }
    text_put(out, "]");
}

static void write_board(const struct game *game, const void *at, struct text *out)
{
    const struct board *board = at;
    (void)game;
    text_add(out, "{\"first\":%u,\"last\":%u", board->first, board->last);
    for (const struct mark *mark = marks; mark->key; mark++)
        write_marks(board, mark, out);
    text_put(out, "}");
}

static void set_marks(struct member *in, const struct mark *mark, const json_t *list, unsigned seat,
                      struct board *board)
{
    cells set = member_cells(in, mark->key, list);
    for (; set; set = cells_without_first(set))
        ((uint8_t *)&board->square[cells_first(set)])[mark->at] |= (uint8_t)(1 << seat);
}

static void read_board(struct member *in, const json_t *value, void *at)
{
    struct board *board = at;
    const json_t *first = json_object_get(value, "first"), *last = json_object_get(value, "last");
    memset(board, 0, sizeof *board);
    board->first = (unsigned)member_number(in, "first", first, 0, CELLS_MAX - 1);
    board->last = (unsigned)member_number(in, "last", last, board->first, CELLS_MAX - 1);
    for (const struct mark *mark = marks; mark->key && in->good; mark++) {
        const json_t *lists = json_object_get(value, mark->key);
        if (!mark->seats && mark->from != ANY)
            set_marks(in, mark, lists, 0, board);
        for (unsigned i = 0; i < mark->seats; i++)
            set_marks(in, mark, json_array_get(lists, i), mark->from + i, board);
    }
}

// A state.

static const struct member_field moves[] = {
    { "outcome", MEMBER_OUTCOME, MEMBER_AT(struct event, outcome) },
    { "by", MEMBER_SEAT, MEMBER_AT(struct event, seat), .least = SEAT_CHANCE },
    { "move", MEMBER_MOVE, MEMBER_AT(struct event, move) },
    { 0 },
};

static const struct member_field said[] = {
    { "n", MEMBER_NUMBER, MEMBER_AT(struct stage_said, n), .most = LOG_EVENTS_MAX },
    { "by", MEMBER_SEAT, MEMBER_AT(struct stage_said, seat), .least = SEAT_NOBODY },
    { "words", MEMBER_LINES, MEMBER_AT(struct stage_said, words) },
    { "told", MEMBER_LINE, MEMBER_AT(struct stage_said, told) },
    { 0 },
};

static void write_asks(const struct game *game, const void *at, struct text *out)
{
    const char *ask = at;
    text_put(out, "[");
    for (unsigned verb = 0; game->verbs[verb].name; verb++, ask += STAGE_ASK) {
        text_put(out, verb ? "," : "");
        text_put_json(out, ask);
    }
    text_put(out, "]");
}

static void read_asks(struct member *in, const json_t *value, void *at)
{
    char *ask = at;
    const json_t *asks = member_array(in, "ask", value, 0, STAGE_VERBS);
    for (size_t i = 0; i < json_array_size(asks); i++, ask += STAGE_ASK)
        member_text(in, "ask", json_array_get(asks, i), MEMBER_LINES, ask, STAGE_ASK);
}

static const struct member_field words[] = {
    { "welcome", MEMBER_LINES, MEMBER_AT(struct stage, welcome) },
    { "heading", MEMBER_LINES, MEMBER_AT(struct stage, heading) },
    { "closing", MEMBER_LINES, MEMBER_AT(struct stage, closing) },
    { "turn", MEMBER_LINE, MEMBER_AT(struct stage, turn) },
    { "result", MEMBER_LINE, MEMBER_AT(struct stage, result) },
    { "status", MEMBER_LINE, MEMBER_AT(struct stage, status) },
    { "board", MEMBER_LINE, MEMBER_AT(struct stage, described) },
    { "promises", MEMBER_LINES, MEMBER_AT(struct stage, promises), .sparse = true },
    { "toss", MEMBER_LINES, MEMBER_AT(struct stage, told_toss) },
    { "action", MEMBER_LINES, MEMBER_AT(struct stage, ask_action) },
    { "ask", MEMBER_OTHER, MEMBER_AT(struct stage, ask), .write = write_asks, .read = read_asks },
    { 0 },
};

// As the first, or with the first role; and not.

static void write_wins(const struct game *game, const void *at, struct text *out)
{
    const uint16_t *wins = at;
    (void)game;
    text_add(out, "[%u,%u]", wins[0], wins[1]);
}

static void read_wins(struct member *in, const json_t *value, void *at)
{
    uint16_t *wins = at;
    for (unsigned i = 0; i < 2; i++)
        wins[i] = (uint16_t)member_number(in, "wins", json_array_get(value, i), 0, UINT16_MAX);
}

static const struct member_field supply_fields[] = {
    { "what", MEMBER_LINE, MEMBER_AT(struct stage_supply, what) },
    { "left", MEMBER_NUMBER, MEMBER_AT(struct stage_supply, left), .most = UINT16_MAX },
    { "of", MEMBER_NUMBER, MEMBER_AT(struct stage_supply, of), .most = UINT16_MAX },
    { 0 },
};

static void write_supply(const struct game *game, const void *at, struct text *out)
{
    const struct stage_supply *supply = at;
    if (!*supply->what) {
        text_put(out, "null");
        return;
    }
    text_put(out, "{");
    member_write(supply_fields, game, supply, out);
    text_put(out, "}");
}

static void read_supply(struct member *in, const json_t *value, void *at)
{
    struct member inner = { value, in->game, in->why, in->good };
    if (json_is_null(value))
        return;
    member_read(&inner, supply_fields, at);
    in->good = inner.good;
}

static const struct member_field seals[] = {
    { "n", MEMBER_NUMBER, MEMBER_AT(struct stage_seal, n), .most = LOG_EVENTS_MAX },
    { "by", MEMBER_SEAT, MEMBER_AT(struct stage_seal, seat), .least = SEAT_CHANCE },
    { "commitment", MEMBER_HEX, MEMBER_AT(struct stage_seal, seal.commitment) },
    { "undone", MEMBER_BOOL, MEMBER_AT(struct stage_seal, undone) },
    { "move", MEMBER_MOVE, MEMBER_AT(struct stage_seal, move) },
    { "nonce", MEMBER_THERE, MEMBER_AT(struct stage_seal, opened) },
    { "nonce", MEMBER_HEX, MEMBER_AT(struct stage_seal, seal.nonce),
      MEMBER_IF(struct stage_seal, opened, 1 << true) },
    { 0 },
};

static const struct member_field commitments[] = {
    { "commitments", MEMBER_LIST, MEMBER_ARRAY(struct stage, seals, seal_count), .of = seals },
    { "left_out", MEMBER_NUMBER, MEMBER_AT(struct stage, seals_left_out), .most = UINT16_MAX },
    { 0 },
};

static const struct member_field state[] = {
    { "n", MEMBER_NUMBER, MEMBER_AT(struct stage, n), .most = LOG_EVENTS_MAX },
    { "round", MEMBER_NUMBER, MEMBER_AT(struct stage, round), .most = LOG_ROUNDS_MAX },
    { "first", MEMBER_NUMBER, MEMBER_AT(struct stage, first), .most = SEAT_2 },
    { "mover", MEMBER_NUMBER, MEMBER_AT(struct stage, mover), .most = SEAT_2 },
    { "winner", MEMBER_NUMBER, MEMBER_AT(struct stage, winner), .most = SEAT_2 },
    { "why", MEMBER_WORD, MEMBER_AT(struct stage, end), .words = log_ends },
    { "cause", MEMBER_WORD, MEMBER_AT(struct stage, cause), .words = log_causes,
      MEMBER_IF(struct stage, end, 1 << LOG_END_FORFEITED) },
    { "over", MEMBER_BOOL, MEMBER_AT(struct stage, over) },
    { "hides", MEMBER_BOOL, MEMBER_AT(struct stage, hides) },
    { "continues", MEMBER_BOOL, MEMBER_AT(struct stage, continues) },
    { "stuck", MEMBER_BOOL, MEMBER_AT(struct stage, stuck) },
    { "tokens", MEMBER_INLINE, .of = tokens },
    { "board", MEMBER_OTHER, MEMBER_AT(struct stage, board), .write = write_board,
      .read = read_board },
    { "moves", MEMBER_LIST, MEMBER_ARRAY(struct stage, moves, move_count), .of = moves },
    { "said", MEMBER_LIST, MEMBER_ARRAY(struct stage, said, said_count), .of = said },
    { "words", MEMBER_OBJECT, .of = words },
    { "supplies", MEMBER_LINES, MEMBER_SEATS(struct stage, supplies) },
    { "supply", MEMBER_OTHER, MEMBER_SEATS(struct stage, supply), .write = write_supply,
      .read = read_supply },
    { "played", MEMBER_NUMBER, MEMBER_AT(struct stage, played), .most = LOG_ROUNDS_MAX },
    { "wins", MEMBER_OTHER, MEMBER_SEATS(struct stage, wins), .write = write_wins,
      .read = read_wins },
    { "commitments", MEMBER_INLINE, .of = commitments },
    { "clocks", MEMBER_NUMBER, MEMBER_SEATS(struct stage, left), .most = INT64_MAX },
    { "runs", MEMBER_NUMBER, MEMBER_AT(struct stage, runs), .most = SEAT_2 },
    { 0 },
};

// A turn, or an end.

static void write_verb(const struct game *game, const void *at, struct text *out)
{
    text_put_json(out, game->verbs[*(const uint8_t *)at].name);
}

static void read_verb(struct member *in, const json_t *value, void *at)
{
    const char *name = json_string_value(value);
    uint8_t verb = 0;
    while (name && in->game->verbs[verb].name && strcmp(in->game->verbs[verb].name, name) != 0)
        verb++;
    *(uint8_t *)at = verb;
    if (!name || !in->game->verbs[verb].name)
        member_refuse(in, "verb");
}

// The cells stand in the order of the numbers; a move without numbers has one cell.

static cells numbers_of(const struct stage_offer *offer)
{
    return offer->offer.pick ? offer->offer.from : cell(0);
}

static void write_cells(const struct game *game, const void *from, struct text *out)
{
    const struct stage_offer *offer = from;
    const char *comma = "";
    (void)game;
    text_put(out, "[");
    for (cells numbers = numbers_of(offer); numbers; numbers = cells_without_first(numbers)) {
        unsigned at = offer->cell[cells_first(numbers)];
        text_put(out, comma);
        if (at == STAGE_NO_CELL)
            text_put(out, "null");
        else
            text_put_number(out, at);
        comma = ",";
    }
    text_put(out, "]");
}

static void read_cells(struct member *in, const json_t *value, void *to)
{
    struct stage_offer *offer = to;
    const json_t *list = member_array(in, "cells", value, 0, CELLS_MAX);
    cells numbers = numbers_of(offer);
    if (offer->offer.pick > cells_count(offer->offer.from))
        member_refuse(in, "pick");
    memset(offer->cell, STAGE_NO_CELL, sizeof offer->cell);
    for (size_t i = 0; numbers; numbers = cells_without_first(numbers), i++) {
        const json_t *at = json_array_get(list, i);
        if (at && !json_is_null(at))
            offer->cell[cells_first(numbers)] =
                (uint8_t)member_number(in, "cells", at, 0, CELLS_MAX - 1);
    }
}

static void write_label(const struct game *game, const void *at, struct text *out)
{
    text_put_json(out, game->verbs[*(const uint8_t *)at].label);
}

static void write_ask(const struct game *game, const void *at, struct text *out)
{
    text_put_json(out, game->verbs[*(const uint8_t *)at].ask);
}

static const struct member_field offers[] = {
    { "verb", MEMBER_OTHER, MEMBER_AT(struct stage_offer, offer.verb), .write = write_verb,
      .read = read_verb },
    { "pick", MEMBER_NUMBER, MEMBER_AT(struct stage_offer, offer.pick), .most = CELLS_MAX },
    { "numbers", MEMBER_CELLS, MEMBER_AT(struct stage_offer, offer.from) },
    { "cells", MEMBER_OTHER, .write = write_cells, .read = read_cells },
    { "label", MEMBER_OTHER, MEMBER_AT(struct stage_offer, offer.verb), .write = write_label },
    { "ask", MEMBER_OTHER, MEMBER_AT(struct stage_offer, offer.verb), .write = write_ask },
    { "from", MEMBER_THERE, MEMBER_AT(struct stage_offer, goes) },
    { "from", MEMBER_NUMBER, MEMBER_AT(struct stage_offer, token), .most = CELLS_MAX - 1,
      MEMBER_IF(struct stage_offer, goes, 1 << true) },
    { "final", MEMBER_BOOL, MEMBER_AT(struct stage_offer, final) },
    { 0 },
};

static const struct member_field asked[] = {
    { "n", MEMBER_NUMBER, MEMBER_AT(struct stage, offer), .most = LOG_EVENTS_MAX },
    { "by", MEMBER_SEAT, MEMBER_AT(struct stage, offer_by), .least = SEAT_NOBODY },
    { "what", MEMBER_WORD, MEMBER_AT(struct stage, offer_what), .words = log_whats },
    { "swapped", MEMBER_BOOL, MEMBER_AT(struct stage, offer_swapped) },
    { 0 },
};

static const char *const draw_wants[] = {
    [STAGE_NO_DRAW] = "", [STAGE_DRAW_COMMIT] = "commit", [STAGE_DRAW_OPEN] = "open", NULL
};

static const struct member_field draw[] = {
    { "wants", MEMBER_WORD, MEMBER_AT(struct stage, draw_wants), .words = draw_wants },
    { "draw", MEMBER_WORD, MEMBER_AT(struct stage, draw), .words = log_draws },
    { 0 },
};

static const struct member_field mover[] = {
    { "mover", MEMBER_NUMBER, MEMBER_AT(struct stage, mover), .most = SEAT_2 },
    { 0 },
};

static const struct member_field end[] = {
    { "winner", MEMBER_NUMBER, MEMBER_AT(struct stage, winner), .most = SEAT_2 },
    { "why", MEMBER_WORD, MEMBER_AT(struct stage, end), .words = log_ends },
    { "commitments", MEMBER_INLINE, .of = commitments },
    { 0 },
};

static const struct member_field turn[] = {
    { "cover", MEMBER_WORD, MEMBER_AT(struct stage, cover), .words = cover_words },
    { "undo", MEMBER_WORD, MEMBER_AT(struct stage, undo), .words = may_words },
    { "ready", MEMBER_WORD, MEMBER_AT(struct stage, ready), .words = may_words },
    { "waits", MEMBER_BOOL, MEMBER_SEATS(struct stage, waits) },
    { "peeks", MEMBER_BOOL, MEMBER_AT(struct stage, peeks) },
    { "hint", MEMBER_BOOL, MEMBER_AT(struct stage, hint) },
    { "hint_alone", MEMBER_BOOL, MEMBER_AT(struct stage, hint_alone) },
    { "draw", MEMBER_OBJECT, .sparse = true, .of = draw },
    { "asked", MEMBER_OBJECT, .sparse = true, .of = asked },
    { "offers", MEMBER_LIST, MEMBER_ARRAY(struct stage, offers, offer_count), .of = offers },
    { 0 },
};

// News.

static const char *const chance_words[] = {
    [NEWS_UNKNOWN] = "",    [NEWS_EXACT] = "exact", [NEWS_AGAINST] = "against",
    [NEWS_ABOUT] = "about", [NEWS_TURNS] = "turns", NULL
};

static const struct member_field rows[] = {
    { "share", MEMBER_NUMBER, MEMBER_AT(struct news_row, share), .most = 1000 },
    { "move", MEMBER_MOVE, MEMBER_AT(struct news_row, move) },
    { "cells", MEMBER_CELLS, MEMBER_AT(struct news_row, at) },
    { "kind", MEMBER_WORD, MEMBER_AT(struct news_row, kind), .words = chance_words,
      .sparse = true },
    { "value", MEMBER_LINE, MEMBER_AT(struct news_row, value), .sparse = true },
    { "best", MEMBER_BOOL, MEMBER_AT(struct news_row, best) },
    { "chance", MEMBER_LINES, MEMBER_AT(struct news_row, chance) },
    { 0 },
};

// "from" and "to" of a token, or "at".
static const struct member_field event_cells[] = {
    { "from", MEMBER_THERE, MEMBER_AT(struct match_cells, went) },
    { "from", MEMBER_NUMBER, MEMBER_AT(struct match_cells, from), .most = CELLS_MAX - 1,
      MEMBER_IF(struct match_cells, went, 1 << true) },
    { "to", MEMBER_NUMBER, MEMBER_AT(struct match_cells, to), .most = CELLS_MAX - 1,
      MEMBER_IF(struct match_cells, went, 1 << true) },
    { "at", MEMBER_CELLS, MEMBER_AT(struct match_cells, at),
      MEMBER_IF(struct match_cells, went, 1 << false) },
    { 0 },
};

#define IF_NEWS(bits) MEMBER_IF(struct news, kind, bits)

static const struct member_field news_fields[] = {
    { "n", MEMBER_NUMBER, MEMBER_AT(struct news, n), .most = LOG_EVENTS_MAX },
    { "event", MEMBER_INLINE, MEMBER_AT(struct news, event), .of = log_text_event,
      IF_NEWS(1 << NEWS_EVENT) },
    { "code", MEMBER_WORD, MEMBER_AT(struct news, code), .words = news_codes,
      IF_NEWS(1 << NEWS_REFUSED) },
    { "allowed", MEMBER_BOOL, MEMBER_AT(struct news, allowed), IF_NEWS(1 << NEWS_MAY) },
    { "by", MEMBER_SEAT, MEMBER_AT(struct news, seat), .least = SEAT_NOBODY,
      IF_NEWS(1 << NEWS_AWAY) },
    { "back", MEMBER_BOOL, MEMBER_AT(struct news, allowed), IF_NEWS(1 << NEWS_AWAY) },
    { "rows", MEMBER_LIST, MEMBER_ARRAY(struct news, rows, row_count), .of = rows,
      IF_NEWS(1 << NEWS_HINT) },
    { "total", MEMBER_NUMBER, MEMBER_AT(struct news, row_total), .most = UINT16_MAX,
      IF_NEWS(1 << NEWS_HINT) },
    { "cells", MEMBER_THERE, MEMBER_AT(struct news, cells.known), IF_NEWS(1 << NEWS_EVENT) },
    { "cells", MEMBER_OBJECT, MEMBER_AT(struct news, cells), .of = event_cells,
      MEMBER_IF(struct news, cells.known, 1 << true) },
    { "over", MEMBER_THERE, MEMBER_AT(struct news, cells.leapt), IF_NEWS(1 << NEWS_EVENT) },
    { "over", MEMBER_CELLS, MEMBER_AT(struct news, cells.over),
      MEMBER_IF(struct news, cells.leapt, 1 << true) },
    { "told", MEMBER_LINE, MEMBER_AT(struct news, told), IF_NEWS(1 << NEWS_EVENT) },
    { "words", MEMBER_LINES, MEMBER_AT(struct news, words),
      IF_NEWS(~(1u << NEWS_DONE | 1u << NEWS_AWAY)) },
    { 0 },
};

// Acts. A contribution's word is said when it is opened; a seat that leaves it to the table to
// commit to it says it before.

#define IF_ACT(bits) MEMBER_IF(struct act, kind, bits)

static const struct member_field act_fields[] = {
    { "seat", MEMBER_NUMBER, MEMBER_AT(struct act, seat), .sparse = true, .most = SEAT_2 },
    { "n", MEMBER_NUMBER, MEMBER_AT(struct act, n), .sparse = true, .most = LOG_EVENTS_MAX + 1 },
    { "move", MEMBER_MOVE, MEMBER_AT(struct act, move), IF_ACT(1 << ACT_MOVE | 1 << ACT_MAY) },
    { "sure", MEMBER_BOOL, MEMBER_AT(struct act, sure), .sparse = true },
    { "swap", MEMBER_BOOL, MEMBER_AT(struct act, swap), .sparse = true },
    { "draw", MEMBER_WORD, MEMBER_AT(struct act, draw), .words = log_draws,
      IF_ACT(1 << ACT_COMMIT | 1 << ACT_OPEN) },
    { "commitment", MEMBER_HEX, MEMBER_AT(struct act, seal.commitment), IF_ACT(1 << ACT_COMMIT) },
    { "word", MEMBER_LINE, MEMBER_AT(struct act, word), IF_ACT(1 << ACT_OPEN) },
    { "word", MEMBER_LINE, MEMBER_AT(struct act, word), .sparse = true, IF_ACT(1 << ACT_COMMIT) },
    { "nonce", MEMBER_HEX, MEMBER_AT(struct act, seal.nonce), IF_ACT(1 << ACT_OPEN) },
    { "name", MEMBER_LINE, MEMBER_AT(struct act, word), IF_ACT(1 << ACT_HELLO) },
    { "version", MEMBER_LINE, MEMBER_AT(struct act, more), IF_ACT(1 << ACT_HELLO) },
    { "cause", MEMBER_WORD, MEMBER_AT(struct act, cause), .words = log_causes,
      IF_ACT(1 << ACT_FORFEIT) },
    { "word", MEMBER_LINE, MEMBER_AT(struct act, word), .sparse = true, IF_ACT(1 << ACT_FORFEIT) },
    { "line", MEMBER_LINE, MEMBER_AT(struct act, line), .sparse = true, IF_ACT(1 << ACT_FORFEIT) },
    { 0 },
};

// Writing.

static void begin(struct text *out, const char *type, unsigned viewer)
{
    text_add(out, "{\"type\":\"%s\",\"seat\":%u", type, viewer);
}

static void finish(struct text *out)
{
    text_put(out, "}");
    assert(!out->cut);
}

void json_write_hello(const struct stage *stage, const struct game *game, struct text *out)
{
    begin(out, "hello", stage->viewer);
    text_add(out, ",\"protocol\":%d", JSON_PROTOCOL);
    member_write(hello, game, stage, out);
    finish(out);
}

void json_write_next_state(const struct stage *stage, const struct game *game,
                           struct member_draft *draft, struct text *out)
{
    begin(out, "state", stage->viewer);
    member_write_next(state, game, stage, draft, out);
    finish(out);
}

void json_write_state(const struct stage *stage, const struct game *game, struct text *out)
{
    begin(out, "state", stage->viewer);
    member_write(state, game, stage, out);
    finish(out);
}

void json_write_turn(const struct stage *stage, const struct game *game, struct text *out)
{
    begin(out, stage->end ? "end" : "turn", stage->viewer);
    text_add(out, ",\"n\":%u", (unsigned)stage->n + !stage->end);
    member_write(mover, game, stage, out);
    if (stage->end)
        member_write(end, game, stage, out);
    member_write(turn, game, stage, out);
    finish(out);
}

void json_write_news(const struct news *news, const struct game *game, struct text *out)
{
    begin(out, news_kinds[news->kind], news->viewer);
    member_write(news_fields, game, news, out);
    finish(out);
}

void json_write_act(const struct act *act, const struct game *game, struct text *out)
{
    text_add(out, "{\"type\":\"%s\"", act_names[act->kind]);
    member_write(act_fields, game, act, out);
    finish(out);
}

// Reading.

static void read_hello(struct member *in, const struct game *const *games, unsigned viewer,
                       struct stage *stage)
{
    const json_t *protocol = json_object_get(in->object, "protocol");
    if (member_number(in, "protocol", protocol, 1, INT32_MAX) != JSON_PROTOCOL && in->good) {
        text_add(in->why, "It speaks another version of the protocol.");
        in->good = false;
    }
    memset(stage, 0, sizeof *stage);
    stage->viewer = (uint8_t)viewer;
    member_find_game(in, games);
    member_read(in, hello, stage);
}

static void read_turn(struct member *in, bool ends, struct stage *stage)
{
    int64_t n = member_number(in, "n", json_object_get(in->object, "n"), 0, LOG_EVENTS_MAX + 1);
    stage->n = (uint32_t)(ends || n == 0 ? n : n - 1);
    member_read(in, mover, stage);
    if (ends)
        member_read(in, end, stage);
    member_read(in, turn, stage);
}

static void read_news(struct member *in, unsigned kind, unsigned viewer, struct news *news)
{
    struct log_event *event = &news->event;
    memset(news, 0, sizeof *news);
    news->kind = (uint8_t)kind;
    news->viewer = (uint8_t)viewer;
    member_read(in, news_fields, news);
    if (kind != NEWS_EVENT)
        return;
    log_text_settle_event(event);
    event->n = news->n;
    event->opened = false;
    news->sealed = json_object_get(in->object, "commitment") != NULL;
    bool hidden = in->good && event->kind == LOG_MOVE && in->game->verbs[event->move.verb].hidden;
    news->knows = !hidden || event->seat == viewer;
}

static enum json_message read_typed(struct member *in, const struct game *const *games,
                                    struct stage *stage, struct news *news)
{
    const char *type = json_string_value(json_object_get(in->object, "type"));
    unsigned viewer =
        (unsigned)member_number(in, "seat", json_object_get(in->object, "seat"), 0, SEAT_2);
    if (type && strcmp(type, "hello") == 0) {
        read_hello(in, games, viewer, stage);
        return JSON_HELLO;
    }
    if (type && !in->game)
        text_add(in->why, "A hello must come first.");
    else if (type && strcmp(type, "state") == 0) {
        member_read(in, state, stage);
        return JSON_STATE;
    } else if (type && (strcmp(type, "turn") == 0 || strcmp(type, "end") == 0)) {
        read_turn(in, *type == 'e', stage);
        return JSON_TURN;
    } else {
        for (unsigned kind = 0; type && news_kinds[kind]; kind++)
            if (strcmp(news_kinds[kind], type) == 0) {
                read_news(in, kind, viewer, news);
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
    json_t *object = member_load(line, length, "This is not a message: ", why);
    if (!object)
        return JSON_NONE;
    struct member in = { object, *game, why, true };
    enum json_message message = read_typed(&in, games, stage, news);
    json_decref(object);
    if (message == JSON_HELLO && in.good)
        *game = in.game;
    return in.good ? message : JSON_NONE;
}

// What the table's driver does alone is no message; a program's own driver may forfeit for it.
static bool is_message(unsigned kind)
{
    return kind < ACT_BEGIN || kind == ACT_FORFEIT || kind > ACT_FULL;
}

static bool find_act(const char *type, uint8_t *kind)
{
    for (unsigned i = 0; type && i < ACT_KINDS; i++)
        if (is_message(i) && strcmp(act_names[i], type) == 0) {
            *kind = (uint8_t)i;
            return true;
        }
    return false;
}

bool json_read_act(const struct game *game, const char *line, size_t length, struct act *act,
                   struct text *why)
{
    memset(act, 0, sizeof *act);
    json_t *object = member_load(line, length, "This is not a message: ", why);
    if (!object)
        return false;
    struct member in = { object, game, why, true };
    const char *type = json_string_value(json_object_get(object, "type"));
    if (find_act(type, &act->kind))
        member_read(&in, act_fields, act);
    else {
        text_add(why, "There is no message of type '%.40s'.", type ? type : "");
        in.good = false;
    }
    json_decref(object);
    if (!in.good)
        printable_blot(why->at);
    return in.good;
}
