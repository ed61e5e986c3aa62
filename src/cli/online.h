// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that play over a network. All that is said of them is in `causeway`, which
// links none of the libraries that they need: it hands them to causeway-online.
#ifndef CLI_ONLINE_H
#define CLI_ONLINE_H

#include "cli/cli.h"

// Becomes causeway-online, which is beside this program or in libexec; only returns where
// it cannot, having said why.
cli_run online_hand_over;

// Runs one of its commands and comes back when that ends; a link goes by the environment, which
// others cannot read. NULLs are left out. False, with a sentence, if it cannot be run.
bool online_run(const char *command, const char *one, const char *two, const char *link,
                struct text *why);

// Of causeway-online alone, a file of src/cli each.
cli_run online_balance;
cli_run online_bot;
cli_run online_host;
cli_run online_join;
cli_run online_lobby;
cli_run online_serve;
cli_run online_tournament;
cli_run online_work;

struct link;

// The server's address: the first operand where there are `count`, else that of the settings.
bool online_find_server(const struct cli_invocation *invocation, unsigned count, char *base,
                        struct text *why);

// An open seat, which is then the link's.
bool online_take_seat(const struct cli_invocation *invocation, struct link *link, struct text *why);

// Plays or watches there, in the front that fits. What to send to those who have not come yet is
// shown meanwhile; NULL: nothing is known.
int online_sit_down(const struct cli_invocation *invocation, const struct link *link,
                    const char *invitation, struct text *why);

// The process list shows arguments to everybody on this machine. NULL: there is none.
void online_warn_of_password(const char *url);

#endif
