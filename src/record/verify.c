// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/verify.h"

static bool check_commitments(const struct record *record, struct findings *findings,
                              struct text *why)
{
    const struct header *header = &record->header;
    for (unsigned i = 0; i < record->count; i++) {
        const struct entry *entry = &record->entries[i];
        if (!record_is_hidden(record, entry))
            continue;
        if (!entry->opened) {
            text_add(why, "Event %u: the commitment is not opened.", i + 1);
            return false;
        }
        if (!commit_matches(header->id, header->game, &entry->event, &entry->seal)) {
            text_add(why, "Event %u: the commitment was made for something else.", i + 1);
            return false;
        }
        findings->commitments++;
    }
    return true;
}

static bool check_result(const struct record *record, const struct match *match, struct text *why)
{
    unsigned winner = match_turn(match)->winner;
    if (record->winner == winner)
        return true;
    text_add(why, "The result is wrong: the record says that the winner is %s, the moves say %s.",
             commit_seat(record->winner), commit_seat(winner));
    return false;
}

bool verify_record(const struct record *record, struct findings *findings, struct text *why)
{
    struct match match;
    *findings = (struct findings){ 0 };
    if (!check_commitments(record, findings, why) ||
        !record_play(record, record->count, &match, why) || !check_result(record, &match, why))
        return false;
    for (unsigned i = 0; i < record->count; i++)
        if (record->entries[i].undo)
            findings->undone++;
        else
            findings->moves++;
    return true;
}

void verify_tell(const struct record *record, const struct findings *findings, struct text *out)
{
    const struct header *header = &record->header;
    text_add(out, "Game %s, %s, %s against %s.\n", header->id, header->game->title,
             header->name[SEAT_1], header->name[SEAT_2]);
    text_add(out, "Sums: right, nothing was changed since it was written.\n");
    text_add(out, "Moves: %u checked, all legal and with the right outcome", findings->moves);
    if (findings->undone)
        text_add(out, "; %u taken back", findings->undone);
    text_add(out, ".\nCommitments: ");
    if (!findings->commitments)
        text_add(out, "none, nothing was hidden.\n");
    else if (record->winner)
        text_add(out, "%u opened, all matching.\n", findings->commitments);
    else
        text_add(out, "%u made, all matching; they are opened when the game is over.\n",
                 findings->commitments);
    if (record->winner)
        text_add(out, "Result: %s (seat %u) won, which is right.\n", header->name[record->winner],
                 record->winner);
    else
        text_add(out, "Result: none yet, which is right.\n");
}
