// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include <stdbool.h>

// Which version this is; with details, of which build, with which libraries, and the numbers of
// the formats that it writes.
void version_print(bool details);

#endif
