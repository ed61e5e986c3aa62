// SPDX-License-Identifier: GPL-3.0-or-later
// The checker: what is true passes, what is false or not proved does not, and it says why.
#include <stdio.h>
#include <stdlib.h>

#include "claim/certificate.h"
#include "core/memory.h"
#include "solve/rater.h"
#include "solve/solve.h"
#include "support.h"

static const struct limits no_limits;

// ---- Small certificates, line by line. ----

static enum check_verdict verdict_of(const char *text, const char *words_wanted)
{
    struct text words = support_text();
    enum check_verdict verdict = support_verdict(text, strlen(text), &words);
    if (*words_wanted && !strstr(words.at, words_wanted))
        fail_msg("'%s' is not in: %s\n%s", words_wanted, words.at, text);
    return verdict;
}

// Trap Runner with one trap on four cells, of value 1/3.
#define SMALL                                                                                      \
    "{\"certificate\":3,\"game\":\"trap-runner\",\"rules\":\"length=4,traps=1,stride=3,"           \
    "passable=yes,lives=1\",\"first\":1,\"class\":\"secrets\",\"claim\":"
#define TRAPS "[0,\"trap 1\",\"1\"]\n[0,\"trap 2\",\"1\"]\n[0,\"trap 3\",\"1\"]\n"
#define RUNS  "[0,\"run 1\",\"1\"]\n[1,\"run 3\",\"1\"]\n[0,\"run 2\",\"1\"]\n[0,\"run 3\",\"1\"]\n"

static char *value_claim(const char *bounds, const char *one, const char *two)
{
    static char text[8192];
    snprintf(text, sizeof text,
             SMALL "\"value\",\"bounds\":[%s]}\n{\"strategy\":1,\"unit\":\"3\"}\n%s"
                   "{\"strategy\":2,\"unit\":\"3\"}\n%s{\"end\":true}\n",
             bounds, one, two);
    return text;
}

static void prove(const char *bounds, const char *one, const char *two, const char *words)
{
    assert_int_equal(verdict_of(value_claim(bounds, one, two), words), CHECK_PROVED);
}

static void refute(const char *bounds, const char *one, const char *two, const char *words)
{
    assert_int_equal(verdict_of(value_claim(bounds, one, two), words), CHECK_REFUTED);
}

static const char exact[] = "\"1/3\",\"1/3\"";

static void values(void **state)
{
    (void)state;
    prove(exact, TRAPS, RUNS, "seat 1 is the Trapper: seat 1 wins with the chance 1/3.");
    prove(exact, TRAPS, RUNS, "Both strategies (3 and 4 moves)");
    prove("\"1/4\",\"1/2\"", TRAPS, RUNS, "between 1/4 and 1/2");
    prove("\"0\",\"1\"", "", "", "between 0 and 1");
    prove("\"0\",\"1/3\"", "", RUNS, "between 0 and 1/3");
    prove("\"1/3\",\"1\"", TRAPS, "", "between 1/3 and 1");
    refute("\"1/3\",\"1/3\"", "", RUNS, "strategy of seat 1 does not get what is claimed");
    refute("\"1/3\",\"1/3\"", TRAPS, "", "strategy of seat 2 does not get what is claimed");
    refute("\"1001/3000\",\"1\"", TRAPS, RUNS, "it wins 1 of 3");
    refute("\"0\",\"333/1000\"", TRAPS, RUNS, "it wins 2 of 3");
}

static void who_begins(void **state)
{
    (void)state;
    char text[8192], *at;
    snprintf(text, sizeof text, "%s", value_claim("\"2/3\",\"2/3\"", RUNS, TRAPS));
    at = strstr(text, "\"first\":1");
    at[8] = '2';
    assert_int_equal(verdict_of(text, "seat 2 is the Trapper: seat 1 wins with the chance 2/3"),
                     CHECK_PROVED);
    snprintf(text, sizeof text, "%s", value_claim(exact, TRAPS, RUNS));
    strstr(text, "\"first\":1")[8] = '2';
    assert_int_equal(verdict_of(text, "Line 3: 'trap 1' is not legal there"), CHECK_REFUTED);
}

// Both strategies are gone through, also where nothing is asked of them.
static void strategies_that_are_none(void **state)
{
    (void)state;
    const char *const all = "\"0\",\"1\"";
    refute(all, "[0,\"trap 4\",\"3\"]\n", "", "Line 3: 'trap 4' is not legal there");
    refute(all, "[0,\"trap 1 2\",\"3\"]\n", "", "'trap 1 2' is not legal there");
    refute(all, "[0,\"run 1\",\"3\"]\n", "", "'run 1' is not legal there");
    refute(all, "[0,\"trap 1\",\"2\"]\n", "", "weights do not add up");
    refute(all, "[0,\"trap 1\",\"4\"]\n", "", "weights do not add up");
    refute(all, "[0,\"trap 1\",\"2\"]\n[0,\"trap 2\",\"2\"]\n", "", "weights do not add up");
    refute(all, "[0,\"trap 1\",\"1\"]\n[0,\"trap 2\",\"1\"]\n[0,\"trap 1\",\"1\"]\n", "",
           "Line 5: 'trap 1' stands twice");
    refute(all, "[0,\"trap 1\",\"3\"]\n[1,\"run 1\"]\n[1,\"run 1\"]\n", "", "stands twice");
    refute(all, "[0,\"trap 1\",\"3\"]\n[1,\"run 4\"]\n", "", "Line 4: 'run 4' cannot happen");
    refute(all, "[0,\"trap 1\",\"3\"]\n[1,\"run 1\"]\n[2,\"run 1\"]\n", "",
           "Line 5: 'run 1' cannot happen there");
    refute(all, "[0,\"trap 1\",\"3\"]\n[1,\"run 2\",\"3\"]\n", "", "cannot happen there");
    refute(all, "[0,\"trap 1\"]\n", "", "Line 3: 'trap 1' cannot happen there");
    refute(all, "[0,{\"outcome\":\"safe\"}]\n", "", "outcome of nothing");
    refute(all, "[0,\"trap 1\",\"3\"]\n[1,{\"outcome\":\"plain\"}]\n", "",
           "Line 4: 'plain' is an outcome of what is hidden");
    refute(all, "", "[0,\"run 3\",\"3\"]\n[1,{\"outcome\":\"safe\"}]\n[2,{\"outcome\":\"safe\"}]\n",
           "outcome of nothing");
    refute(all, "", "[0,\"run 3\",\"3\"]\n[1,{\"outcome\":\"plain\"}]\n",
           "Line 5: 'plain' cannot come out there");
    refute(all, "", "[0,\"run 3\",\"3\"]\n[1,{\"outcome\":\"safe\"}]\n[1,{\"outcome\":\"safe\"}]\n",
           "'safe' stands twice");
    refute(all, "", "[0,\"run 1\",\"3\"]\n[1,{\"outcome\":\"boom\"}]\n[2,\"run 3\",\"3\"]\n",
           "Line 5: 'boom' cannot come out there");
    refute(all, "", "[0,\"run 1\",\"3\"]\n[1,{\"outcome\":\"safe\"}]\n[2,\"run 3\",\"2\"]\n",
           "weights do not add up");
    refute(all, "", "[0,\"run 1\",\"2\"]\n[1,\"run 3\",\"3\"]\n[0,\"run 2\",\"1\"]\n",
           "weights do not add up");
    prove(all, "", "[0,\"run 1\",\"3\"]\n[1,{\"outcome\":\"safe\"}]\n[2,\"run 3\",\"3\"]\n", "");
    prove(all, "[0,\"trap 1\",\"3\"]\n[1,\"run 2\"]\n[2,\"run 1\"]\n", "", "");
}

// What a file must not be, by the reader alone.
static void lines_that_are_none(void **state)
{
    (void)state;
    const char *const all = "\"0\",\"1\"";
    refute(all, "[0,\"trap 1\",\"03\"]\n", "", "Line 3: this is not a line of a mixed strategy");
    refute(all, "[0,\"trap 1\",\"0\"]\n", "", "not a line");
    refute(all, "[0,\"trap 1\",\"-3\"]\n", "", "not a line");
    refute(all, "[0,\"trap 1\",3]\n", "", "not a line");
    refute(all, "[0,\"trap 1\",\"3\",\"3\"]\n", "", "not a line");
    refute(all, "[1,\"trap 1\",\"3\"]\n", "", "not a line");
    refute(all, "[0,\"trap 01\",\"3\"]\n", "", "not a line");
    refute(all, "[0,\"trap 2 1\",\"3\"]\n", "", "not a line");
    refute(all, "[0,{\"outcome\":\"bang\"}]\n", "", "not a line");
    refute(all, "[0,{\"outcome\":\"safe\"},\"3\"]\n", "", "not a line");
    refute(all, "[0]\n", "", "not a line");
    refute(all, "\"trap 1\"\n", "", "the strategy of seat 2 was expected");
    refute("\"2/6\",\"1\"", "", "", "'bounds' is wrong");
    refute("\"1/2\",\"1/3\"", "", "", "'bounds' is wrong");
    refute("\"0\",\"3/2\"", "", "", "'bounds' is wrong");
    refute("\"0\"", "", "", "'bounds' is wrong");
    refute("\"0\",\"1\"],\"turns\":[1", "", "", "'turns' is not of this claim");
    refute("\"0\",\"1\"],\"more\":[1", "", "", "members that no claim has");
    refute("\"0\",\"1\"],\"seat\":[1", "", "", "'seat' is not of this claim");
}

// Weights have no limit of size.
static void large_weights(void **state)
{
    (void)state;
    char one[4096], digits[1024], text[8192];
    memset(digits, '7', sizeof digits);
    digits[1000] = '\0';
    snprintf(one, sizeof one,
             "[0,\"trap 1\",\"%s\"]\n[0,\"trap 2\",\"%s\"]\n[0,\"trap 3\",\"%s\"]\n", digits,
             digits, digits);
    refute(exact, one, RUNS, "weights do not add up");
    snprintf(text, sizeof text,
             SMALL "\"value\",\"bounds\":[\"1/3\",\"1\"]}\n{\"strategy\":1,\"unit\":\"2%.*s1\"}\n%s"
                   "{\"strategy\":2,\"unit\":\"1\"}\n{\"end\":true}\n",
             999, "333333333333333333333333333333333333333333333333333333333333", one);
    assert_int_equal(verdict_of(text, "weights do not add up"), CHECK_REFUTED);
    char unit[1100];
    memset(unit, '3', sizeof unit);
    unit[0] = '2', unit[1000] = '1', unit[1001] = '\0'; // three times 777...7
    snprintf(text, sizeof text,
             SMALL "\"value\",\"bounds\":[\"1/3\",\"1\"]}\n{\"strategy\":1,\"unit\":\"%s\"}\n%s"
                   "{\"strategy\":2,\"unit\":\"1\"}\n{\"end\":true}\n",
             unit, one);
    assert_int_equal(verdict_of(text, ""), CHECK_PROVED);
}

// ---- Outcomes: with two lives a hit tells something and the race goes on. ----

#define LIVES                                                                                      \
    "{\"certificate\":3,\"game\":\"trap-runner\",\"rules\":\"length=5,traps=2,stride=2,"           \
    "passable=yes,lives=2\",\"first\":1,\"class\":\"secrets\",\"claim\":\"value\","                \
    "\"bounds\":[\"0\",\"%s\"]}\n{\"strategy\":1,\"unit\":\"1\"}\n{\"strategy\":2,\"unit\":\"1\"}" \
    "\n"                                                                                           \
    "%s{\"end\":true}\n"

// Two traps on the cells 1 to 4, never side by side: 1 3, 1 4 or 2 4. Whoever is hit by
// the first at 1 is safe by going 2 or 3 as it was; without hearing the outcome it is not.
static void outcomes(void **state)
{
    (void)state;
    char text[4096];
    const char *const heard =
        "[0,\"run 1\",\"1\"]\n[1,{\"outcome\":\"boom\"}]\n[2,\"run 1\",\"1\"]\n"
        "[3,\"run 1\",\"1\"]\n[1,{\"outcome\":\"safe\"}]\n"
        "[2,\"run 2\",\"1\"]\n";
    snprintf(text, sizeof text, LIVES, "1", heard);
    assert_int_equal(verdict_of(text, ""), CHECK_PROVED);
    // After a hit at 1 the run over 2 and 3 meets the trap of "1 3"; after none, "2 4" is left.
    snprintf(text, sizeof text, LIVES, "0", heard);
    assert_int_equal(verdict_of(text, "it wins 0 of 1"), CHECK_REFUTED);
    const char *const safe =
        "[0,\"run 1\",\"1\"]\n[1,{\"outcome\":\"safe\"}]\n[2,\"run 2\",\"1\"]\n";
    snprintf(text, sizeof text, LIVES, "0", safe);
    assert_int_equal(verdict_of(text, "it wins 0 of 1"), CHECK_REFUTED);
    // One at most can be met by going 2, 4, 5.
    snprintf(text, sizeof text, LIVES, "0",
             "[0,\"run 2\",\"1\"]\n[1,{\"outcome\":\"boom\"}]\n[2,\"run 1\",\"1\"]\n"
             "[3,\"run 2\",\"1\"]\n[1,\"run 2\",\"1\"]\n");
    assert_int_equal(verdict_of(text, "with the chance 0"), CHECK_PROVED);
    // The same moves after both outcomes meet 2 and 4.
    snprintf(text, sizeof text, LIVES, "0", "[0,\"run 2\",\"1\"]\n[1,\"run 2\",\"1\"]\n");
    assert_int_equal(verdict_of(text, "it wins 0 of 1"), CHECK_REFUTED);
}

// ---- Claims inside a game. ----

#define EVENT(seat, move, outcome)                                                                 \
    "{\"seat\":\"" seat "\",\"move\":\"" move "\",\"outcome\":\"" outcome "\"}"

static enum check_verdict sure(unsigned seat, const char *wins, const char *history,
                               unsigned winner, const char *strategy, const char *words)
{
    char text[4096];
    snprintf(text, sizeof text,
             SMALL "\"sure\",\"seat\":%u,\"history\":[%s],\"wins\":%s}\n"
                   "{\"strategy\":%u,\"unit\":\"1\"}\n%s{\"end\":true}\n",
             seat, history, wins, winner, strategy);
    return verdict_of(text, words);
}

static void sure_things(void **state)
{
    (void)state;
    // From cell 1 three steps end on the finish, which is never trapped; two may not.
    const char *const at_one = EVENT("1", "trap", "plain") "," EVENT("2", "run 1", "safe");
    const char *const run = "[0,\"run 3\",\"1\"]\n";
    assert_int_equal(sure(2, "true", at_one, 2, run, "seat 2 wins for sure"), CHECK_PROVED);
    assert_int_equal(sure(2, "true", at_one, 2, "", "after 2 events: seat 2 wins"), CHECK_PROVED);
    assert_int_equal(sure(2, "true", at_one, 2, "[0,\"run 2\",\"1\"]\n", "it wins 0 of 1"),
                     CHECK_REFUTED);
    assert_int_equal(sure(2, "true", EVENT("1", "trap", "plain"), 2, run, "it wins 0 of 1"),
                     CHECK_REFUTED);
    // The Trapper knows the trap, but not what the Runner does.
    const char *const trap_3 = EVENT("1", "trap 3", "plain") "," EVENT("2", "run 1", "safe");
    assert_int_equal(sure(1, "false", trap_3, 2, run, "seat 1 loses for sure"), CHECK_PROVED);
    assert_int_equal(sure(1, "true", trap_3, 1, "", "it wins 0 of 1"), CHECK_REFUTED);
    assert_int_equal(sure(1, "false", trap_3, 1, "", "strategy of seat 2 was expected"),
                     CHECK_REFUTED);
    // Histories that no game has.
    assert_int_equal(sure(1, "false", EVENT("1", "trap 1", "plain") "," EVENT("2", "run 1", "safe"),
                          2, run, "No game has this history"),
                     CHECK_REFUTED);
    assert_int_equal(sure(2, "true", EVENT("2", "run 1", "safe"), 2, run, "No game has"),
                     CHECK_REFUTED);
    assert_int_equal(sure(2, "true", EVENT("1", "trap", "safe"), 2, run, "No game has"),
                     CHECK_REFUTED);
    assert_int_equal(sure(2, "true", EVENT("1", "run", "plain"), 2, run, ""), CHECK_REFUTED);
    assert_int_equal(sure(3, "true", at_one, 2, run, "'seat' is wrong"), CHECK_REFUTED);
    assert_int_equal(sure(2, "true", trap_3, 2, run, "knows what another has hidden"),
                     CHECK_REFUTED);
}

static enum check_verdict against(unsigned seat, const char *history, const char *move,
                                  const char *chance, const char *words)
{
    char text[4096];
    snprintf(text, sizeof text,
             SMALL "\"against\",\"seat\":%u,\"history\":[%s],\"bounds\":[\"1/3\",\"1/3\"],"
                   "\"move\":\"%s\",\"chance\":\"%s\"}\n{\"strategy\":1,\"unit\":\"3\"}\n" TRAPS
                   "{\"strategy\":2,\"unit\":\"3\"}\n" RUNS "{\"end\":true}\n",
             seat, history, move, chance);
    return verdict_of(text, words);
}

static void chances_against_a_strategy(void **state)
{
    (void)state;
    const char *const hidden = EVENT("1", "trap", "plain");
    const char *const at_one = EVENT("1", "trap", "plain") "," EVENT("2", "run 1", "safe");
    assert_int_equal(against(2, hidden, "run 1", "2/3", "'run 1' and the best play after it win"),
                     CHECK_PROVED);
    assert_int_equal(against(2, hidden, "run 2", "2/3", "with the chance 2/3"), CHECK_PROVED);
    assert_int_equal(against(2, hidden, "run 2", "1/2", "another one"), CHECK_REFUTED);
    assert_int_equal(against(2, hidden, "run 2", "1", "another one"), CHECK_REFUTED);
    assert_int_equal(
        against(2, at_one, "run 3", "1", ": at the start seat 1 wins with the chance 1/3. "),
        CHECK_PROVED);
    assert_int_equal(against(2, at_one, "run 1", "1/2", "strategy, after 2 events, 'run 1'"),
                     CHECK_PROVED);
    assert_int_equal(against(2, at_one, "run 1", "2/3", "another one"), CHECK_REFUTED);
    assert_int_equal(against(1, "", "trap 1", "1/3", "against seat 2's"), CHECK_PROVED);
    assert_int_equal(against(1, "", "trap 1", "1/2", "another one"), CHECK_REFUTED);
    assert_int_equal(against(2, hidden, "run 4", "2/3", "not legal after its history"),
                     CHECK_REFUTED);
    assert_int_equal(
        against(2, EVENT("1", "trap", "plain") "," EVENT("2", "run 2", "boom"), "run 1", "1", ""),
        CHECK_REFUTED);
    // The Runner of this strategy never goes 1 and then 2.
    assert_int_equal(against(1,
                             EVENT("1", "trap 3", "plain") "," EVENT(
                                 "2", "run 1", "safe") "," EVENT("2", "run 1", "safe"),
                             "trap 1", "1", "no game has this history"),
                     CHECK_REFUTED);
}

// Of several moves each has to be right.
static void several_chances(void **state)
{
    (void)state;
    struct text words = support_text();
    struct claim claim;
    mpq_t chance[2];
    char *text = value_claim(exact, TRAPS, RUNS);
    FILE *in = fmemopen(text, strlen(text), "r");
    assert_true(certificate_read(in, games_find, &no_limits, &claim, &words));
    claim.kind = CLAIM_AGAINST;
    claim.seat = SEAT_2;
    claim.history.event[claim.history.count++] =
        (struct event){ .move = { .verb = 0 }, .seat = SEAT_1, .outcome = OUTCOME_PLAIN };
    mpq_inits(chance[0], chance[1], NULL);
    mpq_set_ui(chance[0], 2, 3);
    mpq_set_ui(chance[1], 2, 3);
    struct check_chance each[2] = { { { .verb = 1, .set = cell(1) }, chance[0] },
                                    { { .verb = 1, .set = cell(2) }, chance[1] } };
    assert_int_equal(check_chances(&claim, each, 2, &no_limits, &words), CHECK_PROVED);
    mpq_set_ui(chance[1], 1, 3);
    assert_int_equal(check_chances(&claim, each, 2, &no_limits, &words), CHECK_REFUTED);
    assert_int_equal(check_chances(&claim, each, 1, &no_limits, &words), CHECK_PROVED);
    mpq_clears(chance[0], chance[1], NULL);
    claim_clear(&claim);
    fclose(in);
}

// Kinds of claims about games that have no such claims.
static void claims_of_the_wrong_kind(void **state)
{
    (void)state;
    char text[4096];
    snprintf(text, sizeof text,
             SMALL "\"value\",\"seat\":2,\"history\":[" EVENT(
                 "1", "trap", "plain") "],\"bounds\":[\"1/3\",\"1/3\"]}\n"
                                       "{\"strategy\":1,\"unit\":\"3\"}\n" TRAPS
                                       "{\"strategy\":2,\"unit\":\"3\"}\n" RUNS "{\"end\":true}\n");
    assert_int_equal(verdict_of(text, "only the start has a value"), CHECK_REFUTED);
    snprintf(text, sizeof text,
             "{\"certificate\":3,\"game\":\"blockade\",\"rules\":\"length=3,stride=1,hop=no,"
             "spare=no,pass=no\",\"first\":1,\"class\":\"open\",\"claim\":\"sure\",\"seat\":1,"
             "\"history\":[],\"wins\":true}\n{\"strategy\":1}\n\"move 1\"\n{\"end\":true}\n");
    assert_int_equal(verdict_of(text, "hide nothing a position has a value"), CHECK_REFUTED);
}

// Positions inside games without secrets, from random play: what the solver says of them
// is proved, and its opposite is refuted.
static bool choose(void *context, const struct view *view, struct move *move, struct text *why)
{
    static const struct limits unlimited;
    return rater_choose(context, &unlimited, view, move, why);
}

static void forget_moves(struct claim *claim)
{
    claim_moves_clear(&claim->moves[SEAT_1]);
    claim_moves_clear(&claim->moves[SEAT_2]);
}

// What follows each of the moves; but not of a move that the other would have to make.
static void check_moves(struct rater *rater, struct claim *claim, const struct solve_answer *answer)
{
    struct check_source source = { .choose = choose, .context = rater };
    struct text words = support_text();
    claim->after = true;
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        claim->move = rated->move;
        mpq_set(claim->lo, rated->lo);
        mpq_set(claim->hi, rated->lo);
        claim->turns = rated->turns;
        forget_moves(claim);
        if (check_and_list(claim, &source, &no_limits, &words) != CHECK_PROVED)
            fail_msg("%s", words.at);
        assert_int_equal(check_claim(claim, &no_limits, &words), CHECK_PROVED);
        mpq_set_ui(claim->lo, !mpq_sgn(claim->lo), 1);
        mpq_set(claim->hi, claim->lo);
        assert_int_equal(check_claim(claim, &no_limits, &words), CHECK_REFUTED);
        mpq_set(claim->lo, rated->lo);
        mpq_set(claim->hi, rated->lo);
        claim->seat = opponent(claim->seat);
        text_clear(&words);
        assert_int_equal(check_claim(claim, &no_limits, &words), CHECK_REFUTED);
        assert_non_null(strstr(words.at, "not legal after its history"));
        claim->seat = opponent(claim->seat);
    }
    claim->move.set = ~(cells)0;
    text_clear(&words);
    assert_int_equal(check_claim(claim, &no_limits, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "not legal after its history"));
}

static void check_position(struct rater *rater, const struct match *match)
{
    static const struct limits unlimited;
    struct view view = match_view(match, match_turn(match)->mover);
    struct check_source source = { .choose = choose, .context = rater };
    struct text words = support_text();
    struct solve_answer answer;
    struct claim claim;
    assert_true(rater_rate(rater, &unlimited, &view, NULL, &answer, &words));
    claim_begin(&claim, match_variant(match), match_first(match));
    claim.seat = view.seat;
    for (; claim.history.count < match_count(match); claim.history.count++)
        claim.history.event[claim.history.count] =
            match_told(match, claim.history.count, view.seat);
    mpq_set(claim.lo, answer.lo);
    mpq_set(claim.hi, answer.lo);
    claim.turns = answer.turns;
    if (check_and_list(&claim, &source, &no_limits, &words) != CHECK_PROVED)
        fail_msg("%s", words.at);
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_PROVED);
    mpq_set_ui(claim.lo, !mpq_sgn(claim.lo), 1);
    mpq_set(claim.hi, claim.lo);
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    check_moves(rater, &claim, &answer);
    claim_clear(&claim);
    solve_answer_clear(&answer);
}

// ---- Two halves ----

static void both_halves(void *context, void (*half)(void *halves, unsigned seat), void *halves)
{
    (void)context;
    half(halves, SEAT_1);
    half(halves, SEAT_2);
}

static void no_half(void *context, void (*half)(void *halves, unsigned seat), void *halves)
{
    (void)context;
    (void)half;
    (void)halves;
}

// Whoever does them: what one half does not prove is not proved, and one that was left undone is
// done. The moves are listed once.
static void a_check_in_halves_proves_what_a_whole_one_does(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=5,mines=2");
    struct text words = support_text();
    struct rater *rater = rater_new(&variant, &words);
    for (int off = -1; off <= 1; off++)
        for (unsigned done = 0; done < 2; done++) {
            struct check_source source = { .choose = choose,
                                           .context = rater,
                                           .together = done ? both_halves : no_half,
                                           .second = &no_limits };
            struct solve_answer answer;
            struct claim claim;
            assert_true(solve(&variant, SEAT_1, &no_limits, &answer, &words));
            claim_begin(&claim, &variant, SEAT_1);
            mpq_set_si(claim.lo, off, 10); // of the 10 deals
            mpq_canonicalize(claim.lo);
            mpq_add(claim.lo, claim.lo, answer.lo);
            mpq_set(claim.hi, claim.lo);
            text_clear(&words);
            assert_int_equal(check_and_list(&claim, &source, &no_limits, &words),
                             off ? CHECK_REFUTED : CHECK_PROVED);
            if (!off)
                assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_PROVED);
            claim_clear(&claim);
            solve_answer_clear(&answer);
            text_clear(&words);
        }
    rater_free(rater);
}

static void positions_in_play(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
    } each[] = { { &game_blockade, "length=8,hop=yes,spare=yes" },
                 { &game_pathfinder, "length=9,obstacles=2" },
                 { &game_minefield, "length=6,mines=2" },
                 { &game_minefield, "length=5,mines=1,meet=share" } };
    struct random random = random_seeded(11);
    for (unsigned i = 0; i < sizeof each / sizeof *each * 6; i++) {
        struct variant variant = support_variant(each[i / 6].game, each[i / 6].rules);
        struct text why = support_text();
        struct rater *rater = rater_new(&variant, &why);
        struct match match;
        struct event event;
        match_start(&match, &variant, i % 2 ? SEAT_1 : SEAT_2);
        match_deal(&match, &random);
        while (!match_over(&match)) {
            check_position(rater, &match);
            struct view view = match_view(&match, match_turn(&match)->mover);
            assert_true(match_play(&match, view.seat, view_draw(&variant, &view, &random), &event));
        }
        rater_free(rater);
    }
}

// ---- Limits. ----

static bool never(void *context, uint64_t nodes)
{
    (void)nodes;
    ++*(unsigned *)context;
    return false;
}

static enum check_verdict limited(const struct game *game, const char *rules, struct limits limits,
                                  struct text *words)
{
    size_t size;
    char *text = support_certificate(game, rules, SEAT_1, &size);
    FILE *in = fmemopen(text, size, "r");
    struct claim claim;
    assert_true(certificate_read(in, games_find, &no_limits, &claim, words));
    enum check_verdict verdict = check_claim(&claim, &limits, words);
    claim_clear(&claim);
    fclose(in);
    free(text);
    return verdict;
}

static void limits(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
    } each[] = { { &game_trap_runner, "passable=yes,length=14" },
                 { &game_number_mines, "passable=yes,length=8" },
                 { &game_pathfinder, "length=15" },
                 { &game_minefield, "length=8" } };
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
        struct text words = support_text();
        unsigned asked = 0;
        struct limits stop = { .go_on = never, .context = &asked };
        assert_int_equal(limited(each[i].game, each[i].rules, stop, &words), CHECK_STOPPED);
        assert_int_equal(asked, 1);
        assert_non_null(strstr(words.at, "stopped before its end"));
        text_clear(&words);
        struct limits little = { .memory = 2000 };
        assert_int_equal(limited(each[i].game, each[i].rules, little, &words), CHECK_STOPPED);
        assert_non_null(strstr(words.at, "not enough memory"));
        text_clear(&words);
        struct limits enough = { .memory = 100 << 20 };
        assert_int_equal(limited(each[i].game, each[i].rules, enough, &words), CHECK_PROVED);
    }
}

// Truths take memory before anything else does: this strategy is none, which nobody finds
// out who has no room for all placements.
static void room_for_truths(void **state)
{
    (void)state;
    static const char text[] =
        "{\"certificate\":3,\"game\":\"trap-runner\",\"rules\":\"length=14,traps=3,stride=3,"
        "passable=yes,lives=1\",\"first\":1,\"class\":\"secrets\",\"claim\":\"value\","
        "\"bounds\":[\"0\",\"1\"]}\n{\"strategy\":1,\"unit\":\"1\"}\n{\"strategy\":2,\"unit\":"
        "\"1\"}\n"
        "[0,\"run 1\",\"1\"]\n[1,\"run 9\",\"1\"]\n{\"end\":true}\n";
    const struct limits little = { .memory = 2000 };
    struct text words = support_text();
    struct claim claim;
    FILE *in = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");
    assert_true(certificate_read(in, games_find, &no_limits, &claim, &words));
    assert_int_equal(check_claim(&claim, &little, &words), CHECK_STOPPED);
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    claim_clear(&claim);
    fclose(in);
}

static void reading_has_limits(void **state)
{
    (void)state;
    size_t size;
    char *text = support_certificate(&game_pathfinder, "length=15", SEAT_1, &size);
    unsigned asked = 0;
    const struct limits each[] = { { .go_on = never, .context = &asked }, { .memory = 10000 } };
    const char *const wanted[] = { "reading was stopped", "not enough memory" };
    for (unsigned i = 0; i < 2; i++) {
        struct text words = support_text();
        struct claim claim;
        FILE *in = fmemopen(text, size, "r");
        assert_false(certificate_read(in, games_find, &each[i], &claim, &words));
        assert_non_null(strstr(words.at, wanted[i]));
        fclose(in);
    }
    free(text);
}

// A move of each of very many placements, all the same: as long as it takes to read them.
static void equal_lines(void **state)
{
    (void)state;
    enum { LINES = 160000 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, SMALL "\"value\",\"bounds\":[\"0\",\"1\"]}\n{\"strategy\":1,\"unit\":\"%d\"}\n",
            LINES);
    for (unsigned i = 0; i < LINES; i++)
        fputs("[0,\"trap 1\",\"1\"]\n", out);
    fputs("{\"strategy\":2,\"unit\":\"1\"}\n{\"end\":true}\n", out);
    fclose(out);
    struct text words = support_text();
    assert_int_equal(support_verdict(text, size, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "stands twice"));
    free(text);
}

// ---- What is claimed in memory. ----

static void claims_without_strategies(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=4,traps=1,passable=yes");
    struct text words = support_text();
    struct claim claim;
    mpz_t nothing;
    mpz_init(nothing);
    claim_begin(&claim, &variant, SEAT_1);
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "no strategy of seat 1"));
    text_clear(&words);
    assert_true(strategy_begin(&claim.strategy[SEAT_1], nothing));
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "not above 0"));
    claim_clear(&claim);
    mpz_clear(nothing);
}

// A game like Trap Runner in which chance could have a say: nothing is proved of it.
static void secrets_and_chance(void **state)
{
    (void)state;
    const struct verb verbs[] = { game_trap_runner.verbs[0],
                                  game_trap_runner.verbs[1],
                                  { .name = "deal", .hidden = true, .chance = true },
                                  { 0 } };
    struct game game = game_trap_runner;
    game.verbs = verbs;
    struct variant variant = support_variant(&game_trap_runner, "length=4,traps=1,passable=yes");
    variant.game = &game;
    struct text words = support_text();
    struct claim claim;
    mpz_t unit;
    mpz_init_set_ui(unit, 1);
    claim_begin(&claim, &variant, SEAT_1);
    assert_true(strategy_begin(&claim.strategy[SEAT_1], unit));
    assert_true(strategy_begin(&claim.strategy[SEAT_2], unit));
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "Secrets and chance together"));
    claim_clear(&claim);
    mpz_clear(unit);
}

// A negative weight that makes the sum right.
static void negative_weights(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_trap_runner, "length=4,traps=1,passable=yes");
    struct text words = support_text();
    struct claim claim;
    mpz_t weight;
    mpz_init_set_ui(weight, 1);
    claim_begin(&claim, &variant, SEAT_1);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        assert_true(strategy_begin(&claim.strategy[seat], weight));
    const long weights[] = { 1, 1, -1 };
    for (unsigned i = 0; i < 3; i++) {
        struct strategy_step step = { .move = { .set = cell(i + 1) }, .kind = STRATEGY_OWN };
        mpz_set_si(weight, weights[i]);
        assert_true(strategy_add(&claim.strategy[SEAT_1], 0, step, weight));
    }
    assert_int_equal(check_claim(&claim, &no_limits, &words), CHECK_REFUTED);
    assert_non_null(strstr(words.at, "'trap 3' in the strategy of seat 1 has a weight"));
    claim_clear(&claim);
    mpz_clear(weight);
}

// What is written is read back as it was.
static void written_and_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        SMALL "\"against\",\"seat\":2,\"history\":[" EVENT("1", "trap", "plain") "," EVENT(
            "2", "run 1",
            "safe") "],\"bounds\":[\"1/3\",\"1/3\"],\"move\":\"run 3\",\"chance\":\"1\"}\n"
                    "{\"strategy\":1,\"unit\":\"3\"}\n" TRAPS
                    "{\"strategy\":2,\"unit\":\"3\"}\n" RUNS "{\"end\":true}\n",
        SMALL "\"sure\",\"seat\":2,\"history\":[],\"wins\":false}\n"
              "{\"strategy\":1,\"unit\":\"3\"}\n" TRAPS "{\"end\":true}\n",
        "{\"certificate\":3,\"game\":\"blockade\",\"rules\":\"length=3,stride=1,hop=no,"
        "spare=no,pass=no\",\"first\":1,\"class\":\"open\",\"claim\":\"value\",\"seat\":1,"
        "\"history\":[],\"value\":{\"seat1\":\"1\"},\"turns\":1,\"move\":\"move 1\"}\n"
        "{\"strategy\":1}\n{\"strategy\":2}\n{\"end\":true}\n",
        SMALL "\"value\",\"bounds\":[\"0\",\"1\"]}\n{\"strategy\":1,\"unit\":\"3\"}\n"
              "{\"strategy\":2,\"unit\":\"1\"}\n[0,\"run 1\",\"1\"]\n[1,{\"outcome\":\"safe\"}]\n"
              "[2,\"run 3\",\"1\"]\n{\"end\":true}\n",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text words = support_text();
        struct claim claim;
        char *again = NULL;
        size_t size;
        FILE *in = fmemopen((void *)(uintptr_t)texts[i], strlen(texts[i]), "r");
        FILE *out = open_memstream(&again, &size);
        if (!certificate_read(in, games_find, &no_limits, &claim, &words))
            fail_msg("%s", words.at);
        certificate_write(out, &claim);
        claim_clear(&claim);
        fclose(in);
        fclose(out);
        assert_string_equal(again, texts[i]);
        free(again);
    }
}

// In the torture build, each allocation in turn fails; elsewhere nothing does.
static void survives_failing_allocations(void **state)
{
    (void)state;
    size_t size;
    struct text words = support_text();
    char *text =
        support_certificate(&game_number_mines, "length=6,mines=1,passable=yes", SEAT_1, &size);
    bool right = false;
    for (long allocations = 0; !right; allocations++) {
        mem_fail_after(allocations);
        right = support_verdict(text, size, &words) == CHECK_PROVED;
        mem_fail_after(-1);
        if (!right)
            assert_non_null(strstr(words.at, "not enough memory"));
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(who_begins),
        cmocka_unit_test(strategies_that_are_none),
        cmocka_unit_test(lines_that_are_none),
        cmocka_unit_test(large_weights),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(sure_things),
        cmocka_unit_test(chances_against_a_strategy),
        cmocka_unit_test(several_chances),
        cmocka_unit_test(claims_of_the_wrong_kind),
        cmocka_unit_test(a_check_in_halves_proves_what_a_whole_one_does),
        cmocka_unit_test(positions_in_play),
        cmocka_unit_test(limits),
        cmocka_unit_test(room_for_truths),
        cmocka_unit_test(reading_has_limits),
        cmocka_unit_test(equal_lines),
        cmocka_unit_test(claims_without_strategies),
        cmocka_unit_test(secrets_and_chance),
        cmocka_unit_test(negative_weights),
        cmocka_unit_test(written_and_read),
        cmocka_unit_test(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
