// SPDX-License-Identifier: GPL-3.0-or-later
// A table of libcauseway at a pipe, for conform.mjs: the first line that comes is the agreement,
// the others are acts. After all that a line leads to has been said, there is an empty line. Time
// passes only while the table waits.
#include <causeway.h>
#include <stdio.h>
#include <stdlib.h>

static void say_all(cw_table *table, int64_t *now)
{
    const char *line;
    int seat;
    for (int64_t wait = 0;;) {
        while ((line = cw_table_next(table, &seat)))
            puts(line);
        if (wait < 0)
            break;
        wait = cw_table_poll(table, *now);
        if (wait > 0)
            *now += wait;
    }
    puts("");
    fflush(stdout);
}

int main(void)
{
    char *line = NULL, *error = NULL;
    size_t room = 0;
    int64_t now = 1000000;
    cw_table *table = getline(&line, &room, stdin) > 0 ? cw_table_open(line, &error) : NULL;
    if (!table) {
        fprintf(stderr, "%s\n", error ? error : "There is no agreement.");
        return EXIT_FAILURE;
    }
    say_all(table, &now);
    while (getline(&line, &room, stdin) > 0) {
        cw_table_send(table, CW_NOBODY, line, NULL);
        say_all(table, &now);
    }
    cw_table_free(table);
    free(line);
    return EXIT_SUCCESS;
}
