// SPDX-License-Identifier: GPL-3.0-or-later
// A review for whoever draws it: the message `review` of docs/protocol.md.
#ifndef REPORT_REVIEW_MESSAGE_H
#define REPORT_REVIEW_MESSAGE_H

#include "analysis/review.h"

// Chances are in thousandths, null where they are not known. `numbers` are the decisions' in the
// table's log, as many as there are points.
void review_message_print(const struct review *review, const char *const *name,
                          const uint32_t *numbers, struct text *out);

#endif
