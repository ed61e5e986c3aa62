// SPDX-License-Identifier: GPL-3.0-or-later
#include "gambit.h"

#include <stdlib.h>

#include "support.h"

enum { CHANCE, ONE, TWO, END };

struct node {
    int kind;
    unsigned set;   // of a player
    unsigned count; // actions
    unsigned *child;
    double *chance; // of a chance node
    double payoff;  // of an end, to the first player
};

struct set {
    unsigned count;
    double *regret, *sum, *value;
    char *actions; // as the file lists them
};

struct gambit {
    struct node *nodes;
    unsigned count, room;
    struct set *sets[3];
    unsigned set_count[3];
    unsigned outcomes;
};

// ---- Reading. ----

static void skip_word(FILE *in, const char *word)
{
    char read[64];
    assert_int_equal(fscanf(in, " %63s", read), 1);
    assert_string_equal(read, word);
}

// What stands between quotes; there are no quotes in it.
static char *read_quoted(FILE *in)
{
    char text[4096] = "";
    int end = 0;
    assert_int_equal(fscanf(in, " \"%n", &end), 0);
    assert_true(end > 0);
    (void)!fscanf(in, "%4095[^\"]", text);
    assert_int_equal(fgetc(in), '"');
    assert_null(strchr(text, '\\'));
    return strdup(text);
}

static bool at_brace(FILE *in)
{
    int next = fgetc(in);
    while (next == ' ')
        next = fgetc(in);
    ungetc(next, in);
    return next == '}';
}

static double read_fraction(FILE *in)
{
    unsigned above, below = 1;
    assert_int_equal(fscanf(in, " %u", &above), 1);
    int next = fgetc(in);
    if (next == '/')
        assert_int_equal(fscanf(in, "%u", &below), 1);
    else
        ungetc(next, in);
    unsigned a = above, b = below;
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    assert_int_equal(a, 1); // lowest terms
    return (double)above / below;
}

// The actions in braces, all in one text; with chances, if the node is chance's.
static char *read_actions(FILE *in, struct node *node)
{
    char *all = calloc(1, 1);
    double sum = 0;
    skip_word(in, "{");
    while (!at_brace(in)) {
        char *action = read_quoted(in);
        all = realloc(all, strlen(all) + strlen(action) + 2);
        strcat(strcat(all, action), ";");
        free(action);
        node->chance = realloc(node->chance, (node->count + 1) * sizeof *node->chance);
        sum += node->chance[node->count++] = node->kind == CHANCE ? read_fraction(in) : 0;
    }
    if (node->kind == CHANCE)
        assert_true(sum > 1 - 1e-9 && sum < 1 + 1e-9);
    skip_word(in, "}");
    skip_word(in, "0");
    return all;
}

// The same set has the same actions wherever it is written.
static void enter_set(struct gambit *gambit, const struct node *node, char *actions)
{
    unsigned *count = &gambit->set_count[node->kind];
    assert_in_range(node->set, 1, *count + 1);
    if (node->set <= *count) {
        assert_string_equal(gambit->sets[node->kind][node->set - 1].actions, actions);
        free(actions);
        return;
    }
    struct set **sets = &gambit->sets[node->kind];
    *sets = realloc(*sets, ++*count * sizeof **sets);
    (*sets)[node->set - 1] = (struct set){ .count = node->count,
                                           .regret = calloc(node->count, sizeof(double)),
                                           .sum = calloc(node->count, sizeof(double)),
                                           .value = calloc(node->count, sizeof(double)),
                                           .actions = actions };
}

static void read_end(FILE *in, struct gambit *gambit, struct node *node)
{
    unsigned outcome;
    int first, second;
    assert_int_equal(fscanf(in, " %u", &outcome), 1);
    assert_int_equal(outcome, ++gambit->outcomes);
    free(read_quoted(in));
    assert_int_equal(fscanf(in, " { %d, %d }", &first, &second), 2);
    assert_int_equal(first + second, 1);
    node->payoff = first;
}

static void read_head(FILE *in, struct gambit *gambit, struct node *node, char letter)
{
    int player = 0;
    free(read_quoted(in));
    if (letter == 't') {
        read_end(in, gambit, node);
        return;
    }
    if (letter == 'p') {
        assert_int_equal(fscanf(in, " %d", &player), 1);
        assert_in_range(player, 1, 2);
    }
    node->kind = player;
    assert_int_equal(fscanf(in, " %u", &node->set), 1);
    char *name = read_quoted(in);
    assert_true(*name);
    free(name);
    char *actions = read_actions(in, node);
    if (player)
        enter_set(gambit, node, actions);
    else
        free(actions);
}

static unsigned read_node(FILE *in, struct gambit *gambit)
{
    char letter;
    struct node node = { .kind = END };
    assert_int_equal(fscanf(in, " %c", &letter), 1);
    assert_non_null(strchr("cpt", letter));
    read_head(in, gambit, &node, letter);
    if (gambit->count == gambit->room) {
        gambit->room = gambit->room ? 2 * gambit->room : 64;
        gambit->nodes = realloc(gambit->nodes, gambit->room * sizeof *gambit->nodes);
    }
    unsigned at = gambit->count++;
    node.child = calloc(node.count + 1, sizeof *node.child);
    gambit->nodes[at] = node;
    for (unsigned i = 0; i < node.count; i++)
        node.child[i] = read_node(in, gambit);
    return at;
}

struct gambit *gambit_read(FILE *in)
{
    struct gambit *gambit = calloc(1, sizeof *gambit);
    char rest;
    skip_word(in, "EFG");
    skip_word(in, "2");
    skip_word(in, "R");
    free(read_quoted(in));
    skip_word(in, "{");
    free(read_quoted(in));
    free(read_quoted(in));
    skip_word(in, "}");
    read_node(in, gambit);
    assert_int_equal(fscanf(in, " %c", &rest), EOF);
    return gambit;
}

void gambit_free(struct gambit *gambit)
{
    for (unsigned i = 0; i < gambit->count; i++) {
        free(gambit->nodes[i].child);
        free(gambit->nodes[i].chance);
    }
    for (unsigned player = ONE; player <= TWO; player++) {
        for (unsigned i = 0; i < gambit->set_count[player]; i++) {
            free(gambit->sets[player][i].regret);
            free(gambit->sets[player][i].sum);
            free(gambit->sets[player][i].value);
            free(gambit->sets[player][i].actions);
        }
        free(gambit->sets[player]);
    }
    free(gambit->nodes);
    free(gambit);
}

unsigned gambit_nodes(const struct gambit *gambit)
{
    return gambit->count;
}

// ---- Solving. ----

static struct set *set_of(const struct gambit *gambit, const struct node *node)
{
    return &gambit->sets[node->kind][node->set - 1];
}

static double share(const double *from, unsigned count, unsigned i)
{
    double sum = 0;
    for (unsigned k = 0; k < count; k++)
        sum += from[k];
    return sum > 0 ? from[i] / sum : 1.0 / count;
}

// The first player's chance; regrets of `learner` are summed up on the way.
static double learn(struct gambit *gambit, unsigned at, int learner, double own, double others,
                    double weight)
{
    const struct node *node = &gambit->nodes[at];
    if (node->kind == END)
        return node->payoff;
    double value = 0, each[128];
    assert_true(node->count <= 128);
    for (unsigned i = 0; i < node->count; i++) {
        double part = node->kind == CHANCE ? node->chance[i]
                                           : share(set_of(gambit, node)->regret, node->count, i);
        bool mine = node->kind == learner;
        each[i] = learn(gambit, node->child[i], learner, mine ? own * part : own,
                        mine ? others : others * part, weight);
        value += part * each[i];
    }
    for (unsigned i = 0; node->kind == learner && i < node->count; i++) {
        struct set *set = set_of(gambit, node);
        double sign = learner == ONE ? 1 : -1;
        set->sum[i] += weight * own * share(set->regret, node->count, i);
        set->value[i] += others * sign * (each[i] - value);
    }
    return value;
}

static void update(struct gambit *gambit, int learner)
{
    for (unsigned i = 0; i < gambit->set_count[learner]; i++) {
        struct set *set = &gambit->sets[learner][i];
        for (unsigned k = 0; k < set->count; k++) {
            set->regret[k] += set->value[k];
            set->regret[k] = set->regret[k] > 0 ? set->regret[k] : 0;
            set->value[k] = 0;
        }
    }
}

// Sums up, at each of the answerer's sets, what the actions win; sets are settled
// from the deepest up, since an action's worth needs the sets below it.
static double answer(struct gambit *gambit, unsigned at, int answerer, double others,
                     const int *choice, int set_wanted)
{
    const struct node *node = &gambit->nodes[at];
    if (node->kind == END)
        return others * (answerer == ONE ? node->payoff : 1 - node->payoff);
    double value = 0;
    for (unsigned i = 0; i < node->count; i++) {
        double part = node->kind == CHANCE     ? node->chance[i]
                      : node->kind == answerer ? 1
                                               : share(set_of(gambit, node)->sum, node->count, i);
        bool settled = node->kind == answerer && choice[node->set - 1] >= 0;
        if (settled && choice[node->set - 1] != (int)i)
            continue;
        double won = answer(gambit, node->child[i], answerer, others * part, choice, set_wanted);
        if (node->kind == answerer && (int)node->set - 1 == set_wanted)
            set_of(gambit, node)->value[i] += won;
        value += won;
    }
    return value;
}

// Sets are numbered as they come in preorder, so that with perfect recall a
// set's successors have higher numbers.
static double best_answer(struct gambit *gambit, int answerer)
{
    unsigned count = gambit->set_count[answerer];
    int *choice = malloc((count + 1) * sizeof *choice);
    for (unsigned i = 0; i < count; i++)
        choice[i] = -1;
    for (unsigned i = count; i-- > 0;) {
        struct set *set = &gambit->sets[answerer][i];
        unsigned best = 0;
        answer(gambit, 0, answerer, 1, choice, (int)i);
        for (unsigned k = 1; k < set->count; k++)
            best = set->value[k] > set->value[best] ? k : best;
        for (unsigned k = 0; k < set->count; k++)
            set->value[k] = 0;
        choice[i] = (int)best;
    }
    double value = answer(gambit, 0, answerer, 1, choice, -1);
    free(choice);
    return value;
}

void gambit_solve(struct gambit *gambit, unsigned rounds, double *lo, double *hi)
{
    for (unsigned round = 1; round <= rounds; round++)
        for (int learner = ONE; learner <= TWO; learner++) {
            learn(gambit, 0, learner, 1, 1, round);
            update(gambit, learner);
        }
    *hi = best_answer(gambit, ONE);
    *lo = 1 - best_answer(gambit, TWO);
}
