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
    struct rules rules = rules_book(game), before = rules, again;
    if (!rules_parse(game, data, &rules, &why)) {
        assert(why.length > 0 && rules_equal(&rules, &before));
        return;
    }
    assert(why.length == 0 && rules_check(game, &rules, &why));
    rules_print(game, &rules, &out);
    bool read = rules_parse(game, written, &again, &why);
    assert(read && rules_equal(&rules, &again));
}
