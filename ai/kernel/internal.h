/* Internal declarations, shared by the kernel's own files. */
#ifndef TONK_INTERNAL_H
#define TONK_INTERNAL_H
#include <stddef.h>
#include <string.h>
#include "tonk.h"

typedef TonkCards Cards;

#define JOKERS 0x4000400040004000ull
#define ONE_RANK 0x0001000100010001ull /* the cards of one rank, at place 0 */
#define LANE 0xffffull

static inline Cards bit_of(int card) { return 1ull << card; }
static inline int rank_of(int card) { return card & 15; }
static inline int suit_of(int card) { return card >> 4; }
static inline int how_many(Cards cards) { return __builtin_popcountll(cards); }
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }
static inline int key(const TonkHand *h, int which) { return h->rules->key[which]; }
static inline int stock_size(const TonkHand *h) { return h->deck_size - h->next; }
static inline int idle_limit(const TonkHand *h) { return 3 * h->seats; }
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

/* A list of actions in the caller's array. Beyond `room`, actions are counted but not written. */
typedef struct { TonkAction *at; int n, room; } Out;
static inline void put(Out *out, TonkAction action) {
    if (out->n < out->room) out->at[out->n] = action;
    out->n++;
}

/* What was found of hands with wild cards, each in a slot that its cards give. Play-outs meet the same hands again and
 * again, and so search once. Zeros are right of a hand without cards. */
enum { MEMO_BITS = 12 };
struct TonkMemo {
    struct { Cards held, laid; int32_t most; } matched[1 << MEMO_BITS]; /* of `matched_with_wilds` */
    struct { Cards held, found; } in_spreads[1 << MEMO_BITS]; /* of `tonk_in_cards_of_wild_spreads` */
};
static inline int memo_slot(Cards held) { return held * 0x9E3779B97F4A7C15ull >> (64 - MEMO_BITS); }

/* spreads.c */
typedef bool (*Visit)(void *told, const TonkSpread *spread); /* true ends the walk */
bool tonk_in_walk_wild_spreads(const TonkRules *r, Cards held, Visit visit, void *told);
Cards tonk_in_cards_of_wild_spreads(const TonkRules *r, Cards held); /* of a set with wild cards, those in any of its spreads */
bool tonk_in_is_spread(const TonkRules *r, const TonkAction *a);
Cards tonk_in_fits(const TonkRules *r, const TonkSpread *s);
int tonk_in_gaps(const TonkRules *r, const TonkSpread *s, int *places);
int tonk_in_landing(const TonkRules *r, int card, const TonkSpread *s);
bool tonk_in_is_itself(const TonkSpread *s, int card, int place);
/* Finds the spreads within `held` that contain all of `with` and have the most points, up to `most` of them, in
 * descending order; returns their number. */
int tonk_in_widest(const TonkRules *r, Cards held, Cards with, int most, TonkSpread *out);
int tonk_in_compare_spreads(const TonkSpread *a, const TonkSpread *b);
int tonk_in_unmatched(const TonkRules *r, Cards held); /* points of cards in no spread, whatever the rules count */
void tonk_in_unmatched_without(const TonkRules *r, Cards held, int *counts); /* the same without each card, by its bit */

/* Returns the places at which natural runs of a lane begin, that is, three in a row. A high ace is also above all other
 * ranks. */
static inline uint32_t run_starts(const TonkRules *r, Cards held, int lane, uint32_t *row) {
    *row = held >> (16 * lane) & ((1u << r->ranks) - 1);
    if (r->high_ace) *row |= (*row & 1) << r->ranks;
    return *row & *row >> 1 & *row >> 2;
}

/* Returns the ranks, as places, of which `held` has two cards or more. */
static inline uint32_t twos_in(const TonkRules *r, Cards held) {
    Cards a = held, b = held >> 16, c = held >> 32, d = held >> 48;
    return ((a & b) | (c & d) | ((a | b) & (c | d))) & ((1u << r->ranks) - 1);
}

/* Returns the ranks, as places, of which `held` has three cards or more. */
static inline uint32_t threes_in(const TonkRules *r, Cards held) {
    Cards a = held, b = held >> 16, c = held >> 32, d = held >> 48;
    return ((a & b & (c | d)) | (c & d & (a | b))) & ((1u << r->ranks) - 1);
}

/* Returns whether the natural cards of a set contain a spread. */
static inline bool has_natural_spread(const TonkRules *r, Cards held) {
    if (threes_in(r, held)) return true;
    if (!r->high_ace) {
        Cards lanes = held & ~JOKERS;
        return (lanes & lanes >> 1 & lanes >> 2) != 0; /* place 15 is unused: no row continues in the next lane */
    }
    for (int lane = 0; lane < r->suits; lane++) {
        uint32_t row, starts = run_starts(r, held, lane, &row);
        if (starts && r->ranks > 2) return true; /* A 2 A is no run */
    }
    return false;
}

/* Calls `visit` with every spread of natural cards within `held`, until it returns true; returns whether it did. */
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

/* Calls `visit` with every spread within `held`, until it returns true; returns whether it did. */
static inline __attribute__((always_inline)) bool walk_spreads(const TonkRules *r, Cards held, Visit visit, void *told) {
    if (held & r->wilds) {
        if (how_many(held) < 3) return false;
        if (tonk_in_walk_wild_spreads(r, held, visit, told)) return true;
    }
    return walk_natural_spreads(r, held, visit, told);
}

static inline bool has_spread(const TonkRules *r, Cards held) { return held & r->wilds || has_natural_spread(r, held); }

/* Compares sets in the order of `ai/sight.py`, where jokers are the highest cards. */
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
/* What a seat has laid so far in this hand; slaps count as hits. */
typedef struct { int spreads; bool has_hit, has_hit_others, last_was_spread, is_first_turn; } TonkLaid;
TonkLaid tonk_in_laid(const TonkHand *h, int seat);
int tonk_in_tonk_worth(const TonkRules *r, const TonkLaid *own); /* what each other seat pays for its tonk */
void tonk_in_grow(const TonkRules *r, TonkSpread *s, int card, int place);
int tonk_in_play(TonkHand *h, int seat, const TonkAction *a); /* without checking whether it is legal */
void tonk_in_finish(TonkHand *h, int ending, int ender, int pays);
void tonk_in_end_by_itself(TonkHand *h);

/* ends.c */
/* Returns the highest pay of a certain win that one of these actions leads to, or 0; `at` gets the action's index. Wins
 * by a drop count only if `drops`. */
int tonk_in_best_end(const TonkHand *h, int seat, const TonkAction *a, int n, bool drops, int *at);
/* Like tonk_in_best_end for a turn that begins with one of these types of actions, a bit each; `at` gets the type. */
int tonk_in_best_start(const TonkHand *h, int seat, unsigned types, bool is_claim, int *at);

/* plain.c */
/* Returns TONK_WHOLE times exp(-distance / heat), equal to `decayed` of `ai/chances.py`; `distance` is at least 0, `heat`
 * more. */
int32_t tonk_in_decayed(int64_t distance, int64_t heat);
/* Returns the cards of a set that could be laid at once: the spreads with most points, then hits. */
Cards tonk_in_layable(const TonkRules *r, Cards held, Cards hittable);
int tonk_in_compare(const TonkHand *h, const TonkAction *a, const TonkAction *b); /* the order of `ai/plain.py` */
/* Returns whether no computation for such a player overflows, and the table fits the rules; the next function and
 * tonk_in_choose require it. */
bool tonk_in_can_play(const TonkRules *r, int seats, const TonkProfile *p, const TonkDropTable *table);
/* Computes the weights with which a plain player chooses among some legal actions. */
void tonk_in_weigh_plainly(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkAction *a, int32_t *weights,
                           int n);
/* Does the same for a player that takes `believed`, if not NULL, for the rules; TONK_BAD_INPUT if tonk_in_can_play refuses
 * it, or these rules have other cards. */
int tonk_in_weigh(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, const TonkRules *believed,
                  const TonkAction *a, int32_t *weights, int n);
/* Draws an action by weight; TONK_ILLEGAL if no weight is positive. Reorders both arrays: actions of positive weight come
 * first, in the order of tonk_in_compare. */
int tonk_in_draw(const TonkHand *h, TonkAction *a, int32_t *weights, int n, TonkRandom *random, TonkAction *out);
int tonk_in_choose(const TonkHand *h, int seat, const TonkProfile *p, const TonkDropTable *table, TonkRandom *random, TonkAction *out);

/* Returns the row of a drop table for a seat with `own` cards, where the smallest other hand has `fewest`. If the table
 * has more rows than cards are dealt, the last is for a seat that laid long ago while the others have laid nothing. */
static inline int drop_row(const TonkDropTable *table, int dealt, int fewest, int own) {
    if (table->rows > dealt && own < dealt - 1 && dealt - 1 <= fewest) return table->rows - 1;
    return fewest < 1 ? 0 : fewest < dealt ? fewest - 1 : dealt - 1;
}

/* habits.c */
/* Keeps the actions of a seat on turn that a habit allows, in order; returns their number. */
int tonk_in_narrow(const TonkHand *h, int seat, const TonkHabit *habit, TonkAction *a, int n);

/* features.c */
enum { LATEST = 3 }; /* latest discards of a seat that are features of their own */
typedef struct { int n; double latest[LATEST], least, sum; } Thrown; /* a seat's discards, in points */
/* What a seat knows when it decides. */
typedef struct {
    const TonkHand *h;
    const TonkRules *r;
    int seat;
    Cards held, unseen;
    double unit; /* factor from this pack's points to those of the standard pack */
    double mean_unseen;
    int n_unseen, count;
    Thrown thrown[TONK_MOST_SEATS];
} Eye;
bool tonk_in_can_be_told(const TonkHand *h, int seat, const TonkAction *actions, int n);
void tonk_in_look(Eye *e, const TonkHand *h, int seat);
void tonk_in_state_features(const Eye *e, float *x);
void tonk_in_action_features(const Eye *e, const TonkAction *a, float *x);

/* table.c */
/* Chooses the next action without playing it; returns the seat, or an error: TONK_IS_OVER if nobody decides any more. */
int tonk_in_decide(TonkHand *h, const TonkPlayer *const *players, TonkCourse *course, TonkAction *chosen);
int tonk_in_do(TonkHand *h, int seat, TonkCourse *course, const TonkAction *chosen);
int tonk_in_worths(const TonkHand *h, const TonkResult *result, int64_t *worths); /* as `points` of a TonkDealOutcome */

/* settle.c */
int tonk_in_catch_cost(const TonkRules *r, int seats); /* stakes that a dropper pays if one other seat has a lower count */
bool tonk_in_matches(const TonkRules *r, const TonkNatural *entry, Cards dealt);
const TonkNatural *tonk_in_best_natural(const TonkHand *h, int seat, bool in_turn);
int tonk_in_naturals_at_deal(const TonkHand *h, TonkPayment *out, int *n, int *pays); /* the seats paid, a bit each; -1: no naturals */
int tonk_in_settle_counts(const TonkHand *h, int *counts, bool is_drop); /* returns the ending */
#endif
