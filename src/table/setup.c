// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/setup.h"

#include <stdio.h>
#include <string.h>

#include "record/name.h"

struct table_setup table_usual(const struct game *game)
{
    struct table_setup setup;
    memset(&setup, 0, sizeof setup);
    struct log_header *header = &setup.header;
    header->variant = variant_book(game);
    header->first = SEAT_1;
    header->toss = LOG_SETTLED;
    header->deal = game_has_chance(game) ? LOG_RANDOM : LOG_SETTLED;
    header->hints = true;
    header->rounds = 1;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(header->name[seat], LOG_NAME, "%s", game->name[seat]);
        snprintf(header->player[seat], LOG_PLAYER, "human");
    }
    setup.shared = true;
    return setup;
}

// What a seat is called that nobody has named: a computer by its level.
static void name_usually(const struct log_header *header, unsigned seat, bool numbered,
                         char name[LOG_NAME])
{
    const char *who = header->player[seat];
    const char *level = text_begins(who, "computer:")  ? strchr(who, ':') + 1
                        : strcmp(who, "computer") == 0 ? "perfect"
                        : text_begins(who, "program:") ? "program"
                                                       : who;
    if (strcmp(who, "human") == 0)
        snprintf(name, LOG_NAME, "%s", header->variant.game->name[seat]);
    else
        snprintf(name, LOG_NAME, "%.*s%s", LOG_NAME - 3, level,
                 !numbered        ? ""
                 : seat == SEAT_1 ? " 1"
                                  : " 2");
    if (*name >= 'a' && *name <= 'z')
        *name = (char)(*name - 'a' + 'A');
}

static bool is_named_usually(const struct log_header *header, unsigned seat)
{
    char plain[LOG_NAME], numbered[LOG_NAME];
    name_usually(header, seat, false, plain);
    name_usually(header, seat, true, numbered);
    return name_same(header->name[seat], plain) || name_same(header->name[seat], numbered);
}

void table_set_player(struct table_setup *setup, unsigned seat, const char *who)
{
    struct log_header *header = &setup->header;
    bool usual[SEATS] = {
        [SEAT_1] = is_named_usually(header, SEAT_1), [SEAT_2] = is_named_usually(header, SEAT_2)
    };
    assert(strlen(who) < LOG_PLAYER);
    memmove(header->player[seat], who, strlen(who) + 1);
    setup->computer[seat] = strcmp(who, "human") != 0;
    for (unsigned i = SEAT_1; i <= SEAT_2; i++)
        if (usual[i])
            name_usually(header, i, false, header->name[i]);
    bool alike = name_same(header->name[SEAT_1], header->name[SEAT_2]);
    for (unsigned i = SEAT_1; i <= SEAT_2; i++)
        if (usual[i] && alike)
            name_usually(header, i, true, header->name[i]);
}
