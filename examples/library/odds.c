// SPDX-License-Identifier: GPL-3.0-or-later
// The exact odds of a rule book, and how the first player should open.
//     cc odds.c $(pkg-config --cflags --libs causeway) && ./a.out
// prints: Trap Runner, fair: the Trapper wins with the chance 1/2.
// prints: Best play draws one of 8 placements.
#include <causeway.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char *error = NULL;
    const cw_game *game = cw_game_find("trap-runner", &error);
    cw_variant *rules = game ? cw_variant_new(game, "fair", &error) : NULL;
    cw_position *start = rules ? cw_position_new(rules, CW_SEAT_1, &error) : NULL;
    cw_answer *answer = start ? cw_position_solve(start, NULL, &error) : NULL;
    unsigned drawn = 0;
    size_t i;
    if (!answer) {
        fprintf(stderr, "%s\n", error ? error : "no memory");
        return 1;
    }
    for (i = 0; i < cw_answer_count(answer); i++)
        drawn += strcmp(cw_answer_share(answer, i), "0") != 0;
    printf("%s, fair: the Trapper wins with the chance %s.\n", cw_game_title(game),
           cw_answer_low(answer));
    printf("Best play draws one of %u placements.\n", drawn);
    cw_answer_free(answer);
    cw_position_free(start);
    cw_variant_free(rules);
    return 0;
}
