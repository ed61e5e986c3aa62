// SPDX-License-Identifier: GPL-3.0-or-later
// A review for programs, and for the page: docs/output.md, docs/protocol.md.
#ifndef REPORT_REVIEW_DATA_H
#define REPORT_REVIEW_DATA_H

#include <jansson.h>

#include "analysis/review.h"

// Members of one object: what is said of the game as a whole, and its moves.
json_t *review_json(const struct review *review);

#endif
