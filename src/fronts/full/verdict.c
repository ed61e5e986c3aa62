// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/verdict.h"

#include <stdio.h>
#include <time.h>

#include "analysis/review.h"
#include "fronts/full/screen.h"
#include "fronts/names.h"
#include "fronts/patience.h"
#include "report/review_text.h"

static bool review(struct review *review, const struct full_stage *shown,
                   const struct solve_limits *limits, struct text *why)
{
    const struct stage *stage = &shown->stage;
    struct variant variant = { .game = shown->game, .rules = stage->rules };
    return review_make_from(review, &variant, stage->first, stage->moves, stage->move_count, limits,
                            why);
}

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
    text_add(out, "%s\n", seat == SEAT_1 ? "  chances, move by move" : "");
}

static void add_chart(const struct review *review, const char *const *name, bool ascii,
                      struct text *out)
{
    unsigned one = screen_width(name[SEAT_1]), two = screen_width(name[SEAT_2]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        unsigned width = seat == SEAT_1 ? one : two, widest = one > two ? one : two;
        text_add(out, "%s%*s ", name[seat], (int)(widest - width), "");
        add_bars(review, seat, ascii, out);
    }
}

void verdict_print(const struct full_stage *shown, bool ascii, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct timespec begun;
    struct solve_limits limits = { .memory = 256 << 20, .go_on = is_soon, .whom = &begun };
    struct review seen;
    const char *name[SEATS];
    if (shown->stage.end != STAGE_PLAYED)
        return;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    if (!review(&seen, shown, &limits, &why))
        return;
    names_of(&shown->stage, name);
    add_chart(&seen, name, ascii, out);
    review_print_turning(&seen, name, out);
    review_clear(&seen);
}

static void print_review(const struct full_stage *shown, FILE *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct review seen;
    struct patience patience;
    const char *name[SEATS];
    names_of(&shown->stage, name);
    patience_begin(&patience, "Reviewing");
    bool made = review(&seen, shown, &patience.limits, &why);
    patience_end(&patience);
    if (!made) {
        fputs(why.at, out);
        return;
    }
    report_chart(&seen, name, out);
    fputc('\n', out);
    report_moves(&seen, name, out);
    review_clear(&seen);
}

void verdict_print_review(const struct full_stage *shown, char *out, size_t size)
{
    FILE *file = fmemopen(out, size, "w");
    if (!file)
        return;
    print_review(shown, file);
    fclose(file);
}
