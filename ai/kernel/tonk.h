/* Tonk as a library that deals, plays and settles hands, at millions of moves a second.
 *
 * The rules are those of RULES.md, implemented in Python by `game.rules`; tests compare both move by move
 * (`tests/kernel`). The library is C11. It has no mutable globals, uses no clock, files, output, memory
 * allocation or system randomness, and works only on what it is passed, so any number of threads may use it at
 * once. Equal input gives equal output on every machine.
 *
 * A rule set is passed as an array of numbers (`tonk_rules`, the keys below), a deck as card numbers in dealing
 * order. Then
 *
 *     TonkRules rules;   tonk_rules(&rules, keys, n);
 *     TonkHand hand;     tonk_deal(&hand, &rules, seats, dealer, deck, tonk_pack(&rules, deck));
 *     while (hand.phase != TONK_OVER) {
 *         int seat = tonk_actor(&hand), n = tonk_legal(&hand, seat, actions, TONK_MOST_ACTIONS);
 *         tonk_play(&hand, seat, &actions[tonk_below(&random, n)]);
 *         tonk_open_window(&hand, reactions);
 *     }
 *     tonk_settle(&hand, &result);
 *
 * plays a hand at random. Functions that can fail return a negative number, one of `enum TonkError`;
 * `tonk_error_name` names it. Results are never truncated silently: a full array is an error too.
 * `tonk_rules`, `tonk_deal` and `tonk_play` accept any input, and never read or write out of bounds.
 *
 * Cards. Externally, a card is a number: 13 * suit + rank with the suits in the order C D H S and the ranks
 * A23456789TJQK, so 0 is the ace of clubs and 51 the king of spades; 52 to 55 are the jokers. Internally, in
 * a `TonkHand` and a `TonkAction`, a card is a bit of a 64-bit set (`TonkCards`): 16 * lane + place, where
 * lanes are the suits of the pack and places its ranks, so that a run is a row of bits even if the pack lacks
 * ranks; jokers are at place 14 of each lane. `TonkRules` converts both ways: `number[bit]`, `bit[number]`.
 *
 * Hands. A `TonkHand` belongs to its caller and may be copied with `memcpy`, or with `tonk_copy`, which skips
 * the unused part of its log. It points to its rules, which must outlive it. It holds all cards. A player that
 * decides from it may read only public information about other seats: sizes, `known`, `thrown`, `declined`,
 * the log; `tests/kernel` permutes hidden cards and requires equal decisions.
 *
 * Turns and windows. At the start of a turn other seats may act too: claim, slap, drop (RULES.md §5.9,
 * §5.17). The rules do not define who is quicker, so the caller does: `tonk_open_window` asks all seats that
 * may act, in the order of their reactions, and while a seat is asked, only that seat has legal actions, one of
 * which is TONK_PASS. Without a window, everything that the rules allow is legal at once for every seat, as
 * needed to replay records. In TONK_SLAPS, a stock-out that comes by itself waits for a slap until
 * `tonk_close_slaps` is called or all seats pass in a window.
 *
 * Views. A view becomes a hand by replaying it: deal any deck that agrees with what the seat has seen with
 * `tonk_deal_trusted`, and play the moves with `tonk_play_trusted`. Neither checks what depends on hidden cards
 * (naturals at the deal, whether a count was low enough to drop). `tonk_claimed` marks a take as a claim, and
 * `tonk_ask` restores an open window.
 *
 * Numbers. Payments are in whole stakes. Stakes, pays and pots are limited to TONK_MOST_STAKES; a rule set that
 * exceeds it is refused. */
#ifndef TONK_H
#define TONK_H
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define TONK_API __declspec(dllexport)
#elif defined(__GNUC__)
#define TONK_API __attribute__((visibility("default")))
#else
#define TONK_API
#endif

#define TONK_VERSION 2
TONK_API int tonk_version(void); /* TONK_VERSION of the library */
TONK_API uint32_t tonk_header(void); /* the CRC-32 of this file, by which a clone recognizes an outdated library */
TONK_API const char *tonk_compiler(void); /* the compiler and the target machine */

enum {
    TONK_MOST_SEATS = 6,
    TONK_MOST_CARDS = 56,
    TONK_MOST_SPREADS = 18,    /* of three cards each */
    TONK_MOST_ACTIONS = 4096,  /* legal at once: ten cards, eight of them wild, make at most 2,504 spreads */
    TONK_MOST_MOVES = 4096,    /* in a hand */
    TONK_MOST_NATURALS = 1024, /* in a rule set, without those that can never be the best */
    TONK_MOST_PAYMENTS = 72,   /* from one seat to another, in a hand */
    TONK_MOST_STAKES = 1000000000,
    TONK_MOST_WILD_POINTS = 50,
};

enum TonkError {
    TONK_OK = 0,
    TONK_BAD_KEYS = -1,     /* too few numbers for the keys and naturals, or too many */
    TONK_BAD_VALUE = -2,    /* the value of a key is not allowed; `TonkRules.wrong` is its index */
    TONK_TOO_MANY_NATURALS = -3,
    TONK_BAD_SEATS = -4,    /* not 2 to 6 */
    TONK_BAD_DEALER = -5,   /* not a seat */
    TONK_PACK_TOO_SMALL = -6,
    TONK_BAD_DECK = -7,     /* not each card of the pack once */
    TONK_NO_SUCH_SEAT = -8,
    TONK_ILLEGAL = -9,      /* the rules refuse the action now */
    TONK_IS_OVER = -10,
    TONK_IS_NOT_OVER = -11,
    TONK_NO_ROOM = -12,     /* the caller's array is full */
    TONK_TOO_MANY_SPREADS = -13,
    TONK_TOO_MANY_MOVES = -14,
    TONK_BAD_BETS = -15,
    TONK_BAD_WINDOW = -16,  /* nobody can be asked now, or not these seats */
    TONK_CANCELLED = -17,
    TONK_BAD_INPUT = -18,   /* any other argument that a function does not allow */
};
TONK_API const char *tonk_error_name(int error); /* such as "TONK_ILLEGAL"; "" if it is no error */

/* Random numbers: SplitMix64, as in `ai/chances.py`. */
typedef struct { uint64_t state; } TonkRandom;
TONK_API uint64_t tonk_next(TonkRandom *random);
/* Returns a number from 0 to n - 1: the upper half of n times the upper 32 bits of the next. */
TONK_API uint32_t tonk_below(TonkRandom *random, uint32_t n);
/* Shuffles by swapping each card, from the last down, with one of those up to it (Fisher-Yates). */
TONK_API void tonk_shuffle(uint8_t *deck, int n, TonkRandom *random);

/* Rules. The keys in order, one number each, with its least and its most; then the number of naturals and
 * TONK_NATURAL_NUMBERS numbers for each. A flag is 0 or 1, a word one of the names below,
 * which are in the order of `game/rules/ruleset.py`. */
#define TONK_KEY_LIST(KEY) \
    KEY(TONK_RANKS, 1, 8191)                         /* §4.1: a bit for each of A23456789TJQK, the ace's the lowest; not 0 */ \
    KEY(TONK_SUITS, 1, 15)                           /* §4.1: a bit for each of CDHS; not 0 */ \
    KEY(TONK_JOKERS, 0, 4)                           /* §4.1 */ \
    KEY(TONK_WILD, 0, 3)                             /* §4.1: 1 for twos + 2 for jokers, which must be in the pack */ \
    KEY(TONK_ACE, 0, TONK_ACES - 1)                  /* §4.1 */ \
    KEY(TONK_FACE_VALUES, 0, TONK_FACES - 1)         /* §4.1 */ \
    KEY(TONK_HAND_SIZE, 0, 9)                        /* §4.2: not 1 or 2; 0 is by_seats */ \
    KEY(TONK_UPCARD, 0, 1)                           /* §4.2: flag */ \
    KEY(TONK_NATURAL_TIE, 0, TONK_TIES - 1)          /* §4.2 */ \
    KEY(TONK_TAKE_RULE, 0, TONK_TAKE_RULES - 1)      /* §4.3 */ \
    KEY(TONK_RETURN_TAKEN, 0, 1)                     /* §4.3: flag */ \
    KEY(TONK_TOUCH_STOCK, 0, 1)                      /* §4.3: flag; without effect here */ \
    KEY(TONK_MUST_SPREAD, 0, TONK_MUST_SPREADS - 1)  /* §4.3 */ \
    KEY(TONK_HIT_BOOKS, 0, 1)                        /* §4.3: flag */ \
    KEY(TONK_HITS_PER_TURN, 0, 1)                    /* §4.3: 0 no limit, 1 */ \
    KEY(TONK_DISCARD_AFTER_HIT, 0, 1)                /* §4.3: flag */ \
    KEY(TONK_COMPLETE_BOOKS, 0, TONK_BOOKS - 1)      /* §4.3 */ \
    KEY(TONK_STOCK_END, 0, TONK_STOCK_ENDS - 1)      /* §4.3 */ \
    KEY(TONK_SPREAD_OUT, 0, 1)                       /* §4.3: flag */ \
    KEY(TONK_FIRST_TURN_DROP, 0, 1)                  /* §4.4: flag */ \
    KEY(TONK_WAIT_AFTER_SPREAD, 0, 9)                /* §4.4 */ \
    KEY(TONK_WAIT_WHEN_HIT, 0, 9)                    /* §4.4 */ \
    KEY(TONK_WAIT_AFTER_OWN_HIT, 0, 9)               /* §4.4 */ \
    KEY(TONK_HITS_STACK, 0, 1)                       /* §4.4: flag */ \
    KEY(TONK_HIT_BLOCKS_OUT, 0, 1)                   /* §4.4: flag */ \
    KEY(TONK_CATCH, 0, TONK_CATCHES - 1)             /* §3 */ \
    KEY(TONK_TONK_PAYS, 1, TONK_MOST_STAKES)         /* §4.5 */ \
    KEY(TONK_TONK_NEEDS, 0, TONK_NEEDS_ALL - 1)      /* §4.5 */ \
    KEY(TONK_HIT_VOIDS_TONK, 0, 1)                   /* §4.5: flag */ \
    KEY(TONK_TWO_SPREADS_PAYS, 0, TONK_MOST_STAKES)  /* §4.5 */ \
    KEY(TONK_OUT_PAYS, 1, TONK_MOST_STAKES)          /* §4.5 */ \
    KEY(TONK_STOCKOUT_RULE, 0, TONK_STOCKOUTS - 1)   /* §4.5 */ \
    KEY(TONK_STOCKOUT_TIE, 0, TONK_STOCK_TIES - 1)   /* §4.5 */ \
    KEY(TONK_BOOED, 0, 1)                            /* §4.5: flag */ \
    KEY(TONK_DOUBLE_DOUBLE_RULE, 0, 1)               /* §4.5: flag */ \
    KEY(TONK_SLAP_RULE, 0, TONK_SLAP_RULES - 1)      /* §4.5 */ \
    KEY(TONK_STAKE, 1, TONK_MOST_STAKES)             /* §4.6: without effect here, as are the next three but push_up */ \
    KEY(TONK_SCORING, 0, TONK_SCORINGS - 1)          /* §4.6 */ \
    KEY(TONK_PUSH_UP_TARGET, 1, TONK_MOST_STAKES)    /* §4.6 */ \
    KEY(TONK_BIG_ONE, 0, TONK_MOST_STAKES)           /* §4.6: of a hand: `tonk_big_one` */ \
    KEY(TONK_HIGH_SUIT_BET, 0, TONK_HIGH_SUITS - 1)  /* §4.6: of a hand: `tonk_bets` */ \
    KEY(TONK_NATURAL_BET, 0, TONK_NATURAL_BETS - 1)  /* §4.6 */ \
    KEY(TONK_SIDE_ANTE, 1, TONK_MOST_STAKES)         /* §4.6 */ \
    KEY(TONK_COUNT, 0, TONK_COUNTS - 1)              /* §4.4 */ \
    KEY(TONK_DROP_AT_MOST, 0, 99)                    /* §4.4 */ \
    KEY(TONK_DROP_WHEN, 0, TONK_DROP_TIMES - 1)      /* §4.4 */ \
    KEY(TONK_LAST_LAY, 0, 3)                         /* §4.4: 1 after a drop + 2 after a stock-out */ \
    KEY(TONK_WILD_POINTS, -1, TONK_MOST_WILD_POINTS) /* §4.1: -1 is own */ \
    KEY(TONK_NEXT_DEALER, 0, TONK_NEXT_DEALERS - 1)  /* §4.6: without effect here */ \
    KEY(TONK_WAIT_AFTER_HITTING, 0, 9)               /* §4.4 */
#define TONK_KEY_NAME(name, least, most) name,
enum TonkKey { TONK_KEY_LIST(TONK_KEY_NAME) TONK_KEYS };
enum { TONK_ACE_LOW, TONK_ACE_LOW_OR_HIGH, TONK_ACES };
enum { TONK_FACES_TEN, TONK_FACES_RISING, TONK_FACES };
enum TonkTie { TONK_TIE_VOID, TONK_TIE_ELDEST, TONK_TIE_ALL_PAID, TONK_TIE_SPLIT, TONK_TIES };
enum { TONK_TAKE_HAND, TONK_TAKE_USE_NOW, TONK_TAKE_RULES };
enum { TONK_MUST_SPREAD_NO, TONK_MUST_SPREAD_YES, TONK_MUST_SPREAD_EXCEPT_ACES, TONK_MUST_SPREADS };
enum { TONK_BOOKS_STAY, TONK_BOOKS_BURIED, TONK_BOOKS };
enum { TONK_STOCK_END_WILLING, TONK_STOCK_END_AT_ONCE, TONK_STOCK_ENDS };
enum TonkCatch {
    TONK_C_STANDARD, TONK_C_LOWEST_ONLY, TONK_C_DROPPER_COVERS, TONK_C_SINGLE_EACH, TONK_C_SINGLE_WORSE_PAY,
    TONK_C_DOUBLE_TO_ALL, TONK_C_FIVE_TO_LOWEST, TONK_C_DOUBLE_TO_BEATERS, TONK_C_QUAD_TO_BEATERS,
    TONK_C_WHOLE_TABLE, TONK_C_SINGLE_TO_LOWER, TONK_CATCHES
};
enum TonkNeeds {
    TONK_N_ANY, TONK_N_SECOND_SPREAD, TONK_N_SPREADS_ONLY, TONK_N_FIRST_TURN_TWO, TONK_N_NEVER, TONK_NEEDS_ALL
};
enum { TONK_STOCKOUT_LOWEST, TONK_STOCKOUT_VOID, TONK_STOCKOUTS };
enum { TONK_STOCKOUT_TIE_VOID, TONK_STOCKOUT_TIE_ALL_PAID, TONK_STOCK_TIES };
enum { TONK_SLAPS_OFF, TONK_SLAPS_RACE, TONK_SLAPS_NEXT_FIRST, TONK_SLAP_RULES };
enum { TONK_SCORING_STAKES, TONK_SCORING_SCOREPAD, TONK_SCORING_PUSH_UP, TONK_SCORINGS };
enum { TONK_HIGH_SUIT_OFF, TONK_HIGH_SUIT_CALLED, TONK_HIGH_SUIT_SPADES, TONK_HIGH_SUITS };
enum { TONK_NATURAL_BET_OFF, TONK_NATURAL_BET_DEALT, TONK_NATURAL_BET_FIRST_SPREAD, TONK_NATURAL_BETS };
enum { TONK_COUNT_ALL, TONK_COUNT_UNMATCHED, TONK_COUNTS };
enum { TONK_DROP_OWN_TURN, TONK_DROP_ANY_TIME, TONK_DROP_TIMES };
enum { TONK_NEXT_DEALER_LEFT, TONK_NEXT_DEALER_WINNER, TONK_NEXT_DEALERS };
enum { TONK_WILD_TWOS = 1, TONK_WILD_JOKERS = 2 };
enum { TONK_LAST_LAY_DROP = 1, TONK_LAST_LAY_STOCKOUT = 2 };
enum TonkMatch { TONK_M_COUNT = 1, TONK_M_AT_MOST, TONK_M_ALL_FACES };

/* An entry of `naturals` (§5.2), in this order of numbers; `tie` is one above enum TonkTie, 0 for none. */
enum { TONK_NATURAL_NUMBERS = 8 };
typedef struct { int32_t match, value, pays, rank, low_wins, in_turn, open, tie; } TonkNatural;

typedef uint64_t TonkCards; /* a set of cards: bit 16 * lane + place */
enum { TONK_JOKER_PLACE = 14, TONK_NO_CARD = 255 };

typedef struct {
    int32_t key[TONK_KEYS];
    int32_t n_naturals, n_turn_naturals; /* those claimed in turn come last */
    int32_t wrong;                       /* after a refusal, the index of the wrong number */
    /* derived */
    int32_t ranks, suits;   /* numbers of ranks and suits in the pack */
    int32_t name[16];       /* by place: its rank, 0 for the ace to 12 for the king */
    int32_t suit_name[4];   /* by lane: its suit, 0 for clubs to 3 for spades */
    bool has_ace, high_ace; /* whether the pack has aces; whether they also go above the highest rank */
    bool has_waits;
    int32_t points[16];     /* by place */
    uint8_t by_points[16];  /* places of the ranks and of jokers, by ascending points */
    TonkCards pack, wilds, faces;
    int32_t pack_size;
    uint8_t number[64], bit[TONK_MOST_CARDS]; /* by bit, by number; TONK_NO_CARD for none */
    TonkCards linked[64];     /* by card: those with which it forms spreads of three, wild cards aside */
    uint16_t between[16][16]; /* by two places of a lane: those that make a run of three with both */
    TonkNatural natural[TONK_MOST_NATURALS];
    struct TonkMemo *memo; /* of the play-outs that have this copy for themselves; else NULL */
} TonkRules;

/* Compiles a rule set from `n` numbers; returns the number of naturals kept. */
TONK_API int tonk_rules(TonkRules *out, const int32_t *keys, int n);
TONK_API int tonk_wrong(const TonkRules *rules); /* `wrong`: after a refusal, the index of the wrong number */
TONK_API int tonk_pack(const TonkRules *rules, uint8_t *deck); /* writes the pack in order; returns its size */
TONK_API int tonk_hand_size(const TonkRules *rules, int seats); /* cards dealt to each */
TONK_API bool tonk_can_seat(const TonkRules *rules, int seats);
TONK_API uint64_t tonk_numbers(const TonkRules *rules, TonkCards cards); /* a set of card numbers */
TONK_API TonkCards tonk_cards(const TonkRules *rules, uint64_t numbers); /* the inverse; other cards are left out */

/* A spread, on the table or to be laid. `suit` is a run's lane, `low` and `high` the places of its ends,
 * where `ranks` of the pack is a high ace; for a book both are its rank. Which of several wild cards stands
 * where makes no difference to any rule, and is not stored. */
enum TonkKind { TONK_BOOK, TONK_RUN };
typedef struct {
    TonkCards cards, fits; /* `fits`: the cards that may be hit onto it as themselves */
    uint8_t kind, suit, low, high;
    uint8_t owner;
    bool buried;
} TonkSpread;

enum TonkType {
    TONK_DROP, TONK_DRAW, TONK_TAKE, TONK_STOP, TONK_SPREAD, TONK_HIT, TONK_DISCARD, TONK_DONE,
    TONK_DECLARE, TONK_PASS, TONK_SLAP, TONK_TYPES
};
/* An action of a seat. TONK_SPREAD uses `cards`, `kind`, `suit`, `low`, `high`, as they will lie; TONK_HIT `card`
 * (a bit's index), `spread` (its number) and `place`, the rank, as a place, that a wild card stands for, or
 * TONK_ITSELF; TONK_DISCARD `card`; TONK_SLAP `spread`, and `card`, which is discarded after it, or
 * TONK_NO_CARD. All other fields are 0. */
enum { TONK_ITSELF = 99 };
typedef struct {
    TonkCards cards;
    uint8_t type, card, spread, place, kind, suit, low, high;
} TonkAction;

/* A move as everybody saw it: `card` is the card taken, hit, slapped or discarded (a bit's index), else
 * TONK_NO_CARD. The discard after a slap is a separate move. Passes between turns are not in the log. */
typedef struct { uint8_t seat, type, card; } TonkMove;

enum TonkPhase {
    TONK_START,  /* a turn begins */
    TONK_LAY,    /* after drawing */
    TONK_CHANCE, /* a last chance to lay (§5.13, §5.18) */
    TONK_SLAPS,  /* a stock-out that comes by itself waits for a slap, or for the first action of its last lay */
    TONK_OVER
};
enum TonkEnding {
    TONK_END_NONE, TONK_END_NATURAL, TONK_END_TONK, TONK_END_OUT, TONK_END_DOUBLE_DOUBLE, TONK_END_DROP,
    TONK_END_CAUGHT, TONK_END_STOCKOUT, TONK_END_VOID, TONK_ENDINGS
};

typedef struct {
    const TonkRules *rules;
    int8_t seats, dealer, turn, phase;
    int16_t turns;                 /* number of completed turns */
    uint8_t deck_size, next;       /* the stock is the deck from `next` on */
    uint8_t pile_size, n_spreads;
    uint8_t deck[64], pile[64];    /* bits' indices; the top of the pile comes last */
    TonkCards hand[TONK_MOST_SEATS], dealt[TONK_MOST_SEATS];
    TonkSpread spreads[TONK_MOST_SPREADS];
    TonkCards hittable;            /* cards that fit some spread as themselves */
    int16_t idle_turns;            /* number of completed turns in a row that were idle (§1.10) */
    uint8_t taken;                 /* the card taken this turn, or TONK_NO_CARD */
    bool is_idle;                  /* whether this turn has been idle so far */
    bool must_use, has_hit, is_blocked; /* in this turn */
    bool is_booed, is_last_turn, is_big_one;
    int16_t waits[TONK_MOST_SEATS];
    /* sets of seats, a bit each */
    uint8_t blocks;                /* may not empty their hand in their next turn, for another seat hit their spread (§4.4) */
    /* since its last turn began, a seat's spread was hit by another; it hit its own spread; it hit another's (§5.7). Hits are
     * noted only if the rules have waits. */
    uint8_t was_hit, hit_own, hit_others;
    uint8_t hitters, other_hitters, last_spread; /* have hit; have hit another's spread; last laid a spread */
    bool is_slappable;             /* whether the last discard is */
    int8_t discarder;
    /* the window: the seats asked, the quickest first */
    int8_t n_asked, asked[TONK_MOST_SEATS];
    bool is_claim;                 /* the seat on turn is first asked whether it claims the discard */
    bool is_closed;                /* all have been asked: nobody acts out of turn before the next move */
    /* how the hand ends, or will after the last chances */
    int8_t ending, ender;          /* enum TonkEnding; the seat that ended it, or -1 */
    int32_t pays;                  /* stakes from each loser */
    int8_t n_chances, chances[TONK_MOST_SEATS]; /* seats that may lay once more, beginning with the one on turn */
    /* side pots (§5.11, §5.12) */
    int8_t high_suit, natural_pot_winner; /* a suit, a seat, or -1 */
    uint8_t high_joined, natural_joined;  /* sets of seats */
    bool has_natural_bet;
    int64_t high_pot, natural_pot;
    /* public information */
    TonkCards seen;                                            /* ever discarded, laid, taken or turned up */
    TonkCards known[TONK_MOST_SEATS];                          /* taken and still held */
    TonkCards thrown[TONK_MOST_SEATS], declined[TONK_MOST_SEATS]; /* discarded; left on the pile by a draw */
    int16_t n_discards[TONK_MOST_SEATS], takes[TONK_MOST_SEATS], laid[TONK_MOST_SEATS]; /* `laid` counts spreads */
    uint8_t last_declined[TONK_MOST_SEATS];                    /* or TONK_NO_CARD */
    bool took_last[TONK_MOST_SEATS];                           /* whether its last turn began with a take */
    int16_t n_moves;
    TonkMove log[TONK_MOST_MOVES]; /* comes last, since usually little of it is used */
} TonkHand;

/* Deals the deck, `n` card numbers in dealing order, and settles naturals. The seat on the dealer's left is dealt to
 * first. */
TONK_API int tonk_deal(TonkHand *hand, const TonkRules *rules, int seats, int dealer, const uint8_t *deck, int n);
TONK_API int tonk_deal_trusted(TonkHand *hand, const TonkRules *rules, int seats, int dealer, const uint8_t *deck, int n);

/* To be called right after the deal: `tonk_big_one` makes the hand pay double (§4.6); `tonk_bets` sets which seats
 * joined which side bet, a bit each, and what its pot held before (§5.11, §5.12). `high_suit` is 0 to 3 for C D H S;
 * a bet that is not played has -1 as its pot. */
TONK_API void tonk_big_one(TonkHand *hand);
typedef struct { int32_t high_suit, high_joined, natural_joined; int64_t high_pot, natural_pot; } TonkBets;
TONK_API int tonk_bets(TonkHand *hand, const TonkBets *bets);

TONK_API void tonk_copy(TonkHand *to, const TonkHand *from);
TONK_API int tonk_count(const TonkRules *rules, TonkCards cards); /* for drops and stock-outs (§5.16) */
TONK_API int tonk_points(const TonkRules *rules, TonkCards cards); /* of all cards */

/* Returns the seat that decides now: the first that is asked, else the one on turn; -1 if none does, because the hand is
 * over or only a slap is possible. */
TONK_API int tonk_actor(const TonkHand *hand);
/* Lists the legal actions of `seat`: spreads, then hits, then actions that end the turn. Returns their number, 0 for
 * none. */
TONK_API int tonk_legal(const TonkHand *hand, int seat, TonkAction *out, int room);
TONK_API bool tonk_is_legal(const TonkHand *hand, int seat, const TonkAction *action);
/* Plays an action. TONK_ILLEGAL, if the rules refuse it, leaves the hand unchanged. */
TONK_API int tonk_play(TonkHand *hand, int seat, const TonkAction *action);
/* Like tonk_play, without checking what depends on hidden cards. The card must be where the action says. */
TONK_API int tonk_play_trusted(TonkHand *hand, int seat, const TonkAction *action);
TONK_API int tonk_close_slaps(TonkHand *hand); /* ends TONK_SLAPS without a slap */

/* Opens a window. `reactions` has a number for each seat, the lowest being the quickest, a negative one too late; equal
 * ones, and all if it is NULL, are ordered clockwise from the next seat, the discarder last. Returns the number of seats
 * asked; 0 if nobody may act out of turn, and then the hand has gone on. */
TONK_API int tonk_open_window(TonkHand *hand, const int32_t *reactions);
/* Opens a window in a random order. */
TONK_API int tonk_open_random_window(TonkHand *hand, TonkRandom *random);
/* Opens a window that asks just these seats, in this order, as in a view; with `is_claim`, the seat on turn whether it
 * claims. */
TONK_API int tonk_ask(TonkHand *hand, const uint8_t *seats, int n, bool is_claim);
/* Marks the take just played as a claim: the card must be used (§5.9). TONK_BAD_WINDOW if it cannot be one. */
TONK_API int tonk_claimed(TonkHand *hand);

/* Draws a legal action uniformly, without drops unless there is nothing else; returns the number it was drawn from.
 * Equivalent to choosing from the list of `tonk_legal` without drops by `tonk_below`. */
TONK_API int tonk_random_action(const TonkHand *hand, int seat, TonkRandom *random, TonkAction *out);
/* Plays `hands` hands with random actions, each from a newly shuffled pack, with windows in random order, until
 * `*cancel` (NULL allowed) is nonzero. Returns the number of moves. */
TONK_API int64_t tonk_random_hands(const TonkRules *rules, int seats, int64_t hands, TonkRandom *random,
                                   const volatile int32_t *cancel);

/* Plays the actions of a record, one per line, such as `1 hit 2S=6 0`. The last discard is not slapped. `played` gets
 * the number played: all, or those before the first that is malformed (TONK_BAD_INPUT) or refused by the rules
 * (TONK_ILLEGAL, TONK_NO_SUCH_SEAT, TONK_IS_OVER). */
TONK_API int tonk_replay(TonkHand *hand, const char *actions, int length, int *played);

/* The result of a hand: how it ended, and who pays whom. */
enum TonkWhy {
    TONK_WHY_NATURAL, TONK_WHY_TONK, TONK_WHY_OUT, TONK_WHY_DOUBLE_DOUBLE, TONK_WHY_DROP, TONK_WHY_CAUGHT,
    TONK_WHY_LOWEST, TONK_WHY_STOCKOUT
};
typedef struct { int64_t stakes; int32_t payer, payee, why, unused; } TonkPayment;
typedef struct {
    int32_t ending, winners;            /* enum TonkEnding; a set of seats */
    int32_t counts[TONK_MOST_SEATS];
    int64_t payments[TONK_MOST_SEATS];  /* stakes won, including the big one's doubling; push_up: points added */
    int64_t side_payments[TONK_MOST_SEATS];
    int32_t n_transfers, unused;        /* push_up has none */
    TonkPayment transfers[TONK_MOST_PAYMENTS];
} TonkResult;
TONK_API int tonk_settle(const TonkHand *hand, TonkResult *out);

/* A hand as plain numbers, for callers that do not know its layout; sets contain card numbers. */
typedef struct {
    int32_t seats, dealer, turn, phase, turns, stock_size, pile_size, n_spreads, idle_turns;
    int32_t taken, must_use; /* card numbers, or -1 */
    int32_t is_booed, is_last_turn, is_slappable, is_blocked, has_hit, discarder, ending, ender, pays;
    int32_t n_asked, is_claim, is_closed, n_chances, natural_pot_winner, blocks, n_moves;
    int32_t asked[TONK_MOST_SEATS], chances[TONK_MOST_SEATS], waits[TONK_MOST_SEATS], counts[TONK_MOST_SEATS];
    int32_t sizes[TONK_MOST_SEATS], laid[TONK_MOST_SEATS], takes[TONK_MOST_SEATS];
    int32_t n_discards[TONK_MOST_SEATS], took_last[TONK_MOST_SEATS], last_declined[TONK_MOST_SEATS];
    uint64_t hands[TONK_MOST_SEATS], dealt[TONK_MOST_SEATS], known[TONK_MOST_SEATS], thrown[TONK_MOST_SEATS];
    uint64_t declined[TONK_MOST_SEATS], seen, hittable;
    uint8_t pile[TONK_MOST_CARDS + 8], stock[TONK_MOST_CARDS + 8];
    struct { uint64_t cards; int32_t kind, suit, low, high, owner, buried; } spreads[TONK_MOST_SPREADS];
} TonkState;
TONK_API void tonk_state(const TonkHand *hand, TonkState *out);

/* Returns what each other seat would pay for the best win that is certain now, whatever the hidden cards, by a legal
 * action and the rest of the turn; 0 if no win is certain. `out` gets the action (ends.c). */
TONK_API int tonk_sure_win(const TonkHand *hand, int seat, TonkAction *out);

/* The plain player (plain.c; explained in `ai/plain.py`). A profile has the fields of `Profile` in `ai/profile.py`,
 * which explains them. A drop table has the highest counts with which to drop: a row for each number of cards that the
 * smallest other hand may have, one more row, under a wait after spreads, for a seat that laid long ago, and a column
 * for each round. */
typedef struct {
    int32_t keep, wild, caution, take_margin, holding_margin, take_heat, sees_discard;
    int32_t drop_start, drop_fall, near_start, near_step, near_fall, least, dread, uses_tables, boldness, noise;
    int32_t trap, trap_until, hold_until, hit_least, memory, watches_others, temperature, slack, overlooks;
} TonkProfile;
/* No number may exceed TONK_MOST_OF_PROFILE; `boldness` and `dread` must be 0 to 10,000, `overlooks` 0 to 1,000, and
 * `take_heat`, `noise`, `memory`, `temperature` and `slack` not negative. Otherwise, or if a table has too few rows,
 * functions return TONK_BAD_INPUT. */
enum { TONK_MOST_OF_PROFILE = 1000000, TONK_NEVER = -1000, TONK_DROP_ROWS = 10, TONK_DROP_ROUNDS = 12, TONK_WHOLE = 65536 };
typedef struct { int32_t rows, at[TONK_DROP_ROWS][TONK_DROP_ROUNDS]; } TonkDropTable; /* thousandths of a point, or TONK_NEVER */
/* Computes the weights with which it chooses among its legal actions; returns their number. If `table` is NULL, a
 * profile that uses tables never drops. */
TONK_API int tonk_plain_weights(const TonkHand *hand, int seat, const TonkProfile *profile, const TonkDropTable *table,
                                TonkAction *actions, int32_t *weights, int room);
/* Draws a legal action by these weights. `random.state` acts like the seed of `choose` in `ai/plain.py`. */
TONK_API int tonk_plain_choose(const TonkHand *hand, int seat, const TonkProfile *profile, const TonkDropTable *table,
                               TonkRandom *random, TonkAction *out);
/* Plays a hand on to its end, each seat by its own profile; returns the number of moves. */
TONK_API int64_t tonk_plain_hand(TonkHand *hand, const TonkProfile *const *profiles, const TonkDropTable *const *tables,
                                 TonkRandom *random);
/* Deals and plays `hands` hands, the deal passing left after each, and adds what each seat was paid, and its square,
 * to `paid` and `squares`, unless NULL; returns the number of moves. `*done`, unless NULL, gets the number of finished
 * hands; a nonzero `*cancel` ends it with TONK_CANCELLED. */
TONK_API int64_t tonk_plain_hands(const TonkRules *rules, int seats, int64_t hands, const TonkProfile *const *profiles,
                                  const TonkDropTable *const *tables, TonkRandom *random, int64_t *paid, double *squares,
                                  volatile int64_t *done, const volatile int32_t *cancel);

/* Computes a drop table. `profile`, which never drops, plays `hands` hands in all seats, dealt by `seed`, or fewer if
 * seats may drop at any time and fewer give enough chances. `work` is working memory of `size` bytes: about 100 bytes
 * for each chance to drop, and 100,000 more; TONK_NO_ROOM if that is too little. `cases` gets the number of chances
 * that each entry of `out` rests on. */
TONK_API int tonk_solve_drops(const TonkRules *rules, int seats, int hands, uint64_t seed, const TonkProfile *profile,
                              void *work, int64_t size, TonkDropTable *out, TonkDropTable *cases);

/* The network (net.c). `tonk_features` computes its input for a decision: features of the state, and a row of features
 * for each of the seat's legal actions; returns the number of actions. */
enum { TONK_STATE_FEATURES = 184, TONK_ACTION_FEATURES = 63 };
TONK_API int tonk_features(const TonkHand *hand, int seat, const TonkAction *actions, int n, float *state, float *of_actions);
typedef struct TonkNet TonkNet;
TONK_API int64_t tonk_size_of_net(void);
/* Loads a net from weights of `n` bytes. `sizes` has the number of units of the body, of the second layer, and then of
 * each head's own. The weights are half-precision floats: the body's first layer, a row for each input (of the state,
 * of the action, the bias); then for each head the second layer's rows for the units of the body, its bias, the last
 * layer, and, for units of its own, the first layer and the second. TONK_BAD_INPUT if the sizes do not fit. */
TONK_API int tonk_net(TonkNet *out, const uint8_t *weights, int64_t n, const int32_t *sizes, int n_sizes);
/* Computes a head's score of each action, in units of 1 / TONK_SCORE. */
enum { TONK_SCORE = 1024, TONK_MOST_SCORE = 1000000000 };
TONK_API int tonk_net_scores(const TonkHand *hand, int seat, const TonkNet *net, int head, const TonkAction *actions, int n,
                             int32_t *scores);
/* Like tonk_net_scores, from the output of `tonk_features`. */
TONK_API int tonk_net_scores_of(const TonkNet *net, int head, const float *state, const float *of_actions, int n, int32_t *scores);

/* Habits (habits.c), as in `ai/habits.py`: on its turn, a player chooses among the actions that its habits allow. */
enum TonkHabitKind {
    TONK_HABIT_TAKES,  /* takes the first `number` discards, unless it would drop */
    TONK_HABIT_NEEDS,  /* takes a discard only if it makes a spread or fits one */
    TONK_HABIT_STAYS,  /* never drops */
    TONK_HABIT_DROPS,  /* drops with a count of `number` or less */
    TONK_HABIT_HOLDS,  /* keeps spreads in hand until it can go out with all of them */
    TONK_HABIT_HIGH,   /* discards the highest card that is in no spread */
    TONK_HABIT_ECHOES, /* discards a rank that was discarded before */
    TONK_HABITS
};
typedef struct { int32_t kind, number; } TonkHabit;
enum { TONK_MOST_HABITS = 8 };

/* Players at a table (table.c). `believed`, unless NULL, is a rule set with the same cards that a plain player assumes
 * to be in force; `profile` and `table` are interpreted by it. A blind player sees the whole table as if `believed`,
 * with a full pack, were in force, and does what it then wants as far as that is legal. A master has a net and one of
 * its heads, a bias for the net's scores by type of action, in points up to TONK_MOST_LEANING, and the plain player that
 * decides slaps and last lays. */
enum TonkPlayerKind { TONK_PLAIN, TONK_MASTER, TONK_GREEDY, TONK_UNIFORM, TONK_BLIND };
enum { TONK_MOST_LEANING = 100000 };
typedef struct {
    int32_t kind;               /* enum TonkPlayerKind */
    int32_t drop_at;            /* of a greedy player */
    int32_t head, leaning[TONK_TYPES];
    int32_t n_habits;           /* of any player; each narrows what the one before it allows */
    TonkHabit habits[TONK_MOST_HABITS];
    const TonkProfile *profile; /* of a plain player or a master, as is `table` */
    const TonkDropTable *table;
    const TonkRules *believed;
    const TonkNet *net;
} TonkPlayer;
/* Chooses the action of the player in `seat`, which decides now; equal to that of `ai` in Python for the same seed. */
TONK_API int tonk_choose(const TonkHand *hand, int seat, const TonkPlayer *player, uint64_t seed, TonkAction *out);

/* The course of a hand between players, one for each seat: before each move every seat gets a seed, by which it reacts
 * and decides. Initialize `random` with the deal's seed and all else with 0. */
typedef struct { TonkRandom random; uint64_t seeds[TONK_MOST_SEATS]; int32_t is_begun, unused; } TonkCourse;
/* Plays the next decision; returns the seat, and the action in `done`. TONK_IS_OVER if the hand is over. */
TONK_API int tonk_step(TonkHand *hand, const TonkPlayer *const *players, TonkCourse *course, TonkAction *done);

/* The outcome of a deal for each player over all seatings: stakes, or under push-up the points of the others less its
 * own times their number; drops, and those that were caught; and how each hand ended (enum TonkEnding). */
typedef struct { int64_t points[TONK_MOST_SEATS]; int32_t drops[TONK_MOST_SEATS], caught[TONK_MOST_SEATS], endings[TONK_MOST_SEATS]; } TonkDealOutcome;
/* Plays `deals` deals, each from its deck, card numbers in dealing order, and its seed, with the players in every
 * seating. Seat 0 deals. Returns the number of decisions. `*done`, unless NULL, gets the number of finished deals; a
 * nonzero `*cancel` ends it with TONK_CANCELLED. */
TONK_API int64_t tonk_play_deals(const TonkRules *rules, int seats, const TonkPlayer *const *players, int64_t deals, const uint8_t *decks,
                                 const uint64_t *seeds, TonkDealOutcome *out, volatile int64_t *done, const volatile int32_t *cancel);

/* Statistics of hands (counts.c): sums over hands of x and y, as in "x of y", and of their squares and product, which
 * are integers and exact below 2 ** 53. TONK_PAY is the sum of absolute payments, TONK_SQUARES that of squared
 * payments, TONK_WINNER what the winners are paid; those from TONK_TAKES on are chances of all seats and how many were
 * used, and TONK_COUNT_AT_DROP is the count at drops. Under push-up, payments are times the number of the others. */
typedef struct { double x, y, xx, xy, yy; } TonkRatio;
enum TonkCounted {
    TONK_PAY, TONK_SQUARES, TONK_WINNER, TONK_TURNS, TONK_ACTIONS, TONK_DROP_CAUGHT, TONK_TAKES, TONK_HOLDS, TONK_HITS, TONK_DROPS,
    TONK_FIRST_DROPS, TONK_SLAPPED, TONK_COUNT_AT_DROP, TONK_COUNTED
};
enum { TONK_HEAT_TURNS = 7, TONK_HEAT_BANDS = 10 };
typedef struct {
    TonkRatio of[TONK_COUNTED], endings[TONK_ENDINGS], seats[TONK_MOST_SEATS]; /* `seats` from the eldest on */
    int64_t heat[TONK_HEAT_TURNS][TONK_HEAT_BANDS][2]; /* by turn and band of counts, each `width` wide: drops, and chances to drop */
} TonkCounts;
/* Plays a hand for each seed, dealt by it, the last seat dealing, and adds to `counts`; `worths`, unless NULL, gets what
 * each hand brought each seat. Returns the number of decisions. */
TONK_API int64_t tonk_count_hands(const TonkRules *rules, int seats, const TonkPlayer *const *players, int64_t hands, const uint64_t *seeds,
                                  int width, TonkCounts *counts, int64_t *worths, volatile int64_t *done,
                                  const volatile int32_t *cancel);
/* A seat's obvious faults, and its chances for them (faults.c): turns with a certain win, and those that came to less;
 * how many of each of these had a drop as the best certain win; spreads laid, turns ended with one in hand that could
 * be laid, and those in which the discard broke one; drops, and those caught. */
typedef struct { int64_t wins, left, sure_drops, missed, laid, held, broken, drops, caught; } TonkFaults;
enum TonkFaultKind { TONK_LEFT, TONK_HELD, TONK_BROKEN };
/* A single fault: the number of the decision in the hand dealt by `seed`, and, for a win, what it would have paid. */
typedef struct { uint64_t seed; int32_t decision, seat, kind, pays; } TonkFault;
/* Plays a hand for each seed, like `tonk_count_hands`, and adds to `counts`, one for each seat. `found` gets the first
 * `room` faults, `n_found` the number of all. Returns the number of decisions. */
TONK_API int64_t tonk_find_faults(const TonkRules *rules, int seats, const TonkPlayer *const *players, int64_t hands,
                                  const uint64_t *seeds, TonkFaults *counts, TonkFault *found, int room, int32_t *n_found,
                                  const volatile int32_t *cancel);

/* The position of a hand in its middle (`position.c`), explained in `game/rules/POSITION.md`. Sets contain card numbers, or
 * seats as a bit each; a card of `pile` or `stock` that is TONK_NO_CARD, and those that a hand lacks of its size, may be
 * any that are not named elsewhere. */
typedef struct {
    int32_t seats, dealer, turns, phase, is_big_one;
    int32_t sizes[TONK_MOST_SEATS], waits[TONK_MOST_SEATS];
    uint64_t hands[TONK_MOST_SEATS], known[TONK_MOST_SEATS], dealt[TONK_MOST_SEATS];
    int32_t pile_size, stock_size, n_spreads;
    int32_t idle_turns, is_idle, taken, must_use, has_hit, is_blocked; /* `taken` is a card number, or -1 */
    int32_t discarder;           /* if its card can still be slapped, else -1 */
    int32_t was_hit, hit_own, hit_others, hitters, other_hitters, last_spread;
    int32_t ending, ender, pays, n_chances, chances[TONK_MOST_SEATS], natural_pot_winner;
    TonkBets bets;
    uint8_t pile[TONK_MOST_CARDS], stock[TONK_MOST_CARDS]; /* the top of the pile comes last, that of the stock first */
    struct { uint64_t cards; int32_t kind, suit, low, high, owner, buried; } spreads[TONK_MOST_SPREADS];
} TonkPosition;
/* Sets up a hand in a position; unknown cards lie at random. TONK_BAD_INPUT if the position is impossible. */
TONK_API int tonk_set_up(TonkHand *hand, const TonkRules *rules, const TonkPosition *position, TonkRandom *random);

/* Play-outs (`rollout.c`): what actions are worth to a seat, by hands played to the end by some players
 * from what may lie behind all that the seat has seen. */
enum { TONK_MOST_PARTICLES = 512, TONK_MOST_STIRS = 100 };

/* A move as the seat saw it: `card` is the number of the card that was taken, or drawn by the seat itself,
 * else -1. */
typedef struct { TonkAction action; int32_t seat, card; } TonkSeenMove;

/* All that a seat knows where it decides, and how worlds are drawn. Chances are in thousandths. */
typedef struct {
    const TonkRules *rules;
    const TonkProfile *profile;  /* who is taken to have played so far, and plays on at all seats… */
    const TonkDropTable *table;
    const TonkPlayer *player;    /* … but where this is not NULL, this player plays on */
    const TonkSeenMove *moves;
    const TonkAction *actions;   /* those that are compared: up to TONK_MOST_ACTIONS, all that are legal */
    const TonkPosition *position; /* as it is now, of a hand that was set up in its middle; else NULL */
    TonkBets bets;
    int32_t n_moves, n_actions;
    int32_t seats, dealer, seat, is_big_one, upcard; /* a card number, or -1 */
    int32_t phase, must_use;     /* where it is asked: enum TonkPhase; the card just taken must be used */
    int32_t may_claim;           /* a take now is a claim */
    int32_t shows_suit;          /* `aside` tells of all that joined what they set aside (§5.11, spades) */
    int32_t trust;               /* it played so by the profile; else it did anything that was allowed */
    int32_t weighed_from;        /* moves before this are only to be legal */
    int32_t in_time;             /* a reaction comes before the window is closed */
    int32_t particles, kept;     /* decks weighed together, and those played out */
    int32_t stirs;               /* how often a world is changed at random after each choice; 0: copies stay alike */
    int32_t at_once;             /* with twice as many actions every second world is played out, and so on */
    uint8_t dealt[16];           /* card numbers, as many as are dealt to each */
    uint8_t aside[8];            /* by seat: the card seen set aside for the high suit, or TONK_NO_CARD */
} TonkSeen;

/* A batch of worlds played out: of each action that was tried the sum of its results, and how often the seat
 * won, was caught, tonked, the hand stocked out, both times the weight over the number of worlds. */
typedef struct {
    double weight;
    int64_t lowest, highest; /* result; under push-up times the number of the others */
    int32_t worlds, decks;   /* `decks`: how many of those dealt came to be played out, however often */
    int64_t moves;           /* of all play-outs, whose cost in time grows with them */
    double *sums, *kinds;    /* of the caller: one and four for each index, in its order */
} TonkPlayed;

TONK_API int64_t tonk_size_of_play_outs(void); /* of `memory` below: zeros at first, then for this alone, in one thread */
/* Plays the batches of these seeds, each alike whoever plays it, with the actions at these indices. */
TONK_API int tonk_play_outs(const TonkSeen *seen, void *memory, const uint64_t *seeds, int n, const int32_t *indices, int n_indices,
                            TonkPlayed *out, const volatile int32_t *cancel, int64_t *done);
/* One world, as it may stand: 1, or 0 where none was found. */
TONK_API int tonk_a_world(const TonkSeen *seen, void *memory, uint64_t seed, TonkHand *out);
/* Sums the seat's results of a hand whose cards are all known but the order of its stock, over `orders` random orders:
 * from where it stands, or after `first` by `actor`; the seats of `passed`, a bit each, have let the discard go by.
 * `*out` gets the sum. */
TONK_API int64_t tonk_sum_over_orders(const TonkHand *hand, const TonkSeen *seen, const TonkAction *first, int actor,
                                      unsigned passed, int orders, int64_t *out);
/* What so many hands with the bets of `seen` bring each seat, the last dealing; the sum of all squares. */
TONK_API int tonk_seat_worths(const TonkSeen *seen, int64_t hands, uint64_t seed, int64_t *sums, double *squares,
                              const volatile int32_t *cancel);
/* Computes the mean of `n` batches, each the sum of its results and its weight, and the mean's variance: the square of its
 * standard error, from how far the batches deviate. `doubt` is the deviation that one more batch is assumed to have; where
 * few batches carry the weight, the variance is wider, as by Student's t. */
TONK_API void tonk_weighted_mean(const double *sums, const double *weights, int n, double doubt, double *mean, double *variance);

TONK_API int64_t tonk_size_of_rules(void);
TONK_API int64_t tonk_size_of_hand(void);
/* The size of a structure that callers lay out themselves, by its name, such as "TonkAction"; 0 for any other name. */
TONK_API int64_t tonk_size_of(const char *name);

#ifdef __cplusplus
}
#endif
#endif
