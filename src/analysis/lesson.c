// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lesson.h"

#include <string.h>

// --- Playing

static bool play_moves(struct lesson_play *play, const struct move *moves, unsigned count)
{
    struct match *match = match_in(&play->room);
    struct event event;
    for (unsigned i = 0; i < count; i++) {
        if (match_over(match) || !match_play(match, match_turn(match)->mover, moves[i], &event))
            return false;
        play->moves[play->count++] = moves[i];
    }
    return true;
}

bool lesson_done(const struct lesson_play *play)
{
    return play->step == play->lesson->step_count;
}

// Makes the moves that lead to the question.
static bool come_to(struct lesson_play *play)
{
    const struct lesson_step *step = &play->lesson->step[play->step];
    return lesson_done(play) || play_moves(play, step->play, step->play_count);
}

bool lesson_begin(struct lesson_play *play, const struct lesson *lesson)
{
    *play = (struct lesson_play){ .lesson = lesson };
    match_start(match_in(&play->room), &lesson->variant, lesson->first);
    bool good = come_to(play);
    play->seat = match_turn(match_in(&play->room))->mover;
    return good;
}

static void refuse(struct lesson_play *play, struct move move, struct text *words)
{
    const struct match *match = match_in(&play->room);
    const struct game *game = match_game(match);
    struct view view = match_view(match, play->seat);
    struct scene scene = match_scene(match, &view, game->name);
    game->refuse(&scene, move, words);
}

static bool is_right(const struct lesson_step *step, struct move move)
{
    for (unsigned i = 0; i < step->answer_count; i++)
        if (move_equal(step->answer[i], move))
            return true;
    return false;
}

enum lesson_verdict lesson_answer(struct lesson_play *play, struct move move, struct text *words)
{
    const struct lesson_step *step = &play->lesson->step[play->step];
    struct view view = match_view(match_in(&play->room), play->seat);
    if (!view_allows(&play->lesson->variant, &view, move)) {
        refuse(play, move, words);
        return LESSON_FORBIDDEN;
    }
    text_put(words, is_right(step, move) ? step->why : step->no);
    if (!is_right(step, move))
        return LESSON_WRONG;
    play_moves(play, &move, 1);
    play->step++;
    come_to(play);
    return LESSON_RIGHT;
}

// --- Reading

struct reader {
    const struct game *game;
    struct lesson *lesson;
    struct lesson_step *step; // that the next line is part of
    unsigned line;
    struct text *why;
};

// "key: " at the beginning; NULL, or what follows it.
static const char *value_of(const char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || line[length] != ':')
        return NULL;
    line += length + 1;
    return line + strspn(line, " ");
}

static bool wrong(struct reader *reader, const char *what)
{
    text_add(reader->why, "Lessons, up to line %u: %s", reader->line, what);
    return false;
}

// "move 2; block 4"
static bool read_moves(struct reader *reader, const char *value, struct move *moves, unsigned most,
                       unsigned *count)
{
    while (*value) {
        struct text one = TEXT_OF(128), why = TEXT_OF(TEXT_MAX);
        size_t length = strcspn(value, ";");
        text_put_bytes(&one, value, length);
        if (*count == most)
            return wrong(reader, "there are too many moves.");
        if (!move_parse(reader->game, one.at, &moves[(*count)++], &why))
            return wrong(reader, why.at);
        value += length + (value[length] == ';');
        value += strspn(value, " ");
    }
    return true;
}

static bool read_words(struct reader *reader, const char *value, char *words, size_t size)
{
    struct text text = text_in(words, size);
    text_put(&text, value);
    return !text.cut || wrong(reader, "it is too long.");
}

static bool read_rules(struct reader *reader, const char *value)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (strstr(value, "fair"))
        return wrong(reader, "a lesson names its rules: what fair means may change.");
    if (!variant_parse(reader->game, value, &reader->lesson->variant, &why))
        return wrong(reader, why.at);
    return true;
}

// The moves that lead to a question begin a step, or else the question itself does.
static bool begin_step(struct reader *reader, bool asks)
{
    struct lesson *lesson = reader->lesson;
    if (reader->step && !*reader->step->ask)
        return asks || wrong(reader, "no question comes before it.");
    if (lesson->step_count == LESSON_STEPS)
        return wrong(reader, "there are too many questions.");
    reader->step = &lesson->step[lesson->step_count++];
    return true;
}

static bool read_claim(struct reader *reader, const char *value)
{
    struct lesson_step *step = reader->step;
    if (step->claim_count == LESSON_CLAIMS)
        return wrong(reader, "there are too many claims.");
    return read_words(reader, value, step->claim[step->claim_count++], LESSON_WORDS);
}

static bool read_step(struct reader *reader, const char *line)
{
    const char *value;
    struct lesson_step *step = reader->step;
    if ((value = value_of(line, "play")))
        return begin_step(reader, false) && read_moves(reader, value, reader->step->play,
                                                       LESSON_PLAY, &reader->step->play_count);
    if ((value = value_of(line, "ask")))
        return begin_step(reader, true) &&
               read_words(reader, value, reader->step->ask, LESSON_WORDS);
    if (!step || !*step->ask)
        return wrong(reader, "a question is to come first.");
    if ((value = value_of(line, "answer")))
        return read_moves(reader, value, step->answer, LESSON_ANSWERS, &step->answer_count);
    if ((value = value_of(line, "no")))
        return read_words(reader, value, step->no, LESSON_WORDS);
    if ((value = value_of(line, "why")))
        return read_words(reader, value, step->why, LESSON_WORDS);
    if ((value = value_of(line, "claim")))
        return read_claim(reader, value);
    return wrong(reader, "it begins with no word that is known.");
}

static bool read_line(struct reader *reader, const char *line)
{
    const char *value;
    if ((value = value_of(line, "title")))
        return read_words(reader, value, reader->lesson->title, LESSON_TITLE);
    if ((value = value_of(line, "rules")))
        return read_rules(reader, value);
    if ((value = value_of(line, "first"))) {
        reader->lesson->first = *value == '2' ? SEAT_2 : SEAT_1;
        return strcmp(value, "1") == 0 || strcmp(value, "2") == 0 || wrong(reader, "it is 1 or 2.");
    }
    return read_step(reader, line);
}

// Blank lines and comments say nothing.
static bool is_content(const char *line)
{
    return *line && *line != '#';
}

static bool is_of(const struct game *game, const char *line)
{
    const char *slug = value_of(line, "game");
    return slug && strcmp(slug, game->slug) == 0;
}

unsigned lesson_count(const struct game *game, const char *const *lines)
{
    unsigned count = 0;
    for (; *lines; lines++)
        count += is_of(game, *lines);
    return count;
}

// Every question is asked, of the same seat, and every answer to it is legal.
static bool try_out(struct reader *reader)
{
    static struct lesson_play play;
    const struct lesson *lesson = reader->lesson;
    bool good = lesson_begin(&play, lesson);
    for (unsigned i = 0; good && i < lesson->step_count; i++) {
        const struct lesson_step *step = &lesson->step[i];
        const struct match *match = match_in(&play.room);
        struct text words = TEXT_OF(TEXT_MAX);
        struct view view = match_view(match, play.seat);
        good = step->answer_count && *step->no && *step->why && !match_over(match) &&
               match_turn(match)->mover == play.seat;
        for (unsigned k = 0; good && k < step->answer_count; k++)
            good = view_allows(&lesson->variant, &view, step->answer[k]);
        good = good && lesson_answer(&play, step->answer[0], &words) == LESSON_RIGHT;
    }
    return (good && lesson->step_count) ||
           wrong(reader, "the lesson before it cannot be played as it is written.");
}

// A line with those that go on with it, which begin with a blank.
static void join(struct reader *reader, const char *const *lines, struct text *out)
{
    text_put(out, lines[reader->line++]);
    for (const char *next; (next = lines[reader->line]) && *next == ' '; reader->line++)
        text_add(out, " %s", next + strspn(next, " "));
}

static void find(struct reader *reader, const char *const *lines, unsigned number)
{
    unsigned found = 0;
    while (lines[reader->line] && found < number)
        found += is_of(reader->game, lines[reader->line++]);
}

bool lesson_read(struct lesson *lesson, const struct game *game, const char *const *lines,
                 unsigned number, struct text *why)
{
    struct reader reader = { .game = game, .lesson = lesson, .why = why };
    *lesson = (struct lesson){ .variant = variant_book(game), .first = SEAT_1 };
    find(&reader, lines, number);
    while (lines[reader.line] && !value_of(lines[reader.line], "game")) {
        struct text line = TEXT_OF(2 * LESSON_WORDS);
        join(&reader, lines, &line);
        if (is_content(line.at) && !read_line(&reader, line.at))
            return false;
    }
    return try_out(&reader);
}

void lesson_tell_answer(const struct lesson_play *play, struct text *out)
{
    const struct lesson_step *step = &play->lesson->step[play->step];
    text_add(out, "The answer: ");
    for (unsigned i = 0; i < step->answer_count; i++) {
        text_add(out, "%s", i ? ", or " : "");
        move_print(play->lesson->variant.game, step->answer[i], out);
    }
    text_add(out, ".");
}
