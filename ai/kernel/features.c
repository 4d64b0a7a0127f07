/* The network's input features: numbers of the state and of each action. Points are scaled to those of the
 * standard pack. Any change to a feature requires retraining the net. */
#include "internal.h"

enum {
    HAND_FEATURES = 20, TABLE_FEATURES = 34, SEAT_FEATURES = 24, RULE_FEATURES = 30, OTHERS_FEATURES = 6,
    LATER_RULES = 24, GOING_OUT = 7, CARD_FEATURES = 12, TYPES = TONK_DONE + 1,
    MOST_PAIRS = TONK_MOST_CARDS * (TONK_MOST_CARDS - 1) / 2,
};

/* Returns the third cards of all spreads of three that two cards can be part of. */
static Cards thirds(const TonkRules *r, int one, int other) {
    if (rank_of(one) == TONK_JOKER_PLACE || rank_of(other) == TONK_JOKER_PLACE) return 0;
    if (rank_of(one) == rank_of(other)) {
        Cards all = 0;
        for (int suit = 0; suit < r->suits; suit++) all |= bit_of(16 * suit + rank_of(one));
        return all & ~bit_of(one) & ~bit_of(other);
    }
    if (suit_of(one) != suit_of(other)) return 0;
    int low = rank_of(one), high = rank_of(other), lane = 16 * suit_of(one);
    if (low > high) { int swap = low; low = high, high = swap; }
    Cards found = 0;
    int top = r->ranks;
    if (high - low == 2) found |= bit_of(lane + low + 1);
    if (high - low == 1) {
        if (low > 0) found |= bit_of(lane + low - 1);
        if (high + 1 < top) found |= bit_of(lane + high + 1);
        else if (r->high_ace && low > 1) found |= bit_of(lane);
    }
    if (r->high_ace && low == 0 && top > 3) {
        if (high == top - 1) found |= bit_of(lane + top - 2);
        if (high == top - 2) found |= bit_of(lane + top - 1);
    }
    return found;
}

/* Of sets with equal points, the one with higher cards goes first; jokers are highest. */
static bool goes_before(Cards one, Cards other) {
    Cards jokers = one & JOKERS, others = other & JOKERS;
    return jokers != others ? jokers > others : one > other;
}

typedef struct { const TonkRules *r; Cards best; int most; } Dearest;
static bool keep_dearest(void *told, const TonkSpread *s) {
    Dearest *d = told;
    int points = points_of(d->r, s->cards);
    if (points > d->most || (points == d->most && goes_before(s->cards, d->best))) d->most = points, d->best = s->cards;
    return false;
}

/* Returns what could be laid of `held` at once: spreads, those with most points first, then hits. */
static Cards layable(const Eye *e, Cards held, Cards hittable) {
    Cards laid = 0;
    for (;;) {
        Dearest dearest = {.r = e->r, .most = -1};
        walk_spreads(e->r, held & ~laid, keep_dearest, &dearest);
        if (dearest.most < 0) break;
        laid |= dearest.best;
    }
    return laid | (held & ~laid & hittable);
}

static double least_of(double a, double b) { return a < b ? a : b; }

/* Computes how likely the next card makes a spread of a pair, or extends a spread, and how likely the next two cards
 * make spreads of two pairs. Of `held`, the cards `laid` can be laid, and `thrown` does not count. */
static void nearer(const Eye *e, Cards held, Cards laid, Cards thrown, float *x) {
    struct { Cards both; int ways; } loose[MOST_PAIRS];
    double unseen = e->n_unseen ? e->n_unseen : 1, two = 0;
    int n = 0, ways = 0;
    Cards longer = 0;
    for (Cards c = held; c; c &= c - 1)
        for (Cards d = c & (c - 1); d; d &= d - 1) {
            Cards both = (c & -c) | (d & -d), live = thirds(e->r, lowest(c), lowest(d)) & e->unseen;
            if (!live) continue;
            if ((both & laid) == both) longer |= live;
            if (both & (laid | thrown)) continue;
            loose[n].both = both;
            loose[n].ways = how_many(live);
            ways += loose[n++].ways;
        }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) if (!(loose[i].both & loose[j].both)) two += loose[i].ways * loose[j].ways;
    x[0] = least_of(ways / unseen * 5, 5);
    x[1] = how_many(longer) / unseen * 5;
    x[2] = least_of(two / (unseen * unseen) * 200, 5);
}

/* Computes how far a hand is from going out and how many cards would bring it nearer, if only unmatched cards count,
 * of which there are `dead`; else 0. */
static void going_out(const Eye *e, Cards held, Cards laid, int dead, float *x) {
    if (key(e->h, TONK_COUNT) == TONK_COUNT_ALL) return;
    x[0] = dead / 5.0;
    if (dead < 3) x[1 + dead] = 1;
    nearer(e, held, laid, 0, x + 4);
}

/* Computes HAND_FEATURES numbers of a hand between turns, and how far it is from going out. */
static void hand_features(const Eye *e, Cards held, Cards hittable, float *x, float *out) {
    const TonkRules *r = e->r;
    double unit = e->unit, unseen = e->n_unseen ? e->n_unseen : 1;
    int n = how_many(held), card[TONK_MOST_CARDS], points[TONK_MOST_CARDS], count = 0, low = 0, i = 0;
    for (Cards c = held; c; c &= c - 1) {
        card[i] = lowest(c);
        points[i] = r->points[rank_of(card[i])];
        count += points[i];
        low += points[i] <= 3;
        i++;
    }
    int first = 0, second = 0, least = n ? 99 : 0;
    for (i = 0; i < n; i++) {
        if (points[i] > first) second = first, first = points[i];
        else if (points[i] > second) second = points[i];
        if (points[i] < least) least = points[i];
    }
    double promise = 0;
    Cards outs = 0;
    for (i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            Cards live = thirds(r, card[i], card[j]) & e->unseen;
            promise += (points[i] + points[j]) * how_many(live);
            outs |= live;
        }
    Cards laid = layable(e, held, hittable), rest = held & ~laid;
    int m = 0, left = 0, dead[TONK_MOST_CARDS], dead_points[TONK_MOST_CARDS], highest = 0;
    for (Cards c = rest; c; c &= c - 1) {
        dead[m] = lowest(c);
        dead_points[m] = r->points[rank_of(dead[m])];
        left += dead_points[m];
        if (dead_points[m] > highest) highest = dead_points[m];
        m++;
    }
    /* One turn ahead: what is left after the next card, and the best lays. */
    int after[64];
    for (Cards c = e->unseen; c; c &= c - 1) {
        int drawn = lowest(c), value = r->points[rank_of(drawn)];
        after[drawn] = left + value - (value > highest ? value : highest);
    }
    Cards empties = 0;
    for (i = 0; i < m; i++)
        for (int j = i + 1; j < m; j++) {
            Cards live = thirds(r, dead[i], dead[j]) & e->unseen;
            if (!live) continue;
            int kept = left - dead_points[i] - dead_points[j], top = 0;
            for (int k = 0; k < m; k++)
                if (k != i && k != j && dead_points[k] > top) top = dead_points[k];
            for (Cards c = live; c; c &= c - 1)
                if (kept - top < after[lowest(c)]) after[lowest(c)] = kept - top;
            if (m <= 3) empties |= live;
        }
    for (Cards c = hittable & e->unseen; c; c &= c - 1)
        if (left - highest < after[lowest(c)]) after[lowest(c)] = left - highest;
    if (m <= 1) empties |= hittable & e->unseen;
    if (m == 0) empties = e->unseen;
    double sum = 0, better = 0, tiny = 0;
    for (Cards c = e->unseen; c; c &= c - 1) {
        int next = after[lowest(c)];
        sum += next;
        better += next * 2 <= left;
        tiny += next * unit <= 5;
    }
    double points_left = left * unit, all = count * unit;
    x[0] = n / 5.0;
    x[1] = all / 30;
    x[2] = points_left / 30;
    x[3] = first * unit / 10;
    x[4] = second * unit / 10;
    x[5] = least * unit / 10;
    x[6] = low / 5.0;
    x[7] = (count - left) * unit / 20;
    x[8] = least_of(promise * unit / unseen, 5);
    x[9] = how_many(outs) / unseen * 5;
    x[10] = how_many(hittable & e->unseen) / unseen * 5;
    x[11] = sum * unit / unseen / 30;
    x[12] = better / unseen;
    x[13] = tiny / unseen;
    x[14] = how_many(empties) / unseen;
    x[15] = least_of(all, 5) / 5;
    x[16] = least_of(all, 10) / 10;
    x[17] = least_of(all, 20) / 20;
    x[18] = n <= 2;
    x[19] = least_of(points_left, 8) / 8;
    going_out(e, held, laid, m, out);
}

static double pts(const Eye *e, int card) { return e->r->points[rank_of(card)] * e->unit; }
static int size_of(const TonkHand *h, int seat) { return how_many(h->hand[seat]); }

/* Returns an estimate of a seat's count, in points. */
static double guessed_count(const Eye *e, int seat) {
    Cards known = e->h->known[seat];
    return points_of(e->r, known) * e->unit + (size_of(e->h, seat) - how_many(known)) * e->mean_unseen;
}

/* Returns the number of discards a seat has taken, scaled; three or more count the same. */
static double takes_seen(const TonkHand *h, int seat) { return least_of(h->takes[seat], 3) / 3; }

static void seat_features(const Eye *e, int seat, float *x) {
    const TonkHand *h = e->h;
    const Thrown *thrown = &e->thrown[seat];
    int size = size_of(h, seat), n = thrown->n;
    double guess = guessed_count(e, seat);
    x[0] = 1;
    if (size) x[size < 5 ? size : 5] = 1;
    x[6] = size / 5.0;
    x[7] = how_many(h->known[seat]) / 3.0;
    x[8] = points_of(e->r, h->known[seat]) * e->unit / 20;
    for (int i = 0; i < LATEST; i++) x[9 + i] = thrown->latest[i] / 10;
    x[12] = n ? least_of(thrown->least, 10) / 10 : 0;
    x[13] = n ? thrown->sum / n / 10 : 0;
    x[14] = least_of(n, 10) / 5;
    x[15] = takes_seen(h, seat);
    x[16] = h->took_last[seat];
    x[17] = h->laid[seat] / 2.0;
    x[18] = h->waits[seat] / 3.0;
    x[19] = guess / 30;
    x[20] = (e->count * e->unit - guess) / 20;
    x[21] = n && thrown->latest[0] <= 3;
    x[22] = h->last_declined[seat] != TONK_NO_CARD ? pts(e, h->last_declined[seat]) / 10 : 0;
    x[23] = n > 0;
}

/* Returns the seat with the fewest cards beyond the next seat, the nearest of several; -1 if there is none. */
static int other_seat(const TonkHand *h, int seat) {
    int found = -1;
    for (int step = 2; step < h->seats; step++) {
        int each = (seat + step) % h->seats;
        if (found < 0 || size_of(h, each) < size_of(h, found)) found = each;
    }
    return found;
}

static void rule_features(const Eye *e, float *x) {
    const TonkHand *h = e->h;
    const int32_t *k = e->r->key;
    int seats = h->seats;
    x[0] = (tonk_in_catch_cost(e->r, seats) - 2) / 2.0;
    x[1] = k[TONK_TONK_PAYS] - 2.0;
    x[2] = k[TONK_OUT_PAYS] - 1.0;
    x[3] = k[TONK_TONK_NEEDS] != TONK_N_ANY;
    x[4] = k[TONK_WAIT_AFTER_SPREAD] / 3.0;
    x[5] = k[TONK_WAIT_WHEN_HIT] / 3.0;
    x[6] = (k[TONK_WAIT_AFTER_OWN_HIT] > k[TONK_WAIT_AFTER_HITTING] ? k[TONK_WAIT_AFTER_OWN_HIT] : k[TONK_WAIT_AFTER_HITTING]) / 3.0;
    x[7] = (tonk_hand_size(e->r, seats) - 5) / 4.0;
    x[8] = k[TONK_MUST_SPREAD] != TONK_MUST_SPREAD_NO;
    x[9] = !k[TONK_HIT_BOOKS];
    x[10] = k[TONK_STOCK_END] == TONK_STOCK_END_AT_ONCE;
    x[11] = k[TONK_BOOED] > 0;
    x[12] = h->is_booed;
    x[13] = h->is_last_turn;
    x[14] = k[TONK_STOCKOUT_RULE] == TONK_STOCKOUT_VOID;
    x[15] = k[TONK_TAKE_RULE] == TONK_TAKE_USE_NOW;
    x[16] = k[TONK_RETURN_TAKEN] > 0;
    x[17] = !k[TONK_FIRST_TURN_DROP] && is_first_round(h);
    x[18] = k[TONK_SCORING] == TONK_SCORING_PUSH_UP;
    x[19] = !k[TONK_DISCARD_AFTER_HIT];
    x[20] = k[TONK_HITS_PER_TURN] > 0;
    x[21] = k[TONK_COMPLETE_BOOKS] == TONK_BOOKS_BURIED;
    x[22] = k[TONK_FACE_VALUES] == TONK_FACES_RISING;
    x[23] = k[TONK_JOKERS] / 4.0;
    x[24] = (13 - e->r->ranks) / 3.0;
    x[25] = !k[TONK_UPCARD];
    x[26] = k[TONK_HIT_VOIDS_TONK] > 0;
    x[27] = k[TONK_ACE] == TONK_ACE_LOW_OR_HIGH;
    x[28] = !k[TONK_SPREAD_OUT];
    x[29] = k[TONK_CATCH] == TONK_C_DROPPER_COVERS || k[TONK_CATCH] == TONK_C_SINGLE_EACH;
}

static bool completes(const TonkRules *r, Cards held, int card) {
    for (Cards a = held; a; a &= a - 1)
        for (Cards b = a & (a - 1); b; b &= b - 1)
            if (thirds(r, lowest(a), lowest(b)) >> card & 1) return true;
    return false;
}

static void note_thrown(Eye *e) {
    for (int i = 0; i < e->h->n_moves; i++) {
        const TonkMove *move = &e->h->log[i];
        if (move->type != TONK_DISCARD) continue;
        Thrown *thrown = &e->thrown[move->seat];
        double value = pts(e, move->card);
        for (int back = LATEST - 1; back; back--) thrown->latest[back] = thrown->latest[back - 1];
        thrown->latest[0] = value;
        thrown->least = thrown->n ? least_of(thrown->least, value) : value;
        thrown->sum += value;
        thrown->n++;
    }
}

void tonk_in_look(Eye *e, const TonkHand *h, int seat) {
    const TonkRules *r = h->rules;
    Cards visible = h->seen | h->hand[seat];
    if (h->pile_size) visible |= bit_of(h->pile[h->pile_size - 1]);
    *e = (Eye){.h = h, .r = r, .seat = seat, .held = h->hand[seat]};
    e->unseen = r->pack & ~visible;
    e->n_unseen = how_many(e->unseen);
    int points = points_of(r, r->pack);
    e->unit = points ? 340.0 / 52 / ((double)points / r->pack_size) : 1;
    e->mean_unseen = e->n_unseen ? points_of(r, e->unseen) * e->unit / e->n_unseen : 0;
    e->count = tonk_count(r, e->held);
    note_thrown(e);
}

/* Returns the number of wild cards in a set. */
static int wilds_in(const TonkRules *r, Cards cards) { return how_many(cards & r->wilds); }

static bool is_blocked(const TonkHand *h, int seat) {
    return h->blocks >> seat & 1 || (h->is_blocked && h->phase == TONK_LAY && h->turn == seat);
}

/* Computes features of rules that nets learned later than those of `rule_features`. */
static void later_rules(const Eye *e, float *x) {
    const int32_t *k = e->r->key;
    double beyond = e->count - k[TONK_DROP_AT_MOST];
    int scheme = k[TONK_CATCH];
    x[0] = k[TONK_COUNT] == TONK_COUNT_UNMATCHED;
    x[1] = k[TONK_DROP_AT_MOST] > 0;
    x[2] = k[TONK_DROP_AT_MOST] ? (beyond > 20 ? 20 : beyond < -20 ? -20 : beyond) / 10 : 0;
    x[3] = (k[TONK_LAST_LAY] & TONK_LAST_LAY_DROP) != 0;
    x[4] = (k[TONK_LAST_LAY] & TONK_LAST_LAY_STOCKOUT) != 0;
    x[5] = k[TONK_DOUBLE_DOUBLE_RULE] > 0;
    x[6] = k[TONK_HIT_BLOCKS_OUT] > 0;
    x[7] = (k[TONK_WILD] & TONK_WILD_TWOS) != 0;
    x[8] = (k[TONK_WILD] & TONK_WILD_JOKERS) != 0;
    x[9] = k[TONK_WILD_POINTS] >= 0 ? k[TONK_WILD_POINTS] * e->unit / 10 : 0;
    x[10] = k[TONK_SLAP_RULE] == TONK_SLAPS_RACE;
    x[11] = k[TONK_SLAP_RULE] == TONK_SLAPS_NEXT_FIRST;
    x[12] = k[TONK_DROP_WHEN] == TONK_DROP_ANY_TIME;
    x[13] = k[TONK_TWO_SPREADS_PAYS] / 4.0;
    x[14] = k[TONK_STOCKOUT_TIE] == TONK_STOCKOUT_TIE_ALL_PAID;
    x[15] = k[TONK_HITS_STACK] > 0;
    for (int needs = TONK_N_SECOND_SPREAD; needs < TONK_NEEDS_ALL; needs++) x[15 + needs] = k[TONK_TONK_NEEDS] == needs;
    x[20] = k[TONK_MUST_SPREAD] == TONK_MUST_SPREAD_EXCEPT_ACES;
    x[21] = e->r->n_turn_naturals && is_first_round(e->h);
    x[22] = scheme == TONK_C_LOWEST_ONLY || scheme == TONK_C_DROPPER_COVERS || scheme == TONK_C_FIVE_TO_LOWEST ||
            scheme == TONK_C_WHOLE_TABLE;
    x[23] = scheme == TONK_C_DOUBLE_TO_ALL;
}

/* Computes features of the table for those later rules. */
static void later_table(const Eye *e, float *x) {
    const TonkHand *h = e->h;
    int seat = e->seat, next = seat_after(h, seat);
    bool is_between = h->phase == TONK_START && is_asking(h);
    x[0] = is_between;
    x[1] = is_between && h->is_claim;
    x[2] = (seat + h->seats - h->turn) % h->seats / (double)h->seats;
    x[3] = is_blocked(h, seat);
    x[4] = is_blocked(h, next);
    x[5] = wilds_in(e->r, e->held) / 2.0;
    x[6] = wilds_in(e->r, e->unseen) / (double)(e->n_unseen ? e->n_unseen : 1) * 5;
    x[7] = e->count * e->unit / 30;
    x[8] = least_of(e->count * e->unit, 10) / 10;
    x[9] = h->hitters >> seat & 1;
    x[10] = h->other_hitters >> seat & 1;
    x[11] = h->hitters >> next & 1;
    x[12] = h->last_spread >> seat & 1;
    x[13] = is_first_round(h);
    x[14] = 4 - e->r->suits;
}

static void table_features(const Eye *e, float *x) {
    const TonkHand *h = e->h;
    const TonkAction drop = {.type = TONK_DROP};
    int seats = h->seats, seat = e->seat, rounds = h->turns / seats;
    const Thrown *own = &e->thrown[seat];
    x[h->phase != TONK_START] = 1;
    x[2] = stock_size(h) / 50.0;
    x[3] = least_of(stock_size(h), 8) / 8;
    x[4] = least_of(h->pile_size, 20) / 20;
    x[5 + (rounds < 5 ? rounds : rounds < 7 ? 5 : 6)] = 1;
    x[12] = least_of(rounds, 12) / 10;
    x[13] = h->turns % seats / (double)seats;
    x[14] = h->waits[seat] / 3.0;
    x[15] = tonk_is_legal(h, seat, &drop);
    x[16] = how_many(h->known[seat]) / 5.0;
    x[17] = points_of(e->r, h->known[seat]) * e->unit / 20;
    x[18] = own->latest[0] / 10;
    x[19] = own->n > 0;
    x[20] = h->laid[seat] / 2.0;
    x[21] = takes_seen(h, seat);
    if (h->pile_size) {
        int top = h->pile[h->pile_size - 1];
        x[22] = 1;
        x[23] = pts(e, top) / 10;
        x[24] = h->hittable >> top & 1;
        x[25] = completes(e->r, e->held, top);
    }
    x[26] = h->n_spreads / 3.0;
    x[27] = e->mean_unseen / 10;
    x[28] = h->taken != TONK_NO_CARD;
    x[29] = h->idle_turns / 6.0;
    int fewest = TONK_MOST_CARDS;
    for (int s = 0; s < seats; s++)
        if (s != seat && size_of(h, s) < fewest) fewest = size_of(h, s);
    x[30] = fewest / 5.0;
    x[31] = seats == 2;
    x[32] = seats == 3;
    x[33] = seats > 3;
}

/* Computes features of all other seats together. */
static void others_features(const Eye *e, float *x) {
    const TonkHand *h = e->h;
    for (int s = 0; s < h->seats; s++) {
        if (s == e->seat) continue;
        double guess = guessed_count(e, s);
        const Thrown *thrown = &e->thrown[s];
        if (!x[0] || guess / 30 < x[1]) x[1] = guess / 30;
        x[0] = 1;
        x[2] += thrown->n && thrown->latest[0] <= 5;
        x[3] += h->waits[s] == 0;
        x[4] += takes_seen(h, s);
    }
}

void tonk_in_state_features(const Eye *e, float *x) {
    const TonkHand *h = e->h;
    memset(x, 0, TONK_STATE_FEATURES * sizeof *x);
    hand_features(e, e->held, h->hittable, x, x + TONK_STATE_FEATURES - GOING_OUT);
    x += HAND_FEATURES;
    table_features(e, x);
    x += TABLE_FEATURES;
    seat_features(e, seat_after(h, e->seat), x);
    x += SEAT_FEATURES;
    int other = other_seat(h, e->seat);
    if (other >= 0) seat_features(e, other, x);
    x += SEAT_FEATURES;
    rule_features(e, x);
    x += RULE_FEATURES;
    others_features(e, x);
    x += OTHERS_FEATURES;
    later_rules(e, x);
    later_table(e, x + LATER_RULES);
}

/* Computes how likely the next seat has a use for a card, by kind of use. */
static void danger_features(const Eye *e, int card, Cards held, float *x) {
    const TonkHand *h = e->h;
    const TonkRules *r = e->r;
    int next = (e->seat + 1) % h->seats, rank = rank_of(card);
    Cards known = h->known[next], hidden = e->unseen & ~known;
    double chance = (size_of(h, next) - how_many(known)) / (double)(e->n_unseen ? e->n_unseen : 1);
    double danger = 0, open = 0, half = 0, sure = 0;
    if (chance < 0) chance = 0;
    for (Cards a = r->pack & ~bit_of(card); a; a &= a - 1) {
        int one = lowest(a);
        if (rank_of(one) != rank && suit_of(one) != suit_of(card)) continue;
        bool one_known = known >> one & 1, one_hidden = hidden >> one & 1;
        if (!one_known && !one_hidden) continue;
        for (Cards b = thirds(r, card, one) & ~(bit_of(one + 1) - 1) & (known | hidden); b; b &= b - 1) {
            bool two_known = known >> lowest(b) & 1;
            danger += (one_known ? 1 : chance) * (two_known ? 1 : chance);
            sure += one_known && two_known;
            half += one_known != two_known;
            open += !one_known && !two_known;
        }
    }
    Cards same = 0;
    for (int suit = 0; suit < r->suits; suit++) same |= bit_of(16 * suit + rank);
    if (rank == TONK_JOKER_PLACE) same = 0;
    Cards near = 0;
    if (rank != TONK_JOKER_PLACE) {
        if (rank > 0) near |= bit_of(card - 1);
        if (rank + 1 < r->ranks) near |= bit_of(card + 1);
    }
    x[0] = pts(e, card) / 10;
    x[1] = h->hittable >> card & 1;
    x[2] = least_of(danger, 1);
    x[3] = open / 6;
    x[4] = half / 3;
    x[5] = sure;
    x[6] = how_many(h->thrown[next] & same) / 2.0;
    x[7] = how_many(h->declined[next] & same) / 2.0;
    x[8] = how_many((h->thrown[next] | h->declined[next]) & near) / 2.0;
    x[9] = how_many(same & e->unseen) / 3.0;
    x[10] = (h->thrown[e->seat] & same) != 0;
    x[11] = how_many(same & held & ~bit_of(card)) / 2.0;
}

static TonkSpread laid_by(const Eye *e, const TonkAction *a) {
    return (TonkSpread){.cards = a->cards, .kind = a->kind, .suit = a->suit, .low = a->low, .high = a->high, .owner = e->seat};
}

static void lay_features(const Eye *e, const TonkAction *a, Cards rest, Cards hittable, float *x) {
    const TonkHand *h = e->h;
    bool is_hit = a->type == TONK_HIT;
    Cards laid = is_hit ? bit_of(a->card) : a->cards;
    Cards opened = hittable & ~h->hittable;
    x[0] = points_of(e->r, laid) * e->unit / 20;
    x[1] = (is_hit ? h->spreads[a->spread].kind : a->kind) == TONK_RUN;
    x[2] = how_many(opened & e->unseen) / 3.0;
    x[3] = how_many(opened & rest) / 2.0;
    x[4] = is_hit && h->spreads[a->spread].owner == e->seat;
    x[5] = how_many(laid & h->known[e->seat]) / 2.0;
    x[6] = how_many(laid) / 4.0;
    x[7] = is_hit && h->spreads[a->spread].owner == seat_after(h, e->seat);
}

static Cards hittable_after(const Eye *e, const TonkAction *a) {
    const TonkHand *h = e->h;
    if (a->type == TONK_SPREAD) {
        TonkSpread laid = laid_by(e, a);
        return h->hittable | tonk_in_fits(e->r, &laid);
    }
    TonkSpread grown = h->spreads[a->spread];
    tonk_in_grow(e->r, &grown, a->card, a->place);
    Cards found = grown.fits;
    for (int i = 0; i < h->n_spreads; i++) if (i != a->spread) found |= h->spreads[i].fits;
    return found;
}

/* Returns the hand after taking the top card, laying what can be laid, and discarding the highest card other than it. */
static Cards after_take(const Eye *e, int top) {
    Cards held = e->held | bit_of(top);
    held &= ~layable(e, held, e->h->hittable);
    int worst = -1, most = -1;
    for (int jokers = 0; jokers < 2; jokers++)
        for (Cards c = jokers ? held & JOKERS : held & ~JOKERS; c; c &= c - 1) {
            int card = lowest(c), points = e->r->points[rank_of(card)];
            if ((card != top || how_many(held) == 1) && points > most) most = points, worst = card;
        }
    return worst < 0 ? held : held & ~bit_of(worst);
}

/* Computes `nearer` of the hand with the taken card, after the discard that leaves most. */
static void nearest(const Eye *e, int top, float *x) {
    Cards held = e->held | bit_of(top), laid = layable(e, held, e->h->hittable);
    Cards thrown = held & ~laid & ~bit_of(top);
    nearer(e, held, laid, thrown & -thrown, x);
    for (Cards c = thrown & (thrown - 1); c; c &= c - 1) {
        float other[3];
        nearer(e, held, laid, c & -c, other);
        if (other[2] > x[2] || (other[2] == x[2] && other[0] > x[0])) memcpy(x, other, sizeof other);
    }
}

void tonk_in_action_features(const Eye *e, const TonkAction *a, float *x) {
    const TonkHand *h = e->h;
    memset(x, 0, TONK_ACTION_FEATURES * sizeof *x);
    if (a->type < TYPES) x[a->type] = 1;
    float *after = x + TYPES, *card = after + HAND_FEATURES, *lay = card + CARD_FEATURES, *later = lay + 10;
    float *out = x + TONK_ACTION_FEATURES - GOING_OUT;
    Cards rest = e->held;
    switch (a->type) {
    case TONK_DISCARD:
        rest &= ~bit_of(a->card);
        hand_features(e, rest, h->hittable, after, out);
        danger_features(e, a->card, e->held, card);
        later[5] = key(h, TONK_SLAP_RULE) != TONK_SLAPS_OFF && can_hit(h, a->card);
        break;
    case TONK_SPREAD: case TONK_HIT: {
        rest &= a->type == TONK_SPREAD ? ~a->cards : ~bit_of(a->card);
        Cards hittable = hittable_after(e, a);
        hand_features(e, rest, hittable, after, out);
        lay_features(e, a, rest, hittable, lay);
        break;
    }
    case TONK_TAKE: {
        int top = h->pile[h->pile_size - 1];
        rest = after_take(e, top);
        hand_features(e, rest, h->hittable, after, out);
        card[0] = pts(e, top) / 10;
        card[1] = h->hittable >> top & 1;
        card[2] = completes(e->r, e->held, top);
        if (key(h, TONK_COUNT) == TONK_COUNT_UNMATCHED) nearest(e, top, out + 4);
        break;
    }
    case TONK_DONE: hand_features(e, rest, h->hittable, after, out); break;
    default: later[0] = a->type == TONK_PASS; return;
    }
    lay[8] = !rest;
    lay[9] = (e->count - points_of(e->r, rest)) * e->unit / 20;
    if (a->type != TONK_TAKE) later[1] = wilds_in(e->r, e->held & ~rest) / 2.0;
    later[2] = wilds_in(e->r, rest) / 2.0;
    if (key(h, TONK_COUNT) == TONK_COUNT_ALL) return;
    double count = tonk_count(e->r, rest) * e->unit;
    later[3] = count / 30;
    later[4] = least_of(count, 10) / 10;
}

/* Returns whether the cards and places of lays and discards are there, and the card of a take. */
bool tonk_in_can_be_told(const TonkHand *h, int seat, const TonkAction *actions, int n) {
    for (int i = 0; i < n; i++) {
        int type = actions[i].type;
        if (type == TONK_TAKE && !h->pile_size) return false;
        if (type >= TONK_SPREAD && type <= TONK_DISCARD && !tonk_in_is_possible(h, seat, &actions[i])) return false;
    }
    return true;
}

int tonk_features(const TonkHand *h, int seat, const TonkAction *actions, int n, float *state, float *of_actions) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (!tonk_in_can_be_told(h, seat, actions, n)) return TONK_BAD_INPUT;
    Eye e;
    tonk_in_look(&e, h, seat);
    tonk_in_state_features(&e, state);
    for (int i = 0; i < n; i++) tonk_in_action_features(&e, &actions[i], of_actions + i * TONK_ACTION_FEATURES);
    return n;
}
