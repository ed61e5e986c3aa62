// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/commitment_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/directory.h"
#include "store/store.h"

static void give_up(struct commitment_log *book)
{
    struct text trouble = text_in(book->trouble, sizeof book->trouble);
    text_add(&trouble,
             "Commitments cannot be noted in '%s' (%s): whether the record fits them can be "
             "checked only while this program runs.",
             book->path, strerror(errno));
    if (book->file >= 0)
        close(book->file);
    book->file = -1;
    book->path[0] = '\0';
}

static bool find_path(struct commitment_log *book, const char *table, unsigned viewer)
{
    char online[STORE_PATH];
    struct text why = text_in(book->trouble, sizeof book->trouble);
    if (!store_path("online", online, &why))
        return false;
    int length = snprintf(book->path, sizeof book->path, "%s/%s.%u.note", online, table, viewer);
    return length > 0 && (size_t)length < sizeof book->path && directory_make(book->path, &why);
}

static void append(struct commitment_log *book, const struct text *line)
{
    if (book->file < 0)
        return;
    if (write(book->file, line->at, line->length) != (ssize_t)line->length ||
        fdatasync(book->file) != 0)
        give_up(book);
}

// A last line without an end was cut short, and nothing has followed from it.
static bool read_lines(struct commitment_log *book, struct text *why)
{
    char line[NOTE_LINE];
    bool good = true;
    FILE *file = fdopen(dup(book->file), "r");
    long whole = 0;
    while (file && good && fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, "\n");
        if (line[length] != '\n')
            break;
        line[length] = '\0';
        good = note_read(&book->note, line, why);
        whole = ftell(file);
    }
    if (file)
        fclose(file);
    if (!good)
        text_add(why, " It is in '%s'.", book->path);
    else if (ftruncate(book->file, whole) != 0)
        give_up(book);
    return good;
}

bool commitment_log_agree(struct commitment_log *book, const struct stage *stage, struct text *why)
{
    struct text line = TEXT_OF(NOTE_LINE);
    struct note *note = &book->note;
    bool own = note->seat == stage->viewer;
    if (*note->id && own && memcmp(note->of_header, stage->of_header, COMMIT_BYTES) == 0)
        return true;
    if (!*note->id ||
        (own && stage->n == 0 && !note->commitment_count && !note->contribution_count)) {
        if (book->file >= 0 && ftruncate(book->file, 0) != 0)
            give_up(book);
        memcpy(note->id, stage->id, sizeof note->id);
        memcpy(note->of_header, stage->of_header, sizeof note->of_header);
        note->seat = stage->viewer;
        note_print_first(note, &line);
        append(book, &line);
        return true;
    }
    text_add(why,
             "The server says now that something else was agreed at this table than before: see "
             "'%s'.",
             book->path);
    return false;
}

bool commitment_log_open(struct commitment_log *book, const char *table, const struct stage *stage,
                         struct text *why)
{
    memset(book, 0, sizeof *book);
    book->file = -1;
    if (find_path(book, table, stage->viewer))
        book->file = open(book->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (book->file < 0 && !*book->trouble)
        give_up(book);
    return (book->file < 0 || read_lines(book, why)) && commitment_log_agree(book, stage, why);
}

void commitment_log_close(struct commitment_log *book)
{
    if (book->file >= 0)
        close(book->file);
    note_clear(&book->note);
}

bool commitment_log_commitment(struct commitment_log *book, uint32_t n,
                               const unsigned char bytes[COMMIT_BYTES], struct text *why)
{
    struct text line = TEXT_OF(NOTE_LINE);
    struct note_commitment noted = { .n = n };
    const struct note_commitment *before = note_find(&book->note, n);
    memcpy(noted.bytes, bytes, sizeof noted.bytes);
    if (before && memcmp(before->bytes, bytes, COMMIT_BYTES) != 0) {
        text_add(why,
                 "The server has changed the commitment of event %u: what is hidden there is not "
                 "to be trusted.",
                 (unsigned)n);
        return false;
    }
    if (before)
        return true;
    note_print_commitment(&noted, &line);
    append(book, &line);
    return note_add(&book->note, &noted, why);
}

bool commitment_log_contribution(struct commitment_log *book,
                                 const struct note_contribution *contribution, struct text *why)
{
    struct text line = TEXT_OF(NOTE_LINE);
    note_print_contribution(contribution, &line);
    append(book, &line);
    return note_contribute(&book->note, contribution, why);
}
