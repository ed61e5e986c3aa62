// SPDX-License-Identifier: GPL-3.0-or-later
// Joint dealing: what is drawn follows from a seed of the program's and a word of each
// player's, all of them committed to before any of them is opened. As long as one of the
// three cannot be foreseen, nobody has chosen what is drawn. docs/formats.md has the rule,
// so that anybody can check it with other tools.
#ifndef RECORD_JOINT_H
#define RECORD_JOINT_H

#include "core/random.h"
#include "record/log.h"

struct joint {
    const struct log_header *header;
    unsigned draw;           // enum log_draw
    uint32_t n;              // the number of the event in which chance committed to its seed
    const char *word[SEATS]; // of both seats, and chance's seed
};

// A word that nobody can foresee, for the seed and for players who do not care: 32
// hexadecimal digits from these random bytes.
void joint_word(const unsigned char bytes[16], char word[LOG_NAME]);

// The numbers that all draws are made from.
struct random joint_random(const struct joint *joint);

// Who begins, or has the first role.
unsigned joint_toss(const struct joint *joint);

// Chance's move in a game that begins so.
struct move joint_deal(const struct joint *joint, const struct state *state);

// A seed's random numbers for one seat: from this key nobody finds the seed or the other's key.
uint64_t joint_seat_key(uint64_t seed, unsigned seat);

#endif
