// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values, as RFC 4180 has them.
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include <stdio.h>

// A field in quotes, whatever is in it.
void csv_print(const char *field, FILE *out);

#endif
