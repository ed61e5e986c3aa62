// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <stdio.h>

#include "fronts/full/page.h"

struct settings_page {
    struct page_row rows[SETTINGS_KEYS];
    struct page_list list;
    bool naming;
    char warning[512];
};

static void set_rows(struct settings_page *page, const struct settings *settings)
{
    for (unsigned key = 0; key < SETTINGS_KEYS; key++) {
        const struct settings_field *field = &settings_fields[key];
        struct page_row *row = &page->rows[key];
        struct text note = text_in(row->note, sizeof row->note);
        snprintf(row->label, sizeof row->label, "%s", field->key);
        snprintf(row->value, sizeof row->value, "%s", settings_word(settings, key));
        for (unsigned i = 0; field->words && field->words[i]; i++)
            text_add(&note, "%s%s", i == 0 ? "" : ", ", field->words[i]);
        text_add(&note, "%s%s", field->words ? ": " : "", field->help);
    }
}

static void cycle(struct settings *settings, unsigned key, unsigned way)
{
    unsigned count = 0;
    while (settings_fields[key].words && settings_fields[key].words[count])
        count++;
    if (count)
        settings->value[key] = (settings->value[key] + count + way) % count;
}

static void edit(struct settings_page *page, struct settings *settings, uint32_t press)
{
    unsigned row = page->list.focus;
    bool click = press == PRESS_ROW + row;
    size_t size;
    char *text = settings_text(settings, row, &size);
    if (!click && page_list_press(&page->list, press))
        page->naming = false;
    else if (text && press != ',')
        ui_type(text, size, &page->naming, press);
    else if (press == PRESS_LEFT)
        cycle(settings, row, (unsigned)-1);
    else if (click || press == PRESS_RIGHT || press == PRESS_ENTER || press == ' ')
        cycle(settings, row, 1);
}

static const struct page_key keys[] = {
    { "Up Down", "choose", 0 },
    { "Left Right", "change", PRESS_RIGHT },
    { "Esc", "keep and leave", PRESS_ESCAPE },
    { 0 },
};

void settings_page_show(struct ui *ui)
{
    struct settings_page page = { .list = { .title = "Settings", .keys = keys } };
    page.list.rows = page.rows;
    page.list.count = SETTINGS_KEYS;
    page.list.warning = page.warning;
    for (;;) {
        set_rows(&page, &ui->settings);
        uint32_t press = ui_read(ui, page_paint_list, &page.list);
        struct text why = text_in(page.warning, sizeof page.warning);
        bool leave = press == PRESS_LEAVE;
        if (!leave && press != PRESS_ESCAPE) {
            edit(&page, &ui->settings, press);
            ui_apply_settings(ui);
        } else if (settings_save(&ui->settings, &why) || leave ||
                   !ui_confirm(ui, page_paint_list, &page.list,
                               "Try again? y: yes, any other: no ")) {
            return;
        }
    }
}
