/* Certain wins, which a seat can force now whatever the hidden cards: `ai/ends.py` in C, with matching names. Both search
 * the same nodes in the same order, so that both reach the limit at the same one. */
#include "internal.h"

enum { LOOKS = 200, WIDEST = 24, LOWEST_PAYS = 1, DOUBLE_DOUBLE_PAYS = 4 };

typedef struct { TonkSpread at[TONK_MOST_SPREADS + 4]; int n; } Table;
/* A node of the search: a point in a turn. Of the cards held, those `passed` go into no spread that is laid now; `hits`
 * counts those of this turn, and `must_use` is the card that must be laid next. */
typedef struct { Cards held, must_use, passed; TonkLaid laid; int hits; } Node;
/* A search. With `is_drawn`, there is one more card, unknown, which can only be discarded. */
typedef struct { const TonkHand *h; const TonkRules *r; int seat, spreads, most, left; bool is_drawn, is_chance; } Turn;

static bool add_cards(void *told, const TonkSpread *s) {
    *(Cards *)told |= s->cards;
    return false;
}

/* The cards of a set that are in any of its spreads. With wild cards to spare all of them can be. */
static Cards spread_cards(const TonkRules *r, Cards held) {
    Cards found = 0;
    if (how_many(held) < 3 || !has_spread(r, held)) return 0;
    if (held & r->wilds) return tonk_in_cards_of_wild_spreads(r, held);
    walk_natural_spreads(r, held, add_cards, &found);
    return found;
}

static Cards kin_of(const TonkRules *r, const TonkSpread *s) {
    return s->kind == TONK_RUN ? LANE << (16 * s->suit) & ~JOKERS : ONE_RANK << s->low & r->pack;
}

/* Returns whether more of these cards than can be discarded go nowhere; those of `undecided` may still go into spreads. */
static bool is_hopeless(const Turn *t, Cards held, Cards undecided, const TonkSpread *lying, int n) {
    int places[2], most = !t->is_drawn && !t->is_chance;
    Cards lone = held & ~t->r->wilds;
    for (int i = 0; i < n && how_many(lone) > most; i++) if (tonk_in_gaps(t->r, &lying[i], places)) lone &= ~kin_of(t->r, &lying[i]);
    return how_many(lone) > most && how_many(lone & ~spread_cards(t->r, undecided)) > most;
}

static bool may_throw(const Turn *t, const Node *node) {
    return !t->is_chance && (!node->hits || t->r->key[TONK_DISCARD_AFTER_HIT]);
}

static int pays_to_throw(const Turn *t, const Node *node) {
    bool is_last = how_many(node->held) == 1 && !node->must_use && !t->is_drawn;
    return is_last && may_throw(t, node) ? t->r->key[TONK_OUT_PAYS] : 0;
}

static int pays_when_empty(const Turn *t, const Node *node) {
    if (t->is_chance) return DOUBLE_DOUBLE_PAYS;
    if (t->is_drawn) return may_throw(t, node) ? t->r->key[TONK_OUT_PAYS] : 0;
    if (node->laid.last_was_spread && !t->r->key[TONK_SPREAD_OUT]) return 0;
    return tonk_in_tonk_worth(t->r, &node->laid);
}

static int best_of(Turn *t, const Node *node, const Table *table, TonkAction *first);

/* Returns the pay of the best end after this step, if that is more than `most`, else `most`. A step of NULL passes over
 * a card. */
static int pays_after(Turn *t, const Node *after, const Table *table, const TonkAction *step, int most, TonkAction *first) {
    TonkAction later;
    int pays = after->held ? best_of(t, after, table, &later) : pays_when_empty(t, after);
    if (pays <= most) return most;
    *first = step ? *step : later;
    return pays;
}

static int best_spread(Turn *t, const Node *node, const Table *table, Cards card, int most, TonkAction *first) {
    TonkSpread found[WIDEST];
    int n = tonk_in_widest(t->r, node->held & ~node->passed, card, WIDEST, found);
    for (int i = 0; i < n && most < t->most; i++) {
        const TonkSpread *s = &found[i];
        TonkAction step = {.cards = s->cards, .type = TONK_SPREAD, .kind = s->kind, .suit = s->suit, .low = s->low, .high = s->high};
        Node after = *node;
        Table lying = *table;
        after.held &= ~s->cards, after.must_use = 0;
        after.laid.spreads++, after.laid.last_was_spread = true;
        lying.at[lying.n] = *s, lying.at[lying.n].owner = t->seat, lying.n++;
        most = pays_after(t, &after, &lying, &step, most, first);
    }
    return most;
}

static int best_hit(Turn *t, const Node *node, const Table *table, int most, TonkAction *first) {
    const TonkRules *r = t->r;
    Cards usable = node->must_use ? node->must_use : node->held;
    int places[2];
    if (!may_hit_more(r, t->h, node->hits)) return most;
    for (int i = 0; i < table->n; i++) {
        const TonkSpread *s = &table->at[i];
        int ends = tonk_in_gaps(r, s, places);
        for (int end = 0; end < ends; end++) {
            Cards fits = (s->kind == TONK_RUN ? bit_of(16 * s->suit + places[end]) : kin_of(r, s)) & ~s->cards;
            Cards own = usable & fits, wild = usable & r->wilds & ~fits;
            while ((own || wild) && most < t->most) {
                int card = own ? lowest(own) : first_card(wild), place = own ? TONK_ITSELF : places[end];
                if (own) own &= own - 1;
                else wild = 0;
                TonkAction step = {.type = TONK_HIT, .card = card, .spread = i, .place = place};
                Node after = *node;
                Table lying = *table;
                after.held &= ~bit_of(card), after.passed &= ~bit_of(card), after.must_use = 0, after.hits++;
                after.laid.has_hit = true, after.laid.last_was_spread = false, after.laid.has_hit_others |= s->owner != t->seat;
                tonk_in_grow(r, &lying.at[i], card, place);
                most = pays_after(t, &after, &lying, &step, most, first);
            }
        }
    }
    return most;
}

static int best_of(Turn *t, const Node *node, const Table *table, TonkAction *first) {
    Cards undecided = node->held & ~node->passed, naturals = undecided & ~t->r->wilds;
    Cards may_go = t->r->key[TONK_SPREAD_OUT] ? undecided : node->held; /* a passed card may be hit on a later spread */
    if (--t->left < 0 || is_hopeless(t, node->held, may_go, table->at, table->n)) return 0;
    int most = pays_to_throw(t, node);
    bool has_begun = node->passed || node->laid.spreads > t->spreads;
    if (most) *first = (TonkAction){.type = TONK_DISCARD, .card = lowest(node->held)};
    if (t->r->key[TONK_TONK_NEEDS] == TONK_N_SECOND_SPREAD && !has_begun) most = best_hit(t, node, table, most, first);
    if (!spread_cards(t->r, undecided)) return best_hit(t, node, table, most, first);
    Cards card = node->must_use ? node->must_use : bit_of(first_card(naturals ? naturals : undecided));
    most = best_spread(t, node, table, card, most, first);
    if (node->must_use) return best_hit(t, node, table, most, first);
    if (most >= t->most) return most;
    Node after = *node;
    after.passed |= card;
    return pays_after(t, &after, table, NULL, most, first);
}

/* Returns the pay of the best end of a turn in which the seat holds these cards; `first` gets its first lay or discard. */
static int end_of_turn(const TonkHand *h, int seat, Cards held, Cards must_use, bool is_drawn, TonkAction *first) {
    const TonkRules *r = h->rules;
    TonkAction unasked;
    Turn t = {.h = h, .r = r, .seat = seat, .left = LOOKS, .is_drawn = is_drawn, .is_chance = h->phase == TONK_CHANCE};
    Node begin = {.held = held, .must_use = must_use, .laid = tonk_in_laid(h, seat), .hits = h->phase != TONK_START && h->has_hit};
    bool is_blocked = h->phase == TONK_LAY ? h->is_blocked : h->blocks >> seat & 1;
    if (t.is_chance ? h->ending != TONK_END_TONK : h->is_booed || is_blocked) return 0;
    if (is_hopeless(&t, held, held, h->spreads, h->n_spreads)) return 0;
    Table table = {.n = h->n_spreads};
    memcpy(table.at, h->spreads, h->n_spreads * sizeof *table.at);
    t.spreads = begin.laid.spreads, t.most = r->key[TONK_OUT_PAYS];
    if (!is_drawn && r->key[TONK_TONK_PAYS] > t.most) t.most = r->key[TONK_TONK_PAYS];
    if (!is_drawn && begin.laid.is_first_turn && r->key[TONK_TWO_SPREADS_PAYS] > t.most) t.most = r->key[TONK_TWO_SPREADS_PAYS];
    return best_of(&t, &begin, &table, first ? first : &unasked);
}

/* Returns whether nobody can hold `count` or less, by all that was shown: assumes that others hold the lowest cards. */
static bool is_lowest(const TonkHand *h, int seat, int count) {
    const TonkRules *r = h->rules;
    Cards hidden = r->pack & ~h->hand[seat] & ~h->seen;
    for (int s = 0; s < h->seats; s++) {
        if (s == seat) continue;
        int size = how_many(h->hand[s]), lacking = size - how_many(h->known[s]), least = points_of(r, h->known[s]);
        if (r->key[TONK_COUNT] == TONK_COUNT_UNMATCHED && size >= 3) return false;
        for (int i = 0; i <= r->ranks && lacking > 0 && least <= count; i++) {
            int place = r->by_points[i], some = how_many(hidden & (place == TONK_JOKER_PLACE ? JOKERS : ONE_RANK << place));
            if (some > lacking) some = lacking;
            least += some * r->points[place], lacking -= some;
        }
        if (least <= count) return false;
    }
    return true;
}

static int pays_to_begin(const TonkHand *h, int seat, int type, bool is_claim) {
    const TonkRules *r = h->rules;
    Cards held = h->hand[seat], top = type == TONK_TAKE ? bit_of(h->pile[h->pile_size - 1]) : 0;
    bool must_use = is_claim || r->key[TONK_TAKE_RULE] == TONK_TAKE_USE_NOW;
    switch (type) {
    case TONK_DRAW:
        if (r->key[TONK_BOOED] && stock_size(h) - 1 <= h->seats) return 0;
        return end_of_turn(h, seat, held, 0, true, NULL);
    case TONK_TAKE: return end_of_turn(h, seat, held | top, must_use ? top : 0, false, NULL);
    case TONK_DROP:
        if (r->key[TONK_LAST_LAY] & TONK_LAST_LAY_DROP) return 0;
        return is_lowest(h, seat, tonk_count(r, held)) ? LOWEST_PAYS : 0;
    default:
        if (r->key[TONK_LAST_LAY] & TONK_LAST_LAY_STOCKOUT || r->key[TONK_STOCKOUT_RULE] != TONK_STOCKOUT_LOWEST) return 0;
        return is_lowest(h, seat, tonk_count(r, held)) ? LOWEST_PAYS : 0;
    }
}

int tonk_in_best_start(const TonkHand *h, int seat, unsigned types, bool is_claim, int *at) {
    static const uint8_t order[] = {TONK_DRAW, TONK_TAKE, TONK_DROP, TONK_STOP};
    int most = 0;
    for (size_t i = 0; i < sizeof order; i++) {
        int pays = types >> order[i] & 1 ? pays_to_begin(h, seat, order[i], is_claim) : 0;
        if (pays > most) most = pays, *at = order[i];
    }
    return most;
}

/* Returns the index of the slap with which the seat goes out, or -1. */
static int slap_out(const TonkHand *h, int seat, const TonkAction *a, int n) {
    int found = -1;
    if (how_many(h->hand[seat]) != 1 || h->is_booed) return -1;
    for (int i = 0; i < n; i++)
        if (a[i].type == TONK_SLAP && a[i].card != TONK_NO_CARD && (found < 0 || a[i].spread < a[found].spread)) found = i;
    return found;
}

static bool is_step(const TonkAction *a, const TonkAction *b) {
    return a->type == b->type && a->cards == b->cards && a->card == b->card && a->spread == b->spread && a->place == b->place &&
           a->kind == b->kind && a->suit == b->suit && a->low == b->low;
}

int tonk_in_best_end(const TonkHand *h, int seat, const TonkAction *a, int n, bool drops, int *at) {
    if (h->phase == TONK_LAY || h->phase == TONK_CHANCE) {
        TonkAction first;
        int pays = end_of_turn(h, seat, h->hand[seat], h->must_use ? bit_of(h->taken) : 0, false, &first);
        for (*at = 0; pays && *at < n; ++*at) if (is_step(&a[*at], &first)) return pays;
        return 0;
    }
    unsigned types = 0;
    int type = -1, slap = slap_out(h, seat, a, n);
    for (int i = 0; i < n; i++) types |= 1u << a[i].type;
    if (!drops) types &= ~(1u << TONK_DROP);
    int pays = tonk_in_best_start(h, seat, types, false, &type);
    if (slap >= 0 && key(h, TONK_OUT_PAYS) > pays) { *at = slap; return key(h, TONK_OUT_PAYS); }
    for (*at = 0; pays && a[*at].type != type;) ++*at;
    return pays;
}

int tonk_sure_win(const TonkHand *h, int seat, TonkAction *out) {
    TonkAction a[TONK_MOST_ACTIONS];
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    int n = tonk_legal(h, seat, a, TONK_MOST_ACTIONS), at = -1, pays, type = -1;
    if (n <= 0) return n;
    if (h->is_claim) {
        pays = tonk_in_best_start(h, seat, 1u << TONK_TAKE, true, &type);
        if (pays) *out = (TonkAction){.type = TONK_TAKE};
        return pays;
    }
    pays = tonk_in_best_end(h, seat, a, n, true, &at);
    if (pays) *out = a[at];
    for (int i = 0; i < n; i++)
        if (a[i].type == TONK_DECLARE && tonk_in_declarable(h)->pays >= pays) pays = tonk_in_declarable(h)->pays, *out = a[i];
    return pays;
}
