/* Players at a table: their decisions, the course of a hand between them, and deals played in every seating.
 * The Python counterparts are `ai/registry.py` (players), `ai/bot.py` (how they are asked) and
 * `ai/lab/arena/match.py` (deals). */
#include "internal.h"

enum {
    REACTIONS = 4093, IN_TIME = 3819, /* how quick a seat is, in steps, and the last that is quick enough: `ai/betting.py` */
    RARE = TONK_WHOLE / 2,     /* of a master: what is so much less likely than the likeliest it does not do */
    DEALER = 0,
};

typedef struct { TonkAction at[TONK_MOST_ACTIONS]; int n; } Actions;

static const TonkAction *find(const Actions *a, int type) {
    for (int i = 0; i < a->n; i++) if (a->at[i].type == type) return &a->at[i];
    return NULL;
}

/* Keeps the actions of one type only, or all others. */
static void keep(Actions *a, int type, bool is_kept) {
    int n = 0;
    for (int i = 0; i < a->n; i++) if ((a->at[i].type == type) == is_kept) a->at[n++] = a->at[i];
    a->n = n;
}

static void add(Actions *a, int type) { a->at[a->n++] = (TonkAction){.type = type}; }

/* The players. Each decides on a turn, or on slaps alone. */

static int plain(const TonkHand *h, int seat, const TonkPlayer *p, Actions *a, TonkRandom *random, TonkAction *out) {
    int32_t weights[TONK_MOST_ACTIONS];
    if (!p->profile) return TONK_BAD_INPUT;
    int failed = tonk_in_weigh(h, seat, p->profile, p->table, p->believed, a->at, weights, a->n);
    return failed ? failed : tonk_in_draw(h, a->at, weights, a->n, random, out);
}

static int uniform(const TonkHand *h, Actions *a, TonkRandom *random, TonkAction *out) {
    int32_t weights[TONK_MOST_ACTIONS];
    for (int i = 0; i < a->n; i++) weights[i] = 1;
    return tonk_in_draw(h, a->at, weights, a->n, random, out);
}

/* Returns the certain win that a master takes, or NULL: where all cards count, any that starts a turn or is a drop
 * between turns; else only one that pays the most. `_certain_win` of `ai/master/player.py`. */
static const TonkAction *certain_win(const TonkHand *h, int seat, const Actions *a) {
    int at = -1, most = key(h, TONK_OUT_PAYS) > key(h, TONK_TONK_PAYS) ? key(h, TONK_OUT_PAYS) : key(h, TONK_TONK_PAYS);
    bool takes_any = h->phase == TONK_START && key(h, TONK_COUNT) == TONK_COUNT_ALL;
    int pays = h->is_claim ? 0 : tonk_in_best_end(h, seat, a->at, a->n, true, &at);
    return pays > 0 && (takes_any || pays >= most) ? &a->at[at] : NULL;
}

static int master(const TonkHand *h, int seat, const TonkPlayer *p, Actions *a, TonkRandom *random, TonkAction *out) {
    int32_t scores[TONK_MOST_ACTIONS], best = INT32_MIN;
    bool has_slaps = find(a, TONK_SLAP), asked = h->phase == TONK_START && is_asking(h);
    if (has_slaps || h->phase == TONK_CHANCE) {
        Actions some = *a;
        TonkRandom same = *random;
        if (asked) keep(&some, TONK_DROP, false);
        int failed = plain(h, seat, p, &some, &same, out);
        if (failed || out->type == TONK_SLAP || h->phase == TONK_CHANCE || (out->type == TONK_PASS && !asked)) return failed;
        keep(a, TONK_SLAP, false);
    }
    const TonkAction *sure = a->n == 1 ? a->at : find(a, TONK_DECLARE);
    if (sure) { *out = *sure; return TONK_OK; }
    sure = certain_win(h, seat, a);
    if (sure) { *out = *sure; return TONK_OK; }
    if (!p->net) return TONK_BAD_INPUT;
    int failed = tonk_net_scores(h, seat, p->net, p->head, a->at, a->n, scores);
    if (failed < 0) return failed;
    for (int i = 0; i < a->n; i++) {
        int32_t leaning = p->leaning[a->at[i].type];
        if (leaning < -TONK_MOST_LEANING || leaning > TONK_MOST_LEANING) return TONK_BAD_INPUT;
        scores[i] += TONK_SCORE * leaning;
        if (scores[i] > best) best = scores[i];
    }
    for (int i = 0; i < a->n; i++) {
        scores[i] = tonk_in_decayed((int64_t)best - scores[i], TONK_SCORE);
        if (scores[i] < RARE) scores[i] = 0;
    }
    return tonk_in_draw(h, a->at, scores, a->n, random, out);
}

/* Returns the spread or discard with most points, or the first hit; of equal ones, the first in order. */
static const TonkAction *first_of(const TonkHand *h, const Actions *a, int type) {
    const TonkAction *best = NULL;
    int most = 0;
    for (int i = 0; i < a->n; i++) {
        const TonkAction *each = &a->at[i];
        if (each->type != type) continue;
        int worth = type == TONK_SPREAD ? points_of(h->rules, each->cards)
                  : type == TONK_DISCARD ? h->rules->points[rank_of(each->card)] : 0;
        if (!best || worth > most || (worth == most && tonk_in_compare(h, each, best) < 0)) best = each, most = worth;
    }
    return best;
}

/* Chooses the discard with most points, else an action that ends the turn; passes up all other chances. */
static int harmless(const TonkHand *h, const Actions *a, TonkAction *out) {
    static const int order[] = {TONK_DISCARD, TONK_DRAW, TONK_DONE, TONK_PASS, TONK_STOP, TONK_TAKE, TONK_SPREAD, TONK_HIT, TONK_DECLARE};
    const TonkAction *found = NULL;
    for (size_t i = 0; !found && i < sizeof order / sizeof *order; i++) found = first_of(h, a, order[i]);
    *out = found ? *found : (TonkAction){.type = TONK_PASS};
    return TONK_OK;
}

static int greedy(const TonkHand *h, int seat, const TonkPlayer *p, const Actions *a, TonkAction *out) {
    const TonkAction *found = find(a, TONK_DECLARE);
    if (!found && tonk_count(h->rules, h->hand[seat]) <= p->drop_at) found = find(a, TONK_DROP);
    if (!found) found = find(a, TONK_DRAW);
    if (!found) found = first_of(h, a, TONK_SPREAD);
    if (!found) found = first_of(h, a, TONK_HIT);
    if (!found) return harmless(h, a, out);
    *out = *found;
    return TONK_OK;
}

/* The view of a blind player. Its rules may have more cards, and so other places for them. */

typedef struct { const TonkRules *from, *to; } Eyes;

static Cards seen_as(const Eyes *e, Cards cards) { return tonk_cards(e->to, tonk_numbers(e->from, cards)); }
static int card_as(const Eyes *e, int card) { return card == TONK_NO_CARD ? TONK_NO_CARD : e->to->bit[e->from->number[card]]; }

static int place_as(const Eyes *e, int place) {
    int rank = e->from->name[place == e->from->ranks ? 0 : place], found = 0;
    while (found + 1 < e->to->ranks && e->to->name[found] != rank) found++;
    return found;
}

static void see_spread(const Eyes *e, TonkSpread *s) {
    s->cards = seen_as(e, s->cards);
    s->low = place_as(e, s->low), s->buried = false;
    s->high = s->kind == TONK_RUN ? s->low + how_many(s->cards) - 1 : s->low;
    for (int lane = 0; s->kind == TONK_RUN && lane < e->to->suits; lane++)
        if (e->to->suit_name[lane] == e->from->suit_name[s->suit]) { s->suit = lane; break; }
    s->fits = tonk_in_fits(e->to, s);
}

static void see(const Eyes *e, const TonkHand *h, TonkHand *out) {
    tonk_copy(out, h);
    out->rules = e->to, out->hittable = 0, out->taken = card_as(e, h->taken);
    out->n_asked = 0, out->is_claim = out->is_slappable = out->must_use = false, out->is_closed = true;
    memset(out->waits, 0, sizeof out->waits);
    out->is_booed = out->is_blocked = false, out->blocks = 0;
    for (int seat = 0; seat < h->seats; seat++)
        out->hand[seat] = seen_as(e, h->hand[seat]), out->known[seat] = seen_as(e, h->known[seat]);
    for (int i = 0; i < h->pile_size; i++) out->pile[i] = card_as(e, h->pile[i]);
    for (int i = 0; i < h->n_spreads; i++) see_spread(e, &out->spreads[i]), out->hittable |= out->spreads[i].fits;
}

static bool add_spread(void *told, const TonkSpread *s) {
    Actions *a = told;
    if (a->n == TONK_MOST_ACTIONS) return true;
    a->at[a->n++] = (TonkAction){.type = TONK_SPREAD, .cards = s->cards, .kind = s->kind, .suit = s->suit, .low = s->low, .high = s->high};
    return false;
}

/* Finds what seems legal to a blind player, in order. */
static void find_believed(const TonkHand *h, int seat, Actions *a) {
    a->n = 0;
    if (h->phase == TONK_START) {
        add(a, TONK_DROP);
        add(a, stock_size(h) ? TONK_DRAW : TONK_STOP);
        if (h->pile_size) add(a, TONK_TAKE);
    } else {
        Cards held = h->hand[seat];
        walk_spreads(h->rules, held, add_spread, a);
        for (int i = 0; i < h->n_spreads; i++)
            for (Cards fit = held & h->spreads[i].fits; fit; fit &= fit - 1) {
                add(a, TONK_HIT);
                a->at[a->n - 1].card = lowest(fit), a->at[a->n - 1].spread = i, a->at[a->n - 1].place = TONK_ITSELF;
            }
        for (Cards c = held; c; c &= c - 1) {
            if (lowest(c) == h->taken && how_many(held) > 1) continue;
            add(a, TONK_DISCARD);
            a->at[a->n - 1].card = lowest(c);
        }
    }
    for (int i = 1; i < a->n; i++) {
        TonkAction each = a->at[i];
        int at = i;
        for (; at && tonk_in_compare(h, &each, &a->at[at - 1]) < 0; at--) a->at[at] = a->at[at - 1];
        a->at[at] = each;
    }
}

static bool is_same(const TonkAction *a, const TonkAction *b) {
    return a->cards == b->cards && a->type == b->type && a->card == b->card && a->spread == b->spread && a->place == b->place &&
           a->kind == b->kind && a->suit == b->suit && a->low == b->low && a->high == b->high;
}

/* Returns the legal action that looks like `wanted`. */
static const TonkAction *legal_one(const Eyes *e, const Actions *a, const TonkAction *wanted) {
    for (int i = 0; i < a->n; i++) {
        const TonkAction *each = &a->at[i];
        if (each->type != wanted->type) continue;
        if (each->type == TONK_SPREAD && seen_as(e, each->cards) == wanted->cards && place_as(e, each->low) == wanted->low &&
            each->kind == wanted->kind) return each;
        if (each->type == TONK_HIT && card_as(e, each->card) == wanted->card && each->spread == wanted->spread &&
            each->place == TONK_ITSELF) return each;
        if (each->type == TONK_DISCARD && card_as(e, each->card) == wanted->card) return each;
        if (each->type != TONK_SPREAD && each->type != TONK_HIT && each->type != TONK_DISCARD) return each;
    }
    return NULL;
}

static int blind(const TonkHand *h, int seat, const TonkPlayer *p, const Actions *a, const TonkRandom *random, TonkAction *out) {
    Eyes eyes = {h->rules, p->believed};
    TonkHand seen;
    Actions believed, some;
    if (!p->believed || p->believed->pack_size < h->rules->pack_size) return TONK_BAD_INPUT;
    if (find(a, TONK_SLAP) || (h->phase != TONK_START && h->phase != TONK_LAY)) return harmless(h, a, out);
    see(&eyes, h, &seen);
    find_believed(&seen, seat, &believed);
    while (believed.n) {
        TonkAction wanted;
        TonkRandom same = *random;
        TonkPlayer knowing = {.profile = p->profile, .table = p->table};
        int kept = 0;
        some = believed;
        int failed = plain(&seen, seat, &knowing, &some, &same, &wanted);
        if (failed) return failed;
        const TonkAction *found = legal_one(&eyes, a, &wanted);
        if (found) { *out = *found; return TONK_OK; }
        for (int i = 0; i < believed.n; i++) if (!is_same(&believed.at[i], &wanted)) believed.at[kept++] = believed.at[i];
        if (kept == believed.n) break;
        believed.n = kept;
    }
    return harmless(h, a, out);
}

/* Keeps the actions that the player's habits allow; returns whether only one is left. */
static bool is_settled_by_habit(const TonkHand *h, int seat, const TonkPlayer *p, Actions *a) {
    if (h->turn != seat || (h->phase != TONK_START && h->phase != TONK_LAY)) return false;
    for (int i = 0; i < p->n_habits; i++) {
        a->n = tonk_in_narrow(h, seat, &p->habits[i], a->at, a->n);
        if (a->n == 1 && a->at[0].type != TONK_SLAP) return true;
    }
    return false;
}

static int answer(const TonkHand *h, int seat, const TonkPlayer *p, Actions *a, TonkRandom *random, TonkAction *out) {
    if (is_settled_by_habit(h, seat, p, a)) { *out = a->at[0]; return TONK_OK; }
    switch (p->kind) {
    case TONK_PLAIN: return plain(h, seat, p, a, random, out);
    case TONK_MASTER: return master(h, seat, p, a, random, out);
    case TONK_GREEDY: return greedy(h, seat, p, a, out);
    case TONK_UNIFORM: return uniform(h, a, random, out);
    case TONK_BLIND: return blind(h, seat, p, a, random, out);
    default: return TONK_BAD_INPUT;
    }
}

/* Asks a player. A plain player or a master without habits answers directly. Any other claims a card if it would begin
 * its turn by taking it, and drops between turns if it would drop at the start of one; if not, it may still slap. */
static int ask(const TonkHand *h, int seat, const TonkPlayer *p, Actions *a, uint64_t seed, TonkAction *out) {
    TonkRandom random = {seed}, same = random;
    bool may_drop = is_asking(h) && h->phase == TONK_START && find(a, TONK_DROP), has_slaps = find(a, TONK_SLAP);
    if (p->n_habits < 0 || p->n_habits > TONK_MOST_HABITS) return TONK_BAD_INPUT;
    if (!p->n_habits && (p->kind == TONK_PLAIN || p->kind == TONK_MASTER)) return answer(h, seat, p, a, &random, out);
    if (h->is_claim || may_drop) {
        TonkHand turn;
        Actions begins = {.n = 0};
        tonk_copy(&turn, h);
        turn.turn = seat, turn.is_claim = false, turn.n_asked = 0, turn.is_closed = true;
        if (h->is_claim) {
            begins.n = tonk_legal(&turn, seat, begins.at, TONK_MOST_ACTIONS);
            if (begins.n < 0) return begins.n;
        } else {
            add(&begins, TONK_DROP);
            add(&begins, stock_size(h) ? TONK_DRAW : TONK_STOP);
            if (h->pile_size) add(&begins, TONK_TAKE);
        }
        int failed = answer(&turn, seat, p, &begins, &random, out);
        if (failed || out->type == (h->is_claim ? TONK_TAKE : TONK_DROP)) return failed;
        *out = (TonkAction){.type = TONK_PASS};
        if (h->is_claim || !has_slaps) return TONK_OK;
        keep(a, TONK_DROP, false);
    }
    return answer(h, seat, p, a, &same, out);
}

int tonk_choose(const TonkHand *h, int seat, const TonkPlayer *p, uint64_t seed, TonkAction *out) {
    Actions a;
    if (seat < 0 || seat >= h->seats) return TONK_NO_SUCH_SEAT;
    a.n = tonk_legal(h, seat, a.at, TONK_MOST_ACTIONS);
    if (a.n <= 0) return a.n ? a.n : TONK_ILLEGAL;
    return ask(h, seat, p, &a, seed, out);
}

/* Hands. */

static void begin(TonkHand *h, TonkCourse *course) {
    int32_t reactions[TONK_MOST_SEATS];
    course->is_begun = true;
    for (int seat = 0; seat < h->seats; seat++) {
        course->seeds[seat] = next_of(&course->random) >> 32;
        int32_t step = course->seeds[seat] / 7 % REACTIONS;
        reactions[seat] = step > IN_TIME ? -1 : step;
    }
    tonk_open_window(h, reactions);
}

int tonk_in_decide(TonkHand *h, const TonkPlayer *const *players, TonkCourse *course, TonkAction *chosen) {
    while (h->phase != TONK_OVER) {
        bool is_stocked_out = h->phase == TONK_SLAPS;
        if (!course->is_begun) begin(h, course);
        if (is_stocked_out && h->phase != TONK_SLAPS) { course->is_begun = false; continue; }
        int seat = tonk_actor(h);
        if (seat < 0) { tonk_close_slaps(h), course->is_begun = false; continue; }
        int failed = tonk_choose(h, seat, players[seat], course->seeds[seat], chosen);
        return failed ? failed : seat;
    }
    return TONK_IS_OVER;
}

int tonk_in_do(TonkHand *h, int seat, TonkCourse *course, const TonkAction *chosen) {
    bool was_asking = is_asking(h), is_stocked_out = h->phase == TONK_SLAPS;
    int failed = tonk_in_play(h, seat, chosen);
    bool goes_on = was_asking && chosen->type == TONK_PASS;
    course->is_begun = goes_on && (!is_stocked_out || h->phase == TONK_SLAPS);
    return failed;
}

int tonk_step(TonkHand *h, const TonkPlayer *const *players, TonkCourse *course, TonkAction *done) {
    int seat = tonk_in_decide(h, players, course, done);
    if (seat < 0) return seat;
    int failed = tonk_in_do(h, seat, course, done);
    return failed ? failed : seat;
}

int tonk_in_worths(const TonkHand *h, const TonkResult *result, int64_t *worths) {
    int64_t total = 0;
    for (int seat = 0; seat < h->seats; seat++) total += worths[seat] = result->payments[seat];
    if (key(h, TONK_SCORING) == TONK_SCORING_PUSH_UP)
        for (int seat = 0; seat < h->seats; seat++) worths[seat] = total - h->seats * worths[seat];
    return TONK_OK;
}

/* Deals. */

static int64_t play_seating(TonkHand *h, const TonkPlayer *const *players, int turn, uint64_t seed, TonkDealOutcome *out) {
    const TonkPlayer *seated[TONK_MOST_SEATS];
    TonkCourse course = {.random = {seed}};
    TonkAction done;
    TonkResult result;
    int64_t worths[TONK_MOST_SEATS], decisions = 0;
    int bot[TONK_MOST_SEATS], seat;
    for (int i = 0; i < h->seats; i++) bot[i] = (i + turn) % h->seats, seated[i] = players[bot[i]];
    while ((seat = tonk_step(h, seated, &course, &done)) >= 0) decisions++;
    if (seat != TONK_IS_OVER) return seat;
    int failed = tonk_settle(h, &result);
    if (failed) return failed;
    tonk_in_worths(h, &result, worths);
    for (int i = 0; i < h->seats; i++) out->points[bot[i]] += worths[i];
    out->endings[turn] = h->ending;
    if (h->ending == TONK_END_DROP || h->ending == TONK_END_CAUGHT) {
        out->drops[bot[h->ender]]++;
        out->caught[bot[h->ender]] += h->ending == TONK_END_CAUGHT;
    }
    return decisions;
}

int64_t tonk_play_deals(const TonkRules *r, int seats, const TonkPlayer *const *players, int64_t deals, const uint8_t *decks,
                        const uint64_t *seeds, TonkDealOutcome *out, volatile int64_t *done, const volatile int32_t *cancel) {
    TonkHand h;
    int64_t decisions = 0;
    if (deals < 0) return TONK_BAD_INPUT;
    memset(out, 0, deals * sizeof *out);
    for (int64_t i = 0; i < deals; i++) {
        if (cancel && *cancel) return TONK_CANCELLED;
        for (int turn = 0; turn < seats; turn++) {
            int failed = tonk_deal(&h, r, seats, DEALER, decks + i * r->pack_size, r->pack_size);
            if (failed) return failed;
            int64_t played = play_seating(&h, players, turn, seeds[i], &out[i]);
            if (played < 0) return played;
            decisions += played;
        }
        if (done) *done = i + 1;
    }
    return decisions;
}
