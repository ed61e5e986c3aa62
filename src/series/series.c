// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/series.h"

struct series series_of(unsigned rounds, unsigned first)
{
    return (struct series){ .rounds = rounds, .first = first };
}

unsigned series_first(const struct series *series)
{
    return series->played % 2 ? opponent(series->first) : series->first;
}

void series_count(struct series *series, const struct match *match)
{
    unsigned winner = match_turn(match)->winner;
    assert(winner);
    series->wins[winner][winner != match_first(match)]++;
    series->played++;
}

bool series_over(const struct series *series)
{
    return series->played >= series->rounds;
}

unsigned series_wins(const struct series *series, unsigned seat)
{
    return series->wins[seat][0] + series->wins[seat][1];
}

unsigned series_winner(const struct series *series)
{
    unsigned one = series_wins(series, SEAT_1), two = series_wins(series, SEAT_2);
    return one > two ? SEAT_1 : two > one ? SEAT_2 : SEAT_NOBODY;
}

void series_tell(const struct series *series, const struct game *game, const char *const *name,
                 struct text *out)
{
    text_add(out, "After %u of %u rounds:\n", series->played, series->rounds);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        text_add(out, "  %s: ", name[seat]);
        text_add_count(out, series_wins(series, seat), "win", "wins");
        const char *player = game->role[0] ? "" : " player";
        text_add(out, " (%u as %s%s, %u as %s%s)\n", series->wins[seat][0], game_role(game, 0),
                 player, series->wins[seat][1], game_role(game, 1), player);
    }
    if (!series_over(series))
        return;
    unsigned winner = series_winner(series);
    if (winner)
        text_add(out, "%s wins the match!\n", name[winner]);
    else
        text_add(out, "The match is drawn.\n");
}
