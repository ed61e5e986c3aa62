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

static bool parse_and_verify(const char *bytes, size_t length)
{
    struct record record;
    struct verify_findings findings;
    bool good =
        jsonl_parse(games, bytes, length, &record, &why) && verify_record(&record, &findings, &why);
    record_clear(&record);
    return good;
}

static void commitments_are_known_values(void **state)
{
    (void)state;
    struct event event = { .move = { .set = cell(3) | cell(6) | cell(8) }, .seat = SEAT_1 };
    struct commit_seal seal = { .nonce = { 1, 2, 3 } };
    // printf '21:causeway-commitment-1,12:0123456789ab,1:1,10:trap 3 6 8,64:010203…00,' | sha256sum
    assert_true(commit_parse_hex("0d386e022128be705b1775411367291846ec8dbf200f334675e287b782b7c1ff",
                                 seal.commitment));
    assert_true(commit_matches("0123456789ab", &game_trap_runner, &event, &seal));
    seal.nonce[31] ^= 1;
    assert_false(commit_matches("0123456789ab", &game_trap_runner, &event, &seal));
    seal.nonce[31] ^= 1;
    assert_false(commit_matches("0123456789ac", &game_trap_runner, &event, &seal));
    event.seat = SEAT_2;
    assert_false(commit_matches("0123456789ab", &game_trap_runner, &event, &seal));
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

static void finished_games_survive_export(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct record record, read;
            help_play(&record, &match, *game, seed % 3 ? "" : "fair", MOVES_MAX, seed);
            assert_true(help_export(&record, AS_ALL, &once));
            assert_true(jsonl_parse(games, once.at, once.length, &read, &why));
            assert_true(help_export(&read, AS_ALL, &again));
            assert_bytes(&once, &again);
            assert_int_equal(read.winner, match_turn(&match)->winner);
            assert_true(parse_and_verify(once.at, once.length));
            record_clear(&record);
            record_clear(&read);
        }
}

static void play_gives_the_state(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct record record;
            struct match played;
            help_play(&record, &match, *game, "", (unsigned)seed, seed);
            assert_true(record_play(&record, record.count, &played, &why));
            assert_memory_equal(&played.state, &match.state, sizeof played.state);
            assert_int_equal(played.count, match.count);
            record_clear(&record);
        }
}

// A record of one finished game, with hidden moves and an undo.
static void sample(struct bytes *bytes)
{
    struct record record;
    struct event event;
    help_start(&record, &match, &game_number_mines, "length=6,mines=1", SEAT_1);
    static const char *const moves[] = { "mine 3", "undo", "mine 4", "mine 2", "step 2", "step 3" };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct move move;
        if (strcmp(moves[i], "undo") == 0)
            match_undo(&match);
        else
            assert_true(move_parse(&game_number_mines, moves[i], &move, &why) &&
                        match_play(&match, match_turn(&match)->mover, move, &event));
        help_follow(&record, &match);
    }
    assert_true(match_over(&match));
    assert_true(help_export(&record, AS_ALL, bytes));
    record_clear(&record);
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
    assert_true(parse_and_verify(once.at, once.length));
    for (size_t i = 0; i < once.length; i++) {
        char was = once.at[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            once.at[i] = (char)(was ^ 1 << bit);
            text_clear(&why);
            assert_false(parse_and_verify(once.at, once.length));
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
        assert_false(parse_and_verify(once.at, length));
        unsigned line = 0;
        assert_int_equal(sscanf(why.at, "Line %u:", &line), 1);
        assert_int_equal(line, line_of(once.at, length));
        assert_non_null(strstr(why.at, "cut off"));
    }
    once.at[once.length] = '\n';
    assert_false(parse_and_verify(once.at, once.length + 1));
}

static void unfinished_secrets_stay_secret(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        struct record record;
        help_play(&record, &match, *game, "", 2, 1);
        bool hidden = record_has_hidden(&record);
        assert_int_equal(help_export(&record, AS_ALL, &once), !hidden);
        assert_true(help_export(&record, AS_WATCH, &once));
        assert_true(help_export(&record, AS_1, &once));
        assert_true(help_export(&record, AS_2, &once));
        record_clear(&record);
    }
}

// Two histories that differ only in what the other seat hid.
static void exports_tell_a_seat_nothing(void **state)
{
    (void)state;
    struct record record;
    struct event event;
    for (unsigned n = 0; n < 2; n++) {
        help_start(&record, &match, &game_number_mines, "", SEAT_1);
        memcpy(record.header.id, "0123456789ab", COMMIT_ID);
        memcpy(record.header.series, "0123456789ab", COMMIT_ID);
        static const char *const theirs[] = { "mine 5 9 14", "mine 6 10 11" };
        const char *const moves[] = { "mine 2 3 4", theirs[n], "step 1", "step 1" };
        for (unsigned i = 0; i < 4; i++) {
            struct move move;
            assert_true(move_parse(&game_number_mines, moves[i], &move, &why) &&
                        match_play(&match, match_turn(&match)->mover, move, &event));
            help_follow(&record, &match);
        }
        // Commitments are random numbers to whoever lacks the nonce.
        for (unsigned i = 0; i < 2; i++)
            memset(&record.entries[i].seal, 7, sizeof record.entries[i].seal);
        memset(record.entries[1].seal.nonce, (int)n, COMMIT_BYTES);
        assert_true(help_export(&record, AS_1, n ? &again : &once));
        record_clear(&record);
    }
    assert_bytes(&once, &again);
}

static void read_view(const struct record *record, unsigned as, struct record *view)
{
    assert_true(help_export(record, as, &once));
    if (!jsonl_parse(games, once.at, once.length, view, &why))
        fail_msg("%s", why.at);
    assert_int_equal(view->as, as);
    assert_true(help_export(view, as, &again));
    assert_bytes(&once, &again);
}

// What is supposed of a view shows everybody what the game itself did.
static void check_view(const struct record *record, unsigned as)
{
    static struct match other;
    struct record view, whole;
    struct verify_findings findings;
    read_view(record, as, &view);
    if (!verify_record(&view, &findings, &why) || !suppose(&view, &whole, &why))
        fail_msg("%s", why.at);
    for (unsigned count = 0; count <= record->count; count++) {
        assert_true(record_play(record, count, &match, &why));
        assert_true(record_play(&whole, count, &other, &why));
        struct view truth = match_view(&match, as), shown = match_view(&other, as);
        assert_memory_equal(&truth, &shown, sizeof truth);
    }
    record_clear(&whole);
    record_clear(&view);
}

static void views_are_verified_and_played(void **state)
{
    (void)state;
    static const char *const rules[] = { "", "fair", "lives=2" };
    for (const struct game *const *game = games; *game; game++)
        for (unsigned seed = 0; seed < 60; seed++) {
            struct record record;
            struct variant unused;
            unsigned kinds = variant_parse(*game, "lives=2", &unused, &why) ? 3 : 2;
            const char *with = (*game)->fair ? rules[seed % kinds] : "";
            help_play(&record, &match, *game, with, seed % 4 ? MOVES_MAX : seed / 4, seed);
            check_view(&record, AS_1);
            check_view(&record, AS_2);
            if (record.winner)
                check_view(&record, AS_WATCH);
            record_clear(&record);
        }
}

static void what_a_view_does_not_prove_is_told(void **state)
{
    (void)state;
    struct record record, view;
    struct verify_findings findings;
    help_play(&record, &match, &game_number_mines, "", 4, 3);
    read_view(&record, AS_2, &view);
    assert_true(verify_record(&view, &findings, &why));
    assert_int_equal(findings.commitments, 1);
    assert_int_equal(findings.unopened, 1);
    verify_tell(&view, &findings, &why);
    assert_non_null(strstr(why.at, "with a possible outcome"));
    assert_non_null(strstr(why.at, "1 opened, matching; 1 not opened in this record."));
    assert_non_null(strstr(why.at, "Not checked: the record has only what seat 2 could know."));
    record_clear(&record);
    record_clear(&view);
}

// What nothing hidden could have led to, and what its owner should have opened.
static void forged_views_are_refused(void **state)
{
    (void)state;
    struct verify_findings findings;
    for (unsigned forgery = 0; forgery < 6; forgery++) {
        struct record record, view;
        help_play(&record, &match, &game_number_mines, "", MOVES_MAX, 4);
        read_view(&record, AS_2, &view);
        assert_true(view.count > 4);
        struct record_entry *own = &view.entries[1], *last = &view.entries[view.count - 1];
        if (forgery == 0)
            own->event.move.set = cell(2) | cell(3) | cell(4);
        else if (forgery == 1)
            own->opened = false;
        else if (forgery == 2)
            view.entries[2].event.outcome = OUTCOME_BOOM; // and the game goes on
        else if (forgery == 3)
            last->event.outcome = OUTCOME_MINE;
        else if (forgery == 4)
            last->event.seat = opponent(last->event.seat);
        else
            view.winner = opponent(view.winner);
        text_clear(&why);
        assert_false(verify_record(&view, &findings, &why));
        assert_true(why.length > 0);
        record_clear(&record);
        record_clear(&view);
    }
}

// There are three mines, so that four cannot have been found.
static void too_many_mines_are_not_supposed(void **state)
{
    (void)state;
    struct record record, whole;
    struct random random = random_seeded(1);
    help_start(&record, &match, &game_minefield, "detectors=20", SEAT_1);
    match_deal(&match, &random);
    for (unsigned n = 1; n <= 4; n++) {
        struct event event;
        struct move scan;
        char text[16];
        snprintf(text, sizeof text, "scan %u", n);
        assert_true(move_parse(&game_minefield, text, &scan, &why));
        assert_true(match_play(&match, match_turn(&match)->mover, scan, &event));
    }
    help_follow(&record, &match);
    record.entries[0].opened = false;
    for (unsigned mines = 0; mines <= 4; mines++) {
        for (unsigned i = 1; i <= 4; i++)
            record.entries[i].event.outcome = i <= mines ? OUTCOME_MINE : OUTCOME_SAFE;
        assert_int_equal(suppose(&record, &whole, &why), mines <= 3);
        record_clear(&whole);
    }
    assert_true(why.length > 0);
    record_clear(&record);
}

// Someone who makes up a record can make up its sums as well, but not its moves.
static void forged_records_are_refused(void **state)
{
    (void)state;
    struct verify_findings findings;
    for (unsigned forgery = 0; forgery < 5; forgery++) {
        struct record record;
        help_play(&record, &match, &game_trap_runner, "", MOVES_MAX, 11);
        struct record_entry *first = &record.entries[0], *last = &record.entries[record.count - 1];
        assert_true(verify_record(&record, &findings, &why));
        if (forgery == 0)
            first->event.move.set ^= cell(1) | cell(2) | cell(3);
        else if (forgery == 1)
            first->seal.nonce[0] ^= 1;
        else if (forgery == 2)
            last->event.outcome = OUTCOME_MINE;
        else if (forgery == 3)
            last->event.seat = opponent(last->event.seat);
        else
            record.winner = opponent(record.winner);
        assert_true(help_export(&record, AS_ALL, &once));
        text_clear(&why);
        assert_false(parse_and_verify(once.at, once.length));
        assert_true(why.length > 0);
        record_clear(&record);
    }
}

static void nobody_unlearns_in_a_record(void **state)
{
    (void)state;
    struct record record;
    struct record_entry undo = { .undo = true };
    help_play(&record, &match, &game_minefield, "", 1, 2);
    assert_true(record_add(&record, &undo, &why));
    assert_false(record_play(&record, record.count, &match, &why));
    assert_string_equal(why.at, "Event 2: a move is taken back that may not be.");
    record_clear(&record);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",         "a\nb",         "\x1b[2J",          "\xff", "\xc2\x9b", "\xc0\xaf",
        "\xe2\x82", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x7f", " ",        "Ann ",
        "a,b",      "\xc2\xa0",     "\xe2\x80\xae"
    };
    struct record record;
    help_start(&record, &match, &game_blockade, "", SEAT_1);
    assert_true(record_check_header(&record.header, &why));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        strcpy(record.header.name[SEAT_2], bad[i]);
        assert_false(record_check_header(&record.header, &why));
    }
    strcpy(record.header.name[SEAT_2], record.header.name[SEAT_1]);
    assert_false(record_check_header(&record.header, &why));
    strcpy(record.header.name[SEAT_2], "\xe2\x82\xac \xf0\x9f\x8e\xb2 \xc3\xa9");
    assert_true(record_check_header(&record.header, &why));
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
        assert_false(record_check_names(same[i][0], same[i][1], &why));
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
    record_blot(text);
    assert_string_equal(text, "a?[2J?? ?? \xc3\xa9");
}

static void views_have_names(void **state)
{
    (void)state;
    unsigned as;
    assert_true(record_parse_as("watch", &as, &why) && as == AS_WATCH);
    assert_true(record_parse_as("ALL", &as, &why) && as == AS_ALL);
    assert_true(record_parse_as("2", &as, &why) && as == AS_2);
    assert_false(record_parse_as("3", &as, &why));
}

static void what_was_checked_is_told(void **state)
{
    (void)state;
    struct record record;
    struct verify_findings findings;
    sample(&once);
    assert_true(jsonl_parse(games, once.at, once.length, &record, &why));
    assert_true(verify_record(&record, &findings, &why));
    verify_tell(&record, &findings, &why);
    assert_non_null(strstr(why.at,
                           "Moves: 5 checked, all legal and with the right outcome; 1 taken "
                           "back.\nCommitments: 3 opened, all matching.\n"));
    record_clear(&record);
}

// Written by version 1 of the format; it must be readable for ever.
static void the_old_record_loads(void **state)
{
    FILE *file = fopen(*state, "rb");
    assert_non_null(file);
    once.length = fread(once.at, 1, sizeof once.at, file);
    fclose(file);
    assert_true(parse_and_verify(once.at, once.length));
}

static void newer_versions_are_refused(void **state)
{
    (void)state;
    static const char line[] =
        "{\"causeway\":\"record\",\"version\":2,\"sum\":"
        "\"d98f843556cf3eea5aa56b457f165e7a453914193151d63e0b948dbca3856338\"}\n";
    assert_false(parse_and_verify(line, strlen(line)));
    assert_non_null(strstr(why.at, "version 2"));
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
    assert_false(parse_and_verify(again.at, again.length));
    snprintf(expected, sizeof expected, "Line %u: ", line);
    if (strncmp(why.at, expected, strlen(expected)) != 0 || !strstr(why.at, words))
        fail_msg("'%s' for '%s' gives: %s", new, old, why.at);
}

static void headers_must_be_right(void **state)
{
    (void)state;
    refused("\"causeway\":\"record\"", "\"causeway\":1", 1, "not the first line");
    refused("\"version\":1", "\"version\":0", 1, "version of the record is missing");
    refused("\"id\":\"", "\"id\":\"u", 1, "an id is not");
    refused("number-mines", "chess", 1, "no game 'chess'");
    refused("number-mines", "chess\\u001b[2J", 1, "no game 'chess?[2J'");
    refused("length=6", "length=1", 1, "length=1 is not possible");
    refused("\"first\":\"1\"", "\"first\":\"none\"", 1, "first player");
    static const char *const unseen[] = { "\\u0007", "\\u009b2J",  "\\u202eAnn", "A\\u200bnn",
                                          "\\ufffe", "Ann\\u2066", "\\u3000",    "\\udb40\\udc41" };
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        refused("Ann", unseen[i], 1, "characters that cannot be seen");
    refused("\"rounds\":1", "\"rounds\":1001", 1, "too many");
    refused("\"rounds\":1", "\"rounds\":2147483647", 1, "too many");
    refused("Ann", "0123456789012345678901234567890123456789", 1, "longer than 32");
    refused("human", "", 1, "kind of a player is empty");
    refused("\"round\":1", "\"round\":2", 1, "round");
    refused(".123Z", ".12Z", 1, "time");
    refused("2025-11-15T", "Sunday ", 1, "time");
    refused("\"as\":\"all\"", "\"as\":\"me\"", 1, "neither 1, 2, watch nor all");
    refused(",\"as\":\"all\"", "", 1, "as");
    refused("length=6,mines=1", "mines=1,length=6", 1, "not written the way");
}

static void events_must_be_right(void **state)
{
    (void)state;
    refused("\"event\":\"move\"", "\"event\":\"jump\"", 2, "neither move, undo, open nor end");
    refused("\"event\":\"move\",", "", 2, "kind of event is missing");
    refused("\"seat\":\"1\"", "\"seat\":\"none\"", 2, "seat");
    refused("\"outcome\":\"plain\"", "\"outcome\":\"good\"", 2, "outcome");
    refused("\"move\":\"mine\"", "\"move\":\"mine 3\"", 2, "shows its numbers");
    refused("\"move\":\"mine\"", "\"move\":\"fly\"", 2, "'fly' is not a move");
    refused("\"move\":\"mine\"", "\"move\":\"step 1\"", 2, "not hidden has a commitment");
    refused("\"commitment\":\"", "\"commitment\":\"0", 2, "64 hexadecimal");
    refused("\"move\":\"step 2\"", "\"move\":\"mine\"", 6, "no commitment");
    refused("\"n\":1,\"event\":\"move\"", "\"n\":1,\"event\":\"undo\"", 2, "there is none");
    refused("\"of\":1", "\"of\":9", 8, "not there");
    refused("\"of\":1", "\"of\":2", 8, "not hidden");
    refused("\"move\":\"mine 3\"", "\"move\":\"step 3\"", 8, "another kind");
    refused("\"nonce\":\"", "\"nonce\":\"0", 8, "64 hexadecimal");
    refused("\"winner\":\"", "\"winner\":\"7", 11, "winner");
    refused("\"moves\":", "\"moves\":1", 11, "not written the way");
    refused("{\"n\":1", "{\"n\":\"1\"", 2, "Expected integer");
    refused("{\"n\":1", "[\"n\":1", 2, "expected");
    refused("{\"n\":1", "{\"n\":01", 2, "");
}

// In the torture build, every allocation fails once; elsewhere none does.
static void memory_may_run_out(void **state)
{
    (void)state;
    bool good = false;
    sample(&once);
    for (long n = 0; !good; n++) {
        struct record record;
        struct verify_findings findings;
        text_clear(&why);
        mem_fail_after(n);
        good = jsonl_parse(games, once.at, once.length, &record, &why) &&
               verify_record(&record, &findings, &why) && help_export(&record, AS_ALL, &again);
        mem_fail_after(-1);
        record_clear(&record);
    }
    assert_bytes(&once, &again);
}

int main(int argc, char **argv)
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
        cmocka_unit_test_setup(forged_views_are_refused, fresh),
        cmocka_unit_test_setup(too_many_mines_are_not_supposed, fresh),
        cmocka_unit_test_setup(forged_records_are_refused, fresh),
        cmocka_unit_test_setup(nobody_unlearns_in_a_record, fresh),
        cmocka_unit_test_setup(names_are_checked, fresh),
        cmocka_unit_test_setup(names_are_normalised, fresh),
        cmocka_unit_test_setup(control_characters_are_blotted, fresh),
        cmocka_unit_test_setup(views_have_names, fresh),
        cmocka_unit_test_setup(what_was_checked_is_told, fresh),
        cmocka_unit_test_setup(newer_versions_are_refused, fresh),
        cmocka_unit_test_setup(headers_must_be_right, fresh),
        cmocka_unit_test_setup(events_must_be_right, fresh),
        cmocka_unit_test_setup(memory_may_run_out, fresh),
        cmocka_unit_test_prestate_setup_teardown(the_old_record_loads, NULL, NULL,
                                                 argc > 1 ? argv[1] : "tests/data/record-v1.jsonl"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
