// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/answer.h"

#include <string.h>

#include <jansson.h>

#include "core/memory.h"
#include "record/printable.h"
#include "table/json.h"

const char *answer_path(unsigned act_kind)
{
    return act_kind == ACT_MOVE ? "moves" : act_names[act_kind];
}

// A whole message of the protocol.
static bool read_message(const struct http_answer *answer, const struct game *const *games,
                         const struct game *game, struct news *reply)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct stage *unused = mem_new(sizeof *unused);
    enum json_message message = JSON_NONE;
    if (unused)
        message = json_read(games, answer->body, answer->length, &game, unused, reply, &why);
    mem_free(unused);
    return message == JSON_NEWS && reply->kind != NEWS_EVENT && reply->kind != NEWS_AWAY;
}

// An older server may not know of an act: 404. That a table has gone is told by its stream.
static bool is_refusal(unsigned status)
{
    return status == 400 || status == 403 || status == 404 || status == 409 || status == 413 ||
           status == 422;
}

// Its sentence, if it has one; else this one.
static void refuse(unsigned status, const json_t *object, struct news *reply)
{
    static const char *const members[] = { "refused", "error" };
    const char *words =
        status == 409 ? "Something else has happened meanwhile." : "The server has refused it.";
    for (unsigned i = 0; i < sizeof members / sizeof *members; i++) {
        const char *said = json_string_value(json_object_get(object, members[i]));
        if (said && strlen(said) < STAGE_WORDS / 2) {
            words = said;
            break;
        }
    }
    *reply = news_refusal(0, 0, status == 409 ? NEWS_STALE : NEWS_ILLEGAL, words);
    printable_blot(reply->words);
}

static bool read_status(const struct http_answer *answer, struct news *reply)
{
    json_error_t error;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    const json_t *n = json_object_get(object, "n");
    bool done = answer->status == 200 && json_is_integer(n) && json_integer_value(n) >= 0 &&
                json_integer_value(n) <= LOG_EVENTS_MAX;
    if (done)
        *reply = (struct news){ .kind = NEWS_DONE, .n = (uint32_t)json_integer_value(n) };
    else if (is_refusal(answer->status))
        refuse(answer->status, object, reply);
    json_decref(object);
    return done || is_refusal(answer->status);
}

enum answer_kind answer_read(const struct http_answer *answer, const struct game *const *games,
                             const struct game *game, struct news *reply, struct text *why)
{
    unsigned status = answer->status;
    if (status == 408 || status == 429 || status >= 500)
        return ANSWER_LATER;
    if (status == 401 || status == 410) {
        text_add(why, "The server does not know this link (any more).");
        return ANSWER_GONE;
    }
    bool message = (status == 200 || is_refusal(status)) && answer->body &&
                   read_message(answer, games, game, reply);
    if (message && status == 409 && reply->kind == NEWS_REFUSED)
        reply->code = NEWS_STALE;
    if (message || read_status(answer, reply))
        return ANSWER_NEWS;
    text_add(why, "The server's answer (status %u) makes no sense.", status);
    return ANSWER_WRONG;
}

void answer_refusal(const struct http_answer *answer, struct text *why)
{
    json_error_t error;
    struct news reply;
    json_t *object = answer->body ? json_loadb(answer->body, answer->length, 0, &error) : NULL;
    refuse(answer->status, object, &reply);
    text_add(why, "The server answered with status %u: %s", answer->status, reply.words);
    json_decref(object);
}
