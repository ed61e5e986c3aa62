// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/board_text.h"

#include <string.h>

#include "core/game.h"

enum { BOTH = 1 << SEAT_1 | 1 << SEAT_2 };
enum { COLUMN = 4, ROW = CELLS_MAX * COLUMN + 32 };

const char *board_mark(const struct game *game, const struct board_square *square)
{
    if (square->tokens == BOTH)
        return game->both;
    if (square->tokens)
        return game->token[square->tokens == 1 << SEAT_1 ? SEAT_1 : SEAT_2];
    if (square->obstacles)
        return "X";
    if (square->blown || square->mines)
        return "*";
    return square->safe ? "+" : "";
}

// Marks end where the numbers of their columns end; column 0 begins at the margin.
static void print_columns(const struct game *game, const struct board *board, unsigned lo,
                          unsigned hi, struct text *out)
{
    unsigned margin = (unsigned)strlen(game->board_label) + 1;
    struct text above = TEXT_OF(ROW), below = TEXT_OF(ROW);
    text_add(&above, "%s ", game->board_label);
    text_add(&below, "%*s", (int)margin, "");
    for (unsigned i = lo; i <= hi; i++) {
        const char *mark = board_mark(game, &board->square[i]);
        int end = (int)(margin + 1 + (i - lo) * COLUMN);
        int numbers_room = i > lo ? end - (int)above.length : 0;
        int marks_room = i > lo ? end - (int)below.length : 0;
        text_add(&above, "%*u", numbers_room, i);
        text_add(&below, "%*s", marks_room, *mark ? mark : ".");
    }
    text_add(out, "%s\n%s\n", above.at, below.at);
}

static void print_brackets(const struct game *game, const struct board *board, unsigned lo,
                           unsigned hi, struct text *out)
{
    for (unsigned i = lo; i <= hi; i++)
        text_add(out, "[%u]", i);
    text_add(out, "\n");
    for (unsigned i = lo; i <= hi; i++) {
        const char *mark = board_mark(game, &board->square[i]);
        text_add(out, "[%s]", *mark ? mark : " ");
    }
    text_add(out, "\n");
}

// How wide the cells lo to hi are, wherever the tokens stand.
static unsigned row_width(const struct game *game, unsigned lo, unsigned hi)
{
    unsigned numbers = 0, marks = 3 * (hi - lo + 1) + 2;
    if (game->form == BOARD_COLUMNS)
        return (unsigned)strlen(game->board_label) + (hi > lo ? 2 + (hi - lo) * COLUMN : 4);
    for (unsigned i = lo; i <= hi; i++)
        numbers += i < 10 ? 3 : 4;
    return numbers > marks ? numbers : marks;
}

// The last cell of the row that begins with lo, the cells being shared out evenly to so
// many rows.
static unsigned row_end(const struct board *board, unsigned rows, unsigned lo)
{
    unsigned all = board->last - board->first + 1, larger = all % rows, each = all / rows;
    unsigned row = (lo - board->first) / (each + 1); // as long as only larger ones came before
    return lo + each - (row < larger ? 0 : 1);
}

static bool fits(const struct game *game, const struct board *board, unsigned width, unsigned rows)
{
    for (unsigned lo = board->first, hi; lo <= board->last; lo = hi + 1) {
        hi = row_end(board, rows, lo);
        if (row_width(game, lo, hi) > width)
            return false;
    }
    return true;
}

// As few as fit; a row has two cells at least.
static unsigned count_rows(const struct game *game, const struct board *board, unsigned width)
{
    unsigned rows = 1, most = (board->last - board->first + 1) / 2;
    while (width && rows < most && !fits(game, board, width, rows))
        rows++;
    return rows;
}

struct legend {
    cells obstacles[SEATS], mines[SEATS], blown, disarmed;
    bool both, safe;
};

static struct legend read_legend(const struct board *board)
{
    struct legend legend = { 0 };
    for (unsigned i = board->first; i <= board->last; i++) {
        const struct board_square *square = &board->square[i];
        for (unsigned seat = SEAT_NOBODY; seat < SEATS; seat++) {
            if (square->obstacles & 1 << seat)
                legend.obstacles[seat] |= cell(i);
            if (square->mines & 1 << seat)
                legend.mines[seat] |= cell(i);
        }
        if (square->blown)
            legend.blown |= cell(i);
        if (square->disarmed)
            legend.disarmed |= cell(i);
        legend.both |= square->tokens == BOTH;
        legend.safe |= square->safe && !square->tokens;
    }
    return legend;
}

unsigned board_find(const struct board *board, unsigned seat)
{
    for (unsigned i = board->first; i <= board->last; i++)
        if (board->square[i].tokens & seat_bit(seat))
            return i;
    return CELLS_MAX;
}

static void describe_tokens(const struct game *game, const struct board *board, unsigned viewer,
                            const char *const *name, struct text *out)
{
    const char *comma = "";
    for (unsigned i = 0; i < 2; i++) { // the viewer first
        unsigned seat = viewer == SEAT_2 ? SEAT_2 - i : SEAT_1 + i, at = board_find(board, seat);
        bool own = seat == viewer;
        if (at == CELLS_MAX)
            continue;
        text_add(out, "%s%s%s on %s %u", comma, own ? "You" : name[seat],
                 *comma ? ""
                 : own  ? " are"
                        : " is",
                 game->place, at);
        comma = ", ";
    }
    text_add(out, *comma ? "." : "");
}

static void describe_set(const char *what, const char *of, cells set, struct text *out)
{
    if (!set)
        return;
    text_add(out, "%s%s%s%s: ", out->length ? " " : "", what, *of ? " of " : "", of);
    text_add_and(out, set);
    text_add(out, ".");
}

// "Mine: 4.", "Your mines: 4 and 7.", "Mines of Ben: 4 and 7."
static void describe_owned(const char *mark, bool own, const char *of, cells set, struct text *out)
{
    struct text what = TEXT_OF(48);
    if (!set)
        return;
    text_add(&what, "%s%s%s", own ? "your " : "", mark, cells_without_first(set) ? "s" : "");
    what.at[0] = (char)(what.at[0] - 'a' + 'A');
    describe_set(what.at, own ? "" : of, set, out);
}

void board_describe(const struct game *game, const struct board *board, unsigned viewer,
                    const char *const *name, struct text *out)
{
    struct legend legend = read_legend(board);
    cells safe = 0;
    for (unsigned i = board->first; i <= board->last; i++)
        if (board->square[i].safe)
            safe |= cell(i);
    describe_tokens(game, board, viewer, name, out);
    describe_set("Known to be safe", "", safe & ~legend.disarmed, out);
    for (unsigned seat = SEAT_NOBODY; seat < SEATS; seat++) {
        bool own = viewer && seat == viewer;
        const char *of = seat == SEAT_1 || seat == SEAT_2 ? name[seat] : "";
        describe_owned(game->obstacle, own, of, legend.obstacles[seat], out);
        describe_owned(game->mine, own, of, legend.mines[seat], out);
    }
    describe_set("Made harmless", "", legend.disarmed, out);
    describe_set("Went off", "", legend.blown, out);
}

static void print_set(struct text *out, const char *what, const char *whose, cells set)
{
    if (!set)
        return;
    text_add(out, "  %s%s%s: ", what, *whose ? " of " : "", whose);
    text_add_and(out, set);
    text_add(out, "\n");
}

static void print_legend(const struct game *game, const struct board *board,
                         const char *const *name, struct text *out)
{
    struct legend legend = read_legend(board);
    if (legend.both)
        text_add(out, "  %s: %s and %s\n", game->both, name[SEAT_1], name[SEAT_2]);
    if (legend.safe)
        text_add(out, "  +: known to be safe\n");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        print_set(out, "X", name[seat], legend.obstacles[seat]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        print_set(out, "*", name[seat], legend.mines[seat]);
    print_set(out, "*", "", legend.mines[SEAT_CHANCE]);
    print_set(out, "made safe", "", legend.disarmed);
    print_set(out, "stepped on", "", legend.blown);
}

void board_print(const struct game *game, const struct board *board, unsigned width,
                 const char *const *name, struct text *out)
{
    unsigned rows = count_rows(game, board, width);
    for (unsigned lo = board->first, hi; lo <= board->last; lo = hi + 1) {
        hi = row_end(board, rows, lo);
        if (game->form == BOARD_COLUMNS)
            print_columns(game, board, lo, hi, out);
        else
            print_brackets(game, board, lo, hi, out);
    }
    print_legend(game, board, name, out);
}
