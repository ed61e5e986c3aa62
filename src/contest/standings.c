// SPDX-License-Identifier: GPL-3.0-or-later
#include "contest/standings.h"

#include <math.h>

#include "core/memory.h"

// Sums over pairs, for means and their errors.
struct pair_sums {
    double count, raw, raw_squares, adjusted, adjusted_squares;
};

static void add_pair_score(struct pair_sums *sums, double raw, double adjusted)
{
    sums->count++;
    sums->raw += raw;
    sums->raw_squares += raw * raw;
    sums->adjusted += adjusted;
    sums->adjusted_squares += adjusted * adjusted;
}

// Of one observation; with a single one nothing is known.
static double variance(double count, double sum, double squares)
{
    return count < 2 ? 0 : fmax(squares - sum * sum / count, 0) / (count - 1);
}

static struct standings_mean mean_of(double count, double sum, double squares)
{
    if (count == 0)
        return (struct standings_mean){ 0 };
    return (struct standings_mean){ sum / count, sqrt(variance(count, sum, squares) / count) };
}

// How the loser lost.
static void count_end(struct standings *standings, const struct schedule_pair *pair,
                      const struct standings_game *game)
{
    struct standings_player *loser = &standings->player[pair->player[game->won ? 1 : 0]];
    loser->flags += game->end == LOG_END_FLAGGED;
    loser->resigned += game->end == LOG_END_RESIGNED;
    if (game->end == LOG_END_FORFEITED && game->cause < STANDINGS_CAUSES)
        loser->forfeits[game->cause]++;
}

static void count_game(struct standings *standings, const struct schedule_pair *pair,
                       const struct standings_game *game)
{
    for (unsigned i = 0; i < 2; i++) {
        unsigned own = pair->player[i], other = pair->player[1 - i];
        struct standings_player *player = &standings->player[own];
        struct standings_cross *cross = &standings->cross[own][other];
        bool won = game->won == (i == 0);
        player->games++;
        player->won += won;
        player->loss += game->loss[i];
        player->decisions += game->decisions[i];
        cross->games++;
        cross->won += won;
        cross->adjusted += i == 0 ? game->score : 1 - game->score;
    }
    standings->lucky |= game->adjusted && game->score != game->won;
    standings->quiet[pair->field] &= game->adjusted;
    count_end(standings, pair, game);
}

struct standings_seen standings_seen_new(void)
{
    return (struct standings_seen){ map_of(3, 1), map_of(2, 1) };
}

void standings_seen_free(struct standings_seen *seen)
{
    map_free(&seen->pairs);
    map_free(&seen->games);
}

// Without memory for it a game is taken for a new one.
static bool is_first(struct map *map, const uint64_t *key)
{
    uint64_t *known = map_add(map, key, 0);
    bool first = !known || !*known;
    if (known)
        *known = 1;
    return first;
}

bool standings_is_new(struct standings_seen *seen, const struct schedule_pair *pair,
                      const struct standings_pair *played, unsigned *different)
{
    uint64_t meeting = ((uint64_t)pair->player[0] * RATINGS_PLAYERS + pair->player[1]) * //
                           RATINGS_FIELDS +
                       pair->field + 1;
    uint64_t key[3] = { meeting, played->game[0].hash, played->game[1].hash };
    for (unsigned i = 0; i < 2; i++) {
        uint64_t game[2] = { 2 * meeting + i, played->game[i].hash };
        *different += !game[1] || is_first(&seen->games, game);
    }
    return !key[1] || !key[2] || is_first(&seen->pairs, key);
}

static void count_pair(struct standings *standings, struct pair_sums *sums,
                       const struct schedule_pair *pair, const struct standings_pair *played,
                       struct standings_seen *seen)
{
    double raw = (played->game[0].won + played->game[1].won) / 2.0;
    double adjusted = (played->game[0].score + played->game[1].score) / 2;
    unsigned different = 0;
    bool is_new = standings_is_new(seen, pair, played, &different);
    if (is_new) {
        add_pair_score(&sums[pair->player[0]], raw, adjusted);
        add_pair_score(&sums[pair->player[1]], 1 - raw, 1 - adjusted);
    }
    for (unsigned i = 0; i < 2; i++) {
        struct standings_cross *cross = &standings->cross[pair->player[i]][pair->player[1 - i]];
        cross->different += different;
        cross->pairs += is_new;
        count_game(standings, pair, &played->game[i]);
    }
    standings->different += different;
    standings->pairs++;
}

static void finish_player(struct standings_player *player, const struct pair_sums *sums)
{
    player->raw = mean_of(sums->count, sums->raw, sums->raw_squares);
    player->adjusted = mean_of(sums->count, sums->adjusted, sums->adjusted_squares);
    player->spread = sqrt(variance(sums->count, sums->raw, sums->raw_squares));
    if (player->decisions > 0)
        player->loss /= player->decisions;
}

static void count_all(struct standings *standings, const struct schedule *schedule,
                      const struct standings_pair *pairs)
{
    struct pair_sums sums[RATINGS_PLAYERS] = { 0 };
    struct standings_seen seen = standings_seen_new();
    *standings = (struct standings){ .players = schedule->players, .fields = schedule->fields };
    for (unsigned i = 0; i < schedule->fields; i++)
        standings->quiet[i] = true;
    for (unsigned i = 0; i < schedule_count(schedule); i++)
        if (pairs[i].played) {
            struct schedule_pair pair = schedule_pair(schedule, i);
            count_pair(standings, sums, &pair, &pairs[i], &seen);
        }
    standings_seen_free(&seen);
    for (unsigned i = 0; i < schedule->players; i++)
        finish_player(&standings->player[i], &sums[i]);
}

// The games as the ratings want them, from the view of the player who moved first.
static unsigned list_games(const struct schedule *schedule, const struct standings_pair *pairs,
                           bool adjusted, struct ratings_game *games)
{
    unsigned count = 0, different = 0;
    struct standings_seen seen = standings_seen_new();
    for (unsigned i = 0; i < schedule_count(schedule); i++) {
        struct schedule_pair pair = schedule_pair(schedule, i);
        if (!pairs[i].played || !standings_is_new(&seen, &pair, &pairs[i], &different))
            continue;
        for (unsigned k = 0; k < 2; k++) {
            const struct standings_game *game = &pairs[i].game[k];
            double score = adjusted ? game->score : game->won;
            games[count++] = (struct ratings_game){
                .first = pair.player[k],
                .second = pair.player[1 - k],
                .field = pair.field,
                .group = i,
                .score = k == 0 ? score : 1 - score,
            };
        }
    }
    standings_seen_free(&seen);
    return count;
}

static void drop_interval(struct ratings_value *value)
{
    value->lo = value->hi = NAN;
}

// Of those who have a meeting with too few different pairs; then nothing is known of the
// advantages, either.
static void drop_intervals(const struct standings *standings, struct ratings *ratings)
{
    bool any = false;
    for (unsigned i = 0; i < standings->players; i++) {
        bool few = false;
        for (unsigned k = 0; k < standings->players; k++)
            few |=
                standings->cross[i][k].games > 0 && standings->cross[i][k].pairs < STANDINGS_LEAST;
        if (few || standings->player[i].games == 0)
            drop_interval(&ratings->player[i]);
        any |= few;
    }
    for (unsigned i = 0; i < standings->fields && any; i++)
        drop_interval(&ratings->advantage[i]);
}

static bool rate(struct standings *standings, const struct schedule *schedule,
                 const struct standings_pair *pairs, struct ratings_game *games, struct text *why)
{
    struct ratings *const both[2] = { &standings->ratings, &standings->without_luck };
    for (unsigned i = 0; i < 2; i++) {
        unsigned count = list_games(schedule, pairs, i == 1, games);
        *both[i] = (struct ratings){ .players = schedule->players, .fields = schedule->fields };
        if (!ratings_fit(both[i], games, count, why))
            return false;
        drop_intervals(standings, both[i]);
    }
    return true;
}

bool standings_make(struct standings *standings, const struct schedule *schedule,
                    const struct standings_pair *pairs, struct text *why)
{
    count_all(standings, schedule, pairs);
    struct ratings_game *games = mem_new((2 * standings->pairs + 1) * sizeof *games);
    if (!games) {
        text_add(why, "There is not enough memory for the ratings.");
        return false;
    }
    bool made = rate(standings, schedule, pairs, games, why);
    mem_free(games);
    return made;
}

void standings_order(const struct standings *standings, unsigned order[RATINGS_PLAYERS])
{
    for (unsigned i = 0; i < standings->players; i++) {
        unsigned at = i;
        for (; at > 0 &&
               standings->ratings.player[order[at - 1]].elo < standings->ratings.player[i].elo;
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
