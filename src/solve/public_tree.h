// SPDX-License-Identifier: GPL-3.0-or-later
// The public tree of a game in which each player hides at most one thing, at the start,
// and all else is seen by both: a node for each way that play can have gone. What was
// hidden is a player's *type*; types of a seat that make no difference from a node on
// are one *class* there. What a move brings to light depends on the type of the seat
// that does not move, its *reader*.
//
// Why: plans that are good after any move (refinement.c) depend on how a position came
// about, so that the graph of positions (public_graph.c) does not do. The public tree is
// that of Johanson and others (2011), by types instead of hands of cards.
// Cost: nodes grow with the ways to play; the builder stops at a number of weights.
#ifndef SOLVE_PUBLIC_TREE_H
#define SOLVE_PUBLIC_TREE_H

#include "solve/solve.h"

static const unsigned PUBLIC_TREE_END = UINT32_MAX;  // no node: the game is over, or decided
static const uint16_t PUBLIC_TREE_NONE = UINT16_MAX; // no class: the type is excluded

enum { PUBLIC_TREE_RESULTS = 2 }; // a move goes well, or it does not

// What a move leads to, by what the reader has hidden.
struct public_tree_result {
    unsigned node;
    uint8_t winner;        // where there is no node
    uint8_t outcome;       // what everybody was told
    uint16_t *next[SEATS]; // by class here: the class at the node, or PUBLIC_TREE_NONE
};

struct public_tree_edge {
    struct move move;
    uint8_t results;
    uint8_t *result_of; // by class of the reader
    struct public_tree_result result[PUBLIC_TREE_RESULTS];
};

struct public_tree_node {
    unsigned char open[OPEN_SIZE];
    uint8_t mover, reader;
    uint8_t winner;          // who wins from here whatever is hidden; only a root has edges then
    unsigned parent, by, as; // the node, edge and result that led here; root: PUBLIC_TREE_END
    unsigned first, count;   // its edges
    uint16_t *class_of[SEATS];
    unsigned classes[SEATS];
    size_t at; // of its weights among the mover's: [edge][class]
};

// What a seat may hide. One that hides nothing has one type.
struct public_tree_hidden {
    struct move *move;
    unsigned char (*secret)[SECRET_SIZE];
    unsigned count;
    bool hides;
};

struct public_tree_types {
    struct public_tree_hidden of[SEATS];
    struct state start; // everything is hidden; the secrets are those of nobody
};

struct public_tree {
    const struct variant *variant;
    const struct public_tree_types *types;
    struct public_tree_node *nodes; // children after their parents; 0 is the root
    struct public_tree_edge *edges;
    unsigned count, edge_count;
    size_t room, edge_room;
    size_t weights[SEATS]; // of a seat's moves
};

enum public_tree_verdict {
    PUBLIC_TREE_FITS,
    PUBLIC_TREE_OTHER,
    PUBLIC_TREE_LARGE,
    PUBLIC_TREE_MEMORY
};

// What can be hidden at the start of a game. PUBLIC_TREE_OTHER: the game is not of this kind;
// PUBLIC_TREE_LARGE: there are more ways than this. Clear it in any case.
enum public_tree_verdict public_tree_types_find(struct public_tree_types *types,
                                                const struct variant *variant, unsigned first,
                                                unsigned most);
void public_tree_types_clear(struct public_tree_types *types);

// From an open block on, with those types of each seat that `may` names (NULL: all).
// PUBLIC_TREE_LARGE: it would have more weights than this. Clear it in any case.
enum public_tree_verdict public_tree_build(struct public_tree *tree, const struct variant *variant,
                                           const struct public_tree_types *types,
                                           const unsigned char *open, const bool *const may[SEATS],
                                           size_t most);
void public_tree_clear(struct public_tree *tree);

// A seat's type, by its secret.
unsigned public_tree_type(const struct public_tree_types *types, unsigned seat,
                          const unsigned char *secret);

// Does play end with this result of an edge, at least in that it is decided?
static inline bool public_tree_ends(const struct public_tree *tree,
                                    const struct public_tree_result *result)
{
    return result->node == PUBLIC_TREE_END || tree->nodes[result->node].winner;
}

static inline unsigned public_tree_winner(const struct public_tree *tree,
                                          const struct public_tree_result *result)
{
    return result->node == PUBLIC_TREE_END ? result->winner : tree->nodes[result->node].winner;
}

#endif
