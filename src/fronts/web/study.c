// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/web/study.h"

#include <stdio.h>
#include <string.h>

#include "analysis/lesson.h"
#include "core/memory.h"
#include "drive/position.h"
#include "games/games.h"
#include "record/log_text.h"
#include "record/round.h"
#include "report/review_data.h"
#include "report/review_text.h"
#include "report/solved_puzzle.h"
#include "table/json.h"

enum kind { NOTHING, LESSON, PUZZLE };

// What a page may use: a phone's tab is ended when it takes too much.
static const size_t memory_most = (size_t)192 << 20;
static const double puzzle_seconds = 20;

static struct {
    enum kind kind;
    unsigned number; // of the lesson
    struct lesson lesson;
    struct lesson_play play;
    struct solved_puzzle question;
    bool is_posed, is_solved;
    struct table *table; // at the position
    unsigned seat;
} study;

static void say(struct text *out, const char *type, const char *key, const char *words)
{
    text_add(out, "{\"type\":\"%s\",\"%s\":", type, key);
    text_put_json(out, words);
    text_put(out, "}\n");
}

static void say_wrong(struct text *out, const char *words)
{
    say(out, "wrong", "words", words);
}

static struct limits limits_of(double seconds)
{
    struct limits limits = limits_until(seconds);
    limits.memory = memory_most;
    return limits;
}

static const struct game *game_of(void)
{
    return study.kind == LESSON ? study.lesson.variant.game : study.question.puzzle.variant.game;
}

// --- Exercises

static void forget(void)
{
    table_free(study.table);
    if (study.is_posed)
        solved_puzzle_clear(&study.question);
    study.table = NULL;
    study.is_posed = study.is_solved = false;
    study.kind = NOTHING;
}

static bool set_table(struct text *why)
{
    const struct puzzle *puzzle = &study.question.puzzle;
    const bool lesson = study.kind == LESSON;
    struct table_setup setup = table_usual(game_of());
    setup.header.variant = lesson ? study.lesson.variant : puzzle->variant;
    setup.header.first = (uint8_t)(lesson ? study.lesson.first : puzzle->first);
    setup.shared = false;
    table_free(study.table);
    study.seat = lesson ? study.play.seat : puzzle->seat;
    study.table = position_table(&setup, lesson ? study.play.moves : puzzle->moves,
                                 lesson ? study.play.count : puzzle->count, why);
    return study.table;
}

static void say_stage(struct text *out, bool hello)
{
    static char bytes[JSON_LINE];
    struct text line = text_in(bytes, sizeof bytes);
    static struct stage stage;
    table_stage(study.table, study.seat, 0, &stage);
    if (hello) {
        json_write_hello(&stage, game_of(), &line);
        text_add(out, "%s\n", line.at);
        text_clear(&line);
    }
    json_write_state(&stage, game_of(), &line);
    text_add(out, "%s\n", line.at);
    text_clear(&line);
    json_write_turn(&stage, game_of(), &line);
    text_add(out, "%s\n", line.at);
}

// What is asked, and where in the lesson that is.
static void say_question(struct text *out)
{
    struct text ask = TEXT_OF(TEXT_MAX);
    const struct lesson *lesson = &study.lesson;
    const bool is_lesson = study.kind == LESSON,
               over = is_lesson ? lesson_done(&study.play) : study.is_solved;
    text_put(out, "{\"type\":\"exercise\",\"game\":");
    text_put_json(out, game_of()->slug);
    if (is_lesson) {
        text_add(out, ",\"kind\":\"lesson\",\"number\":%u,\"of\":%u,\"step\":%u,\"steps\":%u",
                 study.number, lesson_count(game_of(), lesson_lines), study.play.step + !over,
                 lesson->step_count);
        text_put(out, ",\"title\":");
        text_put_json(out, lesson->title);
        text_put(&ask, over ? "" : lesson->step[study.play.step].ask);
    } else {
        text_add(out, ",\"kind\":\"puzzle\",\"key\":\"%016jx\",\"grade\":%u,\"of\":%u",
                 (uintmax_t)puzzle_key(&study.question.puzzle), study.question.puzzle.grade,
                 puzzle_grades(study.question.puzzle.variant.game));
        solved_puzzle_ask(&study.question, &ask);
    }
    text_add(out, ",\"over\":%s,\"ask\":", over ? "true" : "false");
    text_put_json(out, ask.at);
    text_put(out, "}\n");
}

static void begin(struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!set_table(&why)) {
        forget();
        say_wrong(out, why.at);
        return;
    }
    say_question(out);
    say_stage(out, true);
}

static void begin_lesson(const json_t *which, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *name = json_string_value(json_array_get(which, 0));
    const struct game *game = games_find(name ? name : "", &why);
    const json_int_t number = json_integer_value(json_array_get(which, 1));
    if (game && (number < 1 || number > lesson_count(game, lesson_lines))) {
        text_add(&why, "%s has no such lesson.", game->title);
        game = NULL;
    }
    study.kind = LESSON;
    study.number = (unsigned)number;
    if (!game || !lesson_read(&study.lesson, game, lesson_lines, study.number, &why) ||
        !lesson_begin(&study.play, &study.lesson)) {
        study.kind = NOTHING;
        say_wrong(out, why.at);
        return;
    }
    begin(out);
}

static void begin_puzzle(const json_t *which, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *name = json_string_value(json_object_get(which, "game"));
    const struct game *game = name ? games_find(name, &why) : NULL;
    const json_int_t grade = json_integer_value(json_object_get(which, "grade"));
    const uint64_t seed = (uint64_t)json_integer_value(json_object_get(which, "seed"));
    const struct limits limits = limits_of(puzzle_seconds);
    if (grade < 0 || grade > PUZZLE_GRADES)
        text_add(&why, "A puzzle's level is a number from 1 to %d.", PUZZLE_GRADES);
    study.is_posed = !why.length && solved_puzzle_make(&study.question, game, (unsigned)grade, seed,
                                                       NULL, &limits, &why);
    if (!study.is_posed) {
        say_wrong(out, why.length ? why.at : "No such puzzle was found.");
        return;
    }
    study.kind = PUZZLE;
    begin(out);
}

static void say_judged(struct text *out, const char *verdict, const char *words)
{
    text_add(out, "{\"type\":\"judged\",\"verdict\":\"%s\",\"words\":", verdict);
    text_put_json(out, words);
    text_put(out, "}\n");
}

// What becomes of every move, as the answer to `hint` has it.
static void say_why(struct text *out)
{
    static char bytes[JSON_LINE];
    static struct news hint;
    struct text line = text_in(bytes, sizeof bytes);
    hint = (struct news){ .kind = NEWS_HINT, .viewer = (uint8_t)study.seat };
    solved_puzzle_tell(&study.question, &hint);
    json_write_news(&hint, game_of(), &line);
    text_add(out, "%s\n", line.at);
}

static void judge_lesson(struct move move, struct text *out)
{
    static const char *const verdicts[] = {
        [LESSON_FORBIDDEN] = "illegal", [LESSON_WRONG] = "wrong", [LESSON_RIGHT] = "right"
    };
    struct text words = TEXT_OF(TEXT_MAX);
    const enum lesson_verdict verdict = lesson_answer(&study.play, move, &words);
    say_judged(out, verdicts[verdict], words.at);
    if (verdict != LESSON_RIGHT)
        return;
    text_clear(&words);
    if (!set_table(&words)) {
        forget();
        say_wrong(out, words.at);
        return;
    }
    say_question(out);
    say_stage(out, false);
}

static void judge_puzzle(struct move move, struct text *out)
{
    struct text words = TEXT_OF(TEXT_MAX);
    const struct advice_move *found = advice_find(&study.question.advice, move);
    if (!found) {
        say_judged(out, "illegal", "That is against the rules here.");
        return;
    }
    const bool right = solved_puzzle_judge(&study.question, found, &words);
    study.is_solved |= right;
    say_judged(out, right ? "right" : "wrong", words.at);
    if (right) {
        say_question(out);
        say_why(out);
    }
}

static void judge(const json_t *said, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const char *text = json_string_value(json_object_get(said, "move"));
    struct move move;
    if (!text || !move_parse(game_of(), text, &move, &why))
        say_judged(out, "illegal", text ? why.at : "A move is a verb and its numbers.");
    else if (study.kind == PUZZLE)
        judge_puzzle(move, out);
    else if (!lesson_done(&study.play))
        judge_lesson(move, out);
}

static void tell_answer(struct text *out)
{
    struct text words = TEXT_OF(TEXT_MAX);
    if (study.kind == PUZZLE) {
        say_why(out);
    } else if (!lesson_done(&study.play)) {
        lesson_tell_answer(&study.play, &words);
        say_judged(out, "answer", words.at);
    }
}

static void say_lessons(struct text *out)
{
    static struct lesson lesson;
    struct text why = TEXT_OF(TEXT_MAX);
    text_put(out, "{\"type\":\"lessons\",\"games\":[");
    for (const struct game *const *game = games; *game; game++) {
        text_add(out, "%s{\"game\":", game > games ? "," : "");
        text_put_json(out, (*game)->slug);
        text_put(out, ",\"lessons\":[");
        for (unsigned i = 1; i <= lesson_count(*game, lesson_lines); i++) {
            text_put(out, i > 1 ? "," : "");
            text_put_json(out, lesson_read(&lesson, *game, lesson_lines, i, &why) ? lesson.title
                                                                                  : why.at);
        }
        text_put(out, "]}");
    }
    text_put(out, "]}\n");
}

// --- Games that were kept

// The log that the message has, line by line. Clear it in any case.
static bool read_log(const json_t *said, struct log *log, struct text *why)
{
    const char *header = json_string_value(json_object_get(said, "header"));
    const json_t *events = json_object_get(said, "events"), *line;
    size_t i;
    *log = (struct log){ 0 };
    if (!header || !log_text_read_header(games, header, strlen(header), &log->header, why)) {
        text_add(why, "%s", header ? "" : "There is no header.");
        return false;
    }
    json_array_foreach(events, i, line)
    {
        struct log_event event;
        const char *text = json_string_value(line);
        if (!text || !log_text_read_event(&log->header, text, strlen(text), &event, why) ||
            !log_add(log, &event, why))
            return false;
    }
    return true;
}

// The last round. It points into the log.
static bool read_round(const json_t *said, struct log *log, struct round *round, struct text *why)
{
    return read_log(said, log, why) && rounds_settle(log, why) &&
           round_find(log, 0, AS_ALL, round, why);
}

// The message `review`: what programs are told, with the events' numbers and the words for people.
static void print_review(const struct review *review, const char *const *name,
                         const uint32_t *numbers, struct text *out)
{
    struct text words = TEXT_OF(TEXT_MAX);
    json_t *said = review_json(review), *move;
    size_t i;
    review_print_turning(review, name, &words);
    json_object_set_new(said, "type", json_string("review"));
    json_object_set_new(said, "words", json_string(words.at));
    json_array_foreach(json_object_get(said, "moves"), i, move)
    {
        text_clear(&words);
        report_point(review, (unsigned)i, name, &words);
        json_object_set_new(move, "n", json_integer(numbers[i]));
        json_object_set_new(move, "words", json_string(words.at));
    }
    char *line = json_dumps(said, JSON_COMPACT);
    text_put(out, line ? line : "");
    free(line); // jansson's own
    json_decref(said);
}

static void put_review(const struct round *round, const struct review *review, struct text *out)
{
    uint32_t numbers[MOVES_MAX];
    const char *name[SEATS];
    unsigned moves[MOVES_MAX], points = 0, count = round_moves(round, moves);
    for (unsigned i = 0; i < count; i++)
        if (round->events[moves[i]].seat != SEAT_CHANCE)
            numbers[points++] = round->events[moves[i]].n;
    log_names(round->header, name);
    print_review(review, name, numbers, out);
    text_put(out, "\n");
}

static void say_review(const json_t *said, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    static struct match_room room;
    struct log log;
    struct round round;
    struct review review;
    const struct limits limits = limits_of(REVIEW_SECONDS);
    const bool good = read_round(said, &log, &round, &why) &&
                      round_play(&round, round.count, match_in(&room), &why) &&
                      review_make(&review, match_in(&room), round_winner(&round), &limits, &why);
    if (good) {
        put_review(&round, &review, out);
        review_clear(&review);
    } else {
        say_wrong(out, why.length ? why.at : "Nothing of this game could be told in time.");
    }
    log_clear(&log);
}

// Is its last round over?
static bool is_over(const struct log *log)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log_standing last;
    return rounds_last(log, &last, &why) && last.end != LOG_END_NONE;
}

static void say_begun(const struct log *log, struct text *out)
{
    static char bytes[LOG_TEXT_LINE];
    struct text line = text_in(bytes, sizeof bytes);
    log_text_print_header(&log->header, &line);
    text_put(&line, "}");
    text_put(out, "{\"type\":\"begun\",\"game\":");
    text_put_json(out, log->header.variant.game->slug);
    text_put(out, ",\"table\":");
    text_put_json(out, log->header.id);
    text_put(out, ",\"names\":[");
    text_put_json(out, log->header.name[SEAT_1]);
    text_put(out, ",");
    text_put_json(out, log->header.name[SEAT_2]);
    text_add(out, "],\"over\":%s,\"header\":", is_over(log) ? "true" : "false");
    text_put_json(out, line.at);
    text_put(out, ",\"events\":[");
    for (unsigned i = 0; i < log->count; i++) {
        text_clear(&line);
        log_text_print_event(&log->header, &log->events[i], true, &line);
        text_put(&line, "}");
        text_put(out, i ? "," : "");
        text_put_json(out, line.at);
    }
    text_put(out, "]}\n");
}

// What was agreed, but for who plays, and that there is one round.
static struct table_setup setup_from(const struct round *round, const json_t *players)
{
    struct table_setup setup = table_usual(round->header->variant.game);
    setup.header.variant = round->header->variant;
    setup.header.first = (uint8_t)round_first(round);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        const char *player = json_string_value(json_array_get(players, seat - 1));
        snprintf(setup.header.name[seat], LOG_NAME, "%s", round->header->name[seat]);
        snprintf(setup.header.player[seat], LOG_PLAYER, "%s", player ? player : "human");
    }
    return setup;
}

// From the last round, as far as its event number `n`.
static void begin_from(const json_t *said, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log log, begun = { 0 };
    struct round round;
    const json_int_t most = json_integer_value(json_object_get(said, "n"));
    bool good = read_round(said, &log, &round, &why);
    while (good && round.count > 0 && round.events[round.count - 1].n > most)
        round.count--;
    if (good) {
        unsigned made[MOVES_MAX], count = round_moves(&round, made);
        struct move moves[MOVES_MAX];
        struct table_setup setup = setup_from(&round, json_object_get(said, "players"));
        for (unsigned i = 0; i < count; i++)
            moves[i] = round.events[made[i]].move;
        good = position_log(&setup, moves, count, &begun, &why);
    }
    if (good)
        say_begun(&begun, out);
    else
        say_wrong(out, why.at);
    log_clear(&begun);
    log_clear(&log);
}

static void load(const json_t *said, struct text *out)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct log log = { 0 };
    unsigned as;
    const json_t *record = json_object_get(said, "record");
    const char *bytes = json_string_value(record);
    if (!bytes)
        text_add(&why, "There is no record.");
    else if (log_text_read(games, bytes, json_string_length(record), &log, &as, &why) &&
             as != AS_ALL)
        text_add(&why, "It has only what one of its players, or a watcher, could know. Export it "
                       "again once the game is over.");
    else if (!why.length)
        rounds_check(&log, &why);
    if (why.length)
        say_wrong(out, why.at);
    else
        say_begun(&log, out);
    log_clear(&log);
}

bool study_take(const char *type, const json_t *said, struct text *out)
{
    const bool exercise = strcmp(type, "exercise") == 0;
    const json_t *lesson = json_object_get(said, "lesson");
    if (exercise)
        forget();
    if (exercise && lesson)
        begin_lesson(lesson, out);
    else if (exercise)
        begin_puzzle(json_object_get(said, "puzzle"), out);
    else if (study.kind && strcmp(type, "move") == 0)
        judge(said, out);
    else if (study.kind && strcmp(type, "answer") == 0)
        tell_answer(out);
    else if (strcmp(type, "lessons") == 0)
        say_lessons(out);
    else if (strcmp(type, "review") == 0)
        say_review(said, out);
    else if (strcmp(type, "from") == 0)
        begin_from(said, out);
    else if (strcmp(type, "load") == 0)
        load(said, out);
    else
        return false;
    return true;
}
