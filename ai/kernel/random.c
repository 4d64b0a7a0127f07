/* Random numbers: the exported functions of the generator, which `internal.h` inlines into the kernel; shuffling. */
#include "internal.h"

uint64_t tonk_next(TonkRandom *random) { return next_of(random); }
uint32_t tonk_below(TonkRandom *random, uint32_t n) { return below(random, n); }

void tonk_shuffle(uint8_t *deck, int n, TonkRandom *random) {
    for (int last = n - 1; last > 0; last--) {
        int other = below(random, last + 1);
        uint8_t card = deck[last];
        deck[last] = deck[other], deck[other] = card;
    }
}
