// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over finished rounds, changed with each of them, so that statistics need not read all.
// Played and won are added up by player, game, seat and so on. What was won in a row is kept as
// runs: the rounds of a player, in the order in which they are listed, fall into stretches that
// were won and stretches that were lost, and a row of `runs` is one of these. A round that is
// counted makes one longer, or begins one, or, if it is an older one, may cut one in two; one that
// is taken out may join two.
#include <stdio.h>
#include <string.h>

#include "store/store.h"
#include "store/store_kind.h"

static const char computer[] = "computer:";

// A round's place in the order of a player's rounds; those of a player who sat on both sides differ
// by the seat.
struct place {
    int64_t created, round;
    char id[COMMIT_ID];
    unsigned seat;
};

struct counted {
    bool found;
    struct place place;
    char game[LOG_NAME];
    unsigned first, winner, aided;
    int64_t moves;
    bool person[SEATS];
    char who[SEATS][STORE_WHO];
};

static bool read_counted(void *context, const struct store_column *columns)
{
    struct counted *round = context;
    round->found = true;
    round->place.created = store_number(&columns[0]);
    round->place.round = store_number(&columns[1]);
    snprintf(round->game, sizeof round->game, "%s", columns[2].text);
    round->first = (unsigned)store_number(&columns[3]);
    round->moves = store_number(&columns[4]);
    round->winner = (unsigned)store_number(&columns[5]);
    round->aided = (unsigned)store_number(&columns[6]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        round->person[seat] = strcmp(columns[6 + seat].text, "human") == 0;
        snprintf(round->who[seat], STORE_WHO, "%s", columns[8 + seat].text);
    }
    return false;
}

static enum store_answer change(struct store *store, enum store_statement which,
                                const struct value *values, struct text *why)
{
    unsigned changed;
    enum store_answer answer = store->kind->change(store, which, values, &changed, why);
    return answer == STORE_NONE ? STORE_OK : answer;
}

// Runs.

struct run {
    bool found;
    struct place first;
    bool won;
    int64_t length;
};

// Whose: a player's rounds, all or those against one computer.
struct sequence {
    struct store *store;
    const char *who, *against;
    struct text *why;
};

static struct place read_place(const struct store_column *columns)
{
    struct place place = { .created = store_number(&columns[0]),
                           .round = store_number(&columns[1]),
                           .seat = (unsigned)store_number(&columns[3]) };
    snprintf(place.id, sizeof place.id, "%s", columns[2].text);
    return place;
}

static bool read_run(void *context, const struct store_column *columns)
{
    *(struct run *)context = (struct run){ .found = true,
                                           .first = read_place(columns),
                                           .won = store_number(&columns[4]),
                                           .length = store_number(&columns[5]) };
    return false;
}

#define PLACE(place)                                                                               \
    value_number((place)->created), value_number((place)->round), value_text((place)->id)

static enum store_answer find_run(const struct sequence *of, enum store_statement which,
                                  const struct place *place, struct run *run)
{
    *run = (struct run){ 0 };
    return of->store->kind->select(of->store, which,
                                   VALUES(value_text(of->who), value_text(of->against),
                                          PLACE(place), value_number(place->seat)),
                                   read_run, run, of->why);
}

static enum store_answer put_run(const struct sequence *of, const struct place *first, bool won,
                                 int64_t length)
{
    return change(of->store, SQL_PUT_RUN,
                  VALUES(value_text(of->who), value_text(of->against), PLACE(first),
                         value_number(first->seat), value_number(won), value_number(length)),
                  of->why);
}

static enum store_answer drop_run(const struct sequence *of, const struct place *first)
{
    return change(of->store, SQL_DROP_RUN,
                  VALUES(value_text(of->who), value_text(of->against), PLACE(first),
                         value_number(first->seat)),
                  of->why);
}

// The rounds between a place and the next run.
struct rest {
    const struct run *end;
    struct place first;
    int64_t count, most;
};

static bool is_before(const struct place *a, const struct place *b)
{
    int order = a->created != b->created ? (a->created < b->created ? -1 : 1)
                : a->round != b->round   ? (a->round < b->round ? -1 : 1)
                                         : strcmp(a->id, b->id);
    return order < 0 || (order == 0 && a->seat < b->seat);
}

static bool count_rest(void *context, const struct store_column *columns)
{
    struct rest *rest = context;
    struct place place = read_place(columns);
    if (rest->end->found && !is_before(&place, &rest->end->first))
        return false;
    if (rest->count++ == 0)
        rest->first = place;
    return rest->count < rest->most;
}

static enum store_answer find_rest(const struct sequence *of, const struct place *place,
                                   const struct run *end, int64_t most, struct rest *rest)
{
    static const struct place last = { .created = INT64_MAX };
    *rest = (struct rest){ .end = end, .most = most };
    return of->store->kind->select(of->store, SQL_LATER,
                                   VALUES(value_text(of->who), value_text(of->against),
                                          PLACE(place), PLACE(end->found ? &end->first : &last)),
                                   count_rest, rest, of->why);
}

// Its result is another one than that of the run before it.
static enum store_answer begin_run(const struct sequence *of, const struct place *place, bool won,
                                   const struct run *before)
{
    struct run after;
    struct rest rest = { 0 };
    enum store_answer answer = find_run(of, SQL_RUN_AFTER, place, &after);
    if (answer == STORE_OK && before->found)
        answer = find_rest(of, place, &after, before->length, &rest);
    if (answer == STORE_OK && rest.count > 0) {
        answer = put_run(of, &before->first, before->won, before->length - rest.count);
        if (answer == STORE_OK)
            answer = put_run(of, &rest.first, before->won, rest.count);
        after.found = false;
    }
    bool grows = after.found && after.won == won;
    if (answer == STORE_OK && grows)
        answer = drop_run(of, &after.first);
    return answer == STORE_OK ? put_run(of, place, won, grows ? after.length + 1 : 1) : answer;
}

static enum store_answer add_to_runs(const struct sequence *of, const struct place *place, bool won)
{
    struct run run;
    enum store_answer answer = find_run(of, SQL_RUN_BEFORE, place, &run);
    if (answer != STORE_OK)
        return answer;
    return run.found && run.won == won ? put_run(of, &run.first, won, run.length + 1)
                                       : begin_run(of, place, won, &run);
}

// The runs before and after one that has ended are one now.
static enum store_answer join_runs(const struct sequence *of, const struct place *place)
{
    struct run before, after = { 0 };
    enum store_answer answer = find_run(of, SQL_RUN_BEFORE, place, &before);
    if (answer == STORE_OK)
        answer = find_run(of, SQL_RUN_AFTER, place, &after);
    if (answer != STORE_OK || !before.found || !after.found)
        return answer;
    answer = drop_run(of, &after.first);
    return answer == STORE_OK ? put_run(of, &before.first, before.won, before.length + after.length)
                              : answer;
}

// Where the run is not as it was counted, since the database is damaged, nothing is taken out.
static enum store_answer take_from_runs(const struct sequence *of, const struct place *place,
                                        bool won)
{
    struct run run, after;
    struct rest rest = { 0 };
    enum store_answer answer = find_run(of, SQL_RUN_BEFORE, place, &run);
    if (answer != STORE_OK || !run.found || run.won != won)
        return answer;
    bool is_first = !is_before(&run.first, place);
    if (!is_first)
        return put_run(of, &run.first, won, run.length - 1);
    answer = drop_run(of, place);
    if (answer == STORE_OK && run.length == 1)
        return join_runs(of, place);
    if (answer == STORE_OK)
        answer = find_run(of, SQL_RUN_AFTER, place, &after);
    if (answer == STORE_OK)
        answer = find_rest(of, place, &after, 1, &rest);
    return answer == STORE_OK && rest.count > 0 ? put_run(of, &rest.first, won, run.length - 1)
                                                : answer;
}

// Counting.

struct entry {
    const char *who, *game;
    unsigned seat;
    bool first;
    const char *against;
    bool helped;
};

static enum store_answer add_sum(struct store *store, const struct counted *round, bool won, int by,
                                 const struct entry *to, struct text *why)
{
    enum store_answer answer = change(
        store, SQL_ADD_SUM,
        VALUES(value_text(to->who), value_text(to->game), value_number(to->seat),
               value_number(to->first), value_text(to->against), value_number(to->helped),
               value_number(by), value_number(won ? by : 0), value_number(by * round->moves)),
        why);
    if (answer != STORE_OK || by > 0)
        return answer;
    return change(store, SQL_CLEAR_SUMS, VALUES(value_text(to->who), value_text(to->game)), why);
}

static enum store_answer count_run(const struct sequence *of, const struct counted *round,
                                   unsigned seat, int by)
{
    struct place place = round->place;
    bool won = round->winner == seat;
    place.seat = seat;
    return by > 0 ? add_to_runs(of, &place, won) : take_from_runs(of, &place, won);
}

// For one player.
static enum store_answer count_seat(struct store *store, const struct counted *round, unsigned seat,
                                    int by, struct text *why)
{
    const char *other = round->who[opponent(seat)];
    bool against = round->person[seat] && text_begins(other, computer);
    bool won = round->winner == seat, helped = against && (round->aided & seat_bit(seat));
    const struct entry entries[] = {
        { round->who[seat], round->game, seat, round->first == seat, against ? other : "", helped },
        { round->who[seat], "", 0, false, "", false },
        { "", round->game, seat, round->first == seat, "", false },
    };
    struct sequence all = { store, round->who[seat], "", why };
    struct sequence alone = { store, round->who[seat], other, why };
    enum store_answer answer = STORE_OK;
    for (unsigned i = 0; i < sizeof entries / sizeof *entries && answer == STORE_OK; i++)
        answer = add_sum(store, round, won, by, &entries[i], why);
    if (answer == STORE_OK)
        answer = count_run(&all, round, seat, by);
    if (answer == STORE_OK && against && !helped)
        answer = count_run(&alone, round, seat, by);
    return answer;
}

static bool ignore(void *context, const struct store_column *columns)
{
    (void)context, (void)columns;
    return true;
}

// A player who sat on both sides is taken out in the other order: what comes after a round in a
// sequence is found by its row, which has both.
enum store_answer sums_count(struct store *store, const char *id, int by, struct text *why)
{
    struct counted round = { 0 };
    unsigned first = by > 0 ? SEAT_1 : SEAT_2;
    enum store_answer answer = store->kind->select(store, SQL_COUNTED_ROUND, VALUES(value_text(id)),
                                                   read_counted, &round, why);
    if (answer != STORE_OK || !round.found)
        return answer;
    snprintf(round.place.id, sizeof round.place.id, "%s", id);
    answer = store->kind->select(store, SQL_LOCK_SUMS, VALUES_NONE, ignore, NULL, why);
    if (answer == STORE_OK)
        answer = count_seat(store, &round, first, by, why);
    return answer == STORE_OK ? count_seat(store, &round, opponent(first), by, why) : answer;
}

// Reading. A damaged database may have any numbers.

static unsigned bounded(const struct store_column *column, unsigned most)
{
    int64_t number = store_number(column);
    return number < 0 ? 0 : number > most ? most : (unsigned)number;
}

enum { PLAYED_MOST = 10000000 };

struct reading {
    store_each_sum *each_sum;
    store_each_player *each_player;
    void *context;
    unsigned all;
};

static bool read_sum(void *context, const struct store_column *columns)
{
    struct reading *reading = context;
    struct store_sum sum = { .game = columns[0].text,
                             .seat = bounded(&columns[1], SEAT_2),
                             .first = store_number(&columns[2]) != 0,
                             .against = columns[3].text,
                             .helped = store_number(&columns[4]) != 0,
                             .played = bounded(&columns[5], PLAYED_MOST),
                             .moves = (uint64_t)store_number(&columns[7]) };
    sum.won = bounded(&columns[6], sum.played);
    reading->each_sum(reading->context, &sum);
    return true;
}

bool store_sums(struct store *store, const char *who, store_each_sum *each, void *context,
                struct text *why)
{
    struct reading reading = { .each_sum = each, .context = context };
    return store->kind->select(store, SQL_SUMS, VALUES(value_text(who ? who : "")), read_sum,
                               &reading, why) == STORE_OK;
}

static bool read_streak(void *context, const struct store_column *columns)
{
    struct store_streak *streak = context;
    bool won = store_number(&columns[0]) != 0;
    unsigned length = bounded(&columns[1], PLAYED_MOST);
    *streak = (struct store_streak){ .won = won ? length : 0,
                                     .lost = won ? 0 : length,
                                     .longest = bounded(&columns[2], PLAYED_MOST) };
    return false;
}

bool store_streak(struct store *store, const char *who, const char *against,
                  struct store_streak *streak, struct text *why)
{
    *streak = (struct store_streak){ 0 };
    return store->kind->select(store, SQL_STREAK, VALUES(value_text(who), value_text(against)),
                               read_streak, streak, why) == STORE_OK;
}

static bool read_player(void *context, const struct store_column *columns)
{
    struct reading *reading = context;
    struct store_player player = { .who = columns[0].text,
                                   .played = bounded(&columns[1], PLAYED_MOST) };
    player.won = bounded(&columns[2], player.played);
    reading->all = bounded(&columns[3], UINT32_MAX);
    return reading->each_player(reading->context, &player);
}

bool store_players(struct store *store, unsigned most, store_each_player *each, void *context,
                   unsigned *all, struct text *why)
{
    struct reading reading = { .each_player = each, .context = context };
    enum store_answer answer = store->kind->select(store, SQL_PLAYERS, VALUES(value_number(most)),
                                                   read_player, &reading, why);
    *all = reading.all;
    return answer == STORE_OK;
}
