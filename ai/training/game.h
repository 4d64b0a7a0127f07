/* One hand, played fast. `compare.py` replays its hands on the real engine. */
#ifndef GAME_H
#define GAME_H
#include "spreads.h"

enum Phase { P_START, P_LAY, P_CHANCE, P_OVER };
enum Type { T_DROP, T_DRAW, T_TAKE, T_STOP, T_SPREAD, T_HIT, T_DISCARD, T_DONE, TYPES };
/* What no network is asked about: it declares whenever it may, and passes by a rule of its own. */
enum { T_DECLARE = TYPES + 10, T_PASS };

typedef struct { uint8_t type, card, spread; Cards cards; } Action;

#define MOST_DISCARDS 60
#define MOST_ACTIONS 64

typedef struct {
    const Rules *r;
    int seats, turn, turns, phase;
    uint8_t deck[64];
    int next, deck_size;
    Cards hand[MOST_SEATS];
    uint8_t pile[64];
    int pile_size;
    Spread spreads[20];
    int n_spreads;
    Cards hittable;
    int still;
    bool moved;
    int taken; /* the card taken this turn, or -1 */
    bool must_use, has_hit, is_booed, is_last_turn;
    int waits[MOST_SEATS];
    unsigned blocks; /* seats that were hit since their last turn */
    bool is_blocked;
    Cards dealt[MOST_SEATS];
    int chances[MOST_SEATS], n_chances; /* who may lay once more, the first on turn */
    int due, due_seat; /* how the hand ends after that, and by whom */
    float due_pays;
    unsigned waited, waited_own, hitters, other_hitters, last_spread;
    float pay[MOST_SEATS];
    int ending; /* a Type, or TYPES for a stock-out; CAUGHT */
    /* what everybody has seen */
    Cards seen;              /* thrown, laid or taken, ever */
    Cards known[MOST_SEATS]; /* taken and still held */
    Cards thrown[MOST_SEATS], declined[MOST_SEATS];
    uint8_t discards[MOST_SEATS][MOST_DISCARDS];
    int n_discards[MOST_SEATS], takes[MOST_SEATS], laid[MOST_SEATS];
    bool took_last[MOST_SEATS];
    int last_declined[MOST_SEATS]; /* a card, or -1 */
} Hand;
enum { STOCKOUT = TYPES, CAUGHT, BY_ITSELF, DOUBLE_DOUBLE, NATURAL };

static inline int stock_size(const Hand *h) { return h->deck_size - h->next; }
static inline int size_of(const Hand *h, int seat) { return how_many(h->hand[seat]); }
static inline int still_limit(const Hand *h) { return 3 * h->seats; }

static void find_hittable(Hand *h) {
    h->hittable = 0;
    for (int i = 0; i < h->n_spreads; i++) h->hittable |= fits(h->r, &h->spreads[i]);
}

static bool is_book_of_aces(const Rules *r, const Spread *s) { return r->has_ace && s->kind == BOOK && s->low == 0; }

/* Whether a lay of all of `held` is barred; that of the last card by a hit only if blocked. */
static bool may_empty(const Hand *h, bool is_blocked, bool by_spread) {
    return h->is_booed || !(is_blocked || (by_spread && h->r->no_spread_out));
}

static bool can_use(const Hand *h, int card) {
    Cards held = h->hand[h->turn] | bit_of(card);
    bool is_blocked = h->blocks >> h->turn & 1;
    if (h->hittable >> card & 1 && (how_many(held) > 1 || may_empty(h, is_blocked, false))) return true;
    Spread found[40];
    int n = spreads_in(h->r, held, found);
    for (int i = 0; i < n; i++)
        if (found[i].cards >> card & 1)
            if (found[i].cards != held || may_empty(h, is_blocked, true)) return true;
    return false;
}

static bool may_drop(const Hand *h) {
    if (h->waits[h->turn] || (h->r->no_first_drop && h->turns < h->seats)) return false;
    return !h->r->drop_at_most || count_of(h->r, h->hand[h->turn]) <= h->r->drop_at_most;
}

static bool may_take(const Hand *h) {
    if (!h->pile_size || h->still >= still_limit(h)) return false;
    return !h->r->use_now || can_use(h, h->pile[h->pile_size - 1]);
}

static int add_lays(const Hand *h, Action *out) {
    const Rules *r = h->r;
    Cards held = h->hand[h->turn];
    Spread found[40];
    int n = 0, n_found = spreads_in(r, held, found);
    for (int i = 0; i < n_found && n < MOST_ACTIONS - 24; i++) {
        if (h->must_use && !(found[i].cards >> h->taken & 1)) continue;
        if (found[i].cards == held && !may_empty(h, h->is_blocked, true)) continue;
        out[n++] = (Action){.type = T_SPREAD, .cards = found[i].cards};
    }
    bool may_hit = !(r->one_hit && h->has_hit) && (how_many(held) > 1 || may_empty(h, h->is_blocked, false));
    if ((held & h->hittable) && may_hit)
        for (int i = 0; i < h->n_spreads; i++)
            for (Cards fit = held & fits(r, &h->spreads[i]); fit; fit &= fit - 1) {
                int card = lowest(fit);
                if (h->must_use && card != h->taken) continue;
                if (n < MOST_ACTIONS - 12)
                    out[n++] = (Action){.type = T_HIT, .card = card, .spread = i};
            }
    return n;
}

static bool must_lay(const Hand *h) {
    if (h->must_use) return true;
    if (!h->r->must_spread) return false;
    Cards held = h->hand[h->turn];
    Spread found[40];
    int n = spreads_in(h->r, held, found);
    for (int i = 0; i < n; i++) {
        if (h->r->must_spread == 2 && is_book_of_aces(h->r, &found[i])) continue;
        if (found[i].cards == held && !may_empty(h, h->is_blocked, true)) continue;
        return true;
    }
    return false;
}

static bool matches(const Rules *r, const Natural *entry, Cards dealt) {
    int count = points_of(r, dealt);
    for (Cards c = dealt; entry->match == M_ALL_FACES && c; c &= c - 1)
        if (rank_of(lowest(c)) == JOKER_RANK || r->name[rank_of(lowest(c))] < 10) return false;
    return entry->match == M_ALL_FACES || (entry->match == M_COUNT && count == entry->value) ||
           (entry->match == M_AT_MOST && count <= entry->value);
}

/* The natural that the seat on turn may declare, or NULL. */
static const Natural *declarable(const Hand *h) {
    const Natural *best = NULL;
    for (int i = 0; i < NATURALS && h->turns < h->seats; i++) {
        const Natural *entry = &h->r->turn[i];
        if (!entry->match || (entry->open && h->n_spreads) || !matches(h->r, entry, h->dealt[h->turn])) continue;
        bool higher = best && (entry->rank != best->rank ? entry->rank > best->rank : entry->pays > best->pays);
        if (!best || higher) best = entry;
    }
    return best;
}

/* In a last chance: every spread, every hit, and to pass. */
static int legal_chances(const Hand *h, Action *out) {
    Cards held = h->hand[h->turn];
    Spread found[40];
    int n = 0, n_found = spreads_in(h->r, held, found);
    for (int i = 0; i < n_found && n < MOST_ACTIONS - 24; i++)
        out[n++] = (Action){.type = T_SPREAD, .cards = found[i].cards};
    for (int i = 0; i < h->n_spreads; i++)
        for (Cards fit = held & fits(h->r, &h->spreads[i]); fit && n < MOST_ACTIONS - 1; fit &= fit - 1)
            out[n++] = (Action){.type = T_HIT, .card = lowest(fit), .spread = i};
    out[n++] = (Action){.type = T_PASS};
    return n;
}

static int legal(const Hand *h, Action *out) {
    int n = 0;
    if (h->phase == P_CHANCE) return legal_chances(h, out);
    if (h->phase == P_START) {
        if (declarable(h)) out[n++] = (Action){.type = T_DECLARE};
        bool stock = stock_size(h) > 0;
        if (may_drop(h)) out[n++] = (Action){.type = T_DROP};
        if (stock) out[n++] = (Action){.type = T_DRAW};
        if (may_take(h)) out[n++] = (Action){.type = T_TAKE};
        if (!stock) out[n++] = (Action){.type = T_STOP};
        return n;
    }
    n = add_lays(h, out);
    if (must_lay(h)) return n;
    bool keeps_last = h->is_blocked && !h->is_booed && how_many(h->hand[h->turn]) == 1;
    if (keeps_last || (h->has_hit && h->r->no_discard_after_hit)) {
        out[n++] = (Action){.type = T_DONE};
        return n;
    }
    Cards held = h->hand[h->turn];
    Cards kept = h->taken >= 0 && !h->r->return_taken ? bit_of(h->taken) : 0;
    Cards free = held & ~kept ? held & ~kept : held;
    for (; free; free &= free - 1) out[n++] = (Action){.type = T_DISCARD, .card = lowest(free)};
    return n;
}

/* Endings. */

static void finish(Hand *h, int ending) { h->phase = P_OVER; h->ending = ending; }

static void all_pay(Hand *h, int winner, float stakes) {
    for (int seat = 0; seat < h->seats; seat++) {
        float count = !h->r->push_up ? 1 : h->ending == NATURAL ? points_of(h->r, h->hand[seat])
                                                                : count_of(h->r, h->hand[seat]);
        if (seat == winner) continue;
        h->pay[seat] -= stakes * count;
        if (!h->r->push_up) h->pay[winner] += stakes;
    }
}

static void transfer(Hand *h, int payer, int payee, float stakes) {
    h->pay[payer] -= stakes;
    h->pay[payee] += stakes;
}

/* `count` by seat; the eldest is seat 0. */
static void settle_catch(Hand *h, const int *count, int dropper) {
    int n = h->seats, least = 1000, lows[MOST_SEATS], n_lows = 0, scheme = h->r->catch_;
    for (int s = 0; s < n; s++) if (count[s] < least) least = count[s];
    for (int s = 0; s < n; s++) if (s != dropper && count[s] == least) lows[n_lows++] = s;
    for (int s = 0; s < n; s++) {
        if (s == dropper) continue;
        bool beats = count[s] <= count[dropper], low = count[s] == least;
        switch (scheme) {
        case C_STANDARD: case C_DOUBLE_TO_BEATERS: if (beats) transfer(h, dropper, s, 2); break;
        case C_LOWEST_ONLY: if (low) transfer(h, dropper, s, 2); break;
        case C_SINGLE_EACH: if (beats) transfer(h, dropper, s, 1); break;
        case C_SINGLE_WORSE_PAY: if (beats) transfer(h, dropper, s, low ? 2 : 1); break;
        case C_DOUBLE_TO_ALL: transfer(h, dropper, s, 2); break;
        case C_QUAD_TO_BEATERS: if (beats) transfer(h, dropper, s, 4); break;
        case C_WHOLE_TABLE: if (low) transfer(h, dropper, s, 2 * (n - 1)); break;
        case C_SINGLE_TO_LOWER: if (low || count[s] < count[dropper]) transfer(h, dropper, s, 1); break;
        default: break;
        }
        bool pays = scheme == C_STANDARD || scheme == C_LOWEST_ONLY || scheme == C_SINGLE_EACH ||
                    scheme == C_SINGLE_TO_LOWER ||
                    (scheme == C_SINGLE_WORSE_PAY && !beats);
        if (pays && !low) for (int i = 0; i < n_lows; i++) transfer(h, s, lows[i], 1);
    }
    if (scheme == C_SINGLE_EACH || scheme == C_SINGLE_TO_LOWER)
        for (int i = 0; i < n_lows; i++) transfer(h, dropper, lows[i], 1);
    if (scheme == C_FIVE_TO_LOWEST) transfer(h, dropper, lows[0], 5);
    if (scheme == C_DROPPER_COVERS)
        for (int i = 0; i < n_lows; i++)
            transfer(h, dropper, lows[i], (n - 1) / n_lows + (i < (n - 1) % n_lows));
}

static void settle_low(Hand *h, int dropper) { /* -1: a stock-out */
    int count[MOST_SEATS], least = 1000, holders = 0, who = -1, n = h->seats;
    for (int s = 0; s < n; s++) {
        count[s] = count_of(h->r, h->hand[s]);
        if (count[s] < least) least = count[s], holders = 0;
        if (count[s] == least) holders++, who = s;
    }
    bool won = dropper >= 0 ? who == dropper && holders == 1 : holders == 1;
    if (dropper < 0) {
        finish(h, STOCKOUT);
        if (h->r->stockout_void || (holders > 1 && !h->r->tie_all_paid)) return;
    } else finish(h, won ? T_DROP : CAUGHT);
    if (h->r->push_up) {
        for (int s = 0; s < n; s++) {
            bool wins = dropper >= 0 && !won ? s != dropper && count[s] == least : count[s] == least;
            if (!wins) h->pay[s] -= count[s];
        }
        return;
    }
    if (dropper < 0) {
        for (int s = 0; s < n; s++)
            for (int t = 0; t < n; t++)
                if (count[s] == least && count[t] != least) transfer(h, t, s, 1);
    } else if (won) all_pay(h, dropper, 1);
    else settle_catch(h, count, dropper);
}

/* Before some endings others may lay once more; then the hand is settled. */

static void settle_due(Hand *h) {
    if (h->due == T_SPREAD) finish(h, T_SPREAD), all_pay(h, h->due_seat, h->due_pays);
    else if (h->due == T_DROP) settle_low(h, h->due_seat);
    else settle_low(h, -1), h->ending = h->due;
}

static void next_chance(Hand *h) {
    if (!h->n_chances) { settle_due(h); return; }
    h->phase = P_CHANCE, h->turn = h->chances[0];
    h->n_chances--;
    memmove(h->chances, h->chances + 1, sizeof h->chances - sizeof *h->chances);
}

/* The hand ends so, by `seat`, or by itself where that is -1. */
static void close_hand(Hand *h, int ending, int seat, float pays) {
    bool is_stockout = ending == STOCKOUT || ending == BY_ITSELF;
    int last_lay = is_stockout && h->r->stockout_void ? 0 : h->r->last_lay;
    bool waits = ending == T_SPREAD ? h->r->double_double : last_lay & (is_stockout ? L_STOCKOUT : L_DROP);
    int first = seat < 0 ? h->turn : seat + 1, asked = waits ? h->seats - !is_stockout : 0;
    h->due = ending, h->due_seat = seat, h->due_pays = pays, h->n_chances = 0;
    for (int step = 0; step < asked; step++)
        if (h->hand[(first + step) % h->seats]) h->chances[h->n_chances++] = (first + step) % h->seats;
    next_chance(h);
}

static bool tonk_counts(const Hand *h, int seat) {
    switch (h->r->needs) {
    case N_SECOND_SPREAD: return h->laid[seat] >= 2 && h->last_spread >> seat & 1;
    case N_SPREADS_ONLY: return !(h->hitters >> seat & 1);
    case N_FIRST_TURN_TWO: return h->turns < h->seats && h->laid[seat] >= 2;
    case N_NEVER: return false;
    default: return true;
    }
}

static void tonk(Hand *h, int seat) {
    const Rules *r = h->r;
    float pays = tonk_counts(h, seat) ? r->tonk_pays : 1;
    if (r->two_spreads && h->turns < h->seats && h->laid[seat] >= 2 &&
        !(h->other_hitters >> seat & 1)) pays = r->two_spreads;
    if (r->hit_voids && h->hitters >> seat & 1) pays = 1;
    close_hand(h, T_SPREAD, seat, pays);
}

/* Moves. */

static void begin_turn(Hand *h) {
    int seat = h->turn;
    if (h->waits[seat]) h->waits[seat]--;
    h->waited &= ~(1u << seat);
    h->waited_own &= ~(1u << seat);
    h->must_use = h->has_hit = false;
    h->is_blocked = h->blocks >> seat & 1;
    h->blocks &= ~(1u << seat);
    h->phase = P_LAY;
}

static void watch_stock(Hand *h) {
    if (h->r->booed && stock_size(h) <= h->seats) h->is_booed = true;
    if (h->r->at_once && !stock_size(h)) h->is_last_turn = true;
}

static void end_turn(Hand *h) {
    h->still = h->moved ? 0 : h->still + 1;
    h->turn = (h->turn + 1) % h->seats;
    h->turns++;
    h->taken = -1;
    h->phase = P_START;
    if (h->is_last_turn || (h->still >= still_limit(h) && !stock_size(h))) {
        close_hand(h, BY_ITSELF, -1, 0);
    }
}

static void emptied_by_lay(Hand *h) {
    if (h->phase == P_CHANCE && h->due != T_SPREAD) next_chance(h);
    else if (h->phase == P_CHANCE) finish(h, DOUBLE_DOUBLE), all_pay(h, h->turn, 4);
    else if (h->is_booed) end_turn(h);
    else tonk(h, h->turn);
}

static void play_draw(Hand *h) {
    int seat = h->turn;
    if (h->pile_size) {
        h->last_declined[seat] = h->pile[h->pile_size - 1];
        h->declined[seat] |= bit_of(h->last_declined[seat]);
    }
    begin_turn(h);
    h->hand[seat] |= bit_of(h->deck[h->next++]);
    h->moved = true;
    h->took_last[seat] = false;
    watch_stock(h);
}

static void play_take(Hand *h) {
    int seat = h->turn;
    begin_turn(h);
    h->taken = h->pile[--h->pile_size];
    h->hand[seat] |= bit_of(h->taken);
    h->known[seat] |= bit_of(h->taken);
    h->seen |= bit_of(h->taken);
    h->moved = false;
    h->must_use = h->r->use_now;
    h->takes[seat]++;
    h->took_last[seat] = true;
}

static void leave_hand(Hand *h, Cards cards) {
    h->hand[h->turn] &= ~cards;
    h->known[h->turn] &= ~cards;
    h->seen |= cards;
}

static void play_spread(Hand *h, Cards cards) {
    Spread found[40], *s = &h->spreads[h->n_spreads++];
    int seat = h->turn, n = spreads_in(h->r, cards, found);
    for (int i = 0; i < n; i++) if (found[i].cards == cards) *s = found[i];
    s->owner = seat;
    leave_hand(h, cards);
    h->laid[seat]++;
    h->last_spread |= 1u << seat;
    h->moved = true, h->must_use = false;
    h->waits[seat] += h->r->wait_spread;
    find_hittable(h);
    if (!h->hand[seat]) emptied_by_lay(h);
}

static void hit_waits(Hand *h, int owner) {
    bool own = owner == h->turn;
    unsigned *waited = own ? &h->waited_own : &h->waited;
    if (h->r->hits_stack || !(*waited >> owner & 1))
        h->waits[owner] += own ? h->r->wait_own : h->r->wait_hit;
    *waited |= 1u << owner;
}

static void play_hit(Hand *h, int card, int number) {
    Spread *s = &h->spreads[number];
    int seat = h->turn;
    leave_hand(h, bit_of(card));
    s->cards |= bit_of(card);
    if (s->kind == RUN) {
        if (rank_of(card) == s->high + 1 || (h->r->high_ace && rank_of(card) == 0 && s->high + 1 == h->r->ranks &&
                                            s->low != 1)) s->high++;
        else s->low--;
    } else if (h->r->buried && how_many(s->cards) == 4) s->buried = true;
    h->hitters |= 1u << seat;
    if (h->r->blocks_out && s->owner != seat) h->blocks |= 1u << s->owner;
    if (s->owner != seat) h->other_hitters |= 1u << seat;
    h->last_spread &= ~(1u << seat);
    h->moved = h->has_hit = true, h->must_use = false;
    find_hittable(h);
    hit_waits(h, s->owner);
    if (!h->hand[seat]) emptied_by_lay(h);
}

static void play_discard(Hand *h, int card) {
    int seat = h->turn;
    leave_hand(h, bit_of(card));
    h->pile[h->pile_size++] = card;
    h->thrown[seat] |= bit_of(card);
    if (h->n_discards[seat] < MOST_DISCARDS) h->discards[seat][h->n_discards[seat]++] = card;
    if (!h->hand[seat] && !h->is_booed) {
        finish(h, T_DISCARD);
        all_pay(h, seat, h->r->out_pays);
        return;
    }
    end_turn(h);
}

static void play(Hand *h, Action a) {
    switch (a.type) {
    case T_DECLARE: {
        int pays = declarable(h)->pays;
        finish(h, NATURAL), all_pay(h, h->turn, pays);
        break;
    }
    case T_DROP: close_hand(h, T_DROP, h->turn, 0); break;
    case T_STOP: close_hand(h, STOCKOUT, h->turn, 0); break;
    case T_PASS: next_chance(h); break;
    case T_DRAW: play_draw(h); break;
    case T_TAKE: play_take(h); break;
    case T_SPREAD: play_spread(h, a.cards); break;
    case T_HIT: play_hit(h, a.card, a.spread); break;
    case T_DISCARD: play_discard(h, a.card); break;
    default: end_turn(h);
    }
}

static bool is_natural(const Rules *r, Cards hand) {
    int count = points_of(r, hand);
    if (count <= r->natural_low) return true;
    for (int i = 0; i < 4; i++) if (r->natural[i] && r->natural[i] == count) return true;
    if (!r->natural_faces) return false;
    return matches(r, &(Natural){.match = M_ALL_FACES}, hand);
}

/* Deals until no natural ends the hand. */
static void deal(Hand *h, const Rules *r, int seats, Dice *dice) {
    for (;;) {
        memset(h, 0, sizeof *h);
        h->r = r, h->seats = seats, h->taken = -1;
        for (int s = 0; s < seats; s++) h->last_declined[s] = -1;
        for (Cards c = r->pack; c; c &= c - 1) h->deck[h->deck_size++] = lowest(c);
        for (int i = h->deck_size - 1; i > 0; i--) {
            int j = below(dice, i + 1);
            uint8_t swap = h->deck[i];
            h->deck[i] = h->deck[j], h->deck[j] = swap;
        }
        int each = dealt(r, seats);
        bool natural = false;
        for (int i = 0; i < each * seats; i++) h->hand[i % seats] |= bit_of(h->deck[i]);
        for (int s = 0; s < seats; s++) natural |= is_natural(r, h->hand[s]);
        if (natural) continue;
        memcpy(h->dealt, h->hand, sizeof h->dealt);
        h->next = each * seats;
        if (r->upcard) {
            h->seen |= bit_of(h->deck[h->next]);
            h->pile[h->pile_size++] = h->deck[h->next++];
        }
        watch_stock(h);
        return;
    }
}
/* Whether the seat on turn can lay all it holds, as a last chance. */
static bool can_empty(const Hand *h) {
    Action a[MOST_ACTIONS];
    int n = legal_chances(h, a), seat = h->turn;
    for (int i = 0; i + 1 < n; i++) {
        Hand after = *h;
        play(&after, a[i]);
        if (!after.hand[seat] || can_empty(&after)) return true;
    }
    return false;
}

/* What anybody does with a last chance: against a tonk empties the hand or shows nothing, else
 * lays while that makes the count less. */
static Action last_lay(const Hand *h) {
    Action a[MOST_ACTIONS], best = {.type = T_PASS};
    int n = legal_chances(h, a), seat = h->turn, least = count_of(h->r, h->hand[seat]);
    bool is_tonk = h->due == T_SPREAD;
    for (int i = 0; i + 1 < n; i++) {
        Hand after = *h;
        play(&after, a[i]);
        int count = count_of(h->r, after.hand[seat]);
        if (is_tonk && (!after.hand[seat] || can_empty(&after))) return a[i];
        if (!is_tonk && count < least) least = count, best = a[i];
    }
    return best;
}

/* On to the end through what no network is asked about. */
static void play_last_lays(Hand *h) { while (h->phase == P_CHANCE) play(h, last_lay(h)); }
#endif
