// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/cache.h"

#include <errno.h>
#include <string.h>

#include "core/directory.h"

bool cache_directory(const char *under, struct text *path, struct text *why)
{
    struct text ignored = TEXT_OF(TEXT_MAX);
    bool found = directory_find("XDG_CACHE_HOME", ".cache", under ? under : "", path);
    if (!found && !path->cut) {
        text_add(why, "neither XDG_CACHE_HOME nor HOME names a directory");
        return false;
    }
    size_t length = path->length;
    text_add(path, "/");
    bool made = !path->cut && directory_make(path->at, &ignored);
    path->at[path->length = length] = '\0';
    if (!made)
        text_add(why, "cannot make the directory %s: %s", path->at,
                 strerror(path->cut ? ENAMETOOLONG : errno));
    return made;
}
