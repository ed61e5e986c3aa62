// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>

#include "report/standings.h"
#include "report/svg.h"

enum { LEFT = 240, WIDTH = 480, TOP = 64, ROW = 34, MARGIN = 16 };

struct scale {
    double lo, hi, step;
};

static void stretch(struct scale *scale, const struct ratings_value *value)
{
    scale->lo = fmin(scale->lo, fmin(value->elo, value->lo)); // NAN is left out
    scale->hi = fmax(scale->hi, fmax(value->elo, value->hi));
}

// Whole steps of 50, 100, 200 and so on, at most ten of them.
static struct scale find_scale(const struct standings_report *report)
{
    struct scale scale = { .step = 50 };
    for (unsigned i = 0; i < report->standings->players; i++) {
        stretch(&scale, &report->standings->ratings.player[i]);
        if (report->quiet)
            stretch(&scale, &report->standings->without_luck.player[i]);
    }
    while ((scale.hi - scale.lo) / scale.step > 10)
        scale.step *= 2;
    scale.lo = floor(scale.lo / scale.step) * scale.step;
    scale.hi = ceil(scale.hi / scale.step) * scale.step;
    if (scale.hi <= scale.lo)
        scale.hi = scale.lo + scale.step;
    return scale;
}

static double x_of(const struct scale *scale, double elo)
{
    return LEFT + WIDTH * (elo - scale->lo) / (scale->hi - scale->lo);
}

static void draw_grid(const struct scale *scale, unsigned rows, FILE *out)
{
    int bottom = TOP + (int)rows * ROW;
    for (double elo = scale->lo; elo <= scale->hi + scale->step / 2; elo += scale->step) {
        char buffer[32];
        struct text text = text_in(buffer, sizeof buffer);
        fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"%s\"/>\n", x_of(scale, elo), TOP, bottom,
                fabs(elo) < 1 ? "#666" : "#ccc");
        text_add(&text, "%+.0f", elo);
        svg_text(out, (int)x_of(scale, elo), bottom + 18, "text-anchor=\"middle\" font-size=\"12\"",
                 fabs(elo) < 1 ? "0" : buffer);
    }
    svg_text(out, LEFT + WIDTH / 2, bottom + 38, "text-anchor=\"middle\" font-size=\"12\"",
             "rating (Elo) with its 95 % interval");
}

// Filled as played, hollow without luck: told apart without colours.
static void draw_value(const struct scale *scale, const struct ratings_value *value, double y,
                       bool hollow, FILE *out)
{
    const char *colour = hollow ? "#e69f00" : "#0072b2";
    if (!isnan(value->lo))
        fprintf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"%s\" stroke-width=\"3\"/>\n",
                x_of(scale, value->lo), y, x_of(scale, value->hi), colour);
    fprintf(out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"2\"/>\n",
            x_of(scale, value->elo), y, hollow ? "#fff" : colour, colour);
}

static void draw_player(const struct standings_report *report, const struct scale *scale,
                        unsigned i, unsigned row, FILE *out)
{
    const struct standings *standings = report->standings;
    char label[SCHEDULE_LABEL];
    int middle = TOP + (int)row * ROW + ROW / 2;
    schedule_label(report->schedule, i, label);
    svg_text(out, LEFT - 12, middle + 5, "text-anchor=\"end\"", label);
    draw_value(scale, &standings->ratings.player[i], report->quiet ? middle - 6 : middle, false,
               out);
    if (report->quiet)
        draw_value(scale, &standings->without_luck.player[i], middle + 6, true, out);
}

static void draw_title(const struct standings_report *report, FILE *out)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    for (unsigned i = 0; i < report->schedule->fields && text.length < 70; i++) {
        text_add(&text, "%s", i ? ", " : "");
        schedule_print_field(report->schedule, i, &text);
    }
    svg_text(out, MARGIN, 24, "font-weight=\"bold\"", buffer);
    text_clear(&text);
    text_add(&text, "%u games%s", 2 * report->standings->pairs,
             report->quiet ? "; filled: as played, hollow: luck taken out" : "");
    svg_text(out, MARGIN, 44, "font-size=\"12\"", buffer);
}

void standings_svg(const struct standings_report *report, FILE *out)
{
    unsigned order[RATINGS_PLAYERS], rows = report->standings->players;
    struct scale scale = find_scale(report);
    standings_order(report->standings, order);
    svg_begin(out, LEFT + WIDTH + 2 * MARGIN, TOP + (int)rows * ROW + 56,
              "Ratings of a tournament");
    draw_title(report, out);
    draw_grid(&scale, rows, out);
    for (unsigned i = 0; i < rows; i++)
        draw_player(report, &scale, order[i], i, out);
    svg_end(out);
}
