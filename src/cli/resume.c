// SPDX-License-Identifier: GPL-3.0-or-later
// causeway resume
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "drive/resume.h"
#include "drive/stored.h"
#include "ui/saved.h"

// Says why there is nothing to go on with.
static bool refuse(const struct record *record, struct text *why)
{
    const struct record_header *header = &record->header;
    text_add(why, "Game %s is over: %s won. 'causeway replay %s' shows it.", header->id,
             header->name[record->winner], header->id);
    return false;
}

// What is damaged is named and left out.
static struct drive *resume_newest(struct store *store, bool coach, struct text *why)
{
    char id[COMMIT_ID];
    for (unsigned skip = 0; store_newest_unfinished(store, skip, id, why); skip++) {
        struct drive *drive = resume_game(store, games, id, coach, why);
        if (drive)
            return drive;
        cli_failure("%s", why->at);
        text_clear(why);
    }
    return NULL;
}

static struct drive *resume_one(struct store *store, const char *beginning, bool coach,
                                struct text *why)
{
    char id[COMMIT_ID];
    struct record record = { 0 };
    bool open;
    bool good = store_find(store, beginning, id, why) &&
                stored_round(store, games, id, &record, &open, why) &&
                (open || refuse(&record, why));
    record_clear(&record);
    return good ? resume_game(store, games, id, coach, why) : NULL;
}

int command_resume(const struct cli_invocation *invocation, struct text *why)
{
    bool coach = cli_value(invocation, OPTION_COACH) != NULL;
    struct store *store = saved_open(STORE_WRITE, why);
    struct drive *drive = NULL;
    if (store && invocation->operand_count > 0)
        drive = resume_one(store, invocation->operand[0], coach, why);
    else if (store)
        drive = resume_newest(store, coach, why);
    int status = drive ? command_play_table(invocation, drive, store, why) : EXIT_FAILED;
    drive_free(drive);
    store_close(store);
    return status;
}
