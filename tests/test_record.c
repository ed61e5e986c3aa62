// SPDX-License-Identifier: GPL-3.0-or-later
// Records in memory and as lines of JSON: what is written is read back, what was
// changed is refused, and nobody reads more than they may know.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/memory.h"
#include "games/games.h"
#include "record/name.h"
#include "record/round.h"
#include "record/suppose.h"
#include "record/verify.h"
#include "record_help.h"

static char why_bytes[1024];
static struct text why;
static struct match match;
static struct bytes once, again;

static int fresh(void **state)
{
    (void)state;
    why = text_in(why_bytes, sizeof why_bytes);
    return 0;
}

static void assert_bytes(const struct bytes *a, const struct bytes *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->at, b->at, a->length);
}

static void commitments_are_known_values(void **state)
{
    (void)state;
    unsigned char hash[COMMIT_BYTES] = { 0 }, commitment[COMMIT_BYTES];
    char hex[COMMIT_HEX];
    struct log_event event = { .kind = LOG_MOVE,
                               .n = 2,
                               .seat = SEAT_1,
                               .move = { .set = cell(3) | cell(6) | cell(8) },
                               .seal = { .nonce = { 1, 2, 3 } } };
    // printf '21:causeway-commitment-3,64:00…00,1:2,1:1,10:trap 3 6 8,64:010203…00,' | sha256sum
    log_seal_by(hash, &game_trap_runner, &event, commitment);
    commit_hex(commitment, hex);
    assert_string_equal(hex, "9b48dcf86e85dda1b575b8a59b15257ae6e6ece95bdbb87e28e7b5011689f33b");
    for (unsigned i = 0; i < 4; i++) {
        struct log_event other = event;
        other.n += i == 0;
        other.seat = i == 1 ? SEAT_2 : SEAT_1;
        other.move.set ^= i == 2 ? cell(3) | cell(4) : 0;
        other.seal.nonce[31] ^= i == 3;
        log_seal_by(hash, &game_trap_runner, &other, commitment);
        commit_hex(commitment, hex);
        assert_string_not_equal(hex,
                                "9b48dcf86e85dda1b575b8a59b15257ae6e6ece95bdbb87e28e7b5011689f33b");
    }
}

static void hexadecimal_digits_are_strict(void **state)
{
    (void)state;
    unsigned char bytes[COMMIT_BYTES];
    char hex[COMMIT_HEX];
    memset(hex, 'a', sizeof hex - 1);
    hex[COMMIT_HEX - 1] = '\0';
    assert_true(commit_parse_hex(hex, bytes));
    hex[63] = 'A';
    assert_false(commit_parse_hex("0d38", bytes)); // too short
    assert_false(commit_parse_hex(hex, bytes));
    hex[63] = '\0';
    assert_false(commit_parse_hex(hex, bytes));
}

static void ids_differ(void **state)
{
    (void)state;
    char a[COMMIT_ID], b[COMMIT_ID];
    assert_true(commit_new_id(a) && commit_new_id(b));
    assert_true(commit_is_id(a) && commit_is_id(b));
    assert_string_not_equal(a, b);
    assert_false(commit_is_id("short"));
    assert_false(commit_is_id("0123456789aB"));
}

static bool reads(const struct bytes *bytes, struct log *log, unsigned *as)
{
    return log_text_read(games, bytes->at, bytes->length, log, as, &why);
}

static void finished_games_survive_export(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct log log, read;
            unsigned as;
            help_play(&log, &match, *game, seed % 3 ? "" : "fair", MOVES_MAX, seed);
            assert_true(help_export(&log, AS_ALL, &once));
            assert_true(reads(&once, &read, &as));
            assert_true(help_export(&read, AS_ALL, &again));
            assert_bytes(&once, &again);
            assert_int_equal(read.events[0].winner, match_turn(&match)->winner);
            assert_true(help_verify(once.at, once.length, &why));
            log_clear(&log);
            log_clear(&read);
        }
}

static void play_gives_the_state(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct log log;
            struct round round;
            struct match played;
            help_play(&log, &match, *game, "", (unsigned)seed, seed);
            help_round(&log, AS_ALL, &round);
            assert_true(round_play(&round, round.count, &played, &why));
            assert_memory_equal(&played.state, &match.state, sizeof played.state);
            assert_int_equal(played.count, match.count);
            log_clear(&log);
        }
}

// The log of one finished game, with hidden moves and an undo.
static void play_sample(struct log *log)
{
    struct event event;
    help_start(log, &match, &game_number_mines, "length=6,mines=1", SEAT_1);
    static const char *const moves[] = { "mine 3", "undo", "mine 4", "mine 2", "step 2", "step 3" };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct move move;
        if (strcmp(moves[i], "undo") == 0)
            match_undo(&match);
        else
            assert_true(move_parse(&game_number_mines, moves[i], &move, &why) &&
                        match_play(&match, match_turn(&match)->mover, move, &event));
        help_follow(log, &match);
    }
    assert_true(match_over(&match));
}

static void sample(struct bytes *bytes)
{
    struct log log;
    play_sample(&log);
    assert_true(help_export(&log, AS_ALL, bytes));
    log_clear(&log);
}

static unsigned line_of(const char *bytes, size_t at)
{
    unsigned line = 1;
    for (size_t i = 0; i < at; i++)
        line += bytes[i] == '\n';
    return line;
}

static void every_changed_byte_is_found(void **state)
{
    (void)state;
    sample(&once);
    assert_true(help_verify(once.at, once.length, &why));
    for (size_t i = 0; i < once.length; i++) {
        char was = once.at[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            once.at[i] = (char)(was ^ 1 << bit);
            text_clear(&why);
            assert_false(help_verify(once.at, once.length, &why));
            unsigned line = 0;
            assert_int_equal(sscanf(why.at, "Line %u:", &line), 1);
            assert_int_equal(line, line_of(once.at, i) - (once.at[i] == '\n'));
        }
        once.at[i] = was;
    }
}

static void every_cut_is_found(void **state)
{
    (void)state;
    sample(&once);
    for (size_t length = 0; length < once.length; length++) {
        text_clear(&why);
        assert_false(help_verify(once.at, length, &why));
        unsigned line = 0;
        assert_int_equal(sscanf(why.at, "Line %u:", &line), 1);
        assert_int_equal(line, line_of(once.at, length));
        assert_non_null(strstr(why.at, "cut off"));
    }
    once.at[once.length] = '\n';
    assert_false(help_verify(once.at, once.length + 1, &why));
}

static void unfinished_secrets_stay_secret(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct log log;
        struct round round;
        help_play(&log, &match, *game, "", 2, 1);
        help_round(&log, AS_ALL, &round);
        bool hidden = round_has_hidden(&round);
        assert_int_equal(help_export(&log, AS_ALL, &once), !hidden);
        assert_true(help_export(&log, AS_WATCH, &once));
        assert_true(help_export(&log, AS_1, &once));
        assert_true(help_export(&log, AS_2, &once));
        log_clear(&log);
    }
}

// Two histories that differ only in what the other seat hid.
static void exports_tell_a_seat_nothing(void **state)
{
    (void)state;
    struct log log;
    struct event event;
    for (unsigned n = 0; n < 2; n++) {
        help_start(&log, &match, &game_number_mines, "", SEAT_1);
        memcpy(log.header.id, "0123456789ab", COMMIT_ID);
        static const char *const theirs[] = { "mine 5 9 14", "mine 6 10 11" };
        const char *const moves[] = { "mine 2 3 4", theirs[n], "step 1", "step 1" };
        for (unsigned i = 0; i < 4; i++) {
            struct move move;
            assert_true(move_parse(&game_number_mines, moves[i], &move, &why) &&
                        match_play(&match, match_turn(&match)->mover, move, &event));
            help_follow(&log, &match);
        }
        // Commitments are random numbers to whoever lacks the nonce.
        for (unsigned i = 1; i <= 2; i++)
            memset(&log.events[i].seal, 7, sizeof log.events[i].seal);
        memset(log.events[2].seal.nonce, (int)n, COMMIT_BYTES);
        assert_true(help_export(&log, AS_1, n ? &again : &once));
        log_clear(&log);
    }
    assert_bytes(&once, &again);
}

// What this one is shown of the game, as it is read back.
static void read_view(const struct log *log, unsigned as, struct log *read, struct round *view)
{
    unsigned found;
    assert_true(help_export(log, as, &once));
    if (!reads(&once, read, &found))
        fail_msg("%s", why.at);
    assert_int_equal(found, as);
    assert_true(help_export(read, as, &again));
    assert_bytes(&once, &again);
    help_round(read, as, view);
}

// What is supposed of a view shows everybody what the game itself did.
static void check_view(const struct log *log, unsigned as)
{
    static struct match other;
    struct log read;
    struct round truly, view;
    struct supposed whole;
    struct verify_findings findings;
    read_view(log, as, &read, &view);
    help_round(log, AS_ALL, &truly);
    if (!verify_round(&view, &findings, &why) || suppose(&view, &whole, &why) != SUPPOSE_FOUND)
        fail_msg("%s", why.at);
    for (unsigned count = 0; count <= truly.count; count++) {
        assert_true(round_play(&truly, count, &match, &why));
        assert_true(round_play(&whole.round, count, &other, &why));
        struct view truth = match_view(&match, as), shown = match_view(&other, as);
        assert_memory_equal(&truth, &shown, sizeof truth);
    }
    suppose_clear(&whole);
    log_clear(&read);
}

static void views_are_verified_and_played(void **state)
{
    (void)state;
    static const char *const rules[] = { "", "fair", "lives=2" };
    for (const struct game *const *game = games; *game; game++)
        for (unsigned seed = 0; seed < 60; seed++) {
            struct log log;
            struct variant unused;
            unsigned kinds = variant_parse(*game, "lives=2", &unused, &why) ? 3 : 2;
            const char *with = (*game)->fair ? rules[seed % kinds] : "";
            help_play(&log, &match, *game, with, seed % 4 ? MOVES_MAX : seed / 4, seed);
            check_view(&log, AS_1);
            check_view(&log, AS_2);
            if (log.events[0].winner)
                check_view(&log, AS_WATCH);
            log_clear(&log);
        }
}

// Where too much could be hidden, a wrong view is neither called right nor wrong.
static void what_cannot_be_tried_is_not_checked(void **state)
{
    (void)state;
    struct log log, read;
    struct round view;
    struct verify_findings findings;
    help_play(&log, &match, &game_minefield, "length=40,mines=10,detectors=5", 6, 3);
    read_view(&log, AS_1, &read, &view);
    assert_true(verify_round(&view, &findings, &why));
    assert_false(findings.unknown);
    read.events[0].winner = SEAT_2; // but nobody has won
    assert_false(verify_round(&view, &findings, &why));
    log_clear(&read);
    log_clear(&log);
    help_play(&log, &match, &game_number_mines, "length=63,mines=10", 6, 3);
    read_view(&log, AS_1, &read, &view);
    assert_true(view.count > 4);
    // A mine went off, and the game goes on.
    read.events[3].outcome = (uint8_t)outcome_find(&game_number_mines, "boom");
    text_clear(&why);
    assert_true(verify_round(&view, &findings, &why));
    assert_true(findings.unknown);
    verify_tell(&view, &findings, &why);
    assert_non_null(strstr(why.at, "not checked: more can be hidden than can be tried here"));
    log_clear(&read);
    log_clear(&log);
}

// Neither an opening that does not fit nor a move against the rules passes, also where the game
// goes on and nobody has won.
static void a_changed_record_is_refused(void **state)
{
    (void)state;
    struct log log;
    struct round whole;
    struct verify_findings findings;
    help_play(&log, &match, &game_number_mines, "", 4, 3); // both hide something, both move
    assert_true(round_find(&log, 0, AS_ALL, &whole, &why));
    assert_true(verify_round(&whole, &findings, &why));
    assert_true(whole.count == 5 && !round_winner(&whole));
    log.events[1].seal.nonce[0] ^= 1;
    assert_false(verify_round(&whole, &findings, &why));
    log.events[1].seal.nonce[0] ^= 1;
    log.events[4].move.set = cell(60);
    assert_false(verify_round(&whole, &findings, &why));
    text_clear(&why);
    log_clear(&log);
}

static void what_a_view_does_not_prove_is_told(void **state)
{
    (void)state;
    struct log log, read;
    struct round view;
    struct verify_findings findings;
    help_play(&log, &match, &game_number_mines, "", 4, 3);
    read_view(&log, AS_2, &read, &view);
    assert_true(verify_round(&view, &findings, &why));
    assert_int_equal(findings.commitments, 1);
    assert_int_equal(findings.unopened, 1);
    verify_tell(&view, &findings, &why);
    assert_non_null(strstr(why.at, "with a possible outcome"));
    assert_non_null(strstr(why.at, "1 opened, matching; 1 not opened in this record."));
    assert_non_null(strstr(why.at, "Not checked: the record has only what seat 2 could know."));
    log_clear(&log);
    log_clear(&read);
}

// What nothing hidden could have led to, and what its owner should have opened.
static void forged_views_are_refused(void **state)
{
    (void)state;
    struct verify_findings findings;
    const uint8_t boom = (uint8_t)outcome_find(&game_number_mines, "boom");
    for (unsigned forgery = 0; forgery < 6; forgery++) {
        struct log log, read;
        struct round view;
        help_play(&log, &match, &game_number_mines, "", MOVES_MAX, 4);
        read_view(&log, AS_2, &read, &view);
        assert_true(view.count > 5);
        struct log_event *own = &read.events[2], *last = &read.events[read.count - 1];
        if (forgery == 0)
            own->move.set = cell(2) | cell(3) | cell(4);
        else if (forgery == 1)
            own->opened = false;
        else if (forgery == 2)
            read.events[3].outcome = boom; // and the game goes on
        else if (forgery == 3)
            last->outcome = last->outcome == boom ? OUTCOME_PLAIN : boom;
        else if (forgery == 4)
            last->seat = (uint8_t)opponent(last->seat);
        else
            read.events[0].winner = (uint8_t)opponent(read.events[0].winner);
        text_clear(&why);
        assert_false(verify_round(&view, &findings, &why));
        assert_true(why.length > 0);
        log_clear(&log);
        log_clear(&read);
    }
}

// There are three mines, so that four cannot have been found.
static void too_many_mines_are_not_supposed(void **state)
{
    (void)state;
    struct log log;
    struct round round;
    struct supposed whole;
    struct random random = random_seeded(1);
    help_start(&log, &match, &game_minefield, "detectors=20", SEAT_1);
    match_deal(&match, &random);
    for (unsigned n = 1; n <= 4; n++) {
        struct event event;
        struct move scan;
        char text[16];
        snprintf(text, sizeof text, "scan %u", n);
        assert_true(move_parse(&game_minefield, text, &scan, &why));
        assert_true(match_play(&match, match_turn(&match)->mover, scan, &event));
    }
    help_follow(&log, &match);
    help_round(&log, AS_ALL, &round);
    log.events[1].opened = false;
    for (unsigned mines = 0; mines <= 4; mines++) {
        for (unsigned i = 1; i <= 4; i++)
            log.events[i + 1].outcome =
                (uint8_t)outcome_find(&game_minefield, i <= mines ? "mine" : "safe");
        assert_int_equal(suppose(&round, &whole, &why), mines <= 3 ? SUPPOSE_FOUND : SUPPOSE_NONE);
        suppose_clear(&whole);
    }
    assert_true(why.length > 0);
    log_clear(&log);
}

// Someone who makes up a record can make up its sums as well, but not its moves.
static void forged_records_are_refused(void **state)
{
    (void)state;
    for (unsigned forgery = 0; forgery < 5; forgery++) {
        struct log log;
        help_play(&log, &match, &game_trap_runner, "", MOVES_MAX, 11);
        struct log_event *first = &log.events[1], *last = &log.events[log.count - 1];
        assert_true(help_export(&log, AS_ALL, &once));
        assert_true(help_verify(once.at, once.length, &why));
        if (forgery == 0)
            first->move.set ^= cell(1) | cell(2) | cell(3);
        else if (forgery == 1)
            first->seal.nonce[0] ^= 1;
        else if (forgery == 2)
            last->outcome = OUTCOME_PLAIN;
        else if (forgery == 3)
            last->seat = (uint8_t)opponent(last->seat);
        else
            log.events[0].winner = (uint8_t)opponent(log.events[0].winner);
        assert_true(help_export(&log, AS_ALL, &once));
        text_clear(&why);
        assert_false(help_verify(once.at, once.length, &why));
        assert_true(why.length > 0);
        log_clear(&log);
    }
}

static void nobody_unlearns_in_a_record(void **state)
{
    (void)state;
    struct log log;
    struct round round;
    struct log_event undo = { .n = 3, .kind = LOG_UNDO, .seat = SEAT_1, .count = 1 };
    help_play(&log, &match, &game_minefield, "", 1, 2);
    assert_true(log_add(&log, &undo, &why));
    help_round(&log, AS_ALL, &round);
    assert_false(round_play(&round, round.count, &match, &why));
    assert_string_equal(why.at, "Event 3: a move is taken back that may not be.");
    log_clear(&log);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",         "a\nb",         "\x1b[2J",          "\xff", "\xc2\x9b", "\xc0\xaf",
        "\xe2\x82", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x7f", " ",        "Ann ",
        "a,b",      "\xc2\xa0",     "\xe2\x80\xae"
    };
    struct log record;
    help_start(&record, &match, &game_blockade, "", SEAT_1);
    assert_true(log_check_header(&record.header, &why));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        strcpy(record.header.name[SEAT_2], bad[i]);
        assert_false(log_check_header(&record.header, &why));
    }
    strcpy(record.header.name[SEAT_2], record.header.name[SEAT_1]);
    assert_false(log_check_header(&record.header, &why));
    strcpy(record.header.name[SEAT_2], "\xe2\x82\xac \xf0\x9f\x8e\xb2 \xc3\xa9");
    assert_true(log_check_header(&record.header, &why));
    log_clear(&record);
}

// "José" as one keyboard writes it and as another; a syllable of Hangul, in three letters.
static void names_are_normalised(void **state)
{
    (void)state;
    static const char *const same[][2] = { { "Jose\xcc\x81", "Jos\xc3\xa9" },
                                           { "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab",
                                             "\xed\x95\x9c" },
                                           { "\xe2\x84\xab", "\xc3\x85" } };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char name[NAME_TYPED];
        strcpy(name, same[i][0]);
        name_normalise(name, sizeof name);
        assert_string_equal(name, same[i][1]);
        text_clear(&why);
        assert_false(printable_check_names(same[i][0], same[i][1], &why));
        assert_non_null(strstr(why.at, "different names"));
    }
    char broken[] = "a\xff", tight[] = "\xf0\x9d\x85\xa0"; // which gets longer
    name_normalise(broken, sizeof broken);
    assert_string_equal(broken, "a\xff");
    name_normalise(tight, sizeof tight);
    assert_string_equal(tight, "\xf0\x9d\x85\xa0");
}

static void control_characters_are_blotted(void **state)
{
    (void)state;
    char text[] = "a\x1b[2J\n\x7f \xc2\x9b \xc3\xa9";
    printable_blot(text);
    assert_string_equal(text, "a?[2J?? ?? \xc3\xa9");
}

static void views_have_names(void **state)
{
    (void)state;
    unsigned as;
    assert_true(log_parse_as("watch", &as, &why) && as == AS_WATCH);
    assert_true(log_parse_as("ALL", &as, &why) && as == AS_ALL);
    assert_true(log_parse_as("2", &as, &why) && as == AS_2);
    assert_false(log_parse_as("3", &as, &why));
}

static void what_was_checked_is_told(void **state)
{
    (void)state;
    struct log log;
    struct round round;
    struct verify_findings findings;
    play_sample(&log);
    help_round(&log, AS_ALL, &round);
    assert_true(verify_round(&round, &findings, &why));
    verify_tell(&round, &findings, &why);
    assert_non_null(strstr(why.at,
                           "Moves: 5 checked, all legal and with the right outcome; 1 taken "
                           "back.\nCommitments: 3 opened, all matching.\n"));
    log_clear(&log);
}

// The lines of the sample without their sums.
static void strip_sums(struct bytes *bytes)
{
    char *to = bytes->at;
    bytes->at[bytes->length] = '\0';
    for (char *from = bytes->at; *from;)
        if (strncmp(from, ",\"sum\":", 7) == 0)
            from += 7 + 66;
        else
            *to++ = *from++;
    *to = '\0';
    bytes->length = (size_t)(to - bytes->at);
}

// Replaces the first such text in the sample, puts the sums right, and demands a
// refusal that names the line and says this.
static void refused(const char *old, const char *new, unsigned line, const char *words)
{
    static struct bytes changed;
    char expected[16];
    sample(&once);
    strip_sums(&once);
    char *at = strstr(once.at, old);
    assert_non_null(at);
    snprintf(changed.at, sizeof changed.at, "%.*s%s%s", (int)(at - once.at), once.at, new,
             at + strlen(old));
    assert_true(help_put_sums(changed.at, &again));
    text_clear(&why);
    assert_false(help_verify(again.at, again.length, &why));
    snprintf(expected, sizeof expected, "Line %u: ", line);
    if (strncmp(why.at, expected, strlen(expected)) != 0 || !strstr(why.at, words))
        fail_msg("'%s' for '%s' gives: %s", new, old, why.at);
}

static void headers_must_be_right(void **state)
{
    (void)state;
    refused("\"causeway\":\"record\"", "\"causeway\":1", 1, "not the first line");
    refused("\"version\":3", "\"version\":2", 1, "has version 2; version 3 is read here");
    refused("\"version\":3", "\"version\":1", 1, "has version 1");
    refused("\"version\":3", "\"version\":4", 1, "has version 4");
    refused("\"version\":3,", "", 1, "version of the record is missing");
    refused("\"id\":\"", "\"id\":\"u", 1, "id");
    refused("number-mines", "chess", 1, "chess");
    refused("number-mines", "chess\\u001b[2J", 1, "");
    refused("length=6", "length=1", 1, "length=1 is not possible");
    refused("\"first\":1", "\"first\":3", 1, "first");
    static const char *const unseen[] = { "\\u0007", "\\u009b2J",  "\\u202eAnn", "A\\u200bnn",
                                          "\\ufffe", "Ann\\u2066", "\\u3000",    "\\udb40\\udc41" };
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        refused("Ann", unseen[i], 1, "names");
    refused("\"rounds\":1", "\"rounds\":1001", 1, "rounds");
    refused("\"rounds\":1", "\"rounds\":2147483647", 1, "rounds");
    refused("Ann", "0123456789012345678901234567890123456789", 1, "names");
    refused("human", "", 1, "kind of a player is empty");
    refused(".123Z", ".12Z", 1, "created");
    refused("2025-11-15T", "Sunday ", 1, "created");
    refused("\"as\":\"all\"", "\"as\":\"me\"", 1, "neither 1, 2, watch nor all");
    refused(",\"as\":\"all\"", "", 1, "as");
    refused("length=6,mines=1", "mines=1,length=6", 1, "not written the way");
    refused(",lives=1", "", 1, "not written the way");
}

static void events_must_be_right(void **state)
{
    (void)state;
    refused("\"kind\":\"move\"", "\"kind\":\"jump\"", 3, "kind");
    refused("\"kind\":\"move\",", "", 3, "kind of event is missing");
    refused("\"kind\":\"move\",\"by\":1", "\"kind\":\"move\",\"by\":0", 3, "by");
    refused("\"outcome\":\"plain\"", "\"outcome\":\"good\"", 3, "outcome");
    refused("\"move\":\"mine\"", "\"move\":\"mine 3\"", 3, "not written the way");
    refused("\"move\":\"mine\"", "\"move\":\"fly\"", 3, "'fly' is not a move");
    refused("\"move\":\"mine\"", "\"move\":\"step 1\"", 3, "commitment");
    refused("\"commitment\":\"", "\"commitment\":\"0", 3, "commitment");
    refused("\"move\":\"step 2\"", "\"move\":\"mine\"", 7, "commitment");
    refused("\"of\":2", "\"of\":99", 9, "not there");
    refused("\"of\":2", "\"of\":3", 9, "not hidden");
    refused("\"move\":\"mine 3\"", "\"move\":\"step 3\"", 9, "another kind");
    refused("\"nonce\":\"", "\"nonce\":\"0", 9, "64 hexadecimal");
    refused("\"winner\":", "\"winner\":7", 2, "winner");
    refused("\"events\":", "\"events\":1", 12, "not written the way");
    refused("{\"n\":1", "{\"n\":\"1\"", 2, "n");
    refused("{\"n\":1", "[\"n\":1", 2, "expected");
    refused("{\"n\":1", "{\"n\":01", 2, "");
}

// When an event was stored, and what else the header and a forfeit may have, travels along.
static void what_is_seldom_there_survives_export(void **state)
{
    (void)state;
    struct log log, read;
    unsigned as;
    help_start(&log, &match, &game_blockade, "", SEAT_1);
    log.header.pair = 17;
    log.header.programmed = true;
    snprintf(log.header.program[SEAT_2], LOG_PROGRAM, "Walker 1.2");
    log.events[0].at = 1763229001456;
    struct log_event forfeit = { .n = 2, .kind = LOG_FORFEIT, .seat = SEAT_2, .at = 1763229002789 };
    snprintf(forfeit.line, LOG_LINE, "{\"type\":\"jump\"}");
    assert_true(log_add(&log, &forfeit, &why));
    log.events[0].winner = SEAT_1;
    assert_true(help_export(&log, AS_ALL, &once));
    assert_true(help_verify(once.at, once.length, &why));
    assert_true(reads(&once, &read, &as));
    assert_int_equal(read.header.pair, 17);
    assert_string_equal(read.header.program[SEAT_1], "");
    assert_string_equal(read.header.program[SEAT_2], "Walker 1.2");
    assert_true(read.events[0].at == 1763229001456 && read.events[1].at == 1763229002789);
    assert_string_equal(read.events[1].line, forfeit.line);
    assert_true(help_export(&read, AS_ALL, &again));
    assert_bytes(&once, &again);
    log_clear(&log);
    log_clear(&read);
}

// In the torture build, every allocation fails once; elsewhere none does.
static void memory_may_run_out(void **state)
{
    (void)state;
    bool good = false;
    sample(&once);
    for (long n = 0; !good; n++) {
        struct log log = { 0 };
        unsigned as;
        text_clear(&why);
        mem_fail_after(n);
        good = help_verify(once.at, once.length, &why) && reads(&once, &log, &as);
        mem_fail_after(-1);
        good = good && help_export(&log, AS_ALL, &again);
        log_clear(&log);
    }
    assert_bytes(&once, &again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(commitments_are_known_values, fresh),
        cmocka_unit_test_setup(hexadecimal_digits_are_strict, fresh),
        cmocka_unit_test_setup(ids_differ, fresh),
        cmocka_unit_test_setup(finished_games_survive_export, fresh),
        cmocka_unit_test_setup(play_gives_the_state, fresh),
        cmocka_unit_test_setup(every_changed_byte_is_found, fresh),
        cmocka_unit_test_setup(every_cut_is_found, fresh),
        cmocka_unit_test_setup(unfinished_secrets_stay_secret, fresh),
        cmocka_unit_test_setup(exports_tell_a_seat_nothing, fresh),
        cmocka_unit_test_setup(views_are_verified_and_played, fresh),
        cmocka_unit_test_setup(what_a_view_does_not_prove_is_told, fresh),
        cmocka_unit_test_setup(a_changed_record_is_refused, fresh),
        cmocka_unit_test_setup(what_cannot_be_tried_is_not_checked, fresh),
        cmocka_unit_test_setup(forged_views_are_refused, fresh),
        cmocka_unit_test_setup(too_many_mines_are_not_supposed, fresh),
        cmocka_unit_test_setup(forged_records_are_refused, fresh),
        cmocka_unit_test_setup(nobody_unlearns_in_a_record, fresh),
        cmocka_unit_test_setup(names_are_checked, fresh),
        cmocka_unit_test_setup(names_are_normalised, fresh),
        cmocka_unit_test_setup(control_characters_are_blotted, fresh),
        cmocka_unit_test_setup(views_have_names, fresh),
        cmocka_unit_test_setup(what_was_checked_is_told, fresh),
        cmocka_unit_test_setup(what_is_seldom_there_survives_export, fresh),
        cmocka_unit_test_setup(headers_must_be_right, fresh),
        cmocka_unit_test_setup(events_must_be_right, fresh),
        cmocka_unit_test_setup(memory_may_run_out, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
