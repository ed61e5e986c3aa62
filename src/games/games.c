// SPDX-License-Identifier: GPL-3.0-or-later
#include "games/games.h"

#include <string.h>

#define GAME(name) &game_##name,
const struct game *const games[] = {
#include "games/registry.def"
    NULL,
};
#undef GAME

unsigned games_count(void)
{
    return sizeof games / sizeof *games - 1;
}

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

static bool contains(const char *text, const char *word)
{
    while (*text && !text_begins(text, word))
        text++;
    return *text;
}

// At most every third letter is wrong, of the whole word or of a word as long as
// what was typed.
static bool resembles(const char *word, const char *name)
{
    size_t length = strlen(name);
    struct text cut = TEXT_OF(64);
    text_add(&cut, "%.*s", (int)(length < 40 ? length : 40), word);
    return text_distance(name, word) * 3 <= strlen(word) ||
           text_distance(name, cut.at) * 3 <= length;
}

static bool is_near(const struct game *game, const char *name)
{
    enum { TELLING = 3 }; // shorter parts are in too many words
    return begins(game, name) || (strlen(name) >= TELLING &&
                                  (resembles(game->slug, name) || resembles(game->title, name) ||
                                   contains(game->slug, name) || contains(game->title, name)));
}

static void suggest(const char *name, struct text *why)
{
    bool near = false;
    text_add(why, "There is no game '%.40s'.", name);
    for (const struct game *const *game = games; *game; game++) {
        if (!is_near(*game, name))
            continue;
        text_add(why, "%s%s", near ? " or " : " Did you mean ", (*game)->slug);
        near = true;
    }
    text_add(why, "%s The games are ", near ? "?" : "");
    for (const struct game *const *game = games; *game; game++)
        text_add(why, "%s%s", (*game)->slug, game[1] ? ", " : ".");
}

// The only game whose name begins so, if it is the only one.
static const struct game *find_beginning(const char *name)
{
    const struct game *found = NULL;
    unsigned count = 0;
    for (const struct game *const *game = games; *game; game++)
        if (begins(*game, name)) {
            found = *game;
            count++;
        }
    return count == 1 ? found : NULL;
}

const struct game *games_find(const char *name, struct text *why)
{
    const struct game *found = find_exactly(name);
    if (!found)
        found = find_beginning(name);
    if (!found)
        suggest(name, why);
    return found;
}

const struct game *games_for_beginners(void)
{
    unsigned i = 0;
    while (games[i] && !games[i]->beginner)
        i++;
    return games[i];
}
