// SPDX-License-Identifier: GPL-3.0-or-later
// libcauseway, as a program of somebody else's uses it: causeway.h and nothing else of ours.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "causeway.h"

enum { ROOM = 20000 };

static uint64_t drawn = 1;

static uint64_t draw(uint64_t below)
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (drawn >> 33) % below;
}

static cw_position *start(const char *slug, const char *rules, int first)
{
    char *error = NULL;
    const cw_game *game = cw_game_find(slug, &error);
    assert_non_null(game);
    cw_variant *variant = cw_variant_new(game, rules, &error);
    assert_non_null(variant);
    cw_position *position = cw_position_new(variant, first, &error);
    assert_non_null(position);
    cw_variant_free(variant);
    return position;
}

static void play(const char *slug, cw_position *position, const char *text)
{
    char *error = NULL;
    cw_move move;
    assert_true(cw_move_parse(cw_game_find(slug, NULL), text, &move, &error));
    if (!cw_position_apply(position, move, &error))
        fail_msg("%s", error);
}

// A random legal move.
static cw_move pick(const cw_position *position)
{
    static cw_move moves[ROOM];
    size_t count = cw_position_moves(position, moves, ROOM);
    assert_true(count > 0 && count <= ROOM);
    return moves[draw(count)];
}

static void step(cw_position *position)
{
    char *error = NULL;
    if (!cw_position_apply(position, pick(position), &error))
        fail_msg("%s", error);
}

static void every_game_ends_and_every_listed_move_applies(void **state)
{
    (void)state;
    for (size_t i = 0; i < cw_game_count(); i++)
        for (int round = 0; round < 20; round++) {
            const char *slug = cw_game_slug(cw_game_at(i));
            cw_position *position = start(slug, round % 2 ? "fair" : "", 1 + round % 2);
            while (cw_position_mover(position) != CW_NOBODY)
                step(position);
            assert_true(cw_position_winner(position) == CW_SEAT_1 ||
                        cw_position_winner(position) == CW_SEAT_2);
            assert_int_equal(cw_position_moves(position, NULL, 0), 0);
            cw_position_free(position);
        }
    assert_null(cw_game_at(cw_game_count()));
}

static void text_of_rules_and_moves_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < cw_game_count(); i++) {
        const cw_game *game = cw_game_at(i);
        cw_variant *variant = cw_variant_new(game, "fair", NULL);
        char *rules = cw_variant_rules(variant);
        cw_variant *again = cw_variant_new(game, rules, NULL);
        char *same = cw_variant_rules(again);
        assert_string_equal(rules, same);
        assert_ptr_equal(cw_variant_game(again), game);
        cw_position *position = cw_position_new(variant, 1, NULL);
        while (cw_position_mover(position) != CW_NOBODY) {
            cw_move move = pick(position), parsed;
            char *text = cw_move_print(game, move);
            assert_true(cw_move_parse(game, text, &parsed, NULL));
            assert_memory_equal(&move, &parsed, sizeof move);
            cw_free(text);
            assert_non_null(cw_position_apply(position, move, NULL));
        }
        cw_position_free(position);
        cw_variant_free(variant);
        cw_variant_free(again);
        cw_free(rules);
        cw_free(same);
    }
}

// What a seat is told of a guess is what it is told of the truth, and the truth stays hidden.
static void a_guess_looks_the_same_to_the_seat(void **state)
{
    (void)state;
    unsigned differ = 0;
    for (size_t i = 0; i < cw_game_count(); i++)
        for (unsigned round = 0; round < 10; round++) {
            cw_position *position = start(cw_game_slug(cw_game_at(i)), "", 1);
            for (unsigned n = 0; n < 4 && cw_position_mover(position) != CW_NOBODY; n++)
                step(position);
            for (int seat = CW_SEAT_1; seat <= CW_SEAT_2; seat++) {
                char *error = NULL;
                cw_position *guess = cw_position_guess(position, seat, round, &error);
                if (!guess)
                    fail_msg("%s", error);
                char *told = cw_position_told(position, seat);
                char *same = cw_position_told(guess, seat);
                char *board = cw_position_board(position, seat);
                char *equal = cw_position_board(guess, seat);
                assert_string_equal(told, same);
                assert_string_equal(board, equal);
                char *truth = cw_position_told(position, 3 - seat);
                char *other = cw_position_told(guess, 3 - seat);
                differ += strcmp(truth, other) != 0;
                char *all[] = { told, same, board, equal, truth, other };
                for (unsigned k = 0; k < 6; k++)
                    cw_free(all[k]);
                cw_position_free(guess);
            }
            cw_position_free(position);
        }
    assert_true(differ > 0); // the other's secret was drawn anew
}

static void a_copy_goes_its_own_way(void **state)
{
    (void)state;
    cw_position *position = start("pathfinder", "", 1);
    cw_position *copy = cw_position_copy(position);
    step(copy);
    assert_int_equal(cw_position_count(position), 0);
    assert_int_equal(cw_position_count(copy), 1);
    assert_int_equal(cw_position_mover(position), CW_SEAT_1);
    cw_position_free(copy);
    cw_position_free(position);
}

static void refuses(char *error, const char *part)
{
    assert_non_null(error);
    if (!strstr(error, part))
        fail_msg("'%s' does not say '%s'", error, part);
    cw_free(error);
}

static void mistakes_are_refused_with_a_sentence(void **state)
{
    (void)state;
    char *error = NULL;
    cw_move move;
    assert_null(cw_game_find("chess", &error));
    refuses(error, "chess");
    const cw_game *game = cw_game_find("pathfinder", NULL);
    assert_null(cw_variant_new(game, "length=1", &error));
    refuses(error, "length");
    cw_position *position = start("pathfinder", "", 1);
    assert_false(cw_move_parse(game, "fly 3", &move, &error));
    refuses(error, "fly");
    assert_true(cw_move_parse(game, "move 9", &move, NULL));
    assert_null(cw_position_apply(position, move, &error));
    refuses(error, "move 9");
    assert_null(cw_position_apply(position, (cw_move){ .verb = 99 }, &error));
    refuses(error, "99");
    assert_null(cw_position_guess(position, 7, 1, &error));
    refuses(error, "7");
    assert_null(cw_player_new("genius", 1, &error));
    refuses(error, "genius");
    assert_null(cw_check("no proof", 8, NULL, &error));
    refuses(error, "ine 1");
    assert_int_equal(cw_position_count(position), 0);
    cw_position_free(position);
}

static void answers_of_each_kind_are_proved(void **state)
{
    (void)state;
    static const struct {
        const char *slug, *rules, *value;
        cw_kind kind;
    } cases[] = {
        { "pathfinder", "length=9", NULL, CW_VALUE },
        { "minefield", "length=6,mines=2", NULL, CW_VALUE },
        { "trap-runner", "length=6,traps=2,passable=yes", "2/3", CW_VALUE },
        { "trap-runner", "", "1", CW_SURE },
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *error = NULL;
        cw_position *position = start(cases[i].slug, cases[i].rules, 1);
        cw_answer *answer = cw_position_solve(position, NULL, &error);
        if (!answer)
            fail_msg("%s", error);
        if (cases[i].value)
            assert_string_equal(cw_answer_low(answer), cases[i].value);
        assert_int_equal(cw_answer_kind(answer), cases[i].kind);
        assert_string_equal(cw_answer_low(answer), cw_answer_high(answer));
        char *proof = cw_answer_certificate(answer, &error);
        assert_non_null(proof);
        char *said = cw_check(proof, strlen(proof), NULL, &error);
        if (!said)
            fail_msg("%s", error);
        assert_null(cw_check(proof, strlen(proof) / 2, NULL, &error));
        cw_free(error);
        cw_free(said);
        cw_free(proof);
        cw_answer_free(answer);
        cw_position_free(position);
    }
}

// The numbers of a mixture, which are fractions, sum to one.
static void a_mixture_is_a_distribution(void **state)
{
    (void)state;
    static char *weights[ROOM];
    char *error = NULL;
    cw_position *position = start("trap-runner", "fair", 1);
    cw_answer *answer = cw_position_solve(position, NULL, &error);
    assert_non_null(answer);
    while (cw_position_mover(position) != CW_NOBODY) {
        double sum = 0;
        int seat = cw_position_mover(position);
        long count = cw_answer_mixture(answer, position, seat, weights, ROOM, &error);
        assert_true(count > 0);
        for (long i = 0; i < count; i++) {
            char *slash = strchr(weights[i], '/');
            sum += atof(weights[i]) / (slash ? atof(slash + 1) : 1);
            cw_free(weights[i]);
        }
        assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
        step(position);
    }
    assert_int_equal(cw_answer_mixture(answer, position, 1, weights, ROOM, &error), -1);
    refuses(error, "turn");
    cw_answer_free(answer);
    cw_position_free(position);
}

static void a_position_inside_a_game_is_judged_by_what_the_mover_knows(void **state)
{
    (void)state;
    char *error = NULL;
    cw_position *position = start("pathfinder", "length=9", 1);
    step(position);
    cw_answer *answer = cw_position_solve(position, NULL, &error);
    assert_non_null(answer);
    assert_int_equal(cw_answer_kind(answer), CW_VALUE);
    assert_int_equal(cw_answer_count(answer), cw_position_moves(position, NULL, 0));
    size_t best = 0;
    for (size_t i = 0; i < cw_answer_count(answer); i++)
        best += cw_answer_best(answer, i);
    assert_true(best > 0);
    assert_null(cw_answer_certificate(answer, &error));
    refuses(error, "start");
    cw_answer_free(answer);
    cw_position_free(position);

    // Two truths that look the same to the Runner get the same answer.
    char *first = NULL;
    static const char *const traps[] = { "trap 2 4 6", "trap 4 6 8" };
    for (unsigned i = 0; i < 2; i++) {
        position = start("trap-runner", "fair", 1);
        play("trap-runner", position, traps[i]);
        answer = cw_position_solve(position, NULL, &error);
        assert_non_null(answer);
        if (first)
            assert_string_equal(first, cw_answer_low(answer));
        else
            first = strdup(cw_answer_low(answer));
        cw_answer_free(answer);
        cw_position_free(position);
    }
    free(first);
}

static bool stop(void *context, uint64_t count)
{
    (void)count;
    ++*(unsigned *)context;
    return false;
}

static void limits_are_kept(void **state)
{
    (void)state;
    unsigned asked = 0;
    char *error = NULL;
    const cw_limits limits = { .go_on = stop, .context = &asked };
    cw_position *position = start("pathfinder", "length=41", 1);
    assert_null(cw_position_solve(position, &limits, &error));
    assert_non_null(error);
    cw_free(error);
    assert_true(asked > 0);
    error = NULL;
    assert_null(cw_position_solve(position, &(cw_limits){ .seconds = 0.01 }, &error));
    assert_non_null(error);
    cw_free(error);
    cw_position_free(position);
}

static void players_play_by_the_rules_and_by_their_seed(void **state)
{
    (void)state;
    static const char *const levels[] = { "random", "easy", "medium", "hard" };
    for (size_t i = 0; i < cw_game_count(); i++)
        for (unsigned level = 0; level < 4; level++) {
            char *played[2];
            for (unsigned again = 0; again < 2; again++) {
                char *error = NULL;
                cw_position *position = start(cw_game_slug(cw_game_at(i)), "fair", 1);
                cw_player *player = cw_player_new(levels[level], 7, NULL);
                drawn = 5;
                while (cw_position_mover(position) != CW_NOBODY) {
                    cw_move move = pick(position);
                    if (cw_position_mover(position) != CW_CHANCE &&
                        !cw_player_move(player, position, &move, &error))
                        fail_msg("%s", error);
                    assert_non_null(cw_position_apply(position, move, NULL));
                }
                assert_false(cw_player_move(player, position, &(cw_move){ 0 }, NULL));
                played[again] = cw_position_told(position, CW_SEAT_1);
                cw_player_free(player);
                cw_position_free(position);
            }
            assert_string_equal(played[0], played[1]);
            cw_free(played[0]);
            cw_free(played[1]);
        }
}

static void a_small_tree_is_written_for_gambit(void **state)
{
    (void)state;
    char *error = NULL;
    cw_variant *variant =
        cw_variant_new(cw_game_find("trap-runner", NULL), "length=4,traps=1", NULL);
    char *tree = cw_variant_efg(variant, 1, 1000000, &error);
    assert_non_null(tree);
    assert_int_equal(strncmp(tree, "EFG 2 R", 7), 0);
    assert_null(cw_variant_efg(variant, 1, 3, &error));
    refuses(error, "3");
    cw_free(tree);
    cw_variant_free(variant);
}

static void a_game_says_what_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < cw_game_count(); i++) {
        char *json = cw_game_json(cw_game_at(i));
        assert_non_null(json);
        assert_non_null(strstr(json, cw_game_title(cw_game_at(i))));
        assert_non_null(strstr(json, "\"options\":[{"));
        assert_non_null(strstr(json, "\"verbs\":[{"));
        cw_free(json);
    }
    assert_true(*cw_version());
}

// Tables.

struct heard {
    char *log; // what the store was given, a line each
    size_t length;
    char *last; // state for seat 1, or for watchers
    unsigned ends, lines;
};

static void hear(struct heard *heard, int seat, const char *line)
{
    heard->lines++;
    if (seat < 0) {
        size_t length = strlen(line);
        heard->log = realloc(heard->log, heard->length + length + 2);
        memcpy(heard->log + heard->length, line, length);
        heard->length += length + 1;
        heard->log[heard->length - 1] = '\n';
        heard->log[heard->length] = '\0';
    } else if (strstr(line, "\"type\":\"state\"") && seat < 2) {
        free(heard->last);
        heard->last = strdup(line);
    } else if (strstr(line, "\"type\":\"end\"")) {
        heard->ends++;
    }
}

// Until it waits for somebody. Whatever is to be kept is kept at once.
static void run(cw_table *table, struct heard *heard)
{
    int64_t wait = 0;
    static int64_t now = 1000;
    do {
        int seat;
        bool kept = false;
        for (const char *line; (line = cw_table_next(table, &seat));) {
            hear(heard, seat, line);
            kept = kept || (seat < 0 && strncmp(line, "{\"n\":", 5) == 0);
        }
        if (kept)
            assert_true(cw_table_send(table, -1, "{\"type\":\"kept\"}", NULL));
        wait = cw_table_poll(table, now);
        now += wait > 0 ? wait : 0;
    } while (wait >= 0 && heard->ends == 0);
}

static void forget(struct heard *heard)
{
    free(heard->log);
    free(heard->last);
    *heard = (struct heard){ 0 };
}

// The record of a table that computers play to its end.
static char *play_out(const char *agreement)
{
    char *error = NULL;
    struct heard heard = { 0 };
    cw_table *table = cw_table_open(agreement, &error);
    if (!table)
        fail_msg("%s", error);
    run(table, &heard);
    assert_true(heard.ends > 0);
    char *record = cw_table_record(table, 3, &error);
    if (!record)
        fail_msg("%s", error);
    assert_non_null(strstr(record, cw_table_id(table)));
    cw_table_free(table);
    forget(&heard);
    return record;
}

static void computers_play_a_table_to_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < cw_game_count(); i++) {
        char agreement[200];
        snprintf(agreement, sizeof agreement,
                 "{\"game\":\"%s\",\"players\":[\"easy\",\"random\"],\"seed\":7}",
                 cw_game_slug(cw_game_at(i)));
        cw_free(play_out(agreement));
    }
}

// Nothing is told before it is kept, and what was kept is the game: a table that is opened from
// the log stands where the first one stood.
static void a_table_is_gone_on_with_from_what_was_kept(void **state)
{
    (void)state;
    char *error = NULL;
    int seat;
    struct heard heard = { 0 }, again = { 0 };
    cw_table *table = cw_table_open(
        "{\"game\":\"pathfinder\",\"players\":[\"human\",\"easy\"],\"keeps\":true,\"seed\":3}",
        &error);
    assert_non_null(table);
    run(table, &heard);
    assert_true(cw_table_send(table, 1, "{\"type\":\"move\",\"n\":2,\"move\":\"move 2\"}", &error));
    while (cw_table_poll(table, 5000) == 0 && !cw_table_next(table, &seat))
        ;
    assert_int_equal(seat, -1); // the line for the store comes first, alone
    assert_int_equal(cw_table_poll(table, 5000), -1);
    assert_null(cw_table_next(table, &seat));
    cw_table_free(table);

    cw_table *resumed = cw_table_resume(heard.log, heard.length, NULL, &error);
    if (!resumed)
        fail_msg("%s", error);
    run(resumed, &again);
    assert_non_null(heard.last);
    assert_string_equal(heard.last, again.last);
    assert_true(
        cw_table_send(resumed, 1, "{\"type\":\"move\",\"n\":2,\"move\":\"move 2\"}", &error));
    run(resumed, &again);
    assert_string_not_equal(heard.last, again.last);
    assert_null(cw_table_resume("garbage\n", 8, NULL, &error));
    assert_non_null(error);
    cw_free(error);
    cw_table_free(resumed);
    forget(&heard);
    forget(&again);
}

static void what_makes_no_sense_at_a_table_is_answered(void **state)
{
    (void)state;
    static const char *const wrong[] = { "",
                                         "nonsense",
                                         "{}",
                                         "{\"type\":\"fly\"}",
                                         "{\"type\":\"move\",\"n\":2,\"move\":\"move 9\"}",
                                         "{\"type\":\"begin\"}" };
    char *error = NULL;
    int seat;
    struct heard heard = { 0 };
    cw_table *table =
        cw_table_open("{\"game\":\"pathfinder\",\"players\":[\"human\",\"easy\"]}", &error);
    run(table, &heard);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_true(cw_table_send(table, 1, wrong[i], &error));
        while (cw_table_poll(table, 9000) == 0)
            ;
        const char *line = cw_table_next(table, &seat);
        assert_non_null(line);
        assert_non_null(strstr(line, "\"type\":\"refused\""));
        while (cw_table_next(table, &seat))
            ;
    }
    assert_false(cw_table_send(table, 9, "{}", &error));
    refuses(error, "9");
    assert_false(cw_table_send(table, -1, "{\"type\":\"kept\"}", &error));
    refuses(error, "kept");
    assert_null(cw_table_open("{\"game\":\"chess\"}", &error));
    refuses(error, "chess");
    assert_null(cw_table_open("{", &error));
    refuses(error, "JSON");
    cw_table_free(table);
    forget(&heard);
}

static cw_record *read_record(const char *text)
{
    char *error = NULL;
    cw_record *record = cw_record_read(text, strlen(text), &error);
    if (!record)
        fail_msg("%s", error);
    return record;
}

static void its_positions_are_those_of_the_round(const cw_record *record)
{
    char *error = NULL;
    size_t moves = cw_record_moves(record, 0);
    cw_position *first = cw_record_position(record, 0, 0, &error);
    cw_position *last = cw_record_position(record, 0, moves, &error);
    assert_int_equal(cw_record_rounds(record), 1);
    assert_int_equal(cw_position_winner(first), CW_NOBODY);
    assert_int_equal(cw_position_winner(last), cw_record_winner(record, 0));
    assert_int_equal(cw_position_count(last), moves);
    assert_null(cw_record_position(record, 0, moves + 1, &error));
    assert_non_null(strstr(error, "moves"));
    assert_null(cw_record_position(record, 1, 0, NULL));
    cw_free(error);
    cw_position_free(first);
    cw_position_free(last);
}

static void each_view_can_be_read(const cw_record *record)
{
    for (int seat = CW_NOBODY; seat <= CW_SEAT_2; seat++) {
        char *view = cw_record_write(record, seat, NULL);
        cw_record *known = read_record(view);
        assert_int_equal(cw_record_winner(known, 0), cw_record_winner(record, 0));
        cw_record_free(known);
        cw_free(view);
    }
}

// A record is read, checked, replayed and written again; what was changed in it is refused.
static void a_record_is_read_and_replayed(void **state)
{
    (void)state;
    char *text =
        play_out("{\"game\":\"trap-runner\",\"players\":[\"random\",\"easy\"],\"seed\":5}");
    cw_record *record = read_record(text);
    its_positions_are_those_of_the_round(record);
    each_view_can_be_read(record);
    assert_non_null(strstr(cw_record_header(record), "\"game\":\"trap-runner\""));
    assert_non_null(strstr(cw_record_event(record, 0), "\"kind\":\"round\""));
    assert_null(cw_record_event(record, cw_record_count(record)));
    char *again = cw_record_write(record, CW_CHANCE, NULL);
    assert_string_equal(again, text);
    for (size_t i = strlen(text) / 2; i < strlen(text); i += 37) {
        char kept = again[i];
        again[i] = kept == 'x' ? 'y' : 'x';
        assert_null(cw_record_read(again, strlen(again), NULL));
        again[i] = kept;
    }
    cw_free(again);
    cw_free(text);
    cw_record_free(record);
}

// Three players, of whom each beats the next three times in four.
static void ratings_are_those_of_the_model(void **state)
{
    (void)state;
    cw_rating_game games[48];
    cw_rating ratings[3], advantage;
    char *error = NULL;
    for (uint32_t i = 0; i < 48; i++) {
        uint32_t one = i / 2 % 3, two = (one + 1) % 3, low = one < two ? one : two;
        bool wins = i / 6 % 4 != 0;
        games[i] = (cw_rating_game){ i % 2 ? two : one, i % 2 ? one : two, 0, i / 2, 0 };
        games[i].score = (games[i].first == low) == wins;
    }
    assert_true(cw_ratings_fit(games, 48, 3, 1, ratings, &advantage, &error));
    assert_true(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
    assert_true(ratings[0].elo + ratings[1].elo + ratings[2].elo < 0.001);
    assert_true(ratings[0].lo < ratings[0].elo && ratings[0].elo < ratings[0].hi);
    assert_true(advantage.lo < 0 && advantage.hi > 0);
    assert_true(cw_ratings_score(400) > 0.909 && cw_ratings_score(400) < 0.9091);
    games[7].second = games[7].first;
    assert_false(cw_ratings_fit(games, 48, 3, 1, ratings, NULL, &error));
    assert_non_null(strstr(error, "Game 7"));
    cw_free(error);
    assert_false(cw_ratings_fit(games, 48, 0, 1, ratings, NULL, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_and_every_listed_move_applies),
        cmocka_unit_test(text_of_rules_and_moves_reads_back),
        cmocka_unit_test(a_guess_looks_the_same_to_the_seat),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(mistakes_are_refused_with_a_sentence),
        cmocka_unit_test(answers_of_each_kind_are_proved),
        cmocka_unit_test(a_mixture_is_a_distribution),
        cmocka_unit_test(a_position_inside_a_game_is_judged_by_what_the_mover_knows),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(players_play_by_the_rules_and_by_their_seed),
        cmocka_unit_test(a_small_tree_is_written_for_gambit),
        cmocka_unit_test(a_game_says_what_it_is),
        cmocka_unit_test(computers_play_a_table_to_its_end),
        cmocka_unit_test(a_table_is_gone_on_with_from_what_was_kept),
        cmocka_unit_test(what_makes_no_sense_at_a_table_is_answered),
        cmocka_unit_test(a_record_is_read_and_replayed),
        cmocka_unit_test(ratings_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
