// SPDX-License-Identifier: GPL-3.0-or-later
// causeway review
#include <stdio.h>

#include "cli/commands.h"
#include "ui/progress_bar.h"
#include "report/review_data.h"
#include "report/review_text.h"
#include "ui/saved.h"
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

static void print_json(const struct record *record, const struct review *review)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct record_header *header = &record->header;
    variant_print(&header->variant, &rules);
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:i, s:[s, s]}", "format", OUTPUT_FORMAT, "id", header->id,
                  "game", header->variant.game->slug, "rules", rules.at, "first",
                  (int)header->first, "players", header->name[SEAT_1], header->name[SEAT_2]);
    json_t *judged = review_json(review);
    json_object_update(root, judged);
    json_dumpf(root, stdout, 0);
    printf("\n");
    json_decref(judged);
    json_decref(root);
}

static void print_text(const struct record *record, const struct review *review,
                       const char *const *name, bool chart)
{
    enum { WIDTH = 80 };
    struct text head = TEXT_OF(TEXT_MAX), folded = TEXT_OF(TEXT_MAX);
    const struct record_header *header = &record->header;
    text_add(&head, "Game %s: %s, ", header->id, header->variant.game->title);
    variant_print(&header->variant, &head);
    text_add(&head, "\n%s against %s; %s won.", name[SEAT_1], name[SEAT_2], name[review->winner]);
    text_add_folded(&folded, head.at, WIDTH);
    printf("%s\n\n", folded.at);
    report_moves(review, name, stdout);
    if (chart) {
        printf("\n");
        report_chart(review, name, stdout);
    }
}

static int show(const struct cli_invocation *invocation, const struct record *record,
                const struct review *review, struct text *why)
{
    const char *picture = cli_value(invocation, OPTION_SVG), *name[SEATS];
    record_names(record, name);
    if (cli_value(invocation, OPTION_JSON))
        print_json(record, review);
    else
        print_text(record, review, name, cli_value(invocation, OPTION_CHART));
    return !picture || draw(review, name, picture, why) ? EXIT_FINE : EXIT_FAILED;
}

int command_review(const struct cli_invocation *invocation, struct text *why)
{
    struct record record;
    struct match_room room;
    struct match *match = match_in(&room);
    struct review review;
    struct progress_bar progress_bar;
    if (!load(invocation->operand[0], &record, match, why)) {
        record_clear(&record);
        return EXIT_FAILED;
    }
    progress_bar_begin(&progress_bar, "Reviewing");
    if (progress_bar.limits.memory > MEMORY_MOST)
        progress_bar.limits.memory = MEMORY_MOST;
    progress_bar.most = REVIEW_SECONDS;
    bool made = review_make(&review, match, record.winner, &progress_bar.limits, why);
    if (!progress_bar_end(&progress_bar))
        progress_bar_give_up();
    if (!made && progress_bar_seconds(&progress_bar) >= REVIEW_SECONDS) {
        text_clear(why);
        text_add(why, "Nothing of this game could be told in %d seconds.", REVIEW_SECONDS);
    }
    int status = made ? show(invocation, &record, &review, why) : EXIT_FAILED;
    if (made)
        review_clear(&review);
    record_clear(&record);
    return status;
}
