// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/verify.h"

#include "match/match.h"
#include "match/truth.h"
#include "record/suppose.h"

static bool check_commitments(const struct record *record, struct verify_findings *findings,
                              struct text *why)
{
    for (unsigned i = 0; i < record->count; i++) {
        const struct record_entry *entry = &record->entries[i];
        if (!record_is_hidden(record, entry))
            continue;
        if (!entry->opened && record->as != AS_ALL && entry->event.seat != record->as) {
            findings->unopened++;
            continue;
        }
        if (!entry->opened) {
            text_add(why, "Event %u: the commitment is not opened.", i + 1);
            return false;
        }
        if (!record_seal_fits(record, entry)) {
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
    if (!winner && record->given_up)
        winner = opponent(record->given_up);
    if (record->winner == winner)
        return true;
    text_add(why, "The result is wrong: the record says that the winner is %s, the moves say %s.",
             seat_name(record->winner), seat_name(winner));
    return false;
}

// Hidden moves that a partial record lacks are filled in with any that fit.
static bool check_moves(const struct record *record, struct verify_findings *findings,
                        struct text *why)
{
    struct match match;
    struct record supposed;
    struct text fault = TEXT_OF(512);
    if (!findings->unopened)
        return record_play(record, record->count, &match, why) && check_result(record, &match, why);
    enum suppose_answer answer = suppose(record, &supposed, &fault);
    bool good =
        answer == SUPPOSE_UNKNOWN ||
        (answer == SUPPOSE_FOUND && record_play(&supposed, supposed.count, &match, &fault) &&
         check_result(record, &match, &fault));
    findings->unknown = answer == SUPPOSE_UNKNOWN;
    if (!good)
        text_add(why, "%s", fault.at);
    record_clear(&supposed);
    return good;
}

bool verify_record(const struct record *record, struct verify_findings *findings, struct text *why)
{
    *findings = (struct verify_findings){ 0 };
    if (!check_commitments(record, findings, why) || !check_moves(record, findings, why))
        return false;
    for (unsigned i = 0; i < record->count; i++)
        if (record->entries[i].undo)
            findings->undone++;
        else
            findings->moves++;
    return true;
}

static void tell_commitments(const struct record *record, const struct verify_findings *findings,
                             struct text *out)
{
    unsigned opened = findings->commitments;
    text_add(out, "Commitments: ");
    if (!opened && !findings->unopened)
        text_add(out, "none, nothing was hidden.\n");
    else if (findings->unopened)
        text_add(out, "%u opened%s; %u not opened in this record.\n", opened,
                 opened ? ", matching" : "", findings->unopened);
    else if (record->winner)
        text_add(out, "%u opened, %smatching.\n", opened, opened > 1 ? "all " : "");
    else
        text_add(out, "%u made, %smatching; opened when the game is over.\n", opened,
                 opened > 1 ? "all " : "");
}

// A view leaves things open, and must not seem to prove them.
static void tell_unchecked(const struct record *record, bool possible, struct text *out)
{
    bool own = record->as != AS_WATCH;
    text_add(
        out,
        "Not checked: the record has only what %s%s could know.%s "
        "Whether its outcomes fit what was really hidden shows in the record of everything, which "
        "can be exported when the game is over.\n",
        own ? "seat " : "an onlooker", own ? record_as_name(record->as) : "",
        possible ? " Its outcomes are possible." : "");
}

void verify_tell(const struct record *record, const struct verify_findings *findings,
                 struct text *out)
{
    const struct record_header *header = &record->header;
    text_add(out, "Game %s, %s, %s against %s.\n", header->id, header->variant.game->title,
             header->name[SEAT_1], header->name[SEAT_2]);
    text_add(
        out,
        "Sums: right, so that there is no accidental damage. Anybody can compute them anew.\n");
    if (findings->unknown)
        text_add(out, "Moves: %u, not checked: more can be hidden than can be tried here",
                 findings->moves);
    else
        text_add(out, "Moves: %u checked, %slegal and with %s outcome", findings->moves,
                 findings->moves > 1 ? "all " : "",
                 findings->unopened ? "a possible" : "the right");
    if (findings->undone)
        text_add(out, "; %u taken back", findings->undone);
    text_add(out, ".\n");
    tell_commitments(record, findings, out);
    if (record->winner)
        text_add(out, "Result: %s (seat %u) won, which is %s.\n", header->name[record->winner],
                 record->winner, findings->unknown ? "not checked" : "right");
    else
        text_add(out, "Result: none yet, which is %s.\n",
                 findings->unknown ? "not checked" : "right");
    if (findings->unopened)
        tell_unchecked(record, !findings->unknown, out);
    if (findings->commitments || findings->unopened)
        text_add(out, "Compare these commitments with those that you were shown: only then is it "
                      "the game that was played.\n");
}
