// SPDX-License-Identifier: GPL-3.0-or-later
// The first byte chooses the game, the rest is its rules as text. What is
// accepted makes a game and is written as it can be read back; what is refused
// gets a sentence and leaves the rules alone.
#include "fuzz.h"

void fuzz_one(const char *data)
{
    const struct game *game = fuzz_game(&data);
    char buffer[TEXT_MAX], written[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer), out = text_in(written, sizeof written);
    struct variant variant = variant_book(game), before = variant, again;
    if (!variant_parse(game, data, &variant, &why)) {
        assert(why.length > 0 && variant_equal(&variant, &before));
        return;
    }
    assert(why.length == 0 && variant_check(&variant, &why));
    variant_print(&variant, &out);
    bool read = variant_parse(game, written, &again, &why);
    assert(read && variant_equal(&variant, &again));
}
