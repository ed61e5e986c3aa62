// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/suppose.h"

#include <string.h>

#include "core/memory.h"
#include "match/truth.h"

// Sound views need a try for each cell that was found out about, and no more; this
// ends the search in what somebody made up.
enum { TRIES = 1000 };

// What the outcomes say of the numbers of one hidden move.
struct limit {
    cells must, must_not;
};

struct supposing {
    const struct record *view;
    struct record *whole;
    struct limit *limit; // by entry
    struct match match;
    unsigned made[MOVES_MAX]; // by the place in the match: which entry it was
    unsigned at;              // the entry that failed, or how many there are
    unsigned tries;
    struct limit missing; // with this in the right limit it would not
};

static bool is_unknown(const struct supposing *supposing, unsigned i)
{
    const struct record_entry *entry = &supposing->view->entries[i];
    return record_is_hidden(supposing->view, entry) && !entry->opened;
}

// The first numbers on offer within the limits. There are always some soon: only
// rows of neighbours are ever forbidden.
static bool choose(const struct match *match, const struct limit *limit, const struct event *event,
                   struct move *move)
{
    struct offer offers[OFFERS_MAX];
    struct view view = match_view(match, event->seat);
    if (match_over(match) || match_turn(match)->mover != event->seat)
        return false;
    unsigned count = view_offers(&match->variant, &view, offers);
    for (unsigned i = 0; i < count; i++) {
        cells from = offers[i].from & ~limit->must & ~limit->must_not, set;
        unsigned must = cells_count(limit->must);
        bool more = offers[i].verb == event->move.verb && must <= offers[i].pick &&
                    cells_first_pick(from, offers[i].pick - must, &set);
        for (; more; more = cells_next_pick(from, &set)) {
            *move = (struct move){ .set = set | limit->must, .verb = event->move.verb };
            if (view_allows(&match->variant, &view, *move))
                return true;
        }
    }
    return false;
}

static bool fill_in(struct supposing *supposing, unsigned i, struct text *why)
{
    struct record_entry *entry = &supposing->whole->entries[i];
    if (choose(&supposing->match, &supposing->limit[i], &entry->event, &entry->event.move))
        return true;
    text_add(why, "Event %u: nothing that could be hidden there fits the rest.", i + 1);
    return false;
}

// What has to be known of a cell for a move to end as it is recorded.
static struct limit limit_of(const struct match *match, const struct state *before,
                             const struct event *event)
{
    struct view view = game_view(before, SEAT_NOBODY);
    struct move move = event->move;
    cells there = cell(match->variant.game->target(
        &match->variant.rules, view_open(&view), move.verb, move.set ? cells_first(move.set) : 0));
    switch (event->outcome) {
    case OUTCOME_SAFE:
        return (struct limit){ .must_not = there };
    case OUTCOME_MINE:
    case OUTCOME_BOOM:
        return (struct limit){ .must = there };
    default:
        return (struct limit){ 0 };
    }
}

// Plays the record with numbers within the limits, up to the first that fails.
static bool attempt(struct supposing *supposing, struct text *why)
{
    const struct record *whole = supposing->whole;
    struct match *match = &supposing->match;
    match_start(match, &whole->header.variant, whole->header.first);
    supposing->missing = (struct limit){ 0 };
    for (unsigned i = 0; i < whole->count; i++) {
        struct state before = match->state;
        unsigned count = match->count;
        supposing->at = i;
        if (is_unknown(supposing, i) && !fill_in(supposing, i, why))
            return false;
        if (!record_step(whole, i, match, why)) {
            if (match->count > count) // it was legal, but ended otherwise
                supposing->missing = limit_of(match, &before, &whole->entries[i].event);
            return false;
        }
        if (!whole->entries[i].undo)
            supposing->made[count] = i;
    }
    supposing->at = whole->count;
    return true;
}

static bool repair(struct supposing *supposing);

// Does the record go well up to here with a limit more? Other numbers within the
// limits may be wrong where those before were right by luck: then there is more
// to learn.
static bool passes(struct supposing *supposing, unsigned at)
{
    char unused[256];
    while (supposing->tries++ < TRIES) {
        struct text why = text_in(unused, sizeof unused);
        if (attempt(supposing, &why) || supposing->at > at)
            return true;
        if (supposing->at == at || !repair(supposing))
            return false;
    }
    return false;
}

// Finds the hidden move on which the failure depends: with the limit that is
// missing there, play gets further. Every call adds to the limits, so that there
// are not many within each other.
static bool repair(struct supposing *supposing)
{
    unsigned at = supposing->at, count = supposing->match.count, made[MOVES_MAX];
    struct limit missing = supposing->missing;
    if (!missing.must && !missing.must_not)
        return false;
    memcpy(made, supposing->made, count * sizeof *made);
    for (unsigned i = 0; i + 1 < count; i++) {
        struct limit *limit = &supposing->limit[made[i]];
        bool settled = (limit->must | limit->must_not) & (missing.must | missing.must_not);
        if (settled || !is_unknown(supposing, made[i]))
            continue;
        limit->must |= missing.must;
        limit->must_not |= missing.must_not;
        if (passes(supposing, at))
            return true;
        limit->must &= ~missing.must;
        limit->must_not &= ~missing.must_not;
    }
    return false;
}

static bool search(struct supposing *supposing, struct text *why)
{
    char buffer[256];
    for (;;) {
        struct text fault = text_in(buffer, sizeof buffer);
        if (attempt(supposing, &fault))
            return true;
        if (!repair(supposing)) {
            text_add(why, "%s", fault.at);
            return false;
        }
    }
}

static bool copy(const struct record *view, struct record *whole, struct text *why)
{
    if (!record_copy(view, whole, why))
        return false;
    for (unsigned i = 0; i < whole->count; i++)
        whole->entries[i].opened = !whole->entries[i].undo;
    return true;
}

bool suppose(const struct record *view, struct record *whole, struct text *why)
{
    struct supposing supposing = { .view = view, .whole = whole };
    if (!copy(view, whole, why))
        return false;
    supposing.limit = mem_new((view->count + 1) * sizeof *supposing.limit);
    if (!supposing.limit) {
        text_add(why, "There is no memory left to play the record.");
        return false;
    }
    memset(supposing.limit, 0, (view->count + 1) * sizeof *supposing.limit);
    bool good = search(&supposing, why);
    mem_free(supposing.limit);
    return good;
}

bool suppose_view(const struct record *record, struct view *view, struct text *why)
{
    struct record whole = { 0 };
    struct match match;
    bool good = suppose(record, &whole, why) && record_play(&whole, whole.count, &match, why);
    if (good)
        *view = match_view(&match, record->as);
    record_clear(&whole);
    return good;
}
