// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/inside.h"

struct table_names table_names(const struct table *table)
{
    struct table_names names = { { 0 } };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        names.name[seat] = table->setup.header.name[seat];
    return names;
}

// Policy: who may see and do what.

// The last number is kept for the event that ends the table: there is none for anything else.
bool table_is_full(const struct table *table)
{
    return table->log.count >= LOG_EVENTS_MAX - 1;
}

bool table_is_person(const struct table *table, unsigned seat)
{
    return (seat == SEAT_1 || seat == SEAT_2) && !table->setup.computer[seat];
}

// The first verb on offer shows what kind of decision is next.
const struct verb *table_next_verb(const struct table *table)
{
    struct offer offers[OFFERS_MAX];
    const struct variant *variant = &table->setup.header.variant;
    if (!replay_in_play(&table->now))
        return NULL;
    game_offers(variant, &table->now.match.state, offers);
    return &variant->game->verbs[offers[0].verb];
}

bool table_hides(const struct table *table)
{
    const struct verb *verb = table_next_verb(table);
    return verb && verb->hidden && !verb->chance;
}

bool table_is_watched(const struct table *table)
{
    return table->setup.shared && game_has_secrets(table->setup.header.variant.game);
}

bool table_gives_hint(const struct table *table, unsigned seat)
{
    return table->setup.header.hints && table_is_person(table, seat) &&
           replay_mover(&table->now) == seat;
}

// With somebody else looking on, no warning is given that may tell a secret.
bool table_warns(const struct table *table, unsigned seat)
{
    return table->setup.coach && table_is_person(table, seat) &&
           !(table_is_watched(table) && !table_hides(table));
}

// Why the last move is not the asker's to take back, or NULL if it is.
static const char *why_no_undo(const struct table *table, const struct match *match, unsigned asker)
{
    if (match->count == 0 || match->log[match->count - 1].seat == SEAT_CHANCE)
        return "There is nothing to take back.";
    if (!match_can_undo(match))
        return "It cannot be taken back: the last moves disclosed something.";
    const struct event *last = &match->log[match->count - 1];
    if (match_game(match)->verbs[last->move.verb].hidden && table_is_person(table, last->seat) &&
        last->seat != asker)
        return "It cannot be taken back: your opponent has hidden something.";
    return NULL;
}

// Whose turn it must be after an undo: at one keyboard anybody's who sits there; where
// the other has to agree, the asker's.
static bool is_far_enough(const struct table *table, const struct match *match, unsigned asker)
{
    unsigned mover = match_turn(match)->mover;
    if (table->setup.header.undo == LOG_AGREED)
        return mover == asker;
    return table_is_person(table, mover);
}

unsigned table_undo_count(const struct table *table, unsigned asker, const char **reason)
{
    *reason = "There is nothing to take back.";
    if (table_is_full(table) || !table->now.round_at || table->now.end > LOG_END_PLAYED)
        return 0;
    if (replay_is_revealed(&table->now)) {
        *reason = "It cannot be taken back: the deal has been opened.";
        return 0;
    }
    struct match earlier = table->now.match;
    unsigned undone = 0;
    do {
        *reason = why_no_undo(table, &earlier, asker);
        if (*reason)
            return 0;
        match_undo(&earlier);
        undone++;
    } while (!is_far_enough(table, &earlier, asker));
    return undone;
}

unsigned table_asker(const struct table *table, unsigned viewer)
{
    return viewer == SEAT_NOBODY && table->setup.shared ? replay_mover(&table->now) : viewer;
}
