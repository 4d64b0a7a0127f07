/* What the files of the kernel share, and nobody else uses. */
#ifndef TONK_INSIDE_H
#define TONK_INSIDE_H
#include <stddef.h>
#include <string.h>
#include "tonk.h"

typedef TonkCards Cards;

#define JOKERS 0x4000400040004000ull
#define ONE_RANK 0x0001000100010001ull /* the cards of one rank, the lowest place's */
#define LANE 0xffffull

static inline Cards bit_of(int card) { return 1ull << card; }
static inline int rank_of(int card) { return card & 15; }
static inline int suit_of(int card) { return card >> 4; }
static inline int how_many(Cards cards) { return __builtin_popcountll(cards); }
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }
static inline int key(const TonkHand *h, int which) { return h->rules->key[which]; }
static inline int stock_size(const TonkHand *h) { return h->deck_size - h->next; }
static inline int still_limit(const TonkHand *h) { return 3 * h->seats; }
static inline int seat_after(const TonkHand *h, int seat) { return seat + 1 == h->seats ? 0 : seat + 1; }
static inline int eldest_of(const TonkHand *h) { return seat_after(h, h->dealer); }
static inline int from_eldest(const TonkHand *h, int seat) { return (seat - h->dealer - 1 + 2 * h->seats) % h->seats; }
static inline int next_seat(const TonkHand *h) { return (eldest_of(h) + h->turns) % h->seats; }
static inline bool is_first_round(const TonkHand *h) { return h->turns < h->seats; }
static inline bool is_asking(const TonkHand *h) { return h->is_claim || h->n_asked > 0; }
static inline bool takes_a_last_chance(const TonkHand *h) {
    return h->phase == TONK_CHANCE || (h->phase == TONK_SLAPS && h->n_chances);
}

static inline uint64_t next_of(TonkRandom *random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
static inline uint32_t below(TonkRandom *random, uint32_t n) { return (next_of(random) >> 32) * n >> 32; }

static inline int points_of(const TonkRules *r, Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += r->points[rank_of(lowest(cards))];
    return sum;
}

/* Actions in an array of the caller's. Beyond `room` they are counted, not written. */
typedef struct { TonkAction *at; int n, room; } Out;
static inline void put(Out *out, TonkAction action) {
    if (out->n < out->room) out->at[out->n] = action;
    out->n++;
}

/* spreads.c */
typedef bool (*Visit)(void *told, const TonkSpread *spread); /* true ends the walk */
bool tonk_in_walk_wild_spreads(const TonkRules *r, Cards held, Visit visit, void *told);
Cards tonk_in_cards_of_wild_spreads(const TonkRules *r, Cards held); /* of a set with wild cards, those in any of its spreads */
bool tonk_in_is_spread(const TonkRules *r, const TonkAction *a);
Cards tonk_in_fits(const TonkRules *r, const TonkSpread *s);
int tonk_in_gaps(const TonkRules *r, const TonkSpread *s, int *places);
int tonk_in_landing(const TonkRules *r, int card, const TonkSpread *s);
bool tonk_in_is_itself(const TonkSpread *s, int card, int place);
/* The spreads of a set that count most, of those with all cards of `with`, the dearest first, at most `most`; how many. */
int tonk_in_widest(const TonkRules *r, Cards held, Cards with, int most, TonkSpread *out);
int tonk_in_compare_spreads(const TonkSpread *a, const TonkSpread *b);
int tonk_in_unmatched(const TonkRules *r, Cards held); /* what its cards count that match nothing, under any rules */
void tonk_in_unmatched_without(const TonkRules *r, Cards held, int *counts); /* the same without each card, by its bit */

/* Where natural runs of a lane begin: three in a row. A high ace is above the others as well. */
static inline uint32_t run_starts(const TonkRules *r, Cards held, int lane, uint32_t *row) {
    *row = held >> (16 * lane) & ((1u << r->ranks) - 1);
    if (r->high_ace) *row |= (*row & 1) << r->ranks;
    return *row & *row >> 1 & *row >> 2;
}

/* The ranks, as places, of which `held` has three cards or more. */
static inline uint32_t threes_in(const TonkRules *r, Cards held) {
    Cards a = held, b = held >> 16, c = held >> 32, d = held >> 48;
    return ((a & b & (c | d)) | (c & d & (a | b))) & ((1u << r->ranks) - 1);
}

/* Whether natural cards of a set make any spread. */
static inline bool has_natural_spread(const TonkRules *r, Cards held) {
    if (threes_in(r, held)) return true;
    if (!r->high_ace) {
        Cards lanes = held & ~JOKERS;
        return (lanes & lanes >> 1 & lanes >> 2) != 0; /* place 15 is free: no row goes on in the next lane */
    }
    for (int lane = 0; lane < r->suits; lane++) {
        uint32_t row, starts = run_starts(r, held, lane, &row);
        if (starts && r->ranks > 2) return true; /* A 2 A is none */
    }
    return false;
}

/* Shows every spread within `held` of cards that stand for themselves. */
static inline __attribute__((always_inline)) bool walk_natural_spreads(const TonkRules *r, Cards held, Visit visit, void *told) {
    for (uint32_t ranks = threes_in(r, held); ranks; ranks &= ranks - 1) {
        int rank = __builtin_ctz(ranks);
        Cards all = held & ONE_RANK << rank;
        TonkSpread book = {.cards = all, .kind = TONK_BOOK, .low = rank, .high = rank};
        if (visit(told, &book)) return true;
        if (how_many(all) == 4)
            for (Cards each = all; each; each &= each - 1) {
                book.cards = all & ~(each & -each);
                if (visit(told, &book)) return true;
            }
    }
    for (int lane = 0; lane < r->suits; lane++) {
        uint32_t row;
        for (uint32_t starts = run_starts(r, held, lane, &row); starts; starts &= starts - 1) {
            int low = __builtin_ctz(starts);
            for (int high = low + 2; row >> high & 1; high++) {
                if (high == r->ranks && low < 2) continue;
                Cards cards = (1ull << (high + 1)) - (1ull << low);
                if (high == r->ranks) cards = (cards & ~(1ull << r->ranks)) | 1;
                TonkSpread run = {.cards = cards << (16 * lane), .kind = TONK_RUN, .suit = lane, .low = low, .high = high};
                if (visit(told, &run)) return true;
            }
        }
    }
    return false;
}

/* Shows every spread within `held` until `visit` says that it has seen enough; whether it has. */
static inline __attribute__((always_inline)) bool walk_spreads(const TonkRules *r, Cards held, Visit visit, void *told) {
    if (held & r->wilds) {
        if (how_many(held) < 3) return false;
        if (tonk_in_walk_wild_spreads(r, held, visit, told)) return true;
    }
    return walk_natural_spreads(r, held, visit, told);
}

static inline bool has_spread(const TonkRules *r, Cards held) { return held & r->wilds || has_natural_spread(r, held); }

/* Sets as numbers of `ai/sight.py`, compared: there jokers are the highest. */
static inline int compare_sets(Cards a, Cards b) {
    Cards x = a & JOKERS, y = b & JOKERS;
    if (x == y) x = a, y = b;
    return x < y ? -1 : x > y;
}
static inline int first_card(Cards cards) { return lowest(cards & ~JOKERS ? cards & ~JOKERS : cards); }

/* legal.c */
bool tonk_in_can_use(const TonkHand *h, int card);
bool tonk_in_can_lay(const TonkHand *h);
bool tonk_in_may_take(const TonkHand *h);
bool tonk_in_may_drop(const TonkHand *h, int seat);
Cards tonk_in_discardable(const TonkHand *h);
bool tonk_in_may_slap(const TonkHand *h, int seat);
bool tonk_in_is_possible(const TonkHand *h, int seat, const TonkAction *a);
const TonkNatural *tonk_in_declarable(const TonkHand *h);
static inline bool can_hit(const TonkHand *h, int card) {
    if (h->hittable >> card & 1) return true;
    if (!(h->rules->wilds >> card & 1)) return false;
    int places[2];
    for (int i = 0; i < h->n_spreads; i++) if (tonk_in_gaps(h->rules, &h->spreads[i], places)) return true;
    return false;
}

/* Whether a seat may hit a card more on a turn on which it has hit so many (§4.3); in a last chance it may. */
static inline bool may_hit_more(const TonkRules *r, const TonkHand *h, int hits) {
    return !hits || !r->key[TONK_HITS_PER_TURN] || h->phase == TONK_CHANCE;
}

/* hand.c */
/* What a seat has laid so far in this hand, slaps among its hits. */
typedef struct { int spreads; bool has_hit, has_hit_others, last_was_spread, is_first_turn; } TonkLaid;
TonkLaid tonk_in_laid(const TonkHand *h, int seat);
int tonk_in_tonk_worth(const TonkRules *r, const TonkLaid *own); /* what each other pays for its tonk */
void tonk_in_grow(const TonkRules *r, TonkSpread *s, int card, int place);
int tonk_in_play(TonkHand *h, int seat, const TonkAction *a); /* asks nothing */
void tonk_in_finish(TonkHand *h, int ending, int ender, int pays);
void tonk_in_end_by_itself(TonkHand *h);

/* ends.c */
/* What pays most of the certain wins that one of these actions leads to, 0 where none does; `at` is its place.
 * Of wins by a drop only where `drops`. */
int tonk_in_best_end(const TonkHand *h, int seat, const TonkAction *a, int n, bool drops, int *at);
/* The same of a turn that begins with one of these types of actions, a bit each; `at` is the type. */
int tonk_in_best_start(const TonkHand *h, int seat, unsigned types, bool is_claim, int *at);

/* plain.c */
int32_t tonk_in_decayed(int64_t distance, int64_t heat); /* TONK_WHOLE times exp(-distance / heat) */
/* One of some actions by their weights; puts them into order on the way. */
int tonk_in_draw(const TonkHand *h, TonkAction *a, int32_t *weights, int n, TonkRandom *random, TonkAction *out);
/* The cards of a set that could be laid at once: the dearest spreads, then what hits. */
Cards tonk_in_layable(const TonkRules *r, Cards held, Cards hittable);

/* habits.c */
/* What a habit leaves of the actions of a seat on turn, in order; how many. */
int tonk_in_narrow(const TonkHand *h, int seat, const TonkHabit *habit, TonkAction *a, int n);

/* features.c */
enum { LATEST = 3 }; /* discards of a seat that are told one by one */
typedef struct { int n; double latest[LATEST], least, sum; } Thrown; /* what a seat has thrown, in points */
/* What a seat knows, for one decision. */
typedef struct {
    const TonkHand *h;
    const TonkRules *r;
    int seat;
    Cards held, unseen;
    double unit; /* a point of the standard pack in points of this one */
    double mean_unseen;
    int n_unseen, count;
    Thrown thrown[TONK_MOST_SEATS];
} Eye;
bool tonk_in_can_be_told(const TonkHand *h, int seat, const TonkAction *actions, int n);
void tonk_in_look(Eye *e, const TonkHand *h, int seat);
void tonk_in_state_features(const Eye *e, float *x);
void tonk_in_action_features(const Eye *e, const TonkAction *a, float *x);

/* plain.c */
/* How often a plain player does each of some of its legal actions. */
void tonk_in_weigh_plainly(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkAction *a, int32_t *weights, int n);

/* The row of a table for a seat with `own` cards, where of the others' hands the smallest has `fewest`. One more
 * than cards are dealt is for who laid long ago, all others nothing. */
static inline int drop_row(const TonkDropTable *table, int dealt, int fewest, int own) {
    if (table->rows > dealt && own < dealt - 1 && dealt - 1 <= fewest) return table->rows - 1;
    return fewest < 1 ? 0 : fewest < dealt ? fewest - 1 : dealt - 1;
}

/* plain.c */
/* Weighs these actions of a seat as a plain player does, who may believe in other rules (NULL: does not); an error. */
int tonk_in_weigh(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkRules *believed,
                  const TonkAction *a, int32_t *weights, int n);
/* One of them, drawn by weight; they and their weights change places. */
int tonk_in_draw(const TonkHand *h, TonkAction *a, int32_t *weights, int n, TonkRandom *random, TonkAction *out);
int tonk_in_compare(const TonkHand *h, const TonkAction *a, const TonkAction *b); /* as `order` in `ai/plain.py` */
int32_t tonk_in_decayed(int64_t distance, int64_t heat); /* of TONK_WHOLE, as in `ai/chances.py` */

/* Whether no reckoning of such a player is too large, and the table serves the rules; then it chooses unasked. */
bool tonk_in_can_play(const TonkRules *r, int seats, const TonkProfile *p, const TonkDropTable *table);
int tonk_in_choose(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkRandom *random, TonkAction *out);

/* table.c */
/* What is about to be done: the seat, or an error; TONK_IS_OVER where nobody decides any more. */
int tonk_in_decide(TonkHand *h, const TonkPlayer *const *players, TonkCourse *course, TonkAction *chosen);
int tonk_in_do(TonkHand *h, int seat, TonkCourse *course, const TonkAction *chosen);
int tonk_in_worths(const TonkHand *h, const TonkResult *result, int64_t *worths); /* as in a TonkDeal */

/* settle.c */
int tonk_in_catch_cost(const TonkRules *r, int seats); /* stakes that a dropper pays when one other seat lies lower */
bool tonk_in_matches(const TonkRules *r, const TonkNatural *entry, Cards dealt);
const TonkNatural *tonk_in_best_natural(const TonkHand *h, int seat, bool in_turn);
int tonk_in_naturals_at_deal(const TonkHand *h, TonkPayment *out, int *n, int *pays); /* who is paid, a bit a seat; -1: no naturals */
int tonk_in_settle_counts(const TonkHand *h, int *counts, bool is_drop); /* the ending */
#endif
