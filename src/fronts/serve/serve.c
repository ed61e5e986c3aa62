// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <event2/util.h>

static void answer_health(struct evhttp_request *request, void *whom)
{
    struct evbuffer *body = evbuffer_new();
    (void)whom;
    if (body)
        evbuffer_add_printf(body, "ok\n");
    evhttp_send_reply(request, 200, "OK", body);
    if (body)
        evbuffer_free(body);
}

static void end(evutil_socket_t signal, short what, void *base)
{
    (void)signal, (void)what;
    event_base_loopbreak(base);
}

// Our own listener: evhttp's has a backlog of 128.
static bool listen_at(struct event_base *base, struct evhttp *http, const char *address,
                      struct text *why)
{
    struct sockaddr_storage where;
    int size = sizeof where;
    struct evconnlistener *listener = NULL;
    if (evutil_parse_sockaddr_port(address, (struct sockaddr *)&where, &size) == 0)
        listener = evconnlistener_new_bind(
            base, NULL, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
            4096, (struct sockaddr *)&where, size);
    if (listener && evhttp_bind_listener(http, listener))
        return true;
    text_add(why, "It cannot listen at '%.100s': %s.", address, strerror(errno));
    return false;
}

bool serve_run(const struct serve_setup *setup, struct text *why)
{
    struct event_base *base = event_base_new();
    struct evhttp *http = base ? evhttp_new(base) : NULL;
    struct event *signals[] = { evsignal_new(base, SIGTERM, end, base),
                                evsignal_new(base, SIGINT, end, base) };
    const char *address = setup->listen ? setup->listen : SERVE_LISTEN;
    bool good = http && listen_at(base, http, address, why);
    for (unsigned i = 0; i < 2; i++)
        event_add(signals[i], NULL);
    if (good) {
        evhttp_set_cb(http, "/healthz", answer_health, NULL);
        printf("Open http://%s/\n", address);
        fflush(stdout);
        event_base_dispatch(base);
    }
    for (unsigned i = 0; i < 2; i++)
        event_free(signals[i]);
    evhttp_free(http);
    event_base_free(base);
    return good;
}
