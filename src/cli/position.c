// SPDX-License-Identifier: GPL-3.0-or-later
// causeway solve --position
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/advice.h"
#include "cli/commands.h"
#include "drive/player.h"
#include "ui/progress_bar.h"
#include "ui/saved.h"
#include "record/suppose.h"
#include "report/advice_text.h"
#include "report/fraction.h"

// What a seat has seen so far: the moves with what came out, and of the other's hidden ones the
// verb alone. So nothing that the seat does not know can be part of the answer.
struct position {
    struct variant variant;
    unsigned first, seat;
    struct history seen;
    struct view view; // at the end
    struct advice advice;
    double seconds;
};

static bool look(struct position *position, struct text *why)
{
    return suppose_view(&position->variant, position->first, position->seat, &position->seen,
                        &position->view, why);
}

static bool is_hidden(const struct position *position, const struct event *event)
{
    return position->variant.game->verbs[event->move.verb].hidden;
}

static bool add(struct position *position, const struct event *event, struct text *why)
{
    if (position->seen.count == MOVES_MAX) {
        text_add(why, "There are more than %d moves.", MOVES_MAX);
        return false;
    }
    position->seen.event[position->seen.count++] = *event;
    return true;
}

// What chance has hidden nobody knows: it has, that is all.
static bool let_chance_hide(struct position *position, struct text *why)
{
    struct offer offers[OFFERS_MAX];
    if (view_turn(&position->view)->mover != SEAT_CHANCE)
        return true;
    view_offers(&position->variant, &position->view, offers);
    return add(position, &(struct event){ .move.verb = offers[0].verb, .seat = SEAT_CHANCE },
               why) &&
           look(position, why);
}

static void print_event(const struct position *position, const struct event *event,
                        struct text *out)
{
    move_print(position->variant.game, event->move, out);
    if (event->outcome != OUTCOME_PLAIN)
        text_add(out, " %s", outcome_name(position->variant.game, event->outcome));
}

// Adds the move with what came out, if there is but one thing that could; `said` is that, or
// how many outcomes there are if it was not said.
static bool add_with_outcome(struct position *position, struct event *event, unsigned said,
                             struct text *why)
{
    struct text fault = TEXT_OF(TEXT_MAX), known = TEXT_OF(128);
    unsigned found = 0, outcome = 0, count = outcome_count(position->variant.game);
    for (unsigned i = 0; i < count; i++) {
        struct text ignored = TEXT_OF(TEXT_MAX);
        if (said != count && said != i)
            continue;
        event->outcome = (uint8_t)i;
        if (!add(position, event, why))
            return false;
        if (look(position, &ignored)) {
            text_add(&known, "%s%s", found++ ? ", " : "", outcome_name(position->variant.game, i));
            outcome = i;
        } else if (!fault.length) {
            text_put(&fault, ignored.at);
        }
        position->seen.count--;
    }
    event->outcome = (uint8_t)outcome;
    if (found == 1)
        return add(position, event, why) && look(position, why);
    struct text printed = TEXT_OF(128);
    move_print(position->variant.game, event->move, &printed);
    if (found)
        text_add(why, "Say what came of '%s': one of %s, behind the move.", printed.at, known.at);
    else
        text_add(why, "'%s' cannot have been made so. %s", printed.at, fault.at);
    return false;
}

// The last word, if it is what came of the move, which is then taken off; else how many outcomes
// there are.
static unsigned take_outcome(const struct game *game, char *text)
{
    char *last = strrchr(text, ' ');
    unsigned outcome = last ? outcome_find(game, last + 1) : outcome_count(game);
    if (last && game->outcomes[outcome].name)
        *last = '\0';
    return outcome;
}

// Numbers are for what the seat knows, and all of that is asked for.
static bool check_numbers(const struct position *position, const struct event *event,
                          struct text *why)
{
    const char *verb = position->variant.game->verbs[event->move.verb].name;
    bool own = event->seat == position->seat;
    if (!is_hidden(position, event) || own == (event->move.set != 0))
        return true;
    if (own)
        text_add(why, "'%s' is this player's own: say with which numbers.", verb);
    else
        text_add(why, "What the other hides is not known here: '%s' stands alone.", verb);
    return false;
}

static bool add_move(struct position *position, char *text, struct text *why)
{
    struct event event = { 0 };
    unsigned said = take_outcome(position->variant.game, text);
    if (!move_parse(position->variant.game, text, &event.move, why))
        return false;
    unsigned chance_moves = position->seen.count;
    if (!let_chance_hide(position, why))
        return false;
    bool dealt = position->seen.count > chance_moves;
    if (dealt && event.move.verb == position->seen.event[chance_moves].move.verb)
        return true; // it was written down, too
    if (view_turn(&position->view)->winner) {
        text_add(why, "The game is over before '%.60s'.", text);
        return false;
    }
    event.seat = view_turn(&position->view)->mover;
    return check_numbers(position, &event, why) && add_with_outcome(position, &event, said, why);
}

// "move 2; block 4", or a line each.
static bool read_moves(struct position *position, const char *from, struct text *why)
{
    while (*from) {
        char one[256];
        size_t length = strcspn(from, ";\n");
        const char *begin = from + strspn(from, " \t\r");
        size_t width = begin < from + length ? (size_t)(from + length - begin) : 0;
        while (width > 0 && strchr(" \t\r.", begin[width - 1]))
            width--;
        if (width >= sizeof one) {
            text_add(why, "'%.60s...' is no move.", begin);
            return false;
        }
        snprintf(one, sizeof one, "%.*s", (int)width, begin);
        if (width > 0 && !add_move(position, one, why))
            return false;
        from += length + (from[length] != '\0');
    }
    return let_chance_hide(position, why);
}

// The moves that count, of the last round.
static bool take_round(struct position *position, const struct round *round, struct text *why)
{
    const struct variant *variant = &round->header->variant;
    unsigned moves[MOVES_MAX], count = round_moves(round, moves);
    if (variant->game != position->variant.game) {
        text_add(why, "The record is of %s.", variant->game->title);
        return false;
    }
    if (round->as == opponent(position->seat) && game_has_secrets(variant->game)) {
        text_add(why, "The record has only what '%s' could know.", log_as_name(round->as));
        return false;
    }
    position->variant = *variant;
    position->first = round_first(round);
    for (unsigned i = 0; i < count; i++) {
        const struct log_event *move = &round->events[moves[i]];
        struct event made = { .move = move->move, .seat = move->seat, .outcome = move->outcome };
        struct event event = event_told(variant->game, &made, position->seat);
        if (!check_numbers(position, &event, why) || !add(position, &event, why))
            return false;
    }
    return look(position, why) && let_chance_hide(position, why);
}

static bool read_record(struct position *position, const char *path, struct text *why)
{
    struct saved saved;
    struct round round;
    bool good = saved_load_file(path, &saved, why);
    if (good && !round_next(&saved.log, 0)) {
        text_add(why, "No round has begun in '%.200s'.", path);
        good = false;
    }
    good = good && round_find(&saved.log, 0, saved.as, &round, why) &&
           take_round(position, &round, why);
    saved_clear(&saved);
    return good;
}

// A record begins with a brace; else the file has moves, as they are typed.
static bool read_file(struct position *position, const char *path, struct text *why)
{
    char bytes[1 << 14] = "";
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    bool read = file && !ferror(file);
    if (!read)
        text_add(why, "'%.200s' cannot be read: %s.", path, strerror(errno));
    if (file)
        fclose(file);
    if (read && bytes[0] == '{')
        return read_record(position, path, why);
    if (read && length == sizeof bytes - 1)
        text_add(why, "'%.200s' is too long for moves.", path);
    return !why->length && look(position, why) && read_moves(position, bytes, why);
}

static bool read_seat(const struct cli_invocation *invocation, struct position *position,
                      struct text *why)
{
    const char *as = cli_value(invocation, OPTION_SEAT),
               *first = cli_value(invocation, OPTION_FIRST);
    bool secrets = game_has_secrets(position->variant.game);
    position->first = first && *first == '2' ? SEAT_2 : SEAT_1;
    position->seat = as && *as == '2' ? SEAT_2 : SEAT_1;
    if (first && strcmp(first, "toss") == 0)
        text_add(why, "Who goes first at a position is 1 or 2.");
    else if (secrets && !as)
        text_add(why, "Players hide things in %s: say by --as 1 or --as 2 what is known.",
                 position->variant.game->title);
    else if (!secrets && as)
        text_add(why, "Nobody hides anything in %s: --as is for games with secrets.",
                 position->variant.game->title);
    return !why->length;
}

static bool read_position(const struct cli_invocation *invocation, struct position *position,
                          struct text *why)
{
    const char *from = cli_value(invocation, OPTION_POSITION);
    bool named = strpbrk(from, "/.") || access(from, F_OK) == 0;
    if (named ? !read_file(position, from, why)
              : !look(position, why) || !read_moves(position, from, why))
        return false;
    const struct turn *turn = view_turn(&position->view);
    if (turn->winner) {
        text_add(why, "The game is over there: Player %u has won.", turn->winner);
        return false;
    }
    if (!game_has_secrets(position->variant.game)) {
        position->seat = turn->mover;
        return look(position, why);
    }
    if (turn->mover != position->seat)
        text_add(why, "Player %u decides there, and what Player %u knows does not say how.",
                 turn->mover, position->seat);
    return turn->mover == position->seat;
}

static bool find_advice(struct position *position, double most, struct text *why)
{
    struct progress_bar progress_bar;
    struct rater *rater = rater_new(&position->variant, why);
    if (!rater)
        return false;
    progress_bar_begin(&progress_bar, "Solving");
    progress_bar.most = most;
    progress_bar.limits.cores = player_means()->cores;
    bool found = advice_make(&position->advice, rater, &progress_bar.limits, &position->variant,
                             &position->view, &position->seen, why);
    bool interrupted = !progress_bar_end(&progress_bar);
    position->seconds = progress_bar_seconds(&progress_bar);
    rater_free(rater);
    if (!found && interrupted)
        progress_bar_give_up();
    return found;
}

// What the answer is: only what the check has confirmed is a value, sure, or against a plan.
static const char *kind_of(const struct advice *advice)
{
    const struct advice_move *best = advice->best;
    bool secrets = advice->kind == ADVICE_AGAINST || advice->kind == ADVICE_ABOUT;
    if (best && secrets && (best->certain == ADVICE_WIN || advice_all_lose(advice)))
        return "sure";
    if (!best || !best->known)
        return "unknown";
    if (!advice->checked || advice->kind == ADVICE_ABOUT)
        return "estimate";
    return secrets ? "plan" : "value";
}

static json_t *json_text_move(const struct position *position, const struct event *event)
{
    struct text text = TEXT_OF(128);
    print_event(position, event, &text);
    return json_string(text.at);
}

static json_t *json_moves(const struct position *position)
{
    static const char *const certain[] = {
        [ADVICE_SAFE] = "safe", [ADVICE_WIN] = "wins", [ADVICE_LOSS] = "loses"
    };
    const struct advice *advice = &position->advice;
    json_t *list = json_array();
    for (unsigned i = 0; i < advice->count; i++) {
        const struct advice_move *move = &advice->moves[i];
        json_t *item = json_object();
        json_object_set_new(item, "move",
                            json_text_move(position, &(struct event){ .move = move->move }));
        json_object_set_new(item, "best", json_boolean(move->best));
        json_object_set_new(item, "certain",
                            move->certain ? json_string(certain[move->certain]) : json_null());
        json_object_set_new(item, "chance",
                            move->known ? fraction_json(move->chance) : json_null());
        if (advice->kind == ADVICE_TURNS && move->known)
            json_object_set_new(item, "turns", json_integer(move->turns));
        if (advice->kind == ADVICE_AGAINST && move->known)
            json_object_set_new(item, "share", fraction_json(move->share));
        json_array_append_new(list, item);
    }
    return list;
}

static void print_json(const struct position *position)
{
    struct text rules = TEXT_OF(TEXT_MAX);
    const struct advice *advice = &position->advice;
    const struct advice_move *best = advice->best;
    json_t *moves = json_array();
    variant_print(&position->variant, &rules);
    for (unsigned i = 0; i < position->seen.count; i++)
        json_array_append_new(moves, json_text_move(position, &position->seen.event[i]));
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:o, s:i, s:i, s:s, s:b, s:o, s:o, s:f}", "format", OUTPUT_FORMAT, "game",
        position->variant.game->slug, "rules", rules.at, "position", moves, "first",
        (int)position->first, "mover", (int)position->seat, "kind", kind_of(advice), "checked",
        advice->checked, "chance", best && best->known ? fraction_json(best->chance) : json_null(),
        "moves", json_moves(position), "seconds", position->seconds);
    json_dumpf(root, stdout, JSON_REAL_PRECISION(6));
    printf("\n");
    json_decref(root);
}

static void print_text(const struct position *position)
{
    struct text text = TEXT_OF(4 * TEXT_MAX), folded = TEXT_OF(4 * TEXT_MAX);
    const struct advice *advice = &position->advice;
    const char *words = report_kind(advice);
    text_add(&text, "%s, ", position->variant.game->title);
    variant_print(&position->variant, &text);
    for (unsigned i = 0; i < position->seen.count; i++) {
        text_add(&text, "%s", i ? "; " : "\nAfter: ");
        print_event(position, &position->seen.event[i], &text);
    }
    text_add(&text, "\n%s decides. The answer is: %s.\n",
             position->variant.game->name[position->seat], kind_of(advice));
    report_best(advice, &position->variant, &position->view, &text);
    text_add(&text, "%s%s", words ? words : "", words ? "\n" : "");
    text_add_folded(&folded, text.at, 80);
    fputs(folded.at, stdout);
    for (unsigned i = 0; i < advice->count; i++) {
        struct text name = TEXT_OF(128), line = TEXT_OF(TEXT_MAX);
        move_print(position->variant.game, advice->moves[i].move, &name);
        report_move(advice, &advice->moves[i], &line);
        printf("  %c %-12s %s\n", advice->moves[i].best ? '*' : ' ', name.at, line.at);
    }
}

int command_solve_position(const struct cli_invocation *invocation, struct text *why)
{
    static struct position position;
    uint64_t seconds = 0;
    int status = EXIT_FAILED;
    if (!command_read_number(invocation, OPTION_SECONDS, 1, 1000000, &seconds, why) ||
        !command_read_game(invocation, invocation->operand[0], &position.variant, why) ||
        !read_seat(invocation, &position, why))
        return EXIT_USAGE;
    if (cli_value(invocation, OPTION_CERTIFICATE))
        return cli_usage_error(invocation, "A certificate is of a whole game, not of a position.");
    if (read_position(invocation, &position, why) && find_advice(&position, (double)seconds, why)) {
        if (cli_value(invocation, OPTION_JSON))
            print_json(&position);
        else
            print_text(&position);
        advice_clear(&position.advice);
        status = EXIT_FINE;
    }
    return status;
}
