// SPDX-License-Identifier: GPL-3.0-or-later
// Rating the moves of a position, and drawing one as the plans do.
#include <string.h>

#include "core/memory.h"
#include "solve/chase.h"
#include "solve/secrets.h"
#include "solve/sure.h"

// How many positions may be looked at to find out how play has gone.
enum { TRAIL_WORK = 2000000 };

// --- How play has gone

// The position after a move that went this way.
static struct state after_way(const struct secrets *secrets, unsigned shape,
                              const struct state *state, const struct veil_edge *edge, unsigned way)
{
    const struct veil *veil = &secrets->veil;
    struct state next = *state;
    unsigned reader = edge->reader;
    for (unsigned i = 0; reader && i < veil->type_count[reader]; i++)
        if (edge->takes[veil->shapes[shape].class_of[reader][i]] == way) {
            memcpy(next.secret[reader], veil->secret[reader][i], SECRET_SIZE);
            break;
        }
    game_apply(&secrets->variant, &next, edge->move);
    memset(next.secret, 0, sizeof next.secret);
    return next;
}

// Looks for the position exactly so many moves on.
static bool follow(const struct secrets *secrets, struct secrets_trail *trail, unsigned moves,
                   const struct view *view, unsigned *work)
{
    const struct veil_shape *shape = &secrets->veil.shapes[trail->shape];
    struct state before = trail->state;
    unsigned from = trail->shape;
    if (!moves)
        return !memcmp(trail->state.open, view->open, OPEN_SIZE);
    if (state_turn(&trail->state)->winner)
        return false;
    for (unsigned i = 0; i < VEIL_WAYS * shape->count; i++) {
        const struct veil_edge *edge = &secrets->veil.edges[shape->first + i / VEIL_WAYS];
        const struct veil_way *way = &edge->way[i % VEIL_WAYS];
        if (!way->child || !*work) // the root is nobody's child: the game is over
            continue;
        --*work;
        trail->state = after_way(secrets, from, &before, edge, i % VEIL_WAYS);
        trail->shape = way->child;
        trail->events[trail->count++] =
            (struct event){ .move = edge->move, .seat = shape->mover, .outcome = way->outcome };
        if (follow(secrets, trail, moves - 1, view, work))
            return true;
        trail->count--;
    }
    trail->state = before;
    trail->shape = from;
    return false;
}

// Goes on from where the last position was found, or else from the beginning.
static bool find_trail(struct secrets *secrets, const struct view *view)
{
    struct secrets_trail trail = secrets->trail;
    unsigned work = TRAIL_WORK, most = game_bound(&secrets->variant);
    bool known = trail.count, found = false;
    for (unsigned moves = 0; known && !found && moves <= 4; moves++)
        found = follow(secrets, &trail, moves, view, &work);
    if (!found) {
        trail.count = 0;
        trail.shape = 0;
        trail.state = secrets->veil.start;
    }
    for (unsigned moves = 0; !found && work && moves <= most; moves++)
        found = follow(secrets, &trail, moves, view, &work);
    if (found)
        secrets->trail = trail;
    return found;
}

static unsigned own_type(const struct secrets *secrets, const struct view *view)
{
    const struct veil *veil = &secrets->veil;
    for (unsigned i = 0; veil->hides[view->seat] && i < veil->type_count[view->seat]; i++)
        if (!memcmp(veil->secret[view->seat][i], view->secret, SECRET_SIZE))
            return i;
    return 0;
}

// --- Ratings: the mover's chance and the plan's share, move by move

struct rating {
    struct move *moves;
    mpq_t *value, *share;
    bool *open; // the value may be anything
    bool *sure; // wins whatever the other does and has hidden
    unsigned count;
    bool known; // are the values known?
};

static void rating_clear(struct rating *rating)
{
    for (unsigned i = 0; i < rating->count; i++)
        mpq_clears(rating->value[i], rating->share[i], NULL);
    mem_free(rating->moves);
    mem_free(rating->value);
    mem_free(rating->share);
    mem_free(rating->open);
    mem_free(rating->sure);
}

// All legal moves, unless there are too many ways to hide something: then as many
// as could have been solved.
static unsigned count_moves(const struct secrets *secrets, const struct view *view)
{
    struct walk walk = { 0 };
    unsigned count = 0;
    while (count < VEIL_TYPES_MAX && view_walk(&secrets->variant, view, &walk))
        count++;
    return count;
}

static bool rating_new(struct rating *rating, const struct secrets *secrets,
                       const struct view *view)
{
    unsigned count = count_moves(secrets, view);
    struct walk walk = { 0 };
    *rating = (struct rating){ .moves = mem_new(count * sizeof *rating->moves),
                               .value = mem_new(count * sizeof *rating->value),
                               .share = mem_new(count * sizeof *rating->share),
                               .open = mem_new(count * sizeof *rating->open),
                               .sure = mem_new(count * sizeof *rating->sure) };
    if (!rating->moves || !rating->value || !rating->share || !rating->open || !rating->sure)
        return false;
    for (; rating->count < count; rating->count++) {
        view_walk(&secrets->variant, view, &walk);
        rating->moves[rating->count] = walk.move;
        rating->open[rating->count] = rating->sure[rating->count] = false;
        mpq_inits(rating->value[rating->count], rating->share[rating->count], NULL);
    }
    if (count == VEIL_TYPES_MAX && secrets->sure_hides) // the one that counts is among them
        rating->moves[count - 1] = secrets->sure_move;
    return true;
}

static void set_ratio(mpq_t to, uint64_t part, uint64_t all)
{
    mpz_set_ui(mpq_numref(to), part);
    mpz_set_ui(mpq_denref(to), all);
    mpq_canonicalize(to);
}

// The types are in the order of the legal moves.
static bool rate_hiding(const struct secrets *secrets, unsigned seat, struct rating *rating)
{
    if (secrets->method == SECRETS_PATHS) {
        const struct paths *paths = &secrets->paths;
        for (unsigned i = 0; i < paths->type_count; i++)
            mpq_add(rating->share[paths->type[i]], rating->share[paths->type[i]],
                    paths->type_weight[i]);
        return rating->known = paths_rate_types(paths, rating->value);
    }
    const struct secrets_side *own = secrets->side[seat], *other = secrets->side[opponent(seat)];
    uint64_t *least = mem_new(rating->count * sizeof *least);
    rating->known = least && plan_answers(&other->plan, least);
    for (unsigned i = 0; rating->known && i < rating->count; i++)
        set_ratio(rating->value[i], other->plan.unit - least[i], other->plan.unit);
    // One type stands for its class.
    for (unsigned i = rating->count; i-- > 0;) {
        unsigned class = own->veil.shapes[0].class_of[seat][i];
        bool first = true;
        for (unsigned k = 0; k < i; k++)
            first &= own->veil.shapes[0].class_of[seat][k] != class;
        if (first)
            set_ratio(rating->share[i], own->plan.root[class], own->plan.unit);
    }
    mem_free(least);
    return rating->known;
}

static bool rate_path(const struct secrets *secrets, struct rating *rating)
{
    const struct veil *veil = &secrets->veil;
    unsigned edges[MOVES_MAX], shape = 0;
    for (unsigned i = 0; i < secrets->trail.count; i++) {
        unsigned e = veil->shapes[shape].first;
        while (!move_equal(veil->edges[e].move, secrets->trail.events[i].move))
            e++;
        edges[i] = e;
        shape = chase_pass(&veil->edges[e], secrets->paths.hider)->child;
    }
    return rating->known = paths_rate_edges(&secrets->paths, edges, secrets->trail.count,
                                            rating->share, rating->value);
}

// The shares of a class's moves at the node, where the plan goes there.
static void share_node(const struct plan *plan, const struct secrets_trail *trail, unsigned type,
                       struct rating *rating)
{
    unsigned node = plan_find(plan, trail->events, trail->count);
    if (node == TREE_END)
        return;
    const struct veil_shape *shape = tree_shape(plan->tree, node);
    unsigned class = shape->class_of[plan->seat][type], classes = shape->classes[plan->seat];
    const uint64_t *move = plan->move + plan->tree->nodes[node].at + class;
    uint64_t all = 0;
    for (unsigned e = 0; e < shape->count; e++)
        all += move[e * (size_t)classes];
    for (unsigned e = 0; all && e < shape->count; e++)
        for (unsigned i = 0; i < rating->count; i++)
            if (move_equal(rating->moves[i], plan->tree->veil->edges[shape->first + e].move))
                set_ratio(rating->share[i], move[e * (size_t)classes], all);
}

// All that the viewer holds possible; NULL without memory.
static struct state *possible(const struct secrets *secrets, const struct view *view, size_t *count)
{
    const struct veil *veil = &secrets->veil;
    unsigned other = opponent(view->seat);
    struct state *states = mem_new(veil->type_count[other] * sizeof *states);
    *count = 0;
    for (unsigned i = 0; states && i < veil->type_count[other]; i++) {
        struct state state = veil->start;
        memcpy(state.secret[view->seat], view->secret, SECRET_SIZE);
        if (veil->hides[other])
            memcpy(state.secret[other], veil->secret[other][i], SECRET_SIZE);
        for (unsigned k = 0; k < secrets->trail.count && !state_turn(&state)->winner; k++)
            game_apply(&secrets->variant, &state, secrets->trail.events[k].move);
        if (!memcmp(state.open, view->open, OPEN_SIZE))
            states[(*count)++] = state;
    }
    return states;
}

// Does the move lose at once in all of them?
static bool loses_at_once(const struct secrets *secrets, unsigned seat, const struct state *states,
                          size_t count, struct move move)
{
    bool lost = states && count;
    for (size_t i = 0; lost && i < count; i++) {
        struct state next = states[i];
        game_apply(&secrets->variant, &next, move);
        lost = state_turn(&next)->winner == opponent(seat);
    }
    return lost;
}

// Where the winner is certain, so is the best move. Of the winner's other moves
// little is known: they may win as well, only later.
static bool rate_decided(const struct secrets *secrets, const struct view *view,
                         struct rating *rating)
{
    const struct veil_shape *shape = &secrets->veil.shapes[secrets->trail.shape];
    size_t count;
    if (!shape->winner)
        return false;
    struct state *states = possible(secrets, view, &count);
    for (unsigned e = 0; e < shape->count; e++) {
        const struct veil_edge *edge = &secrets->veil.edges[shape->first + e];
        bool wins = edge->way[0].winner == shape->mover &&
                    (!edge->reader || edge->way[1].winner == shape->mover);
        mpq_set_ui(rating->value[e], wins, 1);
        mpq_set_ui(rating->share[e], wins, 1);
        rating->sure[e] = wins;
        rating->open[e] = !wins && shape->winner == shape->mover &&
                          !loses_at_once(secrets, view->seat, states, count, edge->move);
    }
    mem_free(states);
    return rating->known = true;
}

static bool rate_node(const struct secrets *secrets, const struct view *view, struct rating *rating)
{
    const struct secrets_trail *trail = &secrets->trail;
    const struct plan *other = &secrets->side[opponent(view->seat)]->plan;
    uint64_t won[MOVES_MAX], all;
    unsigned type = own_type(secrets, view);
    share_node(&secrets->side[view->seat]->plan, trail, type, rating);
    rating->known = plan_after(other, trail->events, trail->count, type, won, &all) && all > 0;
    for (unsigned i = 0; rating->known && i < rating->count; i++)
        set_ratio(rating->value[i], all - won[i], all);
    return rating->known;
}

// --- A sure win: what the winner does in all that it holds possible

static bool sure_now(struct secrets *secrets, const struct view *view, struct move *move)
{
    uint64_t nodes = 0;
    size_t count;
    if (!secrets->veil.shape_count && veil_build(&secrets->veil, &secrets->variant, secrets->first,
                                                 (struct veil_limit){ 0 }) != VEIL_FITS)
        return false;
    if (!find_trail(secrets, view))
        return false;
    struct state *states = possible(secrets, view, &count);
    bool sure = states && count &&
                sure_search(&secrets->variant, view->seat, states, count, 1000000, move, &nodes) ==
                    SURE_YES;
    mem_free(states);
    return sure;
}

// Those that win for sure are as good as each other.
static void share_evenly(struct rating *rating)
{
    unsigned sure = 0;
    for (unsigned i = 0; i < rating->count; i++)
        sure += mpq_sgn(rating->value[i]) > 0;
    for (unsigned i = 0; i < rating->count; i++)
        if (mpq_sgn(rating->value[i]) > 0)
            mpq_set_ui(rating->share[i], 1, sure);
}

// The loser's moves all lose. The winner's sure moves win; the others may.
static bool rate_sure(struct secrets *secrets, const struct view *view, struct rating *rating)
{
    struct move move;
    bool hiding = view_hides(&secrets->variant, view);
    rating->known = true;
    if (view->seat != secrets->winner)
        return true;
    if (!hiding && !sure_now(secrets, view, &move))
        return rating->known = false;
    for (unsigned i = 0; i < rating->count; i++) {
        rating->sure[i] = hiding ? secrets_stays_sure(secrets, rating->moves[i])
                                 : move_equal(rating->moves[i], move);
        rating->open[i] = !rating->sure[i];
        mpq_set_ui(rating->value[i], rating->sure[i], 1);
    }
    share_evenly(rating);
    return true;
}

static bool rate(struct secrets *secrets, const struct view *view, struct rating *rating)
{
    if (!rating_new(rating, secrets, view))
        return false;
    if (secrets->method == SECRETS_SURE)
        return rate_sure(secrets, view, rating);
    if (view_hides(&secrets->variant, view))
        return rate_hiding(secrets, view->seat, rating);
    if (!find_trail(secrets, view))
        return false;
    if (rate_decided(secrets, view, rating))
        return true;
    if (secrets->method == SECRETS_PATHS)
        return rate_path(secrets, rating);
    return rate_node(secrets, view, rating);
}

// --- What others get

static void set_rated(const struct view *view, const struct rating *rating, unsigned i,
                      struct rated *rated)
{
    rated->move = rating->moves[i];
    rated->best = mpq_sgn(rating->share[i]) > 0;
    rated->sure = rating->sure[i];
    mpq_set(rated->share, rating->share[i]);
    mpq_set(rated->lo, rating->value[i]);
    mpq_set(rated->hi, rating->value[i]);
    if (rating->open[i])
        mpq_set_ui(rated->hi, 1, 1);
    if (view->seat == SEAT_1)
        return;
    mpq_swap(rated->lo, rated->hi);
    for (unsigned end = 0; end < 2; end++) {
        mpq_ptr value = end ? rated->hi : rated->lo;
        mpz_sub(mpq_numref(value), mpq_denref(value), mpq_numref(value));
    }
}

// The mover's best chance is the position's.
static void set_value(const struct rating *rating, unsigned seat, struct answer *answer)
{
    unsigned best = 0;
    for (unsigned i = 1; i < rating->count; i++)
        if (mpq_cmp(rating->value[i], rating->value[best]) > 0)
            best = i;
    mpq_set(answer->lo, rating->value[best]);
    if (seat == SEAT_2)
        mpz_sub(mpq_numref(answer->lo), mpq_denref(answer->lo), mpq_numref(answer->lo));
    mpq_set(answer->hi, answer->lo);
}

// Where the plan mixes nothing, the best moves are those with the best chance.
static void mark_best(const struct rating *rating, struct answer *answer)
{
    bool planned = false;
    unsigned best = 0;
    for (unsigned i = 0; i < rating->count; i++) {
        planned |= answer->moves[i].best;
        best = mpq_cmp(rating->value[i], rating->value[best]) > 0 ? i : best;
    }
    for (unsigned i = 0; !planned && i < rating->count; i++)
        answer->moves[i].best = mpq_equal(rating->value[i], rating->value[best]);
}

bool secrets_rate(struct secrets *secrets, const struct view *view, struct answer *answer,
                  struct text *why)
{
    struct rating rating;
    bool rated = rate(secrets, view, &rating);
    if (!rated)
        text_add(why, "The chances here cannot be told: play has left what was solved, or there "
                      "is not enough memory.");
    rated = rated && answer_begin(answer, SOLVE_SECRETS, rating.count, why);
    if (rated) {
        secrets_describe(secrets, answer);
        for (unsigned i = 0; i < rating.count; i++)
            set_rated(view, &rating, i, &answer->moves[i]);
        set_value(&rating, view->seat, answer);
        mark_best(&rating, answer);
    }
    rating_clear(&rating);
    return rated;
}

// Draws by the shares, which sum to one.
static unsigned draw_share(const struct rating *rating, struct random *random)
{
    double drawn = (double)(random->draw(random) >> 11) / (double)(UINT64_C(1) << 53);
    unsigned last = 0;
    for (unsigned i = 0; i < rating->count; i++) {
        if (!mpq_sgn(rating->share[i]))
            continue;
        last = i;
        drawn -= mpq_get_d(rating->share[i]);
        if (drawn < 0)
            break;
    }
    return last;
}

bool secrets_draw(struct secrets *secrets, const struct view *view, struct random *random,
                  struct move *move)
{
    struct rating rating;
    bool known = rate(secrets, view, &rating), planned = false;
    unsigned best = 0;
    for (unsigned i = 0; i < rating.count; i++) {
        planned |= mpq_sgn(rating.share[i]) > 0;
        best = mpq_cmp(rating.value[i], rating.value[best]) > 0 ? i : best;
    }
    bool lost = secrets->method == SECRETS_SURE && view->seat != secrets->winner;
    if (planned || (known && !lost))
        *move = rating.moves[planned ? draw_share(&rating, random) : best];
    rating_clear(&rating);
    return planned || (known && !lost);
}
