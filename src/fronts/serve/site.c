// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/site.h"

#include <string.h>

#include <event2/buffer.h>

bool site_is_here(void)
{
    return site_files[0].path;
}

static const struct site_file *find(const char *path)
{
    const struct site_file *file = site_files;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    return file->path ? file : NULL;
}

// Does a list like "gzip, deflate, br" name this? With "br;q=0" it does not.
static bool takes(const struct web *web, const char *coding)
{
    const char *list = web_header(web, REQUEST_ACCEPT_ENCODING);
    size_t length = strlen(coding);
    while (list && *list) {
        list += strspn(list, " ,");
        size_t width = strcspn(list, ",");
        const char *none = strstr(list, "q=0");
        bool refused =
            none && none < list + width && strspn(none + 3, ".0") == strcspn(none + 3, ",");
        if (strncmp(list, coding, length) == 0 && strcspn(list, "; ,") == length)
            return !refused;
        list += width;
    }
    return false;
}

// Does a browser that asks again have it as it is?
static bool has(const struct web *web, const struct site_file *file)
{
    const char *known = web_header(web, REQUEST_IF_NONE_MATCH);
    return known && strstr(known, file->hash);
}

bool site_answer(struct web *web, const char *path)
{
    static const char *const codings[] = { [SITE_GZIP] = "gzip", [SITE_BROTLI] = "br" };
    const struct site_file *file = find(*path ? path : "server.html");
    enum site_form form = SITE_PLAIN;
    if (!file || (*path && strcmp(path, "server.html") == 0))
        return false;
    web->route = "GET site";
    web->keeping =
        strncmp(path, "web/", 4) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
    web_add_header(web, "ETag", file->hash);
    web_add_header(web, "Vary", "Accept-Encoding");
    if (has(web, file)) {
        web_answer(web, 304, file->type, "", 0);
        return true;
    }
    for (enum site_form one = SITE_GZIP; one <= SITE_BROTLI; one++)
        if (takes(web, codings[one]))
            form = one;
    if (form)
        web_add_header(web, "Content-Encoding", codings[form]);
    web_answer(web, 200, file->type, file->form[form].from,
               (size_t)(file->form[form].to - file->form[form].from));
    return true;
}

void site_answer_table(struct web *web, const char *head, const char *body)
{
    static const char title[] = "<title>Causeway</title>", begins[] = "<!--invitation-->";
    const struct site_file *file = find("server.html");
    const char *page = file->form[SITE_PLAIN].from, *to = file->form[SITE_PLAIN].to;
    const char *at_title = strstr(page, title), *at_body = strstr(page, begins);
    struct evbuffer *whole = evbuffer_new();
    if (!whole || !at_title || !at_body) {
        web_refuse(web, 500, "The page is not whole.");
        return;
    }
    evbuffer_add(whole, page, (size_t)(at_title - page));
    evbuffer_add(whole, head, strlen(head));
    evbuffer_add(whole, at_title + strlen(title), (size_t)(at_body - at_title) - strlen(title));
    evbuffer_add(whole, body, strlen(body));
    evbuffer_add(whole, at_body, (size_t)(to - at_body));
    size_t length = evbuffer_get_length(whole);
    web_answer(web, 200, file->type, (const char *)evbuffer_pullup(whole, -1), length);
    evbuffer_free(whole);
}
