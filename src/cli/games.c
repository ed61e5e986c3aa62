// SPDX-License-Identifier: GPL-3.0-or-later
// causeway games, causeway delete: what is stored.
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "fronts/saved.h"
#include "record/jsonl.h"

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

// Ends a column that began so many bytes after the row did; characters are
// counted, not bytes.
static void pad(struct games_row *row, size_t since, size_t width)
{
    static const char blanks[] = "                                        ";
    size_t shown = 0;
    for (size_t i = since; i < row->length; i++)
        shown += (row->at[i] & 0xc0) != 0x80;
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
    bool json;
    unsigned count;
    int64_t day;           // whose date it is, in days since 1970
    char date[JSONL_TIME]; // the same for many games that follow each other
};

enum { DATE = 10, DAY = 24 * 60 * 60 * 1000 }; // characters, milliseconds

static void add_time(struct games_row *row, struct list *list, int64_t created)
{
    int64_t day = created / DAY - (created < 0);
    int minutes = (int)((created % DAY + DAY) % DAY / 60000);
    if (list->count == 0 || list->day != day) {
        jsonl_print_time(created, list->date);
        list->date[DATE] = '\0';
        list->day = day;
    }
    char clock[] = { ' ', (char)('0' + minutes / 600),     (char)('0' + minutes / 60 % 10),
                     ':', (char)('0' + minutes % 60 / 10), (char)('0' + minutes % 10),
                     '\0' };
    size_t since = row->length;
    add(row, list->date);
    add(row, clock);
    pad(row, since, 18);
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

static void add_round(struct games_row *row, const struct store_summary *game)
{
    char round[48];
    snprintf(round, sizeof round, "%s round %u of %u", game->winner ? "" : ",", game->round,
             game->rounds);
    add(row, round);
}

static void print_row(struct list *list, const struct store_summary *game)
{
    struct games_row row;
    row.length = 0;
    add_column(&row, game->id, 14);
    add_column(&row, game->game, 14);
    size_t players = row.length;
    add(&row, game->who[SEAT_1]);
    add(&row, ", ");
    add(&row, game->who[SEAT_2]);
    pad(&row, players, 38);
    add_time(&row, list, game->created);
    add_number(&row, game->moves, 7);
    add(&row, game->winner ? game->who[game->winner] : "unfinished");
    add(&row, game->winner ? " won" : "");
    if (game->rounds > 1)
        add_round(&row, game);
    add(&row, "\n");
    fwrite(row.at, 1, row.length, stdout);
}

static void print_object(const struct store_summary *game, bool first)
{
    char when[JSONL_TIME];
    jsonl_print_time(game->created, when);
    json_t *object =
        json_pack("{s:s,s:s,s:[s,s],s:[s,s],s:s,s:i,s:i,s:i,s:s}", "id", game->id, "game",
                  game->game, "players", game->name[SEAT_1], game->name[SEAT_2], "played_by",
                  game->player[SEAT_1], game->player[SEAT_2], "created", when, "round",
                  (int)game->round, "rounds", (int)game->rounds, "moves", (int)game->moves, "state",
                  game->winner ? "finished" : "unfinished");
    if (object && game->winner)
        json_object_set_new(object, "winner", json_string(seat_name(game->winner)));
    fputs(first ? "\n" : ",\n", stdout);
    if (object)
        json_dumpf(object, stdout, JSON_COMPACT);
    json_decref(object);
}

static bool print_game(void *whom, const struct store_summary *game)
{
    struct list *list = whom;
    if (list->json) {
        print_object(game, list->count == 0);
    } else {
        if (list->count == 0)
            printf("%-13s %-13s %-37s %-17s %-6s %s\n", "ID", "GAME", "PLAYERS", "STARTED (UTC)",
                   "MOVES", "RESULT");
        print_row(list, game);
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

static int run_games(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct store_filter filter;
    struct list list = { .json = cli_value(invocation, OPTION_JSON) != NULL };
    if (!read_filter(invocation, &filter, &why))
        return cli_usage_error(invocation, "%s", why.at);
    struct store *store = saved_open(STORE_READ, &why);
    if (!store)
        return cli_failure("%s", why.at);
    if (list.json)
        putchar('[');
    bool good = store_list(store, &filter, print_game, &list, &why);
    if (list.json)
        puts(list.count ? "\n]" : "]");
    else if (good && list.count == 0)
        puts("No such games are stored.");
    store_close(store);
    return why.length ? cli_failure("%s", why.at) : EXIT_FINE;
}

const struct cli_command command_games = {
    .name = "games",
    .operands = "",
    .summary = "List the stored games, the newest first",
    .options = (const unsigned char[]){ OPTION_GAME, OPTION_PLAYER, OPTION_UNFINISHED, OPTION_JSON,
                                        OPTION_HELP, OPTION_VERSION, OPTION_END },
    .run = run_games,
};

static bool confirmed(struct console *console, const char *id, const struct record *record)
{
    char prompt[256];
    const struct header *header = &record->header;
    if (header->variant.game)
        snprintf(prompt, sizeof prompt, "Delete game %s (%s, %s against %s, %s)? (yes or no) ", id,
                 header->variant.game->title, header->name[SEAT_1], header->name[SEAT_2],
                 record->winner ? "finished" : "unfinished");
    else
        snprintf(prompt, sizeof prompt, "Delete game %s, which is damaged? (yes or no) ", id);
    return console_confirm(console, prompt, ASK_OPENLY);
}

static bool delete_one(struct store *store, struct console *console, const char *operand,
                       struct text *why)
{
    char id[COMMIT_ID];
    struct record record;
    if (!store_find(store, operand, id, why))
        return false;
    if (!store_load(store, games, id, &record, why)) { // then it can be deleted all the same
        text_clear(why);
        record_clear(&record);
    }
    bool wanted = confirmed(console, id, &record);
    record_clear(&record);
    if (wanted && !store_delete(store, id, why))
        return false;
    fprintf(console->out, "Game %s is %s.\n", id, wanted ? "deleted" : "kept");
    return true;
}

static int run_delete(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct console console;
    struct store *store = saved_open(STORE_WRITE, &why);
    bool good = store != NULL;
    console_open(&console, stdin, stdout, COLOR_NEVER);
    for (unsigned i = 0; good && i < invocation->operand_count; i++)
        good = delete_one(store, &console, invocation->operand[i], &why);
    console_close(&console);
    store_close(store);
    return good ? EXIT_FINE : cli_failure("%s", why.at);
}

const struct cli_command command_delete = {
    .name = "delete",
    .operands = "ID...",
    .summary = "Delete stored games, asking first",
    .options = (const unsigned char[]){ OPTION_HELP, OPTION_VERSION, OPTION_END },
    .least = 1,
    .most = 1000,
    .run = run_delete,
};
