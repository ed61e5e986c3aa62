// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/knowledge.h"

#include "core/memory.h"
#include "core/variant.h"

struct knowledge *knowledge_new(void)
{
    struct knowledge *knowledge = mem_new(sizeof *knowledge);
    if (knowledge)
        *knowledge = (struct knowledge){ 0 };
    return knowledge;
}

// But for `kept`, which may be NULL, and what is in use.
static void forget_rules(struct knowledge *knowledge, const struct knowledge_rules *kept)
{
    for (struct knowledge_rules **at = &knowledge->rules; *at;) {
        struct knowledge_rules *old = *at;
        if (old == kept || old->users) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        rater_free(old->rater);
        mem_free(old);
    }
}

void knowledge_free(struct knowledge *knowledge)
{
    if (!knowledge)
        return;
    forget_rules(knowledge, NULL);
    assert(!knowledge->rules);
    plans_forget(&knowledge->plans, 0);
    mem_free(knowledge);
}

static struct knowledge_rules *begin(struct knowledge *knowledge, const struct variant *variant)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct knowledge_rules *begun = mem_new(sizeof *begun);
    struct rater *rater = begun ? rater_new(variant, &why) : NULL;
    if (!rater) {
        mem_free(begun);
        return NULL;
    }
    *begun =
        (struct knowledge_rules){ .next = knowledge->rules, .variant = *variant, .rater = rater };
    return knowledge->rules = begun;
}

struct knowledge_rules *knowledge_take(struct knowledge *knowledge, const struct variant *variant,
                                       bool anew)
{
    struct knowledge_rules *found = knowledge->rules;
    while (found && (anew || !variant_equal(&found->variant, variant)))
        found = found->next;
    if (!found)
        found = begin(knowledge, variant);
    if (found)
        found->users++;
    return found;
}

void knowledge_leave(struct knowledge *knowledge, struct knowledge_rules *left)
{
    if (left && --left->users == 0)
        forget_rules(knowledge, left);
}
