// SPDX-License-Identifier: GPL-3.0-or-later
// Columns: the margin, or the scale; how often the planner hides each class; the weights
// of its moves; and at each node and class of the answerer, the weight with which the
// planner still wins against the best answer. The prices of the rows are then the
// answerer's plan.
#include "solve/maxmargin.h"

#include "core/memory.h"
#include "core/vector.h"
#include "solve/exact_lp.h"
#include "solve/weights.h"

struct program {
    const struct public_tree *tree;
    unsigned planner, answerer;
    unsigned *answer_at; // by node of the answerer: its first value column
    unsigned answers;
    struct exact_lp_entry *entries;
    size_t count, room;
    unsigned rows, equal_rows; // those that say "equal" come first
    unsigned root_row;         // the first of the answerer's types
    double *gain;              // by column: where set, what is added goes there, not to a row
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

static void add(struct program *program, unsigned column, double factor)
{
    if (program->gain) {
        program->gain[column] += factor;
        return;
    }
    if (!vector_grow(&program->entries, &program->room, program->count, sizeof *program->entries)) {
        program->failed = true;
        return;
    }
    program->entries[program->count++] =
        (struct exact_lp_entry){ program->rows, column, (int)factor };
}

// The weight with which the planner's class comes to a node.
static void add_inflow(struct program *program, unsigned node, unsigned class, double factor)
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

static void add_answer(struct program *program, unsigned node, unsigned e, unsigned class,
                       double factor);

// What the planner wins from a node against a class of the answerer: against the best
// answer, whose value has a column; or, of gains, against all of them alike.
static void add_value(struct program *program, unsigned node, unsigned class, double factor)
{
    const struct public_tree_node *here = &program->tree->nodes[node];
    if (here->mover == program->answerer && !program->gain) {
        add(program, first_answer(program) + program->answer_at[node] + class, factor);
        return;
    }
    if (here->mover == program->answerer) {
        for (unsigned e = 0; e < here->count; e++)
            add_answer(program, node, e, class, factor / here->count);
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
                       double factor)
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

// Of the columns those from `capped` on are at most 1. `wanted` is the objective.
static bool load(const struct program *program, struct exact_lp *lp, unsigned columns,
                 unsigned capped, const int *wanted)
{
    uint8_t *free = mem_new(columns);
    bool fine = free && lp && !program->failed;
    unsigned free_from = first_answer(program), free_to = free_from + program->answers;
    for (unsigned c = 0; free && c < columns; c++)
        free[c] = c == 0 ? capped == columns : c >= free_from && c < free_to;
    for (unsigned r = 0; fine && r < program->rows; r++)
        fine = exact_lp_add_row(lp, r < program->equal_rows ? EXACT_LP_EQUAL : EXACT_LP_AT_MOST, 0,
                                NULL, 0);
    fine =
        fine && exact_lp_add_columns(lp, columns, wanted, free, program->entries, program->count);
    for (unsigned c = capped; fine && c < columns; c++)
        fine = exact_lp_cap_column(lp, c);
    mem_free(free);
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

// As maxmargin_solve() gets them.
struct rights {
    const mpq_t *types, *need;
};

static bool set_rights(const struct program *program, struct exact_lp *lp,
                       const struct rights *rights)
{
    const mpq_t *types = rights->types, *need = rights->need;
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

// The optimum: by column, and the prices by row.
struct optimum {
    mpq_t value, *x, *y;
    unsigned columns, rows;
};

static void optimum_clear(struct optimum *optimum)
{
    mpq_clear(optimum->value);
    weights_free(optimum->x, optimum->columns);
    weights_free(optimum->y, optimum->rows);
}

// Solves what was set up; frees `wanted`. Without rights all are zero. Clear the optimum in
// any case.
static bool optimise(const struct program *program, unsigned columns, unsigned capped, int *wanted,
                     const struct rights *rights, struct optimum *optimum)
{
    struct exact_lp *lp = exact_lp_new(true);
    *optimum = (struct optimum){ .x = weights_new(columns),
                                 .y = weights_new(program->rows),
                                 .columns = columns,
                                 .rows = program->rows };
    mpq_init(optimum->value);
    bool fine = lp && optimum->x && optimum->y && wanted &&
                load(program, lp, columns, capped, wanted) &&
                (!rights || set_rights(program, lp, rights)) &&
                exact_lp_solve(lp, optimum->value, optimum->x, optimum->y);
    exact_lp_free(lp);
    mem_free(wanted);
    return fine;
}

static void take_plan(const struct optimum *optimum, struct maxmargin_plan *plan)
{
    copy(plan->root, optimum->x + root_column(0), plan->roots);
    copy(plan->move, optimum->x + root_column(0) + plan->roots, plan->moves);
}

bool maxmargin_solve(const struct public_tree *tree, unsigned planner, const mpq_t *types,
                     const mpq_t *need, mpq_t margin, struct maxmargin_plan *plan,
                     struct maxmargin_plan *answer)
{
    struct program program;
    struct optimum found;
    if (!program_new(&program, tree, planner))
        return false;
    add_root_rows(&program, types);
    add_flow_rows(&program);
    add_answer_rows(&program, 1);
    unsigned columns = first_answer(&program) + program.answers;
    bool fine = optimise(&program, columns, columns, want(columns, 0, 1),
                         &(struct rights){ types, need }, &found);
    if (fine) {
        mpq_set(margin, found.value);
        take_plan(&found, plan);
        copy(answer->root, found.y + program.root_row, answer->roots);
        copy(answer->move, found.y + program.root_row + answer->roots, answer->moves);
    }
    optimum_clear(&found);
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

static void scale_down(mpq_t *weights, size_t count, const mpq_t scale)
{
    for (size_t i = 0; i < count; i++)
        mpq_div(weights[i], weights[i], scale);
}

bool maxmargin_spread(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan)
{
    struct program program;
    struct optimum found;
    if (!is_small(value) || !program_new(&program, tree, planner))
        return false;
    unsigned columns = add_spread_rows(&program, value);
    unsigned capped = first_answer(&program) + program.answers;
    bool fine = optimise(&program, columns, capped, want(columns, capped, columns), NULL, &found);
    if (fine) {
        mpq_set_z(found.value, mpq_denref(value));
        mpq_mul(found.value, found.value, found.x[0]);
        fine = mpq_sgn(found.value) > 0;
    }
    if (fine) {
        take_plan(&found, plan);
        scale_down(plan->root, plan->roots, found.value);
        scale_down(plan->move, plan->moves, found.value);
    }
    optimum_clear(&found);
    program_clear(&program);
    return fine;
}

// --- Against mistakes

// What each column gains against an answerer at random. Rounded to what the library takes:
// which of the optimal plans it is need not be exact.
static int *find_gains(struct program *program, unsigned columns)
{
    const double scale = 1e6;
    const struct public_tree_node *root = &program->tree->nodes[0];
    unsigned types = program->tree->types->of[program->answerer].count;
    int *wanted = want(columns, 0, 0);
    program->gain = mem_new(columns * sizeof *program->gain);
    for (unsigned c = 0; program->gain && c < columns; c++)
        program->gain[c] = 0;
    for (unsigned i = 0; program->gain && i < types; i++)
        if (root->class_of[program->answerer][i] != PUBLIC_TREE_NONE)
            add_value(program, 0, root->class_of[program->answerer][i], 1.0 / types);
    for (unsigned c = 0; wanted && program->gain && c < columns; c++)
        wanted[c] = (int)(scale * program->gain[c]);
    program->failed |= !program->gain;
    mem_free(program->gain);
    program->gain = NULL;
    return wanted;
}

bool maxmargin_punish(const struct public_tree *tree, unsigned planner, const mpq_t value,
                      struct maxmargin_plan *plan)
{
    struct program program;
    struct optimum found;
    unsigned classes = tree->nodes[0].classes[opponent(planner)];
    if (!program_new(&program, tree, planner))
        return false;
    mpq_t *need = weights_new(classes);
    for (unsigned j = 0; need && j < classes; j++)
        mpq_set(need[j], value);
    add_root_rows(&program, false);
    add_flow_rows(&program);
    add_answer_rows(&program, 0);
    program.failed |= !need;
    unsigned columns = first_answer(&program) + program.answers;
    bool fine = optimise(&program, columns, columns, find_gains(&program, columns),
                         &(struct rights){ NULL, (const mpq_t *)need }, &found);
    if (fine)
        take_plan(&found, plan);
    optimum_clear(&found);
    weights_free(need, classes);
    program_clear(&program);
    return fine;
}
