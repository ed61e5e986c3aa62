// SPDX-License-Identifier: GPL-3.0-or-later
#include "seating.h"

#include <assert.h>
#include <string.h>

static bool happens(struct seating *seating, const struct act *act, struct news *reply)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log_event event;
    struct table_means means = { .now = ++seating->now, .chance = &seating->random };
    for (unsigned i = 0; i < sizeof means.nonce; i++)
        means.nonce[i] = (unsigned char)random_below(&seating->random, 256);
    if (table_propose(seating->table, act, &means, &event, reply) != TABLE_EVENT)
        return false;
    bool fits = table_commit(seating->table, &event, seating->now, &why);
    assert(fits);
    return true;
}

static void fulfil(struct seating *seating)
{
    for (;;) {
        struct table_wish wish = table_wish(seating->table);
        struct act act = { .seat = wish.seat, .draw = wish.draw };
        struct news reply;
        if (wish.kind == TABLE_WANTS_ROUND)
            act.kind = ACT_BEGIN;
        else if (wish.kind == TABLE_WANTS_DEAL)
            act.kind = ACT_DEAL;
        else
            return;
        bool done = happens(seating, &act, &reply);
        assert(done);
    }
}

static void sit_down(struct seating *seating, const struct table_setup *setup, uint64_t seed)
{
    struct text why = TEXT_OF(TEXT_MAX);
    seating_end(seating);
    *seating = (struct seating){ .random = random_seeded(seed) };
    seating->table = table_new(setup, &why);
    assert(seating->table);
    fulfil(seating);
}

static struct table_setup make_setup(const struct variant *variant, unsigned first)
{
    struct table_setup setup = table_usual(variant->game);
    setup.header.variant = *variant;
    setup.header.first = (uint8_t)first;
    setup.header.toss = first == SEAT_NOBODY ? LOG_RANDOM : LOG_SETTLED;
    memcpy(setup.header.id, "0123456789ab", COMMIT_ID);
    return setup;
}

void seating_begin(struct seating *seating, const struct variant *variant, unsigned first,
                   unsigned computer, uint64_t seed)
{
    struct table_setup setup = make_setup(variant, first);
    if (computer) {
        setup.computer[computer] = true;
        setup.shared = false;
        strcpy(setup.header.player[computer], "random");
    }
    sit_down(seating, &setup, seed);
}

void seating_begin_match(struct seating *seating, const struct variant *variant, unsigned first,
                         unsigned rounds)
{
    struct table_setup setup = make_setup(variant, first);
    setup.header.rounds = (uint16_t)rounds;
    sit_down(seating, &setup, 1);
}

void seating_follow(struct seating *seating, const struct match *match)
{
    struct table_setup setup = make_setup(&match->variant, match->first);
    setup.given = match->count && match->log[0].seat == SEAT_CHANCE;
    setup.deal = setup.given ? match->log[0].move.set : 0;
    if (setup.given)
        setup.header.deal = LOG_GIVEN;
    sit_down(seating, &setup, 1);
    for (unsigned i = setup.given; i < match->count; i++)
        seating_play(seating, match->log[i].move);
}

void seating_end(struct seating *seating)
{
    table_free(seating->table);
    seating->table = NULL;
}

struct news seating_act(struct seating *seating, struct act act)
{
    struct news reply;
    happens(seating, &act, &reply);
    fulfil(seating);
    return reply;
}

void seating_play(struct seating *seating, struct move move)
{
    static struct stage stage;
    table_stage(seating->table, SEAT_NOBODY, seating->now, &stage);
    struct act act = { .kind = ACT_MOVE, .seat = stage.mover, .sure = true, .move = move };
    struct news reply;
    bool done = happens(seating, &act, &reply);
    assert(done);
    fulfil(seating);
}
