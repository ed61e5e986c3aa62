// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/verdict.h"

#include <time.h>

#include "fronts/full/screen.h"
#include "analysis/review.h"

// Nobody wants to wait for it: the whole review is a key away.
static bool is_soon(void *whom, uint64_t nodes, double done)
{
    enum { MILLISECONDS = 300 };
    const struct timespec *begun = whom;
    struct timespec now;
    (void)nodes, (void)done;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - begun->tv_sec) * 1000 + (now.tv_nsec - begun->tv_nsec) / 1000000 <
           MILLISECONDS;
}

static void add_bars(const struct review *review, unsigned seat, bool ascii, struct text *out)
{
    static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    static const char tenths[] = "0123456789";
    for (unsigned i = 0; i <= review->count; i++) {
        double chance;
        if (!review_chance(review, i, seat, &chance))
            text_add(out, " ");
        else if (ascii)
            text_add(out, "%c", tenths[(unsigned)(chance * 9 + 0.5)]);
        else
            text_add(out, "%s", bars[(unsigned)(chance * 7 + 0.5)]);
    }
    text_add(out, "\n");
}

void verdict_print(const struct session *session, bool ascii, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct timespec begun;
    struct solve_limits limits = { .memory = 256 << 20, .go_on = is_soon, .whom = &begun };
    struct review review;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    if (!review_make(&review, &session->match, &limits, &why))
        return;
    unsigned one = screen_width(session->name[SEAT_1]), two = screen_width(session->name[SEAT_2]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        unsigned width = seat == SEAT_1 ? one : two, widest = one > two ? one : two;
        text_add(out, "%s%*s ", session->name[seat], (int)(widest - width), "");
        add_bars(&review, seat, ascii, out);
    }
    review_print_turning(&review, session->name, out);
    review_clear(&review);
}
