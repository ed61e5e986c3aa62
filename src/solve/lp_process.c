// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers are kept for the next program, so that most programs cost a message each way and no
// start of a process. Each is used by one caller at a time; a mutex guards those that are idle.
//
// A helper has the other end of a socket pair as its standard input and ends when that is
// closed, so also when this process ends in any way. It is in a process group of its own: Ctrl-C
// is the caller's, who is asked whether to go on while waiting.
#include "solve/lp_backend.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/memory.h"

struct lp_backend {
    struct lp_backend *next; // idle
    pid_t owner, helper;
    int socket;
    bool used, broken;
    double worked; // seconds of the processor's time that were accounted for
};

enum { IDLE_MOST = 8 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct lp_backend *idle;

const char *lp_backend_missing(void)
{
    return "This needs the program causeway-lp, which is not found or cannot be started. "
           "$CAUSEWAY_LP can name it.";
}

// --- Starting a helper

// Where it may be, as seen from the directory of this program: in the build directory, there for
// programs one below, and installed. Last, where our own build installs it: a host that has us
// as a library is somewhere else.
static const char *const places[] = { "", "../", "../" CAUSEWAY_LIBEXEC "/", NULL };

static bool find_helper(char path[PATH_MAX])
{
    const char *named = secure_getenv("CAUSEWAY_LP");
    if (named && *named)
        return snprintf(path, PATH_MAX, "%s", named) < PATH_MAX;
    char here[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
    here[length > 0 ? length : 0] = '\0';
    char *end = strrchr(here, '/');
    if (end)
        end[1] = '\0';
    for (const char *const *place = places; end && *place; place++)
        if (snprintf(path, PATH_MAX, "%s%scauseway-lp", here, *place) < PATH_MAX &&
            access(path, X_OK) == 0)
            return true;
    return snprintf(path, PATH_MAX, "%s/causeway-lp", CAUSEWAY_PREFIX "/" CAUSEWAY_LIBEXEC) <
               PATH_MAX &&
           access(path, X_OK) == 0;
}

// Of all files it gets the socket alone, and no signal is ignored or blocked.
static bool spawn(const char *path, int socket, pid_t *helper)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t all, none;
    char *const words[] = { (char *)path, NULL };
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return false;
    }
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETPGROUP);
    bool good = posix_spawn_file_actions_adddup2(&files, socket, 0) == 0 &&
                posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0) == 0 &&
                posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0) == 0 &&
                posix_spawn_file_actions_addclosefrom_np(&files, 3) == 0 &&
                posix_spawn(helper, path, &files, &attributes, words, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return good;
}

static struct lp_backend *start(enum solve_stop *stop)
{
    char path[PATH_MAX];
    int ends[2];
    struct lp_backend *backend = mem_new(sizeof *backend);
    *stop = SOLVE_STOP_MEMORY;
    if (!backend)
        return NULL;
    *stop = SOLVE_STOP_NO_LP;
    *backend = (struct lp_backend){ .owner = getpid() };
    if (find_helper(path) && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
        backend->socket = ends[0];
        bool started = spawn(path, ends[1], &backend->helper);
        close(ends[1]);
        if (started)
            return backend;
        close(ends[0]);
    }
    mem_free(backend);
    return NULL;
}

// --- Taking one and giving it back

static void end(struct lp_backend *backend)
{
    bool ours = backend->owner == getpid(); // else our parent's, who waits for it
    close(backend->socket);
    if (ours && backend->broken)
        kill(backend->helper, SIGKILL);
    while (ours && waitpid(backend->helper, NULL, 0) < 0 && errno == EINTR)
        ;
    mem_free(backend);
}

struct lp_backend *lp_backend_take(enum solve_stop *stop)
{
    pthread_mutex_lock(&guard);
    struct lp_backend *taken = idle;
    if (taken)
        idle = taken->next;
    pthread_mutex_unlock(&guard);
    if (!taken)
        return start(stop);
    if (taken->owner == getpid())
        return taken;
    end(taken); // after a fork; what is left of them is ended, too
    return lp_backend_take(stop);
}

void lp_backend_give(struct lp_backend *backend)
{
    unsigned count = 0;
    pthread_mutex_lock(&guard);
    for (const struct lp_backend *at = idle; at; at = at->next)
        count++;
    bool keep = !backend->broken && count < IDLE_MOST;
    if (keep) {
        backend->used = true;
        backend->next = idle;
        idle = backend;
    }
    pthread_mutex_unlock(&guard);
    if (!keep)
        end(backend);
}

bool lp_backend_is_used(const struct lp_backend *backend)
{
    return backend->used;
}

// --- Asking

static bool send_all(int socket, const void *from, size_t length)
{
    for (const char *at = from; length > 0;) {
        ssize_t put = send(socket, at, length, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? put : 0;
        length -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

static bool receive(int socket, void *into, size_t length)
{
    for (char *at = into; length > 0;) {
        ssize_t got = recv(socket, at, length, 0);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        at += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

// The processor's time that the helper has used so far.
static double clock_of(pid_t helper)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(helper, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// What the helper works is this thread's work.
static void account(struct lp_backend *backend)
{
    double now = clock_of(backend->helper);
    if (now > backend->worked)
        limits_spend(now - backend->worked);
    backend->worked = now;
}

// Until something has come, or the limits say stop. Asks more and more rarely, but often enough
// for Ctrl-C.
static bool wait_for_reply(struct lp_backend *backend, const struct limits *limits)
{
    enum { LEAST_MS = 1, MOST_MS = 20 };
    struct pollfd look = { .fd = backend->socket, .events = POLLIN };
    bool bounded = limits && (limits->go_on || limits->until > 0);
    for (int pause = LEAST_MS; poll(&look, 1, bounded ? pause : -1) <= 0;) {
        account(backend);
        if (bounded && !limits_go_on(limits, 0))
            return false;
        pause += pause < MOST_MS;
    }
    account(backend);
    return true;
}

static enum solve_stop ask(struct lp_backend *backend, struct lp_header header,
                           const uint32_t *words, const struct limits *limits,
                           struct lp_words *reply)
{
    reply->count = 0;
    if (!send_all(backend->socket, &header, sizeof header) ||
        !send_all(backend->socket, words, header.count * sizeof *words))
        return SOLVE_STOP_LP_DIED;
    if (!wait_for_reply(backend, limits))
        return SOLVE_STOP_ASKED;
    if (!receive(backend->socket, &header, sizeof header) || header.magic != LP_MAGIC ||
        header.count > UINT32_MAX)
        return SOLVE_STOP_LP_DIED;
    if (!lp_words_make_room(reply, header.count))
        return SOLVE_STOP_MEMORY;
    reply->count = header.count;
    return receive(backend->socket, reply->at, header.count * sizeof *reply->at)
               ? SOLVE_STOP_NOT
               : SOLVE_STOP_LP_DIED;
}

enum solve_stop lp_backend_ask(struct lp_backend *backend, uint32_t kind, const uint32_t *words,
                               size_t count, const struct limits *limits, struct lp_words *reply)
{
    struct lp_header header = { .magic = LP_MAGIC, .kind = kind, .count = count };
    enum solve_stop stop = ask(backend, header, words, limits, reply);
    backend->broken = stop;
    return stop;
}
