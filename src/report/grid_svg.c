// SPDX-License-Identifier: GPL-3.0-or-later
// The last key goes across, all others go down; a single key makes one row.
#include "report/grid.h"
#include "report/svg.h"

enum { CELL_H = 42, TOP = 78, BOTTOM = 104, CHARACTER = 8, MARGIN = 16, NARROWEST = 520 };

struct layout {
    const struct grid *grid;
    unsigned across; // axis
    unsigned columns, rows;
    int cell; // width of one
    int left, width, height;
};

static void print_row_label(const struct layout *layout, unsigned row, struct text *out)
{
    const struct grid *grid = layout->grid;
    for (unsigned a = 0; a < layout->across; a++) {
        const struct rules_option *option = &grid->game->options[grid->axes[a].option];
        text_add(out, "%s%s=", a ? ", " : "", option->key);
        rules_print_value(option, grid_value(grid, row * layout->columns, a), out);
    }
}

// What the widest answer needs.
static int cell_width(const struct grid *grid)
{
    size_t longest = 0;
    for (unsigned i = 0; i < grid->count; i++) {
        struct text text = TEXT_OF(64);
        finding_print_short(&grid->variants[i], claim_class(grid->game), &text);
        if (text.length > longest)
            longest = text.length;
    }
    return (int)longest * CHARACTER + 2 * CHARACTER;
}

static struct layout lay_out(const struct grid *grid)
{
    struct layout layout = { .grid = grid, .across = grid->axis_count - 1, .left = MARGIN };
    layout.cell = cell_width(grid);
    layout.columns = grid_width(&grid->axes[layout.across]);
    layout.rows = grid->count / layout.columns;
    for (unsigned row = 0; row < layout.rows; row++) {
        struct text text = TEXT_OF(TEXT_MAX);
        print_row_label(&layout, row, &text);
        int room = (int)text.length * CHARACTER + 2 * MARGIN;
        if (layout.across > 0 && room > layout.left)
            layout.left = room;
    }
    layout.width = layout.left + (int)layout.columns * layout.cell + MARGIN;
    if (layout.width < NARROWEST)
        layout.width = NARROWEST;
    layout.height = TOP + (int)layout.rows * CELL_H + BOTTOM;
    return layout;
}

// Between Okabe and Ito's blue for seat 1 and orange for seat 2, white in the
// middle.
static unsigned color_of(double chance)
{
    static const int blue[3] = { 0x00, 0x72, 0xb2 }, orange[3] = { 0xe6, 0x9f, 0x00 };
    const int *end = chance > 0.5 ? blue : orange;
    double weight = chance > 0.5 ? 2 * chance - 1 : 1 - 2 * chance;
    unsigned color = 0;
    for (unsigned i = 0; i < 3; i++)
        color = color << 8 | (unsigned)(255 + (end[i] - 255) * weight + 0.5);
    return color;
}

static void draw_cell(const struct layout *layout, unsigned index, FILE *out)
{
    const struct finding *finding = &layout->grid->variants[index];
    int x = layout->left + (int)(index % layout->columns) * layout->cell;
    int y = TOP + (int)(index / layout->columns) * CELL_H;
    bool solved = finding->state == FINDING_SOLVED;
    struct text text = TEXT_OF(64);
    finding_print_short(finding, claim_class(layout->grid->game), &text);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"", x + 2, y + 2,
            layout->cell - 4, CELL_H - 4, solved ? color_of(finding_middle(finding)) : 0xeeeeee);
    fprintf(out, " stroke=\"%s\" stroke-width=\"%d\"/>\n", finding->marked ? "#000" : "#999",
            finding->marked ? 3 : 1);
    bool dark = solved && finding_middle(finding) > 0.95;
    svg_text(out, x + layout->cell / 2, y + CELL_H / 2 - (solved ? 2 : -5),
             dark ? "text-anchor=\"middle\" fill=\"#fff\"" : "text-anchor=\"middle\"", text.at);
    if (!solved)
        return;
    text_clear(&text);
    text_add(&text, "d ");
    finding_print_depth(finding, &text);
    svg_text(out, x + layout->cell / 2, y + CELL_H / 2 + 14,
             dark ? "text-anchor=\"middle\" font-size=\"11\" fill=\"#fff\""
                  : "text-anchor=\"middle\" font-size=\"11\"",
             text.at);
}

static void draw_headings(const struct layout *layout, FILE *out)
{
    const struct grid *grid = layout->grid;
    const struct rules_option *option = &grid->game->options[grid->axes[layout->across].option];
    struct text text = TEXT_OF(TEXT_MAX);
    svg_text(out, MARGIN, 24, "font-weight=\"bold\"", grid->game->title);
    grid_print(grid, &text);
    svg_text(out, MARGIN, 42, "font-size=\"12\"", text.at);
    svg_text(out, layout->left, TOP - 22, "fill=\"#555\"", option->key);
    for (unsigned i = 0; i < layout->columns; i++) {
        text_clear(&text);
        rules_print_value(option, grid_value(grid, i, layout->across), &text);
        svg_text(out, layout->left + (int)i * layout->cell + layout->cell / 2, TOP - 5,
                 "text-anchor=\"middle\"", text.at);
    }
    for (unsigned row = 0; layout->across > 0 && row < layout->rows; row++) {
        text_clear(&text);
        print_row_label(layout, row, &text);
        svg_text(out, layout->left - MARGIN / 2, TOP + (int)row * CELL_H + CELL_H / 2 + 5,
                 "text-anchor=\"end\"", text.at);
    }
}

static void draw_legend(const struct layout *layout, FILE *out)
{
    const struct game *game = layout->grid->game;
    struct text text = TEXT_OF(TEXT_MAX);
    int y = layout->height - BOTTOM + 22;
    if (claim_class(game) == CLAIM_OPEN)
        text_add(&text, "1 in 5: %s wins in 5 turns (blue); 2: %s (orange). -: no game.",
                 game->name[SEAT_1], game->name[SEAT_2]);
    else
        text_add(&text, "The chance that %s wins: blue above one half, orange below. -: no game.",
                 game->name[SEAT_1]);
    svg_text(out, MARGIN, y, "font-size=\"12\"", text.at);
    text_clear(&text);
    text_add(&text, "d: depth, the decisions that matter under best play.%s",
             grid_has_bounds(layout->grid) ? " ~: proved bounds, this close together." : "");
    svg_text(out, MARGIN, y + 18, "font-size=\"12\"", text.at);
    text_clear(&text);
    text_add(&text, "* and a thick frame: %s.", grid_mark_meaning(layout->grid));
    svg_text(out, MARGIN, y + 36, "font-size=\"12\"", text.at);
    y += 18;
    for (unsigned i = 0; i < GRID_STEPS; i++)
        fprintf(out, "<rect x=\"%u\" y=\"%d\" width=\"24\" height=\"12\" fill=\"#%06x\"/>\n",
                MARGIN + 40 + i * 24, y + 30, color_of((double)i / (GRID_STEPS - 1)));
    svg_text(out, MARGIN, y + 41, "font-size=\"12\"", "0");
    svg_text(out, MARGIN + 48 + GRID_STEPS * 24, y + 41, "font-size=\"12\"", "1");
}

void grid_svg(const struct grid *grid, FILE *out)
{
    struct layout layout = lay_out(grid);
    svg_begin(out, layout.width, layout.height, grid->game->title);
    draw_headings(&layout, out);
    for (unsigned i = 0; i < grid->count; i++)
        draw_cell(&layout, i, out);
    draw_legend(&layout, out);
    svg_end(out);
}
