// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sit.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "contest/contest_game.h"
#include "core/memory.h"
#include "fronts/join/answer.h"
#include "games/games.h"

static bool read_link(const struct http_answer *answer, char link[LINK_TEXT], struct text *why)
{
    struct link parsed;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, NULL) : NULL;
    const char *own = json_string_value(json_object_get(object, "link"));
    bool good = own && link_parse(own, &parsed, why);
    if (good)
        snprintf(link, LINK_TEXT, "%s", own);
    else if (!why->length)
        text_add(why, "What answers there is not a server of Causeway.");
    json_decref(object);
    return good;
}

enum sit_answer sit_take(struct http *http, const char *table, const struct sit *sit,
                         char link[LINK_TEXT], struct text *why)
{
    enum { ANSWER = 1 << 16 };
    char path[LINK_TABLE + 32];
    struct http_answer answer = { 0 };
    struct text body = TEXT_OF(1024);
    text_add(&body, "{\"player\":\"%s\"", sit->program ? "program" : "human");
    if (sit->name) {
        text_put(&body, ",\"name\":");
        text_put_json(&body, sit->name);
    }
    if (sit->program) {
        text_put(&body, ",\"program\":");
        text_put_json(&body, sit->program);
    }
    text_put(&body, "}");
    snprintf(path, sizeof path, "/api/tables/%s/seat", table);
    bool asked = http_ask(http, path, body.at, ANSWER, &answer, why) == HTTP_FINE;
    enum sit_answer result = !asked || answer.status == 429 || answer.status >= 500 ? SIT_LATER
                             : answer.status == 409 || answer.status == 404         ? SIT_TAKEN
                                                                                    : SIT_REFUSED;
    if (asked && answer.status == 200)
        result = read_link(&answer, link, why) ? SIT_DONE : SIT_REFUSED;
    else if (asked)
        answer_refusal(&answer, why);
    mem_free(answer.body);
    return result;
}

bool sit_command(const char *who, char *command, size_t size, struct text *why)
{
    static const char prefix[] = "program:";
    char own[PATH_MAX];
    if (text_begins(who, prefix)) {
        who += strlen(prefix);
        bool fits = *who && snprintf(command, size, "%s", who) < (int)size;
        if (!fits)
            text_add(why, *who ? "This command is too long." : "program: names no program.");
        return fits;
    }
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length < 0 ? 0 : length] = '\0';
    if (length > 0 && !strchr(own, '\'') &&
        snprintf(command, size, "'%s' engine %s", own, who) < (int)size)
        return true;
    text_add(why, "This program cannot be run: its name is too long or has a quote in it.");
    return false;
}

bool sit_greet(const char *command, const char *errors, char program[PROGRAM_NAME],
               struct text *why)
{
    struct text who = TEXT_OF(PATH_MAX * 2 + 16);
    struct variant variant;
    text_add(&who, "program:%s", command);
    unlink(errors); // of the last time
    struct player_setup setup = { .who = who.at, .program.errors = errors };
    struct player *player =
        variant_parse(games[0], "book", &variant, why) ? player_new(&setup, why) : NULL;
    bool good =
        player && contest_game_greet(&variant, player, why) && !player_never_began(player, why);
    if (good)
        snprintf(program, PROGRAM_NAME, "%s", player_name(player));
    player_free(player);
    return good;
}
