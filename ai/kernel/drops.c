/* Computes drop tables for the rules in force (`tonk_solve_drops`).
 *
 * A plain player that never drops plays all seats. Over these hands, dropping is a stopping game: all seats
 * use one table, and each entry is set to the threshold that would have paid best against the others. This
 * is repeated a fixed number of times with ever smaller steps, to approach a table that is a best response to
 * itself. The payoff of a drop is found by dropping on a copy of the hand. All arithmetic is in integers. */
#include "internal.h"

enum {
    POINT = 1000,
    TURNS = 16, GENTLER = 4, /* number of rounds, and how slowly their steps shrink */
    FEW = 10,                /* minimum number of samples to change an entry */
    MANY = 64,               /* chances to drop per requested hand after which fewer hands suffice */
    ENOUGH = 400, WIDEST = 3, /* samples below which up to WIDEST rounds before and after are included */
    BOLD = 600,              /* initial threshold, in thousandths of the dealt points */
    DEALER = 0,
};

/* A chance to drop: the seat, the hand, the entry of the table, the count, and what a drop would bring each seat. `gain`
 * is the advantage over playing on; it counts unless another seat drops earlier by the table. */
typedef struct {
    int32_t hand, count;
    int8_t seat, round, row;
    bool is_counted;
    int64_t gain, pays[TONK_MOST_SEATS];
} Moment;

/* The sum of gains at one count of a table entry, and how often it came up. */
typedef struct { int64_t gain; int32_t times; } Sample;

typedef struct {
    const TonkRules *rules;
    const TonkProfile *profile;
    TonkRandom random;
    int seats, n_hands;
    Moment *moments;
    int64_t n, room;
    int64_t *ends; /* for each hand, what it brought each seat without a drop */
    TonkDropTable *table, *cases;
} Solver;

/* Computes what a hand brought each seat: stakes, or under push-up how many points fewer than the average seat, times
 * the number of seats. */
static int worth_of(const TonkHand *h, int64_t *worth) {
    TonkResult result;
    int64_t total = 0;
    int error = tonk_settle(h, &result);
    if (error < 0) return error;
    for (int seat = 0; seat < h->seats; seat++) total += worth[seat] = result.payments[seat];
    if (key(h, TONK_SCORING) == TONK_SCORING_PUSH_UP)
        for (int seat = 0; seat < h->seats; seat++) worth[seat] = total - h->seats * worth[seat];
    return TONK_OK;
}

static const TonkAction DROP = {.type = TONK_DROP};

/* Plays the action of the player, which is never a drop. */
static int go_on(Solver *s, TonkHand *h, int seat) {
    if (seat < 0) return tonk_close_slaps(h);
    TonkAction chosen;
    int error = tonk_in_choose(h, seat, s->profile, NULL, &s->random, &chosen);
    if (error >= 0) error = tonk_in_play(h, seat, &chosen);
    if (error >= 0 && chosen.type != TONK_PASS) error = tonk_open_random_window(h, &s->random);
    return error < 0 ? error : TONK_OK;
}

static int play_to_end(Solver *s, TonkHand *h) {
    while (h->phase != TONK_OVER) {
        int error = go_on(s, h, tonk_actor(h));
        if (error < 0) return error;
    }
    return TONK_OK;
}

static int fewest_of_others(const TonkHand *h, int seat) {
    int fewest = TONK_MOST_CARDS;
    for (int other = 0; other < h->seats; other++)
        if (other != seat && how_many(h->hand[other]) < fewest) fewest = how_many(h->hand[other]);
    return fewest;
}

/* Records a chance to drop, and what it would bring, by dropping on a copy. */
static int note(Solver *s, const TonkHand *h, int seat) {
    int fewest = fewest_of_others(h, seat);
    if (!fewest) return TONK_OK;
    if (s->n == s->room) return TONK_NO_ROOM;
    TonkHand dropped;
    tonk_copy(&dropped, h);
    int error = tonk_in_play(&dropped, seat, &DROP);
    if (error >= 0) error = play_to_end(s, &dropped);
    Moment *moment = &s->moments[s->n++];
    *moment = (Moment){.hand = s->n_hands, .seat = seat, .count = tonk_count(s->rules, h->hand[seat])};
    int round = h->turns / h->seats;
    moment->round = round < TONK_DROP_ROUNDS ? round : TONK_DROP_ROUNDS - 1;
    moment->row = drop_row(s->table, tonk_hand_size(s->rules, s->seats), fewest, how_many(h->hand[seat]));
    return error < 0 ? error : worth_of(&dropped, moment->pays);
}

/* Plays a hand. One that ends at the deal has no chances to drop. */
static int play_out(Solver *s) {
    uint8_t deck[TONK_MOST_CARDS];
    TonkHand h;
    int n = tonk_pack(s->rules, deck);
    tonk_shuffle(deck, n, &s->random);
    int error = tonk_deal(&h, s->rules, s->seats, DEALER, deck, n);
    if (error < 0) return error;
    if (h.phase != TONK_OVER && (error = tonk_open_random_window(&h, &s->random)) < 0) return error;
    while (h.phase != TONK_OVER) {
        int seat = tonk_actor(&h);
        if (seat >= 0 && tonk_is_legal(&h, seat, &DROP) && (error = note(s, &h, seat)) < 0) return error;
        if ((error = go_on(s, &h, seat)) < 0) return error;
    }
    return worth_of(&h, &s->ends[s->n_hands * TONK_MOST_SEATS]);
}

/* Computes the gain of each chance in one hand, given the table. */
static void gains_of(Moment *first, Moment *beyond, const int64_t *end, int seats, const TonkDropTable *table) {
    const Moment *stop[TONK_MOST_SEATS];
    const int64_t *later = end;
    for (int seat = 0; seat < seats; seat++) stop[seat] = beyond;
    for (Moment *m = beyond; m-- > first;)
        if (m->count * POINT <= table->at[m->row][m->round]) stop[m->seat] = m;
    for (Moment *m = beyond; m-- > first;) {
        m->is_counted = true;
        for (int seat = 0; seat < seats; seat++) m->is_counted &= seat == m->seat || m < stop[seat];
        m->gain = m->pays[m->seat] - later[m->seat];
        if (m->count * POINT <= table->at[m->row][m->round]) later = m->pays;
    }
}

/* Returns the threshold up to which dropping paid best in total, halfway between two counts. Uses the samples of `round`
 * and, if these are few, of rounds nearby; returns `old` if there are still too few. Sets `cases` to their number. */
static int32_t best_threshold(const Sample *samples, int counts, int round, Sample *pool, int32_t old, int32_t *cases) {
    int64_t times = 0, total = 0, most = 0;
    int32_t best = TONK_NEVER;
    memset(pool, 0, counts * sizeof *pool);
    for (int step = 0; step <= WIDEST && (step < 2 || times < ENOUGH); step++)
        for (int side = -1; side <= (step ? 1 : -1); side += 2) {
            int near = round + side * step;
            if (near < 0 || near >= TONK_DROP_ROUNDS) continue;
            for (int count = 0; count < counts; count++) {
                pool[count].gain += samples[near * counts + count].gain;
                pool[count].times += samples[near * counts + count].times;
                times += samples[near * counts + count].times;
            }
        }
    *cases = times;
    if (times < FEW) return old;
    for (int count = 0; count < counts; count++) {
        total += pool[count].gain;
        if (pool[count].times && total > most) most = total, best = count * POINT + POINT / 2;
    }
    return best;
}

/* Returns a / b rounded down, for b > 0. */
static int64_t floor_of(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static void answer(Solver *s, Sample *samples, int counts, int turn) {
    TonkDropTable *table = s->table;
    int cells = (table->rows + 1) * TONK_DROP_ROUNDS;
    memset(samples, 0, (size_t)cells * counts * sizeof *samples);
    for (int64_t i = 0; i < s->n;) {
        int64_t beyond = i;
        while (beyond < s->n && s->moments[beyond].hand == s->moments[i].hand) beyond++;
        gains_of(&s->moments[i], &s->moments[beyond], &s->ends[s->moments[i].hand * TONK_MOST_SEATS], s->seats, table);
        for (; i < beyond; i++) {
            const Moment *m = &s->moments[i];
            Sample *sample = &samples[(m->row * TONK_DROP_ROUNDS + m->round) * counts + m->count];
            if (m->is_counted) sample->gain += m->gain, sample->times++;
        }
    }
    for (int row = 0; row < table->rows; row++)
        for (int round = 0; round < TONK_DROP_ROUNDS; round++) {
            int32_t *at = &table->at[row][round], *cases = &s->cases->at[row][round];
            const Sample *of_row = &samples[row * TONK_DROP_ROUNDS * counts];
            int32_t best = best_threshold(of_row, counts, round, &samples[(cells - 1) * counts], *at, cases);
            *at += floor_of(GENTLER * (int64_t)(best - *at), GENTLER + turn);
        }
}

int tonk_solve_drops(const TonkRules *rules, int seats, int hands, uint64_t seed, const TonkProfile *profile,
                     void *work, int64_t size, TonkDropTable *out, TonkDropTable *cases) {
    if (hands < 1 || !tonk_can_seat(rules, seats) || !tonk_in_can_play(rules, seats, profile, NULL)) return TONK_BAD_INPUT;
    int64_t fixed = sizeof(Solver) + hands * (int64_t)sizeof(int64_t[TONK_MOST_SEATS]);
    if (size < fixed) return TONK_NO_ROOM;
    Solver *s = work;
    s->rules = rules, s->profile = profile, s->seats = seats, s->random.state = seed;
    s->table = out, s->cases = cases, s->n = 0;
    s->ends = (int64_t *)(s + 1);
    s->moments = (Moment *)(s->ends + hands * TONK_MOST_SEATS);
    s->room = (size - fixed) / (int64_t)sizeof(Moment);
    int each = tonk_hand_size(rules, seats);
    out->rows = cases->rows = each + (rules->key[TONK_WAIT_AFTER_SPREAD] > 0);
    for (s->n_hands = 0; s->n_hands < hands && s->n < (int64_t)MANY * hands; s->n_hands++) {
        int error = play_out(s);
        if (error < 0) return error;
    }
    int counts = 1;
    for (int64_t i = 0; i < s->n; i++) if (s->moments[i].count >= counts) counts = s->moments[i].count + 1;
    Sample *samples = (Sample *)(s->moments + s->n);
    int64_t cells = ((int64_t)out->rows + 1) * TONK_DROP_ROUNDS;
    if ((char *)(samples + cells * counts) > (char *)work + size) return TONK_NO_ROOM;
    int dealt = tonk_points(rules, rules->pack) * BOLD / rules->pack_size;
    for (int row = 0; row < out->rows; row++)
        for (int round = 0; round < TONK_DROP_ROUNDS; round++)
            out->at[row][round] = dealt * (row < each ? row + 1 : each);
    for (int turn = 0; turn < TURNS; turn++) answer(s, samples, counts, turn);
    return TONK_OK;
}
