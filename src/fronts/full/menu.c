// SPDX-License-Identifier: GPL-3.0-or-later
// The menu: which game, and then how it is to be played.
#include <stdio.h>
#include <string.h>

#include "fronts/full/choices.h"
#include "fronts/full/full.h"
#include "fronts/full/page.h"
#include "fronts/full/setup.h"
#include "games/games.h"

enum { GAMES_SHOWN = 32 };

static void paint_list(struct screen *screen, void *page)
{
    page_paint_list(screen, page);
}

// The games, each with the picture of its first position.
struct catalogue {
    struct page_row rows[GAMES_SHOWN + 1];
    struct picture pictures[GAMES_SHOWN];
    struct board boards[GAMES_SHOWN];
    unsigned games;
};

static void add_game(struct catalogue *catalogue, const struct game *game)
{
    unsigned i = catalogue->games++;
    struct page_row *row = &catalogue->rows[i];
    struct rules rules = rules_book(game);
    struct state state = game_start(game, &rules, SEAT_1);
    struct view view = game_view(&state, SEAT_NOBODY);
    view_board(game, &rules, &view, &catalogue->boards[i]);
    catalogue->pictures[i] = (struct picture){
        .game = game,
        .board = &catalogue->boards[i],
        .focus = NO_CELL,
    };
    snprintf(row->label, sizeof row->label, "%u %s", i + 1, game->title);
    snprintf(row->note, sizeof row->note, "%s", game->pitch);
    row->picture = &catalogue->pictures[i];
}

static void fill(struct catalogue *catalogue)
{
    memset(catalogue, 0, sizeof *catalogue);
    for (const struct game *const *game = games; *game && catalogue->games < GAMES_SHOWN; game++)
        add_game(catalogue, *game);
    snprintf(catalogue->rows[catalogue->games].label, sizeof catalogue->rows[0].label, "q Leave");
}

static unsigned last_game(const struct choices *choices, unsigned count)
{
    char slug[CHOICES_VALUE_SIZE];
    choices_get(choices, "", "game", slug);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(games[i]->slug, slug) == 0)
            return i;
    return 0;
}

// Sets up one game and plays it, as often as is wanted.
static enum full_end play_game(struct ui *ui, const struct game *game, struct choices *choices,
                               struct text *why)
{
    struct session session;
    choices_set(choices, "", "game", game->slug);
    session_init(&session, game);
    enum full_end end = setup_show(ui, &session, choices);
    if (end == FULL_PLAY)
        end = full_play(ui, &session, why);
    session_clear(&session);
    return end;
}

// A row by the arrows, by its number or by a click; true if it is chosen.
static bool choose_row(struct page_list *page, uint32_t press)
{
    if (press == PRESS_UP || press == PRESS_LEFT)
        page->focus = page->focus ? page->focus - 1 : page->count - 1;
    else if (press == PRESS_DOWN || press == PRESS_RIGHT || press == PRESS_TAB)
        page->focus = (page->focus + 1) % page->count;
    else if (press >= '1' && press < '0' + page->count)
        page->focus = press - '1';
    else if (press >= PRESS_ROW && press < PRESS_ROW + page->count)
        page->focus = press - PRESS_ROW;
    return press == PRESS_ENTER || (press >= '1' && press < '0' + page->count) ||
           press >= PRESS_ROW;
}

static const struct page_key keys[] = {
    { "Enter", "choose", PRESS_ENTER },
    { "r", "rule book", 'r' },
    { "q", "leave", 'q' },
    { "Up Down", "move", 0 },
    { 0 },
};

static bool show_rules(struct ui *ui, unsigned game)
{
    struct rules rules = rules_book(games[game]);
    return ui_show_rules(ui, games[game], &rules);
}

enum full_end full_menu(struct ui *ui, struct text *why)
{
    struct choices choices;
    struct catalogue catalogue;
    choices_read(&choices);
    fill(&catalogue);
    struct page_list page = {
        .title = "Causeway: five duels on a line",
        .rows = catalogue.rows,
        .count = catalogue.games + 1,
        .focus = last_game(&choices, catalogue.games),
        .warning = "",
        .keys = keys,
    };
    for (;;) {
        uint32_t press = ui_read(ui, paint_list, &page);
        enum full_end end = FULL_OTHER;
        bool chosen = choose_row(&page, press);
        if (press == 'r' && page.focus < catalogue.games && !show_rules(ui, page.focus))
            return FULL_LEAVE;
        if (press == PRESS_LEAVE || press == 'q' || (chosen && page.focus == catalogue.games))
            return FULL_LEAVE;
        if (chosen)
            end = play_game(ui, games[page.focus], &choices, why);
        if (end == FULL_LEAVE || end == FULL_FAILED)
            return end;
    }
}
