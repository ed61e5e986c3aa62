// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/move.h"

#include <string.h>

const char *const verb_effects[] = {
    [VERB_GO] = "go", [VERB_PUT] = "put", [VERB_LOOK] = "look", [VERB_HIDE] = "hide", NULL,
};

bool move_equal(struct move a, struct move b)
{
    return a.verb == b.verb && a.set == b.set;
}

static const char between[] = " \t,";

// How much of the input an error repeats.
enum { QUOTED = 24 };

static bool add_number(const char *word, size_t length, cells *set, struct text *why)
{
    size_t digits = strspn(word, "0123456789");
    if (digits < length) {
        text_add(why, "'%.*s' is not a number.", (int)(length < QUOTED ? length : QUOTED), word);
        return false;
    }
    unsigned n = 0;
    for (size_t i = 0; i < length && n < 1000; i++)
        n = n * 10 + (unsigned)(word[i] - '0');
    if (n >= CELLS_MAX) {
        text_add(why, "%.*s is too large.", (int)(length < QUOTED ? length : QUOTED), word);
        return false;
    }
    if (cells_has(*set, n)) {
        text_add(why, "%u is there twice.", n);
        return false;
    }
    *set |= cell(n);
    return true;
}

bool move_parse_numbers(const char *from, cells *set, struct text *why)
{
    *set = 0;
    for (from += strspn(from, between); *from; from += strspn(from, between)) {
        size_t length = strcspn(from, between);
        if (!add_number(from, length, set, why))
            return false;
        from += length;
    }
    return true;
}

bool move_parse_verbs(const struct move_verbs *verbs, const char *from, struct move *move,
                      struct text *why)
{
    from += strspn(from, between);
    size_t length = strcspn(from, between);
    const char *name;
    for (unsigned verb = 0; (name = verbs->name(verbs->of, verb)); verb++)
        if (length == strlen(name) && text_begins(from, name)) {
            *move = (struct move){ .verb = (uint8_t)verb };
            return move_parse_numbers(from + length, &move->set, why);
        }
    text_add(why, "'%.*s' is not a move of %s.", (int)(length < QUOTED ? length : QUOTED), from,
             verbs->title);
    return false;
}
