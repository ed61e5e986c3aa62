// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/directory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool directory_find(const char *variable, const char *under_home, const char *name,
                    struct text *path)
{
    const char *own = getenv(variable), *home = getenv("HOME");
    if (own && *own == '/')
        text_add(path, "%s/causeway", own);
    else if (home && *home == '/')
        text_add(path, "%s/%s/causeway", home, under_home);
    else
        return false;
    text_add(path, "%s%s", *name ? "/" : "", name);
    return !path->cut;
}

bool directory_make(const char *path, struct text *why)
{
    char part[4096];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        if (length >= sizeof part) {
            text_add(why, "The directory %.200s... cannot be made: its name is too long.", path);
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(part, path, length);
        part[length] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            int error = errno;
            text_add(why, "The directory %s cannot be made: %s.", part, strerror(error));
            errno = error;
            return false;
        }
    }
    return true;
}
