/* Settlement: the winners, and who pays whom (RULES.md §2, §3, §5.2, §5.10 to §5.12). */
#include "internal.h"

/* Payments are collected in the order in which the seats pay. */
typedef struct { TonkPayment *at; int n; } Payments;

static void pay(Payments *to, int payer, int payee, int64_t stakes, int why) {
    if (to->at) to->at[to->n] = (TonkPayment){.payer = payer, .payee = payee, .stakes = stakes, .why = why};
    to->n++;
}

static void all_pay(const TonkHand *h, Payments *to, int winner, int64_t stakes, int why) {
    for (int seat = 0; seat < h->seats; seat++) if (seat != winner) pay(to, seat, winner, stakes, why);
}

static int around(const TonkHand *h, int step) { return (eldest_of(h) + step) % h->seats; }

/* Naturals. */

bool tonk_in_matches(const TonkRules *r, const TonkNatural *e, Cards dealt) {
    if (e->match == TONK_M_ALL_FACES) return !(dealt & ~r->faces);
    int count = points_of(r, dealt);
    return e->match == TONK_M_COUNT ? count == e->value : count <= e->value;
}

/* Returns the best entry that the dealt hand of a seat matches: by rank, then pay, then order. */
const TonkNatural *tonk_in_best_natural(const TonkHand *h, int seat, bool in_turn) {
    const TonkRules *r = h->rules;
    const TonkNatural *best = NULL;
    int at_deal = r->n_naturals - r->n_turn_naturals;
    int first = in_turn ? at_deal : 0, end = in_turn ? r->n_naturals : at_deal;
    int count = points_of(r, h->dealt[seat]);
    bool all_faces = !(h->dealt[seat] & ~r->faces);
    for (int i = first; i < end; i++) {
        const TonkNatural *e = &r->natural[i];
        bool matches = e->match == TONK_M_ALL_FACES ? all_faces : e->match == TONK_M_COUNT ? count == e->value : count <= e->value;
        if (!matches || (in_turn && e->open && h->n_spreads)) continue;
        if (!best || (e->rank != best->rank ? e->rank > best->rank : e->pays > best->pays)) best = e;
    }
    return best;
}

typedef struct { int seat, count; const TonkNatural *entry; } Holding;

/* Finds the seats with naturals of the highest rank, from eldest on; of those that share a `low_wins` entry, only the
 * lowest counts. */
static int find_contenders(const TonkHand *h, Holding *out) {
    Holding held[TONK_MOST_SEATS];
    int n = 0, kept = 0;
    for (int step = 0; step < h->seats; step++) {
        int seat = around(h, step);
        const TonkNatural *entry = tonk_in_best_natural(h, seat, false);
        if (entry) held[n++] = (Holding){.seat = seat, .count = points_of(h->rules, h->dealt[seat]), .entry = entry};
    }
    for (int i = 0; i < n; i++) {
        bool stays = true;
        for (int j = 0; j < n; j++) {
            if (held[j].entry->rank > held[i].entry->rank) stays = false;
            if (held[j].entry == held[i].entry && held[i].entry->low_wins && held[j].count < held[i].count) stays = false;
        }
        if (stays) out[kept++] = held[i];
    }
    return kept;
}

static int tie_rule(const TonkHand *h, const Holding *tied, int n) {
    for (int i = 1; i < n; i++) if (tied[i].entry->tie != tied[0].entry->tie) return key(h, TONK_NATURAL_TIE);
    return tied[0].entry->tie ? tied[0].entry->tie - 1 : key(h, TONK_NATURAL_TIE);
}

static int winners_of(const Holding *paid, int n) {
    int winners = 0;
    for (int i = 0; i < n; i++) winners |= 1 << paid[i].seat;
    return winners;
}

/* Every seat not in the tie pays the highest `pays` once; the tied seats share, and odd stakes go to the first. */
static void pay_shares(const TonkHand *h, const Holding *tied, int n, int pays, Payments *to) {
    int winners = winners_of(tied, n), payers = h->seats - n;
    int64_t owed[TONK_MOST_SEATS], sum = (int64_t)pays * payers;
    for (int seat = 0; seat < h->seats; seat++) owed[seat] = winners >> seat & 1 ? 0 : pays;
    for (int i = 0; i < n; i++) {
        int64_t due = sum / n + (i < sum % n);
        for (int seat = 0; seat < h->seats; seat++) {
            int64_t stakes = due < owed[seat] ? due : owed[seat];
            if (!stakes) continue;
            pay(to, seat, tied[i].seat, stakes, TONK_WHY_NATURAL);
            owed[seat] -= stakes, due -= stakes;
        }
    }
}

static int naturals_paid(const TonkHand *h, Payments *to, int *pays) {
    Holding tied[TONK_MOST_SEATS];
    int n = find_contenders(h, tied), rule = n > 1 ? tie_rule(h, tied, n) : TONK_TIE_ALL_PAID;
    *pays = 0;
    if (!n) return -1;
    if (rule == TONK_TIE_ELDEST) n = 1;
    if (rule == TONK_TIE_VOID || n == h->seats) return 0;
    int winners = winners_of(tied, n);
    for (int i = 0; i < n; i++) if (tied[i].entry->pays > *pays) *pays = tied[i].entry->pays;
    if (rule == TONK_TIE_SPLIT) { pay_shares(h, tied, n, *pays, to); return winners; }
    for (int i = 0; i < n; i++)
        for (int seat = 0; seat < h->seats; seat++)
            if (!(winners >> seat & 1)) pay(to, seat, tied[i].seat, tied[i].entry->pays, TONK_WHY_NATURAL);
    return winners;
}

int tonk_in_naturals_at_deal(const TonkHand *h, TonkPayment *out, int *n, int *pays) {
    Payments to = {.at = out};
    if (h->rules->n_naturals == h->rules->n_turn_naturals) return -1;
    int winners = naturals_paid(h, &to, pays);
    if (n) *n = to.n;
    return winners;
}

/* A drop (RULES.md §3). */

typedef struct { const TonkHand *h; const int *counts; int dropper, least, others[TONK_MOST_SEATS], n; } Catch;

static bool is_low(const Catch *c, int seat) { return seat != c->dropper && c->counts[seat] == c->least; }
static bool beats(const Catch *c, int seat) { return c->counts[seat] <= c->counts[c->dropper]; }

static void pay_lowest(const Catch *c, int payer, Payments *to) {
    if (is_low(c, payer)) return;
    for (int i = 0; i < c->n; i++)
        if (is_low(c, c->others[i])) pay(to, payer, c->others[i], 1, TONK_WHY_LOWEST);
}

/* Returns what the dropper pays another seat. */
static int caught_pays(const Catch *c, int scheme, int seat) {
    bool low = is_low(c, seat);
    switch (scheme) {
    case TONK_C_STANDARD: case TONK_C_DOUBLE_TO_BEATERS: return beats(c, seat) ? 2 : 0;
    case TONK_C_LOWEST_ONLY: return low ? 2 : 0;
    case TONK_C_SINGLE_EACH: return beats(c, seat) ? 1 : 0;
    case TONK_C_DOUBLE_TO_ALL: return 2;
    case TONK_C_QUAD_TO_BEATERS: return beats(c, seat) ? 4 : 0;
    case TONK_C_WHOLE_TABLE: return low ? 2 * c->n : 0;
    case TONK_C_SINGLE_TO_LOWER: return low || c->counts[seat] < c->counts[c->dropper] ? 1 : 0;
    default: return 0;
    }
}

/* Schemes that depend on the order of the lowest seat and those tied with it. */
static void pay_in_order(const Catch *c, int scheme, Payments *to) {
    int lowest = 0, place = 0;
    for (int i = 0; i < c->n; i++) lowest += is_low(c, c->others[i]);
    for (int i = 0; i < c->n; i++) {
        if (!is_low(c, c->others[i])) continue;
        int stakes = scheme == TONK_C_DROPPER_COVERS ? c->n / lowest + (place < c->n % lowest)
                   : scheme == TONK_C_FIVE_TO_LOWEST ? 5 * (place == 0) : 2;
        if (stakes) pay(to, c->dropper, c->others[i], stakes, TONK_WHY_CAUGHT);
        place++;
    }
}

/* Returns the stakes that a dropper pays if one other seat has a lower count (RULES.md §3). */
int tonk_in_catch_cost(const TonkRules *r, int seats) {
    switch (r->key[TONK_CATCH]) {
    case TONK_C_DOUBLE_TO_ALL: case TONK_C_WHOLE_TABLE: return 2 * (seats - 1);
    case TONK_C_DROPPER_COVERS: return seats - 1;
    case TONK_C_FIVE_TO_LOWEST: return 5;
    case TONK_C_QUAD_TO_BEATERS: return 4;
    default: return 2;
    }
}

static void settle_catch(const TonkHand *h, const int *counts, Payments *to) {
    int scheme = key(h, TONK_CATCH);
    Catch c = {.h = h, .counts = counts, .dropper = h->ender, .least = counts[0]};
    for (int step = 0; step < h->seats; step++) {
        int seat = around(h, step);
        if (counts[seat] < c.least) c.least = counts[seat];
        if (seat != h->ender) c.others[c.n++] = seat;
    }
    bool in_order = scheme == TONK_C_DROPPER_COVERS || scheme == TONK_C_FIVE_TO_LOWEST || scheme == TONK_C_SINGLE_WORSE_PAY;
    if (in_order) pay_in_order(&c, scheme, to);
    for (int i = 0; i < c.n; i++) {
        int stakes = scheme == TONK_C_SINGLE_WORSE_PAY ? beats(&c, c.others[i]) && !is_low(&c, c.others[i])
                                                       : caught_pays(&c, scheme, c.others[i]);
        if (stakes) pay(to, c.dropper, c.others[i], stakes, TONK_WHY_CAUGHT);
    }
    bool dropper_too = scheme == TONK_C_SINGLE_EACH || scheme == TONK_C_SINGLE_TO_LOWER;
    if (dropper_too) pay_lowest(&c, c.dropper, to);
    if (dropper_too || scheme == TONK_C_STANDARD || scheme == TONK_C_LOWEST_ONLY || scheme == TONK_C_SINGLE_WORSE_PAY)
        for (int i = 0; i < c.n; i++)
            if (scheme != TONK_C_SINGLE_WORSE_PAY || !beats(&c, c.others[i])) pay_lowest(&c, c.others[i], to);
}

/* Counts, and by them the ending of a drop or of a stock-out. */

static int holders_of(const TonkHand *h, const int *counts, int *least) {
    int holders = 0;
    *least = counts[0];
    for (int seat = 1; seat < h->seats; seat++) if (counts[seat] < *least) *least = counts[seat];
    for (int seat = 0; seat < h->seats; seat++) if (counts[seat] == *least) holders |= 1 << seat;
    return holders;
}

int tonk_in_settle_counts(const TonkHand *h, int *counts, bool is_drop) {
    int least;
    for (int seat = 0; seat < h->seats; seat++) counts[seat] = tonk_count(h->rules, h->hand[seat]);
    int holders = holders_of(h, counts, &least);
    if (is_drop) return holders == 1 << h->ender ? TONK_END_DROP : TONK_END_CAUGHT;
    bool is_tied = holders & (holders - 1);
    if (key(h, TONK_STOCKOUT_RULE) == TONK_STOCKOUT_VOID || how_many(holders) == h->seats) return TONK_END_VOID;
    return is_tied && key(h, TONK_STOCKOUT_TIE) == TONK_STOCKOUT_TIE_VOID ? TONK_END_VOID : TONK_END_STOCKOUT;
}

static void settle_stockout(const TonkHand *h, int holders, Payments *to) {
    for (int payer = 0; payer < h->seats; payer++) {
        if (holders >> payer & 1) continue;
        for (int seat = 0; seat < h->seats; seat++)
            if (holders >> seat & 1) pay(to, payer, seat, 1, TONK_WHY_STOCKOUT);
    }
}

/* Side pots. */

static int height_of(const TonkRules *r, int card) { return rank_of(card) == 0 && r->high_ace ? r->ranks : rank_of(card); }

/* Returns the joined seat that was dealt the highest card of the suit, or -1. */
static int high_suit_winner(const TonkHand *h) {
    const TonkRules *r = h->rules;
    int winner = -1, highest = -1;
    for (int lane = 0; lane < r->suits; lane++) {
        if (r->suit_name[lane] != h->high_suit) continue;
        for (int seat = 0; seat < h->seats; seat++) {
            Cards held = h->high_joined >> seat & 1 ? h->dealt[seat] >> (16 * lane) & ((1u << r->ranks) - 1) : 0;
            for (; held; held &= held - 1)
                if (height_of(r, lowest(held)) > highest) highest = height_of(r, lowest(held)), winner = seat;
        }
    }
    return winner;
}

static void settle_pot(const TonkHand *h, int joined, int64_t pot, int winner, int64_t *moved) {
    int64_t ante = key(h, TONK_SIDE_ANTE);
    for (int seat = 0; seat < h->seats; seat++) if (joined >> seat & 1) moved[seat] -= ante;
    if (winner >= 0) moved[winner] += pot + ante * how_many(joined);
}

static void settle_sides(const TonkHand *h, int64_t *moved) {
    if (h->high_suit >= 0) settle_pot(h, h->high_joined, h->high_pot, high_suit_winner(h), moved);
    if (h->has_natural_bet) settle_pot(h, h->natural_joined, h->natural_pot, h->natural_pot_winner, moved);
}

/* Results. */

/* Determines winners and payments, before the doubling of the big one. */
static int pay_ending(const TonkHand *h, const int *counts, Payments *to, int *each) {
    static const int why[TONK_ENDINGS] = {
        [TONK_END_NATURAL] = TONK_WHY_NATURAL, [TONK_END_TONK] = TONK_WHY_TONK, [TONK_END_OUT] = TONK_WHY_OUT,
        [TONK_END_DOUBLE_DOUBLE] = TONK_WHY_DOUBLE_DOUBLE, [TONK_END_DROP] = TONK_WHY_DROP,
    };
    int least, holders = holders_of(h, counts, &least);
    *each = 1;
    switch (h->ending) {
    case TONK_END_VOID: return 0;
    case TONK_END_CAUGHT: settle_catch(h, counts, to); return holders & ~(1 << h->ender);
    case TONK_END_STOCKOUT: settle_stockout(h, holders, to); return holders;
    case TONK_END_NATURAL:
        if (h->ender < 0) return naturals_paid(h, to, each);
        break;
    default: break;
    }
    *each = h->pays;
    all_pay(h, to, h->ender, h->pays, why[h->ending]);
    return 1 << h->ender;
}

int tonk_settle(const TonkHand *h, TonkResult *out) {
    int counts[TONK_MOST_SEATS] = {0}, each, factor = h->is_big_one ? 2 : 1;
    Payments to = {.at = out->transfers};
    memset(out, 0, sizeof *out);
    if (h->phase != TONK_OVER || !h->ending) return TONK_IS_NOT_OVER;
    bool in_full = h->ending == TONK_END_NATURAL || (h->ending == TONK_END_VOID && h->n_moves == 0);
    for (int seat = 0; seat < h->seats; seat++) {
        counts[seat] = in_full ? points_of(h->rules, h->hand[seat]) : tonk_count(h->rules, h->hand[seat]);
        out->counts[seat] = counts[seat];
    }
    out->ending = h->ending, out->winners = pay_ending(h, counts, &to, &each), out->n_transfers = to.n;
    settle_sides(h, out->side_payments);
    if (key(h, TONK_SCORING) == TONK_SCORING_PUSH_UP) {
        memset(out->transfers, 0, sizeof out->transfers);
        out->n_transfers = 0;
        for (int seat = 0; seat < h->seats && h->ending != TONK_END_VOID; seat++)
            if (!(out->winners >> seat & 1)) out->payments[seat] = (int64_t)counts[seat] * each * factor;
        return TONK_OK;
    }
    for (int i = 0; i < to.n; i++) {
        TonkPayment *payment = &out->transfers[i];
        payment->stakes *= factor;
        out->payments[payment->payer] -= payment->stakes;
        out->payments[payment->payee] += payment->stakes;
    }
    return TONK_OK;
}
