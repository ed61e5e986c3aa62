// SPDX-License-Identifier: GPL-3.0-or-later
// causeway bot: looks at a server's lobby, takes seats that are open, and lets a program play
// there, a process of 'causeway join' for each seat. The links are files in a directory of its
// own, written before anything is played: after whatever end it goes on with them.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>
#include <sodium.h>

#include "core/now.h"
#include "cli/commands.h"
#include "cli/online.h"
#include "cli/sit.h"
#include "core/memory.h"
#include "fronts/join/answer.h"
#include "record/clock.h"
#include "core/directory.h"
#include "record/printable.h"
#include "store/store.h"

enum {
    MOST = 64,       // seats at once
    GAMES_MOST = 32, // of --games
    LOOK = 2000,     // milliseconds between two looks at the lobby
    PAUSE = 1000,    // before a seat is tried again; doubled each time, up to
    LONGEST_PAUSE = 60000,
    REFUSALS = 64, // tables that do not want this player; the oldest is forgotten
    PATH = STORE_PATH + LINK_TABLE + 16,
};

// A seat that it has.
struct held_seat {
    char table[LINK_TABLE];
    pid_t pid;     // who plays there; 0: nobody now
    int64_t again; // and then from this time on
    unsigned tries;
};

struct bot_work {
    const char *who, *name;
    char command[2 * PATH_MAX], program[PROGRAM_NAME], base[LINK_BASE], folder[STORE_PATH];
    const struct game *game[GAMES_MOST]; // those that it plays; none: all
    unsigned game_count;
    bool timed; // it plays with clocks of that length alone
    uint64_t least, longest;
    struct http *http;
    struct held_seat seat[MOST];
    unsigned count, most;
    char refused[REFUSALS][LINK_TABLE];
    unsigned refusals;
    int64_t look;      // when it looks at the lobby again
    bool out_of_reach; // which was said
    sigset_t signals, before;
};

static void say(const char *format, ...) TEXT_PRINTF(1, 2);
static void say(const char *format, ...)
{
    char line[2 * TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    printable_blot(line); // names and sentences of a server's are not for the terminal to obey
    puts(line);
    fflush(stdout);
}

// Links.

static void name_link(const struct bot_work *work, const char *table, char path[PATH])
{
    snprintf(path, PATH, "%s/%s.link", work->folder, table);
}

static bool write_all(int file, const char *line)
{
    size_t length = strlen(line);
    return write(file, line, length) == (ssize_t)length && write(file, "\n", 1) == 1 &&
           fsync(file) == 0;
}

// On the disk before anybody plays: the seat is lost with its link.
static bool keep_link(const struct bot_work *work, const char *table, const char *link,
                      struct text *why)
{
    char path[PATH];
    name_link(work, table, path);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    int folder = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool kept = file >= 0 && folder >= 0 && write_all(file, link) && fsync(folder) == 0;
    if (!kept)
        text_add(why, "The link of a seat cannot be kept in '%s': %s.", path, strerror(errno));
    if (folder >= 0)
        close(folder);
    if (file >= 0)
        close(file);
    return kept;
}

static void add_seat(struct bot_work *work, const char *table)
{
    struct held_seat *seat = &work->seat[work->count++];
    *seat = (struct held_seat){ 0 };
    snprintf(seat->table, sizeof seat->table, "%s", table);
}

static void drop_seat(struct bot_work *work, struct held_seat *seat)
{
    char path[PATH];
    name_link(work, seat->table, path);
    unlink(path);
    *seat = work->seat[--work->count];
}

// The seats that it had when it ended last.
static void find_links(struct bot_work *work)
{
    DIR *folder = opendir(work->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder)) && work->count < MOST;) {
        char table[LINK_TABLE];
        size_t length = strcspn(entry->d_name, ".");
        if (strcmp(entry->d_name + length, ".link") != 0 || length == 0 || length >= LINK_TABLE)
            continue;
        snprintf(table, sizeof table, "%.*s", (int)length, entry->d_name);
        say("Table %s: it goes on.", table);
        add_seat(work, table);
    }
    if (folder)
        closedir(folder);
}

// Is the seat still there? A server that cannot be asked may be there again later.
static bool is_gone(const struct bot_work *work, const char *table)
{
    enum { ANSWER = 1 << 16 };
    char path[PATH], text[LINK_TEXT] = "", body[LINK_TABLE + 16];
    struct text why = TEXT_OF(TEXT_MAX);
    struct link link;
    struct http_answer answer = { 0 };
    name_link(work, table, path);
    FILE *file = fopen(path, "r");
    bool read = file && fgets(text, sizeof text, file);
    if (file)
        fclose(file);
    text[strcspn(text, "\n")] = '\0';
    if (!read || !link_parse(text, &link, &why))
        return true;
    snprintf(body, sizeof body, "{\"table\":\"%s\"}", link.table);
    struct http *http = http_new(link.base, link.token, &why);
    bool asked = http && http_ask(http, "/api/seats", body, ANSWER, &answer, &why) == HTTP_FINE;
    mem_free(answer.body);
    http_free(http);
    return asked && (answer.status == 401 || answer.status == 403 || answer.status == 404 ||
                     answer.status == 410);
}

// Who plays.

static _Noreturn void become_player(const struct bot_work *work, const char *table, pid_t parent)
{
    char path[PATH], who[sizeof work->command + 16];
    name_link(work, table, path);
    snprintf(who, sizeof who, "program:%s", work->command);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, &work->before, NULL);
    int nothing = open("/dev/null", O_RDWR);
    if (getppid() == parent && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
        dup2(nothing, STDOUT_FILENO) >= 0)
        execl("/proc/self/exe", "causeway-online", "join", "--link-file", path, "--as", who,
              (char *)NULL);
    _exit(127);
}

static void start_players(struct bot_work *work)
{
    int64_t now = now_monotonic();
    for (unsigned i = 0; i < work->count; i++) {
        struct held_seat *seat = &work->seat[i];
        pid_t parent = getpid();
        if (seat->pid || seat->again > now)
            continue;
        seat->pid = fork();
        if (seat->pid == 0)
            become_player(work, seat->table, parent);
        if (seat->pid < 0)
            seat->pid = 0;
    }
}

// A game that is over gives its link up. What went wrong was said by who played; it is tried
// again, as long as the server knows the seat.
static void end_player(struct bot_work *work, struct held_seat *seat, int status)
{
    seat->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        say("Table %s: it is over.", seat->table);
        drop_seat(work, seat);
    } else if (is_gone(work, seat->table)) {
        say("Table %s: the server does not know this seat any more.", seat->table);
        drop_seat(work, seat);
    } else {
        int64_t pause = seat->tries < 6 ? PAUSE << seat->tries++ : LONGEST_PAUSE;
        seat->again = now_monotonic() + pause;
        say("Table %s: it is tried again in %d s.", seat->table, (int)(pause / 1000));
    }
}

static void reap_players(struct bot_work *work)
{
    int status;
    for (unsigned i = work->count; i > 0; i--) {
        struct held_seat *seat = &work->seat[i - 1];
        if (seat->pid > 0 && waitpid(seat->pid, &status, WNOHANG) == seat->pid)
            end_player(work, seat, status);
    }
}

static void stop_players(struct bot_work *work)
{
    for (unsigned i = 0; i < work->count; i++)
        if (work->seat[i].pid > 0)
            kill(work->seat[i].pid, SIGTERM);
    for (unsigned i = 0; i < work->count; i++)
        if (work->seat[i].pid > 0)
            waitpid(work->seat[i].pid, NULL, 0);
}

// The lobby.

static bool has_open_seat(const json_t *table)
{
    return json_array_size(json_object_get(table, "open")) > 0;
}

static bool plays(const struct bot_work *work, const json_t *table)
{
    const char *slug = json_string_value(json_object_get(table, "game"));
    const char *clock = json_string_value(json_object_get(table, "clock"));
    struct text why = TEXT_OF(TEXT_MAX);
    struct log_clock time = { 0 };
    bool known = work->game_count == 0;
    for (unsigned i = 0; slug && i < work->game_count; i++)
        known |= strcmp(work->game[i]->slug, slug) == 0;
    if (!known || !work->timed)
        return known;
    if (!clock || !*clock || !clock_parse(clock, &time, &why))
        return false;
    uint64_t has = time.base ? time.base : time.move;
    return has >= work->least && has <= work->longest;
}

static bool is_known(const struct bot_work *work, const char *table)
{
    for (unsigned i = 0; i < work->count; i++)
        if (strcmp(work->seat[i].table, table) == 0)
            return true;
    for (unsigned i = 0; i < REFUSALS; i++)
        if (strcmp(work->refused[i], table) == 0)
            return true;
    return false;
}

static void refuse(struct bot_work *work, const char *table)
{
    snprintf(work->refused[work->refusals++ % REFUSALS], LINK_TABLE, "%s", table);
}

static void take(struct bot_work *work, const char *table, const json_t *listed)
{
    char link[LINK_TEXT];
    struct link given;
    struct text why = TEXT_OF(TEXT_MAX);
    const char *against = json_string_value(json_array_get(json_object_get(listed, "names"), 0));
    const struct sit sit = { .name = work->name, .program = work->program };
    switch (sit_take(work->http, table, &sit, link, &why)) {
    case SIT_DONE:
        if (!link_parse(link, &given, &why) || !link_stays(&given, work->base, table, &why)) {
            say("Table %s: the server gave a link that is not followed. %s", table, why.at);
            refuse(work, table);
            break;
        }
        if (!keep_link(work, table, link, &why))
            cli_failure("%s", why.at);
        add_seat(work, table);
        say("Table %s: %s against %s.", table, json_string_value(json_object_get(listed, "game")),
            against ? against : "somebody");
        break;
    case SIT_REFUSED:
        refuse(work, table);
        say("Table %s is not taken: %s", table, why.at);
        break;
    case SIT_LATER:
    case SIT_TAKEN:
        break;
    }
}

static void look_at_lobby(struct bot_work *work)
{
    enum { ANSWER = 1 << 18 };
    struct text why = TEXT_OF(TEXT_MAX);
    struct http_answer answer = { 0 };
    work->look = now_monotonic() + LOOK;
    bool asked = http_ask(work->http, "/api/tables", NULL, ANSWER, &answer, &why) == HTTP_FINE;
    if (asked && answer.status != 200)
        answer_refusal(&answer, &why);
    json_t *root = answer.body ? json_loadb(answer.body, answer.length, 0, NULL) : NULL;
    const json_t *tables = json_object_get(root, "tables");
    bool reached = asked && answer.status == 200 && json_is_array(tables);
    if (!reached && !work->out_of_reach)
        say("The lobby cannot be read; it is tried again. %s", why.at);
    work->out_of_reach = !reached;
    work->look += (int64_t)answer.retry_after * 1000;
    for (size_t i = 0; i < json_array_size(tables) && work->count < work->most; i++) {
        const json_t *listed = json_array_get(tables, i);
        const char *table = json_string_value(json_object_get(listed, "table"));
        bool sound = table && strlen(table) < LINK_TABLE && commit_is_id(table);
        if (sound && has_open_seat(listed) && plays(work, listed) && !is_known(work, table))
            take(work, table, listed);
    }
    json_decref(root);
    mem_free(answer.body);
}

// What was typed.

static bool read_games(struct bot_work *work, const char *from, struct text *why)
{
    while (from && *from) {
        struct text one = TEXT_OF(64);
        size_t length = strcspn(from, ",");
        text_put_bytes(&one, from, length);
        if (work->game_count == GAMES_MOST) {
            text_add(why, "There are more than %d games.", GAMES_MOST);
            return false;
        }
        if (!(work->game[work->game_count++] = games_find(one.at, why)))
            return false;
        from += length + (from[length] == ',');
    }
    return true;
}

static bool read_clocks(struct bot_work *work, const char *from, struct text *why)
{
    unsigned long least, most;
    char end;
    if (!from)
        return true;
    work->timed = true;
    if (sscanf(from, "%lu..%lu%c", &least, &most, &end) != 2 || least > most || most > 1000000) {
        text_add(why, "--clock takes MIN..MAX in seconds, such as 10..600; not '%s'.", from);
        return false;
    }
    work->least = least * UINT64_C(1000);
    work->longest = most * UINT64_C(1000);
    return true;
}

static bool read_words(struct bot_work *work, const struct cli_invocation *invocation,
                       struct text *why)
{
    uint64_t most = 8;
    work->who = cli_value(invocation, OPTION_SIT);
    work->name = cli_value(invocation, OPTION_NAME);
    if (!work->who)
        text_add(why, "Say who plays: --as program:COMMAND, or a level.");
    else if (work->name && (strlen(work->name) >= LOG_NAME || !printable_is_name(work->name)))
        text_add(why, "'%.60s' cannot be a player's name.", work->name);
    if (why->length || !command_read_number(invocation, OPTION_AT_ONCE, 1, MOST, &most, why) ||
        !read_games(work, cli_value(invocation, OPTION_GAMES), why) ||
        !read_clocks(work, cli_value(invocation, OPTION_CLOCKS), why))
        return false;
    work->most = (unsigned)most;
    return link_parse_base(invocation->operand[0], work->base, why) &&
           sit_command(work->who, work->command, sizeof work->command, why);
}

// Its directory: of what plays under this name on that server. A second one would play at the same
// seats.
static bool find_folder(struct bot_work *work, struct text *why)
{
    struct text name = TEXT_OF(LINK_BASE + LOG_NAME + 16);
    unsigned char hash[8];
    char hex[sizeof hash * 2 + 1], path[64];
    text_add(&name, "%s %s", work->base, work->name);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)name.at, name.length, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(path, sizeof path, "bots/%s/", hex);
    if (!store_path(path, work->folder, why) || !directory_make(work->folder, why))
        return false;
    int lock = open(work->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        return true; // until this program ends
    text_add(why, "%s plays there already, from this machine.", work->name);
    return false;
}

static bool begin(struct bot_work *work, struct text *why)
{
    char errors[STORE_PATH];
    static char name[LOG_NAME];
    if (!store_path("programs/greeted.txt", errors, why) ||
        !sit_greet(work->command, errors, work->program, why))
        return false;
    if (!work->name) { // as much of its own as fits
        struct text text = text_in(name, sizeof name);
        text_put(&text, work->program);
        work->name = name;
    }
    if (!find_folder(work, why) || !(work->http = http_new(work->base, "", why)))
        return false;
    say("%s sits down at %s as '%s'. Links are kept in %s", work->program, work->base, work->name,
        work->folder);
    if (link_is_readable(work->base))
        say("This address begins with http: whoever is on the way can read along, and take seats.");
    return true;
}

int online_bot(const struct cli_invocation *invocation, struct text *why)
{
    static struct bot_work work;
    int got = 0;
    if (!read_words(&work, invocation, why))
        return EXIT_USAGE;
    console_keep_memory_private();
    sigemptyset(&work.signals);
    sigaddset(&work.signals, SIGINT);
    sigaddset(&work.signals, SIGTERM);
    sigaddset(&work.signals, SIGHUP);
    if (!begin(&work, why))
        return EXIT_FAILED;
    sigprocmask(SIG_BLOCK, &work.signals, &work.before);
    find_links(&work);
    while (got <= 0) {
        reap_players(&work);
        if (work.count < work.most && now_monotonic() >= work.look)
            look_at_lobby(&work);
        start_players(&work);
        got = sigtimedwait(&work.signals, NULL, &(struct timespec){ .tv_nsec = 200000000 });
    }
    stop_players(&work);
    http_free(work.http);
    signal(got, SIG_DFL);
    raise(got);
    sigprocmask(SIG_SETMASK, &work.before, NULL);
    return 128 + got;
}
