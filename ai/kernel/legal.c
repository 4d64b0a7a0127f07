/* Legal actions (RULES.md §1.5 to §1.10, §4.3, §4.4, §5.3, §5.5, §5.9, §5.13, §5.14, §5.17). */
#include "internal.h"

static bool is_book_of_aces(const TonkRules *r, const TonkSpread *s) {
    return r->has_ace && s->kind == TONK_BOOK && s->low == 0;
}

/* Returns whether a lay may empty a seat's hand. */
static bool may_empty(const TonkHand *h, bool is_blocked, bool by_spread) {
    return h->is_booed || !(is_blocked || (by_spread && !key(h, TONK_SPREAD_OUT)));
}

/* The start of a turn. */

bool tonk_in_may_drop(const TonkHand *h, int seat) {
    if (h->waits[seat] || (!key(h, TONK_FIRST_TURN_DROP) && h->turns <= from_eldest(h, seat))) return false;
    int most = key(h, TONK_DROP_AT_MOST);
    return !most || points_of(h->rules, h->hand[seat]) <= most || tonk_count(h->rules, h->hand[seat]) <= most;
}

typedef struct { int card; Cards barred; } Use;

static bool uses(void *told, const TonkSpread *s) {
    const Use *use = told;
    return s->cards >> use->card & 1 && s->cards != use->barred;
}

/* Returns whether the seat on turn could lay the top discard at once after taking it. */
bool tonk_in_can_use(const TonkHand *h, int card) {
    Cards held = h->hand[h->turn] | bit_of(card);
    bool is_blocked = h->blocks >> h->turn & 1;
    if (can_hit(h, card) && (how_many(held) > 1 || may_empty(h, is_blocked, false))) return true;
    Use use = {.card = card, .barred = may_empty(h, is_blocked, true) ? 0 : held};
    return walk_spreads(h->rules, held, uses, &use);
}

bool tonk_in_may_take(const TonkHand *h) {
    if (!h->pile_size || h->idle_turns >= idle_limit(h)) return false;
    return key(h, TONK_TAKE_RULE) != TONK_TAKE_USE_NOW || tonk_in_can_use(h, h->pile[h->pile_size - 1]);
}

const TonkNatural *tonk_in_declarable(const TonkHand *h) {
    if (!h->rules->n_turn_naturals || !is_first_round(h)) return NULL;
    return tonk_in_best_natural(h, h->turn, true);
}

static void add_type(Out *out, int type) { put(out, (TonkAction){.type = type}); }

static void add_starts(const TonkHand *h, Out *out) {
    if (tonk_in_declarable(h)) add_type(out, TONK_DECLARE);
    if (tonk_in_may_drop(h, h->turn)) add_type(out, TONK_DROP);
    if (stock_size(h)) add_type(out, TONK_DRAW);
    if (tonk_in_may_take(h)) add_type(out, TONK_TAKE);
    if (!stock_size(h)) add_type(out, TONK_STOP);
}

/* Lays. */

typedef struct { Out *out; Cards wanted, barred; } Laying;

static bool add_spread(void *told, const TonkSpread *s) {
    const Laying *laying = told;
    if ((s->cards & laying->wanted) != laying->wanted || s->cards == laying->barred) return false;
    put(laying->out, (TonkAction){.cards = s->cards, .type = TONK_SPREAD, .kind = s->kind, .suit = s->suit,
                                  .low = s->low, .high = s->high});
    return false;
}

static void add_spreads(const TonkHand *h, Cards held, Cards wanted, Cards barred, Out *out) {
    Laying laying = {.out = out, .wanted = wanted, .barred = barred};
    if (held & h->rules->wilds || has_natural_spread(h->rules, held)) walk_spreads(h->rules, held, add_spread, &laying);
}

static void add_hits(const TonkHand *h, Cards held, Out *out) {
    const TonkRules *r = h->rules;
    if (!(held & (h->hittable | r->wilds))) return;
    for (int i = 0; i < h->n_spreads; i++) {
        const TonkSpread *s = &h->spreads[i];
        for (Cards fit = held & s->fits; fit; fit &= fit - 1)
            put(out, (TonkAction){.type = TONK_HIT, .card = lowest(fit), .spread = i, .place = TONK_ITSELF});
        if (!(held & r->wilds)) continue;
        int places[2];
        for (int g = tonk_in_gaps(r, s, places) - 1; g >= 0; g--)
            for (Cards wild = held & r->wilds; wild; wild &= wild - 1)
                if (!tonk_in_is_itself(s, lowest(wild), places[g]))
                    put(out, (TonkAction){.type = TONK_HIT, .card = lowest(wild), .spread = i, .place = places[g]});
    }
}

static bool may_hit(const TonkHand *h, Cards held) {
    if (!may_hit_more(h->rules, h, h->has_hit)) return false;
    return how_many(held) > 1 || may_empty(h, h->is_blocked, false);
}

static void add_lays(const TonkHand *h, Out *out) {
    Cards held = h->hand[h->turn], wanted = h->must_use ? bit_of(h->taken) : 0;
    add_spreads(h, held, wanted, may_empty(h, h->is_blocked, true) ? 0 : held, out);
    if (h->n_spreads && may_hit(h, held)) add_hits(h, wanted ? wanted : held, out);
}

/* Returns whether the seat on turn may spread or hit anything. */
bool tonk_in_can_lay(const TonkHand *h) {
    Out out = {.room = 0};
    add_lays(h, &out);
    return out.n > 0;
}

typedef struct { const TonkRules *r; Cards barred; bool spares_aces; } Forced;

static bool is_forced(void *told, const TonkSpread *s) {
    const Forced *forced = told;
    return s->cards != forced->barred && !(forced->spares_aces && is_book_of_aces(forced->r, s));
}

/* Returns whether the turn may not end yet. */
static bool must_lay(const TonkHand *h) {
    if (h->must_use) return true;
    if (key(h, TONK_MUST_SPREAD) == TONK_MUST_SPREAD_NO) return false;
    Cards held = h->hand[h->turn];
    Forced forced = {.r = h->rules, .barred = may_empty(h, h->is_blocked, true) ? 0 : held,
                     .spares_aces = key(h, TONK_MUST_SPREAD) == TONK_MUST_SPREAD_EXCEPT_ACES};
    return walk_spreads(h->rules, held, is_forced, &forced);
}

/* Returns whether the turn ends with "done": after a hit, under some rules, or with a last card that must be kept. */
static bool ends_by_done(const TonkHand *h) {
    if (h->is_blocked && !h->is_booed && how_many(h->hand[h->turn]) == 1) return true;
    return h->has_hit && !key(h, TONK_DISCARD_AFTER_HIT);
}

/* The card just taken may not be discarded, unless it is the only one. */
Cards tonk_in_discardable(const TonkHand *h) {
    Cards held = h->hand[h->turn];
    if (h->taken == TONK_NO_CARD || key(h, TONK_RETURN_TAKEN)) return held;
    Cards others = held & ~bit_of(h->taken);
    return others ? others : held;
}

static void add_ends(const TonkHand *h, Out *out) {
    if (must_lay(h)) return;
    if (ends_by_done(h)) { add_type(out, TONK_DONE); return; }
    for (Cards c = tonk_in_discardable(h); c; c &= c - 1) put(out, (TonkAction){.type = TONK_DISCARD, .card = lowest(c)});
}

static void add_chances(const TonkHand *h, Out *out) {
    Cards held = h->hand[h->turn];
    add_spreads(h, held, 0, 0, out);
    add_hits(h, held, out);
    add_type(out, TONK_PASS);
}

/* Out of turn. */

static bool may_drop_between(const TonkHand *h, int seat) {
    return key(h, TONK_DROP_WHEN) == TONK_DROP_ANY_TIME && h->phase == TONK_START && tonk_in_may_drop(h, seat);
}

bool tonk_in_may_slap(const TonkHand *h, int seat) {
    if (!h->is_slappable || (h->phase != TONK_START && h->phase != TONK_SLAPS)) return false;
    return !(key(h, TONK_SLAP_RULE) == TONK_SLAPS_NEXT_FIRST && seat == next_seat(h));
}

/* Returns whether a seat must keep its last card in a slap because its spread was hit. */
static bool keeps_last(const TonkHand *h, int seat) {
    return h->blocks >> seat & 1 && !h->is_booed && how_many(h->hand[seat]) == 1;
}

static Cards discardable_after_slap(const TonkHand *h, int seat) {
    return seat == h->discarder || keeps_last(h, seat) ? 0 : h->hand[seat];
}

static void add_slaps(const TonkHand *h, int seat, Out *out) {
    if (!tonk_in_may_slap(h, seat)) return;
    Cards after = discardable_after_slap(h, seat);
    for (int i = 0; i < h->n_spreads; i++) {
        if (tonk_in_landing(h->rules, h->pile[h->pile_size - 1], &h->spreads[i]) < 0) continue;
        put(out, (TonkAction){.type = TONK_SLAP, .card = TONK_NO_CARD, .spread = i});
        for (Cards c = after; c; c &= c - 1) put(out, (TonkAction){.type = TONK_SLAP, .card = lowest(c), .spread = i});
    }
}

/* The list of legal actions. */

int tonk_actor(const TonkHand *h) {
    if (h->phase == TONK_OVER) return -1;
    if (h->is_claim) return h->turn;
    if (h->n_asked) return h->asked[0];
    return h->phase == TONK_SLAPS && !h->n_chances ? -1 : h->turn;
}

static void add_asked(const TonkHand *h, int seat, Out *out) {
    if (h->is_claim) add_type(out, TONK_TAKE);
    else {
        if (may_drop_between(h, seat)) add_type(out, TONK_DROP);
        add_slaps(h, seat, out);
    }
    add_type(out, TONK_PASS);
}

static void add_on_turn(const TonkHand *h, Out *out) {
    if (h->phase == TONK_START) add_starts(h, out);
    else if (h->phase == TONK_LAY) add_lays(h, out), add_ends(h, out);
    else if (takes_a_last_chance(h)) add_chances(h, out);
}

int tonk_legal(const TonkHand *h, int seat, TonkAction *actions, int room) {
    Out out = {.at = actions, .room = room};
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    if (h->phase == TONK_OVER) return 0;
    if (is_asking(h)) {
        if (seat == tonk_actor(h)) add_asked(h, seat, &out);
    } else {
        if (seat == h->turn) add_on_turn(h, &out);
        if (!h->is_closed) {
            if (seat != h->turn && may_drop_between(h, seat)) add_type(&out, TONK_DROP);
            if (h->is_slappable) add_slaps(h, seat, &out);
        }
    }
    return out.n > room ? TONK_NO_ROOM : out.n;
}

/* A single action. */

static bool is_held(const TonkHand *h, int seat, int card) { return card < 64 && h->hand[seat] >> card & 1; }

static bool can_be_hit(const TonkHand *h, const TonkAction *a) {
    if (!is_held(h, h->turn, a->card) || a->spread >= h->n_spreads) return false;
    const TonkSpread *s = &h->spreads[a->spread];
    if (a->place == TONK_ITSELF) return s->fits >> a->card & 1;
    int places[2], n = tonk_in_gaps(h->rules, s, places);
    bool is_gap = (n > 0 && places[0] == a->place) || (n > 1 && places[1] == a->place);
    return is_gap && h->rules->wilds >> a->card & 1 && !tonk_in_is_itself(s, a->card, a->place);
}

static bool can_be_slapped(const TonkHand *h, int seat, const TonkAction *a) {
    if (!h->is_slappable || !h->pile_size || (h->phase != TONK_START && h->phase != TONK_SLAPS)) return false;
    if (a->spread >= h->n_spreads || (a->card != TONK_NO_CARD && !is_held(h, seat, a->card))) return false;
    return tonk_in_landing(h->rules, h->pile[h->pile_size - 1], &h->spreads[a->spread]) >= 0;
}

/* Returns whether cards and places are where the action says, as everybody can see, and the phase allows it. If so, the
 * action can be played. */
bool tonk_in_is_possible(const TonkHand *h, int seat, const TonkAction *a) {
    if (seat < 0 || seat >= h->seats || h->phase == TONK_OVER) return false;
    bool on_turn = seat == h->turn, starts = on_turn && h->phase == TONK_START && h->n_chances == 0;
    bool lays = on_turn && (h->phase == TONK_LAY || takes_a_last_chance(h));
    switch (a->type) {
    case TONK_DROP: return h->phase == TONK_START;
    case TONK_DRAW: return starts && stock_size(h);
    case TONK_TAKE: return starts && h->pile_size;
    case TONK_STOP: return starts && !stock_size(h);
    case TONK_DECLARE: return starts && tonk_in_declarable(h);
    case TONK_SPREAD:
        return lays && a->cards && !(a->cards & ~h->hand[seat]) && h->n_spreads < TONK_MOST_SPREADS &&
               tonk_in_is_spread(h->rules, a);
    case TONK_HIT: return lays && can_be_hit(h, a);
    case TONK_DISCARD: return on_turn && h->phase == TONK_LAY && is_held(h, seat, a->card);
    case TONK_DONE: return on_turn && h->phase == TONK_LAY;
    case TONK_SLAP: return can_be_slapped(h, seat, a);
    case TONK_PASS: return is_asking(h) ? seat == tonk_actor(h) : on_turn && takes_a_last_chance(h);
    default: return false;
    }
}

static bool is_drop_legal(const TonkHand *h, int seat) {
    if (is_asking(h)) return !h->is_claim && may_drop_between(h, seat);
    return seat == h->turn ? tonk_in_may_drop(h, seat) : !h->is_closed && may_drop_between(h, seat);
}

static bool is_lay_legal(const TonkHand *h, const TonkAction *a) {
    if (h->phase != TONK_LAY) return true;
    Cards held = h->hand[h->turn], cards = a->type == TONK_SPREAD ? a->cards : bit_of(a->card);
    if (h->must_use && !(cards >> h->taken & 1)) return false;
    if (a->type == TONK_HIT) return may_hit(h, held);
    return cards != held || may_empty(h, h->is_blocked, true);
}

static bool is_slap_legal(const TonkHand *h, int seat, const TonkAction *a) {
    if (h->is_closed || !tonk_in_may_slap(h, seat)) return false;
    return a->card == TONK_NO_CARD || discardable_after_slap(h, seat) >> a->card & 1;
}

bool tonk_is_legal(const TonkHand *h, int seat, const TonkAction *a) {
    if (!tonk_in_is_possible(h, seat, a)) return false;
    if (is_asking(h)) {
        bool may = h->is_claim ? a->type == TONK_TAKE : a->type == TONK_DROP || a->type == TONK_SLAP;
        if (seat != tonk_actor(h) || !(may || a->type == TONK_PASS)) return false;
    }
    switch (a->type) {
    case TONK_DROP: return is_drop_legal(h, seat);
    case TONK_TAKE: return tonk_in_may_take(h);
    case TONK_SPREAD: case TONK_HIT: return is_lay_legal(h, a);
    case TONK_DISCARD: return !must_lay(h) && !ends_by_done(h) && tonk_in_discardable(h) >> a->card & 1;
    case TONK_DONE: return !must_lay(h) && ends_by_done(h);
    case TONK_SLAP: return is_slap_legal(h, seat, a);
    default: return true;
    }
}
