// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/levels.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"

const char *levels_name(unsigned level)
{
    static const char *const names[LEVELS] = { "random", "easy", "medium", "hard", "perfect" };
    return names[level];
}

// "GAME RULES ADVANTAGE RANDOM EASY MEDIUM HARD PERFECT"; the game has been read.
static bool read_values(const char *line, struct levels *levels, struct text *why)
{
    char rules[256];
    size_t length = strcspn(line, " ");
    if (length >= sizeof rules)
        return false;
    memcpy(rules, line, length);
    rules[length] = '\0';
    if (!variant_parse(levels->variant.game, rules, &levels->variant, why))
        return false;
    line += length;
    for (unsigned i = 0; i <= LEVELS; i++) {
        char *end;
        double value = strtod(line, &end);
        if (end == line)
            return false;
        *(i ? &levels->elo[i - 1] : &levels->advantage) = value;
        line = end;
    }
    return !*line;
}

bool levels_read(const struct game *game, const char *const *lines, struct levels *levels,
                 bool *known, struct text *why)
{
    size_t length = strlen(game->slug);
    *known = false;
    *levels = (struct levels){ .variant = variant_book(game) };
    for (; *lines && !*known; lines++) {
        if (strncmp(*lines, game->slug, length) != 0 || (*lines)[length] != ' ')
            continue;
        *known = true;
        if (!read_values(*lines + length + 1, levels, why)) {
            text_add(why, "%sThis line about levels is wrong: %.80s", why->length ? " " : "",
                     *lines);
            return false;
        }
    }
    return true;
}

bool levels_rate(const struct levels *levels, const struct levels_game *games, unsigned count,
                 struct ratings_value *value, struct text *why)
{
    enum { SELF = LEVELS };
    static struct ratings ratings; // a person and the levels, in one field
    struct ratings_game played[LEVELS_RATED];
    unsigned skipped = count > LEVELS_RATED ? count - LEVELS_RATED : 0;
    ratings = (struct ratings){ .players = LEVELS + 1, .fields = 1, .spread = LEVELS_SPREAD };
    ratings.fixed_fields[0] = true;
    ratings.advantage[0].elo = levels->advantage;
    for (unsigned i = 0; i < LEVELS; i++) {
        ratings.fixed[i] = true;
        ratings.player[i].elo = levels->elo[i];
    }
    for (unsigned i = skipped; i < count; i++) {
        const struct levels_game *game = &games[i];
        played[i - skipped] = (struct ratings_game){
            .first = game->first ? SELF : game->level,
            .second = game->first ? game->level : SELF,
            .group = i,
            .score = game->won == game->first,
        };
    }
    bool good = ratings_fit(&ratings, played, count - skipped, why);
    *value = ratings.player[SELF];
    return good;
}
