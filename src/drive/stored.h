// SPDX-License-Identifier: GPL-3.0-or-later
// Logs from and to the store, which keeps bytes and believes what it is told: here they are
// played through.
#ifndef DRIVE_STORED_H
#define DRIVE_STORED_H

#include "record/record.h"
#include "store/store.h"

// The log of the table that this game is a round of, sound, with the winners of its rounds; and
// the event that the round began with, unless that is NULL. Free the log with log_clear() in any
// case. False, with a sentence.
bool stored_load(struct store *store, const struct game *const *games, const char *id,
                 struct log *log, uint32_t *began, struct text *why);

// That round itself, with everything open. Free it with record_clear() in any case.
bool stored_round(struct store *store, const struct game *const *games, const char *id,
                  struct record *record, struct text *why);

// Keeps a log from elsewhere. Refused, with a sentence, if it is not sound.
bool stored_import(struct store *store, const struct log *log, struct text *why);

#endif
