// SPDX-License-Identifier: GPL-3.0-or-later
// A log is believed only as far as it is played through: events of every kind, in any
// order, are drawn, and what is refused changes nothing. Every refusal is met.
#include "core/random.h"
#include "record/joint.h"
#include "record/replay.h"
#include "support.h"
#include "table/table.h"

enum { CANDIDATES = 120000, EVENTS = 300 };

struct walk_state {
    struct log_header header;
    struct replay replay;
    struct random random;
    struct log_event events[EVENTS];
    char word[2][SEATS][LOG_NAME]; // that each draw's contributions were made from
    unsigned char nonce[2][SEATS][COMMIT_BYTES];
};

static const char *const refusals[] = {
    "a round begins before the last one is over",
    "a round begins after the match is over",
    "the wrong player begins the round",
    "who begins was not settled as agreed",
    "the toss comes before all contributions to it are opened",
    "the toss fell otherwise",
    "a round begins before the seed of the last deal is opened",
    "a round begins before both players are ready",
    "a move is made while no round is in play",
    "the move is not opened",
    "the deal does not come from where it was agreed",
    "the deal comes before the contributions to it",
    "it is not a legal move there",
    "it has another outcome than the rules give",
    "that is not done at this table",
    "it answers an offer, and none was needed",
    "the other player has not agreed",
    "nothing can be taken back there",
    "a move is taken back after the deal was opened",
    "a move is taken back that may not be",
    "no move is taken back",
    "an offer is made while another one stands",
    "that is not asked for at this table",
    "that cannot be asked for there",
    "there is no such offer to decline",
    "there is nothing to be ready for",
    "the match is not over",
    "something else was offered",
    "nobody can lose there",
    "there was time left",
    "nothing is drawn from contributions there",
    "it is not the time for contributions",
    "a second contribution of the same player",
    "the seed of the deal is opened before the round is over",
    "the table is not full there",
    "there is no such event",
    "its number is not the next",
};
static unsigned met[sizeof refusals / sizeof *refusals];

static unsigned below(struct walk_state *walk, unsigned bound)
{
    return (unsigned)random_below(&walk->random, bound);
}

static void draw_header(struct walk_state *walk)
{
    static const struct game *const kinds[] = { &game_minefield, &game_trap_runner,
                                                &game_blockade };
    const struct game *game = kinds[below(walk, 3)];
    struct table_setup setup = table_usual(game);
    struct log_header *header = &setup.header;
    header->variant = support_variant(game, "book");
    strcpy(header->id, "0123456789ab");
    header->toss = below(walk, 2) ? LOG_JOINT : LOG_SETTLED;
    header->first = header->toss == LOG_JOINT ? SEAT_NOBODY : SEAT_1;
    header->deal = below(walk, 3) ? LOG_JOINT : LOG_RANDOM;
    header->undo = (uint8_t)below(walk, 3);
    header->rematch = (uint8_t)below(walk, 3);
    header->rounds = (uint16_t)(1 + below(walk, 2));
    header->clock.base = below(walk, 2) ? 500 : 0;
    walk->header = *header;
    walk->replay = replay_begin();
}

static void draw_move(struct walk_state *walk, struct log_event *event)
{
    unsigned mover = replay_mover(&walk->replay);
    if (!mover || !below(walk, 10)) {
        event->move = (struct move){ .set = below(walk, 64), .verb = 0 };
        event->opened = below(walk, 2);
        return;
    }
    struct view view = match_view(&walk->replay.match, mover);
    struct state after = walk->replay.match.state;
    event->seat = (uint8_t)(below(walk, 20) ? mover : event->seat);
    event->move = view_draw(&walk->header.variant, &view, &walk->random);
    if (mover == SEAT_CHANCE && walk->header.deal == LOG_JOINT && replay_may_deal(&walk->replay))
        event->move =
            replay_deal(&walk->replay, &walk->header, walk->word[LOG_DRAWS_DEAL][SEAT_CHANCE]);
    event->source = (uint8_t)(below(walk, 10) ? walk->header.deal : LOG_GIVEN);
    event->opened = below(walk, 10) > 0;
    event->outcome = (uint8_t)game_apply(&walk->header.variant, &after, event->move);
    if (!below(walk, 20))
        event->outcome = (uint8_t)((event->outcome + 1) % outcome_count(walk->header.variant.game));
}

// A contribution can be opened only with the word and the nonce that it was made from.
static void draw_contribution(struct walk_state *walk, struct log_event *event)
{
    unsigned char bytes[16];
    event->seat = (uint8_t)(SEAT_1 + below(walk, 3));
    event->draw = (uint8_t)below(walk, 2);
    event->opened = true;
    if (event->kind == LOG_OPEN) {
        memcpy(event->word, walk->word[event->draw][event->seat], LOG_NAME);
        memcpy(event->seal.nonce, walk->nonce[event->draw][event->seat], COMMIT_BYTES);
        return;
    }
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)below(walk, 256);
    joint_word(bytes, event->word);
    memset(event->seal.nonce, bytes[0], COMMIT_BYTES);
    log_seal(&walk->header, event, event->seal.commitment);
}

static struct log_event draw_event(struct walk_state *walk)
{
    struct log_event event = { .n = walk->replay.count + (below(walk, 200) ? 1 : 2),
                               .kind = (uint8_t)below(walk, LOG_KINDS + (below(walk, 50) == 0)),
                               .seat = (uint8_t)below(walk, SEATS),
                               .of = below(walk, 4) ? walk->replay.offer : 0,
                               .what = (uint8_t)below(walk, 2),
                               .swapped = below(walk, 2),
                               .count = (uint16_t)below(walk, 3),
                               .spent = below(walk, 60) };
    if (event.kind == LOG_RESIGN && below(walk, 8))
        event.kind = LOG_MOVE;
    if (event.kind == LOG_FORFEIT && below(walk, 8))
        event.kind = LOG_COMMIT;
    if (event.kind == LOG_MOVE)
        draw_move(walk, &event);
    if (event.kind == LOG_COMMIT || event.kind == LOG_OPEN)
        draw_contribution(walk, &event);
    if (event.kind == LOG_ROUND && below(walk, 4))
        event.source = walk->replay.first || walk->header.first ? LOG_SETTLED : LOG_JOINT;
    return event;
}

static void keep(struct walk_state *walk, const struct log_event *event)
{
    walk->events[walk->replay.count - 1] = *event;
    if (event->kind != LOG_COMMIT)
        return;
    memcpy(walk->word[event->draw][event->seat], event->word, LOG_NAME);
    memcpy(walk->nonce[event->draw][event->seat], event->seal.nonce, COMMIT_BYTES);
}

static void note_refusal(const char *why)
{
    unsigned known = 0;
    for (unsigned i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strstr(why, refusals[i])) {
            met[i]++;
            known++;
        }
    if (!known && !strstr(why, "open") && !strstr(why, "contribution"))
        fail_msg("not among the refusals: %s", why);
}

// All events so far, played from the beginning, come to the same.
static void play_again(const struct walk_state *walk)
{
    struct replay again;
    struct text why = support_text();
    struct log log = { .header = walk->header,
                       .events = (struct log_event *)walk->events,
                       .count = walk->replay.count };
    assert_true(replay_log(&again, &log, log.count, &why));
    assert_int_equal(again.count, walk->replay.count);
    assert_int_equal(again.round_at, walk->replay.round_at);
    assert_int_equal(again.winner, walk->replay.winner);
    assert_memory_equal(again.wins, walk->replay.wins, sizeof again.wins);
    assert_memory_equal(again.opened, walk->replay.opened, sizeof again.opened);
    for (unsigned seat = SEAT_NOBODY; again.round_at && seat <= SEAT_2; seat++) {
        struct view one = match_view(&again.match, seat);
        struct view other = match_view(&walk->replay.match, seat);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

// An offer is accepted or declined by the other player alone.
static void check_answer(const struct walk_state *walk, const struct replay *before,
                         const struct log_event *event)
{
    bool undo = event->kind == LOG_UNDO && walk->header.undo == LOG_AGREED;
    bool rematch = event->kind == LOG_REMATCH && walk->header.rematch == LOG_AGREED;
    if (undo || rematch || event->kind == LOG_DECLINE)
        assert_int_equal(event->seat, opponent(before->offer_by));
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    static struct walk_state walk;
    walk.random = random_seeded(support_seed(7));
    draw_header(&walk);
    for (unsigned i = 0; i < CANDIDATES; i++) {
        struct text why = support_text();
        struct log_event event = draw_event(&walk);
        struct replay before = walk.replay;
        if (replay_event(&walk.replay, &walk.header, &event, NULL, &why)) {
            keep(&walk, &event);
            check_answer(&walk, &before, &event);
        } else {
            assert_memory_equal(&before, &walk.replay, sizeof before);
            note_refusal(why.at);
        }
        if (walk.replay.count < EVENTS && below(&walk, 2000))
            continue;
        play_again(&walk);
        draw_header(&walk);
    }
    for (unsigned i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (!met[i])
            fail_msg("never refused: %s", refusals[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_refused_changes_nothing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
