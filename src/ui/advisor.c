// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor.h"

#include <string.h>

#include "core/memory.h"
#include "drive/player.h"
#include "report/hint.h"
#include "ui/progress_bar.h"

// How long a hint, and a coach's warning, may take: nobody waits longer, least of all a pipe.
static const double hint_seconds = 15, warning_seconds = 2;

struct advisor {
    struct variant variant;
    struct rater *rater;
};

static void take_history(const struct stage *stage, struct history *history)
{
    history->count = stage->move_count;
    memcpy(history->event, stage->moves, stage->move_count * sizeof *stage->moves);
}

static bool advise_within(struct advisor *advisor, double seconds, const struct stage *stage,
                          const struct view *view, struct advice *advice, struct text *why)
{
    struct progress_bar progress_bar;
    struct history history;
    take_history(stage, &history);
    progress_bar_begin(&progress_bar, "Thinking");
    progress_bar.most = seconds;
    progress_bar.limits.cores = player_means()->cores;
    bool advised = advice_make(advice, advisor->rater, &progress_bar.limits, &advisor->variant,
                               view, &history, why);
    bool late = progress_bar_seconds(&progress_bar) >= seconds;
    if (progress_bar_end(&progress_bar) && !advised && late) {
        text_clear(why);
        text_add(why, "No hint: this position takes too long to work out (more than %.0f seconds).",
                 seconds);
    }
    return advised;
}

static void hint(void *context, const struct stage *stage, const struct view *view,
                 struct news *reply)
{
    struct advisor *advisor = context;
    struct text words = text_in(reply->words, sizeof reply->words);
    struct advice advice;
    if (!advise_within(advisor, hint_seconds, stage, view, &advice, &words)) {
        text_add(&words, "\n");
        return;
    }
    hint_tell(&advice, &advisor->variant, view, reply);
    advice_clear(&advice);
}

static bool warn(void *context, const struct stage *stage, const struct view *view,
                 struct move move, struct news *reply)
{
    struct advisor *advisor = context;
    struct text words = text_in(reply->words, sizeof reply->words), why = TEXT_OF(TEXT_MAX);
    struct advice advice;
    if (!advise_within(advisor, warning_seconds, stage, view, &advice, &why))
        return false;
    report_warning(&advice, &advisor->variant, move, &words);
    advice_clear(&advice);
    return words.length > 0;
}

void advisor_hint(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct news *reply)
{
    struct text why = text_in(reply->words, sizeof reply->words);
    struct advisor advisor = { .variant = *variant };
    advisor.rater = rater_new(&advisor.variant, &why);
    if (advisor.rater)
        hint(&advisor, stage, view, reply);
    rater_free(advisor.rater);
}

bool advisor_warn(const struct variant *variant, const struct stage *stage, const struct view *view,
                  struct move move, struct news *reply)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct advisor advisor = { .variant = *variant };
    advisor.rater = rater_new(&advisor.variant, &why);
    bool warned = advisor.rater && warn(&advisor, stage, view, move, reply);
    rater_free(advisor.rater);
    return warned;
}

struct advisor *advisor_new(struct drive *drive, struct text *why)
{
    struct advisor *advisor = mem_for("advice", sizeof *advisor, why);
    if (!advisor)
        return NULL;
    *advisor = (struct advisor){ .variant = table_setup(drive_table(drive))->header.variant };
    advisor->rater = rater_new(&advisor->variant, why);
    if (!advisor->rater) {
        mem_free(advisor);
        return NULL;
    }
    drive_set_advisor(drive,
                      &(struct drive_advisor){ .hint = hint, .warn = warn, .context = advisor });
    return advisor;
}

void advisor_free(struct advisor *advisor)
{
    if (!advisor)
        return;
    rater_free(advisor->rater);
    mem_free(advisor);
}
