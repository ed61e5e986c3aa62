// SPDX-License-Identifier: GPL-3.0-or-later
// For builds that count coverage alone: what ends a process, or becomes another program,
// writes the counts before.
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void);

void _exit(int status)
{
    __gcov_dump();
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

int execl(const char *path, const char *first, ...)
{
    enum { MOST = 15 };
    char *arguments[MOST + 1] = { (char *)(unsigned long)first };
    va_list more;
    va_start(more, first);
    for (unsigned i = 1; i < MOST && arguments[i - 1]; i++)
        arguments[i] = va_arg(more, char *);
    va_end(more);
    __gcov_dump();
    return execv(path, arguments);
}
