// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "drive/resume.h"
#include "fronts/full/page.h"
#include "fronts/saved.h"
#include "games/games.h"

// The newest games of those that are wanted; older ones are reached by a filter, or with
// causeway games.
enum { SHELF = 1000, OPPONENTS = 64 };

enum shelf_result { RESULT_ANY, RESULT_WON, RESULT_LOST, RESULTS };

struct shelf {
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
    char id[SHELF][COMMIT_ID];
    struct page_row rows[SHELF];
};

static const char *title_of(const char *slug)
{
    for (const struct game *const *game = games; *game; game++)
        if (text_same((*game)->slug, slug))
            return (*game)->title;
    return slug;
}

static bool is_human(const struct store_summary *game, unsigned seat)
{
    return strcmp(game->player[seat], "human") == 0;
}

// What an opponent is listed as: a person by name, a computer by its level or program.
static const char *known_as(const struct store_summary *game, unsigned seat)
{
    return is_human(game, seat) ? game->name[seat] : game->player[seat];
}

// The player's own seat: the one with the player's name, or that of the only person.
static unsigned own_seat(const struct shelf *shelf, const struct store_summary *game)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (is_human(game, seat) &&
            (text_same(game->name[seat], shelf->own) || !is_human(game, opponent(seat))))
            return seat;
    return SEAT_NOBODY;
}

static void note_opponent(struct shelf *shelf, const char *name)
{
    for (unsigned i = 0; i < shelf->opponent_count; i++)
        if (text_same(shelf->opponents[i], name))
            return;
    if (shelf->opponent_count < OPPONENTS)
        snprintf(shelf->opponents[shelf->opponent_count++], LOG_PLAYER, "%s", name);
}

// Adds the opponents of this game to those that can be filtered by; true if one of them passes
// the filter.
static bool has_opponent(struct shelf *shelf, const struct store_summary *game, unsigned own)
{
    bool wanted = shelf->opponent == 0;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        if (seat == own)
            continue;
        note_opponent(shelf, known_as(game, seat));
        wanted = wanted || text_same(shelf->opponents[shelf->opponent - 1], known_as(game, seat));
    }
    return wanted;
}

static bool is_wanted(struct shelf *shelf, const struct store_summary *game)
{
    unsigned own = own_seat(shelf, game);
    bool known = has_opponent(shelf, game, own);
    if (!known || !shelf->result)
        return known;
    return own && game->winner && (game->winner == own) == (shelf->result == RESULT_WON);
}

static void print_player(const struct store_summary *game, unsigned seat, struct text *out)
{
    text_add(out, "%s", game->name[seat]);
    if (!is_human(game, seat))
        text_add(out, " (%.24s)", game->player[seat]);
}

static void fill_row(struct page_row *row, const struct store_summary *game)
{
    struct text note = text_in(row->note, sizeof row->note);
    time_t created = (time_t)(game->created / 1000);
    struct tm when;
    char day[32] = "";
    if (localtime_r(&created, &when))
        strftime(day, sizeof day, "%Y-%m-%d %H:%M", &when);
    snprintf(row->label, sizeof row->label, "%s", title_of(game->game));
    snprintf(row->value, sizeof row->value, "%u %s", game->moves,
             game->moves == 1 ? "move" : "moves");
    print_player(game, SEAT_1, &note);
    text_add(&note, " and ");
    print_player(game, SEAT_2, &note);
    if (game->winner)
        text_add(&note, ": %s won", game->name[game->winner]);
    text_add(&note, ", %s", day);
}

static bool add(void *whom, const struct store_summary *game)
{
    struct shelf *shelf = whom;
    if (!is_wanted(shelf, game))
        return true;
    snprintf(shelf->id[shelf->count], COMMIT_ID, "%s", game->id);
    fill_row(&shelf->rows[shelf->count], game);
    return ++shelf->count < SHELF;
}

static void print_state(struct shelf *shelf)
{
    static const char *const results[] = { "any result", "won", "lost" };
    struct text state = text_in(shelf->state, sizeof shelf->state);
    if (shelf->game)
        text_add(&state, "%s, ", games[shelf->game - 1]->title);
    if (shelf->opponent)
        text_add(&state, "against %.20s, ", shelf->opponents[shelf->opponent - 1]);
    if (shelf->result)
        text_add(&state, "%s, ", results[shelf->result]);
    text_add(&state, "%u %s", shelf->count, shelf->count == 1 ? "game" : "games");
}

// Reads the list anew.
static bool fill(struct shelf *shelf)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct store_filter filter = { .game = shelf->game ? games[shelf->game - 1]->slug : NULL,
                                   .unfinished = !shelf->finished,
                                   .finished = shelf->finished };
    shelf->count = 0;
    if (!shelf->opponent)
        shelf->opponent_count = 0;
    bool good = store_list(shelf->store, &filter, add, shelf, &why);
    shelf->page.count = shelf->count;
    shelf->page.title = shelf->finished ? "Finished games" : "Unfinished games";
    if (shelf->page.focus >= shelf->count)
        shelf->page.focus = shelf->count ? shelf->count - 1 : 0;
    print_state(shelf);
    if (!shelf->count && !why.length)
        text_add(&why, "There is no such game.");
    if (why.length)
        snprintf(shelf->warning, sizeof shelf->warning, "%s", why.at);
    return good;
}

static bool choose(struct shelf *shelf, unsigned *what, unsigned count)
{
    *what = (*what + 1) % count;
    shelf->page.focus = 0;
    return fill(shelf);
}

static void delete_game(struct shelf *shelf)
{
    struct text why = text_in(shelf->warning, sizeof shelf->warning);
    char question[128];
    const char *id = shelf->id[shelf->page.focus];
    snprintf(question, sizeof question, "Delete game %s for good? y: yes, any other key: no ", id);
    if (ui_confirm(shelf->ui, page_paint_list, &shelf->page, question) &&
        store_delete(shelf->store, id, &why))
        fill(shelf);
}

static bool write_game(struct shelf *shelf, const char *path, struct text *why)
{
    struct saved saved;
    bool good = saved_load_from(shelf->store, shelf->id[shelf->page.focus], &saved, why);
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

static void export_game(struct shelf *shelf)
{
    struct text told = text_in(shelf->warning, sizeof shelf->warning);
    char path[256];
    struct ui_line line = { .prompt = "Write it to which file?",
                            .answer = path,
                            .size = sizeof path };
    snprintf(path, sizeof path, "%s.jsonl", shelf->id[shelf->page.focus]);
    if (ui_ask(shelf->ui, page_paint_list, &shelf->page, &line) && write_game(shelf, path, &told))
        text_add(&told, "The game is in %s now.", path);
}

// True when the shelf is left for the menu, as after a game that was played.
static bool open_game(struct shelf *shelf)
{
    struct text warning = text_in(shelf->warning, sizeof shelf->warning);
    const char *id = shelf->id[shelf->page.focus];
    if (shelf->finished) {
        past_show(shelf->ui, shelf->store, id, &warning);
        return false;
    }
    struct drive *drive = resume_game(shelf->store, games, id, false, &warning);
    if (drive)
        full_drive(shelf->ui, drive);
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
static bool filter(struct shelf *shelf, uint32_t press)
{
    if (press == 'g')
        return choose(shelf, &shelf->game, games_count() + 1);
    if (press == 'o')
        return choose(shelf, &shelf->opponent, shelf->opponent_count + 1);
    if (press == 'w' && shelf->finished)
        return choose(shelf, &shelf->result, RESULTS);
    if (press != 'u')
        return false;
    shelf->finished = !shelf->finished;
    shelf->game = shelf->opponent = shelf->result = shelf->page.focus = 0;
    return fill(shelf);
}

// False when the shelf is left.
static bool take_press(struct shelf *shelf, uint32_t press)
{
    shelf->warning[0] = '\0';
    if (ui_is_back(press))
        return false;
    if (press == '?')
        show_help(shelf->ui);
    else if (filter(shelf, press) || !shelf->count)
        return true;
    else if (press == 'd')
        delete_game(shelf);
    else if (press == 'e')
        export_game(shelf);
    else if (press == PRESS_ENTER)
        return !open_game(shelf);
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

void shelf_show(struct ui *ui, struct store *store, bool finished, struct text *warning)
{
    struct shelf shelf = { .ui = ui, .store = store, .finished = finished };
    shelf.page = (struct page_list){ .rows = shelf.rows, .state = shelf.state, .keys = keys };
    settings_own_name(&ui->settings, shelf.own);
    if (!fill(&shelf)) {
        text_add(warning, "%s", shelf.warning);
        return;
    }
    do
        shelf.page.warning = shelf.warning;
    while (take_press(&shelf, ui_read_list(ui, &shelf.page)));
}
