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
    session->variant = variant_book(game);
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
    record_clear(&session->record);
}

bool session_set_names(struct session *session, const char *both, struct text *why)
{
    char first[NAME_SIZE] = "";
    const char *comma = strchr(both, ',');
    const char *second = comma ? comma + 1 : "";
    if (comma && comma - both < NAME_SIZE)
        memcpy(first, both, (size_t)(comma - both));
    if (!record_is_name(first) || !record_is_name(second)) {
        text_add(why,
                 "'%.60s' is not two names with a comma between: each has 1 to %d bytes of UTF-8, "
                 "without blanks at its ends and without characters that cannot be seen.",
                 both, NAME_SIZE - 1);
        return false;
    }
    if (!record_check_names(first, second, why))
        return false;
    snprintf(session->name_text[SEAT_1], NAME_SIZE, "%s", first);
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
    struct state state = game_start(&session->variant, SEAT_1);
    struct view chance = game_view(&state, SEAT_CHANCE);
    struct offer offers[OFFERS_MAX];
    if (state_turn(&state)->mover != SEAT_CHANCE) {
        text_add(why, "Nothing is dealt in %s.", session->variant.game->title);
        return false;
    }
    view_offers(&session->variant, &chance, offers);
    struct move move = { .verb = offers[0].verb };
    if (!move_parse_numbers(numbers, &move.set, why) ||
        !view_allows(&session->variant, &chance, move)) {
        text_clear(why);
        text_add(why, "'%.60s' cannot be dealt: give %u different numbers from %u to %u.", numbers,
                 offers[0].pick, cells_first(offers[0].from), cells_last(offers[0].from));
        return false;
    }
    session->deal = move.set;
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
    session->seeded = true;
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

void session_set_first(struct session *session, const char *who)
{
    session->tossed = strcmp(who, "toss") == 0;
    if (session->tossed)
        session->series.first = SEAT_1 + (unsigned)random_below(&session->random, 2);
    else
        session->series.first = *who == '2' ? SEAT_2 : SEAT_1;
}

void session_print_toss(struct session *session, struct text *out)
{
    const struct game *game = session->variant.game;
    bool hiding = game_hides(&session->variant, &session->match.state);
    if (!session->tossed || (!game->role[0] && hiding))
        return;
    text_add(out, "The toss: %s %s%s.\n", session->name[session->match.first],
             game->role[0] ? "is the " : "goes first", game->role[0] ? game->role[0] : "");
    session->tossed = false;
}

static void trouble(struct session *session, const char *why)
{
    session->store = NULL;
    if (!session->go_on_unsaved || !session->go_on_unsaved(session->whom, why))
        session->stopped = true;
}

static void keep(struct session *session)
{
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    if (session->store ? !store_follow(session->store, &session->record, &session->match, &why)
                       : !record_follow(&session->record, &session->match, &why))
        trouble(session, buffer);
}

static void fill_header(const struct session *session, struct header *header)
{
    header->variant = session->variant;
    header->first = session->match.first;
    header->round = session->series.played + 1;
    header->rounds = session->series.rounds;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(header->name[seat], RECORD_TEXT, "%s", session->name[seat]);
        snprintf(header->player[seat], RECORD_TEXT, "%s", session->who[seat]);
    }
}

// All rounds of a match are known by the id of the first.
static void begin_record(struct session *session)
{
    char buffer[TEXT_MAX], series[COMMIT_ID];
    struct text why = text_in(buffer, sizeof buffer);
    struct record *record = &session->record;
    memcpy(series, record->header.series, sizeof series);
    record_clear(record);
    bool good = record_start(record, &why);
    fill_header(session, &record->header);
    if (session->series.played > 0)
        memcpy(record->header.series, series, sizeof series);
    good = good && record_follow(record, &session->match, &why) &&
           (!session->store || store_add(session->store, record, &why));
    if (!good)
        trouble(session, buffer);
}

static void deal(struct session *session)
{
    struct match *match = &session->match;
    if (session->dealt) {
        struct view chance = match_view(match, SEAT_CHANCE);
        struct offer offers[OFFERS_MAX];
        struct event event;
        view_offers(&session->variant, &chance, offers);
        match_play(match, SEAT_CHANCE,
                   (struct move){ .set = session->deal, .verb = offers[0].verb }, &event);
    }
    match_deal(match, &session->random);
}

void session_start_round(struct session *session)
{
    match_start(&session->match, &session->variant, series_first(&session->series));
    deal(session);
    begin_record(session);
}

bool session_play(struct session *session, struct move move, struct event *event)
{
    if (!match_play(&session->match, match_turn(&session->match)->mover, move, event))
        return false;
    keep(session);
    return true;
}

static bool count_round(void *whom, const struct store_summary *summary)
{
    struct session *session = whom;
    if (summary->winner && summary->round <= session->record.header.round)
        session->series.wins[summary->winner][summary->winner != summary->first]++;
    return true;
}

// What the rounds of the same match gave so far.
static bool resume_series(struct session *session, struct text *why)
{
    const struct header *header = &session->record.header;
    bool swapped = header->round % 2 == 0;
    session->series = series_of(header->rounds, swapped ? opponent(header->first) : header->first);
    struct store_filter filter = { .series = header->series };
    if (!store_list(session->store, &filter, count_round, session, why))
        return false;
    session->series.played = header->round - (session->resumed ? 1 : 0);
    return true;
}

bool session_resume(struct session *session, struct record *record, struct store *store,
                    struct text *why)
{
    const struct header *header = &record->header;
    session_init(session, header->variant.game);
    session->variant.rules = header->variant.rules;
    session->record = *record;
    session->store = store;
    session->resumed = !record->winner;
    *record = (struct record){ 0 };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        snprintf(session->name_text[seat], NAME_SIZE, "%s", session->record.header.name[seat]);
        if (!session_set_player(session, seat, session->record.header.player[seat], why))
            return false;
    }
    return record_play(&session->record, session->record.count, &session->match, why) &&
           resume_series(session, why);
}

bool session_bot_move(struct session *session, struct move *move, struct text *why)
{
    unsigned seat = match_turn(&session->match)->mover;
    struct view view = match_view(&session->match, seat);
    struct history history;
    match_history(&session->match, seat, &history);
    return bot_choose(session->bot[seat], &session->variant, &view, &history, &session->random,
                      move, why);
}

// Why the last move is not the asker's to take back, or NULL if it is.
static const char *why_no_undo(const struct session *session, const struct match *match,
                               unsigned asker)
{
    if (match->count == 0 || match->log[match->count - 1].seat == SEAT_CHANCE)
        return "There is nothing to take back.";
    if (!match_can_undo(match))
        return "It cannot be taken back: the last moves disclosed something.";
    const struct event *last = &match->log[match->count - 1];
    if (session->variant.game->verbs[last->move.verb].hidden && !session->bot[last->seat] &&
        last->seat != asker)
        return "It cannot be taken back: your opponent has hidden something.";
    return NULL;
}

// The match as an undo would leave it; how many moves that takes back, or 0 with
// the reason.
static unsigned find_earlier(const struct session *session, struct match *earlier,
                             const char **reason)
{
    *earlier = session->match;
    unsigned undone = 0, asker = match_turn(earlier)->mover;
    do {
        *reason = why_no_undo(session, earlier, asker);
        if (*reason)
            return 0;
        match_undo(earlier);
        undone++;
    } while (session->bot[match_turn(earlier)->mover]);
    return undone;
}

bool session_can_undo(const struct session *session)
{
    struct match earlier;
    const char *reason;
    return find_earlier(session, &earlier, &reason) > 0;
}

unsigned session_undo(struct session *session, struct text *why)
{
    struct match earlier;
    const char *reason;
    unsigned undone = find_earlier(session, &earlier, &reason);
    if (!undone) {
        text_add(why, "%s", reason);
        return 0;
    }
    session->match = earlier;
    keep(session);
    return undone;
}

unsigned session_only_human(const struct session *session)
{
    if (!session->bot[SEAT_1] == !session->bot[SEAT_2])
        return SEAT_NOBODY;
    return session->bot[SEAT_1] ? SEAT_2 : SEAT_1;
}
