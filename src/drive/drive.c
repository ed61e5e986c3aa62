// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/drive.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/now.h"
#include "core/memory.h"
#include "drive/player.h"
#include "drive/stored.h"
#include "record/clock.h"
#include "record/joint.h"
#include "record/round.h"
#include "table/session.h"
#include "table/truth.h"

// A handle, and how far its holder has been told.
struct drive_end {
    struct seat_handle handle;
    struct drive *drive;
    uint32_t told;
};

struct drive {
    struct session *session;
    struct drive_setup setup;
    struct drive_advisor advisor;
    struct drive_asker asker;
    struct player *player[SEATS];
    struct table_promises promises;    // of the players
    struct random random;              // of the seed
    uintptr_t ticket;                  // of the last act
    bool is_waiting;                   // an event could not be kept yet, and nothing happens
    struct log_event waiting;          // until it is
    unsigned viewer;                   // who caused it
    uint32_t kept;                     // events that are stored: none before somebody has moved
    bool unplayed;                     // nobody has moved yet in this match
    int64_t rested;                    // milliseconds that its time has stood still, and since
    int64_t resting;                   // when it does now, or 0
    int64_t thinks;                    // since when a computer does
    int64_t asks_again;                // when who waits for it is asked next
    bool given_up;                     // it is not waited for any longer, and so nothing happens
    char broken[256];                  // why nothing more can happen: there is no memory left
    struct drive_end ends[SEAT_2 + 1]; // of all people, and of each seat
};

static void draw_from_system(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

// The table's own time, which stands while nobody at a shared screen may see the board.
static int64_t drive_now(const struct drive *drive)
{
    return (drive->resting ? drive->resting : now_monotonic()) - drive->rested;
}

static struct session_request next(struct drive *drive, struct news *reply)
{
    struct session_means means = { .now = drive_now(drive),
                                   .reply = reply,
                                   .chance = drive->setup.seeded ? &drive->random : NULL,
                                   .entropy = draw_from_system,
                                   .draw_patience = drive->asker.ask ? INT64_MAX : 0 };
    return session_next(drive->session, &means);
}

// Keeping comes before happening.

// Does the event make the match worth keeping? It does if a person caused it or, where only
// computers play, one of them.
static bool begins(const struct drive *drive, const struct log_event *event)
{
    const bool *computer = drive->setup.table.computer;
    bool people = !computer[SEAT_1] || !computer[SEAT_2];
    if (event->kind == LOG_RESIGN || event->kind == LOG_FLAG || event->kind == LOG_FORFEIT ||
        event->kind == LOG_FULL)
        return true;
    return event->kind == LOG_MOVE && event->seat != SEAT_CHANCE &&
           !(people && computer[event->seat]);
}

// A match in which nobody has moved is not kept: the events before its first move are stored with
// that move, in one transaction.
static bool keep(struct drive *drive, const struct log_event *event, struct text *why)
{
    drive->unplayed = event->kind == LOG_REMATCH || (drive->unplayed && !begins(drive, event));
    if (!drive->setup.store || drive->unplayed)
        return true;
    const struct log *log = table_log(drive_table(drive));
    struct log_standing last, *rounds = NULL;
    unsigned count = 1;
    if (drive->kept)
        last = table_stand_after(drive_table(drive), event);
    else if (!rounds_stand(log, event, &rounds, &count, why)) {
        mem_free(rounds);
        return false;
    }
    bool kept = stored_keep(drive->setup.store, log, drive->kept, event,
                            drive->kept ? &last : rounds, count, why);
    mem_free(rounds);
    if (kept)
        drive->kept = event->n;
    return kept;
}

// While a computer thinks, the front that waits for it is often asked whether to go on.
static bool goes_on(void *context, uint64_t nodes)
{
    enum { MOMENT = 10 };
    (void)nodes;
    struct drive *drive = context;
    const struct seat_handle *seat = &drive->ends[SEAT_NOBODY].handle;
    int64_t now = now_monotonic();
    if (!seat->waits || drive->given_up || now < drive->asks_again)
        return !drive->given_up;
    drive->given_up = !seat->waits(seat->waiter, SEAT_THINKS, now - drive->thinks);
    drive->asks_again = now_monotonic() + MOMENT;
    return !drive->given_up;
}

// Before a round begins, asks its computers how well they will play. Failure is no error here: a
// computer without memory fails when it is to move.
static void ask_promises(struct drive *drive, const struct log_event *event)
{
    const struct log_header *header = &drive->setup.table.header;
    drive->thinks = now_monotonic();
    for (unsigned first = SEAT_1; event->kind == LOG_ROUND && first <= SEAT_2; first++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            struct text words = text_in(drive->promises.words[first][seat],
                                        sizeof drive->promises.words[first][seat]);
            bool may_be = first == event->seat || header->first == SEAT_NOBODY;
            if (may_be && drive->player[seat] &&
                !player_promise(drive->player[seat], &header->variant, first, seat, &words))
                text_clear(&words);
        }
}

static void tell_unkept(struct drive *drive, const char *why, struct news *reply)
{
    *reply = news_refusal(drive->viewer, table_count(drive_table(drive)), NEWS_BUSY, why);
    reply->kind = NEWS_UNKEPT;
    reply->code = 0;
}

// Keeps the event, if it is to be kept, and lets it happen. False, with the reply, if it cannot be
// kept now (it then waits) or if memory is short; a kept event is there when the game is resumed.
static bool settle(struct drive *drive, const struct log_event *event, struct news *reply)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    struct text broken = text_in(drive->broken, sizeof drive->broken);
    drive->waiting = *event;
    drive->is_waiting = !keep(drive, event, &why);
    if (drive->is_waiting) {
        tell_unkept(drive, bytes, reply);
        return false;
    }
    ask_promises(drive, &drive->waiting);
    table_drop(&drive->waiting);
    if (!session_kept(drive->session, drive_now(drive), &broken)) {
        *reply =
            news_refusal(drive->viewer, table_count(drive_table(drive)), NEWS_BUSY, drive->broken);
        return false;
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (drive->player[seat])
            player_tell(drive->player[seat], drive_table(drive), drive_now(drive));
    return true;
}

// Advice.

// A hint counts even if the player leaves before moving, so it is stored at once. A failure is
// ignored: the move could not be stored either, and that is reported.
static void note_hint(struct drive *drive, unsigned seat)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct table *table = drive_table(drive);
    if (drive->setup.store && drive->kept && !table_has_hint(table, seat))
        store_note_hint(drive->setup.store, table_log(table)->header.id, seat, &why);
}

// False: there is nothing to warn of.
static bool make_advice(struct drive *drive, const struct act *act, struct news *reply)
{
    struct stage stage;
    struct view view = table_view(drive_table(drive), act->seat);
    table_stage(drive_table(drive), act->seat, drive_now(drive), &stage);
    *reply = news_refusal(act->seat, stage.n, NEWS_FORBIDDEN, "Nobody gives advice here.");
    if (!drive->advisor.hint)
        return true;
    *reply = news_refusal(act->seat, stage.n, NEWS_ILLEGAL, "");
    reply->code = 0;
    reply->kind = act->kind == ACT_HINT ? NEWS_HINT : NEWS_WARNING;
    if (act->kind != ACT_HINT)
        return drive->advisor.warn(drive->advisor.context, &stage, &view, act->move, reply);
    drive->advisor.hint(drive->advisor.context, &stage, &view, reply);
    if (reply->kind == NEWS_HINT)
        note_hint(drive, act->seat);
    return true;
}

static bool advise(struct drive *drive, const struct session_request *request, struct news *reply)
{
    struct act act = *request->act;
    bool advised = make_advice(drive, &act, reply);
    session_advised(drive->session, &act, request->ticket, advised ? reply : NULL);
    return advised;
}

// Acts.

// Until the act with this ticket is answered; 0: until anything is told.
static void answer(struct drive *drive, uintptr_t ticket, struct news *reply)
{
    for (;;) {
        struct session_request request = next(drive, reply);
        bool its = !ticket || (uintptr_t)request.ticket == ticket;
        drive->viewer = request.seat;
        if (request.want == SESSION_KEEP && settle(drive, request.event, reply))
            continue;
        if (request.want == SESSION_ADVISE && !advise(drive, &request, reply))
            continue;
        if (request.want == SESSION_TELL && !its)
            continue;
        return;
    }
}

static void retry(struct drive *drive, struct news *reply)
{
    struct log_event event = drive->waiting;
    if (settle(drive, &event, reply))
        answer(drive, 0, reply);
    table_drop(&event);
}

void drive_act(struct drive *drive, const struct act *act, struct news *reply)
{
    bool decision = act->kind == ACT_RETRY || act->kind == ACT_UNSAVED;
    if (decision && drive->is_waiting) {
        if (act->kind == ACT_UNSAVED)
            drive->setup.store = NULL;
        retry(drive, reply);
    } else if (drive->is_waiting) {
        tell_unkept(drive, "What happened before has not been saved yet.", reply);
    } else if (*drive->broken) {
        *reply = news_refusal(act->seat, table_count(drive_table(drive)), NEWS_BUSY, drive->broken);
    } else if (session_act(drive->session, act, (void *)++drive->ticket)) {
        answer(drive, drive->ticket, reply);
    } else {
        *reply = news_refusal(act->seat, table_count(drive_table(drive)), NEWS_BUSY,
                              "There is no memory left.");
    }
}

// Wishes.

static bool decide(struct drive *drive, unsigned seat, struct text *why)
{
    struct act act = { .seat = (uint8_t)seat };
    const struct table *table = drive_table(drive);
    drive->thinks = now_monotonic();
    bool decided =
        player_decide(drive->player[seat], table, drive_now(drive), &act, why) && !drive->given_up;
    act.n = table_count(table) + 1;
    session_decided(drive->session, decided ? &act : NULL, drive_now(drive));
    return decided;
}

// A program that has failed loses the round, even on the opponent's turn.
static void let_fail(struct drive *drive)
{
    bool in_play = table_wish(drive_table(drive)).in_play, failed = false;
    for (unsigned seat = SEAT_1; in_play && !failed && seat <= SEAT_2; seat++) {
        struct act act = { 0 };
        failed = drive->player[seat] && player_failed(drive->player[seat], &act);
        if (failed)
            session_act(drive->session, &act, NULL);
    }
}

// Asks the person for a contribution to a joint draw; an empty one lets the system draw.
static void contribute(struct drive *drive, const struct session_request *request)
{
    struct act act = { .kind = ACT_COMMIT, .seat = request->seat, .draw = request->draw };
    drive->asker.ask(drive->asker.context, drive->setup.table.header.name[act.seat],
                     (enum log_draw)act.draw, act.word);
    if (!*act.word || !session_act(drive->session, &act, NULL))
        session_draw(drive->session);
}

// True if the session is to be asked once more: nothing has happened yet.
static bool obey(struct drive *drive, const struct session_request *request, enum drive_step *step,
                 struct news *unkept, struct text *why)
{
    switch (request->want) {
    case SESSION_KEEP:
        *step = DRIVE_UNKEPT;
        return settle(drive, request->event, unkept);
    case SESSION_THINK:
        *step = DRIVE_FAILED;
        return decide(drive, request->seat, why);
    case SESSION_DRAW:
        contribute(drive, request);
        return true;
    case SESSION_RESTS:
        *step = DRIVE_WAITS;
        if (request->thinking)
            now_sleep(request->at - drive_now(drive));
        return request->thinking;
    case SESSION_FAILS:
        *step = DRIVE_FAILED;
        text_add(why, "%s", request->reply->words);
        return false;
    default:
        *step = DRIVE_WENT_ON;
        return false;
    }
}

enum drive_step drive_step(struct drive *drive, struct news *unkept, struct text *why)
{
    enum drive_step step = DRIVE_FAILED;
    struct session_request request;
    if (*drive->broken) {
        text_add(why, "%s", drive->broken);
        return DRIVE_FAILED;
    }
    if (drive->is_waiting) {
        tell_unkept(drive, "It has not been saved yet.", unkept);
        return DRIVE_UNKEPT;
    }
    let_fail(drive);
    do {
        request = next(drive, unkept);
        drive->viewer = request.seat;
    } while (obey(drive, &request, &step, unkept, why));
    if (*drive->broken)
        text_add(why, "%s", drive->broken);
    return *drive->broken ? DRIVE_FAILED : step;
}

// The seat handle of a table in this process.

static bool local_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                        struct text *why)
{
    struct drive_end *end = seat->context;
    (void)why;
    assert(viewer == SEAT_NOBODY || seat->here[viewer]);
    table_stage(drive_table(end->drive), viewer, drive_now(end->drive), stage);
    return true;
}

static bool local_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                      struct text *why)
{
    struct drive_end *end = seat->context;
    bool watches = act->seat == SEAT_NOBODY && !seat->here[SEAT_1] && !seat->here[SEAT_2];
    bool saving = act->kind == ACT_RETRY || act->kind == ACT_UNSAVED;
    (void)why;
    if (!watches && !saving && !seat->here[act->seat])
        *reply = news_refusal(act->seat, table_count(drive_table(end->drive)), NEWS_TURN,
                              "That is not your seat.");
    else
        drive_act(end->drive, act, reply);
    return true;
}

static enum seat_next local_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                 struct text *why)
{
    struct drive_end *end = seat->context;
    while (!table_news(drive_table(end->drive), viewer, end->told + 1, news)) {
        switch (drive_step(end->drive, news, why)) {
        case DRIVE_WENT_ON:
            continue;
        case DRIVE_WAITS:
            return SEAT_YOURS;
        case DRIVE_UNKEPT:
            return SEAT_TOLD;
        case DRIVE_FAILED:
            return SEAT_CLOSED;
        }
    }
    end->told++;
    return SEAT_TOLD;
}

// Only a flag falls by itself.
static bool local_has_news(struct seat_handle *seat)
{
    const struct drive_end *end = seat->context;
    struct table_wish wish = table_wish(drive_table(end->drive));
    return wish.flag_at && drive_now(end->drive) >= wish.flag_at;
}

static void local_rest(struct seat_handle *seat, bool rests)
{
    struct drive *drive = ((struct drive_end *)seat->context)->drive;
    if (!rests && drive->resting)
        drive->rested += now_monotonic() - drive->resting;
    drive->resting = rests ? now_monotonic() : 0;
}

static const struct seat_maker local = { local_stage, local_act, local_next, NULL, NULL };
static const struct seat_maker timed = { local_stage, local_act, local_next, local_has_news,
                                         local_rest };

static void make_ends(struct drive *drive)
{
    const struct table_setup *setup = &drive->setup.table;
    for (unsigned i = 0; i <= SEAT_2; i++) {
        struct drive_end *end = &drive->ends[i];
        end->drive = drive;
        end->told = table_count(drive_table(drive));
        end->handle.maker = clock_is_set(&setup->header.clock) ? &timed : &local;
        end->handle.context = end;
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            end->handle.here[seat] = !setup->computer[seat] && (i == SEAT_NOBODY || i == seat);
        bool one = end->handle.here[SEAT_1] != end->handle.here[SEAT_2];
        end->handle.viewer = !one ? SEAT_NOBODY : end->handle.here[SEAT_1] ? SEAT_1 : SEAT_2;
    }
}

struct seat_handle *drive_seat(struct drive *drive)
{
    return &drive->ends[SEAT_NOBODY].handle;
}

struct seat_handle *drive_seat_of(struct drive *drive, unsigned seat)
{
    return &drive->ends[seat].handle;
}

const struct table *drive_table(const struct drive *drive)
{
    return session_table(drive->session);
}

const char *drive_trouble(const struct drive *drive, unsigned seat)
{
    return drive->player[seat] ? player_trouble(drive->player[seat]) : "";
}

bool drive_is_saved(const struct drive *drive)
{
    return drive->setup.store != NULL;
}

void drive_set_asker(struct drive *drive, const struct drive_asker *asker)
{
    drive->asker = *asker;
}

void drive_set_advisor(struct drive *drive, const struct drive_advisor *advisor)
{
    drive->advisor = *advisor;
}

// Making one.

static uint64_t key_of(const struct drive *drive, unsigned seat)
{
    if (drive->setup.keyed[seat])
        return drive->setup.key[seat];
    uint64_t key = joint_seat_key(drive->setup.seed, seat);
    if (!drive->setup.seeded)
        randombytes_buf(&key, sizeof key);
    return key;
}

// The file for what a program writes to its standard error, beside the games; none if
// there is no place for it.
static const char *name_errors(const struct drive *drive, unsigned seat, char path[STORE_PATH])
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct text name = TEXT_OF(64);
    text_add(&name, "programs/%s-%u.txt", drive->setup.table.header.id, seat);
    return store_path(name.at, path, &why) ? path : NULL;
}

static bool make_players(struct drive *drive, struct text *why)
{
    struct table_setup *setup = &drive->setup.table;
    char path[STORE_PATH];
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        struct player_setup player = { .who = setup->header.player[seat],
                                       .key = key_of(drive, seat),
                                       .go_on = goes_on,
                                       .context = drive,
                                       .program = { .errors = name_errors(drive, seat, path),
                                                    .trace = drive->setup.trace,
                                                    .memory = drive->setup.memory } };
        setup->computer[seat] = strcmp(player.who, "human") != 0;
        if (setup->computer[seat] && !(drive->player[seat] = player_new(&player, why)))
            return false;
    }
    setup->shared = setup->shared && !setup->computer[SEAT_1] && !setup->computer[SEAT_2];
    return true;
}

static void seat_players(struct drive *drive)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (drive->player[seat])
            player_sit(drive->player[seat], drive_table(drive), seat, drive_now(drive));
}

static bool set_up(struct drive *drive, struct text *why)
{
    if (sodium_init() < 0) {
        text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
        return false;
    }
    drive->random = random_seeded(drive->setup.seed);
    drive->setup.table.promises = &drive->promises;
    if (!make_players(drive, why))
        return false;
    struct session_setup session = { .table = drive->setup.table, .ticks = drive->setup.ticks };
    drive->session = session_new(&session, why);
    return drive->session != NULL;
}

static struct drive *make(const struct drive_setup *setup, struct text *why)
{
    struct drive *drive = mem_for("a table", sizeof *drive, why);
    if (!drive)
        return NULL;
    drive->setup = *setup;
    if (set_up(drive, why))
        return drive;
    drive_free(drive);
    return NULL;
}

struct drive *drive_new(const struct drive_setup *setup, struct text *why)
{
    struct drive *drive = make(setup, why);
    if (drive) {
        drive->unplayed = true;
        make_ends(drive);
        seat_players(drive);
    }
    return drive;
}

static bool play_log(struct drive *drive, const struct log *log, struct text *why)
{
    for (unsigned i = 0; i < log->count; i++) {
        ask_promises(drive, &log->events[i]);
        if (!session_take(drive->session, &log->events[i], drive_now(drive), why))
            return false;
    }
    return true;
}

struct drive *drive_resume(const struct drive_setup *setup, const struct log *log, struct text *why)
{
    struct drive *drive = make(setup, why);
    if (drive && !play_log(drive, log, why)) {
        drive_free(drive);
        return NULL;
    }
    if (drive) {
        drive->kept = log->count;
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (setup->hinted[seat])
                session_note_hint(drive->session, seat);
        make_ends(drive);
        seat_players(drive);
    }
    return drive;
}

bool drive_is_begun(const struct drive *drive)
{
    const struct log *log = table_log(drive_table(drive));
    for (unsigned i = 0; i < log->count; i++)
        if (begins(drive, &log->events[i]))
            return true;
    return false;
}

void drive_free(struct drive *drive)
{
    if (!drive)
        return;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        player_free(drive->player[seat]);
    session_free(drive->session);
    table_drop(&drive->waiting);
    mem_free(drive);
}
