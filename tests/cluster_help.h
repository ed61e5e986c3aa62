// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests with a PostgreSQL of their own share: they run within `cluster run`.
#ifndef TESTS_CLUSTER_HELP_H
#define TESTS_CLUSTER_HELP_H

// Its address; NULL if there is none.
const char *cluster_url(void);

// Carries out SQL on a connection of its own, which must succeed.
void cluster_execute(const char *sql);

// The number that a query gives.
long cluster_ask(const char *sql);

// Does something to the server: crash, start, freeze, thaw.
void cluster_tell(const char *command);

#endif
