// SPDX-License-Identifier: GPL-3.0-or-later
// causeway resume
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/saved.h"

static bool is_other(void *whom, const struct store_summary *game)
{
    const struct header **header = whom;
    if (strcmp(game->id, (*header)->id) == 0)
        *header = NULL;
    return *header != NULL;
}

// Is there a move to make in this game, or a round to play after it?
static bool goes_on(struct store *store, const struct record *record, struct text *why)
{
    const struct header *header = &record->header, *missing = header;
    struct store_filter filter = { .series = header->series, .unfinished = true };
    if (!record->winner)
        return true;
    if (!store_list(store, &filter, is_other, &missing, why))
        return false;
    if (!missing)
        return true;
    text_add(why, "Game %s is over: %s won. 'causeway replay %s' shows it.", header->id,
             header->name[record->winner], header->id);
    return false;
}

// What is damaged is named and left out.
static bool load_newest(struct store *store, struct record *record, struct text *why)
{
    char id[COMMIT_ID];
    for (unsigned skip = 0; store_newest_unfinished(store, skip, id, why); skip++) {
        if (store_load(store, games, id, record, why))
            return true;
        cli_failure("%s", why->at);
        record_clear(record);
        text_clear(why);
    }
    return false;
}

static bool load(const struct cli_invocation *invocation, struct store *store,
                 struct record *record, struct text *why)
{
    char id[COMMIT_ID];
    if (invocation->operand_count == 0)
        return load_newest(store, record, why);
    return store_find(store, invocation->operand[0], id, why) &&
           store_load(store, games, id, record, why) && goes_on(store, record, why);
}

static int run_resume(const struct cli_invocation *invocation)
{
    struct text why = TEXT_OF(2 * TEXT_MAX);
    struct record record = { 0 };
    struct session session = { 0 };
    struct store *store = saved_open(STORE_WRITE, &why);
    bool good = store && load(invocation, store, &record, &why) &&
                session_resume(&session, &record, store, &why);
    session.coached = cli_value(invocation, OPTION_COACH) != NULL;
    int status = good ? command_play_session(invocation, &session) : cli_failure("%s", why.at);
    record_clear(&record);
    session_clear(&session);
    store_close(store);
    return status;
}

const struct cli_command command_resume = {
    .name = "resume",
    .operands = "[ID]",
    .summary = "Go on with the newest unfinished game, or with this one",
    .options = (const unsigned char[]){ OPTION_COACH, OPTION_COMMITMENTS, OPTION_UI, OPTION_ASCII,
                                        OPTION_NO_ANIMATION, OPTION_COLOR, OPTION_HELP,
                                        OPTION_VERSION, OPTION_END },
    .most = 1,
    .run = run_resume,
};
