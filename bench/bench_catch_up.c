// SPDX-License-Identifier: GPL-3.0-or-later
// What it costs to load a log and to tell all of it to somebody who comes back, for a table of
// 6,553 events and for one of ten times as many. Fails if that costs more than twelve times the
// processor's time.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "games/games.h"
#include "table/json.h"
#include "table/session.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

// A move that is made and taken back, again and again, with nothing else in between.
static struct log_event event_at(uint32_t n)
{
    struct log_event event = { .n = n, .kind = LOG_ROUND, .seat = SEAT_1 };
    if (n == 1)
        return event;
    event.kind = n % 2 ? LOG_UNDO : LOG_MOVE;
    event.count = n % 2;
    event.opened = true;
    event.move.set = n % 2 ? 0 : cell(1);
    return event;
}

static struct session *load(uint32_t count)
{
    char words[TEXT_MAX];
    struct text why = text_in(words, sizeof words);
    struct session_setup setup = { .table = table_usual(&game_pathfinder) };
    struct session *session = session_new(&setup, &why);
    for (uint32_t n = 1; session && n <= count; n++) {
        struct log_event event = event_at(n);
        if (!session_take(session, &event, 0, &why)) {
            fprintf(stderr, "%s\n", words);
            exit(1);
        }
    }
    return session;
}

static void tell(const struct session *session)
{
    static char line[JSON_LINE];
    const struct table *table = session_table(session);
    struct news news;
    for (uint32_t n = 1; table_news(table, SEAT_2, n, &news); n++) {
        struct text out = text_in(line, sizeof line);
        json_write_news(&news, &game_pathfinder, &out);
    }
}

// The least of several: others may be at work.
static void measure(uint32_t count, double best[2])
{
    best[0] = best[1] = 1e9;
    for (unsigned i = 0; i < 5; i++) {
        double begun = now();
        struct session *session = load(count);
        double loaded = now();
        tell(session);
        double told = now();
        session_free(session);
        best[0] = loaded - begun < best[0] ? loaded - begun : best[0];
        best[1] = told - loaded < best[1] ? told - loaded : best[1];
    }
    printf("%u events: loaded in %.1f ms, told in %.1f ms\n", (unsigned)count, best[0], best[1]);
}

int main(void)
{
    double few[2], many[2];
    measure(LOG_EVENTS_MAX / 10, few);
    measure(LOG_EVENTS_MAX - 1, many);
    printf("ten times the events cost %.1f and %.1f times the time\n", many[0] / few[0],
           many[1] / few[1]);
    return many[0] <= 12 * few[0] && many[1] <= 12 * few[1] ? 0 : 1;
}
