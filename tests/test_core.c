// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>

#include "core/board_text.h"
#include "core/memory.h"
#include "core/map.h"
#include "core/memory.h"
#include "core/vector.h"
#include "support.h"

static void sets_of_cells(void **state)
{
    (void)state;
    assert_int_equal(cells_span(1, 3), 0xe);
    assert_int_equal(cells_span(0, 63), UINT64_MAX);
    assert_int_equal(cells_span(63, 63), cell(63));
    assert_int_equal(cells_span(4, 3), 0);
    for (unsigned n = 0; n < CELLS_MAX; n++)
        assert_true(cells_upto(n) == cells_span(1, n));
    assert_int_equal(cells_count(cells_span(5, 40)), 36);
    assert_int_equal(cells_count(UINT64_MAX), 64);
    assert_int_equal(cells_count(cell(0) | cell(7) | cell(50) | cell(63)), 4);
    assert_int_equal(cells_first(cell(7) | cell(50)), 7);
    assert_int_equal(cells_last(cell(7) | cell(50)), 50);
    assert_int_equal(cells_nth(cell(7) | cell(50) | cell(63), 1), cell(50));
    assert_true(cells_has_run(cell(2) | cell(3) | cell(4), 3));
    assert_false(cells_has_run(cell(2) | cell(3) | cell(5), 3));
    assert_true(cells_has_run(cell(9), 1));
    assert_false(cells_has_run(0, 1));
}

static void most_without_a_run(void **state)
{
    (void)state;
    for (unsigned run = 1; run < 6; run++)
        for (unsigned count = 0; count < 14; count++) {
            unsigned most = 0;
            for (cells set = 0; set < cell(count); set++)
                if (!cells_has_run(set, run) && cells_count(set) > most)
                    most = cells_count(set);
            assert_int_equal(cells_most_without_run(count, run), most);
        }
}

static void how_many_sets_there_are(void **state)
{
    (void)state;
    assert_int_equal(cells_choose(10, 3), 120);
    assert_int_equal(cells_choose(18, 3), 816);
    assert_int_equal(cells_choose(5, 0), 1);
    assert_int_equal(cells_choose(3, 4), 0);
    for (unsigned n = 1; n <= 63; n++) // Pascal's triangle, up to the largest that there is
        for (unsigned pick = 1; pick <= n; pick++)
            assert_true(cells_choose(n, pick) ==
                        cells_choose(n - 1, pick - 1) + cells_choose(n - 1, pick));
}

static void all_sets_come_once(void **state)
{
    (void)state;
    cells from = 0x2b5 | cell(63), set = 0, seen[400];
    for (unsigned pick = 0; pick <= cells_count(from); pick++) {
        unsigned count = 0;
        for (bool more = cells_first_pick(from, pick, &set); more;
             more = cells_next_pick(from, &set)) {
            assert_int_equal(cells_count(set), pick);
            assert_int_equal(set & ~from, 0);
            for (unsigned i = 0; i < count; i++)
                assert_true(seen[i] != set);
            seen[count++] = set;
        }
        assert_int_equal(count, cells_choose(cells_count(from), pick));
    }
    assert_false(cells_first_pick(from, 9, &set));
}

static void text_never_overruns(void **state)
{
    (void)state;
    char buffer[9] = "........";
    struct text text = text_in(buffer, 8);
    text_add(&text, "%s", "1234");
    assert_false(text.cut);
    text_add(&text, "%u", 5678u);
    assert_true(text.cut);
    assert_string_equal(buffer, "1234567");
    text_add(&text, "more");
    assert_int_equal(text.length, 7);
    assert_int_equal(buffer[8], '\0');
    text_clear(&text);
    assert_false(text.cut);
    assert_string_equal(buffer, "");
}

static void formats_are_those_of_printf(void **state)
{
    (void)state;
    char expected[80];
    struct text text = TEXT_OF(80);
    text_add(&text, "%s%u, %5.1f%% %u of %-4s|%s.%u", "a%u", 4000000000u, 12.25, 0u, "b", "", 7u);
    snprintf(expected, sizeof expected, "%s%u, %5.1f%% %u of %-4s|%s.%u", "a%u", 4000000000u, 12.25,
             0u, "b", "", 7u);
    assert_string_equal(text.at, expected);
    assert_int_equal(text.length, strlen(expected));
    text_clear(&text);
    text_add(&text, "%.*s%c%%", 2, "abc", 'd');
    assert_string_equal(text.at, "abd%");
}

static void lists_of_numbers(void **state)
{
    (void)state;
    cells three = cell(4) | cell(7) | cell(9), two = cell(1) | cell(2);
    struct text out = support_text();
    text_add_spaced(&out, three);
    text_add(&out, ";");
    text_add_commas(&out, three);
    text_add(&out, ";");
    text_add_and(&out, three);
    text_add(&out, ";");
    text_add_or(&out, three);
    text_add(&out, ";");
    text_add_or(&out, two);
    text_add(&out, ";");
    text_add_and(&out, cell(5));
    assert_string_equal(out.at, "4 7 9;4,7,9;4, 7, and 9;4, 7, or 9;1 or 2;5");
}

static void counts_of_things(void **state)
{
    (void)state;
    struct text out = support_text();
    text_add_count(&out, 1, "cell", "cells");
    text_add_count(&out, 0, "cell", "cells");
    assert_string_equal(out.at, "1 cell0 cells");
}

// Broken between words and nowhere else; only a word that is longer stands out.
static void lines_fold_at_words(void **state)
{
    (void)state;
    static const char words[] = "one  two three\n  four fivefivefive six\n\nseven";
    for (unsigned width = 1; width < 30; width++) {
        struct text out = TEXT_OF(200);
        text_add_folded(&out, words, width);
        const char *from = words;
        for (const char *line = out.at; *line;) {
            size_t length = strcspn(line, "\n");
            if (length > width)
                assert_null(memchr(line + strspn(line, " "), ' ', length - strspn(line, " ")));
            line += length + (line[length] == '\n');
        }
        for (const char *at = out.at; *at; at++, from++) {
            if (*at == '\n' && *from != '\n') {
                from += strspn(from, " ") - 1;
                at += strspn(at + 1, " ");
            } else {
                assert_int_equal(*at, *from);
            }
        }
        assert_int_equal(*from, '\0');
    }
    struct text out = TEXT_OF(200);
    text_add_folded(&out, words, 9);
    assert_string_equal(out.at, "one  two\nthree\n  four\n  fivefivefive\n  six\n\nseven");
    text_clear(&out);
    text_add_folded(&out, "1. one two\n  2. one two\n  - one two\n  -1 two three", 9);
    assert_string_equal(out.at,
                        "1. one\ntwo\n  2. one\n     two\n  - one\n    two\n  -1 two\n  three");
}

static void comparing_words(void **state)
{
    (void)state;
    char longer[80];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_true(text_same("Trap Runner", "tRAP rUNNER"));
    assert_false(text_same("trap", "traps"));
    assert_false(text_same("traps", "trap"));
    assert_true(text_begins("Minefield", "MINE"));
    assert_true(text_begins("Minefield", ""));
    assert_false(text_begins("Mine", "Minefield"));
    assert_int_equal(text_distance("kitten", "SITTING"), 3);
    assert_int_equal(text_distance("", "abc"), 3);
    assert_int_equal(text_distance("abc", "abc"), 0);
    assert_int_equal(text_distance("ab", "ba"), 2);
    assert_int_equal(text_distance(longer, "a"), 64);
    assert_int_equal(text_distance("a", longer), 64);
}

// The parser of rules refuses `from` and says all of these.
static void refused(const struct game *game, const char *from, const char *const *parts)
{
    struct text why = support_text();
    struct variant variant = { .rules.value = { 7777 } };
    assert_false(variant_parse(game, from, &variant, &why));
    assert_int_equal(variant.rules.value[0], 7777);
    for (; *parts; parts++)
        if (!strstr(why.at, *parts))
            fail_msg("'%s' is not in: %s", *parts, why.at);
}

#define REFUSED(game, from, ...) refused(&game, from, (const char *[]){ __VA_ARGS__, NULL })

static void refusals_name_option_value_and_range(void **state)
{
    (void)state;
    REFUSED(game_minefield, "length=1", "length=1 ", "2 to 63");
    REFUSED(game_minefield, "length=64", "length=64 ", "2 to 63");
    REFUSED(game_minefield, "length=999999", "length=999999 ", "2 to 63");
    REFUSED(game_minefield, "length=-3", "length=-3 ", "2 to 63");
    REFUSED(game_minefield, "length=", "length= ", "2 to 63");
    REFUSED(game_minefield, "length=ten", "length=ten ", "2 to 63");
    REFUSED(game_minefield, "meet=jump", "meet=jump ", "leap or share");
    REFUSED(game_minefield, "mines=11", "mines=11 ", "length=10", "0 to 10");
    REFUSED(game_trap_runner, "length=2,traps=3", "traps=3 ", "length=2", "0 to 2");
    REFUSED(game_trap_runner, "fair,stride=1", "traps=3 ", "stride=1", "passable=yes", "0 to 0");
    REFUSED(game_number_mines, "length=4", "mines=3 ", "length=4", "0 to 2");
    REFUSED(game_number_mines, "length=5,passable=yes", "mines=3 ", "passable=yes", "0 to 2");
}

static void refusals_of_what_is_no_rule(void **state)
{
    (void)state;
    char longer[400];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    REFUSED(game_blockade, "width=3", "'width'", "length, stride, hop, spare");
    REFUSED(game_blockade, "hard", "'hard'", "book or fair");
    REFUSED(game_blockade, "hop=yes,fair", "'fair'", "first");
    REFUSED(game_blockade, "hop=yes,hop=no", "'hop'", "twice");
    REFUSED(game_blockade, "hop=yes,,spare=no", "commas");
    REFUSED(game_blockade, longer, "longer than 255");
}

static void presets_and_changes(void **state)
{
    (void)state;
    struct variant book = variant_book(&game_blockade),
                   fair = support_variant(&game_blockade, "FAIR");
    struct variant empty = support_variant(&game_blockade, " ");
    struct variant changed =
        support_variant(&game_blockade, "fair, hop = no,spare=no,stride=2,length=11,pass=no");
    assert_true(variant_equal(&book, &changed));
    assert_true(variant_equal(&book, &empty));
    assert_false(variant_equal(&book, &fair));
    struct variant mine = support_variant(&game_minefield, "fair"); // has no changes
    book = variant_book(&game_minefield);
    assert_true(variant_equal(&book, &mine));
}

// Every value within its range is read and written; those beside it are not read.
static void every_value_of_every_option(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; i < rules_count(*game); i++) {
            const struct rules_option *option = &(*game)->options[i];
            struct variant variant = variant_book(*game);
            assert_in_range(option->usual, option->lo, option->hi);
            for (unsigned value = option->lo; value <= option->hi; value++) {
                struct text out = support_text(), why = support_text();
                rules_print_value(option, value, &out);
                assert_true(variant_set(&variant, i, out.at, &why));
                assert_int_equal(variant.rules.value[i], value);
            }
            struct text beyond = support_text(), why = support_text();
            text_add(&beyond, "%u", option->hi + 1);
            assert_false(variant_set(&variant, i, beyond.at, &why));
            assert_int_equal(variant.rules.value[i], option->hi);
        }
}

// Whoever reads a record must not know what was usual when it was written.
static void all_options_are_written(void **state)
{
    (void)state;
    struct text out = support_text();
    struct variant variant = support_variant(&game_trap_runner, "stride=2");
    variant_print(&variant, &out);
    assert_string_equal(out.at, "length=10,traps=3,stride=2,passable=no,lives=1");
}

static bool move_is(const char *from, cells set, unsigned verb)
{
    struct text why = support_text();
    struct move move;
    return move_parse(&game_minefield, from, &move, &why) && move.set == set && move.verb == verb &&
           why.length == 0;
}

static void moves_are_read(void **state)
{
    (void)state;
    assert_true(move_is("scan 4", cell(4), 2));
    assert_true(move_is("  SCAN,4 ", cell(4), 2));
    assert_true(move_is("deal 9, 3 6", cell(3) | cell(6) | cell(9), 0));
    assert_true(move_is("deal\t0 63", cell(0) | cell(63), 0));
    assert_true(move_is("move", 0, 1));
    assert_true(move_is("scan 004", cell(4), 2));
}

static void not_a_move(const char *from, const char *part)
{
    struct text why = support_text();
    struct move move;
    assert_false(move_parse(&game_minefield, from, &move, &why));
    if (!strstr(why.at, part))
        fail_msg("'%s' is not in: %s", part, why.at);
}

static void moves_are_refused(void **state)
{
    (void)state;
    not_a_move("", "''");
    not_a_move("jump 4", "'jump' is not a move of Minefield Navigator");
    not_a_move("scanner 4", "'scanner'");
    not_a_move("scan four", "'four' is not a number");
    not_a_move("scan -4", "'-4' is not a number");
    not_a_move("scan 4x", "'4x' is not a number");
    not_a_move("scan 64", "64 is too large");
    not_a_move("scan 99999999999999999999999999999", "is too large");
    not_a_move("scan 4 5 4", "4 is there twice");
}

static void moves_compare(void **state)
{
    (void)state;
    struct move one = { cell(1), 0 }, other_set = { cell(2), 0 }, other_verb = { cell(1), 1 };
    assert_true(move_equal(one, one));
    assert_false(move_equal(one, other_set));
    assert_false(move_equal(one, other_verb));
}

// Seeds give the same moves for ever: as many numbers, one for each that is drawn.
static void picks_are_drawn_one_by_one(void **state)
{
    (void)state;
    const cells sets[] = { cell(0),           cell(63),   cells_span(3, 5), cells_span(60, 63),
                           cell(2) | cell(4), UINT64_MAX, 0x2b5 | cell(63) };
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) {
        unsigned count = cells_count(sets[i]);
        assert_int_equal(cells_count_row(sets[i]), count);
        for (unsigned pick = 0; pick <= count; pick++) {
            struct random random = random_seeded(pick), same = random;
            cells expected = 0;
            while (cells_count(expected) < pick)
                expected |= cells_nth(sets[i], (unsigned)random_below(&random, count));
            assert_true(random_pick(&same, sets[i], pick) == expected);
            assert_memory_equal(same.state, random.state, sizeof random.state);
        }
    }
}

static void known_random_numbers(void **state)
{
    (void)state;
    // The reference implementation's first numbers for the state 1, 2, 3, 4.
    const uint64_t expected[] = { 11520, 0, 1509978240, 1215971899390074240 };
    struct random random = random_seeded(0);
    memcpy(random.state, (uint64_t[4]){ 1, 2, 3, 4 }, sizeof random.state);
    for (unsigned i = 0; i < 4; i++)
        assert_true(random.draw(&random) == expected[i]);
}

static void memory_grows_and_keeps(void **state)
{
    (void)state;
    unsigned char *block = mem_new(10);
    assert_non_null(block);
    memset(block, 7, 10);
    block = mem_grow(block, 1000);
    assert_non_null(block);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(block[i], 7);
    block = mem_grow(block, 5);
    assert_int_equal(block[4], 7);
    mem_free(block);
    mem_free(NULL);
    block = mem_grow(NULL, 3);
    assert_non_null(block);
    mem_free(block);
    block = mem_new(0);
    assert_non_null(block);
    mem_free(block);
}

static void memory_fails_on_demand(void **state)
{
    (void)state;
    mem_fail_after(1);
    void *first = mem_new(8), *second = mem_new(8);
    mem_fail_after(-1);
    assert_non_null(first);
#ifdef CAUSEWAY_TORTURE
    assert_null(second);
    const unsigned char *poisoned = first;
    assert_int_equal(poisoned[7], 0xa5);
    mem_fail_after(0);
    assert_null(mem_grow(first, 99));
    assert_null(mem_new(SIZE_MAX));
    mem_fail_after(-1);
#endif
    mem_free(first);
    mem_free(second);
}

static const char *const names[SEATS] = { [SEAT_1] = "Ann", [SEAT_2] = "Bob" };

static void boards_in_columns(void **state)
{
    (void)state;
    struct text out = support_text();
    struct board board = { .last = 10 };
    board.square[2].tokens = 1 << SEAT_1;
    board.square[3].obstacles = 1;
    board.square[10].tokens = 1 << SEAT_2;
    board_print(&game_blockade, &board, 0, names, &out);
    assert_string_equal(out.at, "Positions: 0   1   2   3   4   5   6   7   8   9  10\n"
                                "           .   .  P1   X   .   .   .   .   .   .  P2\n");
}

static void boards_in_brackets(void **state)
{
    (void)state;
    struct text out = support_text();
    struct board board = { .last = 4 };
    board.square[0].tokens = 1 << SEAT_1;
    board.square[4].tokens = 1 << SEAT_2;
    board.square[2].obstacles = 1 << SEAT_2;
    board_print(&game_pathfinder, &board, 0, names, &out);
    assert_string_equal(out.at, "[0][1][2][3][4]\n[P1][ ][X][ ][P2]\n  X of Bob: 2\n");
}

static void boards_say_what_their_marks_mean(void **state)
{
    (void)state;
    struct text out = support_text();
    struct board board = { .first = 1, .last = 6 };
    board.square[1].tokens = 1 << SEAT_1 | 1 << SEAT_2;
    board.square[2].safe = board.square[2].disarmed = true;
    board.square[3].mines = 1 << SEAT_CHANCE;
    board.square[4].blown = true;
    board.square[5].mines = 1 << SEAT_1 | 1 << SEAT_2;
    board.square[6].obstacles = 1 << SEAT_1;
    board_print(&game_minefield, &board, 0, names, &out);
    assert_string_equal(out.at, "Steps: 1   2   3   4   5   6\n"
                                "       P12 +   *   *   *   X\n"
                                "  P12: Ann and Bob\n"
                                "  +: known to be safe\n"
                                "  X of Ann: 6\n"
                                "  * of Ann: 5\n"
                                "  * of Bob: 5\n"
                                "  *: 3\n"
                                "  made safe: 2\n"
                                "  stepped on: 4\n");
}

// No line is wider than asked for, down to the narrowest that makes sense.
static void boards_fold(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (unsigned width = 24; width < 100; width++) {
            struct text out = support_text();
            struct board board = { .last = 62 };
            board_print(*game, &board, width, names, &out);
            for (const char *line = out.at; *line; line += strcspn(line, "\n") + 1)
                assert_in_range(strcspn(line, "\n"), 1, width);
        }
}

// The rule books' own boards fit where they fit; else the rows are as even as can be.
static void boards_fold_evenly(void **state)
{
    (void)state;
    for (unsigned last = 20; last < 63; last++)
        for (unsigned width = 40; width < 100; width++) {
            struct text out = support_text();
            struct board board = { .last = last };
            unsigned least = 99, most = 0, rows = 0;
            board_print(&game_pathfinder, &board, width, names, &out);
            for (const char *line = out.at; *line; line += strcspn(line, "\n") + 1) {
                unsigned count = 0;
                if (rows++ % 2)
                    continue;
                for (const char *at = line; *at != '\n'; at++)
                    count += *at == '[';
                least = count < least ? count : least;
                most = count > most ? count : most;
            }
            assert_true(most - least <= 1);
            if (last == 20)
                assert_int_equal(rows, width >= 74 ? 2 : 4);
        }
}

// Keys of any size, values of any size; what was given before a map grew is still there.
static void maps_keep_what_they_are_given(void **state)
{
    (void)state;
    enum { KEYS = 5000 };
    for (unsigned words = 1; words <= MAP_KEY_MAX; words += 5) {
        struct map map = map_of(words, 2);
        uint64_t key[MAP_KEY_MAX] = { 1 }, seen = 0;
        size_t next = 0;
        for (uint64_t i = 1; i <= KEYS; i++) {
            key[words - 1] = i << 20;
            assert_null(map_find(&map, key));
            uint64_t *value = map_add(&map, key, 0);
            assert_true(value[0] == 0 && value[1] == 0);
            value[1] = i;
            assert_ptr_equal(map_add(&map, key, 0), value);
        }
        assert_int_equal(map.used, KEYS);
        for (const uint64_t *at; (at = map_next(&map, &next)); seen++)
            assert_int_equal(((uint64_t *)map_find(&map, at))[1], at[words - 1] >> 20);
        assert_int_equal(seen, KEYS);
        map_free(&map);
        assert_null(map_find(&map, key));
    }
}

// A map that may not grow is full, and says so; what it has, it keeps.
static void maps_keep_to_their_limit(void **state)
{
    (void)state;
    enum { LIMIT = 1 << 16 };
    struct map map = map_of(1, 1);
    uint64_t key = 1;
    for (uint64_t *value; (value = map_add(&map, &key, LIMIT)); key++)
        *value = key;
    assert_true(map.room * 2 * sizeof key <= LIMIT && map.used == key - 1 && key > 1000);
    for (uint64_t i = 1; i < key; i++)
        assert_int_equal(*(uint64_t *)map_find(&map, &i), i);
    map_free(&map);
}

static void arrays_grow_at_their_end(void **state)
{
    (void)state;
    uint32_t *numbers = NULL;
    size_t room = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(vector_grow(&numbers, &room, i, sizeof *numbers));
        numbers[i] = i;
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    assert_true(room >= 1000 && room < 2000);
    assert_true(vector_grow(&numbers, &room, 100000, sizeof *numbers)); // all at once
    assert_true(room > 100000);
    assert_int_equal(numbers[999], 999);
    uint32_t *before = numbers;
    assert_false(vector_grow(&numbers, &room, SIZE_MAX, 1));
    assert_false(vector_grow(&numbers, &room, room, SIZE_MAX / 2));
    assert_ptr_equal(numbers, before);
    mem_free(numbers);
}

// It is never freed, and no leak: the sanitizer, which looks at the end, must find its way to it.
static void *volatile empty_block;

static void an_empty_block_is_a_block(void **state)
{
    (void)state;
    empty_block = mem_new(0);
    assert_non_null(empty_block);
}

// Wherever in a string it stands: eight characters are looked at together.
static void every_character_is_written_as_json(void **state)
{
    (void)state;
    for (unsigned c = 1; c < 256; c++)
        for (unsigned at = 0; at < 20; at++) {
            char string[] = "twenty-two characters!", before[24] = "", escape[8] = "";
            struct text out = TEXT_OF(64), wanted = TEXT_OF(64);
            memcpy(before, string, at);
            string[at] = escape[0] = (char)c;
            if (c == '\n')
                strcpy(escape, "\\n");
            else if (c == '"' || c == '\\')
                snprintf(escape, sizeof escape, "\\%c", (char)c);
            else if (c < 0x20)
                snprintf(escape, sizeof escape, "\\u%04x", c);
            text_add(&wanted, "\"%s%s%s\"", before, escape, string + at + 1);
            text_put_json(&out, string);
            assert_string_equal(out.at, wanted.at);
        }
}

static void numbers_are_plain_digits_within_bounds(void **state)
{
    (void)state;
    static const char *const wrong[] = { "", " 1", "1 ", "+1", "-1", "0x1", "1.0", "one", "1,2" };
    uint64_t number;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(text_parse_number(wrong[i], UINT64_MAX, &number));
    for (uint64_t most = 0; most < 120; most++)
        for (uint64_t i = 0; i < 1200; i++) {
            struct text digits = TEXT_OF(8);
            text_put_number(&digits, (long long)i);
            assert_int_equal(text_parse_number(digits.at, most, &number), i <= most);
            assert_true(i > most || number == i);
        }
    assert_true(text_parse_number("18446744073709551615", UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    assert_false(text_parse_number("18446744073709551616", UINT64_MAX, &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_block_is_a_block),
        cmocka_unit_test(maps_keep_what_they_are_given),
        cmocka_unit_test(maps_keep_to_their_limit),
        cmocka_unit_test(arrays_grow_at_their_end),
        cmocka_unit_test(sets_of_cells),
        cmocka_unit_test(most_without_a_run),
        cmocka_unit_test(how_many_sets_there_are),
        cmocka_unit_test(all_sets_come_once),
        cmocka_unit_test(text_never_overruns),
        cmocka_unit_test(formats_are_those_of_printf),
        cmocka_unit_test(lists_of_numbers),
        cmocka_unit_test(counts_of_things),
        cmocka_unit_test(lines_fold_at_words),
        cmocka_unit_test(comparing_words),
        cmocka_unit_test(refusals_name_option_value_and_range),
        cmocka_unit_test(refusals_of_what_is_no_rule),
        cmocka_unit_test(presets_and_changes),
        cmocka_unit_test(every_value_of_every_option),
        cmocka_unit_test(all_options_are_written),
        cmocka_unit_test(moves_are_read),
        cmocka_unit_test(moves_are_refused),
        cmocka_unit_test(moves_compare),
        cmocka_unit_test(known_random_numbers),
        cmocka_unit_test(picks_are_drawn_one_by_one),
        cmocka_unit_test(memory_grows_and_keeps),
        cmocka_unit_test(memory_fails_on_demand),
        cmocka_unit_test(boards_in_columns),
        cmocka_unit_test(boards_in_brackets),
        cmocka_unit_test(boards_say_what_their_marks_mean),
        cmocka_unit_test(boards_fold),
        cmocka_unit_test(boards_fold_evenly),
        cmocka_unit_test(every_character_is_written_as_json),
        cmocka_unit_test(numbers_are_plain_digits_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
