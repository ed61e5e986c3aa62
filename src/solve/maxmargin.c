// SPDX-License-Identifier: GPL-3.0-or-later
// Column 0 is the margin, or the scale. Any other column stands for a number of the
// planner's plan: how often it hides a class of types, the weight of a move and, where the
// answerer moves, what is won against the best answer. A row for each answer says that no
// more is won than by that answer; its price is the answer's weight in the answerer's plan.
//
// Where a plan leads and what it wins are sums of its numbers. The same functions write
// such sums into the rows of a program, and add them up for a plan that was found.
#include "solve/maxmargin.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/exact_lp.h"
#include "solve/weights.h"

struct row {
    bool equal;
    mpq_t *right; // its right side, where that is not zero; negative unless it is equal
    mpq_t *price; // the number of the answerer's plan that its price is
};

struct margin_program {
    const struct public_tree *tree;
    const struct maxmargin_plan *plan, *answer;
    unsigned planner, answerer;
    mpq_t *total; // where set, numbers are added up there and not written into rows
    struct exact_lp_entry *entries;
    struct row *rows;
    mpq_t **numbers;  // by column: what it stands for
    unsigned *column; // by number of the plan: its column, or 0
    size_t entry_count, entry_room, row_count, row_room, column_count, column_room;
    size_t capped;    // columns from here on are at most 1
    mpq_t first, one; // column 0, and a right side
    bool failed;      // no memory
};

static size_t count_numbers(const struct public_tree *tree, unsigned seat)
{
    return tree->classes[SEAT_1] + tree->classes[SEAT_2] + tree->weights[seat];
}

bool maxmargin_plan_new(struct maxmargin_plan *plan, const struct public_tree *tree, unsigned seat)
{
    *plan = (struct maxmargin_plan){ .tree = tree, .seat = seat };
    plan->reach = weights_new(count_numbers(tree, seat));
    if (!plan->reach)
        return false;
    plan->move = plan->reach + tree->classes[seat];
    plan->won = plan->move + tree->weights[seat];
    return true;
}

void maxmargin_plan_clear(struct maxmargin_plan *plan)
{
    if (plan->reach)
        weights_free(plan->reach, count_numbers(plan->tree, plan->seat));
    *plan = (struct maxmargin_plan){ 0 };
}

// --- Writing a program

static void add_entry(struct margin_program *program, unsigned row, unsigned column, int factor)
{
    if (vector_grow(&program->entries, &program->entry_room, program->entry_count,
                    sizeof *program->entries))
        program->entries[program->entry_count++] = (struct exact_lp_entry){ row, column, factor };
    else
        program->failed = true;
}

// Into the row that is being written.
static void set(struct margin_program *program, unsigned column, int factor)
{
    if (factor)
        add_entry(program, (unsigned)program->row_count, column, factor);
}

static void end_row(struct margin_program *program, struct row row)
{
    if (vector_grow(&program->rows, &program->row_room, program->row_count, sizeof *program->rows))
        program->rows[program->row_count++] = row;
    else
        program->failed = true;
}

static unsigned add_column(struct margin_program *program, mpq_t *number)
{
    if (!vector_grow(&program->numbers, &program->column_room, program->column_count,
                     sizeof *program->numbers)) {
        program->failed = true;
        return 0;
    }
    program->numbers[program->column_count] = number;
    return (unsigned)program->column_count++;
}

static void add(struct margin_program *program, mpq_t *number, int factor)
{
    if (program->total) {
        mpq_add(*program->total, *program->total, *number);
        return;
    }
    unsigned *column = &program->column[number - program->plan->reach];
    if (!*column)
        *column = add_column(program, number);
    set(program, *column, factor);
}

// --- Where a plan leads and what it wins

static struct margin_program program_of(const struct maxmargin_plan *plan)
{
    return (struct margin_program){
        .tree = plan->tree, .plan = plan, .planner = plan->seat, .answerer = opponent(plan->seat)
    };
}

static unsigned classes_at(const struct margin_program *program, unsigned node, unsigned seat)
{
    return public_tree_position(program->tree, node)->classes[seat];
}

static bool is_live(const struct margin_program *program, unsigned node, unsigned seat,
                    unsigned class)
{
    return public_tree_live(program->tree, node, seat, class);
}

static bool moves_at(const struct margin_program *program, unsigned node, unsigned seat)
{
    return public_tree_position(program->tree, node)->mover == seat;
}

static void add_reach(struct margin_program *program, unsigned node, unsigned class, int factor);

// How often the planner's choices lead a class of its types through an edge.
static void add_through(struct margin_program *program, unsigned node, unsigned e, unsigned class,
                        int factor)
{
    if (moves_at(program, node, program->planner))
        add(program, maxmargin_move(program->plan, node, e, class), factor);
    else
        add_reach(program, node, class, factor);
}

// To a class, from the node before.
static void add_inflow(struct margin_program *program, unsigned node, unsigned class, int factor)
{
    const struct public_tree_node *to = &program->tree->nodes[node];
    const struct public_graph_edge *edge = public_tree_edge(program->tree, to->parent, to->by);
    const uint16_t *next = edge->way[to->way].next[program->planner];
    for (unsigned k = 0; k < classes_at(program, to->parent, program->planner); k++)
        if (next[k] == class && is_live(program, to->parent, program->planner, k) &&
            public_graph_takes(edge, to->way, program->planner, k))
            add_through(program, to->parent, to->by, k, factor);
}

static void add_reach(struct margin_program *program, unsigned node, unsigned class, int factor)
{
    if (node == 0 || program->total)
        add(program, maxmargin_reach(program->plan, node, class), factor);
    else
        add_inflow(program, node, class, factor);
}

static void add_won(struct margin_program *program, unsigned node, unsigned class, int factor);

// What the planner wins against a class of the answerer's types if play goes this way.
static void add_way(struct margin_program *program, unsigned node, unsigned e, unsigned way,
                    unsigned class, int factor)
{
    unsigned child = public_tree_child(program->tree, node, e, way);
    const struct public_graph_edge *edge = public_tree_edge(program->tree, node, e);
    const struct public_graph_way *to = &edge->way[way];
    if (!public_graph_takes(edge, way, program->answerer, class))
        return;
    if (!to->winner && child != PUBLIC_TREE_NONE)
        add_won(program, child, to->next[program->answerer][class], factor);
    if (to->winner != program->planner)
        return;
    for (unsigned k = 0; k < classes_at(program, node, program->planner); k++)
        if (is_live(program, node, program->planner, k) &&
            public_graph_takes(edge, way, program->planner, k))
            add_through(program, node, e, k, factor);
}

static void add_edge(struct margin_program *program, unsigned node, unsigned e, unsigned class,
                     int factor)
{
    for (unsigned way = 0; way < PUBLIC_GRAPH_WAYS; way++)
        add_way(program, node, e, way, class, factor);
}

// From a node on. Where the answerer moves that is a number by itself: the least of its moves.
static void add_won(struct margin_program *program, unsigned node, unsigned class, int factor)
{
    if (moves_at(program, node, program->answerer) || program->total)
        add(program, maxmargin_won(program->plan, node, class), factor);
    else
        for (unsigned e = 0; e < program->tree->nodes[node].count; e++)
            add_edge(program, node, e, class, factor);
}

void maxmargin_add_way(const struct maxmargin_plan *plan, unsigned node, unsigned e, unsigned way,
                       unsigned class, mpq_t *sum)
{
    struct margin_program program = program_of(plan);
    program.total = sum;
    add_way(&program, node, e, way, class, 1);
}

// --- Settling a plan

// Parents come first.
static void find_reach(struct margin_program *program, unsigned node)
{
    for (unsigned k = 0; node > 0 && k < classes_at(program, node, program->planner); k++) {
        program->total = maxmargin_reach(program->plan, node, k);
        mpq_set_ui(*program->total, 0, 1);
        add_inflow(program, node, k, 1);
    }
}

void maxmargin_find_reach(struct maxmargin_plan *plan, unsigned node)
{
    struct margin_program program = program_of(plan);
    find_reach(&program, node);
}

// Does what comes to a class go out by its moves, and is no weight negative?
static bool divides(const struct margin_program *program, unsigned node, unsigned class, mpq_t rest)
{
    unsigned count =
        moves_at(program, node, program->planner) ? program->tree->nodes[node].count : 0;
    mpq_set(rest, *maxmargin_reach(program->plan, node, class));
    bool holds = mpq_sgn(rest) >= 0;
    for (unsigned e = 0; e < count; e++) {
        holds &= mpq_sgn(*maxmargin_move(program->plan, node, e, class)) >= 0;
        mpq_sub(rest, rest, *maxmargin_move(program->plan, node, e, class));
    }
    return holds && (!count || mpq_sgn(rest) == 0);
}

// Children come first.
static void find_won(struct margin_program *program, unsigned node, unsigned class, mpq_t *sum)
{
    mpq_t *won = maxmargin_won(program->plan, node, class);
    program->total = sum;
    mpq_set_ui(*won, 0, 1);
    for (unsigned e = 0; e < program->tree->nodes[node].count; e++) {
        mpq_set_ui(*sum, 0, 1);
        add_edge(program, node, e, class, 1);
        if (moves_at(program, node, program->planner))
            mpq_add(*won, *won, *sum);
        else if (e == 0 || mpq_cmp(*sum, *won) < 0)
            mpq_set(*won, *sum);
    }
}

bool maxmargin_settle(struct maxmargin_plan *plan)
{
    struct margin_program program = program_of(plan);
    mpq_t sum;
    mpq_init(sum);
    for (unsigned k = 0; k < classes_at(&program, 0, plan->seat); k++)
        mpq_add(sum, sum, plan->reach[k]);
    bool holds = mpq_cmp_ui(sum, 1, 1) == 0;
    for (unsigned n = 0; n < plan->tree->count; n++) {
        find_reach(&program, n);
        for (unsigned k = 0; k < classes_at(&program, n, plan->seat); k++)
            holds &= divides(&program, n, k, sum);
    }
    for (unsigned n = plan->tree->count; n-- > 0;)
        for (unsigned k = 0; k < classes_at(&program, n, program.answerer); k++)
            find_won(&program, n, k, &sum);
    mpq_clear(sum);
    return holds;
}

// --- The rows of all programs

// The planner's types have the weights that its plan gives them; or any that sum to one; or,
// where column 0 is a scale, to so many times that.
static void add_root_rows(struct margin_program *program, bool given, int factor)
{
    for (unsigned k = 0; k < classes_at(program, 0, program->planner); k++) {
        if (!is_live(program, 0, program->planner, k))
            continue;
        add_reach(program, 0, k, 1);
        if (given)
            end_row(program, (struct row){ .equal = true, .right = &program->plan->reach[k] });
    }
    if (given)
        return;
    set(program, 0, -factor);
    end_row(program, (struct row){ .equal = true, .right = factor ? NULL : &program->one });
}

static void add_flow_rows(struct margin_program *program)
{
    for (unsigned n = 0; n < program->tree->count; n++) {
        unsigned count = moves_at(program, n, program->planner) ? program->tree->nodes[n].count : 0;
        for (unsigned k = 0; count && k < classes_at(program, n, program->planner); k++) {
            if (!is_live(program, n, program->planner, k))
                continue;
            for (unsigned e = 0; e < count; e++)
                add_through(program, n, e, k, 1);
            add_reach(program, n, k, -1);
            end_row(program, (struct row){ .equal = true });
        }
    }
}

// Against each class what is needed is won, and so many times column 0.
static void add_need_rows(struct margin_program *program, mpq_t *need, int factor)
{
    for (unsigned k = 0; k < classes_at(program, 0, program->answerer); k++) {
        if (!is_live(program, 0, program->answerer, k))
            continue;
        set(program, 0, factor);
        add_won(program, 0, k, -1);
        end_row(program, (struct row){ .right = need ? &need[k] : NULL,
                                       .price = maxmargin_reach(program->answer, 0, k) });
    }
}

static void add_answer_rows(struct margin_program *program)
{
    for (unsigned n = 0; n < program->tree->count; n++) {
        unsigned count =
            moves_at(program, n, program->answerer) ? program->tree->nodes[n].count : 0;
        for (unsigned i = 0; i < count * classes_at(program, n, program->answerer); i++) {
            unsigned e = i / classes_at(program, n, program->answerer);
            unsigned k = i % classes_at(program, n, program->answerer);
            if (!is_live(program, n, program->answerer, k))
                continue;
            add(program, maxmargin_won(program->plan, n, k), 1);
            add_edge(program, n, e, k, -1);
            end_row(program, (struct row){ .price = maxmargin_move(program->answer, n, e, k) });
        }
    }
}

// How the types sum, how the moves flow, and what is won.
static void add_rows(struct margin_program *program, bool given, int sum, mpq_t *need, int won)
{
    add_root_rows(program, given, sum);
    add_flow_rows(program);
    add_need_rows(program, need, won);
    add_answer_rows(program);
}

static bool program_begin(struct margin_program *program, const struct maxmargin_plan *plan,
                          const struct maxmargin_plan *answer)
{
    size_t numbers = count_numbers(plan->tree, plan->seat);
    *program = program_of(plan);
    program->answer = answer;
    mpq_inits(program->first, program->one, NULL);
    mpq_set_ui(program->one, 1, 1);
    program->column = mem_new(numbers * sizeof *program->column);
    if (!program->column)
        return false;
    memset(program->column, 0, numbers * sizeof *program->column);
    add_column(program, &program->first);
    return !program->failed;
}

static void program_clear(struct margin_program *program)
{
    mem_free(program->entries);
    mem_free(program->rows);
    mem_free(program->numbers);
    mem_free(program->column);
    mpq_clears(program->first, program->one, NULL);
}

// --- Solving it

// Column 0 and what is won may be anything, so that the answerer's weights balance.
static bool load(const struct margin_program *program, struct exact_lp *lp, const int *wanted)
{
    uint8_t *free = mem_new(program->column_count);
    bool fine = free && lp;
    mpq_t right;
    mpq_init(right);
    for (size_t c = 0; free && c < program->column_count; c++)
        free[c] = c == 0 || (c < program->capped && program->numbers[c] >= program->plan->won);
    for (unsigned r = 0; fine && r < program->row_count; r++) {
        const struct row *row = &program->rows[r];
        fine = exact_lp_add_row(lp, row->equal ? EXACT_LP_EQUAL : EXACT_LP_AT_MOST, 0, NULL, 0);
        if (!fine || !row->right)
            continue;
        (row->equal ? mpq_set : mpq_neg)(right, *row->right);
        fine = exact_lp_set_right(lp, r, right);
    }
    fine = fine && exact_lp_add_columns(lp, (unsigned)program->column_count, wanted, free,
                                        program->entries, program->entry_count);
    for (size_t c = program->capped; fine && c < program->column_count; c++)
        fine = exact_lp_cap_column(lp, (unsigned)c);
    mpq_clear(right);
    mem_free(free);
    return fine;
}

// Columns that stand for one number are parts of it.
static void take(const struct margin_program *program, mpq_t *x, mpq_t *y)
{
    for (size_t i = 0; i < count_numbers(program->tree, program->planner); i++)
        mpq_set_ui(program->plan->reach[i], 0, 1);
    for (size_t c = 0; c < program->column_count; c++)
        if (program->numbers[c])
            mpq_add(*program->numbers[c], *program->numbers[c], x[c]);
    for (size_t r = 0; r < program->row_count; r++)
        if (program->rows[r].price)
            mpq_set(*program->rows[r].price, y[r]);
}

// `wanted` is the objective by column, NULL: column 0.
static bool optimise(struct margin_program *program, const struct limits *limits, const int *wanted)
{
    struct exact_lp *lp = exact_lp_new(true, limits);
    mpq_t value, *x = weights_new(program->column_count), *y = weights_new(program->row_count);
    mpq_init(value);
    if (!program->capped)
        program->capped = program->column_count;
    bool fine =
        x && y && !program->failed && load(program, lp, wanted) && exact_lp_solve(lp, value, x, y);
    if (fine)
        take(program, x, y);
    exact_lp_free(lp);
    mpq_clear(value);
    weights_free(x, program->column_count);
    weights_free(y, program->row_count);
    return fine;
}

bool maxmargin_solve(struct maxmargin_plan *plan, struct maxmargin_plan *answer, bool given,
                     mpq_t *need, const struct limits *limits, mpq_t margin)
{
    struct margin_program program;
    bool fine = program_begin(&program, plan, answer);
    if (fine) {
        add_rows(&program, given, 0, need, 1);
        fine = optimise(&program, limits, NULL);
    }
    mpq_set(margin, program.first);
    program_clear(&program);
    return fine;
}

// --- In the midst of the optimal plans

// Every weight and every slack is to be as much as 1, at whatever scale. So each gets a second
// column, which is at most 1 and is wanted: for types and the root's rows, and in small trees
// for moves, too, which elsewhere takes too long.
static void add_spread_columns(struct margin_program *program)
{
    enum { SMALL = 1000 };
    bool all = program->tree->live_weights <= SMALL;
    mpq_t *end = all ? program->plan->won : program->plan->move;
    size_t entries = program->entry_count;
    program->capped = program->column_count;
    for (size_t c = 1; c < program->capped && !program->failed; c++)
        if (program->numbers[c] < end)
            program->column[program->numbers[c] - program->plan->reach] =
                add_column(program, program->numbers[c]);
    for (size_t i = 0; i < entries && !program->failed; i++) {
        struct exact_lp_entry entry = program->entries[i];
        mpq_t *number = program->numbers[entry.column];
        if (entry.column && number < end)
            add_entry(program, entry.row, program->column[number - program->plan->reach],
                      entry.factor);
    }
    for (size_t r = 0; r < program->row_count && !program->failed; r++)
        if (program->rows[r].price && (all || program->rows[r].price < program->answer->move))
            add_entry(program, (unsigned)r, add_column(program, NULL), 1);
}

static bool solve_spread(struct margin_program *program, const struct limits *limits)
{
    int *wanted = NULL;
    add_spread_columns(program);
    wanted = mem_new(program->column_count * sizeof *wanted);
    for (size_t c = 0; wanted && c < program->column_count; c++)
        wanted[c] = c >= program->capped;
    bool fine = wanted && optimise(program, limits, wanted);
    mem_free(wanted);
    return fine;
}

// The factors of a program are small whole numbers.
static bool is_small(const mpq_t value)
{
    enum { MOST = 1 << 20 };
    return mpz_cmp_ui(mpq_denref(value), MOST) < 0;
}

bool maxmargin_spread(struct maxmargin_plan *plan, const struct limits *limits, const mpq_t value)
{
    struct margin_program program;
    struct maxmargin_plan answer;
    if (!is_small(value))
        return false;
    bool fine = maxmargin_plan_new(&answer, plan->tree, opponent(plan->seat));
    fine &= program_begin(&program, plan, &answer);
    if (fine) { // a unit of the scale is as many types as the value has parts
        add_rows(&program, false, (int)mpz_get_si(mpq_denref(value)), NULL,
                 (int)mpz_get_si(mpq_numref(value)));
        fine = solve_spread(&program, limits) && mpq_sgn(program.first) > 0;
    }
    mpz_mul(mpq_numref(program.first), mpq_numref(program.first), mpq_denref(value));
    mpq_canonicalize(program.first);
    for (size_t i = 0; fine && i < count_numbers(plan->tree, plan->seat); i++)
        mpq_div(plan->reach[i], plan->reach[i], program.first);
    program_clear(&program);
    maxmargin_plan_clear(&answer);
    return fine;
}

// --- Against mistakes

// A plan that hides and moves at random.
static void set_random(struct maxmargin_plan *plan)
{
    struct margin_program program = program_of(plan);
    const uint16_t *class_of = public_tree_position(plan->tree, 0)->class_of[plan->seat];
    unsigned types = plan->tree->graph->type_count[plan->seat];
    mpq_t share;
    mpq_init(share);
    mpq_set_ui(share, 1, types);
    for (unsigned i = 0; i < types; i++)
        mpq_add(plan->reach[class_of[i]], plan->reach[class_of[i]], share);
    for (unsigned n = 0; n < plan->tree->count; n++) {
        unsigned count = plan->tree->nodes[n].count;
        find_reach(&program, n);
        mpq_set_ui(share, 1, count ? count : 1);
        for (unsigned e = 0; moves_at(&program, n, plan->seat) && e < count; e++)
            for (unsigned k = 0; k < classes_at(&program, n, plan->seat); k++)
                mpq_mul(*maxmargin_move(plan, n, e, k), *maxmargin_reach(plan, n, k), share);
    }
    mpq_clear(share);
}

// The answers' rows, weighted as the answerer's plan has it, sum to what each column wins against
// that plan. Rounded to what the library takes: which of the optimal plans it is need not be
// exact. NULL without memory.
static int *wins_against_answer(const struct margin_program *program)
{
    const double scale = 1e6;
    double *wins = mem_new(program->column_count * sizeof *wins);
    int *wanted = mem_new(program->column_count * sizeof *wanted);
    for (size_t c = 0; wins && c < program->column_count; c++)
        wins[c] = 0;
    for (size_t i = 0; wins && i < program->entry_count; i++) {
        const struct exact_lp_entry *entry = &program->entries[i];
        mpq_t *weight_of = program->rows[entry->row].price;
        wins[entry->column] -= weight_of ? entry->factor * mpq_get_d(*weight_of) : 0;
    }
    for (size_t c = 0; wins && wanted && c < program->column_count; c++)
        wanted[c] = (int)(scale * wins[c]);
    mem_free(wins);
    return wanted;
}

bool maxmargin_punish(struct maxmargin_plan *plan, const struct limits *limits, mpq_t *need)
{
    struct margin_program program;
    struct maxmargin_plan random;
    int *wanted = NULL;
    bool fine = maxmargin_plan_new(&random, plan->tree, opponent(plan->seat));
    fine &= program_begin(&program, plan, &random);
    if (fine) {
        set_random(&random);
        add_rows(&program, false, 0, need, 0);
        wanted = program.failed ? NULL : wins_against_answer(&program);
        fine = wanted && optimise(&program, limits, wanted);
    }
    mem_free(wanted);
    program_clear(&program);
    maxmargin_plan_clear(&random);
    return fine;
}
