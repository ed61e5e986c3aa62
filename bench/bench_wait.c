// SPDX-License-Identifier: GPL-3.0-or-later
// How long people wait, in milliseconds of the processor's time, the helper's for linear programs
// included: from the start of `causeway play` against `perfect` to its first words, at random
// positions of every preset for hints (a warning is the same work) and computers' moves, and for
// reviews of whole games. For a hint or a move the wait ends when it is there, or when a front
// could say that it is being worked out; what is said like that is counted. Fails where a bar is
// missed.
//
//     bench_wait [POSITIONS [GAME [RULES]]]
#include <errno.h>
#include <math.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "analysis/review.h"
#include "bots/bots.h"
#include "core/variant.h"
#include "games/games.h"

struct wait {
    double longest, all, whole; // `whole`: until it was there, whatever was said meanwhile
    unsigned count, over, said;
    double begun, heard; // of the one being measured
};

// Milliseconds. SAID: fronts say that something takes its time when it has taken this long.
enum { HINT_MOST = 100, START_MOST = 50, REVIEW_MOST = 300, SLOW_REVIEW_MOST = 500, SAID = 50 };

static bool missed;

static void fail(const struct text *why)
{
    fprintf(stderr, "%s\n", why->at);
    exit(EXIT_FAILURE);
}

static void begin(struct wait *wait)
{
    wait->begun = limits_clock();
    wait->heard = 0;
}

// As solvers ask the fronts: here is where it can be said.
static bool hear(void *context, uint64_t nodes)
{
    struct wait *wait = context;
    double took = (limits_clock() - wait->begun) * 1e3;
    (void)nodes;
    if (took >= SAID && wait->heard <= 0)
        wait->heard = took;
    return true;
}

static void add(struct wait *wait, double took, double bar)
{
    wait->longest = took > wait->longest ? took : wait->longest;
    wait->all += took;
    wait->count++;
    wait->over += took > bar;
}

static void end(struct wait *wait, double bar)
{
    double took = (limits_clock() - wait->begun) * 1e3;
    wait->whole = took > wait->whole ? took : wait->whole;
    bool said = took > bar && wait->heard > 0;
    wait->said += said;
    add(wait, said ? wait->heard : took, bar);
}

static void print(const char *what, const struct variant *variant, const struct wait *wait,
                  double bar)
{
    printf("%-14s %-12s %-5s %4u, %7.1f ms on average, %7.1f at most, %3u over %.0f, %.2f of the "
           "bar",
           what, variant->game->slug, variant_preset(variant), wait->count, wait->all / wait->count,
           wait->longest, wait->over, bar, wait->longest / bar);
    if (wait->said)
        printf("; %u said that they take longer, the longest %.1f ms", wait->said, wait->whole);
    printf("\n");
    fflush(stdout);
    missed |= wait->over;
}

static void play_on(struct match *match, struct random *random)
{
    struct event event;
    unsigned seat = match_turn(match)->mover;
    struct view view = match_view(match, seat);
    match_play(match, seat, view_draw(match_variant(match), &view, random), &event);
    match_deal(match, random);
}

// To somewhere before the end.
static void wander(struct match *match, const struct variant *variant, struct random *random)
{
    unsigned moves = (unsigned)random_below(random, game_bound(variant));
    do {
        match_start(match, variant, SEAT_1 + (unsigned)random_below(random, 2));
        match_deal(match, random);
        for (unsigned i = 0; i < moves && !match_over(match); i++)
            play_on(match, random);
        moves /= 2;
    } while (match_over(match));
}

// --- The first words

// Seconds that a process and its children have taken.
static double clock_of(pid_t id)
{
    char path[64];
    struct timespec time = { 0 };
    clockid_t clock;
    if (clock_getcpuclockid(id, &clock) == 0)
        clock_gettime(clock, &time);
    double sum = (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)id, (int)id);
    FILE *children = fopen(path, "r");
    for (int child; children && fscanf(children, "%d", &child) == 1;)
        sum += clock_of(child);
    if (children)
        fclose(children);
    return sum;
}

// Where bench/bench_wait and causeway were built.
static void find_program(char path[4096])
{
    ssize_t length = readlink("/proc/self/exe", path, 4000);
    path[length > 0 ? length : 0] = '\0';
    for (unsigned i = 0; i < 2 && strrchr(path, '/'); i++)
        *strrchr(path, '/') = '\0';
    strcat(path, "/causeway");
}

// On a terminal of its own, with nothing that was kept; until it says one of two things.
static double time_program(char *const *words, const char *one, const char *other)
{
    char said[1 << 16] = "";
    size_t length = 0;
    int terminal;
    struct winsize size = { .ws_row = 24, .ws_col = 80 };
    pid_t id = forkpty(&terminal, NULL, NULL, &size);
    if (id == 0) {
        setenv("TERM", "xterm-256color", true);
        setenv("XDG_CACHE_HOME", "/nonexistent", true);
        setenv("XDG_CONFIG_HOME", "/nonexistent", true);
        execv(words[0], words);
        _exit(127);
    }
    while (id > 0 && length < sizeof said - 1 && !strstr(said, one) && !strstr(said, other)) {
        ssize_t got = read(terminal, said + length, sizeof said - 1 - length);
        if (got <= 0 && errno != EINTR)
            break;
        length += got > 0 ? (size_t)got : 0;
        said[length] = '\0';
    }
    double took = clock_of(id);
    bool good = strstr(said, one) || strstr(said, other);
    kill(id, SIGKILL);
    waitpid(id, NULL, 0);
    close(terminal);
    if (!good) {
        fprintf(stderr, "%s %s said neither \"%s\" nor \"%s\".\n", words[0], words[2], one, other);
        exit(EXIT_FAILURE);
    }
    return took * 1e3;
}

// On the full screen the first picture, with the board; in lines the first words of the game, or
// that the computer prepares.
static void measure_start(const struct variant *variant, const char *ui)
{
    struct text rules = TEXT_OF(TEXT_MAX), first = TEXT_OF(TEXT_MAX);
    struct wait wait = { 0 };
    char path[4096];
    const char *role = variant->game->role_option;
    find_program(path);
    variant_print(variant, &rules);
    text_add(&first, "--%s", role ? role : "first");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        char *words[] = { path,        "play",   (char *)variant->game->slug,
                          "--rules",   rules.at, "--p2",
                          "perfect",   first.at, seat == SEAT_1 ? "1" : "2",
                          "--no-save", "--ui",   (char *)ui,
                          NULL };
        add(&wait, time_program(words, variant->game->title, " prepares"), START_MOST);
    }
    print(*ui == 'f' ? "first picture" : "first line", variant, &wait, START_MOST);
}

// --- Hints

// Without secrets each hint begins with nothing, and with secrets the first: later ones find the
// plans for the whole game made.
static void renew(struct rater **rater, const struct variant *variant)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (claim_class(variant->game) != CLAIM_SECRETS) {
        rater_free(*rater);
        *rater = NULL;
    }
    if (!*rater && !(*rater = rater_new(variant, &why)))
        fail(&why);
}

static void measure_hints(const struct variant *variant, unsigned positions)
{
    struct random random = random_seeded(1);
    struct wait wait = { 0 };
    struct rater *rater = NULL;
    for (unsigned i = 0; i < positions; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct text why = TEXT_OF(TEXT_MAX);
        struct history history;
        struct advice advice;
        wander(match, variant, &random);
        struct view view = match_view(match, match_turn(match)->mover);
        match_history(match, view.seat, &history);
        renew(&rater, variant);
        struct limits limits = limits_until(15);
        limits.go_on = hear;
        limits.context = &wait;
        begin(&wait);
        if (advice_make(&advice, rater, &limits, variant, &view, &history, &why))
            advice_clear(&advice);
        end(&wait, HINT_MOST);
    }
    rater_free(rater);
    print("hint", variant, &wait, HINT_MOST);
}

// --- Computers

// The perfect one makes its plans before a round, while fronts show the board and say that it
// prepares.
static void measure_moves(const struct variant *variant, const char *level, unsigned positions)
{
    struct random random = random_seeded(1);
    struct text why = TEXT_OF(TEXT_MAX);
    struct wait wait = { 0 }, preparation = { 0 };
    struct bot_means means = bot_usual;
    means.go_on = hear;
    means.context = &wait;
    struct bot *bot = bot_new(level, &means, &why);
    if (!bot)
        fail(&why);
    for (unsigned first = SEAT_1; first <= SEAT_2; first++) {
        begin(&preparation);
        bot_promise(bot, variant, first, SEAT_1, &why);
        end(&preparation, HUGE_VAL);
    }
    for (unsigned i = 0; i < positions; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct history history;
        struct move move;
        wander(match, variant, &random);
        struct view view = match_view(match, match_turn(match)->mover);
        match_history(match, view.seat, &history);
        begin(&wait);
        if (!bot_choose(bot, variant, &view, &history, &random, &move, &why))
            fail(&why);
        end(&wait, HINT_MOST);
    }
    bot_free(bot);
    if (preparation.longest > 1)
        printf("preparation    %-12s %-5s %.1f ms of %s\n", variant->game->slug,
               variant_preset(variant), preparation.longest, level);
    print(level, variant, &wait, HINT_MOST);
}

static void measure_reviews(const struct variant *variant, unsigned rounds)
{
    struct random random = random_seeded(1);
    struct wait wait = { 0 };
    bool slow =
        !strcmp(variant->game->slug, "number-mines") && !strcmp(variant_preset(variant), "fair");
    double most = slow ? SLOW_REVIEW_MOST : REVIEW_MOST;
    for (unsigned i = 0; i < rounds; i++) {
        struct match_room room;
        struct match *match = match_in(&room);
        struct text why = TEXT_OF(TEXT_MAX);
        struct review review;
        struct limits limits = limits_until(REVIEW_SECONDS);
        match_start(match, variant, SEAT_1 + i % 2);
        match_deal(match, &random);
        while (!match_over(match))
            play_on(match, &random);
        begin(&wait);
        if (review_make(&review, match, match_turn(match)->winner, &limits, &why))
            review_clear(&review);
        end(&wait, most);
    }
    print("review", variant, &wait, most);
}

static void measure(const struct game *game, const char *rules, unsigned positions)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    if (!variant_parse(game, rules, &variant, &why))
        fail(&why);
    measure_start(&variant, "full");
    measure_start(&variant, "line");
    measure_hints(&variant, positions);
    for (unsigned i = 0; bot_name(i); i++)
        measure_moves(&variant, bot_name(i), positions);
    measure_reviews(&variant, positions / 5);
}

int main(int count, char **words)
{
    unsigned positions = count > 1 ? (unsigned)strtoul(words[1], NULL, 10) : 150;
    for (const struct game *const *game = games; *game; game++) {
        if (count > 2 && strcmp(words[2], (*game)->slug) != 0)
            continue;
        if (count > 3) {
            measure(*game, words[3], positions);
            continue;
        }
        measure(*game, "book", positions);
        if ((*game)->fair)
            measure(*game, "fair", positions);
    }
    return missed;
}
