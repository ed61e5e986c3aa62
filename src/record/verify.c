// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/verify.h"

#include "match/match.h"
#include "match/truth.h"
#include "record/suppose.h"

static bool check_commitments(const struct round *round, struct verify_findings *findings,
                              struct text *why)
{
    for (unsigned i = 0; i < round->count; i++) {
        const struct log_event *event = &round->events[i];
        if (!log_is_hidden(round->header, event))
            continue;
        if (!event->opened && round->as != AS_ALL && event->seat != round->as) {
            findings->unopened++;
            continue;
        }
        if (!event->opened) {
            text_add(why, "Event %u: the commitment is not opened.", (unsigned)event->n);
            return false;
        }
        if (!log_check_seal(round->header, event, why))
            return false;
        findings->commitments++;
    }
    return true;
}

static bool check_result(const struct round *round, const struct match *match, struct text *why)
{
    const struct log_event *loss = round_loss(round);
    unsigned winner = match_turn(match)->winner;
    if (!winner && loss)
        winner = opponent(loss->seat);
    if (round_winner(round) == winner)
        return true;
    text_add(why, "The result is wrong: the record says that the winner is %s, the moves say %s.",
             seat_name(round_winner(round)), seat_name(winner));
    return false;
}

// Hidden moves that a partial record lacks are filled in with any that fit.
static bool check_moves(const struct round *round, struct verify_findings *findings,
                        struct text *why)
{
    struct match match;
    struct supposed supposed;
    struct text fault = TEXT_OF(512);
    if (!findings->unopened)
        return round_play(round, round->count, &match, why) && check_result(round, &match, why);
    enum suppose_answer answer = suppose(round, &supposed, &fault);
    bool good =
        answer == SUPPOSE_UNKNOWN ||
        (answer == SUPPOSE_FOUND && round_play(&supposed.round, round->count, &match, &fault) &&
         check_result(round, &match, &fault));
    findings->unknown = answer == SUPPOSE_UNKNOWN;
    if (!good)
        text_add(why, "%s", fault.at);
    suppose_clear(&supposed);
    return good;
}

bool verify_round(const struct round *round, struct verify_findings *findings, struct text *why)
{
    *findings = (struct verify_findings){ 0 };
    if (!check_commitments(round, findings, why) || !check_moves(round, findings, why))
        return false;
    for (unsigned i = 0; i < round->count; i++)
        if (round->events[i].kind == LOG_UNDO)
            findings->undone += round->events[i].count;
        else if (round->events[i].kind == LOG_MOVE)
            findings->moves++;
    return true;
}

static void tell_commitments(const struct round *round, const struct verify_findings *findings,
                             struct text *out)
{
    unsigned opened = findings->commitments;
    text_add(out, "Commitments: ");
    if (!opened && !findings->unopened)
        text_add(out, "none, nothing was hidden.\n");
    else if (findings->unopened)
        text_add(out, "%u opened%s; %u not opened in this record.\n", opened,
                 opened ? ", matching" : "", findings->unopened);
    else if (round_winner(round))
        text_add(out, "%u opened, %smatching.\n", opened, opened > 1 ? "all " : "");
    else
        text_add(out, "%u made, %smatching; opened when the game is over.\n", opened,
                 opened > 1 ? "all " : "");
}

// A view leaves things open, and must not seem to prove them.
static void tell_unchecked(const struct round *round, bool possible, struct text *out)
{
    bool own = round->as != AS_WATCH;
    text_add(
        out,
        "Not checked: the record has only what %s%s could know.%s "
        "Whether its outcomes fit what was really hidden shows in the record of everything, which "
        "can be exported when the game is over.\n",
        own ? "seat " : "an onlooker", own ? log_as_name(round->as) : "",
        possible ? " Its outcomes are possible." : "");
}

void verify_tell(const struct round *round, const struct verify_findings *findings,
                 struct text *out)
{
    const struct log_header *header = round->header;
    unsigned winner = round_winner(round);
    char id[COMMIT_ID];
    round_id(round, id);
    text_add(out, "Game %s, %s, %s against %s.\n", id, header->variant.game->title,
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
    tell_commitments(round, findings, out);
    if (winner)
        text_add(out, "Result: %s (seat %u) won, which is %s.\n", header->name[winner], winner,
                 findings->unknown ? "not checked" : "right");
    else
        text_add(out, "Result: none yet, which is %s.\n",
                 findings->unknown ? "not checked" : "right");
    if (findings->unopened)
        tell_unchecked(round, !findings->unknown, out);
    if (findings->commitments || findings->unopened)
        text_add(out, "Compare these commitments with those that you were shown: only then is it "
                      "the game that was played.\n");
}
