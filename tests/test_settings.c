// SPDX-License-Identifier: GPL-3.0-or-later
// The settings' file: what is read, what is named as wrong, what is kept.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/progress_bar.h"
#include "ui/settings.h"
#include "support.h"

static char directory[] = "/tmp/causeway-settings-XXXXXX";
static char path[256];

static void write_settings(const char *text)
{
    char folder[256];
    snprintf(folder, sizeof folder, "%s/causeway", directory);
    mkdir(folder, 0700);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *read_settings(void)
{
    static char text[4096];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static struct settings load(struct text *warnings)
{
    struct settings settings;
    settings_load(&settings, warnings);
    return settings;
}

static void without_a_file_all_is_usual(void **state)
{
    (void)state;
    char buffer[TEXT_MAX];
    struct text warnings = text_in(buffer, sizeof buffer);
    unlink(path);
    struct settings settings = load(&warnings);
    assert_int_equal(warnings.length, 0);
    for (unsigned key = 0; key < SETTINGS_KEYS; key++)
        assert_int_equal(settings.value[key], settings_fields[key].usual);
}

static void a_wrong_line_is_named_and_the_others_count(void **state)
{
    (void)state;
    char buffer[TEXT_MAX];
    struct text warnings = text_in(buffer, sizeof buffer);
    char text[1024] = "# mine\n\nname = Ann\ntheme = pink\ncolour = red\nno sign\nbell=YES\n";
    memset(text + strlen(text), 'x', 400);
    strcat(text, "\nascii = yes");
    write_settings(text);
    struct settings settings = load(&warnings);
    assert_string_equal(settings.name, "Ann");
    assert_int_equal(settings.value[SETTINGS_THEME], THEME_DARK);
    assert_string_equal(settings_word(&settings, SETTINGS_BELL), "yes");
    assert_string_equal(settings_word(&settings, SETTINGS_ASCII), "yes");
    assert_non_null(strstr(buffer, "line 4: theme cannot be 'pink': it is dark, light, contrast "
                                   "or monochrome."));
    assert_non_null(strstr(buffer, "line 5: 'colour = red' is no setting."));
    assert_non_null(strstr(buffer, "line 6: 'no sign' is no setting."));
    assert_non_null(strstr(buffer, "line 8: it is too long."));
    assert_null(strstr(buffer, "line 9"));
}

static void saving_keeps_what_people_wrote(void **state)
{
    (void)state;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    write_settings("# my own words\ntheme=light\nodd line\n");
    struct settings settings = load(&why);
    text_clear(&why);
    assert_true(settings_set(&settings, SETTINGS_THEME, "contrast", &why));
    assert_true(settings_set(&settings, SETTINGS_NAME, "Ben", &why));
    assert_true(settings_save(&settings, &why));
    const char *text = read_settings();
    assert_non_null(strstr(text, "# my own words\ntheme = contrast\nodd line\n"));
    assert_non_null(strstr(text, "\nname = Ben\n"));
    struct settings again = load(&why);
    assert_memory_equal(&again, &settings, sizeof again);
    assert_true(settings_save(&again, &why));
    assert_string_equal(read_settings(), text);
}

static void a_new_file_explains_itself(void **state)
{
    (void)state;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    unlink(path);
    struct settings settings = load(&why);
    assert_true(settings_save(&settings, &why));
    for (unsigned key = 0; key < SETTINGS_KEYS; key++)
        assert_non_null(strstr(read_settings(), settings_fields[key].help));
    struct settings again = load(&why);
    assert_memory_equal(&again, &settings, sizeof again);
}

static void where_nothing_can_be_written_it_says_so(void **state)
{
    (void)state;
    char buffer[TEXT_MAX];
    struct text why = text_in(buffer, sizeof buffer);
    struct settings settings = load(&why);
    setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
    assert_false(settings_save(&settings, &why));
    setenv("XDG_CONFIG_HOME", directory, 1);
    assert_non_null(strstr(buffer, "/proc/nowhere/causeway/settings"));
}

static void names_are_names(void **state)
{
    (void)state;
    char buffer[TEXT_MAX], name[SETTINGS_NAME_SIZE];
    struct text why = text_in(buffer, sizeof buffer);
    struct settings settings = { 0 };
    assert_false(settings_set(&settings, SETTINGS_NAME, "A,B", &why));
    assert_false(settings_set(&settings, SETTINGS_NAME, "A\033[2J", &why));
    assert_false(settings_set(&settings, SETTINGS_NAME, "123456789012345678901234567890123", &why));
    assert_true(settings_set(&settings, SETTINGS_NAME, "Ann", &why));
    settings_own_name(&settings, name);
    assert_string_equal(name, "Ann");
    assert_true(settings_set(&settings, SETTINGS_NAME, "Jose\xcc\x81", &why));
    assert_string_equal(settings.name, "Jos\xc3\xa9");
}

// Linear programs count no positions: then none are spoken of.
static void progress_is_told(void **state)
{
    (void)state;
    struct text text = TEXT_OF(100);
    progress_bar_tell("Thinking", 12, 1.2, "Esc", &text);
    assert_string_equal(text.at, "Thinking: 12 positions, 1 s (Esc stops)");
    text_clear(&text);
    progress_bar_tell("Thinking", 0, 3.9, "Ctrl-C", &text);
    assert_string_equal(text.at, "Thinking: 4 s (Ctrl-C stops)");
}

int main(void)
{
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/causeway/settings", directory);
    setenv("XDG_CONFIG_HOME", directory, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(without_a_file_all_is_usual),
        cmocka_unit_test(a_wrong_line_is_named_and_the_others_count),
        cmocka_unit_test(saving_keeps_what_people_wrote),
        cmocka_unit_test(a_new_file_explains_itself),
        cmocka_unit_test(where_nothing_can_be_written_it_says_so),
        cmocka_unit_test(names_are_names),
    };
    int failed = cmocka_run_group_tests_name("settings", tests, NULL, NULL);
    unlink(path);
    return failed;
}
