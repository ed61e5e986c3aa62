// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens: who knows one has a seat. 32 random bytes, written as 43 characters of
// base64url in a link's fragment; only their SHA-256 is kept.
#ifndef FRONTS_SERVE_TOKEN_H
#define FRONTS_SERVE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "drive/stored.h"

enum { TOKEN_TEXT = 44 }; // with the NUL byte

// A new one, and its hash.
void token_make(char text[TOKEN_TEXT], unsigned char hash[STORE_TOKEN]);

// Is what somebody says the token with this hash? `seen` remembers of the last that was it and of
// the hash what only this process can compute, so that for the next act with the same token no
// SHA-256 is needed. Zeros at first.
enum { TOKEN_SEEN = 16 };
bool token_opens(const char *text, const unsigned char hash[STORE_TOKEN],
                 unsigned char seen[TOKEN_SEEN]);

bool token_equal(const unsigned char one[STORE_TOKEN], const unsigned char two[STORE_TOKEN]);

// In place of the token of a seat that the first who comes may take: no token has this hash,
// since what it is the hash of is no token.
void token_open(const char *id, unsigned seat, unsigned char hash[STORE_TOKEN]);

#endif
