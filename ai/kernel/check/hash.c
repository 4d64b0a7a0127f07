/* A hash of hands played at random by random rules, of how often plain players would do what, and of how good a
 * net of weights at random finds it. It is the same on every machine and by every compiler. */
#include "hash.h"
#include "random_rules.h"

enum {
    HANDS_OF_RULES = 20,
    BODY = 64, SECOND = 32, HEADS = 2, OWN = 32, INPUTS = TONK_STATE_FEATURES + TONK_ACTION_FEATURES + 1,
    WEIGHTS = INPUTS * BODY + HEADS * ((BODY + 2) * SECOND + (INPUTS + SECOND) * OWN),
    ROOM = 2 << 20,
};

/* From beginner to expert. */
static const TonkProfile LEVELS[] = {
    {500, 5000, 0, 8000, 0, 0, 0, 25000, 0, 25000, 0, 0, 2000, 0, 0, 1000, 3000, -1000, 0, 0, 0, 0, 0, 4000, 7000},
    {2000, 5000, 1000, 4000, 0, 0, 0, 20500, 0, 20500, 0, 0, 2000, 50, 0, 1000, 3000, -1000, 0, 0, 0, 2, 0, 2500, 5000},
    {2500, 5000, 2000, 3000, 0, 0, 0, 24000, 800, 11000, 0, 800, 2000, 150, 1, 500, 4000, -1000, 0, 0, 0, 6, 1, 2000, 4000},
    {6000, 5000, 3000, 2000, 0, 0, 0, 24000, 800, 11000, 0, 800, 2000, 150, 1, 680, 3500, -1000, 0, 0, 0, 1000, 1, 600, 2000},
};

/* All that the players know but the hand. */
typedef struct { TonkDropTable table; const TonkNet *net; } Players;

static _Alignas(8) uint8_t net_memory[ROOM];

static int make_players(TonkRandom *random, Players *players) {
    static const int32_t sizes[] = {BODY, SECOND, OWN, OWN};
    static uint8_t weights[2 * WEIGHTS];
    for (int i = 0; i < WEIGHTS; i++) { /* half-precision floats from 2 ** -8 to 1 / 4 */
        uint32_t bits = (uint32_t)from_to(random, 7, 12) << 10 | tonk_below(random, 1024) | tonk_below(random, 2) << 15;
        weights[2 * i] = bits & 255, weights[2 * i + 1] = bits >> 8;
    }
    players->table.rows = TONK_DROP_ROWS;
    for (int row = 0; row < TONK_DROP_ROWS; row++)
        for (int i = 0; i < TONK_DROP_ROUNDS; i++) players->table.at[row][i] = from_to(random, 0, 30000);
    if (tonk_size_of_net() > ROOM) return TONK_NO_ROOM;
    players->net = (const TonkNet *)net_memory;
    return tonk_net((TonkNet *)net_memory, weights, sizeof weights, sizes, 2 + HEADS);
}

static void add(uint64_t *hash, int64_t number) { /* FNV-1a, byte by byte */
    for (int i = 0; i < 8; i++) *hash = (*hash ^ ((uint64_t)number >> 8 * i & 255)) * 1099511628211ull;
}

static void add_action(uint64_t *hash, int seat, const TonkAction *a) {
    const uint8_t numbers[] = {a->type, a->card, a->spread, a->place, a->kind, a->suit, a->low, a->high};
    add(hash, seat);
    add(hash, (int64_t)a->cards);
    for (unsigned i = 0; i < sizeof numbers; i++) add(hash, numbers[i]);
}

/* What players think of what a seat may do. */
static int add_thoughts(const TonkHand *hand, int seat, const Players *players, TonkRandom *random, uint64_t *hash) {
    TonkAction actions[TONK_MOST_ACTIONS];
    int32_t numbers[TONK_MOST_ACTIONS];
    const TonkProfile *level = &LEVELS[tonk_below(random, sizeof LEVELS / sizeof *LEVELS)];
    int n = tonk_plain_weights(hand, seat, level, &players->table, actions, numbers, TONK_MOST_ACTIONS);
    for (int i = 0; i < n; i++) add_action(hash, seat, &actions[i]), add(hash, numbers[i]);
    if (n < 0 || hand->phase == TONK_CHANCE || hand->phase == TONK_SLAPS) return n;
    int told = 0;
    for (int i = 0; i < n; i++) if (actions[i].type != TONK_SLAP) actions[told++] = actions[i];
    n = tonk_net_scores(hand, seat, players->net, (int)tonk_below(random, HEADS), actions, told, numbers);
    for (int i = 0; i < n; i++) add(hash, numbers[i]);
    return n;
}

static int play(TonkHand *hand, const Players *players, TonkRandom *random, uint64_t *hash) {
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
        error = add_thoughts(hand, seat, players, random, hash);
        if (error < 0) return error;
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
    Players players;
    int seats = 0, error = make_players(&random, &players);
    *hash = 14695981039346656037ull;
    for (int64_t i = 0; i < hands && error >= 0; i++) {
        if (i % HANDS_OF_RULES == 0) seats = random_rules(&random, &rules);
        uint8_t deck[TONK_MOST_CARDS];
        int n = tonk_pack(&rules, deck);
        tonk_shuffle(deck, n, &random);
        error = tonk_deal(&hand, &rules, seats, from_to(&random, 0, seats - 1), deck, n);
        if (error >= 0) error = play(&hand, &players, &random, hash);
        if (error >= 0) error = add_result(&hand, hash);
    }
    return error;
}
