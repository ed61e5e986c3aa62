// SPDX-License-Identifier: GPL-3.0-or-later
#include "claim/strategy.h"

#include "claim/wide.h"
#include "core/memory.h"
#include "core/vector.h"

bool strategy_begin(struct strategy *strategy, const mpz_t unit)
{
    *strategy = (struct strategy){ 0 };
    if (!vector_grow(&strategy->nodes, &strategy->room, 0, sizeof *strategy->nodes))
        return false;
    strategy->nodes[strategy->count++] = (struct strategy_node){ 0 };
    mpz_init_set(strategy->nodes[0].weight, unit);
    return true;
}

void strategy_clear(struct strategy *strategy)
{
    for (unsigned i = 0; i < strategy->count; i++)
        mpz_clear(strategy->nodes[i].weight);
    mem_free(strategy->nodes);
    *strategy = (struct strategy){ 0 };
}

unsigned strategy_add(struct strategy *strategy, unsigned parent, struct strategy_step step,
                      mpz_srcptr weight)
{
    if (strategy->count == STRATEGY_SILENT ||
        !vector_grow(&strategy->nodes, &strategy->room, strategy->count, sizeof *strategy->nodes))
        return 0;
    unsigned added = strategy->count++;
    struct strategy_node *above = &strategy->nodes[parent], *node = &strategy->nodes[added];
    *node = (struct strategy_node){ .step = step };
    mpz_init(node->weight);
    if (weight)
        mpz_set(node->weight, weight);
    *(above->child ? &strategy->nodes[above->last].next : &above->child) = added;
    above->last = added;
    return added;
}

static bool is_step(struct strategy_step a, struct strategy_step b)
{
    return a.kind == b.kind &&
           (a.kind == STRATEGY_OUTCOME ? a.outcome == b.outcome : move_equal(a.move, b.move));
}

unsigned strategy_find(const struct strategy *strategy, unsigned parent, struct strategy_step step)
{
    unsigned child = strategy->nodes[parent].child;
    while (child && !is_step(strategy->nodes[child].step, step))
        child = strategy->nodes[child].next;
    return child;
}

unsigned strategy_outcome(const struct strategy *strategy, unsigned move, unsigned outcome)
{
    struct strategy_step step = { .kind = STRATEGY_OUTCOME, .outcome = (uint8_t)outcome };
    unsigned node = strategy_find(strategy, move, step);
    return node ? node : move;
}

unsigned strategy_after(const struct strategy *strategy, unsigned at, unsigned seat,
                        const struct game *game, const struct event *event)
{
    struct strategy_step step = { .move = event->move,
                                  .kind = event->seat == seat ? STRATEGY_OWN : STRATEGY_SEEN };
    bool unseen = event->seat != seat && game->verbs[event->move.verb].hidden;
    if (at == STRATEGY_SILENT || unseen)
        return at;
    unsigned move = strategy_find(strategy, at, step);
    return move ? strategy_outcome(strategy, move, event->outcome) : STRATEGY_SILENT;
}

bool strategy_has_moves(const struct strategy *strategy, unsigned at)
{
    unsigned child = strategy->nodes[at].child;
    while (child && strategy->nodes[child].step.kind != STRATEGY_OWN)
        child = strategy->nodes[child].next;
    return child;
}

bool strategy_draw(const struct strategy *strategy, unsigned at, struct random *random,
                   struct move *move)
{
    const struct strategy_node *nodes = strategy->nodes;
    mpz_t left, draw;
    bool drawn = false;
    mpz_inits(left, draw, NULL);
    for (unsigned i = nodes[at].child; i; i = nodes[i].next)
        if (nodes[i].step.kind == STRATEGY_OWN)
            mpz_add(left, left, nodes[i].weight);
    wide_set(draw, random->draw(random));
    mpz_mul(left, left, draw);
    mpz_fdiv_q_2exp(left, left, 64); // below the sum
    for (unsigned i = nodes[at].child; i && mpz_sgn(left) >= 0; i = nodes[i].next)
        if (nodes[i].step.kind == STRATEGY_OWN) {
            mpz_sub(left, left, nodes[i].weight);
            *move = nodes[i].step.move;
            drawn = true;
        }
    mpz_clears(left, draw, NULL);
    return drawn;
}
