/* The rules that the trainer knows: every key that bears on how a hand is played. Words are those
 * of game/rules. Left out are hands that end as they are dealt, and that a seat may react too late
 * to slap or to drop out of turn. */
#ifndef RULES_H
#define RULES_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SEATS 6
#define JOKER_RANK 14
#define JOKERS 0x4000400040004000ull

typedef uint64_t Cards; /* one bit a card: 16 * suit + place of the rank in the pack */

enum Catch {
    C_STANDARD, C_LOWEST_ONLY, C_DROPPER_COVERS, C_SINGLE_EACH, C_SINGLE_WORSE_PAY,
    C_DOUBLE_TO_ALL, C_FIVE_TO_LOWEST, C_DOUBLE_TO_BEATERS, C_QUAD_TO_BEATERS, C_WHOLE_TABLE, C_SINGLE_TO_LOWER,
    CATCHES
};
enum Needs { N_ANY, N_SECOND_SPREAD, N_SPREADS_ONLY, N_FIRST_TURN_TWO, N_NEVER, NEEDS };

/* A natural that is claimed in turn. */
enum Match { M_NONE, M_COUNT, M_AT_MOST, M_ALL_FACES };
typedef struct { int match, value, pays, rank, open; } Natural;
enum { NATURALS = 4 };
enum LastLay { L_DROP = 1, L_STOCKOUT = 2 };
enum Wild { W_TWOS = 1, W_JOKERS = 2 };
enum Family { F_GENERAL, F_STANDARD, F_UNMATCHED, F_GOING_OUT, F_UNMATCHED_OUT, F_UNMATCHED_SHORT, FAMILIES };
enum Slap { SLAP_OFF, SLAP_RACE, SLAP_NEXT_FIRST };

typedef struct {
    int rank_set, suit_set; /* a bit for each of A23456789TJQK and CDHS */
    int jokers, wild, wild_points; /* -1: what each counts anyway */
    int slap;
    bool any_time; /* seats may drop between turns */
    bool rising, ace_high, upcard;
    int hand_size; /* 0: by seats */
    bool unmatched;     /* matched cards count nothing */
    int drop_at_most, last_lay;
    int catch_, wait_spread, wait_hit, wait_own, wait_hitting;
    bool hits_stack, no_first_drop, blocks_out, double_double;
    int must_spread; /* 1 yes, 2 except aces */
    bool no_hit_books, one_hit, no_discard_after_hit, buried, use_now, return_taken;
    bool at_once, stockout_void, tie_all_paid, no_spread_out, booed, hit_voids, push_up;
    int tonk_pays, needs, two_spreads, out_pays;
    int natural[4];  /* counts that end the hand at the deal */
    int natural_low; /* so does this count or less */
    bool natural_faces;
    Natural turn[NATURALS]; /* claimed in turn */
    int preset; /* the place of the expert's thresholds, or -1 */
    double swing; /* what a hand mostly wins or loses, in stakes; 0: a stake */
    int family; /* the head of the net that plays by these rules, in the order of ai/master/network.py */
    /* derived */
    int ranks, suits, name[16]; /* of a place: 0 for the ace to 12 for the king */
    bool high_ace, has_ace;
    int points[16];
    Cards pack, wilds;
    uint64_t kind; /* the same for rules by which the same cards make the same spreads and count the same */
    double mean;
} Rules;

static const Rules STANDARD = {.rank_set = 8191, .suit_set = 15, .upcard = true, .hand_size = 5, .wild_points = -1,
                               .tonk_pays = 2, .out_pays = 1, .natural = {49, 50}, .family = F_STANDARD};

static inline Cards bit_of(int card) { return 1ull << card; }
static inline int rank_of(int card) { return card & 15; }
static inline int suit_of(int card) { return card >> 4; }
static inline int how_many(Cards cards) { return __builtin_popcountll(cards); }
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }

static inline int points_of(const Rules *r, Cards cards) {
    int sum = 0;
    for (; cards; cards &= cards - 1) sum += r->points[rank_of(lowest(cards))];
    return sum;
}

static void derive(Rules *r) {
    r->pack = r->wilds = 0;
    r->suits = __builtin_popcount(r->suit_set), r->ranks = 0;
    r->has_ace = r->rank_set & 1, r->high_ace = r->ace_high && r->has_ace;
    for (int name = 0; name < 13; name++) if (r->rank_set >> name & 1) r->name[r->ranks++] = name;
    for (int rank = 0; rank < r->ranks; rank++) {
        int number = r->name[rank] + 1; /* 11 is the jack */
        r->points[rank] = r->rising || number < 10 ? number : 10;
        for (int suit = 0; suit < r->suits; suit++) {
            r->pack |= bit_of(16 * suit + rank);
            if (r->wild & W_TWOS && number == 2) r->wilds |= bit_of(16 * suit + rank);
        }
        if (r->wild & W_TWOS && number == 2 && r->wild_points >= 0) r->points[rank] = r->wild_points;
    }
    r->points[JOKER_RANK] = r->wild & W_JOKERS && r->wild_points >= 0 ? r->wild_points : 0;
    for (int joker = 0; joker < r->jokers; joker++) r->pack |= bit_of(16 * joker + JOKER_RANK);
    if (r->wild & W_JOKERS) r->wilds |= r->pack & JOKERS;
    r->mean = (double)points_of(r, r->pack) / how_many(r->pack);
    r->kind = r->pack ^ r->wilds << 1 ^ (uint64_t)r->high_ace << 63;
    for (int rank = 0; rank < 16; rank++) r->kind = (r->kind ^ (uint64_t)r->points[rank]) * 0x100000001b3ull;
}

static inline int dealt(const Rules *r, int seats) {
    if (r->hand_size) return r->hand_size;
    return seats == 2 ? 9 : seats == 3 ? 7 : 5;
}

/* What a dropper pays when one other seat lies lower. */
static inline int catch_cost(int catch_, int seats) {
    switch (catch_) {
    case C_DOUBLE_TO_ALL: case C_WHOLE_TABLE: return 2 * (seats - 1);
    case C_DROPPER_COVERS: return seats - 1;
    case C_FIVE_TO_LOWEST: return 5;
    case C_QUAD_TO_BEATERS: return 4;
    default: return 2;
    }
}

/* xoshiro256++ */
typedef struct { uint64_t s[4]; } Dice;
static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static inline uint64_t roll(Dice *d) {
    uint64_t *s = d->s, result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return result;
}
static inline uint32_t below(Dice *d, uint32_t n) { return ((roll(d) >> 32) * n) >> 32; }
static inline double chance(Dice *d) { return (roll(d) >> 11) * 0x1p-53; }
static void seed_dice(Dice *d, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        d->s[i] = z ^ (z >> 31);
    }
}
#endif
