// SPDX-License-Identifier: GPL-3.0-or-later
// Names as Unicode has them: what looks the same, however a keyboard wrote it, is the same
// name. Letters of other alphabets that look alike are not told apart.
#ifndef RECORD_NAME_H
#define RECORD_NAME_H

#include <stdbool.h>
#include <stddef.h>

// Room for what is typed for a name: in pieces it may be longer than a name can be.
enum { NAME_TYPED = 128 };

// Brings it into normalization form C (UAX #15), in which "e" and an accent are one character.
// What is not UTF-8, or needs more room than `size`, stays as it is: printable_is_name() judges it.
// Only for what somebody types: commitments bind the bytes of what is read from a file.
void name_normalise(char *name, size_t size);

// The length of the character of UTF-8 at this place; 0 if it is none, or if nobody sees it or it
// makes others look like something else: control and format characters, blanks that are not the
// usual one, private and unassigned ones.
size_t name_character(const char *at);

// Are there more accents on one letter than any language writes?
bool name_is_stacked(const char *name);

// The same in that form, ASCII case aside, as everywhere.
bool name_same(const char *one, const char *other);

#endif
