// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/conformance.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "drive/program.h"
#include "record/commit.h"
#include "table/table.h"

enum { WRONG = 6000 };

// What happens to the program in one game, besides the game.
enum trial {
    PLAIN,
    STRANGE, // every message has members that nobody knows
    REFUSED, // some of its decisions come to nothing, and it is asked again
    UNDONE,  // its opponent takes moves back
    RESIGNS, // its opponent gives up in the middle
    TRIALS
};

static const char *const names[TRIALS] = {
    [PLAIN] = "plays to the end",
    [STRANGE] = "ignores members that it does not know",
    [REFUSED] = "decides again after a refusal",
    [UNDONE] = "plays on after moves were taken back",
    [RESIGNS] = "takes an end in the middle of the game",
};

struct trying {
    struct program *program;
    struct table *table;
    struct random *random;
    unsigned seat; // the program's
    enum trial trial;
    unsigned acts;
};

static struct table *lay_table(const struct variant *variant, unsigned seat, unsigned first,
                               struct text *why)
{
    struct table_setup setup = table_usual(variant->game);
    setup.header.variant = *variant;
    setup.header.first = (uint8_t)first;
    setup.header.rematch = LOG_REFUSED;
    setup.shared = false;
    setup.computer[seat] = true;
    snprintf(setup.header.player[seat], LOG_PLAYER, "program");
    commit_new_id(setup.header.id);
    return table_new(&setup, why);
}

// Lets an act happen. False if it is refused.
static bool act(struct trying *trying, const struct act *wanted)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct table_means means = { .now = now_monotonic(), .chance = trying->random };
    randombytes_buf(means.nonce, sizeof means.nonce);
    struct log_event event;
    struct news reply;
    return table_propose(trying->table, wanted, &means, &event, &reply) == TABLE_EVENT &&
           table_commit(trying->table, &event, means.now, &why);
}

// The opponent plays anything; now and then it does what the trial wants.
static void oppose(struct trying *trying)
{
    unsigned seat = opponent(trying->seat);
    struct act wanted = { .kind = ACT_MOVE, .seat = (uint8_t)seat };
    trying->acts++;
    if (trying->trial == UNDONE && trying->acts % 3 == 0 &&
        act(trying, &(struct act){ .kind = ACT_UNDO, .seat = (uint8_t)seat }))
        return;
    if (trying->trial == RESIGNS && trying->acts > 1) {
        wanted.kind = ACT_RESIGN;
    } else {
        struct view view = table_view(trying->table, seat);
        wanted.move = view_draw(&table_setup(trying->table)->header.variant, &view, trying->random);
    }
    act(trying, &wanted);
}

// The program's turn. False if it failed.
static bool ask(struct trying *trying)
{
    struct act decided = program_decide(trying->program, trying->table, now_monotonic());
    if (decided.kind == ACT_FORFEIT)
        return false;
    if (trying->trial == REFUSED && random_below(trying->random, 2)) {
        program_refuse(trying->program, trying->table);
        return true;
    }
    return act(trying, &decided);
}

// One game, from hello to end.
static bool play(struct trying *trying)
{
    struct act failure;
    program_sit(trying->program, trying->table, trying->seat, now_monotonic());
    for (;;) {
        struct table_wish wish = table_wish(trying->table);
        if (program_failed(trying->program, &failure))
            return false;
        if (wish.kind == TABLE_WANTS_ROUND)
            act(trying, &(struct act){ .kind = ACT_BEGIN });
        else if (wish.kind == TABLE_WANTS_DEAL)
            act(trying, &(struct act){ .kind = ACT_DEAL, .seat = SEAT_CHANCE });
        else if (wish.kind == TABLE_WANTS_MOVE && !ask(trying))
            return false;
        else if (wish.kind == TABLE_WAITS && wish.seat == opponent(trying->seat))
            oppose(trying);
        else if (wish.kind == TABLE_WAITS)
            break;
    }
    program_tell(trying->program, trying->table, now_monotonic());
    return !program_failed(trying->program, &failure);
}

// A trial with all variants, in both seats and as both the first and the second, one after the
// other in one process.
static bool try_all(const struct variant *variants, unsigned count, struct trying *trying,
                    struct text *wrong)
{
    for (unsigned i = 0; i < 4 * count; i++) {
        const struct variant *variant = &variants[i / 4];
        trying->seat = i & 1 ? SEAT_2 : SEAT_1;
        trying->acts = 0;
        trying->table = lay_table(variant, trying->seat, i & 2 ? SEAT_2 : SEAT_1, wrong);
        if (!trying->table)
            return false;
        bool fine = play(trying);
        table_free(trying->table);
        if (fine)
            continue;
        text_add(wrong, "%s, ", variant->game->slug);
        variant_print(variant, wrong);
        text_add(wrong, ", seat %u: %s", trying->seat, program_trouble(trying->program));
        if (*program_offence(trying->program))
            text_add(wrong, " It said last: %s", program_offence(trying->program));
        return false;
    }
    return true;
}

static bool try_one(const struct variant *variants, unsigned count,
                    const struct program_setup *setup, enum trial trial, struct random *random,
                    conformance_report *report, void *context, struct text *why)
{
    char buffer[WRONG];
    struct text wrong = text_in(buffer, sizeof buffer);
    struct trying trying = { .trial = trial, .random = random };
    trying.program = program_new(setup, why);
    if (!trying.program)
        return false;
    if (trial == STRANGE)
        program_estrange(trying.program);
    bool fine = try_all(variants, count, &trying, &wrong);
    report(context, names[trial], buffer);
    if (fine) {
        fine = program_quit(trying.program);
        report(context, "ends when its input does",
               fine ? "" : "It did not, or not with status 0.");
    }
    program_free(trying.program);
    return fine;
}

bool conformance_try(const struct variant *variants, unsigned count, const char *command,
                     const char *errors, uint64_t seed, conformance_report *report, void *context,
                     struct text *why)
{
    struct program_setup setup = { .command = command, .errors = errors, .move = PROGRAM_HELLO };
    struct random random = random_seeded(seed);
    bool fine = true;
    for (enum trial trial = PLAIN; trial < TRIALS; trial++)
        fine &= try_one(variants, count, &setup, trial, &random, report, context, why);
    return fine;
}
