// SPDX-License-Identifier: GPL-3.0-or-later
// Other nodes on the same database: what they have kept is heard of at once, and asked for
// now and then, since what is told is lost with a connection.
#ifndef FRONTS_SERVE_NODES_H
#define FRONTS_SERVE_NODES_H

#include "fronts/serve/inside.h"

struct nodes;

// NULL, with a sentence.
struct nodes *nodes_new(struct serve *serve, struct text *why);
void nodes_free(struct nodes *nodes);

#endif
