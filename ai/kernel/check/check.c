/* Tests the kernel under sanitizers: plays hands under rules of all kinds, with invariants checked at every step, and
 * passes damaged keys, decks, actions, bets, windows, players, nets, positions and questions. Compiled by
 * `tests/kernel/check.py`, which defines STANDARD_KEYS, the numbers of the standard rules; never shipped.
 *
 *   check SEED HANDS DAMAGED THREADS
 *
 * All threads do the same work and must get the same counts, which the last line prints. Exit status: 0 if all
 * invariants hold, else 1. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../tonk.h"

enum { MOST_THREADS = 8, MOST_BATCHES = 2, MOST_NATURALS = 4, MOST_STEPS = 20000, MOST_NUMBERS = TONK_KEYS + 1 + MOST_NATURALS * TONK_NATURAL_NUMBERS };

typedef struct {
    uint64_t seed;
    int64_t hands, damaged;
    /* counts, printed at the end */
    int64_t steps, most_legal, refused, accepted, endings[TONK_ENDINGS];
    uint64_t hash;
    TonkRandom random;
    TonkRules rules;
    TonkHand hand, twin;
    TonkAction legal[TONK_MOST_ACTIONS];
    /* players.h: the moves of the hand, -1 if unknown; the players; what a seat has seen */
    bool is_damaging, has_net;
    int n_moves;
    TonkSeenMove played[TONK_MOST_MOVES], moves[TONK_MOST_MOVES];
    TonkAction compared[TONK_MOST_ACTIONS];
    TonkRules believed;
    TonkPlayer players[TONK_MOST_SEATS];
    const TonkPlayer *seated[TONK_MOST_SEATS];
    TonkProfile profiles[TONK_MOST_SEATS];
    TonkDropTable drops[TONK_MOST_SEATS];
    TonkPosition position;
    uint8_t *net, *memory;
    void *play_outs;
    int32_t indices[TONK_MOST_ACTIONS];
    double sums[MOST_BATCHES][TONK_MOST_ACTIONS], kinds[MOST_BATCHES][4 * TONK_MOST_ACTIONS];
} Work;

static void broken(const Work *w, const char *what) {
    printf("broken: %s; seed %llu, %d seats, after %d moves; keys", what, (unsigned long long)w->seed, w->hand.seats, w->hand.n_moves);
    for (int i = 0; i < TONK_KEYS; i++) printf(" %d", w->rules.key[i]);
    printf("\n");
    exit(1);
}

#define PROMISE(holds) do { if (!(holds)) broken(w, #holds); } while (0)

static int any(Work *w, int n) { return tonk_below(&w->random, n); }
static bool often(Work *w, int percent) { return any(w, 100) < percent; }
static void mix(Work *w, uint64_t value) { w->hash = (w->hash ^ value) * 0x100000001b3ull; }

static void answered(Work *w, int answer) {
    PROMISE(answer >= 0 || *tonk_error_name(answer));
    if (answer < 0) w->refused++;
    else w->accepted++;
}

static int32_t any_number(Work *w) { return often(w, 80) ? any(w, 12) - 2 : (int32_t)tonk_next(&w->random); }

/* Rules. */

static const int32_t STANDARD[TONK_KEYS] = {STANDARD_KEYS};

/* Number of values of each key to try, from 0 on. */
static const int VALUES[TONK_KEYS] = {
#define TRIED(name, least, most) [name] = (most) == TONK_MOST_STAKES ? 5 : (most) + 1,
    TONK_KEY_LIST(TRIED)
};

static int add_naturals(Work *w, int32_t *numbers) {
    int n = any(w, MOST_NATURALS + 1);
    numbers[TONK_KEYS] = n;
    for (int i = 0; i < n; i++) {
        TonkNatural natural = {.match = 1 + any(w, 3), .value = any(w, 60), .pays = 1 + any(w, 4), .rank = any(w, 3),
                               .low_wins = any(w, 2), .in_turn = any(w, 2), .open = any(w, 2), .tie = any(w, 5)};
        memcpy(numbers + TONK_KEYS + 1 + i * TONK_NATURAL_NUMBERS, &natural, sizeof natural);
    }
    return TONK_KEYS + 1 + n * TONK_NATURAL_NUMBERS;
}

static int some_keys(Work *w, int32_t *numbers) {
    memcpy(numbers, STANDARD, sizeof STANDARD);
    for (int key = TONK_JOKERS; key < TONK_KEYS; key++) if (often(w, 30)) numbers[key] = any(w, VALUES[key]);
    if (often(w, 40)) numbers[TONK_RANKS] &= any(w, 8192) | any(w, 8192) | 3;
    if (often(w, 30)) numbers[TONK_SUITS] = 1 + any(w, 15);
    if (often(w, 20)) numbers[TONK_WILD] = 3, numbers[TONK_JOKERS] = 4;
    if (often(w, 3)) numbers[TONK_TONK_PAYS] = numbers[TONK_OUT_PAYS] = numbers[TONK_TWO_SPREADS_PAYS] = TONK_MOST_STAKES;
    return add_naturals(w, numbers);
}

/* Makes random rules; returns a number of seats that they allow. */
static int some_rules(Work *w) {
    int32_t numbers[MOST_NUMBERS];
    for (;;) {
        int n = some_keys(w, numbers), seats = 2 + any(w, TONK_MOST_SEATS - 1);
        if (tonk_rules(&w->rules, numbers, n) >= 0 && tonk_can_seat(&w->rules, seats)) return seats;
    }
}

/* Invariants. */

static void check_cards(const Work *w, const TonkHand *h) {
    TonkCards seen = 0;
    int n = 0;
    for (int seat = 0; seat < h->seats; seat++) seen |= h->hand[seat], n += __builtin_popcountll(h->hand[seat]);
    for (int i = 0; i < h->n_spreads; i++) seen |= h->spreads[i].cards, n += __builtin_popcountll(h->spreads[i].cards);
    for (int i = 0; i < h->pile_size; i++) seen |= 1ull << h->pile[i], n++;
    for (int i = h->next; i < h->deck_size; i++) seen |= 1ull << h->deck[i], n++;
    PROMISE(seen == h->rules->pack && n == h->rules->pack_size);
}

static bool is_listed(const Work *w, int n, const TonkAction *a) {
    for (int i = 0; i < n; i++) if (!memcmp(&w->legal[i], a, sizeof *a)) return true;
    return false;
}

static TonkAction any_action(Work *w, int n) {
    TonkAction a = {.type = any(w, TONK_TYPES)};
    if (n && often(w, 60)) a = w->legal[any(w, n)];
    uint8_t bytes[sizeof a];
    memcpy(bytes, &a, sizeof a);
    for (int changes = any(w, 3); changes; changes--) bytes[any(w, sizeof a)] = often(w, 70) ? any(w, 20) : any(w, 256);
    memcpy(&a, bytes, sizeof a);
    if (a.type == TONK_SPREAD && often(w, 50)) a.cards = w->hand.hand[any(w, w->hand.seats)] & tonk_next(&w->random);
    return a;
}

/* The list of legal actions and `tonk_is_legal` must agree. Bytes that an action's type does not use are ignored. */
static TonkAction plain(TonkAction a) {
    TonkAction p = {.type = a.type};
    if (a.type == TONK_SPREAD) p.cards = a.cards, p.kind = a.kind, p.suit = a.suit, p.low = a.low, p.high = a.high;
    if (a.type == TONK_HIT) p.card = a.card, p.spread = a.spread, p.place = a.place;
    if (a.type == TONK_DISCARD) p.card = a.card;
    if (a.type == TONK_SLAP) p.card = a.card, p.spread = a.spread;
    return p;
}

static void check_legal(Work *w, int seat) {
    int n = tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS);
    PROMISE(n >= 0);
    if (n > w->most_legal) w->most_legal = n;
    for (int i = 0; i < n; i++) PROMISE(tonk_is_legal(&w->hand, seat, &w->legal[i]));
    if (n > 1) PROMISE(tonk_legal(&w->hand, seat, w->legal, n - 1) == TONK_NO_ROOM);
    if (n < 100) for (int i = 0; i < n; i++) PROMISE(!is_listed(w, i, &w->legal[i]));
    for (int i = 0; i < 3; i++) {
        TonkAction a = any_action(w, n), told = plain(a);
        PROMISE(tonk_is_legal(&w->hand, seat, &a) == is_listed(w, n, &told));
    }
}

static void check_random_action(Work *w, int seat, int n) {
    TonkRandom one = w->random, other = w->random;
    TonkAction chosen, listed[TONK_MOST_ACTIONS];
    int others = 0;
    for (int i = 0; i < n; i++) if (w->legal[i].type != TONK_DROP) listed[others++] = w->legal[i];
    PROMISE(tonk_random_action(&w->hand, seat, &one, &chosen) == others);
    PROMISE(!memcmp(&chosen, &listed[tonk_below(&other, others)], sizeof chosen));
}

#include "players.h"

/* A plain player with any profile and any drop table, or none, must always do something legal. */
static void check_plain(Work *w, int seat, int n) {
    TonkProfile profile;
    TonkDropTable table;
    int32_t weights[TONK_MOST_ACTIONS], *numbers = (int32_t *)&profile;
    some_profile(w, &profile);
    some_drops(w, &table);
    const TonkDropTable *told = often(w, 80) ? &table : NULL;
    PROMISE(tonk_plain_weights(&w->hand, seat, &profile, told, w->legal, weights, TONK_MOST_ACTIONS) == n);
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        PROMISE(weights[i] >= 0);
        sum += weights[i];
        mix(w, weights[i]);
    }
    TonkRandom random = w->random;
    TonkAction chosen, first;
    PROMISE(sum > 0 && tonk_plain_choose(&w->hand, seat, &profile, told, &random, &chosen) == TONK_OK);
    PROMISE(is_listed(w, n, &chosen));
    int pays = tonk_sure_win(&w->hand, seat, &first);
    PROMISE(pays >= 0 && (!pays || is_listed(w, n, &first)));
    mix(w, pays);
    mix(w, chosen.cards ^ (uint64_t)chosen.type << 60 ^ chosen.card);
    numbers[any(w, sizeof profile / sizeof *numbers)] = TONK_MOST_OF_PROFILE + 1 + any(w, 1000);
    PROMISE(tonk_plain_choose(&w->hand, seat, &profile, told, &random, &chosen) == TONK_BAD_INPUT);
}

static void check_result(Work *w) {
    TonkResult result;
    int64_t sum = 0, moved[TONK_MOST_SEATS] = {0};
    PROMISE(tonk_settle(&w->hand, &result) == TONK_OK);
    PROMISE((result.ending == TONK_END_VOID) == !result.winners && result.n_transfers <= TONK_MOST_PAYMENTS);
    for (int i = 0; i < result.n_transfers; i++) {
        PROMISE(result.transfers[i].stakes > 0 && result.transfers[i].payer != result.transfers[i].payee);
        moved[result.transfers[i].payer] -= result.transfers[i].stakes;
        moved[result.transfers[i].payee] += result.transfers[i].stakes;
    }
    for (int seat = 0; seat < w->hand.seats; seat++) {
        sum += result.payments[seat];
        if (w->rules.key[TONK_SCORING] == TONK_SCORING_PUSH_UP) PROMISE(result.payments[seat] >= 0);
        else PROMISE(result.payments[seat] == moved[seat]);
        mix(w, result.payments[seat]), mix(w, result.side_payments[seat]), mix(w, result.counts[seat]);
    }
    PROMISE(w->rules.key[TONK_SCORING] == TONK_SCORING_PUSH_UP || sum == 0);
    w->endings[result.ending]++;
}

/* A hand. */

static void some_bets(Work *w) {
    TonkBets bets = {.high_suit = any(w, 4), .high_joined = any(w, 1 << w->hand.seats), .natural_joined = any(w, 1 << w->hand.seats),
                     .high_pot = any(w, 9) - 4, .natural_pot = any(w, 9) - 4};
    PROMISE(tonk_bets(&w->hand, &bets) == TONK_OK);
    if (often(w, 20)) tonk_big_one(&w->hand);
}

static void deal_one(Work *w, int seats) {
    uint8_t deck[TONK_MOST_CARDS];
    int n = tonk_pack(&w->rules, deck);
    tonk_shuffle(deck, n, &w->random);
    PROMISE(tonk_deal(&w->hand, &w->rules, seats, any(w, seats), deck, n) == TONK_OK);
    w->n_moves = 0;
}

/* Records a move as its seat saw it. */
static void note_move(Work *w, int moves_before, int seat, const TonkAction *a) {
    const TonkHand *h = &w->hand;
    if (w->n_moves < 0 || w->n_moves == TONK_MOST_MOVES || h->n_moves == moves_before) return;
    int card = a->type == TONK_DRAW ? h->deck[h->next - 1] : a->type == TONK_TAKE ? h->log[moves_before].card : -1;
    w->played[w->n_moves++] = (TonkSeenMove){.action = *a, .seat = seat, .card = card < 0 ? -1 : h->rules->number[card]};
}

static void some_window(Work *w) {
    int32_t reactions[TONK_MOST_SEATS];
    for (int seat = 0; seat < TONK_MOST_SEATS; seat++) reactions[seat] = any(w, 6) - 1;
    if (often(w, 40)) tonk_open_window(&w->hand, often(w, 70) ? reactions : NULL);
    else if (often(w, 40)) tonk_open_random_window(&w->hand, &w->random);
    else if (often(w, 10)) tonk_close_slaps(&w->hand);
}

static void play_step(Work *w) {
    int seat = tonk_actor(&w->hand);
    if (seat < 0) {
        seat = any(w, w->hand.seats);
        if (!tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS)) { tonk_close_slaps(&w->hand); return; }
    }
    int n = tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS);
    PROMISE(n > 0);
    if (n > 1 || w->legal[0].type != TONK_DROP) check_random_action(w, seat, n);
    check_plain(w, seat, n);
    if (!w->is_damaging && often(w, 5)) check_choice(w, seat, n);
    if (!w->is_damaging && !any(w, 40)) try_players(w, seat, n);
    int moves = w->hand.n_moves;
    TonkAction a = w->legal[any(w, n)];
    if (a.type == TONK_DROP && often(w, 90)) a = w->legal[any(w, n)];
    tonk_copy(&w->twin, &w->hand);
    PROMISE(tonk_play(&w->hand, seat, &a) == TONK_OK);
    PROMISE(tonk_play_trusted(&w->twin, seat, &a) == TONK_OK);
    PROMISE(w->twin.n_moves == w->hand.n_moves && w->twin.phase == w->hand.phase && w->twin.hand[seat] == w->hand.hand[seat]);
    note_move(w, moves, seat, &a);
    mix(w, a.cards ^ (uint64_t)a.type << 60 ^ a.card), w->steps++;
    if (a.type != TONK_PASS && w->hand.phase != TONK_OVER) some_window(w);
}

static void play_hand(Work *w) {
    int seats = some_rules(w);
    TonkState state;
    deal_one(w, seats);
    some_bets(w);
    for (int step = 0; w->hand.phase != TONK_OVER; step++) {
        PROMISE(step < MOST_STEPS);
        check_cards(w, &w->hand);
        check_legal(w, any(w, seats));
        if (often(w, 10)) tonk_state(&w->hand, &state), mix(w, state.seen);
        play_step(w);
    }
    check_cards(w, &w->hand);
    check_result(w);
}

/* Damaged input, each of which must be answered and leave the hand with all its cards. */

static void damage_keys(Work *w) {
    int32_t numbers[MOST_NUMBERS + 8];
    int n = some_keys(w, numbers);
    for (int changes = 1 + any(w, 3); changes; changes--) numbers[any(w, n)] = any_number(w);
    if (often(w, 20)) n += any(w, 5) - 2;
    TonkRules rules;
    memset(numbers + MOST_NUMBERS, 0, 8 * sizeof *numbers);
    answered(w, tonk_rules(&rules, numbers, n));
}

static void damage_deck(Work *w) {
    uint8_t deck[TONK_MOST_CARDS + 2] = {0};
    int n = tonk_pack(&w->rules, deck), seats = any_number(w), dealer = any_number(w);
    if (often(w, 60)) seats = 2 + any(w, 5), dealer = any(w, seats);
    tonk_shuffle(deck, n, &w->random);
    if (often(w, 70)) deck[any(w, n)] = any(w, often(w, 50) ? TONK_MOST_CARDS : 256);
    if (often(w, 20)) n += any(w, 5) - 2;
    int answer = tonk_deal(&w->twin, &w->rules, seats, dealer, deck, n);
    answered(w, answer);
    if (answer == TONK_OK) check_cards(w, &w->twin);
    else PROMISE(w->twin.phase == TONK_OVER && tonk_actor(&w->twin) < 0);
}

static void damage_action(Work *w) {
    int seat = often(w, 70) ? w->hand.turn : any_number(w);
    int n = seat >= 0 && seat < w->hand.seats ? tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS) : 0;
    TonkAction a = any_action(w, n);
    int moves = w->hand.n_moves, answer = often(w, 50) ? tonk_play_trusted(&w->hand, seat, &a) : tonk_play(&w->hand, seat, &a);
    answered(w, answer);
    if (answer >= 0) note_move(w, moves, seat, &a);
    check_cards(w, &w->hand);
}

static void damage_window(Work *w) {
    uint8_t seats[TONK_MOST_SEATS];
    int32_t reactions[TONK_MOST_SEATS];
    TonkBets bets = {any_number(w), any_number(w), any_number(w), any_number(w), any_number(w)};
    for (int i = 0; i < TONK_MOST_SEATS; i++) seats[i] = any_number(w), reactions[i] = any_number(w);
    switch (any(w, 6)) {
    case 0: answered(w, tonk_ask(&w->hand, seats, any(w, 9) - 1, often(w, 50))); break;
    case 1: answered(w, tonk_claimed(&w->hand)); break;
    case 2: answered(w, tonk_bets(&w->hand, &bets)); break;
    case 3: answered(w, tonk_open_window(&w->hand, reactions)); break;
    case 4: answered(w, tonk_close_slaps(&w->hand)); break;
    default: answered(w, tonk_count(&w->rules, tonk_next(&w->random) & tonk_next(&w->random) & tonk_next(&w->random)));
    }
    check_cards(w, &w->hand);
}

/* Returns whether anything is legal, which trusted moves do not guarantee. */
static bool can_go_on(Work *w) {
    int seat = tonk_actor(&w->hand);
    return seat >= 0 && tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS) > 0;
}

static void damage_players(Work *w) {
    if (!can_go_on(w)) return;
    int seat = tonk_actor(&w->hand), n = tonk_legal(&w->hand, seat, w->legal, TONK_MOST_ACTIONS);
    if (any(w, 5)) damage_choice(w, seat, n);
    else try_players(w, seat, n);
    w->has_net = false;
}

static void damage(Work *w) {
    if (!w->hand.seats || w->hand.phase == TONK_OVER || often(w, 2)) deal_one(w, some_rules(w));
    switch (any(w, 10)) {
    case 0: damage_keys(w); break;
    case 1: damage_deck(w); break;
    case 2: damage_window(w); break;
    case 3: damage_players(w); break;
    default: damage_action(w);
    }
    TonkResult result;
    if (w->hand.phase == TONK_OVER) PROMISE(tonk_settle(&w->hand, &result) == TONK_OK);
    else if (often(w, 60) && can_go_on(w)) play_step(w);
}

static void *run(void *work) {
    Work *w = work;
    w->random.state = w->seed;
    w->net = calloc(1, NET_MEMORY), w->memory = malloc(WORK_MEMORY), w->play_outs = calloc(1, tonk_size_of_play_outs());
    if (!w->net || !w->memory || !w->play_outs) broken(w, "memory");
    for (int64_t i = 0; i < w->hands; i++) play_hand(w);
    w->hand.seats = 0, w->is_damaging = true;
    for (int64_t i = 0; i < w->damaged; i++) damage(w);
    free(w->net), free(w->memory), free(w->play_outs);
    return NULL;
}

int main(int argc, char **argv) {
    static Work works[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    if (argc != 5) { fprintf(stderr, "check SEED HANDS DAMAGED THREADS\n"); return 2; }
    int n = atoi(argv[4]);
    if (n < 1 || n > MOST_THREADS) { fprintf(stderr, "THREADS: 1 to %d\n", MOST_THREADS); return 2; }
    for (int i = 0; i < n; i++) {
        works[i].seed = strtoull(argv[1], NULL, 10), works[i].hands = atoll(argv[2]), works[i].damaged = atoll(argv[3]);
        if (pthread_create(&threads[i], NULL, run, &works[i])) { perror("pthread_create"); return 2; }
    }
    for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
    for (int i = 1; i < n; i++) if (works[i].hash != works[0].hash) { printf("broken: threads differ\n"); return 1; }
    const Work *w = &works[0];
    printf("%lld hands, %lld steps, at most %lld actions;", (long long)w->hands, (long long)w->steps, (long long)w->most_legal);
    for (int i = 1; i < TONK_ENDINGS; i++) printf(" %lld", (long long)w->endings[i]);
    printf("; %lld damaged inputs refused, %lld taken; %016llx\n", (long long)w->refused, (long long)w->accepted, (unsigned long long)w->hash);
    return 0;
}
