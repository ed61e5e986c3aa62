// SPDX-License-Identifier: GPL-3.0-or-later
// QSopt_ex jumps out of signal handlers, and a page has no signals.
#ifndef WASM_QSOPT_SETJMP_H
#define WASM_QSOPT_SETJMP_H

typedef int jmp_buf[1];
#define setjmp(buffer)         ((void)(buffer), 0)
#define longjmp(buffer, value) __builtin_trap()

#endif
