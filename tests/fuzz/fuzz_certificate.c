// SPDX-License-Identifier: GPL-3.0-or-later
// The text is a certificate. Whether it proves anything or not, there is a sentence about
// it; and what it proves is true: the solver, which shares nothing with the checker, finds
// a value within the bounds. Long texts and boards are left out, and long checks stopped.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "claim/certificate.h"
#include "fuzz.h"
#include "solve/solve.h"

enum { LONGEST = 3000, LONGEST_BOARD = 11, LONGEST_SOLVED = 7, TICKS = 200 };

static bool small(const char *data)
{
    const char *length = strstr(data, "length=");
    return length && strtol(length + strlen("length="), NULL, 10) <= LONGEST_BOARD;
}

static bool in_time(void *ticks, uint64_t nodes)
{
    (void)nodes;
    return ++*(unsigned *)ticks < TICKS;
}

// The value of a claim's game, found once for each variant.
static const struct solve_answer *value_of(const struct claim *claim)
{
    enum { KNOWN = 256 };
    static struct {
        struct variant variant;
        unsigned first;
        struct solve_answer answer;
    } known[KNOWN];
    static unsigned count;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    for (unsigned i = 0; i < count; i++)
        if (variant_equal(&known[i].variant, &claim->variant) && known[i].first == claim->first)
            return &known[i].answer;
    if (count == KNOWN)
        return NULL;
    known[count].variant = claim->variant;
    known[count].first = claim->first;
    if (!solve(&claim->variant, claim->first, &(struct limits){ 0 }, &known[count].answer, &why))
        return NULL;
    return &known[count++].answer;
}

static void demand_truth(const struct claim *claim)
{
    if (claim->kind == CLAIM_SURE || claim->variant.rules.value[0] > LONGEST_SOLVED ||
        (claim->kind == CLAIM_VALUE && claim->history.count))
        return;
    const struct solve_answer *answer = value_of(claim);
    assert(!answer || (mpq_cmp(claim->lo, answer->hi) <= 0 && mpq_cmp(claim->hi, answer->lo) >= 0));
}

void fuzz_one(const char *data)
{
    char copy[LONGEST], buffer[TEXT_MAX];
    struct text words = text_in(buffer, sizeof buffer);
    unsigned ticks = 0;
    const struct limits limits = { .memory = 64 << 20, .go_on = in_time, .context = &ticks };
    struct claim claim;
    size_t length = strlen(data);
    if (length == 0 || length > sizeof copy || !small(data))
        return;
    memcpy(copy, data, length);
    FILE *in = fmemopen(copy, length, "r");
    assert(in);
    if (certificate_read(in, games_find, &limits, &claim, &words)) {
        if (check_claim(&claim, &limits, &words) == CHECK_PROVED)
            demand_truth(&claim);
        claim_clear(&claim);
    }
    assert(words.length > 0);
    fclose(in);
}
