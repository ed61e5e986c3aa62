// SPDX-License-Identifier: GPL-3.0-or-later
// Records of tables, line by line: what is not as it must be is refused by its line; and the
// notes that a player takes of a table, which a record that is shown later must fit.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/memory.h"
#include "core/directory.h"
#include "record/log_text.h"
#include "record/note.h"
#include "record/round.h"
#include "record/suppose.h"
#include "record_help.h"
#include "seating.h"
#include "support.h"
#include "table/table.h"
#include "table/truth.h"

static struct seating seating;
static const struct log *played; // a whole game of Number Mines

static struct move move_of(const char *from)
{
    struct move move;
    struct text why = support_text();
    assert_true(move_parse(&game_number_mines, from, &move, &why));
    return move;
}

static int play_table(void **state)
{
    static const char *const moves[] = { "mine 3", "mine 4", "step 1", "step 1", "step 1" };
    struct variant variant = support_variant(&game_number_mines, "length=6,mines=1");
    (void)state;
    seating_begin(&seating, &variant, SEAT_1, SEAT_NOBODY, 1);
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++)
        seating_play(&seating, move_of(moves[i]));
    seating_act(&seating, (struct act){ .kind = ACT_RESIGN, .seat = SEAT_2 });
    played = table_log(seating.table);
    return 0;
}

static int leave_table(void **state)
{
    (void)state;
    seating_end(&seating);
    return 0;
}

static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";

// --- Lines

static bool gather(void *to, const char *line, size_t length)
{
    struct bytes *bytes = to;
    assert_true(bytes->length + length < sizeof bytes->at);
    memcpy(bytes->at + bytes->length, line, length);
    bytes->length += length;
    return true;
}

static struct bytes written, stripped, changed, again;

// As a text without the sums of its lines.
static void write_stripped(void)
{
    struct text why = support_text();
    struct log log = *played;
    written.length = stripped.length = 0;
    assert_true(rounds_settle(&log, &why));
    assert_true(log_text_write(&log, AS_ALL, gather, &written, &why));
    written.at[written.length] = '\0';
    for (const char *from = written.at; *from;)
        if (strncmp(from, ",\"sum\":", 7) == 0)
            from += 7 + 66;
        else
            gather(&stripped, from++, 1);
    stripped.at[stripped.length] = '\0';
}

static bool reads(const struct bytes *bytes, struct text *why)
{
    struct log log;
    unsigned as;
    bool good = log_text_read(games, bytes->at, bytes->length, &log, &as, why);
    log_clear(&log);
    return good;
}

// Replaces the first such text, puts the sums right, and demands a refusal in these words.
static void refused(const char *old, const char *new, const char *words)
{
    struct text why = support_text();
    char *at = strstr(stripped.at, old);
    if (!at)
        fail_msg("'%s' is not in:\n%s", old, stripped.at);
    snprintf(changed.at, sizeof changed.at, "%.*s%s%s", (int)(at - stripped.at), stripped.at, new,
             at + strlen(old));
    assert_true(help_put_sums(changed.at, &again));
    assert_false(reads(&again, &why));
    if (!text_begins(why.at, "Line ") || !strstr(why.at, words))
        fail_msg("'%s' for '%s' gives: %s", new, old, why.at);
}

static void lines_must_be_right(void **state)
{
    (void)state;
    struct text why = support_text();
    write_stripped();
    assert_true(help_put_sums(stripped.at, &again));
    assert_true(reads(&again, &why));
    refused("\"version\":3", "\"version\":4", "has version 4");
    refused("\"as\":\"all\"", "\"as\":\"me\"", "neither 1, 2, watch nor all");
    refused(",\"as\":\"all\"", "", "neither 1, 2, watch nor all");
    refused("\"rounds\":1", "\"rounds\":0", "");
    refused("\"of\":2", "\"of\":99", "not there");
    refused("\"of\":2", "\"of\":0", "not there");
    refused("\"of\":2", "\"of\":4", "not hidden");
    refused("\"of\":3", "\"of\":2", "open already");
    refused("\"move\":\"mine 3\"", "\"move\":\"step 3\"", "another kind");
    refused("\"move\":\"mine 3\"", "\"move\":\"fly\"", "another kind");
    refused("\"nonce\":\"", "\"nonce\":\"0", "64 hexadecimal");
    refused("\"kind\":\"move\",", "", "kind of event is missing");
    refused("\"kind\":\"resign\"", "\"kind\":\"flee\"", "");
    struct text open = support_text();
    text_add(&open, "\"nonce\":\"%s\",\"move\":\"mine 3\"", zeros);
    refused("\"move\":\"mine\"", open.at, "shows its numbers");
    refused("\"winner\":1", "\"winner\":7", "winner");
}

static void a_record_has_no_other_lines(void **state)
{
    (void)state;
    struct bytes empty = { 0 };
    struct text why = support_text();
    assert_false(reads(&empty, &why));
    assert_true(why.length > 0);
}

// A sink that fails after so many lines, as a full disk does.
static bool take_some(void *to, const char *line, size_t length)
{
    (void)line, (void)length;
    return (*(unsigned *)to)-- > 0;
}

static void what_cannot_be_written_is_not(void **state)
{
    (void)state;
    struct log log = *played;
    struct text why = support_text();
    unsigned whole = 0, lines = 0;
    write_stripped();
    for (const char *at = stripped.at; *at; at++)
        lines += *at == '\n';
    assert_true(rounds_settle(&log, &why));
    for (whole = 0; whole < lines; whole++) {
        unsigned room = whole;
        assert_false(log_text_write(&log, AS_ALL, take_some, &room, &why));
    }
}

// In the torture build each allocation fails in turn; elsewhere none does.
static void short_of_memory_nothing_is_read(void **state)
{
    (void)state;
    bool good = false;
    write_stripped();
    for (long allocations = 0; !good; allocations++) {
        struct text why = support_text();
        mem_fail_after(allocations);
        good = reads(&written, &why);
        mem_fail_after(-1);
        assert_int_equal(good, why.length == 0);
    }
}

// --- Notes

// What a player notes of the table.
static struct note noted(void)
{
    struct note note = { .seat = SEAT_1 };
    struct text why = support_text();
    memcpy(note.id, played->header.id, sizeof note.id);
    log_hash_header(&played->header, note.of_header);
    for (unsigned i = 0; i < played->count; i++) {
        struct note_commitment commitment = { .n = played->events[i].n };
        memcpy(commitment.bytes, played->events[i].seal.commitment, COMMIT_BYTES);
        if (log_is_hidden(&played->header, &played->events[i]))
            assert_true(note_add(&note, &commitment, &why));
    }
    assert_int_equal(note.commitment_count, 2);
    return note;
}

static void a_record_fits_its_note_and_no_other(void **state)
{
    (void)state;
    struct note note = noted();
    struct text why = support_text();
    assert_true(note_fits(&note, played, &why));
    assert_int_equal(why.length, 0);
    note.commitments[1].bytes[31] ^= 1;
    assert_false(note_fits(&note, played, &why));
    assert_non_null(strstr(why.at, "Event 3: the commitment that was noted"));
    note.commitments[1].bytes[31] ^= 1;
    for (unsigned i = 0; i < 2; i++) {
        note.commitments[1].n = i ? played->count + 1 : 0;
        assert_false(note_fits(&note, played, &why));
    }
    note.commitments[1].n = 3;
    assert_true(note_fits(&note, played, &why));
    note.of_header[0] ^= 1;
    text_clear(&why);
    assert_false(note_fits(&note, played, &why));
    assert_non_null(strstr(why.at, "not the record of the table"));
    assert_null(note_find(&note, 1));
    note_clear(&note);
}

static const char *const wrong_firsts[] = {
    "",
    "causeway-note-1",
    "causeway-note-2 abcdefghjkmn %s 1",
    "causeway-note-1 abc %s 1",
    "causeway-note-1 abcdefghjkmn 00 1",
    "causeway-note-1 abcdefghjkmn %s 3",
    "causeway-note-1 abcdefghjkmn %s one",
    "commitment 2 %s",
};

static const char *const wrong_others[] = {
    "",
    "commitment",
    "commitment two %s",
    "commitment 2 00",
    "commitment 2 %s more",
    "contribution toss 2 %s",
    "contribution fall 2 %s word",
    "contribution toss x %s word",
    "contribution toss 2 00 word",
    "contribution toss 2 %s w\u202eord",
    "contribution toss 2 %s a-word-that-is-longer-than-any-name-can-be",
    "causeway-note-1 abcdefghjkmn %s 1",
};

static void a_line_that_is_none_is_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof wrong_firsts / sizeof *wrong_firsts; i++) {
        struct note note = { 0 };
        struct text line = support_text(), why = support_text();
        text_add(&line, wrong_firsts[i], zeros);
        assert_false(note_read(&note, line.at, &why));
        assert_non_null(strstr(why.at, "not a note"));
    }
    for (unsigned i = 0; i < sizeof wrong_others / sizeof *wrong_others; i++) {
        struct note note = noted();
        struct text line = support_text(), why = support_text();
        text_add(&line, wrong_others[i], zeros);
        if (note_read(&note, line.at, &why))
            fail_msg("'%s' is read", line.at);
        assert_non_null(strstr(why.at, "not a note"));
        assert_int_equal(note.commitment_count + note.contribution_count, 2);
        note_clear(&note);
    }
    char endless[NOTE_LINE + 1];
    struct note note = { 0 };
    struct text why = support_text();
    memset(endless, 'x', sizeof endless);
    endless[NOTE_LINE] = '\0';
    assert_false(note_read(&note, endless, &why));
}

static void a_number_has_one_commitment(void **state)
{
    (void)state;
    struct note note = noted();
    struct text line = support_text(), why = support_text();
    note_print_commitment(&note.commitments[0], &line);
    line.at[line.length - 1] = '\0';
    assert_true(note_read(&note, line.at, &why)); // again, by another in the same seat
    assert_int_equal(note.commitment_count, 2);
    line.at[line.length - 2] = line.at[line.length - 2] == '0' ? '1' : '0';
    assert_false(note_read(&note, line.at, &why));
    assert_non_null(strstr(why.at, "Two commitments were noted for event 2."));
    note_clear(&note);
}

static void short_of_memory_nothing_is_noted(void **state)
{
    (void)state;
    struct note note = { 0 };
    struct note_commitment commitment = { .n = 1 };
    struct note_contribution contribution = { .n = 1 };
    struct text why = support_text();
    mem_fail_after(0);
    bool added = note_add(&note, &commitment, &why);
    bool contributed = note_contribute(&note, &contribution, &why);
    mem_fail_after(-1);
    assert_int_equal(note.commitment_count, added);
    assert_int_equal(note.contribution_count, contributed);
    assert_int_equal(added, why.length == 0);
    note_clear(&note);
}

// --- Folders

static void folders_are_made_or_the_reason_is_told(void **state)
{
    (void)state;
    char directory[HELP_DIRECTORY];
    static char name[6000];
    struct stat status;
    struct text path = support_text(), why = support_text();
    help_make_directory(directory);
    text_add(&path, "%s/a/b/file", directory);
    assert_true(directory_make(path.at, &why));
    assert_true(directory_make(path.at, &why)); // again
    assert_int_equal(stat(path.at, &status), -1);
    *strrchr(path.at, '/') = '\0';
    assert_int_equal(stat(path.at, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_int_equal(rmdir(path.at), 0);
    FILE *file = fopen(path.at, "w"); // in the way
    fclose(file);
    text_add(&path, "%s", "");
    snprintf(name, sizeof name, "%s/c/file", path.at);
    assert_false(directory_make(name, &why));
    assert_non_null(strstr(why.at, "cannot be made: Not a directory."));
    memset(name, 'x', sizeof name - 2);
    name[sizeof name - 2] = '/';
    text_clear(&why);
    assert_false(directory_make(name, &why));
    assert_non_null(strstr(why.at, "too long"));
    help_remove_directory(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_must_be_right),
        cmocka_unit_test(a_record_has_no_other_lines),
        cmocka_unit_test(what_cannot_be_written_is_not),
        cmocka_unit_test(short_of_memory_nothing_is_read),
        cmocka_unit_test(a_record_fits_its_note_and_no_other),
        cmocka_unit_test(a_line_that_is_none_is_refused),
        cmocka_unit_test(a_number_has_one_commitment),
        cmocka_unit_test(short_of_memory_nothing_is_noted),
        cmocka_unit_test(folders_are_made_or_the_reason_is_told),
    };
    return cmocka_run_group_tests(tests, play_table, leave_table);
}
