// SPDX-License-Identifier: GPL-3.0-or-later
#include "check/pure.h"

#include "core/move_text.h"

#include <string.h>

struct pure {
    struct work *work;
    const struct variant *variant;
    unsigned seat; // whose strategy it is
    bool chance;
    const struct work_truths *truths;
    const struct check_source *asked; // for the strategy's moves, or NULL
    struct claim_moves *list;         // of those that were asked for
    size_t next;                      // of those that the claim lists
    struct map visited;               // from open blocks to worths
};

// Truths that look alike to everybody at one position.
struct group {
    const unsigned char *open;
    const uint32_t *truths;
    uint32_t count;
};

bool pure_at_least(const struct pure_worth *a, const struct pure_worth *b)
{
    if (a->won != b->won)
        return a->won > b->won;
    return a->won ? a->turns <= b->turns : a->turns >= b->turns;
}

static struct state truth_at(const struct pure *pure, const unsigned char *open, uint32_t i)
{
    struct state state = pure->truths->list[i].state;
    memcpy(state.open, open, sizeof state.open);
    return state;
}

static bool visit(struct pure *pure, struct group group, struct pure_worth *worth);

static bool count_turn(const unsigned char *before, const struct turn *after)
{
    return after->winner || after->mover != ((const struct turn *)(const void *)before)->mover;
}

// Follows the truths of `pending` that look like its first one after the move, and leaves
// the others in it. The scratch has room for all of them.
static bool follow_alike(struct pure *pure, const unsigned char *open, struct move move,
                         uint32_t *pending, uint32_t *count, uint32_t *scratch,
                         struct pure_worth *worth)
{
    struct state first = truth_at(pure, open, pending[0]);
    struct pure_worth part;
    uint32_t alike = 1, others = 0;
    game_apply(pure->variant, &first, move);
    scratch[0] = pending[0];
    for (uint32_t i = 1; i < *count; i++) {
        struct state state = truth_at(pure, open, pending[i]);
        game_apply(pure->variant, &state, move);
        if (memcmp(state.open, first.open, sizeof state.open) == 0)
            scratch[alike++] = pending[i];
        else
            pending[others++] = pending[i];
    }
    struct group group = { .open = first.open, .truths = scratch, .count = alike };
    if (!work_tick(pure->work, *count) || !visit(pure, group, &part))
        return false;
    *count = others;
    worth->won += part.won;
    if (!pure->chance)
        worth->turns = part.turns + count_turn(open, state_turn(&first));
    return true;
}

static bool follow(struct pure *pure, struct group group, struct move move,
                   struct pure_worth *worth)
{
    uint32_t few[2], *pending = few, count = group.count;
    size_t size = 2 * (size_t)count * sizeof *pending;
    if (count > 1)
        pending = work_grow(pure->work, NULL, 0, size);
    if (!pending)
        return false;
    memcpy(pending, group.truths, count * sizeof *pending);
    *worth = (struct pure_worth){ .deals = count };
    bool followed = true;
    while (count && followed)
        followed =
            follow_alike(pure, group.open, move, pending, &count, pending + group.count, worth);
    if (pending != few)
        work_free(pure->work, pending, size);
    return followed;
}

static bool next_listed(struct pure *pure, struct move *move)
{
    const struct claim_moves *listed = &pure->work->claim->moves[pure->seat];
    if (pure->next == listed->count)
        return work_refute(pure->work, "The strategy of seat %u has too few moves.", pure->seat);
    *move = listed->at[pure->next++];
    return true;
}

static bool next_asked(struct pure *pure, const struct view *view, struct move *move)
{
    struct work *work = pure->work;
    if (!pure->asked->choose(pure->asked->context, view, move, work->why)) {
        work->verdict = CHECK_STOPPED;
        return false;
    }
    return claim_moves_add(pure->list, *move) ||
           work_stop(work, "There is not enough memory to write the strategy down.");
}

static bool follow_strategy(struct pure *pure, struct group group, const struct view *view,
                            struct pure_worth *worth)
{
    struct move move;
    if (!(pure->asked ? next_asked(pure, view, &move) : next_listed(pure, &move)))
        return false;
    if (view_allows(pure->variant, view, move))
        return follow(pure, group, move, worth);
    struct text text = TEXT_OF(TEXT_MAX);
    move_print(pure->variant->game, move, &text);
    return work_refute(pure->work, "The strategy of seat %u plays '%s' where that is not legal.",
                       pure->seat, text.at);
}

// The other seat tries everything.
static bool follow_all(struct pure *pure, struct group group, const struct view *view,
                       struct pure_worth *worth)
{
    struct walk walk = { 0 };
    *worth = (struct pure_worth){ 0 };
    while (view_walk(pure->variant, view, &walk)) {
        struct pure_worth then;
        if (!follow(pure, group, walk.move, &then))
            return false;
        if (!worth->deals ||
            (pure->seat == SEAT_1 ? pure_at_least(worth, &then) : pure_at_least(&then, worth)))
            *worth = then;
    }
    return true;
}

static bool visit(struct pure *pure, struct group group, struct pure_worth *worth)
{
    struct state state = truth_at(pure, group.open, group.truths[0]);
    const struct turn *turn = state_turn(&state);
    *worth = (struct pure_worth){ .deals = group.count };
    if (turn->winner) {
        worth->won = turn->winner == SEAT_1 ? group.count : 0;
        return true;
    }
    const struct pure_worth *known = map_find(&pure->visited, group.open);
    if (known) {
        *worth = *known;
        return true;
    }
    struct view view = game_view(&state, turn->mover);
    bool followed = turn->mover == pure->seat ? follow_strategy(pure, group, &view, worth)
                                              : follow_all(pure, group, &view, worth);
    struct pure_worth *kept = followed ? work_add(pure->work, &pure->visited, group.open) : NULL;
    if (kept)
        *kept = *worth;
    return kept;
}

// A claim about what follows a move begins with that move, which need not be the best.
static bool visit_claim(struct pure *pure, struct group group, struct pure_worth *worth)
{
    const struct claim *claim = pure->work->claim;
    struct state state = truth_at(pure, group.open, group.truths[0]);
    struct view view = game_view(&state, claim->seat);
    if (!claim->after)
        return visit(pure, group, worth);
    if (!view_allows(pure->variant, &view, claim->move)) // on the seat's turn, and before the end
        return work_refute(pure->work, "The claim's move is not legal after its history.");
    return follow(pure, group, claim->move, worth);
}

// Says where the list is wrong: play must use all of it; and where play was refuted, it was by
// the last move that was used.
static bool uses_list(const struct pure *pure, bool followed)
{
    const struct claim_moves *listed = &pure->work->claim->moves[pure->seat];
    if (followed && pure->next != listed->count)
        return work_refute(pure->work, "Line %zu: no play comes to this move of seat %u.",
                           listed->line + pure->next + 1, pure->seat);
    if (!followed && pure->next && pure->work->verdict == CHECK_REFUTED)
        text_add(pure->work->why, " (Line %zu.)", listed->line + pure->next);
    return followed;
}

bool pure_worth(struct work *work, unsigned seat, const struct work_truths *truths,
                const struct check_source *asked, struct claim_moves *list,
                struct pure_worth *worth)
{
    struct pure pure = { .work = work,
                         .variant = &work->claim->variant,
                         .seat = seat,
                         .chance = game_has_chance(work->claim->variant.game),
                         .truths = truths,
                         .asked = asked,
                         .list = list,
                         .visited = map_of(game_open_words(work->claim->variant.game),
                                           MAP_WORDS(struct pure_worth)) };
    size_t size = truths->count * sizeof(uint32_t);
    uint32_t *all = work_grow(work, NULL, 0, size);
    for (uint32_t i = 0; all && i < truths->count; i++)
        all[i] = i;
    struct group group = { truths->list[0].state.open, all, (uint32_t)truths->count };
    bool followed = all && visit_claim(&pure, group, worth);
    if (all)
        work_free(work, all, size);
    work_free_map(work, &pure.visited);
    return asked ? followed : uses_list(&pure, followed);
}
