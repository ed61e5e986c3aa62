// SPDX-License-Identifier: GPL-3.0-or-later
// causeway balance
#include <stdio.h>
#include <string.h>

#include "analysis/workers.h"
#include "analysis/grid_cache.h"
#include "core/memory.h"
#include "report/grid.h"
#include "cli/commands.h"
#include "ui/progress_bar.h"
#include "store/queue.h"

static bool read_grid(const struct cli_invocation *invocation, struct grid *grid, struct text *why)
{
    uint64_t skill = 0;
    const char *vary[GIVEN_MAX], *rules = cli_value(invocation, OPTION_RULES);
    unsigned count = 0;
    for (unsigned i = 0; i < invocation->given_count; i++)
        if (invocation->given[i].id == OPTION_VARY)
            vary[count++] = invocation->given[i].value;
    if (!command_read_number(invocation, OPTION_SKILL, 1, SKILL_GAMES_MAX - 1, &skill, why))
        return false;
    const struct game *game = games_find(invocation->operand[0], why);
    if (!game || !grid_open(grid, game, rules ? rules : "book", vary, count, why))
        return false;
    grid_set_games(grid, (unsigned)skill);
    return true;
}

static void show_progress(const struct grid *grid, struct progress_bar *progress_bar)
{
    enum { WIDTH = 30 };
    static const char bar[] = "##############################",
                      rest[] = "..............................";
    unsigned done = grid->count - grid_count(grid, FINDING_OPEN);
    int full = (int)(done * WIDTH / grid->count);
    if (progress_bar_is_due(progress_bar))
        fprintf(stderr, "[%.*s%.*s] %u of %u, %.0f s (Ctrl-C stops)", full, bar, WIDTH - full, rest,
                done, grid->count, progress_bar_seconds(progress_bar));
}

// False when interrupted.
static bool solve_all(struct grid *grid, struct grid_cache *cache)
{
    struct progress_bar progress_bar;
    struct workers workers;
    enum workers_news news = WORKERS_NOTHING;
    unsigned index;
    progress_bar_begin(&progress_bar, NULL);
    workers_begin(&workers, grid, progress_bar.limits.memory);
    while (news != WORKERS_DONE && !progress_bar_interrupted()) {
        news = workers_wait(&workers, &index);
        if (news == WORKERS_FINISHED && grid->variants[index].state == FINDING_SOLVED)
            grid_cache_add(cache, grid, index);
        show_progress(grid, &progress_bar);
    }
    workers_stop(&workers);
    return progress_bar_end(&progress_bar);
}

// Others solve.

const char balance_kind[] = "balance";

// A task is "GAME GAMES RULES", GAMES being those for the skill.
static bool put_variants(const struct grid *grid, struct queue *queue, bool anew, struct text *why)
{
    enum { TASK = 512 };
    char *texts = mem_new((size_t)grid->count * TASK);
    struct queue_task *tasks = mem_new(grid->count * sizeof *tasks);
    struct text plan = TEXT_OF(TEXT_MAX);
    unsigned count = 0, skill = grid->variants[0].skill.games;
    bool put = false;
    text_add(&plan, "%s %u ", grid->game->slug, skill);
    grid_print(grid, &plan);
    for (unsigned i = 0; texts && tasks && i < grid->count; i++)
        if (grid->variants[i].state == FINDING_OPEN) {
            struct text text = text_in(texts + (size_t)i * TASK, TASK);
            text_add(&text, "%s %u ", grid->game->slug, skill);
            variant_print(&grid->variants[i].variant, &text);
            tasks[count++] = (struct queue_task){ .n = i, .text = text.at };
        }
    struct queue_work work = { .kind = balance_kind, .plan = plan.at, .anew = anew };
    if (texts && tasks)
        put = queue->put(queue, &work, tasks, count, why);
    else
        text_add(why, "There is not enough memory for %u variants.", grid->count);
    mem_free(texts);
    mem_free(tasks);
    return put;
}

static void take_answer(struct grid *grid, struct grid_cache *cache,
                        const struct queue_answer *answer)
{
    const char *told = answer->part[0];
    if (answer->n >= grid->count || grid->variants[answer->n].state != FINDING_OPEN)
        return;
    struct finding *finding = &grid->variants[answer->n];
    char *line = mem_new(strlen(told) + 1); // is cut to pieces
    bool read = line && *told != '!' && finding_read(finding, strcpy(line, told));
    mem_free(line);
    if (read) {
        grid_cache_add(cache, grid, answer->n);
        return;
    }
    finding->state = FINDING_FAILED;
    snprintf(finding->note, sizeof finding->note, "%s",
             *told == '!' ? told + 1 : "The answer makes no sense.");
}

// False when interrupted, or, with a sentence, when nobody can be reached.
static bool solve_elsewhere(struct grid *grid, struct grid_cache *cache, struct queue *queue,
                            bool anew, struct text *why)
{
    struct progress_bar progress_bar;
    struct queue_answer answer;
    if (!put_variants(grid, queue, anew, why))
        return false;
    progress_bar_begin(&progress_bar, NULL);
    while (grid_count(grid, FINDING_OPEN) > 0 && why->length == 0 && !progress_bar_interrupted()) {
        if (queue->next(queue, &answer, why) == QUEUE_ANSWER)
            take_answer(grid, cache, &answer);
        show_progress(grid, &progress_bar);
    }
    queue->end(queue);
    return progress_bar_end(&progress_bar) && why->length == 0;
}

static bool draw(const struct grid *grid, const char *path, struct text *why)
{
    FILE *file = fopen(path, "w");
    if (file)
        grid_svg(grid, file);
    return command_close_file(file, path, why);
}

static int show(const struct cli_invocation *invocation, struct grid *grid, struct text *why)
{
    const char *picture = cli_value(invocation, OPTION_SVG);
    grid_mark(grid);
    if (cli_value(invocation, OPTION_CSV))
        grid_csv(grid, stdout);
    else if (cli_value(invocation, OPTION_JSON))
        grid_json(grid, stdout);
    else
        grid_text(grid, console_use_color(stdout, command_color(invocation)), stdout);
    if (picture && !draw(grid, picture, why))
        return EXIT_FAILED;
    unsigned failed = grid_count(grid, FINDING_FAILED);
    if (failed)
        return cli_failure("%u of %u variants could not be solved.", failed, grid->count);
    return EXIT_FINE;
}

static void open_cache(const struct cli_invocation *invocation, struct grid_cache *cache,
                       struct grid *grid)
{
    struct text why = TEXT_OF(TEXT_MAX);
    enum grid_cache_use use =
        cli_value(invocation, OPTION_RESUME) ? GRID_CACHE_RESUME : GRID_CACHE_ANEW;
    if (!grid_cache_open(cache, grid, use, &why))
        fprintf(stderr, "causeway: what is solved will not be kept: %s.\n", why.at);
}

int command_run_balance(const struct cli_invocation *invocation, struct queue *queue,
                        struct text *why)
{
    struct grid grid;
    struct grid_cache cache;
    if (cli_value(invocation, OPTION_CSV) && cli_value(invocation, OPTION_JSON))
        return cli_usage_error(invocation, "Either --csv or --json, not both.");
    if (!read_grid(invocation, &grid, why))
        return EXIT_USAGE;
    open_cache(invocation, &cache, &grid);
    bool finished =
        queue ? solve_elsewhere(&grid, &cache, queue, !cli_value(invocation, OPTION_RESUME), why)
              : solve_all(&grid, &cache);
    bool resumable = cache.file != NULL;
    grid_cache_close(&cache);
    if (why->length) {
        grid_close(&grid);
        return EXIT_FAILED;
    }
    if (!finished) {
        fprintf(stderr, "causeway: stopped with %u of %u variants solved%s.\n",
                grid_count(&grid, FINDING_SOLVED), grid.count,
                resumable ? "; --resume goes on from there" : "");
        progress_bar_give_up();
    }
    int status = show(invocation, &grid, why);
    grid_close(&grid);
    return status;
}

int command_balance(const struct cli_invocation *invocation, struct text *why)
{
    return command_run_balance(invocation, NULL, why);
}
