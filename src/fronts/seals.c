// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/seals.h"

static const char *hider(const struct stage *stage, const struct stage_seal *seal)
{
    return seal->seat == SEAT_CHANCE ? "the deal" : stage->name[seal->seat];
}

// All of it, in groups of eight digits, as they can be read out and compared.
static void add_digits(const unsigned char bytes[COMMIT_BYTES], struct text *out)
{
    for (unsigned i = 0; i < COMMIT_BYTES; i++)
        text_add(out, "%s%02x", i > 0 && i % 4 == 0 ? " " : "", bytes[i]);
}

static void add_commitment(const struct stage *stage, const struct stage_seal *seal,
                           struct text *out)
{
    text_add(out, "Commitment (%s): ", hider(stage, seal));
    add_digits(seal->seal.commitment, out);
    text_add(out, "\n");
}

void seals_print(const struct stage *stage, uint32_t since, struct text *out)
{
    for (unsigned i = 0; i < stage->seal_count; i++)
        if (stage->seals[i].n >= since && !stage->seals[i].undone)
            add_commitment(stage, &stage->seals[i], out);
}

void seals_print_opened(const struct stage *stage, const struct game *game, struct text *out)
{
    for (unsigned i = 0; i < stage->seal_count; i++) {
        const struct stage_seal *seal = &stage->seals[i];
        if (!seal->opened)
            continue;
        add_commitment(stage, seal, out);
        text_add(out, "  opened%s: ", seal->undone ? " (taken back)" : "");
        move_print(game, seal->move, out);
        text_add(out, ", nonce ");
        add_digits(seal->seal.nonce, out);
        text_add(out, "\n");
    }
}
