// SPDX-License-Identifier: GPL-3.0-or-later
// causeway resume
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "drive/resume.h"
#include "drive/stored.h"
#include "ui/saved.h"

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
    struct log log = { 0 };
    struct stored_found found;
    bool good =
        store_find(store, beginning, id, why) && stored_load(store, games, id, &log, &found, why);
    if (good && !found.open) {
        unsigned winner = log.events[found.began - 1].winner;
        text_add(why, "Game %s is over: %s won. 'causeway replay %s' shows it.", id,
                 log.header.name[winner], id);
        good = false;
    }
    log_clear(&log);
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
