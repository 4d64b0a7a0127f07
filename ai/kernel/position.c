/* Sets up a hand in its middle, from the numbers of a `tonk-position/1`; unknown cards lie at random. */
#include "internal.h"

/* Takes a named card from those that are left. */
static bool take_known(Cards *left, const TonkRules *r, int number, int *card) {
    if (number >= TONK_MOST_CARDS || r->bit[number] == TONK_NO_CARD) return false;
    *card = r->bit[number];
    if (!(*left >> *card & 1)) return false;
    *left &= ~bit_of(*card);
    return true;
}

static bool take_row(Cards *left, const TonkRules *r, const uint8_t *numbers, int n, uint8_t *out) {
    for (int i = 0; i < n; i++) {
        int card = TONK_NO_CARD;
        if (numbers[i] != TONK_NO_CARD && !take_known(left, r, numbers[i], &card)) return false;
        out[i] = card;
    }
    return true;
}

static bool take_set(Cards *left, Cards cards) {
    if (cards & ~*left) return false;
    *left &= ~cards;
    return true;
}

static bool lay_spreads(TonkHand *h, const TonkPosition *p, Cards *left) {
    const TonkRules *r = h->rules;
    for (int i = 0; i < p->n_spreads; i++) {
        TonkSpread *s = &h->spreads[i];
        *s = (TonkSpread){.cards = tonk_cards(r, p->spreads[i].cards), .kind = p->spreads[i].kind, .suit = p->spreads[i].suit,
                          .low = p->spreads[i].low, .high = p->spreads[i].high, .owner = p->spreads[i].owner, .buried = p->spreads[i].buried};
        TonkAction lies = {.type = TONK_SPREAD, .cards = s->cards, .kind = s->kind, .suit = s->suit, .low = s->low, .high = s->high};
        if (p->spreads[i].owner < 0 || p->spreads[i].owner >= h->seats || !tonk_in_is_spread(r, &lies) || !take_set(left, s->cards)) return false;
        s->fits = tonk_in_fits(r, s);
        h->hittable |= s->fits, h->seen |= s->cards, h->laid[s->owner]++;
    }
    h->n_spreads = p->n_spreads;
    return true;
}

static bool is_numbered(const TonkPosition *p) {
    int seats = p->seats, cards = p->pile_size + p->stock_size;
    if (p->turns < 0 || p->turns > TONK_MOST_MOVES || p->phase < TONK_START || p->phase >= TONK_OVER) return false;
    if (p->pile_size < 0 || p->stock_size < 0 || p->pile_size > TONK_MOST_CARDS || p->stock_size > TONK_MOST_CARDS) return false;
    if (p->n_spreads < 0 || p->n_spreads > TONK_MOST_SPREADS || p->n_chances < 0 || p->n_chances > seats) return false;
    if (p->ending < 0 || p->ending >= TONK_ENDINGS || p->ender < -1 || p->ender >= seats || p->discarder < -1 || p->discarder >= seats) return false;
    if (p->natural_pot_winner < -1 || p->natural_pot_winner >= seats || p->idle_turns < 0 || p->idle_turns > TONK_MOST_MOVES) return false;
    for (int i = 0; i < p->n_chances; i++) if (p->chances[i] < 0 || p->chances[i] >= seats) return false;
    for (int seat = 0; seat < seats; seat++) {
        if (p->sizes[seat] < 0 || p->sizes[seat] > TONK_MOST_CARDS || p->waits[seat] < 0 || p->waits[seat] > TONK_MOST_MOVES) return false;
        cards += p->sizes[seat];
    }
    return cards <= TONK_MOST_CARDS;
}

/* Deals unknown cards to hands, pile and stock at random. */
static bool fill(TonkHand *h, const TonkPosition *p, Cards left, TonkRandom *random) {
    uint8_t free[TONK_MOST_CARDS];
    int n = 0;
    for (Cards cards = left; cards; cards &= cards - 1) free[n++] = lowest(cards);
    tonk_shuffle(free, n, random);
    for (int seat = 0; seat < h->seats; seat++)
        for (int lacking = p->sizes[seat] - how_many(h->hand[seat]); lacking; lacking--) {
            if (lacking < 0 || !n) return false;
            h->hand[seat] |= bit_of(free[--n]);
        }
    for (int i = 0; i < h->pile_size; i++) if (h->pile[i] == TONK_NO_CARD) { if (!n) return false; h->pile[i] = free[--n]; }
    for (int i = h->next; i < h->deck_size; i++) if (h->deck[i] == TONK_NO_CARD) { if (!n) return false; h->deck[i] = free[--n]; }
    return !n;
}

int tonk_set_up(TonkHand *h, const TonkRules *r, const TonkPosition *p, TonkRandom *random) {
    memset(h, 0, offsetof(TonkHand, log));
    h->rules = r, h->phase = TONK_OVER;
    if (p->seats < 2 || p->seats > TONK_MOST_SEATS) return TONK_BAD_SEATS;
    if (p->dealer < 0 || p->dealer >= p->seats) return TONK_BAD_DEALER;
    if (!tonk_can_seat(r, p->seats)) return TONK_PACK_TOO_SMALL;
    if (!is_numbered(p) || p->stock_size > r->pack_size) return TONK_BAD_INPUT;
    h->seats = p->seats, h->dealer = p->dealer, h->turns = p->turns, h->deck_size = r->pack_size;
    h->taken = TONK_NO_CARD, h->ender = h->high_suit = -1, h->natural_pot_winner = p->natural_pot_winner;
    memset(h->last_declined, TONK_NO_CARD, sizeof h->last_declined);
    Cards left = r->pack;
    h->pile_size = p->pile_size, h->next = h->deck_size - p->stock_size;
    for (int seat = 0; seat < h->seats; seat++) {
        h->hand[seat] = tonk_cards(r, p->hands[seat]), h->known[seat] = tonk_cards(r, p->known[seat]);
        h->dealt[seat] = tonk_cards(r, p->dealt[seat]);
        if (h->known[seat] & ~h->hand[seat] || !take_set(&left, h->hand[seat])) return TONK_BAD_INPUT;
        h->seen |= h->known[seat], h->waits[seat] = p->waits[seat];
    }
    if (!lay_spreads(h, p, &left)) return TONK_BAD_INPUT;
    if (!take_row(&left, r, p->pile, p->pile_size, h->pile) || !take_row(&left, r, p->stock, p->stock_size, h->deck + h->next)) return TONK_BAD_INPUT;
    if (!fill(h, p, left, random)) return TONK_BAD_INPUT;
    if (h->pile_size) h->seen |= bit_of(h->pile[h->pile_size - 1]);
    if (p->taken >= 0) {
        if (p->taken >= TONK_MOST_CARDS || r->bit[p->taken] == TONK_NO_CARD) return TONK_BAD_INPUT;
        h->taken = r->bit[p->taken];
    }
    if (p->is_big_one) tonk_big_one(h);
    int refused = tonk_bets(h, &p->bets);
    if (refused) return refused;
    h->idle_turns = p->idle_turns, h->is_idle = p->is_idle, h->must_use = p->must_use, h->has_hit = p->has_hit, h->is_blocked = p->is_blocked;
    h->was_hit = p->was_hit, h->hit_own = p->hit_own, h->hit_others = p->hit_others;
    h->blocks = key(h, TONK_HIT_BLOCKS_OUT) ? p->was_hit : 0;
    h->hitters = p->hitters, h->other_hitters = p->other_hitters, h->last_spread = p->last_spread;
    h->discarder = p->discarder, h->is_slappable = p->discarder >= 0;
    h->is_booed = key(h, TONK_BOOED) && stock_size(h) <= h->seats;
    h->is_last_turn = key(h, TONK_STOCK_END) == TONK_STOCK_END_AT_ONCE && !stock_size(h);
    h->ending = p->ending, h->ender = p->ender, h->pays = p->pays, h->n_chances = p->n_chances;
    for (int i = 0; i < p->n_chances; i++) h->chances[i] = p->chances[i];
    h->phase = p->phase, h->turn = p->n_chances ? p->chances[0] : next_seat(h);
    return TONK_OK;
}
