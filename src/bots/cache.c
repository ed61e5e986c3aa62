// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// XDG_CACHE_HOME counts only if it is an absolute path.
static bool find_directory(struct text *path)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        text_add(path, "%s/causeway", cache);
    else if (home && *home == '/')
        text_add(path, "%s/.cache/causeway", home);
    return path->length > 0 && !path->cut;
}

static bool make_directory(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool cache_directory(const char *under, struct text *path, struct text *why)
{
    if (!find_directory(path)) {
        text_add(why, "neither XDG_CACHE_HOME nor HOME names a directory");
        return false;
    }
    if (under)
        text_add(path, "/%s", under);
    if (!path->cut && make_directory(path->at))
        return true;
    text_add(why, "cannot make the directory %s: %s", path->at,
             strerror(path->cut ? ENAMETOOLONG : errno));
    return false;
}
