// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/proved.h"

#include "check/check.h"
#include "claim/certificate.h"
#include "core/variant.h"

static struct limits limits_of_a_check(size_t memory)
{
    struct limits limits = limits_until(PROVED_PATIENCE_MS / 1e3);
    limits.memory = memory;
    return limits;
}

static enum check_verdict check(const struct claim *claim, size_t memory)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct limits allowed = limits_of_a_check(memory);
    return check_claim(claim, &allowed, &words);
}

bool proved_check(const struct claim *claim, size_t memory)
{
    return check(claim, memory) == CHECK_PROVED;
}

// Does the claim speak of what was asked for? Others may have been put in its place.
static bool fits(const struct claim *claim, const struct variant *variant, unsigned first)
{
    return claim->kind == CLAIM_VALUE && claim->history.count == 0 && claim->first == first &&
           variant_equal(&claim->variant, variant);
}

// It speaks of the game that it was looked up for, or is of no use.
static _Thread_local const struct game *wanted;

static const struct game *find_wanted(const char *name, struct text *why)
{
    if (text_same(name, wanted->slug))
        return wanted;
    text_add(why, "It speaks of another game.");
    return NULL;
}

bool proved_read(FILE *in, const struct variant *variant, unsigned first, size_t memory,
                 struct claim *claim, bool *wrong)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct limits allowed = limits_of_a_check(memory);
    wanted = variant->game;
    *wrong = !certificate_read(in, find_wanted, &allowed, claim, &why);
    if (*wrong)
        return false;
    enum check_verdict verdict = fits(claim, variant, first) ? check(claim, memory) : CHECK_REFUTED;
    *wrong = verdict == CHECK_REFUTED;
    if (verdict == CHECK_PROVED)
        return true;
    claim_clear(claim);
    return false;
}
