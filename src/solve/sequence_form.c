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

// What a column or a row stands for. A sequence of the planner's is a column and an
// information set of its a row, in which what comes in goes out; of the answerer's it is
// the other way round, an information set being worth the least of its sequences.
enum line_kind { LINE_SEQUENCE = 1, LINE_INFORMATION_SET, LINE_SUM };

struct lp_line {
    uint32_t kind;
    uint32_t node; // TREE_NONE: hiding
    uint32_t class;
    uint32_t e; // of a sequence: its last move
};

struct lp_lines {
    struct lp_line *at;
    unsigned count;
    size_t room;
};

// Memory that is given out piece by piece and taken back at once.
struct block {
    struct block *before;
    size_t used, room;
};

struct sequence_program {
    const struct restricted_tree *tree;
    const struct public_graph *graph;
    unsigned planner, answerer; // seats
    struct lp_lines columns, rows;
    struct exact_lp_entry *entries;
    size_t entry_count, entry_room;
    struct block *block;
    struct sum *scratch; // by class of the planner: empty between uses
    unsigned *seen;      // by class of the answerer: zero between uses
    bool failed;
};

// --- Memory, rows and columns

static void *take(struct sequence_program *program, size_t bytes)
{
    bytes = (bytes + 15) / 16 * 16;
    struct block *block = program->block;
    if (!block || block->used + bytes > block->room) {
        size_t room = bytes > 1 << 18 ? bytes : 1 << 18;
        block = mem_new(sizeof *block + room);
        if (!block) {
            program->failed = true;
            return NULL;
        }
        *block = (struct block){ .before = program->block, .room = room };
        program->block = block;
    }
    void *taken = (char *)(block + 1) + block->used;
    block->used += bytes;
    return taken;
}

static unsigned new_line(struct sequence_program *program, struct lp_lines *lines,
                         struct lp_line line)
{
    if (vector_grow(&lines->at, &lines->room, lines->count, sizeof *lines->at))
        lines->at[lines->count] = line;
    else
        program->failed = true;
    return program->failed ? 0 : lines->count++;
}

static void set(struct sequence_program *program, unsigned row, unsigned column, int factor)
{
    if (vector_grow(&program->entries, &program->entry_room, program->entry_count,
                    sizeof *program->entries))
        program->entries[program->entry_count++] = (struct exact_lp_entry){ row, column, factor };
    else
        program->failed = true;
}

static void set_sum(struct sequence_program *program, unsigned row, const struct sum *sum,
                    int factor)
{
    for (unsigned i = 0; i < sum->count; i++)
        set(program, row, sum->terms[i].at, factor * sum->terms[i].factor);
}

// The line of a sequence, or of the information set that it begins in.
static unsigned new_sequence(struct sequence_program *program, struct lp_lines *lines,
                             unsigned node, unsigned class, unsigned e)
{
    return new_line(program, lines, (struct lp_line){ LINE_SEQUENCE, node, class, e });
}

static unsigned new_set(struct sequence_program *program, struct lp_lines *lines, unsigned node,
                        unsigned class)
{
    return new_line(program, lines, (struct lp_line){ LINE_INFORMATION_SET, node, class, 0 });
}

// --- Sums

static struct sum one(struct sequence_program *program, unsigned column)
{
    struct sum sum = { .terms = take(program, sizeof *sum.terms), .count = 1 };
    if (program->failed)
        return (struct sum){ 0 };
    sum.terms[0] = (struct exact_lp_term){ column, 1 };
    return sum;
}

static struct sum joined(struct sequence_program *program, const struct sum *a, const struct sum *b)
{
    if (!a->count || !b->count)
        return a->count ? *a : *b;
    struct sum sum = { .terms = take(program, (a->count + b->count) * sizeof *sum.terms) };
    if (program->failed)
        return sum;
    memcpy(sum.terms, a->terms, a->count * sizeof *a->terms);
    memcpy(sum.terms + a->count, b->terms, b->count * sizeof *b->terms);
    sum.count = a->count + b->count;
    return sum;
}

static struct sum shortened(struct sequence_program *program, struct sum sum)
{
    if (sum.count <= LONG)
        return sum;
    const struct lp_line line = { .kind = LINE_SUM };
    unsigned column = new_line(program, &program->columns, line);
    unsigned row = new_line(program, &program->rows, line);
    set(program, row, column, 1);
    set_sum(program, row, &sum, -1);
    return one(program, column);
}

static bool flow_new(struct sequence_program *program, struct flow *flow, unsigned most)
{
    *flow = (struct flow){ .class = take(program, most * sizeof *flow->class),
                           .sum = take(program, most * sizeof *flow->sum) };
    return !program->failed;
}

// Everything of a flow, in one short sum.
static struct sum total(struct sequence_program *program, const struct flow *flow)
{
    struct sum sum = { 0 };
    for (unsigned i = 0; i < flow->count; i++)
        sum = joined(program, &sum, &flow->sum[i]);
    return shortened(program, sum);
}

// --- The recursion: what the planner wins from a place on, by class of the answerer's.
// `answers` are the classes that may have come here.

struct place {
    unsigned position, node; // the node may be TREE_NONE
};

struct answers {
    uint16_t *class;
    unsigned count;
};

static void win_from(struct sequence_program *program, struct place place, const struct flow *flow,
                     const struct answers *answers, struct sum *won);

// What of the flow goes one way, in the classes of the child.
static void pass_on(struct sequence_program *program, const struct public_graph_edge *edge,
                    unsigned way, const struct flow *flow, struct flow *into)
{
    if (!flow_new(program, into, flow->count))
        return;
    for (unsigned i = 0; i < flow->count; i++) {
        unsigned class = flow->class[i];
        if (!public_graph_takes(edge, way, program->planner, class))
            continue;
        unsigned next =
            edge->way[way].winner ? class : edge->way[way].next[program->planner][class];
        if (!program->scratch[next].count)
            into->class[into->count++] = (uint16_t)next;
        program->scratch[next] = joined(program, &program->scratch[next], &flow->sum[i]);
    }
    for (unsigned i = 0; i < into->count; i++) {
        into->sum[i] = program->scratch[into->class[i]];
        program->scratch[into->class[i]] = (struct sum){ 0 };
    }
    for (unsigned i = 0; !edge->way[way].winner && i < into->count; i++)
        into->sum[i] = shortened(program, into->sum[i]);
}

// The answers that take a way, in the classes of the child, each once; `slot` says which
// of them an answer is, counted from one.
static void send(struct sequence_program *program, const struct public_graph_edge *edge,
                 unsigned way, const struct answers *answers, struct answers *going, unsigned *slot)
{
    const struct public_graph_way *to = &edge->way[way];
    for (unsigned i = 0; i < answers->count; i++) {
        slot[i] = 0;
        if (!public_graph_takes(edge, way, program->answerer, answers->class[i]))
            continue;
        unsigned next = to->winner ? 0 : to->next[program->answerer][answers->class[i]];
        if (!program->seen[next]) {
            going->class[going->count++] = (uint16_t)next;
            program->seen[next] = going->count;
        }
        slot[i] = program->seen[next];
    }
    for (unsigned i = 0; i < going->count; i++)
        program->seen[going->class[i]] = 0;
}

// Adds what is won one way to the sums of those answers that take it.
static void add_way(struct sequence_program *program, struct place place, unsigned e, unsigned way,
                    const struct flow *flow, const struct answers *answers, struct sum *won)
{
    const struct public_graph_position *position = &program->graph->positions[place.position];
    const struct public_graph_edge *edge = &program->graph->edges[position->first + e];
    const struct public_graph_way *to = &edge->way[way];
    struct answers going = { .class = take(program, answers->count * sizeof *going.class) };
    unsigned *slot = take(program, answers->count * sizeof *slot);
    struct sum *after = take(program, answers->count * sizeof *after);
    struct flow into;
    if (program->failed || to->winner == program->answerer)
        return;
    send(program, edge, way, answers, &going, slot);
    pass_on(program, edge, way, flow, &into);
    if (program->failed || !going.count || !into.count)
        return;
    unsigned child = restricted_tree_child(program->tree, place.node, e, way);
    if (to->winner)
        after[0] = total(program, &into);
    else
        win_from(program, (struct place){ to->child, child }, &into, &going, after);
    for (unsigned i = 0; !program->failed && i < answers->count; i++)
        if (slot[i])
            won[i] = joined(program, &won[i], &after[slot[i] - 1]);
}

static void add_edge(struct sequence_program *program, struct place place, unsigned e,
                     const struct flow *flow, const struct answers *answers, struct sum *won)
{
    const struct public_graph_position *position = &program->graph->positions[place.position];
    for (unsigned way = 0; way < PUBLIC_GRAPH_WAYS; way++)
        if (way == 0 || program->graph->edges[position->first + e].reader)
            add_way(program, place, e, way, flow, answers, won);
}

static uint64_t allowed(const struct sequence_program *program, struct place place, unsigned class)
{
    return place.node == TREE_NONE
               ? (uint64_t)1 << (program->graph->positions[place.position].count - 1)
               : *restricted_tree_moves(program->tree, place.node, class);
}

static bool is_one(uint64_t moves)
{
    return !(moves & (moves - 1));
}

// The planner's classes choose: what comes in is what goes out.
static void choose(struct sequence_program *program, struct place place, const struct flow *flow,
                   struct flow *part)
{
    unsigned count = program->graph->positions[place.position].count;
    for (unsigned i = 0; i < flow->count; i++) {
        uint64_t moves = allowed(program, place, flow->class[i]);
        unsigned class = flow->class[i];
        unsigned row = is_one(moves) ? 0 : new_set(program, &program->rows, place.node, class);
        for (unsigned e = 0; e < count; e++) {
            if (!(moves >> e & 1))
                continue;
            struct sum sum = flow->sum[i];
            if (!is_one(moves)) {
                unsigned column = new_sequence(program, &program->columns, place.node, class, e);
                sum = one(program, column);
                set(program, row, column, 1);
            }
            part[e].class[part[e].count] = (uint16_t) class;
            part[e].sum[part[e].count++] = sum;
        }
        if (!is_one(moves))
            set_sum(program, row, &flow->sum[i], -1);
    }
}

static void plan_here(struct sequence_program *program, struct place place, const struct flow *flow,
                      const struct answers *answers, struct sum *won)
{
    unsigned count = program->graph->positions[place.position].count;
    struct flow *part = take(program, count * sizeof *part);
    for (unsigned e = 0; !program->failed && e < count; e++)
        flow_new(program, &part[e], flow->count);
    if (program->failed)
        return;
    choose(program, place, flow, part);
    for (unsigned e = 0; e < count; e++)
        if (part[e].count)
            add_edge(program, place, e, &part[e], answers, won);
}

// The answerer's classes choose: each gets the least, a column below a row an edge.
static void answer_here(struct sequence_program *program, struct place place,
                        const struct flow *flow, const struct answers *answers, struct sum *won)
{
    unsigned count = program->graph->positions[place.position].count;
    struct answers going = { .class = take(program, answers->count * sizeof *going.class) };
    struct sum *through = take(program, answers->count * sizeof *through);
    unsigned *from = take(program, answers->count * sizeof *from);
    for (unsigned i = 0; !program->failed && i < answers->count; i++)
        if (!is_one(allowed(program, place, answers->class[i])))
            won[i] =
                one(program, new_set(program, &program->columns, place.node, answers->class[i]));
    for (unsigned e = 0; !program->failed && e < count; e++) {
        going.count = 0;
        for (unsigned i = 0; i < answers->count; i++)
            if (allowed(program, place, answers->class[i]) >> e & 1) {
                from[going.count] = i;
                through[going.count] = (struct sum){ 0 };
                going.class[going.count++] = answers->class[i];
            }
        if (going.count)
            add_edge(program, place, e, flow, &going, through);
        for (unsigned k = 0; !program->failed && k < going.count; k++) {
            if (is_one(allowed(program, place, going.class[k]))) {
                won[from[k]] = through[k];
                continue;
            }
            unsigned row = new_sequence(program, &program->rows, place.node, going.class[k], e);
            set_sum(program, row, &won[from[k]], 1);
            set_sum(program, row, &through[k], -1);
        }
    }
}

static void win_from(struct sequence_program *program, struct place place, const struct flow *flow,
                     const struct answers *answers, struct sum *won)
{
    memset(won, 0, answers->count * sizeof *won);
    if (program->graph->positions[place.position].mover == program->planner)
        plan_here(program, place, flow, answers, won);
    else
        answer_here(program, place, flow, answers, won);
}

// --- The whole program: column 0 is the value, row 0 says that the planner hides
// something.

static void hide(struct sequence_program *program, struct flow *flow, struct answers *answers)
{
    const struct public_graph_position *root = &program->graph->positions[0];
    for (unsigned k = 0; !program->failed && k < root->classes[program->planner]; k++)
        if (program->tree->types[program->planner][k]) {
            unsigned column = new_sequence(program, &program->columns, TREE_NONE, k, 0);
            set(program, 0, column, 1);
            flow->class[flow->count] = (uint16_t)k;
            flow->sum[flow->count++] = one(program, column);
        }
    for (unsigned j = 0; !program->failed && j < root->classes[program->answerer]; j++)
        if (program->tree->types[program->answerer][j])
            answers->class[answers->count++] = (uint16_t)j;
}

static void set_up(struct sequence_program *program)
{
    const struct public_graph_position *root = &program->graph->positions[0];
    struct flow flow;
    struct answers answers = { .class = take(program,
                                             root->classes[program->answerer] * sizeof(uint16_t)) };
    struct sum *won = take(program, root->classes[program->answerer] * sizeof *won);
    new_set(program, &program->columns, TREE_NONE, 0);
    new_set(program, &program->rows, TREE_NONE, 0);
    if (program->failed || !flow_new(program, &flow, root->classes[program->planner]))
        return;
    hide(program, &flow, &answers);
    if (!program->failed)
        win_from(program, (struct place){ 0, 0 }, &flow, &answers, won);
    for (unsigned i = 0; !program->failed && i < answers.count; i++) {
        unsigned row = new_sequence(program, &program->rows, TREE_NONE, answers.class[i], 0);
        set(program, row, 0, 1);
        set_sum(program, row, &won[i], -1);
    }
}

static unsigned types_of(const struct restricted_tree *tree, unsigned seat)
{
    unsigned count = 0;
    for (unsigned k = 0; k < tree->graph->positions[0].classes[seat]; k++)
        count += tree->types[seat][k];
    return count;
}

// Whoever has fewer types plans: the program is smaller then.
static bool program_new(struct sequence_program *program, const struct restricted_tree *tree)
{
    unsigned planner = types_of(tree, SEAT_1) <= types_of(tree, SEAT_2) ? SEAT_1 : SEAT_2;
    *program = (struct sequence_program){
        .tree = tree, .graph = tree->graph, .planner = planner, .answerer = opponent(planner)
    };
    unsigned widest = 1;
    for (unsigned i = 0; i < tree->graph->position_count; i++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
            if (tree->graph->positions[i].classes[seat] > widest)
                widest = tree->graph->positions[i].classes[seat];
    program->scratch = mem_new(widest * sizeof *program->scratch);
    program->seen = mem_new(widest * sizeof *program->seen);
    if (!program->scratch || !program->seen)
        return false;
    memset(program->scratch, 0, widest * sizeof *program->scratch);
    memset(program->seen, 0, widest * sizeof *program->seen);
    set_up(program);
    return !program->failed;
}

static void program_clear(struct sequence_program *program)
{
    for (struct block *block = program->block, *before; block; block = before) {
        before = block->before;
        mem_free(block);
    }
    mem_free(program->scratch);
    mem_free(program->entries);
    mem_free(program->seen);
    mem_free(program->columns.at);
    mem_free(program->rows.at);
}

static bool load(const struct sequence_program *program, struct exact_lp *lp)
{
    const struct lp_lines *columns = &program->columns, *rows = &program->rows;
    uint8_t *free = mem_new(columns->count);
    bool fine = lp && free;
    for (unsigned r = 0; fine && r < rows->count; r++)
        fine = exact_lp_add_row(
            lp, rows->at[r].kind == LINE_SEQUENCE ? EXACT_LP_AT_MOST : EXACT_LP_EQUAL, r == 0, NULL,
            0);
    for (unsigned c = 0; fine && c < columns->count; c++)
        free[c] = columns->at[c].kind == LINE_INFORMATION_SET;
    fine = fine && exact_lp_add_columns(lp, columns->count, NULL, free, program->entries,
                                        program->entry_count);
    mem_free(free);
    return fine;
}

// --- From the program to plans

static weight *weight_at(struct realisation *plan, const struct lp_line *line)
{
    if (line->node == TREE_NONE)
        return &plan->root[line->class];
    return realisation_move(plan, line->node, line->e, line->class);
}

static const double guess_unit = (double)((uint64_t)1 << 52), guess_noise = 1e-12;

static bool round_plan(const struct lp_lines *lines, const double *from, struct realisation *plan)
{
    plan->unit = (weight)guess_unit;
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->at[i].kind == LINE_SEQUENCE)
            *weight_at(plan, &lines->at[i]) =
                from[i] > guess_noise ? (weight)(from[i] * guess_unit) : 0;
    return realisation_settle(plan, false);
}

static bool guess(const struct sequence_program *program, struct exact_lp *lp,
                  struct realisation plan[SEATS], double *value)
{
    double *x = mem_new(program->columns.count * sizeof *x);
    double *y = mem_new(program->rows.count * sizeof *y);
    bool fine = x && y && exact_lp_guess(lp, value, x, y) &&
                round_plan(&program->columns, x, &plan[program->planner]) &&
                round_plan(&program->rows, y, &plan[program->answerer]);
    mem_free(x);
    mem_free(y);
    return fine;
}

// Over the common denominator of all sequences' shares.
static bool copy_plan(const struct lp_lines *lines, mpq_t *from, struct realisation *plan)
{
    mpz_t denominator;
    mpz_init_set_ui(denominator, 1);
    for (unsigned i = 0; i < lines->count; i++)
        if (lines->at[i].kind == LINE_SEQUENCE)
            mpz_lcm(denominator, denominator, mpq_denref(from[i]));
    bool fine = weights_unit(denominator, &plan->unit);
    for (unsigned i = 0; fine && i < lines->count; i++)
        if (lines->at[i].kind == LINE_SEQUENCE)
            *weight_at(plan, &lines->at[i]) = weights_share(from[i], denominator);
    mpz_clear(denominator);
    return fine && realisation_settle(plan, true);
}

static bool know(const struct sequence_program *program, struct exact_lp *lp,
                 struct realisation plan[SEATS], double *value)
{
    unsigned columns = program->columns.count, rows = program->rows.count;
    mpq_t *x = weights_new(columns), *y = weights_new(rows), optimum;
    mpq_init(optimum);
    bool fine = x && y && exact_lp_solve(lp, optimum, x, y) &&
                copy_plan(&program->columns, x, &plan[program->planner]) &&
                copy_plan(&program->rows, y, &plan[program->answerer]);
    *value = mpq_get_d(optimum);
    mpq_clear(optimum);
    weights_free(x, columns);
    weights_free(y, rows);
    return fine;
}

enum solve_stop sequence_form_solve(const struct restricted_tree *tree, bool exact,
                                    const struct limits *limits, struct realisation plan[SEATS],
                                    double *value, uint64_t *size, bool *solved)
{
    struct sequence_program program;
    bool enough = realisation_new(&plan[SEAT_1], tree, SEAT_1);
    enough &= realisation_new(&plan[SEAT_2], tree, SEAT_2);
    enough &= program_new(&program, tree);
    *size = (uint64_t)program.rows.count * program.columns.count;
    struct exact_lp *lp = enough ? exact_lp_new(exact, limits) : NULL;
    enough = enough && load(&program, lp);
    *solved = enough && (exact ? know : guess)(&program, lp, plan, value);
    if (*solved && program.planner == SEAT_2)
        *value = 1 - *value;
    enum solve_stop stop = enough ? exact_lp_stop(lp) : SOLVE_STOP_MEMORY;
    exact_lp_free(lp);
    program_clear(&program);
    return stop;
}
