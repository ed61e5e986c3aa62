// SPDX-License-Identifier: GPL-3.0-or-later
// A server in this process, for fuzzers: its loop runs while a client of it waits.
#ifndef TESTS_FUZZ_SERVER_H
#define TESTS_FUZZ_SERVER_H

#include <stddef.h>

enum { FUZZ_TABLE = 16, FUZZ_TOKEN = 64 };

// A connection to it, which is made with the first.
int fuzz_server_connect(void);

// Lets everything happen that can happen now.
void fuzz_server_run(void);

// Sends it all, hangs up if `ends`, and reads until the server hangs up, or has nothing more to
// say.
size_t fuzz_server_exchange(int client, const char *bytes, size_t length, int ends, char *answer,
                            size_t size);

// The same on a connection of its own.
size_t fuzz_server_ask(const char *bytes, size_t length, char *answer, size_t size);

// A table with two people, and the tokens of both.
void fuzz_server_table(const char *game, char table[FUZZ_TABLE], char token[2][FUZZ_TOKEN]);

// It is still there.
void fuzz_server_check(void);

#endif
