// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores.h"

#include <math.h>

#include "games/games.h"

double scores_average(const struct stats_tally *tally)
{
    return tally->all.played ? (double)tally->moves / tally->all.played : 0;
}

void scores_print_rating(const struct ratings_value *value, struct text *out)
{
    text_add(out, "%+ld (%+ld to %+ld)", lround(value->elo), lround(value->lo), lround(value->hi));
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
    struct columns columns = { .number = width < 60 ? 5 : 7 };
    unsigned fixed = 2 + 3 * columns.number + 6; // blanks, three numbers, per cent
    unsigned room = width > fixed + LEAST ? width - fixed : LEAST;
    columns.label = room < NAME ? room : NAME;
    room -= columns.label;
    columns.bar = room < 6 ? 0 : room - 2 < BAR ? room - 2 : BAR;
    return columns;
}

// Characters are counted, not bytes; what is too long has a line of its own.
static void print_label(FILE *out, const struct columns *columns, const char *label)
{
    unsigned used = 0;
    for (const char *at = label; *at; at++)
        used += (*at & 0xc0) != 0x80;
    fprintf(out, "  %s", label);
    if (used > columns->label) {
        fputs("\n  ", out);
        used = 0;
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
    enum { WHOLE = 32 }; // columns for a game and a role
    bool narrow = !one_player && columns->label < WHOLE;
    print_header(out, columns, "BY GAME");
    for (unsigned i = 0; games[i]; i++) {
        char label[64];
        const struct stats_tally *tally = &stats->game[i];
        snprintf(label, sizeof label, "%s", games[i]->title);
        if (one_player && tally->all.played)
            print_score(out, columns, label, &tally->all);
        if (narrow && tally->all.played)
            fprintf(out, "  %s\n", label);
        for (unsigned role = 0; role < 2 && tally->all.played; role++) {
            snprintf(label, sizeof label, "%s%s%s", one_player || narrow ? "  " : games[i]->title,
                     one_player || narrow ? "" : ": ", game_role(games[i], role));
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

// "medium (3 won in a row)"
static void print_level(FILE *out, const struct columns *columns, unsigned number,
                        const struct own_level *level)
{
    struct text label = TEXT_OF(80);
    unsigned row = level->streak.won ? level->streak.won : level->streak.lost;
    text_add(&label, "%s", levels_name(number));
    if (row > 1)
        text_add(&label, " (%u %s in a row)", row, level->streak.won ? "won" : "lost");
    if (level->alone.played)
        print_score(out, columns, label.at, &level->alone);
    text_clear(&label);
    text_add(&label, "%s, with help", levels_name(number));
    if (level->helped.played)
        print_score(out, columns, label.at, &level->helped);
}

// The person, and below it the levels that it is measured against.
static void print_rating(FILE *out, unsigned width, const struct own_rating *rating)
{
    struct text text = TEXT_OF(TEXT_MAX), levels = TEXT_OF(TEXT_MAX);
    text_add(&text, "  %s\n    ", rating->levels.variant.game->title);
    scores_print_rating(&rating->value, &text);
    text_add(&text, ", %u game%s\n    ", rating->games, rating->games == 1 ? "" : "s");
    for (unsigned i = 0; i < LEVELS; i++)
        text_add(&text, "%s%s %+.0f", i ? ", " : "", levels_name(i), rating->levels.elo[i]);
    text_add_folded(&levels, text.at, width);
    fprintf(out, "%s\n", levels.at);
}

static void print_own(FILE *out, unsigned width, const struct columns *columns,
                      const struct own *own)
{
    bool rated = false;
    print_header(out, columns, "AGAINST THE COMPUTER");
    for (unsigned i = 0; i < LEVELS; i++)
        print_level(out, columns, i, &own->level[i]);
    for (unsigned i = 0; games[i]; i++) {
        if (!own->rating[i].games)
            continue;
        if (!rated)
            fprintf(out, "\n  RATING, with its 95 %% interval\n");
        print_rating(out, width, &own->rating[i]);
        rated = true;
    }
}

void scores_print_player(FILE *out, unsigned width, const char *player, const struct stats *stats,
                         const struct own *own)
{
    struct columns columns = make_columns(width);
    const struct stats_score *all = &stats->total.all;
    fprintf(out, "%s: %u finished %s, %u won, %u lost.\n", player, all->played,
            all->played == 1 ? "game" : "games", all->won, all->played - all->won);
    fprintf(out, "Average length: %.1f moves. Most won in a row: %u; now %s in a row: %u.\n",
            scores_average(&stats->total), stats->streak.longest,
            stats->streak.won ? "won" : "lost",
            stats->streak.won ? stats->streak.won : stats->streak.lost);
    if (!own_is_empty(own))
        print_own(out, width, &columns, own);
    print_by_game(out, &columns, stats, true);
    print_by_seat(out, &columns, stats);
}

void scores_print_everybody(FILE *out, unsigned width, const struct stats *stats,
                            const struct stats_ranking *ranking)
{
    struct columns columns = make_columns(width);
    unsigned played = stats->total.all.played / 2; // each counts for both
    fprintf(out, "%u finished %s, %.1f moves on average.\n", played, played == 1 ? "game" : "games",
            scores_average(&stats->total));
    print_header(out, &columns, "PLAYERS");
    for (unsigned i = 0; i < ranking->count && i < SCORES_SHOWN; i++)
        print_score(out, &columns, ranking->all[i].name, &ranking->all[i].score);
    if (ranking->players > SCORES_SHOWN)
        fprintf(out, "  and %u more\n", ranking->players - SCORES_SHOWN);
    print_by_game(out, &columns, stats, false);
    print_by_seat(out, &columns, stats);
}
