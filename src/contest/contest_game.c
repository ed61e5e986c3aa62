// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/contest_game.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "record/clock.h"
#include "table/session.h"

static struct session *lay_table(const struct contest_game *game, struct text *why)
{
    struct session_setup session = { .table = table_usual(game->variant.game) };
    struct table_setup setup = session.table;
    setup.header.variant = game->variant;
    setup.header.clock = game->clock;
    setup.header.pair = game->pair;
    setup.header.created = now_real();
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
    session.table = setup;
    return session_new(&session, why);
}

static void draw_bytes(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

// A program that failed forfeits; else the opening's move, or what the player decides. False, with
// a sentence, when there is no memory.
static bool decide(const struct contest_game *game, struct session *session, unsigned seat,
                   unsigned moves, struct text *why)
{
    const struct table *table = session_table(session);
    struct act act = { .kind = ACT_MOVE, .seat = (uint8_t)seat };
    bool decided =
        player_failed(game->player[SEAT_1], &act) || player_failed(game->player[SEAT_2], &act);
    if (!decided && game->opening && moves < game->opening->count) {
        act.move = game->opening->moves[moves];
        decided = true;
    }
    decided = decided || player_decide(game->player[seat], table, now_monotonic(), &act, why);
    act.n = table_count(table) + 1;
    session_decided(session, decided ? &act : NULL, now_monotonic());
    return decided;
}

// False when the round is over, or with a sentence.
static bool step(const struct contest_game *game, struct session *session, struct random *chance,
                 unsigned *moves, struct text *why)
{
    struct news reply;
    struct session_means means = {
        .now = now_monotonic(), .reply = &reply, .chance = chance, .entropy = draw_bytes
    };
    struct session_request request = session_next(session, &means);
    switch (request.want) {
    case SESSION_KEEP:
        return session_kept(session, means.now, why);
    case SESSION_THINK:
        return decide(game, session, request.seat, (*moves)++, why);
    case SESSION_TELL:
        return true;
    case SESSION_FAILS:
        text_add(why, "A player's act was refused: %s", reply.words);
        return false;
    default:
        return request.thinking;
    }
}

bool contest_game_greet(const struct variant *variant, struct player *player, struct text *why)
{
    struct contest_game game = { .variant = *variant };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        game.name[seat] = seat == SEAT_1 ? "Player 1" : "Player 2";
        game.who[seat] = seat == SEAT_1 ? "program" : "random";
    }
    commit_new_id(game.id);
    struct session *session = lay_table(&game, why);
    if (session)
        player_sit(player, session_table(session), SEAT_1, now_monotonic());
    session_free(session);
    return session;
}

struct table *contest_game_play(const struct contest_game *game, struct text *why)
{
    struct random chance = random_seeded(game->deal);
    struct session *session = lay_table(game, why);
    unsigned moves = 0;
    if (!session)
        return NULL;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        player_noise(game->player[seat], game->noise[seat]);
        player_sit(game->player[seat], session_table(session), seat, now_monotonic());
    }
    while (step(game, session, &chance, &moves, why))
        continue;
    struct table *table = session_end(session);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        player_tell(game->player[seat], table, now_monotonic());
    if (why->length == 0)
        return table;
    table_free(table);
    return NULL;
}
