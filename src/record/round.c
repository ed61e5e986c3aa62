// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/round.h"

#include "core/memory.h"
#include "core/vector.h"
#include "match/match.h"
#include "record/replay.h"

uint32_t round_next(const struct log *log, uint32_t after)
{
    for (uint32_t n = after + 1; n <= log->count; n++)
        if (log->events[n - 1].kind == LOG_ROUND)
            return n;
    return 0;
}

bool round_find(const struct log *log, uint32_t began, unsigned as, struct round *round,
                struct text *why)
{
    uint32_t found = 0;
    *round = (struct round){ .header = &log->header, .as = as };
    for (uint32_t n = 1; n <= log->count && (!began || n <= began); n++) {
        if (log->events[n - 1].kind == LOG_REMATCH)
            round->number = 0;
        if (log->events[n - 1].kind != LOG_ROUND)
            continue;
        found = n;
        if (++round->number == 1)
            round->match_began = n;
    }
    if (!found || (began && found != began)) {
        text_add(why, "There is no such round.");
        return false;
    }
    uint32_t next = round_next(log, found);
    round->events = &log->events[found - 1];
    round->count = (next ? next - 1 : log->count) - (found - 1);
    return true;
}

void round_id(const struct round *round, char id[COMMIT_ID])
{
    log_round_id(round->header, round->events->n, id);
}

unsigned round_first(const struct round *round)
{
    return round->events->seat;
}

unsigned round_winner(const struct round *round)
{
    return round->events->winner;
}

const struct log_event *round_loss(const struct round *round)
{
    for (unsigned i = round->count; i-- > 0;) {
        unsigned kind = round->events[i].kind;
        if (kind == LOG_RESIGN || kind == LOG_FLAG || kind == LOG_FORFEIT)
            return &round->events[i];
    }
    return NULL;
}

void round_tell_loss(const struct round *round, struct text *out)
{
    const struct log_event *loss = round_loss(round);
    const char *how = loss->kind == LOG_FLAG     ? "had no time left"
                      : loss->kind == LOG_RESIGN ? "gave the round up"
                                                 : "forfeited the round";
    text_add(out, "%s %s. %s wins.\n", round->header->name[loss->seat], how,
             round->header->name[round_winner(round)]);
}

bool round_has_hidden(const struct round *round)
{
    for (unsigned i = 0; i < round->count; i++)
        if (log_is_hidden(round->header, &round->events[i]))
            return true;
    return false;
}

unsigned round_moves(const struct round *round, unsigned moves[MOVES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < round->count; i++) {
        const struct log_event *event = &round->events[i];
        if (event->kind == LOG_UNDO)
            count -= event->count < count ? event->count : count;
        else if (event->kind == LOG_MOVE && count < MOVES_MAX)
            moves[count++] = i;
    }
    return count;
}

static bool refuse(const struct round *round, const struct log_event *event, const char *because,
                   struct text *why)
{
    text_add(why, "Event %u: ", (unsigned)event->n);
    if (event->kind == LOG_MOVE) {
        text_add(why, "seat %s plays '", seat_name(event->seat));
        move_print(round->header->variant.game, event->move, why);
        text_add(why, "', ");
    }
    text_add(why, "%s.", because);
    return false;
}

static bool play_move(const struct round *round, const struct log_event *event, struct match *match,
                      struct text *why)
{
    struct event made;
    if (log_is_hidden(round->header, event) && !event->opened)
        return refuse(round, event, "which is not opened, so that the rest cannot be checked", why);
    if (!match_play(match, event->seat, event->move, &made))
        return refuse(round, event, "which is not a legal move there", why);
    if (made.outcome != event->outcome)
        return refuse(round, event, "with another outcome than the rules give", why);
    return true;
}

bool round_step(const struct round *round, unsigned i, struct match *match, struct text *why)
{
    const struct log_event *event = &round->events[i];
    if (event->kind == LOG_MOVE)
        return play_move(round, event, match, why);
    for (unsigned undone = 0; event->kind == LOG_UNDO && undone < event->count; undone++) {
        if (!match_can_undo(match))
            return refuse(round, event, "a move is taken back that may not be", why);
        match_undo(match);
    }
    return true;
}

bool round_play(const struct round *round, unsigned count, struct match *match, struct text *why)
{
    match_start(match, &round->header->variant, round_first(round));
    for (unsigned i = 0; i < count; i++)
        if (!round_step(round, i, match, why))
            return false;
    return true;
}

// From views alone: all that is hidden is known to one seat or another.
void round_board(const struct match *match, unsigned as, struct board *board)
{
    struct board other;
    bool all = as == AS_ALL;
    struct view view = match_view(match, all ? SEAT_NOBODY : as);
    view_board(match_variant(match), &view, board);
    for (unsigned seat = SEAT_1; all && seat < SEATS; seat++) {
        view = match_view(match, seat);
        view_board(match_variant(match), &view, &other);
        for (unsigned i = 0; i < CELLS_MAX; i++)
            board->square[i].mines |= other.square[i].mines;
    }
}

bool rounds_stand(const struct log *log, const struct log_event *next, struct log_standing **rounds,
                  unsigned *count, struct text *why)
{
    struct replay replay = replay_begin();
    size_t room = 0;
    *rounds = NULL;
    *count = 0;
    for (unsigned i = 0; i < log->count + (next ? 1 : 0); i++) {
        const struct log_event *event = i < log->count ? &log->events[i] : next;
        if (!replay_event(&replay, &log->header, event, NULL, why))
            return false;
        if (event->kind == LOG_ROUND) {
            if (!vector_grow(rounds, &room, *count, sizeof **rounds)) {
                text_add(why, "There is no memory left to count the rounds.");
                return false;
            }
            ++*count;
        }
        if (*count)
            (*rounds)[*count - 1] = replay_stand(&replay);
    }
    return true;
}

bool rounds_last(const struct log *log, struct log_standing *last, struct text *why)
{
    struct replay replay;
    bool good = replay_log(&replay, log, log->count, why);
    if (good)
        *last = replay_stand(&replay);
    return good;
}

struct rounds_settling {
    struct replay replay;
};

static bool settle(struct replay *replay, struct log *log, unsigned i, struct text *why)
{
    if (!replay_event(replay, &log->header, &log->events[i], NULL, why))
        return false;
    if (replay->round_at)
        log->events[replay->round_at - 1].winner = replay->winner;
    return true;
}

bool rounds_settle(struct log *log, struct text *why)
{
    struct replay replay = replay_begin();
    for (unsigned i = 0; i < log->count; i++)
        if (!settle(&replay, log, i, why))
            return false;
    return true;
}

struct rounds_settling *rounds_settling_new(void)
{
    struct rounds_settling *settling = mem_new(sizeof *settling);
    if (settling)
        settling->replay = replay_begin();
    return settling;
}

bool rounds_settle_last(struct rounds_settling *settling, struct log *log, struct text *why)
{
    return settle(&settling->replay, log, log->count - 1, why);
}

bool rounds_check(const struct log *log, struct text *why)
{
    struct replay replay;
    for (unsigned i = 0; i < log->count; i++)
        if (!log_check_seal(&log->header, &log->events[i], why))
            return false;
    return replay_log(&replay, log, log->count, why);
}
