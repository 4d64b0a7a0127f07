/* Habits, each of which restricts the actions of a seat on turn; `ai/habits.py` in C. */
#include "internal.h"

static bool takes_or_drops(const TonkAction *a) { return a->type == TONK_TAKE || a->type == TONK_DROP; }
static bool lays(const TonkAction *a) { return a->type == TONK_SPREAD || a->type == TONK_HIT; }
static Cards thrown_by(const TonkAction *a) { return a->type == TONK_DISCARD ? bit_of(a->card) : 0; }

static bool has(const TonkAction *a, int n, int type) {
    for (int i = 0; i < n; i++) if (a[i].type == type) return true;
    return false;
}

static bool is_any(const bool *left, int n) {
    for (int i = 0; i < n; i++) if (left[i]) return true;
    return false;
}

/* Returns whether the top discard can be hit, or makes a spread beyond those in hand. */
static bool is_of_use(const TonkHand *h, int seat) {
    Cards held = h->hand[seat], top = bit_of(h->pile[h->pile_size - 1]);
    if (h->hittable & top) return true;
    return how_many(tonk_in_layable(h->rules, held | top, 0)) > how_many(tonk_in_layable(h->rules, held, 0));
}

/* Returns the cards that can be discarded without breaking a spread. */
static Cards loose_of(const TonkAction *a, int n, Cards spreads) {
    Cards loose = 0;
    for (int i = 0; i < n; i++) loose |= thrown_by(&a[i]) & ~spreads;
    return loose;
}

static Cards dearest_of(const TonkRules *r, Cards cards) {
    Cards dearest = 0;
    int most = -1;
    for (; cards; cards &= cards - 1) {
        int points = r->points[rank_of(lowest(cards))];
        if (points > most) most = points, dearest = 0;
        if (points == most) dearest |= bit_of(lowest(cards));
    }
    return dearest;
}

/* Returns all cards of ranks that have been discarded at the end of turns. */
static Cards thrown_before(const TonkHand *h) {
    Cards thrown = 0;
    for (int i = 0; i < h->n_moves; i++) {
        bool follows_slap = i && h->log[i - 1].type == TONK_SLAP && h->log[i - 1].seat == h->log[i].seat;
        if (h->log[i].type == TONK_DISCARD && !follows_slap) thrown |= ONE_RANK << rank_of(h->log[i].card);
    }
    return thrown;
}

/* Marks the actions that a habit allows. */
static void mark(const TonkHand *h, int seat, const TonkHabit *habit, const TonkAction *a, int n, bool *left) {
    Cards held = h->hand[seat], spreads = tonk_in_layable(h->rules, held, 0), thrown;
    switch (habit->kind) {
    case TONK_HABIT_TAKES:
        if (!has(a, n, TONK_TAKE) || h->takes[seat] >= habit->number) break;
        for (int i = 0; i < n; i++) left[i] = takes_or_drops(&a[i]);
        break;
    case TONK_HABIT_NEEDS:
        if (!has(a, n, TONK_TAKE)) break;
        if (is_of_use(h, seat)) for (int i = 0; i < n; i++) left[i] = takes_or_drops(&a[i]);
        else for (int i = 0; i < n; i++) left[i] = a[i].type != TONK_TAKE;
        break;
    case TONK_HABIT_STAYS:
        for (int i = 0; i < n; i++) left[i] = a[i].type != TONK_DROP;
        break;
    case TONK_HABIT_DROPS:
        if (tonk_count(h->rules, held) > habit->number) break;
        for (int i = 0; i < n; i++) left[i] = a[i].type == TONK_DROP;
        break;
    case TONK_HABIT_HOLDS:
        if (h->phase != TONK_LAY || !(has(a, n, TONK_DISCARD) || has(a, n, TONK_DONE))) break;
        if (how_many(held) - how_many(tonk_in_layable(h->rules, held, h->hittable)) <= 1) {
            for (int i = 0; i < n; i++) left[i] = lays(&a[i]);
            break;
        }
        for (int i = 0; i < n; i++) left[i] = !lays(&a[i]) && !(thrown_by(&a[i]) & spreads);
        if (is_any(left, n)) break;
        for (int i = 0; i < n; i++) left[i] = !lays(&a[i]);
        break;
    case TONK_HABIT_HIGH:
        thrown = dearest_of(h->rules, loose_of(a, n, spreads));
        for (int i = 0; i < n; i++) left[i] = !thrown || !(thrown_by(&a[i]) & ~thrown);
        break;
    case TONK_HABIT_ECHOES:
        thrown = thrown_before(h);
        if (!(loose_of(a, n, 0) & thrown)) break;
        for (int i = 0; i < n; i++) left[i] = !(thrown_by(&a[i]) & ~thrown);
        break;
    }
}

int tonk_in_narrow(const TonkHand *h, int seat, const TonkHabit *habit, TonkAction *a, int n) {
    bool left[TONK_MOST_ACTIONS] = {false};
    int kept = 0;
    mark(h, seat, habit, a, n, left);
    if (!is_any(left, n)) return n;
    for (int i = 0; i < n; i++) if (left[i]) a[kept++] = a[i];
    return kept;
}
