// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/grid_cache.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bots/cache.h"
#include "core/variant.h"

// FNV-1a of a line and of the format, so that a line that was changed by hand is noticed.
static uint64_t sum_of(const char *line, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325 ^ GRID_CACHE_FORMAT;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)line[i]) * 0x100000001b3;
    return sum;
}

// Cuts off the sum at the end. False if it is not that of the rest.
static bool cut_sum(char *line)
{
    char *blank = strrchr(line, ' '), sum[17];
    if (!blank)
        return false;
    snprintf(sum, sizeof sum, "%016" PRIx64, sum_of(line, (size_t)(blank - line)));
    *blank = '\0';
    return strcmp(blank + 1, sum) == 0;
}

// "RULES RESULT SUM"
static void take_line(struct grid *grid, char *line)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct variant variant;
    char *blank = cut_sum(line) ? strchr(line, ' ') : NULL;
    if (!blank)
        return;
    *blank = '\0';
    if (!variant_parse(grid->game, line, &variant, &why))
        return;
    for (unsigned i = 0; i < grid->count; i++)
        if (grid->variants[i].state == FINDING_OPEN &&
            variant_equal(&grid->variants[i].variant, &variant)) {
            finding_read(&grid->variants[i], blank + 1);
            return;
        }
}

static void load(const char *path, struct grid *grid)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    if (!file)
        return;
    for (ssize_t length; (length = getline(&line, &room, file)) > 0;)
        if (line[length - 1] == '\n') {
            line[length - 1] = '\0';
            take_line(grid, line);
        }
    free(line); // getline's own
    fclose(file);
}

bool grid_cache_open(struct grid_cache *cache, struct grid *grid, enum grid_cache_use use,
                     struct text *why)
{
    struct text path = text_in(cache->path, sizeof cache->path);
    cache->file = NULL;
    if (!cache_directory(NULL, &path, why))
        return false;
    text_add(&path, "/balance-%s-", grid->game->slug);
    grid_print(grid, &path);
    if (use == GRID_CACHE_RESUME)
        load(cache->path, grid);
    cache->file = path.cut ? NULL : fopen(cache->path, use == GRID_CACHE_RESUME ? "a" : "w");
    if (!cache->file) {
        text_add(why, "cannot write %s: %s", cache->path,
                 strerror(path.cut ? ENAMETOOLONG : errno));
        return false;
    }
    if (use == GRID_CACHE_RESUME)
        fputc('\n', cache->file); // the last line may have been cut short
    return true;
}

// One line, written at once.
void grid_cache_add(struct grid_cache *cache, const struct grid *grid, unsigned index)
{
    struct text text = TEXT_OF(TEXT_MAX);
    char *line = NULL;
    size_t length = 0;
    FILE *memory = cache->file ? open_memstream(&line, &length) : NULL;
    if (!memory)
        return;
    variant_print(&grid->variants[index].variant, &text);
    fprintf(memory, "%s ", text.at);
    finding_write(&grid->variants[index], memory);
    if (fclose(memory) == 0) {
        fprintf(cache->file, "%s %016" PRIx64 "\n", line, sum_of(line, length));
        fflush(cache->file);
    }
    free(line); // open_memstream's own
}

void grid_cache_close(struct grid_cache *cache)
{
    if (cache->file)
        fclose(cache->file);
    cache->file = NULL;
}
