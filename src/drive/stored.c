// SPDX-License-Identifier: GPL-3.0-or-later
#include "drive/stored.h"

#include <string.h>

#include "core/memory.h"
#include "record/rounds.h"

static bool is_listed_so(const struct log *log, const struct log_standing *round,
                         const struct store_listed *listed)
{
    const struct log_standing *row = &listed->standing;
    char series[COMMIT_ID];
    log_round_id(&log->header, round->match_began, series);
    return strcmp(series, listed->series) == 0 && row->round == round->round &&
           row->moves == round->moves && row->first == round->first &&
           row->winner == round->winner && row->end == round->end;
}

static bool find_round(const struct log *log, const char *id, const struct store_listed *listed,
                       const struct log_standing *rounds, unsigned count)
{
    char found[COMMIT_ID];
    log_round_id(&log->header, listed->standing.began, found);
    for (unsigned i = 0; i < count; i++)
        if (rounds[i].began == listed->standing.began)
            return strcmp(found, id) == 0 && is_listed_so(log, &rounds[i], listed);
    return false;
}

bool stored_load(struct store *store, const struct game *const *games, const char *id,
                 struct log *log, uint32_t *began, struct text *why)
{
    struct store_listed listed;
    struct log_standing *rounds = NULL;
    unsigned count = 0;
    struct text fault = TEXT_OF(512);
    if (!store_load(store, games, id, log, &listed, why))
        return false;
    if (began)
        *began = listed.standing.began;
    bool good = rounds_check(log, &fault) && rounds_stand(log, NULL, &rounds, &count, &fault) &&
                rounds_settle(log, &fault);
    if (good && !find_round(log, id, &listed, rounds, count))
        text_add(&fault, "the list of games says otherwise than its log.");
    mem_free(rounds);
    return !fault.length || store_damaged(id, fault.at, why);
}

bool stored_round(struct store *store, const struct game *const *games, const char *id,
                  struct record *record, struct text *why)
{
    struct log log;
    uint32_t began;
    *record = (struct record){ 0 };
    bool good = stored_load(store, games, id, &log, &began, why) &&
                rounds_record(&log, began, AS_ALL, record, why);
    log_clear(&log);
    return good;
}

bool stored_import(struct store *store, const struct log *log, struct text *why)
{
    struct log_standing *rounds = NULL;
    unsigned count;
    bool good = rounds_check(log, why) && rounds_stand(log, NULL, &rounds, &count, why) &&
                store_import(store, log, rounds, count, why);
    mem_free(rounds);
    return good;
}
