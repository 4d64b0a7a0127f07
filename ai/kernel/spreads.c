/* Books and runs: those that wild cards make, what may be hit onto one, and what a hand counts whose
 * matched cards do not (RULES.md §1.6, §5.1, §5.16). */
#include "inside.h"

/* On the table. */

Cards tonk_in_fits(const TonkRules *r, const TonkSpread *s) {
    if (s->buried) return 0;
    if (s->kind == TONK_BOOK) {
        if (!r->key[TONK_HIT_BOOKS] || how_many(s->cards) >= 4) return 0;
        return ONE_RANK << s->low & r->pack & ~s->cards;
    }
    int places[2];
    Cards found = 0;
    for (int i = tonk_in_gaps(r, s, places) - 1; i >= 0; i--) found |= bit_of(16 * s->suit + places[i]);
    return found & ~s->cards;
}

/* Where a card may be hit: the ranks beyond a run's ends, the high one first, the rank of a book, as places;
 * how many. A run holds each rank at most once, and an ace that fits both ends goes low. */
int tonk_in_gaps(const TonkRules *r, const TonkSpread *s, int *places) {
    int n = 0;
    if (s->buried) return 0;
    if (s->kind == TONK_BOOK) {
        if (r->key[TONK_HIT_BOOKS] && how_many(s->cards) < 4) places[n++] = s->low;
        return n;
    }
    if (s->high + 1 < r->ranks) places[n++] = s->high + 1;
    else if (r->high_ace && s->high + 1 == r->ranks && s->low > 1) places[n++] = 0;
    if (s->low > 0 && !(s->low == 1 && s->high == r->ranks)) places[n++] = s->low - 1;
    return n;
}

/* Whether a card, hit at this rank of a spread, would be there as itself. */
bool tonk_in_is_itself(const TonkSpread *s, int card, int place) {
    return s->kind == TONK_BOOK ? rank_of(card) == s->low : card == 16 * s->suit + place;
}

/* Where a card lands that is slapped onto this spread: as itself, else high, else low; -1: nowhere. */
int tonk_in_landing(const TonkRules *r, int card, const TonkSpread *s) {
    int places[2];
    if (s->fits >> card & 1) return TONK_ITSELF;
    return r->wilds >> card & 1 && tonk_in_gaps(r, s, places) ? places[0] : -1;
}

/* Laid. */

static bool is_book(const TonkRules *r, const TonkAction *a) {
    if (a->low != a->high || a->low >= r->ranks || a->suit) return false;
    int selves = how_many(a->cards & ONE_RANK << a->low), size = how_many(a->cards);
    return selves >= 2 && (size == 3 || size == 4) && !(a->cards & ~(ONE_RANK << a->low) & ~r->wilds);
}

/* The cards that stand for themselves from one place of a lane to another. */
static Cards places_of(const TonkRules *r, int lane, int low, int high) {
    Cards row = (1ull << (high + 1)) - (1ull << low);
    if (high == r->ranks) row = (row & ~(1ull << high)) | 1;
    return row << (16 * lane);
}

static bool is_run(const TonkRules *r, const TonkAction *a) {
    if (a->suit >= r->suits || a->high > r->ranks || a->low + 2 > a->high) return false;
    if (a->high == r->ranks && (!r->high_ace || a->low < 2)) return false;
    Cards places = places_of(r, a->suit, a->low, a->high);
    return how_many(a->cards) == a->high - a->low + 1 && how_many(a->cards & places) >= 2 &&
           !(a->cards & ~places & ~r->wilds);
}

/* Whether the action says of its cards what they can be. */
bool tonk_in_is_spread(const TonkRules *r, const TonkAction *a) {
    if (a->cards & ~r->pack) return false;
    return a->kind == TONK_BOOK ? is_book(r, a) : a->kind == TONK_RUN && is_run(r, a);
}

/* Every spread in which a wild card stands for another: of `own`, cards at their own places, two or more
 * are kept, and wild cards fill the rest. */

static bool walk_mixed(TonkSpread *s, Cards own, Cards wilds, int least, int most, Visit visit, void *told) {
    for (Cards kept = own; kept; kept = (kept - 1) & own) {
        int selves = how_many(kept);
        if (selves < 2 || selves >= most) continue;
        for (Cards used = wilds; used; used = (used - 1) & wilds) {
            int size = selves + how_many(used);
            if (size < least || size > most) continue;
            s->cards = kept | used;
            if (visit(told, s)) return true;
        }
    }
    return false;
}

static bool walk_wild_books(const TonkRules *r, Cards held, Visit visit, void *told) {
    for (int rank = 0; rank < r->ranks; rank++) {
        Cards own = held & ONE_RANK << rank, wilds = held & r->wilds & ~own;
        TonkSpread book = {.kind = TONK_BOOK, .low = rank, .high = rank};
        if (wilds && how_many(own) >= 2 && walk_mixed(&book, own, wilds, 3, 4, visit, told)) return true;
    }
    return false;
}

static bool walk_wild_runs(const TonkRules *r, Cards held, int lane, Visit visit, void *told) {
    int places = r->ranks + r->high_ace;
    Cards in_lane = held & places_of(r, lane, 0, r->ranks - 1);
    int longest = how_many(in_lane) + how_many(held & r->wilds & ~in_lane);
    if (how_many(in_lane) < 2) return false;
    for (int low = 0; low + 2 < places; low++)
        for (int high = low + 2; high < places && high - low < longest; high++) {
            if (high == r->ranks && low < 2) continue;
            Cards row = places_of(r, lane, low, high), own = held & row, wilds = held & r->wilds & ~row;
            TonkSpread run = {.kind = TONK_RUN, .suit = lane, .low = low, .high = high};
            int length = high - low + 1;
            if (how_many(own) < 2 || how_many(own) + how_many(wilds) < length) continue;
            if (walk_mixed(&run, own, wilds, length, length, visit, told)) return true;
        }
    return false;
}

bool tonk_in_walk_wild_spreads(const TonkRules *r, Cards held, Visit visit, void *told) {
    if (walk_wild_books(r, held, visit, told)) return true;
    for (int lane = 0; lane < r->suits; lane++) if (walk_wild_runs(r, held, lane, visit, told)) return true;
    return false;
}

/* What a hand counts: where matched cards do not, the least that disjoint spreads leave (RULES.md §5.16).
 * The lowest card is left over or part of some spread with cards above it, and so on with the rest. */

static int matched_points(const TonkRules *r, Cards held);

typedef struct { const TonkRules *r; Cards held; int most; } Matched;

static bool try_spread(void *told, const TonkSpread *s) {
    Matched *m = told;
    if (s->cards & (m->held & -m->held)) {
        int points = points_of(m->r, s->cards) + matched_points(m->r, m->held & ~s->cards);
        if (points > m->most) m->most = points;
    }
    return false;
}

/* The most points that natural spreads take up. */
static int matched_points(const TonkRules *r, Cards held) {
    int most = 0;
    while (has_natural_spread(r, held)) {
        Matched m = {.r = r, .held = held};
        walk_natural_spreads(r, held, try_spread, &m);
        if (m.most > most) most = m.most;
        held &= held - 1;
    }
    return most;
}

/* The same with wild cards. Groups of cards that stand for themselves are chosen; a group `needs` some
 * wild cards to be a spread and has `room` for more. Those left over go where there is room, the dearest
 * first. */
typedef struct {
    const TonkRules *r;
    Cards wilds;
    int spare, dear, cheap, most;
    Cards twos;
} Groups;

static void choose_groups(Groups *g, Cards own, Cards used, int needs, int room, int points);

static void weigh_groups(Groups *g, Cards used, int needs, int room, int points) {
    Cards left = g->wilds & ~used;
    int n = how_many(left), laid = n < room ? n : room, twos = how_many(left & g->twos);
    if (needs > n) return;
    int first = laid < twos ? laid : twos;
    points += g->dear * first + g->cheap * (laid - first);
    if (points > g->most) g->most = points;
}

static void choose_group(Groups *g, Cards own, Cards group, Cards used, int needs, int room, int points) {
    if (needs <= g->spare) choose_groups(g, own & ~group, used | group, needs, room, points + points_of(g->r, group));
}

static void choose_books(Groups *g, Cards own, Cards first, Cards used, int needs, int room, int points) {
    Cards others = own & ONE_RANK << rank_of(lowest(first)) & ~first;
    for (Cards some = others; some; some = (some - 1) & others) {
        int size = 1 + how_many(some);
        choose_group(g, own, some | first, used, needs + (size < 3 ? 3 - size : 0), room + 4 - size, points);
    }
}

static void choose_run(Groups *g, Cards own, Cards group, int low, int high, Cards used, int needs, int room, int points) {
    const TonkRules *r = g->r;
    int size = how_many(group), length = high - low + 1 < 3 ? 3 : high - low + 1;
    int most = (high < r->ranks ? r->ranks : r->ranks - 1) - size; /* up to a high ace a run begins above the 2 */
    if (length - size > most || (high == r->ranks && low < 2)) return;
    choose_group(g, own, group, used, needs + length - size, room + most, points);
}

static void choose_runs(Groups *g, Cards own, Cards first, Cards used, int needs, int room, int points) {
    const TonkRules *r = g->r;
    int lane = suit_of(lowest(first)), low = rank_of(lowest(first));
    Cards others = own & places_of(r, lane, 0, r->ranks - 1) & ~first;
    for (Cards some = others; some; some = (some - 1) & others) {
        int high = rank_of(63 - __builtin_clzll(some));
        choose_run(g, own, some | first, low, high, used, needs, room, points);
        if (low == 0 && r->high_ace)
            choose_run(g, own, some | first, rank_of(lowest(some)), r->ranks, used, needs, room, points);
    }
}

static void choose_groups(Groups *g, Cards own, Cards used, int needs, int room, int points) {
    weigh_groups(g, used, needs, room, points);
    for (; own & (own - 1); own &= own - 1) {
        Cards first = own & -own;
        choose_books(g, own, first, used, needs, room, points);
        choose_runs(g, own, first, used, needs, room, points);
    }
}

static int matched_with_wilds(const TonkRules *r, Cards held) {
    Groups g = {.r = r, .wilds = held & r->wilds, .twos = r->wilds & ~JOKERS, .cheap = r->points[TONK_JOKER_PLACE]};
    g.spare = how_many(g.wilds);
    if (g.twos) g.dear = r->points[rank_of(lowest(g.twos))];
    choose_groups(&g, held & ~JOKERS, 0, 0, 0, 0);
    return g.most;
}

int tonk_in_unmatched(const TonkRules *r, Cards held) {
    int all = points_of(r, held);
    if (how_many(held) < 3) return all;
    return all - (held & r->wilds ? matched_with_wilds(r, held) : matched_points(r, held));
}

enum { LARGEST_COUNTED = 16 }; /* no hand comes to hold as many cards */

int tonk_count(const TonkRules *r, Cards cards) {
    cards &= r->pack;
    int all = points_of(r, cards);
    if (!r->key[TONK_COUNT]) return all;
    return how_many(cards) > LARGEST_COUNTED ? TONK_BAD_INPUT : tonk_in_unmatched(r, cards);
}
