// SPDX-License-Identifier: GPL-3.0-or-later
// One question on one core and on all: seconds by the clock, medians of ROUNDS in turn, so that the
// machine has to be quiet. First the search for the values of all moves, then the check of what was
// found, unless that takes minutes. On two cores or more the search must be 1.7 times as fast,
// where one takes 0.2 s.
//
//     bench_cores [ROUNDS [GAME RULES]]
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/proof.h"
#include "games/games.h"
#include "solve/threads.h"

enum { ROUNDS_MAX = 99 };

static const struct question {
    const char *game, *rules;
    bool unchecked;
} questions[] = {
    { .game = "minefield", .rules = "length=24" },
    { .game = "minefield", .rules = "length=30" },
    { .game = "minefield", .rules = "length=16,detectors=4", .unchecked = true },
    { .game = "pathfinder", .rules = "length=63" },
    { .game = "pathfinder", .rules = "length=63,obstacles=9" },
    { .game = "blockade", .rules = "fair,length=21" },
    { .game = "blockade", .rules = "fair,length=39", .unchecked = true },
    { .game = "blockade", .rules = "length=51,stride=3,hop=yes,spare=yes", .unchecked = true },
};

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stop_with(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

struct times {
    double search[ROUNDS_MAX], check[ROUNDS_MAX];
};

static void solve_here(const struct variant *variant, unsigned cores, bool unchecked,
                       double took[2])
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct limits limits = { .cores = cores };
    struct proof proof;
    double begun = seconds();
    if (!proof_find(&proof, variant, SEAT_1, &limits, &why))
        stop_with(why.at);
    double found = seconds();
    if (!unchecked && proof_check(&proof, &why) != CHECK_PROVED)
        stop_with(why.at);
    took[0] = found - begun;
    took[1] = seconds() - found;
}

// In a process of its own, so that memory is as fresh as in a program that solves once.
static void measure(const struct variant *variant, unsigned cores, bool unchecked, unsigned round,
                    struct times *times)
{
    int ends[2];
    double took[2];
    if (pipe(ends) != 0)
        stop_with("No pipe.");
    pid_t child = fork();
    if (child == 0) {
        solve_here(variant, cores, unchecked, took);
        _exit(write(ends[1], took, sizeof took) != sizeof took);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], took, sizeof took) != sizeof took)
        stop_with("It was not solved.");
    close(ends[0]);
    waitpid(child, NULL, 0);
    times->search[round] = took[0];
    times->check[round] = took[1];
}

static int order(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static double median(double *of, unsigned count)
{
    qsort(of, count, sizeof *of, order);
    return of[count / 2];
}

static bool ask(const struct question *question, unsigned rounds, unsigned cores)
{
    static struct times one, all;
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    variant.game = games_find(question->game, &why);
    if (!variant.game || !variant_parse(variant.game, question->rules, &variant, &why))
        stop_with(why.at);
    for (unsigned i = 0; i < rounds; i++) {
        measure(&variant, 1, question->unchecked, i, &one);
        measure(&variant, cores, question->unchecked, i, &all);
    }
    double search[2] = { median(one.search, rounds), median(all.search, rounds) };
    double check[2] = { median(one.check, rounds), median(all.check, rounds) };
    bool met = search[0] < 0.2 || search[0] >= 1.7 * search[1];
    printf("%-10s %-36s search %6.0f to %6.0f ms, %.2f times%s", question->game, question->rules,
           search[0] * 1e3, search[1] * 1e3, search[0] / search[1], met ? "" : " (1.7)");
    if (!question->unchecked)
        printf("; check %6.0f to %6.0f ms, %.2f times", check[0] * 1e3, check[1] * 1e3,
               check[0] / check[1]);
    puts("");
    fflush(stdout);
    return met;
}

int main(int count, char **words)
{
    unsigned long rounds = count > 1 ? strtoul(words[1], NULL, 10) : 5;
    unsigned cores = threads_cores();
    bool met = true;
    if (rounds < 1 || rounds > ROUNDS_MAX)
        stop_with("1 to 99 rounds.");
    if (cores < 2) {
        puts("There is one core only.");
        return 0;
    }
    printf("One core and %u:\n", cores);
    if (count > 3)
        return !ask(&(struct question){ .game = words[2], .rules = words[3] }, (unsigned)rounds,
                    cores);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        met &= ask(&questions[i], (unsigned)rounds, cores);
    return !met;
}
