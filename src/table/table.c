// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/table.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "table/inside.h"
#include "table/truth.h"

static bool check_deal(const struct table_setup *setup, struct text *why)
{
    const struct variant *variant = &setup->header.variant;
    struct state state = game_start(variant, SEAT_1);
    struct view chance = game_view(&state, SEAT_CHANCE);
    struct offer offers[OFFERS_MAX];
    if (!setup->given)
        return true;
    if (state_turn(&state)->mover != SEAT_CHANCE) {
        text_add(why, "Nothing is dealt in %s.", variant->game->title);
        return false;
    }
    view_offers(variant, &chance, offers);
    struct move move = { .verb = offers[0].verb, .set = setup->deal };
    if (view_allows(variant, &chance, move))
        return true;
    text_add(why, "'");
    text_add_commas(why, setup->deal);
    text_add(why, "' cannot be dealt: give %u different numbers from %u to %u.", offers[0].pick,
             cells_first(offers[0].from), cells_last(offers[0].from));
    return false;
}

static bool check_setup(const struct table_setup *setup, struct text *why)
{
    const struct log_header *header = &setup->header;
    if (!log_check_header(header, why) || !variant_check(&header->variant, why) ||
        !check_deal(setup, why))
        return false;
    bool people = !setup->computer[SEAT_1] && !setup->computer[SEAT_2];
    assert(!setup->shared || people);
    assert((header->deal == LOG_GIVEN) == setup->given);
    assert((header->first == SEAT_NOBODY) == (header->toss != LOG_SETTLED));
    return true;
}

struct table *table_new(const struct table_setup *setup, struct text *why)
{
    if (!check_setup(setup, why))
        return NULL;
    struct table *table = mem_for("a table", sizeof *table, why);
    if (!table)
        return NULL;
    table->setup = *setup;
    log_hash_header(&setup->header, table->of_header);
    table->log.header = setup->header;
    table->now = replay_begin();
    return table;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    log_clear(&table->log);
    mem_free(table->steps);
    mem_free(table);
}

uint32_t table_count(const struct table *table)
{
    return table->log.count;
}

const struct table_setup *table_setup(const struct table *table)
{
    return &table->setup;
}

struct log_standing table_stand_after(const struct table *table, const struct log_event *event)
{
    struct replay after = table->now;
    struct match_step step;
    struct text why = TEXT_OF(TEXT_MAX);
    bool fits = replay_proposed(&after, &table->setup.header, event, &step, &why);
    assert(fits);
    return replay_stand(&after);
}

const struct log *table_log(const struct table *table)
{
    return &table->log;
}

const struct match *table_match(const struct table *table)
{
    return &table->now.match;
}

struct view table_view(const struct table *table, unsigned seat)
{
    return match_view(&table->now.match, seat);
}

void table_history(const struct table *table, unsigned seat, struct history *history)
{
    match_history(&table->now.match, seat, history);
}

// Joint draws: what somebody has contributed, as it is kept here.
static const struct log_event *own_contribution(const struct table *table, unsigned draw,
                                                unsigned seat)
{
    uint32_t n = table->now.committed[draw][seat];
    return n ? &table->log.events[n - 1] : NULL;
}

// Proposing: from an act to the event that it would be.

struct proposal {
    const struct table *table;
    const struct act *act;
    const struct table_means *means;
    struct log_event *event;
    struct news *reply;
};

static enum table_answer refuse(struct proposal *proposal, enum news_code code,
                                const char *sentence)
{
    *proposal->reply =
        news_refusal(proposal->act->seat, table_count(proposal->table), code, sentence);
    return TABLE_REPLY;
}

static enum table_answer event_of(struct proposal *proposal, enum log_kind kind)
{
    proposal->event->kind = (uint8_t)kind;
    news_begin(proposal->reply, NEWS_DONE, proposal->act->seat, proposal->event->n);
    return TABLE_EVENT;
}

static void add_refusal(const struct table *table, unsigned seat, struct move move,
                        struct text *out)
{
    struct view view = table_view(table, seat);
    struct table_names names = table_names(table);
    struct scene scene = match_scene(&table->now.match, &view, names.name);
    table->setup.header.variant.game->refuse(&scene, move, out);
}

// Does the seat decide now? If not, the reply says why.
static bool is_on_turn(struct proposal *proposal)
{
    const struct replay *now = &proposal->table->now;
    if (!replay_in_play(now))
        refuse(proposal, NEWS_OVER, now->round_at ? "The round is over." : "No round has begun.");
    else if (replay_mover(now) != proposal->act->seat)
        refuse(proposal, NEWS_TURN, "It is not your turn.");
    else
        return true;
    return false;
}

static bool allows(const struct table *table, unsigned seat, struct move move)
{
    struct view view = table_view(table, seat);
    return view_allows(&table->setup.header.variant, &view, move);
}

// What is hidden is sealed with the means' nonce.
static enum table_answer propose_legal(struct proposal *proposal, struct move move)
{
    const struct log_header *header = &proposal->table->setup.header;
    struct log_event *event = proposal->event;
    struct state after = proposal->table->now.match.state;
    event_of(proposal, LOG_MOVE);
    event->move.set = move.set;
    event->move.verb = move.verb;
    event->outcome = (uint8_t)game_apply(&header->variant, &after, move);
    event->opened = true;
    event->helped = table_has_hint(proposal->table, event->seat) ||
                    (proposal->table->setup.coach && table_is_person(proposal->table, event->seat));
    if (!log_is_hidden(header, event))
        return TABLE_EVENT;
    memcpy(event->seal.nonce, proposal->means->nonce, COMMIT_BYTES);
    log_seal(header, event, event->seal.commitment);
    return TABLE_EVENT;
}

static enum table_answer propose_move(struct proposal *proposal)
{
    const struct act *act = proposal->act;
    char words[STAGE_WORDS];
    struct text sentence = text_in(words, sizeof words);
    if (!is_on_turn(proposal))
        return TABLE_REPLY;
    if (!allows(proposal->table, act->seat, act->move)) {
        add_refusal(proposal->table, act->seat, act->move, &sentence);
        return refuse(proposal, NEWS_ILLEGAL, words);
    }
    if (!act->sure && table_warns(proposal->table, act->seat))
        return TABLE_ADVICE;
    return propose_legal(proposal, act->move);
}

static enum table_answer answer_may(struct proposal *proposal)
{
    const struct act *act = proposal->act;
    if (!is_on_turn(proposal))
        return TABLE_REPLY;
    bool allowed = allows(proposal->table, act->seat, act->move);
    *proposal->reply = news_refusal(act->seat, table_count(proposal->table), NEWS_ILLEGAL, "");
    proposal->reply->kind = NEWS_MAY;
    proposal->reply->code = 0;
    proposal->reply->allowed = allowed;
    struct text words = text_in(proposal->reply->words, sizeof proposal->reply->words);
    if (!allowed)
        add_refusal(proposal->table, act->seat, act->move, &words);
    return TABLE_REPLY;
}

static enum table_answer propose_hint(struct proposal *proposal)
{
    if (!is_on_turn(proposal))
        return TABLE_REPLY;
    if (!table_gives_hint(proposal->table, proposal->act->seat))
        return refuse(proposal, NEWS_FORBIDDEN, "There are no hints at this table.");
    return TABLE_ADVICE;
}

static enum table_answer propose_offer(struct proposal *proposal, enum log_what what)
{
    if (proposal->table->now.offer)
        return refuse(proposal, NEWS_NOTHING, "Another offer has to be answered first.");
    proposal->event->what = (uint8_t)what;
    proposal->event->swapped = what == LOG_ASKS_REMATCH && proposal->act->swap;
    return event_of(proposal, LOG_OFFER);
}

static enum table_answer propose_undo(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    const char *reason;
    if (table->setup.header.undo == LOG_REFUSED)
        return refuse(proposal, NEWS_FORBIDDEN, "Nothing is taken back at this table.");
    unsigned count = table_undo_count(table, proposal->act->seat, &reason);
    if (!count)
        return refuse(proposal, NEWS_NOTHING, reason);
    if (table->setup.header.undo == LOG_AGREED)
        return propose_offer(proposal, LOG_ASKS_UNDO);
    proposal->event->count = (uint16_t)count;
    return event_of(proposal, LOG_UNDO);
}

// What was taken back in this round and could be made again, the next one last.
struct undone {
    const struct log_event *made[MOVES_MAX], *undone[MOVES_MAX];
    unsigned made_count, count;
};

static void follow_move(struct undone *undone, const struct log_event *event)
{
    const struct log_event *next = undone->count ? undone->undone[undone->count - 1] : NULL;
    bool again = next && next->seat == event->seat && move_equal(next->move, event->move);
    undone->count = again ? undone->count - 1 : 0;
    undone->made[undone->made_count++] = event;
}

// The log only grows: what can be made again is found in it. Another move than that one
// makes all of it obsolete.
static const struct log_event *next_undone(const struct table *table)
{
    struct undone undone = { 0 };
    for (unsigned i = table->now.round_at; i < table->log.count; i++) {
        const struct log_event *event = &table->log.events[i];
        if (event->kind == LOG_MOVE)
            follow_move(&undone, event);
        for (unsigned j = 0; event->kind == LOG_UNDO && j < event->count; j++)
            undone.undone[undone.count++] = undone.made[--undone.made_count];
    }
    return undone.count ? undone.undone[undone.count - 1] : NULL;
}

// By its maker: against a computer, which then answers anew, and between people.
static enum table_answer propose_redo(struct proposal *proposal)
{
    const struct log_event *event = next_undone(proposal->table);
    if (!is_on_turn(proposal))
        return TABLE_REPLY;
    if (!event || event->seat != proposal->act->seat)
        return refuse(proposal, NEWS_NOTHING, "Nothing to redo.");
    return propose_legal(proposal, event->move);
}

static enum table_answer propose_rematch(struct proposal *proposal, bool swapped)
{
    proposal->event->swapped = swapped;
    proposal->event->of = proposal->table->now.offer;
    return event_of(proposal, LOG_REMATCH);
}

static bool is_answerable(struct proposal *proposal)
{
    const struct replay *now = &proposal->table->now;
    if (now->offer && now->offer_by == opponent(proposal->act->seat))
        return true;
    refuse(proposal, NEWS_NOTHING, "There is no offer for you to answer.");
    return false;
}

static enum table_answer propose_accept(struct proposal *proposal)
{
    const struct replay *now = &proposal->table->now;
    const char *reason;
    if (!is_answerable(proposal))
        return TABLE_REPLY;
    if (now->offer_what == LOG_ASKS_REMATCH)
        return propose_rematch(proposal, now->offer_swapped);
    unsigned count = table_undo_count(proposal->table, now->offer_by, &reason);
    if (!count)
        return refuse(proposal, NEWS_NOTHING, reason);
    proposal->event->count = (uint16_t)count;
    proposal->event->of = now->offer;
    return event_of(proposal, LOG_UNDO);
}

static enum table_answer propose_decline(struct proposal *proposal)
{
    if (!is_answerable(proposal))
        return TABLE_REPLY;
    proposal->event->of = proposal->table->now.offer;
    return event_of(proposal, LOG_DECLINE);
}

static enum table_answer propose_resign(struct proposal *proposal)
{
    if (!replay_in_play(&proposal->table->now))
        return refuse(proposal, NEWS_OVER, "There is no round to give up.");
    return event_of(proposal, LOG_RESIGN);
}

static enum table_answer propose_begin(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    const struct log_header *header = &table->setup.header;
    unsigned first = replay_next_first(&table->now, header);
    if (proposal->act->kind == ACT_BEGIN && !table_wants_round(table))
        return refuse(proposal, NEWS_NOTHING, "It is not the time for a new round.");
    if (table_wants_contribution(table).kind != TABLE_WAITS)
        return refuse(proposal, NEWS_NOTHING, "Not everything that is drawn from is there.");
    if (first == SEAT_NOBODY) {
        first = header->toss == LOG_JOINT
                    ? replay_toss(&table->now, header)
                    : SEAT_1 + (unsigned)random_below(proposal->means->chance, 2);
        proposal->event->source = header->toss;
    }
    event_of(proposal, LOG_ROUND);
    proposal->event->seat = (uint8_t)first;
    return TABLE_EVENT;
}

// After the last round: again, at once or by consent.
static enum table_answer propose_again(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    const struct replay *now = &table->now;
    unsigned consent = table->setup.header.rematch;
    if (consent == LOG_REFUSED)
        return refuse(proposal, NEWS_OVER, "The match is over.");
    if (consent == LOG_FREELY)
        return propose_rematch(proposal, proposal->act->swap);
    if (now->offer && now->offer_by == opponent(proposal->act->seat) &&
        now->offer_swapped == proposal->act->swap)
        return propose_rematch(proposal, proposal->act->swap);
    return propose_offer(proposal, LOG_ASKS_REMATCH);
}

static enum table_answer propose_ready(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    const struct log_header *header = &table->setup.header;
    if (!table->now.round_at || replay_in_play(&table->now))
        return refuse(proposal, NEWS_NOTHING, "The round is not over.");
    if (replay_match_over(&table->now, header))
        return propose_again(proposal);
    if (header->rematch != LOG_AGREED)
        return propose_begin(proposal);
    if (table->now.ready[proposal->act->seat])
        return refuse(proposal, NEWS_NOTHING, "You have said so already.");
    return event_of(proposal, LOG_READY);
}

static enum table_answer propose_deal(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    const struct log_header *header = &table->setup.header;
    struct offer offers[OFFERS_MAX];
    if (replay_mover(&table->now) != SEAT_CHANCE)
        return refuse(proposal, NEWS_TURN, "Chance has nothing to decide.");
    struct move move;
    if (table_wants_contribution(table).kind != TABLE_WAITS)
        return refuse(proposal, NEWS_NOTHING, "Not everything that is drawn from is there.");
    if (header->deal == LOG_JOINT) {
        move = replay_deal(&table->now, header,
                           own_contribution(table, LOG_DRAWS_DEAL, SEAT_CHANCE)->word);
    } else if (table->setup.given) {
        game_offers(&header->variant, &table->now.match.state, offers);
        move = (struct move){ .set = table->setup.deal, .verb = offers[0].verb };
    } else {
        move = game_draw(&header->variant, &table->now.match.state, proposal->means->chance);
    }
    proposal->event->seat = SEAT_CHANCE;
    proposal->event->source = header->deal;
    return propose_legal(proposal, move);
}

static enum table_answer propose_unopened(struct proposal *proposal, int64_t time)
{
    if (proposal->means->now < proposal->table->since + time)
        return refuse(proposal, NEWS_NOTHING, "There is time left.");
    proposal->event->cause = LOG_UNOPENED;
    return event_of(proposal, LOG_FORFEIT);
}

static enum table_answer propose_flag(struct proposal *proposal)
{
    const struct table *table = proposal->table;
    unsigned seat = proposal->act->seat;
    struct table_wish wish = table_wants_contribution(table);
    int64_t time = table_time_to_contribute(table, &wish);
    if (time && wish.kind != TABLE_WAITS && wish.seat == seat)
        return propose_unopened(proposal, time);
    if (replay_mover(&table->now) != seat || seat == SEAT_NOBODY)
        return refuse(proposal, NEWS_TURN, "The time of somebody else is running.");
    if (replay_left(&table->now, &table->setup.header, seat, proposal->event->spent) > 0)
        return refuse(proposal, NEWS_NOTHING, "There is time left.");
    return event_of(proposal, LOG_FLAG);
}

static enum table_answer propose_forfeit(struct proposal *proposal)
{
    if (!replay_in_play(&proposal->table->now))
        return refuse(proposal, NEWS_OVER, "There is no round to forfeit.");
    proposal->event->cause = proposal->act->cause;
    memcpy(proposal->event->word, proposal->act->word, LOG_NAME);
    memcpy(proposal->event->line, proposal->act->line, LOG_LINE);
    return event_of(proposal, LOG_FORFEIT);
}

// A seat that cannot make commitments, as a person at a keyboard, gives the word alone, and
// the table commits to it, keeps it, and opens it.
static void fill_in(struct proposal *proposal, struct log_event *event)
{
    const struct table *table = proposal->table;
    const struct log_event *own;
    if (event->draw > LOG_DRAWS_DEAL || event->seat > SEAT_CHANCE)
        return;
    if (event->kind == LOG_COMMIT && *event->word) {
        memcpy(event->seal.nonce, proposal->means->nonce, COMMIT_BYTES);
        log_seal(&table->setup.header, event, event->seal.commitment);
    } else if (event->kind == LOG_OPEN && !*event->word &&
               (own = own_contribution(table, event->draw, event->seat)) && *own->word) {
        memcpy(event->word, own->word, LOG_NAME);
        event->seal = own->seal;
    }
}

static enum table_answer propose_contribution(struct proposal *proposal)
{
    const struct act *act = proposal->act;
    struct log_event *event = proposal->event;
    bool opens = act->kind == ACT_OPEN;
    static const unsigned char none[COMMIT_BYTES];
    char words[256];
    struct text why = text_in(words, sizeof words);
    if (!opens && !*act->word && memcmp(act->seal.commitment, none, COMMIT_BYTES) == 0)
        return refuse(proposal, NEWS_SYNTAX, "A contribution is a word, or a commitment to one.");
    event_of(proposal, opens ? LOG_OPEN : LOG_COMMIT);
    event->draw = act->draw;
    event->seal = act->seal;
    event->opened = opens;
    memcpy(event->word, act->word, LOG_NAME);
    fill_in(proposal, event);
    struct replay after = proposal->table->now;
    if (replay_event(&after, &proposal->table->setup.header, event, NULL, &why))
        return TABLE_EVENT;
    return refuse(proposal, NEWS_NOTHING, words);
}

static enum table_answer propose_full(struct proposal *proposal)
{
    if (!table_wants_end(proposal->table))
        return refuse(proposal, NEWS_NOTHING, "The table is not full.");
    proposal->event->seat = SEAT_NOBODY;
    return event_of(proposal, LOG_FULL);
}

// Acts that the table does not handle (hello, retry, unsaved) have no entry.
static enum table_answer (*const proposers[ACT_KINDS])(struct proposal *proposal) = {
    [ACT_MOVE] = propose_move,         [ACT_MAY] = answer_may,
    [ACT_HINT] = propose_hint,         [ACT_UNDO] = propose_undo,
    [ACT_REDO] = propose_redo,         [ACT_ACCEPT] = propose_accept,
    [ACT_DECLINE] = propose_decline,   [ACT_RESIGN] = propose_resign,
    [ACT_READY] = propose_ready,       [ACT_COMMIT] = propose_contribution,
    [ACT_OPEN] = propose_contribution, [ACT_BEGIN] = propose_begin,
    [ACT_DEAL] = propose_deal,         [ACT_FLAG] = propose_flag,
    [ACT_FORFEIT] = propose_forfeit,   [ACT_FULL] = propose_full,
};

static enum table_answer propose_kind(struct proposal *proposal)
{
    unsigned kind = proposal->act->kind;
    bool asks = kind == ACT_MAY || kind == ACT_HINT; // no event comes of it
    if (table_is_full(proposal->table) && !asks && kind != ACT_FULL)
        return refuse(proposal, NEWS_FULL, "This table is full: nothing more can happen here.");
    if (kind < ACT_KINDS && proposers[kind])
        return proposers[kind](proposal);
    return refuse(proposal, NEWS_NOTHING, "There is nothing of that kind to be done now.");
}

// What was done already at this number, if it was the same.
static bool was_done(const struct table *table, const struct act *act)
{
    if (act->n == 0 || act->n > table_count(table) || act->kind != ACT_MOVE)
        return false;
    const struct log_event *event = &table->log.events[act->n - 1];
    return event->kind == LOG_MOVE && event->seat == act->seat &&
           move_equal(event->move, act->move);
}

// Only the seats themselves act for themselves; a person in front of two computers
// may ask for another round.
static bool may_act(const struct table *table, const struct act *act)
{
    bool watched = table->setup.computer[SEAT_1] && table->setup.computer[SEAT_2];
    if (act->kind >= ACT_BEGIN || act->seat == SEAT_1 || act->seat == SEAT_2)
        return true;
    return (act->kind == ACT_READY && watched) ||
           ((act->kind == ACT_COMMIT || act->kind == ACT_OPEN) && act->seat == SEAT_CHANCE);
}

// A computer's thinking differs a little with what it hides: a person is told its time in
// tenths of a second. Before the first event nobody's time runs.
static uint32_t time_spent(const struct table *table, int64_t now)
{
    int64_t spent = now > table->since && table_count(table) > 0 ? now - table->since : 0;
    bool watched = table_is_person(table, SEAT_1) || table_is_person(table, SEAT_2);
    if (watched && !table_is_person(table, replay_mover(&table->now)))
        spent = (spent + 99) / 100 * 100;
    return spent > UINT32_MAX ? UINT32_MAX : (uint32_t)spent;
}

enum table_answer table_propose(const struct table *table, const struct act *act,
                                const struct table_means *means, struct log_event *event,
                                struct news *reply)
{
    struct proposal proposal = { table, act, means, event, reply };
    memset(event, 0, sizeof *event);
    event->n = table_count(table) + 1;
    event->seat = act->seat;
    event->spent = time_spent(table, means->now);
    if (!may_act(table, act))
        return refuse(&proposal, NEWS_FORBIDDEN, "A watcher cannot do that.");
    if (was_done(table, act)) {
        news_begin(reply, NEWS_DONE, act->seat, act->n);
        return TABLE_REPLY;
    }
    if (act->n && act->n != event->n)
        return refuse(&proposal, NEWS_STALE, "Something else has happened meanwhile.");
    return propose_kind(&proposal);
}

static bool grow_steps(struct table *table, struct text *why)
{
    if (vector_grow(&table->steps, &table->step_room, table->step_count, sizeof *table->steps))
        return true;
    text_add(why, "There is no memory left to record the game.");
    return false;
}

typedef bool let_happen(struct replay *replay, const struct log_header *header,
                        const struct log_event *event, struct match_step *step, struct text *why);

static bool add_event(struct table *table, const struct log_event *event, int64_t now,
                      let_happen *happen, struct text *why)
{
    struct table_step step = { .n = event->n };
    if (!grow_steps(table, why) || !log_add(&table->log, event, why))
        return false;
    if (!happen(&table->now, &table->setup.header, event, &step.step, why)) {
        table->log.count--;
        return false;
    }
    table->since = now;
    if (event->kind == LOG_MOVE) {
        table->steps[table->step_count++] = step;
        table->hinted[event->seat] = false;
    }
    return true;
}

bool table_commit(struct table *table, const struct log_event *event, int64_t now, struct text *why)
{
    return add_event(table, event, now, replay_proposed, why);
}

bool table_take(struct table *table, const struct log_event *event, int64_t now, struct text *why)
{
    return log_check_seal(&table->setup.header, event, why) &&
           add_event(table, event, now, replay_event, why);
}

void table_spend(struct table *table, int64_t milliseconds)
{
    table->since -= milliseconds;
}

void table_note_hint(struct table *table, unsigned seat)
{
    table->hinted[seat] = true;
}

bool table_has_hint(const struct table *table, unsigned seat)
{
    return table->hinted[seat];
}

void table_drop(struct log_event *event)
{
    static_assert(sizeof *event % sizeof(uint64_t) == 0, "whole words");
    volatile uint64_t *word = (volatile uint64_t *)event;
    for (size_t i = 0; i < sizeof *event / sizeof *word; i++)
        word[i] = 0;
}
