// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/game.h"

#include <string.h>

const char *seat_name(unsigned seat)
{
    static const char *const names[SEATS] = { "none", "1", "2", "chance" };
    return names[seat];
}

unsigned outcome_find(const struct game *game, const char *name)
{
    unsigned i = 0;
    while (game->outcomes[i].name && strcmp(game->outcomes[i].name, name) != 0)
        i++;
    return i;
}

unsigned outcome_count(const struct game *game)
{
    unsigned count = 0;
    while (game->outcomes[count].name)
        count++;
    return count;
}

unsigned rules_count(const struct game *game)
{
    unsigned count = 0;
    while (game->options[count].key)
        count++;
    return count;
}

const char *game_role(const struct game *game, unsigned role)
{
    static const char *const order[] = { "first", "second" };
    return game->role[role] ? game->role[role] : order[role];
}

struct view game_view(const struct state *state, unsigned seat)
{
    struct view view;
    memset(&view, 0, sizeof view);
    memcpy(view.open, state->open, sizeof view.open);
    if (seat != SEAT_NOBODY)
        memcpy(view.secret, state->secret[seat], sizeof view.secret);
    view.seat = (uint8_t)seat;
    return view;
}

size_t game_gather(struct state *states, size_t count, unsigned seat)
{
    struct view first = game_view(&states[0], seat);
    size_t alike = 1;
    for (size_t i = 1; i < count; i++) {
        struct view view = game_view(&states[i], seat);
        if (memcmp(&view, &first, sizeof view) != 0)
            continue;
        struct state swapped = states[alike];
        states[alike++] = states[i];
        states[i] = swapped;
    }
    return alike;
}

static const struct secret *mover_secret(const struct state *state)
{
    return (const struct secret *)(const void *)state->secret[state_turn(state)->mover];
}

static const struct open *open_of(const struct state *state)
{
    return (const struct open *)(const void *)state->open;
}

unsigned game_offers(const struct variant *variant, const struct state *state, struct offer *offers)
{
    return variant->game->offers(&variant->rules, open_of(state), mover_secret(state), offers);
}

unsigned view_offers(const struct variant *variant, const struct view *view, struct offer *offers)
{
    return variant->game->offers(&variant->rules, view_open(view), view_secret(view), offers);
}

// All moves on offer at once are hidden, or none.
static bool hides(const struct variant *variant, const struct turn *turn,
                  const struct offer *offers, unsigned count)
{
    return !turn->winner && count && variant->game->verbs[offers[0].verb].hidden;
}

bool game_hides(const struct variant *variant, const struct state *state)
{
    struct offer offers[OFFERS_MAX];
    return hides(variant, state_turn(state), offers, game_offers(variant, state, offers));
}

bool view_hides(const struct variant *variant, const struct view *view)
{
    struct offer offers[OFFERS_MAX];
    return hides(variant, view_turn(view), offers, view_offers(variant, view, offers));
}

static bool forbidden(const struct variant *variant, const struct view *view,
                      const struct offer *offer, struct move move)
{
    return offer->limited &&
           variant->game->forbids(&variant->rules, view_open(view), view_secret(view), move);
}

bool view_allows(const struct variant *variant, const struct view *view, struct move move)
{
    struct offer offers[OFFERS_MAX];
    if (view_turn(view)->winner || view_turn(view)->mover != view->seat)
        return false;
    unsigned count = view_offers(variant, view, offers);
    for (unsigned i = 0; i < count; i++)
        if (offers[i].verb == move.verb && !(move.set & ~offers[i].from) &&
            cells_count(move.set) == offers[i].pick)
            return !forbidden(variant, view, &offers[i], move);
    return false;
}

static bool walk_step(struct walk *walk)
{
    if (walk->begun && cells_next_pick(walk->offers[walk->next].from, &walk->move.set))
        return true;
    if (walk->begun)
        walk->next++;
    walk->begun = true;
    for (; walk->next < walk->count; walk->next++) {
        const struct offer *offer = &walk->offers[walk->next];
        walk->move.verb = offer->verb;
        if (cells_first_pick(offer->from, offer->pick, &walk->move.set))
            return true;
    }
    return false;
}

bool view_walk(const struct variant *variant, const struct view *view, struct walk *walk)
{
    if (!walk->begun) {
        if (view_turn(view)->winner || view_turn(view)->mover != view->seat)
            return false;
        walk->count = view_offers(variant, view, walk->offers);
    }
    while (walk_step(walk))
        if (!forbidden(variant, view, &walk->offers[walk->next], walk->move))
            return true;
    return false;
}

cells view_targets(const struct variant *variant, const struct view *view, struct move move)
{
    cells at = 0, numbers = move.set ? move.set : cell(0);
    for (; numbers; numbers = cells_without_first(numbers))
        at |= cell(variant->game->target(&variant->rules, view_open(view), move.verb,
                                         cells_first(numbers)));
    return at;
}

unsigned view_count(const struct variant *variant, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (view_walk(variant, view, &walk))
        count++;
    return count;
}

static uint64_t offer_size(const struct offer *offer)
{
    if (!offer->pick)
        return 1;
    unsigned count = cells_count_row(offer->from);
    return offer->pick == 1 ? count : cells_choose(count, offer->pick);
}

// The number that says which offer it is says which of its single numbers, too.
static struct move draw_any(const struct offer *offer, unsigned count, struct random *random)
{
    uint64_t size[OFFERS_MAX], all = 0;
    if (count == 1)
        return (struct move){ random_pick(random, offer->from, offer->pick), offer->verb };
    assert(count > 1);
    for (unsigned i = 0; i < count; i++)
        all += size[i] = offer_size(&offer[i]);
    uint64_t drawn = random_below(random, all);
    for (unsigned i = 0; drawn >= size[i]; i++, offer++)
        drawn -= size[i];
    cells set = offer->pick == 1 ? cells_nth(offer->from, (unsigned)drawn)
                                 : random_pick_any(random, offer->from, offer->pick);
    return (struct move){ set, offer->verb };
}

static struct move draw(const struct variant *variant, const struct open *open,
                        const struct secret *own, struct random *random)
{
    struct offer offers[OFFERS_MAX];
    unsigned count = variant->game->offers(&variant->rules, open, own, offers);
    struct move move;
    do
        move = draw_any(offers, count, random);
    while (offers->limited && variant->game->forbids(&variant->rules, open, own, move));
    return move;
}

struct move game_draw(const struct variant *variant, const struct state *state,
                      struct random *random)
{
    return draw(variant, open_of(state), mover_secret(state), random);
}

struct move view_draw(const struct variant *variant, const struct view *view, struct random *random)
{
    return draw(variant, view_open(view), view_secret(view), random);
}

struct event event_told(const struct game *game, const struct event *event, unsigned to)
{
    struct event told = *event;
    if (game->verbs[event->move.verb].hidden && event->seat != to)
        told.move.set = 0;
    return told;
}

bool game_has_secrets(const struct game *game)
{
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        if (verb->hidden && !verb->chance)
            return true;
    return false;
}

bool game_has_chance(const struct game *game)
{
    for (const struct verb *verb = game->verbs; verb->name; verb++)
        if (verb->chance)
            return true;
    return false;
}

void view_board(const struct variant *variant, const struct view *view, struct board *board)
{
    const struct secret *secret[SEATS] = { 0 };
    if (view->seat != SEAT_NOBODY)
        secret[view->seat] = view_secret(view);
    memset(board, 0, sizeof *board);
    variant->game->board(&variant->rules, view_open(view), secret, board);
}

// "{traps}", or "{traps trap}" for that many of them.
static const char *print_placeholder(const struct variant *variant, const char *at,
                                     struct text *out)
{
    size_t length = strcspn(at, " }"), end = strcspn(at, "}");
    for (unsigned i = 0; i < rules_count(variant->game); i++) {
        if (length != strlen(variant->game->options[i].key) ||
            !text_begins(at, variant->game->options[i].key))
            continue;
        rules_print_value(&variant->game->options[i], variant->rules.value[i], out);
        text_add(out, "%.*s", (int)(end - length), at + length);
        if (end > length && variant->rules.value[i] != 1)
            text_add(out, "s");
    }
    return at + end + 1;
}

void game_print_rulebook(const struct variant *variant, struct text *out)
{
    for (const char *at = variant->game->rulebook; *at;) {
        size_t plain = strcspn(at, "{");
        text_add(out, "%.*s", (int)plain, at);
        at += plain;
        if (*at == '{')
            at = print_placeholder(variant, at + 1, out);
    }
}
