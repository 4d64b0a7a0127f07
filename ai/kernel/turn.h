/* The most frequent moves, inlined into `hand.c` and `random_play.c`. */
#ifndef TONK_TURN_H
#define TONK_TURN_H
#include "internal.h"

static inline void note(TonkHand *h, int seat, int type, int card) {
    h->log[h->n_moves++] = (TonkMove){.seat = seat, .type = type, .card = card};
}

static inline void begin_turn(TonkHand *h) {
    int seat = h->turn;
    unsigned others = ~(1u << seat);
    h->is_slappable = h->is_claim = false;
    if (h->waits[seat]) h->waits[seat]--;
    h->was_hit &= others, h->hit_own &= others, h->hit_others &= others;
    h->must_use = h->has_hit = false;
    h->is_blocked = h->blocks >> seat & 1;
    h->blocks &= others;
    h->phase = TONK_LAY;
}

static inline void end_turn(TonkHand *h) {
    h->idle_turns = h->is_idle ? h->idle_turns + 1 : 0;
    h->turn = seat_after(h, h->turn);
    h->turns++;
    h->taken = TONK_NO_CARD;
    h->phase = TONK_START;
    if (h->is_last_turn || (h->idle_turns >= idle_limit(h) && !stock_size(h))) tonk_in_end_by_itself(h);
}

static inline void watch_stock(TonkHand *h) {
    if (stock_size(h) > h->seats) return;
    if (key(h, TONK_BOOED)) h->is_booed = true;
    if (key(h, TONK_STOCK_END) == TONK_STOCK_END_AT_ONCE && !stock_size(h)) h->is_last_turn = true;
}

static inline void draw(TonkHand *h) {
    int seat = h->turn;
    if (h->pile_size) {
        h->last_declined[seat] = h->pile[h->pile_size - 1];
        h->declined[seat] |= bit_of(h->last_declined[seat]);
    }
    begin_turn(h);
    h->hand[seat] |= bit_of(h->deck[h->next++]);
    h->is_idle = false;
    h->took_last[seat] = false;
    note(h, seat, TONK_DRAW, TONK_NO_CARD);
    watch_stock(h);
}

static inline void take(TonkHand *h) {
    int seat = h->turn;
    bool is_claim = h->is_claim;
    begin_turn(h);
    h->taken = h->pile[--h->pile_size];
    h->hand[seat] |= bit_of(h->taken);
    h->known[seat] |= bit_of(h->taken);
    h->seen |= bit_of(h->taken);
    h->is_idle = true;
    h->must_use = is_claim || key(h, TONK_TAKE_RULE) == TONK_TAKE_USE_NOW;
    h->takes[seat]++;
    h->took_last[seat] = true;
    note(h, seat, TONK_TAKE, h->taken);
}

static inline void leave_hand(TonkHand *h, int seat, Cards cards) {
    h->hand[seat] &= ~cards;
    h->known[seat] &= ~cards;
    h->seen |= cards;
}

/* Discards a card; returns whether the hand goes on. */
static inline bool throw_card(TonkHand *h, int seat, int card) {
    leave_hand(h, seat, bit_of(card));
    h->pile[h->pile_size++] = card;
    h->thrown[seat] |= bit_of(card);
    h->n_discards[seat]++;
    h->discarder = seat, h->is_slappable = key(h, TONK_SLAP_RULE) != TONK_SLAPS_OFF && can_hit(h, card);
    note(h, seat, TONK_DISCARD, card);
    if (h->hand[seat] || h->is_booed) return true;
    tonk_in_finish(h, TONK_END_OUT, seat, key(h, TONK_OUT_PAYS));
    return false;
}
#endif
