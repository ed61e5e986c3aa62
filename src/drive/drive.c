// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/drive.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "core/memory.h"
#include "drive/player.h"
#include "record/clock.h"
#include "record/joint.h"
#include "table/truth.h"

// A handle, and how far its holder has been told.
struct drive_end {
    struct seat_handle handle;
    struct drive *drive;
    uint32_t told;
};

struct drive {
    struct table *table;
    struct drive_setup setup;
    struct drive_advisor advisor;
    struct drive_asker asker;
    struct player *player[SEATS];
    struct table_promises promises; // of the players
    struct random random;
    struct log_event waiting; // could not be kept yet
    struct news answer;       // to whoever caused it
    bool is_waiting;
    uint32_t kept;                     // events that are stored: none before somebody has moved
    bool hinted[SEATS];                // this seat has had a hint since its last move
    char broken[256];                  // why nothing more can happen: there is no memory left
    struct drive_end ends[SEAT_2 + 1]; // of all people, and of each seat
};

static uint64_t draw_from_system(struct random *random)
{
    uint64_t drawn;
    (void)random;
    randombytes_buf(&drawn, sizeof drawn);
    return drawn;
}

static struct table_means means(struct drive *drive)
{
    struct table_means means = { .now = process_now(), .chance = &drive->random };
    randombytes_buf(means.nonce, sizeof means.nonce);
    return means;
}

// Keeping comes before happening.

// A person has done something; or, where only computers play, one of them has.
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

// What nobody has played is not kept, whichever way it is left: what comes before the first
// move is stored with it, in one transaction.
static bool keep(struct drive *drive, const struct log_event *event, struct text *why)
{
    if (!drive->setup.store || (!drive->kept && !begins(drive, event)))
        return true;
    if (!store_keep(drive->setup.store, table_log(drive->table), drive->kept, event, why))
        return false;
    drive->kept = event->n;
    return true;
}

// Before a round begins: how well its computers play. One that can say nothing for want of
// memory says so when it is to move.
static void ask_promises(struct drive *drive, const struct log_event *event)
{
    const struct log_header *header = &drive->setup.table.header;
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

// It is kept, or not to be kept, and happens. What was proposed fits: only memory can fail,
// and what was kept is there when the game is gone on with.
static void happen(struct drive *drive, const struct log_event *event)
{
    struct text why = text_in(drive->broken, sizeof drive->broken);
    ask_promises(drive, event);
    if (table_commit(drive->table, event, process_now(), &why))
        text_clear(&why);
    if (event->kind == LOG_MOVE)
        drive->hinted[event->seat] = false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (drive->player[seat])
            player_tell(drive->player[seat], drive->table, process_now());
}

static void tell_unkept(struct drive *drive, const char *why, struct news *reply)
{
    unsigned viewer = drive->answer.viewer;
    *reply = news_refusal(viewer, table_count(drive->table), NEWS_BUSY, why);
    reply->kind = NEWS_UNKEPT;
    reply->code = 0;
}

// Keeps the event and lets it happen; or it waits until it can be kept.
static void settle(struct drive *drive, const struct log_event *event, struct news *reply)
{
    char bytes[TEXT_MAX];
    struct text why = text_in(bytes, sizeof bytes);
    if (keep(drive, event, &why)) {
        happen(drive, event);
        if (*drive->broken)
            *reply =
                news_refusal(reply->viewer, table_count(drive->table), NEWS_BUSY, drive->broken);
        return;
    }
    drive->waiting = *event;
    drive->answer = *reply;
    drive->is_waiting = true;
    tell_unkept(drive, bytes, reply);
}

static void settle_waiting(struct drive *drive, struct news *reply)
{
    drive->is_waiting = false;
    *reply = drive->answer;
    struct log_event event = drive->waiting;
    table_drop(&drive->waiting);
    settle(drive, &event, reply);
}

// Acts.

// Who leaves with a hint and comes back has had it. If that cannot be kept, neither can the move.
static void note_hint(struct drive *drive, unsigned seat)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (drive->setup.store && drive->kept && !drive->hinted[seat])
        store_note_hint(drive->setup.store, table_log(drive->table)->header.id, seat, &why);
    drive->hinted[seat] = true;
}

static void advise(struct drive *drive, const struct act *act, struct news *reply)
{
    struct stage stage;
    struct view view = table_view(drive->table, act->seat);
    table_stage(drive->table, act->seat, process_now(), &stage);
    *reply = news_refusal(act->seat, stage.n, NEWS_ILLEGAL, "");
    reply->code = 0;
    if (act->kind == ACT_HINT) {
        reply->kind = NEWS_HINT;
        drive->advisor.hint(drive->advisor.whom, &stage, &view, reply);
        if (reply->kind == NEWS_HINT)
            note_hint(drive, act->seat);
        return;
    }
    reply->kind = NEWS_WARNING;
    if (drive->advisor.warn(drive->advisor.whom, &stage, &view, act->move, reply))
        return;
    struct act sure = *act;
    sure.sure = true;
    drive_act(drive, &sure, reply);
}

static void refuse(struct drive *drive, const struct act *act, enum news_code code,
                   const char *sentence, struct news *reply)
{
    *reply = news_refusal(act->seat, table_count(drive->table), code, sentence);
}

static void propose(struct drive *drive, const struct act *act, struct news *reply)
{
    struct log_event event;
    struct table_means from = means(drive);
    from.helped = drive->hinted[act->seat];
    switch (table_propose(drive->table, act, &from, &event, reply)) {
    case TABLE_EVENT:
        settle(drive, &event, reply);
        table_drop(&event);
        break;
    case TABLE_ADVICE:
        if (drive->advisor.hint)
            advise(drive, act, reply);
        else
            refuse(drive, act, NEWS_FORBIDDEN, "Nobody gives advice here.", reply);
        break;
    case TABLE_REPLY:
        break;
    }
}

// What comes too late does not count, whoever asked for it and however long they were waited
// for: the flag falls first.
static bool let_flag_fall(struct drive *drive, struct news *reply)
{
    struct table_wish wish = table_wish(drive->table);
    struct act act = { .kind = ACT_FLAG, .seat = wish.flagged };
    if (!wish.flag_at || process_now() < wish.flag_at)
        return false;
    propose(drive, &act, reply);
    return true;
}

void drive_act(struct drive *drive, const struct act *act, struct news *reply)
{
    bool decision = act->kind == ACT_RETRY || act->kind == ACT_UNSAVED;
    if (decision && drive->is_waiting) {
        if (act->kind == ACT_UNSAVED)
            drive->setup.store = NULL;
        settle_waiting(drive, reply);
    } else if (drive->is_waiting) {
        tell_unkept(drive, "What happened before has not been saved yet.", reply);
    } else if (act->kind >= ACT_BEGIN && !decision) {
        refuse(drive, act, NEWS_FORBIDDEN, "That is not yours to do.", reply);
    } else if (let_flag_fall(drive, reply)) {
        if (reply->kind != NEWS_UNKEPT)
            refuse(drive, act, NEWS_STALE, "The time is over.", reply);
    } else {
        propose(drive, act, reply);
    }
}

// Wishes.

int64_t drive_tick(int64_t spent)
{
    int64_t tick = spent <= 1000 ? 100 : 1000;
    return spent <= tick ? tick : (spent + tick - 1) / tick * tick;
}

// How long a computer has thought tells a person nothing.
static void wait_for_tick(const struct drive *drive, int64_t since)
{
    int64_t spent = process_now() - since, left = drive_tick(spent) - spent;
    struct timespec pause = { .tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000 };
    bool watched = !drive->setup.table.computer[SEAT_1] || !drive->setup.table.computer[SEAT_2];
    if (drive->setup.ticks && watched)
        nanosleep(&pause, NULL);
}

static bool decide(struct drive *drive, unsigned seat, struct act *act, struct text *why)
{
    int64_t since = process_now();
    if (!player_decide(drive->player[seat], drive->table, since, act, why))
        return false;
    act->sure = true;
    wait_for_tick(drive, since);
    return true;
}

// A program that has failed loses the round, whoever's turn it is.
static bool has_failed(const struct drive *drive, struct act *act)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (drive->player[seat] && player_failed(drive->player[seat], act))
            return true;
    return false;
}

// The program's seed; and a word for everybody who does not give one.
static void contribute(const struct drive *drive, const struct table_wish *wish, struct act *act)
{
    const struct table_setup *setup = &drive->setup.table;
    unsigned char bytes[16];
    act->draw = wish->draw;
    act->kind = wish->kind == TABLE_WANTS_COMMIT ? ACT_COMMIT : ACT_OPEN;
    if (act->kind == ACT_OPEN)
        return; // the table has the word
    if (drive->asker.ask && wish->seat != SEAT_CHANCE && !setup->computer[wish->seat])
        drive->asker.ask(drive->asker.whom, setup->header.name[wish->seat],
                         (enum log_draw)wish->draw, act->word);
    if (*act->word)
        return;
    randombytes_buf(bytes, sizeof bytes);
    joint_word(bytes, act->word);
}

static bool act_of_wish(struct drive *drive, const struct table_wish *wish, struct act *act,
                        struct text *why)
{
    *act = (struct act){ .seat = wish->seat };
    if (wish->in_play && has_failed(drive, act))
        return true;
    if (wish->flag_at && process_now() >= wish->flag_at) {
        act->kind = ACT_FLAG;
        act->seat = wish->flagged;
    } else if (wish->kind == TABLE_WANTS_ROUND) {
        act->kind = ACT_BEGIN;
    } else if (wish->kind == TABLE_WANTS_DEAL) {
        act->kind = ACT_DEAL;
    } else if (wish->kind == TABLE_WANTS_END) {
        act->kind = ACT_FULL;
    } else if (wish->kind == TABLE_WANTS_MOVE) {
        return decide(drive, wish->seat, act, why);
    } else if (wish->kind == TABLE_WANTS_COMMIT || wish->kind == TABLE_WANTS_OPENING) {
        contribute(drive, wish, act);
    } else {
        return false;
    }
    return true;
}

enum drive_step drive_step(struct drive *drive, struct news *unkept, struct text *why)
{
    struct table_wish wish = table_wish(drive->table);
    struct act act;
    if (*drive->broken) {
        text_add(why, "%s", drive->broken);
        return DRIVE_FAILED;
    }
    if (drive->is_waiting) {
        tell_unkept(drive, "It has not been saved yet.", unkept);
        return DRIVE_UNKEPT;
    }
    if (!act_of_wish(drive, &wish, &act, why))
        return why->length ? DRIVE_FAILED : DRIVE_WAITS;
    propose(drive, &act, unkept);
    if (unkept->kind == NEWS_REFUSED) { // the table refuses what it has wished for
        text_add(why, "%s", unkept->words);
        return DRIVE_FAILED;
    }
    return unkept->kind == NEWS_UNKEPT ? DRIVE_UNKEPT : DRIVE_WENT_ON;
}

// The seat handle of a table in this process.

static bool local_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                        struct text *why)
{
    struct drive_end *end = seat->whom;
    (void)why;
    assert(viewer == SEAT_NOBODY || seat->here[viewer]);
    table_stage(end->drive->table, viewer, process_now(), stage);
    return true;
}

static bool local_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                      struct text *why)
{
    struct drive_end *end = seat->whom;
    bool watches = act->seat == SEAT_NOBODY && !seat->here[SEAT_1] && !seat->here[SEAT_2];
    bool saving = act->kind == ACT_RETRY || act->kind == ACT_UNSAVED;
    (void)why;
    if (!watches && !saving && !seat->here[act->seat])
        refuse(end->drive, act, NEWS_TURN, "That is not your seat.", reply);
    else
        drive_act(end->drive, act, reply);
    return true;
}

static enum seat_next local_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                 struct text *why)
{
    struct drive_end *end = seat->whom;
    while (!table_news(end->drive->table, viewer, end->told + 1, news)) {
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
static bool local_stirs(struct seat_handle *seat)
{
    const struct drive_end *end = seat->whom;
    struct table_wish wish = table_wish(end->drive->table);
    return wish.flag_at && process_now() >= wish.flag_at;
}

static const struct seat_maker local = { local_stage, local_act, local_next, NULL };
static const struct seat_maker timed = { local_stage, local_act, local_next, local_stirs };

static void make_ends(struct drive *drive)
{
    const struct table_setup *setup = &drive->setup.table;
    for (unsigned i = 0; i <= SEAT_2; i++) {
        struct drive_end *end = &drive->ends[i];
        end->drive = drive;
        end->told = table_count(drive->table);
        end->handle.maker = clock_is_set(&setup->header.clock) ? &timed : &local;
        end->handle.whom = end;
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
    return drive->table;
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

// Each seat's random numbers come from a key of its own, from which nobody finds the
// seed or the other's key.
static uint64_t key_of(const struct drive *drive, unsigned seat)
{
    if (drive->setup.keyed[seat])
        return drive->setup.key[seat];
    char text[64];
    struct text out = text_in(text, sizeof text);
    unsigned char hash[crypto_hash_sha256_BYTES];
    uint64_t key;
    text_add(&out, "causeway-seat-key %llu %u", (unsigned long long)drive->setup.seed, seat);
    crypto_hash_sha256(hash, (const unsigned char *)text, out.length);
    if (!drive->setup.seeded)
        randombytes_buf(hash, sizeof hash);
    memcpy(&key, hash, sizeof key);
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
                                       .program.errors = name_errors(drive, seat, path) };
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
            player_sit(drive->player[seat], drive->table, seat, process_now());
}

static bool set_up(struct drive *drive, struct text *why)
{
    if (sodium_init() < 0) {
        text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
        return false;
    }
    drive->random = drive->setup.seeded ? random_seeded(drive->setup.seed)
                                        : (struct random){ .draw = draw_from_system };
    drive->setup.table.promises = &drive->promises;
    return make_players(drive, why) && (drive->table = table_new(&drive->setup.table, why));
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
        make_ends(drive);
        seat_players(drive);
    }
    return drive;
}

static bool play_log(struct drive *drive, const struct log *log, struct text *why)
{
    for (unsigned i = 0; i < log->count; i++) {
        ask_promises(drive, &log->events[i]);
        if (!table_commit(drive->table, &log->events[i], process_now(), why))
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
        memcpy(drive->hinted, setup->hinted, sizeof drive->hinted);
        make_ends(drive);
        seat_players(drive);
    }
    return drive;
}

bool drive_is_begun(const struct drive *drive)
{
    const struct log *log = table_log(drive->table);
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
    table_free(drive->table);
    table_drop(&drive->waiting);
    mem_free(drive);
}
