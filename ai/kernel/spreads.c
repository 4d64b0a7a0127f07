/* Books and runs: spreads with wild cards, hits, and counts where matched cards do not count (RULES.md §1.6,
 * §5.1, §5.16). */
#include "internal.h"

/* Hits on spreads. */

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

/* Finds the ranks, as places, that may be hit onto a spread: those beyond a run's ends, the high one first, or the rank
 * of a book; returns their number. A run holds each rank at most once, and an ace that fits both ends goes low. */
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

/* Returns whether a card hit at this rank of a spread stands for itself. */
bool tonk_in_is_itself(const TonkSpread *s, int card, int place) {
    return s->kind == TONK_BOOK ? rank_of(card) == s->low : card == 16 * s->suit + place;
}

/* Returns the place of a card slapped onto a spread: as itself, else high, else low; -1 if it does not fit. */
int tonk_in_landing(const TonkRules *r, int card, const TonkSpread *s) {
    int places[2];
    if (s->fits >> card & 1) return TONK_ITSELF;
    return r->wilds >> card & 1 && tonk_in_gaps(r, s, places) ? places[0] : -1;
}

/* Spreads to be laid. */

static bool is_book(const TonkRules *r, const TonkAction *a) {
    if (a->low != a->high || a->low >= r->ranks || a->suit) return false;
    int selves = how_many(a->cards & ONE_RANK << a->low), size = how_many(a->cards);
    return selves >= 2 && (size == 3 || size == 4) && !(a->cards & ~(ONE_RANK << a->low) & ~r->wilds);
}

/* Returns the natural cards from one place of a lane to another. */
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

/* Returns whether the cards of an action form the spread that it names. */
bool tonk_in_is_spread(const TonkRules *r, const TonkAction *a) {
    if (a->cards & ~r->pack) return false;
    return a->kind == TONK_BOOK ? is_book(r, a) : a->kind == TONK_RUN && is_run(r, a);
}

/* Spreads in which a wild card stands for another card: of `own`, natural cards at their places, two or more are kept,
 * and wild cards fill the rest. */

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
    for (uint32_t ranks = twos_in(r, held); ranks; ranks &= ranks - 1) {
        int rank = __builtin_ctz(ranks);
        Cards own = held & ONE_RANK << rank, wilds = held & r->wilds & ~own;
        TonkSpread book = {.kind = TONK_BOOK, .low = rank, .high = rank};
        if (wilds && walk_mixed(&book, own, wilds, 3, 4, visit, told)) return true;
    }
    return false;
}

static bool walk_wild_runs(const TonkRules *r, Cards held, int lane, Visit visit, void *told) {
    int places = r->ranks + r->high_ace;
    uint32_t row;
    run_starts(r, held, lane, &row);
    Cards in_lane = held & places_of(r, lane, 0, r->ranks - 1);
    int longest = how_many(in_lane) + how_many(held & r->wilds & ~in_lane);
    if (how_many(in_lane) < 2) return false;
    for (int low = 0; low + 2 < places; low++) {
        uint32_t near = row >> low & ((1u << longest) - 1);
        if (!(near & (near - 1))) continue;
        for (int high = low + 2; high < places && high - low < longest; high++) {
            int length = high - low + 1;
            uint32_t there = near & ((1u << length) - 1);
            if (!(there & (there - 1)) || (high == r->ranks && low < 2)) continue;
            Cards within = places_of(r, lane, low, high), own = held & within, wilds = held & r->wilds & ~within;
            TonkSpread run = {.kind = TONK_RUN, .suit = lane, .low = low, .high = high};
            if (how_many(own) + how_many(wilds) < length) continue;
            if (walk_mixed(&run, own, wilds, length, length, visit, told)) return true;
        }
    }
    return false;
}

bool tonk_in_walk_wild_spreads(const TonkRules *r, Cards held, Visit visit, void *told) {
    if (walk_wild_books(r, held, visit, told)) return true;
    for (int lane = 0; lane < r->suits; lane++) if (walk_wild_runs(r, held, lane, visit, told)) return true;
    return false;
}

/* The cards of a set that runs from one place of a lane to another can be of, wild cards among them: two stand for
 * themselves, and any wild card can fill a gap or stand for a third that is held. */
static Cards cards_of_run(const TonkRules *r, Cards held, int lane, int low, int high) {
    if (high < low + 2 || high >= r->ranks + r->high_ace || (high == r->ranks && low < 2)) return 0;
    Cards row = places_of(r, lane, low, high), own = held & row, wilds = held & r->wilds & ~row;
    return how_many(own) >= 2 && how_many(own) + how_many(wilds) > high - low ? own | wilds : 0;
}

static Cards find_cards_of_spreads(const TonkRules *r, Cards held) {
    Cards found = 0;
    for (uint32_t ranks = twos_in(r, held); ranks; ranks &= ranks - 1) {
        Cards own = held & ONE_RANK << __builtin_ctz(ranks), wilds = held & r->wilds & ~own;
        if (wilds || how_many(own) >= 3) found |= own | wilds;
    }
    for (int lane = 0; lane < r->suits; lane++) {
        uint32_t row;
        run_starts(r, held, lane, &row);
        /* A run need be no longer than three, or than from one card of its own to another. */
        for (uint32_t lows = (row & row >> 1) | (row & row >> 2) | (row >> 1 & row >> 2); lows; lows &= lows - 1)
            found |= cards_of_run(r, held, lane, __builtin_ctz(lows), __builtin_ctz(lows) + 2);
        for (uint32_t lows = row; lows; lows &= lows - 1)
            for (uint32_t highs = lows & (lows - 1); highs; highs &= highs - 1)
                found |= cards_of_run(r, held, lane, __builtin_ctz(lows), __builtin_ctz(highs));
    }
    return found;
}

Cards tonk_in_cards_of_wild_spreads(const TonkRules *r, Cards held) {
    if (!r->memo) return find_cards_of_spreads(r, held);
    int at = memo_slot(held);
    if (r->memo->in_spreads[at].held != held)
        r->memo->in_spreads[at].found = find_cards_of_spreads(r, held), r->memo->in_spreads[at].held = held;
    return r->memo->in_spreads[at].found;
}

/* What a hand counts: where matched cards do not, the least that disjoint spreads leave (RULES.md §5.16). */

enum { MOST_NATURAL = 384 }; /* a pack has 65 books and 308 runs */

typedef struct { const TonkRules *r; int n, points[MOST_NATURAL]; Cards at[MOST_NATURAL]; } Spreads;

static bool list_spread(void *told, const TonkSpread *s) {
    Spreads *found = told;
    found->points[found->n] = points_of(found->r, s->cards), found->at[found->n++] = s->cards;
    return false;
}

static void list_spreads(const TonkRules *r, Cards held, Spreads *out) {
    out->r = r, out->n = 0; /* of the rest only what is listed is read, so that nothing else is cleared */
    if (has_natural_spread(r, held)) walk_natural_spreads(r, held, list_spread, out);
}

/* Returns the most points of disjoint spreads within `held`, among those from index `first` on; `laid` gets their cards. */
static int most_points(const Spreads *s, int first, Cards held, Cards *laid) {
    int most = 0;
    *laid = 0;
    for (int i = first; i < s->n; i++) {
        Cards others;
        if (s->at[i] & ~held) continue;
        int points = s->points[i] + most_points(s, i + 1, held & ~s->at[i], &others);
        if (points > most) most = points, *laid = s->at[i] | others;
    }
    return most;
}

/* The search for the most matched points with wild cards. It chooses groups of natural cards; a group `needs` some wild
 * cards to become a spread and has `room` for more. Wild cards left over go where there is room, those with most points
 * first. `laid` are the cards of the best choice, with some suitable wild cards; `enough` is an upper bound. */
typedef struct {
    const TonkRules *r;
    Cards wilds, twos, laid;
    int spare, dear, cheap, all_wild, most, enough;
} Groups;

static void choose_groups(Groups *g, Cards own, int left, Cards used, int needs, int room, int points);

static Cards some_of(Cards cards, int n) {
    Cards found = 0;
    for (; n--; cards &= cards - 1) found |= cards & -cards;
    return found;
}

static void weigh_groups(Groups *g, Cards used, int needs, int room, int points) {
    Cards left = g->wilds & ~used, twos = left & g->twos;
    int n = how_many(left), laid = n < room ? n : room, n_twos = how_many(twos);
    if (needs > n) return;
    int first = laid < n_twos ? laid : n_twos;
    points += g->dear * first + g->cheap * (laid - first);
    if (points > g->most) g->most = points, g->laid = used | some_of(twos, first) | some_of(left & ~twos, laid - first);
}

static void choose_group(Groups *g, Cards own, int left, Cards group, Cards used, int needs, int room, int points) {
    if (needs > g->spare) return;
    int worth = points_of(g->r, group);
    choose_groups(g, own & ~group, left - worth, used | group, needs, room, points + worth);
}

static void choose_books(Groups *g, Cards own, int left, Cards first, Cards used, int needs, int room, int points) {
    Cards others = own & ONE_RANK << rank_of(lowest(first)) & ~first;
    for (Cards some = others; some; some = (some - 1) & others) {
        int size = 1 + how_many(some);
        choose_group(g, own, left, some | first, used, needs + (size < 3 ? 3 - size : 0), room + 4 - size, points);
    }
}

static void choose_run(Groups *g, Cards own, int left, Cards group, int low, int high, Cards used, int needs, int room, int points) {
    const TonkRules *r = g->r;
    int size = how_many(group), length = high - low + 1 < 3 ? 3 : high - low + 1;
    int most = (high < r->ranks ? r->ranks : r->ranks - 1) - size; /* a run up to a high ace starts above the 2 */
    if (length - size > most || (high == r->ranks && low < 2)) return;
    choose_group(g, own, left, group, used, needs + length - size, room + most, points);
}

static void choose_runs(Groups *g, Cards own, int left, Cards first, Cards used, int needs, int room, int points) {
    const TonkRules *r = g->r;
    int lane = suit_of(lowest(first)), low = rank_of(lowest(first));
    Cards others = own & places_of(r, lane, 0, r->ranks - 1) & ~first;
    for (Cards some = others; some; some = (some - 1) & others) {
        int high = rank_of(63 - __builtin_clzll(some));
        choose_run(g, own, left, some | first, low, high, used, needs, room, points);
        if (low == 0 && r->high_ace)
            choose_run(g, own, left, some | first, rank_of(lowest(some)), r->ranks, used, needs, room, points);
    }
}

/* `left` is the points of `own`. */
static void choose_groups(Groups *g, Cards own, int left, Cards used, int needs, int room, int points) {
    weigh_groups(g, used, needs, room, points);
    for (; own & (own - 1); own &= own - 1) {
        if (g->most >= g->enough || points + left + g->all_wild <= g->most) return;
        Cards first = own & -own;
        choose_books(g, own, left, first, used, needs, room, points);
        choose_runs(g, own, left, first, used, needs, room, points);
        left -= points_of(g->r, first);
    }
}

/* Returns the most points of disjoint spreads; `enough` is an upper bound, which changes nothing but the time taken. */
static int matched_with_wilds(const TonkRules *r, Cards held, int enough, Cards *laid) {
    int at = memo_slot(held);
    if (r->memo && r->memo->matched[at].held == held) {
        *laid = r->memo->matched[at].laid;
        return r->memo->matched[at].most;
    }
    Groups g = {.r = r, .wilds = held & r->wilds, .twos = r->wilds & ~JOKERS, .cheap = r->points[TONK_JOKER_PLACE], .enough = enough};
    g.spare = how_many(g.wilds), g.all_wild = points_of(r, g.wilds);
    if (g.twos) g.dear = r->points[rank_of(lowest(g.twos))];
    choose_groups(&g, held & ~JOKERS, points_of(r, held & ~JOKERS), 0, 0, 0, 0);
    *laid = g.laid;
    if (r->memo) r->memo->matched[at].held = held, r->memo->matched[at].laid = g.laid, r->memo->matched[at].most = g.most;
    return g.most;
}

int tonk_in_unmatched(const TonkRules *r, Cards held) {
    int all = points_of(r, held);
    Cards laid;
    if (how_many(held) < 3) return all;
    if (held & r->wilds) return all - matched_with_wilds(r, held, all, &laid);
    if (!has_natural_spread(r, held)) return all;
    Spreads s;
    list_spreads(r, held, &s);
    return all - most_points(&s, 0, held, &laid);
}

static void without_wilds(const TonkRules *r, Cards held, int *counts) {
    Cards laid, unused;
    int all = points_of(r, held), most = matched_with_wilds(r, held, all, &laid);
    for (Cards c = held; c; c &= c - 1) {
        int card = lowest(c);
        Cards rest = held & ~bit_of(card);
        if (!(rest & r->wilds)) counts[card] = tonk_in_unmatched(r, rest);
        else counts[card] = all - r->points[rank_of(card)] - (laid >> card & 1 ? matched_with_wilds(r, rest, most, &unused) : most);
    }
}

/* Removing a card that is in none of the best spreads leaves them the best, which saves a search. */
void tonk_in_unmatched_without(const TonkRules *r, Cards held, int *counts) {
    if (held & r->wilds) { without_wilds(r, held, counts); return; }
    Spreads s;
    Cards laid, unused;
    list_spreads(r, held, &s);
    int all = points_of(r, held), most = most_points(&s, 0, held, &laid);
    for (Cards c = held; c; c &= c - 1) {
        int card = lowest(c), matched = laid >> card & 1 ? most_points(&s, 0, held & ~bit_of(card), &unused) : most;
        counts[card] = all - r->points[rank_of(card)] - matched;
    }
}

enum { LARGEST_COUNTED = 16 }; /* more cards than any hand can hold */

int tonk_count(const TonkRules *r, Cards cards) {
    cards &= r->pack;
    int all = points_of(r, cards);
    if (r->key[TONK_COUNT] == TONK_COUNT_ALL) return all;
    return how_many(cards) > LARGEST_COUNTED ? TONK_BAD_INPUT : tonk_in_unmatched(r, cards);
}

/* The spreads of a set with most points. */

typedef struct { TonkSpread *at; int n, most; const TonkRules *r; Cards with; } Widest;

int tonk_in_compare_spreads(const TonkSpread *a, const TonkSpread *b) {
    int cards = compare_sets(a->cards, b->cards);
    if (cards) return cards;
    int lane = (a->kind == TONK_RUN ? a->suit : -1) - (b->kind == TONK_RUN ? b->suit : -1);
    return lane ? lane : a->low - b->low;
}

/* Compares by points; of equal ones, the lower set comes first. */
static bool is_before(const Widest *w, const TonkSpread *a, const TonkSpread *b) {
    int more = points_of(w->r, a->cards) - points_of(w->r, b->cards);
    return more ? more > 0 : tonk_in_compare_spreads(a, b) < 0;
}

static bool keep_spread(void *told, const TonkSpread *s) {
    Widest *w = told;
    int at = w->n;
    if (w->with & ~s->cards) return false;
    while (at && is_before(w, s, &w->at[at - 1])) at--;
    if (at == w->most) return false;
    if (w->n < w->most) w->n++;
    for (int i = w->n - 1; i > at; i--) w->at[i] = w->at[i - 1];
    w->at[at] = *s;
    return false;
}

int tonk_in_widest(const TonkRules *r, Cards held, Cards with, int most, TonkSpread *out) {
    Widest w = {.at = out, .most = most, .r = r, .with = with};
    walk_spreads(r, held, keep_spread, &w);
    return w.n;
}
