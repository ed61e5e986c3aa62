// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/setup.h"

#include <stdio.h>
#include <string.h>

#include "fronts/full/page.h"
#include "fronts/full/typing.h"
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
    struct session *session;
    struct page_row rows[ROWS];
    struct page_list page;
    unsigned first; // SEAT_1, SEAT_2, or SEAT_NOBODY for a toss
    char typed[8];  // the number being typed, which counts when it is complete
    bool naming;    // a name has been begun: what is typed is added to it
    char warning[512];
};

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
    const struct session *session = setup->session;
    unsigned row = seat == SEAT_1 ? ROW_NAME_1 : ROW_NAME_2;
    struct text note = TEXT_OF(160);
    text_add(&note, "human");
    for (unsigned i = 0; bot_name(i); i++)
        text_add(&note, ", %s", bot_name(i));
    set_row(setup, row, session->variant.game->name[seat], session->name[seat], "type a name");
    set_row(setup, row + 1, "  played by", session->who[seat], note.at);
}

static void set_option_row(struct setup *setup, unsigned i)
{
    const struct session *session = setup->session;
    const struct rules_option *option = &session->variant.game->options[i];
    char key[48];
    struct text text = TEXT_OF(48), note = TEXT_OF(160);
    snprintf(key, sizeof key, "  %s", option->key);
    rules_print_value(option, session->variant.rules.value[i], &text);
    rules_print_range(option, &note);
    text_add(&note, ": %s", option->help);
    set_row(setup, ROW_OPTION + i, key, text.at, note.at);
}

static void set_rows(struct setup *setup)
{
    const struct session *session = setup->session;
    const struct game *game = session->variant.game;
    char rounds[48], fair[160];
    snprintf(rounds, sizeof rounds, "%u", session->series.rounds);
    snprintf(fair, sizeof fair, "book, or fair: %s", game->fair ? game->fair : "the same here");
    set_row(setup, ROW_START, "Play", "", "");
    set_player_rows(setup, SEAT_1);
    set_player_rows(setup, SEAT_2);
    set_row(setup, ROW_FIRST, game->role[0] ? game->role[0] : "Goes first",
            setup->first ? session->name[setup->first] : "toss", "one of the two, or a toss");
    set_row(setup, ROW_ROUNDS, "Rounds", rounds, "1 to 1000; sides alternate");
    set_row(setup, ROW_COACH, "Coach", session->coached ? "yes" : "no",
            "yes: a warning before a move that throws the game away");
    set_row(setup, ROW_PRESET, "Rules", rulebook_preset(&session->variant), fair);
    for (unsigned i = 0; i < rules_count(game); i++)
        set_option_row(setup, i);
    if (*setup->typed)
        snprintf(setup->rows[setup->page.focus].value, sizeof setup->rows->value, "%s_",
                 setup->typed);
    setup->page.count = ROW_OPTION + rules_count(game);
}

static void cycle_player(struct setup *setup, unsigned seat, int way)
{
    struct session *session = setup->session;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    unsigned count = 1, at = 0;
    for (; bot_name(count - 1); count++)
        if (strcmp(session->who[seat], bot_name(count - 1)) == 0)
            at = count;
    at = (at + count + (unsigned)way) % count;
    session_set_player(session, seat, at ? bot_name(at - 1) : "human", &why);
}

static void cycle_option(struct setup *setup, unsigned i, int way)
{
    const struct rules_option *option = &setup->session->variant.game->options[i];
    uint32_t *value = &setup->session->variant.rules.value[i];
    bool up = way > 0, last = *value == (up ? option->hi : option->lo);
    if (!last)
        *value += up ? 1 : -1u;
    else if (option->words)
        *value = up ? option->lo : option->hi;
}

static void cycle_preset(struct setup *setup)
{
    struct session *session = setup->session;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    bool book = strcmp(rulebook_preset(&session->variant), "book") == 0;
    variant_parse(session->variant.game, book ? "fair" : "book", &session->variant, &why);
}

static void cycle(struct setup *setup, int way)
{
    struct series *series = &setup->session->series;
    unsigned row = setup->page.focus;
    if (row == ROW_WHO_1 || row == ROW_WHO_2)
        cycle_player(setup, seat_of(row), way);
    else if (row == ROW_FIRST)
        setup->first = (setup->first + 3 + (unsigned)way) % 3;
    else if (row == ROW_ROUNDS && (way > 0 ? series->rounds < ROUNDS_MAX : series->rounds > 1))
        series->rounds += (unsigned)way;
    else if (row == ROW_COACH)
        setup->session->coached ^= true;
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
    struct session *session = setup->session;
    unsigned row = setup->page.focus;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    char typed[sizeof setup->typed];
    memcpy(typed, setup->typed, sizeof typed);
    setup->typed[0] = '\0';
    if (!*typed)
        return true;
    if (row == ROW_ROUNDS)
        return session_set_rounds(session, typed, &why);
    return variant_set(&session->variant, row - ROW_OPTION, typed, &why);
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
    else if (is_name_row(row))
        typing_press(setup->session->name_text[seat_of(row)], NAME_SIZE, &setup->naming, press);
    // A click on what has the focus already changes it.
    if (press == PRESS_ROW + row)
        cycle(setup, 1);
}

static void load(struct setup *setup, const struct choices *choices)
{
    struct session *session = setup->session;
    const char *slug = session->variant.game->slug;
    char value[CHOICES_VALUE_SIZE];
    struct text why = TEXT_OF(TEXT_MAX);
    choices_get(choices, slug, "names", value);
    session_set_names(session, value, &why);
    choices_get(choices, slug, "p1", value);
    session_set_player(session, SEAT_1, *value ? value : "human", &why);
    choices_get(choices, slug, "p2", value);
    session_set_player(session, SEAT_2, *value ? value : "human", &why);
    choices_get(choices, slug, "rounds", value);
    session_set_rounds(session, value, &why);
    choices_get(choices, slug, "coach", value);
    session->coached = strcmp(value, "yes") == 0;
    choices_get(choices, slug, "rules", value);
    variant_parse(session->variant.game, value, &session->variant, &why);
    choices_get(choices, slug, "first", value);
    setup->first = strcmp(value, "toss") == 0 ? SEAT_NOBODY : *value == '2' ? SEAT_2 : SEAT_1;
}

static const char *first_word(const struct setup *setup)
{
    return setup->first == SEAT_NOBODY ? "toss" : setup->first == SEAT_2 ? "2" : "1";
}

static void save(const struct setup *setup, struct choices *choices)
{
    const struct session *session = setup->session;
    const char *slug = session->variant.game->slug;
    struct text value = TEXT_OF(CHOICES_VALUE_SIZE);
    text_add(&value, "%s,%s", session->name[SEAT_1], session->name[SEAT_2]);
    choices_set(choices, slug, "names", value.at);
    choices_set(choices, slug, "p1", session->who[SEAT_1]);
    choices_set(choices, slug, "p2", session->who[SEAT_2]);
    text_clear(&value);
    text_add(&value, "%u", session->series.rounds);
    choices_set(choices, slug, "rounds", value.at);
    text_clear(&value);
    variant_print(&session->variant, &value);
    choices_set(choices, slug, "rules", value.at);
    choices_set(choices, slug, "coach", session->coached ? "yes" : "no");
    choices_set(choices, slug, "first", first_word(setup));
    choices_write(choices);
}

// Is this a game? If not, the page says why.
static bool is_complete(struct setup *setup)
{
    struct session *session = setup->session;
    struct text why = text_in(setup->warning, sizeof setup->warning);
    char names[2 * NAME_SIZE + 2];
    snprintf(names, sizeof names, "%s,%s", session->name[SEAT_1], session->name[SEAT_2]);
    return session_set_names(session, names, &why) && variant_check(&session->variant, &why);
}

static const struct page_key keys[] = {
    { "Enter", "play, or change", PRESS_ENTER },
    { "Esc", "back", PRESS_ESCAPE },
    { "Up Down", "move", 0 },
    { "Left Right", "change", 0 },
    { 0 },
};

enum full_end setup_show(struct ui *ui, struct session *session, struct choices *choices)
{
    struct setup setup = { .session = session };
    setup.page = (struct page_list){ .title = session->variant.game->title,
                                     .rows = setup.rows,
                                     .warning = setup.warning,
                                     .keys = keys };
    load(&setup, choices);
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
    session_set_first(session, first_word(&setup));
    return FULL_PLAY;
}
