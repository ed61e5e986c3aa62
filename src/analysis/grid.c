// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/grid.h"

#include <string.h>

#include "core/memory.h"
#include "core/variant.h"

unsigned grid_width(const struct grid_axis *axis)
{
    return (unsigned)(axis->hi - axis->lo + 1);
}

unsigned grid_value(const struct grid *grid, unsigned index, unsigned axis)
{
    for (unsigned i = grid->axis_count - 1; i > axis; i--)
        index /= grid_width(&grid->axes[i]);
    return grid->axes[axis].lo + index % grid_width(&grid->axes[axis]);
}

const struct grid_axis *grid_axis_of(const struct grid *grid, unsigned option)
{
    for (unsigned i = 0; i < grid->axis_count; i++)
        if (grid->axes[i].option == option)
            return &grid->axes[i];
    return NULL;
}

static bool find_option(const struct game *game, const char *key, unsigned *option,
                        struct text *why)
{
    for (*option = 0; *option < rules_count(game); ++*option)
        if (text_same(game->options[*option].key, key))
            return true;
    variant_refuse_key(game, key, why);
    return false;
}

static bool check_axis(const struct grid *grid, const struct grid_axis *axis, const char *from,
                       struct text *why)
{
    if (grid_axis_of(grid, axis->option))
        text_add(why, "--vary %s: '%s' is varied already.", from,
                 grid->game->options[axis->option].key);
    else if (axis->lo > axis->hi)
        text_add(why, "--vary %s: the first value comes after the last.", from);
    else
        return true;
    return false;
}

// "KEY=LO..HI"
static bool parse_axis(struct grid *grid, const char *from, struct text *why)
{
    char copy[128];
    struct grid_axis axis;
    struct variant lo = { .game = grid->game }, hi = lo;
    snprintf(copy, sizeof copy, "%s", from);
    char *equals = strchr(copy, '='), *dots = equals ? strstr(equals, "..") : NULL;
    if (!dots || strlen(from) >= sizeof copy) {
        text_add(why, "--vary takes KEY=LO..HI, as in length=8..12; not '%s'.", from);
        return false;
    }
    *equals = *dots = '\0';
    if (!find_option(grid->game, copy, &axis.option, why) ||
        !variant_set(&lo, axis.option, equals + 1, why) ||
        !variant_set(&hi, axis.option, dots + 2, why))
        return false;
    axis.lo = lo.rules.value[axis.option];
    axis.hi = hi.rules.value[axis.option];
    if (!check_axis(grid, &axis, from, why))
        return false;
    grid->axes[grid->axis_count++] = axis;
    return true;
}

static bool parse_axes(struct grid *grid, const char *const *vary, unsigned vary_count,
                       struct text *why)
{
    unsigned long long count = 1;
    if (vary_count == 0) {
        text_add(why, "What is to be varied? Say --vary KEY=LO..HI, as in --vary %s=%u..%u.",
                 grid->game->options[0].key, grid->game->options[0].usual - 1,
                 grid->game->options[0].usual + 1);
        return false;
    }
    for (unsigned i = 0; i < vary_count; i++) {
        if (!parse_axis(grid, vary[i], why))
            return false;
        count *= grid_width(&grid->axes[i]);
    }
    if (count > GRID_MAX) {
        text_add(why, "These are %llu variants; up to %d can be compared at once.", count,
                 GRID_MAX);
        return false;
    }
    grid->count = (unsigned)count;
    return true;
}

// The fixed rules and the varied values are read as one text, so that only whole
// rules need to make a game.
static bool place_variant(struct grid *grid, unsigned index, const char *rules)
{
    struct text all = TEXT_OF(TEXT_MAX);
    struct finding *finding = &grid->variants[index];
    struct text note = text_in(finding->note, sizeof finding->note);
    text_add(&all, "%s", rules);
    for (unsigned i = 0; i < grid->axis_count; i++) {
        const struct rules_option *option = &grid->game->options[grid->axes[i].option];
        text_add(&all, ",%s=", option->key);
        rules_print_value(option, grid_value(grid, index, i), &all);
    }
    if (variant_parse(grid->game, all.at, &finding->variant, &note))
        return true;
    finding->state = FINDING_NO_GAME;
    return false;
}

// A variant that makes no game has still a place, with these values.
static void fill_in_values(struct grid *grid, unsigned index, const struct variant *fixed)
{
    struct finding *finding = &grid->variants[index];
    finding->variant = *fixed;
    for (unsigned i = 0; i < grid->axis_count; i++)
        finding->variant.rules.value[grid->axes[i].option] = grid_value(grid, index, i);
}

static bool place_variants(struct grid *grid, const char *rules, struct text *why)
{
    const struct variant *sound = NULL;
    for (unsigned i = 0; i < grid->count; i++)
        if (place_variant(grid, i, rules) && !sound)
            sound = &grid->variants[i].variant;
    if (!sound) {
        text_add(why, "%s", grid->variants[0].note);
        return false;
    }
    for (unsigned i = 0; i < grid->count; i++)
        if (grid->variants[i].state == FINDING_NO_GAME)
            fill_in_values(grid, i, sound);
    return true;
}

bool grid_open(struct grid *grid, const struct game *game, const char *rules,
               const char *const *vary, unsigned vary_count, struct text *why)
{
    *grid = (struct grid){ .game = game };
    if (!parse_axes(grid, vary, vary_count, why))
        return false;
    grid->variants = mem_new(grid->count * sizeof *grid->variants);
    if (!grid->variants) {
        text_add(why, "There is not enough memory for %u variants.", grid->count);
        return false;
    }
    for (unsigned i = 0; i < grid->count; i++)
        finding_init(&grid->variants[i]);
    if (place_variants(grid, rules, why))
        return true;
    grid_close(grid);
    return false;
}

void grid_close(struct grid *grid)
{
    for (unsigned i = 0; i < grid->count; i++)
        finding_clear(&grid->variants[i]);
    mem_free(grid->variants);
}

static bool is_open(const struct grid *grid)
{
    return claim_class(grid->game) == CLAIM_OPEN;
}

const char *grid_mark_meaning(const struct grid *grid)
{
    return is_open(grid) ? "no other is deeper and as long, or as deep and longer"
                         : "no other is deeper and as even, or as deep and more even";
}

void grid_set_games(struct grid *grid, unsigned games)
{
    for (unsigned i = 0; i < grid->count; i++)
        grid->variants[i].skill.games = games;
}

// Less is better: the evenness or, where turns count, the length.
static int compare_chance(const struct grid *grid, const struct finding *a, const struct finding *b)
{
    if (is_open(grid))
        return (a->turns < b->turns) - (a->turns > b->turns);
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    finding_unfairness(a, left);
    finding_unfairness(b, right);
    int order = mpq_cmp(left, right);
    mpq_clears(left, right, NULL);
    return order;
}

// Less is better. Equal when they would be written alike.
static int compare_depth(const struct finding *a, const struct finding *b)
{
    double apart = a->depth.decisions - b->depth.decisions;
    return (apart < -0.0005) - (apart > 0.0005);
}

static bool surpassed(const struct grid *grid, const struct finding *finding)
{
    for (unsigned i = 0; i < grid->count; i++) {
        const struct finding *other = &grid->variants[i];
        if (other->state != FINDING_SOLVED)
            continue;
        int chance = compare_chance(grid, other, finding), depth = compare_depth(other, finding);
        if (chance <= 0 && depth <= 0 && (chance < 0 || depth < 0))
            return true;
    }
    return false;
}

void grid_mark(struct grid *grid)
{
    for (unsigned i = 0; i < grid->count; i++)
        grid->variants[i].marked =
            grid->variants[i].state == FINDING_SOLVED && !surpassed(grid, &grid->variants[i]);
}

void grid_print(const struct grid *grid, struct text *out)
{
    for (unsigned i = 0; i < rules_count(grid->game); i++) {
        const struct rules_option *option = &grid->game->options[i];
        const struct grid_axis *axis = grid_axis_of(grid, i);
        text_add(out, "%s%s=", i ? "," : "", option->key);
        rules_print_value(option, axis ? axis->lo : grid->variants[0].variant.rules.value[i], out);
        if (axis) {
            text_add(out, "..");
            rules_print_value(option, axis->hi, out);
        }
    }
}

unsigned grid_count(const struct grid *grid, enum finding_state state)
{
    unsigned count = 0;
    for (unsigned i = 0; i < grid->count; i++)
        count += grid->variants[i].state == state;
    return count;
}

bool grid_has_bounds(const struct grid *grid)
{
    for (unsigned i = 0; i < grid->count; i++)
        if (grid->variants[i].state == FINDING_SOLVED && grid->variants[i].proof == SOLVE_BOUNDS)
            return true;
    return false;
}
