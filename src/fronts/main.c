// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>

#include "games/games.h"

int main(void)
{
    for (const struct game *const *game = games; *game; game++)
        printf("%-13s %s: %s\n", (*game)->slug, (*game)->title, (*game)->pitch);
}
