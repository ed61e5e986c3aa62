// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of clients, and how much of something each of them has at once.
#ifndef FRONTS_SERVE_ADDRESS_H
#define FRONTS_SERVE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "fronts/serve/bucket.h"

enum { ADDRESS_TEXT = 46 };

// What limits go by. Of IPv6 a network of 64 bits is one address: a host there
// has all of them. False if the text is no address.
bool address_read(const char *text, unsigned char key[BUCKET_KEY]);
void address_print(const unsigned char key[BUCKET_KEY], char text[ADDRESS_TEXT]);

// The other end of a socket. False if it is not of the Internet.
bool address_of_peer(int descriptor, char text[ADDRESS_TEXT]);

// How many of something each address has now. Addresses that share a place by chance share the
// count; which ones do nobody outside can tell.
enum { TALLY_PLACES = 1 << 16 };

struct tally {
    unsigned char salt[16];
    unsigned count[TALLY_PLACES];
};

// NULL when there is no memory. Free with mem_free().
struct tally *tally_new(void);
unsigned *tally_of(struct tally *tally, const unsigned char key[BUCKET_KEY]);

#endif
