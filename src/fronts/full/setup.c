// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/inside.h"

#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "drive/setup_words.h"
#include "fronts/full/page.h"
#include "record/clock.h"
#include "record/name.h"
#include "record/printable.h"
#include "report/outlook.h"
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
    ROW_CLOCK,
    ROW_JOINT,
    ROW_PRESET,
    ROW_OPTION,
    ROWS = ROW_OPTION + RULES_MAX,
};

struct setup {
    struct drive_setup *ordered;
    struct page_row rows[ROWS];
    struct page_list page;
    char typed[8]; // the number being typed; it counts once the row is left, or Enter pressed
    bool naming;   // typing has begun on this row: more is added, and does not replace the name
    bool joint;    // toss and deal are drawn from a word of each player
    char warning[512];
};

#define PROGRAM "program:"

// The clocks to choose from, as --clock has them; the first is none.
static const char *const clocks[] = { "", "30+1", "60+1", "180+2", "300+5", "600+10" };
enum { CLOCKS = sizeof clocks / sizeof *clocks };

// What the file of choices calls each answer.
static const char *const word_keys[FULL_WORDS] = { "names", "p1",    "p2",    "rounds", "rules",
                                                   "coach", "first", "clock", "joint" };

// Who begins, or has the first role, in the words of --first: by seat.
static const char *const first_words[] = { "toss", "1", "2" };

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

static bool is_program(const char *player)
{
    return strncmp(player, PROGRAM, strlen(PROGRAM)) == 0;
}

static void set_player_rows(struct setup *setup, unsigned seat)
{
    const struct log_header *header = &setup->ordered->table.header;
    unsigned row = seat == SEAT_1 ? ROW_NAME_1 : ROW_NAME_2;
    struct text note = TEXT_OF(160);
    text_add(&note, "human");
    for (unsigned i = 0; bot_name(i); i++)
        text_add(&note, ", %s", bot_name(i));
    text_add(&note, ", program");
    set_row(setup, row, header->variant.game->name[seat], header->name[seat], "type a name");
    set_row(setup, row + 1, "  played by", header->player[seat], note.at);
    if (is_program(header->player[seat])) {
        snprintf(setup->rows[row + 1].value, sizeof setup->rows->value, "program");
        snprintf(setup->rows[row + 1].note, sizeof setup->rows->note, "type its command: %s_",
                 header->player[seat] + strlen(PROGRAM));
    }
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

static void set_more_rows(struct setup *setup)
{
    const struct log_header *header = &setup->ordered->table.header;
    struct text clock = TEXT_OF(64);
    clock_print(&header->clock, &clock);
    set_row(setup, ROW_CLOCK, "Clock", clock.length ? clock.at : "none",
            "time per player, plus extra seconds per move");
    set_row(setup, ROW_JOINT, "Joint draw", setup->joint ? "yes" : "no",
            "yes: toss and deal are drawn from everybody's words");
}

static void set_rows(struct setup *setup)
{
    const struct log_header *header = &setup->ordered->table.header;
    const struct game *game = header->variant.game;
    char rounds[48];
    struct text note = TEXT_OF(256);
    snprintf(rounds, sizeof rounds, "%u", header->rounds);
    if (outlook_print(&header->variant, &note))
        text_put(&note, ". ");
    text_add(&note, "%s%s", game->fair ? "book, or fair: " : "the book's rules",
             game->fair ? game->fair : "");
    set_row(setup, ROW_START, "Play", "", "");
    set_player_rows(setup, SEAT_1);
    set_player_rows(setup, SEAT_2);
    set_row(setup, ROW_FIRST, game->role[0] ? game->role[0] : "Goes first",
            header->first ? header->name[header->first] : "toss", "one of the two, or a toss");
    set_row(setup, ROW_ROUNDS, "Rounds", rounds, "1 to 1000; sides alternate");
    set_row(setup, ROW_COACH, "Coach", setup->ordered->table.coach ? "yes" : "no",
            "yes: a warning before a move that loses the game");
    set_more_rows(setup);
    set_row(setup, ROW_PRESET, "Rules", rulebook_preset(&header->variant), note.at);
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
    unsigned levels = 0, at = 0;
    for (; bot_name(levels); levels++)
        if (strcmp(header->player[seat], bot_name(levels)) == 0)
            at = levels + 1;
    if (is_program(header->player[seat]))
        at = levels + 1;
    at = (at + levels + 2 + (unsigned)way) % (levels + 2);
    if (at == levels + 1) // the command is typed next, and checked before the game begins
        table_set_player(&setup->ordered->table, seat, PROGRAM);
    else
        setup_words_player(setup->ordered, seat, at ? bot_name(at - 1) : "human", &why);
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

static void cycle_clock(struct setup *setup, int way)
{
    struct log_header *header = &setup->ordered->table.header;
    struct text now = TEXT_OF(64), why = TEXT_OF(TEXT_MAX);
    unsigned at = 0;
    clock_print(&header->clock, &now);
    for (unsigned i = 0; i < CLOCKS; i++)
        at = strcmp(clocks[i], now.at) == 0 ? i : at;
    at = (at + CLOCKS + (unsigned)way) % CLOCKS;
    header->clock = (struct log_clock){ 0 };
    if (at)
        clock_parse(clocks[at], &header->clock, &why);
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
        setup_words_first(setup->ordered, first_words[(header->first + 3u + (unsigned)way) % 3]);
    else if (row == ROW_ROUNDS && (way > 0 ? header->rounds < LOG_ROUNDS_MAX : header->rounds > 1))
        header->rounds = (uint16_t)(header->rounds + way);
    else if (row == ROW_COACH)
        setup->ordered->table.coach ^= true;
    else if (row == ROW_CLOCK)
        cycle_clock(setup, way);
    else if (row == ROW_JOINT)
        setup->joint ^= true;
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

// Takes over the number that was being typed. If it cannot be, the old one stays, and the page
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
        return setup_words_rounds(setup->ordered, typed, &why);
    return variant_set(&header->variant, row - ROW_OPTION, typed, &why);
}

// The name or command that is typed on this row; NULL if it is a row of another kind.
static char *typed_text(const struct setup *setup, unsigned row, size_t *size)
{
    struct log_header *header = &setup->ordered->table.header;
    char *player = header->player[seat_of(row)];
    *size = row == ROW_NAME_1 || row == ROW_NAME_2 ? LOG_NAME : LOG_PLAYER - strlen(PROGRAM);
    if (row == ROW_NAME_1 || row == ROW_NAME_2)
        return header->name[seat_of(row)];
    bool program = (row == ROW_WHO_1 || row == ROW_WHO_2) && is_program(player);
    return program ? player + strlen(PROGRAM) : NULL;
}

// Does this press add to the text of the focused row?
static bool takes_text(const struct setup *setup, uint32_t press)
{
    size_t size;
    unsigned row = setup->page.focus;
    bool name = row == ROW_NAME_1 || row == ROW_NAME_2;
    return typed_text(setup, row, &size) &&
           (press == PRESS_ERASE || press == PRESS_ERASE_ALL || press >= ' ') &&
           press < PRESS_ROW && !(name && press == ',');
}

static void type_text(struct setup *setup, uint32_t press)
{
    size_t size;
    char *text = typed_text(setup, setup->page.focus, &size);
    bool program = setup->page.focus == ROW_WHO_1 || setup->page.focus == ROW_WHO_2;
    setup->naming |= program; // typing adds to a command, and never replaces it
    ui_type(text, size, &setup->naming, press);
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
    bool click = press == PRESS_ROW + setup->page.focus; // it changes what has the focus
    setup->warning[0] = '\0';
    if (edit_number(setup, press))
        return;
    if (page_list_press(&setup->page, press))
        setup->naming = false;
    else if (press == PRESS_LEFT)
        cycle(setup, -1);
    else if (takes_text(setup, press))
        type_text(setup, press);
    else if (press == PRESS_RIGHT || press == PRESS_ENTER || press == ' ')
        cycle(setup, 1);
    if (click)
        cycle(setup, 1);
}

// Takes over one answer, from the last time or from the command line. One that is not possible
// now, as with a game whose rules have changed, is ignored.
static void order(struct setup *setup, enum full_order what, const char *word)
{
    struct text why = TEXT_OF(TEXT_MAX);
    struct drive_setup *ordered = setup->ordered;
    struct variant *variant = &ordered->table.header.variant;
    if (!word || !*word)
        return;
    if (what == FULL_NAMES)
        setup_words_names(ordered, word, &why);
    else if (what == FULL_P1 || what == FULL_P2)
        setup_words_player(ordered, what == FULL_P1 ? SEAT_1 : SEAT_2, word, &why);
    else if (what == FULL_ROUNDS)
        setup_words_rounds(ordered, word, &why);
    else if (what == FULL_COACH)
        ordered->table.coach = strcmp(word, "yes") == 0;
    else if (what == FULL_RULES)
        variant_parse(variant->game, word, variant, &why);
    else if (what == FULL_FIRST)
        setup_words_first(ordered, word);
    else if (what == FULL_CLOCK)
        clock_parse(word, &ordered->table.header.clock, &why);
    else
        setup->joint = strcmp(word, "yes") == 0;
}

// What holds before anything has been chosen: the player's own name, and the opponent and the
// rules of the settings.
static void load_settings(struct setup *setup, const struct settings *settings)
{
    struct log_header *header = &setup->ordered->table.header;
    char name[SETTINGS_NAME_SIZE];
    settings_own_name(settings, name);
    if (printable_is_name(name) && !name_same(name, header->name[SEAT_2]))
        snprintf(header->name[SEAT_1], LOG_NAME, "%s", name);
    order(setup, FULL_P2, settings_word(settings, SETTINGS_OPPONENT));
    order(setup, FULL_RULES, settings_word(settings, SETTINGS_RULES));
}

static void load(struct setup *setup, const struct choices *choices, const struct full_words *words)
{
    const char *slug = setup->ordered->table.header.variant.game->slug;
    for (enum full_order what = 0; what < FULL_WORDS; what++) {
        char value[CHOICES_VALUE_SIZE];
        choices_get(choices, slug, word_keys[what], value);
        order(setup, what, value);
        order(setup, what, words->word[what]);
    }
}

// What was chosen, as words that order() understands.
static void print_order(const struct setup *setup, enum full_order what, struct text *out)
{
    const struct log_header *header = &setup->ordered->table.header;
    if (what == FULL_NAMES)
        text_add(out, "%s,%s", header->name[SEAT_1], header->name[SEAT_2]);
    else if (what == FULL_P1 || what == FULL_P2)
        text_put(out, header->player[what == FULL_P1 ? SEAT_1 : SEAT_2]);
    else if (what == FULL_ROUNDS)
        text_add(out, "%u", header->rounds);
    else if (what == FULL_COACH)
        text_put(out, setup->ordered->table.coach ? "yes" : "no");
    else if (what == FULL_RULES)
        variant_print(&header->variant, out);
    else if (what == FULL_FIRST)
        text_put(out, first_words[header->first]);
    else if (what == FULL_CLOCK)
        clock_print(&header->clock, out);
    else
        text_put(out, setup->joint ? "yes" : "no");
}

static void save(const struct setup *setup, struct choices *choices)
{
    const char *slug = setup->ordered->table.header.variant.game->slug;
    for (enum full_order what = 0; what < FULL_WORDS; what++) {
        struct text value = TEXT_OF(CHOICES_VALUE_SIZE);
        print_order(setup, what, &value);
        choices_set(choices, slug, word_keys[what], value.at);
    }
    choices_write(choices);
}

static bool check_players(struct setup *setup, struct text *why)
{
    struct log_header *header = &setup->ordered->table.header;
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        char who[LOG_PLAYER];
        memcpy(who, header->player[seat], LOG_PLAYER);
        if (!setup_words_player(setup->ordered, seat, who, why))
            return false;
    }
    return true;
}

// Where the toss and the deal come from.
static bool settle_draws(struct setup *setup, struct text *why)
{
    struct log_header *header = &setup->ordered->table.header;
    setup_words_first(setup->ordered, first_words[header->first]);
    header->deal = game_has_chance(header->variant.game) ? LOG_RANDOM : LOG_SETTLED;
    return !setup->joint || setup_words_joint(setup->ordered, why);
}

// Can it be played like this? If not, the page says why.
static bool is_complete(struct setup *setup)
{
    struct log_header *header = &setup->ordered->table.header;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    char names[2 * LOG_NAME + 2];
    snprintf(names, sizeof names, "%s,%s", header->name[SEAT_1], header->name[SEAT_2]);
    return setup_words_names(setup->ordered, names, &why) && check_players(setup, &why) &&
           variant_check(&header->variant, &why) && settle_draws(setup, &why);
}

static const struct page_key keys[] = {
    { "Enter", "play, or change", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "Left Right", "change", 0 },
    { "r", "rule book", 'r' },
    { "?", "help", '?' },
    { "Up Down", "move", 0 },
    { 0 },
};

static void show_help(struct ui *ui)
{
    static const char text[] =
        "How the game is to be played. What is chosen here is remembered for the next time.\n"
        "\n"
        "Up Down      from row to row\n"
        "Left Right   change what is marked; Enter and Space go on to the next choice\n"
        "0 to 9       type a number where one is wanted\n"
        "letters      type a name, or a program's command\n"
        "r            the rule book, with these rules\n"
        "Esc          back to the menu\n"
        "\n"
        "On a row with a name, r and ? are letters like others: go to another row first.\n"
        "\n"
        "With a joint draw neither the program nor a player could have chosen the deal alone: "
        "each types a word that is not shown, or presses Enter to have one drawn.\n";
    ui_show_text(ui, "Help", text);
}

bool setup_again(const struct settings *settings, struct drive_setup *ordered,
                 const struct choices *choices, struct text *why)
{
    struct setup setup = { .ordered = ordered };
    load_settings(&setup, settings);
    load(&setup, choices, &(struct full_words){ 0 });
    bool good = is_complete(&setup);
    text_add(why, "%s", setup.warning);
    return good;
}

// Help and rules, or an edit. True if the game is to be played.
static bool take_press(struct ui *ui, struct setup *setup, uint32_t press)
{
    bool start = setup->page.focus == ROW_START && press == PRESS_ENTER;
    if (start || press == PRESS_ROW + ROW_START)
        return settle_number(setup) && is_complete(setup);
    if (press == '?' && !takes_text(setup, press))
        show_help(ui);
    else if (press == 'r' && !takes_text(setup, press))
        ui_show_rules(ui, setup->page.title, &setup->ordered->table.header.variant);
    else
        edit(setup, press);
    return false;
}

bool setup_show(struct ui *ui, struct drive_setup *ordered, struct choices *choices,
                const struct full_words *words)
{
    struct setup setup = { .ordered = ordered };
    uint32_t press;
    setup.page = (struct page_list){ .title = ordered->table.header.variant.game->title,
                                     .rows = setup.rows,
                                     .warning = setup.warning,
                                     .keys = keys };
    load_settings(&setup, &ui->settings);
    load(&setup, choices, words);
    do {
        set_rows(&setup);
        press = ui_read(ui, page_paint_list, &setup.page);
        if (press == PRESS_ESCAPE || press == PRESS_LEAVE)
            return false;
    } while (!take_press(ui, &setup, press));
    save(&setup, choices);
    return true;
}
