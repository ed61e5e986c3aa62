// SPDX-License-Identifier: GPL-3.0-or-later
#include "postgres/schema.h"

#include <stdio.h>

// Step n brings the tables from version n to n + 1. Steps are never changed, only added.
static const char *const steps[] = {
    "create table causeway.tables (id text collate \"C\" primary key, header text not null,"
    " flags integer not null, token1 bytea unique, token2 bytea unique, until bigint not null,"
    " created bigint not null, version integer not null);"
    "create index on causeway.tables (until);"
    "create index on causeway.tables (created desc, id) where flags & 3 = 1;"
    "create index on causeway.tables (created desc, id);"
    "create table causeway.events (home text collate \"C\" not null"
    " references causeway.tables on delete cascade, n integer not null, line text not null,"
    " primary key (home, n));",
    "create table causeway.works (id text primary key, kind text not null, version text not null,"
    " plan text not null, owner text not null, open boolean not null, made bigserial);"
    "create table causeway.tasks (work text not null references causeway.works, n integer not null,"
    " text text not null, answer text[], primary key (work, n));"
    "create index on causeway.tasks (work, n) where answer is null;"
    "create index on causeway.tasks (work, n) where answer is not null;",
    "create table causeway.blocked (address bytea primary key);",
    "alter table causeway.works add words text[] not null default '{}';",
};

enum { NEWEST = sizeof steps / sizeof *steps };

// The lock lasts until the end of the transaction. The number is ours: "CWv1".
static const char begin[] = "begin; select pg_advisory_xact_lock(1129805361);"
                            "create schema if not exists causeway;"
                            "create table if not exists causeway.version (version integer);"
                            "select coalesce(max(version), 0) from causeway.version";

static bool take_steps(struct pg *pg, int version, struct text *why)
{
    char sql[128];
    for (int i = version; i < NEWEST; i++)
        if (!pg_command(pg, steps[i], why))
            return false;
    snprintf(sql, sizeof sql,
             "delete from causeway.version; insert into causeway.version values (%d)", NEWEST);
    return pg_command(pg, sql, why);
}

// Without the lock, where nothing is to be done: also for a role that may not make tables.
static int read_version(struct pg *pg)
{
    struct text ignored = TEXT_OF(1024);
    PGresult *result = pg_execute(pg, "select version from causeway.version", &ignored);
    int version = result && PQntuples(result) ? (int)pg_number(result, 0, 0) : 0;
    PQclear(result);
    return version;
}

static bool migrate(struct pg *pg, struct text *why)
{
    PGresult *result = pg_execute(pg, begin, why);
    int version = result ? (int)pg_number(result, 0, 0) : 0;
    PQclear(result);
    return result && take_steps(pg, version, why) && pg_command(pg, "commit", why);
}

bool schema_update(struct pg *pg, struct text *why)
{
    struct text ignored = TEXT_OF(1024);
    int version = read_version(pg);
    if (version > NEWEST) {
        text_add(why,
                 "The database was made by a newer version of Causeway (%d; this one knows "
                 "%d).",
                 version, NEWEST);
        return false;
    }
    if (version == NEWEST || migrate(pg, why))
        return true;
    if (pg->connection)
        pg_command(pg, "rollback", &ignored);
    return false;
}
