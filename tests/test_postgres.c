// SPDX-License-Identifier: GPL-3.0-or-later
// Several nodes on one PostgreSQL, all of which may die: test_postgres [KILLS [SEED]]
// Runs within `cluster run`.
#include "drive/stored.h"
#include "postgres/schema.h"
#include "support.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "cluster_help.h"
#include "postgres/pg.h"
#include "postgres/pg_store.h"
#include "table/table.h"

static const char *url;
static struct text why;
static char why_bytes[8192];
static unsigned kills = 6;
static struct random chance;

static struct store *opened(void)
{
    struct store *keep = pg_store_open(url, PG_PATIENCE, &why);
    if (!keep)
        fail_msg("%s", why.at);
    return keep;
}

static void nap(long milliseconds)
{
    nanosleep(&(struct timespec){ .tv_sec = milliseconds / 1000,
                                  .tv_nsec = milliseconds % 1000 * 1000000 },
              NULL);
}

static int fresh(void **state)
{
    unsigned removed = 1;
    why = text_in(why_bytes, sizeof why_bytes);
    struct store *keep = *state = opened();
    while (removed)
        assert_int_equal(store_sweep(keep, INT64_MAX, &removed, &why), STORE_OK);
    return 0;
}

static int done(void **state)
{
    store_close(*state);
    return 0;
}

static struct log_header new_header(void)
{
    struct log_header header = table_usual(games[0]).header;
    assert_true(commit_new_id(header.id));
    header.created = 1;
    return header;
}

static struct log_header create(struct store *keep)
{
    struct log_header header = new_header();
    struct store_meta meta = { .until = 1000 };
    assert_int_equal(stored_create(keep, &header, &meta, &why), STORE_OK);
    return header;
}

// The mark makes it different from all others.
static struct log_event new_event(uint32_t n, uint32_t mark)
{
    return (struct log_event){ .n = n, .kind = LOG_READY, .seat = SEAT_1, .spent = mark };
}

static void append(struct store *keep, const struct log_header *header, uint32_t n)
{
    struct log_event event = new_event(n, n);
    struct stored_item item = { .header = header, .event = &event };
    assert_int_equal(stored_append(keep, &item, 1, &why), STORE_OK);
    assert_int_equal(item.fate, APPEND_OK);
}

// What nodes are told.

struct heard {
    unsigned count;
    char id[8][COMMIT_ID];
    uint32_t n[8];
};

static void hear(void *context, const char *id, uint32_t n)
{
    struct heard *heard = context;
    assert_true(heard->count < 8);
    memcpy(heard->id[heard->count], id, COMMIT_ID);
    heard->n[heard->count++] = n;
}

static struct heard listen_to(struct store *keep)
{
    struct heard heard = { 0 };
    struct pollfd end = { .fd = store_descriptor(keep), .events = POLLIN };
    poll(&end, 1, 2000);
    assert_int_equal(store_hear(keep, hear, &heard, &why), STORE_OK);
    return heard;
}

static void another_node_is_told_of_a_batch(void **state)
{
    struct store *keep = *state, *other = opened();
    struct log_header headers[2] = { create(keep), create(keep) };
    struct log_event event = new_event(1, 0);
    struct stored_item items[2] = { { .header = &headers[0], .event = &event },
                                    { .header = &headers[1], .event = &event } };
    assert_int_equal(stored_append(keep, items, 2, &why), STORE_OK);
    struct heard heard = listen_to(other);
    assert_int_equal(heard.count, 2);
    assert_int_equal(heard.n[0] + heard.n[1], 2);
    assert_string_not_equal(heard.id[0], heard.id[1]);
    append(keep, &headers[0], 2);
    heard = listen_to(other);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.id[0], headers[0].id);
    assert_int_equal(heard.n[0], 2);
    // Who wrote it is not told, and who was beaten tells nobody.
    struct heard own = { 0 };
    assert_int_equal(store_hear(keep, hear, &own, &why), STORE_OK);
    assert_int_equal(own.count, 0);
    struct log_event late = new_event(2, 99);
    items[0].event = &late;
    assert_int_equal(stored_append(keep, items, 1, &why), STORE_OK);
    assert_int_equal(items[0].fate, APPEND_CONFLICT);
    struct pollfd end = { .fd = store_descriptor(other), .events = POLLIN };
    assert_int_equal(poll(&end, 1, 100), 0);
    store_close(other);
}

static void another_node_is_told_of_changes(void **state)
{
    struct store *keep = *state, *other = opened();
    struct log_header header = create(keep);
    unsigned removed;
    assert_int_equal(store_set_flags(keep, header.id, STORE_PUBLIC, 0, &why), STORE_OK);
    struct heard heard = listen_to(other);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.id[0], header.id);
    assert_int_equal(heard.n[0], 0);
    assert_int_equal(store_sweep(keep, 1000, &removed, &why), STORE_OK);
    assert_int_equal(removed, 1);
    heard = listen_to(other);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.id[0], header.id);
    store_close(other);
}

// The database goes away and comes back.

static enum store_answer try_append(struct store *keep, const struct log_header *header, uint32_t n)
{
    struct log_event event = new_event(n, n);
    struct stored_item item = { .header = header, .event = &event };
    enum store_answer answer = stored_append(keep, &item, 1, &why);
    assert_true(answer == STORE_OK || answer == STORE_RETRY);
    assert_true(answer == STORE_RETRY || item.fate == APPEND_OK);
    return answer;
}

static void a_lost_connection_is_said_and_comes_back(void **state)
{
    struct store *keep = *state;
    struct log_header header = create(keep);
    struct heard heard = { 0 };
    append(keep, &header, 1);
    cluster_tell("crash");
    assert_int_equal(try_append(keep, &header, 2), STORE_RETRY);
    assert_non_null(strstr(why.at, "PostgreSQL"));
    unsigned tries = 0;
    while (store_hear(keep, hear, &heard, &why) == STORE_OK && ++tries < 10)
        nap(10); // there may be last words
    assert_true(tries < 10);
    assert_int_equal(store_descriptor(keep), -1);
    cluster_tell("start");
    while (try_append(keep, &header, 2) == STORE_RETRY && ++tries < 100)
        nap(50);
    assert_true(tries < 100);
    while (store_hear(keep, hear, &heard, &why) == STORE_RETRY && ++tries < 100)
        nap(50); // once more than needed: something may have been missed
    assert_true(tries < 100);
    assert_true(store_descriptor(keep) >= 0);
    struct store_known known = { .id = header.id, .n = 1, .version = 1 };
    assert_int_equal(store_ask(keep, &known, 1, hear, &heard, &why), STORE_OK);
    assert_int_equal(heard.count, 1);
    assert_int_equal(heard.n[0], 2);
}

static bool count_event(void *context, const struct log_event *event)
{
    *(uint32_t *)context = event->n;
    return true;
}

// How long it was waited for in vain, as the system was asked to: no matter how fast it is.
static int64_t waited;
int __real_poll(struct pollfd *ends, nfds_t count, int timeout);
int __wrap_poll(struct pollfd *ends, nfds_t count, int timeout);
int __wrap_poll(struct pollfd *ends, nfds_t count, int timeout)
{
    int ready = __real_poll(ends, count, timeout);
    waited += ready == 0 ? timeout : 0;
    return ready;
}

enum { HOLD = 300 };

// All that a server asks for, again and again, while its database hangs: each of the two
// connections is waited for once at most.
static void ask_in_vain(struct store *keep, const struct log_header *header)
{
    struct store_known known = { .id = header->id, .n = 1, .version = 1 };
    struct heard heard = { 0 };
    struct log_header found;
    struct store_meta meta;
    waited = 0;
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(try_append(keep, header, 2), STORE_RETRY);
        assert_int_equal(stored_find(keep, games, header->id, &found, &meta, &why), STORE_RETRY);
        assert_int_equal(store_ask(keep, &known, 1, hear, &heard, &why), STORE_RETRY);
        store_hear(keep, hear, &heard, &why);
        text_clear(&why);
        nap(20);
    }
    assert_in_range(waited, 1, 2 * HOLD);
    assert_int_equal(heard.count, 0);
}

// Twice: it hangs while something is asked, and while a new connection is made.
static void one_that_hangs_keeps_nobody_waiting(void **state)
{
    struct store *keep = pg_store_open(url, HOLD, &why);
    for (unsigned i = 0; i < 2; i++) {
        struct log_header header = create(*state);
        uint32_t stored = 0;
        unsigned tries = 0;
        while (try_append(keep, &header, 1) == STORE_RETRY && ++tries < 1200)
            nap(50);
        if (i == 1) {
            cluster_tell("crash");
            cluster_tell("start");
        }
        cluster_tell("freeze");
        ask_in_vain(keep, &header);
        cluster_tell("thaw");
        while (try_append(keep, &header, 2) == STORE_RETRY && ++tries < 1200)
            nap(50);
        while (stored_read(*state, &header, 0, count_event, &stored, &why) != STORE_OK &&
               ++tries < 1200)
            nap(50);
        assert_int_equal(stored, 2);
    }
    store_close(keep);
}

static void a_wrong_address_does_not_tell_its_password(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "postgresql://me:Geheim@[nowhere/x",
        "postgresql://me:Geheim@127.0.0.1:99999/x",
        "postgresql://me:Geheim@127.0.0.1:1/x?connect_timeout=2",
        "postgresql://me:Geheim@/x?host=/nowhere",
        "postgresql://me:Geheim@/x?nonsense=1",
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        text_clear(&why);
        assert_null(pg_store_open(wrong[i], PG_PATIENCE, &why));
        assert_true(why.length > 0);
        assert_null(strstr(why.at, "Geheim"));
    }
    assert_true(pg_has_password(wrong[2]));
    assert_true(pg_has_password("postgresql:///x?password=Geheim"));
    assert_false(pg_has_password(url));
    text_clear(&why);
}

static void what_a_newer_version_made_is_left_alone(void **state)
{
    (void)state;
    cluster_execute("update causeway.version set version = version + 1");
    assert_null(pg_store_open(url, PG_PATIENCE, &why));
    assert_non_null(strstr(why.at, "newer version"));
    cluster_execute("update causeway.version set version = version - 1");
    store_close(opened());
}

// Several programs that come first at once.
static void the_tables_are_made_once(void **state)
{
    enum { COUNT = 6 };
    (void)state;
    pid_t process[COUNT];
    cluster_execute("set client_min_messages = warning; drop schema causeway cascade");
    for (unsigned i = 0; i < COUNT; i++)
        if ((process[i] = fork()) == 0) {
            struct store *keep = pg_store_open(url, PG_PATIENCE, &why);
            _exit(!keep);
        }
    for (unsigned i = 0; i < COUNT; i++) {
        int status;
        assert_int_equal(waitpid(process[i], &status, 0), process[i]);
        assert_int_equal(status, 0);
    }
}

// A session in which the operator has turned durability off, and one that may not write.
static void what_is_committed_is_on_the_disk(void **state)
{
    (void)state;
    struct pg pg;
    cluster_execute("alter role causeway set synchronous_commit = off");
    assert_true(schema_open(&pg, url, NULL, NULL, &why));
    PGresult *result = pg_execute(&pg, "show synchronous_commit", &why);
    assert_string_equal(PQgetvalue(result, 0, 0), "on");
    PQclear(result);
    pg_close(&pg);
    cluster_execute("alter role causeway reset synchronous_commit");
}

// Nodes that append to the same tables. A node dies at any moment, and so does the
// database. What a node was answered is written down before it goes on.

enum { NODES = 3, TABLES = 12, BATCH = 5, ACKNOWLEDGED = 1 << 20 };

struct acknowledged {
    uint32_t table, n, mark;
};

static struct {
    volatile unsigned count; // grows by an atomic addition
    volatile unsigned next_mark;
    volatile bool ending;
    struct acknowledged list[ACKNOWLEDGED];
} * shared;

struct node {
    struct store *store;
    const struct log_header *headers;
    uint32_t known[TABLES];
};

static void acknowledge(uint32_t table, const struct log_event *event)
{
    unsigned at = __atomic_fetch_add(&shared->count, 1, __ATOMIC_SEQ_CST);
    if (at < ACKNOWLEDGED)
        shared->list[at] =
            (struct acknowledged){ .table = table, .n = event->n, .mark = event->spent };
}

static void settle(struct node *node, unsigned table, const struct stored_item *item)
{
    if (item->fate == APPEND_OK) {
        acknowledge(table, item->event);
        node->known[table] = item->event->n;
    } else {
        text_clear(&why);
        stored_read(node->store, item->header, node->known[table], count_event, &node->known[table],
                    &why);
    }
}

static void write_batch(struct node *node)
{
    struct log_event events[BATCH];
    struct stored_item items[BATCH];
    unsigned first = (unsigned)random_below(&chance, TABLES);
    for (unsigned i = 0; i < BATCH; i++) {
        unsigned table = (first + i * 7) % TABLES;
        unsigned mark = __atomic_add_fetch(&shared->next_mark, 1, __ATOMIC_SEQ_CST);
        events[i] = new_event(node->known[table] + 1, mark);
        items[i] = (struct stored_item){ .header = &node->headers[table], .event = &events[i] };
    }
    enum store_answer answer;
    while ((answer = stored_append(node->store, items, BATCH, &why)) == STORE_RETRY &&
           !shared->ending) {
        text_clear(&why);
        nap(10);
    }
    if (answer == STORE_BAD)
        _exit(1);
    for (unsigned i = 0; i < BATCH && answer == STORE_OK; i++)
        settle(node, (first + i * 7) % TABLES, &items[i]);
}

static _Noreturn void be_node(const struct log_header *headers, uint64_t seed)
{
    struct node node = { .headers = headers };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    chance = random_seeded(seed);
    while (!shared->ending && !(node.store = pg_store_open(url, PG_PATIENCE, &why))) {
        text_clear(&why);
        nap(20);
    }
    while (!shared->ending)
        write_batch(&node);
    store_close(node.store);
    _exit(0);
}

static pid_t start_node(const struct log_header *headers)
{
    uint64_t seed = random_below(&chance, UINT32_MAX);
    pid_t process = fork();
    if (process == 0)
        be_node(headers, seed);
    return process;
}

struct check {
    uint32_t table, next;
    uint32_t *place; // of each mark: table and number, as one
};

static bool check_event(void *context, const struct log_event *event)
{
    struct check *check = context;
    assert_int_equal(event->n, check->next++);
    assert_int_equal(check->place[event->spent], 0); // nothing doubled
    check->place[event->spent] = check->table * LOG_EVENTS_MAX + event->n;
    return true;
}

static void check_all(struct store *keep, const struct log_header *headers)
{
    uint32_t *place = calloc(shared->next_mark + 1, sizeof *place);
    unsigned stored = 0, count = shared->count;
    for (uint32_t i = 0; i < TABLES; i++) {
        struct check check = { .table = i, .next = 1, .place = place };
        assert_int_equal(stored_read(keep, &headers[i], 0, check_event, &check, &why), STORE_OK);
        stored += check.next - 1;
    }
    assert_true(count <= ACKNOWLEDGED);
    for (unsigned i = 0; i < count; i++) {
        const struct acknowledged *one = &shared->list[i];
        if (one->mark && place[one->mark] != one->table * LOG_EVENTS_MAX + one->n)
            fail_msg("event %u of table %u was acknowledged and is not stored", one->n, one->table);
    }
    print_message("# %u kills: %u acknowledged, %u stored\n", kills, count, stored);
    assert_true(count > 0 && stored >= count);
    free(place);
}

static void kill_one(pid_t process[NODES], const struct log_header *headers, unsigned turn)
{
    unsigned victim = (unsigned)random_below(&chance, NODES);
    nap((long)random_below(&chance, 150));
    if (turn % 3 == 2) {
        cluster_tell("crash");
        nap((long)random_below(&chance, 100));
        cluster_tell("start");
        return;
    }
    kill(process[victim], SIGKILL);
    waitpid(process[victim], NULL, 0);
    process[victim] = start_node(headers);
}

static void nothing_is_lost_whoever_dies(void **state)
{
    struct store *keep = *state;
    struct log_header headers[TABLES];
    pid_t process[NODES];
    for (unsigned i = 0; i < TABLES; i++)
        headers[i] = create(keep);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(shared, MAP_FAILED);
    for (unsigned i = 0; i < NODES; i++)
        process[i] = start_node(headers);
    nap(300);
    for (unsigned i = 0; i < kills; i++)
        kill_one(process, headers, i);
    nap(300);
    shared->ending = true;
    for (unsigned i = 0; i < NODES; i++) {
        int status;
        assert_int_equal(waitpid(process[i], &status, 0), process[i]);
        assert_int_equal(status, 0);
    }
    store_close(keep);
    *state = keep = opened();
    check_all(keep, headers);
    munmap(shared, sizeof *shared);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(another_node_is_told_of_a_batch, fresh, done),
        cmocka_unit_test_setup_teardown(another_node_is_told_of_changes, fresh, done),
        cmocka_unit_test_setup_teardown(a_lost_connection_is_said_and_comes_back, fresh, done),
        cmocka_unit_test_setup_teardown(one_that_hangs_keeps_nobody_waiting, fresh, done),
        cmocka_unit_test_setup_teardown(a_wrong_address_does_not_tell_its_password, fresh, done),
        cmocka_unit_test_setup_teardown(what_a_newer_version_made_is_left_alone, fresh, done),
        cmocka_unit_test_setup_teardown(the_tables_are_made_once, fresh, done),
        cmocka_unit_test_setup_teardown(what_is_committed_is_on_the_disk, fresh, done),
        cmocka_unit_test_setup_teardown(nothing_is_lost_whoever_dies, fresh, done),
    };
    url = cluster_url();
    if (argc > 1)
        kills = (unsigned)strtoul(argv[1], NULL, 10);
    chance = random_seeded(argc > 2 ? strtoull(argv[2], NULL, 10) : support_seed(1));
    return !url || sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
