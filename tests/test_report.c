// SPDX-License-Identifier: GPL-3.0-or-later
// Answers in words: what is said follows from the values, and from nothing else.
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "record/log.h"
#include "report/advice_text.h"
#include "report/hint.h"
#include "report/standings.h"
#include "support.h"

// --- Advice

enum { MOVES = 10 };

struct said_move {
    const char *move;
    enum advice_certain certain;
    bool unknown;
    unsigned parts, of; // the chance
};

static struct advice_move listed[MOVES];

// The first of the best is marked, with all that are as good.
static struct advice advice_of(enum advice_kind kind, const struct said_move *said, unsigned count)
{
    struct advice advice = {
        .kind = kind, .checked = kind != ADVICE_ABOUT, .moves = listed, .count = count
    };
    for (unsigned i = 0; i < count; i++) {
        struct text why = support_text();
        listed[i] = (struct advice_move){ .certain = said[i].certain, .known = !said[i].unknown };
        listed[i].turns = 3;
        mpq_inits(listed[i].chance, listed[i].share, NULL);
        mpq_set_ui(listed[i].chance, said[i].parts, said[i].of ? said[i].of : 1);
        assert_true(move_parse(&game_minefield, said[i].move, &listed[i].move, &why));
        if (listed[i].known && (!advice.best || mpq_cmp(listed[i].chance, advice.best->chance) > 0))
            advice.best = &listed[i];
    }
    for (unsigned i = 0; i < count && advice.best; i++)
        listed[i].best = listed[i].known && mpq_equal(listed[i].chance, advice.best->chance);
    return advice;
}

static void forget(const struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        mpq_clears(advice->moves[i].chance, advice->moves[i].share, NULL);
}

static void a_chance_is_said_with_what_it_is(void **state)
{
    (void)state;
    static const struct {
        enum advice_kind kind;
        struct said_move move;
        const char *words;
    } cases[] = {
        { ADVICE_TURNS, { "move", ADVICE_WIN, false, 1, 1 }, "wins in 3 turns" },
        { ADVICE_TURNS, { "move", ADVICE_LOSS, false, 0, 1 }, "loses in 3 turns" },
        { ADVICE_EXACT, { "move", ADVICE_NOTHING, false, 1, 3 }, "1/3 (33.3 %)" },
        { ADVICE_AGAINST, { "move", ADVICE_NOTHING, false, 1, 3 }, "1/3 (33.3 %)" },
        { ADVICE_AGAINST, { "move", ADVICE_SAFE, false, 1, 3 }, "1/3 (33.3 %), safe" },
        { ADVICE_ABOUT, { "move", ADVICE_SAFE, false, 1, 3 }, "about 33.3 %, safe" },
        { ADVICE_ABOUT, { "move", ADVICE_WIN, false, 1, 1 }, "1 (100.0 %), a sure win" },
        { ADVICE_ABOUT, { "move", ADVICE_LOSS, false, 0, 1 }, "0 (0.0 %), a sure loss" },
        { ADVICE_ABOUT, { "move", ADVICE_NOTHING, true, 0, 1 }, "not known" },
        { ADVICE_ABOUT, { "move", ADVICE_SAFE, true, 0, 1 }, "not known, safe" },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct advice advice = advice_of(cases[i].kind, &cases[i].move, 1);
        struct text out = support_text();
        report_move(&advice, &advice.moves[0], &out);
        assert_string_equal(out.at, cases[i].words);
        forget(&advice);
    }
    struct advice advice = advice_of(ADVICE_TURNS, &cases[0].move, 1);
    struct text out = support_text();
    listed[0].turns = 1;
    report_move(&advice, &advice.moves[0], &out);
    assert_string_equal(out.at, "wins in 1 turn");
    forget(&advice);
}

// No number stands alone that the check has not confirmed.
static void what_was_not_checked_is_said_to_be_about(void **state)
{
    (void)state;
    const struct said_move said[] = { { "move", ADVICE_NOTHING, false, 1, 3 },
                                      { "scan 9", ADVICE_NOTHING, false, 2, 3 } };
    struct variant variant = support_variant(&game_minefield, "book");
    for (enum advice_kind kind = ADVICE_TURNS; kind <= ADVICE_ABOUT; kind++) {
        struct advice advice = advice_of(kind, said, 2);
        struct text move = support_text(), warning = support_text();
        advice.checked = false;
        mpq_set_ui(listed[0].share, 1, 3);
        report_move(&advice, &advice.moves[0], &move);
        assert_non_null(strstr(move.at, "about "));
        assert_null(strstr(move.at, "best play"));
        assert_non_null(report_kind(&advice));
        report_warning(&advice, &variant, listed[0].move, &warning);
        assert_non_null(strstr(warning.at, "\nThis gives away about 33.3 %"));
        forget(&advice);
    }
}

// How often best play makes a move is said where it mixes, and only where that is exact.
static void a_share_is_said_where_best_play_mixes(void **state)
{
    (void)state;
    static const struct {
        enum advice_kind kind;
        unsigned parts, of;
        bool said;
    } cases[] = {
        { ADVICE_AGAINST, 1, 4, true },   { ADVICE_AGAINST, 1, 1, false },
        { ADVICE_AGAINST, 1, 200, true }, { ADVICE_AGAINST, 1, 201, false },
        { ADVICE_AGAINST, 0, 1, false },  { ADVICE_ABOUT, 1, 4, false },
        { ADVICE_EXACT, 1, 4, false },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct said_move move = { .move = "move", .parts = 1, .of = 2 };
        struct advice advice = advice_of(cases[i].kind, &move, 1);
        struct text out = support_text();
        mpq_set_ui(listed[0].share, cases[i].parts, cases[i].of);
        report_move(&advice, &advice.moves[0], &out);
        assert_int_equal(strstr(out.at, "of the time") != NULL, cases[i].said);
        forget(&advice);
    }
}

static void kinds_of_chances_are_named_where_they_need_it(void **state)
{
    (void)state;
    const struct said_move move = { .move = "move", .parts = 1, .of = 2 },
                           none = { .move = "move", .unknown = true };
    for (enum advice_kind kind = ADVICE_TURNS; kind <= ADVICE_ABOUT; kind++) {
        struct advice advice = advice_of(kind, &move, 1);
        assert_int_equal(report_kind(&advice) != NULL,
                         kind == ADVICE_AGAINST || kind == ADVICE_ABOUT);
        forget(&advice);
        advice = advice_of(kind, &none, 1);
        assert_null(report_kind(&advice));
        forget(&advice);
    }
}

// The match, and who is on turn in it.
struct place {
    struct match match;
    struct view view;
};

static void play_to(struct place *place, const char *const *moves)
{
    struct variant variant = support_variant(&game_minefield, "book");
    match_start(&place->match, &variant, SEAT_1);
    for (; *moves; moves++)
        support_play(&place->match, *moves);
    place->view = match_view(&place->match, match_turn(&place->match)->mover);
}

static void hint(const struct place *place, enum advice_kind kind, const struct said_move *said,
                 unsigned count, struct text *out)
{
    struct advice advice = advice_of(kind, said, count);
    report_best(&advice, &place->match.variant, &place->view, out);
    forget(&advice);
}

static void nearly_certain_is_not_certain(void **state)
{
    (void)state;
    const struct said_move said[] = { { "move", ADVICE_NOTHING, false, 2531, 2532 },
                                      { "scan 9", ADVICE_NOTHING, false, 1, 2532 } };
    struct place place;
    static struct news reply;
    play_to(&place, (const char *const[]){ "deal 5 6 7", NULL });
    struct advice advice = advice_of(ADVICE_EXACT, said, 2);
    hint_tell(&advice, &place.match.variant, &place.view, &reply);
    assert_int_equal(reply.rows[0].share, 999);
    assert_int_equal(reply.rows[1].share, 1);
    forget(&advice);
}

static const struct {
    enum advice_kind kind;
    struct said_move one, two;
    const char *words; // after the best move
} reasons[] = {
    { ADVICE_TURNS,
      { "move", ADVICE_WIN, false, 1, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "wins whatever" },
    { ADVICE_TURNS,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "holds out longest" },
    { ADVICE_AGAINST,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "whatever is hidden" },
    { ADVICE_ABOUT,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "whatever is hidden" },
    { ADVICE_EXACT,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "Every move loses against best play.\n" },
    { ADVICE_AGAINST,
      { "move", ADVICE_NOTHING, false, 0, 1 },
      { "scan 9", ADVICE_LOSS, false, 0, 1 },
      "Every move loses against one best way to play.\n" },
    { ADVICE_AGAINST,
      { "move", ADVICE_SAFE, false, 1, 2 },
      { "scan 9", ADVICE_NOTHING, false, 1, 3 },
      "safe in every case" },
};

static void a_hint_gives_its_reason(void **state)
{
    (void)state;
    const char *const moves[] = { "deal 5 6 7", NULL };
    struct place place;
    play_to(&place, moves);
    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const struct said_move said[] = { reasons[i].one, reasons[i].two };
        struct text out = support_text();
        hint(&place, reasons[i].kind, said, 2, &out);
        assert_true(text_begins(out.at, "Best: move"));
        if (!strstr(out.at, reasons[i].words))
            fail_msg("case %u: %s", i, out.at);
    }
    // An estimate of nothing is no loss, and a chance alone needs no reason.
    const struct said_move nothing[] = { { "move", ADVICE_NOTHING, false, 0, 1 } };
    const struct said_move half[] = { { "move", ADVICE_NOTHING, false, 1, 2 } };
    struct text out = support_text();
    hint(&place, ADVICE_ABOUT, nothing, 1, &out);
    hint(&place, ADVICE_AGAINST, half, 1, &out);
    hint(&place, ADVICE_EXACT, half, 1, &out);
    assert_string_equal(out.at, "Best: move.\nBest: move.\nBest: move.\n");
}

// Who goes where somebody has scanned goes to a safe place, for a mine that was found is one no
// more; the first move is into the dark.
static void a_place_that_is_known_to_be_safe_is_called_so(void **state)
{
    (void)state;
    const char *const dark[] = { "deal 5 6 7", NULL };
    const char *const scanned[] = { "deal 5 6 7", "scan 1", NULL };
    const char *const found[] = { "deal 1 6 7", "scan 1", NULL };
    const char *const *const ways[] = { dark, scanned, found };
    const struct said_move half[] = { { "move", ADVICE_NOTHING, false, 1, 2 },
                                      { "scan 9", ADVICE_NOTHING, false, 1, 3 } };
    for (unsigned i = 0; i < 3; i++) {
        struct place place;
        struct text out = support_text();
        play_to(&place, ways[i]);
        hint(&place, ADVICE_EXACT, half, 2, &out);
        assert_int_equal(strstr(out.at, "known to be safe") != NULL, i > 0);
    }
    // A scan goes nowhere.
    const struct said_move scan[] = { { "scan 9", ADVICE_NOTHING, false, 1, 2 } };
    struct place place;
    struct text out = support_text();
    play_to(&place, scanned);
    hint(&place, ADVICE_EXACT, scan, 1, &out);
    assert_string_equal(out.at, "Best: scan 9.\n");
}

static void equally_good_moves_are_listed_up_to_a_number(void **state)
{
    (void)state;
    struct said_move said[MOVES];
    char names[MOVES][16];
    const char *const moves[] = { "deal 5 6 7", NULL };
    struct place place;
    play_to(&place, moves);
    for (unsigned i = 0; i < MOVES; i++) {
        snprintf(names[i], sizeof names[i], "scan %u", i + 1);
        said[i] = (struct said_move){ .move = names[i], .parts = 1, .of = 2 };
    }
    struct text few = support_text(), many = support_text(), none = support_text();
    hint(&place, ADVICE_EXACT, said, 8, &few);
    assert_non_null(strstr(few.at, "scan 7, or scan 8.\n"));
    hint(&place, ADVICE_EXACT, said, 9, &many);
    assert_non_null(strstr(many.at, "scan 8, or one other.\n"));
    said[0].unknown = true;
    hint(&place, ADVICE_ABOUT, said, 1, &none);
    assert_non_null(strstr(none.at, "No chances from here on"));
}

static const struct {
    enum advice_kind kind;
    struct said_move made, other;
    const char *words;
} warnings[] = {
    { ADVICE_TURNS,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_WIN, false, 1, 1 },
      "This throws the game away: loses in 3 turns; scan 9 wins in 3 turns." },
    { ADVICE_AGAINST,
      { "move", ADVICE_NOTHING, false, 1, 1 },
      { "scan 9", ADVICE_WIN, false, 1, 1 },
      "This gives up a sure win: scan 9 wins" },
    { ADVICE_AGAINST,
      { "move", ADVICE_LOSS, false, 0, 1 },
      { "scan 9", ADVICE_NOTHING, false, 1, 9 },
      "This is a sure loss; scan 9 is not." },
    { ADVICE_ABOUT,
      { "move", ADVICE_LOSS, true, 0, 1 },
      { "scan 9", ADVICE_SAFE, true, 0, 1 },
      "This is a sure loss; scan 9 is not." },
    { ADVICE_ABOUT,
      { "move", ADVICE_NOTHING, true, 0, 1 },
      { "scan 9", ADVICE_SAFE, true, 0, 1 },
      "This may go wrong at once; scan 9 cannot." },
    { ADVICE_AGAINST,
      { "move", ADVICE_NOTHING, false, 1, 4 },
      { "scan 9", ADVICE_NOTHING, false, 1, 2 },
      "Against one best way to play this gives away 25.0 %: 1/4 (25.0 %); scan 9 1/2 (50.0 %)." },
    { ADVICE_ABOUT,
      { "move", ADVICE_NOTHING, false, 1, 4 },
      { "scan 9", ADVICE_NOTHING, false, 1, 2 },
      "This gives away about 25.0 %: about 25.0 %; scan 9 about 50.0 %." },
    { ADVICE_EXACT,
      { "move", ADVICE_NOTHING, false, 1, 4 },
      { "scan 9", ADVICE_NOTHING, false, 1, 2 },
      "This gives away 25.0 %: 1/4 (25.0 %); scan 9 1/2 (50.0 %)." },
    { ADVICE_EXACT,
      { "move", ADVICE_NOTHING, false, 2, 5 },
      { "scan 9", ADVICE_NOTHING, false, 1, 2 },
      "" },
    { ADVICE_EXACT,
      { "scan 3", ADVICE_NOTHING, false, 0, 5 }, // not the move that is made
      { "scan 9", ADVICE_NOTHING, false, 1, 2 },
      "" },
};

static void the_coach_says_what_is_given_away(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "book");
    struct text why = support_text();
    struct move made;
    assert_true(move_parse(&game_minefield, "move", &made, &why));
    for (unsigned i = 0; i < sizeof warnings / sizeof *warnings; i++) {
        const struct said_move said[] = { warnings[i].made, warnings[i].other };
        struct advice advice = advice_of(warnings[i].kind, said, 2);
        struct text out = support_text();
        if (!advice.best)
            advice.best = &advice.moves[1]; // before a sure loss goes what is not known
        report_warning(&advice, &variant, made, &out);
        const char *reason = strchr(out.at, '\n');
        bool hints = reason && strstr(out.at, "scan 9") && strstr(out.at, "scan 9") < reason;
        if (!text_begins(reason ? reason + 1 : out.at, warnings[i].words) || hints ||
            (out.length && !text_begins(out.at, "Careful: this ")) ||
            (!*warnings[i].words && out.length))
            fail_msg("case %u: %s", i, out.at);
        forget(&advice);
    }
}

// --- Standings

static struct schedule schedule_of(const char *players)
{
    struct schedule schedule = { .pairs = 2, .seed = 7 };
    struct text why = support_text();
    assert_true(schedule_add_players(&schedule, players, &why));
    schedule.field[schedule.fields++] = variant_book(&game_minefield);
    schedule.field[schedule.fields++] = variant_book(&game_trap_runner);
    return schedule;
}

static struct standings standings;

// Two players, of which the first wins all; of Trap Runner no luck can be taken out.
static void play_all(const struct schedule *schedule, bool early)
{
    static struct standings_pair pairs[4];
    struct text why = support_text();
    assert_int_equal(schedule_count(schedule), 4);
    for (unsigned i = 0; i < 4; i++) {
        bool quiet = schedule_pair(schedule, i).field == 0;
        pairs[i] = (struct standings_pair){ .played = true };
        for (unsigned k = 0; k < 2; k++)
            pairs[i].game[k] =
                (struct standings_game){ .won = true, .score = 1, .adjusted = quiet };
    }
    pairs[0].game[0].loss[1] = 0.5;
    pairs[0].game[0].decisions[1] = 2;
    if (early) {
        pairs[0].game[1].end = LOG_END_FLAGGED;
        pairs[1].game[0].end = LOG_END_FORFEITED;
        pairs[1].game[0].cause = LOG_ILLEGAL_MOVE;
        pairs[1].game[1].end = LOG_END_RESIGNED;
    }
    assert_true(standings_make(&standings, schedule, pairs, &why));
}

typedef void print_standings(const struct standings_report *report, FILE *out);

// To be freed.
static char *printed(print_standings *print, const struct standings_report *report)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    print(report, out);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static struct standings_report report_of(const struct schedule *schedule)
{
    return (struct standings_report){ .schedule = schedule,
                                      .standings = &standings,
                                      .directory = "/there" };
}

static void says(print_standings *print, const struct standings_report *report, const char *words,
                 bool expected)
{
    char *bytes = printed(print, report);
    if ((strstr(bytes, words) != NULL) != expected)
        fail_msg("'%s' %s in:\n%s", words, expected ? "is missing" : "is", bytes);
    free(bytes);
}

static void standings_say_how_games_were_lost(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random");
    struct standings_report report = report_of(&schedule);
    play_all(&schedule, false);
    says(standings_text, &report,
         "minefield, trap-runner: 4 of 4 pairs, 8 games, 8 different, seed 7", true);
    says(standings_text, &report, "\nNothing was forfeited.\n", true);
    says(standings_text, &report, "Lost otherwise", false);
    play_all(&schedule, true);
    says(standings_text, &report, "Nothing was forfeited", false);
    says(standings_text, &report,
         "Lost otherwise than by the rules:\n"
         "  random: 1 by time, 1 by illegal-move, 1 by resigning\n",
         true);
    says(standings_text, &report, "easy           -     100.0\nrandom       0.0         -\n", true);
    says(standings_text, &report, "CAUSEWAY_DATA=/there causeway games", true);
    says(standings_csv, &report, ",2,0.250000,", true); // forfeits, and what a decision loses
}

// Only where luck was taken out somewhere is it spoken of, and where it could not be, that.
static void standings_without_luck_stand_beside_the_others(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random");
    struct standings_report report = report_of(&schedule);
    play_all(&schedule, false);
    says(standings_text, &report, "without luck", false);
    says(standings_text, &report, "luck cannot be taken out", false);
    says(standings_svg, &report, "hollow", false);
    report.quiet = true;
    says(standings_text, &report, "without luck", true);
    says(standings_text, &report, "luck cannot be taken out", true);
    says(standings_svg, &report, "hollow: luck taken out", true);
    says(standings_svg, &report, "</svg>", true);
}

static void a_sequential_test_ends_with_its_verdict(void **state)
{
    (void)state;
    static const struct {
        struct sprt sprt;
        const char *words, *name;
    } cases[] = {
        { { .elo0 = 0, .elo1 = 20, .pairs = { 1, 1, 1 } }, "undecided", "open" },
        { { .elo0 = 0, .elo1 = 50, .pairs = { 10, 200, 190 } },
          "the higher one is accepted",
          "elo1" },
        { { .elo0 = 0, .elo1 = 50, .pairs = { 190, 200, 10 } },
          "the lower one is accepted",
          "elo0" },
    };
    struct schedule schedule = schedule_of("easy,random");
    struct standings_report report = report_of(&schedule);
    play_all(&schedule, false);
    says(standings_text, &report, "likelihood", false);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        report.sprt = &cases[i].sprt;
        says(standings_text, &report, "Is easy better than random", true);
        says(standings_text, &report, cases[i].words, true);
        char *bytes = printed(standings_json, &report);
        json_t *root = json_loads(bytes, 0, NULL);
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(root, "sprt"), "verdict")),
            cases[i].name);
        json_decref(root);
        free(bytes);
    }
}

static void standings_are_the_same_in_json(void **state)
{
    (void)state;
    struct schedule schedule = schedule_of("easy,random");
    struct standings_report report = report_of(&schedule);
    play_all(&schedule, true);
    char *bytes = printed(standings_json, &report);
    json_t *root = json_loads(bytes, 0, NULL), *forfeits, *players;
    int time = 0, moves = 0, resigned = 0, played = 0, won = -1;
    assert_int_equal(json_unpack(root, "{s:o}", "players", &players), 0);
    assert_int_equal(json_unpack(json_array_get(players, 1), "{s:o, s:i, s:i, s:i}", "forfeits",
                                 &forfeits, "resigned", &resigned, "games", &played, "won", &won),
                     0);
    assert_int_equal(json_unpack(forfeits, "{s:i, s:i!}", "time", &time, "illegal-move", &moves),
                     0);
    assert_int_equal(time + moves + resigned, 3);
    assert_int_equal(played, 8);
    assert_int_equal(won, 0);
    assert_null(json_object_get(root, "sprt"));
    assert_int_equal(json_object_size(json_object_get(json_array_get(players, 0), "forfeits")), 0);
    json_decref(root);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chance_is_said_with_what_it_is),
        cmocka_unit_test(what_was_not_checked_is_said_to_be_about),
        cmocka_unit_test(a_share_is_said_where_best_play_mixes),
        cmocka_unit_test(kinds_of_chances_are_named_where_they_need_it),
        cmocka_unit_test(nearly_certain_is_not_certain),
        cmocka_unit_test(a_hint_gives_its_reason),
        cmocka_unit_test(a_place_that_is_known_to_be_safe_is_called_so),
        cmocka_unit_test(equally_good_moves_are_listed_up_to_a_number),
        cmocka_unit_test(the_coach_says_what_is_given_away),
        cmocka_unit_test(standings_say_how_games_were_lost),
        cmocka_unit_test(standings_without_luck_stand_beside_the_others),
        cmocka_unit_test(a_sequential_test_ends_with_its_verdict),
        cmocka_unit_test(standings_are_the_same_in_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
