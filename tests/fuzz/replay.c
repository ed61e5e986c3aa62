// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzzer on the files named, without libFuzzer: what was found once is
// tested for ever. Speaks TAP.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *name)
{
    static uint8_t data[1 << 17];
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(1);
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    printf("1..%d\n", argc - 1);
    for (int i = 1; i < argc; i++) {
        fflush(stdout);
        replay(argv[i]);
        printf("ok %d - %s\n", i, argv[i]);
    }
}
