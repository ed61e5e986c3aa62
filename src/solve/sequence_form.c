// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/sequence_form.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/exact_lp.h"

// Sums longer than this get a column of their own.
enum { LONG = 6 };

// A sum of columns.
struct sum {
    struct exact_lp_term *terms;
    unsigned count;
};

// What of the planner comes to a place, by class.
struct flow {
    uint16_t *class;
    struct sum *sum;
    unsigned count;
};

// Memory that is given out piece by piece and taken back at once.
struct block {
    struct block *before;
    size_t used, room;
};

struct build {
    struct sequence_form *form;
    const struct public_tree *tree;
    const struct public_graph *graph;
    unsigned planner, answerer; // seats
    struct block *block;
    struct sum *scratch; // by class of the planner: empty between uses
    unsigned *seen;      // by class of the answerer: zero between uses
};

// --- Memory, rows and columns

static void *take(struct build *build, size_t bytes)
{
    bytes = (bytes + 15) / 16 * 16;
    struct block *block = build->block;
    if (!block || block->used + bytes > block->room) {
        size_t room = bytes > 1 << 18 ? bytes : 1 << 18;
        block = mem_new(sizeof *block + room);
        if (!block) {
            build->form->failed = true;
            return NULL;
        }
        *block = (struct block){ .before = build->block, .room = room };
        build->block = block;
    }
    void *taken = (char *)(block + 1) + block->used;
    block->used += bytes;
    return taken;
}

unsigned sequence_form_add(struct sequence_form *form, struct sequence_form_lines *lines,
                           struct sequence_form_line line)
{
    if (vector_grow(&lines->at, &lines->room, lines->count, sizeof *lines->at))
        lines->at[lines->count] = line;
    else
        form->failed = true;
    return form->failed ? 0 : lines->count++;
}

void sequence_form_set(struct sequence_form *form, unsigned row, unsigned column, int factor)
{
    if (!factor)
        return;
    if (vector_grow(&form->entries, &form->entry_room, form->entry_count, sizeof *form->entries))
        form->entries[form->entry_count++] = (struct exact_lp_entry){ row, column, factor };
    else
        form->failed = true;
}

static unsigned new_line(struct build *build, struct sequence_form_lines *lines,
                         struct sequence_form_line line)
{
    return sequence_form_add(build->form, lines, line);
}

static void set(struct build *build, unsigned row, unsigned column, int factor)
{
    sequence_form_set(build->form, row, column, factor);
}

static void set_sum(struct build *build, unsigned row, const struct sum *sum, int factor)
{
    for (unsigned i = 0; i < sum->count; i++)
        set(build, row, sum->terms[i].at, factor * sum->terms[i].factor);
}

// The line of a sequence, or of the information set that it begins in.
static unsigned new_sequence(struct build *build, struct sequence_form_lines *lines, unsigned node,
                             unsigned class, unsigned e)
{
    return new_line(build, lines,
                    (struct sequence_form_line){
                        .kind = SEQUENCE_FORM_SEQUENCE, .node = node, .class = class, .e = e });
}

static unsigned new_set(struct build *build, struct sequence_form_lines *lines, unsigned node,
                        unsigned class)
{
    return new_line(
        build, lines,
        (struct sequence_form_line){ .kind = SEQUENCE_FORM_SET, .node = node, .class = class });
}

// --- Sums

static struct sum one(struct build *build, unsigned column)
{
    struct sum sum = { .terms = take(build, sizeof *sum.terms), .count = 1 };
    if (build->form->failed)
        return (struct sum){ 0 };
    sum.terms[0] = (struct exact_lp_term){ column, 1 };
    return sum;
}

static struct sum joined(struct build *build, const struct sum *a, const struct sum *b)
{
    if (!a->count || !b->count)
        return a->count ? *a : *b;
    struct sum sum = { .terms = take(build, (a->count + b->count) * sizeof *sum.terms) };
    if (build->form->failed)
        return sum;
    memcpy(sum.terms, a->terms, a->count * sizeof *a->terms);
    memcpy(sum.terms + a->count, b->terms, b->count * sizeof *b->terms);
    sum.count = a->count + b->count;
    return sum;
}

static struct sum shortened(struct build *build, struct sum sum)
{
    if (sum.count <= LONG)
        return sum;
    const struct sequence_form_line line = { .kind = SEQUENCE_FORM_SUM };
    unsigned column = new_line(build, &build->form->columns, line);
    unsigned row = new_line(build, &build->form->rows, line);
    set(build, row, column, 1);
    set_sum(build, row, &sum, -1);
    return one(build, column);
}

static bool flow_new(struct build *build, struct flow *flow, unsigned most)
{
    *flow = (struct flow){ .class = take(build, most * sizeof *flow->class),
                           .sum = take(build, most * sizeof *flow->sum) };
    return !build->form->failed;
}

// Everything of a flow, in one short sum.
static struct sum total(struct build *build, const struct flow *flow)
{
    struct sum sum = { 0 };
    for (unsigned i = 0; i < flow->count; i++)
        sum = joined(build, &sum, &flow->sum[i]);
    return shortened(build, sum);
}

// --- The recursion: what the planner wins from a place on, by class of the answerer's.
// `answers` are the classes that may have come here.

struct place {
    unsigned position, node; // the node may be PUBLIC_TREE_NONE
};

struct answers {
    uint16_t *class;
    unsigned count;
};

static void win_from(struct build *build, struct place place, const struct flow *flow,
                     const struct answers *answers, struct sum *won);

// What of the flow goes one way, in the classes of the child.
static void pass_on(struct build *build, const struct public_graph_edge *edge, unsigned way,
                    const struct flow *flow, struct flow *into)
{
    if (!flow_new(build, into, flow->count))
        return;
    for (unsigned i = 0; i < flow->count; i++) {
        unsigned class = flow->class[i];
        if (!public_graph_takes(edge, way, build->planner, class))
            continue;
        unsigned next = edge->way[way].winner ? class : edge->way[way].next[build->planner][class];
        if (!build->scratch[next].count)
            into->class[into->count++] = (uint16_t)next;
        build->scratch[next] = joined(build, &build->scratch[next], &flow->sum[i]);
    }
    for (unsigned i = 0; i < into->count; i++) {
        into->sum[i] = build->scratch[into->class[i]];
        build->scratch[into->class[i]] = (struct sum){ 0 };
    }
    for (unsigned i = 0; !edge->way[way].winner && i < into->count; i++)
        into->sum[i] = shortened(build, into->sum[i]);
}

// The answers that take a way, in the classes of the child, each once; `slot` says which
// of them an answer is, counted from one.
static void send(struct build *build, const struct public_graph_edge *edge, unsigned way,
                 const struct answers *answers, struct answers *going, unsigned *slot)
{
    const struct public_graph_way *to = &edge->way[way];
    for (unsigned i = 0; i < answers->count; i++) {
        slot[i] = 0;
        if (!public_graph_takes(edge, way, build->answerer, answers->class[i]))
            continue;
        unsigned next = to->winner ? 0 : to->next[build->answerer][answers->class[i]];
        if (!build->seen[next]) {
            going->class[going->count++] = (uint16_t)next;
            build->seen[next] = going->count;
        }
        slot[i] = build->seen[next];
    }
    for (unsigned i = 0; i < going->count; i++)
        build->seen[going->class[i]] = 0;
}

// Adds what is won one way to the sums of those answers that take it.
static void add_way(struct build *build, struct place place, unsigned e, unsigned way,
                    const struct flow *flow, const struct answers *answers, struct sum *won)
{
    const struct public_graph_position *position = &build->graph->positions[place.position];
    const struct public_graph_edge *edge = &build->graph->edges[position->first + e];
    const struct public_graph_way *to = &edge->way[way];
    struct answers going = { .class = take(build, answers->count * sizeof *going.class) };
    unsigned *slot = take(build, answers->count * sizeof *slot);
    struct sum *after = take(build, answers->count * sizeof *after);
    struct flow into;
    if (build->form->failed || to->winner == build->answerer)
        return;
    send(build, edge, way, answers, &going, slot);
    pass_on(build, edge, way, flow, &into);
    if (build->form->failed || !going.count || !into.count)
        return;
    unsigned child = public_tree_child(build->tree, place.node, e, way);
    if (to->winner)
        after[0] = total(build, &into);
    else
        win_from(build, (struct place){ to->child, child }, &into, &going, after);
    for (unsigned i = 0; !build->form->failed && i < answers->count; i++)
        if (slot[i])
            won[i] = joined(build, &won[i], &after[slot[i] - 1]);
}

static void add_edge(struct build *build, struct place place, unsigned e, const struct flow *flow,
                     const struct answers *answers, struct sum *won)
{
    const struct public_graph_position *position = &build->graph->positions[place.position];
    for (unsigned way = 0; way < build->graph->edges[position->first + e].ways; way++)
        add_way(build, place, e, way, flow, answers, won);
}

static uint64_t allowed(const struct build *build, struct place place, unsigned class)
{
    return place.node == PUBLIC_TREE_NONE
               ? (uint64_t)1 << (build->graph->positions[place.position].count - 1)
               : *public_tree_moves(build->tree, place.node, class);
}

static bool is_one(uint64_t moves)
{
    return !(moves & (moves - 1));
}

// The planner's classes choose: what comes in is what goes out.
static void choose(struct build *build, struct place place, const struct flow *flow,
                   struct flow *part)
{
    unsigned count = build->graph->positions[place.position].count;
    for (unsigned i = 0; i < flow->count; i++) {
        uint64_t moves = allowed(build, place, flow->class[i]);
        unsigned class = flow->class[i];
        unsigned row = is_one(moves) ? 0 : new_set(build, &build->form->rows, place.node, class);
        for (unsigned e = 0; e < count; e++) {
            if (!(moves >> e & 1))
                continue;
            struct sum sum = flow->sum[i];
            if (!is_one(moves)) {
                unsigned column = new_sequence(build, &build->form->columns, place.node, class, e);
                sum = one(build, column);
                set(build, row, column, 1);
            }
            part[e].class[part[e].count] = (uint16_t) class;
            part[e].sum[part[e].count++] = sum;
        }
        if (!is_one(moves))
            set_sum(build, row, &flow->sum[i], -1);
    }
}

static void plan_here(struct build *build, struct place place, const struct flow *flow,
                      const struct answers *answers, struct sum *won)
{
    unsigned count = build->graph->positions[place.position].count;
    struct flow *part = take(build, count * sizeof *part);
    for (unsigned e = 0; !build->form->failed && e < count; e++)
        flow_new(build, &part[e], flow->count);
    if (build->form->failed)
        return;
    choose(build, place, flow, part);
    for (unsigned e = 0; e < count; e++)
        if (part[e].count)
            add_edge(build, place, e, &part[e], answers, won);
}

// The answerer's classes choose: each gets the least, a column below a row an edge.
static void answer_here(struct build *build, struct place place, const struct flow *flow,
                        const struct answers *answers, struct sum *won)
{
    unsigned count = build->graph->positions[place.position].count;
    struct answers going = { .class = take(build, answers->count * sizeof *going.class) };
    struct sum *through = take(build, answers->count * sizeof *through);
    unsigned *from = take(build, answers->count * sizeof *from);
    for (unsigned i = 0; !build->form->failed && i < answers->count; i++)
        if (!is_one(allowed(build, place, answers->class[i])))
            won[i] =
                one(build, new_set(build, &build->form->columns, place.node, answers->class[i]));
    for (unsigned e = 0; !build->form->failed && e < count; e++) {
        going.count = 0;
        for (unsigned i = 0; i < answers->count; i++)
            if (allowed(build, place, answers->class[i]) >> e & 1) {
                from[going.count] = i;
                through[going.count] = (struct sum){ 0 };
                going.class[going.count++] = answers->class[i];
            }
        if (going.count)
            add_edge(build, place, e, flow, &going, through);
        for (unsigned k = 0; !build->form->failed && k < going.count; k++) {
            if (is_one(allowed(build, place, going.class[k]))) {
                won[from[k]] = through[k];
                continue;
            }
            unsigned row = new_sequence(build, &build->form->rows, place.node, going.class[k], e);
            set_sum(build, row, &won[from[k]], 1);
            set_sum(build, row, &through[k], -1);
        }
    }
}

static void win_from(struct build *build, struct place place, const struct flow *flow,
                     const struct answers *answers, struct sum *won)
{
    memset(won, 0, answers->count * sizeof *won);
    if (build->graph->positions[place.position].mover == build->planner)
        plan_here(build, place, flow, answers, won);
    else
        answer_here(build, place, flow, answers, won);
}

// --- The whole program

static const struct public_graph_position *root_of(const struct build *build)
{
    return public_tree_position(build->tree, 0);
}

// The planner's types have given weights, or any that sum to one, or to a multiple of column 0.
static void hide(struct build *build, const struct sequence_form_terms *terms, struct flow *flow)
{
    unsigned row = terms->given ? 0 : new_set(build, &build->form->rows, PUBLIC_TREE_NONE, 0);
    build->form->sums_to_one = !terms->given && !terms->sum;
    if (!terms->given)
        set(build, row, 0, -terms->sum);
    for (unsigned k = 0; k < root_of(build)->classes[build->planner]; k++) {
        if (!build->tree->types[build->planner][k])
            continue;
        unsigned column = new_sequence(build, &build->form->columns, PUBLIC_TREE_NONE, k, 0);
        if (terms->given)
            row = new_set(build, &build->form->rows, PUBLIC_TREE_NONE, k);
        if (build->form->failed)
            return;
        if (terms->given)
            build->form->rows.at[row].right = &terms->given[k];
        set(build, row, column, 1);
        flow->class[flow->count] = (uint16_t)k;
        flow->sum[flow->count++] = one(build, column);
    }
}

// Against each type of the answerer's a multiple of column 0 is won, and what is needed.
static void meet_needs(struct build *build, const struct sequence_form_terms *terms,
                       const struct answers *answers, const struct sum *won)
{
    for (unsigned i = 0; !build->form->failed && i < answers->count; i++) {
        unsigned class = answers->class[i];
        unsigned row = new_sequence(build, &build->form->rows, PUBLIC_TREE_NONE, class, 0);
        set(build, row, 0, terms->won);
        set_sum(build, row, &won[i], -1);
        if (terms->need && !build->form->failed)
            build->form->rows.at[row].right = &terms->need[class];
    }
}

static void set_up(struct build *build, const struct sequence_form_terms *terms)
{
    unsigned most = root_of(build)->classes[build->answerer];
    struct flow flow;
    struct answers answers = { .class = take(build, most * sizeof *answers.class) };
    struct sum *won = take(build, most * sizeof *won);
    new_set(build, &build->form->columns, PUBLIC_TREE_NONE, 0);
    if (build->form->failed || !flow_new(build, &flow, root_of(build)->classes[build->planner]))
        return;
    hide(build, terms, &flow);
    for (unsigned k = 0; k < most; k++)
        if (build->tree->types[build->answerer][k])
            answers.class[answers.count++] = (uint16_t)k;
    if (!build->form->failed)
        win_from(build, (struct place){ build->tree->nodes[0].position, 0 }, &flow, &answers, won);
    meet_needs(build, terms, &answers, won);
}

bool sequence_form_build(struct sequence_form *form, const struct public_tree *tree,
                         unsigned planner, const struct sequence_form_terms *terms)
{
    struct build build = { .form = form,
                           .tree = tree,
                           .graph = tree->graph,
                           .planner = planner,
                           .answerer = opponent(planner) };
    unsigned widest = 1;
    *form = (struct sequence_form){ .planner = planner };
    for (unsigned i = 0; i < tree->graph->position_count; i++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (tree->graph->positions[i].classes[seat] > widest)
                widest = tree->graph->positions[i].classes[seat];
    build.scratch = mem_new(widest * sizeof *build.scratch);
    build.seen = mem_new(widest * sizeof *build.seen);
    form->failed = !build.scratch || !build.seen;
    if (!form->failed) {
        memset(build.scratch, 0, widest * sizeof *build.scratch);
        memset(build.seen, 0, widest * sizeof *build.seen);
        set_up(&build, terms);
    }
    for (struct block *block = build.block, *before; block; block = before) {
        before = block->before;
        mem_free(block);
    }
    mem_free(build.scratch);
    mem_free(build.seen);
    return !form->failed;
}

void sequence_form_clear(struct sequence_form *form)
{
    mem_free(form->entries);
    mem_free(form->columns.at);
    mem_free(form->rows.at);
}

// What is needed is on the left side of its row.
static bool load_rows(const struct sequence_form *form, struct exact_lp *lp)
{
    bool fine = true;
    mpq_t right;
    mpq_init(right);
    for (unsigned r = 0; fine && r < form->rows.count; r++) {
        const struct sequence_form_line *row = &form->rows.at[r];
        bool most = row->kind == SEQUENCE_FORM_SEQUENCE;
        fine = exact_lp_add_row(lp, most ? EXACT_LP_AT_MOST : EXACT_LP_EQUAL,
                                r == 0 && form->sums_to_one, NULL, 0);
        if (!fine || !row->right)
            continue;
        (most ? mpq_neg : mpq_set)(right, *row->right);
        fine = exact_lp_set_right(lp, r, right);
    }
    mpq_clear(right);
    return fine;
}

struct exact_lp *sequence_form_load(const struct sequence_form *form, const int *wanted,
                                    const struct limits *limits)
{
    const struct sequence_form_lines *columns = &form->columns;
    struct exact_lp *lp = exact_lp_new(limits);
    uint8_t *free = mem_new(columns->count);
    bool fine = lp && free && !form->failed && load_rows(form, lp);
    for (unsigned c = 0; fine && c < columns->count; c++)
        free[c] = columns->at[c].kind == SEQUENCE_FORM_SET;
    fine = fine &&
           exact_lp_add_columns(lp, columns->count, wanted, free, form->entries, form->entry_count);
    for (unsigned c = form->capped; fine && form->capped && c < columns->count; c++)
        fine = exact_lp_cap_column(lp, c);
    mem_free(free);
    if (fine)
        return lp;
    exact_lp_free(lp);
    return NULL;
}

// --- From the program to plans in whole numbers

static weight *weight_at(struct realisation *plan, const struct sequence_form_line *line)
{
    if (line->node == PUBLIC_TREE_NONE)
        return &plan->root[line->class];
    return realisation_move(plan, line->node, line->e, line->class);
}

static const double guess_unit = (double)((uint64_t)1 << 52), guess_noise = 1e-12;

static bool round_plan(const struct sequence_form_lines *lines, const double *from,
                       struct realisation *plan)
{
    plan->unit = (weight)guess_unit;
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->at[i].kind == SEQUENCE_FORM_SEQUENCE)
            *weight_at(plan, &lines->at[i]) =
                from[i] > guess_noise ? (weight)(from[i] * guess_unit) : 0;
    return realisation_settle(plan, false);
}

static bool guess(const struct sequence_form *form, struct exact_lp *lp,
                  struct realisation plan[SEATS], double *value)
{
    double *x = mem_new(form->columns.count * sizeof *x);
    double *y = mem_new(form->rows.count * sizeof *y);
    bool fine = x && y && exact_lp_guess(lp, value, x, y) &&
                round_plan(&form->columns, x, &plan[form->planner]) &&
                round_plan(&form->rows, y, &plan[opponent(form->planner)]);
    mem_free(x);
    mem_free(y);
    return fine;
}

// Over the common denominator of all sequences' shares.
static bool copy_plan(const struct sequence_form_lines *lines, mpq_t *from,
                      struct realisation *plan)
{
    mpz_t denominator;
    mpz_init_set_ui(denominator, 1);
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->at[i].kind == SEQUENCE_FORM_SEQUENCE)
            mpz_lcm(denominator, denominator, mpq_denref(from[i]));
    bool fine = weights_unit(denominator, &plan->unit);
    for (unsigned i = 0; fine && i < lines->count; i++)
        if (lines->at[i].kind == SEQUENCE_FORM_SEQUENCE)
            *weight_at(plan, &lines->at[i]) = weights_share(from[i], denominator);
    mpz_clear(denominator);
    return fine && realisation_settle(plan, true);
}

static bool know(const struct sequence_form *form, struct exact_lp *lp,
                 struct realisation plan[SEATS], double *value)
{
    unsigned columns = form->columns.count, rows = form->rows.count;
    mpq_t *x = weights_new(columns), *y = weights_new(rows), optimum;
    mpq_init(optimum);
    bool fine = x && y && exact_lp_solve(lp, optimum, x, y) &&
                copy_plan(&form->columns, x, &plan[form->planner]) &&
                copy_plan(&form->rows, y, &plan[opponent(form->planner)]);
    *value = mpq_get_d(optimum);
    mpq_clear(optimum);
    weights_free(x, columns);
    weights_free(y, rows);
    return fine;
}

static unsigned types_of(const struct public_tree *tree, unsigned seat)
{
    unsigned count = 0;
    for (unsigned k = 0; k < public_tree_position(tree, 0)->classes[seat]; k++)
        count += tree->types[seat][k];
    return count;
}

enum solve_stop sequence_form_solve(const struct public_tree *tree, bool exact,
                                    const struct limits *limits, struct realisation plan[SEATS],
                                    double *value, uint64_t *size, bool *solved)
{
    // The seat with fewer types plans: the program is smaller then.
    unsigned planner = types_of(tree, SEAT_1) <= types_of(tree, SEAT_2) ? SEAT_1 : SEAT_2;
    struct sequence_form form;
    bool enough = realisation_new(&plan[SEAT_1], tree, SEAT_1);
    enough &= realisation_new(&plan[SEAT_2], tree, SEAT_2);
    enough &= sequence_form_build(&form, tree, planner, &(struct sequence_form_terms){ .won = 1 });
    *size = (uint64_t)form.rows.count * form.columns.count;
    struct exact_lp *lp = enough ? sequence_form_load(&form, NULL, limits) : NULL;
    *solved = lp && (exact ? know : guess)(&form, lp, plan, value);
    if (*solved && planner == SEAT_2)
        *value = 1 - *value;
    enum solve_stop stop = lp ? exact_lp_stop(lp) : SOLVE_STOP_MEMORY;
    exact_lp_free(lp);
    sequence_form_clear(&form);
    return stop;
}
