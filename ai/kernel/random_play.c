/* Random play, for tests and benchmarks. */
#include "turn.h"

/* Legal actions except drops, counted and found by index without building a list. */

typedef struct { int type[5], n; } Starts;

static Starts find_starts(const TonkHand *h) {
    Starts found = {.n = 0};
    bool has_stock = stock_size(h) > 0;
    if (tonk_in_declarable(h)) found.type[found.n++] = TONK_DECLARE;
    if (has_stock) found.type[found.n++] = TONK_DRAW;
    if (tonk_in_may_take(h)) found.type[found.n++] = TONK_TAKE;
    if (!has_stock) found.type[found.n++] = TONK_STOP;
    return found;
}

/* Returns whether nothing can be laid and the turn ends with a discard. */
static bool can_only_discard(const TonkHand *h) {
    const TonkRules *r = h->rules;
    Cards held = h->hand[h->turn];
    return !(held & (h->hittable | r->wilds)) && !h->must_use && !h->has_hit && !h->is_blocked && !has_natural_spread(r, held);
}

/* Returns the card at an index of a set of `size`, without branching on the index, which is unpredictable. */
static inline int card_at(Cards cards, int index, int size) {
    for (int i = 0; i < size; i++) cards = i < index ? cards & (cards - 1) : cards;
    return lowest(cards);
}

static __attribute__((noinline)) int choose_of_list(const TonkHand *h, int seat, TonkRandom *random, TonkAction *out) {
    TonkAction actions[TONK_MOST_ACTIONS];
    int n = tonk_legal(h, seat, actions, TONK_MOST_ACTIONS), others = 0;
    if (n <= 0) return n ? n : TONK_ILLEGAL;
    for (int i = 0; i < n; i++) if (actions[i].type != TONK_DROP) actions[others++] = actions[i];
    *out = actions[below(random, others)];
    return others;
}

int tonk_random_action(const TonkHand *h, int seat, TonkRandom *random, TonkAction *out) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (seat != h->turn || is_asking(h) || (h->is_slappable && !h->is_closed)) return choose_of_list(h, seat, random, out);
    if (h->phase == TONK_START) {
        Starts found = find_starts(h);
        *out = (TonkAction){.type = found.type[below(random, found.n)]};
        return found.n;
    }
    if (h->phase != TONK_LAY || !can_only_discard(h)) return choose_of_list(h, seat, random, out);
    Cards free = tonk_in_discardable(h);
    int n = how_many(free);
    *out = (TonkAction){.type = TONK_DISCARD, .card = card_at(free, below(random, n), n)};
    return n;
}

/* Plays a random action; returns an error, or whether others may act out of turn after it. The most frequent moves are
 * played here, with the effect of `tonk_in_play`. */
static inline int play_random(TonkHand *h, TonkRandom *random) {
    TonkAction chosen;
    int seat = tonk_actor(h);
    if (seat == h->turn && !is_asking(h) && !h->is_slappable && h->n_moves + 2 <= TONK_MOST_MOVES) {
        if (h->phase == TONK_LAY && can_only_discard(h)) {
            Cards free = tonk_in_discardable(h);
            int n = how_many(free);
            h->is_closed = false;
            if (throw_card(h, seat, card_at(free, below(random, n), n))) end_turn(h);
            return true;
        }
        if (h->phase == TONK_START && stock_size(h) && !h->rules->n_turn_naturals) {
            h->is_closed = false;
            if (below(random, 1 + tonk_in_may_take(h))) take(h);
            else draw(h);
            return true;
        }
    }
    int found = tonk_random_action(h, seat, random, &chosen);
    int failed = found < 0 ? found : tonk_in_play(h, seat, &chosen);
    return failed ? failed : chosen.type != TONK_PASS;
}

int64_t tonk_random_hands(const TonkRules *rules, int seats, int64_t hands, TonkRandom *random, const volatile int32_t *cancel) {
    TonkHand h;
    uint8_t deck[TONK_MOST_CARDS];
    int64_t moves = 0;
    int n = tonk_pack(rules, deck);
    bool has_windows = rules->key[TONK_SLAP_RULE] != TONK_SLAPS_OFF || rules->key[TONK_DROP_WHEN] == TONK_DROP_ANY_TIME;
    for (int64_t i = 0; i < hands; i++) {
        if (cancel && *cancel) return TONK_CANCELLED;
        tonk_shuffle(deck, n, random);
        int refused = tonk_deal(&h, rules, seats, i % seats, deck, n);
        if (refused) return refused;
        for (int played = true; h.phase != TONK_OVER; moves++) {
            if (has_windows && played) tonk_open_random_window(&h, random);
            if (h.phase == TONK_OVER) break;
            played = play_random(&h, random);
            if (played < 0) return played;
        }
    }
    return moves;
}
