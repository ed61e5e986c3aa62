// SPDX-License-Identifier: GPL-3.0-or-later
// The client's parts that need no network: links, server-sent events, notes, draws.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fronts/join/joint_client.h"
#include "fronts/join/link.h"
#include "fronts/join/sse.h"
#include "games/games.h"
#include "record/note.h"
#include "support.h"

static const char token[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_";

static void a_link_has_a_base_a_table_and_a_token(void **state)
{
    (void)state;
    struct link link;
    struct text why = support_text();
    char text[LINK_TEXT];
    snprintf(text, sizeof text, "https://club.example:8443/causeway/t/9q-_Zz01ab#%s", token);
    assert_true(link_parse(text, &link, &why));
    assert_string_equal(link.base, "https://club.example:8443/causeway");
    assert_string_equal(link.table, "9q-_Zz01ab");
    assert_string_equal(link.token, token);
    assert_true(link_parse("http://127.0.0.1:8437/t/abc", &link, &why));
    assert_string_equal(link.token, "");
}

static void what_is_no_link_is_refused_without_its_token(void **state)
{
    (void)state;
    static const char *const wrong[] = { "",
                                         "abc",
                                         "/t/abc",
                                         "http://t/abc",
                                         "file:///t/abc",
                                         "http:///t/abc",
                                         "http://h/t/",
                                         "http://h/t/a b",
                                         "http://h/t/a/b",
                                         "http://h\"/t/ab",
                                         "http://u@h/t/ab",
                                         "http://h/t/ab?x",
                                         "http://h/t/ab#",
                                         "http://h/t/ab#short",
                                         "https://h\n/t/ab" };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct link link;
        struct text why = support_text();
        char text[LINK_TEXT * 2];
        assert_false(link_parse(wrong[i], &link, &why));
        snprintf(text, sizeof text, "%s#%sX", wrong[i], token);
        assert_false(link_parse(text, &link, &why));
        assert_null(strstr(why.at, token));
    }
}

static void only_this_machine_and_tls_are_private(void **state)
{
    (void)state;
    assert_false(link_is_readable("https://club.example"));
    assert_false(link_is_readable("http://localhost"));
    assert_false(link_is_readable("http://127.0.0.1:8437"));
    assert_false(link_is_readable("http://[::1]:8437/x"));
    assert_true(link_is_readable("http://club.example"));
    assert_true(link_is_readable("http://localhost.example"));
    assert_true(link_is_readable("http://127.0.0.1.example"));
}

// A server may give a link, but not to somewhere else.
static void given_links_stay(void **state)
{
    static const struct {
        const char *base, *given;
        bool stays;
    } cases[] = {
        { "https://club.example", "https://club.example/t/abc", true },
        { "https://club.example", "https://CLUB.example/causeway/t/abc", true },
        { "http://club.example", "https://club.example/t/abc", true },
        { "https://club.example", "http://club.example/t/abc", false },
        { "https://club.example", "https://club.example/t/abd", false },
        { "https://club.example", "https://club.example.evil.example/t/abc", false },
        { "https://club.example", "https://club.exampl/t/abc", false },
        { "http://127.0.0.1:8437", "http://127.0.0.1:8438/t/abc", false },
        { "https://club.example/a", "https://evil.example/t/abc", false },
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct link given;
        struct text why = TEXT_OF(TEXT_MAX);
        assert_true(link_parse(cases[i].given, &given, &why));
        assert_int_equal(link_stays(&given, cases[i].base, "abc", &why), cases[i].stays);
        assert_int_equal(why.length == 0, cases[i].stays);
    }
}

// Events as they were taken, each with a bar behind it.
static bool take(void *context, const char *name, const char *data, size_t length)
{
    assert_int_equal(strlen(data), length);
    text_add(context, "%s=%s|", name, data);
    return true;
}

static void events_come_in_any_portions(void **state)
{
    (void)state;
    static const char bytes[] = ": a comment\n\nid: 7\ndata: {\"a\":1}\n\n"
                                "event: watchers\r\ndata: 3\r\n\r\n"
                                "data:x\rdata: y\r\rretry: 10\n\ndata\n\ndata: cut";
    static struct sse sse;
    for (size_t first = 0; first <= sizeof bytes - 1; first++) {
        struct text out = support_text(), why = support_text();
        sse_begin(&sse);
        assert_true(sse_feed(&sse, bytes, first, take, &out, &why));
        assert_true(sse_feed(&sse, bytes + first, sizeof bytes - 1 - first, take, &out, &why));
        assert_string_equal(out.at, "={\"a\":1}|watchers=3|=x\ny|");
    }
}

static void nothing_is_longer_than_a_message(void **state)
{
    (void)state;
    static struct sse sse;
    struct text out = support_text(), why = support_text();
    sse_begin(&sse);
    bool good = sse_feed(&sse, "data: ", 6, take, &out, &why);
    for (unsigned i = 0; good && i < 2 * JSON_LINE; i++)
        good = sse_feed(&sse, "x", 1, take, &out, &why);
    assert_false(good);
    sse_begin(&sse);
    good = true;
    for (unsigned i = 0; good && i < 2 * JSON_LINE; i++)
        good = sse_feed(&sse, "data:\n", 6, take, &out, &why);
    assert_false(good);
}

// Reads the lines of a text.
static bool read_note(struct note *note, const char *text, struct text *why)
{
    bool good = true;
    memset(note, 0, sizeof *note);
    while (good && *text) {
        char line[NOTE_LINE];
        size_t length = strcspn(text, "\n");
        assert_true(length < sizeof line);
        memcpy(line, text, length);
        line[length] = '\0';
        good = note_read(note, line, why);
        text += length + 1;
    }
    return good;
}

static void notes_are_read_back_as_they_were(void **state)
{
    (void)state;
    struct note note = { .id = "0123456789ab", .seat = SEAT_2 }, read;
    struct note_commitment commitment = { .n = 7, .bytes = { 1, 2, 255 } };
    struct note_contribution own = { .n = 9, .draw = LOG_DRAWS_DEAL, .word = "two words" };
    struct text out = support_text(), why = support_text();
    own.seal.nonce[31] = 9;
    note.of_header[0] = 17;
    note_print_first(&note, &out);
    note_print_commitment(&commitment, &out);
    note_print_contribution(&own, &out);
    note_print_commitment(&commitment, &out); // by another program in the same seat
    assert_true(read_note(&read, out.at, &why));
    assert_string_equal(read.id, note.id);
    assert_int_equal(read.seat, SEAT_2);
    assert_memory_equal(read.of_header, note.of_header, COMMIT_BYTES);
    assert_int_equal(read.commitment_count, 1);
    assert_memory_equal(note_find(&read, 7)->bytes, commitment.bytes, COMMIT_BYTES);
    assert_null(note_find(&read, 8));
    assert_int_equal(read.contribution_count, 1);
    assert_int_equal(read.contributions[0].n, 9);
    assert_int_equal(read.contributions[0].draw, LOG_DRAWS_DEAL);
    assert_memory_equal(read.contributions[0].seal.nonce, own.seal.nonce, COMMIT_BYTES);
    assert_string_equal(read.contributions[0].word, "two words");
    commitment.bytes[0]++;
    note_print_commitment(&commitment, &out);
    note_clear(&read);
    assert_false(read_note(&read, out.at, &why));
    note_clear(&read);
}

static void what_is_no_note_is_refused(void **state)
{
    (void)state;
    static const char first[] =
        "causeway-note-1 0123456789ab "
        "0000000000000000000000000000000000000000000000000000000000000000 1\n";
    static const char *const wrong[] = { "commitment 1 00\n", "commitment x 00\n", "hello\n",
                                         "contribution toss 1 00 word\n", first };
    struct note note;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct text text = support_text(), why = support_text();
        text_add(&text, "%s%s", first, wrong[i]);
        assert_false(read_note(&note, text.at, &why));
        note_clear(&note);
    }
}

static struct log_event drawing(unsigned kind, unsigned seat, uint32_t n)
{
    return (struct log_event){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .draw = LOG_DRAWS_DEAL, .n = n
    };
}

static void hear(struct joint_client *draws, unsigned kind, unsigned seat, uint32_t n)
{
    struct log_event event = drawing(kind, seat, n);
    joint_client_hear(draws, &event);
}

static void words_are_opened_when_all_have_committed(void **state)
{
    (void)state;
    struct joint_client draws = { 0 };
    struct commitment_log book = { .file = -1, .note = { .seat = SEAT_1 } };
    struct text why = support_text();
    struct act commit, open;
    enum log_draw draw;
    const struct game *game = games[0];
    assert_int_equal(joint_client_due(&draws, SEAT_1, 1, &draw), JOINT_CLIENT_NOTHING);
    hear(&draws, LOG_COMMIT, SEAT_CHANCE, 2);
    assert_int_equal(joint_client_due(&draws, SEAT_1, 2, &draw), JOINT_CLIENT_COMMIT);
    assert_int_equal(draw, LOG_DRAWS_DEAL);
    assert_int_equal(joint_client_due(&draws, SEAT_1, 2, &draw), JOINT_CLIENT_NOTHING); // tried
    assert_true(joint_client_commit(&book, game, draw, 3, "", &commit, &why));
    assert_string_equal(commit.word, "");
    hear(&draws, LOG_COMMIT, SEAT_1, 3);
    assert_true(commitment_log_commitment(&book, 3, commit.seal.commitment, &why));
    struct log_event told = drawing(LOG_COMMIT, SEAT_1, 3);
    told.seal = commit.seal;
    assert_true(joint_client_is_own(&book, game, &told));
    told.seal.commitment[0]++; // somebody else's, in our place
    assert_false(joint_client_is_own(&book, game, &told));
    assert_int_equal(joint_client_due(&draws, SEAT_1, 3, &draw), JOINT_CLIENT_NOTHING);
    hear(&draws, LOG_COMMIT, SEAT_2, 4);
    assert_int_equal(joint_client_due(&draws, SEAT_1, 4, &draw), JOINT_CLIENT_OPEN);
    assert_true(joint_client_open(&draws, &book, game, draw, 5, &open));
    assert_true(strlen(open.word) == 32);
    struct log_event made = drawing(LOG_OPEN, SEAT_1, 3);
    unsigned char commitment[COMMIT_BYTES];
    memcpy(made.word, open.word, sizeof made.word);
    made.seal = open.seal;
    log_seal_by(book.note.of_header, game, &made, commitment);
    assert_memory_equal(commitment, commit.seal.commitment, COMMIT_BYTES);
    hear(&draws, LOG_OPEN, SEAT_1, 5);
    assert_int_equal(joint_client_due(&draws, SEAT_1, 5, &draw), JOINT_CLIENT_NOTHING);
    hear(&draws, LOG_COMMIT, SEAT_CHANCE, 9); // of the next round
    assert_int_equal(joint_client_due(&draws, SEAT_1, 9, &draw), JOINT_CLIENT_COMMIT);
    commitment_log_close(&book);
}

static void a_changed_commitment_is_noticed(void **state)
{
    (void)state;
    struct commitment_log book = { .file = -1 };
    struct text why = support_text();
    unsigned char bytes[COMMIT_BYTES] = { 1 };
    assert_true(commitment_log_commitment(&book, 4, bytes, &why));
    assert_true(commitment_log_commitment(&book, 4, bytes, &why));
    bytes[31] = 1;
    assert_false(commitment_log_commitment(&book, 4, bytes, &why));
    assert_true(why.length > 0);
    commitment_log_close(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_link_has_a_base_a_table_and_a_token),
        cmocka_unit_test(given_links_stay),
        cmocka_unit_test(what_is_no_link_is_refused_without_its_token),
        cmocka_unit_test(only_this_machine_and_tls_are_private),
        cmocka_unit_test(events_come_in_any_portions),
        cmocka_unit_test(nothing_is_longer_than_a_message),
        cmocka_unit_test(notes_are_read_back_as_they_were),
        cmocka_unit_test(what_is_no_note_is_refused),
        cmocka_unit_test(words_are_opened_when_all_have_committed),
        cmocka_unit_test(a_changed_commitment_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
