// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/link.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// In an address nothing else is needed, and nothing else reaches libcurl.
static const char in_base[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/[]%";

static const char *host_of(const char *base)
{
    const char *scheme = text_begins(base, "https://")  ? "https://"
                         : text_begins(base, "http://") ? "http://"
                                                        : NULL;
    return scheme ? base + strlen(scheme) : NULL;
}

static bool copy(const char *from, size_t length, char *to, size_t size)
{
    if (length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

static bool copy_base(const char *text, size_t length, char base[LINK_BASE])
{
    while (length > 0 && text[length - 1] == '/')
        length--;
    if (!copy(text, length, base, LINK_BASE) || base[strspn(base, in_base)])
        return false;
    const char *host = host_of(base);
    return host && *host && *host != '/' && *host != ':';
}

bool link_parse_base(const char *text, char base[LINK_BASE], struct text *why)
{
    if (copy_base(text, strlen(text), base))
        return true;
    text_add(why,
             "'%.100s' is not the address of a server: it begins with https:// or http://, and "
             "has a host.",
             strchr(text, '#') ? "..." : text);
    return false;
}

bool link_parse(const char *text, struct link *link, struct text *why)
{
    const char *token = strchr(text, '#'), *table = NULL;
    size_t end = token ? (size_t)(token - text) : strlen(text);
    for (size_t i = 0; i + 3 <= end; i++)
        if (strncmp(text + i, "/t/", 3) == 0)
            table = text + i + 3;
    size_t length = table ? (size_t)(text + end - table) : 0;
    bool good = table && copy_base(text, (size_t)(table - 3 - text), link->base) && length > 0 &&
                strspn(table, digits) >= length && copy(table, length, link->table, LINK_TABLE);
    link->token[0] = '\0';
    if (token)
        good = good && strspn(token + 1, digits) == LINK_TOKEN - 1 && !token[LINK_TOKEN] &&
               copy(token + 1, LINK_TOKEN - 1, link->token, LINK_TOKEN);
    if (!good)
        text_add(why, "This is not a link: one looks like https://HOST/t/TABLE#TOKEN, with 43 "
                      "letters and digits after the #; without #TOKEN it is for watching.");
    return good;
}

bool link_stays(const struct link *given, const char *base, const char *table, struct text *why)
{
    const char *there = host_of(given->base), *here = host_of(base);
    size_t length = strcspn(here, "/");
    if (*table && strcmp(given->table, table) != 0)
        text_add(why, "It is of another table.");
    else if (strcspn(there, "/") != length || strncasecmp(there, here, length) != 0)
        text_add(why, "It leads to another server: %.*s instead of %.*s.", (int)strcspn(there, "/"),
                 there, (int)length, here);
    else if (text_begins(base, "https:") && !text_begins(given->base, "https:"))
        text_add(why, "It leads from https to http: whoever is on the way could read along.");
    return !why->length;
}

bool link_is_readable(const char *base)
{
    static const char *const own[] = { "localhost", "127.0.0.1", "[::1]" };
    const char *host = host_of(base);
    if (text_begins(base, "https://"))
        return false;
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        size_t length = strlen(own[i]);
        if (strncmp(host, own[i], length) == 0 && (!host[length] || strchr(":/", host[length])))
            return false;
    }
    return true;
}
