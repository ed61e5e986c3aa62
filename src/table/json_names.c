// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/json_names.h"

const char *json_end_name(unsigned end)
{
    static const char *const names[] = { [STAGE_GOES_ON] = "goes-on",
                                         [STAGE_PLAYED] = "played",
                                         [STAGE_RESIGNED] = "resigned",
                                         [STAGE_FLAGGED] = "flagged",
                                         [STAGE_FORFEITED] = "forfeited" };
    return end <= STAGE_FORFEITED ? names[end] : NULL;
}

const char *json_cover_name(unsigned cover)
{
    static const char *const names[] = {
        [STAGE_OPEN] = "open", [STAGE_ALONE] = "alone", [STAGE_RETURNED] = "returned"
    };
    return cover <= STAGE_RETURNED ? names[cover] : NULL;
}

const char *json_may_name(unsigned may)
{
    static const char *const names[] = {
        [STAGE_MAY_NOT] = "not", [STAGE_MAY] = "may", [STAGE_MAY_ASK] = "ask"
    };
    return may <= STAGE_MAY_ASK ? names[may] : NULL;
}

const char *json_news_name(unsigned kind)
{
    static const char *const names[] = {
        [NEWS_EVENT] = "event",   [NEWS_DONE] = "done", [NEWS_REFUSED] = "refused",
        [NEWS_MAY] = "may",       [NEWS_HINT] = "hint", [NEWS_WARNING] = "warning",
        [NEWS_UNKEPT] = "unkept", [NEWS_AWAY] = "away",
    };
    return kind < NEWS_KINDS ? names[kind] : NULL;
}

#define SEATS_MARK(name)                                                                           \
    static bool has_##name(const struct board_square *square, unsigned seat)                       \
    {                                                                                              \
        return square->name >> seat & 1;                                                           \
    }                                                                                              \
    static void set_##name(struct board_square *square, unsigned seat)                             \
    {                                                                                              \
        square->name |= (uint8_t)(1 << seat);                                                      \
    }

#define PLAIN_MARK(name)                                                                           \
    static bool has_##name(const struct board_square *square, unsigned seat)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return square->name;                                                                       \
    }                                                                                              \
    static void set_##name(struct board_square *square, unsigned seat)                             \
    {                                                                                              \
        (void)seat;                                                                                \
        square->name = true;                                                                       \
    }

SEATS_MARK(tokens)
SEATS_MARK(obstacles)
SEATS_MARK(mines)
PLAIN_MARK(safe)
PLAIN_MARK(blown)
PLAIN_MARK(disarmed)
PLAIN_MARK(start)
PLAIN_MARK(goal)

// Obstacles can be nobody's, and mines chance's.
const struct json_mark json_marks[] = {
    { "tokens", SEAT_1, 2, has_tokens, set_tokens },
    { "obstacles", SEAT_NOBODY, 3, has_obstacles, set_obstacles },
    { "mines", SEAT_NOBODY, 4, has_mines, set_mines },
    { "safe", 0, 0, has_safe, set_safe },
    { "blown", 0, 0, has_blown, set_blown },
    { "disarmed", 0, 0, has_disarmed, set_disarmed },
    { "start", 0, 0, has_start, set_start },
    { "goal", 0, 0, has_goal, set_goal },
    { 0 },
};
