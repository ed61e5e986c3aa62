// SPDX-License-Identifier: GPL-3.0-or-later
// One test for each numbered ruling on the rule books, named after it.
#include "core/board_text.h"
#include "support.h"

static struct match begin_with(const struct game *game, const char *from, unsigned first)
{
    struct match match;
    struct variant variant = support_variant(game, from);
    match_start(&match, &variant, first);
    return match;
}

static struct match begin(const struct game *game, const char *from)
{
    return begin_with(game, from, SEAT_1);
}

static void play_all(struct match *match, const char *const *moves)
{
    for (; *moves; moves++)
        support_play(match, *moves);
}

#define PLAY(match, ...) play_all(match, (const char *[]){ __VA_ARGS__, NULL })

static const char *told(const struct match *match)
{
    struct text out = support_text();
    struct match_step step = match_step_at(match, match->count - 1);
    match_tell_step(&match->variant, &step, SEAT_NOBODY, match->variant.game->name, &out);
    return out.at;
}

static const char *heading(const struct match *match)
{
    struct text out = support_text();
    struct view view = match_view(match, match_turn(match)->mover);
    struct scene scene = match_scene(match, &view, match->variant.game->name);
    match->variant.game->heading(&scene, &out);
    return out.at;
}

static const char *question(const struct match *match, unsigned verb)
{
    struct text out = support_text();
    struct view view = match_view(match, match_turn(match)->mover);
    struct scene scene = match_scene(match, &view, match->variant.game->name);
    match->variant.game->ask(&scene, verb, &out);
    return out.at;
}

static void says(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in: %s", part, text);
}

static struct board board_of(const struct match *match)
{
    struct board board;
    struct view view = match_view(match, SEAT_NOBODY);
    view_board(&match->variant, &view, &board);
    return board;
}

static bool stands(const struct match *match, unsigned seat, unsigned cell)
{
    struct board board = board_of(match);
    return board.square[cell].tokens >> seat & 1;
}

static unsigned winner(const struct match *match)
{
    return match_turn(match)->winner;
}

// Minefield Navigator

static void minefield_1_a_move_onto_the_opponent_leaps_or_shares(void **state)
{
    (void)state;
    struct match match = begin(&game_minefield, "book");
    PLAY(&match, "deal 8 9 10");
    assert_true(stands(&match, SEAT_1, 0) && stands(&match, SEAT_2, 0)); // off the field
    PLAY(&match, "move", "move");
    assert_true(stands(&match, SEAT_1, 1) && stands(&match, SEAT_2, 2));
    says(told(&match), "You pass over Player 1 on step 1.\nMoved to step 2. Safe!\n");
    match = begin(&game_minefield, "book");
    PLAY(&match, "deal 2 3 4", "move", "move"); // the step landed on may be mined
    assert_int_equal(winner(&match), SEAT_1);
    match = begin(&game_minefield, "meet=share");
    PLAY(&match, "deal 2 3 4", "move", "move");
    assert_true(stands(&match, SEAT_1, 1) && stands(&match, SEAT_2, 1));
}

static void minefield_2_any_step_ahead_may_be_scanned(void **state)
{
    (void)state;
    struct match match = begin(&game_minefield, "detectors=9");
    PLAY(&match, "deal 3 6 9", "move", "scan 1");
    assert_false(support_try(&match, "scan 1"));
    assert_false(support_try(&match, "scan 0"));
    assert_false(support_try(&match, "scan 11"));
    assert_false(support_try(&match, "scan"));
    assert_false(support_try(&match, "scan 2 3"));
    assert_string_equal(question(&match, 2), "Enter step number to scan (2-10)");
    PLAY(&match, "scan 10", "scan 10"); // known to be safe, and spent all the same
    says(told(&match), "Detectors remaining: 7");
    assert_true(match_can_undo(&match));
}

static void minefield_3_moves_and_scans_are_seen_by_both(void **state)
{
    (void)state;
    struct match match = begin(&game_minefield, "book");
    PLAY(&match, "deal 3 6 9", "move", "scan 3", "scan 5");
    struct board board = board_of(&match);
    assert_true(board.square[1].safe && board.square[3].safe && board.square[5].safe);
    assert_true(board.square[3].disarmed && !board.square[5].disarmed);
    assert_false(board.square[2].safe || board.square[6].safe);
    for (unsigned i = 1; i < match.count; i++)
        for (unsigned seat = SEAT_NOBODY; seat <= SEAT_2; seat++)
            assert_true(move_equal(match_told(&match, i, seat).move, match.log[i].move));
    PLAY(&match, "move", "move", "move", "move"); // both pass the mine on 3
    assert_false(match_over(&match));
}

static void minefield_4_without_detectors_the_action_is_listed_and_refused(void **state)
{
    (void)state;
    struct match match = begin(&game_minefield, "detectors=0");
    PLAY(&match, "deal 3 6 9");
    says(heading(&match), "2. Use a detector.\n");
    assert_false(support_try(&match, "scan 3"));
    says(support_refusal(&match, "scan 3"), "You have no detectors left.");
}

static void minefield_5_seat_1_begins_unless_told_otherwise(void **state)
{
    (void)state;
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        struct match match = begin_with(&game_minefield, "book", first);
        PLAY(&match, "deal 3 6 9");
        assert_int_equal(match_turn(&match)->mover, first);
    }
}

// Pathfinder Duel

static void pathfinder_1_the_owner_of_an_obstacle_matters(void **state)
{
    (void)state;
    struct match match = begin(&game_pathfinder, "length=21");
    PLAY(&match, "move 3", "place 17", "move 3");
    assert_false(support_try(&match, "move 3")); // onto one's own
    assert_string_equal(
        support_refusal(&match, "move 3"),
        "Cannot move to position 17, obstacle in the way.\nChoose a different action.");
    match = begin(&game_pathfinder, "length=6,stride=5");
    PLAY(&match, "place 2", "place 4");
    assert_false(support_try(&match, "move 2"));
    assert_true(support_try(&match, "move 1"));
    assert_false(support_try(&match, "move 1")); // onto one's own
    PLAY(&match, "place 3");                     // so the next is stopped at 2
    match = begin(&game_pathfinder, "length=8,stride=4");
    PLAY(&match, "place 4");
    assert_false(support_try(&match, "move 4")); // past the opponent's
    PLAY(&match, "move 3");                      // onto it
    says(told(&match), "Player 1's obstacle there is removed.\n");
    assert_int_equal(board_of(&match).square[4].obstacles, 0);
    PLAY(&match, "place 2");
    says(told(&match), "Obstacles remaining: 3\n"); // it did not come back
}

static void pathfinder_2_a_token_is_passed_not_landed_on(void **state)
{
    (void)state;
    struct match match = begin(&game_pathfinder, "length=5");
    PLAY(&match, "move 1");
    assert_false(support_try(&match, "move 3"));
    says(support_refusal(&match, "move 3"), "Cannot move to position 1, Player 1 is there.");
    PLAY(&match, "move 2");
    assert_false(support_try(&match, "move 1"));
    PLAY(&match, "move 2"); // from 1, over 2, to 3
    assert_true(stands(&match, SEAT_1, 3));
}

static void pathfinder_3_placement(void **state)
{
    (void)state;
    struct match match = begin(&game_pathfinder, "length=7,reach=5");
    PLAY(&match, "move 1", "move 3");
    assert_true(stands(&match, SEAT_2, 3));
    assert_false(support_try(&match, "place 1"));
    assert_false(support_try(&match, "place 3"));
    assert_false(support_try(&match, "place 0"));
    assert_false(support_try(&match, "place 7"));
    PLAY(&match, "place 6"); // beyond the token, on the start cell that it left
    assert_false(support_try(&match, "place 6"));
    PLAY(&match, "place 0"); // the other start cell
    assert_false(support_try(&match, "place 6"));
    match = begin(&game_pathfinder, "book");
    assert_true(support_try(&match, "place 5"));
    assert_false(support_try(&match, "place 14"));
    assert_true(support_try(&match, "place 15"));
    assert_false(support_try(&match, "place 6"));
}

static unsigned moves_of(const struct match *match, const struct state *state, unsigned seat)
{
    struct view view = game_view(state, seat);
    struct walk walk = { 0 };
    unsigned count = 0;
    while (view_walk(&match->variant, &view, &walk))
        count += walk.move.verb == 0;
    return count;
}

// Had it been the opponent's turn before the placement, a move would have been
// possible; so it is after it.
static void placement_leaves_moves(const struct match *match)
{
    struct view view = match_view(match, match_turn(match)->mover);
    struct walk walk = { 0 };
    struct state before = match->state;
    struct turn turn = *match_turn(match);
    turn.mover = opponent(view.seat);
    memcpy(before.open, &turn, sizeof turn);
    if (!moves_of(match, &before, opponent(view.seat)))
        return;
    while (view_walk(&match->variant, &view, &walk)) {
        struct state after = match->state;
        game_apply(&match->variant, &after, walk.move);
        if (walk.move.verb == 1)
            assert_true(moves_of(match, &after, opponent(view.seat)) > 0);
    }
}

static void pathfinder_4_a_placement_never_takes_the_last_move(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    for (unsigned i = 0; i < 400; i++) {
        struct match match;
        struct event event;
        struct variant variant = support_draw(&game_pathfinder, &random);
        match_start(&match, &variant, SEAT_1);
        while (!match_over(&match)) {
            struct view view = match_view(&match, match_turn(&match)->mover);
            struct move move = view_draw(&variant, &view, &random);
            placement_leaves_moves(&match);
            assert_true(match_play(&match, view.seat, move, &event));
        }
    }
}

static void pathfinder_5_who_can_neither_move_nor_place_loses(void **state)
{
    (void)state;
    struct match match = begin(&game_pathfinder, "length=4,obstacles=1,reach=1,stride=1");
    PLAY(&match, "place 1", "move 1"); // Player 1 stands behind a wall of their own
    assert_true(match_over(&match));
    assert_int_equal(winner(&match), SEAT_2);
    assert_int_equal(match_turn(&match)->mover, SEAT_1);
    struct text out = support_text();
    struct view view = match_view(&match, SEAT_NOBODY);
    struct scene scene = match_scene(&match, &view, game_pathfinder.name);
    game_pathfinder.closing(&scene, &out);
    says(out.at, "Player 1 can neither move nor place an obstacle.");
    says(out.at, "Congratulations, Player 2!");
}

static void pathfinder_6_the_numbers_in_the_text_hold(void **state)
{
    (void)state;
    struct match match = begin(&game_pathfinder, "book");
    struct text out = support_text();
    struct board board = board_of(&match);
    assert_int_equal(board.last - board.first + 1, 21);
    PLAY(&match, "move 3", "place 17", "move 3", "move 2", "place 9");
    board = board_of(&match);
    board_print(match.variant.game, &board, 0, match.variant.game->name, &out);
    says(out.at, "[ ][ ][ ][ ][ ][ ][P1][ ][ ][X][ ][ ][ ][ ][ ][ ][ ][X][P2][ ][ ]\n");
}

// Trap Runner

static void trap_runner_1_the_finish_may_be_trapped(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "book");
    PLAY(&match, "trap 1 2 10", "run 3", "run 3", "run 3", "run 1");
    assert_int_equal(winner(&match), SEAT_1);
    match = begin(&game_trap_runner, "passable=yes");
    assert_false(support_try(&match, "trap 1 2 10"));
    says(support_refusal(&match, "trap 1 2 10"), "no safe way");
}

static void trap_runner_2_overshooting_is_adjusted(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "book");
    PLAY(&match, "trap 1 2 4", "run 3", "run 3", "run 3");
    PLAY(&match, "run 3"); // from 9
    says(told(&match), "adjusted");
    says(told(&match), "You moved to cell 10.\nTrapper says: You have reached the finish line!\n");
    assert_int_equal(winner(&match), SEAT_2);
}

static void trap_runner_3_roles_follow_who_is_first(void **state)
{
    (void)state;
    struct match match = begin_with(&game_trap_runner, "book", SEAT_2);
    assert_int_equal(match_turn(&match)->mover, SEAT_2);
    PLAY(&match, "trap 3 6 8");
    assert_int_equal(match_turn(&match)->mover, SEAT_1);
    PLAY(&match, "run 3");
    assert_int_equal(winner(&match), SEAT_2);
    assert_string_equal(game_trap_runner.role[0], "Trapper");
}

static void trap_runner_4_the_trapper_is_spoken_for(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "book");
    PLAY(&match, "trap 4 7 9", "run 3");
    says(told(&match), "You moved to cell 3.\nTrapper says: You are safe.\n");
    assert_int_equal(match_turn(&match)->mover, SEAT_2);
    PLAY(&match, "run 1");
    says(told(&match), "Trapper says: You stepped on a trap at cell 4. Game over.\n");
}

static void trap_runner_5_a_life_left_goes_on(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "passable=yes,lives=2");
    assert_false(support_try(&match, "trap 1 2 10")); // whatever the number of lives
    PLAY(&match, "trap 2 5 9", "run 2");
    says(told(&match), "Trapper says: You stepped on a trap at cell 2. You have 1 life left.\n");
    assert_int_equal(winner(&match), SEAT_NOBODY);
    assert_int_equal(match.log[match.count - 1].outcome, outcome_find(&game_trap_runner, "boom"));
    assert_false(match_can_undo(&match));
    struct board board = board_of(&match);
    assert_true(board.square[2].blown && board.square[2].mines && !board.square[2].safe);
    assert_false(board.square[5].mines || board.square[5].blown);
    PLAY(&match, "run 2");
    says(told(&match), "You are safe.");
    PLAY(&match, "run 1");
    says(told(&match), "You stepped on a trap at cell 5. Game over.\n");
    assert_int_equal(winner(&match), SEAT_1);
}

static void trap_runner_5_a_trapped_finish_is_reached_with_a_life_left(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "length=4,traps=2,lives=2");
    PLAY(&match, "trap 3 4", "run 2", "run 2");
    says(told(&match), "You stepped on a trap at cell 4. You have 1 life left.\n"
                       "You have reached the finish line!\n");
    assert_int_equal(winner(&match), SEAT_2);
    match = begin(&game_trap_runner, "length=4,traps=2,lives=2");
    PLAY(&match, "trap 3 4", "run 3", "run 1");
    assert_int_equal(winner(&match), SEAT_1);
}

// Blockade Runner

static void blockade_1_nobody_passes_a_blockade_or_a_token(void **state)
{
    (void)state;
    struct match match = begin(&game_blockade, "length=11,stride=3");
    PLAY(&match, "move 2", "block 4", "move 1", "block 7");
    assert_false(support_try(&match, "move 2")); // onto
    assert_false(support_try(&match, "move 3")); // past
    match = begin(&game_blockade, "length=11,stride=3,hop=yes");
    PLAY(&match, "move 2", "block 4", "move 1", "block 7");
    assert_false(support_try(&match, "move 2"));
    assert_true(support_try(&match, "move 3"));
    match = begin(&game_blockade, "length=5,stride=3,hop=yes");
    PLAY(&match, "move 1", "block 2");
    assert_false(support_try(&match, "move 3")); // onto the token
    PLAY(&match, "move 1");
    assert_true(stands(&match, SEAT_2, 3));
}

// Puts a token where no play can bring it: looks for the byte of the open block
// that does it, since what the block is like is the game's own affair.
static void put_token(struct match *match, unsigned seat, unsigned cell)
{
    for (unsigned i = sizeof(struct turn); i < OPEN_SIZE; i++) {
        unsigned char before = match->state.open[i];
        match->state.open[i] = (unsigned char)cell;
        if (before != cell && stands(match, seat, cell) && !stands(match, seat, before))
            return;
        match->state.open[i] = before;
    }
    fail();
}

// With pass=yes a move goes over the token, never onto it; blockades stop it as before.
static void blockade_1_a_token_may_be_passed(void **state)
{
    (void)state;
    struct match match = begin(&game_blockade, "length=6,stride=3,pass=yes");
    PLAY(&match, "move 2", "block 1", "move 2", "block 4");
    assert_int_equal(winner(&match), SEAT_2); // nobody hops
    match = begin(&game_blockade, "length=6,stride=3,pass=yes,hop=yes");
    PLAY(&match, "move 2", "block 1", "move 2", "block 4");
    assert_false(support_try(&match, "move 1")); // the token
    assert_false(support_try(&match, "move 2")); // the blockade
    says(support_refusal(&match, "move 1"), "the opponent's token is there");
    says(support_refusal(&match, "move 2"), "a blockade is there");
    PLAY(&match, "move 3"); // past both, to the far end
    assert_int_equal(winner(&match), SEAT_1);
}

// Under the book nobody ever gets there.
static void blockade_2_by_the_book_every_game_ends_by_blocking(void **state)
{
    (void)state;
    struct random random = random_seeded(support_seed(1));
    for (unsigned i = 0; i < 2000; i++) {
        struct text rules = support_text();
        text_add(&rules, "length=%u,stride=%u,hop=%s,spare=%s", 3 + i % 12, 1 + i / 12 % 5,
                 i & 1 ? "yes" : "no", i & 2 ? "yes" : "no");
        struct variant variant = support_variant(&game_blockade, rules.at);
        struct state now = game_start(&variant, SEAT_1);
        while (!state_turn(&now)->winner)
            game_apply(&variant, &now, game_draw(&variant, &now, &random));
        assert_int_not_equal(state_turn(&now)->mover, SEAT_NOBODY);
    }
}

// By the book play does not lead there; the rule holds.
static void blockade_2_reaching_the_far_end_wins_at_once(void **state)
{
    (void)state;
    struct match match = begin(&game_blockade, "book");
    put_token(&match, SEAT_2, 1);
    put_token(&match, SEAT_1, 9);
    PLAY(&match, "move 1");
    assert_int_equal(winner(&match), SEAT_1);
    assert_int_equal(match_turn(&match)->mover, SEAT_NOBODY);
}

static void blockade_3_without_a_space_the_blockade_is_skipped(void **state)
{
    (void)state;
    struct match match = begin(&game_blockade, "length=3");
    PLAY(&match, "move 1"); // none is free
    says(told(&match), "the blockade is skipped.");
    assert_int_equal(winner(&match), SEAT_1);
    match = begin(&game_blockade, "length=4,stride=1,spare=yes");
    PLAY(&match, "move 1"); // 2 is free, but is all that Player 2 has
    says(told(&match), "the blockade is skipped.");
    assert_int_equal(match_turn(&match)->mover, SEAT_2);
    PLAY(&match, "move 1");
    assert_int_equal(winner(&match), SEAT_2);
}

static void blockade_4_no_legal_move_loses(void **state)
{
    (void)state;
    struct match match = begin(&game_blockade, "book");
    PLAY(&match, "move 2", "block 3", "move 2", "block 7");
    assert_int_equal(winner(&match), SEAT_2); // the last who moved
    assert_int_equal(match_turn(&match)->mover, SEAT_1);
}

// Number Mines

static void number_mines_1_own_mines_are_harmless(void **state)
{
    (void)state;
    struct match match = begin(&game_number_mines, "book");
    PLAY(&match, "mine 5 9 14", "mine 6 10 15", "step 3", "step 3");
    assert_true(stands(&match, SEAT_1, 4) && stands(&match, SEAT_2, 4));
    PLAY(&match, "step 1", "step 2"); // each onto a mine of their own
    assert_false(match_over(&match));
    PLAY(&match, "step 1"); // A onto B's
    assert_int_equal(winner(&match), SEAT_2);
}

static void number_mines_2_no_overshooting(void **state)
{
    (void)state;
    struct match match = begin(&game_number_mines, "length=4,mines=1");
    PLAY(&match, "mine 3", "mine 3", "step 1");
    PLAY(&match, "step 1");
    assert_false(support_try(&match, "step 3"));
    says(support_refusal(&match, "step 3"), "You cannot move beyond position 4");
    PLAY(&match, "step 2");
    assert_int_equal(winner(&match), SEAT_1);
}

static void number_mines_3_a_places_then_b_then_the_first_moves(void **state)
{
    (void)state;
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        struct match match = begin_with(&game_number_mines, "book", first);
        assert_int_equal(match_turn(&match)->mover, SEAT_1);
        PLAY(&match, "mine 5 9 14");
        assert_int_equal(match_told(&match, 0, SEAT_2).move.set, 0);
        assert_int_equal(match_turn(&match)->mover, SEAT_2);
        PLAY(&match, "mine 6 10 15");
        assert_int_equal(match_told(&match, 1, SEAT_1).move.set, 0);
        assert_int_equal(match_turn(&match)->mover, first);
    }
}

static void number_mines_lives_a_mine_is_known_and_spent(void **state)
{
    (void)state;
    struct match match = begin(&game_number_mines, "length=9,mines=3,lives=2");
    PLAY(&match, "mine 2 3 4", "mine 3 6 8", "step 2");
    says(told(&match), "Boom! Player A has stepped on a mine at position 3!\n"
                       "Player A has 1 life left.\n");
    assert_false(match_can_undo(&match));
    struct board board = board_of(&match);
    assert_int_equal(board.square[3].mines, 1 << SEAT_2); // A's own on it is nobody's business
    assert_true(board.square[3].blown);
    assert_int_equal(board.square[6].mines, 0);
    PLAY(&match, "step 3", "step 3"); // B passes; A steps on the second
    assert_int_equal(winner(&match), SEAT_2);
    struct text out = support_text();
    struct view view = match_view(&match, SEAT_NOBODY);
    struct scene scene = match_scene(&match, &view, match.variant.game->name);
    match.variant.game->closing(&scene, &out);
    says(out.at, "Boom! Player A has stepped on a mine at position 6!");
}

static void lives_are_counted_where_there_are_several(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
        unsigned lives[SEATS];
    } cases[] = {
        { &game_trap_runner, "lives=1", { 0 } },
        { &game_trap_runner, "lives=3", { [SEAT_2] = 3 } },
        { &game_number_mines, "lives=5", { [SEAT_1] = 5, [SEAT_2] = 5 } },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match match = begin(cases[i].game, cases[i].rules);
        struct view view = match_view(&match, SEAT_NOBODY);
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            struct supply supply =
                cases[i].game->supply(&match.variant.rules, view_open(&view), seat);
            assert_int_equal(supply.what != NULL, cases[i].lives[seat] > 0);
            assert_int_equal(supply.left, cases[i].lives[seat]);
            assert_int_equal(supply.of, cases[i].lives[seat]);
        }
    }
}

// The preset `fair`, and the facts that are the reason for it

static bool same_rules(const struct game *game, const char *a, const char *b)
{
    struct variant one = support_variant(game, a), two = support_variant(game, b);
    return variant_equal(&one, &two);
}

static void fair_changes_what_decides_the_game_beforehand(void **state)
{
    (void)state;
    assert_true(same_rules(&game_trap_runner, "fair", "stride=2,passable=yes,lives=2"));
    assert_true(same_rules(&game_number_mines, "fair", "length=9,mines=4,passable=yes,lives=2"));
    assert_true(
        same_rules(&game_blockade, "fair", "length=15,stride=3,hop=yes,spare=yes,pass=yes"));
    assert_true(same_rules(&game_minefield, "fair", "book"));
    assert_true(same_rules(&game_pathfinder, "fair", "obstacles=2"));
}

static void fair_refuses_what_cannot_be_passed(void **state)
{
    (void)state;
    struct match match = begin(&game_trap_runner, "passable=yes");
    assert_false(support_try(&match, "trap 4 5 6"));
    assert_false(support_try(&match, "trap 1 5 10"));
    assert_true(support_try(&match, "trap 4 5 7"));
    match = begin(&game_number_mines, "passable=yes");
    assert_false(support_try(&match, "mine 2 3 4"));
    says(support_refusal(&match, "mine 2 3 4"), "no safe way");
    assert_true(support_try(&match, "mine 2 3 19"));
    match = begin(&game_blockade, "book");
    PLAY(&match, "move 1", "block 9");
    assert_int_equal(winner(&match), SEAT_1); // on the first turn
    match = begin(&game_blockade, "hop=yes,spare=yes");
    PLAY(&match, "move 1", "block 9");
    assert_false(match_over(&match));
    PLAY(&match, "move 2", "block 2");
    assert_false(support_try(&match, "move 1"));
}

// The same position with and without the rule: it refuses what would end the game.
static void spared_places(const struct variant *spared, const struct variant *unspared,
                          const struct state *state)
{
    struct offer left, all;
    assert_int_equal(game_offers(spared, state, &left), 1);
    assert_int_equal(game_offers(unspared, state, &all), 1);
    if (strcmp(spared->game->verbs[all.verb].name, "block") != 0)
        return;
    for (cells rest = all.from; rest; rest = cells_without_first(rest)) {
        struct state then = *state;
        cells space = cells_nth(rest, 0);
        game_apply(unspared, &then, (struct move){ space, all.verb });
        assert_int_equal(left.from & space, state_turn(&then)->winner ? 0 : space);
    }
}

static void fair_spares_the_last_move(void **state)
{
    (void)state;
    enum { LENGTHS = 12, STRIDES = 5, GAMES = 20 };
    struct random random = random_seeded(support_seed(1));
    for (unsigned i = 0; i < LENGTHS * STRIDES * 4 * GAMES; i++) {
        struct text rules = support_text();
        text_add(&rules, "length=%u,stride=%u,hop=%s,pass=%s", 3 + i % LENGTHS,
                 1 + i / LENGTHS % STRIDES, i / LENGTHS / STRIDES % 2 ? "yes" : "no",
                 i / LENGTHS / STRIDES % 4 < 2 ? "yes" : "no");
        struct variant unspared = support_variant(&game_blockade, rules.at);
        text_add(&rules, ",spare=yes");
        struct variant spared = support_variant(&game_blockade, rules.at);
        struct state now = game_start(&spared, SEAT_1);
        while (!state_turn(&now)->winner) {
            spared_places(&spared, &unspared, &now);
            game_apply(&spared, &now, game_draw(&spared, &now, &random));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minefield_1_a_move_onto_the_opponent_leaps_or_shares),
        cmocka_unit_test(minefield_2_any_step_ahead_may_be_scanned),
        cmocka_unit_test(minefield_3_moves_and_scans_are_seen_by_both),
        cmocka_unit_test(minefield_4_without_detectors_the_action_is_listed_and_refused),
        cmocka_unit_test(minefield_5_seat_1_begins_unless_told_otherwise),
        cmocka_unit_test(pathfinder_1_the_owner_of_an_obstacle_matters),
        cmocka_unit_test(pathfinder_2_a_token_is_passed_not_landed_on),
        cmocka_unit_test(pathfinder_3_placement),
        cmocka_unit_test(pathfinder_4_a_placement_never_takes_the_last_move),
        cmocka_unit_test(pathfinder_5_who_can_neither_move_nor_place_loses),
        cmocka_unit_test(pathfinder_6_the_numbers_in_the_text_hold),
        cmocka_unit_test(trap_runner_1_the_finish_may_be_trapped),
        cmocka_unit_test(trap_runner_2_overshooting_is_adjusted),
        cmocka_unit_test(trap_runner_3_roles_follow_who_is_first),
        cmocka_unit_test(trap_runner_4_the_trapper_is_spoken_for),
        cmocka_unit_test(trap_runner_5_a_life_left_goes_on),
        cmocka_unit_test(trap_runner_5_a_trapped_finish_is_reached_with_a_life_left),
        cmocka_unit_test(blockade_1_nobody_passes_a_blockade_or_a_token),
        cmocka_unit_test(blockade_1_a_token_may_be_passed),
        cmocka_unit_test(blockade_2_by_the_book_every_game_ends_by_blocking),
        cmocka_unit_test(blockade_2_reaching_the_far_end_wins_at_once),
        cmocka_unit_test(blockade_3_without_a_space_the_blockade_is_skipped),
        cmocka_unit_test(blockade_4_no_legal_move_loses),
        cmocka_unit_test(number_mines_1_own_mines_are_harmless),
        cmocka_unit_test(number_mines_2_no_overshooting),
        cmocka_unit_test(number_mines_3_a_places_then_b_then_the_first_moves),
        cmocka_unit_test(number_mines_lives_a_mine_is_known_and_spent),
        cmocka_unit_test(lives_are_counted_where_there_are_several),
        cmocka_unit_test(fair_changes_what_decides_the_game_beforehand),
        cmocka_unit_test(fair_refuses_what_cannot_be_passed),
        cmocka_unit_test(fair_spares_the_last_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
