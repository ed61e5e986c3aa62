// SPDX-License-Identifier: GPL-3.0-or-later
// The library's home of a session: it waits for nothing. What the session wants kept goes out as
// a line for the store, what it tells goes out as messages, and the owner of the handle calls
// again when time has passed or something has come.
#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "bots/bots.h"
#include "bots/knowledge.h"
#include "core/memory.h"
#include "core/vector.h"
#include "games/games.h"
#include "lib/advise.h"
#include "lib/lib.h"
#include "lib/strategies.h"
#include "record/joint.h"
#include "record/log_text.h"
#include "record/round.h"
#include "table/agree.h"
#include "table/json.h"
#include "table/session.h"
#include "table/truth.h"

enum { STORE = -1 };

// How long a hint, and a coach's warning, may take, in seconds.
static const double hint_seconds = 15, warning_seconds = 2;

// A line for somebody.
struct outgoing {
    int to; // a seat, SEAT_NOBODY or STORE
    char *text;
};

struct cw_table {
    struct session_setup setup;
    struct session *session;
    struct table_promises promises;
    struct bot_means means;
    struct bot *bot[SEATS];
    struct random random[SEATS]; // of each computer
    struct random chance;        // of the seed
    bool seeded;
    uint64_t seed;
    struct rater *rater; // for advice; made when it is first wanted

    bool keeps;      // events are handed to the store, and happen when it says so
    bool is_waiting; // for the store
    bool still;      // to be looked at: nothing happens by itself
    uint8_t viewer;  // who has caused what is being kept
    uint32_t told;   // the last event that everybody has been told of
    int64_t now;

    struct outgoing *lines; // to be taken by cw_table_next(), from `next` on
    size_t count, room, next;
    bool is_short; // of memory: a line could not be added, and nothing more is said
};

static const struct game *game_of(const cw_table *table)
{
    return table->setup.table.header.variant.game;
}

static const struct table *inner(const cw_table *table)
{
    return session_table(table->session);
}

// Lines out.

static void add_line(cw_table *table, int to, const char *text)
{
    char *copy = lib_string(text);
    if (copy && vector_grow(&table->lines, &table->room, table->count, sizeof *table->lines)) {
        table->lines[table->count++] = (struct outgoing){ to, copy };
        return;
    }
    mem_free(copy);
    table->is_short = true;
}

typedef void write_stage(const struct stage *stage, const struct game *game, struct text *out);

static void add_message(cw_table *table, const struct stage *stage, write_stage *write,
                        struct text *line)
{
    text_clear(line);
    write(stage, game_of(table), line);
    add_line(table, stage->viewer, line->at);
}

static void add_news(cw_table *table, const struct news *news)
{
    struct text line = TEXT_OF(JSON_LINE);
    json_write_news(news, game_of(table), &line);
    add_line(table, news->viewer, line.at);
}

static void add_stage(cw_table *table, unsigned viewer, bool hello)
{
    struct text line = TEXT_OF(JSON_LINE);
    struct stage stage;
    table_stage(inner(table), viewer, table->now, &stage);
    if (hello)
        add_message(table, &stage, json_write_hello, &line);
    add_message(table, &stage, json_write_state, &line);
    add_message(table, &stage, json_write_turn, &line);
}

// Each person has a stream. Where two share a screen there is one besides that both may see, and
// where nobody plays a watcher's.
static bool is_told(const cw_table *table, unsigned viewer)
{
    const struct table_setup *setup = &table->setup.table;
    if (viewer == SEAT_NOBODY)
        return setup->shared || (setup->computer[SEAT_1] && setup->computer[SEAT_2]);
    return !setup->computer[viewer];
}

static void greet(cw_table *table)
{
    for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
        if (is_told(table, viewer))
            add_stage(table, viewer, true);
}

static void tell_events(cw_table *table)
{
    struct news news;
    for (; table->told < table_count(inner(table)); table->told++)
        for (unsigned viewer = SEAT_NOBODY; viewer <= SEAT_2; viewer++)
            if (is_told(table, viewer) &&
                table_news(inner(table), viewer, table->told + 1, &news)) {
                add_news(table, &news);
                add_stage(table, viewer, false);
            }
}

static void add_wrong(cw_table *table, const char *words)
{
    struct text line = TEXT_OF(TEXT_MAX);
    text_put(&line, "{\"type\":\"wrong\",\"words\":");
    text_put_json(&line, words);
    text_put(&line, "}");
    add_line(table, SEAT_NOBODY, line.at);
}

// What the session wants.

// Before a round begins: how well its computers play.
static void ask_promises(cw_table *table, const struct log_event *event)
{
    const struct log_header *header = &table->setup.table.header;
    for (unsigned first = SEAT_1; event->kind == LOG_ROUND && first <= SEAT_2; first++)
        for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
            struct text words = text_in(table->promises.words[first][seat],
                                        sizeof table->promises.words[first][seat]);
            bool may_be = first == event->seat || header->first == SEAT_NOBODY;
            if (may_be && table->bot[seat] &&
                !bot_promise(table->bot[seat], &header->variant, first, seat, &words))
                text_clear(&words);
        }
}

static void happen(cw_table *table)
{
    struct text why = TEXT_OF(TEXT_MAX);
    if (!session_kept(table->session, table->now, &why))
        add_wrong(table, why.at);
}

static void keep(cw_table *table, const struct log_event *event, uint8_t seat)
{
    struct text line = TEXT_OF(LOG_TEXT_LINE);
    ask_promises(table, event);
    if (!table->keeps) {
        happen(table);
        return;
    }
    log_text_print_event(&table->setup.table.header, event, true, &line);
    text_put(&line, "}");
    add_line(table, STORE, line.at);
    table->is_waiting = true;
    table->viewer = seat;
}

static void think(cw_table *table, unsigned seat)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct history history;
    struct act act = { .kind = ACT_MOVE, .seat = (uint8_t)seat, .sure = true };
    const struct view view = table_view(inner(table), seat);
    table_history(inner(table), seat, &history);
    act.n = table_count(inner(table)) + 1;
    if (bot_choose(table->bot[seat], &table->setup.table.header.variant, &view, &history,
                   &table->random[seat], &act.move, &why)) {
        session_decided(table->session, &act, table->now);
        return;
    }
    session_decided(table->session, NULL, table->now);
    add_wrong(table, why.at);
}

// A hint, or, if there is something to warn of, a warning; false: there is not.
static bool advise(cw_table *table, const struct act *act, struct news *reply)
{
    const bool hint = act->kind == ACT_HINT;
    struct limits limits = limits_until(hint ? hint_seconds : warning_seconds);
    struct history history;
    const struct view view = table_view(inner(table), act->seat);
    table_history(inner(table), act->seat, &history);
    limits.memory = table->means.memory;
    *reply = news_refusal(act->seat, table_count(inner(table)), 0, "");
    reply->kind = hint ? NEWS_HINT : NEWS_WARNING;
    return advise_tell(&table->rater, &limits, &table->setup.table.header.variant, &view, &history,
                       act, reply);
}

static void give_advice(cw_table *table, const struct session_request *request)
{
    struct act act = *request->act;
    struct news reply;
    const bool advised = advise(table, &act, &reply);
    session_advised(table->session, &act, request->ticket, advised ? &reply : NULL);
    if (advised)
        add_news(table, &reply);
}

static void draw_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static struct session_request ask_session(cw_table *table, struct news *reply)
{
    const struct session_means means = { .now = table->now,
                                         .reply = reply,
                                         .chance = table->seeded ? &table->chance : NULL,
                                         .entropy = draw_entropy,
                                         .hold = table->still ? SESSION_CLOSED : SESSION_FREE };
    return session_next(table->session, &means);
}

// True if there may be more to do at once.
static bool obey(cw_table *table, const struct session_request *request)
{
    switch (request->want) {
    case SESSION_KEEP: // a home that stores at once is asked again at once
        keep(table, request->event, request->seat);
        return true;
    case SESSION_THINK:
        think(table, request->seat);
        return true;
    case SESSION_ADVISE:
        give_advice(table, request);
        return true;
    case SESSION_DRAW:
        session_draw(table->session);
        return true;
    case SESSION_TELL:
        tell_events(table);
        if (request->ticket)
            add_news(table, request->reply);
        return true;
    case SESSION_FAILS:
        add_wrong(table, request->reply->words);
        return false;
    default:
        return false;
    }
}

int64_t cw_table_poll(cw_table *table, int64_t now_ms)
{
    table->now = now_ms;
    if (table->is_waiting || table->is_short)
        return -1;
    struct news reply;
    const struct session_request request = ask_session(table, &reply);
    if (obey(table, &request))
        return 0;
    if (request.want != SESSION_RESTS || !request.at)
        return -1;
    return request.at > now_ms ? request.at - now_ms : 1;
}

const char *cw_table_next(cw_table *table, int *seat)
{
    if (table->next > 0)
        mem_free(table->lines[table->next - 1].text);
    if (table->next == table->count) {
        table->next = table->count = 0;
        return NULL;
    }
    *seat = table->lines[table->next].to;
    return table->lines[table->next++].text;
}

// What comes in.

static void refuse(cw_table *table, const struct act *act, enum news_code code, const char *words)
{
    const struct news news = news_refusal(act->seat, table_count(inner(table)), code, words);
    add_news(table, &news);
}

static bool take_from_store(cw_table *table, const json_t *said, char **error)
{
    const char *type = json_string_value(json_object_get(said, "type"));
    const char *words = json_string_value(json_object_get(said, "words"));
    if (!table->is_waiting || !type) {
        lib_fail(error, "Nothing is to be kept.");
        return false;
    }
    if (strcmp(type, "kept") == 0) {
        table->is_waiting = false;
        happen(table);
        return true;
    }
    if (strcmp(type, "unkept") != 0) {
        lib_fail(error, "The store says 'kept' or 'unkept', not '%.40s'.", type);
        return false;
    }
    struct news news =
        news_refusal(table->viewer, table_count(inner(table)), 0, words ? words : "");
    news.kind = NEWS_UNKEPT;
    add_news(table, &news);
    return true;
}

// How it stood after event n, as the viewer could know it then: a message, which is nobody's news.
static void add_stage_at(cw_table *table, unsigned viewer, struct table *past)
{
    struct text line = TEXT_OF(2 * JSON_LINE + 128);
    struct stage stage;
    table_stage(past, viewer, table->now, &stage);
    text_add(&line, "{\"type\":\"stage\",\"seat\":%u,\"n\":%u,\"state\":", viewer, stage.n);
    json_write_state(&stage, game_of(table), &line);
    text_put(&line, ",\"turn\":");
    json_write_turn(&stage, game_of(table), &line);
    text_put(&line, "}");
    add_line(table, (int)viewer, line.at);
}

static void tell_stage(cw_table *table, int seat, json_int_t n)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct log *log = table_log(inner(table));
    struct table *past = table_new(&table->setup.table, &why);
    bool good = past;
    for (json_int_t i = 0; good && i < n && i < (json_int_t)log->count; i++)
        good = table_take(past, &log->events[i], table->now, &why);
    for (unsigned viewer = SEAT_NOBODY; good && viewer <= SEAT_2; viewer++)
        if (is_told(table, viewer) && (!seat || viewer == (unsigned)seat))
            add_stage_at(table, viewer, past);
    if (!good)
        add_wrong(table, why.at);
    table_free(past);
}

// A question that is no act: how it stood. False if it is something else.
static bool take_question(cw_table *table, int seat, const char *message)
{
    json_t *said = json_loads(message, 0, NULL);
    const char *type = json_string_value(json_object_get(said, "type"));
    const bool asks = type && strcmp(type, "stage") == 0;
    if (asks)
        tell_stage(table, seat, json_integer_value(json_object_get(said, "n")));
    json_decref(said);
    return asks;
}

// Whose act it is where neither the caller nor the message says so: the only person's.
static unsigned only_person(const cw_table *table)
{
    const bool *computer = table->setup.table.computer;
    return computer[SEAT_1] == computer[SEAT_2] ? SEAT_NOBODY : computer[SEAT_1] ? SEAT_2 : SEAT_1;
}

static void take_act(cw_table *table, int seat, const char *message)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct act act = { 0 };
    bool good = json_read_act(game_of(table), message, strlen(message), &act, &why);
    if (good && act.seat == SEAT_NOBODY)
        act.seat = (uint8_t)(seat ? (unsigned)seat : only_person(table));
    const bool *computer = table->setup.table.computer;
    const bool watches = act.seat == SEAT_NOBODY && computer[SEAT_1] && computer[SEAT_2];
    if (!good)
        refuse(table, &act, NEWS_SYNTAX, why.at);
    else if (act.kind == ACT_HELLO)
        greet(table);
    else if (table->is_waiting)
        refuse(table, &act, NEWS_BUSY, "What happened before has not been saved yet.");
    else if (!watches && (act.seat == SEAT_NOBODY || act.seat > SEAT_2 ||
                          (seat && act.seat != seat) || computer[act.seat]))
        refuse(table, &act, NEWS_TURN, "That is not your seat.");
    else if (!session_act(table->session, &act, table))
        refuse(table, &act, NEWS_BUSY, "Too much at once: wait for an answer.");
}

bool cw_table_send(cw_table *table, int seat, const char *message, char **error)
{
    if (seat < STORE || seat > CW_SEAT_2) {
        lib_fail(error, "%d is not a seat, 0 or -1.", seat);
        return false;
    }
    if (seat != STORE) {
        if (!take_question(table, seat, message))
            take_act(table, seat, message);
        return true;
    }
    json_t *said = json_loads(message, 0, NULL);
    const bool taken = take_from_store(table, said, error);
    json_decref(said);
    return taken;
}

// Opening.

static bool sit(cw_table *table, struct text *why)
{
    struct table_setup *setup = &table->setup.table;
    table->chance = random_seeded(table->seed);
    table->setup.ticks = true; // how long a computer thinks tells nothing, here as elsewhere
    setup->promises = &table->promises;
    table->means.knowledge = knowledge_new(); // without it each player has its own
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        uint64_t key = joint_seat_key(table->seed, seat);
        if (!table->seeded)
            randombytes_buf(&key, sizeof key);
        table->random[seat] = random_seeded(key);
        if (setup->computer[seat] &&
            !(table->bot[seat] = bot_new(setup->header.player[seat], &table->means, why)))
            return false;
    }
    return (table->session = session_new(&table->setup, why));
}

// What of the object is the library's own.
static void read_means(const json_t *object, cw_table *table)
{
    const json_t *seed = json_object_get(object, "seed");
    const json_int_t memory = json_integer_value(json_object_get(object, "memory"));
    const double seconds = json_number_value(json_object_get(object, "seconds"));
    table->seeded = json_is_integer(seed);
    table->seed = (uint64_t)json_integer_value(seed);
    table->means = bot_usual;
    table->means.library = lib_strategies;
    if (memory > 0)
        table->means.memory = (size_t)memory;
    if (seconds > 0)
        table->means.seconds = seconds;
}

static bool agree(const json_t *object, cw_table *table, struct text *why)
{
    const struct agree_terms terms = {
        .find_game = games_find, .level = bot_name, .computers = true, .one_screen = true
    };
    struct log_header *header = &table->setup.table.header;
    read_means(object, table);
    bool shared;
    if (!agree_read(object, &terms, &table->setup.table, why) ||
        !agree_read_bool(object, "shared", table->setup.table.shared, &shared, why) ||
        !agree_read_bool(object, "keeps", false, &table->keeps, why))
        return false;
    table->setup.table.shared = table->setup.table.shared && shared;
    if (table->seeded) {
        header->toss = header->toss == LOG_RANDOM ? LOG_SEED : header->toss;
        header->deal = header->deal == LOG_RANDOM ? LOG_SEED : header->deal;
    }
    header->created = json_integer_value(json_object_get(object, "created"));
    if (commit_new_id(header->id))
        return true;
    text_add(why, "The system gives no random numbers, so that nothing can be dealt.");
    return false;
}

static void add_header(cw_table *table)
{
    struct text line = TEXT_OF(LOG_TEXT_LINE);
    log_text_print_header(&table->setup.table.header, &line);
    text_put(&line, "}");
    add_line(table, STORE, line.at);
}

cw_table *cw_table_open(const char *agreement, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    json_error_t wrong;
    json_t *object = json_loads(agreement, JSON_REJECT_DUPLICATES, &wrong);
    if (!object)
        return lib_fail(error, "The agreement is not JSON: %s.", wrong.text);
    cw_table *table = lib_new(sizeof *table, error);
    bool good = table && sodium_init() >= 0 && agree(object, table, &why) && sit(table, &why);
    json_decref(object);
    if (good) {
        if (table->keeps)
            add_header(table);
        greet(table);
        return table;
    }
    if (table)
        lib_fail(error, "%s", why.at);
    cw_table_free(table);
    return NULL;
}

// The next line of a log; NULL after the last.
static const char *next_line(const char **at, const char *end, size_t *length)
{
    const char *line = *at;
    const char *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (line >= end)
        return NULL;
    *length = (size_t)((stop ? stop : end) - line);
    *at = stop ? stop + 1 : end;
    return line;
}

static bool play_log(cw_table *table, const char *at, const char *end, struct text *why)
{
    size_t length;
    for (const char *line; (line = next_line(&at, end, &length));) {
        struct log_event event;
        if (!log_text_read_event(&table->setup.table.header, line, length, &event, why))
            return false;
        ask_promises(table, &event);
        const bool fits = session_take(table->session, &event, table->now, why);
        table_drop(&event);
        if (!fits)
            return false;
    }
    table->told = table_count(inner(table));
    return true;
}

static bool resume(cw_table *table, const char *log, size_t size, struct text *why)
{
    struct table_setup *setup = &table->setup.table;
    const char *at = log;
    size_t length;
    const char *line = next_line(&at, log + size, &length);
    if (!line || !log_text_read_header(games, line, length, &setup->header, why)) {
        text_add(why, "%s", line ? "" : "The log is empty.");
        return false;
    }
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        setup->computer[seat] = strcmp(setup->header.player[seat], "human") != 0;
    setup->shared = !setup->computer[SEAT_1] && !setup->computer[SEAT_2];
    return sit(table, why) && play_log(table, at, log + size, why);
}

cw_table *cw_table_resume(const void *log, size_t size, const char *means, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    cw_table *table = lib_new(sizeof *table, error);
    if (!table)
        return NULL;
    json_t *object = means ? json_loads(means, 0, NULL) : NULL;
    read_means(object, table);
    table->still = json_is_true(json_object_get(object, "still"));
    table->keeps = !table->still;
    table->setup.table.coach = json_is_true(json_object_get(object, "coach"));
    json_decref(object);
    if (sodium_init() >= 0 && resume(table, log, size, &why)) {
        greet(table);
        return table;
    }
    lib_fail(error, "%s", why.at);
    cw_table_free(table);
    return NULL;
}

void cw_table_free(cw_table *table)
{
    if (!table)
        return;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        bot_free(table->bot[seat]);
    knowledge_free(table->means.knowledge);
    rater_free(table->rater);
    session_free(table->session);
    for (size_t i = table->next ? table->next - 1 : 0; i < table->count; i++)
        mem_free(table->lines[i].text);
    mem_free(table->lines);
    mem_free(table);
}

const char *cw_table_id(const cw_table *table)
{
    return table->setup.table.header.id;
}

// The record.

struct bytes {
    char *at;
    size_t length, room;
};

static bool put_line(void *context, const char *line, size_t length)
{
    struct bytes *bytes = context;
    if (!vector_grow(&bytes->at, &bytes->room, bytes->length + length, 1))
        return false;
    memcpy(bytes->at + bytes->length, line, length);
    bytes->length += length;
    bytes->at[bytes->length] = '\0';
    return true;
}

char *lib_write_log(const struct log *log, unsigned as, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct bytes bytes = { 0 };
    if (log_text_write(log, as, put_line, &bytes, &why))
        return bytes.at;
    mem_free(bytes.at);
    return lib_fail(error, "%s", why.length ? why.at : "There is not enough memory.");
}

char *cw_table_record(const cw_table *table, int seat, char **error)
{
    struct text why = TEXT_OF(TEXT_MAX);
    const struct log *whole = table_log(inner(table));
    struct log log = { .header = whole->header };
    if (seat < CW_NOBODY || seat > CW_CHANCE)
        return lib_fail(error, "%d is not a seat, 0 (a spectator) or 3 (everything).", seat);
    bool good = true;
    for (unsigned i = 0; i < whole->count && good; i++)
        good = log_add(&log, &whole->events[i], &why);
    good = good && rounds_settle(&log, &why);
    char *record = good
                       ? lib_write_log(&log, seat == CW_CHANCE ? AS_ALL : (unsigned)seat, error)
                       : lib_fail(error, "%s", why.length ? why.at : "There is not enough memory.");
    log_clear(&log);
    return record;
}
