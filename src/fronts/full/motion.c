// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/motion.h"

#include <string.h>

enum { STEP_TIME = 70, BLINK_TIME = 110, BLINKS = 2 };

static void paint(struct screen *screen, void *page)
{
    page_paint_play(screen, page);
}

static unsigned find_token(const struct board *board, unsigned seat)
{
    for (unsigned i = board->first; i <= board->last; i++)
        if (board->square[i].tokens & 1 << seat)
            return i;
    return NO_CELL;
}

// Shows one board of the many, in place of the stage's own.
static bool show_frame(struct ui *ui, const struct page_play *page, struct stage *frame, int time)
{
    struct page_play shown = *page;
    shown.stage = frame;
    return ui_pause(ui, paint, &shown, time * (int)ui->tempo / 100);
}

static bool walk(struct ui *ui, const struct page_play *page, struct stage *frame, unsigned seat,
                 unsigned to)
{
    unsigned from = find_token(&frame->board, seat);
    uint8_t token = (uint8_t)(1 << seat);
    for (unsigned at = from; at != to;) {
        frame->board.square[at].tokens &= (uint8_t)~token;
        at = to > at ? at + 1 : at - 1;
        frame->board.square[at].tokens |= token;
        if (show_frame(ui, page, frame, STEP_TIME))
            return true;
    }
    return false;
}

static void blink(struct ui *ui, const struct page_play *page, struct stage *frame)
{
    struct board before = frame->board;
    for (unsigned i = 0; i < BLINKS; i++) {
        frame->board = page->stage->board;
        if (show_frame(ui, page, frame, BLINK_TIME))
            return;
        frame->board = before;
        if (show_frame(ui, page, frame, BLINK_TIME))
            return;
    }
}

void motion_show(struct ui *ui, const struct page_play *page, const struct stage *before,
                 const struct event *event)
{
    struct stage frame = *before;
    unsigned from = find_token(&before->board, event->seat);
    unsigned to = find_token(&page->stage->board, event->seat);
    bool moved = from != NO_CELL && to != NO_CELL && from != to;
    if (moved && walk(ui, page, &frame, event->seat, to))
        return;
    if (memcmp(&frame.board, &page->stage->board, sizeof frame.board) != 0)
        blink(ui, page, &frame);
}
