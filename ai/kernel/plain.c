/* The plain player: `ai/plain.py` in C, with identical decisions and matching names. That file gives the reasons;
 * comments here describe what differs for speed. */
#include "internal.h"

enum {
    POINT = 1000, WHOLE = TONK_WHOLE, GOING_OUT = 1000 * POINT, LAST_DISCARD = 990 * POINT, IMPOSSIBLE = -GOING_OUT,
    WIDEST = 8, NO_TIME = 1000, OWN_WAIT = 2333, OTHERS_WAIT = 1667, LIMIT_WAIT = 750, CHANCE = 2 * POINT,
    STANDARD_DEAL = 5, STANDARD_POINTS = 340, STANDARD_PACK = 52, PUSH_UP_RISK = 400, MANY = 5, ROUNDS = TONK_DROP_ROUNDS,
};

/* Returns a / b rounded down, as in Python. */
static inline int64_t part(int64_t a, int64_t b) {
    int64_t q = a / b;
    return q * b > a ? q - 1 : q; /* b > 0 */
}
static inline int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Random numbers and chances: `ai/chances.py`. */

static const int16_t NORMAL[32] = {
    20, 59, 98, 138, 177, 217, 257, 298, 339, 381, 424, 467, 511, 556, 602, 650,
    699, 750, 803, 858, 917, 978, 1043, 1113, 1189, 1273, 1366, 1473, 1601, 1762, 1987, 2000,
};
static const int32_t HALVING[64] = {
    65536, 64830, 64132, 63441, 62757, 62081, 61413, 60751, 60097, 59449, 58809, 58176, 57549, 56929, 56316, 55709,
    55109, 54515, 53928, 53347, 52773, 52204, 51642, 51085, 50535, 49991, 49452, 48920, 48393, 47871, 47356, 46846,
    46341, 45842, 45348, 44859, 44376, 43898, 43425, 42958, 42495, 42037, 41584, 41136, 40693, 40255, 39821, 39392,
    38968, 38548, 38133, 37722, 37316, 36914, 36516, 36123, 35734, 35349, 34968, 34591, 34219, 33850, 33486, 33125,
};
enum { STEPS = 92332, ERRORS = 64 };

int32_t tonk_in_decayed(int64_t distance, int64_t heat) {
    int64_t steps = distance * STEPS / (1000 * heat), halves = steps / 64;
    return halves > 16 ? 0 : HALVING[steps % 64] >> halves;
}

static int32_t at_least(int64_t lead, int64_t deviation) {
    if (!deviation) return lead >= 0 ? WHOLE : 0;
    if (lead >= 2 * deviation) return WHOLE;
    if (lead < -2 * deviation) return 0;
    int64_t least = -part(1000 * lead, deviation);
    int fails = 0;
    for (int i = 0; i < ERRORS / 2; i++) fails += (NORMAL[i] < least) + (-NORMAL[i] < least);
    return (ERRORS - fails) * (WHOLE / ERRORS);
}

static int32_t leaning(int64_t lead, int64_t heat) {
    if (!heat) return lead > 0 ? WHOLE : 0;
    int64_t behind = tonk_in_decayed(lead < 0 ? -lead : lead, heat), likelier = (int64_t)WHOLE * WHOLE / (WHOLE + behind);
    return lead >= 0 ? likelier : WHOLE - likelier;
}

/* Pairs, spreads and points of cards. */

static inline int points_at(const TonkRules *r, int card) { return r->points[rank_of(card)]; }

/* Returns the cards that make a spread of three with two linked cards. */
static inline Cards thirds_of(const TonkRules *r, int one, int other) {
    int low = rank_of(one), high = rank_of(other);
    if (low == high) return ONE_RANK << low & r->pack & ~bit_of(one) & ~bit_of(other);
    return (Cards)r->between[low][high] << (16 * suit_of(one));
}

static int highest_of(const TonkRules *r, Cards held) {
    int most = 0;
    for (; held; held &= held - 1)
        if (points_at(r, lowest(held)) > most) most = points_at(r, lowest(held));
    return most;
}

typedef struct { const TonkRules *r; Cards best; int most; } Dearest;
static bool keep_dearest(void *told, const TonkSpread *s) {
    Dearest *d = told;
    int points = points_of(d->r, s->cards);
    if (points > d->most || (points == d->most && compare_sets(s->cards, d->best) > 0)) d->most = points, d->best = s->cards;
    return false;
}

Cards tonk_in_layable(const TonkRules *r, Cards held, Cards hittable) {
    Cards laid = 0;
    while (has_spread(r, held & ~laid)) {
        Dearest d = {.r = r, .most = -1};
        walk_spreads(r, held & ~laid, keep_dearest, &d);
        if (d.most < 0) break;
        laid |= d.best;
    }
    return laid | (held & ~laid & hittable);
}

/* The state of a decision. */

typedef struct { Cards thirds; int shed; } Completion;
/* Two cards of the hand that make a spread of three with each of `thirds`; `promise` is their points times the number
 * of unseen thirds. */
typedef struct { Cards both, thirds; int one, other, points, promise; } Pair;
enum { MOST_PAIRS = 192 }; /* 52 cards have 178 */

typedef struct {
    const TonkHand *h;
    const TonkRules *r;
    const TonkProfile *p;
    const TonkDropTable *table;
    int seat, n_unseen, fewest, dealt, round, share, ahead;
    Cards held, unseen, matched;
    int64_t keep;
    bool holds, has_time;
    bool may_declare, may_drop; /* by the rules in force, before a claim */
    Cards known_after, sought; /* cards that the next seat is known to hold; those that it may hold */
    int64_t by_known[3];       /* chance that it holds two given cards, by how many of them it is known to hold */
    /* computed on first use: the value of taking a card */
    bool has_gains;
    int highest, n_completions;
    Completion completions[MOST_PAIRS];
    int n_pairs; /* of `held`, by their cards; -1: not yet found */
    Pair pairs[MOST_PAIRS];
    /* found when first asked for: what `held` counts, and is worth, without each of its cards, by the cards' bits */
    bool has_counts, has_worths;
    int counts[64];
    int64_t worths[64];
} Decision;

static int total_points(const TonkRules *r) { return points_of(r, r->pack); }

static bool holds_spreads(const TonkRules *r, const TonkProfile *p) {
    return r->key[TONK_COUNT] == TONK_COUNT_UNMATCHED || (p->uses_tables && r->key[TONK_LAST_LAY] & TONK_LAST_LAY_DROP);
}

static int64_t time_factor(const TonkHand *h, int seat, const TonkProfile *p, int dealt) {
    const TonkRules *r = h->rules;
    if (!p->uses_tables) return NO_TIME;
    if (r->key[TONK_WAIT_AFTER_SPREAD]) {
        if (h->waits[seat]) return OWN_WAIT;
        for (int s = 0; s < h->seats; s++) if (h->waits[s]) return OTHERS_WAIT;
    }
    int limit = r->key[TONK_DROP_AT_MOST];
    if (!limit || r->key[TONK_COUNT] == TONK_COUNT_UNMATCHED) return NO_TIME;
    return NO_TIME + larger(LIMIT_WAIT - part((int64_t)2 * LIMIT_WAIT * limit * r->pack_size, (int64_t)dealt * larger(total_points(r), 1)), 0);
}

static void look(Decision *d, const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table) {
    const TonkRules *r = h->rules;
    d->h = h, d->r = r, d->p = p, d->table = table, d->seat = seat, d->has_gains = d->has_counts = d->has_worths = false, d->n_pairs = -1;
    d->may_declare = d->may_drop = false;
    d->held = h->hand[seat], d->dealt = tonk_hand_size(r, h->seats);
    d->round = 2000 * (h->turns + 1) / h->seats;
    Cards seen = d->held;
    int from = larger(h->pile_size - p->memory, 0);
    if (h->pile_size && from == h->pile_size) from--; /* the top is always seen */
    for (int i = from; i < h->pile_size; i++) seen |= bit_of(h->pile[i]);
    for (int i = 0; i < h->n_spreads; i++) seen |= h->spreads[i].cards;
    d->fewest = 99;
    for (int s = 0; s < h->seats; s++) {
        if (p->watches_others) seen |= h->known[s];
        if (s != seat && how_many(h->hand[s]) < d->fewest) d->fewest = how_many(h->hand[s]);
    }
    int whole = r->pack_size - d->dealt * h->seats - r->key[TONK_UPCARD];
    d->share = 1000 * smaller(d->fewest, d->dealt) / d->dealt;
    d->ahead = d->share * smaller(stock_size(h), whole) / larger(whole, 1);
    d->unseen = r->pack & ~seen;
    d->n_unseen = how_many(d->unseen);
    int64_t factor = time_factor(h, seat, p, d->dealt);
    d->keep = part(factor * p->keep, 1000), d->has_time = factor > NO_TIME;
    d->holds = holds_spreads(r, p) || d->round < p->hold_until;
    if (!p->caution) return;
    int after = seat_after(h, seat);
    d->known_after = p->watches_others ? h->known[after] : 0, d->sought = d->known_after | d->unseen;
    int64_t chance = 1000 * larger(how_many(h->hand[after]) - how_many(d->known_after), 0) / larger(d->n_unseen, 1);
    d->by_known[0] = chance * chance / 1000, d->by_known[1] = chance, d->by_known[2] = 1000;
}

static void find_pairs(Decision *d) {
    const TonkRules *r = d->r;
    if (d->n_pairs >= 0) return;
    d->n_pairs = 0;
    for (Cards left = d->held; left; left &= left - 1) {
        int one = lowest(left);
        for (Cards others = r->linked[one] & left & (left - 1); others; others &= others - 1) {
            int other = lowest(others), points = points_at(r, one) + points_at(r, other);
            Cards thirds = thirds_of(r, one, other);
            if (!thirds) continue;
            d->pairs[d->n_pairs++] = (Pair){.both = bit_of(one) | bit_of(other), .thirds = thirds, .one = one, .other = other,
                                            .points = points, .promise = points * how_many(thirds & d->unseen)};
        }
    }
}

/* When to drop. */

static bool may_win(const Decision *d, int count) {
    int dearest = d->r->pack & JOKERS ? d->r->points[TONK_JOKER_PLACE] : 0;
    for (int place = 0; place < d->r->ranks; place++) dearest = larger(dearest, d->r->points[place]);
    return count < d->fewest * dearest;
}

static int32_t worked_out(const Decision *d) {
    if (!d->fewest || !d->table) return TONK_NEVER;
    int round = d->h->turns / d->h->seats;
    return d->table->at[drop_row(d->table, d->dealt, d->fewest, how_many(d->held))][smaller(round, ROUNDS - 1)];
}

static int64_t reserve(const Decision *d) {
    return d->r->key[TONK_WAIT_AFTER_SPREAD] && d->fewest < d->dealt - 1 ? d->p->noise / 2 : 0;
}

static int64_t drop_at(const Decision *d) {
    const TonkRules *r = d->r;
    const TonkProfile *p = d->p;
    if (!d->fewest) return TONK_NEVER;
    if (p->uses_tables) {
        bool is_push_up = r->key[TONK_SCORING] == TONK_SCORING_PUSH_UP;
        int64_t at = worked_out(d), risk = is_push_up ? PUSH_UP_RISK : smaller(500 * tonk_in_catch_cost(r, d->h->seats), 1000);
        int64_t shy = part((1000 - p->boldness) * risk, 1000), two_cards = (int64_t)2 * POINT * total_points(r) / r->pack_size;
        return at == TONK_NEVER ? TONK_NEVER : at - part(shy * smaller(at, two_cards), 1000) - reserve(d);
    }
    int64_t calm = p->drop_start - part((int64_t)p->drop_fall * d->round, 1000);
    if (!p->watches_others) calm = part(calm * d->share, 1000);
    if (p->watches_others && d->fewest < d->dealt)
        calm = p->near_start + part((int64_t)p->near_step * d->fewest * STANDARD_DEAL, d->dealt) -
               part((int64_t)p->near_fall * d->round, 1000);
    int64_t scaled = part(calm * d->dealt * total_points(r) * STANDARD_PACK, (int64_t)r->pack_size * STANDARD_DEAL * STANDARD_POINTS);
    int64_t dearer = tonk_in_catch_cost(r, d->h->seats) - 2;
    int64_t bold = part(p->boldness * larger(1000 - part(p->dread * dearer, 2), 0), 1000);
    return larger(part(scaled * bold, 1000), p->least);
}

static int32_t lies_low(const Decision *d, int counted) {
    int64_t count = (int64_t)counted * POINT, limit = (int64_t)d->r->key[TONK_DROP_AT_MOST] * POINT;
    if (d->p->uses_tables && limit > 0 && limit <= worked_out(d)) return count <= limit ? WHOLE : 0;
    int64_t at = drop_at(d);
    return at == TONK_NEVER ? 0 : at_least(at - count, part((int64_t)d->p->noise * d->share, 1000));
}

static bool lies_in_wait(const Decision *d, int count) {
    return (int64_t)count * POINT <= d->p->trap && d->round < d->p->trap_until;
}

static bool drops_if_sure(const Decision *d) {
    return !lies_in_wait(d, tonk_count(d->r, d->held)) && (d->p->uses_tables || drop_at(d) >= 0);
}

static int32_t drop_chance(const Decision *d, bool may_drop) {
    if (!may_drop) return 0;
    int count = tonk_count(d->r, d->held);
    return !may_win(d, count) || lies_in_wait(d, count) ? 0 : lies_low(d, count);
}

/* The value of the top discard compared with an unseen card. */

static void find_gains(Decision *d) {
    const TonkRules *r = d->r;
    if (d->has_gains) return;
    d->has_gains = true;
    d->matched = r->key[TONK_COUNT] == TONK_COUNT_UNMATCHED ? tonk_in_layable(r, d->held, 0) : 0;
    Cards loose = d->held & ~d->matched;
    d->highest = highest_of(r, loose);
    find_pairs(d);
    for (int i = 0; i < d->n_pairs; i++) {
        const Pair *pair = &d->pairs[i];
        int shed = pair->both & d->matched ? points_of(r, pair->both & loose) : pair->points, at = i;
        if (d->p->sees_discard || !shed) shed += highest_of(r, loose & ~pair->both);
        for (; at && d->completions[at - 1].shed < shed; at--) d->completions[at] = d->completions[at - 1];
        d->completions[at] = (Completion){.thirds = pair->thirds, .shed = shed};
    }
    d->n_completions = d->n_pairs;
}

static int64_t sheds(const Decision *d, int card) {
    if (d->h->hittable >> card & 1) return (int64_t)POINT * d->highest;
    if (d->r->wilds >> card & 1) return (int64_t)POINT * d->highest + d->p->wild;
    for (int i = 0; i < d->n_completions; i++)
        if (d->completions[i].thirds >> card & 1) return (int64_t)POINT * d->completions[i].shed;
    return 0;
}

static int64_t gain(const Decision *d, int card) {
    int64_t shed = sheds(d, card);
    return shed ? shed : larger(d->highest - points_at(d->r, card), 0) * POINT;
}

static int64_t appeal(const Decision *d, int card) {
    if (!d->has_time || sheds(d, card)) return gain(d, card);
    int64_t chances = 0;
    for (Cards near = d->r->linked[card] & d->held; near; near &= near - 1)
        chances += how_many(thirds_of(d->r, card, lowest(near)) & d->unseen);
    return part(gain(d, card), 2) + CHANCE * chances;
}

static int64_t gain_of_unseen(const Decision *d) {
    if (!d->unseen) return 0;
    Cards hittable = d->unseen & d->h->hittable, wild = d->unseen & ~hittable & d->r->wilds, rest = d->unseen & ~hittable & ~wild;
    int64_t gained = (int64_t)POINT * d->highest * how_many(hittable) + ((int64_t)POINT * d->highest + d->p->wild) * how_many(wild);
    for (int i = 0; i < d->n_completions; i++) {
        gained += (int64_t)POINT * d->completions[i].shed * how_many(rest & d->completions[i].thirds);
        rest &= ~d->completions[i].thirds;
    }
    for (int place = 0; place < d->r->ranks; place++) {
        int lower = d->highest - d->r->points[place];
        if (lower > 0) gained += (int64_t)POINT * lower * how_many(rest & ONE_RANK << place);
    }
    int lower = d->highest - d->r->points[TONK_JOKER_PLACE];
    if (lower > 0) gained += (int64_t)POINT * lower * how_many(rest & JOKERS);
    return part(gained, d->n_unseen);
}

static int32_t take_chance(Decision *d) {
    int top = d->h->pile[d->h->pile_size - 1];
    find_gains(d);
    int64_t margin = d->p->take_margin + (d->holds ? d->p->holding_margin : 0);
    return leaning(appeal(d, top) - gain_of_unseen(d) - margin, d->p->take_heat);
}

/* The value of a hand, and what to discard. */

static int64_t of_wilds(const Decision *d, int wilds) { return part((int64_t)wilds * d->p->wild * d->share, 1000); }

/* Returns the value of `held`, a subset of the hand. Requires find_pairs, as do the functions below. */
static int64_t worth(const Decision *d, Cards held) {
    int64_t promise = 0;
    for (int i = 0; i < d->n_pairs; i++) {
        const Pair *pair = &d->pairs[i];
        if ((pair->both & held) == pair->both && !(d->holds && pair->thirds & held)) promise += pair->promise;
    }
    int count = d->holds ? tonk_in_unmatched(d->r, held) : points_of(d->r, held);
    promise = part(promise * d->keep * d->ahead, 1000 * larger(d->n_unseen, 1));
    return promise + of_wilds(d, how_many(held & d->r->wilds)) - (int64_t)POINT * count;
}

static const int *counts_without(Decision *d) {
    if (!d->has_counts) tonk_in_unmatched_without(d->r, d->held, d->counts);
    d->has_counts = true;
    return d->counts;
}

/* Puts into `out` the worth of some cards without each of them, by the cards' bits: what goes with a card is lost with
 * it, and where spreads stay in hand the pairs that it alone made needless count again. */
static void value_without(Decision *d, Cards held, int64_t *out) {
    const TonkRules *r = d->r;
    int64_t promise = 0, n = 1000 * larger(d->n_unseen, 1), keep = d->keep * d->ahead;
    int of_others[64];
    const int *counts = of_others;
    for (Cards c = held; c; c &= c - 1) out[lowest(c)] = 0;
    for (int i = 0; i < d->n_pairs; i++) {
        const Pair *pair = &d->pairs[i];
        if ((pair->both & held) != pair->both) continue;
        Cards needless = d->holds ? pair->thirds & held : 0;
        if (!needless) promise += pair->promise, out[pair->one] -= pair->promise, out[pair->other] -= pair->promise;
        else if (!(needless & (needless - 1))) out[lowest(needless)] += pair->promise;
    }
    if (d->holds && held == d->held) counts = counts_without(d);
    else if (d->holds) tonk_in_unmatched_without(r, held, of_others);
    int all = points_of(r, held), wilds = how_many(held & r->wilds);
    for (Cards c = held; c; c &= c - 1) {
        int card = lowest(c), count = d->holds ? counts[card] : all - points_at(r, card), wild = wilds - (r->wilds >> card & 1);
        out[card] = part((promise + out[card]) * keep, n) + of_wilds(d, wild) - (int64_t)POINT * count;
    }
}

/* The worth of `held` without each of its cards. */
static const int64_t *worths_without(Decision *d) {
    if (!d->has_worths) value_without(d, d->held, d->worths);
    d->has_worths = true;
    return d->worths;
}

static int64_t danger(const Decision *d, int card) {
    const TonkHand *h = d->h;
    const TonkRules *r = d->r;
    if ((h->hittable | r->wilds) >> card & 1) return 1000;
    int place = rank_of(card), lane = 16 * suit_of(card);
    if (place == TONK_JOKER_PLACE) return 0;
    int64_t found = 0;
    Cards rank = ONE_RANK << place & r->pack & ~bit_of(card) & d->sought;
    for (Cards a = rank; a; a &= a - 1)
        for (Cards b = a & (a - 1); b; b &= b - 1) found += d->by_known[how_many(((a & -a) | (b & -b)) & d->known_after)];
    for (int twice = 0; twice < 2; twice++) {
        int at = twice ? r->ranks : place;
        if (twice && !(place == 0 && r->high_ace)) break;
        for (int low = larger(at - 2, 0); low <= at; low++) {
            if (low + 2 >= r->ranks && !(low + 2 == r->ranks && r->high_ace && low > 1)) continue;
            Cards run = low + 2 == r->ranks ? 3ull << low | 1 : 7ull << low;
            Cards both = run << lane & ~bit_of(card);
            if ((both & d->sought) == both) found += d->by_known[how_many(both & d->known_after)];
        }
    }
    return smaller(found, 1000);
}

static int64_t cautious(const Decision *d, int64_t worth, int card) {
    return d->p->caution ? worth - part(d->p->caution * danger(d, card), 1000) : worth;
}

/* The cards whose discard breaks no spread. */
static Cards whole_without(Decision *d) {
    Cards whole = 0;
    if (how_many(d->held) < 3 || !has_spread(d->r, d->held)) return d->held;
    const int *counts = counts_without(d);
    int count = tonk_in_unmatched(d->r, d->held);
    for (Cards c = d->held; c; c &= c - 1) if (counts[lowest(c)] <= count) whole |= c & -c;
    return whole;
}

static void weigh_discards(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    int64_t worths[64], best = INT64_MIN;
    Cards may = 0, whole = whole_without(d);
    for (int i = 0; i < n; i++) if (a[i].type == TONK_DISCARD) may |= bit_of(a[i].card);
    if (may & whole) may &= whole;
    int discards = how_many(may);
    find_pairs(d);
    const int64_t *without = worths_without(d);
    for (int i = 0; i < n; i++) {
        if (a[i].type != TONK_DISCARD || !(may >> a[i].card & 1)) continue;
        if (discards == 1) { weights[i] = WHOLE; return; }
        worths[a[i].card] = cautious(d, without[a[i].card], a[i].card);
        best = larger(best, worths[a[i].card]);
    }
    int64_t others = smaller(discards - 1, MANY), heat = d->p->temperature * others, slack = heat ? d->p->slack * others : 0;
    for (int i = 0; i < n; i++) {
        if (a[i].type != TONK_DISCARD || !(may >> a[i].card & 1)) continue;
        int64_t loss = MANY * (best - worths[a[i].card]);
        if (loss <= slack) weights[i] = heat ? tonk_in_decayed(loss, heat) : WHOLE;
    }
}

/* What to lay. */

typedef struct { TonkSpread at[TONK_MOST_SPREADS + 4]; int n; } Table;

static int64_t left_over(Decision *d, Cards held, int hits, bool has_done) {
    const TonkRules *r = d->r;
    if (!held) return GOING_OUT;
    if (d->h->phase == TONK_CHANCE) {
        bool counts = r->key[TONK_LAST_LAY] || r->key[TONK_SCORING] == TONK_SCORING_PUSH_UP;
        return counts ? -(int64_t)POINT * tonk_count(r, held) : 0;
    }
    if ((hits && !r->key[TONK_DISCARD_AFTER_HIT]) || has_done) return worth(d, held);
    if (how_many(held) == 1) return LAST_DISCARD;
    int64_t of_others[64], best = INT64_MIN;
    const int64_t *without = of_others;
    if (held == d->held) without = worths_without(d);
    else value_without(d, held, of_others);
    for (Cards c = held; c; c &= c - 1) best = larger(best, without[lowest(c)]);
    return best;
}

/* Finds the hit to look at next: the lowest card that fits as itself, on the first spread that it fits; else the lowest
 * wild card, on the first spread that may be hit. */
static bool next_hit(const Decision *d, Cards held, const Table *t, int *card, int *number, int *place) {
    Cards fit = 0, wild = held & d->r->wilds;
    for (int i = 0; i < t->n; i++) fit |= held & t->at[i].fits;
    if (fit) {
        *card = first_card(fit), *place = TONK_ITSELF;
        for (*number = 0; !(t->at[*number].fits >> *card & 1);) ++*number;
        return true;
    }
    int places[2];
    if (!wild) return false;
    for (*number = 0; *number < t->n; ++*number)
        if (tonk_in_gaps(d->r, &t->at[*number], places)) {
            *card = first_card(wild), *place = places[0];
            return true;
        }
    return false;
}

static int64_t value(Decision *d, Cards held, const Table *t, int hits, bool has_done) {
    int64_t best = left_over(d, held, hits, has_done);
    if (!held) return best;
    if (how_many(held) > 2 && has_spread(d->r, held) && t->n < TONK_MOST_SPREADS + 4) {
        TonkSpread found[WIDEST];
        int n = tonk_in_widest(d->r, held, 0, WIDEST, found);
        for (int i = 0; i < n; i++) {
            Table after = *t;
            found[i].fits = tonk_in_fits(d->r, &found[i]);
            after.at[after.n++] = found[i];
            best = larger(best, value(d, held & ~found[i].cards, &after, hits, has_done));
        }
    }
    int card, number, place;
    if (may_hit_more(d->r, d->h, hits) && next_hit(d, held, t, &card, &number, &place)) {
        Table after = *t;
        tonk_in_grow(d->r, &after.at[number], card, place);
        best = larger(best, value(d, held & ~bit_of(card), &after, hits + 1, has_done));
    }
    return best;
}

static int64_t value_after(Decision *d, const TonkAction *a, const Table *t, int hits, bool has_done) {
    Table after = *t;
    if (a->type == TONK_HIT) {
        tonk_in_grow(d->r, &after.at[a->spread], a->card, a->place);
        return value(d, d->held & ~bit_of(a->card), &after, hits + 1, has_done);
    }
    TonkSpread s = {.cards = a->cards, .kind = a->kind, .suit = a->suit, .low = a->low, .high = a->high};
    s.fits = tonk_in_fits(d->r, &s);
    after.at[after.n++] = s;
    return value(d, d->held & ~a->cards, &after, hits, has_done);
}

/* The order of a seat's actions: `order` in `ai/plain.py`. */
static int64_t where_it_goes(const TonkHand *h, const TonkAction *a) {
    const TonkSpread *s = &h->spreads[a->spread];
    if (a->place == TONK_ITSELF && s->kind == TONK_BOOK) return s->low;
    int place = a->place == TONK_ITSELF ? rank_of(a->card) : a->place;
    bool is_high_ace = s->kind == TONK_RUN && place == 0 && s->low > 1;
    return is_high_ace ? h->rules->ranks : place;
}

static int number_of(const TonkHand *h, int card) { return h->rules->number[card]; }

int tonk_in_compare(const TonkHand *h, const TonkAction *a, const TonkAction *b) {
    if (a->type != b->type) return a->type - b->type;
    switch (a->type) {
    case TONK_SPREAD: {
        TonkSpread x = {.cards = a->cards, .kind = a->kind, .suit = a->suit, .low = a->low};
        TonkSpread y = {.cards = b->cards, .kind = b->kind, .suit = b->suit, .low = b->low};
        return tonk_in_compare_spreads(&x, &y);
    }
    case TONK_HIT:
        if (a->card != b->card) return number_of(h, a->card) - number_of(h, b->card);
        if (a->spread != b->spread) return a->spread - b->spread;
        return where_it_goes(h, a) - where_it_goes(h, b);
    case TONK_DISCARD: return number_of(h, a->card) - number_of(h, b->card);
    case TONK_SLAP: {
        int x = a->card == TONK_NO_CARD ? -1 : number_of(h, a->card), y = b->card == TONK_NO_CARD ? -1 : number_of(h, b->card);
        return x != y ? x - y : a->spread - b->spread;
    }
    default: return 0;
    }
}

/* Finds up to WIDEST spreads, or hits, with the most points; `out` gets their indices. */
static int widest(const Decision *d, const TonkAction *a, int n, int type, int *out) {
    int found = 0, points[WIDEST];
    for (int i = 0; i < n; i++) {
        if (a[i].type != type) continue;
        int worth = type == TONK_HIT ? points_at(d->r, a[i].card) : points_of(d->r, a[i].cards), at = found;
        while (at && (points[at - 1] < worth || (points[at - 1] == worth && tonk_in_compare(d->h, &a[i], &a[out[at - 1]]) < 0))) at--;
        if (at == WIDEST) continue;
        if (found < WIDEST) found++;
        for (int j = found - 1; j > at; j--) out[j] = out[j - 1], points[j] = points[j - 1];
        out[at] = i, points[at] = worth;
    }
    return found;
}

/* Weights the lays that lead to the best hand; returns whether there are any. */
static bool weigh_lays(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    const TonkHand *h = d->h;
    bool may_end = false, has_done = false, has_lay = false;
    for (int i = 0; i < n; i++) {
        has_done |= a[i].type == TONK_DONE;
        may_end |= a[i].type == TONK_DONE || a[i].type == TONK_DISCARD || a[i].type == TONK_PASS;
        has_lay |= a[i].type == TONK_SPREAD || a[i].type == TONK_HIT;
    }
    if (!has_lay) return false;
    find_pairs(d);
    Table t = {.n = h->n_spreads};
    memcpy(t.at, h->spreads, h->n_spreads * sizeof *t.at);
    int look_at[2 * WIDEST], hits = h->phase == TONK_LAY && h->has_hit, n_looked = widest(d, a, n, TONK_SPREAD, look_at);
    n_looked += widest(d, a, n, TONK_HIT, look_at + n_looked);
    int64_t most = may_end ? left_over(d, d->held, hits, has_done) : IMPOSSIBLE, values[2 * WIDEST], best = INT64_MIN;
    for (int i = 0; i < n_looked; i++) {
        const TonkAction *lay = &a[look_at[i]];
        values[i] = value_after(d, lay, &t, hits, has_done);
        bool is_cheap = lay->type == TONK_HIT && may_end && values[i] < LAST_DISCARD && h->phase != TONK_CHANCE;
        if (is_cheap && POINT * points_at(d->r, lay->card) < d->p->hit_least) values[i] = INT64_MIN;
        best = larger(best, values[i]);
    }
    if (best <= most) return false;
    for (int i = 0; i < n_looked; i++) if (values[i] == best) weights[look_at[i]] = WHOLE;
    return true;
}

/* Weights of all kinds of decisions. */

static int index_of(const TonkAction *a, int n, int type) {
    for (int i = 0; i < n; i++) if (a[i].type == type) return i;
    return -1;
}

/* Weights the slaps whose discard leaves the best hand, if that is better than not slapping; returns their number. */
static int weigh_slaps(Decision *d, const TonkAction *a, int32_t *weights, int n, int32_t weight) {
    int64_t worths[64], best = INT64_MIN;
    int found = 0;
    bool is_any = false;
    for (int i = 0; i < n; i++) is_any |= a[i].type == TONK_SLAP && a[i].card != TONK_NO_CARD;
    if (!is_any) return 0;
    find_pairs(d);
    const int64_t *without = worths_without(d);
    for (int i = 0; i < n; i++) {
        if (a[i].type != TONK_SLAP || a[i].card == TONK_NO_CARD) continue;
        worths[a[i].card] = cautious(d, without[a[i].card], a[i].card);
        best = larger(best, worths[a[i].card]);
    }
    if (best <= worth(d, d->held) && how_many(d->held) > 1) return 0;
    for (int i = 0; i < n; i++)
        if (a[i].type == TONK_SLAP && a[i].card != TONK_NO_CARD && worths[a[i].card] == best) found++;
    for (int i = 0; i < n; i++)
        if (a[i].type == TONK_SLAP && a[i].card != TONK_NO_CARD && worths[a[i].card] == best) weights[i] = weight / found;
    return found;
}

static void weigh_between(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    int drop = index_of(a, n, TONK_DROP), pass = index_of(a, n, TONK_PASS);
    int32_t chance = drop_chance(d, drop >= 0);
    if (drop >= 0) weights[drop] = chance;
    if (!weigh_slaps(d, a, weights, n, WHOLE - chance) && pass >= 0) weights[pass] = WHOLE - chance;
}

typedef struct { int32_t declare, drop, draw, take, stop; } Starts;

/* Returns the weights of the legal ways to start a turn. */
static Starts weigh_starts(Decision *d, bool may_declare, bool may_drop, bool may_draw, bool may_take, bool may_stop) {
    if (may_declare) return (Starts){.declare = WHOLE};
    if (may_stop) {
        if (d->r->key[TONK_STOCKOUT_RULE] == TONK_STOCKOUT_VOID) {
            int32_t drop = drop_chance(d, may_drop);
            return (Starts){.drop = drop, .stop = WHOLE - drop};
        }
        if (!may_take) return (Starts){.stop = WHOLE};
        find_gains(d);
        if (gain(d, d->h->pile[d->h->pile_size - 1]) <= 0) return (Starts){.stop = WHOLE};
        int32_t low = lies_low(d, tonk_count(d->r, d->held));
        return (Starts){.stop = low, .take = WHOLE - low};
    }
    int32_t drop = drop_chance(d, may_drop), left = WHOLE - drop;
    if (!may_take) return (Starts){.drop = drop, .draw = left};
    if (!may_draw) return (Starts){.drop = drop, .take = left};
    int32_t take = (int64_t)left * take_chance(d) / WHOLE;
    return (Starts){.drop = drop, .take = take, .draw = left - take};
}

static void weigh_start(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    Starts s = weigh_starts(d, index_of(a, n, TONK_DECLARE) >= 0, index_of(a, n, TONK_DROP) >= 0, index_of(a, n, TONK_DRAW) >= 0,
                            index_of(a, n, TONK_TAKE) >= 0, index_of(a, n, TONK_STOP) >= 0);
    for (int i = 0; i < n; i++) {
        switch (a[i].type) {
        case TONK_DECLARE: weights[i] = s.declare; break;
        case TONK_DROP: weights[i] = s.drop; break;
        case TONK_DRAW: weights[i] = s.draw; break;
        case TONK_TAKE: weights[i] = s.take; break;
        case TONK_STOP: weights[i] = s.stop; break;
        }
    }
}

static void weigh_claim(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    const TonkHand *h = d->h;
    bool has_stock = stock_size(h) > 0;
    unsigned types = 1u << TONK_TAKE | 1u << (has_stock ? TONK_DRAW : TONK_STOP);
    int type = -1, overlooks = d->p->overlooks;
    if (d->may_drop && drops_if_sure(d)) types |= 1u << TONK_DROP;
    if (!d->may_declare) tonk_in_best_start(h, d->seat, types, true, &type);
    bool is_sure = type >= 0 && !overlooks;
    Starts s = is_sure ? (Starts){.take = type == TONK_TAKE ? WHOLE : 0}
                       : weigh_starts(d, d->may_declare, d->may_drop && type != TONK_DROP, has_stock && type != TONK_DRAW,
                                      type != TONK_TAKE, !has_stock && type != TONK_STOP);
    int32_t seen = type >= 0 && overlooks ? (int64_t)WHOLE * (1000 - overlooks) / overlooks : 0, all = WHOLE + seen;
    if (type == TONK_TAKE) s.take += seen;
    for (int i = 0; i < n; i++) weights[i] = a[i].type == TONK_TAKE ? s.take : all - s.take;
}

static void weigh_by_habit(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    const TonkHand *h = d->h;
    if (is_asking(h)) { weigh_between(d, a, weights, n); return; }
    if (h->is_slappable && weigh_slaps(d, a, weights, n, WHOLE)) return;
    if (h->phase == TONK_START) { weigh_start(d, a, weights, n); return; }
    if (weigh_lays(d, a, weights, n)) return;
    int quiet = index_of(a, n, TONK_PASS) >= 0 ? index_of(a, n, TONK_PASS) : index_of(a, n, TONK_DONE);
    if (index_of(a, n, TONK_DISCARD) >= 0) weigh_discards(d, a, weights, n);
    else weights[quiet >= 0 ? quiet : 0] = WHOLE;
}

/* Weights the starts of a turn, or drops between turns, as if the one at `at` were not legal. */
static void weigh_others(Decision *d, const TonkAction *a, int32_t *weights, int n, int at) {
    TonkAction others[TONK_TYPES];
    int32_t of[TONK_TYPES] = {0};
    int m = 0;
    for (int i = 0; i < n; i++) if (i != at) others[m++] = a[i];
    if (m == 1) of[0] = WHOLE;
    else weigh_by_habit(d, others, of, m);
    for (int i = 0; i < m; i++) weights[i < at ? i : i + 1] = of[i];
}

static void weigh(Decision *d, const TonkAction *a, int32_t *weights, int n) {
    const TonkHand *h = d->h;
    int at = -1, overlooks = d->p->overlooks;
    int64_t all = 0;
    memset(weights, 0, n * sizeof *weights);
    if (h->is_claim) { weigh_claim(d, a, weights, n); return; }
    bool drops = index_of(a, n, TONK_DROP) >= 0 && drops_if_sure(d), declares = index_of(a, n, TONK_DECLARE) >= 0;
    bool is_sure = !declares && tonk_in_best_end(h, d->seat, a, n, drops, &at) > 0;
    if (is_sure && !overlooks) { weights[at] = WHOLE; return; }
    if (is_sure && h->phase == TONK_START && index_of(a, n, TONK_SLAP) < 0) weigh_others(d, a, weights, n, at);
    else weigh_by_habit(d, a, weights, n);
    for (int i = 0; i < n; i++) all += weights[i];
    if (is_sure) weights[at] += all * (1000 - overlooks) / overlooks;
}

/* Makes the hand as it looks to a seat that believes in other rules. Books that may not be hit look closed to it. */
static void believe(const TonkHand *h, const TonkRules *believed, TonkHand *out) {
    tonk_copy(out, h);
    out->rules = believed, out->hittable = 0;
    for (int i = 0; i < out->n_spreads; i++) {
        TonkSpread *s = &out->spreads[i];
        s->buried |= s->kind == TONK_BOOK && !key(h, TONK_HIT_BOOKS);
        s->fits = tonk_in_fits(believed, s);
        out->hittable |= s->fits;
    }
}

static void weigh_by(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkRules *believed,
                     const TonkAction *a, int32_t *weights, int n) {
    Decision d;
    TonkHand seen;
    if (n == 1) { weights[0] = WHOLE; return; }
    if (believed) believe(h, believed, &seen);
    look(&d, believed ? &seen : h, seat, p, table);
    if (h->is_claim) d.may_declare = tonk_in_declarable(h), d.may_drop = tonk_in_may_drop(h, seat);
    weigh(&d, a, weights, n);
}

void tonk_in_weigh_plainly(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkAction *a, int32_t *weights, int n) {
    weigh_by(h, seat, p, table, NULL, a, weights, n);
}

/* Returns whether no computation with these numbers overflows, and the table fits the rules. */
bool tonk_in_can_play(const TonkRules *r, int seats, const TonkProfile *p, const TonkDropTable *table) {
    const int32_t *numbers = (const int32_t *)p, least_0[] = {p->take_heat, p->noise, p->memory, p->temperature, p->slack, p->overlooks};
    for (size_t i = 0; i < sizeof *p / sizeof *numbers; i++)
        if (numbers[i] < -TONK_MOST_OF_PROFILE || numbers[i] > TONK_MOST_OF_PROFILE) return false;
    for (size_t i = 0; i < sizeof least_0 / sizeof *least_0; i++) if (least_0[i] < 0) return false;
    if (p->overlooks > 1000) return false;
    if (p->boldness < 0 || p->boldness > 10 * POINT || p->dread < 0 || p->dread > 10 * POINT) return false;
    int least = p->uses_tables ? tonk_hand_size(r, seats) : 1;
    return !table || (table->rows >= least && table->rows <= TONK_DROP_ROWS);
}

int tonk_in_weigh(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkRules *believed,
                  const TonkAction *a, int32_t *weights, int n) {
    if (!tonk_in_can_play(believed ? believed : h->rules, h->seats, p, table)) return TONK_BAD_INPUT;
    if (believed && believed->pack != h->rules->pack) return TONK_BAD_INPUT;
    weigh_by(h, seat, p, table, believed, a, weights, n);
    return TONK_OK;
}

static int weigh_all(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkAction *a, int32_t *weights, int room) {
    int n = tonk_legal(h, seat, a, room);
    if (n <= 0) return n ? n : TONK_ILLEGAL;
    weigh_by(h, seat, p, table, NULL, a, weights, n);
    return n;
}

int tonk_plain_weights(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkAction *a, int32_t *weights, int room) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    return tonk_in_can_play(h->rules, h->seats, p, table) ? weigh_all(h, seat, p, table, a, weights, room) : TONK_BAD_INPUT;
}

int tonk_in_draw(const TonkHand *h, TonkAction *a, int32_t *weights, int n, TonkRandom *random, TonkAction *out) {
    int64_t total = 0;
    int likely = 0, i = 0;
    for (int j = 0; j < n; j++) {
        if (!weights[j]) continue;
        TonkAction action = a[j];
        int32_t weight = weights[j];
        int at = likely++;
        total += weight;
        for (; at && tonk_in_compare(h, &action, &a[at - 1]) < 0; at--) a[at] = a[at - 1], weights[at] = weights[at - 1];
        a[at] = action, weights[at] = weight;
    }
    if (!likely) return TONK_ILLEGAL;
    int64_t left = tonk_below(random, total);
    while (left >= weights[i]) left -= weights[i++];
    *out = a[i];
    return TONK_OK;
}

int tonk_in_choose(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkRandom *random, TonkAction *out) {
    TonkAction a[TONK_MOST_ACTIONS];
    int32_t weights[TONK_MOST_ACTIONS];
    int n = weigh_all(h, seat, p, table, a, weights, TONK_MOST_ACTIONS);
    return n < 0 ? n : tonk_in_draw(h, a, weights, n, random, out);
}

int tonk_plain_choose(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkRandom *random, TonkAction *out) {
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    return tonk_in_can_play(h->rules, h->seats, p, table) ? tonk_in_choose(h, seat, p, table, random, out) : TONK_BAD_INPUT;
}

int64_t tonk_plain_hand(TonkHand *h, const TonkProfile *const *profiles, const TonkDropTable *const *tables, TonkRandom *random) {
    int64_t moves = 0;
    for (int s = 0; s < h->seats; s++) if (!tonk_in_can_play(h->rules, h->seats, profiles[s], tables[s])) return TONK_BAD_INPUT;
    if (h->phase != TONK_OVER && !is_asking(h) && !h->is_closed) tonk_open_random_window(h, random);
    while (h->phase != TONK_OVER) {
        TonkAction chosen;
        int seat = tonk_actor(h), failed;
        if (seat < 0) { tonk_close_slaps(h); continue; }
        failed = tonk_in_choose(h, seat, profiles[seat], tables[seat], random, &chosen);
        if (!failed) failed = tonk_in_play(h, seat, &chosen);
        if (failed) return failed;
        if (chosen.type != TONK_PASS) tonk_open_random_window(h, random);
        moves++;
    }
    return moves;
}

int64_t tonk_plain_hands(const TonkRules *r, int seats, int64_t hands, const TonkProfile *const *profiles, const TonkDropTable *const *tables,
                         TonkRandom *random, int64_t *paid, double *squares, volatile int64_t *done, const volatile int32_t *cancel) {
    TonkHand h;
    TonkResult result;
    uint8_t deck[TONK_MOST_CARDS];
    int64_t moves = 0;
    if (!tonk_can_seat(r, seats)) return TONK_PACK_TOO_SMALL;
    int n = tonk_pack(r, deck);
    for (int64_t i = 0; i < hands; i++) {
        if (cancel && *cancel) return TONK_CANCELLED;
        tonk_shuffle(deck, n, random);
        int failed = tonk_deal(&h, r, seats, i % seats, deck, n);
        if (failed) return failed;
        int64_t played = tonk_plain_hand(&h, profiles, tables, random);
        if (played < 0) return played;
        moves += played;
        if (paid) {
            failed = tonk_settle(&h, &result);
            if (failed) return failed;
            for (int s = 0; s < seats; s++) paid[s] += result.payments[s];
            for (int s = 0; squares && s < seats; s++) squares[s] += (double)result.payments[s] * (double)result.payments[s];
        }
        if (done) *done = i + 1;
    }
    return moves;
}
