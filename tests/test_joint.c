// SPDX-License-Identifier: GPL-3.0-or-later
// Joint dealing: the rule, and that nobody can get round it.
#include <stdio.h>

#include "record/joint.h"
#include "record/replay.h"
#include "support.h"
#include "table/table.h"
#include "table/truth.h"

static const char seed[] = "00112233445566778899aabbccddeeff";

static struct table_setup set_up(void)
{
    struct table_setup setup = table_usual(&game_minefield);
    strcpy(setup.header.id, "0123456789ab");
    strcpy(setup.header.name[SEAT_1], "Ann");
    strcpy(setup.header.name[SEAT_2], "Ben");
    setup.header.created = 1700000000000;
    setup.header.first = SEAT_NOBODY;
    setup.header.toss = setup.header.deal = LOG_JOINT;
    setup.header.rounds = 2;
    return setup;
}

static struct joint joint_of(const struct table_setup *setup, unsigned draw)
{
    return (struct joint){
        .header = &setup->header, .draw = draw, .n = 7, .word = { NULL, "apple", "pear", seed }
    };
}

static cells deal_of(const struct joint *joint)
{
    struct match match;
    match_start(&match, &joint->header->variant, SEAT_1);
    return joint_deal(joint, &match.state).set;
}

// Computed by tools/check-commitments' rule, which is that of docs/formats.md.
static void the_rule_is_the_documented_one(void **state)
{
    (void)state;
    struct table_setup setup = set_up();
    struct joint joint = joint_of(&setup, LOG_DRAWS_DEAL);
    struct random random = joint_random(&joint);
    char numbers[64];
    uint64_t first = random.draw(&random), second = random.draw(&random);
    snprintf(numbers, sizeof numbers, "%016llx %016llx", (unsigned long long)first,
             (unsigned long long)second);
    assert_string_equal(numbers, "2aa552775f7751e0 91ab29ff778b5055");
    assert_int_equal(deal_of(&joint), 0x46);
    joint.draw = LOG_DRAWS_TOSS;
    assert_int_equal(joint_toss(&joint), SEAT_1);
}

static void everything_counts(void **state)
{
    (void)state;
    struct table_setup setup = set_up(), other = setup;
    struct joint joint = joint_of(&setup, LOG_DRAWS_DEAL), changed[6];
    strcpy(other.header.name[SEAT_2], "Bob");
    for (unsigned i = 0; i < 6; i++)
        changed[i] = joint;
    changed[0].word[SEAT_1] = "apples";
    changed[1].word[SEAT_2] = "pears";
    changed[2].word[SEAT_CHANCE] = "00112233445566778899aabbccddeefe";
    changed[3].n++;
    changed[4].draw = LOG_DRAWS_TOSS;
    changed[5].header = &other.header;
    struct random random = joint_random(&joint);
    uint64_t first = random.draw(&random);
    for (unsigned i = 0; i < 6; i++) {
        random = joint_random(&changed[i]);
        assert_true(random.draw(&random) != first);
    }
    changed[0].word[SEAT_1] = "applep"; // the lengths keep words apart
    changed[0].word[SEAT_2] = "ear";
    random = joint_random(&changed[0]);
    assert_true(random.draw(&random) != first);
}

// With two contributions fixed, the third alone makes all deals equally likely.
static void each_contribution_alone_makes_it_even(void **state)
{
    (void)state;
    enum { DRAWS = 12000, KINDS = 120 };
    static unsigned count[1 << 11];
    for (unsigned who = SEAT_1; who <= SEAT_CHANCE; who++) {
        struct table_setup setup = set_up();
        struct joint joint = joint_of(&setup, LOG_DRAWS_DEAL);
        char word[LOG_NAME];
        unsigned kinds = 0, tosses = 0;
        double chi = 0;
        memset(count, 0, sizeof count);
        joint.word[who] = word;
        for (unsigned i = 0; i < DRAWS; i++) {
            snprintf(word, sizeof word, "word %u", i);
            joint.draw = LOG_DRAWS_DEAL;
            count[deal_of(&joint)]++;
            joint.draw = LOG_DRAWS_TOSS;
            tosses += joint_toss(&joint) == SEAT_1;
        }
        for (unsigned i = 0; i < sizeof count / sizeof *count; i++) {
            double expected = (double)DRAWS / KINDS, more = count[i] - expected;
            kinds += count[i] > 0;
            chi += count[i] ? more * more / expected : 0;
        }
        assert_int_equal(kinds, KINDS);
        assert_true(chi < 180); // 119 degrees of freedom: one in ten thousand is above
        assert_in_range(tosses, DRAWS / 2 - 250, DRAWS / 2 + 250);
    }
}

struct sitting {
    struct table *table;
    struct random random;
    int64_t now;
};

static struct sitting sit_down_with(const struct table_setup *setup)
{
    struct text why = support_text();
    struct sitting sitting = { .table = table_new(setup, &why), .random = random_seeded(1) };
    assert_non_null(sitting.table);
    return sitting;
}

static struct sitting sit_down(void)
{
    struct table_setup setup = set_up();
    return sit_down_with(&setup);
}

// Proposes; gives the event, or what was said against it.
static bool propose(struct sitting *sitting, const struct act *act, struct log_event *event,
                    struct news *reply)
{
    struct table_means means = { .now = sitting->now, .chance = &sitting->random };
    memset(means.nonce, (int)table_count(sitting->table) + 1, sizeof means.nonce);
    return table_propose(sitting->table, act, &means, event, reply) == TABLE_EVENT;
}

static bool act(struct sitting *sitting, struct act act)
{
    struct log_event event;
    struct news reply;
    struct text why = support_text();
    return propose(sitting, &act, &event, &reply) &&
           table_commit(sitting->table, &event, sitting->now, &why);
}

static bool contribute(struct sitting *sitting, enum act_kind kind, unsigned draw, unsigned seat,
                       const char *word)
{
    struct act wanted = { .kind = (uint8_t)kind, .seat = (uint8_t)seat, .draw = (uint8_t)draw };
    strcpy(wanted.word, word);
    return act(sitting, wanted);
}

static const char *const words[SEATS] = { NULL, "apple", "pear", seed };

// Fulfils all wishes but people's moves, in the table's order.
static void go_on(struct sitting *sitting)
{
    for (;;) {
        struct table_wish wish = table_wish(sitting->table);
        bool done = false;
        if (wish.kind == TABLE_WANTS_COMMIT)
            done = contribute(sitting, ACT_COMMIT, wish.draw, wish.seat, words[wish.seat]);
        else if (wish.kind == TABLE_WANTS_OPENING)
            done = contribute(sitting, ACT_OPEN, wish.draw, wish.seat, "");
        else if (wish.kind == TABLE_WANTS_ROUND)
            done = act(sitting, (struct act){ .kind = ACT_BEGIN });
        else if (wish.kind == TABLE_WANTS_DEAL)
            done = act(sitting, (struct act){ .kind = ACT_DEAL });
        else
            return;
        assert_true(done);
    }
}

static unsigned mover_of(const struct sitting *sitting)
{
    return match_turn(table_match(sitting->table))->mover;
}

static void play_round(struct sitting *sitting)
{
    while (mover_of(sitting)) {
        struct act wanted = { .kind = ACT_MOVE, .seat = (uint8_t)mover_of(sitting) };
        struct view view = table_view(sitting->table, wanted.seat);
        wanted.move =
            view_draw(&table_setup(sitting->table)->header.variant, &view, &sitting->random);
        assert_true(act(sitting, wanted));
    }
}

// In the log: what kind of event, by whom.
static void a_match_goes_as_it_should(void **state)
{
    (void)state;
    struct sitting sitting = sit_down();
    struct text why = support_text();
    go_on(&sitting);
    const struct log *log = table_log(sitting.table);
    assert_int_equal(log->events[0].kind, LOG_COMMIT);
    assert_int_equal(log->events[0].seat, SEAT_CHANCE); // before anybody's word is known
    assert_int_equal(log->events[6].kind, LOG_ROUND);
    assert_int_equal(log->events[6].source, LOG_JOINT);
    play_round(&sitting);
    go_on(&sitting);
    assert_true(act(&sitting, (struct act){ .kind = ACT_READY, .seat = SEAT_1 }));
    go_on(&sitting);
    play_round(&sitting);
    go_on(&sitting);
    struct replay replay;
    log = table_log(sitting.table);
    assert_int_equal(log->events[log->count - 1].kind, LOG_OPEN);
    assert_true(replay_log(&replay, log, log->count, &why));
    assert_true(replay_match_over(&replay, &log->header));
    table_free(sitting.table);
}

static void nobody_acts_out_of_order(void **state)
{
    (void)state;
    struct sitting sitting = sit_down();
    struct act begin = { .kind = ACT_BEGIN };
    assert_false(act(&sitting, begin));
    assert_true(contribute(&sitting, ACT_COMMIT, LOG_DRAWS_TOSS, SEAT_CHANCE, seed));
    assert_true(contribute(&sitting, ACT_COMMIT, LOG_DRAWS_TOSS, SEAT_1, "apple"));
    assert_false(contribute(&sitting, ACT_COMMIT, LOG_DRAWS_TOSS, SEAT_1, "another"));
    assert_false(contribute(&sitting, ACT_OPEN, LOG_DRAWS_TOSS, SEAT_1, "")); // Ben has not yet
    assert_false(contribute(&sitting, ACT_COMMIT, LOG_DRAWS_DEAL, SEAT_1, "apple"));
    assert_true(contribute(&sitting, ACT_COMMIT, LOG_DRAWS_TOSS, SEAT_2, "pear"));
    assert_false(contribute(&sitting, ACT_OPEN, LOG_DRAWS_TOSS, SEAT_1, "another"));
    assert_false(act(&sitting, begin));
    go_on(&sitting);
    assert_int_not_equal(mover_of(&sitting), SEAT_CHANCE);
    assert_false(contribute(&sitting, ACT_OPEN, LOG_DRAWS_DEAL, SEAT_CHANCE, "")); // not yet over
    table_free(sitting.table);
}

// A table that deals, or tosses, otherwise than the contributions say, is found out.
static void what_does_not_follow_is_refused(void **state)
{
    (void)state;
    struct sitting sitting = sit_down();
    struct text why = support_text();
    go_on(&sitting);
    play_round(&sitting);
    go_on(&sitting);
    const struct log *log = table_log(sitting.table);
    struct log forged = *log;
    struct log_event events[256];
    struct replay replay;
    unsigned at = 0;
    memcpy(events, log->events, log->count * sizeof *events);
    forged.events = events;
    while (events[at].kind != LOG_MOVE)
        at++;
    events[at].move.set = events[at].move.set == 0xe ? 0x1c : 0xe; // three others
    forged.count = at + 1;
    assert_true(replay_log(&replay, &forged, forged.count, &why)); // it is a legal deal
    struct log_event resigns = { .n = at + 2, .kind = LOG_RESIGN, .seat = SEAT_1 };
    struct log_event opening = log->events[log->count - 1];
    opening.n = at + 3;
    assert_true(replay_event(&replay, &forged.header, &resigns, NULL, &why));
    assert_false(replay_event(&replay, &forged.header, &opening, NULL, &why));
    assert_non_null(strstr(why.at, "does not follow"));

    memcpy(events, log->events, log->count * sizeof *events);
    at = 0;
    while (events[at].kind != LOG_ROUND)
        at++;
    events[at].seat = (uint8_t)opponent(events[at].seat);
    text_clear(&why);
    assert_false(replay_log(&replay, &forged, at + 1, &why));
    assert_non_null(strstr(why.at, "the toss fell otherwise"));
    table_free(sitting.table);
}

// Whoever is told of a contribution learns the commitment alone, until it is opened.
static void words_are_told_when_they_are_opened(void **state)
{
    (void)state;
    struct sitting sitting = sit_down();
    go_on(&sitting);
    for (uint32_t n = 1; n <= table_count(sitting.table); n++)
        for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
            static const unsigned char nothing[COMMIT_BYTES];
            struct news news;
            assert_true(table_news(sitting.table, viewer, n, &news));
            if (news.event.kind != LOG_COMMIT)
                continue;
            assert_string_equal(news.event.word, "");
            assert_memory_equal(news.event.seal.nonce, nothing, COMMIT_BYTES);
            assert_memory_not_equal(news.event.seal.commitment, nothing, COMMIT_BYTES);
        }
    table_free(sitting.table);
}

// Once the seed is known, so is the deal: nobody may unlearn it.
static void nothing_is_taken_back_after_the_seed_is_opened(void **state)
{
    (void)state;
    struct sitting sitting = sit_down();
    go_on(&sitting);
    play_round(&sitting);
    go_on(&sitting);
    struct act undo = { .kind = ACT_UNDO, .seat = SEAT_1 };
    struct log_event event;
    struct news reply;
    assert_false(propose(&sitting, &undo, &event, &reply));
    assert_non_null(strstr(reply.words, "the deal has been opened"));
    table_free(sitting.table);
}

// Who waits to see what the others put in, and then goes away, has lost the round.
static void a_contribution_that_is_not_opened_in_time_is_a_loss(void **state)
{
    (void)state;
    struct table_setup setup = set_up();
    setup.header.first = SEAT_1;
    setup.header.toss = LOG_SETTLED;
    setup.header.clock = (struct log_clock){ .base = 60000, .move = 5000 };
    struct sitting sitting = sit_down_with(&setup);
    struct act flag = { .kind = ACT_FLAG, .seat = SEAT_2 };
    sitting.now = 1000;
    while (table_wish(sitting.table).kind != TABLE_WANTS_OPENING ||
           table_wish(sitting.table).seat != SEAT_2) {
        struct table_wish wish = table_wish(sitting.table);
        if (wish.kind == TABLE_WANTS_ROUND)
            assert_true(act(&sitting, (struct act){ .kind = ACT_BEGIN }));
        else
            assert_true(contribute(
                &sitting, wish.kind == TABLE_WANTS_COMMIT ? ACT_COMMIT : ACT_OPEN, wish.draw,
                wish.seat, wish.kind == TABLE_WANTS_COMMIT ? words[wish.seat] : ""));
    }
    assert_int_equal(table_wish(sitting.table).flagged, SEAT_2);
    assert_int_equal(table_wish(sitting.table).flag_at, 6000);
    sitting.now = 5999;
    assert_false(act(&sitting, flag));
    sitting.now = 6000;
    assert_false(act(&sitting, (struct act){ .kind = ACT_FLAG, .seat = SEAT_1 }));
    assert_true(act(&sitting, flag));
    const struct log *log = table_log(sitting.table);
    assert_int_equal(log->events[log->count - 1].kind, LOG_FORFEIT);
    assert_int_equal(log->events[log->count - 1].cause, LOG_UNOPENED);
    struct replay replay;
    struct text why = support_text();
    assert_true(replay_log(&replay, log, log->count, &why));
    assert_int_equal(replay.winner, SEAT_1);
    table_free(sitting.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_is_the_documented_one),
        cmocka_unit_test(everything_counts),
        cmocka_unit_test(each_contribution_alone_makes_it_even),
        cmocka_unit_test(a_match_goes_as_it_should),
        cmocka_unit_test(nobody_acts_out_of_order),
        cmocka_unit_test(what_does_not_follow_is_refused),
        cmocka_unit_test(words_are_told_when_they_are_opened),
        cmocka_unit_test(nothing_is_taken_back_after_the_seed_is_opened),
        cmocka_unit_test(a_contribution_that_is_not_opened_in_time_is_a_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
