// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/move_text.h"

#include "core/game.h"

void move_print(const struct game *game, struct move move, struct text *out)
{
    text_put(out, game->verbs[move.verb].name);
    text_put(out, move.set ? " " : "");
    text_add_spaced(out, move.set);
}

static const char *verb_name(const void *game, unsigned verb)
{
    return ((const struct game *)game)->verbs[verb].name;
}

bool move_parse(const struct game *game, const char *from, struct move *move, struct text *why)
{
    struct move_verbs verbs = { .name = verb_name, .of = game, .title = game->title };
    return move_parse_verbs(&verbs, from, move, why);
}

struct move_layout move_layout(const struct game *game)
{
    return (struct move_layout){ .page = game->page, .verbs = game->verbs };
}
