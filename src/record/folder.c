// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool folder_make(const char *path, struct text *why)
{
    char part[4096];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        if (length >= sizeof part) {
            text_add(why, "The directory %.200s... cannot be made: its name is too long.", path);
            return false;
        }
        memcpy(part, path, length);
        part[length] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            text_add(why, "The directory %s cannot be made: %s.", part, strerror(errno));
            return false;
        }
    }
    return true;
}
