// SPDX-License-Identifier: GPL-3.0-or-later
// Seat 1 plans, seat 2 answers. Columns: the value; how often seat 1 hides each
// class; the weights of its moves; and at each node and class of seat 2, the
// weight with which seat 1 still wins against the best answer. The prices of the
// rows are then seat 2's plan.
#include "solve/sequence.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "solve/exact_lp.h"
#include "solve/weights.h"

enum { PLANNER = SEAT_1, ANSWERER = SEAT_2 };

struct sequence_entry {
    unsigned row, column;
    int factor;
};

struct program {
    const struct tree *tree;
    const struct veil *veil;
    size_t *answer_at; // by node of the answerer: its first value column
    struct sequence_entry *entries;
    size_t count, room;
    unsigned rows, equal_rows; // those that say "equal" come first
    bool failed;
};

static unsigned root_column(unsigned class)
{
    return 1 + class;
}

static unsigned move_column(const struct program *program, unsigned node, unsigned edge,
                            unsigned class)
{
    const struct veil_shape *shape = tree_shape(program->tree, node);
    return 1 + program->veil->shapes[0].classes[PLANNER] +
           (unsigned)(program->tree->nodes[node].at + edge * shape->classes[PLANNER] + class);
}

static unsigned answer_column(const struct program *program, unsigned node, unsigned class)
{
    return 1 + program->veil->shapes[0].classes[PLANNER] +
           (unsigned)(program->tree->size[PLANNER] + program->answer_at[node] + class);
}

static void add(struct program *program, unsigned column, int factor)
{
    if (!vector_grow(&program->entries, &program->room, program->count, sizeof *program->entries)) {
        program->failed = true;
        return;
    }
    program->entries[program->count++] = (struct sequence_entry){ program->rows, column, factor };
}

// The weight with which the planner's class comes to a node.
static void add_inflow(struct program *program, unsigned node, unsigned class, int factor)
{
    const struct tree_node *here = &program->tree->nodes[node];
    if (here->parent == TREE_END) {
        add(program, root_column(class), factor);
        return;
    }
    const struct veil_shape *before = tree_shape(program->tree, here->parent);
    const struct veil_edge *edge = &program->veil->edges[here->by];
    for (unsigned i = 0; i < before->classes[PLANNER]; i++) {
        if (!veil_takes(edge, here->way, PLANNER, i) ||
            edge->way[here->way].next[PLANNER][i] != class)
            continue;
        if (before->mover == PLANNER)
            add(program, move_column(program, here->parent, here->by - before->first, i), factor);
        else
            add_inflow(program, here->parent, i, factor);
    }
}

// What the planner wins from a node against a class of the answerer.
static void add_value(struct program *program, unsigned node, unsigned class, int factor)
{
    const struct veil_shape *shape = tree_shape(program->tree, node);
    if (shape->mover == ANSWERER) {
        add(program, answer_column(program, node, class), factor);
        return;
    }
    for (unsigned i = 0; i < VEIL_WAYS * shape->count; i++) {
        unsigned e = i / VEIL_WAYS, way = i % VEIL_WAYS;
        const struct veil_edge *edge = &program->veil->edges[shape->first + e];
        if (!veil_takes(edge, way, ANSWERER, class))
            continue;
        for (unsigned k = 0; k < shape->classes[PLANNER]; k++)
            if (edge->way[way].winner == PLANNER && veil_takes(edge, way, PLANNER, k))
                add(program, move_column(program, node, e, k), factor);
        if (!edge->way[way].winner)
            add_value(program, tree_child(program->tree, node, e, way),
                      edge->way[way].next[ANSWERER][class], factor);
    }
}

// What the planner wins after an answer.
static void add_answer(struct program *program, unsigned node, unsigned e, unsigned class,
                       int factor)
{
    const struct veil_shape *shape = tree_shape(program->tree, node);
    const struct veil_edge *edge = &program->veil->edges[shape->first + e];
    for (unsigned way = 0; way < VEIL_WAYS; way++) {
        if (!veil_takes(edge, way, ANSWERER, class))
            continue;
        for (unsigned k = 0; k < shape->classes[PLANNER]; k++)
            if (edge->way[way].winner == PLANNER && veil_takes(edge, way, PLANNER, k))
                add_inflow(program, node, k, factor);
        if (!edge->way[way].winner)
            add_value(program, tree_child(program->tree, node, e, way),
                      edge->way[way].next[ANSWERER][class], factor);
    }
}

static void add_flow_rows(struct program *program)
{
    for (unsigned k = 0; k < program->veil->shapes[0].classes[PLANNER]; k++)
        add(program, root_column(k), 1);
    program->rows++;
    for (unsigned n = 0; n < program->tree->node_count; n++) {
        const struct veil_shape *shape = tree_shape(program->tree, n);
        for (unsigned k = 0; shape->mover == PLANNER && k < shape->classes[PLANNER]; k++) {
            for (unsigned e = 0; e < shape->count; e++)
                add(program, move_column(program, n, e, k), 1);
            add_inflow(program, n, k, -1);
            program->rows++;
        }
    }
    program->equal_rows = program->rows;
}

// First against what may be hidden, then node by node, edge by edge.
static void add_answer_rows(struct program *program)
{
    for (unsigned j = 0; j < program->veil->shapes[0].classes[ANSWERER]; j++) {
        add(program, 0, 1);
        add_value(program, 0, j, -1);
        program->rows++;
    }
    for (unsigned n = 0; n < program->tree->node_count; n++) {
        const struct veil_shape *shape = tree_shape(program->tree, n);
        for (unsigned e = 0; shape->mover == ANSWERER && e < shape->count; e++)
            for (unsigned j = 0; j < shape->classes[ANSWERER]; j++) {
                add(program, answer_column(program, n, j), 1);
                add_answer(program, n, e, j, -1);
                program->rows++;
            }
    }
}

static bool program_init(struct program *program, const struct tree *tree)
{
    size_t at = 0;
    *program = (struct program){ .tree = tree, .veil = tree->veil };
    program->answer_at = mem_new(tree->node_count * sizeof *program->answer_at);
    if (!program->answer_at)
        return false;
    for (unsigned n = 0; n < tree->node_count; n++) {
        program->answer_at[n] = at;
        if (tree_shape(tree, n)->mover == ANSWERER)
            at += tree_shape(tree, n)->classes[ANSWERER];
    }
    add_flow_rows(program);
    add_answer_rows(program);
    return !program->failed;
}

static unsigned columns_of(const struct program *program)
{
    return 1 + program->veil->shapes[0].classes[PLANNER] +
           (unsigned)(program->tree->size[PLANNER] + program->tree->values[ANSWERER]);
}

// Sorts the entries by column into terms; first[c] is where column c begins.
static void sort_terms(const struct program *program, struct exact_term *terms, size_t *first)
{
    unsigned columns = columns_of(program);
    memset(first, 0, (columns + 2) * sizeof *first);
    for (size_t i = 0; i < program->count; i++)
        first[program->entries[i].column + 2]++;
    for (unsigned c = 2; c < columns + 2; c++)
        first[c] += first[c - 1];
    for (size_t i = 0; i < program->count; i++) {
        const struct sequence_entry *entry = &program->entries[i];
        terms[first[entry->column + 1]++] = (struct exact_term){ entry->row, entry->factor };
    }
}

// A column may name a row twice; the library wants each once.
static unsigned merge_terms(struct exact_term *terms, size_t count)
{
    unsigned kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept && terms[kept - 1].at == terms[i].at)
            terms[kept - 1].factor += terms[i].factor;
        else
            terms[kept++] = terms[i];
    return kept;
}

static bool load(const struct program *program, struct exact_lp *lp)
{
    unsigned columns = columns_of(program);
    unsigned answers = columns - (unsigned)program->tree->values[ANSWERER];
    struct exact_term *terms = mem_new(program->count * sizeof *terms);
    size_t *first = mem_new((columns + 2) * sizeof *first);
    bool fine = terms && first && lp;
    if (fine)
        sort_terms(program, terms, first);
    for (unsigned r = 0; fine && r < program->rows; r++)
        fine = exact_lp_add_row(lp, r < program->equal_rows ? EXACT_EQUAL : EXACT_AT_MOST, r == 0,
                                NULL, 0);
    for (unsigned c = 0; fine && c < columns; c++) {
        unsigned count = merge_terms(terms + first[c], first[c + 1] - first[c]);
        fine = exact_lp_add_column(lp, c == 0, c == 0 || c >= answers, terms + first[c], count);
    }
    mem_free(terms);
    mem_free(first);
    return fine;
}

static void copy(mpq_t *to, mpq_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpq_set(to[i], from[i]);
}

bool sequence_solve(struct sequence *sequence, const struct tree *tree)
{
    struct program program;
    unsigned classes[SEATS] = { [SEAT_1] = tree->veil->shapes[0].classes[SEAT_1],
                                [SEAT_2] = tree->veil->shapes[0].classes[SEAT_2] };
    *sequence = (struct sequence){ .tree = tree };
    mpq_init(sequence->value);
    bool fine = program_init(&program, tree);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        sequence->plan[seat].root = weights_new(classes[seat]);
        sequence->plan[seat].move = weights_new(tree->size[seat]);
        fine = fine && sequence->plan[seat].root && sequence->plan[seat].move;
    }
    struct exact_lp *lp = exact_lp_new(true);
    mpq_t *x = weights_new(columns_of(&program)), *y = weights_new(program.rows);
    fine = fine && x && y && load(&program, lp) && exact_lp_solve(lp, sequence->value, x, y);
    if (fine) {
        copy(sequence->plan[PLANNER].root, x + root_column(0), classes[PLANNER]);
        copy(sequence->plan[PLANNER].move, x + 1 + classes[PLANNER], tree->size[PLANNER]);
        copy(sequence->plan[ANSWERER].root, y + program.equal_rows, classes[ANSWERER]);
        copy(sequence->plan[ANSWERER].move, y + program.equal_rows + classes[ANSWERER],
             tree->size[ANSWERER]);
    }
    exact_lp_free(lp);
    weights_free(x, columns_of(&program));
    weights_free(y, program.rows);
    mem_free(program.answer_at);
    mem_free(program.entries);
    return fine;
}

void sequence_clear(struct sequence *sequence)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const struct veil *veil = sequence->tree->veil;
        weights_free(sequence->plan[seat].root, veil->shapes[0].classes[seat]);
        weights_free(sequence->plan[seat].move, sequence->tree->size[seat]);
    }
    mpq_clear(sequence->value);
    *sequence = (struct sequence){ 0 };
}
