// SPDX-License-Identifier: GPL-3.0-or-later
// Non-interference for what is stored: two games that look the same to somebody
// give the same bytes in exports, replays, lists and statistics.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/memory.h"
#include "drive/stored.h"
#include "games/games.h"
#include "record/round.h"
#include "store/store.h"
#include "record_help.h"

static const char *program;
static char directory[HELP_DIRECTORY];

struct past {
    struct log log;
    struct match match;
    char data[96]; // its own store
    struct bytes output;
};

static struct past one, two;

// The numbers after these are random to whoever lacks the nonce.
static void mask(struct bytes *bytes, const char *key)
{
    char *at = bytes->at;
    bytes->at[bytes->length] = '\0';
    while ((at = strstr(at, key))) {
        at += strlen(key);
        memset(at, 'x', strcspn(at, "\""));
    }
}

// The same for what verify prints: the digits alone, so that all else is compared.
static void mask_printed(struct bytes *bytes)
{
    char *at = bytes->at;
    while ((at = strstr(at, "\nCommitment (")) && (at = strstr(at, "): "))) {
        at += strlen("): ");
        memset(at, 'x', strspn(at, "0123456789abcdef "));
    }
}

static void run(struct past *history, const char *arguments)
{
    char command[512];
    snprintf(command, sizeof command, "CAUSEWAY_DATA='%s' '%s' %s 2>&1", history->data, program,
             arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    history->output.length = fread(history->output.at, 1, sizeof history->output.at - 1, pipe);
    pclose(pipe);
    mask(&history->output, "\"commitment\":\"");
    mask(&history->output, "\"sum\":\"");
    mask(&history->output, "\"at\":\""); // when this test has stored it
    mask_printed(&history->output);
}

static bool same_output(const char *arguments)
{
    run(&one, arguments);
    run(&two, arguments);
    return one.output.length == two.output.length &&
           memcmp(one.output.at, two.output.at, one.output.length) == 0;
}

// As it is played, event by event, or as a record that is imported.
enum form { PLAYED, IMPORTED };

static bool keep_log(struct store *store, const struct log *log, struct text *why)
{
    struct log before = *log;
    bool good = true;
    for (before.count = 0; good && before.count < log->count; before.count++) {
        const struct log_event *event = &log->events[before.count];
        struct log_standing *rounds;
        unsigned count;
        good = rounds_stand(&before, event, &rounds, &count, why) &&
               stored_keep(store, &before, before.count, event, &rounds[count - 1], 1, why);
        mem_free(rounds);
    }
    return good;
}

static void keep(const struct past *history, enum form form)
{
    char buffer[1024], path[128];
    struct text why = text_in(buffer, sizeof buffer);
    snprintf(path, sizeof path, "%s/games.db", history->data);
    remove(path);
    struct store *store = store_open(path, STORE_WRITE, &why);
    if (!store || !(form == PLAYED ? keep_log(store, &history->log, &why)
                                   : stored_import(store, &history->log, &why)))
        fail_msg("%s", buffer);
    store_close(store);
}

static bool play(struct past *history, struct move move)
{
    struct event event;
    if (!match_play(&history->match, match_turn(&history->match)->mover, move, &event))
        return false;
    help_follow(&history->log, &history->match);
    return true;
}

static void start(struct past *history, const struct game *game)
{
    help_start(&history->log, &history->match, game, "", SEAT_1);
    memcpy(history->log.header.id, "0123456789ab", COMMIT_ID);
}

// Plays an unfinished game, and another in which somebody hid something else.
// False if they cannot look the same to anybody.
static bool make_pair(const struct game *game, uint64_t seed, unsigned *hider)
{
    struct random random = random_seeded(seed);
    unsigned most = 1 + (unsigned)random_below(&random, 6);
    start(&one, game);
    start(&two, game);
    *hider = SEAT_NOBODY;
    while (one.match.count < most && !match_over(&one.match)) {
        unsigned mover = match_turn(&one.match)->mover;
        struct view mine = match_view(&one.match, mover), theirs = match_view(&two.match, mover);
        struct move move = view_draw(&one.match.variant, &mine, &random), other = move;
        if (game->verbs[move.verb].hidden && *hider == SEAT_NOBODY) {
            other = view_draw(&two.match.variant, &theirs, &random);
            *hider = mover;
        }
        if (!play(&one, move) || !play(&two, other))
            return false;
        const struct event *last = one.match.log + one.match.count - 1;
        if (last->outcome != two.match.log[two.match.count - 1].outcome)
            return false;
    }
    return *hider && !match_over(&one.match) && !match_over(&two.match) &&
           memcmp(&one.match.state.secret, &two.match.state.secret, sizeof one.match.state.secret);
}

static void assert_same(const char *arguments, const struct game *game)
{
    if (!same_output(arguments))
        fail_msg("%s: '%s' gives away what is hidden", game->slug, arguments);
}

// The records differ to whoever hid: else this test would see nothing.
static bool differ_to(unsigned hider)
{
    static struct bytes first, second;
    return help_export(&one.log, hider, &first) && help_export(&two.log, hider, &second) &&
           (first.length != second.length || memcmp(first.at, second.at, first.length) != 0);
}

// What everybody may see, and what the seats may: in a pipe nobody is asked whether it is
// the one who hid that looks.
static void compare(const struct game *game, unsigned hider)
{
    static const char *const open[] = { "games",
                                        "games --json",
                                        "games --unfinished",
                                        "stats",
                                        "stats --json",
                                        "replay 0123456789ab",
                                        "replay 0123456789ab --as watch",
                                        "export 0123456789ab",
                                        "export 0123456789ab --as watch",
                                        "verify 0123456789ab",
                                        "verify 0123456789ab --commitments" };
    char command[64];
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        assert_same(open[i], game);
    assert_true(hider == SEAT_CHANCE || differ_to(hider));
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        static const char *const views[] = { "export", "replay" };
        for (unsigned i = 0; i < 2; i++) {
            snprintf(command, sizeof command, "%s 0123456789ab --as %u", views[i], seat);
            if (seat == hider || i == 1)
                assert_same(command, game);
        }
    }
}

// Own nonces differ from game to game, so that exports are made comparable.
static void compare_exports(const struct game *game, unsigned hider)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        char command[64];
        if (seat == hider)
            continue;
        snprintf(command, sizeof command, "export 0123456789ab --as %u", seat);
        run(&one, command);
        run(&two, command);
        mask(&one.output, "\"nonce\":\"");
        mask(&two.output, "\"nonce\":\"");
        if (one.output.length != two.output.length ||
            memcmp(one.output.at, two.output.at, one.output.length) != 0)
            fail_msg("%s: '%s' gives away what is hidden", game->slug, command);
    }
}

static void stored_games_tell_nothing(void **state)
{
    (void)state;
    for (const struct game *const *game = games; *game; game++) {
        unsigned pairs = 0, hider;
        bool any = game_has_secrets(*game) || game_has_chance(*game);
        for (uint64_t seed = 0; any && pairs < 8; seed++) {
            if (make_pair(*game, seed, &hider)) {
                enum form form = pairs++ % 4 ? PLAYED : IMPORTED;
                keep(&one, form);
                keep(&two, form);
                compare(*game, hider);
                compare_exports(*game, hider);
            }
            log_clear(&one.log);
            log_clear(&two.log);
        }
    }
}

static int make_directory(void **state)
{
    (void)state;
    help_make_directory(directory);
    snprintf(one.data, sizeof one.data, "%s/one", directory);
    snprintf(two.data, sizeof two.data, "%s/two", directory);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    help_remove_directory(directory);
    return 0;
}

int main(int argc, char **argv)
{
    program = argc > 1 ? argv[1] : "build/causeway";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stored_games_tell_nothing, make_directory,
                                        remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
