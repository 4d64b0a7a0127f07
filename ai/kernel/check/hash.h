#ifndef TONK_HASH_H
#define TONK_HASH_H
#include "tonk.h"

/* Of so many hands; an error where the kernel contradicts itself. */
TONK_API int tonk_hash_hands(int64_t hands, uint64_t seed, uint64_t *hash);
#endif
