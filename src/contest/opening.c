// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/opening.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"
#include "match/match.h"
#include "solve/rater.h"

// Of one field: those that are known, in order.
struct drawn {
    struct opening *list;
    size_t count, room;
    struct map positions; // that they lead to
    struct rater *rater;
    bool hopeless; // it takes too long to solve
};

struct openings {
    const struct schedule *schedule;
    struct drawn of[RATINGS_FIELDS];
};

struct openings *openings_new(const struct schedule *schedule, struct text *why)
{
    struct openings *openings = mem_for("openings", sizeof *openings, why);
    if (!openings)
        return NULL;
    openings->schedule = schedule;
    for (unsigned i = 0; i < RATINGS_FIELDS; i++)
        openings->of[i].positions = map_of(2, 1);
    return openings;
}

void openings_free(struct openings *openings)
{
    if (!openings)
        return;
    for (unsigned i = 0; i < RATINGS_FIELDS; i++) {
        mem_free(openings->of[i].list);
        map_free(&openings->of[i].positions);
        rater_free(openings->of[i].rater);
    }
    mem_free(openings);
}

// Plies at random. False if the game ends among them.
static bool play(struct match *match, const struct variant *variant, unsigned plies, uint64_t deal,
                 struct random *random, struct opening *opening)
{
    struct random chance = random_seeded(deal);
    struct event event;
    *opening = (struct opening){ 0 };
    match_start(match, variant, SEAT_1);
    match_deal(match, &chance);
    while (opening->count < plies) {
        unsigned seat = match_turn(match)->mover;
        struct view view = match_view(match, seat);
        struct move move = view_draw(variant, &view, random);
        if (!match_play(match, seat, move, &event))
            return false;
        opening->moves[opening->count++] = move;
        match_deal(match, &chance);
        if (match_over(match))
            return false;
    }
    return true;
}

// By the number of positions, not by the time: every worker must find the same.
static bool within_bounds(void *context, uint64_t nodes)
{
    enum { MOST = 4000000 };
    (void)context;
    return nodes < MOST;
}

// What the position is worth, where nothing is hidden; and whether it ends soon.
static bool ends_soon(struct drawn *drawn, const struct match *match, struct opening *opening)
{
    enum { SOON = 2 }; // turns
    struct text why = TEXT_OF(TEXT_MAX);
    struct limits limits = { .go_on = within_bounds };
    struct view view = match_view(match, match_turn(match)->mover);
    struct solve_answer answer;
    if (claim_class(match_game(match)) == CLAIM_SECRETS || drawn->hopeless)
        return false;
    if (!drawn->rater)
        drawn->rater = rater_new(match_variant(match), &why);
    if (!drawn->rater || !rater_rate(drawn->rater, &limits, &view, NULL, &answer, &why)) {
        drawn->hopeless = true;
        return false;
    }
    if (mpq_equal(answer.lo, answer.hi))
        gmp_snprintf(opening->value, sizeof opening->value, "%Qd", answer.lo);
    bool soon = answer.class == CLAIM_OPEN && answer.turns <= SOON;
    solve_answer_clear(&answer);
    return soon;
}

// What both players see, which does not say how it came about where nothing is hidden.
static bool is_new(struct drawn *drawn, const struct match *match)
{
    uint64_t key[2];
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct view view = match_view(match, seat);
        crypto_hash_sha256_update(&state, (const unsigned char *)&view, sizeof view);
    }
    crypto_hash_sha256_final(&state, hash);
    memcpy(key, hash, sizeof key);
    key[0] |= 1;
    uint64_t *known = map_add(&drawn->positions, key, 0);
    bool first = !known || !*known;
    if (known)
        *known = 1;
    return first;
}

// A good one that is new; if there is none, a good one; if there is none, any that goes on.
static struct opening draw(struct drawn *drawn, const struct variant *variant, unsigned plies,
                           uint64_t deal, uint64_t seed)
{
    enum { TRIES = 100 };
    struct random random = random_seeded(seed);
    struct match_room room;
    struct match *match = match_in(&room);
    struct opening opening, good = { 0 }, any = { 0 };
    for (unsigned i = 0; i < TRIES; i++) {
        if (!play(match, variant, plies, deal, &random, &opening))
            continue;
        bool soon = ends_soon(drawn, match, &opening);
        any = opening;
        if (soon)
            continue;
        good = opening;
        if (game_has_chance(variant->game) || is_new(drawn, match))
            return opening;
    }
    return good.count ? good : any;
}

bool openings_find(struct openings *openings, unsigned index, struct opening *opening,
                   struct text *why)
{
    const struct schedule *schedule = openings->schedule;
    struct schedule_pair pair = schedule_pair(schedule, index);
    struct drawn *drawn = &openings->of[pair.field];
    const struct variant *variant = &schedule->field[pair.field];
    unsigned number = schedule_round(schedule, index);
    if (game_has_chance(variant->game)) { // every pair has a deal of its own
        *opening = draw(drawn, variant, schedule->openings, pair.deal,
                        schedule_opening_seed(schedule, pair.field, index));
        return true;
    }
    if (!vector_grow(&drawn->list, &drawn->room, number + 1, sizeof *drawn->list)) {
        text_add(why, "There is not enough memory for the openings.");
        return false;
    }
    while (drawn->count <= number) {
        uint64_t seed = schedule_opening_seed(schedule, pair.field, (unsigned)drawn->count);
        drawn->list[drawn->count++] = draw(drawn, variant, schedule->openings, 0, seed);
    }
    *opening = drawn->list[number];
    return true;
}
