// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/serve/config.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ui/key_file.h"

// What a key takes: a text, a number from `least` to `most`, or one of the words, separated by
// blanks. In every number 0 means that there is no limit; where there must be one, it is refused.
struct key {
    const char *name;
    size_t offset;
    const char *words;
    unsigned least, most; // both 0: a text
    unsigned unit;        // of what is kept, in one of what is written: 1000 for milliseconds
    const char *usual;
    const char *help;
    bool (*is_sound)(const char *value, struct text *why); // of a text; NULL: any is
};

// Links are made from it, and requests for other names are refused: without this check a
// slip would show only when nobody gets in.
static bool is_public(const char *value, struct text *why)
{
    static const char in_host[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]";
    const char *host = text_begins(value, "https://")  ? value + 8
                       : text_begins(value, "http://") ? value + 7
                                                       : "";
    size_t length = strspn(host, in_host);
    if (!*value || (length > 0 && !host[length + strspn(host + length, "/")]))
        return true;
    text_add(why,
             "'public' takes https://NAME or http://NAME, with a port if need be and without "
             "a path, not '%.100s'.",
             value);
    return false;
}

static bool is_database(const char *value, struct text *why)
{
    if (!strstr(value, "://") || text_begins(value, "postgresql://") ||
        text_begins(value, "postgres://"))
        return true;
    text_add(why, "'database' takes a file, or postgresql://..., not '%.*s...'.",
             (int)(strstr(value, "://") - value) + 3, value);
    return false;
}

// A name or a network would never be equal to an address.
static bool is_proxies(const char *value, struct text *why)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    while (*value) {
        char address[INET6_ADDRSTRLEN + 1] = "";
        size_t width = strcspn(value, " ,");
        snprintf(address, sizeof address, "%.*s", (int)width, value);
        if (inet_pton(AF_INET, address, bytes) != 1 && inet_pton(AF_INET6, address, bytes) != 1) {
            text_add(why, "'proxies' takes addresses of IPv4 or IPv6, not '%s'.", address);
            return false;
        }
        value += width + strspn(value + width, " ,");
    }
    return true;
}

#define TEXT_KEY(member, is_sound, usual, help)                                                    \
    {                                                                                              \
#member, offsetof(struct config, member), NULL, 0, 0, 0, usual, help, is_sound             \
    }
#define NUMBER_KEY(member, least, most, usual, help)                                               \
    {                                                                                              \
#member, offsetof(struct config, member), NULL, least, most, 1, usual, help, NULL          \
    }
// In seconds, down to thousandths; kept in milliseconds.
#define SECONDS_KEY(member, most, usual, help)                                                     \
    {                                                                                              \
#member, offsetof(struct config, member), NULL, 0, most, 1000, usual, help, NULL           \
    }
#define WORD_KEY(member, words, usual, help)                                                       \
    {                                                                                              \
#member, offsetof(struct config, member), words, 0, 0, 0, usual, help, NULL                \
    }

static const struct key keys[] = {
    TEXT_KEY(listen, NULL, "127.0.0.1:8437",
             "where to listen: ADDRESS:PORT, [ADDRESS]:PORT; only read at the start"),
    TEXT_KEY(
        database, is_database, "",
        "a file, or postgresql://...; else serve.db in the data directory; only read at the start"),
    TEXT_KEY(admin, NULL, "",
             "the unix socket for administration; else serve.sock there; only read at the start"),
    TEXT_KEY(
        public, is_public, "",
        "the address that people open, as in https://play.example.org; else the one listened at"),
    TEXT_KEY(about, NULL, "",
             "who runs this server, how to reach them, and whatever else visitors should know; the "
             "pages show it"),
    TEXT_KEY(
        proxies, is_proxies, "",
        "addresses of proxies, separated by blanks, whose X-Forwarded-For and -Proto are believed"),
    WORD_KEY(log, "text json none", "text", "lines on standard error"),
    WORD_KEY(log_requests, "no yes", "no",
             "a line for every request, and not only for what goes wrong"),
    WORD_KEY(create, "no yes", "yes", "may tables be made?"),
    WORD_KEY(computers, "no yes", "yes", "may computers have seats?"),
    WORD_KEY(open_lobby, "no yes", "yes", "may tables be public?"),
    NUMBER_KEY(requests_minute, 0, 1000000, "3000",
               "requests of an address a minute, also refused ones"),
    NUMBER_KEY(requests_burst, 0, 1000000, "600", "and so many at once"),
    NUMBER_KEY(tables_minute, 0, 1000000, "20", "tables made from an address a minute"),
    NUMBER_KEY(tables_burst, 0, 1000000, "20", "and so many at once"),
    NUMBER_KEY(all_tables_minute, 0, 1000000, "1200", "tables made from everywhere a minute"),
    NUMBER_KEY(all_tables_burst, 0, 1000000, "600", "and so many at once"),
    NUMBER_KEY(address_lobby, 0, 1000000, "10", "tables of an address in the lobby at once"),
    NUMBER_KEY(acts_minute, 0, 1000000, "600", "moves and other acts of a seat a minute"),
    NUMBER_KEY(acts_burst, 0, 1000000, "60", "and so many at once"),
    NUMBER_KEY(hints_minute, 0, 1000000, "20",
               "hints and reviews asked for from an address a minute"),
    NUMBER_KEY(hints_burst, 0, 1000000, "10", "and so many at once"),
    NUMBER_KEY(streams, 0, 1000000, "20000", "streams of events at once"),
    NUMBER_KEY(address_streams, 0, 1000000, "500", "streams of an address at once"),
    NUMBER_KEY(address_connections, 0, 60000, "600",
               "connections of an address at once, idle ones and streams included, unless it is a "
               "proxy's"),
    NUMBER_KEY(seat_streams, 0, 1000, "8", "streams of a seat at once"),
    NUMBER_KEY(engines, 2, 256, "4",
               "processes of computer players, hints and reviews; only read at the start"),
    NUMBER_KEY(engine_seconds, 0, 3600, "60", "that a computer's decision may take"),
    SECONDS_KEY(joint_seconds, 86400, "10",
                "until the server contributes to a draw for a seat that does not"),
    SECONDS_KEY(open_seconds, 86400, "60",
                "until a seat that does not open its contribution loses the round"),
    NUMBER_KEY(away_seconds, 0, 3600, "5", "until a seat without a stream is said to be away"),
    NUMBER_KEY(unclaimed_hours, 0, 100000, "24", "that a table is kept which nobody has come to"),
    NUMBER_KEY(unfinished_days, 0, 100000, "30",
               "that a game is kept which is not over, after its last event"),
    NUMBER_KEY(finished_days, 0, 100000, "90", "that a finished game is kept"),
    NUMBER_KEY(forget_seconds, 0, 86400, "30",
               "until a table that nobody uses is put out of memory"),
};

enum { KEYS = sizeof keys / sizeof *keys };

static char *text_of(struct config *config, const struct key *key)
{
    return (char *)config + key->offset;
}

static unsigned *number_of(struct config *config, const struct key *key)
{
    return (unsigned *)(void *)((char *)config + key->offset);
}

static bool find_word(const char *words, const char *value, unsigned *index)
{
    size_t length = strlen(value);
    for (*index = 0; *words; ++*index) {
        size_t width = strcspn(words, " ");
        if (width == length && strncmp(words, value, width) == 0)
            return true;
        words += width + strspn(words + width, " ");
    }
    return false;
}

static bool set_number(struct config *config, const struct key *key, const char *value,
                       struct text *why)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10), part = 0;
    if (key->unit > 1 && *end == '.')
        for (unsigned unit = key->unit / 10; isdigit((unsigned char)*++end) && unit; unit /= 10)
            part += unit * (unsigned)(*end - '0');
    if (isdigit((unsigned char)*value) && !*end && !errno && number >= key->least &&
        number + (part > 0) <= key->most) {
        *number_of(config, key) = (unsigned)(number * key->unit + part);
        return true;
    }
    text_add(why, "'%s' takes a number from %u to %u, not '%.60s'.", key->name, key->least,
             key->most, value);
    return false;
}

static bool set_key(struct config *config, const struct key *key, const char *value,
                    struct text *why)
{
    if (key->most)
        return set_number(config, key, value, why);
    if (key->words) {
        if (find_word(key->words, value, number_of(config, key)))
            return true;
        text_add(why, "'%s' takes one of: %s; not '%.60s'.", key->name, key->words, value);
        return false;
    }
    if (strlen(value) >= CONFIG_TEXT) {
        text_add(why, "The value of '%s' is longer than %d characters.", key->name,
                 CONFIG_TEXT - 1);
        return false;
    }
    if (key->is_sound && !key->is_sound(value, why))
        return false;
    strcpy(text_of(config, key), value);
    return true;
}

bool config_set(struct config *config, const char *name, const char *value, struct text *why)
{
    const struct key *near = NULL;
    for (unsigned i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].name, name) == 0)
            return set_key(config, &keys[i], value, why);
        if (text_distance(keys[i].name, name) <= 2)
            near = &keys[i];
    }
    text_add(why, "There is no key '%.60s'.", name);
    if (near)
        text_add(why, " Did you mean '%s'?", near->name);
    return false;
}

struct config config_usual(void)
{
    struct config config;
    struct text why = TEXT_OF(TEXT_MAX);
    memset(&config, 0, sizeof config);
    for (unsigned i = 0; i < KEYS; i++)
        set_key(&config, &keys[i], keys[i].usual, &why);
    return config;
}

bool config_read(struct config *config, const char *path, struct text *why)
{
    struct config read = *config;
    struct text fault = TEXT_OF(TEXT_MAX);
    struct key_file file = { .in = fopen(path, "re") };
    if (!file.in) {
        text_add(why, "The configuration '%.200s' cannot be read: %s.", path, strerror(errno));
        return false;
    }
    while (!fault.length && key_file_next(&file)) {
        if (file.cut)
            text_add(&fault, "It is too long.");
        else if (file.value)
            config_set(&read, file.key, file.value, &fault);
        else if (*file.key)
            text_add(&fault, "'%.60s' is not KEY = VALUE.", file.key);
    }
    fclose(file.in);
    if (fault.length) {
        text_add(why, "%.200s, line %u: %s", path, file.number, fault.at);
        return false;
    }
    *config = read;
    return true;
}

void config_print(FILE *out)
{
    fprintf(out, "# The configuration of causeway serve. What stands behind # is the usual value.\n"
                 "# In every number 0 means: no limit. Where there must be one, 0 is refused.\n");
    for (unsigned i = 0; i < KEYS; i++)
        fprintf(out, "\n# %s%s%s%s\n# %s = %s\n", keys[i].help, keys[i].words ? " (" : "",
                keys[i].words ? keys[i].words : "", keys[i].words ? ")" : "", keys[i].name,
                keys[i].usual);
}
