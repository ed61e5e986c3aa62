// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/commit.h"

#include <string.h>

#include <sodium.h>

// 32 digits that are not mistaken for one another; 12 of them are 60 bits.
static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";

void commit_add_field(struct text *out, const char *field)
{
    text_add(out, "%zu:%s,", strlen(field), field);
}

void commit_hash(const struct text *fields, unsigned char hash[COMMIT_BYTES])
{
    assert(!fields->cut);
    crypto_hash_sha256(hash, (const unsigned char *)fields->at, fields->length);
}

void commit_hex(const unsigned char bytes[COMMIT_BYTES], char hex[COMMIT_HEX])
{
    sodium_bin2hex(hex, COMMIT_HEX, bytes, COMMIT_BYTES);
}

void commit_print(const unsigned char bytes[COMMIT_BYTES], struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(bytes, hex);
    for (unsigned i = 0; i < COMMIT_SHOWN; i += 4)
        text_add(out, "%s%.4s", i ? " " : "", hex + i);
}

bool commit_parse_hex(const char *hex, unsigned char bytes[COMMIT_BYTES])
{
    size_t length = strlen(hex), read;
    return length == COMMIT_HEX - 1 && strspn(hex, "0123456789abcdef") == length &&
           sodium_hex2bin(bytes, COMMIT_BYTES, hex, length, NULL, &read, NULL) == 0;
}

bool commit_new_id(char id[COMMIT_ID])
{
    if (sodium_init() < 0)
        return false;
    for (unsigned i = 0; i < COMMIT_ID - 1; i++)
        id[i] = digits[randombytes_uniform(sizeof digits - 1)];
    id[COMMIT_ID - 1] = '\0';
    return true;
}

void commit_derive_id(const char *from, char id[COMMIT_ID])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)from, strlen(from));
    for (unsigned i = 0; i < COMMIT_ID - 1; i++)
        id[i] = digits[hash[i] % (sizeof digits - 1)];
    id[COMMIT_ID - 1] = '\0';
}

bool commit_is_id(const char *id)
{
    return strlen(id) == COMMIT_ID - 1 && strspn(id, digits) == COMMIT_ID - 1;
}
