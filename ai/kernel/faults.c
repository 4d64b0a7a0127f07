/* Counts mistakes that anybody at the table would notice, in hands between players: a certain win missed, a finished
 * spread held back or broken, a drop caught (`tonk-lab faults`). */
#include "internal.h"

typedef struct {
    TonkFaults *of; /* by seat */
    TonkFault *found;
    int room, n;
    uint64_t seed;
    int decision;
    int16_t counted[TONK_MOST_SEATS], left[TONK_MOST_SEATS]; /* the turn of the last certain win, and of the last one missed */
} Watch;

static void find(Watch *w, int seat, int kind, int pays) {
    if (w->n < w->room) w->found[w->n] = (TonkFault){.seed = w->seed, .decision = w->decision, .seat = seat, .kind = kind, .pays = pays};
    w->n++;
}

/* Returns what is still certain to be won after this action; 0 if it ended the turn but not the hand. */
static int still_pays(const TonkHand *h, int seat, const TonkAction *done) {
    TonkHand after;
    TonkAction next;
    tonk_copy(&after, h);
    if (tonk_in_play(&after, seat, done)) return 0;
    bool is_over = after.phase == TONK_OVER || after.ending == TONK_END_TONK;
    if (is_over) return after.ender == seat && after.ending != TONK_END_CAUGHT ? after.pays : 0;
    return done->type == TONK_PASS || done->type == TONK_DISCARD || done->type == TONK_DONE ? 0 : tonk_sure_win(&after, seat, &next);
}

static void watch_wins(Watch *w, const TonkHand *h, int seat, const TonkAction *done) {
    TonkAction first;
    int pays = tonk_sure_win(h, seat, &first);
    if (pays <= 0) return;
    bool is_new = w->counted[seat] != h->turns, is_left = still_pays(h, seat, done) < pays;
    bool is_drop = h->phase == TONK_START && first.type == TONK_DROP;
    w->counted[seat] = h->turns;
    w->of[seat].wins += is_new, w->of[seat].sure_drops += is_new && is_drop;
    if (!is_left || w->left[seat] == h->turns) return;
    w->left[seat] = h->turns;
    w->of[seat].left++, w->of[seat].missed += is_drop;
    find(w, seat, TONK_LEFT, pays);
}

static bool has_spreads(const TonkHand *h, int seat) {
    TonkAction a[TONK_MOST_ACTIONS];
    int n = tonk_legal(h, seat, a, TONK_MOST_ACTIONS);
    return n > 0 && a[0].type == TONK_SPREAD;
}

static void watch_spreads(Watch *w, const TonkHand *h, int seat, const TonkAction *done) {
    TonkFaults *of = &w->of[seat];
    if (h->phase != TONK_LAY) return;
    if (done->type == TONK_SPREAD) of->laid++;
    if ((done->type != TONK_DISCARD && done->type != TONK_DONE) || !has_spreads(h, seat)) return;
    Cards held = h->hand[seat], left = done->type == TONK_DISCARD ? held & ~bit_of(done->card) : held;
    bool is_broken = tonk_in_unmatched(h->rules, left) > tonk_in_unmatched(h->rules, held);
    of->held++, of->broken += is_broken;
    find(w, seat, is_broken ? TONK_BROKEN : TONK_HELD, 0);
}

static int64_t play_watched(Watch *w, TonkHand *h, const TonkPlayer *const *players, TonkRandom random) {
    TonkCourse course = {.random = random};
    TonkAction chosen;
    int seat;
    for (int s = 0; s < h->seats; s++) w->counted[s] = w->left[s] = -1;
    for (w->decision = 0; (seat = tonk_in_decide(h, players, &course, &chosen)) >= 0; w->decision++) {
        watch_wins(w, h, seat, &chosen);
        watch_spreads(w, h, seat, &chosen);
        if (chosen.type == TONK_DROP) w->of[seat].drops++;
        int failed = tonk_in_do(h, seat, &course, &chosen);
        if (failed) return failed;
    }
    if (h->ending == TONK_END_CAUGHT) w->of[h->ender].caught++;
    return seat == TONK_IS_OVER ? w->decision : seat;
}

int64_t tonk_find_faults(const TonkRules *r, int seats, const TonkPlayer *const *players, int64_t hands, const uint64_t *seeds,
                         TonkFaults *counts, TonkFault *found, int room, int32_t *n_found, const volatile int32_t *cancel) {
    TonkHand h;
    Watch w = {.of = counts, .found = found, .room = room};
    int64_t decisions = 0;
    for (int64_t i = 0; i < hands; i++) {
        uint8_t deck[TONK_MOST_CARDS];
        TonkRandom random = {w.seed = seeds[i]};
        int n = tonk_pack(r, deck);
        if (cancel && *cancel) return TONK_CANCELLED;
        tonk_shuffle(deck, n, &random);
        int failed = tonk_deal(&h, r, seats, seats - 1, deck, n);
        if (failed) return failed;
        int64_t played = play_watched(&w, &h, players, random);
        if (played < 0) return played;
        decisions += played;
    }
    *n_found = w.n;
    return decisions;
}
