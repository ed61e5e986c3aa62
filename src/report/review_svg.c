// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/review_text.h"

#include "report/svg.h"

enum { LEFT = 60, TOP = 64, WIDTH = 640, HEIGHT = 240, MARGIN = 16 };

static const char *const stroke[SEATS] = { [SEAT_1] = "#0072b2", [SEAT_2] = "#e69f00" };

static double x_of(const struct review *review, unsigned point)
{
    return LEFT + (double)WIDTH * point / review->count;
}

// False where the chance is not known.
static bool y_of(const struct review *review, unsigned point, unsigned seat, double *y)
{
    double chance;
    if (!review_chance(review, point, seat, &chance))
        return false;
    *y = TOP + HEIGHT * (1 - chance);
    return true;
}

static void draw_grid(const struct review *review, FILE *out)
{
    for (unsigned quarter = 0; quarter <= 4; quarter++) {
        struct text text = TEXT_OF(32);
        int y = TOP + HEIGHT - (int)quarter * HEIGHT / 4;
        fprintf(out, "<path d=\"M%d %dh%d\" stroke=\"#ccc\"/>\n", LEFT, y, WIDTH);
        text_add(&text, "%u %%", quarter * 25);
        svg_text(out, LEFT - 8, y + 5, "text-anchor=\"end\" font-size=\"12\"", text.at);
    }
    for (unsigned i = 0; i <= review->count; i += review->count / 16 + 1) {
        struct text text = TEXT_OF(32);
        text_add(&text, "%u", i);
        svg_text(out, (int)x_of(review, i), TOP + HEIGHT + 18,
                 "text-anchor=\"middle\" font-size=\"12\"", text.at);
    }
    svg_text(out, LEFT + WIDTH / 2, TOP + HEIGHT + 36, "text-anchor=\"middle\" font-size=\"12\"",
             "moves made");
}

// Told apart by dashes, too. Where a chance is not known the line has a gap.
static void draw_line(const struct review *review, unsigned seat, FILE *out)
{
    bool drawing = false;
    for (unsigned i = 0; i <= review->count; i++) {
        double y;
        bool known = y_of(review, i, seat, &y);
        if (known && !drawing)
            fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"3\"%s points=\"",
                    stroke[seat], seat == SEAT_1 ? "" : " stroke-dasharray=\"7 4\"");
        if (known)
            fprintf(out, "%s%.1f,%.1f", drawing ? " " : "", x_of(review, i), y);
        if (drawing && !known)
            fprintf(out, "\"/>\n");
        drawing = known;
    }
    if (drawing)
        fprintf(out, "\"/>\n");
}

static void draw_marks(const struct review *review, FILE *out)
{
    for (unsigned i = 0; i < review->count; i++) {
        const struct review_point *point = &review->points[i];
        if (review_mark(point) == REVIEW_FINE)
            continue;
        double x = x_of(review, i), y;
        if (!y_of(review, i, point->event.seat, &y))
            continue;
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"#000\"/>\n", x,
                y, stroke[point->event.seat]);
        svg_text(out, (int)x + 6, (int)y - 7, "font-weight=\"bold\"",
                 review_mark_text(review_mark(point)));
    }
    if (review->turning < review->count)
        fprintf(out, "<path d=\"M%.1f %dv%d\" stroke=\"#000\" stroke-dasharray=\"2 3\"/>\n",
                x_of(review, review->turning), TOP, HEIGHT);
}

static void draw_words(const struct review *review, const char *const *name, FILE *out)
{
    struct text text = TEXT_OF(TEXT_MAX);
    text_add(&text, "%s: %s against %s", match_game(review->match)->title, name[SEAT_1],
             name[SEAT_2]);
    svg_text(out, MARGIN, 24, "font-weight=\"bold\"", text.at);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        int x = LEFT + (int)(seat - SEAT_1) * WIDTH / 2;
        fprintf(out, "<path d=\"M%d 46h30\" stroke=\"%s\" stroke-width=\"3\"%s/>\n", x,
                stroke[seat], seat == SEAT_1 ? "" : " stroke-dasharray=\"7 4\"");
        text_clear(&text);
        text_add(&text, "chance of %s", name[seat]);
        svg_text(out, x + 38, 51, "font-size=\"12\"", text.at);
    }
    text_clear(&text);
    review_print_turning(review, name, &text);
    svg_text(out, MARGIN, TOP + HEIGHT + 60, "font-size=\"12\"", text.at);
}

void report_svg(const struct review *review, const char *const *name, FILE *out)
{
    svg_begin(out, LEFT + WIDTH + 2 * MARGIN, TOP + HEIGHT + 76,
              "The players' chances over the game");
    draw_grid(review, out);
    draw_line(review, SEAT_1, out);
    draw_line(review, SEAT_2, out);
    draw_marks(review, out);
    draw_words(review, name, out);
    svg_end(out);
}
