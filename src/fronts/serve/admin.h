// SPDX-License-Identifier: GPL-3.0-or-later
// Administration and figures, on a unix socket that only the server's own user can open.
#ifndef FRONTS_SERVE_ADMIN_H
#define FRONTS_SERVE_ADMIN_H

#include <stdio.h>

#include "fronts/serve/inside.h"

struct admin;

// Listens at the configuration's socket. NULL, with a sentence.
struct admin *admin_new(struct serve *serve, struct text *why);
void admin_free(struct admin *admin);

// causeway serve --admin: asks the server that listens at this socket, and prints what it
// says. False, with a sentence.
bool admin_ask(const char *path, const char *command, const char *what, FILE *out,
               struct text *why);

#endif
