// SPDX-License-Identifier: GPL-3.0-or-later
#include <locale.h>

#include "cli/cli.h"

int main(int argc, char **argv)
{
    // Characters only: numbers are written the same everywhere.
    setlocale(LC_CTYPE, "");
    return cli_main(argc, argv);
}
