// SPDX-License-Identifier: GPL-3.0-or-later
// causeway-lp: solves linear programs that come over the socket that is its standard input,
// until that is closed (solve/lp_process.c). Nobody starts it by hand.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "solve/lp_qsopt.h"

enum { SOCKET = STDIN_FILENO, EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static bool receive(void *into, size_t length)
{
    for (char *at = into; length > 0;) {
        ssize_t got = recv(SOCKET, at, length, 0);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        at += got > 0 ? got : 0;
        length -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool send_all(const void *from, size_t length)
{
    for (const char *at = from; length > 0;) {
        ssize_t put = send(SOCKET, at, length, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? put : 0;
        length -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

// While a program is being solved nothing comes but the end of file, when the caller is gone:
// then the signal ends this process, too. False where it has gone already.
static bool end_with_peer(bool on)
{
    struct pollfd look = { .fd = SOCKET, .events = POLLIN };
    fcntl(SOCKET, F_SETOWN, getpid());
    fcntl(SOCKET, F_SETFL, on ? O_ASYNC : 0);
    return !on || poll(&look, 1, 0) == 0;
}

static bool answer(struct lp_qsopt *lp, bool exact, const struct lp_words *words,
                   struct lp_words *reply)
{
    struct lp_header header = { .magic = LP_MAGIC };
    reply->count = 0;
    if (!lp || !lp_qsopt_add(lp, words->at, words->count) || !end_with_peer(true))
        return false;
    lp_qsopt_solve(lp, exact, reply);
    header.count = reply->count;
    end_with_peer(false);
    return !reply->failed && send_all(&header, sizeof header) &&
           send_all(reply->at, reply->count * sizeof *reply->at);
}

static bool serve(void)
{
    struct lp_words words = { 0 }, reply = { 0 };
    struct lp_qsopt *lp = NULL;
    struct lp_header header;
    bool fine = true;
    while (fine && receive(&header, sizeof header)) {
        words.count = 0;
        fine = header.magic == LP_MAGIC && header.count <= UINT32_MAX &&
               lp_words_make_room(&words, header.count) &&
               receive(words.at, header.count * sizeof *words.at);
        words.count = header.count;
        if (fine && header.kind & LP_ANEW) {
            lp_qsopt_free(lp);
            lp = lp_qsopt_new();
        }
        fine = fine && answer(lp, header.kind & LP_EXACT, &words, &reply);
    }
    lp_qsopt_free(lp);
    lp_words_clear(&words);
    lp_words_clear(&reply);
    return fine;
}

// The library asks for large blocks of zeros at each factorisation and touches little of them. Left
// to itself, malloc keeps such blocks from the first one on that is freed, and has to clear them;
// fresh pages are zero.
static void give_large_blocks_back(void)
{
    enum { LARGE = 128 << 10 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
}

int main(int argc, char **argv)
{
    int type;
    socklen_t length = sizeof type;
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts("causeway-lp " CAUSEWAY_VERSION) < 0;
    if (argc > 1 || getsockopt(SOCKET, SOL_SOCKET, SO_TYPE, &type, &length) != 0) {
        fputs("causeway-lp: causeway starts this to solve linear programs; "
              "by itself it does nothing.\n",
              stderr);
        return EXIT_USAGE;
    }
    give_large_blocks_back();
    lp_qsopt_start();
    return serve() ? EXIT_FINE : EXIT_FAILED;
}
