// SPDX-License-Identifier: GPL-3.0-or-later
// Notes every message of the seat protocol that a unit test has written, in the file that
// CAUSEWAY_OVERHEARD names: the linker puts these functions before the real ones. The
// script `protocol` then holds what was noted against the schema.
#include <stdio.h>
#include <stdlib.h>

#include "table/json.h"

static void note(const char *direction, const struct text *out, size_t from)
{
    const char *path = getenv("CAUSEWAY_OVERHEARD");
    FILE *file = path && !out->cut ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%s %s\n", direction, out->at + from);
    fclose(file);
}

#define OVERHEAR(direction, name, type)                                                            \
    void __real_##name(const type *what, const struct game *game, struct text *out);               \
    void __wrap_##name(const type *what, const struct game *game, struct text *out);               \
    void __wrap_##name(const type *what, const struct game *game, struct text *out)                \
    {                                                                                              \
        size_t from = out->length;                                                                 \
        __real_##name(what, game, out);                                                            \
        note(direction, out, from);                                                                \
    }

OVERHEAR("to", json_write_hello, struct stage)
OVERHEAR("to", json_write_state, struct stage)
OVERHEAR("to", json_write_turn, struct stage)
OVERHEAR("to", json_write_news, struct news)
OVERHEAR(what->kind < ACT_BEGIN ? "from" : "the driver:", json_write_act, struct act)
