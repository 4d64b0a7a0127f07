/* Statistics of a rule set, counted while players play hands (`ai/explore`). */
#include "internal.h"

/* The counts of one hand, as pairs x of y, and the turn and count of its chances to drop. */
typedef struct { double x, y; } Part;
typedef struct { Part of[TONK_COUNTED]; TonkCounts *counts; int width; } Watch;

static const TonkAction DROP = {.type = TONK_DROP}, TAKE = {.type = TONK_TAKE};

static void add(TonkRatio *to, double x, double y) {
    to->x += x, to->y += y, to->xx += x * x, to->xy += x * y, to->yy += y * y;
}

static void chance(Watch *w, int which, bool is_used) { w->of[which].x += is_used, w->of[which].y++; }

static void watch_drop(Watch *w, const TonkHand *h, int seat, bool drops) {
    int count = tonk_count(h->rules, h->hand[seat]), turn = h->turns / h->seats, band = count / w->width;
    if (turn >= TONK_HEAT_TURNS) turn = TONK_HEAT_TURNS - 1;
    if (band >= TONK_HEAT_BANDS) band = TONK_HEAT_BANDS - 1;
    w->counts->heat[turn][band][0] += drops, w->counts->heat[turn][band][1]++;
    chance(w, TONK_DROPS, drops);
    if (is_first_round(h)) chance(w, TONK_FIRST_DROPS, drops);
    if (drops) w->of[TONK_COUNT_AT_DROP].x += count, w->of[TONK_COUNT_AT_DROP].y++;
}

static bool has(const TonkHand *h, int seat, int type) {
    TonkAction a[TONK_MOST_ACTIONS];
    int n = tonk_legal(h, seat, a, TONK_MOST_ACTIONS);
    for (int i = 0; i < n; i++) if (a[i].type == type) return true;
    return false;
}

/* Counts what a seat could do, and what it did. */
static void watch(Watch *w, const TonkHand *h, int seat, const TonkAction *done) {
    if (tonk_is_legal(h, seat, &DROP)) watch_drop(w, h, seat, done->type == TONK_DROP);
    if (h->phase == TONK_START && seat == h->turn && tonk_is_legal(h, seat, &TAKE)) {
        chance(w, TONK_TAKES, done->type == TONK_TAKE);
    } else if (h->phase == TONK_LAY && seat == h->turn) {
        bool throws = done->type == TONK_DISCARD;
        if (done->type == TONK_SPREAD || (throws && has(h, seat, TONK_SPREAD))) chance(w, TONK_HOLDS, throws);
        if (done->type == TONK_HIT || (throws && has(h, seat, TONK_HIT))) chance(w, TONK_HITS, !throws);
    } else if (tonk_in_may_slap(h, seat)) {
        chance(w, TONK_SLAPPED, done->type == TONK_SLAP);
    }
}

static void count_result(Watch *w, const TonkHand *h, const TonkResult *result, const int64_t *worths) {
    TonkCounts *c = w->counts;
    Part *of = w->of;
    for (int place = 0; place < h->seats; place++) {
        int seat = (eldest_of(h) + place) % h->seats;
        double worth = (double)worths[seat];
        add(&c->seats[place], worth, 1);
        of[TONK_PAY].x += worth < 0 ? -worth : worth, of[TONK_SQUARES].x += worth * worth;
        if (result->winners >> seat & 1) of[TONK_WINNER].x += worth, of[TONK_WINNER].y++;
    }
    of[TONK_PAY].y = of[TONK_SQUARES].y = of[TONK_TURNS].y = of[TONK_ACTIONS].y = 1;
    of[TONK_TURNS].x = h->turns, of[TONK_ACTIONS].x = h->n_moves;
    bool is_caught = h->ending == TONK_END_CAUGHT;
    if (is_caught || h->ending == TONK_END_DROP) of[TONK_DROP_CAUGHT] = (Part){.x = is_caught, .y = 1};
    for (int ending = 1; ending < TONK_ENDINGS; ending++) add(&c->endings[ending], h->ending == ending, 1);
    for (int i = 0; i < TONK_COUNTED; i++) add(&c->of[i], of[i].x, of[i].y);
}

static int64_t play_counted(Watch *w, TonkHand *h, const TonkPlayer *const *players, TonkRandom random, int64_t *worths) {
    TonkCourse course = {.random = random};
    TonkAction chosen;
    TonkResult result;
    int64_t decisions = 0;
    int seat;
    memset(w->of, 0, sizeof w->of);
    while ((seat = tonk_in_decide(h, players, &course, &chosen)) >= 0) {
        watch(w, h, seat, &chosen);
        int failed = tonk_in_do(h, seat, &course, &chosen);
        if (failed) return failed;
        decisions++;
    }
    if (seat != TONK_IS_OVER) return seat;
    int failed = tonk_settle(h, &result);
    if (failed) return failed;
    tonk_in_worths(h, &result, worths);
    count_result(w, h, &result, worths);
    return decisions;
}

int64_t tonk_count_hands(const TonkRules *r, int seats, const TonkPlayer *const *players, int64_t hands, const uint64_t *seeds,
                         int width, TonkCounts *counts, int64_t *worths, volatile int64_t *done, const volatile int32_t *cancel) {
    TonkHand h;
    Watch w = {.counts = counts, .width = width};
    int64_t decisions = 0, own[TONK_MOST_SEATS];
    if (width < 1) return TONK_BAD_INPUT;
    for (int64_t i = 0; i < hands; i++) {
        uint8_t deck[TONK_MOST_CARDS];
        TonkRandom random = {seeds[i]};
        int n = tonk_pack(r, deck);
        if (cancel && *cancel) return TONK_CANCELLED;
        tonk_shuffle(deck, n, &random);
        int failed = tonk_deal(&h, r, seats, seats - 1, deck, n);
        if (failed) return failed;
        int64_t played = play_counted(&w, &h, players, random, worths ? worths + i * seats : own);
        if (played < 0) return played;
        decisions += played;
        if (done) *done = i + 1;
    }
    return decisions;
}
