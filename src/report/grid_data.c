// SPDX-License-Identifier: GPL-3.0-or-later
#include <jansson.h>

#include "core/variant.h"
#include "report/csv.h"
#include "report/fraction.h"
#include "report/grid.h"
#include "report/output.h"

static const char *state_name(const struct finding *finding)
{
    if (finding->state == FINDING_NO_GAME)
        return "no game";
    return finding->state == FINDING_SOLVED ? finding_proof_name(finding->proof) : "failed";
}

// Depth, and won and played of the skill.
static void csv_measures(const struct finding *finding, FILE *out)
{
    fputc(',', out);
    if (finding_has_depth(finding))
        fprintf(out, "%.3f", finding->depth.decisions);
    if (finding->skill.games)
        fprintf(out, ",%u,%u", finding->skill.won, finding->skill.games);
    else
        fputs(",,", out);
}

static void csv_variant(const struct grid *grid, const struct finding *finding, FILE *out)
{
    for (unsigned i = 0; i < rules_count(grid->game); i++) {
        struct text text = TEXT_OF(64);
        rules_print_value(&grid->game->options[i], finding->variant.rules.value[i], &text);
        fprintf(out, "%s,", text.at);
    }
    fprintf(out, "%s,", state_name(finding));
    if (finding->state != FINDING_SOLVED) {
        fputs(",,,,,,,,", out);
        csv_print(finding->note, out);
    } else {
        gmp_fprintf(out, "%Qd,%Qd,%.6f,", finding->lo, finding->hi, finding_middle(finding));
        if (claim_class(grid->game) == CLAIM_OPEN)
            fprintf(out, "%u", finding->turns);
        csv_measures(finding, out);
        fprintf(out, ",%s,", finding->marked ? "yes" : "no");
    }
    fputc('\n', out);
}

void grid_csv(const struct grid *grid, FILE *out)
{
    for (unsigned i = 0; i < rules_count(grid->game); i++)
        fprintf(out, "%s,", grid->game->options[i].key);
    fprintf(out, "result,lo,hi,decimal,turns,depth,won,games,marked,note\n");
    for (unsigned i = 0; i < grid->count; i++)
        csv_variant(grid, &grid->variants[i], out);
}

static json_t *json_rules(const struct finding *finding)
{
    struct text text = TEXT_OF(TEXT_MAX);
    variant_print(&finding->variant, &text);
    return json_string(text.at);
}

static void json_measures(json_t *item, const struct finding *finding)
{
    json_object_set_new(item, "depth",
                        finding_has_depth(finding) ? json_real(finding->depth.decisions)
                                                   : json_null());
    if (finding_has_depth(finding))
        json_object_set_new(item, "depth_about", json_boolean(finding->depth.about));
    if (finding->skill.games)
        json_object_set_new(item, "skill",
                            json_pack("{s:i, s:i}", "won", (int)finding->skill.won, "games",
                                      (int)finding->skill.games));
}

static json_t *json_variant(const struct grid *grid, const struct finding *finding)
{
    json_t *item =
        json_pack("{s:o, s:s}", "rules", json_rules(finding), "result", state_name(finding));
    bool exact = finding_is_exact(finding);
    if (finding->state != FINDING_SOLVED) {
        json_object_set_new(item, "note", json_string(finding->note));
        return item;
    }
    json_object_set_new(
        item, "value",
        json_pack("{s:o}", "seat1", exact ? fraction_json(finding->lo) : json_null()));
    json_object_set_new(item, "exact", json_boolean(exact));
    if (finding->proof == SOLVE_BOUNDS)
        json_object_set_new(
            item, "bounds",
            json_pack("[o, o]", fraction_json(finding->lo), fraction_json(finding->hi)));
    json_object_set_new(item, "decimal", json_real(finding_middle(finding)));
    if (claim_class(grid->game) == CLAIM_OPEN)
        json_object_set_new(item, "turns", json_integer(finding->turns));
    json_measures(item, finding);
    json_object_set_new(item, "nodes", json_integer((json_int_t)finding->nodes));
    json_object_set_new(item, "marked", json_boolean(finding->marked));
    return item;
}

void grid_json(const struct grid *grid, FILE *out)
{
    struct text text = TEXT_OF(TEXT_MAX);
    json_t *list = json_array();
    grid_print(grid, &text);
    for (unsigned i = 0; i < grid->count; i++)
        json_array_append_new(list, json_variant(grid, &grid->variants[i]));
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:o}", "format", OUTPUT_FORMAT, "game", grid->game->slug,
                  "grid", text.at, "marked", grid_mark_meaning(grid), "variants", list);
    json_dumpf(root, out, JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(root);
}
