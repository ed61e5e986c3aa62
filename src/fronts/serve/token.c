// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/token.h"

#include <assert.h>
#include <string.h>

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

// The hash of what somebody says is a token. False if it is none.
static bool hash_token(const char *text, unsigned char hash[STORE_TOKEN])
{
    unsigned char bytes[TOKEN_BYTES];
    size_t found = 0;
    if (sodium_base642bin(bytes, sizeof bytes, text, TOKEN_TEXT - 1, NULL, &found, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        found != sizeof bytes)
        return false;
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

static void mark(const char *text, const unsigned char hash[STORE_TOKEN],
                 unsigned char seen[TOKEN_SEEN])
{
    static unsigned char key[crypto_shorthash_siphashx24_KEYBYTES];
    static bool keyed;
    unsigned char both[TOKEN_TEXT - 1 + STORE_TOKEN];
    static_assert(TOKEN_SEEN == crypto_shorthash_siphashx24_BYTES, "128 bits");
    if (!keyed)
        randombytes_buf(key, sizeof key);
    keyed = true;
    memcpy(both, text, TOKEN_TEXT - 1);
    memcpy(both + TOKEN_TEXT - 1, hash, STORE_TOKEN);
    crypto_shorthash_siphashx24(seen, both, sizeof both, key);
    sodium_memzero(both, sizeof both);
}

bool token_opens(const char *text, const unsigned char hash[STORE_TOKEN],
                 unsigned char seen[TOKEN_SEEN])
{
    unsigned char now[TOKEN_SEEN], found[STORE_TOKEN];
    if (strlen(text) != TOKEN_TEXT - 1)
        return false;
    mark(text, hash, now);
    if (sodium_memcmp(now, seen, TOKEN_SEEN) == 0)
        return true;
    if (!hash_token(text, found) || !token_equal(found, hash))
        return false;
    memcpy(seen, now, TOKEN_SEEN);
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
