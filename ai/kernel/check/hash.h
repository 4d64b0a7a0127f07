#ifndef TONK_HASH_H
#define TONK_HASH_H
#include "tonk.h"

/* What is hashed: hands, drop tables worked out, hints. */
enum { TONK_HASH_HANDS, TONK_HASH_DROPS, TONK_HASH_HINTS, TONK_HASHES };

/* Of so many hands and of all tables and hints that `input` tells, `n` bytes; an error where it is damaged, or where
 * the kernel contradicts itself. */
TONK_API int tonk_hash(const uint8_t *input, int64_t n, int64_t hands, uint64_t *hashes);
#endif
