// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/replay.h"

#include <string.h>

#include "record/joint.h"

struct replay replay_begin(void)
{
    struct replay replay;
    memset(&replay, 0, sizeof replay);
    return replay;
}

bool replay_in_play(const struct replay *replay)
{
    return replay->round_at && replay->end == LOG_END_NONE;
}

bool replay_match_over(const struct replay *replay, const struct log_header *header)
{
    return replay->played >= header->rounds || replay->count >= LOG_EVENTS_MAX;
}

unsigned replay_mover(const struct replay *replay)
{
    return replay_in_play(replay) ? match_turn(&replay->match)->mover : SEAT_NOBODY;
}

unsigned replay_next_first(const struct replay *replay, const struct log_header *header)
{
    unsigned first = replay->first ? replay->first : header->first;
    return replay->played % 2 ? opponent(first) : first;
}

static bool has_clock(const struct log_clock *clock)
{
    return clock->base || clock->increment || clock->move;
}

int64_t replay_left(const struct replay *replay, const struct log_header *header, unsigned seat,
                    uint64_t spent)
{
    const struct log_clock *clock = &header->clock;
    int64_t left = INT64_MAX;
    if (clock->base || clock->increment)
        left = (int64_t)clock->base - (int64_t)(replay->spent[seat] + spent);
    if (clock->move && (int64_t)clock->move - (int64_t)spent < left)
        left = (int64_t)clock->move - (int64_t)spent;
    return left;
}

static bool refuse(const char *sentence, struct text *why)
{
    text_add(why, "%s", sentence);
    return false;
}

static bool is_player(unsigned seat)
{
    return seat == SEAT_1 || seat == SEAT_2;
}

// What a draw follows from, with chance's seed where that is not opened yet.
static struct joint joint_of(const struct replay *replay, const struct log_header *header,
                             unsigned draw, const char *seed)
{
    return (struct joint){ .header = header,
                           .draw = draw,
                           .n = replay->committed[draw][SEAT_CHANCE],
                           .word = { [SEAT_1] = replay->word[draw][SEAT_1],
                                     [SEAT_2] = replay->word[draw][SEAT_2],
                                     [SEAT_CHANCE] = seed } };
}

static bool all_opened(const struct replay *replay, unsigned draw)
{
    const uint32_t *opened = replay->opened[draw];
    return opened[SEAT_1] && opened[SEAT_2] && opened[SEAT_CHANCE];
}

static bool check_toss(const struct replay *replay, const struct log_header *header, unsigned seat,
                       struct text *why)
{
    if (header->toss != LOG_JOINT)
        return true;
    if (!all_opened(replay, LOG_DRAWS_TOSS))
        return refuse("the toss comes before all contributions to it are opened", why);
    return replay_toss(replay, header) == seat || refuse("the toss fell otherwise", why);
}

unsigned replay_toss(const struct replay *replay, const struct log_header *header)
{
    struct joint joint =
        joint_of(replay, header, LOG_DRAWS_TOSS, replay->word[LOG_DRAWS_TOSS][SEAT_CHANCE]);
    return joint_toss(&joint);
}

struct move replay_deal(const struct replay *replay, const struct log_header *header,
                        const char *seed)
{
    struct joint joint = joint_of(replay, header, LOG_DRAWS_DEAL, seed);
    return joint_deal(&joint, &replay->match.state);
}

bool replay_is_revealed(const struct replay *replay)
{
    return replay->dealt && replay->opened[LOG_DRAWS_DEAL][SEAT_CHANCE];
}

static void forget_contributions(struct replay *replay)
{
    memset(replay->committed, 0, sizeof replay->committed);
    memset(replay->opened, 0, sizeof replay->opened);
    memset(replay->word, 0, sizeof replay->word);
    replay->dealt = false;
}

// Who begins is settled by the header, by turns, or by a toss.
static bool play_round(struct replay *replay, const struct log_header *header,
                       const struct log_event *event, struct text *why)
{
    unsigned first = replay_next_first(replay, header);
    bool tossed = first == SEAT_NOBODY;
    if (replay_in_play(replay))
        return refuse("a round begins before the last one is over", why);
    if (replay_match_over(replay, header) && replay->round_at)
        return refuse("a round begins after the match is over", why);
    if (!is_player(event->seat) || (!tossed && event->seat != first))
        return refuse("the wrong player begins the round", why);
    if (event->source != (tossed ? header->toss : LOG_SETTLED))
        return refuse("who begins was not settled as agreed", why);
    if (tossed && !check_toss(replay, header, event->seat, why))
        return false;
    if (replay->dealt && !replay_is_revealed(replay))
        return refuse("a round begins before the seed of the last deal is opened", why);
    if (replay->round_at && header->rematch == LOG_AGREED &&
        !(replay->ready[SEAT_1] && replay->ready[SEAT_2]))
        return refuse("a round begins before both players are ready", why);
    match_start(&replay->match, &header->variant, event->seat);
    if (!replay->first)
        replay->first = event->seat;
    replay->round_at = event->n;
    replay->round = (uint16_t)(replay->played + 1);
    if (replay->round == 1)
        replay->match_at = event->n;
    replay->aided = 0;
    replay->winner = replay->end = replay->cause = 0;
    replay->offer = 0;
    memset(replay->ready, 0, sizeof replay->ready);
    memset(replay->spent, 0, sizeof replay->spent);
    forget_contributions(replay);
    return true;
}

static void end_round(struct replay *replay, unsigned winner, enum log_end end)
{
    replay->winner = (uint8_t)winner;
    replay->end = (uint8_t)end;
    replay->wins[winner][winner != match_first(&replay->match)]++;
    replay->played++;
    replay->offer = 0;
}

static void reopen_round(struct replay *replay)
{
    if (replay->end == LOG_END_NONE)
        return;
    replay->wins[replay->winner][replay->winner != match_first(&replay->match)]--;
    replay->played--;
    replay->winner = replay->end = LOG_END_NONE;
    memset(replay->ready, 0, sizeof replay->ready);
}

// Each move is paid for with the time since the event before it, and earns the increment.
static void charge(struct replay *replay, const struct log_header *header, unsigned mover,
                   const struct log_event *event)
{
    if (!is_player(mover))
        return;
    replay->spent[mover] += event->spent;
    uint64_t earned = header->clock.increment;
    if (event->kind == LOG_MOVE)
        replay->spent[mover] -= replay->spent[mover] < earned ? replay->spent[mover] : earned;
}

bool replay_may_deal(const struct replay *replay)
{
    const uint32_t *opened = replay->opened[LOG_DRAWS_DEAL];
    return replay->committed[LOG_DRAWS_DEAL][SEAT_CHANCE] && opened[SEAT_1] && opened[SEAT_2];
}

static bool check_move(const struct replay *replay, const struct log_header *header,
                       const struct log_event *event, struct text *why)
{
    if (!replay_in_play(replay))
        return refuse("a move is made while no round is in play", why);
    if (log_is_hidden(header, event) && !event->opened)
        return refuse("the move is not opened, so that the rest cannot be checked", why);
    if (event->seat == SEAT_CHANCE && event->source != header->deal)
        return refuse("the deal does not come from where it was agreed", why);
    if (event->seat == SEAT_CHANCE && event->source == LOG_JOINT && !replay_may_deal(replay))
        return refuse("the deal comes before the contributions to it", why);
    return true;
}

// The referee checks the move and makes it, once. One with another outcome was not made.
static bool carry_out(struct match *match, const struct log_event *event, struct match_step *step,
                      struct text *why)
{
    struct state before = match->state;
    if (!match_play_step(match, event->seat, event->move, step))
        return refuse("it is not a legal move there", why);
    if (step->event.outcome == event->outcome)
        return true;
    match->state = before;
    match->log[--match->count] = (struct event){ 0 };
    return refuse("it has another outcome than the rules give", why);
}

// After the move was made.
static void follow_move(struct replay *replay, const struct log_event *event)
{
    replay->at[match_count(&replay->match) - 1] = event->n;
    if (replay->offer_what == LOG_ASKS_UNDO)
        replay->offer = 0;
    if (event->seat == SEAT_CHANCE) {
        replay->dealt = event->source == LOG_JOINT;
        replay->deal = event->move;
    }
    if (match_over(&replay->match))
        end_round(replay, match_turn(&replay->match)->winner, LOG_END_PLAYED);
}

static bool play_move(struct replay *replay, const struct log_header *header,
                      const struct log_event *event, struct match_step *step, struct text *why)
{
    struct match_step unused;
    if (!check_move(replay, header, event, why) ||
        !carry_out(&replay->match, event, step ? step : &unused, why))
        return false;
    follow_move(replay, event);
    return true;
}

// An answer, where one is needed, is given by the other seat to the standing offer.
static bool check_consent(const struct replay *replay, unsigned consent,
                          const struct log_event *event, enum log_what what, struct text *why)
{
    if (consent == LOG_REFUSED)
        return refuse("that is not done at this table", why);
    if (consent == LOG_FREELY)
        return !event->of || refuse("it answers an offer, and none was needed", why);
    if (!replay->offer || event->of != replay->offer || replay->offer_what != what ||
        event->seat != opponent(replay->offer_by))
        return refuse("the other player has not agreed", why);
    return true;
}

static bool play_undo(struct replay *replay, const struct log_header *header,
                      const struct log_event *event, struct text *why)
{
    struct match earlier = replay->match;
    if (!replay->round_at || replay->end > LOG_END_PLAYED)
        return refuse("nothing can be taken back there", why);
    if (replay_is_revealed(replay))
        return refuse("a move is taken back after the deal was opened", why);
    if (!check_consent(replay, header->undo, event, LOG_ASKS_UNDO, why))
        return false;
    for (unsigned i = 0; i < event->count; i++) {
        if (!match_can_undo(&earlier))
            return refuse("a move is taken back that may not be", why);
        match_undo(&earlier);
    }
    if (!event->count)
        return refuse("no move is taken back", why);
    reopen_round(replay);
    replay->match = earlier;
    replay->offer = 0;
    return true;
}

static bool play_offer(struct replay *replay, const struct log_header *header,
                       const struct log_event *event, struct text *why)
{
    bool undo = event->what == LOG_ASKS_UNDO;
    if (replay->offer)
        return refuse("an offer is made while another one stands", why);
    if (!is_player(event->seat) || event->what > LOG_ASKS_REMATCH ||
        (undo ? header->undo : header->rematch) != LOG_AGREED)
        return refuse("that is not asked for at this table", why);
    if (undo ? !replay->round_at || replay->end > LOG_END_PLAYED || !match_can_undo(&replay->match)
             : !replay->round_at || replay_in_play(replay) || !replay_match_over(replay, header))
        return refuse("that cannot be asked for there", why);
    replay->offer = event->n;
    replay->offer_what = event->what;
    replay->offer_by = event->seat;
    replay->offer_swapped = event->swapped;
    return true;
}

static bool play_decline(struct replay *replay, const struct log_event *event, struct text *why)
{
    if (!replay->offer || event->of != replay->offer || event->seat != opponent(replay->offer_by))
        return refuse("there is no such offer to decline", why);
    replay->offer = 0;
    return true;
}

static bool play_ready(struct replay *replay, const struct log_header *header,
                       const struct log_event *event, struct text *why)
{
    if (!is_player(event->seat) || !replay->round_at || replay_in_play(replay) ||
        replay_match_over(replay, header) || replay->ready[event->seat])
        return refuse("there is nothing to be ready for", why);
    replay->ready[event->seat] = true;
    return true;
}

static bool play_rematch(struct replay *replay, const struct log_header *header,
                         const struct log_event *event, struct text *why)
{
    if (!replay->round_at || replay_in_play(replay) || !replay_match_over(replay, header))
        return refuse("the match is not over", why);
    if (!check_consent(replay, header->rematch, event, LOG_ASKS_REMATCH, why))
        return false;
    if (event->of && event->swapped != replay->offer_swapped)
        return refuse("something else was offered", why);
    if (event->swapped)
        replay->first = opponent(replay->first);
    replay->played = 0;
    memset(replay->wins, 0, sizeof replay->wins);
    replay->ready[SEAT_1] = replay->ready[SEAT_2] = true;
    replay->offer = 0;
    return true;
}

static bool play_loss(struct replay *replay, const struct log_header *header,
                      const struct log_event *event, struct text *why)
{
    static const uint8_t end[] = { [LOG_RESIGN] = LOG_END_RESIGNED,
                                   [LOG_FLAG] = LOG_END_FLAGGED,
                                   [LOG_FORFEIT] = LOG_END_FORFEITED };
    if (!replay_in_play(replay) || !is_player(event->seat))
        return refuse("nobody can lose there", why);
    if (event->kind == LOG_FLAG &&
        (event->seat != replay_mover(replay) || !has_clock(&header->clock) ||
         replay_left(replay, header, event->seat, event->spent) > 0))
        return refuse("there was time left", why);
    replay->cause = event->kind == LOG_FORFEIT ? event->cause : 0;
    end_round(replay, opponent(event->seat), end[event->kind]);
    return true;
}

// Contributions to a toss come before a round, to a deal at its beginning.
static bool play_commit(struct replay *replay, const struct log_header *header,
                        const struct log_event *event, struct text *why)
{
    bool toss = event->draw == LOG_DRAWS_TOSS;
    if (event->draw > LOG_DRAWS_DEAL || event->seat > SEAT_CHANCE || !event->seat ||
        (toss ? header->toss : header->deal) != LOG_JOINT)
        return refuse("nothing is drawn from contributions there", why);
    if (toss ? replay_in_play(replay) : replay_mover(replay) != SEAT_CHANCE)
        return refuse("it is not the time for contributions", why);
    if (replay->committed[event->draw][event->seat])
        return refuse("a second contribution of the same player", why);
    replay->committed[event->draw][event->seat] = event->n;
    memcpy(replay->contribution[event->draw][event->seat], event->seal.commitment, COMMIT_BYTES);
    return true;
}

// The commitment was made under the number of its own event.
static bool opens(const struct replay *replay, const struct log_header *header,
                  const struct log_event *event)
{
    struct log_event made = *event;
    unsigned char commitment[COMMIT_BYTES];
    made.n = replay->committed[event->draw][event->seat];
    log_seal(header, &made, commitment);
    return memcmp(commitment, replay->contribution[event->draw][event->seat], COMMIT_BYTES) == 0;
}

// The seed of a deal is opened when the round is over, and must give that deal.
static bool check_seed(const struct replay *replay, const struct log_header *header,
                       const struct log_event *event, struct text *why)
{
    if (event->draw != LOG_DRAWS_DEAL || event->seat != SEAT_CHANCE)
        return true;
    if (!replay->dealt || replay_in_play(replay))
        return refuse("the seed of the deal is opened before the round is over", why);
    struct replay before = *replay;
    match_start(&before.match, &header->variant, match_first(&replay->match));
    struct move deal = replay_deal(&before, header, event->word);
    return move_equal(deal, replay->deal) || refuse("the deal does not follow from it", why);
}

static bool play_open(struct replay *replay, const struct log_header *header,
                      const struct log_event *event, struct text *why)
{
    if (event->draw > LOG_DRAWS_DEAL || event->seat > SEAT_CHANCE ||
        !replay->committed[event->draw][event->seat] || replay->opened[event->draw][event->seat])
        return refuse("there is no contribution to open", why);
    for (unsigned seat = SEAT_1; seat <= SEAT_CHANCE; seat++)
        if (!replay->committed[event->draw][seat])
            return refuse("a contribution is opened before all are made", why);
    if (!printable_is_text(event->word) || !opens(replay, header, event))
        return refuse("the contribution was another one", why);
    if (!check_seed(replay, header, event, why))
        return false;
    memcpy(replay->word[event->draw][event->seat], event->word, LOG_NAME);
    replay->opened[event->draw][event->seat] = event->n;
    return true;
}

static bool play_full(struct replay *replay, const struct log_event *event, struct text *why)
{
    if (event->n != LOG_EVENTS_MAX || event->seat != SEAT_NOBODY)
        return refuse("the table is not full there", why);
    if (replay_in_play(replay))
        replay->end = LOG_END_FULL;
    replay->offer = 0;
    return true;
}

static bool happen(struct replay *replay, const struct log_header *header,
                   const struct log_event *event, struct match_step *step, struct text *why)
{
    if (event->n == LOG_EVENTS_MAX && event->kind != LOG_FULL)
        return refuse("the last number of a table is for the event that ends it", why);
    switch ((enum log_kind)event->kind) {
    case LOG_ROUND:
        return play_round(replay, header, event, why);
    case LOG_MOVE:
        return play_move(replay, header, event, step, why);
    case LOG_UNDO:
        return play_undo(replay, header, event, why);
    case LOG_OFFER:
        return play_offer(replay, header, event, why);
    case LOG_DECLINE:
        return play_decline(replay, event, why);
    case LOG_READY:
        return play_ready(replay, header, event, why);
    case LOG_REMATCH:
        return play_rematch(replay, header, event, why);
    case LOG_RESIGN:
    case LOG_FLAG:
    case LOG_FORFEIT:
        return play_loss(replay, header, event, why);
    case LOG_COMMIT:
        return play_commit(replay, header, event, why);
    case LOG_OPEN:
        return play_open(replay, header, event, why);
    case LOG_FULL:
        return play_full(replay, event, why);
    case LOG_KINDS:
        break;
    }
    return refuse("there is no such event", why);
}

// An undo that needed an answer was asked for by the other seat.
static uint8_t aided_by(const struct log_event *event)
{
    if (event->kind == LOG_UNDO)
        return seat_bit(event->of ? opponent(event->seat) : event->seat);
    return event->kind == LOG_MOVE && event->helped ? seat_bit(event->seat) : 0;
}

struct log_standing replay_stand(const struct replay *replay)
{
    if (!replay->round_at)
        return (struct log_standing){ 0 };
    return (struct log_standing){ .began = replay->round_at,
                                  .match_began = replay->match_at,
                                  .round = replay->round,
                                  .moves = (uint16_t)match_count(&replay->match),
                                  .first = (uint8_t)match_first(&replay->match),
                                  .winner = replay->winner,
                                  .end = replay->end,
                                  .aided = replay->aided };
}

static void add_event(const struct log_header *header, const struct log_event *event,
                      struct text *why)
{
    text_add(why, "Event %u: ", (unsigned)event->n);
    if (event->kind != LOG_MOVE)
        return;
    text_add(why, "seat %s plays '", seat_name(event->seat));
    move_print(header->variant.game, event->move, why);
    text_add(why, "', and ");
}

// After the event, which was the mover's to decide on, has happened.
static bool count_event(struct replay *replay, const struct log_header *header, unsigned mover,
                        const struct log_event *event)
{
    if (event->kind != LOG_ROUND)
        charge(replay, header, mover, event);
    replay->aided |= aided_by(event);
    replay->count++;
    return true;
}

bool replay_proposed(struct replay *replay, const struct log_header *header,
                     const struct log_event *event, struct match_step *step, struct text *why)
{
    unsigned mover = replay_mover(replay);
    if (event->kind != LOG_MOVE || event->n != replay->count + 1)
        return replay_event(replay, header, event, step, why);
    match_make_step(&replay->match, event->move, step);
    follow_move(replay, event);
    return count_event(replay, header, mover, event);
}

bool replay_event(struct replay *replay, const struct log_header *header,
                  const struct log_event *event, struct match_step *step, struct text *why)
{
    char bytes[256];
    struct text fault = text_in(bytes, sizeof bytes);
    unsigned mover = replay_mover(replay);
    if (event->n != replay->count + 1)
        refuse("its number is not the next", &fault);
    else if (happen(replay, header, event, step, &fault))
        return count_event(replay, header, mover, event);
    add_event(header, event, why);
    text_add(why, "%s.", bytes);
    return false;
}

bool replay_log(struct replay *replay, const struct log *log, unsigned count, struct text *why)
{
    *replay = replay_begin();
    for (unsigned i = 0; i < count; i++)
        if (!replay_event(replay, &log->header, &log->events[i], NULL, why))
            return false;
    return true;
}
