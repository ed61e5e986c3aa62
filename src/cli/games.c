// SPDX-License-Identifier: GPL-3.0-or-later
// causeway games, causeway delete: what is stored.
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "core/memory.h"
#include "drive/stored.h"
#include "ui/saved.h"
#include "record/log_text.h"
#include "record/round.h"
#include "report/shorten.h"

// A row of the table. There may be very many, so that this does without printf().
struct games_row {
    size_t length;
    char at[512];
};

static void add(struct games_row *row, const char *text)
{
    size_t length = strlen(text), room = sizeof row->at - row->length;
    length = length < room ? length : room;
    memcpy(row->at + row->length, text, length);
    row->length += length;
}

static void add_short(struct games_row *row, const char *text, size_t most)
{
    struct text cut = TEXT_OF(256);
    shorten_add(&cut, text, most);
    add(row, cut.at);
}

// Ends a column that began `since` bytes after the row did; characters are
// counted, not bytes.
static void pad(struct games_row *row, size_t since, size_t width)
{
    static const char blanks[] = "                                        ";
    size_t shown = shorten_count(row->at + since, row->length - since);
    size_t missing = shown < width ? width - shown : 1;
    assert(width < sizeof blanks);
    add(row, blanks + sizeof blanks - 1 - missing);
}

static void add_column(struct games_row *row, const char *text, size_t width)
{
    size_t since = row->length;
    add(row, text);
    pad(row, since, width);
}

struct list {
    struct store *store;
    bool json;
    unsigned count;
};

// By the user's own clock.
static void add_time(struct games_row *row, int64_t created)
{
    time_t seconds = (time_t)(created / 1000);
    struct tm date;
    char when[32] = "?";
    if (localtime_r(&seconds, &date))
        strftime(when, sizeof when, "%y-%m-%d %H:%M", &date);
    add_column(row, when, 15);
}

static void add_number(struct games_row *row, unsigned number, size_t width)
{
    char digits[16], *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    add_column(row, at, width);
}

// "Ann won", "Ann won 2/3": the round of a match.
static void add_result(struct games_row *row, const struct store_round *game, size_t most)
{
    char rest[48] = "";
    unsigned winner = game->standing.winner;
    const char *won = winner ? " won" : "";
    if (game->rounds > 1)
        snprintf(rest, sizeof rest, " %u/%u", game->standing.round, game->rounds);
    enum { LEAST = 4 };
    if (strlen(won) + strlen(rest) + LEAST > most)
        won = ""; // who stands there has won
    size_t used = strlen(won) + strlen(rest);
    add_short(row, winner ? game->name[winner] : "unfinished",
              most > used + LEAST ? most - used : LEAST);
    add(row, won);
    add(row, rest);
}

static void print_row(const struct store_round *game)
{
    enum { PLAYERS = 20, RESULT = 12 }; // all of it fits into 80 columns
    struct games_row row;
    size_t one = shorten_count(game->name[SEAT_1], strlen(game->name[SEAT_1]));
    size_t two = shorten_count(game->name[SEAT_2], strlen(game->name[SEAT_2]));
    size_t half = (PLAYERS - 2) / 2, rest = PLAYERS - 2;
    row.length = 0;
    add_column(&row, game->id, 13);
    add_column(&row, game->game, 13);
    size_t players = row.length;
    add_short(&row, game->name[SEAT_1], two < half ? rest - two : half);
    add(&row, ", ");
    add_short(&row, game->name[SEAT_2], one < half ? rest - one : half);
    pad(&row, players, PLAYERS + 1);
    add_time(&row, game->created);
    add_number(&row, game->standing.moves, 6);
    add_result(&row, game, RESULT);
    add(&row, "\n");
    fwrite(row.at, 1, row.length, stdout);
}

// How the round ended; what the list does not have is read from the log.
static void add_end(struct store *store, const struct store_round *game, json_t *object)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    struct stored_found found;
    struct log log;
    if (stored_load(store, games, game->id, &log, &found, &ignored)) {
        uint32_t next = round_next(&log, found.began), until = next ? next : log.count + 1;
        json_object_set_new(object, "end", json_string(log_ends[game->standing.end]));
        for (uint32_t n = found.began; n < until; n++)
            if (log.events[n - 1].kind == LOG_FORFEIT)
                json_object_set_new(object, "cause",
                                    json_string(log_causes[log.events[n - 1].cause]));
        if (log.header.pair)
            json_object_set_new(object, "pair", json_integer(log.header.pair));
    }
    log_clear(&log);
}

static void print_object(struct store *store, const struct store_round *game, bool first)
{
    char when[LOG_TEXT_TIME];
    log_text_print_time(game->created, when);
    json_t *object = json_pack(
        "{s:s,s:s,s:[s,s],s:[s,s],s:s,s:i,s:i,s:i,s:s}", "id", game->id, "game", game->game,
        "players", game->name[SEAT_1], game->name[SEAT_2], "played_by", game->player[SEAT_1],
        game->player[SEAT_2], "created", when, "round", (int)game->standing.round, "rounds",
        (int)game->rounds, "moves", (int)game->standing.moves, "state",
        game->standing.winner ? "finished" : "unfinished");
    if (object && game->rules)
        json_object_set_new(object, "rules", json_string(game->rules));
    if (object)
        json_object_set_new(object, "first", json_integer(game->standing.first));
    if (object && game->standing.winner)
        json_object_set_new(object, "winner", json_string(seat_name(game->standing.winner)));
    if (object)
        add_end(store, game, object);
    fputs(first ? "\n" : ",\n", stdout);
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT);
    json_decref(object);
}

static bool print_game(void *context, const struct store_round *game)
{
    struct list *list = context;
    if (list->json) {
        print_object(list->store, game, list->count == 0);
    } else {
        if (list->count == 0)
            printf("%-12s %-12s %-20s %-14s %-5s %s\n", "ID", "GAME", "PLAYERS", "STARTED", "MOVES",
                   "RESULT");
        print_row(game);
    }
    list->count++;
    return true;
}

static bool read_filter(const struct cli_invocation *invocation, struct store_filter *filter,
                        struct text *why)
{
    const char *name = cli_value(invocation, OPTION_GAME);
    const struct game *game = name ? games_find(name, why) : NULL;
    *filter = (struct store_filter){
        .game = game ? game->slug : NULL,
        .player = cli_value(invocation, OPTION_PLAYER),
        .unfinished = cli_value(invocation, OPTION_UNFINISHED) != NULL,
    };
    return game || !name;
}

int command_games(const struct cli_invocation *invocation, struct text *why)
{
    struct store_filter filter;
    struct list list = { .json = cli_value(invocation, OPTION_JSON) != NULL };
    if (!read_filter(invocation, &filter, why))
        return EXIT_USAGE;
    struct text aside = TEXT_OF(TEXT_MAX);
    struct store *store = saved_open(STORE_READ, why);
    if (!store)
        return EXIT_FAILED;
    if (!list.json && saved_is_aside(&aside))
        cli_failure("%s", aside.at);
    if (list.json)
        printf("{\"format\":%d,\"games\":[", OUTPUT_FORMAT);
    list.store = store;
    bool good = store_list(store, &filter, print_game, &list, why);
    if (list.json)
        puts(list.count ? "\n]}" : "]}");
    else if (good && list.count == 0)
        puts("No such games are stored.");
    store_close(store);
    return command_end_list(good, why);
}

struct deleting {
    struct store *store;
    struct console *console;
    bool yes; // without asking
    char (*ids)[COMMIT_ID];
    unsigned count;
};

// What is damaged can be deleted all the same.
static bool is_wanted(struct deleting *deleting, const char *id)
{
    struct log log;
    struct stored_found found;
    struct text why = TEXT_OF(TEXT_MAX), prompt = TEXT_OF(256);
    const struct log_header *header = &log.header;
    if (deleting->yes)
        return true;
    if (stored_load(deleting->store, games, id, &log, &found, &why))
        text_add(&prompt, "Delete game %s (%s, %s against %s, %s)? (yes or no) ", id,
                 header->variant.game->title, header->name[SEAT_1], header->name[SEAT_2],
                 log.events[found.began - 1].winner ? "finished" : "unfinished");
    else
        text_add(&prompt, "Delete game %s, which is damaged? (yes or no) ", id);
    log_clear(&log);
    return console_confirm(deleting->console, prompt.at, ASK_OPENLY);
}

static bool delete_one(struct deleting *deleting, const char *id, struct text *why)
{
    bool wanted = is_wanted(deleting, id);
    if (wanted && !store_delete(deleting->store, id, why))
        return false;
    fprintf(deleting->console->out, "Game %s is %s.\n", id, wanted ? "deleted" : "kept");
    return true;
}

static bool note_id(void *context, const struct store_round *game)
{
    struct deleting *deleting = context;
    char(*grown)[COMMIT_ID] =
        mem_grow(deleting->ids, (deleting->count + 1) * sizeof *deleting->ids);
    if (!grown)
        return false;
    deleting->ids = grown;
    memcpy(deleting->ids[deleting->count++], game->id, COMMIT_ID);
    return true;
}

// The list is complete before anything is deleted.
static bool delete_unfinished(struct deleting *deleting, struct text *why)
{
    struct store_filter filter = { .unfinished = true };
    bool good = store_list(deleting->store, &filter, note_id, deleting, why);
    for (unsigned i = 0; good && i < deleting->count; i++)
        good = delete_one(deleting, deleting->ids[i], why);
    if (good && !deleting->count)
        fprintf(deleting->console->out, "No game is unfinished.\n");
    mem_free(deleting->ids);
    return good;
}

static bool delete_all(struct deleting *deleting, const struct cli_invocation *invocation,
                       struct text *why)
{
    bool good = true;
    for (unsigned i = 0; good && i < invocation->operand_count; i++) {
        char id[COMMIT_ID];
        good = store_find(deleting->store, invocation->operand[i], id, why) &&
               delete_one(deleting, id, why);
    }
    if (good && cli_value(invocation, OPTION_UNFINISHED))
        good = delete_unfinished(deleting, why);
    return good;
}

int command_delete(const struct cli_invocation *invocation, struct text *why)
{
    struct console console;
    struct deleting deleting = { .console = &console,
                                 .yes = cli_value(invocation, OPTION_YES) != NULL };
    if (!invocation->operand_count && !cli_value(invocation, OPTION_UNFINISHED))
        return cli_usage_error(invocation, "Missing: ID..., or --unfinished.");
    deleting.store = saved_open(STORE_WRITE, why);
    console_open(&console, stdin, stdout, COLOR_NEVER);
    bool good = deleting.store && delete_all(&deleting, invocation, why);
    console_close(&console);
    store_close(deleting.store);
    return command_end_list(good, why);
}
