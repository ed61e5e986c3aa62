// SPDX-License-Identifier: GPL-3.0-or-later
// Token buckets, by the generic cell rate algorithm: of each bucket only the time is kept
// at which it will be full again.
#ifndef FRONTS_SERVE_BUCKET_H
#define FRONTS_SERVE_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

// A rate for each minute, and a burst. If either is 0 there is no limit.
struct bucket_rate {
    unsigned minute, burst;
};

// Takes `cost` from the bucket, now, in milliseconds. False if there is not enough in it:
// *wait is after how many seconds there will be.
bool bucket_take(int64_t *full, struct bucket_rate rate, unsigned cost, int64_t now,
                 unsigned *wait);

// Takes what has been used already, though there may not have been enough. What is owed has an end:
// a bucket is full again after at most BUCKET_DEBT times the time that it takes from empty.
enum { BUCKET_DEBT = 4 };
void bucket_charge(int64_t *full, struct bucket_rate rate, unsigned cost, int64_t now);

// Is more owed than the bucket can hold?
bool bucket_owes(const int64_t *full, struct bucket_rate rate, int64_t now);

// Buckets of addresses. There is room for a fixed number: the one that was full for the
// longest time is forgotten first, and nothing is lost with a full one.
enum { BUCKET_KEY = 16, BUCKET_SETS = 4096, BUCKET_WAYS = 4 };

struct bucket_slot {
    unsigned char key[BUCKET_KEY];
    int64_t full;
};

struct bucket_table {
    struct bucket_slot slot[BUCKET_SETS][BUCKET_WAYS];
    unsigned char salt[16]; // so that nobody can choose whose bucket is forgotten
};

// NULL when there is no memory. Free with mem_free().
struct bucket_table *bucket_table_new(void);

// The bucket of this address.
int64_t *bucket_find(struct bucket_table *table, const unsigned char key[BUCKET_KEY]);

#endif
