/* Books and runs: finding them in a hand, and what may be hit onto one on the table. */
#ifndef SPREADS_H
#define SPREADS_H
#include "rules.h"

enum Kind { BOOK, RUN };
typedef struct { uint8_t kind, owner, suit, low, high; bool buried; Cards cards; } Spread;

/* Where a spread may be hit: the cards that fit it as themselves. */
static Cards fits(const Rules *r, const Spread *s) {
    if (s->buried) return 0;
    if (s->kind == BOOK) {
        if (r->no_hit_books || how_many(s->cards) >= 4) return 0;
        Cards rank = 0;
        for (int suit = 0; suit < r->suits; suit++) rank |= bit_of(16 * suit + s->low);
        return rank & ~s->cards;
    }
    Cards found = 0;
    if (s->high + 1 < r->ranks) found |= bit_of(16 * s->suit + s->high + 1);
    else if (r->high_ace && s->high + 1 == r->ranks && s->low > 1) found |= bit_of(16 * s->suit);
    if (s->low > 0 && !(s->low == 1 && s->high == r->ranks)) {
        found |= bit_of(16 * s->suit + s->low - 1);
    }
    return found & ~s->cards;
}

/* Every spread in `held`: books of three and four, runs of any length. */
static int spreads_in(const Rules *r, Cards held, Spread *out) {
    int n = 0;
    if (how_many(held) < 3) return 0;
    uint64_t twos = (held & held >> 16) | (held & held >> 32) | (held & held >> 48) |
                    ((held >> 16) & (held >> 32)) | ((held >> 16) & (held >> 48)) |
                    ((held >> 32) & (held >> 48));
    for (uint64_t ranks = twos & ((1u << r->ranks) - 1); ranks; ranks &= ranks - 1) {
        int rank = lowest(ranks);
        Cards all = held & (0x0001000100010001ull << rank);
        if (how_many(all) < 3) continue;
        out[n++] = (Spread){.kind = BOOK, .low = rank, .high = rank, .cards = all};
        if (how_many(all) == 4)
            for (Cards each = all; each; each &= each - 1)
                out[n++] = (Spread){.kind = BOOK, .low = rank, .high = rank,
                                    .cards = all & ~(each & -each)};
    }
    for (int suit = 0; suit < r->suits; suit++) {
        uint32_t lane = held >> (16 * suit) & ((1u << r->ranks) - 1);
        if (r->high_ace) lane |= (lane & 1) << r->ranks;
        uint32_t threes = lane & lane >> 1 & lane >> 2;
        for (; threes; threes &= threes - 1) {
            int low = __builtin_ctz(threes);
            for (int high = low + 2; lane >> high & 1; high++) {
                if (high == r->ranks && low < 2) continue;
                Cards cards = ((1ull << (high + 1)) - (1ull << low));
                if (high == r->ranks) cards = (cards & ~(1ull << r->ranks)) | 1;
                if (n < 40)
                    out[n++] = (Spread){.kind = RUN, .suit = suit, .low = low, .high = high,
                                        .cards = cards << (16 * suit)};
            }
        }
    }
    return n;
}

/* What a hand counts: where matched cards count nothing, the least that any spreads leave. */
static int count_of(const Rules *r, Cards held) {
    int least = points_of(r, held);
    if (!r->unmatched) return least;
    Spread found[40];
    int n = spreads_in(r, held, found);
    for (int i = 0; i < n; i++) {
        int left = count_of(r, held & ~found[i].cards);
        if (left < least) least = left;
    }
    return least;
}
#endif
