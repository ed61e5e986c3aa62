// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef REPORT_OUTPUT_H
#define REPORT_OUTPUT_H

enum { OUTPUT_FORMAT = 1 }; // of what --json prints: docs/output.md

#endif
