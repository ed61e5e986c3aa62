// SPDX-License-Identifier: GPL-3.0-or-later
// What is agreed before a table begins, and how it is driven.
#ifndef TABLE_SETUP_H
#define TABLE_SETUP_H

#include "record/log.h"

// What is known of how well each seat plays: by who begins and by seat, "perfect, at least
// 0.8557 of 0.8748"; empty where there is nothing to say.
struct table_promises {
    char words[SEAT_2 + 1][SEAT_2 + 1][96];
};

struct table_setup {
    struct log_header header; // id, names and all that is agreed
    bool computer[SEATS];     // the driver moves for it: see table_wish()
    bool shared;              // two people at one screen
    bool coach;               // people are warned before they throw the game away
    bool given;               // chance's hidden numbers are given in `deal`, not drawn
    cells deal;
    const struct table_promises *promises; // outlive the table; NULL: none
};

// The game's own names for its players, the book's rules, one round, seat 1 begins, two
// people who share a screen, everything free. The caller sets the id and the time.
struct table_setup table_usual(const struct game *game);

// Who plays a seat: "human", or else a computer, in fewer than LOG_PLAYER bytes. A seat that
// nobody has named is called after it: "Medium", or "Medium 1" and "Medium 2".
void table_set_player(struct table_setup *setup, unsigned seat, const char *who);

#endif
