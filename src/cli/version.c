// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/version.h"

#include <curses.h>
#include <gmp.h>
#include <jansson.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <utf8proc.h>

#include "build_id.h"
#include "claim/certificate.h"
#include "record/log.h"
#include "report/output.h"
#include "store/store.h"
#include "table/json.h"

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "GCC " __VERSION__
#endif

void version_print(bool details)
{
    printf("causeway %s\n", CAUSEWAY_VERSION);
    if (!details)
        return;
    printf("build: %s\n", CAUSEWAY_BUILD);
    printf("compiler: %s\n", COMPILER);
    printf("libraries: gmp %s, jansson %s, libsodium %s, sqlite %s, utf8proc %s, %s\n", gmp_version,
           jansson_version_str(), sodium_version_string(), sqlite3_libversion(), utf8proc_version(),
           curses_version());
    printf("formats: record %d, SQLite %d, PostgreSQL %d, certificate %d, protocol %d, output %d\n",
           LOG_VERSION, STORE_VERSION, STORE_POSTGRES_VERSION, CERTIFICATE_VERSION, JSON_PROTOCOL,
           OUTPUT_FORMAT);
}
