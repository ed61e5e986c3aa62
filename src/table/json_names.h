// SPDX-License-Identifier: GPL-3.0-or-later
// The vocabulary that the writer and the reader of messages share.
#ifndef TABLE_JSON_NAMES_H
#define TABLE_JSON_NAMES_H

#include "table/json.h"

// The words by number; NULL beyond the last.
const char *json_end_name(unsigned end);
const char *json_cover_name(unsigned cover);
const char *json_may_name(unsigned may);
const char *json_news_name(unsigned kind);

// A mark on a board's squares: a list of cells, or one list for each of the seats.
struct json_mark {
    const char *key;
    unsigned from, seats; // lists for so many seats, SEAT_NOBODY among them; 0: one list
    bool (*has)(const struct board_square *square, unsigned seat);
    void (*set)(struct board_square *square, unsigned seat);
};
extern const struct json_mark json_marks[]; // ends with one without a key

#endif
