// SPDX-License-Identifier: GPL-3.0-or-later
// What computer players are handed: time and memory for a move, a source of strategies, and
// what others have found out already.
#ifndef BOTS_MEANS_H
#define BOTS_MEANS_H

#include "claim/claim.h"

struct knowledge;

// Where strategies for games with secrets come from: kept from one program to the next
// (bots/library.h), or part of this one.
struct bot_library {
    // One that was checked, with both seats' strategies; clear it. False where there is none.
    bool (*find)(const struct variant *variant, unsigned first, struct claim *claim);
    // Checks what was found just now, and keeps it. False unless it is proved.
    bool (*keep)(const struct claim *claim);
};

// What a player may use for a move.
struct bot_means {
    size_t memory;                     // bytes of a table; a larger one is forgotten
    double seconds;                    // of the processor's time
    unsigned cores;                    // as limits have it
    const struct bot_library *library; // NULL: none
    struct knowledge *knowledge;       // shared with others (bots/knowledge.h); NULL: its own
    // Called now and then while it thinks; NULL: it always may. Once false it stays so: what is
    // chosen after that is not to be played, and nothing of it is remembered.
    bool (*go_on)(void *context, uint64_t nodes);
    void *context;
};

#endif
