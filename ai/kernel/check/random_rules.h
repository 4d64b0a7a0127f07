/* Rule sets at random, of every key: for programs that try the kernel. */
#ifndef TONK_RANDOM_RULES_H
#define TONK_RANDOM_RULES_H
#include "tonk.h"

/* The least and the most of each key, in the order of enum TonkKey; what is money is kept small. */
static const int32_t KEY_RANGES[TONK_KEYS][2] = {
    {1, 8191}, {1, 15}, {0, 4}, {0, 3}, {0, 1}, {0, 1}, {2, 9}, {0, 1}, {0, 3}, {0, 1},
    {0, 1}, {0, 1}, {0, 2}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1},
    {0, 9}, {0, 9}, {0, 9}, {0, 1}, {0, 1}, {0, TONK_CATCHES - 1}, {1, 5}, {0, TONK_NEEDS_ALL - 1}, {0, 1}, {0, 5},
    {1, 5}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 2}, {1, 10}, {0, 2}, {1, 200}, {0, 5},
    {0, 2}, {0, 2}, {1, 5}, {0, 1}, {0, 99}, {0, 1}, {0, 3}, {-1, 50}, {0, 1}, {0, 9},
};

static inline int32_t from_to(TonkRandom *random, int32_t least, int32_t most) {
    return least + (int32_t)tonk_below(random, (uint32_t)(most - least) + 1);
}

/* Fills in the rules, and says for how many seats; mostly of packs that people play with. */
static inline int random_rules(TonkRandom *random, TonkRules *rules) {
    for (;;) {
        int32_t numbers[TONK_KEYS + 1 + 4 * TONK_NATURAL_NUMBERS];
        for (int i = 0; i < TONK_KEYS; i++) numbers[i] = from_to(random, KEY_RANGES[i][0], KEY_RANGES[i][1]);
        if (tonk_below(random, 4)) numbers[TONK_RANKS] = 8191;
        if (tonk_below(random, 4)) numbers[TONK_SUITS] = 15;
        if (numbers[TONK_HAND_SIZE] == 2) numbers[TONK_HAND_SIZE] = 0;
        if (tonk_below(random, 2)) numbers[TONK_DROP_AT_MOST] = 0;
        if (!numbers[TONK_JOKERS]) numbers[TONK_WILD] &= ~TONK_WILD_JOKERS;
        if (!(numbers[TONK_RANKS] & 2)) numbers[TONK_WILD] &= ~TONK_WILD_TWOS;
        int n = TONK_KEYS;
        int32_t naturals = numbers[n++] = from_to(random, 0, 4);
        for (; naturals; naturals--) {
            int32_t match = from_to(random, TONK_M_COUNT, TONK_M_ALL_FACES);
            int32_t entry[TONK_NATURAL_NUMBERS] = {match, match == TONK_M_ALL_FACES ? 0 : from_to(random, 5, 50),
                from_to(random, 1, 5), from_to(random, 0, 3), from_to(random, 0, 1), from_to(random, 0, 1),
                from_to(random, 0, 1), from_to(random, 0, TONK_TIES)};
            for (int i = 0; i < TONK_NATURAL_NUMBERS; i++) numbers[n++] = entry[i];
        }
        int seats = from_to(random, 2, TONK_MOST_SEATS);
        if (tonk_rules(rules, numbers, n) >= 0 && tonk_can_seat(rules, seats)) return seats;
    }
}
#endif
