// SPDX-License-Identifier: GPL-3.0-or-later
// All lessons, played through as they are written; the solver confirms every claim.
#include <stdio.h>
#include <stdlib.h>

#include "analysis/advice.h"
#include "analysis/lesson.h"
#include "analysis/proof.h"
#include "solve/belief.h"
#include "support.h"

static const struct limits limits = { .memory = 256 << 20 };
static struct lesson lesson;
static struct lesson_play play;

struct position {
    struct view view;
    struct history history;
    struct advice advice;
    const char *claim; // that is looked at
};

static void look(struct position *position)
{
    struct text why = support_text();
    const struct match *match = match_in(&play.room);
    struct rater *rater = rater_new(&lesson.variant, &why);
    position->view = match_view(match, play.seat);
    match_history(match, play.seat, &position->history);
    assert_non_null(rater);
    if (!advice_make(&position->advice, rater, &limits, &lesson.variant, &position->view,
                     &position->history, &why))
        fail_msg("%s, %s: %s", lesson.variant.game->slug, lesson.title, why.at);
    rater_free(rater);
}

static void refute(const struct position *position, const char *what)
{
    fail_msg("%s, %s, question %u: %s: %s", lesson.variant.game->slug, lesson.title, play.step + 1,
             position->claim, what);
}

// --- Claims

static bool surely(const struct advice *advice, const struct advice_move *move, bool wins)
{
    if (advice->kind == ADVICE_TURNS || advice->kind == ADVICE_EXACT)
        return move->known && mpq_cmp_ui(move->chance, wins, 1) == 0;
    return move->certain == (wins ? ADVICE_WIN : ADVICE_LOSS);
}

static bool is_value(const mpq_t value, const char *text)
{
    mpq_t wanted;
    mpq_init(wanted);
    bool same = mpq_set_str(wanted, text, 10) == 0;
    mpq_canonicalize(wanted);
    same = same && mpq_equal(value, wanted);
    mpq_clear(wanted);
    return same;
}

// How often the move blows up at once, in the cases that are left: all are equally likely
// where chance has hidden something.
static bool is_risk(const struct position *position, struct move move, const char *text)
{
    struct belief cases = { 0 };
    mpq_t risk;
    mpq_init(risk);
    assert_true(game_has_chance(lesson.variant.game));
    assert_true(belief_find(&lesson.variant, &position->view, &position->history, &cases));
    unsigned booms = 0;
    for (size_t i = 0; i < cases.count; i++) {
        struct state state = cases.state[i];
        unsigned outcome = game_apply(&lesson.variant, &state, move);
        booms += lesson.variant.game->outcomes[outcome].harms;
    }
    mpq_set_ui(risk, booms, cases.count);
    mpq_canonicalize(risk);
    belief_clear(&cases);
    bool same = is_value(risk, text);
    mpq_clear(risk);
    return same;
}

// The whole game: that seat 1 wins with this chance, and checked.
static bool is_worth(const char *text)
{
    struct text why = support_text();
    struct proof proof;
    assert_true(proof_find(&proof, &lesson.variant, lesson.first, &limits, &why));
    bool same = proof_check(&proof, &why) == CHECK_PROVED && is_value(proof.answer.lo, text) &&
                is_value(proof.answer.hi, text);
    proof_clear(&proof);
    return same;
}

static bool holds(const struct position *position, const char *kind, const char *name,
                  const char *value)
{
    struct move move;
    struct text why = support_text();
    assert_true(move_parse(lesson.variant.game, name, &move, &why));
    const struct advice *advice = &position->advice;
    const struct advice_move *rated = advice_find(advice, move);
    if (!rated)
        refute(position, "there is no such move");
    if (strcmp(kind, "wins") == 0 || strcmp(kind, "loses") == 0)
        return surely(advice, rated, *kind == 'w');
    if (strcmp(kind, "unsafe") == 0)
        return rated->certain == ADVICE_NOTHING;
    if (strcmp(kind, "turns") == 0)
        return advice->kind == ADVICE_TURNS && rated->turns == strtoul(value, NULL, 10);
    if (strcmp(kind, "chance") == 0)
        return advice->kind == ADVICE_EXACT && is_value(rated->chance, value);
    if (strcmp(kind, "risk") == 0)
        return is_risk(position, move, value);
    refute(position, "this kind of claim is not known");
    return false;
}

// "KIND MOVE", "KIND MOVE NUMBER", or "value NUMBER".
static void confirm(struct position *position, const char *claim)
{
    char kind[16], name[LESSON_WORDS];
    position->claim = claim;
    assert_int_equal(sscanf(claim, "%15s %479[^\n]", kind, name), 2);
    if (strcmp(kind, "value") == 0) {
        if (!is_worth(name))
            refute(position, "it is not so");
        return;
    }
    bool counts = !strcmp(kind, "turns") || !strcmp(kind, "chance") || !strcmp(kind, "risk");
    char *number = counts ? strrchr(name, ' ') : NULL;
    if (number)
        *number++ = '\0';
    if (!holds(position, kind, name, number))
        refute(position, "it is not so");
}

// --- Lessons

static bool is_answer(const struct lesson_step *step, struct move move)
{
    for (unsigned i = 0; i < step->answer_count; i++)
        if (move_equal(step->answer[i], move))
            return true;
    return false;
}

// What is accepted is what is best, all of it and nothing else; the first question has
// something to find.
static void judge_step(void)
{
    struct position position = { .claim = "the answer" };
    const struct lesson_step *step = &lesson.step[play.step];
    unsigned wrong = 0;
    look(&position);
    for (unsigned i = 0; i < position.advice.count; i++) {
        const struct advice_move *move = &position.advice.moves[i];
        wrong += !move->best;
        if (move->best != is_answer(step, move->move))
            refute(&position, move->best ? "another is as good" : "it is not the best");
    }
    if (play.step == 0 && !wrong)
        refute(&position, "every move is as good");
    for (unsigned i = 0; i < step->claim_count; i++)
        confirm(&position, step->claim[i]);
    advice_clear(&position.advice);
}

static void try_all_moves(void)
{
    const struct lesson_step *step = &lesson.step[play.step];
    struct view view = match_view(match_in(&play.room), play.seat);
    struct walk walk = { 0 };
    while (view_walk(&lesson.variant, &view, &walk)) {
        static struct lesson_play copy;
        struct text words = support_text();
        bool right = is_answer(step, walk.move);
        copy = play;
        assert_int_equal(lesson_answer(&copy, walk.move, &words),
                         right ? LESSON_RIGHT : LESSON_WRONG);
        assert_string_equal(words.at, right ? step->why : step->no);
        assert_int_equal(copy.step, play.step + right);
        if (!right)
            assert_int_equal(copy.count, play.count);
        else if (!lesson_done(&copy)) // and whichever it was, the next question can be asked
            assert_int_equal(match_turn(match_in(&copy.room))->mover, play.seat);
    }
}

static void go_through(void)
{
    assert_true(lesson_begin(&play, &lesson));
    while (!lesson_done(&play)) {
        struct text words = support_text();
        judge_step();
        try_all_moves();
        assert_int_equal(lesson_answer(&play, lesson.step[play.step].answer[0], &words),
                         LESSON_RIGHT);
    }
}

static void every_claim_of_every_lesson_is_true(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        unsigned count = lesson_count(*game, lesson_lines);
        assert_true(count == 5 || (count == 0 && !(*game)->puzzles)); // or the game has none
        for (unsigned number = 1; number <= count; number++) {
            struct text why = support_text();
            if (!lesson_read(&lesson, *game, lesson_lines, number, &why))
                fail_msg("%s %u: %s", (*game)->slug, number, why.at);
            assert_true(*lesson.title && lesson.step[0].claim_count > 0);
            go_through();
        }
    }
}

static void a_move_against_the_rules_is_refused_in_the_games_words(void **state)
{
    (void)state;
    struct text why = support_text(), words = support_text();
    struct move move;
    assert_true(lesson_read(&lesson, &game_blockade, lesson_lines, 1, &why));
    assert_true(lesson_begin(&play, &lesson));
    assert_true(move_parse(&game_blockade, "block 10", &move, &why));
    assert_int_equal(lesson_answer(&play, move, &words), LESSON_FORBIDDEN);
    assert_string_equal(words.at,
                        "Cannot place a blockade on position 10. Possible: 2,3,4,5,6,7,8,9.");
    assert_int_equal(play.step, 0);
}

// --- What is wrong with a file

static void expect(const char *const *lines, const char *wanted)
{
    struct text why = support_text();
    if (lesson_read(&lesson, &game_blockade, lines, 1, &why))
        fail_msg("this was read: %s", wanted);
    if (!strstr(why.at, wanted))
        fail_msg("'%s' does not say '%s'", why.at, wanted);
}

#define LINES(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        "game: blockade", __VA_ARGS__, NULL                                                        \
    }

static void a_lesson_that_cannot_be_played_is_refused(void **state)
{
    (void)state;
    expect(LINES("rules: fair"), "what fair means may change");
    expect(LINES("rules: length=1"), "length");
    expect(LINES("first: 3"), "up to line 2: it is 1 or 2");
    expect(LINES("answer: move 1"), "a question is to come first");
    expect(LINES("play: jump 1"), "jump");
    expect(LINES("play: move 1", "play: block 2"), "no question");
    expect(LINES("play: move 1", "ask: Where?"), "cannot be played");
    expect(LINES("ask: Where?", "tell: me"), "no word that is known");
    expect(LINES("ask: Where?", "answer: move 3", "no: no", "why: so"), "cannot be played");
    expect(LINES("ask: Where?", "answer: move 1", "why: so"), "cannot be played");
    expect(LINES("play: block 3", "ask: Where?", "answer: move 1", "no: no", "why: so"),
           "cannot be played");
    expect(LINES("ask: 1", "answer: move 1", "no: no", "why: so", "ask: 2", "answer: move 1",
                 "no: no", "why: so"),
           "cannot be played");
    expect(LINES("title: none"), "cannot be played");
}

static void lines_that_begin_with_a_blank_go_on(void **state)
{
    (void)state;
    struct text why = support_text();
    assert_true(lesson_read(&lesson, &game_blockade,
                            LINES("# a comment", "", "ask: Where", "  to?", "answer: move 1",
                                  "no: no", "why: so", "", "game: other", "nonsense"),
                            1, &why));
    assert_string_equal(lesson.step[0].ask, "Where to?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_claim_of_every_lesson_is_true),
        cmocka_unit_test(a_move_against_the_rules_is_refused_in_the_games_words),
        cmocka_unit_test(a_lesson_that_cannot_be_played_is_refused),
        cmocka_unit_test(lines_that_begin_with_a_blank_go_on),
    };
    return cmocka_run_group_tests_name("lesson", tests, NULL, NULL);
}
