// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/lp_words.h"

#include <string.h>

#include "core/memory.h"
#include "core/vector.h"

void lp_words_clear(struct lp_words *words)
{
    mem_free(words->at);
    *words = (struct lp_words){ 0 };
}

bool lp_words_make_room(struct lp_words *words, size_t more)
{
    bool grown = vector_grow(&words->at, &words->room, words->count + more, sizeof *words->at);
    words->failed |= !grown;
    return grown;
}

void lp_words_put(struct lp_words *words, uint32_t word)
{
    if (words->count < words->room || lp_words_make_room(words, 1))
        words->at[words->count++] = word;
}

static size_t size_of(const mpz_t number)
{
    return mpz_sgn(number) ? (mpz_sizeinbase(number, 2) + 31) / 32 : 0;
}

static void put_whole(struct lp_words *words, const mpz_t number)
{
    if (!lp_words_make_room(words, size_of(number)))
        return;
    mpz_export(words->at + words->count, NULL, -1, sizeof *words->at, 0, 0, number);
    words->count += size_of(number);
}

void lp_words_put_number(struct lp_words *words, const mpq_t number)
{
    size_t size = size_of(mpq_numref(number));
    lp_words_put(words, (uint32_t)(size << 1) | (mpq_sgn(number) < 0));
    lp_words_put(words, (uint32_t)size_of(mpq_denref(number)));
    put_whole(words, mpq_numref(number));
    put_whole(words, mpq_denref(number));
}

void lp_words_put_double(struct lp_words *words, double number)
{
    uint32_t half[2];
    memcpy(half, &number, sizeof half);
    lp_words_put(words, half[0]);
    lp_words_put(words, half[1]);
}

static bool has(struct lp_reader *reader, size_t count)
{
    reader->short_of |= (size_t)(reader->end - reader->at) < count;
    return !reader->short_of;
}

uint32_t lp_reader_take(struct lp_reader *reader)
{
    return has(reader, 1) ? *reader->at++ : 0;
}

static void take_whole(struct lp_reader *reader, size_t size, mpz_t number)
{
    mpz_set_ui(number, 0);
    if (!has(reader, size))
        return;
    mpz_import(number, size, -1, sizeof *reader->at, 0, 0, reader->at);
    reader->at += size;
}

void lp_reader_take_number(struct lp_reader *reader, mpq_t number)
{
    uint32_t numerator = lp_reader_take(reader), denominator = lp_reader_take(reader);
    take_whole(reader, numerator >> 1, mpq_numref(number));
    take_whole(reader, denominator, mpq_denref(number));
    if (numerator & 1)
        mpq_neg(number, number);
    reader->short_of |= !mpz_sgn(mpq_denref(number));
    if (reader->short_of)
        mpq_set_ui(number, 0, 1);
}

double lp_reader_take_double(struct lp_reader *reader)
{
    uint32_t half[2] = { lp_reader_take(reader), lp_reader_take(reader) };
    double number;
    memcpy(&number, half, sizeof number);
    return number;
}
