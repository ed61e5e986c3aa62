// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/record.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "match/match.h"

static const char *const as_names[] = {
    [AS_WATCH] = "watch", [AS_1] = "1", [AS_2] = "2", [AS_ALL] = "all"
};

const char *record_as_name(unsigned as)
{
    return as_names[as];
}

bool record_parse_as(const char *from, unsigned *as, struct text *why)
{
    for (unsigned i = 0; i <= AS_ALL; i++)
        if (as_names[i] && text_same(as_names[i], from)) {
            *as = i;
            return true;
        }
    text_add(why, "'%.24s' is neither a player nor an onlooker: it can be 1, 2, watch or all.",
             from);
    return false;
}

void record_clear(struct record *record)
{
    mem_free(record->entries);
    *record = (struct record){ 0 };
}

bool record_copy(const struct record *from, struct record *to, struct text *why)
{
    *to = *from;
    to->entries = NULL;
    to->room = to->count = to->live = 0;
    for (unsigned i = 0; i < from->count; i++)
        if (!record_add(to, &from->entries[i], why))
            return false;
    return true;
}

bool record_add(struct record *record, const struct record_entry *entry, struct text *why)
{
    if (!vector_grow(&record->entries, &record->room, record->count, sizeof *entry)) {
        text_add(why, "There is no memory left to record the game.");
        return false;
    }
    record->entries[record->count++] = *entry;
    if (entry->undo)
        record->live--;
    else
        record->live++;
    return true;
}

bool record_is_hidden(const struct record *record, const struct record_entry *entry)
{
    return !entry->undo && record->header.variant.game->verbs[entry->event.move.verb].hidden;
}

bool record_seal_fits(const struct record *record, const struct record_entry *entry)
{
    const struct record_header *header = &record->header;
    unsigned char commitment[COMMIT_BYTES];
    struct log_event event = { .kind = LOG_MOVE,
                               .n = entry->n,
                               .seat = entry->event.seat,
                               .move = entry->event.move,
                               .seal = entry->seal };
    log_seal_by(header->hash, header->variant.game, &event, commitment);
    return memcmp(commitment, entry->seal.commitment, COMMIT_BYTES) == 0;
}

bool record_has_hidden(const struct record *record)
{
    for (unsigned i = 0; i < record->count; i++)
        if (record_is_hidden(record, &record->entries[i]))
            return true;
    return false;
}

static bool refuse(const struct record *record, unsigned i, const char *because, struct text *why)
{
    const struct record_entry *entry = &record->entries[i];
    text_add(why, "Event %u: ", i + 1);
    if (!entry->undo) {
        text_add(why, "seat %s plays '", seat_name(entry->event.seat));
        move_print(record->header.variant.game, entry->event.move, why);
        text_add(why, "', ");
    }
    text_add(why, "%s.", because);
    return false;
}

static bool play_move(const struct record *record, unsigned i, struct match *match,
                      struct text *why)
{
    const struct record_entry *entry = &record->entries[i];
    struct event event;
    if (record_is_hidden(record, entry) && !entry->opened)
        return refuse(record, i, "which is not opened, so that the rest cannot be checked", why);
    if (!match_play(match, entry->event.seat, entry->event.move, &event))
        return refuse(record, i, "which is not a legal move there", why);
    if (event.outcome != entry->event.outcome)
        return refuse(record, i, "with another outcome than the rules give", why);
    return true;
}

bool record_step(const struct record *record, unsigned i, struct match *match, struct text *why)
{
    if (!record->entries[i].undo)
        return play_move(record, i, match, why);
    if (!match_can_undo(match))
        return refuse(record, i, "a move is taken back that may not be", why);
    match_undo(match);
    return true;
}

bool record_play(const struct record *record, unsigned count, struct match *match, struct text *why)
{
    const struct record_header *header = &record->header;
    match_start(match, &header->variant, header->first);
    for (unsigned i = 0; i < count; i++)
        if (!record_step(record, i, match, why))
            return false;
    return true;
}

void record_names(const struct record *record, const char *name[SEATS])
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        name[seat] = record->header.name[seat];
}

void record_moves(const struct record *record, struct move moves[MOVES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < record->count; i++)
        if (record->entries[i].undo)
            count--;
        else
            moves[count++] = record->entries[i].event.move;
}

// From views alone: all that is hidden is known to one seat or another.
void record_board(const struct match *match, unsigned as, struct board *board)
{
    struct board other;
    bool all = as == AS_ALL;
    struct view view = match_view(match, all ? SEAT_NOBODY : as);
    view_board(match_variant(match), &view, board);
    for (unsigned seat = SEAT_1; all && seat < SEATS; seat++) {
        view = match_view(match, seat);
        view_board(match_variant(match), &view, &other);
        for (unsigned i = 0; i < CELLS_MAX; i++)
            board->square[i].mines |= other.square[i].mines;
    }
}

void record_tell_given_up(const struct record *record, struct text *out)
{
    const struct record_header *header = &record->header;
    const char *how = record->lost_by == LOG_FLAG     ? "had no time left"
                      : record->lost_by == LOG_RESIGN ? "gave the round up"
                                                      : "forfeited the round";
    text_add(out, "%s %s. %s wins.\n", header->name[record->given_up], how,
             header->name[record->winner]);
}
