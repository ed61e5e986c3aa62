// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/picture.h"

#include <string.h>

enum { BOTH = 1 << SEAT_1 | 1 << SEAT_2, MARK_SIZE = 8 };
enum { WORD = 5, CHANCE = 4 }; // columns that a cell needs for "start", for "100%"

// How a board is laid out.
struct shape {
    unsigned pitch;   // columns from one cell to the next
    unsigned inner;   // lines inside a frame; 0: no frames
    unsigned height;  // lines of a row with all that belongs to it
    unsigned per_row; // cells
    unsigned rows;    // of cells
    bool captions;    // under it, a line that names start and goal
};

static unsigned cell_count(const struct picture *picture)
{
    return picture->board->last - picture->board->first + 1;
}

static struct shape shape_of(unsigned count, unsigned pitch, unsigned inner, unsigned cols)
{
    unsigned frame = inner > 0;
    struct shape shape = { .pitch = pitch, .inner = inner };
    unsigned fit = cols > frame + pitch ? (cols - frame) / pitch : 1;
    shape.rows = (count + fit - 1) / fit;
    shape.per_row = (count + shape.rows - 1) / shape.rows;
    shape.captions = inner > 1 && shape.rows == 1;
    shape.height = inner ? inner + 4 + shape.captions : 2;
    return shape;
}

// The widest shape with `inner` lines in a frame that has all cells in one row; false if none
// fits.
static bool fit_one_row(const struct picture *picture, unsigned inner, unsigned widest,
                        unsigned least, struct screen_area area, struct shape *shape)
{
    for (unsigned pitch = widest; pitch >= least; pitch--) {
        *shape = shape_of(cell_count(picture), pitch, inner, area.cols);
        if (shape->rows == 1)
            return shape->height <= area.rows;
    }
    return false;
}

static bool fit_rows(const struct picture *picture, unsigned pitch, unsigned inner,
                     struct screen_area area, struct shape *shape)
{
    *shape = shape_of(cell_count(picture), pitch, inner, area.cols);
    return shape->rows * shape->height <= area.rows;
}

// The largest that fits in one row; else frames in several rows; else no frames.
static struct shape choose_shape(const struct picture *picture, unsigned cols, unsigned rows)
{
    enum { mark = 2 }; // the widest mark, where there is no room for more
    struct screen_area area = { .rows = rows, .cols = cols };
    struct shape shape;
    if (fit_one_row(picture, 5, 14, 7, area, &shape) ||
        fit_one_row(picture, 3, 11, mark + 1, area, &shape) ||
        fit_one_row(picture, 1, 7, mark + 1, area, &shape) ||
        fit_rows(picture, mark + 4, 3, area, &shape) ||
        fit_rows(picture, mark + 3, 1, area, &shape))
        return shape;
    return shape_of(cell_count(picture), mark + 2, 0, cols);
}

unsigned picture_rows(const struct picture *picture, unsigned cols, unsigned rows)
{
    struct shape shape = choose_shape(picture, cols, rows);
    unsigned all = shape.rows * shape.height;
    return all < rows ? all : rows;
}

unsigned picture_row_cells(const struct picture *picture, unsigned cols, unsigned rows)
{
    return choose_shape(picture, cols, rows).per_row;
}

static enum screen_ink seat_ink(unsigned seats)
{
    if (seats == BOTH)
        return INK_BOTH;
    return seats & 1 << SEAT_1 ? INK_SEAT_1 : seats & 1 << SEAT_2 ? INK_SEAT_2 : INK_NEUTRAL;
}

static enum screen_ink mine_ink(unsigned seats)
{
    return seats == 1 << SEAT_1 ? INK_MINE_1 : seats == 1 << SEAT_2 ? INK_MINE_2 : INK_MINE;
}

// The last letter of the owner's token ("1" of "P1"), which tells one player's marks from the
// other's; nothing where only one has a token.
static void add_owner(const struct picture *picture, unsigned seats, struct text *out)
{
    const char *one = picture->token[SEAT_1], *two = picture->token[SEAT_2];
    if (seats & BOTH && *one && *two) {
        const char *token = seats & 1 << SEAT_1 ? one : two;
        text_add(out, "%s", seats == BOTH ? "" : token + strlen(token) - 1);
    }
}

// Where both stand: "P12", or "12" where there is no room for more.
static void add_both(const struct picture *picture, unsigned room, struct text *out)
{
    const char *one = picture->token[SEAT_1], *two = picture->token[SEAT_2];
    size_t skipped = strlen(one) + 1 > room ? strlen(one) - 1 : 0;
    text_add(out, "%s%s", one + skipped, two + strlen(two) - 1);
}

static enum screen_ink mark_ground(const struct picture *picture, const struct board_square *square,
                                   struct text *out)
{
    if (square->obstacles) {
        text_add(out, "X");
        add_owner(picture, square->obstacles, out);
        return seat_ink(square->obstacles);
    }
    if (square->disarmed) {
        text_add(out, "o");
        return INK_SAFE;
    }
    if (square->blown || square->mines) {
        text_add(out, "*");
        add_owner(picture, square->mines, out);
        return square->blown ? INK_MINE : mine_ink(square->mines);
    }
    if (square->safe)
        text_add(out, "+");
    return square->safe ? INK_SAFE : INK_PLAIN;
}

// What stands on a cell, in at most `room` characters, and in which ink.
static enum screen_ink mark_cell(const struct picture *picture, unsigned i, unsigned room,
                                 char *mark)
{
    const struct board_square *square = &picture->board->square[i];
    struct text out = text_in(mark, MARK_SIZE);
    if (cells_has(picture->marked, i)) {
        text_add(&out, "*");
        return mine_ink(1u << picture->marker);
    }
    if (!square->tokens)
        return mark_ground(picture, square, &out);
    if (square->tokens == BOTH)
        add_both(picture, room, &out);
    else
        text_add(&out, "%s", picture->token[square->tokens & seat_bit(SEAT_1) ? SEAT_1 : SEAT_2]);
    if (square->blown && out.length < room)
        text_add(&out, "!");
    else if (square->mines && !square->disarmed && out.length < room)
        text_add(&out, "*");
    return square->blown ? INK_MINE : seat_ink(square->tokens);
}

static enum screen_ink highlight(const struct picture *picture, unsigned i, enum screen_ink ink)
{
    if (i == picture->focus)
        return INK_FOCUS;
    bool target = cells_has(picture->targets, i);
    return target && (ink == INK_PLAIN || ink == INK_SAFE) ? INK_TARGET : ink;
}

static void put_centred(struct screen *screen, unsigned row, unsigned col, unsigned width,
                        enum screen_ink ink, const char *text)
{
    unsigned length = (unsigned)strlen(text);
    unsigned shift = length < width ? (width - length) / 2 : 0;
    screen_put(screen, row, col + shift, width, ink, text);
}

static void put_number(struct screen *screen, unsigned row, unsigned col, unsigned width,
                       enum screen_ink ink, unsigned number)
{
    struct text text = TEXT_OF(16);
    text_add(&text, "%u", number);
    screen_fill(screen, row, col, width, ink, L' ');
    put_centred(screen, row, col, width, ink, text.at);
}

static void paint_frame(struct screen *screen, unsigned row, unsigned col,
                        const struct shape *shape, unsigned count, bool top)
{
    static const wchar_t corners[2][3] = { L"└┴┘", L"┌┬┐" };
    for (unsigned i = 0; i <= count; i++) {
        wchar_t corner = corners[top][i == 0 ? 0 : i == count ? 2 : 1];
        unsigned at = col + i * shape->pitch;
        screen_fill(screen, row, at, 1, INK_PLAIN, corner);
        if (i < count)
            screen_fill(screen, row, at + 1, shape->pitch - 1, INK_PLAIN, L'─');
    }
}

// A goal that nobody began on: such a cell has a sign of its own.
static bool is_goal(const struct board_square *square)
{
    return square->goal && !square->start;
}

// Where a player's goal is the other's start, it says whose goal it is.
static void add_caption(const struct picture *picture, unsigned i, struct text *out)
{
    const struct board_square *square = &picture->board->square[i];
    if (square->goal && square->start)
        text_add(out, "goal of %s",
                 picture->token[square->goal & seat_bit(SEAT_1) ? SEAT_1 : SEAT_2]);
    else if (square->goal || square->start)
        text_add(out, square->goal ? "goal" : "start");
}

// Under a cell that can be chosen: the number to type, if it is not the cell's own, or a dot.
static void paint_label(const struct picture *picture, struct screen *screen, unsigned row,
                        unsigned col, unsigned width, unsigned i)
{
    struct text text = TEXT_OF(16);
    bool focus = i == picture->focus, target = cells_has(picture->targets, i);
    if (focus)
        text_add(&text, "^");
    if (target && picture->label[i])
        text_add(&text, "%u", picture->label[i]);
    else if (target && !focus)
        text_add(&text, ".");
    put_centred(screen, row, col, width, focus || target ? INK_STRONG : INK_FAINT, text.at);
}

// Start and goal under the ends of the row; where there are several rows, in the place of
// a label that is not needed.
static void paint_caption(const struct picture *picture, struct screen *screen,
                          const struct shape *shape, unsigned row, unsigned col, unsigned i)
{
    struct text caption = TEXT_OF(32);
    add_caption(picture, i, &caption);
    unsigned length = (unsigned)caption.length, width = shape->pitch - 1;
    bool left = 2 * i < picture->board->first + picture->board->last;
    row += shape->height - 1;
    if (shape->captions)
        screen_put(screen, row, left ? col + 1 : col + 1 + width - length, length, INK_FAINT,
                   caption.at);
    else if (length && i != picture->focus && !cells_has(picture->targets, i))
        put_centred(screen, row, col + 1, width, INK_FAINT,
                    width < length ? is_goal(&picture->board->square[i]) ? "G" : "S" : caption.at);
}

// What a hint says of acting there, below the mark, or in its place where that is free. How many
// columns it took there.
static unsigned paint_chance(const struct picture *picture, struct screen *screen,
                             struct screen_area area, enum screen_ink ink, unsigned i, bool marked)
{
    struct text text = TEXT_OF(16);
    unsigned share = picture->chance[i], percent = (share + 5) / 10;
    if (!cells_has(picture->rated, i) || (marked && area.rows < 3))
        return 0;
    if (percent % 100 == 0 && share % 1000 != 0) // only what is certain is 0 or 100
        percent = percent ? 99 : 1;
    if (cells_has(picture->best, i) && area.cols > CHANCE)
        text_add(&text, ">");
    text_add(&text, area.cols < CHANCE ? "%u" : "%u%%", percent);
    if (text.length > area.cols) { // part of a number would be another one
        text_clear(&text);
        text_add(&text, "%s", cells_has(picture->best, i) ? ">" : "");
    }
    put_centred(screen, area.top + area.rows - 1, area.left, area.cols, ink, text.at);
    return area.rows < 3 ? (unsigned)text.length : 0;
}

static void paint_focus(struct screen *screen, struct screen_area area, unsigned mark)
{
    unsigned middle = area.top + area.rows / 2;
    if (mark + 2 <= area.cols) {
        screen_put(screen, middle, area.left, 1, INK_FOCUS, "[");
        screen_put(screen, middle, area.left + area.cols - 1, 1, INK_FOCUS, "]");
    }
    screen->cursor_row = middle;
    screen->cursor_col = area.left + area.cols / 2;
}

// Where both stand on a cell that is high enough, one stands above the other.
static bool stacks(const struct picture *picture, const struct shape *shape, unsigned i)
{
    return picture->board->square[i].tokens == BOTH && shape->inner >= 3;
}

static void paint_framed_cell(const struct picture *picture, struct screen *screen,
                              const struct shape *shape, unsigned row, unsigned col, unsigned i)
{
    char mark[MARK_SIZE];
    struct screen_area area = { row + 2, col + 1, shape->inner, shape->pitch - 1 };
    enum screen_ink ink = highlight(picture, i, mark_cell(picture, i, area.cols, mark));
    put_number(screen, row, col + 1, area.cols + 1, i == picture->focus ? INK_STRONG : INK_FAINT,
               i);
    for (unsigned line = 0; line < area.rows; line++)
        screen_fill(screen, area.top + line, area.left, area.cols, ink, L' ');
    if (stacks(picture, shape, i))
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            put_centred(screen, area.top + (seat == SEAT_1 ? 0 : area.rows - 1), area.left,
                        area.cols, i == picture->focus ? ink : seat_ink(seat_bit(seat)),
                        picture->token[seat]);
    else
        put_centred(screen, area.top + area.rows / 2, area.left, area.cols, ink, mark);
    unsigned chance = paint_chance(picture, screen, area, ink, i, *mark != '\0');
    unsigned wide = (unsigned)strlen(mark);
    if (i == picture->focus)
        paint_focus(screen, area, chance > wide ? chance : wide);
    paint_label(picture, screen, area.top + area.rows + 1, area.left, area.cols, i);
    paint_caption(picture, screen, shape, row, col, i);
}

static void paint_framed_row(const struct picture *picture, struct screen *screen,
                             const struct shape *shape, struct screen_area area, unsigned lo,
                             unsigned hi)
{
    unsigned count = hi - lo + 1;
    paint_frame(screen, area.top + 1, area.left, shape, count, true);
    paint_frame(screen, area.top + 2 + shape->inner, area.left, shape, count, false);
    for (unsigned i = lo; i <= hi; i++)
        paint_framed_cell(picture, screen, shape, area.top, area.left + (i - lo) * shape->pitch, i);
    for (unsigned i = 0; i <= count; i++)
        for (unsigned line = 0; line < shape->inner; line++)
            screen_fill(screen, area.top + 2 + line, area.left + i * shape->pitch, 1, INK_PLAIN,
                        L'│');
}

// Without frames, brackets show what can be done where.
static void paint_bare_cell(const struct picture *picture, struct screen *screen, unsigned pitch,
                            unsigned row, unsigned col, unsigned i)
{
    char mark[MARK_SIZE];
    bool focus = i == picture->focus, target = cells_has(picture->targets, i);
    enum screen_ink ink = highlight(picture, i, mark_cell(picture, i, pitch - 2, mark));
    put_number(screen, row, col, pitch, focus ? INK_STRONG : INK_FAINT, i);
    if (focus || target) {
        screen_fill(screen, row + 1, col, pitch, ink, L' ');
        screen_put(screen, row + 1, col, 1, ink, focus ? "[" : "(");
        screen_put(screen, row + 1, col + pitch - 1, 1, ink, focus ? "]" : ")");
    }
    const char *empty = is_goal(&picture->board->square[i]) ? "G" : ".";
    if (*mark || !cells_has(picture->rated, i))
        put_centred(screen, row + 1, col, pitch, ink, *mark ? mark : empty);
    struct screen_area inside = { row + 1, col + 1, 1, pitch - 2 };
    paint_chance(picture, screen, inside, ink, i, *mark != '\0');
    if (focus) {
        screen->cursor_row = row + 1;
        screen->cursor_col = col + (pitch - 1) / 2;
    }
}

static void paint_row(const struct picture *picture, struct screen *screen,
                      const struct shape *shape, struct screen_area area, unsigned lo, unsigned hi)
{
    if (shape->inner)
        paint_framed_row(picture, screen, shape, area, lo, hi);
    for (unsigned i = lo; i <= hi; i++) {
        unsigned col = area.left + (i - lo) * shape->pitch;
        if (!shape->inner)
            paint_bare_cell(picture, screen, shape->pitch, area.top, col, i);
        screen_click(screen, (struct screen_area){ area.top, col, shape->height, shape->pitch },
                     PRESS_CELL + i);
    }
}

void picture_paint(const struct picture *picture, struct screen *screen, struct screen_area area)
{
    struct shape shape = choose_shape(picture, area.cols, area.rows);
    unsigned first = picture->board->first, last = picture->board->last;
    unsigned fit = area.rows / shape.height, top = 0;
    unsigned focused = picture->focus == NO_CELL ? 0 : (picture->focus - first) / shape.per_row;
    if (fit == 0)
        return;
    if (shape.rows > fit && focused >= fit)
        top = focused - fit + 1;
    area.left += (area.cols - shape.per_row * shape.pitch) / 2;
    for (unsigned row = top; row < shape.rows && row < top + fit; row++) {
        unsigned lo = first + row * shape.per_row, hi = lo + shape.per_row - 1;
        paint_row(picture, screen, &shape, area, lo, hi < last ? hi : last);
        area.top += shape.height;
    }
}

void picture_paint_line(const struct picture *picture, struct screen *screen,
                        struct screen_area area)
{
    unsigned col = area.left, end = area.left + area.cols;
    for (unsigned i = picture->board->first; i <= picture->board->last; i++) {
        char mark[MARK_SIZE];
        enum screen_ink ink = mark_cell(picture, i, MARK_SIZE, mark);
        unsigned width = *mark ? (unsigned)strlen(mark) : 1;
        if (col + width + 1 > end)
            return;
        bool goal = is_goal(&picture->board->square[i]);
        screen_put(screen, area.top, col, width, *mark ? ink : INK_FAINT,
                   *mark           ? mark
                   : goal          ? "G"
                   : screen->ascii ? "."
                                   : "·");
        col += width + 1;
    }
}

// Which marks are on the board, by the seats that they belong to.
struct meaning {
    uint8_t obstacles, mines;
    bool neutral, safe, disarmed, blown, spent, under, both, goal;
};

static void read_token(const struct board_square *square, const char *mark, struct meaning *meaning)
{
    meaning->both |= square->tokens == BOTH;
    meaning->blown |= strchr(mark, '!') != NULL;
    meaning->under |= strchr(mark, '*') != NULL;
}

static void read_ground(const struct board_square *square, const char *mark,
                        struct meaning *meaning)
{
    uint8_t mines = square->mines & BOTH;
    switch (*mark) {
    case 'X':
        meaning->obstacles |= square->obstacles & BOTH;
        meaning->neutral |= !(square->obstacles & BOTH);
        break;
    case '*':
        meaning->mines |= mines;
        meaning->under |= !mines && square->mines;
        meaning->spent |= !square->mines;
        break;
    case 'o':
        meaning->disarmed = true;
        break;
    case '+':
        meaning->safe = true;
        break;
    }
}

static struct meaning read_meaning(const struct picture *picture, unsigned room)
{
    struct meaning meaning = { 0 };
    for (unsigned i = picture->board->first; i <= picture->board->last; i++) {
        char mark[MARK_SIZE];
        const struct board_square *square = &picture->board->square[i];
        mark_cell(picture, i, room, mark);
        if (cells_has(picture->marked, i))
            continue;
        if (square->tokens)
            read_token(square, mark, &meaning);
        else
            read_ground(square, mark, &meaning);
        meaning.goal |= is_goal(square);
    }
    return meaning;
}

static void add_meaning(const struct picture *picture, const char *sign, const char *what,
                        unsigned seat, const char *const *name, struct text *out)
{
    text_add(out, "%s%s", out->length ? "   " : "", sign);
    add_owner(picture, 1u << seat, out);
    bool owned = seat == SEAT_1 || seat == SEAT_2;
    text_add(out, " %s%s%s", what, owned ? " by " : "", owned ? name[seat] : "");
}

static void add_owners(const struct picture *picture, const char *sign, const char *what,
                       unsigned seats, const char *const *name, struct text *out)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (seats & 1u << seat)
            add_meaning(picture, sign, what, seat, name, out);
}

void picture_legend(const struct picture *picture, unsigned cols, unsigned rows,
                    const char *const *name, struct text *out)
{
    struct shape shape = choose_shape(picture, cols, rows);
    bool line = cols == 0;
    unsigned room = line ? MARK_SIZE : shape.inner ? shape.pitch - 1 : shape.pitch - 2;
    struct meaning meaning = read_meaning(picture, room);
    if (meaning.both && shape.inner < 3) {
        struct text both = TEXT_OF(MARK_SIZE);
        add_both(picture, room, &both);
        add_meaning(picture, both.at, "both players", SEAT_NOBODY, name, out);
    }
    if (meaning.goal && (line || (!shape.captions && shape.pitch <= WORD)))
        add_meaning(picture, "G", "the goal", SEAT_NOBODY, name, out);
    if (meaning.neutral)
        add_meaning(picture, "X", picture->obstacle, SEAT_NOBODY, name, out);
    add_owners(picture, "X", "placed", meaning.obstacles, name, out);
    add_owners(picture, "*", "hidden", meaning.mines, name, out);
    if (meaning.under)
        add_meaning(picture, "*", "hidden", SEAT_NOBODY, name, out);
    if (meaning.spent)
        add_meaning(picture, "*", "went off", SEAT_NOBODY, name, out);
    if (meaning.safe)
        add_meaning(picture, "+", "safe", SEAT_NOBODY, name, out);
    if (meaning.disarmed)
        add_meaning(picture, "o", "made safe", SEAT_NOBODY, name, out);
    if (meaning.blown)
        add_meaning(picture, "!", "stepped on", SEAT_NOBODY, name, out);
}
