// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates: what is right is found right, and nothing else is.
#include <stdio.h>
#include <stdlib.h>

#include "core/memory.h"
#include "support.h"

static char *written(const struct game *game, const char *from, unsigned first)
{
    size_t size;
    return support_certificate(game, from, first, &size);
}

static bool checks(const char *text, struct text *words)
{
    return support_verdict(text, strlen(text), words) == CHECK_PROVED;
}

// The text with the first `old` changed.
static char *changed(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    char *made = malloc(strlen(text) + strlen(new) + 1);
    memcpy(made, text, before);
    strcpy(made + before, new);
    strcat(made, at + strlen(old));
    return made;
}

static void check_refused(const char *text, const char *old, const char *new, const char *reason)
{
    struct text words = support_text();
    char *made = changed(text, old, new);
    assert_false(checks(made, &words));
    if (!strstr(words.at, reason))
        fail_msg("'%s' is not in: %s", reason, words.at);
    free(made);
}

static void right_ones_are_found_right(void **state)
{
    (void)state;
    const struct {
        const struct game *game;
        const char *rules;
    } each[] = {
        { &game_blockade, "book" },        { &game_blockade, "fair" },
        { &game_pathfinder, "length=11" }, { &game_pathfinder, "length=7,stride=2" },
        { &game_minefield, "length=7" },   { &game_minefield, "meet=share,length=6" },
        { &game_minefield, "mines=0" },
    };
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++)
        for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
            struct text words = support_text();
            char *text = written(each[i].game, each[i].rules, first);
            if (!checks(text, &words))
                fail_msg("%s", words.at);
            assert_non_null(strstr(words.at, each[i].game->title));
            free(text);
        }
}

static void wrong_claims_are_refused(void **state)
{
    (void)state;
    char *open = written(&game_pathfinder, "length=11", SEAT_1);
    check_refused(open, "\"seat1\":\"1\"", "\"seat1\":\"0\"", "strategy of seat 2 does not get");
    check_refused(open, "\"turns\":13", "\"turns\":11", "strategy of seat 1 does not get");
    check_refused(open, "\"turns\":13", "\"turns\":15", "strategy of seat 2 does not get");
    check_refused(open, ",\"turns\":13", "", "'turns' is missing");
    check_refused(open, "length=11", "length=13", "");
    check_refused(open, "length=11,obstacles=5", "obstacles=5,length=11",
                  "not written out in order");
    check_refused(open, "obstacles=5,", "", "not written out in order");
    check_refused(open, "\"first\":1", "\"first\":3", "'first' is wrong");
    check_refused(open, "pathfinder", "pathfindr", "Did you mean");
    check_refused(open, "\"open\"", "\"chance\"", "'class' is wrong");
    check_refused(open, "\"certificate\":3", "\"certificate\":2", "version");
    free(open);
    char *chance = written(&game_minefield, "length=6", SEAT_1);
    check_refused(chance, "\"seat1\":\"", "\"seat1\":\"1/", "");
    check_refused(chance, "\"seat1\":\"", "\"seat1\":\"-", "'value' is wrong");
    check_refused(chance, "length=6", "length=7", "");
    free(chance);
}

static void wrong_strategies_are_refused(void **state)
{
    (void)state;
    char *text = written(&game_pathfinder, "book", SEAT_1);
    check_refused(text, "\"move 3\"", "\"move 2\"", "");
    check_refused(text, "\"move 3\"", "\"move 4\"", "not legal");
    check_refused(text, "\"move 3\"", "\"fly 3\"", "not a move");
    check_refused(text, "\"move 3\"", "3", "the strategy of seat 2 was expected");
    check_refused(text, "\"move 3\"\n", "", "");
    check_refused(text, "{\"strategy\":2}", "\"move 3\"\n{\"strategy\":2}",
                  "no play comes to this move of seat 1");
    check_refused(text, "{\"end\":true}", "\"move 3\"\n{\"end\":true}", "move of seat 2");
    char *last = strstr(text, "{\"end\":true}");
    *last = '\0';
    *strrchr(text, '"') = '\0';
    *strrchr(text, '\n') = '\0';
    strcat(text, "\n{\"end\":true}\n");
    check_refused(text, "{\"end\":true}", "{\"end\":true}", "seat 2 has too few moves");
    check_refused(text, "{\"strategy\":2}", "{\"strategy\":1}",
                  "the strategy of seat 2 was expected");
    check_refused(text, "{\"end\":true}", "{\"end\":true}\n", "something follows the end");
    check_refused(text, "{\"strategy\":1}", "{\"strategy\":1", "not JSON");
    free(text);
}

// Cut off after every line, and within one.
static void truncated_ones_are_refused(void **state)
{
    (void)state;
    char *text = written(&game_minefield, "length=4,detectors=1", SEAT_1);
    struct text words = support_text();
    for (size_t length = strlen(text) - 2; length > 0; length--) {
        text[length] = '\0';
        assert_false(checks(text, &words));
    }
    free(text);
}

// In the torture build, each allocation in turn fails; elsewhere nothing does.
static void survives_failing_allocations(void **state)
{
    (void)state;
    struct text words = support_text();
    char *text = written(&game_blockade, "length=6", SEAT_1);
    bool right = false;
    for (long allocations = 0; !right; allocations++) {
        mem_fail_after(allocations);
        right = checks(text, &words);
        mem_fail_after(-1);
        if (!right)
            assert_non_null(strstr(words.at, "not enough memory"));
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_ones_are_found_right),
        cmocka_unit_test(wrong_claims_are_refused),
        cmocka_unit_test(wrong_strategies_are_refused),
        cmocka_unit_test(truncated_ones_are_refused),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
