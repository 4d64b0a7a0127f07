/* Books and runs: finding them in a hand, and what may be hit onto one on the table. */
#ifndef SPREADS_H
#define SPREADS_H
#include "rules.h"

enum Kind { BOOK, RUN };
enum { MOST_FOUND = 400 }; /* of more spreads in a hand, which takes many wild cards, some are overlooked */
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

/* The place that a card has in a run of this suit, or -1: `top` is an ace above the others. */
static int place_in(const Rules *r, const Spread *s, int card) {
    if (suit_of(card) != s->suit || rank_of(card) == JOKER_RANK) return -1;
    int place = rank_of(card) == 0 && s->high == r->ranks ? r->ranks : rank_of(card);
    return place >= s->low && place <= s->high ? place : -1;
}

/* The card that stands for itself at this place of a suit. */
static int card_at(const Rules *r, int suit, int place) { return 16 * suit + (place == r->ranks ? 0 : place); }

/* Where a wild card may be hit: the places beyond a run's ends, the rank of a book; how many. */
static int gaps(const Rules *r, const Spread *s, int *places) {
    int n = 0;
    if (s->buried || (s->kind == BOOK && r->no_hit_books)) return 0;
    if (s->kind == BOOK) {
        if (how_many(s->cards) < 4) places[n++] = s->low;
        return n;
    }
    if (s->high + 1 < r->ranks || (r->high_ace && s->high + 1 == r->ranks && s->low > 1)) places[n++] = s->high + 1;
    if (s->low > 0 && !(s->low == 1 && s->high == r->ranks)) places[n++] = s->low - 1;
    return n;
}

/* Whether a card at this place of a spread would be there as itself. */
static bool is_itself(const Rules *r, const Spread *s, int card, int place) {
    return s->kind == BOOK ? rank_of(card) == s->low : card == card_at(r, s->suit, place);
}

static void add_found(Spread *out, int *n, Spread s) { if (*n < MOST_FOUND) out[(*n)++] = s; }

/* The books of one rank that wild cards make: at least two cards are of the rank. */
static void wild_books(const Rules *r, Cards own, Cards wilds, int rank, Spread *out, int *n) {
    for (Cards kept = own; kept; kept = (kept - 1) & own)
        for (Cards used = wilds; used && how_many(kept) >= 2; used = (used - 1) & wilds) {
            int size = how_many(kept) + how_many(used);
            if (size == 3 || size == 4)
                add_found(out, n, (Spread){.kind = BOOK, .low = rank, .high = rank, .cards = kept | used});
        }
}

/* The runs from `low` to `high`, with those `places`, that wild cards make: cards at their own places
 * are `kept`, the others filled by cards that have no place of their own there. */
static void wild_runs(const Rules *r, int suit, int low, int high, Cards places, Cards held, Spread *out, int *n) {
    Cards own = held & places, wilds = held & r->wilds & ~places;
    int length = high - low + 1;
    if (how_many(own) < 2 || how_many(own) + how_many(wilds) < length) return;
    for (Cards kept = own; kept; kept = (kept - 1) & own)
        for (Cards used = wilds; used && how_many(kept) >= 2; used = (used - 1) & wilds)
            if (how_many(kept) + how_many(used) == length)
                add_found(out, n, (Spread){.kind = RUN, .suit = suit, .low = low, .high = high, .cards = kept | used});
}

/* Every spread in which a wild card stands for another. */
static void wild_spreads(const Rules *r, Cards held, Spread *out, int *n) {
    for (int rank = 0; rank < r->ranks; rank++) {
        Cards own = held & (0x0001000100010001ull << rank), wilds = held & r->wilds & ~own;
        if (wilds && how_many(own) >= 2) wild_books(r, own, wilds, rank, out, n);
    }
    for (int suit = 0; suit < r->suits; suit++) {
        int own = how_many(held >> (16 * suit) & ((1u << r->ranks) - 1)), longest = own + how_many(held & r->wilds);
        if (own < 2) continue;
        for (int low = 0; low + 2 < r->ranks + r->high_ace; low++) {
            Cards places = 0;
            for (int high = low; high < r->ranks + r->high_ace && high - low < longest; high++) {
                places |= bit_of(card_at(r, suit, high));
                if (high > low + 1 && (high < r->ranks || low > 1)) wild_runs(r, suit, low, high, places, held, out, n);
            }
        }
    }
}

/* Every spread in `held`: books of three and four, runs of any length. Of spreads whose wild cards
 * only change places one is found. */
static int spreads_in(const Rules *r, Cards held, Spread *out) {
    int n = 0;
    if (how_many(held) < 3) return 0;
    if (held & r->wilds) wild_spreads(r, held, out, &n);
    uint64_t twos = (held & held >> 16) | (held & held >> 32) | (held & held >> 48) |
                    ((held >> 16) & (held >> 32)) | ((held >> 16) & (held >> 48)) |
                    ((held >> 32) & (held >> 48));
    for (uint64_t ranks = twos & ((1u << r->ranks) - 1); ranks; ranks &= ranks - 1) {
        int rank = lowest(ranks);
        Cards all = held & (0x0001000100010001ull << rank);
        if (how_many(all) < 3) continue;
        add_found(out, &n, (Spread){.kind = BOOK, .low = rank, .high = rank, .cards = all});
        if (how_many(all) == 4)
            for (Cards each = all; each; each &= each - 1)
                add_found(out, &n, (Spread){.kind = BOOK, .low = rank, .high = rank,
                                            .cards = all & ~(each & -each)});
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
                add_found(out, &n, (Spread){.kind = RUN, .suit = suit, .low = low, .high = high,
                                            .cards = cards << (16 * suit)});
            }
        }
    }
    return n;
}

/* What a hand counts: where matched cards count nothing, the least that any spreads leave. The same
 * few cards are counted over and over, so what was found last is remembered. */
static int count_of(const Rules *r, Cards held) {
    enum { BITS = 14 };
    static struct { Cards held; uint64_t kind; int count; } memory[1 << BITS];
    int least = points_of(r, held);
    if (!r->unmatched || how_many(held) < 3) return least;
    uint64_t spot = ((held ^ r->kind) * 0x9e3779b97f4a7c15ull) >> (64 - BITS);
    if (memory[spot].held == held && memory[spot].kind == r->kind) return memory[spot].count;
    Spread found[MOST_FOUND];
    int n = spreads_in(r, held, found);
    for (int i = 0; i < n; i++) {
        int left = count_of(r, held & ~found[i].cards);
        if (left < least) least = left;
    }
    memory[spot].held = held, memory[spot].kind = r->kind, memory[spot].count = least;
    return least;
}
#endif
