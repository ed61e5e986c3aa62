// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/csv.h"

void csv_print(const char *field, FILE *out)
{
    fputc('"', out);
    for (; *field; field++) {
        if (*field == '"')
            fputc('"', out);
        fputc(*field, out);
    }
    fputc('"', out);
}
