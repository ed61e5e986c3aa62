// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/suppose.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "match/match.h"
#include "match/truth.h"

// Moves that are tried in all, some tenths of a second. Sound views of our games need a few
// hundred; Number Mines' book rules have 1,140 placements for each player.
enum { STEPS = 400000 };

struct supposing {
    const struct record *view;
    struct record *whole;
    struct match match;
    unsigned at;        // the entry that the last attempt failed at, or how many there are
    cells about;        // where that failed move acts, as everybody sees it: what to try first
    unsigned left;      // of STEPS
    struct text *fault; // what the best attempt failed at, in a sentence
};

static bool is_unknown(const struct supposing *supposing, unsigned i)
{
    const struct record_entry *entry = &supposing->view->entries[i];
    return record_is_hidden(supposing->view, entry) && !entry->opened;
}

static bool takes_step(struct supposing *supposing)
{
    if (supposing->left > 0)
        supposing->left--;
    return supposing->left > 0;
}

// All hidden moves on offer, one after the other, as far as they are of this verb.
struct candidates {
    struct offer offers[OFFERS_MAX];
    struct view view;
    unsigned count, offer;
    uint8_t verb;
    bool picked; // `set` is one of the offer's
    cells set;
};

static bool candidates_begin(struct candidates *candidates, const struct match *match,
                             const struct event *event)
{
    if (match_over(match) || match_turn(match)->mover != event->seat)
        return false;
    candidates->view = match_view(match, event->seat);
    candidates->count = view_offers(&match->variant, &candidates->view, candidates->offers);
    candidates->offer = 0;
    candidates->verb = event->move.verb;
    candidates->picked = false;
    return true;
}

// The next one of all numbers, legal or not; false after the last.
static bool candidates_next(struct candidates *candidates, struct move *move)
{
    for (; candidates->offer < candidates->count; candidates->offer++, candidates->picked = false) {
        const struct offer *offer = &candidates->offers[candidates->offer];
        if (offer->verb != candidates->verb)
            continue;
        candidates->picked = candidates->picked
                                 ? cells_next_pick(offer->from, &candidates->set)
                                 : cells_first_pick(offer->from, offer->pick, &candidates->set);
        if (!candidates->picked)
            continue;
        *move = (struct move){ .set = candidates->set, .verb = candidates->verb };
        return true;
    }
    return false;
}

static bool choose_first(struct supposing *supposing, const struct event *event, struct move *move)
{
    struct candidates candidates;
    bool more = candidates_begin(&candidates, &supposing->match, event);
    while (more && candidates_next(&candidates, move) && takes_step(supposing))
        if (view_allows(&supposing->match.variant, &candidates.view, *move))
            return true;
    return false;
}

// Where an open move acts, if it is a legal one: the number of another may lie off the board.
static cells acted_on(const struct record *record, const struct record_entry *entry,
                      const struct view *view)
{
    const struct variant *variant = &record->header.variant;
    bool own = !entry->undo && view_turn(view)->mover == entry->event.seat;
    if (!own || record_is_hidden(record, entry) || !view_allows(variant, view, entry->event.move))
        return 0;
    return view_targets(variant, view, entry->event.move);
}

// Plays the record with the numbers that were chosen, up to the first entry that fails; those of
// the first time are the first on offer.
static void attempt(struct supposing *supposing, bool first_time)
{
    const struct record *whole = supposing->whole;
    struct match *match = &supposing->match;
    match_start(match, &whole->header.variant, whole->header.first);
    text_clear(supposing->fault);
    for (supposing->at = 0; supposing->at < whole->count; supposing->at++) {
        struct record_entry *entry = &whole->entries[supposing->at];
        struct view view = match_view(match, entry->event.seat);
        bool chosen = !first_time || !is_unknown(supposing, supposing->at) ||
                      choose_first(supposing, &entry->event, &entry->event.move);
        if (!chosen || !takes_step(supposing) ||
            !record_step(whole, supposing->at, match, supposing->fault)) {
            if (!supposing->fault->length)
                text_add(supposing->fault, "Event %u: nothing that could be hidden there fits.",
                         supposing->at + 1);
            supposing->about = acted_on(whole, entry, &view);
            return;
        }
    }
}

// One number of a hidden move for another: does the record get further with it?
static bool gets_further(struct supposing *supposing, unsigned i, cells set)
{
    struct move *move = &supposing->whole->entries[i].event.move;
    unsigned before = supposing->at;
    cells kept = move->set, about = supposing->about;
    move->set = set;
    attempt(supposing, false);
    if (supposing->at > before)
        return true;
    move->set = kept;
    supposing->at = before;
    supposing->about = about;
    return false;
}

static bool swap_one(struct supposing *supposing, unsigned i, cells out, cells in)
{
    cells set = supposing->whole->entries[i].event.move.set;
    for (cells from = set & out; from; from &= from - 1)
        for (cells to = in & ~set; to && supposing->left > 0; to &= to - 1)
            if (gets_further(supposing, i, (set & ~(from & -from)) | (to & -to)))
                return true;
    return false;
}

// First what has to do with the move that failed, then any other number.
static bool repair(struct supposing *supposing)
{
    cells about = supposing->about, all = ~(cells)0;
    unsigned at = supposing->at;
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < at; i++) {
            if (!is_unknown(supposing, i))
                continue;
            if (round == 0
                    ? swap_one(supposing, i, all, about) || swap_one(supposing, i, about, all)
                    : swap_one(supposing, i, ~about, ~about))
                return true;
        }
    return false;
}

// Every hidden move that the rules allow, from entry i on: true once all entries are right.
static bool exhaust(struct supposing *supposing, unsigned i, const struct match *before)
{
    struct record *whole = supposing->whole;
    struct text unused = TEXT_OF(256);
    struct match match = *before;
    for (; i < whole->count && !is_unknown(supposing, i); i++)
        if (!takes_step(supposing) || !record_step(whole, i, &match, &unused))
            return false;
    if (i == whole->count)
        return true;
    struct candidates candidates;
    struct event *event = &whole->entries[i].event;
    bool more = candidates_begin(&candidates, &match, event);
    while (more && candidates_next(&candidates, &event->move) && takes_step(supposing)) {
        struct match after = match;
        text_clear(&unused);
        if (record_step(whole, i, &after, &unused) && exhaust(supposing, i + 1, &after))
            return true;
    }
    return false;
}

static enum suppose_answer search(struct supposing *supposing, struct text *why)
{
    unsigned count = supposing->whole->count;
    char first[256] = "";
    attempt(supposing, true);
    snprintf(first, sizeof first, "%s", supposing->fault->at);
    while (supposing->at < count && supposing->left > 0 && repair(supposing))
        snprintf(first, sizeof first, "%s", supposing->fault->at);
    if (supposing->at == count)
        return SUPPOSE_FOUND;
    match_start(&supposing->match, &supposing->whole->header.variant,
                supposing->whole->header.first);
    if (exhaust(supposing, 0, &supposing->match))
        return SUPPOSE_FOUND;
    if (supposing->left > 0) {
        text_add(why, "%s", first);
        return SUPPOSE_NONE;
    }
    text_add(why, "More can be hidden in it than can be tried here.");
    return SUPPOSE_UNKNOWN;
}

enum suppose_answer suppose(const struct record *view, struct record *whole, struct text *why)
{
    struct text fault = TEXT_OF(256);
    struct supposing *supposing = NULL;
    if (!record_copy(view, whole, why) ||
        !(supposing = mem_for("playing the record", sizeof *supposing, why)))
        return SUPPOSE_UNKNOWN;
    for (unsigned i = 0; i < whole->count; i++)
        whole->entries[i].opened = !whole->entries[i].undo;
    supposing->view = view;
    supposing->whole = whole;
    supposing->left = STEPS;
    supposing->fault = &fault;
    enum suppose_answer answer = search(supposing, why);
    mem_free(supposing);
    return answer;
}

bool suppose_view(const struct record *record, struct view *view, struct text *why)
{
    struct record whole = { 0 };
    struct match match;
    bool good = suppose(record, &whole, why) == SUPPOSE_FOUND &&
                record_play(&whole, whole.count, &match, why);
    if (good)
        *view = match_view(&match, record->as);
    record_clear(&whole);
    return good;
}
