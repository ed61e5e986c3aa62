// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static uint64_t draw_from_system(struct random *random)
{
    uint64_t drawn;
    (void)random;
    while (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
        continue; // interrupted by a signal before there was enough
    return drawn;
}

void session_init(struct session *session, const struct game *game)
{
    memset(session, 0, sizeof *session);
    session->game = game;
    session->rules = rules_book(game);
    session->random.draw = draw_from_system;
    session->series = series_of(1, SEAT_1);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(session->name_text[seat], NAME_SIZE, "%s", game->name[seat]);
        snprintf(session->who[seat], NAME_SIZE, "human");
        session->name[seat] = session->name_text[seat];
    }
}

void session_clear(struct session *session)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        bot_free(session->bot[seat]);
        session->bot[seat] = NULL;
    }
    rater_free(session->rater);
    session->rater = NULL;
}

static bool is_name(const char *from, size_t length)
{
    if (length == 0 || length >= NAME_SIZE)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)from[i] < ' ' || from[i] == 0x7f)
            return false;
    return from[0] != ' ' && from[length - 1] != ' ';
}

bool session_set_names(struct session *session, const char *both, struct text *why)
{
    const char *comma = strchr(both, ',');
    const char *second = comma ? comma + 1 : "";
    size_t length = comma ? (size_t)(comma - both) : 0;
    if (!is_name(both, length) || !is_name(second, strlen(second)) || strchr(second, ',')) {
        text_add(why, "'%.60s' is not two names, each of 1 to %d bytes, with a comma between.",
                 both, NAME_SIZE - 1);
        return false;
    }
    if (length == strlen(second) && strncmp(both, second, length) == 0) {
        text_add(why, "Both players are called '%s': give them different names.", second);
        return false;
    }
    snprintf(session->name_text[SEAT_1], NAME_SIZE, "%.*s", (int)length, both);
    snprintf(session->name_text[SEAT_2], NAME_SIZE, "%s", second);
    return true;
}

bool session_set_player(struct session *session, unsigned seat, const char *who, struct text *why)
{
    struct bot *bot = NULL;
    if (strcmp(who, "human") != 0 && !(bot = bot_new(who, why)))
        return false;
    bot_free(session->bot[seat]);
    session->bot[seat] = bot;
    snprintf(session->who[seat], NAME_SIZE, "%s", who);
    return true;
}

bool session_set_deal(struct session *session, const char *numbers, struct text *why)
{
    struct state state = game_start(session->game, &session->rules, SEAT_1);
    struct view chance = game_view(&state, SEAT_CHANCE);
    struct offer offers[OFFERS_MAX];
    if (state_turn(&state)->mover != SEAT_CHANCE) {
        text_add(why, "Nothing is dealt in %s.", session->game->title);
        return false;
    }
    if (!move_parse_numbers(numbers, &session->deal, why))
        return false;
    view_offers(session->game, &session->rules, &chance, offers);
    struct move move = { .set = session->deal, .verb = offers[0].verb };
    if (!view_allows(session->game, &session->rules, &chance, move)) {
        text_add(why, "'%.60s' cannot be dealt: give %u different numbers from %u to %u.", numbers,
                 offers[0].pick, cells_first(offers[0].from), cells_last(offers[0].from));
        return false;
    }
    session->dealt = true;
    return true;
}

static bool parse_whole(const char *from, uint64_t most, uint64_t *number)
{
    *number = 0;
    for (const char *digit = from; *digit; digit++) {
        uint64_t value = (uint64_t)(*digit - '0');
        if (*digit < '0' || *digit > '9' || *number > (most - value) / 10)
            return false;
        *number = *number * 10 + value;
    }
    return *from != '\0';
}

bool session_set_seed(struct session *session, const char *from, struct text *why)
{
    uint64_t seed;
    if (!parse_whole(from, UINT64_MAX, &seed)) {
        text_add(why, "The seed '%.40s' is not a whole number from 0 to %llu.", from,
                 (unsigned long long)UINT64_MAX);
        return false;
    }
    session->random = random_seeded(seed);
    return true;
}

bool session_set_rounds(struct session *session, const char *from, struct text *why)
{
    uint64_t rounds;
    if (!parse_whole(from, ROUNDS_MAX, &rounds) || rounds == 0) {
        text_add(why, "'%.40s' rounds are not possible: a match has 1 to %d.", from, ROUNDS_MAX);
        return false;
    }
    session->series.rounds = (unsigned)rounds;
    return true;
}

bool session_set_first(struct session *session, const char *who)
{
    bool tossed = strcmp(who, "toss") == 0;
    if (tossed)
        session->series.first = SEAT_1 + (unsigned)random_below(&session->random, 2);
    else
        session->series.first = *who == '2' ? SEAT_2 : SEAT_1;
    return tossed;
}

void session_start_round(struct session *session)
{
    struct match *match = &session->match;
    match_start(match, session->game, &session->rules, series_first(&session->series));
    if (session->dealt) {
        struct view chance = match_view(match, SEAT_CHANCE);
        struct offer offers[OFFERS_MAX];
        struct event event;
        view_offers(session->game, &session->rules, &chance, offers);
        session_play(session, (struct move){ .set = session->deal, .verb = offers[0].verb },
                     &event);
    }
    match_deal(match, &session->random);
}

bool session_play(struct session *session, struct move move, struct event *event)
{
    return match_play(&session->match, match_turn(&session->match)->mover, move, event);
}

bool session_bot_move(struct session *session, struct move *move, struct text *why)
{
    unsigned seat = match_turn(&session->match)->mover;
    struct view view = match_view(&session->match, seat);
    return bot_choose(session->bot[seat], session->game, &session->rules, &view, &session->random,
                      move, why);
}

unsigned session_undo(struct session *session, struct text *why)
{
    struct match earlier = session->match;
    unsigned undone = 0;
    bool human;
    do {
        if (!match_can_undo(&earlier)) {
            text_add(why, earlier.count == 0 || earlier.log[earlier.count - 1].seat == SEAT_CHANCE
                              ? "There is nothing to take back."
                              : "It cannot be taken back: the last moves disclosed something.");
            return 0;
        }
        match_undo(&earlier);
        undone++;
        human = !session->bot[match_turn(&earlier)->mover];
    } while (!human);
    session->match = earlier;
    return undone;
}

unsigned session_only_human(const struct session *session)
{
    if (!session->bot[SEAT_1] == !session->bot[SEAT_2])
        return SEAT_NOBODY;
    return session->bot[SEAT_1] ? SEAT_2 : SEAT_1;
}
