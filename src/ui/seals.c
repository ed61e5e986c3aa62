// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/seals.h"

#include <string.h>

static const char *hider(const struct stage *stage, const struct stage_seal *seal)
{
    return seal->seat == SEAT_CHANCE ? "the deal" : stage->name[seal->seat];
}

void seals_print_source(const struct stage *stage, const struct game *game, struct text *out)
{
    if (!game_has_chance(game))
        return;
    if (stage->deal == LOG_GIVEN)
        text_add(out, "The deal was given by whoever began this game, with --deal.\n");
    else if (stage->deal == LOG_SEED)
        text_add(out, "The deal follows from --seed: whoever knows the number knows the deal.\n");
}

static void add_commitment(const struct stage *stage, const struct stage_seal *seal, bool whole,
                           struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(seal->seal.commitment, hex);
    text_add(out, "Commitment (%s): ", hider(stage, seal));
    if (whole)
        text_add(out, "%s", hex);
    else
        commit_print(seal->seal.commitment, out);
    text_add(out, "\n");
}

void seals_print(const struct stage *stage, uint32_t since, bool whole, struct text *out)
{
    for (unsigned i = 0; i < stage->seal_count; i++)
        if (stage->seals[i].n >= since && !stage->seals[i].undone)
            add_commitment(stage, &stage->seals[i], whole, out);
}

void seals_print_short(const struct stage *stage, unsigned cols, struct text *out)
{
    enum { WHOLE = 41 };
    struct text groups = TEXT_OF(2 * COMMIT_HEX);
    unsigned last = stage->seal_count;
    while (last > 0 && stage->seals[last - 1].undone)
        last--;
    if (!last)
        return;
    commit_print(stage->seals[last - 1].seal.commitment, &groups);
    text_add(out, "Sealed: %.9s ... (c%s)", groups.at, cols < WHOLE ? "" : " shows the proof");
}

// A command of several lines; what it hashes is cut into pieces, which printf puts together.
static void add_command(const char *sealed, unsigned width, struct text *out)
{
    enum { USUAL = 80, AROUND = 24, LEAST = 16 }; // AROUND: the rest of a line, and a margin
    unsigned piece =
        (width ? width : USUAL) > AROUND + LEAST ? (width ? width : USUAL) - AROUND : LEAST;
    text_add(out, "  printf %%s");
    for (size_t left = strlen(sealed); left > 0;) {
        size_t part = left < piece ? left : piece;
        text_add(out, " \\\n    '%.*s'", (int)part, sealed);
        sealed += part;
        left -= part;
    }
    text_add(out, " | sha256sum\n");
}

static void add_opened(const struct stage *stage, const struct game *game,
                       const struct stage_seal *seal, unsigned width, struct text *out)
{
    struct text sealed = TEXT_OF(COMMIT_SEALED);
    unsigned char commitment[COMMIT_BYTES];
    struct log_event event = {
        .n = seal->n, .kind = LOG_MOVE, .seat = seal->seat, .move = seal->move, .seal = seal->seal
    };
    log_print_sealed(stage->of_header, game, &event, &sealed);
    log_seal_by(stage->of_header, game, &event, commitment);
    bool fits = memcmp(commitment, seal->seal.commitment, sizeof commitment) == 0;
    add_commitment(stage, seal, true, out);
    text_add(out, "  opened: ");
    move_print(game, seal->move, out);
    text_add(out, "%s: %s\n", seal->undone ? " (taken back)" : "",
             fits ? "it fits." : "IT DOES NOT FIT.");
    add_command(sealed.at, width, out);
}

void seals_print_opened(const struct stage *stage, const struct game *game, unsigned width,
                        struct text *out)
{
    unsigned opened = 0;
    for (unsigned i = 0; i < stage->seal_count; i++)
        if (stage->seals[i].opened) {
            add_opened(stage, game, &stage->seals[i], width, out);
            opened++;
        }
    if (stage->seals_left_out)
        text_add(
            out,
            "%u older commitments, to moves that were taken back, are left out here. 'causeway "
            "verify %s --commitments' lists all of a saved game, with what opens them.\n",
            stage->seals_left_out, stage->id);
    if (opened)
        text_add(out, "Each command, copied into a shell, prints the commitment above it.\n");
}
