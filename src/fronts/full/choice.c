// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/full/choice.h"

#include <stdio.h>
#include <string.h>

static const struct stage_offer *current_offer(const struct choice *choice,
                                               const struct full_stage *shown)
{
    assert(choice->offer < shown->stage.offer_count);
    return &shown->stage.offers[choice->offer];
}

static const struct offer *current(const struct choice *choice, const struct full_stage *shown)
{
    return &current_offer(choice, shown)->offer;
}

static unsigned focus_of(const struct choice *choice, const struct full_stage *shown)
{
    const struct stage_offer *offer = current_offer(choice, shown);
    if (shown->stage.verbs[offer->offer.verb].hidden && offer->offer.pick == 0)
        return NO_CELL; // a hidden move without numbers acts on no cell
    return offer->cell[choice->number];
}

static void select_offer(struct choice *choice, const struct full_stage *shown, unsigned offer)
{
    choice->offer = offer;
    choice->marked = 0;
    choice->typed = 0;
    choice->unchosen = false;
    cells from = shown->stage.offers[offer].offer.from;
    choice->number = from ? cells_first(from) : 0;
}

void choice_begin(struct choice *choice, const struct full_stage *shown)
{
    memset(choice, 0, sizeof *choice);
    if (shown->stage.offer_count)
        select_offer(choice, shown, 0);
}

static void note(struct choice *choice, const char *sentence)
{
    snprintf(choice->note, sizeof choice->note, "%s", sentence);
}

void choice_refuse(struct choice *choice, const char *sentence)
{
    note(choice, sentence);
    choice->unchosen = true;
}

// To the next cell on offer in this direction along the line.
static void go(struct choice *choice, const struct full_stage *shown, int way, unsigned distance)
{
    const struct stage_offer *offer = current_offer(choice, shown);
    int from = (int)focus_of(choice, shown), best = 0;
    choice->unchosen = false;
    for (cells left = offer->offer.from; left; left = cells_without_first(left)) {
        int far = ((int)offer->cell[cells_first(left)] - from) * way;
        if (far >= (int)distance && (best == 0 || far < best)) {
            best = far;
            choice->number = cells_first(left);
        }
    }
}

static void go_to_end(struct choice *choice, const struct full_stage *shown, int way)
{
    for (unsigned i = 0; i < CELLS_MAX; i++)
        go(choice, shown, way, 1);
}

static void toggle(struct choice *choice, const struct offer *offer)
{
    cells one = cell(choice->number);
    if (!(choice->marked & one) && cells_count(choice->marked) == offer->pick)
        note(choice, "All are marked: Enter hides them, or unmark one first.");
    else
        choice->marked ^= one;
}

// Plays what is chosen. Where several cells are to be chosen and some are missing, Enter marks
// the focused one instead.
static enum choice_end settle(struct choice *choice, const struct full_stage *shown,
                              struct move *move)
{
    const struct offer *offer = current(choice, shown);
    *move = (struct move){ .verb = offer->verb };
    if (offer->pick == 1)
        move->set = cell(choice->number);
    if (offer->pick <= 1)
        return CHOICE_MADE;
    if (cells_count(choice->marked) < offer->pick) {
        toggle(choice, offer);
        return CHOICE_GOES_ON;
    }
    move->set = choice->marked;
    return CHOICE_MADE;
}

static bool begins_number(cells from, unsigned typed)
{
    for (; from; from = cells_without_first(from))
        for (unsigned number = cells_first(from); number; number /= 10)
            if (number == typed)
                return true;
    return false;
}

// Typed digits select the number on offer that they spell. A digit that continues no such
// number begins a new one.
static enum choice_end type_digit(struct choice *choice, const struct full_stage *shown,
                                  unsigned digit, struct move *move)
{
    const struct offer *offer = current(choice, shown);
    unsigned typed = choice->typed * 10 + digit;
    if (!begins_number(offer->from, typed))
        typed = digit;
    choice->typed = typed;
    choice->unchosen = typed >= CELLS_MAX || !cells_has(offer->from, typed);
    if (choice->unchosen && !begins_number(offer->from, typed)) {
        *move = (struct move){ .verb = offer->verb, .set = cell(typed) };
        return CHOICE_WRONG;
    }
    if (choice->unchosen)
        snprintf(choice->note, sizeof choice->note, "Typed so far: %u_", typed);
    else
        choice->number = typed;
    return CHOICE_GOES_ON;
}

static bool find_number(const struct stage_offer *offer, unsigned wanted, unsigned *number)
{
    *number = 0;
    if (!offer->offer.pick)
        return offer->cell[0] == wanted;
    for (cells left = offer->offer.from; left; left = cells_without_first(left)) {
        *number = cells_first(left);
        if (offer->cell[*number] == wanted)
            return true;
    }
    return false;
}

// A click on a cell that is highlighted acts on it. On any other it shows what could
// be done there, and does nothing yet.
static enum choice_end click(struct choice *choice, const struct full_stage *shown, unsigned wanted,
                             struct move *move)
{
    for (unsigned i = 0; i < shown->stage.offer_count; i++) {
        unsigned number, offer = (choice->offer + i) % shown->stage.offer_count;
        if (!find_number(&shown->stage.offers[offer], wanted, &number))
            continue;
        bool highlighted = offer == choice->offer;
        if (!highlighted)
            select_offer(choice, shown, offer);
        choice->number = number;
        choice->unchosen = false;
        if (highlighted && shown->stage.offers[offer].offer.pick <= 1)
            return settle(choice, shown, move);
        if (highlighted)
            toggle(choice, current(choice, shown));
        return CHOICE_GOES_ON;
    }
    note(choice, "Nothing can be done on that cell now.");
    return CHOICE_GOES_ON;
}

static enum choice_end press_key(struct choice *choice, const struct full_stage *shown,
                                 uint32_t press)
{
    int way = press == PRESS_LEFT || press == PRESS_HOME || press == PRESS_UP ? -1 : 1;
    bool rows = (press == PRESS_UP || press == PRESS_DOWN) && shown->stage.offer_count == 1;
    if (press == PRESS_LEFT || press == PRESS_RIGHT)
        go(choice, shown, way, 1);
    else if (press == PRESS_HOME || press == PRESS_END)
        go_to_end(choice, shown, way);
    else if (rows)
        go(choice, shown, way, choice->row);
    else if (press == PRESS_UP || press == PRESS_DOWN || press == PRESS_TAB)
        select_offer(choice, shown, (choice->offer + 1) % shown->stage.offer_count);
    else
        return CHOICE_OTHER;
    return CHOICE_GOES_ON;
}

enum choice_end choice_press(struct choice *choice, const struct full_stage *shown, uint32_t press,
                             struct move *move)
{
    if (!shown->stage.offer_count)
        return CHOICE_OTHER;
    choice->note[0] = '\0';
    if (press >= '0' && press <= '9')
        return type_digit(choice, shown, press - '0', move);
    choice->typed = 0;
    bool whole = press == PRESS_ENTER && current(choice, shown)->pick > 1 &&
                 cells_count(choice->marked) == current(choice, shown)->pick;
    if (choice->unchosen && (press == PRESS_ENTER || press == ' ') && !whole) {
        note(choice, "Nothing is chosen: use the arrow keys, type a number or click a cell.");
        return CHOICE_GOES_ON;
    }
    if (press == PRESS_ENTER)
        return settle(choice, shown, move);
    if (press == ' ' && current(choice, shown)->pick > 1) {
        toggle(choice, current(choice, shown));
        return CHOICE_GOES_ON;
    }
    if (press >= PRESS_CELL && press < PRESS_CELL + CELLS_MAX)
        return click(choice, shown, press - PRESS_CELL, move);
    if (press >= PRESS_ROW && press < PRESS_ROW + 0u + shown->stage.offer_count) {
        select_offer(choice, shown, press - PRESS_ROW);
        return CHOICE_GOES_ON;
    }
    return press_key(choice, shown, press);
}

bool choice_read(const struct choice *choice, const struct full_stage *shown, const char *typed,
                 struct move *move, struct text *why)
{
    typed += strspn(typed, " ");
    if (*typed < '0' || *typed > '9' || !shown->stage.offer_count)
        return stage_parse_move(&shown->stage, typed, move, why);
    *move = (struct move){ .verb = current(choice, shown)->verb };
    return move_parse_numbers(typed, &move->set, why);
}

void choice_example(const struct choice *choice, const struct full_stage *shown, struct text *out)
{
    const struct offer *offer = current(choice, shown);
    struct move move = { .verb = offer->verb };
    for (cells left = offer->from; left && cells_count(move.set) < offer->pick;
         left = cells_without_first(left))
        move.set |= cell(cells_first(left));
    stage_print_move(&shown->stage, move, out);
}

void choice_picture(const struct choice *choice, const struct full_stage *shown,
                    struct picture *picture)
{
    *picture = (struct picture){ .board = &shown->stage.board,
                                 .obstacle = shown->stage.obstacle,
                                 .focus = NO_CELL };
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        picture->token[seat] = shown->stage.token[seat];
    if (!shown->stage.offer_count)
        return;
    const struct stage_offer *offer = current_offer(choice, shown);
    picture->focus = choice->unchosen ? NO_CELL : focus_of(choice, shown);
    picture->marked = choice->marked;
    picture->marker = shown->stage.mover;
    for (cells left = offer->offer.from; left; left = cells_without_first(left)) {
        unsigned number = cells_first(left), at = offer->cell[number];
        if (at == NO_CELL)
            continue;
        if (number != at && !cells_has(picture->targets, at))
            picture->label[at] = (uint8_t)number;
        picture->targets |= cell(at);
    }
    if (picture->focus != NO_CELL)
        picture->targets |= cell(picture->focus);
}

void choice_ask(const struct choice *choice, const struct full_stage *shown, struct text *out)
{
    const struct offer *offer = current(choice, shown);
    const struct stage_verb *verb = &shown->stage.verbs[offer->verb];
    unsigned marked = cells_count(choice->marked), to = focus_of(choice, shown);
    if (offer->pick == 0 && to != NO_CELL) {
        // A leap over the opponent goes farther than usual: say where.
        text_add(out, "%s to %u", verb->label, to);
        return;
    }
    if (offer->pick > 1 && marked == offer->pick) {
        text_add(out, "All %u marked. Enter hides them.", marked);
        return;
    }
    if (offer->pick > 1)
        text_add(out, "%u of %u marked. ", marked, offer->pick);
    text_add(out, "%.*s", (int)strcspn(verb->ask, "."), verb->ask);
    if (offer->pick == 1) {
        text_add(out, ": ");
        text_add_or(out, offer->from);
    }
    text_add(out, ".");
}
