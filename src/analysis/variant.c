// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/variant.h"

#include <inttypes.h>
#include <string.h>

static const char *const proof_names[] = {
    [PROOF_EXACT] = "exact",
    [PROOF_SURE] = "sure",
    [PROOF_BOUNDS] = "bounds",
};

const char *variant_proof_name(enum solve_proof proof)
{
    return proof_names[proof];
}

void variant_init(struct variant *variant)
{
    *variant = (struct variant){ .state = VARIANT_OPEN };
    mpq_inits(variant->lo, variant->hi, NULL);
}

void variant_clear(struct variant *variant)
{
    mpq_clears(variant->lo, variant->hi, NULL);
}

void variant_take(struct variant *variant, const struct answer *answer)
{
    variant->state = VARIANT_SOLVED;
    variant->proof = answer->proof;
    mpq_set(variant->lo, answer->lo);
    mpq_set(variant->hi, answer->hi);
    variant->turns = answer->turns;
    variant->nodes = answer->nodes;
}

void variant_write(const struct variant *variant, FILE *file)
{
    gmp_fprintf(file, "%s %Qd %Qd %u %" PRIu64 " .", proof_names[variant->proof], variant->lo,
                variant->hi, variant->turns, variant->nodes);
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

bool variant_read(struct variant *variant, char *line)
{
    enum { PROOF, LO, HI, TURNS, NODES, END, WORDS };
    char *word[WORDS], *rest = line, end;
    for (unsigned i = 0; i < WORDS; i++)
        if (!(word[i] = strtok_r(i ? NULL : line, " ", &rest)))
            return false;
    if (strcmp(word[END], ".") != 0 || *rest)
        return false;
    if (!read_proof(word[PROOF], &variant->proof) || !read_chance(word[LO], variant->lo) ||
        !read_chance(word[HI], variant->hi) || mpq_cmp(variant->lo, variant->hi) > 0 ||
        (variant->proof != PROOF_BOUNDS && !mpq_equal(variant->lo, variant->hi)) ||
        sscanf(word[TURNS], "%u%c", &variant->turns, &end) != 1 ||
        sscanf(word[NODES], "%" SCNu64 "%c", &variant->nodes, &end) != 1)
        return false;
    variant->state = VARIANT_SOLVED;
    return true;
}

double variant_middle(const struct variant *variant)
{
    return (mpq_get_d(variant->lo) + mpq_get_d(variant->hi)) / 2;
}

void variant_unfairness(const struct variant *variant, mpq_t out)
{
    mpq_t half, other;
    mpq_inits(half, other, NULL);
    mpq_set_ui(half, 1, 2);
    mpq_sub(out, variant->hi, half);
    mpq_sub(other, half, variant->lo);
    if (mpq_cmp(other, out) > 0)
        mpq_set(out, other);
    mpq_clears(half, other, NULL);
}

// Bounds that agree in what is shown are shown once.
static void print_bounds(const struct variant *variant, struct text *out)
{
    char lo[16], hi[16];
    snprintf(lo, sizeof lo, "%.2f", mpq_get_d(variant->lo));
    snprintf(hi, sizeof hi, "%.2f", mpq_get_d(variant->hi));
    if (strcmp(lo, hi) == 0)
        text_add(out, "~%s", lo);
    else
        text_add(out, "%s-%s", lo, hi);
}

void variant_print_short(const struct variant *variant, enum solve_class class, struct text *out)
{
    if (variant->state == VARIANT_NO_GAME)
        text_add(out, "-");
    else if (variant->state != VARIANT_SOLVED)
        text_add(out, "?");
    else if (class == SOLVE_OPEN)
        text_add(out, "%d in %u", mpq_sgn(variant->lo) ? 1 : 2, variant->turns);
    else if (variant->proof == PROOF_BOUNDS)
        print_bounds(variant, out);
    else
        text_add(out, "%.2f", mpq_get_d(variant->lo));
    if (variant->marked)
        text_add(out, "*");
}
