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
        { "3d/move", "259200/move", { 0, 0, 259200000 } },
        { "0.5d+1", "43200+1", { 43200000, 1000, 0 } },
        { "14d+14d,14d/move",
          "1209600+1209600,1209600/move",
          { 1209600000, 1209600000, 1209600000 } },
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
    const char *const bad[] = {
        "",      "x",        "60+",           "+1",      "0",
        "0+1",   "60+1,",    "60+1,60",       "5/m",     "0/move",
        "60 +1", "-1",       "60+-1",         "1209601", "1.2345",
        "1.",    "5/move+1", "1/move,2/move", "1e3",     "14.001d",
        "d",     "3dd/move", "184467440737d", "60+15d",  "99999999999999999999"
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text why = support_text();
        struct log_clock clock = { 1, 2, 3 };
        if (clock_parse(bad[i], &clock, &why))
            fail_msg("'%s' is taken for a clock", bad[i]);
        assert_int_equal(clock.increment, 2);
        assert_non_null(strstr(why.at, bad[i]));
    }
}

static void much_time_is_told_in_days(void **state)
{
    (void)state;
    const struct {
        int64_t left;
        const char *told;
    } cases[] = {
        { CLOCK_HOUR, "1 h 0 min" },
        { 3 * CLOCK_HOUR + 599999, "3 h 9 min" },
        { INT64_C(24) * CLOCK_HOUR - 1, "23 h 59 min" },
        { INT64_C(53) * CLOCK_HOUR, "2 d 5 h" },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = support_text();
        clock_tell(cases[i].left, &out);
        assert_string_equal(out.at, cases[i].told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_read_and_printed),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(much_time_is_told_in_days),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
