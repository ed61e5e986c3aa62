// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/contest_game.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "record/clock.h"

static struct table *lay_table(const struct contest_game *game, struct text *why)
{
    struct table_setup setup = table_usual(game->variant.game);
    struct timeval now;
    gettimeofday(&now, NULL);
    setup.header.variant = game->variant;
    setup.header.clock = game->clock;
    setup.header.pair = game->pair;
    setup.header.created = (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
    setup.header.undo = setup.header.rematch = LOG_REFUSED;
    if (setup.header.deal == LOG_RANDOM)
        setup.header.deal = LOG_SEED;
    setup.shared = false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        setup.computer[seat] = true;
        snprintf(setup.header.name[seat], LOG_NAME, "%s", game->name[seat]);
        snprintf(setup.header.player[seat], LOG_PLAYER, "%s", game->who[seat]);
    }
    memcpy(setup.header.id, game->id, COMMIT_ID);
    return table_new(&setup, why);
}

// What is to happen next: a program that failed, then what the table wishes. False when
// the round is over.
static bool find_act(const struct contest_game *game, const struct table *table, unsigned moves,
                     struct act *act, struct text *why)
{
    struct table_wish wish = table_wish(table);
    *act = (struct act){ .seat = wish.seat };
    if (wish.kind == TABLE_WANTS_MOVE)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (player_failed(game->player[seat], act))
                return true;
    switch (wish.kind) {
    case TABLE_WANTS_ROUND:
        act->kind = ACT_BEGIN;
        return true;
    case TABLE_WANTS_DEAL:
        act->kind = ACT_DEAL;
        return true;
    case TABLE_WANTS_MOVE:
        act->kind = ACT_MOVE;
        if (game->opening && moves < game->opening->count) {
            act->move = game->opening->moves[moves];
            return true;
        }
        return player_decide(game->player[wish.seat], table, process_now(), act, why);
    default:
        return false;
    }
}

// A move that comes when the flag has fallen is too late.
static bool happen(struct table *table, const struct act *act, struct random *chance,
                   struct text *why)
{
    struct table_means means = { .now = process_now(), .chance = chance };
    struct table_wish wish = table_wish(table);
    struct act flag = { .kind = ACT_FLAG, .seat = wish.flagged };
    bool late = act->kind == ACT_MOVE && wish.flag_at && means.now >= wish.flag_at;
    struct log_event event;
    struct news reply;
    randombytes_buf(means.nonce, sizeof means.nonce);
    if (table_propose(table, late ? &flag : act, &means, &event, &reply) == TABLE_EVENT)
        return table_commit(table, &event, means.now, why);
    text_add(why, "A player's act was refused: %s", reply.words);
    return false;
}

bool contest_game_greet(const struct variant *variant, struct player *player, struct text *why)
{
    struct contest_game game = { .variant = *variant };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        game.name[seat] = seat == SEAT_1 ? "Player 1" : "Player 2";
        game.who[seat] = seat == SEAT_1 ? "program" : "random";
    }
    commit_new_id(game.id);
    struct table *table = lay_table(&game, why);
    if (table)
        player_sit(player, table, SEAT_1, process_now());
    table_free(table);
    return table;
}

struct table *contest_game_play(const struct contest_game *game, struct text *why)
{
    struct random chance = random_seeded(game->deal);
    struct table *table = lay_table(game, why);
    struct act act;
    unsigned moves = 0;
    if (!table)
        return NULL;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        player_noise(game->player[seat], game->noise[seat]);
        player_sit(game->player[seat], table, seat, process_now());
    }
    while (why->length == 0 && find_act(game, table, moves, &act, why)) {
        happen(table, &act, &chance, why);
        moves += act.kind == ACT_MOVE;
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        player_tell(game->player[seat], table, process_now());
    if (why->length == 0)
        return table;
    table_free(table);
    return NULL;
}
