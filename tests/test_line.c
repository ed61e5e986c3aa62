// SPDX-License-Identifier: GPL-3.0-or-later
// Line mode at a table elsewhere, where things come in their own time.
#include <stdlib.h>

#include "drive/drive.h"
#include "drive/setup_words.h"
#include "fronts/line/line.h"
#include "support.h"

// A table whose last draw is opened when all is over, and is told of a moment later.
struct late {
    struct seat_handle *seat;
    uint32_t last; // event that was told
    bool opened;
};

static bool late_stage(struct seat_handle *seat, unsigned viewer, struct stage *stage,
                       struct text *why)
{
    const struct late *late = seat->context;
    bool there = seat_stage(late->seat, viewer, stage, why);
    stage->n += late->opened;
    return there;
}

static bool late_act(struct seat_handle *seat, const struct act *act, struct news *reply,
                     struct text *why)
{
    return seat_act(((struct late *)seat->context)->seat, act, reply, why);
}

static enum seat_next late_next(struct seat_handle *seat, unsigned viewer, struct news *news,
                                struct text *why)
{
    struct late *late = seat->context;
    enum seat_next next = seat_next(late->seat, viewer, news, why);
    if (next == SEAT_TOLD) {
        late->last = news->n;
    } else if (!late->opened) {
        late->opened = true;
        *news = (struct news){ .kind = NEWS_EVENT, .n = late->last + 1, .event.kind = LOG_OPEN };
        return SEAT_TOLD;
    }
    return next;
}

static unsigned count(const char *shown, const char *words)
{
    unsigned found = 0;
    for (const char *at = shown; (at = strstr(at, words)); at++)
        found++;
    return found;
}

static void the_end_is_said_once(void **state)
{
    (void)state;
    static const struct seat_maker maker = { late_stage, late_act, late_next, NULL, NULL };
    struct text why = support_text();
    struct drive_setup setup = { .table = table_usual(&game_minefield), .seeded = true, .seed = 3 };
    char *shown = NULL;
    size_t size;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        assert_true(setup_words_player(&setup, seat, "random", &why));
    struct drive *drive = drive_new(&setup, &why);
    assert_non_null(drive);
    struct late late = { .seat = drive_seat(drive) };
    struct seat_handle seat = *late.seat;
    seat.maker = &maker;
    seat.context = &late;
    struct console console = { .in = fopen("/dev/null", "r"),
                               .out = open_memstream(&shown, &size) };
    struct line_setup line = { .game = &game_minefield };
    assert_int_equal(line_play(&seat, &console, &line), LINE_PLAYED);
    fclose(console.in);
    fclose(console.out);
    assert_true(late.opened);
    assert_int_equal(count(shown, "The board at the end:"), 1);
    drive_free(drive);
    free(shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_said_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
