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
static bool find_round(const char *operand, const struct saved *saved, struct round *round,
                       struct text *why)
{
    uint32_t first = saved_next(saved, 0);
    if (saved_next(saved, first)) {
        text_add(why, "%.200s has several rounds: import it, and review each by its id.", operand);
        return false;
    }
    return round_find(&saved->log, first, saved->as, round, why);
}

static bool load(const char *operand, struct saved *saved, struct round *round, struct match *match,
                 struct text *why)
{
    struct verify_findings findings;
    char id[COMMIT_ID];
    if (!saved_load(operand, saved, why) || !find_round(operand, saved, round, why))
        return false;
    if (!round_winner(round)) {
        round_id(round, id);
        text_add(why, "Game %s is not over; it can be reviewed when it is.", id);
        return false;
    }
    return verify_round(round, &findings, why) && round_play(round, round->count, match, why);
}

static bool draw(const struct review *review, const char *const *name, const char *path,
                 struct text *why)
{
    FILE *file = fopen(path, "w");
    if (file)
        report_svg(review, name, file);
    return command_close_file(file, path, why);
}

static void print_json(const struct round *round, const struct review *review)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct log_header *header = round->header;
    char id[COMMIT_ID];
    round_id(round, id);
    variant_print(&header->variant, &rules);
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:s, s:i, s:[s, s]}", "format", OUTPUT_FORMAT, "id", id, "game",
                  header->variant.game->slug, "rules", rules.at, "first", (int)round_first(round),
                  "players", header->name[SEAT_1], header->name[SEAT_2]);
    json_t *judged = review_json(review);
    json_object_update(root, judged);
    json_dumpf(root, stdout, 0);
    printf("\n");
    json_decref(judged);
    json_decref(root);
}

static void print_text(const struct round *round, const struct review *review,
                       const char *const *name, bool chart)
{
    struct text head = TEXT_OF(TEXT_MAX), folded = TEXT_OF(TEXT_MAX);
    const struct log_header *header = round->header;
    char id[COMMIT_ID];
    round_id(round, id);
    text_add(&head, "Game %s: %s, ", id, header->variant.game->title);
    variant_print(&header->variant, &head);
    text_add(&head, "\n%s against %s; %s won.", name[SEAT_1], name[SEAT_2], name[review->winner]);
    text_add_folded(&folded, head.at, REPORT_WIDTH);
    printf("%s\n\n", folded.at);
    report_moves(review, name, REPORT_WIDTH, stdout);
    if (chart) {
        printf("\n");
        report_chart(review, name, REPORT_WIDTH, stdout);
    }
}

static int show(const struct cli_invocation *invocation, const struct round *round,
                const struct review *review, struct text *why)
{
    const char *picture = cli_value(invocation, OPTION_SVG), *name[SEATS];
    log_names(round->header, name);
    if (cli_value(invocation, OPTION_JSON))
        print_json(round, review);
    else
        print_text(round, review, name, cli_value(invocation, OPTION_CHART));
    return !picture || draw(review, name, picture, why) ? EXIT_FINE : EXIT_FAILED;
}

int command_review(const struct cli_invocation *invocation, struct text *why)
{
    struct saved saved;
    struct round round;
    struct match_room room;
    struct match *match = match_in(&room);
    struct review review;
    struct progress_bar progress_bar;
    if (!load(invocation->operand[0], &saved, &round, match, why)) {
        saved_clear(&saved);
        return EXIT_FAILED;
    }
    progress_bar_begin(&progress_bar, "Reviewing");
    if (progress_bar.limits.memory > MEMORY_MOST)
        progress_bar.limits.memory = MEMORY_MOST;
    progress_bar.most = REVIEW_SECONDS;
    bool made = review_make(&review, match, round_winner(&round), &progress_bar.limits, why);
    if (!progress_bar_end(&progress_bar))
        progress_bar_give_up();
    if (!made && progress_bar_seconds(&progress_bar) >= REVIEW_SECONDS) {
        text_clear(why);
        text_add(why, "Nothing of this game could be told in %d seconds.", REVIEW_SECONDS);
    }
    int status = made ? show(invocation, &round, &review, why) : EXIT_FAILED;
    if (made)
        review_clear(&review);
    saved_clear(&saved);
    return status;
}
