// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/agree.h"

#include <string.h>

#include "record/clock.h"
#include "record/name.h"
#include "record/printable.h"

struct agreement {
    const json_t *object;
    const struct agree_terms *terms;
    struct table_setup *setup;
    struct text *why;
};

static bool refuse(const struct agreement *agreement, const char *sentence)
{
    text_add(agreement->why, "%s", sentence);
    return false;
}

static const json_t *find(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

bool agree_read_bool(const json_t *object, const char *key, bool usual, bool *value,
                     struct text *why)
{
    const json_t *found = find(object, key);
    *value = found ? json_is_true(found) : usual;
    if (!found || json_is_boolean(found))
        return true;
    text_add(why, "'%s' takes true or false.", key);
    return false;
}

// NULL in *value where there is none.
static bool read_text(const struct agreement *agreement, const char *key, const char **value)
{
    const json_t *found = find(agreement->object, key);
    *value = json_string_value(found);
    if (!found || *value)
        return true;
    text_add(agreement->why, "'%s' takes a text.", key);
    return false;
}

static bool read_game(const struct agreement *agreement)
{
    const char *name, *rules;
    if (!read_text(agreement, "game", &name) || !read_text(agreement, "rules", &rules))
        return false;
    if (!name)
        return refuse(agreement, "Which game? 'game' is missing.");
    const struct game *game = agreement->terms->find_game(name, agreement->why);
    if (!game)
        return false;
    *agreement->setup = table_usual(game);
    return variant_parse(game, rules ? rules : "book", &agreement->setup->header.variant,
                         agreement->why);
}

// Two texts in a list, each shorter than `size`; as they were if there is no such list.
static bool read_two(const struct agreement *agreement, const char *key, char *one, char *two,
                     size_t size)
{
    const json_t *list = find(agreement->object, key);
    char *place[] = { one, two };
    if (!list)
        return true;
    for (size_t i = 0; i < 2; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text || json_array_size(list) != 2 || strlen(text) >= size) {
            text_add(agreement->why, "'%s' takes two texts of at most %zu bytes.", key, size - 1);
            return false;
        }
        strcpy(place[i], text);
    }
    return true;
}

static bool read_names(const struct agreement *agreement)
{
    char typed[SEATS][NAME_TYPED] = { "" };
    struct log_header *header = &agreement->setup->header;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        strcpy(typed[seat], header->name[seat]);
    if (!read_two(agreement, "names", typed[SEAT_1], typed[SEAT_2], NAME_TYPED))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        name_normalise(typed[seat], NAME_TYPED);
    if (!printable_check_names(typed[SEAT_1], typed[SEAT_2], agreement->why))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        memcpy(header->name[seat], typed[seat], LOG_NAME);
    return true;
}

static bool check_player(const struct agreement *agreement, const char *who)
{
    const char *level, *between = "human, ";
    if (strcmp(who, "human") == 0)
        return true;
    for (unsigned i = 0; (level = agreement->terms->level(i)); i++)
        if (strcmp(who, level) == 0)
            return agreement->terms->computers ||
                   refuse(agreement, "Computers do not play on this server.");
    text_add(agreement->why, "'%.40s' is no player here: ", who);
    for (unsigned i = 0; (level = agreement->terms->level(i)); i++) {
        text_add(agreement->why, "%s%s", between, level);
        between = agreement->terms->level(i + 2) ? ", " : " or ";
    }
    return refuse(agreement, " is.");
}

static bool read_players(const struct agreement *agreement)
{
    struct table_setup *setup = agreement->setup;
    char who[SEATS][LOG_PLAYER] = { [SEAT_1] = "human", [SEAT_2] = "human" };
    if (!read_two(agreement, "players", who[SEAT_1], who[SEAT_2], LOG_PLAYER))
        return false;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (!check_player(agreement, who[seat]))
            return false;
        table_set_player(setup, seat, who[seat]);
    }
    return true;
}

static bool read_first(const struct agreement *agreement)
{
    struct log_header *header = &agreement->setup->header;
    const json_t *first = find(agreement->object, "first");
    const char *word = json_string_value(first);
    json_int_t seat = first ? json_integer_value(first) : SEAT_1;
    bool joint;
    if (!agree_read_bool(agreement->object, "joint", !agreement->terms->one_screen, &joint,
                         agreement->why))
        return false;
    if (game_has_chance(header->variant.game))
        header->deal = joint ? LOG_JOINT : LOG_RANDOM;
    if (word && strcmp(word, "toss") == 0) {
        header->first = SEAT_NOBODY;
        header->toss = joint ? LOG_JOINT : LOG_RANDOM;
        return true;
    }
    header->first = (uint8_t)seat;
    return seat == SEAT_1 || seat == SEAT_2 || refuse(agreement, "'first' takes 1, 2 or \"toss\".");
}

static bool read_rounds(const struct agreement *agreement)
{
    const struct table_setup *setup = agreement->setup;
    const json_t *rounds = find(agreement->object, "rounds");
    bool watched =
        agreement->terms->one_screen || !setup->computer[SEAT_1] || !setup->computer[SEAT_2];
    json_int_t count = rounds ? json_integer_value(rounds) : 1;
    if (count < 1 || count > LOG_ROUNDS_MAX) {
        text_add(agreement->why, "'rounds' takes a number from 1 to %d.", LOG_ROUNDS_MAX);
        return false;
    }
    agreement->setup->header.rounds = (uint16_t)count;
    return count == 1 || watched ||
           refuse(agreement, "A match between two computers has one round.");
}

static bool read_rest(const struct agreement *agreement)
{
    struct table_setup *setup = agreement->setup;
    struct log_header *header = &setup->header;
    const char *clock;
    bool here = agreement->terms->one_screen;
    bool people = !setup->computer[SEAT_1] && !setup->computer[SEAT_2];
    setup->shared = here && people;
    header->undo = header->rematch = people && !here ? LOG_AGREED : LOG_FREELY;
    return agree_read_bool(agreement->object, "hints", here, &header->hints, agreement->why) &&
           agree_read_bool(agreement->object, "coach", false, &setup->coach, agreement->why) &&
           (here || !setup->coach || refuse(agreement, "There is no coach at this table.")) &&
           read_text(agreement, "clock", &clock) &&
           (!clock || !*clock || clock_parse(clock, &header->clock, agreement->why));
}

bool agree_read(const json_t *object, const struct agree_terms *terms, struct table_setup *setup,
                struct text *why)
{
    struct agreement agreement = { object, terms, setup, why };
    if (!json_is_object(object))
        return refuse(&agreement, "What is to be agreed is not an object of JSON.");
    return read_game(&agreement) && read_names(&agreement) && read_players(&agreement) &&
           read_first(&agreement) && read_rounds(&agreement) && read_rest(&agreement);
}
