// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/verdict.h"

#include <stdio.h>

#include "core/now.h"
#include "drive/process.h"
#include "fronts/full/page.h"
#include "ui/names.h"
#include "ui/reviewer.h"
#include "report/review_text.h"

// Nobody wants to wait for it: the whole review is a key away.
static bool is_soon(void *context, uint64_t nodes)
{
    enum { MILLISECONDS = 300 };
    const int64_t *begun = context;
    (void)nodes;
    return now_monotonic() - *begun < MILLISECONDS;
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

// Under the bars: the numbers of the moves or, with `at` in the game, a mark below that point.
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
    int64_t begun = now_monotonic();
    struct limits limits = { .memory = 256 << 20, .go_on = is_soon, .context = &begun };
    struct review seen;
    const char *name[SEATS];
    if (shown->stage.end != LOG_END_PLAYED)
        return;
    if (!reviewer_make_within(&seen, shown->game, &shown->stage, &limits, &why))
        return;
    names_of(&shown->stage, name);
    if (!seen.stopped) { // half a review could name the wrong turning point
        verdict_chart(&seen, name, ascii, seen.count + 1, chart);
        review_print_turning(&seen, name, turning);
    }
    review_clear(&seen);
}

void verdict_show(struct ui *ui, const struct review *review, const struct full_stage *shown,
                  const char *why)
{
    char text[8 * TEXT_MAX] = "";
    const char *name[SEATS];
    unsigned width = page_area(&ui->screen).cols;
    FILE *out = review ? fmemopen(text, sizeof text, "w") : NULL;
    names_of(&shown->stage, name);
    if (out) {
        report_chart(review, name, width, out);
        fputc('\n', out);
        report_moves(review, name, width, out);
        fclose(out);
    }
    ui_show_text(ui, "Review", review ? text : why);
}
