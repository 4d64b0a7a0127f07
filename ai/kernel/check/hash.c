/* A hash of hands played at random by random rules. It is the same on every machine and by every compiler. */
#include "hash.h"
#include "random_rules.h"

enum { HANDS_OF_RULES = 20 };

static void add(uint64_t *hash, int64_t number) { /* FNV-1a, byte by byte */
    for (int i = 0; i < 8; i++) *hash = (*hash ^ ((uint64_t)number >> 8 * i & 255)) * 1099511628211ull;
}

static void add_action(uint64_t *hash, int seat, const TonkAction *a) {
    const uint8_t numbers[] = {a->type, a->card, a->spread, a->place, a->kind, a->suit, a->low, a->high};
    add(hash, seat);
    add(hash, (int64_t)a->cards);
    for (unsigned i = 0; i < sizeof numbers; i++) add(hash, numbers[i]);
}

static int play(TonkHand *hand, TonkRandom *random, uint64_t *hash) {
    TonkAction actions[TONK_MOST_ACTIONS];
    int error = 0;
    while (hand->phase != TONK_OVER && error >= 0) {
        int seat = tonk_actor(hand);
        if (seat < 0) {
            error = tonk_close_slaps(hand);
            continue;
        }
        int n = tonk_legal(hand, seat, actions, TONK_MOST_ACTIONS);
        if (n <= 0) return n < 0 ? n : TONK_ILLEGAL;
        const TonkAction *action = &actions[tonk_below(random, (uint32_t)n)];
        if (action->type == TONK_DROP && tonk_below(random, 3)) action = &actions[tonk_below(random, (uint32_t)n)];
        add(hash, n);
        add_action(hash, seat, action);
        error = tonk_play(hand, seat, action);
        if (error >= 0 && hand->phase != TONK_OVER) error = tonk_open_random_window(hand, random);
    }
    return error;
}

static int add_result(const TonkHand *hand, uint64_t *hash) {
    TonkResult result;
    int error = tonk_settle(hand, &result);
    add(hash, result.ending);
    add(hash, result.winners);
    for (int seat = 0; seat < hand->seats; seat++) {
        add(hash, result.counts[seat]);
        add(hash, result.payments[seat]);
        add(hash, result.side_payments[seat]);
    }
    return error;
}

int tonk_hash_hands(int64_t hands, uint64_t seed, uint64_t *hash) {
    TonkRules rules;
    TonkHand hand;
    TonkRandom random = {seed};
    int seats = 0, error = 0;
    *hash = 14695981039346656037ull;
    for (int64_t i = 0; i < hands && error >= 0; i++) {
        if (i % HANDS_OF_RULES == 0) seats = random_rules(&random, &rules);
        uint8_t deck[TONK_MOST_CARDS];
        int n = tonk_pack(&rules, deck);
        tonk_shuffle(deck, n, &random);
        error = tonk_deal(&hand, &rules, seats, from_to(&random, 0, seats - 1), deck, n);
        if (error >= 0) error = play(&hand, &random, hash);
        if (error >= 0) error = add_result(&hand, hash);
    }
    return error;
}
