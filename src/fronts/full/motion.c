// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/motion.h"

#include <string.h>

enum { STEP_TIME = 70, BLINK_TIME = 110, BLINKS = 2 };

static unsigned find_token(const struct board *board, unsigned seat)
{
    for (unsigned i = board->first; i <= board->last; i++)
        if (board->square[i].tokens & 1 << seat)
            return i;
    return NO_CELL;
}

// Shows one frame of the animation: the page with another board.
static bool show_frame(struct ui *ui, const struct page_play *page, struct full_stage *frame,
                       int time)
{
    struct page_play shown = *page;
    shown.shown = frame;
    return ui_pause(ui, page_paint_play, &shown, time * (int)ui->tempo / 100);
}

static bool walk(struct ui *ui, const struct page_play *page, struct full_stage *frame,
                 unsigned seat, unsigned to)
{
    unsigned from = find_token(&frame->stage.board, seat);
    uint8_t token = (uint8_t)(1 << seat);
    for (unsigned at = from; at != to;) {
        frame->stage.board.square[at].tokens &= (uint8_t)~token;
        at = to > at ? at + 1 : at - 1;
        frame->stage.board.square[at].tokens |= token;
        if (show_frame(ui, page, frame, STEP_TIME))
            return true;
    }
    return false;
}

static void blink(struct ui *ui, const struct page_play *page, struct full_stage *frame)
{
    struct board before = frame->stage.board;
    for (unsigned i = 0; i < BLINKS; i++) {
        frame->stage.board = page->shown->stage.board;
        if (show_frame(ui, page, frame, BLINK_TIME))
            return;
        frame->stage.board = before;
        if (show_frame(ui, page, frame, BLINK_TIME))
            return;
    }
}

void motion_show(struct ui *ui, const struct page_play *page, const struct full_stage *before,
                 unsigned seat)
{
    struct full_stage frame = *before;
    unsigned from = find_token(&before->stage.board, seat);
    unsigned to = find_token(&page->shown->stage.board, seat);
    bool moved = from != NO_CELL && to != NO_CELL && from != to;
    if (moved && walk(ui, page, &frame, seat, to))
        return;
    if (memcmp(&frame.stage.board, &page->shown->stage.board, sizeof frame.stage.board) != 0)
        blink(ui, page, &frame);
}
