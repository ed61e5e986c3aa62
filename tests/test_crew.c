// SPDX-License-Identifier: GPL-3.0-or-later
// Several cores for one question: the answer is the one that a single core finds.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/proof.h"
#include "claim/certificate.h"
#include "core/memory.h"
#include "core/now.h"
#include "solve/crew.h"
#include "support.h"

// Each takes more positions than a search looks at before it calls for help.
static const struct {
    const struct game *game;
    const char *rules;
} long_ones[] = {
    { &game_minefield, "book" },
    { &game_minefield, "length=11,mines=2,meet=share" },
    { &game_pathfinder, "book" },
    { &game_blockade, "length=15,stride=3,hop=yes,spare=yes" },
};

// All that is told of an answer but how much work it was.
static char *told(const struct solve_answer *answer)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    gmp_fprintf(file, "%Qd %Qd %u\n", answer->lo, answer->hi, answer->turns);
    for (unsigned i = 0; i < answer->count; i++) {
        const struct solve_move *rated = &answer->moves[i];
        gmp_fprintf(file, "%u %llx %Qd %u %d\n", rated->move.verb,
                    (unsigned long long)rated->move.set, rated->lo, rated->turns, rated->best);
    }
    for (unsigned i = 0; i < answer->line_count; i++)
        fprintf(file, "%u %llx\n", answer->line[i].verb, (unsigned long long)answer->line[i].set);
    fclose(file);
    return text;
}

static char *certificate(const struct claim *claim)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    certificate_write(file, claim);
    fclose(file);
    return text;
}

// Searched by so many cores, and checked by as many; an answer, and a certificate.
static void solve_with(const struct variant *variant, unsigned first, unsigned search,
                       unsigned check, char *texts[2])
{
    struct text why = support_text();
    struct limits limits = { .cores = search };
    struct proof proof;
    assert_true(proof_find(&proof, variant, first, &limits, &why));
    limits.cores = check;
    assert_int_equal(proof_check(&proof, &why), CHECK_PROVED);
    texts[0] = told(&proof.answer);
    texts[1] = certificate(&proof.claim);
    proof_clear(&proof);
}

static void several_cores_find_what_one_does(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
        struct variant variant = support_variant(long_ones[i].game, long_ones[i].rules);
        bool open = claim_class(variant.game) == CLAIM_OPEN;
        unsigned first = SEAT_1 + i % 2;
        char *one[2], *more[2];
        solve_with(&variant, first, 1, 1, one);
        for (unsigned cores = 2; cores <= 4; cores += 2) {
            unsigned searched = open && cores == 2 ? 1 : cores;
            solve_with(&variant, first, searched, cores, more);
            assert_string_equal(one[0], more[0]);
            if (!open || searched == 1) // else other good moves may be in it
                assert_string_equal(one[1], more[1]);
            free(more[0]);
            free(more[1]);
        }
        free(one[0]);
        free(one[1]);
    }
}

// ---- Stopping ----

static bool soon_over(void *context, uint64_t nodes)
{
    unsigned *left = context;
    (void)nodes;
    return *left && --*left;
}

static void a_stop_ends_all_threads(void **state)
{
    (void)state;
    static const struct {
        const struct game *game;
        const char *rules;
    } endless[] = { { &game_minefield, "length=40,mines=9,detectors=9" },
                    { &game_blockade, "length=63,stride=20,hop=yes,spare=yes" } };
    for (unsigned i = 0; i < 2; i++) {
        struct variant variant = support_variant(endless[i].game, endless[i].rules);
        struct text why = support_text();
        unsigned left = 2;
        struct limits limits = { .cores = 3, .go_on = soon_over, .context = &left };
        struct proof proof;
        int64_t begun = now_monotonic();
        assert_false(proof_find(&proof, &variant, SEAT_1, &limits, &why));
        assert_string_equal(why.at, "Solving was interrupted.");
        assert_true(now_monotonic() - begun < 60000);
    }
}

// The check, too: of its second half, which its caller waits for.
static void a_stop_ends_both_halves_of_a_check(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=11");
    struct text why = support_text();
    unsigned left = 2;
    struct limits limits = { .cores = 2 };
    struct proof proof;
    assert_true(proof_find(&proof, &variant, SEAT_1, &limits, &why));
    limits.go_on = soon_over;
    limits.context = &left;
    assert_int_equal(proof_check(&proof, &why), CHECK_STOPPED);
    proof_clear(&proof);
}

// ---- Memory ----

// With room for the table of one core, but not for the slots that several keep besides.
static void without_room_one_core_goes_on(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "length=11");
    struct text why = support_text();
    struct solve_answer one, more;
    struct limits limits = { .memory = 1 << 18, .cores = 1 };
    while (!solve(&variant, SEAT_1, &limits, &one, &why))
        limits.memory += limits.memory / 4;
    limits.cores = 2;
    assert_true(solve(&variant, SEAT_1, &limits, &more, &why));
    assert_true(mpq_equal(one.lo, more.lo));
    solve_answer_clear(&one);
    solve_answer_clear(&more);
}

static void where_no_thread_can_be_had_one_core_does_all(void **state)
{
    (void)state;
    struct variant variant = support_variant(&game_minefield, "book");
    struct solve_answer answer;
    for (long n = 0; n < 12; n++) { // fails in the torture build
        struct text why = support_text();
        mem_fail_after(n);
        bool solved = solve(&variant, SEAT_1, &(struct limits){ .cores = 3 }, &answer, &why);
        mem_fail_after(-1);
        assert_true(solved || why.length);
        if (solved)
            solve_answer_clear(&answer);
    }
}

// ---- The table ----

static void a_shared_table_has_what_was_put_in(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    struct positions positions = positions_of(2);
    uint64_t word, was;
    for (uint64_t i = 1; i <= COUNT; i++) {
        uint64_t key[2] = { i, i % 7 };
        if (i == COUNT / 2)
            assert_true(positions_share(&positions));
        uint64_t *taken = positions_take(&positions, key, 0, &was);
        assert_non_null(taken);
        assert_int_equal(was, 0);
        assert_true(positions_leave(&positions, taken, &was, 3 * i));
    }
    positions_settle(&positions);
    for (uint64_t i = 1; i <= COUNT; i++) {
        uint64_t key[2] = { i, i % 7 }, other[2] = { i, 8 };
        assert_true(positions_find(&positions, key, &word));
        assert_int_equal(word, 3 * i);
        assert_false(positions_find(&positions, other, &word));
    }
    positions_free(&positions);
}

// What each of several threads adds to the words of the same keys, in another order. Those of one
// first word differ in the second alone.
enum { KEYS = 40000, WRITERS = 4 };

static void add_bits(void *context, unsigned number)
{
    struct positions own;
    static const unsigned strides[WRITERS] = { 1, 3, 7, 9 }; // all keys come
    uint64_t was, word, bit = (uint64_t)1 << number;
    assert(positions_beside(&own, context));
    for (uint64_t i = 0; i < KEYS; i++) {
        uint64_t at = (i * strides[number - 1] + number * KEYS / WRITERS) % KEYS;
        uint64_t key[2] = { 1 + at / 2, at % 2 };
        uint64_t *taken = positions_take(&own, key, 0, &was);
        while (!positions_leave(&own, taken, &was, was | bit))
            ;
        assert(positions_find(&own, key, &word) && word & bit);
    }
    positions_free(&own);
}

static void what_threads_write_at_once_is_all_there(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 8; round++) {
        struct positions positions = positions_of(2);
        assert_true(positions_share(&positions));
        struct threads *threads = threads_start(WRITERS, add_bits, &positions);
        assert_non_null(threads);
        threads_join(threads);
        positions_settle(&positions);
        for (uint64_t i = 0; i < KEYS; i++) {
            uint64_t key[2] = { 1 + i / 2, i % 2 }, word = 0;
            assert_true(positions_find(&positions, key, &word));
            assert_int_equal(word, (1 << (WRITERS + 1)) - 2);
        }
        positions_free(&positions);
    }
}

static void a_table_has_so_many_threads(void **state)
{
    (void)state;
    struct positions first = positions_of(2), others[64];
    unsigned count = 0;
    assert_true(positions_share(&first));
    while (count < 64 && positions_beside(&others[count], &first))
        count++;
    assert_int_equal(count, 63);
    positions_free(&others[7]);
    assert_true(positions_beside(&others[7], &first));
    while (count-- > 0)
        positions_free(&others[count]);
    positions_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_cores_find_what_one_does),
        cmocka_unit_test(a_stop_ends_all_threads),
        cmocka_unit_test(a_stop_ends_both_halves_of_a_check),
        cmocka_unit_test(without_room_one_core_goes_on),
        cmocka_unit_test(where_no_thread_can_be_had_one_core_does_all),
        cmocka_unit_test(a_shared_table_has_what_was_put_in),
        cmocka_unit_test(what_threads_write_at_once_is_all_there),
        cmocka_unit_test(a_table_has_so_many_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
