// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from a client, as they arrive at the server's socket. TABLE and TOKEN stand for a
// table and for the token of its first seat. Whatever comes, the server answers in HTTP or
// hangs up, and goes on.
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "fuzz.h"
#include "fuzz_server.h"

// With the words TABLE and TOKEN replaced.
static size_t fill_in(const char *data, char *out, size_t size, const char *table,
                      const char *token)
{
    struct text text = text_in(out, size);
    while (*data) {
        bool is_table = strncmp(data, "TABLE", 5) == 0, is_token = strncmp(data, "TOKEN", 5) == 0;
        if (is_table || is_token)
            text_put(&text, is_table ? table : token);
        else
            text_put_bytes(&text, data, 1);
        data += is_table || is_token ? 5 : 1;
    }
    return text.length;
}

void fuzz_one(const char *data)
{
    static char request[1 << 17], answer[1 << 18];
    char table[FUZZ_TABLE] = "", token[2][FUZZ_TOKEN] = { "" };
    fuzz_server_table("trap-runner", table, token);
    size_t length = fill_in(data, request, sizeof request, table, token[0]);
    size_t got = fuzz_server_ask(request, length, answer, sizeof answer);
    if (got > 0 && strncmp(answer, "HTTP/1.1 ", 9) != 0)
        abort();
    fuzz_server_check();
}
