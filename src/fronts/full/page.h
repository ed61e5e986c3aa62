// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that a window can show, painted without a terminal. Each has a struct, and a
// function of the form that ui.h asks for, which is handed that struct.
#ifndef FRONTS_FULL_PAGE_H
#define FRONTS_FULL_PAGE_H

#include "fronts/full/choice.h"

enum { PAGE_LEAST_ROWS = 12, PAGE_LEAST_COLS = 40 };

// The part of the window that is used: in the middle of a large one, and not too wide to read.
struct screen_area page_area(const struct screen *screen);

// A key, what it does, and what a click on it stands for.
struct page_key {
    const char *key;
    const char *word;
    uint32_t press;
};

// The bar above every page.
void page_title(struct screen *screen, const char *left, const char *right);

// The keys that work now, in the last row, as many as fit; ends with an entry
// without a word.
void page_keys(struct screen *screen, const struct page_key *keys);

// A game in play, or over.
struct page_play {
    const struct full_stage *shown;
    struct choice *choice;
    const struct news *hint;     // or NULL
    unsigned hint_from;          // the first of its moves that is shown
    const char *verdict;         // on the round that is over, or NULL
    const char *chart;           // and how it went
    const char *invitation;      // what to send to those who have not come yet, or NULL
    bool redo;                   // something was taken back and can be made again
    bool peeking;                // only looking, at what the viewer has hidden
    bool resting;                // nothing can be chosen: somebody else decides, or it is over
    bool leaves;                 // Esc does, while a computer prepares
    const char *past;            // of a page that is no game in play (a past game, a puzzle, a
                                 // lesson): what to say beside the title; else NULL
    const struct page_key *keys; // that work on such a page
};
void page_paint_play(struct screen *screen, void *page);

// How many cells of its board stand side by side.
unsigned page_row_cells(const struct screen *screen, const struct page_play *page);

// Between two people at one keyboard.
struct page_cover {
    const char *title;
    const char *next, *other; // names
    const char *reason;       // why the next one is to look, or NULL
};
void page_paint_cover(struct screen *screen, void *page);

// A text; `from` is the first row shown, and is corrected if it is beyond the last page.
struct page_text {
    const char *title;
    const char *text;
    unsigned from;
};
void page_paint_text(struct screen *screen, void *page);
unsigned page_text_rows(const struct screen *screen);

// A list to choose from. What does not fit in a row is told below for the one
// that has the focus.
struct page_row {
    char label[48];
    char value[48];
    char note[160];
    const struct picture *picture; // or NULL
};
struct page_list {
    const char *title;
    const char *state; // beside the title, or NULL
    const struct page_row *rows;
    unsigned count, focus;
    bool keyed; // the first sign of a label is the key that chooses the row
    const char *warning;
    const struct page_key *keys;
};
void page_paint_list(struct screen *screen, void *page);

// Moves the focus along the list, by a row or a page, to an end or to a click; false if the press
// is for something else.
bool page_list_press(struct page_list *page, uint32_t press);

void page_paint_too_small(struct screen *screen);

#endif
