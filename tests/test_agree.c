// SPDX-License-Identifier: GPL-3.0-or-later
// What is agreed at a table, from JSON: what is left out has its usual value, what is of another
// type or cannot be is refused with a sentence that names it, and everything else can be played.
#include "bots/bots.h"
#include "support.h"
#include "table/agree.h"

static const struct agree_terms server = { games_find, bot_name, .computers = true };
static const struct agree_terms screen = { games_find, bot_name, true, .one_screen = true };

static bool read(const char *words, const struct agree_terms *terms, struct table_setup *setup,
                 struct text *why)
{
    json_t *object = json_loads(words, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    assert_non_null(object);
    bool agreed = agree_read(object, terms, setup, why);
    json_decref(object);
    return agreed;
}

static struct table_setup agree(const char *words, const struct agree_terms *terms)
{
    struct table_setup setup;
    struct text why = support_text();
    if (!read(words, terms, &setup, &why))
        fail_msg("%s: %s", words, why.at);
    strcpy(setup.header.id, "0123456789ab");
    struct table *table = table_new(&setup, &why);
    assert_non_null(table);
    table_free(table);
    return setup;
}

static void what_is_left_out_is_usual(void **state)
{
    (void)state;
    struct table_setup far = agree("{\"game\":\"minefield\"}", &server);
    struct table_setup here = agree("{\"game\":\"minefield\",\"first\":null}", &screen);
    struct table_setup usual = table_usual(far.header.variant.game);
    assert_memory_equal(&far.header.variant.rules, &usual.header.variant.rules,
                        sizeof usual.header.variant.rules);
    assert_string_equal(far.header.name[SEAT_1], usual.header.name[SEAT_1]);
    assert_string_equal(far.header.player[SEAT_2], "human");
    assert_int_equal(far.header.first, SEAT_1);
    assert_int_equal(far.header.rounds, 1);
    assert_int_equal(far.header.clock.base, 0);
    assert_false(far.header.hints || far.shared || far.coach);
    assert_int_equal(far.header.undo, LOG_AGREED);
    assert_int_equal(far.header.rematch, LOG_AGREED);
    assert_int_equal(far.header.deal, LOG_JOINT);
    assert_true(here.header.hints && here.shared);
    assert_int_equal(here.header.undo, LOG_FREELY);
    assert_int_equal(here.header.deal, LOG_RANDOM);
}

static void what_is_asked_for_is_agreed(void **state)
{
    (void)state;
    static const char words[] =
        "{\"game\":\"minefield\",\"rules\":\"length=12\",\"names\":[\"Jose\\u0301\",\"Ben\"],"
        "\"players\":[\"human\",\"hard\"],\"first\":\"toss\",\"rounds\":3,\"clock\":\"60+1\","
        "\"hints\":true,\"joint\":false,\"unknown\":[1]}";
    struct table_setup setup = agree(words, &server);
    assert_string_equal(setup.header.name[SEAT_1], "Jos\u00e9");
    assert_string_equal(setup.header.player[SEAT_2], "hard");
    assert_true(setup.computer[SEAT_2] && !setup.computer[SEAT_1] && setup.header.hints);
    assert_int_equal(setup.header.first, SEAT_NOBODY);
    assert_int_equal(setup.header.toss, LOG_RANDOM);
    assert_int_equal(setup.header.deal, LOG_RANDOM);
    assert_int_equal(setup.header.rounds, 3);
    assert_int_equal(setup.header.clock.base, 60000);
    assert_int_equal(setup.header.undo, LOG_FREELY); // a computer has nothing against it
    setup = agree("{\"game\":\"blockade\",\"first\":2,\"coach\":true}", &screen);
    assert_int_equal(setup.header.first, SEAT_2);
    assert_int_equal(setup.header.deal, LOG_SETTLED);
    assert_true(setup.coach);
    agree("{\"game\":\"blockade\",\"players\":[\"easy\",\"hard\"],\"rounds\":2}", &screen);
}

static void what_cannot_be_is_refused_and_named(void **state)
{
    (void)state;
    static const struct {
        const char *words, *said;
    } cases[] = {
        { "[]", "object" },
        { "{}", "'game'" },
        { "{\"game\":7}", "'game' takes a text" },
        { "{\"game\":\"chess\"}", "chess" },
        { "{\"game\":\"blockade\",\"rules\":3}", "'rules' takes a text" },
        { "{\"game\":\"blockade\",\"rules\":\"length=1\"}", "length" },
        { "{\"game\":\"blockade\",\"clock\":5}", "'clock' takes a text" },
        { "{\"game\":\"blockade\",\"clock\":\"soon\"}", "soon" },
        { "{\"game\":\"blockade\",\"hints\":\"yes\"}", "'hints' takes true or false" },
        { "{\"game\":\"blockade\",\"joint\":1}", "'joint' takes true or false" },
        { "{\"game\":\"blockade\",\"coach\":1}", "'coach' takes true or false" },
        { "{\"game\":\"blockade\",\"coach\":true}", "no coach" },
        { "{\"game\":\"blockade\",\"first\":3}", "'first' takes 1, 2 or \"toss\"" },
        { "{\"game\":\"blockade\",\"first\":\"me\"}", "'first' takes" },
        { "{\"game\":\"blockade\",\"rounds\":0}", "'rounds' takes" },
        { "{\"game\":\"blockade\",\"rounds\":1001}", "1000" },
        { "{\"game\":\"blockade\",\"rounds\":\"2\"}", "'rounds' takes" },
        { "{\"game\":\"blockade\",\"names\":\"Ann\"}", "'names' takes two texts" },
        { "{\"game\":\"blockade\",\"names\":[\"Ann\"]}", "'names' takes two texts" },
        { "{\"game\":\"blockade\",\"names\":[\"Ann\",\"Ann\"]}", "different" },
        { "{\"game\":\"blockade\",\"names\":[\"Ann\",\"\"]}", "name" },
        { "{\"game\":\"blockade\",\"players\":[\"human\",\"program:x\"]}",
          "'program:x' is no player" },
        { "{\"game\":\"blockade\",\"players\":[\"easy\",\"easy\"],\"rounds\":2}", "one round" },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_setup setup;
        struct text why = support_text();
        assert_false(read(cases[i].words, &server, &setup, &why));
        if (!strstr(why.at, cases[i].said))
            fail_msg("%s: %s", cases[i].words, why.at);
    }
}

static void computers_play_where_they_may(void **state)
{
    (void)state;
    struct agree_terms people = server;
    struct table_setup setup;
    struct text why = support_text();
    people.computers = false;
    agree("{\"game\":\"blockade\"}", &people);
    assert_false(
        read("{\"game\":\"blockade\",\"players\":[\"human\",\"easy\"]}", &people, &setup, &why));
    assert_non_null(strstr(why.at, "Computers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_is_usual),
        cmocka_unit_test(what_is_asked_for_is_agreed),
        cmocka_unit_test(what_cannot_be_is_refused_and_named),
        cmocka_unit_test(computers_play_where_they_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
