// SPDX-License-Identifier: GPL-3.0-or-later
// What every game must do under all rules. A game that is added to the registry
// is tested here without a line more.
#include "core/board_text.h"
#include "support.h"

enum { DRAWN = 150, WALKED = 400, GAMES_SEEN = 64 };

static void same_state(const struct state *a, const struct state *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static void text_round_trip(const struct game *game, struct move move)
{
    struct text written = support_text(), again = support_text(), why = support_text();
    struct move read;
    move_print(game, move, &written);
    assert_true(move_parse(game, written.at, &read, &why));
    assert_true(move_equal(move, read));
    move_print(game, read, &again);
    assert_string_equal(written.at, again.at);
    assert_false(written.cut);
}

static void in_bounds(const struct variant *variant, const struct view *view, struct move move)
{
    struct board board;
    view_board(variant, view, &board);
    cells left = move.set ? move.set : cell(0);
    for (; left; left = cells_without_first(left)) {
        unsigned target =
            variant->game->target(&variant->rules, view_open(view), move.verb, cells_first(left));
        if (move.set || !variant->game->verbs[move.verb].hidden)
            assert_in_range(target, board.first, board.last);
    }
}

// A legal move applies, to a copy: the copy changes, the original does not.
static void applies(const struct match *match, const struct view *view, struct move move)
{
    const struct game *game = match->variant.game;
    struct state before = match->state, copy = match->state;
    assert_true(view_allows(&match->variant, view, move));
    unsigned outcome = game_apply(&match->variant, &copy, move);
    assert_true(outcome < outcome_count(game));
    if (game->verbs[move.verb].hidden)
        assert_int_equal(outcome, OUTCOME_PLAIN);
    same_state(&before, &match->state);
    assert_memory_not_equal(&before, &copy, sizeof copy);
    text_round_trip(game, move);
    in_bounds(&match->variant, view, move);
}

static bool has_moves_of(const struct walk *walk, struct move move)
{
    for (unsigned i = 0; i < walk->count; i++)
        if (walk->offers[i].verb == move.verb && walk->offers[i].pick == cells_count(move.set) &&
            !(move.set & ~walk->offers[i].from))
            return true;
    return false;
}

// Games some of whose offers were limited, so that forbids() was asked.
static const struct game *limiting[GAMES_SEEN];

static void note_limits(const struct game *game)
{
    unsigned i = 0;
    while (limiting[i] && limiting[i] != game)
        i++;
    assert_true(i + 1 < GAMES_SEEN);
    limiting[i] = game;
}

static bool limits(const struct game *game)
{
    unsigned i = 0;
    while (limiting[i] && limiting[i] != game)
        i++;
    return limiting[i];
}

// The walk gives every legal move once: as many as the offers promise, less
// what is forbidden.
static void check_walk(const struct match *match, const struct view *view)
{
    struct walk walk = { 0 };
    struct move last = { 0 };
    uint64_t promised = 0, walked = 0;
    while (walked < WALKED && view_walk(&match->variant, view, &walk)) {
        assert_true(walked == 0 || !move_equal(last, walk.move));
        assert_true(has_moves_of(&walk, walk.move));
        applies(match, view, walk.move);
        last = walk.move;
        walked++;
    }
    assert_true(walked > 0);
    assert_in_range(walk.count, 1, OFFERS_MAX);
    for (unsigned i = 0; i < walk.count; i++) {
        promised += cells_choose(cells_count(walk.offers[i].from), walk.offers[i].pick);
        assert_int_equal(walk.offers[i].limited, walk.offers[0].limited);
    }
    if (walk.offers[0].limited)
        note_limits(match->variant.game);
    else if (walked < WALKED)
        assert_int_equal(walked, promised);
}

// Every move with at most one number, legal or not: allowed exactly if walked.
static void check_allows(const struct match *match, const struct view *view)
{
    struct offer offers[OFFERS_MAX], same[OFFERS_MAX];
    const struct game *game = match->variant.game;
    unsigned count = view_offers(&match->variant, view, offers);
    assert_int_equal(count, game_offers(&match->variant, &match->state, same));
    for (unsigned verb = 0; game->verbs[verb].name; verb++)
        for (unsigned n = 0; n <= CELLS_MAX; n++) {
            struct move move = { .set = n < CELLS_MAX ? cell(n) : 0, .verb = (uint8_t)verb };
            bool offered = false;
            for (unsigned i = 0; i < count; i++)
                offered |= offers[i].verb == verb && offers[i].pick == cells_count(move.set) &&
                           !(move.set & ~offers[i].from);
            if (offers[0].limited && offered)
                offered =
                    !game->forbids(&match->variant.rules, view_open(view), view_secret(view), move);
            assert_int_equal(offered, view_allows(&match->variant, view, move));
        }
}

static void check_others_wait(const struct match *match)
{
    for (unsigned seat = SEAT_NOBODY; seat < SEATS; seat++) {
        struct view view = match_view(match, seat);
        struct walk walk = { 0 };
        if (!match_over(match) && seat == match_turn(match)->mover)
            continue;
        assert_false(view_walk(&match->variant, &view, &walk));
        struct offer offers[OFFERS_MAX];
        if (!match_over(match)) {
            game_offers(&match->variant, &match->state, offers);
            struct move move = { .verb = offers[0].verb };
            cells_first_pick(offers[0].from, offers[0].pick, &move.set);
            assert_false(view_allows(&match->variant, &view, move));
        }
    }
}

static struct move check_draw(const struct match *match, const struct view *view,
                              struct random *random)
{
    struct random twin = *random;
    struct move move = view_draw(&match->variant, view, random);
    assert_true(view_allows(&match->variant, view, move));
    assert_true(move_equal(move, game_draw(&match->variant, &match->state, &twin)));
    return move;
}

static void check_undo(struct match *match, const struct state *before, struct move move)
{
    struct state after = match->state;
    struct event event;
    if (!match_can_undo(match))
        return;
    match_undo(match);
    same_state(before, &match->state);
    assert_true(match_play(match, match_turn(match)->mover, move, &event));
    same_state(&after, &match->state);
}

static void check_end(const struct match *match)
{
    const struct turn *turn = match_turn(match);
    assert_in_range(match->count, 1, game_bound(&match->variant));
    assert_in_range(turn->winner, SEAT_1, SEAT_2);
    assert_in_range(turn->first, SEAT_1, SEAT_2);
    if (turn->mover)
        assert_int_equal(turn->mover, opponent(turn->winner));
    check_others_wait(match);
}

static void play_through(const struct variant *variant, struct random *random)
{
    struct match match;
    struct event event;
    match_start(&match, variant, 1 + (unsigned)random_below(random, 2));
    while (!match_over(&match)) {
        struct view view = match_view(&match, match_turn(&match)->mover);
        check_walk(&match, &view);
        check_allows(&match, &view);
        check_others_wait(&match);
        struct state before = match.state;
        struct move move = check_draw(&match, &view, random);
        assert_true(match_play(&match, view.seat, move, &event));
        check_undo(&match, &before, move);
        assert_in_range(match.count, 1, game_bound(variant));
    }
    check_end(&match);
}

static void every_legal_move_applies_and_every_game_ends(void **state)
{
    (void)state;
    support_each(DRAWN, play_through);
    for (const struct game *const *at = games; *at; at++)
        assert_int_equal((*at)->forbids != NULL, limits(*at));
}

static void rules_read_back(const struct variant *variant, struct random *random)
{
    (void)random;
    struct text written = support_text(), again = support_text(), why = support_text();
    struct variant read;
    variant_print(variant, &written);
    assert_true(variant_parse(variant->game, written.at, &read, &why));
    assert_true(variant_equal(variant, &read));
    variant_print(&read, &again);
    assert_string_equal(written.at, again.at);
}

static void rules_to_text_and_back(void **state)
{
    (void)state;
    support_each(5 * DRAWN, rules_read_back);
}

// Everything that is computed of a game in play, one after the other. Where the
// stack was filled with another byte before, all of it must come out the same.
struct trace {
    struct state state[MOVES_MAX + 1];
    struct board board[MOVES_MAX + 1];
    char words[MOVES_MAX + 1][512];
    struct move log[MOVES_MAX];
    unsigned count;
};

static __attribute__((noinline)) void fill_stack(int byte)
{
    volatile unsigned char block[1 << 16];
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = (unsigned char)byte;
}

static void add_words(const struct match *match, char *buffer, size_t size)
{
    struct text words = text_in(buffer, size);
    struct view view = match_view(match, match_turn(match)->mover);
    struct scene scene = match_scene(match, &view, match->variant.game->name);
    if (match->count) {
        struct match_step step = match_step_at(match, match->count - 1);
        match_tell_step(&match->variant, &step, SEAT_1, match->variant.game->name, &words);
    }
    if (match_over(match))
        match->variant.game->closing(&scene, &words);
    else if (view.seat != SEAT_CHANCE)
        match->variant.game->heading(&scene, &words);
}

static void record(const struct match *match, struct trace *trace, int fill)
{
    unsigned i = match->count;
    struct view view = match_view(match, SEAT_1);
    fill_stack(fill);
    memset(&trace->board[i], fill, sizeof trace->board[i]);
    view_board(&match->variant, &view, &trace->board[i]);
    fill_stack(fill);
    add_words(match, trace->words[i], sizeof trace->words[i]);
    trace->state[i] = match->state;
    trace->count = i;
    if (i > 0)
        trace->log[i - 1] = match->log[i - 1].move;
}

static void trace_game(const struct variant *variant, uint64_t seed, int fill, struct trace *trace)
{
    struct random random = random_seeded(seed);
    struct match match;
    struct event event;
    memset(&match, fill, sizeof match);
    match_start(&match, variant, SEAT_1);
    record(&match, trace, fill);
    while (!match_over(&match)) {
        fill_stack(fill);
        struct move move = game_draw(variant, &match.state, &random);
        fill_stack(fill);
        assert_true(match_play(&match, match_turn(&match)->mover, move, &event));
        record(&match, trace, fill);
    }
}

static void compare_traces(const struct variant *variant, struct random *random)
{
    static struct trace zeros, ones;
    uint64_t seed = random_below(random, 1u << 30);
    memset(&zeros, 0, sizeof zeros);
    memset(&ones, 0, sizeof ones);
    trace_game(variant, seed, 0x00, &zeros);
    trace_game(variant, seed, 0xff, &ones);
    assert_int_equal(zeros.count, ones.count);
    for (unsigned i = 0; i <= zeros.count; i++) {
        same_state(&zeros.state[i], &ones.state[i]);
        assert_memory_equal(&zeros.board[i], &ones.board[i], sizeof zeros.board[i]);
        assert_string_equal(zeros.words[i], ones.words[i]);
        assert_true(i == zeros.count || move_equal(zeros.log[i], ones.log[i]));
    }
}

static void nothing_depends_on_uninitialised_memory(void **state)
{
    (void)state;
    support_each(DRAWN / 4, compare_traces);
}

// Plain ASCII in whole lines, which fits.
static void check_text(const struct text *text, bool whole_lines)
{
    assert_false(text->cut);
    for (const char *at = text->at; *at; at++)
        assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
    if (whole_lines && text->length)
        assert_int_equal(text->at[text->length - 1], '\n');
}

// In a smaller buffer: the beginning of the same, and not a byte outside.
static void check_shrunken(const struct text *whole, size_t size, const struct match *match,
                           const struct scene *scene, struct move refused)
{
    char small[66];
    memset(small, '#', sizeof small);
    struct text out = text_in(small, size);
    match->variant.game->refuse(scene, refused, &out);
    assert_int_equal(out.cut, whole->length >= size);
    assert_memory_equal(small, whole->at, out.length);
    assert_int_equal(small[out.length], '\0');
    assert_int_equal(small[size], '#');
}

static void check_refusal(const struct match *match, const struct scene *scene, struct move move,
                          struct random *random)
{
    struct text refusal = support_text();
    match->variant.game->refuse(scene, move, &refusal);
    check_text(&refusal, false);
    assert_true(refusal.length > 0 && refusal.at[refusal.length - 1] == '.');
    check_shrunken(&refusal, 1 + random_below(random, 64), match, scene, move);
}

// Every illegal move with at most one number, and one with any.
static void check_refusals(const struct match *match, const struct view *view, unsigned verb,
                           struct random *random)
{
    struct scene scene = match_scene(match, view, match->variant.game->name);
    for (unsigned n = 0; n <= CELLS_MAX + 1; n++) {
        struct move move = { .set = n < CELLS_MAX ? cell(n) : 0, .verb = (uint8_t)verb };
        if (n == CELLS_MAX)
            move.set = random_below(random, UINT64_MAX) & random_below(random, UINT64_MAX);
        if (!view_allows(&match->variant, view, move))
            check_refusal(match, &scene, move, random);
    }
}

// Lines without layout: none is empty, and none is a mere rule.
static void check_plain(const struct text *text)
{
    assert_null(strstr(text->at, "\n\n"));
    assert_int_not_equal(text->at[0], '\n');
    assert_null(strstr(text->at, "---\n---"));
    for (const char *line = text->at; *line; line += strcspn(line, "\n") + 1)
        assert_true(strspn(line, "-=_ ") < strcspn(line, "\n"));
}

static void check_words(const struct match *match, struct random *random)
{
    const struct game *game = match->variant.game;
    struct view view = match_view(match, match_turn(match)->mover);
    struct scene scene = match_scene(match, &view, game->name);
    struct text heading = support_text();
    game->heading(&scene, &heading);
    check_text(&heading, true);
    check_plain(&heading);
    for (unsigned verb = 0; game->verbs[verb].name; verb++) {
        struct text ask = support_text();
        game->ask(&scene, verb, &ask);
        check_text(&ask, false);
        assert_null(strchr(ask.at, '\n'));
        assert_int_not_equal(ask.at[ask.length - 1], ' ');
        check_refusals(match, &view, verb, random);
    }
}

static void check_board(const struct match *match, unsigned width)
{
    for (unsigned seat = SEAT_NOBODY; seat < SEATS; seat++) {
        struct text out = support_text();
        struct view view = match_view(match, seat);
        struct board board;
        view_board(&match->variant, &view, &board);
        assert_true(board.first <= board.last && board.last < CELLS_MAX);
        board_print(match->variant.game, &board, width, match->variant.game->name, &out);
        check_text(&out, true);
    }
}

// One line for anybody who reads it: nobody is "you".
static void check_told(const struct text *told, const char *name)
{
    assert_false(told->cut);
    assert_true(told->length > 0);
    assert_null(strchr(told->at, '\n'));
    for (const char *at = told->at; *at; at++)
        assert_false(text_begins(at, "you") && (at == told->at || at[-1] == ' '));
    if (name)
        assert_non_null(strstr(told->at, name));
}

// The cells of a move are those that it changed: the token's, or those that were named.
static void check_cells(const struct match *match, const struct match_step *step)
{
    const struct variant *variant = &match->variant;
    unsigned mover = step->event.seat;
    const struct verb *verb = &variant->game->verbs[step->event.move.verb];
    struct match_cells own = match_step_cells(variant, step, mover);
    struct match_cells others = match_step_cells(variant, step, opponent(mover));
    struct board board;
    view_board(variant, &step->after, &board);
    assert_true(own.known || !step->event.move.set);
    if (verb->hidden)
        assert_false(others.known);
    if (!own.went)
        return;
    assert_int_not_equal(own.from, own.to);
    assert_true(board.square[own.to].tokens & seat_bit(mover));
    assert_false(board.square[own.from].tokens & seat_bit(mover));
    assert_int_equal(own.leapt, own.over != 0);
}

static void check_step(const struct match *match, const struct match_step *step)
{
    const struct game *game = match->variant.game;
    struct view view = match_view(match, SEAT_NOBODY);
    struct scene scene = match_scene(match, &view, game->name);
    struct text status = support_text(), recounted = support_text();
    match_recount_step(&match->variant, step, SEAT_NOBODY, game->name, &recounted);
    check_told(&recounted, game->name[step->event.seat]);
    game->status(&scene, &status);
    check_told(&status, NULL);
    check_cells(match, step);
    assert_true(step->event.outcome == OUTCOME_PLAIN ||
                game->verbs[step->event.move.verb].discloses);
}

static void speak_through(const struct variant *variant, struct random *random)
{
    struct match match;
    match_start(&match, variant, 1 + (unsigned)random_below(random, 2));
    match_deal(&match, random);
    while (!match_over(&match)) {
        struct view view = match_view(&match, match_turn(&match)->mover);
        struct match_step step;
        check_words(&match, random);
        check_board(&match, (unsigned)random_below(random, 100));
        assert_true(match_play_step(&match, view.seat, view_draw(variant, &view, random), &step));
        check_step(&match, &step);
        struct text told = support_text();
        step = match_step_at(&match, match.count - 1);
        match_tell_step(variant, &step, view.seat, variant->game->name, &told);
        check_text(&told, true);
        check_plain(&told);
    }
    struct text closing = support_text(), result = support_text();
    struct view view = match_view(&match, SEAT_NOBODY);
    struct scene scene = match_scene(&match, &view, variant->game->name);
    variant->game->closing(&scene, &closing);
    check_text(&closing, true);
    check_plain(&closing);
    assert_true(closing.length > 0);
    variant->game->result(&scene, &result);
    check_told(&result, variant->game->name[match_turn(&match)->winner]);
}

static void every_word_fits_and_is_plain(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        assert_non_null((*game)->place);
        for (const struct verb *verb = (*game)->verbs; verb->name; verb++)
            assert_true(verb->label && verb->ask && verb->ask[strlen(verb->ask) - 1] == '.');
    }
    support_each(DRAWN / 2, speak_through);
}

static void check_rulebook(const struct variant *variant, struct random *random)
{
    (void)random;
    char buffer[2 * TEXT_MAX];
    struct text out = text_in(buffer, sizeof buffer), welcome = support_text();
    game_print_rulebook(variant, &out);
    check_text(&out, true);
    assert_null(strpbrk(out.at, "{}"));
    // A paragraph is one line: after it there is nothing, an empty line, or a list.
    for (const char *line = out.at, *next; *line; line = next) {
        next = line + strcspn(line, "\n") + 1;
        assert_true(*line == '\n' || *next == '\n' || !*next || text_hang(next) > 2 ||
                    next[-2] == ':');
    }
    // Who wins depends on the rules: the solver says it (report/outlook.c). And it is "1 trap".
    static const char *const wrong[] = { "always win", "always loses", " 1 traps",
                                         " 1 mines",   " 1 cells",     " 1 steps" };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null(strstr(out.at, wrong[i]));
    struct state state = game_start(variant, SEAT_1);
    struct view view = game_view(&state, SEAT_NOBODY);
    struct scene scene = { .rules = &variant->rules,
                           .open = view_open(&view),
                           .name = variant->game->name };
    variant->game->welcome(&scene, &welcome);
    check_text(&welcome, true);
    check_plain(&welcome);
    assert_true(text_begins(welcome.at, "Welcome to "));
}

static void rule_books_name_only_options(void **state)
{
    (void)state;
    support_each(1, check_rulebook);
    for (const struct game *const *game = games; *game; game++)
        for (const char *at = (*game)->rulebook; (at = strchr(at, '{')); at++) {
            bool known = false;
            for (unsigned i = 0; i < rules_count(*game); i++) {
                size_t length = strlen((*game)->options[i].key);
                known |=
                    text_begins(at + 1, (*game)->options[i].key) && strchr(" }", at[1 + length]);
            }
            assert_true(known);
        }
}

// What is said of the unknown holds for what was dealt.
static void check_unknown(const struct match *match)
{
    struct view view = match_view(match, SEAT_NOBODY);
    struct unknown unknown = match->variant.game->unknown(&match->variant.rules, view_open(&view));
    cells dealt = match->log[0].move.set;
    assert_int_equal(unknown.known & ~dealt, 0);
    assert_int_equal(unknown.known & unknown.from, 0);
    assert_int_equal(dealt & ~(unknown.known | unknown.from), 0);
    assert_int_equal(cells_count(unknown.known) + unknown.pick, cells_count(dealt));
}

// A position and its gist have the same legal moves, outcomes and future gists.
static void check_gist(const struct match *match, struct move move)
{
    const struct game *game = match->variant.game;
    struct state whole = match->state, gist = match->state, twice;
    struct offer before[OFFERS_MAX], after[OFFERS_MAX];
    game->gist(&match->variant.rules, state_open(&gist));
    twice = gist;
    game->gist(&match->variant.rules, state_open(&twice));
    same_state(&gist, &twice);
    unsigned count = game_offers(&match->variant, &whole, before);
    assert_int_equal(game_offers(&match->variant, &gist, after), count);
    for (unsigned i = 0; i < count; i++)
        assert_true(before[i].from == after[i].from && before[i].verb == after[i].verb &&
                    before[i].pick == after[i].pick && before[i].limited == after[i].limited);
    assert_int_equal(game_apply(&match->variant, &whole, move),
                     game_apply(&match->variant, &gist, move));
    game->gist(&match->variant.rules, state_open(&whole));
    game->gist(&match->variant.rules, state_open(&gist));
    same_state(&whole, &gist);
}

static void what_is_known_of_chance(const struct variant *variant, struct random *random)
{
    struct match match;
    struct event event;
    match_start(&match, variant, SEAT_1);
    assert_int_equal(game_has_chance(variant->game), variant->game->unknown != NULL);
    match_deal(&match, random);
    while (!match_over(&match)) {
        struct move move = game_draw(variant, &match.state, random);
        if (variant->game->gist)
            check_gist(&match, move);
        assert_true(match_play(&match, match_turn(&match)->mover, move, &event));
        if (variant->game->unknown)
            check_unknown(&match);
    }
}

static void solvers_are_told_the_truth(void **state)
{
    (void)state;
    support_each(DRAWN, what_is_known_of_chance);
}

// Another truth that everybody has been told the same of.
struct twin {
    struct state state;
    bool dropped; // told apart, or not possible
};

enum { TWINS = 12 };

// Makes a public move in another truth. As long as its outcomes are the same, so is the open block;
// after another one it shows the difference, as long as the game goes on.
static void play_twin(const struct variant *variant, struct twin *twin, struct move move,
                      const struct state *after, unsigned outcome)
{
    struct view view = game_view(&twin->state, state_turn(&twin->state)->mover);
    twin->dropped = !view_allows(variant, &view, move);
    if (twin->dropped)
        return;
    bool same = game_apply(variant, &twin->state, move) == outcome;
    twin->dropped = !same;
    if (same && memcmp(twin->state.open, after->open, OPEN_SIZE) != 0)
        fail_msg("%s: '%s' with the outcome '%s' left two open blocks: what was hidden reached it "
                 "in another way",
                 variant->game->slug, variant->game->verbs[move.verb].name,
                 outcome_name(variant->game, outcome));
    if (!same && !state_turn(after)->winner && !state_turn(&twin->state)->winner &&
        memcmp(twin->state.open, after->open, OPEN_SIZE) == 0)
        fail_msg("%s: the open block forgets the outcome '%s' of '%s'", variant->game->slug,
                 outcome_name(variant->game, outcome), variant->game->verbs[move.verb].name);
}

// Where players hide things, moves that everybody saw can be told apart afterwards.
static void check_remembered(const struct variant *variant, const struct state *before,
                             struct move move, const struct state *after)
{
    struct view view = game_view(before, state_turn(before)->mover);
    struct walk walk = { 0 };
    while (game_has_secrets(variant->game) && !state_turn(after)->winner &&
           view_walk(variant, &view, &walk)) {
        struct state other = *before;
        game_apply(variant, &other, walk.move);
        if (!move_equal(move, walk.move) && !state_turn(&other)->winner)
            assert_memory_not_equal(other.open, after->open, OPEN_SIZE);
    }
}

static void play_told(const struct variant *variant, struct random *random)
{
    struct state state = game_start(variant, SEAT_1 + (unsigned)random_below(random, 2));
    struct twin twins[TWINS];
    for (unsigned i = 0; i < TWINS; i++)
        twins[i] = (struct twin){ .state = state };
    while (!state_turn(&state)->winner) {
        bool hides = game_hides(variant, &state);
        struct state before = state;
        struct move move = game_draw(variant, &state, random);
        unsigned outcome = game_apply(variant, &state, move);
        if (!hides)
            check_remembered(variant, &before, move, &state);
        for (unsigned i = 0; i < TWINS; i++) {
            struct move own =
                hides && !twins[i].dropped ? game_draw(variant, &twins[i].state, random) : move;
            if (!twins[i].dropped)
                play_twin(variant, &twins[i], own, &state, outcome);
        }
    }
}

static void what_is_told_is_what_is_known(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 5; i++)
        support_each(DRAWN, play_told);
}

static void check_outcomes(const struct game *game)
{
    unsigned count = outcome_count(game);
    assert_in_range(count, 1, OUTCOMES_MAX);
    assert_string_equal(outcome_name(game, OUTCOME_PLAIN), "plain");
    assert_false(game->outcomes[OUTCOME_PLAIN].harms);
    for (unsigned i = 0; i < count; i++) {
        const char *name = outcome_name(game, i);
        assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz"), strlen(name));
        assert_int_equal(outcome_find(game, name), i);
    }
}

static void every_slot_is_filled(void **state)
{
    (void)state;
    for (const struct game *const *at = games; *at; at++) {
        const struct game *game = *at;
        assert_true(game->slug && game->title && game->pitch && game->rulebook);
        assert_true(game->options && game->verbs && game->outcomes && game->both);
        check_outcomes(game);
        assert_true(rules_count(game) <= RULES_MAX);
        assert_true(game->setup && game->offers && game->apply && game->bound && game->target);
        assert_true(game->board && game->welcome && game->heading && game->ask);
        assert_true(game->refuse && game->tell && game->closing);
        assert_true(game->form != BOARD_COLUMNS || game->board_label);
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            assert_true(game->name[seat] && game->token[seat] && strlen(game->token[seat]) <= 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_slot_is_filled),
        cmocka_unit_test(every_legal_move_applies_and_every_game_ends),
        cmocka_unit_test(rules_to_text_and_back),
        cmocka_unit_test(nothing_depends_on_uninitialised_memory),
        cmocka_unit_test(every_word_fits_and_is_plain),
        cmocka_unit_test(solvers_are_told_the_truth),
        cmocka_unit_test(what_is_told_is_what_is_known),
        cmocka_unit_test(rule_books_name_only_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
