// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "drive/resume.h"
#include "fronts/full/page.h"
#include "ui/saved.h"
#include "games/games.h"

// The newest games of those that are wanted; older ones are reached by a filter, or with
// causeway games.
enum { LISTED_MOST = 1000, OPPONENTS = 64 };

enum game_list_result { RESULT_ANY, RESULT_WON, RESULT_LOST, RESULTS };

struct game_list {
    struct ui *ui;
    struct store *store;
    struct page_list page;
    char own[SETTINGS_NAME_SIZE]; // the player's name
    char opponents[OPPONENTS][LOG_PLAYER];
    unsigned opponent_count;
    char state[160], warning[2 * TEXT_MAX];

    // The filters; 0 lets all games through.
    bool finished;
    unsigned game, opponent, result;

    unsigned count;
    char id[LISTED_MOST][COMMIT_ID];
    struct page_row rows[LISTED_MOST];
};

static const char *title_of(const char *slug)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_same((*game)->slug, slug))
            return (*game)->title;
    return slug;
}

static bool is_human(const struct store_round *game, unsigned seat)
{
    return strcmp(game->player[seat], "human") == 0;
}

// What an opponent is listed as: a person by name, a computer by its level or program.
static const char *known_as(const struct store_round *game, unsigned seat)
{
    return is_human(game, seat) ? game->name[seat] : game->player[seat];
}

// The player's own seat: the one with the player's name, or that of the only person.
static unsigned own_seat(const struct game_list *game_list, const struct store_round *game)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (is_human(game, seat) &&
            (text_same(game->name[seat], game_list->own) || !is_human(game, opponent(seat))))
            return seat;
    return SEAT_NOBODY;
}

static void note_opponent(struct game_list *game_list, const char *name)
{
    for (unsigned i = 0; i < game_list->opponent_count; i++)
        if (text_same(game_list->opponents[i], name))
            return;
    if (game_list->opponent_count < OPPONENTS)
        snprintf(game_list->opponents[game_list->opponent_count++], LOG_PLAYER, "%s", name);
}

// Adds the opponents of this game to those that can be filtered by; true if one of them passes
// the filter.
static bool has_opponent(struct game_list *game_list, const struct store_round *game, unsigned own)
{
    bool wanted = game_list->opponent == 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (seat == own)
            continue;
        note_opponent(game_list, known_as(game, seat));
        wanted = wanted ||
                 text_same(game_list->opponents[game_list->opponent - 1], known_as(game, seat));
    }
    return wanted;
}

static bool is_wanted(struct game_list *game_list, const struct store_round *game)
{
    unsigned own = own_seat(game_list, game);
    bool known = has_opponent(game_list, game, own);
    if (!known || !game_list->result)
        return known;
    return own && game->standing.winner &&
           (game->standing.winner == own) == (game_list->result == RESULT_WON);
}

static void print_player(const struct store_round *game, unsigned seat, struct text *out)
{
    text_add(out, "%s", game->name[seat]);
    if (!is_human(game, seat))
        text_add(out, " (%.24s)", game->player[seat]);
}

static void fill_row(struct page_row *row, const struct store_round *game)
{
    struct text note = text_in(row->note, sizeof row->note);
    time_t created = (time_t)(game->created / 1000);
    struct tm when;
    char day[32] = "";
    if (localtime_r(&created, &when))
        strftime(day, sizeof day, "%Y-%m-%d %H:%M", &when);
    snprintf(row->label, sizeof row->label, "%s", title_of(game->game));
    snprintf(row->value, sizeof row->value, "%u %s", game->standing.moves,
             game->standing.moves == 1 ? "move" : "moves");
    print_player(game, SEAT_1, &note);
    text_add(&note, " and ");
    print_player(game, SEAT_2, &note);
    if (game->standing.winner)
        text_add(&note, ": %s won", game->name[game->standing.winner]);
    text_add(&note, ", %s", day);
}

static bool add(void *context, const struct store_round *game)
{
    struct game_list *game_list = context;
    if (!is_wanted(game_list, game))
        return true;
    snprintf(game_list->id[game_list->count], COMMIT_ID, "%s", game->id);
    fill_row(&game_list->rows[game_list->count], game);
    return ++game_list->count < LISTED_MOST;
}

static void print_state(struct game_list *game_list)
{
    static const char *const results[] = { "any result", "won", "lost" };
    struct text state = text_in(game_list->state, sizeof game_list->state);
    if (game_list->game)
        text_add(&state, "%s, ", games[game_list->game - 1]->title);
    if (game_list->opponent)
        text_add(&state, "against %.20s, ", game_list->opponents[game_list->opponent - 1]);
    if (game_list->result)
        text_add(&state, "%s, ", results[game_list->result]);
    text_add(&state, "%u %s", game_list->count, game_list->count == 1 ? "game" : "games");
}

// Reads the list anew.
static bool fill(struct game_list *game_list)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct store_filter filter = { .game =
                                       game_list->game ? games[game_list->game - 1]->slug : NULL,
                                   .unfinished = !game_list->finished,
                                   .finished = game_list->finished };
    game_list->count = 0;
    if (!game_list->opponent)
        game_list->opponent_count = 0;
    bool good = store_list(game_list->store, &filter, add, game_list, &why);
    game_list->page.count = game_list->count;
    game_list->page.title = game_list->finished ? "Finished games" : "Unfinished games";
    if (game_list->page.focus >= game_list->count)
        game_list->page.focus = game_list->count ? game_list->count - 1 : 0;
    print_state(game_list);
    if (!game_list->count && !why.length)
        text_add(&why, "There is no such game.");
    if (why.length)
        snprintf(game_list->warning, sizeof game_list->warning, "%s", why.at);
    return good;
}

static bool choose(struct game_list *game_list, unsigned *what, unsigned count)
{
    *what = (*what + 1) % count;
    game_list->page.focus = 0;
    return fill(game_list);
}

static void delete_game(struct game_list *game_list)
{
    struct text why = text_in(game_list->warning, sizeof game_list->warning);
    char question[128];
    const char *id = game_list->id[game_list->page.focus];
    snprintf(question, sizeof question, "Delete game %s for good? y: yes, any other key: no ", id);
    if (ui_confirm(game_list->ui, page_paint_list, &game_list->page, question) &&
        store_delete(game_list->store, id, &why))
        fill(game_list);
}

static bool write_game(struct game_list *game_list, const char *path, struct text *why)
{
    struct saved saved;
    bool good =
        saved_load_from(game_list->store, game_list->id[game_list->page.focus], &saved, why);
    FILE *file = good ? fopen(path, "wx") : NULL; // nothing is overwritten
    if (good && !file)
        text_add(why, "%.200s cannot be written: %s.", path, strerror(errno));
    good = file && saved_write(&saved, saved.log.events[saved.round - 1].winner ? AS_ALL : AS_WATCH,
                               file, why);
    if (file && fclose(file) != 0 && good) {
        text_add(why, "%.200s cannot be written: %s.", path, strerror(errno));
        good = false;
    }
    if (file && !good)
        remove(path);
    saved_clear(&saved);
    return good;
}

static void export_game(struct game_list *game_list)
{
    struct text told = text_in(game_list->warning, sizeof game_list->warning);
    char path[256];
    struct ui_line line = { .prompt = "Write it to which file?",
                            .answer = path,
                            .size = sizeof path };
    snprintf(path, sizeof path, "%s.jsonl", game_list->id[game_list->page.focus]);
    if (ui_ask(game_list->ui, page_paint_list, &game_list->page, &line) &&
        write_game(game_list, path, &told))
        text_add(&told, "The game is in %s now.", path);
}

// True when the list is left for the menu, as after a game that was played.
static bool open_game(struct game_list *game_list)
{
    struct text warning = text_in(game_list->warning, sizeof game_list->warning);
    const char *id = game_list->id[game_list->page.focus];
    if (game_list->finished) {
        replay_page_show(game_list->ui, game_list->store, id, &warning);
        return false;
    }
    struct drive *drive = resume_game(game_list->store, games, id, false, &warning);
    if (drive)
        full_drive(game_list->ui, drive);
    return drive;
}

static void show_help(struct ui *ui)
{
    static const char text[] =
        "The games that are kept, the newest first.\n"
        "\n"
        "Enter      go on with an unfinished game; look at a finished one again\n"
        "g          games of one kind, or of all\n"
        "o          games against one opponent, or against all\n"
        "w          games that you won, or lost, or all\n"
        "u          the unfinished ones, or the finished ones\n"
        "e          write the game to a file; of an unfinished one what everybody could see\n"
        "d          delete the game, with the other rounds of its match, after asking\n"
        "Esc        back to the menu\n";
    ui_show_text(ui, "Help", text);
}

// Which games are listed; false if the press is for something else.
static bool filter(struct game_list *game_list, uint32_t press)
{
    if (press == 'g')
        return choose(game_list, &game_list->game, games_count() + 1);
    if (press == 'o')
        return choose(game_list, &game_list->opponent, game_list->opponent_count + 1);
    if (press == 'w' && game_list->finished)
        return choose(game_list, &game_list->result, RESULTS);
    if (press != 'u')
        return false;
    game_list->finished = !game_list->finished;
    game_list->game = game_list->opponent = game_list->result = game_list->page.focus = 0;
    return fill(game_list);
}

// False when the list is left.
static bool take_press(struct game_list *game_list, uint32_t press)
{
    game_list->warning[0] = '\0';
    if (ui_is_back(press))
        return false;
    if (press == '?')
        show_help(game_list->ui);
    else if (filter(game_list, press) || !game_list->count)
        return true;
    else if (press == 'd')
        delete_game(game_list);
    else if (press == 'e')
        export_game(game_list);
    else if (press == PRESS_ENTER)
        return !open_game(game_list);
    return true;
}

static const struct page_key keys[] = {
    { "Enter", "open", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "g", "game", 'g' },
    { "o", "opponent", 'o' },
    { "w", "result", 'w' },
    { "u", "unfinished", 'u' },
    { "e", "export", 'e' },
    { "d", "delete", 'd' },
    { "?", "help", '?' },
    { 0 },
};

void game_list_show(struct ui *ui, struct store *store, bool finished, struct text *warning)
{
    struct game_list game_list = { .ui = ui, .store = store, .finished = finished };
    game_list.page =
        (struct page_list){ .rows = game_list.rows, .state = game_list.state, .keys = keys };
    settings_own_name(&ui->settings, game_list.own);
    if (!fill(&game_list)) {
        text_add(warning, "%s", game_list.warning);
        return;
    }
    do
        game_list.page.warning = game_list.warning;
    while (take_press(&game_list, ui_read_list(ui, &game_list.page)));
}
