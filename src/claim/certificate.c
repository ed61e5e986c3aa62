// SPDX-License-Identifier: GPL-3.0-or-later
#include "claim/certificate.h"

#include <jansson.h>
#include <string.h>

#include "core/memory.h"
#include "core/move_text.h"
#include "core/variant.h"
#include "core/vector.h"

// Bytes of a line; a number may take a fifth of that.
enum { BYTES_MAX = 1000000, DIGITS_PART = 5 };

enum { DEPTH_MAX = 2 * MOVES_MAX };

static const char *const class_names[] = {
    [CLAIM_OPEN] = "open", [CLAIM_CHANCE] = "chance", [CLAIM_SECRETS] = "secrets"
};
static const char *const kind_names[] = {
    [CLAIM_VALUE] = "value", [CLAIM_SURE] = "sure", [CLAIM_AGAINST] = "against"
};

enum { KINDS = sizeof kind_names / sizeof *kind_names };

// ---- Writing. ----

static void print_move(FILE *out, const struct game *game, struct move move)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    move_print(game, move, &text);
    fprintf(out, "\"%s\"", buffer);
}

static void print_history(FILE *out, const struct claim *claim)
{
    fprintf(out, ",\"seat\":%u,\"history\":[", claim->seat);
    for (unsigned i = 0; i < claim->history.count; i++) {
        const struct event *event = &claim->history.event[i];
        fprintf(out, "%s{\"seat\":\"%s\",\"move\":", i ? "," : "", seat_name(event->seat));
        print_move(out, claim->variant.game, event->move);
        fprintf(out, ",\"outcome\":\"%s\"}", outcome_name(claim->variant.game, event->outcome));
    }
    fputs("]", out);
}

static void print_value(FILE *out, const struct claim *claim, enum claim_class class)
{
    if (class == CLAIM_SECRETS)
        gmp_fprintf(out, ",\"bounds\":[\"%Qd\",\"%Qd\"]", claim->lo, claim->hi);
    else
        gmp_fprintf(out, ",\"value\":{\"seat1\":\"%Qd\"}", claim->lo);
    if (class == CLAIM_OPEN)
        fprintf(out, ",\"turns\":%u", claim->turns);
}

static void print_header(FILE *out, const struct claim *claim)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    enum claim_class class = claim_class(claim->variant.game);
    variant_print(&claim->variant, &rules);
    fprintf(out, "{\"certificate\":%d,\"game\":\"%s\",\"rules\":\"%s\",\"first\":%u,",
            CERTIFICATE_VERSION, claim->variant.game->slug, rules.at, claim->first);
    fprintf(out, "\"class\":\"%s\",\"claim\":\"%s\"", class_names[class], kind_names[claim->kind]);
    if (claim->kind != CLAIM_VALUE || claim->history.count || claim->after)
        print_history(out, claim);
    if (claim->kind == CLAIM_SURE)
        fprintf(out, ",\"wins\":%s", claim->wins ? "true" : "false");
    else
        print_value(out, claim, class);
    if (claim->kind == CLAIM_AGAINST || claim->after) {
        fputs(",\"move\":", out);
        print_move(out, claim->variant.game, claim->move);
    }
    if (claim->kind == CLAIM_AGAINST)
        gmp_fprintf(out, ",\"chance\":\"%Qd\"", claim->chance);
    fputs("}\n", out);
}

static void print_nodes(FILE *out, const struct game *game, const struct strategy *strategy,
                        unsigned parent, unsigned depth)
{
    const struct strategy_node *nodes = strategy->nodes;
    for (unsigned i = nodes[parent].child; i; i = nodes[i].next) {
        const struct strategy_step *step = &nodes[i].step;
        if (step->kind != STRATEGY_OWN && !nodes[i].child)
            continue; // nothing is said there
        fprintf(out, "[%u,", depth);
        if (step->kind == STRATEGY_OUTCOME)
            fprintf(out, "{\"outcome\":\"%s\"}", outcome_name(game, step->outcome));
        else
            print_move(out, game, step->move);
        if (step->kind == STRATEGY_OWN)
            gmp_fprintf(out, ",\"%Zd\"", nodes[i].weight);
        fputs("]\n", out);
        print_nodes(out, game, strategy, i, depth + 1);
    }
}

static void print_strategy(FILE *out, const struct claim *claim, unsigned seat)
{
    const struct game *game = claim->variant.game;
    fprintf(out, "{\"strategy\":%u", seat);
    if (claim->strategy[seat].count)
        gmp_fprintf(out, ",\"unit\":\"%Zd\"}\n", claim->strategy[seat].nodes[0].weight);
    else
        fputs("}\n", out);
    if (claim->strategy[seat].count)
        print_nodes(out, game, &claim->strategy[seat], 0, 0);
    for (size_t i = 0; i < claim->moves[seat].count; i++) {
        print_move(out, game, claim->moves[seat].at[i]);
        fputs("\n", out);
    }
}

void certificate_write(FILE *out, const struct claim *claim)
{
    print_header(out, claim);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (claim_has_strategy(claim, seat))
            print_strategy(out, claim, seat);
    fputs("{\"end\":true}\n", out);
}

// ---- Reading: lines. ----

struct reader {
    FILE *in;
    const struct limits *limits;
    struct claim *claim;
    char *buffer;
    size_t length, room;
    size_t taken; // memory, about
    unsigned line;
    json_t *json;   // of the line
    size_t members; // of the claim, that were known
    struct text *why;
};

static bool refuse(struct reader *reader, const char *sentence)
{
    text_add(reader->why, "Line %u: %s", reader->line, sentence);
    return false;
}

static bool no_memory(struct reader *reader)
{
    return refuse(reader, "there is not enough memory to read on.");
}

static bool keep_byte(struct reader *reader, int byte)
{
    if (reader->length == BYTES_MAX)
        return refuse(reader, "it is too long.");
    if (!vector_grow(&reader->buffer, &reader->room, reader->length, 1))
        return no_memory(reader);
    reader->buffer[reader->length++] = (char)byte;
    return true;
}

static bool within_limits(struct reader *reader)
{
    enum { TICK = 1 << 16, NODE = 128 }; // bytes that a line takes in memory, beside its digits
    const struct limits *limits = reader->limits;
    size_t before = reader->taken / TICK;
    reader->taken += NODE + reader->length;
    if (limits->memory && reader->taken > limits->memory)
        return no_memory(reader);
    if (reader->taken / TICK == before || limits_go_on(limits, reader->line))
        return true;
    return refuse(reader, "reading was stopped here.");
}

// The next line as JSON, in place of the last one.
static bool next_line(struct reader *reader)
{
    json_error_t error;
    int byte;
    reader->line++;
    reader->length = 0;
    json_decref(reader->json);
    reader->json = NULL;
    while ((byte = getc(reader->in)) != EOF && byte != '\n') {
        if (byte == '\0') // jansson passes over some
            return refuse(reader, "there is a byte of 0.");
        if (!keep_byte(reader, byte))
            return false;
    }
    if (byte == EOF && !reader->length)
        return refuse(reader,
                      ferror(reader->in) ? "the file cannot be read." : "the file ends too early.");
    if (!within_limits(reader))
        return false;
    reader->json = json_loadb(reader->buffer, reader->length,
                              JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!reader->json)
        text_add(reader->why, "Line %u: this is not JSON (%s).", reader->line, error.text);
    return reader->json;
}

// ---- Reading: values. ----

static bool is_number(const json_t *from, json_int_t lo, json_int_t hi, unsigned *to)
{
    json_int_t value = json_integer_value(from);
    *to = (unsigned)value;
    return json_is_integer(from) && value >= lo && value <= hi;
}

// A member of the line.
static bool read_number(const struct reader *reader, const char *name, json_int_t lo, json_int_t hi,
                        unsigned *to)
{
    return is_number(json_object_get(reader->json, name), lo, hi, to);
}

static bool read_kind(const struct reader *reader, enum claim_kind *to)
{
    const char *word = json_string_value(json_object_get(reader->json, "claim"));
    unsigned kind = CLAIM_VALUE;
    while (word && kind < KINDS && strcmp(kind_names[kind], word) != 0)
        kind++;
    *to = kind;
    return word && kind < KINDS;
}

static bool read_seat(const json_t *from, uint8_t *to)
{
    const char *word = json_string_value(from);
    for (*to = SEAT_1; word && *to < SEATS; ++*to)
        if (strcmp(seat_name(*to), word) == 0)
            return true;
    return false;
}

static bool read_outcome(const struct reader *reader, const json_t *from, uint8_t *to)
{
    const struct game *game = reader->claim->variant.game;
    const char *word = json_string_value(from);
    *to = (uint8_t)(word ? outcome_find(game, word) : OUTCOME_PLAIN);
    return word && game->outcomes[*to].name;
}

// Digits alone, the first not 0.
static bool read_weight(const json_t *from, mpz_t to)
{
    const char *digits = json_string_value(from);
    size_t length = digits ? strspn(digits, "0123456789") : 0;
    return length && !digits[length] && *digits != '0' && length <= BYTES_MAX / DIGITS_PART &&
           mpz_set_str(to, digits, 10) == 0;
}

// "0", "1" or a proper fraction in lowest terms: there is one way to write a chance.
static bool read_chance(const json_t *from, mpq_t to)
{
    const char *text = json_string_value(from);
    size_t length = text ? strspn(text, "0123456789/") : 0;
    size_t above = text ? strcspn(text, "/") : 0, most = BYTES_MAX / DIGITS_PART;
    if (!length || text[length] || !above || above > most || length - above > most + 1 ||
        mpq_set_str(to, text, 10) || !mpz_sgn(mpq_denref(to)))
        return false;
    mpq_canonicalize(to);
    char *again = mpq_get_str(NULL, 10, to);
    bool same = strcmp(again, text) == 0;
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(again, strlen(again) + 1);
    return same && mpq_cmp_ui(to, 1, 1) <= 0;
}

// There is one way to write a move, too.
static bool read_move(const struct reader *reader, const json_t *from, struct move *to)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const char *words = json_string_value(from);
    const struct game *game = reader->claim->variant.game;
    if (!words || !move_parse(game, words, to, &text))
        return false;
    text_clear(&text);
    move_print(game, *to, &text);
    return strcmp(buffer, words) == 0;
}

static bool read_event(const struct reader *reader, const json_t *from, struct event *to)
{
    return json_object_size(from) == 3 && read_seat(json_object_get(from, "seat"), &to->seat) &&
           read_move(reader, json_object_get(from, "move"), &to->move) &&
           read_outcome(reader, json_object_get(from, "outcome"), &to->outcome);
}

// ---- Reading: the claim. ----

static bool read_variant(struct reader *reader)
{
    struct text again = TEXT_OF(TEXT_MAX);
    struct claim *claim = reader->claim;
    const char *rules = json_string_value(json_object_get(reader->json, "rules"));
    if (!rules)
        return refuse(reader, "the member 'rules' is wrong.");
    if (!variant_parse(claim->variant.game, rules, &claim->variant, reader->why))
        return false;
    variant_print(&claim->variant, &again);
    if (strcmp(again.at, rules) == 0)
        return true;
    text_add(reader->why, "Line 1: the rules are not written out in order, as \"%s\".", again.at);
    return false;
}

static bool read_game(struct reader *reader,
                      const struct game *(*find)(const char *name, struct text *why))
{
    const char *name = json_string_value(json_object_get(reader->json, "game"));
    if (!name)
        return refuse(reader, "this is not the first line of a certificate.");
    const struct game *game = find(name, reader->why);
    if (!game)
        return false;
    if (strcmp(game->slug, name) != 0) {
        text_add(reader->why, "Line 1: the game's name is \"%s\".", game->slug);
        return false;
    }
    reader->claim->variant = variant_book(game);
    return true;
}

static bool read_bounds(const struct reader *reader, struct claim *claim)
{
    const json_t *bounds = json_object_get(reader->json, "bounds");
    return json_array_size(bounds) == 2 && read_chance(json_array_get(bounds, 0), claim->lo) &&
           read_chance(json_array_get(bounds, 1), claim->hi) && mpq_cmp(claim->lo, claim->hi) <= 0;
}

static bool read_value(const struct reader *reader, struct claim *claim)
{
    const json_t *value = json_object_get(reader->json, "value");
    bool valid =
        json_object_size(value) == 1 && read_chance(json_object_get(value, "seat1"), claim->lo);
    mpq_set(claim->hi, claim->lo);
    return valid;
}

static bool read_history(const struct reader *reader, struct claim *claim)
{
    const json_t *history = json_object_get(reader->json, "history");
    bool valid = json_is_array(history) && json_array_size(history) <= MOVES_MAX;
    claim->history.count = valid ? (unsigned)json_array_size(history) : 0;
    for (unsigned i = 0; valid && i < claim->history.count; i++)
        valid = read_event(reader, json_array_get(history, i), &claim->history.event[i]);
    return valid;
}

// A member of the claim: whether it has to be there, and whether it could be read.
static bool member(struct reader *reader, const char *name, bool wanted, bool valid)
{
    bool there = json_object_get(reader->json, name);
    reader->members += there;
    if (there == wanted && (!there || valid))
        return true;
    text_add(reader->why, "Line 1: the member '%s' is %s.", name,
             !there   ? "missing"
             : wanted ? "wrong"
                      : "not of this claim");
    return false;
}

static bool read_class(const struct reader *reader, enum claim_class class)
{
    const char *word = json_string_value(json_object_get(reader->json, "class"));
    return word && strcmp(word, class_names[class]) == 0;
}

// What is claimed of the game as a whole.
static bool read_worth(struct reader *reader, enum claim_class class)
{
    struct claim *claim = reader->claim;
    bool valued = claim->kind != CLAIM_SURE, secrets = class == CLAIM_SECRETS;
    return member(reader, "class", true, read_class(reader, class)) &&
           member(reader, "value", valued && !secrets, read_value(reader, claim)) &&
           member(reader, "turns", valued && class == CLAIM_OPEN,
                  read_number(reader, "turns", 1, MOVES_MAX, &claim->turns)) &&
           member(reader, "bounds", valued && secrets, read_bounds(reader, claim));
}

// What is claimed of a position inside it.
static bool read_position(struct reader *reader, enum claim_class class)
{
    struct claim *claim = reader->claim;
    const json_t *json = reader->json, *wins = json_object_get(json, "wins");
    bool value = claim->kind == CLAIM_VALUE, against = claim->kind == CLAIM_AGAINST;
    bool inside = !value || json_object_get(json, "history");
    claim->after = inside && value && class != CLAIM_SECRETS && json_object_get(json, "move");
    claim->wins = json_is_true(wins);
    return member(reader, "seat", inside,
                  read_number(reader, "seat", SEAT_1, SEAT_2, &claim->seat)) &&
           member(reader, "history", inside, read_history(reader, claim)) &&
           member(reader, "wins", claim->kind == CLAIM_SURE, json_is_boolean(wins)) &&
           member(reader, "move", against || claim->after,
                  read_move(reader, json_object_get(json, "move"), &claim->move)) &&
           member(reader, "chance", against,
                  read_chance(json_object_get(json, "chance"), claim->chance));
}

static bool read_members(struct reader *reader)
{
    struct claim *claim = reader->claim;
    enum claim_class class = claim_class(claim->variant.game);
    reader->members = 3; // the version, the game, the rules
    bool right = member(reader, "claim", true, read_kind(reader, &claim->kind)) &&
                 member(reader, "first", true,
                        read_number(reader, "first", SEAT_1, SEAT_2, &claim->first)) &&
                 read_worth(reader, class) && read_position(reader, class);
    if (right && reader->members != json_object_size(reader->json))
        return refuse(reader, "there are members that no claim has.");
    return right;
}

static bool read_version(struct reader *reader)
{
    const json_t *version = json_object_get(reader->json, "certificate");
    if (json_is_integer(version) && json_integer_value(version) == CERTIFICATE_VERSION)
        return true;
    if (!json_is_integer(version))
        return refuse(reader, "the version of the certificate is not a whole number.");
    text_add(reader->why, "Line 1: the certificate has version %lld; version %d is read here.",
             (long long)json_integer_value(version), CERTIFICATE_VERSION);
    return false;
}

static bool read_claim(struct reader *reader,
                       const struct game *(*find)(const char *name, struct text *why))
{
    if (!next_line(reader))
        return false;
    if (!json_object_get(reader->json, "certificate"))
        return refuse(reader, "this is not the first line of a certificate.");
    return read_version(reader) && read_game(reader, find) && read_variant(reader) &&
           read_members(reader);
}

// ---- Reading: strategies. ----

static bool read_moves(struct reader *reader, struct claim_moves *moves)
{
    moves->line = reader->line;
    while (next_line(reader)) {
        struct move move;
        if (!json_is_string(reader->json))
            return true;
        if (!read_move(reader, reader->json, &move))
            return refuse(reader, "this is not a move of the game.");
        if (!claim_moves_add(moves, move))
            return no_memory(reader);
    }
    return false;
}

static bool read_step(const struct reader *reader, struct strategy_step *step, mpz_t weight)
{
    const json_t *line = reader->json, *what = json_array_get(line, 1);
    size_t size = json_array_size(line);
    if (json_is_object(what)) {
        step->kind = STRATEGY_OUTCOME;
        return size == 2 && json_object_size(what) == 1 &&
               read_outcome(reader, json_object_get(what, "outcome"), &step->outcome);
    }
    step->kind = size == 3 ? STRATEGY_OWN : STRATEGY_SEEN;
    return (size == 2 || (size == 3 && read_weight(json_array_get(line, 2), weight))) &&
           read_move(reader, what, &step->move);
}

static bool read_nodes(struct reader *reader, struct strategy *strategy, mpz_t weight)
{
    unsigned path[DEPTH_MAX + 1] = { 0 }, depth = 0, deep;
    while (next_line(reader)) {
        struct strategy_step step = { 0 };
        if (!json_is_array(reader->json))
            return true;
        if (!is_number(json_array_get(reader->json, 0), 0, depth, &deep) || deep == DEPTH_MAX ||
            !read_step(reader, &step, weight))
            return refuse(reader, "this is not a line of a mixed strategy.");
        unsigned added =
            strategy_add(strategy, path[deep], step, step.kind == STRATEGY_OWN ? weight : NULL);
        if (!added)
            return no_memory(reader);
        strategy->nodes[added].line = reader->line;
        depth = deep + 1;
        path[depth] = added;
    }
    return false;
}

static bool read_strategy(struct reader *reader, unsigned seat)
{
    struct claim *claim = reader->claim;
    unsigned named;
    bool mixed = claim_class(claim->variant.game) == CLAIM_SECRETS;
    mpz_t weight;
    mpz_init(weight);
    bool valid = json_object_size(reader->json) == (mixed ? 2 : 1) &&
                 read_number(reader, "strategy", SEAT_1, SEAT_2, &named) && named == seat &&
                 (!mixed || read_weight(json_object_get(reader->json, "unit"), weight));
    if (!valid)
        text_add(reader->why, "Line %u: the strategy of seat %u was expected here.", reader->line,
                 seat);
    else if (!mixed)
        valid = read_moves(reader, &claim->moves[seat]);
    else if (!strategy_begin(&claim->strategy[seat], weight))
        valid = no_memory(reader);
    else
        valid = read_nodes(reader, &claim->strategy[seat], weight);
    mpz_clear(weight);
    return valid;
}

static bool read_end(struct reader *reader)
{
    bool ends =
        json_object_size(reader->json) == 1 && json_is_true(json_object_get(reader->json, "end"));
    if (!ends)
        return refuse(reader, "the end was expected here.");
    reader->line++;
    return getc(reader->in) == EOF || refuse(reader, "something follows the end.");
}

static bool read_all(struct reader *reader,
                     const struct game *(*find)(const char *name, struct text *why))
{
    if (!read_claim(reader, find) || !next_line(reader))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (claim_has_strategy(reader->claim, seat) && !read_strategy(reader, seat))
            return false;
    return read_end(reader);
}

bool certificate_read(FILE *in, const struct game *(*find)(const char *name, struct text *why),
                      const struct limits *limits, struct claim *claim, struct text *why)
{
    struct reader reader = { .in = in, .limits = limits, .claim = claim, .why = why };
    claim_begin(claim, &(struct variant){ 0 }, SEAT_NOBODY);
    bool right = read_all(&reader, find);
    json_decref(reader.json);
    mem_free(reader.buffer);
    if (!right)
        claim_clear(claim);
    return right;
}
