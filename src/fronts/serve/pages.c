// SPDX-License-Identifier: GPL-3.0-or-later
// The plain pages: what this is, the public tables, how to join from a terminal.
#include <string.h>

#include <jansson.h>

#include "fronts/serve/api.h"
#include "fronts/serve/lobby.h"
#include "fronts/serve/site.h"
#include "games/games.h"
#include "report/catalogue.h"

enum { PAGE = 128 << 10 };

// Whatever people have typed is text, never a part of the page.
static void put_text(struct text *out, const char *from)
{
    for (; *from; from++)
        switch (*from) {
        case '<':
            text_put(out, "&lt;");
            break;
        case '&':
            text_put(out, "&amp;");
            break;
        case '"':
            text_put(out, "&quot;");
            break;
        default:
            text_put_bytes(out, from, 1);
        }
}

static void begin(struct text *out, const char *title)
{
    text_put(out,
             "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_text(out, title);
    text_put(out,
             "</title>\n<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n<main>\n");
}

// "for 90 days", or what no limit means.
static void put_time(struct text *out, unsigned count, const char *unit)
{
    if (count)
        text_add(out, "for %u %s%s", count, unit, count == 1 ? "" : "s");
    else
        text_put(out, "for ever");
}

// What the operator says of the server, and how long it keeps what.
static void put_about(struct text *out, const struct config *config)
{
    text_put(out, "<footer>\n");
    if (*config->about) {
        text_put(out, "<p>");
        put_text(out, config->about);
        text_put(out, "</p>\n");
    }
    text_put(out, "<p>A finished game is kept ");
    put_time(out, config->finished_days, "day");
    text_put(out, " after its last event, an unfinished one ");
    put_time(out, config->unfinished_days, "day");
    text_put(out, ", a table that nobody came to ");
    put_time(out, config->unclaimed_hours, "hour");
    text_put(out, ". There are no accounts and no cookies.</p>\n</footer>\n");
}

static void end(struct web *web, int status, struct text *out)
{
    put_about(out, &web->serve->config);
    text_put(out, "</main>\n</body>\n</html>\n");
    if (out->cut)
        web_refuse(web, 500, "The page is too long.");
    else
        web_answer(web, status, "text/html; charset=utf-8", out->at, out->length);
}

void pages_refuse(struct web *web, int status, const char *sentence)
{
    struct text out = TEXT_OF(3 * TEXT_MAX + 8 * CONFIG_TEXT);
    begin(&out, "Causeway");
    text_put(&out, "<h1>Causeway</h1>\n<p>");
    put_text(&out, sentence);
    text_put(&out,
             "</p>\n<p><a href=\"/about\">What this is, and which tables are public</a></p>\n");
    end(web, status, &out);
}

static const char *member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void put_table(struct text *out, const json_t *table)
{
    const json_t *names = json_object_get(table, "names");
    text_put(out, "<tr><td><a href=\"/t/");
    put_text(out, member(table, "table"));
    text_put(out, "\">");
    put_text(out, member(table, "game"));
    text_put(out, "</a></td><td>");
    for (size_t i = 0; i < 2; i++) {
        put_text(out, json_string_value(json_array_get(names, i)));
        text_put(out, i == 0 ? " – " : "</td><td>");
    }
    put_text(out, member(table, "rules"));
    text_add(out, "</td><td>%s</td></tr>\n",
             json_array_size(json_object_get(table, "open")) ? "a seat is free" : "");
}

static void put_tables(struct text *out, struct web *web)
{
    json_t *list = json_loads(lobby_list(web->serve->lobby), 0, NULL);
    const json_t *tables = json_object_get(list, "tables");
    text_put(out, "<h2>Public tables</h2>\n");
    if (json_array_size(tables) == 0) {
        text_put(out, "<p>There are none now.</p>\n");
    } else {
        text_put(out, "<table>\n");
        for (size_t i = 0; i < json_array_size(tables); i++)
            put_table(out, json_array_get(tables, i));
        text_put(out, "</table>\n");
    }
    json_decref(list);
}

// The home page, too, where there is no page with the board.
void pages_about(struct web *web)
{
    static char page[PAGE];
    struct text out = text_in(page, sizeof page);
    web->route = "GET about";
    begin(&out, "Causeway");
    text_put(&out, "<h1>Causeway</h1>\n<p>Five duels on a line of cells, for two.</p>\n");
    if (!site_is_here())
        text_put(&out, "<p>This server was built without the page with the board.</p>\n");
    text_put(&out, "<h2>Play from a terminal</h2>\n<pre>causeway host ");
    put_text(&out, web->serve->address);
    text_put(&out, " GAME\ncauseway join</pre>\n<p>The first makes a table and prints a link for "
                   "each seat. The second asks for such a link, and sits down.</p>\n<ul>\n");
    for (const struct game *const *game = games; *game; game++) {
        text_add(&out, "<li><code>%s</code> ", (*game)->slug);
        put_text(&out, (*game)->title);
        text_put(&out, "</li>\n");
    }
    text_put(&out, "</ul>\n");
    put_tables(&out, web);
    end(web, 200, &out);
}

// The invitation (who invites, to which game), for previews and for the time before any module has
// loaded. It tells nothing that a watcher may not know.
static void invite(struct web *web, const struct live_table *table)
{
    const struct log_header *header = &table_setup(table->table)->header;
    struct text head = TEXT_OF(2048), body = TEXT_OF(2048), what = TEXT_OF(512);
    text_add(&what, "%s: ", table->game->title);
    text_add(&what, "%s and %s.", header->name[SEAT_1], header->name[SEAT_2]);
    text_put(&head, "<title>");
    put_text(&head, table->game->title);
    text_put(&head, " – Causeway</title>\n<meta property=\"og:title\" content=\"");
    put_text(&head, what.at);
    text_put(&head, "\">\n<meta property=\"og:description\" content=\"");
    put_text(&head, table->game->pitch);
    text_put(&head, "\">\n<meta name=\"robots\" content=\"noindex\">");
    text_put(&body, "<h1>");
    put_text(&body, what.at);
    text_put(&body, "</h1>\n<p>You are invited to play, or to watch: ");
    put_text(&body, table->game->pitch);
    text_put(&body, ".</p>\n");
    site_answer_table(web, head.at, body.at);
}

// A browser that opens a seat's link sends no token: it stays behind the #.
void pages_table(struct web *web, const char *id)
{
    char page[8192];
    struct text out = text_in(page, sizeof page);
    web->route = "GET t";
    struct live_table *table = api_table(web, id);
    if (!table)
        return;
    if (site_is_here()) {
        invite(web, table);
        return;
    }
    begin(&out, "Causeway");
    text_add(&out, "<h1>%s</h1>\n", table->game->title);
    text_put(&out, "<p>You have a link to a table. To sit down there, or to watch, give the whole "
                   "link to the program in a terminal:</p>\n<pre>causeway join</pre>\n<p>It asks "
                   "for the link. Do not show it to others: whoever has it has your seat.</p>\n");
    text_add(&out,
             "<p><a href=\"/api/tables/%s/record\">What everybody may know of this game, as a "
             "file</a></p>\n",
             table->id);
    end(web, 200, &out);
}

void pages_style(struct web *web)
{
    static const char style[] = ":root { color-scheme: light dark; }\n"
                                "body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }\n"
                                "main { max-width: 44rem; margin: 0 auto; padding: 1rem; }\n"
                                "pre { padding: 0.75rem; border: 1px solid; overflow-x: auto; }\n"
                                "td { padding: 0.25rem 1rem 0.25rem 0; }\n"
                                "td:nth-child(3) { overflow-wrap: anywhere; }\n";
    web->route = "GET style";
    web_answer(web, 200, "text/css", style, sizeof style - 1);
}

void pages_games(struct web *web)
{
    static char bytes[CATALOGUE_SIZE];
    struct text out = text_in(bytes, sizeof bytes);
    web->route = "GET games";
    catalogue_print(games, &out);
    out.length -= !out.cut; // one more member
    text_put(&out, ",\"about\":");
    text_put_json(&out, web->serve->config.about);
    text_put(&out, "}");
    web_answer_text(web, 200, &out);
}
