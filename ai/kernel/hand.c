/* Dealing and playing a hand: the effect of each action, and the endings (RULES.md §1, §5, §5.17, §5.18). */
#include "turn.h"

/* Endings. */

void tonk_in_finish(TonkHand *h, int ending, int ender, int pays) {
    h->phase = TONK_OVER, h->ending = ending, h->ender = ender, h->pays = pays;
    h->n_chances = h->n_asked = 0, h->is_claim = false;
}

/* Ends the hand with the tonk, drop or stock-out that was due, by the counts now held. */
static void settle_due(TonkHand *h) {
    int counts[TONK_MOST_SEATS], ending = h->ending;
    if (ending == TONK_END_DROP || ending == TONK_END_STOCKOUT)
        ending = tonk_in_settle_counts(h, counts, ending == TONK_END_DROP);
    tonk_in_finish(h, ending, h->ender, h->pays);
}

/* Moves on to the next seat's last chance, or to the end if there is none. */
static void go_on(TonkHand *h) {
    if (h->n_chances) h->phase = TONK_CHANCE, h->turn = h->chances[0];
    else settle_due(h);
}

static bool waits_for_lays(const TonkHand *h, int ending) {
    if (ending == TONK_END_TONK) return key(h, TONK_DOUBLE_DOUBLE_RULE);
    if (ending == TONK_END_DROP) return key(h, TONK_LAST_LAY) & TONK_LAST_LAY_DROP;
    return key(h, TONK_LAST_LAY) & TONK_LAST_LAY_STOCKOUT && key(h, TONK_STOCKOUT_RULE) != TONK_STOCKOUT_VOID;
}

/* Finds who may lay once more: all seats that hold cards, from the left of `ender`, which comes last after a stop and
 * has no chance otherwise. */
static void find_chances(TonkHand *h) {
    h->n_chances = 0;
    if (!waits_for_lays(h, h->ending)) return;
    int first = h->ender < 0 ? next_seat(h) : seat_after(h, h->ender), asked = h->seats - (h->ending != TONK_END_STOCKOUT);
    for (int step = 0; step < asked; step++) {
        int seat = (first + step) % h->seats;
        if (h->hand[seat]) h->chances[h->n_chances++] = seat;
    }
}

static void close_hand(TonkHand *h, int ending, int ender, int pays) {
    h->ending = ending, h->ender = ender, h->pays = pays;
    h->n_asked = 0, h->is_claim = false, h->is_slappable = false;
    find_chances(h);
    if (h->n_chances && ender == h->turn) {
        if (h->phase == TONK_START) begin_turn(h); /* its turn is over, too */
        h->turns++;
    }
    go_on(h);
}

/* Ends the hand by a stock-out that comes by itself, unless it is not due, or no longer: a slap may undo it. */
void tonk_in_end_by_itself(TonkHand *h) {
    if (!h->is_last_turn && (h->idle_turns < idle_limit(h) || stock_size(h))) {
        h->phase = TONK_START, h->ending = TONK_END_NONE, h->n_chances = 0, h->turn = next_seat(h);
        return;
    }
    h->phase = TONK_SLAPS, h->ending = TONK_END_STOCKOUT, h->ender = -1, h->pays = 0;
    find_chances(h);
    if (h->n_chances) h->turn = h->chances[0];
    if (!h->is_slappable) go_on(h);
}

int tonk_close_slaps(TonkHand *h) {
    h->n_asked = 0, h->is_claim = false, h->is_closed = true;
    if (h->phase == TONK_SLAPS) h->is_slappable = false, go_on(h);
    return TONK_OK;
}

int tonk_in_tonk_worth(const TonkRules *r, const TonkLaid *own) {
    bool two_at_once = own->is_first_turn && own->spreads >= 2, qualifies;
    if (r->key[TONK_HIT_VOIDS_TONK] && own->has_hit) return 1;
    if (r->key[TONK_TWO_SPREADS_PAYS] && two_at_once && !own->has_hit_others) return r->key[TONK_TWO_SPREADS_PAYS];
    switch (r->key[TONK_TONK_NEEDS]) {
    case TONK_N_SECOND_SPREAD: qualifies = own->spreads >= 2 && own->last_was_spread; break;
    case TONK_N_SPREADS_ONLY: qualifies = !own->has_hit; break;
    case TONK_N_FIRST_TURN_TWO: qualifies = two_at_once; break;
    case TONK_N_NEVER: qualifies = false; break;
    default: qualifies = true;
    }
    return qualifies ? r->key[TONK_TONK_PAYS] : 1;
}

TonkLaid tonk_in_laid(const TonkHand *h, int seat) {
    return (TonkLaid){.spreads = h->laid[seat], .has_hit = h->hitters >> seat & 1, .has_hit_others = h->other_hitters >> seat & 1,
                      .last_was_spread = h->last_spread >> seat & 1, .is_first_turn = is_first_round(h)};
}

static int tonk_pays(const TonkHand *h, int seat) {
    TonkLaid own = tonk_in_laid(h, seat);
    return tonk_in_tonk_worth(h->rules, &own);
}

/* Moves. */

static void pass(TonkHand *h) {
    if (is_asking(h)) {
        if (h->is_claim) h->is_claim = false;
        else memmove(h->asked, h->asked + 1, --h->n_asked);
        if (!h->n_asked) tonk_close_slaps(h);
        return;
    }
    memmove(h->chances, h->chances + 1, --h->n_chances);
    h->is_slappable = false;
    go_on(h);
}

static void emptied_by_lay(TonkHand *h, int seat) {
    if (h->phase == TONK_CHANCE) {
        if (h->ending == TONK_END_TONK) tonk_in_finish(h, TONK_END_DOUBLE_DOUBLE, seat, 4);
        else pass(h);
    } else if (h->is_booed) end_turn(h);
    else close_hand(h, TONK_END_TONK, seat, tonk_pays(h, seat));
}

/* The natural pot goes to a book without a wild card; with the bet `dealt`, only to one of three dealt cards on a first
 * turn. */
static void watch_natural_pot(TonkHand *h, int seat, const TonkSpread *s) {
    if (h->natural_pot_winner >= 0 || !(h->natural_joined >> seat & 1)) return;
    if (s->kind != TONK_BOOK || s->cards & h->rules->wilds) return;
    if (key(h, TONK_NATURAL_BET) == TONK_NATURAL_BET_DEALT &&
        (h->phase != TONK_LAY || !is_first_round(h) || how_many(h->dealt[seat] & s->cards) < 3)) return;
    h->natural_pot_winner = seat;
}

static void lay_spread(TonkHand *h, int seat, const TonkAction *a) {
    TonkSpread *s = &h->spreads[h->n_spreads++];
    *s = (TonkSpread){.cards = a->cards, .kind = a->kind, .suit = a->suit, .low = a->low, .high = a->high, .owner = seat};
    s->fits = tonk_in_fits(h->rules, s);
    h->hittable |= s->fits;
    leave_hand(h, seat, a->cards);
    h->laid[seat]++;
    h->last_spread |= 1u << seat;
    h->is_idle = h->must_use = false;
    h->waits[seat] += key(h, TONK_WAIT_AFTER_SPREAD);
    note(h, seat, TONK_SPREAD, TONK_NO_CARD);
    if (h->has_natural_bet) watch_natural_pot(h, seat, s);
    if (!h->hand[seat]) emptied_by_lay(h, seat);
}

/* Makes a seat wait after a hit, and adds it to `since`, the seats with such a hit since their last turn began; if hits do
 * not stack, a seat in it waits no longer. */
static void earn_wait(TonkHand *h, int seat, int wait, uint8_t *since) {
    if (key(h, TONK_HITS_STACK) || !(*since >> seat & 1)) h->waits[seat] += wait;
    *since |= 1u << seat;
}

static void earn_waits(TonkHand *h, int seat, int owner) {
    if (owner == seat) {
        earn_wait(h, seat, key(h, TONK_WAIT_AFTER_OWN_HIT), &h->hit_own);
    } else {
        earn_wait(h, owner, key(h, TONK_WAIT_WHEN_HIT), &h->was_hit);
        earn_wait(h, seat, key(h, TONK_WAIT_AFTER_HITTING), &h->hit_others);
    }
}

/* Adds a card to a spread; it stands for the rank at `place`, or for itself. */
void tonk_in_grow(const TonkRules *r, TonkSpread *s, int card, int place) {
    s->cards |= bit_of(card);
    if (s->kind == TONK_BOOK) {
        s->buried = r->key[TONK_COMPLETE_BOOKS] == TONK_BOOKS_BURIED && how_many(s->cards) == 4;
    } else {
        if (place == TONK_ITSELF) place = rank_of(card);
        bool is_high_ace = r->high_ace && place == 0 && s->high + 1 == r->ranks && s->low > 1;
        if (place == s->high + 1 || is_high_ace) s->high++;
        else s->low--;
    }
    s->fits = tonk_in_fits(r, s);
}

/* Puts a card, already removed from its hand or pile, on a spread on behalf of `seat`. */
static void put_onto(TonkHand *h, int seat, int card, int number, int place) {
    TonkSpread *s = &h->spreads[number];
    int owner = s->owner;
    tonk_in_grow(h->rules, s, card, place);
    h->hittable = 0;
    for (int i = 0; i < h->n_spreads; i++) h->hittable |= h->spreads[i].fits;
    h->seen |= bit_of(card);
    h->hitters |= 1u << seat;
    if (owner != seat) {
        h->other_hitters |= 1u << seat;
        if (key(h, TONK_HIT_BLOCKS_OUT)) h->blocks |= 1u << owner;
    }
    h->last_spread &= ~(1u << seat);
    if (h->rules->has_waits) earn_waits(h, seat, owner);
}

static void hit(TonkHand *h, int seat, const TonkAction *a) {
    leave_hand(h, seat, bit_of(a->card));
    put_onto(h, seat, a->card, a->spread, a->place);
    h->has_hit = true, h->is_idle = h->must_use = false;
    note(h, seat, TONK_HIT, a->card);
    if (!h->hand[seat]) emptied_by_lay(h, seat);
}

static void slap(TonkHand *h, int seat, const TonkAction *a) {
    int slapped = h->pile[--h->pile_size];
    note(h, seat, TONK_SLAP, slapped);
    put_onto(h, seat, slapped, a->spread, tonk_in_landing(h->rules, slapped, &h->spreads[a->spread]));
    h->idle_turns = 0, h->is_slappable = false, h->n_asked = 0;
    if (a->card != TONK_NO_CARD && !throw_card(h, seat, a->card)) return;
    if (h->phase == TONK_SLAPS) tonk_in_end_by_itself(h);
}

/* The first action of a last lay ends the chance to slap. */
static void enter_chance(TonkHand *h) {
    if (h->phase == TONK_SLAPS) h->phase = TONK_CHANCE, h->is_slappable = false;
}

static void declare(TonkHand *h) {
    const TonkNatural *entry = tonk_in_declarable(h);
    note(h, h->turn, TONK_DECLARE, TONK_NO_CARD);
    tonk_in_finish(h, TONK_END_NATURAL, h->turn, entry->pays);
}

int tonk_in_play(TonkHand *h, int seat, const TonkAction *a) {
    if (h->n_moves + 2 > TONK_MOST_MOVES) return TONK_TOO_MANY_MOVES;
    bool was_asking = is_asking(h);
    if (a->type != TONK_PASS) h->is_closed = false, h->n_asked = 0;
    switch (a->type) {
    case TONK_DRAW: draw(h); break;
    case TONK_TAKE: take(h); break;
    case TONK_DISCARD: if (throw_card(h, seat, a->card)) end_turn(h); break;
    case TONK_SPREAD: enter_chance(h); lay_spread(h, seat, a); break;
    case TONK_HIT: enter_chance(h); hit(h, seat, a); break;
    case TONK_SLAP: slap(h, seat, a); break;
    case TONK_DECLARE: declare(h); break;
    case TONK_DONE: note(h, seat, TONK_DONE, TONK_NO_CARD); end_turn(h); break;
    case TONK_PASS:
        if (!was_asking) note(h, seat, TONK_PASS, TONK_NO_CARD);
        pass(h);
        break;
    case TONK_DROP: note(h, seat, TONK_DROP, TONK_NO_CARD); close_hand(h, TONK_END_DROP, seat, 1); break;
    default: note(h, seat, TONK_STOP, TONK_NO_CARD); close_hand(h, TONK_END_STOCKOUT, seat, 1);
    }
    return TONK_OK;
}

int tonk_play(TonkHand *h, int seat, const TonkAction *a) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (h->phase == TONK_OVER) return TONK_IS_OVER;
    return tonk_is_legal(h, seat, a) ? tonk_in_play(h, seat, a) : TONK_ILLEGAL;
}

int tonk_play_trusted(TonkHand *h, int seat, const TonkAction *a) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (h->phase == TONK_OVER) return TONK_IS_OVER;
    return tonk_in_is_possible(h, seat, a) ? tonk_in_play(h, seat, a) : TONK_ILLEGAL;
}

/* The deal. */

static int read_deck(TonkHand *h, const uint8_t *deck, int n) {
    Cards dealt = 0;
    if (n != h->rules->pack_size) return TONK_BAD_DECK;
    for (int i = 0; i < n; i++) {
        int card = deck[i] < TONK_MOST_CARDS ? h->rules->bit[deck[i]] : TONK_NO_CARD;
        if (card == TONK_NO_CARD || dealt >> card & 1) return TONK_BAD_DECK;
        dealt |= bit_of(card);
        h->deck[i] = card;
    }
    h->deck_size = n;
    return TONK_OK;
}

int tonk_deal_trusted(TonkHand *h, const TonkRules *rules, int seats, int dealer, const uint8_t *deck, int n) {
    memset(h, 0, offsetof(TonkHand, log));
    h->rules = rules, h->phase = TONK_OVER;
    if (seats < 2 || seats > TONK_MOST_SEATS) return TONK_BAD_SEATS;
    if (dealer < 0 || dealer >= seats) return TONK_BAD_DEALER;
    if (!tonk_can_seat(rules, seats)) return TONK_PACK_TOO_SMALL;
    int refused = read_deck(h, deck, n);
    if (refused) return refused;
    h->seats = seats, h->dealer = dealer, h->taken = TONK_NO_CARD, h->phase = TONK_START, h->is_idle = true;
    h->ender = h->discarder = h->high_suit = h->natural_pot_winner = -1;
    memset(h->last_declined, TONK_NO_CARD, sizeof h->last_declined);
    int each = tonk_hand_size(rules, seats), eldest = eldest_of(h);
    for (int i = 0; i < each * seats; i++) h->hand[(eldest + i) % seats] |= bit_of(h->deck[i]);
    memcpy(h->dealt, h->hand, sizeof h->dealt);
    h->next = each * seats, h->turn = eldest;
    if (rules->key[TONK_UPCARD]) {
        h->seen |= bit_of(h->deck[h->next]);
        h->pile[h->pile_size++] = h->deck[h->next++];
    }
    watch_stock(h);
    return TONK_OK;
}

int tonk_deal(TonkHand *h, const TonkRules *rules, int seats, int dealer, const uint8_t *deck, int n) {
    int refused = tonk_deal_trusted(h, rules, seats, dealer, deck, n), pays;
    if (refused) return refused;
    int winners = tonk_in_naturals_at_deal(h, NULL, NULL, &pays);
    if (winners >= 0) tonk_in_finish(h, winners ? TONK_END_NATURAL : TONK_END_VOID, -1, pays);
    return TONK_OK;
}

void tonk_big_one(TonkHand *h) { h->is_big_one = true; }

int tonk_bets(TonkHand *h, const TonkBets *bets) {
    int all = (1 << h->seats) - 1;
    bool high = bets->high_pot >= 0, natural = bets->natural_pot >= 0;
    if (high && (bets->high_suit < 0 || bets->high_suit > 3 || bets->high_joined & ~all)) return TONK_BAD_BETS;
    if (natural && bets->natural_joined & ~all) return TONK_BAD_BETS;
    h->high_suit = high ? bets->high_suit : -1;
    h->high_joined = high ? bets->high_joined : 0, h->high_pot = high ? bets->high_pot : 0;
    h->has_natural_bet = natural;
    h->natural_joined = natural ? bets->natural_joined : 0, h->natural_pot = natural ? bets->natural_pot : 0;
    return TONK_OK;
}

void tonk_copy(TonkHand *to, const TonkHand *from) {
    memcpy(to, from, offsetof(TonkHand, log) + from->n_moves * sizeof *from->log);
}

/* Windows. */

static bool may_act_out_of_turn(const TonkHand *h, int seat) {
    if (tonk_in_may_slap(h, seat)) return true;
    return key(h, TONK_DROP_WHEN) == TONK_DROP_ANY_TIME && h->phase == TONK_START && tonk_in_may_drop(h, seat);
}

/* Finds the seats that may slap or drop, clockwise from the next seat; the discarder of a card that fits comes last. */
static int find_asked(const TonkHand *h, int8_t *asked) {
    int n = 0, first = next_seat(h);
    bool is_last = false;
    for (int step = 0; step < h->seats; step++) {
        int seat = (first + step) % h->seats;
        if (!may_act_out_of_turn(h, seat)) continue;
        if (h->is_slappable && seat == h->discarder) is_last = true;
        else asked[n++] = seat;
    }
    if (is_last) asked[n++] = h->discarder;
    return n;
}

static bool may_claim(const TonkHand *h) {
    if (key(h, TONK_SLAP_RULE) != TONK_SLAPS_NEXT_FIRST || !h->is_slappable || h->phase != TONK_START) return false;
    return tonk_in_may_take(h) && tonk_in_can_use(h, h->pile[h->pile_size - 1]);
}

static bool may_open(const TonkHand *h) {
    if (h->phase != TONK_START && h->phase != TONK_SLAPS) return false;
    return h->is_slappable || key(h, TONK_DROP_WHEN) == TONK_DROP_ANY_TIME;
}

int tonk_open_window(TonkHand *h, const int32_t *reactions) {
    if (!may_open(h)) return 0;
    h->is_closed = false;
    int n = find_asked(h, h->asked), kept = 0;
    for (int i = 0; i < n; i++) {
        int seat = h->asked[i], place = kept;
        if (reactions && reactions[seat] < 0) continue;
        for (; reactions && place && reactions[h->asked[place - 1]] > reactions[seat]; place--) h->asked[place] = h->asked[place - 1];
        h->asked[place] = seat;
        kept++;
    }
    h->n_asked = kept, h->is_claim = may_claim(h);
    if (!is_asking(h)) tonk_close_slaps(h);
    return h->n_asked + h->is_claim;
}

int tonk_open_random_window(TonkHand *h, TonkRandom *random) {
    if (!may_open(h)) return 0;
    int32_t reactions[TONK_MOST_SEATS];
    uint8_t order[TONK_MOST_SEATS];
    for (int seat = 0; seat < h->seats; seat++) order[seat] = seat;
    tonk_shuffle(order, h->seats, random);
    for (int place = 0; place < h->seats; place++) reactions[order[place]] = place;
    return tonk_open_window(h, reactions);
}

int tonk_ask(TonkHand *h, const uint8_t *seats, int n, bool is_claim) {
    unsigned asked = 0;
    if ((h->phase != TONK_START && h->phase != TONK_SLAPS) || n < 0 || n > h->seats) return TONK_BAD_WINDOW;
    if (is_claim && (h->phase != TONK_START || !h->pile_size || !tonk_in_may_take(h))) return TONK_BAD_WINDOW;
    for (int i = 0; i < n; i++) {
        if (seats[i] >= h->seats || asked >> seats[i] & 1) return TONK_BAD_WINDOW;
        asked |= 1u << seats[i];
    }
    for (int i = 0; i < n; i++) h->asked[i] = seats[i];
    h->n_asked = n, h->is_claim = is_claim, h->is_closed = false;
    if (!is_asking(h)) tonk_close_slaps(h);
    return n + is_claim;
}

int tonk_claimed(TonkHand *h) {
    if (h->phase != TONK_LAY || h->taken == TONK_NO_CARD || !(h->hand[h->turn] >> h->taken & 1)) return TONK_BAD_WINDOW;
    h->must_use = true;
    if (tonk_in_can_lay(h)) return TONK_OK;
    h->must_use = false;
    return TONK_BAD_WINDOW;
}

/* The state as plain numbers. */

static int number_of(const TonkHand *h, int card) { return card == TONK_NO_CARD ? -1 : h->rules->number[card]; }

static void tell_seats(const TonkHand *h, TonkState *out) {
    for (int seat = 0; seat < h->seats; seat++) {
        out->waits[seat] = h->waits[seat], out->counts[seat] = tonk_count(h->rules, h->hand[seat]);
        out->sizes[seat] = how_many(h->hand[seat]);
        out->laid[seat] = h->laid[seat], out->takes[seat] = h->takes[seat];
        out->n_discards[seat] = h->n_discards[seat], out->took_last[seat] = h->took_last[seat];
        out->last_declined[seat] = number_of(h, h->last_declined[seat]);
        out->hands[seat] = tonk_numbers(h->rules, h->hand[seat]);
        out->dealt[seat] = tonk_numbers(h->rules, h->dealt[seat]);
        out->known[seat] = tonk_numbers(h->rules, h->known[seat]);
        out->thrown[seat] = tonk_numbers(h->rules, h->thrown[seat]);
        out->declined[seat] = tonk_numbers(h->rules, h->declined[seat]);
    }
    for (int i = 0; i < h->n_asked; i++) out->asked[i] = h->asked[i];
    for (int i = 0; i < h->n_chances; i++) out->chances[i] = h->chances[i];
}

static void tell_cards(const TonkHand *h, TonkState *out) {
    out->seen = tonk_numbers(h->rules, h->seen), out->hittable = tonk_numbers(h->rules, h->hittable);
    for (int i = 0; i < h->pile_size; i++) out->pile[i] = h->rules->number[h->pile[i]];
    for (int i = h->next; i < h->deck_size; i++) out->stock[i - h->next] = h->rules->number[h->deck[i]];
    for (int i = 0; i < h->n_spreads; i++) {
        const TonkSpread *s = &h->spreads[i];
        out->spreads[i].cards = tonk_numbers(h->rules, s->cards);
        out->spreads[i].kind = s->kind, out->spreads[i].suit = s->suit;
        out->spreads[i].low = s->low, out->spreads[i].high = s->high;
        out->spreads[i].owner = s->owner, out->spreads[i].buried = s->buried;
    }
}

void tonk_state(const TonkHand *h, TonkState *out) {
    unsigned blocked = h->blocks | (h->is_blocked && h->phase == TONK_LAY ? 1u << h->turn : 0);
    memset(out, 0, sizeof *out);
    out->seats = h->seats, out->dealer = h->dealer, out->turn = h->turn, out->phase = h->phase, out->turns = h->turns;
    out->stock_size = stock_size(h), out->pile_size = h->pile_size, out->n_spreads = h->n_spreads, out->idle_turns = h->idle_turns;
    out->taken = number_of(h, h->taken), out->must_use = h->must_use ? out->taken : -1;
    out->is_booed = h->is_booed, out->is_last_turn = h->is_last_turn, out->is_slappable = h->is_slappable;
    out->is_blocked = h->is_blocked, out->has_hit = h->has_hit, out->discarder = h->discarder;
    out->ending = h->ending, out->ender = h->ender, out->pays = h->pays;
    out->n_asked = h->n_asked, out->is_claim = h->is_claim, out->is_closed = h->is_closed, out->n_chances = h->n_chances;
    out->natural_pot_winner = h->natural_pot_winner, out->blocks = blocked, out->n_moves = h->n_moves;
    tell_seats(h, out);
    tell_cards(h, out);
}
