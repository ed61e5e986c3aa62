// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/rate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/memory.h"

void rate_clear(struct rate *rate)
{
    mem_free(rate->pairs);
    rate->pairs = NULL;
}

// Room for what has one player, field or round more: everything moves to its new number.
static bool grow(struct rate *rate, const struct schedule *to, struct text *why)
{
    struct standings_pair *pairs =
        mem_for("the pairs", (schedule_count(to) + 1) * sizeof *pairs, why);
    if (!pairs)
        return false;
    for (unsigned i = 0; i < schedule_count(&rate->schedule); i++) {
        struct schedule_pair pair = schedule_pair(&rate->schedule, i);
        unsigned index = schedule_index(to, schedule_round(&rate->schedule, i), pair.field,
                                        pair.player[0], pair.player[1]);
        pairs[index] = rate->pairs[i];
    }
    mem_free(rate->pairs);
    rate->pairs = pairs;
    rate->schedule = *to;
    return true;
}

// The number of a player, who is added if need be.
static bool find_player(struct schedule *all, struct journal_facts *facts,
                        const struct schedule *from, unsigned player, const char *program,
                        unsigned *found, struct text *why)
{
    const char *who = from->player[player], *name = from->name[player];
    bool namesake = false;
    for (unsigned i = 0; i < all->players; i++) {
        bool alike = strcmp(all->player[i], who) == 0;
        *found = i;
        if (alike && strcmp(facts->program[i], program) == 0 &&
            (strcmp(all->name[i], name) == 0 || strcmp(all->name[i], program) == 0))
            return true;
        namesake |= alike && strcmp(all->name[i], name) == 0;
    }
    *found = all->players;
    if (all->players == RATINGS_PLAYERS) {
        text_add(why, "These are more than %u players.", (unsigned)RATINGS_PLAYERS);
        return false;
    }
    strcpy(all->player[*found], who);
    struct text label = text_in(all->name[*found], SCHEDULE_NAME);
    text_put(&label, namesake ? program : name);
    snprintf(facts->program[*found], PROGRAM_NAME, "%s", program);
    all->players++;
    return true;
}

static bool find_field(struct schedule *all, const struct variant *variant, unsigned *found,
                       struct text *why)
{
    for (*found = 0; *found < all->fields; ++*found)
        if (variant_equal(&all->field[*found], variant))
            return true;
    if (all->fields == RATINGS_FIELDS) {
        text_add(why, "These are more than %u games and rules.", (unsigned)RATINGS_FIELDS);
        return false;
    }
    all->field[all->fields++] = *variant;
    return true;
}

// The same pair, told of the other player.
static void exchange(struct standings_pair *pair)
{
    struct standings_game game[2] = { pair->game[1], pair->game[0] };
    for (unsigned i = 0; i < 2; i++) {
        pair->game[i] = game[i];
        pair->game[i].won = !game[i].won;
        pair->game[i].score = 1 - game[i].score;
        for (unsigned k = 0; k < 2; k++) {
            pair->game[i].loss[k] = game[i].loss[1 - k];
            pair->game[i].decisions[k] = game[i].decisions[1 - k];
        }
    }
}

static bool add_pair(struct rate *rate, const struct schedule *from, unsigned index,
                     struct standings_pair pair, const struct journal_notes *notes,
                     struct text *why)
{
    struct schedule_pair scheduled = schedule_pair(from, index);
    struct schedule to = rate->schedule;
    unsigned player[2], field, at;
    for (unsigned i = 0; i < 2; i++)
        if (!find_player(&to, &rate->facts, from, scheduled.player[i], notes->program[i],
                         &player[i], why))
            return false;
    if (!find_field(&to, &from->field[scheduled.field], &field, why))
        return false;
    if (player[0] == player[1]) {
        text_add(why, "A player that meets itself cannot be told apart: give it two names.");
        return false;
    }
    if (player[0] > player[1])
        exchange(&pair);
    unsigned low = player[0] < player[1] ? player[0] : player[1],
             high = player[0] + player[1] - low;
    for (unsigned round = 0;; round++) {
        if (round >= to.pairs)
            to.pairs = round < 8 ? round + 1 : 2 * round;
        if (to.pairs > rate->schedule.pairs || to.players > rate->schedule.players ||
            to.fields > rate->schedule.fields)
            if (!grow(rate, &to, why))
                return false;
        at = schedule_index(&to, round, field, low, high);
        if (!rate->pairs[at].played)
            break;
    }
    rate->pairs[at] = pair;
    return true;
}

static bool open_journal(const char *path, FILE **file, struct text *why)
{
    struct text name = TEXT_OF(JOURNAL_PATH);
    struct stat status;
    bool directory = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    text_add(&name, "%s%s", path, directory ? "/tournament.jsonl" : "");
    *file = fopen(name.at, "re");
    if (!*file)
        text_add(why, "%.200s cannot be opened: %s.", name.at, strerror(errno));
    return *file;
}

bool rate_add(struct rate *rate, const struct game *const *games, const char *path,
              struct text *why)
{
    struct schedule schedule;
    struct log_clock clock;
    struct text wrong = TEXT_OF(TEXT_MAX);
    FILE *file;
    char *line = NULL;
    size_t room = 0;
    if (!open_journal(path, &file, why))
        return false;
    ssize_t length = getline(&line, &room, file);
    bool good = length > 0 && journal_read_plan(games, line, &schedule, &clock, &wrong);
    if (!good)
        text_add(why, "%.200s is no journal of a tournament.", path);
    while (good && (length = getline(&line, &room, file)) > 0) {
        struct standings_pair pair;
        struct journal_notes notes;
        unsigned index;
        if (journal_parse(line, (size_t)length, &schedule, &index, &pair, &notes))
            good = add_pair(rate, &schedule, index, pair, &notes, why);
    }
    free(line); // getline's own
    fclose(file);
    return good;
}
