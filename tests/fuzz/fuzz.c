// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz.h"

#include <stddef.h>
#include <string.h>

const struct game *fuzz_game(const char **data)
{
    unsigned count = 0;
    while (games[count])
        count++;
    char byte = **data;
    *data += byte != '\0';
    return games[(unsigned char)(byte - '0') % count];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[1 << 16];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    fuzz_one(text);
    return 0;
}
