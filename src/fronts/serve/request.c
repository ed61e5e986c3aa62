// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/request.h"

#include <string.h>
#include <strings.h>

#include "core/text.h"

static const struct name {
    const char *name;
    size_t length;
} names[REQUEST_HEADERS] = {
#define NAME(header, text) [header] = { text, sizeof(text) - 1 }
    NAME(REQUEST_HOST, "Host"),
    NAME(REQUEST_LENGTH, "Content-Length"),
    NAME(REQUEST_TRANSFER, "Transfer-Encoding"),
    NAME(REQUEST_TYPE, "Content-Type"),
    NAME(REQUEST_AUTHORIZATION, "Authorization"),
    NAME(REQUEST_ORIGIN, "Origin"),
    NAME(REQUEST_SITE, "Sec-Fetch-Site"),
    NAME(REQUEST_FORWARDED_FOR, "X-Forwarded-For"),
    NAME(REQUEST_FORWARDED_PROTO, "X-Forwarded-Proto"),
    NAME(REQUEST_LAST_EVENT, "Last-Event-ID"),
    NAME(REQUEST_ACCEPT, "Accept"),
    NAME(REQUEST_ACCEPT_ENCODING, "Accept-Encoding"),
    NAME(REQUEST_IF_NONE_MATCH, "If-None-Match"),
    NAME(REQUEST_CONNECTION, "Connection"),
    NAME(REQUEST_EXPECT, "Expect"),
#undef NAME
};

size_t request_find_end(const char *bytes, size_t length, size_t looked)
{
    size_t from = looked > 3 ? looked - 3 : 0; // the end may have come in two pieces
    const char *end = memmem(bytes + from, length - from, "\r\n\r\n", 4);
    return end ? (size_t)(end - bytes) + 4 : 0;
}

// Cuts off the next line, at a CR and LF; NULL if it has one without the other, or a NUL byte.
static char *cut_line(char **rest)
{
    char *line = *rest, *end = line + strcspn(line, "\r\n");
    if (end[0] != '\r' || end[1] != '\n')
        return NULL;
    *end = '\0';
    *rest = end + 2;
    return line;
}

static bool is_token(const char *from, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char lower = (char)(from[i] | 0x20);
        if (!(lower >= 'a' && lower <= 'z') && !(from[i] >= '0' && from[i] <= '9') &&
            (!from[i] || !strchr("!#$%&'*+-.^_`|~", from[i])))
            return false;
    }
    return length > 0;
}

// Nothing that a terminal or a log would take for more than text; a tab is a blank here.
static bool is_text(const char *from)
{
    for (; *from; from++)
        if (((unsigned char)*from < ' ' && *from != '\t') || *from == 0x7f)
            return false;
    return true;
}

static enum request_method find_method(const char *word)
{
    static const char *const methods[] = {
        [REQUEST_GET] = "GET", [REQUEST_POST] = "POST", [REQUEST_ASKS_HEAD] = "HEAD"
    };
    for (enum request_method i = REQUEST_GET; i < REQUEST_OTHER; i++)
        if (strcmp(word, methods[i]) == 0)
            return i;
    return REQUEST_OTHER;
}

// "GET /path?query HTTP/1.1"
static unsigned read_first_line(struct request *request, char *line)
{
    char *path = line ? strchr(line, ' ') : NULL, *version = path ? strchr(path + 1, ' ') : NULL;
    if (!version || !is_token(line, (size_t)(path - line)) || path[1] != '/')
        return 400;
    *path++ = *version++ = '\0';
    for (const char *at = path; *at; at++)
        if (*at <= ' ' || *at > '~')
            return 400;
    if (strncmp(version, "HTTP/1.", 7) != 0 || (version[7] != '0' && version[7] != '1') ||
        version[8])
        return 400;
    path[strcspn(path, "?")] = '\0';
    request->method = find_method(line);
    request->path = path;
    request->old = request->closes = version[7] == '0';
    return 0;
}

bool request_lists(const char *list, const char *word)
{
    static const char between[] = ", \t";
    size_t length = strlen(word), width;
    for (list += strspn(list, between); *list; list += width + strspn(list + width, between)) {
        width = strcspn(list, between);
        if (width == length && strncasecmp(list, word, width) == 0)
            return true;
    }
    return false;
}

static void note(struct request *request, const char *name, size_t length, const char *value)
{
    enum request_header i = 0;
    while (i < REQUEST_HEADERS &&
           (names[i].length != length || strncasecmp(names[i].name, name, length) != 0))
        i++;
    if (i == REQUEST_HEADERS)
        return;
    // Where a header decides something, two of it could decide differently for others.
    if (request->header[i] && i < REQUEST_SINGLE)
        request->wrong = names[i].name;
    if (!request->header[i])
        request->header[i] = value;
    if (i == REQUEST_CONNECTION && request_lists(value, "close"))
        request->closes = true;
}

// "Name: value". A line that begins with a blank would go on with the one before.
static bool read_header(struct request *request, char *line)
{
    char *colon = line ? strchr(line, ':') : NULL;
    size_t length = colon ? (size_t)(colon - line) : 0;
    if (!is_token(line, length) || !is_text(colon + 1))
        return false;
    char *value = colon + 1 + strspn(colon + 1, " \t"), *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        *--end = '\0';
    note(request, line, length, value);
    return true;
}

// Only the body of a POST is read. What is not read, or could be of another length, would be the
// beginning of the next request, which behind a proxy is somebody else's: whatever the answer is,
// the connection ends with it.
static unsigned measure_body(struct request *request)
{
    const char *said = request->header[REQUEST_LENGTH];
    bool posts = request->method == REQUEST_POST;
    uint64_t body = 0;
    if (said && !text_parse_number(said, UINT32_MAX, &body))
        return 400;
    if (posts && body > REQUEST_BODY)
        return 413;
    request->length = posts ? (size_t)body : 0;
    request->unread = body > request->length || request->header[REQUEST_TRANSFER];
    // A body without a length is read differently by different programs.
    if (request->header[REQUEST_TRANSFER])
        request->wrong = names[REQUEST_TRANSFER].name;
    request->closes |= request->unread || request->wrong;
    return 0;
}

unsigned request_read(struct request *request, char *head, size_t length)
{
    char *rest = head, *end = head + length - 2; // of the last header's line
    *request = (struct request){ .body = head + length };
    unsigned wrong = read_first_line(request, cut_line(&rest));
    while (!wrong && rest < end)
        wrong = read_header(request, cut_line(&rest)) ? 0 : 400;
    return wrong ? wrong : measure_body(request);
}
