// SPDX-License-Identifier: GPL-3.0-or-later
// Moves between two programs, over pipes, for each second of the processor's time, theirs
// and ours together: bench_pipes COMMAND LEAST
// Fails if there are fewer than LEAST. The clock on the wall depends on who else is there.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "core/now.h"
#include "contest/contest_game.h"
#include "games/games.h"

static void stop_with(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    exit(1);
}

// One game; how many moves it had.
static unsigned play(struct player *const player[SEATS], const char *who, unsigned number)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct stage stage;
    struct contest_game game = { .deal = number, .variant = variant_book(&game_pathfinder) };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        game.name[seat] = seat == SEAT_1 ? "one" : "two";
        game.who[seat] = who;
        game.player[seat] = player[seat];
    }
    struct table *table = contest_game_play(&game, &why);
    if (!table)
        stop_with(buffer);
    table_stage(table, SEAT_NOBODY, now_monotonic(), &stage);
    if (stage.end != LOG_END_PLAYED)
        stop_with("A game was forfeited.");
    table_free(table);
    return stage.move_count;
}

static double seconds_of(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

int main(int count, char **words)
{
    enum { MILLISECONDS = 2000 };
    char buffer[TEXT_MAX], who[LOG_PLAYER];
    struct text why = text_in(buffer, sizeof buffer);
    struct player *player[SEATS] = { NULL };
    if (count != 3)
        stop_with("Usage: bench_pipes COMMAND LEAST");
    snprintf(who, sizeof who, "program:%s", words[1]);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (!(player[seat] = player_new(&(struct player_setup){ .who = who }, &why)))
            stop_with(buffer);
    unsigned moves = 0, number = 0;
    play(player, who, number++); // the programs have started
    int64_t begun = now_monotonic(), now = begun;
    for (; now - begun < MILLISECONDS; now = now_monotonic())
        moves += play(player, who, number++);
    player_free(player[SEAT_1]);
    player_free(player[SEAT_2]);
    double each = moves / (seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN));
    printf("%.0f moves per core-second, %.0f a second, between two of '%s' (at least %s)\n", each,
           moves * 1000.0 / (double)(now - begun), words[1], words[2]);
    return each < strtod(words[2], NULL);
}
