// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/pairs.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/now.h"
#include "analysis/luck.h"
#include "core/memory.h"
#include "contest/contest_game.h"
#include "contest/journal.h"
#include "drive/stored.h"
#include "record/log_text.h"
#include "record/round.h"
#include "store/store.h"
#include "table/truth.h"

enum { PAIRS_PATH = 4200 };

struct pairs {
    const struct pairs_setup *setup;
    struct store *store;
    struct rater *rater[RATINGS_FIELDS];
    bool hopeless[RATINGS_FIELDS]; // it takes too long to solve
    int64_t deadline;              // of the solving under way
    bool lacks_program;
    struct openings *openings; // NULL: games begin at the start
    struct opening opening;    // of the last pair
    struct journal_notes notes;
    // Ours are renewed for every pair, since what the perfect one found out is dear.
    struct player *kept[RATINGS_PLAYERS][RATINGS_FIELDS];
};

struct pairs *pairs_new(const struct pairs_setup *setup, struct text *why)
{
    char path[PAIRS_PATH];
    struct pairs *pairs = mem_for("a tournament", sizeof *pairs, why);
    if (!pairs)
        return NULL;
    pairs->setup = setup;
    snprintf(path, sizeof path, "%s/games.db", setup->directory);
    pairs->store = store_open(path, STORE_WRITE, why);
    if (pairs->store && setup->schedule->openings > 0)
        pairs->openings = openings_new(setup->schedule, why);
    if (pairs->store && why->length == 0)
        return pairs;
    pairs_free(pairs);
    return NULL;
}

void pairs_free(struct pairs *pairs)
{
    if (!pairs)
        return;
    for (unsigned field = 0; field < RATINGS_FIELDS; field++) {
        rater_free(pairs->rater[field]);
        for (unsigned i = 0; i < RATINGS_PLAYERS; i++)
            player_free(pairs->kept[i][field]);
    }
    openings_free(pairs->openings);
    store_close(pairs->store);
    mem_free(pairs);
}

// A player of a pair: one of ours as good as new, or a program that is started now.
static struct player *get_player(struct pairs *pairs, const struct schedule_pair *pair,
                                 unsigned index, unsigned i, struct text *why)
{
    char errors[PAIRS_PATH];
    unsigned number = pair->player[i];
    struct player **kept = &pairs->kept[number][pair->field];
    if (*kept && player_renew(*kept, pair->key[i]))
        return *kept;
    snprintf(errors, sizeof errors, "%s/errors/%06u-%u.txt", pairs->setup->directory, index + 1,
             i + 1);
    struct player_setup setup = { .who = pairs->setup->schedule->player[number],
                                  .key = pair->key[i],
                                  .program = pairs->setup->program };
    setup.program.errors = errors;
    struct player *player = player_new(&setup, why);
    if (player && player_renew(player, pair->key[i]))
        *kept = player;
    return player;
}

static void leave(struct pairs *pairs, const struct schedule_pair *pair, unsigned i,
                  struct player *player)
{
    if (pairs->kept[pair->player[i]][pair->field] != player)
        player_free(player);
}

static bool patient(void *context, uint64_t nodes)
{
    const struct pairs *pairs = context;
    (void)nodes;
    return pairs->setup->patience <= 0 || now_monotonic() < pairs->deadline;
}

// Luck and losses, where the field can be solved in time; once it could not, it is not
// tried again.
static struct luck measure(struct pairs *pairs, unsigned field, const struct match *match)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct luck luck = { 0 };
    struct limits limits = { .go_on = patient, .context = pairs };
    if (pairs->hopeless[field])
        return luck;
    if (!pairs->rater[field])
        pairs->rater[field] = rater_new(&pairs->setup->schedule->field[field], &why);
    if (!pairs->rater[field])
        return luck;
    pairs->deadline = now_monotonic() + (int64_t)(1000 * pairs->setup->patience);
    luck_measure(&luck, match, pairs->rater[field], pairs->opening.count, &limits);
    pairs->hopeless[field] = !patient(pairs, 0);
    return luck;
}

// Of all that was done and dealt, and of how it ended.
static uint64_t hash_of(const struct match *match, const struct stage *stage)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    uint64_t number;
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    for (unsigned i = 0; i < match_count(match); i++) {
        struct event made = match_made(match, i);
        uint64_t words[] = { made.seat, made.move.verb, made.move.set, made.outcome };
        crypto_hash_sha256_update(&state, (const unsigned char *)words, sizeof words);
    }
    uint64_t end[] = { stage->end, stage->winner, stage->cause };
    crypto_hash_sha256_update(&state, (const unsigned char *)end, sizeof end);
    crypto_hash_sha256_final(&state, hash);
    memcpy(&number, hash, sizeof number);
    return number;
}

// Seat 1's score without luck. Where chance is left a game that somebody gave up counts by what
// it was worth then: a player who resigns hopeless games scores the same as one who plays them on.
// A forfeit is a mistake that costs all that was left, and so is giving up what is decided.
static double quiet_score(const struct luck *luck, const struct match *match,
                          const struct standings_game *game, unsigned winner)
{
    bool costs = game->end == LOG_END_FORFEITED || claim_class(match_game(match)) == CLAIM_OPEN;
    if (game->end == LOG_END_PLAYED || !costs)
        return luck->score;
    return luck->score + (winner == SEAT_1) - luck->left;
}

// What a game was for the pair's player 0, who has the seat `own` in it.
static struct standings_game judge(struct pairs *pairs, unsigned field, const struct table *table,
                                   unsigned own)
{
    struct stage stage;
    table_stage(table, SEAT_NOBODY, now_monotonic(), &stage);
    struct standings_game game = {
        .won = stage.winner == own,
        .score = stage.winner == own,
        .end = (uint8_t)stage.end,
        .cause = stage.cause,
        .hash = hash_of(table_match(table), &stage),
    };
    struct luck luck = measure(pairs, field, table_match(table));
    double score = quiet_score(&luck, table_match(table), &game, stage.winner);
    game.adjusted = luck.adjusted;
    if (luck.adjusted)
        game.score = own == SEAT_1 ? score : 1 - score;
    for (unsigned i = 0; i < 2; i++) {
        unsigned seat = i == 0 ? own : opponent(own);
        game.loss[i] = luck.loss[seat];
        game.decisions[i] = luck.decisions[seat];
    }
    return game;
}

// In the tournament's own database. A pair that was not finished may have left it there.
static bool keep(const struct pairs *pairs, const struct log *log, struct text *why)
{
    char buffer[TEXT_MAX];
    struct text unused = text_in(buffer, sizeof buffer);
    store_delete(pairs->store, log->header.id, &unused);
    return stored_import(pairs->store, log, why);
}

// The same for the same game, however often it is played.
static void name_game(const struct pairs *pairs, unsigned index, unsigned number,
                      char id[COMMIT_ID])
{
    char buffer[PAIRS_PATH];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "causeway-tournament %s %u %u", pairs->setup->directory, index, number);
    commit_derive_id(buffer, id);
}

// A name that can be kept, and that no other player of the tournament has.
static void name_player(const struct schedule *schedule, unsigned player, char name[LOG_NAME])
{
    char label[SCHEDULE_LABEL];
    schedule_label(schedule, player, label);
    snprintf(name, LOG_NAME, "#%u %.27s", player + 1, label);
    for (char *comma = name; (comma = strchr(comma, ','));)
        *comma = ';';
    printable_blot(name);
    for (size_t length = strlen(name); name[length - 1] == ' '; length--)
        name[length - 1] = '\0';
}

// With the names and versions of programs, which are known only once they have said hello.
static bool keep_game(const struct pairs *pairs, const struct log *log,
                      struct player *const player[2], unsigned number, struct text *why)
{
    struct log named = *log;
    for (unsigned i = 0; i < 2; i++) {
        unsigned seat = i == number ? SEAT_1 : SEAT_2;
        snprintf(named.header.program[seat], LOG_PROGRAM, "%s", player_name(player[i]));
        named.header.programmed |= *named.header.program[seat] != '\0';
    }
    return keep(pairs, &named, why);
}

// Who they are, and what the one did that failed.
static void note_players(struct pairs *pairs, unsigned number, struct player *const player[2])
{
    struct journal_notes *notes = &pairs->notes;
    struct act failure;
    for (unsigned i = 0; i < 2; i++) {
        snprintf(notes->program[i], PROGRAM_NAME, "%s", player_name(player[i]));
        if (!player_failed(player[i], &failure))
            continue;
        snprintf(notes->trouble[number], JOURNAL_TROUBLE, "%s", player_trouble(player[i]));
        snprintf(notes->offence[number], PROGRAM_OFFENCE, "%s", player_offence(player[i]));
    }
}

static bool play_game(struct pairs *pairs, unsigned index, unsigned number,
                      struct player *const player[2], struct standings_game *game, struct text *why)
{
    const struct schedule *schedule = pairs->setup->schedule;
    struct schedule_pair pair = schedule_pair(schedule, index);
    struct contest_game round = { .variant = schedule->field[pair.field],
                                  .clock = pairs->setup->clock,
                                  .deal = pair.deal,
                                  .pair = index + 1 };
    char name[2][LOG_NAME], noise[SEATS][SCHEDULE_NOISE];
    if (pairs->openings)
        round.opening = &pairs->opening;
    for (unsigned i = 0; i < 2; i++) {
        unsigned seat = i == number ? SEAT_1 : SEAT_2;
        name_player(schedule, pair.player[i], name[i]);
        round.name[seat] = name[i];
        round.who[seat] = schedule->player[pair.player[i]];
        round.player[seat] = player[i];
        schedule_noise(schedule, index, seat, noise[seat]);
        round.noise[seat] = noise[seat];
    }
    name_game(pairs, index, number, round.id);
    memcpy(pairs->notes.id[number], round.id, COMMIT_ID);
    struct table *table = contest_game_play(&round, why);
    note_players(pairs, number, player);
    for (unsigned i = 0; i < 2 && table; i++)
        pairs->lacks_program |= player_never_began(player[i], why);
    bool kept =
        table && !pairs->lacks_program && keep_game(pairs, table_log(table), player, number, why);
    if (kept)
        *game = judge(pairs, pair.field, table, number == 0 ? SEAT_1 : SEAT_2);
    table_free(table);
    return kept;
}

bool pairs_play(struct pairs *pairs, unsigned index, struct standings_pair *result,
                struct text *why)
{
    struct schedule_pair pair = schedule_pair(pairs->setup->schedule, index);
    struct player *player[2] = { NULL, NULL };
    struct act failure;
    bool good = true;
    pairs->lacks_program = false;
    pairs->notes = (struct journal_notes){ .opening = pairs->openings ? &pairs->opening : NULL };
    if (pairs->openings && !openings_find(pairs->openings, index, &pairs->opening, why))
        return false;
    *result = (struct standings_pair){ .played = true };
    for (unsigned number = 0; number < 2 && good; number++) {
        for (unsigned i = 0; i < 2 && good; i++) {
            if (player[i] && player_failed(player[i], &failure)) {
                leave(pairs, &pair, i, player[i]);
                player[i] = NULL;
            }
            if (!player[i])
                player[i] = get_player(pairs, &pair, index, i, why);
            good = player[i];
        }
        good = good && play_game(pairs, index, number, player, &result->game[number], why);
    }
    for (unsigned i = 0; i < 2; i++)
        leave(pairs, &pair, i, player[i]);
    return good;
}

void pairs_print(const struct pairs *pairs, unsigned index, const struct standings_pair *pair,
                 struct text *out)
{
    journal_print(index, pair, pairs->setup->schedule, &pairs->notes, out);
}

bool pairs_lacks_program(const struct pairs *pairs)
{
    return pairs->lacks_program;
}

static bool try_player(struct pairs *pairs, unsigned number, struct journal_facts *facts,
                       struct text *why)
{
    char errors[PAIRS_PATH];
    const struct schedule *schedule = pairs->setup->schedule;
    snprintf(errors, sizeof errors, "%s/errors/start-%u.txt", pairs->setup->directory, number + 1);
    unlink(errors); // of the last time
    struct player_setup setup = { .who = schedule->player[number],
                                  .program = pairs->setup->program };
    setup.program.errors = errors;
    struct player *player = player_new(&setup, why);
    bool good = player && contest_game_greet(&schedule->field[0], player, why) &&
                !player_never_began(player, why) &&
                journal_learn_program(facts, schedule, number, player_name(player), why);
    player_free(player);
    return good;
}

bool pairs_try(struct pairs *pairs, struct journal_facts *facts, struct text *why)
{
    for (unsigned i = 0; i < pairs->setup->schedule->players; i++)
        if (schedule_is_program(pairs->setup->schedule, i) && !try_player(pairs, i, facts, why))
            return false;
    return true;
}

bool pairs_export(struct pairs *pairs, const struct game *const *games, unsigned index,
                  unsigned number, log_text_sink *sink, void *to, struct text *why)
{
    char id[COMMIT_ID];
    struct log log;
    name_game(pairs, index, number, id);
    bool good = stored_load(pairs->store, games, id, &log, NULL, why) &&
                log_text_write(&log, AS_ALL, sink, to, why);
    log_clear(&log);
    return good;
}

bool pairs_import(struct pairs *pairs, const struct game *const *games, const char *record,
                  struct text *why)
{
    struct log log;
    unsigned as;
    bool good =
        log_text_read(games, record, strlen(record), &log, &as, why) && keep(pairs, &log, why);
    log_clear(&log);
    return good;
}
