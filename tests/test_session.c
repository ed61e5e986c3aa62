// SPDX-License-Identifier: GPL-3.0-or-later
// The session: every request that it makes of its home, and what becomes of the answers. What
// holds here holds in every home.
#include "record/replay.h"
#include "support.h"
#include "table/json.h"
#include "table/session.h"
#include "table/table.h"
#include "table/truth.h"

struct home {
    struct session *session;
    struct session_means means;
    struct news reply;
    unsigned drawn; // bytes of entropy so far
};

static char one, two, three; // tickets

static void draw_bytes(void *context, void *bytes, size_t size)
{
    struct home *home = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(++home->drawn * 37);
}

static struct session_setup set_up(const struct game *game)
{
    struct session_setup setup = { .table = table_usual(game), .ticks = true };
    strcpy(setup.table.header.id, "0123456789ab");
    setup.table.header.created = 1700000000000;
    setup.table.shared = false;
    return setup;
}

static void seat_computer(struct session_setup *setup, unsigned seat)
{
    setup->table.computer[seat] = true;
    strcpy(setup->table.header.player[seat], "easy");
}

static void open_home(struct home *home, const struct session_setup *setup)
{
    struct text why = support_text();
    memset(home, 0, sizeof *home);
    home->session = session_new(setup, &why);
    assert_non_null(home->session);
    home->means = (struct session_means){
        .now = 1000, .reply = &home->reply, .entropy = draw_bytes, .context = home
    };
}

static struct session_request ask(struct home *home)
{
    return session_next(home->session, &home->means);
}

static struct session_request expect(struct home *home, enum session_want want)
{
    struct session_request request = ask(home);
    if (request.want != want)
        fail_msg("%d is wanted, not %d%s%s", request.want, want, request.reply ? ": " : "",
                 request.reply ? request.reply->words : "");
    return request;
}

static void keep(struct home *home)
{
    struct text why = support_text();
    assert_true(session_kept(home->session, home->means.now, &why));
}

// Of this kind, and it is kept and told.
static struct session_request let_happen(struct home *home, enum log_kind kind)
{
    struct session_request request = expect(home, SESSION_KEEP);
    assert_int_equal(request.event->kind, kind);
    keep(home);
    return expect(home, SESSION_TELL);
}

static uint32_t count(const struct home *home)
{
    return table_count(session_table(home->session));
}

static void do_as(struct home *home, struct act act, void *ticket)
{
    assert_true(session_act(home->session, &act, ticket));
}

static struct act step(unsigned seat)
{
    return (struct act){ .kind = ACT_MOVE, .seat = (uint8_t)seat, .move = { .set = cell(1) } };
}

// Two people, or a person in seat 1, at Pathfinder, the round begun.
static void sit_down(struct home *home, bool against_computer)
{
    struct session_setup setup = set_up(&game_pathfinder);
    if (against_computer)
        seat_computer(&setup, SEAT_2);
    open_home(home, &setup);
    let_happen(home, LOG_ROUND);
}

static void nothing_is_told_before_it_is_kept(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_pathfinder);
    open_home(&home, &setup);
    struct session_request request = expect(&home, SESSION_KEEP);
    assert_int_equal(request.n, 1);
    assert_int_equal(request.event->kind, LOG_ROUND);
    assert_false(session_is_idle(home.session));
    do_as(&home, step(SEAT_1), &one);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    assert_int_equal(count(&home), 0);
    keep(&home);
    request = expect(&home, SESSION_TELL);
    assert_int_equal(request.n, 1);
    assert_null(request.ticket);
    request = expect(&home, SESSION_KEEP);
    assert_ptr_equal(request.ticket, &one);
    assert_int_equal(request.seat, SEAT_1);
    keep(&home);
    request = expect(&home, SESSION_TELL);
    assert_ptr_equal(request.ticket, &one);
    assert_int_equal(request.reply->kind, NEWS_DONE);
    assert_int_equal(request.reply->n, 2);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    assert_true(session_is_idle(home.session));
    session_free(home.session);
}

static void acts_are_answered_in_their_order(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, false);
    do_as(&home, step(SEAT_2), &one);
    do_as(&home, step(SEAT_1), &two);
    do_as(&home, (struct act){ .kind = ACT_BEGIN, .seat = SEAT_1 }, &three);
    struct session_request request = expect(&home, SESSION_TELL);
    assert_ptr_equal(request.ticket, &one);
    assert_int_equal(request.reply->code, NEWS_TURN);
    assert_ptr_equal(let_happen(&home, LOG_MOVE).ticket, &two);
    request = expect(&home, SESSION_TELL);
    assert_ptr_equal(request.ticket, &three);
    assert_int_equal(request.reply->code, NEWS_FORBIDDEN);
    session_free(home.session);
}

static void print_streams(const struct session *session, int64_t now, struct text *out)
{
    const struct table *table = session_table(session);
    const struct game *game = table_setup(table)->header.variant.game;
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++) {
        struct stage stage;
        struct news news;
        table_stage(table, viewer, now, &stage);
        json_write_hello(&stage, game, out);
        json_write_state(&stage, game, out);
        json_write_turn(&stage, game, out);
        for (uint32_t n = 1; table_news(table, viewer, n, &news); n++)
            json_write_news(&news, game, out);
    }
    assert_false(out->cut);
}

static void what_is_dropped_never_happened(void **state)
{
    (void)state;
    static char before[1 << 16], after[1 << 16];
    struct text was = text_in(before, sizeof before), is = text_in(after, sizeof after);
    struct home home;
    sit_down(&home, false);
    print_streams(home.session, home.means.now, &was);
    do_as(&home, step(SEAT_1), &one);
    expect(&home, SESSION_KEEP);
    session_dropped(home.session);
    struct session_request request = expect(&home, SESSION_TELL);
    assert_ptr_equal(request.ticket, &one);
    assert_int_equal(request.reply->code, NEWS_BUSY);
    print_streams(home.session, home.means.now, &is);
    assert_string_equal(was.at, is.at);
    assert_true(session_is_idle(home.session));
    session_free(home.session);
}

// The event that another node has kept.
static void take(struct home *home, const struct log_event *event)
{
    struct text why = support_text();
    if (!session_take(home->session, event, home->means.now, &why))
        fail_msg("%s", why.at);
}

static void who_is_beaten_tries_again(void **state)
{
    (void)state;
    struct home home, other;
    struct session_setup setup = set_up(&game_pathfinder);
    open_home(&home, &setup);
    open_home(&other, &setup);
    expect(&home, SESSION_KEEP); // a round that begins elsewhere, too
    take(&home, expect(&other, SESSION_KEEP).event);
    session_beaten(home.session);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0); // it is not wished for any more
    keep(&other);
    expect(&other, SESSION_TELL);
    do_as(&home, (struct act){ .kind = ACT_RESIGN, .seat = SEAT_2 }, &one);
    do_as(&home, step(SEAT_2), &two);
    do_as(&other, step(SEAT_1), &three);
    expect(&home, SESSION_KEEP);
    take(&home, expect(&other, SESSION_KEEP).event);
    session_beaten(home.session);
    struct session_request request = expect(&home, SESSION_KEEP);
    assert_ptr_equal(request.ticket, &one); // before what came after it
    assert_int_equal(request.n, 3);
    assert_int_equal(request.event->n, 3);
    session_free(home.session);
    session_free(other.session);
}

// Its answer was lost, and it has been read from the store since.
static void what_was_kept_happens_once(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, false);
    do_as(&home, step(SEAT_1), &one);
    struct log_event event = *expect(&home, SESSION_KEEP).event;
    take(&home, &event);
    keep(&home);
    struct session_request request = expect(&home, SESSION_TELL);
    assert_int_equal(request.reply->kind, NEWS_DONE);
    assert_int_equal(request.reply->n, 2);
    assert_int_equal(count(&home), 2);
    session_free(home.session);
}

static void too_much_at_once_is_not_taken(void **state)
{
    (void)state;
    struct home home;
    struct act act = step(SEAT_1);
    void *ticket;
    sit_down(&home, false);
    for (unsigned i = 0; i < SESSION_ACTS; i++)
        do_as(&home, act, i ? &two : &one);
    assert_false(session_act(home.session, &act, &three));
    expect(&home, SESSION_KEEP);
    assert_true(session_act(home.session, &act, &three));
    session_beaten(home.session); // nothing is lost of those that were taken
    expect(&home, SESSION_KEEP);
    for (unsigned i = 0; i <= SESSION_ACTS; i++) {
        assert_true(session_withdraw(home.session, &ticket));
        assert_ptr_equal(ticket, !i ? &one : i < SESSION_ACTS ? &two : &three);
    }
    assert_false(session_withdraw(home.session, &ticket));
    assert_true(session_is_idle(home.session));
    session_free(home.session);
}

// Computers.

static struct act decision(const struct home *home, unsigned seat)
{
    struct act act = step(seat);
    act.n = count(home) + 1;
    return act;
}

static void a_computer_is_asked_once_and_replies_at_a_tick(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, true);
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    struct session_request request = expect(&home, SESSION_THINK);
    assert_int_equal(request.seat, SEAT_2);
    assert_int_equal(request.n, 3);
    assert_true(expect(&home, SESSION_RESTS).thinking);
    assert_false(session_is_idle(home.session));
    struct act act = decision(&home, SEAT_2), other = act;
    other.n++;
    session_decided(home.session, &other, home.means.now); // of another position
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    home.means.now += 130;
    session_decided(home.session, &act, home.means.now);
    request = expect(&home, SESSION_RESTS);
    assert_true(request.thinking);
    assert_int_equal(request.at, 1200);
    other = act;
    other.move.set = cell(2);
    session_decided(home.session, &other, home.means.now); // the first one counts
    home.means.now = 1199;
    expect(&home, SESSION_RESTS);
    home.means.now = 1200;
    request = expect(&home, SESSION_KEEP);
    assert_int_equal(request.event->spent, 200);
    assert_int_equal(request.event->move.set, cell(1));
    keep(&home);
    expect(&home, SESSION_TELL);
    session_decided(home.session, &act, home.means.now); // once more, by mistake
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    assert_true(session_is_idle(home.session));
    session_free(home.session);
}

static void computers_among_themselves_do_not_wait(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_pathfinder);
    seat_computer(&setup, SEAT_1);
    seat_computer(&setup, SEAT_2);
    open_home(&home, &setup);
    let_happen(&home, LOG_ROUND);
    expect(&home, SESSION_THINK);
    struct act act = decision(&home, SEAT_1);
    session_decided(home.session, &act, home.means.now);
    expect(&home, SESSION_KEEP);
    session_free(home.session);
}

static void a_computer_that_cannot_be_asked_is_asked_again(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, true);
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    expect(&home, SESSION_THINK);
    session_decided(home.session, NULL, home.means.now);
    expect(&home, SESSION_THINK);
    session_free(home.session);
}

// The move that it thinks about is taken back.
static void what_was_decided_too_late_is_passed_over(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, true);
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    expect(&home, SESSION_THINK);
    struct act act = decision(&home, SEAT_2);
    do_as(&home, (struct act){ .kind = ACT_UNDO, .seat = SEAT_1 }, &one);
    let_happen(&home, LOG_UNDO);
    expect(&home, SESSION_RESTS);
    session_decided(home.session, &act, home.means.now);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 1100);
    home.means.now = 1100;
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    assert_true(session_is_idle(home.session));
    do_as(&home, step(SEAT_1), &two);
    let_happen(&home, LOG_MOVE);
    assert_int_equal(expect(&home, SESSION_THINK).n, 5);
    session_free(home.session);
}

static void a_decision_against_the_rules_is_our_mistake(void **state)
{
    (void)state;
    struct home home;
    sit_down(&home, true);
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    expect(&home, SESSION_THINK);
    struct act act = decision(&home, SEAT_2);
    act.move.set = cell(60);
    session_decided(home.session, &act, home.means.now);
    home.means.now += 100;
    struct session_request request = expect(&home, SESSION_FAILS);
    assert_int_equal(request.reply->code, NEWS_ILLEGAL);
    assert_int_equal(count(&home), 2);
    expect(&home, SESSION_THINK);
    session_free(home.session);
}

static void a_program_that_fails_forfeits(void **state)
{
    (void)state;
    struct home home;
    struct act act = { .kind = ACT_FORFEIT, .seat = SEAT_2, .cause = LOG_GONE };
    sit_down(&home, true);
    do_as(&home, act, &one); // which is nobody's to ask for
    assert_int_equal(expect(&home, SESSION_TELL).reply->code, NEWS_FORBIDDEN);
    do_as(&home, act, NULL);
    assert_null(let_happen(&home, LOG_FORFEIT).ticket);
    session_free(home.session);
}

// Clocks.

static void who_is_late_has_lost(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_pathfinder);
    setup.table.header.clock.base = 5000;
    open_home(&home, &setup);
    let_happen(&home, LOG_ROUND);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 6000);
    home.means.now = 5999;
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 5999 + 5000);
    home.means.now = 5999 + 5000;
    do_as(&home, step(SEAT_2), &two);
    assert_null(let_happen(&home, LOG_FLAG).ticket);
    struct session_request request = expect(&home, SESSION_TELL);
    assert_ptr_equal(request.ticket, &two);
    assert_int_equal(request.reply->code, NEWS_STALE);
    do_as(&home, (struct act){ .kind = ACT_READY, .seat = SEAT_1 }, &three);
    assert_ptr_equal(let_happen(&home, LOG_REMATCH).ticket, &three); // that came in time
    session_free(home.session);
}

// Joint draws.

static void sit_to_draw(struct home *home, bool deal)
{
    struct session_setup setup = set_up(&game_minefield);
    setup.table.header.deal = deal ? LOG_JOINT : LOG_RANDOM;
    setup.table.header.toss = deal ? LOG_SETTLED : LOG_JOINT;
    setup.table.header.first = deal ? SEAT_1 : SEAT_NOBODY;
    open_home(home, &setup);
    home->means.draw_patience = 10000;
    home->means.open_patience = 20000;
    if (deal)
        let_happen(home, LOG_ROUND);
    let_happen(home, LOG_COMMIT); // chance's
}

static void people_are_asked_for_a_word_and_waited_for(void **state)
{
    (void)state;
    struct home home;
    sit_to_draw(&home, true);
    struct session_request request = expect(&home, SESSION_DRAW);
    assert_int_equal(request.seat, SEAT_1);
    assert_int_equal(request.draw, LOG_DRAWS_DEAL);
    assert_int_equal(request.at, 11000);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 11000); // asked once
    home.means.now = 11000;
    request = expect(&home, SESSION_KEEP); // drawn in its place
    assert_int_equal(request.event->seat, SEAT_1);
    assert_int_equal(strlen(request.event->word), 32);
    keep(&home);
    expect(&home, SESSION_TELL);
    assert_int_equal(expect(&home, SESSION_DRAW).seat, SEAT_2);
    session_draw(home.session); // who does not care is not waited for
    let_happen(&home, LOG_COMMIT);
    let_happen(&home, LOG_OPEN); // the session has both words
    let_happen(&home, LOG_OPEN);
    let_happen(&home, LOG_MOVE);
    session_free(home.session);
}

static void a_home_that_asks_nobody_draws_at_once(void **state)
{
    (void)state;
    struct home home;
    sit_to_draw(&home, true);
    home.means.draw_patience = 0;
    let_happen(&home, LOG_COMMIT);
    home.means.draw_patience = INT64_MAX; // and one that asks waits for ever
    struct session_request request = expect(&home, SESSION_DRAW);
    assert_int_equal(request.at, 0);
    home.means.now = INT64_MAX / 2;
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    session_free(home.session);
}

// A commitment to a word that only its owner has.
static void commit_alone(struct home *home, unsigned seat, unsigned draw)
{
    struct act act = { .kind = ACT_COMMIT, .seat = (uint8_t)seat, .draw = (uint8_t)draw };
    memset(act.seal.commitment, 7, sizeof act.seal.commitment);
    expect(home, SESSION_DRAW);
    do_as(home, act, &one);
    let_happen(home, LOG_COMMIT);
}

static void who_does_not_open_a_deal_loses(void **state)
{
    (void)state;
    struct home home;
    sit_to_draw(&home, true);
    commit_alone(&home, SEAT_1, LOG_DRAWS_DEAL);
    expect(&home, SESSION_DRAW);
    session_draw(home.session);
    let_happen(&home, LOG_COMMIT);
    assert_int_equal(expect(&home, SESSION_RESTS).at, 21000);
    home.means.now = 21000;
    struct session_request request = expect(&home, SESSION_KEEP);
    assert_int_equal(request.event->kind, LOG_FORFEIT);
    assert_int_equal(request.event->seat, SEAT_1);
    assert_int_equal(request.event->cause, LOG_UNOPENED);
    session_free(home.session);
}

static void an_unopened_toss_costs_nothing(void **state)
{
    (void)state;
    struct home home;
    sit_to_draw(&home, false);
    commit_alone(&home, SEAT_1, LOG_DRAWS_TOSS);
    expect(&home, SESSION_DRAW);
    session_draw(home.session);
    let_happen(&home, LOG_COMMIT);
    let_happen(&home, LOG_OPEN); // chance's
    home.means.now = 100000;
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    session_free(home.session);
}

static void nothing_begins_before_all_have_come(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_minefield);
    setup.table.header.deal = setup.table.header.toss = LOG_JOINT;
    setup.table.header.first = SEAT_NOBODY;
    open_home(&home, &setup);
    home.means.hold = SESSION_INCOMPLETE;
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    home.means.hold = SESSION_CLOSED;
    assert_int_equal(expect(&home, SESSION_RESTS).at, 0);
    home.means.hold = SESSION_FREE;
    let_happen(&home, LOG_COMMIT);
    home.means.hold = SESSION_INCOMPLETE;
    expect(&home, SESSION_RESTS);
    session_free(home.session);
    sit_down(&home, true);
    do_as(&home, step(SEAT_1), &one);
    let_happen(&home, LOG_MOVE);
    home.means.hold = SESSION_CLOSED; // nobody thinks at a table that was closed
    expect(&home, SESSION_RESTS);
    session_free(home.session);
}

// Advice.

static void a_hint_is_traced(void **state)
{
    (void)state;
    struct home home;
    struct news hint = { .kind = NEWS_HINT, .viewer = SEAT_1 };
    struct news refusal = news_refusal(SEAT_1, 1, NEWS_BUSY, "Not now.");
    sit_down(&home, false);
    for (unsigned hinted = 0; hinted < 2; hinted++) {
        do_as(&home, (struct act){ .kind = ACT_HINT, .seat = SEAT_1 }, &one);
        struct session_request request = expect(&home, SESSION_ADVISE);
        struct act act = *request.act;
        assert_ptr_equal(request.ticket, &one);
        assert_int_equal(act.kind, ACT_HINT);
        expect(&home, SESSION_RESTS); // it may take as long as it likes
        session_advised(home.session, &act, &one, hinted ? &hint : &refusal);
        expect(&home, SESSION_RESTS);
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            do_as(&home, step(seat), &two);
            request = expect(&home, SESSION_KEEP);
            assert_int_equal(request.event->helped, hinted && seat == SEAT_1);
            keep(&home);
            expect(&home, SESSION_TELL);
        }
    }
    do_as(&home, step(SEAT_1), &two);
    assert_false(expect(&home, SESSION_KEEP).event->helped); // it was for one move
    session_free(home.session);
}

static void a_coach_is_asked_before_the_move_is_made(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_pathfinder);
    struct news warning = { .kind = NEWS_WARNING, .viewer = SEAT_1 };
    setup.table.coach = true;
    open_home(&home, &setup);
    let_happen(&home, LOG_ROUND);
    do_as(&home, step(SEAT_1), &one);
    struct act act = *expect(&home, SESSION_ADVISE).act;
    session_advised(home.session, &act, &one, &warning);
    expect(&home, SESSION_RESTS);
    do_as(&home, step(SEAT_1), &two);
    act = *expect(&home, SESSION_ADVISE).act;
    do_as(&home, (struct act){ .kind = ACT_RESIGN, .seat = SEAT_1 }, &three);
    session_advised(home.session, &act, &two, NULL);
    assert_ptr_equal(let_happen(&home, LOG_MOVE).ticket, &two); // before what came after it
    assert_ptr_equal(let_happen(&home, LOG_RESIGN).ticket, &three);
    session_free(home.session);
}

// What a program did wrong is known where it is driven; nobody else forfeits by himself.
static void only_a_program_s_seat_forfeits(void **state)
{
    (void)state;
    struct home home;
    struct session_setup setup = set_up(&game_pathfinder);
    struct act act = { .kind = ACT_FORFEIT, .seat = SEAT_1, .cause = LOG_ILLEGAL_MOVE };
    strcpy(setup.table.header.player[SEAT_2], "program");
    open_home(&home, &setup);
    let_happen(&home, LOG_ROUND);
    do_as(&home, act, &one);
    assert_int_equal(expect(&home, SESSION_TELL).reply->code, NEWS_FORBIDDEN);
    act.seat = SEAT_2;
    act.cause = LOG_CLOSED;
    do_as(&home, act, &one);
    assert_int_equal(expect(&home, SESSION_TELL).reply->code, NEWS_FORBIDDEN);
    act.cause = LOG_NO_HELLO;
    do_as(&home, act, &two);
    struct session_request request = let_happen(&home, LOG_FORFEIT);
    assert_ptr_equal(request.ticket, &two);
    struct stage stage;
    table_stage(session_table(home.session), SEAT_1, home.means.now, &stage);
    assert_int_equal(stage.winner, SEAT_1);
    assert_int_equal(stage.cause, LOG_NO_HELLO);
    session_free(home.session);
}

static void who_waits_for_advice_waits(void **state)
{
    (void)state;
    struct home home;
    struct act act = { .kind = ACT_HINT, .seat = SEAT_1 };
    struct news hint = { .kind = NEWS_HINT, .viewer = SEAT_1 };
    sit_down(&home, false);
    for (unsigned i = 0; i < SESSION_ACTS; i++) {
        do_as(&home, act, &one);
        expect(&home, SESSION_ADVISE);
    }
    assert_false(session_act(home.session, &act, &two));
    session_advised(home.session, &act, &one, &hint);
    assert_true(session_act(home.session, &act, &two));
    session_free(home.session);
}

// Whole games.

static struct act random_act(const struct home *home, struct random *random)
{
    const struct table *table = session_table(home->session);
    struct stage stage;
    table_stage(table, SEAT_NOBODY, home->means.now, &stage);
    unsigned mover = stage.mover ? stage.mover : SEAT_1 + (unsigned)random_below(random, 2);
    struct act act = { .kind = ACT_UNDO, .seat = (uint8_t)mover };
    if (random_below(random, 8) == 0)
        return act;
    act.kind = stage.end ? ACT_READY : ACT_ACCEPT;
    table_stage(table, mover, home->means.now, &stage);
    if (!stage.offer_count)
        return act;
    const struct offer *offer = &stage.offers[random_below(random, stage.offer_count)].offer;
    act.kind = ACT_MOVE;
    act.move.verb = offer->verb;
    while (cells_count(act.move.set) < offer->pick)
        act.move.set |=
            cells_nth(offer->from, (unsigned)random_below(random, cells_count(offer->from)));
    return act;
}

// Goes on until nothing more happens; what is kept is told to the other, too.
static void run(struct home *home, struct home *other, struct random *random)
{
    for (unsigned steps = 0; steps < 400; steps++) {
        struct session_request request = ask(home);
        if (request.want == SESSION_KEEP) {
            take(other, request.event);
            keep(home);
        } else if (request.want == SESSION_DRAW) {
            session_draw(home->session);
        } else if (request.want == SESSION_RESTS) {
            home->means.now += (int64_t)random_below(random, 50);
            other->means.now = home->means.now;
            do_as(home, random_act(home, random), &one);
        } else {
            assert_int_equal(request.want, SESSION_TELL);
        }
    }
}

static void equal_events_give_equal_streams(void **state)
{
    (void)state;
    static char here[1 << 21], there[1 << 21];
    for (unsigned i = 0; games[i]; i++) {
        struct random random = random_seeded(i);
        struct session_setup setup = set_up(games[i]);
        struct home home, other;
        setup.table.header.rounds = 3;
        setup.table.header.clock.base = 600000;
        setup.table.header.toss = LOG_JOINT;
        setup.table.header.first = SEAT_NOBODY;
        if (game_has_chance(games[i]))
            setup.table.header.deal = LOG_JOINT;
        open_home(&home, &setup);
        open_home(&other, &setup);
        home.means.draw_patience = INT64_MAX;
        run(&home, &other, &random);
        assert_true(count(&home) > 20);
        struct text one_side = text_in(here, sizeof here);
        struct text other_side = text_in(there, sizeof there);
        print_streams(home.session, home.means.now, &one_side);
        print_streams(other.session, home.means.now, &other_side);
        assert_string_equal(here, there);
        session_free(home.session);
        session_free(other.session);
    }
}

// Nothing comes from anywhere but the means: the same entropy gives the same log.
static void equal_means_give_equal_logs(void **state)
{
    (void)state;
    for (unsigned i = 0; games[i]; i++) {
        struct home home[2], other;
        struct session_setup setup = set_up(games[i]);
        for (unsigned k = 0; k < 2; k++) {
            struct random random = random_seeded(5);
            open_home(&home[k], &setup);
            open_home(&other, &setup);
            run(&home[k], &other, &random);
            session_free(other.session);
        }
        const struct log *log = table_log(session_table(home[0].session));
        assert_int_equal(log->count, count(&home[1]));
        assert_memory_equal(log->events, table_log(session_table(home[1].session))->events,
                            log->count * sizeof *log->events);
        for (unsigned k = 0; k < 2; k++)
            session_free(home[k].session);
    }
}

// What hides is committed to, with secret bytes of its own; an open move takes none.
static void bytes_are_drawn_for_what_is_hidden(void **state)
{
    (void)state;
    static const unsigned char none[COMMIT_BYTES];
    struct session_setup setup = set_up(&game_trap_runner);
    struct home home;
    struct act hide = { .kind = ACT_MOVE, .seat = SEAT_1 };
    struct act run = { .kind = ACT_MOVE, .seat = SEAT_2 };
    struct text why = support_text();
    assert_true(move_parse(&game_trap_runner, "trap 4 7 9", &hide.move, &why));
    assert_true(move_parse(&game_trap_runner, "run 1", &run.move, &why));
    open_home(&home, &setup);
    let_happen(&home, LOG_ROUND);
    unsigned drawn = home.drawn;
    do_as(&home, hide, &one);
    struct session_request request = expect(&home, SESSION_KEEP);
    assert_int_equal(home.drawn, drawn + COMMIT_BYTES);
    assert_memory_not_equal(request.event->seal.nonce, none, COMMIT_BYTES);
    keep(&home);
    expect(&home, SESSION_TELL);
    do_as(&home, run, &two);
    let_happen(&home, LOG_MOVE);
    assert_int_equal(home.drawn, drawn + COMMIT_BYTES);
    session_free(home.session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_told_before_it_is_kept),
        cmocka_unit_test(acts_are_answered_in_their_order),
        cmocka_unit_test(what_is_dropped_never_happened),
        cmocka_unit_test(who_is_beaten_tries_again),
        cmocka_unit_test(what_was_kept_happens_once),
        cmocka_unit_test(too_much_at_once_is_not_taken),
        cmocka_unit_test(a_computer_is_asked_once_and_replies_at_a_tick),
        cmocka_unit_test(computers_among_themselves_do_not_wait),
        cmocka_unit_test(a_computer_that_cannot_be_asked_is_asked_again),
        cmocka_unit_test(what_was_decided_too_late_is_passed_over),
        cmocka_unit_test(a_decision_against_the_rules_is_our_mistake),
        cmocka_unit_test(a_program_that_fails_forfeits),
        cmocka_unit_test(who_is_late_has_lost),
        cmocka_unit_test(people_are_asked_for_a_word_and_waited_for),
        cmocka_unit_test(a_home_that_asks_nobody_draws_at_once),
        cmocka_unit_test(who_does_not_open_a_deal_loses),
        cmocka_unit_test(an_unopened_toss_costs_nothing),
        cmocka_unit_test(nothing_begins_before_all_have_come),
        cmocka_unit_test(a_hint_is_traced),
        cmocka_unit_test(a_coach_is_asked_before_the_move_is_made),
        cmocka_unit_test(only_a_program_s_seat_forfeits),
        cmocka_unit_test(who_waits_for_advice_waits),
        cmocka_unit_test(equal_events_give_equal_streams),
        cmocka_unit_test(equal_means_give_equal_logs),
        cmocka_unit_test(bytes_are_drawn_for_what_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
