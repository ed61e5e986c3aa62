// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/joint.h"

#include <string.h>

#include <sodium.h>

void joint_word(const unsigned char bytes[16], char word[LOG_NAME])
{
    sodium_bin2hex(word, LOG_NAME, bytes, 16);
}

// The state, as bytes, is the SHA-256 of the state before it; its first eight bytes are
// the number.
static uint64_t draw(struct random *random)
{
    unsigned char bytes[COMMIT_BYTES];
    for (unsigned i = 0; i < COMMIT_BYTES; i++)
        bytes[i] = (unsigned char)(random->state[i / 8] >> (56 - i % 8 * 8));
    crypto_hash_sha256(bytes, bytes, sizeof bytes);
    memset(random->state, 0, sizeof random->state);
    for (unsigned i = 0; i < COMMIT_BYTES; i++)
        random->state[i / 8] |= (uint64_t)bytes[i] << (56 - i % 8 * 8);
    return random->state[0];
}

struct random joint_random(const struct joint *joint)
{
    char hex[COMMIT_HEX];
    unsigned char hash[COMMIT_BYTES];
    struct text key = TEXT_OF(512), number = TEXT_OF(16);
    struct random random = { .draw = draw };
    log_hash_header(joint->header, hash);
    commit_hex(hash, hex);
    text_add(&number, "%u", (unsigned)joint->n);
    commit_add_field(&key, "causeway-joint-1");
    commit_add_field(&key, hex);
    commit_add_field(&key, log_draws[joint->draw]);
    commit_add_field(&key, number.at);
    commit_add_field(&key, joint->word[SEAT_CHANCE]);
    commit_add_field(&key, joint->word[SEAT_1]);
    commit_add_field(&key, joint->word[SEAT_2]);
    commit_hash(&key, hash);
    for (unsigned i = 0; i < COMMIT_BYTES; i++)
        random.state[i / 8] |= (uint64_t)hash[i] << (56 - i % 8 * 8);
    return random;
}

unsigned joint_toss(const struct joint *joint)
{
    struct random random = joint_random(joint);
    return SEAT_1 + (unsigned)random_below(&random, 2);
}

struct move joint_deal(const struct joint *joint, const struct state *state)
{
    struct random random = joint_random(joint);
    return game_draw(&joint->header->variant, state, &random);
}

uint64_t joint_seat_key(uint64_t seed, unsigned seat)
{
    struct text text = TEXT_OF(64);
    unsigned char hash[crypto_hash_sha256_BYTES];
    uint64_t key;
    text_add(&text, "causeway-seat-key %llu %u", (unsigned long long)seed, seat);
    crypto_hash_sha256(hash, (const unsigned char *)text.at, text.length);
    memcpy(&key, hash, sizeof key);
    return key;
}
