/* The master: `ai/master/player.py` in C, decision for decision the same. */
#include "inside.h"

/* Without the slaps; how many are left. */
static int without_slaps(TonkAction *a, int n) {
    int left = 0;
    for (int i = 0; i < n; i++) if (a[i].type != TONK_SLAP) a[left++] = a[i];
    return left;
}

static int place_of(const TonkAction *a, int n, int type) {
    for (int i = 0; i < n; i++) if (a[i].type == type) return i;
    return -1;
}

int tonk_master_choose(const TonkHand *h, int seat, const TonkMaster *m, TonkRandom *random, TonkAction *out) {
    TonkAction a[TONK_MOST_ACTIONS];
    int32_t numbers[TONK_MOST_ACTIONS], best = INT32_MIN;
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    int n = tonk_legal(h, seat, a, TONK_MOST_ACTIONS);
    if (n <= 0) return n ? n : TONK_ILLEGAL;
    if (place_of(a, n, TONK_SLAP) >= 0 || h->phase == TONK_CHANCE) {
        TonkRandom same = *random;
        int failed = tonk_plain_choose(h, seat, m->second, m->table, &same, out);
        if (failed) return failed;
        if (out->type == TONK_SLAP || out->type == TONK_PASS || h->phase == TONK_CHANCE) return *random = same, TONK_OK;
        n = without_slaps(a, n);
    }
    int declare = place_of(a, n, TONK_DECLARE);
    if (declare >= 0 || n == 1) return *out = a[declare >= 0 ? declare : 0], TONK_OK;
    int failed = tonk_net_scores(h, seat, m->net, m->head, a, n, numbers);
    if (failed < 0) return failed;
    for (int i = 0; i < n; i++) {
        numbers[i] += m->leanings[a[i].type];
        if (numbers[i] > best) best = numbers[i];
    }
    for (int i = 0; i < n; i++) {
        int32_t weight = tonk_in_decayed((int64_t)best - numbers[i], TONK_SCORE);
        numbers[i] = weight >= TONK_WHOLE / 2 ? weight : 0;
    }
    return tonk_in_draw(h, a, numbers, n, random, out);
}
