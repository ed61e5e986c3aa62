// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/proof.h"

#include "solve/rater.h"
#include "solve/threads.h"

static void clear_claim(struct proof *proof)
{
    rater_free(proof->rater);
    claim_clear(&proof->claim);
}

bool proof_find(struct proof *proof, const struct variant *variant, unsigned first,
                const struct limits *limits, struct text *why)
{
    proof->limits = limits;
    if (solve_claim(variant, first, limits, &proof->answer, &proof->claim, &proof->rater, why))
        return true;
    clear_claim(proof);
    return false;
}

// Who asks for moves: each half of a check has a rater and limits of its own.
struct asker {
    struct rater *rater[SEATS];
    struct limits limits[SEATS];
    bool over; // seat 2's half is to end; read and written as one
};

static bool choose(void *context, const struct view *view, struct move *move, struct text *why)
{
    const struct asker *asker = context;
    return rater_choose(asker->rater[view->seat], &asker->limits[view->seat], view, move, why);
}

static bool is_wanted(void *context, uint64_t nodes)
{
    struct asker *asker = context;
    (void)nodes;
    return !__atomic_load_n(&asker->over, __ATOMIC_RELAXED);
}

struct second_half {
    void (*half)(void *halves, unsigned seat);
    void *halves;
};

static void check_second(void *context, unsigned number)
{
    const struct second_half *second = context;
    second->half(second->halves, number + SEAT_1);
}

// What is waited for counts as if it were done here.
static void wait_for(struct threads *threads, struct asker *asker)
{
    static const double now_and_then = 0.05;
    while (!threads_wait(threads, now_and_then)) {
        limits_spend(now_and_then);
        if (!limits_go_on(&asker->limits[SEAT_1], 0))
            __atomic_store_n(&asker->over, true, __ATOMIC_RELAXED);
    }
    threads_join(threads);
}

static void check_together(void *context, void (*half)(void *halves, unsigned seat), void *halves)
{
    struct asker *asker = context;
    struct second_half second = { half, halves };
    asker->limits[SEAT_2].until = 0;
    asker->limits[SEAT_2].go_on = is_wanted;
    asker->limits[SEAT_2].context = asker;
    struct threads *threads = threads_start(1, check_second, &second);
    if (threads) {
        half(halves, SEAT_1);
        wait_for(threads, asker);
    }
    asker->limits[SEAT_2] = asker->limits[SEAT_1];
}

enum check_verdict proof_check(struct proof *proof, struct text *words)
{
    if (!proof->rater)
        return check_claim(&proof->claim, proof->limits, words);
    struct limits alone = *proof->limits;
    alone.cores = 1;
    struct rater *beside = proof->limits->cores > 1 ? rater_beside(proof->rater) : NULL;
    struct asker asker = {
        .rater = { [SEAT_1] = proof->rater, [SEAT_2] = beside ? beside : proof->rater },
        .limits = { [SEAT_1] = alone, [SEAT_2] = alone }
    };
    const struct check_source source = { .choose = choose,
                                         .context = &asker,
                                         .together = beside ? check_together : NULL,
                                         .second = &asker.limits[SEAT_2] };
    enum check_verdict verdict = check_and_list(&proof->claim, &source, proof->limits, words);
    rater_free(beside);
    return verdict;
}

void proof_clear(struct proof *proof)
{
    clear_claim(proof);
    solve_answer_clear(&proof->answer);
}
