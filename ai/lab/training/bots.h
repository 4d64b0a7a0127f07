/* Plain players to train against: those of the kernel, some with habits, and two that are simpler. The numbers of
 * their profiles come from ai/profile.py: `trainer_input.py` defines PROFILE_SOUND and the others. */
#ifndef BOTS_H
#define BOTS_H
#include "numbers.h"

enum Style { S_RANDOM, S_GREEDY, S_PLAIN };

/* Habits of a plain player or a net. */
enum Throw { TH_BEST, TH_HIGHEST, TH_THROWN };
typedef struct {
    int takes_first; /* number of discards that it takes first, whatever they are */
    bool needs_only; /* takes only what makes a spread or hits */
    int holds;       /* lays nothing until fewer cards than this would be left */
    int throws;      /* enum Throw */
} Habit;

typedef struct { int style; TonkProfile profile; Habit habit; } Temper;

enum { POINT = 1000, GREEDY_DROPS_AT = 8 };
static const Temper RANDOM = {.style = S_RANDOM};
static const Temper GREEDY8 = {.style = S_GREEDY};
static const Temper STAYER = {.style = S_PLAIN, .profile = {PROFILE_STAYER}};
static const Temper REGULAR = {.style = S_PLAIN, .profile = {PROFILE_SOUND}};
static const Temper TUNED = {.style = S_PLAIN, .profile = {PROFILE_TUNED}};
static const Temper EXPERT = {.style = S_PLAIN, .profile = {PROFILE_SURE}}; /* drops by tables, if there are some */

/* Returns a random player with falling thresholds, near the sensible ones. */
static Temper somebody(Dice *d) {
    Temper t = REGULAR;
    TonkProfile *p = &t.profile;
    p->keep = 14 * POINT * chance(d);
    p->caution = 6 * POINT * chance(d);
    p->take_margin = 6 * POINT * chance(d) - POINT;
    p->drop_start = 10 * POINT + 28 * POINT * chance(d);
    p->drop_fall = 3.5 * POINT * chance(d);
    p->near_start = 2 * POINT + 18 * POINT * chance(d);
    p->near_fall = 2.5 * POINT * chance(d);
    return t;
}

static const Temper *PLAIN[] = {&REGULAR, &EXPERT, &TUNED, &GREEDY8, &STAYER, &RANDOM};
enum { N_PLAIN = sizeof PLAIN / sizeof *PLAIN };

/* Returns a random plain player; better ones are more likely. */
static Temper anybody(Dice *dice) {
    double which = chance(dice);
    if (which < .14) return which < .04 ? RANDOM : which < .09 ? GREEDY8 : STAYER;
    if (which < .34) return which < .20 ? REGULAR : TUNED;
    if (which < .50) return somebody(dice);
    Temper expert = EXPERT;
    if (which < .70) expert.profile.boldness = 850 + 300 * chance(dice);
    return expert;
}

/* Makes a profile drop at counts up to `start`, less `fall` in each round. */
static void drop_by(TonkProfile *p, double start, double fall) {
    p->uses_tables = false, p->drop_start = start * POINT, p->drop_fall = fall * POINT;
}

/* Returns a sound player with a habit or two, as people have. */
static Temper of_habit(Dice *d) {
    Temper t = chance(d) < .4 ? EXPERT : chance(d) < .6 ? TUNED : REGULAR;
    double take = chance(d), drop = chance(d), hold = chance(d), throws = chance(d);
    if (take < .45) t.habit.takes_first = 1 + below(d, 12);
    else if (take < .6) t.habit.needs_only = true;
    if (drop < .35) drop_by(&t.profile, -1, 0), t.profile.near_start = t.profile.least = -POINT, t.profile.near_fall = t.profile.near_step = 0;
    else if (drop < .55) drop_by(&t.profile, 24 + 14 * chance(d), chance(d));
    else if (drop < .65) drop_by(&t.profile, 2 + 8 * chance(d), 0);
    if (hold < .45) t.habit.holds = 1 + below(d, 3);
    if (throws < .25) t.habit.throws = throws < .12 ? TH_HIGHEST : TH_THROWN;
    return t;
}

/* Drop tables by preset and seats, as written by `trainer_input.py`. */
static TonkDropTable tables[32][MOST_SEATS + 1];

static void read_tables(const char *path) {
    FILE *f = fopen(path, "r");
    int preset, seats, fewest;
    if (!f) { perror(path); exit(2); }
    while (fscanf(f, "%d %d %d", &preset, &seats, &fewest) == 3) {
        TonkDropTable *t = &tables[preset][seats];
        if (fewest > t->rows) t->rows = fewest;
        for (int i = 0; i < TONK_DROP_ROUNDS; i++)
            if (fscanf(f, "%d", &t->at[fewest - 1][i]) != 1) { fprintf(stderr, "%s: cut off\n", path); exit(2); }
    }
    fclose(f);
}

static const TonkDropTable *table_of(const TonkHand *h) {
    const TonkDropTable *table = rules_of(h)->preset < 0 ? NULL : &tables[rules_of(h)->preset][h->seats];
    return table && table->rows ? table : NULL;
}

static int points_thrown(const TonkHand *h, const Action *a) { return h->rules->points[rank_of(a->card)]; }

/* Returns the index of the action that the plain player of a profile takes. */
static int plainly(const TonkHand *h, const TonkProfile *profile, const Action *a, int n, Dice *dice) {
    int32_t weights[MOST_ACTIONS];
    const TonkDropTable *table = table_of(h);
    TonkProfile p = *profile;
    int64_t total = 0;
    if (!table) p.uses_tables = false;
    tonk_in_weigh_plainly(h, actor(h), &p, table, a, weights, n);
    for (int i = 0; i < n; i++) total += weights[i];
    int64_t left = below(dice, total);
    int k = 0;
    while (left >= weights[k]) left -= weights[k++];
    return k;
}

/* Returns whether the habit is to take now. */
static bool takes_now(const TonkHand *h, const Habit *habit, const Action *a, int n) {
    return h->takes[actor(h)] < habit->takes_first && find_type(a, n, TONK_TAKE) >= 0;
}

/* Returns whether the habit is to lay nothing now. */
static bool holds_now(const TonkHand *h, const Habit *habit, const Action *a, int n) {
    if (!habit->holds || (a[0].type != TONK_SPREAD && a[0].type != TONK_HIT) || find_type(a, n, TONK_DISCARD) < 0) return false;
    Eye e = look(h, h->turn);
    return how_many(e.held & ~layable(&e, e.held, h->hittable)) >= habit->holds;
}

/* Returns how a habit begins a turn for which the plain player chose `plain`; drops stay. */
static int started_by_habit(const TonkHand *h, const Habit *habit, const Action *a, int n, int plain) {
    int take = find_type(a, n, TONK_TAKE), draw = find_type(a, n, TONK_DRAW);
    if (a[plain].type == TONK_DROP || draw < 0) return plain;
    if (takes_now(h, habit, a, n)) return take;
    if (!habit->needs_only) return plain;
    int top = h->pile_size ? h->pile[h->pile_size - 1] : -1;
    bool needs = take >= 0 && (h->hittable >> top & 1 || completes(rules_of(h), h->hand[actor(h)], top));
    return needs ? take : draw;
}

/* Moves the discards that fit the habit to the front; returns their number. */
static int to_throw(const TonkHand *h, const Habit *habit, Action *a, int n) {
    Cards ranks = 0;
    int kept = 0, highest = 0;
    for (int s = 0; s < h->seats; s++)
        for (Cards c = h->thrown[s]; c; c &= c - 1) ranks |= ONE_RANK << rank_of(lowest(c));
    for (int i = 0; i < n; i++) if (points_thrown(h, &a[i]) > highest) highest = points_thrown(h, &a[i]);
    for (int i = 0; i < n; i++) {
        bool is_wanted = habit->throws == TH_HIGHEST ? points_thrown(h, &a[i]) == highest : ranks >> a[i].card & 1;
        if (is_wanted) a[kept++] = a[i];
    }
    return kept;
}

static int find_action(const Action *a, int n, const Action *wanted) {
    for (int i = 0; i < n; i++) if (a[i].type == wanted->type && a[i].card == wanted->card) return i;
    return 0;
}

static int laid_or_thrown(const TonkHand *h, const Temper *t, const Action *a, int n, Dice *dice) {
    int first = 0;
    if (holds_now(h, &t->habit, a, n)) while (a[first].type == TONK_SPREAD || a[first].type == TONK_HIT) first++;
    int k = first + plainly(h, &t->profile, a + first, n - first, dice);
    if (!t->habit.throws || a[k].type != TONK_DISCARD) return k;
    Action discards[MOST_ACTIONS];
    int kept = 0;
    for (int i = first; i < n; i++) if (a[i].type == TONK_DISCARD) discards[kept++] = a[i];
    kept = to_throw(h, &t->habit, discards, kept);
    return kept ? find_action(a, n, &discards[plainly(h, &t->profile, discards, kept, dice)]) : k;
}

static int greedy(const Eye *e, const Action *a, int n) {
    int drop = find_type(a, n, TONK_DROP), draw = find_type(a, n, TONK_DRAW), best = 0, most = -1;
    if (drop >= 0 && e->count <= GREEDY_DROPS_AT) return drop;
    if (draw >= 0) return draw;
    for (int i = 0; i < n; i++) {
        int value = a[i].type == TONK_SPREAD ? 1000 + points_of(e->r, a[i].cards)
                    : a[i].type == TONK_HIT ? 500
                    : a[i].type == TONK_DISCARD ? 100 + e->r->points[rank_of(a[i].card)]
                    : a[i].type == TONK_TAKE || a[i].type == TONK_DROP ? 0 : 50;
        if (value > most) most = value, best = i;
    }
    return best;
}

static int tempered(const TonkHand *h, const Temper *t, const Action *a, int n, Dice *dice) {
    if (n == 1) return 0;
    if (t->style == S_RANDOM) return below(dice, n);
    if (t->style == S_GREEDY) {
        Eye e = look(h, actor(h));
        return greedy(&e, a, n);
    }
    if (h->phase == TONK_LAY) return laid_or_thrown(h, t, a, n, dice);
    int plain = plainly(h, &t->profile, a, n, dice);
    return is_between(h) ? plain : started_by_habit(h, &t->habit, a, n, plain);
}

/* Returns the slap that the plain expert would make, for nets too, or TONK_PASS. */
static Action useful_slap(const Hand *h) {
    Action a[MOST_ACTIONS];
    Dice dice = {h->n_moves};
    int n = legal_slaps(h, actor(h), a);
    a[n++] = (Action){.type = TONK_PASS};
    return a[plainly(h, &EXPERT.profile, a, n, &dice)];
}

/* Returns whether the action, then in `out`, follows from rules rather than from a network. */
static bool goes_by_rule(const Hand *h, const Action *a, Action *out) {
    if (h->phase == TONK_CHANCE) *out = last_lay(h);
    else if (a[0].type == TONK_DECLARE) *out = a[0];
    else if (!is_between(h)) return false;
    else if (h->is_claim || (*out = useful_slap(h)).type == TONK_PASS) return a[0].type == TONK_PASS && (*out = a[0], true);
    return true;
}
#endif
