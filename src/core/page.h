// SPDX-License-Identifier: GPL-3.0-or-later
// How a rule book's page looks in line mode. Games speak in lines without layout; where
// the book has an empty line or a rule between them is said here, as data.
#ifndef CORE_PAGE_H
#define CORE_PAGE_H

#include <stdint.h>

// Where empty lines stand in a text, a bit for each place: before its first line, after
// its i-th if there are more, after its last.
typedef uint16_t page_gaps;
enum { PAGE_BEFORE = 1, PAGE_AFTER = 1 << 15 };
#define PAGE_LINE(i) (1 << (i))

struct page {
    page_gaps welcome;
    page_gaps closing;
    page_gaps stuck;  // the closing where the player on turn can do nothing
    const char *rule; // a line between turns, or NULL
};

#endif
