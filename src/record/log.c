// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/log.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "record/printable.h"

void log_clear(struct log *log)
{
    mem_free(log->events);
    *log = (struct log){ 0 };
}

bool log_add(struct log *log, const struct log_event *event, struct text *why)
{
    if (event->n != log->count + 1) {
        text_add(why, "Event %u comes after event %u.", (unsigned)event->n, log->count);
        return false;
    }
    if (log->count == LOG_EVENTS_MAX) {
        text_add(why, "A table has at most %d events.", LOG_EVENTS_MAX);
        return false;
    }
    if (!vector_grow(&log->events, &log->room, log->count, sizeof *log->events)) {
        text_add(why, "There is no memory left to record the game.");
        return false;
    }
    log->events[log->count++] = *event;
    return true;
}

bool log_check_header(const struct log_header *header, struct text *why)
{
    if (!printable_check_players(header->name, header->player, why))
        return false;
    if (header->rounds >= 1 && header->rounds <= LOG_ROUNDS_MAX)
        return true;
    text_add(why, "%u rounds are not possible: a match has 1 to %d.", header->rounds,
             LOG_ROUNDS_MAX);
    return false;
}

bool log_is_hidden(const struct log_header *header, const struct log_event *event)
{
    return event->kind == LOG_MOVE && header->variant.game->verbs[event->move.verb].hidden;
}

static void add_number(struct text *out, int64_t number)
{
    struct text digits = TEXT_OF(24);
    text_put_number(&digits, number);
    commit_add_field(out, digits.at);
}

void log_hash_header(const struct log_header *header, unsigned char sum[COMMIT_BYTES])
{
    struct text out = TEXT_OF(2048), rules = TEXT_OF(256);
    if (header->unnamed) {
        memcpy(sum, header->hash, COMMIT_BYTES);
        return;
    }
    variant_print(&header->variant, &rules);
    commit_add_field(&out, "causeway-header-3");
    commit_add_field(&out, header->id);
    commit_add_field(&out, header->variant.game->slug);
    commit_add_field(&out, rules.at);
    commit_add_field(&out, header->name[SEAT_1]);
    commit_add_field(&out, header->name[SEAT_2]);
    commit_add_field(&out, header->player[SEAT_1]);
    commit_add_field(&out, header->player[SEAT_2]);
    add_number(&out, header->first);
    commit_add_field(&out, log_sources[header->toss]);
    commit_add_field(&out, log_sources[header->deal]);
    commit_add_field(&out, log_consents[header->undo]);
    commit_add_field(&out, log_consents[header->rematch]);
    add_number(&out, header->hints);
    add_number(&out, header->rounds);
    add_number(&out, header->pair);
    add_number(&out, header->clock.base);
    add_number(&out, header->clock.increment);
    add_number(&out, header->clock.move);
    add_number(&out, header->created);
    commit_hash(&out, sum);
}

void log_unname(struct log_header *header, unsigned seat)
{
    char *name = header->name[seat];
    log_hash_header(header, header->hash);
    header->unnamed = true;
    snprintf(name, LOG_NAME, "(removed)");
    if (text_same(name, header->name[opponent(seat)]))
        snprintf(name, LOG_NAME, "(removed too)");
}

// Seat, move or word, and nonce: the end of every commitment.
static void add_content(struct text *out, const struct game *game, const struct log_event *event)
{
    struct text content = TEXT_OF(256);
    char hex[COMMIT_HEX];
    if (event->kind == LOG_MOVE)
        move_print(game, event->move, &content);
    else
        text_put(&content, event->word);
    assert(!content.cut);
    commit_hex(event->seal.nonce, hex);
    commit_add_field(out, seat_name(event->seat));
    commit_add_field(out, content.at);
    commit_add_field(out, hex);
}

void log_print_sealed(const unsigned char of_header[COMMIT_BYTES], const struct game *game,
                      const struct log_event *event, struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(of_header, hex);
    commit_add_field(out, "causeway-commitment-3");
    commit_add_field(out, hex);
    add_number(out, event->n);
    add_content(out, game, event);
}

void log_seal_by(const unsigned char of_header[COMMIT_BYTES], const struct game *game,
                 const struct log_event *event, unsigned char commitment[COMMIT_BYTES])
{
    struct text out = TEXT_OF(COMMIT_SEALED);
    log_print_sealed(of_header, game, event, &out);
    commit_hash(&out, commitment);
}

void log_seal(const struct log_header *header, const struct log_event *event,
              unsigned char commitment[COMMIT_BYTES])
{
    unsigned char of_header[COMMIT_BYTES];
    log_hash_header(header, of_header);
    log_seal_by(of_header, header->variant.game, event, commitment);
}

bool log_check_seal(const struct log_header *header, const struct log_event *event,
                    struct text *why)
{
    unsigned char commitment[COMMIT_BYTES];
    if (!log_is_hidden(header, event))
        return true;
    log_seal(header, event, commitment);
    if (memcmp(commitment, event->seal.commitment, COMMIT_BYTES) == 0)
        return true;
    text_add(why, "Event %u: the commitment was made for something else.", (unsigned)event->n);
    return false;
}

// The first round begins with event 1 or, after a joint toss, with event 7: three contributions
// and their openings come before it.
static uint32_t first_began(const struct log_header *header)
{
    return header->first == SEAT_NOBODY && header->toss == LOG_JOINT ? 7 : 1;
}

void log_round_id(const struct log_header *header, uint32_t began, char id[COMMIT_ID])
{
    char bytes[64];
    struct text text = text_in(bytes, sizeof bytes);
    if (began <= first_began(header)) {
        memcpy(id, header->id, COMMIT_ID);
        return;
    }
    text_add(&text, "causeway-round-2 %s %u", header->id, (unsigned)began);
    commit_derive_id(bytes, id);
}

static const char *const as_names[] = {
    [AS_WATCH] = "watch", [AS_1] = "1", [AS_2] = "2", [AS_ALL] = "all"
};

void log_names(const struct log_header *header, const char *name[SEATS])
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        name[seat] = header->name[seat];
}

const char *log_as_name(unsigned as)
{
    return as_names[as];
}

bool log_parse_as(const char *from, unsigned *as, struct text *why)
{
    for (unsigned i = 0; i <= AS_ALL; i++)
        if (as_names[i] && text_same(as_names[i], from)) {
            *as = i;
            return true;
        }
    text_add(why, "'%.24s' is neither a player nor an onlooker: it can be 1, 2, watch or all.",
             from);
    return false;
}

const char *const log_kinds[] = {
    [LOG_ROUND] = "round",     [LOG_MOVE] = "move",       [LOG_UNDO] = "undo",
    [LOG_OFFER] = "offer",     [LOG_DECLINE] = "decline", [LOG_READY] = "ready",
    [LOG_REMATCH] = "rematch", [LOG_RESIGN] = "resign",   [LOG_FLAG] = "flag",
    [LOG_FORFEIT] = "forfeit", [LOG_COMMIT] = "commit",   [LOG_OPEN] = "open",
    [LOG_FULL] = "full",       [LOG_KINDS] = NULL,
};

const char *const log_ends[] = {
    [LOG_END_NONE] = "goes-on",
    [LOG_END_PLAYED] = "played",
    [LOG_END_RESIGNED] = "resigned",
    [LOG_END_FLAGGED] = "flagged",
    [LOG_END_FORFEITED] = "forfeited",
    [LOG_END_FULL] = "full",
    [LOG_ENDS] = NULL,
};

const char *const log_sources[] = {
    [LOG_SETTLED] = "settled", [LOG_GIVEN] = "given", [LOG_RANDOM] = "random",
    [LOG_SEED] = "seed",       [LOG_JOINT] = "joint", [LOG_SOURCES] = NULL,
};

const char *const log_consents[] = {
    [LOG_FREELY] = "freely",
    [LOG_AGREED] = "agreed",
    [LOG_REFUSED] = "refused",
    [LOG_CONSENTS] = NULL,
};

const char *const log_causes[] = {
    [LOG_ILLEGAL_MOVE] = "illegal-move",
    [LOG_MALFORMED] = "malformed",
    [LOG_SILENT] = "silent",
    [LOG_GONE] = "gone",
    [LOG_NO_HELLO] = "no-hello",
    [LOG_UNOPENED] = "unopened",
    [LOG_CLOSED] = "closed",
    [LOG_CAUSES] = NULL,
};

const char *const log_whats[] = {
    [LOG_ASKS_UNDO] = "undo", [LOG_ASKS_REMATCH] = "rematch", [LOG_WHATS] = NULL
};

const char *const log_draws[] = {
    [LOG_DRAWS_TOSS] = "toss", [LOG_DRAWS_DEAL] = "deal", [LOG_DRAWS] = NULL
};
