/* Play-outs from a decision: hidden cards are sampled consistently with all that a seat has seen, weighted
 * by the likelihood of the others' moves, and played to the end by plain players or others.
 *
 * A deck is drawn evenly among all that could lie behind what was seen: each card that another seat has
 * shown by playing it was dealt or drawn by then, in any place, and the rest may lie anywhere. The moves
 * are played again on it, and each move of another seat weighs it by how likely that seat was to make it,
 * holding these cards (a particle filter: what becomes unlikely dies out on the way, and what is likely is
 * doubled, with what lies ahead shuffled anew, and stirred where that is asked for). Of weighted batches of
 * such worlds means are right whatever the size of a batch. Weights are doubles; every sum and product is taken in one order. */
#include "internal.h"

enum { MOST_WEIGHED = 512 /* actions of one decision of a plain player */, REMEMBERED = 1 << 13 };

/* A remembered chance: how likely a seat that holds these cards answers a question as it did. In all worlds of a view a seat
 * knows the same but for its hand, so hand and question decide. Question 0: the slot is free. */
typedef struct { Cards held; double chance; uint32_t question; } Answer;

typedef struct {
    const TonkSeen *seen;
    Answer *answers; /* REMEMBERED of them; hand and question give the slot of each */
    int n_slots[TONK_MOST_SEATS];
    uint8_t slots[TONK_MOST_SEATS][TONK_MOST_CARDS]; /* the places of the deck whose cards came to a seat, in order */
    uint8_t begun[TONK_MOST_CARDS];                  /* by place: a card number that is known to lie there, or TONK_NO_CARD */
    int n_shown;
    struct { uint8_t seat, card, limit; } shown[TONK_MOST_CARDS]; /* was among the first `limit` slots of the seat */
    int n_unseen;
    uint8_t unseen[TONK_MOST_CARDS];
    Cards unseen_cards;
    int pack_size;
} Frame;

/* `likely`: how likely all moves so far were in this world; `weight`: those since the last choice of worlds; `first`:
 * the number of the deck that it was copied from. */
typedef struct { TonkHand hand; double weight, likely; int first; } Particle;

/* `memo` holds what was found under `rules`, from call to call. */
struct TonkPlayOuts {
    Particle pool[2][TONK_MOST_PARTICLES], trial;
    Answer answers[REMEMBERED];
    TonkSeen seen;
    TonkRules rules;
    struct TonkMemo memo;
};

/* What is known of the deck. */

static int trace_own(Frame *f) {
    const TonkSeen *s = f->seen;
    int size = tonk_hand_size(s->rules, s->seats), dealt = size * s->seats, next = dealt + (s->upcard >= 0);
    for (int seat = 0; seat < s->seats; seat++) {
        int place = (seat - s->dealer - 1 + 2 * s->seats) % s->seats;
        for (int i = 0; i < size; i++) f->slots[seat][f->n_slots[seat]++] = place + i * s->seats;
    }
    for (int i = 0; i < size; i++) f->begun[f->slots[s->seat][i]] = s->dealt[i];
    if (s->upcard >= 0) f->begun[dealt] = s->upcard;
    for (int i = 0; i < s->n_moves; i++) {
        const TonkSeenMove *m = &s->moves[i];
        if (m->action.type != TONK_DRAW) continue;
        if (next >= f->pack_size) return TONK_BAD_INPUT;
        if (m->seat == s->seat && m->card >= 0) f->begun[next] = m->card;
        next++;
    }
    return TONK_OK;
}

static int show(Frame *f, int seat, int card, int limit) {
    if (f->n_shown == TONK_MOST_CARDS) return TONK_BAD_INPUT;
    f->shown[f->n_shown].seat = seat, f->shown[f->n_shown].card = card, f->shown[f->n_shown].limit = limit;
    f->n_shown++;
    return TONK_OK;
}

/* Of each card that another seat is known to have had: by when. */
static int trace_others(Frame *f) {
    const TonkSeen *s = f->seen;
    const TonkRules *r = s->rules;
    int size = tonk_hand_size(r, s->seats), next = size * s->seats + (s->upcard >= 0);
    uint64_t known[TONK_MOST_SEATS] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && s->aside[seat] != TONK_NO_CARD) {
            if (show(f, seat, s->aside[seat], size)) return TONK_BAD_INPUT;
            known[seat] |= 1ull << s->aside[seat];
        }
    for (int i = 0; i < s->n_moves; i++) {
        const TonkSeenMove *m = &s->moves[i];
        const TonkAction *a = &m->action;
        if (a->type == TONK_DRAW) f->slots[m->seat][f->n_slots[m->seat]++] = next++;
        else if (a->type == TONK_TAKE && m->card >= 0) known[m->seat] |= 1ull << m->card;
        else if (m->seat != s->seat) {
            Cards played = a->type == TONK_SPREAD ? a->cards : 0;
            if ((a->type == TONK_HIT || a->type == TONK_DISCARD || a->type == TONK_SLAP) && a->card < 64) played = bit_of(a->card);
            for (uint64_t cards = tonk_numbers(r, played); cards; cards &= cards - 1) {
                int card = lowest(cards);
                if (!(known[m->seat] >> card & 1) && show(f, m->seat, card, f->n_slots[m->seat])) return TONK_BAD_INPUT;
                known[m->seat] &= ~(1ull << card);
            }
        }
    }
    return TONK_OK;
}

/* Whether all numbers are some of those that there are. */
static bool is_numbered(const TonkSeen *s) {
    int size = tonk_hand_size(s->rules, s->seats);
    if (s->upcard < -1 || s->upcard >= TONK_MOST_CARDS || s->n_moves < 0 || s->n_moves > TONK_MOST_MOVES) return false;
    if (s->n_actions < 0 || s->n_actions > TONK_MOST_ACTIONS) return false;
    if (s->trust < 0 || s->trust > 1000 || s->in_time < 0 || s->in_time > 1000 || s->stirs < 0 || s->stirs > TONK_MOST_STIRS || size > (int)sizeof s->dealt) return false;
    for (int i = 0; i < size; i++) if (s->dealt[i] >= TONK_MOST_CARDS) return false;
    for (int seat = 0; seat < s->seats; seat++) if (s->aside[seat] >= TONK_MOST_CARDS && s->aside[seat] != TONK_NO_CARD) return false;
    for (int i = 0; i < s->n_moves; i++) {
        const TonkSeenMove *m = &s->moves[i];
        if (m->seat < 0 || m->seat >= s->seats || m->card < -1 || m->card >= TONK_MOST_CARDS || m->action.type >= TONK_TYPES) return false;
    }
    return true;
}

/* Copies what was seen and its rules, which get a memo. */
static const TonkSeen *take_over(const TonkSeen *s, struct TonkPlayOuts *memory) {
    TonkRules rules;
    memcpy(&rules, s->rules, sizeof rules);
    rules.memo = &memory->memo;
    if (memcmp(&rules, &memory->rules, sizeof rules)) {
        memcpy(&memory->rules, &rules, sizeof rules);
        memset(&memory->memo, 0, sizeof memory->memo);
    }
    memory->seen = *s, memory->seen.rules = &memory->rules;
    return &memory->seen;
}

static int make_frame(Frame *f, const TonkSeen *given, struct TonkPlayOuts *memory) {
    const TonkSeen *s = take_over(given, memory);
    memset(f, 0, sizeof *f);
    memset(memory->answers, 0, sizeof memory->answers);
    f->seen = s, f->answers = memory->answers;
    uint8_t pack[TONK_MOST_CARDS];
    f->pack_size = tonk_pack(s->rules, pack);
    if (!tonk_can_seat(s->rules, s->seats)) return TONK_PACK_TOO_SMALL;
    if (s->seat < 0 || s->seat >= s->seats || s->dealer < 0 || s->dealer >= s->seats) return TONK_NO_SUCH_SEAT;
    memset(f->begun, TONK_NO_CARD, sizeof f->begun);
    if (!is_numbered(s) || !tonk_in_can_play(s->rules, s->seats, s->profile, s->table)) return TONK_BAD_INPUT;
    f->unseen_cards = s->rules->pack;
    if (s->position) return s->n_moves || s->position->seats != s->seats ? TONK_BAD_INPUT : TONK_OK;
    if (trace_own(f) || trace_others(f)) return TONK_BAD_INPUT;
    f->unseen_cards = 0;
    uint64_t seen = 0;
    for (int place = 0; place < f->pack_size; place++) if (f->begun[place] != TONK_NO_CARD) seen |= 1ull << f->begun[place];
    for (int i = 0; i < f->n_shown; i++) seen |= 1ull << f->shown[i].card;
    for (int i = 0; i < f->pack_size; i++) if (!(seen >> pack[i] & 1)) f->unseen[f->n_unseen++] = pack[i], f->unseen_cards |= bit_of(s->rules->bit[pack[i]]);
    return TONK_OK;
}

/* A deck, drawn evenly; whether there is room for every card that was shown. */
static bool draw_deck(const Frame *f, TonkRandom *random, uint8_t *deck) {
    uint8_t free[TONK_MOST_CARDS], rest[TONK_MOST_CARDS];
    memcpy(deck, f->begun, sizeof f->begun);
    for (int i = 0; i < f->n_shown; i++) {
        const uint8_t *slots = f->slots[f->shown[i].seat];
        int n = 0;
        for (int at = 0; at < f->shown[i].limit; at++) if (deck[slots[at]] == TONK_NO_CARD) free[n++] = slots[at];
        if (!n) return false;
        deck[free[tonk_below(random, n)]] = f->shown[i].card;
    }
    memcpy(rest, f->unseen, sizeof rest);
    tonk_shuffle(rest, f->n_unseen, random);
    for (int place = 0, at = 0; place < f->pack_size; place++)
        if (deck[place] == TONK_NO_CARD) {
            if (at == f->n_unseen) return false;
            deck[place] = rest[at++];
        }
    return true;
}

/* How likely moves were. */

static bool is_same(const TonkAction *a, const TonkAction *b) {
    return a->type == b->type && a->card == b->card && a->spread == b->spread && a->place == b->place && a->cards == b->cards &&
           a->kind == b->kind && a->suit == b->suit && a->low == b->low && a->high == b->high;
}

static double reckon_chance(const TonkHand *h, const TonkSeen *s, int seat, const TonkAction *action) {
    TonkAction options[MOST_WEIGHED];
    int32_t weights[MOST_WEIGHED];
    if (!s->trust) return tonk_is_legal(h, seat, action) ? 1.0 : 0.0;
    int n = tonk_legal(h, seat, options, MOST_WEIGHED), at = -1;
    if (n <= 0) return 0.0;
    if (n > MOST_WEIGHED) return tonk_is_legal(h, seat, action) ? 1.0 / n : 0.0;
    tonk_in_weigh_plainly(h, seat, s->profile, s->table, options, weights, n);
    int64_t whole = 0;
    for (int i = 0; i < n; i++) {
        whole += weights[i];
        if (at < 0 && is_same(&options[i], action)) at = i;
    }
    if (at < 0 || whole <= 0) return 0.0;
    if (n == 1) return 1.0;
    double trust = s->trust / 1000.0;
    return trust * ((double)weights[at] / (double)whole) + (1.0 - trust) / n;
}

/* How likely a seat does this of what it may do now, at the move of a number; 0 where it may not. */
static double chance_of(const TonkHand *h, const Frame *f, int number, int seat, const TonkAction *action) {
    uint32_t question = (((uint32_t)(number + 1) * 8 + seat) * 16 + action->type) * 4 + h->is_claim * 2 + (h->n_asked > 0);
    Cards held = h->hand[seat];
    uint64_t mixed = (held ^ question * 0x9E3779B97F4A7C15ull) * 0xD6E8FEB86659FD93ull;
    Answer *known = &f->answers[(mixed ^ mixed >> 32) % REMEMBERED];
    if (known->held != held || known->question != question)
        *known = (Answer){.held = held, .question = question, .chance = reckon_chance(h, f->seen, seat, action)};
    return known->chance;
}

static const TonkAction PASSES = {.type = TONK_PASS}, TAKES = {.type = TONK_TAKE};

/* How likely one of several seats that react at times equally likely comes first, where each of the others
 * reacts at all with its chance. */
static double is_first(const double *others, int n) {
    double powers[TONK_MOST_SEATS + 1] = {1.0}, sum = 0.0;
    for (int i = 0; i < n; i++) {
        powers[i + 1] = -others[i] * powers[i];
        for (int at = i; at > 0; at--) powers[at] -= others[i] * powers[at - 1];
    }
    for (int at = 0; at <= n; at++) sum += powers[at] / (at + 1);
    return sum;
}

static double asked_chance(TonkHand *h, const Frame *f, int number, int seat, bool is_claim, const TonkAction *action) {
    uint8_t only = seat;
    if (tonk_ask(h, &only, is_claim ? 0 : 1, is_claim) < 0) return 0.0;
    return chance_of(h, f, number, seat, action);
}

/* How likely it was that until this move nobody acted out of turn; `is_whole`: the move itself, done out of
 * turn, is reckoned in. Leaves the window closed. */
static double chance_in_window(TonkHand *h, const Frame *f, int number, bool *is_whole) {
    const TonkSeen *s = f->seen;
    const TonkSeenMove *m = &s->moves[number];
    uint8_t order[TONK_MOST_SEATS];
    double acts[TONK_MOST_SEATS + 1], before = 1.0, claimed = 0.0, in_time = s->in_time / 1000.0;
    int type = m->action.type, rivals = 0, next = h->turn;
    bool is_race = type == TONK_SLAP || (type == TONK_DROP && key(h, TONK_DROP_WHEN));
    tonk_open_window(h, NULL);
    int n = h->n_asked, claimer = h->is_claim ? h->turn : -1;
    for (int i = 0; i < n; i++) order[i] = h->asked[i];
    *is_whole = false;
    if (claimer >= 0 && claimer != s->seat) {
        double claim = asked_chance(h, f, number, claimer, true, &TAKES);
        if (type == TONK_TAKE) claimed = claim;
        before = 1.0 - claim;
    }
    for (int i = 0; i < n; i++) {
        if (order[i] == s->seat || (is_race && order[i] == m->seat)) continue;
        acts[rivals++] = in_time * (1.0 - asked_chance(h, f, number, order[i], false, &PASSES));
    }
    double done = 0.0;
    if (is_race && m->seat != s->seat) done = asked_chance(h, f, number, m->seat, false, &m->action);
    if (is_race && m->seat == s->seat) {
        *is_whole = true;
        return before * is_first(acts, rivals);
    }
    double first = is_race ? before * done * in_time * is_first(acts, rivals) : 0.0;
    *is_whole = is_race || claimed > 0.0;
    if (is_race && (m->seat != next || type != TONK_DROP)) return first;
    for (int i = 0; i < rivals; i++) before *= 1.0 - acts[i];
    if (is_race) before *= 1.0 - in_time * done;
    tonk_ask(h, NULL, 0, false);
    if (is_race) return first + before * chance_of(h, f, number, m->seat, &m->action);
    return claimed > 0.0 ? claimed + before * chance_of(h, f, number, m->seat, &TAKES) : before;
}

static bool opens(const TonkHand *h) {
    return (h->phase == TONK_START || h->phase == TONK_SLAPS) && (h->is_slappable || key(h, TONK_DROP_WHEN));
}

/* Plays one of the moves that were seen; how likely it was. */
static double replay_move(TonkHand *h, const Frame *f, int number) {
    const TonkSeen *s = f->seen;
    const TonkSeenMove *m = &s->moves[number];
    double chance = 1.0;
    bool is_whole = false, is_weighed = s->trust && number >= s->weighed_from;
    if (h->phase == TONK_OVER) return 0.0;
    if (opens(h) && is_weighed) {
        chance = chance_in_window(h, f, number, &is_whole);
        if (chance <= 0.0) return 0.0;
    }
    if (h->phase == TONK_SLAPS && m->action.type != TONK_SLAP) tonk_close_slaps(h);
    if (!is_whole && m->seat != s->seat) {
        if (h->phase == TONK_OVER) return 0.0;
        chance *= is_weighed ? chance_of(h, f, number, m->seat, &m->action) : tonk_is_legal(h, m->seat, &m->action);
    }
    if (chance <= 0.0 || tonk_play_trusted(h, m->seat, &m->action)) return 0.0;
    h->is_closed = false;
    return chance;
}

/* Brings a hand to where the seat is asked; whether it gets there. */
static bool arrive(TonkHand *h, const TonkSeen *s) {
    if (h->phase == TONK_SLAPS && s->phase != TONK_SLAPS) tonk_close_slaps(h);
    if (s->must_use && !h->must_use && tonk_claimed(h) < 0) return false;
    return h->phase == s->phase;
}

static int highest_of(const TonkHand *h, int seat, int suit) {
    const TonkRules *r = h->rules;
    int best = -1, height = -1;
    for (Cards cards = h->dealt[seat] & ~JOKERS; cards; cards &= cards - 1) {
        int card = lowest(cards), rank = rank_of(card);
        if (r->suit_name[suit_of(card)] != suit) continue;
        if (r->high_ace && rank == 0) rank = r->ranks;
        if (rank > height) height = rank, best = card;
    }
    return best < 0 ? TONK_NO_CARD : r->number[best];
}

/* The hand as dealt of this deck; its weight is 0 where it would have gone otherwise. */
static int deal(const Frame *f, const uint8_t *deck, Particle *p) {
    const TonkSeen *s = f->seen;
    p->weight = p->likely = 0.0;
    int refused = tonk_deal(&p->hand, s->rules, s->seats, s->dealer, deck, f->pack_size);
    if (refused) return refused;
    if (p->hand.phase == TONK_OVER) return TONK_OK;
    if (s->is_big_one) tonk_big_one(&p->hand);
    refused = tonk_bets(&p->hand, &s->bets);
    if (refused) return refused;
    if (s->shows_suit)
        for (int seat = 0; seat < s->seats; seat++)
            if (s->bets.high_joined >> seat & 1 && highest_of(&p->hand, seat, s->bets.high_suit) != s->aside[seat]) return TONK_OK;
    p->weight = p->likely = 1.0;
    return TONK_OK;
}

static int begin(const Frame *f, TonkRandom *random, Particle *p) {
    const TonkSeen *s = f->seen;
    uint8_t deck[TONK_MOST_CARDS];
    p->weight = p->likely = 0.0;
    p->hand.n_moves = 0;
    if (s->position) {
        int wrong = tonk_set_up(&p->hand, s->rules, s->position, random);
        if (!wrong) p->weight = p->likely = 1.0;
        return wrong;
    }
    return draw_deck(f, random, deck) ? deal(f, deck, p) : TONK_OK;
}

/* What lies ahead of a hand that was doubled is shuffled anew, but for cards of which it is known who had them. */
static void shuffle_ahead(TonkHand *h, Cards unseen, TonkRandom *random) {
    uint8_t cards[TONK_MOST_CARDS];
    int n = 0;
    for (int i = h->next; i < h->deck_size; i++) if (unseen >> h->deck[i] & 1) cards[n++] = h->deck[i];
    tonk_shuffle(cards, n, random);
    for (int i = h->deck_size - 1; i >= h->next; i--) if (unseen >> h->deck[i] & 1) h->deck[i] = cards[--n];
}

/* A number from 0 up to 1, each as likely. */
static double share(TonkRandom *random) { return (double)(tonk_next(random) >> 11) / 9007199254740992.0; }

/* Of particles `count` are copied, each on average by its weight; those doubled differ in what lies ahead. */
static void pick(const Particle *from, int n, Particle *to, int count, Cards unseen, TonkRandom *random) {
    double sum = 0.0, whole = 0.0;
    for (int i = 0; i < n; i++) sum += from[i].weight;
    double step = sum / count, at = share(random) * step;
    int made = 0, last = 0;
    for (int i = 0; i < n && made < count; i++) {
        whole += from[i].weight;
        if (from[i].weight > 0.0) last = i;
        for (int many = 0; at < whole && made < count; many++, at += step) {
            tonk_copy(&to[made].hand, &from[i].hand);
            to[made].weight = 1.0, to[made].likely = from[i].likely, to[made].first = from[i].first;
            if (many) shuffle_ahead(&to[made].hand, unseen, random);
            made++;
        }
    }
    for (; made < count; made++) { /* the sum of the weights, rounded, fell short */
        tonk_copy(&to[made].hand, &from[last].hand);
        to[made].weight = 1.0, to[made].likely = from[last].likely, to[made].first = from[last].first;
        shuffle_ahead(&to[made].hand, unseen, random);
    }
}

/* Stirring, so that copies of one world become different ones: two cards that lie hidden change places, all moves are
 * played again, and by Metropolis's rule the new world is kept so often that worlds stay as likely as before. */

typedef struct {
    int n_held, n_hidden;
    uint8_t owner[TONK_MOST_CARDS]; /* by place of the deck: the other seat it has come to, or TONK_NO_CARD */
    uint8_t held[TONK_MOST_CARDS], hidden[TONK_MOST_CARDS]; /* places of cards never shown: in others' hands; in all */
} Hidden;

static void find_hidden(const Frame *f, const TonkHand *hand, Hidden *h) {
    h->n_held = h->n_hidden = 0;
    memset(h->owner, TONK_NO_CARD, sizeof h->owner);
    for (int seat = 0; seat < f->seen->seats; seat++)
        for (int at = 0; seat != f->seen->seat && at < f->n_slots[seat] && f->slots[seat][at] < hand->next; at++)
            h->owner[f->slots[seat][at]] = seat;
    for (int place = 0; place < f->pack_size; place++) {
        if (f->begun[place] != TONK_NO_CARD || !(f->unseen_cards >> hand->deck[place] & 1)) continue;
        if (h->owner[place] != TONK_NO_CARD) h->held[h->n_held++] = place;
        h->hidden[h->n_hidden++] = place;
    }
}

/* Stirs a world in which so many moves have been played, and which `has_arrived` where the seat is asked. The new one is
 * given up as soon as it is too unlikely. */
static int stir(const Frame *f, Particle *p, int n_moves, bool has_arrived, Particle *trial, TonkRandom *random) {
    const TonkSeen *s = f->seen;
    Hidden h;
    find_hidden(f, &p->hand, &h);
    if (!h.n_held) return TONK_OK;
    for (int step = 0; step < s->stirs; step++) {
        int one = h.held[tonk_below(random, h.n_held)], other = h.hidden[tonk_below(random, h.n_hidden)];
        double above = p->likely * share(random);
        uint8_t deck[TONK_MOST_CARDS];
        if (h.owner[one] == h.owner[other]) continue;
        for (int place = 0; place < f->pack_size; place++) deck[place] = s->rules->number[p->hand.deck[place]];
        uint8_t card = deck[one];
        deck[one] = deck[other], deck[other] = card;
        int refused = deal(f, deck, trial);
        if (refused) return refused;
        for (int move = 0; move < n_moves && trial->likely > above; move++) trial->likely *= replay_move(&trial->hand, f, move);
        if (trial->likely <= above || (has_arrived && !arrive(&trial->hand, s))) continue;
        tonk_copy(&p->hand, &trial->hand);
        p->likely = trial->likely;
    }
    return TONK_OK;
}

/* All of some worlds: were only copies stirred, those that are stirred less often would count too much. */
static int stir_all(const Frame *f, Particle *worlds, int n, int n_moves, bool have_arrived, Particle *trial, TonkRandom *random) {
    int failed = TONK_OK;
    if (!f->seen->stirs || !n_moves) return failed;
    for (int i = 0; i < n && !failed; i++) failed = stir(f, &worlds[i], n_moves, have_arrived, trial, random);
    return failed;
}

int64_t tonk_size_of_play_outs(void) { return sizeof(struct TonkPlayOuts); }

/* One run of the filter: `kept` worlds in *worlds, and what the batch weighs; 0 comes with none. */
static int filter(const Frame *f, struct TonkPlayOuts *memory, TonkRandom *random, Particle **worlds, double *weight) {
    const TonkSeen *s = f->seen;
    int n = s->particles;
    Particle *now = memory->pool[0], *other = memory->pool[1];
    double whole = 1.0, mass = 0.0, squares;
    *weight = 0.0;
    for (int i = 0; i < n; i++) {
        int refused = begin(f, random, &now[i]);
        if (refused) return refused;
        now[i].first = i, mass += now[i].weight;
    }
    for (int move = 0; move < s->n_moves && mass > 0.0; move++) {
        mass = squares = 0.0;
        for (int i = 0; i < n; i++) {
            if (now[i].weight > 0.0) {
                double chance = replay_move(&now[i].hand, f, move);
                now[i].weight *= chance, now[i].likely *= chance;
            }
            mass += now[i].weight, squares += now[i].weight * now[i].weight;
        }
        if (mass > 0.0 && mass * mass < squares * n / 2) {
            whole *= mass / n;
            pick(now, n, other, n, f->unseen_cards, random);
            Particle *swapped = now;
            now = other, other = swapped;
            int failed = stir_all(f, now, n, move + 1, false, &memory->trial, random);
            if (failed) return failed;
        }
    }
    mass = 0.0;
    for (int i = 0; i < n; i++) {
        if (now[i].weight > 0.0 && !arrive(&now[i].hand, s)) now[i].weight = 0.0;
        mass += now[i].weight;
    }
    if (mass <= 0.0) return TONK_OK;
    pick(now, n, other, s->kept, f->unseen_cards, random);
    *worlds = other, *weight = whole * mass / n;
    return stir_all(f, other, s->kept, s->n_moves, true, &memory->trial, random);
}

/* Play-outs. */

/* Reactions in an order of chance, each in time as likely as `in_time`; `passed` seats are too late. */
static void open_by_chance(TonkHand *h, const TonkSeen *s, TonkRandom *random, unsigned passed) {
    int32_t reactions[TONK_MOST_SEATS];
    for (int seat = 0; seat < h->seats; seat++) {
        bool is_late = (int)tonk_below(random, 1000) >= s->in_time;
        int32_t reaction = tonk_below(random, 1u << 30);
        reactions[seat] = is_late || passed >> seat & 1 ? -1 : reaction;
    }
    tonk_open_window(h, reactions);
    if (h->is_claim && passed >> h->turn & 1) {
        h->is_claim = false;
        if (!h->n_asked) tonk_close_slaps(h);
    }
}

/* The chance of one decision: the same for the same seat with as many cards in the same turn, whatever came
 * before, so that two lines of play differ only by what the action that began them changes. */
static TonkRandom chance_at(const TonkHand *h, uint64_t chances, int seat) {
    uint64_t moment = (uint64_t)(h->turns * 8 + seat) * 64 + how_many(h->hand[seat]) * 2 + (h->phase == TONK_LAY);
    TonkRandom mixed = {chances ^ moment * 0x9E3779B97F4A7C15ull};
    return (TonkRandom){tonk_next(&mixed)};
}

/* Does an action. A card that is not drawn, for its turn began with a take, goes under the stock: so that of two
 * lines of play on the same stock whoever draws in the same turn draws the same card. No order of the stock is
 * likelier for that. */
static int act(TonkHand *h, int seat, const TonkAction *action) {
    int failed = tonk_in_play(h, seat, action);
    if (!failed && action->type == TONK_TAKE && stock_size(h) > 1) {
        uint8_t skipped = h->deck[h->next];
        memmove(h->deck + h->next, h->deck + h->next + 1, stock_size(h) - 1);
        h->deck[h->deck_size - 1] = skipped;
    }
    return failed;
}

/* What a seat does that plays on. */
static int choose(const TonkHand *h, const TonkSeen *s, int seat, TonkRandom *random, TonkAction *out) {
    if (s->player) return tonk_choose(h, seat, s->player, tonk_next(random), out);
    return tonk_in_choose(h, seat, s->profile, s->table, random, out);
}

/* Plays a hand to its end, by a player who can; `passed` have let the last discard go by. */
static int play_on(TonkHand *h, const TonkSeen *s, uint64_t chances, unsigned passed, bool is_open) {
    TonkAction chosen;
    while (h->phase != TONK_OVER) {
        if (is_open && opens(h)) {
            TonkRandom order = chance_at(h, ~chances, 0);
            open_by_chance(h, s, &order, passed);
        }
        if (h->phase == TONK_OVER) break;
        int seat = tonk_actor(h);
        if (seat < 0) {
            tonk_close_slaps(h);
            continue;
        }
        TonkRandom random = chance_at(h, chances, seat);
        int failed = choose(h, s, seat, &random, &chosen);
        if (!failed) failed = act(h, seat, &chosen);
        if (failed) return failed;
        is_open = chosen.type != TONK_PASS, passed = 0;
    }
    return TONK_OK;
}

/* The seat does `action` in a world, and all play on. */
static int play_out(TonkHand *h, const TonkSeen *s, const TonkAction *action, uint64_t chances) {
    if (h->phase == TONK_OVER || action->type >= TONK_TYPES) return TONK_ILLEGAL;
    if (action->type == TONK_PASS && h->phase != TONK_CHANCE && !takes_a_last_chance(h))
        return play_on(h, s, chances, 1u << s->seat, true);
    if (h->phase == TONK_SLAPS && action->type != TONK_SLAP) tonk_close_slaps(h);
    h->n_asked = 0, h->is_claim = s->may_claim && action->type == TONK_TAKE;
    int failed = tonk_in_is_possible(h, s->seat, action) ? act(h, s->seat, action) : TONK_ILLEGAL;
    return failed ? failed : play_on(h, s, chances, 0, true);
}

/* What a hand that is over brings a seat, in stakes, side pots included; under push-up by how many points times the
 * number of the others their mean gain is above its own. */
static int64_t worth_of(const TonkHand *h, const TonkResult *result, int seat) {
    if (key(h, TONK_SCORING) != 2) return result->payments[seat] + result->side_payments[seat];
    int64_t all = 0;
    for (int i = 0; i < h->seats; i++) all += result->payments[i];
    return all - h->seats * result->payments[seat];
}

static double unit_of(const TonkHand *h) { return key(h, TONK_SCORING) == 2 ? h->seats - 1 : 1; }

static void note_kinds(const TonkHand *h, const TonkResult *result, int seat, double *kinds, double part) {
    bool wins = result->winners >> seat & 1;
    if (wins) kinds[0] += part;
    if (h->ending == TONK_END_CAUGHT && h->ender == seat) kinds[1] += part;
    if (h->ending == TONK_END_TONK && wins) kinds[2] += part;
    if (h->ending == TONK_END_STOCKOUT || h->ending == TONK_END_VOID) kinds[3] += part;
}

/* How many decks these worlds were copied from. */
static int count_decks(const Particle *worlds, int n, int step) {
    bool is_there[TONK_MOST_PARTICLES] = {false};
    int found = 0;
    for (int i = 0; i < n; i += step) found += !is_there[worlds[i].first], is_there[worlds[i].first] = true;
    return found;
}

/* Tries the actions at these indices in the worlds of a batch, all by the same chances. */
static int play_batch(const Frame *f, struct TonkPlayOuts *memory, uint64_t seed, const int32_t *indices, int n_indices, TonkPlayed *out) {
    const TonkSeen *s = f->seen;
    TonkRandom random = {seed};
    Particle *worlds = NULL;
    int failed = filter(f, memory, &random, &worlds, &out->weight);
    if (failed || out->weight <= 0.0) return failed;
    TonkHand *twin = &memory->pool[worlds == memory->pool[0]][0].hand;
    int step = n_indices / s->at_once;
    if (step < 1) step = 1;
    out->worlds = (s->kept + step - 1) / step, out->decks = count_decks(worlds, s->kept, step);
    double part = out->weight / (out->worlds * unit_of(&worlds[0].hand));
    for (int i = 0; i < s->kept; i += step) {
        uint64_t chances = tonk_next(&random);
        for (int at = 0; at < n_indices; at++) {
            TonkResult result;
            tonk_copy(twin, &worlds[i].hand);
            failed = play_out(twin, s, &s->actions[indices[at]], chances);
            if (!failed) failed = tonk_settle(twin, &result);
            if (failed) return failed;
            out->moves += twin->n_moves - worlds[i].hand.n_moves;
            int64_t worth = worth_of(twin, &result, s->seat);
            if (worth < out->lowest) out->lowest = worth;
            if (worth > out->highest) out->highest = worth;
            out->sums[at] += part * (double)worth;
            note_kinds(twin, &result, s->seat, out->kinds + 4 * at, out->weight / out->worlds);
        }
    }
    return TONK_OK;
}

int tonk_play_outs(const TonkSeen *seen, void *memory, const uint64_t *seeds, int n, const int32_t *indices, int n_indices,
                   TonkPlayed *out, const volatile int32_t *cancel, int64_t *done) {
    Frame frame;
    if (seen->particles < 1 || seen->particles > TONK_MOST_PARTICLES || seen->kept < 1 || seen->kept > seen->particles) return TONK_BAD_INPUT;
    if (seen->at_once < 1 || n_indices < 1 || n < 0) return TONK_BAD_INPUT;
    for (int at = 0; at < n_indices; at++) if (indices[at] < 0 || indices[at] >= seen->n_actions) return TONK_BAD_INPUT;
    int failed = make_frame(&frame, seen, memory);
    for (int i = 0; i < n && !failed; i++) {
        if (cancel && *cancel) return TONK_CANCELLED;
        memset(out[i].sums, 0, n_indices * sizeof *out[i].sums);
        memset(out[i].kinds, 0, 4 * n_indices * sizeof *out[i].kinds);
        out[i].lowest = out[i].highest = out[i].moves = 0, out[i].worlds = out[i].decks = 0, out[i].weight = 0.0;
        failed = play_batch(&frame, memory, seeds[i], indices, n_indices, &out[i]);
        if (done) *done += (int64_t)out[i].worlds * n_indices;
    }
    return failed;
}

int tonk_a_world(const TonkSeen *seen, void *memory, uint64_t seed, TonkHand *out) {
    Frame frame;
    TonkRandom random = {seed};
    Particle *worlds;
    double weight;
    if (seen->particles < 1 || seen->particles > TONK_MOST_PARTICLES || seen->kept < 1 || seen->kept > seen->particles) return TONK_BAD_INPUT;
    int failed = make_frame(&frame, seen, memory);
    if (!failed) failed = filter(&frame, memory, &random, &worlds, &weight);
    if (failed) return failed;
    if (weight <= 0.0) return 0;
    tonk_copy(out, &worlds[0].hand);
    out->rules = seen->rules;
    return 1;
}

/* A hand whose cards are all known, the order of its stock apart. */

int64_t tonk_sum_over_orders(const TonkHand *hand, const TonkSeen *seen, const TonkAction *first, int actor, unsigned passed,
                             int orders, int64_t *out) {
    TonkHand twin;
    int64_t sum = 0;
    if (seen->seat < 0 || seen->seat >= hand->seats) return TONK_NO_SUCH_SEAT;
    if (!tonk_in_can_play(hand->rules, hand->seats, seen->profile, seen->table)) return TONK_BAD_INPUT;
    for (int order = 0; order < orders; order++) {
        TonkRandom random = {order};
        TonkResult result;
        uint8_t pack[64];
        int at = hand->next;
        tonk_copy(&twin, hand);
        Cards stock = 0;
        for (int i = hand->next; i < hand->deck_size; i++) stock |= bit_of(hand->deck[i]);
        for (int i = 0; i < 64; i++) pack[i] = i;
        tonk_shuffle(pack, 64, &random);
        for (int i = 0; i < 64; i++) if (stock >> pack[i] & 1) twin.deck[at++] = pack[i];
        int failed = first ? tonk_play_trusted(&twin, actor, first) : TONK_OK;
        if (!failed) failed = play_on(&twin, seen, tonk_next(&random), passed, true);
        if (!failed) failed = tonk_settle(&twin, &result);
        if (failed) return failed;
        sum += worth_of(&twin, &result, seen->seat);
    }
    *out = sum;
    return TONK_OK;
}

int tonk_seat_worths(const TonkSeen *seen, int64_t hands, uint64_t seed, int64_t *sums, double *squares, const volatile int32_t *cancel) {
    TonkHand h;
    uint8_t deck[TONK_MOST_CARDS];
    TonkRandom random = {seed};
    if (!tonk_can_seat(seen->rules, seen->seats)) return TONK_PACK_TOO_SMALL;
    if (!tonk_in_can_play(seen->rules, seen->seats, seen->profile, seen->table)) return TONK_BAD_INPUT;
    int n = tonk_pack(seen->rules, deck);
    memset(sums, 0, seen->seats * sizeof *sums);
    *squares = 0.0;
    for (int64_t i = 0; i < hands; i++) {
        TonkResult result;
        if (cancel && *cancel) return TONK_CANCELLED;
        tonk_shuffle(deck, n, &random);
        int failed = tonk_deal(&h, seen->rules, seen->seats, seen->seats - 1, deck, n);
        if (!failed) failed = tonk_bets(&h, &seen->bets);
        if (!failed) failed = play_on(&h, seen, tonk_next(&random), 0, true);
        if (!failed) failed = tonk_settle(&h, &result);
        if (failed) return failed;
        for (int seat = 0; seat < seen->seats; seat++) {
            int64_t worth = worth_of(&h, &result, seat);
            sums[seat] += worth, *squares += (double)worth * (double)worth;
        }
    }
    return TONK_OK;
}

/* What play-outs show. */

void tonk_weighted_mean(const double *sums, const double *weights, int n, double doubt, double *mean, double *variance) {
    double whole = 0.0, sum = 0.0, squares = 0.0, of_weights = 0.0;
    for (int i = 0; i < n; i++) whole += weights[i], sum += sums[i], of_weights += weights[i] * weights[i];
    *mean = sum / whole;
    for (int i = 0; i < n; i++) {
        double off = sums[i] - *mean * weights[i];
        squares += off * off;
    }
    squares += doubt * doubt * of_weights / n;
    double effective = whole * whole / of_weights, freedom = effective > 2.0 ? effective - 1.0 : 1.0;
    /* Cornish and Fisher's expansion of the 97.5 % point of t, by that of the normal distribution. */
    double widened = 1.0 + (1.96 * 1.96 + 1.0) / (4.0 * freedom);
    *variance = widened * widened * (squares * effective / freedom) / (whole * whole);
}
