// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody learns what is hidden, once for all fronts and carriers: they show stages and
// news, and these are lines. Two tables are played side by side that look the same to one
// viewer: the same acts and disclosures, but other hidden numbers. Every line for that
// viewer, and every reply to it, must then be the same, byte for byte.
#include <stdio.h>
#include <stdlib.h>

#include "support.h"
#include "table/json.h"
#include "table/table.h"

enum { SEEN = 1 << 18, TRIES = 12, STEPS = 40 };

// One of the two, with all that its viewer has seen.
struct side {
    struct table *table;
    struct random random;
    char *seen;
    struct text out;
};

struct pair {
    struct side side[2];
    unsigned viewer;
    struct random random;
    unsigned compared, hidden; // lines; and moves that differ
};

static const struct variant *variant_of(const struct pair *pair)
{
    return &table_setup(pair->side[0].table)->header.variant;
}

// A commitment differs from table to table: it must.
static void mask(char *line)
{
    static const char key[] = "\"commitment\":\"";
    for (char *at = strstr(line, key); at; at = strstr(at, key)) {
        at += strlen(key);
        memset(at, '0', COMMIT_HEX - 1);
    }
}

// A state that is made from that of any viewer before is the same as one that is made by itself.
static void see_next_state(const struct side *side, const struct stage *own, const char *alone)
{
    static char written[2][JSON_LINE];
    const struct game *game = table_setup(side->table)->header.variant.game;
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        struct text before = text_in(written[0], JSON_LINE), out = text_in(written[1], JSON_LINE);
        struct member_draft draft = { 0 };
        struct stage others;
        table_stage(side->table, viewer, 1000, &others);
        json_write_next_state(&others, game, &draft, &before);
        json_write_next_state(own, game, &draft, &out);
        assert_string_equal(out.at, alone);
    }
}

static void see_stage(const struct pair *pair, struct side *side)
{
    struct stage stage;
    const struct game *game = variant_of(pair)->game;
    table_stage(side->table, pair->viewer, 1000, &stage);
    json_write_hello(&stage, game, &side->out);
    const char *state = side->out.at + side->out.length;
    json_write_state(&stage, game, &side->out);
    see_next_state(side, &stage, state);
    json_write_turn(&stage, game, &side->out);
}

static void see_reply(const struct pair *pair, struct side *side, const struct act *act)
{
    struct table_means means = { .now = 1000, .chance = &side->random };
    struct log_event event;
    struct news reply;
    if (table_propose(side->table, act, &means, &event, &reply) == TABLE_REPLY)
        json_write_news(&reply, variant_of(pair)->game, &side->out);
    else
        text_add(&side->out, "(accepted)");
}

// Everything that the viewer could ask.
static void see_replies(const struct pair *pair, struct side *side)
{
    struct act act = { .seat = (uint8_t)pair->viewer };
    for (act.kind = 0; act.kind < ACT_BEGIN; act.kind++)
        see_reply(pair, side, &act);
    for (unsigned verb = 0; variant_of(pair)->game->verbs[verb].name; verb++)
        for (unsigned i = 0; i < 4; i++) {
            act.kind = i % 2 ? ACT_MAY : ACT_MOVE;
            act.move.verb = (uint8_t)verb;
            act.move.set = i < 2 ? cell(60) : cell(1 + table_count(side->table) % 9);
            see_reply(pair, side, &act);
        }
}

static void see(const struct pair *pair, struct side *side)
{
    struct news news;
    side->out = text_in(side->seen, SEEN);
    if (table_news(side->table, pair->viewer, table_count(side->table), &news))
        json_write_news(&news, variant_of(pair)->game, &side->out);
    see_stage(pair, side);
    see_replies(pair, side);
    assert_false(side->out.cut);
    mask(side->seen);
}

static bool looks_the_same(struct pair *pair)
{
    pair->compared++;
    return strcmp(pair->side[0].seen, pair->side[1].seen) == 0;
}

// What an act would be on one side; false if it is refused there.
static bool propose(struct side *side, const struct act *act, struct log_event *event)
{
    struct table_means means = { .now = 1000, .chance = &side->random };
    struct news reply;
    memset(means.nonce, 7, sizeof means.nonce);
    return table_propose(side->table, act, &means, event, &reply) == TABLE_EVENT;
}

static void commit(struct side *side, const struct log_event *event)
{
    struct text why = support_text();
    if (!table_commit(side->table, event, 1000, &why))
        fail_msg("%s", why.at);
}

static bool is_over(const struct side *side)
{
    struct stage stage;
    table_stage(side->table, SEAT_NOBODY, 1000, &stage);
    return stage.end != LOG_END_NONE;
}

// Something that the viewer may not know differs; everything else is the same. False if
// nothing was found that does not give the difference away by the rules.
static bool find_acts(struct pair *pair, struct act act[2], struct log_event event[2])
{
    struct table_wish wish = table_wish(pair->side[0].table);
    unsigned mover = wish.kind == TABLE_WANTS_DEAL ? SEAT_CHANCE : wish.seat;
    for (unsigned i = 0; i < TRIES; i++) {
        for (unsigned s = 0; s < 2; s++) {
            struct view view = table_view(pair->side[s].table, mover);
            act[s] = (struct act){ .kind = ACT_MOVE, .seat = (uint8_t)mover, .sure = true };
            if (s == 0 ||
                (variant_of(pair)->game->verbs[act[0].move.verb].hidden && mover != pair->viewer))
                act[s].move = view_draw(variant_of(pair), &view, &pair->random);
            else
                act[s].move = act[0].move;
        }
        if (propose(&pair->side[0], &act[0], &event[0]) &&
            propose(&pair->side[1], &act[1], &event[1]) && event[0].outcome == event[1].outcome) {
            pair->hidden += !move_equal(act[0].move, act[1].move);
            return true;
        }
    }
    return false;
}

// Chance's move comes from each side's own random numbers.
static bool find_deals(struct pair *pair, enum table_wish_kind kind, struct log_event event[2])
{
    struct act act = { .kind = kind == TABLE_WANTS_ROUND ? ACT_BEGIN : ACT_DEAL };
    bool good =
        propose(&pair->side[0], &act, &event[0]) && propose(&pair->side[1], &act, &event[1]);
    pair->hidden += good && !move_equal(event[0].move, event[1].move);
    return good;
}

// One step on both sides; false when they can no longer look the same.
static bool step(struct pair *pair)
{
    struct act act[2];
    struct log_event event[2];
    enum table_wish_kind kind = table_wish(pair->side[0].table).kind;
    bool deals = kind == TABLE_WANTS_ROUND || kind == TABLE_WANTS_DEAL;
    if (deals ? !find_deals(pair, kind, event) : !find_acts(pair, act, event))
        return false;
    for (unsigned s = 0; s < 2; s++) {
        commit(&pair->side[s], &event[s]);
        see(pair, &pair->side[s]);
    }
    return true;
}

static void open_pair(struct pair *pair, const struct variant *variant, unsigned viewer,
                      bool shared, uint64_t seed)
{
    struct table_setup setup = table_usual(variant->game);
    *pair = (struct pair){ .viewer = viewer, .random = random_seeded(seed) };
    setup.header.variant = *variant;
    setup.shared = shared;
    strcpy(setup.header.id, "0123456789ab");
    for (unsigned s = 0; s < 2; s++) {
        struct text why = support_text();
        pair->side[s].table = table_new(&setup, &why);
        pair->side[s].random = random_seeded(seed + s);
        pair->side[s].seen = malloc(SEEN);
        assert_non_null(pair->side[s].table);
    }
}

static void close_pair(struct pair *pair)
{
    for (unsigned s = 0; s < 2; s++) {
        table_free(pair->side[s].table);
        free(pair->side[s].seen);
    }
}

// True if the viewer could tell the two apart before the end.
static bool tells(const struct variant *variant, unsigned viewer, bool shared, uint64_t seed,
                  unsigned *hidden)
{
    struct pair pair;
    bool told = false;
    open_pair(&pair, variant, viewer, shared, seed);
    for (unsigned i = 0; i < STEPS && !told && step(&pair); i++) {
        if (is_over(&pair.side[0]) || is_over(&pair.side[1]))
            break; // all is revealed
        told = !looks_the_same(&pair);
    }
    *hidden += pair.hidden;
    close_pair(&pair);
    return told;
}

static void check_variant(const struct variant *variant, struct random *random)
{
    unsigned hidden = 0;
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        for (unsigned i = 0; i < 6; i++) {
            uint64_t seed = random_below(random, UINT64_MAX / 2);
            if (tells(variant, viewer, i % 2, seed, &hidden))
                fail_msg("%s tells viewer %u something: seed %llu", variant->game->slug, viewer,
                         (unsigned long long)seed);
        }
}

static void no_line_tells_what_is_hidden(void **state)
{
    (void)state;
    support_each(4, check_variant);
}

// The pairs really differ, so that the test above says something.
static void the_pairs_differ_where_something_is_hidden(void **state)
{
    (void)state;
    for (unsigned i = 0; games[i]; i++) {
        struct variant variant = variant_book(games[i]);
        unsigned hidden = 0;
        for (uint64_t seed = 0; seed < 5; seed++)
            tells(&variant, SEAT_NOBODY, false, 100 * seed, &hidden);
        if (game_has_secrets(games[i]) || game_has_chance(games[i]))
            assert_true(hidden > 0);
        else
            assert_int_equal(hidden, 0);
    }
}

static void a_planted_leak_is_noticed(void **state)
{
    (void)state;
    static const enum leak leaks[] = { LEAK_TURN, LEAK_WORDS, LEAK_BOARD };
    struct variant variant = { .game = &game_leaky };
    unsigned hidden = 0;
    leaky_game_leak = LEAK_NONE;
    for (uint64_t seed = 0; seed < 20; seed++)
        assert_false(tells(&variant, SEAT_2, false, 10 * seed, &hidden));
    for (unsigned i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        unsigned told = 0;
        leaky_game_leak = leaks[i];
        for (uint64_t seed = 0; seed < 20; seed++)
            told += tells(&variant, SEAT_2, false, 10 * seed, &hidden);
        assert_true(told > 0);
    }
    leaky_game_leak = LEAK_NONE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_line_tells_what_is_hidden),
        cmocka_unit_test(the_pairs_differ_where_something_is_hidden),
        cmocka_unit_test(a_planted_leak_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
