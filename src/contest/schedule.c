// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/schedule.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

#include "core/game.h"
#include "core/random.h"

// Copies up to the next comma that is not escaped; gives what follows it, or NULL.
static const char *take_player(const char *from, struct text *out)
{
    for (; *from && *from != ','; from++) {
        if (from[0] == '\\' && from[1] == ',')
            from++;
        text_add(out, "%c", *from);
    }
    return *from ? from + 1 : NULL;
}

static bool refuse(struct text *why, const char *from, const char *what)
{
    text_add(why, "'%.60s' %s.", from, what);
    return false;
}

// The length of what stands before "=", as long as it is no part of a command.
static size_t name_length(const char *from)
{
    size_t length = strcspn(from, "=:");
    return from[length] == '=' ? length : 0;
}

bool schedule_add_player(struct schedule *schedule, const char *from, struct text *why)
{
    size_t named = name_length(from);
    const char *who = named || *from == '=' ? from + named + 1 : from;
    if (schedule->players == RATINGS_PLAYERS)
        return refuse(why, from, "is more than a tournament has room for, 64 players");
    if (!*who || *from == '=')
        return refuse(why, from, "names a player without a name");
    if (named >= SCHEDULE_NAME)
        return refuse(why, from, "has too long a name, which has up to 26 bytes");
    if (strlen(who) >= SCHEDULE_PLAYER)
        return refuse(why, who, "is too long for a player, who has up to 128 bytes");
    memcpy(schedule->name[schedule->players], from, named);
    schedule->name[schedule->players][named] = '\0';
    strcpy(schedule->player[schedule->players++], who);
    return true;
}

bool schedule_add_players(struct schedule *schedule, const char *from, struct text *why)
{
    const char *all = from;
    while (from) {
        struct text name = TEXT_OF(SCHEDULE_NAME + SCHEDULE_PLAYER + 1);
        from = take_player(from, &name);
        if (name.length == 0)
            return refuse(why, all, "names a player without a name");
        if (!schedule_add_player(schedule, name.at, why))
            return false;
    }
    return true;
}

void schedule_print_player(const struct schedule *schedule, unsigned player, struct text *out)
{
    const char *name = schedule->name[player];
    text_add(out, "%s%s%s", name, *name ? "=" : "", schedule->player[player]);
}

void schedule_drop_twins(struct schedule *schedule)
{
    unsigned count = 1;
    for (unsigned i = 1; i < schedule->players; i++) {
        if (strcmp(schedule->player[i], schedule->player[0]) == 0 &&
            strcmp(schedule->name[i], schedule->name[0]) == 0)
            continue;
        memmove(schedule->player[count], schedule->player[i], SCHEDULE_PLAYER);
        memmove(schedule->name[count++], schedule->name[i], SCHEDULE_NAME);
    }
    schedule->players = count;
}

// How many meetings there are: each two players, or the first and each other.
static unsigned meetings(const struct schedule *schedule)
{
    unsigned n = schedule->players;
    return schedule->gauntlet ? n - 1 : n * (n - 1) / 2;
}

unsigned schedule_count(const struct schedule *schedule)
{
    return meetings(schedule) * schedule->fields * schedule->pairs;
}

static void find_meeting(const struct schedule *schedule, unsigned meeting, unsigned player[2])
{
    player[0] = 0;
    if (!schedule->gauntlet)
        for (unsigned rest = schedule->players - 1; meeting >= rest; rest--) {
            meeting -= rest;
            player[0]++;
        }
    player[1] = player[0] + 1 + meeting;
}

struct schedule_pair schedule_pair(const struct schedule *schedule, unsigned index)
{
    assert(index < schedule_count(schedule));
    struct schedule_pair pair = { .field = index / meetings(schedule) % schedule->fields };
    struct random random = random_seeded(schedule->seed);
    struct random of_pair = random_seeded(random.draw(&random) ^ index * 0x9e3779b97f4a7c15);
    find_meeting(schedule, index % meetings(schedule), pair.player);
    pair.deal = of_pair.draw(&of_pair);
    pair.key[0] = of_pair.draw(&of_pair);
    pair.key[1] = of_pair.draw(&of_pair);
    return pair;
}

unsigned schedule_round(const struct schedule *schedule, unsigned index)
{
    return index / (meetings(schedule) * schedule->fields);
}

unsigned schedule_index(const struct schedule *schedule, unsigned round, unsigned field,
                        unsigned low, unsigned high)
{
    unsigned meeting = high - low - 1;
    for (unsigned i = 0; i < low; i++)
        meeting += schedule->players - 1 - i;
    return (round * schedule->fields + field) * meetings(schedule) + meeting;
}

uint64_t schedule_opening_seed(const struct schedule *schedule, unsigned field, unsigned number)
{
    struct random random = random_seeded(~schedule->seed);
    return random.draw(&random) ^
           ((uint64_t)number * RATINGS_FIELDS + field + 1) * 0x9e3779b97f4a7c15;
}

void schedule_noise(const struct schedule *schedule, unsigned index, unsigned seat,
                    char noise[SCHEDULE_NOISE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    struct text facts = TEXT_OF(128);
    text_add(&facts, "causeway-noise %ju %u %u", (uintmax_t)schedule->noise, index, seat);
    crypto_hash_sha256(hash, (const unsigned char *)facts.at, facts.length);
    sodium_bin2hex(noise, SCHEDULE_NOISE, hash, (SCHEDULE_NOISE - 1) / 2);
}

bool schedule_is_program(const struct schedule *schedule, unsigned player)
{
    return text_begins(schedule->player[player], "program:");
}

void schedule_label(const struct schedule *schedule, unsigned player, char label[SCHEDULE_LABEL])
{
    const char *name = schedule->player[player];
    struct text out = text_in(label, SCHEDULE_LABEL);
    unsigned before = 0;
    for (unsigned i = 0; i < player; i++)
        before += strcmp(schedule->player[i], name) == 0 &&
                  strcmp(schedule->name[i], schedule->name[player]) == 0;
    if (*schedule->name[player])
        name = schedule->name[player];
    else if (schedule_is_program(schedule, player))
        name += strlen("program:");
    text_add(&out, strlen(name) > 26 ? "...%s" : "%s",
             strlen(name) > 26 ? name + strlen(name) - 23 : name);
    if (before > 0)
        text_add(&out, " (%u)", before + 1);
}

void schedule_print_field(const struct schedule *schedule, unsigned field, struct text *out)
{
    const struct variant *variant = &schedule->field[field];
    unsigned alike = 0;
    for (unsigned i = 0; i < schedule->fields; i++)
        alike += schedule->field[i].game == variant->game;
    text_add(out, "%s", variant->game->slug);
    if (alike > 1) {
        text_add(out, " ");
        variant_print(variant, out);
    }
}
