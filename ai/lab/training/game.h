/* Hands of the kernel with a random generator that decides who reacts first out of turn. */
#ifndef GAME_H
#define GAME_H
#include "rules.h"

/* Networks never decide on declaring or slapping, which follow rules; nor on passing, unless the alternative is a drop
 * out of turn or a claim. */
enum { NO_CARD = TONK_NO_CARD, MOST_ACTIONS = TONK_MOST_ACTIONS, MOST_FOUND = 2600 };

typedef TonkSpread Spread;
typedef TonkAction Action;
typedef struct { TonkHand; Dice lot; } Hand;

static inline const Rules *rules_of(const TonkHand *h) { return (const Rules *)h->rules; }
static inline int actor(const TonkHand *h) { return tonk_actor(h); }
static inline bool is_between(const TonkHand *h) { return is_asking(h); }
static inline bool is_start(const TonkHand *h) { return h->phase == TONK_START && !is_asking(h); }

static void copy_hand(Hand *to, const Hand *from) {
    tonk_copy(to, from);
    to->lot = from->lot;
}

/* Returns what a seat wins, in stakes; under push-up, minus its points. */
static double pay_of(const TonkHand *h, int seat) {
    TonkResult result;
    tonk_settle(h, &result);
    return is_push_up(h->rules) ? -(double)result.payments[seat] : (double)result.payments[seat];
}

/* Spreads. */

typedef struct { Spread *at; int n; } Found;

static bool keep_found(void *told, const Spread *s) {
    Found *found = told;
    if (found->n == MOST_FOUND) { fprintf(stderr, "a hand of more than %d spreads\n", MOST_FOUND); exit(1); }
    found->at[found->n++] = *s;
    return false;
}

static int spreads_in(const TonkRules *r, Cards held, Spread *out) {
    Found found = {.at = out};
    walk_spreads(r, held, keep_found, &found);
    return found.n;
}

static Spread laid_of(const TonkRules *r, const Action *a) {
    Spread s = {.cards = a->cards, .kind = a->kind, .suit = a->suit, .low = a->low, .high = a->high};
    s.fits = tonk_in_fits(r, &s);
    return s;
}

static bool has_gap(const TonkHand *h) {
    int places[2];
    for (int i = 0; i < h->n_spreads; i++) if (tonk_in_gaps(h->rules, &h->spreads[i], places)) return true;
    return false;
}

/* Moves. Between turns, slaps are listed apart from other actions. */

static int keep_type(Action *a, int n, int type, bool is_kept) {
    int kept = 0;
    for (int i = 0; i < n; i++) if ((a[i].type == type) == is_kept) a[kept++] = a[i];
    return kept;
}

static int legal(const Hand *h, Action *out) {
    int n = tonk_legal(h, actor(h), out, MOST_ACTIONS);
    return is_between(h) ? keep_type(out, n, TONK_SLAP, false) : n;
}

static int legal_slaps(const Hand *h, int seat, Action *out) {
    return keep_type(out, tonk_legal(h, seat, out, MOST_ACTIONS), TONK_SLAP, true);
}

static int find_type(const Action *a, int n, int type) {
    for (int i = 0; i < n; i++) if (a[i].type == type) return i;
    return -1;
}

static void play(Hand *h, Action a) {
    int refused = tonk_in_play(h, actor(h), &a);
    if (refused) { fprintf(stderr, "%s\n", tonk_error_name(refused)); exit(1); }
    if (a.type != TONK_PASS) tonk_open_random_window(h, &h->lot);
}

/* Deals a hand that does not end at once, unless 200 deals in a row do. */
static void deal(Hand *h, const Rules *r, int seats, Dice *dice) {
    uint8_t deck[TONK_MOST_CARDS];
    int n = tonk_pack(r, deck), refused = TONK_OK;
    h->lot.state = next_of(dice);
    for (int tried = 0; tried < 200; tried++) {
        tonk_shuffle(deck, n, dice);
        refused = tonk_deal(h, r, seats, seats - 1, deck, n);
        if (refused || h->phase != TONK_OVER) break;
    }
    if (!refused && h->phase == TONK_OVER) refused = tonk_deal_trusted(h, r, seats, seats - 1, deck, n);
    if (refused) { fprintf(stderr, "%s\n", tonk_error_name(refused)); exit(2); }
    tonk_open_random_window(h, &h->lot);
}

/* Returns whether the seat on turn can empty its hand in a last chance, looking at up to `tries` lays. */
static bool can_empty(const Hand *h, int *tries) {
    Action a[MOST_ACTIONS];
    int n = legal(h, a), seat = h->turn;
    for (int i = 0; i + 1 < n && --*tries > 0; i++) {
        Hand after;
        copy_hand(&after, h);
        play(&after, a[i]);
        if (!after.hand[seat] || (after.turn == seat && can_empty(&after, tries))) return true;
    }
    return false;
}

/* Returns the action of any player in a last chance: against a tonk, empty the hand or lay nothing; else lay as long
 * as that lowers the count. */
static Action last_lay(const Hand *h) {
    Action a[MOST_ACTIONS], best = {.type = TONK_PASS};
    int n = legal(h, a), seat = h->turn, least = tonk_count(h->rules, h->hand[seat]), tries = 200;
    bool is_tonk = h->ending == TONK_END_TONK;
    for (int i = 0; i + 1 < n; i++) {
        Hand after;
        copy_hand(&after, h);
        play(&after, a[i]);
        int count = tonk_count(h->rules, after.hand[seat]);
        if (is_tonk && (!after.hand[seat] || can_empty(&after, &tries))) return a[i];
        if (!is_tonk && count < least) least = count, best = a[i];
    }
    return best;
}

/* Plays all last chances, on which no network decides. */
static void play_last_lays(Hand *h) { while (h->phase == TONK_CHANCE) play(h, last_lay(h)); }
#endif
