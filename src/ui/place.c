// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool place_config(const char *file, bool create, char path[PLACE_SIZE])
{
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool own = xdg && *xdg == '/';
    size_t room = PLACE_SIZE - strlen("/causeway/") - strlen(file);
    if (!own && !(home && *home == '/'))
        return false;
    int length = snprintf(path, room, "%s%s", own ? xdg : home, own ? "" : "/.config");
    if (length < 0 || (size_t)length >= room)
        return false;
    if (create)
        mkdir(path, 0700);
    strcat(path, "/causeway");
    if (create)
        mkdir(path, 0700);
    strcat(path, "/");
    strcat(path, file);
    return true;
}
