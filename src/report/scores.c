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

// How wide the columns are: the numbers come first, then the names, then the bars.
struct columns {
    unsigned label, number, bar;
};

static struct columns make_columns(unsigned width)
{
    enum { NAME = 32, BAR = 16, LEAST = 14 };
    struct columns columns = { .number = width < 60 ? 4 : 7 };
    unsigned fixed = 2 + 3 * columns.number + 6; // blanks, three numbers, per cent
    unsigned room = width > fixed + LEAST ? width - fixed : LEAST;
    columns.label = room < NAME ? room : NAME;
    room -= columns.label;
    columns.bar = room < 6 ? 0 : room - 2 < BAR ? room - 2 : BAR;
    return columns;
}

// Characters are counted, not bytes; what is too long is cut.
static void print_label(FILE *out, const struct columns *columns, const char *label)
{
    unsigned used = 0;
    fputs("  ", out);
    for (const char *at = label; *at; at++) {
        bool begins = (*at & 0xc0) != 0x80;
        if (begins && used == columns->label)
            break;
        used += begins;
        fputc(*at, out);
    }
    fprintf(out, "%*s", (int)(columns->label - used), "");
}

// A row of the chart: what it is about, the numbers, and a bar.
static void print_score(FILE *out, const struct columns *columns, const char *label,
                        const struct stats_score *score)
{
    int number = (int)columns->number;
    unsigned filled = (percent(score) * columns->bar + 50) / 100;
    print_label(out, columns, label);
    fprintf(out, "%*u%*u%*u", number, score->played, number, score->won, number,
            score->played - score->won);
    if (columns->bar)
        fputs("  ", out);
    for (unsigned i = 0; i < columns->bar; i++)
        fputc(i < filled ? '#' : '.', out);
    if (score->played)
        fprintf(out, " %3u %%\n", percent(score));
    else
        fprintf(out, "     -\n");
}

static void print_header(FILE *out, const struct columns *columns, const char *label)
{
    bool narrow = columns->number < 7;
    int number = (int)columns->number;
    fputc('\n', out);
    print_label(out, columns, label);
    fprintf(out, "%*s%*s%*s%s\n", number, narrow ? "ALL" : "PLAYED", number, "WON", number, "LOST",
            columns->bar ? "  SHARE WON" : "");
}

static void print_by_game(FILE *out, const struct columns *columns, const struct stats *stats,
                          bool one_player)
{
    print_header(out, columns, "BY GAME");
    for (unsigned i = 0; games[i]; i++) {
        char label[64];
        const struct stats_tally *tally = &stats->game[i];
        snprintf(label, sizeof label, "%s", games[i]->title);
        if (one_player && tally->all.played)
            print_score(out, columns, label, &tally->all);
        for (unsigned role = 0; role < 2 && tally->all.played; role++) {
            snprintf(label, sizeof label, "%s%s%s", one_player ? "  " : games[i]->title,
                     one_player ? "" : ": ", game_role(games[i], role));
            print_score(out, columns, label, &tally->role[role]);
        }
    }
}

static void print_by_seat(FILE *out, const struct columns *columns, const struct stats *stats)
{
    print_header(out, columns, "BY SEAT");
    print_score(out, columns, "seat 1", &stats->total.seat[SEAT_1]);
    print_score(out, columns, "seat 2", &stats->total.seat[SEAT_2]);
}

void scores_print_player(FILE *out, unsigned width, const char *player, const struct stats *stats)
{
    struct columns columns = make_columns(width);
    const struct stats_score *all = &stats->total.all;
    fprintf(out, "%s: %u finished %s, %u won, %u lost.\n", player, all->played,
            all->played == 1 ? "game" : "games", all->won, all->played - all->won);
    fprintf(out, "Average length: %.1f moves. Most won in a row: %u; now %s in a row: %u.\n",
            scores_average(&stats->total), stats->longest, stats->won_in_a_row ? "won" : "lost",
            stats->won_in_a_row ? stats->won_in_a_row : stats->lost_in_a_row);
    print_by_game(out, &columns, stats, true);
    print_by_seat(out, &columns, stats);
}

void scores_print_everybody(FILE *out, unsigned width, const struct stats *stats,
                            const struct stats_standing *standings, unsigned count)
{
    struct columns columns = make_columns(width);
    unsigned played = stats->total.all.played / 2; // each counts for both
    fprintf(out, "%u finished %s, %.1f moves on average.\n", played, played == 1 ? "game" : "games",
            scores_average(&stats->total));
    print_header(out, &columns, "PLAYERS");
    for (unsigned i = 0; i < count && i < SHOWN; i++)
        print_score(out, &columns, standings[i].name, &standings[i].score);
    if (count > SHOWN)
        fprintf(out, "  and %u more\n", count - SHOWN);
    print_by_game(out, &columns, stats, false);
    print_by_seat(out, &columns, stats);
}
