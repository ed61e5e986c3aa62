// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/review_data.h"

#include "report/fraction.h"

static json_t *json_move(const struct game *game, struct move move)
{
    struct text text = TEXT_OF(TEXT_MAX);
    move_print(game, move, &text);
    return json_string(text.at);
}

static json_t *json_worth(const struct review_worth *worth)
{
    return json_pack("{s:o, s:o, s:b}", "lo", fraction_json(worth->lo), "hi",
                     fraction_json(worth->hi), "exact", worth->exact);
}

static json_t *json_chances(const struct review_point *point)
{
    json_t *list = json_array();
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        json_array_append_new(list, point->known[seat] ? fraction_json(point->chance[seat])
                                                       : json_null());
    return list;
}

static void add_judgement(json_t *object, const struct review *review,
                          const struct review_point *point)
{
    json_object_set_new(object, "mark", json_string(review_mark_text(review_mark(point))));
    json_object_set_new(object, "best", json_move(match_game(review->match), point->best));
    json_object_set_new(object, "chose_best", json_boolean(point->chose_best));
    json_object_set_new(object, "before", json_worth(&point->before));
    json_object_set_new(object, "after", json_worth(&point->after));
    json_object_set_new(object, "cost", fraction_json(point->cost));
    json_object_set_new(object, "luck", point->settled ? fraction_json(point->luck) : json_null());
    json_object_set_new(object, "gave_up_win", json_boolean(point->gave_up_win));
    json_object_set_new(object, "lost", json_boolean(point->lost));
    json_object_set_new(object, "unforeseen", json_boolean(point->unforeseen));
    if (review->class == CLAIM_OPEN)
        json_object_set_new(
            object, "turns",
            json_pack("{s:i, s:i}", "before", (int)point->turns[0], "after", (int)point->turns[1]));
}

static json_t *json_point(const struct review *review, const struct review_point *point)
{
    const struct event *event = &point->event;
    json_t *object = json_pack("{s:i, s:o, s:s, s:o, s:b}", "by", (int)event->seat, "move",
                               json_move(match_game(review->match), event->move), "outcome",
                               outcome_name(match_game(review->match), event->outcome), "chances",
                               json_chances(point), "rated", point->rated);
    if (point->rated)
        add_judgement(object, review, point);
    return object;
}

json_t *review_json(const struct review *review)
{
    json_t *moves = json_array();
    for (unsigned i = 0; i < review->count; i++)
        json_array_append_new(moves, json_point(review, &review->points[i]));
    return json_pack(
        "{s:i, s:b, s:o, s:b, s:b, s:b, s:s, s:o, s:o}", "winner", (int)review->winner, "given_up",
        review->given_up, "left", review->left_known ? fraction_json(review->left) : json_null(),
        "estimated", review->estimated, "gaps", review->gaps, "stopped", review->stopped, "reason",
        review->reason, "turning",
        review->turning < review->count ? json_integer(review->turning + 1) : json_null(), "moves",
        moves);
}
