// SPDX-License-Identifier: GPL-3.0-or-later
#include "postgres/schema.h"

#include <stdio.h>

#include "store/store.h"

static const char tables[] =
    "create table causeway.tables (id text collate \"C\" primary key, header text not null,"
    " sum bigint not null, flags integer not null, token1 text unique, token2 text unique,"
    " until bigint not null, created bigint not null, version integer not null);"
    "create index on causeway.tables (until);"
    "create index on causeway.tables (created desc, id) where flags & 3 = 1;"
    "create index on causeway.tables (created desc, id);"
    "create table causeway.events (home text collate \"C\" not null"
    " references causeway.tables on delete cascade, n integer not null,"
    " at bigint not null, line text not null, sum bigint not null, primary key (home, n));"
    "create table causeway.rounds (created bigint not null, round integer not null,"
    " id text collate \"C\" not null unique, home text collate \"C\" not null"
    " references causeway.tables on delete cascade, began integer not null, series text not null,"
    " game text not null, rules text not null, rounds integer not null, first integer not null,"
    " moves integer not null, winner integer not null, ended integer not null,"
    " aided integer not null, open integer not null, name1 text not null, name2 text not null,"
    " player1 text not null, player2 text not null, who1 text collate \"C\" not null,"
    " who2 text collate \"C\" not null, played bigint not null, primary key (created, round, id),"
    " unique (home, began));"
    "create index on causeway.rounds (played, created, round, id) where open = 1;"
    "create index on causeway.rounds (created, round, id) where open = 1;"
    "create index on causeway.rounds (game, created, round, id);"
    "create index on causeway.rounds (lower(who1), created, round, id);"
    "create index on causeway.rounds (lower(who2), created, round, id);"
    "create index on causeway.rounds (game, created, round, id) where open = 1;"
    "create index on causeway.rounds (lower(who1), created, round, id) where open = 1;"
    "create index on causeway.rounds (lower(who2), created, round, id) where open = 1;"
    "create index on causeway.rounds (lower(who1), game, created, round, id);"
    "create index on causeway.rounds (lower(who2), game, created, round, id);"
    "create index on causeway.rounds (home, began) where open = 1 and ended > 0;"
    "create index on causeway.rounds (lower(who1), game, rules, created, round, id) where winner > "
    "0"
    " and player1 = 'human' and substr(lower(who2), 1, 9) = 'computer:' and aided & 2 = 0;"
    "create index on causeway.rounds (lower(who2), game, rules, created, round, id) where winner > "
    "0"
    " and player2 = 'human' and substr(lower(who1), 1, 9) = 'computer:' and aided & 4 = 0;"
    "create table causeway.sums (who text collate \"C\" not null, game text collate \"C\" not null,"
    " seat integer not null, first integer not null, against text collate \"C\" not null,"
    " helped integer not null, played bigint not null, won bigint not null, moves bigint not null,"
    " primary key (who, game, seat, first, against, helped));"
    "create index on causeway.sums (played desc, won desc, who) where game = '';"
    "create table causeway.runs (who text collate \"C\" not null, against text collate \"C\" not "
    "null,"
    " created bigint not null, round integer not null, id text collate \"C\" not null,"
    " seat integer not null, won integer not null, length bigint not null,"
    " primary key (who, against, created, round, id, seat));"
    "create index on causeway.runs (who, against, length) where won = 1;"
    "create table causeway.works (id text primary key, kind text not null, version text not null,"
    " plan text not null, owner text not null, open boolean not null, made bigserial,"
    " words text[] not null default '{}');"
    "create table causeway.tasks (work text not null references causeway.works, n integer not null,"
    " text text not null, answer text[], primary key (work, n));"
    "create index on causeway.tasks (work, n) where answer is null;"
    "create index on causeway.tasks (work, n) where answer is not null;"
    "create table causeway.blocked (address text collate \"C\" primary key);"
    "create table causeway.served (node text primary key, began bigint not null,"
    " until bigint not null);";

// The lock lasts until the end of the transaction. The number is ours: "CWv1".
static const char begin[] = "begin; select pg_advisory_xact_lock(1129805361);"
                            "create schema if not exists causeway;"
                            "create table if not exists causeway.version (version integer);"
                            "select coalesce(max(version), 0) from causeway.version";

static bool make_tables(struct pg *pg, struct text *why)
{
    char sql[128];
    snprintf(sql, sizeof sql, "insert into causeway.version values (%d)", STORE_POSTGRES_VERSION);
    return pg_command(pg, tables, why) && pg_command(pg, sql, why);
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

static bool is_read(int version, struct text *why)
{
    if (version == STORE_POSTGRES_VERSION || version == 0)
        return true;
    text_add(why,
             "The database was made by %s version of Causeway: its tables have version %d, and %d "
             "is read here. It is left as it is.",
             version < STORE_POSTGRES_VERSION ? "an older" : "a newer", version,
             STORE_POSTGRES_VERSION);
    return false;
}

// Another node may have made them while this one waited for the lock.
static bool prepare(struct pg *pg, struct text *why)
{
    PGresult *result = pg_execute(pg, begin, why);
    int version = result ? (int)pg_number(result, 0, 0) : 0;
    PQclear(result);
    return result && is_read(version, why) &&
           (version == STORE_POSTGRES_VERSION || make_tables(pg, why)) &&
           pg_command(pg, "commit", why);
}

static bool update(struct pg *pg, struct text *why)
{
    struct text ignored = TEXT_OF(1024);
    int version = read_version(pg);
    if (!is_read(version, why))
        return false;
    if (version == STORE_POSTGRES_VERSION || prepare(pg, why))
        return true;
    if (pg->connection)
        pg_command(pg, "rollback", &ignored);
    return false;
}

bool schema_open(struct pg *pg, const char *url, const char *const *sql, const char *greeting,
                 struct text *why)
{
    if (!pg_open(pg, url, sql, why) || !update(pg, why))
        return false;
    pg->greeting = greeting;
    return !greeting || pg_command(pg, greeting, why);
}
