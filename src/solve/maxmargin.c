// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/maxmargin.h"

#include <string.h>

#include "core/memory.h"
#include "solve/sequence_form.h"
#include "solve/weights.h"

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

// --- Where a plan leads and what it wins

static unsigned classes_at(const struct maxmargin_plan *plan, unsigned node, unsigned seat)
{
    return public_tree_position(plan->tree, node)->classes[seat];
}

static bool moves_at(const struct maxmargin_plan *plan, unsigned node, unsigned seat)
{
    return public_tree_position(plan->tree, node)->mover == seat;
}

// How often the planner's choices lead a class of its types through an edge.
static mpq_t *through(const struct maxmargin_plan *plan, unsigned node, unsigned e, unsigned class)
{
    return moves_at(plan, node, plan->seat) ? maxmargin_move(plan, node, e, class)
                                            : maxmargin_reach(plan, node, class);
}

// Does a class of the planner's come to the node, and take this way of an edge?
static bool comes(const struct maxmargin_plan *plan, unsigned node, unsigned e, unsigned way,
                  unsigned class)
{
    return public_tree_live(plan->tree, node, plan->seat, class) &&
           public_graph_takes(public_tree_edge(plan->tree, node, e), way, plan->seat, class);
}

void maxmargin_add_way(const struct maxmargin_plan *plan, unsigned node, unsigned e, unsigned way,
                       unsigned class, mpq_t *sum)
{
    unsigned child = public_tree_child(plan->tree, node, e, way), answerer = opponent(plan->seat);
    const struct public_graph_edge *edge = public_tree_edge(plan->tree, node, e);
    const struct public_graph_way *to = &edge->way[way];
    if (!public_graph_takes(edge, way, answerer, class))
        return;
    if (!to->winner && child != PUBLIC_TREE_NONE)
        mpq_add(*sum, *sum, *maxmargin_won(plan, child, to->next[answerer][class]));
    if (to->winner != plan->seat)
        return;
    for (unsigned k = 0; k < classes_at(plan, node, plan->seat); k++)
        if (comes(plan, node, e, way, k))
            mpq_add(*sum, *sum, *through(plan, node, e, k));
}

// Parents come first.
void maxmargin_find_reach(struct maxmargin_plan *plan, unsigned node)
{
    const struct public_tree_node *to = &plan->tree->nodes[node];
    if (node == 0)
        return;
    const uint16_t *next =
        public_tree_edge(plan->tree, to->parent, to->by)->way[to->way].next[plan->seat];
    for (unsigned k = 0; k < classes_at(plan, node, plan->seat); k++)
        mpq_set_ui(*maxmargin_reach(plan, node, k), 0, 1);
    for (unsigned k = 0; k < classes_at(plan, to->parent, plan->seat); k++)
        if (comes(plan, to->parent, to->by, to->way, k)) {
            mpq_t *reach = maxmargin_reach(plan, node, next[k]);
            mpq_add(*reach, *reach, *through(plan, to->parent, to->by, k));
        }
}

// Does what comes to a class go out by its moves, and is no weight negative? An only move is made
// by all, whatever its weight was.
static bool divides(const struct maxmargin_plan *plan, unsigned node, unsigned class, mpq_t rest)
{
    unsigned count = moves_at(plan, node, plan->seat) ? plan->tree->nodes[node].count : 0;
    mpq_set(rest, *maxmargin_reach(plan, node, class));
    bool holds = mpq_sgn(rest) >= 0;
    if (count == 1)
        mpq_set(*maxmargin_move(plan, node, 0, class), rest);
    for (unsigned e = 0; e < count; e++) {
        holds &= mpq_sgn(*maxmargin_move(plan, node, e, class)) >= 0;
        mpq_sub(rest, rest, *maxmargin_move(plan, node, e, class));
    }
    return holds && (!count || mpq_sgn(rest) == 0);
}

// Children come first.
static void find_won(const struct maxmargin_plan *plan, unsigned node, unsigned class, mpq_t *sum)
{
    mpq_t *won = maxmargin_won(plan, node, class);
    mpq_set_ui(*won, 0, 1);
    for (unsigned e = 0; e < plan->tree->nodes[node].count; e++) {
        mpq_set_ui(*sum, 0, 1);
        for (unsigned way = 0; way < public_tree_edge(plan->tree, node, e)->ways; way++)
            maxmargin_add_way(plan, node, e, way, class, sum);
        if (moves_at(plan, node, plan->seat))
            mpq_add(*won, *won, *sum);
        else if (e == 0 || mpq_cmp(*sum, *won) < 0)
            mpq_set(*won, *sum);
    }
}

bool maxmargin_settle(struct maxmargin_plan *plan)
{
    unsigned answerer = opponent(plan->seat);
    mpq_t sum;
    mpq_init(sum);
    for (unsigned k = 0; k < classes_at(plan, 0, plan->seat); k++)
        mpq_add(sum, sum, plan->reach[k]);
    bool holds = mpq_cmp_ui(sum, 1, 1) == 0;
    for (unsigned n = 0; n < plan->tree->count; n++) {
        maxmargin_find_reach(plan, n);
        for (unsigned k = 0; k < classes_at(plan, n, plan->seat); k++)
            holds &= divides(plan, n, k, sum);
    }
    for (unsigned n = plan->tree->count; n-- > 0;)
        for (unsigned k = 0; k < classes_at(plan, n, answerer); k++)
            find_won(plan, n, k, &sum);
    mpq_clear(sum);
    return holds;
}

// --- Solving programs

static mpq_t *number(const struct maxmargin_plan *plan, const struct sequence_form_line *line)
{
    if (line->node == PUBLIC_TREE_NONE)
        return &plan->reach[line->class];
    return maxmargin_move(plan, line->node, line->e, line->class);
}

// Columns that stand for one number are parts of it.
static void take(const struct sequence_form_lines *lines, mpq_t *from, struct maxmargin_plan *plan)
{
    for (size_t i = 0; i < count_numbers(plan->tree, plan->seat); i++)
        mpq_set_ui(plan->reach[i], 0, 1);
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->at[i].kind == SEQUENCE_FORM_SEQUENCE) {
            mpq_t *to = number(plan, &lines->at[i]);
            mpq_add(*to, *to, from[i]);
        }
}

// Solves a program for the planner's plan, and the answerer's unless it is NULL; `first` is
// column 0. `wanted` is the objective by column, NULL: column 0.
static bool optimise(const struct sequence_form *form, const int *wanted,
                     const struct limits *limits, struct maxmargin_plan *plan,
                     struct maxmargin_plan *answer, mpq_t first)
{
    struct exact_lp *lp = sequence_form_load(form, wanted, limits);
    mpq_t value, *x = weights_new(form->columns.count), *y = weights_new(form->rows.count);
    mpq_init(value);
    bool fine = lp && x && y && exact_lp_solve(lp, value, x, y);
    if (fine) {
        take(&form->columns, x, plan);
        if (answer)
            take(&form->rows, y, answer);
        mpq_set(first, x[0]);
    }
    exact_lp_free(lp);
    mpq_clear(value);
    weights_free(x, form->columns.count);
    weights_free(y, form->rows.count);
    return fine;
}

// The given weights are copied, since the plan that they are in is what is solved for.
bool maxmargin_solve(struct maxmargin_plan *plan, struct maxmargin_plan *answer, bool given,
                     mpq_t *need, const struct limits *limits, mpq_t margin)
{
    struct sequence_form form;
    unsigned classes = classes_at(plan, 0, plan->seat);
    mpq_t *types = weights_new(classes);
    for (unsigned k = 0; types && k < classes; k++)
        mpq_set(types[k], plan->reach[k]);
    const struct sequence_form_terms terms = { .given = given ? types : NULL,
                                               .need = need,
                                               .won = 1 };
    bool fine = sequence_form_build(&form, plan->tree, plan->seat, &terms) && types &&
                optimise(&form, NULL, limits, plan, answer, margin);
    sequence_form_clear(&form);
    weights_free(types, classes);
    return fine;
}

// --- In the midst of the optimal plans

// Every weight and every slack is to be as much as 1, at whatever scale. So each gets a second
// column, which is at most 1 and is wanted: for types and the root's rows, and in small trees
// for moves, too, which elsewhere takes too long.
static void add_spread_columns(struct sequence_form *form, bool moves)
{
    size_t entries = form->entry_count;
    unsigned *second = mem_new(form->columns.count * sizeof *second);
    form->capped = form->columns.count;
    form->failed |= !second;
    for (unsigned c = 0; c < form->capped && !form->failed; c++) {
        const struct sequence_form_line line = form->columns.at[c];
        bool spread =
            line.kind == SEQUENCE_FORM_SEQUENCE && (moves || line.node == PUBLIC_TREE_NONE);
        second[c] = spread ? sequence_form_add(form, &form->columns, line) : 0;
    }
    for (size_t i = 0; i < entries && !form->failed; i++) {
        const struct exact_lp_entry entry = form->entries[i];
        if (second[entry.column])
            sequence_form_set(form, entry.row, second[entry.column], entry.factor);
    }
    for (unsigned r = 0; r < form->rows.count && !form->failed; r++) {
        const struct sequence_form_line slack = { .kind = SEQUENCE_FORM_SLACK };
        if (form->rows.at[r].kind == SEQUENCE_FORM_SEQUENCE &&
            (moves || form->rows.at[r].node == PUBLIC_TREE_NONE))
            sequence_form_set(form, r, sequence_form_add(form, &form->columns, slack), 1);
    }
    mem_free(second);
}

static bool solve_spread(struct sequence_form *form, const struct limits *limits,
                         struct maxmargin_plan *plan, mpq_t scale)
{
    enum { SMALL = 1000 };
    add_spread_columns(form, plan->tree->live_weights <= SMALL);
    int *wanted = mem_new(form->columns.count * sizeof *wanted);
    for (unsigned c = 0; wanted && c < form->columns.count; c++)
        wanted[c] = c >= form->capped;
    bool fine = wanted && optimise(form, wanted, limits, plan, NULL, scale);
    mem_free(wanted);
    return fine && mpq_sgn(scale) > 0;
}

// The factors of a program are small whole numbers.
static bool is_small(const mpq_t value)
{
    enum { MOST = 1 << 20 };
    return mpz_cmp_ui(mpq_denref(value), MOST) < 0;
}

bool maxmargin_spread(struct maxmargin_plan *plan, const struct limits *limits, const mpq_t value)
{
    struct sequence_form form;
    mpq_t scale;
    if (!is_small(value))
        return false;
    // A unit of the scale is as many types as the value has parts.
    const struct sequence_form_terms terms = { .sum = (int)mpz_get_si(mpq_denref(value)),
                                               .won = (int)mpz_get_si(mpq_numref(value)) };
    mpq_init(scale);
    bool fine = sequence_form_build(&form, plan->tree, plan->seat, &terms) &&
                solve_spread(&form, limits, plan, scale);
    mpz_mul(mpq_numref(scale), mpq_numref(scale), mpq_denref(value));
    mpq_canonicalize(scale);
    for (size_t i = 0; fine && i < count_numbers(plan->tree, plan->seat); i++)
        mpq_div(plan->reach[i], plan->reach[i], scale);
    sequence_form_clear(&form);
    mpq_clear(scale);
    return fine;
}

// --- Against mistakes

// A plan that hides and moves at random.
static void set_random(struct maxmargin_plan *plan)
{
    const uint16_t *class_of = public_tree_position(plan->tree, 0)->class_of[plan->seat];
    unsigned types = plan->tree->graph->type_count[plan->seat];
    mpq_t share;
    mpq_init(share);
    mpq_set_ui(share, 1, types);
    for (unsigned i = 0; i < types; i++)
        mpq_add(plan->reach[class_of[i]], plan->reach[class_of[i]], share);
    for (unsigned n = 0; n < plan->tree->count; n++) {
        unsigned count = plan->tree->nodes[n].count;
        maxmargin_find_reach(plan, n);
        mpq_set_ui(share, 1, count ? count : 1);
        for (unsigned e = 0; moves_at(plan, n, plan->seat) && e < count; e++)
            for (unsigned k = 0; k < classes_at(plan, n, plan->seat); k++)
                mpq_mul(*maxmargin_move(plan, n, e, k), *maxmargin_reach(plan, n, k), share);
    }
    mpq_clear(share);
}

// The answers' rows, weighted as the answerer's plan has it, sum to what each column wins against
// that plan. Rounded to what the library takes: which of the optimal plans it is need not be
// exact. NULL without memory.
static int *wins_against(const struct sequence_form *form, const struct maxmargin_plan *answer)
{
    const double scale = 1e6;
    double *wins = mem_new(form->columns.count * sizeof *wins);
    int *wanted = mem_new(form->columns.count * sizeof *wanted);
    for (unsigned c = 0; wins && c < form->columns.count; c++)
        wins[c] = 0;
    for (size_t i = 0; wins && i < form->entry_count; i++) {
        const struct exact_lp_entry *entry = &form->entries[i];
        const struct sequence_form_line *row = &form->rows.at[entry->row];
        if (row->kind == SEQUENCE_FORM_SEQUENCE)
            wins[entry->column] -= entry->factor * mpq_get_d(*number(answer, row));
    }
    for (unsigned c = 0; wins && wanted && c < form->columns.count; c++)
        wanted[c] = (int)(scale * wins[c]);
    mem_free(wins);
    return wanted;
}

// The optimal plans as such have no inside, and a simplex in floating point may find none of them.
// So the value is wanted as well, by far the most, from all plans: that was enough if it is
// reached.
bool maxmargin_punish(struct maxmargin_plan *plan, const struct limits *limits, const mpq_t value)
{
    enum { BY_FAR = 1000000000 };
    struct sequence_form form;
    struct maxmargin_plan random;
    mpq_t won;
    int *wanted = NULL;
    mpq_init(won);
    bool fine = sequence_form_build(&form, plan->tree, plan->seat,
                                    &(struct sequence_form_terms){ .won = 1 });
    fine &= maxmargin_plan_new(&random, plan->tree, opponent(plan->seat));
    if (fine) {
        set_random(&random);
        wanted = wins_against(&form, &random);
    }
    if (wanted)
        wanted[0] = BY_FAR;
    fine = wanted && optimise(&form, wanted, limits, plan, NULL, won) && mpq_equal(won, value);
    mem_free(wanted);
    mpq_clear(won);
    sequence_form_clear(&form);
    maxmargin_plan_clear(&random);
    return fine;
}

// --- What differs between the optimal plans

enum { UNDECIDED = UINT8_MAX };

struct face {
    const struct maxmargin_place *place;
    struct maxmargin_plan plan; // that was found last, at another scale
    const struct limits *limits;
    uint64_t *work;
    uint8_t *reply; // by node: the answerer's move, or UNDECIDED
    bool replying;  // else the answerer does the best that it can
    unsigned open;  // a node that the plan comes to and at which the reply is undecided
    // The program that is being written.
    struct sequence_form form;
    unsigned *column; // by number of the plan
    unsigned row;     // that sums go to
    uint8_t *asked;   // by node: was an undecided reply asked for?
};

static void face_add(struct face *face, mpq_t *number, int factor)
{
    unsigned column = face->column[number - face->plan.reach];
    assert(column);
    sequence_form_set(&face->form, face->row, column, factor);
}

// How often the planner's choices lead a class of its types to a node: by the last choice.
static void face_add_reach(struct face *face, unsigned node, unsigned class, int factor)
{
    const struct maxmargin_plan *plan = &face->plan;
    const struct public_tree_node *to = &plan->tree->nodes[node];
    if (node == 0) {
        face_add(face, maxmargin_reach(plan, node, class), factor);
        return;
    }
    bool chosen = moves_at(plan, to->parent, plan->seat) && plan->tree->nodes[to->parent].count > 1;
    const uint16_t *next =
        public_tree_edge(plan->tree, to->parent, to->by)->way[to->way].next[plan->seat];
    for (unsigned k = 0; k < classes_at(plan, to->parent, plan->seat); k++)
        if (next[k] != class || !comes(plan, to->parent, to->by, to->way, k))
            continue;
        else if (chosen)
            face_add(face, maxmargin_move(plan, to->parent, to->by, k), factor);
        else
            face_add_reach(face, to->parent, k, factor);
}

static void face_add_won(struct face *face, unsigned node, unsigned class, int factor);

static void face_add_way(struct face *face, unsigned node, unsigned e, unsigned way, unsigned class,
                         int factor)
{
    const struct maxmargin_plan *plan = &face->plan;
    unsigned child = public_tree_child(plan->tree, node, e, way), answerer = opponent(plan->seat);
    const struct public_graph_edge *edge = public_tree_edge(plan->tree, node, e);
    const struct public_graph_way *to = &edge->way[way];
    bool chosen = moves_at(plan, node, plan->seat) && plan->tree->nodes[node].count > 1;
    if (!public_graph_takes(edge, way, answerer, class))
        return;
    if (!to->winner && child != PUBLIC_TREE_NONE)
        face_add_won(face, child, to->next[answerer][class], factor);
    for (unsigned k = 0; to->winner == plan->seat && k < classes_at(plan, node, plan->seat); k++)
        if (!comes(plan, node, e, way, k))
            continue;
        else if (chosen)
            face_add(face, maxmargin_move(plan, node, e, k), factor);
        else
            face_add_reach(face, node, k, factor);
}

static void face_add_edge(struct face *face, unsigned node, unsigned e, unsigned class, int factor)
{
    for (unsigned way = 0; way < public_tree_edge(face->plan.tree, node, e)->ways; way++)
        face_add_way(face, node, e, way, class, factor);
}

// What the planner wins from a node on. Where the answerer chooses that is a column of its own,
// the least of its moves; or what its reply leaves. Where that is undecided the column stands for
// it, which is no more than any reply leaves, and at least nothing.
static void face_add_won(struct face *face, unsigned node, unsigned class, int factor)
{
    const struct maxmargin_plan *plan = &face->plan;
    unsigned count = plan->tree->nodes[node].count;
    bool answers = count > 1 && !moves_at(plan, node, plan->seat);
    if (answers && (!face->replying || face->reply[node] == UNDECIDED)) {
        face_add(face, maxmargin_won(plan, node, class), factor);
        face->asked[node] = face->replying;
    } else if (answers)
        face_add_edge(face, node, face->reply[node], class, factor);
    else
        for (unsigned e = 0; e < count; e++)
            face_add_edge(face, node, e, class, factor);
}

// What is won is never negative, so no column need be free: it is then like a sum of others.
static void find_columns(struct face *face)
{
    const struct sequence_form_lines *columns = &face->form.columns;
    memset(face->column, 0, count_numbers(face->plan.tree, face->plan.seat) * sizeof *face->column);
    for (unsigned c = 1; c < columns->count; c++) {
        struct sequence_form_line *line = &columns->at[c];
        if (line->kind == SEQUENCE_FORM_SEQUENCE) {
            face->column[number(&face->plan, line) - face->plan.reach] = c;
        } else if (line->kind == SEQUENCE_FORM_SET) {
            mpq_t *won = maxmargin_won(&face->plan, line->node, line->class);
            face->column[won - face->plan.reach] = c;
            line->kind = SEQUENCE_FORM_SUM;
        }
    }
}

// The plans that guarantee the value, at the scale at which as much as 1 of them comes to the
// place; and a last column: what they win from there on.
static bool write_face(struct face *face, mpq_t *one)
{
    const struct maxmargin_place *place = face->place;
    struct sequence_form *form = &face->form;
    const struct maxmargin_plan *plan = &face->plan;
    const struct sequence_form_terms terms = { .sum = (int)mpz_get_si(mpq_denref(place->value)),
                                               .won = (int)mpz_get_si(mpq_numref(place->value)) };
    const struct sequence_form_line sum = { .kind = SEQUENCE_FORM_SUM };
    if (!sequence_form_build(form, plan->tree, plan->seat, &terms))
        return false;
    find_columns(face);
    memset(face->asked, 0, plan->tree->count);
    face->row = sequence_form_add(
        form, &form->rows, (struct sequence_form_line){ .kind = SEQUENCE_FORM_SET, .right = one });
    for (unsigned k = 0; k < classes_at(plan, place->node, plan->seat); k++)
        if (public_tree_live(plan->tree, place->node, plan->seat, k))
            face_add_reach(face, place->node, k, 1);
    face->row = sequence_form_add(form, &form->rows, sum);
    if (place->hiding)
        face_add_won(face, place->node, place->class, 1);
    else
        face_add_edge(face, place->node, place->e, place->class, 1);
    sequence_form_set(form, face->row, sequence_form_add(form, &form->columns, sum), -1);
    return !form->failed;
}

static void find_open(struct face *face)
{
    face->open = PUBLIC_TREE_NONE;
    for (unsigned n = 0; n < face->plan.tree->count; n++) {
        maxmargin_find_reach(&face->plan, n);
        for (unsigned k = 0; k < classes_at(&face->plan, n, face->plan.seat); k++) {
            mpq_t *reach = maxmargin_reach(&face->plan, n, k);
            if (moves_at(&face->plan, n, face->plan.seat) && face->plan.tree->nodes[n].count == 1)
                mpq_set(*maxmargin_move(&face->plan, n, 0, k), *reach);
            if (face->asked[n] && face->open == PUBLIC_TREE_NONE && mpq_sgn(*reach))
                face->open = n;
        }
    }
}

// The optimum of the last column.
static bool optimise_face(struct face *face, mpq_t won)
{
    unsigned columns = face->form.columns.count, rows = face->form.rows.count;
    uint64_t work = (uint64_t)rows * columns;
    int *wanted = mem_new(columns * sizeof *wanted);
    mpq_t *x = weights_new(columns), *y = weights_new(rows);
    bool fine = wanted && x && y && *face->work >= work;
    *face->work -= fine ? work : 0;
    for (unsigned c = 0; wanted && c < columns; c++)
        wanted[c] = 0;
    if (wanted)
        wanted[columns - 1] = face->replying ? -1 : 1;
    struct exact_lp *lp = fine ? sequence_form_load(&face->form, wanted, face->limits) : NULL;
    fine = lp && exact_lp_solve(lp, won, x, y);
    mpq_abs(won, won);
    if (fine) {
        take(&face->form.columns, x, &face->plan);
        find_open(face);
    }
    exact_lp_free(lp);
    mem_free(wanted);
    weights_free(x, columns);
    weights_free(y, rows);
    return fine;
}

// The most that such a plan wins there or, against a reply, the least.
static bool solve_face(struct face *face, mpq_t won)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    bool fine = write_face(face, &one) && optimise_face(face, won);
    sequence_form_clear(&face->form);
    mpq_clear(one);
    return fine;
}

// Goes through the replies by branch and bound: what is undecided bounds from below what is
// won, and is decided only where that is less than the least so far. Where all best plans agree
// the first program says so.
static bool search_replies(struct face *face, mpq_t least)
{
    mpq_t won;
    mpq_init(won);
    bool fine = solve_face(face, won), less = fine && mpq_cmp(won, least) < 0;
    unsigned open = less ? face->open : PUBLIC_TREE_NONE;
    if (less && open == PUBLIC_TREE_NONE)
        mpq_set(least, won);
    mpq_clear(won);
    if (open == PUBLIC_TREE_NONE)
        return fine;
    for (unsigned e = 0; fine && e < face->plan.tree->nodes[open].count; e++) {
        face->reply[open] = (uint8_t)e;
        fine = search_replies(face, least);
    }
    face->reply[open] = UNDECIDED;
    return fine;
}

bool maxmargin_range(const struct public_tree *tree, const struct maxmargin_place *place,
                     const struct limits *limits, uint64_t *work, mpq_t least, mpq_t most)
{
    unsigned planner = opponent(place->seat);
    struct face face = { .place = place, .limits = limits, .work = work };
    if (!is_small(place->value))
        return false;
    bool fine = maxmargin_plan_new(&face.plan, tree, planner);
    face.reply = mem_new(2 * (size_t)tree->count);
    face.column = mem_new(count_numbers(tree, planner) * sizeof *face.column);
    fine = fine && face.reply && face.column;
    if (fine) {
        memset(face.reply, UNDECIDED, tree->count);
        face.asked = face.reply + tree->count;
        fine = solve_face(&face, most);
    }
    face.replying = true;
    mpq_set(least, most);
    fine = fine && search_replies(&face, least);
    mem_free(face.reply);
    mem_free(face.column);
    maxmargin_plan_clear(&face.plan);
    return fine;
}
