// SPDX-License-Identifier: GPL-3.0-or-later
// causeway tournament
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "drive/player.h"
#include "contest/tournament.h"
#include "ui/progress_bar.h"
#include "record/clock.h"
#include "report/standings.h"
#include "store/store.h"

static bool add_field(struct schedule *schedule, const struct game *game, const char *rules,
                      struct text *why)
{
    if (schedule->fields == RATINGS_FIELDS) {
        text_add(why, "A tournament has room for %u games and rules.", (unsigned)RATINGS_FIELDS);
        return false;
    }
    if (!variant_parse(game, rules, &schedule->field[schedule->fields], why))
        return false;
    for (unsigned i = 0; i < schedule->fields; i++)
        if (variant_equal(&schedule->field[i], &schedule->field[schedule->fields]))
            return true; // given twice, or the same under two names
    schedule->fields++;
    return true;
}

// Every game with every --rules.
static bool read_fields(const struct cli_invocation *invocation, struct schedule *schedule,
                        struct text *why)
{
    for (unsigned i = 0; i < invocation->operand_count; i++) {
        const struct game *game = games_find(invocation->operand[i], why);
        bool given = false;
        if (!game)
            return false;
        for (unsigned k = 0; k < invocation->given_count; k++) {
            if (invocation->given[k].id != OPTION_RULES)
                continue;
            given = true;
            if (!add_field(schedule, game, invocation->given[k].value, why))
                return false;
        }
        if (!given && !add_field(schedule, game, "book", why))
            return false;
    }
    return true;
}

// The gauntlet's player comes first.
static bool read_players(const struct cli_invocation *invocation, struct schedule *schedule,
                         struct text *why)
{
    const char *gauntlet = cli_value(invocation, OPTION_GAUNTLET);
    schedule->gauntlet = gauntlet != NULL;
    if (gauntlet && !schedule_add_players(schedule, gauntlet, why))
        return false;
    if (gauntlet && schedule->players != 1) {
        text_add(why, "--gauntlet takes one player, not '%s'.", gauntlet);
        return false;
    }
    for (unsigned i = 0; i < invocation->given_count; i++)
        if (invocation->given[i].id == OPTION_PLAYERS &&
            !schedule_add_players(schedule, invocation->given[i].value, why))
            return false;
    if (gauntlet)
        schedule_drop_twins(schedule);
    for (unsigned i = 0; i < schedule->players; i++)
        if (!player_check(schedule->player[i], why))
            return false;
    if (schedule->players >= 2)
        return true;
    text_add(why, "A tournament needs two players at least: --players A,B.");
    return false;
}

// "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA"
static bool read_test(const struct cli_invocation *invocation, struct tournament_setup *setup,
                      struct text *why)
{
    const char *value = cli_value(invocation, OPTION_SPRT);
    struct sprt *sprt = &setup->sprt;
    int end = 0;
    if (!value)
        return true;
    setup->tests = true;
    *sprt = (struct sprt){ 0 };
    bool good =
        (sscanf(value, "%lf,%lf%n", &sprt->elo0, &sprt->elo1, &end) == 2 && !value[end]) ||
        (sscanf(value, "%lf,%lf,%lf,%lf%n", &sprt->elo0, &sprt->elo1, &sprt->alpha, &sprt->beta,
                &end) == 4 &&
         !value[end] && sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5);
    if (!good || !(sprt->elo0 < sprt->elo1) || sprt->elo0 < -1000 || sprt->elo1 > 1000) {
        text_add(why,
                 "--sprt takes two differences of Elo from -1000 to 1000, the lower one first, and "
                 "perhaps two errors below 0.5, as in --sprt 0,10 or --sprt 0,10,0.05,0.1, not "
                 "'%s'.",
                 value);
        return false;
    }
    if (setup->schedule.players == 2)
        return true;
    text_add(why, "--sprt compares two players, and there are %u.", setup->schedule.players);
    return false;
}

static bool read_all(const struct cli_invocation *invocation, struct tournament_setup *setup,
                     struct text *why)
{
    const char *clock = cli_value(invocation, OPTION_CLOCK);
    struct schedule *schedule = &setup->schedule;
    uint64_t pairs = 100, openings = 0;
    setup->program = (struct program_setup){ .trace = cli_value(invocation, OPTION_TRACE) };
    schedule->seed = 1;
    bool good =
        command_read_number(invocation, OPTION_SEED, 0, UINT64_MAX, &schedule->seed, why) &&
        command_read_number(invocation, OPTION_NOISE, 0, UINT64_MAX, &schedule->noise, why) &&
        command_read_number(invocation, OPTION_OPENINGS, 0, OPENING_MOST, &openings, why) &&
        command_read_number(invocation, OPTION_PAIRS, 1, SCHEDULE_PAIRS_MAX, &pairs, why) &&
        command_read_jobs(invocation, &setup->jobs, why) &&
        command_read_memory(invocation, &setup->program.memory, why) &&
        read_fields(invocation, schedule, why) && read_players(invocation, schedule, why) &&
        (!clock || clock_parse(clock, &setup->clock, why)) && read_test(invocation, setup, why);
    schedule->pairs = (unsigned)pairs;
    schedule->openings = (unsigned)openings;
    return good;
}

static void print_time(double seconds)
{
    if (seconds < 120)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 7200)
        fprintf(stderr, "%.0f min", seconds / 60);
    else
        fprintf(stderr, "%.1f h", seconds / 3600);
}

static void show_progress(const struct tournament *tournament, unsigned before, unsigned all,
                          struct progress_bar *progress_bar)
{
    unsigned played = tournament_played(tournament);
    if (!progress_bar_is_due(progress_bar))
        return;
    fprintf(stderr, "%u of %u pairs", played, all);
    if (played > before) {
        fputs(", ", stderr);
        print_time(progress_bar_seconds(progress_bar) / (played - before) * (all - played));
        fputs(" left", stderr);
    }
    fputs(progress_bar->visible ? " (Ctrl-C stops, --resume goes on)" : "\n", stderr);
}

static bool make_report(const struct tournament *tournament, const struct tournament_setup *setup,
                        struct standings_report *report, struct text *why)
{
    static struct standings standings;
    *report = (struct standings_report){
        .schedule = &setup->schedule,
        .standings = &standings,
        .sprt = tournament_sprt(tournament),
        .directory = tournament_directory(tournament),
        .facts = tournament_facts(tournament),
    };
    bool made = standings_make(&standings, &setup->schedule, tournament_pairs(tournament), why);
    report->quiet = standings.lucky;
    return made;
}

// How it stands in between.
static void show_interim(const struct tournament *tournament, const struct tournament_setup *setup,
                         const struct progress_bar *progress_bar)
{
    struct standings_report report;
    struct text ignored = TEXT_OF(TEXT_MAX);
    if (!make_report(tournament, setup, &report, &ignored))
        return;
    fputs(progress_bar->visible ? "\r\033[K" : "", stderr);
    standings_text(&report, stderr);
}

// False when it failed or was interrupted; *why is empty then.
static bool play_all(struct tournament *tournament, const struct tournament_setup *setup,
                     uint64_t interim, bool *interrupted, struct text *why)
{
    struct progress_bar progress_bar;
    unsigned before = tournament_played(tournament);
    enum tournament_news news = TOURNAMENT_NOTHING;
    progress_bar_begin(&progress_bar, NULL);
    while (news != TOURNAMENT_DONE && news != TOURNAMENT_FAILED && !progress_bar_interrupted()) {
        news = tournament_wait(tournament, why);
        if (news == TOURNAMENT_TOLD) {
            fprintf(stderr, "%scauseway: %s\n", progress_bar.visible ? "\r\033[K" : "", why->at);
            text_clear(why);
        }
        if (news == TOURNAMENT_PLAYED && interim && tournament_played(tournament) % interim == 0)
            show_interim(tournament, setup, &progress_bar);
        show_progress(tournament, before, schedule_count(&setup->schedule), &progress_bar);
    }
    *interrupted = !progress_bar_end(&progress_bar);
    return news == TOURNAMENT_DONE;
}

bool command_show_standings(const struct cli_invocation *invocation,
                            const struct standings_report *report, struct text *why)
{
    const char *picture = cli_value(invocation, OPTION_SVG);
    if (cli_value(invocation, OPTION_CSV))
        standings_csv(report, stdout);
    else if (cli_value(invocation, OPTION_JSON))
        standings_json(report, stdout);
    else
        standings_text(report, stdout);
    fflush(stdout);
    if (!picture)
        return true;
    FILE *file = fopen(picture, "w");
    if (file)
        standings_svg(report, file);
    return command_close_file(file, picture, why);
}

// Ratings of programs that fail say how often they fail. True if they are too many.
static bool warn_of_forfeits(const struct standings *standings)
{
    unsigned count = 0, played = 2 * standings->pairs;
    for (unsigned i = 0; i < standings->players; i++)
        for (unsigned cause = 0; cause < STANDINGS_CAUSES; cause++)
            count += standings->player[i].forfeits[cause];
    if (100 * count <= played)
        return false;
    fprintf(stderr,
            "causeway: WARNING: %u of %u games were forfeited (%.1f %%). The ratings are those of "
            "programs that fail.\n",
            count, played, 100.0 * count / played);
    return true;
}

static int show(const struct cli_invocation *invocation, const struct tournament *tournament,
                const struct tournament_setup *setup, struct text *why)
{
    struct standings_report report;
    if (!make_report(tournament, setup, &report, why))
        return EXIT_FAILED;
    bool drawn = command_show_standings(invocation, &report, why);
    return warn_of_forfeits(report.standings) && cli_value(invocation, OPTION_STRICT) ? EXIT_FAILED
           : drawn                                                                    ? EXIT_FINE
                                                                                      : EXIT_FAILED;
}

static int play(const struct cli_invocation *invocation, struct tournament_setup *setup,
                struct text *why)
{
    char under[STORE_PATH];
    bool interrupted = false;
    uint64_t interim = 0;
    if (!command_read_number(invocation, OPTION_INTERIM, 1, SCHEDULE_PAIRS_MAX, &interim, why))
        return EXIT_USAGE;
    setup->under = under;
    struct tournament *tournament =
        store_path("tournaments", under, why) ? tournament_open(setup, why) : NULL;
    if (!tournament)
        return EXIT_FAILED;
    bool done = play_all(tournament, setup, interim, &interrupted, why);
    unsigned played = tournament_played(tournament);
    int status = EXIT_FAILED;
    if (done || played)
        status = show(invocation, tournament, setup, why);
    tournament_close(tournament);
    if (interrupted) {
        fprintf(stderr, "causeway: stopped after %u of %u pairs; --resume goes on from there.\n",
                played, schedule_count(&setup->schedule));
        progress_bar_give_up();
    }
    return done ? status : EXIT_FAILED;
}

int command_run_tournament(const struct cli_invocation *invocation, struct queue *queue,
                           struct text *why)
{
    static struct tournament_setup setup;
    if (cli_value(invocation, OPTION_CSV) && cli_value(invocation, OPTION_JSON))
        return cli_usage_error(invocation, "Either --csv or --json, not both.");
    if (cli_value(invocation, OPTION_RESUME) && cli_value(invocation, OPTION_ANEW))
        return cli_usage_error(invocation, "Either --resume or --anew, not both.");
    if (!read_all(invocation, &setup, why))
        return EXIT_USAGE;
    setup.use = cli_value(invocation, OPTION_RESUME) ? JOURNAL_RESUME
                : cli_value(invocation, OPTION_ANEW) ? JOURNAL_ANEW
                                                     : JOURNAL_NEW;
    setup.patience = cli_value(invocation, OPTION_LUCK_ADJUSTED) ? 0 : 10;
    setup.queue = queue;
    setup.games = games;
    return play(invocation, &setup, why);
}

int command_tournament(const struct cli_invocation *invocation, struct text *why)
{
    return command_run_tournament(invocation, NULL, why);
}
