// SPDX-License-Identifier: GPL-3.0-or-later
// judge: checks many certificates in one process, for tests/differential. Each one comes on
// standard input as a line with its number of bytes and then the bytes; each is
// answered by a line that begins with "proved", "refused" or, for want of time, "stopped".
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "check/check.h"
#include "claim/certificate.h"
#include "games/games.h"

enum { SECONDS = 3 };

static bool in_time(void *context, uint64_t nodes)
{
    (void)nodes;
    return time(NULL) <= *(const time_t *)context + SECONDS;
}

static const char *verdict(FILE *in, struct text *words)
{
    static const char *const names[] = {
        [CHECK_PROVED] = "proved",
        [CHECK_REFUTED] = "refused",
        [CHECK_STOPPED] = "stopped",
    };
    time_t begin = time(NULL);
    struct limits limits = { .go_on = in_time, .context = &begin };
    struct claim claim;
    if (!certificate_read(in, games_find, &limits, &claim, words))
        return "refused";
    enum check_verdict verdict = check_claim(&claim, &limits, words);
    claim_clear(&claim);
    return names[verdict];
}

static void judge(char *data, size_t length)
{
    struct text words = TEXT_OF(TEXT_MAX);
    // A stream of no bytes is not to be had from fmemopen().
    FILE *in = length ? fmemopen(data, length, "r") : fopen("/dev/null", "r");
    assert(in);
    const char *name = verdict(in, &words);
    fclose(in);
    for (char *at = words.at; *at; at++)
        if (*at == '\n')
            *at = ' ';
    printf("%s %s\n", name, words.at);
    fflush(stdout);
}

int main(void)
{
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strtoul(line, NULL, 10);
        char *data = malloc(length + 1);
        assert(data);
        size_t got = fread(data, 1, length, stdin);
        assert(got == length);
        judge(data, length);
        free(data);
    }
    return 0;
}
