// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/review_message.h"

#include "report/review_text.h"

static void put_chance(struct text *out, const char *key, bool known, double chance)
{
    if (known)
        text_add(out, ",\"%s\":%d", key, (int)(chance * 1000 + 0.5));
    else
        text_add(out, ",\"%s\":null", key);
}

static void put_worth(struct text *out, const char *key, const struct review_point *point,
                      const struct review_worth *worth)
{
    put_chance(out, key, point->rated && mpq_equal(worth->lo, worth->hi), mpq_get_d(worth->lo));
}

static void put_move(struct text *out, const char *key, const struct game *game, struct move move)
{
    struct text text = TEXT_OF(TEXT_MAX);
    move_print(game, move, &text);
    text_add(out, ",\"%s\":", key);
    text_put_json(out, text.at);
}

// Both players' own chances before a point, or, with `count`, how it ended.
static void put_chances(struct text *out, const struct review *review, unsigned point)
{
    const char *comma = "";
    text_put(out, ",\"chances\":[");
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        double chance;
        if (review_chance(review, point, seat, &chance))
            text_add(out, "%s%d", comma, (int)(chance * 1000 + 0.5));
        else
            text_add(out, "%snull", comma);
        comma = ",";
    }
    text_put(out, "]");
}

static void put_point(struct text *out, const struct review *review, unsigned i,
                      const char *const *name, uint32_t n)
{
    const struct review_point *point = &review->points[i];
    const struct game *game = match_game(review->match);
    struct text words = TEXT_OF(TEXT_MAX);
    report_point(review, i, name, &words);
    text_add(out, "%s{\"n\":%u,\"by\":%u", i ? "," : "", n, point->event.seat);
    put_move(out, "move", game, point->event.move);
    put_chances(out, review, i);
    text_add(out, ",\"rated\":%s", point->rated ? "true" : "false");
    if (point->rated) {
        put_move(out, "best", game, point->chose_best ? point->event.move : point->best);
        put_worth(out, "before", point, &point->before);
        put_worth(out, "after", point, &point->after);
        put_chance(out, "cost", true, mpq_get_d(point->cost));
        text_add(out, ",\"luck\":%d", (int)(mpq_get_d(point->luck) * 1000));
        text_add(out, ",\"exact\":%s",
                 point->before.exact && point->after.exact ? "true" : "false");
    }
    text_add(out, ",\"mark\":\"%s\",\"words\":",
             point->rated ? review_mark_text(review_mark(point)) : "");
    text_put_json(out, words.at);
    text_put(out, "}");
}

void review_message_print(const struct review *review, const char *const *name,
                          const uint32_t *numbers, struct text *out)
{
    struct text turning = TEXT_OF(TEXT_MAX);
    review_print_turning(review, name, &turning);
    text_add(out, "{\"type\":\"review\",\"winner\":%u,\"turning\":", review->winner);
    if (review->turning < review->count)
        text_add(out, "%u", numbers[review->turning]);
    else
        text_put(out, "null");
    text_add(out, ",\"estimated\":%s,\"words\":", review->estimated ? "true" : "false");
    text_put_json(out, turning.at);
    text_put(out, ",\"reason\":");
    text_put_json(out, review->gaps ? review->reason : "");
    text_put(out, ",\"points\":[");
    for (unsigned i = 0; i < review->count; i++)
        put_point(out, review, i, name, numbers[i]);
    text_put(out, "]");
    put_chances(out, review, review->count);
    text_put(out, "}");
}
