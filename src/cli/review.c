// SPDX-License-Identifier: GPL-3.0-or-later
// causeway review
#include <stdio.h>

#include "cli/commands.h"
#include "fronts/patience.h"
#include "report/review_text.h"
#include "fronts/saved.h"
#include "record/verify.h"

// A review is worth no more than this: what does not fit is told as not known.
static const size_t MEMORY_MOST = (size_t)512 << 20;

// The one round that is meant.
static bool load_round(const char *operand, struct record *record, struct text *why)
{
    struct saved saved;
    bool good = saved_load(operand, &saved, why);
    uint32_t first = good ? saved_next(&saved, 0) : 0;
    *record = (struct record){ 0 };
    if (good && saved_next(&saved, first)) {
        text_add(why, "%.200s has several rounds: import it, and review each by its id.", operand);
        good = false;
    }
    good = good && saved_round(&saved, first, record, why);
    saved_clear(&saved);
    return good;
}

static bool load(const char *operand, struct record *record, struct match *match, struct text *why)
{
    struct verify_findings findings;
    if (!load_round(operand, record, why))
        return false;
    if (!record->winner) {
        text_add(why, "Game %s is not over; it can be reviewed when it is.", record->header.id);
        return false;
    }
    return verify_record(record, &findings, why) && record_play(record, record->count, match, why);
}

static bool draw(const struct review *review, const char *const *name, const char *path,
                 struct text *why)
{
    FILE *file = fopen(path, "w");
    if (file)
        report_svg(review, name, file);
    return command_close_file(file, path, why);
}

static int show(const struct cli_invocation *invocation, const struct record *record,
                const struct review *review, struct text *why)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct record_header *header = &record->header;
    const char *picture = cli_value(invocation, OPTION_SVG), *name[SEATS];
    record_names(record, name);
    variant_print(&header->variant, &rules);
    printf("Game %s: %s, %s\n%s against %s; %s won.\n\n", header->id, header->variant.game->title,
           rules.at, name[SEAT_1], name[SEAT_2], name[review->winner]);
    report_moves(review, name, stdout);
    printf("\n");
    report_chart(review, name, stdout);
    return !picture || draw(review, name, picture, why) ? EXIT_FINE : EXIT_FAILED;
}

int command_review(const struct cli_invocation *invocation, struct text *why)
{
    struct record record;
    struct match_room room;
    struct match *match = match_in(&room);
    struct review review;
    struct patience patience;
    if (!load(invocation->operand[0], &record, match, why)) {
        record_clear(&record);
        return EXIT_FAILED;
    }
    patience_begin(&patience, "Reviewing");
    if (patience.limits.memory > MEMORY_MOST)
        patience.limits.memory = MEMORY_MOST;
    patience.most = REVIEW_SECONDS;
    bool made = review_make(&review, match, record.winner, &patience.limits, why);
    if (!patience_end(&patience))
        patience_give_up();
    if (!made && patience_seconds(&patience) >= REVIEW_SECONDS) {
        text_clear(why);
        text_add(why, "Nothing of this game could be told in %d seconds.", REVIEW_SECONDS);
    }
    int status = made ? show(invocation, &record, &review, why) : EXIT_FAILED;
    if (made)
        review_clear(&review);
    record_clear(&record);
    return status;
}
