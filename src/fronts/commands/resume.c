// SPDX-License-Identifier: GPL-3.0-or-later
// causeway resume
#include <stdio.h>

#include "fronts/commands/commands.h"
#include "fronts/saved.h"

static bool find(const struct invocation *invocation, struct store *store, char id[COMMIT_ID],
                 struct text *why)
{
    if (invocation->operand_count > 0)
        return store_find(store, invocation->operand[0], id, why);
    return store_newest_unfinished(store, id, why);
}

static bool load(const struct invocation *invocation, struct store *store, struct record *record,
                 struct text *why)
{
    char id[COMMIT_ID];
    *record = (struct record){ 0 };
    if (!find(invocation, store, id, why) || !store_load(store, games, id, record, why))
        return false;
    if (record->winner)
        text_add(why, "Game %s is over: %s won. 'causeway replay %s' shows it.", id,
                 record->header.name[record->winner], id);
    return !record->winner;
}

static int run_resume(const struct invocation *invocation)
{
    char buffer[2 * TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct record record = { 0 };
    struct session session = { 0 };
    struct store *store = saved_open(STORE_WRITE, &why);
    bool good = store && load(invocation, store, &record, &why) &&
                session_resume(&session, &record, store, &why);
    int status = good ? command_play_session(invocation, &session) : cli_failure("%s", buffer);
    record_clear(&record);
    session_clear(&session);
    store_close(store);
    return status;
}

const struct command command_resume = {
    .name = "resume",
    .operands = "[ID]",
    .summary = "Go on with the newest unfinished game, or with this one",
    .options = (const unsigned char[]){ OPTION_COMMITMENTS, OPTION_COLOR, OPTION_HELP,
                                        OPTION_VERSION, OPTION_END },
    .most = 1,
    .run = run_resume,
};
