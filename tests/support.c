// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/proof.h"
#include "claim/certificate.h"
#include "core/memory.h"

struct text support_text(void)
{
    enum { BUFFERS = 4 };
    static _Thread_local char buffer[BUFFERS][TEXT_MAX];
    static _Thread_local unsigned next;
    return text_in(buffer[next++ % BUFFERS], TEXT_MAX);
}

// Mostly near the book's value, so that games are of a sensible size, sometimes
// anywhere in the range.
static uint32_t draw_value(const struct rules_option *option, struct random *random)
{
    uint32_t lo = option->lo, hi = option->hi;
    if (random_below(random, 4)) {
        lo = option->usual > lo + 4 ? option->usual - 4 : lo;
        hi = option->usual + 4 < hi ? option->usual + 4 : hi;
    }
    return lo + (uint32_t)random_below(random, hi - lo + 1);
}

struct variant support_draw(const struct game *game, struct random *random)
{
    struct variant variant = { .game = game };
    struct text why = support_text();
    do
        for (unsigned i = 0; i < rules_count(game); i++)
            variant.rules.value[i] = draw_value(&game->options[i], random);
    while (!variant_check(&variant, &why));
    return variant;
}

void support_each(unsigned drawn, support_check *check)
{
    struct random random = random_seeded(support_seed(1));
    for (const struct game *const *game = games; *game; game++) {
        struct variant variant = support_variant(*game, "book");
        check(&variant, &random);
        variant = support_variant(*game, "fair");
        check(&variant, &random);
        for (unsigned i = 0; i < drawn; i++) {
            variant = support_draw(*game, &random);
            check(&variant, &random);
        }
    }
}

struct variant support_variant(const struct game *game, const char *from)
{
    struct variant variant;
    struct text why = support_text();
    if (!variant_parse(game, from, &variant, &why))
        fail_msg("%s", why.at);
    return variant;
}

static struct move parse(const struct match *match, const char *from)
{
    struct move move;
    struct text why = support_text();
    if (!move_parse(match->variant.game, from, &move, &why))
        fail_msg("%s", why.at);
    return move;
}

struct event support_play(struct match *match, const char *move)
{
    struct event event;
    if (!match_play(match, match_turn(match)->mover, parse(match, move), &event))
        fail_msg("%s refused after %u moves", move, match->count);
    return event;
}

bool support_try(struct match *match, const char *move)
{
    struct match before = *match;
    struct event event;
    if (match_play(match, match_turn(match)->mover, parse(match, move), &event))
        return true;
    assert_memory_equal(&before.state, &match->state, sizeof before.state);
    assert_int_equal(before.count, match->count);
    return false;
}

uint64_t support_seed(uint64_t usual)
{
    const char *given = getenv("CAUSEWAY_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : usual;
    print_message("# CAUSEWAY_SEED=%ju\n", (uintmax_t)seed);
    return seed;
}

void support_finish(struct match *match, struct random *random)
{
    struct event event;
    while (!match_over(match)) {
        struct view view = match_view(match, match_turn(match)->mover);
        struct move move = view_draw(&match->variant, &view, random);
        assert_true(match_play(match, view.seat, move, &event));
    }
}

const char *support_refusal(const struct match *match, const char *move)
{
    struct text out = support_text();
    struct view view = match_view(match, match_turn(match)->mover);
    struct scene scene = match_scene(match, &view, match->variant.game->name);
    match->variant.game->refuse(&scene, parse(match, move), &out);
    return out.at;
}

char *support_certificate(const struct game *game, const char *rules, unsigned first, size_t *size)
{
    static const struct limits no_limits;
    struct variant variant = support_variant(game, rules);
    struct text words = support_text();
    struct proof proof;
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    assert_true(proof_find(&proof, &variant, first, &no_limits, &words));
    if (proof_check(&proof, &words) != CHECK_PROVED)
        fail_msg("%s %s: %s", game->slug, rules, words.at);
    certificate_write(out, &proof.claim);
    proof_clear(&proof);
    fclose(out);
    return text;
}

enum check_verdict support_verdict(const char *certificate, size_t size, struct text *words)
{
    static const struct limits no_limits;
    struct claim claim;
    enum check_verdict verdict = CHECK_REFUTED;
    FILE *in = fmemopen((void *)(uintptr_t)certificate, size, "r");
    text_clear(words);
    if (certificate_read(in, games_find, &no_limits, &claim, words)) {
        verdict = check_claim(&claim, &no_limits, words);
        claim_clear(&claim);
    }
    fclose(in);
    assert_true(words->length > 0);
    return verdict;
}

unsigned support_entries(const char *path)
{
    unsigned count = 0;
    DIR *directory = opendir(path);
    while (readdir(directory))
        count++;
    closedir(directory);
    return count;
}

unsigned support_children(void)
{
    char path[64];
    unsigned count = 0;
    int pid;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &pid) == 1)
        count++;
    if (file)
        fclose(file);
    return count;
}

void support_solve_without_memory(const struct game *game, const char *rules)
{
    struct variant variant = support_variant(game, rules);
    bool done = false;
    for (long allocations = 0; !done; allocations++) {
        struct text why = support_text();
        struct solve_answer answer;
        mem_fail_after(allocations);
        done = solve(&variant, SEAT_1, &(struct limits){ 0 }, &answer, &why);
        mem_fail_after(-1);
        if (done)
            solve_answer_clear(&answer);
        else
            assert_string_equal(strstr(why.at, "not enough memory") ? "" : why.at, "");
    }
}
