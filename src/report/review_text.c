// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/review_text.h"

#include <langinfo.h>
#include <string.h>

#include "report/fraction.h"
#include "report/shorten.h"

enum { NAME = 10 };

// Pads by characters, not bytes: names may be in any language.
static void add_padded(const char *text, size_t width, struct text *out)
{
    size_t begun = out->length;
    shorten_add(out, text, width);
    size_t shown = shorten_count(out->at + begun, out->length - begun);
    text_add(out, "%*s", (int)(width - shown), "");
}

static void print_folded(const char *words, unsigned width, FILE *out)
{
    struct text folded = TEXT_OF(2 * TEXT_MAX);
    text_add_folded(&folded, words, width);
    fprintf(out, "%s\n", folded.at);
}

static bool is_known(const struct review_worth *chance)
{
    return mpq_equal(chance->lo, chance->hi);
}

// What is an estimate is marked.
static void add_worth(const struct review *review, const struct review_point *point, bool after,
                      struct text *out)
{
    const struct review_worth *chance = after ? &point->after : &point->before;
    const char *mark = chance->exact ? "" : "~";
    if (!is_known(chance))
        text_add(out, "not known");
    else if (review->class == CLAIM_OPEN)
        text_add(out, "%s%s in %u", mark, mpq_sgn(chance->lo) ? "wins" : "loses",
                 point->turns[after]);
    else
        text_add(out, "%s%.1f %%", mark, mpq_get_d(chance->lo) * 100);
}

static void add_worth_column(const struct review *review, const struct review_point *point,
                             bool after, struct text *out)
{
    struct text text = TEXT_OF(64);
    add_worth(review, point, after, &text);
    text_add(out, "%12s", text.at);
}

static void add_best(const struct review *review, const struct review_point *point,
                     struct text *out)
{
    char before[FRACTION_SIZE], after[FRACTION_SIZE];
    text_add(out, "best: ");
    move_print(match_game(review->match), point->best, out);
    bool exact = point->before.exact && point->after.exact && is_known(&point->after);
    if (review->class == CLAIM_OPEN)
        return;
    if (point->gave_up_win && (!exact || mpq_equal(point->before.lo, point->after.lo)))
        text_add(out, " (wins whatever the other does)");
    if (!exact || mpq_equal(point->before.lo, point->after.lo))
        return;
    fraction_print(point->before.lo, before);
    fraction_print(point->after.lo, after);
    if (strlen(before) + strlen(after) < 24)
        text_add(out, " (%s, not %s)", before, after);
}

static const char *luck_of(const struct review *review, const struct review_point *point)
{
    bool harmed = match_game(review->match)->outcomes[point->event.outcome].harms;
    if (review_was_unlucky(review, point))
        return "bad luck, not a bad decision";
    if (harmed && review_mark(point))
        return "a bad decision";
    if (harmed && point->lost)
        return "lost already";
    if (point->unforeseen)
        return "the other had left best play";
    return review_was_lucky(point) ? "lucky" : "";
}

static void print_point(const struct review *review, unsigned i, const char *const *name,
                        unsigned width, FILE *out)
{
    const struct review_point *point = &review->points[i];
    struct text row = TEXT_OF(TEXT_MAX), text = TEXT_OF(TEXT_MAX);
    text_add(&row, "%3u. ", i + 1);
    add_padded(name[point->event.seat], NAME, &row);
    move_print(match_game(review->match), point->event.move, &text);
    text_add(&text, " %s", review_mark_text(review_mark(point)));
    text_add(&row, " %-16s", text.at);
    if (!point->rated) {
        fprintf(out, "%s  not known\n", row.at);
        return;
    }
    add_worth_column(review, point, false, &row);
    text_add(&row, " ->");
    add_worth_column(review, point, true, &row);
    text_clear(&text);
    if (!point->chose_best)
        add_best(review, point, &text);
    const char *luck = luck_of(review, point);
    text_add(&text, "%s%s", text.length && *luck ? "  " : "", luck);
    bool fits = shorten_count(row.at, row.length) + 2 + text.length <= width;
    fprintf(out, "%s%s%s\n", row.at, !text.length ? "" : fits ? "  " : "\n       ", text.at);
}

void report_point(const struct review *review, unsigned i, const char *const *name,
                  struct text *out)
{
    const struct review_point *point = &review->points[i];
    text_add(out, "%u. %s: ", i + 1, name[point->event.seat]);
    move_print(match_game(review->match), point->event.move, out);
    text_add(out, " %s\n", review_mark_text(review_mark(point)));
    if (!point->rated) {
        text_add(out, "its worth is not known\n");
        return;
    }
    add_worth(review, point, false, out);
    text_add(out, " -> ");
    add_worth(review, point, true, out);
    text_add(out, "\n");
    if (!point->chose_best) {
        add_best(review, point, out);
        text_add(out, "\n");
    }
    if (*luck_of(review, point))
        text_add(out, "%s\n", luck_of(review, point));
}

void report_moves(const struct review *review, const char *const *name, unsigned width, FILE *out)
{
    struct text text = TEXT_OF(TEXT_MAX);
    fprintf(out, "The mover's chance with the best move, and after the move that was made:\n");
    for (unsigned i = 0; i < review->count; i++)
        print_point(review, i, name, width, out);
    if (review->against)
        fprintf(out, "Chances are against %s.\n",
                review->differs ? "one best way to play" : "best play");
    if (review->estimated)
        print_folded("~: an estimate, where best play is not known or was left, or where the check "
                     "takes too long.",
                     width, out);
    if (review->stopped)
        fprintf(out, "There was no time for the rest: what is not known was not looked at.\n");
    review_print_turning(review, name, &text);
    print_folded(text.at, width, out);
}

enum { CHART_ROWS = 10, CHART_WIDTH = 64, CHART_STEP = 4 };

// The chart's columns: `step` characters for every point, or only some points
// where there are too many.
struct chart {
    const struct review *review;
    unsigned columns, step;
};

static unsigned point_at(const struct chart *chart, unsigned column)
{
    return column * chart->review->count / (chart->columns - 1);
}

// None where the chance is not known.
static unsigned row_of(const struct chart *chart, unsigned column, unsigned seat)
{
    double chance;
    if (!review_chance(chart->review, point_at(chart, column), seat, &chance))
        return CHART_ROWS + 1;
    return (unsigned)(chance * CHART_ROWS + 0.5);
}

static char letter_at(const struct chart *chart, unsigned column, unsigned row)
{
    bool one = row_of(chart, column, SEAT_1) == row, two = row_of(chart, column, SEAT_2) == row;
    return one && two ? 'x' : one ? '1' : two ? '2' : ' ';
}

static void print_row(const struct chart *chart, unsigned row, FILE *out)
{
    char line[CHART_WIDTH + 1];
    unsigned length = 0;
    memset(line, ' ', sizeof line);
    for (unsigned column = 0; column < chart->columns; column++) {
        char letter = letter_at(chart, column, row);
        line[column * chart->step] = letter;
        if (letter != ' ')
            length = column * chart->step + 1;
    }
    fprintf(out, "%.*s\n", (int)length, line);
}

static void print_rows(const struct chart *chart, const char *side, FILE *out)
{
    for (unsigned row = CHART_ROWS + 1; row-- > 0;) {
        if (row % (CHART_ROWS / 2) == 0)
            fprintf(out, "%4u %% %s", row * 100 / CHART_ROWS, side);
        else
            fprintf(out, "       %s", side);
        print_row(chart, row, out);
    }
}

// Under the columns, from the left: no blanks at the end.
static void print_trimmed(char *line, FILE *out)
{
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ')
        line[--length] = '\0';
    if (length > 0)
        fprintf(out, "        %s\n", line);
}

static void print_marks(const struct chart *chart, FILE *out)
{
    struct text text = TEXT_OF(CHART_WIDTH + 1);
    for (unsigned column = 0; column + 1 < chart->columns; column++) {
        const struct review_point *point = &chart->review->points[point_at(chart, column)];
        text_add(&text, "%-*.*s", (int)chart->step, (int)chart->step,
                 review_mark_text(review_mark(point)));
    }
    print_trimmed(text.at, out);
}

// The number of the move that each column comes before, as far as there is room.
static void print_numbers(const struct chart *chart, FILE *out)
{
    enum { NUMBER = 4 }; // characters
    struct text text = TEXT_OF(CHART_WIDTH + NUMBER + 1);
    for (unsigned column = 0; column + 1 < chart->columns; column++)
        if (column * chart->step >= text.length)
            text_add(&text, "%*s%-*u", (int)(column * chart->step - text.length), "", NUMBER,
                     point_at(chart, column) + 1);
    print_trimmed(text.at, out);
}

void report_chart(const struct review *review, const char *const *name, unsigned width, FILE *out)
{
    bool lines = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    struct chart chart = { .review = review, .columns = review->count + 1, .step = CHART_STEP };
    while (chart.step > 1 && chart.columns * chart.step > CHART_WIDTH)
        chart.step--;
    if (chart.columns > CHART_WIDTH)
        chart.columns = CHART_WIDTH;
    struct text heading = TEXT_OF(TEXT_MAX);
    text_add(&heading, "Chances over the game%s (1: %s, 2: %s, x: both):",
             review->class == CLAIM_SECRETS ? ", by what each knew" : "", name[SEAT_1],
             name[SEAT_2]);
    print_folded(heading.at, width, out);
    print_rows(&chart, lines ? "\u2502" : "|", out);
    fprintf(out, "       %s", lines ? "\u2514" : "+");
    for (unsigned i = 0; i < chart.columns * chart.step; i++)
        fprintf(out, "%s", lines ? "\u2500" : "-");
    fprintf(out, "\n");
    print_numbers(&chart, out);
    print_marks(&chart, out);
    if (review->gaps)
        fprintf(out, "There is a gap where a chance is not known.%s%s\n",
                review->reason[0] ? " " : "", review->reason);
}
