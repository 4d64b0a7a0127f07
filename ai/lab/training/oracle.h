/* Inputs of the critic alone, which knows all cards. The critic is discarded after training. */
#ifndef ORACLE_H
#define ORACLE_H
#include "numbers.h"

enum { ORACLE_FEATURES = 28 };

static Action quick_start(const Hand *h) {
    Action a[MOST_ACTIONS];
    int n = legal(h, a);
    int seat = actor(h), fewest = 99, round = h->turns / h->seats;
    for (int s = 0; s < h->seats; s++)
        if (s != seat && size_of(h, s) < fewest) fewest = size_of(h, s);
    int each = dealt(rules_of(h), h->seats);
    double part = fewest >= each ? .8 : fewest == each - 1 ? .4 : .25;
    double bold = rules_of(h)->mean * fewest * (part - .02 * round) * (h->seats > 2 ? .9 : 1);
    if (fewest && tonk_count(rules_of(h), h->hand[seat]) <= bold && find_type(a, n, TONK_DROP) >= 0) return (Action){.type = TONK_DROP};
    if (is_between(h)) return (Action){.type = TONK_PASS};
    if (find_type(a, n, TONK_TAKE) >= 0) {
        int top = h->pile[h->pile_size - 1];
        if (h->hittable >> top & 1 || completes(rules_of(h), h->hand[seat], top)) return (Action){.type = TONK_TAKE};
    }
    return (Action){.type = stock_size(h) ? TONK_DRAW : TONK_STOP};
}

static Action quick_lay(const Hand *h) {
    Action a[MOST_ACTIONS], best = {0};
    int n = legal(h, a), most = -1;
    for (int i = 0; i < n; i++) {
        int value = a[i].type == TONK_SPREAD ? 1000 + points_of(rules_of(h), a[i].cards)
                    : a[i].type == TONK_HIT  ? 500
                    : a[i].type == TONK_DONE ? 1
                                          : 2 + rules_of(h)->points[rank_of(a[i].card)];
        if (value > most) most = value, best = a[i];
    }
    return best;
}

/* Returns what `seat` gets if all play on by simple rules with the cards as they lie, the seat on turn not dropping
 * now. */
static double quick_end(const Hand *start, int seat) {
    Hand h;
    copy_hand(&h, start);
    while (is_between(&h)) play(&h, (Action){.type = TONK_PASS});
    if (is_start(&h)) play(&h, (Action){.type = stock_size(&h) ? TONK_DRAW : TONK_STOP});
    while (h.phase != TONK_OVER)
        play(&h, h.phase == TONK_LAY ? quick_lay(&h) : h.phase == TONK_CHANCE ? last_lay(&h) : quick_start(&h));
    return is_push_up(h.rules) ? pay_of(&h, seat) / 15 : pay_of(&h, seat);
}

/* Writes the critic's inputs about hidden cards. */
static void oracle_features(const Eye *e, float *x) {
    const Hand *h = (const Hand *)e->h;
    memset(x, 0, ORACLE_FEATURES * sizeof *x);
    Cards mine = e->held & ~layable(e, e->held, h->hittable);
    double own = points_of(e->r, mine) * e->unit, best = 1e9, beaters = 0;
    for (int step = 1; step < h->seats; step++) {
        int seat = (e->seat + step) % h->seats;
        Cards theirs = h->hand[seat], dead = theirs & ~layable(e, theirs, h->hittable);
        double count = tonk_count(e->r, theirs) * e->unit, left = points_of(e->r, dead) * e->unit;
        beaters += count <= e->count * e->unit;
        if (left < best) best = left;
        if (step > 2) continue;
        float *at = x + 6 * (step - 1);
        at[0] = count / 30;
        at[1] = left / 30;
        at[2] = e->count * e->unit < count;
        at[3] = (e->count * e->unit - count) / 20;
        at[4] = own < left;
        at[5] = how_many(dead) / 5.0;
    }
    x[12] = best / 30;
    x[13] = beaters / 3;
    int shift = h->phase == TONK_LAY;
    for (int i = 0; i < 3; i++) {
        int place = h->next + i;
        if (place >= h->deck_size) break;
        int card = h->deck[place], who = (h->turn + i + shift) % h->seats;
        float *at = x + 14 + 3 * i;
        Cards theirs = h->hand[who];
        at[0] = pts(e, card) / 10;
        at[1] = h->hittable >> card & 1 || completes(e->r, theirs, card);
        at[2] = who == e->seat;
    }
    double end = quick_end(h, e->seat);
    x[23] = end / 2;
    x[24] = end > 0;
    x[25] = end < -1.5;
}
#endif
