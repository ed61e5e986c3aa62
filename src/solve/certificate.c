// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/certificate.h"

#include <jansson.h>
#include <string.h>

#include "solve/proof.h"
#include "solve/rate.h"
#include "solve/strategy.h"

enum { VERSION = 1, LINE_SIZE = 1024 };

static const char *const class_names[] = {
    [SOLVE_OPEN] = "open", [SOLVE_CHANCE] = "chance", [SOLVE_SECRETS] = "secrets"
};

// ---- Writing. ----

static void print_header(FILE *out, const struct variant *variant, unsigned first,
                         const struct answer *answer)
{
    char buffer[LINE_SIZE];
    struct text text = text_in(buffer, sizeof buffer);
    variant_print(variant, &text);
    fprintf(out, "{\"certificate\":%d,\"game\":\"%s\",\"rules\":\"%s\",\"first\":%u,", VERSION,
            variant->game->slug, buffer, first);
    fprintf(out, "\"class\":\"%s\",", class_names[answer->class]);
    gmp_fprintf(out, "\"value\":{\"seat1\":\"%Qd\"}", answer->lo);
    if (answer->class == SOLVE_OPEN)
        fprintf(out, ",\"turns\":%u", answer->turns);
    fprintf(out, "}\n");
}

struct writer {
    FILE *out;
    const struct game *game;
    struct rater *rater;
    const struct solve_limits *limits;
};

// The best move; the quickest of several.
static bool choose_best(void *whom, const struct view *view, struct move *move, struct text *why)
{
    struct writer *writer = whom;
    struct answer answer;
    if (!rater_rate(writer->rater, writer->limits, view, &answer, why))
        return false;
    const struct rated *best = NULL;
    for (const struct rated *rated = answer.moves; rated < answer.moves + answer.count; rated++)
        if (rated->best && (!best || rated->turns < best->turns))
            best = rated;
    *move = best->move;
    answer_clear(&answer);
    char buffer[LINE_SIZE];
    struct text text = text_in(buffer, sizeof buffer);
    move_print(writer->game, *move, &text);
    fprintf(writer->out, "\"%s\"\n", buffer);
    return true;
}

bool certificate_write(FILE *out, const struct variant *variant, unsigned first,
                       const struct solve_limits *limits, const struct answer *answer,
                       struct text *why)
{
    if (answer->class == SOLVE_SECRETS)
        return proof_write(out, variant, first, limits, why);
    struct writer writer = {
        .out = out, .game = variant->game, .rater = rater_new(variant, why), .limits = limits
    };
    bool written = writer.rater;
    print_header(out, variant, first, answer);
    for (unsigned seat = SEAT_1; seat <= SEAT_2 && written; seat++) {
        struct worth worth;
        fprintf(out, "{\"strategy\":%u}\n", seat);
        written = strategy_walk(variant, first, seat, choose_best, &writer, &worth, why);
    }
    fprintf(out, "{\"end\":true}\n");
    rater_free(writer.rater);
    return written;
}

// ---- Checking. ----

// What the header says.
struct claim {
    struct variant variant;
    unsigned first;
    struct worth worth;
    mpq_t value;
    bool open;
};

struct reader {
    FILE *in;
    unsigned line;
    unsigned moves;
    const struct claim *claim;
};

// The next line as JSON; NULL, with a sentence, when it is none.
static json_t *read_line(struct reader *reader, struct text *why)
{
    char buffer[LINE_SIZE];
    json_error_t error;
    reader->line++;
    if (!fgets(buffer, sizeof buffer, reader->in)) {
        text_add(why, "Line %u: the file ends too early.", reader->line);
        return NULL;
    }
    json_t *json = json_loads(buffer, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!json)
        text_add(why, "Line %u: this is not JSON (%s).", reader->line, error.text);
    return json;
}

static bool parse_value(struct claim *claim, const char *value)
{
    bool valid = mpq_set_str(claim->value, value, 10) == 0 && mpz_sgn(mpq_denref(claim->value)) > 0;
    if (valid)
        mpq_canonicalize(claim->value);
    return valid && mpq_sgn(claim->value) >= 0 && mpq_cmp_ui(claim->value, 1, 1) <= 0;
}

static bool read_claim(json_t *header, struct claim *claim,
                       const struct game *(*find)(const char *name, struct text *why),
                       struct text *why)
{
    const char *name, *rules, *class, *value;
    int version, first, turns = -1;
    json_error_t error;
    if (json_unpack_ex(header, &error, JSON_STRICT, "{s:i,s:s,s:s,s:i,s:s,s:{s:s},s?i}",
                       "certificate", &version, "game", &name, "rules", &rules, "first", &first,
                       "class", &class, "value", "seat1", &value, "turns", &turns) != 0) {
        text_add(why, "Line 1: this is not a certificate's first line (%s).", error.text);
        return false;
    }
    claim->variant.game = find(name, why);
    if (!claim->variant.game || !variant_parse(claim->variant.game, rules, &claim->variant, why))
        return false;
    claim->open = strcmp(class, class_names[SOLVE_OPEN]) == 0;
    if (version != VERSION || first < SEAT_1 || first > SEAT_2 || (turns >= 0) != claim->open ||
        strcmp(class, class_names[solve_class(claim->variant.game)]) != 0 ||
        !parse_value(claim, value)) {
        text_add(
            why,
            "Line 1: the version, the first player, the class, the value or the turns are wrong.");
        return false;
    }
    claim->first = (unsigned)first;
    claim->worth.turns = claim->open ? (unsigned)turns : 0;
    return true;
}

static bool choose_listed(void *whom, const struct view *view, struct move *move, struct text *why)
{
    struct reader *reader = whom;
    (void)view;
    json_t *json = read_line(reader, why);
    if (!json)
        return false;
    reader->moves++;
    bool valid = json_is_string(json) &&
                 move_parse(reader->claim->variant.game, json_string_value(json), move, why);
    if (!json_is_string(json))
        text_add(why, "Line %u: a move is missing.", reader->line);
    json_decref(json);
    return valid;
}

// A line that has just this member with this value.
static bool expect(struct reader *reader, const char *member, json_t *value, struct text *why)
{
    json_t *line = read_line(reader, why);
    bool expected =
        line && json_object_size(line) == 1 && json_equal(json_object_get(line, member), value);
    if (line && !expected)
        text_add(why, "Line %u: '%s' was expected here.", reader->line, member);
    json_decref(line);
    json_decref(value);
    return expected;
}

// The number of deals that seat 1 wins if the claimed value is right.
static bool count_claimed(const struct claim *claim, struct worth *claimed, uint64_t deals)
{
    mpq_t count;
    mpq_init(count);
    mpq_set_ui(count, deals, 1);
    mpq_mul(count, count, claim->value);
    bool whole = mpz_cmp_ui(mpq_denref(count), 1) == 0;
    *claimed = claim->worth;
    claimed->won = mpz_get_ui(mpq_numref(count));
    claimed->deals = deals;
    mpq_clear(count);
    return whole;
}

static bool check_strategy(struct reader *reader, unsigned seat, struct text *why)
{
    const struct claim *claim = reader->claim;
    struct worth worth, claimed;
    if (!expect(reader, "strategy", json_integer(seat), why))
        return false;
    if (!strategy_walk(&claim->variant, claim->first, seat, choose_listed, reader, &worth, why)) {
        if (!text_begins(why->at, "Line"))
            text_add(why, " (Line %u.)", reader->line);
        return false;
    }
    bool whole = count_claimed(claim, &claimed, worth.deals);
    if (whole &&
        (seat == SEAT_1 ? worth_at_least(&worth, &claimed) : worth_at_least(&claimed, &worth)))
        return true;
    text_add(why, "The strategy of seat %u does not get what is claimed: seat 1 wins %ju of %ju",
             seat, (uintmax_t)worth.won, (uintmax_t)worth.deals);
    if (claim->open)
        text_add(why, " in %u turns", worth.turns);
    text_add(why, ".");
    return false;
}

static void report(const struct reader *reader, struct text *words)
{
    const struct claim *claim = reader->claim;
    char value[LINE_SIZE];
    gmp_snprintf(value, sizeof value, "%Qd", claim->value);
    text_add(words, "%s, ", claim->variant.game->title);
    variant_print(&claim->variant, words);
    text_add(words, ": seat 1 wins with the chance %s", value);
    if (claim->open) {
        text_add(words, ", after ");
        text_add_count(words, claim->worth.turns, "turn", "turns");
    }
    text_add(words,
             ". Both strategies (%u moves) were followed against everything that the other seat "
             "can do, and get at least that.",
             reader->moves);
}

static bool check_rest(struct reader *reader, struct text *words)
{
    if (!check_strategy(reader, SEAT_1, words) || !check_strategy(reader, SEAT_2, words) ||
        !expect(reader, "end", json_true(), words))
        return false;
    if (fgetc(reader->in) != EOF) {
        text_add(words, "Line %u: something follows the end.", reader->line + 1);
        return false;
    }
    report(reader, words);
    return true;
}

bool certificate_check(FILE *in, const struct game *(*find)(const char *name, struct text *why),
                       struct text *words)
{
    struct claim claim = { 0 };
    struct reader reader = { .in = in, .claim = &claim };
    json_t *header = read_line(&reader, words);
    if (!header)
        return false;
    const char *class = json_string_value(json_object_get(header, "class"));
    if (class && strcmp(class, class_names[SOLVE_SECRETS]) == 0) {
        bool right = proof_check(in, header, find, words);
        json_decref(header);
        return right;
    }
    mpq_init(claim.value);
    bool proved = read_claim(header, &claim, find, words) && check_rest(&reader, words);
    mpq_clear(claim.value);
    json_decref(header);
    return proved;
}
