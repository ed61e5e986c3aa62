// SPDX-License-Identifier: GPL-3.0-or-later
// Commitments: a player who hides something says beforehand a number that fits only
// what was hidden, and shows afterwards that it does. docs/formats.md has the
// scheme, so that anybody can check it with other tools.
#ifndef RECORD_COMMIT_H
#define RECORD_COMMIT_H

#include "core/game.h"

enum {
    COMMIT_BYTES = 32,
    COMMIT_HEX = 2 * COMMIT_BYTES + 1, // as hexadecimal digits, with the NUL byte
    COMMIT_SHOWN = 32,                 // digits to be compared by people: 128 bits
    COMMIT_SEALED = 512,               // room for what is sealed, as text
    COMMIT_ID = 13,                    // a game's id, with the NUL byte
};

struct commit_seal {
    unsigned char commitment[COMMIT_BYTES];
    unsigned char nonce[COMMIT_BYTES]; // secret until the game is over
};

// The next field of what is hashed: a text with its length before it, so that no two lists of
// texts are the same bytes. And the SHA-256 of all of them.
void commit_add_field(struct text *out, const char *field);
void commit_hash(const struct text *fields, unsigned char hash[COMMIT_BYTES]);

// As people compare it and note it down: the first 128 bits, in groups of four digits. With
// half as many, a cheat could look for two openings of the same one.
void commit_print(const unsigned char bytes[COMMIT_BYTES], struct text *out);

void commit_hex(const unsigned char bytes[COMMIT_BYTES], char hex[COMMIT_HEX]);
bool commit_parse_hex(const char *hex, unsigned char bytes[COMMIT_BYTES]);

// A new random id. False if the system has no random numbers.
bool commit_new_id(char id[COMMIT_ID]);
bool commit_is_id(const char *id);

// An id that follows from a text.
void commit_derive_id(const char *from, char id[COMMIT_ID]);

#endif
