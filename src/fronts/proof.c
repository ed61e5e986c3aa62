// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/proof.h"

#include "core/memory.h"

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
    text_add(out, "Commitment (%s): ", hider(record, entry));
    commit_hex(entry->seal.commitment, hex);
    if (whole)
        text_add(out, "%s", hex);
    else
        commit_print(entry->seal.commitment, out);
    text_add(out, "\n");
}

void proof_print_source(const struct session *session, struct text *out)
{
    if (!game_has_chance(session->variant.game))
        return;
    if (session->dealt)
        text_add(out, "The deal was given by whoever began this game, with --deal.\n");
    else if (session->seeded)
        text_add(out, "The deal follows from --seed: whoever knows the number knows the deal.\n");
}

void proof_print_commitments(const struct session *session, unsigned since, struct text *out)
{
    const struct record *record = &session->record;
    for (unsigned i = since; i < record->count; i++)
        if (record_is_hidden(record, &record->entries[i]) && is_live(record, i))
            proof_print_commitment(record, i, session->commitments, out);
}

bool proof_print_opening(const struct record *record, unsigned i, struct text *out)
{
    char sealed_bytes[COMMIT_SEALED];
    struct text sealed = text_in(sealed_bytes, sizeof sealed_bytes);
    const struct entry *entry = &record->entries[i];
    const struct header *header = &record->header;
    const struct game *game = header->variant.game;
    if (!record_is_hidden(record, entry))
        return false;
    bool fits = commit_matches(header->id, game, &entry->event, &entry->seal);
    proof_print_commitment(record, i, true, out);
    text_add(out, "  opened: ");
    move_print(game, entry->event.move, out);
    text_add(out, "%s\n", is_live(record, i) ? "" : " (taken back)");
    commit_print_sealed(header->id, game, &entry->event, entry->seal.nonce, &sealed);
    text_add(out, "  the SHA-256 of %s\n  %s\n", sealed.at,
             fits ? "is the commitment: it fits." : "is another: IT DOES NOT FIT.");
    return true;
}

void proof_print_check(const struct session *session, struct text *out)
{
    const struct record *record = &session->record;
    if (record_has_hidden(record))
        text_add(out,
                 "To check it elsewhere: printf %%s 'TEXT' | sha256sum, with what stands after "
                 "\"the SHA-256 of\" as TEXT.\n");
    if (session->store)
        text_add(out, "Game %s is saved: 'causeway verify %s' checks it.\n", record->header.id,
                 record->header.id);
}

char *proof_text(const struct session *session)
{
    const struct record *record = &session->record;
    size_t size = TEXT_MAX;
    for (unsigned i = 0; i < record->count; i++)
        size += record_is_hidden(record, &record->entries[i]) ? 2 * COMMIT_SEALED : 0;
    char *bytes = mem_new(size);
    if (!bytes)
        return NULL;
    struct text text = text_in(bytes, size);
    proof_print_source(session, &text);
    for (unsigned i = 0; i < record->count; i++)
        if (match_over(&session->match))
            proof_print_opening(record, i, &text);
        else if (record_is_hidden(record, &record->entries[i]))
            proof_print_commitment(record, i, true, &text);
    if (match_over(&session->match))
        proof_print_check(session, &text);
    assert(!text.cut);
    return bytes;
}
