// SPDX-License-Identifier: GPL-3.0-or-later
// Nobody learns what is hidden. Two games are played side by side that look the
// same to one seat: the same moves, the same disclosures, but other hidden sets.
// Everything that the seat can see must then be the same, byte for byte.
#include <stdio.h>
#include <stdlib.h>

#include "core/board_text.h"
#include "drive/setup_words.h"
#include "fronts/full/page.h"
#include "fronts/line/line.h"
#include "seating.h"
#include "support.h"
#include "table/table.h"
#include "table/truth.h"

#ifdef CAUSEWAY_TORTURE // which is slow, and sees no more of this
enum { DRAWN = 2, PAIRS = 8 };
#else
enum { DRAWN = 8, PAIRS = 20 };
#endif
enum { SEEN = 1 << 17 };

// Something that shows a seat what it may know. A front adds itself here.
struct observer {
    const char *name;
    void (*see)(const struct match *match, unsigned seat, struct text *out);
    bool whole; // shows the game from its beginning: it is enough to look once, at the end
};

static void see_bytes(const void *block, size_t size, struct text *out)
{
    static const char digit[] = "0123456789abcdef";
    char hex[2 * sizeof(struct board) + 1] = "";
    const unsigned char *byte = block;
    for (size_t i = 0; i < size; i++) {
        hex[2 * i] = digit[byte[i] >> 4];
        hex[2 * i + 1] = digit[byte[i] & 15];
    }
    hex[2 * size] = '\0';
    text_add(out, "%s", hex);
}

static void see_view(const struct match *match, unsigned seat, struct text *out)
{
    struct view view = match_view(match, seat);
    see_bytes(&view, sizeof view, out);
    text_add(out, " undo %d", match_can_undo(match));
}

static void see_moves(const struct match *match, unsigned seat, struct text *out)
{
    struct view view = match_view(match, seat);
    struct walk walk = { 0 };
    for (unsigned i = 0; i < 100 && view_walk(&match->variant, &view, &walk); i++) {
        move_print(match->variant.game, walk.move, out);
        text_add(out, "\n");
    }
}

static void see_prompts(const struct match *match, unsigned seat, struct text *out)
{
    const struct game *game = match->variant.game;
    struct view view = match_view(match, seat);
    struct scene scene = match_scene(match, &view, game->name);
    if (match_over(match)) {
        game->closing(&scene, out);
    } else if (match_turn(match)->mover == seat) {
        game->heading(&scene, out);
        game->ask(&scene, ASK_ACTION, out);
        for (unsigned verb = 0; game->verbs[verb].name; verb++) {
            struct move odd = { .set = cell(60) | cell(match->count % 50), .verb = (uint8_t)verb };
            game->ask(&scene, verb, out);
            game->refuse(&scene, odd, out);
        }
    }
}

static void see_events(const struct match *match, unsigned seat, struct text *out)
{
    for (unsigned i = 0; i < match->count && !match_over(match); i++) {
        struct event event = match_told(match, i, seat);
        text_add(out, "%u %d ", event.seat, event.outcome);
        move_print(match->variant.game, event.move, out);
        text_add(out, "\n");
    }
    if (match->count) {
        struct match_step step = match_step_at(match, match->count - 1);
        match_tell_step(&match->variant, &step, seat, match->variant.game->name, out);
    }
}

static void see_board(const struct match *match, unsigned seat, struct text *out)
{
    struct view view = match_view(match, seat);
    struct board board;
    view_board(&match->variant, &view, &board);
    see_bytes(&board, sizeof board, out);
    board_print(match->variant.game, &board, 0, match->variant.game->name, out);
}

// What is typed at a keyboard that both share: Enter when it is handed over, then
// the moves. The last move of a game is left out, since the end reveals all.
static void type_moves(const struct match *match, struct text *input)
{
    unsigned count = match->count - match_over(match);
    for (unsigned i = 0; i < count; i++) {
        const struct event *event = &match->log[i];
        if (event->seat == SEAT_CHANCE)
            continue;
        if (match->variant.game->verbs[event->move.verb].hidden)
            text_add(input, "\n");
        move_print(match->variant.game, event->move, input);
        text_add(input, "\n");
    }
    text_add(input, "board\nundo\n");
}

static struct drive *set_up(const struct match *match)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct drive_setup setup = setup_words_default(match->variant.game);
    struct log_header *header = &setup.table.header;
    header->variant = match->variant;
    header->first = (uint8_t)match->first;
    setup.seeded = true;
    setup.seed = 1;
    setup.ticks = false;
    setup.table.given = match->count && match->log[0].seat == SEAT_CHANCE;
    setup.table.deal = setup.table.given ? match->log[0].move.set : 0;
    if (setup.table.given)
        header->deal = LOG_GIVEN;
    struct drive *drive = drive_new(&setup, &why);
    if (!drive)
        fail_msg("%s", why.at);
    return drive;
}

static void play_lines(struct drive *drive, const struct match *match, struct console *console)
{
    struct line_setup setup = { .game = match->variant.game };
    line_play(drive_seat(drive), console, &setup);
    drive_free(drive);
}

// A commitment differs from game to game, since it hides a random nonce as well.
static void mask_commitments(char *shown)
{
    static const char mark[] = "Commitment (";
    for (char *at = strstr(shown, mark); at; at = strstr(at, mark)) {
        at = strstr(at, "): ") + 3;
        memset(at, '#', strcspn(at, "\n"));
    }
}

// Line mode, at a terminal.
static void see_line(const struct match *match, unsigned seat, struct text *out)
{
    (void)seat;
    char buffer[1 << 13], *shown = NULL;
    size_t size;
    struct text input = text_in(buffer, sizeof buffer);
    type_moves(match, &input);
    if (game_has_chance(match->variant.game) && !match->count)
        return;
    struct console console = { .in = fmemopen(buffer, input.length, "r"),
                               .out = open_memstream(&shown, &size),
                               .typed = true,
                               .screen = true };
    play_lines(set_up(match), match, &console);
    fclose(console.in);
    fclose(console.out);
    mask_commitments(shown);
    text_add(out, "%s", shown);
    free(shown);
}

// The full screen, with what a click on each place stands for. The end of a game
// reveals all.
static void see_screen(const struct match *match, unsigned seat, struct text *out)
{
    enum { ROWS = 24, COLS = 80 };
    static struct full_stage shown;
    static struct seating seating;
    static char bytes[ROWS * COLS * 3 + 1];
    struct screen screen = { .ascii = true };
    struct choice choice;
    if (match_over(match) || match_turn(match)->mover == SEAT_CHANCE)
        return;
    seating_follow(&seating, match);
    table_stage(seating.table, seat, 0, &shown.stage);
    for (unsigned i = 0; i < shown.stage.seal_count; i++) // they differ, and tell nothing
        memset(shown.stage.seals[i].seal.commitment, 0, COMMIT_BYTES);
    shown.game = match->variant.game;
    choice_begin(&choice, &shown);
    assert_true(screen_resize(&screen, ROWS, COLS));
    page_paint_play(&screen, &(struct page_play){ .shown = &shown, .choice = &choice });
    for (unsigned i = 0; i < ROWS * COLS; i++) {
        bytes[3 * i] = (char)screen.at[i].character;
        bytes[3 * i + 1] = (char)('A' + screen.at[i].ink);
        bytes[3 * i + 2] = (char)('0' + (screen.at[i].click & 63));
    }
    text_add(out, "%s cursor %u %u", bytes, screen.cursor_row, screen.cursor_col);
    screen_free(&screen);
}

static const struct observer observers[] = {
    { "view", see_view, false },       { "moves", see_moves, false },
    { "prompts", see_prompts, false }, { "events", see_events, false },
    { "board", see_board, false },     { "screen", see_screen, false },
    { "line", see_line, true },
};

struct pair {
    struct match a, b;
    unsigned seat;  // to whom both look the same
    unsigned apart; // how often something was compared while the truth differed
};

enum { OBSERVERS = sizeof observers / sizeof *observers };

struct seen {
    char by[OBSERVERS][SEEN];
};

// What a seat sees of a game. It is replayed before, so that a game that keeps
// something elsewhere than in its blocks is found out, too.
static void look(const struct match *match, unsigned seat, bool whole, struct seen *seen)
{
    struct match again;
    struct event event;
    match_start(&again, &match->variant, match->first);
    for (unsigned i = 0; i < match->count; i++)
        assert_true(match_play(&again, match->log[i].seat, match->log[i].move, &event));
    for (unsigned i = 0; i < OBSERVERS; i++) {
        struct text out = text_in(seen->by[i], SEEN);
        if (observers[i].whole == whole)
            observers[i].see(&again, seat, &out);
        assert_false(out.cut);
    }
}

// The name of the first observer to whom the two differ, or NULL.
static const char *difference(struct pair *pair, bool whole)
{
    static struct seen a, b;
    pair->apart += memcmp(&pair->a.state, &pair->b.state, sizeof pair->a.state) != 0;
    look(&pair->a, pair->seat, whole, &a);
    look(&pair->b, pair->seat, whole, &b);
    for (unsigned i = 0; i < OBSERVERS; i++)
        if (strcmp(a.by[i], b.by[i]) != 0)
            return observers[i].name;
    return NULL;
}

static struct move draw(const struct match *match, struct random *random)
{
    return game_draw(&match->variant, &match->state, random);
}

// Plays the moves in both, if they are legal there and look the same.
static bool try_moves(struct pair *pair, struct move one, struct move two)
{
    struct match a = pair->a, b = pair->b;
    struct event in_a, in_b;
    if (!match_play(&a, match_turn(&a)->mover, one, &in_a) ||
        !match_play(&b, match_turn(&b)->mover, two, &in_b))
        return false;
    struct event told_a = event_told(a.variant.game, &in_a, pair->seat);
    struct event told_b = event_told(b.variant.game, &in_b, pair->seat);
    if (told_a.outcome != told_b.outcome || !move_equal(told_a.move, told_b.move))
        return false;
    pair->a = a;
    pair->b = b;
    return true;
}

// False when no move was found that looks the same.
static bool step(struct pair *pair, struct random *random)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        struct move one = draw(&pair->a, random), two = one;
        if (match_turn(&pair->a)->mover != pair->seat &&
            pair->a.variant.game->verbs[one.verb].hidden)
            two = draw(&pair->b, random);
        if (try_moves(pair, one, two))
            return true;
    }
    return false;
}

static const char *step_back(struct pair *pair)
{
    match_undo(&pair->a);
    match_undo(&pair->b);
    return difference(pair, false);
}

static const char *walk_pair(struct pair *pair, struct random *random)
{
    const char *leak = difference(pair, false);
    while (!leak && !match_over(&pair->a) && step(pair, random)) {
        leak = difference(pair, false);
        if (!leak && match_can_undo(&pair->a) && random_below(random, 4) == 0)
            leak = step_back(pair);
    }
    return leak;
}

// The first leak that many pairs show to one seat, or NULL.
static const char *find_leak(const struct variant *variant, unsigned seat, struct random *random)
{
    static struct pair pair;
    const char *leak = NULL;
    pair.apart = 0;
    for (unsigned i = 0; i < PAIRS && !leak; i++) {
        unsigned first = 1 + (unsigned)random_below(random, 2);
        pair.seat = seat;
        match_start(&pair.a, variant, first);
        match_start(&pair.b, variant, first);
        leak = walk_pair(&pair, random);
        if (!leak && i % 5 == 0) // whole games take their time
            leak = difference(&pair, true);
    }
    return leak;
}

static void check_variant(const struct variant *variant, struct random *random)
{
    for (unsigned seat = SEAT_NOBODY; seat <= SEAT_2; seat++) {
        const char *leak = find_leak(variant, seat, random);
        if (leak)
            fail_msg("%s leaks to seat %u: %s", variant->game->slug, seat, leak);
    }
}

static void nobody_sees_what_is_hidden(void **state)
{
    (void)state;
    support_each(DRAWN, check_variant);
}

static void each_planted_leak_is_caught(void **state)
{
    (void)state;
    struct random random = random_seeded(2);
    struct variant variant = { .game = &game_leaky };
    leaky_game_leak = LEAK_NONE;
    for (unsigned seat = SEAT_NOBODY; seat <= SEAT_2; seat++)
        assert_null(find_leak(&variant, seat, &random));
    const char *const expected[LEAKS] = {
        [LEAK_OPEN] = "view",     [LEAK_SECRET] = "view", [LEAK_TURN] = "view",
        [LEAK_WORDS] = "prompts", [LEAK_BOARD] = "board",
    };
    for (leaky_game_leak = LEAK_NONE + 1; leaky_game_leak < LEAKS; leaky_game_leak++) {
        const char *leak = find_leak(&variant, SEAT_2, &random);
        assert_non_null(leak);
        assert_string_equal(leak, expected[leaky_game_leak]);
    }
}

// Or the walk would prove nothing.
static void the_pairs_really_differ(void **state)
{
    (void)state;
    struct random random = random_seeded(3);
    for (const struct game *const *game = games; *game; game++) {
        struct variant variant = variant_book(*game);
        struct pair pair = { .seat = SEAT_NOBODY };
        for (unsigned i = 0; i < PAIRS; i++) {
            match_start(&pair.a, &variant, SEAT_1);
            match_start(&pair.b, &variant, SEAT_1);
            assert_null(walk_pair(&pair, &random));
        }
        bool hides = game_has_secrets(*game) || game_has_chance(*game);
        assert_int_equal(pair.apart > PAIRS, hides);
    }
}

// A game in a pipe against the computer: what was printed before the end reveals
// all, and what the human was told.
struct round {
    char printed[1 << 13], told[1 << 11];
    struct state truth;
};

// Types the first legal move whenever line mode reads, until the game is over.
struct typist {
    struct drive *drive;
    unsigned seat;
};

static ssize_t type_first(void *cookie, char *to, size_t size)
{
    const struct typist *typist = cookie;
    const struct match *match = table_match(drive_table(typist->drive));
    struct text line = text_in(to, size);
    struct view view = match_view(match, typist->seat);
    struct walk walk = { 0 };
    if (match_over(match) || !view_walk(&match->variant, &view, &walk))
        return 0;
    move_print(match->variant.game, walk.move, &line);
    text_add(&line, "\n");
    return (ssize_t)line.length;
}

static void note_round(const struct match *match, unsigned seat, const char *shown,
                       struct round *round)
{
    const char *end = strstr(shown, "The board at the end:");
    struct text told = text_in(round->told, sizeof round->told);
    assert_non_null(end);
    snprintf(round->printed, sizeof round->printed, "%.*s", (int)(end - shown), shown);
    for (unsigned i = 0; i < match->count; i++) {
        struct event event = event_told(match->variant.game, &match->log[i], seat);
        text_add(&told, "%u %d ", event.seat, event.outcome);
        move_print(match->variant.game, event.move, &told);
    }
    round->truth = match->state;
}

static void play_computer(const struct game *game, unsigned seat, uint64_t seed,
                          struct round *round)
{
    char *shown = NULL;
    size_t size;
    struct text why = support_text();
    struct drive_setup setup = setup_words_default(game);
    setup.table.header.variant = support_variant(game, game->fair ? "fair" : "book");
    setup.table.header.first = opponent(seat);
    setup.seeded = true;
    setup.seed = seed;
    setup.ticks = false;
    assert_true(setup_words_player(&setup, opponent(seat), "random", &why));
    struct drive *drive = drive_new(&setup, &why);
    assert_non_null(drive);
    struct typist typist = { drive, seat };
    cookie_io_functions_t typing = { .read = type_first };
    struct console console = { .in = fopencookie(&typist, "r", typing),
                               .out = open_memstream(&shown, &size) };
    struct line_setup line = { .game = game };
    assert_int_equal(line_play(drive_seat(drive), &console, &line), LINE_PLAYED);
    fclose(console.in);
    fclose(console.out);
    note_round(table_match(drive_table(drive)), seat, shown, round);
    drive_free(drive);
    free(shown);
}

static void a_computers_secrets_are_not_printed(void **state)
{
    (void)state;
    enum { ROUNDS = 120 };
    static struct round rounds[ROUNDS];
    for (const struct game *const *game = games; *game; game++) {
        unsigned compared = 0;
        for (unsigned i = 0; i < ROUNDS && game_has_secrets(*game); i++) {
            play_computer(*game, SEAT_2, i, &rounds[i]);
            for (unsigned j = 0; j < i; j++)
                if (strcmp(rounds[i].told, rounds[j].told) == 0) {
                    assert_string_equal(rounds[i].printed, rounds[j].printed);
                    compared +=
                        memcmp(&rounds[i].truth, &rounds[j].truth, sizeof rounds[i].truth) != 0;
                }
        }
        assert_int_equal(compared > 0, game_has_secrets(*game));
    }
}

// A leak that only a board shows is seen on the screen as well.
static void the_screen_shows_a_leak(void **state)
{
    (void)state;
    static char a[SEEN], b[SEEN];
    struct text one = text_in(a, SEEN), two = text_in(b, SEEN);
    struct variant variant = { .game = &game_leaky };
    struct random random = random_seeded(4);
    struct pair pair = { .seat = SEAT_2 };
    leaky_game_leak = LEAK_BOARD;
    match_start(&pair.a, &variant, SEAT_1);
    match_start(&pair.b, &variant, SEAT_1);
    do
        assert_true(step(&pair, &random));
    while (memcmp(&pair.a.state, &pair.b.state, sizeof pair.a.state) == 0);
    see_screen(&pair.a, SEAT_2, &one);
    see_screen(&pair.b, SEAT_2, &two);
    leaky_game_leak = LEAK_NONE;
    assert_true(one.length > 0);
    assert_string_not_equal(a, b);
}

static void line_mode_is_seen_from_the_welcome_on(void **state)
{
    (void)state;
    static char seen[SEEN];
    struct text out = text_in(seen, SEEN);
    struct match match;
    struct variant variant = variant_book(&game_number_mines);
    match_start(&match, &variant, SEAT_1);
    support_play(&match, "mine 5 9 14");
    support_play(&match, "mine 6 10 15");
    support_play(&match, "step 3");
    see_line(&match, SEAT_1, &out);
    assert_true(text_begins(seen, "Welcome to Number Mines!\n\nPlayer A, press Enter"));
    assert_non_null(strstr(seen, "Player A moves to position 4."));
    assert_non_null(strstr(seen, "It cannot be taken back"));
    assert_null(strstr(seen, "5 9 14"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_sees_what_is_hidden),
        cmocka_unit_test(each_planted_leak_is_caught),
        cmocka_unit_test(the_pairs_really_differ),
        cmocka_unit_test(a_computers_secrets_are_not_printed),
        cmocka_unit_test(the_screen_shows_a_leak),
        cmocka_unit_test(line_mode_is_seen_from_the_welcome_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
