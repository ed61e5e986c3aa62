// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/setup_words.h"

#include <stdio.h>
#include <string.h>

#include "core/now.h"
#include "drive/player.h"
#include "record/name.h"
#include "record/printable.h"

struct drive_setup setup_words_default(const struct game *game)
{
    struct drive_setup setup = { .table = table_usual(game), .ticks = true };
    setup.table.header.created = now_real();
    commit_new_id(setup.table.header.id); // without one, no table can be made of it
    return setup;
}

struct drive_setup setup_words_beginner(const struct game *game, const char *name)
{
    struct drive_setup setup = setup_words_default(game);
    struct log_header *header = &setup.table.header;
    struct text why = TEXT_OF(TEXT_MAX);
    bool good = variant_parse(game, game->beginner, &header->variant, &why) &&
                setup_words_player(&setup, SEAT_2, "easy", &why);
    assert(good);
    snprintf(header->name[SEAT_2], LOG_NAME, SETUP_WORDS_OPPONENT);
    if (printable_is_name(name) && !name_same(name, SETUP_WORDS_OPPONENT))
        snprintf(header->name[SEAT_1], LOG_NAME, "%s", name);
    setup.table.coach = true;
    return setup;
}

bool setup_words_names(struct drive_setup *setup, const char *both, struct text *why)
{
    struct log_header *header = &setup->table.header;
    char first[NAME_TYPED] = "", second[NAME_TYPED] = "";
    const char *comma = strchr(both, ',');
    if (!comma) {
        text_add(why, "'%.60s' is not two names with a comma between.", both);
        return false;
    }
    snprintf(first, sizeof first, "%.*s", (int)(comma - both), both);
    snprintf(second, sizeof second, "%s", comma + 1);
    name_normalise(first, sizeof first);
    name_normalise(second, sizeof second);
    if (!printable_check_names(first, second, why))
        return false;
    memcpy(header->name[SEAT_1], first, LOG_NAME);
    memcpy(header->name[SEAT_2], second, LOG_NAME);
    return true;
}

bool setup_words_player(struct drive_setup *setup, unsigned seat, const char *who, struct text *why)
{
    bool computer = strcmp(who, "human") != 0;
    size_t length = strlen(who);
    if (computer && !player_check(who, why))
        return false;
    if (length >= LOG_PLAYER) {
        text_add(why, "'%.40s...' is too long for a player: at most %d bytes.", who,
                 LOG_PLAYER - 1);
        return false;
    }
    table_set_player(&setup->table, seat, who);
    setup->table.shared = !setup->table.computer[SEAT_1] && !setup->table.computer[SEAT_2];
    return true;
}

bool setup_words_deal(struct drive_setup *setup, const char *numbers, struct text *why)
{
    const struct variant *variant = &setup->table.header.variant;
    struct state state = game_start(variant, SEAT_1);
    struct view chance = game_view(&state, SEAT_CHANCE);
    struct offer offers[OFFERS_MAX];
    if (state_turn(&state)->mover != SEAT_CHANCE) {
        text_add(why, "Nothing is dealt in %s.", variant->game->title);
        return false;
    }
    view_offers(variant, &chance, offers);
    struct move move = { .verb = offers[0].verb };
    if (!move_parse_numbers(numbers, &move.set, why) || !view_allows(variant, &chance, move)) {
        text_clear(why);
        text_add(why, "'%.60s' cannot be dealt: give %u different numbers from %u to %u.", numbers,
                 offers[0].pick, cells_first(offers[0].from), cells_last(offers[0].from));
        return false;
    }
    setup->table.given = true;
    setup->table.deal = move.set;
    setup->table.header.deal = LOG_GIVEN;
    return true;
}

bool setup_words_seed(struct drive_setup *setup, const char *number, struct text *why)
{
    if (!text_parse_number(number, UINT64_MAX, &setup->seed)) {
        text_add(why, "The seed '%.40s' is not a whole number from 0 to %llu.", number,
                 (unsigned long long)UINT64_MAX);
        return false;
    }
    setup->seeded = true;
    struct log_header *header = &setup->table.header;
    header->deal = header->deal == LOG_RANDOM ? LOG_SEED : header->deal;
    header->toss = header->toss == LOG_RANDOM ? LOG_SEED : header->toss;
    return true;
}

bool setup_words_key(struct drive_setup *setup, const char *key, struct text *why)
{
    unsigned seat = key[0] == '1' ? SEAT_1 : SEAT_2;
    if ((key[0] != '1' && key[0] != '2') || key[1] != '=' ||
        !text_parse_number(key + 2, UINT64_MAX, &setup->key[seat])) {
        text_add(why, "'%.40s' is no key: write SEAT=N, as in 2=77.", key);
        return false;
    }
    setup->keyed[seat] = true;
    return true;
}

bool setup_words_rounds(struct drive_setup *setup, const char *number, struct text *why)
{
    uint64_t rounds;
    if (!text_parse_number(number, LOG_ROUNDS_MAX, &rounds) || rounds == 0) {
        text_add(why, "'%.40s' rounds are not possible: a match has 1 to %d.", number,
                 LOG_ROUNDS_MAX);
        return false;
    }
    setup->table.header.rounds = (uint16_t)rounds;
    return true;
}

void setup_words_first(struct drive_setup *setup, const char *who)
{
    struct log_header *header = &setup->table.header;
    bool toss = strcmp(who, "toss") == 0;
    header->first = toss ? SEAT_NOBODY : *who == '2' ? SEAT_2 : SEAT_1;
    header->toss = !toss ? LOG_SETTLED : setup->seeded ? LOG_SEED : LOG_RANDOM;
}

bool setup_words_joint(struct drive_setup *setup, struct text *why)
{
    struct log_header *header = &setup->table.header;
    bool tossed = header->first == SEAT_NOBODY, dealt = game_has_chance(header->variant.game);
    if (setup->seeded || setup->table.given)
        text_add(why, "What is drawn jointly cannot come from --seed or --deal.");
    else if (!tossed && !dealt)
        text_add(why, "Nothing is drawn in this game, so that nothing can be drawn jointly.");
    if (why->length)
        return false;
    header->toss = tossed ? LOG_JOINT : header->toss;
    header->deal = dealt ? LOG_JOINT : header->deal;
    return true;
}
