// SPDX-License-Identifier: GPL-3.0-or-later
#include "games/games.h"

#include <string.h>

#define GAME(name) &game_##name,
const struct game *const games[] = {
#include "games/registry.def"
    NULL,
};
#undef GAME

static const struct game *find_exactly(const char *name)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_same((*game)->slug, name) || text_same((*game)->title, name))
            return *game;
    return NULL;
}

static bool begins(const struct game *game, const char *name)
{
    return *name && (text_begins(game->slug, name) || text_begins(game->title, name));
}

static unsigned distance(const struct game *game, const char *name)
{
    unsigned slug = text_distance(name, game->slug), title = text_distance(name, game->title);
    return slug < title ? slug : title;
}

// A name counts as near if at most every third letter is wrong, or if it begins
// like several games.
static void suggest(const char *name, struct text *why)
{
    bool near = false;
    text_add(why, "There is no game '%.40s'.", name);
    for (const struct game *const *game = games; *game; game++) {
        if (distance(*game, name) * 3 > strlen((*game)->slug) && !begins(*game, name))
            continue;
        text_add(why, "%s%s", near ? " or " : " Did you mean ", (*game)->slug);
        near = true;
    }
    text_add(why, "%s The games are ", near ? "?" : "");
    for (const struct game *const *game = games; *game; game++)
        text_add(why, "%s%s", (*game)->slug, game[1] ? ", " : ".");
}

const struct game *games_find(const char *name, struct text *why)
{
    const struct game *found = find_exactly(name);
    unsigned count = 0;
    for (const struct game *const *game = games; *game && !found; game++)
        count += begins(*game, name);
    for (const struct game *const *game = games; *game && !found && count == 1; game++)
        if (begins(*game, name))
            found = *game;
    if (!found)
        suggest(name, why);
    return found;
}
