// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bots/bots.h"
#include "ui/key_file.h"
#include "record/name.h"

enum { LINE_SIZE = 256 };

#define NAME(level) #level,
static const char *const players[] = { "human", "random", BOT_LEVELS(NAME) NULL };
static const char *const presets[] = { "book", "fair", NULL };
static const char *const themes[] = { "dark", "light", "contrast", "monochrome", NULL };
static const char *const animations[] = { "off", "fast", "normal", "slow", NULL };
static const char *const uis[] = { "full", "line", NULL };
static const char *const yes_no[] = { "no", "yes", NULL };

const struct settings_field settings_fields[SETTINGS_KEYS] = {
    [SETTINGS_NAME] = { "name", "what you are called; empty: as the system calls you", NULL, 0 },
    [SETTINGS_OPPONENT] = { "opponent", "who plays against you when a game is set up", players, 3 },
    [SETTINGS_RULES] = { "rules", "the rules that a game is set up with", presets, 1 },
    [SETTINGS_THEME] = { "theme", "the colours of the full screen", themes, THEME_DARK },
    [SETTINGS_ASCII] = { "ascii", "plain ASCII characters only", yes_no, 0 },
    [SETTINGS_ANIMATION] = { "animation", "how moves are shown", animations, ANIMATION_NORMAL },
    [SETTINGS_BELL] = { "bell", "ring when it is your turn and when a mine goes off", yes_no, 0 },
    [SETTINGS_UI] = { "ui", "the full screen, or plain lines as for a screen reader", uis,
                      UI_FULL },
    [SETTINGS_SERVER] = { "server", "where to play online, as in https://HOST", NULL, 0 },
};

const char *settings_word(const struct settings *settings, enum settings_key key)
{
    const struct settings_field *field = &settings_fields[key];
    return field->words             ? field->words[settings->value[key]]
           : key == SETTINGS_SERVER ? settings->server
                                    : settings->name;
}

char *settings_text(struct settings *settings, enum settings_key key, size_t *size)
{
    *size = key == SETTINGS_SERVER ? sizeof settings->server : sizeof settings->name;
    return settings_fields[key].words ? NULL
           : key == SETTINGS_SERVER   ? settings->server
                                      : settings->name;
}

static void set_usual(struct settings *settings)
{
    *settings = (struct settings){ 0 };
    for (unsigned key = 0; key < SETTINGS_KEYS; key++)
        settings->value[key] = settings_fields[key].usual;
}

static bool is_name(const char *name)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || *c == ',')
            return false;
    return strlen(name) < SETTINGS_NAME_SIZE;
}

static bool set_name(struct settings *settings, const char *value, struct text *why)
{
    char name[NAME_TYPED] = "";
    snprintf(name, sizeof name, "%s", value);
    name_normalise(name, sizeof name);
    if (!is_name(name)) {
        text_add(why, "'%.40s' cannot be a name: at most %d bytes, without commas.", value,
                 SETTINGS_NAME_SIZE - 1);
        return false;
    }
    memcpy(settings->name, name, SETTINGS_NAME_SIZE);
    return true;
}

static bool set_server(struct settings *settings, const char *value, struct text *why)
{
    bool url = text_begins(value, "https://") || text_begins(value, "http://");
    if ((*value && !url) || strlen(value) >= SETTINGS_SERVER_SIZE) {
        text_add(why, "'%.40s' cannot be a server: it is written as https://HOST.", value);
        return false;
    }
    snprintf(settings->server, sizeof settings->server, "%s", value);
    return true;
}

bool settings_set(struct settings *settings, enum settings_key key, const char *value,
                  struct text *why)
{
    const struct settings_field *field = &settings_fields[key];
    if (key == SETTINGS_SERVER)
        return set_server(settings, value, why);
    if (!field->words)
        return set_name(settings, value, why);
    for (unsigned i = 0; field->words[i]; i++) {
        if (text_same(value, field->words[i])) {
            settings->value[key] = i;
            return true;
        }
    }
    text_add(why, "%s cannot be '%.40s': it is", field->key, value);
    for (unsigned i = 0; field->words[i]; i++)
        text_add(why, "%s %s", i == 0 ? "" : field->words[i + 1] ? "," : " or", field->words[i]);
    text_add(why, ".");
    return false;
}

// Which setting it is; SETTINGS_KEYS if it is none.
static enum settings_key find_key(const struct key_file *file)
{
    unsigned key = 0;
    while (key < SETTINGS_KEYS && !(file->value && text_same(file->key, settings_fields[key].key)))
        key++;
    return key;
}

static void read_line(struct settings *settings, const struct key_file *file, struct text *why)
{
    enum settings_key key = find_key(file);
    if (file->cut)
        text_add(why, "it is too long.");
    else if (key != SETTINGS_KEYS)
        settings_set(settings, key, file->value, why);
    else if (*file->key)
        text_add(why, "'%.40s%s%.40s' is no setting.", file->key, file->value ? " = " : "",
                 file->value ? file->value : "");
}

void settings_load(struct settings *settings, struct text *warnings)
{
    char path[KEY_FILE_PATH];
    struct key_file file = { .most = LINE_SIZE };
    set_usual(settings);
    if (!key_file_path("settings", false, path) || !(file.in = fopen(path, "r")))
        return;
    while (key_file_next(&file)) {
        struct text why = TEXT_OF(LINE_SIZE * 2);
        read_line(settings, &file, &why);
        if (why.length)
            text_add(warnings, "%s, line %u: %s\n", path, file.number, why.at);
    }
    fclose(file.in);
}

// Takes over the file's lines, with the values that hold now; notes which settings
// it has.
static void copy_lines(const struct settings *settings, FILE *from, FILE *to,
                       bool written[SETTINGS_KEYS])
{
    struct key_file file = { .in = from };
    while (key_file_next(&file)) {
        enum settings_key key = file.cut ? SETTINGS_KEYS : find_key(&file);
        if (key != SETTINGS_KEYS) {
            fprintf(to, "%s = %s\n", settings_fields[key].key, settings_word(settings, key));
            written[key] = true;
            continue;
        }
        fputs(file.line, to);
        for (int c = 0; file.cut && c != '\n' && (c = fgetc(from)) != EOF;)
            fputc(c, to);
        file.cut = false;
    }
}

static void add_line(const struct settings *settings, enum settings_key key, FILE *to)
{
    const struct settings_field *field = &settings_fields[key];
    fprintf(to, "# %s", field->help);
    for (unsigned i = 0; field->words && field->words[i]; i++)
        fprintf(to, "%s%s", i == 0 ? ": " : ", ", field->words[i]);
    fprintf(to, "\n%s = %s\n\n", field->key, settings_word(settings, key));
}

static void write_file(const struct settings *settings, const char *path, FILE *to)
{
    bool written[SETTINGS_KEYS] = { false };
    FILE *from = fopen(path, "r");
    if (from) {
        copy_lines(settings, from, to, written);
        fclose(from);
    } else {
        fputs("# Settings of Causeway. What the command line says goes before them.\n\n", to);
    }
    for (unsigned key = 0; key < SETTINGS_KEYS; key++)
        if (!written[key])
            add_line(settings, key, to);
}

bool settings_save(const struct settings *settings, struct text *why)
{
    char path[KEY_FILE_PATH];
    if (!key_file_path("settings", true, path)) {
        text_add(why, "The settings cannot be kept: there is no home directory.");
        return false;
    }
    FILE *file = key_file_begin(path);
    if (file)
        write_file(settings, path, file);
    if (file && key_file_end(path, file))
        return true;
    text_add(why, "The settings cannot be kept in %s: %s.", path, strerror(errno));
    return false;
}

void settings_own_name(const struct settings *settings, char name[SETTINGS_NAME_SIZE])
{
    const struct passwd *entry = *settings->name ? NULL : getpwuid(getuid());
    const char *system = entry && is_name(entry->pw_name) ? entry->pw_name : "";
    snprintf(name, SETTINGS_NAME_SIZE, "%s", *settings->name ? settings->name : system);
}
