// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/vector.h"
#include "record/printable.h"

static const char first_word[] = "causeway-note-1";

void note_clear(struct note *note)
{
    mem_free(note->commitments);
    mem_free(note->contributions);
    memset(note, 0, sizeof *note);
}

const struct note_commitment *note_find(const struct note *note, uint32_t n)
{
    for (size_t i = 0; i < note->commitment_count; i++)
        if (note->commitments[i].n == n)
            return &note->commitments[i];
    return NULL;
}

static bool no_memory(struct text *why)
{
    text_add(why, "There is no memory left for notes.");
    return false;
}

bool note_add(struct note *note, const struct note_commitment *commitment, struct text *why)
{
    if (!vector_grow(&note->commitments, &note->commitment_room, note->commitment_count,
                     sizeof *commitment))
        return no_memory(why);
    note->commitments[note->commitment_count++] = *commitment;
    return true;
}

bool note_contribute(struct note *note, const struct note_contribution *contribution,
                     struct text *why)
{
    if (!vector_grow(&note->contributions, &note->contribution_room, note->contribution_count,
                     sizeof *contribution))
        return no_memory(why);
    note->contributions[note->contribution_count++] = *contribution;
    return true;
}

// Writing.

void note_print_first(const struct note *note, struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(note->of_header, hex);
    text_add(out, "%s %s %s %u\n", first_word, note->id, hex, note->seat);
}

void note_print_commitment(const struct note_commitment *commitment, struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(commitment->bytes, hex);
    text_add(out, "commitment %u %s\n", (unsigned)commitment->n, hex);
}

void note_print_contribution(const struct note_contribution *contribution, struct text *out)
{
    char hex[COMMIT_HEX];
    commit_hex(contribution->seal.nonce, hex);
    text_add(out, "contribution %s %u %s %s\n", log_draws[contribution->draw],
             (unsigned)contribution->n, hex, contribution->word);
}

// Reading.

static bool refuse(struct text *why)
{
    text_add(why, "It is not a note: a line is not as it must be.");
    return false;
}

static bool read_number(const char *word, uint32_t most, uint32_t *number)
{
    char *end;
    unsigned long value = strtoul(word, &end, 10);
    *number = (uint32_t)value;
    return *word >= '0' && *word <= '9' && !*end && value <= most;
}

static bool read_first(struct note *note, char *words[4], struct text *why)
{
    uint32_t seat;
    if (strcmp(words[0], first_word) != 0 || !commit_is_id(words[1]) ||
        !commit_parse_hex(words[2], note->of_header) || !read_number(words[3], SEAT_2, &seat))
        return refuse(why);
    memcpy(note->id, words[1], sizeof note->id);
    note->seat = (uint8_t)seat;
    return true;
}

static bool read_commitment(struct note *note, char *words[4], struct text *why)
{
    struct note_commitment read;
    if (!read_number(words[1], LOG_EVENTS_MAX, &read.n) || !commit_parse_hex(words[2], read.bytes))
        return refuse(why);
    const struct note_commitment *before = note_find(note, read.n);
    if (!before)
        return note_add(note, &read, why);
    if (memcmp(before->bytes, read.bytes, COMMIT_BYTES) == 0)
        return true; // by two who sat in the same seat
    text_add(why, "Two commitments were noted for event %u.", (unsigned)read.n);
    return false;
}

// The word is the rest of the line, blanks and all.
static bool read_contribution(struct note *note, char *words[4], struct text *why)
{
    struct note_contribution read = { 0 };
    char *hex = words[3], *word = strchr(hex, ' ');
    if (!word)
        return refuse(why);
    *word++ = '\0';
    while (log_draws[read.draw] && strcmp(log_draws[read.draw], words[1]) != 0)
        read.draw++;
    if (!log_draws[read.draw] || !read_number(words[2], LOG_EVENTS_MAX, &read.n) ||
        !commit_parse_hex(hex, read.seal.nonce) || strlen(word) >= LOG_NAME ||
        !printable_is_text(word))
        return refuse(why);
    memcpy(read.word, word, strlen(word) + 1);
    return note_contribute(note, &read, why);
}

bool note_read(struct note *note, const char *line, struct text *why)
{
    char bytes[NOTE_LINE], *words[4] = { bytes, bytes, bytes, bytes };
    unsigned count = 1;
    if (strlen(line) >= sizeof bytes)
        return refuse(why);
    strcpy(bytes, line);
    for (char *at = bytes; count < 4 && (at = strchr(at, ' ')); words[count++] = at)
        *at++ = '\0';
    if (!*note->id)
        return count == 4 ? read_first(note, words, why) : refuse(why);
    if (count == 3 && strcmp(words[0], "commitment") == 0)
        return read_commitment(note, words, why);
    if (count == 4 && strcmp(words[0], "contribution") == 0)
        return read_contribution(note, words, why);
    return refuse(why);
}

bool note_fits(const struct note *note, const struct log *log, struct text *why)
{
    unsigned char hash[COMMIT_BYTES];
    log_hash_header(&log->header, hash);
    if (memcmp(hash, note->of_header, sizeof hash) != 0) {
        text_add(why, "It is not the record of the table that was noted: what was agreed there, or "
                      "who played, was something else.");
        return false;
    }
    for (size_t i = 0; i < note->commitment_count; i++) {
        const struct note_commitment *noted = &note->commitments[i];
        if (noted->n == 0 || noted->n > log->count ||
            memcmp(log->events[noted->n - 1].seal.commitment, noted->bytes, COMMIT_BYTES) != 0) {
            text_add(why, "Event %u: the commitment that was noted is not in the record.",
                     (unsigned)noted->n);
            return false;
        }
    }
    return true;
}
