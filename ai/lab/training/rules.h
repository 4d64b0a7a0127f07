/* The kernel's rules with additional fields for the trainer's players, under the names that its files use. Compiled by
 * `league.py` together with the kernel's sources, with -fplan9-extensions: a `Rules` begins with a `TonkRules`. */
#ifndef RULES_H
#define RULES_H
#include <stdio.h>
#include <stdlib.h>
#include "../../kernel/internal.h"

enum { MOST_SEATS = TONK_MOST_SEATS, JOKER_RANK = TONK_JOKER_PLACE, MOST_NUMBERS = 2000 };
enum Family { F_GENERAL, F_STANDARD, F_UNMATCHED, F_GOING_OUT, F_UNMATCHED_OUT, F_UNMATCHED_SHORT, F_WAITS, FAMILIES };

typedef struct {
    TonkRules;
    int preset;   /* the place of the expert's drop table, or -1 */
    double swing; /* what a hand typically wins or loses, in stakes; 0 counts as 1 */
    int family;   /* the head of the net for these rules, in the order of ai/master/network.py */
    double mean;  /* mean points of a card of the pack */
} Rules;

/* Reads the numbers of `tonk_rules`, separated by commas; returns whether they are a rule set. */
static bool read_rules(Rules *r, const char *text) {
    int32_t numbers[MOST_NUMBERS];
    int n = 0;
    for (char *rest = (char *)text; n < MOST_NUMBERS; rest++) {
        numbers[n++] = strtol(rest, &rest, 10);
        if (*rest != ',') break;
    }
    if (tonk_rules(r, numbers, n) < 0) return false;
    r->mean = (double)points_of(r, r->pack) / r->pack_size;
    return true;
}

static Rules standard(void) {
    Rules r = {.family = F_STANDARD};
    read_rules(&r, STANDARD_RULES); /* defined by `trainer_input.py` */
    return r;
}

static inline int dealt(const Rules *r, int seats) { return tonk_hand_size(r, seats); }
static inline bool is_push_up(const TonkRules *r) { return r->key[TONK_SCORING] == TONK_SCORING_PUSH_UP; }

typedef TonkRandom Dice;
static inline double chance(Dice *d) { return (next_of(d) >> 11) * 0x1p-53; }
static void seed_dice(Dice *d, uint64_t seed) { d->state = seed; }
#endif
