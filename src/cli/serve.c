// SPDX-License-Identifier: GPL-3.0-or-later
// causeway serve
#include "fronts/serve/serve.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/online.h"
#include "fronts/serve/admin.h"
#include "games/games.h"
#include "postgres/pg_store.h"

// Without the server, which therefore does not wait for it.
static int back_up(const struct serve_setup *setup, const char *to, struct text *why)
{
    struct config config;
    if (!serve_read(setup, &config, why))
        return EXIT_FAILED;
    if (strstr(config.database, "://")) {
        text_add(why, "PostgreSQL has backups of its own: pg_dump, or its continuous archiving.");
        return EXIT_FAILED;
    }
    return store_backup(config.database, to, why) ? EXIT_FINE : EXIT_FAILED;
}

static int ask_server(const struct cli_invocation *invocation, const struct serve_setup *setup,
                      struct text *why)
{
    struct config config;
    const char *what = invocation->operand_count > 1 ? invocation->operand[1] : "";
    if (invocation->operand_count == 0)
        return cli_usage_error(invocation, "--admin takes one of: backup FILE, list, close ID, "
                                           "hide ID, block ADDRESS, unblock ADDRESS, blocked, "
                                           "drain, metrics.");
    if (strcmp(invocation->operand[0], "backup") == 0 && *what)
        return back_up(setup, what, why);
    bool done = serve_read(setup, &config, why) &&
                admin_ask(config.admin, invocation->operand[0], what, stdout, why);
    return done ? EXIT_FINE : EXIT_FAILED;
}

// From a file of SQLite's, which was a server's, into the database that is configured.
static int import(const struct serve_setup *setup, const char *path, struct text *why)
{
    struct config config;
    struct store_copied copied;
    struct store *from = NULL, *to = NULL;
    if (access(path, R_OK) != 0)
        return cli_failure("cannot read '%s': %s.", path, strerror(errno));
    bool good = serve_read(setup, &config, why) && (from = store_open(path, STORE_SERVE, why)) &&
                (to = pg_store_open(config.database, PG_PATIENCE, why)) &&
                store_copy(from, to, &copied, why) == STORE_OK;
    store_close(from);
    store_close(to);
    if (!good)
        return EXIT_FAILED;
    printf("%u tables were taken along", copied.tables);
    if (copied.damaged)
        printf("; %u are damaged and were left where they are", copied.damaged);
    printf(".\n");
    return copied.damaged ? EXIT_FAILED : EXIT_FINE;
}

// Everybody waits while the server waits for its database: less than a second.
static struct store *open_database(const char *where, struct text *why)
{
    enum { HOLD = 800 };
    return pg_store_open(where, HOLD, why);
}

int online_serve(const struct cli_invocation *invocation, struct text *why)
{
    struct serve_setup setup = { .config = cli_value(invocation, OPTION_CONFIG),
                                 .listen = cli_value(invocation, OPTION_LISTEN),
                                 .database = cli_value(invocation, OPTION_DATABASE),
                                 .open = open_database };
    online_warn_of_password(setup.database);
    if (cli_value(invocation, OPTION_ADMIN))
        return ask_server(invocation, &setup, why);
    if (invocation->operand_count > 0)
        return cli_usage_error(invocation, "Too many words: '%s' was not expected.",
                               invocation->operand[0]);
    if (cli_value(invocation, OPTION_WRITE_CONFIG)) {
        config_print(stdout);
        return EXIT_FINE;
    }
    if (cli_value(invocation, OPTION_IMPORT))
        return import(&setup, cli_value(invocation, OPTION_IMPORT), why);
    return serve_run(&setup, why) ? EXIT_FINE : EXIT_FAILED;
}
