// SPDX-License-Identifier: GPL-3.0-or-later
#include "fronts/join/joint_client.h"

#include <string.h>

#include <sodium.h>

#include "record/joint.h"

// Chance commits first, and begins a draw.
void joint_client_hear(struct joint_client *draws, const struct log_event *event)
{
    unsigned draw = event->draw, seat = event->seat;
    if ((event->kind != LOG_COMMIT && event->kind != LOG_OPEN) || draw >= LOG_DRAWS ||
        seat >= SEATS)
        return;
    if (event->kind == LOG_COMMIT && seat == SEAT_CHANCE) {
        memset(draws->committed[draw], 0, sizeof draws->committed[draw]);
        memset(draws->opened[draw], 0, sizeof draws->opened[draw]);
    }
    if (event->kind == LOG_COMMIT)
        draws->committed[draw][seat] = event->n;
    else
        draws->opened[draw][seat] = true;
}

enum joint_client_due joint_client_due(struct joint_client *draws, unsigned seat, uint32_t last,
                                       enum log_draw *draw)
{
    if (!seat || draws->tried == last)
        return JOINT_CLIENT_NOTHING;
    for (unsigned i = 0; i < LOG_DRAWS; i++) {
        const uint32_t *committed = draws->committed[i];
        bool all = committed[SEAT_CHANCE] && committed[SEAT_1] && committed[SEAT_2];
        *draw = (enum log_draw)i;
        if (committed[SEAT_CHANCE] && !committed[seat]) {
            draws->tried = last;
            return JOINT_CLIENT_COMMIT;
        }
        if (all && !draws->opened[i][seat]) {
            draws->tried = last;
            return JOINT_CLIENT_OPEN;
        }
    }
    return JOINT_CLIENT_NOTHING;
}

static void seal(const struct note *note, const struct game *game,
                 struct note_contribution *contribution)
{
    struct log_event event = { .n = contribution->n,
                               .kind = LOG_COMMIT,
                               .seat = note->seat,
                               .draw = contribution->draw,
                               .seal = contribution->seal };
    memcpy(event.word, contribution->word, sizeof event.word);
    log_seal_by(note->of_header, game, &event, contribution->seal.commitment);
}

bool joint_client_commit(struct commitment_log *book, const struct game *game, enum log_draw draw,
                         uint32_t n, const char *word, struct act *act, struct text *why)
{
    struct note_contribution own = { .n = n, .draw = (uint8_t)draw };
    unsigned char bytes[16];
    struct text copy = text_in(own.word, sizeof own.word);
    text_add(&copy, "%s", word);
    if (!*word) {
        randombytes_buf(bytes, sizeof bytes);
        joint_word(bytes, own.word);
    }
    randombytes_buf(own.seal.nonce, sizeof own.seal.nonce);
    seal(&book->note, game, &own);
    *act =
        (struct act){ .kind = ACT_COMMIT, .seat = book->note.seat, .draw = (uint8_t)draw, .n = n };
    memcpy(act->seal.commitment, own.seal.commitment, COMMIT_BYTES);
    return commitment_log_contribution(book, &own, why);
}

// What was noted for the event that has this commitment, or NULL.
static const struct note_contribution *find(const struct note *note, const struct game *game,
                                            unsigned draw, uint32_t n,
                                            const unsigned char commitment[COMMIT_BYTES])
{
    for (size_t i = 0; i < note->contribution_count; i++) {
        struct note_contribution *own = &note->contributions[i];
        seal(note, game, own);
        if (own->n == n && own->draw == draw &&
            memcmp(own->seal.commitment, commitment, COMMIT_BYTES) == 0)
            return own;
    }
    return NULL;
}

bool joint_client_is_own(const struct commitment_log *book, const struct game *game,
                         const struct log_event *event)
{
    return find(&book->note, game, event->draw, event->n, event->seal.commitment);
}

bool joint_client_open(const struct joint_client *draws, const struct commitment_log *book,
                       const struct game *game, enum log_draw draw, uint32_t n, struct act *act)
{
    const struct note *note = &book->note;
    uint32_t at = draws->committed[draw][note->seat];
    const struct note_commitment *told = note_find(note, at);
    const struct note_contribution *own = told ? find(note, game, draw, at, told->bytes) : NULL;
    if (!own)
        return false;
    *act = (struct act){
        .kind = ACT_OPEN, .seat = note->seat, .draw = (uint8_t)draw, .n = n, .seal = own->seal
    };
    memcpy(act->word, own->word, sizeof act->word);
    return true;
}
