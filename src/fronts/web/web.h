// SPDX-License-Identifier: GPL-3.0-or-later
// A table in a page: the program as a WebAssembly module, driven by messages. Nothing here waits,
// draws or keeps anything by itself. The host puts a line into web_in(), says how long it is, and
// takes what is in web_out(); then it calls web_poll() until that asks it to wait.
//
// What a host says: the acts of the seat protocol, and
//   {"type":"games"}, {"type":"rules","game":…,"rules":…}   what there is, and what it promises
//   {"type":"table",…}    begins a table, agreed on as docs/http.md says, and `shared`, `coach`,
//                         `seed`, `keeps`
//   {"type":"resume","header":…,"events":[…]}               the same where it was left; `still`:
//                         to be looked at, and nothing happens by itself
//   {"type":"kept"}, {"type":"unkept","words":…}            the answer to `keep`
//   {"type":"save","as":N or "all"}                                the record, for a file
// What it is told besides the protocol: `games`, `rules`, `keep` (with the line to be stored
// before anybody is told of the event), `saved`, `wrong` (no table, and why).
#ifndef FRONTS_WEB_WEB_H
#define FRONTS_WEB_WEB_H

#include <stddef.h>
#include <stdint.h>

enum { WEB_IN = 4 << 20, WEB_OUT = 2 << 20 };

char *web_in(void);
void web_send(size_t length, double now);

// One step of what happens without people. Milliseconds until the next call; 0: at once, -1: when
// something has been sent.
double web_poll(double now);

// Lines; and they have been taken.
const char *web_out(void);
size_t web_out_length(void);
void web_taken(void);

#endif
