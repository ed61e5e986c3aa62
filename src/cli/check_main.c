// SPDX-License-Identifier: GPL-3.0-or-later
// causeway-check: the checker of proofs as a program of its own, without the solver.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/now.h"
#include "check/check.h"
#include "claim/certificate.h"
#include "games/games.h"

enum { EXIT_FINE, EXIT_FAILED, EXIT_USAGE };

static bool in_time(void *until, uint64_t nodes)
{
    (void)nodes;
    return now_monotonic() < *(const int64_t *)until;
}

// Without a number of seconds the work is limited, too.
static bool check_file(FILE *in, double seconds, struct text *words)
{
    int64_t until = now_monotonic() + (int64_t)(1000 * (seconds > 0 ? seconds : CHECK_SECONDS));
    struct limits limits = { .go_on = in_time, .context = &until };
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    struct claim claim;
    if (pages > 0 && size > 0)
        limits.memory = (size_t)pages / 2 * (size_t)size;
    if (!certificate_read(in, games_find, &limits, &claim, words))
        return false;
    limits.work = seconds > 0 ? 0 : check_fair_work(&claim);
    enum check_verdict verdict = check_claim(&claim, &limits, words);
    claim_clear(&claim);
    return verdict == CHECK_PROVED;
}

static int check_path(const char *path, double seconds)
{
    char buffer[TEXT_MAX];
    struct text words = text_in(buffer, sizeof buffer);
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in) {
        fprintf(stderr, "causeway-check: cannot read %s: %s.\n", path, strerror(errno));
        return EXIT_FAILED;
    }
    bool right = check_file(in, seconds, &words);
    if (in != stdin)
        fclose(in);
    if (right)
        printf("%s\n", buffer);
    else
        fprintf(stderr, "causeway-check: %s: %s\n", path, buffer);
    return right ? EXIT_FINE : EXIT_FAILED;
}

static int usage(FILE *out, int status)
{
    fprintf(out,
            "Usage: causeway-check [--seconds N] FILE...\n"
            "Checks proofs that 'causeway solve --certificate' wrote; - reads standard input.\n"
            "It gives up after N seconds a file (%d), and says so.\n",
            CHECK_SECONDS);
    return status;
}

static bool read_seconds(const char *from, double *to)
{
    char *end;
    *to = strtod(from, &end);
    return end != from && !*end && *to > 0;
}

int main(int count, char **words)
{
    double seconds = 0;
    int at = 1, status = EXIT_FINE;
    if (at < count && strcmp(words[at], "--help") == 0)
        return usage(stdout, EXIT_FINE);
    if (at < count && strcmp(words[at], "--version") == 0)
        return puts("causeway-check " CAUSEWAY_VERSION) < 0 ? EXIT_FAILED : EXIT_FINE;
    if (at + 1 < count && strcmp(words[at], "--seconds") == 0) {
        if (!read_seconds(words[at + 1], &seconds))
            return usage(stderr, EXIT_USAGE);
        at += 2;
    }
    if (at == count || (words[at][0] == '-' && words[at][1]))
        return usage(stderr, EXIT_USAGE);
    for (; at < count; at++)
        if (check_path(words[at], seconds) != EXIT_FINE)
            status = EXIT_FAILED;
    return fflush(stdout) == 0 ? status : EXIT_FAILED;
}
