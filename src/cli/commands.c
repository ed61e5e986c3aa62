// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "contest/tournament.h"

bool command_read_game(const struct cli_invocation *invocation, const char *name,
                       struct variant *variant, struct text *why)
{
    const char *wanted = cli_value(invocation, OPTION_RULES);
    const struct game *game = games_find(name, why);
    return game && variant_parse(game, wanted ? wanted : "book", variant, why);
}

bool command_read_number(const struct cli_invocation *invocation, enum cli_option_id id,
                         uint64_t lo, uint64_t hi, uint64_t *number, struct text *why)
{
    const char *value = cli_value(invocation, id);
    uint64_t parsed;
    if (!value)
        return true;
    if (text_parse_number(value, hi, &parsed) && parsed >= lo) {
        *number = parsed;
        return true;
    }
    text_add(why, "--%s takes a whole number from %ju to %ju, not '%.40s'.", cli_options[id].name,
             (uintmax_t)lo, (uintmax_t)hi, value);
    return false;
}

bool command_read_memory(const struct cli_invocation *invocation, size_t *memory, struct text *why)
{
    uint64_t mebibytes = 0;
    bool good =
        command_read_number(invocation, OPTION_PROGRAM_MEMORY, 16, 1 << 20, &mebibytes, why);
    *memory = (size_t)mebibytes << 20;
    return good;
}

bool command_read_jobs(const struct cli_invocation *invocation, unsigned *jobs, struct text *why)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t count = cores < 1 ? 1 : cores > TOURNAMENT_JOBS ? TOURNAMENT_JOBS : (uint64_t)cores;
    bool good = command_read_number(invocation, OPTION_JOBS, 1, TOURNAMENT_JOBS, &count, why);
    *jobs = (unsigned)count;
    return good;
}

bool command_close_file(FILE *file, const char *path, struct text *why)
{
    bool broken = !file || ferror(file);
    if (file) {
        errno = 0;
        broken |= fclose(file) != 0;
    }
    if (broken)
        text_add(why, "cannot write '%s': %s.", path, errno ? strerror(errno) : "it was cut short");
    return !broken;
}

enum console_color command_color(const struct cli_invocation *invocation)
{
    const char *when = cli_value(invocation, OPTION_COLOR);
    if (!when || strcmp(when, "auto") == 0)
        return COLOR_AUTO;
    return strcmp(when, "always") == 0 ? COLOR_ALWAYS : COLOR_NEVER;
}

bool command_wants_full(const struct cli_invocation *invocation, struct settings *settings)
{
    const char *wanted = cli_value(invocation, OPTION_UI);
    struct text warnings = TEXT_OF(TEXT_MAX);
    settings_load(settings, &warnings);
    bool full = wanted ? strcmp(wanted, "full") == 0 : settings->value[SETTINGS_UI] == UI_FULL;
    return full && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool command_open_full(const struct cli_invocation *invocation, struct ui *ui)
{
    const char *wanted = cli_value(invocation, OPTION_UI);
    struct settings settings;
    struct text warnings = TEXT_OF(TEXT_MAX);
    settings_load(&settings, &warnings);
    fputs(warnings.at, stderr);
    if (cli_value(invocation, OPTION_ASCII))
        settings.value[SETTINGS_ASCII] = true;
    if (cli_value(invocation, OPTION_NO_ANIMATION))
        settings.value[SETTINGS_ANIMATION] = ANIMATION_OFF;
    if (wanted ? strcmp(wanted, "full") != 0 : settings.value[SETTINGS_UI] == UI_LINE)
        return false;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
        ui_open(ui, &settings, command_color(invocation)))
        return true;
    if (wanted)
        fprintf(stderr, "causeway: This is no terminal for the full screen; here is line mode.\n");
    return false;
}

int command_close_full(struct ui *ui, struct text *why)
{
    ui_close(ui);
    text_put(why, ui->failure);
    return *ui->failure ? EXIT_FAILED : full_status();
}
