// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/proof.h"

static const char *hider(const struct record *record, const struct entry *entry)
{
    unsigned seat = entry->event.seat;
    return seat == SEAT_CHANCE ? "the deal" : record->header.name[seat];
}

// Was the move not taken back since?
static bool is_live(const struct record *record, unsigned i)
{
    unsigned later = 0;
    for (unsigned j = i + 1; j < record->count; j++) {
        if (!record->entries[j].undo)
            later++;
        else if (later-- == 0)
            return false;
    }
    return true;
}

void proof_print_commitment(const struct record *record, unsigned i, bool whole, struct text *out)
{
    char hex[COMMIT_HEX];
    const struct entry *entry = &record->entries[i];
    commit_hex(entry->seal.commitment, hex);
    text_add(out, "Commitment (%s): %.*s%s\n", hider(record, entry),
             whole ? COMMIT_HEX : COMMIT_SHORT, hex, whole ? "" : "...");
}

void proof_print_commitments(const struct session *session, unsigned since, struct text *out)
{
    const struct record *record = &session->record;
    for (unsigned i = since; i < record->count; i++)
        if (record_is_hidden(record, &record->entries[i]) && is_live(record, i))
            proof_print_commitment(record, i, session->commitments, out);
}

void proof_print_openings(const struct session *session, struct text *out)
{
    const struct record *record = &session->record;
    for (unsigned i = 0; i < record->count && session->commitments; i++) {
        char hex[COMMIT_HEX];
        const struct entry *entry = &record->entries[i];
        if (!record_is_hidden(record, entry))
            continue;
        commit_hex(entry->seal.nonce, hex);
        text_add(out, "Opened (%s): ", hider(record, entry));
        move_print(record->header.variant.game, entry->event.move, out);
        text_add(out, ", nonce %s\n", hex);
    }
    if (session->store)
        text_add(out, "Game %s is saved: 'causeway verify %s' checks it.\n", record->header.id,
                 record->header.id);
}
