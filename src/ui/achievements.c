// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/achievements.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "analysis/lesson.h"
#include "core/game.h"
#include "ui/choices.h"
#include "ui/key_file.h"

// Too large for the stack of every caller; read again each time, since another program may have
// written the file.
static struct choices choices;

cells achievements_lessons(const struct game *game)
{
    char value[CHOICES_VALUE_SIZE];
    struct text why = TEXT_OF(TEXT_MAX);
    cells done = 0;
    choices_read(&choices);
    choices_get(&choices, game->slug, "lessons", value);
    return move_parse_numbers(value, &done, &why) ? done : 0;
}

void achievements_add_lesson(const struct game *game, unsigned number)
{
    struct text value = TEXT_OF(CHOICES_VALUE_SIZE);
    text_add_commas(&value, achievements_lessons(game) | cell(number));
    choices_set(&choices, game->slug, "lessons", value.at);
    choices_write(&choices);
}

unsigned achievements_next_lesson(const struct game *game)
{
    cells left = cells_span(1, lesson_count(game, lesson_lines)) & ~achievements_lessons(game);
    return left ? cells_first(left) : 1;
}

bool achievements_is_new(void)
{
    char settings[KEY_FILE_PATH], chosen[KEY_FILE_PATH];
    if (!key_file_path("settings", false, settings) || !key_file_path("choices", false, chosen) ||
        access(settings, F_OK) == 0 || access(chosen, F_OK) == 0)
        return false;
    choices_read(&choices);
    choices_set(&choices, "", "met", "yes");
    choices_write(&choices);
    return true;
}

uint64_t achievements_today(void)
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

bool achievements_has_puzzle(void)
{
    choices_read(&choices);
    return read_number("day") == achievements_today();
}

unsigned achievements_add_puzzle(bool first_try)
{
    uint64_t day = achievements_today();
    choices_read(&choices);
    uint64_t last = read_number("day"), streak = read_number("streak");
    streak = !first_try ? 0 : last == day ? streak : last + 1 == day ? streak + 1 : 1;
    keep_number("day", day);
    keep_number("streak", streak);
    choices_write(&choices);
    return (unsigned)streak;
}

// --- Puzzles that were posed: a line each, in a file of their own

static FILE *open_file(const char *name, const char *mode)
{
    char path[KEY_FILE_PATH];
    return key_file_path(name, *mode == 'a', path) ? fopen(path, mode) : NULL;
}

bool achievements_knows_puzzle(void *ignored, uint64_t key)
{
    FILE *file = open_file("puzzles", "r");
    unsigned long long posed;
    bool known = false;
    (void)ignored;
    while (file && !known && fscanf(file, "%16llx\n", &posed) == 1)
        known = posed == key;
    if (file)
        fclose(file);
    return known;
}

void achievements_keep_puzzle(uint64_t key)
{
    FILE *file = achievements_knows_puzzle(NULL, key) ? NULL : open_file("puzzles", "a");
    if (!file)
        return;
    fprintf(file, "%016llx\n", (unsigned long long)key);
    fclose(file);
}

// --- How well they are answered: a line each of day, grade, and whether it was right at once

void achievements_add_answer(unsigned grade, bool right)
{
    FILE *file = open_file("answers", "a");
    if (!file)
        return;
    fprintf(file, "%llu %u %d\n", (unsigned long long)achievements_today(), grade, right);
    fclose(file);
}

static unsigned streak_now(void)
{
    uint64_t last = read_number("day");
    return last + 1 >= achievements_today() ? (unsigned)read_number("streak") : 0;
}

bool achievements_add_run(unsigned right, int64_t milliseconds)
{
    choices_read(&choices);
    uint64_t best = read_number("run-right"), fastest = read_number("run-time");
    bool better = right > best || (right == best && right && (uint64_t)milliseconds < fastest);
    if (better) {
        keep_number("run-right", right);
        keep_number("run-time", (uint64_t)milliseconds);
        choices_write(&choices);
    }
    return better;
}

struct answers {
    unsigned count, week, week_right;
    double rating;
};

// Elo's rule, with the grades as opponents 200 points apart; first answers move it more.
static void rate(struct answers *answers, unsigned grade, bool right)
{
    enum { GRADE_1 = 800, APART = 200, FIRST = 20 };
    double gap = GRADE_1 + APART * (double)(grade - 1) - answers->rating;
    double expected = 1 / (1 + pow(10, gap / 400));
    answers->rating += (answers->count < FIRST ? 40 : 20) * (right - expected);
    answers->count++;
}

static struct answers read_answers(void)
{
    enum { WEEK = 7 };
    struct answers answers = { .rating = 1200 };
    unsigned long long day;
    unsigned grade, right;
    uint64_t today = achievements_today();
    FILE *file = open_file("answers", "r");
    while (file && fscanf(file, "%llu %u %u\n", &day, &grade, &right) == 3 && grade > 0) {
        rate(&answers, grade, right != 0);
        if (day <= today && day + WEEK > today) {
            answers.week++;
            answers.week_right += right != 0;
        }
    }
    if (file)
        fclose(file);
    return answers;
}

void achievements_tell_puzzles(struct text *out)
{
    struct answers answers = read_answers();
    if (!answers.count)
        return;
    choices_read(&choices);
    uint64_t run = read_number("run-right"), seconds = read_number("run-time") / 1000;
    text_add(out, "Puzzles: rating %.0f, %u of %u this week at the first try.\n", answers.rating,
             answers.week_right, answers.week);
    if (run)
        text_add(out, "Best run of five: %u of 5 in %u:%02u.\n", (unsigned)run,
                 (unsigned)(seconds / 60), (unsigned)(seconds % 60));
    unsigned days = streak_now();
    if (days)
        text_add(out, "Daily puzzle: %u %s in a row.\n", days, days == 1 ? "day" : "days");
}
