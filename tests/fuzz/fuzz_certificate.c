// SPDX-License-Identifier: GPL-3.0-or-later
// The text is a certificate. Whether it proves anything or not, there is a sentence
// about it. Long texts and long boards are left out, since checking follows every
// line through all that can happen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "check/check.h"
#include "claim/certificate.h"

enum { LONGEST = 1500, LONGEST_BOARD = 11 };

static bool small(const char *data)
{
    const char *length = strstr(data, "length=");
    return length && strtol(length + strlen("length="), NULL, 10) <= LONGEST_BOARD;
}

void fuzz_one(const char *data)
{
    char copy[LONGEST], buffer[TEXT_MAX];
    struct text words = text_in(buffer, sizeof buffer);
    size_t length = strlen(data);
    if (length == 0 || length > sizeof copy || !small(data))
        return;
    memcpy(copy, data, length);
    FILE *in = fmemopen(copy, length, "r");
    assert(in);
    static const struct claim_limits no_limits;
    struct claim claim;
    if (certificate_read(in, games_find, &no_limits, &claim, &words)) {
        check_claim(&claim, &no_limits, &words);
        claim_clear(&claim);
    }
    assert(words.length > 0);
    fclose(in);
}
