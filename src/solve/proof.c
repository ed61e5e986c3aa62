// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/proof.h"

#include <string.h>

#include "core/memory.h"
#include "solve/mixture.h"
#include "solve/secrets.h"

enum { VERSION = 1, LINE_SIZE = 1024, DEPTH_MAX = MOVES_MAX + 1 };

// --- From plans to mixtures

static mixture_weight weight_of(const mpz_t from)
{
    uint64_t word[2] = { 0 };
    mpz_export(word, NULL, -1, sizeof *word, 0, 0, from);
    return (mixture_weight)word[1] << 64 | word[0];
}

// The common denominator of a mixture's weights; false if it is too large.
static bool find_unit(const mpq_t *weights, unsigned count, mpz_t unit)
{
    mpz_set_ui(unit, 1);
    for (unsigned i = 0; i < count; i++)
        mpz_lcm(unit, unit, mpq_denref(weights[i]));
    return mpz_sizeinbase(unit, 2) <= 126;
}

static mixture_weight share_of(const mpq_t weight, const mpz_t unit)
{
    mpz_t part;
    mpz_init(part);
    mpz_divexact(part, unit, mpq_denref(weight));
    mpz_mul(part, part, mpq_numref(weight));
    mixture_weight share = weight_of(part);
    mpz_clear(part);
    return share;
}

static bool mix_types(const struct secrets *secrets, struct mixture *mixture)
{
    const struct paths *paths = &secrets->paths;
    mpz_t unit;
    mpz_init(unit);
    bool fine = find_unit((const mpq_t *)paths->type_weight, paths->type_count, unit) &&
                mixture_begin(mixture, weight_of(unit));
    for (unsigned i = 0; fine && i < paths->type_count; i++)
        if (mpq_sgn(paths->type_weight[i]))
            fine = mixture_add(mixture, 0, secrets->veil.types[paths->hider][paths->type[i]], true,
                               share_of(paths->type_weight[i], unit));
    mpz_clear(unit);
    return fine;
}

static bool add_path(const struct secrets *secrets, const struct paths_path *path,
                     mixture_weight share, struct mixture *mixture)
{
    unsigned at = 0;
    for (unsigned k = 0; k < path->count; k++) {
        struct move move = secrets->veil.edges[path->edges[k]].move;
        unsigned child = mixture->nodes[at].child;
        while (child && !move_equal(mixture->nodes[child].move, move))
            child = mixture->nodes[child].next;
        if (!child)
            child = mixture_add(mixture, at, move, true, 0);
        if (!child)
            return false;
        mixture->nodes[child].weight += share;
        at = child;
    }
    return true;
}

static bool mix_paths(const struct secrets *secrets, struct mixture *mixture)
{
    const struct paths *paths = &secrets->paths;
    mpz_t unit;
    mpz_init(unit);
    bool fine = find_unit((const mpq_t *)paths->path_weight, paths->path_count, unit) &&
                mixture_begin(mixture, weight_of(unit));
    for (unsigned i = 0; fine && i < paths->path_count; i++)
        if (mpq_sgn(paths->path_weight[i]))
            fine =
                add_path(secrets, &paths->path[i], share_of(paths->path_weight[i], unit), mixture);
    mpz_clear(unit);
    return fine;
}

// A part of the plan that has one type, on its way down the tree.
struct carrier {
    unsigned type;
    unsigned at; // in the mixture
    uint64_t weight;
};

struct mixer {
    const struct plan *plan;
    struct mixture *mixture;
};

static bool mix_node(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                     unsigned count);

// The way of an edge on which play goes on. Where it does on both, moves alone do not
// tell what has happened, and this format has nothing else.
static bool only_way(const struct veil_edge *edge, unsigned *way)
{
    *way = veil_goes_on(edge, 1);
    return !veil_goes_on(edge, 0) || !veil_goes_on(edge, 1);
}

// Gives the carriers of a class their moves, each as much as the plan says for the
// class: which of them does which makes no difference.
static bool deal_moves(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                       unsigned count, uint64_t *left, struct carrier *dealt, unsigned *dealt_to)
{
    const struct tree *tree = mixer->plan->tree;
    const struct veil_shape *shape = tree_shape(tree, node);
    unsigned made = 0, classes = shape->classes[mixer->plan->seat];
    for (unsigned i = 0; i < count; i++) {
        unsigned class = shape->class_of[mixer->plan->seat][carriers[i].type];
        uint64_t rest = carriers[i].weight;
        for (unsigned e = 0; rest && e < shape->count; e++) {
            uint64_t *has = &left[e * (size_t)classes + class], part = rest < *has ? rest : *has;
            if (!part)
                continue;
            unsigned at = mixture_add(mixer->mixture, carriers[i].at,
                                      tree->veil->edges[shape->first + e].move, true, part);
            if (!at)
                return false;
            *has -= part;
            rest -= part;
            dealt_to[made] = e;
            dealt[made++] = (struct carrier){ carriers[i].type, at, part };
        }
        assert(!rest);
    }
    dealt_to[made] = shape->count; // ends the list
    return true;
}

static bool mix_own(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                    unsigned count)
{
    const struct tree *tree = mixer->plan->tree;
    const struct veil_shape *shape = tree_shape(tree, node);
    size_t weights = (size_t)shape->count * shape->classes[mixer->plan->seat];
    size_t most = (size_t)count * shape->count + 1;
    uint64_t *left = mem_new(weights * sizeof *left);
    struct carrier *dealt = mem_new(most * sizeof *dealt), *going = mem_new(most * sizeof *going);
    unsigned *dealt_to = mem_new(most * sizeof *dealt_to);
    bool fine = left && dealt && going && dealt_to;
    if (fine) {
        memcpy(left, mixer->plan->move + tree->nodes[node].at, weights * sizeof *left);
        fine = deal_moves(mixer, node, carriers, count, left, dealt, dealt_to);
    }
    for (unsigned e = 0; fine && e < shape->count; e++) {
        unsigned way, goes = 0;
        fine = only_way(&tree->veil->edges[shape->first + e], &way);
        unsigned child = tree_child(tree, node, e, way);
        for (unsigned i = 0; child != TREE_END && dealt_to[i] < shape->count; i++)
            if (dealt_to[i] == e)
                going[goes++] = dealt[i];
        fine = fine && (!goes || mix_node(mixer, child, going, goes));
    }
    mem_free(left);
    mem_free(dealt);
    mem_free(going);
    mem_free(dealt_to);
    return fine;
}

static bool mix_other(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                      unsigned count)
{
    const struct tree *tree = mixer->plan->tree;
    const struct veil_shape *shape = tree_shape(tree, node);
    unsigned seat = mixer->plan->seat;
    struct carrier *going = mem_new(count * sizeof *going);
    bool fine = going;
    for (unsigned e = 0; fine && e < shape->count; e++) {
        const struct veil_edge *edge = &tree->veil->edges[shape->first + e];
        unsigned way, goes = 0;
        fine = only_way(edge, &way);
        unsigned child = tree_child(tree, node, e, way);
        for (unsigned i = 0; fine && child != TREE_END && i < count; i++) {
            if (!veil_takes(edge, way, seat, shape->class_of[seat][carriers[i].type]))
                continue;
            going[goes] = carriers[i];
            going[goes].at = mixture_add(mixer->mixture, carriers[i].at, edge->move, false, 0);
            fine = going[goes++].at;
        }
        fine = fine && (!goes || mix_node(mixer, child, going, goes));
    }
    mem_free(going);
    return fine;
}

// Where the seat keeps to its last legal move nothing need be said.
static bool mix_node(const struct mixer *mixer, unsigned node, const struct carrier *carriers,
                     unsigned count)
{
    const struct veil *veil = mixer->plan->tree->veil;
    const struct veil_shape *shape = tree_shape(mixer->plan->tree, node);
    if (veil->limit.seat == mixer->plan->seat && shape->depth >= veil->limit.depth)
        return true;
    return shape->mover == mixer->plan->seat ? mix_own(mixer, node, carriers, count)
                                             : mix_other(mixer, node, carriers, count);
}

// One type stands for its class.
static bool mix_plan(const struct plan *plan, struct mixture *mixture)
{
    const struct veil *veil = plan->tree->veil;
    unsigned types = veil->type_count[plan->seat], count = 0;
    struct mixer mixer = { plan, mixture };
    struct carrier *carriers = mem_new(types * sizeof *carriers);
    uint8_t *taken = mem_new(veil->shapes[0].classes[plan->seat]);
    bool fine = carriers && taken && mixture_begin(mixture, plan->unit);
    if (taken)
        memset(taken, 0, veil->shapes[0].classes[plan->seat]);
    for (unsigned i = 0; fine && i < types; i++) {
        unsigned class = veil->shapes[0].class_of[plan->seat][i];
        if (taken[class] || !plan->root[class])
            continue;
        taken[class] = true;
        carriers[count] = (struct carrier){ i, 0, plan->root[class] };
        if (veil->hides[plan->seat]) {
            carriers[count].at =
                mixture_add(mixture, 0, veil->types[plan->seat][i], true, plan->root[class]);
            fine = carriers[count].at;
        }
        count++;
    }
    fine = fine && mix_node(&mixer, 0, carriers, count);
    mem_free(carriers);
    mem_free(taken);
    return fine;
}

// The winner's first move is enough where the rest needs no care; the loser has
// nothing to show.
static bool mix_sure(const struct secrets *secrets, unsigned seat, struct mixture *mixture)
{
    if (!mixture_begin(mixture, 1))
        return false;
    return seat != secrets->winner || !secrets->sure_hides ||
           mixture_add(mixture, 0, secrets->sure_move, true, 1);
}

static bool mix(const struct secrets *secrets, unsigned seat, struct mixture *mixture)
{
    if (secrets->method == SECRETS_SURE)
        return mix_sure(secrets, seat, mixture);
    if (secrets->method != SECRETS_PATHS)
        return mix_plan(&secrets->side[seat]->plan, mixture);
    return seat == secrets->paths.hider ? mix_types(secrets, mixture) : mix_paths(secrets, mixture);
}

// --- Writing

static void print_weight(FILE *out, mixture_weight weight)
{
    char digits[40];
    unsigned at = sizeof digits;
    digits[--at] = '\0';
    do
        digits[--at] = (char)('0' + (int)(weight % 10));
    while (weight /= 10);
    fprintf(out, "\"%s\"", digits + at);
}

static void print_node(FILE *out, const struct game *game, const struct mixture *mixture,
                       unsigned node, unsigned depth)
{
    char buffer[LINE_SIZE];
    for (unsigned i = mixture->nodes[node].child; i; i = mixture->nodes[i].next) {
        const struct mixture_node *here = &mixture->nodes[i];
        if (!here->own && !here->child)
            continue;
        struct text text = text_in(buffer, sizeof buffer);
        move_print(game, here->move, &text);
        fprintf(out, "[%u,\"%s\"", depth, buffer);
        if (here->own)
            fputc(',', out);
        if (here->own)
            print_weight(out, here->weight);
        fputs("]\n", out);
        print_node(out, game, mixture, i, depth + 1);
    }
}

static bool print_mixture(FILE *out, const struct secrets *secrets, unsigned seat, struct text *why)
{
    struct mixture mixture = { 0 };
    bool mixed = mix(secrets, seat, &mixture);
    if (mixed) {
        fprintf(out, "{\"strategy\":%u,\"unit\":", seat);
        print_weight(out, mixture.nodes[0].weight);
        fputs("}\n", out);
        print_node(out, secrets->variant.game, &mixture, 0, 0);
    } else {
        text_add(why, "There is not enough memory to write this certificate.");
    }
    mixture_clear(&mixture);
    return mixed;
}

bool proof_write(FILE *out, const struct variant *variant, unsigned first,
                 const struct solve_limits *limits, struct text *why)
{
    struct secrets *secrets = secrets_new(variant, first, SECRETS_CLOSELY, limits, why);
    char buffer[LINE_SIZE];
    struct text text = text_in(buffer, sizeof buffer);
    if (!secrets)
        return false;
    variant_print(variant, &text);
    fprintf(out, "{\"certificate\":%d,\"game\":\"%s\",\"rules\":\"%s\",\"first\":%u,", VERSION,
            variant->game->slug, buffer, first);
    gmp_fprintf(out, "\"class\":\"secrets\",\"bounds\":[\"%Qd\",\"%Qd\"]}\n", secrets->lo,
                secrets->hi);
    bool written =
        print_mixture(out, secrets, SEAT_1, why) && print_mixture(out, secrets, SEAT_2, why);
    fputs("{\"end\":true}\n", out);
    secrets_free(secrets);
    return written;
}

// --- Checking

struct claim {
    struct variant variant;
    unsigned first;
    mpq_t lo, hi;
};

struct reader {
    FILE *in;
    unsigned line;
    json_t *ahead; // a line that was read and not used
};

static json_t *read_line(struct reader *reader, struct text *why)
{
    char buffer[LINE_SIZE];
    json_error_t error;
    json_t *line = reader->ahead;
    reader->ahead = NULL;
    if (line)
        return line;
    reader->line++;
    if (!fgets(buffer, sizeof buffer, reader->in)) {
        text_add(why, "Line %u: the file ends too early.", reader->line);
        return NULL;
    }
    line = json_loads(buffer, JSON_REJECT_DUPLICATES, &error);
    if (!line)
        text_add(why, "Line %u: this is not JSON (%s).", reader->line, error.text);
    return line;
}

static bool parse_chance(const char *from, mpq_t to)
{
    if (mpq_set_str(to, from, 10) || !mpz_sgn(mpq_denref(to)))
        return false;
    mpq_canonicalize(to);
    return mpq_sgn(to) >= 0 && mpq_cmp_ui(to, 1, 1) <= 0;
}

static bool read_claim(const json_t *header, struct claim *claim,
                       const struct game *(*find)(const char *name, struct text *why),
                       struct text *why)
{
    const char *name, *rules, *class, *lo, *hi;
    int version, first;
    json_error_t error;
    if (json_unpack_ex((json_t *)header, &error, JSON_STRICT, "{s:i,s:s,s:s,s:i,s:s,s:[s,s]}",
                       "certificate", &version, "game", &name, "rules", &rules, "first", &first,
                       "class", &class, "bounds", &lo, &hi)) {
        text_add(why, "Line 1: this is not a certificate's first line (%s).", error.text);
        return false;
    }
    claim->variant.game = find(name, why);
    if (!claim->variant.game || !variant_parse(claim->variant.game, rules, &claim->variant, why))
        return false;
    claim->first = (unsigned)first;
    if (version == VERSION && first >= SEAT_1 && first <= SEAT_2 && !strcmp(class, "secrets") &&
        parse_chance(lo, claim->lo) && parse_chance(hi, claim->hi) &&
        mpq_cmp(claim->lo, claim->hi) <= 0)
        return true;
    text_add(why, "Line 1: the version, the first player, the class or the bounds are wrong.");
    return false;
}

static bool parse_weight(const char *from, mixture_weight *weight)
{
    mpz_t whole;
    mpz_init(whole);
    bool valid =
        !mpz_set_str(whole, from, 10) && mpz_sgn(whole) >= 0 && mpz_sizeinbase(whole, 2) <= 126;
    if (valid)
        *weight = weight_of(whole);
    mpz_clear(whole);
    return valid;
}

// One line of a mixture, under the last one that is less deep.
static bool read_node(const struct reader *reader, const json_t *line, const struct claim *claim,
                      struct mixture *mixture, unsigned *path, unsigned *depth, struct text *why)
{
    const char *words = json_string_value(json_array_get(line, 1));
    const char *digits = json_string_value(json_array_get(line, 2));
    json_int_t deep = json_integer_value(json_array_get(line, 0));
    struct move move;
    mixture_weight weight = 0;
    bool valid = json_is_integer(json_array_get(line, 0)) && deep >= 0 && deep <= *depth &&
                 deep < DEPTH_MAX && words && move_parse(claim->variant.game, words, &move, why) &&
                 (json_array_size(line) == 2 ||
                  (json_array_size(line) == 3 && digits && parse_weight(digits, &weight)));
    unsigned added =
        valid ? mixture_add(mixture, path[deep], move, json_array_size(line) == 3, weight) : 0;
    if (!added) {
        text_add(why, " Line %u: this is not a move of a mixture.", reader->line);
        return false;
    }
    path[deep + 1] = added;
    *depth = (unsigned)deep + 1;
    return true;
}

static bool read_mixture(struct reader *reader, const struct claim *claim, unsigned seat,
                         struct mixture *mixture, struct text *why)
{
    unsigned path[DEPTH_MAX + 1] = { 0 }, depth = 0;
    json_t *line = read_line(reader, why);
    const char *digits = json_string_value(json_object_get(line, "unit"));
    mixture_weight unit;
    bool fine = line && digits && json_object_size(line) == 2 && parse_weight(digits, &unit) &&
                unit && json_integer_value(json_object_get(line, "strategy")) == seat;
    if (line && !fine)
        text_add(why, "Line %u: the strategy of seat %u was expected here.", reader->line, seat);
    json_decref(line);
    fine = fine && mixture_begin(mixture, unit);
    while (fine) {
        line = read_line(reader, why);
        if (!json_is_array(line)) {
            reader->ahead = line;
            return line;
        }
        fine = read_node(reader, line, claim, mixture, path, &depth, why);
        json_decref(line);
    }
    return fine;
}

// Does the mixture get at least what is claimed for its seat?
static bool gets_claim(const struct claim *claim, unsigned seat, const struct mixture *mixture,
                       struct text *why)
{
    mpq_t claimed;
    mixture_weight least = 0;
    mpq_init(claimed);
    mpq_set_ui(claimed, 1, 1);
    if (seat == SEAT_1)
        mpq_set(claimed, claim->lo);
    else
        mpq_sub(claimed, claimed, claim->hi);
    bool proved = !mpq_sgn(claimed); // nobody gets less than nothing
    bool followed =
        proved || mixture_worth(&claim->variant, claim->first, seat, mixture, &least, why);
    if (followed && !proved) {
        mpq_t got;
        uint64_t word[2] = { (uint64_t)least, (uint64_t)(least >> 64) };
        mixture_weight unit = mixture->nodes[0].weight;
        mpq_init(got);
        mpz_import(mpq_numref(got), 2, -1, sizeof *word, 0, 0, word);
        word[0] = (uint64_t)unit;
        word[1] = (uint64_t)(unit >> 64);
        mpz_import(mpq_denref(got), 2, -1, sizeof *word, 0, 0, word);
        mpq_canonicalize(got);
        proved = mpq_cmp(got, claimed) >= 0;
        if (!proved)
            text_add(why, "The strategy of seat %u does not get what is claimed.", seat);
        mpq_clear(got);
    }
    mpq_clear(claimed);
    return proved;
}

static bool check_mixture(struct reader *reader, const struct claim *claim, unsigned seat,
                          unsigned *moves, struct text *why)
{
    struct mixture mixture = { 0 };
    bool proved =
        read_mixture(reader, claim, seat, &mixture, why) && gets_claim(claim, seat, &mixture, why);
    *moves += mixture.count;
    mixture_clear(&mixture);
    return proved;
}

static bool check_end(struct reader *reader, struct text *why)
{
    json_t *line = read_line(reader, why);
    bool ends = json_object_size(line) == 1 && json_is_true(json_object_get(line, "end")) &&
                fgetc(reader->in) == EOF;
    if (line && !ends)
        text_add(why, "Line %u: the end was expected here, and nothing after it.", reader->line);
    json_decref(line);
    return ends;
}

static void report(const struct claim *claim, unsigned moves, struct text *words)
{
    char lo[LINE_SIZE], hi[LINE_SIZE];
    gmp_snprintf(lo, sizeof lo, "%Qd", claim->lo);
    gmp_snprintf(hi, sizeof hi, "%Qd", claim->hi);
    text_add(words, "%s, ", claim->variant.game->title);
    variant_print(&claim->variant, words);
    if (mpq_equal(claim->lo, claim->hi))
        text_add(words, ": seat 1 wins with the chance %s.", lo);
    else
        text_add(words, ": seat 1 wins with a chance between %s and %s.", lo, hi);
    text_add(words,
             " Both mixed strategies (%u moves) were followed against everything that the other "
             "seat can do and hide, and get at least that.",
             moves);
}

bool proof_check(FILE *in, const json_t *header,
                 const struct game *(*find)(const char *name, struct text *why), struct text *words)
{
    struct claim claim = { 0 };
    struct reader reader = { .in = in, .line = 1 };
    unsigned moves = 0;
    mpq_inits(claim.lo, claim.hi, NULL);
    bool proved = read_claim(header, &claim, find, words) &&
                  check_mixture(&reader, &claim, SEAT_1, &moves, words) &&
                  check_mixture(&reader, &claim, SEAT_2, &moves, words) &&
                  check_end(&reader, words);
    if (proved)
        report(&claim, moves, words);
    json_decref(reader.ahead);
    mpq_clears(claim.lo, claim.hi, NULL);
    return proved;
}
