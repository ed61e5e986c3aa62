// SPDX-License-Identifier: GPL-3.0-or-later
#include <math.h>
#include <stdlib.h>

#include "record/log.h"
#include "report/shorten.h"
#include "report/standings.h"

// All that is printed fits 80 columns.
enum { COLUMNS = 80, LABEL_MOST = 16, CROSSED = 6 };

// A player's name; where it would make a table too wide, shortened in its middle.
static void add_label(const struct standings_report *report, unsigned i, size_t most,
                      struct text *out)
{
    char label[SCHEDULE_LABEL];
    schedule_label(report->schedule, i, label);
    shorten_add(out, label, most);
}

// The same, padded to `width` columns; a negative one: on the left.
static void print_label(const struct standings_report *report, unsigned i, int width, FILE *out)
{
    struct text label = TEXT_OF(SCHEDULE_LABEL);
    size_t most = (size_t)abs(width);
    add_label(report, i, most, &label);
    int gap = (int)(most - shorten_count(label.at, label.length));
    fprintf(out, "%*s%s%*s", width < 0 ? gap : 0, "", label.at, width < 0 ? 0 : gap, "");
}

static void print_folded(const struct text *text, FILE *out)
{
    struct text folded = TEXT_OF(2 * TEXT_MAX);
    text_add_folded(&folded, text->at, COLUMNS);
    fputs(folded.at, out);
}

// The widest label, and room for a heading.
static int label_width(const struct standings_report *report)
{
    size_t width = 6;
    for (unsigned i = 0; i < report->schedule->players; i++) {
        struct text label = TEXT_OF(SCHEDULE_LABEL);
        add_label(report, i, LABEL_MOST, &label);
        size_t count = shorten_count(label.at, label.length);
        if (count > width)
            width = count;
    }
    return (int)width;
}

static void print_heading(const struct standings_report *report, FILE *out)
{
    const struct schedule *schedule = report->schedule;
    for (unsigned i = 0; i < schedule->fields; i++) {
        char buffer[TEXT_MAX];
        struct text text = text_in(buffer, sizeof buffer);
        schedule_print_field(schedule, i, &text);
        fprintf(out, "%s%s", i ? ", " : "", buffer);
    }
    unsigned pairs = report->standings->pairs;
    fprintf(out, ": %u ", pairs);
    // Several tournaments together have neither a number of pairs to come to nor a seed.
    if (*report->directory)
        fprintf(out, "of %u ", schedule_count(schedule));
    fprintf(out, "pairs, %u games, %u different", 2 * pairs, report->standings->different);
    if (*report->directory)
        fprintf(out, ", seed %ju", (uintmax_t)schedule->seed);
    fputs("\n\n", out);
}

// Whole points; nothing is -0.
static double whole(double elo)
{
    return round(elo) + 0.0;
}

static void print_rating(const struct ratings_value *value, FILE *out)
{
    if (isnan(value->lo))
        fprintf(out, "  %+6.0f %16s", whole(value->elo), "-");
    else
        fprintf(out, "  %+6.0f %+6.0f to %+6.0f", whole(value->elo), whole(value->lo),
                whole(value->hi));
}

static void print_score(const struct standings_mean *score, FILE *out)
{
    fprintf(out, "  %5.1f %5.1f", 100 * score->mean, 100 * score->error);
}

static void print_player(const struct standings_report *report, unsigned i, int width, FILE *out)
{
    const struct standings *standings = report->standings;
    const struct standings_player *player = &standings->player[i];
    print_label(report, i, width, out);
    print_rating(&standings->ratings.player[i], out);
    print_score(&player->raw, out);
    fprintf(out, "  %6u %7.3f", player->games, player->spread);
    if (player->decisions > 0)
        fprintf(out, "  %8.4f\n", player->loss);
    else
        fprintf(out, "  %8s\n", "-");
}

static void print_without_luck(const struct standings_report *report, unsigned i, int width,
                               FILE *out)
{
    print_label(report, i, width, out);
    print_rating(&report->standings->without_luck.player[i], out);
    print_score(&report->standings->player[i].adjusted, out);
    fputc('\n', out);
}

static void print_columns(int width, FILE *out)
{
    fprintf(out, "%-*s  %6s %-16s  %5s %5s", width, "player", "rating", "     95 %", "score",
            "error");
}

static void print_ratings(const struct standings_report *report, int width, FILE *out)
{
    unsigned order[RATINGS_PLAYERS];
    standings_order(report->standings, order);
    if (report->quiet)
        fprintf(out, "Ratings as played:\n");
    print_columns(width, out);
    fprintf(out, "  %6s %7s  %8s\n", "games", "scatter", "loss");
    for (unsigned i = 0; i < report->standings->players; i++)
        print_player(report, order[i], width, out);
    if (!report->quiet)
        return;
    fprintf(out, "\nRatings without luck:\n");
    print_columns(width, out);
    fputc('\n', out);
    for (unsigned i = 0; i < report->standings->players; i++)
        print_without_luck(report, order[i], width, out);
}

static void print_programs(const struct standings_report *report, FILE *out)
{
    bool any = false;
    for (unsigned i = 0; report->facts && i < report->standings->players; i++) {
        char label[SCHEDULE_LABEL];
        if (!*report->facts->program[i])
            continue;
        schedule_label(report->schedule, i, label);
        fprintf(out, "%s  %s is %s\n", any ? "" : "\nPrograms:\n", label,
                report->facts->program[i]);
        any = true;
    }
}

static void print_row(const struct standings_report *report, const unsigned *order, unsigned row,
                      unsigned from, unsigned to, FILE *out)
{
    for (unsigned k = from; k < to; k++) {
        const struct standings_cross *cross = &report->standings->cross[order[row]][order[k]];
        if (cross->games > 0)
            fprintf(out, "  %8.1f", 100.0 * cross->won / cross->games);
        else
            fprintf(out, "  %8s", "-");
    }
    fputc('\n', out);
}

// As many columns side by side as fit.
static void print_cross(const struct standings_report *report, int width, FILE *out)
{
    enum { HEADING = 8 };
    unsigned order[RATINGS_PLAYERS], players = report->standings->players;
    standings_order(report->standings, order);
    fprintf(out, "\nOf 100 games the row wins against the column:\n");
    for (unsigned from = 0; from < players; from += CROSSED) {
        unsigned to = players - from > CROSSED ? from + CROSSED : players;
        fprintf(out, "%s%*s", from ? "\n" : "", width, "");
        for (unsigned k = from; k < to; k++) {
            fprintf(out, "  ");
            print_label(report, order[k], -HEADING, out);
        }
        fputc('\n', out);
        for (unsigned i = 0; i < players; i++) {
            print_label(report, order[i], width, out);
            print_row(report, order, i, from, to, out);
        }
    }
}

// The meetings in which games were played again, or which show too little.
static void print_repeated(const struct standings_report *report, FILE *out)
{
    const struct standings *standings = report->standings;
    for (unsigned i = 0; i < standings->players; i++)
        for (unsigned k = i + 1; k < standings->players; k++) {
            const struct standings_cross *cross = &standings->cross[i][k];
            char one[SCHEDULE_LABEL], two[SCHEDULE_LABEL];
            struct text text = TEXT_OF(TEXT_MAX);
            bool few = cross->pairs < STANDINGS_LEAST;
            if (cross->games == 0 || (cross->different == cross->games && !few))
                continue;
            schedule_label(report->schedule, i, one);
            schedule_label(report->schedule, k, two);
            text_add(&text, "\n%s against %s: %u games, %u different", one, two, cross->games,
                     cross->different);
            if (few)
                text_add(&text, ". Too few different games for an interval: %u pair%s of %u",
                         cross->pairs, cross->pairs == 1 ? "" : "s", (unsigned)STANDINGS_LEAST);
            text_add(&text, ".");
            print_folded(&text, out);
        }
    fputc('\n', out);
}

static const char *why_lucky(const struct standings_report *report, unsigned field)
{
    return game_has_secrets(report->schedule->field[field].game)
               ? "; luck cannot be taken out: it is in what players hide"
               : "; luck cannot be taken out: not every game could be solved in time";
}

static void print_advantages(const struct standings_report *report, FILE *out)
{
    fprintf(out, "\nAdvantage of whoever is first:\n");
    for (unsigned i = 0; i < report->standings->fields; i++) {
        char buffer[TEXT_MAX];
        struct text text = text_in(buffer, sizeof buffer);
        const struct ratings_value *value = &report->standings->ratings.advantage[i];
        schedule_print_field(report->schedule, i, &text);
        fprintf(out, "  %s: %+.0f ", buffer, whole(value->elo));
        if (isnan(value->lo))
            fprintf(out, "(too few different games)");
        else
            fprintf(out, "(%+.0f to %+.0f)", whole(value->lo), whole(value->hi));
        fprintf(out, "%s\n",
                report->quiet && !report->standings->quiet[i] ? why_lucky(report, i) : "");
    }
}

// "easy: 2 by illegal-move, 1 by time."
static void print_losses(const struct standings_report *report, unsigned i, FILE *out)
{
    const struct standings_player *player = &report->standings->player[i];
    char label[SCHEDULE_LABEL];
    const char *before = "";
    schedule_label(report->schedule, i, label);
    fprintf(out, "  %s: ", label);
    if (player->flags) {
        fprintf(out, "%u by time", player->flags);
        before = ", ";
    }
    for (unsigned cause = 0; cause < STANDINGS_CAUSES; cause++)
        if (player->forfeits[cause]) {
            fprintf(out, "%s%u by %s", before, player->forfeits[cause], log_causes[cause]);
            before = ", ";
        }
    if (player->resigned)
        fprintf(out, "%s%u by resigning", before, player->resigned);
    fprintf(out, "\n");
    if (!report->facts || !*report->facts->forfeit[i].id)
        return;
    fprintf(out, "    the first forfeit, in game %s: %s\n", report->facts->forfeit[i].id,
            report->facts->forfeit[i].trouble);
    if (*report->facts->forfeit[i].offence)
        fprintf(out, "    it had said: %s\n", report->facts->forfeit[i].offence);
}

static bool lost_early(const struct standings_player *player)
{
    unsigned count = player->flags + player->resigned;
    for (unsigned cause = 0; cause < STANDINGS_CAUSES; cause++)
        count += player->forfeits[cause];
    return count > 0;
}

static void print_forfeits(const struct standings_report *report, FILE *out)
{
    bool any = false;
    for (unsigned i = 0; i < report->standings->players; i++) {
        if (!lost_early(&report->standings->player[i]))
            continue;
        if (!any)
            fprintf(out, "\nLost otherwise than by the rules:\n");
        any = true;
        print_losses(report, i, out);
    }
    if (!any)
        fprintf(out, "\nNothing was forfeited.\n");
}

static void print_sprt(const struct standings_report *report, FILE *out)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "undecided",
        [SPRT_ELO0] = "the lower one is accepted",
        [SPRT_ELO1] = "the higher one is accepted",
    };
    struct text text = TEXT_OF(TEXT_MAX);
    char one[SCHEDULE_LABEL], two[SCHEDULE_LABEL];
    if (!report->sprt)
        return;
    schedule_label(report->schedule, 0, one);
    schedule_label(report->schedule, 1, two);
    text_add(&text,
             "\nIs %s better than %s by %g or by %g Elo? Different pairs lost %u, shared %u, won %u"
             "%s; log likelihood ratio %.2f, from %.2f to %.2f undecided:\n%s.\n",
             one, two, report->sprt->elo0, report->sprt->elo1, report->sprt->pairs[SPRT_LOST],
             report->sprt->pairs[SPRT_SHARED], report->sprt->pairs[SPRT_WON],
             report->sprt->lucky ? " (scores without luck count)" : "", sprt_ratio(report->sprt),
             sprt_lower(report->sprt), sprt_upper(report->sprt),
             verdicts[sprt_verdict(report->sprt)]);
    print_folded(&text, out);
}

void standings_text(const struct standings_report *report, FILE *out)
{
    int width = label_width(report);
    print_heading(report, out);
    print_ratings(report, width, out);
    print_programs(report, out);
    print_cross(report, width, out);
    print_repeated(report, out);
    print_advantages(report, out);
    print_forfeits(report, out);
    print_sprt(report, out);
    if (!*report->directory)
        return;
    fprintf(out, "\nTo list the games:\nCAUSEWAY_DATA=%s causeway games\n", report->directory);
}
