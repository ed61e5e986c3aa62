// SPDX-License-Identifier: GPL-3.0-or-later
#include <locale.h>
#include <sys/resource.h>

#include "cli/online.h"

int main(int argc, char **argv)
{
    // A core would have in it what players have hidden.
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 });
    // Characters only: numbers are written the same everywhere.
    setlocale(LC_CTYPE, "");
    return cli_main(argc, argv, online_hand_over);
}
