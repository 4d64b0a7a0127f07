#ifndef TONK_HASH_H
#define TONK_HASH_H
#include "tonk.h"

/* The parts that are hashed: hands, computed drop tables, hints. */
enum { TONK_HASH_HANDS, TONK_HASH_DROPS, TONK_HASH_HINTS, TONK_HASHES };

/* Hashes `hands` hands and all drop tables and hints of an input of `n` bytes; returns an error if it is damaged, or if
 * the kernel contradicts itself. */
TONK_API int tonk_hash(const uint8_t *input, int64_t n, int64_t hands, uint64_t *hashes);
#endif
