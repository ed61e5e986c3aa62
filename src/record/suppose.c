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
    const struct round *view;
    const struct round *whole;
    struct log_event *events; // of the whole
    struct match match;
    unsigned at;        // the event that the last attempt failed at, or how many there are
    cells about;        // where that failed move acts, as everybody sees it: what to try first
    unsigned left;      // of STEPS
    struct text *fault; // what the best attempt failed at, in a sentence
};

static bool is_unknown(const struct supposing *supposing, unsigned i)
{
    const struct log_event *event = &supposing->view->events[i];
    return log_is_hidden(supposing->view->header, event) && !event->opened;
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
                             const struct log_event *event)
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

static bool choose_first(struct supposing *supposing, const struct log_event *event,
                         struct move *move)
{
    struct candidates candidates;
    bool more = candidates_begin(&candidates, &supposing->match, event);
    while (more && candidates_next(&candidates, move) && takes_step(supposing))
        if (view_allows(&supposing->match.variant, &candidates.view, *move))
            return true;
    return false;
}

// Where an open move acts, if it is a legal one: the number of another may lie off the board.
static cells acted_on(const struct log_header *header, const struct log_event *event,
                      const struct view *view)
{
    const struct variant *variant = &header->variant;
    bool own = event->kind == LOG_MOVE && view_turn(view)->mover == event->seat;
    if (!own || log_is_hidden(header, event) || !view_allows(variant, view, event->move))
        return 0;
    return view_targets(variant, view, event->move);
}

// Plays the round with the numbers that were chosen, up to the first event that fails; those of
// the first time are the first on offer.
static void attempt(struct supposing *supposing, bool first_time)
{
    const struct round *whole = supposing->whole;
    struct match *match = &supposing->match;
    match_start(match, &whole->header->variant, round_first(whole));
    text_clear(supposing->fault);
    for (supposing->at = 0; supposing->at < whole->count; supposing->at++) {
        struct log_event *event = &supposing->events[supposing->at];
        struct view view = match_view(match, event->seat);
        bool chosen = !first_time || !is_unknown(supposing, supposing->at) ||
                      choose_first(supposing, event, &event->move);
        if (!chosen || !takes_step(supposing) ||
            !round_step(whole, supposing->at, match, supposing->fault)) {
            if (!supposing->fault->length)
                text_add(supposing->fault, "Event %u: nothing that could be hidden there fits.",
                         (unsigned)event->n);
            supposing->about = acted_on(whole->header, event, &view);
            return;
        }
    }
}

// One number of a hidden move for another: does the round get further with it?
static bool gets_further(struct supposing *supposing, unsigned i, cells set)
{
    struct move *move = &supposing->events[i].move;
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
    cells set = supposing->events[i].move.set;
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

// Every hidden move that the rules allow, from event i on: true once all events are right.
static bool exhaust(struct supposing *supposing, unsigned i, const struct match *before)
{
    const struct round *whole = supposing->whole;
    struct text unused = TEXT_OF(256);
    struct match match = *before;
    for (; i < whole->count && !is_unknown(supposing, i); i++)
        if (!takes_step(supposing) || !round_step(whole, i, &match, &unused))
            return false;
    if (i == whole->count)
        return true;
    struct candidates candidates;
    struct log_event *event = &supposing->events[i];
    bool more = candidates_begin(&candidates, &match, event);
    while (more && candidates_next(&candidates, &event->move) && takes_step(supposing)) {
        struct match after = match;
        text_clear(&unused);
        if (round_step(whole, i, &after, &unused) && exhaust(supposing, i + 1, &after))
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
    match_start(&supposing->match, &supposing->whole->header->variant,
                round_first(supposing->whole));
    if (exhaust(supposing, 0, &supposing->match))
        return SUPPOSE_FOUND;
    if (supposing->left > 0) {
        text_add(why, "%s", first);
        return SUPPOSE_NONE;
    }
    text_add(why, "More can be hidden in it than can be tried here.");
    return SUPPOSE_UNKNOWN;
}

enum suppose_answer suppose(const struct round *view, struct supposed *supposed, struct text *why)
{
    struct text fault = TEXT_OF(256);
    const size_t size = view->count * sizeof *supposed->events;
    struct supposing *supposing = mem_for("playing the record", sizeof *supposing, why);
    *supposed = (struct supposed){ .round = *view };
    if (supposing)
        supposed->events = mem_for("playing the record", size, why);
    if (!supposed->events) {
        mem_free(supposing);
        return SUPPOSE_UNKNOWN;
    }
    memcpy(supposed->events, view->events, size);
    supposed->round.events = supposed->events;
    for (unsigned i = 0; i < view->count; i++)
        supposed->events[i].opened |= supposed->events[i].kind == LOG_MOVE;
    supposing->view = view;
    supposing->whole = &supposed->round;
    supposing->events = supposed->events;
    supposing->left = STEPS;
    supposing->fault = &fault;
    enum suppose_answer answer = search(supposing, why);
    mem_free(supposing);
    return answer;
}

void suppose_clear(struct supposed *supposed)
{
    mem_free(supposed->events);
}

// The round, as it stands in this seat's record.
static bool write_down(struct log *log, unsigned first, unsigned seat, const struct history *told,
                       struct text *why)
{
    struct log_event begins = { .n = 1, .kind = LOG_ROUND, .seat = (uint8_t)first };
    bool good = log_add(log, &begins, why);
    for (unsigned i = 0; good && i < told->count; i++) {
        const struct event *event = &told->event[i];
        struct log_event move = { .n = i + 2,
                                  .kind = LOG_MOVE,
                                  .seat = event->seat,
                                  .move = event->move,
                                  .outcome = event->outcome };
        move.opened = event->seat == seat || !log_is_hidden(&log->header, &move);
        good = log_add(log, &move, why);
    }
    return good;
}

bool suppose_view(const struct variant *variant, unsigned first, unsigned seat,
                  const struct history *told, struct view *view, struct text *why)
{
    struct log log = { .header.variant = *variant };
    struct round round;
    struct supposed supposed = { 0 };
    struct match match;
    bool good = write_down(&log, first, seat, told, why) &&
                round_find(&log, 0, seat, &round, why) &&
                suppose(&round, &supposed, why) == SUPPOSE_FOUND &&
                round_play(&supposed.round, round.count, &match, why);
    if (good)
        *view = match_view(&match, seat);
    suppose_clear(&supposed);
    log_clear(&log);
    return good;
}
