// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/web/web.h"

#include <string.h>

#include <jansson.h>

#include "fronts/web/study.h"
#include "games/games.h"
#include "lib/causeway.h"
#include "report/catalogue.h"

static struct {
    char in[WEB_IN], out[WEB_OUT];
    struct text told; // in `out`
    cw_table *table;
    uint32_t kept; // lines that have gone to the store, the header among them
} web;

char *web_in(void)
{
    return web.in;
}

const char *web_out(void)
{
    return web.out;
}

size_t web_out_length(void)
{
    return web.told.length;
}

void web_taken(void)
{
    web.told = text_in(web.out, sizeof web.out);
}

static void tell_wrong(const char *words)
{
    text_put(&web.told, "{\"type\":\"wrong\",\"words\":");
    text_put_json(&web.told, words);
    text_put(&web.told, "}\n");
}

// What the library says is ours to free.
static void tell_error(char *error)
{
    tell_wrong(error ? error : "There is not enough memory.");
    cw_free(error);
}

static void tell_keep(const char *line)
{
    text_add(&web.told,
             "{\"type\":\"keep\",\"table\":\"%s\",\"n\":%u,\"%s\":", cw_table_id(web.table),
             web.kept, web.kept ? "line" : "header");
    text_put_json(&web.told, line);
    text_put(&web.told, "}\n");
    web.kept++;
}

static void take_lines(void)
{
    int to;
    for (const char *line; (line = cw_table_next(web.table, &to));) {
        if (to < 0) {
            tell_keep(line);
            continue;
        }
        text_put(&web.told, line);
        text_put(&web.told, "\n");
    }
}

double web_poll(double now)
{
    if (!web.table)
        return -1;
    const double next = (double)cw_table_poll(web.table, (int64_t)now);
    take_lines();
    return next;
}

static void open_table(cw_table *table, uint32_t kept, char *error)
{
    cw_table_free(web.table);
    web.table = table;
    web.kept = kept;
    if (table)
        take_lines();
    else
        tell_error(error);
}

// The lines of the log, as the store has them.
static void resume(const json_t *said, const char *means)
{
    static char bytes[WEB_IN];
    struct text log = text_in(bytes, sizeof bytes);
    const json_t *events = json_object_get(said, "events"), *line;
    const char *header = json_string_value(json_object_get(said, "header"));
    char *error = NULL;
    size_t i;
    text_add(&log, "%s\n", header ? header : "");
    json_array_foreach(events, i, line)
    {
        const char *text = json_string_value(line);
        text_put(&log, text ? text : "");
        text_put(&log, "\n");
    }
    cw_table *table = cw_table_resume(log.at, log.length, means, &error);
    open_table(table, (uint32_t)json_array_size(events) + 1, error);
}

static void tell_rules(const json_t *said)
{
    const char *name = json_string_value(json_object_get(said, "game"));
    const char *rules = json_string_value(json_object_get(said, "rules"));
    struct text why = TEXT_OF(TEXT_MAX);
    const struct game *game = games_find(name ? name : "", &why);
    struct variant variant;
    if (!game || !variant_parse(game, rules && *rules ? rules : "book", &variant, &why)) {
        tell_wrong(why.at);
        return;
    }
    text_put(&web.told, "{\"type\":\"rules\",\"said\":");
    catalogue_print_rules(&variant, &web.told);
    text_put(&web.told, "}\n");
}

static void tell_saved(const json_t *said)
{
    char *error = NULL;
    const json_t *as = json_object_get(said, "as");
    char *record = cw_table_record(
        web.table, json_is_string(as) ? CW_CHANCE : (int)json_integer_value(as), &error);
    if (!record) {
        tell_error(error);
        return;
    }
    text_put(&web.told, "{\"type\":\"saved\",\"record\":");
    text_put_json(&web.told, record);
    text_put(&web.told, "}\n");
    cw_free(record);
}

static void tell_games(void)
{
    text_put(&web.told, "{\"type\":\"games\",\"said\":");
    catalogue_print(games, &web.told);
    text_put(&web.told, "}\n");
}

static void send_to_table(const char *type, const json_t *said)
{
    const bool store = strcmp(type, "kept") == 0 || strcmp(type, "unkept") == 0;
    if (!web.table) {
        tell_wrong("There is no table here.");
    } else if (strcmp(type, "save") == 0) {
        tell_saved(said);
    } else {
        cw_table_send(web.table, store ? -1 : CW_NOBODY, web.in, NULL);
        take_lines();
    }
}

void web_send(size_t length, double now)
{
    char *error = NULL;
    (void)now;
    web.in[length < WEB_IN ? length : WEB_IN - 1] = '\0';
    json_t *said = json_loads(web.in, 0, NULL);
    const char *type = json_string_value(json_object_get(said, "type"));
    type = type ? type : "";
    if (!web.told.at)
        web_taken();
    if (strcmp(type, "games") == 0) {
        tell_games();
    } else if (strcmp(type, "rules") == 0) {
        tell_rules(said);
    } else if (strcmp(type, "table") == 0) {
        cw_table *table = cw_table_open(web.in, &error);
        open_table(table, 0, error);
    } else if (strcmp(type, "resume") == 0) {
        resume(said, web.in);
    } else if (!study_take(type, said, &web.told)) {
        send_to_table(type, said);
    }
    json_decref(said);
}
