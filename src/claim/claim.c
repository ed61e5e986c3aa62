// SPDX-License-Identifier: GPL-3.0-or-later
#include "claim/claim.h"

#include "core/memory.h"
#include "core/vector.h"

enum claim_class claim_class(const struct game *game)
{
    if (game_has_secrets(game))
        return CLAIM_SECRETS;
    return game_has_chance(game) ? CLAIM_CHANCE : CLAIM_OPEN;
}

bool claim_moves_add(struct claim_moves *moves, struct move move)
{
    if (!vector_grow(&moves->at, &moves->room, moves->count, sizeof *moves->at))
        return false;
    moves->at[moves->count++] = move;
    return true;
}

void claim_moves_clear(struct claim_moves *moves)
{
    mem_free(moves->at);
    *moves = (struct claim_moves){ 0 };
}

bool claim_has_strategy(const struct claim *claim, unsigned seat)
{
    return claim->kind != CLAIM_SURE || (seat == claim->seat) == claim->wins;
}

void claim_begin(struct claim *claim, const struct variant *variant, unsigned first)
{
    *claim = (struct claim){ .variant = *variant, .first = first };
    mpq_inits(claim->lo, claim->hi, claim->chance, NULL);
    mpq_set_ui(claim->hi, 1, 1);
}

void claim_clear(struct claim *claim)
{
    mpq_clears(claim->lo, claim->hi, claim->chance, NULL);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        claim_moves_clear(&claim->moves[seat]);
        strategy_clear(&claim->strategy[seat]);
    }
}
