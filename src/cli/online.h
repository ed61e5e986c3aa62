// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that play over a network. All that is said of them is in `causeway`, which
// links none of the libraries that they need: it hands them to causeway-online.
#ifndef CLI_ONLINE_H
#define CLI_ONLINE_H

#include "cli/cli.h"

// Becomes causeway-online, which is beside this program or in libexec; only returns where
// it cannot, having said why.
cli_run online_hand_over;

// Of causeway-online alone, a file of src/cli each.
cli_run online_balance;
cli_run online_host;
cli_run online_join;
cli_run online_serve;
cli_run online_tournament;
cli_run online_work;

// The process list shows arguments to everybody on this machine. NULL: there is none.
void online_warn_of_password(const char *url);

#endif
