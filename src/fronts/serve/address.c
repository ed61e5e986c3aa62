// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/address.h"

#include <arpa/inet.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"

bool address_read(const char *text, unsigned char key[BUCKET_KEY])
{
    struct in_addr four;
    struct in6_addr six;
    memset(key, 0, BUCKET_KEY);
    if (inet_pton(AF_INET, text, &four) == 1) {
        memset(key + 10, 0xff, 2);
        memcpy(key + 12, &four, 4);
        return true;
    }
    if (inet_pton(AF_INET6, text, &six) != 1)
        return false;
    bool mapped = IN6_IS_ADDR_V4MAPPED(&six);
    memcpy(key, &six, mapped ? 16 : 8);
    return true;
}

void address_print(const unsigned char key[BUCKET_KEY], char text[ADDRESS_TEXT])
{
    struct in6_addr six;
    memcpy(&six, key, sizeof six);
    if (IN6_IS_ADDR_V4MAPPED(&six))
        inet_ntop(AF_INET, key + 12, text, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, &six, text, ADDRESS_TEXT);
}

bool address_of_peer(int descriptor, char text[ADDRESS_TEXT])
{
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0)
        return false;
    const void *address = peer.ss_family == AF_INET6
                              ? (const void *)&((struct sockaddr_in6 *)&peer)->sin6_addr
                              : (const void *)&((struct sockaddr_in *)&peer)->sin_addr;
    return inet_ntop(peer.ss_family, address, text, ADDRESS_TEXT) != NULL;
}

struct tally *tally_new(void)
{
    struct tally *tally = mem_new(sizeof *tally);
    if (!tally)
        return NULL;
    memset(tally, 0, sizeof *tally);
    randombytes_buf(tally->salt, sizeof tally->salt);
    return tally;
}

unsigned *tally_of(struct tally *tally, const unsigned char key[BUCKET_KEY])
{
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, key, BUCKET_KEY, tally->salt);
    return &tally->count[hash % TALLY_PLACES];
}
