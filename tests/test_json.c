// SPDX-License-Identifier: GPL-3.0-or-later
// A table over one pipe: what goes in, what comes out, and to whom.
#include <stdio.h>
#include <stdlib.h>

#include "fronts/json/json.h"
#include "support.h"
#include "table/json.h"

static char *shown; // all that came out
static size_t size;

static struct drive_setup set_up(const struct game *game, const char *one, const char *two)
{
    struct drive_setup setup = { .table = table_usual(game) };
    struct log_header *header = &setup.table.header;
    strcpy(header->id, "0123456789ab");
    setup.table.shared = false;
    snprintf(header->player[SEAT_1], LOG_PLAYER, "%s", one);
    snprintf(header->player[SEAT_2], LOG_PLAYER, "%s", two);
    return setup;
}

static struct drive_setup minefield(const char *two)
{
    struct drive_setup setup = set_up(&game_minefield, "human", two);
    setup.table.header.deal = LOG_GIVEN;
    setup.table.given = true;
    setup.table.deal = cell(3) | cell(6) | cell(9);
    return setup;
}

// True if the match was over when the input ended.
static bool play(const struct drive_setup *setup, const char *input)
{
    struct text why = support_text();
    struct drive *drive = drive_new(setup, &why);
    assert_non_null(drive);
    FILE *in = fmemopen((void *)(uintptr_t)input, strlen(input), "r");
    FILE *out = open_memstream(&shown, &size);
    bool over = json_play(drive, in, out, &why);
    fclose(in);
    fclose(out);
    drive_free(drive);
    return over;
}

// The n-th line, from 0, that has all of these in it; NULL if there is none.
static const char *find(const char *one, const char *two, unsigned n)
{
    static char line[JSON_LINE];
    for (const char *at = shown; *at; at += strcspn(at, "\n") + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (strstr(line, one) && strstr(line, two) && n-- == 0)
            return line;
    }
    return NULL;
}

static void every_line_is_a_message_for_its_seat(void **state)
{
    (void)state;
    struct drive_setup setup = minefield("human");
    static struct stage stage[SEATS];
    static struct news news;
    const struct game *game = NULL;
    assert_true(play(&setup, "{\"type\":\"move\",\"seat\":1,\"n\":3,\"move\":\"move\"}\n"
                             "\n"
                             "{\"type\":\"move\",\"seat\":2,\"n\":4,\"move\":\"scan 3\"}\n"
                             "{\"type\":\"move\",\"seat\":1,\"move\":\"move\"}\n"
                             "{\"type\":\"resign\",\"seat\":2}\n"));
    unsigned lines = 0;
    for (char *at = shown; *at; lines++) {
        size_t length = strcspn(at, "\n");
        struct text why = support_text();
        unsigned seat = strstr(at, "\"seat\":1") < at + 40 && strstr(at, "\"seat\":1") ? 1 : 2;
        assert_int_not_equal(json_read(games, at, length, &game, &stage[seat], &news, &why),
                             JSON_NONE);
        at += length + 1;
    }
    // Three to begin with, and three for each of six events, for both; and four replies.
    assert_int_equal(lines, 2 * 3 + 2 * 3 * 6 + 4);
    assert_int_equal(stage[SEAT_1].winner, SEAT_1);
    assert_int_equal(stage[SEAT_2].end, LOG_END_RESIGNED);
    assert_true(stage[SEAT_1].seals[0].opened);
    free(shown);
}

static void hidden_numbers_go_to_their_own_seat_alone(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_number_mines, "human", "human");
    assert_false(play(&setup, "{\"type\":\"move\",\"seat\":1,\"move\":\"mine 5 9 14\"}\n"
                              "{\"type\":\"move\",\"seat\":2,\"move\":\"mine 6 10 15\"}\n"
                              "{\"type\":\"move\",\"seat\":1,\"move\":\"step 3\"}\n"));
    assert_non_null(find("\"seat\":1,", "mine 5 9 14", 0));
    assert_null(find("\"seat\":1,", "mine 6 10 15", 0));
    assert_null(find("\"seat\":2,", "mine 5 9 14", 0));
    assert_null(find("\"seat\":0,", "", 0));
    free(shown);
}

static void what_cannot_be_done_is_refused_to_whoever_asked(void **state)
{
    (void)state;
    struct drive_setup setup = minefield("human");
    char input[8000];
    int length = snprintf(input, sizeof input, "%s",
                          "hello?\n"
                          "{\"type\":\"move\",\"move\":\"move\"}\n"
                          "{\"type\":\"move\",\"seat\":2,\"move\":\"move\"}\n"
                          "{\"type\":\"move\",\"seat\":1,\"n\":9,\"move\":\"move\"}\n"
                          "{\"type\":\"may\",\"seat\":1,\"move\":\"scan 11\"}\n"
                          "{\"type\":\"deal\",\"seat\":1}\n");
    memset(input + length, 'x', 5000);
    strcpy(input + length + 5000, "\n{\"type\":\"hint\",\"seat\":1}");
    assert_false(play(&setup, input));
    assert_non_null(find("refused", "\"code\":\"syntax\"", 0));
    assert_non_null(find("refused", "Several seats", 0));
    assert_non_null(find("\"seat\":2", "\"code\":\"turn\"", 0));
    assert_non_null(find("\"seat\":1", "\"code\":\"stale\"", 0));
    assert_non_null(find("\"type\":\"may\"", "\"allowed\":false", 0));
    assert_null(find("\"kind\":\"move\",\"by\"", "", 0)); // nobody has moved
    free(shown);
}

static void against_a_computer_the_seat_need_not_be_named(void **state)
{
    (void)state;
    struct drive_setup setup = minefield("random");
    assert_false(play(&setup, "{\"type\":\"hello\",\"name\":\"me\"}\n"
                              "{\"type\":\"move\",\"move\":\"scan 3\"}\n"));
    assert_non_null(find("\"type\":\"hello\"", "\"seat\":1", 1));
    assert_non_null(find("\"kind\":\"move\",\"by\":1", "mine", 0));
    assert_non_null(find("\"kind\":\"move\",\"by\":2", "", 0));
    assert_null(find("\"seat\":2,", "", 0));
    free(shown);
}

static void two_computers_are_watched(void **state)
{
    (void)state;
    struct drive_setup setup = set_up(&game_number_mines, "random", "random");
    assert_true(play(&setup, "{\"type\":\"ready\"}\n"));
    assert_non_null(find("\"seat\":0", "\"type\":\"end\"", 0));
    assert_non_null(find("\"kind\":\"rematch\"", "", 0));
    assert_non_null(find("\"type\":\"end\"", "", 1));
    free(shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_a_message_for_its_seat),
        cmocka_unit_test(hidden_numbers_go_to_their_own_seat_alone),
        cmocka_unit_test(what_cannot_be_done_is_refused_to_whoever_asked),
        cmocka_unit_test(against_a_computer_the_seat_need_not_be_named),
        cmocka_unit_test(two_computers_are_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
