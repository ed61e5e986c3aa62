// SPDX-License-Identifier: GPL-3.0-or-later
// Hurry, a small player for Causeway: goes as far as it can, looks before it steps where
// it can look, and gets in its opponent's way. docs/writing-a-player.md explains it:
//     cc -o hurry examples/hurry.c -ljansson
//     causeway play minefield --p2 program:./hurry
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int item(const json_t *list, size_t i)
{
    return (int)json_integer_value(json_array_get(list, i));
}

static int is_safe(const json_t *board, int cell)
{
    const json_t *safe = json_object_get(board, "safe");
    size_t i = 0;
    while (i < json_array_size(safe) && item(safe, i) != cell)
        i++;
    return i < json_array_size(safe);
}

// Every other number from the first on, so that there are never three in a row.
static void spread(const json_t *numbers, size_t pick)
{
    size_t even = (json_array_size(numbers) + 1) / 2;
    for (size_t i = 0; i < pick; i++)
        printf(" %d", item(numbers, i < even ? 2 * i : 2 * (i - even) + 1));
}

static void choose(json_t *offers, const json_t *board, int seat)
{
    const char *verb;
    int pick;
    json_t *numbers, *cells;
    if (json_unpack(json_array_get(offers, 0), "{ss si so so}", "verb", &verb, "pick", &pick,
                    "numbers", &numbers, "cells", &cells) != 0)
        exit(1);
    if (pick == 0 && json_array_size(offers) > 1 && !is_safe(board, item(cells, 0)))
        verb = "scan";
    printf("%s", verb);
    if (strcmp(verb, "scan") == 0)
        printf(" %d", item(cells, 0));
    else if (pick > 1)
        spread(numbers, (size_t)pick);
    else if (pick == 1 && strcmp(verb, "block") == 0 && seat == 2)
        printf(" %d", item(numbers, 0)); // where the opponent comes from
    else if (pick == 1)
        printf(" %d", item(numbers, json_array_size(numbers) - 1));
}

int main(void)
{
    static char line[1 << 16];
    json_t *state = NULL, *told = NULL, *offers;
    const char *type;
    int n, seat, mover;
    for (; fgets(line, sizeof line, stdin); fflush(stdout), json_decref(told)) {
        told = json_loads(line, 0, NULL);
        if (json_unpack(told, "{ss}", "type", &type) != 0)
            return 1;
        if (strcmp(type, "hello") == 0)
            puts("{\"type\":\"hello\",\"name\":\"Hurry in C\",\"version\":\"1\"}");
        if (strcmp(type, "state") == 0) {
            json_decref(state);
            state = json_incref(told);
        }
        if (strcmp(type, "turn") == 0 &&
            json_unpack(told, "{si si si so}", "n", &n, "seat", &seat, "mover", &mover, "offers",
                        &offers) == 0 &&
            seat == mover) {
            printf("{\"type\":\"move\",\"n\":%d,\"move\":\"", n);
            choose(offers, json_object_get(state, "board"), seat);
            puts("\"}");
        }
    }
}
