// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/variant.h"
#include "report/grid.h"

#include <math.h>
#include <string.h>

#include "report/fraction.h"

enum { SHORT = 32, WIDEST = 80 };

unsigned grid_step(double chance)
{
    return (unsigned)(chance * (GRID_STEPS - 1) + 0.5);
}

static void print_value(const struct grid *grid, unsigned index, unsigned axis, struct text *out)
{
    rules_print_value(&grid->game->options[grid->axes[axis].option], grid_value(grid, index, axis),
                      out);
}

static const char *axis_key(const struct grid *grid, unsigned axis)
{
    return grid->game->options[grid->axes[axis].option].key;
}

// The options that do not vary; what stands before and after them only if there
// are any.
static void print_fixed(const struct grid *grid, const char *before, FILE *out)
{
    struct text text = TEXT_OF(TEXT_MAX);
    for (unsigned i = 0; i < rules_count(grid->game); i++) {
        if (grid_axis_of(grid, i))
            continue;
        text_add(&text, "%s%s=", text.length ? "," : before, grid->game->options[i].key);
        rules_print_value(&grid->game->options[i], grid->variants[0].variant.rules.value[i], &text);
    }
    fputs(text.at, out);
}

static void print_heading(const struct grid *grid, FILE *out)
{
    fputs(grid->game->title, out);
    print_fixed(grid, ", ", out);
    if (claim_class(grid->game) == CLAIM_OPEN)
        fprintf(out, ": who wins under best play, and in how many turns\n");
    else
        fprintf(out, ": the chance that %s wins\n", grid->game->name[SEAT_1]);
}

static void print_bounds(const struct finding *finding, FILE *out)
{
    char lo[FRACTION_SIZE], hi[FRACTION_SIZE];
    fraction_print_down(finding->lo, lo);
    fraction_print_up(finding->hi, hi);
    fprintf(out, "%s-%s", lo, hi);
}

static void print_measures(const struct finding *finding, FILE *out)
{
    struct text text = TEXT_OF(SHORT);
    if (finding->state != FINDING_SOLVED)
        return;
    finding_print_depth(finding, &text);
    fprintf(out, "  depth %s", text.at);
    if (finding->skill.games)
        fprintf(out, "  skill %.2f (+-%.2f)", skill_share(&finding->skill),
                skill_error(&finding->skill));
}

static void print_value_of(const struct grid *grid, const struct finding *finding, FILE *out)
{
    char lo[FRACTION_SIZE];
    fraction_print(finding->lo, lo);
    if (finding->state != FINDING_SOLVED)
        fprintf(out, "%s%s",
                finding->state == FINDING_NO_GAME ? "no game: " : "not solved: ", finding->note);
    else if (claim_class(grid->game) == CLAIM_OPEN)
        fprintf(out, "%s in %u%s", grid->game->name[mpq_sgn(finding->lo) ? SEAT_1 : SEAT_2],
                finding->turns, finding_is_exact(finding) ? "" : ", not checked");
    else if (finding->proof == SOLVE_BOUNDS)
        print_bounds(finding, out);
    else if (!finding_is_exact(finding))
        fprintf(out, "~%.4f  not checked", finding_middle(finding));
    else
        fprintf(out, "%.4f  %s%s", mpq_get_d(finding->lo), lo,
                finding->proof == SOLVE_SURE ? " for sure" : "");
}

static void print_answer(const struct grid *grid, const struct finding *finding, FILE *out)
{
    print_value_of(grid, finding, out);
    print_measures(finding, out);
}

// The widest value.
static int value_width(const struct grid *grid, unsigned axis)
{
    size_t width = 0;
    for (unsigned i = 0; i < grid->count; i++) {
        struct text text = TEXT_OF(SHORT);
        print_value(grid, i, axis, &text);
        if (text.length > width)
            width = text.length;
    }
    return (int)width;
}

static int column_width(const struct grid *grid, unsigned axis)
{
    int key = (int)strlen(axis_key(grid, axis)), value = value_width(grid, axis);
    return key > value ? key : value;
}

static void print_table(const struct grid *grid, FILE *out)
{
    int width[RULES_MAX];
    for (unsigned a = 0; a < grid->axis_count; a++) {
        width[a] = column_width(grid, a);
        fprintf(out, "%s%*s", a ? "  " : "", width[a], axis_key(grid, a));
    }
    fprintf(out, "\n");
    for (unsigned i = 0; i < grid->count; i++) {
        for (unsigned a = 0; a < grid->axis_count; a++) {
            struct text text = TEXT_OF(SHORT);
            print_value(grid, i, a, &text);
            fprintf(out, "%*s  ", width[a], text.at);
        }
        fprintf(out, "%c ", grid->variants[i].marked ? '*' : ' ');
        print_answer(grid, &grid->variants[i], out);
        fprintf(out, "\n");
    }
}

// A map's columns are all as wide as the widest answer or value.
static int cell_width(const struct grid *grid)
{
    int width = value_width(grid, 1);
    for (unsigned i = 0; i < grid->count; i++) {
        struct text text = TEXT_OF(SHORT);
        finding_print_short(&grid->variants[i], claim_class(grid->game), &text);
        if ((int)text.length > width)
            width = (int)text.length;
    }
    return width;
}

// What a map shows of each variant.
enum heat_map { MAP_CHANCE, MAP_DEPTH };

static void print_cell(const struct grid *grid, const struct finding *finding, int width,
                       enum heat_map map, bool color, FILE *out)
{
    // Of the 256-colour palette.
    static const int shade[GRID_STEPS] = { 172, 179, 222, 230, 231, 195, 153, 110, 67 };
    struct text text = TEXT_OF(SHORT);
    if (map == MAP_CHANCE || finding->state == FINDING_NO_GAME)
        finding_print_short(finding, claim_class(grid->game), &text);
    else
        finding_print_depth(finding, &text);
    if (color && map == MAP_CHANCE && finding->state == FINDING_SOLVED)
        fprintf(out, "\033[38;5;16;48;5;%dm%*s \033[0m", shade[grid_step(finding_middle(finding))],
                width + 1, text.at);
    else
        fprintf(out, "%*s ", width + 1, text.at);
}

static void print_map(const struct grid *grid, enum heat_map map, bool color, FILE *out)
{
    int left = column_width(grid, 0), width = cell_width(grid);
    unsigned columns = grid_width(&grid->axes[1]);
    fprintf(out, "%*s  %s\n%*s ", left, "", axis_key(grid, 1), left, axis_key(grid, 0));
    for (unsigned i = 0; i < columns; i++) {
        struct text text = TEXT_OF(SHORT);
        print_value(grid, i, 1, &text);
        fprintf(out, "%*s ", width + 1, text.at);
    }
    for (unsigned i = 0; i < grid->count; i++) {
        if (i % columns == 0) {
            struct text text = TEXT_OF(SHORT);
            print_value(grid, i, 0, &text);
            fprintf(out, "\n%*s ", left, text.at);
        }
        print_cell(grid, &grid->variants[i], width, map, color, out);
    }
    fprintf(out, "\n");
}

static bool fits_map(const struct grid *grid)
{
    return grid->axis_count == 2 &&
           column_width(grid, 0) + 1 + (int)grid_width(&grid->axes[1]) * (cell_width(grid) + 2) <=
               WIDEST;
}

// What a map has no room for.
static void print_map_legend(const struct grid *grid, FILE *out)
{
    if (claim_class(grid->game) == CLAIM_OPEN)
        fprintf(out, "1 in 5: %s wins in 5 turns.", grid->game->name[SEAT_1]);
    else
        fprintf(out, "1.00: %s always wins; 0.00: %s does.", grid->game->name[SEAT_1],
                grid->game->name[SEAT_2]);
    if (grid_has_bounds(grid))
        fprintf(out, " ~: proved bounds, this close together.");
    if (grid_count(grid, FINDING_NO_GAME))
        fprintf(out, " -: no game.");
    if (grid_count(grid, FINDING_FAILED))
        fprintf(out, " ?: not solved.");
    fprintf(out, "\n");
}

static void print_listed(const struct grid *grid, unsigned index, FILE *out)
{
    for (unsigned a = 0; a < grid->axis_count; a++) {
        struct text text = TEXT_OF(SHORT);
        print_value(grid, index, a, &text);
        fprintf(out, "%s%s=%s", a ? "," : "  ", axis_key(grid, a), text.at);
    }
    fprintf(out, "  ");
    print_answer(grid, &grid->variants[index], out);
    fprintf(out, "\n");
}

static void print_map_notes(const struct grid *grid, FILE *out)
{
    enum { LISTED = 8 };
    unsigned marked = 0;
    print_map_legend(grid, out);
    if (grid_count(grid, FINDING_SOLVED))
        fprintf(out, "*: %s:\n", grid_mark_meaning(grid));
    for (unsigned i = 0; i < grid->count; i++)
        if (grid->variants[i].marked && marked++ < LISTED)
            print_listed(grid, i, out);
    if (marked > LISTED)
        fprintf(out, "  and %u more\n", marked - LISTED);
    for (unsigned i = 0; i < grid->count; i++)
        if (grid->variants[i].state == FINDING_FAILED)
            print_listed(grid, i, out);
}

void grid_text(const struct grid *grid, bool color, FILE *out)
{
    print_heading(grid, out);
    if (fits_map(grid)) {
        print_map(grid, MAP_CHANCE, color, out);
        fprintf(out, "Depth: how many decisions matter under best play\n");
        print_map(grid, MAP_DEPTH, color, out);
        print_map_notes(grid, out);
    } else {
        print_table(grid, out);
        if (grid_count(grid, FINDING_SOLVED))
            fprintf(out, "*: %s.\n", grid_mark_meaning(grid));
    }
}
