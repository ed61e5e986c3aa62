// SPDX-License-Identifier: GPL-3.0-or-later
// What solving costs: each game's book rules, and then longer and longer boards
// until one takes more than the seconds given. Each runs in a process of its own,
// so that nothing is warm and the memory is its own. One line each, with the time
// that the processor spent on solving it, with that of causeway-lp, the memory that it took
// without, and the time for checking what was found:
//
//     GAME LENGTH VALUE TURNS NODES MILLISECONDS MEGABYTES CHECKED
//
//     bench_solve [SECONDS [GAME [RULES [unchecked]]]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/proof.h"
#include "games/games.h"

enum { STEP = 2, LONGEST = 63 };

static double seconds_of(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static void fail(const struct variant *variant, const char *why)
{
    printf("# %s: %s\n", variant->game->slug, why);
    exit(1);
}

static void solve_here(const struct variant *variant, bool unchecked)
{
    static const struct limits no_limits;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct rusage usage;
    double begun = limits_clock();
    struct proof proof;
    if (!proof_find(&proof, variant, SEAT_1, &no_limits, &why))
        fail(variant, buffer);
    double solved = limits_clock();
    getrusage(RUSAGE_SELF, &usage);
    if (!unchecked && proof_check(&proof, &why) != CHECK_PROVED)
        fail(variant, buffer);
    double checked = limits_clock();
    const struct solve_answer *answer = &proof.answer;
    gmp_printf("%s %u %Qd", variant->game->slug, variant->rules.value[0], answer->lo);
    if (mpq_cmp(answer->lo, answer->hi) != 0)
        gmp_printf("..%Qd", answer->hi);
    printf(" %u %ju %.1f %.1f %.1f\n", answer->turns, (uintmax_t)answer->nodes,
           (solved - begun) * 1e3, (double)usage.ru_maxrss / 1024, (checked - solved) * 1e3);
    proof_clear(&proof);
}

// The seconds that it took, or a negative number if it failed.
static double measure(const struct variant *variant, bool unchecked)
{
    struct rusage usage;
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        solve_here(variant, unchecked);
        exit(0);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
        return -1;
    double seconds = seconds_of(&usage);
    while (wait4(-1, &status, 0, &usage) > 0) // its helper, which is ours now
        seconds += seconds_of(&usage);
    return seconds;
}

// The first option of every game is the length of its board.
static void grow(struct variant variant, double seconds, bool unchecked)
{
    double took = measure(&variant, unchecked);
    while (took >= 0 && took <= seconds && variant.rules.value[0] + STEP <= LONGEST) {
        variant.rules.value[0] += STEP;
        took = measure(&variant, unchecked);
    }
}

int main(int count, char **words)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    double seconds = count > 1 ? strtod(words[1], NULL) : 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (const struct game *const *game = games; *game; game++) {
        struct variant variant;
        if (count > 2 && strcmp((*game)->slug, words[2]) != 0)
            continue;
        if (!variant_parse(*game, count > 3 ? words[3] : "book", &variant, &why)) {
            fprintf(stderr, "%s\n", buffer);
            return 1;
        }
        grow(variant, seconds, count > 4);
    }
    return 0;
}
