/* What a decision looks like to the network. ai/master/ works out the very same numbers from a
 * seat view; `compare.py` holds the two against each other. */
#ifndef NUMBERS_H
#define NUMBERS_H
#include "game.h"

enum { HAND_FEATURES = 20, SEAT_FEATURES = 24, STATE_FEATURES = 184, ACTION_FEATURES = 63,
       GOING_OUT = 7 };

/* What a seat knows, for one decision. */
typedef struct {
    const Hand *h;
    const Rules *r;
    int seat;
    Cards held, unseen;
    double unit;   /* a point of the standard pack in points of this one */
    int n_unseen, count;
} Eye;

/* The third cards of every spread of three that two cards can be part of. */
static Cards thirds(const Rules *r, int one, int other) {
    if (rank_of(one) == JOKER_RANK || rank_of(other) == JOKER_RANK) return 0;
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

/* Of sets that count the same that with the higher cards; jokers are highest. */
static bool goes_before(Cards one, Cards other) {
    Cards jokers = one & JOKERS, others = other & JOKERS;
    return jokers != others ? jokers > others : one > other;
}

/* What could be laid of `held` at once: the dearest spread, then, again and again, what hits. */
static Cards layable(const Eye *e, Cards held, Cards hittable) {
    Spread found[MOST_FOUND];
    Cards laid = 0;
    for (;;) {
        int n = spreads_in(e->r, held & ~laid, found), most = -1, best = -1;
        for (int i = 0; i < n; i++) {
            int points = points_of(e->r, found[i].cards);
            bool higher = points == most && goes_before(found[i].cards, found[best].cards);
            if (points > most || higher) most = points, best = i;
        }
        if (best < 0) break;
        laid |= found[best].cards;
    }
    return laid | (held & ~laid & hittable);
}

static double least_of(double a, double b) { return a < b ? a : b; }

/* How often a pair of cards that cannot be laid becomes a spread by the next card, how often a spread becomes
 * longer, and how often two such pairs become spreads by the next two cards. Of `held` the cards `laid` can be
 * laid, and `thrown` does not count. */
static void nearer(const Eye *e, Cards held, Cards laid, Cards thrown, float *x) {
    struct { Cards both; int ways; } loose[300];
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

/* How far a hand is from going out, where only what cannot be laid, `dead` cards, counts, and how many cards would
 * bring it nearer; else 0. */
static void going_out(const Eye *e, Cards held, Cards laid, int dead, float *x) {
    if (!e->r->unmatched) return;
    x[0] = dead / 5.0;
    if (dead < 3) x[1 + dead] = 1;
    nearer(e, held, laid, 0, x + 4);
}

/* HAND_FEATURES numbers of a hand that waits for its next turn, and how far it is from going out. */
static void hand_features(const Eye *e, Cards held, Cards hittable, float *x, float *out) {
    const Rules *r = e->r;
    double unit = e->unit, unseen = e->n_unseen ? e->n_unseen : 1;
    int n = how_many(held), card[24], points[24], count = 0, low = 0, i = 0;
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
    int m = 0, left = 0, dead[24], dead_points[24], highest = 0;
    for (Cards c = rest; c; c &= c - 1) {
        dead[m] = lowest(c);
        dead_points[m] = r->points[rank_of(dead[m])];
        left += dead_points[m];
        if (dead_points[m] > highest) highest = dead_points[m];
        m++;
    }
    /* One turn ahead: what is left after the next card, laid as well as it goes. */
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

static double mean_unseen(const Eye *e) {
    return e->n_unseen ? points_of(e->r, e->unseen) * e->unit / e->n_unseen : 0;
}

/* What the seat is thought to hold, in points. */
static double guessed_count(const Eye *e, int seat) {
    Cards known = e->h->known[seat];
    return points_of(e->r, known) * e->unit +
           (size_of(e->h, seat) - how_many(known)) * mean_unseen(e);
}

/* Whoever has taken three discards likes to take: more tell no more. */
static double takes_seen(const Hand *h, int seat) { return least_of(h->takes[seat], 3) / 3; }

static void seat_features(const Eye *e, int seat, float *x) {
    const Hand *h = e->h;
    int size = size_of(h, seat), n = h->n_discards[seat];
    const uint8_t *thrown = h->discards[seat];
    double least = 10, sum = 0, guess = guessed_count(e, seat);
    for (int i = 0; i < n; i++) {
        double value = pts(e, thrown[i]);
        sum += value;
        if (value < least) least = value;
    }
    x[0] = 1;
    if (size) x[size < 5 ? size : 5] = 1;
    x[6] = size / 5.0;
    x[7] = how_many(h->known[seat]) / 3.0;
    x[8] = points_of(e->r, h->known[seat]) * e->unit / 20;
    for (int back = 1; back <= 3; back++) x[8 + back] = n >= back ? pts(e, thrown[n - back]) / 10 : 0;
    x[12] = n ? least / 10 : 0;
    x[13] = n ? sum / n / 10 : 0;
    x[14] = least_of(n, 10) / 5;
    x[15] = takes_seen(h, seat);
    x[16] = h->took_last[seat];
    x[17] = h->laid[seat] / 2.0;
    x[18] = h->waits[seat] / 3.0;
    x[19] = guess / 30;
    x[20] = (e->count * e->unit - guess) / 20;
    x[21] = n && pts(e, thrown[n - 1]) <= 3;
    x[22] = h->last_declined[seat] >= 0 ? pts(e, h->last_declined[seat]) / 10 : 0;
    x[23] = n > 0;
}

/* Of the seats beyond the next one that with the fewest cards, the nearest of several; or -1. */
static int other_seat(const Hand *h, int seat) {
    int found = -1;
    for (int step = 2; step < h->seats; step++) {
        int each = (seat + step) % h->seats;
        if (found < 0 || size_of(h, each) < size_of(h, found)) found = each;
    }
    return found;
}

static void rule_features(const Eye *e, float *x) {
    const Rules *r = e->r;
    const Hand *h = e->h;
    int seats = h->seats;
    x[0] = (catch_cost(r->catch_, seats) - 2) / 2.0;
    x[1] = r->tonk_pays - 2;
    x[2] = r->out_pays - 1;
    x[3] = r->needs != N_ANY;
    x[4] = r->wait_spread / 3.0;
    x[5] = r->wait_hit / 3.0;
    x[6] = (r->wait_own > r->wait_hitting ? r->wait_own : r->wait_hitting) / 3.0;
    x[7] = (dealt(r, seats) - 5) / 4.0;
    x[8] = r->must_spread > 0;
    x[9] = r->no_hit_books;
    x[10] = r->at_once;
    x[11] = r->booed;
    x[12] = h->is_booed;
    x[13] = h->is_last_turn;
    x[14] = r->stockout_void;
    x[15] = r->use_now;
    x[16] = r->return_taken;
    x[17] = r->no_first_drop && h->turns < seats;
    x[18] = r->push_up;
    x[19] = r->no_discard_after_hit;
    x[20] = r->one_hit;
    x[21] = r->buried;
    x[22] = r->rising;
    x[23] = r->jokers / 4.0;
    x[24] = (13 - r->ranks) / 3.0;
    x[25] = !r->upcard;
    x[26] = r->hit_voids;
    x[27] = r->ace_high;
    x[28] = r->no_spread_out;
    x[29] = r->catch_ == C_DROPPER_COVERS || r->catch_ == C_SINGLE_EACH;
}

static bool completes(const Rules *r, Cards held, int card) {
    for (Cards a = held; a; a &= a - 1)
        for (Cards b = a & (a - 1); b; b &= b - 1)
            if (thirds(r, lowest(a), lowest(b)) >> card & 1) return true;
    return false;
}

static Eye look(const Hand *h, int seat) {
    Cards visible = h->seen | h->hand[seat];
    if (h->pile_size) visible |= bit_of(h->pile[h->pile_size - 1]);
    Eye e = {.h = h, .r = h->r, .seat = seat, .held = h->hand[seat]};
    e.unseen = h->r->pack & ~visible;
    e.n_unseen = how_many(e.unseen);
    e.unit = 340.0 / 52 / h->r->mean;
    e.count = count_of(h->r, e.held);
    return e;
}

/* How many of `cards` are wild. */
static int wilds_in(const Rules *r, Cards cards) { return how_many(cards & r->wilds); }

static bool is_blocked(const Hand *h, int seat) {
    return h->blocks >> seat & 1 || (h->is_blocked && h->phase == P_LAY && h->turn == seat);
}

static bool has_turn_naturals(const Rules *r) {
    for (int i = 0; i < NATURALS; i++) if (r->turn[i].match) return true;
    return false;
}

enum { LATER_RULES = 24 };

/* Rules that nets learned later than those of `rule_features`. */
static void later_rules(const Eye *e, float *x) {
    const Rules *r = e->r;
    double beyond = e->count - r->drop_at_most;
    x[0] = r->unmatched;
    x[1] = r->drop_at_most > 0;
    x[2] = r->drop_at_most ? (beyond > 20 ? 20 : beyond < -20 ? -20 : beyond) / 10 : 0;
    x[3] = (r->last_lay & L_DROP) != 0;
    x[4] = (r->last_lay & L_STOCKOUT) != 0;
    x[5] = r->double_double;
    x[6] = r->blocks_out;
    x[7] = (r->wild & W_TWOS) != 0;
    x[8] = (r->wild & W_JOKERS) != 0;
    x[9] = r->wild_points >= 0 ? r->wild_points * e->unit / 10 : 0;
    x[10] = r->slap == SLAP_RACE;
    x[11] = r->slap == SLAP_NEXT_FIRST;
    x[12] = r->any_time;
    x[13] = r->two_spreads / 4.0;
    x[14] = r->tie_all_paid;
    x[15] = r->hits_stack;
    for (int needs = N_SECOND_SPREAD; needs < NEEDS; needs++) x[15 + needs] = r->needs == needs;
    x[20] = r->must_spread == 2;
    x[21] = has_turn_naturals(r) && e->h->turns < e->h->seats;
    x[22] = r->catch_ == C_LOWEST_ONLY || r->catch_ == C_DROPPER_COVERS || r->catch_ == C_FIVE_TO_LOWEST ||
            r->catch_ == C_WHOLE_TABLE;
    x[23] = r->catch_ == C_DOUBLE_TO_ALL;
}

/* What those rules ask about. */
static void later_table(const Eye *e, float *x) {
    const Hand *h = e->h;
    int seat = e->seat, next = (seat + 1) % h->seats;
    x[0] = h->phase == P_BETWEEN;
    x[1] = h->phase == P_BETWEEN && h->is_claim;
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
    x[13] = h->turns < h->seats;
    x[14] = 4 - e->r->suits;
}

static void state_features(const Eye *e, float *x) {
    const Hand *h = e->h;
    int seats = h->seats, seat = e->seat, rounds = h->turns / seats, n = h->n_discards[seat];
    memset(x, 0, STATE_FEATURES * sizeof *x);
    hand_features(e, e->held, h->hittable, x, x + STATE_FEATURES - GOING_OUT);
    x += HAND_FEATURES; /* 20 */
    x[h->phase == P_LAY] = 1;
    x[2] = stock_size(h) / 50.0;
    x[3] = least_of(stock_size(h), 8) / 8;
    x[4] = least_of(h->pile_size, 20) / 20;
    x[5 + (rounds < 5 ? rounds : rounds < 7 ? 5 : 6)] = 1;
    x[12] = least_of(rounds, 12) / 10;
    x[13] = h->turns % seats / (double)seats;
    x[14] = h->waits[seat] / 3.0;
    x[15] = h->phase == P_START ? may_drop(h, seat) : h->phase == P_BETWEEN && !h->is_claim && may_drop_between(h, seat);
    x[16] = how_many(h->known[seat]) / 5.0;
    x[17] = points_of(e->r, h->known[seat]) * e->unit / 20;
    x[18] = n ? pts(e, h->discards[seat][n - 1]) / 10 : 0;
    x[19] = n > 0;
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
    x[27] = mean_unseen(e) / 10;
    x[28] = h->taken >= 0;
    x[29] = h->still / 6.0;
    int fewest = 99;
    for (int s = 0; s < seats; s++)
        if (s != seat && size_of(h, s) < fewest) fewest = size_of(h, s);
    x[30] = fewest / 5.0;
    x[31] = seats == 2;
    x[32] = seats == 3;
    x[33] = seats > 3;
    x += 34; /* 54 */
    seat_features(e, (seat + 1) % seats, x);
    int other = other_seat(h, seat);
    if (other >= 0) seat_features(e, other, x + SEAT_FEATURES);
    rule_features(e, x + 2 * SEAT_FEATURES); /* 102 to 131 */
    for (int s = 0; s < seats; s++) { /* 132 and on: of all the others */
        if (s == seat) continue;
        double guess = guessed_count(e, s);
        float *all = x + 2 * SEAT_FEATURES + 30;
        int thrown = h->n_discards[s];
        if (!all[0] || guess / 30 < all[1]) all[1] = guess / 30;
        all[0] = 1;
        all[2] += thrown && pts(e, h->discards[s][thrown - 1]) <= 5;
        all[3] += h->waits[s] == 0;
        all[4] += takes_seen(h, s);
    }
    x += 2 * SEAT_FEATURES + 36; /* 138 */
    later_rules(e, x);
    later_table(e, x + LATER_RULES);
}

/* How likely the next seat has a use for a card, and why. */
static void danger_features(const Eye *e, int card, Cards held, float *x) {
    const Hand *h = e->h;
    const Rules *r = e->r;
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
    if (rank == JOKER_RANK) same = 0;
    Cards near = 0;
    if (rank != JOKER_RANK) {
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

static void lay_features(const Eye *e, Action a, Cards rest, Cards hittable, float *x) {
    const Hand *h = e->h;
    Cards laid = a.type == T_SPREAD ? a.cards : bit_of(a.card);
    Cards opened = hittable & ~h->hittable;
    x[0] = points_of(e->r, laid) * e->unit / 20;
    x[1] = (a.type == T_SPREAD ? a.laid.kind : h->spreads[a.spread].kind) == RUN;
    x[2] = how_many(opened & e->unseen) / 3.0;
    x[3] = how_many(opened & rest) / 2.0;
    x[4] = a.type == T_HIT && h->spreads[a.spread].owner == e->seat;
    x[5] = how_many(laid & h->known[e->seat]) / 2.0;
    x[6] = how_many(laid) / 4.0;
    x[7] = a.type == T_HIT && h->spreads[a.spread].owner == (e->seat + 1) % h->seats;
}

static Cards hittable_after(const Eye *e, Action a) {
    const Hand *h = e->h;
    Cards found = 0;
    if (a.type == T_SPREAD) return h->hittable | fits(e->r, &a.laid);
    for (int i = 0; i < h->n_spreads; i++) {
        Spread changed = i == a.spread ? grown(e->r, h->spreads[i], a.card, a.place) : h->spreads[i];
        found |= fits(e->r, &changed);
    }
    return found;
}

/* The hand after taking the top card, laying what goes and throwing the highest but that card. */
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

/* `nearer` of the hand with the taken card, once a card has gone that leaves most. */
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

static void action_features(const Eye *e, Action a, float *x) {
    const Hand *h = e->h;
    memset(x, 0, ACTION_FEATURES * sizeof *x);
    if (a.type < TYPES) x[a.type] = 1;
    float *after = x + TYPES, *card = after + HAND_FEATURES, *lay = card + 12, *later = lay + 10;
    float *out = x + ACTION_FEATURES - GOING_OUT;
    Cards rest = e->held;
    switch (a.type) {
    case T_DISCARD:
        rest &= ~bit_of(a.card);
        hand_features(e, rest, h->hittable, after, out);
        danger_features(e, a.card, e->held, card);
        later[5] = e->r->slap && can_hit(h, a.card);
        break;
    case T_SPREAD: case T_HIT: {
        rest &= a.type == T_SPREAD ? ~a.cards : ~bit_of(a.card);
        Cards hittable = hittable_after(e, a);
        hand_features(e, rest, hittable, after, out);
        lay_features(e, a, rest, hittable, lay);
        break;
    }
    case T_TAKE: {
        int top = h->pile[h->pile_size - 1];
        rest = after_take(e, top);
        hand_features(e, rest, h->hittable, after, out);
        card[0] = pts(e, top) / 10;
        card[1] = h->hittable >> top & 1;
        card[2] = completes(e->r, e->held, top);
        if (e->r->unmatched) nearest(e, top, out + 4);
        break;
    }
    case T_DONE: hand_features(e, rest, h->hittable, after, out); break;
    default: later[0] = a.type == T_PASS; return;
    }
    lay[8] = !rest;
    lay[9] = (e->count - points_of(e->r, rest)) * e->unit / 20;
    if (a.type != T_TAKE) later[1] = wilds_in(e->r, e->held & ~rest) / 2.0;
    later[2] = wilds_in(e->r, rest) / 2.0;
    if (!e->r->unmatched) return;
    double count = count_of(e->r, rest) * e->unit;
    later[3] = count / 30;
    later[4] = least_of(count, 10) / 10;
}

#endif
