// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/setup.h"

#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "drive/order.h"
#include "fronts/full/page.h"
#include "fronts/full/typing.h"
#include "record/record.h"
#include "report/rulebook.h"

// The rows, in order; the options take as many as the game has.
enum setup_row {
    ROW_START,
    ROW_NAME_1,
    ROW_WHO_1,
    ROW_NAME_2,
    ROW_WHO_2,
    ROW_FIRST,
    ROW_ROUNDS,
    ROW_COACH,
    ROW_PRESET,
    ROW_OPTION,
    ROWS = ROW_OPTION + RULES_MAX,
};

struct setup {
    struct drive_setup *ordered;
    struct page_row rows[ROWS];
    struct page_list page;
    char typed[8]; // the number being typed, which counts when it is complete
    bool naming;   // a name has been begun: what is typed is added to it
    char warning[512];
};

// By seat: who begins, or has the first role.
static const char *const first_words[] = { "toss", "1", "2" };

static void paint_list(struct screen *screen, void *page)
{
    page_paint_list(screen, page);
}

static unsigned seat_of(unsigned row)
{
    return row <= ROW_WHO_1 ? SEAT_1 : SEAT_2;
}

static void set_row(struct setup *setup, unsigned row, const char *label, const char *value,
                    const char *note)
{
    struct page_row *to = &setup->rows[row];
    snprintf(to->label, sizeof to->label, "%s", label);
    snprintf(to->value, sizeof to->value, "%s", value);
    snprintf(to->note, sizeof to->note, "%s", note);
}

static void set_player_rows(struct setup *setup, unsigned seat)
{
    const struct log_header *header = &setup->ordered->table.header;
    unsigned row = seat == SEAT_1 ? ROW_NAME_1 : ROW_NAME_2;
    struct text note = TEXT_OF(160);
    text_add(&note, "human");
    for (unsigned i = 0; bot_name(i); i++)
        text_add(&note, ", %s", bot_name(i));
    set_row(setup, row, header->variant.game->name[seat], header->name[seat], "type a name");
    set_row(setup, row + 1, "  played by", header->player[seat], note.at);
}

static void set_option_row(struct setup *setup, unsigned i)
{
    const struct log_header *header = &setup->ordered->table.header;
    const struct rules_option *option = &header->variant.game->options[i];
    char key[48], value[48], range[160];
    struct text text = text_in(value, sizeof value), note = text_in(range, sizeof range);
    snprintf(key, sizeof key, "  %s", option->key);
    rules_print_value(option, header->variant.rules.value[i], &text);
    rules_print_range(option, &note);
    text_add(&note, ": %s", option->help);
    set_row(setup, ROW_OPTION + i, key, value, range);
}

static void set_rows(struct setup *setup)
{
    const struct log_header *header = &setup->ordered->table.header;
    const struct game *game = header->variant.game;
    char rounds[48], fair[160];
    snprintf(rounds, sizeof rounds, "%u", header->rounds);
    snprintf(fair, sizeof fair, "book, or fair: %s", game->fair ? game->fair : "the same here");
    set_row(setup, ROW_START, "Play", "", "");
    set_player_rows(setup, SEAT_1);
    set_player_rows(setup, SEAT_2);
    set_row(setup, ROW_FIRST, game->role[0] ? game->role[0] : "Goes first",
            header->first ? header->name[header->first] : "toss", "one of the two, or a toss");
    set_row(setup, ROW_ROUNDS, "Rounds", rounds, "1 to 1000; sides alternate");
    set_row(setup, ROW_COACH, "Coach", setup->ordered->table.coach ? "yes" : "no",
            "yes: a warning before a move that throws the game away");
    set_row(setup, ROW_PRESET, "Rules", rulebook_preset(&header->variant), fair);
    for (unsigned i = 0; i < rules_count(game); i++)
        set_option_row(setup, i);
    if (*setup->typed)
        snprintf(setup->rows[setup->page.focus].value, sizeof setup->rows->value, "%s_",
                 setup->typed);
    setup->page.count = ROW_OPTION + rules_count(game);
}

static void cycle_player(struct setup *setup, unsigned seat, int way)
{
    struct log_header *header = &setup->ordered->table.header;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    unsigned count = 1, at = 0;
    for (; bot_name(count - 1); count++)
        if (strcmp(header->player[seat], bot_name(count - 1)) == 0)
            at = count;
    at = (at + count + (unsigned)way) % count;
    order_player(setup->ordered, seat, at ? bot_name(at - 1) : "human", &why);
}

static void cycle_option(struct setup *setup, unsigned i, int way)
{
    struct variant *variant = &setup->ordered->table.header.variant;
    const struct rules_option *option = &variant->game->options[i];
    uint32_t *value = &variant->rules.value[i];
    bool up = way > 0, last = *value == (up ? option->hi : option->lo);
    if (!last)
        *value += up ? 1 : -1u;
    else if (option->words)
        *value = up ? option->lo : option->hi;
}

static void cycle_preset(struct setup *setup)
{
    struct log_header *header = &setup->ordered->table.header;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    bool book = strcmp(rulebook_preset(&header->variant), "book") == 0;
    variant_parse(header->variant.game, book ? "fair" : "book", &header->variant, &why);
}

static void cycle(struct setup *setup, int way)
{
    struct log_header *header = &setup->ordered->table.header;
    unsigned row = setup->page.focus;
    if (row == ROW_WHO_1 || row == ROW_WHO_2)
        cycle_player(setup, seat_of(row), way);
    else if (row == ROW_FIRST)
        order_first(setup->ordered, first_words[(header->first + 3u + (unsigned)way) % 3]);
    else if (row == ROW_ROUNDS && (way > 0 ? header->rounds < LOG_ROUNDS_MAX : header->rounds > 1))
        header->rounds = (uint16_t)(header->rounds + way);
    else if (row == ROW_COACH)
        setup->ordered->table.coach ^= true;
    else if (row == ROW_PRESET)
        cycle_preset(setup);
    else if (row >= ROW_OPTION)
        cycle_option(setup, row - ROW_OPTION, way);
}

static void type_digit(struct setup *setup, uint32_t digit)
{
    size_t length = strlen(setup->typed);
    if (length + 1 >= sizeof setup->typed)
        return;
    setup->typed[length] = (char)digit;
    setup->typed[length + 1] = '\0';
}

// The number that was being typed counts now; or the old one stays, and the page
// says why.
static bool settle_number(struct setup *setup)
{
    struct log_header *header = &setup->ordered->table.header;
    unsigned row = setup->page.focus;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    char typed[sizeof setup->typed];
    memcpy(typed, setup->typed, sizeof typed);
    setup->typed[0] = '\0';
    if (!*typed)
        return true;
    if (row == ROW_ROUNDS)
        return order_rounds(setup->ordered, typed, &why);
    return variant_set(&header->variant, row - ROW_OPTION, typed, &why);
}

static bool is_name_row(unsigned row)
{
    return row == ROW_NAME_1 || row == ROW_NAME_2;
}

static void go(struct setup *setup, unsigned row)
{
    setup->page.focus = row;
    setup->naming = false;
}

// Presses that belong to a number; false if it is none of them.
static bool edit_number(struct setup *setup, uint32_t press)
{
    unsigned row = setup->page.focus;
    bool typing = *setup->typed != '\0';
    if (press >= '0' && press <= '9' && (row == ROW_ROUNDS || row >= ROW_OPTION))
        type_digit(setup, press);
    else if (typing && press == PRESS_ERASE)
        setup->typed[strlen(setup->typed) - 1] = '\0';
    else
        return !settle_number(setup) || (typing && press == PRESS_ENTER);
    return true;
}

static void edit(struct setup *setup, uint32_t press)
{
    unsigned row = setup->page.focus, count = setup->page.count;
    setup->warning[0] = '\0';
    if (edit_number(setup, press))
        return;
    if (press == PRESS_UP)
        go(setup, row ? row - 1 : count - 1);
    else if (press == PRESS_DOWN || press == PRESS_TAB)
        go(setup, (row + 1) % count);
    else if (press >= PRESS_ROW && press < PRESS_ROW + count)
        go(setup, press - PRESS_ROW);
    else if (press == PRESS_LEFT)
        cycle(setup, -1);
    else if (press == PRESS_RIGHT || press == PRESS_ENTER || (press == ' ' && !is_name_row(row)))
        cycle(setup, 1);
    else if (is_name_row(row) && press != ',')
        typing_press(setup->ordered->table.header.name[seat_of(row)], LOG_NAME, &setup->naming,
                     press);
    // A click on what has the focus already changes it.
    if (press == PRESS_ROW + row)
        cycle(setup, 1);
}

// One answer of long ago, or of the command line; what cannot be is as if it had not been
// given.
static void order(struct setup *setup, const char *key, const char *value)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct drive_setup *ordered = setup->ordered;
    struct variant *variant = &ordered->table.header.variant;
    if (!value || !*value)
        return;
    if (strcmp(key, "names") == 0)
        order_names(ordered, value, &why);
    else if (strcmp(key, "p1") == 0)
        order_player(ordered, SEAT_1, value, &why);
    else if (strcmp(key, "p2") == 0)
        order_player(ordered, SEAT_2, value, &why);
    else if (strcmp(key, "rounds") == 0)
        order_rounds(ordered, value, &why);
    else if (strcmp(key, "rules") == 0)
        variant_parse(variant->game, value, variant, &why);
    else if (strcmp(key, "first") == 0)
        order_first(ordered, value);
    else if (strcmp(key, "coach") == 0)
        ordered->table.coach = strcmp(value, "yes") == 0;
}

// A newcomer plays under the own name against the computer, by rules that are fair.
static void load_settings(struct setup *setup, const struct settings *settings)
{
    struct log_header *header = &setup->ordered->table.header;
    char name[SETTINGS_NAME_SIZE];
    settings_own_name(settings, name);
    if (record_is_name(name) && !text_same(name, header->name[SEAT_2]))
        snprintf(header->name[SEAT_1], LOG_NAME, "%s", name);
    order(setup, "p2", settings_word(settings, SETTINGS_OPPONENT));
    order(setup, "rules", settings_word(settings, SETTINGS_RULES));
}

static void load(struct setup *setup, const struct choices *choices,
                 const struct full_orders *orders)
{
    static const char *const keys[] = { "names", "p1", "p2", "rounds", "coach", "rules", "first" };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        char value[CHOICES_VALUE_SIZE];
        choices_get(choices, setup->ordered->table.header.variant.game->slug, keys[i], value);
        order(setup, keys[i], value);
    }
    order(setup, "rules", orders->rules);
    order(setup, "names", orders->names);
    order(setup, "p1", orders->p1);
    order(setup, "p2", orders->p2);
    order(setup, "rounds", orders->rounds);
    order(setup, "coach", orders->coach ? "yes" : NULL);
}

static void save(const struct setup *setup, struct choices *choices)
{
    const struct log_header *header = &setup->ordered->table.header;
    const char *slug = header->variant.game->slug;
    struct text value = TEXT_OF(CHOICES_VALUE_SIZE);
    text_add(&value, "%s,%s", header->name[SEAT_1], header->name[SEAT_2]);
    choices_set(choices, slug, "names", value.at);
    choices_set(choices, slug, "p1", header->player[SEAT_1]);
    choices_set(choices, slug, "p2", header->player[SEAT_2]);
    text_clear(&value);
    text_add(&value, "%u", header->rounds);
    choices_set(choices, slug, "rounds", value.at);
    text_clear(&value);
    variant_print(&header->variant, &value);
    choices_set(choices, slug, "rules", value.at);
    choices_set(choices, slug, "coach", setup->ordered->table.coach ? "yes" : "no");
    choices_set(choices, slug, "first", first_words[header->first]);
    choices_write(choices);
}

// Is this a game? If not, the page says why.
static bool is_complete(struct setup *setup)
{
    struct log_header *header = &setup->ordered->table.header;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    char names[2 * LOG_NAME + 2];
    snprintf(names, sizeof names, "%s,%s", header->name[SEAT_1], header->name[SEAT_2]);
    return order_names(setup->ordered, names, &why) && variant_check(&header->variant, &why);
}

static const struct page_key keys[] = {
    { "Enter", "play, or change", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "Up Down", "move", 0 },
    { "Left Right", "change", 0 },
    { 0 },
};

bool setup_again(const struct settings *settings, struct drive_setup *ordered,
                 const struct choices *choices, struct text *why)
{
    struct setup setup = { .ordered = ordered };
    load_settings(&setup, settings);
    load(&setup, choices, &(struct full_orders){ 0 });
    bool good = is_complete(&setup);
    text_add(why, "%s", setup.warning);
    return good;
}

enum full_end setup_show(struct ui *ui, struct drive_setup *ordered, struct choices *choices,
                         const struct full_orders *orders)
{
    struct setup setup = { .ordered = ordered };
    setup.page = (struct page_list){ .title = ordered->table.header.variant.game->title,
                                     .rows = setup.rows,
                                     .warning = setup.warning,
                                     .keys = keys };
    load_settings(&setup, &ui->settings);
    load(&setup, choices, orders);
    for (;;) {
        set_rows(&setup);
        uint32_t press = ui_read(ui, paint_list, &setup.page);
        if (press == PRESS_LEAVE)
            return FULL_LEAVE;
        if (press == PRESS_ESCAPE)
            return FULL_OTHER;
        bool start = press == PRESS_ROW + ROW_START ||
                     (press == PRESS_ENTER && setup.page.focus == ROW_START);
        if (!start)
            edit(&setup, press);
        else if (settle_number(&setup) && is_complete(&setup))
            break;
    }
    save(&setup, choices);
    return FULL_PLAY;
}
