/* What the library is made of: its version, compiler and header, and the sizes of its structures. */
#include "tonk.h"

#ifndef TONK_COMPILER
#define TONK_COMPILER "an unknown compiler"
#endif

#ifndef TONK_HEADER
#define TONK_HEADER 0
#endif

uint32_t tonk_header(void) { return TONK_HEADER; }

int tonk_version(void) { return TONK_VERSION; }

const char *tonk_compiler(void) { return TONK_COMPILER; }

static bool is_same(const char *one, const char *other) {
    while (*one && *one == *other) one++, other++;
    return *one == *other;
}

#define STRUCTURES(OF) \
    OF(TonkAction) OF(TonkBets) OF(TonkCounts) OF(TonkCourse) OF(TonkDealOutcome) OF(TonkDropTable) OF(TonkFault) OF(TonkFaults) \
    OF(TonkHabit) OF(TonkPayment) OF(TonkPosition) OF(TonkPlayed) OF(TonkPlayer) OF(TonkProfile) OF(TonkRandom) OF(TonkRatio) \
    OF(TonkResult) OF(TonkSeen) OF(TonkSeenMove) OF(TonkState)
#define SIZE_OF(structure) if (is_same(name, #structure)) return sizeof(structure);

int64_t tonk_size_of_rules(void) { return sizeof(TonkRules); }
int64_t tonk_size_of_hand(void) { return sizeof(TonkHand); }

int64_t tonk_size_of(const char *name) {
    STRUCTURES(SIZE_OF)
    return 0;
}
