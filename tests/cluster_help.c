// SPDX-License-Identifier: GPL-3.0-or-later
#include "cluster_help.h"

#include <stdio.h>
#include <stdlib.h>

#include <libpq-fe.h>

#include "support.h"

const char *cluster_url(void)
{
    return getenv("CAUSEWAY_CLUSTER_URL");
}

static long run(const char *sql, ExecStatusType wanted)
{
    PGconn *connection = PQconnectdb(cluster_url());
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != wanted)
        fail_msg("%s", PQerrorMessage(connection));
    long found = wanted == PGRES_TUPLES_OK ? strtol(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    PQfinish(connection);
    return found;
}

void cluster_execute(const char *sql)
{
    run(sql, PGRES_COMMAND_OK);
}

long cluster_ask(const char *sql)
{
    return run(sql, PGRES_TUPLES_OK);
}

void cluster_tell(const char *command)
{
    char line[512];
    snprintf(line, sizeof line, "\"$CAUSEWAY_CLUSTER_TOOL\" %s", command);
    assert_int_equal(system(line), 0);
}
