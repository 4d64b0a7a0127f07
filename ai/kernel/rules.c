/* Compiles a rule set from its numbers, and converts card numbers to sets and back. */
#include "internal.h"

/* Keys. */

static const struct { int least, most; } ALLOWED[TONK_KEYS] = {
#define LIMITS(name, least, most) [name] = {least, most},
    TONK_KEY_LIST(LIMITS)
};

/* Returns whether the value of a key is not allowed, on its own or with the others (RULES.md §4.7). */
static bool is_wrong(const int32_t *key, int which) {
    if (key[which] < ALLOWED[which].least || key[which] > ALLOWED[which].most) return true;
    switch (which) {
    case TONK_HAND_SIZE: return key[which] == 1 || key[which] == 2;
    case TONK_WILD:
        return (key[which] & TONK_WILD_TWOS && !(key[TONK_RANKS] & 2)) ||
               (key[which] & TONK_WILD_JOKERS && !key[TONK_JOKERS]);
    case TONK_WILD_POINTS: return key[which] >= 0 && !key[TONK_WILD];
    case TONK_SCORING: return key[which] == TONK_SCORING_PUSH_UP && key[TONK_CATCH] != TONK_C_STANDARD;
    default: return false;
    }
}

static bool is_natural_wrong(const TonkNatural *e) {
    return e->match < TONK_M_COUNT || e->match > TONK_M_ALL_FACES || e->value < 0 || e->pays < 1 ||
           e->pays > TONK_MOST_STAKES || (e->low_wins & ~1) || (e->in_turn & ~1) || (e->open & ~1) || e->tie < 0 ||
           e->tie > TONK_TIES;
}

/* The cards. */

static void name_cards(TonkRules *r) {
    memset(r->number, TONK_NO_CARD, sizeof r->number);
    memset(r->bit, TONK_NO_CARD, sizeof r->bit);
    for (Cards c = r->pack; c; c &= c - 1) {
        int card = lowest(c), lane = suit_of(card), place = rank_of(card);
        int number = place == TONK_JOKER_PLACE ? 52 + lane : 13 * r->suit_name[lane] + r->name[place];
        r->number[card] = number, r->bit[number] = card;
    }
}

static int value_of(const TonkRules *r, int name) {
    if (name == 1 && r->key[TONK_WILD] & TONK_WILD_TWOS && r->key[TONK_WILD_POINTS] >= 0) return r->key[TONK_WILD_POINTS];
    return r->key[TONK_FACE_VALUES] == TONK_FACES_RISING || name < 9 ? name + 1 : 10;
}

static void join(TonkRules *r, int one, int other, int third) {
    r->between[one][other] |= 1u << third, r->between[other][one] |= 1u << third;
}

/* Finds the cards that form spreads of three. A run is three places in a row, where a high ace comes last. */
static void link_cards(TonkRules *r) {
    uint16_t beside[16] = {0};
    for (int low = 0; low + 2 < r->ranks + r->high_ace; low++) {
        int high = low + 2 == r->ranks ? 0 : low + 2;
        if (!high && low < 2) continue;
        join(r, low, low + 1, high), join(r, low + 1, high, low), join(r, low, high, low + 1);
    }
    for (int place = 0; place < r->ranks; place++)
        for (int other = 0; other < r->ranks; other++) if (r->between[place][other]) beside[place] |= 1u << other;
    for (Cards c = r->pack & ~JOKERS; c; c &= c - 1) {
        int card = lowest(c), place = rank_of(card);
        Cards rank = r->suits > 2 ? ONE_RANK << place & r->pack : 0;
        r->linked[card] = (rank | (Cards)beside[place] << (16 * suit_of(card))) & ~bit_of(card);
    }
}

static void sort_places(TonkRules *r) {
    for (int n = 0; n <= r->ranks; n++) {
        int place = n < r->ranks ? n : TONK_JOKER_PLACE, at = n;
        for (; at && r->points[r->by_points[at - 1]] > r->points[place]; at--) r->by_points[at] = r->by_points[at - 1];
        r->by_points[at] = place;
    }
}

static void derive(TonkRules *r) {
    const int32_t *key = r->key;
    for (int name = 0; name < 13; name++) if (key[TONK_RANKS] >> name & 1) r->name[r->ranks++] = name;
    for (int name = 0; name < 4; name++) if (key[TONK_SUITS] >> name & 1) r->suit_name[r->suits++] = name;
    r->has_ace = key[TONK_RANKS] & 1, r->high_ace = r->has_ace && key[TONK_ACE] == TONK_ACE_LOW_OR_HIGH;
    r->has_waits = key[TONK_WAIT_AFTER_SPREAD] || key[TONK_WAIT_WHEN_HIT] || key[TONK_WAIT_AFTER_OWN_HIT] ||
                   key[TONK_WAIT_AFTER_HITTING];
    for (int place = 0; place < r->ranks; place++) {
        r->points[place] = value_of(r, r->name[place]);
        for (int lane = 0; lane < r->suits; lane++) {
            Cards card = bit_of(16 * lane + place);
            r->pack |= card;
            if (r->name[place] == 1 && key[TONK_WILD] & TONK_WILD_TWOS) r->wilds |= card;
            if (r->name[place] >= 10) r->faces |= card;
        }
    }
    for (int joker = 0; joker < key[TONK_JOKERS]; joker++) r->pack |= bit_of(16 * joker + TONK_JOKER_PLACE);
    if (key[TONK_WILD] & TONK_WILD_JOKERS) {
        r->wilds |= r->pack & JOKERS;
        if (key[TONK_WILD_POINTS] >= 0) r->points[TONK_JOKER_PLACE] = key[TONK_WILD_POINTS];
    }
    r->pack_size = how_many(r->pack);
    sort_places(r);
    name_cards(r);
    link_cards(r);
}

/* Naturals. Only entries that are the best for some hand are kept, so that a list of any length fits. */

enum { MOST_COUNT = 9 * TONK_MOST_WILD_POINTS, AT_DEAL = 0, IN_TURN, LATE, TIMES };

typedef struct { int32_t best[TIMES][2][MOST_COUNT + 1]; } BestNaturals; /* by time, all faces, count; -1 for none */

static TonkNatural natural_at(const int32_t *numbers, int which) {
    TonkNatural entry;
    memcpy(&entry, numbers + (int64_t)which * TONK_NATURAL_NUMBERS, sizeof entry);
    return entry;
}

static bool matches_count(const TonkNatural *e, int count, bool all_faces) {
    return e->match == TONK_M_ALL_FACES ? all_faces : e->match == TONK_M_COUNT ? count == e->value : count <= e->value;
}

static bool is_better(const TonkNatural *one, const TonkNatural *other) {
    return one->rank != other->rank ? one->rank > other->rank : one->pays > other->pays;
}

static void find_best(BestNaturals *found, const int32_t *numbers, int n) {
    memset(found, -1, sizeof *found);
    for (int i = 0; i < n; i++) {
        TonkNatural entry = natural_at(numbers, i);
        for (int time = 0; time < TIMES; time++) {
            if (entry.in_turn != (time != AT_DEAL) || (time == LATE && entry.open)) continue;
            for (int faces = 0; faces < 2; faces++)
                for (int count = 0; count <= MOST_COUNT; count++) {
                    int32_t *best = &found->best[time][faces][count];
                    if (!matches_count(&entry, count, faces)) continue;
                    TonkNatural before = natural_at(numbers, *best < 0 ? i : *best);
                    if (*best < 0 || is_better(&entry, &before)) *best = i;
                }
        }
    }
}

static bool is_among(const BestNaturals *found, int which) {
    const int32_t *best = &found->best[0][0][0];
    for (size_t i = 0; i < sizeof *found / sizeof *best; i++) if (best[i] == which) return true;
    return false;
}

enum { FEW_NATURALS = 16 };

static int keep_naturals(TonkRules *r, const int32_t *numbers, int n) {
    BestNaturals found;
    if (n > FEW_NATURALS) find_best(&found, numbers, n);
    for (int in_turn = 0; in_turn < 2; in_turn++)
        for (int i = 0; i < n; i++) {
            TonkNatural entry = natural_at(numbers, i);
            if (entry.in_turn != in_turn || (n > FEW_NATURALS && !is_among(&found, i))) continue;
            if (r->n_naturals == TONK_MOST_NATURALS) return TONK_TOO_MANY_NATURALS;
            r->natural[r->n_naturals++] = entry;
            r->n_turn_naturals += in_turn;
        }
    return r->n_naturals;
}

int tonk_rules(TonkRules *out, const int32_t *keys, int n) {
    memset(out, 0, sizeof *out);
    out->wrong = -1;
    if (n < TONK_KEYS + 1) return TONK_BAD_KEYS;
    int naturals = keys[TONK_KEYS];
    if (naturals < 0 || naturals > (n - TONK_KEYS - 1) / TONK_NATURAL_NUMBERS ||
        n != TONK_KEYS + 1 + naturals * TONK_NATURAL_NUMBERS) return TONK_BAD_KEYS;
    for (int which = 0; which < TONK_KEYS; which++)
        if (is_wrong(keys, which)) { out->wrong = which; return TONK_BAD_VALUE; }
    const int32_t *entries = keys + TONK_KEYS + 1;
    for (int i = 0; i < naturals; i++) {
        TonkNatural entry = natural_at(entries, i);
        if (is_natural_wrong(&entry)) { out->wrong = TONK_KEYS + 1 + i * TONK_NATURAL_NUMBERS; return TONK_BAD_VALUE; }
    }
    int kept = keep_naturals(out, entries, naturals);
    if (kept < 0) return kept;
    memcpy(out->key, keys, sizeof out->key);
    derive(out);
    return kept;
}

/* Packs. */

int tonk_wrong(const TonkRules *r) { return r->wrong; }

int tonk_pack(const TonkRules *r, uint8_t *deck) {
    int n = 0;
    for (int number = 0; number < TONK_MOST_CARDS; number++) if (r->bit[number] != TONK_NO_CARD) deck[n++] = number;
    return n;
}

int tonk_hand_size(const TonkRules *r, int seats) {
    if (r->key[TONK_HAND_SIZE]) return r->key[TONK_HAND_SIZE];
    return seats == 2 ? 9 : seats == 3 ? 7 : 5;
}

bool tonk_can_seat(const TonkRules *r, int seats) {
    if (seats < 2 || seats > TONK_MOST_SEATS) return false;
    return r->pack_size >= seats * tonk_hand_size(r, seats) + r->key[TONK_UPCARD] + seats;
}

uint64_t tonk_numbers(const TonkRules *r, Cards cards) {
    uint64_t numbers = 0;
    for (cards &= r->pack; cards; cards &= cards - 1) numbers |= 1ull << r->number[lowest(cards)];
    return numbers;
}

Cards tonk_cards(const TonkRules *r, uint64_t numbers) {
    Cards cards = 0;
    for (numbers &= (1ull << TONK_MOST_CARDS) - 1; numbers; numbers &= numbers - 1) {
        int bit = r->bit[__builtin_ctzll(numbers)];
        if (bit != TONK_NO_CARD) cards |= bit_of(bit);
    }
    return cards;
}

int tonk_points(const TonkRules *r, Cards cards) { return points_of(r, cards); }
