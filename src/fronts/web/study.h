// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons, puzzles, reviews, and games that were kept: what a page asks for after its first
// screen, and so only the larger of the two modules has (no_study.c stands for it in the other).
//
// What a host says, besides web.h:
//   {"type":"lessons"}                                   their titles, game by game
//   {"type":"exercise","lesson":[GAME,NUMBER]}           a lesson; or
//   {"type":"exercise","puzzle":{"game":GAME,"grade":N,"seed":N}}   a puzzle; without a game the
//                        seed decides which one it is. Then `move`, and `answer`: tell me
//   {"type":"review","header":…,"events":[…]}            of the last round of a log that is over
//   {"type":"from","header":…,"events":[…],"n":N,"players":[…]}   a new table, at which the moves
//                        up to event N have been made
//   {"type":"load","record":…}                           a file's log
// What it is told: docs/protocol.md, "For people who learn". `begun` has the lines of a log, for
// `resume`.
#ifndef FRONTS_WEB_STUDY_H
#define FRONTS_WEB_STUDY_H

#include <jansson.h>

#include "core/text.h"

// False if that is none of these messages, and nothing was said.
bool study_take(const char *type, const json_t *said, struct text *out);

#endif
