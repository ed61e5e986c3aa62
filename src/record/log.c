// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/log.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "core/memory.h"
#include "record/record.h"

void log_clear(struct log *log)
{
    mem_free(log->events);
    *log = (struct log){ 0 };
}

static bool grow(struct log *log, struct text *why)
{
    unsigned room = log->room ? 2 * log->room : 2; // a server has many that have only begun
    struct log_event *grown = mem_grow(log->events, room * sizeof *grown);
    if (!grown) {
        text_add(why, "There is no memory left to record the game.");
        return false;
    }
    log->events = grown;
    log->room = room;
    return true;
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
    if (log->count == log->room && !grow(log, why))
        return false;
    log->events[log->count++] = *event;
    return true;
}

static bool check_text(const char *what, const char *text, struct text *why)
{
    if (*text && record_is_text(text))
        return true;
    text_add(why, "The %s %s.", what, *text ? "has characters that cannot be kept" : "is empty");
    return false;
}

static bool check_rounds(const struct log_header *header, struct text *why)
{
    if (header->rounds >= 1 && header->rounds <= LOG_ROUNDS_MAX)
        return true;
    text_add(why, "%u rounds are not possible: a match has 1 to %d.", header->rounds,
             LOG_ROUNDS_MAX);
    return false;
}

bool log_check_header(const struct log_header *header, struct text *why)
{
    return record_check_names(header->name[SEAT_1], header->name[SEAT_2], why) &&
           check_text("kind of a player", header->player[SEAT_1], why) &&
           check_text("kind of a player", header->player[SEAT_2], why) && check_rounds(header, why);
}

bool log_is_hidden(const struct log_header *header, const struct log_event *event)
{
    return event->kind == LOG_MOVE && header->variant.game->verbs[event->move.verb].hidden;
}

// Every text with its length before it, so that no two lists of texts are the same bytes.
static void add(struct text *out, const char *text)
{
    text_add(out, "%zu:%s,", strlen(text), text);
}

static void add_number(struct text *out, int64_t number)
{
    char digits[24];
    struct text text = text_in(digits, sizeof digits);
    text_add(&text, "%lld", (long long)number);
    add(out, digits);
}

static void hash(const struct text *text, unsigned char sum[COMMIT_BYTES])
{
    assert(!text->cut);
    crypto_hash_sha256(sum, (const unsigned char *)text->at, text->length);
}

void log_hash_header(const struct log_header *header, unsigned char sum[COMMIT_BYTES])
{
    char bytes[2048], rules_bytes[256];
    struct text out = text_in(bytes, sizeof bytes),
                rules = text_in(rules_bytes, sizeof rules_bytes);
    if (header->unnamed) {
        memcpy(sum, header->hash, COMMIT_BYTES);
        return;
    }
    variant_print(&header->variant, &rules);
    add(&out, "causeway-header-2");
    add(&out, header->id);
    add(&out, header->variant.game->slug);
    add(&out, rules_bytes);
    add(&out, header->name[SEAT_1]);
    add(&out, header->name[SEAT_2]);
    add(&out, header->player[SEAT_1]);
    add(&out, header->player[SEAT_2]);
    add_number(&out, header->first);
    add(&out, log_source_name(header->toss));
    add(&out, log_source_name(header->deal));
    add(&out, log_consent_name(header->undo));
    add(&out, log_consent_name(header->rematch));
    add_number(&out, header->hints);
    add_number(&out, header->rounds);
    add_number(&out, header->clock.base);
    add_number(&out, header->clock.increment);
    add_number(&out, header->clock.move);
    add_number(&out, header->created);
    hash(&out, sum);
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
    char bytes[256], hex[COMMIT_HEX];
    struct text content = text_in(bytes, sizeof bytes);
    if (event->kind == LOG_MOVE)
        move_print(game, event->move, &content);
    else
        text_add(&content, "%s", event->word);
    assert(!content.cut);
    commit_hex(event->seal.nonce, hex);
    add(out, seat_name(event->seat));
    add(out, bytes);
    add(out, hex);
}

void log_print_sealed(const unsigned char of_header[COMMIT_BYTES], const struct game *game,
                      const struct log_event *event, struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(of_header, hex);
    add(out, "causeway-commitment-2");
    add(out, hex);
    add_number(out, event->n);
    add_content(out, game, event);
}

void log_seal_by(const unsigned char of_header[COMMIT_BYTES], const struct game *game,
                 const struct log_event *event, unsigned char commitment[COMMIT_BYTES])
{
    struct text out = TEXT_OF(COMMIT_SEALED);
    log_print_sealed(of_header, game, event, &out);
    hash(&out, commitment);
}

void log_seal(const struct log_header *header, const struct log_event *event,
              unsigned char commitment[COMMIT_BYTES])
{
    unsigned char of_header[COMMIT_BYTES];
    log_hash_header(header, of_header);
    log_seal_by(of_header, header->variant.game, event, commitment);
}

// The words of the text form.

static const char *name(const char *const *names, unsigned count, unsigned i)
{
    return i < count ? names[i] : NULL;
}

#define NAMES(names) (names), sizeof(names) / sizeof *(names)

const char *log_kind_name(unsigned kind)
{
    static const char *const names[] = {
        [LOG_ROUND] = "round",     [LOG_MOVE] = "move",       [LOG_UNDO] = "undo",
        [LOG_OFFER] = "offer",     [LOG_DECLINE] = "decline", [LOG_READY] = "ready",
        [LOG_REMATCH] = "rematch", [LOG_RESIGN] = "resign",   [LOG_FLAG] = "flag",
        [LOG_FORFEIT] = "forfeit", [LOG_COMMIT] = "commit",   [LOG_OPEN] = "open",
    };
    return name(NAMES(names), kind);
}

const char *log_source_name(unsigned source)
{
    static const char *const names[] = {
        [LOG_SETTLED] = "settled", [LOG_GIVEN] = "given", [LOG_RANDOM] = "random",
        [LOG_SEED] = "seed",       [LOG_JOINT] = "joint",
    };
    return name(NAMES(names), source);
}

const char *log_consent_name(unsigned consent)
{
    static const char *const names[] = {
        [LOG_FREELY] = "freely", [LOG_AGREED] = "agreed", [LOG_REFUSED] = "refused"
    };
    return name(NAMES(names), consent);
}

const char *log_cause_name(unsigned cause)
{
    static const char *const names[] = {
        [LOG_ILLEGAL_MOVE] = "illegal-move",
        [LOG_MALFORMED] = "malformed",
        [LOG_SILENT] = "silent",
        [LOG_GONE] = "gone",
        [LOG_NO_HELLO] = "no-hello",
        [LOG_UNOPENED] = "unopened",
        [LOG_CLOSED] = "closed",
    };
    return name(NAMES(names), cause);
}

const char *log_what_name(unsigned what)
{
    static const char *const names[] = { [LOG_ASKS_UNDO] = "undo", [LOG_ASKS_REMATCH] = "rematch" };
    return name(NAMES(names), what);
}

const char *log_draw_name(unsigned draw)
{
    static const char *const names[] = { [LOG_DRAWS_TOSS] = "toss", [LOG_DRAWS_DEAL] = "deal" };
    return name(NAMES(names), draw);
}

const char *log_outcome_name(unsigned outcome)
{
    return outcome <= OUTCOME_BOOM ? outcome_name(outcome) : NULL;
}
