// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/advice_text.h"

#include <string.h>

#include "core/move_text.h"
#include "report/fraction.h"

static bool is_decided(const struct advice_move *move)
{
    return move->certain == ADVICE_WIN || move->certain == ADVICE_LOSS;
}

// The chance is the share of the cases in which the move is safe.
static void add_cases(const struct advice *advice, const struct advice_move *move, struct text *out)
{
    unsigned safe = (unsigned)(mpq_get_d(move->chance) * advice->cases + 0.5);
    if (safe == advice->cases || !safe)
        text_add(out, "safe in %s case", safe ? "every" : "no");
    else
        text_add(out, "safe in %u of %u cases", safe, advice->cases);
    text_add(out, "%s", move->certain == ADVICE_WIN ? ", wins in every case" : "");
}

void report_chance(const struct advice *advice, const struct advice_move *move, struct text *out)
{
    if (advice->kind == ADVICE_CASES) {
        add_cases(advice, move, out);
        return;
    }
    char digits[FRACTION_SIZE];
    double percent = mpq_get_d(move->chance) * 100;
    fraction_print(move->chance, digits);
    if (!move->known)
        text_add(out, "not known");
    else if (advice->kind == ADVICE_TURNS)
        text_add(out, "%s in %s%u turn%s", mpq_sgn(move->chance) ? "wins" : "loses",
                 advice->checked ? "" : "about ", move->turns, move->turns == 1 ? "" : "s");
    else if (is_decided(move) || advice->checked)
        text_add(out, "%s (%.1f %%)", digits, percent);
    else
        text_add(out, "about %.1f %%", percent);
}

// Have all chances that are told the same value against every best plan?
static bool all_agree(const struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->moves[i].known && !advice_agrees(advice, &advice->moves[i]))
            return false;
    return true;
}

const char *report_kind(const struct advice *advice)
{
    static const char *const kinds[][2] = {
        [ADVICE_TURNS] = { "This could not be checked in time.", NULL },
        [ADVICE_EXACT] = { "Chances could not be checked in time.", NULL },
        [ADVICE_AGAINST] = { "Chances are estimates: your opponent has left best play, or they "
                             "could not be checked.",
                             "Chances are against one best way to play." },
        [ADVICE_ABOUT] = { "Chances are estimates, against play that is near the best." },
        [ADVICE_CASES] = { NULL, NULL },
    };
    bool told = advice->kind == ADVICE_TURNS || advice->kind == ADVICE_EXACT;
    for (unsigned i = 0; i < advice->count; i++)
        told |= advice->moves[i].known && !is_decided(&advice->moves[i]);
    if (told && advice->kind == ADVICE_AGAINST && advice->checked && all_agree(advice))
        return "Chances are against best play.";
    return advice->best && told ? kinds[advice->kind][advice->checked] : NULL;
}

// Does the mover's token go to a cell that is known to be safe? What others have
// hidden makes no difference to where it goes.
static bool leads_to_safety(const struct variant *variant, const struct view *view,
                            struct move move)
{
    struct state after;
    struct view then;
    struct board before_it, after_it;
    memset(&after, 0, sizeof after);
    memcpy(after.open, view->open, sizeof after.open);
    view_board(variant, view, &before_it);
    game_apply(variant, &after, move);
    then = game_view(&after, SEAT_NOBODY);
    view_board(variant, &then, &after_it);
    for (unsigned i = before_it.first; i <= before_it.last; i++)
        if (after_it.square[i].tokens & ~before_it.square[i].tokens)
            return before_it.square[i].safe;
    return false;
}

static bool others_lose(const struct advice *advice)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (!advice->moves[i].best && advice->moves[i].certain != ADVICE_LOSS)
            return false;
    return true;
}

static void add_reason(const struct advice *advice, const struct variant *variant,
                       const struct view *view, struct text *out)
{
    const struct advice_move *best = advice->best;
    bool secrets = advice->kind == ADVICE_AGAINST || advice->kind == ADVICE_ABOUT;
    if (best->certain == ADVICE_WIN)
        text_add(out, "It wins whatever your opponent does.\n");
    else if (advice->kind == ADVICE_TURNS && advice_all_lose(advice))
        text_add(out, "Every move loses against best play; this one holds out longest.\n");
    else if (secrets && advice_all_lose(advice))
        text_add(out, "Every move loses if your opponent makes no mistake, whatever is hidden.\n");
    else if (!best->known && others_lose(advice))
        text_add(out, "Every other move is a sure loss.\n");
    else if (advice->checked && best->known && mpq_sgn(best->chance) == 0)
        text_add(out, "Every move loses against %s.\n",
                 secrets && !all_agree(advice) ? "one best way to play" : "best play");
    else if (secrets && best->certain == ADVICE_SAFE)
        text_add(out, "It is safe in every case that is still possible.\n");
    else if (!secrets && leads_to_safety(variant, view, best->move))
        text_add(out, "It goes to a place that is known to be safe.\n");
}

void report_best(const struct advice *advice, const struct variant *variant,
                 const struct view *view, struct text *out)
{
    enum { SHOWN = 8 };
    unsigned shown = 0;
    if (!advice->best) {
        text_add(out, "No chances from here on: only what is certain is known.\n");
        return;
    }
    text_add(out, "Best: ");
    for (unsigned i = 0; i < advice->count; i++) {
        if (!advice->moves[i].best)
            continue;
        if (shown < SHOWN) {
            text_add(out, "%s", shown ? ", or " : "");
            move_print(variant->game, advice->moves[i].move, out);
        }
        shown++;
    }
    if (shown == SHOWN + 1)
        text_add(out, ", or one other");
    else if (shown > SHOWN)
        text_add(out, ", or one of %u others", shown - SHOWN);
    text_add(out, ".\n");
    add_reason(advice, variant, view, out);
}

static void add_range(const struct advice_move *move, struct text *out)
{
    char least[FRACTION_SIZE], most[FRACTION_SIZE];
    fraction_print(move->least, least);
    fraction_print(move->most, most);
    if (strlen(least) + strlen(most) < 24)
        text_add(out, ", %s to %s against all best plans", least, most);
    else
        text_add(out, ", %.1f to %.1f %% against all best plans", mpq_get_d(move->least) * 100,
                 mpq_get_d(move->most) * 100);
}

void report_move(const struct advice *advice, const struct advice_move *move, struct text *out)
{
    static const char *const certain[] = {
        [ADVICE_NOTHING] = "",
        [ADVICE_SAFE] = ", safe",
        [ADVICE_WIN] = ", a sure win",
        [ADVICE_LOSS] = ", a sure loss",
    };
    bool secrets = advice->kind == ADVICE_AGAINST || advice->kind == ADVICE_ABOUT;
    report_chance(advice, move, out);
    if (secrets)
        text_add(out, "%s", certain[move->certain]);
    if (advice->ranged && move->known && !advice_agrees(advice, move))
        add_range(move, out);
    if (advice->kind == ADVICE_AGAINST && advice->checked && move->best && !is_decided(move) &&
        mpq_cmp_ui(move->share, 1, 200) >= 0 && mpq_cmp_ui(move->share, 1, 1) < 0)
        text_add(out, "; one best plan plays it %.0f %% of the time", mpq_get_d(move->share) * 100);
}

// --- The coach

static void add_name(const struct variant *variant, const struct advice_move *move,
                     struct text *out)
{
    move_print(variant->game, move->move, out);
}

static const struct advice_move *find_certain(const struct advice *advice,
                                              enum advice_certain certain)
{
    for (unsigned i = 0; i < advice->count; i++)
        if (advice->moves[i].certain == certain)
            return &advice->moves[i];
    return NULL;
}

static void add_both(const struct advice *advice, const struct variant *variant,
                     const struct advice_move *chosen, struct text *out)
{
    report_chance(advice, chosen, out);
    text_add(out, "; ");
    add_name(variant, advice->best, out);
    text_add(out, " ");
    report_chance(advice, advice->best, out);
    text_add(out, ".");
}

static void add_chance_lost(const struct advice *advice, const struct variant *variant,
                            const struct advice_move *chosen, struct text *out)
{
    mpq_t lost;
    mpq_init(lost);
    mpq_sub(lost, advice->best->chance, chosen->chance);
    double percent = mpq_get_d(lost) * 100;
    bool agree = advice_agrees(advice, advice->best) && advice_agrees(advice, chosen);
    if (advice->kind == ADVICE_AGAINST && advice->checked)
        text_add(out, "Against %s this gives away %.1f %%: ",
                 agree ? "best play" : "one best way to play", percent);
    else
        text_add(out, "This gives away %s%.1f %%: ", advice->checked ? "" : "about ", percent);
    add_both(advice, variant, chosen, out);
    mpq_clear(lost);
}

// What is said first: it does not give the better move away.
static const char *what_it_does(const struct advice *advice, enum advice_loss loss)
{
    static const char *const does[] = {
        [ADVICE_LOSES_NOTHING] = "is fine",
        [ADVICE_LOSES_WIN] = "gives up a sure win",
        [ADVICE_LOSES_ALL] = "loses",
        [ADVICE_LOSES_SAFETY] = "may go wrong at once",
        [ADVICE_LOSES_CHANCE] = "gives away much of your chance",
    };
    return loss == ADVICE_LOSES_WIN && advice->kind == ADVICE_TURNS ? "loses" : does[loss];
}

void report_warning(const struct advice *advice, const struct variant *variant, struct move move,
                    struct text *out)
{
    const struct advice_move *chosen = advice_find(advice, move);
    enum advice_loss loss = chosen ? advice_loss(advice, chosen) : ADVICE_LOSES_NOTHING;
    if (loss != ADVICE_LOSES_NOTHING)
        text_add(out, "Careful: this %s. Look again?\n", what_it_does(advice, loss));
    switch (loss) {
    case ADVICE_LOSES_NOTHING:
        break;
    case ADVICE_LOSES_WIN:
        if (advice->kind == ADVICE_TURNS) {
            text_add(out, "This throws the game away: ");
            add_both(advice, variant, chosen, out);
            break;
        }
        text_add(out, "This gives up a sure win: ");
        add_name(variant, find_certain(advice, ADVICE_WIN), out);
        text_add(out, " wins whatever your opponent does.");
        break;
    case ADVICE_LOSES_ALL:
        text_add(out, "This is a sure loss; ");
        add_name(variant, advice->best, out);
        text_add(out, " is not.");
        break;
    case ADVICE_LOSES_SAFETY:
        text_add(out, "This may go wrong at once; ");
        add_name(variant, find_certain(advice, ADVICE_SAFE), out);
        text_add(out, " cannot.");
        break;
    case ADVICE_LOSES_CHANCE:
        add_chance_lost(advice, variant, chosen, out);
        break;
    }
}
