/* One hand, played fast. `compare.py` replays its hands on the real engine. */
#ifndef GAME_H
#define GAME_H
#include "spreads.h"

enum Phase { P_START, P_LAY, P_CHANCE, P_BETWEEN, P_OVER };
enum Type { T_DROP, T_DRAW, T_TAKE, T_STOP, T_SPREAD, T_HIT, T_DISCARD, T_DONE, TYPES };
/* Declaring and slapping is done by rule, never by a network; so is passing, but where the other
 * choice is a drop out of turn or a claim. */
enum { T_DECLARE = TYPES + 10, T_PASS, T_SLAP };
enum { ITSELF = 99, NO_CARD = 99 };

/* A hit has the `place` that a wild card stands for, or ITSELF; a slap the card thrown after it, or
 * NO_CARD. Of a spread `laid` tells how it will lie. */
typedef struct { uint8_t type, card, spread, place; Spread laid; Cards cards; } Action;

#define MOST_DISCARDS 60
#define MOST_ACTIONS 600

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
    int asked[MOST_SEATS], n_asked; /* who may act before the next turn, the quickest first */
    bool is_claim;     /* the next seat is asked whether it takes the discard and uses it */
    bool is_slappable; /* the last discard */
    int discarder;
    uint64_t lot; /* decides who is quickest */
    int due, due_seat; /* how the hand ends after that, and by whom */
    float due_pays;
    unsigned waited, waited_own, waited_hitting, hitters, other_hitters, last_spread;
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
/* The seat that decides now. */
static inline int actor(const Hand *h) { return h->phase == P_BETWEEN ? h->asked[0] : h->turn; }

static void find_hittable(Hand *h) {
    h->hittable = 0;
    for (int i = 0; i < h->n_spreads; i++) h->hittable |= fits(h->r, &h->spreads[i]);
}

static bool is_book_of_aces(const Rules *r, const Spread *s) { return r->has_ace && s->kind == BOOK && s->low == 0; }

/* Whether a lay of all of `held` is barred; that of the last card by a hit only if blocked. */
static bool may_empty(const Hand *h, bool is_blocked, bool by_spread) {
    return h->is_booed || !(is_blocked || (by_spread && h->r->no_spread_out));
}

static bool has_gap(const Hand *h) {
    int places[2];
    for (int i = 0; i < h->n_spreads; i++) if (gaps(h->r, &h->spreads[i], places)) return true;
    return false;
}

static bool can_hit(const Hand *h, int card) {
    return h->hittable >> card & 1 || (h->r->wilds >> card & 1 && has_gap(h));
}

static bool can_use(const Hand *h, int card) {
    Cards held = h->hand[h->turn] | bit_of(card);
    bool is_blocked = h->blocks >> h->turn & 1;
    if (can_hit(h, card) && (how_many(held) > 1 || may_empty(h, is_blocked, false))) return true;
    Spread found[MOST_FOUND];
    int n = spreads_in(h->r, held, found);
    for (int i = 0; i < n; i++)
        if (found[i].cards >> card & 1)
            if (found[i].cards != held || may_empty(h, is_blocked, true)) return true;
    return false;
}

static bool may_drop(const Hand *h, int seat) {
    if (h->waits[seat] || (h->r->no_first_drop && h->turns <= seat)) return false;
    return !h->r->drop_at_most || count_of(h->r, h->hand[seat]) <= h->r->drop_at_most;
}

static bool may_take(const Hand *h) {
    if (!h->pile_size || h->still >= still_limit(h)) return false;
    return !h->r->use_now || can_use(h, h->pile[h->pile_size - 1]);
}

static Action laying(const Spread *s) { return (Action){.type = T_SPREAD, .laid = *s, .cards = s->cards}; }

/* Every hit of a card of `held`, those of wild cards for others included. */
static int add_hits(const Hand *h, Cards held, Action *out, int n) {
    int places[2];
    for (int i = 0; i < h->n_spreads && n < MOST_ACTIONS - 30; i++) {
        const Spread *s = &h->spreads[i];
        for (Cards fit = held & fits(h->r, s); fit; fit &= fit - 1)
            out[n++] = (Action){.type = T_HIT, .card = lowest(fit), .spread = i, .place = ITSELF};
        if (!(held & h->r->wilds)) continue;
        for (int g = gaps(h->r, s, places) - 1; g >= 0; g--)
            for (Cards wild = held & h->r->wilds; wild; wild &= wild - 1)
                if (!is_itself(h->r, s, lowest(wild), places[g]))
                    out[n++] = (Action){.type = T_HIT, .card = lowest(wild), .spread = i, .place = places[g]};
    }
    return n;
}

static int add_lays(const Hand *h, Action *out) {
    const Rules *r = h->r;
    Cards held = h->hand[h->turn];
    Spread found[MOST_FOUND];
    int n = 0, n_found = spreads_in(r, held, found);
    for (int i = 0; i < n_found; i++) {
        if (h->must_use && !(found[i].cards >> h->taken & 1)) continue;
        if (found[i].cards == held && !may_empty(h, h->is_blocked, true)) continue;
        out[n++] = laying(&found[i]);
    }
    bool may_hit = !(r->one_hit && h->has_hit) && (how_many(held) > 1 || may_empty(h, h->is_blocked, false));
    return may_hit ? add_hits(h, h->must_use ? bit_of(h->taken) : held, out, n) : n;
}

static bool must_lay(const Hand *h) {
    if (h->must_use) return true;
    if (!h->r->must_spread) return false;
    Cards held = h->hand[h->turn];
    Spread found[MOST_FOUND];
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
    Spread found[MOST_FOUND];
    int n = 0, n_found = spreads_in(h->r, held, found);
    for (int i = 0; i < n_found; i++) out[n++] = laying(&found[i]);
    n = add_hits(h, held, out, n);
    out[n++] = (Action){.type = T_PASS};
    return n;
}

/* Between turns: claims, drops, slaps. */

static bool must_end(const Hand *h) {
    return h->is_last_turn || (h->still >= still_limit(h) && !stock_size(h));
}

static bool may_drop_between(const Hand *h, int seat) {
    return h->r->any_time && !must_end(h) && may_drop(h, seat);
}

/* Whether a hit on its spread keeps a seat from parting with its last card. */
static bool keeps_last(const Hand *h, int seat) {
    return h->blocks >> seat & 1 && !h->is_booed && how_many(h->hand[seat]) == 1;
}

static bool may_slap(const Hand *h, int seat) {
    return h->is_slappable && !(h->r->slap == SLAP_NEXT_FIRST && seat == h->turn);
}

/* Where a card lands that is slapped onto this spread: as itself, else high, else low; -1: nowhere. */
static int landing(const Hand *h, int card, const Spread *s) {
    int places[2];
    if (fits(h->r, s) >> card & 1) return ITSELF;
    return h->r->wilds >> card & 1 && gaps(h->r, s, places) ? places[0] : -1;
}

static int legal_slaps(const Hand *h, int seat, Action *out) {
    int n = 0;
    if (!may_slap(h, seat)) return 0;
    Cards after = seat == h->discarder || keeps_last(h, seat) ? 0 : h->hand[seat];
    for (int i = 0; i < h->n_spreads; i++) {
        if (landing(h, h->pile[h->pile_size - 1], &h->spreads[i]) < 0) continue;
        out[n++] = (Action){.type = T_SLAP, .card = NO_CARD, .spread = i};
        for (Cards c = after; c; c &= c - 1) out[n++] = (Action){.type = T_SLAP, .card = lowest(c), .spread = i};
    }
    return n;
}

/* Besides slaps. */
static int legal_between(const Hand *h, Action *out) {
    int n = 0;
    if (h->is_claim) out[n++] = (Action){.type = T_TAKE};
    else if (may_drop_between(h, h->asked[0])) out[n++] = (Action){.type = T_DROP};
    out[n++] = (Action){.type = T_PASS};
    return n;
}

static int legal(const Hand *h, Action *out) {
    int n = 0;
    if (h->phase == P_CHANCE) return legal_chances(h, out);
    if (h->phase == P_BETWEEN) return legal_between(h, out);
    if (h->phase == P_START) {
        if (declarable(h)) out[n++] = (Action){.type = T_DECLARE};
        bool stock = stock_size(h) > 0;
        if (may_drop(h, h->turn)) out[n++] = (Action){.type = T_DROP};
        if (stock) out[n++] = (Action){.type = T_DRAW};
        if (may_take(h)) out[n++] = (Action){.type = T_TAKE};
        if (!stock) out[n++] = (Action){.type = T_STOP};
        return n;
    }
    n = add_lays(h, out);
    if (must_lay(h)) return n;
    bool is_kept = h->is_blocked && !h->is_booed && how_many(h->hand[h->turn]) == 1;
    if (is_kept || (h->has_hit && h->r->no_discard_after_hit)) {
        out[n++] = (Action){.type = T_DONE};
        return n;
    }
    Cards held = h->hand[h->turn];
    Cards kept = h->taken >= 0 && !h->r->return_taken ? bit_of(h->taken) : 0;
    Cards free = held & ~kept ? held & ~kept : held;
    for (; free; free &= free - 1) out[n++] = (Action){.type = T_DISCARD, .card = lowest(free)};
    return n;
}

static int find_type(const Action *a, int n, int type) {
    for (int i = 0; i < n; i++) if (a[i].type == type) return i;
    return -1;
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
    h->is_slappable = h->is_claim = false;
    if (h->waits[seat]) h->waits[seat]--;
    h->waited &= ~(1u << seat);
    h->waited_own &= ~(1u << seat);
    h->waited_hitting &= ~(1u << seat);
    h->must_use = h->has_hit = false;
    h->is_blocked = h->blocks >> seat & 1;
    h->blocks &= ~(1u << seat);
    h->phase = P_LAY;
}

static void watch_stock(Hand *h) {
    if (h->r->booed && stock_size(h) <= h->seats) h->is_booed = true;
    if (h->r->at_once && !stock_size(h)) h->is_last_turn = true;
}

/* All that may act before the next turn have passed. */
static void close_window(Hand *h) {
    h->is_slappable = h->is_claim = false, h->n_asked = 0;
    h->phase = P_START;
    if (must_end(h)) close_hand(h, BY_ITSELF, -1, 0);
}

/* Asks all that may slap or drop, in an order that the lot decides. */
static void ask_all(Hand *h) {
    h->n_asked = 0, h->is_claim = false, h->phase = P_BETWEEN;
    for (int seat = 0; seat < h->seats; seat++) {
        if (!may_slap(h, seat) && !may_drop_between(h, seat)) continue;
        h->lot = h->lot * 6364136223846793005ull + 1442695040888963407ull;
        int place = (h->lot >> 33) % (h->n_asked + 1);
        h->asked[h->n_asked++] = h->asked[place];
        h->asked[place] = seat;
    }
    if (!h->n_asked) close_window(h);
}

static void open_window(Hand *h) {
    if (!h->is_slappable && !h->r->any_time) { close_window(h); return; }
    h->phase = P_START;
    bool may_claim = h->r->slap == SLAP_NEXT_FIRST && h->is_slappable && !must_end(h) && may_take(h);
    if (!may_claim || !can_use(h, h->pile[h->pile_size - 1])) { ask_all(h); return; }
    h->phase = P_BETWEEN, h->is_claim = true, h->n_asked = 1, h->asked[0] = h->turn;
}

static void pass(Hand *h) {
    if (h->phase == P_CHANCE) next_chance(h);
    else if (h->is_claim) ask_all(h);
    else if (!--h->n_asked) close_window(h);
    else memmove(h->asked, h->asked + 1, sizeof h->asked - sizeof *h->asked);
}

static void end_turn(Hand *h) {
    h->still = h->moved ? 0 : h->still + 1;
    h->turn = (h->turn + 1) % h->seats;
    h->turns++;
    h->taken = -1;
    open_window(h);
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
    bool is_claim = h->phase == P_BETWEEN;
    begin_turn(h);
    h->taken = h->pile[--h->pile_size];
    h->hand[seat] |= bit_of(h->taken);
    h->known[seat] |= bit_of(h->taken);
    h->seen |= bit_of(h->taken);
    h->moved = false;
    h->must_use = h->r->use_now || is_claim;
    h->takes[seat]++;
    h->took_last[seat] = true;
}

static void leave_hand(Hand *h, int seat, Cards cards) {
    h->hand[seat] &= ~cards;
    h->known[seat] &= ~cards;
    h->seen |= cards;
}

static void play_spread(Hand *h, const Spread *laid) {
    int seat = h->turn;
    h->spreads[h->n_spreads] = *laid;
    h->spreads[h->n_spreads++].owner = seat;
    leave_hand(h, seat, laid->cards);
    h->laid[seat]++;
    h->last_spread |= 1u << seat;
    h->moved = true, h->must_use = false;
    h->waits[seat] += h->r->wait_spread;
    find_hittable(h);
    if (!h->hand[seat]) emptied_by_lay(h);
}

/* A hit makes a seat wait so long, once between two of its turns where hits do not stack. */
static void earn_wait(Hand *h, int seat, int wait, unsigned *waited) {
    if (h->r->hits_stack || !(*waited >> seat & 1)) h->waits[seat] += wait;
    *waited |= 1u << seat;
}

static void hit_waits(Hand *h, int seat, int owner) {
    if (owner == seat) {
        earn_wait(h, seat, h->r->wait_own, &h->waited_own);
    } else {
        earn_wait(h, owner, h->r->wait_hit, &h->waited);
        earn_wait(h, seat, h->r->wait_hitting, &h->waited_hitting);
    }
}

/* The spread with a card more, which stands for that at `place` or for itself. */
static Spread grown(const Rules *r, Spread s, int card, int place) {
    s.cards |= bit_of(card);
    if (s.kind == RUN) {
        if (place == ITSELF) place = rank_of(card);
        if (place == s.high + 1 || (r->high_ace && place == 0 && s.high + 1 == r->ranks && s.low != 1)) s.high++;
        else s.low--;
    } else if (r->buried && how_many(s.cards) == 4) s.buried = true;
    return s;
}

/* A card of nobody's hand any more is put onto a spread by `seat`. */
static void put_onto(Hand *h, int seat, int card, int number, int place) {
    Spread *s = &h->spreads[number];
    *s = grown(h->r, *s, card, place);
    h->seen |= bit_of(card);
    h->hitters |= 1u << seat;
    if (h->r->blocks_out && s->owner != seat) h->blocks |= 1u << s->owner;
    if (s->owner != seat) h->other_hitters |= 1u << seat;
    h->last_spread &= ~(1u << seat);
    find_hittable(h);
    hit_waits(h, seat, s->owner);
}

static void play_hit(Hand *h, int card, int number, int place) {
    int seat = h->turn;
    leave_hand(h, seat, bit_of(card));
    put_onto(h, seat, card, number, place);
    h->moved = h->has_hit = true, h->must_use = false;
    if (!h->hand[seat]) emptied_by_lay(h);
}

/* Whether the hand goes on. */
static bool throw_card(Hand *h, int seat, int card) {
    leave_hand(h, seat, bit_of(card));
    h->pile[h->pile_size++] = card;
    h->thrown[seat] |= bit_of(card);
    if (h->n_discards[seat] < MOST_DISCARDS) h->discards[seat][h->n_discards[seat]++] = card;
    h->discarder = seat, h->is_slappable = h->r->slap && can_hit(h, card);
    if (h->hand[seat] || h->is_booed) return true;
    finish(h, T_DISCARD);
    all_pay(h, seat, h->r->out_pays);
    return false;
}

static void play_slap(Hand *h, int number, int card) {
    int seat = h->asked[0], slapped = h->pile[--h->pile_size];
    put_onto(h, seat, slapped, number, landing(h, slapped, &h->spreads[number]));
    h->still = 0, h->is_slappable = false;
    if (card == NO_CARD || throw_card(h, seat, card)) open_window(h);
}

static void play(Hand *h, Action a) {
    switch (a.type) {
    case T_DECLARE: {
        int pays = declarable(h)->pays;
        finish(h, NATURAL), all_pay(h, h->turn, pays);
        break;
    }
    case T_DROP: close_hand(h, T_DROP, actor(h), 0); break;
    case T_STOP: close_hand(h, STOCKOUT, h->turn, 0); break;
    case T_PASS: pass(h); break;
    case T_SLAP: play_slap(h, a.spread, a.card); break;
    case T_DRAW: play_draw(h); break;
    case T_TAKE: play_take(h); break;
    case T_SPREAD: play_spread(h, &a.laid); break;
    case T_HIT: play_hit(h, a.card, a.spread, a.place); break;
    case T_DISCARD: if (throw_card(h, h->turn, a.card)) end_turn(h); break;
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
/* A hand that does not end as it is dealt, unless the rules let hardly any go on. */
static void deal(Hand *h, const Rules *r, int seats, Dice *dice) {
    for (int tried = 0; ; tried++) {
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
        if (natural && tried < 200) continue;
        memcpy(h->dealt, h->hand, sizeof h->dealt);
        h->next = each * seats;
        if (r->upcard) {
            h->seen |= bit_of(h->deck[h->next]);
            h->pile[h->pile_size++] = h->deck[h->next++];
        }
        watch_stock(h);
        if (r->slap || r->any_time) h->lot = roll(dice), open_window(h);
        return;
    }
}

/* Whether the seat on turn can lay all it holds, as a last chance, as far as `tries` lays tell. */
static bool can_empty(const Hand *h, int *tries) {
    Action a[MOST_ACTIONS];
    int n = legal_chances(h, a), seat = h->turn;
    for (int i = 0; i + 1 < n && --*tries > 0; i++) {
        Hand after = *h;
        play(&after, a[i]);
        if (!after.hand[seat] || can_empty(&after, tries)) return true;
    }
    return false;
}

/* What anybody does with a last chance: against a tonk empties the hand or shows nothing, else
 * lays while that makes the count less. */
static Action last_lay(const Hand *h) {
    Action a[MOST_ACTIONS], best = {.type = T_PASS};
    int n = legal_chances(h, a), seat = h->turn, least = count_of(h->r, h->hand[seat]);
    bool is_tonk = h->due == T_SPREAD;
    int tries = 200;
    for (int i = 0; i + 1 < n; i++) {
        Hand after = *h;
        play(&after, a[i]);
        int count = count_of(h->r, after.hand[seat]);
        if (is_tonk && (!after.hand[seat] || can_empty(&after, &tries))) return a[i];
        if (!is_tonk && count < least) least = count, best = a[i];
    }
    return best;
}

/* On to the end through what no network is asked about. */
static void play_last_lays(Hand *h) { while (h->phase == P_CHANCE) play(h, last_lay(h)); }
#endif
