// SPDX-License-Identifier: GPL-3.0-or-later
// What line mode is told, and how it ends.
#ifndef FRONTS_LINE_LINE_SETUP_H
#define FRONTS_LINE_LINE_SETUP_H

#include <stdbool.h>

struct game;

enum line_end {
    LINE_PLAYED,
    LINE_QUIT,
    LINE_INPUT_ENDED,
    LINE_FAILED,
};

struct line_setup {
    const struct game *game;
    bool commitments; // are shown in a pipe, too
    bool saved;       // what is played is kept
};

#endif
