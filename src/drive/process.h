// SPDX-License-Identifier: GPL-3.0-or-later
// A program at the other end of two pipes, to which lines go and from which lines come,
// and which may do anything: say nothing, say too much, stop reading, die, fork, ignore
// signals. Nothing here waits beyond its deadline, and nothing of it is left running.
//
// The program runs in a session of its own, so that it has no terminal, with a limit on its
// memory, without any of our descriptors and without CAUSEWAY_DATA, and ends with us. What it
// writes to standard error comes through a pipe, and a file has the first megabyte of it. It is
// no sandbox: it has the user's rights.
#ifndef DRIVE_PROCESS_H
#define DRIVE_PROCESS_H

#include <stdint.h>

#include "core/text.h"

enum { PROCESS_PATH = 4096 };

struct process;

struct process_setup {
    const char *command; // for sh -c
    const char *errors;  // a file to which its standard error is added, or NULL: it is lost
    size_t memory;       // bytes that each of its processes may have; 0: PROCESS_MEMORY
};

#define PROCESS_MEMORY ((size_t)1 << 30)

// NULL, with a sentence. Whether the command can be run shows when it is spoken to.
struct process *process_start(const struct process_setup *setup, struct text *why);

enum process_result {
    PROCESS_FINE,
    PROCESS_LATE, // the deadline has passed
    PROCESS_GONE, // it has ended, closed its pipe, or will not read
    PROCESS_LONG, // what it says is longer than a line may be
};

// Bytes for the program. They wait, up to a limit, and go out when and while it is
// listened to: in one piece, and so that a program that talks before it reads is no
// deadlock.
enum process_result process_write(struct process *process, const char *bytes, size_t length);

// The next line, without its newline; *length leaves out the NUL byte that follows it.
enum process_result process_read(struct process *process, char *line, size_t size, size_t *length,
                                 int64_t deadline);

// What it has said after its last whole line; not a string.
size_t process_unended(const struct process *process, const char **bytes);

// After PROCESS_GONE: "ended with status 3", "was ended by signal 11 (SIGSEGV)", "closed its
// output".
void process_tell_end(struct process *process, struct text *out);

// Readable when the program has said something, or has ended.
int process_descriptor(const struct process *process);

// Closes its input, gives it `patience` milliseconds to end by itself, and ends it and
// whatever it started. True if it ended by itself and with status 0.
bool process_stop(struct process *process, unsigned patience);

// From now on orphans of our descendants are ours; and ends all that there are now, which
// are those that have left our process group.
void process_adopt(void);
void process_sweep(void);

#endif
