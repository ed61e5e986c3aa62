// SPDX-License-Identifier: GPL-3.0-or-later
// Requests as the server reads them: what is one, and what is refused.
#include <stdio.h>
#include <string.h>

#include "fronts/serve/request.h"
#include "support.h"

static char head[REQUEST_HEAD];

// The status with which it is refused, or 0.
static unsigned read_text(struct request *request, const char *text)
{
    snprintf(head, sizeof head, "%s", text);
    size_t length = request_find_end(head, strlen(head), 0);
    assert_int_equal(length, strlen(head));
    return request_read(request, head, length);
}

static void a_request_has_a_path_headers_and_a_length(void **state)
{
    struct request request;
    (void)state;
    assert_int_equal(read_text(&request,
                               "POST /api/seats/a.1/moves?x=1 HTTP/1.1\r\nhost:\t h:1 \r\n"
                               "X-Else: \r\nCONTENT-LENGTH: 17\r\n\r\n"),
                     0);
    assert_int_equal(request.method, REQUEST_POST);
    assert_string_equal(request.path, "/api/seats/a.1/moves");
    assert_string_equal(request.header[REQUEST_HOST], "h:1");
    assert_null(request.header[REQUEST_ACCEPT]);
    assert_null(request.wrong);
    assert_int_equal(request.length, 17);
    assert_ptr_equal(request.body, head + strlen("POST /api/seats/a.1/moves?x=1 HTTP/1.1\r\n"
                                                 "host:\t h:1 \r\nX-Else: \r\n"
                                                 "CONTENT-LENGTH: 17\r\n\r\n"));
    assert_false(request.closes || request.old);
}

static void only_the_body_of_a_post_is_read(void **state)
{
    struct request request;
    (void)state;
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nContent-Length: 17\r\n\r\n"), 0);
    assert_int_equal(request.length, 0);
    assert_int_equal(read_text(&request, "PUT / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n"), 0);
    assert_int_equal(request.method, REQUEST_OTHER);
    assert_int_equal(read_text(&request, "POST / HTTP/1.1\r\nContent-Length: 4097\r\n\r\n"), 413);
    assert_int_equal(read_text(&request, "POST / HTTP/1.1\r\nContent-Length: 4096\r\n\r\n"), 0);
}

static void a_connection_ends_when_it_is_asked_to(void **state)
{
    struct request request;
    (void)state;
    assert_int_equal(read_text(&request, "GET / HTTP/1.0\r\n\r\n"), 0);
    assert_true(request.closes && request.old);
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nConnection: a, CLOSE\r\n\r\n"), 0);
    assert_true(request.closes && !request.old);
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nConnection: closed\r\n\r\n"), 0);
    assert_false(request.closes);
    assert_int_equal(
        read_text(&request, "GET / HTTP/1.1\r\nConnection: x\r\nConnection: close\r\n\r\n"), 0);
    assert_true(request.closes);
}

static void a_connection_ends_where_bytes_are_left_on_it(void **state)
{
    static const char *const left[] = {
        "GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
        "HEAD / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
        "PUT / HTTP/1.1\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    };
    struct request request;
    (void)state;
    for (unsigned i = 0; i < sizeof left / sizeof *left; i++) {
        assert_int_equal(read_text(&request, left[i]), 0);
        assert_true(request.closes);
    }
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n"), 0);
    assert_false(request.closes || request.unread);
}

static void what_may_be_there_once_is_noticed_twice(void **state)
{
    struct request request;
    (void)state;
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n"), 0);
    assert_string_equal(request.wrong, "Host");
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"),
                     0);
    assert_string_equal(request.wrong, "Transfer-Encoding");
    assert_int_equal(read_text(&request, "GET / HTTP/1.1\r\nAccept: a\r\nAccept: b\r\n\r\n"), 0);
    assert_null(request.wrong);
    assert_string_equal(request.header[REQUEST_ACCEPT], "a");
}

static void what_two_programs_could_read_differently_is_refused(void **state)
{
    static const char *const wrong[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1 \r\n\r\n",
        "GET / HTTP/1.2\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / http/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n",
        "GET /\x80 HTTP/1.1\r\n\r\n",
        "GET /\x7f HTTP/1.1\r\n\r\n",
        "GET /\t HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 0x1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    };
    struct request request;
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (read_text(&request, wrong[i]) != 400)
            fail_msg("this is read: %s", wrong[i]);
}

static void a_byte_of_zeros_does_not_end_a_line(void **state)
{
    char bytes[] = "GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n";
    struct request request;
    (void)state;
    assert_int_equal(request_read(&request, bytes, sizeof bytes - 1), 400);
}

static void the_end_of_a_head_may_come_in_pieces(void **state)
{
    static const char whole[] = "GET / HTTP/1.1\r\n\r\nGET";
    (void)state;
    for (size_t length = 0; length < sizeof whole; length++)
        for (size_t looked = 0; looked < 18 && looked <= length; looked++)
            assert_int_equal(request_find_end(whole, length, looked), length < 18 ? 0 : 18);
}

static void lists_have_whole_words(void **state)
{
    (void)state;
    assert_true(request_lists("keep-alive,\tClose", "close"));
    assert_true(request_lists(" ::1 127.0.0.1", "::1"));
    assert_false(request_lists(" ::1, ::12", "::"));
    assert_false(request_lists("", "close") || request_lists(" , ", "") || request_lists(" a", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_a_path_headers_and_a_length),
        cmocka_unit_test(only_the_body_of_a_post_is_read),
        cmocka_unit_test(a_connection_ends_when_it_is_asked_to),
        cmocka_unit_test(a_connection_ends_where_bytes_are_left_on_it),
        cmocka_unit_test(what_may_be_there_once_is_noticed_twice),
        cmocka_unit_test(what_two_programs_could_read_differently_is_refused),
        cmocka_unit_test(a_byte_of_zeros_does_not_end_a_line),
        cmocka_unit_test(the_end_of_a_head_may_come_in_pieces),
        cmocka_unit_test(lists_have_whole_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
