// SPDX-License-Identifier: GPL-3.0-or-later
#include <jansson.h>
#include <math.h>

#include "record/log.h"
#include "report/csv.h"
#include "report/output.h"
#include "report/standings.h"

static unsigned forfeits_of(const struct standings_player *player)
{
    unsigned count = player->flags;
    for (unsigned cause = 0; cause < STANDINGS_CAUSES; cause++)
        count += player->forfeits[cause];
    return count;
}

static const char *program_of(const struct standings_report *report, unsigned i)
{
    return report->facts ? report->facts->program[i] : "";
}

static void csv_player(const struct standings_report *report, unsigned i, FILE *out)
{
    const struct standings *standings = report->standings;
    const struct standings_player *player = &standings->player[i];
    const struct ratings_value *const both[2] = { &standings->ratings.player[i],
                                                  &standings->without_luck.player[i] };
    const struct standings_mean *const mean[2] = { &player->raw, &player->adjusted };
    csv_print(report->schedule->player[i], out);
    fprintf(out, ",%u,%u", player->games, player->won);
    for (unsigned k = 0; k < 2; k++) {
        fprintf(out, ",%.1f", both[k]->elo);
        if (isnan(both[k]->lo))
            fprintf(out, ",,");
        else
            fprintf(out, ",%.1f,%.1f", both[k]->lo, both[k]->hi);
        fprintf(out, ",%.5f,%.5f", mean[k]->mean, mean[k]->error);
    }
    fprintf(out, ",%.5f,%u,", player->spread, forfeits_of(player));
    if (player->decisions > 0)
        fprintf(out, "%.6f", player->loss);
    fputc(',', out);
    csv_print(program_of(report, i), out);
    fputc('\n', out);
}

void standings_csv(const struct standings_report *report, FILE *out)
{
    unsigned order[RATINGS_PLAYERS];
    standings_order(report->standings, order);
    fprintf(out, "player,games,won,rating,lo,hi,score,error,quiet_rating,quiet_lo,quiet_hi,"
                 "quiet_score,quiet_error,scatter,forfeits,loss,program\n");
    for (unsigned i = 0; i < report->standings->players; i++)
        csv_player(report, order[i], out);
}

static json_t *json_value(const struct ratings_value *value)
{
    if (isnan(value->lo))
        return json_pack("{sf sn sn}", "elo", value->elo, "lo", "hi");
    return json_pack("{sf sf sf}", "elo", value->elo, "lo", value->lo, "hi", value->hi);
}

static json_t *json_mean(const struct standings_mean *mean)
{
    return json_pack("{sf sf}", "mean", mean->mean, "error", mean->error);
}

static json_t *json_forfeits(const struct standings_player *player)
{
    json_t *object = json_object();
    if (player->flags)
        json_object_set_new(object, "time", json_integer(player->flags));
    for (unsigned cause = 0; cause < STANDINGS_CAUSES; cause++)
        if (player->forfeits[cause])
            json_object_set_new(object, log_causes[cause], json_integer(player->forfeits[cause]));
    return object;
}

static json_t *json_player(const struct standings_report *report, unsigned i)
{
    const struct standings *standings = report->standings;
    const struct standings_player *player = &standings->player[i];
    json_t *against = json_array();
    for (unsigned k = 0; k < standings->players; k++) {
        const struct standings_cross *cross = &standings->cross[i][k];
        json_array_append_new(
            against,
            json_pack("{ss si si sf si si}", "player", report->schedule->player[k], "games",
                      (int)cross->games, "won", (int)cross->won, "without_luck", cross->adjusted,
                      "different", (int)cross->different, "different_pairs", (int)cross->pairs));
    }
    char label[SCHEDULE_LABEL];
    schedule_label(report->schedule, i, label);
    json_t *object = json_pack(
        "{ss ss si si so so so so sf so si so si so}", "label", label, "player",
        report->schedule->player[i], "games", (int)player->games, "won", (int)player->won, "rating",
        json_value(&standings->ratings.player[i]), "score", json_mean(&player->raw),
        "rating_without_luck", json_value(&standings->without_luck.player[i]), "score_without_luck",
        json_mean(&player->adjusted), "scatter", player->spread, "loss",
        player->decisions ? json_real(player->loss) : json_null(), "decisions",
        (int)player->decisions, "forfeits", json_forfeits(player), "resigned",
        (int)player->resigned, "against", against);
    if (*program_of(report, i))
        json_object_set_new(object, "program", json_string(program_of(report, i)));
    if (report->facts && *report->facts->forfeit[i].id)
        json_object_set_new(object, "first_forfeit",
                            json_pack("{ss ss ss}", "game", report->facts->forfeit[i].id, "trouble",
                                      report->facts->forfeit[i].trouble, "said",
                                      report->facts->forfeit[i].offence));
    return object;
}

static json_t *json_fields(const struct standings_report *report)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < report->schedule->fields; i++) {
        char buffer[TEXT_MAX];
        struct text rules = text_in(buffer, sizeof buffer);
        variant_print(&report->schedule->field[i], &rules);
        json_array_append_new(
            list,
            json_pack("{ss ss so sb}", "game", report->schedule->field[i].game->slug, "rules",
                      buffer, "advantage", json_value(&report->standings->ratings.advantage[i]),
                      "without_luck", report->standings->quiet[i] && report->standings->pairs > 0));
    }
    return list;
}

static json_t *json_sprt(const struct sprt *sprt)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "open", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"
    };
    return json_pack(
        "{sf sf s[iii] ss sf s[ff] ss}", "elo0", sprt->elo0, "elo1", sprt->elo1, "pairs",
        (int)sprt->pairs[SPRT_LOST], (int)sprt->pairs[SPRT_SHARED], (int)sprt->pairs[SPRT_WON],
        "scores", sprt->lucky ? "without luck" : "as played", "ratio", sprt_ratio(sprt), "bounds",
        sprt_lower(sprt), sprt_upper(sprt), "verdict", verdicts[sprt_verdict(sprt)]);
}

void standings_json(const struct standings_report *report, FILE *out)
{
    json_t *players = json_array();
    char seed[32];
    struct text number = text_in(seed, sizeof seed);
    text_add(&number, "%ju", (uintmax_t)report->schedule->seed);
    for (unsigned i = 0; i < report->standings->players; i++)
        json_array_append_new(players, json_player(report, i));
    json_t *root = json_pack(
        "{si so so si si si ss ss ss}", "format", OUTPUT_FORMAT, "fields", json_fields(report),
        "players", players, "pairs", (int)report->standings->pairs, "different_games",
        (int)report->standings->different, "scheduled", (int)schedule_count(report->schedule),
        "seed", seed, "games_in", report->directory, "model",
        "Bradley-Terry with advantages, normal prior of 800 Elo, clustered sandwich: "
        "docs/ratings.md");
    if (report->sprt)
        json_object_set_new(root, "sprt", json_sprt(report->sprt));
    json_dumpf(root, out, JSON_REAL_PRECISION(8));
    fputc('\n', out);
    json_decref(root);
}
