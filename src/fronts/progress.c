// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/lesson.h"
#include "core/game.h"
#include "fronts/full/choices.h"
#include "fronts/place.h"

// Too large for the stack of every caller; read again each time, since another program may have
// written the file.
static struct choices choices;

cells progress_lessons(const struct game *game)
{
    char value[CHOICES_VALUE_SIZE];
    struct text why = TEXT_OF(TEXT_MAX);
    cells done = 0;
    choices_read(&choices);
    choices_get(&choices, game->slug, "lessons", value);
    return move_parse_numbers(value, &done, &why) ? done : 0;
}

void progress_add_lesson(const struct game *game, unsigned number)
{
    struct text value = TEXT_OF(CHOICES_VALUE_SIZE);
    text_add_commas(&value, progress_lessons(game) | cell(number));
    choices_set(&choices, game->slug, "lessons", value.at);
    choices_write(&choices);
}

unsigned progress_next_lesson(const struct game *game)
{
    cells left = cells_span(1, lesson_count(game, lesson_lines)) & ~progress_lessons(game);
    return left ? cells_first(left) : 1;
}

uint64_t progress_today(void)
{
    enum { SECONDS_A_DAY = 86400 };
    return (uint64_t)time(NULL) / SECONDS_A_DAY;
}

static uint64_t read_number(const char *key)
{
    char value[CHOICES_VALUE_SIZE];
    choices_get(&choices, "puzzle", key, value);
    return strtoull(value, NULL, 10);
}

static void keep_number(const char *key, uint64_t number)
{
    char value[CHOICES_VALUE_SIZE];
    snprintf(value, sizeof value, "%llu", (unsigned long long)number);
    choices_set(&choices, "puzzle", key, value);
}

bool progress_has_puzzle(void)
{
    choices_read(&choices);
    return read_number("day") == progress_today();
}

unsigned progress_add_puzzle(void)
{
    uint64_t day = progress_today();
    choices_read(&choices);
    uint64_t last = read_number("day"), streak = read_number("streak");
    streak = last == day ? streak : last + 1 == day ? streak + 1 : 1;
    keep_number("day", day);
    keep_number("streak", streak);
    choices_write(&choices);
    return (unsigned)streak;
}

// --- Puzzles that were posed: a line each, in a file of their own

static FILE *open_posed(const char *mode)
{
    char path[PLACE_SIZE];
    return place_config("puzzles", *mode == 'a', path) ? fopen(path, mode) : NULL;
}

bool progress_knows_puzzle(void *ignored, uint64_t key)
{
    FILE *file = open_posed("r");
    unsigned long long posed;
    bool known = false;
    (void)ignored;
    while (file && !known && fscanf(file, "%16llx\n", &posed) == 1)
        known = posed == key;
    if (file)
        fclose(file);
    return known;
}

void progress_keep_puzzle(uint64_t key)
{
    FILE *file = progress_knows_puzzle(NULL, key) ? NULL : open_posed("a");
    if (!file)
        return;
    fprintf(file, "%016llx\n", (unsigned long long)key);
    fclose(file);
}
