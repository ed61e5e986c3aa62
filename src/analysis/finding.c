// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/finding.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const proof_names[] = {
    [SOLVE_EXACT] = "exact",
    [SOLVE_SURE] = "sure",
    [SOLVE_BOUNDS] = "bounds",
    [SOLVE_UNCHECKED] = "unchecked",
};

const char *finding_proof_name(enum solve_proof proof)
{
    return proof_names[proof];
}

void finding_init(struct finding *finding)
{
    *finding = (struct finding){ .state = FINDING_OPEN, .depth = { .decisions = -1 } };
    mpq_inits(finding->lo, finding->hi, NULL);
}

void finding_clear(struct finding *finding)
{
    mpq_clears(finding->lo, finding->hi, NULL);
}

bool finding_is_exact(const struct finding *finding)
{
    return finding->proof == SOLVE_EXACT || finding->proof == SOLVE_SURE;
}

bool finding_has_depth(const struct finding *finding)
{
    return finding->depth.decisions >= 0;
}

void finding_take(struct finding *finding, const struct solve_answer *answer,
                  const struct depth *depth)
{
    finding->depth = depth ? *depth : (struct depth){ .decisions = -1 };
    finding->state = FINDING_SOLVED;
    finding->proof = answer->proof;
    mpq_set(finding->lo, answer->lo);
    mpq_set(finding->hi, answer->hi);
    finding->turns = answer->turns;
    finding->nodes = answer->nodes;
}

void finding_write(const struct finding *finding, FILE *file)
{
    gmp_fprintf(file, "%s %Qd %Qd %u %" PRIu64 " ", proof_names[finding->proof], finding->lo,
                finding->hi, finding->turns, finding->nodes);
    if (finding_has_depth(finding))
        fprintf(file, "%.6f%s", finding->depth.decisions, finding->depth.about ? "~" : "");
    else
        fprintf(file, "-");
    fprintf(file, " %u/%u .", finding->skill.won, finding->skill.games);
}

static bool read_proof(const char *word, enum solve_proof *proof)
{
    for (unsigned i = 0; i < sizeof proof_names / sizeof *proof_names; i++)
        if (strcmp(word, proof_names[i]) == 0) {
            *proof = (enum solve_proof)i;
            return true;
        }
    return false;
}

// A chance: from 0 to 1.
static bool read_chance(const char *word, mpq_t chance)
{
    if (mpq_set_str(chance, word, 10) != 0 || mpz_sgn(mpq_denref(chance)) == 0)
        return false;
    mpq_canonicalize(chance);
    return mpq_sgn(chance) >= 0 && mpq_cmp_ui(chance, 1, 1) <= 0;
}

static bool read_depth(const char *word, struct depth *depth)
{
    char *end;
    *depth = (struct depth){ .decisions = -1 };
    if (strcmp(word, "-") == 0)
        return true;
    depth->decisions = strtod(word, &end);
    depth->about = *end == '~';
    return end > word && depth->decisions >= 0 && depth->decisions <= MOVES_MAX &&
           end[depth->about] == '\0';
}

// Another number of games than is wanted is another answer.
static bool read_skill(const char *word, struct skill *skill)
{
    struct skill read;
    char end;
    if (sscanf(word, "%u/%u%c", &read.won, &read.games, &end) != 2 || read.won > read.games ||
        read.games != skill->games)
        return false;
    *skill = read;
    return true;
}

bool finding_read(struct finding *finding, char *line)
{
    enum { PROOF, LO, HI, TURNS, NODES, DEPTH, SKILL, END, WORDS };
    char *word[WORDS], *rest = line, end;
    for (unsigned i = 0; i < WORDS; i++)
        if (!(word[i] = strtok_r(i ? NULL : line, " ", &rest)))
            return false;
    if (strcmp(word[END], ".") != 0 || *rest)
        return false;
    if (!read_proof(word[PROOF], &finding->proof) || !read_chance(word[LO], finding->lo) ||
        !read_chance(word[HI], finding->hi) || mpq_cmp(finding->lo, finding->hi) > 0 ||
        (finding_is_exact(finding) && !mpq_equal(finding->lo, finding->hi)) ||
        sscanf(word[TURNS], "%u%c", &finding->turns, &end) != 1 ||
        sscanf(word[NODES], "%" SCNu64 "%c", &finding->nodes, &end) != 1 ||
        !read_depth(word[DEPTH], &finding->depth) || !read_skill(word[SKILL], &finding->skill))
        return false;
    finding->state = FINDING_SOLVED;
    return true;
}

void finding_print_depth(const struct finding *finding, struct text *out)
{
    if (finding->state != FINDING_SOLVED || !finding_has_depth(finding))
        text_add(out, "?");
    else
        text_add(out, "%s%.1f", finding->depth.about ? "~" : "", finding->depth.decisions);
}

double finding_middle(const struct finding *finding)
{
    return (mpq_get_d(finding->lo) + mpq_get_d(finding->hi)) / 2;
}

void finding_unfairness(const struct finding *finding, mpq_t out)
{
    mpq_t half, other;
    mpq_inits(half, other, NULL);
    mpq_set_ui(half, 1, 2);
    mpq_sub(out, finding->hi, half);
    mpq_sub(other, half, finding->lo);
    if (mpq_cmp(other, out) > 0)
        mpq_set(out, other);
    mpq_clears(half, other, NULL);
}

// Rounded outwards. Bounds that agree in what is shown, or nearly, are shown once.
static void print_bounds(const struct finding *finding, struct text *out)
{
    char lo[16], hi[16];
    snprintf(lo, sizeof lo, "%.2f", floor(100 * mpq_get_d(finding->lo)) / 100);
    snprintf(hi, sizeof hi, "%.2f", ceil(100 * mpq_get_d(finding->hi)) / 100);
    if (mpq_get_d(finding->hi) - mpq_get_d(finding->lo) < 0.005)
        text_add(out, "~%.2f", finding_middle(finding));
    else
        text_add(out, "%s-%s", lo, hi);
}

void finding_print_short(const struct finding *finding, enum claim_class class, struct text *out)
{
    if (finding->state == FINDING_NO_GAME)
        text_add(out, "-");
    else if (finding->state != FINDING_SOLVED)
        text_add(out, "?");
    else if (class == CLAIM_OPEN)
        text_add(out, "%d in %u", mpq_sgn(finding->lo) ? 1 : 2, finding->turns);
    else if (!finding_is_exact(finding))
        print_bounds(finding, out);
    else
        text_add(out, "%.2f", mpq_get_d(finding->lo));
    if (finding->marked)
        text_add(out, "*");
}
