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
                   const struct limits *limits, struct text *why)
{
    const struct stage *stage = &shown->stage;
    struct variant variant = { .game = shown->game, .rules = stage->rules };
    return review_make_from(review, &variant, stage->first, stage->moves, stage->move_count, limits,
                            why);
}

// Nobody wants to wait for it: the whole review is a key away.
static bool is_soon(void *whom, uint64_t nodes)
{
    enum { MILLISECONDS = 300 };
    const struct timespec *begun = whom;
    struct timespec now;
    (void)nodes;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - begun->tv_sec) * 1000 + (now.tv_nsec - begun->tv_nsec) / 1000000 <
           MILLISECONDS;
}

enum { CHART_WIDTH = 40 };

// The columns of a chart: one for each point, or for some where there are too many.
static unsigned columns_of(const struct review *review)
{
    return review->count < CHART_WIDTH ? review->count + 1 : CHART_WIDTH;
}

static unsigned point_at(const struct review *review, unsigned column)
{
    return column * review->count / (columns_of(review) - 1);
}

static void add_bars(const struct review *review, unsigned seat, bool ascii, struct text *out)
{
    static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    static const char tenths[] = "0123456789";
    for (unsigned i = 0; i < columns_of(review); i++) {
        double chance;
        if (!review_chance(review, point_at(review, i), seat, &chance))
            text_add(out, " ");
        else if (ascii)
            text_add(out, "%c", tenths[(unsigned)(chance * 9 + 0.5)]);
        else
            text_add(out, "%s", bars[(unsigned)(chance * 7 + 0.5)]);
    }
    text_add(out, "  %s\n", seat == review->winner ? "won" : "lost");
}

// Under the bars: which moves they stand before, or where the game is.
static void add_axis(const struct review *review, unsigned at, struct text *out)
{
    enum { STEP = 5, DIGITS = 4 };
    bool past = at > review->count;
    size_t begun = out->length;
    for (unsigned i = 0; past && i < columns_of(review); i++) {
        unsigned number = point_at(review, i) + 1;
        if (out->length - begun == i && number <= review->count && (number == 1 || i % STEP == 4))
            text_add(out, "%u", number);
        else if (out->length - begun == i)
            text_add(out, " ");
    }
    for (unsigned i = 0; !past && i < columns_of(review); i++)
        text_add(out, "%s",
                 point_at(review, i) <= at &&
                         (i + 1 == columns_of(review) || point_at(review, i + 1) > at)
                     ? "^"
                     : " ");
    text_add(out, "\n");
}

void verdict_chart(const struct review *review, const char *const *name, bool ascii, unsigned at,
                   struct text *out)
{
    unsigned one = screen_width(name[SEAT_1]), two = screen_width(name[SEAT_2]);
    unsigned widest = one > two ? one : two;
    text_add(out, "Chance to win before each move%s:\n", ascii ? ", in ninths" : "");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        unsigned width = seat == SEAT_1 ? one : two;
        text_add(out, "%s%*s ", name[seat], (int)(widest - width), "");
        add_bars(review, seat, ascii, out);
    }
    text_add(out, "%*s", (int)widest + 1, "");
    add_axis(review, at, out);
}

void verdict_print(const struct full_stage *shown, bool ascii, struct text *chart,
                   struct text *turning)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct timespec begun;
    struct limits limits = { .memory = 256 << 20, .go_on = is_soon, .whom = &begun };
    struct review seen;
    const char *name[SEATS];
    if (shown->stage.end != STAGE_PLAYED)
        return;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    if (!review(&seen, shown, &limits, &why))
        return;
    names_of(&shown->stage, name);
    if (!seen.stopped) { // half a verdict is none
        verdict_chart(&seen, name, ascii, seen.count + 1, chart);
        review_print_turning(&seen, name, turning);
    }
    review_clear(&seen);
}

static void print_review(const struct review *seen, const struct full_stage *shown, const char *why,
                         FILE *out)
{
    const char *name[SEATS];
    names_of(&shown->stage, name);
    if (!seen) {
        fputs(why, out);
        return;
    }
    report_chart(seen, name, out);
    fputc('\n', out);
    report_moves(seen, name, out);
}

void verdict_print_made(const struct review *seen, const struct full_stage *shown, const char *why,
                        char out[VERDICT_REVIEW])
{
    FILE *file = fmemopen(out, VERDICT_REVIEW, "w");
    out[0] = '\0';
    if (!file)
        return;
    print_review(seen, shown, why, file);
    fclose(file);
}

void verdict_print_review(const struct full_stage *shown, char out[VERDICT_REVIEW])
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct review seen;
    struct patience patience;
    patience_begin(&patience, "Reviewing");
    patience.most = REVIEW_SECONDS;
    bool made = review(&seen, shown, &patience.limits, &why);
    patience_end(&patience);
    verdict_print_made(made ? &seen : NULL, shown, why.at, out);
    if (made)
        review_clear(&seen);
}
