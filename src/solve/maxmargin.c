// SPDX-License-Identifier: GPL-3.0-or-later
// Columns: the margin, or the scale; how often the planner hides each class; the weights
// of its moves; and at each node and class of the answerer, the weight with which the
// planner still wins against the best answer. The prices of the rows are then the
// answerer's plan.
#include "solve/maxmargin.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/exact_lp.h"
#include "solve/weights.h"

struct entry {
    unsigned row, column;
    int factor;
};

struct program {
    const struct public_tree *tree;
    unsigned planner, answerer;
    unsigned *answer_at; // by node of the answerer: its first value column
    unsigned answers;
    struct entry *entries;
    size_t count, room;
    unsigned rows, equal_rows; // those that say "equal" come first
    unsigned root_row;         // the first of the answerer's types
    bool failed;
};

bool maxmargin_plan_new(struct maxmargin_plan *plan, const struct public_tree *tree, unsigned seat)
{
    *plan = (struct maxmargin_plan){ .roots = tree->nodes[0].classes[seat],
                                     .moves = tree->weights[seat] };
    plan->root = weights_new(plan->roots);
    plan->move = weights_new(plan->moves);
    return plan->root && plan->move;
}

void maxmargin_plan_clear(struct maxmargin_plan *plan)
{
    weights_free(plan->root, plan->roots);
    weights_free(plan->move, plan->moves);
    *plan = (struct maxmargin_plan){ 0 };
}

// --- The program

static unsigned root_column(unsigned class)
{
    return 1 + class;
}

static unsigned move_column(const struct program *program, unsigned node, unsigned edge,
                            unsigned class)
{
    const struct public_tree_node *here = &program->tree->nodes[node];
    return 1 + program->tree->nodes[0].classes[program->planner] +
           (unsigned)(here->at + edge * here->classes[program->planner] + class);
}

static unsigned first_answer(const struct program *program)
{
    return 1 + program->tree->nodes[0].classes[program->planner] +
           (unsigned)program->tree->weights[program->planner];
}

static void add(struct program *program, unsigned column, int factor)
{
    if (!vector_grow(&program->entries, &program->room, program->count, sizeof *program->entries)) {
        program->failed = true;
        return;
    }
    program->entries[program->count++] = (struct entry){ program->rows, column, factor };
}

// The weight with which the planner's class comes to a node.
static void add_inflow(struct program *program, unsigned node, unsigned class, int factor)
{
    const struct public_tree_node *here = &program->tree->nodes[node];
    if (here->parent == PUBLIC_TREE_END) {
        add(program, root_column(class), factor);
        return;
    }
    const struct public_tree_node *before = &program->tree->nodes[here->parent];
    const struct public_tree_edge *edge = &program->tree->edges[here->by];
    const uint16_t *next = edge->result[here->as].next[program->planner];
    for (unsigned i = 0; i < before->classes[program->planner]; i++)
        if (next[i] != class)
            continue;
        else if (before->mover == program->planner)
            add(program, move_column(program, here->parent, here->by - before->first, i), factor);
        else
            add_inflow(program, here->parent, i, factor);
}

// What the planner wins from a node against a class of the answerer.
static void add_value(struct program *program, unsigned node, unsigned class, int factor)
{
    const struct public_tree_node *here = &program->tree->nodes[node];
    if (here->mover == program->answerer) {
        add(program, first_answer(program) + program->answer_at[node] + class, factor);
        return;
    }
    for (unsigned e = 0; e < here->count; e++) {
        const struct public_tree_edge *edge = &program->tree->edges[here->first + e];
        const struct public_tree_result *result = &edge->result[edge->result_of[class]];
        if (!public_tree_ends(program->tree, result))
            add_value(program, result->node, result->next[program->answerer][class], factor);
        else if (public_tree_winner(program->tree, result) == program->planner)
            for (unsigned k = 0; k < here->classes[program->planner]; k++)
                add(program, move_column(program, node, e, k), factor);
    }
}

// What the planner wins after an answer.
static void add_answer(struct program *program, unsigned node, unsigned e, unsigned class,
                       int factor)
{
    const struct public_tree_node *here = &program->tree->nodes[node];
    const struct public_tree_edge *edge = &program->tree->edges[here->first + e];
    for (unsigned k = 0; k < edge->results; k++) {
        const struct public_tree_result *result = &edge->result[k];
        if (!public_tree_ends(program->tree, result))
            add_value(program, result->node, result->next[program->answerer][class], factor);
        else if (public_tree_winner(program->tree, result) == program->planner)
            for (unsigned i = 0; i < here->classes[program->planner]; i++)
                if (edge->result_of[i] == k)
                    add_inflow(program, node, i, factor);
    }
}

static void add_flow_rows(struct program *program)
{
    for (unsigned n = 0; n < program->tree->count; n++) {
        const struct public_tree_node *node = &program->tree->nodes[n];
        if (node->mover != program->planner || !node->count)
            continue;
        for (unsigned k = 0; k < node->classes[program->planner]; k++) {
            for (unsigned e = 0; e < node->count; e++)
                add(program, move_column(program, n, e, k), 1);
            add_inflow(program, n, k, -1);
            program->rows++;
        }
    }
    program->equal_rows = program->rows;
}

// First against what may be hidden, then node by node, edge by edge. `first` is the
// factor of the first column in the former.
static void add_answer_rows(struct program *program, int first)
{
    program->root_row = program->rows;
    for (unsigned j = 0; j < program->tree->nodes[0].classes[program->answerer]; j++) {
        if (first)
            add(program, 0, first);
        add_value(program, 0, j, -1);
        program->rows++;
    }
    for (unsigned n = 0; n < program->tree->count; n++) {
        const struct public_tree_node *node = &program->tree->nodes[n];
        for (unsigned e = 0; node->mover == program->answerer && e < node->count; e++)
            for (unsigned j = 0; j < node->classes[program->answerer]; j++) {
                add(program, first_answer(program) + program->answer_at[n] + j, 1);
                add_answer(program, n, e, j, -1);
                program->rows++;
            }
    }
}

static bool program_new(struct program *program, const struct public_tree *tree, unsigned planner)
{
    *program = (struct program){ .tree = tree, .planner = planner, .answerer = opponent(planner) };
    program->answer_at = mem_new(tree->count * sizeof *program->answer_at);
    for (unsigned n = 0; program->answer_at && n < tree->count; n++) {
        program->answer_at[n] = program->answers;
        if (tree->nodes[n].mover == program->answerer && tree->nodes[n].count)
            program->answers += tree->nodes[n].classes[program->answerer];
    }
    return program->answer_at;
}

static void program_clear(struct program *program)
{
    mem_free(program->answer_at);
    mem_free(program->entries);
}

// --- To the library

// Sorts the entries by column into terms; first[c] is where column c begins.
static void sort_terms(const struct program *program, unsigned columns, struct exact_lp_term *terms,
                       size_t *first)
{
    memset(first, 0, (columns + 2) * sizeof *first);
    for (size_t i = 0; i < program->count; i++)
        first[program->entries[i].column + 2]++;
    for (unsigned c = 2; c < columns + 2; c++)
        first[c] += first[c - 1];
    for (size_t i = 0; i < program->count; i++) {
        const struct entry *entry = &program->entries[i];
        terms[first[entry->column + 1]++] = (struct exact_lp_term){ entry->row, entry->factor };
    }
}

// A column may name a row twice; the library wants each once.
static unsigned merge_terms(struct exact_lp_term *terms, size_t count)
{
    unsigned kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept && terms[kept - 1].at == terms[i].at)
            terms[kept - 1].factor += terms[i].factor;
        else
            terms[kept++] = terms[i];
    return kept;
}

// Of the columns those from `capped` on are at most 1. `wanted` is the objective.
static bool load(const struct program *program, struct exact_lp *lp, unsigned columns,
                 unsigned capped, const int *wanted)
{
    struct exact_lp_term *terms = mem_new(program->count * sizeof *terms);
    size_t *first = mem_new((columns + 2) * sizeof *first);
    bool fine = terms && first && lp && !program->failed;
    unsigned free_from = first_answer(program), free_to = free_from + program->answers;
    if (fine)
        sort_terms(program, columns, terms, first);
    for (unsigned r = 0; fine && r < program->rows; r++)
        fine = exact_lp_add_row(lp, r < program->equal_rows ? EXACT_LP_EQUAL : EXACT_LP_AT_MOST, 0,
                                NULL, 0);
    for (unsigned c = 0; fine && c < columns; c++) {
        unsigned count = merge_terms(terms + first[c], first[c + 1] - first[c]);
        bool free = c == 0 ? capped == columns : c >= free_from && c < free_to;
        fine = exact_lp_add_column(lp, wanted[c], free, terms + first[c], count) &&
               (c < capped || exact_lp_cap_column(lp, c));
    }
    mem_free(terms);
    mem_free(first);
    return fine;
}

// An objective of the columns from one to before another; NULL without memory.
static int *want(unsigned columns, unsigned from, unsigned to)
{
    int *wanted = mem_new(columns * sizeof *wanted);
    for (unsigned c = 0; wanted && c < columns; c++)
        wanted[c] = c >= from && c < to;
    return wanted;
}

static void copy(mpq_t *to, mpq_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

// --- The margin

// The planner's types have these weights, or sum to one.
static void add_root_rows(struct program *program, bool fixed)
{
    for (unsigned k = 0; k < program->tree->nodes[0].classes[program->planner]; k++) {
        add(program, root_column(k), 1);
        program->rows += fixed;
    }
    program->rows += !fixed;
}

static bool set_rights(const struct program *program, struct exact_lp *lp, const mpq_t *types,
                       const mpq_t *need)
{
    bool fine = true;
    mpq_t right;
    mpq_init(right);
    mpq_set_ui(right, 1, 1);
    if (!types)
        fine = exact_lp_set_right(lp, 0, right);
    for (unsigned k = 0; types && fine && k < program->tree->nodes[0].classes[program->planner];
         k++)
        fine = exact_lp_set_right(lp, k, types[k]);
    for (unsigned j = 0; need && fine && j < program->tree->nodes[0].classes[program->answerer];
         j++) {
        mpq_neg(right, need[j]);
        fine = exact_lp_set_right(lp, program->root_row + j, right);
    }
    mpq_clear(right);
    return fine;
}

bool maxmargin_solve(const struct public_tree *tree, unsigned planner, const mpq_t *types,
                     const mpq_t *need, mpq_t margin, struct maxmargin_plan *plan,
                     struct maxmargin_plan *answer)
{
    struct program program;
    struct exact_lp *lp = exact_lp_new(true);
    bool fine = program_new(&program, tree, planner) && lp;
    if (fine) {
        add_root_rows(&program, types);
        add_flow_rows(&program);
        add_answer_rows(&program, 1);
    }
    unsigned columns = first_answer(&program) + program.answers;
    mpq_t *x = weights_new(columns), *y = weights_new(program.rows);
    int *wanted = want(columns, 0, 1);
    fine = fine && x && y && wanted && load(&program, lp, columns, columns, wanted) &&
           set_rights(&program, lp, types, need) && exact_lp_solve(lp, margin, x, y);
    if (fine) {
        copy(plan->root, x + root_column(0), plan->roots);
        copy(plan->move, x + root_column(0) + plan->roots, plan->moves);
        copy(answer->root, y + program.root_row, answer->roots);
        copy(answer->move, y + program.root_row + answer->roots, answer->moves);
    }
    exact_lp_free(lp);
    mem_free(wanted);
    weights_free(x, columns);
    weights_free(y, program.rows);
    program_clear(&program);
    return fine;
}

// --- In the midst of the optimal plans

// In small trees moves are spread as well as types; elsewhere that takes too long.
static bool spreads_moves(const struct public_tree *tree)
{
    enum { WEIGHTS = 1000 };
    return tree->weights[SEAT_1] + tree->weights[SEAT_2] <= WEIGHTS;
}

// Every weight and every slack is to be as much as 1, at whatever scale. The scale is so
// that the value is a whole number. How many columns that makes.
static unsigned add_spread_rows(struct program *program, const mpq_t value)
{
    const struct public_tree_node *root = &program->tree->nodes[0];
    bool all = spreads_moves(program->tree);
    unsigned planned = all ? first_answer(program) : root_column(root->classes[program->planner]);
    unsigned column = first_answer(program) + program->answers;
    add(program, 0, -(int)mpz_get_si(mpq_denref(value)));
    add_root_rows(program, false);
    add_flow_rows(program);
    add_answer_rows(program, (int)mpz_get_si(mpq_numref(value)));
    unsigned last = program->rows;
    unsigned slack = all ? last : program->root_row + root->classes[program->answerer];
    for (program->rows = program->root_row; program->rows < slack; program->rows++)
        add(program, column++, 1);
    program->rows = last;
    for (unsigned c = root_column(0); c < planned; c++) {
        add(program, c, -1);
        add(program, column++, 1);
        program->rows++;
    }
    return column;
}

// Both parts as ints that the library takes, and the sum of many still fits.
static bool is_small(const mpq_t value)
{
    enum { MOST = 1 << 20 };
    return mpz_cmp_ui(mpq_denref(value), MOST) < 0;
}

static void copy_scaled(mpq_t *to, mpq_t *from, size_t count, const mpq_t scale)
{
    for (size_t i = 0; i < count; i++)
        mpq_div(to[i], from[i], scale);
}

bool maxmargin_spread(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan)
{
    struct program program;
    unsigned columns = 0;
    struct exact_lp *lp = is_small(value) ? exact_lp_new(true) : NULL;
    bool fine = program_new(&program, tree, planner) && lp;
    if (fine)
        columns = add_spread_rows(&program, value);
    mpq_t *x = weights_new(columns), *y = weights_new(program.rows), scale;
    unsigned capped = first_answer(&program) + program.answers;
    int *wanted = want(columns, capped, columns);
    mpq_init(scale);
    fine = fine && x && y && wanted && load(&program, lp, columns, capped, wanted) &&
           exact_lp_solve(lp, scale, x, y);
    if (fine) {
        mpq_set_z(scale, mpq_denref(value));
        mpq_mul(scale, scale, x[0]);
        fine = mpq_sgn(scale) > 0;
    }
    if (fine) {
        copy_scaled(plan->root, x + root_column(0), plan->roots, scale);
        copy_scaled(plan->move, x + root_column(0) + plan->roots, plan->moves, scale);
    }
    mpq_clear(scale);
    mem_free(wanted);
    exact_lp_free(lp);
    weights_free(x, columns);
    weights_free(y, program.rows);
    program_clear(&program);
    return fine;
}

// --- Against mistakes

// What each column gains, of what an answerer at random comes to.
struct gains {
    const struct program *program;
    double *gain;
};

// As add_inflow().
static void gain_inflow(const struct gains *gains, unsigned node, unsigned class, double chance)
{
    const struct program *program = gains->program;
    const struct public_tree_node *here = &program->tree->nodes[node];
    if (here->parent == PUBLIC_TREE_END) {
        gains->gain[root_column(class)] += chance;
        return;
    }
    const struct public_tree_node *before = &program->tree->nodes[here->parent];
    const uint16_t *next = program->tree->edges[here->by].result[here->as].next[program->planner];
    for (unsigned i = 0; i < before->classes[program->planner]; i++)
        if (next[i] != class)
            continue;
        else if (before->mover == program->planner)
            gains->gain[move_column(program, here->parent, here->by - before->first, i)] += chance;
        else
            gain_inflow(gains, here->parent, i, chance);
}

static void gain_at(const struct gains *gains, unsigned node, unsigned class, double chance);

static void gain_result(const struct gains *gains, unsigned node, unsigned e, unsigned k,
                        unsigned class, double chance)
{
    const struct program *program = gains->program;
    const struct public_tree_node *here = &program->tree->nodes[node];
    const struct public_tree_edge *edge = &program->tree->edges[here->first + e];
    const struct public_tree_result *result = &edge->result[k];
    bool own = here->mover == program->planner;
    if (!public_tree_ends(program->tree, result))
        gain_at(gains, result->node, result->next[program->answerer][class], chance);
    else if (public_tree_winner(program->tree, result) == program->planner)
        for (unsigned i = 0; i < here->classes[program->planner]; i++) {
            if (own)
                gains->gain[move_column(program, node, e, i)] += chance;
            else if (edge->result_of[i] == k)
                gain_inflow(gains, node, i, chance);
        }
}

static void gain_at(const struct gains *gains, unsigned node, unsigned class, double chance)
{
    const struct program *program = gains->program;
    const struct public_tree_node *here = &program->tree->nodes[node];
    for (unsigned e = 0; e < here->count; e++) {
        const struct public_tree_edge *edge = &program->tree->edges[here->first + e];
        if (here->mover == program->planner)
            gain_result(gains, node, e, edge->result_of[class], class, chance);
        else
            for (unsigned k = 0; k < edge->results; k++)
                gain_result(gains, node, e, k, class, chance / here->count);
    }
}

// Rounded to what the library takes: which of the optimal plans it is need not be exact.
static bool find_gains(const struct program *program, unsigned columns, int *wanted)
{
    const double scale = 1e6;
    struct gains gains = { program, mem_new(columns * sizeof *gains.gain) };
    const struct public_tree_node *root = &program->tree->nodes[0];
    unsigned types = program->tree->types->of[program->answerer].count;
    for (unsigned c = 0; gains.gain && c < columns; c++)
        gains.gain[c] = 0;
    for (unsigned i = 0; gains.gain && i < types; i++)
        if (root->class_of[program->answerer][i] != PUBLIC_TREE_NONE)
            gain_at(&gains, 0, root->class_of[program->answerer][i], 1.0 / types);
    for (unsigned c = 0; gains.gain && c < columns; c++)
        wanted[c] = (int)(scale * gains.gain[c]);
    bool found = gains.gain;
    mem_free(gains.gain);
    return found;
}

bool maxmargin_punish(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan)
{
    struct program program;
    struct exact_lp *lp = exact_lp_new(true);
    bool fine = program_new(&program, tree, planner) && lp;
    unsigned classes = tree->nodes[0].classes[opponent(planner)];
    mpq_t ignored, *need = weights_new(classes);
    if (fine) {
        add_root_rows(&program, false);
        add_flow_rows(&program);
        add_answer_rows(&program, 0);
    }
    unsigned columns = first_answer(&program) + program.answers;
    mpq_t *x = weights_new(columns), *y = weights_new(program.rows);
    int *wanted = want(columns, 0, 0);
    mpq_init(ignored);
    for (unsigned j = 0; need && j < classes; j++)
        mpq_set(need[j], value);
    fine = fine && x && y && need && wanted && find_gains(&program, columns, wanted) &&
           load(&program, lp, columns, columns, wanted) &&
           set_rights(&program, lp, NULL, (const mpq_t *)need) && exact_lp_solve(lp, ignored, x, y);
    if (fine) {
        copy(plan->root, x + root_column(0), plan->roots);
        copy(plan->move, x + root_column(0) + plan->roots, plan->moves);
    }
    mpq_clear(ignored);
    mem_free(wanted);
    exact_lp_free(lp);
    weights_free(need, classes);
    weights_free(x, columns);
    weights_free(y, program.rows);
    program_clear(&program);
    return fine;
}
