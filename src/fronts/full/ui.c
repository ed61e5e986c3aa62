// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/ui.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <wctype.h>

#include "core/now.h"
#include "drive/process.h"
#include "fronts/full/page_hint.h"
#include "fronts/full/terminal.h"
#include "ui/progress_bar.h"
#include "report/rulebook.h"

static bool fit_screen(struct ui *ui)
{
    unsigned rows, cols;
    terminal_size(&rows, &cols);
    if (rows == ui->screen.rows && cols == ui->screen.cols) {
        screen_clear(&ui->screen);
        return true;
    }
    return screen_resize(&ui->screen, rows, cols);
}

static void paint_question(struct screen *screen, const char *question)
{
    unsigned row = screen->rows - 1;
    screen_fill(screen, row, 0, screen->cols, INK_BAR, L' ');
    unsigned used = screen_put(screen, row, 0, screen->cols, INK_BAR, question);
    screen_click(screen, (struct screen_area){ row, 0, 1, screen->cols }, 'y');
    screen->cursor_row = row;
    screen->cursor_col = used < screen->cols ? used : screen->cols - 1;
}

// The ui that is open, for look_on_screen(), which is called without it.
static struct ui *window;

static bool is_click(uint32_t press)
{
    return press >= PRESS_CELL && press < PRESS_CELL + CELLS_MAX;
}

// A press that comes before the page that it is for can be seen is taken up when that page reads,
// but for a click, which was meant for another page, and for a press that by itself says "go on":
// it might settle something unseen.
static bool may_come_early(const struct ui *ui, uint32_t press)
{
    bool goes_on = press == ' ' || press == PRESS_ENTER;
    return press != PRESS_NOTHING && press != PRESS_ESCAPE && press != PRESS_RESIZE &&
           !is_click(press) && (!goes_on || ui->kept_count);
}

uint32_t ui_glance(struct ui *ui)
{
    uint32_t press = terminal_read(0);
    bool stops = press == PRESS_INTERRUPT || press == PRESS_LEAVE;
    if (!stops && may_come_early(ui, press) && ui->kept_count < UI_KEPT)
        ui->kept[ui->kept_count++] = press;
    return press;
}

// Shows the progress of a long computation in the last row; Esc and Ctrl-C stop it.
static bool look_on_screen(const char *what, uint64_t nodes, double seconds)
{
    struct text line = TEXT_OF(160);
    text_add(&line, " ");
    progress_bar_tell(what, nodes, seconds, "Esc", &line);
    paint_question(&window->screen, line.at);
    terminal_show(&window->screen);
    uint32_t press = ui_glance(window);
    return press != PRESS_ESCAPE && press != PRESS_INTERRUPT && press != PRESS_LEAVE;
}

void ui_apply_settings(struct ui *ui)
{
    static const unsigned tempos[] = {
        [ANIMATION_OFF] = 0,
        [ANIMATION_FAST] = 50,
        [ANIMATION_NORMAL] = 100,
        [ANIMATION_SLOW] = 250,
    };
    const unsigned *value = ui->settings.value;
    terminal_set_theme(value[SETTINGS_THEME], ui->color);
    ui->tempo = terminal_is_fast() ? tempos[value[SETTINGS_ANIMATION]] : 0;
    ui->screen.ascii = value[SETTINGS_ASCII] || !terminal_is_unicode();
}

bool ui_open(struct ui *ui, const struct settings *settings, enum console_color color)
{
    *ui = (struct ui){ .settings = *settings, .color = color };
    if (!terminal_open())
        return false;
    ui_apply_settings(ui);
    if (fit_screen(ui)) {
        window = ui;
        progress_bar_look_by(look_on_screen);
        return true;
    }
    terminal_close();
    return false;
}

void ui_fail(struct ui *ui, const char *why)
{
    snprintf(ui->failure, sizeof ui->failure, "%s", why);
    ui->leaving = true;
}

void ui_ring(const struct ui *ui)
{
    if (ui->settings.value[SETTINGS_BELL])
        terminal_ring();
}

void ui_close(struct ui *ui)
{
    progress_bar_look_by(NULL);
    terminal_close();
    screen_free(&ui->screen);
}

static bool is_too_small(const struct screen *screen)
{
    return screen->rows < PAGE_LEAST_ROWS || screen->cols < PAGE_LEAST_COLS;
}

// If there is no memory for a larger window, the part that fits is painted.
void ui_show(struct ui *ui, ui_paint *paint, void *page)
{
    if (ui->leaving)
        return;
    if (!fit_screen(ui))
        screen_clear(&ui->screen);
    if (is_too_small(&ui->screen))
        page_paint_too_small(&ui->screen);
    else
        paint(&ui->screen, page);
    if (ui->question)
        paint_question(&ui->screen, ui->question);
    terminal_show(&ui->screen);
}

static uint32_t ask_over(struct ui *ui, ui_paint *paint, void *page, const char *question)
{
    uint32_t press;
    ui->question = question;
    do {
        ui_show(ui, paint, page);
        press = terminal_read(-1);
    } while (press == PRESS_RESIZE);
    ui->question = NULL;
    return press;
}

char ui_answer(struct ui *ui, ui_paint *paint, void *page, const char *question)
{
    uint32_t press = ask_over(ui, paint, page, question);
    if (press >= 'A' && press <= 'Z')
        return (char)(press - 'A' + 'a');
    return press >= 'a' && press <= 'z' ? (char)press : '\0';
}

bool ui_confirm(struct ui *ui, ui_paint *paint, void *page, const char *question)
{
    return ui_answer(ui, paint, page, question) == 'y'; // a terminal that has gone counts as no
}

// Ctrl-C twice leaves.
static bool confirms_leaving(struct ui *ui, ui_paint *paint, void *page)
{
    uint32_t press =
        ask_over(ui, paint, page, "Leave Causeway? y or Ctrl-C: yes, any other key: no ");
    return press == 'y' || press == 'Y' || press == PRESS_INTERRUPT;
}

static void erase_last(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length ? length - 1 : 0] = '\0';
}

void ui_type(char *text, size_t size, bool *begun, uint32_t press)
{
    size_t length = *begun ? strlen(text) : 0;
    char bytes[16];
    mbstate_t state = { 0 };
    if (press == PRESS_ERASE || press == PRESS_ERASE_ALL) {
        *begun = true;
        if (press == PRESS_ERASE)
            erase_last(text);
        else
            *text = '\0';
        return;
    }
    if (press >= PRESS_LEFT || !iswprint((wint_t)press))
        return;
    size_t more = wcrtomb(bytes, (wchar_t)press, &state);
    if (more == (size_t)-1 || length + more >= size)
        return;
    *begun = true;
    memcpy(text + length, bytes, more);
    text[length + more] = '\0';
}

// Shows the prompt and what is typed; if there is too much of it, its end.
static void show_line(struct ui *ui, ui_paint *paint, void *page, const struct ui_line *line)
{
    struct text question = TEXT_OF(TEXT_MAX);
    const char *typed = line->secret ? "" : line->answer;
    unsigned room = ui->screen.cols - 1, used = screen_width(line->prompt) + 1;
    while (*typed && (used + screen_width(typed) > room || (*typed & 0xc0) == 0x80))
        typed++;
    text_add(&question, "%s %s", line->prompt, typed);
    ui->question = question.at;
    ui_show(ui, paint, page);
    ui->question = NULL;
}

bool ui_ask(struct ui *ui, ui_paint *paint, void *page, const struct ui_line *line)
{
    bool begun = true;
    for (;;) {
        show_line(ui, paint, page, line);
        uint32_t press = ui_take(ui);
        if (!press)
            press = terminal_read(-1);
        if (press == PRESS_ENTER)
            return true;
        if (press == PRESS_ESCAPE || press == PRESS_INTERRUPT || press == PRESS_LEAVE)
            return false;
        ui_type(line->answer, line->size, &begun, press);
    }
}

static enum choice_end type_move(struct ui *ui, struct page_play *page, struct move *move)
{
    char typed[256] = "";
    struct text why = TEXT_OF(STAGE_WORDS), prompt = TEXT_OF(128), example = TEXT_OF(64);
    choice_example(page->choice, page->shown, &example);
    text_add(&prompt, "Move, for example \"%s\":", example.at);
    struct ui_line line = { .prompt = prompt.at, .answer = typed, .size = sizeof typed };
    if (!ui_ask(ui, page_paint_play, page, &line) || !*typed)
        return CHOICE_GOES_ON;
    if (choice_read(page->choice, page->shown, typed, move, &why))
        return CHOICE_MADE;
    text_add(&why, " Type the move, for example: %s", example.at);
    choice_refuse(page->choice, why.at);
    return CHOICE_GOES_ON;
}

enum choice_end ui_press_choice(struct ui *ui, struct page_play *page, uint32_t press,
                                struct move *move)
{
    if (page_hint_press(page, press))
        return CHOICE_GOES_ON;
    if (page->resting)
        return CHOICE_OTHER;
    page->choice->row = page_row_cells(&ui->screen, page);
    enum choice_end end = choice_press(page->choice, page->shown, press, move);
    return end == CHOICE_OTHER && press == ':' ? type_move(ui, page, move) : end;
}

static void paint_nothing(struct screen *screen, void *page)
{
    (void)screen, (void)page;
}

char ui_choose(struct ui *ui, const char *question, const char *letters)
{
    const char *chosen = NULL;
    ui->question = question;
    while (!chosen) {
        ui_show(ui, paint_nothing, NULL);
        uint32_t press = terminal_read(-1);
        if (press == PRESS_LEAVE)
            chosen = letters + strlen(letters) - 1;
        else if (press > 0 && press < 128)
            chosen = strchr(letters, (int)press);
    }
    ui->question = NULL;
    return *chosen;
}

uint32_t ui_take(struct ui *ui)
{
    uint32_t press = ui->kept_count ? ui->kept[0] : PRESS_NOTHING;
    if (ui->kept_count)
        memmove(ui->kept, ui->kept + 1, --ui->kept_count * sizeof *ui->kept);
    return press;
}

// The press that was just taken stays the first.
static void give_back(struct ui *ui, uint32_t press)
{
    ui->kept_count -= ui->kept_count == UI_KEPT;
    memmove(ui->kept + 1, ui->kept, ui->kept_count++ * sizeof *ui->kept);
    ui->kept[0] = press;
}

void ui_drop_typed(struct ui *ui)
{
    terminal_drop_typed();
    ui->kept_count = 0;
}

void ui_drop_clicks(struct ui *ui, bool shared)
{
    ui->deafens = true;
    ui->deafens_to_enter = shared;
}

static void begin_deafness(struct ui *ui)
{
    enum { DOUBLE_CLICK = 500, DOUBLE_TAP = 150 };
    if (ui->deafens)
        ui->deaf_until = now_monotonic() + DOUBLE_CLICK;
    if (ui->deafens_to_enter)
        ui->enter_deaf_until = now_monotonic() + DOUBLE_TAP;
    ui->deafens = ui->deafens_to_enter = false;
}

static uint32_t next_press(struct ui *ui, int milliseconds)
{
    uint32_t press = ui->leaving ? PRESS_LEAVE : ui_take(ui);
    if (!press)
        press = terminal_read(milliseconds);
    ui->leaving |= press == PRESS_LEAVE;
    bool deaf = (is_click(press) && now_monotonic() < ui->deaf_until) ||
                (press == PRESS_ENTER && now_monotonic() < ui->enter_deaf_until);
    if (press && press != PRESS_ENTER) { // what is typed now is the next player's
        ui->enter_deaf_until = 0;
        ui->deafens_to_enter = false;
    }
    return deaf ? PRESS_NOTHING : press;
}

uint32_t ui_read(struct ui *ui, ui_paint *paint, void *page)
{
    enum { STIR = 250 };
    for (;;) {
        ui_show(ui, paint, page);
        begin_deafness(ui);
        uint32_t press = next_press(ui, ui->has_news ? STIR : -1);
        if (press == PRESS_LEAVE)
            return press;
        if (press == PRESS_NOTHING && ui->has_news && ui->has_news(ui->context))
            return PRESS_NEWS;
        if (press == PRESS_REDRAW)
            terminal_redraw();
        else if (press == PRESS_INTERRUPT && confirms_leaving(ui, paint, page))
            ui->leaving = true;
        else if (press != PRESS_NOTHING && press != PRESS_RESIZE && press != PRESS_INTERRUPT &&
                 !is_too_small(&ui->screen))
            return press;
    }
}

bool ui_is_back(uint32_t press)
{
    return press == PRESS_ESCAPE || press == 'q' || press == PRESS_LEAVE;
}

// The row that was clicked, or whose key was pressed; `count` if it is none.
static unsigned row_of(const struct page_list *list, uint32_t press)
{
    unsigned row = press >= PRESS_ROW ? press - PRESS_ROW : list->keyed ? 0 : list->count;
    while (press < PRESS_ROW && row < list->count && (uint32_t)list->rows[row].label[0] != press)
        row++;
    return row < list->count ? row : list->count;
}

uint32_t ui_read_list(struct ui *ui, struct page_list *list)
{
    for (;;) {
        uint32_t press = ui_read(ui, page_paint_list, list);
        unsigned row = row_of(list, press);
        if (row < list->count && (list->keyed || row == list->focus)) {
            list->focus = row;
            return PRESS_ENTER;
        }
        if (!page_list_press(list, press))
            return press;
        list->warning = "";
    }
}

bool ui_pause(struct ui *ui, ui_paint *paint, void *page, int milliseconds)
{
    ui_show(ui, paint, page);
    uint32_t press = next_press(ui, milliseconds);
    if (press == PRESS_RESIZE || may_come_early(ui, press))
        give_back(ui, press);
    return press != PRESS_NOTHING && !is_click(press);
}

void ui_show_text(struct ui *ui, const char *title, const char *text)
{
    enum { NOTCH = 3 };
    struct page_text page = { .title = title, .text = text };
    for (;;) {
        uint32_t press = ui_read(ui, page_paint_text, &page);
        unsigned leaf = page_text_rows(&ui->screen);
        if (ui_is_back(press) || press == PRESS_ENTER)
            return;
        if (press == PRESS_DOWN)
            page.from++;
        else if (press == PRESS_UP && page.from > 0)
            page.from--;
        else if (press == PRESS_WHEEL_DOWN)
            page.from += NOTCH;
        else if (press == PRESS_WHEEL_UP)
            page.from -= page.from < NOTCH ? page.from : NOTCH;
        else if (press == PRESS_PAGE_DOWN || press == ' ')
            page.from += leaf;
        else if (press == PRESS_PAGE_UP)
            page.from -= page.from < leaf ? page.from : leaf;
        else if (press == PRESS_HOME)
            page.from = 0;
        else if (press == PRESS_END)
            page.from = UINT_MAX / 2; // painting brings it back to the last page
    }
}

void ui_show_rules(struct ui *ui, const char *title, const struct variant *variant)
{
    struct text text = TEXT_OF(2 * TEXT_MAX);
    rulebook_print(variant, &text);
    ui_show_text(ui, title, text.at);
}
