/* The plain players of ai/ (opponent.py, baselines.py), to train against. */
#ifndef BOTS_H
#define BOTS_H
#include "numbers.h"

enum Style { S_RANDOM, S_GREEDY, S_TEMPER };

/* What anybody may do besides, plain player or net. */
enum Throw { TH_BEST, TH_HIGHEST, TH_THROWN };
typedef struct {
    int takes_first; /* so many discards, whatever they are */
    bool needs_only; /* takes what makes a spread or hits, and nothing else */
    int holds;       /* lays nothing until that leaves less than so many cards */
    int throws;      /* a Throw */
} Habit;

typedef struct {
    int style;
    double keep, wild, caution, take_margin, drop_start, drop_fall, near_start, near_fall, least;
    int near_cards;
    double dread;
    bool reckons; /* drops by the tables of ai/drops, where there are some */
    double boldness; /* what those are multiplied by */
    Habit habit;
} Temper;

static const Temper RANDOM = {.style = S_RANDOM};
static const Temper GREEDY8 = {.style = S_GREEDY, .drop_start = 8};
static const Temper STAYER = {.style = S_TEMPER, .keep = 10, .wild = 5, .take_margin = 100, .drop_start = -1,
                              .near_start = -1, .least = -1};
static const Temper REGULAR = {.style = S_TEMPER, .keep = 6, .wild = 5, .caution = 3, .take_margin = 2,
                               .drop_start = 24, .drop_fall = .8, .near_cards = 4,
                               .near_start = 11, .near_fall = .8, .least = 2, .dread = .15};
static const Temper TUNED = {.style = S_TEMPER, .keep = 9.99, .wild = 5, .caution = 1.702,
                             .take_margin = 2.996, .drop_start = 27.736, .drop_fall = 1.541,
                             .near_cards = 4, .near_start = 12.139, .near_fall = 1.448,
                             .least = 2, .dread = .15};

/* Somebody of the falling family, near the sensible ones. */
static Temper somebody(Dice *d) {
    Temper t = REGULAR;
    t.keep = 14 * chance(d);
    t.caution = 6 * chance(d);
    t.take_margin = 6 * chance(d) - 1;
    t.drop_start = 10 + 28 * chance(d);
    t.drop_fall = 3.5 * chance(d);
    t.near_start = 2 + 18 * chance(d);
    t.near_fall = 2.5 * chance(d);
    return t;
}

static const Temper EXPERT = {.style = S_TEMPER, .keep = 6, .wild = 5, .caution = 3, .take_margin = 2,
                              .drop_start = 24, .drop_fall = .8, .near_cards = 4,
                              .near_start = 11, .near_fall = .8, .least = 2, .dread = .15,
                              .reckons = true, .boldness = 1};

static const Temper *PLAIN[] = {&REGULAR, &EXPERT, &TUNED, &GREEDY8, &STAYER, &RANDOM};
enum { N_PLAIN = sizeof PLAIN / sizeof *PLAIN };

/* A plain player, the better ones more often. */
static Temper anybody(Dice *dice) {
    double which = chance(dice);
    if (which < .14) return which < .04 ? RANDOM : which < .09 ? GREEDY8 : STAYER;
    if (which < .34) return which < .20 ? REGULAR : TUNED;
    if (which < .50) return somebody(dice);
    Temper expert = EXPERT;
    if (which < .70) expert.boldness = .85 + .3 * chance(dice);
    return expert;
}

/* Somebody who plays soundly but for a habit or two, as people have. */
static Temper of_habit(Dice *d) {
    Temper t = chance(d) < .4 ? EXPERT : chance(d) < .6 ? TUNED : REGULAR;
    double take = chance(d), drop = chance(d), hold = chance(d), throws = chance(d);
    if (take < .45) t.habit.takes_first = 1 + below(d, 12);
    else if (take < .6) t.habit.needs_only = true;
    if (drop < .35) t.reckons = false, t.drop_start = t.near_start = t.least = -1, t.drop_fall = t.near_fall = 0;
    else if (drop < .55) t.reckons = false, t.drop_start = 24 + 14 * chance(d), t.drop_fall = chance(d);
    else if (drop < .65) t.reckons = false, t.drop_start = 2 + 8 * chance(d), t.drop_fall = 0;
    if (hold < .45) t.habit.holds = 1 + below(d, 3);
    if (throws < .25) t.habit.throws = throws < .12 ? TH_HIGHEST : TH_THROWN;
    return t;
}

/* Thresholds by the cards of the seat with fewest and by round, as `tables.py` tells them. */
typedef struct { int most; double at[10][12]; } Table;
static Table tables[32][MOST_SEATS + 1];

static void read_tables(const char *path) {
    FILE *f = fopen(path, "r");
    int preset, seats, fewest;
    if (!f) { perror(path); exit(2); }
    while (fscanf(f, "%d %d %d", &preset, &seats, &fewest) == 3) {
        Table *t = &tables[preset][seats];
        if (fewest > t->most) t->most = fewest;
        for (int i = 0; i < 12; i++)
            if (fscanf(f, "%lf", &t->at[fewest][i]) != 1) { fprintf(stderr, "%s: cut off\n", path); exit(2); }
    }
    fclose(f);
}

static double drop_at(const Hand *h, const Temper *t) {
    int each = dealt(h->r, h->seats), fewest = 99;
    for (int s = 0; s < h->seats; s++)
        if (s != actor(h) && size_of(h, s) < fewest) fewest = size_of(h, s);
    if (!fewest) return -1;
    const Table *table = h->r->preset < 0 ? NULL : &tables[h->r->preset][h->seats];
    if (t->reckons && table && table->most) {
        int round = h->turns / h->seats;
        return t->boldness * table->at[fewest < each ? fewest : each][round < 12 ? round : 11];
    }
    double rounds = 2.0 * (h->turns + 1) / h->seats;
    double calm = fewest <= t->near_cards + each - 5 ? t->near_start - t->near_fall * rounds
                                                     : t->drop_start - t->drop_fall * rounds;
    double scale = each * h->r->mean / (5 * 340.0 / 52);
    double fear = 1 - t->dread * (catch_cost(h->r->catch_, h->seats) / 2.0 - 1);
    double bold = scale * calm * (fear > 0 ? fear : 0);
    return bold > t->least ? bold : t->least;
}

static double worth(const Eye *e, const Temper *t, Cards held) {
    double promise = 0;
    for (Cards a = held; a; a &= a - 1)
        for (Cards b = a & (a - 1); b; b &= b - 1) {
            int one = lowest(a), other = lowest(b);
            promise += (e->r->points[rank_of(one)] + e->r->points[rank_of(other)]) *
                       how_many(thirds(e->r, one, other) & e->unseen);
        }
    return promise * t->keep / (e->n_unseen ? e->n_unseen : 1) + wilds_in(e->r, held) * t->wild - count_of(e->r, held);
}

static double turn_end(const Eye *e, const Temper *t, Cards held, int hits) {
    if (!held) return 1000;
    if (hits && e->r->no_discard_after_hit) return worth(e, t, held);
    if (how_many(held) == 1) return 990;
    double best = -1e9;
    for (Cards c = held; c; c &= c - 1) {
        double left = worth(e, t, held & ~(c & -c));
        if (left > best) best = left;
    }
    return best;
}

static double lay_value(const Eye *e, const Temper *t, Cards held, Cards hittable, int hits) {
    double best = turn_end(e, t, held, hits);
    Spread found[MOST_FOUND];
    int n = spreads_in(e->r, held, found);
    for (int i = 0; i < n && i < 8; i++) {
        double value = lay_value(e, t, held & ~found[i].cards, hittable | fits(e->r, &found[i]), hits);
        if (value > best) best = value;
    }
    Cards fit = held & hittable ? held & hittable : has_gap(e->h) ? held & e->r->wilds : 0;
    if (fit && !(e->r->one_hit && hits)) {
        double value = lay_value(e, t, held & (held & ~(fit & -fit)), hittable, hits + 1);
        if (value > best) best = value;
    }
    return best;
}

static double gain(const Eye *e, const Temper *t, Cards held, int card) {
    int highest = 0, spread = 0;
    for (Cards a = held; a; a &= a - 1) {
        int one = lowest(a), points = e->r->points[rank_of(one)];
        if (points > highest) highest = points;
        for (Cards b = a & (a - 1); b; b &= b - 1) {
            int other = lowest(b), both = points + e->r->points[rank_of(other)];
            if (both > spread && thirds(e->r, one, other) >> card & 1) spread = both;
        }
    }
    if (e->r->wilds >> card & 1) return highest + t->wild;
    if (e->h->hittable >> card & 1) return highest;
    int fall = highest - e->r->points[rank_of(card)];
    return spread ? spread : fall > 0 ? fall : 0;
}

static bool worth_taking(const Eye *e, const Temper *t) {
    double sum = 0;
    for (Cards c = e->unseen; c; c &= c - 1) sum += gain(e, t, e->held, lowest(c));
    int top = e->h->pile[e->h->pile_size - 1];
    return gain(e, t, e->held, top) > sum / (e->n_unseen ? e->n_unseen : 1) + t->take_margin;
}

/* Whether the habit is to take now. */
static bool takes_now(const Hand *h, const Habit *habit, const Action *a, int n) {
    return h->takes[actor(h)] < habit->takes_first && find_type(a, n, T_TAKE) >= 0;
}

/* Whether the habit is to lay nothing now. */
static bool holds_now(const Hand *h, const Habit *habit, const Action *a, int n) {
    if (!habit->holds || (a[0].type != T_SPREAD && a[0].type != T_HIT) || find_type(a, n, T_DISCARD) < 0) return false;
    Eye e = look(h, h->turn);
    return how_many(e.held & ~layable(&e, e.held, h->hittable)) >= habit->holds;
}

static int tempered_start(const Eye *e, const Temper *t, const Action *a, int n) {
    int drop = find_type(a, n, T_DROP), take = find_type(a, n, T_TAKE);
    int stop = find_type(a, n, T_STOP), draw = find_type(a, n, T_DRAW);
    bool low = e->count <= drop_at(e->h, t);
    int pass = find_type(a, n, T_PASS);
    if (pass >= 0) return drop >= 0 ? (low ? drop : pass) : take >= 0 && worth_taking(e, t) ? take : pass;
    if (stop >= 0) {
        if (e->r->stockout_void) return low && drop >= 0 ? drop : stop;
        if (low || take < 0) return stop;
        return gain(e, t, e->held, e->h->pile[e->h->pile_size - 1]) > 0 ? take : stop;
    }
    if (drop >= 0 && low) return drop;
    if (takes_now(e->h, &t->habit, a, n)) return take;
    if (t->habit.needs_only) {
        int top = e->h->pile_size ? e->h->pile[e->h->pile_size - 1] : -1;
        bool needs = take >= 0 && (e->h->hittable >> top & 1 || completes(e->r, e->held, top));
        return needs ? take : draw;
    }
    return take >= 0 && worth_taking(e, t) ? take : draw;
}

static int tempered_lay(const Eye *e, const Temper *t, const Action *a, int n, Dice *dice) {
    int best = -1, ends = find_type(a, n, T_DISCARD) >= 0 || find_type(a, n, T_DONE) >= 0;
    bool holds = holds_now(e->h, &t->habit, a, n);
    double most = ends ? turn_end(e, t, e->held, e->h->has_hit) : -1e9;
    for (int i = 0; i < n; i++) {
        if (holds || (a[i].type != T_SPREAD && a[i].type != T_HIT)) continue;
        Cards laid = a[i].type == T_SPREAD ? a[i].cards : bit_of(a[i].card);
        double value = lay_value(e, t, e->held & ~laid, hittable_after(e, a[i]),
                                 e->h->has_hit + (a[i].type == T_HIT));
        if (value > most) most = value, best = i;
    }
    if (best >= 0) return best;
    most = -1e18;
    for (int i = 0; i < n; i++) {
        if (a[i].type == T_DONE) return i;
        if (a[i].type != T_DISCARD) continue;
        float danger[12];
        danger_features(e, a[i].card, e->held, danger);
        double value = worth(e, t, e->held & ~bit_of(a[i].card)) -
                       t->caution * (danger[1] ? 1 : danger[2]) + 1e-9 * chance(dice);
        if (t->habit.throws == TH_HIGHEST) value = danger[0] + 1e-9 * chance(dice);
        if (t->habit.throws == TH_THROWN) value += 8 * (danger[6] + danger[7] > 0);
        if (value > most) most = value, best = i;
    }
    return best;
}

static int greedy(const Eye *e, const Temper *t, const Action *a, int n) {
    int drop = find_type(a, n, T_DROP), draw = find_type(a, n, T_DRAW), best = 0, most = -1;
    if (drop >= 0 && e->count <= t->drop_start) return drop;
    if (draw >= 0) return draw;
    for (int i = 0; i < n; i++) {
        int value = a[i].type == T_SPREAD ? 1000 + points_of(e->r, a[i].cards)
                    : a[i].type == T_HIT ? 500
                    : a[i].type == T_DISCARD ? 100 + e->r->points[rank_of(a[i].card)]
                    : a[i].type == T_TAKE || a[i].type == T_DROP ? 0 : 50;
        if (value > most) most = value, best = i;
    }
    return best;
}

static int tempered(const Hand *h, const Temper *t, const Action *a, int n, Dice *dice) {
    if (n == 1) return 0;
    if (t->style == S_RANDOM) return below(dice, n);
    Eye e = look(h, actor(h));
    if (t->style == S_GREEDY) return greedy(&e, t, a, n);
    return h->phase == P_LAY ? tempered_lay(&e, t, a, n, dice) : tempered_start(&e, t, a, n);
}

/* What everybody slaps, nets too: with the discard that leaves the best hand, if that is better than to
 * sit still. T_PASS where nothing is. */
static Action useful_slap(const Hand *h) {
    Action a[MOST_ACTIONS], best = {.type = T_PASS};
    int seat = actor(h), n = legal_slaps(h, seat, a);
    if (!n) return best;
    Eye e = look(h, seat);
    double most = how_many(e.held) == 1 ? -1e9 : worth(&e, &EXPERT, e.held);
    for (int i = 0; i < n; i++) {
        if (a[i].card == NO_CARD) continue;
        float danger[12];
        danger_features(&e, a[i].card, e.held, danger);
        double value = worth(&e, &EXPERT, e.held & ~bit_of(a[i].card)) - EXPERT.caution * (danger[1] ? 1 : danger[2]);
        if (value > most) most = value, best = a[i];
    }
    return best;
}

/* Whether no network is asked what to do now; then `out` is what is done. */
static bool goes_by_rule(const Hand *h, const Action *a, Action *out) {
    if (h->phase == P_CHANCE) *out = last_lay(h);
    else if (a[0].type == T_DECLARE) *out = a[0];
    else if (h->phase != P_BETWEEN) return false;
    else if (h->is_claim || (*out = useful_slap(h)).type == T_PASS) return a[0].type == T_PASS && (*out = a[0], true);
    return true;
}
#endif
