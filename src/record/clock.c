// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/clock.h"

#include <ctype.h>
#include <string.h>

// Seconds with up to three decimals, or days with a d, as milliseconds. Gives what follows, or
// NULL.
static const char *parse_seconds(const char *from, uint32_t *milliseconds)
{
    uint64_t value = 0;
    unsigned digits = 0;
    for (; isdigit((unsigned char)*from) && value <= CLOCK_MOST; from++, digits++)
        value = 10 * value + (uint64_t)(*from - '0');
    value *= 1000;
    if (*from == '.' && isdigit((unsigned char)from[1])) {
        from++;
        for (uint64_t unit = 100; isdigit((unsigned char)*from) && unit > 0; from++, unit /= 10)
            value += unit * (uint64_t)(*from - '0');
    }
    if (*from == 'd') {
        from++;
        value = value <= (uint64_t)CLOCK_MOST * 1000 ? value * CLOCK_DAY : UINT64_MAX;
    }
    *milliseconds = (uint32_t)value;
    return digits > 0 && value <= (uint64_t)CLOCK_MOST * 1000 ? from : NULL;
}

// One of the two parts, each at most once. Gives what follows, or NULL.
static const char *parse_part(const char *from, struct log_clock *clock)
{
    static const char per_move[] = "/move";
    uint32_t value;
    from = parse_seconds(from, &value);
    if (!from || value == 0)
        return NULL;
    if (strncmp(from, per_move, strlen(per_move)) == 0) {
        bool again = clock->move > 0;
        clock->move = value;
        return again ? NULL : from + strlen(per_move);
    }
    if (clock->base > 0)
        return NULL;
    clock->base = value;
    return *from == '+' ? parse_seconds(from + 1, &clock->increment) : from;
}

bool clock_parse(const char *from, struct log_clock *clock, struct text *why)
{
    struct log_clock parsed = { 0 };
    const char *at = parse_part(from, &parsed);
    if (at && *at == ',')
        at = parse_part(at + 1, &parsed);
    if (at && *at == '\0') {
        *clock = parsed;
        return true;
    }
    text_add(why,
             "'%.40s' is no clock. A clock is 60+1 (a minute for a round, a second more after each "
             "move), 60 without more, 5/move for each decision, or 60+1,5/move; with a d, as in "
             "3d/move, of days; up to two weeks.",
             from);
    return false;
}

static void print_seconds(uint32_t milliseconds, struct text *out)
{
    unsigned rest = milliseconds % 1000, digits = 3;
    text_add(out, "%u", milliseconds / 1000);
    if (rest == 0)
        return;
    for (; rest % 10 == 0; rest /= 10)
        digits--;
    text_add(out, ".%0*u", (int)digits, rest);
}

void clock_print(const struct log_clock *clock, struct text *out)
{
    if (clock->base > 0) {
        print_seconds(clock->base, out);
        text_add(out, "+");
        print_seconds(clock->increment, out);
    }
    if (clock->move > 0) {
        text_add(out, "%s", clock->base > 0 ? "," : "");
        print_seconds(clock->move, out);
        text_add(out, "/move");
    }
}

bool clock_is_set(const struct log_clock *clock)
{
    return clock->base > 0 || clock->move > 0;
}

void clock_tell(int64_t milliseconds, struct text *out)
{
    long long minutes = milliseconds / 60000;
    long long days = minutes / (24 * 60), hours = minutes / 60 % 24;
    if (days > 0)
        text_add(out, "%lld d %lld h", days, hours);
    else
        text_add(out, "%lld h %lld min", hours, minutes % 60);
}
