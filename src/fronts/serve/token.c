// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/token.h"

#include <sodium.h>

enum { TOKEN_BYTES = 32 };

void token_make(char text[TOKEN_TEXT], unsigned char hash[STORE_TOKEN])
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(text, TOKEN_TEXT, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

bool token_read(const char *text, size_t length, unsigned char hash[STORE_TOKEN])
{
    unsigned char bytes[TOKEN_BYTES];
    size_t found = 0;
    if (length != TOKEN_TEXT - 1 ||
        sodium_base642bin(bytes, sizeof bytes, text, length, NULL, &found, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        found != sizeof bytes)
        return false;
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

bool token_equal(const unsigned char one[STORE_TOKEN], const unsigned char two[STORE_TOKEN])
{
    return sodium_memcmp(one, two, STORE_TOKEN) == 0;
}

void token_open(const char *id, unsigned seat, unsigned char hash[STORE_TOKEN])
{
    struct text said = TEXT_OF(64);
    text_add(&said, "an open seat: %s.%u", id, seat);
    crypto_hash_sha256(hash, (const unsigned char *)said.at, said.length);
}
