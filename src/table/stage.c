// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/stage.h"

#include <string.h>

#include "core/board_text.h"
#include "table/inside.h"
#include "table/news.h"
#include "table/wish.h"

const char *stage_role(const struct stage *stage, unsigned seat)
{
    return stage->first && *stage->role[0] ? stage->role[seat != stage->first] : NULL;
}

void stage_print_move(const struct stage *stage, struct move move, struct text *out)
{
    text_add(out, "%s%s", stage->verbs[move.verb].name, move.set ? " " : "");
    text_add_spaced(out, move.set);
}

static const char *verb_name(const void *of, unsigned verb)
{
    const struct stage *stage = of;
    return verb < stage->verb_count ? stage->verbs[verb].name : NULL;
}

bool stage_parse_move(const struct stage *stage, const char *from, struct move *move,
                      struct text *why)
{
    struct move_verbs verbs = { .name = verb_name, .of = stage, .title = stage->title };
    return move_parse_verbs(&verbs, from, move, why);
}

bool stage_has_moved(const struct stage *stage, unsigned seat)
{
    for (unsigned i = 0; i < stage->move_count; i++)
        if (stage->moves[i].seat == seat && !stage->verbs[stage->moves[i].move.verb].hidden)
            return true;
    return false;
}

unsigned stage_wins(const struct stage *stage, unsigned seat)
{
    return stage->wins[seat][0] + stage->wins[seat][1];
}

static void tell_result(const struct stage *stage, struct text *out)
{
    unsigned one = stage_wins(stage, SEAT_1), two = stage_wins(stage, SEAT_2);
    if (one == two)
        text_add(out, "The match is drawn.\n");
    else
        text_add(out, "%s wins the match!\n", stage->name[one > two ? SEAT_1 : SEAT_2]);
}

void stage_tell_tally(const struct stage *stage, struct text *out)
{
    if (stage->rounds == 1)
        return;
    text_add(out, "After %u of %u rounds:\n", stage->played, stage->rounds);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        text_add(out, "  %s: ", stage->name[seat]);
        text_add_count(out, stage_wins(stage, seat), "win", "wins");
        text_add(out, " (%u as %s, %u as %s)\n", stage->wins[seat][0],
                 *stage->role[0] ? stage->role[0] : "first player", stage->wins[seat][1],
                 *stage->role[1] ? stage->role[1] : "second player");
    }
    if (stage->played >= stage->rounds)
        tell_result(stage, out);
}

void stage_tell_offer(const struct stage *stage, struct text *out)
{
    text_add(out, "%s would like to %s.", stage->name[stage->offer_by],
             stage->offer_what == LOG_ASKS_UNDO ? "take a move back"
             : stage->offer_swapped             ? "play again, the other beginning"
                                                : "play again");
}

// From here on: making a stage.

static void set_text(char *to, size_t size, const char *from)
{
    struct text out = text_in(to, size);
    text_put(&out, from);
}

static void set_word(char word[STAGE_WORD], const char *from)
{
    set_text(word, STAGE_WORD, from ? from : "");
}

// What a program was started with is nobody's business: a command may have a seed in it.
static void set_player(char player[LOG_PLAYER], const char *from)
{
    set_text(player, LOG_PLAYER, text_begins(from, "program:") ? "program" : from);
}

static void set_game(struct stage *stage, const struct variant *variant)
{
    const struct game *game = variant->game;
    set_text(stage->game, sizeof stage->game, game->slug);
    stage->rules = variant->rules;
    set_word(stage->title, game->title);
    set_word(stage->preset, variant_preset(variant));
    set_word(stage->place, game->place);
    set_word(stage->mine, game->mine);
    set_word(stage->obstacle, game->obstacle);
    set_word(stage->role[0], game->role[0]);
    set_word(stage->role[1], game->role[1]);
    for (const struct verb *from = game->verbs; from->name; from++) {
        assert(stage->verb_count < STAGE_VERBS);
        struct stage_verb *verb = &stage->verbs[stage->verb_count++];
        set_word(verb->name, from->name);
        set_word(verb->label, from->label);
        set_text(verb->ask, sizeof verb->ask, from->ask);
        verb->effect = (uint8_t)from->effect;
        verb->hidden = from->hidden;
    }
}

static void set_agreed(struct stage *stage, const struct table *table)
{
    const struct log_header *header = &table->setup.header;
    set_game(stage, &header->variant);
    memcpy(stage->id, header->id, sizeof stage->id);
    memcpy(stage->of_header, table->of_header, COMMIT_BYTES);
    memcpy(stage->name, header->name, sizeof stage->name);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        set_player(stage->player[seat], header->player[seat]);
        stage->computer[seat] =
            table->setup.computer[seat] || strcmp(stage->player[seat], "program") == 0;
    }
    stage->shared = table->setup.shared;
    stage->hints = header->hints;
    stage->toss = header->toss;
    stage->deal = header->deal;
    stage->rounds = header->rounds;
    stage->clock = header->clock;
}

// A round that is over shows everything.
static bool is_revealed(const struct table *table)
{
    return table->now.end != LOG_END_NONE;
}

static void set_standing(struct stage *stage, const struct table *table)
{
    const struct replay *now = &table->now;
    const struct verb *next = table_next_verb(table);
    unsigned mover = replay_mover(now);
    stage->n = table->log.count;
    stage->round = now->round;
    stage->first = now->round_at ? (uint8_t)match_first(&now->match) : 0;
    stage->mover = mover == SEAT_CHANCE ? SEAT_NOBODY : (uint8_t)mover;
    stage->winner = now->winner;
    stage->end = now->end;
    stage->cause = now->cause;
    stage->over =
        now->round_at && !replay_in_play(now) && replay_match_over(now, &table->setup.header);
    stage->hides = table_hides(table);
    stage->continues = next && next->continues;
    stage->stuck = now->end == LOG_END_PLAYED && match_turn(&now->match)->mover != SEAT_NOBODY;
    stage->played = now->played;
    memcpy(stage->wins, now->wins, sizeof stage->wins);
}

// Member by member, so that the bytes between them stay zero.
static void copy_event(struct event *to, const struct event *from, bool knows)
{
    to->move.set = knows ? from->move.set : 0;
    to->move.verb = from->move.verb;
    to->seat = from->seat;
    to->outcome = from->outcome;
}

static void set_board(struct stage *stage, const struct table *table, const struct view *view)
{
    const struct match *match = &table->now.match;
    if (is_revealed(table))
        match_reveal(match, &stage->board);
    else
        view_board(&match->variant, view, &stage->board);
    for (unsigned i = 0; i < match->count; i++) {
        const struct event *event = &match->log[i];
        bool hidden = match_game(match)->verbs[event->move.verb].hidden;
        copy_event(&stage->moves[i], event,
                   is_revealed(table) || !hidden || event->seat == stage->viewer);
    }
    stage->move_count = (uint16_t)match->count;
}

// The words for what happened lately; chance's moves have none.
static void set_said(struct stage *stage, const struct table *table)
{
    const uint32_t *at = table->now.at;
    unsigned count = table->now.match.count;
    stage->said_count = 0;
    memset(stage->said, 0, sizeof stage->said);
    for (unsigned i = count > STAGE_SAID ? count - STAGE_SAID : 0; i < count; i++) {
        struct stage_said *said = &stage->said[stage->said_count];
        struct text words = text_in(said->words, sizeof said->words);
        struct text told = text_in(said->told, sizeof said->told);
        said->n = at[i];
        said->seat = table->now.match.log[i].seat;
        if (said->seat != SEAT_CHANCE)
            table_tell_move(table, stage->viewer, at[i], &words, &told);
        if (words.length > 0)
            stage->said_count++;
        else
            memset(said, 0, sizeof *said);
    }
}

static void set_closing(struct stage *stage, const struct table *table, const struct scene *scene)
{
    static const char *const because[] = { [LOG_END_RESIGNED] = "resigns",
                                           [LOG_END_FLAGGED] = "has no time left",
                                           [LOG_END_FORFEITED] = "forfeits the round" };
    struct text out = text_in(stage->closing, sizeof stage->closing);
    struct text result = text_in(stage->result, sizeof stage->result);
    const char *loser = stage->name[opponent(stage->winner)], *winner = stage->name[stage->winner];
    if (stage->end == LOG_END_PLAYED) {
        table->setup.header.variant.game->closing(scene, &out);
        table->setup.header.variant.game->result(scene, &result);
    } else if (stage->end == LOG_END_FULL) {
        text_add(&out, "The table is full.\nNobody wins, and the round does not count.\n");
        text_add(&result, "Nobody wins: the table is full.");
    } else if (stage->end) {
        text_add(&out, "%s %s.\n%s wins.\n", loser, because[stage->end], winner);
        text_add(&result, "%s wins: %s %s.", winner, loser, because[stage->end]);
    }
}

// Where there are roles at once, else when nothing is left to hide.
static void set_toss(struct stage *stage, const struct table *table)
{
    const struct game *game = table->setup.header.variant.game;
    struct text out = text_in(stage->told_toss, sizeof stage->told_toss);
    bool first_round = stage->round == 1 && table->setup.header.toss != LOG_SETTLED;
    bool hidden = stage->hides || replay_mover(&table->now) == SEAT_CHANCE;
    if (first_round && (game->role[0] || !hidden))
        text_add(&out, "The toss: %s %s%s.\n", stage->name[stage->first],
                 game->role[0] ? "is the " : "goes first", game->role[0] ? game->role[0] : "");
}

// Questions are for everybody's ears: they are made from what all know.
static void set_asks(struct stage *stage, const struct game *game, const struct scene *scene)
{
    struct text action = text_in(stage->ask_action, sizeof stage->ask_action);
    game->ask(scene, ASK_ACTION, &action);
    for (unsigned verb = 0; game->verbs[verb].name; verb++) {
        assert(verb < STAGE_VERBS);
        struct text out = text_in(stage->ask[verb], sizeof stage->ask[verb]);
        if (!game->verbs[verb].chance)
            game->ask(scene, verb, &out);
    }
}

static void set_supplies(struct stage *stage, const struct variant *variant,
                         const struct open *open)
{
    for (unsigned seat = SEAT_1; variant->game->supply && seat <= SEAT_2; seat++) {
        struct supply supply = variant->game->supply(&variant->rules, open, seat);
        if (!supply.what)
            continue;
        struct text out = text_in(stage->supplies[seat], sizeof stage->supplies[seat]);
        text_add(&out, "%s: %u", supply.what, supply.left);
        set_word(stage->supply[seat].what, supply.what);
        stage->supply[seat].left = (uint16_t)supply.left;
        stage->supply[seat].of = (uint16_t)supply.of;
    }
}

static void set_heading(struct stage *stage, const struct match *match, const struct scene *scene)
{
    struct text heading = text_in(stage->heading, sizeof stage->heading);
    match_game(match)->heading(scene, &heading);
}

// From what everybody knows.
static void set_words(struct stage *stage, const struct table *table)
{
    const struct match *match = &table->now.match;
    const struct game *game = match_game(match);
    struct table_names names = table_names(table);
    struct view all = match_view(match, SEAT_NOBODY);
    struct scene everybodys = match_scene(match, &all, names.name);
    struct text welcome = text_in(stage->welcome, sizeof stage->welcome);
    struct text promises = text_in(stage->promises, sizeof stage->promises);
    game->welcome(&everybodys, &welcome);
    table_tell_promises(table, stage->first, &promises);
    if (stage->mover) {
        set_heading(stage, match, &everybodys);
        set_asks(stage, game, &everybodys);
    }
    set_closing(stage, table, &everybodys);
    set_toss(stage, table);
    set_said(stage, table);
    struct text status = text_in(stage->status, sizeof stage->status);
    game->status(&everybodys, &status);
    set_supplies(stage, &match->variant, everybodys.open);
}

static bool stands(const struct replay *now, uint32_t n)
{
    for (unsigned i = 0; i < now->match.count; i++)
        if (now->at[i] == n)
            return true;
    return false;
}

static struct stage_seal seal_of(const struct log_event *event, bool undone, bool opened)
{
    struct stage_seal seal;
    memset(&seal, 0, sizeof seal);
    seal.n = event->n;
    seal.seat = event->seat;
    seal.undone = undone;
    seal.opened = opened;
    seal.move.verb = event->move.verb;
    memcpy(seal.seal.commitment, event->seal.commitment, COMMIT_BYTES);
    if (opened) {
        seal.move.set = event->move.set;
        memcpy(seal.seal.nonce, event->seal.nonce, COMMIT_BYTES);
    }
    return seal;
}

// If there are too many, the oldest of those that were taken back are left out.
static void add_seal(struct stage *stage, const struct stage_seal *seal)
{
    unsigned out = 0;
    if (stage->seal_count < STAGE_SEALS) {
        stage->seals[stage->seal_count++] = *seal;
        return;
    }
    while (out < STAGE_SEALS - 1 && !stage->seals[out].undone)
        out++;
    memmove(&stage->seals[out], &stage->seals[out + 1], (STAGE_SEALS - 1 - out) * sizeof *seal);
    stage->seals[STAGE_SEALS - 1] = *seal;
    stage->seals_left_out++;
}

static void set_seals(struct stage *stage, const struct table *table)
{
    for (uint32_t n = table->now.round_at; n && n <= stage->n; n++) {
        const struct log_event *event = &table->log.events[n - 1];
        if (!log_is_hidden(&table->setup.header, event))
            continue;
        struct stage_seal seal = seal_of(event, !stands(&table->now, n), is_revealed(table));
        add_seal(stage, &seal);
    }
}

static void set_clocks(struct stage *stage, const struct table *table, int64_t now)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++) {
        uint64_t spent =
            stage->mover == seat && now > table->since ? (uint64_t)(now - table->since) : 0;
        int64_t left = replay_left(&table->now, &table->setup.header, seat, spent);
        stage->left[seat] = left == INT64_MAX ? 0 : left > 0 ? left : 0;
    }
    if (stage->clock.base || stage->clock.move)
        stage->runs = stage->mover;
}

static bool has_hidden(const struct table *table, unsigned seat)
{
    const struct match *match = &table->now.match;
    for (unsigned i = 0; i < match->count; i++)
        if (match->log[i].seat == seat && match_game(match)->verbs[match->log[i].move.verb].hidden)
            return true;
    return false;
}

static bool just_hidden(const struct table *table)
{
    const struct match *match = &table->now.match;
    const struct event *last = match->count ? &match->log[match->count - 1] : NULL;
    return last && last->seat != SEAT_CHANCE && match_game(match)->verbs[last->move.verb].hidden;
}

static enum stage_may may(unsigned consent)
{
    return consent == LOG_FREELY ? STAGE_MAY : STAGE_MAY_ASK;
}

// Does the viewer act here: as a seat, or for both at a shared screen, or in front of
// two computers?
static bool is_actor(const struct table *table, unsigned viewer)
{
    bool computers = table->setup.computer[SEAT_1] && table->setup.computer[SEAT_2];
    return viewer ? table_is_person(table, viewer) : table->setup.shared || computers;
}

static void set_undo(struct stage *stage, const struct table *table)
{
    const char *reason;
    unsigned consent = table->setup.header.undo;
    if (consent != LOG_REFUSED && is_actor(table, stage->viewer) && !table->now.offer &&
        table_undo_count(table, table_asker(table, stage->viewer), &reason) > 0)
        stage->undo = (uint8_t)may(consent);
}

static void set_ready(struct stage *stage, const struct table *table)
{
    const struct replay *now = &table->now;
    unsigned consent = table->setup.header.rematch;
    bool between = now->round_at && !replay_in_play(now);
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        stage->waits[seat] = between && consent == LOG_AGREED && !stage->over && !now->ready[seat];
    if (!between || table_is_full(table) || !is_actor(table, stage->viewer) ||
        (stage->viewer && now->ready[stage->viewer]))
        return;
    if (!stage->over)
        stage->ready = STAGE_MAY;
    else if (consent != LOG_REFUSED && !now->offer)
        stage->ready = (uint8_t)may(consent);
}

static void set_cover(struct stage *stage, const struct table *table)
{
    if (!table->setup.shared || !stage->mover)
        return;
    if (stage->hides)
        stage->cover = STAGE_ALONE;
    else if (just_hidden(table))
        stage->cover = STAGE_RETURNED;
    stage->peeks = has_hidden(table, stage->mover);
}

// At a shared screen what is open to choose is for everybody to see.
static bool chooses(const struct stage *stage, const struct table *table)
{
    if (stage->mover != SEAT_1 && stage->mover != SEAT_2)
        return false;
    return stage->viewer == stage->mover ||
           (stage->viewer == SEAT_NOBODY && table->setup.shared && !stage->hides);
}

static void set_cells(struct stage_offer *to, const struct stage *stage, const struct table *table)
{
    const struct match *match = &table->now.match;
    struct view view = match_view(match, stage->mover);
    cells numbers = to->offer.pick ? to->offer.from : cell(0);
    memset(to->cell, STAGE_NO_CELL, sizeof to->cell);
    for (; numbers; numbers = cells_without_first(numbers)) {
        unsigned number = cells_first(numbers);
        unsigned at = match_game(match)->target(&match->variant.rules, view_open(&view),
                                                to->offer.verb, number);
        if (at >= stage->board.first && at <= stage->board.last)
            to->cell[number] = (uint8_t)at;
    }
}

static void set_effect(struct stage_offer *to, const struct stage *stage, const struct table *table)
{
    const struct verb *verb = &table->setup.header.variant.game->verbs[to->offer.verb];
    unsigned at = board_find(&stage->board, stage->mover);
    to->goes = verb->effect == VERB_GO && at != CELLS_MAX;
    to->token = to->goes ? (uint8_t)at : 0;
    to->final = verb->discloses || table->setup.header.undo == LOG_REFUSED;
}

// "Move forward or use a detector."
static void add_choice(const struct stage *stage, struct text *out)
{
    for (unsigned i = 0; i < stage->offer_count; i++) {
        size_t at = out->length;
        text_add(out, "%s%s", i ? " or " : "", stage->verbs[stage->offers[i].offer.verb].label);
        if (i && !out->cut)
            out->at[at + 4] = (char)(out->at[at + 4] - 'A' + 'a');
    }
    text_add(out, ".");
}

static void set_turn(struct stage *stage)
{
    struct text out = text_in(stage->turn, sizeof stage->turn);
    if (stage->offer_count == 1)
        text_add(&out, "%s", stage->verbs[stage->offers[0].offer.verb].ask);
    else if (stage->offer_count)
        add_choice(stage, &out);
    else if (stage->mover)
        text_add(&out, "%s is on turn.", stage->name[stage->mover]);
}

static void set_offers(struct stage *stage, const struct table *table)
{
    struct offer offers[OFFERS_MAX];
    if (!chooses(stage, table))
        return;
    struct view own = match_view(&table->now.match, stage->mover);
    memset(offers, 0, sizeof offers);
    stage->offer_count = (uint8_t)view_offers(&table->setup.header.variant, &own, offers);
    for (unsigned i = 0; i < stage->offer_count; i++) {
        stage->offers[i].offer.from = offers[i].pick ? offers[i].from : 0;
        stage->offers[i].offer.verb = offers[i].verb;
        stage->offers[i].offer.pick = offers[i].pick;
        set_cells(&stage->offers[i], stage, table);
        set_effect(&stage->offers[i], stage, table);
    }
    stage->hint = table_gives_hint(table, stage->mover);
    stage->hint_alone = stage->hint && table_is_watched(table) && stage->viewer == SEAT_NOBODY;
}

static void set_offer(struct stage *stage, const struct replay *now)
{
    if (!now->offer)
        return;
    stage->offer = now->offer;
    stage->offer_what = now->offer_what;
    stage->offer_by = now->offer_by;
    stage->offer_swapped = now->offer_swapped;
}

// A player without a token on the board has none.
static void set_tokens(struct stage *stage, const struct game *game)
{
    for (unsigned seat = SEAT_1; seat <= SEAT_2; seat++)
        if (board_find(&stage->board, seat) != CELLS_MAX)
            set_word(stage->token[seat], game->token[seat]);
}

// All may contribute at once, after chance; and open when all have.
static void set_draw(struct stage *stage, const struct table *table)
{
    struct table_wish wish = table_wish(table);
    const uint32_t *committed = table->now.committed[wish.draw];
    bool draws = wish.kind == TABLE_WANTS_COMMIT || wish.kind == TABLE_WANTS_OPENING;
    if (!draws || !table_is_person(table, stage->viewer) || !committed[SEAT_CHANCE])
        return;
    if (!committed[stage->viewer])
        stage->draw_wants = STAGE_DRAW_COMMIT;
    else if (committed[opponent(stage->viewer)] && !table->now.opened[wish.draw][stage->viewer])
        stage->draw_wants = STAGE_DRAW_OPEN;
    stage->draw = stage->draw_wants ? wish.draw : 0;
}

static void describe(struct stage *stage, const struct table *table)
{
    struct table_names names = table_names(table);
    struct text out = text_in(stage->described, sizeof stage->described);
    board_describe(table->setup.header.variant.game, &stage->board, stage->viewer, names.name,
                   &out);
}

// Before the first round: the board as it will be.
static void set_at_rest(struct stage *stage, const struct table *table)
{
    const struct variant *variant = &table->setup.header.variant;
    unsigned first = table->setup.header.first;
    struct state state = game_start(variant, first ? first : SEAT_1);
    struct view view = game_view(&state, SEAT_NOBODY);
    view_board(variant, &view, &stage->board);
    set_tokens(stage, variant->game);
    struct scene scene = { .rules = &variant->rules, .open = view_open(&view) };
    struct text status = text_in(stage->status, sizeof stage->status);
    variant->game->status(&scene, &status);
    set_supplies(stage, variant, view_open(&view));
}

// A player who has hidden something is told the own moves with their numbers.
static void set_own_words(struct stage *stage, const struct table *table, const struct view *view)
{
    const struct match *match = &table->now.match;
    struct table_names names = table_names(table);
    struct scene own = match_scene(match, view, names.name);
    if (stage->mover && stage->mover == stage->viewer)
        set_heading(stage, match, &own);
    if (has_hidden(table, stage->viewer))
        set_said(stage, table);
}

void table_stage_begin(const struct table *table, int64_t now, struct stage *stage)
{
    memset(stage, 0, sizeof *stage);
    set_agreed(stage, table);
    set_standing(stage, table);
    if (!table->now.round_at) {
        set_at_rest(stage, table);
        return;
    }
    set_words(stage, table);
    set_seals(stage, table);
    set_clocks(stage, table, now);
    set_offer(stage, &table->now);
}

void table_stage_finish(const struct table *table, unsigned viewer, struct stage *stage)
{
    stage->viewer = (uint8_t)viewer;
    set_draw(stage, table);
    if (!table->now.round_at)
        return;
    struct view view = match_view(&table->now.match, viewer);
    set_board(stage, table, &view);
    set_tokens(stage, table->setup.header.variant.game);
    describe(stage, table);
    set_own_words(stage, table, &view);
    set_undo(stage, table);
    set_ready(stage, table);
    set_cover(stage, table);
    set_offers(stage, table);
    set_turn(stage);
}

void table_stage(const struct table *table, unsigned viewer, int64_t now, struct stage *stage)
{
    table_stage_begin(table, now, stage);
    table_stage_finish(table, viewer, stage);
}
