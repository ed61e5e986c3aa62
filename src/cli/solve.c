// SPDX-License-Identifier: GPL-3.0-or-later
// causeway solve
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "bots/library.h"
#include "analysis/proof.h"
#include "claim/certificate.h"
#include "cli/commands.h"
#include "drive/player.h"
#include "report/fraction.h"
#include "ui/progress_bar.h"

static const char *class_name(enum claim_class class)
{
    static const char *const names[] = {
        [CLAIM_OPEN] = "open",
        [CLAIM_CHANCE] = "chance",
        [CLAIM_SECRETS] = "secrets",
    };
    return names[class];
}

struct solved {
    struct variant variant;
    struct proof proof;
    bool checked;     // what was found is proved; else the check was stopped
    bool interrupted; // by the user
    double seconds, checking;
};

static void print_bounds(const struct solve_answer *answer, bool checked)
{
    char lo[FRACTION_SIZE], hi[FRACTION_SIZE];
    fraction_print_down(answer->lo, lo);
    fraction_print_up(answer->hi, hi);
    printf("Player 1 wins with a chance between %s and %s: %s bounds,\n"
           "not the exact value (--json has them as fractions).\n",
           lo, hi, checked ? "proved" : "unchecked");
}

// "exact", "sure" and "proved" are words for what the check has confirmed.
static void print_value(const struct solved *solved)
{
    const struct solve_answer *answer = &solved->proof.answer;
    const char *how = solved->checked ? "exact" : "not checked";
    char lo[FRACTION_SIZE];
    fraction_print(answer->lo, lo);
    if (answer->proof == SOLVE_BOUNDS)
        print_bounds(answer, solved->checked);
    else if (answer->class == CLAIM_OPEN)
        printf("Player %d wins, in %u turn%s under best play: %s.\n", mpq_sgn(answer->lo) ? 1 : 2,
               answer->turns, answer->turns == 1 ? "" : "s", how);
    else if (answer->proof == SOLVE_SURE && solved->checked)
        printf("Player %d wins for sure, whatever the other does and hides: exact.\n",
               mpq_sgn(answer->lo) ? 1 : 2);
    else
        printf("Player 1 wins with chance %s (%.4f): %s.\n", lo, mpq_get_d(answer->lo), how);
}

// Of winning moves the quickest, of losing ones the longest.
static bool is_best(const struct solve_answer *answer, const struct solve_move *rated)
{
    return rated->best && (answer->class != CLAIM_OPEN || rated->turns == answer->turns);
}

// Where the answer is an interval, what is said of single moves is an estimate.
static void print_move(const struct game *game, const struct solve_answer *answer,
                       const struct solve_move *rated)
{
    char move[TEXT_MAX], lo[FRACTION_SIZE], hi[FRACTION_SIZE], share[FRACTION_SIZE];
    struct text text = text_in(move, sizeof move);
    move_print(game, rated->move, &text);
    fraction_print(rated->lo, lo);
    fraction_print(rated->hi, hi);
    fraction_print(rated->share, share);
    printf("  %c %-12s ", is_best(answer, rated) ? '*' : ' ', move);
    if (answer->proof == SOLVE_BOUNDS)
        printf("about %.4f", mpq_get_d(rated->lo));
    else if (mpq_equal(rated->lo, rated->hi))
        printf("%s", lo);
    else
        printf("%s to %s", lo, hi);
    if (answer->class == CLAIM_OPEN)
        printf("  in %u", rated->turns);
    if (mpq_sgn(rated->share) && answer->proof == SOLVE_EXACT)
        printf("  played with chance %s", share);
    printf("\n");
}

static void print_folded(const char *words)
{
    struct text folded = TEXT_OF(4 * TEXT_MAX);
    text_add_folded(&folded, words, 80);
    fputs(folded.at, stdout);
}

static void print_line(const struct solved *solved)
{
    struct text text = TEXT_OF(4 * TEXT_MAX);
    const struct solve_answer *answer = &solved->proof.answer;
    for (unsigned i = 0; i < answer->line_count; i++) {
        text_add(&text, "%s ", i ? "," : "Best play:");
        move_print(solved->variant.game, answer->line[i], &text);
    }
    text_add(&text, "%s", answer->line_count ? "\n" : "");
    print_folded(text.at);
}

static void print_text(const struct solved *solved)
{
    enum { SHOWN = 40 };
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    const struct solve_answer *answer = &solved->proof.answer;
    variant_print(&solved->variant, &text);
    printf("%s, %s\n", solved->variant.game->title, buffer);
    print_value(solved);
    if (answer->count > 0)
        printf("First moves, with Player 1's chance after each %s):\n",
               answer->class == CLAIM_SECRETS && answer->proof != SOLVE_SURE
                   ? "against the other's plan\n(* in one best mixture; hints may go by another;\n"
                     "--certificate has both players' whole"
                   : "as the solver rates it (* best");
    for (unsigned i = 0; i < answer->count && i < SHOWN; i++)
        print_move(solved->variant.game, answer, &answer->moves[i]);
    if (answer->count > SHOWN)
        printf("  ... and %u more (--json has them all)\n", answer->count - SHOWN);
    print_line(solved);
    text_clear(&text);
    text_add(&text, "Method: %s; %llu positions, %.3f s; checked in %.3f s.\n", answer->method,
             (unsigned long long)answer->nodes, solved->seconds, solved->checking);
    print_folded(text.at);
}

static json_t *json_move(const struct game *game, struct move move)
{
    char buffer[TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    move_print(game, move, &text);
    return json_string(buffer);
}

static json_t *json_bounds(const mpq_t lo, const mpq_t hi)
{
    return json_pack("[o, o]", fraction_json(lo), fraction_json(hi));
}

static json_t *json_moves(const struct solved *solved)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < solved->proof.answer.count; i++) {
        const struct solve_move *rated = &solved->proof.answer.moves[i];
        json_t *item = json_pack("{s:o}", "move", json_move(solved->variant.game, rated->move));
        if (solved->proof.answer.proof == SOLVE_BOUNDS)
            json_object_set_new(item, "estimate", json_real(mpq_get_d(rated->lo)));
        else if (mpq_equal(rated->lo, rated->hi))
            json_object_set_new(item, "seat1", fraction_json(rated->lo));
        else
            json_object_set_new(item, "bounds", json_bounds(rated->lo, rated->hi));
        if (solved->proof.answer.class == CLAIM_OPEN)
            json_object_set_new(item, "turns", json_integer(rated->turns));
        if (solved->proof.answer.class == CLAIM_SECRETS)
            json_object_set_new(item, "share", fraction_json(rated->share));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_best(const struct solved *solved)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < solved->proof.answer.count; i++)
        if (is_best(&solved->proof.answer, &solved->proof.answer.moves[i]))
            json_array_append_new(
                list, json_move(solved->variant.game, solved->proof.answer.moves[i].move));
    return list;
}

static json_t *json_line(const struct solved *solved)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < solved->proof.answer.line_count; i++)
        json_array_append_new(list, json_move(solved->variant.game, solved->proof.answer.line[i]));
    return list;
}

static json_t *json_answer(const struct solved *solved)
{
    char rules[TEXT_MAX];
    struct text text = text_in(rules, sizeof rules);
    const struct solve_answer *answer = &solved->proof.answer;
    bool exact = answer->proof != SOLVE_BOUNDS && solved->checked;
    variant_print(&solved->variant, &text);
    json_t *root = json_pack("{s:s, s:s, s:s, s:{s:o}, s:b}", "game", solved->variant.game->slug,
                             "rules", rules, "class", class_name(answer->class), "value", "seat1",
                             exact ? fraction_json(answer->lo) : json_null(), "exact", exact);
    if (!exact)
        json_object_set_new(root, "bounds", json_bounds(answer->lo, answer->hi));
    json_object_set_new(root, "checked", json_boolean(solved->checked));
    json_object_set_new(root, "sure", json_boolean(answer->proof == SOLVE_SURE && solved->checked));
    json_object_set_new(root, "method", json_string(answer->method));
    json_object_set_new(root, "turns",
                        answer->class == CLAIM_OPEN ? json_integer(answer->turns) : json_null());
    json_object_set_new(root, "best", json_best(solved));
    json_object_set_new(root, "moves", json_moves(solved));
    json_object_set_new(root, "line", json_line(solved));
    json_object_set_new(root, "nodes", json_integer((json_int_t)answer->nodes));
    json_object_set_new(root, "seconds", json_real(solved->seconds));
    json_object_set_new(root, "check_seconds", json_real(solved->checking));
    return root;
}

static void print_json(const struct solved *solved)
{
    json_t *root = json_answer(solved);
    json_object_set_new(root, "format", json_integer(OUTPUT_FORMAT));
    json_dumpf(root, stdout, JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(root);
}

// Half a proof proves nothing; but what is not a plain file is not ours to remove.
static void remove_half(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        remove(path);
}

static bool write_certificate(const char *path, const struct claim *claim, struct text *why)
{
    FILE *file = fopen(path, "w");
    if (file)
        certificate_write(file, claim);
    bool written = command_close_file(file, path, why);
    if (file && !written)
        remove_half(path);
    return written;
}

// Tells the answer, and writes its proof, if asked to.
static int print_answer(const struct cli_invocation *invocation, const struct solved *solved,
                        struct text *why)
{
    if (cli_value(invocation, OPTION_JSON))
        print_json(solved);
    else
        print_text(solved);
    const char *path = cli_value(invocation, OPTION_CERTIFICATE);
    if (path && !solved->checked)
        return cli_failure("'%s' is not written: the check was stopped before its end.", path);
    return !path || write_certificate(path, &solved->proof.claim, why) ? EXIT_FINE : EXIT_FAILED;
}

// Where players hide things something is proved soon: what both sides can get for sure. For
// a caller that is out of time.
static bool find_bounds(struct solved *solved, struct text *why)
{
    enum { SECONDS = 5 };
    struct proof *proof = &solved->proof;
    struct progress_bar progress_bar;
    if (claim_class(solved->variant.game) != CLAIM_SECRETS)
        return false;
    text_clear(why);
    *proof = (struct proof){ 0 };
    claim_begin(&proof->claim, &solved->variant, SEAT_1);
    if (!solve_answer_begin(&proof->answer, CLAIM_SECRETS, 0, why)) {
        claim_clear(&proof->claim);
        return false;
    }
    progress_bar_begin(&progress_bar, "Finding bounds");
    progress_bar.most = SECONDS;
    enum solve_stop stop =
        solve_plans(&solved->variant, SEAT_1, &progress_bar.limits, &proof->claim, why);
    progress_bar_end(&progress_bar);
    if (stop != SOLVE_STOP_NOT) {
        proof_clear(proof);
        return false;
    }
    mpq_set(proof->answer.lo, proof->claim.lo);
    mpq_set(proof->answer.hi, proof->claim.hi);
    proof->answer.proof = mpq_equal(proof->claim.lo, proof->claim.hi) ? SOLVE_EXACT : SOLVE_BOUNDS;
    proof->answer.method = "what was proved in the time that it had";
    return true;
}

// In an open game which of several good moves a strategy has depends on what was searched: a
// certificate, which lists them, is the same each time, from one core.
static bool find_proof(struct solved *solved, double most, bool listed, struct text *why)
{
    struct progress_bar progress_bar;
    bool open = claim_class(solved->variant.game) == CLAIM_OPEN;
    progress_bar_begin(&progress_bar, "Solving");
    progress_bar.most = most;
    progress_bar.limits.cores = open && listed ? 1 : player_means()->cores;
    bool found = proof_find(&solved->proof, &solved->variant, SEAT_1, &progress_bar.limits, why);
    bool interrupted = !progress_bar_end(&progress_bar);
    bool late = interrupted || (most > 0 && progress_bar_seconds(&progress_bar) >= most);
    if (!found && late)
        found = find_bounds(solved, why);
    solved->seconds = progress_bar_seconds(&progress_bar);
    if (!found && interrupted)
        progress_bar_give_up();
    solved->interrupted = found && interrupted;
    return found;
}

// False, with a sentence, when the solver has found something that is not so.
static bool check_proof(struct solved *solved, struct text *why)
{
    struct text words = TEXT_OF(TEXT_MAX);
    struct progress_bar progress_bar;
    progress_bar_begin(&progress_bar, "Checking");
    progress_bar.most = CHECK_SECONDS;
    progress_bar.limits.cores = player_means()->cores;
    solved->proof.limits = &progress_bar.limits;
    enum check_verdict verdict = proof_check(&solved->proof, &words);
    solved->checking = progress_bar_seconds(&progress_bar);
    solved->checked = verdict == CHECK_PROVED;
    if (solved->checked && solved->proof.answer.class == CLAIM_SECRETS)
        library_keep(&solved->proof.claim);
    solved->interrupted |= !progress_bar_end(&progress_bar) && !solved->checked;
    if (verdict == CHECK_REFUTED)
        text_add(why, "The check refutes what the solver found; please report this: %s", words.at);
    return verdict != CHECK_REFUTED;
}

int command_solve(const struct cli_invocation *invocation, struct text *why)
{
    struct solved solved = { .seconds = 0 };
    uint64_t seconds = 0;
    if (cli_value(invocation, OPTION_POSITION))
        return command_solve_position(invocation, why);
    if (cli_value(invocation, OPTION_SEAT) || cli_value(invocation, OPTION_FIRST))
        return cli_usage_error(invocation, "--as and --first are for a --position.");
    if (!command_read_number(invocation, OPTION_SECONDS, 1, 1000000, &seconds, why) ||
        !command_read_game(invocation, invocation->operand[0], &solved.variant, why))
        return EXIT_USAGE;
    bool listed = cli_value(invocation, OPTION_CERTIFICATE);
    if (!find_proof(&solved, (double)seconds, listed, why)) {
        if (seconds && why->length)
            text_add(why, " It had %ju seconds.", (uintmax_t)seconds);
        return EXIT_FAILED;
    }
    int status = check_proof(&solved, why) ? print_answer(invocation, &solved, why) : EXIT_FAILED;
    if (solved.interrupted)
        progress_bar_give_up();
    proof_clear(&solved.proof);
    return status;
}
