// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks as they are typed.
#include "record/clock.h"
#include "support.h"

static void clocks_are_read_and_printed(void **state)
{
    (void)state;
    const struct {
        const char *typed, *printed;
        struct log_clock clock;
    } good[] = {
        { "60+1", "60+1", { 60000, 1000, 0 } },
        { "60", "60+0", { 60000, 0, 0 } },
        { "0.5+0.01", "0.5+0.01", { 500, 10, 0 } },
        { "5/move", "5/move", { 0, 0, 5000 } },
        { "1.25/move,60+0", "60+0,1.25/move", { 60000, 0, 1250 } },
        { "86400+86400", "86400+86400", { 86400000, 86400000, 0 } },
    };
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++) {
        struct text why = support_text(), out = support_text();
        struct log_clock clock = { 1, 2, 3 }, again;
        assert_true(clock_parse(good[i].typed, &clock, &why));
        assert_memory_equal(&clock, &good[i].clock, sizeof clock);
        clock_print(&clock, &out);
        assert_string_equal(out.at, good[i].printed);
        assert_true(clock_parse(out.at, &again, &why));
        assert_memory_equal(&clock, &again, sizeof clock);
        assert_true(clock_is_set(&clock));
    }
    assert_false(clock_is_set(&(struct log_clock){ 0 }));
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    const char *const bad[] = { "",       "x",        "60+",
                                "+1",     "0",        "0+1",
                                "60+1,",  "60+1,60",  "5/m",
                                "0/move", "60 +1",    "-1",
                                "60+-1",  "86401",    "1.2345",
                                "1.",     "5/move+1", "1/move,2/move",
                                "1e3",    "60+86401", "99999999999999999999" };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text why = support_text();
        struct log_clock clock = { 1, 2, 3 };
        if (clock_parse(bad[i], &clock, &why))
            fail_msg("'%s' is taken for a clock", bad[i]);
        assert_int_equal(clock.increment, 2);
        assert_non_null(strstr(why.at, bad[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_read_and_printed),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
