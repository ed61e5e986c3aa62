// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <time.h>
#include "games/games.h"
#include "solve/solve.h"
int main(int c, char **v)
{
    char b[4096]; struct text why = text_in(b, sizeof b);
    const struct game *g = games_find(v[1], &why); struct rules r;
    if (!g || !rules_parse(g, v[2], &r, &why)) { puts(b); return 1; }
    struct answer a; struct timespec s, e; clock_gettime(CLOCK_MONOTONIC, &s);
    if (!solve(g, &r, 1, &(struct solve_limits){ 0 }, &a, &why)) { puts(b); return 1; }
    clock_gettime(CLOCK_MONOTONIC, &e);
    gmp_printf("%s %s: %Qd turns %u nodes %lu %.1f ms\n", v[1], v[2], a.lo, a.turns, a.nodes, (double)(e.tv_sec-s.tv_sec)*1e3+(double)(e.tv_nsec-s.tv_nsec)*1e-6);
    for (unsigned i = 0; i < a.count; i++) { text_clear(&why); move_print(g, a.moves[i].move, &why); gmp_printf("%s %Qd %u%s; ", b, a.moves[i].lo, a.moves[i].turns, a.moves[i].best ? "*" : ""); }
    puts("");
    for (unsigned i = 0; i < a.line_count; i++) { text_clear(&why); move_print(g, a.line[i], &why); printf("%s, ", b); }
    puts("");
    answer_clear(&a);
}
