// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/engine.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "drive/player.h"
#include "ui/advisor.h"
#include "ui/progress_bar.h"
#include "match/match.h"
#include "record/suppose.h"
#include "report/review_text.h"
#include "table/json.h"

struct engine {
    const struct game *const *games;
    const char *level;
    struct bot *bot;
    struct random random;
    bool listens;            // to the noise that hello brings: nobody gave a seed
    const struct game *game; // of the table that it sits at
    struct stage stage;
    struct news news; // scratch
    FILE *out;
};

static bool say(struct engine *engine, const struct act *act)
{
    char line[JSON_ACT_LINE];
    struct text text = text_in(line, sizeof line);
    json_write_act(act, engine->game, &text);
    return fprintf(engine->out, "%s\n", line) > 0 && fflush(engine->out) == 0;
}

static bool greet(struct engine *engine)
{
    struct act act = { .kind = ACT_HELLO };
    struct text name = text_in(act.word, sizeof act.word);
    struct text version = text_in(act.more, sizeof act.more);
    text_add(&name, "Causeway %s", engine->level);
    text_add(&version, "%s", CAUSEWAY_VERSION);
    return say(engine, &act);
}

// What this seat was told: the moves as they are in the stage.
static struct history history_of(const struct stage *stage)
{
    struct history history = { .count = stage->move_count };
    memcpy(history.event, stage->moves, stage->move_count * sizeof *stage->moves);
    return history;
}

// What the others have hidden is supposed: this seat sees the same whatever it was.
static bool decide(struct engine *engine, struct text *why)
{
    const struct stage *stage = &engine->stage;
    struct variant variant = { engine->game, stage->rules };
    struct act act = { .kind = ACT_MOVE, .n = stage->n + 1 };
    struct history history = history_of(stage);
    struct view view;
    return suppose_view(&variant, stage->first, stage->viewer, &history, &view, why) &&
           bot_choose(engine->bot, &variant, &view, &history, &engine->random, &act.move, why) &&
           say(engine, &act);
}

// What a server asks for.

static bool tell(struct engine *engine, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool whole = length <= ENGINE_PIECE;
        if (!whole)
            length = ENGINE_PIECE;
        fprintf(engine->out, "%c%.*s\n", whole && text[length] ? '/' : '+', (int)length, text);
        text += length + (whole && text[length] == '\n');
    }
    return fputs(".\n", engine->out) >= 0 && fflush(engine->out) == 0;
}

static bool advise(struct engine *engine, struct text *why)
{
    static char bytes[JSON_LINE];
    const struct stage *stage = &engine->stage;
    struct variant variant = { engine->game, stage->rules };
    struct news *hint = &engine->news;
    struct text out = text_in(bytes, sizeof bytes);
    struct history history = history_of(stage);
    struct view view;
    if (!suppose_view(&variant, stage->first, stage->viewer, &history, &view, why))
        return false;
    *hint = (struct news){ .kind = NEWS_HINT, .viewer = stage->viewer, .n = stage->n };
    advisor_hint(&variant, stage, &view, hint);
    json_write_news(hint, engine->game, &out);
    return tell(engine, bytes);
}

static void print_review(const struct stage *stage, const struct variant *variant,
                         const struct review *review, FILE *out)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const char *const name[SEATS] = { "", stage->name[SEAT_1], stage->name[SEAT_2] };
    variant_print(variant, &rules);
    fprintf(out, "%s, %s\n%s against %s; %s won.\n\n", variant->game->title, rules.at, name[SEAT_1],
            name[SEAT_2], name[review->winner]);
    report_moves(review, name, REPORT_WIDTH, out);
    fprintf(out, "\n");
    report_chart(review, name, REPORT_WIDTH, out);
}

static bool review(struct engine *engine, struct text *why)
{
    static const size_t memory_most = (size_t)512 << 20;
    const struct stage *stage = &engine->stage;
    struct variant variant = { engine->game, stage->rules };
    struct text fault = TEXT_OF(2 * TEXT_MAX);
    struct progress_bar progress_bar;
    struct review made;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return false;
    progress_bar_begin(&progress_bar, NULL);
    progress_bar.most = REVIEW_SECONDS;
    if (progress_bar.limits.memory > memory_most)
        progress_bar.limits.memory = memory_most;
    if (review_make_from(&made, &variant, stage->first, stage->moves, stage->move_count,
                         stage->winner, &progress_bar.limits, &fault)) {
        print_review(stage, &variant, &made, out);
        review_clear(&made);
    } else {
        fprintf(out, "%s\n", fault.at);
    }
    progress_bar_end(&progress_bar);
    (void)why;
    bool good = fclose(out) == 0 && tell(engine, text);
    free(text);
    return good;
}

static bool take_line(struct engine *engine, const char *line, size_t length, struct text *why)
{
    if (engine->game && text_begins(line, ENGINE_ADVISE))
        return advise(engine, why);
    if (engine->game && text_begins(line, ENGINE_REVIEW))
        return review(engine, why);
    switch (
        json_read(engine->games, line, length, &engine->game, &engine->stage, &engine->news, why)) {
    case JSON_NONE:
        return false;
    case JSON_HELLO:
        if (engine->listens && *engine->stage.noise)
            engine->random = random_seeded(strtoull(engine->stage.noise, NULL, 16));
        return greet(engine);
    case JSON_TURN:
        return engine->stage.mover != engine->stage.viewer || engine->stage.offer_count == 0 ||
               decide(engine, why);
    default:
        return true;
    }
}

static bool play(struct engine *engine, FILE *in, struct text *why)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    for (ssize_t length; good && (length = getline(&line, &room, in)) > 0;)
        good = take_line(engine, line, (size_t)length, why);
    free(line); // getline's own
    return good;
}

bool engine_run(const struct game *const *games, const char *level, const uint64_t *seed, FILE *in,
                FILE *out, struct text *why)
{
    struct engine *engine = mem_new(sizeof *engine);
    struct bot *bot = engine ? bot_new(level, player_means(), why) : NULL;
    bool good = bot;
    if (engine) {
        memset(engine, 0, sizeof *engine);
        engine->games = games;
        engine->level = level;
        engine->bot = bot;
        uint64_t key;
        randombytes_buf(&key, sizeof key);
        engine->random = random_seeded(seed ? *seed : key);
        engine->listens = !seed;
        engine->out = out;
        good = good && play(engine, in, why);
    }
    bot_free(bot);
    mem_free(engine);
    return good;
}
