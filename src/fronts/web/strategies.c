// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/web/strategies.h"

#include <string.h>

#include "bots/proved.h"
#include "core/variant.h"
#include "lib/strategies.h"

// Of a check, in bytes: a phone's tab is ended when it takes too much.
static const size_t check_memory = 32 << 20;

static bool read(const char *certificate, const struct variant *variant, unsigned first,
                 struct claim *claim)
{
    bool wrong;
    // It is read only, but fmemopen() is the same for those who write.
    FILE *file = fmemopen((char *)certificate, strlen(certificate), "r");
    bool found = file && proved_read(file, variant, first, check_memory, claim, &wrong);
    if (file)
        fclose(file);
    return found;
}

static bool find(const struct variant *variant, unsigned first, struct claim *claim)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    variant_print(variant, &rules);
    for (const struct web_strategy *one = web_strategies; one->game; one++)
        if (one->first == first && text_same(one->game, variant->game->slug) &&
            text_same(one->rules, rules.at))
            return read(one->certificate, variant, first, claim);
    return false;
}

// It lasts as long as the table does.
static bool keep(const struct claim *claim)
{
    return proved_check(claim, check_memory);
}

static const struct bot_library inside = { .find = find, .keep = keep };
const struct bot_library *const lib_strategies = &inside;
