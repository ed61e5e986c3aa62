// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/arena.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/luck.h"
#include "core/memory.h"
#include "drive/duel.h"
#include "record/logfile.h"
#include "record/record.h"
#include "record/rounds.h"
#include "store/store.h"
#include "table/truth.h"

enum { ARENA_PATH = 4200 };

struct arena {
    const struct arena_setup *setup;
    struct store *store;
    struct rater *rater[RATINGS_FIELDS];
    bool hopeless[RATINGS_FIELDS]; // it takes too long to solve
    int64_t deadline;              // of the solving under way
    bool lacks_program;
    // Ours are renewed for every pair, since what the perfect one found out is dear.
    struct player *kept[RATINGS_PLAYERS][RATINGS_FIELDS];
};

struct arena *arena_new(const struct arena_setup *setup, struct text *why)
{
    char path[ARENA_PATH];
    struct arena *arena = mem_for("a tournament", sizeof *arena, why);
    if (!arena)
        return NULL;
    arena->setup = setup;
    snprintf(path, sizeof path, "%s/games.db", setup->directory);
    arena->store = store_open(path, STORE_WRITE, why);
    if (arena->store)
        return arena;
    mem_free(arena);
    return NULL;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (unsigned field = 0; field < RATINGS_FIELDS; field++) {
        rater_free(arena->rater[field]);
        for (unsigned i = 0; i < RATINGS_PLAYERS; i++)
            player_free(arena->kept[i][field]);
    }
    store_close(arena->store);
    mem_free(arena);
}

// A player of a pair: one of ours as good as new, or a program that is started now.
static struct player *get_player(struct arena *arena, const struct schedule_pair *pair,
                                 unsigned index, unsigned i, struct text *why)
{
    char errors[ARENA_PATH];
    unsigned number = pair->player[i];
    struct player **kept = &arena->kept[number][pair->field];
    if (*kept && player_renew(*kept, pair->key[i]))
        return *kept;
    snprintf(errors, sizeof errors, "%s/errors/%06u-%u.txt", arena->setup->directory, index + 1,
             i + 1);
    struct player_setup setup = { .who = arena->setup->schedule->player[number],
                                  .key = pair->key[i],
                                  .program.errors = errors };
    struct player *player = player_new(&setup, why);
    if (player && player_renew(player, pair->key[i]))
        *kept = player;
    return player;
}

static void leave(struct arena *arena, const struct schedule_pair *pair, unsigned i,
                  struct player *player)
{
    if (arena->kept[pair->player[i]][pair->field] != player)
        player_free(player);
}

static bool patient(void *whom, uint64_t nodes)
{
    const struct arena *arena = whom;
    (void)nodes;
    return arena->setup->patience <= 0 || process_now() < arena->deadline;
}

// Luck and losses, where the field can be solved in time; once it could not, it is not
// tried again.
static struct luck measure(struct arena *arena, unsigned field, const struct match *match)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct luck luck = { 0 };
    struct limits limits = { .go_on = patient, .whom = arena };
    if (arena->hopeless[field])
        return luck;
    if (!arena->rater[field])
        arena->rater[field] = rater_new(&arena->setup->schedule->field[field], &why);
    if (!arena->rater[field])
        return luck;
    arena->deadline = process_now() + (int64_t)(1000 * arena->setup->patience);
    luck_measure(&luck, match, arena->rater[field], &limits);
    arena->hopeless[field] = !patient(arena, 0);
    return luck;
}

static enum standings_end end_of(const struct stage *stage)
{
    switch (stage->end) {
    case STAGE_RESIGNED:
        return STANDINGS_RESIGNED;
    case STAGE_FLAGGED:
        return STANDINGS_FLAG;
    case STAGE_FORFEITED:
        return STANDINGS_FORFEIT;
    default:
        return STANDINGS_PLAYED;
    }
}

// What a game was for the pair's player 0, who has the seat `own` in it. A game that
// did not end by the rules keeps its result: no luck is in it.
static struct standings_game judge(struct arena *arena, unsigned field, const struct table *table,
                                   unsigned own)
{
    struct stage stage;
    table_stage(table, SEAT_NOBODY, process_now(), &stage);
    struct standings_game game = {
        .won = stage.winner == own,
        .score = stage.winner == own,
        .end = (uint8_t)end_of(&stage),
        .cause = stage.cause,
    };
    if (game.end != STANDINGS_PLAYED)
        return game;
    struct luck luck = measure(arena, field, table_match(table));
    game.adjusted = luck.adjusted;
    if (luck.adjusted)
        game.score = own == SEAT_1 ? luck.score : 1 - luck.score;
    for (unsigned i = 0; i < 2; i++) {
        unsigned seat = i == 0 ? own : opponent(own);
        game.loss[i] = luck.loss[seat];
        game.decisions[i] = luck.decisions[seat];
    }
    return game;
}

// In the tournament's own database. A pair that was not finished may have left it there.
static bool keep(const struct arena *arena, const struct log *log, struct text *why)
{
    char buffer[TEXT_MAX];
    struct text unused = text_in(buffer, sizeof buffer);
    store_delete(arena->store, log->header.id, &unused);
    return store_import_log(arena->store, log, why);
}

// The same for the same game, however often it is played.
static void name_game(const struct arena *arena, unsigned index, unsigned number,
                      char id[COMMIT_ID])
{
    char buffer[ARENA_PATH];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "causeway-tournament %s %u %u", arena->setup->directory, index, number);
    commit_derive_id(buffer, id);
}

// A name that can be kept, and that no other player of the tournament has.
static void name_player(const struct schedule *schedule, unsigned player, char name[LOG_NAME])
{
    char label[SCHEDULE_LABEL];
    schedule_label(schedule, player, label);
    snprintf(name, LOG_NAME, "%u. %.27s", player + 1, label);
    for (char *comma = name; (comma = strchr(comma, ','));)
        *comma = ';';
    record_blot(name);
    for (size_t length = strlen(name); name[length - 1] == ' '; length--)
        name[length - 1] = '\0';
}

static bool play_game(struct arena *arena, unsigned index, unsigned number,
                      struct player *const player[2], struct standings_game *game, struct text *why)
{
    const struct schedule *schedule = arena->setup->schedule;
    struct schedule_pair pair = schedule_pair(schedule, index);
    struct duel duel = { .variant = schedule->field[pair.field],
                         .clock = arena->setup->clock,
                         .deal = pair.deal };
    char name[2][LOG_NAME];
    for (unsigned i = 0; i < 2; i++) {
        unsigned seat = i == number ? SEAT_1 : SEAT_2;
        name_player(schedule, pair.player[i], name[i]);
        duel.name[seat] = name[i];
        duel.who[seat] = schedule->player[pair.player[i]];
        duel.player[seat] = player[i];
    }
    name_game(arena, index, number, duel.id);
    struct table *table = duel_play(&duel, why);
    for (unsigned i = 0; i < 2 && table; i++)
        arena->lacks_program |= player_never_began(player[i], why);
    bool kept = table && !arena->lacks_program && keep(arena, table_log(table), why);
    if (kept)
        *game = judge(arena, pair.field, table, number == 0 ? SEAT_1 : SEAT_2);
    table_free(table);
    return kept;
}

bool arena_play(struct arena *arena, unsigned index, struct standings_pair *result,
                struct text *why)
{
    struct schedule_pair pair = schedule_pair(arena->setup->schedule, index);
    struct player *player[2] = { NULL, NULL };
    struct act failure;
    bool good = true;
    arena->lacks_program = false;
    *result = (struct standings_pair){ .played = true };
    for (unsigned number = 0; number < 2 && good; number++) {
        for (unsigned i = 0; i < 2 && good; i++) {
            if (player[i] && player_failed(player[i], &failure)) {
                leave(arena, &pair, i, player[i]);
                player[i] = NULL;
            }
            if (!player[i])
                player[i] = get_player(arena, &pair, index, i, why);
            good = player[i];
        }
        good = good && play_game(arena, index, number, player, &result->game[number], why);
    }
    for (unsigned i = 0; i < 2; i++)
        leave(arena, &pair, i, player[i]);
    return good;
}

bool arena_lacks_program(const struct arena *arena)
{
    return arena->lacks_program;
}

static bool try_player(struct arena *arena, unsigned number, struct text *why)
{
    char errors[ARENA_PATH];
    const struct schedule *schedule = arena->setup->schedule;
    snprintf(errors, sizeof errors, "%s/errors/start-%u.txt", arena->setup->directory, number + 1);
    unlink(errors); // of the last time
    struct player_setup setup = { .who = schedule->player[number], .program.errors = errors };
    struct player *player = player_new(&setup, why);
    bool good =
        player && duel_greet(&schedule->field[0], player, why) && !player_never_began(player, why);
    player_free(player);
    return good;
}

bool arena_try(struct arena *arena, struct text *why)
{
    for (unsigned i = 0; i < arena->setup->schedule->players; i++)
        if (schedule_is_program(arena->setup->schedule, i) && !try_player(arena, i, why))
            return false;
    return true;
}

bool arena_export(struct arena *arena, const struct game *const *games, unsigned index,
                  unsigned number, lines_sink *sink, void *to, struct text *why)
{
    char id[COMMIT_ID];
    struct log log;
    name_game(arena, index, number, id);
    bool good = store_load_log(arena->store, games, id, &log, why) && rounds_settle(&log, why) &&
                logfile_write(&log, AS_ALL, sink, to, why);
    log_clear(&log);
    return good;
}

bool arena_import(struct arena *arena, const struct game *const *games, const char *record,
                  struct text *why)
{
    struct log log;
    unsigned as;
    bool good =
        logfile_read(games, record, strlen(record), &log, &as, why) && keep(arena, &log, why);
    log_clear(&log);
    return good;
}
