// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores.h"

#include "games/games.h"

enum { SHOWN = 20 }; // players in the list of all

double scores_average(const struct stats_tally *tally)
{
    return tally->all.played ? (double)tally->moves / tally->all.played : 0;
}

static unsigned percent(const struct stats_score *score)
{
    return score->played ? (100 * score->won + score->played / 2) / score->played : 0;
}

// Room for the longest name; characters are counted, not bytes.
static void print_label(FILE *out, const char *label)
{
    int width = 32;
    fprintf(out, "  %s", label);
    for (const char *at = label; *at; at++)
        width -= (*at & 0xc0) != 0x80;
    for (; width > 0; width--)
        fputc(' ', out);
}

// A row of the chart: what it is about, the numbers, and a bar.
static void print_score(FILE *out, const char *label, const struct stats_score *score)
{
    enum { BAR = 16 };
    unsigned filled = (percent(score) * BAR + 50) / 100;
    print_label(out, label);
    fprintf(out, " %6u %6u %6u  ", score->played, score->won, score->played - score->won);
    for (unsigned i = 0; i < BAR; i++)
        fputc(i < filled ? '#' : '.', out);
    fprintf(out, " %3u %%\n", percent(score));
}

static void print_header(FILE *out, const char *label)
{
    fputc('\n', out);
    print_label(out, label);
    fprintf(out, " %6s %6s %6s  %s\n", "PLAYED", "WON", "LOST", "SHARE WON");
}

static void print_by_game(FILE *out, const struct stats *stats, bool one_player)
{
    print_header(out, "BY GAME");
    for (unsigned i = 0; games[i]; i++) {
        char label[64];
        const struct stats_tally *tally = &stats->game[i];
        snprintf(label, sizeof label, "%s", games[i]->title);
        if (one_player && tally->all.played)
            print_score(out, label, &tally->all);
        for (unsigned role = 0; role < 2 && tally->all.played; role++) {
            snprintf(label, sizeof label, "%s%s%s", one_player ? "  " : games[i]->title,
                     one_player ? "" : ": ", game_role(games[i], role));
            print_score(out, label, &tally->role[role]);
        }
    }
}

static void print_by_seat(FILE *out, const struct stats *stats)
{
    print_header(out, "BY SEAT");
    print_score(out, "seat 1", &stats->total.seat[SEAT_1]);
    print_score(out, "seat 2", &stats->total.seat[SEAT_2]);
}

void scores_print_player(FILE *out, const char *player, const struct stats *stats)
{
    const struct stats_score *all = &stats->total.all;
    fprintf(out, "%s: %u finished %s, %u won, %u lost.\n", player, all->played,
            all->played == 1 ? "game" : "games", all->won, all->played - all->won);
    fprintf(out, "Average length: %.1f moves. Most won in a row: %u; now %s in a row: %u.\n",
            scores_average(&stats->total), stats->longest, stats->won_in_a_row ? "won" : "lost",
            stats->won_in_a_row ? stats->won_in_a_row : stats->lost_in_a_row);
    print_by_game(out, stats, true);
    print_by_seat(out, stats);
}

void scores_print_everybody(FILE *out, const struct stats *stats,
                            const struct stats_standing *standings, unsigned count)
{
    unsigned played = stats->total.all.played / 2; // each counts for both
    fprintf(out, "%u finished %s, %.1f moves on average.\n", played, played == 1 ? "game" : "games",
            scores_average(&stats->total));
    print_header(out, "PLAYERS");
    for (unsigned i = 0; i < count && i < SHOWN; i++)
        print_score(out, standings[i].name, &standings[i].score);
    if (count > SHOWN)
        fprintf(out, "  and %u more\n", count - SHOWN);
    print_by_game(out, stats, false);
    print_by_seat(out, stats);
}
